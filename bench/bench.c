/* bench.c - how fast the rules are, on one core.
 *
 *     bench [GAME…]     all games if none is named
 *
 * For each game, at its usual number of players and at 2: decisions per second in
 * random play-outs with the full legal list at every decision, the deal included;
 * size of a state and copies of it per second. Each figure is the best of several
 * rounds, and is also given as a ratio to a fixed calibration loop run before each
 * round, so that runs on different machines compare. Beside the play-outs stands what
 * `simulate --jobs 1` makes of the same game, in rounds between theirs, by the time of
 * the processor, so that what else the machine does falls on both alike. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/run.h"
#include "clock.h"

#define ROUNDS 7
#define ROUND_SECONDS 0.25
#define LONGEST 100000   /* moves after which a game is given up */

struct bench {
    const struct bl_game *game;
    struct bl_setup setup;
    void *state, *copy;
    bl_move *moves;
    uint64_t seed;
};

/* A whole random game; returns its decisions and counts the moves listed. */
static uint64_t play_game(struct bench *b, uint64_t *listed)
{
    struct bl_context cx;
    struct bl_stream choices = bl_stream(b->seed, b->game->code, BL_FOR_BOT, 0);
    uint64_t decisions = 0;
    bl_context_init(&cx, b->game, b->seed++);
    b->game->rules->deal(b->state, &b->setup, &cx);
    while (decisions < LONGEST) {
        uint32_t n = b->game->rules->moves(b->state, b->moves);
        if (n == 0)
            break;
        *listed += n;
        struct bl_play play = {.move = b->moves[bl_below(&choices, n)],
                               .seat = bl_head(b->state)->to_move};
        b->game->rules->apply(b->state, &play, &cx);
        decisions++;
    }
    return decisions;
}

static double cpu_now(void)
{
    return bl_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

/* Decisions a second of a run of `games` games on one thread. */
static double bench_run(const struct bench *b, uint64_t games)
{
    struct bl_run run = {.game = b->game, .setup = b->setup, .seed = b->seed, .games = games,
                         .cap = LONGEST, .jobs = 1};
    struct bl_tally tally;
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        run.bots[seat] = bl_find_bot("random");
    double start = cpu_now();
    bl_run_games(&run, &tally);
    double rate = (double)tally.decisions / (cpu_now() - start);
    bl_tally_free(&tally);
    return rate;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void bench_play(struct bench *b)
{
    double best = 0, ratio = 0, length = 0, branching = 0, shares[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        double unit = calibrate(), start = bl_now(), cpu = cpu_now(), spent;
        uint64_t decisions = 0, listed = 0, games = 0;
        do {
            for (int i = 0; i < 50; i++, games++)
                decisions += play_game(b, &listed);
            spent = bl_now() - start;
        } while (spent < ROUND_SECONDS);
        double rate = (double)decisions / spent * 1e-6;
        double cpu_rate = (double)decisions / (cpu_now() - cpu);
        shares[round] = bench_run(b, games) / cpu_rate;
        if (rate > best) {
            best = rate;
            ratio = rate / unit;
            length = (double)decisions / (double)games;
            branching = (double)listed / (double)decisions;
        }
    }
    qsort(shares, ROUNDS, sizeof *shares, by_size);
    printf("%-12s %2d players %6.1f M decisions/s, ratio %.3f; %.1f decisions a game, %.1f moves listed\n",
           b->game->id, b->setup.players, best, ratio, length, branching);
    printf("%-12s %2d players, simulate --jobs 1: %.1f %% of that\n", b->game->id, b->setup.players,
           100 * shares[ROUNDS / 2]);
}

static void bench_copy(struct bench *b)
{
    enum { COPIES = 1000000 };
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double start = bl_now();
        for (int i = 0; i < COPIES; i++) {
            bl_copy(b->game, b->copy, b->state);
            __asm__ volatile("" ::"r"(b->copy) : "memory");
        }
        double rate = COPIES / (bl_now() - start) * 1e-6;
        best = rate > best ? rate : best;
    }
    printf("%-12s state of %u bytes, %.1f M copies/s\n", b->game->id, (unsigned)b->game->state_size, best);
}

static void bench_game(const struct bl_game *game)
{
    struct bench b = {.game = game, .seed = 1, .state = calloc(1, game->state_size),
                      .copy = calloc(1, game->state_size), .moves = malloc(game->max_moves * sizeof(bl_move))};
    int counts[2] = {game->usual_players, 2};
    for (int i = 0; i < 2; i++) {
        bl_setup_init(&b.setup, game);
        b.setup.players = (uint8_t)counts[i];
        bl_resolve(game, &b.setup);
        bench_play(&b);
    }
    bench_copy(&b);
    free(b.state);
    free(b.copy);
    free(b.moves);
}

int main(int argc, char **argv)
{
    printf("calibration loop: %.0f M mixes/s\n", calibrate());
    for (int i = 1; i < argc; i++) {
        const struct bl_game *game = bl_find_game(argv[i]);
        if (!game || game->advice->propose) {
            fprintf(stderr, "bench: there is no game '%s' here\n", argv[i]);
            return 2;
        }
        bench_game(game);
    }
    /* Open moves need a bot that writes them: such games have a benchmark of their own. */
    if (argc == 1)
        for (const struct bl_game *const *game = bl_games(); *game; game++)
            if (!(*game)->advice->propose)
                bench_game(*game);
    return 0;
}
