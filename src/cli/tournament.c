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

static void put_row(struct bl_text *out, const struct bl_bot *bot, const struct bl_standing *s,
                    int width)
{
    cli_put_padded(out, bot->name, width);
    lab_say(out, " %6.3f (%.3f to %.3f) %7.1f %% %+7.0f (%+.0f to %+.0f)\n", s->score,
            s->score_low, s->score_high,
            s->seats > 0 ? 100 * (double)s->wins / (double)s->seats : 0, s->elo, s->elo_low,
            s->elo_high);
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
}

enum { FEW_DEALS = 30 };   /* from which on drawing deals again tells how far a mean may be off */

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
    bl_put(out, "  score (of 1)              won     Elo\n");
    for (unsigned i = 0; i < t->bot_count; i++)
        put_row(out, t->bots[i], &s->bots[i], width);
    for (unsigned i = 0; i < t->bot_count; i++)
        if (s->bots[i].refused > 0)
            lab_say(out, "\nrefused: %ju choices of %s; the first allowed move was made instead\n",
                    s->bots[i].refused, t->bots[i]->name);
    if (s->deals < FEW_DEALS)
        bl_put(out, "\nFewer than 30 deals: the intervals say less than they seem to.\n");
    if (t->sprt)
        put_sprt(out, o);
    if (o->stopped && name)
        lab_say(out, "\nstopped after %u of %u deals; --resume goes on\n", s->deals, t->deals);
}

/* ---- JSON -------------------------------------------------------------------- */

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
        bl_json_putf(out, "{'bot':%s,'score':%r,'score_95':[%r,%r],'seats':%u,'wins':%u,'elo':%r,"
                          "'elo_95':[%r,%r]",
                     o->t->bots[i]->name, b->score, b->score_low, b->score_high, b->seats, b->wins,
                     b->elo, b->elo_low, b->elo_high);
        if (b->refused > 0)
            bl_json_putf(out, "'refused':%u", b->refused);
        bl_put(out, "}");
    }
    bl_put(out, "]");
    if (o->t->sprt)
        bl_json_putf(out, "'sprt':{'elo0':%r,'elo1':%r,'ratio':%r,'bound':%r,'verdict':%s}",
                     s->sprt.elo0, s->sprt.elo1, bl_sprt_ratio(&s->sprt), BL_SPRT_BOUND,
                     verdicts[bl_sprt_verdict(&s->sprt)]);
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

static void read_call(const struct cli_args *args, struct bl_tournament *t)
{
    t->game = cli_game(args->words[0]);
    t->bot_count = (unsigned)(args->word_count - 1);
    for (unsigned i = 0; i < t->bot_count; i++)
        t->bots[i] = cli_bot("tournament", args->words[1 + i]);
    cli_setup(args, t->game, 0, &t->setup);
    read_sprt(args, t);
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
