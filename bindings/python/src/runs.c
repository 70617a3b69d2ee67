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

/* How many moves games had. */
static PyObject *lengths_out(const struct bl_tally *t)
{
    unsigned long long p5 = bl_length_quantile(t, 0.05), p50 = bl_length_quantile(t, 0.5);
    unsigned long long p95 = bl_length_quantile(t, 0.95), max = t->lengths.max;
    double mean = t->games > 0 ? (double)t->decisions / (double)t->games : 0;
    return Py_BuildValue("{s:d,s:K,s:K,s:K,s:K}", "mean", mean, "p5", p5, "p50", p50, "p95", p95, "max", max);
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
    return Py_BuildValue("{s:K,s:K,s:K,s:N,s:N,s:N,s:N,s:N,s:N,s:N}", "games", (unsigned long long)t->games, "decisions",
                         (unsigned long long)t->decisions, "unfinished", (unsigned long long)t->unfinished,
                         "wins", counts_out(run, t->wins), "refused", counts_out(run, t->refused), "faults",
                         counts_out(run, t->faults), "forfeits", counts_out(run, t->forfeits), "ends", ends,
                         "moves", lengths_out(t), "transcript", lines);
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
    py_fault_at("bots", "%u bots for %d seats", bots->count, run->setup.players);
    return false;
}

static bool open_dataset(struct bl_run *run, const char *path)
{
    struct bl_text why = bl_text_heap();
    if (path && !(run->dataset = bl_dataset_begin(run, path, &why)))
        return py_raise_fault("dataset", &why);
    bl_text_free(&why);
    return true;
}

/* The file is there if the games were played. False: with an exception. */
static bool close_dataset(struct bl_dataset *d, bool keep)
{
    struct bl_text why = bl_text_heap();
    bool good = bl_dataset_end(d, keep, &why);
    if (!good && keep)
        return py_raise_fault("dataset", &why);
    bl_text_free(&why);
    return true;
}

PyObject *py_simulate(PyObject *self, PyObject *args)
{
    const char *id, *preset;
    const char *dataset;
    int written;
    struct py_number players = PY_PLAYERS, count = {"games", 0, UINT64_MAX, 0}, seed = PY_SEED, cap = PY_CAP;
    struct py_number jobs = PY_JOBS("jobs");
    PyObject *options, *rulings, *names;
    (void)self;
    if (!PyArg_ParseTuple(args, "sO&zOOOO&O&O&O&pz:simulate", &id, py_to_number, &players, &preset, &options,
                          &rulings, &names, py_to_number, &count, py_to_number, &seed, py_to_number, &cap,
                          py_to_number, &jobs, &written, &dataset))
        return NULL;
    struct bl_text text = bl_text_heap();
    struct py_bots bots = {0};
    struct bl_run run = {.game = py_game(id), .seed = seed.value, .games = count.value, .cap = cap.value,
                         .jobs = (unsigned)jobs.value, .stop = py_stopped, .user = &bots,
                         .write = written ? write_text : NULL, .to = &text};
    struct bl_tally tally;
    PyObject *out = NULL;
    if (run.game && py_bots_read(&bots, names, BL_MAX_SEATS) &&
        seat_bots(&run, &bots, (int)players.value, preset, options, rulings) && open_dataset(&run, dataset)) {
        py_bots_warn(&bots, run.game, &run.setup);
        Py_BEGIN_ALLOW_THREADS
        bl_run_games(&run, &tally);
        Py_END_ALLOW_THREADS
        out = PyErr_Occurred() ? NULL : tally_out(&run, &tally, &text);
        bl_tally_free(&tally);
    }
    if (!py_bots_done(&bots))
        Py_CLEAR(out);
    if (run.dataset && !close_dataset(run.dataset, out != NULL))
        Py_CLEAR(out);
    bl_text_free(&text);
    return out;
}

static PyObject *estimate_out(const struct bl_estimate *e, bool interval)
{
    return interval ? Py_BuildValue("ddd", e->value, e->low, e->high)
                    : Py_BuildValue("dOO", e->value, Py_None, Py_None);
}

/* Elo by wins is another only where a game names no more than its winner. */
static PyObject *standing_out(const char *name, const struct bl_standing *b, const struct bl_standings *all)
{
    PyObject *by_wins = all->by_wins ? estimate_out(&b->elo_wins, all->intervals) : Py_NewRef(Py_None);
    return Py_BuildValue("{s:s,s:N,s:N,s:N,s:K,s:K,s:K,s:K,s:K}", "bot", name, "score",
                         estimate_out(&b->score, all->intervals), "elo", estimate_out(&b->elo, all->intervals),
                         "elo_wins", by_wins, "seats", (unsigned long long)b->seats, "wins",
                         (unsigned long long)b->wins, "refused", (unsigned long long)b->refused, "faults",
                         (unsigned long long)b->faults, "forfeits", (unsigned long long)b->forfeits);
}

static PyObject *sprt_out(const struct bl_sprt *s)
{
    static const char *const verdicts[] = {
        [BL_SPRT_OPEN] = "open", [BL_SPRT_ELO0] = "elo0", [BL_SPRT_ELO1] = "elo1"};
    return Py_BuildValue("{s:d,s:d,s:d,s:d,s:s}", "elo0", s->elo0, "elo1", s->elo1, "ratio", bl_sprt_ratio(s),
                         "bound", BL_SPRT_BOUND, "verdict", verdicts[bl_sprt_verdict(s)]);
}

static PyObject *standings_out(const struct bl_tournament *t, const struct bl_standings *s)
{
    PyObject *rows = PyList_New(t->bot_count);
    for (unsigned i = 0; rows && i < t->bot_count; i++)
        PyList_SetItem(rows, i, standing_out(t->bots[i]->name, &s->bots[i], s));
    PyObject *sprt = t->sprt ? sprt_out(&s->sprt) : Py_NewRef(Py_None);
    return Py_BuildValue("{s:k,s:K,s:K,s:K,s:N,s:N}", "deals", (unsigned long)s->deals, "games",
                         (unsigned long long)s->games, "decisions", (unsigned long long)s->decisions, "unfinished",
                         (unsigned long long)s->unfinished, "bots", rows, "sprt", sprt);
}

/* Two numbers, the first below the second; or None. */
static bool read_sprt(PyObject *given, struct bl_tournament *t)
{
    struct bl_text why = bl_text_heap();
    if (given == Py_None)
        return true;
    t->sprt = true;
    if (!PyTuple_Check(given) || !PyArg_ParseTuple(given, "dd", &t->elo0, &t->elo1)) {
        PyErr_Clear();
        bl_put(&why, "two numbers are needed, (elo0, elo1)");
    } else if (!(t->elo0 < t->elo1 && t->elo0 > -2000 && t->elo1 < 2000)) {
        bl_put(&why, "the first number must be below the second, both between -2000 and 2000");
    } else if (t->bot_count != 2) {
        bl_putf(&why, "it compares two bots, not %d", (int)t->bot_count);
    } else {
        return true;
    }
    return py_raise_fault("sprt", &why);
}

static bool read_seating(const char *given, struct bl_tournament *t)
{
    static const char *const names[] = {
        [BL_SEATS_IN_TURN] = "in-turn", [BL_SEATS_TOGETHER] = "together", [BL_SEATS_ALONE] = "alone", NULL};
    struct bl_text why = bl_text_heap();
    int found = bl_find_name(names, given);
    t->seating = (enum bl_seating)found;
    if (found >= 0 && (found != BL_SEATS_ALONE || t->bot_count == 2))
        return true;
    if (found < 0)
        bl_putf(&why, "'%s' is not in-turn, together or alone", given);
    else
        bl_putf(&why, "alone: the first of two bots, not of %d", (int)t->bot_count);
    return py_raise_fault("seating", &why);
}

/* Who plays, by which set-up. */
static bool contest(struct bl_tournament *t, const struct py_bots *bots, int players, const char *preset,
                    PyObject *options, PyObject *rulings)
{
    if (bots->count < 2) {
        py_fault_at("bots", "a tournament needs two bots at least");
        return false;
    }
    t->bot_count = bots->count;
    memcpy(t->bots, bots->list, sizeof t->bots);
    return py_setup(t->game, players, preset, options, rulings, &t->setup);
}

PyObject *py_tournament(PyObject *self, PyObject *args)
{
    const char *id, *preset, *seating;
    struct py_number players = PY_PLAYERS, deals = {"deals", 1, 1000000, 0}, seed = PY_SEED, cap = PY_CAP;
    struct py_number jobs = PY_JOBS("jobs");
    PyObject *options, *rulings, *names, *sprt;
    (void)self;
    if (!PyArg_ParseTuple(args, "sO&zOOOO&O&O&O&sO:tournament", &id, py_to_number, &players, &preset, &options,
                          &rulings, &names, py_to_number, &deals, py_to_number, &seed, py_to_number, &cap,
                          py_to_number, &jobs, &seating, &sprt))
        return NULL;
    struct py_bots bots = {0};
    struct bl_tournament t = {.game = py_game(id), .seed = seed.value, .deals = (uint32_t)deals.value,
                              .cap = cap.value, .jobs = (unsigned)jobs.value, .stop = py_stopped, .user = &bots};
    struct bl_standings s;
    PyObject *out = NULL;
    if (t.game && py_bots_read(&bots, names, BL_MAX_BOTS) &&
        contest(&t, &bots, (int)players.value, preset, options, rulings) && read_sprt(sprt, &t) && read_seating(seating, &t)) {
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

/* Weights for the bot `learned`, from here on. */
PyObject *py_give_weights(PyObject *self, PyObject *args)
{
    const char *bytes;
    Py_ssize_t size;
    struct bl_text why = bl_text_heap();
    (void)self;
    if (!PyArg_ParseTuple(args, "y#:give_weights", &bytes, &size))
        return NULL;
    if (!bl_give_weights(bytes, (size_t)size, &why))
        return py_raise_fault("weights", &why);
    bl_text_free(&why);
    Py_RETURN_NONE;
}
