/* alike.c - the same orders to a real store and to the model of it: both must answer the same, and tell
 * the same when they look around. So what a simulation finds on the model is so on the real one.
 *
 *     alike WHERE [COUNT [SEED]]    a new file, or an empty database: postgres://… */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bylaw/fact.h"
#include "bylaw/rng.h"
#include "model.h"

enum { SERVERS = 3, TABLES = 6 };
#define FAR UINT64_C(4000000000000)   /* milliseconds since 1970: later than now */

static struct bl_stream rng;
static struct model model = {.now = 1};
static const char *where;
static PGconn *db;              /* NULL: a file */
static struct {
    struct srv_keeper *real, *model;
    uint64_t fences[TABLES];    /* that it was told last */
} servers[SERVERS];
static uint32_t counts[TABLES];   /* records of each log, as far as is known */

static uint32_t below(uint32_t n)
{
    return (uint32_t)bl_below(&rng, n);
}

static void sql(const char *format, const char *value)
{
    char text[300];
    if (!db)
        return;
    snprintf(text, sizeof text, format, value);
    PGresult *r = PQexec(db, text);
    if (PQresultStatus(r) != PGRES_COMMAND_OK) {
        printf("%s: %s\n", text, PQerrorMessage(db));
        exit(2);
    }
    PQclear(r);
}

static void ignore(void *with)
{
    (void)with;
}

static const char *address_of(int server)
{
    static const char *const names[] = {"wss://a", "wss://b", "wss://c"};
    return names[server];
}

static void open_both(int server)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct srv_store_settings settings = {.where = where, .address = address_of(server)};
    servers[server].real = (db ? srv_postgres : srv_sqlite).open(&settings, ignore, NULL, &why);
    servers[server].model = model_open(&model, settings.address);
    model_set_wall(servers[server].model, FAR);
    if (!servers[server].real) {
        printf("%s\n", why.s);
        exit(2);
    }
}

/* Away in good order, or long since asleep. */
static void close_both(int server)
{
    servers[server].real->does->close(servers[server].real);
    servers[server].model->does->close(servers[server].model);
    servers[server].real = NULL;
}

static void lapse_both(int server)
{
    sql("UPDATE bylaw.servers SET until = '-infinity' WHERE address = '%s'", address_of(server));
    model_lapse(servers[server].model);
}

/* ---- what comes back ---------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void put_job(struct bl_text *out, const struct srv_job *job)
{
    const struct srv_answer *a = &job->answer;
    const struct srv_standing *t = &a->standing;
    bool done = a->fate == SRV_DONE;
    if (a->kind == SRV_NOTED)
        bl_put(out, job->text.s);
    else if (a->kind == SRV_STANDS)
        bl_json_putf(out, "{'table':%s,'stage':%d,'open':%t,'due':%u,'changed':%u,'lobby':%s,'ours':%t}",
                     a->table.s, (int)t->stage, t->open, t->due, t->changed, t->lobby, job->ours);
    else if (a->kind == SRV_TAKEN)
        bl_put(out, "all is taken");
    else if (a->kind == SRV_LOADED)
        bl_json_putf(out, "{'table':%s,'fate':%d,'fence':%u,'count':%d,'log':%s,'where':%s}", a->table.s,
                     (int)a->fate, done ? a->fence : 0, (int)a->count, job->text.s, a->where ? a->where : "");
    else if (job->kind == SRV_STORE)
        bl_json_putf(out, "{'table':%s,'number':%d,'fate':%d,'fence':%u}", a->table.s, (int)a->number,
                     (int)a->fate, done ? a->fence : 0);
}

/* All that came, a line each; in which order tables are told does not matter. */
static void put_jobs(struct bl_text *out, const struct srv_jobs *jobs, bool ok)
{
    char *lines[1000];
    size_t n = 0;
    bl_put(out, ok ? "" : "it failed\n");
    for (const struct srv_job *job = jobs->first; job && n < 1000; job = job->next) {
        BL_LOCAL struct bl_text line = bl_text_heap();
        put_job(&line, job);
        bl_put_char(&line, '\n');
        lines[n++] = bl_copy_of(line.s, line.len + 1);
    }
    qsort(lines, n, sizeof *lines, by_text);
    for (size_t i = 0; i < n; i++) {
        bl_put(out, lines[i]);
        free(lines[i]);
    }
}

/* ---- what is ordered ------------------------------------------------------------ */

static struct srv_name name_of(uint32_t table)
{
    struct srv_name name = {"aaaaaaaaaaaaaaa"};
    name.s[SRV_NAME - 1] = (char)('a' + table);
    return name;
}

/* Mostly what a core would order, now and then something else. */
static void order(struct srv_jobs *to, struct srv_jobs *as_well, int server)
{
    static const char *const lobbies[] = {"{}", "{\"a\":1}", ""};
    uint32_t table = below(TABLES), kind = below(10);
    bool odd = below(8) == 0;
    struct srv_order o = {
        .kind = kind ? SRV_STORE : SRV_RELEASE, .table = name_of(table), .text = "{\"t\":\"x\"}", .size = 9,
        .number = odd ? below(5) : counts[table], .fence = servers[server].fences[table] + (below(8) == 0),
        .standing = {(enum srv_stage)below(4), below(2), below(2) ? 0 : below(2) ? 5 : 2 * FAR,
                     below(100), lobbies[below(3)]},
    };
    srv_job_order(to, &o);
    srv_job_order(as_well, &o);
    if (kind)
        counts[table] = o.number + 1;   /* so that the next of the same transaction fits */
}

static void learn(const struct srv_jobs *jobs, int server)
{
    for (uint32_t t = 0; t < TABLES; t++) {
        const struct model_log *log = model_find(&model, name_of(t).s);
        counts[t] = log ? log->count : 0;
    }
    for (const struct srv_job *job = jobs->first; job; job = job->next)
        if (job->answer.fate == SRV_DONE && (job->kind == SRV_STORE || job->kind == SRV_LOAD))
            servers[server].fences[job->answer.table.s[SRV_NAME - 1] - 'a'] = job->answer.fence;
}

/* One thing that a server does, at both. False: they differ. */
static bool act(int server, uint32_t step)
{
    struct srv_keeper *k = servers[server].real, *m = servers[server].model;
    struct srv_jobs real, modelled;
    BL_LOCAL struct bl_text a = bl_text_heap(), b = bl_text_heap(), why = bl_text_heap();
    uint32_t what = below(10);
    srv_jobs_clear(&real);
    srv_jobs_clear(&modelled);
    /* Time passes on this machine, but none that counts. */
    sql("UPDATE bylaw.servers SET until = 'infinity' WHERE until > '-infinity'%s", "");
    for (uint32_t i = what < 5 ? 1 + below(4) : 0; i > 0; i--)
        order(&real, &modelled, server);
    if (what == 5 || what == 6) {
        struct srv_order o = {.kind = SRV_LOAD, .table = name_of(below(TABLES))};
        srv_job_order(&real, &o);
        srv_job_order(&modelled, &o);
    }
    srv_keeper_call *calls[] = {k->does->keep, m->does->keep};
    if (what >= 5) {
        calls[0] = what < 7 ? k->does->load : k->does->look;
        calls[1] = what < 7 ? m->does->load : m->does->look;
    }
    bool ok = calls[0](k, &real, &why), fine = calls[1](m, &modelled, &why);
    put_jobs(&a, &real, ok);
    put_jobs(&b, &modelled, fine);
    learn(&real, server);
    bool same = strcmp(a.s, b.s) == 0 && why.len == 0;
    if (!same)
        printf("step %u, server %d, %s: %s\n%s-- the model:\n%s", step, server,
               what < 5 ? "keep" : what < 7 ? "load" : "look", why.s, a.s, b.s);
    srv_jobs_free(&real);
    srv_jobs_free(&modelled);
    return same;
}

int main(int argc, char **argv)
{
    where = argc > 1 ? argv[1] : "";
    uint32_t count = argc > 2 ? (uint32_t)atoi(argv[2]) : 1000;
    rng = bl_stream(argc > 3 ? strtoull(argv[3], NULL, 10) : 1, 0, BL_FOR_TEST, 6);
    db = strncmp(where, "postgres", 8) == 0 ? PQconnectdb(where) : NULL;
    model.file = !db;
    for (uint32_t i = 0; i < count; i++) {
        int server = (int)below(SERVERS);
        uint32_t what = below(50);
        if (!servers[server].real && model.servers < MODEL_SERVERS)
            open_both(server);
        else if (!servers[server].real)
            continue;
        else if (what == 0)
            close_both(server);
        else if (what < 3)
            lapse_both(server);
        else if (!act(server, i))
            return 1;
    }
    for (int i = 0; i < SERVERS; i++)
        if (servers[i].real)
            close_both(i);
    model_free(&model);
    PQfinish(db);
    printf("%u steps, %u tables: the same\n", count, model.log_count);
    return 0;
}
