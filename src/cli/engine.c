/* engine.c - `bylaw engine`: a bot as a program that others can ask. */
#include "engine/engine.h"

#include <unistd.h>

#include "cli.h"

int cmd_engine(const struct cli_args *args)
{
    const char *game = cli_value(args, "game");
    const struct bl_bot *bot = cli_bot("engine", args->words[0]);
    if (bot->cheats)
        cli_wrong("engine: %s looks into everybody's cards, and nobody is shown those", bot->name);
    if (bl_find_bot(args->words[0]) != bot)
        cli_wrong("engine: %s speaks for itself", bot->name);
    engine_speak(args->words[0], game ? cli_game(game) : NULL, STDIN_FILENO, STDOUT_FILENO);
    return CLI_DONE;
}
