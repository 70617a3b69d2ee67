/* simulate.c - `bylaw simulate`: many games, and what they come to. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "simulate.h"

#define DEFAULT_GAMES 1000
#define DEFAULT_CAP 10000

/* ---- transcripts ------------------------------------------------------------ */

struct output {
    struct bl_file *file;   /* NULL: standard output, or nothing */
    int fault;              /* errno of a write to standard output that failed; 0: none did */
};

static bool write_text(void *to, const char *text, size_t size)
{
    struct output *out = to;
    if (out->file)
        return bl_file_add(out->file, text, size);
    if (fwrite(text, 1, size, stdout) != size)
        out->fault = errno;
    return out->fault == 0;
}

static void open_output(const struct cli_args *args, struct bl_run *run, struct output *out)
{
    const char *path = cli_value(args, "transcript");
    BL_LOCAL struct bl_text why = bl_text_heap();
    *out = (struct output){NULL, 0};
    run->full = cli_has(args, "full");
    if (!path && run->full)
        cli_wrong("--full: says what a transcript has in it; it needs --transcript");
    if (!path)
        return;
    if (strcmp(path, "-") == 0) {
        if (cli_has(args, "json"))
            cli_wrong("--json: standard output is taken by --transcript -");
    } else if (!(out->file = bl_file_begin(path, &why))) {
        cli_wrong("--transcript: %s", why.s);
    }
    run->write = write_text;
    run->to = out;
}

static void close_output(struct output *out)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (out->file && !bl_file_end(out->file, true, &why))
        cli_wrong("%s", why.s);
    if (out->fault != 0) {
        errno = out->fault;
        cli_write_failed("standard output");
    }
}

/* ---- the subcommand --------------------------------------------------------- */

int cmd_simulate(const struct cli_args *args)
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
    else if (!run.write || output.file)
        put_report(&out, &report);
    cli_write(&out);
    bl_tally_free(&tally);
    return stopping_signal() ? 128 + stopping_signal() : CLI_DONE;
}
