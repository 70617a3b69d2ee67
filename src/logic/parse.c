/* parse.c - reading statements.
 *
 * One pass, one token ahead; what can stand at each place is known before it is read, so that
 * a fault is always at the first character with which nothing could go on. Recursion follows
 * open brackets, of which there are at most one more than the limit. */
#include "logic/kernel/term.h"
#include "logic/lex.h"

#include <assert.h>
#include <string.h>

/* A quantifier that is still open has taken five tokens: ( ∀ ( x ). */
#define BINDERS_MAX (BL_TOKENS_MAX / 5 + 1)

struct parser {
    struct bl_logic *l;
    struct lexer x;
    uint32_t tokens, depth;
    size_t deepest;                   /* where the limit on brackets was reached; 0: nowhere */
    bl_symbol around[BL_BRACKETS_MAX + 2];   /* names of the quantifiers around this place */
    uint32_t quantifiers;
    bl_symbol names[BINDERS_MAX];     /* of all quantifiers so far, as written */
    uint32_t binders;
};

/* A token has been read. False: too many of them. */
static inline bool take(struct parser *p)
{
    return ++p->tokens <= BL_TOKENS_MAX ||
           lex_refuse(&p->x, p->x.token_start, "a statement has at most 512 symbols");
}

static inline bool open_bracket(struct parser *p)
{
    p->x.token_start = p->x.at;
    if (!lex_char(&p->x, '('))
        return lex_fault(&p->x, p->x.at, "(");
    if (++p->depth == BL_BRACKETS_MAX && p->deepest == 0)
        p->deepest = p->x.token_start + 1;
    if (p->depth > BL_BRACKETS_MAX)
        return lex_refuse(&p->x, p->x.token_start, "at most 64 brackets can be open at once");
    return take(p);
}

static inline bool close_bracket(struct parser *p, const char *expected)
{
    lex_space(&p->x);
    p->x.token_start = p->x.at;
    if (p->x.failed || !lex_char(&p->x, ')'))
        return lex_fault(&p->x, p->x.at, expected);
    p->depth--;
    return take(p);
}

static bl_term operand(struct parser *p, enum bl_want want);

/* [wfo {',' wfo}] ')' after a name with its opening bracket still to come. */
static bl_term arguments(struct parser *p)
{
    bl_term list[BL_TOKENS_MAX / 2 + 1];
    uint32_t n = 0;
    if (!open_bracket(p))
        return 0;
    lex_space(&p->x);
    if (!lex_sees(&p->x, ')')) {
        for (;;) {
            list[n++] = operand(p, BL_WFO);
            lex_space(&p->x);
            p->x.token_start = p->x.at;
            if (p->x.failed || !lex_char(&p->x, ',') || !take(p))
                break;
        }
    }
    if (p->x.failed || !close_bracket(p, ", or )"))
        return 0;
    bl_term args = 0;
    while (n-- > 0)
        args = bl_term_make(p->l, BL_ARGS, list[n], args);
    return args;
}

static bl_term variable(struct parser *p, bl_symbol s)
{
    for (uint32_t i = p->quantifiers; i-- > 0;)
        if (p->around[i] == s)
            return bl_term_make(p->l, BL_BOUND, p->quantifiers - 1 - i, 0);
    return bl_term_make(p->l, BL_VARIABLE, s, 0);
}

/* A name, with arguments or without. */
static bl_term named(struct parser *p, bl_symbol s, bool predicate)
{
    size_t start = p->x.token_start;
    if (!take(p))
        return 0;
    lex_space(&p->x);
    if (!lex_sees(&p->x, '(')) {
        if (symbol_is_game(s))
            return lex_fault(&p->x, p->x.at, "( after the name of a game function");
        return predicate ? bl_term_make(p->l, BL_LETTER, s, 0) : variable(p, s);
    }
    bl_term args = arguments(p);
    if (p->x.failed)
        return 0;
    int arity = symbol_arity(s);
    if (arity >= 0 && (uint32_t)arity != term_arity(p->l, args))
        return lex_refuse(&p->x, start, arity == 1 ? "this function takes 1 argument"
                                              : "this function takes 2 arguments");
    return bl_term_make(p->l, predicate ? BL_ATOM : BL_APPLY, s, args);
}

/* '(' var ')' wff, after the quantifier. */
static bl_term quantified(struct parser *p, unsigned shape)
{
    struct token t;
    lex_space(&p->x);
    if (!open_bracket(p))
        return 0;
    lex_operand(&p->x, &t);
    if (t.kind == TOKEN_BAD)
        return 0;
    if (t.kind != TOKEN_NAME || symbol_is_predicate(p->l, t.symbol) || symbol_is_game(t.symbol))
        return lex_fault(&p->x, p->x.token_start, "a variable");
    if (!take(p) || !close_bracket(p, ")"))
        return 0;
    assert(p->binders < BINDERS_MAX);
    p->names[p->binders++] = t.symbol;
    p->around[p->quantifiers++] = t.symbol;
    bl_term body = operand(p, BL_WFF);
    p->quantifiers--;
    return p->x.failed ? 0 : bl_term_make(p->l, shape, body, t.symbol);
}

/* What may stand after a left part, and where something is asked for, as said in a fault. */
static const char *const after_words[] = {
    [LEX_CONNECTIVE] = "∧, ∨ or →",
    [LEX_RELATION] = "=, > or <",
    [LEX_OPERATOR] = "an operator (+ - * / f/ c/ %)",
    [LEX_RELATION | LEX_OPERATOR] = "=, >, < or an operator (+ - * / f/ c/ %)",
};
static const char *const want_words[] = {
    [BL_WFF] = "a statement", [BL_WFO] = "a term", [BL_WFF_OR_WFO] = "a statement or a term",
};

/* Operators that can follow such a left part where something of kind `want` is asked for. */
static unsigned operators_for(enum bl_want want, bool left_is_wff)
{
    if (left_is_wff)
        return want & BL_WFF ? LEX_CONNECTIVE : 0;
    return (want & BL_WFF ? LEX_RELATION : 0u) | (want & BL_WFO ? LEX_OPERATOR : 0u);
}

/* What stands right inside brackets: a quantifier, a negation, or two parts and an operator. Where
 * `single` is given there are none around it, and it may be one part: then that is set. */
static bl_term inside(struct parser *p, enum bl_want want, bool *single)
{
    unsigned prefix = lex_prefix(&p->x);
    if (prefix) {
        if (!(want & BL_WFF))
            return lex_fault(&p->x, p->x.token_start, "a term");
        if (!take(p))
            return 0;
        if (prefix != BL_NOT)
            return quantified(p, prefix);
        bl_term a = operand(p, BL_WFF);
        return p->x.failed ? 0 : bl_term_make(p->l, BL_NOT, a, 0);
    }
    bl_term left = operand(p, want & BL_WFF ? BL_WFF_OR_WFO : BL_WFO);
    if (p->x.failed)
        return 0;
    bool left_is_wff = shape_is_wff(p->l->nodes[left].shape);
    unsigned kinds = operators_for(want, left_is_wff);
    size_t before = p->x.at;
    unsigned shape = lex_operation(&p->x);
    if (shape && lex_class(shape) & kinds) {
        if (!take(p))
            return 0;
        bl_term right = operand(p, lex_class(shape) == LEX_CONNECTIVE ? BL_WFF : BL_WFO);
        return p->x.failed ? 0 : bl_term_make(p->l, shape, left, right);
    }
    if (!single || (!left_is_wff && want == BL_WFF))
        return lex_fault(&p->x, p->x.token_start, after_words[kinds]);
    p->x.at = before;
    *single = true;
    return left;
}

/* A part that needs no brackets of its own, or has them. */
static bl_term operand(struct parser *p, enum bl_want want)
{
    struct token t;
    lex_space(&p->x);
    if (lex_sees(&p->x, '(')) {
        if (!open_bracket(p))
            return 0;
        bl_term a = inside(p, want, NULL);
        return p->x.failed || !close_bracket(p, ")") ? 0 : a;
    }
    lex_operand(&p->x, &t);
    switch (t.kind) {
    case TOKEN_NAME: {
        bool predicate = symbol_is_predicate(p->l, t.symbol);
        if (!(want & (predicate ? BL_WFF : BL_WFO)))
            break;
        return named(p, t.symbol, predicate);
    }
    case TOKEN_TRUTH:
        if (!(want & BL_WFF))
            break;
        return take(p) ? bl_term_make(p->l, t.shape, 0, 0) : 0;
    case TOKEN_NUMBER:
        if (!(want & BL_WFO))
            break;
        return take(p) ? bl_term_make(p->l, BL_NUMBER, t.number, 0) : 0;
    case TOKEN_PREFIX:
        if (!(want & BL_WFF))
            break;
        return lex_fault(&p->x, p->x.token_start, "( before a quantifier or ¬");
    case TOKEN_BAD:
        return 0;
    default:
        break;
    }
    return lex_fault(&p->x, p->x.token_start, want_words[want]);
}

/* Two more brackets than were written: the limits hold for the canonical form. */
static void add_outer_brackets(struct parser *p)
{
    p->tokens += 2;
    if (p->tokens > BL_TOKENS_MAX)
        lex_refuse(&p->x, p->x.at, "a statement has at most 512 symbols");
    if (p->deepest > 0)
        lex_refuse(&p->x, p->deepest - 1, "at most 64 brackets can be open at once");
}

bool bl_statement_scan(struct bl_logic *l, const char *text, size_t size, size_t start,
                       enum bl_want want, struct bl_statement *out, size_t *end,
                       struct bl_fault *fault)
{
    struct parser p;
    bool single = false;
    p.l = l;
    p.x = (struct lexer){l, text, size, start, start, fault, false};
    p.tokens = p.depth = p.quantifiers = p.binders = 0;
    p.deepest = 0;
    bl_term t = inside(&p, want, &single);   /* as `operand`, or without the brackets around it */
    if (!p.x.failed && !single)
        add_outer_brackets(&p);
    if (p.x.failed)
        return false;
    statement_make(l, t, p.names, p.binders, out);
    *end = p.x.at;
    return true;
}

bool bl_statement_parse(struct bl_logic *l, const char *text, size_t size, size_t start,
                        enum bl_want want, struct bl_statement *out, struct bl_fault *fault)
{
    size_t end;
    if (!bl_statement_scan(l, text, size, start, want, out, &end, fault))
        return false;
    struct lexer x = {l, text, size, end, end, fault, false};
    lex_space(&x);
    return x.at == size || lex_fault(&x, x.at, "the end of the statement");
}
