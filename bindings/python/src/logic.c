/* logic.c - the logic of Predicate Wars: statements, proofs, their search. */
#include "bylaw.h"

#include <string.h>

/* What is worked on; large, and for who holds the lock. */
static struct {
    struct bl_given_values given;
    struct bl_proof_file file;
    struct bl_answer answer;
} work;

static bool raise_at(size_t line, const struct bl_fault *fault)
{
    struct bl_text why = bl_text_heap();
    char place[64];
    struct bl_text at = BL_TEXT_FIXED(place);
    place[0] = '\0';
    if (line > 0)
        bl_putf(&at, "line %d, ", (int)line);
    bl_putf(&at, "column %d", (int)fault->column);
    bl_putf(&why, "%s: %s", place, fault->why);
    py_raise_fault(place, &why);
    return false;
}

static bool read_statement(struct bl_logic *l, const char *text, enum bl_want want, struct bl_statement *out)
{
    struct bl_fault fault;
    return bl_statement_parse(l, text, strlen(text), 0, want, out, &fault) || raise_at(0, &fault);
}

static PyObject *print_statement(const struct bl_logic *l, const struct bl_statement *s)
{
    struct bl_text text = bl_text_heap();
    bl_statement_print(l, s, false, &text);
    return py_take_text(&text);
}

static bool read_ruling(const char *name, enum bl_logic_ruling *out)
{
    *out = strcmp(name, "sound") == 0 ? BL_SOUND : BL_AS_WRITTEN;
    if (*out == BL_SOUND || strcmp(name, "as-written") == 0)
        return true;
    py_fault_at("logic", "'%s' is neither as-written nor sound", name);
    return false;
}

/* Values of the game, each a statement. */
static bool read_values(struct bl_logic *l, PyObject *values)
{
    Py_ssize_t n = PySequence_Size(values);
    bl_given_init(&work.given);
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *item = PySequence_GetItem(values, i);
        const char *text = item ? py_utf8(item, "values") : NULL;
        struct bl_statement s;
        bool good = text && read_statement(l, text, BL_WFF, &s);
        if (good && !bl_given_add(&work.given, l, s.term)) {
            py_fault_at("values", "'%s' is no value of a game function, or contradicts another", text);
            good = false;
        }
        Py_XDECREF(item);
        if (!good)
            return false;
    }
    return n >= 0;
}

PyObject *py_statement(PyObject *self, PyObject *given)
{
    const char *text = py_utf8(given, "statement");
    struct bl_statement s;
    PyObject *out = NULL;
    (void)self;
    if (!text)
        return NULL;
    struct bl_logic *l = bl_logic_new();
    if (read_statement(l, text, BL_WFF_OR_WFO, &s))
        out = Py_BuildValue("{s:s,s:N,s:i,s:O,s:O}", "kind", bl_term_is_wff(l, s.term) ? "wff" : "wfo", "canonical",
                            print_statement(l, &s), "points", (int)s.points, "closed",
                            bl_term_closed(l, s.term) ? Py_True : Py_False, "deterministic",
                            bl_term_deterministic(l, s.term, false) ? Py_True : Py_False);
    bl_logic_free(l);
    return out;
}

/* Reads and checks a proof file into `work`. */
static bool read_proof(struct bl_logic *l, const char *text, Py_ssize_t size, const char *ruling, PyObject *values)
{
    struct bl_read_fault fault;
    enum bl_logic_ruling by;
    if (!read_ruling(ruling, &by) || !read_values(l, values))
        return false;
    if (bl_proof_read(l, text, (size_t)size, by, work.given.count ? &work.given.values : NULL, &work.file, &fault))
        return true;
    if (!fault.rule)
        return raise_at(fault.line, &fault.at);
    BL_LOCAL struct bl_text clause = bl_text_heap(), fact = bl_text_heap();
    bl_putf(&clause, "L.P.%d", (int)fault.rule);
    bl_putf(&fact, "line %d: %s", (int)fault.line, bl_why_text(fault.why));
    py_raise_refused(clause.s, bl_rule_name(fault.rule), fact.s);
    return false;
}

static const char *name_of(const struct bl_proof *p)
{
    for (uint32_t i = 0; p && i < work.file.subproof_count; i++)
        if (work.file.subproofs[i].proof == p)
            return work.file.subproofs[i].name;
    return NULL;
}

static PyObject *proof_out(const struct bl_logic *l, const struct bl_proof *p)
{
    uint32_t count = bl_proof_lines(p);
    PyObject *lines = PyList_New(count);
    for (uint32_t i = 1; lines && i <= count; i++) {
        const struct bl_line *line = bl_proof_line(p, i);
        struct bl_text text = bl_text_heap();
        bl_line_print(l, line, name_of(line->subproof), false, &text);
        PyList_SetItem(lines, i - 1, py_take_text(&text));
    }
    return Py_BuildValue("{s:i,s:i,s:N}", "points", (int)bl_proof_points(p), "lemmas",
                         (int)(count - bl_proof_axioms(p)), "lines", lines);
}

PyObject *py_check_proof(PyObject *self, PyObject *args)
{
    const char *text, *ruling;
    Py_ssize_t size;
    PyObject *values;
    (void)self;
    if (!PyArg_ParseTuple(args, "s#sO:check_proof", &text, &size, &ruling, &values))
        return NULL;
    struct bl_logic *l = bl_logic_new();
    PyObject *out = read_proof(l, text, size, ruling, values) ? proof_out(l, work.file.proof) : NULL;
    bl_logic_free(l);
    return out;
}

PyObject *py_search_proof(PyObject *self, PyObject *args)
{
    const char *text, *ruling, *goal;
    Py_ssize_t size;
    struct py_number budget = {"budget", 0, UINT32_MAX, 0}, steps = {"steps", 0, UINT64_MAX, 0};
    PyObject *values, *out = NULL;
    struct bl_statement wanted = {0};
    (void)self;
    if (!PyArg_ParseTuple(args, "s#zO&O&sO:search_proof", &text, &size, &goal, py_to_number, &budget, py_to_number, &steps,
                          &ruling, &values))
        return NULL;
    struct bl_logic *l = bl_logic_new();
    if (read_proof(l, text, size, ruling, values) && (!goal || read_statement(l, goal, BL_WFF, &wanted))) {
        struct bl_search s = {.from = work.file.proof, .goal = wanted.term, .budget = (uint32_t)budget.value,
                              .steps = steps.value, .longer = 100000, .letter = true,
                              .values = work.given.count ? &work.given.values : NULL};
        struct bl_found found;
        bl_search(l, &s, &found);
        out = found.end == BL_FOUND ? proof_out(l, found.proof) : Py_NewRef(Py_None);
    }
    bl_logic_free(l);
    return out;
}

PyObject *py_infer(PyObject *self, PyObject *args)
{
    const char *name, *with, *ruling;
    PyObject *premises, *out = NULL;
    struct bl_question q = {0};
    (void)self;
    if (!PyArg_ParseTuple(args, "sOzs:infer", &name, &premises, &with, &ruling))
        return NULL;
    q.rule = bl_rule_find(name, strlen(name));
    Py_ssize_t n = PySequence_Size(premises);
    uint32_t least = 0, most = 0;
    if (!q.rule)
        return py_fault_at("rule", "there is no rule '%s'", name);
    bl_rule_premises(q.rule, &least, &most);
    if (n < (Py_ssize_t)least || n > (Py_ssize_t)most)
        return py_fault_at("premises", "%s takes %u to %u premises, not %zd", name, least, most, n);
    struct bl_logic *l = bl_logic_new();
    bool good = read_ruling(ruling, &q.ruling);
    for (Py_ssize_t i = 0; good && i < n; i++) {
        PyObject *item = PySequence_GetItem(premises, i);
        const char *text = item ? py_utf8(item, "premises") : NULL;
        good = text && read_statement(l, text, BL_WFF, &q.premise[q.premises++]);
        Py_XDECREF(item);
    }
    struct bl_statement free_one = {0};
    if (good && with)
        good = read_statement(l, with, BL_WFF_OR_WFO, &free_one);
    q.with = free_one.term;
    if (good) {
        bl_infer(l, &q, &work.answer);
        out = PyList_New(work.answer.count);
        for (uint32_t i = 0; out && i < work.answer.count; i++)
            PyList_SetItem(out, i, print_statement(l, &work.answer.conclusions[i]));
        if (out && work.answer.count == 0) {
            BL_LOCAL struct bl_text clause = bl_text_heap();
            bl_putf(&clause, "L.P.%d", (int)q.rule);
            Py_CLEAR(out);
            py_raise_refused(clause.s, name, bl_why_text(work.answer.why));
        }
    }
    bl_logic_free(l);
    return out;
}
