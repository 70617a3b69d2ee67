/* lab.c - `bylaw lab`: what many games tell about a rulebook. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "bylaw/position.h"
#include "citations.h"
#include "engine/engine.h"
#include "gpu/gpu.h"
#include "lab/report.h"
#include "runs.h"

#define DEFAULT_ASKED 40
#define DEFAULT_STATES 200000
#define DEFAULT_MEMORY 1024
#define BAR_PACE 0.1
#define MAX_GAMES 2000000   /* half a kilobyte each and setting is kept */

/* What is usual: where moves are written they take a thousand times as long. */
static const struct defaults {
    uint32_t games, cap, playouts;
    const char *player, *ladder;
} defaults[] = {
    {1000, 10000, 32, "greedy", "random,greedy,master"},
    {100, 2000, 16, "quick", "random,greedy,ismcts:100"},
};

/* ---- bots ------------------------------------------------------------------------ */

static const struct bl_bot *read_bot(const struct cli_args *args, const char *option,
                                     const char *otherwise)
{
    const char *given = cli_value(args, option);
    char where[32];
    snprintf(where, sizeof where, "--%s", option);
    return cli_bot(where, given ? given : otherwise);
}

/* ---- settings ---------------------------------------------------------------------- */

static struct lab_setting *add_setting(struct lab_plan *plan, const char *name)
{
    if (plan->setting_count == LAB_SETTINGS)
        cli_wrong("--compare: at most %d settings can be compared at once", LAB_SETTINGS - 1);
    if (strlen(name) >= LAB_NAME)
        cli_wrong("--compare: '%s' is too long", name);
    struct lab_setting *s = &plan->settings[plan->setting_count++];
    s->setup = plan->asked_setup;
    strcpy(s->name, name);
    return s;
}

/* An option, or counted on from those a ruling, of that name; -1: there is none. */
static int choice_of(const struct bl_game *game, const char *name)
{
    int i = game->option_count + game->ruling_count - 1;
    while (i >= 0 && strcmp(i < game->option_count ? game->options[i].name
                                                   : game->rulings[i - game->option_count].name,
                            name) != 0)
        i--;
    return i;
}

/* "name=value", which is changed in place. */
static void set_pair(const struct bl_game *game, struct bl_setup *setup, char *pair)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    char *value = strchr(pair, '=');
    if (!value || value == pair)
        cli_wrong("--compare: '%s' is neither NAME=VALUE nor the word rulings", pair);
    *value++ = '\0';
    const char *wrong;
    int choice = choice_of(game, pair);
    int64_t players = 0;   /* which no game can be played by */
    if (strcmp(pair, "players") == 0) {
        bl_read_int(value, 0, BL_MAX_SEATS, &players);
        wrong = bl_setup_players(setup, game, players, &why);
    } else if (strcmp(pair, "preset") == 0) {
        wrong = bl_setup_preset(setup, game, value, &why);
    } else if (choice < 0) {
        cli_wrong("--compare: %s has no ruling or option '%s'", game->id, pair);
    } else {
        wrong = (choice < game->option_count ? bl_setup_option : bl_setup_ruling)(setup, game, pair,
                                                                                  value, &why);
    }
    if (wrong)
        cli_wrong("--compare: %s", why.s);
}

static void add_named(struct lab_plan *plan, const char *name)
{
    struct lab_setting *s = add_setting(plan, name);
    char copy[LAB_NAME];
    strcpy(copy, name);
    for (char *pair = copy, *next; pair; pair = next) {
        next = strchr(pair, ',');
        if (next)
            *next++ = '\0';
        set_pair(plan->game, &s->setup, pair);
    }
    const char *wrong = bl_resolve(plan->game, &s->setup);
    if (wrong)
        cli_wrong("--compare: %s: %s", name, wrong);
}

/* Every other value of every ruling. */
static void add_rulings(struct lab_plan *plan)
{
    const struct bl_game *game = plan->game;
    if (game->ruling_count == 0)
        cli_wrong("--compare: %s has no rulings", game->id);
    for (int i = 0; i < game->ruling_count; i++)
        for (int v = 0; game->rulings[i].values[v]; v++) {
            char name[LAB_NAME];
            if (v == plan->settings[0].setup.rulings[i])
                continue;
            snprintf(name, sizeof name, "%s=%s", game->rulings[i].name, game->rulings[i].values[v]);
            add_named(plan, name);
        }
}

static void read_comparisons(const struct cli_args *args, struct lab_plan *plan)
{
    cli_setup_asked(args, plan->game, plan->settings[0].setup.players, &plan->asked_setup);
    for (size_t i = 0; i < args->given_count; i++) {
        if (strcmp(args->given[i].option->name, "compare") != 0)
            continue;
        if (strcmp(args->given[i].value, "rulings") == 0)
            add_rulings(plan);
        else
            add_named(plan, args->given[i].value);
    }
}

/* ---- the call ------------------------------------------------------------------------ */

/* What would be ignored is refused. */
static void check_options(const struct cli_args *args, const struct lab_plan *plan)
{
    static const char *const of_games[] = {"ladder", "playout-bot", "playouts", "ask", "compare",
                                           "jobs", "resume", "on", NULL};
    static const char *const of_deals[] = {"players", "seed", "set", "preset", "ruling", NULL};
    static const char *const of_search[] = {"position", "tail", "small-pack", "asides", "states",
                                            "memory", NULL};
    static const char *const of_cap[] = {"cap", NULL}, *const of_playouts[] = {"playout-bot", "on", NULL};
    const char *players = cli_value(args, "players"), *findings = cli_value(args, "findings");
    if (!cli_has(args, "explore"))
        cli_refuse(args, of_search, "says how --explore searches; it needs --explore");
    if (plan->games == 0 && !cli_has(args, "explore"))
        cli_wrong("--games: without games there is nothing to do but --explore");
    if (plan->games == 0) {
        cli_refuse(args, of_games, "is about games that are played; with --games 0 none are");
        if (cli_has(args, "position"))
            cli_refuse(args, of_deals, "is fixed by --position; with --games 0 nothing is dealt");
        if (!cli_has(args, "tail"))
            cli_refuse(args, of_cap, "is about games that are played; with --games 0 and no --tail none are");
        if (players && players[strspn(players, "0123456789")])
            cli_wrong("--players: with --games 0 no bots play; give a number");
    }
    if (plan->playouts == 0)
        cli_refuse(args, of_playouts, "is about play-outs; with --playouts 0 there are none");
    if (cli_has(args, "json") && findings && strcmp(findings, "-") == 0)
        cli_wrong("--findings: standard output is taken by --json");
}

static void read_ladder(const struct cli_args *args, struct lab_plan *plan, const char *otherwise)
{
    const struct bl_bot *bots[BL_MAX_SEATS];
    int64_t named = cli_bots("--ladder", cli_has(args, "ladder") ? cli_value(args, "ladder") : otherwise, bots);
    if (named < 2 || named > LAB_LADDER)
        cli_wrong("--ladder: two to %d bots, the weakest first", LAB_LADDER);
    plan->ladder_count = (uint32_t)named;
    memcpy(plan->ladder, bots, (size_t)named * sizeof *bots);
}

static void read_plan(const struct cli_args *args, struct lab_plan *plan)
{
    plan->game = cli_game(args->words[0]);
    const struct defaults *u = &defaults[plan->game->advice->propose != NULL];
    plan->setting_count = 1;
    read_players(args, plan->game, bl_find_bot("greedy"), plan->bots, &plan->settings[0].setup);
    read_ladder(args, plan, u->ladder);
    plan->player = read_bot(args, "playout-bot", u->player);
    plan->seed = cli_has(args, "seed") ? cli_seed(args) : 1;
    plan->games = cli_number(args, "games", 0, MAX_GAMES, u->games);
    plan->cap = cli_number(args, "cap", 1, UINT64_C(1) << 40, u->cap);
    plan->playouts = (uint32_t)cli_number(args, "playouts", 0, 10000, u->playouts);
    plan->asked = (uint32_t)cli_number(args, "ask", 0, 100000, DEFAULT_ASKED);
    read_comparisons(args, plan);
    if (plan->game->advice->propose && cli_has(args, "explore"))
        cli_wrong("--explore: players of %s write what they like; no search tries all of it",
                  plan->game->id);
    check_options(args, plan);
}

/* ---- the search -------------------------------------------------------------------- */

/* Plays at random from the deal for at most `moves` moves; gives how many there were. */
static uint64_t play_on(const struct lab_plan *plan, void *state, uint64_t moves)
{
    struct bout b;
    bout_init(&b, plan->game);
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        b.bots[seat] = bl_find_bot("random");
    b.cap = moves;
    bout_deal(&b, &plan->settings[0].setup, plan->seed);
    bout_go_on(&b);
    bl_copy(plan->game, state, b.state);
    bout_free(&b);
    return b.made;
}

static void read_start(const struct lab_plan *plan, const char *path, bool small, void *state)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    struct bl_json_doc doc;
    if (!file)
        cli_wrong("--position: %s: %s", path, strerror(errno));
    BL_LOCAL struct bl_text text = cli_slurp(file, path, CLI_MAX_INPUT);
    const char *wrong =
        small ? bl_read_small_position(plan->game, text.s, text.len, state, &doc)
              : bl_read_position(plan->game, text.s, text.len, state, &doc);
    if (wrong)
        cli_wrong("--position: %s: %s", path, wrong);
    if (file != stdin)
        fclose(file);
}

static void find_start(const struct cli_args *args, const struct lab_plan *plan, void *state,
                       struct lab_explore_plan *search, struct bl_text *words)
{
    const char *path = cli_value(args, "position");
    if (path) {
        bool small = cli_has(args, "small-pack");
        read_start(plan, path, small, state);
        snprintf(search->from, sizeof search->from, "the position given%s",
                 small ? ", with the cards in it and no others" : "");
        lab_say(words, " --position %s%s", path, small ? " --small-pack" : "");
        return;
    }
    uint64_t back = cli_number(args, "tail", 0, 1000000, 0);
    if (back == 0) {
        play_on(plan, state, 0);
        snprintf(search->from, sizeof search->from, "the deal of seed %ju", plan->seed);
        return;
    }
    uint64_t all = play_on(plan, state, plan->cap);
    play_on(plan, state, all > back ? all - back : 0);
    snprintf(search->from, sizeof search->from,
             "%ju moves before the end of the random game of seed %ju",
             all > back ? back : all, plan->seed);
    lab_say(words, " --tail %ju", back);
}

static void show_search(void *user, uint64_t states)
{
    double *shown = user;
    if (bl_now() - *shown < BAR_PACE)
        return;
    *shown = bl_now();
    fprintf(stderr, "\rsearching: %ju positions\033[K", states);
}

/* The search that the call asks for; `words` gets its options. False: none is asked for. */
static bool read_search(const struct cli_args *args, const struct lab_plan *plan,
                        struct lab_explore_plan *search, struct bl_text *words)
{
    if (!cli_has(args, "explore"))
        return false;
    if (cli_has(args, "tail") && cli_has(args, "position"))
        cli_wrong("--tail: a search begins there or at --position, not at both");
    if (cli_has(args, "small-pack") && !cli_has(args, "position"))
        cli_wrong("--small-pack: is about the cards of a position; it needs --position");
    *search = (struct lab_explore_plan){.game = plan->game, .asides = cli_has(args, "asides")};
    search->max_states = cli_number(args, "states", 1, UINT32_MAX / 2, DEFAULT_STATES);
    uint64_t memory = cli_number(args, "memory", 1, 1 << 24, DEFAULT_MEMORY);
    search->max_bytes = memory << 20;
    bl_put(words, search->asides ? " --explore --asides" : " --explore");
    void *state = bl_new(1, plan->game->state_size);
    search->start = state;
    find_start(args, plan, state, search, words);
    lab_say(words, " --states %ju --memory %ju", search->max_states, memory);
    return true;
}

static void run_search(struct lab_explore_plan *search, struct lab_explored *out)
{
    double shown = bl_now();
    if (isatty(STDERR_FILENO)) {
        search->progress = show_search;
        search->user = &shown;
    }
    lab_explore(search, out);
    if (search->progress)
        fputs("\r\033[K", stderr);
}

/* ---- citations ---------------------------------------------------------------------- */

/* By clause, whether the rules cite it. */
static const bool *cited_clauses(const struct bl_game *game)
{
    bool *cited = bl_new(game->clause_count, sizeof *cited);
    for (const struct citation *c = citations; c->game; c++)
        if (strcmp(c->game, game->id) == 0)
            cited[bl_find_clause(game, c->clause)] = true;
    return cited;
}

/* ---- what is written ---------------------------------------------------------------- */

static void write_report(const char *name, const char *ending, const struct lab_report *r,
                         void (*put)(struct bl_text *, const struct lab_report *))
{
    struct bl_text text = bl_text_heap();
    put(&text, r);
    write_file(name, ending, &text);
}

/* Answers have a line each for several things. */
static void put_lines(struct bl_text *out, char *text)
{
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        cli_put_paragraph(out, "  ", 2, cli_columns(), "%s", line);
    }
}

static void put_summary(struct bl_text *out, const struct lab_report *r, const char *name)
{
    for (int q = 0; q < LAB_QUESTIONS; q++)
        if (r->answers[q].len > 0) {
            bl_putf(out, "%s\n", lab_questions[q]);
            put_lines(out, r->answers[q].s);
        }
    lab_say(out, "\nwritten: %s.html, %s.json\n", name, name);
    if (r->stopped)
        lab_say(out, "stopped after %ju of %ju deals; --resume goes on\n",
                r->lab->task.games_done, r->lab->plan->games);
}

static void write_all(const struct cli_args *args, const struct lab_report *r, const char *name)
{
    const char *findings = cli_value(args, "findings");
    struct bl_text out = bl_text_heap();
    write_report(name, ".html", r, lab_put_html);
    write_report(name, ".json", r, lab_put_json);
    if (findings && strcmp(findings, "-") != 0)
        write_report(findings, "", r, lab_put_findings);
    if (cli_has(args, "json"))
        lab_put_json(&out, r);
    else if (findings && strcmp(findings, "-") == 0)
        lab_put_findings(&out, r);
    else
        put_summary(&out, r, name);
    cli_write(&out);
}

/* ---- the GPU --------------------------------------------------------------------------- */

/* --on: who plays the play-outs; what is missing ends the program. */
static const struct lab_sampler *find_sampler(const struct cli_args *args, const struct lab_plan *plan)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    const struct lab_sampler *sampler = place_given(args) == ON_GPU ? gpu_sampler_open(plan, &why) : NULL;
    if (why.len > 0)
        cli_wrong("--on gpu: %s", why.s);
    return sampler;
}

static void end_sampler(const struct lab_sampler *sampler)
{
    const char *fault = sampler ? gpu_sampler_fault(sampler) : "";
    if (*fault)
        fprintf(stderr, "bylaw: --on gpu: %s; the CPU went on by itself\n", fault);
    gpu_sampler_close(sampler);
}

/* What others' programs failed to do is in no figure of the report. */
static void tell_faults(void)
{
    if (engine_faults() > 0)
        cli_complain("lab: %ju times a program made no legal move in time; each of these moves was lost to random",
                     (uintmax_t)engine_faults());
}

/* ---- the subcommand -------------------------------------------------------------------- */

int cmd_lab(const struct cli_args *args)
{
    static struct lab_plan plan;
    static struct lab lab;
    static struct lab_report report;
    static struct lab_explore_plan search;
    struct lab_explored explored;
    read_plan(args, &plan);
    BL_LOCAL struct bl_text usual = path_of("lab-", plan.game->id), words = bl_text_heap();
    const char *name = cli_has(args, "out") ? cli_value(args, "out") : usual.s;
    search.stop = stop_on_signal();
    plan.sampler = find_sampler(args, &plan);
    lab_init(&lab, &plan);
    struct block_work work = {&lab.task, join_ranks(), plan.games > 0 ? name : NULL};
    bool first = !work.ranks || work.ranks->rank == 0;   /* who has standard input */
    bool searched = first && read_search(args, &plan, &search, &words);
    bool mine = do_blocks(args, &work);
    searched = mine && searched && !stopping_signal();
    if (searched)
        run_search(&search, &explored);
    if (mine) {
        report = (struct lab_report){.lab = &lab, .cited = cited_clauses(plan.game),
                                     .explored = searched ? &explored : NULL,
                                     .explore_words = words.s};
        lab_report_init(&report);
        write_all(args, &report, name);
        finish_blocks(&work);
        tell_faults();
        lab_report_free(&report);
    }
    if (searched)
        lab_explored_free(&explored);
    lab_free(&lab);
    end_sampler(plan.sampler);
    free((void *)search.start);
    return stopping_signal() && mine ? 128 + stopping_signal() : CLI_DONE;
}
