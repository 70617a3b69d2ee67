/* observe.h - what a seat sees as bits, for learners: made from the view and the game's table of
 * fields alone.
 *
 * First comes what is the same for everybody and the seat's own hand, row by row of the table; then,
 * seat by seat, beginning with the one that looks, what is said of each: the same rows. So the bits
 * of a table with fewer players are the first of those of one with more, and the seat that looks is
 * always the first.
 *
 *     a truth                one bit
 *     a suit, a clause       a bit for each that there is
 *     a number               up to 64 values: a bit each; otherwise a bit for each from -16 to 47,
 *                            the ends standing for what is beyond, and beyond them the 32 binary
 *                            digits
 *     a card                 a bit for its rank and one for its suit
 *     cards in a pile, hand  a bit for each in the order of numbers; where there are two packs a second
 *                            time, for those that are there twice
 *     a pile that is open    its topmost card, and the cards in it
 *     a hidden pile, a hand  how many cards it has
 *     a seat                 a bit among those of the seat that is meant
 *
 * What a game does not look at again (bl_forget) need not be there; nor is the set-up. */
#ifndef BYLAW_OBSERVE_H
#define BYLAW_OBSERVE_H

#include <string.h>

#include "bylaw/game.h"

BL_BEGIN
#define BL_MAX_OBSERVATION 8192   /* no game has more bits */

/* How many bits; 0: the game's state is not made of cards, and has none. The set-up is resolved. */
uint32_t bl_observation_size(const struct bl_game *game, const struct bl_setup *setup);
/* A byte a bit, each 0 or 1; `view` is that of `seat`, or of a spectator. */
void bl_observe(const struct bl_game *game, const void *view, int seat, uint8_t *out);
/* The same where all are 0 already. */
void bl_observe_into(const struct bl_game *game, const void *view, int seat, uint8_t *zeros);
/* The numbers of the bits that are 1, ascending; returns how many. There is room for all. */
uint32_t bl_observe_ones(const struct bl_game *game, const void *view, int seat, uint16_t *out);
/* What bit number `bit` says: "hands: 7H", "stock: 12 cards", "seat +1 to_move". */
void bl_observation_name(const struct bl_game *game, const struct bl_setup *setup, uint32_t bit,
                         struct bl_text *out);

/* ---- for rows of a game's own (struct bl_own) --------------------------------- */

/* What is seen, bit after bit; how many bits there are never depends on the state. */
struct bl_sight {
    uint32_t at;               /* bits so far */
    uint8_t *bytes;            /* a byte a bit, all 0 before; or NULL */
    uint32_t count;            /* those that are 1 … */
    uint16_t *ones;            /* … are these; or NULL */
    const struct bl_pack *pack;
    const char *row;           /* the field */
    int seat;                  /* of which, counted from the one that looks; -1: of no one */
    struct bl_text *name;      /* of bit number `named`; NULL: nobody asks for it */
    uint32_t named;
};

/* All of it becomes part of whoever looks, so that what is counted stays in registers; for that nobody may
 * be given its address, either: names are made of a copy. */
#ifdef __wasm__   /* the page is to be small */
#define BL_INTO static inline
#else
#define BL_INTO static inline __attribute__((always_inline))
#endif

BL_INTO void bl_light(struct bl_sight *s, uint32_t bit)
{
    if (s->bytes)
        s->bytes[bit] = 1;
    else if (s->ones)
        s->ones[s->count++] = (uint16_t)bit;
}

/* One of `of`; which is none of them: none. `what` says what they are, with the number behind it. */
void bl_name_one(struct bl_sight s, const char *what, uint32_t of);
BL_INTO void bl_see_one(struct bl_sight *s, const char *what, uint32_t of, int64_t which)
{
    if (s->name)
        bl_name_one(*s, what, of);
    if (which >= 0 && which < (int64_t)of)
        bl_light(s, s->at + (uint32_t)which);
    s->at += of;
}

/* The next `of` bits are 0. False: their names are asked for. */
BL_INTO bool bl_see_nothing(struct bl_sight *s, uint32_t of)
{
    s->at += s->name ? 0 : of;
    return !s->name;
}
void bl_name_number(struct bl_sight s, const char *what, int64_t min, uint32_t of);
void bl_name_digits(struct bl_sight s, const char *what);

enum { BL_FEW = 64, BL_LEAST = -16, BL_MOST = 47, BL_DIGITS = 32 };   /* numbers; see above */

BL_INTO void bl_see_number(struct bl_sight *s, const char *what, int64_t min, int64_t max, int64_t value)
{
    bool few = max - min < BL_FEW;
    if (!few) {
        min = BL_LEAST;
        max = BL_MOST;
    }
    uint32_t of = (uint32_t)(max - min + 1);
    int64_t near = value < min && !few ? min : value > max && !few ? max : value;
    if (s->name)
        bl_name_number(*s, what, min, of);
    if (near >= min && near <= max)
        bl_light(s, s->at + (uint32_t)(near - min));
    s->at += of;
    if (few)
        return;
    if (s->name)
        bl_name_digits(*s, what);
    if (near != value)
        for (uint32_t k = 0; k < BL_DIGITS; k++)
            if ((uint32_t)value >> k & 1)
                bl_light(s, s->at + k);
    s->at += BL_DIGITS;
}
void bl_name_card(struct bl_sight s, const char *what);
BL_INTO void bl_light_if(struct bl_sight *s, bool lit, uint32_t bit)   /* without a branch */
{
    if (s->bytes)
        s->bytes[bit] = lit;
    else if (lit)
        bl_light(s, bit);
}

/* Not there: none; `card` is one of the pack all the same. */
BL_INTO void bl_see_card_if(struct bl_sight *s, const char *what, bool there, bl_card card)
{
    const struct bl_pack *p = s->pack;
    if (s->name)
        bl_name_card(*s, what);
    bl_light_if(s, there, s->at + bl_rank_of(p, card));
    bl_light_if(s, there, s->at + p->ranks + bl_suit_of(p, card));
    s->at += (uint32_t)p->ranks + p->suits;
}

BL_INTO void bl_see_card(struct bl_sight *s, const char *what, bl_card card)   /* BL_NO_CARD: none */
{
    bl_see_card_if(s, what, card != BL_NO_CARD, card != BL_NO_CARD ? card : 0);
}

/* A set as bytes, eight at a time: each byte of the product has the eight bits, of which it keeps its
 * own. */
BL_INTO void bl_spread(uint64_t set, unsigned size, uint8_t *out)
{
    for (; size > 0; set >>= 8, out += 8) {
        unsigned part = size < 8 ? size : 8;
        uint64_t own = ((set & 0xff) * UINT64_C(0x0101010101010101)) & UINT64_C(0x8040201008040201);
        own = (own + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        own = __builtin_bswap64(own);
#endif
        memcpy(out, &own, part);
        size -= part;
    }
}

/* The first run of the cards that a set may have; returns those behind it. */
void bl_name_cards(struct bl_sight s, const char *what, unsigned from, unsigned size);
BL_INTO uint64_t bl_see_run(struct bl_sight *s, const char *what, uint64_t of, uint64_t set)
{
    unsigned from = (unsigned)__builtin_ctzll(of);
    uint64_t beyond = of & (of + (UINT64_C(1) << from));   /* without the run */
    unsigned size = (beyond ^ of) >> from == UINT64_MAX ? 64
                    : (unsigned)__builtin_ctzll(~((beyond ^ of) >> from));
    if (s->name)
        bl_name_cards(*s, what, from, size);
    uint64_t in = (set & (beyond ^ of)) >> from;
    if (s->bytes)
        bl_spread(in, size, s->bytes + s->at);
    for (; s->ones && in; in &= in - 1)
        bl_light(s, s->at + (uint32_t)__builtin_ctzll(in));
    s->at += size;
    return beyond;
}

/* The sets of cards that there are lie in few runs, one a suit: these are known when it is compiled. */
BL_INTO void bl_see_cards(struct bl_sight *s, const char *what, uint64_t of, uint64_t set)
{
    of = of ? bl_see_run(s, what, of, set) : 0;
    of = of ? bl_see_run(s, what, of, set) : 0;
    of = of ? bl_see_run(s, what, of, set) : 0;
    while (of)
        of = bl_see_run(s, what, of, set);
}

BL_END
#endif
