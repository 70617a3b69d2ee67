/* build.h - asking about terms and making others of them, for what is around the kernel. */
#ifndef LOGIC_BUILD_H
#define LOGIC_BUILD_H

#include "logic/kernel/match.h"

/* What an existential instantiation puts for the variable that is written with that name. */
bl_term term_witness(struct bl_logic *l, bl_term body, bl_symbol name, enum bl_logic_ruling ruling);

/* t renamed. A symbol that the renaming does not speak of stays as it is, or takes a free letter
 * where its own has been given away; the renaming is extended by it. 0: over a limit. */
bl_term rename_all(struct bl_logic *l, struct renaming *r, bl_term t);
/* What an indirect proof says of a universal statement; 0: over a limit. */
bl_term rename_denied(struct bl_logic *l, bl_term t, enum bl_logic_ruling ruling);

/* What t becomes by operator, comparison or evaluation; 0: nothing. */
bl_term replace_value(struct bl_logic *l, bl_term t, enum bl_rule rule,
                      const struct bl_values *values);
/* What its value makes of t without a premise: c, (¬c) or (g=n); 0: nothing, or over a limit. */
bl_term replace_alone(struct bl_logic *l, bl_term t, enum bl_rule rule,
                      const struct bl_values *values);
/* The statements that t becomes by replacing one occurrence, left to right; how many. */
uint32_t replace_one(struct bl_logic *l, bl_term t, enum bl_rule rule,
                     const struct bl_values *values, bl_term *list, uint32_t room);

#endif
