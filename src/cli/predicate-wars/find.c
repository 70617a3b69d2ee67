/* find.c - a proof that the program finds: a hint, limited in time and stopped by Ctrl-C. */
#include "desk.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SECONDS = 5, GOALS = 8 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool must_stop(void *deadline)
{
    return play_signal(0) != 0 || now() > *(double *)deadline;
}

/* The proof so far as axioms: what is found goes on from it, with the same numbers. */
static struct bl_proof *starting_point(struct desk *d)
{
    const struct bl_proof *p = d->proof.proof;
    struct bl_proof *from = bl_proof_within(p);
    for (uint32_t n = 1; n <= bl_proof_lines(p); n++)
        bl_proof_axiom(from, &bl_proof_line(p, n)->s);
    return from;
}

/* Points that the search may spend. */
static uint32_t budget(const struct desk *d)
{
    int64_t left = desk_purse(d) - desk_cost(d);
    if (d->draft.kind == MOVE_BUY_PROOF)
        left /= 2;
    else if (d->view->head.setup.rulings[RULING_PROOF_COST] == COST_LINES)
        left = left > 0 ? 1000 : 0;
    else
        left--;
    return left > 0 ? (uint32_t)left : 0;
}

/* Game effects that stand anywhere in a statement. */
static unsigned gather_effects(const struct bl_logic *l, bl_term t, bl_term *out, unsigned n)
{
    bl_term condition;
    enum bl_shape shape = bl_term_shape(l, t);
    if (t == 0 || n == GOALS)
        return n;
    if (pw_effect_action(l, t, &condition)) {
        for (unsigned i = 0; i < n; i++)
            if (out[i] == t)
                return n;
        out[n++] = t;
        return n;
    }
    if (shape == BL_AND || shape == BL_OR || shape == BL_IMPLY) {
        n = gather_effects(l, bl_term_left(l, t), out, n);
        return gather_effects(l, bl_term_right(l, t), out, n);
    }
    return shape == BL_NOT ? gather_effects(l, bl_term_left(l, t), out, n) : n;
}

/* Instances of what stands under a quantifier, with the terms that a prover has. */
static unsigned gather_instances(struct bl_logic *l, bl_term t, bl_term *out, unsigned n)
{
    static const char *const terms[] = {"[chosenPlayer](1)", "[randPlayer](1)"};
    while (bl_term_shape(l, t) == BL_FORALL) {
        struct bl_statement with;
        struct bl_fault fault;
        bl_term body = bl_term_left(l, t);
        for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
            if (bl_statement_parse(l, terms[i], strlen(terms[i]), 0, BL_WFO, &with, &fault)) {
                t = bl_term_instantiate(l, body, with.term);
                n = t ? gather_effects(l, t, out, n) : n;
            }
    }
    return n;
}

static bool read_goal(struct session *s, const char *text, bl_term *goal)
{
    struct desk *d = desk_of(s);
    struct bl_statement statement;
    struct bl_fault fault;
    if (!bl_statement_parse(d->l, text, strlen(text), 0, BL_WFF, &statement, &fault)) {
        desk_show_fault(s, text, &fault);
        return false;
    }
    *goal = statement.term;
    return true;
}

static void keep_found(struct desk *d, const struct bl_found *f)
{
    struct desk_proof *p = &d->draft;
    for (unsigned i = 0; i < p->found_count; i++)
        free(p->found[i]);
    p->found_count = 0;
    for (uint32_t n = bl_proof_axioms(f->proof) + 1; n <= bl_proof_lines(f->proof); n++) {
        const struct bl_line *line = bl_proof_line(f->proof, n);
        struct bl_text text = bl_text_heap();
        bl_line_print(d->l, line, line->using ? desk_subproof_name(d, line->using) : NULL, false,
                      &text);
        if (p->found_count < BL_LEMMAS_MAX)
            p->found[p->found_count++] = desk_copy(text.s);
        bl_text_free(&text);
    }
}

static void show_found(struct session *s, const struct bl_found *f)
{
    struct desk *d = desk_of(s);
    struct bl_text out = bl_text_heap();
    uint32_t first = bl_proof_lines(d->proof.proof) + 1;
    if (d->draft.found_count == 0)
        bl_put(&out, f->line[1] ? "It is there already: two statements contradict each other.\n"
                                : "It is there already.\n");
    for (unsigned i = 0; i < d->draft.found_count; i++) {
        struct bl_text text = bl_text_heap();
        desk_put_text(&text, s, d->draft.found[i]);
        bl_putf(&out, first + i < 10 ? "   %d   " : "  %d   ", (int)(first + i));
        desk_put_wrapped(&out, s, text.s, 7, 9);
        bl_text_free(&text);
    }
    if (d->draft.found_count > 0)
        bl_putf(&out, "Found, for %d points; `use` adds these lines.\n",
                (int)bl_proof_points(f->proof));
    bl_putf(&out, f->line[1] ? "Then: submit %d %d\n" : "Then: submit %d\n", (int)f->line[0],
            (int)f->line[1]);
    if (d->draft.kind == MOVE_BUY_PROOF) {
        bl_text_clear(&out);
        for (unsigned i = 0; i < d->draft.found_count; i++)
            bl_putf(&out, "   %d   %s\n", (int)(first + i), d->draft.found[i]);
        bl_putf(&out, "Found, for %d points; `use` adds these lines.\n",
                (int)bl_proof_points(f->proof));
    }
    show(&out);
    bl_text_free(&out);
}

/* The goals to try: the one given; a contradiction; every effect in sight. */
static unsigned find_goals(struct session *s, const char *rest, bl_term *goals)
{
    struct desk *d = desk_of(s);
    goals[0] = 0;
    if (strcmp(rest, "contradiction") == 0 || (!*rest && d->draft.kind == MOVE_REFUTE))
        return 1;
    if (*rest)
        return read_goal(s, rest, &goals[0]) ? 1 : 0;
    if (d->draft.kind == MOVE_BUY_PROOF) {
        show_line("Search for what? `search STATEMENT` or `search contradiction`");
        return 0;
    }
    unsigned n = 0;
    for (uint32_t i = 1; i <= bl_proof_lines(d->proof.proof) && n < GOALS; i++)
        n = gather_effects(d->l, bl_proof_line(d->proof.proof, i)->s.term, goals, n);
    for (uint32_t i = 1; i <= bl_proof_lines(d->proof.proof) && n < GOALS; i++)
        n = gather_instances(d->l, bl_proof_line(d->proof.proof, i)->s.term, goals, n);
    if (n == 0)
        show_line("No game effect stands in these statements; `search STATEMENT` looks for one.");
    return n;
}

static void show_failed(enum bl_search_end end, bool interrupted, uint32_t points)
{
    if (interrupted)
        show_line("Stopped. Nothing was found until then.");
    else if (end == BL_NO_CONTRADICTION)
        show_line("There is none: the statements have a model.");
    else if (end == BL_STOPPED)
        show_line("Nothing was found in %d seconds, within %u points.", SECONDS, points);
    else
        show_line("Nothing was found within %u points.", points);
}

void desk_search(struct session *s, const char *rest)
{
    struct desk *d = desk_of(s);
    bl_term goals[GOALS];
    unsigned count = find_goals(s, rest, goals);
    double deadline = now();
    struct bl_found f = {.end = BL_NOT_FOUND};
    struct bl_search q = {.from = starting_point(d), .budget = budget(d), .steps = 20000000,
                          .stop = must_stop, .of = &deadline,
                          .values = d->draft.kind != MOVE_BUY_PROOF &&
                                            d->view->head.setup.rulings[RULING_EVALUATION] ==
                                                EVALUATION_YES
                                        ? &d->proof.values.values : NULL};
    for (unsigned i = 0; i < count && f.end != BL_FOUND && !play_signal(0); i++) {
        q.goal = goals[i];
        deadline = now() + (double)SECONDS / count;
        bl_search(d->l, &q, &f);
    }
    if (count == 0)
        return;
    if (f.end == BL_FOUND) {
        keep_found(d, &f);
        show_found(s, &f);
    } else {
        show_failed(f.end, play_signal(0) != 0, q.budget);
    }
    play_forget_interrupt();
}
