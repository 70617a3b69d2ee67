/* report.c - what a simulation came to, for people and as JSON. */
#include <string.h>

#include "base/utf8.h"
#include "bylaw/position.h"
#include "lab/report.h"
#include "simulate.h"

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

void put_report(struct bl_text *out, const struct report *r)
{
    put_call(out, r->run);
    put_games(out, r);
    put_ends(out, r);
    put_wins(out, r);
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

void put_report_json(struct bl_text *out, const struct report *r)
{
    const struct bl_run *run = r->run;
    const struct bl_tally *t = r->tally;
    lab_json(out, "{'game':%s,'players':%d,'games':%u,'decisions':%u,'unfinished':%u",
             run->game->id, run->setup.players, t->games, t->decisions, t->unfinished);
    lab_json_counts(out, "wins", t->wins, run->setup.players);
    lab_json_ends(out, run->game, t->ends);
    lab_json(out, "'moves':{'mean':%r,'p5':%u,'p50':%u,'p95':%u,'max':%u},'wall_seconds':%r,"
                  "'cpu_seconds':%r,'seed':'%u'",
             share(t->decisions, t->games), bl_length_quantile(t, 0.05), bl_length_quantile(t, 0.5),
             bl_length_quantile(t, 0.95), t->lengths.max, r->wall, r->cpu, run->seed);
    lab_json_bots(out, run->bots, run->setup.players);
    put_setup_json(out, run);
    lab_json(out, "'cap':%u,'wins_95':[", run->cap);
    for (int seat = 0; seat < run->setup.players; seat++) {
        double low, high;
        bl_interval(t->wins[seat], t->games, &low, &high);
        lab_json(out, "[%r,%r]", low, high);
    }
    lab_json(out, "],'stopped':%t}\n", r->stopped);
}
