/* desk.c - a store without its thread: what is in this server's hands, and how orders are carried out. */
#define _XOPEN_SOURCE 700   /* for tsearch */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bylaw/fact.h"
#include "server/event.h"
#include "server/keeper.h"

/* ---- jobs ------------------------------------------------------------------- */

void srv_jobs_clear(struct srv_jobs *list)
{
    list->first = NULL;
    list->last = &list->first;
}

void srv_jobs_add(struct srv_jobs *list, struct srv_job *job)
{
    job->next = NULL;
    *list->last = job;
    list->last = &job->next;
}

struct srv_job *srv_jobs_take(struct srv_jobs *list)
{
    struct srv_job *job = list->first;
    if (job && !(list->first = job->next))
        list->last = &list->first;
    return job;
}

void srv_jobs_move(struct srv_jobs *to, struct srv_jobs *from)
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
    srv_jobs_add(list, job);
    return job;
}

void srv_job_free(struct srv_job *job)
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
    for (struct srv_job *job; (job = srv_jobs_take(list));)
        srv_job_free(job);
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

void srv_job_order(struct srv_jobs *list, const struct srv_order *order)
{
    static const enum srv_answer_kind kinds[] = {
        [SRV_STORE] = SRV_STORED, [SRV_LOAD] = SRV_LOADED, [SRV_RELEASE] = SRV_STORED,
    };
    struct srv_job *job = srv_job_new(list);
    job->kind = order->kind;
    job->fence = order->fence;
    job->answer.kind = kinds[order->kind];
    job->answer.table = order->table;
    job->answer.number = order->number;
    if (order->kind == SRV_STORE) {
        bl_put_bytes(&job->text, order->text, order->size);
        set_standing(job, &order->standing);
    }
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

static bool holds(const struct srv_desk *s, const struct srv_name *table)
{
    return tfind(table, &s->held, by_name) != NULL;
}

static void hold(struct srv_desk *s, const struct srv_name *table)
{
    if (holds(s, table))
        return;
    tsearch(bl_copy_of(table, sizeof *table), &s->held, by_name);
    s->figures.held++;
}

static void let_go(struct srv_desk *s, const struct srv_name *table)
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
static void failed(struct srv_desk *s, struct srv_jobs *out, const struct bl_text *why)
{
    if (s->figures.up)
        srv_job_note(out, "store-fails", why->s);
    s->figures.up = false;
}

static void succeeded(struct srv_desk *s, struct srv_jobs *out)
{
    if (!s->figures.up)
        srv_job_note(out, "store-works-again", NULL);
    s->figures.up = true;
}

/* ---- orders ----------------------------------------------------------------- */

/* What nobody may append to is lost before it is tried: a record before it is. */
static void sort_orders(struct srv_desk *s, struct srv_jobs *orders, struct srv_jobs *keep,
                        struct srv_jobs *load, struct srv_jobs *done)
{
    for (struct srv_job *job; (job = srv_jobs_take(orders));)
        if (job->kind == SRV_LOAD)
            srv_jobs_add(load, job);
        else if (job->kind == SRV_STORE && job->answer.number > 0 && !holds(s, &job->answer.table))
            srv_jobs_add(done, job);
        else {
            if (job->kind == SRV_RELEASE)
                let_go(s, &job->answer.table);
            else if (job->answer.number == 0)
                hold(s, &job->answer.table);
            srv_jobs_add(keep, job);
        }
}

/* Whoever has what came of its last order knows whether it may append more. */
static void settle(struct srv_desk *s, struct srv_jobs *done, struct srv_jobs *out)
{
    for (struct srv_job *job; (job = srv_jobs_take(done));) {
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
            srv_job_free(job);
        else
            srv_jobs_add(out, job);
    }
}

/* One try of what the keeper does, mended first if the last one failed. Reading may still work when
 * writing does not: that it succeeds says nothing. */
static bool attempt(struct srv_desk *s, struct srv_jobs *out, srv_keeper_call *what,
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

void srv_desk_keep(struct srv_desk *s, struct srv_jobs *orders, struct srv_jobs *out)
{
    struct srv_jobs keep, load, done;
    srv_jobs_clear(&keep);
    srv_jobs_clear(&load);
    srv_jobs_clear(&done);
    sort_orders(s, orders, &keep, &load, &done);
    lose(&done);
    if (keep.first && attempt(s, out, s->keeper->does->keep, &keep))
        s->figures.commits++;
    else
        lose(&keep);
    srv_jobs_move(&done, &keep);
    settle(s, &done, out);
    srv_jobs_move(orders, &load);
}

void srv_desk_load(struct srv_desk *s, struct srv_jobs *orders, struct srv_jobs *out)
{
    lose(orders);
    if (orders->first)
        attempt(s, out, s->keeper->does->load, orders);
    settle(s, orders, out);
}

static void taken(struct srv_desk *s, struct srv_jobs *out, struct srv_name table)
{
    struct srv_job *job = srv_job_new(out);
    job->answer.kind = SRV_TAKEN;
    job->answer.table = table;
    let_go(s, &table);
}

/* The core knows how those stand that are in its hands, but not that they no longer are. */
static void tell(struct srv_desk *s, struct srv_jobs *out, struct srv_job *job)
{
    bool held = job->answer.kind == SRV_STANDS && holds(s, &job->answer.table);
    while (job->answer.kind == SRV_TAKEN && s->held)
        taken(s, out, **(struct srv_name **)s->held);
    if (held && !job->ours)
        taken(s, out, job->answer.table);
    if (job->answer.kind == SRV_TAKEN || (held && job->ours))
        srv_job_free(job);
    else
        srv_jobs_add(out, job);
}

void srv_desk_look(struct srv_desk *s, struct srv_jobs *out)
{
    struct srv_jobs found;
    srv_jobs_clear(&found);
    attempt(s, out, s->keeper->does->look, &found);
    s->figures.taken = s->keeper->taken;
    for (struct srv_job *job; (job = srv_jobs_take(&found));)
        tell(s, out, job);
}

void srv_desk_close(struct srv_desk *s)
{
    if (s->keeper)
        s->keeper->does->close(s->keeper);
    s->keeper = NULL;
    while (s->held)
        let_go(s, *(struct srv_name **)s->held);
}
