/* task.c - what a bot is given to think about, and questions that take thought, in whatever thread. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bylaw/match.h"
#include "bylaw/service.h"
#include "core.h"

void srv_task_free(struct srv_task *task)
{
    bl_past_free(task->past);
    BL_FREE(task->view, task->deal, task->request, task);
}

/* By a service of its own, whose only table is the game as it stood. */
static void answer(const struct srv_task *task, const struct bl_patience *patience, struct bl_text *out)
{
    struct bl_service *service = bl_service_new();
    const struct bl_asker asker = {task->seats, task->catalogue};
    const struct bl_text *said = bl_service_ask(service, task->deal, strlen(task->deal));
    struct bl_match *m = bl_service_match(service, 1);
    if (m) {
        bl_match_patience(m, patience);
        said = bl_service_ask_as(service, &asker, task->request, strlen(task->request));
    }
    bl_put_bytes(out, said->s, said->len);
    bl_service_free(service);
}

static void choose(const struct srv_task *task, const struct bl_patience *patience, struct bl_text *move)
{
    const struct bl_game *game = task->game;
    BL_LOCAL struct bl_text words = bl_text_heap();
    struct bl_stream rng = task->rng;
    struct bl_play play = {.seat = (int8_t)task->seat};
    bl_move *moves = bl_new(game->max_moves + 1u, sizeof *moves);
    void *scratch = bl_scratch_new(game);
    struct bl_decision d = {.game = game, .view = task->view, .seat = task->seat, .moves = moves,
                            .rng = &rng, .patience = patience, .past = task->past};
    d.count = game->rules->moves(task->view, moves);
    if (d.count > 0) {
        bl_bot_play(task->bot, &d, scratch, &words, &play);
        play.seat = (int8_t)task->seat;
        bl_put_move(game, task->view, &play, move);
    }
    bl_scratch_free(game, scratch);
    free(moves);
}

void srv_task_think(const struct srv_task *task, const struct bl_patience *patience,
                    struct bl_text *move)
{
    bl_text_clear(move);
    (task->request ? answer : choose)(task, patience, move);
}
