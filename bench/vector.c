/* vector.c - how fast vectors are stepped, on one core.
 *
 *     vector-bench [GAME…]     all games with closed moves if none is named
 *
 * For each game at its usual number of players, steps per second with random actions chosen in C:
 * nothing looked at but who is to move, what was done and what was won; with masks; with masks and
 * observations. Each is the best of several rounds, by the time of the processor, as are those of
 * the other benchmarks. */
#include <stdio.h>
#include <stdlib.h>

#include "bylaw/bylaw.h"
#include "clock.h"

#define ROUNDS 5
#define ROUND_SECONDS 0.2
#define PLACES 256

static double bench_steps(struct bl_vector *v, const struct bl_outlook *out)
{
    double best = 0;
    uint32_t refused;
    for (int round = 0; round < ROUNDS; round++) {
        double start = bl_seconds(CLOCK_PROCESS_CPUTIME_ID), spent;
        uint64_t steps = 0;
        do {
            for (int i = 0; i < 20; i++, steps += PLACES)
                bl_vector_step(v, NULL, out, &refused);
            spent = bl_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
        } while (spent < ROUND_SECONDS);
        double rate = (double)steps / spent * 1e-6;
        best = rate > best ? rate : best;
    }
    return best;
}

static void bench_game(const struct bl_game *game)
{
    struct bl_vector_spec spec = {.game = game, .places = PLACES, .seed = 1};
    char room[200];
    struct bl_text why = BL_TEXT_FIXED(room);
    bl_setup_init(&spec.setup, game);
    bl_resolve(game, &spec.setup);
    struct bl_vector *v = bl_vector_new(&spec, &why);
    if (!v) {
        printf("%-16s %s\n", game->id, why.s);
        return;
    }
    uint32_t bits = bl_observation_size(game, &spec.setup), actions = bl_action_count(game, &spec.setup);
    struct bl_outlook out = {
        .seats = malloc(PLACES), .terminations = malloc(PLACES), .truncations = malloc(PLACES),
        .actions = malloc(PLACES * sizeof(int32_t)),
        .rewards = malloc(PLACES * spec.setup.players * sizeof(float))};
    double plain = bench_steps(v, &out);
    out.masks = malloc((size_t)PLACES * actions);
    double masks = bench_steps(v, &out);
    out.observations = malloc((size_t)PLACES * bits);
    double all = bench_steps(v, &out);
    printf("%-16s %2d players %6.1f M steps/s; %5.1f with masks (%u actions); %5.1f with observations too (%u bits)\n",
           game->id, spec.setup.players, plain, masks, (unsigned)actions, all, (unsigned)bits);
    free(out.seats);
    free(out.terminations);
    free(out.truncations);
    free(out.actions);
    free(out.rewards);
    free(out.masks);
    free(out.observations);
    bl_vector_free(v);
}

int main(int argc, char **argv)
{
    for (const struct bl_game *const *g = bl_games(); *g; g++) {
        bool named = argc == 1;
        for (int i = 1; i < argc; i++)
            named |= bl_find_game(argv[i]) == *g;
        if (named)
            bench_game(*g);
    }
    return 0;
}
