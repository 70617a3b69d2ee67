/* legal.c - `bylaw legal`: every legal move of the seat to move. */
#include <stdlib.h>

#include "cli.h"

int cmd_legal(const struct cli_args *args)
{
    const struct bl_game *game = cli_game(args->words[0]);
    void *state = cli_read_position(game);
    int seat = bl_head(state)->to_move;
    bool json = cli_has(args, "json");
    bl_move *moves = bl_new(game->max_moves, sizeof *moves);
    uint32_t count = seat < 0 ? 0 : game->rules->moves(state, moves);
    struct bl_text out = bl_text_heap();
    if (json)
        bl_json_putf(&out, "{'to_move':%p,'moves':[", seat);
    for (uint32_t i = 0; i < count; i++) {
        BL_LOCAL struct bl_text move = bl_text_heap();
        game->notation->put_move(state, &(struct bl_play){moves[i], (int8_t)seat, 0, NULL}, &move);
        if (json)
            bl_json_put_string(&out, move.s);
        else
            bl_putf(&out, "%s\n", move.s);
    }
    if (json)
        bl_put(&out, "]}\n");
    free(moves);
    free(state);
    cli_write(&out);
    return CLI_DONE;
}
