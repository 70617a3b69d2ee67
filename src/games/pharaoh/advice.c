/* advice.c - what a sensible player of Pharaoh likes, and hopes for. */
#include "pharaoh.h"

/* Sheds as many cards as possible; goes on in the suit that it holds most of; spends the
 * leaves under and overs, which fit almost always or turn the suit, late; attacks gladly. */
static int32_t prefer(const void *view, const struct bl_play *play)
{
    const struct pharaoh *s = view;
    bl_move m = play->move;
    if (pharaoh_kind(m) != PHARAOH_PLAY)
        return 0;
    unsigned value = pharaoh_value(m), suit = value == BL_OVER ? pharaoh_named(m) : pharaoh_last(m);
    pharaoh_set tuple = (pharaoh_set)pharaoh_suits(m) << value * 4;
    pharaoh_set left = s->hands[s->head.to_move] & ~tuple;
    if (left == 0)
        return 1000;
    int32_t score = 100 + 20 * __builtin_popcount(tuple);
    score += 4 * __builtin_popcount(left & PHARAOH_SUIT_SET(suit));
    if (tuple & pharaoh_card(PHARAOH_LEAVES_UNDER))
        score -= 30;
    if (value == BL_OVER)
        score -= 10;
    if (value == BL_GERMAN_ACE || value == BL_VII)
        score += 6;
    return score;
}

/* Whoever is out has a rank; of two others the one with fewer cards tends to be out first. */
static void estimate(const void *state, float *out)
{
    const struct pharaoh *s = state;
    unsigned players = s->head.setup.players;
    float all = (float)(players - 1), cards[PHARAOH_SEATS];
    for (unsigned i = 0; i < players; i++)
        cards[i] = (float)(s->count[i] * s->count[i]);
    bl_race(cards, s->holding, players, out);
    for (unsigned k = 0; k < s->out_count; k++)
        out[s->out[k]] = (all - (float)k) / all;
}

const struct bl_advice pharaoh_advice = {.prefer = prefer, .estimate = estimate};
