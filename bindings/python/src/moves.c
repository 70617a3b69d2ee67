/* moves.c - the moves of a state: which are legal, made, explained, and what a bot would do. */
#include "bots.h"

#include <stdlib.h>

bl_move *py_list_moves(const struct py_state *s, uint32_t *count)
{
    bl_move *moves = malloc((s->game->max_moves + (size_t)1) * sizeof *moves);
    bool sees = s->viewer == WHOLE || s->viewer == py_to_move(s);
    *count = moves && py_to_move(s) >= 0 && sees ? s->game->rules->moves(s->state, moves) : 0;
    if (!moves)
        PyErr_NoMemory();
    return moves;
}

PyObject *py_state_legal(PyObject *self, PyObject *none)
{
    const struct py_state *s = (struct py_state *)self;
    uint32_t n;
    bl_move *moves = py_list_moves(s, &n);
    PyObject *out = moves ? PyList_New(n) : NULL;
    (void)none;
    for (uint32_t i = 0; out && i < n; i++) {
        struct bl_text text = bl_text_heap();
        bl_put_move(s->game, s->state, &(struct bl_play){moves[i], (int8_t)py_to_move(s), 0, NULL}, &text);
        PyObject *move = py_take_text(&text);
        if (!move || PyList_SetItem(out, i, move) != 0)
            Py_CLEAR(out);
    }
    free(moves);
    return out;
}

PyObject *py_state_actions(PyObject *self, PyObject *none)
{
    const struct py_state *s = (struct py_state *)self;
    const struct bl_setup *setup = &bl_head(s->state)->setup;
    uint32_t n;
    bl_move *moves = py_list_moves(s, &n);
    PyObject *out = moves ? PyList_New(0) : NULL;
    (void)none;
    for (uint32_t i = 0; out && i < n; i++) {
        uint32_t action = bl_action_of(s->game, setup, moves[i]);
        PyObject *number = action == BL_NO_ACTION ? NULL : PyLong_FromUnsignedLong(action);
        if (number && PyList_Append(out, number) != 0)
            Py_CLEAR(out);
        Py_XDECREF(number);
    }
    free(moves);
    if (out && PyList_Sort(out) != 0)
        Py_CLEAR(out);
    return out;
}

/* The number of an action; too large for one where it is negative, or no number of 32 bits. */
static bool read_action(PyObject *given, uint32_t *out)
{
    struct bl_text why = bl_text_heap();
    PyObject *kind = PyObject_GetAttrString((PyObject *)Py_TYPE(given), "__name__");
    const char *name = kind ? PyUnicode_AsUTF8AndSize(kind, NULL) : NULL;
    PyObject *number = name && PyIndex_Check(given) ? PyNumber_Index(given) : NULL;
    if (number) {
        int over = 0;
        long long action = PyLong_AsLongLongAndOverflow(number, &over);
        *out = over || action < 0 || action > UINT32_MAX ? UINT32_MAX : (uint32_t)action;
    } else if (name && !PyErr_Occurred()) {
        bl_putf(&why, "a move is its text or its action number, not %s", given == Py_None ? "None" : name);
        py_raise_fault("move", &why);
    }
    if (number)
        bl_text_free(&why);
    Py_XDECREF(kind);
    Py_XDECREF(number);
    return number != NULL;
}

bool py_read_move(const struct py_state *s, PyObject *given, int seat, struct bl_text *words,
                      struct bl_play *out)
{
    const struct bl_setup *setup = &bl_head(s->state)->setup;
    struct bl_text why = bl_text_heap();
    const struct bl_fact *wrong = NULL, none = {"there is no action of this number", NULL};
    if (PyUnicode_Check(given)) {
        const char *text = py_utf8(given, "move");
        if (!text)
            return false;
        wrong = s->game->notation->read_move(s->state, seat, text, out, words);
    } else {
        uint32_t action;
        if (!read_action(given, &action))
            return false;
        bl_move move = bl_action_move(s->game, setup, action);
        *out = (struct bl_play){.move = move, .seat = (int8_t)seat};
        wrong = move == BL_NO_MOVE ? &none : NULL;
    }
    if (wrong) {
        bl_put_fact(&why, wrong, NULL);
        py_raise_fault("move", &why);
        return false;
    }
    bl_text_free(&why);
    return true;
}

PyObject *py_state_apply(PyObject *self, PyObject *args)
{
    struct py_state *s = (struct py_state *)self;
    PyObject *given, *sitting = NULL;
    struct bl_play play;
    BL_LOCAL struct bl_text words = bl_text_heap();
    if (!PyArg_ParseTuple(args, "O|O:apply", &given, &sitting))
        return NULL;
    if (s->viewer != WHOLE) {
        PyErr_SetString(PyExc_TypeError, "a view cannot be played on; resample it first");
        return NULL;
    }
    struct bl_recorder *r = py_recorder();
    int seat = py_read_seat(s, sitting == Py_None ? NULL : sitting, false);
    if (!r || seat == -2 || !py_read_move(s, given, seat, &words, &play))
        return NULL;
    struct py_course *course = py_course_move(s->course, &play);
    if (!course)
        return NULL;
    r->game = s->game;
    r->out = &s->record;
    r->scratch = py_scratch(s->game);
    bool made = s->recorded ? bl_record_move(r, s->state, &play, &s->chance)
                            : bl_step(s->game, s->state, &play, &s->chance, r->scratch, &r->step);
    py_course_free(made ? s->course : course);
    if (!made)
        return py_raise_step(s->game, &r->step);
    s->course = course;
    s->made++;
    Py_RETURN_NONE;
}

PyObject *py_state_explain(PyObject *self, PyObject *args)
{
    const struct py_state *s = (struct py_state *)self;
    PyObject *given, *sitting = NULL;
    struct bl_play play;
    struct bl_chance chance = {.game = s->game->code};
    BL_LOCAL struct bl_text words = bl_text_heap();
    struct bl_text out = bl_text_heap();
    if (!PyArg_ParseTuple(args, "O|O:explain", &given, &sitting))
        return NULL;
    struct bl_recorder *r = py_recorder();
    int seat = py_read_seat(s, sitting == Py_None ? NULL : sitting, false);
    struct py_state *c = r && seat != -2 && py_may_look(s, WHOLE) ? py_state_copy(s) : NULL;
    if (!c || !py_read_move(s, given, seat, &words, &play)) {
        Py_XDECREF((PyObject *)c);
        return NULL;
    }
    bl_step(s->game, c->state, &play, &chance, py_scratch(s->game), &r->step);
    bl_json_put_grounds(&out, s->game, &r->step);
    Py_DECREF(c);
    return py_take_text(&out);
}

PyObject *py_state_action_move(PyObject *self, PyObject *given)
{
    const struct py_state *s = (struct py_state *)self;
    struct bl_play play;
    struct bl_text out = bl_text_heap();
    int seat = py_to_move(s) >= 0 ? py_to_move(s) : 0;
    if (!py_read_move(s, given, seat, NULL, &play))
        return NULL;
    bl_put_move(s->game, s->state, &play, &out);
    return py_take_text(&out);
}

PyObject *py_state_move_action(PyObject *self, PyObject *given)
{
    const struct py_state *s = (struct py_state *)self;
    struct bl_play play;
    BL_LOCAL struct bl_text words = bl_text_heap();
    int seat = py_to_move(s) >= 0 ? py_to_move(s) : 0;
    if (!py_read_move(s, given, seat, &words, &play))
        return NULL;
    uint32_t action = bl_action_of(s->game, &bl_head(s->state)->setup, play.move);
    if (action == BL_NO_ACTION)
        Py_RETURN_NONE;
    return PyLong_FromUnsignedLong(action);
}

/* What a bot would do, from what the seat to move sees, and has seen if it recalls that. Others may use the
 * state meanwhile: it thinks on what is its own. */
static PyObject *advice_of(const struct py_state *s, struct py_bots *bots, unsigned long long seed)
{
    const struct bl_bot *bot = bots->list[0];
    int seat = py_to_move(s);
    uint32_t n;
    bl_move *moves = py_list_moves(s, &n);
    void *seen = calloc(1, s->game->state_size);
    if (!moves || !seen || n == 0) {
        free(moves);
        free(seen);
        return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
    }
    struct bl_stream rng = bl_bot_stream(s->game, seed, seat, s->made);
    if (bot->cheats && s->viewer == WHOLE)
        bl_copy(s->game, seen, s->state);
    else
        bl_view(s->game, s->state, seat, seen);
    struct bl_past *past = bl_recalls(bot, s->game) ? py_past(s, seat) : NULL;
    const struct bl_patience patience = {py_stopped, bots};
    struct bl_decision d = {s->game, seen, seat, moves, n, &rng, NULL, &patience, past};
    struct bl_play play;
    BL_LOCAL struct bl_text words = bl_text_heap();
    struct bl_text out = bl_text_heap();
    void *scratch = bl_scratch_new(s->game);
    Py_BEGIN_ALLOW_THREADS
    bl_bot_play(bot, &d, scratch, &words, &play);
    Py_END_ALLOW_THREADS
    play.seat = (int8_t)seat;
    s->game->notation->put_move(seen, &play, &out);
    bl_scratch_free(s->game, scratch);
    bl_past_free(past);
    free(moves);
    free(seen);
    if (!PyErr_Occurred())
        return py_take_text(&out);
    bl_text_free(&out);
    return NULL;
}

PyObject *py_state_advise(PyObject *self, PyObject *args)
{
    const struct py_state *s = (struct py_state *)self;
    struct py_bots bots = {0};
    PyObject *bot, *out = NULL;
    struct py_number seed = PY_SEED;
    if (!PyArg_ParseTuple(args, "OO&:ask", &bot, py_to_number, &seed))
        return NULL;
    if (py_bots_add(&bots, bot)) {
        py_bots_warn(&bots, s->game, &bl_head(s->state)->setup);
        out = advice_of(s, &bots, seed.value);
    }
    if (!py_bots_done(&bots))
        Py_CLEAR(out);
    return out;
}
