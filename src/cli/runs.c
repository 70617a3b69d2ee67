/* runs.c - what the subcommands that play many games share: the call, the clock, being stopped. */
#include "runs.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "lab/report.h"

#define MAX_JOBS 1024

/* ---- being told to stop ------------------------------------------------------- */

static atomic_int stopped_by;

static void on_signal(int signal_number)
{
    static volatile sig_atomic_t came;
    stopped_by = signal_number;
    came = came + 1;
    if (came < 3)
        return;
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static bool is_stopped(void *ignored)
{
    (void)ignored;
    return stopped_by != 0;
}

bool (*stop_on_signal(void))(void *)
{
    struct sigaction before, action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)   /* nohup */
        sigaction(SIGHUP, &action, NULL);
    return is_stopped;
}

int stopping_signal(void)
{
    return stopped_by;
}

/* ---- the call ------------------------------------------------------------------ */

unsigned jobs_given(const struct cli_args *args)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t all = cores < 1 ? 1 : cores > MAX_JOBS ? MAX_JOBS : (uint64_t)cores;
    return (unsigned)cli_number(args, "jobs", 1, MAX_JOBS, lab_under_mpi() ? 1 : all);
}

enum place place_given(const struct cli_args *args)
{
    static const char *const places[] = {[ON_CPU] = "cpu", [ON_GPU] = "gpu", NULL};
    const char *word = cli_value(args, "on");
    if (word && bl_find_name(places, word) < 0)
        cli_wrong("--on: '%s' is not cpu or gpu", word);
    return word ? (enum place)bl_find_name(places, word) : ON_ANY;
}

/* A word alone is no list: most games need two seats at least. */
static void refuse_single(const struct bl_game *game, const char *word)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (game->min_players < 2 || cli_is_list(word))
        return;
    if (cli_ask_bot(word, &why))
        cli_wrong("--players: '%s' is one bot; one a seat is needed, %d to %d of them: %s,%s", word,
                  game->min_players, game->max_players, word, word);
    if (why.len == 0)
        cli_wrong("--players: '%s' is neither a number from %d to %d nor a list of bots", word,
                  game->min_players, game->max_players);
}

void read_players(const struct cli_args *args, const struct bl_game *game,
                  const struct bl_bot *usual, const struct bl_bot **bots, struct bl_setup *setup)
{
    const char *list = cli_value(args, "players");
    int64_t named = 0;
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        bots[seat] = usual;
    if (list && list[strspn(list, "0123456789")]) {
        refuse_single(game, list);
        named = cli_bots("--players", list, bots);
    }
    cli_setup(args, game, named, setup);
    for (int seat = 0; seat < setup->players; seat++)
        if (seat == 0 || bots[seat] != bots[seat - 1])
            cli_warn_of(bots[seat], game, setup);
}

/* ---- what is told --------------------------------------------------------------- */

void put_refused(struct bl_text *out, uint64_t choices, int seat, const char *bot)
{
    if (choices == 0)
        return;
    lab_say(out, "\nrefused: %ju choices of ", (uintmax_t)choices);
    if (seat >= 0)
        lab_say(out, "seat %d, ", seat);
    lab_say(out, "%s; the first allowed move was made instead\n", bot);
}

void put_faults(struct bl_text *out, uint64_t faults, uint64_t forfeits, int seat, const char *bot)
{
    if (faults == 0)
        return;
    lab_say(out, "\nfaults: %ju times ", (uintmax_t)faults);
    if (seat >= 0)
        lab_say(out, "seat %d, ", seat);
    lab_say(out, "%s made no legal move in time; each of these moves was lost to random", bot);
    if (forfeits > 0)
        lab_say(out, ", and %ju %s forfeited: %s", (uintmax_t)forfeits,
                forfeits == 1 ? "game was" : "games were",
                seat < 0 ? "it comes last there" : "from then on random played");
    bl_put(out, "\n");
}
