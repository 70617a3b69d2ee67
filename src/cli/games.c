/* games.c - `bylaw games`: the games there are. */
#include "bylaw/position.h"
#include "cli.h"

static void put_json(struct bl_text *out, const struct bl_game *game)
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

static void put_line(struct bl_text *out, const struct bl_game *game)
{
    char players[16];
    snprintf(players, sizeof players, "%d-%d", game->min_players, game->max_players);
    cli_put_padded(out, game->id, 16);
    cli_put_padded(out, players, 6);
    bl_putf(out, "%s\n", game->title);
}

int cmd_games(const struct cli_args *args)
{
    struct bl_text out = bl_text_heap();
    bool json = cli_has(args, "json");
    bl_put(&out, json ? "[" : "");
    for (const struct bl_game *const *g = bl_games(); *g; g++)
        (json ? put_json : put_line)(&out, *g);
    bl_put(&out, json ? "]\n" : "");
    cli_write(&out);
    return CLI_DONE;
}
