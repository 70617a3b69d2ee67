/* kernel.h - a proof from inside, for the rules. Nothing but the kernel includes it. */
#ifndef LOGIC_KERNEL_H
#define LOGIC_KERNEL_H

#include "logic/kernel/match.h"

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
    uint8_t size;                       /* of the name */
    uint8_t least, most;                /* premises */
    bool uses;                          /* a subproof */
    uint8_t form[3];                    /* shapes of p1, p2 and the conclusion; 0: any */
    enum bl_why (*follows)(const struct step *s);
};

extern const struct rule rule_table[BL_RULES];

#endif
