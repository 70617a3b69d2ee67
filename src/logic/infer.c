/* infer.c - the conclusions of one inference.
 *
 * Each rule has a function that offers conclusions by its form alone; the kernel then says which
 * of them follow. Names of bound variables are carried over from the premises: those of a part
 * stand together, in the order of its quantifiers. */
#include "logic/build.h"

#include <string.h>

/* A part of a premise, and where the names of its quantifiers are. */
struct part {
    bl_term t;
    const bl_symbol *names;
    uint32_t count;
};

struct asking {
    struct bl_logic *l;
    const struct bl_question *q;
    struct bl_answer *a;
    struct bl_proof *proof;           /* premises and context, as axioms */
    struct part p1, p2;
    bl_symbol names[2 * BL_TOKENS_MAX];
    uint32_t name_count;
};

static unsigned shape(const struct asking *k, bl_term t)
{
    return k->l->nodes[t].shape;
}

static struct part left(const struct asking *k, struct part p)
{
    bl_term t = k->l->nodes[p.t].a;
    return (struct part){t, p.names, k->l->nodes[t].binders};
}

static struct part right(const struct asking *k, struct part p)
{
    uint32_t skip = k->l->nodes[k->l->nodes[p.t].a].binders;
    return (struct part){k->l->nodes[p.t].b, p.names + skip, p.count - skip};
}

static struct part body(const struct asking *k, struct part p)
{
    return (struct part){k->l->nodes[p.t].a, p.names + 1, p.count - 1};
}

static void add_names(struct asking *k, struct part p)
{
    if (p.count > 0)
        memcpy(k->names + k->name_count, p.names, p.count * sizeof *p.names);
    k->name_count += p.count;
}

/* Whether a premise, or what is given with it, has the form that is asked for. */
static bool ask(struct asking *k, bool holds, enum bl_why why)
{
    if (!holds && !k->a->why)
        k->a->why = why;   /* the first reason is the one that is given */
    return holds;
}

/* Keeps a conclusion with the names gathered, if the kernel agrees and it is new. */
static void offer(struct asking *k, bl_term t)
{
    if (!ask(k, t != 0, BL_WHY_TOO_LONG) || k->a->count == BL_TOKENS_MAX)
        return;
    for (uint32_t i = 0; i < k->a->count; i++)
        if (k->a->conclusions[i].term == t)
            return;
    struct bl_inference i = {.rule = k->q->rule, .premise = {1, 2}, .premises = k->q->premises,
                             .subproof = k->q->subproof,
                             .c = bl_statement_named(k->l, t, k->names, k->name_count)};
    enum bl_why why = bl_proof_follows(k->proof, &i);
    if (ask(k, !why, why))
        k->a->conclusions[k->a->count++] = i.c;
}

/* With the names of that part. */
static void offer_named(struct asking *k, bl_term t, struct part p)
{
    k->name_count = 0;
    add_names(k, p);
    offer(k, t);
}

/* (A op B), or its negation. */
static void offer_pair(struct asking *k, unsigned op, struct part a, struct part b, bool negated)
{
    k->name_count = 0;
    add_names(k, a);
    add_names(k, b);
    bl_term t = bl_term_make(k->l, (enum bl_shape)op, a.t, b.t);
    offer(k, negated && t ? bl_term_make(k->l, BL_NOT, t, 0) : t);
}

/* `with` as a part of a conclusion: statements given so are written with names of their own. */
static struct part given(const struct asking *k)
{
    return (struct part){k->q->with, NULL, 0};
}

static bool needs_with(struct asking *k)
{
    k->a->needs_with |= k->q->with == 0;
    return k->q->with == 0;
}

/* Whether the WFO that the rule leaves free is given. */
static bool has_wfo(struct asking *k)
{
    return !needs_with(k) && ask(k, bl_term_is_wfo(k->l, k->q->with), BL_WHY_WITH_WFO);
}

static void offer_implications(struct asking *k)
{
    offer_pair(k, BL_IMPLY, k->p1, k->p2, false);
    if (shape(k, k->p1.t) != BL_NOT)
        return;
    offer_pair(k, BL_IMPLY, left(k, k->p1), k->p2, false);
    if (shape(k, k->p2.t) == BL_NOT)
        offer_pair(k, BL_IMPLY, left(k, k->p1), left(k, k->p2), false);
}

/* With y for the variable, or if that is 0 with what is given, where it occurs. */
static void offer_instance_of(struct asking *k, struct part b, bl_term y)
{
    if (y || k->l->nodes[b.t].loose == 0 || has_wfo(k))
        offer_named(k, bl_term_instantiate(k->l, b.t, y ? y : k->q->with), b);
}

/* A quantifier before p with every `what` bound by it (0: none), written with that name. */
static void offer_quantified(struct asking *k, unsigned quantifier, struct part p, bl_term what,
                             bl_symbol name)
{
    k->names[0] = name;
    k->name_count = 1;
    add_names(k, p);
    bl_term b = what ? bl_term_abstract(k->l, p.t, what) : p.t;
    offer(k, b ? bl_term_make(k->l, quantifier, b, name) : 0);
}

/* A letter that is not free in p, the one asked for if that will do. */
static bl_symbol unused_letter(const struct asking *k, struct part p, bl_symbol asked)
{
    for (bl_symbol i = 0; i < 26; i++) {
        bl_symbol s = asked < 26 ? (asked + i) % 26 : i;
        if (!(k->l->nodes[p.t].free & variable_bit(s)))
            return s;
    }
    return asked;
}

static void offer_generalizations(struct asking *k, unsigned quantifier, bl_symbol letter)
{
    if (k->q->with) {
        if (ask(k, shape(k, k->q->with) == BL_VARIABLE, BL_WHY_WITH_VARIABLE))
            offer_quantified(k, quantifier, k->p1, k->q->with, k->l->nodes[k->q->with].a);
        return;
    }
    bl_term variables[BL_TOKENS_MAX];
    uint32_t count = term_variables(k->l, k->p1.t, variables, 0);
    for (uint32_t i = 0; i < count; i++)
        offer_quantified(k, quantifier, k->p1, variables[i], k->l->nodes[variables[i]].a);
    offer_quantified(k, quantifier, k->p1, 0, unused_letter(k, k->p1, letter));
}

static void offer_witness(struct asking *k)
{
    struct part b = body(k, k->p1);
    bl_term witness = term_witness(k->l, b.t, k->p1.names[0], k->q->ruling);
    offer_named(k, bl_term_instantiate(k->l, b.t, witness), b);
}

static struct part of_line(const struct asking *k, const struct bl_line *line)
{
    return (struct part){line->s.term, statement_names(k->l, &line->s), line->s.binders};
}

/* What both rules ask of the subproof. */
static bool fit_for_use(struct asking *k)
{
    enum bl_why why = match_subproof(k->l, k->q->subproof, k->q->ruling);
    return ask(k, !why, why);
}

static void offer_conditional(struct asking *k)
{
    const struct bl_proof *z = k->q->subproof;
    struct renaming r = {.count = 0};
    if (!fit_for_use(k) || !ask(k, shape(k, k->p1.t) == BL_FORALL, BL_WHY_P1_FORALL) ||
        !ask(k, match_renamed(k->l, bl_proof_line(z, 1)->s.term, k->p1.t, &r), BL_WHY_Z_P1))
        return;
    for (uint32_t i = 2, first = r.count; i <= bl_proof_lines(z); i++, r.count = first) {
        struct part p = of_line(k, bl_proof_line(z, i));
        if (shape(k, p.t) == BL_FORALL)
            offer_named(k, rename_all(k->l, &r, p.t), p);
    }
    ask(k, k->a->count > 0, BL_WHY_NO_LEMMA);
}

static void offer_indirect(struct asking *k)
{
    if (!fit_for_use(k))
        return;
    struct part p = k->q->with ? given(k) : of_line(k, bl_proof_line(k->q->subproof, 1));
    if (ask(k, shape(k, p.t) == BL_FORALL, BL_WHY_WITH_FORALL))
        offer_named(k, rename_denied(k->l, p.t, k->q->ruling), p);
}

static void offer_universal(struct asking *k)
{
    bl_term y = 0;
    if (!ask(k, shape(k, k->p1.t) == BL_FORALL && shape(k, body(k, k->p1).t) == BL_IMPLY,
             BL_WHY_P1_FORALL_IMPLY))
        return;
    struct part imply = body(k, k->p1), b = right(k, imply);
    if (ask(k, match_body(k->l->nodes, left(k, imply).t, k->p2.t, &y), BL_WHY_UMP_P2))
        offer_instance_of(k, b, y);
}

/* Every WFO without loose variables in t may have been the y. */
static void offer_each_term(struct asking *k, struct part b, bl_term t)
{
    struct node n = k->l->nodes[t];
    if (t == 0)
        return;
    if (shape_is_wfo(n.shape) && n.loose == 0)
        offer_quantified(k, BL_EXISTS, b, t, k->p1.names[0]);
    offer_each_term(k, b, node_left(&n));
    offer_each_term(k, b, node_right(&n));
}

static void offer_existential(struct asking *k)
{
    bl_term y = 0;
    if (!ask(k, match_body(k->l->nodes, body(k, k->p1).t, left(k, k->p2).t, &y), BL_WHY_EMP_LEFT))
        return;
    struct part b = right(k, k->p2);
    if (y || k->q->with) {
        offer_quantified(k, BL_EXISTS, b, y ? y : k->q->with, k->p1.names[0]);
        return;
    }
    offer_each_term(k, b, b.t);
    offer_quantified(k, BL_EXISTS, b, 0, unused_letter(k, b, k->p1.names[0]));
}

static void offer_equal(struct asking *k, bl_term a, bl_term b)
{
    offer(k, a && b ? bl_term_make(k->l, BL_EQUAL, a, b) : 0);
}

static bl_term applied(struct asking *k, bl_symbol f, bl_term x)
{
    return bl_term_make(k->l, BL_APPLY, f, bl_term_make(k->l, BL_ARGS, x, 0));
}

/* f(x) = f(y), f being the function of what is given. */
static void offer_same_function(struct asking *k, bl_term x, bl_term y)
{
    struct node f = k->l->nodes[k->q->with];
    if (ask(k, f.shape == BL_APPLY && term_arity(k->l, f.b) == 1, BL_WHY_WITH_FUNCTION))
        offer_equal(k, applied(k, f.a, x), applied(k, f.a, y));
}

/* Whether an operation on two numbers stands in t: if so, it has no result. */
static bool has_operation(const struct bl_logic *l, bl_term t)
{
    const struct node *n = &l->nodes[t];
    return t && (match_is_valued(l->nodes, BL_OPERATOR, t) || has_operation(l, node_left(n)) ||
                 has_operation(l, node_right(n)));
}

/* Why nothing in p1 can be replaced. */
static enum bl_why nothing_to_replace(const struct asking *k)
{
    if (k->q->rule == BL_COMPARISON)
        return BL_WHY_NO_COMPARISON;
    if (k->q->rule == BL_EVALUATION)
        return BL_WHY_NO_VALUE;
    return has_operation(k->l, k->p1.t) ? BL_WHY_NO_RESULT : BL_WHY_NO_OPERATION;
}

static void offer_replacements(struct asking *k)
{
    bl_term list[BL_TOKENS_MAX];
    k->name_count = 0;
    if (k->q->rule == BL_EVALUATION && !ask(k, k->q->values != NULL, BL_WHY_NO_VALUES))
        return;
    if (k->q->premises == 0) {
        bl_term t = k->q->with;
        if (!needs_with(k) && ask(k, replace_value(k->l, t, k->q->rule, k->q->values) != 0,
                                  BL_WHY_NOT_VALUED))
            offer(k, replace_alone(k->l, t, k->q->rule, k->q->values));
        return;
    }
    uint32_t count = replace_one(k->l, k->p1.t, k->q->rule, k->q->values, list, BL_TOKENS_MAX);
    if (!ask(k, count > 0, nothing_to_replace(k)))
        return;
    add_names(k, k->p1);
    for (uint32_t i = 0; i < count; i++)
        offer(k, list[i]);
}

/* B is any WFF. */
static void offer_with_any(struct asking *k, unsigned op, struct part a, bool negated)
{
    if (!needs_with(k) && ask(k, bl_term_is_wff(k->l, k->q->with), BL_WHY_WITH_WFF))
        offer_pair(k, op, a, given(k), negated);
}

static void offer_all(struct asking *k)
{
    struct node p1 = k->l->nodes[k->p1.t], p2 = k->l->nodes[k->p2.t];
    enum bl_why why1 = match_form(k->l->nodes, k->q->rule, 0, k->p1.t);
    enum bl_why why2 = match_form(k->l->nodes, k->q->rule, 1, k->p2.t);
    if (!ask(k, !why1, why1) || !ask(k, !why2, why2))
        return;
    switch (k->q->rule) {
    case BL_IMPLICATION: offer_implications(k); break;
    case BL_EXPLICATION:
        if (ask(k, p2.shape == BL_NOT, BL_WHY_P2_NOT))
            offer_pair(k, BL_IMPLY, k->p1, left(k, k->p2), true);
        break;
    case BL_MODUS_PONENS: offer_named(k, p1.b, right(k, k->p1)); break;
    case BL_UNIVERSAL_INSTANTIATION: case BL_SUBSTITUTION:
        offer_instance_of(k, body(k, k->p1), 0);
        break;
    case BL_UNIVERSAL_GENERALIZATION: offer_generalizations(k, BL_FORALL, 23); break;
    case BL_UNIVERSAL_GENERALIZATION_REF:
        offer_generalizations(k, BL_FORALL, k->p2.names[0]);
        break;
    case BL_EXISTENTIAL_INSTANTIATION: offer_witness(k); break;
    case BL_EXISTENTIAL_GENERALIZATION: offer_generalizations(k, BL_EXISTS, 23); break;
    case BL_CONJUNCTION: offer_pair(k, BL_AND, k->p1, k->p2, false); break;
    case BL_SIMPLIFICATION:
        offer_named(k, p1.a, left(k, k->p1));
        offer_named(k, p1.b, right(k, k->p1));
        break;
    case BL_FALSY_AND:
        if (ask(k, p1.shape == BL_NOT, BL_WHY_P1_NOT))
            offer_with_any(k, BL_AND, left(k, k->p1), true);
        break;
    case BL_ADDITION: offer_with_any(k, BL_OR, k->p1, false); break;
    case BL_FALSY_OR:
        if (ask(k, p1.shape == BL_NOT, BL_WHY_P1_NOT) && ask(k, p2.shape == BL_NOT, BL_WHY_P2_NOT))
            offer_pair(k, BL_OR, left(k, k->p1), left(k, k->p2), true);
        break;
    case BL_CONDITIONAL_PROOF: offer_conditional(k); break;
    case BL_INDIRECT_PROOF: offer_indirect(k); break;
    case BL_UNIVERSAL_MODUS_PONENS: offer_universal(k); break;
    case BL_EXISTENTIAL_MODUS_PONENS: offer_existential(k); break;
    case BL_IDENTITY:
        if (has_wfo(k))
            offer_equal(k, k->q->with, k->q->with);
        break;
    case BL_SYMMETRY: offer_equal(k, p1.b, p1.a); break;
    case BL_TRANSITIVITY: offer_equal(k, p1.a, p2.b); break;
    case BL_SUBSTITUTION_EQ:
        if (!needs_with(k))
            offer_same_function(k, p1.a, p1.b);
        break;
    case BL_TRUTH: offer(k, bl_term_make(k->l, BL_TT, 0, 0)); break;
    case BL_FALSEHOOD:
        offer(k, bl_term_make(k->l, BL_NOT, bl_term_make(k->l, BL_TF, 0, 0), 0));
        break;
    default: offer_replacements(k);
    }
}

static struct part of_statement(const struct asking *k, const struct bl_statement *s,
                                bl_symbol *room)
{
    if (s->binders > 0)
        memcpy(room, statement_names(k->l, s), s->binders * sizeof *room);
    return (struct part){s->term, room, s->binders};
}

void bl_infer(struct bl_logic *l, const struct bl_question *q, struct bl_answer *a)
{
    struct bl_arena before = l->arena;
    struct asking k = {.l = l, .q = q, .a = a, .proof = bl_proof_new(l, q->ruling)};
    bl_symbol room[2][BL_TOKENS_MAX];   /* the list of names moves when it grows */
    memset(a, 0, sizeof *a);
    bl_proof_values(k.proof, q->values);
    if (q->subproof)
        bl_proof_own(k.proof, q->subproof);
    for (uint32_t i = 0; i < q->premises; i++)
        bl_proof_axiom(k.proof, &q->premise[i]);
    for (uint32_t i = 0; i < q->context_count; i++)
        bl_proof_axiom(k.proof, &q->context[i]);
    if (q->premises > 0)
        k.p1 = of_statement(&k, &q->premise[0], room[0]);
    if (q->premises > 1)
        k.p2 = of_statement(&k, &q->premise[1], room[1]);
    offer_all(&k);
    bl_arena_back(&l->arena, &before);   /* the conclusions stay, the proof was for asking only */
}
