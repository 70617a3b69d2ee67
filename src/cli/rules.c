/* rules.c - `bylaw rules`. */
#include "cli.h"

static int run(const struct cli_args *args)
{
    cli_wrong("%s: not yet", args->command->name);
}

const struct command cmd_rules = {
    .name = "rules",
    .usage = "",
    .summary = "",
    .about = "",
    .run = run,
};
