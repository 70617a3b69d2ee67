/* store.c - the thread of a store: what waits is kept together, and answered. */
#define _XOPEN_SOURCE 700   /* for tsearch */
#include "server/store.h"

#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "bylaw/fact.h"
#include "server/event.h"
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
    struct srv_keeper *keeper;
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
    void *held;                 /* tables that may be appended to, a tree by name */
    struct srv_store_figures figures;
    uint64_t done;              /* orders that are carried out, and still counted as waiting */
    double pause_until, look_at, looked_at;
};

/* ---- jobs ------------------------------------------------------------------- */

void srv_jobs_clear(struct srv_jobs *list)
{
    list->first = NULL;
    list->last = &list->first;
}

static void jobs_add(struct srv_jobs *list, struct srv_job *job)
{
    job->next = NULL;
    *list->last = job;
    list->last = &job->next;
}

static struct srv_job *jobs_take(struct srv_jobs *list)
{
    struct srv_job *job = list->first;
    if (job && !(list->first = job->next))
        list->last = &list->first;
    return job;
}

static void jobs_move(struct srv_jobs *to, struct srv_jobs *from)
{
    if (!from->first)
        return;
    *to->last = from->first;
    to->last = from->last;
    srv_jobs_clear(from);
}

struct srv_job *srv_job_new(struct srv_jobs *list)
{
    struct srv_job *job = bl_new(1, sizeof *job);
    job->text = bl_text_heap();
    job->lobby = bl_text_heap();
    job->where = bl_text_heap();
    jobs_add(list, job);
    return job;
}

static void job_free(struct srv_job *job)
{
    if (!job)
        return;
    bl_text_free(&job->text);
    bl_text_free(&job->lobby);
    bl_text_free(&job->where);
    BL_FREE(job->records, job);
}

void srv_jobs_free(struct srv_jobs *list)
{
    for (struct srv_job *job; (job = jobs_take(list));)
        job_free(job);
}

static void set_standing(struct srv_job *job, const struct srv_standing *standing)
{
    job->answer.standing = *standing;
    bl_put(&job->lobby, standing->lobby ? standing->lobby : "");
    job->answer.standing.lobby = job->lobby.s;
}

void srv_job_record(struct srv_job *job, const char *text, size_t size)
{
    uint32_t n = job->answer.count++;
    job->records = bl_grow(job->records, n + 1, &job->room, sizeof *job->records);
    job->records[n].size = size;
    bl_put_bytes(&job->text, text, size);
    bl_put_char(&job->text, '\0');
}

/* The text has moved while it grew: now records can point into it. */
static void place_records(struct srv_job *job)
{
    const char *at = job->text.s;
    for (uint32_t i = 0; i < job->answer.count; i++) {
        job->records[i].text = at;
        at += job->records[i].size + 1;
    }
    job->answer.records = job->records;
}

void srv_job_stands(struct srv_jobs *list, const char *table, const struct srv_standing *standing,
                    bool ours)
{
    struct srv_job *job = srv_job_new(list);
    job->answer.kind = SRV_STANDS;
    job->ours = ours;
    strncpy(job->answer.table.s, table, SRV_NAME);
    set_standing(job, standing);
}

void srv_job_taken(struct srv_jobs *list)
{
    srv_job_new(list)->answer.kind = SRV_TAKEN;
}

/* ---- tables in this server's hands ------------------------------------------ */

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct srv_name *)a)->s, ((const struct srv_name *)b)->s);
}

static bool holds(const struct srv_store *s, const struct srv_name *table)
{
    return tfind(table, &s->held, by_name) != NULL;
}

static void hold(struct srv_store *s, const struct srv_name *table)
{
    if (holds(s, table))
        return;
    tsearch(bl_copy_of(table, sizeof *table), &s->held, by_name);
    s->figures.held++;
}

static void let_go(struct srv_store *s, const struct srv_name *table)
{
    struct srv_name **found = tfind(table, &s->held, by_name);
    if (!found)
        return;
    struct srv_name *kept = *found;
    tdelete(kept, &s->held, by_name);
    free(kept);
    s->figures.held--;
}

/* ---- the log ---------------------------------------------------------------- */

void srv_job_note(struct srv_jobs *out, const char *event, const char *why)
{
    struct srv_job *job = srv_job_new(out);
    job->answer.kind = SRV_NOTED;
    srv_put_event(&job->text, event, "why", why);
    bl_json_close(&job->text, '}');
    job->answer.text = job->text.s;
}

/* Of many faults in a row the first is told, and that it is over. */
static void failed(struct srv_store *s, struct srv_jobs *out, const struct bl_text *why)
{
    if (s->figures.up)
        srv_job_note(out, "store-fails", why->s);
    s->figures.up = false;
    s->pause_until = bl_now() + PAUSE_MS / 1e3;
}

static void succeeded(struct srv_store *s, struct srv_jobs *out)
{
    if (!s->figures.up)
        srv_job_note(out, "store-works-again", NULL);
    s->figures.up = true;
}

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
    jobs_move(orders, &s->orders);
    if (s->hinted && s->look_at > s->looked_at + HINTED_MS / 1e3)
        s->look_at = s->looked_at + HINTED_MS / 1e3;
    s->hinted = false;
    bool more = orders->first || !s->closing;
    pthread_mutex_unlock(&s->lock);
    return more;
}

/* What nobody may append to is lost before it is tried: a record before it is. */
static void sort_orders(struct srv_store *s, struct srv_jobs *orders, struct srv_jobs *keep,
                        struct srv_jobs *load, struct srv_jobs *done)
{
    for (struct srv_job *job; (job = jobs_take(orders));)
        if (job->kind == SRV_LOAD)
            jobs_add(load, job);
        else if (job->kind == SRV_STORE && job->answer.number > 0 && !holds(s, &job->answer.table))
            jobs_add(done, job);
        else {
            if (job->kind == SRV_RELEASE)
                let_go(s, &job->answer.table);
            else if (job->answer.number == 0)
                hold(s, &job->answer.table);
            jobs_add(keep, job);
        }
}

/* Whoever has what came of its last order knows whether it may append more. */
static void settle(struct srv_store *s, struct srv_jobs *done, struct srv_jobs *out)
{
    for (struct srv_job *job; (job = jobs_take(done));) {
        enum srv_fate fate = job->answer.fate;
        if (fate != SRV_DONE)
            let_go(s, &job->answer.table);
        else if (job->kind == SRV_LOAD)
            hold(s, &job->answer.table);
        if (job->kind == SRV_LOAD)
            place_records(job);
        s->figures.loads += job->kind == SRV_LOAD;
        s->figures.records += job->kind == SRV_STORE && fate == SRV_DONE;
        s->figures.lost += fate == SRV_LOST;
        s->figures.fenced += fate == SRV_FENCED;
        s->done++;
        if (job->kind == SRV_RELEASE)
            job_free(job);
        else
            jobs_add(out, job);
    }
}

static void give_answers(struct srv_store *s, struct srv_jobs *out)
{
    bool any = out->first;
    pthread_mutex_lock(&s->lock);
    jobs_move(&s->answers, out);
    s->shown = s->figures;
    s->waiting -= s->done;
    s->done = 0;
    pthread_mutex_unlock(&s->lock);
    if (any)
        s->wake(s->with);
}

/* One try of what the keeper does, mended first if the last one failed. Reading may still work when
 * writing does not: that it succeeds says nothing. */
static bool attempt(struct srv_store *s, struct srv_jobs *out, srv_keeper_call *what,
                    struct srv_jobs *jobs)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct srv_keeper *k = s->keeper;
    bool ok = (s->figures.up || k->does->mend(k, &why)) && what(k, jobs, &why);
    if (!ok)
        failed(s, out, &why);
    else if (what != k->does->load)
        succeeded(s, out);
    return ok;
}

static void lose(struct srv_jobs *jobs)
{
    for (struct srv_job *job = jobs->first; job; job = job->next)
        job->answer.fate = SRV_LOST;
}

/* Whose move is kept does not wait for others' tables to be read. */
static void do_orders(struct srv_store *s, struct srv_jobs *orders, struct srv_jobs *out)
{
    struct srv_jobs keep, load, done;
    srv_jobs_clear(&keep);
    srv_jobs_clear(&load);
    srv_jobs_clear(&done);
    sort_orders(s, orders, &keep, &load, &done);
    lose(&done);
    lose(&load);
    if (keep.first && attempt(s, out, s->keeper->does->keep, &keep))
        s->figures.commits++;
    else
        lose(&keep);
    jobs_move(&done, &keep);
    settle(s, &done, out);
    if (!load.first)
        return;
    give_answers(s, out);
    attempt(s, out, s->keeper->does->load, &load);
    settle(s, &load, out);
}

static void taken(struct srv_store *s, struct srv_jobs *out, struct srv_name table)
{
    struct srv_job *job = srv_job_new(out);
    job->answer.kind = SRV_TAKEN;
    job->answer.table = table;
    let_go(s, &table);
}

/* The core knows how those stand that are in its hands, but not that they no longer are. */
static void tell(struct srv_store *s, struct srv_jobs *out, struct srv_job *job)
{
    bool held = job->answer.kind == SRV_STANDS && holds(s, &job->answer.table);
    while (job->answer.kind == SRV_TAKEN && s->held)
        taken(s, out, **(struct srv_name **)s->held);
    if (held && !job->ours)
        taken(s, out, job->answer.table);
    if (job->answer.kind == SRV_TAKEN || (held && job->ours))
        job_free(job);
    else
        jobs_add(out, job);
}

static void look_around(struct srv_store *s, struct srv_jobs *out)
{
    struct srv_jobs found;
    srv_jobs_clear(&found);
    s->looked_at = bl_now();
    s->look_at = s->looked_at + LOOK_MS / 1e3;
    attempt(s, out, s->keeper->does->look, &found);
    s->figures.taken = s->keeper->taken;
    for (struct srv_job *job; (job = jobs_take(&found));)
        tell(s, out, job);
}

static void *work(void *arg)
{
    struct srv_store *s = arg;
    struct srv_jobs orders, out;
    prctl(PR_SET_NAME, "store");   /* so that its work can be told apart */
    srv_jobs_clear(&orders);
    srv_jobs_clear(&out);
    while (take_orders(s, &orders)) {
        if (bl_now() >= s->look_at)
            look_around(s, &out);
        do_orders(s, &orders, &out);
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
    if (s->keeper)
        s->keeper->does->close(s->keeper);
    srv_jobs_free(&s->orders);
    srv_jobs_free(&s->answers);
    job_free(s->last_answer);
    while (s->held)
        let_go(s, *(struct srv_name **)s->held);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

struct srv_store *srv_store_open(const struct srv_store_settings *settings, struct bl_text *why)
{
    struct srv_store *s = bl_new(1, sizeof *s);
    s->wake = settings->wake;
    s->with = settings->with;
    s->figures.up = s->shown.up = true;
    srv_jobs_clear(&s->orders);
    srv_jobs_clear(&s->answers);
    pthread_condattr_t steady;   /* a wait is as long as it says, whatever happens to the wall's clock */
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&s->changed, &steady);
    pthread_condattr_destroy(&steady);
    pthread_mutex_init(&s->lock, NULL);
    bool network = strncmp(settings->where, "postgres", 8) == 0 && strstr(settings->where, "://");
    s->keeper = (network ? srv_postgres : srv_sqlite).open(settings, hint, s, why);
    if (s->keeper && pthread_create(&s->thread, NULL, work, s) == 0)
        return s;
    if (s->keeper)
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
    static const enum srv_answer_kind kinds[] = {
        [SRV_STORE] = SRV_STORED, [SRV_LOAD] = SRV_LOADED, [SRV_RELEASE] = SRV_STORED,
    };
    struct srv_jobs one;
    srv_jobs_clear(&one);
    struct srv_job *job = srv_job_new(&one);
    job->kind = order->kind;
    job->fence = order->fence;
    job->answer.kind = kinds[order->kind];
    job->answer.table = order->table;
    job->answer.number = order->number;
    if (order->kind == SRV_STORE) {
        bl_put_bytes(&job->text, order->text, order->size);
        set_standing(job, &order->standing);
    }
    pthread_mutex_lock(&s->lock);
    jobs_move(&s->orders, &one);
    s->waiting++;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

bool srv_store_next(struct srv_store *s, struct srv_answer *out)
{
    job_free(s->last_answer);
    pthread_mutex_lock(&s->lock);
    s->last_answer = jobs_take(&s->answers);
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
