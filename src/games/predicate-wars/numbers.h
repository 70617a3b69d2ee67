/* numbers.h - the numbers of the rulebook, each in one place: rules, bots, drafts, terminal and
 * page have them from here. */
#ifndef BYLAW_PW_NUMBERS_H
#define BYLAW_PW_NUMBERS_H

#include <stdint.h>

/* A: an action takes or gives at most so much. Plain numbers, so that texts can be made of them. */
#define PW_ATK_MOST 20
#define PW_HEAL_MOST 15
#define PW_ADDPOWER_MOST 10
#define PW_SUBPOWER_MOST 8
#define PW_DIGITS(number) PW_DIGITS_OF(number)   /* "20" */
#define PW_DIGITS_OF(number) #number

enum {
    PW_HEALTH_EACH = 50,      /* health at the start, for each player */
    PW_CLAIMS_MAX = 8,        /* cards that one may claim in a turn of Phase III */
    PW_DISCARD_RAISE = 2,     /* what a card costs more after it was discarded */
    PW_RULE_POINT = 3,        /* potency that a point of a rule costs */
    PW_REWARD_FIRST = 8,      /* potency that the best of Phase IV gets, */
    PW_REWARD_NEXT = 4,       /* and the others of the better half */
};

static inline int32_t pw_at_most(int64_t much, int32_t most)
{
    return much < most ? (int32_t)much : most;
}

/* ---- what things cost ------------------------------------------------------ */

/* II: power for writing on a card: in the set-up by the points of what is written, later by the
 * cost that stands on it. */
static inline int64_t pw_edit_price(int64_t points_or_cost) { return 2 * points_or_cost; }
/* III: power that the editor of a card pays who keeps it. */
static inline int64_t pw_keep_price(int64_t cost) { return (cost + 1) / 2; }
/* IV, A: power for a card of the deck, or one that a proof claims. */
static inline int64_t pw_far_claim_price(int64_t cost) { return 2 * cost; }
/* V: potency for a subproof, and the least for a rule. */
static inline int64_t pw_subproof_price(int64_t points) { return 2 * points; }
static inline int32_t pw_rule_price(int32_t points)
{
    return points > 0 ? PW_RULE_POINT * points : 1;
}

#endif
