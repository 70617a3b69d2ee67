/* model.c - a store in memory that does what the real ones do, and fails when it is told to. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bylaw/fact.h"

struct memory {
    struct srv_keeper keeper;
    struct model *in;
    int server;
    uint64_t wall, since;
    bool told_lobby;
};

static const struct srv_keeping model_keeping;

struct model_log *model_find(const struct model *m, const char *name)
{
    for (uint32_t i = 0; i < m->log_count; i++)
        if (strcmp(m->logs[i].name.s, name) == 0)
            return &m->logs[i];
    return NULL;
}

static char *copy(const char *text)
{
    return bl_copy_of(text, strlen(text) + 1);
}

struct srv_keeper *model_open(struct model *m, const char *address)
{
    struct memory *k = bl_new(1, sizeof *k);
    k->keeper.does = &model_keeping;
    k->in = m;
    for (int i = 1; i <= m->servers; i++)   /* the same address: that one died */
        if (*address && strcmp(m->server[i].address, address) == 0)
            m->server[i].until = 0;
    k->server = ++m->servers;
    strncpy(m->server[k->server].address, address, sizeof m->server->address - 1);
    m->server[k->server].until = m->now + MODEL_LEASE;
    return &k->keeper;
}

void model_set_wall(struct srv_keeper *keeper, uint64_t wall)
{
    ((struct memory *)keeper)->wall = wall;
}

void model_lapse(struct srv_keeper *keeper)
{
    struct memory *k = (struct memory *)keeper;
    k->in->server[k->server].until = 0;
}

void model_kill(struct srv_keeper *keeper)
{
    free(keeper);
}

static void shut(struct srv_keeper *keeper)
{
    model_lapse(keeper);
    free(keeper);
}

void model_free(struct model *m)
{
    for (uint32_t i = 0; i < m->log_count; i++) {
        for (uint32_t n = 0; n < m->logs[i].count; n++)
            free(m->logs[i].records[n]);
        BL_FREE(m->logs[i].records, (char *)m->logs[i].standing.lobby);
    }
    free(m->logs);
}

static bool mend(struct srv_keeper *keeper, struct bl_text *why)
{
    (void)keeper, (void)why;
    return true;
}

static enum model_fault fault(const struct model *m, struct bl_text *why)
{
    enum model_fault what = m->fault ? m->fault() : MODEL_WELL;
    if (what != MODEL_WELL)
        bl_put(why, "as it was told");
    return what;
}

/* Whether a file is this server's; whether a table is nobody else's. */
static bool is_ours(const struct memory *k)
{
    return !k->in->file || k->server == k->in->servers;
}

static bool is_nobodys(const struct memory *k, const struct model_log *log)
{
    const struct model *m = k->in;
    return m->file || log->owner == 0 || log->owner == k->server || m->server[log->owner].until <= m->now;
}

static enum srv_fate may_keep(const struct memory *k, const struct model_log *log, const struct srv_job *job)
{
    uint32_t number = job->answer.number;
    if (number == 0)
        return log ? SRV_LOST : SRV_DONE;
    if (k->in->file)
        return job->fence != (uint64_t)k->server ? SRV_FENCED
            : !log || number != log->count ? SRV_LOST : SRV_DONE;
    return !log || job->fence != log->fence ? SRV_FENCED : number != log->count ? SRV_LOST : SRV_DONE;
}

static bool is_shown_otherwise(const struct srv_standing *a, const struct srv_standing *b)
{
    return (a->open || b->open) &&
           (a->stage != b->stage || a->open != b->open || strcmp(a->lobby, b->lobby) != 0);
}

static void keep_record(struct memory *k, struct srv_job *job)
{
    struct model *m = k->in;
    struct model_log *log = model_find(m, job->answer.table.s);
    const struct srv_standing *now = &job->answer.standing;
    uint32_t number = job->answer.number;
    job->answer.fate = may_keep(k, log, job);
    if (m->blind && log && number > 0 && number <= log->count) {
        job->answer.fate = SRV_DONE;
        if (number < log->count)
            free(log->records[number]);
        log->count -= number < log->count;
    }
    if (job->answer.fate != SRV_DONE)
        return;
    if (!log) {
        m->logs = bl_grow(m->logs, m->log_count + 1, &m->log_room, sizeof *m->logs);
        log = &m->logs[m->log_count++];
        *log = (struct model_log){.name = job->answer.table, .fence = 1, .standing.lobby = copy("")};
    }
    if (number == 0 ? now->open : is_shown_otherwise(&log->standing, now))
        log->seen = m->transactions;
    log->records = bl_grow(log->records, log->count + 1, &log->room, sizeof *log->records);
    log->records[number] = copy(job->text.s);
    log->count++;
    log->owner = k->server;
    free((char *)log->standing.lobby);
    log->standing = *now;
    log->standing.lobby = copy(now->lobby);
    job->answer.fence = m->file ? (uint64_t)k->server : log->fence;
}

static bool keep(struct srv_keeper *keeper, struct srv_jobs *jobs, struct bl_text *why)
{
    struct memory *k = (struct memory *)keeper;
    enum model_fault fails = fault(k->in, why);
    if (fails == MODEL_FAILS)
        return false;
    k->in->transactions++;
    for (struct srv_job *job = jobs->first; job; job = job->next) {
        struct model_log *log = model_find(k->in, job->answer.table.s);
        if (!is_ours(k) && !k->in->blind)
            job->answer.fate = SRV_FENCED;
        else if (job->kind == SRV_STORE)
            keep_record(k, job);
        else if (log && !k->in->file && log->fence == job->fence)
            log->owner = 0;
    }
    return fails == MODEL_WELL;
}

static void load_log(struct memory *k, struct srv_job *job)
{
    struct model *m = k->in;
    struct model_log *log = model_find(m, job->answer.table.s);
    struct srv_answer *a = &job->answer;
    if (!is_ours(k) || (log && !is_nobodys(k, log))) {
        bl_put(&job->where, m->server[m->file ? m->servers : log->owner].address);
        a->where = job->where.s;
        a->fate = SRV_ELSEWHERE;
        return;
    }
    a->fate = log ? SRV_DONE : SRV_NONE;
    a->fence = log || m->file ? (uint64_t)k->server : 0;
    if (!log)
        return;
    if (!m->file) {
        if (log->owner && log->owner != k->server)
            log->seen = m->transactions;
        log->owner = k->server;
        a->fence = ++log->fence;
    }
    for (uint32_t i = 0; i < log->count; i++)
        srv_job_record(job, log->records[i], strlen(log->records[i]));
}

static bool load(struct srv_keeper *keeper, struct srv_jobs *jobs, struct bl_text *why)
{
    struct memory *k = (struct memory *)keeper;
    for (struct srv_job *job = jobs->first; job; job = job->next) {
        enum model_fault fails = fault(k->in, why);
        if (fails != MODEL_WELL)
            return false;
        k->in->transactions++;
        load_log(k, job);
    }
    return true;
}

static void tell(const struct memory *k, struct srv_jobs *out, const struct model_log *log)
{
    struct srv_standing standing = log->standing;
    if (!is_nobodys(k, log))
        standing.due = 0;
    srv_job_stands(out, log->name.s, &standing, k->in->file || log->owner == k->server);
}

static bool look(struct srv_keeper *keeper, struct srv_jobs *out, struct bl_text *why)
{
    struct memory *k = (struct memory *)keeper;
    struct model *m = k->in;
    if (fault(m, why) != MODEL_WELL)
        return false;
    if (!is_ours(k)) {
        if (!keeper->taken) {
            srv_job_note(out, "store-taken-over", m->server[m->servers].address);
            srv_job_taken(out);
        }
        keeper->taken = true;
        return true;
    }
    m->server[k->server].until = m->now + MODEL_LEASE;
    for (uint32_t i = 0; i < m->log_count; i++) {
        const struct model_log *log = &m->logs[i];
        const struct srv_standing *s = &log->standing;
        if (k->told_lobby ? !m->file && log->seen > k->since : s->open && s->stage < SRV_OVER)
            tell(k, out, log);
    }
    for (uint32_t i = 0; i < m->log_count; i++) {
        const struct model_log *log = &m->logs[i];
        if (log->standing.due && log->standing.due <= k->wall && is_nobodys(k, log))
            tell(k, out, log);
    }
    k->since = m->transactions;
    k->told_lobby = true;
    return true;
}

static const struct srv_keeping model_keeping = {
    .close = shut, .mend = mend, .keep = keep, .load = load, .look = look,
};
