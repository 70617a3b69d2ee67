/* table.h - the table of both versions of Propreantepenultimate Card: state,
 * move codes, and the handling of cards that the two documents share.
 *
 * Everything here is about cards and places; what a clause demands or does is in
 * each version's rules.c. */
#ifndef BYLAW_PROPRE_TABLE_H
#define BYLAW_PROPRE_TABLE_H

#include <string.h>

#include "bylaw/game.h"
#include "core/cards.h"

#define PROPRE_SEATS 10
#define PROPRE_CARDS 104   /* two packs */
#define PROPRE_PACK UINT64_C(0x1fff1fff1fff1fff)

struct propre {
    struct bl_head head;
    int32_t av;              /* attack value, never below 0 at a decision */
    int32_t mv;              /* move value */
    int32_t rs;              /* rank sum (second version) */
    uint32_t played;         /* cards put on the pile so far, the starter included */
    uint8_t active;
    bool cw, fc, rm, b;
    bool pw;                 /* prevent wins (first version) */
    uint8_t placing;         /* hand size that option 2 began with; 0: none are being placed */
    int8_t winner;           /* -1: none yet */
    uint8_t vote;            /* enum propre_talk; 0: none is going on */
    uint8_t speaker, objections, heard;
    uint16_t said;           /* seats that have said it */
    uint16_t counts;         /* seats for whom it counts now */
    uint8_t pile_n, stock_n;
    uint8_t count[PROPRE_SEATS];         /* cards in hand */
    uint64_t hand[PROPRE_SEATS][2];      /* [0]: held at least once, [1]: held twice */
    bl_card printed[PROPRE_CARDS];       /* the pile, bottom first: as printed … */
    bl_card lies[PROPRE_CARDS];          /* … and as it lies there */
    bl_card stock[PROPRE_CARDS];         /* the next card last */
};

enum propre_option { PROPRE_DECKS, PROPRE_HAND, PROPRE_DEALER, PROPRE_OPTIONS };
enum { PROPRE_RECYCLE };   /* the only kind of chance */
enum propre_talk { PROPRE_NO_TALK, PROPRE_LAST_CARD, PROPRE_MISPRONOUNCED };

/* A move: what it is in bits 8-11, a card in bits 0-5, its variant in bits 12-13. */
enum propre_what {
    PROPRE_1 = 1, PROPRE_2, PROPRE_3, PROPRE_4, PROPRE_5, PROPRE_6, PROPRE_7, PROPRE_8,
    PROPRE_PLACE, PROPRE_SAY, PROPRE_TALK, PROPRE_UPHOLD, PROPRE_OBJECT
};
#define PROPRE_MOVE(what, card, variant) \
    ((bl_move)(what) << 8 | (bl_move)(card) | (bl_move)(variant) << 12)
static inline unsigned propre_what(bl_move m) { return m >> 8 & 15u; }
static inline bl_card propre_card(bl_move m) { return m & 63u; }
static inline unsigned propre_variant(bl_move m) { return m >> 12 & 3u; }
enum { PROPRE_CLEAR = 1, PROPRE_MINUS = 1, PROPRE_HORIZONTAL = 1 };   /* variants of 4, 5, 8 */

#define PROPRE_MAX_MOVES 400   /* 52 cards with at most 4 + 2 moves, and room to overwrite */

/* ---- ranks ---------------------------------------------------------------- */

#define PROPRE_RANK(rank) (1u << (rank))   /* a set of ranks has one bit a rank */
#define PROPRE_LANES(ranks) ((uint64_t)(ranks) * UINT64_C(0x0001000100010001))
#define PROPRE_SUIT_LANE(suit) (UINT64_C(0x1fff) << 16 * (suit))
#define PROPRE_NO_RANK 13   /* the rank of a penultimate card that is not there */

/* Numeric ranks are 2 to 10. */
static inline bool propre_numeric(unsigned rank) { return rank >= BL_TWO && rank <= BL_TEN; }
/* What a rank counts in sums: its number, 0 if it is none. */
static inline int propre_number(unsigned rank)
{
    static const int8_t numbers[16] = {0, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    return numbers[rank];
}

/* The card lying across: 11 minus its rank, where 1 is the Ace's. */
static inline bl_card propre_across(bl_card c)
{
    unsigned rank = bl_french_rank(c);
    return (bl_card)(c - rank + (BL_TEN - rank));
}

/* ±1, wrapping at the Ace. */
static inline bool propre_neighbours(unsigned a, unsigned b)
{
    return (a + 1) % 13 == b || (b + 1) % 13 == a;
}

/* One of three numbers is the sum or the product of the other two: then, too,
 * some difference or quotient of two is the third. */
static inline bool propre_arithmetic(int x, int y, int z)
{
    return x + y == z || x + z == y || y + z == x || x * y == z || x * z == y || y * z == x;
}

/* ---- the pile ------------------------------------------------------------- */

static inline bl_card propre_top(const struct propre *s) { return s->lies[s->pile_n - 1]; }
static inline bool propre_has_penultimate(const struct propre *s) { return s->pile_n > 1; }
static inline bl_card propre_penultimate(const struct propre *s) { return s->lies[s->pile_n - 2]; }
static inline unsigned propre_top_rank(const struct propre *s)
{
    return bl_french_rank(propre_top(s));
}
static inline unsigned propre_penultimate_rank(const struct propre *s)
{
    return propre_has_penultimate(s) ? bl_french_rank(propre_penultimate(s)) : PROPRE_NO_RANK;
}

/* How many cards on top of the pile have the same rank. */
static inline unsigned propre_run(const struct propre *s)
{
    unsigned rank = propre_top_rank(s), n = 1;
    while (n < s->pile_n && bl_french_rank(s->lies[s->pile_n - 1 - n]) == rank)
        n++;
    return n;
}

/* ---- hands ---------------------------------------------------------------- */

static inline bool propre_holds(const struct propre *s, int seat, bl_card c)
{
    return s->hand[seat][0] >> c & 1;
}

static inline void propre_take(struct propre *s, unsigned seat, bl_card c)
{
    uint64_t bit = UINT64_C(1) << c, *hand = s->hand[seat];
    hand[1] |= hand[0] & bit;
    hand[0] |= bit;
    s->count[seat]++;
}

static inline void propre_give(struct propre *s, unsigned seat, bl_card c)
{
    uint64_t bit = UINT64_C(1) << c, *hand = s->hand[seat];
    hand[0] &= ~(bit & ~hand[1]);
    hand[1] &= ~bit;
    s->count[seat]--;
}

/* From the hand onto the pile, lying there as `lies`. */
static inline void propre_put(struct propre *s, unsigned seat, bl_card card, bl_card lies)
{
    propre_give(s, seat, card);
    s->printed[s->pile_n] = card;
    s->lies[s->pile_n++] = lies;
    s->played++;
}

/* ---- the stock ------------------------------------------------------------ */

/* Reading: the topmost max(2, run) cards stay, or only the topmost if there are
 * no more than that; the rest, as printed, are shuffled into the stock. */
static inline void propre_recycle(struct propre *s, struct bl_context *cx)
{
    unsigned keep = propre_run(s);
    keep = keep < 2 ? 2 : keep;
    if (s->pile_n <= keep)
        keep = 1;
    unsigned gone = bl_recycle(s->printed, &s->pile_n, keep, s->stock, &s->stock_n,
                               PROPRE_RECYCLE, cx);
    memmove(s->lies, s->lies + gone, keep);
    memset(s->lies + keep, 0, gone);
}

/* Draws cards one after another, recycling in between; ends short if there are
 * none. Returns how many were drawn. */
static inline int propre_draw(struct propre *s, unsigned seat, int32_t n, struct bl_context *cx)
{
    int drawn = 0;
    for (; drawn < n; drawn++) {
        if (s->stock_n == 0)
            propre_recycle(s, cx);
        if (s->stock_n == 0)
            break;
        propre_take(s, seat, bl_take(s->stock, &s->stock_n));
    }
    if (drawn > 0)
        REVEALS(1u << seat);
    return drawn;
}

/* The seat `steps` away, in the direction of play. */
static inline unsigned propre_seat_after(const struct propre *s, unsigned from, int32_t steps)
{
    unsigned players = s->head.setup.players;
    unsigned k = (unsigned)steps < players ? (unsigned)steps : (unsigned)steps % players;
    unsigned to = s->cw ? from + k : from + players - k;
    return to >= players ? to - players : to;
}

/* Everybody but this seat: those who see a card that it plays. */
static inline unsigned propre_others(const struct propre *s, unsigned seat)
{
    return bl_all_seats(&s->head) & ~(1u << seat);
}

/* ---- shared with each version's table of functions (state.c, notation.c, show.c, advice.c) -- */

const char *propre_resolve(struct bl_setup *setup);
/* Cards dealt, the starter turned, everything else at its first value. */
void propre_deal_cards(struct propre *s, const struct bl_setup *setup, struct bl_stream deal);
/* Whether `open`, which carries out what the starter does, makes this state of its
 * cards as they lie after a deal. */
bool propre_is_start(const struct propre *s, void (*open)(struct propre *, struct bl_context *));
void propre_result(const struct propre *s, bl_cite why, struct bl_result *out);
bool propre_aside(bl_move move);
void propre_put_table(const void *view, int seat, const struct bl_look *look, struct bl_text *out);

/* By version, where they differ. */
extern const struct bl_guide propre_first_guide[], propre_second_guide[];
extern const struct bl_teaching propre_first_teaching, propre_second_teaching;
extern const struct bl_fields propre_first_fields, propre_second_fields;
extern const struct bl_notation propre_first_notation, propre_second_notation;
extern const struct bl_advice propre_advice;

extern const char *const propre_talk_words[];   /* by enum propre_talk */
extern const struct bl_option propre_options[PROPRE_OPTIONS];
extern const struct bl_chance_kind propre_chances[1];

#endif
