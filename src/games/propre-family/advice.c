/* advice.c - what a sensible player of either version likes, and hopes for. */
#include "table.h"

/* Get rid of cards, keep the ones that can go at the end, meet attacks, and say
 * the word in time. */
static int32_t prefer(const void *view, const struct bl_play *play)
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

/* An attack, a new one or one that goes on, that comes round to whoever lays the card; and the whole hand given
 * for as many new cards, where that escapes no greater attack. */
static bool harms(const void *view, const struct bl_play *play)
{
    const struct propre *s = view;
    unsigned what = propre_what(play->move);
    bool skips = what == PROPRE_5, back = propre_variant(play->move) == PROPRE_MINUS;
    int32_t on = (int32_t)s->mv + (!skips ? 0 : back ? -1 : 1);
    if (what == PROPRE_2)
        return s->av <= s->count[play->seat];
    bool attacks = what == PROPRE_3 || (s->av > 0 && (skips || what == PROPRE_6));
    return attacks && (on <= 0 || propre_seat_after(s, s->active, on) == s->active);
}

/* An attack, as it is met or passed on. */
static void tell_attack(const struct propre *s, const struct bl_play *play, int more, struct bl_story *out)
{
    int next = (int)propre_seat_after(s, s->active, s->mv), can = s->stock_n + s->pile_n - 1;
    if (s->av > 0 && s->fc && can > 0)
        bl_tell(out, "Otherwise {you draw|%p draws} {a card|%d cards}.", play->seat, s->av < can ? (int)s->av : can);
    if (more > 0 && next != play->seat)
        bl_tell(out, "%p comes next, with {one card|%d cards}, and must draw or answer.", next, s->count[next]);
}

static void reason(const void *view, const struct bl_play *play, struct bl_story *out)
{
    const struct propre *s = view;
    unsigned rank = bl_french_rank(propre_card(play->move)), what = propre_what(play->move);
    unsigned next = propre_seat_after(s, s->active, 1);
    uint64_t named = s->hand[play->seat][0] & PROPRE_SUIT_LANE(propre_variant(play->move));
    if (what == PROPRE_SAY)
        bl_tell(out, "It must be said before a last card, and in time: {you hold|%p holds} {one card|%d cards}.",
                play->seat, s->count[play->seat]);
    if (what >= PROPRE_3 && what <= PROPRE_6)
        tell_attack(s, play, what == PROPRE_3 ? propre_number(rank) : 0, out);
    if ((what == PROPRE_5 || what == PROPRE_6) && s->count[next] <= 2 && (int)next != play->seat)
        bl_tell(out, "%p comes next, with {one card|%d cards} left.", (int)next, s->count[next]);
    if (what == PROPRE_7)
        named &= ~(UINT64_C(1) << propre_card(play->move));
    if (what == PROPRE_7 && named)
        bl_tell(out, "{You hold|%p holds} {one more card|%d more cards} of %f, to go on with.", play->seat,
                __builtin_popcountll(named), (int)propre_variant(play->move));
    if (what >= PROPRE_3 && what <= PROPRE_8 && s->count[play->seat] > 1)
        bl_tell(out, "{You have|%p has} {one card|%d cards} left then.", play->seat, s->count[play->seat] - 1);
}

/* The fewer cards, the nearer to the end; only one can win, and the others share the rest. */
static void estimate(const void *state, float *out)
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

const struct bl_advice propre_advice = {.prefer = prefer, .harms = harms, .reason = reason, .estimate = estimate};
