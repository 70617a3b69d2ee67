/* power.c - the power fails under a store, at any time, thousands of times.
 *
 *     power [RUNS [FIRST]]
 *
 * After each failure: what was answered is there, word for word; nothing is there that was not
 * ordered; the file is sound; and the standing is that of the last record. A second build of this
 * program has a store that does not sync; it must find that out. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "bylaw/text.h"
#include "disk.h"
#include "server/keeper.h"

#ifndef PLANTED
#define PLANTED 0   /* 1: a loss is what is looked for */
#endif

enum { TABLES = 5, MOST = 120, LIVES = 4 };

/* A table as it must be: of the last records it may be open whether they are there. */
struct table {
    struct srv_name name;
    uint32_t known, tried;      /* answered; ordered since they were last looked at */
    uint64_t fence;
    bool ours;
    uint32_t salt[MOST];        /* what the text of each record was made of, when it was last ordered */
};
static struct table tables[TABLES];
static struct bl_stream chance;
static uint64_t seed_now;
static char fault[256];

static bool wrong(const char *what, const struct table *t, uint32_t number)
{
    snprintf(fault, sizeof fault, "run %llu: %s (table %d, record %u)", (unsigned long long)seed_now,
             what, t ? (int)(t - tables) : -1, number);
    return false;
}

/* A record's text: short ones, and some that go over several pages. */
static void write_text(struct bl_text *out, const struct table *t, uint32_t number)
{
    uint32_t salt = t->salt[number];
    bl_put(out, t->name.s);
    bl_put_uint(out, number);
    for (uint32_t i = 0; i < salt % (salt % 7 ? 10 : 450); i++)
        bl_put_bytes(out, &"abcdefghijklmnopqrstuvwxyz"[salt % 7], 19);
    bl_put_uint(out, salt);
}

static void order_record(struct srv_jobs *jobs, struct table *t, uint32_t number)
{
    struct srv_job *job = srv_job_new(jobs);
    t->salt[number] = (uint32_t)bl_next(&chance);
    job->kind = SRV_STORE;
    job->fence = t->fence;
    job->answer.table = t->name;
    job->answer.number = number;
    write_text(&job->text, t, number);
    bl_put_uint(&job->lobby, number);
    job->answer.standing = (struct srv_standing){
        .stage = SRV_RUNNING, .open = true, .due = number % 3, .changed = number,
        .lobby = job->lobby.s,
    };
}

/* One transaction; false: it failed. */
static bool keep_some(struct srv_keeper *k)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct srv_jobs jobs;
    srv_jobs_clear(&jobs);
    struct table *of[16];
    uint32_t count = 1 + bl_below(&chance, 12), made = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct table *t = &tables[bl_below(&chance, TABLES)];
        if (!t->ours || t->tried >= MOST)
            continue;
        order_record(&jobs, t, t->tried++);
        of[made++] = t;
    }
    bool ok = !made || k->does->keep(k, &jobs, &why);
    const struct srv_job *job = jobs.first;
    for (uint32_t i = 0; ok && i < made; i++, job = job->next) {
        if (job->answer.fate != SRV_DONE)
            ok = wrong("a record was refused", of[i], job->answer.number);
        of[i]->known = job->answer.number + 1;
        of[i]->fence = job->answer.fence;
    }
    for (uint32_t i = 0; !ok && i < made; i++)
        of[i]->ours = false;   /* as the store has it: until it is loaded */
    srv_jobs_free(&jobs);
    return ok;
}

static bool check_log(struct table *t, const struct srv_job *job)
{
    const struct srv_answer *a = &job->answer;
    const char *at = job->text.s;
    if (a->fate != SRV_DONE && a->fate != SRV_NONE)
        return wrong("a log was not given", t, 0);
    if (a->count < t->known)
        return wrong("lost", t, a->count);
    if (a->count > t->tried)
        return wrong("nobody ordered this", t, t->tried);
    for (uint32_t i = 0; i < a->count; i++) {
        BL_LOCAL struct bl_text text = bl_text_heap();
        write_text(&text, t, i);
        if (strcmp(text.s, at) != 0)
            return wrong("another text", t, i);
        at += job->records[i].size + 1;
    }
    t->known = t->tried = a->count;
    t->fence = a->fence;
    t->ours = true;
    return true;
}

/* Loads all tables; false: the disk failed, or something is wrong. */
static bool load_all(struct srv_keeper *k)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct srv_jobs jobs;
    srv_jobs_clear(&jobs);
    for (int i = 0; i < TABLES; i++) {
        struct srv_job *job = srv_job_new(&jobs);
        job->kind = SRV_LOAD;
        job->answer.table = tables[i].name;
        job->answer.fate = SRV_LOST;
    }
    bool ok = k->does->load(k, &jobs, &why);
    const struct srv_job *job = jobs.first;
    for (int i = 0; ok && i < TABLES; i++, job = job->next)
        ok = check_log(&tables[i], job);
    if (!ok && !fault[0] && !disk.dead && !disk.faulty)
        wrong(why.s, NULL, 0);
    srv_jobs_free(&jobs);
    return ok;
}

static struct srv_keeper *open_store(void)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct srv_store_settings settings = {.where = "games.db", .address = ""};
    struct srv_keeper *k = srv_sqlite.open(&settings, NULL, NULL, &why);
    if (!k && !disk.dead && !disk.faulty && !fault[0])
        wrong(why.s, NULL, 0);
    return k;
}

/* From the power's coming to its going: somewhere in the middle, or when nothing is done. */
static void live(void)
{
    disk.fails_in = bl_below(&chance, 5) ? 1 + bl_below(&chance, 250) : 0;
    disk.faulty = bl_below(&chance, 3) ? 0 : 20;
    struct srv_keeper *k = open_store();
    bool ok = k && load_all(k);
    for (int turn = 0; k && !fault[0] && !disk.dead && turn < 25; turn++) {
        BL_LOCAL struct bl_text why = bl_text_heap();
        if (ok && !keep_some(k))
            ok = false;
        if (!ok && !disk.dead && k->does->mend(k, &why))
            ok = load_all(k);
    }
    disk.dead = true;
    if (k)
        k->does->close(k);
    disk_power_back();
    disk.faulty = 0;
}

#define STRAY_STANDINGS "SELECT count(*) FROM tables WHERE changed <> next - 1 OR due <> changed % 3 " \
    "OR lobby <> CAST(changed AS TEXT)"

/* What SQLite itself says of the file, and that the standings are those of the last records. */
static bool check_file(void)
{
    static const char *const questions[] = {
        "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
        STRAY_STANDINGS,
        "SELECT (SELECT count(*) FROM records) - (SELECT coalesce(sum(next), 0) FROM tables)",
    };
    sqlite3 *db = NULL;
    bool ok = sqlite3_open("games.db", &db) == SQLITE_OK;
    for (int i = 0; ok && i < 3; i++) {
        sqlite3_stmt *s = NULL;
        sqlite3_prepare_v2(db, questions[i], -1, &s, NULL);
        ok = sqlite3_step(s) == SQLITE_ROW && sqlite3_column_int(s, 0) == 0;
        sqlite3_finalize(s);
        if (!ok)
            wrong(i == 0 ? "the file is not sound" : "a standing is not its log's", NULL, 0);
    }
    sqlite3_close(db);
    return ok;
}

static bool run(uint64_t seed)
{
    seed_now = seed;
    fault[0] = '\0';
    disk_new(seed);
    chance = bl_stream(seed, 1, BL_FOR_TEST, 0);
    memset(tables, 0, sizeof tables);
    for (int i = 0; i < TABLES; i++)
        snprintf(tables[i].name.s, sizeof tables[i].name.s, "table%011d", i);
    for (int i = 0; i < LIVES && !fault[0]; i++)
        live();
    struct srv_keeper *k = fault[0] ? NULL : open_store();
    bool ok = k && load_all(k);
    if (k)
        k->does->close(k);
    return ok && check_file();
}

/* A disk without room, or that nobody may write to, loses nothing, and works again when it can. */
static bool refuses(bool *what, uint64_t seed)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    seed_now = seed;
    disk_new(seed);
    fault[0] = '\0';
    chance = bl_stream(seed, 2, BL_FOR_TEST, 0);
    for (int i = 0; i < TABLES; i++)
        tables[i].known = tables[i].tried = 0;
    struct srv_keeper *k = open_store();
    bool ok = k && load_all(k);
    for (int turn = 0; ok && turn < 6; turn++) {
        ok = keep_some(k) && keep_some(k);
        *what = true;
        int kept = 0;
        for (int i = 0; ok && i < 8; i++) {
            if (keep_some(k))
                kept++;     /* in what room there was in the file */
            else
                k->does->mend(k, &why);
        }
        if (ok && kept == 8)
            ok = wrong("the disk has refused nothing", NULL, 0);
        *what = false;
        bl_text_clear(&why);
        ok = ok && k->does->mend(k, &why) && load_all(k);
    }
    if (k)
        k->does->close(k);
    if (!ok && !fault[0])
        wrong(why.s, NULL, 0);
    return ok && check_file();
}

int main(int argc, char **argv)
{
    uint64_t runs = 2000, first = 1, lost = 0;
    if ((argc > 1 && !bl_read_number(argv[1], &runs)) || (argc > 2 && !bl_read_number(argv[2], &first)))
        return 2;
    for (uint64_t seed = first; seed < first + runs; seed++)
        if (!run(seed)) {
            lost++;
            puts(fault);
            if (PLANTED)
                break;
        }
    uint64_t syncs = disk.syncs, refused = 0;
    for (uint64_t seed = 1; !PLANTED && seed <= 20; seed++)
        if (!refuses(&disk.full, seed) || !refuses(&disk.readonly, seed)) {
            refused++;
            puts(fault);
        }
    disk_new(0);
    printf("%llu runs: %llu with a loss; %llu syncs in the last\n", (unsigned long long)runs,
           (unsigned long long)lost, (unsigned long long)syncs);
    return PLANTED ? lost == 0 : lost || refused;
}
