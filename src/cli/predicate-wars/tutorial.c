/* tutorial.c - the first round with comments. Which one is given depends on the table and on what
 * is being written, so that undo, another order of things or a resumed game do not mislead it. The
 * other seat plays by a script as long as the rules accept it. */
#include "tutorial.h"

#include <stdlib.h>
#include <string.h>

struct tutor {
    uint64_t told, skipped;    /* lessons, by number */
    uint32_t phases;           /* of which it was said what they are for */
    int current;               /* the lesson at hand; -1: none */
    bool strayed;              /* and that was said */
    bool over;
};

void wars_begin_tutorial(struct session *s)
{
    struct wars *d = wars_of(s);
    d->tutor = bl_new(1, sizeof *d->tutor);
    d->tutor->current = -1;
}

/* Paragraphs with a bar before each line. */
static void put_comment(struct bl_text *out, const struct session *s, const char *comment)
{
    struct bl_text text = bl_text_heap(), wrapped = bl_text_heap();
    wars_put_text(&text, s, comment);
    for (char *p = text.s, *next; p; p = next) {
        next = strchr(p, '\n');
        if (next)
            *next++ = '\0';
        bl_text_clear(&wrapped);
        cli_put_wrapped(&wrapped, p, 0, 0, s->screen.look.columns - 2);
        for (char *line = wrapped.s, *end; *line; line = end + 1) {
            end = strchr(line, '\n');
            *end = '\0';
            bl_put(out, "| ");
            put_styled(out, &s->screen, STYLE_GOOD, line);
            bl_put_char(out, '\n');
        }
    }
    bl_text_free(&text);
    bl_text_free(&wrapped);
}

static void say(const struct session *s, const char *comment, const char *type)
{
    struct bl_text out = bl_text_heap();
    if (*comment)
        put_comment(&out, s, comment);
    if (*type) {
        bl_put(&out, "| Type: ");
        put_styled(&out, &s->screen, STYLE_STRONG, type);
        bl_put_char(&out, '\n');
    }
    show(&out);
    bl_text_free(&out);
}

static void end_tutorial(const struct session *s, struct tutor *t)
{
    t->over = true;
    say(s, "The tutorial ends here: that was a whole round, and the next one begins. The game goes "
           "on against a bot that follows no script; `quit` leaves it.\n"
           "To play on your own: bylaw play predicate-wars --players 2 --preset table. There only "
           "what is true follows. With the rules to the letter, which is the default, whoever owns "
           "the right subproof refutes whatever is proved, and whoever wants to win has to be "
           "quicker. docs/predicate-wars.md tells why, and what the rules suggest.", "");
}

/* ---- choosing ------------------------------------------------------------- */

/* A lesson by its number, in all tables; NULL: there are no more. */
static const struct lesson *lesson(int number)
{
    static const struct lesson *const tables[] = {tutorial_cards, tutorial_proofs};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const struct lesson *l = tables[i]; l->fits; l++)
            if (number-- == 0)
                return l;
    return NULL;
}

static bool give_lesson(struct tutor *t, const struct scene *c)
{
    struct bl_text comment = bl_text_heap(), type = bl_text_heap();
    const struct lesson *l;
    t->current = -1;
    for (int i = 0; t->current < 0 && (l = lesson(i)); i++) {
        bl_text_clear(&comment);
        bl_text_clear(&type);
        if (l->place == c->place && (l->phase < 0 || l->phase == c->v->phase) &&
            !(t->skipped >> i & 1) && l->fits(c, &comment, &type))
            t->current = i;
    }
    if (t->current >= 0) {
        uint64_t bit = UINT64_C(1) << t->current;
        say(c->s, t->told & bit ? "" : comment.s, type.s);
        t->told |= bit;
    }
    bl_text_free(&comment);
    bl_text_free(&type);
    return t->current >= 0;
}

/* What the phase is for, once; and once that this is not the way that was laid out. */
static void give_phase(struct tutor *t, const struct scene *c)
{
    const char *text = tutorial_phases[c->v->phase];
    if (c->place != AT_TABLE || !text || t->phases >> c->v->phase & 1)
        return;
    if (!t->strayed)
        say(c->s, "You have gone your own way, and why not: from here on there are suggestions "
                  "only where they fit, and otherwise what the phase is for.", "");
    t->strayed = true;
    t->phases |= 1u << c->v->phase;
    say(c->s, text, "");
}

void wars_tutor_prompt(struct session *s, enum wars_place place)
{
    struct wars *d = s->extra;
    struct tutor *t = d ? d->tutor : NULL;
    int seat = bl_match_to_move(s->m);
    if (!t || t->over || seat != 0)
        return;
    struct scene c = {s, d, wars_view(s, seat), place};
    if (c.v->round > 1)
        end_tutorial(s, t);
    else if (!give_lesson(t, &c))
        give_phase(t, &c);
}

bool wars_tutor_skip(struct session *s, const char *text)
{
    struct wars *d = s->extra;
    struct tutor *t = d ? d->tutor : NULL;
    if (!t || t->over || !wars_is(text, "skip"))
        return false;
    if (t->current < 0)
        wars_say("There is no suggestion to leave out.");
    else
        t->skipped |= UINT64_C(1) << t->current;
    return true;
}

/* ---- the other seat ------------------------------------------------------- */

bool wars_tutor_move(struct session *s, int seat)
{
    struct wars *d = s->extra;
    if (!d || !d->tutor || seat != 1 || wars_view(s, seat)->round > 1)
        return false;
    unsigned phase = d->view->phase;
    for (unsigned i = 0; i < tutorial_script_size; i++) {
        struct bl_reply reply;
        if (tutorial_script[i].phase != phase)
            continue;
        bl_match_submit(s->m, seat, tutorial_script[i].move, &reply);
        if (reply.answer == BL_ACCEPTED)
            return true;
    }
    return false;
}
