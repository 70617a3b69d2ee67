/* bylaw.h - what the files of the extension module share. The module is for CPython's stable ABI: one
 * for every version from 3.11 on. */
#ifndef BYLAW_PYTHON_H
#define BYLAW_PYTHON_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bylaw/bylaw.h"

extern PyObject *py_refused, *py_fault;       /* the exceptions */
extern PyObject *py_state_type;
extern PyType_Spec py_state_spec, py_vector_spec, py_gpu_vector_spec, py_service_spec;

/* All give NULL, with an exception set. The message is taken over and freed. */
void *py_raise_fault(const char *place, struct bl_text *message);
void *py_fault_at(const char *place, const char *format, ...) __attribute__((format(printf, 2, 3)));
void *py_raise_refused(const char *clause, const char *text, const char *fact);
void *py_raise_step(const struct bl_game *game, const struct bl_step *step);

PyObject *py_text(const struct bl_text *text);       /* as str */
PyObject *py_take_text(struct bl_text *text);        /* likewise, and frees it */
const struct bl_game *py_game(const char *id);
/* An argument ("O&"): a whole number from `least` to `most`; another is a Fault that names it. */
struct py_number {
    const char *name;
    uint64_t least, most, value;
};
int py_to_number(PyObject *given, void *number);
#define PY_SEED {"seed", 0, UINT64_MAX, 0}
#define PY_CAP {"cap", 0, UINT64_MAX, 0}
#define PY_PLAYERS {"players", 0, INT32_MAX, 0}   /* 0: as usual */
#define PY_JOBS(name) {name, 1, 1024, 0}          /* as the program takes them */
/* A text without a NUL; another, or what is none, is a Fault at `place`, and NULL. */
const char *py_utf8(PyObject *given, const char *place);
/* Players (0: as usual), preset (NULL: the default), and dicts of options and rulings, or None. */
bool py_setup(const struct bl_game *game, int players, const char *preset, PyObject *options,
              PyObject *rulings, struct bl_setup *out);
void *py_scratch(const struct bl_game *game);        /* one a game, for who holds the lock */
/* A buffer of `size` bytes to write into; or one to read. */
bool py_buffer(PyObject *object, const char *name, Py_ssize_t size, bool writable, Py_buffer *out);

/* ---- functions of the module ---- */

PyObject *py_simulate(PyObject *self, PyObject *args);       /* runs.c */
PyObject *py_tournament(PyObject *self, PyObject *args);
PyObject *py_give_weights(PyObject *self, PyObject *args);
PyObject *py_statement(PyObject *self, PyObject *given);     /* logic.c */
PyObject *py_check_proof(PyObject *self, PyObject *args);
PyObject *py_search_proof(PyObject *self, PyObject *args);
PyObject *py_infer(PyObject *self, PyObject *args);

/* ---- vectors (vector.c, gpu.c) ---- */

/* The arguments of both kinds of vectors. False: with an exception. */
bool py_vector_asked(PyObject *args, struct bl_vector_spec *spec);
/* (places, bits, actions, players) */
PyObject *py_vector_sizes(const struct bl_vector_spec *spec);
/* The action at a place is not legal: NULL, with the clause that says so. */
PyObject *py_refuse_action(const struct bl_vector_spec *spec, const void *state, uint32_t place, int32_t action);
/* dlpack(owner, device, address, code, bits, dimensions, rows, columns): a capsule of DLPack's; the memory is the
 * owner's, which stays as long as it is used. */
PyObject *py_dlpack(PyObject *module, PyObject *args);

#endif
