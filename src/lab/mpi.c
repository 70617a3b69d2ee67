/* mpi.c - who plays which block: our own threads and, over messages, other machines.
 *
 * Rank 0, which may be alone, keeps everything: it hands out blocks, takes their lines, and writes the checkpoint. The
 * others have a number of places, each of which goes round: ask for a block, play it, send its
 * line, which asks for the next. When no more blocks are wanted they are told to stop, and send an
 * empty line for what they break off. MPI itself is a module that is loaded only when the program
 * was started by mpirun. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/number.h"
#include "bylaw/position.h"
#include "blocks.h"

#define PLACES 2        /* for each thread, so that none waits for the next block */
#define WAIT_MS 2       /* between two looks for messages */
#define ALONE_MS 100    /* where none come */

/* ---- loading ------------------------------------------------------------------ */

/* 0 if it is none. */
static uint64_t number_of(const char *text)
{
    uint64_t number = 0;
    if (text)
        bl_read_number(text, &number);
    return number;
}

static uint64_t rank_count(void)
{
    const char *open_mpi = getenv("OMPI_COMM_WORLD_SIZE");
    return number_of(open_mpi ? open_mpi : getenv("PMI_SIZE"));
}

bool lab_under_mpi(void)
{
    return rank_count() > 1;
}

const struct lab_ranks *lab_mpi_start(const char *const *folders, struct bl_text *why)
{
    static struct lab_ranks ranks;
    void *module = NULL;
    for (; *folders && !module; folders++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/bylaw-mpi.so", *folders);
        module = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    }
    if (!module) {
        bl_put(why, "started by mpirun, but built without MPI, or its module is not where it was "
                    "installed");
        return NULL;
    }
    lab_mpi_module *start;
    *(void **)&start = dlsym(module, LAB_MPI_SYMBOL);
    if (!start || !start(&ranks)) {
        bl_put(why, "MPI cannot be started");
        return NULL;
    }
    if ((uint64_t)ranks.size != rank_count()) {
        bl_put(why, "started by an mpirun of another make than the MPI this was built with");
        return NULL;
    }
    return &ranks;
}

void lab_mpi_share(const struct lab_ranks *ranks, uint64_t *number)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    int from;
    if (ranks->rank > 0) {
        while (!ranks->receive(&from, &text))
            nanosleep(&(struct timespec){.tv_nsec = WAIT_MS * 1000000}, NULL);
        bl_read_number(text.s, number);
    } else {
        bl_put_uint(&text, *number);
        for (int to = 1; to < ranks->size; to++)
            ranks->send(to, text.s, text.len);
    }
}

/* ---- threads that play blocks --------------------------------------------------- */

struct played {
    struct bl_piece piece;
    const struct lab_task *task;
    uint64_t block;
    struct bl_text line;
};

static void play(void *worker, struct bl_piece *piece)
{
    struct played *p = (struct played *)piece;
    if (!lab_task_play(p->task, worker, p->block, &p->line))
        bl_text_clear(&p->line);
}

static struct bl_pool *start_pool(const struct lab_task *task, unsigned jobs)
{
    return bl_pool_start(&(struct bl_labour){play, task->worker_new, task->worker_free, task->user},
                         jobs);
}

static void give(struct bl_pool *pool, const struct lab_task *task, uint64_t block)
{
    struct played *p = bl_new(1, sizeof *p);
    *p = (struct played){.task = task, .block = block, .line = bl_text_heap()};
    bl_pool_give(pool, &p->piece);
}

/* Waits up to `ms` for a block that was played: true, and its line in `line` (cleared before;
 * empty if the block was broken off). */
static bool take(struct bl_pool *pool, unsigned ms, struct bl_text *line)
{
    struct played *p = (struct played *)bl_pool_take(pool, ms);
    bl_text_clear(line);
    if (!p)
        return false;
    bl_put_bytes(line, p->line.s, p->line.len);
    bl_text_free(&p->line);
    free(p);
    return true;
}

/* ---- rank 0 ------------------------------------------------------------------- */

struct master {
    const struct lab_work *work;
    const struct lab_ranks *ranks;   /* or NULL */
    struct bl_pool *pool;
    uint64_t at;           /* blocks before this one have been given, or were there */
    size_t out;            /* blocks with our own threads */
    int *places;           /* by rank: those that have not been told to end */
    int open;              /* … of all ranks */
    int unheard;           /* ranks that have not yet said how many places they have */
    bool not_stored, stopped;
};

/* Whether no more blocks are wanted: told to stop, or there is enough. */
static bool is_over(const struct lab_work *w)
{
    return w->task->enough || (w->stop && w->stop(w->user));
}

/* The next block that nobody has; false: there is none, or it is not wanted. */
static bool next_block(struct master *m, uint64_t *block)
{
    const struct lab_task *task = m->work->task;
    while (m->at < task->blocks && task->present[m->at])
        m->at++;
    *block = m->at;
    return !m->not_stored && !is_over(m->work) && m->at < task->blocks && ++m->at;
}

static void accept(struct master *m, const char *line, size_t size)
{
    struct bl_text why = {0};   /* a rank makes no such lines */
    if (size == 0 || lab_task_accept(m->work->task, line, size, &why) != LAB_TAKEN)
        return;
    if (m->work->store && !lab_store_add(m->work->store, line, size))
        m->not_stored = true;
}

/* The next block, or "end": each answers one place. */
static void answer(struct master *m, int to, bool more)
{
    char word[24];
    struct bl_text text = BL_TEXT_FIXED(word);
    uint64_t block;
    if (more && next_block(m, &block)) {
        bl_put_uint(&text, block);
    } else {
        bl_put(&text, "end");
        m->places[to]--;
        m->open--;
    }
    m->ranks->send(to, text.s, text.len);
}

static bool hear(struct master *m, struct bl_text *message)
{
    int from;
    if (!m->ranks || !m->ranks->receive(&from, message))
        return false;
    if (message->len > 7 && strncmp(message->s, "places ", 7) == 0) {
        int places = (int)number_of(message->s + 7);
        m->unheard--;
        m->places[from] = places;
        m->open += places;
        for (int i = 0; i < places; i++)
            answer(m, from, true);
        return true;
    }
    accept(m, message->s, message->len);
    answer(m, from, message->len > 0);   /* a rank that broke a block off was told to stop */
    return true;
}

static void feed(struct master *m)
{
    uint64_t block;
    while (m->out < (size_t)m->work->jobs * PLACES && next_block(m, &block)) {
        give(m->pool, m->work->task, block);
        m->out++;
    }
}

/* Once no more blocks are wanted, those under way are broken off. */
static void stop_all(struct master *m)
{
    if (m->stopped || !(m->not_stored || is_over(m->work)))
        return;
    m->stopped = true;
    bl_pool_halt(m->pool);
    for (int to = 1; m->ranks && to < m->ranks->size; to++)
        if (m->places[to] > 0)
            m->ranks->send(to, "stop", 4);
}

enum lab_end lab_work_all(const struct lab_work *w, const struct lab_ranks *ranks)
{
    int size = ranks ? ranks->size : 1;
    struct master m = {.work = w, .ranks = ranks, .unheard = size - 1,
                       .pool = start_pool(w->task, w->jobs),
                       .places = bl_new((size_t)size, sizeof(int))};
    BL_LOCAL struct bl_text line = bl_text_heap();
    feed(&m);
    while (m.out > 0 || m.open > 0 || m.unheard > 0) {
        if (w->progress)
            w->progress(w->user, w->task->games_done, 0);
        while (hear(&m, &line))
            ;
        stop_all(&m);
        if (!take(m.pool, ranks ? WAIT_MS : ALONE_MS, &line))
            continue;
        m.out--;
        accept(&m, line.s, line.len);
        feed(&m);
    }
    bl_pool_end(m.pool);
    free(m.places);
    return m.not_stored ? LAB_NOT_STORED : lab_task_done(w->task) ? LAB_DONE : LAB_STOPPED;
}

/* ---- the others --------------------------------------------------------------- */

void lab_work_as_worker(const struct lab_work *w, const struct lab_ranks *ranks)
{
    struct bl_pool *pool = start_pool(w->task, w->jobs);
    BL_LOCAL struct bl_text line = bl_text_heap(), message = bl_text_heap();
    int from, places = (int)w->jobs * PLACES;
    lab_say(&line, "places %d", places);
    ranks->send(0, line.s, line.len);
    while (places > 0) {
        while (ranks->receive(&from, &message)) {
            if (strcmp(message.s, "end") == 0)
                places--;
            else if (strcmp(message.s, "stop") == 0)
                bl_pool_halt(pool);
            else
                give(pool, w->task, number_of(message.s));
        }
        if (is_over(w))
            bl_pool_halt(pool);
        if (take(pool, WAIT_MS, &line))
            ranks->send(0, line.s, line.len);
    }
    bl_pool_end(pool);
}
