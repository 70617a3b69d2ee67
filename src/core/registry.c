/* registry.c - the games there are; their list is games.def, beside this file. */
#include <string.h>

#include "bylaw/game.h"

#define GAME(symbol) extern const struct bl_game bl_game_##symbol;
#include "games.def"
#undef GAME

static const struct bl_game *const games[] = {
#define GAME(symbol) &bl_game_##symbol,
#include "games.def"
#undef GAME
    NULL
};

const struct bl_game *const *bl_games(void)
{
    return games;
}

const struct bl_game *bl_find_game(const char *id)
{
    for (size_t i = 0; games[i]; i++)
        if (strcmp(games[i]->id, id) == 0)
            return games[i];
    return NULL;
}
