/* cfr.c - CFR+: regrets are kept from falling below zero, choices are made in proportion to them,
 * seats learn in turn, and the plan of iteration t counts t times in the mean. */
#include <stdlib.h>

#include "base/alloc.h"
#include "solve.h"

struct solve_cfr {
    const struct solve_tree *t;
    struct learner {
        double *regret, *choice, *plan, *worth, *sum;   /* by sequence */
    } sides[2];
    double iterations;
};

/* Choices in proportion to regrets, or any; and the plan that they make. */
static void choose(const struct solve_side *side, struct learner *l)
{
    l->plan[0] = 1;
    for (const struct solve_info *i = side->infos, *end = i + side->count; i < end; i++) {
        double all = 0;
        for (uint32_t k = 0; k < i->count; k++)
            all += l->regret[i->first + k];
        for (uint32_t k = 0; k < i->count; k++) {
            uint32_t s = i->first + k;
            l->choice[s] = all > 0 ? l->regret[s] / all : 1.0 / i->count;
            l->plan[s] = l->plan[i->parent] * l->choice[s];
        }
    }
}

struct solve_cfr *solve_cfr_new(const struct solve_tree *t)
{
    struct solve_cfr *c = bl_new(1, sizeof *c);
    c->t = t;
    for (int seat = 0; seat < 2; seat++) {
        struct learner *l = &c->sides[seat];
        l->regret = solve_numbers(t, seat);
        l->choice = solve_numbers(t, seat);
        l->plan = solve_numbers(t, seat);
        l->worth = solve_numbers(t, seat);
        l->sum = solve_numbers(t, seat);
        choose(&t->sides[seat], l);
    }
    return c;
}

void solve_cfr_free(struct solve_cfr *c)
{
    for (int seat = 0; seat < 2; seat++) {
        struct learner *l = &c->sides[seat];
        BL_FREE(l->regret, l->choice, l->plan, l->worth, l->sum);
    }
    free(c);
}

void solve_cfr_step(struct solve_cfr *c)
{
    c->iterations++;
    for (int seat = 0; seat < 2; seat++) {
        const struct solve_side *side = &c->t->sides[seat];
        struct learner *l = &c->sides[seat];
        solve_worth(c->t, seat, c->sides[1 - seat].plan, l->worth);
        for (uint32_t n = side->count; n-- > 0;) {
            const struct solve_info *i = &side->infos[n];
            double value = 0;
            for (uint32_t s = i->first; s < i->first + i->count; s++)
                value += l->choice[s] * l->worth[s];
            for (uint32_t s = i->first; s < i->first + i->count; s++) {
                double regret = l->regret[s] + l->worth[s] - value;
                l->regret[s] = regret > 0 ? regret : 0;
            }
            l->worth[i->parent] += value;
        }
        choose(side, l);
        for (uint32_t s = 0; s < side->sequences; s++)
            l->sum[s] += c->iterations * l->plan[s];
    }
}

void solve_cfr_plan(const struct solve_cfr *c, int seat, double *plan)
{
    const struct learner *l = &c->sides[seat];
    for (uint32_t s = 0; s < c->t->sides[seat].sequences; s++)
        plan[s] = l->sum[s] / l->sum[0];
}
