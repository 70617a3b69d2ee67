/* state.c - a position of a game, or what a seat sees of one. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

/* NULL before its first use. */
static struct bl_recorder *recorder;

struct bl_recorder *py_recorder(void)
{
    if (!recorder)
        recorder = calloc(1, sizeof *recorder);
    if (!recorder)
        PyErr_NoMemory();
    return recorder;
}

struct py_state *py_state_new(const struct bl_game *game, int viewer)
{
    allocfunc alloc = (allocfunc)PyType_GetSlot((PyTypeObject *)py_state_type, Py_tp_alloc);
    struct py_state *s = (struct py_state *)alloc((PyTypeObject *)py_state_type, 0);
    if (!s)
        return NULL;
    s->game = game;
    s->viewer = viewer;
    s->state = calloc(1, game->state_size);
    s->record = bl_text_heap();
    s->chance.game = game->code;
    if (!s->state) {
        Py_DECREF(s);
        return (struct py_state *)PyErr_NoMemory();
    }
    return s;
}

static void dealloc(PyObject *self)
{
    struct py_state *s = (struct py_state *)self;
    PyTypeObject *type = Py_TYPE(self);
    free(s->state);
    py_course_free(s->course);
    bl_text_free(&s->record);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* It begins here; NULL after an exception, and then it is gone. */
static PyObject *begin(struct py_state *s)
{
    py_course_free(s->course);
    s->course = py_course_start(s, NULL, 0);
    if (s->course)
        return (PyObject *)s;
    Py_DECREF(s);
    return NULL;
}

/* ---- made ------------------------------------------------------------------------ */

bool py_state_record(struct py_state *s, bool recorded)
{
    struct bl_recorder *r = recorded ? py_recorder() : NULL;
    s->recorded = recorded;
    if (!r)
        return !recorded;
    r->game = s->game;
    r->out = &s->record;
    bl_record_start(r, s->chance.seed, s->state);
    return true;
}

static PyObject *deal(PyObject *type, PyObject *args)
{
    const char *id, *preset;
    int recorded;
    struct py_number players = PY_PLAYERS, seed = PY_SEED;
    PyObject *options, *rulings;
    struct bl_setup setup;
    struct bl_context cx;
    (void)type;
    if (!PyArg_ParseTuple(args, "sO&zOOO&p:deal", &id, py_to_number, &players, &preset, &options, &rulings,
                          py_to_number, &seed, &recorded))
        return NULL;
    const struct bl_game *game = py_game(id);
    if (!game || !py_setup(game, (int)players.value, preset, options, rulings, &setup))
        return NULL;
    struct py_state *s = py_state_new(game, WHOLE);
    if (!s)
        return NULL;
    bl_context_init(&cx, game, seed.value);
    cx.scratch = py_scratch(game);
    game->rules->deal(s->state, &setup, &cx);
    s->chance = cx.chance;
    if (py_state_record(s, recorded))
        return begin(s);
    Py_DECREF((PyObject *)s);
    return NULL;
}

struct py_state *py_state_read(const char *id, const char *text, size_t size)
{
    const struct bl_game *game = py_game(id);
    struct py_state *s = game ? py_state_new(game, WHOLE) : NULL;
    if (!s)
        return NULL;
    struct bl_json_doc doc;
    const char *wrong = bl_read_position(game, text, size, s->state, &doc);
    if (!wrong)
        return s;
    struct bl_text why = bl_text_heap();
    bl_put(&why, wrong);
    Py_DECREF((PyObject *)s);
    size_t place = strcspn(wrong, ":");
    char at[200] = "";
    if (wrong[place] && place < sizeof at)
        memcpy(at, wrong, place);
    return py_raise_fault(*at ? at : NULL, &why);
}

static PyObject *read_position(PyObject *type, PyObject *args)
{
    const char *id, *text;
    Py_ssize_t size;
    struct py_number seed = PY_SEED;
    (void)type;
    if (!PyArg_ParseTuple(args, "ss#O&:read", &id, &text, &size, py_to_number, &seed))
        return NULL;
    struct py_state *s = py_state_read(id, text, (size_t)size);
    if (!s)
        return NULL;
    s->chance.seed = seed.value;
    return begin(s);
}

struct py_state *py_state_copy(const struct py_state *s)
{
    struct py_state *c = py_state_new(s->game, s->viewer);
    if (!c)
        return NULL;
    bl_copy(s->game, c->state, s->state);
    c->chance = s->chance;
    c->made = s->made;
    c->course = py_course_use(s->course);
    c->recorded = s->recorded;
    if (s->recorded)
        bl_put_bytes(&c->record, s->record.s, s->record.len);
    return c;
}

static PyObject *clone(PyObject *self, PyObject *none)
{
    (void)none;
    return (PyObject *)py_state_copy((struct py_state *)self);
}

/* ---- seats ----------------------------------------------------------------------- */

int py_read_seat(const struct py_state *s, PyObject *given, bool spectator)
{
    if (!given)
        return py_to_move(s) >= 0 || spectator ? py_to_move(s) : 0;
    if (given == Py_None && spectator)
        return BL_SPECTATOR;
    struct py_number seat = {"seat", 0, (uint64_t)py_players(s) - 1, 0};
    return py_to_number(given, &seat) ? (int)seat.value : -2;
}

/* What may be seen through a view is what its seat sees. */
bool py_may_look(const struct py_state *s, int seat)
{
    struct bl_text why = bl_text_heap();
    if (s->viewer == WHOLE || s->viewer == seat) {
        bl_text_free(&why);
        return true;
    }
    bl_put(&why, "this is the view of another seat");
    py_raise_fault("seat", &why);
    return false;
}

static PyObject *view(PyObject *self, PyObject *args)
{
    const struct py_state *s = (struct py_state *)self;
    PyObject *given = NULL;
    if (!PyArg_ParseTuple(args, "|O:view", &given))
        return NULL;
    int seat = py_read_seat(s, given, true);
    if (seat == -2 || !py_may_look(s, seat))
        return NULL;
    struct py_state *v = py_state_new(s->game, seat);
    if (v) {
        bl_view(s->game, s->state, seat, v->state);
        v->made = s->made;
        v->course = py_course_use(s->course);
    }
    return (PyObject *)v;
}

/* What a seat has seen; NULL after an exception. */
static struct py_record *record_of(const struct py_state *s, int seat)
{
    struct bl_past *past = py_past(s, seat);
    return past ? py_record_new(past) : NULL;
}

/* A whole state that fits all that a seat has seen, each as likely. */
static void guess(const struct py_state *s, int seat, const struct bl_past *past, uint64_t seed, void *out)
{
    struct bl_stream rng = bl_stream(seed, s->game->code, BL_FOR_SAMPLE, 0);
    struct bl_belief *belief = bl_believe(past, BL_SURE, 1, &rng);
    if (belief) {
        bl_belief_guess(belief, &rng, out);
    } else {
        bl_view(s->game, s->state, seat, out);
        bl_resample(s->game, out, seat, &rng, out);
    }
    bl_belief_free(belief);
}

static PyObject *resample(PyObject *self, PyObject *args)
{
    const struct py_state *s = (struct py_state *)self;
    PyObject *given = NULL;
    struct py_number seed = PY_SEED;
    if (!PyArg_ParseTuple(args, "OO&:resample", &given, py_to_number, &seed))
        return NULL;
    int seat = py_read_seat(s, given, true);
    if (seat == -2 || !py_may_look(s, seat))
        return NULL;
    struct py_state *v = py_state_new(s->game, WHOLE);
    struct py_record *record = v ? record_of(s, seat) : NULL;
    if (record) {
        guess(s, seat, record->past, seed.value, v->state);
        v->chance.seed = seed.value;
        v->made = s->made;
        v->course = py_course_start(v, record, record->past->count);
        py_record_free(record);
    }
    if (v && !v->course)
        Py_CLEAR(v);
    return (PyObject *)v;
}

static PyObject *past(PyObject *self, PyObject *given)
{
    const struct py_state *s = (struct py_state *)self;
    int seat = py_read_seat(s, given, true);
    return seat != -2 && py_may_look(s, seat) ? py_past_list(s, seat) : NULL;
}

/* ---- what it comes to ------------------------------------------------------------- */

static PyObject *result(PyObject *self, PyObject *none)
{
    const struct py_state *s = (struct py_state *)self;
    struct bl_result r = {.winner = -1};
    (void)none;
    if (py_to_move(s) >= 0)
        Py_RETURN_NONE;
    s->game->rules->result(s->state, &r);
    PyObject *ranking = PyList_New(r.ranked);
    for (int i = 0; ranking && i < r.ranked; i++)
        PyList_SetItem(ranking, i, PyLong_FromLong(r.ranking[i]));
    PyObject *winner = r.winner < 0 ? Py_NewRef(Py_None) : PyLong_FromLong(r.winner);
    return Py_BuildValue("{s:N,s:N,s:s}", "winner", winner, "ranking", ranking, "why", s->game->clauses[r.why].id);
}

static PyObject *rewards(PyObject *self, PyObject *none)
{
    const struct py_state *s = (struct py_state *)self;
    struct bl_result r = {.winner = -1};
    float worth[BL_MAX_SEATS];
    (void)none;
    if (py_to_move(s) < 0)
        s->game->rules->result(s->state, &r);
    bl_rewards(&r, (unsigned)py_players(s), worth);
    PyObject *out = PyList_New(py_players(s));
    for (int seat = 0; out && seat < py_players(s); seat++)
        PyList_SetItem(out, seat, PyFloat_FromDouble(worth[seat]));
    return out;
}

/* ---- written ---------------------------------------------------------------------- */

static PyObject *position(PyObject *self, PyObject *none)
{
    const struct py_state *s = (struct py_state *)self;
    struct bl_text out = bl_text_heap();
    (void)none;
    bl_put_position(&out, s->game, s->state);
    return py_take_text(&out);
}

static PyObject *table(PyObject *self, PyObject *args)
{
    const struct py_state *s = (struct py_state *)self;
    const struct bl_look look = {.unicode = true, .columns = 79};
    PyObject *given = NULL;
    struct bl_text out = bl_text_heap();
    if (!PyArg_ParseTuple(args, "|O:table", &given))
        return NULL;
    int seat = py_read_seat(s, given, true);
    void *seen = seat != -2 && py_may_look(s, seat) ? calloc(1, s->game->state_size) : NULL;
    if (!seen)
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    bl_view(s->game, s->state, seat, seen);
    s->game->notation->put_table(seen, seat, &look, &out);
    if (out.len > 0 && out.s[out.len - 1] != '\n')
        bl_put_char(&out, '\n');
    free(seen);
    return py_take_text(&out);
}

static PyObject *transcript(PyObject *self, PyObject *none)
{
    const struct py_state *s = (struct py_state *)self;
    struct bl_recorder *r = py_recorder();
    struct bl_text out = bl_text_heap();
    (void)none;
    if (!r)
        return NULL;
    if (!s->recorded) {
        bl_put(&out, "this game is not recorded: deal it with record=True");
        return py_raise_fault(NULL, &out);
    }
    bl_put_bytes(&out, s->record.s, s->record.len);
    r->game = s->game;
    r->out = &out;
    bl_record_end(r, s->state);
    return py_take_text(&out);
}

/* ---- what it is ------------------------------------------------------------------- */

static PyObject *compare(PyObject *self, PyObject *other, int how)
{
    if (!PyObject_TypeCheck(other, (PyTypeObject *)py_state_type) || (how != Py_EQ && how != Py_NE))
        Py_RETURN_NOTIMPLEMENTED;
    const struct py_state *a = (struct py_state *)self, *b = (struct py_state *)other;
    bool same = a->game == b->game && bl_same(a->game, a->state, b->state);
    return PyBool_FromLong(same == (how == Py_EQ));
}

static PyObject *get_to_move(PyObject *self, void *none)
{
    int seat = py_to_move((struct py_state *)self);
    (void)none;
    return seat < 0 ? Py_NewRef(Py_None) : PyLong_FromLong(seat);
}

static PyObject *get_players(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromLong(py_players((struct py_state *)self));
}

static PyObject *get_game(PyObject *self, void *none)
{
    (void)none;
    return PyUnicode_FromString(((struct py_state *)self)->game->id);
}

static PyObject *get_made(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromUnsignedLongLong(((struct py_state *)self)->made);
}

static PyObject *get_actions(PyObject *self, void *none)
{
    const struct py_state *s = (struct py_state *)self;
    (void)none;
    return PyLong_FromUnsignedLong(bl_action_count(s->game, &bl_head(s->state)->setup));
}

static PyObject *get_bits(PyObject *self, void *none)
{
    const struct py_state *s = (struct py_state *)self;
    (void)none;
    return PyLong_FromUnsignedLong(bl_observation_size(s->game, &bl_head(s->state)->setup));
}

static PyObject *get_viewer(PyObject *self, void *none)
{
    int viewer = ((struct py_state *)self)->viewer;
    (void)none;
    return viewer == WHOLE ? Py_NewRef(Py_None) : PyLong_FromLong(viewer);
}

static PyObject *get_suits(PyObject *self, void *none)
{
    const struct bl_fields *fields = ((struct py_state *)self)->game->fields;
    (void)none;
    return PyUnicode_FromString(fields && fields->pack ? fields->pack->suit_letters : "");
}

static PyGetSetDef members[] = {
    {"game", get_game, NULL, "the id of its game", NULL},
    {"players", get_players, NULL, "how many seats there are", NULL},
    {"to_move", get_to_move, NULL, "the seat whose decision is due; None when the game is over", NULL},
    {"made", get_made, NULL, "moves made since it was dealt", NULL},
    {"action_count", get_actions, NULL, "how many action numbers there are", NULL},
    {"observation_size", get_bits, NULL, "how many bits an observation has; 0: the game has none", NULL},
    {"suits", get_suits, NULL, "the letters of the suits in its pack; '' for a game without playing cards", NULL},
    {"viewer", get_viewer, NULL, "whose view it is, -1 for a spectator; None: the whole state", NULL},
    {0}
};

static PyMethodDef methods[] = {
    {"_deal", deal, METH_VARARGS | METH_STATIC, NULL},
    {"_read", read_position, METH_VARARGS | METH_STATIC, NULL},
    {"_resample", resample, METH_VARARGS, NULL},
    {"_explain", py_state_explain, METH_VARARGS, NULL},
    {"_ask", py_state_advise, METH_VARARGS, NULL},
    {"_past", past, METH_O, NULL},
    {"_kept", py_state_kept, METH_NOARGS, NULL},
    {"_restore", py_state_restore, METH_VARARGS | METH_STATIC, NULL},
    {"clone", clone, METH_NOARGS, "clone($self)\n--\n\nA copy that goes on by itself, with the same chance."},
    {"view", view, METH_VARARGS, "view($self, seat=..., /)\n--\n\nWhat a seat sees (None: a spectator; left out: the one to move)."},
    {"legal", py_state_legal, METH_NOARGS, "legal($self)\n--\n\nThe legal moves of the seat to move, as text."},
    {"actions", py_state_actions, METH_NOARGS, "actions($self)\n--\n\nThe same as action numbers, ascending; open moves have none."},
    {"apply", py_state_apply, METH_VARARGS, "apply($self, move, seat=None, /)\n--\n\nMakes a move, given as text or by its number. Raises Refused or Fault."},
    {"action_move", py_state_action_move, METH_O, "action_move($self, action, /)\n--\n\nThe text of an action number."},
    {"move_action", py_state_move_action, METH_O, "move_action($self, move, /)\n--\n\nThe action number of a move; None: it has none."},
    {"result", result, METH_NOARGS, "result($self)\n--\n\n{'winner', 'ranking', 'why'}; None: the game goes on."},
    {"rewards", rewards, METH_NOARGS, "rewards($self)\n--\n\nWhat the result is worth to each seat, from -1 to 1, in sum 0; all 0 before the end."},
    {"position", position, METH_NOARGS, "position($self)\n--\n\nThe position as JSON text, as `bylaw new` and `bylaw apply` write it."},
    {"table", table, METH_VARARGS, "table($self, seat=..., /)\n--\n\nThe table in words, as `bylaw show` has it."},
    {"transcript", transcript, METH_NOARGS, "transcript($self)\n--\n\nThe game so far as JSON lines, if it was dealt with record=True."},
    {"observation", py_state_observation, METH_VARARGS, "observation($self, seat, out=None, /)\n--\n\nWhat the seat sees, a byte a bit; into `out` if that is given."},
    {"mask", py_state_mask, METH_VARARGS, "mask($self, out=None, /)\n--\n\nA byte an action number: 1, it is legal for the seat to move."},
    {"observation_names", py_state_observation_names, METH_NOARGS, "observation_names($self)\n--\n\nWhat each bit of an observation says."},
    {0}
};

static PyObject *no_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    (void)type, (void)args, (void)names;
    PyErr_SetString(PyExc_TypeError, "states are dealt, or read: bylaw.deal, bylaw.read");
    return NULL;
}

static PyType_Slot slots[] = {
    {Py_tp_new, no_new},
    {Py_tp_dealloc, dealloc}, {Py_tp_methods, methods}, {Py_tp_getset, members},
    {Py_tp_richcompare, compare}, {Py_tp_hash, PyObject_HashNotImplemented},
    {Py_tp_doc, (void *)(uintptr_t)"A position of a game, or what a seat sees of one."}, {0, NULL}
};
PyType_Spec py_state_spec = {"bylaw._bylaw.State", sizeof(struct py_state), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
