/* pool.c - threads that do pieces of work. */
#include "base/pool.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"

struct queue {
    struct bl_piece *first, **last;
};

struct bl_pool {
    struct bl_labour labour;
    atomic_bool halt;
    pthread_t *threads;
    unsigned count;
    void *tools;              /* of the caller, when there is no thread */
    pthread_mutex_t lock;
    pthread_cond_t given;     /* there is something to do, or no more will come */
    pthread_cond_t done;
    struct queue todo, finished;
    bool closed;
};

static void add(struct queue *q, struct bl_piece *piece)
{
    piece->next = NULL;
    *q->last = piece;
    q->last = &piece->next;
}

static struct bl_piece *remove_first(struct queue *q)
{
    struct bl_piece *piece = q->first;
    if (piece && !(q->first = piece->next))
        q->last = &q->first;
    return piece;
}

static void *tools_for(struct bl_pool *p)
{
    return p->labour.tools_new ? p->labour.tools_new(p->labour.user, &p->halt) : NULL;
}

static void do_piece(const struct bl_pool *p, void *tools, struct bl_piece *piece)
{
    if (!atomic_load_explicit(&p->halt, memory_order_relaxed))
        p->labour.work(tools, piece);
}

static void *work(void *arg)
{
    struct bl_pool *p = arg;
    struct bl_piece *piece;
    void *tools = tools_for(p);
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!(piece = remove_first(&p->todo)) && !p->closed)
            pthread_cond_wait(&p->given, &p->lock);
        if (!piece)
            break;
        pthread_mutex_unlock(&p->lock);
        do_piece(p, tools, piece);
        pthread_mutex_lock(&p->lock);
        add(&p->finished, piece);
        pthread_cond_signal(&p->done);
    }
    pthread_mutex_unlock(&p->lock);
    if (p->labour.tools_free)
        p->labour.tools_free(tools);
    return NULL;
}

struct bl_pool *bl_pool_start(const struct bl_labour *labour, unsigned threads)
{
    struct bl_pool *p = bl_new(1, sizeof *p);
    p->labour = *labour;
    atomic_init(&p->halt, false);
    p->todo.last = &p->todo.first;
    p->finished.last = &p->finished.first;
    p->threads = bl_new(threads, sizeof *p->threads);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->given, NULL);
    pthread_cond_init(&p->done, NULL);
    while (p->count < threads && pthread_create(&p->threads[p->count], NULL, work, p) == 0)
        p->count++;
    if (p->count == 0)
        p->tools = tools_for(p);
    return p;
}

void bl_pool_give(struct bl_pool *p, struct bl_piece *piece)
{
    pthread_mutex_lock(&p->lock);
    add(&p->todo, piece);
    pthread_cond_signal(&p->given);
    pthread_mutex_unlock(&p->lock);
}

struct bl_piece *bl_pool_take(struct bl_pool *p, unsigned ms)
{
    struct bl_piece *piece;
    if (p->count == 0) {
        if ((piece = remove_first(&p->todo)))
            do_piece(p, p->tools, piece);
        return piece;
    }
    struct timespec until = bl_in_ms(ms);
    pthread_mutex_lock(&p->lock);
    while (!(piece = remove_first(&p->finished)) &&
           pthread_cond_timedwait(&p->done, &p->lock, &until) == 0)
        ;
    pthread_mutex_unlock(&p->lock);
    return piece;
}

void bl_pool_halt(struct bl_pool *p)
{
    atomic_store(&p->halt, true);
}

void bl_pool_end(struct bl_pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->closed = true;
    pthread_cond_broadcast(&p->given);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->count; i++)
        pthread_join(p->threads[i], NULL);
    if (p->count == 0 && p->labour.tools_free)
        p->labour.tools_free(p->tools);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->given);
    pthread_cond_destroy(&p->done);
    free(p->threads);
    free(p);
}
