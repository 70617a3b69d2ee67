/* alloc.h - memory from the system, or an end: out of it, nothing sensible is left to do. What is
 * given is freed with free(). */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stddef.h>
#include <stdint.h>

void *bl_new(size_t count, size_t size);                 /* zeros */
void *bl_resize(void *old, size_t count, size_t size);   /* what is new of it is not set */
void *bl_copy_of(const void *from, size_t size);
/* A list with room for `need` at least; `*room` is what it has, doubled as often as it takes. */
void *bl_grow(void *list, size_t need, uint32_t *room, size_t size);
/* Frees all that are named. */
#define BL_FREE(...) \
    bl_free_all((void *[]){__VA_ARGS__}, sizeof(void *[]){__VA_ARGS__} / sizeof(void *))
void bl_free_all(void **list, size_t count);

#endif
