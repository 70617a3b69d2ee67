/* about.c - the games, the bots and the rulebooks there are. */
#include "service.h"

static void put_names(struct bl_text *out, const char *name, const char *const *names)
{
    bl_json_key(out, name);
    bl_json_open(out, '[');
    for (int i = 0; names[i]; i++)
        bl_json_put_string(out, names[i]);
    bl_json_close(out, ']');
}

static void put_options(struct bl_text *out, const struct bl_game *game)
{
    bl_json_key(out, "options");
    bl_json_open(out, '[');
    for (int i = 0; i < game->option_count; i++) {
        const struct bl_option *o = &game->options[i];
        bl_json_open(out, '{');
        put_member(out, "name", o->name);
        put_member(out, "text", o->text);
        put_number(out, "min", o->min);
        put_number(out, "max", o->max);
        if (o->names)
            put_names(out, "names", o->names);
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
}

static void put_rulings(struct bl_text *out, const struct bl_game *game)
{
    bl_json_key(out, "rulings");
    bl_json_open(out, '[');
    for (int i = 0; i < game->ruling_count; i++) {
        const struct bl_ruling *r = &game->rulings[i];
        bl_json_open(out, '{');
        put_member(out, "name", r->name);
        put_member(out, "text", r->text);
        put_member(out, "clause", game->clauses[r->clause].id);
        put_names(out, "values", r->values);
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
}

static void put_presets(struct bl_text *out, const struct bl_game *game)
{
    bl_json_key(out, "presets");
    bl_json_open(out, '[');
    for (int i = 0; i < game->preset_count; i++) {
        bl_json_open(out, '{');
        put_member(out, "name", game->presets[i].name);
        bl_json_key(out, "rulings");
        bl_json_open(out, '{');
        for (int k = 0; k < game->ruling_count; k++)
            put_member(out, game->rulings[k].name,
                       game->rulings[k].values[game->presets[i].rulings[k]]);
        bl_json_close(out, '}');
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
}

static void put_game(struct bl_text *out, const struct bl_game *game)
{
    bl_json_open(out, '{');
    put_member(out, "id", game->id);
    put_member(out, "title", game->title);
    bl_json_key(out, "players");
    bl_json_open(out, '[');
    bl_json_put_int(out, game->min_players);
    bl_json_put_int(out, game->max_players);
    bl_json_put_int(out, game->usual_players);
    bl_json_close(out, ']');
    put_truth(out, "hides", game->hides);
    put_truth(out, "hears", game->notation->hear != NULL);
    put_options(out, game);
    put_rulings(out, game);
    put_presets(out, game);
    bl_json_close(out, '}');
}

/* {"version","games":[…],"bots":[{"name","text","cheats"}]} */
static void about(struct request *r)
{
    struct bl_text *out = r->out;
    bl_json_open(out, '{');
    put_member(out, "version", BYLAW_VERSION);
    bl_json_key(out, "games");
    bl_json_open(out, '[');
    for (const struct bl_game *const *g = bl_games(); *g; g++)
        put_game(out, *g);
    bl_json_close(out, ']');
    bl_json_key(out, "bots");
    bl_json_open(out, '[');
    for (const struct bl_bot *const *b = bl_bots(); *b; b++) {
        bl_json_open(out, '{');
        put_member(out, "name", (*b)->name);
        put_member(out, "text", (*b)->text);
        put_truth(out, "cheats", (*b)->cheats);
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
    bl_json_close(out, '}');
}

/* [{"id","kind","text","reading","dead"}] in the order of the document. */
static void rules(struct request *r)
{
    const struct bl_game *game = service_game(r);
    if (!game)
        return;
    bl_json_open(r->out, '[');
    for (int i = 1; i < game->clause_count; i++) {
        const struct bl_clause *c = &game->clauses[i];
        bl_json_open(r->out, '{');
        put_member(r->out, "id", c->id);
        put_member(r->out, "kind", bl_kind_name(c->kind));
        put_member(r->out, "text", c->text);
        put_member(r->out, "reading", c->reading);
        put_member(r->out, "dead", c->dead);
        bl_json_close(r->out, '}');
    }
    bl_json_close(r->out, ']');
}

const struct request_kind service_about[] = {
    {"about", NO_TABLE, "", about},
    {"rules", NO_TABLE, "game", rules},
    {0},
};
