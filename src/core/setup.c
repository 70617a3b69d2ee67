/* setup.c - players, options, rulings and presets by name. */
#include <string.h>

#include "base/number.h"
#include "bylaw/game.h"

void bl_setup_init(struct bl_setup *setup, const struct bl_game *game)
{
    memset(setup, 0, sizeof *setup);
    setup->players = game->usual_players;
    memcpy(setup->rulings, game->presets[0].rulings, sizeof setup->rulings);
    for (int i = 0; i < game->option_count; i++)
        setup->options[i] = BL_UNSET;
}

static const char *complain(struct bl_text *why)
{
    return why->s;
}

/* "a, b or c" */
static void put_choice(struct bl_text *t, const char *const *names)
{
    for (int i = 0; names[i]; i++) {
        if (i > 0)
            bl_put(t, names[i + 1] ? ", " : " or ");
        bl_put(t, names[i]);
    }
}

static int place_of(const char *const *names, const char *name)
{
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

const char *bl_setup_option(struct bl_setup *setup, const struct bl_game *game, const char *name,
                            const char *value, struct bl_text *why)
{
    for (int i = 0; i < game->option_count; i++) {
        const struct bl_option *o = &game->options[i];
        if (strcmp(o->name, name) != 0)
            continue;
        int64_t n = 0;
        bool good = o->names ? (n = place_of(o->names, value)) >= 0
                             : bl_read_int(value, o->min, o->max, &n);
        setup->options[i] = (int32_t)n;
        if (good)
            return NULL;
        bl_putf(why, "option %s: '%s' is not ", name, value);
        if (o->names)
            put_choice(why, o->names);
        else
            bl_putf(why, "a whole number from %d to %d", (int)o->min, (int)o->max);
        return complain(why);
    }
    bl_putf(why, "%s has no option '%s'", game->id, name);
    if (game->option_count > 0) {
        bl_put(why, "; it has ");
        for (int i = 0; i < game->option_count; i++)
            bl_putf(why, i > 0 ? ", %s" : "%s", game->options[i].name);
    }
    return complain(why);
}

const char *bl_setup_ruling(struct bl_setup *setup, const struct bl_game *game, const char *name,
                            const char *value, struct bl_text *why)
{
    for (int i = 0; i < game->ruling_count; i++) {
        const struct bl_ruling *r = &game->rulings[i];
        if (strcmp(r->name, name) != 0)
            continue;
        int place = place_of(r->values, value);
        if (place >= 0) {
            setup->rulings[i] = (uint8_t)place;
            return NULL;
        }
        bl_putf(why, "ruling %s: '%s' is not ", name, value);
        put_choice(why, r->values);
        return complain(why);
    }
    bl_putf(why, "%s has no ruling '%s'", game->id, name);
    if (game->ruling_count > 0) {
        bl_put(why, "; it has ");
        for (int i = 0; i < game->ruling_count; i++)
            bl_putf(why, i > 0 ? ", %s" : "%s", game->rulings[i].name);
    }
    return complain(why);
}

const char *bl_setup_preset(struct bl_setup *setup, const struct bl_game *game, const char *name,
                            struct bl_text *why)
{
    for (int i = 0; i < game->preset_count; i++) {
        if (strcmp(game->presets[i].name, name) == 0) {
            memcpy(setup->rulings, game->presets[i].rulings, sizeof setup->rulings);
            return NULL;
        }
    }
    bl_putf(why, "%s has no preset '%s'; it has ", game->id, name);
    for (int i = 0; i < game->preset_count; i++)
        bl_putf(why, i > 0 ? ", %s" : "%s", game->presets[i].name);
    return complain(why);
}

const char *bl_setup_players(struct bl_setup *setup, const struct bl_game *game, int64_t players,
                             struct bl_text *why)
{
    if (players >= game->min_players && players <= game->max_players) {
        setup->players = (uint8_t)players;
        return NULL;
    }
    bl_putf(why, "players: %s is for %d to %d players", game->id, game->min_players,
            game->max_players);
    return complain(why);
}

const char *bl_setup_resolve(struct bl_setup *setup, const struct bl_game *game, struct bl_text *why)
{
    const char *fault = bl_resolve(game, setup);
    if (!fault)
        return NULL;
    bl_put(why, fault);
    return complain(why);
}
