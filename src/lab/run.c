/* run.c - many games on many cores, merged in the order of their numbers.
 *
 * Games are handed out in batches. A finished batch waits until those before it have been merged;
 * no more are handed out than so many ahead of these, which bounds the memory. When a run is
 * stopped, what has been merged is always a prefix of it. */
#include "dataset.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/pool.h"

#define AHEAD 4             /* batches for each job, handed out and not merged */
#define MAX_BATCH 1024
#define MAX_SMALL_BATCH 8   /* with transcripts or datasets, which wait in memory */

struct batch {
    struct bl_piece piece;    /* linked to the next that waits to be merged */
    uint64_t first;           /* game */
    uint32_t size, count;     /* games asked for; played, fewer if the run was stopped */
    struct bl_text text, rows;
    struct bl_outcome outcomes[];
};

/* ---- playing ---------------------------------------------------------------- */

struct bout *lab_bout(const struct bl_game *game, uint64_t cap, const atomic_bool *stop,
                      const void *task)
{
    struct bout *b = bl_new(1, sizeof *b);
    bout_init(b, game);
    b->cap = cap;
    b->stop = stop;
    b->task = task;
    return b;
}

void lab_bout_free(void *bout)
{
    bout_free(bout);
    free(bout);
}

static void *worker_new(const void *user, const atomic_bool *halt)
{
    const struct bl_run *run = user;
    struct bout *b = lab_bout(run->game, run->cap, halt, run);
    memcpy(b->bots, run->bots, sizeof b->bots);
    if (run->dataset)
        rows_attach(b, run->dataset);
    return b;
}

static void worker_free(void *bout)
{
    rows_free(bout);
    lab_bout_free(bout);
}

bool lab_play_game(struct bout *b, const struct bl_setup *setup, uint64_t seed,
                   struct bl_recorder *r, struct bl_outcome *out)
{
    bout_deal(b, setup, seed);
    if (!(r ? bout_record(b, r) : bout_play(b)))
        return false;
    *out = (struct bl_outcome){.moves = b->made, .result = {.winner = -1}};
    memcpy(out->refused, b->refused, sizeof out->refused);
    memcpy(out->faults, b->faults, sizeof out->faults);
    out->forfeits = b->forfeits;
    b->game->rules->result(b->state, &out->result);
    return true;
}

static void play_batch(void *worker, struct bl_piece *piece)
{
    struct bout *bout = worker;
    const struct bl_run *run = bout->task;
    struct batch *b = (struct batch *)piece;
    struct bl_recorder recorder = {.game = run->game, .out = &b->text, .full = run->full};
    bool whole = true;
    while (whole && b->count < b->size) {
        uint64_t number = b->first + b->count;
        whole = !atomic_load_explicit(bout->stop, memory_order_relaxed) &&
                lab_play_game(bout, &run->setup, bl_game_seed(run->seed, number),
                              run->write ? &recorder : NULL, &b->outcomes[b->count]);
        if (whole && run->dataset)
            rows_end(bout, number, &b->outcomes[b->count], &b->rows);
        b->count += whole;
    }
}

/* ---- merging ---------------------------------------------------------------- */

/* False: what follows is not to be merged, since it would leave a gap or cannot be written. */
static bool merge(const struct bl_run *run, const struct batch *b, struct bl_tally *tally)
{
    if (b->text.len > 0 && !run->write(run->to, b->text.s, b->text.len))
        return false;
    if (b->rows.len > 0 && !dataset_add(run->dataset, &b->rows))
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

static struct bl_piece *new_batch(const struct bl_run *run, uint64_t first, uint32_t size)
{
    struct batch *b = bl_new(1, sizeof *b + size * sizeof b->outcomes[0]);
    *b = (struct batch){.first = first, .text = bl_text_heap(), .rows = bl_text_heap()};
    b->size = (uint32_t)smaller(size, run->games - first);
    return &b->piece;
}

/* Puts a batch in its place among those that wait. */
static void put_in_order(struct bl_piece **at, struct bl_piece *piece)
{
    while (*at && ((struct batch *)*at)->first < ((struct batch *)piece)->first)
        at = &(*at)->next;
    piece->next = *at;
    *at = piece;
}

/* Hands out batches, takes them back, merges those whose turn it is. */
static void play_all(const struct bl_run *run, unsigned jobs, uint32_t size, struct bl_pool *pool,
                     struct bl_tally *tally)
{
    uint64_t handed = 0, merged = 0, out = 0;   /* games; games; batches */
    struct bl_piece *waiting = NULL, *done;
    bool over = false;
    do {
        for (; !over && handed < run->games && handed < merged + (uint64_t)jobs * AHEAD * size;
             handed += size, out++)
            bl_pool_give(pool, new_batch(run, handed, size));
        if (run->progress)
            run->progress(run->user, tally->games, tally->decisions);
        if (run->stop && run->stop(run->user))
            bl_pool_halt(pool);
        if (!(done = bl_pool_take(pool, 100)))
            continue;
        put_in_order(&waiting, done);
        out--;
        for (struct batch *b; (b = (struct batch *)waiting) && (over || b->first == merged);) {
            waiting = b->piece.next;
            over = over || !merge(run, b, tally);
            merged += size;
            bl_text_free(&b->text);
            bl_text_free(&b->rows);
            free(b);
        }
        if (over)
            bl_pool_halt(pool);
    } while (out > 0 || (!over && handed < run->games));
}

bool bl_run_games(const struct bl_run *run, struct bl_tally *tally)
{
    unsigned jobs = run->jobs > 0 ? (unsigned)smaller(run->jobs, run->games) : 1;
    bl_tally_init(tally, run->game);
    if (run->games == 0)
        return true;
    uint32_t size = (uint32_t)smaller(run->games / ((uint64_t)jobs * 32) + 1,
                                      run->write || run->dataset ? MAX_SMALL_BATCH : MAX_BATCH);
    struct bl_pool *pool = bl_pool_start(
        &(struct bl_labour){play_batch, worker_new, worker_free, run}, jobs);
    play_all(run, jobs, size, pool, tally);
    bl_pool_end(pool);
    bl_tally_finish(tally);
    return tally->games == run->games;
}
