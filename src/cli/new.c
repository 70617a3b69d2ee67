/* new.c - `bylaw new`: a starting position. */
#include <stdlib.h>
#include <unistd.h>

#include "bylaw/position.h"
#include "cli.h"

static int run(const struct cli_args *args)
{
    const struct bl_game *game = cli_game(args->words[0]);
    struct bl_setup setup;
    cli_setup(args, game, 0, &setup);
    struct bl_context cx;
    uint64_t seed = cli_seed(args);
    bl_context_init(&cx, game, seed);
    if (!cli_has(args, "seed") && isatty(STDERR_FILENO))
        fprintf(stderr, "seed %llu\n", (unsigned long long)seed);   /* for people alone */
    void *state = cli_new_state(game);
    game->rules->deal(state, &setup, &cx);
    struct bl_text out = bl_text_heap();
    bl_put_position(&out, game, state);
    bl_put_char(&out, '\n');
    free(state);
    cli_write(&out);
    return CLI_DONE;
}

static const struct cli_option options[] = {
    {"players", "N", "how many play; otherwise the game's usual number"},
    CLI_OPTION_SEED,
    CLI_OPTIONS_SETUP,
    CLI_OPTION_END,
};

const struct command cmd_new = {
    .name = "new",
    .usage = "GAME [OPTION…]",
    .summary = "a starting position",
    .about = "Deals a game and prints the position of its first decision as one line of JSON: "
             "everything is in it, what the players cannot see too. `legal`, `apply` and "
             "`explain` take it. A fresh seed is told on standard error, if that is a terminal.\n"
             "\n"
             "  bylaw new pharaoh --players 3 --seed 7\n"
             "  bylaw new true-propre --set hand=5 --preset table\n",
    .options = options,
    .min_words = 1,
    .max_words = 1,
    .run = run,
};
