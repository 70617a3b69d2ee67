/* build.c - making terms out of terms, and asking about them. Not trusted: the kernel only
 * compares what is made here. */
#include "logic/build.h"

/* A walk that rebuilds: `what` (0: the variable of the quantifier around) becomes `with`
 * (0: that variable). */
struct change {
    struct bl_logic *l;
    bl_term what, with;
    bool failed;
};

static bl_term rebuild(struct change *c, bl_term t, uint32_t depth)
{
    const struct node *n = &c->l->nodes[t];
    if (t == 0 || c->failed)
        return 0;
    if (c->what == 0 && n->loose <= depth)
        return t;
    if (c->what == 0 && n->shape == BL_BOUND)
        return n->a == depth ? c->with : t;
    if (c->what != 0 && t == c->what)
        return bl_term_make(c->l, BL_BOUND, depth, 0);
    struct node old = *n;   /* a copy: making nodes moves them */
    bl_term left = node_left(&old), right = node_right(&old);
    bl_term a = left ? rebuild(c, left, depth + shape_is_quantifier(old.shape)) : old.a;
    bl_term b = right ? rebuild(c, right, depth) : old.b;
    if (c->failed || (a == old.a && b == old.b))
        return c->failed ? 0 : t;
    bl_term made = bl_term_make(c->l, old.shape, a, b);
    c->failed = made == 0;
    return made;
}

bl_term bl_term_instantiate(struct bl_logic *l, bl_term body, bl_term with)
{
    if (body >= l->count || (with && (!bl_term_is_wfo(l, with) || l->nodes[with].loose)))
        return 0;   /* 0: with nothing, which is enough where the variable does not occur */
    return rebuild(&(struct change){l, 0, with, false}, body, 0);
}

bl_term bl_term_abstract(struct bl_logic *l, bl_term t, bl_term what)
{
    if (!bl_term_is_wfo(l, what) || l->nodes[what].loose || t >= l->count)
        return 0;
    return rebuild(&(struct change){l, what, 0, false}, t, 0);
}

bl_term term_witness(struct bl_logic *l, bl_term body, bl_symbol name, enum bl_logic_ruling ruling)
{
    bl_term variables[BL_TOKENS_MAX], args = 0;
    if (ruling == BL_AS_WRITTEN)
        return bl_term_make(l, BL_VARIABLE, name, 0);
    uint32_t count = term_variables(l, body, variables, 0);
    while (count-- > 0)
        args = bl_term_make(l, BL_ARGS, variables[count], args);
    return bl_term_make(l, BL_APPLY, name, args);
}

/* Deterministic: made of numbers, truth values, game functions and what joins them. */
bool bl_term_deterministic(const struct bl_logic *l, bl_term t, bool bound)
{
    const struct node *n = &l->nodes[t];
    switch (n->shape) {
    case BL_LETTER: case BL_VARIABLE: case BL_FORALL: case BL_EXISTS:
        return false;
    case BL_BOUND:
        return bound;
    case BL_ATOM: case BL_APPLY:
        return symbol_is_game(n->a) && bl_term_deterministic(l, n->b, bound);
    default:
        return t == 0 || (bl_term_deterministic(l, node_left(n), bound) &&
                          bl_term_deterministic(l, node_right(n), bound));
    }
}

/* ---- other pure symbols ---- */

static bool is_taken(const struct renaming *r, uint32_t kind, bl_symbol s)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (r->pairs[i].kind == kind && (r->pairs[i].to == s || r->pairs[i].from == s))
            return true;
    return false;
}

static bl_symbol renamed(const struct bl_logic *l, struct renaming *r, uint32_t kind, bl_symbol s)
{
    bl_symbol first = symbol_is_predicate(l, s) ? BL_A_PREDICATE : BL_A_VARIABLE, to = s;
    for (uint32_t i = 0; i < r->count; i++)
        if (r->pairs[i].kind == kind && r->pairs[i].from == s)
            return r->pairs[i].to;
    for (bl_symbol i = first; is_taken(r, kind, to) && i < first + 26; i++)
        to = i;
    if (r->count < BL_TOKENS_MAX)
        r->pairs[r->count++] = (struct renamed){kind, s, to};
    return to;
}

bl_term rename_all(struct bl_logic *l, struct renaming *r, bl_term t)
{
    struct node n = l->nodes[t];
    bl_term left = node_left(&n), right = node_right(&n);
    if (n.shape == BL_LETTER || n.shape == BL_VARIABLE)
        n.a = renamed(l, r, n.shape, n.a);
    if ((n.shape == BL_ATOM || n.shape == BL_APPLY) && !symbol_is_game(n.a))
        n.a = renamed(l, r, n.shape | term_arity(l, n.b) << 8, n.a);
    n.a = left ? rename_all(l, r, left) : n.a;
    n.b = right ? rename_all(l, r, right) : n.b;
    return t ? bl_term_make(l, n.shape, n.a, n.b) : 0;
}

bl_term rename_denied(struct bl_logic *l, bl_term t, enum bl_logic_ruling ruling)
{
    struct node n = l->nodes[t];
    bl_term a = bl_term_make(l, BL_NOT, ruling == BL_SOUND ? t : n.a, 0);
    return a && ruling == BL_AS_WRITTEN ? bl_term_make(l, BL_FORALL, a, n.b) : a;
}

/* ---- values in their places ---- */

bl_term replace_value(struct bl_logic *l, bl_term t, enum bl_rule rule,
                      const struct bl_values *values)
{
    uint32_t number = 0;
    unsigned shape = match_value(l, t, rule, values, &number);
    return shape ? bl_term_make(l, (enum bl_shape)shape, shape == BL_NUMBER ? number : 0, 0) : 0;
}

bl_term replace_alone(struct bl_logic *l, bl_term t, enum bl_rule rule,
                      const struct bl_values *values)
{
    bl_term v = replace_value(l, t, rule, values);
    if (v == 0 || l->nodes[v].shape == BL_TT)
        return v ? t : 0;
    return l->nodes[v].shape == BL_TF ? bl_term_make(l, BL_NOT, t, 0) : bl_term_make(l, BL_EQUAL, t, v);
}

uint32_t replace_one(struct bl_logic *l, bl_term t, enum bl_rule rule,
                     const struct bl_values *values, bl_term *list, uint32_t room)
{
    struct node n = l->nodes[t];
    bl_term v = t ? replace_value(l, t, rule, values) : 0;
    uint32_t count = 0;
    if (v && room > 0)
        list[count++] = v;
    for (unsigned right = 0; right < 2; right++) {
        bl_term part = right ? node_right(&n) : node_left(&n);
        uint32_t first = count;
        if (part)
            count += replace_one(l, part, rule, values, list + first, room - first);
        for (uint32_t i = first; i < count; i++)   /* a value is shorter: no limit is in the way */
            list[i] = bl_term_make(l, n.shape, right ? n.a : list[i], right ? list[i] : n.b);
    }
    return count;
}
