/* judge.c - asking the rules about a move, and reading off their trace why. */
#include <stdlib.h>
#include <string.h>

#include "bylaw/position.h"
#include "cli.h"

bool cli_judge(const struct bl_game *game, const void *state, const struct bl_play *play,
               struct cli_verdict *out)
{
    const struct bl_rules *traced = game->traced;
    struct bl_context cx;
    bl_context_init(&cx, game, 0);
    memset(out, 0, sizeof *out);
    bl_trace_clear(&out->trace);
    cx.trace = &out->trace;
    out->refused = traced->check(state, play, &cx);
    out->checked = out->trace.count;
    return out->refused == 0;
}

void cli_foresee(const struct bl_game *game, const void *state, const struct bl_play *play,
                 struct cli_verdict *verdict)
{
    const struct bl_rules *traced = game->traced;
    struct bl_context cx;
    bl_context_init(&cx, game, 0);
    cx.trace = &verdict->trace;
    void *copy = cli_new_state(game);
    bl_copy(game, copy, state);
    traced->apply(copy, play, &cx);
    free(copy);
}

/* The entry that refused: the last one of that clause that did not hold. */
const struct bl_trace_entry *cli_refusing_entry(const struct cli_verdict *v)
{
    const struct bl_trace_entry *found = NULL;
    for (uint32_t i = 0; i < v->trace.count; i++) {
        const struct bl_trace_entry *e = &v->trace.entries[i];
        if (e->clause == v->refused && (e->mark == BL_REFUSED || e->mark == BL_FALSE))
            found = e;
    }
    return found;
}

struct bl_fact cli_refusing_fact(const struct cli_verdict *v)
{
    const struct bl_trace_entry *e = cli_refusing_entry(v);
    return e ? bl_trace_fact(&v->trace, e) : (struct bl_fact){"", NULL};
}
