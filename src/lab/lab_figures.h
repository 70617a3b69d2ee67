/* lab_figures.h - figures drawn from the games of a lab. */
#ifndef BYLAW_LAB_FIGURES_H
#define BYLAW_LAB_FIGURES_H

#include <string.h>

#include "lab.h"
#include "series.h"

#define LAB_BINS 24
#define LAB_GAIN_BINS 12      /* of 5 points each; the first: below 0 */
#define LAB_CHANGE_BINS 9     /* 0 … 7, and more */
#define LAB_FEW 30            /* deals below which intervals are too narrow */
#define LAB_MATTERS 0.05      /* a gain from which on a decision is said to matter */

/* A mean with its interval of 95 %, by the normal law. */
struct lab_mean {
    uint64_t n;
    double mean, low, high;
    bool told;      /* the interval: of fewer than BL_FEWEST_DEALS it would promise too much */
};

/* A share with Wilson's interval of 95 %. */
struct lab_share {
    uint64_t hits, of;
    double share, low, high;
};

/* What is measured of every game, and compared between settings. From LAB_WINS on: 1 for a game
 * that a seat won, a measure for each seat. */
enum { LAB_MOVES, LAB_WIDTH, LAB_CHANGES, LAB_GAIN, LAB_UNFINISHED, LAB_LONE, LAB_WINS };
#define LAB_MEASURES (LAB_WINS + BL_MAX_SEATS)
struct lab_measure {
    const char *key, *title, *words;   /* in JSON; of a row; in a sentence. $ is the seat */
    const char *sign, *name;           /* of its unit, in a table and in a sentence */
    double unit;                       /* 100: in points of a hundred */
};
extern const struct lab_measure lab_measures[LAB_WINS + 1];
static inline const struct lab_measure *lab_measure_at(int measure)
{
    return &lab_measures[measure < LAB_WINS ? measure : LAB_WINS];
}

/* The words of a measure, with the seat that it is of in the place of a $. */
static inline void lab_put_measure(struct bl_text *out, const char *words, int measure)
{
    size_t n = strcspn(words, "$");
    bl_put_bytes(out, words, n);
    if (words[n])
        bl_putf(out, "%d%s", measure - LAB_WINS, words + n + 1);
}
/* False: nothing was measured of that game. */
bool lab_measure(const struct lab_row *row, int measure, double *x);

struct lab_figures {
    struct bl_tally tally;
    uint64_t recurred, could_end;          /* of the unfinished games */
    int seats;
    struct lab_share wins[BL_MAX_SEATS];
    uint64_t nobody;
    double even;                           /* how likely such wins are if seats are equal */
    struct lab_mean means[LAB_MEASURES];   /* of gains: over decisions, not over games */
    uint64_t bin_from, bin_width;          /* of the lengths … */
    uint64_t bins[LAB_BINS];
    uint32_t bin_count;
    struct lab_share forced;
    uint64_t widest;
    struct lab_share matters;
    uint64_t gain_bins[LAB_GAIN_BINS];
    uint64_t change_bins[LAB_CHANGE_BINS];
    struct lab_mean settled;               /* part of the game until the winner led for good */
    struct lab_mean luck[2];               /* of who wins, that the shuffle explains, and what a
                                            * seat sees of it at the start */
    struct lab_share lone[LAB_STEPS];      /* games won by one bot among ones a step weaker */
};

void lab_figure(const struct lab *lab, uint32_t setting, struct lab_figures *out);
/* The Elo at which one among equals wins such a share of the games. */
double lab_lone_elo(double share, int seats);

/* Running sums for a mean. */
struct lab_summing {
    uint64_t n;
    double sum, squares;
};
static inline void lab_sum(struct lab_summing *s, double x)
{
    s->n++;
    s->sum += x;
    s->squares += x * x;
}
struct lab_mean lab_mean_of(const struct lab_summing *s);
/* The difference of the means of two samples, `b` less `a`. */
struct lab_mean lab_mean_apart(const struct lab_summing *a, const struct lab_summing *b);
struct lab_share lab_share_of(uint64_t hits, uint64_t of);
/* How likely a chi-square of so many degrees is to be at least `x`. */
double lab_chi_square(double x, int degrees);

/* ---- comparing (compare.c) ---------------------------------------------------- */

/* Another setting less the base. With the same number of players the differences are of the same
 * deals. With another, the cards fall otherwise: then they are of two samples, measures from
 * LAB_LONE on are left out, and the members marked * have nothing to say. */
struct lab_difference {
    bool paired;
    uint64_t games, differ;                /* deals under both; * those whose games differ */
    uint64_t lone_differ;                  /* * those with another winner where one bot is stronger */
    struct lab_share winner;               /* * deals with another winner */
    int count;                             /* of measures */
    struct lab_mean means[LAB_MEASURES];
};

void lab_compare(const struct lab *lab, uint32_t setting, struct lab_difference *out);
/* Whether there is an interval, and it leaves 0 out. */
static inline bool lab_is_clear(const struct lab_mean *m)
{
    return m->told && (m->low > 0 || m->high < 0);
}

#endif
