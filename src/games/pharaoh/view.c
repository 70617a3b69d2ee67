/* view.c - what a seat may know, what it may think, and what it may like. */
#include <string.h>

#include "pharaoh.h"

/* The pile was seen card by card; other hands and the stock are known by their size. */
void pharaoh_view(const void *state, int seat, void *out)
{
    struct pharaoh *v = out;
    memmove(v, state, sizeof *v);
    for (int other = 0; other < PHARAOH_SEATS; other++) {
        if (other == seat)
            continue;
        v->unseen[other] = (uint8_t)(v->unseen[other] + pharaoh_size(v->hands[other]));
        v->hands[other] = 0;
    }
    memset(v->stock, BL_NO_CARD, v->stock_count);
}

/* Any order of the cards that are nowhere to be seen is as likely as any other. */
void pharaoh_resample(const void *view, int seat, struct bl_stream *rng, void *out)
{
    (void)seat;
    struct pharaoh *s = out;
    memmove(s, view, sizeof *s);
    pharaoh_set seen = 0;
    for (unsigned i = 0; i < s->pile_count; i++)
        seen |= pharaoh_card(s->pile[i]);
    for (unsigned i = 0; i < PHARAOH_SEATS; i++)
        seen |= s->hands[i];

    bl_card rest[PHARAOH_CARDS];
    uint32_t n = 0;
    for (unsigned c = 0; c < PHARAOH_CARDS; c++)
        if (!(seen & pharaoh_card((bl_card)c)))
            rest[n++] = (bl_card)c;
    bl_shuffle8(rng, rest, n);
    for (unsigned i = 0; i < PHARAOH_SEATS; i++)
        for (; s->unseen[i] > 0 && n > 0; s->unseen[i]--)
            s->hands[i] |= pharaoh_card(rest[--n]);
    memcpy(s->stock, rest, s->stock_count);
}

/* How well the hand goes on from a suit. */
static int32_t follow(pharaoh_set hand, unsigned suit)
{
    return (int32_t)pharaoh_size(hand & PHARAOH_SUIT_SET(suit));
}

/* Sheds as many cards as possible; goes on in the suit that it holds most of; spends the
 * leaves under and overs, which fit almost always or turn the suit, late; attacks gladly. */
int32_t pharaoh_prefer(const void *view, const struct bl_play *play)
{
    const struct pharaoh *s = view;
    bl_move m = play->move;
    if (pharaoh_kind(m) != PHARAOH_PLAY)
        return 0;
    unsigned value = pharaoh_value(m);
    pharaoh_set tuple = (pharaoh_set)pharaoh_suits(m) << value * 4;
    pharaoh_set left = s->hands[s->head.to_move] & ~tuple;
    if (left == 0)
        return 1000;
    int32_t score = 100 + 20 * (int32_t)pharaoh_size(tuple);
    score += 4 * follow(left, value == BL_OVER ? pharaoh_named(m) : pharaoh_last(m));
    if (tuple & pharaoh_card(PHARAOH_LEAVES_UNDER))
        score -= 30;
    if (value == BL_OVER)
        score -= 10;
    if (value == BL_GERMAN_ACE || value == BL_VII)
        score += 6;
    return score;
}

/* Whoever is out has a rank; of two others the one with fewer cards tends to be out first. */
void pharaoh_estimate(const void *state, float *out)
{
    const struct pharaoh *s = state;
    unsigned players = s->head.setup.players;
    float all = (float)(players - 1), cards[PHARAOH_SEATS];
    for (unsigned i = 0; i < players; i++) {
        float size = (float)pharaoh_size(s->hands[i]);
        cards[i] = size * size;
        out[i] = 0;
    }
    for (unsigned i = 0; i < players; i++)
        for (unsigned j = 0; j < i; j++) {
            if (!(s->holding >> i & s->holding >> j & 1))
                continue;
            float first = cards[j] / (cards[i] + cards[j]);
            out[i] += first / all;
            out[j] += (1 - first) / all;
        }
    for (unsigned k = 0; k < s->out_count; k++)
        out[s->out[k]] = (all - (float)k) / all;
}
