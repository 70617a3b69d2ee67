/* help.c - `bylaw help`: what --help says. */
#include "cli.h"

int cmd_help(const struct cli_args *args)
{
    cli_show_help(args->word_count > 0 ? cli_find_command(args->words[0]) : NULL);
    return CLI_DONE;
}
