/* lab_figures.h - figures drawn from the games of a lab. */
#ifndef BYLAW_LAB_FIGURES_H
#define BYLAW_LAB_FIGURES_H

#include "lab.h"

#define LAB_BINS 24
#define LAB_GAIN_BINS 12      /* of 5 points each; the first: below 0 */
#define LAB_CHANGE_BINS 9     /* 0 … 7, and more */
#define LAB_FEW 30            /* deals below which intervals are too narrow */
#define LAB_MATTERS 0.05      /* a gain from which on a decision is said to matter */

/* A mean with its interval of 95 %, by the normal law. */
struct lab_mean {
    uint64_t n;
    double mean, low, high;
};

/* A share with Wilson's interval of 95 %. */
struct lab_share {
    uint64_t hits, of;
    double share, low, high;
};

struct lab_figures {
    uint64_t games, unfinished, recurred, could_end;
    uint64_t *ends;                        /* by clause */
    int seats;
    struct lab_share wins[BL_MAX_SEATS];
    uint64_t nobody;
    double even;                           /* how likely such wins are if seats are equal */
    struct lab_mean moves;
    uint64_t p5, p50, p95, max;
    uint64_t bin_from, bin_width;          /* of the lengths … */
    uint64_t bins[LAB_BINS];
    uint32_t bin_count;
    struct lab_mean width;                 /* legal moves a decision, by game */
    struct lab_share forced;
    uint64_t widest;
    struct lab_mean gain;                  /* best over average move */
    struct lab_share matters;
    uint64_t gain_bins[LAB_GAIN_BINS];
    struct lab_mean changes;               /* of the lead, a game */
    uint64_t change_bins[LAB_CHANGE_BINS];
    struct lab_mean settled;               /* part of the game until the winner led for good */
    struct lab_mean deal_share;            /* of who wins, that the shuffle explains … */
    struct lab_mean hand_share;            /* … and what a seat sees at its start */
    struct lab_share strong;               /* games won by the stronger bot */
    double skill;                          /* 0: as often as a weak one would, 1: always */
};

void lab_figure(const struct lab *lab, uint32_t setting, struct lab_figures *out);
void lab_figures_free(struct lab_figures *f);

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

/* ---- what a clause came to (coverage_class.c) --------------------------------- */

enum lab_reach {
    LAB_REACHED,
    LAB_PROSE,          /* nothing to reach */
    LAB_DEAD,           /* the table of clauses says why nothing can */
    LAB_BUILT_IN,       /* the rules never ask: the program is made so that it always holds */
    LAB_CANNOT,         /* an exhaustive search of an instance did not reach it */
    LAB_NOT_SEEN        /* not in this sample */
};
const char *lab_reach_name(enum lab_reach reach);

struct lab_explored;
/* `cited`: by clause, whether the rules cite it anywhere; `explored` may be NULL. */
enum lab_reach lab_reach_of(const struct bl_game *game, bl_cite clause,
                            const struct lab_cover *cover, const bool *cited,
                            const struct lab_explored *explored);

/* ---- comparing (compare.c) ---------------------------------------------------- */

/* Another setting less the base. With the same number of players the differences are of the same
 * deals. With another, the cards fall otherwise: then they are of two samples, and the members
 * marked * have nothing to say. */
struct lab_difference {
    bool paired;
    uint64_t games, differ;                /* deals under both; * those whose games differ */
    struct lab_share winner;               /* * deals with another winner */
    struct lab_mean moves, width, changes, gain, unfinished;
    struct lab_mean strong;                /* * games won by the stronger bot */
    int seats;                             /* * */
    struct lab_mean wins[BL_MAX_SEATS];
};

void lab_compare(const struct lab *lab, uint32_t setting, struct lab_difference *out);
/* Whether an interval leaves 0 out. */
static inline bool lab_is_clear(const struct lab_mean *m)
{
    return m->n > 1 && (m->low > 0 || m->high < 0);
}

#endif
