/* tournament_blocks.c - a tournament in blocks of games, played anywhere, counted in the order of the games. */
#include "tournament.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "bylaw/position.h"

#define QUICK_BLOCK 32   /* games of a block, when bots do not think */

/* ---- playing ------------------------------------------------------------------- */

static void *worker_new(const void *user, const atomic_bool *halt)
{
    const struct contest *c = user;
    return lab_player(c->t->game, c->t->cap, halt, c);
}

static uint32_t games_in(const struct contest *c, uint64_t block)
{
    uint64_t left = c->games - block * c->block_size;
    return left < c->block_size ? (uint32_t)left : c->block_size;
}

/* Of each game: moves, the clause that ended it, the winner, and the ranking after its length. */
static bool play_block(void *worker, uint64_t block, struct bl_text *out)
{
    struct lab_player *p = worker;
    const struct contest *c = p->task;
    for (uint32_t i = 0; i < games_in(c, block); i++) {
        struct bl_outcome o;
        uint64_t seed = contest_line_up(c, block * c->block_size + i, p->course.bots);
        if (!lab_play_game(&p->course, &c->t->setup, seed, NULL, &o))
            return false;
        lab_put_number(out, (int64_t)o.moves);
        lab_put_number(out, o.result.why);
        lab_put_number(out, o.result.winner);
        lab_put_number(out, o.result.ranked);
        for (unsigned r = 0; r < o.result.ranked; r++)
            lab_put_number(out, o.result.ranking[r]);
    }
    return true;
}

/* ---- taking in ----------------------------------------------------------------- */

static bool take_outcome(const struct contest *c, const char **at, struct bl_outcome *o)
{
    int64_t moves, why, winner, ranked, seat, players = c->t->setup.players;
    if (!lab_take_number(at, &moves) || !lab_take_number(at, &why) ||
        !lab_take_number(at, &winner) || !lab_take_number(at, &ranked) || moves < 0 || why < 0 ||
        why >= c->t->game->clause_count || winner < -1 || winner >= players || ranked < 0 ||
        ranked > players)
        return false;
    *o = (struct bl_outcome){.moves = (uint64_t)moves,
                             .result = {.winner = (int8_t)winner, .ranked = (uint8_t)ranked,
                                        .why = (bl_cite)why}};
    for (int64_t r = 0; r < ranked; r++) {
        if (!lab_take_number(at, &seat) || seat < 0 || seat >= players)
            return false;
        o->result.ranking[r] = (uint8_t)seat;
    }
    return true;
}

/* Counts every game whose turn it is. */
static void count_waiting(struct contest *c)
{
    while (!c->task.enough && c->counted < c->games) {
        uint64_t block = c->counted / c->block_size;
        struct bl_outcome *outcomes = c->waiting[block];
        if (!outcomes)
            return;
        for (uint32_t i = 0; !c->task.enough && i < games_in(c, block); i++)
            c->task.enough = !contest_count(c, c->counted++, &outcomes[i]);
        c->waiting[block] = NULL;
        free(outcomes);
    }
}

static bool accept(struct lab_task *task, uint64_t block, const char *numbers)
{
    struct contest *c = task->user;
    struct bl_outcome *outcomes = bl_new(c->block_size, sizeof *outcomes);
    for (uint32_t i = 0; i < games_in(c, block); i++)
        if (!take_outcome(c, &numbers, &outcomes[i])) {
            free(outcomes);
            return false;
        }
    task->games_done += games_in(c, block);
    c->waiting[block] = outcomes;
    count_waiting(c);
    return true;
}

/* ---- the tournament --------------------------------------------------------- */

static void put_plan(struct bl_text *out, const struct bl_tournament *t)
{
    lab_say(out, "bylaw-tournament 1 " BYLAW_VERSION " %s seed=%ju deals=%u cap=%ju", t->game->id,
            t->seed, t->deals, t->cap);
    if (t->sprt)
        lab_say(out, " sprt=%.17g,%.17g", t->elo0, t->elo1);
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
    *c = (struct contest){.t = t, .out = out, .block_size = block_size(t)};
    c->games = (uint64_t)t->deals * t->bot_count;
    c->task = (struct lab_task){.plan = bl_text_heap(), .user = c, .worker_new = worker_new,
                                .worker_free = lab_player_free, .play = play_block, .accept = accept,
                                .blocks = (c->games + c->block_size - 1) / c->block_size};
    put_plan(&c->task.plan, t);
    lab_task_init(&c->task);
    c->waiting = bl_new(c->task.blocks + 1, sizeof *c->waiting);
}

void contest_close(struct contest *c)
{
    for (uint64_t i = 0; i < c->task.blocks; i++)
        free(c->waiting[i]);
    free(c->waiting);
    free(c->deals);
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
