/* exhaust.c - every proof of at most three lemmas, so that the search can be held to it.
 *
 * Each lemma but the last is whatever bl_infer concludes, by each rule from each choice of
 * premises; what a rule leaves free is taken from the terms and statements that stand in the
 * proof and the goal, with 0, x and y. The last is the goal itself. Nothing here knows which
 * inference could be of use. */
#include "exhaust.h"

#include "logic/kernel/term.h"

#include <string.h>

#define TERMS 64
#define FORMULAS 64

/* What a rule's free part may be. */
struct parts {
    bl_term terms[TERMS], formulas[FORMULAS], functions[TERMS];
    uint32_t term_count, formula_count, function_count;
};

static void add(bl_term *list, uint32_t *count, uint32_t room, bl_term t)
{
    for (uint32_t i = 0; i < *count; i++)
        if (list[i] == t)
            return;
    if (*count < room)
        list[(*count)++] = t;
}

static bl_term variable(struct bl_logic *l, char letter)
{
    return bl_term_make(l, BL_VARIABLE, bl_symbol_make(l, letter, -1), 0);
}

/* The parts of t in which no variable is bound from outside. */
static void add_parts(struct bl_logic *l, struct parts *p, bl_term t)
{
    enum bl_shape s = bl_term_shape(l, t);
    bool whole = l->nodes[t].loose == 0;
    if (t == 0)
        return;
    if (whole && bl_term_is_wfo(l, t))
        add(p->terms, &p->term_count, TERMS, t);
    if (whole && bl_term_is_wff(l, t))
        add(p->formulas, &p->formula_count, FORMULAS, t);
    if (s == BL_APPLY && term_arity(l, bl_term_right(l, t)) == 1)
        add(p->functions, &p->function_count, TERMS,
            bl_term_make(l, BL_APPLY, bl_term_left(l, t),
                         bl_term_make(l, BL_ARGS, bl_term_make(l, BL_NUMBER, 0, 0), 0)));
    if (s <= BL_LETTER || (s >= BL_VARIABLE && s <= BL_NUMBER))
        return;
    if (s != BL_ATOM && s != BL_APPLY)
        add_parts(l, p, bl_term_left(l, t));
    if (s != BL_NOT && !shape_is_quantifier(s))
        add_parts(l, p, bl_term_right(l, t));
}

static void gather(struct exhaust *x, const struct bl_proof *p, struct parts *parts)
{
    memset(parts, 0, sizeof *parts);
    for (uint32_t i = 1; i <= bl_proof_lines(p); i++)
        add_parts(x->l, parts, bl_proof_line(p, i)->s.term);
    if (x->goal)
        add_parts(x->l, parts, x->goal);
    add(parts->terms, &parts->term_count, TERMS, bl_term_make(x->l, BL_NUMBER, 0, 0));
    add(parts->terms, &parts->term_count, TERMS, variable(x->l, 'x'));
    add(parts->terms, &parts->term_count, TERMS, variable(x->l, 'y'));
}

/* Makes q the same proof with one lemma more; false where that does not follow. */
static bool extend(struct bl_proof *q, const struct bl_proof *p, const struct bl_inference *more)
{
    bl_proof_clear(q);
    for (uint32_t i = 1; i <= bl_proof_lines(p); i++) {
        const struct bl_line *line = bl_proof_line(p, i);
        struct bl_inference again = {(enum bl_rule)line->rule, line->s,
                                     {line->premise[0], line->premise[1]}, line->premises,
                                     line->subproof};
        if (line->rule ? bl_proof_infer(q, &again) != 0 : !bl_proof_axiom(q, &line->s))
            return false;
    }
    return !more || bl_proof_infer(q, more) == 0;
}

static void keep(struct exhaust *x, const struct bl_proof *p, const struct bl_inference *more)
{
    struct bl_proof *q = bl_proof_within(x->from);
    if (!extend(q, p, more) || bl_proof_points(q) >= x->best)
        return;
    x->best = bl_proof_points(q);
    x->proof = q;
}

typedef void each(struct exhaust *x, const struct bl_proof *p, struct bl_inference *i, void *of);

/* Calls for every choice of rule, premises and subproof; `i` comes without a conclusion. */
static void each_call(struct exhaust *x, const struct bl_proof *p, each *call, void *of)
{
    uint32_t lines = bl_proof_lines(p);
    const struct bl_proof *z;
    for (unsigned rule = 1; rule < BL_EVALUATION; rule++) {
        struct bl_inference i = {.rule = (enum bl_rule)rule};
        uint32_t most, least;
        if (rule == BL_SUBSTITUTION)
            continue;   /* universal-instantiation once more */
        bl_rule_premises(i.rule, &least, &most);
        i.premises = most;
        for (uint32_t a = 1; a <= (most > 0 ? lines : 1); a++) {
            for (uint32_t b = 1; b <= (most > 1 ? lines : 1); b++) {
                i.premise[0] = most > 0 ? a : 0;
                i.premise[1] = most > 1 ? b : 0;
                i.subproof = NULL;
                if (!bl_rule_uses_subproof(i.rule))
                    call(x, p, &i, of);
                else
                    for (uint32_t n = 0; (z = bl_proof_owned(p, n)) != NULL; n++) {
                        i.subproof = z;
                        call(x, p, &i, of);
                    }
            }
        }
    }
}

/* The goal as the next lemma; only what uses the last one is worth asking. */
static void conclude(struct exhaust *x, const struct bl_proof *p, struct bl_inference *i, void *of)
{
    uint32_t last = bl_proof_lines(p);
    if (last > bl_proof_axioms(p) && i->premise[0] != last && i->premise[1] != last)
        return;
    i->c = *(const struct bl_statement *)of;
    x->tried++;
    if (bl_proof_follows(p, i) == 0)
        keep(x, p, i);
}

struct level {
    struct parts parts;
    uint32_t left;                    /* lemmas that may still come, this one counted */
};

static void go_on(struct exhaust *x, const struct bl_proof *p, uint32_t left);

static void take(struct exhaust *x, const struct bl_proof *p, const struct bl_inference *i,
                 uint32_t left)
{
    uint32_t cost = bl_proof_points(p) + i->c.points;
    x->tried++;
    if (x->goal)
        cost += bl_statement_of(x->l, x->goal).points;
    if (cost >= x->best)
        return;
    for (uint32_t n = 1; n <= bl_proof_lines(p); n++)   /* said again, it may have other names */
        if (bl_proof_line(p, n)->s.term == i->c.term && bl_term_shape(x->l, i->c.term) != BL_EXISTS)
            return;
    if (extend(x->room[left], p, i))
        go_on(x, x->room[left], left - 1);
}

static void each_with(struct exhaust *x, const struct bl_proof *p, struct bl_inference *i, void *of)
{
    const struct level *level = of;
    static struct bl_answer answers[4];   /* too large for the stack; one a level */
    struct bl_answer *a = &answers[level->left];
    struct bl_question q = {.rule = i->rule, .ruling = bl_proof_ruling(p), .subproof = i->subproof,
                            .premises = i->premises};
    struct bl_statement context[16];
    const bl_term *list = level->parts.terms;
    uint32_t count = level->parts.term_count;
    for (uint32_t n = 0; n < i->premises; n++)
        q.premise[n] = bl_proof_line(p, i->premise[n])->s;
    for (uint32_t n = 1; n <= bl_proof_lines(p); n++)   /* not the premises again */
        if ((i->premises < 1 || n != i->premise[0]) && (i->premises < 2 || n != i->premise[1]))
            context[q.context_count++] = bl_proof_line(p, n)->s;
    q.context = context;
    if (i->rule == BL_ADDITION || i->rule == BL_FALSY_AND) {
        list = level->parts.formulas;
        count = level->parts.formula_count;
    } else if (i->rule == BL_SUBSTITUTION_EQ) {
        list = level->parts.functions;
        count = level->parts.function_count;
    }
    bl_infer(x->l, &q, a);
    bool open = a->needs_with;
    for (uint32_t w = 0; w < (open ? count : 1); w++) {
        q.with = list[w];
        if (open)
            bl_infer(x->l, &q, a);
        for (uint32_t n = 0; n < a->count; n++) {
            i->c = a->conclusions[n];
            take(x, p, i, level->left);
        }
    }
}

static void go_on(struct exhaust *x, const struct bl_proof *p, uint32_t left)
{
    uint32_t found[2];
    struct level level = {.left = left};
    if (x->goal && left > 0) {
        struct bl_statement goal = bl_statement_of(x->l, x->goal);
        if (bl_proof_points(p) + goal.points < x->best)
            each_call(x, p, conclude, &goal);
    } else if (!x->goal && bl_proof_contradiction(p, found)) {
        keep(x, p, NULL);
        return;
    }
    if (left < (x->goal ? 2u : 1u))
        return;
    gather(x, p, &level.parts);
    each_call(x, p, each_with, &level);
}

void exhaust(struct exhaust *x)
{
    x->best = x->budget;
    x->proof = NULL;
    x->tried = 0;
    for (uint32_t i = 1; i <= bl_proof_axioms(x->from) && x->goal; i++)
        if (bl_proof_line(x->from, i)->s.term == x->goal)
            x->best = 0;
    struct bl_proof *start = bl_proof_within(x->from);
    for (uint32_t i = 0; i < 4; i++)
        x->room[i] = bl_proof_within(x->from);
    for (uint32_t i = 1; i <= bl_proof_axioms(x->from); i++)
        bl_proof_axiom(start, &bl_proof_line(x->from, i)->s);
    for (uint32_t lemmas = 0; lemmas <= x->lemmas; lemmas++)
        go_on(x, start, lemmas);
}
