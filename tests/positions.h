/* positions.h - the positions of a game between random players, for tests. */
#ifndef BYLAW_TESTS_POSITIONS_H
#define BYLAW_TESTS_POSITIONS_H

#include <stdlib.h>

#include "bylaw/game.h"

#define MOST_MOVES 8192

/* Calls `look` at every decision of a game between random players. */
static inline void each_position(const struct bl_game *game, const struct bl_setup *setup, uint64_t seed,
                          void (*look)(const struct bl_game *, const void *state, void *with), void *with)
{
    static bl_move moves[MOST_MOVES];
    void *state = calloc(1, game->state_size);
    struct bl_stream rng = bl_stream(seed, game->code, BL_FOR_TEST, 0);
    struct bl_context cx;
    bl_context_init(&cx, game, seed);
    game->rules->deal(state, setup, &cx);
    for (int made = 0; bl_head(state)->to_move >= 0 && made < 400; made++) {
        look(game, state, with);
        uint32_t n = game->rules->moves(state, moves);
        struct bl_play play = {moves[bl_below(&rng, n)], bl_head(state)->to_move, 0, NULL};
        game->rules->apply(state, &play, &cx);
    }
    look(game, state, with);
    free(state);
}

#endif
