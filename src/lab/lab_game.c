/* lab_game.c - one game of the lab, with what is noted of it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "explore.h"
#include "lab.h"

#define NOTATION_ROOM 8192

static void looked_init(struct lab_looked *g, const struct bl_game *game)
{
    for (int i = 0; i < LAB_POSITIONS; i++)
        g->kept[i].state = bl_new(1, game->state_size);
    for (int i = 0; i < LAB_DECISIONS; i++)
        for (int m = 0; m < LAB_WEIGHED; m++)
            g->said[i][m] = bl_text_heap();
}

static void looked_free(struct lab_looked *g)
{
    for (int i = 0; i < LAB_POSITIONS; i++)
        free(g->kept[i].state);
    for (int i = 0; i < LAB_DECISIONS; i++)
        for (int m = 0; m < LAB_WEIGHED; m++)
            bl_text_free(&g->said[i][m]);
}

void *lab_worker_new(const void *user, const atomic_bool *stop)
{
    const struct lab_plan *plan = ((const struct lab *)user)->plan;
    const struct bl_game *game = plan->game;
    struct lab_worker *w = bl_new(1, sizeof *w);
    *w = (struct lab_worker){.plan = plan, .game = game, .traced = game->traced, .stop = stop};
    bout_init(&w->bout, game);
    bout_init(&w->playout, game);
    w->bout.stop = w->playout.stop = stop;
    w->bout.cap = plan->cap;
    w->bout.user = w;
    w->other = bl_new(1, game->state_size);
    w->mark = bl_new(1, game->state_size);
    w->together = plan->sampler ? LAB_BLOCK : 1;
    w->games = bl_new(w->together, sizeof *w->games);
    w->samples = bl_new(w->together, LAB_SAMPLES * sizeof *w->samples);
    for (uint32_t i = 0; i < w->together; i++)
        looked_init(&w->games[i], game);
    if (plan->sampler)
        w->sampling = plan->sampler->begin(plan->sampler);
    w->notation = bl_new(NOTATION_ROOM, sizeof *w->notation);
    w->notation_room = NOTATION_ROOM;
    w->seen = bl_new(game->clause_count, 1);
    w->in_game = bl_new(game->clause_count, 1);
    w->refused = bl_new(game->clause_count, sizeof *w->refused);
    bl_trace_clear(&w->step.trace);
    return w;
}

void lab_worker_free(void *worker)
{
    struct lab_worker *w = worker;
    for (uint32_t i = 0; i < w->together; i++)
        looked_free(&w->games[i]);
    if (w->plan->sampler)
        w->plan->sampler->end(w->sampling);
    bout_free(&w->bout);
    bout_free(&w->playout);
    BL_FREE(w->games, w->samples, w->other, w->mark, w->notation, w->seen, w->in_game, w->refused, w);
}

/* ---- coverage: how often each clause came up -------------------------------- */

/* A clause counts once an event for each way that it was seen, however often the rules looked at
 * it. */
void lab_count_event(struct lab_worker *w)
{
    struct bl_trace *t = &w->step.trace;
    if (t->count >= BL_TRACE_MAX)
        w->sums->cut++;
    for (uint32_t i = 0; i < t->count; i++)
        w->seen[t->entries[i].clause] |= lab_saw(t->entries[i].mark);
    for (uint32_t i = 0; i < t->count; i++) {
        bl_cite clause = t->entries[i].clause;
        uint8_t seen = w->seen[clause];
        struct lab_cover *c = &w->cover[clause];
        c->consulted += seen != 0;
        c->held += (seen & LAB_SAW_MET) != 0;
        c->refused += (seen & LAB_SAW_UNMET) != 0;
        c->applied += (seen & LAB_SAW_APPLIED) != 0;
        w->in_game[clause] |= seen;
        w->seen[clause] = 0;
    }
    bl_trace_clear(t);
}

static void count_game(struct lab_worker *w)
{
    for (uint16_t c = 0; c < w->game->clause_count; c++)
        w->cover[c].games += w->in_game[c] != 0;
    memset(w->in_game, 0, w->game->clause_count);
}

/* ---- moves ------------------------------------------------------------------- */

struct bl_context lab_context(struct lab_worker *w, uint64_t seed)
{
    struct bl_context cx;
    bl_context_init(&cx, w->game, seed);
    cx.trace = &w->step.trace;
    cx.scratch = w->bout.cx.scratch;
    return cx;
}

bool lab_apply_traced(struct lab_worker *w, void *state, const struct bl_play *play,
                      struct bl_chance *chance)
{
    if (!bl_step(w->game, state, play, chance, w->bout.cx.scratch, &w->step))
        return false;
    w->sums->made++;
    lab_count_event(w);
    return true;
}

int lab_playout(struct lab_worker *w, const struct bl_bot *bot, uint64_t cap,
                struct bl_stream *rng)
{
    struct bout *p = &w->playout;
    struct bl_result result = {.winner = -1};
    bout_chance(p, bl_next(rng));
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        p->bots[seat] = bot;
    p->cap = cap;
    if (!bout_go_on(p) || bl_head(p->state)->to_move >= 0)
        return -2;
    w->game->rules->result(p->state, &result);
    return result.winner;
}

/* ---- positions that are kept --------------------------------------------------- */

/* Keeps every `stride`-th position; when there is no more room, every second of those goes, and
 * the stride doubles. So they are spread evenly over a game of any length. */
static void keep(struct lab_worker *w, uint64_t at)
{
    struct lab_looked *g = w->now;
    if (at % g->stride != 0)
        return;
    if (g->kept_count == LAB_POSITIONS) {
        for (uint32_t i = 0; i < LAB_POSITIONS / 2; i++) {
            struct lab_kept even = g->kept[2 * i];
            g->kept[2 * i] = g->kept[i];
            g->kept[i] = even;
        }
        g->kept_count = LAB_POSITIONS / 2;
        g->stride *= 2;
        if (at % g->stride != 0)
            return;
    }
    struct lab_kept *kept = &g->kept[g->kept_count++];
    kept->at = at;
    bl_copy(w->game, kept->state, w->bout.state);
}

/* ---- one game ------------------------------------------------------------------ */

static struct bl_result result_of(const struct lab_worker *w)
{
    struct bl_result result = {.winner = -1};
    w->game->rules->result(w->bout.state, &result);
    if (result.why == 0)
        result.winner = -1;
    return result;
}

static void look(struct bout *b, uint32_t n)
{
    struct lab_worker *w = b->user;
    struct lab_row *row = w->now->row;
    row->choices += n;
    row->forced += n == 1;
    if (n > row->widest)
        row->widest = n;
    w->sums->widths[n < LAB_WIDTHS ? n : LAB_WIDTHS - 1]++;
    /* Brent: a position that comes again is found once the mark stands in its cycle. */
    if (b->made > 0 && bl_same(w->game, w->mark, b->state))
        row->recurs = 1;
    if ((b->made & (b->made - 1)) == 0)
        bl_copy(w->game, w->mark, b->state);
    keep(w, b->made);
}

static bool step(struct bout *b, const struct bl_play *play)
{
    return lab_apply_traced(b->user, b->state, play, &b->cx.chance);
}

/* Plays a deal with the bots of the bout, looked at or not. False: stopped before the end. */
static bool play_one(struct lab_worker *w, const struct bl_setup *setup, uint64_t seed,
                     void (*looking)(struct bout *b, uint32_t n))
{
    struct bout *b = &w->bout;
    b->look = looking;
    b->step = step;
    bout_chance(b, seed);
    b->cx.trace = &w->step.trace;
    w->traced->deal(b->state, setup, &b->cx);
    lab_count_event(w);
    return bout_play(b);
}

/* Whether an unfinished game was bound to go on: play at random tries to end it. */
static void try_to_end(struct lab_worker *w, uint64_t seed, struct lab_row *row)
{
    struct bl_stream all = bl_stream(seed, w->game->code, BL_FOR_SAMPLE, UINT32_MAX);
    for (uint64_t r = 0; r < LAB_LAST_PLAYOUTS; r++) {
        struct bl_stream rng = bl_substream(&all, r);
        bl_copy(w->game, w->playout.state, w->bout.state);
        row->could_end += lab_playout(w, bl_find_bot("random"), LAB_LAST_MOVES, &rng) != -2;
    }
}

/* Plays the deal again for each step of the ladder. The lone bot moves on by a seat from one deal to
 * the next that is played. */
static bool climb(struct lab_worker *w, const struct bl_setup *setup, uint64_t seed, uint64_t number,
                  struct lab_row *row)
{
    const struct bl_bot *const *ladder = w->plan->ladder;
    row->lone_seat = (int64_t)((number + number / LAB_SPARSE) % setup->players);
    for (uint32_t i = 0; i < LAB_STEPS; i++) {
        row->lone_winner[i] = LAB_NOT_PLAYED;
        if (i + 1 >= w->plan->ladder_count || (i > 0 && number % LAB_SPARSE != 0))
            continue;
        for (int seat = 0; seat < BL_MAX_SEATS; seat++)
            w->bout.bots[seat] = ladder[seat == row->lone_seat ? i + 1 : i];
        if (!play_one(w, setup, seed, NULL))
            return false;
        row->lone_winner[i] = result_of(w).winner;
        count_game(w);
    }
    return true;
}

bool lab_play(struct lab_worker *w, uint32_t setting, uint64_t number, struct lab_looked *looked)
{
    const struct lab_plan *plan = w->plan;
    const struct bl_setup *setup = &plan->settings[setting].setup;
    uint64_t seed = bl_game_seed(plan->seed, number);
    struct lab_row *row = looked->row;
    *row = (struct lab_row){.winner = -1};
    looked->kept_count = 0;
    looked->stride = 1;
    looked->first = w->sample_count;
    w->now = looked;
    memcpy(w->bout.bots, plan->bots, sizeof w->bout.bots);
    if (!play_one(w, setup, seed, look))
        return false;
    struct bl_result result = result_of(w);
    row->moves = (int64_t)w->bout.made;
    row->why = result.why;
    row->winner = result.winner;
    if (row->why == 0)
        try_to_end(w, seed, row);
    else
        row->recurs = 0;
    lab_look(w, seed);
    count_game(w);
    return climb(w, setup, seed, number, row) && !lab_stopped(w);
}
