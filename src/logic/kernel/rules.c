/* rules.c - the inference rules, in the order of their document.
 *
 * Each is headed by its schema: premises p1, p2, a subproof Z with its axiom z1 and lemmas z2, z3,
 * and the conclusion after the turnstile. A{x:=a} is A with the WFO a for every free x. Where the
 * two logics differ, the schema of `sound` stands second. Each says 0, or the condition that
 * is not met; what the table asks of the form of each premise and of the conclusion has been
 * seen to hold by then (match_form). */
#include "logic/kernel/kernel.h"

#define VERDICT(why, condition) ((condition) ? BL_WHY_NOTHING : BL_WHY_##why)
#define NEED(why, condition) \
    do { \
        if (!(condition)) \
            return BL_WHY_##why; \
    } while (0)

static const struct node *at(const struct step *s, bl_term t)
{
    return &s->nodes[t];
}

static bool is(const struct step *s, bl_term t, unsigned shape)
{
    return s->nodes[t].shape == shape;
}

/* Whether t is (¬A). */
static bool denies(const struct step *s, bl_term t, bl_term a)
{
    return is(s, t, BL_NOT) && at(s, t)->a == a;
}

static bool sound(const struct step *s)
{
    return s->p->ruling == BL_SOUND;
}

static bl_term p1(const struct step *s) { return s->p1->s.term; }
static bl_term p2(const struct step *s) { return s->p2->s.term; }

/* L.P.1   A, B |- (A→B);   (¬A), B |- (A→B);   (¬A), (¬B) |- (A→B) */
static enum bl_why implication(const struct step *s)
{
    bl_term a = at(s, s->c)->a, b = at(s, s->c)->b;
    bool not_a = denies(s, p1(s), a);
    return VERDICT(C_IMPLY_PARTS, ((p1(s) == a || not_a) && p2(s) == b) ||
                                  (not_a && denies(s, p2(s), b)));
}

/* L.P.2   A, (¬B) |- (¬(A→B)) */
static enum bl_why explication(const struct step *s)
{
    NEED(C_NOT_IMPLY, is(s, s->c, BL_NOT) && is(s, at(s, s->c)->a, BL_IMPLY));
    const struct node *imply = at(s, at(s, s->c)->a);
    NEED(C_LEFT_P1, p1(s) == imply->a);
    return VERDICT(P2_NOT_RIGHT, denies(s, p2(s), imply->b));
}

/* L.P.3   (A→B), A |- B */
static enum bl_why modus_ponens(const struct step *s)
{
    NEED(P2_LEFT_OF_P1, at(s, p1(s))->a == p2(s));
    return VERDICT(C_RIGHT_OF_P1, at(s, p1(s))->b == s->c);
}

/* L.P.4   (∀(x)A) |- A{x:=a} */
static enum bl_why universal_instantiation(const struct step *s)
{
    bl_term with = 0;
    return VERDICT(INSTANCE, match_body(s->nodes, at(s, p1(s))->a, s->c, &with));
}

/* Whether p1 is `body` with the pure variable *d for the bound one, and d stands nowhere else
 * in it. *d is 0 where the bound variable does not occur. */
static enum bl_why generalizes(const struct step *s, bl_term body, bl_term *d)
{
    *d = 0;
    NEED(GENERALIZED, match_body(s->nodes, body, p1(s), d));
    if (*d == 0)
        return 0;
    NEED(GENERALIZED, is(s, *d, BL_VARIABLE));
    return VERDICT(NOT_EVERY, !term_occurs(s->p->l, body, *d));
}

/* Whether the variable d, free in p1, is free in no other statement of the proof. */
static bool free_only_in_p1(const struct step *s, bl_term d)
{
    if (!(s->p->free_twice & at(s, d)->free))
        return true;
    for (uint32_t i = 0; i < s->p->count; i++) {
        const struct bl_line *line = &s->p->lines[i];
        if (line != s->p1 && term_occurs(s->p->l, line->s.term, d))
            return false;
    }
    return true;
}

/* L.P.5   A |- (∀(d)A), d free in no other statement of the proof
 * sound   A |- (∀(d)A) */
static enum bl_why universal_generalization(const struct step *s)
{
    bl_term d;
    enum bl_why why = generalizes(s, at(s, s->c)->a, &d);
    if (why || d == 0 || sound(s))
        return why;
    return VERDICT(NOT_FRESH, free_only_in_p1(s, d));
}

/* L.P.6   A, (∀(x)B) |- (∀(x)A), x being the letter that p2 is written with
 * sound   A, (∀(x)B) |- (∀(d)A) */
static enum bl_why universal_generalization_ref(const struct step *s)
{
    bl_term d;
    enum bl_why why = generalizes(s, at(s, s->c)->a, &d);
    if (why || d == 0 || sound(s))
        return why;
    return VERDICT(LETTER, at(s, d)->a == s->p2->letter);
}

static bool function_in_lines(const struct bl_proof *p, bl_symbol name, uint32_t arity)
{
    if (!(p->functions & function_bit(name, arity)))
        return false;
    for (uint32_t i = 0; i < p->count; i++)
        if (term_names_function(p->l, p->lines[i].s.term, name, arity))
            return true;
    return false;
}

/* Whether a pure function stands in a statement of the proof or of a subproof it may use. */
static bool function_is_known(const struct bl_proof *p, bl_symbol name, uint32_t arity)
{
    if (function_in_lines(p, name, arity))
        return true;
    for (const struct owned *o = p->owned; o; o = o->next)
        if (function_in_lines(o->proof, name, arity))
            return true;
    return false;
}

/* L.P.7   (∃(x)A) |- A, x being the letter that p1 is written with
 * sound   (∃(x)A) |- A{x:=x(v1,...,vk)}, the v's being A's other free variables in order, and
 *         that function standing nowhere in the proof or in a subproof that may be used */
static enum bl_why existential_instantiation(const struct step *s)
{
    bl_term with = 0;
    bl_term body = at(s, p1(s))->a;
    NEED(INSTANCE, match_body(s->nodes, body, s->c, &with));
    if (with == 0)
        return 0;
    bl_symbol x = s->p1->letter;
    if (!sound(s)) {
        NEED(EI_LETTER, is(s, with, BL_VARIABLE) && at(s, with)->a == x);
        return 0;
    }
    NEED(EI_WITNESS, match_witness(s->p->l, body, x, with));
    return VERDICT(EI_NOT_FRESH, !function_is_known(s->p, x, term_arity(s->p->l, at(s, with)->b)));
}

/* L.P.8   A |- (∃(x)A) */
static enum bl_why existential_generalization(const struct step *s)
{
    bl_term d;
    return generalizes(s, at(s, s->c)->a, &d);
}

/* L.P.9   A, B |- (A∧B) */
static enum bl_why conjunction(const struct step *s)
{
    NEED(C_LEFT_P1, at(s, s->c)->a == p1(s));
    return VERDICT(C_RIGHT_P2, at(s, s->c)->b == p2(s));
}

/* L.P.10  (A∧B) |- A;   (A∧B) |- B */
static enum bl_why simplification(const struct step *s)
{
    return VERDICT(SIMPLIFIED, at(s, p1(s))->a == s->c || at(s, p1(s))->b == s->c);
}

/* L.P.11  (¬A) |- (¬(A∧B)) */
static enum bl_why falsy_and(const struct step *s)
{
    NEED(C_NOT_AND, is(s, s->c, BL_NOT) && is(s, at(s, s->c)->a, BL_AND));
    return VERDICT(P1_NOT_LEFT, denies(s, p1(s), at(s, at(s, s->c)->a)->a));
}

/* L.P.12  A |- (A∨B) */
static enum bl_why addition(const struct step *s)
{
    return VERDICT(C_LEFT_P1, at(s, s->c)->a == p1(s));
}

/* L.P.13  (¬A), (¬B) |- (¬(A∨B)) */
static enum bl_why falsy_or(const struct step *s)
{
    NEED(C_NOT_OR, is(s, s->c, BL_NOT) && is(s, at(s, s->c)->a, BL_OR));
    const struct node *or = at(s, at(s, s->c)->a);
    NEED(P1_NOT_LEFT, denies(s, p1(s), or->a));
    return VERDICT(P2_NOT_RIGHT, denies(s, p2(s), or->b));
}

static bl_term axiom_of(const struct bl_proof *z)
{
    return z->lines[0].s.term;
}

enum bl_why match_subproof(const struct bl_logic *l, const struct bl_proof *z,
                           enum bl_logic_ruling ruling)
{
    NEED(Z_AXIOMS, z && z->axioms == 1);
    NEED(Z_FORALL, l->nodes[axiom_of(z)].shape == BL_FORALL);
    return VERDICT(Z_CLOSED, ruling == BL_AS_WRITTEN || l->nodes[axiom_of(z)].free == 0);
}

/* Whether a lemma of z is an existential instantiation, and t names the witness it brought in. */
static bool names_witness(const struct bl_proof *z, bl_term t)
{
    const struct node *nodes = z->l->nodes;
    for (uint32_t i = z->axioms; i < z->count; i++) {
        const struct bl_line *line = &z->lines[i];
        if (line->rule != BL_EXISTENTIAL_INSTANTIATION)
            continue;
        bl_term with = 0, premise = z->lines[line->premise[0] - 1].s.term;
        match_body(nodes, nodes[premise].a, line->s.term, &with);
        if (with && term_names_function(z->l, t, nodes[with].a, term_arity(z->l, nodes[with].b)))
            return true;
    }
    return false;
}

/* L.P.14  (∀(y)A) |- (∀(y)B), Z having the axiom (∀(x)A) and a lemma (∀(x)B)
 * sound   and Z's axiom closed, and the lemma naming no witness brought in inside Z */
static enum bl_why conditional_proof(const struct step *s)
{
    enum bl_why why = match_subproof(s->p->l, s->z, s->p->ruling);
    if (why)
        return why;
    NEED(P1_FORALL, is(s, p1(s), BL_FORALL));
    NEED(C_FORALL, is(s, s->c, BL_FORALL));
    struct renaming r;
    r.count = 0;
    NEED(Z_P1, match_renamed(s->p->l, axiom_of(s->z), p1(s), &r));
    why = BL_WHY_Z_LEMMA;
    for (uint32_t i = 1, first = r.count; i < s->z->count; i++, r.count = first) {
        bl_term z2 = s->z->lines[i].s.term;
        if (!match_renamed(s->p->l, z2, s->c, &r))
            continue;
        if (!sound(s) || !names_witness(s->z, z2))
            return 0;
        why = BL_WHY_Z_WITNESS;
    }
    return why;
}

bool match_contradiction(const struct bl_logic *l, const struct bl_proof *z)
{
    for (uint32_t i = 1; i < z->count; i++) {
        const struct node *z3 = &l->nodes[z->lines[i].s.term];
        if (z3->shape != BL_FORALL || l->nodes[z3->a].shape != BL_NOT)
            continue;
        for (uint32_t j = 1; j < z->count; j++) {
            const struct node *z2 = &l->nodes[z->lines[j].s.term];
            if (z2->shape == BL_FORALL && z2->a == l->nodes[z3->a].a)
                return true;
        }
    }
    return false;
}

/* L.P.15  |- (∀(y)(¬A)), Z having the axiom (∀(x)A) and lemmas (∀(x)B) and (∀(x)(¬B))
 * sound   |- (¬(∀(y)A)), and Z's axiom closed */
static enum bl_why indirect_proof(const struct step *s)
{
    enum bl_why why = match_subproof(s->p->l, s->z, s->p->ruling);
    if (why)
        return why;
    NEED(Z_CONTRADICTION, match_contradiction(s->p->l, s->z));
    struct renaming r;
    r.count = 0;
    if (sound(s)) {
        NEED(C_NOT_FORALL, is(s, s->c, BL_NOT) && is(s, at(s, s->c)->a, BL_FORALL));
        NEED(Z_NEGATED, match_renamed(s->p->l, axiom_of(s->z), at(s, s->c)->a, &r));
        return 0;
    }
    NEED(C_FORALL_NOT, is(s, s->c, BL_FORALL) && is(s, at(s, s->c)->a, BL_NOT));
    bl_term a = at(s, at(s, s->c)->a)->a;
    return VERDICT(Z_NEGATED, match_renamed(s->p->l, at(s, axiom_of(s->z))->a, a, &r));
}

/* L.P.16  (∀(x)(A→B)), A{x:=y} |- B{x:=y} */
static enum bl_why universal_modus_ponens(const struct step *s)
{
    NEED(P1_FORALL_IMPLY, is(s, p1(s), BL_FORALL) && is(s, at(s, p1(s))->a, BL_IMPLY));
    const struct node *imply = at(s, at(s, p1(s))->a);
    bl_term y = 0;
    NEED(UMP_P2, match_body(s->nodes, imply->a, p2(s), &y));
    return VERDICT(UMP_C, match_body(s->nodes, imply->b, s->c, &y));
}

/* L.P.17  (∃(x)A), (A{x:=y}→B{z:=y}) |- (∃(z)B), y standing nowhere in B
 * sound   and y a pure variable that is not free in (∃(x)A)
 * Where y stands nowhere at all it can be any term: then nothing is asked of it. */
static enum bl_why existential_modus_ponens(const struct step *s)
{
    bl_term body = at(s, s->c)->a, y = 0;
    NEED(EMP_LEFT, match_body(s->nodes, at(s, p1(s))->a, at(s, p2(s))->a, &y));
    NEED(EMP_RIGHT, match_body(s->nodes, body, at(s, p2(s))->b, &y));
    if (y == 0)
        return 0;
    NEED(EMP_EVERY, !term_occurs(s->p->l, body, y));
    if (!sound(s))
        return 0;
    NEED(EMP_VARIABLE, is(s, y, BL_VARIABLE));
    return VERDICT(EMP_FREE, !term_occurs(s->p->l, p1(s), y));
}

/* L.P.19  |- (x=x) */
static enum bl_why identity(const struct step *s)
{
    return VERDICT(IDENTICAL, at(s, s->c)->a == at(s, s->c)->b);
}

/* L.P.20  (x=y) |- (y=x) */
static enum bl_why symmetry(const struct step *s)
{
    return VERDICT(SWAPPED, at(s, s->c)->a == at(s, p1(s))->b && at(s, s->c)->b == at(s, p1(s))->a);
}

/* L.P.21  (x=y), (y=z) |- (x=z) */
static enum bl_why transitivity(const struct step *s)
{
    NEED(CHAINED, at(s, p1(s))->b == at(s, p2(s))->a);
    return VERDICT(ENDS, at(s, s->c)->a == at(s, p1(s))->a && at(s, s->c)->b == at(s, p2(s))->b);
}

/* Whether t is a function of one argument, and that argument is x. */
static bool one_place_of(const struct step *s, bl_term t, bl_term x)
{
    const struct node *args = at(s, at(s, t)->b);
    return is(s, t, BL_APPLY) && args->shape == BL_ARGS && args->b == 0 && args->a == x;
}

/* L.P.22  (x=y) |- (f(x)=f(y)), f being a one-place function, pure or of the game */
static enum bl_why substitution_eq(const struct step *s)
{
    bl_term l = at(s, s->c)->a, r = at(s, s->c)->b;
    return VERDICT(ONE_PLACE, at(s, l)->a == at(s, r)->a &&
                              one_place_of(s, l, at(s, p1(s))->a) &&
                              one_place_of(s, r, at(s, p1(s))->b));
}

/* L.P.23  |- tT */
static enum bl_why truth(const struct step *s)
{
    return VERDICT(TRUTH, is(s, s->c, BL_TT));
}

/* L.P.24  |- (¬tF) */
static enum bl_why falsehood(const struct step *s)
{
    return VERDICT(FALSEHOOD, is(s, s->c, BL_NOT) && is(s, at(s, s->c)->a, BL_TF));
}

static unsigned value(const struct step *s, enum bl_rule rule, bl_term t, uint32_t *number)
{
    return match_value(s->p->l, t, rule, s->p->values, number);
}

/* Whether `to` is the value of t by that rule. */
static bool is_value(const struct step *s, enum bl_rule rule, bl_term t, bl_term to)
{
    uint32_t number = 0;
    unsigned shape = value(s, rule, t, &number);
    return shape && is(s, to, shape) && (shape != BL_NUMBER || at(s, to)->a == number);
}

/* Whether the conclusion is p1 with one occurrence of what has a value by that rule replaced. */
static bool replaces(const struct step *s, enum bl_rule rule)
{
    struct difference d;
    return match_difference(s->nodes, p1(s), s->c, rule, &d) && is_value(s, rule, d.from, d.to);
}

/* L.P.25  A with one occurrence of (n op m) |- A with the result in its place */
static enum bl_why operator(const struct step *s)
{
    struct difference d;
    uint32_t number;
    NEED(OPERATED, match_difference(s->nodes, p1(s), s->c, BL_OPERATOR, &d) &&
         is(s, d.to, BL_NUMBER));
    NEED(NO_RESULT, value(s, BL_OPERATOR, d.from, &number));
    return VERDICT(OPERATED, is_value(s, BL_OPERATOR, d.from, d.to));
}

/* L.P.26  A with one occurrence of (n > m) or (n < m) |- A with its truth value in its place */
static enum bl_why comparison(const struct step *s)
{
    return VERDICT(COMPARED, replaces(s, BL_COMPARISON));
}

/* L.P.27  |- c, a ground predicate game function that is true;   |- (¬c) of one that is false;
 *         |- (g=n), n being the value of the ground game function g;
 *         A with one occurrence of such a c or g |- A with its value in its place */
static enum bl_why evaluation(const struct step *s)
{
    const struct node *c = at(s, s->c);
    uint32_t number;
    NEED(NO_VALUES, s->p->values);
    NEED(EVALUATED_IN, !s->p1 || replaces(s, BL_EVALUATION));
    return VERDICT(EVALUATED, s->p1 || value(s, BL_EVALUATION, s->c, &number) == BL_TT ||
                   (c->shape == BL_NOT && value(s, BL_EVALUATION, c->a, &number) == BL_TF) ||
                   (c->shape == BL_EQUAL && is_value(s, BL_EVALUATION, c->a, c->b)));
}

const struct rule rule_table[BL_RULES] = {
    {0},
#define RULE(symbol, function, name, least, most, uses, p1, p2, c) \
    {name, sizeof name - 1, least, most, uses, {BL_##p1, BL_##p2, BL_##c}, function},
#include "bylaw/logic_rules.def"
#undef RULE
};
