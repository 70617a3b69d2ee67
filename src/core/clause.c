/* clause.c - the trace of what was consulted, and clauses by name. */
#include "bylaw/clause.h"

#include <string.h>

#include "bylaw/game.h"

#define BL_TRACED   /* for the declarations */
#include "cite.h"

void bl_trace_clear(struct bl_trace *t)
{
    t->count = 0;
    t->arg_count = 0;
    t->learned = 0;
    t->texts = (struct bl_text){t->room, 0, sizeof t->room, NULL};
}

struct bl_fact bl_trace_fact(const struct bl_trace *t, const struct bl_trace_entry *e)
{
    return (struct bl_fact){e->format, t->args + e->arg};
}

const struct bl_trace_entry *bl_refusal(const struct bl_trace *t, bl_cite clause)
{
    for (uint32_t i = t->count; i > 0; i--) {
        const struct bl_trace_entry *e = &t->entries[i - 1];
        if (e->clause == clause && (e->mark == BL_REFUSED || e->mark == BL_FALSE))
            return e;
    }
    return NULL;
}

struct bl_fact bl_refusing_fact(const struct bl_trace *t, bl_cite clause)
{
    const struct bl_trace_entry *e = bl_refusal(t, clause);
    return e ? bl_trace_fact(t, e) : (struct bl_fact){"", NULL};
}

static void record(struct bl_context *cx, bl_cite clause, enum bl_mark mark)
{
    struct bl_trace *t = cx->trace;
    if (t->count < BL_TRACE_MAX)
        t->entries[t->count++] = (struct bl_trace_entry){clause, (uint8_t)mark, 0, ""};
}

static bool is_muted(struct bl_trace *t, bl_cite clause, const struct bl_site *site)
{
    if (!site || t->muted != site)
        return false;
    t->muted_clause = clause;
    return true;
}

bool bl_trace_require(struct bl_context *cx, bl_cite clause, bool holds, const struct bl_site *site)
{
    holds = is_muted(cx->trace, clause, site) || holds;
    record(cx, clause, holds ? BL_HELD : BL_REFUSED);
    return holds;
}

bool bl_trace_holds(struct bl_context *cx, bl_cite clause, bool holds, const struct bl_site *site)
{
    holds = holds != is_muted(cx->trace, clause, site);
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
    uint32_t first = t->arg_count;
    va_list args;
    if (t->count == 0)
        return;
    va_start(args, format);
    bool kept = bl_keep_args(format, &args, t->args, &t->arg_count, BL_TRACE_ARGS, &t->texts);
    va_end(args);
    if (!kept)
        return;
    t->entries[t->count - 1].format = format;
    t->entries[t->count - 1].arg = (uint16_t)first;
}

void bl_trace_set(struct bl_context *cx, bl_cite clause, int seat, const char *name, int64_t from,
                  int64_t to, bool truth)
{
    if (from == to)
        return;
    record(cx, clause, BL_APPLIED);
    if (truth)
        bl_trace_add_fact(cx, FACT("%w becomes %t"), name, (int)to);
    else if (seat < 0)
        bl_trace_add_fact(cx, BL_FACT_CHANGE, name, (int)from, (int)to);
    else
        bl_trace_add_fact(cx, BL_FACT_CHANGE_OF, seat, name, (int)from, (int)to);
}

static bool is_by_a_seat(const struct bl_setup *setup, const struct bl_play *play)
{
    return play->seat >= 0 && play->seat < setup->players;
}

bl_cite bl_check(const struct bl_game *game, const struct bl_rules *rules, const void *state,
                 const struct bl_play *play, struct bl_context *cx)
{
    const struct bl_setup *setup = &bl_head(state)->setup;
    bool seated = is_by_a_seat(setup, play);
    if (seated && bl_is_move(game, setup, play->move))
        return rules->check(state, play, cx);
    if (rules == game->traced) {
        record(cx, game->turn, BL_REFUSED);
        bl_trace_add_fact(cx, seated ? FACT("there is no such move") : FACT("there is no such seat"));
    }
    return game->turn;
}

void bl_put_move(const struct bl_game *game, const void *state, const struct bl_play *play,
                 struct bl_text *out)
{
    const struct bl_setup *setup = &bl_head(state)->setup;
    if (is_by_a_seat(setup, play) && bl_is_move(game, setup, play->move))
        game->notation->put_move(state, play, out);
    else
        bl_put_char(out, '?');
}

const char *bl_kind_name(enum bl_kind k)
{
    static const char *const names[] = {FACT("requires"), FACT("effects"), FACT("defines"), FACT("prose")};
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
