/* kept.c - a state as it is kept, and made of that again: where it began, and the moves since. */
#include "state.h"

#include <stdlib.h>

/* ---- out --------------------------------------------------------------------------- */

static PyObject *indexes_out(const struct bl_chance *chance)
{
    PyObject *out = PyList_New(BL_MAX_CHANCES);
    for (int k = 0; out && k < BL_MAX_CHANCES; k++)
        PyList_SetItem(out, k, PyLong_FromUnsignedLong(chance->index[k]));
    return out;
}

/* The seat that had seen something before the start, and [(seat, move, words, view)]; None: nobody had. A move that
 * was not told in full has no text: it is kept as it is. */
static PyObject *seen_out(const struct py_course *start, const struct bl_game *game)
{
    if (!start->record)
        return Py_NewRef(Py_None);
    const struct bl_past *past = start->record->past;
    PyObject *out = PyList_New(start->seen + (Py_ssize_t)1);
    for (uint32_t i = 0; out && i <= start->seen; i++) {
        struct bl_play play = i > 0 ? past->plays[i - 1] : (struct bl_play){.seat = -1};
        struct bl_text view = bl_text_heap();
        bl_put_state(game, bl_past_view(past, i), &view);
        const char *words = play.size > 0 ? play.data : "";
        PyList_SetItem(out, i, Py_BuildValue("iky#N", play.seat, (unsigned long)play.move, words,
                                             (Py_ssize_t)play.size, py_take_text(&view)));
    }
    return Py_BuildValue("iN", past->seat, out);
}

/* [(seat, text)] */
static PyObject *moves_out(const struct py_state *s, const struct py_course *const *all)
{
    void *state = calloc(1, s->game->state_size);
    PyObject *out = state ? PyList_New(s->course->count) : PyErr_NoMemory();
    struct bl_context cx = {.chance = all[0]->chance, .scratch = py_scratch(s->game)};
    if (state)
        bl_copy(s->game, state, all[0]->state);
    for (uint32_t i = 0; out && i < s->course->count; i++) {
        const struct bl_play *play = &all[i + 1]->play;
        struct bl_text text = bl_text_heap();
        s->game->notation->put_move(state, play, &text);
        PyList_SetItem(out, i, Py_BuildValue("iN", play->seat, py_take_text(&text)));
        s->game->rules->apply(state, play, &cx);
    }
    free(state);
    return out;
}

PyObject *py_state_kept(PyObject *self, PyObject *none)
{
    const struct py_state *s = (struct py_state *)self;
    const struct py_course **all = py_course_walk(s->course);
    struct bl_text start = bl_text_heap();
    (void)none;
    if (!all)
        return NULL;
    bl_put_position(&start, s->game, all[0]->state);
    PyObject *text = py_take_text(&start);
    PyObject *out = Py_BuildValue("(NKNKON)N", text, (unsigned long long)all[0]->chance.seed,
                                  indexes_out(&all[0]->chance), (unsigned long long)(s->made - s->course->count),
                                  s->recorded ? Py_True : Py_False, seen_out(all[0], s->game), moves_out(s, all));
    free(all);
    return out;
}

/* ---- in ---------------------------------------------------------------------------- */

static bool read_indexes(PyObject *list, struct bl_chance *out)
{
    for (int k = 0; k < BL_MAX_CHANCES; k++) {
        PyObject *item = PySequence_GetItem(list, k);
        unsigned long index = item ? PyLong_AsUnsignedLong(item) : 0;
        Py_XDECREF(item);
        if (PyErr_Occurred())
            return false;
        out->index[k] = (uint32_t)index;
    }
    return true;
}

/* One more view, and what led to it; false: with an exception. */
static bool read_seen(const struct py_state *s, int seat, PyObject *item, struct bl_past **past)
{
    int mover;
    unsigned long move;
    const char *words, *text;
    Py_ssize_t size, length;
    struct bl_json_doc doc;
    struct bl_text why = bl_text_heap();
    if (!PyArg_ParseTuple(item, "iky#s#:State", &mover, &move, &words, &size, &text, &length))
        return false;
    void *read = calloc(1, s->game->state_size), *view = calloc(1, s->game->state_size);
    const struct bl_setup *setup = &bl_head(s->state)->setup;
    const char *wrong = "there is no memory";
    if (read && view)
        wrong = bl_read_view(s->game, setup, text, (size_t)length, read, &doc);
    if (!wrong) {
        struct bl_play play = {(bl_move)move, (int8_t)mover, (uint32_t)size, size > 0 ? words : NULL};
        bl_view(s->game, read, seat, view);
        if (*past)
            bl_past_add(*past, &play, view);
        else
            *past = bl_past_new(s->game, seat, view);
    }
    free(read);
    free(view);
    bl_put(&why, wrong ? wrong : "");
    if (wrong)
        py_raise_fault("seen", &why);
    else
        bl_text_free(&why);
    return !wrong;
}

/* What a seat had seen before the start: NULL, with an exception, or if nobody had seen anything. */
static struct py_record *read_record(const struct py_state *s, PyObject *seen)
{
    int seat;
    PyObject *list;
    struct bl_past *past = NULL;
    if (seen == Py_None || !PyArg_ParseTuple(seen, "iO:State", &seat, &list))
        return NULL;
    Py_ssize_t n = PySequence_Size(list);
    for (Py_ssize_t i = 0; i < n && !PyErr_Occurred(); i++) {
        PyObject *item = PySequence_GetItem(list, i);
        if (item)
            read_seen(s, seat, item, &past);
        Py_XDECREF(item);
    }
    if (past && !PyErr_Occurred())
        return py_record_new(past);
    bl_past_free(past);
    return NULL;
}

PyObject *py_state_restore(PyObject *type, PyObject *args)
{
    const char *id, *text;
    Py_ssize_t size;
    unsigned long long seed, made;
    int recorded;
    PyObject *indexes, *seen;
    (void)type;
    if (!PyArg_ParseTuple(args, "ss#KOKpO:State", &id, &text, &size, &seed, &indexes, &made, &recorded, &seen))
        return NULL;
    struct py_state *s = py_state_read(id, text, (size_t)size);
    if (!s)
        return NULL;
    s->chance.seed = seed;
    s->made = made;
    struct py_record *record = read_indexes(indexes, &s->chance) ? read_record(s, seen) : NULL;
    if (!PyErr_Occurred())
        s->course = py_course_start(s, record, record ? record->past->count : 0);
    py_record_free(record);
    if (s->course && py_state_record(s, recorded))
        return (PyObject *)s;
    Py_DECREF((PyObject *)s);
    return NULL;
}
