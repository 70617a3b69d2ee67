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
    size_t size = m->game->state_size;
    if (m->count >= m->room) {
        m->room = 2 * m->room + 32;
        m->plays = bl_resize(m->plays, m->room, sizeof *m->plays);
        m->views = bl_resize(m->views, m->room + 1, size);
    }
    memcpy(m->views + m->count * size, view, size);
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
    m->plays[m->count++] = (struct bl_play){told->move, told->seat, 0, NULL};
    add_view(m, view);
}

void bl_past_free(struct bl_past *m)
{
    if (m)
        BL_FREE(m->plays, m->views, m);
}
