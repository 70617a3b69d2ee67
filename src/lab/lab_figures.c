/* lab_figures.c - figures from rows, in the order of the games. */
#include "lab_figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bylaw/stats.h"
#include "bylaw/tournament.h"

/* ---- means and shares --------------------------------------------------------- */

struct lab_mean lab_mean_of(const struct lab_summing *s)
{
    struct lab_mean m = {.n = s->n, .told = s->n >= BL_FEWEST_DEALS};
    if (s->n == 0)
        return m;
    double n = (double)s->n, error = 0;
    m.mean = s->sum / n;
    if (s->n > 1)
        error = 1.959963984540054 * sqrt(fmax(0, (s->squares - n * m.mean * m.mean) / (n - 1)) / n);
    m.low = m.mean - error;
    m.high = m.mean + error;
    return m;
}

struct lab_mean lab_mean_apart(const struct lab_summing *a, const struct lab_summing *b)
{
    struct lab_mean x = lab_mean_of(a), y = lab_mean_of(b);
    struct lab_mean m = {.n = x.n < y.n ? x.n : y.n, .mean = y.mean - x.mean, .told = x.told && y.told};
    double error = hypot(x.high - x.mean, y.high - y.mean);
    m.low = m.mean - error;
    m.high = m.mean + error;
    return m;
}

struct lab_share lab_share_of(uint64_t hits, uint64_t of)
{
    struct lab_share s = {hits, of, of ? (double)hits / (double)of : 0, 0, 1};
    bl_interval(hits, of, &s.low, &s.high);
    return s;
}

/* By Wilson and Hilferty: the cube root of chi-square over its degrees is nearly normal. */
double lab_chi_square(double x, int degrees)
{
    if (degrees < 1 || x <= 0)
        return 1;
    double spread = 2.0 / (9.0 * degrees);
    double z = (cbrt(x / degrees) - (1 - spread)) / sqrt(spread);
    return 0.5 * erfc(z / sqrt(2));
}

/* ---- lengths ------------------------------------------------------------------- */

/* 1, 2, 5, 10, 20, 50 …: the least with which the values fit into the bins. */
static uint64_t bin_width(uint64_t low, uint64_t high)
{
    static const uint64_t steps[] = {1, 2, 5};
    for (uint64_t ten = 1;; ten *= 10)
        for (int i = 0; i < 3; i++)
            if (high / (steps[i] * ten) - low / (steps[i] * ten) < LAB_BINS)
                return steps[i] * ten;
}

static void figure_lengths(struct lab_figures *f, const struct lab *lab, uint32_t k)
{
    uint64_t least = bl_length_quantile(&f->tally, 0), most = f->tally.lengths.max;
    if (f->tally.games == 0)
        return;
    f->bin_width = bin_width(least, most);
    f->bin_from = least / f->bin_width * f->bin_width;
    f->bin_count = (uint32_t)((most - f->bin_from) / f->bin_width + 1);
    for (uint64_t g = 0; g < lab->plan->games; g++)
        if (lab_has(lab, g))
            f->bins[((uint64_t)lab->rows[k][g].moves - f->bin_from) / f->bin_width]++;
}

/* ---- luck ----------------------------------------------------------------------- */

#define BOOTSTRAPPED 20000   /* deals, at most, that the intervals come from */

/* Two play-outs from the same deal agree on a seat more often than two from different deals by
 * the variance that the deal explains. Summed over the seats, as a share of all variance. */
struct luck {
    int seats;
    double playouts;
    uint32_t deals;
    const struct lab_row **rows;
};

static double explained(const struct luck *l, const uint32_t *times, bool by_hand)
{
    double pairs[BL_MAX_SEATS] = {0}, hits[BL_MAX_SEATS] = {0}, n = 0, r = l->playouts;
    for (uint32_t i = 0; i < l->deals; i++) {
        const int64_t *won = by_hand ? l->rows[i]->hand_hits : l->rows[i]->start_hits;
        double weight = times ? times[i] : 1;
        n += weight;
        for (int seat = 0; seat < l->seats && weight > 0; seat++) {
            double h = (double)won[seat];
            pairs[seat] += weight * h * (h - 1) / (r * (r - 1));
            hits[seat] += weight * h / r;
        }
    }
    double between = 0, all = 0;
    for (int seat = 0; seat < l->seats && n > 0; seat++) {
        double p = hits[seat] / n;
        between += pairs[seat] / n - p * p;
        all += p * (1 - p);
    }
    return all > 0 ? fmin(1, fmax(0, between / all)) : 0;
}

static void explained_both(void *user, const uint32_t *times, double *out)
{
    out[0] = explained(user, times, false);
    out[1] = explained(user, times, true);
}

static void figure_luck(struct lab_figures *f, struct luck *l, uint64_t seed)
{
    double mean[2], low[2], high[2];
    uint32_t deals = l->deals;
    if (deals < BL_FEWEST_DEALS)
        return;
    explained_both(l, NULL, mean);
    if (deals > BOOTSTRAPPED)
        l->deals = BOOTSTRAPPED;
    bl_bootstrap(l->deals, seed, explained_both, l, 2, low, high);
    for (int i = 0; i < 2; i++)
        f->luck[i] = (struct lab_mean){deals, mean[i], low[i], high[i], true};
}

/* ---- all --------------------------------------------------------------------- */

struct sums {
    struct lab_summing means[LAB_MEASURES], gain, settled;
    struct luck luck;
    uint64_t forced, matters, lone_played[LAB_STEPS], lone_won[LAB_STEPS];
};

static void add_gains(struct lab_figures *f, struct sums *s, const struct lab_row *row)
{
    for (int64_t i = 0; i < row->weighed; i++) {
        double gain = (double)row->gains[i] / 1e6;
        int bin = gain < 0 ? 0 : 1 + (int)(gain * 20);
        lab_sum(&s->gain, gain);
        s->matters += gain >= LAB_MATTERS;
        f->gain_bins[bin < LAB_GAIN_BINS ? bin : LAB_GAIN_BINS - 1]++;
    }
}

static void add_row(struct lab_figures *f, struct sums *s, const struct lab_plan *plan,
                    const struct lab_row *row)
{
    bl_tally_add(&f->tally, &(struct bl_outcome){
        .moves = (uint64_t)row->moves,
        .result = {.winner = (int8_t)row->winner, .why = (bl_cite)row->why}});
    for (int i = 0; i < LAB_WINS + f->seats; i++) {
        double x;
        if (lab_measure(row, i, &x))
            lab_sum(&s->means[i], x);
    }
    for (int i = 0; i < LAB_STEPS; i++) {
        s->lone_played[i] += row->lone_winner[i] != LAB_NOT_PLAYED;
        s->lone_won[i] += row->lone_winner[i] == row->lone_seat;
    }
    s->forced += (uint64_t)row->forced;
    if ((uint64_t)row->widest > f->widest)
        f->widest = (uint64_t)row->widest;
    if (row->why == 0) {
        f->recurred += row->recurs != 0;
        f->could_end += row->could_end > 0;
    }
    f->nobody += row->winner < 0;
    add_gains(f, s, row);
    if (row->looked > 1) {
        f->change_bins[row->changes < LAB_CHANGE_BINS ? row->changes : LAB_CHANGE_BINS - 1]++;
        if (row->winner >= 0)
            lab_sum(&s->settled, (double)row->settled / 1000);
    }
    if (plan->playouts > 1 && row->looked > 0)
        s->luck.rows[s->luck.deals++] = row;
}

static void figure_seats(struct lab_figures *f)
{
    uint64_t won = f->tally.games - f->nobody;
    double expected = (double)won / f->seats, chi = 0;
    for (int seat = 0; seat < f->seats; seat++) {
        f->wins[seat] = lab_share_of(f->tally.wins[seat], f->tally.games);
        double off = (double)f->wins[seat].hits - expected;
        chi += expected > 0 ? off * off / expected : 0;
    }
    f->even = lab_chi_square(chi, f->seats - 1);
}

double lab_lone_elo(double share, int seats)
{
    return 400 * log10(share * (seats - 1) / (1 - share));
}

void lab_figure(const struct lab *lab, uint32_t k, struct lab_figures *f)
{
    const struct lab_plan *plan = lab->plan;
    struct sums *s = bl_new(1, sizeof *s);
    *f = (struct lab_figures){.seats = plan->settings[k].setup.players};
    bl_tally_init(&f->tally, plan->game);
    s->luck.rows = bl_new(plan->games + 1, sizeof *s->luck.rows);
    s->luck.seats = f->seats;
    s->luck.playouts = plan->playouts;
    for (uint64_t g = 0; g < plan->games; g++)
        if (lab_has(lab, g))
            add_row(f, s, plan, &lab->rows[k][g]);
    s->means[LAB_GAIN] = s->gain;
    for (int i = 0; i < LAB_MEASURES; i++)
        f->means[i] = lab_mean_of(&s->means[i]);
    f->means[LAB_GAIN].told = f->tally.games >= BL_FEWEST_DEALS;   /* decisions of one deal are much alike */
    f->settled = lab_mean_of(&s->settled);
    f->settled.low = fmax(0, f->settled.low);
    f->settled.high = fmin(1, f->settled.high);
    f->forced = lab_share_of(s->forced, f->tally.decisions);
    f->matters = lab_share_of(s->matters, s->gain.n);
    figure_luck(f, &s->luck, plan->seed);
    for (int i = 0; i < LAB_STEPS; i++)
        f->lone[i] = lab_share_of(s->lone_won[i], s->lone_played[i]);
    for (int i = 0; i < LAB_MEASURES; i++)   /* what is counted is never below 0 */
        if (i != LAB_GAIN)
            f->means[i].low = fmax(0, f->means[i].low);
    figure_seats(f);
    bl_tally_finish(&f->tally);
    figure_lengths(f, lab, k);
    BL_FREE(s->luck.rows, s);
}
