/* bits.c - what a seat sees and may do, a byte a bit. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

/* Where bytes go: into what was given, or into new ones. */
struct sink {
    PyObject *object;
    Py_buffer buffer;
    uint8_t *bytes;
};

static bool open_sink(struct sink *sink, PyObject *into, Py_ssize_t size)
{
    if (!py_buffer(into, "out", size, true, &sink->buffer))
        return false;
    sink->object = into == Py_None ? PyBytes_FromStringAndSize(NULL, size) : Py_NewRef(into);
    if (!sink->object)
        return false;
    sink->bytes = into == Py_None ? (uint8_t *)PyBytes_AsString(sink->object) : sink->buffer.buf;
    memset(sink->bytes, 0, (size_t)size);
    return true;
}

static PyObject *close_sink(struct sink *sink)
{
    if (sink->buffer.obj)
        PyBuffer_Release(&sink->buffer);
    if (PyErr_Occurred())
        Py_CLEAR(sink->object);
    return sink->object;
}

PyObject *py_state_observation(PyObject *self, PyObject *args)
{
    const struct py_state *s = (struct py_state *)self;
    PyObject *given, *into = Py_None;
    struct sink sink;
    if (!PyArg_ParseTuple(args, "O|O:observation", &given, &into))
        return NULL;
    int seat = py_read_seat(s, given, true);
    if (seat == -2 || !py_may_look(s, seat) ||
        !open_sink(&sink, into, bl_observation_size(s->game, &bl_head(s->state)->setup)))
        return NULL;
    void *seen = calloc(1, s->game->state_size);
    if (seen) {
        bl_view(s->game, s->state, seat, seen);
        bl_observe_into(s->game, seen, seat, sink.bytes);
    } else {
        PyErr_NoMemory();
    }
    free(seen);
    return close_sink(&sink);
}

PyObject *py_state_mask(PyObject *self, PyObject *args)
{
    const struct py_state *s = (struct py_state *)self;
    const struct bl_setup *setup = &bl_head(s->state)->setup;
    PyObject *into = Py_None;
    struct sink sink;
    if (!PyArg_ParseTuple(args, "|O:mask", &into) ||
        !open_sink(&sink, into, bl_action_count(s->game, setup)))
        return NULL;
    uint32_t n;
    bl_move *moves = py_list_moves(s, &n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t action = bl_action_of(s->game, setup, moves[i]);
        if (action != BL_NO_ACTION)
            sink.bytes[action] = 1;
    }
    free(moves);
    return close_sink(&sink);
}

PyObject *py_state_observation_names(PyObject *self, PyObject *none)
{
    const struct py_state *s = (struct py_state *)self;
    const struct bl_setup *setup = &bl_head(s->state)->setup;
    uint32_t size = bl_observation_size(s->game, setup);
    PyObject *out = PyList_New(size);
    (void)none;
    for (uint32_t bit = 0; out && bit < size; bit++) {
        struct bl_text name = bl_text_heap();
        bl_observation_name(s->game, setup, bit, &name);
        PyList_SetItem(out, bit, py_take_text(&name));
    }
    return out;
}
