/* blocks_run.c - threads that play blocks, and the work on one machine. */
#include "blocks.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"

#define AHEAD 2   /* blocks given for each thread, so that none waits for the next */

struct played {
    struct played *next;
    struct bl_text line;
};

struct lab_pool {
    const struct lab_task *task;
    atomic_bool halt;              /* what is being played is to be broken off */
    unsigned jobs;
    pthread_t *threads;
    pthread_mutex_t lock;
    pthread_cond_t given;          /* there is a block to play, or no more will come */
    pthread_cond_t done;           /* a block was played */
    uint64_t *todo;                /* a ring … */
    size_t room, first, count;     /* … of what waits to be played */
    struct played *head, **tail;   /* in the order of being done */
    bool closed;
};

/* ---- the pool ------------------------------------------------------------------ */

static bool take_todo(struct lab_pool *p, uint64_t *block)
{
    pthread_mutex_lock(&p->lock);
    while (p->count == 0 && !p->closed)
        pthread_cond_wait(&p->given, &p->lock);
    bool some = p->count > 0;
    if (some) {
        *block = p->todo[p->first];
        p->first = (p->first + 1) % p->room;
        p->count--;
    }
    pthread_mutex_unlock(&p->lock);
    return some;
}

static void hand_in(struct lab_pool *p, struct played *played)
{
    pthread_mutex_lock(&p->lock);
    *p->tail = played;
    p->tail = &played->next;
    pthread_cond_signal(&p->done);
    pthread_mutex_unlock(&p->lock);
}

static void *work(void *arg)
{
    struct lab_pool *p = arg;
    void *room = p->task->room_new(p->task, &p->halt);
    uint64_t block;
    while (take_todo(p, &block)) {
        struct played *played = bl_new(1, sizeof *played);
        played->line = bl_text_heap();
        if (atomic_load(&p->halt) || !lab_task_play(p->task, room, block, &played->line))
            bl_text_clear(&played->line);
        hand_in(p, played);
    }
    p->task->room_free(room);
    return NULL;
}

struct lab_pool *lab_pool_start(const struct lab_task *task, unsigned jobs)
{
    struct lab_pool *p = bl_new(1, sizeof *p);
    p->task = task;
    atomic_init(&p->halt, false);
    p->room = (size_t)jobs * AHEAD + 1;
    p->todo = bl_new(p->room, sizeof *p->todo);
    p->tail = &p->head;
    p->threads = bl_new(jobs, sizeof *p->threads);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->given, NULL);
    pthread_cond_init(&p->done, NULL);
    while (p->jobs < jobs && pthread_create(&p->threads[p->jobs], NULL, work, p) == 0)
        p->jobs++;
    if (p->jobs == 0)
        abort();   /* not one thread to be had */
    return p;
}

void lab_pool_give(struct lab_pool *p, uint64_t block)
{
    pthread_mutex_lock(&p->lock);
    p->todo[(p->first + p->count++) % p->room] = block;
    pthread_cond_signal(&p->given);
    pthread_mutex_unlock(&p->lock);
}

static struct timespec in_ms(unsigned ms)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += ms / 1000;
    t.tv_nsec += (long)(ms % 1000) * 1000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_nsec -= 1000000000;
        t.tv_sec++;
    }
    return t;
}

bool lab_pool_take(struct lab_pool *p, unsigned ms, struct bl_text *line)
{
    struct timespec until = in_ms(ms);
    bl_text_clear(line);
    pthread_mutex_lock(&p->lock);
    while (!p->head && pthread_cond_timedwait(&p->done, &p->lock, &until) == 0)
        ;
    struct played *played = p->head;
    if (played && !(p->head = played->next))
        p->tail = &p->head;
    pthread_mutex_unlock(&p->lock);
    if (!played)
        return false;
    bl_put_bytes(line, played->line.s, played->line.len);
    bl_text_free(&played->line);
    free(played);
    return true;
}

void lab_pool_halt(struct lab_pool *p)
{
    atomic_store(&p->halt, true);
}

void lab_pool_end(struct lab_pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->closed = true;
    pthread_cond_broadcast(&p->given);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->jobs; i++)
        pthread_join(p->threads[i], NULL);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->given);
    pthread_cond_destroy(&p->done);
    free(p->threads);
    free(p->todo);
    free(p);
}

/* ---- the work ------------------------------------------------------------------ */

bool lab_work_over(const struct lab_work *w)
{
    return w->task->enough || (w->stop && atomic_load(w->stop));
}

enum lab_end lab_work_here(const struct lab_work *w)
{
    struct lab_pool *pool = lab_pool_start(w->task, w->jobs);
    struct bl_text line = bl_text_heap();
    uint64_t at = 0, block;
    size_t out = 0;   /* given and not yet taken back */
    bool stored = true;
    do {
        while (stored && !lab_work_over(w) && out < (size_t)w->jobs * AHEAD &&
               lab_task_next(w->task, &at, &block)) {
            lab_pool_give(pool, block);
            out++;
        }
        if (w->progress)
            w->progress(w->user, w->task->games_done, 0);
        if (!stored || lab_work_over(w))
            lab_pool_halt(pool);
        if (out > 0 && lab_pool_take(pool, 100, &line)) {
            out--;
            if (lab_task_accept(w->task, line.s, line.len) && w->store)
                stored = lab_store_add(w->store, line.s, line.len) && stored;
        }
    } while (out > 0);
    bl_text_free(&line);
    lab_pool_end(pool);
    return !stored ? LAB_NOT_STORED : lab_task_done(w->task) ? LAB_DONE : LAB_STOPPED;
}
