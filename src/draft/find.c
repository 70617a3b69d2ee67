/* find.c - a proof that the program finds: a hint. */
#include "draft.h"

#include <string.h>
#include <strings.h>

#include "base/clock.h"

enum { GOALS = 8, STEPS = 20000000, LONGER = 20000 };

/* The proof so far as axioms: what is found goes on from it, with the same numbers. */
static struct bl_proof *starting_point(const struct bl_draft *d)
{
    const struct bl_proof *p = d->proof.proof;
    struct bl_proof *from = bl_proof_within(p);
    for (uint32_t n = 1; n <= bl_proof_lines(p); n++)
        bl_proof_axiom(from, &bl_proof_line(p, n)->s);
    return from;
}

/* Points that the search may spend. */
static uint32_t budget(const struct bl_draft *d)
{
    int64_t left = bl_draft_purse(d) - bl_draft_cost(d);
    if (d->kind == MOVE_BUY_PROOF)
        left /= 2;
    else if (d->view->head.setup.rulings[RULING_PROOF_COST] == COST_LINES)
        left = left > 0 ? 1000 : 0;
    else
        left--;
    return left > 0 ? (uint32_t)left : 0;
}

/* Game effects that stand anywhere in a statement. */
static bool gather_effects(void *of, const struct bl_logic *l, bl_term t)
{
    enum bl_shape shape = bl_term_shape(l, t);
    bool effect = pw_effect_action(l, t, NULL) != 0;
    if (effect)
        bl_draft_keep_term(of, t);
    return !effect && (shape == BL_AND || shape == BL_OR || shape == BL_IMPLY || shape == BL_NOT);
}

/* Instances of what stands under a quantifier, with the terms that a prover has. */
static void gather_instances(struct bl_logic *l, bl_term t, struct bl_draft_terms *goals)
{
    static const char *const terms[] = {"[chosenPlayer](1)", "[randPlayer](1)"};
    while (bl_term_shape(l, t) == BL_FORALL) {
        struct bl_statement with;
        struct bl_fault fault;
        bl_term body = bl_term_left(l, t);
        for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
            if (bl_statement_parse(l, terms[i], strlen(terms[i]), 0, BL_WFO, &with, &fault)) {
                t = bl_term_instantiate(l, body, with.term);
                bl_draft_walk(l, t, gather_effects, goals);
            }
    }
}

/* The goals to try: the one given; a contradiction, which is 0; every effect in sight. */
static struct bl_draft_terms find_goals(const struct bl_draft *d, bl_term goal, bool contradiction)
{
    struct bl_draft_terms goals = {.term = {goal}, .most = GOALS};
    bool one = goal || contradiction || d->kind == MOVE_REFUTE;
    goals.count = one;
    if (one || d->kind == MOVE_BUY_PROOF)
        return goals;
    for (uint32_t i = 1; i <= bl_proof_lines(d->proof.proof); i++)
        bl_draft_walk(d->l, bl_draft_term(d, i), gather_effects, &goals);
    for (uint32_t i = 1; i <= bl_proof_lines(d->proof.proof); i++)
        gather_instances(d->l, bl_draft_term(d, i), &goals);
    return goals;
}

/* One of the goals under search. */
struct trial {
    const struct bl_draft_search *q;
    unsigned index, count;
    double start;
};

static bool must_stop(void *of)
{
    const struct trial *t = of;
    return (t->q->stop && t->q->stop(t->q->of)) ||
           bl_now() > t->start + t->q->seconds * (t->index + 1) / t->count;
}

static void keep_found(struct bl_draft *d, struct bl_draft_search *q, const struct bl_found *f)
{
    d->found_at = bl_proof_lines(d->proof.proof);
    for (uint32_t n = bl_proof_axioms(f->proof) + 1; n <= bl_proof_lines(f->proof); n++)
        bl_draft_keep_step(d, &d->found, BL_LEMMAS_MAX, bl_proof_line(f->proof, n));
    q->points = bl_proof_points(f->proof);
    q->line[0] = f->line[0];
    q->line[1] = f->line[1];
}

enum bl_draft_end bl_draft_find(struct bl_draft *d, struct bl_draft_search *q)
{
    struct bl_statement goal = {0};
    bool contradiction = strcasecmp(q->goal, "contradiction") == 0;
    if (*q->goal && !contradiction &&
        !bl_statement_parse(d->l, q->goal, strlen(q->goal), 0, BL_WFF, &goal, &q->fault))
        return FOUND_NO_STATEMENT;
    struct bl_draft_terms goals = find_goals(d, goal.term, contradiction);
    struct trial t = {q, 0, goals.count, bl_now()};
    struct bl_found f = {.end = BL_NOT_FOUND};
    bool values = d->kind != MOVE_BUY_PROOF &&
                  d->view->head.setup.rulings[RULING_EVALUATION] == EVALUATION_YES;
    struct bl_search s = {.from = starting_point(d), .budget = budget(d), .steps = STEPS,
                          .longer = LONGER, .letter = true,
                          .stop = must_stop, .of = &t};
    q->budget = s.budget;
    bl_draft_clear_steps(&d->found);
    if (t.count == 0)
        return FOUND_NO_GOAL;
    for (; t.index < t.count && f.end != BL_FOUND; t.index++) {
        s.goal = goals.term[t.index];
        /* What the game says of who is not chosen yet is no ground to build on. */
        s.values = values && !bl_draft_unchosen(d, s.goal) ? &d->proof.values.values : NULL;
        bl_search(d->l, &s, &f);
    }
    if (f.end == BL_FOUND)
        keep_found(d, q, &f);
    return f.end == BL_FOUND              ? FOUND_PROOF
           : f.end == BL_STOPPED          ? FOUND_TIME_UP
           : f.end == BL_NO_CONTRADICTION ? FOUND_MODEL
                                          : FOUND_NONE;
}

/* A step with the numbers that its premises have now. */
static bool put_shifted(struct bl_text *out, const struct bl_draft *d,
                        const struct bl_draft_step *step, uint32_t by)
{
    struct bl_item item;
    struct bl_fault fault;
    if (!bl_item_parse(d->l, step->text.s, step->text.len, 0, &item, &fault))
        return false;
    for (uint32_t i = 0; i < item.i.premises; i++)
        if (item.i.premise[i] > d->found_at)
            item.i.premise[i] += by;
    uint8_t packed[PW_ITEM_MAX];
    const uint8_t *at = packed;
    bl_packed_item_print(&at, packed + bl_item_pack(d->l, &item, packed), false, out);
    return true;
}

bool bl_draft_use_found(struct bl_draft *d)
{
    unsigned before = d->item_count, i = 0;
    uint32_t by = bl_proof_lines(d->proof.proof) - d->found_at;
    for (; i < d->found.count; i++) {
        BL_LOCAL struct bl_text item = bl_text_heap();
        bool good = put_shifted(&item, d, &d->found.step[i], by) &&
                    bl_draft_add(d, item.s) == BL_DRAFT_ADDED;
        if (!good)
            break;
    }
    bool all = i == d->found.count;
    bl_draft_clear_steps(&d->found);
    if (!all)
        bl_draft_cut(d, before);
    return all;
}
