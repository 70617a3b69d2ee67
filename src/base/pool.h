/* pool.h - threads that do pieces of work, for the one thread that hands them out and takes them
 * back. Where the machine gives no thread, that one does the work itself. */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stdatomic.h>
#include <stdbool.h>

/* What the caller hands out begins with one of these. */
struct bl_piece {
    struct bl_piece *next;
};

struct bl_labour {
    void (*work)(void *tools, struct bl_piece *piece);
    /* What a thread works with, its own; NULL: nothing. `halt` is set when the work is to be
     * broken off. */
    void *(*tools_new)(const void *user, const atomic_bool *halt);
    void (*tools_free)(void *tools);
    const void *user;
};

struct bl_pool;
struct bl_pool *bl_pool_start(const struct bl_labour *labour, unsigned threads);
void bl_pool_give(struct bl_pool *pool, struct bl_piece *piece);
/* Waits up to `ms` for a piece that is done; NULL: none was. */
struct bl_piece *bl_pool_take(struct bl_pool *pool, unsigned ms);
/* Sets `halt`; what nobody has begun comes back as it was given. */
void bl_pool_halt(struct bl_pool *pool);
void bl_pool_end(struct bl_pool *pool);   /* when all that was given has been taken */

#endif
