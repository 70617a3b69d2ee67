/* explain.c - `bylaw explain`: whether a move is legal, and by which clauses. */
#include <stdlib.h>

#include "bylaw/position.h"
#include "bylaw/step.h"
#include "cli.h"

/* A clause that is shown, and how it stands. */
struct shown {
    bl_cite clause;
    enum bl_mark mark;
};

static uint32_t add(struct shown *list, uint32_t n, bl_cite clause, enum bl_mark mark)
{
    for (uint32_t i = 0; i < n; i++)
        if (list[i].clause == clause)
            return n;
    list[n] = (struct shown){clause, mark};
    return n + 1;
}

/* A legal move: what it met and what it will change, in the order applied. */
static uint32_t list_legal(const struct bl_trace *t, struct shown *list)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->count; i++)
        if (t->entries[i].mark != BL_FALSE && t->entries[i].mark != BL_REFUSED)
            n = add(list, n, t->entries[i].clause, t->entries[i].mark);
    return n;
}

/* A refused move: the clause that refuses it, then the definitions that were asked for it (those
 * since the requirement before) and failed. */
static uint32_t list_refused(const struct bl_step *v, struct shown *list)
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

/* Whether an entry's fact belongs to a clause that is shown. */
static bool is_fact_of(const struct bl_trace_entry *e, const struct shown *s)
{
    return e->clause == s->clause && *e->format &&
           (s->mark != BL_REFUSED || e->mark == BL_REFUSED || e->mark == BL_FALSE);
}

/* The facts noted with a clause, if there are any: " [av: 2 to 4; mv: 1 to 2]", or in JSON
 * "facts":[{"text","format","args"}]. */
static void put_facts(struct bl_text *out, const struct bl_trace *t, const struct shown *s,
                      bool json)
{
    struct bl_voice voice = {.catalogue = cli_catalogue, .signs = cli_shows_signs()};
    bool any = false;
    for (uint32_t i = 0; i < t->count; i++) {
        if (!is_fact_of(&t->entries[i], s))
            continue;
        struct bl_fact fact = bl_trace_fact(t, &t->entries[i]);
        bl_put(out, json ? (any ? "" : ",\"facts\":[") : any ? "; " : " [");
        if (json)
            bl_json_put_fact(out, &fact, NULL);
        else
            bl_put_fact(out, &fact, &voice);
        any = true;
    }
    bl_put(out, any ? "]" : "");
}

static void put_json(struct bl_text *out, const struct bl_game *game, const struct bl_step *v,
                     const struct shown *list, uint32_t n)
{
    bl_json_putf(out, "{'legal':%t,'clauses':[", v->refused == 0);
    for (uint32_t i = 0; i < n; i++) {
        const struct bl_clause *c = &game->clauses[list[i].clause];
        bl_json_putf(out, "{'id':%s,'text':%s,'holds':%t", c->id, c->text,
                     list[i].mark != BL_REFUSED && list[i].mark != BL_FALSE);
        put_facts(out, &v->trace, &list[i], true);
        bl_json_close(out, '}');
    }
    bl_put(out, "]}\n");
}

static void put_lines(struct bl_text *out, const struct bl_game *game, const struct bl_step *v,
                      const struct shown *list, uint32_t n)
{
    static const char *const standing[] = {
        [BL_HELD] = FACT("met"), [BL_REFUSED] = FACT("refuses"), [BL_TRUE] = FACT("holds"),
        [BL_FALSE] = FACT("fails"), [BL_APPLIED] = FACT("changes")};
    int widest = 0, column = cli_column(standing, sizeof standing / sizeof *standing);
    for (uint32_t i = 0; i < n; i++) {
        int width = cli_width(game->clauses[list[i].clause].id);
        widest = width > widest ? width : widest;
    }
    for (uint32_t i = 0; i < n; i++) {
        const struct bl_clause *c = &game->clauses[list[i].clause];
        BL_LOCAL struct bl_text line = bl_text_heap();
        bl_put(&line, cli_said(c->text));
        put_facts(&line, &v->trace, &list[i], false);
        cli_put_padded(out, c->id, widest + 2);
        cli_put_padded(out, cli_said(standing[list[i].mark]), column);
        cli_put_wrapped(out, line.s, widest + 2 + column, widest + 2 + column, cli_line_columns());
    }
}

int cmd_explain(const struct cli_args *args)
{
    const struct bl_game *game = cli_game(args->words[0]);
    const char *text = cli_words_from(args, 1);
    void *state = cli_read_position(game);
    struct bl_play play = cli_read_move(game, state, cli_seat(args, state), text);
    BL_LOCAL struct bl_text out = bl_text_heap(), move = bl_text_heap();
    game->notation->put_move(state, &play, &move);
    struct bl_chance chance = {.game = game->code};
    static struct bl_step step;
    void *scratch = bl_scratch_new(game);
    struct shown list[BL_TRACE_MAX + 1];
    bool legal = bl_step(game, state, &play, &chance, scratch, &step);
    uint32_t n = legal ? list_legal(&step.trace, list) : list_refused(&step, list);
    if (cli_has(args, "json")) {
        put_json(&out, game, &step, list, n);
    } else {
        cli_tell(&out, "%w: seat %d, %s\n", legal ? "legal" : "refused", play.seat, move.s);
        put_lines(&out, game, &step, list, n);
    }
    bl_scratch_free(game, scratch);
    free(state);
    cli_write(&out);
    return legal ? CLI_DONE : CLI_NO;
}
