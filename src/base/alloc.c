/* alloc.c - memory from the system, or an end. */
#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

static void *or_die(void *room)
{
    if (!room)
        abort();
    return room;
}

void *bl_new(size_t count, size_t size)
{
    return or_die(calloc(count > 0 ? count : 1, size > 0 ? size : 1));
}

void *bl_resize(void *old, size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size)
        abort();
    return or_die(realloc(old, count * size > 0 ? count * size : 1));
}

void *bl_copy_of(const void *from, size_t size)
{
    void *to = bl_resize(NULL, size, 1);
    return size > 0 ? memcpy(to, from, size) : to;
}

void *bl_grow(void *list, size_t need, uint32_t *room, size_t size)
{
    if (need <= *room)
        return list;
    do
        *room = *room ? 2 * *room : 64;
    while (*room < need);
    return bl_resize(list, *room, size);
}

void bl_free_all(void **list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(list[i]);
}
