/* store_sqlite.c - the logs of tables in one file of SQLite.
 *
 * The file counts those who opened it: that number is everybody's fence. Each transaction asks first
 * whether it still is the newest; so a server whose file another has opened writes nothing more. */
#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "bylaw/fact.h"
#include "server/keeper.h"

#ifndef SRV_SYNCHRONOUS
#define SRV_SYNCHRONOUS "FULL"   /* a test plants OFF, and must notice */
#endif

/* A record names the one before it in its log. So the records of one transaction, of whatever tables,
 * lie in the same few pages: with a page for each table, ten times as much would have to be synced.
 *
 * What a file has gone through to be of a version. A step that was once released stays as it is:
 * what comes later is a new one. */
static const char begun[] =
    "CREATE TABLE server(one INTEGER PRIMARY KEY CHECK (one = 1), fence INTEGER NOT NULL,"
    "  address TEXT NOT NULL) STRICT;"
    "INSERT INTO server VALUES(1, 0, '');"
    "CREATE TABLE tables(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, next INTEGER NOT NULL,"
    "  last INTEGER NOT NULL, stage INTEGER NOT NULL, open INTEGER NOT NULL, due INTEGER NOT NULL,"
    "  changed INTEGER NOT NULL, lobby TEXT NOT NULL) STRICT;"
    "CREATE TABLE records(id INTEGER PRIMARY KEY, before INTEGER NOT NULL, text TEXT NOT NULL) STRICT;";
static const char indexed[] =
    "CREATE INDEX lobby ON tables(id) WHERE open = 1 AND stage < 2;"
    "CREATE INDEX due ON tables(due) WHERE due > 0;";
static const char *const steps[] = {begun, indexed};
enum { VERSION = sizeof steps / sizeof *steps, FORMAT = 0x62796c77 };   /* "bylw" */

#define STANDING "name, stage, open, due, changed, lobby"
#define STATEMENTS(X) \
    X(BEGIN_READ, "BEGIN") \
    X(BEGIN_WRITE, "BEGIN IMMEDIATE") \
    X(COMMIT, "COMMIT") \
    X(NEWEST, "SELECT fence, address FROM server") \
    X(TAKE_OVER, "UPDATE server SET fence = fence + 1, address = ?1") \
    X(TRY, "UPDATE server SET fence = fence") \
    X(BEGIN_LOG, "INSERT INTO records(before, text) SELECT 0, ?2 " \
                 "WHERE NOT EXISTS (SELECT 1 FROM tables WHERE name = ?1)") \
    X(ADD, "INSERT INTO records(before, text) SELECT last, ?2 FROM tables " \
           "WHERE name = ?1 AND next = ?3") \
    X(MAKE, "INSERT INTO tables(name, next, last, stage, open, due, changed, lobby)" \
            " VALUES(?1, 1, last_insert_rowid(), ?2, ?3, ?4, ?5, ?6)") \
    X(ADVANCE, "UPDATE tables SET next = next + 1, last = last_insert_rowid(), stage = ?2, open = ?3," \
               " due = ?4, changed = ?5, lobby = ?6 WHERE name = ?1") \
    X(FIND, "SELECT last, next FROM tables WHERE name = ?1") \
    X(READ, "WITH RECURSIVE log(id) AS (SELECT ?1 UNION ALL SELECT before FROM log JOIN records " \
            "USING (id) WHERE before > 0) SELECT text FROM log JOIN records USING (id) ORDER BY id") \
    X(LOBBY, "SELECT " STANDING " FROM tables WHERE open = 1 AND stage < 2") \
    X(DUE, "SELECT " STANDING " FROM tables WHERE due > 0 AND due <= ?1 AND due >= ?2 ORDER BY due LIMIT " \
           SRV_DIGITS(SRV_DUE_MOST))
#define NAMED(name, sql) name,
#define WRITTEN(name, sql) sql,
enum { STATEMENTS(NAMED) STATEMENT_COUNT };
static const char *const sql[] = {STATEMENTS(WRITTEN)};

struct sqlite {
    struct srv_keeper keeper;
    char *path, *address;
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENT_COUNT];
    int64_t fence;          /* ours */
    bool full;              /* the last fault was a full disk, which mends itself */
    bool doubted;           /* see told */
    bool refused;           /* the last transaction that was to write something failed */
    bool told_lobby;
    uint64_t due_from;      /* what is due is listed from here on */
};

/* ---- statements ------------------------------------------------------------- */

/* Gives a statement its values: s text, i int64_t. */
static sqlite3_stmt *bind(struct sqlite *k, int which, const char *kinds, ...)
{
    sqlite3_stmt *s = k->statements[which];
    va_list values;
    va_start(values, kinds);
    for (int i = 1; *kinds; kinds++, i++)
        if (*kinds == 's')
            sqlite3_bind_text(s, i, va_arg(values, const char *), -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(s, i, va_arg(values, int64_t));
    va_end(values);
    return s;
}

/* The next row. At the end and after a fault the statement is done with. */
static bool row(sqlite3_stmt *s, bool *ok)
{
    int code = sqlite3_step(s);
    if (code == SQLITE_ROW)
        return true;
    *ok = code == SQLITE_DONE && sqlite3_reset(s) == SQLITE_OK;
    if (code != SQLITE_DONE)
        sqlite3_reset(s);
    return false;
}

/* A statement whose rows, if it has any, do not matter but for the first number of the first one. */
static bool done(sqlite3_stmt *s, int64_t *first)
{
    bool ok = true;
    for (bool any = false; row(s, &ok); any = true)
        if (!any && first)
            *first = sqlite3_column_int64(s, 0);
    return ok;
}

/* After a sync that failed the system still shows what it may never have written. This connection
 * knows better, and writes over it; a new one would believe it, and build on it. So this one stays
 * until a commit has succeeded. */
static bool told(struct sqlite *k, struct bl_text *why)
{
    int code = sqlite3_extended_errcode(k->db), system = sqlite3_system_errno(k->db);
    k->full = code == SQLITE_FULL;
    k->doubted = k->doubted || code == SQLITE_IOERR_FSYNC;
    bl_put(why, sqlite3_errmsg(k->db));
    bl_put(why, system ? ": " : "");
    bl_put(why, system ? strerror(system) : "");
    return false;
}

/* Ends a transaction, well or not. */
static bool end(struct sqlite *k, bool ok, struct bl_text *why)
{
    if (ok && done(k->statements[COMMIT], NULL))
        return true;
    if (!why->len)
        told(k, why);
    if (!sqlite3_get_autocommit(k->db))
        sqlite3_exec(k->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* Whether nobody has opened the file after us; if so, the address of who did. */
static bool ours(struct sqlite *k, bool *ok, struct bl_text *where)
{
    sqlite3_stmt *s = k->statements[NEWEST];
    bool is = false;
    while (row(s, ok)) {
        is = sqlite3_column_int64(s, 0) == k->fence;
        if (where)
            bl_put(where, (const char *)sqlite3_column_text(s, 1));
    }
    return is;
}

/* ---- opening ---------------------------------------------------------------- */

static bool ask(struct sqlite *k, const char *text, int64_t *out)
{
    sqlite3_stmt *s = NULL;
    bool ok = sqlite3_prepare_v2(k->db, text, -1, &s, NULL) == SQLITE_OK && done(s, out);
    sqlite3_finalize(s);
    return ok;
}

static bool run(struct sqlite *k, const char *text)
{
    return sqlite3_exec(k->db, text, NULL, NULL, NULL) == SQLITE_OK;
}

/* Whether a file is ours, or new; and of which version. */
static bool know(struct sqlite *k, int64_t *version, struct bl_text *why)
{
    int64_t format = 0, things = 0;
    if (!ask(k, "PRAGMA user_version", version) || !ask(k, "PRAGMA application_id", &format) ||
        !ask(k, "SELECT count(*) FROM sqlite_schema", &things))
        return told(k, why);
    if (format != FORMAT && (format || *version || things)) {
        bl_put(why, "this is a file of SQLite, but not of bylaw");
        return false;
    }
    if (*version > VERSION)
        bl_put(why, "a newer version of bylaw has written this file");
    return *version <= VERSION;
}

/* Brings a file to the version of this program, whole or not at all. */
static bool migrate(struct sqlite *k, struct bl_text *why)
{
    int64_t version = 0;
    if (!run(k, "BEGIN IMMEDIATE"))
        return told(k, why);
    if (!know(k, &version, why))
        return false;
    bool ok = true;
    for (int64_t i = version; ok && i < VERSION; i++)
        ok = run(k, steps[i]);
    BL_LOCAL struct bl_text marks = bl_text_heap();
    bl_put(&marks, "PRAGMA application_id = ");
    bl_put_int(&marks, FORMAT);
    bl_put(&marks, "; PRAGMA user_version = ");
    bl_put_int(&marks, VERSION);
    bl_put(&marks, "; COMMIT");
    return (ok && run(k, marks.s)) || told(k, why);
}

static void disconnect(struct sqlite *k)
{
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_finalize(k->statements[i]);
        k->statements[i] = NULL;
    }
    sqlite3_close(k->db);
    k->db = NULL;
}

static bool connect(struct sqlite *k, struct bl_text *why)
{
    if (sqlite3_open_v2(k->path, &k->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL))
        return told(k, why);
    sqlite3_extended_result_codes(k->db, 1);
    sqlite3_busy_timeout(k->db, 5000);
    int64_t version = 0, ahead = 0;
    if (!know(k, &version, why))
        return false;
    if (version == 0)
        chmod(k->path, S_IRUSR | S_IWUSR);   /* new: it will have the secrets of deals */
    if (!run(k, "PRAGMA journal_mode = WAL; PRAGMA synchronous = " SRV_SYNCHRONOUS ";"
                "PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = 2000") ||
        !ask(k, "SELECT journal_mode = 'wal' FROM pragma_journal_mode", &ahead))
        return told(k, why);
    if (!ahead)
        bl_put(why, "there can be no write-ahead log here");
    if (!ahead || (version < VERSION && !migrate(k, why)))
        return false;
    bool ok = true;
    for (int i = 0; ok && i < STATEMENT_COUNT; i++)
        ok = sqlite3_prepare_v3(k->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &k->statements[i],
                                NULL) == SQLITE_OK;
    return ok || told(k, why);
}

static bool take_over(struct sqlite *k, struct bl_text *why)
{
    bool ok = done(k->statements[BEGIN_WRITE], NULL) &&
              done(bind(k, TAKE_OVER, "s", k->address), NULL) &&
              done(k->statements[NEWEST], &k->fence);
    return end(k, ok, why);
}

static void shut(struct srv_keeper *keeper)
{
    struct sqlite *k = (struct sqlite *)keeper;
    disconnect(k);
    BL_FREE(k->path, k->address, k);
}

static struct srv_keeper *open_file(const struct srv_store_settings *settings, void (*hint)(void *),
                                    void *with, struct bl_text *why)
{
    (void)hint, (void)with;   /* nobody else has the file */
    struct sqlite *k = bl_new(1, sizeof *k);
    const char *address = settings->address ? settings->address : "";
    k->keeper.does = &srv_sqlite;
    k->path = bl_copy_of(settings->where, strlen(settings->where) + 1);
    k->address = bl_copy_of(address, strlen(address) + 1);
    bl_put(why, k->path);
    bl_put(why, ": ");
    if (connect(k, why) && take_over(k, why)) {
        bl_text_clear(why);
        return &k->keeper;
    }
    shut(&k->keeper);
    return NULL;
}

static bool mend(struct srv_keeper *keeper, struct bl_text *why)
{
    struct sqlite *k = (struct sqlite *)keeper;
    if (k->db && (k->full || k->doubted))
        return true;
    disconnect(k);
    if (connect(k, why))
        return true;
    disconnect(k);
    return false;
}

/* ---- orders ----------------------------------------------------------------- */

static bool keep_record(struct sqlite *k, struct srv_job *job)
{
    struct srv_answer *a = &job->answer;
    const struct srv_standing *t = &a->standing;
    if (a->number > 0 && job->fence != (uint64_t)k->fence) {
        a->fate = SRV_FENCED;
        return true;
    }
    if (!done(a->number ? bind(k, ADD, "ssi", a->table.s, job->text.s, (int64_t)a->number)
                        : bind(k, BEGIN_LOG, "ss", a->table.s, job->text.s), NULL))
        return false;
    bool next = sqlite3_changes(k->db) == 1;
    a->fate = next ? SRV_DONE : SRV_LOST;
    a->fence = (uint64_t)k->fence;
    return !next || done(bind(k, a->number ? ADVANCE : MAKE, "siiiis", a->table.s, (int64_t)t->stage,
                              (int64_t)t->open, (int64_t)t->due, (int64_t)t->changed, t->lobby), NULL);
}

static bool keep(struct srv_keeper *keeper, struct srv_jobs *jobs, struct bl_text *why)
{
    struct sqlite *k = (struct sqlite *)keeper;
    bool ok = done(k->statements[BEGIN_WRITE], NULL);
    bool mine = ok && ours(k, &ok, NULL), any = false;
    for (struct srv_job *job = jobs->first; ok && job; job = job->next)
        if (!mine)
            job->answer.fate = SRV_FENCED;
        else if (job->kind == SRV_STORE) {
            ok = keep_record(k, job);
            any = any || job->answer.fate == SRV_DONE;
        }
    ok = end(k, ok, why);
    k->doubted = k->doubted && !(ok && any);
    k->refused = !ok;
    return ok;
}

static bool load_log(struct sqlite *k, struct srv_job *job, struct bl_text *why)
{
    bool ok = true;
    struct srv_answer *a = &job->answer;
    if (!ours(k, &ok, &job->where)) {
        a->fate = ok ? SRV_ELSEWHERE : SRV_LOST;
        a->where = job->where.s;
        return ok;
    }
    int64_t last = 0, next = 0;
    for (sqlite3_stmt *s = bind(k, FIND, "s", a->table.s); row(s, &ok);) {
        last = sqlite3_column_int64(s, 0);
        next = sqlite3_column_int64(s, 1);
    }
    for (sqlite3_stmt *s = bind(k, READ, "i", last); ok && last && row(s, &ok);)
        srv_job_record(job, (const char *)sqlite3_column_text(s, 0),
                       (size_t)sqlite3_column_bytes(s, 0));
    if (ok && a->count != next)
        bl_put(why, "a log has not as many records as it should");
    if (!ok || a->count != next)
        return false;
    a->fence = (uint64_t)k->fence;
    a->fate = last ? SRV_DONE : SRV_NONE;
    return true;
}

static bool load(struct srv_keeper *keeper, struct srv_jobs *jobs, struct bl_text *why)
{
    struct sqlite *k = (struct sqlite *)keeper;
    bool ok = done(k->statements[BEGIN_READ], NULL);
    for (struct srv_job *job = jobs->first; ok && job; job = job->next)
        ok = load_log(k, job, why);
    return end(k, ok, why);
}

static bool list(sqlite3_stmt *s, struct srv_jobs *out, uint64_t *from)
{
    bool ok = true;
    int count = 0;
    uint64_t last = 0;
    for (; row(s, &ok); count++) {
        last = (uint64_t)sqlite3_column_int64(s, 3);
        srv_job_stands(out, (const char *)sqlite3_column_text(s, 0), &(struct srv_standing){
            .stage = (enum srv_stage)sqlite3_column_int(s, 1),
            .open = sqlite3_column_int(s, 2),
            .due = last,
            .changed = (uint64_t)sqlite3_column_int64(s, 4),
            .lobby = (const char *)sqlite3_column_text(s, 5),
        }, true);
    }
    if (from)
        *from = srv_due_after(*from, last, count);
    return ok;
}

static bool look(struct srv_keeper *keeper, struct srv_jobs *out, struct bl_text *why)
{
    struct sqlite *k = (struct sqlite *)keeper;
    BL_LOCAL struct bl_text where = bl_text_heap();
    int64_t now = (int64_t)(bl_seconds(CLOCK_REALTIME) * 1e3);
    bool ok = done(k->statements[k->refused ? BEGIN_WRITE : BEGIN_READ], NULL);
    if (ok && !ours(k, &ok, &where)) {
        if (ok && !keeper->taken) {
            srv_job_note(out, "store-taken-over", where.s);
            srv_job_taken(out);
        }
        keeper->taken = keeper->taken || ok;
        return end(k, ok, why);
    }
    ok = ok && (!k->refused || done(k->statements[TRY], NULL)) &&
         (k->told_lobby || list(k->statements[LOBBY], out, NULL)) &&
         list(bind(k, DUE, "ii", now, (int64_t)k->due_from), out, &k->due_from);
    k->told_lobby = k->told_lobby || ok;
    ok = end(k, ok, why);
    k->refused = k->refused && !ok;
    return ok;
}

const struct srv_keeping srv_sqlite = {
    .open = open_file, .close = shut, .mend = mend, .keep = keep, .load = load, .look = look,
};
