/* tournament.c - `bylaw tournament`: which bot is better, and by how much. */
#include "bylaw/tournament.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/report.h"
#include "lab/series.h"
#include "runs.h"

#define DEFAULT_DEALS 100
#define DEFAULT_SPRT_DEALS 10000
#define MAX_DEALS 1000000
#define DEFAULT_CAP 10000

struct outcome {
    const struct bl_tournament *t;
    struct bl_standings standings;
    double wall;
    bool stopped;
};

/* ---- for people -------------------------------------------------------------- */

static void put_estimate(struct bl_text *out, const struct bl_estimate *e, bool interval, int digits)
{
    /* Of Elo, which has no digits behind the point, the sign is told. */
    const char *format = digits ? "%7.*f" : "%+7.*f", *between = digits ? " (%.*f to %.*f)" : " (%+.*f to %+.*f)";
    char text[64] = "";
    int n = snprintf(text, sizeof text, format, digits, e->value);
    if (interval && isinf(e->high))   /* always ahead, or never: how far is not known */
        snprintf(text, sizeof text, " at least %+.0f", e->low);
    else if (interval && isinf(e->low))
        snprintf(text, sizeof text, " at most %+.0f", e->high);
    else if (interval)
        snprintf(text + n, sizeof text - (size_t)n, between, digits, e->low, digits, e->high);
    cli_put_padded(out, text, interval ? (digits ? 25 : 24) : 8);
}

static void put_row(struct bl_text *out, const struct outcome *o, unsigned i, int width)
{
    const struct bl_standings *all = &o->standings;
    const struct bl_standing *s = &all->bots[i];
    cli_put_padded(out, o->t->bots[i]->name, width);
    put_estimate(out, &s->score, all->intervals, 3);
    lab_say(out, " %5.1f %% ", s->seats > 0 ? 100 * (double)s->wins / (double)s->seats : 0);
    put_estimate(out, &s->elo, all->intervals, 0);
    if (all->by_wins)
        put_estimate(out, &s->elo_wins, all->intervals, 0);
    while (out->s[out->len - 1] == ' ')
        out->len--;
    bl_put(out, "\n");
}

static void put_sprt(struct bl_text *out, const struct outcome *o)
{
    static const char *const verdicts[] = {
        [BL_SPRT_OPEN] = "undecided",
        [BL_SPRT_ELO0] = "the first is not better by that much",
        [BL_SPRT_ELO1] = "the first is better",
    };
    const struct bl_sprt *t = &o->standings.sprt;
    lab_say(out, "\nSPRT %+g against %+g Elo: log likelihood ratio %+.2f of ±%.2f, %s\n", t->elo0,
            t->elo1, bl_sprt_ratio(t), BL_SPRT_BOUND, verdicts[bl_sprt_verdict(t)]);
    if (bl_sprt_verdict(t) != BL_SPRT_OPEN)
        bl_put(out, "It stopped when the difference looked large: the Elo above is exaggerated, the verdict is not.\n");
}

static void put_outcome(struct bl_text *out, const struct outcome *o, const char *name)
{
    const struct bl_tournament *t = o->t;
    const struct bl_standings *s = &o->standings;
    int width = 10;
    for (unsigned i = 0; i < t->bot_count; i++)
        width = cli_width(t->bots[i]->name) > width ? cli_width(t->bots[i]->name) : width;
    lab_say(out, "%s, %d players, seed %ju\n%u deal%s%s in %ju games, %ju of them unfinished; "
                 "%.1f s\n\n",
            t->game->title, t->setup.players, t->seed, s->deals, s->deals == 1 ? "" : "s", o->stopped ? " (stopped)" : "",
            s->games, s->unfinished, o->wall);
    cli_put_padded(out, "bot", width);
    cli_put_padded(out, "  score (of 1)", s->intervals ? 25 : 8);
    bl_put(out, "   won     Elo");
    if (s->by_wins)
        lab_say(out, "%*sElo by wins", s->intervals ? 18 : 2, "");
    bl_put(out, "\n");
    for (unsigned i = 0; i < t->bot_count; i++)
        put_row(out, o, i, width);
    for (unsigned i = 0; i < t->bot_count; i++) {
        put_refused(out, s->bots[i].refused, -1, t->bots[i]->name);
        put_faults(out, s->bots[i].faults, s->bots[i].forfeits, -1, t->bots[i]->name);
    }
    if (!s->intervals)
        lab_say(out, "\nFewer than %d deals: too few to say how far off this may be.\n", BL_FEWEST_DEALS);
    if (t->sprt)
        put_sprt(out, o);
    if (o->stopped && name)
        lab_say(out, "\nstopped after %u of %u deals; --resume goes on\n", s->deals, t->deals);
}

/* ---- JSON -------------------------------------------------------------------- */

/* And its interval, unless there is none. */
static void put_json_estimate(struct bl_text *out, const struct bl_standings *all, const char *name,
                              const struct bl_estimate *e)
{
    bl_putf(out, ",\"%s\":", name);
    bl_json_putf(out, "%r", e->value);
    if (!all->intervals)
        return;
    bl_putf(out, ",\"%s_95\":", name);
    if (isinf(e->high))
        bl_json_putf(out, "[%r,null]", e->low);
    else if (isinf(e->low))
        bl_json_putf(out, "[null,%r]", e->high);
    else
        bl_json_putf(out, "[%r,%r]", e->low, e->high);
}

/* With the time that it took it would not be the same wherever it is played. */
static void put_json(struct bl_text *out, const struct outcome *o, bool timed)
{
    static const char *const verdicts[] = {"open", "elo0", "elo1"};
    const struct bl_standings *s = &o->standings;
    bl_json_putf(out, "{'game':%s,'players':%d,'seed':'%u','deals':%d,'games':%u,'decisions':%u,"
                      "'unfinished':%u,'bots':[",
                 o->t->game->id, o->t->setup.players, o->t->seed, (int)s->deals, s->games,
                 s->decisions, s->unfinished);
    for (unsigned i = 0; i < o->t->bot_count; i++) {
        const struct bl_standing *b = &s->bots[i];
        bl_json_putf(out, "{'bot':%s", o->t->bots[i]->name);
        put_json_estimate(out, s, "score", &b->score);
        bl_json_putf(out, "'seats':%u,'wins':%u", b->seats, b->wins);
        put_json_estimate(out, s, "elo", &b->elo);
        if (s->by_wins)
            put_json_estimate(out, s, "elo_wins", &b->elo_wins);
        if (b->refused > 0)
            bl_json_putf(out, "'refused':%u", b->refused);
        if (b->faults > 0)
            bl_json_putf(out, "'faults':%u,'forfeits':%u", b->faults, b->forfeits);
        bl_put(out, "}");
    }
    bl_put(out, "]");
    if (o->t->sprt)
        bl_json_putf(out, "'sprt':{'elo0':%r,'elo1':%r,'ratio':%r,'bound':%r,'verdict':%s,'elo_exaggerated':%t}",
                     s->sprt.elo0, s->sprt.elo1, bl_sprt_ratio(&s->sprt), BL_SPRT_BOUND,
                     verdicts[bl_sprt_verdict(&s->sprt)], bl_sprt_verdict(&s->sprt) != BL_SPRT_OPEN);
    bl_json_putf(out, "'stopped':%t", o->stopped);
    if (timed)
        lab_say(out, ",\"wall_seconds\":%.3f", o->wall);
    bl_put(out, "}\n");
}

/* ---- the subcommand ---------------------------------------------------------- */

static void read_sprt(const struct cli_args *args, struct bl_tournament *t)
{
    const char *given = cli_value(args, "sprt");
    int end = 0;
    if (!given)
        return;
    t->sprt = true;
    if (sscanf(given, "%lf,%lf%n", &t->elo0, &t->elo1, &end) != 2 || given[end] ||
        !(fabs(t->elo0) < 2000 && fabs(t->elo1) < 2000))
        cli_wrong("--sprt: '%s' is not two numbers with a comma between", given);
    if (t->elo0 >= t->elo1)
        cli_wrong("--sprt: the first number must be below the second");
    if (t->bot_count != 2)
        cli_wrong("--sprt: compares two bots, not %u", t->bot_count);
}

static void read_seating(const struct cli_args *args, struct bl_tournament *t)
{
    static const char *const names[] = {
        [BL_SEATS_IN_TURN] = "in-turn", [BL_SEATS_TOGETHER] = "together", [BL_SEATS_ALONE] = "alone", NULL};
    const char *given = cli_value(args, "seating");
    int found = given ? bl_find_name(names, given) : BL_SEATS_IN_TURN;
    if (found < 0)
        cli_wrong("--seating: '%s' is not in-turn, together or alone", given);
    t->seating = (enum bl_seating)found;
    if (found == BL_SEATS_ALONE && t->bot_count != 2)
        cli_wrong("--seating alone: the first of two bots, not of %u", t->bot_count);
}

/* The seed is the checkpoint's, where a tournament goes on and none is given; and the same for
 * all ranks. */
static uint64_t read_seed(const struct cli_args *args, const char *name,
                          const struct lab_ranks *ranks)
{
    uint64_t seed = 0;
    if (ranks && ranks->rank > 0) {
        lab_mpi_share(ranks, &seed);
        return seed;
    }
    BL_LOCAL struct bl_text part = path_of(name ? name : "", ".part");
    if (cli_has(args, "seed") || !cli_has(args, "resume") ||
        !lab_store_peek(part.s, "seed", &seed))
        seed = cli_seed(args);
    if (ranks)
        lab_mpi_share(ranks, &seed);
    return seed;
}

static void read_weights(const struct cli_args *args)
{
    for (size_t i = 0; i < args->given_count; i++) {
        if (strcmp(args->given[i].option->name, "weights") != 0)
            continue;
        BL_LOCAL struct bl_text why = bl_text_heap();
        BL_LOCAL struct bl_text file = cli_slurp_file(args->given[i].value, CLI_MAX_INPUT);
        if (!bl_give_weights(file.s, file.len, &why))
            cli_wrong("%s: %s", args->given[i].value, why.s);
    }
}

static void read_call(const struct cli_args *args, struct bl_tournament *t)
{
    t->game = cli_game(args->words[0]);
    t->bot_count = (unsigned)(args->word_count - 1);
    for (unsigned i = 0; i < t->bot_count; i++)
        t->bots[i] = cli_bot("tournament", args->words[1 + i]);
    cli_setup(args, t->game, 0, &t->setup);
    read_weights(args);
    for (unsigned i = 0; i < t->bot_count; i++)
        cli_warn_of(t->bots[i], t->game, &t->setup);
    read_sprt(args, t);
    read_seating(args, t);
    t->deals = (uint32_t)cli_number(args, "deals", 1, MAX_DEALS,
                                    t->sprt ? DEFAULT_SPRT_DEALS : DEFAULT_DEALS);
    t->cap = cli_number(args, "cap", 1, UINT64_C(1) << 48, DEFAULT_CAP);
    if (cli_has(args, "seed"))
        cli_seed(args);   /* what is wrong with it is said before others are waited for */
    if (cli_has(args, "resume") && !cli_has(args, "out"))
        cli_wrong("--resume: goes on with NAME.part; it needs --out NAME");
}

static void write_outcome(const struct cli_args *args, const struct outcome *o, const char *name)
{
    struct bl_text out = bl_text_heap();
    if (name) {
        struct bl_text file = bl_text_heap();
        put_json(&file, o, false);
        write_file(name, ".json", &file);
    }
    if (cli_has(args, "json"))
        put_json(&out, o, true);
    else
        put_outcome(&out, o, name);
    cli_write(&out);
}

int cmd_tournament(const struct cli_args *args)
{
    struct bl_tournament t = {0};
    struct outcome o = {.t = &t};
    struct contest contest;
    const char *name = cli_value(args, "out");
    read_call(args, &t);
    stop_on_signal();
    const struct lab_ranks *ranks = join_ranks();
    t.seed = read_seed(args, name, ranks);
    double wall = bl_now();
    contest_open(&contest, &t, &o.standings);
    struct block_work work = {&contest.task, ranks, name};
    bool mine = do_blocks(args, &work);
    if (mine) {
        contest_sum_up(&contest);
        o.wall = bl_now() - wall;
        o.stopped = !lab_task_done(&contest.task);
        write_outcome(args, &o, name);
        finish_blocks(&work);
    }
    contest_close(&contest);
    return o.stopped && stopping_signal() ? 128 + stopping_signal() : CLI_DONE;
}
