/* table.c - tables that grow: at most half of the places are in use. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

struct bl_row *bl_table_add(struct bl_table *t, uint64_t key)
{
    if (2 * t->used >= t->room) {
        struct bl_table old = *t;
        t->room = old.room ? 2 * old.room : 1024;
        t->rows = bl_new(t->room, sizeof *t->rows);
        for (uint32_t i = 0; i < old.room; i++)
            if (old.rows[i].key)
                *bl_table_place(t, old.rows[i].key) = old.rows[i];
        free(old.rows);
    }
    struct bl_row *row = bl_table_place(t, key);
    t->used += row->key == 0;
    row->key = key;
    return row;
}

void bl_table_clear(struct bl_table *t)
{
    if (t->used)
        memset(t->rows, 0, t->room * sizeof *t->rows);
    t->used = 0;
}
