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
