/* compare.c - what another setting changes, deal by deal where the deals are the same. */
#include "lab_figures.h"

/* The mean gain of the decisions weighed; false: none was. */
static bool gain_of(const struct lab_row *row, double *gain)
{
    double sum = 0;
    for (int64_t i = 0; i < row->weighed; i++)
        sum += (double)row->gains[i] / 1e6;
    *gain = row->weighed > 0 ? sum / (double)row->weighed : 0;
    return row->weighed > 0;
}

static double width_of(const struct lab_row *row)
{
    return row->moves > 0 ? (double)row->choices / (double)row->moves : 0;
}

struct sums {
    struct lab_summing moves, width, changes, gain, unfinished, strong, wins[BL_MAX_SEATS];
    uint64_t other_winner;
};

static void add_pair(struct lab_difference *d, struct sums *s, const struct lab_row *base,
                     const struct lab_row *row)
{
    double was, is;
    d->games++;
    d->differ += base->moves != row->moves || base->winner != row->winner ||
                 base->why != row->why || base->choices != row->choices;
    s->other_winner += base->winner != row->winner;
    lab_sum(&s->moves, (double)(row->moves - base->moves));
    lab_sum(&s->width, width_of(row) - width_of(base));
    if (base->looked > 1 && row->looked > 1)
        lab_sum(&s->changes, (double)(row->changes - base->changes));
    if (gain_of(base, &was) && gain_of(row, &is))
        lab_sum(&s->gain, is - was);
    lab_sum(&s->unfinished, (double)((row->why == 0) - (base->why == 0)));
    lab_sum(&s->strong, (double)((row->strong_winner == row->strong_seat) -
                                 (base->strong_winner == base->strong_seat)));
    for (int seat = 0; seat < d->seats; seat++)
        lab_sum(&s->wins[seat], (double)((row->winner == seat) - (base->winner == seat)));
}

static void compare_deals(const struct lab *lab, uint32_t k, struct lab_difference *d)
{
    struct sums s = {0};
    d->paired = true;
    d->seats = lab->plan->settings[k].setup.players;
    for (uint64_t g = 0; g < lab->plan->games; g++)
        if (lab_has(lab, g))
            add_pair(d, &s, &lab->rows[0][g], &lab->rows[k][g]);
    d->winner = lab_share_of(s.other_winner, d->games);
    d->moves = lab_mean_of(&s.moves);
    d->width = lab_mean_of(&s.width);
    d->changes = lab_mean_of(&s.changes);
    d->gain = lab_mean_of(&s.gain);
    d->unfinished = lab_mean_of(&s.unfinished);
    d->strong = lab_mean_of(&s.strong);
    for (int seat = 0; seat < d->seats; seat++)
        d->wins[seat] = lab_mean_of(&s.wins[seat]);
}

/* ---- two samples ------------------------------------------------------------- */

static void add_alone(struct sums *s, const struct lab_row *row)
{
    double gain;
    lab_sum(&s->moves, (double)row->moves);
    lab_sum(&s->width, width_of(row));
    if (row->looked > 1)
        lab_sum(&s->changes, (double)row->changes);
    if (gain_of(row, &gain))
        lab_sum(&s->gain, gain);
    lab_sum(&s->unfinished, row->why == 0);
}

static void compare_samples(const struct lab *lab, uint32_t k, struct lab_difference *d)
{
    struct sums a = {0}, b = {0};
    for (uint64_t g = 0; g < lab->plan->games; g++) {
        if (!lab_has(lab, g))
            continue;
        d->games++;
        add_alone(&a, &lab->rows[0][g]);
        add_alone(&b, &lab->rows[k][g]);
    }
    d->moves = lab_mean_apart(&a.moves, &b.moves);
    d->width = lab_mean_apart(&a.width, &b.width);
    d->changes = lab_mean_apart(&a.changes, &b.changes);
    d->gain = lab_mean_apart(&a.gain, &b.gain);
    d->unfinished = lab_mean_apart(&a.unfinished, &b.unfinished);
}

void lab_compare(const struct lab *lab, uint32_t k, struct lab_difference *d)
{
    const struct lab_setting *s = lab->plan->settings;
    *d = (struct lab_difference){0};
    if (s[k].setup.players == s[0].setup.players)
        compare_deals(lab, k, d);
    else
        compare_samples(lab, k, d);
}
