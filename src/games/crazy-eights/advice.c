/* advice.c - what a sensible player of Crazy Eights likes, and hopes for. */
#include "crazy-eights.h"

/* Plays rather than draws; sheds points; goes on in the suit of which most is held; keeps eights,
 * which fit on everything, for later. */
static int32_t prefer(const void *view, const struct bl_play *play)
{
    const struct eights *s = view;
    if (play->move == EIGHTS_DRAW || play->move == EIGHTS_PASS)
        return 0;
    bl_card c = eights_card(play->move);
    bool eight = bl_french_rank(c) == BL_EIGHT;
    uint64_t left = s->hands[s->head.to_move] & ~(UINT64_C(1) << c);
    unsigned suit = eight ? eights_named(play->move) : bl_french_suit(c);
    if (left == 0)
        return 1000;
    int32_t follow = __builtin_popcountll(left & EIGHTS_OF_SUIT(suit));
    return 100 + 5 * follow - (eight ? 60 : 0) + (int32_t)eights_points(UINT64_C(1) << c) * !eight;
}

static void estimate(const void *state, float *out)
{
    const struct eights *s = state;
    float cards[EIGHTS_SEATS];
    for (unsigned i = 0; i < s->head.setup.players; i++)
        cards[i] = s->count[i];
    bl_race(cards, bl_all_seats(&s->head), s->head.setup.players, out);
}

const struct bl_advice eights_advice = {.prefer = prefer, .estimate = estimate};
