/* tptp.c - statements in the first-order form of TPTP, for other provers. Names get a prefix
 * that says what they are and of how many arguments: P is l_P, P(x) is p1_P(X), f(x) is f1_f(X). */
#include "tptp.h"

#include "logic/kernel/term.h"

static void put_name(const struct bl_logic *l, bl_symbol s, struct bl_text *out)
{
    char room[40];
    struct bl_text t = BL_TEXT_FIXED(room);
    bl_symbol_print(l, s, &t);
    for (const char *c = room; *c; c++)
        if (*c != '[' && *c != ']')
            bl_put_char(out, *c);
}

static void put(const struct bl_logic *l, bl_term t, uint32_t quantifiers, struct bl_text *out);

static void put_applied(const struct bl_logic *l, const struct node *n, uint32_t quantifiers,
                        struct bl_text *out)
{
    bl_put_char(out, n->shape == BL_ATOM ? 'p' : 'f');
    bl_put_uint(out, term_arity(l, n->b));
    bl_put_char(out, '_');
    put_name(l, n->a, out);
    for (bl_term a = n->b; a; a = l->nodes[a].b) {
        bl_put_char(out, a == n->b ? '(' : ',');
        put(l, l->nodes[a].a, quantifiers, out);
    }
    bl_put(out, n->b ? ")" : "");
}

static void put_pair(const struct bl_logic *l, const struct node *n, const char *before,
                     const char *between, uint32_t quantifiers, struct bl_text *out)
{
    bl_put(out, before);
    put(l, n->a, quantifiers, out);
    bl_put(out, between);
    put(l, n->b, quantifiers, out);
    bl_put(out, ")");
}

static void put(const struct bl_logic *l, bl_term t, uint32_t quantifiers, struct bl_text *out)
{
    static const char *const operators[] = {"add(", "sub(", "mul(", "div(", "fdiv(", "cdiv(",
                                            "mod("};
    const struct node *n = &l->nodes[t];
    switch (n->shape) {
    case BL_TT: bl_put(out, "$true"); break;
    case BL_TF: bl_put(out, "$false"); break;
    case BL_LETTER:
        bl_put(out, "l_");
        put_name(l, n->a, out);
        break;
    case BL_VARIABLE:
        bl_put(out, "V_");
        put_name(l, n->a, out);
        break;
    case BL_BOUND:
        bl_put(out, "B");
        bl_put_uint(out, quantifiers - 1 - n->a);
        break;
    case BL_NUMBER:
        bl_put(out, "n");
        bl_put_uint(out, n->a);
        break;
    case BL_ATOM: case BL_APPLY: put_applied(l, n, quantifiers, out); break;
    case BL_NOT:
        bl_put(out, "~(");
        put(l, n->a, quantifiers, out);
        bl_put(out, ")");
        break;
    case BL_FORALL: case BL_EXISTS:
        bl_put(out, n->shape == BL_FORALL ? "(![B" : "(?[B");
        bl_put_uint(out, quantifiers);
        bl_put(out, "]:(");
        put(l, n->a, quantifiers + 1, out);
        bl_put(out, "))");
        break;
    case BL_AND: put_pair(l, n, "(", "&", quantifiers, out); break;
    case BL_OR: put_pair(l, n, "(", "|", quantifiers, out); break;
    case BL_IMPLY: put_pair(l, n, "(", "=>", quantifiers, out); break;
    case BL_EQUAL: put_pair(l, n, "(", "=", quantifiers, out); break;
    case BL_GREATER: put_pair(l, n, "gt(", ",", quantifiers, out); break;
    case BL_LESS: put_pair(l, n, "lt(", ",", quantifiers, out); break;
    default: put_pair(l, n, operators[n->shape - BL_ADD], ",", quantifiers, out);
    }
}

/* Its free variables: all that may be, as far as the node knows. One too many does no harm. */
static bool put_variables(const struct bl_logic *l, bl_term t, struct bl_text *out)
{
    bool any = false;
    for (bl_symbol s = 0; s < BL_NAMES + l->distincts; s++) {
        if ((s >= BL_A_PREDICATE && s < BL_NAMES) || symbol_is_predicate(l, s) ||
            !(l->nodes[t].free & variable_bit(s)))
            continue;
        bl_put(out, any ? ",V_" : "![V_");
        put_name(l, s, out);
        any = true;
    }
    return any;
}

void tptp_print(const struct bl_logic *l, bl_term t, struct bl_text *out)
{
    bl_put(out, put_variables(l, t, out) ? "]:(" : "(");
    put(l, t, 0, out);
    bl_put(out, ")");
}
