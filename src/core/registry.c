/* registry.c - the games there are. One line a game. */
#include <string.h>

#include "bylaw/game.h"

/* GAME(symbol): bl_game_symbol and bl_game_symbol_traced. In the order of `bylaw games`. */
#define GAMES(GAME)    \
    GAME(true_propre)  \
    GAME(propre)       \
    GAME(six_seven)    \
    GAME(pharaoh)      \
    GAME(predicate_wars)

#define DECLARE(symbol) extern const struct bl_game bl_game_##symbol, bl_game_##symbol##_traced;
GAMES(DECLARE)

#define PLAIN(symbol) &bl_game_##symbol,
#define TRACED(symbol) &bl_game_##symbol##_traced,
static const struct bl_game *const plain[] = {GAMES(PLAIN) NULL};
static const struct bl_game *const traced[] = {GAMES(TRACED) NULL};

const struct bl_game *const *bl_games(void)
{
    return plain;
}

const struct bl_game *bl_find_game(const char *id)
{
    for (size_t i = 0; plain[i]; i++)
        if (strcmp(plain[i]->id, id) == 0)
            return plain[i];
    return NULL;
}

const struct bl_game *bl_traced(const struct bl_game *game)
{
    for (size_t i = 0; plain[i]; i++)
        if (plain[i] == game || traced[i] == game)
            return traced[i];
    return NULL;
}
