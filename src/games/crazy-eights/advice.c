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

/* Somebody who is about to win comes next. */
static void tell_next(const struct eights *s, struct bl_story *out)
{
    unsigned next = bl_next_of(bl_all_seats(&s->head), (unsigned)s->head.to_move);
    if (s->count[next] <= 2)
        bl_tell(out, "%p comes next, with {one card|%d cards} left.", (int)next, s->count[next]);
}

static void reason(const void *view, const struct bl_play *play, struct bl_story *out)
{
    const struct eights *s = view;
    bl_card c = eights_card(play->move);
    bool lays = play->move != EIGHTS_DRAW && play->move != EIGHTS_PASS;
    bool eight = lays && bl_french_rank(c) == BL_EIGHT;
    uint64_t left = s->hands[play->seat] & ~(lays ? UINT64_C(1) << c : 0);
    uint64_t eights = left & EIGHTS_OF_RANK(BL_EIGHT), fits = left & eights_fitting(s) & ~eights;
    unsigned suit = eight ? eights_named(play->move) : bl_french_suit(c);
    int follow = __builtin_popcountll(left & EIGHTS_OF_SUIT(suit) & ~eights);
    if (left == 0)
        return;
    if (lays && suit != s->suit)
        tell_next(s, out);
    if (lays && follow > 0)
        bl_tell(out, "{You hold|%p holds} {one more card|%d more cards} of %f, to go on with.", play->seat, follow,
                (int)suit);
    if (eights && !eight && !fits)
        bl_tell(out, "{You keep|%p keeps} %F for later: it fits on anything.", play->seat, __builtin_ctzll(eights));
    if (lays && !eight && eights_points(UINT64_C(1) << c) >= 10)
        bl_tell(out, "That sheds %d points.", (int)eights_points(UINT64_C(1) << c));
    if (lays && out->count == 0)
        bl_tell(out, "{You have|%p has} {one card|%d cards} left then.", play->seat, s->count[play->seat] - 1);
}

static void estimate(const void *state, float *out)
{
    const struct eights *s = state;
    float cards[EIGHTS_SEATS];
    for (unsigned i = 0; i < s->head.setup.players; i++)
        cards[i] = s->count[i];
    bl_race(cards, bl_all_seats(&s->head), s->head.setup.players, out);
}

const struct bl_advice eights_advice = {.prefer = prefer, .reason = reason, .estimate = estimate};
