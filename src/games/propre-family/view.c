/* view.c - what a seat may know, what may lie behind it, and what a sensible
 * player likes. */
#include <string.h>

#include "table.h"

void propre_view(const void *state, int seat, void *out)
{
    struct propre *v = out;
    memmove(v, state, sizeof *v);
    for (int other = 0; other < v->head.setup.players; other++)
        if (other != seat)
            v->hand[other][0] = v->hand[other][1] = 0;
    memset(v->stock, BL_NO_CARD, v->stock_n);
}

/* Any arrangement of the unseen cards fits a view equally well. */
void propre_resample(const void *view, int seat, struct bl_stream *rng, void *out)
{
    struct propre *s = out;
    uint8_t left[64], unseen[PROPRE_CARDS];
    unsigned n = 0;
    memmove(s, view, sizeof *s);
    memset(left, s->head.setup.options[PROPRE_DECKS], sizeof left);
    for (int i = 0; i < s->pile_n; i++)
        left[s->printed[i]]--;
    for (unsigned suit = 0; suit < 4; suit++) {
        for (unsigned rank = 0; rank < 13; rank++) {
            bl_card c = BL_FRENCH(suit, rank);
            if (seat >= 0)
                left[c] = (uint8_t)(left[c] - (s->hand[seat][0] >> c & 1) - (s->hand[seat][1] >> c & 1));
            for (; left[c] > 0; left[c]--)
                unseen[n++] = c;
        }
    }
    bl_shuffle8(rng, unseen, n);
    for (unsigned other = 0; other < s->head.setup.players; other++) {
        if ((int)other == seat)
            continue;
        unsigned cards = s->count[other];
        s->count[other] = 0;
        while (s->count[other] < cards)
            propre_take(s, other, unseen[--n]);
    }
    memcpy(s->stock, unseen, s->stock_n);
}

/* Get rid of cards, keep the ones that can go at the end, meet attacks, and say
 * the word in time. */
int32_t propre_prefer(const void *view, const struct bl_play *play)
{
    const struct propre *s = view;
    unsigned rank = bl_french_rank(propre_card(play->move)), cards = s->count[play->seat];
    switch (propre_what(play->move)) {
    case PROPRE_SAY: return cards <= 4 ? 100 : 1;
    case PROPRE_1: return s->fc ? 0 : 2;
    case PROPRE_2: return -10;
    case PROPRE_3: return 40 + propre_number(rank);
    case PROPRE_4:
        if (s->av == 0)
            return 22;
        return 60 + (propre_variant(play->move) == PROPRE_CLEAR ? 10 : propre_number(rank));
    case PROPRE_5: return propre_variant(play->move) == PROPRE_MINUS ? 34 : 32;
    case PROPRE_6: return 33;
    case PROPRE_7: {
        /* Towards the suit that is held most. */
        unsigned suit = propre_variant(play->move);
        return 10 + __builtin_popcountll(s->hand[play->seat][0] & PROPRE_SUIT_LANE(suit));
    }
    case PROPRE_8: {
        /* A special card is worth more by its own option. */
        bool special = rank == BL_ACE || rank == BL_TWO || rank == BL_THREE || rank == BL_FIVE ||
                       rank == BL_SEVEN || rank == BL_TEN || rank == BL_JACK;
        return (special ? 26 : 30) + (propre_variant(play->move) == PROPRE_HORIZONTAL ? 0 : 1);
    }
    case PROPRE_PLACE: return 0;
    case PROPRE_OBJECT: return s->speaker == play->seat ? 1 : 0;
    case PROPRE_UPHOLD: return s->speaker == play->seat ? 0 : 1;
    default: return 0;
    }
}

/* The fewer cards, the nearer to the end; only one can win, and the others share the rest. */
void propre_estimate(const void *state, float *out)
{
    const struct propre *s = state;
    unsigned players = s->head.setup.players;
    float rest = (float)(players - 2) / (2 * (float)(players - 1)), all = 0;
    for (unsigned i = 0; i < players; i++) {
        float cards = (float)(s->count[i] + 1);
        all += out[i] = 1 / (cards * cards);
    }
    for (unsigned i = 0; i < players; i++)
        out[i] = rest + (1 - rest) * out[i] / all;
}
