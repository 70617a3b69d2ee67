/* hint.c - `bylaw hint`: the moves of a position, the best first, and what they promise. */
#include <stdlib.h>

#include "cli.h"
#include "hint.h"
#include "lab/report.h"

void hint_ask(struct hint *h, const struct bl_bot *bot, const struct bl_decision *d)
{
    *h = (struct hint){.words = bl_text_heap()};
    h->list = bl_new(d->count + BL_MORE_OPINIONS, sizeof *h->list);
    h->count = bot->advise(bot, d, &h->words, h->list);
    for (uint32_t i = 0; i < h->count; i++)
        h->visits += h->list[i].visits;
}

void hint_free(struct hint *h)
{
    free(h->list);
    bl_text_free(&h->words);
}

static void put_move(struct bl_text *out, const struct bl_decision *d, const struct bl_opinion *a)
{
    struct bl_play play = bl_advised(a, d->seat);
    d->game->notation->put_move(d->view, &play, out);
}

void hint_put(struct bl_text *out, const struct hint *h, const struct bl_decision *d, uint32_t top)
{
    bl_put(out, "score   looked at  move\n");
    for (uint32_t i = 0; i < h->count && i < top; i++) {
        if (h->list[i].visits > 0)
            lab_say(out, "%.3f", h->list[i].value);
        else
            bl_put(out, "    -");
        lab_say(out, "  %9.0f  ", (double)h->list[i].visits);
        put_move(out, d, &h->list[i]);
        bl_put_char(out, '\n');
    }
}

static void put_json(struct bl_text *out, const struct hint *h, const struct bl_decision *d,
                     uint32_t top)
{
    for (uint32_t i = 0; i < h->count && i < top; i++) {
        BL_LOCAL struct bl_text move = bl_text_heap();
        put_move(&move, d, &h->list[i]);
        bl_json_putf(out, "{'move':%s,'value':", move.s);
        lab_say(out, "%.6f,\"visits\":%llu}", h->list[i].value,
                (unsigned long long)h->list[i].visits);
    }
    bl_put(out, "]}\n");
}

/* Everything is worked out from the view: what the position hides does not show in the answer. */
static void answer(const struct cli_args *args, struct bl_text *out, const struct bl_bot *bot,
                   const struct bl_decision *d)
{
    uint32_t top = (uint32_t)cli_number(args, "top", 1, 100000, 100000);
    struct hint h = {0};
    if (d->count > 0)
        hint_ask(&h, bot, d);
    if (cli_has(args, "json")) {
        bl_json_putf(out, "{'to_move':%p,'bot':%s,'visits':", d->seat, bot->name);
        bl_put_uint(out, h.visits);
        bl_put(out, ",\"moves\":[");
        put_json(out, &h, d, top);
    } else if (d->count > 0) {
        hint_put(out, &h, d, top);
    }
    hint_free(&h);
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
    void *state = cli_read_position(game), *view = cli_new_state(game);
    int seat = bl_head(state)->to_move;
    bl_move *moves = bl_new(game->max_moves, sizeof *moves);
    struct bl_text out = bl_text_heap();
    if (seat >= 0)
        bl_view(game, state, seat, view);
    struct bl_decision d = {game, bot->cheats ? state : view, seat, moves,
                            seat < 0 ? 0 : game->rules->moves(view, moves), &rng, NULL};
    answer(args, &out, bot, &d);
    free(moves);
    free(view);
    free(state);
    cli_write(&out);
    return CLI_DONE;
}
