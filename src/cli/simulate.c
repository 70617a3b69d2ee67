/* simulate.c - `bylaw simulate`: many games, and what they come to. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/utf8.h"
#include "bylaw/dataset.h"
#include "bylaw/position.h"
#include "bylaw/run.h"
#include "gpu/gpu.h"
#include "lab/report.h"
#include "runs.h"

#define DEFAULT_GAMES 1000
#define DEFAULT_CAP 10000

struct report {
    const struct bl_run *run;
    const struct bl_tally *tally;
    double wall, cpu;   /* seconds */
    bool stopped;
};

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

/* Nothing is to be written after all: what was begun goes. */
static void drop_files(struct bl_run *run, struct output *out)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (out->file)
        bl_file_end(out->file, false, &why);
    if (run->dataset)
        bl_dataset_end(run->dataset, false, &why);
}

static void open_dataset(const struct cli_args *args, struct bl_run *run, struct output *out)
{
    const char *path = cli_value(args, "dataset");
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (!path)
        return;
    if (strcmp(path, "-") == 0)
        bl_put(&why, "it is not for standard output; name a file");
    else
        run->dataset = bl_dataset_begin(run, path, &why);
    if (!run->dataset) {
        drop_files(run, out);
        cli_wrong("--dataset: %s", why.s);
    }
}

static void close_dataset(struct bl_run *run)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (run->dataset && !bl_dataset_end(run->dataset, true, &why))
        cli_wrong("%s", why.s);
}

static double share(uint64_t part, uint64_t of)
{
    return of > 0 ? (double)part / (double)of : 0;
}

/* ---- for people -------------------------------------------------------------- */

/* What a clause says, as far as it fits in the rest of a line. */
static void put_short(struct bl_text *out, const char *text, int columns)
{
    if (cli_width(text) <= columns) {
        bl_put(out, text);
        return;
    }
    size_t cut = 0, blank = 0;
    for (int width = 0; text[cut] && width < columns - 1; width++) {
        if (text[cut] == ' ')
            blank = cut;
        cut += bl_utf8_bytes(text + cut, 1);
    }
    bl_put_bytes(out, text, blank > 0 ? blank : cut);
    bl_put(out, "…");
}

/* A row of the report, wrapped, after its name in 14 columns. */
#define put_row(out, name, ...) cli_put_paragraph(out, name, 14, cli_columns(), __VA_ARGS__)

static void put_call(struct bl_text *out, const struct bl_run *run)
{
    BL_LOCAL struct bl_text players = bl_text_heap(), choices = bl_text_heap();
    int count = run->game->option_count + run->game->ruling_count;
    for (int seat = 0; seat < run->setup.players; seat++)
        bl_putf(&players, seat > 0 ? ", %s" : "%s", run->bots[seat]->name);
    for (int i = 0; i < count; i++) {
        bl_put(&choices, i > 0 ? ", " : "");
        lab_put_choice(&choices, run->game, &run->setup, i);
    }
    bl_putf(out, "game          %s\n", run->game->title);
    put_row(out, "players       ", "%s", players.s);
    if (count > 0)
        put_row(out, "set-up        ", "%s", choices.s);
    lab_say(out, "seed          %ju\n", run->seed);
}

static void put_games(struct bl_text *out, const struct report *r)
{
    const struct bl_tally *t = r->tally;
    char stopped[48] = "";
    if (r->stopped)
        snprintf(stopped, sizeof stopped, " of %ju (stopped)", r->run->games);
    double wall = r->wall > 0 ? r->wall : 1e-9;
    put_row(out, "games         ", "%ju%s, %.0f games/s, %.3g million moves/s", t->games, stopped,
            (double)t->games / wall, (double)t->decisions / wall / 1e6);
    put_row(out, "time          ", "%.3f s, %.3f s of processor time", r->wall, r->cpu);
    lab_say(out, "moves a game  mean %.2f, p5 %ju, p50 %ju, p95 %ju, max %ju\n",
            share(t->decisions, t->games), bl_length_quantile(t, 0.05),
            bl_length_quantile(t, 0.5), bl_length_quantile(t, 0.95), t->lengths.max);
}

static void put_count(struct bl_text *out, uint64_t count, uint64_t of)
{
    lab_say(out, "%10ju  %6.2f %%", count, 100 * share(count, of));
}

static void put_ends(struct bl_text *out, const struct report *r)
{
    const struct bl_tally *t = r->tally;
    bl_put(out, "\nended by\n");
    for (uint16_t c = 1; c < r->run->game->clause_count; c++) {
        if (t->ends[c] == 0)
            continue;
        const struct bl_clause *clause = &r->run->game->clauses[c];
        bl_put(out, "  ");
        cli_put_padded(out, clause->id, 10);
        put_count(out, t->ends[c], t->games);
        bl_put(out, "  ");
        put_short(out, clause->text, cli_columns() - 35);
        bl_put_char(out, '\n');
    }
    bl_put(out, "  unfinished");
    put_count(out, t->unfinished, t->games);
    lab_say(out, "  after %ju moves\n", r->run->cap);
}

static void put_wins(struct bl_text *out, const struct report *r)
{
    const struct bl_tally *t = r->tally;
    uint64_t won = 0;
    bl_put(out, "\nwon by\n");
    for (int seat = 0; seat < r->run->setup.players; seat++) {
        char name[32];
        double low, high;
        snprintf(name, sizeof name, "  %d %s", seat, r->run->bots[seat]->name);
        bl_interval(t->wins[seat], t->games, &low, &high);
        cli_put_padded(out, name, 12);
        put_count(out, t->wins[seat], t->games);
        lab_say(out, "  (%.2f to %.2f %%)\n", 100 * low, 100 * high);
        won += t->wins[seat];
    }
    cli_put_padded(out, "  nobody", 12);
    put_count(out, t->games - won, t->games);
    bl_put_char(out, '\n');
}

static void put_counts_if_any(struct bl_text *out, const struct report *r, const char *name,
                              const uint64_t *counts)
{
    uint64_t all = 0;
    for (int seat = 0; seat < r->run->setup.players; seat++)
        all += counts[seat];
    if (all > 0)
        lab_json_counts(out, name, counts, r->run->setup.players);
}

static void put_report(struct bl_text *out, const struct report *r)
{
    put_call(out, r->run);
    put_games(out, r);
    put_ends(out, r);
    put_wins(out, r);
    for (int seat = 0; seat < r->run->setup.players; seat++) {
        put_refused(out, r->tally->refused[seat], seat, r->run->bots[seat]->name);
        put_faults(out, r->tally->faults[seat], r->tally->forfeits[seat], seat,
                   r->run->bots[seat]->name);
    }
}

/* ---- JSON -------------------------------------------------------------------- */

/* "options" and "rulings", as in a position; its "players" has been said. */
static void put_setup_json(struct bl_text *out, const struct bl_run *run)
{
    BL_LOCAL struct bl_text setup = bl_text_heap();
    bl_put_setup(&setup, run->game, &run->setup);
    const char *rest = strchr(setup.s, ',');
    if (rest)
        bl_put(out, rest);
}

static void put_report_json(struct bl_text *out, const struct report *r)
{
    const struct bl_run *run = r->run;
    const struct bl_tally *t = r->tally;
    bl_json_putf(out, "{'game':%s,'players':%d,'games':%u,'decisions':%u,'unfinished':%u",
                 run->game->id, run->setup.players, t->games, t->decisions, t->unfinished);
    lab_json_counts(out, "wins", t->wins, run->setup.players);
    put_counts_if_any(out, r, "refused", t->refused);
    put_counts_if_any(out, r, "faults", t->faults);
    put_counts_if_any(out, r, "forfeits", t->forfeits);
    lab_json_ends(out, run->game, t->ends);
    bl_json_putf(out, "'moves':{'mean':%r,'p5':%u,'p50':%u,'p95':%u,'max':%u},'wall_seconds':%r,"
                      "'cpu_seconds':%r,'seed':'%u'",
                 share(t->decisions, t->games), bl_length_quantile(t, 0.05),
                 bl_length_quantile(t, 0.5), bl_length_quantile(t, 0.95), t->lengths.max, r->wall,
                 r->cpu, run->seed);
    lab_json_bots(out, run->bots, run->setup.players);
    put_setup_json(out, run);
    bl_json_putf(out, "'cap':%u,'wins_95':[", run->cap);
    for (int seat = 0; seat < run->setup.players; seat++) {
        double low, high;
        bl_interval(t->wins[seat], t->games, &low, &high);
        bl_json_putf(out, "[%r,%r]", low, high);
    }
    bl_json_putf(out, "],'stopped':%t}\n", r->stopped);
}

/* ---- the subcommand --------------------------------------------------------- */

/* --on: the GPU if it says so; what is missing then ends the program. */
static void play(const struct cli_args *args, struct bl_run *run, struct output *out, struct bl_tally *tally)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (place_given(args) != ON_GPU) {
        bl_run_games(run, tally);
    } else if (gpu_run_games(run, tally, &why)) {
        drop_files(run, out);
        cli_wrong("--on gpu: %s", why.s);
    }
}

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
    open_dataset(args, &run, &output);
    struct progress progress;
    if (start_progress(&progress, run.games, 0)) {
        run.progress = show_progress;
        run.user = &progress;
    }
    double wall = bl_now(), cpu = bl_seconds(CLOCK_PROCESS_CPUTIME_ID);
    struct bl_tally tally;
    play(args, &run, &output, &tally);
    report.tally = &tally;
    report.wall = bl_now() - wall;
    report.cpu = bl_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    report.stopped = stopping_signal() != 0;
    end_progress(&progress);
    close_output(&output);
    close_dataset(&run);
    struct bl_text out = bl_text_heap();
    if (cli_has(args, "json"))
        put_report_json(&out, &report);
    else if (!run.write || output.file)
        put_report(&out, &report);
    cli_write(&out);
    bl_tally_free(&tally);
    return stopping_signal() ? 128 + stopping_signal() : CLI_DONE;
}
