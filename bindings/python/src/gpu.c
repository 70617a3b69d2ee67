/* gpu.c - vectors on a GPU, and arrays that other packages take over without a copy. */
#include "bylaw.h"

#include <string.h>

/* ---- DLPack: arrays in the words that all packages know ------------------------- */

/* As its documents lay it out (version 0.8, which later readers take as well). */
struct dl_tensor {
    void *data;
    struct {
        int32_t kind, number;   /* of a device: 1 is the CPU, 2 a GPU of NVIDIA's */
    } device;
    int32_t dimensions;
    struct {
        uint8_t code, bits;     /* 0 is int, 1 unsigned, 2 float */
        uint16_t lanes;
    } type;
    int64_t *shape, *strides;
    uint64_t offset;
};
struct dl_managed {
    struct dl_tensor tensor;
    void *owner;
    void (*end)(struct dl_managed *);
};
enum { MOST_DIMENSIONS = 2 };
struct array {
    struct dl_managed managed;
    int64_t shape[MOST_DIMENSIONS];
};
static const char fresh[] = "dltensor";   /* and "used_dltensor" once somebody has taken it over */

/* Called by whoever took it over, from any thread. */
static void end_array(struct dl_managed *m)
{
    PyGILState_STATE lock = PyGILState_Ensure();
    Py_DECREF((PyObject *)m->owner);
    PyMem_Free(m);
    PyGILState_Release(lock);
}

static void end_capsule(PyObject *capsule)
{
    if (PyCapsule_IsValid(capsule, fresh)) {
        struct dl_managed *m = PyCapsule_GetPointer(capsule, fresh);
        m->end(m);
    }
}

PyObject *py_dlpack(PyObject *module, PyObject *args)
{
    PyObject *owner;
    int kind, code, bits, dimensions;
    unsigned long long address;
    long long shape[MOST_DIMENSIONS];
    (void)module;
    if (!PyArg_ParseTuple(args, "OiKiiiLL:dlpack", &owner, &kind, &address, &code, &bits, &dimensions, &shape[0],
                          &shape[1]))
        return NULL;
    struct array *a = PyMem_Calloc(1, sizeof *a);
    if (!a)
        return PyErr_NoMemory();
    a->shape[0] = shape[0];
    a->shape[1] = shape[1];
    a->managed = (struct dl_managed){.owner = Py_NewRef(owner), .end = end_array,
        .tensor = {.data = (void *)(uintptr_t)address, .device = {kind, 0}, .dimensions = dimensions,
                   .type = {(uint8_t)code, (uint8_t)bits, 1}, .shape = a->shape}};
    PyObject *capsule = PyCapsule_New(&a->managed, fresh, end_capsule);
    if (!capsule)
        end_array(&a->managed);
    return capsule;
}

/* ---- vectors -------------------------------------------------------------------- */

enum { BUFFERS = 7, TAKEN = BUFFERS + 1 };   /* of an outlook; and actions */

struct py_gpu_vector {
    PyObject_HEAD
    struct bl_gpu_vector *v;
    struct bl_vector_spec spec;
    void *taken[TAKEN];
    int count;
};

static PyObject *make(PyTypeObject *type, PyObject *args, PyObject *names)
{
    struct bl_vector_spec spec;
    struct bl_text why = bl_text_heap();
    (void)names;
    if (!py_vector_asked(args, &spec))
        return NULL;
    struct bl_gpu_vector *v = bl_gpu_vector_new(&spec, &why);
    if (!v)
        return py_raise_fault("on", &why);
    bl_text_free(&why);
    struct py_gpu_vector *self = (struct py_gpu_vector *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (!self) {
        bl_gpu_vector_free(v);
        return NULL;
    }
    self->v = v;
    self->spec = spec;
    return (PyObject *)self;
}

static void dealloc(PyObject *self)
{
    struct py_gpu_vector *p = (struct py_gpu_vector *)self;
    PyTypeObject *type = Py_TYPE(self);
    for (int i = 0; i < p->count; i++)
        bl_gpu_give(p->v, p->taken[i]);
    bl_gpu_vector_free(p->v);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* NULL, with what the device says. */
static PyObject *failed(struct bl_text *why)
{
    PyErr_SetString(PyExc_RuntimeError, why->s);
    bl_text_free(why);
    return NULL;
}

/* Memory of the device that lives as long as the vector: its address. */
static PyObject *take(PyObject *self, PyObject *size)
{
    struct py_gpu_vector *p = (struct py_gpu_vector *)self;
    size_t bytes = PyLong_AsSize_t(size);
    struct bl_text why = bl_text_heap();
    if (PyErr_Occurred())
        return NULL;
    if (p->count == TAKEN) {
        PyErr_SetString(PyExc_RuntimeError, "a vector has no more arrays than these");
        return NULL;
    }
    void *there = bl_gpu_take(p->v, bytes, &why);
    if (!there)
        return failed(&why);
    bl_text_free(&why);
    p->taken[p->count++] = there;
    return PyLong_FromVoidPtr(there);
}

static PyObject *fetch(PyObject *self, PyObject *args)
{
    unsigned long long address;
    Py_ssize_t size;
    struct bl_text why = bl_text_heap();
    if (!PyArg_ParseTuple(args, "Kn:fetch", &address, &size))
        return NULL;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, size);
    if (bytes && !bl_gpu_fetch(((struct py_gpu_vector *)self)->v, PyBytes_AsString(bytes),
                               (void *)(uintptr_t)address, (size_t)size, &why)) {
        Py_DECREF(bytes);
        return failed(&why);
    }
    bl_text_free(&why);
    return bytes;
}

static PyObject *send(PyObject *self, PyObject *args)
{
    unsigned long long address;
    const char *bytes;
    Py_ssize_t size;
    struct bl_text why = bl_text_heap();
    if (!PyArg_ParseTuple(args, "Ky#:send", &address, &bytes, &size))
        return NULL;
    if (!bl_gpu_send(((struct py_gpu_vector *)self)->v, (void *)(uintptr_t)address, bytes, (size_t)size, &why))
        return failed(&why);
    bl_text_free(&why);
    return Py_NewRef(Py_None);
}

/* The addresses in the order of struct bl_outlook; 0: not written. */
static struct bl_outlook outlook_at(const unsigned long long at[BUFFERS])
{
    void *p[BUFFERS];
    for (int k = 0; k < BUFFERS; k++)
        p[k] = (void *)(uintptr_t)at[k];
    return (struct bl_outlook){p[0], p[1], p[2], p[3], p[4], p[5], p[6]};
}

/* The action at a place is not legal: by which clause. */
static PyObject *refuse(struct py_gpu_vector *p, const int32_t *actions, uint32_t place)
{
    struct bl_text why = bl_text_heap();
    int32_t action = -1;
    const void *state = bl_gpu_vector_state(p->v, place, &why);
    if (!state || !bl_gpu_fetch(p->v, &action, actions + place, sizeof action, &why))
        return failed(&why);
    bl_text_free(&why);
    return py_refuse_action(&p->spec, state, place, action);
}

static PyObject *step(PyObject *self, PyObject *args)
{
    struct py_gpu_vector *p = (struct py_gpu_vector *)self;
    unsigned long long actions, at[BUFFERS];
    struct bl_text why = bl_text_heap();
    uint32_t refused = UINT32_MAX;
    bool done;
    if (!PyArg_ParseTuple(args, "KKKKKKKK:step", &actions, &at[0], &at[1], &at[2], &at[3], &at[4], &at[5], &at[6]))
        return NULL;
    struct bl_outlook out = outlook_at(at);
    const int32_t *chosen = (const int32_t *)(uintptr_t)actions;
    Py_BEGIN_ALLOW_THREADS
    done = bl_gpu_vector_step(p->v, chosen, &out, &refused, &why);
    Py_END_ALLOW_THREADS
    if (!done && refused == UINT32_MAX)
        return failed(&why);
    bl_text_free(&why);
    return done ? Py_NewRef(Py_None) : refuse(p, chosen, refused);
}

/* Deals anew if a seed is given, and writes what there is to see. */
static PyObject *look(PyObject *self, PyObject *args)
{
    struct py_gpu_vector *p = (struct py_gpu_vector *)self;
    unsigned long long at[BUFFERS];
    PyObject *seed;
    struct bl_text why = bl_text_heap();
    bool done;
    if (!PyArg_ParseTuple(args, "OKKKKKKK:look", &seed, &at[0], &at[1], &at[2], &at[3], &at[4], &at[5], &at[6]))
        return NULL;
    struct py_number number = PY_SEED;
    if (seed != Py_None && !py_to_number(seed, &number))
        return NULL;
    struct bl_outlook out = outlook_at(at);
    Py_BEGIN_ALLOW_THREADS
    done = (seed == Py_None || bl_gpu_vector_deal(p->v, number.value, &why)) && bl_gpu_vector_look(p->v, &out, &why);
    Py_END_ALLOW_THREADS
    if (!done)
        return failed(&why);
    bl_text_free(&why);
    return Py_NewRef(Py_None);
}

static PyObject *position(PyObject *self, PyObject *given)
{
    struct py_gpu_vector *p = (struct py_gpu_vector *)self;
    struct py_number place = {"place", 0, p->spec.places - 1, 0};
    if (!py_to_number(given, &place))
        return NULL;
    struct bl_text out = bl_text_heap();
    const void *state = bl_gpu_vector_state(p->v, (uint32_t)place.value, &out);
    if (!state)
        return failed(&out);
    bl_put_position(&out, p->spec.game, state);
    return py_take_text(&out);
}

static PyObject *sizes(PyObject *self, PyObject *none)
{
    (void)none;
    return py_vector_sizes(&((struct py_gpu_vector *)self)->spec);
}

static PyMethodDef methods[] = {
    {"take", take, METH_O, NULL},         {"fetch", fetch, METH_VARARGS, NULL},
    {"send", send, METH_VARARGS, NULL},   {"step", step, METH_VARARGS, NULL},
    {"look", look, METH_VARARGS, NULL},   {"position", position, METH_O, NULL},
    {"sizes", sizes, METH_NOARGS, NULL},  {0}
};

static PyType_Slot slots[] = {
    {Py_tp_new, make}, {Py_tp_dealloc, dealloc}, {Py_tp_methods, methods},
    {Py_tp_doc, (void *)(uintptr_t)"Games side by side on a GPU; bylaw.Vector is how to use it."}, {0, NULL}
};
PyType_Spec py_gpu_vector_spec = {"bylaw._bylaw.GpuVector", sizeof(struct py_gpu_vector), 0, Py_TPFLAGS_DEFAULT, slots};
