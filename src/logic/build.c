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

static bl_term rebuild(struct change *c, bl_term t, uint32_t depth);

static bl_term rebuild_pair(struct change *c, bl_term t, uint32_t depth)
{
    struct node n = c->l->nodes[t];   /* a copy: making nodes moves them */
    bl_term a = n.a, b = n.b;
    switch (n.shape) {
    case BL_FORALL: case BL_EXISTS:
        a = rebuild(c, n.a, depth + 1);
        break;
    case BL_NOT:
        a = rebuild(c, n.a, depth);
        break;
    case BL_ATOM: case BL_APPLY:
        b = rebuild(c, n.b, depth);
        break;
    case BL_TT: case BL_TF: case BL_LETTER: case BL_VARIABLE: case BL_BOUND: case BL_NUMBER:
        return t;
    default:
        a = rebuild(c, n.a, depth);
        b = rebuild(c, n.b, depth);
    }
    if (c->failed || (a == n.a && b == n.b))
        return c->failed ? 0 : t;
    bl_term made = term_node(c->l, n.shape, a, b);
    c->failed = made == 0;
    return made;
}

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
    return rebuild_pair(c, t, depth);
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
    switch (n->shape) {
    case BL_VARIABLE:
        for (uint32_t i = 0; i < count; i++)
            if (list[i] == t)
                return count;
        list[count] = t;
        return count + 1;
    case BL_NOT: case BL_FORALL: case BL_EXISTS:
        return term_variables(l, n->a, list, count);
    case BL_ATOM: case BL_APPLY:
        return term_variables(l, n->b, list, count);
    default:
        count = term_variables(l, n->a, list, count);
        return term_variables(l, n->b, list, count);
    }
}

/* Deterministic: made of numbers, truth values, game functions and what joins them. */
static bool deterministic(const struct bl_logic *l, bl_term t, bool bound)
{
    for (;;) {
        const struct node *n = &l->nodes[t];
        switch (n->shape) {
        case BL_NONE: case BL_TT: case BL_TF: case BL_NUMBER:
            return true;
        case BL_LETTER: case BL_VARIABLE: case BL_FORALL: case BL_EXISTS:
            return false;
        case BL_BOUND:
            return bound;
        case BL_ATOM: case BL_APPLY:
            if (!symbol_is_game(n->a))
                return false;
            t = n->b;
            break;
        case BL_NOT:
            t = n->a;
            break;
        default:
            if (!deterministic(l, n->a, bound))
                return false;
            t = n->b;
        }
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
