/* crazy-eights.h - Crazy Eights: its state, its clauses, and how its moves are encoded. */
#ifndef BYLAW_CRAZY_EIGHTS_H
#define BYLAW_CRAZY_EIGHTS_H

#include "bylaw/game.h"
#include "core/cards.h"

enum {
    EIGHTS_NO_CLAUSE,
#define CLAUSE BL_CLAUSE_SYMBOL
#include "clauses.def"
#undef CLAUSE
    EIGHTS_CLAUSES
};

enum { EIGHTS_SEATS = 7, EIGHTS_CARDS = 52, EIGHTS_SUITS = 4 };

enum { OPTION_HAND };                       /* setup.options */
enum { ABLE };                              /* setup.rulings: draw-when-able */
enum { ABLE_YES, ABLE_NO };

/* ---- state ---------------------------------------------------------------- */

/* Sets of cards: a lane of 16 bits a suit. */
#define EIGHTS_LANES(ranks) ((uint64_t)(ranks) * UINT64_C(0x0001000100010001))
#define EIGHTS_PACK EIGHTS_LANES(0x1fff)
#define EIGHTS_OF_SUIT(suit) (UINT64_C(0x1fff) << (suit) * 16)
#define EIGHTS_OF_RANK(rank) EIGHTS_LANES(1u << (rank))

/* Every card is in the pile, in the stock or in one hand; bytes past the end of a list are 0.
 * fields.def says what of it is written. */
struct eights {
    struct bl_head head;
    uint8_t suit;                           /* that is asked for */
    bool drawn;                             /* the player to move has drawn in this turn */
    uint8_t passes;                         /* one after another, no more than there are players */
    int8_t winner;                          /* -1 until the game is over */
    uint8_t pile_count, stock_count;
    uint8_t pile[EIGHTS_CARDS];             /* the top card last */
    uint8_t stock[EIGHTS_CARDS];            /* the next card last */
    uint8_t count[EIGHTS_SEATS];            /* cards in each hand */
    uint64_t hands[EIGHTS_SEATS];
};

static inline bl_card eights_top(const struct eights *s)
{
    return s->pile[s->pile_count - 1];
}

/* §4.2, §4.3: the cards that fit. */
static inline uint64_t eights_fitting(const struct eights *s)
{
    return EIGHTS_OF_SUIT(s->suit) | EIGHTS_OF_RANK(bl_french_rank(eights_top(s))) |
           EIGHTS_OF_RANK(BL_EIGHT);
}

/* §5.4. */
static inline bool eights_can_draw(const struct eights *s)
{
    return s->stock_count > 0 || s->pile_count > 1;
}

/* §6.3: points in a hand. */
static inline unsigned eights_points(uint64_t hand)
{
    unsigned points = 0;
    for (; hand; hand &= hand - 1) {
        unsigned rank = bl_french_rank((bl_card)__builtin_ctzll(hand));
        points += rank == BL_EIGHT ? 50 : rank >= BL_TEN ? 10 : rank + 1;
    }
    return points;
}

/* ---- moves ---------------------------------------------------------------- */

/* A play is its card and, for eights, the suit named above it; a draw and a pass come after. */
enum { EIGHTS_DRAW = 256, EIGHTS_PASS };

static inline bl_card eights_card(bl_move m) { return m & 63u; }
static inline unsigned eights_named(bl_move m) { return m >> 6 & 3u; }

static inline bl_move eights_play(bl_card c, unsigned named) { return c | named << 6; }

extern const struct bl_guide eights_guide[];
extern const struct bl_fields eights_fields;
extern const struct bl_notation eights_notation;
extern const struct bl_telling eights_telling;
extern const struct bl_advice eights_advice;
extern const struct bl_teaching eights_teaching;

#endif
