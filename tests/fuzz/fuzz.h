/* fuzz.h - what the fuzz targets of the rules share. */
#ifndef BYLAW_TESTS_FUZZ_H
#define BYLAW_TESTS_FUZZ_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "bylaw/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first byte chooses the game. */
static inline const struct bl_game *fuzz_game(const uint8_t **data, size_t *size)
{
    size_t games = 0, which = *size > 0 ? **data : 0;
    while (bl_games()[games])
        games++;
    if (*size > 0) {
        (*data)++;
        (*size)--;
    }
    return bl_games()[which % games];
}

/* A random legal move; an open one as the game proposes it, in `words`. */
static inline struct bl_play fuzz_choose(const struct bl_game *game, const void *state,
                                         const bl_move *moves, uint32_t n, struct bl_stream *rng,
                                         void *scratch, struct bl_text *words)
{
    for (;;) {
        struct bl_play play = {.move = moves[bl_below(rng, n)], .seat = bl_head(state)->to_move};
        if (!(play.move & BL_OPEN))
            return play;
        bl_text_clear(words);
        if (game->advice->propose(state, play.seat, play.move, rng, scratch, words, &play))
            return play;
    }
}

/* Random legal moves, each of which `check` must allow. */
static inline void fuzz_play_on(const struct bl_game *game, void *state, bl_move *moves, uint64_t seed,
                                int steps)
{
    struct bl_context cx;
    struct bl_stream rng = bl_stream(seed, game->code, BL_FOR_TEST, 0);
    struct bl_text words = bl_text_heap();
    bl_context_init(&cx, game, seed);
    cx.scratch = bl_scratch_new(game);
    for (int i = 0; i < steps; i++) {
        uint32_t n = game->rules->moves(state, moves);
        assert(n <= game->max_moves);
        if (n == 0)
            break;
        struct bl_play play = fuzz_choose(game, state, moves, n, &rng, cx.scratch, &words);
        assert(game->rules->check(state, &play, &cx) == 0);
        game->rules->apply(state, &play, &cx);
    }
    bl_scratch_free(game, cx.scratch);
    bl_text_free(&words);
}

#endif
