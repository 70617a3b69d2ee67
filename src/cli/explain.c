/* explain.c - `bylaw explain`: whether a move is legal, and by which clauses. */
#include <stdlib.h>

#include "bylaw/position.h"
#include "bylaw/step.h"
#include "cli.h"

/* The facts noted with a clause, if there are any: " [av: 2 to 4; mv: 1 to 2]". */
static void put_facts(struct bl_text *out, const struct bl_trace *t, const struct bl_grounds *g)
{
    struct bl_voice voice = {.catalogue = cli_catalogue, .signs = cli_shows_signs()};
    bool any = false;
    for (uint32_t i = 0; i < t->count; i++) {
        if (!bl_is_ground(&t->entries[i], g))
            continue;
        struct bl_fact fact = bl_trace_fact(t, &t->entries[i]);
        bl_put(out, any ? "; " : " [");
        bl_put_fact(out, &fact, &voice);
        any = true;
    }
    bl_put(out, any ? "]" : "");
}

static void put_lines(struct bl_text *out, const struct bl_game *game, const struct bl_step *v,
                      const struct bl_grounds *list, uint32_t n)
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
        put_facts(&line, &v->trace, &list[i]);
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
    struct bl_grounds list[BL_MAX_GROUNDS];
    bool legal = bl_step(game, state, &play, &chance, scratch, &step);
    if (cli_has(args, "json")) {
        bl_json_put_grounds(&out, game, &step);
        bl_put_char(&out, '\n');
    } else {
        cli_tell(&out, "%w: seat %d, %s\n", legal ? "legal" : "refused", play.seat, move.s);
        put_lines(&out, game, &step, list, bl_list_grounds(&step, list));
    }
    bl_scratch_free(game, scratch);
    free(state);
    cli_write(&out);
    return legal ? CLI_DONE : CLI_NO;
}
