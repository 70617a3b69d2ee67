/* blocks_run.c - threads that play blocks, and the work on one machine. */
#include <stdlib.h>

#include "base/alloc.h"
#include "blocks.h"

#define AHEAD 2   /* blocks given for each thread, so that none waits for the next */

/* ---- the threads --------------------------------------------------------------- */

struct played {
    struct bl_piece piece;
    const struct lab_task *task;
    uint64_t block;
    struct bl_text line;
};

static void play(void *worker, struct bl_piece *piece)
{
    struct played *p = (struct played *)piece;
    if (!lab_task_play(p->task, worker, p->block, &p->line))
        bl_text_clear(&p->line);
}

struct bl_pool *lab_pool_start(const struct lab_task *task, unsigned jobs)
{
    return bl_pool_start(&(struct bl_labour){play, task->worker_new, task->worker_free, task->user},
                         jobs);
}

void lab_pool_give(struct bl_pool *pool, const struct lab_task *task, uint64_t block)
{
    struct played *p = bl_new(1, sizeof *p);
    *p = (struct played){.task = task, .block = block, .line = bl_text_heap()};
    bl_pool_give(pool, &p->piece);
}

bool lab_pool_take(struct bl_pool *pool, unsigned ms, struct bl_text *line)
{
    struct played *p = (struct played *)bl_pool_take(pool, ms);
    bl_text_clear(line);
    if (!p)
        return false;
    bl_put_bytes(line, p->line.s, p->line.len);
    bl_text_free(&p->line);
    free(p);
    return true;
}

/* ---- the work ------------------------------------------------------------------ */

bool lab_work_over(const struct lab_work *w)
{
    return w->task->enough || (w->stop && atomic_load(w->stop));
}

enum lab_end lab_work_here(const struct lab_work *w)
{
    struct bl_pool *pool = lab_pool_start(w->task, w->jobs);
    BL_LOCAL struct bl_text line = bl_text_heap();
    uint64_t at = 0, block;
    size_t out = 0;   /* given and not yet taken back */
    bool stored = true;
    do {
        while (stored && !lab_work_over(w) && out < (size_t)w->jobs * AHEAD &&
               lab_task_next(w->task, &at, &block)) {
            lab_pool_give(pool, w->task, block);
            out++;
        }
        if (w->progress)
            w->progress(w->user, w->task->games_done, 0);
        if (!stored || lab_work_over(w))
            bl_pool_halt(pool);
        if (out > 0 && lab_pool_take(pool, 100, &line)) {
            out--;
            if (lab_task_accept(w->task, line.s, line.len) && w->store)
                stored = lab_store_add(w->store, line.s, line.len) && stored;
        }
    } while (out > 0);
    bl_pool_end(pool);
    return !stored ? LAB_NOT_STORED : lab_task_done(w->task) ? LAB_DONE : LAB_STOPPED;
}
