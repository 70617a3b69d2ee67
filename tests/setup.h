/* setup.h - the usual set-up of a game for so many players, for tests. */
#ifndef BYLAW_TESTS_SETUP_H
#define BYLAW_TESTS_SETUP_H

#include "bylaw/game.h"

static inline struct bl_setup setup_for(const struct bl_game *game, int players)
{
    struct bl_setup setup;
    bl_setup_init(&setup, game);
    setup.players = (uint8_t)players;
    assert_null(bl_resolve(game, &setup));
    return setup;
}

#endif
