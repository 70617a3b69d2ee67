/* bots.c - bots as Python names them: by a name, by the command of an engine, or what can be called. */
#include "bots.h"

#include <stdlib.h>
#include <string.h>

/* What can be called, as a bot. */
struct py_player {
    struct bl_bot bot;          /* `settings` is this */
    struct py_bots *of;
    PyObject *call, *name;
    struct engine_told told;
};

/* A seat that it has in a game. */
struct sitting {
    struct py_player *of;
    const struct bl_game *game;
    struct py_record *record;   /* what it has seen; NULL: nothing yet */
    struct engine_conduct conduct;
    void *scratch;              /* of the rules */
};

/* ---- what goes wrong ---------------------------------------------------------------- */

void py_tell(const char *line)
{
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyObject *logging = PyImport_ImportModule("logging");
    PyObject *logger = logging ? PyObject_CallMethod(logging, "getLogger", "s", "bylaw") : NULL;
    PyObject *done = logger ? PyObject_CallMethod(logger, "warning", "ss", "%s", line) : NULL;
    if (!done)
        PyErr_WriteUnraisable(logger);
    Py_XDECREF(done);
    Py_XDECREF(logger);
    Py_XDECREF(logging);
    PyErr_Restore(type, value, trace);
    PyGILState_Release(lock);
}

/* What was raised ends the call of ours that asked, which raises it again. */
static void keep_raised(struct py_bots *b)
{
    if (!b->raised)
        PyErr_Fetch(&b->raised, &b->value, &b->trace);
    PyErr_Clear();
}

bool py_stopped(void *bots)
{
    const struct py_bots *b = bots;
    PyGILState_STATE lock = PyGILState_Ensure();
    bool stop = b->raised || PyErr_CheckSignals() != 0;
    PyGILState_Release(lock);
    return stop;
}

/* ---- a question ----------------------------------------------------------------------- */

/* Why the answer is no move; false: it is not about that, and was raised. */
static bool put_fault(struct bl_text *why)
{
    PyObject *type, *value, *trace;
    if (!PyErr_ExceptionMatches(py_fault))
        return false;
    PyErr_Fetch(&type, &value, &trace);
    PyObject *text = value ? PyObject_Str(value) : NULL;
    const char *words = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    bl_put(why, words ? words : "it is no move");
    Py_XDECREF(text);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    PyErr_Clear();
    return true;
}

/* Holding the lock. False: `why` says what is wrong with the answer; nothing, if something was raised. */
static bool ask(struct sitting *s, const struct bl_decision *d, struct bl_text *words, struct bl_play *out,
                struct bl_text *why)
{
    struct py_bots *bots = s->of->of;
    if (bots->raised)
        return false;
    struct py_state *view = py_state_seen(d, &s->record);
    PyObject *answer = view ? PyObject_CallFunctionObjArgs(s->of->call, (PyObject *)view, NULL) : NULL;
    bool read = answer && py_read_move(view, answer, d->seat, words, out), good = read;
    if (read) {
        out->seat = (int8_t)d->seat;
        good = engine_allows(d, out, s->scratch);
        bl_put(why, good ? "" : "the move is not legal");
    } else if (!answer || !put_fault(why)) {
        keep_raised(bots);
    }
    Py_XDECREF(answer);
    Py_XDECREF((PyObject *)view);
    return good;
}

static void decide(struct sitting *s, const struct bl_decision *d, struct bl_text *words, struct bl_play *out)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    bool answered = false;
    if (!s->scratch)
        s->scratch = bl_scratch_new(d->game);
    if (!s->conduct.forfeits) {
        PyGILState_STATE lock = PyGILState_Ensure();
        answered = ask(s, d, words, out, &why);
        PyGILState_Release(lock);
        if (why.len > 0)
            engine_fault(&s->of->told, s->of->bot.name, d, why.s, ENGINE_FAULTS, &s->conduct);
    }
    if (!answered)
        engine_stand_in(NULL, d, s->scratch, words, out);
}

/* ---- as a bot --------------------------------------------------------------------------- */

/* Where there is no memory, each question is a sitting of its own. */
static void *sit(const struct bl_bot *bot, const struct bl_game *game)
{
    struct sitting *s = calloc(1, sizeof *s);
    if (s)
        *s = (struct sitting){.of = (struct py_player *)(uintptr_t)bot->settings, .game = game};
    return s;
}

static void stand_up(struct sitting *s)
{
    PyGILState_STATE lock = PyGILState_Ensure();
    py_record_free(s->record);
    PyGILState_Release(lock);
    bl_scratch_free(s->game, s->scratch);
}

static void rise(void *memory)
{
    stand_up(memory);
    free(memory);
}

static uint32_t faults(const void *memory, bool *forfeits)
{
    const struct sitting *s = memory;
    *forfeits = s->conduct.forfeits;
    return s->conduct.faults;
}

static void write_move(const struct bl_bot *bot, const struct bl_decision *d, struct bl_text *words,
                       struct bl_play *out)
{
    struct sitting once = {.of = (struct py_player *)(uintptr_t)bot->settings, .game = d->game};
    decide(d->memory ? d->memory : &once, d, words, out);
    if (!d->memory)
        stand_up(&once);
}

static void choose(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    BL_LOCAL struct bl_text words = bl_text_heap();
    write_move(bot, d, &words, out);
}

static const struct bl_bot kind = {
    .text = "what can be called in Python", .looks = true, .recalls = true, .follows = true, .sit = sit,
    .rise = rise, .faults = faults, .choose = choose, .write = write_move,
};

/* ---- the bots of a call -------------------------------------------------------------------- */

static const struct bl_bot *named(const char *name)
{
    struct bl_text why = bl_text_heap();
    const struct bl_bot *bot;
    if (strncmp(name, ENGINE_KIND, strlen(ENGINE_KIND)) == 0) {
        Py_BEGIN_ALLOW_THREADS   /* its hello is waited for */
        bot = engine_bot(name, &why);
        Py_END_ALLOW_THREADS
    } else {
        bot = bl_ask_bot(name, &why);
    }
    if (bot) {
        bl_text_free(&why);
        return bot;
    }
    if (why.len == 0)
        bl_putf(&why, "there is no bot '%s'", name);
    return py_raise_fault("bot", &why);
}

static const struct bl_bot *called(struct py_bots *b, PyObject *call)
{
    struct py_player *p = calloc(1, sizeof *p);
    if (!p)
        return (const struct bl_bot *)PyErr_NoMemory();
    b->players[b->count] = p;
    pthread_mutex_init(&p->told.lock, NULL);
    p->of = b;
    p->call = Py_NewRef(call);
    p->name = PyObject_GetAttrString(call, "__name__");
    if (!p->name) {
        PyErr_Clear();
        p->name = PyObject_GetAttrString((PyObject *)Py_TYPE(call), "__name__");
    }
    p->bot = kind;
    p->bot.name = p->name ? PyUnicode_AsUTF8AndSize(p->name, NULL) : NULL;
    p->bot.settings = p;
    return p->bot.name ? &p->bot : NULL;
}

bool py_bots_add(struct py_bots *b, PyObject *bot)
{
    struct bl_text why = bl_text_heap();
    const char *name = PyUnicode_Check(bot) ? py_utf8(bot, "bot") : NULL;
    if (!name && !PyErr_Occurred() && !PyCallable_Check(bot)) {
        bl_put(&why, "a bot is a name, or what can be called with a view");
        return py_raise_fault("bot", &why);
    }
    bl_text_free(&why);
    if (!PyErr_Occurred())
        b->list[b->count] = name ? named(name) : called(b, bot);
    b->count++;
    return !PyErr_Occurred();
}

bool py_bots_read(struct py_bots *b, PyObject *list, unsigned most)
{
    Py_ssize_t n = PySequence_Size(list);
    if (n < 1 || n > (Py_ssize_t)most) {
        if (!PyErr_Occurred())
            py_fault_at("bots", "1 to %u bots are needed, not %zd", most, n);
        return false;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *item = PySequence_GetItem(list, i);
        bool good = item && py_bots_add(b, item);
        Py_XDECREF(item);
        if (!good)
            return false;
    }
    return true;
}

void py_bots_warn(const struct py_bots *b, const struct bl_game *game, const struct bl_setup *setup)
{
    for (unsigned i = 0; i < b->count; i++) {
        BL_LOCAL struct bl_text why = bl_text_heap();
        if (b->list[i]->knows && !b->list[i]->knows(b->list[i], game, setup, &why))
            py_tell(why.s);
    }
}

bool py_bots_done(struct py_bots *b)
{
    bool good = !b->raised;
    if (b->raised)
        PyErr_Restore(b->raised, b->value, b->trace);
    for (unsigned i = 0; i < b->count; i++) {
        struct py_player *p = b->players[i];
        if (!p)
            continue;
        pthread_mutex_destroy(&p->told.lock);
        Py_XDECREF(p->call);
        Py_XDECREF(p->name);
        free(p);
    }
    return good && !PyErr_Occurred() && PyErr_CheckSignals() == 0;
}
