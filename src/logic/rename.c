/* rename.c - a subproof's statements with other pure symbols. */
#include "logic/rename.h"

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
    return t ? term_node(l, n.shape, n.a, n.b) : 0;
}

bl_term rename_denied(struct bl_logic *l, bl_term t, enum bl_logic_ruling ruling)
{
    struct node n = l->nodes[t];
    bl_term a = term_node(l, BL_NOT, ruling == BL_SOUND ? t : n.a, 0);
    return a && ruling == BL_AS_WRITTEN ? term_node(l, BL_FORALL, a, n.b) : a;
}
