/* search_forward.c - what a statement gives when it is taken apart, or put to another. */
#include "logic/build.h"
#include "logic/search.h"

#define FREE_TERMS 16u            /* to try where any term will do */

static void from_two(struct search *k, bl_term c, enum bl_rule rule, uint32_t a, uint32_t b)
{
    search_suggest(k, c, rule, a, b, 0, 0);
}

static void from_one(struct search *k, bl_term c, enum bl_rule rule, uint32_t entry)
{
    from_two(k, c, rule, entry, NO_ENTRY);
}

/* ---- two premises ---- */

static void try_universal_ponens(struct search *k, uint32_t rule, uint32_t a)
{
    bl_term body = k->l->nodes[k->entries[rule].t].a, y = 0;
    struct node n = k->l->nodes[body];
    if (n.shape != BL_IMPLY || !match_body(k->l->nodes, n.a, k->entries[a].t, &y))
        return;
    if (y || k->l->nodes[n.b].loose == 0) {
        from_two(k, bl_term_instantiate(k->l, n.b, y), BL_UNIVERSAL_MODUS_PONENS, rule, a);
        return;
    }
    for (uint32_t i = 0; i < k->pool.count && i < FREE_TERMS; i++)
        search_suggest(k, bl_term_instantiate(k->l, n.b, k->pool.of[i]),
                       BL_UNIVERSAL_MODUS_PONENS, rule, a, 0, FREE_TERMS);
}

/* Where what exists has no variable, y is any term: each that occurs in what follows will do, though in
 * the sound logic only a variable. */
static void exist_by_any(struct search *k, uint32_t exists, uint32_t imply, bl_term part)
{
    struct node n = k->l->nodes[part];
    if (part == 0)
        return;
    if (shape_is_wfo(n.shape) && n.loose == 0 && (!k->sound || n.shape == BL_VARIABLE)) {
        bl_term b = bl_term_abstract(k->l, k->l->nodes[k->entries[imply].t].b, part);
        if (b)
            from_two(k, bl_term_make(k->l, BL_EXISTS, b, k->entries[exists].letter),
                     BL_EXISTENTIAL_MODUS_PONENS, exists, imply);
    }
    exist_by_any(k, exists, imply, node_left(&n));
    exist_by_any(k, exists, imply, node_right(&n));
}

static void try_existential_ponens(struct search *k, uint32_t exists, uint32_t imply)
{
    bl_term body = k->l->nodes[k->entries[exists].t].a, y = 0;
    struct node n = k->l->nodes[k->entries[imply].t];
    if (!match_body(k->l->nodes, body, n.a, &y))
        return;
    if (k->sound && y && shape(k, y) != BL_VARIABLE)
        return;
    bl_term b = y ? bl_term_abstract(k->l, n.b, y) : n.b;
    if (b && (y || k->entries[imply].rule != BL_IMPLICATION))   /* else b is known by itself */
        from_two(k, bl_term_make(k->l, BL_EXISTS, b, k->entries[exists].letter),
                 BL_EXISTENTIAL_MODUS_PONENS, exists, imply);
    if (k->l->nodes[body].loose == 0)
        exist_by_any(k, exists, imply, n.b);
}

/* A universal implication whose left part is what exists: its instance with a variable is what
 * existential-modus-ponens asks for. */
static void prepare_existential(struct search *k, uint32_t exists, uint32_t universal)
{
    const struct universal *u = &k->universals[universal];
    struct node n = k->l->nodes[u->body];
    if (u->variable || n.shape != BL_IMPLY || n.a != k->l->nodes[k->entries[exists].t].a)
        return;
    for (bl_symbol s = 23; s < 26; s++) {
        if (k->l->nodes[u->body].free & variable_bit(s))
            continue;
        search_instantiate(k, universal, bl_term_make(k->l, BL_VARIABLE, s, 0), 0);
        return;
    }
}

static void try_transitivity(struct search *k, uint32_t a, uint32_t b)
{
    struct node n = k->l->nodes[k->entries[a].t], m = k->l->nodes[k->entries[b].t];
    if (n.b == m.a && n.a != m.b)
        from_two(k, bl_term_make(k->l, BL_EQUAL, n.a, m.b), BL_TRANSITIVITY, a, b);
}

/* ---- generalization ---- */

static bool free_in_other_axiom(const struct search *k, uint32_t entry, bl_symbol letter)
{
    bl_term v = bl_term_make(k->l, BL_VARIABLE, letter, 0);
    for (uint32_t i = 1; i <= bl_proof_axioms(k->s->from); i++)
        if (i != k->entries[entry].axiom &&
            term_occurs(k->l, bl_proof_line(k->s->from, i)->s.term, v))
            return true;
    return false;
}

/* A universal statement written with that letter: an axiom, or else the cheapest lemma. */
static uint32_t reference(struct search *k, bl_symbol letter)
{
    for (uint32_t i = 1; i < k->entry_count && k->entries[i].axiom; i++)
        if (shape(k, k->entries[i].t) == BL_FORALL && k->entries[i].letter == letter)
            return i;
    if (letter >= 26)
        return NO_ENTRY;
    if (k->references[letter] == 0) {
        bl_term truth = bl_term_make(k->l, BL_TT, 0, 0);
        uint32_t tt = search_restate(k, truth, BL_TRUTH, NO_ENTRY, NO_ENTRY, 0);
        k->references[letter] = search_restate(k, bl_term_make(k->l, BL_FORALL, truth, letter),
                                               BL_UNIVERSAL_GENERALIZATION, tt, NO_ENTRY, letter);
    }
    return k->references[letter];
}

void search_generalize(struct search *k, uint32_t entry, bl_term c, bl_symbol letter,
                       uint32_t extra)
{
    if (k->sound || !free_in_other_axiom(k, entry, letter))
        search_suggest(k, c, BL_UNIVERSAL_GENERALIZATION, entry, NO_ENTRY, 0, extra);
    uint32_t to = k->sound ? NO_ENTRY : reference(k, letter);
    if (to != NO_ENTRY)
        search_suggest(k, c, BL_UNIVERSAL_GENERALIZATION_REF, entry, to, 0, extra);
}

/* ---- existential instantiation ---- */

/* Whether the function stands in no axiom and in no subproof. */
static bool is_new_function(const struct search *k, bl_symbol f, uint32_t arity)
{
    const struct bl_proof *z;
    for (uint32_t i = 1; i <= bl_proof_axioms(k->s->from); i++)
        if (term_names_function(k->l, bl_proof_line(k->s->from, i)->s.term, f, arity))
            return false;
    for (uint32_t n = 0; (z = bl_proof_owned(k->s->from, n)) != NULL; n++)
        for (uint32_t i = 1; i <= bl_proof_lines(z); i++)
            if (term_names_function(k->l, bl_proof_line(z, i)->s.term, f, arity))
                return false;
    return true;
}

static bool is_witness(const struct search *k, bl_symbol f, uint32_t arity)
{
    for (uint32_t i = 0; i < k->witnesses.count; i += 2)
        if (k->witnesses.of[i] == f && k->witnesses.of[i + 1] == arity)
            return true;
    return false;
}

static void suggest_instance(struct search *k, uint32_t entry)
{
    bl_symbol x = k->entries[entry].letter;
    bl_term body = k->l->nodes[k->entries[entry].t].a;
    bl_term with = term_witness(k->l, body, x, bl_proof_ruling(k->s->from));
    from_one(k, bl_term_instantiate(k->l, body, with), BL_EXISTENTIAL_INSTANTIATION, entry);
}

static void suggest_witness(struct search *k, uint32_t entry, uint32_t arity)
{
    search_add(&k->witnesses, k->entries[entry].letter);
    search_add(&k->witnesses, arity);
    suggest_instance(k, entry);
}

/* Another letter whose function of that arity is new: one that somebody speaks of, or any; 26:
 * none. */
static bl_symbol new_letter(const struct search *k, uint32_t entry, uint32_t arity, bool spoken_of)
{
    bl_term t = k->entries[entry].t;
    for (uint32_t i = 0; i < k->pool.count; i++) {
        struct node n = k->l->nodes[k->pool.of[i]];
        if (n.shape == BL_APPLY && n.a < 26 && n.a != k->entries[entry].letter &&
            term_arity(k->l, n.b) == arity && is_new_function(k, n.a, arity))
            return n.a;
    }
    for (bl_symbol x = 0; x < 26 && !spoken_of; x++)
        if (!is_witness(k, x, arity) && is_new_function(k, x, arity) &&
            !(k->l->nodes[t].free & variable_bit(x)))
            return x;
    return 26;
}

/* The statement once more, with that letter: (E∧tT), then E. */
static uint32_t with_letter(struct search *k, uint32_t entry, bl_symbol x)
{
    bl_term t = k->entries[entry].t, truth = bl_term_make(k->l, BL_TT, 0, 0);
    bl_term both = x < 26 ? bl_term_make(k->l, BL_AND, t, truth) : 0;
    if (both == 0)
        return NO_ENTRY;
    uint32_t tt = search_restate(k, truth, BL_TRUTH, NO_ENTRY, NO_ENTRY, 0);
    uint32_t pair = search_restate(k, both, BL_CONJUNCTION, entry, tt, 0);
    return search_restate(k, t, BL_SIMPLIFICATION, pair, NO_ENTRY, x);
}

static void take_witness(struct search *k, uint32_t entry)
{
    bl_term variables[BL_TOKENS_MAX];
    bl_symbol x = k->entries[entry].letter;
    uint32_t arity = term_variables(k->l, k->l->nodes[k->entries[entry].t].a, variables, 0);
    bool is_new = is_new_function(k, x, arity), used = is_witness(k, x, arity);
    if (is_new)
        suggest_witness(k, entry, arity);
    bl_symbol other = new_letter(k, entry, arity, is_new && !used);
    uint32_t again = with_letter(k, entry, other);
    if (again != NO_ENTRY)
        suggest_witness(k, again, arity);
}

/* ---- one premise ---- */

static void take_existential(struct search *k, uint32_t entry)
{
    bl_term body = k->l->nodes[k->entries[entry].t].a;
    search_add(&k->existentials, entry);
    if (k->sound && k->l->nodes[body].loose > 0)
        take_witness(k, entry);
    else
        suggest_instance(k, entry);
    for (uint32_t i = 0; i < k->implications.count; i++)
        try_existential_ponens(k, entry, k->implications.of[i]);
    for (uint32_t i = 0; i < k->universal_count; i++)
        prepare_existential(k, entry, i);
}

static void take_universal(struct search *k, uint32_t entry)
{
    bl_term body = k->l->nodes[k->entries[entry].t].a;
    if (k->l->nodes[body].loose == 0)
        from_one(k, body, BL_UNIVERSAL_INSTANTIATION, entry);
    search_add_universal(k, (struct universal){entry, body});
    search_conditional(k, entry);
    search_subproofs(k, k->entries[entry].t);
    if (shape(k, body) != BL_IMPLY)
        return;
    for (uint32_t i = 1; i < k->entry_count; i++)
        if (search_entry(k, k->entries[i].t) == i)
            try_universal_ponens(k, entry, i);
    for (uint32_t i = 0; i < k->existentials.count; i++)
        prepare_existential(k, k->existentials.of[i], k->universal_count - 1);
}

static void take_equation(struct search *k, uint32_t entry)
{
    struct node n = k->l->nodes[k->entries[entry].t];
    search_add(&k->equations, entry);
    search_suggest(k, bl_term_make(k->l, BL_EQUAL, n.b, n.a), BL_SYMMETRY, entry, NO_ENTRY, 0, 4);
    for (uint32_t i = 0; i < k->equations.count; i++) {
        try_transitivity(k, k->equations.of[i], entry);
        try_transitivity(k, entry, k->equations.of[i]);
    }
}

/* Operations, comparisons and values in it, one occurrence at a time. */
static void simplify_values(struct search *k, uint32_t entry)
{
    static const enum bl_rule rules[] = {BL_OPERATOR, BL_COMPARISON, BL_EVALUATION};
    for (unsigned i = 0; i < 3; i++) {
        bl_term list[64];
        uint32_t count = replace_one(k->l, k->entries[entry].t, rules[i], k->s->values, list, 64);
        for (uint32_t j = 0; j < count; j++)   /* the first at once, the others in their turn */
            search_suggest(k, list[j], rules[i], entry, NO_ENTRY, 0, j == 0 ? AT_ONCE : 0);
    }
}

/* Atoms with a value are at hand without a premise. */
static void take_values(struct search *k, bl_term t)
{
    struct node n = k->l->nodes[t];
    bl_term of = n.shape == BL_EQUAL ? n.a : t;
    bl_term c = n.loose ? 0 : replace_alone(k->l, of, BL_EVALUATION, k->s->values);
    if (c)
        from_one(k, c, BL_EVALUATION, NO_ENTRY);
}

void search_forward(struct search *k, uint32_t entry)
{
    bl_term t = k->entries[entry].t;
    struct node n = k->l->nodes[t];
    switch (n.shape) {
    case BL_AND:
        from_one(k, n.a, BL_SIMPLIFICATION, entry);
        from_one(k, n.b, BL_SIMPLIFICATION, entry);
        break;
    case BL_IMPLY:
        search_add(&k->implications, entry);
        for (uint32_t i = 0; i < k->existentials.count; i++)
            try_existential_ponens(k, k->existentials.of[i], entry);
        break;
    case BL_FORALL: take_universal(k, entry); break;
    case BL_EXISTS: take_existential(k, entry); break;
    case BL_EQUAL: take_equation(k, entry); break;
    default: break;
    }
    if (k->entries[entry].open)
        search_open(k, entry);
    if (!k->sound && !k->entries[entry].of_all && n.shape != BL_IMPLY &&
        !shape_is_quantifier(n.shape))
        search_add(&k->instances, entry);
    for (uint32_t i = 0; i < k->universal_count; i++)
        if (!k->universals[i].variable)
            try_universal_ponens(k, k->universals[i].entry, entry);
    simplify_values(k, entry);
    for (; k->valued < k->atoms.count; k->valued++)
        take_values(k, k->atoms.of[k->valued]);
}
