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

/* What speaks for cards that are laid, after which `left` is held. */
static void tell_play(const struct pharaoh *s, const struct bl_play *play, pharaoh_set left,
                      struct bl_story *out)
{
    bl_move m = play->move;
    unsigned value = pharaoh_value(m), suit = value == BL_OVER ? pharaoh_named(m) : pharaoh_last(m);
    unsigned next = bl_next_of(s->holding, (unsigned)play->seat);
    int follow = __builtin_popcount(left & PHARAOH_SUIT_SET(suit)), n = __builtin_popcount(pharaoh_suits(m));
    if ((value == BL_GERMAN_ACE || value == BL_VII || suit != s->suit) && s->count[next] <= 2)
        bl_tell(out, "%p comes next, with {one card|%d cards} left.", (int)next, s->count[next]);
    if (s->cnt > 1)
        bl_tell(out, "Otherwise {you draw|%p draws} {a card|%d cards}.", play->seat, s->cnt);
    if (n > 1)
        bl_tell(out, "%d cards go at once.", n);
    if (follow > 0)
        bl_tell(out, "{You hold|%p holds} {one more card|%d more cards} of %g, to go on with.", play->seat, follow,
                (int)suit);
    if (out->count == 0)
        bl_tell(out, "{You have|%p has} {one card|%d cards} left then.", play->seat, s->count[play->seat] - n);
}

static void reason(const void *view, const struct bl_play *play, struct bl_story *out)
{
    const struct pharaoh *s = view;
    bool plays = pharaoh_kind(play->move) == PHARAOH_PLAY;
    pharaoh_set tuple = plays ? (pharaoh_set)pharaoh_suits(play->move) << pharaoh_value(play->move) * 4 : 0;
    pharaoh_set left = s->hands[play->seat] & ~tuple;
    if (left == 0)
        return;
    if (plays)
        tell_play(s, play, left, out);
    if (left & pharaoh_card(PHARAOH_LEAVES_UNDER) && s->a == 0)
        bl_tell(out, "{You keep|%p keeps} %G for later: it fits on anything.", play->seat, PHARAOH_LEAVES_UNDER);
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

const struct bl_advice pharaoh_advice = {.prefer = prefer, .reason = reason, .estimate = estimate};
