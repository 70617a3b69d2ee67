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
        return term_node(c->l, BL_BOUND, depth, 0);
    struct node old = *n;   /* a copy: making nodes moves them */
    bl_term left = node_left(&old), right = node_right(&old);
    bl_term a = left ? rebuild(c, left, depth + shape_is_quantifier(old.shape)) : old.a;
    bl_term b = right ? rebuild(c, right, depth) : old.b;
    if (c->failed || (a == old.a && b == old.b))
        return c->failed ? 0 : t;
    bl_term made = term_node(c->l, old.shape, a, b);
    c->failed = made == 0;
    return made;
}

bl_term bl_term_instantiate(struct bl_logic *l, bl_term body, bl_term with)
{
    struct change c = {l, 0, with, false};
    bl_term t = rebuild(&c, body, 0);
    return c.failed ? 0 : t;
}

bl_term bl_term_abstract(struct bl_logic *l, bl_term t, bl_term what)
{
    struct change c = {l, what, 0, false};
    bl_term body = rebuild(&c, t, 0);
    return c.failed ? 0 : body;
}

uint32_t term_variables(const struct bl_logic *l, bl_term t, bl_term *list, uint32_t count)
{
    const struct node *n = &l->nodes[t];
    if (n->free == 0)
        return count;
    if (n->shape != BL_VARIABLE) {
        count = term_variables(l, node_left(n), list, count);
        return term_variables(l, node_right(n), list, count);
    }
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == t)
            return count;
    list[count] = t;
    return count + 1;
}

/* Deterministic: made of numbers, truth values, game functions and what joins them. */
static bool deterministic(const struct bl_logic *l, bl_term t, bool bound)
{
    const struct node *n = &l->nodes[t];
    switch (n->shape) {
    case BL_LETTER: case BL_VARIABLE: case BL_FORALL: case BL_EXISTS:
        return false;
    case BL_BOUND:
        return bound;
    case BL_ATOM: case BL_APPLY:
        return symbol_is_game(n->a) && deterministic(l, n->b, bound);
    default:
        return t == 0 || (deterministic(l, node_left(n), bound) &&
                          deterministic(l, node_right(n), bound));
    }
}

bool bl_term_deterministic(const struct bl_logic *l, bl_term t)
{
    return deterministic(l, t, false);
}

bool bl_body_deterministic(const struct bl_logic *l, bl_term body)
{
    return deterministic(l, body, true);
}
