/* answers.c - the thread of a store, with a keeper whose logs take for ever to be read: who waits for
 * a record to be kept does not wait for that. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "server/keeper.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool keeping, begun, told, rung;

static void set(bool *what)
{
    pthread_mutex_lock(&lock);
    *what = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void await(bool *what)
{
    pthread_mutex_lock(&lock);
    while (!*what)
        pthread_cond_wait(&changed, &lock);
    *what = false;
    pthread_mutex_unlock(&lock);
}

static struct srv_keeper *open_none(const struct srv_store_settings *settings, void (*hint)(void *),
                                    void *with, struct bl_text *why)
{
    (void)settings, (void)hint, (void)with, (void)why;
    struct srv_keeper *k = bl_new(1, sizeof *k);
    k->does = &srv_sqlite;
    return k;
}

static void close_none(struct srv_keeper *keeper)
{
    BL_FREE(keeper);
}

static bool keep(struct srv_keeper *keeper, struct srv_jobs *jobs, struct bl_text *why)
{
    (void)keeper, (void)why;
    set(&keeping);
    await(&begun);
    for (struct srv_job *job = jobs->first; job; job = job->next)
        job->answer.fate = SRV_DONE;
    return true;
}

static bool load(struct srv_keeper *keeper, struct srv_jobs *jobs, struct bl_text *why)
{
    (void)keeper, (void)why;
    await(&told);
    for (struct srv_job *job = jobs->first; job; job = job->next)
        job->answer.fate = SRV_NONE;
    return true;
}

static bool look(struct srv_keeper *keeper, struct srv_jobs *jobs, struct bl_text *why)
{
    (void)keeper, (void)jobs, (void)why;
    return true;
}

const struct srv_keeping srv_sqlite = {.open = open_none, .close = close_none, .keep = keep, .load = load,
                                       .look = look};
const struct srv_keeping srv_postgres = {.open = open_none};

static void wake(void *with)
{
    (void)with;
    set(&rung);
}

static struct srv_answer next_answer(struct srv_store *store)
{
    struct srv_answer a;
    while (!srv_store_next(store, &a))
        await(&rung);
    return a;
}

static void what_is_kept_is_answered_before_others_are_loaded(void **state)
{
    (void)state;
    struct bl_text why = bl_text_heap();
    struct srv_store_settings settings = {.where = "nowhere", .wake = wake};
    struct srv_store *store = srv_store_open(&settings, &why);
    struct srv_order kept = {.kind = SRV_STORE, .text = "{}", .size = 2, .table = {"aaaaaaaaaaaaaaaa"}};
    struct srv_order loaded = {.kind = SRV_LOAD, .table = {"bbbbbbbbbbbbbbbb"}};
    struct srv_store_figures figures;
    srv_store_order(store, &kept);
    await(&keeping);                  /* the others wait for this, and so come together */
    srv_store_order(store, &loaded);
    kept.table.s[0] = 'c';
    srv_store_order(store, &kept);
    set(&begun);
    assert_int_equal(next_answer(store).kind, SRV_STORED);
    await(&keeping);
    set(&begun);
    assert_int_equal(next_answer(store).kind, SRV_STORED);   /* or it hangs */
    srv_store_figures(store, &figures);
    assert_true(figures.waiting == 1);
    set(&told);
    assert_int_equal(next_answer(store).kind, SRV_LOADED);
    srv_store_figures(store, &figures);
    assert_true(figures.waiting == 0);
    srv_store_close(store);
    bl_text_free(&why);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_is_answered_before_others_are_loaded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
