/* think.c - bots think in worker threads, each for so long and no longer; so are questions answered.
 *
 * No more thoughts are given to the loop's pool than it has threads. The others wait here, those of
 * each party in a line of its own, and the parties take turns: who has many tables with bots makes
 * nobody else wait for them. */
#define _GNU_SOURCE
#include "server/think.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"

/* Thoughts give way to the loop, which people wait for. Bots that ask whether their time is up stop
 * within much less than GRACE; greedy and quick do not ask, and are done in a few milliseconds (8 at most
 * in 100,000 decisions of the slowest game). */
enum { NICE = 10, GRACE_S = 1 };

struct srv_thinkers {
    uv_loop_t *loop;
    double budget;
    bool (*wanted)(void *with, struct srv_name table, uint32_t count);
    void (*thought)(void *with, struct srv_name table, uint32_t count, int seat, const char *move);
    void *with;
    atomic_bool stopped;
    unsigned threads, busy;
    struct party *first, **last;    /* whose turn it is next */
    struct thought *under_way;
    struct srv_thinking figures;
};

struct thought {
    uv_work_t work;
    struct srv_thinkers *of;
    struct thought *next, **link;   /* in the line of its party; then among those under way */
    struct srv_task *task;
    struct srv_name table;
    uint32_t count;
    int seat;
    _Atomic double began;           /* 0: not yet */
    double ended;
    bool told;                      /* nobody waits for it any more */
    struct bl_text move;
};

struct party {
    struct party *next;
    uint32_t number;
    struct thought *first, **last;
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
    prctl(PR_SET_NAME, "bots");                        /* `bylaw load` tells its work apart */
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

static void tell(struct thought *t, const char *move)
{
    if (!t->told)
        t->of->thought(t->of->with, t->table, t->count, t->seat, move);
    t->told = true;
}

static void free_thought(struct thought *t)
{
    t->of->figures.now--;
    srv_task_free(t->task);
    bl_text_free(&t->move);
    free(t);
}

/* ---- who is next ------------------------------------------------------------ */

static void join(struct srv_thinkers *of, struct party *p)
{
    p->next = NULL;
    *of->last = p;
    of->last = &p->next;
}

static struct party *party_of(struct srv_thinkers *of, uint32_t number)
{
    struct party *p = of->first;
    while (p && p->number != number)
        p = p->next;
    if (p)
        return p;
    p = bl_new(1, sizeof *p);
    p->number = number;
    p->last = &p->first;
    join(of, p);
    return p;
}

/* The next thought of the party whose turn it is, which then comes last. NULL: nobody waits. */
static struct thought *take(struct srv_thinkers *of)
{
    struct party *p = of->first;
    if (!p)
        return NULL;
    struct thought *t = p->first;
    if (!(p->first = t->next))
        p->last = &p->first;
    if (!(of->first = p->next))
        of->last = &of->first;
    if (p->first)
        join(of, p);
    else
        free(p);
    return t;
}

static void told(uv_work_t *work, int status);

static void pump(struct srv_thinkers *of)
{
    while (of->busy < of->threads) {
        struct thought *t = take(of);
        if (!t)
            return;
        if (!of->wanted(of->with, t->table, t->count)) {
            free_thought(t);
            continue;
        }
        of->busy++;
        t->next = of->under_way;
        t->link = &of->under_way;
        if (t->next)
            t->next->link = &t->next;
        of->under_way = t;
        if (uv_queue_work(of->loop, &t->work, work, told))
            abort();   /* it fails only where there is no function to call */
    }
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
    of->busy--;
    of->figures.done += !stopped;
    of->figures.cut += !stopped && took > of->budget;
    of->figures.seconds += took;
    tell(t, stopped ? "" : t->move.s);
    free_thought(t);
    pump(of);
}

/* ---- for whoever lets think ------------------------------------------------- */

struct srv_thinkers *srv_thinkers_new(uv_loop_t *loop, unsigned threads, unsigned budget_ms,
                                      bool (*wanted)(void *with, struct srv_name table, uint32_t count),
                                      void (*thought)(void *with, struct srv_name table, uint32_t count,
                                                      int seat, const char *move), void *with)
{
    struct srv_thinkers *t = bl_new(1, sizeof *t);
    t->loop = loop;
    t->threads = threads ? threads : 1;
    t->budget = budget_ms / 1000.0;
    t->wanted = wanted;
    t->thought = thought;
    t->with = with;
    t->last = &t->first;
    return t;
}

void srv_think(struct srv_thinkers *of, const struct srv_order *order)
{
    struct thought *t = bl_new(1, sizeof *t);
    struct party *p = party_of(of, order->party);
    t->of = of;
    t->task = order->task;
    t->table = order->table;
    t->count = order->number;
    t->seat = order->seat;
    t->move = bl_text_heap();
    t->work.data = t;
    *p->last = t;
    p->last = &t->next;
    of->figures.now++;
    pump(of);
}

void srv_thinkers_look(struct srv_thinkers *of)
{
    double now = bl_now();
    for (struct thought *t = of->under_way, *next; t; t = next) {
        double began = t->began;
        next = t->next;
        if (t->told || began <= 0 || now - began <= of->budget + GRACE_S)
            continue;
        of->figures.late++;
        tell(t, SRV_NO_THOUGHT);
    }
}

void srv_thinkers_stop(struct srv_thinkers *of)
{
    atomic_store(&of->stopped, true);
    for (struct thought *t = of->under_way; t; t = t->next)
        uv_cancel((uv_req_t *)&t->work);
    for (struct thought *t; (t = take(of));)
        free_thought(t);
}

void srv_thinkers_free(struct srv_thinkers *t)
{
    free(t);
}

void srv_thinking(const struct srv_thinkers *t, struct srv_thinking *out)
{
    *out = t->figures;
}
