/* replace.h - operations, comparisons and values put in place, one occurrence at a time. */
#ifndef LOGIC_REPLACE_H
#define LOGIC_REPLACE_H

#include "logic/kernel/match.h"

/* What t becomes by operator, comparison or evaluation; 0: nothing. */
bl_term replace_value(struct bl_logic *l, bl_term t, enum bl_rule rule,
                       const struct bl_values *values);
/* The statements that t becomes by replacing one occurrence, left to right; how many. */
uint32_t replace_one(struct bl_logic *l, bl_term t, enum bl_rule rule,
                     const struct bl_values *values, bl_term *list, uint32_t room);

#endif
