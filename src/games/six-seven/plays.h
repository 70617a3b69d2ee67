/* plays.h - what a card can do on a stack, by table: for `moves` only, which is the hot
 * path. `check` knows nothing of it; tests hold the two to each other. */
#ifndef BYLAW_SIX_SEVEN_PLAYS_H
#define BYLAW_SIX_SEVEN_PLAYS_H

#include "six-seven.h"

/* All plays of one card on one stack in eight bits: 0 a play on the left or a Match, 1 it
 * is a Match, 2-3 what its Sum may be announced as (0 nothing, 1 Six-Six, 2 Seven-Seven),
 * 4 a play on the right, 5-6 the same for its Sum (3 Zero), 7 Six-Seven may be announced. */
#define SUM_BY(sum) ((sum) == 6 ? BY_SIX_SIX : (sum) == 7 ? BY_SEVEN_SEVEN : BY_NOTHING)
#define PLAYS_LEFT(sum, v) (1 | SUM_BY((sum) + (v)) << 2)
#define PLAYS_MATCH(sum) (3 | SUM_BY(sum) << 2)
#define PLAYS_RIGHT(sum, v, full) \
    (16 | ((full) && (sum) == (v) ? BY_ZERO : SUM_BY((sum) - (v))) << 5)

#define PLAYS(sum, flags, v)                                                               \
    (uint8_t)(((flags) & 1 ? PLAYS_LEFT(sum, v)                                            \
               : !((flags) & 2) && (sum) == (v) ? PLAYS_MATCH(sum) : 0) |                  \
              ((flags) & 2 && (sum) >= (v) ? PLAYS_RIGHT(sum, v, (flags) & 8) : 0) |       \
              ((flags) & 4 && (v) == 7 && (flags) & 3 ? 128 : 0))

#define P_VALUES(sum, f)                                                             \
    {PLAYS(sum, f, 1), PLAYS(sum, f, 2), PLAYS(sum, f, 3), PLAYS(sum, f, 4),         \
     PLAYS(sum, f, 5), PLAYS(sum, f, 6), PLAYS(sum, f, 7), PLAYS(sum, f, 8),         \
     PLAYS(sum, f, 9), PLAYS(sum, f, 10)}
#define P_SUMS4(s, f) P_VALUES(s, f), P_VALUES(s + 1, f), P_VALUES(s + 2, f), P_VALUES(s + 3, f)
#define P_SUMS(f)                                                                    \
    P_SUMS4(0, f), P_SUMS4(4, f), P_SUMS4(8, f), P_SUMS4(12, f), P_SUMS4(16, f),     \
    P_SUMS4(20, f), P_SUMS4(24, f), P_SUMS4(28, f)

/* By the deciding bits of a stack's code and the card's rank. */
static const uint8_t plays[CODE_INDEX + 1][16] = {
    P_SUMS(0), P_SUMS(1), P_SUMS(2),  P_SUMS(3),  P_SUMS(4),  P_SUMS(5),  P_SUMS(6),  P_SUMS(7),
    P_SUMS(8), P_SUMS(9), P_SUMS(10), P_SUMS(11), P_SUMS(12), P_SUMS(13), P_SUMS(14), P_SUMS(15)};

/* The moves of such eight bits, in a fixed order: each present one stands behind those
 * present before it. */
#define HAS_A(p) ((p) & 1)
#define HAS_A_SUM(p) (((p) >> 2 & 3) > 0 && HAS_A(p))
#define HAS_A_67(p) ((p) >> 7 & HAS_A(p) & ~(p) >> 1 & 1)
#define HAS_R(p) ((p) >> 4 & 1)
#define HAS_R_SUM(p) (((p) >> 5 & 3) > 0 && HAS_R(p))
#define HAS_R_67(p) ((p) >> 7 & HAS_R(p))

#define AT_A_SUM(p) HAS_A(p)
#define AT_A_67(p) (AT_A_SUM(p) + HAS_A_SUM(p))
#define AT_R(p) (AT_A_67(p) + HAS_A_67(p))
#define AT_R_SUM(p) (AT_R(p) + HAS_R(p))
#define AT_R_67(p) (AT_R_SUM(p) + HAS_R_SUM(p))
#define FORMS_COUNT(p) (AT_R_67(p) + HAS_R_67(p))

#define A_PLACE(p) ((p) & 2 ? TO_MATCH : TO_LEFT)
#define FORM_IF(has, at, k, place, by) ((has) && (at) == (k) ? SIX_SEVEN_FORM(place, by) : 0)
#define FORM(p, k)                                                                   \
    (FORM_IF(HAS_A(p), 0, k, A_PLACE(p), BY_NOTHING) |                               \
     FORM_IF(HAS_A_SUM(p), AT_A_SUM(p), k, A_PLACE(p), (p) >> 2 & 3) |               \
     FORM_IF(HAS_A_67(p), AT_A_67(p), k, TO_LEFT, BY_SIX_SEVEN) |                    \
     FORM_IF(HAS_R(p), AT_R(p), k, TO_RIGHT, BY_NOTHING) |                           \
     FORM_IF(HAS_R_SUM(p), AT_R_SUM(p), k, TO_RIGHT, (p) >> 5 & 3) |                 \
     FORM_IF(HAS_R_67(p), AT_R_67(p), k, TO_RIGHT, BY_SIX_SEVEN))
#define FORMS(p)                                                                     \
    {FORM(p, 0), FORM(p, 1), FORM(p, 2), FORM(p, 3), FORM(p, 4), FORM(p, 5), 0, FORMS_COUNT(p)}
#define F_4(p) FORMS(p), FORMS((p) + 1), FORMS((p) + 2), FORMS((p) + 3)
#define F_16(p) F_4(p), F_4((p) + 4), F_4((p) + 8), F_4((p) + 12)
#define F_64(p) F_16(p), F_16((p) + 16), F_16((p) + 32), F_16((p) + 48)

/* Up to six moves without their stack, and in the last place how many. */
static const uint32_t forms[256][8] = {F_64(0), F_64(64), F_64(128), F_64(192)};

#define FORMS_MAX 6    /* of one card on one stack */
#define FORMS_WIDE 8   /* what is written at once, of which the count says how much counts */

#endif
