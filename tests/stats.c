/* stats.c - known samples in, known intervals out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "bylaw/game.h"
#include "bylaw/stats.h"

static void near(double got, double wanted, double by)
{
    if (fabs(got - wanted) > by)
        fail_msg("%.6f is not within %g of %.6f", got, by, wanted);
}

static double uniform(struct bl_stream *rng)
{
    return (double)(bl_next(rng) >> 11) / 9007199254740992.0;
}

/* ---- shares ------------------------------------------------------------------- */

/* Newcombe 1998, table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29. */
static void test_wilson(void **unused)
{
    static const struct { uint64_t hits, of; double low, high; } known[] = {
        {81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0.0, 0.1611},
        {1, 29, 0.0061, 0.1718}, {20, 20, 0.8389, 1.0}, {5, 10, 0.2366, 0.7634},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        double low, high;
        bl_interval(known[i].hits, known[i].of, &low, &high);
        near(low, known[i].low, 0.00006);
        near(high, known[i].high, 0.00006);
    }
}

static void test_wilson_without_games(void **unused)
{
    double low = -1, high = -1;
    (void)unused;
    bl_interval(0, 0, &low, &high);
    assert_true(low <= 0 && high >= 1);
}

/* ---- Elo ------------------------------------------------------------------------ */

static void test_elo(void **unused)
{
    (void)unused;
    near(bl_elo_score(0), 0.5, 1e-12);
    near(bl_elo_score(400), 10.0 / 11, 1e-12);
    near(bl_elo_score(-400), 1.0 / 11, 1e-12);
    near(bl_elo_score(190.848501887865), 0.75, 1e-12);
}

static void test_ratings_of_two(void **unused)
{
    double wins[4] = {0, 30, 10, 0}, elo[2];
    (void)unused;
    bl_ratings(2, wins, elo);
    near(elo[0], 400 * log10(30.5 / 10.5), 1e-4);
    near(elo[1], 0, 1e-12);
}

/* Whoever always wins is rated high, not endlessly. */
static void test_ratings_stay_finite(void **unused)
{
    double wins[4] = {0, 10, 0, 0}, elo[2];
    (void)unused;
    bl_ratings(2, wins, elo);
    near(elo[0], 400 * log10(21), 1e-4);
}

/* Strengths that gave the wins come out again. */
static void test_ratings_of_many(void **unused)
{
    static const double strength[4] = {8, 1, 4, 2};
    double wins[16], elo[4];
    (void)unused;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            wins[4 * i + j] = i == j ? 0 : 1e7 * strength[i] / (strength[i] + strength[j]);
    bl_ratings(4, wins, elo);
    for (int i = 0; i < 4; i++)
        near(elo[i], 400 * log10(strength[i] / strength[3]), 0.01);
}

/* Two who never met are compared by those whom both met. */
static void test_ratings_through_others(void **unused)
{
    double wins[9] = {0, 3e6, 0, 1e6, 0, 3e6, 0, 1e6, 0}, elo[3];
    (void)unused;
    bl_ratings(3, wins, elo);
    near(elo[0], 400 * log10(9), 0.01);
}

/* ---- what results are worth ------------------------------------------------------ */

static void test_scores(void **unused)
{
    struct bl_result all = {.winner = 2, .ranked = 4, .ranking = {2, 0, 3, 1}, .why = 1};
    struct bl_result one = {.winner = 1, .ranked = 1, .ranking = {1}, .why = 1};
    struct bl_result none = {.winner = -1};
    float s[4];
    (void)unused;
    bl_scores(&all, 4, s);
    near((double)s[2], 1, 1e-6);
    near((double)s[0], 2.0 / 3, 1e-6);
    near((double)s[3], 1.0 / 3, 1e-6);
    near((double)s[1], 0, 1e-6);
    bl_scores(&one, 4, s);
    near((double)s[1], 1, 1e-6);
    near((double)s[0], 1.0 / 3, 1e-6);   /* of the ranks 2, 3 and 4 */
    near((double)s[3], 1.0 / 3, 1e-6);
    bl_scores(&one, 2, s);
    near((double)s[0], 0, 1e-6);
    bl_scores(&none, 4, s);
    for (int i = 0; i < 4; i++)
        near((double)s[i], 0.5, 1e-6);
}

/* ---- the bootstrap --------------------------------------------------------------- */

struct items {
    uint32_t n;
    double *value;
};

static void mean_of(void *user, const uint32_t *times, double *out)
{
    const struct items *items = user;
    double sum = 0;
    for (uint32_t i = 0; i < items->n; i++)
        sum += times[i] * items->value[i];
    out[0] = sum / items->n;
    out[1] = -out[0];
}

/* Of 400 numbers, half 1 and half -1, the mean has a deviation of 1 / 20. */
static void test_bootstrap_width(void **unused)
{
    static double value[400];
    struct items items = {400, value};
    double low[2], high[2];
    (void)unused;
    for (int i = 0; i < 400; i++)
        value[i] = i % 2 ? 1 : -1;
    bl_bootstrap(400, 1, mean_of, &items, 2, low, high);
    near(low[0], -1.96 / 20, 0.012);
    near(high[0], 1.96 / 20, 0.012);
    near(low[1], -high[0], 1e-12);
    near(high[1], -low[0], 1e-12);
}

/* The interval has the true mean in it about 95 times in 100. */
static void test_bootstrap_coverage(void **unused)
{
    enum { SAMPLES = 200, SIZE = 60 };
    static double value[SIZE];
    struct items items = {SIZE, value};
    int hits = 0;
    (void)unused;
    for (uint64_t k = 0; k < SAMPLES; k++) {
        struct bl_stream rng = bl_stream(k, 0, BL_FOR_TEST, 0);
        double low[2], high[2];
        for (int i = 0; i < SIZE; i++)
            value[i] = uniform(&rng);
        bl_bootstrap(SIZE, k, mean_of, &items, 2, low, high);
        hits += low[0] <= 0.5 && high[0] >= 0.5;
    }
    assert_in_range(hits, 179, 199);   /* binomial, 0.95 of 200: five deviations either way */
}

/* ---- samples that agree ------------------------------------------------------------ */

/* Twenty of twenty: Wilson's 0.839 (Newcombe's table), mirrored for none of them, and about a half. */
static void test_agreed(void **unused)
{
    double low, high;
    (void)unused;
    bl_interval_agreed(20, 1, &low, &high);
    near(low, 0.8389, 0.00006);
    near(high, 1, 1e-12);
    bl_interval_agreed(20, 0, &low, &high);
    near(low, 0, 1e-12);
    near(high, 0.1611, 0.00006);
    bl_interval_agreed(20, 0.5, &low, &high);
    near(low, 0.5 - 0.1611 / 2, 0.00006);
    near(high, 0.5 + 0.1611 / 2, 0.00006);
}

/* Two that met in 20 items of two games each: of 40 wins Wilson's interval leaves 6.44 to the other. */
static void test_rating_interval_of_who_never_lost(void **unused)
{
    static const double first[4] = {0, 40, 0, 0}, second[4] = {0, 0, 40, 0};
    static const uint32_t met[4] = {0, 20, 20, 0};
    double low = INFINITY, high = INFINITY, bound = 400 * log10((40 - 6.444 + 0.5) / (6.444 + 0.5));
    (void)unused;
    bl_rating_interval(2, first, met, 0, &low, &high);
    near(low, bound, 0.1);
    assert_true(isinf(high) && high > 0);
    low = high = -INFINITY;
    bl_rating_interval(2, second, met, 0, &low, &high);
    near(high, -bound, 0.1);
    assert_true(isinf(low) && low < 0);
    low = high = 0;
    bl_rating_interval(2, second, met, 1, &low, &high);   /* the last, by which all are measured */
    assert_true(fabs(low) + fabs(high) <= 0);
}

/* The first never lost to the last, but to one who did: that says how far it is. The third of four has
 * lost to all others: it has no end below. */
static void test_open_ratings(void **unused)
{
    static const double through[9] = {0, 20, 20, 10, 0, 20, 0, 10, 0};
    static const double below[16] = {0, 9, 9, 9, 9, 0, 9, 9, 0, 0, 0, 0, 9, 9, 9, 0};
    double open[4], elo[4];
    (void)unused;
    bl_ratings_open(3, through, open);
    bl_ratings(3, through, elo);
    for (int i = 0; i < 3; i++)
        near(open[i], elo[i], 1e-12);
    bl_ratings_open(4, below, open);
    assert_true(isinf(open[2]) && open[2] < 0);
    near(open[0], 0, 1e-6);
}

/* A sample that does not vary, of two that are even: neither end is as sharp as that. */
static void test_rating_interval_of_equals(void **unused)
{
    double low = 0, high = 0, bound = 400 * log10((20 + 20 * 0.1611 + 0.5) / (20 - 20 * 0.1611 + 0.5));
    (void)unused;
    bl_rating_interval(2, (double[]){0, 20, 20, 0}, (uint32_t[]){0, 20, 20, 0}, 0, &low, &high);
    near(low, -bound, 0.1);
    near(high, bound, 0.1);
}

/* A tournament of two in which one wins nearly every game: where the strength in truth is in the
 * intervals for score and Elo, by SIZE deals of two games. */
struct duel {
    uint32_t n;
    const int *won;   /* by the first, of two games */
};

static void of_duel(void *user, const uint32_t *times, double *out)
{
    const struct duel *d = user;
    double won = 0, wins[4] = {0}, elo[2];
    for (uint32_t i = 0; i < d->n; i++)
        won += (times ? (double)times[i] : 1) * d->won[i];
    wins[1] = won;
    wins[2] = 2 * d->n - won;
    bl_ratings_open(2, wins, elo);
    out[0] = won / (2 * d->n);
    out[1] = elo[0];
}

static void test_coverage_of_who_nearly_always_wins(void **unused)
{
    enum { SAMPLES = 200, SIZE = 20 };
    static const double shares[] = {0.9, 0.95, 0.98, 0.99, 0.999};
    (void)unused;
    for (size_t p = 0; p < sizeof shares / sizeof *shares; p++) {
        int hits[2] = {0, 0};
        double truth[2] = {shares[p], 400 * log10(shares[p] / (1 - shares[p]))};
        for (uint64_t k = 0; k < SAMPLES; k++) {
            struct bl_stream rng = bl_stream(k, 0, BL_FOR_TEST, p);
            int won[SIZE], all = 0;
            struct duel duel = {SIZE, won};
            double low[2], high[2];
            for (int i = 0; i < SIZE; i++)   /* of one luck: mostly both games or none */
                all += won[i] = uniform(&rng) < 0.8 ? 2 * (uniform(&rng) < shares[p])
                                                    : (uniform(&rng) < shares[p]) + (uniform(&rng) < shares[p]);
            bl_bootstrap(SIZE, k, of_duel, &duel, 2, low, high);
            if (all == 2 * SIZE)
                bl_interval_agreed(SIZE, 1, &low[0], &high[0]);
            bl_rating_interval(2, (double[]){0, all, 2 * SIZE - all, 0}, (uint32_t[]){0, SIZE, SIZE, 0}, 0,
                               &low[1], &high[1]);
            for (int i = 0; i < 2; i++)
                hits[i] += low[i] <= truth[i] && truth[i] <= high[i];
        }
        for (int i = 0; i < 2; i++)   /* 0.95 of 200 is 190; five deviations below are 175 */
            if (hits[i] < 175)
                fail_msg("%s at %.3f: %d of %d", i ? "Elo" : "score", shares[p], hits[i], SAMPLES);
    }
}

/* ---- the sequential test ---------------------------------------------------------- */

/* n = 100 with mean 0.6 and variance 0.04 (and the 0.125 that are added): worked out by hand. */
static void test_sprt_ratio(void **unused)
{
    struct bl_sprt t = {.elo0 = 0, .elo1 = 20};
    double score1 = 1 / (1 + pow(10, -0.05));
    (void)unused;
    for (int i = 0; i < 100; i++)
        bl_sprt_add(&t, i % 2 ? 0.8 : 0.4);
    near(bl_sprt_ratio(&t),
         100 * (score1 - 0.5) * (0.6 - (0.5 + score1) / 2) / (0.04 + 0.00125), 1e-9);
}

static enum bl_sprt_verdict run_sprt(double elo, uint64_t seed, uint64_t *items)
{
    struct bl_sprt t = {.elo0 = 0, .elo1 = 40};
    struct bl_stream rng = bl_stream(seed, 0, BL_FOR_TEST, 1);
    enum bl_sprt_verdict verdict = BL_SPRT_OPEN;
    while (verdict == BL_SPRT_OPEN)
        verdict = bl_sprt_add(&t, uniform(&rng) < bl_elo_score(elo) ? 1 : 0);
    *items += t.n;
    return verdict;
}

/* Errors of both kinds stay near 5 %, and Wald's mean number of items for scores of 0 and 1
 * (2 * 0.9 * 2.944 * 0.25 / d², with d = 0.0573 here: some 404) is about right. */
static void test_sprt_errors(void **unused)
{
    enum { RUNS = 400 };
    int wrong0 = 0, wrong1 = 0;
    uint64_t items = 0;
    (void)unused;
    for (uint64_t k = 0; k < RUNS; k++) {
        wrong0 += run_sprt(0, k, &items) != BL_SPRT_ELO0;
        wrong1 += run_sprt(40, RUNS + k, &items) != BL_SPRT_ELO1;
    }
    assert_true(wrong0 <= RUNS / 10 && wrong1 <= RUNS / 10);
    assert_in_range(items / (2 * RUNS), 300, 520);
}

/* A bot against itself: all deals even. It is not better. */
static void test_sprt_of_equals(void **unused)
{
    struct bl_sprt t = {.elo0 = 0, .elo1 = 10};
    enum bl_sprt_verdict verdict = BL_SPRT_OPEN;
    (void)unused;
    for (int i = 0; i < 1000 && verdict == BL_SPRT_OPEN; i++)
        verdict = bl_sprt_add(&t, 0.5);
    assert_int_equal(verdict, BL_SPRT_ELO0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wilson),
        cmocka_unit_test(test_wilson_without_games),
        cmocka_unit_test(test_elo),
        cmocka_unit_test(test_ratings_of_two),
        cmocka_unit_test(test_ratings_stay_finite),
        cmocka_unit_test(test_ratings_of_many),
        cmocka_unit_test(test_ratings_through_others),
        cmocka_unit_test(test_scores),
        cmocka_unit_test(test_bootstrap_width),
        cmocka_unit_test(test_bootstrap_coverage),
        cmocka_unit_test(test_agreed),
        cmocka_unit_test(test_rating_interval_of_who_never_lost),
        cmocka_unit_test(test_open_ratings),
        cmocka_unit_test(test_rating_interval_of_equals),
        cmocka_unit_test(test_coverage_of_who_nearly_always_wins),
        cmocka_unit_test(test_sprt_ratio),
        cmocka_unit_test(test_sprt_errors),
        cmocka_unit_test(test_sprt_of_equals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
