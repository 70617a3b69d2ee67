/* tournament.c - bots against each other: who sits where, and what it comes to. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "tournament.h"

/* What a deal came to, for n bots: the seats of each, the scores of each, and for each pair how
 * often i was ahead of j, at i * n + j, a tie being half. */
struct account {
    float *seats, *score, *ahead;
};

static unsigned account_size(const struct contest *c)
{
    return c->t->bot_count * (c->t->bot_count + 2);
}

static struct account account_of(const struct contest *c, uint32_t deal)
{
    float *at = c->deals + (size_t)deal * account_size(c);
    return (struct account){at, at + c->t->bot_count, at + 2 * c->t->bot_count};
}

/* The bots sit in an order of their own in every deal, so that each comes to have each beside it;
 * from one game of a deal to the next all move on by a seat. */
static void seat_order(const struct bl_tournament *t, uint64_t number, uint8_t *bots)
{
    uint8_t order[BL_MAX_BOTS];
    uint64_t deal = number / t->bot_count, turn = number % t->bot_count;
    struct bl_stream rng = bl_stream(bl_game_seed(t->seed, deal), t->game->code, BL_FOR_SAMPLE, 0);
    for (unsigned i = 0; i < t->bot_count; i++)
        order[i] = (uint8_t)i;
    bl_shuffle8(&rng, order, t->bot_count);
    for (unsigned seat = 0; seat < t->setup.players; seat++)
        bots[seat] = order[(seat + turn) % t->bot_count];
}

uint64_t contest_line_up(const struct contest *c, uint64_t number, const struct bl_bot **bots)
{
    uint8_t order[BL_MAX_SEATS];
    seat_order(c->t, number, order);
    for (unsigned seat = 0; seat < c->t->setup.players; seat++)
        bots[seat] = c->t->bots[order[seat]];
    return bl_game_seed(c->t->seed, number / c->t->bot_count);
}

/* ---- counting --------------------------------------------------------------- */

static void count_game(const struct contest *c, const uint8_t *bots, const float *scores,
                       const struct account *a)
{
    unsigned players = c->t->setup.players;
    for (unsigned s = 0; s < players; s++) {
        a->seats[bots[s]]++;
        a->score[bots[s]] += scores[s];
        for (unsigned r = 0; r < players; r++)
            if (bots[r] != bots[s])
                a->ahead[bots[s] * c->t->bot_count + bots[r]] +=
                    scores[s] > scores[r] ? 1.0f : scores[s] < scores[r] ? 0.0f : 0.5f;
    }
}

static void make_room(struct contest *c, uint32_t deal)
{
    uint32_t had = c->room;
    size_t size = account_size(c) * sizeof *c->deals;
    c->deals = bl_grow(c->deals, deal + 1, &c->room, size);
    memset((char *)c->deals + had * size, 0, (c->room - had) * size);
}

/* The share of the first bot's meetings with the second that it came out ahead of in a deal. */
static double first_ahead(const struct account *a)
{
    double won = (double)a->ahead[1], lost = (double)a->ahead[2];
    return won + lost > 0 ? won / (won + lost) : 0.5;
}

bool contest_count(struct contest *c, uint64_t number, const struct bl_outcome *outcome)
{
    const struct bl_result *result = &outcome->result;
    uint32_t deal = (uint32_t)(number / c->t->bot_count);
    uint8_t bots[BL_MAX_SEATS];
    float scores[BL_MAX_SEATS];
    seat_order(c->t, number, bots);
    bl_scores(result, c->t->setup.players, scores);
    make_room(c, deal);
    struct account a = account_of(c, deal);
    count_game(c, bots, scores, &a);
    c->decisions += outcome->moves;
    c->unfinished += result->why == 0;
    if (result->why != 0 && result->winner >= 0)
        c->wins[bots[result->winner]]++;
    if (number % c->t->bot_count != c->t->bot_count - 1)
        return true;
    c->out->deals++;
    c->out->games += c->t->bot_count;
    c->out->decisions += c->decisions;
    c->out->unfinished += c->unfinished;
    for (unsigned i = 0; i < c->t->bot_count; i++)
        c->out->bots[i].wins += c->wins[i];
    memset(c->wins, 0, sizeof c->wins);
    c->decisions = c->unfinished = 0;
    return !c->t->sprt || bl_sprt_add(&c->out->sprt, first_ahead(&a)) == BL_SPRT_OPEN;
}

/* ---- what it comes to ------------------------------------------------------- */

/* Scores, then Elo, of all bots, from each deal so many times. */
static void weigh(void *user, const uint32_t *times, double *out)
{
    const struct contest *c = user;
    unsigned n = c->t->bot_count;
    double seats[BL_MAX_BOTS] = {0}, ahead[BL_MAX_BOTS * BL_MAX_BOTS] = {0};
    for (unsigned i = 0; i < n; i++)
        out[i] = 0;
    for (uint32_t d = 0; d < c->out->deals; d++) {
        const struct account a = account_of(c, d);
        double weight = times ? times[d] : 1;
        if (weight <= 0)
            continue;
        for (unsigned i = 0; i < n; i++) {
            seats[i] += weight * (double)a.seats[i];
            out[i] += weight * (double)a.score[i];
        }
        for (unsigned i = 0; i < n * n; i++)
            ahead[i] += weight * (double)a.ahead[i];
    }
    for (unsigned i = 0; i < n; i++)
        out[i] = seats[i] > 0 ? out[i] / seats[i] : 0;
    bl_ratings(n, ahead, out + n);
}

void contest_sum_up(struct contest *c)
{
    unsigned n = c->t->bot_count;
    double value[2 * BL_MAX_BOTS], low[2 * BL_MAX_BOTS], high[2 * BL_MAX_BOTS];
    if (c->out->deals == 0)
        return;
    weigh(c, NULL, value);
    bl_bootstrap(c->out->deals, c->t->seed, weigh, c, 2 * n, low, high);
    for (unsigned i = 0; i < n; i++) {
        struct bl_standing *s = &c->out->bots[i];
        *s = (struct bl_standing){value[i], low[i], high[i], value[n + i], low[n + i], high[n + i],
                                  0, s->wins};
        for (uint32_t d = 0; d < c->out->deals; d++)
            s->seats += (uint64_t)account_of(c, d).seats[i];
    }
}
