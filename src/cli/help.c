/* help.c - `bylaw help`: what --help says. */
#include "cli.h"

static int run(const struct cli_args *args)
{
    const struct command *command = NULL;
    if (args->word_count > 0 && !(command = cli_find_command(args->words[0])))
        cli_wrong("there is no subcommand '%s'; see bylaw --help", args->words[0]);
    cli_show_help(command);
    return CLI_DONE;
}

const struct command cmd_help = {
    .name = "help",
    .usage = "[SUBCOMMAND]",
    .summary = "what a subcommand does and takes",
    .about = "Says what `bylaw SUBCOMMAND --help` says; without a subcommand, what there is.\n",
    .max_words = 1,
    .run = run,
};
