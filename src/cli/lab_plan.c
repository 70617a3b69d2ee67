/* lab_plan.c - how a call of `bylaw lab` is read: what is compared, and other bots. */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "lab.h"

/* ---- bots ------------------------------------------------------------------------ */

const struct bl_bot *lab_read_bot(const struct cli_args *args, const char *option,
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

static bool is_ruling(const struct bl_game *game, const char *name)
{
    for (int i = 0; i < game->ruling_count; i++)
        if (strcmp(game->rulings[i].name, name) == 0)
            return true;
    return false;
}

static bool is_option(const struct bl_game *game, const char *name)
{
    for (int i = 0; i < game->option_count; i++)
        if (strcmp(game->options[i].name, name) == 0)
            return true;
    return false;
}

/* 0, which no game can be played by, if it is no number. */
static int64_t read_count(const char *text)
{
    int64_t n;
    return bl_read_int(text, 0, BL_MAX_SEATS, &n) ? n : 0;
}

/* "name=value", which is changed in place. */
static void set_pair(const struct bl_game *game, struct bl_setup *setup, char *pair)
{
    char room[512];
    struct bl_text why = BL_TEXT_FIXED(room);
    char *value = strchr(pair, '=');
    if (!value || value == pair)
        cli_wrong("--compare: '%s' is neither NAME=VALUE nor the word rulings", pair);
    *value++ = '\0';
    const char *wrong;
    if (strcmp(pair, "players") == 0)
        wrong = bl_setup_players(setup, game, read_count(value), &why);
    else if (strcmp(pair, "preset") == 0)
        wrong = bl_setup_preset(setup, game, value, &why);
    else if (is_ruling(game, pair))
        wrong = bl_setup_ruling(setup, game, pair, value, &why);
    else if (is_option(game, pair))
        wrong = bl_setup_option(setup, game, pair, value, &why);
    else
        cli_wrong("--compare: %s has no ruling or option '%s'", game->id, pair);
    if (wrong)
        cli_wrong("--compare: %s", room);
}

static void add_named(struct lab_plan *plan, const char *name)
{
    struct lab_setting *s = add_setting(plan, name);
    char copy[LAB_NAME], room[512];
    struct bl_text why = BL_TEXT_FIXED(room);
    strcpy(copy, name);
    for (char *pair = copy, *next; pair; pair = next) {
        next = strchr(pair, ',');
        if (next)
            *next++ = '\0';
        set_pair(plan->game, &s->setup, pair);
    }
    if (bl_setup_resolve(&s->setup, plan->game, &why))
        cli_wrong("--compare: %s: %s", name, room);
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

void lab_read_comparisons(const struct cli_args *args, struct lab_plan *plan)
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
