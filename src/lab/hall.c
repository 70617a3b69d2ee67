/* hall.c - a tournament in blocks of games, played anywhere, counted in the order of the games. */
#include "hall.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "bylaw/position.h"

#define QUICK_BLOCK 32   /* games of a block, when bots do not think */

/* ---- playing ------------------------------------------------------------------- */

struct hall_room {
    const struct hall *hall;
    struct bl_run run;           /* with a thread's own `stop` */
    struct bl_seat_room seats;
};

static void *room_new(const struct lab_task *task, const atomic_bool *stop)
{
    struct hall_room *room = bl_new(1, sizeof *room);
    room->hall = task->user;
    room->run = room->hall->run;
    room->run.stop = stop;
    bl_room_init(&room->seats, room->run.game);
    return room;
}

static void room_free(void *at)
{
    struct hall_room *room = at;
    bl_room_free(&room->seats);
    free(room);
}

static uint32_t games_in(const struct hall *h, uint64_t block)
{
    uint64_t left = h->games - block * h->block_size;
    return left < h->block_size ? (uint32_t)left : h->block_size;
}

/* Of each game: moves, the clause that ended it, the winner, and the ranking after its length. */
static bool play_block(void *at, uint64_t block, struct bl_text *out)
{
    struct hall_room *room = at;
    for (uint32_t i = 0; i < games_in(room->hall, block); i++) {
        struct bl_outcome o;
        if (!bl_play_game(&room->run, &room->seats, block * room->hall->block_size + i, NULL, &o))
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

static bool take_outcome(const struct hall *h, const char **at, struct bl_outcome *o)
{
    int64_t moves, why, winner, ranked, seat, players = h->t->setup.players;
    if (!lab_take_number(at, &moves) || !lab_take_number(at, &why) ||
        !lab_take_number(at, &winner) || !lab_take_number(at, &ranked) || moves < 0 || why < 0 ||
        why >= h->t->game->clause_count || winner < -1 || winner >= players || ranked < 0 ||
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
static void count_waiting(struct hall *h)
{
    while (!h->task.enough && h->counted < h->games) {
        uint64_t block = h->counted / h->block_size;
        struct bl_outcome *outcomes = h->waiting[block];
        if (!outcomes)
            return;
        for (uint32_t i = 0; !h->task.enough && i < games_in(h, block); i++)
            h->task.enough = !hall_count(h, h->counted++, &outcomes[i]);
        h->waiting[block] = NULL;
        free(outcomes);
    }
}

static bool accept(struct lab_task *task, uint64_t block, const char *numbers)
{
    struct hall *h = task->user;
    struct bl_outcome *outcomes = bl_new(h->block_size, sizeof *outcomes);
    for (uint32_t i = 0; i < games_in(h, block); i++)
        if (!take_outcome(h, &numbers, &outcomes[i])) {
            free(outcomes);
            return false;
        }
    task->games_done += games_in(h, block);
    h->waiting[block] = outcomes;
    count_waiting(h);
    return true;
}

/* ---- the tournament --------------------------------------------------------- */

static void put_pair(struct bl_text *out, const char *name, uint64_t number)
{
    bl_put(out, name);
    bl_put_uint(out, number);
}

static void put_plan(struct bl_text *out, const struct bl_tournament *t)
{
    char elo[80];
    bl_put(out, "bylaw-tournament 1 " BYLAW_VERSION " ");
    bl_put(out, t->game->id);
    put_pair(out, " seed=", t->seed);
    put_pair(out, " deals=", t->deals);
    put_pair(out, " cap=", t->cap);
    if (t->sprt) {
        snprintf(elo, sizeof elo, " sprt=%.17g,%.17g", t->elo0, t->elo1);
        bl_put(out, elo);
    }
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

void hall_open(struct hall *h, const struct bl_tournament *t, struct bl_standings *out)
{
    *out = (struct bl_standings){.sprt = {.elo0 = t->elo0, .elo1 = t->elo1}};
    *h = (struct hall){.t = t, .out = out, .rotations = bl_rotations(t),
                       .block_size = block_size(t)};
    h->games = (uint64_t)t->deals * h->rotations;
    h->run = (struct bl_run){.game = t->game, .setup = t->setup, .seed = t->seed,
                             .games = h->games, .cap = t->cap, .line_up = hall_line_up, .host = h};
    h->task = (struct lab_task){.plan = bl_text_heap(), .user = h, .room_new = room_new,
                                .room_free = room_free, .play = play_block, .accept = accept,
                                .blocks = (h->games + h->block_size - 1) / h->block_size};
    put_plan(&h->task.plan, t);
    lab_task_init(&h->task);
    h->waiting = bl_new(h->task.blocks + 1, sizeof *h->waiting);
}

void hall_close(struct hall *h)
{
    for (uint64_t i = 0; i < h->task.blocks; i++)
        free(h->waiting[i]);
    free(h->waiting);
    free(h->deals);
    lab_task_free(&h->task);
}

bool bl_play_tournament(const struct bl_tournament *t, struct bl_standings *out)
{
    struct hall h;
    hall_open(&h, t, out);
    struct lab_work work = {&h.task, NULL, t->jobs, t->stop, t->progress, t->user};
    enum lab_end end = lab_work_here(&work);
    hall_sum_up(&h);
    hall_close(&h);
    return end == LAB_DONE;
}
