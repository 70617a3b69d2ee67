/* games.c - `bylaw games`: the games there are. */
#include "bylaw/position.h"
#include "cli.h"

static void put_game(struct bl_text *out, const struct bl_game *game)
{
    struct bl_setup setup;
    bl_setup_init(&setup, game);
    bl_resolve(game, &setup);
    bl_json_putf(out, "{'id':%s,'title':%s,'players':[%d,%d,%d],'options':", game->id, game->title,
                 game->min_players, game->max_players, game->usual_players);
    bl_put_options(out, game, setup.options);
    bl_json_putf(out, "'rulings':{");
    for (int i = 0; i < game->ruling_count; i++) {
        bl_json_key(out, game->rulings[i].name);
        bl_json_put_strings(out, game->rulings[i].values);
    }
    bl_put(out, "},\"presets\":{");
    for (int i = 0; i < game->preset_count; i++) {
        bl_json_key(out, game->presets[i].name);
        bl_put_rulings(out, game, game->presets[i].rulings);
    }
    bl_put(out, "}}");
}

static void put_json(struct bl_text *out)
{
    bl_json_open(out, '[');
    for (const struct bl_game *const *g = bl_games(); *g; g++)
        put_game(out, *g);
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

int cmd_games(const struct cli_args *args)
{
    struct bl_text out = bl_text_heap();
    if (cli_has(args, "json"))
        put_json(&out);
    else
        put_lines(&out);
    cli_write(&out);
    return CLI_DONE;
}
