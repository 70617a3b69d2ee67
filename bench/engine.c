/* engine.c - what it costs to ask a program of its own for a move.
 *
 *     engine COMMAND [GAME…]
 *
 * For each game, at a table of the usual size, or for each that is named with every preset and every
 * number of players: whole games in which the engine plays one seat and `random` the others, always the
 * same ones. Told are, for each move that was asked for,
 *
 *   - the wall time from the question to the move, the mean of all and the one that half of them stay
 *     below, which others at work on the machine change less. In it are the lines, the way there and back
 *     between two processes that wake each other, what the engine does (examples/engines/thumb.c reads
 *     the list of legal moves, and answers at once), and the check of its answer;
 *   - the processor's time, in the program and for it in the system: ours, and the engine's. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"
#include "engine/engine.h"
#include "play/bout.h"

#define ENOUGH 4000   /* moves; then the game is played to its end, */
#define CAP 2000      /* and is of so many moves at most */

static double walls[ENOUGH + CAP], ours;
static uint32_t asked;
static const struct bl_bot *engine;

static void note(double wall, double processor)
{
    walls[asked++] = bl_now() - wall;
    ours += bl_seconds(CLOCK_THREAD_CPUTIME_ID) - processor;
}

static void choose(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    double processor = bl_seconds(CLOCK_THREAD_CPUTIME_ID), start = bl_now();
    engine->choose(bot, d, out);
    note(start, processor);
}

static void write_move(const struct bl_bot *bot, const struct bl_decision *d, struct bl_text *words,
                       struct bl_play *out)
{
    double processor = bl_seconds(CLOCK_THREAD_CPUTIME_ID), start = bl_now();
    engine->write(bot, d, words, out);
    note(start, processor);
}

/* The first child of a process; 0: it has none. */
static pid_t child_of(pid_t process)
{
    char path[64];
    int pid = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)process, (int)process);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%d", &pid) != 1)
        pid = 0;
    if (file)
        fclose(file);
    return pid;
}

/* The processor's time of the engine, which is the child of its keeper, which is ours. */
static double theirs(void)
{
    clockid_t clock;
    pid_t pid = child_of(child_of(getpid()));
    return pid > 0 && clock_getcpuclockid(pid, &clock) == 0 ? bl_seconds(clock) : 0;
}

static int by_length(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void bench_table(const struct bl_game *game, const char *preset, struct bl_setup setup)
{
    struct bout b;
    struct bl_bot timed = *engine;
    timed.choose = choose;
    timed.write = write_move;
    if (bl_resolve(game, &setup))
        abort();
    bout_init(&b, game);
    b.cap = CAP;
    for (int seat = 0; seat < setup.players; seat++)
        b.bots[seat] = seat == 0 ? &timed : bl_find_bot("random");
    bout_deal(&b, &setup, 0);
    bout_play(&b);   /* the process has been started, and its files are in memory */
    asked = 0;
    ours = 0;
    uint64_t faults = 0;
    double sum = 0, before = theirs();
    for (uint64_t seed = 1; asked < ENOUGH; seed++) {
        bout_deal(&b, &setup, seed);
        bout_play(&b);
        faults += b.faults[0];
    }
    double engines = theirs() - before;
    for (uint32_t i = 0; i < asked; i++)
        sum += walls[i];
    qsort(walls, asked, sizeof *walls, by_length);
    printf("%-16s %-12s %d  %8.1f us a move, half below %6.1f, processor %6.1f + %5.1f%s\n", game->id, preset,
           setup.players, sum / asked * 1e6, walls[asked / 2] * 1e6, ours / asked * 1e6, engines / asked * 1e6,
           faults ? "  FAULTS" : "");
    fflush(stdout);
    bout_free(&b);
}

static void bench_game(const struct bl_game *game, bool every)
{
    struct bl_setup setup;
    bl_setup_init(&setup, game);
    if (!every)
        bench_table(game, "", setup);
    for (int i = 0; every && i < (game->preset_count ? game->preset_count : 1); i++)
        for (int players = game->min_players; players <= game->max_players; players++) {
            const char *preset = game->preset_count ? game->presets[i].name : "";
            BL_LOCAL struct bl_text why = bl_text_heap();
            bl_setup_init(&setup, game);
            if (*preset)
                bl_setup_preset(&setup, game, preset, &why);
            setup.players = (uint8_t)players;
            bench_table(game, preset, setup);
        }
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
            bench_game(*g, argc > 2);
    }
    return 0;
}
