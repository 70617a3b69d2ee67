/* match.h - comparing statements. Asks only: whoever includes it can make no lemma. */
#ifndef LOGIC_MATCH_H
#define LOGIC_MATCH_H

#include "logic/kernel/term.h"

/* Whether t is `body` with one WFO for the variable of the quantifier around it. The WFO must
 * be *with, or is put there if that was 0; it stays 0 where the variable does not occur. */
bool match_body(const struct node *nodes, bl_term body, bl_term t, bl_term *with);

/* Where two terms differ: the smallest parts with everything around them equal. False: they
 * are the same, differ in more than one place, or there where the rule finds no value. */
struct difference {
    bl_term from, to;
};
bool match_difference(const struct node *nodes, bl_term from, bl_term to, enum bl_rule rule,
                      struct difference *d);

/* A one-to-one renaming of pure symbols, kept kind by kind and arity by arity. */
struct renaming {
    uint32_t count;
    struct renamed {
        uint32_t kind;                  /* shape, and arity above it */
        bl_symbol from, to;
    } pairs[BL_TOKENS_MAX];
};
/* Whether t is z renamed; extends the renaming as far as needed. */
bool match_renamed(const struct bl_logic *l, bl_term z, bl_term t, struct renaming *r);

/* Whether c is, left to right, the function of that name of the free variables of `body`. */
bool match_witness(const struct bl_logic *l, bl_term body, bl_symbol name, bl_term c);

/* Whether operator, comparison or evaluation would look for a value of t. */
bool match_is_valued(const struct node *nodes, enum bl_rule rule, bl_term t);
/* The value by that rule: BL_NUMBER and the number, BL_TT or BL_TF; 0: it has none. */
unsigned match_value(const struct bl_logic *l, bl_term t, enum bl_rule rule,
                     const struct bl_values *values, uint32_t *number);

/* Whether t, the first (0) or second premise or the conclusion (2), has the form that the rule asks
 * of it by itself; 0: it has. */
enum bl_why match_form(const struct node *nodes, enum bl_rule rule, unsigned place, bl_term t);
/* What keeps conditional and indirect proof from using a subproof; 0: nothing. */
enum bl_why match_subproof(const struct bl_logic *l, const struct bl_proof *z,
                           enum bl_logic_ruling ruling);
/* Whether z has lemmas (∀(x)B) and (∀(x)(¬B)). */
bool match_contradiction(const struct bl_logic *l, const struct bl_proof *z);

#endif
