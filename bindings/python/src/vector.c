/* vector.c - many games side by side, in the caller's buffers. */
#include "bylaw.h"

#include <pthread.h>
#include <string.h>

struct py_vector {
    PyObject_HEAD
    pthread_mutex_t lock;    /* of `v`; who waits for it does not hold the interpreter's */
    struct bl_vector *v;
    struct bl_vector_spec spec;
    uint32_t bits, actions;
};

bool py_vector_asked(PyObject *args, struct bl_vector_spec *spec)
{
    const char *id, *preset;
    struct py_number players = PY_PLAYERS, places = {"places", 1, UINT32_MAX, 0}, seed = PY_SEED, cap = PY_CAP;
    struct py_number threads = PY_JOBS("threads");
    PyObject *options, *rulings;
    if (!PyArg_ParseTuple(args, "sO&zOOO&O&O&O&:Vector", &id, py_to_number, &players, &preset, &options, &rulings,
                          py_to_number, &places, py_to_number, &seed, py_to_number, &cap, py_to_number, &threads))
        return false;
    *spec = (struct bl_vector_spec){.game = py_game(id), .places = (uint32_t)places.value, .seed = seed.value,
                                    .cap = cap.value, .threads = (unsigned)threads.value};
    return spec->game && py_setup(spec->game, (int)players.value, preset, options, rulings, &spec->setup);
}

static PyObject *make(PyTypeObject *type, PyObject *args, PyObject *names)
{
    struct bl_vector_spec spec;
    struct bl_text why = bl_text_heap();
    (void)names;
    if (!py_vector_asked(args, &spec))
        return NULL;
    struct bl_vector *v = bl_vector_new(&spec, &why);
    if (!v)
        return py_raise_fault(NULL, &why);
    bl_text_free(&why);
    struct py_vector *self = (struct py_vector *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (!self) {
        bl_vector_free(v);
        return NULL;
    }
    pthread_mutex_init(&self->lock, NULL);
    self->v = v;
    self->spec = spec;
    self->bits = bl_observation_size(spec.game, &spec.setup);
    self->actions = bl_action_count(spec.game, &spec.setup);
    return (PyObject *)self;
}

static void dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    bl_vector_free(((struct py_vector *)self)->v);
    pthread_mutex_destroy(&((struct py_vector *)self)->lock);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

enum { BUFFERS = 7 };

/* The buffers in the order of struct bl_outlook; None: not written. */
static bool open_buffers(const struct py_vector *p, PyObject *const given[BUFFERS], Py_buffer buffers[BUFFERS],
                         struct bl_outlook *out)
{
    static const char *const names[BUFFERS] = {"observations", "masks", "seats", "rewards", "terminations",
                                               "truncations", "actions"};
    Py_ssize_t places = p->spec.places;
    Py_ssize_t sizes[BUFFERS] = {places * p->bits, places * p->actions, places,
                                 places * p->spec.setup.players * (Py_ssize_t)sizeof(float), places, places,
                                 places * (Py_ssize_t)sizeof(int32_t)};
    memset(buffers, 0, BUFFERS * sizeof *buffers);
    for (int k = 0; k < BUFFERS; k++)
        if (!py_buffer(given[k], names[k], sizes[k], true, &buffers[k]))
            return false;
    *out = (struct bl_outlook){buffers[0].buf, buffers[1].buf, buffers[2].buf, buffers[3].buf,
                               buffers[4].buf, buffers[5].buf, buffers[6].buf};
    return true;
}

static void close_buffers(Py_buffer buffers[BUFFERS])
{
    for (int k = 0; k < BUFFERS; k++)
        if (buffers[k].obj)
            PyBuffer_Release(&buffers[k]);
}

PyObject *py_refuse_action(const struct bl_vector_spec *spec, const void *state, uint32_t place, int32_t action)
{
    static struct bl_step step;
    struct bl_play play = {.move = bl_action_move(spec->game, &spec->setup, (uint32_t)action),
                           .seat = bl_head(state)->to_move};
    struct bl_text why = bl_text_heap();
    if (play.move != BL_NO_MOVE && bl_step_check(spec->game, state, &play, NULL, &step)) {
        bl_text_free(&why);
        return py_raise_step(spec->game, &step);
    }
    bl_putf(&why, "place %d: action %d is not among the legal moves", (int)place, (int)action);
    return py_raise_fault("actions", &why);
}

PyObject *py_vector_sizes(const struct bl_vector_spec *spec)
{
    return Py_BuildValue("kkki", (unsigned long)spec->places,
                         (unsigned long)bl_observation_size(spec->game, &spec->setup),
                         (unsigned long)bl_action_count(spec->game, &spec->setup), (int)spec->setup.players);
}

static PyObject *step(PyObject *self, PyObject *args)
{
    struct py_vector *p = (struct py_vector *)self;
    PyObject *given[BUFFERS], *chosen;
    Py_buffer buffers[BUFFERS], actions;
    struct bl_outlook out;
    if (!PyArg_ParseTuple(args, "OOOOOOOO:step", &chosen, &given[0], &given[1], &given[2], &given[3],
                          &given[4], &given[5], &given[6]) ||
        !py_buffer(chosen, "actions", p->spec.places * (Py_ssize_t)sizeof(int32_t), false, &actions))
        return NULL;
    bool open = open_buffers(p, given, buffers, &out), good = false;
    uint32_t refused = 0;
    if (open) {
        Py_BEGIN_ALLOW_THREADS
        pthread_mutex_lock(&p->lock);
        good = bl_vector_step(p->v, actions.buf, &out, &refused);
        Py_END_ALLOW_THREADS
        if (!good)
            py_refuse_action(&p->spec, bl_vector_state(p->v, refused), refused,
                             ((const int32_t *)actions.buf)[refused]);
        pthread_mutex_unlock(&p->lock);
    }
    close_buffers(buffers);
    if (actions.obj)
        PyBuffer_Release(&actions);
    return good ? Py_NewRef(Py_None) : NULL;
}

/* Deals anew if a seed is given, and writes what there is to see. */
static PyObject *look(PyObject *self, PyObject *args)
{
    struct py_vector *p = (struct py_vector *)self;
    PyObject *given[BUFFERS], *seed;
    Py_buffer buffers[BUFFERS];
    struct bl_outlook out;
    if (!PyArg_ParseTuple(args, "OOOOOOOO:look", &seed, &given[0], &given[1], &given[2], &given[3], &given[4],
                          &given[5], &given[6]))
        return NULL;
    struct py_number number = PY_SEED;
    if (seed != Py_None && !py_to_number(seed, &number))
        return NULL;
    bool open = open_buffers(p, given, buffers, &out);
    if (open) {
        Py_BEGIN_ALLOW_THREADS
        pthread_mutex_lock(&p->lock);
        if (seed != Py_None)
            bl_vector_deal(p->v, number.value);
        bl_vector_look(p->v, &out);
        pthread_mutex_unlock(&p->lock);
        Py_END_ALLOW_THREADS
    }
    close_buffers(buffers);
    return open ? Py_NewRef(Py_None) : NULL;
}

static PyObject *position(PyObject *self, PyObject *given)
{
    struct py_vector *p = (struct py_vector *)self;
    struct py_number place = {"place", 0, p->spec.places - 1, 0};
    if (!py_to_number(given, &place))
        return NULL;
    struct bl_text out = bl_text_heap();
    Py_BEGIN_ALLOW_THREADS
    pthread_mutex_lock(&p->lock);
    bl_put_position(&out, p->spec.game, bl_vector_state(p->v, (uint32_t)place.value));
    pthread_mutex_unlock(&p->lock);
    Py_END_ALLOW_THREADS
    return py_take_text(&out);
}

static PyObject *sizes(PyObject *self, PyObject *none)
{
    (void)none;
    return py_vector_sizes(&((const struct py_vector *)self)->spec);
}

static PyMethodDef methods[] = {
    {"step", step, METH_VARARGS, NULL},
    {"look", look, METH_VARARGS, NULL},
    {"position", position, METH_O, NULL},
    {"sizes", sizes, METH_NOARGS, NULL},
    {0}
};

static PyType_Slot slots[] = {
    {Py_tp_new, make}, {Py_tp_dealloc, dealloc}, {Py_tp_methods, methods},
    {Py_tp_doc, (void *)(uintptr_t)"Games side by side; bylaw.Vector is how to use it."}, {0, NULL}
};
PyType_Spec py_vector_spec = {"bylaw._bylaw.Vector", sizeof(struct py_vector), 0, Py_TPFLAGS_DEFAULT, slots};
