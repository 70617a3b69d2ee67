/* registry.h - the games that there are, for tests of all of them. */
#ifndef BYLAW_TESTS_REGISTRY_H
#define BYLAW_TESTS_REGISTRY_H

#include "bylaw/game.h"

enum { MOST_GAMES = 64 };
static const char *ids[MOST_GAMES];
static size_t all_games;    /* how many: those in which something is written come last, … */
static size_t card_games;   /* … and these are the ones before them, whose moves can be listed */

#define EVERY_GAME(i) (size_t i = 0; i < all_games; i++)
#define CARD_GAME(i) (size_t i = 0; i < card_games; i++)

static int read_registry(void **state)
{
    (void)state;
    all_games = card_games = 0;
    for (int written = 0; written < 2; written++) {
        for (const struct bl_game *const *g = bl_games(); *g && all_games < MOST_GAMES; g++)
            if (((*g)->advice->propose != NULL) == written)
                ids[all_games++] = (*g)->id;
        card_games = written ? card_games : all_games;
    }
    return card_games > 0 ? 0 : -1;
}

#endif
