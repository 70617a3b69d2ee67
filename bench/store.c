/* store.c - what the server's store does in a second, and how soon it is ready.
 *
 *     store WHERE [FINISHED [RUNNING [RECORDS]]]     100000 10000 10, in a store that is empty
 *
 * Fills it with finished and running games of so many records; opens it anew, until all that runs is
 * told: that must take less than START seconds; loads logs, one after another; and then lets 500
 * tables make one move after another, each as soon as the one before is durable. */
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "clock.h"
#include "server/store.h"

#define START 2.0
enum { IN_FLIGHT = 500, LOADS = 2000, MOVES = 100000 };

static struct srv_store *store;
static sem_t rung;
static const char *where;

static void wake(void *with)
{
    (void)with;
    sem_post(&rung);
}

static void open_store(void)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    store = srv_store_open(&(struct srv_store_settings){.where = where, .wake = wake}, &why);
    if (!store) {
        fprintf(stderr, "store: %s\n", why.s);
        exit(2);
    }
}

static void next_answer(struct srv_answer *a)
{
    while (!srv_store_next(store, a))
        sem_wait(&rung);
    if (a->kind == SRV_NOTED)
        puts(a->text);
    if ((a->kind == SRV_STORED || a->kind == SRV_LOADED) && a->fate != SRV_DONE) {
        fprintf(stderr, "store: an order was not carried out\n");
        exit(2);
    }
}

/* As scattered as real ones are, and the number can be had back. */
static struct srv_name name_of(uint32_t table)
{
    struct srv_name n;
    snprintf(n.s, sizeof n.s, "%08x%08x", (uint32_t)bl_mix(table), table);
    return n;
}

static uint32_t number_of(struct srv_name n)
{
    return (uint32_t)strtoul(n.s + 8, NULL, 16);
}

static void put_record(struct srv_name table, uint32_t number, uint64_t fence, bool over)
{
    char text[160];
    int size = snprintf(text, sizeof text, "{\"moved\":%u,\"seat\":%u,\"move\":\"play 7H\",\"once\":"
                        "\"0123456789abcdef0123456789abcdef\",\"at\":1700000000000}", number, number % 4);
    srv_store_order(store, &(struct srv_order){
        .kind = SRV_STORE, .table = table, .number = number, .fence = fence, .text = text,
        .size = (size_t)size, .standing = {
            over ? SRV_OVER : SRV_RUNNING, true, over ? 0 : UINT64_C(4000000000000), number,
            "{\"game\":\"some\",\"players\":4,\"names\":[\"Ada\",\"Bo\",\"Cy\",\"Di\"]}"}});
}

/* Writes all games; those with the first numbers are over. */
static void fill(uint32_t finished, uint32_t all, uint32_t records)
{
    double start = bl_now();
    uint32_t begun = 0, done = 0;
    struct srv_answer a;
    for (; begun < all && begun < IN_FLIGHT; begun++)
        put_record(name_of(begun), 0, 0, false);
    while (done < all) {
        next_answer(&a);
        if (a.kind != SRV_STORED)
            continue;
        uint32_t next = a.number + 1;
        if (next < records) {
            put_record(a.table, next, a.fence, next == records - 1 && number_of(a.table) < finished);
            continue;
        }
        done++;
        srv_store_order(store, &(struct srv_order){.kind = SRV_RELEASE, .table = a.table,
                                                   .fence = a.fence});
        if (begun < all)
            put_record(name_of(begun++), 0, 0, false);
    }
    double seconds = bl_now() - start;
    printf("filled: %u games of %u records in %.1f s, %.0f durable records/s\n", all, records, seconds,
           all * (double)records / seconds);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void tell(const char *what, double *times, uint32_t count)
{
    qsort(times, count, sizeof *times, by_size);
    printf("%s: p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms\n", what, times[count / 2] * 1e3,
           times[count / 100 * 99] * 1e3, times[count / 1000 * 999] * 1e3);
}

/* Until the running ones are all told. */
static double begin(uint32_t running)
{
    struct srv_answer a;
    double start = bl_now();
    open_store();
    double opened = bl_now() - start;
    for (uint32_t told = 0; told < running; told += a.kind == SRV_STANDS)
        next_answer(&a);
    double ready = bl_now() - start;
    printf("started: open after %.3f s, all %u that run told after %.3f s\n", opened, running, ready);
    return ready;
}

static void load(uint32_t all)
{
    struct bl_stream chance = bl_stream(1, 0, BL_FOR_TEST, 0);
    struct srv_answer a;
    double *times = bl_new(LOADS, sizeof *times);
    for (int i = 0; i < LOADS; i++) {
        double start = bl_now();
        srv_store_order(store, &(struct srv_order){.kind = SRV_LOAD,
                                                   .table = name_of(bl_below(&chance, all))});
        do
            next_answer(&a);
        while (a.kind != SRV_LOADED);
        times[i] = bl_now() - start;
    }
    tell("loaded, one after another", times, LOADS);
    free(times);
}

static void move(uint32_t all)
{
    struct srv_answer a;
    double *times = bl_new(MOVES, sizeof *times), *began = bl_new(IN_FLIGHT, sizeof *began);
    uint32_t done = 0;
    double start = bl_now();
    for (uint32_t i = 0; i < IN_FLIGHT; i++) {
        began[i] = bl_now();
        put_record(name_of(all + i), 0, 0, false);
    }
    while (done < MOVES) {
        next_answer(&a);
        if (a.kind != SRV_STORED)
            continue;
        uint32_t i = number_of(a.table) - all;
        double now = bl_now();
        times[done++] = now - began[i];
        began[i] = now;
        put_record(a.table, a.number + 1, a.fence, false);
    }
    printf("moved: %d tables at once, %.0f durable moves/s\n", IN_FLIGHT, MOVES / (bl_now() - start));
    tell("from order to answer", times, MOVES);
    BL_FREE(times, began);
}

int main(int argc, char **argv)
{
    uint64_t size[] = {100000, 10000, 10};
    for (int i = 2; i < argc && i < 5; i++)
        if (!bl_read_number(argv[i], &size[i - 2]))
            argc = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: store WHERE [FINISHED [RUNNING [RECORDS]]]\n");
        return 2;
    }
    where = argv[1];
    sem_init(&rung, 0, 0);
    uint32_t running = (uint32_t)size[1], all = (uint32_t)size[0] + running;
    open_store();
    fill((uint32_t)size[0], all, (uint32_t)size[2]);
    srv_store_close(store);
    double ready = begin(running);
    load(all);
    move(all);
    srv_store_close(store);
    return ready >= START;
}
