/* search_values.c - terms that no statement names: players and cards of which the game knows
 * something, numbers at which a comparison changes, and equal terms put through functions. */
#include "logic/build.h"
#include "logic/search.h"

#define INDICES 16u               /* of players and cards that are asked for */
#define VALUED_MAX 24u
#define ASPECTS 8u
#define NO_STANDING 2             /* a side has no value */

static bl_term apply(struct search *k, enum bl_shape shape, bl_symbol name, bl_term to)
{
    return bl_term_make(k->l, shape, name, bl_term_make(k->l, BL_ARGS, to, 0));
}

/* ---- players and cards ---- */

/* What the game says of a term: two of whom it says the same need not both be tried. */
struct aspects {
    int64_t of[ASPECTS];          /* -1: nothing */
};

static struct aspects aspects_of(struct search *k, bl_term t)
{
    static const bl_symbol names[ASPECTS] = {BL_HEALTH, BL_POWER, BL_POTENCY, BL_SYMBOL_POINT,
                                             BL_POWER_COST, BL_IS_NUMBER, BL_IS_PLAYER, BL_IS_CARD};
    struct aspects a;
    for (uint32_t i = 0; i < ASPECTS; i++) {
        bool predicate = names[i] >= BL_IS_NUMBER;
        bl_term v = replace_value(k->l, apply(k, predicate ? BL_ATOM : BL_APPLY, names[i], t),
                                  BL_EVALUATION, k->s->values);
        struct node n = k->l->nodes[v];
        a.of[i] = v == 0 ? -1 : n.shape == BL_NUMBER ? (int64_t)n.a : n.shape == BL_TT;
    }
    return a;
}

/* Whether something is said of it, and that it is a number is not all. */
static bool is_something(const struct aspects *a)
{
    bool any = false;
    for (uint32_t i = 0; i < ASPECTS; i++)
        any |= a->of[i] >= 0;
    return any && a->of[5] != 1;
}

static bool same_aspects(const struct aspects *a, const struct aspects *b)
{
    bool same = true;
    for (uint32_t i = 0; i < ASPECTS; i++)
        same &= a->of[i] == b->of[i];
    return same;
}

/* Adds a term, unless the game says the same of one that is there; false: it says nothing. */
static bool add_valued(struct search *k, bl_term t, struct aspects known[VALUED_MAX])
{
    struct aspects a = aspects_of(k, t);
    uint32_t same = 0;
    if (!is_something(&a))
        return false;
    while (same < k->valued_terms.count && !same_aspects(&known[same], &a))
        same++;
    if (same == VALUED_MAX)
        search_cut(k, BL_LIMIT_VALUED, VALUED_MAX);
    else if (same == k->valued_terms.count) {
        known[same] = a;
        search_add(&k->valued_terms, t);
    }
    return true;
}

static void list_valued(struct search *k)
{
    static const bl_symbol names[] = {BL_CHOSEN_PLAYER, BL_RAND_PLAYER, BL_CHOSEN_CARD, BL_RAND_CARD};
    const struct bl_values *v = k->s->values;
    struct aspects known[VALUED_MAX];
    if (k->values_listed || !v)
        return;
    k->values_listed = true;
    for (uint32_t i = 0, t; v->term && (t = v->term(v->of, k->l, i)) != 0; i++)
        add_valued(k, t, known);
    for (uint32_t n = 0; !v->term && n < sizeof names / sizeof *names; n++)
        for (uint32_t i = 1; i <= INDICES; i++)
            if (!add_valued(k, apply(k, BL_APPLY, names[n], bl_term_make(k->l, BL_NUMBER, i, 0)),
                            known))
                break;
}

/* What is true of one term and false of another, taken from the one to the other: step by step what
 * search_take_instances would come to in its turn, which among other axioms is late. */
static void want_all_from_one(struct search *k, bl_term is, bl_term is_not)
{
    bl_term truth = bl_term_make(k->l, BL_TT, 0, 0), of = k->l->nodes[k->l->nodes[is].b].a;
    bl_term body = bl_term_abstract(k->l, is, of), imply = bl_term_make(k->l, BL_IMPLY, truth, is);
    bl_symbol letter = search_letter(k, 0);
    bl_term open = bl_term_instantiate(k->l, body, bl_term_make(k->l, BL_VARIABLE, letter, 0));
    bl_term all = bl_term_make(k->l, BL_FORALL, body, letter), some = bl_term_make(k->l, BL_EXISTS, body, letter);
    bl_term any = bl_term_make(k->l, BL_EXISTS, truth, letter);
    search_suggest(k, is, BL_EVALUATION, NO_ENTRY, NO_ENTRY, 0, 0);
    search_want(k, is_not, 0);
    search_add_way(k, BL_UNIVERSAL_INSTANTIATION, is_not, all, 0, 0);
    search_add_way(k, BL_UNIVERSAL_GENERALIZATION, all, open, 0, 1);
    search_add_way(k, BL_EXISTENTIAL_INSTANTIATION, open, some, 0, 2);
    search_add_way(k, BL_EXISTENTIAL_MODUS_PONENS, some, any, imply, 3);
    search_add_way(k, BL_EXISTENTIAL_GENERALIZATION, any, truth, 0, 4);
    search_add_way(k, BL_IMPLICATION, imply, truth, is, 4);
}

/* The dearer of two lines from one instance to all begins with the dearer instance: this is the
 * cheapest predicate of the game that is true of one term and false of another. */
static void note_opposites(struct search *k)
{
    uint32_t best = NO_COST;
    bl_term pair[2] = {0, 0};
    for (bl_symbol name = BL_IS_NUMBER; name <= BL_IS_CARD; name++) {
        bl_term found[2] = {0, 0};
        for (uint32_t i = 0; i <= k->valued_terms.count; i++) {
            bl_term t = i ? k->valued_terms.of[i - 1] : bl_term_make(k->l, BL_NUMBER, 0, 0);
            bl_term atom = apply(k, BL_ATOM, name, t);
            bl_term v = replace_value(k->l, atom, BL_EVALUATION, k->s->values);
            if (v && !found[shape(k, v) == BL_TT])
                found[shape(k, v) == BL_TT] = atom;
        }
        uint32_t cost = 2u * k->l->nodes[found[1]].points + k->l->nodes[found[0]].points;
        if (found[0] && found[1] && cost < best) {
            best = cost;
            pair[0] = found[0];
            pair[1] = found[1];
        }
    }
    search_note(k, pair[0]);
    search_note(k, pair[1]);
    if (pair[1] && k->s->letter)
        want_all_from_one(k, pair[1], pair[0]);
}

void search_start_values(struct search *k)
{
    if (!k->s->values || k->sound || k->s->goal)
        return;
    list_valued(k);
    note_opposites(k);
}

/* Whether the game is asked for something of the outermost variable. */
static bool asks_game(const struct bl_logic *l, bl_term t, uint32_t depth)
{
    const struct node *n = &l->nodes[t];
    if (n->loose <= depth)
        return false;
    if ((n->shape == BL_APPLY || n->shape == BL_ATOM) && symbol_is_game(n->a) &&
        !symbol_is_action(n->a))
        return true;
    return asks_game(l, node_left(n), depth) || asks_game(l, node_right(n), depth);
}

/* ---- numbers ---- */

/* The value of a term when the variable is n; -1: it has none. */
static int64_t value_at(struct search *k, bl_term t, uint32_t depth, int64_t n)
{
    struct node of = k->l->nodes[t];
    uint32_t number = 0;
    if (of.shape == BL_NUMBER)
        return of.a;
    if (of.shape == BL_BOUND)
        return of.a == depth ? n : -1;
    if (of.shape == BL_APPLY)
        return of.loose == 0 && match_value(k->l, t, BL_EVALUATION, k->s->values, &number)
                   ? (int64_t)number : -1;
    if (!shape_is_operator(of.shape))
        return -1;
    int64_t a = value_at(k, of.a, depth, n), b = a < 0 ? -1 : value_at(k, of.b, depth, n);
    return b < 0 ? -1 : bl_operation_result(of.shape, a, b);
}

/* How the sides of a comparison or an equation stand to each other when the variable is n. */
static int standing(struct search *k, bl_term atom, uint32_t depth, int64_t n)
{
    struct node of = k->l->nodes[atom];
    int64_t a = value_at(k, of.a, depth, n), b = a < 0 ? -1 : value_at(k, of.b, depth, n);
    return b < 0 ? NO_STANDING : a < b ? -1 : a > b;
}

/* Puts in the numbers on both sides of where the comparison changes, between one power of two and
 * the next. */
static void solve(struct search *k, uint32_t universal, bl_term atom, uint32_t depth)
{
    int at_low = standing(k, atom, depth, 0);
    for (int64_t low = 0, high = 1; low < BL_NUMBER_MAX; low = high, high = 2 * high + 1) {
        int at_high = standing(k, atom, depth, high);
        int64_t a = low, b = high;
        while (at_low != at_high && a + 1 < b) {
            int64_t middle = a + (b - a) / 2;
            *(standing(k, atom, depth, middle) == at_low ? &a : &b) = middle;
        }
        if (at_low != at_high && at_low != NO_STANDING && at_high != NO_STANDING) {
            search_instantiate(k, universal, bl_term_make(k->l, BL_NUMBER, (uint32_t)a, 0), 0);
            search_instantiate(k, universal, bl_term_make(k->l, BL_NUMBER, (uint32_t)b, 0), 0);
        }
        at_low = at_high;
    }
}

void search_solve(struct search *k, uint32_t universal)
{
    bool asks = false;
    for (uint32_t i = 0; i < k->universals[universal].pattern_count; i++) {
        bl_term atom = k->universals[universal].patterns[i].atom;
        uint32_t depth = k->universals[universal].patterns[i].depth;
        unsigned s = shape(k, atom);
        asks |= asks_game(k->l, atom, depth);
        if (s == BL_GREATER || s == BL_LESS || s == BL_EQUAL)
            solve(k, universal, atom, depth);
    }
    if (asks)
        list_valued(k);
    for (uint32_t i = 0; asks && i < k->valued_terms.count; i++)
        search_instantiate(k, universal, k->valued_terms.of[i], 0);
}

/* ---- equal terms ---- */

/* (a=b) gives (f(a)=f(b)), where f(a) or f(b) occurs. */
static void put_through(struct search *k, uint32_t equation, bl_term of)
{
    struct node e = k->l->nodes[k->entries[equation].t], f = k->l->nodes[of];
    if (f.shape != BL_APPLY || f.b == 0 || k->l->nodes[f.b].b || e.a == e.b)
        return;
    bl_term to = k->l->nodes[f.b].a;
    if (to == e.a || to == e.b)
        search_suggest(k, bl_term_make(k->l, BL_EQUAL, apply(k, BL_APPLY, f.a, e.a),
                                       apply(k, BL_APPLY, f.a, e.b)),
                       BL_SUBSTITUTION_EQ, equation, NO_ENTRY, 0, 0);
}

void search_put_through(struct search *k)
{
    for (; k->put_equations < k->equations.count; k->put_equations++)
        for (uint32_t i = 0; i < k->put_terms; i++)
            put_through(k, k->equations.of[k->put_equations], k->pool.of[i]);
    for (; k->put_terms < k->pool.count; k->put_terms++)
        for (uint32_t i = 0; i < k->equations.count; i++)
            put_through(k, k->equations.of[i], k->pool.of[k->put_terms]);
}

/* ---- one instance, therefore all ---- */

/* By the letter (∃(x)tT) and (tT→A) give (∃(x)A), whatever term of A is taken for x; then A of the
 * letter, and that of everything. */
void search_take_instances(struct search *k)
{
    bl_term truth = bl_term_make(k->l, BL_TT, 0, 0);
    uint32_t left = 0, count = k->instances.count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t entry = k->instances.of[i];
        bl_term t = k->entries[entry].t;
        if (!search_is_of_use(k, t)) {
            k->instances.of[left++] = entry;
            continue;
        }
        if (!k->truth_exists) {
            k->truth_exists = true;
            search_want(k, truth, FAR);
            search_add_way(k, BL_EXISTENTIAL_GENERALIZATION,
                           bl_term_make(k->l, BL_EXISTS, truth, 23), truth, 0, UNWANTED);
        }
        bl_term imply = bl_term_make(k->l, BL_IMPLY, truth, t);
        if (imply)
            search_add_way(k, BL_IMPLICATION, imply, truth, t, UNWANTED);
    }
    k->instances.count = left;   /* none was added meanwhile */
}
