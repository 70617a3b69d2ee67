/* conclude.c - what follows: by one rule, or by all of them, from statements of a draft. */
#include "draft.h"

#include <string.h>

enum { CONTEXT = BL_LEMMAS_MAX + 512 };

bool bl_draft_takes(enum bl_rule rule, uint32_t premises)
{
    uint32_t least, most;
    bl_rule_premises(rule, &least, &most);
    return premises >= least && premises <= most;
}

bool bl_draft_read_with(struct bl_draft *d, const char *text, size_t size, enum bl_rule rule,
                     bl_term *with, struct bl_fault *fault)
{
    struct bl_statement statement;
    bool good = false;
    if (rule == BL_SUBSTITUTION_EQ) {
        BL_LOCAL struct bl_text applied = bl_text_heap();
        bl_put_bytes(&applied, text, size);
        bl_put(&applied, "(0)");
        good = bl_statement_parse(d->l, applied.s, applied.len, 0, BL_WFO, &statement, fault);
    }
    good = good || bl_statement_parse(d->l, text, size, 0, BL_WFF_OR_WFO, &statement, fault);
    if (good)
        *with = statement.term;
    return good;
}

/* ---- one inference -------------------------------------------------------- */

static void ask(struct bl_draft *d, const struct bl_draft_question *a)
{
    struct bl_statement context[CONTEXT];
    const struct bl_proof *p = d->proof.proof;
    bool values = d->kind != MOVE_BUY_PROOF &&
                  d->view->head.setup.rulings[RULING_EVALUATION] == EVALUATION_YES;
    struct bl_question q = {.rule = a->rule, .ruling = bl_proof_ruling(p), .premises = a->premises,
                            .context = context, .subproof = a->subproof, .with = a->with,
                            .values = values ? &d->proof.values.values : NULL};
    for (uint32_t i = 0; i < a->premises; i++)
        q.premise[i] = bl_proof_line(p, a->premise[i])->s;
    for (uint32_t n = 1; n <= bl_proof_lines(p); n++) {
        bool premise = (a->premises > 0 && n == a->premise[0]) ||
                       (a->premises > 1 && n == a->premise[1]);
        if (!premise && q.context_count < CONTEXT)
            context[q.context_count++] = bl_proof_line(p, n)->s;
    }
    bl_infer(d->l, &q, &d->answer);
}

void bl_draft_infer(struct bl_draft *d, const struct bl_draft_question *a, uint32_t most)
{
    ask(d, a);
    for (uint32_t i = 0; i < d->answer.count && i < most; i++) {
        struct bl_inference inference = {.rule = a->rule, .c = d->answer.conclusions[i],
                                         .premise = {a->premise[0], a->premise[1]},
                                         .premises = a->premises, .subproof = a->subproof};
        if (bl_proof_follows(d->proof.proof, &inference))
            continue;
        struct bl_line line = {.s = inference.c, .rule = (uint8_t)a->rule,
                               .premises = (uint8_t)a->premises,
                               .premise = {a->premise[0], a->premise[1]}, .subproof = a->subproof};
        bl_draft_keep_step(d, &d->options, BL_DRAFT_OPTIONS, &line);
    }
}

/* ---- terms to try --------------------------------------------------------- */

/* Ground objects in the statements: what a rule that leaves something free may be tried with. */
static bool gather(void *of, const struct bl_logic *l, bl_term t)
{
    if (bl_term_is_wfo(l, t) && bl_term_deterministic(l, t, false))
        bl_draft_keep_term(of, t);
    return true;
}

/* Predicates of the game in the statements that have a value: [PLAYER]([chosenPlayer](1)). */
static bool gather_questions(void *of, const struct bl_logic *l, bl_term t)
{
    enum bl_shape shape = bl_term_shape(l, t);
    uint32_t name = bl_term_left(l, t);
    if (shape == BL_ATOM && name >= BL_IS_NUMBER && name <= BL_IS_CARD &&
        bl_term_deterministic(l, t, false))
        bl_draft_keep_term(of, t);
    return shape > BL_ATOM && shape <= BL_EXISTS;
}

/* ---- many inferences ------------------------------------------------------ */

static void try_with(struct bl_draft *d, struct bl_draft_question a, bl_draft_look *from)
{
    struct bl_draft_terms terms = {.most = 12};
    for (uint32_t i = 1; i <= bl_proof_lines(d->proof.proof); i++)
        bl_draft_walk(d->l, bl_draft_term(d, i), from, &terms);
    for (unsigned i = 0; i < terms.count; i++) {
        a.with = terms.term[i];
        bl_draft_infer(d, &a, 4);
    }
}

/* True: something is left free. */
static bool try_rule(struct bl_draft *d, struct bl_draft_question a)
{
    bl_draft_infer(d, &a, 8);
    bool open = d->answer.needs_with;
    if (open && (a.rule == BL_UNIVERSAL_INSTANTIATION || a.rule == BL_UNIVERSAL_MODUS_PONENS))
        try_with(d, a, gather);
    return open;
}

static void try_subproofs(struct bl_draft *d, struct bl_draft_question a)
{
    for (unsigned i = 0; i < d->proof.named_count; i++) {
        a.subproof = d->proof.named[i].proof;
        bl_draft_infer(d, &a, 4);
    }
}

static bool try_orders(struct bl_draft *d, struct bl_draft_question a)
{
    if (!bl_draft_takes(a.rule, a.premises))
        return false;
    if (bl_rule_uses_subproof(a.rule)) {
        try_subproofs(d, a);
        return false;
    }
    bool open = try_rule(d, a);
    if (a.premises == 2) {
        uint32_t first = a.premise[0];
        a.premise[0] = a.premise[1];
        a.premise[1] = first;
        open |= try_rule(d, a);
    }
    return open;
}

/* ---- the useful ones first ------------------------------------------------ */

static bool stands_already(const struct bl_draft *d, bl_term t)
{
    for (uint32_t n = 1; n <= bl_proof_lines(d->proof.proof); n++)
        if (bl_draft_term(d, n) == t)
            return true;
    return false;
}

/* What the proof is after comes first, what is there already last; before that, what only puts
 * statements together. */
static unsigned rank(const struct bl_draft *d, const struct bl_line *line)
{
    if (stands_already(d, line->s.term))
        return 3;
    if (d->kind == MOVE_PROVE ? pw_effect_action(d->l, line->s.term, NULL) != 0
                              : bl_term_shape(d->l, line->s.term) == BL_TF ||
                                    bl_draft_denied(d, line->s.term))
        return 0;
    switch (line->rule) {
    case BL_IMPLICATION: case BL_CONJUNCTION: case BL_FALSY_AND: case BL_ADDITION: case BL_FALSY_OR:
    case BL_EXISTENTIAL_GENERALIZATION: case BL_IDENTITY: case BL_SYMMETRY:
        return 2;
    default:
        return 1;
    }
}

static bool comes_before(const struct bl_draft *d, const struct bl_line *a, const struct bl_line *b)
{
    unsigned of_a = rank(d, a), of_b = rank(d, b);
    return of_a != of_b ? of_a < of_b : a->s.points < b->s.points;
}

static void sort_options(struct bl_draft *d)
{
    struct bl_draft_step *step = d->options.step;
    for (unsigned i = 1; i < d->options.count; i++) {
        struct bl_draft_step moved = step[i];
        unsigned at = i;
        for (; at > 0 && comes_before(d, &moved.line, &step[at - 1].line); at--)
            step[at] = step[at - 1];
        step[at] = moved;
    }
}

bool bl_draft_conclude(struct bl_draft *d, const struct bl_draft_question *q)
{
    struct bl_draft_question a = *q;
    bool open = false;
    bl_draft_clear_steps(&d->options);
    for (unsigned r = 1; r < BL_RULES; r++) {
        a.rule = (enum bl_rule)r;
        /* Substitution follows from whatever there is: only where it is asked for. */
        if (q->rule ? a.rule == q->rule : a.rule != BL_SUBSTITUTION)
            open |= try_orders(d, a);
    }
    if (q->premises == 0 && !q->with && (!q->rule || q->rule == BL_EVALUATION)) {
        a.rule = BL_EVALUATION;
        try_with(d, a, gather_questions);
        try_with(d, a, gather);
    }
    sort_options(d);
    return open;
}
