/* simulate.c - `bylaw simulate`. */
#include "cli.h"

static int run(const struct cli_args *args)
{
    cli_wrong("%s: not yet", args->command->name);
}

const struct command cmd_simulate = {
    .name = "simulate",
    .usage = "",
    .summary = "",
    .about = "",
    .run = run,
};
