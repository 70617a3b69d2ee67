/* simulate.c - `bylaw simulate`: many games, and what they come to. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "simulate.h"

#define DEFAULT_GAMES 1000
#define DEFAULT_CAP 10000
#define MAX_JOBS 1024

static atomic_bool stop;
static volatile sig_atomic_t stopped_by;

/* The first ends the run and shows what was done. A second changes nothing: one Ctrl-C may come
 * twice, from the terminal and from a parent that passes it on. The third ends the program. */
static void on_signal(int signal_number)
{
    static volatile sig_atomic_t came;
    stopped_by = signal_number;
    atomic_store(&stop, true);
    came = came + 1;
    if (came < 3)
        return;
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

const atomic_bool *stop_on_signal(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &stop;
}

int stopping_signal(void)
{
    return stopped_by;
}

double clock_seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- who plays -------------------------------------------------------------- */

/* "greedy,random": a bot a seat. Gives how many; 0 if `list` is a plain number. */
static int64_t seat_bots(const char *list, struct bl_run *run)
{
    if (strspn(list, "0123456789") == strlen(list))
        return 0;
    int64_t n = 0;
    for (const char *p = list;; n++) {
        char name[64];
        size_t length = strcspn(p, ",");
        if (length >= sizeof name || n == BL_MAX_SEATS)
            cli_wrong("--players: '%s' is no list of bots", list);
        memcpy(name, p, length);
        name[length] = '\0';
        run->bots[n] = cli_bot("--players", name);
        if (p[length] == '\0')
            return n + 1;
        p += length + 1;
    }
}

/* A word alone is no list: most games need two seats at least. */
static void refuse_single(const struct bl_game *game, const char *word)
{
    char room[256] = "";
    struct bl_text why = BL_TEXT_FIXED(room);
    if (game->min_players < 2 || strchr(word, ',') || strspn(word, "0123456789") == strlen(word))
        return;
    if (bl_ask_bot(word, &why))
        cli_wrong("--players: '%s' is one bot; one a seat is needed, %d to %d of them: %s,%s", word,
                  game->min_players, game->max_players, word, word);
    if (!room[0])
        cli_wrong("--players: '%s' is neither a number from %d to %d nor a list of bots", word,
                  game->min_players, game->max_players);
}

static void read_players(const struct cli_args *args, struct bl_run *run)
{
    const char *list = cli_value(args, "players");
    if (list)
        refuse_single(run->game, list);
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        run->bots[seat] = bl_find_bot("random");
    cli_setup(args, run->game, list ? seat_bots(list, run) : 0, &run->setup);
}

/* ---- transcripts ------------------------------------------------------------ */

struct output {
    FILE *file;
    const char *name;
    int fault;   /* errno of a write that failed; 0: none did */
};

static bool write_text(void *to, const char *text, size_t size)
{
    struct output *out = to;
    if (fwrite(text, 1, size, out->file) == size)
        return true;
    out->fault = errno;
    return false;
}

static void open_output(const struct cli_args *args, struct bl_run *run, struct output *out)
{
    const char *path = cli_value(args, "transcript");
    *out = (struct output){NULL, path, 0};
    run->full = cli_has(args, "full");
    if (!path && run->full)
        cli_wrong("--full: says what a transcript has in it; it needs --transcript");
    if (!path)
        return;
    if (strcmp(path, "-") == 0) {
        if (cli_has(args, "json"))
            cli_wrong("--json: standard output is taken by --transcript -");
        out->file = stdout;
        out->name = "standard output";
    } else if (!(out->file = fopen(path, "wb"))) {
        cli_wrong("--transcript: %s: %s", path, strerror(errno));
    }
    run->write = write_text;
    run->to = out;
}

static void close_output(struct output *out)
{
    if (!out->file)
        return;
    if (out->fault == 0 && (out->file == stdout ? fflush(stdout) : fclose(out->file)) != 0)
        out->fault = errno;
    if (out->fault != 0) {
        errno = out->fault;
        cli_write_failed(out->name);
    }
}

/* ---- the subcommand --------------------------------------------------------- */

unsigned jobs_given(const struct cli_args *args)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t all = cores < 1 ? 1 : cores > MAX_JOBS ? MAX_JOBS : (uint64_t)cores;
    return (unsigned)cli_number(args, "jobs", 1, MAX_JOBS, all);
}

static int run_it(const struct cli_args *args)
{
    struct bl_run run = {.game = cli_game(args->words[0]), .stop = &stop};
    struct report report = {.run = &run};
    struct output output;
    read_players(args, &run);
    run.games = cli_number(args, "games", 1, UINT64_C(1) << 48, DEFAULT_GAMES);
    run.cap = cli_number(args, "cap", 1, UINT64_C(1) << 48, DEFAULT_CAP);
    run.jobs = jobs_given(args);
    run.seed = cli_seed(args);
    open_output(args, &run, &output);
    stop_on_signal();
    struct progress progress;
    start_progress(&progress, &run);
    double wall = clock_seconds(CLOCK_MONOTONIC), cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    struct bl_tally tally;
    bl_run_games(&run, &tally);
    report.tally = &tally;
    report.wall = clock_seconds(CLOCK_MONOTONIC) - wall;
    report.cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    report.stopped = stopped_by != 0;
    end_progress(&progress);
    close_output(&output);
    struct bl_text out = bl_text_heap();
    if (cli_has(args, "json"))
        put_report_json(&out, &report);
    else if (output.file != stdout)
        put_report(&out, &report);
    cli_write(&out);
    bl_tally_free(&tally);
    return stopped_by ? 128 + stopped_by : CLI_DONE;
}

static const struct cli_option options[] = {
    {"games", "N", "how many games; otherwise 1000"},
    {"players", "N|BOT,BOT,…", "N random bots, or a bot a seat; otherwise the usual number"},
    CLI_OPTION_SEED,
    CLI_OPTION_SET,
    CLI_OPTION_PRESET,
    CLI_OPTION_RULING,
    {"cap", "MOVES", "moves after which a game is left unfinished; otherwise 10000"},
    {"jobs", "J", "threads; otherwise one a core. The results do not depend on it"},
    {"transcript", "FILE", "write every game; - is standard output, and then nothing else is"},
    {"full", NULL, "transcripts with the legal moves before and the state after each move"},
    CLI_OPTION_JSON,
    CLI_OPTION_END,
};

const struct command cmd_simulate = {
    .name = "simulate",
    .usage = "GAME [OPTION…]",
    .summary = "many games by bots, and what they come to",
    .about = "Plays many games on all cores and prints how long they were, by which clauses they "
             "ended, and who won, with 95 % confidence intervals. Game g of a run with seed S has "
             "a seed of its own, in the header of its transcript, with which `new` deals and "
             "`simulate --games 1` plays that very game. Ctrl-C ends the run and shows what was "
             "done so far (exit status 130).\n"
             "\n"
             "  bylaw simulate pharaoh --games 100000\n"
             "  bylaw simulate true-propre --players greedy,random,random --seed 1 --json\n"
             "  bylaw simulate six-seven --games 10 --transcript games.jsonl --full\n",
    .options = options,
    .min_words = 1,
    .max_words = 1,
    .more_help = cli_put_bots,
    .run = run_it,
};
