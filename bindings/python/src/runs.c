/* runs.c - many games between bots, and tournaments. */
#include "bylaw.h"

/* The bots of a list, at most `most`; how many, 0 after an exception. */
static unsigned read_bots(PyObject *names, const struct bl_bot **out, unsigned most)
{
    Py_ssize_t n = PySequence_Size(names);
    if (n < 1 || n > (Py_ssize_t)most) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "1 to %u bots are needed, not %zd", most, n);
        return 0;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *item = PySequence_GetItem(names, i);
        const char *name = item ? PyUnicode_AsUTF8AndSize(item, NULL) : NULL;
        out[i] = name ? py_bot(name) : NULL;
        Py_XDECREF(item);
        if (!out[i])
            return 0;
    }
    return (unsigned)n;
}

static bool write_text(void *to, const char *text, size_t size)
{
    bl_put_bytes(to, text, size);
    return true;
}

/* Ctrl-C ends a run. */
static bool is_stopped(void *user)
{
    PyGILState_STATE lock = PyGILState_Ensure();
    bool stop = PyErr_CheckSignals() != 0;
    (void)user;
    PyGILState_Release(lock);
    return stop;
}

static PyObject *tally_out(const struct bl_run *run, const struct bl_tally *t, struct bl_text *text)
{
    PyObject *wins = PyList_New(run->setup.players), *ends = PyDict_New();
    for (int seat = 0; wins && seat < run->setup.players; seat++)
        PyList_SetItem(wins, seat, PyLong_FromUnsignedLongLong(t->wins[seat]));
    for (uint16_t c = 1; ends && c < run->game->clause_count; c++)
        if (t->ends[c] > 0) {
            PyObject *count = PyLong_FromUnsignedLongLong(t->ends[c]);
            if (!count || PyDict_SetItemString(ends, run->game->clauses[c].id, count) != 0)
                Py_CLEAR(ends);
            Py_XDECREF(count);
        }
    PyObject *lines = run->write ? py_text(text) : Py_NewRef(Py_None);
    return Py_BuildValue("{s:K,s:K,s:K,s:N,s:N,s:N}", "games", (unsigned long long)t->games, "decisions",
                         (unsigned long long)t->decisions, "unfinished", (unsigned long long)t->unfinished,
                         "wins", wins, "ends", ends, "transcript", lines);
}

PyObject *py_simulate(PyObject *self, PyObject *args)
{
    const char *id, *preset;
    int players, jobs, written;
    unsigned long long count, seed, cap;
    PyObject *options, *rulings, *names;
    (void)self;
    if (!PyArg_ParseTuple(args, "sizOOOKKKip:simulate", &id, &players, &preset, &options, &rulings, &names,
                          &count, &seed, &cap, &jobs, &written))
        return NULL;
    struct bl_text text = bl_text_heap();
    struct bl_run run = {.game = py_game(id), .seed = seed, .games = count, .cap = cap,
                         .jobs = jobs > 1 ? (unsigned)jobs : 1, .stop = is_stopped,
                         .write = written ? write_text : NULL, .to = &text};
    const struct bl_bot *bots[BL_MAX_SEATS];
    struct bl_tally tally;
    if (!run.game)
        return NULL;
    unsigned n = read_bots(names, bots, BL_MAX_SEATS);
    if (!n || !py_setup(run.game, players ? players : n > 1 ? (int)n : 0, preset, options, rulings, &run.setup))
        return NULL;
    if (n != 1 && n != run.setup.players) {
        PyErr_Format(PyExc_ValueError, "%u bots for %d seats", n, run.setup.players);
        return NULL;
    }
    for (unsigned seat = 0; seat < run.setup.players; seat++)
        run.bots[seat] = bots[n == 1 ? 0 : seat];
    Py_BEGIN_ALLOW_THREADS
    bl_run_games(&run, &tally);
    Py_END_ALLOW_THREADS
    PyObject *out = PyErr_CheckSignals() == 0 && !PyErr_Occurred() ? tally_out(&run, &tally, &text) : NULL;
    bl_tally_free(&tally);
    bl_text_free(&text);
    return out;
}

static PyObject *estimate_out(const struct bl_estimate *e, bool interval)
{
    return interval ? Py_BuildValue("ddd", e->value, e->low, e->high)
                    : Py_BuildValue("dOO", e->value, Py_None, Py_None);
}

PyObject *py_tournament(PyObject *self, PyObject *args)
{
    const char *id, *preset;
    int players, jobs;
    unsigned long deals;
    unsigned long long seed, cap;
    PyObject *options, *rulings, *names;
    (void)self;
    if (!PyArg_ParseTuple(args, "sizOOOkKKi:tournament", &id, &players, &preset, &options, &rulings, &names,
                          &deals, &seed, &cap, &jobs))
        return NULL;
    struct bl_tournament t = {.game = py_game(id), .seed = seed, .deals = (uint32_t)deals, .cap = cap,
                              .jobs = jobs > 1 ? (unsigned)jobs : 1, .stop = is_stopped};
    struct bl_standings s;
    if (!t.game || !(t.bot_count = read_bots(names, t.bots, BL_MAX_BOTS)) ||
        !py_setup(t.game, players, preset, options, rulings, &t.setup))
        return NULL;
    if (t.bot_count < 2) {
        PyErr_SetString(PyExc_ValueError, "a tournament needs two bots at least");
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    bl_play_tournament(&t, &s);
    Py_END_ALLOW_THREADS
    if (PyErr_CheckSignals() != 0 || PyErr_Occurred())
        return NULL;
    PyObject *rows = PyList_New(t.bot_count);
    for (unsigned i = 0; rows && i < t.bot_count; i++) {
        const struct bl_standing *b = &s.bots[i];
        PyList_SetItem(rows, i, Py_BuildValue("{s:s,s:N,s:N,s:K,s:K,s:K,s:K}", "bot", t.bots[i]->name, "score",
            estimate_out(&b->score, s.intervals), "elo", estimate_out(&b->elo, s.intervals), "seats",
            (unsigned long long)b->seats, "wins", (unsigned long long)b->wins, "refused",
            (unsigned long long)b->refused, "faults", (unsigned long long)b->faults));
    }
    return Py_BuildValue("{s:k,s:K,s:K,s:N}", "deals", (unsigned long)s.deals, "games",
                         (unsigned long long)s.games, "unfinished", (unsigned long long)s.unfinished, "bots", rows);
}
