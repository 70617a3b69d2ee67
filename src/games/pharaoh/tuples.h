/* tuples.h - tables of the tuples of one value, made by the preprocessor.
 *
 * A nibble `held` says which suits of a value a hand holds. For each nibble and each
 * card in it that is to be the one that fits, a list of codes (bits 0-7 of a move) of
 * all tuples. Every list is such that tuples of fewer cards to choose from are its
 * beginning, so that its length depends on the size of the nibble alone. */
#ifndef BYLAW_PHARAOH_TUPLES_H
#define BYLAW_PHARAOH_TUPLES_H

#include <stdint.h>

#define BIT_(x, i) ((x) >> (i) & 1u)
#define SIZE_(x) (BIT_(x, 0) + BIT_(x, 1) + BIT_(x, 2) + BIT_(x, 3))
#define LOW_(x) (BIT_(x, 0) ? 0u : BIT_(x, 1) ? 1u : BIT_(x, 2) ? 2u : 3u)

/* The bits of `pick` spread over the places of the bits of `set`. */
#define SPREAD_BIT_(pick, set, i) \
    (BIT_(set, i) * BIT_(pick, SIZE_((set) & ((1u << (i)) - 1))) << (i))
#define SPREAD_(pick, set)                                            \
    (SPREAD_BIT_(pick, set, 0) | SPREAD_BIT_(pick, set, 1) |          \
     SPREAD_BIT_(pick, set, 2) | SPREAD_BIT_(pick, set, 3))

#define CODE_(suits, last, first) ((suits) | (last) << 4 | (first) << 6)
#define OTHERS_(held, fit) ((held) & 15u & ~(1u << (fit)))

/* The last card fits; the others are any of the rest, and count in pack order. */
#define LAST_FITS_(others, fit) \
    CODE_((others) | 1u << (fit), (unsigned)(fit), (others) ? LOW_(others) : (unsigned)(fit))
#define LAST_(held, fit, pick) LAST_FITS_(SPREAD_(pick, OTHERS_(held, fit)), fit)
#define LAST_LIST_(held, fit)                                                            \
    {LAST_(held, fit, 0u), LAST_(held, fit, 1u), LAST_(held, fit, 2u), LAST_(held, fit, 3u), \
     LAST_(held, fit, 4u), LAST_(held, fit, 5u), LAST_(held, fit, 6u), LAST_(held, fit, 7u)}

/* The first card fits; any other may be the last. `top` is the last one's place in the rest. */
#define FIRST_(held, fit, pick, top)                                                     \
    CODE_(SPREAD_(pick, OTHERS_(held, fit)) | 1u << (fit),                               \
          LOW_(SPREAD_(1u << (top), OTHERS_(held, fit))), (unsigned)(fit))
#define FIRST_LIST_(held, fit)                                                           \
    {LAST_(held, fit, 0u),     FIRST_(held, fit, 1u, 0), FIRST_(held, fit, 2u, 1),    \
     FIRST_(held, fit, 3u, 0), FIRST_(held, fit, 3u, 1), FIRST_(held, fit, 4u, 2),       \
     FIRST_(held, fit, 5u, 0), FIRST_(held, fit, 5u, 2), FIRST_(held, fit, 6u, 1),       \
     FIRST_(held, fit, 6u, 2), FIRST_(held, fit, 7u, 0), FIRST_(held, fit, 7u, 1),       \
     FIRST_(held, fit, 7u, 2)}

#define FITS_(LIST, held) {LIST(held, 0), LIST(held, 1), LIST(held, 2), LIST(held, 3)}
#define HELD_(LIST)                                                                      \
    {FITS_(LIST, 0u), FITS_(LIST, 1u), FITS_(LIST, 2u), FITS_(LIST, 3u), FITS_(LIST, 4u),    \
     FITS_(LIST, 5u), FITS_(LIST, 6u), FITS_(LIST, 7u), FITS_(LIST, 8u), FITS_(LIST, 9u),    \
     FITS_(LIST, 10u), FITS_(LIST, 11u), FITS_(LIST, 12u), FITS_(LIST, 13u),             \
     FITS_(LIST, 14u), FITS_(LIST, 15u)}

static const uint32_t last_fits[16][4][8] = HELD_(LAST_LIST_);
static const uint32_t first_fits[16][4][16] = HELD_(FIRST_LIST_);

/* Lengths of the lists, by nibble. */
static const uint8_t last_fits_count[16] = {0, 1, 1, 2, 1, 2, 2, 4, 1, 2, 2, 4, 2, 4, 4, 8};
static const uint8_t first_fits_count[16] = {0, 1, 1, 2, 1, 2, 2, 5, 1, 2, 2, 5, 2, 5, 5, 13};

/* The suits of a tuple in the order in which its cards are put down, by code. */
#define MIDDLE_(code) ((code) & 15u & ~(1u << ((code) >> 4 & 3u)) & ~(1u << ((code) >> 6)))
#define PLACE_(code, n, before)                                          \
    (SIZE_(code) == (n) ? (code) >> 4 & 3u : SIZE_(code) > (n) ? (before) : 0u)
#define ORDER_(code)                                                     \
    {PLACE_(code, 1, (code) >> 6), PLACE_(code, 2, LOW_(MIDDLE_(code))), \
     PLACE_(code, 3, LOW_(MIDDLE_(code) & (MIDDLE_(code) - 1u))), PLACE_(code, 4, 0u)}
#define ORDER4_(c) ORDER_((c) + 0u), ORDER_((c) + 1u), ORDER_((c) + 2u), ORDER_((c) + 3u)
#define ORDER16_(c) ORDER4_(c), ORDER4_((c) + 4u), ORDER4_((c) + 8u), ORDER4_((c) + 12u)
#define ORDER64_(c) ORDER16_(c), ORDER16_((c) + 16u), ORDER16_((c) + 32u), ORDER16_((c) + 48u)

static const uint8_t put_order[256][4] = {ORDER64_(0u), ORDER64_(64u), ORDER64_(128u),
                                          ORDER64_(192u)};
static const uint8_t tuple_size[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
/* All ones where a tuple of n cards has a card. */
static const uint8_t put_mask[5][4] = {
    {0}, {255}, {255, 255}, {255, 255, 255}, {255, 255, 255, 255}};

#endif
