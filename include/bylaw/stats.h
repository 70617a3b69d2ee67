/* stats.h - what samples tell: intervals, Elo, and tests that stop when they know. */
#ifndef BYLAW_STATS_H
#define BYLAW_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "bylaw/api.h"

BL_BEGIN
/* Wilson's interval of 95 % for a share of `hits` in `of`. */
void bl_interval(uint64_t hits, uint64_t of, double *low, double *high);
/* Of a mean of numbers from 0 to 1, where all n of the sample are `value` and so tell nothing of how
 * they vary: as many of those to come as Wilson's interval leaves may be anything else. */
void bl_interval_agreed(uint64_t n, double value, double *low, double *high);

/* ---- Elo -------------------------------------------------------------------- */

/* 400 points are odds of ten to one. */
double bl_elo_score(double elo);    /* the score to expect, above 0 and below 1 */

/* Ratings of `n` players by Bradley and Terry's model, so that the last one has 0. wins[i * n + j]
 * is what i won against j, a tie being half a win each. Everybody is given half a win and half a
 * loss against everybody they met, which keeps ratings finite. */
void bl_ratings(unsigned n, const double *wins, double *elo);
/* The same, but infinite above if no chain of wins leads from the last to a player, below if none leads
 * from the player to the last: what the half wins given say is no bound. For bl_bootstrap. */
void bl_ratings_open(unsigned n, const double *wins, double *elo);
/* Widens an interval of player i's rating, from a bootstrap of bl_ratings_open, where the sample does
 * not vary (low is high): who has no bound on one side gets one on the other. met[i * n + j] says in how many of the sample's items i and j met. */
void bl_rating_interval(unsigned n, const double *wins, const uint32_t *met, unsigned i, double *low,
                        double *high);

/* ---- the bootstrap ---------------------------------------------------------- */

/* What is worked out from a sample: `times[i]` says how often item i is in it. */
typedef void bl_statistic(void *user, const uint32_t *times, double *out);

#define BL_BOOTSTRAP_ROUNDS 1000

/* Percentile intervals of 95 % for the `outs` numbers of a statistic over `n` items, from samples
 * drawn with replacement by the numbers of `seed`. */
void bl_bootstrap(uint32_t n, uint64_t seed, bl_statistic *statistic, void *user, unsigned outs,
                  double *low, double *high);

/* ---- the sequential test ---------------------------------------------------- */

/* Whether a difference is rather `elo1` than `elo0`: items (scores from 0 to 1) are added one by
 * one until the likelihoods are far enough apart, with 5 % of errors of either kind. */
struct bl_sprt {
    double elo0, elo1;
    uint64_t n;
    double sum, squares;
};

enum bl_sprt_verdict { BL_SPRT_OPEN, BL_SPRT_ELO0, BL_SPRT_ELO1 };

#define BL_SPRT_BOUND 2.9444389791664403   /* ln(0.95 / 0.05) */

enum bl_sprt_verdict bl_sprt_add(struct bl_sprt *t, double score);
enum bl_sprt_verdict bl_sprt_verdict(const struct bl_sprt *t);
/* The logarithm of the ratio of likelihoods, the items taken as normal with the variance seen. */
double bl_sprt_ratio(const struct bl_sprt *t);

BL_END
#endif
