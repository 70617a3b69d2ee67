/* play_learn.c - a guided first game at the terminal: the game's lessons before a line is asked for,
 * what a rule meant after a move, and the others' moves. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "play.h"
#include "play/learn.h"

/* What was told so far. */
struct told {
    uint64_t told, skipped;    /* lessons, by number */
    uint32_t phases;           /* of which it was said what they are for */
    uint32_t at;               /* the decision, from 1, whose lesson was told last */
    int current;               /* the lesson at hand; -1: none */
    bool strayed;              /* and that was said */
    bool left;                 /* a suggestion was left out: another is asked for */
    bool over;
};

struct tutor {
    struct told now, before;   /* before: when a line was asked for last */
};

void learn_begin(struct session *s)
{
    s->tutor = bl_new(1, sizeof *s->tutor);
    s->tutor->now.current = s->tutor->before.current = -1;
}

/* A paragraph with a bar before each line, and the clauses behind it. */
static void put_comment(struct bl_text *out, const struct session *s, const struct bl_said *words)
{
    BL_LOCAL struct bl_text said = bl_text_heap(), text = bl_text_heap(), wrapped = bl_text_heap();
    put_fact(&said, s, &words->fact);
    if (*words->clauses)
        bl_putf(&said, " [%s]", words->clauses);
    if (play_extra(s->game)->put_text)
        play_extra(s->game)->put_text(&text, s, said.s);
    else
        bl_put(&text, said.s);
    cli_put_wrapped(&wrapped, text.s, 0, 0, s->screen.look.columns - 2);
    for (char *line = wrapped.s, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        bl_put(out, "| ");
        put_styled(out, &s->screen, STYLE_GOOD, line);
        bl_put_char(out, '\n');
    }
}

static void comment(struct bl_text *out, const struct session *s, const char *words, const char *clauses)
{
    put_comment(out, s, &(struct bl_said){{words, NULL}, clauses});
}

/* The lesson is over: to who has come so far the game is not new any more. */
static void end_lessons(struct session *s)
{
    s->tutor->now.over = true;
    if (s->screen.typed)
        play_is_first(s->game);
}

/* Whether this is said for the first time: in this game, or for this decision. */
static bool is_news(const struct session *s, const struct bl_lesson *l)
{
    const struct told *t = &s->tutor->now;
    return s->game->teaching->once ? t->at != bl_match_count(s->m) + 1 : !(t->told >> l->number & 1);
}

/* False: none fits. */
static bool give_lesson(struct session *s, const struct bl_scene *c, struct learn_words *out)
{
    struct told *t = &s->tutor->now;
    struct bl_lesson l = {.type = bl_text_heap(), .move = bl_text_heap()};
    bool fits = bl_lesson_find(c, t->skipped, &l), news = fits && is_news(s, &l);
    t->current = fits ? (int)l.number : -1;
    if (fits && !*l.type.s)
        end_lessons(s);
    for (unsigned i = 0; news && i < l.word_count; i++)
        put_comment(&out->why, s, &l.words[i]);
    if (fits && *l.type.s) {
        cli_tell(&out->type, "| Type: ");
        out->rows = 1 + (cli_width(out->type.s) + cli_width(l.type.s) - 1) / s->screen.look.columns;
        put_styled(&out->type, &s->screen, STYLE_STRONG, l.type.s);
        bl_put_char(&out->type, '\n');
    }
    if (fits) {
        t->told |= UINT64_C(1) << l.number;
        t->at = bl_match_count(s->m) + 1;
    }
    bl_text_free(&l.type);
    bl_text_free(&l.move);
    return fits;
}

/* What the phase is for, once; and once that this is not the way that was laid out. */
static void give_phase(const struct session *s, const struct bl_scene *c, struct bl_text *out)
{
    struct told *t = &s->tutor->now;
    struct bl_said said = bl_lesson_phase(c);
    int phase = said.fact.format ? s->game->teaching->phase(c->view) : 0;
    if (!said.fact.format || c->place != 0 || t->phases >> phase & 1)
        return;
    if (!t->strayed)
        comment(out, s, FACT("You have gone your own way, and why not: from here on there are suggestions "
                             "only where they fit, and otherwise what the phase is for."), "");
    t->strayed = true;
    t->phases |= 1u << phase;
    comment(out, s, said.fact.format, said.clauses);
}

void learn_prompt(struct session *s, unsigned place, const struct bl_draft *draft,
                  const struct bl_draft_card *card, struct learn_words *out)
{
    struct bl_learner p = {0};
    if (s->tutor)
        s->tutor->before = s->tutor->now;
    if (!s->tutor || s->tutor->now.over || bl_match_to_move(s->m) != 0)
        return;
    bl_learner_look(&p, s->m, 0);
    p.scene.typed = true;
    p.scene.place = place;
    p.scene.draft = draft;
    p.scene.card = card;
    bool given = give_lesson(s, &p.scene, out);
    if (!given && s->tutor->now.left)
        comment(&out->why, s, FACT("There is no other suggestion for now: make any move of the list."), "");
    if (!given)
        give_phase(s, &p.scene, &out->why);
    s->tutor->now.left = false;
    bl_learner_free(&p);
}

void learn_show(struct learn_words *words)
{
    bl_put(&words->why, words->type.s);
    show(&words->why);
    bl_text_free(&words->why);
    bl_text_free(&words->type);
}

void learn_forget(struct session *s)
{
    if (s->tutor)
        s->tutor->now = s->tutor->before;
}

void learn_meant(struct session *s)
{
    uint32_t count = bl_match_count(s->m);
    bool over = bl_match_to_move(s->m) < 0, own = count > 0 && bl_match_mover(s->m, count - 1) == 0;
    if (!s->tutor || s->tutor->now.over || !(own || over))
        return;
    if (over)
        end_lessons(s);
    struct bl_learner p = {0};
    struct bl_lesson l = {.type = bl_text_heap(), .move = bl_text_heap()};
    BL_LOCAL struct bl_text out = bl_text_heap();
    bl_learner_look(&p, s->m, 0);
    bl_lesson_find(&p.scene, 0, &l);
    for (unsigned i = 0; own && i < l.meant_count; i++)
        put_comment(&out, s, &l.meant[i]);
    for (unsigned i = 0; over && i < l.word_count; i++)
        put_comment(&out, s, &l.words[i]);
    show(&out);
    bl_text_free(&l.type);
    bl_text_free(&l.move);
    bl_learner_free(&p);
}

bool learn_skip(struct session *s)
{
    struct told *t = s->tutor ? &s->tutor->now : NULL;
    if (!t || t->over)
        return false;
    if (t->current < 0)
        play_say("There is no suggestion to leave out.");
    else
        t->skipped |= UINT64_C(1) << t->current;
    t->left = t->current >= 0;
    t->at = 0;
    return true;
}
