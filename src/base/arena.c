/* arena.c - a chain of blocks. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

struct bl_arena_block {
    struct bl_arena_block *next;
    size_t size;
    alignas(max_align_t) unsigned char bytes[];
};

static struct bl_arena_block *new_block(const struct bl_arena *a, size_t size)
{
    struct bl_arena_block *b = a->resize(NULL, 1, sizeof *b + size);
    b->next = NULL;
    b->size = size;
    return b;
}

/* The next block with room for size bytes; blocks too small for it are passed over. */
static void next_block(struct bl_arena *a, size_t size)
{
    struct bl_arena_block **link = a->now ? &a->now->next : &a->first;
    while (*link && (*link)->size < size)
        link = &(*link)->next;
    if (!*link)
        *link = new_block(a, size > 65536 ? size : 65536);
    a->now = *link;
    a->used = 0;
}

void *bl_arena_take(struct bl_arena *a, size_t size)
{
    size = (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    if (!a->now || a->now->size - a->used < size)
        next_block(a, size);
    void *piece = a->now->bytes + a->used;
    a->used += size;
    return memset(piece, 0, size);
}

void bl_arena_back(struct bl_arena *a, const struct bl_arena *then)
{
    a->now = then->now ? then->now : a->first;
    a->used = then->now ? then->used : 0;
}

void bl_arena_reset(struct bl_arena *a)
{
    a->now = a->first;
    a->used = 0;
}

void bl_arena_free(struct bl_arena *a)
{
    for (struct bl_arena_block *b = a->first, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    *a = (struct bl_arena){NULL, NULL, 0};
}
