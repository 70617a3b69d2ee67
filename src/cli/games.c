/* games.c - `bylaw games`: the games there are. */
#include "bylaw/position.h"
#include "cli.h"

static void put_options(struct bl_text *out, const struct bl_game *game)
{
    struct bl_setup setup;
    bl_setup_init(&setup, game);
    bl_resolve(game, &setup);
    bl_json_key(out, "options");
    bl_json_open(out, '{');
    for (int i = 0; i < game->option_count; i++) {
        const struct bl_option *o = &game->options[i];
        bl_json_key(out, o->name);
        if (o->names)
            bl_json_put_string(out, o->names[setup.options[i]]);
        else
            bl_json_put_int(out, setup.options[i]);
    }
    bl_json_close(out, '}');
}

static void put_rulings(struct bl_text *out, const struct bl_game *game)
{
    bl_json_key(out, "rulings");
    bl_json_open(out, '{');
    for (int i = 0; i < game->ruling_count; i++) {
        bl_json_key(out, game->rulings[i].name);
        bl_json_open(out, '[');
        for (int k = 0; game->rulings[i].values[k]; k++)
            bl_json_put_string(out, game->rulings[i].values[k]);
        bl_json_close(out, ']');
    }
    bl_json_close(out, '}');
}

static void put_presets(struct bl_text *out, const struct bl_game *game)
{
    bl_json_key(out, "presets");
    bl_json_open(out, '{');
    for (int i = 0; i < game->preset_count; i++) {
        bl_json_key(out, game->presets[i].name);
        bl_json_open(out, '{');
        for (int k = 0; k < game->ruling_count; k++) {
            bl_json_key(out, game->rulings[k].name);
            bl_json_put_string(out, game->rulings[k].values[game->presets[i].rulings[k]]);
        }
        bl_json_close(out, '}');
    }
    bl_json_close(out, '}');
}

static void put_json(struct bl_text *out)
{
    bl_json_open(out, '[');
    for (const struct bl_game *const *g = bl_games(); *g; g++) {
        const struct bl_game *game = *g;
        bl_json_open(out, '{');
        bl_json_key(out, "id");
        bl_json_put_string(out, game->id);
        bl_json_key(out, "title");
        bl_json_put_string(out, game->title);
        bl_json_key(out, "players");
        bl_json_open(out, '[');
        bl_json_put_int(out, game->min_players);
        bl_json_put_int(out, game->max_players);
        bl_json_put_int(out, game->usual_players);
        bl_json_close(out, ']');
        put_options(out, game);
        put_rulings(out, game);
        put_presets(out, game);
        bl_json_close(out, '}');
    }
    bl_put(out, "]\n");
}

static void put_lines(struct bl_text *out)
{
    for (const struct bl_game *const *g = bl_games(); *g; g++) {
        char room[16];
        struct bl_text players = BL_TEXT_FIXED(room);
        bl_putf(&players, "%d-%d", (*g)->min_players, (*g)->max_players);
        cli_put_padded(out, (*g)->id, 16);
        cli_put_padded(out, room, 6);
        bl_putf(out, "%s\n", (*g)->title);
    }
}

static int run(const struct cli_args *args)
{
    struct bl_text out = bl_text_heap();
    if (cli_has(args, "json"))
        put_json(&out);
    else
        put_lines(&out);
    cli_write(&out);
    return CLI_DONE;
}

static const struct cli_option options[] = {CLI_OPTION_JSON, CLI_OPTION_END};

const struct command cmd_games = {
    .name = "games",
    .usage = "[--json]",
    .summary = "the games there are",
    .about = "Lists the games, one a line: id, how many can play, title. With --json also their "
             "options with the default values, their rulings with the default first, and their "
             "presets.\n",
    .options = options,
    .run = run,
};
