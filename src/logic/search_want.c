/* search_want.c - what is wanted, and the ways that lead to it. */
#include "base/alloc.h"
#include "logic/search.h"

#define LETTERS_DEPTH 1           /* of generalizations that are tried with two letters */

/* Suggests what a way leads to, if its premises are known. */
static void take_way(struct search *k, const struct way *w)
{
    uint32_t p[2] = {NO_ENTRY, NO_ENTRY};
    for (unsigned i = 0; i < w->premises; i++) {
        p[i] = search_entry(k, w->premise[i]);
        if (p[i] == NO_ENTRY)
            return;
    }
    search_suggest(k, w->c, (enum bl_rule)w->rule, p[0], p[1], 0, 0);
}

void search_add_way(struct search *k, enum bl_rule rule, bl_term c, bl_term a, bl_term b,
                    uint32_t depth)
{
    struct way w = {.rule = (uint8_t)rule, .premises = (uint8_t)((a != 0) + (b != 0)), .c = c,
                    .premise = {a, b}};
    k->ways = bl_grow(k->ways, k->way_count + 1, &k->way_room, sizeof *k->ways);
    for (unsigned i = 0; i < w.premises; i++) {
        struct slot *s = search_slot(k, w.premise[i]);
        w.next[i] = s->way;
        s->way = 2 * k->way_count + i + 1;
    }
    k->ways[k->way_count++] = w;
    take_way(k, &w);
    search_want(k, a, depth + 1);
    search_want(k, b, depth + 1);
}

static bl_term negation(struct search *k, bl_term t)
{
    return bl_term_make(k->l, BL_NOT, t, 0);
}

static void want_negation(struct search *k, bl_term t, bl_term inner, uint32_t depth)
{
    struct node n = k->l->nodes[inner];
    if (n.shape == BL_TF)
        search_add_way(k, BL_FALSEHOOD, t, 0, 0, depth);
    if (n.shape == BL_AND)
        search_add_way(k, BL_FALSY_AND, t, negation(k, n.a), 0, depth);
    if (n.shape == BL_OR && negation(k, n.a) && negation(k, n.b))
        search_add_way(k, BL_FALSY_OR, t, negation(k, n.a), negation(k, n.b), depth);
    if (n.shape == BL_IMPLY && negation(k, n.b))
        search_add_way(k, BL_EXPLICATION, t, n.a, negation(k, n.b), depth);
}

static void want_implication(struct search *k, bl_term t, struct node n, uint32_t depth)
{
    bl_term not_a = negation(k, n.a), not_b = negation(k, n.b);
    search_add_way(k, BL_IMPLICATION, t, n.a, n.b, depth);
    if (not_a)
        search_add_way(k, BL_IMPLICATION, t, not_a, n.b, depth);
    if (not_a && not_b)
        search_add_way(k, BL_IMPLICATION, t, not_a, not_b, depth);
}

/* The letters that axioms have free, and those that universal ones are written with. */
static uint64_t letters_of_axioms(const struct search *k, uint64_t *universal)
{
    uint64_t free = 0;
    *universal = 0;
    for (uint32_t i = 1; i < k->entry_count && k->entries[i].axiom; i++) {
        const struct node *n = &k->l->nodes[k->entries[i].t];
        free |= n->free;
        if (n->shape == BL_FORALL)
            *universal |= variable_bit(k->entries[i].letter);
    }
    return free;
}

bl_symbol search_letter(const struct search *k, uint64_t taken)
{
    uint64_t universal, free = letters_of_axioms(k, &universal);
    for (unsigned pass = 0; pass < 2; pass++)
        for (bl_symbol i = 0; i < 26; i++) {
            uint64_t bit = variable_bit((23 + i) % 26);
            if (!(taken & bit) && (pass == 0 ? universal & bit : !(free & bit)))
                return (23 + i) % 26;
        }
    return 23;
}

static void want_instance(struct search *k, enum bl_rule rule, bl_term t, bl_term body,
                          bl_term with, uint32_t depth)
{
    bl_term a = term_occurs(k->l, body, with) ? 0 : bl_term_instantiate(k->l, body, with);
    if (a)
        search_add_way(k, rule, t, a, 0, depth);
}

static void want_quantified(struct search *k, bl_term t, struct node n, uint32_t depth)
{
    enum bl_rule rule = n.shape == BL_FORALL ? BL_UNIVERSAL_GENERALIZATION
                                             : BL_EXISTENTIAL_GENERALIZATION;
    search_add(&k->wanted_bound, t);
    if (k->l->nodes[n.a].loose == 0) {
        search_add_way(k, rule, t, n.a, 0, depth);
        return;
    }
    uint64_t taken = k->l->nodes[n.a].free, universal, free = letters_of_axioms(k, &universal);
    bl_symbol s = search_letter(k, taken);
    bl_term letter = bl_term_make(k->l, BL_VARIABLE, s, 0);
    want_instance(k, rule, t, n.a, letter, depth);
    if (n.shape == BL_FORALL && !k->sound && depth <= LETTERS_DEPTH)   /* a second one may do */
        want_instance(k, rule, t, n.a,
                      bl_term_make(k->l, BL_VARIABLE,
                                search_letter(k, taken | variable_bit(s)), 0), depth);
    for (uint32_t i = 0; i < k->pool.count && i < 64; i++) {
        struct node v = k->l->nodes[k->pool.of[i]];
        if (v.shape == BL_VARIABLE && k->pool.of[i] != letter &&
            (n.shape == BL_EXISTS || v.free & free))
            want_instance(k, rule, t, n.a, k->pool.of[i], depth);
    }
}

/* Where something in it can be worked out, it may come out as what is on the other side. */
static void want_identity(struct search *k, bl_term side)
{
    struct node n = k->l->nodes[side];
    if (n.shape == BL_NUMBER && !k->sound)   /* ((n+0)=n): by the letter then all is n */
        want_identity(k, bl_term_make(k->l, BL_ADD, side, bl_term_make(k->l, BL_NUMBER, 0, 0)));
    if (shape_is_operator(n.shape) || (n.shape == BL_APPLY && n.b != 0))
        search_suggest(k, bl_term_make(k->l, BL_EQUAL, side, side), BL_IDENTITY, NO_ENTRY, NO_ENTRY,
                       0, 0);
}

/* x=z by way of a known equation that shares a side with it. */
static void want_chain(struct search *k, bl_term wanted, bl_term known, uint32_t depth)
{
    struct node w = k->l->nodes[wanted], e = k->l->nodes[known];
    if (depth >= FAR || w.a == w.b || e.a == e.b)
        return;
    if (e.a == w.a && e.b != w.b)
        search_want(k, bl_term_make(k->l, BL_EQUAL, e.b, w.b), depth + FAR / 2);
    if (e.b == w.b && e.a != w.a)
        search_want(k, bl_term_make(k->l, BL_EQUAL, w.a, e.a), depth + FAR / 2);
}

static void want_equation(struct search *k, bl_term t, struct node n, uint32_t depth)
{
    if (n.a == n.b) {
        search_add_way(k, BL_IDENTITY, t, 0, 0, depth);
        return;
    }
    search_add(&k->wanted_equal, t);
    want_identity(k, n.a);
    want_identity(k, n.b);
    search_add_way(k, BL_SYMMETRY, t, bl_term_make(k->l, BL_EQUAL, n.b, n.a), 0, depth);
    struct node f = k->l->nodes[n.a], g = k->l->nodes[n.b];
    if (f.shape == BL_APPLY && g.shape == BL_APPLY && f.a == g.a && term_arity(k->l, f.b) == 1 &&
        term_arity(k->l, g.b) == 1)
        search_add_way(k, BL_SUBSTITUTION_EQ, t,
                bl_term_make(k->l, BL_EQUAL, k->l->nodes[f.b].a, k->l->nodes[g.b].a), 0, depth);
    for (uint32_t i = 0; i < k->equations.count; i++)
        want_chain(k, t, k->entries[k->equations.of[i]].t, depth);
}

/* Whether the right part of a universal implication is t, or a conjunction with t among its
 * parts, when *y is put for its variable. */
static bool would_give(const struct bl_logic *l, bl_term right, bl_term t, bl_term *y)
{
    struct node n = l->nodes[right];
    *y = 0;
    return match_body(l->nodes, right, t, y) ||
           (n.shape == BL_AND && (would_give(l, n.a, t, y) || would_give(l, n.b, t, y)));
}

void search_want_by_rule(struct search *k, const struct universal *u, bl_term t)
{
    struct node n = k->l->nodes[u->body];
    bl_term y;
    if (u->variable || n.shape != BL_IMPLY || !would_give(k->l, n.b, t, &y) ||
        (y == 0 && k->l->nodes[u->body].loose > 0))
        return;
    bl_term a = bl_term_instantiate(k->l, n.a, y), b = bl_term_instantiate(k->l, n.b, y);
    uint32_t depth = search_slot(k, t)->depth;
    if (a && b && depth < k->limits.depth)
        search_add_way(k, BL_UNIVERSAL_MODUS_PONENS, b, k->entries[u->entry].t, a, depth);
}

/* (∃(x)A) and (A(y)→B(y)) give (∃(z)B): wants that implication. */
static void want_to_carry_over(struct search *k, uint32_t exists, bl_term t, bl_term y,
                               uint32_t depth)
{
    bl_term from = k->entries[exists].t, a = k->l->nodes[from].a, b = k->l->nodes[t].a;
    if (from == t || term_occurs(k->l, a, y) || term_occurs(k->l, b, y))
        return;
    a = bl_term_instantiate(k->l, a, y);
    b = bl_term_instantiate(k->l, b, y);
    bl_term imply = a && b ? bl_term_make(k->l, BL_IMPLY, a, b) : 0;
    if (imply)
        search_add_way(k, BL_EXISTENTIAL_MODUS_PONENS, t, from, imply, depth);
}

static bl_term carrier(struct search *k, bl_term body)
{
    return bl_term_make(k->l, BL_VARIABLE, search_letter(k, k->l->nodes[body].free), 0);
}

static void want_from_existentials(struct search *k, bl_term t, bl_term y, uint32_t depth)
{
    for (uint32_t i = 0; i < k->existentials.count; i++)
        want_to_carry_over(k, k->existentials.of[i], t, y, depth);
}

void search_want(struct search *k, bl_term t, uint32_t depth)
{
    if (t == 0 || depth >= UNWANTED || search_slot(k, t)->wanted || k->l->nodes[t].loose > 0)
        return;
    if (depth > k->limits.depth)
        search_cut(k, BL_LIMIT_DEPTH, k->limits.depth);
    if (k->wanted.count > k->limits.wanted)
        search_cut(k, BL_LIMIT_WANTED, k->limits.wanted);
    if (depth > k->limits.depth || k->wanted.count > k->limits.wanted)
        return;
    search_slot(k, t)->wanted = true;
    search_slot(k, t)->depth = (uint8_t)depth;
    search_add(&k->wanted, t);
    search_hurry(k, t);
    search_note(k, t);
    search_note_use(k, t);
    struct node n = k->l->nodes[t];
    switch (n.shape) {
    case BL_TT: search_add_way(k, BL_TRUTH, t, 0, 0, depth); break;
    case BL_AND: search_add_way(k, BL_CONJUNCTION, t, n.a, n.b, depth); break;
    case BL_OR: search_add_way(k, BL_ADDITION, t, n.a, 0, depth); break;
    case BL_IMPLY: want_implication(k, t, n, depth); break;
    case BL_NOT: want_negation(k, t, n.a, depth); break;
    case BL_FORALL: want_quantified(k, t, n, depth); break;
    case BL_EXISTS:
        want_quantified(k, t, n, depth);
        want_from_existentials(k, t, carrier(k, n.a), depth);
        break;
    case BL_EQUAL: want_equation(k, t, n, depth); break;
    default: break;
    }
    search_subproofs(k, t);
}

/* A known statement that is the body of a wanted quantified one. */
static void bind(struct search *k, uint32_t entry, bl_term wanted)
{
    struct node n = k->l->nodes[wanted];
    bl_term y = 0, t = k->entries[entry].t;
    if (!match_body(k->l->nodes, n.a, t, &y) || y == 0 || term_occurs(k->l, n.a, y))
        return;
    bool variable = k->l->nodes[y].shape == BL_VARIABLE;
    if (n.shape == BL_FORALL && variable)
        search_generalize(k, entry, wanted, k->l->nodes[y].a, 0);
    if (n.shape == BL_EXISTS && variable)
        search_suggest(k, wanted, BL_EXISTENTIAL_GENERALIZATION, entry, NO_ENTRY, 0, 0);
    if (n.shape == BL_EXISTS && (variable || !k->sound))
        want_from_existentials(k, wanted, y, search_slot(k, wanted)->depth + 1u);
}

void search_backward(struct search *k, uint32_t entry)
{
    bl_term t = k->entries[entry].t;
    for (uint32_t at = search_slot(k, t)->way; at;) {
        struct way w = k->ways[(at - 1) / 2];
        at = w.next[(at - 1) % 2];
        take_way(k, &w);
    }
    for (uint32_t i = 0; i < k->wanted_bound.count; i++)
        bind(k, entry, k->wanted_bound.of[i]);
    struct node n = k->l->nodes[t];
    if (k->s->goal == 0 && n.shape >= BL_NOT && n.shape <= BL_IMPLY)   /* what contradicts it */
        search_want(k, n.shape == BL_NOT ? n.a : negation(k, t), 0);
    if (n.shape == BL_IMPLY)
        search_add_way(k, BL_MODUS_PONENS, n.b, t, n.a,
                       k->entries[entry].rule == BL_IMPLICATION ? UNWANTED
                       : search_slot(k, n.b)->wanted            ? 0 : FAR);
    if (n.shape == BL_EQUAL)
        for (uint32_t i = 0; i < k->wanted_equal.count; i++)
            want_chain(k, k->wanted_equal.of[i], t,
                       search_slot(k, k->wanted_equal.of[i])->depth);
    if (n.shape == BL_EXISTS)
        for (uint32_t i = 0, count = k->wanted_bound.count; i < count; i++) {
            bl_term wanted = k->wanted_bound.of[i];
            bl_term y = carrier(k, n.a);
            if (k->l->nodes[wanted].shape == BL_EXISTS)
                want_to_carry_over(k, entry, wanted, y, search_slot(k, wanted)->depth + 1u);
        }
}
