/* about.c - the games, the bots and the rulebooks there are. */
#include "service.h"

#include <string.h>

/* The names of values, and in "words" the same for people. */
static void put_names(const struct request *r, const char *name, const char *const *names)
{
    const struct bl_catalogue *languages[] = {NULL, r->service->voice.catalogue};
    for (int l = 0; l < 2; l++) {
        bl_json_key(r->out, l == 0 ? name : "words");
        bl_json_open(r->out, '[');
        for (int i = 0; names[i]; i++)
            bl_json_put_string(r->out, bl_say(languages[l], names[i]));
        bl_json_close(r->out, ']');
    }
}

/* Line by line, as catalogues have it. */
static void put_guide(const struct request *r, const struct bl_game *game)
{
    struct bl_text line = bl_text_heap(), guide = bl_text_heap();
    for (const char *at = game->guide; at && *at;) {
        size_t n = strcspn(at, "\n");
        bl_text_clear(&line);
        bl_put_bytes(&line, at, n);
        bl_put(&guide, bl_say(r->service->voice.catalogue, line.s));
        bl_put_char(&guide, '\n');
        at += n + (at[n] == '\n');
    }
    put_member(r->out, "guide", guide.s);
    bl_text_free(&line);
    bl_text_free(&guide);
}

static void put_options(const struct request *r, const struct bl_game *game)
{
    struct bl_text *out = r->out;
    bl_json_key(out, "options");
    bl_json_open(out, '[');
    for (int i = 0; i < game->option_count; i++) {
        const struct bl_option *o = &game->options[i];
        bl_json_open(out, '{');
        put_member(out, "name", o->name);
        put_words(r, "text", o->text);
        put_number(out, "min", o->min);
        put_number(out, "max", o->max);
        if (o->names)
            put_names(r, "names", o->names);
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
}

static void put_rulings(const struct request *r, const struct bl_game *game)
{
    struct bl_text *out = r->out;
    bl_json_key(out, "rulings");
    bl_json_open(out, '[');
    for (int i = 0; i < game->ruling_count; i++) {
        const struct bl_ruling *ruling = &game->rulings[i];
        bl_json_open(out, '{');
        put_member(out, "name", ruling->name);
        put_words(r, "text", ruling->text);
        put_member(out, "clause", game->clauses[ruling->clause].id);
        put_names(r, "values", ruling->values);
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
}

static void put_presets(const struct request *r, const struct bl_game *game)
{
    struct bl_text *out = r->out;
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

static void put_game(const struct request *r, const struct bl_game *game)
{
    struct bl_text *out = r->out;
    bl_json_open(out, '{');
    put_member(out, "id", game->id);
    put_words(r, "title", game->title);
    put_guide(r, game);
    bl_json_key(out, "players");
    bl_json_open(out, '[');
    bl_json_put_int(out, game->min_players);
    bl_json_put_int(out, game->max_players);
    bl_json_put_int(out, game->usual_players);
    bl_json_close(out, ']');
    put_truth(out, "hides", game->hides);
    put_truth(out, "hears", game->notation->hear != NULL);
    put_options(r, game);
    put_rulings(r, game);
    put_presets(r, game);
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
        put_game(r, *g);
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
        put_words(r, "text", c->text);
        put_words(r, "reading", c->reading);
        put_words(r, "dead", c->dead);
        bl_json_close(r->out, '}');
    }
    bl_json_close(r->out, ']');
}

const struct request_kind service_about[] = {
    {"about", NO_TABLE, "", about},
    {"rules", NO_TABLE, "game", rules},
    {0},
};
