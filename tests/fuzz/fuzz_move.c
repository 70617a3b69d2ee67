/* fuzz_move.c - any text as a move of any seat, somewhere in a random game. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/position.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct bl_game *game = fuzz_game(&data, &size);
    if (size < 2)
        return 0;
    int length = data[0], seat = data[1];
    char *text = calloc(1, size);
    memcpy(text, data + 2, size - 2);
    void *state = calloc(1, game->state_size);
    bl_move *moves = calloc(game->max_moves, sizeof *moves);
    struct bl_setup setup;
    struct bl_context cx;
    struct bl_trace *trace = calloc(1, sizeof *trace);
    bl_setup_init(&setup, game);
    assert(!bl_resolve(game, &setup));
    bl_context_init(&cx, game, (uint64_t)length);
    bl_trace_clear(trace);
    cx.trace = trace;
    game->rules->deal(state, &setup, &cx);
    fuzz_play_on(game, state, moves, (uint64_t)length, length);
    struct bl_play play, back;
    struct bl_text words = bl_text_heap(), again = bl_text_heap();
    cx.scratch = bl_scratch_new(game);
    seat %= setup.players;
    if (!game->notation->read_move(state, seat, text, &play, &words)) {
        struct bl_text out = bl_text_heap();
        game->notation->put_move(state, &play, &out);
        assert(!game->notation->read_move(state, seat, out.s, &back, &again));
        assert(back.move == play.move && back.seat == play.seat);
        bl_text_free(&out);
        bl_cite refused = game->rules->check(state, &play, &cx);
        assert(game->traced->check(state, &play, &cx) == refused);
        if (!refused) {
            game->rules->apply(state, &play, &cx);
            fuzz_play_on(game, state, moves, 1, 20);
        }
    }
    bl_scratch_free(game, cx.scratch);
    bl_text_free(&words);
    bl_text_free(&again);
    free(trace);
    free(text);
    free(state);
    free(moves);
    return 0;
}
