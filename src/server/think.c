/* think.c - bots think in worker threads, each for so long and no longer. */
#define _GNU_SOURCE
#include "server/think.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"

/* Thoughts give way to the loop, which people wait for. */
enum { NICE = 10 };

struct srv_thinkers {
    uv_loop_t *loop;
    double budget;
    void (*thought)(void *with, struct srv_name table, uint32_t count, int seat, const char *move);
    void *with;
    atomic_bool stopped;
    struct thought *first;      /* all that are not told yet */
    struct srv_thinking figures;
};

struct thought {
    uv_work_t work;
    struct srv_thinkers *of;
    struct thought *next, **link;
    struct srv_task *task;
    struct srv_name table;
    uint32_t count;
    int seat;
    double began, ended;
    struct bl_text move;
};

static bool is_over(void *of)
{
    const struct thought *t = of;
    return atomic_load_explicit(&t->of->stopped, memory_order_relaxed) ||
        bl_now() - t->began > t->of->budget;
}

static void begin_thread(void)
{
    static _Thread_local bool begun;
    if (begun)
        return;
    begun = true;
    setpriority(PRIO_PROCESS, (id_t)gettid(), NICE);   /* of this thread */
    prctl(PR_SET_NAME, "bots");                        /* so that its work can be told apart */
}

static void work(uv_work_t *work)
{
    struct thought *t = work->data;
    struct bl_patience patience = {is_over, t};
    begin_thread();
    t->began = bl_now();
    srv_task_think(t->task, &patience, &t->move);
    t->ended = bl_now();
}

static void told(uv_work_t *work, int status)
{
    struct thought *t = work->data;
    struct srv_thinkers *of = t->of;
    bool stopped = status < 0 || atomic_load(&of->stopped);
    double took = t->ended - t->began;
    *t->link = t->next;
    if (t->next)
        t->next->link = t->link;
    of->figures.now--;
    of->figures.done += !stopped;
    of->figures.cut += !stopped && took > of->budget;
    of->figures.seconds += took;
    of->thought(of->with, t->table, t->count, t->seat, stopped ? "" : t->move.s);
    srv_task_free(t->task);
    bl_text_free(&t->move);
    free(t);
}

struct srv_thinkers *srv_thinkers_new(uv_loop_t *loop, unsigned budget_ms,
                                      void (*thought)(void *with, struct srv_name table, uint32_t count,
                                                      int seat, const char *move), void *with)
{
    struct srv_thinkers *t = bl_new(1, sizeof *t);
    t->loop = loop;
    t->budget = budget_ms / 1000.0;
    t->thought = thought;
    t->with = with;
    return t;
}

void srv_think(struct srv_thinkers *of, const struct srv_order *order)
{
    struct thought *t = bl_new(1, sizeof *t);
    t->of = of;
    t->task = order->task;
    t->table = order->table;
    t->count = order->number;
    t->seat = order->seat;
    t->move = bl_text_heap();
    t->work.data = t;
    t->next = of->first;
    t->link = &of->first;
    if (t->next)
        t->next->link = &t->next;
    of->first = t;
    of->figures.now++;
    if (uv_queue_work(of->loop, &t->work, work, told))
        abort();   /* it fails only where there is no function to call */
}

void srv_thinkers_stop(struct srv_thinkers *t)
{
    atomic_store(&t->stopped, true);
    for (struct thought *at = t->first; at; at = at->next)
        uv_cancel((uv_req_t *)&at->work);
}

void srv_thinkers_free(struct srv_thinkers *t)
{
    free(t);
}

void srv_thinking(const struct srv_thinkers *t, struct srv_thinking *out)
{
    *out = t->figures;
}
