/* fuzz_number.c - any number as a move, by any number as a seat, somewhere in a random game. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

static bool is_listed(const bl_move *moves, uint32_t n, bl_move m)
{
    while (n > 0 && moves[n - 1] != m)
        n--;
    return n > 0;
}

static void ask(const struct bl_game *game, const void *state, const struct bl_play *play, bool listed,
                struct bl_context *cx)
{
    const struct bl_setup *setup = &bl_head(state)->setup;
    struct bl_text out = bl_text_heap();
    bl_cite refused = bl_check(game, game->rules, state, play, cx);
    assert(bl_check(game, game->traced, state, play, cx) == refused && refused < game->clause_count);
    bool aside = refused == 0 && game->rules->aside && game->rules->aside(play->move);
    assert(aside || (refused == 0) == (listed && play->seat == bl_head(state)->to_move));
    bl_put_move(game, state, play, &out);
    uint32_t action = bl_action_of(game, setup, play->move);
    assert(action == BL_NO_ACTION || bl_action_move(game, setup, action) == play->move);
    (void)bl_action_move(game, setup, play->move);
    bl_text_free(&out);
}

/* Bytes: the game, how far it has gone, the seat, four of the number. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct bl_game *game = fuzz_game(&data, &size);
    if (size < 6)
        return 0;
    void *state = calloc(1, game->state_size);
    bl_move *moves = calloc(game->max_moves, sizeof *moves);
    struct bl_trace *trace = calloc(1, sizeof *trace);
    struct bl_setup setup;
    struct bl_context cx;
    struct bl_play play = {.seat = (int8_t)data[1]};
    memcpy(&play.move, data + 2, sizeof play.move);
    bl_setup_init(&setup, game);
    assert(!bl_resolve(game, &setup));
    bl_context_init(&cx, game, data[0]);
    bl_trace_clear(trace);
    cx.trace = trace;
    game->rules->deal(state, &setup, &cx);
    fuzz_play_on(game, state, moves, data[0], data[0]);
    cx.scratch = bl_scratch_new(game);
    uint32_t n = game->rules->moves(state, moves);
    ask(game, state, &play, is_listed(moves, n, play.move) && !(play.move & BL_OPEN), &cx);
    if (n > 0) {   /* and one that is legal but for a bit, or by another */
        play.move = moves[play.move % n] ^ (size > 6 ? (bl_move)1 << data[6] % 32 : 0);
        ask(game, state, &play, is_listed(moves, n, play.move) && !(play.move & BL_OPEN), &cx);
    }
    bl_scratch_free(game, cx.scratch);
    free(trace);
    free(state);
    free(moves);
    return 0;
}
