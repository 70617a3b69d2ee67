/* solve.c - `bylaw solve`: small games solved, and what bots lose to the best answer. */
#include "solve/solve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/number.h"
#include "bylaw/position.h"
#include "core/rows.h"
#include "lab/report.h"
#include "runs.h"

enum { MOST_STARTS = 1000, DEFAULT_HORIZON = 12, DEFAULT_ITERATIONS = 1000, DEFAULT_SAMPLES = 16,
       DEFAULT_MEGABYTES = 2048 };

/* The first seat's score if both play so, and if either answers the other as well as can be. */
struct bounds {
    double value, low, high, gap, open;   /* half of what is between; unfinished */
};

struct session {
    const struct cli_args *args;
    struct solve_plan plan;
    struct solve_tree tree;
    char *starts;
    struct solve_asking asking;
    uint64_t iterations, done;
    double *plans[2];
    struct bounds found;
    double began, shown;         /* when; a line of progress was shown last */
    bool terminal, stopped;
    struct bl_text rows;         /* of bots: for people, or JSON */
};

/* ---- the call --------------------------------------------------------------------- */

static void read_start(struct session *s, const char *path, unsigned line, const char *text,
                       size_t size)
{
    const struct bl_game *game = s->plan.game;
    struct bl_json_doc doc;
    s->starts = bl_resize(s->starts, s->plan.start_count + 1u, game->state_size);
    void *state = s->starts + (size_t)s->plan.start_count++ * game->state_size;
    memset(state, 0, game->state_size);
    const char *wrong = bl_read_small_position(game, text, size, state, &doc);
    if (wrong)
        cli_wrong("--position: %s, line %u: %s", path, line, wrong);
    if (bl_head(state)->setup.players != 2 || bl_head(state)->to_move < 0)
        cli_wrong("--position: %s, line %u: must be of two players, at a decision", path, line);
    if (bl_copies(game, &bl_head(state)->setup) != 1)
        cli_wrong("--position: %s, line %u: every card must be in the game only once (one deck)",
                  path, line);
    if (s->plan.start_count > MOST_STARTS)
        cli_wrong("--position: %s: has more than %d positions", path, MOST_STARTS);
}

static void read_starts(struct session *s, const char *path)
{
    BL_LOCAL struct bl_text text = cli_slurp_file(path, CLI_MAX_INPUT);
    unsigned line = 1;
    for (const char *at = text.s; *at; line++) {
        size_t size = strcspn(at, "\n");
        if (strspn(at, " \t\r") < size)
            read_start(s, path, line, at, size);
        at += size + (at[size] == '\n');
    }
    if (s->plan.start_count == 0)
        cli_wrong("--position: %s: has no position", path);
    s->plan.starts = s->starts;
}

static double share(const struct cli_args *args, const char *name, double otherwise)
{
    const char *text = cli_value(args, name);
    char *end;
    if (!text)
        return otherwise;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= 0 && value <= 1))
        cli_wrong("--%s: must be a number from 0 to 1, not '%s'", name, text);
    return value;
}

static void read_call(struct session *s)
{
    const struct cli_args *args = s->args;
    const struct bl_game *game = cli_game(args->words[0]);
    s->plan.game = game;
    if (game->advice->propose)
        cli_wrong("%s has moves that are written, too many to try all", game->id);
    if (!cli_has(args, "position"))
        cli_wrong("--position is needed: with a whole pack there are too many deals to try all");
    s->plan.horizon = (uint32_t)cli_number(args, "horizon", 1, 1000, DEFAULT_HORIZON);
    s->plan.unfinished = share(args, "unfinished", 0.5);
    s->plan.max_bytes = cli_number(args, "memory", 1, 1 << 20, DEFAULT_MEGABYTES) << 20;
    s->iterations = cli_number(args, "iterations", 1, 1000000000, DEFAULT_ITERATIONS);
    s->asking.samples = (uint32_t)cli_number(args, "samples", 1, 1000000, DEFAULT_SAMPLES);
    s->asking.seed = cli_has(args, "seed") ? cli_seed(args) : 1;
    s->asking.stop = s->plan.stop = stop_on_signal();
    read_starts(s, cli_value(args, "position"));
}

/* ---- how far it is ------------------------------------------------------------------ */

/* A line on a terminal, over the one before. */
static void show(struct session *s, const char *format, uint64_t count)
{
    double now = bl_now();
    if (!s->terminal || now - s->shown < 0.2)
        return;
    s->shown = now;
    fprintf(stderr, format, count);
    fputs("\033[K\r", stderr);
}

static void show_nodes(void *session, uint64_t nodes)
{
    show(session, "%ju positions", nodes);
}

static void show_asked(void *session, uint64_t asked)
{
    show(session, "%ju situations", asked);
}

/* What is less than half a last digit is nothing, and has no sign. */
static double tidy(double x, double digit)
{
    return x > -digit / 2 && x < digit / 2 ? 0 : x;
}

#define JSON_DIGIT 1e-6
#define WORD_DIGIT 1e-4

static void look(struct session *s, const struct solve_cfr *c)
{
    const struct solve_tree *t = &s->tree;
    for (int seat = 0; seat < 2; seat++)
        solve_cfr_plan(c, seat, s->plans[seat]);
    s->found.value = solve_score(t, s->plans, &s->found.open);
    s->found.low = solve_response(t, 1, s->plans[0]);
    s->found.high = solve_response(t, 0, s->plans[1]);
    s->found.gap = tidy((s->found.high - s->found.low) / 2, JSON_DIGIT);
    if (s->terminal)
        fprintf(stderr, "%ju iterations, %.1f s: value %.5f, exploitability %.6f\033[K\n", s->done,
                bl_now() - s->began, s->found.value, s->found.gap);
}

/* ---- the work ------------------------------------------------------------------------ */

static void build(struct session *s)
{
    static const char *const again = "a smaller pack or --horizon";
    enum solve_end end = solve_build(&s->plan, &s->tree);
    uintmax_t nodes = s->tree.nodes;
    if (end == SOLVE_MANY_DEALS)
        cli_wrong("there are more than %d deals: a smaller pack", SOLVE_MOST_DEALS);
    if (end == SOLVE_TOO_LARGE)
        cli_wrong("the tree has more than %ju positions, which take more than %ju MB: %s, or more "
                  "--memory", nodes, (uintmax_t)(s->plan.max_bytes >> 20), again);
    if (end == SOLVE_LONG_SHUFFLE)
        cli_wrong("a play shuffles more than 6 cards, too many to try every order: %s", again);
    if (end == SOLVE_STOPPED)
        cli_wrong("stopped after %ju positions, before there was anything to tell", nodes);
}

static void iterate(struct session *s)
{
    struct solve_cfr *c = solve_cfr_new(&s->tree);
    for (int seat = 0; seat < 2; seat++)
        s->plans[seat] = solve_numbers(&s->tree, seat);
    while (s->done < s->iterations && !s->stopped) {
        solve_cfr_step(c);
        s->done++;
        s->stopped = s->plan.stop(NULL);
        if ((s->done & (s->done - 1)) == 0 || s->done == s->iterations || s->stopped)
            look(s, c);
    }
    solve_cfr_free(c);
}

static void put_failed(struct session *s, const struct bl_bot *bot, bool json)
{
    if (json)
        bl_json_putf(&s->rows, "{'bot':%s,'asked':%u,'faults':%u}", bot->name, s->asking.asked,
                     (uint64_t)s->asking.faults);
    else
        lab_say(&s->rows, "%-20s %8ju  failed to choose, and is not weighed\n", bot->name, s->asking.asked);
}

/* What a bot loses in either seat against who knows how it plays. */
static void answer(struct session *s, const struct bl_bot *bot, bool json)
{
    double left[2];
    s->asking.bot = bot;
    s->asking.asked = s->asking.faults = 0;
    cli_warn_of(bot, s->plan.game, &bl_head(s->starts)->setup);
    for (int seat = 0; seat < 2; seat++) {
        double *plan = solve_numbers(&s->tree, seat);
        bool whole = !s->stopped && s->asking.faults == 0 && solve_ask(&s->tree, seat, &s->asking, plan);
        s->stopped = s->stopped || (!whole && s->asking.faults == 0);
        left[seat] = whole ? solve_response(&s->tree, 1 - seat, plan) : 0;
        free(plan);
    }
    if (s->stopped)
        return;
    if (s->asking.faults > 0) {   /* what it would lose is not known */
        put_failed(s, bot, json);
        return;
    }
    double digit = json ? JSON_DIGIT : WORD_DIGIT, mean = tidy((left[1] - left[0]) / 2, digit);
    double first = tidy(s->found.value - left[0], digit);
    double second = tidy(left[1] - s->found.value, digit);
    if (json)
        bl_json_putf(&s->rows, "{'bot':%s,'asked':%u,'first':%r,'second':%r,'loses':%r}", bot->name,
                     s->asking.asked, first, second, mean);
    else
        lab_say(&s->rows, "%-20s %8ju  %9.4f  %9.4f  %9.4f\n", bot->name, s->asking.asked, first,
                second, mean);
}

/* ---- what is told ---------------------------------------------------------------------- */

static void put_json(const struct session *s, struct bl_text *out)
{
    const struct solve_tree *t = &s->tree;
    const struct bounds *f = &s->found;
    bl_json_putf(out, "{'game':%s", s->plan.game->id);
    bl_put_setup(out, s->plan.game, &bl_head(s->starts)->setup);
    bl_json_putf(out, "'horizon':%d,'unfinished':%r,'deals':%u,'positions':%u", (int)s->plan.horizon,
                 s->plan.unfinished, t->deals, t->nodes);
    bl_json_putf(out, "'situations':[%d,%d],'leaves':%u,'iterations':%u", (int)t->sides[0].count,
                 (int)t->sides[1].count, t->leaf_count, s->done);
    bl_json_putf(out, "'value':%r,'low':%r,'high':%r,'exploitability':%r,'left':%r,'stopped':%t",
                 f->value, f->low, f->high, f->gap, f->open, s->stopped);
    bl_putf(out, ",\"against\":[%s]}\n", s->rows.s);
}

static void put_words(const struct session *s, struct bl_text *out)
{
    const struct solve_tree *t = &s->tree;
    const struct bounds *f = &s->found;
    lab_say(out, "%s: %ju deals, %u moves at most, %ju positions, %u and %u situations with a choice\n",
            s->plan.game->title, t->deals, s->plan.horizon, t->nodes, t->sides[0].count,
            t->sides[1].count);
    lab_say(out, "value for the first seat  %.4f (%.4f to %.4f)\n",
            tidy(f->value, WORD_DIGIT), tidy(f->low, WORD_DIGIT), tidy(f->high, WORD_DIGIT));
    lab_say(out, "exploitability            %.6f after %ju iterations\n", f->gap, s->done);
    lab_say(out, "games left unfinished     %.2f %%, of which the first seat has %g\n",
            100 * f->open, s->plan.unfinished);
    if (s->rows.len > 0)
        lab_say(out, "\n%-20s %8s  %9s  %9s  %9s\n%s", "loses to the best", "asked", "as first",
                "as second", "mean", s->rows.s);
}

/* How a seat plays in a situation, if it comes there. */
static void put_situation(const struct session *s, int seat, const struct solve_info *info,
                          bl_move *moves, struct bl_text *out)
{
    const struct bl_game *game = s->plan.game;
    const double *plan = s->plans[seat];
    if (plan[info->parent] <= 0)
        return;
    struct bl_past *past = solve_past(&s->tree, info->seen);
    const void *view = bl_past_view(past, past->count);
    BL_LOCAL struct bl_text word = bl_text_heap();
    bl_json_putf(out, "{'seat':%d,'began':", seat);
    bl_put_state(game, past->views, out);
    bl_json_putf(out, "'then':[");
    for (uint32_t i = 0; i < past->count; i++) {
        bl_text_clear(&word);
        bl_put_move(game, bl_past_view(past, i), &past->plays[i], &word);
        bl_json_putf(out, "{'seat':%d,'move':%s,'state':", past->plays[i].seat, word.s);
        bl_put_state(game, bl_past_view(past, i + 1), out);
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
    bl_json_putf(out, "'plays':{");
    game->rules->moves(view, moves);
    for (uint32_t k = 0; k < info->count; k++) {
        bl_text_clear(&word);
        bl_put_move(game, view, &(struct bl_play){moves[k], (int8_t)seat, 0, NULL}, &word);
        bl_json_putf(out, "%s:%r", word.s, plan[info->first + k] / plan[info->parent]);
    }
    bl_putf(out, "}}\n");
    bl_past_free(past);
}

static void write_play(const struct session *s, const char *path)
{
    struct bl_text out = bl_text_heap();
    bl_move *moves = bl_new((size_t)s->plan.game->max_moves + 1, sizeof *moves);
    for (int seat = 0; seat < 2; seat++)
        for (uint32_t i = 0; i < s->tree.sides[seat].count; i++)
            put_situation(s, seat, &s->tree.sides[seat].infos[i], moves, &out);
    free(moves);
    write_file(path, "", &out);
}

int cmd_solve(const struct cli_args *args)
{
    struct session s = {.args = args, .rows = bl_text_heap(), .began = bl_now(),
                        .terminal = isatty(STDERR_FILENO)};
    struct bl_text out = bl_text_heap();
    const struct bl_bot *bots[BL_MAX_SEATS];
    const char *against = cli_value(args, "against");
    int bot_count = against ? cli_bots("--against", against, bots) : 0;
    if (!against)
        cli_refuse(args, (const char *const[]){"samples", "seed", NULL}, "is about bots; it needs --against");
    for (int i = 0; i < bot_count; i++)
        if (bots[i]->cheats)
            cli_wrong("--against: %s is shown every card, and does not go by what its seat has seen",
                      bots[i]->name);
    read_call(&s);
    s.plan.progress = show_nodes;
    s.asking.progress = show_asked;
    s.plan.user = s.asking.user = &s;
    build(&s);
    iterate(&s);
    for (int i = 0; i < bot_count && !s.stopped; i++)
        answer(&s, bots[i], cli_has(args, "json"));
    if (s.terminal)
        fputs("\033[K", stderr);   /* over what was shown of the progress */
    (cli_has(args, "json") ? put_json : put_words)(&s, &out);
    if (cli_has(args, "out"))
        write_play(&s, cli_value(args, "out"));
    cli_write(&out);
    bl_text_free(&s.rows);
    solve_tree_free(&s.tree);
    BL_FREE(s.plans[0], s.plans[1], s.starts);
    return stopping_signal() ? 128 + stopping_signal() : CLI_DONE;
}
