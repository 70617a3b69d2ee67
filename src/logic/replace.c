/* replace.c - the three rules that replace one occurrence, done rather than checked. */
#include "logic/replace.h"

bl_term replace_value(struct bl_logic *l, bl_term t, enum bl_rule rule,
                       const struct bl_values *values)
{
    uint32_t number = 0;
    unsigned shape = match_value(l, t, rule, values, &number);
    return shape ? bl_term_make(l, (enum bl_shape)shape, shape == BL_NUMBER ? number : 0, 0) : 0;
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
            list[i] = term_node(l, n.shape, right ? n.a : list[i], right ? list[i] : n.b);
    }
    return count;
}
