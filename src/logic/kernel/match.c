/* match.c - comparing statements. Depth of recursion is bounded by the limit on symbols. */
#include "logic/kernel/match.h"

/* Indices count quantifiers, and what is put in has none loose: so nothing is ever captured,
 * and where the variable cannot occur equality is equality of ids. */
static bool match_at(const struct node *nodes, bl_term body, bl_term t, uint32_t depth,
                     bl_term *with)
{
    const struct node *b = &nodes[body], *n = &nodes[t];
    if (b->loose <= depth)
        return body == t;
    if (b->shape == BL_BOUND) {
        if (n->loose > 0 || !shape_is_wfo(n->shape))
            return false;
        if (*with == 0)
            *with = t;
        return *with == t;
    }
    if (b->shape != n->shape)
        return false;
    bl_term left = node_left(b), right = node_right(b);
    uint32_t inside = depth + shape_is_quantifier(b->shape);
    return (left ? match_at(nodes, left, n->a, inside, with) : b->a == n->a) &&
           (right ? match_at(nodes, right, n->b, depth, with) : node_right(n) == 0);
}

bool match_body(const struct node *nodes, bl_term body, bl_term t, bl_term *with)
{
    return match_at(nodes, body, t, 0, with);
}

bool match_difference(const struct node *nodes, bl_term from, bl_term to, enum bl_rule rule,
                      struct difference *d)
{
    while (from != to) {
        const struct node *f = &nodes[from], *t = &nodes[to];
        if (f->shape != t->shape && match_is_valued(nodes, rule, from)) {
            *d = (struct difference){from, to};
            return true;
        }
        if (f->shape != t->shape)
            return false;
        bool left = node_left(f) != node_left(t), right = node_right(f) != node_right(t);
        if (left == right || (node_left(f) == 0 && f->a != t->a))
            return false;
        from = left ? node_left(f) : node_right(f);
        to = left ? node_left(t) : node_right(t);
    }
    return false;
}

/* Adds from ↦ to, unless one of the two is of the game, or already paired with another. */
static bool rename_symbol(struct renaming *r, uint32_t kind, bl_symbol from, bl_symbol to)
{
    if (symbol_is_game(from) || symbol_is_game(to))
        return from == to;
    for (uint32_t i = 0; i < r->count; i++) {
        const struct renamed *p = &r->pairs[i];
        if (p->kind == kind && (p->from == from || p->to == to))
            return p->from == from && p->to == to;
    }
    if (r->count == BL_TOKENS_MAX)
        return false;
    r->pairs[r->count++] = (struct renamed){kind, from, to};
    return true;
}

bool match_renamed(const struct bl_logic *l, bl_term z, bl_term t, struct renaming *r)
{
    const struct node *f = &l->nodes[z], *n = &l->nodes[t];
    uint32_t arity;
    if (f->shape != n->shape)
        return false;
    switch (f->shape) {
    case BL_BOUND: case BL_NUMBER:
        return f->a == n->a;
    case BL_LETTER: case BL_VARIABLE:
        return rename_symbol(r, f->shape, f->a, n->a);
    case BL_ATOM: case BL_APPLY:
        arity = term_arity(l, f->b);
        return arity == term_arity(l, n->b) &&
               rename_symbol(r, f->shape | arity << 8, f->a, n->a) &&
               match_renamed(l, f->b, n->b, r);
    default:
        return z == 0 || (match_renamed(l, node_left(f), node_left(n), r) &&
                          match_renamed(l, node_right(f), node_right(n), r));
    }
}

bool match_witness(const struct bl_logic *l, bl_term body, bl_symbol name, bl_term c)
{
    bl_term variables[BL_TOKENS_MAX], args = l->nodes[c].b;
    if (l->nodes[c].shape != BL_APPLY || l->nodes[c].a != name)
        return false;
    uint32_t count = term_variables(l, body, variables, 0), met = 0;
    for (; met < count && l->nodes[args].a == variables[met]; met++)
        args = l->nodes[args].b;
    return met == count && args == 0;
}

int64_t bl_operation_result(unsigned shape, int64_t x, int64_t y)
{
    int64_t r = -1;
    switch (shape) {
    case BL_ADD: r = x + y; break;
    case BL_SUB: r = x - y; break;
    case BL_MUL: r = x * y; break;
    case BL_DIV: r = y ? (2 * x + y) / (2 * y) : -1; break;
    case BL_FLOOR_DIV: r = y ? x / y : -1; break;
    case BL_CEIL_DIV: r = y ? (x + y - 1) / y : -1; break;
    case BL_MOD: r = y ? x % y : -1; break;
    default: break;
    }
    return r < 0 || r > BL_NUMBER_MAX ? -1 : r;
}

bool match_is_valued(const struct node *nodes, enum bl_rule rule, bl_term t)
{
    const struct node *n = &nodes[t];
    if (rule == BL_EVALUATION)
        return n->free == 0 && n->loose == 0 && (n->shape == BL_APPLY || n->shape == BL_ATOM) &&
               symbol_is_game(n->a) && !symbol_is_action(n->a);
    bool compares = n->shape == BL_GREATER || n->shape == BL_LESS;
    return (rule == BL_COMPARISON ? compares : shape_is_operator(n->shape)) &&
           nodes[n->a].shape == BL_NUMBER && nodes[n->b].shape == BL_NUMBER;
}

static unsigned game_value(const struct bl_logic *l, bl_term t, const struct bl_values *v,
                           uint32_t *number)
{
    if (l->nodes[t].shape == BL_APPLY)
        return v && v->number && v->number(v->of, l, t, number) ? BL_NUMBER : 0;
    int truth = v && v->truth ? v->truth(v->of, l, t) : -1;
    return truth < 0 ? 0 : truth ? BL_TT : BL_TF;
}

unsigned match_value(const struct bl_logic *l, bl_term t, enum bl_rule rule,
                     const struct bl_values *values, uint32_t *number)
{
    if (!match_is_valued(l->nodes, rule, t))
        return 0;
    if (rule == BL_EVALUATION)
        return game_value(l, t, values, number);
    const struct node *n = &l->nodes[t];
    uint32_t x = l->nodes[n->a].a, y = l->nodes[n->b].a;
    if (rule == BL_COMPARISON)
        return (n->shape == BL_GREATER ? x > y : x < y) ? BL_TT : BL_TF;
    int64_t result = bl_operation_result(n->shape, x, y);
    *number = (uint32_t)result;
    return result < 0 ? 0 : BL_NUMBER;
}
