/* help.c - `bylaw help`: what --help says. */
#include "cli.h"

int cmd_help(const struct cli_args *args)
{
    const struct command *command = NULL;
    if (args->word_count > 0 && !(command = cli_find_command(args->words[0])))
        cli_wrong("there is no subcommand '%s'; see bylaw --help", args->words[0]);
    cli_show_help(command);
    return CLI_DONE;
}
