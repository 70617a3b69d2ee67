/* store_postgres.c - the logs of tables in PostgreSQL, for several servers.
 *
 * A table is owned by one server. Who owns it shows every second that it lives, by a lease of three
 * seconds; when that has run out, whoever asks for the table has it, and its fence is one higher. A
 * server that was asleep still knows the old fence, and no record of its goes in. Leases go by the clock of
 * the database; what is due, like every time in a record, by those of the servers: where they differ,
 * things happen a little sooner or later, never twice. What changed is found by looking, every second; a
 * hint through NATS only says that a look is worth it now. */
#include <inttypes.h>
#include <libpq-fe.h>
#include <nats/nats.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/number.h"
#include "bylaw/fact.h"
#include "server/keeper.h"
#include "late_store_postgres.h"   /* from here on calls of libpq and libnats go to what was loaded */

#ifndef SRV_PATIENCE_MS
#define SRV_PATIENCE_MS 5000   /* a test has less of it */
#endif

enum { PATIENCE_MS = SRV_PATIENCE_MS };   /* for a database that says nothing */

/* What the database has gone through to be of a version; see store_sqlite.c. */
static const char begun[] =
    "CREATE TABLE mark(id text NOT NULL);"
    "INSERT INTO mark VALUES(replace(gen_random_uuid()::text, '-', ''));"
    "CREATE TABLE servers(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, address text NOT NULL,"
    "  until timestamptz NOT NULL, pid int NOT NULL, began timestamptz NOT NULL);"
    "CREATE TABLE tables(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    "  name text NOT NULL UNIQUE, next int NOT NULL, fence bigint NOT NULL, owner bigint,"
    "  stage int NOT NULL, open bool NOT NULL, due bigint NOT NULL, changed bigint NOT NULL,"
    "  lobby text NOT NULL, seen xid8 NOT NULL);"
    "CREATE TABLE records(id bigint NOT NULL, number int NOT NULL, text text NOT NULL,"
    "  PRIMARY KEY (id, number));"
    "CREATE INDEX ON tables(id) WHERE open AND stage < 2;"
    "CREATE INDEX ON tables(due) WHERE due > 0;"
    "CREATE INDEX ON tables(seen);";
static const char *const steps[] = {begun};
enum { VERSION = sizeof steps / sizeof *steps };

/* `seen` is the transaction that last changed what the lobby shows of a table, or took it from a server
 * that was not heard any more: if that one wakes up, it learns so by its next look. Transactions do not
 * end in the order in which they begin: a look begins where the oldest one was still under way at the
 * last. */
#define STANDING "SELECT name, stage, open::int, CASE WHEN " NOBODYS("$1") " THEN due ELSE 0 END, " \
                 "changed, lobby, coalesce(owner = $1, false)::int FROM tables t "
#define LEASE "clock_timestamp() + interval '3 seconds'"
#define NOBODYS(me) "(owner IS NULL OR owner = " me " OR NOT EXISTS (SELECT FROM servers s " \
                    "WHERE s.id = t.owner AND s.until > clock_timestamp()))"
#define STATEMENTS(X) \
    X(BEGIN, "BEGIN") \
    X(COMMIT, "COMMIT") \
    X(REGISTER, "INSERT INTO servers(address, until, pid, began) SELECT $1, " LEASE ", pid, " \
                "backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid() RETURNING id") \
    X(REPLACE, "UPDATE servers SET until = '-infinity' WHERE address = $1 AND $1 <> ''") \
    X(TIDY, "DELETE FROM servers WHERE greatest(until, began) < clock_timestamp() - interval '1 day'") \
    X(RESIGN, "UPDATE servers SET until = '-infinity' WHERE id = $1") \
    X(RENEW, "UPDATE servers SET until = " LEASE ", pid = a.pid, began = a.backend_start " \
             "FROM pg_stat_activity a WHERE id = $1 AND a.pid = pg_backend_pid()") \
    X(MARK, "SELECT id FROM mark") \
    X(MAKE, "WITH made AS (INSERT INTO tables(name, next, fence, owner, stage, open, due, changed, " \
            "lobby, seen) VALUES($1, $2::int + 1, $3::bigint + 1, $4, $5, $6, $7, $8, $9, " \
            "CASE WHEN $6 THEN pg_current_xact_id() ELSE '0' END) ON CONFLICT DO NOTHING RETURNING id, fence) " \
            "INSERT INTO records SELECT id, $2::int, $10 FROM made " \
            "RETURNING (SELECT fence FROM made), $6::bool") \
    X(ADVANCE, "WITH was AS (UPDATE tables SET next = next + 1, owner = $4, stage = $5, open = $6, " \
               "due = $7, changed = $8, lobby = $9, seen = CASE WHEN (stage, open, lobby) = " \
               "($5, $6, $9) OR NOT (open OR $6) THEN seen ELSE pg_current_xact_id() END " \
               "WHERE name = $1 AND next = $2 AND fence = $3 RETURNING id, fence, seen) " \
               "INSERT INTO records SELECT id, $2::int, $10 FROM was " \
               "RETURNING (SELECT fence FROM was), (SELECT seen = pg_current_xact_id() FROM was)") \
    X(RELEASE, "UPDATE tables SET owner = NULL WHERE name = $1 AND fence = $2") \
    X(FENCE, "SELECT fence FROM tables WHERE name = $1") \
    X(CUT_OFF, "SELECT pg_terminate_backend(a.pid) FROM tables t JOIN servers s ON s.id = t.owner " \
               "JOIN pg_stat_activity a ON a.pid = s.pid AND a.backend_start = s.began WHERE " \
               "t.name = $1 AND s.id <> $2 AND s.until < clock_timestamp() AND " \
               "a.xact_start < clock_timestamp() - interval '1 second'") \
    X(OWN, "UPDATE tables t SET fence = fence + 1, owner = $2, seen = CASE WHEN owner <> $2 THEN " \
           "pg_current_xact_id() ELSE seen END WHERE name = $1 AND " NOBODYS("$2") \
           " RETURNING fence, next") \
    X(OWNER, "SELECT s.address FROM tables t LEFT JOIN servers s ON s.id = t.owner WHERE name = $1") \
    X(READ, "SELECT text FROM records r JOIN tables t ON t.id = r.id WHERE name = $1 AND " \
            "owner = $2 ORDER BY number") \
    X(SINCE, "SELECT pg_snapshot_xmin(pg_current_snapshot())") \
    X(LOBBY, STANDING "WHERE open AND stage < 2 AND $2::text = ''") \
    X(CHANGED, STANDING "WHERE seen >= $2::text::xid8 AND " \
               "seen < pg_snapshot_xmax(pg_current_snapshot())") \
    X(DUE, STANDING "WHERE due > 0 AND due <= $2 AND due >= $3 AND " NOBODYS("$1") " ORDER BY due LIMIT " \
           SRV_DIGITS(SRV_DUE_MOST))
#define NAMED(name, sql) name,
#define WRITTEN(name, sql) {#name, sql},
enum { STATEMENTS(NAMED) STATEMENT_COUNT };
static const struct {
    const char *name, *sql;
} statements[] = {STATEMENTS(WRITTEN)};

struct postgres {
    struct srv_keeper keeper;
    char *where, *address;
    PGconn *db;
    bool sound;             /* nothing has gone wrong with this connection */
    char server[24];        /* our number among the servers, as text */
    char since[24];         /* where the next look begins; "": nothing has been told yet */
    uint64_t due_from;      /* what is due is listed from here on */
    void (*hint)(void *with);
    void *with;
    natsConnection *nats;
    natsSubscription *ear;
    char subject[64];
    bool heard;             /* the hints were connected at the last look */
};

/* ---- statements ------------------------------------------------------------- */

/* What the database says of its last fault, without the details, which may name tables. */
static bool told(struct postgres *k, const PGresult *r, struct bl_text *why)
{
    const char *said = r ? PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    const char *state = r ? PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    k->sound = false;
    if (why->len)
        return false;
    bl_put(why, said ? said : k->db && *PQerrorMessage(k->db) ? PQerrorMessage(k->db)
                                                              : "the database does not answer");
    if (state) {
        bl_put(why, " (");
        bl_put(why, state);
        bl_put(why, ")");
    }
    while (why->len && why->s[why->len - 1] == '\n')
        why->s[--why->len] = '\0';
    return false;
}

static const char *digits(char out[24], uint64_t number)
{
    snprintf(out, 24, "%" PRIu64, number);
    return out;
}

/* Puts a statement on its way, with the texts that it needs; NULL ends them. */
static bool ask(struct postgres *k, int which, ...)
{
    const char *values[10];
    int count = 0;
    va_list list;
    va_start(list, which);
    while (count < 10 && (values[count] = va_arg(list, const char *)))
        count++;
    va_end(list);
    return PQsendQueryPrepared(k->db, statements[which].name, count, values, NULL, NULL, 0);
}

/* Sends what is on its way, and waits for something to come back. */
static bool wait(struct postgres *k)
{
    int rest = PQflush(k->db);
    struct pollfd ear = {.fd = PQsocket(k->db), .events = rest > 0 ? POLLIN | POLLOUT : POLLIN};
    return rest >= 0 && poll(&ear, 1, PATIENCE_MS) > 0 && PQconsumeInput(k->db);
}

static PGresult *next(struct postgres *k)
{
    while (PQisBusy(k->db))
        if (!wait(k))
            return NULL;
    return PQgetResult(k->db);
}

/* The answer to the next statement; NULL: a fault, which is told. */
static PGresult *answer(struct postgres *k, struct bl_text *why)
{
    PGresult *r = next(k);
    ExecStatusType status = PQresultStatus(r);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) {
        PQclear(next(k));   /* the end of this one */
        return r;
    }
    told(k, r, why);
    PQclear(r);
    return NULL;
}

/* One whose answer is of no interest but for the first value, or how many rows there were. */
static bool answered(struct postgres *k, struct bl_text *why, int *rows, char first[24])
{
    PGresult *r = answer(k, why);
    if (r && rows)
        *rows = PQresultStatus(r) == PGRES_TUPLES_OK ? PQntuples(r) : atoi(PQcmdTuples(r));
    if (r && first && PQntuples(r) > 0)
        snprintf(first, 24, "%s", PQgetvalue(r, 0, 0));
    PQclear(r);
    return r != NULL;
}

/* Whether the transaction is on the disk, and not rolled back. */
static bool committed(struct postgres *k, struct bl_text *why)
{
    PGresult *r = answer(k, why);
    bool ok = r && strcmp(PQcmdStatus(r), "COMMIT") == 0;
    if (r && !ok)
        bl_put(why, "the transaction was rolled back");
    PQclear(r);
    return ok;
}

/* The end of all that was sent before PQpipelineSync. */
static bool synced(struct postgres *k, struct bl_text *why)
{
    PGresult *r = next(k);
    bool ok = PQresultStatus(r) == PGRES_PIPELINE_SYNC;
    if (!ok)
        told(k, r, why);
    PQclear(r);
    return ok;
}

/* ---- opening ---------------------------------------------------------------- */

static void hush(void *with, const PGresult *r)
{
    (void)with, (void)r;
}

/* Commands by themselves, before statements are sent one behind another. */
static bool run(struct postgres *k, const char *text, char first[24], struct bl_text *why)
{
    if (!PQsendQuery(k->db, text))
        return told(k, NULL, why);
    bool ok = true;
    for (PGresult *r; (r = next(k)); PQclear(r)) {
        if (first && PQntuples(r) > 0)
            snprintf(first, 24, "%s", PQgetvalue(r, 0, 0));
        if (PQresultStatus(r) == PGRES_FATAL_ERROR)
            ok = told(k, r, why);
    }
    return ok && (PQstatus(k->db) == CONNECTION_OK || told(k, NULL, why));
}

/* Brings the database to the version of this program. Several servers may start at once. */
static bool migrate(struct postgres *k, struct bl_text *why)
{
    char found[24] = "", encoding[24] = "";
    uint64_t version = 0;
    if (!run(k, "SHOW server_encoding", encoding, why))
        return false;
    if (strcmp(encoding, "UTF8") != 0) {
        bl_put(why, "the database must be one of UTF8");
        return false;
    }
    if (!run(k, "BEGIN; SELECT pg_advisory_xact_lock(7093013911);"
                "CREATE SCHEMA IF NOT EXISTS bylaw; SET search_path TO bylaw;"
                "CREATE TABLE IF NOT EXISTS version(version int NOT NULL)", NULL, why) ||
        !run(k, "SELECT coalesce(max(version), 0) FROM version", found, why) ||
        !bl_read_number(found, &version))
        return false;
    if (version > VERSION) {
        bl_put(why, "a newer version of bylaw has written this database");
        return false;
    }
    char mark[64];
    snprintf(mark, sizeof mark, "INSERT INTO version VALUES(%d)", VERSION);
    bool ok = true;
    for (uint64_t i = version; ok && i < VERSION; i++)
        ok = run(k, steps[i], NULL, why);
    return ok && (version == VERSION || run(k, mark, NULL, why)) && run(k, "COMMIT", NULL, why);
}

static bool connect(struct postgres *k, struct bl_text *why)
{
    /* What stands in the address comes after, and is taken in the place of these. */
    const char *const names[] = {"connect_timeout", "tcp_user_timeout", "fallback_application_name",
                                 "dbname", "client_encoding", NULL};
    const char *const values[] = {"3", "4000", "bylaw", k->where, "UTF8", NULL};
    k->db = PQconnectdbParams(names, values, 1);
    if (PQstatus(k->db) != CONNECTION_OK || PQsetnonblocking(k->db, 1))
        return told(k, NULL, why);
    PQsetNoticeReceiver(k->db, hush, NULL);
    if (!run(k, "SET search_path TO bylaw; SET idle_in_transaction_session_timeout = 2000;"
                "SELECT set_config('synchronous_commit', 'on', false)"
                "  WHERE current_setting('synchronous_commit') = 'off'", NULL, why) ||
        !migrate(k, why))
        return false;
    if (!PQenterPipelineMode(k->db))
        return told(k, NULL, why);
    for (int i = 0; i < STATEMENT_COUNT; i++)
        PQsendPrepare(k->db, statements[i].name, statements[i].sql, 0, NULL);
    PQpipelineSync(k->db);
    for (int i = 0; i < STATEMENT_COUNT; i++)
        if (!answered(k, why, NULL, NULL))
            return false;
    return synced(k, why);
}

static void disconnect(struct postgres *k)
{
    PQfinish(k->db);
    k->db = NULL;
}

/* A server of the same address is one that died: its time is up. Those that died long ago are forgotten. */
static bool sign_up(struct postgres *k, struct bl_text *why)
{
    char mark[40] = "";
    PGresult *r;
    bool ok = ask(k, REPLACE, k->address, NULL) && ask(k, TIDY, NULL) && ask(k, REGISTER, k->address, NULL) &&
              ask(k, MARK, NULL) && PQpipelineSync(k->db);
    ok = ok && answered(k, why, NULL, NULL) && answered(k, why, NULL, NULL) && answered(k, why, NULL, k->server);
    if (ok && (r = answer(k, why))) {
        snprintf(mark, sizeof mark, "%s", PQgetvalue(r, 0, 0));
        PQclear(r);
    }
    snprintf(k->subject, sizeof k->subject, "bylaw.%s", mark);
    return (ok && mark[0] && synced(k, why)) || told(k, NULL, why);
}

/* ---- hints ------------------------------------------------------------------ */

static void on_hint(natsConnection *nats, natsSubscription *ear, natsMsg *message, void *with)
{
    (void)nats, (void)ear;
    struct postgres *k = with;
    natsMsg_Destroy(message);
    k->hint(k->with);
}

/* With this, connecting does not wait. */
static void on_connected(natsConnection *nats, void *with)
{
    (void)nats, (void)with;
}

/* Whether there is a NATS now or not: it is looked for as long as the store is open. */
static bool listen_for_hints(struct postgres *k, const char *address, struct bl_text *why)
{
    natsOptions *o = NULL;
    natsStatus s = natsOptions_Create(&o);
    s = s ? s : natsOptions_SetURL(o, address);
    s = s ? s : natsOptions_SetNoEcho(o, true);
    s = s ? s : natsOptions_SetMaxReconnect(o, -1);
    s = s ? s : natsOptions_SetReconnectWait(o, 500);
    s = s ? s : natsOptions_SetRetryOnFailedConnect(o, true, on_connected, NULL);
    s = s ? s : natsConnection_Connect(&k->nats, o);
    s = s == NATS_NOT_YET_CONNECTED ? NATS_OK : s;
    s = s ? s : natsConnection_Subscribe(&k->ear, k->nats, k->subject, on_hint, k);
    natsOptions_Destroy(o);
    if (s != NATS_OK) {
        bl_put(why, "NATS: ");   /* its address may have a password in it */
        bl_put(why, natsStatus_GetText(s));
    }
    return s == NATS_OK;
}

static void note_hints(struct postgres *k, struct srv_jobs *out)
{
    bool heard = !k->nats || natsConnection_Status(k->nats) == NATS_CONN_STATUS_CONNECTED;
    if (heard != k->heard)
        srv_job_note(out, heard ? "hints-work-again" : "hints-fail", NULL);
    k->heard = heard;
}

/* ---- the store -------------------------------------------------------------- */

static void shut(struct srv_keeper *keeper)
{
    struct postgres *k = (struct postgres *)keeper;
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (k->ear || k->nats) {
        natsSubscription_Destroy(k->ear);
        natsConnection_Destroy(k->nats);
        nats_CloseAndWait(PATIENCE_MS);   /* nobody calls `hint` from here on */
    }
    if (k->server[0] && PQstatus(k->db) == CONNECTION_OK && ask(k, RESIGN, k->server, NULL) &&
        PQpipelineSync(k->db))
        answered(k, &why, NULL, NULL);
    disconnect(k);
    BL_FREE(k->where, k->address, k);
}

static struct srv_keeper *open_database(const struct srv_store_settings *settings,
                                        void (*hint)(void *), void *with, struct bl_text *why)
{
    if (!late_pq(why) || (settings->hints && !late_nats(why)))
        return NULL;
    struct postgres *k = bl_new(1, sizeof *k);
    const char *address = settings->address ? settings->address : "";
    k->keeper.does = &srv_postgres;
    k->where = bl_copy_of(settings->where, strlen(settings->where) + 1);
    k->address = bl_copy_of(address, strlen(address) + 1);
    k->hint = hint;
    k->with = with;
    k->heard = true;
    k->sound = true;
    if (connect(k, why) && sign_up(k, why) &&
        (!settings->hints || listen_for_hints(k, settings->hints, why)))
        return &k->keeper;
    shut(&k->keeper);
    return NULL;
}

static bool mend(struct srv_keeper *keeper, struct bl_text *why)
{
    struct postgres *k = (struct postgres *)keeper;
    if (k->sound)
        return true;
    disconnect(k);
    k->sound = connect(k, why) && (k->server[0] || sign_up(k, why));
    return k->sound;
}

/* ---- orders ----------------------------------------------------------------- */

static bool ask_keep(struct postgres *k, const struct srv_job *job)
{
    const struct srv_answer *a = &job->answer;
    const struct srv_standing *t = &a->standing;
    char number[24], fence[24], stage[24], due[24], changed[24];
    digits(fence, job->fence);
    if (job->kind == SRV_RELEASE)
        return ask(k, RELEASE, a->table.s, fence, NULL);
    return ask(k, a->number ? ADVANCE : MAKE, a->table.s, digits(number, a->number),
               a->number ? fence : "0", k->server, digits(stage, (uint64_t)t->stage),
               t->open ? "t" : "f", digits(due, t->due), digits(changed, t->changed), t->lobby,
               job->text.s, NULL);
}

/* True: the database answered. A record that is not in is lost, or, if that is why, fenced. */
static bool hear_kept(struct postgres *k, struct srv_job *job, bool *refused, bool *news,
                      struct bl_text *why)
{
    PGresult *r = answer(k, why);
    if (r && job->kind == SRV_STORE) {
        bool in = PQntuples(r) == 1;
        job->answer.fate = in ? SRV_DONE : SRV_LOST;
        job->answer.fence = in ? strtoull(PQgetvalue(r, 0, 0), NULL, 10) : 0;
        *refused = *refused || !in;
        *news = *news || (in && *PQgetvalue(r, 0, 1) == 't');
    }
    PQclear(r);
    return r != NULL;
}

static bool find_fenced(struct postgres *k, struct srv_jobs *jobs, struct bl_text *why)
{
    bool ok = true;
    for (struct srv_job *job = jobs->first; ok && job; job = job->next) {
        if (job->kind != SRV_STORE || job->answer.fate != SRV_LOST || job->answer.number == 0)
            continue;
        char fence[24] = "", named[24];
        ok = ask(k, FENCE, job->answer.table.s, NULL) && PQpipelineSync(k->db) &&
             answered(k, why, NULL, fence) && synced(k, why);
        if (strcmp(fence, digits(named, job->fence)) != 0)
            job->answer.fate = SRV_FENCED;
    }
    return ok || told(k, NULL, why);
}

static bool keep(struct srv_keeper *keeper, struct srv_jobs *jobs, struct bl_text *why)
{
    struct postgres *k = (struct postgres *)keeper;
    bool refused = false, news = false;
    bool ok = ask(k, BEGIN, NULL);
    for (const struct srv_job *job = jobs->first; ok && job; job = job->next)
        ok = ask_keep(k, job);
    ok = ok && ask(k, COMMIT, NULL) && PQpipelineSync(k->db) && answered(k, why, NULL, NULL);
    for (struct srv_job *job = jobs->first; ok && job; job = job->next)
        ok = hear_kept(k, job, &refused, &news, why);
    if (!ok || !committed(k, why) || !synced(k, why))
        return told(k, NULL, why);
    if (news && k->nats)
        natsConnection_PublishString(k->nats, k->subject, "");   /* lost: they look by themselves */
    return !refused || find_fenced(k, jobs, why);
}

/* Own it, and only then read: what another server wrote until then is there. */
static bool load_log(struct postgres *k, struct srv_job *job, struct bl_text *why)
{
    struct srv_answer *a = &job->answer;
    const char *name = a->table.s;
    PGresult *own = NULL, *owner = NULL, *read = NULL;
    bool ok = ask(k, CUT_OFF, name, k->server, NULL) && PQpipelineSync(k->db) &&
              ask(k, BEGIN, NULL) && ask(k, OWN, name, k->server, NULL) &&
              ask(k, OWNER, name, NULL) && ask(k, READ, name, k->server, NULL) &&
              ask(k, COMMIT, NULL) && PQpipelineSync(k->db);
    ok = ok && answered(k, why, NULL, NULL) && synced(k, why) && answered(k, why, NULL, NULL) &&
         (own = answer(k, why)) && (owner = answer(k, why)) && (read = answer(k, why)) &&
         committed(k, why) && synced(k, why);
    if (ok && PQntuples(own) == 1) {
        for (int i = 0; i < PQntuples(read); i++)
            srv_job_record(job, PQgetvalue(read, i, 0), (size_t)PQgetlength(read, i, 0));
        a->fence = strtoull(PQgetvalue(own, 0, 0), NULL, 10);
        a->fate = SRV_DONE;
        ok = a->count == strtoul(PQgetvalue(own, 0, 1), NULL, 10);
        if (!ok)
            bl_put(why, "a log has not as many records as it should");
    } else if (ok && PQntuples(owner) == 1) {
        bl_put(&job->where, PQgetvalue(owner, 0, 0));
        a->where = job->where.s;
        a->fate = SRV_ELSEWHERE;
    } else if (ok)
        a->fate = SRV_NONE;
    if (!ok)
        a->fate = SRV_LOST;
    PQclear(own);
    PQclear(owner);
    PQclear(read);
    return ok || told(k, NULL, why);
}

static bool load(struct srv_keeper *keeper, struct srv_jobs *jobs, struct bl_text *why)
{
    bool ok = true;
    for (struct srv_job *job = jobs->first; ok && job; job = job->next)
        ok = load_log((struct postgres *)keeper, job, why);
    return ok;
}

static bool list(struct postgres *k, struct srv_jobs *out, uint64_t *from, struct bl_text *why)
{
    PGresult *r = answer(k, why);
    int count = r ? PQntuples(r) : 0;
    for (int i = 0; i < count; i++)
        srv_job_stands(out, PQgetvalue(r, i, 0), &(struct srv_standing){
            .stage = (enum srv_stage)atoi(PQgetvalue(r, i, 1)),
            .open = *PQgetvalue(r, i, 2) == '1',
            .due = strtoull(PQgetvalue(r, i, 3), NULL, 10),
            .changed = strtoull(PQgetvalue(r, i, 4), NULL, 10),
            .lobby = PQgetvalue(r, i, 5),
        }, *PQgetvalue(r, i, 6) == '1');
    if (r && from)
        *from = srv_due_after(*from, count ? strtoull(PQgetvalue(r, count - 1, 3), NULL, 10) : 0, count);
    PQclear(r);
    return r != NULL;
}

static bool look(struct srv_keeper *keeper, struct srv_jobs *out, struct bl_text *why)
{
    struct postgres *k = (struct postgres *)keeper;
    char now[24], from[24], since[24] = "";
    int rows = 0;
    digits(now, (uint64_t)(bl_seconds(CLOCK_REALTIME) * 1e3));
    note_hints(k, out);
    bool ok = ask(k, RENEW, k->server, NULL) && ask(k, SINCE, NULL) &&
              ask(k, k->since[0] ? CHANGED : LOBBY, k->server, k->since, NULL) &&
              ask(k, DUE, k->server, now, digits(from, k->due_from), NULL) && PQpipelineSync(k->db);
    ok = ok && answered(k, why, &rows, NULL) && answered(k, why, NULL, since) &&
         list(k, out, NULL, why) && list(k, out, &k->due_from, why) && synced(k, why);
    if (ok && rows != 1) {   /* somebody has emptied or restored the database */
        bl_put(why, "this server is not known to the database any more");
        k->server[0] = k->since[0] = '\0';
        srv_job_taken(out);
    }
    if (!ok || rows != 1)
        return told(k, NULL, why);
    memcpy(k->since, since, sizeof k->since);
    return true;
}

const struct srv_keeping srv_postgres = {
    .open = open_database, .close = shut, .mend = mend, .keep = keep, .load = load, .look = look,
};
