/* store.c - the thread of a store: what waits is kept together, and answered. */
#include "server/store.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "bylaw/fact.h"
#include "server/keeper.h"

#ifndef SRV_LOOK_MS
#define SRV_LOOK_MS 1000   /* a test does not want to wait that long */
#endif

enum {
    LOOK_MS = SRV_LOOK_MS,   /* between two looks at what is due and what others did */
    HINTED_MS = 100,    /* the same, with a hint: others may give very many */
    PAUSE_MS = 200,     /* after a fault */
};

struct srv_store {
    void (*wake)(void *with);
    void *with;
    pthread_t thread;
    pthread_mutex_t lock;       /* of what is in both threads' hands */
    pthread_cond_t changed;
    struct srv_jobs orders, answers;
    struct srv_store_figures shown;
    uint64_t waiting;
    bool closing, hinted;
    struct srv_job *last_answer;   /* the caller's thread: the one that is still good */
    /* The store's thread: */
    struct srv_desk desk;
    double pause_until, look_at, looked_at;
};

/* ---- the store's thread ----------------------------------------------------- */

/* Waits until there is something to do. False: nothing is left, and the store is to be closed. */
static bool take_orders(struct srv_store *s, struct srv_jobs *orders)
{
    pthread_mutex_lock(&s->lock);
    for (;;) {
        double now = bl_now();
        bool something = s->orders.first || s->hinted || now >= s->look_at;
        if (s->closing || (something && now >= s->pause_until))
            break;
        double until = something || s->pause_until > s->look_at ? s->pause_until : s->look_at;
        struct timespec at = {(time_t)until, (long)((until - (double)(time_t)until) * 1e9)};
        pthread_cond_timedwait(&s->changed, &s->lock, &at);
    }
    srv_jobs_move(orders, &s->orders);
    if (s->hinted && s->look_at > s->looked_at + HINTED_MS / 1e3)
        s->look_at = s->looked_at + HINTED_MS / 1e3;
    s->hinted = false;
    bool more = orders->first || !s->closing;
    pthread_mutex_unlock(&s->lock);
    return more;
}

static void give_answers(struct srv_store *s, struct srv_jobs *out)
{
    bool any = out->first;
    pthread_mutex_lock(&s->lock);
    srv_jobs_move(&s->answers, out);
    s->shown = s->desk.figures;
    s->waiting -= s->desk.done;
    s->desk.done = 0;
    pthread_mutex_unlock(&s->lock);
    if (any)
        s->wake(s->with);
}

static void *work(void *arg)
{
    struct srv_store *s = arg;
    struct srv_jobs orders, out;
    prctl(PR_SET_NAME, "store");   /* `bylaw load` tells its work apart */
    srv_jobs_clear(&orders);
    srv_jobs_clear(&out);
    while (take_orders(s, &orders)) {
        if (bl_now() >= s->look_at) {
            s->looked_at = bl_now();
            s->look_at = s->looked_at + LOOK_MS / 1e3;
            srv_desk_look(&s->desk, &out);
        }
        srv_desk_keep(&s->desk, &orders, &out);
        if (orders.first)   /* whose move is kept does not wait for others' tables to be read */
            give_answers(s, &out);
        srv_desk_load(&s->desk, &orders, &out);
        if (!s->desk.figures.up)
            s->pause_until = bl_now() + PAUSE_MS / 1e3;
        give_answers(s, &out);
    }
    return NULL;
}

/* ---- the caller's thread ---------------------------------------------------- */

static void hint(void *with)
{
    struct srv_store *s = with;
    pthread_mutex_lock(&s->lock);
    s->hinted = true;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

static void store_free(struct srv_store *s)
{
    srv_desk_close(&s->desk);
    srv_jobs_free(&s->orders);
    srv_jobs_free(&s->answers);
    srv_job_free(s->last_answer);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

struct srv_store *srv_store_open(const struct srv_store_settings *settings, struct bl_text *why)
{
    struct srv_store *s = bl_new(1, sizeof *s);
    s->wake = settings->wake;
    s->with = settings->with;
    s->desk.figures.up = s->shown.up = true;
    srv_jobs_clear(&s->orders);
    srv_jobs_clear(&s->answers);
    pthread_condattr_t steady;   /* a wait is as long as it says, whatever happens to the wall's clock */
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&s->changed, &steady);
    pthread_condattr_destroy(&steady);
    pthread_mutex_init(&s->lock, NULL);
    bool network = strncmp(settings->where, "postgres", 8) == 0 && strstr(settings->where, "://");
    s->desk.keeper = (network ? srv_postgres : srv_sqlite).open(settings, hint, s, why);
    if (s->desk.keeper && pthread_create(&s->thread, NULL, work, s) == 0)
        return s;
    if (s->desk.keeper)
        bl_put(why, "there is no thread for the store");
    store_free(s);
    return NULL;
}

void srv_store_close(struct srv_store *s)
{
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    store_free(s);
}

void srv_store_order(struct srv_store *s, const struct srv_order *order)
{
    struct srv_jobs one;
    srv_jobs_clear(&one);
    srv_job_order(&one, order);
    pthread_mutex_lock(&s->lock);
    srv_jobs_move(&s->orders, &one);
    s->waiting++;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

bool srv_store_next(struct srv_store *s, struct srv_answer *out)
{
    srv_job_free(s->last_answer);
    pthread_mutex_lock(&s->lock);
    s->last_answer = srv_jobs_take(&s->answers);
    pthread_mutex_unlock(&s->lock);
    if (s->last_answer)
        *out = s->last_answer->answer;
    return s->last_answer;
}

void srv_store_figures(struct srv_store *s, struct srv_store_figures *out)
{
    pthread_mutex_lock(&s->lock);
    *out = s->shown;
    out->waiting = s->waiting;
    pthread_mutex_unlock(&s->lock);
}
