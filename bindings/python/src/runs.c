/* runs.c - many games between bots, and tournaments. */
#include "bots.h"

#include <string.h>

static bool write_text(void *to, const char *text, size_t size)
{
    bl_put_bytes(to, text, size);
    return true;
}

/* One number a seat. */
static PyObject *counts_out(const struct bl_run *run, const uint64_t *counts)
{
    PyObject *out = PyList_New(run->setup.players);
    for (int seat = 0; out && seat < run->setup.players; seat++)
        PyList_SetItem(out, seat, PyLong_FromUnsignedLongLong(counts[seat]));
    return out;
}

static PyObject *tally_out(const struct bl_run *run, const struct bl_tally *t, struct bl_text *text)
{
    PyObject *ends = PyDict_New();
    for (uint16_t c = 1; ends && c < run->game->clause_count; c++)
        if (t->ends[c] > 0) {
            PyObject *count = PyLong_FromUnsignedLongLong(t->ends[c]);
            if (!count || PyDict_SetItemString(ends, run->game->clauses[c].id, count) != 0)
                Py_CLEAR(ends);
            Py_XDECREF(count);
        }
    PyObject *lines = run->write ? py_text(text) : Py_NewRef(Py_None);
    return Py_BuildValue("{s:K,s:K,s:K,s:N,s:N,s:N,s:N,s:N,s:N}", "games", (unsigned long long)t->games, "decisions",
                         (unsigned long long)t->decisions, "unfinished", (unsigned long long)t->unfinished,
                         "wins", counts_out(run, t->wins), "refused", counts_out(run, t->refused), "faults",
                         counts_out(run, t->faults), "forfeits", counts_out(run, t->forfeits), "ends", ends,
                         "transcript", lines);
}

/* One bot plays at all seats, or there is one for each. */
static bool seat_bots(struct bl_run *run, const struct py_bots *bots, int players, const char *preset,
                      PyObject *options, PyObject *rulings)
{
    if (!py_setup(run->game, players ? players : bots->count > 1 ? (int)bots->count : 0, preset, options, rulings,
                  &run->setup))
        return false;
    for (unsigned seat = 0; seat < run->setup.players; seat++)
        run->bots[seat] = bots->list[bots->count == 1 ? 0 : seat];
    if (bots->count == 1 || bots->count == run->setup.players)
        return true;
    PyErr_Format(PyExc_ValueError, "%u bots for %d seats", bots->count, run->setup.players);
    return false;
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
    struct py_bots bots = {0};
    struct bl_run run = {.game = py_game(id), .seed = seed, .games = count, .cap = cap,
                         .jobs = jobs > 1 ? (unsigned)jobs : 1, .stop = py_stopped, .user = &bots,
                         .write = written ? write_text : NULL, .to = &text};
    struct bl_tally tally;
    PyObject *out = NULL;
    if (run.game && py_bots_read(&bots, names, BL_MAX_SEATS) &&
        seat_bots(&run, &bots, players, preset, options, rulings)) {
        py_bots_warn(&bots, run.game, &run.setup);
        Py_BEGIN_ALLOW_THREADS
        bl_run_games(&run, &tally);
        Py_END_ALLOW_THREADS
        out = PyErr_Occurred() ? NULL : tally_out(&run, &tally, &text);
        bl_tally_free(&tally);
    }
    if (!py_bots_done(&bots))
        Py_CLEAR(out);
    bl_text_free(&text);
    return out;
}

static PyObject *estimate_out(const struct bl_estimate *e, bool interval)
{
    return interval ? Py_BuildValue("ddd", e->value, e->low, e->high)
                    : Py_BuildValue("dOO", e->value, Py_None, Py_None);
}

static PyObject *standings_out(const struct bl_tournament *t, const struct bl_standings *s)
{
    PyObject *rows = PyList_New(t->bot_count);
    for (unsigned i = 0; rows && i < t->bot_count; i++) {
        const struct bl_standing *b = &s->bots[i];
        PyList_SetItem(rows, i, Py_BuildValue("{s:s,s:N,s:N,s:K,s:K,s:K,s:K,s:K}", "bot", t->bots[i]->name, "score",
            estimate_out(&b->score, s->intervals), "elo", estimate_out(&b->elo, s->intervals), "seats",
            (unsigned long long)b->seats, "wins", (unsigned long long)b->wins, "refused",
            (unsigned long long)b->refused, "faults", (unsigned long long)b->faults, "forfeits",
            (unsigned long long)b->forfeits));
    }
    return Py_BuildValue("{s:k,s:K,s:K,s:N}", "deals", (unsigned long)s->deals, "games",
                         (unsigned long long)s->games, "unfinished", (unsigned long long)s->unfinished, "bots", rows);
}

/* Who plays, by which set-up. */
static bool contest(struct bl_tournament *t, const struct py_bots *bots, int players, const char *preset,
                    PyObject *options, PyObject *rulings)
{
    if (bots->count < 2) {
        PyErr_SetString(PyExc_ValueError, "a tournament needs two bots at least");
        return false;
    }
    t->bot_count = bots->count;
    memcpy(t->bots, bots->list, sizeof t->bots);
    return py_setup(t->game, players, preset, options, rulings, &t->setup);
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
    struct py_bots bots = {0};
    struct bl_tournament t = {.game = py_game(id), .seed = seed, .deals = (uint32_t)deals, .cap = cap,
                              .jobs = jobs > 1 ? (unsigned)jobs : 1, .stop = py_stopped, .user = &bots};
    struct bl_standings s;
    PyObject *out = NULL;
    if (t.game && py_bots_read(&bots, names, BL_MAX_BOTS) && contest(&t, &bots, players, preset, options, rulings)) {
        py_bots_warn(&bots, t.game, &t.setup);
        Py_BEGIN_ALLOW_THREADS
        bl_play_tournament(&t, &s);
        Py_END_ALLOW_THREADS
        out = PyErr_Occurred() ? NULL : standings_out(&t, &s);
    }
    if (!py_bots_done(&bots))
        Py_CLEAR(out);
    return out;
}
