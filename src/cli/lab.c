/* lab.c - `bylaw lab`: what many games tell about a rulebook. */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "lab.h"

#define DEFAULT_ASKED 40
#define MAX_GAMES 2000000   /* half a kilobyte each and setting is kept */

/* What is usual: where moves are written they take a thousand times as long. */
static const struct defaults {
    uint32_t games, cap, playouts;
    const char *player;
} defaults[] = {
    {1000, 10000, 32, "greedy"},
    {100, 2000, 16, "quick"},
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

static void read_plan(const struct cli_args *args, struct lab_plan *plan)
{
    plan->game = cli_game(args->words[0]);
    const struct defaults *u = &defaults[plan->game->advice->propose != NULL];
    plan->setting_count = 1;
    read_players(args, plan->game, bl_find_bot("greedy"), plan->bots, &plan->settings[0].setup);
    plan->strong = read_bot(args, "strong", "greedy");
    plan->weak = read_bot(args, "weak", "random");
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
    if (plan->games == 0 && !cli_has(args, "explore"))
        cli_wrong("--games: without games there is nothing to do but --explore");
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
    lab_init(&lab, &plan);
    struct block_work work = {&lab.task, join_ranks(), plan.games > 0 ? name : NULL};
    bool first = !work.ranks || work.ranks->rank == 0;   /* who has standard input */
    bool searched = first && lab_read_search(args, &plan, &search, &words);
    bool mine = do_blocks(args, &work);
    searched = mine && searched && !stopping_signal();
    if (searched)
        lab_search(&search, &explored);
    if (mine) {
        report = (struct lab_report){.lab = &lab, .cited = lab_citations(plan.game),
                                     .explored = searched ? &explored : NULL,
                                     .explore_words = words.s};
        lab_report_init(&report);
        write_all(args, &report, name);
        finish_blocks(&work);
        lab_report_free(&report);
    }
    if (searched)
        lab_explored_free(&explored);
    lab_free(&lab);
    free((void *)search.start);
    return stopping_signal() && mine ? 128 + stopping_signal() : CLI_DONE;
}
