/* codes.c - moves as codes: from cards, to cards, and all that can be written. */
#include "pharaoh.h"

const char *const pharaoh_suit_names[PHARAOH_SUITS] = {"acorns", "bells", "hearts", "leaves"};
const char *const pharaoh_value_names[PHARAOH_VALUES] = {"seven", "eight", "nine", "ten",
                                                         "under", "over", "king", "ace"};

static bool first_matters(const struct pharaoh *s)
{
    return s->head.setup.rulings[TUPLE_MATCH] == MATCH_FIRST;
}

unsigned pharaoh_cards_of(bl_move m, bl_card cards[4])
{
    unsigned n = 0;
    if (pharaoh_kind(m) == PHARAOH_MIXED) {
        for (; n < pharaoh_mixed_count(m) && n < 4; n++)
            cards[n] = pharaoh_mixed_card(m, n);
        return n;
    }
    unsigned first = pharaoh_first(m), last = pharaoh_last(m), value = pharaoh_value(m);
    if (first != last)
        cards[n++] = BL_GERMAN(first, value);
    for (unsigned suit = 0; suit < PHARAOH_SUITS; suit++)
        if (pharaoh_suits(m) >> suit & 1u && suit != first && suit != last)
            cards[n++] = BL_GERMAN(suit, value);
    cards[n++] = BL_GERMAN(last, value);
    return n;
}

static void swap(bl_card *a, bl_card *b)
{
    bl_card held = *a;
    *a = *b;
    *b = held;
}

/* Into pack order. */
static void sort(bl_card *cards, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        for (unsigned k = i; k > 0 && pharaoh_rank(cards[k]) < pharaoh_rank(cards[k - 1]); k--)
            swap(&cards[k], &cards[k - 1]);
}

bl_move pharaoh_code_of(const struct pharaoh *s, const bl_card *given, unsigned n, unsigned named)
{
    bl_card cards[4];
    unsigned suits = 0, value = bl_german_value(given[0]);
    bool mixed = false;
    for (unsigned i = 0; i < n; i++) {
        cards[i] = given[i];
        suits |= 1u << bl_german_suit(given[i]);
        mixed = mixed || bl_german_value(given[i]) != value;
    }
    unsigned fixed = first_matters(s) && n > 1;   /* the first one keeps its place */
    sort(cards + fixed, n - 1 - fixed);
    if (!mixed)
        return PHARAOH_CODE(PHARAOH_PLAY) | suits | bl_german_suit(cards[n - 1]) << 4 |
               bl_german_suit(cards[0]) << 6 | named * PHARAOH_NAME_STEP |
               value * PHARAOH_VALUE_STEP;
    bl_move code = PHARAOH_CODE(PHARAOH_MIXED) | n << 20 | named << 23;
    for (unsigned i = 0; i < n; i++)
        code |= (bl_move)cards[i] << 5 * i;
    return code;
}

/* ---- all that can be written ---------------------------------------------- */

struct sink {
    bl_move *out;
    uint32_t room, skip, count;
};

static void emit(struct sink *k, bl_move m)
{
    if (k->skip > 0)
        k->skip--;
    else if (k->count < k->room)
        k->out[k->count++] = m;
}

/* A tuple, with every suit if its last card asks for one. */
static void emit_tuple(struct sink *k, const struct pharaoh *s, const bl_card *cards, unsigned n)
{
    unsigned names = bl_german_value(cards[n - 1]) == BL_OVER ? PHARAOH_SUITS : 1;
    for (unsigned named = 0; named < names; named++)
        emit(k, pharaoh_code_of(s, cards, n, named));
}

/* The tuples of these suits of a value, each once: by last card, and by first if that matters. */
static void emit_value(struct sink *k, const struct pharaoh *s, unsigned value, unsigned suits)
{
    bl_card all[4], cards[4];
    unsigned n = 0;
    for (unsigned suit = 0; suit < PHARAOH_SUITS; suit++)
        if (suits >> suit & 1u)
            all[n++] = BL_GERMAN(suit, value);
    unsigned firsts = first_matters(s) && n > 1 ? n - 1 : 1;
    for (unsigned last = 0; last < n; last++) {
        for (unsigned first = 0; first < firsts; first++) {
            for (unsigned i = 0, at = 0; i < n; i++)
                if (i != last)
                    cards[at++] = all[i];
            cards[n - 1] = all[last];
            swap(&cards[0], &cards[first]);
            emit_tuple(k, s, cards, n);
        }
    }
}

/* Of the tuples of several values, two cards of a value and the next: D12 refuses all the
 * others alike, and there are some hundred thousand of them. */
static void emit_mixed(struct sink *k, const struct pharaoh *s)
{
    for (unsigned c = 0; c < PHARAOH_CARDS; c++) {
        for (unsigned suit = 0; suit < PHARAOH_SUITS; suit++) {
            unsigned value = (c / PHARAOH_SUITS + 1) % PHARAOH_VALUES;
            bl_card pair[2] = {(bl_card)c, BL_GERMAN(suit, value)};
            emit_tuple(k, s, pair, 2);
        }
    }
}

uint32_t pharaoh_notation(const void *state, uint32_t from, bl_move *out, uint32_t room)
{
    struct sink k = {out, room, from, 0};
    emit(&k, PHARAOH_CODE(PHARAOH_DRAW));
    emit(&k, PHARAOH_CODE(PHARAOH_STAND));
    for (unsigned value = 0; value < PHARAOH_VALUES; value++)
        for (unsigned suits = 1; suits < 16; suits++)
            emit_value(&k, state, value, suits);
    emit_mixed(&k, state);
    return k.count;
}
