/* replace.c - the three rules that replace one occurrence, done rather than checked. */
#include "logic/replace.h"

bl_term replace_value(struct bl_logic *l, bl_term t, enum bl_rule rule,
                       const struct bl_values *values)
{
    uint32_t number = 0;
    unsigned shape = match_value(l, t, rule, values, &number);
    return shape ? bl_term_make(l, (enum bl_shape)shape, shape == BL_NUMBER ? number : 0, 0) : 0;
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
