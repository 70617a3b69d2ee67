/* options.c - what was given with a call, by name. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/number.h"
#include "bylaw/position.h"
#include "cli.h"

const char *cli_value(const struct cli_args *args, const char *name)
{
    const char *value = NULL;
    for (size_t i = 0; i < args->given_count; i++)
        if (strcmp(args->given[i].option->name, name) == 0)
            value = args->given[i].value;
    return value;
}

bool cli_has(const struct cli_args *args, const char *name)
{
    return cli_value(args, name) != NULL;
}

void cli_refuse(const struct cli_args *args, const char *const *names, const char *why)
{
    for (; *names; names++)
        if (cli_has(args, *names))
            cli_wrong("--%s: %s", *names, cli_said(why));
}

uint64_t cli_number(const struct cli_args *args, const char *name, uint64_t min, uint64_t max,
                    uint64_t otherwise)
{
    const char *given = cli_value(args, name);
    uint64_t number = otherwise;
    BL_LOCAL struct bl_text least = bl_text_heap(), most = bl_text_heap();
    bl_put_uint(&least, min);
    bl_put_uint(&most, max);
    if (given && (!bl_read_number(given, &number) || number < min || number > max))
        cli_wrong_said("--%s: '%s' is not a whole number from %s to %s", name, given, least.s, most.s);
    return number;
}

uint64_t cli_random_seed(void)
{
    uint64_t seed = 0;
    ssize_t got;
    do
        got = getrandom(&seed, sizeof seed, 0);
    while (got < 0 && errno == EINTR);
    if (got != (ssize_t)sizeof seed)
        cli_wrong("the system gives no random seed: %s; use --seed", strerror(errno));
    return seed;
}

uint64_t cli_seed(const struct cli_args *args)
{
    const char *given = cli_value(args, "seed");
    uint64_t seed;
    if (!given)
        return cli_random_seed();
    if (!bl_read_number(given, &seed))
        cli_wrong_said("--seed: '%s' is not a decimal or 0x number of 64 bits", given);
    return seed;
}

const char *cli_words_from(const struct cli_args *args, size_t from)
{
    static struct bl_text text;   /* lives as long as the program */
    if (text.cap == 0)
        text = bl_text_heap();
    bl_text_clear(&text);
    for (size_t i = from; i < args->word_count; i++)
        bl_putf(&text, i > from ? " %s" : "%s", args->words[i]);
    return text.s;
}

/* "name=value" cut in two; `name` has room for the whole. */
static const char *cut_pair(const char *option, const char *pair, char *name, size_t room)
{
    const char *equals = strchr(pair, '=');
    if (!equals || equals == pair || (size_t)(equals - pair) >= room)
        cli_wrong_said("--%s: '%s' is not of the form NAME=VALUE", option, pair);
    memcpy(name, pair, (size_t)(equals - pair));
    name[equals - pair] = '\0';
    return equals + 1;
}

typedef const char *set_by_name(struct bl_setup *, const struct bl_game *, const char *name,
                                const char *value, struct bl_text *why);

static void set_all(const struct cli_args *args, const char *option, set_by_name *set,
                    const struct bl_game *game, struct bl_setup *setup)
{
    for (size_t i = 0; i < args->given_count; i++) {
        if (strcmp(args->given[i].option->name, option) != 0)
            continue;
        char name[64];
        BL_LOCAL struct bl_text why = bl_text_heap();
        const char *value = cut_pair(option, args->given[i].value, name, sizeof name);
        if (set(setup, game, name, value, &why))
            cli_wrong("--%s: %s", option, why.s);
    }
}

void cli_setup_asked(const struct cli_args *args, const struct bl_game *game, int64_t players,
                     struct bl_setup *setup)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    bl_setup_init(setup, game);
    const char *given = cli_value(args, "players");
    if (players <= 0 && given)
        players = (int64_t)cli_number(args, "players", game->min_players, game->max_players, 0);
    if (players > 0 && bl_setup_players(setup, game, players, &why))
        cli_wrong("--%s", why.s);
    const char *preset = cli_value(args, "preset");
    if (preset && bl_setup_preset(setup, game, preset, &why))
        cli_wrong("--preset: %s", why.s);
    set_all(args, "ruling", bl_setup_ruling, game, setup);
    set_all(args, "set", bl_setup_option, game, setup);
}

void cli_setup(const struct cli_args *args, const struct bl_game *game, int64_t players,
               struct bl_setup *setup)
{
    cli_setup_asked(args, game, players, setup);
    const char *wrong = bl_resolve(game, setup);
    if (wrong)
        cli_wrong("%s: %s", game->id, cli_said(wrong));
}
