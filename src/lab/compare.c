/* compare.c - what is measured of a game, and what another setting changes, deal by deal where the
 * deals are the same. */
#include <string.h>

#include "lab_figures.h"

const struct lab_measure lab_measures[] = {
    [LAB_MOVES] = {"moves", "Moves a game", "the length", "", " moves", 1},
    [LAB_WIDTH] = {"legal_moves", "Legal moves", "the legal moves a turn", "", "", 1},
    [LAB_CHANGES] = {"lead_changes", "Changes of lead", "the changes of lead", "", "", 1},
    [LAB_GAIN] = {"gain_of_best_move", "Gain of the best move", "what the best move gains", "",
                  " points", 100},
    [LAB_UNFINISHED] = {"unfinished", "Unfinished", "the unfinished games", " %", " points", 100},
    [LAB_LONE] = {"lone_wins", "One stronger bot wins", "the wins of one stronger bot", " %", " points",
                  100},
    [LAB_WINS] = {"wins", "Seat $ wins", "the wins of seat $", " %", " points", 100},
};

/* The mean gain of the decisions weighed; false: none was. */
static bool gain_of(const struct lab_row *row, double *gain)
{
    double sum = 0;
    for (int64_t i = 0; i < row->weighed; i++)
        sum += (double)row->gains[i] / 1e6;
    *gain = row->weighed > 0 ? sum / (double)row->weighed : 0;
    return row->weighed > 0;
}

bool lab_measure(const struct lab_row *row, int measure, double *x)
{
    switch (measure) {
    case LAB_MOVES: *x = (double)row->moves; return true;
    case LAB_WIDTH:
        *x = row->moves > 0 ? (double)row->choices / (double)row->moves : 0;
        return row->moves > 0;
    case LAB_CHANGES: *x = (double)row->changes; return row->looked > 1;
    case LAB_GAIN: return gain_of(row, x);
    case LAB_UNFINISHED: *x = row->why == 0; return true;
    case LAB_LONE: *x = row->lone_winner[0] == row->lone_seat; return true;
    default: *x = row->winner == measure - LAB_WINS; return true;
    }
}

static void compare(struct lab_difference *d, int measure, const struct lab *lab, uint32_t k)
{
    struct lab_summing a = {0}, b = {0}, pairs = {0};
    for (uint64_t g = 0; g < lab->plan->games; g++) {
        double was, is;
        if (!lab_has(lab, g))
            continue;
        bool had = lab_measure(&lab->rows[0][g], measure, &was);
        bool has = lab_measure(&lab->rows[k][g], measure, &is);
        if (had)
            lab_sum(&a, was);
        if (has)
            lab_sum(&b, is);
        if (had && has)
            lab_sum(&pairs, is - was);
    }
    d->means[measure] = d->paired ? lab_mean_of(&pairs) : lab_mean_apart(&a, &b);
}

void lab_compare(const struct lab *lab, uint32_t k, struct lab_difference *d)
{
    const struct lab_setting *s = lab->plan->settings;
    uint64_t other_winner = 0;
    *d = (struct lab_difference){.paired = s[k].setup.players == s[0].setup.players};
    for (uint64_t g = 0; g < lab->plan->games; g++) {
        const struct lab_row *base = &lab->rows[0][g], *row = &lab->rows[k][g];
        if (!lab_has(lab, g))
            continue;
        d->games++;
        d->differ += base->moves != row->moves || base->winner != row->winner ||
                     base->why != row->why || base->choices != row->choices;
        d->lone_differ += memcmp(base->lone_winner, row->lone_winner, sizeof row->lone_winner) != 0;
        other_winner += base->winner != row->winner;
    }
    d->winner = lab_share_of(other_winner, d->games);
    d->count = d->paired ? LAB_WINS + s[k].setup.players : LAB_LONE;
    for (int i = 0; i < d->count; i++)
        compare(d, i, lab, k);
}
