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
    switch (n.shape) {
    case BL_NONE: case BL_TT: case BL_TF: case BL_BOUND: case BL_NUMBER:
        return t;
    case BL_LETTER: case BL_VARIABLE:
        return term_node(l, n.shape, renamed(l, r, n.shape, n.a), 0);
    case BL_ATOM: case BL_APPLY:
        if (!symbol_is_game(n.a))
            n.a = renamed(l, r, n.shape | term_arity(l, n.b) << 8, n.a);
        n.b = rename_all(l, r, n.b);
        break;
    case BL_FORALL: case BL_EXISTS: case BL_NOT:
        n.a = rename_all(l, r, n.a);
        break;
    default:
        n.a = rename_all(l, r, n.a);
        n.b = rename_all(l, r, n.b);
    }
    return term_node(l, n.shape, n.a, n.b);
}
