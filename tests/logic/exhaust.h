/* exhaust.h - the cheapest proof of at most three lemmas, by trying every one of them. */
#ifndef TESTS_LOGIC_EXHAUST_H
#define TESTS_LOGIC_EXHAUST_H

#include "bylaw/logic.h"

struct exhaust {
    struct bl_logic *l;
    const struct bl_proof *from;      /* its axioms and subproofs */
    bl_term goal;                     /* 0: a contradiction */
    uint32_t lemmas;                  /* at most, 1 to 3 */
    uint32_t budget;                  /* only cheaper ones count */
    uint32_t best;                    /* points of the cheapest */
    struct bl_proof *proof;           /* that one; NULL: none */
    uint64_t tried;
    struct bl_proof *room[4];         /* used while it works */
};
void exhaust(struct exhaust *x);

#endif
