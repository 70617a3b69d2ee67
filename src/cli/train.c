/* train.c - `bylaw train`: a net learns a game by playing against itself. */
#include "learn/train.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/file.h"
#include "bots/judge.h"
#include "bylaw/tournament.h"
#include "lab/report.h"
#include "runs.h"

enum { DEFAULT_MINUTES = 5, KEEP_EVERY = 30, FIRST_LOOK = 1024, DEALS = 100, CAP = 500 };
#define MAX_CHECKPOINT (64u << 20)

struct session {
    const struct cli_args *args;
    struct train_plan plan;
    struct train *train;
    const char *out;
    uint64_t games;              /* to be played; UINT64_MAX: as many as the time allows */
    double began, until;         /* seconds */
    unsigned jobs;
    enum place on;
    bool on_gpu;                 /* so it was said last */
    bool (*stop)(void *);
};

/* ---- how strong it is --------------------------------------------------------------- */

static void put_strength(const struct session *s, struct bl_text *line)
{
    static const char *const others[] = {"random", "greedy", "ismcts:100"};
    struct bl_bot self = judge_bot("learned", train_net(s->train));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct bl_tournament t = {
            .game = s->plan.game, .setup = s->plan.setup, .bots = {&self, bl_find_bot(others[i])},
            .bot_count = 2, .seed = s->plan.seed + 1, .deals = DEALS, .cap = CAP, .jobs = s->jobs,
            .stop = s->stop,
        };
        struct bl_standings standings;
        if (!bl_play_tournament(&t, &standings))
            return;
        lab_say(line, "%s %s %+.0f", i == 0 ? "; Elo against" : ",", others[i],
                standings.bots[0].elo.value);
    }
}

/* One line of how far it is. */
static void tell(const struct session *s)
{
    BL_LOCAL struct bl_text line = bl_text_heap();
    double taken = bl_now() - s->began;
    lab_say(&line, "%ju games, %.0f s, loss %.4f", train_games(s->train), taken,
            train_loss(s->train));
    if (train_games(s->train) >= FIRST_LOOK)
        put_strength(s, &line);
    puts(line.s);
    fflush(stdout);
}

/* Says where it learns: once, and once more if that changes. */
static void tell_place(struct session *s, bool first)
{
    const char *none = train_no_gpu(s->train);
    if (first && none && s->on == ON_GPU)
        cli_wrong("--on gpu: %s", none);
    if (!first && (!none) == s->on_gpu)
        return;
    s->on_gpu = !none;
    if (!none)
        puts("learns on the GPU");
    else if (!first)
        printf("the GPU failed (%s): learns on the CPU from here, with the same result\n", none);
    else
        printf("learns on the CPU%s%s\n", s->on == ON_ANY ? ": " : "", s->on == ON_ANY ? none : "");
    fflush(stdout);
}

/* ---- files ---------------------------------------------------------------------------- */

static float *knob(const struct session *s, const struct train_knob *k)
{
    return (float *)((char *)(uintptr_t)&s->plan.tune + k->at);
}

/* With as few digits as read back as the same number. */
static void put_float(float x, struct bl_text *out)
{
    char digits[32];
    for (int most = 1; most <= FLT_DECIMAL_DIG; most++) {
        snprintf(digits, sizeof digits, "%.*g", most, (double)x);
        if (strtof(digits, NULL) >= x && strtof(digits, NULL) <= x)
            break;
    }
    bl_put(out, digits);
}

/* What is given without its default, so that the call makes the same again. */
static void put_call(const struct session *s, struct bl_text *out)
{
    lab_say(out, "bylaw train %s --players %d --games %ju --seed %ju", s->plan.game->id,
            s->plan.setup.players, train_games(s->train), s->plan.seed);
    bl_putf(out, " --width %d --depth %d", (int)s->plan.width, (int)s->plan.depth);
    for (const struct train_knob *k = train_knobs; k->name; k++)
        if (*knob(s, k) != k->usual) {
            bl_putf(out, " --tune %s=", k->name);
            put_float(*knob(s, k), out);
        }
    for (size_t i = 0; i < s->args->given_count; i++) {
        const struct cli_given *g = &s->args->given[i];
        if (strcmp(g->option->name, "set") == 0 || strcmp(g->option->name, "preset") == 0 ||
            strcmp(g->option->name, "ruling") == 0)
            bl_putf(out, " --%s %s", g->option->name, g->value);
    }
}

static void keep(const struct session *s)
{
    struct bl_text text = bl_text_heap();
    train_put(s->train, &text);
    write_file(s->out, ".part", &text);
}

static void write_net(const struct session *s)
{
    struct bl_text text = bl_text_heap();
    BL_LOCAL struct bl_text call = bl_text_heap();
    put_call(s, &call);
    train_put_net(s->train, call.s, &text);
    size_t size = text.len;
    write_file(s->out, "", &text);
    printf("%s: %zu bytes; %s\n", s->out, size, call.s);
}

static void resume(const struct session *s)
{
    BL_LOCAL struct bl_text path = path_of(s->out, ".part"), why = bl_text_heap();
    struct stat there;
    if (!cli_has(s->args, "resume")) {
        if (stat(path.s, &there) == 0)
            cli_wrong("%s has the work of a call before: --resume goes on with it; to begin anew, "
                      "remove it or give another --out", path.s);
        return;
    }
    BL_LOCAL struct bl_text kept = cli_slurp_file(path.s, MAX_CHECKPOINT);
    if (!train_read(s->train, kept.s, kept.len, &why))
        cli_wrong("%s: %s", path.s, why.s);
}

/* ---- the subcommand ---------------------------------------------------------------------- */

static uint32_t units(const struct cli_args *args, const char *name, uint32_t most,
                      uint32_t otherwise)
{
    uint64_t n = cli_number(args, name, NET_LANES, most, otherwise);
    if (n % NET_LANES != 0)
        cli_wrong("--%s: must be a multiple of %d", name, NET_LANES);
    return (uint32_t)n;
}

/* "trust=0.6" */
static void tune(struct session *s, const char *text)
{
    size_t length = strcspn(text, "=");
    const struct train_knob *k = train_knobs;
    char *end;
    while (k->name && (strlen(k->name) != length || strncmp(k->name, text, length) != 0))
        k++;
    if (!k->name || !text[length])
        cli_wrong("--tune %s: must be NAME=NUMBER, and NAME batch, warm, liked, trust or patience",
                  text);
    float value = strtof(text + length + 1, &end);
    if (end == text + length + 1 || *end || !(value >= k->least && value <= k->most) ||
        (k->least >= 1 && value != (float)(uint32_t)value) ||
        (k == train_knobs && (uint32_t)value % 32 != 0))
        cli_wrong("--tune %s: %s is %s, from %g to %g", text, k->name, k->text, (double)k->least,
                  (double)k->most);
    *knob(s, k) = value;
}

static void read_call(const struct cli_args *args, struct session *s)
{
    const struct bl_game *game = cli_game(args->words[0]);
    s->plan.game = game;
    cli_setup(args, game, 0, &s->plan.setup);
    if (game->advice->propose || judge_inputs(game, &s->plan.setup) == 0)
        cli_wrong("%s has moves that are written, which no net chooses among", game->id);
    if (cli_has(args, "games") && cli_has(args, "minutes"))
        cli_wrong("--games and --minutes: only one of them can end it");
    s->plan.seed = cli_has(args, "seed") ? cli_seed(args) : 1;
    s->plan.width = units(args, "width", NET_MAX_WIDTH, 128);
    s->plan.depth = units(args, "depth", NET_MAX_DEPTH, 32);
    for (const struct train_knob *k = train_knobs; k->name; k++)
        *knob(s, k) = k->usual;
    for (size_t i = 0; i < args->given_count; i++)
        if (strcmp(args->given[i].option->name, "tune") == 0)
            tune(s, args->given[i].value);
    s->games = cli_number(args, "games", 1, UINT64_C(1000000000000), UINT64_MAX);
    s->began = bl_now();
    s->until = cli_has(args, "games") ? 1e30
               : s->began + 60 * (double)cli_number(args, "minutes", 1, 100000, DEFAULT_MINUTES);
    s->jobs = jobs_given(args);
    s->on = place_given(args);
    s->stop = stop_on_signal();
}

int cmd_train(const struct cli_args *args)
{
    struct session s = {.args = args};
    read_call(args, &s);
    BL_LOCAL struct bl_text name = bl_text_heap();
    bl_putf(&name, "%s-%d.net", s.plan.game->id, s.plan.setup.players);
    s.out = cli_has(args, "out") ? cli_value(args, "out") : name.s;
    s.train = train_new(&s.plan, s.jobs, s.on != ON_CPU);
    resume(&s);
    tell_place(&s, true);
    double kept = s.began;
    uint64_t look = FIRST_LOOK;
    while (look <= train_games(s.train))
        look *= 2;
    while (train_games(s.train) < s.games && bl_now() < s.until &&
           train_round(s.train, s.stop, NULL)) {
        tell_place(&s, false);
        if (bl_now() - kept >= KEEP_EVERY) {
            keep(&s);
            kept = bl_now();
        }
        if (train_games(s.train) >= look) {
            tell(&s);
            look *= 2;
        }
    }
    keep(&s);
    tell(&s);
    write_net(&s);
    train_free(s.train);
    return stopping_signal() ? 128 + stopping_signal() : CLI_DONE;
}
