/* search_terms.c - what may be put for the variable of a universal statement: terms that make an
 * atom of it one that occurs, then any that occur. */
#include "base/alloc.h"
#include "logic/search.h"

#define TERM_TOKENS 24            /* longer terms are not put for variables */
#define LATE 8u                   /* terms that nothing speaks for */

static bool is_atom(unsigned s)
{
    return s == BL_ATOM || s == BL_EQUAL || s == BL_GREATER || s == BL_LESS;
}

static void note_term(struct search *k, bl_term t)
{
    struct slot *slot = search_slot(k, t);
    if (slot->term_listed)
        return;
    uint32_t points = k->l->nodes[t].points;
    if (k->pool.count < k->limits.terms) {
        slot->term_listed = true;
        search_add(&k->pool, t);
    } else if (k->left_out == 0 || points < k->left_out) {
        k->left_out = points;
    }
}

void search_note(struct search *k, bl_term t)
{
    struct node n = k->l->nodes[t];
    if (t == 0)
        return;
    if (is_atom(n.shape) && n.loose == 0) {
        if (search_slot(k, t)->atom_listed)
            return;
        if (k->atoms.count == k->limits.atoms) {
            search_cut(k, BL_LIMIT_ATOMS, k->limits.atoms);
            return;
        }
        search_slot(k, t)->atom_listed = true;
        search_add(&k->atoms, t);
    }
    if (shape_is_wfo(n.shape) && n.loose == 0 && n.tokens < TERM_TOKENS)
        note_term(k, t);
    search_note(k, node_left(&n));
    search_note(k, node_right(&n));
}

void search_start_terms(struct search *k)
{
    for (uint32_t n = 0; n < 2; n++)
        note_term(k, bl_term_make(k->l, BL_NUMBER, n, 0));
    for (uint32_t i = 1; i < k->entry_count; i++)           /* the letters that are in use */
        if (shape_is_quantifier(k->l->nodes[k->entries[i].t].shape))
            note_term(k, bl_term_make(k->l, BL_VARIABLE, k->entries[i].letter, 0));
    note_term(k, bl_term_make(k->l, BL_VARIABLE, 23, 0));
    note_term(k, bl_term_make(k->l, BL_VARIABLE, 24, 0));
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
    return p.shape == n.shape && (node_left(&p) || p.a == n.a) &&
           could_be(l, node_left(&p), node_left(&n), depth, with) &&
           could_be(l, node_right(&p), node_right(&n), depth, with);
}

/* ---- what is of use ---- */

/* The bit of an atom's predicate, by hash. Comparisons come out as tF. */
static uint64_t head(const struct node *n)
{
    switch (n->shape) {
    case BL_LETTER: case BL_ATOM: return UINT64_C(1) << n->a % 61;
    case BL_EQUAL: return UINT64_C(1) << 61;
    case BL_GREATER: return UINT64_C(1) << 62;
    case BL_LESS: return UINT64_C(1) << 63;
    case BL_TF: return UINT64_C(3) << 62;
    default: return 0;
    }
}

static uint64_t heads(const struct bl_logic *l, bl_term t)
{
    const struct node *n = &l->nodes[t];
    if (n->shape < BL_NOT || n->shape > BL_EXISTS)
        return head(n);
    return heads(l, node_left(n)) | heads(l, node_right(n));
}

void search_note_use(struct search *k, bl_term t)
{
    k->of_use |= heads(k->l, t);
}

/* Whether an instance can lead to something that is of use. A contradiction can use any denial;
 * what is denied is of use then, and what a rule that is of use asks for. */
bool search_is_of_use(struct search *k, bl_term t)
{
    struct node n = k->l->nodes[t];
    bool contradiction = k->s->goal == 0, use;
    switch (n.shape) {
    case BL_FORALL: case BL_EXISTS:
        return search_is_of_use(k, n.a);
    case BL_AND:
        use = search_is_of_use(k, n.a);
        return search_is_of_use(k, n.b) || use;
    case BL_IMPLY:
        use = search_is_of_use(k, n.b);
        k->of_use |= use ? heads(k->l, n.a) : 0;
        return use;
    case BL_NOT:
        k->of_use |= contradiction ? heads(k->l, n.a) : 0;
        return contradiction || heads(k->l, t) & k->of_use;
    default:
        return heads(k->l, t) & k->of_use;
    }
}

/* ---- universal statements ---- */

static void list_patterns(struct search *k, struct universal *u, bl_term t, uint32_t depth)
{
    struct node n = k->l->nodes[t];
    if (n.loose <= depth)
        return;
    if (is_atom(n.shape) && u->pattern_count == PATTERNS) {
        search_cut(k, BL_LIMIT_PATTERNS, PATTERNS);
        return;
    }
    if (is_atom(n.shape)) {
        u->patterns[u->pattern_count].atom = t;
        u->patterns[u->pattern_count++].depth = depth;
        u->heads |= head(&n);
        return;
    }
    list_patterns(k, u, node_left(&n), depth + shape_is_quantifier(n.shape));
    list_patterns(k, u, node_right(&n), depth);
}

void search_add_universal(struct search *k, struct universal u)
{
    list_patterns(k, &u, u.body, 0);
    k->universals = bl_grow(k->universals, k->universal_count + 1, &k->universal_room,
                                 sizeof *k->universals);
    k->universals[k->universal_count++] = u;
}

/* The variables of an open statement: it may be generalized, then put to use for other terms. */
void search_open(struct search *k, uint32_t entry)
{
    bl_term t = k->entries[entry].t;
    for (uint32_t i = 0; i < k->pool.count; i++) {
        bl_term v = k->pool.of[i];
        struct node n = k->l->nodes[v];
        if (n.shape != BL_VARIABLE || !(k->entries[entry].open & n.free) ||
            !term_occurs(k->l, t, v))
            continue;
        bl_term body = bl_term_abstract(k->l, t, v);
        if (body)
            search_add_universal(k, (struct universal){entry, body, v});
    }
}

void search_instantiate(struct search *k, uint32_t universal, bl_term with, uint32_t extra)
{
    struct universal *u = &k->universals[universal];
    uint32_t most = k->limits.instances;
    if (u->tried == most) {
        if (!u->variable)
            search_cut(k, BL_LIMIT_INSTANCES, most);
        return;
    }
    if (with == u->variable || !search_first_time(k, universal, with))
        return;
    u->tried++;
    uint32_t entry = u->entry;
    if (u->variable) {
        bl_symbol letter = k->l->nodes[u->variable].a;
        u->tried = most;   /* once it is universal it will be met as such */
        search_generalize(k, entry, bl_term_make(k->l, BL_FORALL, u->body, letter), letter, extra);
        return;
    }
    bl_term instance = bl_term_instantiate(k->l, u->body, with);
    if (instance == 0)
        return;
    search_suggest(k, instance, BL_UNIVERSAL_INSTANTIATION, entry, NO_ENTRY, 0,
                   extra + u->tried / 8);
    struct node n = k->l->nodes[instance];
    if (n.shape == BL_IMPLY && extra < LATE && !is_atom(k->l->nodes[n.a].shape))
        search_want(k, n.a, FAR);
}

/* Terms that nothing speaks for are made one at a time, when they would be of use. */
static void stand_in_line(struct search *k, uint32_t universal)
{
    struct universal *u = &k->universals[universal];
    if (u->in_line || u->pool_seen >= k->pool.count || u->tried >= k->limits.instances ||
        !search_is_of_use(k, u->body))
        return;
    u->in_line = true;
    search_push(k, k->entries[u->entry].cost + k->l->nodes[u->body].points + LATE + u->pool_seen,
                LATER | universal);
}

static void try_wanted(struct search *k, uint32_t universal, bl_term wanted)
{
    bl_term with = 0, body = k->universals[universal].body;
    unsigned shape = k->l->nodes[body].shape;
    if (shape == BL_IMPLY)
        search_want_by_rule(k, &k->universals[universal], wanted);
    if (shape == k->l->nodes[wanted].shape && match_body(k->l->nodes, body, wanted, &with) && with)
        search_instantiate(k, universal, with, 0);
}

static void try_atom(struct search *k, uint32_t universal, bl_term atom)
{
    uint64_t bit = head(&k->l->nodes[atom]);
    for (uint32_t i = 0; i < k->universals[universal].pattern_count; i++) {
        const struct universal *u = &k->universals[universal];
        bl_term with = 0;
        if (!(u->heads & bit))
            return;
        if (could_be(k->l, u->patterns[i].atom, atom, u->patterns[i].depth, &with) && with)
            search_instantiate(k, universal, with, 0);
    }
}

/* The next of the terms that nothing speaks for, and so on when its turn comes again. */
void search_next_term(struct search *k, uint32_t universal)
{
    struct universal *u = &k->universals[universal];
    u->in_line = false;
    if (u->pool_seen < k->pool.count && u->tried < k->limits.instances) {
        uint32_t place = u->pool_seen++;
        search_instantiate(k, universal, k->pool.of[place], LATE + place);
    }
    stand_in_line(k, universal);
}

/* The lists may grow while they are gone through: by index, to the end that they have then. */
static bool catch_up_with(struct search *k, uint32_t i)
{
    bool moved = false;
    for (; k->universals[i].wanted_seen < k->wanted.count; moved = true)
        try_wanted(k, i, k->wanted.of[k->universals[i].wanted_seen++]);
    for (; k->universals[i].atoms_seen < k->atoms.count; moved = true)
        try_atom(k, i, k->atoms.of[k->universals[i].atoms_seen++]);
    if (!k->universals[i].solved && !k->universals[i].variable &&
        search_is_of_use(k, k->universals[i].body)) {
        k->universals[i].solved = true;
        search_solve(k, i);
    }
    stand_in_line(k, i);
    return moved;
}

/* Where nothing was added to the lists, only the newest universal statements have to catch up. */
void search_catch_up(struct search *k)
{
    for (bool moved = true; moved && k->steps < k->last_step;) {
        uint64_t lists = (uint64_t)k->wanted.count << 40 ^ (uint64_t)k->atoms.count << 20 ^
                         k->pool.count ^ k->of_use * UINT64_C(0x9E3779B97F4A7C15);
        uint32_t i = lists == k->lists_seen ? k->universals_seen : 0;
        moved = false;
        for (; i < k->universal_count; i++)
            moved |= catch_up_with(k, i);
        search_put_through(k);
        search_take_instances(k);
        k->lists_seen = lists;
        k->universals_seen = k->universal_count;
    }
}
