/* predicate-wars.c - how fast bots play Predicate Wars, on one core.
 *
 *     predicate-wars-bench [SECONDS]     for each figure; 1 if not said
 *
 * Whole decisions are counted: the view, the choice, what is written and searched, the check of it,
 * and carrying it out. Games at random are given up after a while, since they need not end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/bot.h"
#include "clock.h"

#define LONGEST 2000   /* moves after which a game is given up */

struct bench {
    const struct bl_game *game;
    struct bl_setup setup;
    void *state, *view, *scratch;
    bl_move *moves;
    struct bl_text words;
    uint64_t seed;
};

static uint64_t play_game(struct bench *b, const struct bl_bot *bot, bool *ended)
{
    const struct bl_game *game = b->game;
    struct bl_context cx;
    uint64_t n = 0;
    bl_context_init(&cx, game, ++b->seed);
    cx.scratch = b->scratch;
    game->rules->deal(b->state, &b->setup, &cx);
    for (int seat; n < LONGEST && (seat = bl_head(b->state)->to_move) >= 0; n++) {
        struct bl_stream rng = bl_bot_stream(game, b->seed, seat, n);
        struct bl_play play;
        uint32_t count = game->rules->moves(b->state, b->moves);
        bl_view(game, b->state, seat, b->view);
        bl_bot_play(bot, &(struct bl_decision){game, b->view, seat, b->moves, count, &rng, NULL, NULL},
                    b->scratch, &b->words, &play);
        game->rules->apply(b->state, &play, &cx);
    }
    *ended = bl_head(b->state)->to_move < 0;
    return n;
}

static void bench_bot(struct bench *b, const char *name, const char *preset, double seconds)
{
    const struct bl_bot *bot = bl_find_bot(name);
    char room[200];
    struct bl_text why = BL_TEXT_FIXED(room);
    uint64_t moves = 0, games = 0, ends = 0;
    bl_setup_init(&b->setup, b->game);
    bl_setup_preset(&b->setup, b->game, preset, &why);
    bl_resolve(b->game, &b->setup);
    double start = bl_now(), spent;
    do {
        bool ended;
        moves += play_game(b, bot, &ended);
        games++;
        ends += ended;
        spent = bl_now() - start;
    } while (spent < seconds);
    printf("%-7s %-7s %8.1f games/s, %9.0f moves/s; %.0f moves a game, %.0f %% ended\n", name, preset,
           (double)games / spent, (double)moves / spent, (double)moves / (double)games,
           100.0 * (double)ends / (double)games);
}

/* The last state played stands for all. */
static void bench_copy(struct bench *b, double seconds)
{
    uint64_t copies = 0, views = 0;
    double start = bl_now(), spent;
    do {
        for (int i = 0; i < 100; i++, copies++) {
            bl_copy(b->game, b->view, b->state);
            __asm__ volatile("" ::"r"(b->view) : "memory");
        }
        spent = bl_now() - start;
    } while (spent < seconds);
    printf("state of %u bytes, %u in use, %.2f us a copy", (unsigned)b->game->state_size,
           (unsigned)bl_extent(b->game, b->state), spent / (double)copies * 1e6);
    start = bl_now();
    do {
        for (int i = 0; i < 100; i++, views++)
            bl_view(b->game, b->state, 0, b->view);
        spent = bl_now() - start;
    } while (spent < seconds);
    printf(", %.2f us a view\n", spent / (double)views * 1e6);
}

int main(int argc, char **argv)
{
    const struct bl_game *game = bl_find_game("predicate-wars");
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    struct bench b = {.game = game, .state = calloc(1, game->state_size),
                      .view = calloc(1, game->state_size), .scratch = bl_scratch_new(game),
                      .moves = calloc(game->max_moves, sizeof(bl_move)), .words = bl_text_heap()};
    static const char *const presets[] = {"letter", "table"};
    for (int i = 0; i < 2; i++) {
        bench_bot(&b, "random", presets[i], seconds);
        bench_bot(&b, "greedy", presets[i], seconds);
    }
    bench_copy(&b, seconds);
    bl_text_free(&b.words);
    bl_scratch_free(game, b.scratch);
    free(b.state);
    free(b.view);
    free(b.moves);
    return 0;
}
