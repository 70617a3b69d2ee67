/* learn.c - which of a game's lessons is given. */
#include "learn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

bool bl_lesson_tell(struct bl_lesson *l, const char *letters, const int64_t *values)
{
    bool done = false;
    for (; *letters; letters++) {
        struct bl_arg arg = {.kind = *letters};
        if (*letters == '|') {
            done = true;
            continue;
        }
        if (*letters == 's' || *letters == 'C')
            arg.text = l->named;
        else
            arg.number = (int32_t)*values++;
        assert(done ? l->done_count < 16 : l->said_count < BL_LESSON_ARGS);
        *(done ? &l->done[l->done_count++] : &l->said[l->said_count++]) = arg;
    }
    return true;
}

bool bl_lesson_pick(const struct bl_scene *c, struct bl_lesson *l,
                    bool (*test)(const void *view, bl_move move))
{
    const struct bl_game *game = c->game;
    if (bl_head(c->view)->to_move != c->seat)
        return false;
    bl_move *moves = bl_new(game->max_moves, sizeof *moves);
    uint32_t n = game->rules->moves(c->view, moves);
    int32_t most = INT32_MIN;
    l->picked = BL_NO_MOVE;
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play play = {.move = moves[i], .seat = (int8_t)c->seat};
        int32_t worth = test(c->view, moves[i]) ? game->advice->prefer(c->view, &play) : INT32_MIN;
        if (worth > most) {
            l->picked = moves[i];
            most = worth;
        }
    }
    free(moves);
    return l->picked != BL_NO_MOVE;
}

bool bl_lesson_told(const struct bl_scene *c, const char *name)
{
    const struct bl_teaching *t = c->game->teaching;
    for (unsigned i = 0; i < t->count; i++)
        if (c->told >> i & 1 && strcmp(t->rows[i].name, name) == 0)
            return true;
    return false;
}

/* ---- rows ----------------------------------------------------------------- */

static bool is_for(const struct bl_scene *c, const struct bl_lesson_row *r)
{
    const struct bl_teaching *t = c->game->teaching;
    return r->phase == BL_ANY_PHASE || r->phase == (t->phase ? t->phase(c->view) : BL_ANY_PHASE);
}

/* Row `index` of a kind, for that phase, that fits; NULL: there are no more. */
static const struct bl_lesson_row *row_for(const struct bl_scene *c, enum bl_row kind,
                                           unsigned index)
{
    const struct bl_teaching *t = c->game->teaching;
    struct bl_lesson unsaid = {.picked = BL_NO_MOVE};
    for (const struct bl_lesson_row *r = t->rows; r < t->rows + t->count; r++)
        if (r->kind == kind && is_for(c, r) && r->fits(c, &unsaid) && index-- == 0)
            return r;
    return NULL;
}

struct bl_said bl_lesson_phase(const struct bl_scene *c)
{
    const struct bl_lesson_row *r = row_for(c, BL_PHASE, 0);
    return r ? (struct bl_said){{r->words[0], NULL}, r->clauses} : (struct bl_said){0};
}

const char *bl_lesson_script(const struct bl_scene *c, unsigned index)
{
    const struct bl_lesson_row *r = row_for(c, BL_SCRIPT, index);
    return r ? r->move : NULL;
}

/* A paragraph, whose arguments begin at `from`; returns where the next one's do. */
static unsigned take(struct bl_said *out, const struct bl_lesson *l, const char *format,
                     unsigned from, const char *clauses)
{
    const char *at = format;
    *out = (struct bl_said){{format, &l->said[from]}, clauses};
    while (bl_format_letter(&at))
        from++;
    assert(from <= l->said_count);
    return from;
}

static void take_words(struct bl_lesson *l, const struct bl_lesson_row *r, unsigned from)
{
    for (unsigned i = 0; i < 3 && r->words[i] && l->word_count < BL_LESSON_WORDS; i++)
        from = take(&l->words[l->word_count++], l, r->words[i], from,
                    i == 2 || !r->words[i + 1] ? r->clauses : "");
}

/* What the pupil's last move meant, if that was not told before. */
static void tell_meaning(const struct bl_scene *c, struct bl_lesson *l)
{
    const struct bl_teaching *t = c->game->teaching;
    for (unsigned i = 0; c->before && c->place == 0 && i < t->count; i++) {
        const struct bl_lesson_row *r = &t->rows[i];
        unsigned from = l->said_count;
        if (r->kind != BL_MEANT || c->told >> i & 1)
            continue;
        if (!r->fits(c, l)) {
            l->said_count = from;
            continue;
        }
        take(&l->meant[l->meant_count++], l, r->words[0], from, r->clauses);
        l->told |= UINT64_C(1) << i;
        return;
    }
}

/* ---- the lesson ----------------------------------------------------------- */

/* Whether a row is part of the form that is written where not every step is typed. */
static bool is_of_form(const struct bl_scene *c, const struct bl_lesson_row *r)
{
    const struct bl_teaching *t = c->game->teaching;
    return !c->typed && c->place == 0 && r->place >= t->form_from && r->place < t->form_to;
}

static const struct bl_lesson_row *find_new(const struct bl_scene *c, uint64_t skipped,
                                            struct bl_lesson *l)
{
    const struct bl_teaching *t = c->game->teaching;
    const struct bl_lesson_row *found = NULL;
    for (const struct bl_lesson_row *r = t->rows; r < t->rows + t->count; r++) {
        unsigned said = l->said_count, done = l->done_count;
        bool form = found && is_of_form(c, r), lesson = r->kind <= BL_EXTRA;
        if (found && lesson && !form)
            break;
        if (r->kind > BL_REMARK || !is_for(c, r) || (r->place != c->place && !form) ||
            skipped >> (r - t->rows) & 1 || !r->fits(c, l)) {
            l->said_count = said;
            l->done_count = done;
            continue;
        }
        take_words(l, r, said);
        if (!form)
            l->form = l->word_count;
        if (form || !lesson)
            l->done_count = done;
        else
            found = r;
        if (t->once && !lesson)
            l->told |= UINT64_C(1) << (r - t->rows);
    }
    return found;
}

/* Remarks that were not made yet, beside a lesson that was given before. */
static void add_remarks(const struct bl_scene *c, uint64_t skipped, struct bl_lesson *l)
{
    const struct bl_teaching *t = c->game->teaching;
    for (const struct bl_lesson_row *r = t->rows; r < t->rows + t->count; r++) {
        unsigned said = l->said_count;
        if (r->kind != BL_REMARK || (skipped | c->told) >> (r - t->rows) & 1)
            continue;
        if (r->fits(c, l)) {
            take_words(l, r, said);
            l->told |= UINT64_C(1) << (r - t->rows);
        } else
            l->said_count = said;
    }
    l->form = l->word_count;
}

/* One that was given before, in a word. */
static const struct bl_lesson_row *find_again(const struct bl_scene *c, uint64_t skipped,
                                              struct bl_lesson *l)
{
    const struct bl_teaching *t = c->game->teaching;
    for (const struct bl_lesson_row *r = t->rows; r < t->rows + t->count; r++) {
        unsigned said = l->said_count;
        if (r->again && r->place == c->place && !(skipped >> (r - t->rows) & 1) && r->fits(c, l)) {
            l->word_count = 1;
            take(&l->words[0], l, r->again, said, r->clauses);
            add_remarks(c, skipped, l);
            return r;
        }
        l->said_count = said;
    }
    return NULL;
}

bool bl_lesson_find(const struct bl_scene *c, uint64_t skipped, struct bl_lesson *l)
{
    const struct bl_teaching *t = c->game->teaching;
    *l = (struct bl_lesson){.type = l->type, .move = l->move, .picked = BL_NO_MOVE};
    bl_text_clear(&l->type);
    bl_text_clear(&l->move);
    tell_meaning(c, l);
    uint64_t told = l->told;
    const struct bl_lesson_row *found = find_new(c, skipped | (t->once ? c->told : 0), l);
    if (!found && t->once) {
        l->word_count = 0;
        l->told = told;
        found = find_again(c, skipped, l);
    }
    if (!found)
        return false;
    struct bl_fact type = {*found->type ? found->type : found->move, l->done};
    struct bl_fact move = {found->move, l->done};
    struct bl_play picked = {.move = l->picked, .seat = (int8_t)c->seat};
    bl_put_fact(&l->type, &type, NULL);
    bl_put_fact(&l->move, &move, NULL);
    if (l->picked != BL_NO_MOVE) {
        bl_put_move(c->game, c->view, &picked, &l->move);
        bl_put_move(c->game, c->view, &picked, &l->type);
    }
    l->name = found->name;
    l->number = (unsigned)(found - t->rows);
    l->told |= UINT64_C(1) << l->number;
    assert(t->count <= 64 || !t->once);
    assert(l->number < 64);
    return true;
}
