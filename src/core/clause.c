/* clause.c - the trace of what was consulted, and clauses by name. */
#include "bylaw/clause.h"

#include <string.h>

#include "bylaw/game.h"

#define BL_TRACED   /* for the declarations */
#include "cite.h"

void bl_trace_clear(struct bl_trace *t)
{
    t->count = 0;
    t->learned = 0;
    t->facts = (struct bl_text){t->room, 1, sizeof t->room, NULL};   /* offset 0: no fact */
    t->room[0] = '\0';
    t->room[1] = '\0';
}

const char *bl_trace_fact(const struct bl_trace *t, const struct bl_trace_entry *e)
{
    return t->room + e->fact;
}

static void record(struct bl_context *cx, bl_cite clause, enum bl_mark mark)
{
    struct bl_trace *t = cx->trace;
    if (t->count < BL_TRACE_MAX)
        t->entries[t->count++] = (struct bl_trace_entry){clause, (uint8_t)mark, 0};
}

bool bl_trace_require(struct bl_context *cx, bl_cite clause, bool holds)
{
    holds = holds || cx->trace->muted == clause;
    record(cx, clause, holds ? BL_HELD : BL_REFUSED);
    return holds;
}

bool bl_trace_holds(struct bl_context *cx, bl_cite clause, bool holds)
{
    record(cx, clause, holds ? BL_TRUE : BL_FALSE);
    return holds;
}

void bl_trace_applies(struct bl_context *cx, bl_cite clause)
{
    record(cx, clause, BL_APPLIED);
}

void bl_trace_add_fact(struct bl_context *cx, const char *format, ...)
{
    struct bl_trace *t = cx->trace;
    if (t->count == 0 || t->facts.len + 200 > t->facts.cap || !*format)
        return;
    t->entries[t->count - 1].fact = (uint16_t)t->facts.len;
    va_list args;
    va_start(args, format);
    bl_putfv(&t->facts, format, args);
    va_end(args);
    bl_put_bytes(&t->facts, "", 1);
}

void bl_trace_set(struct bl_context *cx, bl_cite clause, const char *name, int64_t from, int64_t to,
                  bool truth)
{
    if (from == to)
        return;
    record(cx, clause, BL_APPLIED);
    if (truth)
        bl_trace_add_fact(cx, "%s becomes %s", name, to ? "true" : "false");
    else
        bl_trace_add_fact(cx, "%s: %d to %d", name, (int)from, (int)to);
}

void bl_trace_set_of(struct bl_context *cx, bl_cite clause, int seat, const char *name, int64_t from,
                     int64_t to)
{
    if (from == to)
        return;
    record(cx, clause, BL_APPLIED);
    bl_trace_add_fact(cx, "seat %d's %s: %d to %d", seat, name, (int)from, (int)to);
}

const char *bl_kind_name(enum bl_kind k)
{
    static const char *const names[] = {"requires", "effects", "defines", "prose"};
    return names[k];
}

static const char *without_sign(const char *id)
{
    return strncmp(id, "§", strlen("§")) == 0 ? id + strlen("§") : id;
}

bl_cite bl_find_clause(const struct bl_game *game, const char *id)
{
    for (uint16_t i = 1; i < game->clause_count; i++)
        if (strcmp(without_sign(game->clauses[i].id), without_sign(id)) == 0)
            return i;
    return 0;
}
