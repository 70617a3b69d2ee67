/* blocks_run.c - threads that play blocks. */
#include <stdlib.h>

#include "base/alloc.h"
#include "blocks.h"

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
