/* show.c - `bylaw show`: the table of a position, as a seat sees it. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

int cmd_show(const struct cli_args *args)
{
    const struct bl_game *game = NULL;
    const char *given = cli_value(args, "seat");
    void *state = cli_read_position_of(&game, args->words[0]);
    void *view = bl_new(1, game->state_size);
    int seat = given && strcmp(given, "none") == 0 ? BL_SPECTATOR : cli_seat(args, state);
    struct bl_look look = {cli_shows_signs(), false, cli_columns(), NULL, cli_catalogue};
    struct bl_text out = bl_text_heap();
    bl_view(game, state, seat, view);
    game->notation->put_table(view, seat, &look, &out);
    if (out.len > 0 && out.s[out.len - 1] != '\n')
        bl_put_char(&out, '\n');
    cli_write(&out);
    BL_FREE(state, view);
    return CLI_DONE;
}
