/* pharaoh.h - Pharaoh: its state, its clauses, and how its moves are encoded. */
#ifndef BYLAW_PHARAOH_H
#define BYLAW_PHARAOH_H

#include "bylaw/game.h"
#include "core/cards.h"

enum {
    PHARAOH_NO_CLAUSE,
#define CLAUSE BL_CLAUSE_SYMBOL
#include "clauses.def"
#undef CLAUSE
    PHARAOH_CLAUSES
};

enum { PHARAOH_SEATS = 8, PHARAOH_CARDS = 32, PHARAOH_VALUES = 8, PHARAOH_SUITS = 4 };

enum { STACK_SEVENS, TUPLE_MATCH };             /* setup.rulings */
enum { STACK_YES, STACK_AS_WRITTEN };
enum { MATCH_LAST, MATCH_FIRST };

/* ---- state ---------------------------------------------------------------- */

/* A set of cards: bit value * 4 + suit, so that a nibble holds the suits of a value. */
typedef uint32_t pharaoh_set;

/* §D6. Every card is in the pile, in the stock or in one hand; bytes past the end
 * of a list are 0. fields.def says what of it is written. */
struct pharaoh {
    struct bl_head head;
    uint8_t a;                              /* SV[a]: pending aces, 0 … 4 */
    uint8_t suit;                           /* SV[suit]: the suit asked for */
    uint8_t cnt;                            /* SV[cnt]: what a draw takes, 1, 3, 6, 9, 12 */
    int8_t loser;                           /* -1 until the game is over */
    uint8_t holding;                        /* bit s: seat s holds cards */
    uint8_t out_count;
    uint8_t pile_count;
    uint8_t stock_count;
    uint8_t out[PHARAOH_SEATS];             /* in the order of going out */
    uint8_t pile[PHARAOH_CARDS + 4];        /* DP, TOP last; the 4 are for wide stores */
    uint8_t stock[PHARAOH_CARDS];           /* PP, the next card last */
    pharaoh_set hands[PHARAOH_SEATS];
    uint8_t count[PHARAOH_SEATS];           /* cards in each hand */
};

#define PHARAOH_VALUE_SET(value) ((pharaoh_set)0xf << (value) * 4)
#define PHARAOH_SUIT_SET(suit) ((pharaoh_set)0x11111111 << (suit))
#define PHARAOH_LEAVES_UNDER BL_GERMAN(BL_LEAVES, BL_UNDER)

static inline pharaoh_set pharaoh_card(bl_card c) { return (pharaoh_set)1 << c; }
/* §D13 */
static inline bl_card pharaoh_top(const struct pharaoh *s) { return s->pile[s->pile_count - 1]; }

/* ---- moves ---------------------------------------------------------------- */

/* A play of one value:
 *     bits 0-3 its suits, 4-5 the last one's, 6-7 the first one's, 8-9 the suit
 *     named (0 unless overs), 10-12 the value.
 * A tuple of several values, which no rule allows but which can be written:
 *     bits 0-19 its cards from the first to the last, 20-22 their number,
 *     23-24 the suit named.
 * Every move has one code. Where the first card does not matter (tuple-match=as-written)
 * the lowest suit but the last one's counts as first; a single card is first and last. */
enum { PHARAOH_PLAY, PHARAOH_DRAW, PHARAOH_STAND, PHARAOH_MIXED };   /* bits 28-29 */

static inline unsigned pharaoh_kind(bl_move m) { return m >> 28 & 3u; }
static inline unsigned pharaoh_suits(bl_move m) { return m & 15u; }
static inline unsigned pharaoh_last(bl_move m) { return m >> 4 & 3u; }
static inline unsigned pharaoh_first(bl_move m) { return m >> 6 & 3u; }
static inline unsigned pharaoh_named(bl_move m) { return m >> 8 & 3u; }
static inline unsigned pharaoh_value(bl_move m) { return m >> 10 & 7u; }

#define PHARAOH_CODE(kind) ((bl_move)(kind) << 28)
#define PHARAOH_NAME_STEP 0x100u      /* from one named suit to the next */
#define PHARAOH_VALUE_STEP 0x400u     /* from one value to the next */

/* The cards of any play, in the order in which they are put down; returns how many. */
unsigned pharaoh_cards_of(bl_move m, bl_card cards[4]);

extern const struct bl_guide pharaoh_guide[];
extern const struct bl_fields pharaoh_fields;
extern const struct bl_notation pharaoh_notation;
extern const struct bl_telling pharaoh_telling;
extern const struct bl_advice pharaoh_advice;
extern const struct bl_teaching pharaoh_teaching;

#endif
