/* task.c - what a bot is given to think about, in whatever thread. */
#include <stdlib.h>

#include "base/alloc.h"
#include "core.h"

void srv_task_free(struct srv_task *task)
{
    BL_FREE(task->view, task);
}

void srv_task_think(const struct srv_task *task, const struct bl_patience *patience,
                    struct bl_text *move)
{
    const struct bl_game *game = task->game;
    BL_LOCAL struct bl_text words = bl_text_heap();
    struct bl_stream rng = task->rng;
    struct bl_play play = {.seat = (int8_t)task->seat};
    bl_move *moves = bl_new(game->max_moves + 1u, sizeof *moves);
    void *scratch = bl_scratch_new(game);
    struct bl_decision d = {.game = game, .view = task->view, .seat = task->seat, .moves = moves,
                            .rng = &rng, .patience = patience};
    d.count = game->rules->moves(task->view, moves);
    bl_text_clear(move);
    if (d.count > 0) {
        bl_bot_play(task->bot, &d, scratch, &words, &play);
        play.seat = (int8_t)task->seat;
        bl_put_move(game, task->view, &play, move);
    }
    bl_scratch_free(game, scratch);
    free(moves);
}
