/* kernel.h - a proof from inside, for the rules. Nothing but the kernel includes it. */
#ifndef LOGIC_KERNEL_H
#define LOGIC_KERNEL_H

#include "logic/kernel/term.h"

struct owned {
    const struct bl_proof *proof;
    const struct owned *next;
};

struct bl_proof {
    struct bl_logic *l;
    enum bl_logic_ruling ruling;
    const struct bl_values *values;     /* NULL: none */
    struct bl_line *lines;
    uint32_t count, room, axioms;
    const struct owned *owned;          /* subproofs that may be used, the newest first */
    uint32_t points;
    uint64_t free_once, free_twice;     /* variables free in a line; in two (as in node.free) */
    uint32_t functions;                 /* in a line (as in node.functions) */
    bool evaluated;                     /* some lemma rests on the game's values */
};

/* One inference: the conclusion, the premises (NULL where the rule has none), the subproof. */
struct step {
    const struct bl_proof *p;
    const struct node *nodes;
    bl_term c;
    const struct bl_line *p1, *p2;
    const struct bl_proof *z;
};

struct rule {
    const char *name;
    uint8_t least, most;                /* premises */
    bool uses;                          /* a subproof */
    enum bl_why (*follows)(const struct step *s);
};

extern const struct rule rule_table[BL_RULES];

/* match.c: comparing statements, each in time linear in them. */

/* Whether t is `body` with one WFO for the variable of the quantifier around it. The WFO must
 * be *with, or is put there if that was 0; it stays 0 where the variable does not occur. */
bool matches(const struct node *nodes, bl_term body, bl_term t, bl_term *with);

/* Where two terms differ: the smallest parts with everything around them equal. False: they
 * are the same, or differ in more than one place. Goes only as far as `stop` says. */
struct difference {
    bl_term from, to;
};
bool one_difference(const struct node *nodes, bl_term from, bl_term to,
                    bool (*stop)(const struct node *nodes, bl_term from), struct difference *d);

/* A one-to-one renaming of pure symbols, kept kind by kind and arity by arity. */
struct renaming {
    uint32_t count;
    struct renamed {
        uint32_t kind;                  /* shape, and arity above it */
        bl_symbol from, to;
    } pairs[BL_TOKENS_MAX];
};
/* Whether t is z renamed; extends the renaming as far as needed. */
bool renames(const struct bl_logic *l, bl_term z, bl_term t, struct renaming *r);

/* Whether c is, left to right, the function of that name of the free variables of `body`. */
bool is_witness(const struct bl_logic *l, bl_term body, bl_symbol name, bl_term c);

#endif
