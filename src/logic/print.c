/* print.c - statements as text, and names for bound variables.
 *
 * One walk does three things: it chooses or checks the names of bound variables, it counts
 * points, and it writes. A name that would be captured, or would capture, gives way. */
#include "logic/kernel/term.h"
#include "logic/lex.h"

struct writer {
    const struct bl_logic *l;
    struct bl_logic *names;           /* where new names can be made; NULL: nowhere */
    struct bl_text *out;              /* NULL: nothing is written */
    bool ascii;
    const bl_symbol *given;           /* names to be used; NULL: the hints of the nodes */
    uint32_t given_count, binders;
    bl_symbol around[BL_BRACKETS_MAX];
    uint32_t quantifiers, points;
    bl_symbol chosen[BL_TOKENS_MAX];  /* the names used, outermost first */
};

void bl_symbol_print(const struct bl_logic *l, bl_symbol s, struct bl_text *out)
{
    if (s < BL_A_PREDICATE) {
        bl_put_char(out, (char)('a' + s));
    } else if (s < BL_RAND_PLAYER) {
        bl_put_char(out, (char)('A' + (s - BL_A_PREDICATE)));
    } else if (s < BL_NAMES) {
        bl_put(out, lex_game_name(s));
    } else {
        bl_put_char(out, l->distinct[s - BL_NAMES].letter);
        bl_put_char(out, '_');
        bl_put_uint(out, l->distinct[s - BL_NAMES].index);
    }
}

/* Whether the variable `level` quantifiers out occurs in t, and whether s is free in it. */
static bool refers(const struct bl_logic *l, bl_term t, uint32_t level)
{
    for (;;) {
        const struct node *n = &l->nodes[t];
        if (n->loose <= level)
            return false;
        switch (n->shape) {
        case BL_BOUND:
            return n->a == level;
        case BL_FORALL: case BL_EXISTS:
            level++;
            t = n->a;
            break;
        case BL_NOT:
            t = n->a;
            break;
        case BL_ATOM: case BL_APPLY:
            t = n->b;
            break;
        default:
            if (refers(l, n->a, level))
                return true;
            t = n->b;
        }
    }
}

static bool free_in(const struct bl_logic *l, bl_term t, bl_symbol s)
{
    for (;;) {
        const struct node *n = &l->nodes[t];
        if (!(n->free & variable_bit(s)))
            return false;
        switch (n->shape) {
        case BL_VARIABLE:
            return n->a == s;
        case BL_FORALL: case BL_EXISTS: case BL_NOT:
            t = n->a;
            break;
        case BL_ATOM: case BL_APPLY:
            t = n->b;
            break;
        default:
            if (free_in(l, n->a, s))
                return true;
            t = n->b;
        }
    }
}

/* Whether a quantifier before `body` may be written with this name. */
static bool can_name(const struct writer *w, bl_term body, bl_symbol s)
{
    if (free_in(w->l, body, s))
        return false;
    for (uint32_t i = 0; i < w->quantifiers; i++)
        if (w->around[i] == s && refers(w->l, body, w->quantifiers - i))
            return false;
    return true;
}

static bool around(const struct writer *w, bl_symbol s)
{
    for (uint32_t i = 0; i < w->quantifiers; i++)
        if (w->around[i] == s)
            return true;
    return false;
}

/* The name that is asked for, or the next letter that is neither free nor in use around it, or
 * a distinct variable if a statement has used up the letters. */
static bl_symbol choose(const struct writer *w, bl_term body, bl_symbol asked)
{
    if (can_name(w, body, asked))
        return asked;
    bl_symbol from = asked < 26 ? asked : 23;
    for (bl_symbol i = 1; i <= 26; i++) {
        bl_symbol s = (from + i) % 26;
        if (!around(w, s) && can_name(w, body, s))
            return s;
    }
    for (int64_t i = 0; w->names && i <= BL_TOKENS_MAX; i++) {
        bl_symbol s = bl_symbol_make(w->names, 'x', i);
        if (!around(w, s) && can_name(w, body, s))
            return s;
    }
    return asked;
}

static void put(struct writer *w, const char *s)
{
    if (w->out)
        bl_put(w->out, s);
}

static void put_symbol(struct writer *w, bl_symbol s)
{
    w->points += symbol_points(s);
    if (w->out)
        bl_symbol_print(w->l, s, w->out);
}

static void write_term(struct writer *w, bl_term t);

static void write_quantified(struct writer *w, const struct node *n)
{
    static const char *const words[2][2] = {{"(∀(", "(∃("}, {"(forall(", "(exists("}};
    bl_symbol asked = w->binders < w->given_count ? w->given[w->binders] : n->b;
    bl_symbol name = choose(w, n->a, asked);
    if (w->binders < BL_TOKENS_MAX)
        w->chosen[w->binders] = name;
    w->binders++;
    put(w, words[w->ascii][n->shape == BL_EXISTS]);
    w->points += 2;
    put_symbol(w, name);
    put(w, ")");
    w->around[w->quantifiers++] = name;
    write_term(w, n->a);
    w->quantifiers--;
    put(w, ")");
}

static const char *infix(const struct writer *w, unsigned shape)
{
    static const char *const signs[BL_SHAPES] = {
        [BL_AND] = "∧", [BL_OR] = "∨", [BL_IMPLY] = "→", [BL_EQUAL] = "=", [BL_GREATER] = ">",
        [BL_LESS] = "<", [BL_ADD] = "+", [BL_SUB] = "-", [BL_MUL] = "*", [BL_DIV] = "/",
        [BL_FLOOR_DIV] = "f/", [BL_CEIL_DIV] = "c/", [BL_MOD] = "%",
    };
    if (w->ascii && shape <= BL_IMPLY)
        return shape == BL_AND ? " and " : shape == BL_OR ? " or " : " imply ";
    return signs[shape];
}

static void write_term(struct writer *w, bl_term t)
{
    const struct node *n = &w->l->nodes[t];
    switch (n->shape) {
    case BL_NONE:
        break;
    case BL_TT: case BL_TF:
        put(w, n->shape == BL_TT ? "tT" : "tF");
        break;
    case BL_LETTER: case BL_VARIABLE:
        put_symbol(w, n->a);
        break;
    case BL_BOUND:
        put_symbol(w, w->around[w->quantifiers - 1 - n->a]);
        break;
    case BL_NUMBER:
        w->points++;
        if (w->out)
            bl_put_uint(w->out, n->a);
        break;
    case BL_ATOM: case BL_APPLY:
        put_symbol(w, n->a);
        put(w, "(");
        for (bl_term args = n->b; args; args = w->l->nodes[args].b) {
            write_term(w, w->l->nodes[args].a);
            put(w, w->l->nodes[args].b ? "," : "");
        }
        put(w, ")");
        break;
    case BL_NOT:
        w->points++;
        put(w, w->ascii ? "(not " : "(¬");
        write_term(w, n->a);
        put(w, ")");
        break;
    case BL_FORALL: case BL_EXISTS:
        write_quantified(w, n);
        break;
    default:
        w->points++;
        put(w, "(");
        write_term(w, n->a);
        put(w, infix(w, n->shape));
        write_term(w, n->b);
        put(w, ")");
    }
}

struct bl_statement bl_statement_named(struct bl_logic *l, bl_term t, const bl_symbol *names,
                                       size_t count)
{
    struct writer w = {.l = l, .names = l, .given = names, .given_count = (uint32_t)count};
    write_term(&w, t);
    lex_keep_names(l, w.chosen, w.binders);
    return (struct bl_statement){t, l->name_count - w.binders, (uint16_t)w.binders,
                                 (uint16_t)w.points};
}

struct bl_statement bl_statement_of(struct bl_logic *l, bl_term t)
{
    return bl_statement_named(l, t, NULL, 0);
}

bl_symbol bl_statement_name(const struct bl_logic *l, const struct bl_statement *s, size_t index)
{
    return l->names[s->names + index];
}

void bl_statement_print(const struct bl_logic *l, const struct bl_statement *s, bool ascii,
                        struct bl_text *out)
{
    struct writer w = {.l = l, .out = out, .ascii = ascii, .given = l->names + s->names,
                       .given_count = s->binders};
    write_term(&w, s->term);
}
