/* about.c - the games, the bots and the rulebooks there are. */
#include "bylaw/position.h"
#include "service.h"


/* The names of values, and in "words" the same for people. */
static void put_names(const struct request *r, const char *name, const char *const *names)
{
    const struct bl_catalogue *languages[] = {NULL, r->service->voice.catalogue};
    for (int l = 0; l < 2; l++) {
        bl_json_putf(r->out, "%s:[", l == 0 ? name : "words");
        for (int i = 0; names[i]; i++)
            bl_json_put_string(r->out, bl_say(languages[l], names[i]));
        bl_json_close(r->out, ']');
    }
}

/* The goal, paragraphs and moves, and the terms. */
static void put_guide(const struct request *r, const struct bl_game *game)
{
    const struct bl_guide *g = game->guide;
    for (; g->kind == BL_GOAL; g++)
        bl_json_putf(r->out, "'goal':%s", said(r, g->text));
    bl_json_putf(r->out, "'guide':[");
    for (; g->kind == BL_LINE || g->kind == BL_MOVE; g++)
        bl_json_putf(r->out, "{'move':%s,'text':%s}", g->key, said(r, g->text));
    bl_json_putf(r->out, "],'terms':[");
    for (; g->kind == BL_TERM; g++)
        bl_json_putf(r->out, "{'term':%s,'name':%s,'text':%s}", g->key, said(r, g->name),
                     said(r, g->text));
    bl_json_close(r->out, ']');
}

/* What an option is where nobody asks for it, by the number of players. */
static void put_usual(const struct request *r, const struct bl_game *game, int option)
{
    bl_json_putf(r->out, "'usual':[");
    for (int players = game->min_players; players <= game->max_players; players++) {
        struct bl_setup setup;
        bl_setup_init(&setup, game);
        setup.players = (uint8_t)players;
        bl_resolve(game, &setup);
        bl_json_put_int(r->out, setup.options[option]);
    }
    bl_json_close(r->out, ']');
}

static void put_options(const struct request *r, const struct bl_game *game)
{
    bl_json_putf(r->out, "'options':[");
    for (int i = 0; i < game->option_count; i++) {
        const struct bl_option *o = &game->options[i];
        bl_json_putf(r->out, "{'name':%s,'text':%s,'min':%d,'max':%d", o->name, said(r, o->text),
                     (int)o->min, (int)o->max);
        if (o->names)
            put_names(r, "names", o->names);
        put_usual(r, game, i);
        bl_json_close(r->out, '}');
    }
    bl_json_close(r->out, ']');
}

static void put_rulings(const struct request *r, const struct bl_game *game)
{
    bl_json_putf(r->out, "'rulings':[");
    for (int i = 0; i < game->ruling_count; i++) {
        const struct bl_ruling *ruling = &game->rulings[i];
        bl_json_putf(r->out, "{'name':%s,'text':%s,'clause':%s", ruling->name,
                     said(r, ruling->text), game->clauses[ruling->clause].id);
        put_names(r, "values", ruling->values);
        bl_json_close(r->out, '}');
    }
    bl_json_putf(r->out, "],'presets':[");
    for (int i = 0; i < game->preset_count; i++) {
        bl_json_putf(r->out, "{'name':%s,'rulings':", game->presets[i].name);
        bl_put_rulings(r->out, game, game->presets[i].rulings);
        bl_json_close(r->out, '}');
    }
    bl_json_close(r->out, ']');
}

static void put_game(const struct request *r, const struct bl_game *game)
{
    bl_json_putf(r->out, "{'id':%s,'title':%s", game->id, said(r, game->title));
    put_guide(r, game);
    bl_json_putf(r->out, "'players':[%d,%d,%d],'lessons':%t,'hides':%t,'hears':%t", game->min_players,
                 game->max_players, game->usual_players, game->teaching != NULL, game->hides,
                 game->notation->hear != NULL);
    bl_json_putf(r->out, "'first':{'players':%d,'preset':%s,'minutes':%d}",
                 game->first_players ? game->first_players : game->usual_players,
                 game->first_preset ? game->first_preset : game->presets[0].name, game->minutes);
    put_options(r, game);
    put_rulings(r, game);
    bl_json_close(r->out, '}');
}

/* {"version","games":[…],"bots":[{"name","text","cheats","person","character"}],"opponents":[…]} */
static void about(struct request *r)
{
    bl_json_putf(r->out, "{'version':%s,'games':[", BYLAW_VERSION);
    for (const struct bl_game *const *g = bl_games(); *g; g++)
        put_game(r, *g);
    bl_json_putf(r->out, "],'bots':[");
    for (const struct bl_bot *const *b = bl_bots(); *b; b++)
        bl_json_putf(r->out, "{'name':%s,'text':%s,'cheats':%t,'person':%s,'character':%s}",
                     (*b)->name, (*b)->text, (*b)->cheats, bl_person_of(*b)->names[0],
                     said(r, bl_person_of(*b)->character));
    bl_json_putf(r->out, "],'opponents':[");
    for (const struct bl_person *p = bl_people(); p->bot; p++)
        if (bl_find_bot(p->bot)->level)
            bl_json_putf(r->out, "{'bot':%s,'person':%s,'character':%s}", p->bot, p->names[0],
                         said(r, p->character));
    bl_put(r->out, "]}");
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
        bl_json_putf(r->out, "{'id':%s,'kind':%s,'text':%s,'reading':%s,'dead':%s}", c->id,
                     bl_kind_name(c->kind), said(r, c->text), said(r, c->reading),
                     said(r, c->dead));
    }
    bl_json_close(r->out, ']');
}

const struct request_kind service_about[] = {
    {"about", NO_TABLE, "", about},
    {"rules", NO_TABLE, "game", rules},
    {0},
};
