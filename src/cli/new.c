/* new.c - `bylaw new`: a starting position. */
#include <unistd.h>

#include "bylaw/position.h"
#include "cli.h"

int cmd_new(const struct cli_args *args)
{
    const struct bl_game *game = cli_game(args->words[0]);
    struct bl_setup setup;
    cli_setup(args, game, 0, &setup);
    struct bl_context cx;
    uint64_t seed = cli_seed(args);
    bl_context_init(&cx, game, seed);
    if (!cli_has(args, "seed") && isatty(STDERR_FILENO))
        fprintf(stderr, "seed %llu\n", (unsigned long long)seed);   /* for people alone */
    void *state = bl_new(1, game->state_size);
    game->rules->deal(state, &setup, &cx);
    cli_write_position(game, state);
    return CLI_DONE;
}
