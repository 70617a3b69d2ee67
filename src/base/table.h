/* table.h - what was found once is found again by its key, any number but 0. */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct bl_row {
    uint64_t key;            /* 0: a free place */
    union {
        uint32_t number;
        double value;
    };
};

struct bl_table {
    struct bl_row *rows;     /* freed with free() */
    uint32_t used, room;
};

/* Where a key is, or else would be: the first free place from where it points to. */
static inline struct bl_row *bl_table_place(const struct bl_table *t, uint64_t key)
{
    uint32_t at = (uint32_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (t->room - 1);
    while (t->rows[at].key && t->rows[at].key != key)
        at = (at + 1) & (t->room - 1);
    return &t->rows[at];
}

/* NULL: it was not added. */
static inline struct bl_row *bl_table_find(const struct bl_table *t, uint64_t key)
{
    struct bl_row *row = t->room ? bl_table_place(t, key) : NULL;
    return row && row->key ? row : NULL;
}

/* The row of a key; a new one is 0 but for that. What rows were given before may have moved. */
struct bl_row *bl_table_add(struct bl_table *t, uint64_t key);
void bl_table_clear(struct bl_table *t);

#endif
