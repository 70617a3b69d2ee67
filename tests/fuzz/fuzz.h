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

/* Random legal moves, each of which `check` must allow. */
static inline void fuzz_play_on(const struct bl_game *game, void *state, bl_move *moves, uint64_t seed,
                                int steps)
{
    struct bl_context cx;
    struct bl_stream rng = bl_stream(seed, game->code, BL_FOR_TEST, 0);
    bl_context_init(&cx, game, seed);
    for (int i = 0; i < steps; i++) {
        uint32_t n = game->moves(state, moves);
        assert(n <= game->max_moves);
        if (n == 0)
            return;
        struct bl_play play = {.move = moves[bl_below(&rng, n)], .seat = bl_head(state)->to_move};
        assert(game->check(state, &play, &cx) == 0);
        game->apply(state, &play, &cx);
    }
}

#endif
