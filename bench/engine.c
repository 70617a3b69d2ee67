/* engine.c - what it costs to ask a program of its own for a move.
 *
 *     engine COMMAND [GAME…]     all games if none is named
 *
 * For each game, whole games in which the engine plays one seat and `random` the others: the wall time
 * from the question to the move. In it are the lines, the way there and back between two processes that
 * wake each other, what the engine does (examples/engines/thumb.c reads the list of legal moves, and
 * answers at once), and the check of its answer. */
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "engine/engine.h"
#include "play/bout.h"

#define SECONDS 0.5
#define CAP 2000

static uint64_t asked;
static double spent;
static const struct bl_bot *engine;

static void choose(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    double start = bl_now();
    engine->choose(bot, d, out);
    spent += bl_now() - start;
    asked++;
}

static void write_move(const struct bl_bot *bot, const struct bl_decision *d, struct bl_text *words,
                       struct bl_play *out)
{
    double start = bl_now();
    engine->write(bot, d, words, out);
    spent += bl_now() - start;
    asked++;
}

static void bench_game(const struct bl_game *game)
{
    struct bout b;
    struct bl_setup setup;
    struct bl_bot timed = *engine;
    timed.choose = choose;
    timed.write = write_move;
    bl_setup_init(&setup, game);
    if (bl_resolve(game, &setup))
        abort();
    bout_init(&b, game);
    b.cap = CAP;
    for (int seat = 0; seat < setup.players; seat++)
        b.bots[seat] = seat == 0 ? &timed : bl_find_bot("random");
    bout_deal(&b, &setup, 0);
    bout_play(&b);   /* the process has been started, and its files are in memory */
    asked = 0;
    spent = 0;
    uint64_t faults = 0;
    for (uint64_t seed = 1; spent < SECONDS; seed++) {
        bout_deal(&b, &setup, seed);
        bout_play(&b);
        faults += b.faults[0];
    }
    printf("%-16s %8.1f us a move  %8ju moves%s\n", game->id, spent / (double)asked * 1e6, (uintmax_t)asked,
           faults ? "  FAULTS" : "");
    bout_free(&b);
}

int main(int argc, char **argv)
{
    BL_LOCAL struct bl_text why = bl_text_heap(), name = bl_text_heap();
    bl_putf(&name, ENGINE_KIND "%s", argc > 1 ? argv[1] : "");
    engine = engine_bot(name.s, &why);
    if (!engine) {
        fprintf(stderr, "engine: %s\n", why.s);
        return 2;
    }
    for (const struct bl_game *const *g = bl_games(); *g; g++) {
        bool named = argc <= 2;
        for (int i = 2; i < argc; i++)
            named |= bl_find_game(argv[i]) == *g;
        if (named)
            bench_game(*g);
    }
    return 0;
}
