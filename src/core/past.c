/* past.c - what a seat has seen, in order. */
#include "bylaw/past.h"

#include <stdlib.h>

#include "base/alloc.h"

bool bl_remembers(const struct bl_game *game)
{
    const struct bl_fields *fields = game->fields;
    for (unsigned i = 0; fields && !fields->guess && i < fields->count; i++)
        if (fields->rows[i].kind == BL_FIELD_HANDS)
            return true;
    return false;
}

static void add_view(struct bl_past *m, const void *view)
{
    size_t used = bl_extent(m->game, view), size = (used + 7) / 8 * 8;
    if (m->count >= m->room) {
        m->room = 2 * m->room + 32;
        m->plays = bl_resize(m->plays, m->room, sizeof *m->plays);
        m->at = bl_resize(m->at, m->room + 2, sizeof *m->at);
        m->at[0] = 0;
    }
    size_t end = m->at[m->count] + size;
    if (end > m->views_room) {
        m->views_room = 2 * end;
        m->views = bl_resize(m->views, m->views_room, 1);
    }
    memcpy(m->views + m->at[m->count], view, used);
    m->at[m->count + 1] = end;
}

struct bl_past *bl_past_new(const struct bl_game *game, int seat, const void *view)
{
    struct bl_past *m = bl_new(1, sizeof *m);
    *m = (struct bl_past){.game = game, .seat = seat};
    add_view(m, view);
    return m;
}

void bl_past_add(struct bl_past *m, const struct bl_play *told, const void *view)
{
    m->plays[m->count] = *told;
    m->plays[m->count++].data = told->data ? bl_copy_of(told->data, told->size) : NULL;
    add_view(m, view);
}

struct bl_past *bl_past_copy(const struct bl_past *m)
{
    struct bl_past *copy = bl_past_new(m->game, m->seat, bl_past_view(m, 0));
    for (uint32_t i = 0; i < m->count; i++)
        bl_past_add(copy, &m->plays[i], bl_past_view(m, i + 1));
    return copy;
}

void bl_past_cut(struct bl_past *m, uint32_t number)
{
    while (m->count > number)
        free((void *)(uintptr_t)m->plays[--m->count].data);
}

void bl_past_free(struct bl_past *m)
{
    if (!m)
        return;
    bl_past_cut(m, 0);
    BL_FREE(m->plays, m->views, m->at, m);
}
