/* masks.h - what may be played, as sets of cards: the hot half of both versions.
 *
 * The legal moves are found by set operations on 64-bit hands and small tables;
 * each version's `check` says the same clause by clause, and tests hold the two
 * to each other. */
#ifndef BYLAW_PROPRE_MASKS_H
#define BYLAW_PROPRE_MASKS_H

#include "table.h"

/* The ranks ±1 of a rank, and the rank itself. [PROPRE_NO_RANK] is empty. */
#define BIT13(rank) PROPRE_RANK((rank) % 13)
#define NEAR(r) (BIT13((r) + 1) | BIT13((r) + 12))
static const uint16_t propre_near[14] = {NEAR(0), NEAR(1), NEAR(2), NEAR(3),  NEAR(4),  NEAR(5),  NEAR(6),
                                         NEAR(7), NEAR(8), NEAR(9), NEAR(10), NEAR(11), NEAR(12), 0};
static const uint16_t propre_same[14] = {1 << 0, 1 << 1, 1 << 2, 1 << 3,  1 << 4,  1 << 5,  1 << 6,
                                         1 << 7, 1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 0};

/* What two numbers on the pile (by rank, 1-9 for 2-10) let through by arithmetic. */
#define FITS(x, y, z)                                                                         \
    ((x) + (y) == (z) || (x) + (z) == (y) || (y) + (z) == (x) || (x) * (y) == (z) ||          \
     (x) * (z) == (y) || (y) * (z) == (x))
#define THIRD(x, y, z) (FITS(x, y, z) ? 1 << ((z)-1) : 0)
#define THIRDS(x, y)                                                                          \
    (uint16_t)(THIRD(x, y, 2) | THIRD(x, y, 3) | THIRD(x, y, 4) | THIRD(x, y, 5) |            \
               THIRD(x, y, 6) | THIRD(x, y, 7) | THIRD(x, y, 8) | THIRD(x, y, 9) | THIRD(x, y, 10))
#define THIRD_ROW(x)                                                                          \
    {0, THIRDS(x, 2), THIRDS(x, 3), THIRDS(x, 4), THIRDS(x, 5), THIRDS(x, 6), THIRDS(x, 7),   \
     THIRDS(x, 8), THIRDS(x, 9), THIRDS(x, 10)}
static const uint16_t propre_thirds[14][16] = {
    {0},          THIRD_ROW(2), THIRD_ROW(3), THIRD_ROW(4),  THIRD_ROW(5), THIRD_ROW(6), THIRD_ROW(7),
    THIRD_ROW(8), THIRD_ROW(9), THIRD_ROW(10)};

#define PROPRE_NUMERIC 0x03feu   /* ranks 2-10 */
#define PROPRE_CARD(rank, suit) (UINT64_C(1) << BL_FRENCH(suit, rank))
#define PROPRE_QH PROPRE_CARD(BL_QUEEN, BL_HEARTS)
#define PROPRE_KH PROPRE_CARD(BL_KING, BL_HEARTS)
#define PROPRE_AS PROPRE_CARD(BL_ACE, BL_SPADES)

#define PROPRE_ATTACKS (PROPRE_RANK(BL_TWO) | PROPRE_RANK(BL_FIVE))
#define PROPRE_DEFENCES (PROPRE_RANK(BL_THREE) | PROPRE_RANK(BL_SEVEN))
#define PROPRE_TENS PROPRE_RANK(BL_TEN)
#define PROPRE_JACKS PROPRE_RANK(BL_JACK)
#define PROPRE_ACES PROPRE_RANK(BL_ACE)

/* A three bridges to a seven and a seven to a three. */
static inline unsigned propre_bridges(unsigned ranks)
{
    return (ranks & PROPRE_RANK(BL_SEVEN) ? PROPRE_RANK(BL_THREE) : 0) |
           (ranks & PROPRE_RANK(BL_THREE) ? PROPRE_RANK(BL_SEVEN) : 0);
}

/* What each rank is for beside option 8: up to four moves, to which the card is added. */
union propre_four {
    bl_move each[4];
    bl_move moves __attribute__((vector_size(16)));
};
#define ONE(what) {{PROPRE_MOVE(what, 0, 0)}}
#define TWO(what) {{PROPRE_MOVE(what, 0, 0), PROPRE_MOVE(what, 0, 1)}}
#define FOUR(what) \
    {{PROPRE_MOVE(what, 0, 0), PROPRE_MOVE(what, 0, 1), PROPRE_MOVE(what, 0, 2), PROPRE_MOVE(what, 0, 3)}}
static const union propre_four propre_special[16] = {
    FOUR(PROPRE_7), ONE(PROPRE_3), TWO(PROPRE_4), {{0}}, ONE(PROPRE_3), {{0}}, TWO(PROPRE_4),
    {{0}}, {{0}}, TWO(PROPRE_5), ONE(PROPRE_6), {{0}}, {{0}}, {{0}}, {{0}}, {{0}}};
static const uint8_t propre_specials[16] = {4, 1, 1, 0, 1, 0, 1, 0, 0, 2, 1};
static const uint8_t propre_plains[16] = {1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1};   /* by option 8 */

/* Lists, card by card in pack order, the moves by options 3-7 of the cards in
 * `special` and by option 8 of those in `plain`. Bit r of `clear`: a card of rank
 * r (3 or 7) may also clear AV. Writes up to six entries past what it returns. */
static inline uint32_t propre_list(bl_move *out, uint32_t n, uint64_t special, uint64_t plain,
                                   unsigned clear)
{
    for (uint64_t left = special | plain; left; left &= left - 1) {
        unsigned c = (unsigned)__builtin_ctzll(left), rank = c & 15u;
        uint64_t bit = left & (0 - left);   /* tests are cheaper than shifts by c */
        union propre_four four = {.moves = propre_special[rank].moves | c};
        memcpy(out + n, &four, sizeof four);
        unsigned by_rank = propre_specials[rank] + (unsigned)((clear & propre_same[rank]) != 0);
        n += by_rank & (0u - (unsigned)((special & bit) != 0));
        out[n] = PROPRE_MOVE(PROPRE_8, c, 0);
        out[n + 1] = PROPRE_MOVE(PROPRE_8, c, PROPRE_HORIZONTAL);
        n += propre_plains[rank] & (0u - (unsigned)((plain & bit) != 0));
    }
    return n;
}

/* The ranks that may also clear AV: the card before is the other of 3 and 7, this
 * is not the first card, and AV stays above 0 after the decrease. */
static inline unsigned propre_clearing(const struct propre *s, unsigned top_rank)
{
    if (s->fc || s->av <= 3)
        return 0;
    return (top_rank == BL_SEVEN ? PROPRE_RANK(BL_THREE) : 0) |
           (top_rank == BL_THREE && s->av > 7 ? PROPRE_RANK(BL_SEVEN) : 0);
}

/* The moves of somebody who votes or places cards. */
static inline uint32_t propre_few_moves(const struct propre *s, bl_move *out)
{
    uint32_t n = 0;
    if (s->vote) {
        out[n++] = PROPRE_MOVE(PROPRE_UPHOLD, 0, 0);
        out[n++] = PROPRE_MOVE(PROPRE_OBJECT, 0, 0);
    } else {
        for (uint64_t left = s->hand[s->head.to_move][0]; left; left &= left - 1)
            out[n++] = PROPRE_MOVE(PROPRE_PLACE, __builtin_ctzll(left), 0);
    }
    out[n] = PROPRE_MOVE(PROPRE_SAY, 0, 0);
    return n + !(s->said >> s->head.to_move & 1);
}

/* The cards in hand by which each option may be used, given those that may be
 * played at all (`may`) and those that match as options 5 and 8 ask (`match`). */
static inline uint32_t propre_turn_moves(const struct propre *s, bl_move *out, uint32_t n,
                                         uint64_t may, uint64_t match)
{
    unsigned seat = (unsigned)s->head.to_move;
    bool last = s->count[seat] == 1, calm = s->av == 0;
    if (last && !(s->counts >> seat & 1))
        may = match = 0;
    /* A last card may only be a 3 or 7 against an attack, or go by option 8. */
    uint64_t free = PROPRE_LANES(PROPRE_ATTACKS | PROPRE_DEFENCES | PROPRE_JACKS | (calm ? PROPRE_ACES : 0));
    uint64_t against = calm ? 0 : PROPRE_LANES(PROPRE_DEFENCES);
    uint64_t special = may & (last ? against : free);
    special |= match & (last ? 0 : PROPRE_LANES(PROPRE_TENS));
    n = propre_list(out, n, special, calm ? match : 0, propre_clearing(s, propre_top_rank(s)));
    out[n] = PROPRE_MOVE(PROPRE_SAY, 0, 0);
    return n + !(s->said >> seat & 1);
}

#endif
