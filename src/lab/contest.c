/* contest.c - bots against each other: who sits where, games in blocks that are played anywhere and
 * counted in their order, and what it comes to. */
#include "series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bylaw/position.h"

#define QUICK_BLOCK 32   /* games of a block, when bots do not think */

/* What a deal came to, for n bots: the seats of each, the scores of each, and for each pair, at
 * i * n + j, how often i was ahead of j, a tie being half, and how often i won a game where j had
 * a seat. */
struct account {
    float *seats, *score, *ahead, *beat;
};

static unsigned account_size(const struct contest *c)
{
    return c->t->bot_count * (2 * c->t->bot_count + 2);
}

static struct account account_of(const struct contest *c, uint32_t deal)
{
    unsigned n = c->t->bot_count;
    float *at = c->deals + (size_t)deal * account_size(c);
    return (struct account){at, at + n, at + 2 * n, at + (2 + n) * n};
}

/* How often a deal is played. In turn, by then each seat has been each bot's; otherwise each place of the
 * row has been at each seat. */
static unsigned games_of_deal(const struct bl_tournament *t)
{
    return t->seating == BL_SEATS_IN_TURN ? t->bot_count : t->setup.players;
}

/* Which of the bots, in the deal's order, has a place at the table. */
static unsigned bot_at(const struct bl_tournament *t, unsigned place)
{
    unsigned players = t->setup.players;
    return t->seating == BL_SEATS_IN_TURN ? place % t->bot_count
           : t->seating == BL_SEATS_ALONE ? place % players != 0
                                          : place % players * t->bot_count / players;
}

/* The bots sit in an order of their own in every deal, so that each comes to have each beside it;
 * from one game of a deal to the next all move on by a seat. */
static void seat_order(const struct bl_tournament *t, uint64_t number, uint8_t *bots)
{
    uint8_t order[BL_MAX_BOTS];
    uint64_t deal = number / games_of_deal(t);
    unsigned turn = (unsigned)(number % games_of_deal(t));
    struct bl_stream rng = bl_stream(bl_game_seed(t->seed, deal), t->game->code, BL_FOR_SAMPLE, 0);
    for (unsigned i = 0; i < t->bot_count; i++)
        order[i] = (uint8_t)i;
    if (t->seating != BL_SEATS_ALONE)
        bl_shuffle8(&rng, order, t->bot_count);
    for (unsigned seat = 0; seat < t->setup.players; seat++)
        bots[seat] = order[bot_at(t, seat + turn)];
}

/* ---- counting --------------------------------------------------------------- */

/* The result when those who have forfeited are taken out of it. */
static struct bl_result without_forfeits(const struct bl_outcome *o, unsigned players)
{
    struct bl_result r = o->result;
    int left = -1, staying = 0;
    r.ranked = 0;
    for (unsigned i = 0; i < o->result.ranked; i++)
        if (!(o->forfeits >> o->result.ranking[i] & 1))
            r.ranking[r.ranked++] = o->result.ranking[i];
    for (unsigned seat = 0; seat < players; seat++)
        if (!(o->forfeits >> seat & 1)) {
            left = (int)seat;
            staying++;
        }
    if (r.winner >= 0 && o->forfeits >> r.winner & 1)
        r.winner = (int8_t)(r.ranked > 0 ? r.ranking[0] : staying == 1 ? left : -1);
    return r;
}

/* Who has forfeited comes last; the others share what is left above that as bl_scores has it. */
static void score_game(const struct bl_outcome *o, const struct bl_result *r, unsigned players,
                       float *scores)
{
    unsigned gone = 0, ranked = r->why == 0 ? 0 : r->ranked;
    bl_scores(r, players, scores);
    for (unsigned seat = 0; seat < players; seat++)
        gone += o->forfeits >> seat & 1;
    for (unsigned seat = 0; gone > 0 && seat < players; seat++) {
        bool forfeits = o->forfeits >> seat & 1, named = false;
        for (unsigned i = 0; i < ranked; i++)
            named |= r->ranking[i] == seat;
        if (!named)
            scores[seat] = (float)(forfeits ? gone - 1 : players - ranked - 1 + gone) / 2 / (float)(players - 1);
    }
}

static void count_game(const struct contest *c, const uint8_t *bots, const struct bl_outcome *o,
                       const struct bl_result *result, const struct account *a)
{
    unsigned players = c->t->setup.players;
    float scores[BL_MAX_SEATS];
    score_game(o, result, players, scores);
    for (unsigned s = 0; s < players; s++) {
        a->seats[bots[s]]++;
        a->score[bots[s]] += scores[s];
        for (unsigned r = 0; r < players; r++)
            if (bots[r] != bots[s])
                a->ahead[bots[s] * c->t->bot_count + bots[r]] +=
                    scores[s] > scores[r] ? 1.0f : scores[s] < scores[r] ? 0.0f : 0.5f;
    }
    if (result->why == 0 || result->winner < 0)
        return;
    c->out->by_wins = c->out->by_wins || result->ranked + 1u < players;
    for (unsigned s = 0, winner = bots[result->winner]; s < players; s++)
        if (bots[s] != winner)
            a->beat[winner * c->t->bot_count + bots[s]]++;
}

static void make_room(struct contest *c, uint32_t deal)
{
    uint32_t had = c->room;
    size_t size = account_size(c) * sizeof *c->deals;
    c->deals = bl_grow(c->deals, deal + 1, &c->room, size);
    memset((char *)c->deals + had * size, 0, (c->room - had) * size);
}

/* Games come in their order; false: those that follow need not be counted. */
static bool count(struct contest *c, uint64_t number, const struct bl_outcome *outcome)
{
    const struct bl_result without = without_forfeits(outcome, c->t->setup.players), *result = &without;
    unsigned games = games_of_deal(c->t);
    uint32_t deal = (uint32_t)(number / games);
    uint8_t bots[BL_MAX_SEATS];
    seat_order(c->t, number, bots);
    make_room(c, deal);
    struct account a = account_of(c, deal);
    count_game(c, bots, outcome, result, &a);
    c->decisions += outcome->moves;
    c->unfinished += result->why == 0;
    for (unsigned seat = 0; seat < c->t->setup.players; seat++) {
        c->refused[bots[seat]] += outcome->refused[seat];
        c->faults[bots[seat]] += outcome->faults[seat];
        c->forfeits[bots[seat]] += outcome->forfeits >> seat & 1;
    }
    if (result->why != 0 && result->winner >= 0)
        c->wins[bots[result->winner]]++;
    if (number % games != games - 1)
        return true;
    c->out->deals++;
    c->out->games += games;
    c->out->decisions += c->decisions;
    c->out->unfinished += c->unfinished;
    for (unsigned i = 0; i < c->t->bot_count; i++) {
        c->out->bots[i].wins += c->wins[i];
        c->out->bots[i].refused += c->refused[i];
        c->out->bots[i].faults += c->faults[i];
        c->out->bots[i].forfeits += c->forfeits[i];
    }
    memset(c->wins, 0, sizeof c->wins);
    memset(c->refused, 0, sizeof c->refused);
    memset(c->faults, 0, sizeof c->faults);
    memset(c->forfeits, 0, sizeof c->forfeits);
    c->decisions = c->unfinished = 0;
    /* SPRT goes by the share of the first bot's meetings with the second that it won in the deal. */
    double won = (double)a.ahead[1], met = won + (double)a.ahead[2];
    return !c->t->sprt || bl_sprt_add(&c->out->sprt, met > 0 ? won / met : 0.5) == BL_SPRT_OPEN;
}

/* ---- playing ------------------------------------------------------------------- */

static void *worker_new(const void *user, const atomic_bool *halt)
{
    const struct contest *c = user;
    return lab_bout(c->t->game, c->t->cap, halt, c);
}

/* Of each game: moves, the clause that ended it, the winner, the ranking after its length and who has
 * forfeited, and of each seat what was refused and how often it failed to choose. */
static bool play_block(void *worker, uint64_t first, uint32_t count, struct bl_text *out)
{
    struct bout *bout = worker;
    const struct bl_tournament *t = ((const struct contest *)bout->task)->t;
    for (uint64_t number = first; number < first + count; number++) {
        struct bl_outcome o;
        uint8_t bots[BL_MAX_SEATS];
        seat_order(t, number, bots);
        for (unsigned seat = 0; seat < t->setup.players; seat++)
            bout->bots[seat] = t->bots[bots[seat]];
        uint64_t seed = bl_game_seed(t->seed, number / games_of_deal(t));
        if (!lab_play_game(bout, &t->setup, seed, NULL, &o))
            return false;
        int64_t numbers[] = {(int64_t)o.moves, o.result.why, o.result.winner, o.result.ranked, o.forfeits};
        lab_put_numbers(out, numbers, 5);
        for (unsigned r = 0; r < o.result.ranked; r++)
            lab_put_numbers(out, &(int64_t){o.result.ranking[r]}, 1);
        for (unsigned seat = 0; seat < t->setup.players; seat++)
            lab_put_numbers(out, (int64_t[]){o.refused[seat], o.faults[seat]}, 2);
    }
    return true;
}

/* ---- taking in ----------------------------------------------------------------- */

static bool take_outcome(const struct contest *c, const char **at, struct bl_outcome *o,
                         struct bl_text *why)
{
    int64_t numbers[5] = {0}, ranking[BL_MAX_SEATS] = {0}, failed[2 * BL_MAX_SEATS] = {0};
    int64_t players = c->t->setup.players;
    const struct lab_range ranges[] = {
        {"moves", 1, 0, (int64_t)c->t->cap}, {"why", 1, 0, c->t->game->clause_count - 1},
        {"winner", 1, -1, players - 1}, {"ranked", 1, 0, players},
        {"forfeits", 1, 0, (INT64_C(1) << players) - 1},
    };
    if (!lab_take_numbers(at, ranges, 5, numbers, why))
        return false;
    struct lab_range seats = {"ranking", (size_t)numbers[3], 0, players - 1};
    struct lab_range refusals = {"refused", 2 * (size_t)players, 0, UINT32_MAX};
    if (!lab_take_numbers(at, &seats, 1, ranking, why) ||
        !lab_take_numbers(at, &refusals, 1, failed, why))
        return false;
    *o = (struct bl_outcome){.moves = (uint64_t)numbers[0],
                             .result = {.winner = (int8_t)numbers[2], .ranked = (uint8_t)numbers[3],
                                        .why = (bl_cite)numbers[1]}};
    o->forfeits = (uint32_t)numbers[4];
    for (int64_t seat = 0; seat < players; seat++) {
        o->refused[seat] = (uint32_t)failed[2 * seat];
        o->faults[seat] = (uint32_t)failed[2 * seat + 1];
    }
    unsigned placed = 0;
    for (int64_t r = 0; r < numbers[3]; placed |= 1u << ranking[r++]) {
        o->result.ranking[r] = (uint8_t)ranking[r];
        if (placed >> ranking[r] & 1) {
            lab_say(why, "ranking: seat %jd has two places", (intmax_t)ranking[r]);
            return false;
        }
    }
    return true;
}

/* Counts every game whose turn it is. */
static void count_waiting(struct contest *c)
{
    struct lab_task *task = &c->task;
    while (!task->enough && c->counted < task->games) {
        struct bl_outcome **outcomes = &c->waiting[c->counted / task->block_size];
        if (!*outcomes)
            return;
        uint32_t at = (uint32_t)(c->counted % task->block_size);
        task->enough = !count(c, c->counted++, &(*outcomes)[at]);
        if (at == task->block_size - 1) {
            free(*outcomes);
            *outcomes = NULL;
        }
    }
}

static bool accept(struct lab_task *task, uint64_t first, uint32_t games, const char **at,
                   struct bl_text *why)
{
    struct contest *c = task->user;
    struct bl_outcome *outcomes = bl_new(games, sizeof *outcomes);
    for (uint32_t i = 0; i < games; i++)
        if (!take_outcome(c, at, &outcomes[i], why)) {
            free(outcomes);
            return false;
        }
    c->waiting[first / task->block_size] = outcomes;
    count_waiting(c);
    return true;
}

/* ---- what it comes to ------------------------------------------------------- */

struct sums {
    double seats[BL_MAX_BOTS], score[BL_MAX_BOTS];
    double ahead[BL_MAX_BOTS * BL_MAX_BOTS], beat[BL_MAX_BOTS * BL_MAX_BOTS];
};

/* Of each deal so many times; NULL: once. */
static void add_up(const struct contest *c, const uint32_t *times, struct sums *s)
{
    unsigned n = c->t->bot_count;
    *s = (struct sums){0};
    for (uint32_t d = 0; d < c->out->deals; d++) {
        const struct account a = account_of(c, d);
        double weight = times ? times[d] : 1;
        if (weight <= 0)
            continue;
        for (unsigned i = 0; i < n; i++) {
            s->seats[i] += weight * (double)a.seats[i];
            s->score[i] += weight * (double)a.score[i];
        }
        for (unsigned i = 0; i < n * n; i++) {
            s->ahead[i] += weight * (double)a.ahead[i];
            s->beat[i] += weight * (double)a.beat[i];
        }
    }
}

/* Scores, then Elo, then Elo by wins, of all bots, from each deal so many times. */
static void weigh(const struct contest *c, const uint32_t *times,
                  void (*rate)(unsigned, const double *, double *), double *out)
{
    unsigned n = c->t->bot_count;
    struct sums s;
    add_up(c, times, &s);
    for (unsigned i = 0; i < n; i++)
        out[i] = s.seats[i] > 0 ? s.score[i] / s.seats[i] : 0;
    rate(n, s.ahead, out + n);
    rate(n, s.beat, out + 2 * n);   /* by wins: among seats of equals each wins as often */
}

static void weigh_sample(void *user, const uint32_t *times, double *out)
{
    weigh(user, times, bl_ratings_open, out);
}

/* Whether the bot had the same score in all deals. */
static bool all_agree(const struct contest *c, unsigned i)
{
    const struct account first = account_of(c, 0);
    bool same = true;
    for (uint32_t d = 1; d < c->out->deals; d++) {
        const struct account a = account_of(c, d);
        same &= fabsf(a.score[i] * first.seats[i] - first.score[i] * a.seats[i]) < 1e-4f;
    }
    return same;
}

/* In how many deals two were at the same table and one of them was ahead, or won. */
static void count_met(const struct contest *c, bool by_wins, uint32_t *met)
{
    unsigned n = c->t->bot_count;
    for (unsigned i = 0; i < n * n; i++)
        met[i] = 0;
    for (uint32_t d = 0; d < c->out->deals; d++) {
        const struct account a = account_of(c, d);
        const float *of = by_wins ? a.beat : a.ahead;
        for (unsigned i = 0; i < n * n; i++)
            met[i] += of[i] + of[i % n * n + i / n] > 0;
    }
}

/* Samples from deals that agree do not vary, which is not to say that others would not. */
static void widen(const struct contest *c, const double *value, double *low, double *high)
{
    unsigned n = c->t->bot_count;
    uint32_t met[BL_MAX_BOTS * BL_MAX_BOTS];
    struct sums s;
    add_up(c, NULL, &s);
    for (unsigned i = 0; i < n; i++)
        if (all_agree(c, i))
            bl_interval_agreed(c->out->deals, value[i], &low[i], &high[i]);
    for (unsigned k = 1; k <= 2; k++) {
        count_met(c, k == 2, met);
        for (unsigned i = 0; i < n; i++)
            bl_rating_interval(n, k == 2 ? s.beat : s.ahead, met, i, &low[k * n + i], &high[k * n + i]);
    }
}

void contest_sum_up(struct contest *c)
{
    enum { FIGURES = 3 };
    unsigned n = c->t->bot_count;
    double value[FIGURES * BL_MAX_BOTS], low[FIGURES * BL_MAX_BOTS], high[FIGURES * BL_MAX_BOTS];
    if (c->out->deals == 0)
        return;
    weigh(c, NULL, bl_ratings, value);
    memcpy(low, value, sizeof low);
    memcpy(high, value, sizeof high);
    c->out->intervals = c->out->deals >= BL_FEWEST_DEALS;
    if (c->out->intervals) {
        bl_bootstrap(c->out->deals, c->t->seed, weigh_sample, c, FIGURES * n, low, high);
        widen(c, value, low, high);
    }
    for (unsigned i = 0; i < n; i++) {
        struct bl_standing *s = &c->out->bots[i];
        struct bl_estimate *figures[FIGURES] = {&s->score, &s->elo, &s->elo_wins};
        for (unsigned k = 0, at = i; k < FIGURES; k++, at += n)
            *figures[k] = (struct bl_estimate){value[at], low[at], high[at]};
        s->seats = 0;
        for (uint32_t d = 0; d < c->out->deals; d++)
            s->seats += (uint64_t)account_of(c, d).seats[i];
    }
}

/* ---- the tournament --------------------------------------------------------- */

static void put_plan(struct bl_text *out, const struct bl_tournament *t)
{
    lab_say(out, "bylaw-tournament 2 " BYLAW_VERSION " %s seed=%ju deals=%u cap=%ju", t->game->id,
            t->seed, t->deals, t->cap);
    if (t->sprt)
        lab_say(out, " sprt=%.17g,%.17g", t->elo0, t->elo1);
    if (t->seating != BL_SEATS_IN_TURN)
        lab_say(out, " seating=%d", t->seating);
    for (unsigned i = 0; i < t->bot_count; i++)
        bl_putf(out, " %s", t->bots[i]->name);
    bl_put(out, " {");
    bl_put_setup(out, t->game, &t->setup);
    bl_put_char(out, '}');
}

/* Small blocks are shared out evenly and leave little behind; where a game takes no time, the way
 * of a block would take longer than the block. */
static uint32_t block_size(const struct bl_tournament *t)
{
    bool quick = !t->game->advice->propose;
    for (unsigned i = 0; i < t->bot_count; i++)
        quick = quick && !t->bots[i]->set;
    return quick ? QUICK_BLOCK : 1;
}

void contest_open(struct contest *c, const struct bl_tournament *t, struct bl_standings *out)
{
    *out = (struct bl_standings){.sprt = {.elo0 = t->elo0, .elo1 = t->elo1}};
    *c = (struct contest){.t = t, .out = out};
    c->task = (struct lab_task){.plan = bl_text_heap(), .user = c, .worker_new = worker_new,
                                .worker_free = lab_bout_free, .play = play_block, .accept = accept,
                                .games = (uint64_t)t->deals * games_of_deal(t),
                                .block_size = block_size(t)};
    put_plan(&c->task.plan, t);
    lab_task_init(&c->task);
    c->waiting = bl_new(c->task.blocks + 1, sizeof *c->waiting);
}

void contest_close(struct contest *c)
{
    for (uint64_t i = 0; i < c->task.blocks; i++)
        free(c->waiting[i]);
    BL_FREE(c->waiting, c->deals);
    lab_task_free(&c->task);
}

bool bl_play_tournament(const struct bl_tournament *t, struct bl_standings *out)
{
    struct contest c;
    contest_open(&c, t, out);
    struct lab_work work = {&c.task, NULL, t->jobs, t->stop, t->progress, t->user};
    enum lab_end end = lab_work_all(&work, NULL);
    contest_sum_up(&c);
    contest_close(&c);
    return end == LAB_DONE;
}
