/* grounds.c - the clauses that a move stands or falls by, as `bylaw explain` tells them. */
#include "bylaw/step.h"

static uint32_t add(struct bl_grounds *list, uint32_t n, bl_cite clause, enum bl_mark mark)
{
    for (uint32_t i = 0; i < n; i++)
        if (list[i].clause == clause)
            return n;
    list[n] = (struct bl_grounds){clause, mark};
    return n + 1;
}

/* A legal move: what it met and what it will change, in the order applied. */
static uint32_t list_legal(const struct bl_trace *t, struct bl_grounds *list)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->count; i++)
        if (t->entries[i].mark != BL_FALSE && t->entries[i].mark != BL_REFUSED)
            n = add(list, n, t->entries[i].clause, t->entries[i].mark);
    return n;
}

/* A refused move: the clause that refuses it, then the definitions that were asked for it (those
 * since the requirement before) and failed. */
static uint32_t list_refused(const struct bl_step *v, struct bl_grounds *list)
{
    const struct bl_trace_entry *entries = v->trace.entries;
    const struct bl_trace_entry *refusing = bl_refusal(&v->trace, v->refused);
    uint32_t n = add(list, 0, v->refused, BL_REFUSED);
    uint32_t end = refusing ? (uint32_t)(refusing - entries) : v->trace.count, from = end;
    while (from > 0 && entries[from - 1].mark != BL_HELD && entries[from - 1].mark != BL_REFUSED)
        from--;
    for (uint32_t i = from; i < end; i++)
        if (entries[i].mark == BL_FALSE)
            n = add(list, n, entries[i].clause, BL_FALSE);
    return n;
}

uint32_t bl_list_grounds(const struct bl_step *step, struct bl_grounds out[BL_MAX_GROUNDS])
{
    return step->refused ? list_refused(step, out) : list_legal(&step->trace, out);
}

bool bl_is_ground(const struct bl_trace_entry *e, const struct bl_grounds *g)
{
    return e->clause == g->clause && *e->format &&
           (g->mark != BL_REFUSED || e->mark == BL_REFUSED || e->mark == BL_FALSE);
}

static void put_facts(struct bl_text *out, const struct bl_trace *t, const struct bl_grounds *g)
{
    bool any = false;
    for (uint32_t i = 0; i < t->count; i++) {
        if (!bl_is_ground(&t->entries[i], g))
            continue;
        struct bl_fact fact = bl_trace_fact(t, &t->entries[i]);
        bl_put(out, any ? "" : ",\"facts\":[");
        bl_json_put_fact(out, &fact, NULL);
        any = true;
    }
    bl_put(out, any ? "]" : "");
}

void bl_json_put_grounds(struct bl_text *out, const struct bl_game *game, const struct bl_step *step)
{
    struct bl_grounds list[BL_MAX_GROUNDS];
    uint32_t n = bl_list_grounds(step, list);
    bl_json_putf(out, "{'legal':%t,'clauses':[", step->refused == 0);
    for (uint32_t i = 0; i < n; i++) {
        const struct bl_clause *c = &game->clauses[list[i].clause];
        bl_json_putf(out, "{'id':%s,'text':%s,'holds':%t", c->id, c->text,
                     list[i].mark != BL_REFUSED && list[i].mark != BL_FALSE);
        put_facts(out, &step->trace, &list[i]);
        bl_json_close(out, '}');
    }
    bl_put(out, "]}");
}
