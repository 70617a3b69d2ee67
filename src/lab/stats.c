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

void bl_interval_agreed(uint64_t n, double value, double *low, double *high)
{
    double none, other;
    bl_interval(0, n, &none, &other);
    *low = value * (1 - other);
    *high = value + (1 - value) * other;
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

/* Whether b is reached from a by who has ever beaten whom. */
static bool reaches(unsigned n, const double *wins, unsigned a, unsigned b)
{
    uint64_t found = UINT64_C(1) << a, before = 0;
    while (found != before) {
        before = found;
        for (unsigned i = 0; i < n; i++)
            for (unsigned j = 0; j < n && before >> i & 1; j++)
                found |= (uint64_t)(wins[i * n + j] > 0) << j;
    }
    return found >> b & 1;
}

void bl_ratings_open(unsigned n, const double *wins, double *elo)
{
    bl_ratings(n, wins, elo);
    for (unsigned i = 0; i + 1 < n; i++) {
        bool above = reaches(n, wins, i, n - 1), below = reaches(n, wins, n - 1, i);
        if (above != below)
            elo[i] = above ? INFINITY : -INFINITY;
    }
}

/* The rating of i if it had won less, or more, in as many meetings as Wilson's interval leaves, and who never lost
 * to somebody had lost in so many. */
static double rating_if(unsigned n, const double *wins, const uint32_t *met, unsigned i, bool less)
{
    double *moved = bl_new((size_t)n * n, sizeof *moved), *elo = bl_new(n, sizeof *elo), low, other;
    for (unsigned a = 0; a < n; a++)
        for (unsigned b = 0; b < n; b++) {
            double w = wins[a * n + b];
            bl_interval(0, met[a * n + b], &low, &other);
            bool shift = w > 0 && (wins[b * n + a] <= 0 || (less ? a : b) == i);
            moved[a * n + b] += shift ? w * (1 - other) : w;
            moved[b * n + a] += shift ? w * other : 0;
        }
    bl_ratings(n, moved, elo);
    double rating = elo[i];
    BL_FREE(moved, elo);
    return rating;
}

void bl_rating_interval(unsigned n, const double *wins, const uint32_t *met, unsigned i, double *low,
                        double *high)
{
    if (i == n - 1 || *low < *high || !(reaches(n, wins, i, n - 1) || reaches(n, wins, n - 1, i)))
        return;
    *low = fmin(*low, rating_if(n, wins, met, i, true));
    *high = fmax(*high, rating_if(n, wins, met, i, false));
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
    if (at <= below || sorted[below] >= sorted[above] || isinf(sorted[below]))
        return sorted[below];
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
