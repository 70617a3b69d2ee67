/* run.c - many games on many cores, merged in the order of their numbers.
 *
 * Games are handed out in batches. A finished batch waits in its slot until those before it have
 * been merged; no batch is handed out whose slot is still taken, which bounds the memory. When a
 * run is stopped, what has been merged is always a prefix of it. */
#include "series.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/pool.h"

#define SLOTS_A_JOB 4
#define MAX_BATCH 1024
#define MAX_SMALL_BATCH 8   /* with transcripts, whose texts wait in memory */

struct batch {
    struct bl_piece piece;
    uint64_t first;           /* game */
    uint32_t size, count;     /* games asked for; played, fewer if the run was stopped */
    bool ready;               /* played, not yet merged */
    struct bl_outcome *outcomes;
    struct bl_text text;
};

/* ---- playing ---------------------------------------------------------------- */

struct lab_player *lab_player(const struct bl_game *game, uint64_t cap, const atomic_bool *stop,
                              const void *task)
{
    struct lab_player *p = bl_new(1, sizeof *p);
    course_init(&p->course, game);
    p->course.cap = cap;
    p->course.stop = stop;
    p->task = task;
    return p;
}

void lab_player_free(void *player)
{
    course_free(&((struct lab_player *)player)->course);
    free(player);
}

static void *worker_new(const void *user, const atomic_bool *halt)
{
    const struct bl_run *run = user;
    struct lab_player *p = lab_player(run->game, run->cap, halt, run);
    memcpy(p->course.bots, run->bots, sizeof p->course.bots);
    return p;
}

bool lab_play_game(struct course *c, const struct bl_setup *setup, uint64_t seed,
                   struct bl_recorder *r, struct bl_outcome *out)
{
    course_deal(c, setup, seed);
    if (!(r ? course_record(c, r) : course_play(c)))
        return false;
    *out = (struct bl_outcome){.moves = c->made, .result = {.winner = -1}};
    c->game->rules->result(c->state, &out->result);
    return true;
}

static void play_batch(void *worker, struct bl_piece *piece)
{
    struct lab_player *p = worker;
    const struct bl_run *run = p->task;
    struct batch *b = (struct batch *)piece;
    struct bl_recorder recorder = {.game = run->game, .out = &b->text, .full = run->full};
    bool whole = true;
    while (whole && b->count < b->size) {
        whole = !atomic_load_explicit(p->course.stop, memory_order_relaxed) &&
                lab_play_game(&p->course, &run->setup, bl_game_seed(run->seed, b->first + b->count),
                              run->write ? &recorder : NULL, &b->outcomes[b->count]);
        b->count += whole;
    }
}

/* ---- merging ---------------------------------------------------------------- */

/* False: what follows is not to be merged, since it would leave a gap or cannot be written. */
static bool merge(const struct bl_run *run, const struct batch *b, struct bl_tally *tally)
{
    if (b->text.len > 0 && !run->write(run->to, b->text.s, b->text.len))
        return false;
    for (uint32_t i = 0; i < b->count; i++)
        bl_tally_add(tally, &b->outcomes[i]);
    return b->count == b->size;
}

/* ---- the run ---------------------------------------------------------------- */

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

struct slots {
    struct batch *at;
    uint32_t count, batch_size;
};

static void slots_init(struct slots *s, const struct bl_run *run, unsigned jobs)
{
    uint64_t fair = run->games / ((uint64_t)jobs * 32) + 1;
    s->batch_size = (uint32_t)smaller(fair, run->write ? MAX_SMALL_BATCH : MAX_BATCH);
    s->count = jobs * SLOTS_A_JOB;
    s->at = bl_new(s->count, sizeof *s->at);
    for (uint32_t i = 0; i < s->count; i++) {
        s->at[i].outcomes = bl_new(s->batch_size, sizeof *s->at[i].outcomes);
        s->at[i].text = bl_text_heap();
    }
}

static void slots_free(struct slots *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        free(s->at[i].outcomes);
        bl_text_free(&s->at[i].text);
    }
    free(s->at);
}

/* Hands out batches, takes them back, merges those whose turn it is. */
static void play_all(const struct bl_run *run, struct slots *s, struct bl_pool *pool,
                     struct bl_tally *tally)
{
    uint64_t handed = 0, merged = 0, back = 0;   /* batches */
    bool over = false;
    do {
        for (; !over && handed * s->batch_size < run->games && handed < merged + s->count; handed++) {
            struct batch *b = &s->at[handed % s->count];
            b->first = handed * s->batch_size;
            b->count = 0;
            bl_text_clear(&b->text);
            b->size = (uint32_t)smaller(s->batch_size, run->games - b->first);
            bl_pool_give(pool, &b->piece);
        }
        if (run->progress)
            run->progress(run->user, tally->games, tally->decisions);
        if (run->stop && run->stop(run->user))
            bl_pool_halt(pool);
        struct batch *done = (struct batch *)bl_pool_take(pool, 100), *b;
        if (!done)
            continue;
        done->ready = true;
        back++;
        for (; (b = &s->at[merged % s->count])->ready && !over; merged++) {
            b->ready = false;
            over = !merge(run, b, tally);
        }
        if (over)
            bl_pool_halt(pool);
    } while (back < handed || (!over && handed * s->batch_size < run->games));
}

bool bl_run_games(const struct bl_run *run, struct bl_tally *tally)
{
    unsigned jobs = run->jobs > 0 ? (unsigned)smaller(run->jobs, run->games) : 1;
    bl_tally_init(tally, run->game);
    if (run->games == 0)
        return true;
    struct slots slots;
    slots_init(&slots, run, jobs);
    struct bl_pool *pool = bl_pool_start(
        &(struct bl_labour){play_batch, worker_new, lab_player_free, run}, jobs);
    play_all(run, &slots, pool, tally);
    bl_pool_end(pool);
    slots_free(&slots);
    bl_tally_finish(tally);
    return tally->games == run->games;
}
