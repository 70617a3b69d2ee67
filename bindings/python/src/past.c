/* past.c - how a game came to where it is: its moves, kept once for all copies of a state, and what a
 * seat has seen of them. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

struct py_record *py_record_new(struct bl_past *past)
{
    struct py_record *r = malloc(sizeof *r);
    if (!r) {
        bl_past_free(past);
        return (struct py_record *)PyErr_NoMemory();
    }
    *r = (struct py_record){past, 1};
    return r;
}

void py_record_free(struct py_record *r)
{
    if (!r || --r->users > 0)
        return;
    bl_past_free(r->past);
    free(r);
}

/* What the seat of a decision has seen, and the record does not have yet. */
static struct py_record *grow(struct py_record *r, const struct bl_past *past)
{
    if (!r)
        r = py_record_new(bl_past_new(past->game, past->seat, bl_past_view(past, 0)));
    for (uint32_t i = r ? r->past->count : 0; r && i < past->count; i++)
        bl_past_add(r->past, &past->plays[i], bl_past_view(past, i + 1));
    return r;
}

struct py_state *py_state_seen(const struct bl_decision *d, struct py_record **record)
{
    struct py_state *v = py_state_new(d->game, d->seat);
    if (!v)
        return NULL;
    bl_copy(d->game, v->state, d->view);
    if (d->past && !(*record = grow(*record, d->past))) {
        Py_DECREF((PyObject *)v);
        return NULL;
    }
    v->made = d->past ? d->past->count : 0;
    v->course = py_course_start(v, d->past ? *record : NULL, (uint32_t)v->made);
    if (!v->course) {
        Py_DECREF((PyObject *)v);
        return NULL;
    }
    return v;
}

struct py_course *py_course_start(const struct py_state *s, struct py_record *record, uint32_t seen)
{
    struct py_course *c = calloc(1, sizeof *c);
    void *state = c ? calloc(1, s->game->state_size) : NULL;
    if (!state) {
        free(c);
        return (struct py_course *)PyErr_NoMemory();
    }
    bl_copy(s->game, state, s->state);
    c->users = 1;
    c->state = state;
    c->chance = s->chance;
    c->record = record;
    c->seen = seen;
    if (record)
        record->users++;
    return c;
}

struct py_course *py_course_use(struct py_course *c)
{
    c->users++;
    return c;
}

struct py_course *py_course_move(struct py_course *before, const struct bl_play *play)
{
    struct py_course *c = calloc(1, sizeof *c + play->size);
    if (!c)
        return (struct py_course *)PyErr_NoMemory();
    c->before = py_course_use(before);
    c->users = 1;
    c->count = before->count + 1;
    c->play = *play;
    if (play->size > 0) {
        memcpy(c->data, play->data, play->size);
        c->play.data = c->data;
    }
    return c;
}

void py_course_free(struct py_course *c)
{
    while (c && --c->users == 0) {
        struct py_course *before = c->before;
        free(c->state);
        py_record_free(c->record);
        free(c);
        c = before;
    }
}

const struct py_course **py_course_walk(const struct py_course *c)
{
    const struct py_course **all = malloc((c->count + (size_t)1) * sizeof *all);
    if (!all)
        return (const struct py_course **)PyErr_NoMemory();
    for (; c; c = c->before)
        all[c->count] = c;
    return all;
}

/* One more move of a course, and what `seat` is told of it and sees then. */
static struct bl_play go_on(const struct bl_game *game, const struct py_course *c, int seat, void *state,
                            struct bl_context *cx, void *view)
{
    struct bl_play told = c->play.seat == seat ? c->play : bl_told(game, state, &c->play);
    game->rules->apply(state, &c->play, cx);
    bl_view(game, state, seat, view);
    return told;
}

/* What the seat had seen when the course began. */
static struct bl_past *begin(const struct py_state *s, const struct py_course *start, int seat, void *view)
{
    if (start->record && start->record->past->seat == seat) {
        struct bl_past *past = bl_past_copy(start->record->past);
        bl_past_cut(past, start->seen);
        return past;
    }
    bl_view(s->game, start->state, seat, view);
    return bl_past_new(s->game, seat, view);
}

struct bl_past *py_past(const struct py_state *s, int seat)
{
    const struct py_course **all = py_course_walk(s->course);
    void *state = calloc(1, s->game->state_size), *view = calloc(1, s->game->state_size);
    struct bl_past *past = NULL;
    if (all && state && view) {
        struct bl_context cx = {.chance = all[0]->chance, .scratch = py_scratch(s->game)};
        bl_copy(s->game, state, all[0]->state);
        past = begin(s, all[0], seat, view);
        for (uint32_t i = 1; i <= s->course->count; i++) {
            struct bl_play told = go_on(s->game, all[i], seat, state, &cx, view);
            bl_past_add(past, &told, view);
        }
    } else if (!PyErr_Occurred()) {
        PyErr_NoMemory();
    }
    free(all);
    free(state);
    free(view);
    return past;
}

PyObject *py_past_list(const struct py_state *s, int seat)
{
    struct bl_past *past = py_past(s, seat);
    PyObject *out = past ? PyList_New(past->count + (Py_ssize_t)1) : NULL;
    for (uint32_t i = 0; out && i <= past->count; i++) {
        const struct bl_play *play = i > 0 ? &past->plays[i - 1] : NULL;
        struct bl_text move = bl_text_heap(), view = bl_text_heap();
        if (play)
            s->game->notation->put_move(bl_past_view(past, i - 1), play, &move);
        bl_put_position(&view, s->game, bl_past_view(past, i));
        PyList_SetItem(out, i, Py_BuildValue("NNN", play ? PyLong_FromLong(play->seat) : Py_NewRef(Py_None),
                                             py_take_text(&move), py_take_text(&view)));
    }
    if (past)
        bl_past_free(past);
    return out;
}
