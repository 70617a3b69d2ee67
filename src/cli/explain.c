/* explain.c - `bylaw explain`. */
#include "cli.h"

static int run(const struct cli_args *args)
{
    cli_wrong("%s: not yet", args->command->name);
}

const struct command cmd_explain = {
    .name = "explain",
    .usage = "",
    .summary = "",
    .about = "",
    .run = run,
};
