/* search_forward.c - what a statement gives when it is taken apart. */
#include "logic/replace.h"
#include "logic/search.h"

static unsigned shape(const struct search *k, bl_term t)
{
    return k->l->nodes[t].shape;
}

static void from_one(struct search *k, bl_term c, enum bl_rule rule, uint32_t entry)
{
    search_suggest(k, c, rule, entry, NO_ENTRY, NULL, 0);
}

static void from_two(struct search *k, bl_term c, enum bl_rule rule, uint32_t a, uint32_t b)
{
    search_suggest(k, c, rule, a, b, NULL, 0);
}

static void from_nothing(struct search *k, bl_term c, enum bl_rule rule)
{
    search_suggest(k, c, rule, NO_ENTRY, NO_ENTRY, NULL, 0);
}

/* ---- terms and atoms to try ---- */

static void note_pool(struct search *k, bl_term t)
{
    for (uint32_t i = 0; i < k->pool_count; i++)
        if (k->pool[i] == t)
            return;
    if (k->pool_count < 200)
        search_add(&k->pool, &k->pool_count, &k->pool_room, t);
}

static bool is_atom(unsigned s)
{
    return s == BL_ATOM || s == BL_EQUAL || s == BL_GREATER || s == BL_LESS;
}

void search_note(struct search *k, bl_term t)
{
    struct node n = k->l->nodes[t];
    if (t == 0)
        return;
    if (is_atom(n.shape) && n.loose == 0 && !search_slot(k, t)->atom_listed &&
        k->atom_count < 2000) {
        search_slot(k, t)->atom_listed = true;
        search_add(&k->atoms, &k->atom_count, &k->atom_room, t);
    }
    if (shape_is_wfo(n.shape) && n.loose == 0 && n.tokens < 24)
        note_pool(k, t);
    switch (n.shape) {
    case BL_TT: case BL_TF: case BL_LETTER: case BL_VARIABLE: case BL_BOUND: case BL_NUMBER:
        return;
    case BL_ATOM: case BL_APPLY:
        search_note(k, n.b);
        return;
    case BL_NOT: case BL_FORALL: case BL_EXISTS:
        search_note(k, n.a);
        return;
    default:
        search_note(k, n.a);
        search_note(k, n.b);
    }
}

/* Whether an atom under `depth` quantifiers can become `t`: the variable of the outermost one
 * must get *with, the others may become anything. */
static bool could_be(const struct bl_logic *l, bl_term pattern, bl_term t, uint32_t depth,
                     bl_term *with)
{
    struct node p = l->nodes[pattern], n = l->nodes[t];
    if (p.loose == 0 && (n.shape != BL_NUMBER || p.shape == BL_NUMBER))
        return pattern == t;
    if (p.shape == BL_BOUND) {
        if (p.a != depth)
            return shape_is_wfo(n.shape);
        if (*with == 0 && n.loose == 0)
            *with = t;
        return *with == t;
    }
    if (n.shape == BL_NUMBER && (shape_is_operator(p.shape) ||
                                 (p.shape == BL_APPLY && symbol_is_game(p.a))))
        return true;   /* it may come out as that number */
    if (p.shape != n.shape)
        return false;
    if (p.shape == BL_ATOM || p.shape == BL_APPLY)
        return p.a == n.a && could_be(l, p.b, n.b, depth, with);
    return could_be(l, p.a, n.a, depth, with) &&
           (p.b == 0 || n.b == 0 ? p.b == n.b : could_be(l, p.b, n.b, depth, with));
}

struct instances {
    uint32_t entry;
    bl_term tried[64];
    uint32_t count;
};

static void instantiate(struct search *k, struct instances *in, bl_term with, uint32_t extra)
{
    bl_term body = k->l->nodes[k->entries[in->entry].t].a;
    for (uint32_t i = 0; i < in->count; i++)
        if (in->tried[i] == with)
            return;
    if (in->count == 64)
        return;
    in->tried[in->count++] = with;
    search_suggest(k, bl_term_instantiate(k->l, body, with), BL_UNIVERSAL_INSTANTIATION, in->entry,
            NO_ENTRY, NULL, extra);
}

/* Terms that make an atom of the statement one that occurs elsewhere. */
static void instantiate_by_atoms(struct search *k, struct instances *in, bl_term t, uint32_t depth)
{
    struct node n = k->l->nodes[t];
    switch (n.shape) {
    case BL_ATOM: case BL_EQUAL: case BL_GREATER: case BL_LESS:
        for (uint32_t i = 0; i < k->atom_count; i++) {
            bl_term with = 0;
            if (could_be(k->l, t, k->atoms[i], depth, &with) && with)
                instantiate(k, in, with, 0);
        }
        return;
    case BL_NOT:
        instantiate_by_atoms(k, in, n.a, depth);
        return;
    case BL_FORALL: case BL_EXISTS:
        instantiate_by_atoms(k, in, n.a, depth + 1);
        return;
    case BL_AND: case BL_OR: case BL_IMPLY:
        instantiate_by_atoms(k, in, n.a, depth);
        instantiate_by_atoms(k, in, n.b, depth);
        return;
    default:
        return;
    }
}

static void take_universal(struct search *k, uint32_t entry)
{
    bl_term body = k->l->nodes[k->entries[entry].t].a;
    struct instances in = {.entry = entry};
    if (k->l->nodes[body].loose == 0) {
        from_one(k, body, BL_UNIVERSAL_INSTANTIATION, entry);
        return;
    }
    for (uint32_t i = 0; i < k->wanted_count; i++) {
        bl_term with = 0;
        if (match_body(k->l->nodes, body, k->wanted[i], &with) && with)
            instantiate(k, &in, with, 0);
    }
    instantiate_by_atoms(k, &in, body, 0);
    uint32_t late = 8;
    for (uint32_t i = 0; i < k->pool_count; i++)
        instantiate(k, &in, k->pool[i], late++);
}

/* ---- two premises ---- */

static void try_ponens(struct search *k, uint32_t imply, uint32_t a)
{
    struct node n = k->l->nodes[k->entries[imply].t];
    if (n.a == k->entries[a].t)
        from_two(k, n.b, BL_MODUS_PONENS, imply, a);
}

static void try_universal_ponens(struct search *k, uint32_t rule, uint32_t a)
{
    bl_term body = k->l->nodes[k->entries[rule].t].a, y = 0;
    if (shape(k, body) != BL_IMPLY)
        return;
    struct node n = k->l->nodes[body];
    if (!match_body(k->l->nodes, n.a, k->entries[a].t, &y))
        return;
    if (y == 0 && k->l->nodes[n.b].loose > 0) {
        for (uint32_t i = 0; i < k->wanted_count; i++)
            if (match_body(k->l->nodes, n.b, k->wanted[i], &y) && y)
                break;
    }
    if (y || k->l->nodes[n.b].loose == 0)
        from_two(k, y ? bl_term_instantiate(k->l, n.b, y) : n.b, BL_UNIVERSAL_MODUS_PONENS, rule,
                 a);
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
    if (b)
        search_suggest(k, term_node(k->l, BL_EXISTS, b, k->entries[exists].letter),
                BL_EXISTENTIAL_MODUS_PONENS, exists, imply, NULL, 0);
}

static void try_transitivity(struct search *k, uint32_t a, uint32_t b)
{
    struct node n = k->l->nodes[k->entries[a].t], m = k->l->nodes[k->entries[b].t];
    if (n.b == m.a && n.a != m.b)
        from_two(k, term_node(k->l, BL_EQUAL, n.a, m.b), BL_TRANSITIVITY, a, b);
}

/* The pair of a major and a minor premise, in the rules' order. */
static void try_pair(struct search *k, uint32_t a, uint32_t b)
{
    switch (shape(k, k->entries[a].t)) {
    case BL_IMPLY: try_ponens(k, a, b); break;
    case BL_FORALL: try_universal_ponens(k, a, b); break;
    case BL_EXISTS:
        if (shape(k, k->entries[b].t) == BL_IMPLY)
            try_existential_ponens(k, a, b);
        break;
    case BL_EQUAL:
        if (shape(k, k->entries[b].t) == BL_EQUAL)
            try_transitivity(k, a, b);
        break;
    default: break;
    }
}

/* ---- subproofs ---- */

/* z renamed so that it is of use: only symbols that the renaming names are changed, the others
 * stay; where that is not one-to-one the kernel says no. */
static bl_term renamed(struct search *k, const struct renaming *r, bl_term t)
{
    struct node n = k->l->nodes[t];
    uint32_t kind = n.shape;
    switch (n.shape) {
    case BL_NONE: case BL_TT: case BL_TF: case BL_BOUND: case BL_NUMBER:
        return t;
    case BL_ATOM: case BL_APPLY:
        kind |= term_arity(k->l, n.b) << 8;
        n.b = renamed(k, r, n.b);
        break;
    case BL_LETTER: case BL_VARIABLE:
        break;
    case BL_NOT: case BL_FORALL: case BL_EXISTS:
        n.a = renamed(k, r, n.a);
        return term_node(k->l, n.shape, n.a, n.b);
    default:
        n.a = renamed(k, r, n.a);
        n.b = renamed(k, r, n.b);
        return term_node(k->l, n.shape, n.a, n.b);
    }
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->pairs[i].kind == kind && r->pairs[i].from == n.a) {
            n.a = r->pairs[i].to;
            break;
        }
    }
    return term_node(k->l, n.shape, n.a, n.b);
}

static void try_conditional(struct search *k, uint32_t entry, const struct bl_proof *z)
{
    struct renaming r = {.count = 0};
    if (bl_proof_axioms(z) != 1 ||
        !match_renamed(k->l, bl_proof_line(z, 1)->s.term, k->entries[entry].t, &r))
        return;
    for (uint32_t i = 2; i <= bl_proof_lines(z); i++) {
        bl_term t = bl_proof_line(z, i)->s.term;
        bl_term c = shape(k, t) == BL_FORALL ? renamed(k, &r, t) : 0;
        struct renaming again = r;
        if (c && match_renamed(k->l, t, c, &again))
            search_suggest(k, c, BL_CONDITIONAL_PROOF, entry, NO_ENTRY, z, 0);
    }
}

static bool has_contradiction(struct search *k, const struct bl_proof *z)
{
    for (uint32_t i = 2; i <= bl_proof_lines(z); i++) {
        struct node n = k->l->nodes[bl_proof_line(z, i)->s.term];
        if (n.shape != BL_FORALL || shape(k, n.a) != BL_NOT)
            continue;
        for (uint32_t j = 2; j <= bl_proof_lines(z); j++) {
            bl_term t = bl_proof_line(z, j)->s.term;
            if (shape(k, t) == BL_FORALL && k->l->nodes[t].a == k->l->nodes[n.a].a)
                return true;
        }
    }
    return false;
}

/* What an indirect proof says of a universal statement. */
static bl_term denied(struct search *k, bl_term t)
{
    struct node n = k->l->nodes[t];
    if (k->sound)
        return term_node(k->l, BL_NOT, t, 0);
    bl_term a = term_node(k->l, BL_NOT, n.a, 0);
    return a ? term_node(k->l, BL_FORALL, a, n.b) : 0;
}

/* Denies t, if that is the axiom of z renamed. */
static void try_indirect(struct search *k, const struct bl_proof *z, bl_term t)
{
    struct renaming r = {.count = 0};
    if (shape(k, t) == BL_FORALL && match_renamed(k->l, bl_proof_line(z, 1)->s.term, t, &r))
        search_suggest(k, denied(k, t), BL_INDIRECT_PROOF, NO_ENTRY, NO_ENTRY, z, 0);
}

/* The universal statement that c denies as an indirect proof does; 0: none. */
static bl_term undenied(struct search *k, bl_term c)
{
    struct node n = k->l->nodes[c];
    if (k->sound)
        return n.shape == BL_NOT ? n.a : 0;
    if (n.shape != BL_FORALL || shape(k, n.a) != BL_NOT)
        return 0;
    return term_node(k->l, BL_FORALL, k->l->nodes[n.a].a, n.b);
}

void search_start(struct search *k)
{
    const struct bl_proof *z;
    for (uint32_t i = 0; (z = bl_proof_owned(k->s->from, i)) != NULL; i++) {
        if (bl_proof_axioms(z) != 1 || !has_contradiction(k, z))
            continue;
        try_indirect(k, z, bl_proof_line(z, 1)->s.term);
        for (uint32_t j = 0; j < k->wanted_count; j++)      /* as it is wanted */
            if (undenied(k, k->wanted[j]))
                try_indirect(k, z, undenied(k, k->wanted[j]));
        for (uint32_t j = 0; j < k->entry_count; j++)       /* against what is known */
            try_indirect(k, z, k->entries[j].t);
    }
    for (uint32_t n = 0; n < 2; n++)
        note_pool(k, bl_term_number(k->l, n));
    for (uint32_t j = 0; j < k->entry_count; j++)           /* the letters that are in use */
        if (shape_is_quantifier(shape(k, k->entries[j].t)))
            note_pool(k, term_node(k->l, BL_VARIABLE, k->entries[j].letter, 0));
    note_pool(k, term_node(k->l, BL_VARIABLE, 24, 0));      /* and y, for a second one */
}

/* ---- one premise ---- */

static void take_existential(struct search *k, uint32_t entry)
{
    bl_term body = k->l->nodes[k->entries[entry].t].a, with;
    bl_symbol x = k->entries[entry].letter;
    if (k->sound) {
        bl_term variables[64], args = 0;
        uint32_t count = 0;
        for (uint32_t i = 0; i < k->pool_count && count < 64; i++)
            if (shape(k, k->pool[i]) == BL_VARIABLE && term_occurs(k->l, body, k->pool[i]))
                variables[count++] = k->pool[i];
        while (count-- > 0)
            args = term_node(k->l, BL_ARGS, variables[count], args);
        with = term_node(k->l, BL_APPLY, x, args);
    } else {
        with = term_node(k->l, BL_VARIABLE, x, 0);
    }
    from_one(k, bl_term_instantiate(k->l, body, with), BL_EXISTENTIAL_INSTANTIATION, entry);
}

/* Operations, comparisons and values in it, one occurrence at a time. */
static void simplify_values(struct search *k, uint32_t entry)
{
    static const enum bl_rule rules[] = {BL_OPERATOR, BL_COMPARISON, BL_EVALUATION};
    for (unsigned i = 0; i < 3; i++) {
        bl_term list[64];
        uint32_t count = replace_one(k->l, k->entries[entry].t, rules[i], k->s->values, list, 64);
        for (uint32_t j = 0; j < count; j++)   /* the first at once, the others in their turn */
            search_suggest(k, list[j], rules[i], entry, NO_ENTRY, NULL, j == 0 ? AT_ONCE : 0);
    }
}

/* Atoms with a value are at hand without a premise. */
static void take_values(struct search *k, bl_term t)
{
    const struct bl_values *v = k->s->values;
    struct node n = k->l->nodes[t];
    if (!v || n.loose)
        return;
    if (n.shape == BL_ATOM && symbol_is_game(n.a) && !symbol_is_action(n.a) && n.free == 0 &&
        v->truth) {
        int truth = v->truth(v->of, k->l, t);
        if (truth >= 0)
            from_nothing(k, truth ? t : term_node(k->l, BL_NOT, t, 0), BL_EVALUATION);
    }
    uint32_t value;
    if (n.shape == BL_EQUAL && shape(k, n.a) == BL_APPLY && symbol_is_game(k->l->nodes[n.a].a) &&
        k->l->nodes[n.a].free == 0 && v->number && v->number(v->of, k->l, n.a, &value))
        from_nothing(k, term_node(k->l, BL_EQUAL, n.a, bl_term_number(k->l, value)),
                     BL_EVALUATION);
}

void search_forward(struct search *k, uint32_t entry)
{
    bl_term t = k->entries[entry].t;
    struct node n = k->l->nodes[t];
    const struct bl_proof *z;
    switch (n.shape) {
    case BL_AND:
        from_one(k, n.a, BL_SIMPLIFICATION, entry);
        from_one(k, n.b, BL_SIMPLIFICATION, entry);
        break;
    case BL_FORALL:
        take_universal(k, entry);
        for (uint32_t i = 0; (z = bl_proof_owned(k->s->from, i)) != NULL; i++)
            try_conditional(k, entry, z);
        break;
    case BL_EXISTS: take_existential(k, entry); break;
    case BL_EQUAL:
        search_suggest(k, term_node(k->l, BL_EQUAL, n.b, n.a), BL_SYMMETRY, entry, NO_ENTRY, NULL,
                       4);
        break;
    default: break;
    }
    simplify_values(k, entry);
    for (uint32_t i = 0; i < k->entry_count; i++) {
        try_pair(k, i, entry);
        if (i != entry)
            try_pair(k, entry, i);
    }
    for (; k->valued < k->atom_count; k->valued++)
        take_values(k, k->atoms[k->valued]);
}
