/* learn.c - guided first games: what the lessons say to a seat, and what the others do in them. */
#include <string.h>

#include "draft/draft.h"
#include "play/learn.h"
#include "service.h"

/* [{"text","parts","clauses":[…]}] */
static void put_said(const struct request *r, const char *name, const struct bl_said *said,
                     unsigned count)
{
    bl_json_putf(r->out, "%s:[", name);
    for (unsigned i = 0; i < count; i++) {
        bl_json_putf(r->out, "{");
        bl_json_put_words(r->out, &said[i].fact, &r->voice);
        bl_json_putf(r->out, "'clauses':[");
        for (const char *at = said[i].clauses; *at;) {
            BL_LOCAL struct bl_text id = bl_text_heap();
            size_t n = strcspn(at, " ");
            bl_put_bytes(&id, at, n);
            bl_json_put_string(r->out, id.s);
            at += n + (at[n] == ' ');
        }
        bl_json_putf(r->out, "]}");
    }
    bl_json_close(r->out, ']');
}

static bool is_taught(struct request *r, const struct bl_game *game)
{
    if (!game->teaching)
        service_fail(r, "there are no lessons of this game");
    return game->teaching;
}

/* {"name","meant":[…],"words":[…],"form","move"}: of the table, or of the proof that is given. */
static void teach(struct request *r)
{
    struct bl_match *m = r->table->m;
    bool proof = bl_json_has(&r->in, "draft");
    if (!is_taught(r, bl_match_game(m)) || (proof && !service_read_draft(r)))
        return;
    struct bl_learner p = {0};
    struct bl_lesson l = {.type = bl_text_heap(), .move = bl_text_heap()};
    struct bl_play play;
    bl_learner_look(&p, m, r->seat);
    p.scene.place = proof ? AT_PROOF : AT_TABLE;
    p.scene.draft = r->draft;
    bool fits = bl_lesson_find(&p.scene, 0, &l);
    bl_json_putf(r->out, "{'name':%s", fits ? l.name : "");
    put_said(r, "meant", l.meant, l.meant_count);
    put_said(r, "words", l.words, fits ? l.word_count : 0);
    bl_json_putf(r->out, "'form':%d,'move':", fits ? (int)l.form : 0);
    if (!fits || bl_match_read(m, r->seat, l.move.s, &play))
        bl_json_put_null(r->out);
    else
        service_put_move(r, p.scene.view, &play, true);
    bl_json_close(r->out, '}');
    bl_text_free(&l.type);
    bl_text_free(&l.move);
    bl_learner_free(&p);
}

/* The seat to move does what the lessons have in mind for it; false: nothing in particular. */
static void follow_script(struct request *r)
{
    if (!bl_learns(r->table->m))
        service_fail(r, "this is not the table of the tutorial");
    else
        bl_json_put_bool(r->out, r->table->given_up < 0 && bl_learn_script(r->table->m));
}

/* How a guided game is dealt. */
static void deal_tutorial(struct request *r)
{
    const struct bl_game *game = service_game(r);
    if (game && is_taught(r, game))
        bl_json_putf(r->out, "{'players':%d,'seed':'%u'}", game->teaching->players,
                     game->teaching->seed);
}

const struct request_kind service_learn[] = {
    {"lesson", SITTER, "table seat draft?", teach},
    {"script", TABLE, "table", follow_script},
    {"tutorial", NO_TABLE, "game", deal_tutorial},
    {0},
};
