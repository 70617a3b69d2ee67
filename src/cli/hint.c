/* hint.c - `bylaw hint`: the moves of a position, the best first, and what they promise. */
#include <stdlib.h>

#include "bots/opinions.h"
#include "cli.h"
#include "core/learn.h"
#include "engine/engine.h"
#include "lab/report.h"
#include "runs.h"

static void put_line(struct bl_text *out, const struct bl_opinion *a, const char *move)
{
    enum { COLUMN = 18 };
    if (a->visits > 0)
        lab_say(out, "%.3f", a->value);
    else
        bl_put(out, "    -");
    lab_say(out, "  %9.0f  ", (double)a->visits);
    cli_put_wrapped(out, move, COLUMN, COLUMN, cli_line_columns());
}

static void put_json(struct bl_text *out, const struct bl_opinion *a, const char *move)
{
    bl_json_putf(out, "{'move':%s,'value':", move);
    lab_say(out, "%.6f,\"visits\":%ju", a->value, a->visits);
}

/* What speaks for a move. */
static void put_reason(struct bl_text *out, const struct bl_decision *d, const struct bl_play *play, bool json)
{
    static const char *const nameless[BL_MAX_SEATS];
    static struct bl_story story;
    bl_tell_reason(d->game, d->view, play, &story);
    bl_put_story(out, &story, &(struct bl_voice){json ? NULL : cli_catalogue, .names = nameless, .you = d->seat});
}

/* Everything is worked out from the view: what the position hides does not show in the answer. */
void hint_put(struct bl_text *out, const struct bl_bot *bot, const struct bl_decision *d,
              uint32_t top, bool json)
{
    BL_LOCAL struct bl_text words = bl_text_heap();   /* of open moves */
    BL_LOCAL struct bl_text reason = bl_text_heap();
    struct bl_opinion *list = bl_new(d->count + BL_MORE_OPINIONS, sizeof *list);
    uint32_t count = d->count > 0 ? bot->advise(bot, d, NULL, &words, list) : 0;
    uint64_t visits = 0;
    bool liked = false;   /* the first is what the bot prefers, not what has the highest score */
    for (uint32_t i = 0; i < count; i++)
        visits += list[i].visits;
    count = bl_told_opinions(list, count, top);
    for (uint32_t i = 0; i < count; i++)
        liked |= list[i].visits > 0 && list[i].value - list[0].value >= 0.001;
    if (json) {
        bl_json_putf(out, "{'to_move':%p,'bot':%s,'visits':", d->seat, bot->name);
        lab_say(out, "%ju,\"moves\":[", visits);
    } else if (d->count > 0) {
        cli_tell(out, "score  looked at  move\n");
    }
    for (uint32_t i = 0; i < count; i++) {
        BL_LOCAL struct bl_text move = bl_text_heap();
        struct bl_play play = bl_advised(&list[i], d->seat);
        d->game->notation->put_move(d->view, &play, &move);
        (json ? put_json : put_line)(out, &list[i], move.s);
        if (i == 0)
            put_reason(&reason, d, &play, json);
        if (json && i == 0 && reason.len > 0)
            bl_json_putf(out, "'why':%s", reason.s);
        bl_put(out, json ? "}" : "");
    }
    bl_put(out, json ? "]}\n" : "");
    if (reason.len > 0 && !json) {
        BL_LOCAL struct bl_text why = bl_text_heap();
        cli_tell(&why, "Why the first: %s", reason.s);
        cli_put_wrapped(out, why.s, 0, 0, cli_line_columns());
    }
    if (liked && !json) {
        BL_LOCAL struct bl_text why = bl_text_heap();
        cli_tell(&why, "The first is what the bot would play: a higher score below it may be chance.");
        cli_put_wrapped(out, why.s, 0, 0, cli_line_columns());
    }
    free(list);
}

/* The next move of a plan, where moves are alike to a bot; false: there is none. */
static bool put_plan(struct bl_text *out, const struct bl_game *game, const void *view, int seat,
                     bool json)
{
    BL_LOCAL struct bl_text move = bl_text_heap(), text = bl_text_heap();
    struct bl_fact why;
    if (seat < 0 || !bl_plan(game, view, seat, &move, &why))
        return false;
    bl_put_fact(&text, &why, json ? NULL : &(struct bl_voice){.catalogue = cli_catalogue});
    if (json) {
        bl_json_putf(out, "{'to_move':%p,'bot':'plan','visits':0,'moves':[{'move':%s,'value':0,"
                     "'visits':0,'why':%s}]}", seat, move.s, text.s);
        bl_put_char(out, '\n');
    } else {
        cli_tell(out, "score  looked at  move\n");
        put_line(out, &(struct bl_opinion){0}, move.s);
        cli_put_wrapped(out, text.s, 0, 0, cli_line_columns());
    }
    return true;
}

int cmd_hint(const struct cli_args *args)
{
    const struct bl_game *game = cli_game(args->words[0]);
    const char *name = cli_value(args, "bot");
    const struct bl_bot *bot = cli_bot("--bot", name ? name : hint_bot(game));
    if (!bot->advise)
        cli_wrong("--bot: %s does not weigh moves; ismcts does", bot->name);
    struct bl_stream rng = bl_stream(cli_has(args, "seed") ? cli_seed(args) : 1, game->code,
                                     BL_FOR_BOT, 0);
    void *state = cli_read_position(game), *view = bl_new(1, game->state_size);
    int seat = bl_head(state)->to_move;
    bl_move *moves = bl_new(game->max_moves, sizeof *moves);
    struct bl_text out = bl_text_heap();
    if (seat >= 0)
        bl_view(game, state, seat, view);
    struct bl_decision d = {game, bot->cheats ? state : view, seat, moves,
                            seat < 0 ? 0 : game->rules->moves(view, moves), &rng, NULL,
                            &(struct bl_patience){stop_on_signal(), NULL}};
    uint32_t top = (uint32_t)cli_number(args, "top", 1, 100000, 100000);
    uint64_t faults = engine_faults();
    cli_warn_of(bot, game, &bl_head(state)->setup);
    if (name || !put_plan(&out, game, view, seat, cli_has(args, "json")))
        hint_put(&out, bot, &d, top, cli_has(args, "json"));
    if (engine_faults() > faults)   /* what random has chosen in its place is no hint of its own */
        cli_wrong("--bot: %s gave no hint", bot->name);
    free(moves);
    free(view);
    free(state);
    cli_write(&out);
    return stopping_signal() ? 128 + stopping_signal() : CLI_DONE;
}
