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

int bl_find_name(const char *const *names, const char *name)
{
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

/* Options, rulings and presets are tables whose rows begin with a name. */
static const char *name_of(const void *rows, size_t size, int i)
{
    return *(const char *const *)((const char *)rows + size * (size_t)i);
}

/* -1, and what there is, if the game has no such row. */
static int find_row(const struct bl_game *game, const char *what, const void *rows, size_t size,
                    int count, const char *name, struct bl_text *why)
{
    for (int i = 0; i < count; i++)
        if (strcmp(name_of(rows, size, i), name) == 0)
            return i;
    bl_putf(why, "%s has no %s '%s'", game->id, what, name);
    for (int i = 0; i < count; i++)
        bl_putf(why, i > 0 ? ", %s" : "; it has %s", name_of(rows, size, i));
    return -1;
}

/* "option hand: 'x' is not a, b or c" */
static const char *complain(struct bl_text *why, const char *what, const char *name,
                            const char *value, const char *const *names)
{
    bl_putf(why, "%s %s: '%s' is not ", what, name, value);
    for (int i = 0; names && names[i]; i++)
        bl_putf(why, i == 0 ? "%s" : names[i + 1] ? ", %s" : " or %s", names[i]);
    return why->s;
}

const char *bl_setup_option(struct bl_setup *setup, const struct bl_game *game, const char *name,
                            const char *value, struct bl_text *why)
{
    int i = find_row(game, "option", game->options, sizeof *game->options, game->option_count, name,
                     why);
    if (i < 0)
        return why->s;
    const struct bl_option *o = &game->options[i];
    int64_t n = o->names ? bl_find_name(o->names, value) : 0;
    if (o->names ? n >= 0 : bl_read_int(value, o->min, o->max, &n)) {
        setup->options[i] = (int32_t)n;
        return NULL;
    }
    complain(why, "option", name, value, o->names);
    if (!o->names)
        bl_putf(why, "a whole number from %d to %d", (int)o->min, (int)o->max);
    return why->s;
}

const char *bl_setup_ruling(struct bl_setup *setup, const struct bl_game *game, const char *name,
                            const char *value, struct bl_text *why)
{
    int i = find_row(game, "ruling", game->rulings, sizeof *game->rulings, game->ruling_count, name,
                     why);
    int place = i < 0 ? -1 : bl_find_name(game->rulings[i].values, value);
    if (place >= 0)
        setup->rulings[i] = (uint8_t)place;
    else if (i >= 0)
        complain(why, "ruling", name, value, game->rulings[i].values);
    return place < 0 ? why->s : NULL;
}

const char *bl_setup_preset(struct bl_setup *setup, const struct bl_game *game, const char *name,
                            struct bl_text *why)
{
    int i = find_row(game, "preset", game->presets, sizeof *game->presets, game->preset_count, name,
                     why);
    if (i < 0)
        return why->s;
    memcpy(setup->rulings, game->presets[i].rulings, sizeof setup->rulings);
    return NULL;
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
    return why->s;
}
