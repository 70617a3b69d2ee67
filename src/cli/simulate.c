/* simulate.c - `bylaw simulate`: many games, and what they come to. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "simulate.h"

#define DEFAULT_GAMES 1000
#define DEFAULT_CAP 10000

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

static int run_it(const struct cli_args *args)
{
    struct bl_run run = {.game = cli_game(args->words[0]), .stop = stop_on_signal()};
    struct report report = {.run = &run};
    struct output output;
    read_players(args, run.game, bl_find_bot("random"), run.bots, &run.setup);
    run.games = cli_number(args, "games", 1, UINT64_C(1) << 48, DEFAULT_GAMES);
    run.cap = cli_number(args, "cap", 1, UINT64_C(1) << 48, DEFAULT_CAP);
    run.jobs = jobs_given(args);
    run.seed = cli_seed(args);
    open_output(args, &run, &output);
    struct progress progress;
    if (start_progress(&progress, run.games, 0)) {
        run.progress = show_progress;
        run.user = &progress;
    }
    double wall = bl_now(), cpu = bl_seconds(CLOCK_PROCESS_CPUTIME_ID);
    struct bl_tally tally;
    bl_run_games(&run, &tally);
    report.tally = &tally;
    report.wall = bl_now() - wall;
    report.cpu = bl_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    report.stopped = stopping_signal() != 0;
    end_progress(&progress);
    close_output(&output);
    struct bl_text out = bl_text_heap();
    if (cli_has(args, "json"))
        put_report_json(&out, &report);
    else if (output.file != stdout)
        put_report(&out, &report);
    cli_write(&out);
    bl_tally_free(&tally);
    return stopping_signal() ? 128 + stopping_signal() : CLI_DONE;
}

static const struct cli_option options[] = {
    {"games", "N", "how many games; otherwise 1000"},
    {"players", "N|BOT,BOT,…", "N random bots, or a bot a seat; otherwise the usual number"},
    CLI_OPTION_SEED,
    CLI_OPTIONS_SETUP,
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
