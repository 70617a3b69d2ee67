/* search.c - how fast bots think, on one core.
 *
 *     search [GAME [BOT]]     all games if none is named; ismcts:1000, or where moves are written
 *                             ismcts:50, if no bot is
 *
 * For each game with 4 players: iterations of the search per second, each with a guess that fits
 * the view, a way through the tree and a play-out; and decisions of `learned` per second. First at the first decision of fresh deals,
 * where games are longest, then at decisions throughout games between greedy bots. The best of
 * several rounds, and its ratio to the calibration loop of the other benchmark. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/bot.h"
#include "clock.h"

#define ROUNDS 5
#define ROUND_SECONDS 0.3
#define PLAYERS 4
#define MOST 64   /* positions */

struct bench {
    const struct bl_game *game;
    const struct bl_bot *bot;
    struct bl_setup setup;
    char *positions;   /* with a choice to make */
    int count;
    bl_move *moves;
    void *view;
    struct bl_opinion *advice;
    struct bl_text words;
};

static void *position(const struct bench *b, int i)
{
    return b->positions + (size_t)i * b->game->state_size;
}

/* A game between greedy bots; keeps every `every`-th position, or only the first. */
static void collect(struct bench *b, uint64_t seed, int every)
{
    const struct bl_bot *greedy = bl_find_bot("greedy");
    void *state = calloc(1, b->game->state_size);
    struct bl_context cx;
    bl_context_init(&cx, b->game, seed);
    cx.scratch = bl_scratch_new(b->game);
    b->game->rules->deal(state, &b->setup, &cx);
    for (int d = 0; bl_head(state)->to_move >= 0 && b->count < MOST; d++) {
        int seat = bl_head(state)->to_move;
        uint32_t n = b->game->rules->moves(state, b->moves);
        struct bl_stream rng = bl_bot_stream(b->game, seed, seat, (uint64_t)d);
        struct bl_play play;
        if (n > 1 && (every == 0 || d % every == 0))
            bl_copy(b->game, position(b, b->count++), state);
        if (n > 1 && every == 0)
            break;
        bl_view(b->game, state, seat, b->view);
        bl_bot_play(greedy, &(struct bl_decision){b->game, b->view, seat, b->moves, n, &rng, NULL, NULL},
                    cx.scratch, &b->words, &play);
        b->game->rules->apply(state, &play, &cx);
    }
    bl_scratch_free(b->game, cx.scratch);
    free(state);
}

/* Searches at one position; returns the iterations. */
static uint64_t think(struct bench *b, int i, void *memory)
{
    const void *state = position(b, i);
    int seat = bl_head(state)->to_move;
    uint64_t visits = 0;
    uint32_t n = b->game->rules->moves(state, b->moves);
    struct bl_stream rng = bl_bot_stream(b->game, (uint64_t)i, seat, 0);
    bl_view(b->game, state, seat, b->view);
    struct bl_decision d = {b->game, b->bot->cheats ? state : b->view, seat, b->moves, n, &rng, memory};
    if (!b->bot->advise) {
        struct bl_play play;
        b->bot->choose(b->bot, &d, &play);
        return 1;
    }
    n = b->bot->advise(b->bot, &d, NULL, &b->words, b->advice);
    for (uint32_t k = 0; k < n; k++)
        visits += b->advice[k].visits;
    return visits;
}

static void measure(struct bench *b, const char *where)
{
    double best = 0, ratio = 0;
    void *memory = b->bot->sit(b->bot, b->game);
    for (int round = 0; round < ROUNDS; round++) {
        double unit = calibrate(), start = bl_now(), spent;
        uint64_t iterations = 0;
        do {
            for (int i = 0; i < b->count; i++)
                iterations += think(b, i, memory);
            spent = bl_now() - start;
        } while (spent < ROUND_SECONDS);
        double rate = (double)iterations / spent * 1e-3;
        if (rate > best) {
            best = rate;
            ratio = rate / unit;
        }
    }
    b->bot->rise(memory);
    printf("%-12s %2d players, %s %9.1f thousand %s/s, ratio %.3f (%s)\n", b->game->id,
           b->setup.players, where, best, b->bot->advise ? "iterations" : "decisions", ratio, b->bot->name);
}

static void bench_game(const struct bl_game *game, const struct bl_bot *asked)
{
    const struct bl_bot *bot = asked ? asked
                                     : bl_find_bot(game->advice->propose ? "ismcts:50" : "ismcts:1000");
    struct bench b = {.game = game, .bot = bot, .positions = calloc(MOST, game->state_size),
                      .moves = malloc(game->max_moves * sizeof(bl_move)),
                      .view = calloc(1, game->state_size),
                      .advice = malloc((game->max_moves + BL_MORE_OPINIONS) * sizeof(struct bl_opinion)),
                      .words = bl_text_heap()};
    bl_setup_init(&b.setup, game);
    b.setup.players = PLAYERS;
    bl_resolve(game, &b.setup);
    for (uint64_t seed = 1; seed <= 16; seed++)
        collect(&b, seed, 0);
    measure(&b, "first decision: ");
    b.count = 0;
    for (uint64_t seed = 1; b.count < MOST; seed++)
        collect(&b, seed, 5);
    measure(&b, "throughout:     ");
    free(b.positions);
    free(b.moves);
    free(b.view);
    free(b.advice);
    bl_text_free(&b.words);
}

int main(int argc, char **argv)
{
    const struct bl_game *game = argc > 1 ? bl_find_game(argv[1]) : NULL;
    const struct bl_bot *bot = argc > 2 ? bl_find_bot(argv[2]) : NULL;
    if ((argc > 1 && !game) || (argc > 2 && (!bot || !bot->sit))) {
        fprintf(stderr, "search: there is no such game or bot\n");
        return 2;
    }
    printf("calibration loop: %.0f M mixes/s\n", calibrate());
    if (game)
        bench_game(game, bot);
    for (const struct bl_game *const *g = bl_games(); !game && *g; g++)
        bench_game(*g, bot);
    for (const struct bl_game *const *g = bl_games(); !game && *g; g++)
        if (!(*g)->advice->propose)
            bench_game(*g, bl_find_bot("learned"));
    return 0;
}
