/* replace.c - the three rules that replace one occurrence, done rather than checked. */
#include "logic/replace.h"

static bl_term truth_value(struct bl_logic *l, bool holds)
{
    return term_node(l, holds ? BL_TT : BL_TF, 0, 0);
}

static bl_term game_value(struct bl_logic *l, bl_term t, const struct bl_values *v)
{
    struct node n = l->nodes[t];
    uint32_t number;
    if (!v || n.free || n.loose || (n.shape != BL_APPLY && n.shape != BL_ATOM) ||
        !symbol_is_game(n.a) || symbol_is_action(n.a))
        return 0;
    if (n.shape == BL_APPLY)
        return v->number && v->number(v->of, l, t, &number) ? bl_term_number(l, number) : 0;
    int truth = v->truth ? v->truth(v->of, l, t) : -1;
    return truth < 0 ? 0 : truth_value(l, truth > 0);
}

bl_term replace_value(struct bl_logic *l, bl_term t, enum bl_rule rule,
                       const struct bl_values *values)
{
    struct node n = l->nodes[t];
    if (rule == BL_EVALUATION)
        return game_value(l, t, values);
    bool compares = n.shape == BL_GREATER || n.shape == BL_LESS;
    if (!(rule == BL_COMPARISON ? compares : shape_is_operator(n.shape)) ||
        l->nodes[n.a].shape != BL_NUMBER || l->nodes[n.b].shape != BL_NUMBER)
        return 0;
    uint32_t x = l->nodes[n.a].a, y = l->nodes[n.b].a;
    if (compares)
        return truth_value(l, n.shape == BL_GREATER ? x > y : x < y);
    int64_t result = bl_operation_result(n.shape, x, y);
    return result < 0 ? 0 : bl_term_number(l, (uint32_t)result);
}

/* A walk: `path` are the nodes from the top down to this place, each with whether the way
 * went to its right part. */
struct replacing {
    struct bl_logic *l;
    enum bl_rule rule;
    const struct bl_values *values;
    bl_term *list;
    uint32_t count, room, depth;
    struct {
        bl_term t;
        bool right;
    } path[2 * BL_TOKENS_MAX];
};

static void keep(struct replacing *r, bl_term t)
{
    for (uint32_t i = r->depth; i-- > 0 && t;) {
        struct node n = r->l->nodes[r->path[i].t];
        t = term_node(r->l, n.shape, r->path[i].right ? n.a : t, r->path[i].right ? t : n.b);
    }
    if (t && r->count < r->room)
        r->list[r->count++] = t;
}

static void walk(struct replacing *r, bl_term t)
{
    struct node n = r->l->nodes[t];
    bl_term v = t ? replace_value(r->l, t, r->rule, r->values) : 0;
    if (v)
        keep(r, v);
    for (unsigned right = 0; right < 2; right++) {
        bl_term part = right ? node_right(&n) : node_left(&n);
        r->path[r->depth].t = t;
        r->path[r->depth++].right = right;
        if (part)
            walk(r, part);
        r->depth--;
    }
}

uint32_t replace_one(struct bl_logic *l, bl_term t, enum bl_rule rule,
                     const struct bl_values *values, bl_term *list, uint32_t room)
{
    struct replacing r = {.l = l, .rule = rule, .values = values, .list = list, .room = room};
    walk(&r, t);
    return r.count;
}
