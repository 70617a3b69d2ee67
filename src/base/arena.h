/* arena.h - memory that is given out piece by piece and taken back at once. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct bl_arena_block;

struct bl_arena {
    struct bl_arena_block *first, *now;   /* `now` is the one pieces come from */
    size_t used;                          /* of `now` */
    void *(*resize)(void *old, size_t count, size_t size);   /* where blocks come from: bl_resize */
};

/* Zeroed, aligned for anything. Aborts when the machine has no more. */
void *bl_arena_take(struct bl_arena *a, size_t size);
/* Takes back what was given out since `then`, a copy of the arena. */
void bl_arena_back(struct bl_arena *a, const struct bl_arena *then);
void bl_arena_reset(struct bl_arena *a);   /* takes everything back, keeps the blocks */
void bl_arena_free(struct bl_arena *a);

#endif
