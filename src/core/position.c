/* position.c - positions as JSON. */
#include "bylaw/position.h"

#include <string.h>

void bl_put_options(struct bl_text *out, const struct bl_game *game, const int32_t *options)
{
    bl_json_open(out, '{');
    for (int i = 0; i < game->option_count; i++) {
        const struct bl_option *o = &game->options[i];
        bl_json_key(out, o->name);
        if (o->names)
            bl_json_put_string(out, o->names[options[i]]);
        else
            bl_json_put_int(out, options[i]);
    }
    bl_json_close(out, '}');
}

void bl_put_rulings(struct bl_text *out, const struct bl_game *game, const uint8_t *rulings)
{
    bl_json_open(out, '{');
    for (int i = 0; i < game->ruling_count; i++)
        bl_json_putf(out, "%s:%s", game->rulings[i].name, game->rulings[i].values[rulings[i]]);
    bl_json_close(out, '}');
}

void bl_put_setup(struct bl_text *out, const struct bl_game *game, const struct bl_setup *setup)
{
    bl_json_putf(out, "'players':%d,'options':", setup->players);
    bl_put_options(out, game, setup->options);
    bl_json_key(out, "rulings");
    bl_put_rulings(out, game, setup->rulings);
}

/* Which of the names a member says. */
static int read_name(struct bl_json *object, const char *member, const char *const *names)
{
    struct bl_json value = bl_json_member(object, member);
    const char *given = bl_json_to_string(&value);
    int place = bl_find_name(names, given);
    if (place < 0)
        bl_json_fault(&value, "'%s' is not one of its values", given);
    return place < 0 ? 0 : place;
}

void bl_read_setup(struct bl_json *object, const struct bl_game *game, struct bl_setup *setup)
{
    memset(setup, 0, sizeof *setup);
    setup->players =
        (uint8_t)bl_json_int(object, "players", game->min_players, game->max_players);
    struct bl_json options = bl_json_member(object, "options");
    for (int i = 0; i < game->option_count; i++) {
        const struct bl_option *o = &game->options[i];
        setup->options[i] = o->names ? read_name(&options, o->name, o->names)
                                     : (int32_t)bl_json_int(&options, o->name, o->min, o->max);
    }
    bl_json_done(&options);
    struct bl_json rulings = bl_json_member(object, "rulings");
    for (int i = 0; i < game->ruling_count; i++)
        setup->rulings[i] =
            (uint8_t)read_name(&rulings, game->rulings[i].name, game->rulings[i].values);
    bl_json_done(&rulings);
    if (object->doc->failed)
        return;
    const char *fault = bl_resolve(game, setup);
    if (fault)
        bl_json_fault(&options, "%s", fault);
}

void bl_put_position(struct bl_text *out, const struct bl_game *game, const void *state)
{
    bl_json_putf(out, "{'game':%s", game->id);
    bl_put_setup(out, game, &bl_head(state)->setup);
    bl_json_key(out, "state");
    bl_put_state(game, state, out);
    bl_json_close(out, '}');
}

static const char *read_position(const struct bl_game *game, const char *text, size_t size,
                                 void *state, struct bl_json_doc *doc, bool small_pack)
{
    if (bl_json_parse(doc, text, size)) {
        doc->small_pack = small_pack;
        struct bl_json root = bl_json_root(doc);
        struct bl_json id = bl_json_member(&root, "game");
        const char *given = bl_json_to_string(&id);
        if (!doc->failed && strcmp(given, game->id) != 0)
            bl_json_fault(&id, "a position of %s was expected, this is one of %s", game->id, given);
        struct bl_setup setup;
        bl_read_setup(&root, game, &setup);
        struct bl_json inner = bl_json_member(&root, "state");
        bl_json_done(&root);
        if (!doc->failed)
            bl_read_state(game, &inner, &setup, state);
    }
    bl_json_free(doc);
    return doc->failed ? doc->why : NULL;
}

const char *bl_read_position(const struct bl_game *game, const char *text, size_t size, void *state,
                             struct bl_json_doc *doc)
{
    return read_position(game, text, size, state, doc, false);
}

const char *bl_read_small_position(const struct bl_game *game, const char *text, size_t size,
                                   void *state, struct bl_json_doc *doc)
{
    return read_position(game, text, size, state, doc, true);
}

const char *bl_read_view(const struct bl_game *game, const struct bl_setup *setup, const char *text,
                         size_t size, void *state, struct bl_json_doc *doc)
{
    if (bl_json_parse(doc, text, size)) {
        doc->view = true;
        struct bl_json root = bl_json_root(doc);
        bl_read_state(game, &root, setup, state);
    }
    bl_json_free(doc);
    return doc->failed ? doc->why : NULL;
}

uint32_t bl_cites(const struct bl_trace *trace, bl_cite *out, uint32_t room)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < trace->count; i++) {
        const struct bl_trace_entry *e = &trace->entries[i];
        bool counts = e->mark == BL_HELD || e->mark == BL_TRUE || e->mark == BL_APPLIED;
        for (uint32_t k = 0; k < n && counts; k++)
            counts = out[k] != e->clause;
        if (counts && n < room)
            out[n++] = e->clause;
    }
    return n;
}
