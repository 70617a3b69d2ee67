/* tutorial.c - the first round with comments (src/draft/lessons.def), at the terminal. The other
 * seat plays by a script as long as the rules accept it. */
#include "wars.h"

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

/* A paragraph with a bar before each line. */
static void put_comment(struct bl_text *out, const struct session *s, const struct bl_fact *words)
{
    BL_LOCAL struct bl_text said = bl_text_heap(), text = bl_text_heap(), wrapped = bl_text_heap();
    bl_put_fact(&said, words, NULL);
    wars_put_text(&text, s, said.s);
    cli_put_wrapped(&wrapped, text.s, 0, 0, s->screen.look.columns - 2);
    for (char *line = wrapped.s, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        bl_put(out, "| ");
        put_styled(out, &s->screen, STYLE_GOOD, line);
        bl_put_char(out, '\n');
    }
}

static void comment(const struct session *s, const char *words)
{
    BL_LOCAL struct bl_text out = bl_text_heap();
    put_comment(&out, s, &(struct bl_fact){words, NULL});
    show(&out);
}

/* ---- choosing ------------------------------------------------------------- */

/* False: none fits. */
static bool give_lesson(struct session *s, struct tutor *t, const struct bl_scene *c)
{
    struct bl_lesson l = {.type = bl_text_heap(), .move = bl_text_heap()};
    BL_LOCAL struct bl_text out = bl_text_heap();
    bool fits = bl_lesson_find(c, t->skipped, &l);
    uint64_t bit = UINT64_C(1) << l.number;
    t->current = fits ? (int)l.number : -1;
    t->over = fits && !*l.type.s;
    for (unsigned i = 0; fits && !(t->told & bit) && i < l.word_count; i++)
        put_comment(&out, s, &l.words[i]);
    if (fits && *l.type.s) {
        bl_put(&out, "| Type: ");
        put_styled(&out, &s->screen, STYLE_STRONG, l.type.s);
        bl_put_char(&out, '\n');
    }
    t->told |= fits ? bit : 0;
    show(&out);
    bl_text_free(&l.type);
    bl_text_free(&l.move);
    return fits;
}

/* What the phase is for, once; and once that this is not the way that was laid out. */
static void give_phase(const struct session *s, struct tutor *t, const struct bl_scene *c)
{
    const char *text = bl_lesson_phase(c->view);
    if (c->place != AT_TABLE || !text || t->phases >> c->view->phase & 1)
        return;
    if (!t->strayed)
        comment(s, "You have gone your own way, and why not: from here on there are suggestions "
               "only where they fit, and otherwise what the phase is for.");
    t->strayed = true;
    t->phases |= 1u << c->view->phase;
    comment(s, text);
}

void wars_tutor_prompt(struct session *s, enum bl_place place)
{
    struct wars *d = s->extra;
    struct tutor *t = d ? d->tutor : NULL;
    int seat = bl_match_to_move(s->m);
    if (!t || t->over || seat != 0)
        return;
    struct bl_scene c = {wars_view(s, seat), place, d->draft, d->writing ? &d->writing->of : NULL,
                         true};
    if (!give_lesson(s, t, &c))
        give_phase(s, t, &c);
}

bool wars_tutor_skip(struct session *s, const char *text)
{
    struct wars *d = s->extra;
    struct tutor *t = d ? d->tutor : NULL;
    if (!t || t->over || !text_is(text, "skip"))
        return false;
    if (t->current < 0)
        say("There is no suggestion to leave out.");
    else
        t->skipped |= UINT64_C(1) << t->current;
    return true;
}

/* ---- the other seat ------------------------------------------------------- */

bool wars_tutor_move(struct session *s, int seat)
{
    struct wars *d = s->extra;
    struct bl_reply reply = {.answer = BL_FORBIDDEN};
    const char *move;
    if (!d || !d->tutor)
        return false;
    for (unsigned i = 0; (move = bl_lesson_script(wars_view(s, seat), i)); i++) {
        bl_match_submit(s->m, seat, move, &reply);
        if (reply.answer == BL_ACCEPTED)
            return true;
    }
    return false;
}
