/* arena.c - many games on many cores, merged in the order of their numbers.
 *
 * Games are handed out in batches. A finished batch waits in a slot until those before it have
 * been merged; nobody starts a batch whose slot is still taken, which bounds the memory. When a
 * run is stopped, what has been merged is always a prefix of it. */
#include "arena.h"
#include "base/alloc.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define SLOTS_A_JOB 4
#define MAX_BATCH 256
#define MAX_SMALL_BATCH 8   /* with transcripts, whose texts wait in memory */

struct batch {
    bool ready;               /* played, not yet merged */
    uint32_t count;           /* games played: fewer than asked for if the run was stopped */
    struct bl_outcome *outcomes;
    struct bl_text text;
};

struct arena {
    const struct bl_run *run;
    struct bl_tally *tally;
    uint32_t batch_size, slot_count;
    struct batch *slots;
    pthread_mutex_t lock;
    pthread_cond_t moved;     /* something was merged, or the run is over */
    pthread_cond_t ended;     /* the last worker has gone */
    uint64_t handed, merged;  /* batches */
    uint64_t batches;
    bool over;                /* stopped, or failed to write */
    unsigned running;
};

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* ---- merging ---------------------------------------------------------------- */

static bool is_stopped(const struct bl_run *run)
{
    return run->stop && atomic_load_explicit(run->stop, memory_order_relaxed);
}

/* Games in batch number `b`. */
static uint32_t games_in(const struct arena *a, uint64_t b)
{
    return (uint32_t)smaller(a->batch_size, a->run->games - b * a->batch_size);
}

static void merge_batch(struct arena *a, struct batch *batch)
{
    const struct bl_run *run = a->run;
    if (run->write && batch->text.len > 0 && !run->write(run->to, batch->text.s, batch->text.len)) {
        a->over = true;
        return;
    }
    for (uint32_t i = 0; i < batch->count; i++)
        bl_tally_add(a->tally, &batch->outcomes[i]);
    if (batch->count < games_in(a, a->merged))
        a->over = true;   /* what follows would leave a gap */
}

/* Merges every batch whose turn it is. The lock is held. */
static void merge_ready(struct arena *a)
{
    struct batch *batch;
    while (!a->over && (batch = &a->slots[a->merged % a->slot_count])->ready) {
        merge_batch(a, batch);
        batch->ready = false;
        a->merged++;
    }
    pthread_cond_broadcast(&a->moved);
}

/* ---- playing ---------------------------------------------------------------- */

/* The next batch to play, when its slot is free; false when there is none. */
static bool take_batch(struct arena *a, uint64_t *number)
{
    pthread_mutex_lock(&a->lock);
    while (!a->over && a->handed < a->batches && a->handed >= a->merged + a->slot_count)
        pthread_cond_wait(&a->moved, &a->lock);
    bool more = !a->over && a->handed < a->batches;
    if (more)
        *number = a->handed++;
    pthread_mutex_unlock(&a->lock);
    return more;
}

static void play_batch(struct arena *a, struct bl_seat_room *room, uint64_t number)
{
    const struct bl_run *run = a->run;
    struct batch *batch = &a->slots[number % a->slot_count];
    struct bl_text *text = run->write ? &batch->text : NULL;
    uint32_t count = games_in(a, number);
    if (text)
        bl_text_clear(text);
    for (batch->count = 0; batch->count < count; batch->count++) {
        size_t before = batch->text.len;
        if (is_stopped(run) ||
            !bl_play_game(run, room, number * a->batch_size + batch->count, text,
                          &batch->outcomes[batch->count])) {
            batch->text.len = before;   /* a game that was broken off leaves nothing */
            break;
        }
    }
}

static void *work(void *arg)
{
    struct arena *a = arg;
    struct bl_seat_room room;
    uint64_t number;
    bl_room_init(&room, a->run->game);
    while (take_batch(a, &number)) {
        play_batch(a, &room, number);
        pthread_mutex_lock(&a->lock);
        a->slots[number % a->slot_count].ready = true;
        merge_ready(a);
        pthread_mutex_unlock(&a->lock);
    }
    bl_room_free(&room);
    pthread_mutex_lock(&a->lock);
    if (--a->running == 0)
        pthread_cond_signal(&a->ended);
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

/* ---- the run ---------------------------------------------------------------- */

static void prepare(struct arena *a, unsigned jobs)
{
    const struct bl_run *run = a->run;
    uint64_t fair = run->games / ((uint64_t)jobs * 32) + 1;
    a->batch_size = (uint32_t)smaller(fair, run->write ? MAX_SMALL_BATCH : MAX_BATCH);
    a->batches = run->games / a->batch_size + (run->games % a->batch_size != 0);
    a->slot_count = jobs * SLOTS_A_JOB;
    a->slots = bl_new(a->slot_count, sizeof *a->slots);
    for (uint32_t i = 0; i < a->slot_count; i++) {
        a->slots[i].outcomes = bl_new(a->batch_size, sizeof *a->slots[i].outcomes);
        a->slots[i].text = bl_text_heap();
    }
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->moved, NULL);
    pthread_cond_init(&a->ended, NULL);
}

static void dispose(struct arena *a)
{
    for (uint32_t i = 0; i < a->slot_count; i++) {
        free(a->slots[i].outcomes);
        bl_text_free(&a->slots[i].text);
    }
    free(a->slots);
    pthread_mutex_destroy(&a->lock);
    pthread_cond_destroy(&a->moved);
    pthread_cond_destroy(&a->ended);
}

/* Waits for the workers, and says how far they are. */
static void watch(struct arena *a)
{
    const struct bl_run *run = a->run;
    pthread_mutex_lock(&a->lock);
    while (a->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
        pthread_cond_timedwait(&a->ended, &a->lock, &until);
        uint64_t games = a->tally->games, decisions = a->tally->decisions;
        if (run->progress && a->running > 0) {
            pthread_mutex_unlock(&a->lock);
            run->progress(run->user, games, decisions);
            pthread_mutex_lock(&a->lock);
        }
    }
    pthread_mutex_unlock(&a->lock);
}

bool bl_run_games(const struct bl_run *run, struct bl_tally *tally)
{
    struct arena a = {.run = run, .tally = tally};
    unsigned jobs = run->jobs > 0 ? (unsigned)smaller(run->jobs, run->games) : 1;
    bl_tally_init(tally, run->game);
    if (run->games == 0)
        return true;
    prepare(&a, jobs);
    pthread_t *threads = bl_new(jobs, sizeof *threads);
    unsigned started = 0;
    a.running = jobs;
    while (started < jobs && pthread_create(&threads[started], NULL, work, &a) == 0)
        started++;
    pthread_mutex_lock(&a.lock);
    a.running -= jobs - started;
    pthread_mutex_unlock(&a.lock);
    if (started == 0) {
        a.running = 1;
        work(&a);   /* no thread to be had: here, then */
    }
    watch(&a);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    dispose(&a);
    bl_tally_finish(tally);
    return tally->games == run->games;
}
