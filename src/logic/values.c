/* values.c - the game's values where there is no game: a list of facts. */
#include "logic/kernel/match.h"

static bool is_fact(const struct bl_logic *l, bl_term t)
{
    const struct node *n = &l->nodes[t];
    if (n->shape == BL_EQUAL && l->nodes[n->b].shape != BL_NUMBER)
        return false;
    return match_is_valued(l->nodes, BL_EVALUATION,
                           n->shape == BL_NOT || n->shape == BL_EQUAL ? n->a : t);
}

static int truth(void *of, const struct bl_logic *l, bl_term t)
{
    const struct bl_given_values *g = of;
    for (uint32_t i = 0; i < g->count; i++) {
        if (g->facts[i] == t)
            return 1;
        if (l->nodes[g->facts[i]].shape == BL_NOT && l->nodes[g->facts[i]].a == t)
            return 0;
    }
    return -1;
}

static bool number(void *of, const struct bl_logic *l, bl_term t, uint32_t *value)
{
    const struct bl_given_values *g = of;
    for (uint32_t i = 0; i < g->count; i++) {
        const struct node *n = &l->nodes[g->facts[i]];
        if (n->shape == BL_EQUAL && n->a == t) {
            *value = l->nodes[n->b].a;
            return true;
        }
    }
    return false;
}

/* What the fact of that number is about. */
static bl_term term(void *of, const struct bl_logic *l, uint32_t index)
{
    const struct bl_given_values *g = of;
    if (index >= g->count)
        return 0;
    const struct node *n = &l->nodes[g->facts[index]];
    if (n->shape == BL_NOT || n->shape == BL_EQUAL)
        n = &l->nodes[n->a];
    return l->nodes[n->b].a;
}

void bl_given_init(struct bl_given_values *g)
{
    *g = (struct bl_given_values){.values = {g, number, truth, term}};
}

bool bl_given_add(struct bl_given_values *g, const struct bl_logic *l, bl_term fact)
{
    if (!is_fact(l, fact) || g->count == BL_GIVEN_MAX)
        return false;
    const struct node *n = &l->nodes[fact];
    uint32_t value;
    if (n->shape == BL_EQUAL && number(g, l, n->a, &value) && value != l->nodes[n->b].a)
        return false;
    if (n->shape != BL_EQUAL &&
        truth(g, l, n->shape == BL_NOT ? n->a : fact) == (n->shape == BL_NOT))
        return false;
    g->facts[g->count++] = fact;
    return true;
}
