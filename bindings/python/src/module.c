/* module.c - the module, its exceptions, and what its files share. */
#include "bots.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

PyObject *py_refused, *py_fault, *py_state_type;

/* ---- exceptions ------------------------------------------------------------------ */

static bool set(PyObject *object, const char *name, const char *text)
{
    PyObject *value = text ? PyUnicode_FromString(text) : Py_NewRef(Py_None);
    bool good = value && PyObject_SetAttrString(object, name, value) == 0;
    Py_XDECREF(value);
    return good;
}

void *py_raise_fault(const char *place, struct bl_text *message)
{
    PyObject *e = PyObject_CallFunction(py_fault, "s", message->s ? message->s : "");
    bl_text_free(message);
    if (e && set(e, "place", place))
        PyErr_SetObject(py_fault, e);
    Py_XDECREF(e);
    return NULL;
}

void *py_fault_at(const char *place, const char *format, ...)
{
    struct bl_text why = bl_text_heap();
    va_list args;
    va_start(args, format);
    bl_printv(&why, format, args);
    va_end(args);
    return py_raise_fault(place, &why);
}

void *py_raise_refused(const char *clause, const char *text, const char *fact)
{
    BL_LOCAL struct bl_text message = bl_text_heap();
    bl_putf(&message, fact && *fact ? "refused by %s: %s (%s)" : "refused by %s: %s%s", clause, text,
            fact ? fact : "");
    PyObject *e = PyObject_CallFunction(py_refused, "s", message.s);
    if (e && set(e, "clause", clause) && set(e, "text", text) && set(e, "fact", fact && *fact ? fact : NULL))
        PyErr_SetObject(py_refused, e);
    Py_XDECREF(e);
    return NULL;
}

void *py_raise_step(const struct bl_game *game, const struct bl_step *step)
{
    struct bl_fact fact = bl_refusing_fact(&step->trace, step->refused);
    BL_LOCAL struct bl_text words = bl_text_heap();
    bl_put_fact(&words, &fact, NULL);
    const struct bl_clause *clause = &game->clauses[step->refused];
    return py_raise_refused(clause->id, clause->text, words.s);
}

/* ---- shared ---------------------------------------------------------------------- */

PyObject *py_text(const struct bl_text *text)
{
    return PyUnicode_DecodeUTF8(text->s ? text->s : "", (Py_ssize_t)text->len, "replace");
}

PyObject *py_take_text(struct bl_text *text)
{
    PyObject *s = py_text(text);
    bl_text_free(text);
    return s;
}

const struct bl_game *py_game(const char *id)
{
    const struct bl_game *game = bl_find_game(id);
    return game ? game : py_fault_at("game", "there is no game '%s'", id);
}

void *py_scratch(const struct bl_game *game)
{
    enum { MOST = 64 };
    static struct { const struct bl_game *game; void *scratch; } made[MOST];
    int k = 0;
    while (k < MOST - 1 && made[k].game && made[k].game != game)
        k++;
    if (!made[k].game) {
        made[k].game = game;
        made[k].scratch = bl_scratch_new(game);
    }
    return made[k].scratch;
}

bool py_buffer(PyObject *object, const char *name, Py_ssize_t size, bool writable, Py_buffer *out)
{
    memset(out, 0, sizeof *out);
    if (object == Py_None)
        return true;
    if (PyObject_GetBuffer(object, out, writable ? PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS : PyBUF_C_CONTIGUOUS) != 0)
        return false;
    if (out->len == size)
        return true;
    py_fault_at(name, "%s: %zd bytes are needed, not %zd", name, size, out->len);
    PyBuffer_Release(out);
    return false;
}

const char *py_utf8(PyObject *given, const char *place)
{
    Py_ssize_t size = 0;
    const char *text = PyUnicode_Check(given) ? PyUnicode_AsUTF8AndSize(given, &size) : NULL;
    if (text && strlen(text) == (size_t)size)
        return text;
    PyErr_Clear();
    return py_fault_at(place, "%s: %s", place, text ? "there is a NUL in this text"
                       : PyUnicode_Check(given) ? "this text has what is no character" : "it must be a text");
}

int py_to_number(PyObject *given, void *number)
{
    struct py_number *n = number;
    PyObject *index = PyNumber_Index(given);
    if (!index)
        return 0;
    n->value = PyLong_AsUnsignedLongLong(index);
    Py_DECREF(index);
    if (!PyErr_Occurred() && n->value >= n->least && n->value <= n->most)
        return 1;
    PyErr_Clear();
    py_fault_at(n->name, "%s: it must be a whole number from %" PRIu64 " to %" PRIu64, n->name, n->least, n->most);
    return 0;
}

/* ---- set-up ---------------------------------------------------------------------- */

typedef const char *set_up(struct bl_setup *, const struct bl_game *, const char *, const char *,
                           struct bl_text *);

static bool set_one(PyObject *key, PyObject *value, const char *place, set_up *with, const struct bl_game *game,
                    struct bl_setup *out)
{
    PyObject *text = PyObject_Str(value);
    const char *name = text ? py_utf8(key, place) : NULL;
    const char *given = name ? py_utf8(text, place) : NULL;
    struct bl_text why = bl_text_heap();
    const char *wrong = given ? with(out, game, name, given, &why) : "";
    if (given && wrong && wrong != why.s)
        bl_put(&why, wrong);
    if (given && wrong)
        py_raise_fault(place, &why);
    else
        bl_text_free(&why);
    Py_XDECREF(text);
    return !wrong;
}

/* By what a mapping, or None, has. */
static bool set_all(PyObject *given, const char *place, set_up *with, const struct bl_game *game,
                    struct bl_setup *out)
{
    PyObject *key, *value, *dict = PyDict_New();
    Py_ssize_t at = 0;
    bool good = dict && (given == Py_None || PyDict_Update(dict, given) == 0);
    if (dict && !good) {
        PyErr_Clear();
        py_fault_at(place, "%s: they are given as a dict", place);
    }
    while (good && PyDict_Next(dict, &at, &key, &value))
        good = set_one(key, value, place, with, game, out);
    Py_XDECREF(dict);
    return good;
}

bool py_setup(const struct bl_game *game, int players, const char *preset, PyObject *options,
              PyObject *rulings, struct bl_setup *out)
{
    struct bl_text why = bl_text_heap();
    const char *wrong = NULL, *place = "players";
    bl_setup_init(out, game);
    if (players)
        wrong = bl_setup_players(out, game, players, &why);
    if (!wrong && preset) {
        place = "preset";
        wrong = bl_setup_preset(out, game, preset, &why);
    }
    if (!wrong && (!set_all(options, "options", bl_setup_option, game, out) ||
                   !set_all(rulings, "rulings", bl_setup_ruling, game, out))) {
        bl_text_free(&why);
        return false;
    }
    if (!wrong) {
        place = "set-up";
        wrong = bl_resolve(game, out);
    }
    if (wrong && wrong != why.s)
        bl_put(&why, wrong);
    if (wrong)
        py_raise_fault(place, &why);
    else
        bl_text_free(&why);
    return !wrong;
}

/* ---- the service ----------------------------------------------------------------- */

struct py_service {
    PyObject_HEAD
    struct bl_service *service;
};

static PyObject *service_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    (void)args, (void)names;
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    struct py_service *s = (struct py_service *)alloc(type, 0);
    if (s)
        s->service = bl_service_new();
    return (PyObject *)s;
}

static void service_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    bl_service_free(((struct py_service *)self)->service);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static PyObject *service_ask(PyObject *self, PyObject *request)
{
    Py_ssize_t size;
    const char *text = PyUnicode_AsUTF8AndSize(request, &size);
    return text ? py_text(bl_service_ask(((struct py_service *)self)->service, text, (size_t)size)) : NULL;
}

static PyMethodDef service_methods[] = {
    {"ask", service_ask, METH_O, "ask($self, request, /)\n--\n\nA request as JSON, and its answer."},
    {0}
};

static PyType_Slot service_slots[] = {
    {Py_tp_new, service_new}, {Py_tp_dealloc, service_free}, {Py_tp_methods, service_methods},
    {Py_tp_doc, (void *)(uintptr_t)"Games through JSON (docs/service.md)."}, {0, NULL}
};
PyType_Spec py_service_spec = {"bylaw._bylaw.Service", sizeof(struct py_service), 0,
                               Py_TPFLAGS_DEFAULT, service_slots};

/* ---- the module ------------------------------------------------------------------ */

static PyObject *games(PyObject *self, PyObject *none)
{
    PyObject *out = PyList_New(0);
    (void)self, (void)none;
    for (const struct bl_game *const *g = bl_games(); out && *g; g++) {
        PyObject *id = PyUnicode_FromString((*g)->id);
        if (!id || PyList_Append(out, id) != 0)
            Py_CLEAR(out);
        Py_XDECREF(id);
    }
    return out;
}

static PyObject *set_state_type(PyObject *self, PyObject *type)
{
    (void)self;
    Py_DECREF(py_state_type);
    py_state_type = Py_NewRef(type);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"dlpack", py_dlpack, METH_VARARGS, NULL},
    {"games", games, METH_NOARGS, NULL},
    {"set_state_type", set_state_type, METH_O, NULL},
    {"simulate", py_simulate, METH_VARARGS, NULL},
    {"tournament", py_tournament, METH_VARARGS, NULL},
    {"give_weights", py_give_weights, METH_VARARGS, NULL},
    {"statement", py_statement, METH_O, NULL},
    {"check_proof", py_check_proof, METH_VARARGS, NULL},
    {"search_proof", py_search_proof, METH_VARARGS, NULL},
    {"infer", py_infer, METH_VARARGS, NULL},
    {0}
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "bylaw._bylaw",
                                    "What the package is made of, in C.", -1, functions, NULL, NULL,
                                    NULL, NULL};

static PyObject *add_type(PyObject *m, PyType_Spec *spec, const char *name)
{
    PyObject *type = PyType_FromSpec(spec);
    if (type && PyModule_AddObjectRef(m, name, type) != 0)
        Py_CLEAR(type);
    return type;
}

PyMODINIT_FUNC PyInit__bylaw(void);
PyMODINIT_FUNC PyInit__bylaw(void)
{
    PyObject *m = PyModule_Create(&module);
    if (!m)
        return NULL;
    PyObject *refusal = Py_BuildValue("{s:s,s:s,s:O}", "clause", "", "text", "", "fact", Py_None);
    PyObject *fault = Py_BuildValue("{s:O}", "place", Py_None);   /* unless something else is known */
    py_refused = PyErr_NewExceptionWithDoc("bylaw.Refused",
        "The rules refuse a move. `clause` is the id of the clause that does, `text` what that says, `fact` "
        "what it met with (or None).", NULL, refusal);
    py_fault = PyErr_NewExceptionWithDoc("bylaw.Fault",
        "What was given cannot be read or cannot be. `place` says where it is (or None).",
        PyExc_ValueError, fault);
    Py_XDECREF(refusal);
    Py_XDECREF(fault);
    engine_tells = py_tell;
    py_state_type = add_type(m, &py_state_spec, "State");
    if (!py_refused || !py_fault || !py_state_type || !add_type(m, &py_vector_spec, "Vector") ||
        !add_type(m, &py_gpu_vector_spec, "GpuVector") ||
        !add_type(m, &py_service_spec, "Service") || PyModule_AddObjectRef(m, "Refused", py_refused) != 0 ||
        PyModule_AddObjectRef(m, "Fault", py_fault) != 0 ||
        PyModule_AddStringConstant(m, "version", BYLAW_VERSION) != 0)
        Py_CLEAR(m);
    return m;
}
