/* stats.c - what samples tell. */
#include "bylaw/stats.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "bylaw/rng.h"

void bl_interval(uint64_t hits, uint64_t of, double *low, double *high)
{
    const double z = 1.959963984540054;
    double n = (double)of, p = of > 0 ? (double)hits / n : 0;
    *low = 0;
    *high = 1;
    if (of == 0)
        return;
    double middle = p + z * z / (2 * n), spread = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    *low = fmax(0, (middle - spread) / (1 + z * z / n));
    *high = fmin(1, (middle + spread) / (1 + z * z / n));
}

/* ---- Elo -------------------------------------------------------------------- */

double bl_elo_score(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* What i won against j, with the half win and half loss that are given. */
static double won(unsigned n, const double *wins, unsigned i, unsigned j)
{
    bool met = wins[i * n + j] > 0 || wins[j * n + i] > 0;
    return i == j ? 0 : wins[i * n + j] + (met ? 0.5 : 0);
}

/* One step of Hunter's iteration towards the likeliest strengths; the largest relative change. */
static double improve(unsigned n, const double *wins, double *strength)
{
    double most = 0;
    for (unsigned i = 0; i < n; i++) {
        double all = 0, met = 0;
        for (unsigned j = 0; j < n; j++) {
            double games = won(n, wins, i, j) + won(n, wins, j, i);
            all += won(n, wins, i, j);
            met += games / (strength[i] + strength[j]);
        }
        if (met <= 0)
            continue;
        double better = all / met;
        most = fmax(most, fabs(better / strength[i] - 1));
        strength[i] = better;
    }
    return most;
}

void bl_ratings(unsigned n, const double *wins, double *elo)
{
    double *strength = bl_new(n, sizeof *strength);
    for (unsigned i = 0; i < n; i++)
        strength[i] = 1;
    for (int step = 0; step < 10000 && improve(n, wins, strength) > 1e-9; step++)
        ;
    for (unsigned i = 0; i < n; i++)
        elo[i] = 400 * log10(strength[i] / strength[n - 1]);
    free(strength);
}

/* ---- the bootstrap ---------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The number below which `part` of the sorted ones lie, between two of them if need be. */
static double quantile(const double *sorted, uint32_t n, double part)
{
    double at = part * (n - 1);
    uint32_t below = (uint32_t)at, above = below + 1 < n ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

void bl_bootstrap(uint32_t n, uint64_t seed, bl_statistic *statistic, void *user, unsigned outs,
                  double *low, double *high)
{
    enum { ROUNDS = BL_BOOTSTRAP_ROUNDS };
    uint32_t *times = bl_new(n, sizeof *times);
    double *all = bl_new((size_t)outs * ROUNDS, sizeof *all), *out = bl_new(outs, sizeof *out);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct bl_stream rng = bl_stream(seed, 0, BL_FOR_SAMPLE, round);
        for (uint32_t i = 0; i < n; i++)
            times[i] = 0;
        for (uint32_t i = 0; i < n; i++)
            times[bl_below(&rng, n)]++;
        statistic(user, times, out);
        for (unsigned k = 0; k < outs; k++)
            all[k * ROUNDS + round] = out[k];
    }
    for (unsigned k = 0; k < outs; k++) {
        qsort(all + k * ROUNDS, ROUNDS, sizeof *all, by_size);
        low[k] = quantile(all + k * ROUNDS, ROUNDS, 0.025);
        high[k] = quantile(all + k * ROUNDS, ROUNDS, 0.975);
    }
    BL_FREE(times, all, out);
}

/* ---- the sequential test ---------------------------------------------------- */

/* With few items the variance is hardly known: nothing is decided by them, and a little is added
 * to it, so that items that are all equal do not decide more than they should. */
#define FEWEST 20
#define ADDED 0.125

double bl_sprt_ratio(const struct bl_sprt *t)
{
    if (t->n < FEWEST)
        return 0;
    double n = (double)t->n, mean = t->sum / n;
    double variance = (fmax(0, t->squares - n * mean * mean) + ADDED) / n;
    double score0 = bl_elo_score(t->elo0), score1 = bl_elo_score(t->elo1);
    return n * (score1 - score0) * (mean - (score0 + score1) / 2) / variance;
}

enum bl_sprt_verdict bl_sprt_verdict(const struct bl_sprt *t)
{
    double ratio = bl_sprt_ratio(t);
    return ratio >= BL_SPRT_BOUND ? BL_SPRT_ELO1 : ratio <= -BL_SPRT_BOUND ? BL_SPRT_ELO0
                                                                         : BL_SPRT_OPEN;
}

enum bl_sprt_verdict bl_sprt_add(struct bl_sprt *t, double score)
{
    t->n++;
    t->sum += score;
    t->squares += score * score;
    return bl_sprt_verdict(t);
}
