/* pack.c - statements and lines of proofs as bytes, symbol by symbol: what joins two parts stands
 * before them, and brackets are left out.
 *
 * A bound variable is the number of quantifiers between it and its own, so that two statements
 * are equal up to the names of bound variables if their bytes are but for those names. */
#include "logic/pack.h"

#include <string.h>

#include "logic/kernel/term.h"
#include "logic/lex.h"

_Static_assert(PACKED_CODES <= 256, "a byte for each");

/* ---- packing --------------------------------------------------------------- */

static uint8_t *put_number(uint8_t *out, uint64_t n)
{
    for (; n >= 128; n >>= 7)
        *out++ = (uint8_t)(n | 128);
    *out++ = (uint8_t)n;
    return out;
}

static uint8_t *put_symbol(const struct bl_logic *l, bl_symbol s, unsigned first, uint8_t *out)
{
    if (s < BL_NAMES) {
        *out = (uint8_t)(s < BL_RAND_PLAYER ? first + s : PACKED_GAME_NAME + s - BL_RAND_PLAYER);
        return out + 1;
    }
    const struct distinct *d = &l->distinct[s - BL_NAMES];
    *out = (uint8_t)(first + PACKED_LETTERS + bl_symbol_make(NULL, d->letter, -1));
    return put_number(out + 1, d->index);
}

static uint8_t *put_term(const struct bl_logic *l, bl_term t, const bl_symbol **names, uint8_t *out)
{
    const struct node *n = &l->nodes[t];
    switch (n->shape) {
    case BL_LETTER: case BL_VARIABLE:
        return put_symbol(l, n->a, PACKED_ALONE, out);
    case BL_ATOM: case BL_APPLY:
        out = put_symbol(l, n->a, PACKED_APPLIED, out);
        if (!symbol_is_game(n->a))
            out = put_number(out, term_arity(l, n->b));
        for (bl_term args = n->b; args; args = l->nodes[args].b)
            out = put_term(l, l->nodes[args].a, names, out);
        return out;
    case BL_BOUND: case BL_NUMBER:
        *out = n->shape;
        return put_number(out + 1, n->a);
    default:
        *out++ = n->shape;
        if (shape_is_quantifier(n->shape))
            out = put_symbol(l, *(*names)++, PACKED_ALONE, out);
        if (node_left(n))
            out = put_term(l, node_left(n), names, out);
        return node_right(n) ? put_term(l, node_right(n), names, out) : out;
    }
}

size_t bl_statement_pack(const struct bl_logic *l, const struct bl_statement *s, uint8_t *out)
{
    const bl_symbol *names = statement_names(l, s);
    return (size_t)(put_term(l, s->term, &names, out) - out);
}

size_t bl_item_pack(const struct bl_logic *l, const struct bl_item *item, uint8_t *out)
{
    uint8_t *at = out;
    uint32_t kept = item->i.premises < 2 ? item->i.premises : 2;
    *at++ = (uint8_t)(item->axiom ? 0 : item->i.rule);
    if (!item->axiom) {
        *at++ = (uint8_t)(item->i.premises < 255 ? item->i.premises : 255);
        for (uint32_t i = 0; i < kept; i++)
            at = put_number(at, item->i.premise[i]);
        *at++ = (uint8_t)(item->subproof ? item->subproof_size : 0);
        if (item->subproof) {
            memcpy(at, item->subproof, item->subproof_size);
            at += item->subproof_size;
        }
    }
    return (size_t)(at - out) + bl_statement_pack(l, &item->i.c, at);
}

/* ---- reading them again ---------------------------------------------------- */

/* A name as it is packed. */
struct name {
    uint8_t letter;
    int64_t index;                    /* below 0: none */
};

/* A walk over a packed statement: as asked, it makes the term, writes it, counts its points and
 * its names. */
struct walk {
    const uint8_t *at, *end;
    struct bl_logic *l;               /* NULL: no terms are made */
    struct bl_text *out;              /* NULL: nothing is written */
    bool ascii, bad;
    uint8_t *uses;                    /* of each game function; NULL: not counted */
    uint32_t points, quantifiers, binders, depth;
    struct name around[BL_BRACKETS_MAX];
    bl_symbol names[BL_TOKENS_MAX / 5 + 1];
};

/* The lists are not set: what is in use of them is counted. */
static void begin(struct walk *w, const uint8_t *at, const uint8_t *end, struct bl_logic *l,
                  struct bl_text *out)
{
    w->at = at;
    w->end = end;
    w->l = l;
    w->out = out;
    w->uses = NULL;
    w->ascii = w->bad = false;
    w->points = w->quantifiers = w->binders = w->depth = 0;
}

static uint64_t take_number(struct walk *w)
{
    uint64_t n = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
        if (w->at == w->end)
            break;
        uint8_t byte = *w->at++;
        n |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return n;
    }
    w->bad = true;
    return 0;
}

/* The name after a code that counts from `first`. */
static struct name take_name(struct walk *w, unsigned code, unsigned first)
{
    unsigned letter = code - first;
    struct name name = {(uint8_t)(letter % PACKED_LETTERS), -1};
    if (letter >= PACKED_LETTERS)
        name.index = (int64_t)take_number(w);
    return name;
}

static char letter_of(struct name name)
{
    return (char)(name.letter < 26 ? 'a' + name.letter : 'A' + (name.letter - 26));
}

static bl_symbol symbol_of(struct walk *w, struct name name)
{
    return w->l ? bl_symbol_make(w->l, letter_of(name), name.index) : 0;
}

static void write(struct walk *w, const char *text)
{
    if (w->out)
        bl_put(w->out, text);
}

static void write_name(struct walk *w, struct name name)
{
    w->points += name.index < 0 ? 1 : 2;
    if (!w->out)
        return;
    bl_put_char(w->out, letter_of(name));
    if (name.index >= 0) {
        bl_put_char(w->out, '_');
        bl_put_uint(w->out, (uint64_t)name.index);
    }
}

static bl_term make(struct walk *w, unsigned shape, uint32_t a, uint32_t b)
{
    bl_term t = w->l && !w->bad ? bl_term_make(w->l, (enum bl_shape)shape, a, b) : 0;
    w->bad |= w->l && !t;
    return t;
}

static bl_term walk(struct walk *w);

static bl_term walk_arguments(struct walk *w, uint64_t left)
{
    if (left == 0 || w->bad)
        return 0;
    bl_term first = walk(w);
    write(w, left > 1 ? "," : "");
    bl_term rest = walk_arguments(w, left - 1);
    return make(w, BL_ARGS, first, rest);
}

static bl_term walk_applied(struct walk *w, bool predicate, bl_symbol s, uint64_t count)
{
    write(w, "(");
    bl_term args = walk_arguments(w, count < BL_TOKENS_MAX ? count : BL_TOKENS_MAX);
    write(w, ")");
    return make(w, predicate ? BL_ATOM : BL_APPLY, s, args);
}

static bl_term walk_game(struct walk *w, bl_symbol s)
{
    write(w, bl_game_name(s));
    w->points += symbol_points(s);
    if (w->uses)
        w->uses[s - BL_RAND_PLAYER]++;
    return walk_applied(w, s >= BL_IS_NUMBER, s, (uint64_t)symbol_arity(s));
}

static bl_term walk_quantified(struct walk *w, unsigned shape)
{
    static const char *const words[2][2] = {{"(∀(", "(∃("}, {"(forall(", "(exists("}};
    unsigned code = w->at < w->end ? *w->at++ : 0;
    if (code < PACKED_ALONE || code >= PACKED_APPLIED || w->quantifiers == BL_BRACKETS_MAX ||
        w->binders == sizeof w->names / sizeof *w->names) {
        w->bad = true;
        return 0;
    }
    struct name name = take_name(w, code, PACKED_ALONE);
    bl_symbol symbol = w->names[w->binders++] = symbol_of(w, name);
    write(w, words[w->ascii][shape == BL_EXISTS]);
    w->points += 2;
    write_name(w, name);
    write(w, ")");
    w->around[w->quantifiers++] = name;
    bl_term body = walk(w);
    w->quantifiers--;
    write(w, ")");
    return make(w, shape, body, symbol);
}

/* (¬A), or two parts and what joins them. */
static bl_term walk_joined(struct walk *w, unsigned shape)
{
    const char *space = w->ascii && shape <= BL_IMPLY ? " " : "";
    bl_term a = 0;
    if (!*lex_signs[shape][0]) {
        w->bad = true;
        return 0;
    }
    write(w, "(");
    if (shape != BL_NOT) {
        a = walk(w);
        write(w, space);
    }
    w->points++;
    write(w, lex_signs[shape][w->ascii]);
    write(w, space);
    bl_term b = walk(w);
    write(w, ")");
    return shape == BL_NOT ? make(w, shape, b, 0) : make(w, shape, a, b);
}

static bl_term walk_shape(struct walk *w, unsigned shape)
{
    uint64_t n;
    switch (shape) {
    case BL_TT: case BL_TF:
        write(w, shape == BL_TT ? "tT" : "tF");
        return make(w, shape, 0, 0);
    case BL_NUMBER:
        n = take_number(w);
        w->points++;
        if (w->out)
            bl_put_uint(w->out, n);
        return make(w, shape, (uint32_t)n, 0);
    case BL_BOUND:
        n = take_number(w);
        w->bad |= n >= w->quantifiers;
        if (w->bad)
            return 0;
        write_name(w, w->around[w->quantifiers - 1 - n]);
        return make(w, shape, (uint32_t)n, 0);
    case BL_FORALL: case BL_EXISTS:
        return walk_quantified(w, shape);
    default:
        return walk_joined(w, shape);
    }
}

static bl_term walk(struct walk *w)
{
    unsigned code = w->at < w->end ? *w->at++ : PACKED_CODES;
    bl_term t = 0;
    if (code >= PACKED_CODES || w->bad || w->depth == BL_BRACKETS_MAX + 1) {
        w->bad = true;
        return 0;
    }
    w->depth++;
    if (code >= PACKED_GAME_NAME) {
        t = walk_game(w, BL_RAND_PLAYER + code - PACKED_GAME_NAME);
    } else if (code >= PACKED_ALONE) {
        bool applied = code >= PACKED_APPLIED;
        struct name name = take_name(w, code, applied ? PACKED_APPLIED : PACKED_ALONE);
        bool predicate = name.letter >= 26;
        write_name(w, name);
        if (applied)
            t = walk_applied(w, predicate, symbol_of(w, name), take_number(w));
        else
            t = make(w, predicate ? BL_LETTER : BL_VARIABLE, symbol_of(w, name), 0);
    } else {
        t = walk_shape(w, code);
    }
    w->depth--;
    return t;
}

static bool unpack_rest(struct walk *w, const uint8_t **at, struct bl_statement *out)
{
    bl_term t = walk(w);
    *at = w->at;
    if (w->bad)
        return false;
    *out = bl_statement_named(w->l, t, w->names, w->binders);
    return true;
}

bool bl_statement_unpack(struct bl_logic *l, const uint8_t **at, const uint8_t *end,
                         struct bl_statement *out)
{
    struct walk w;
    begin(&w, *at, end, l, NULL);
    return unpack_rest(&w, at, out);
}

char bl_packed_letter(const uint8_t *packed, size_t size)
{
    unsigned letter = size > 0 ? packed[0] - PACKED_ALONE - 26u : 26u;
    return letter < 26 ? (char)('A' + letter) : 0;
}

/* Where the symbol at a place ends; of a quantifier, before its name. */
static const uint8_t *pass_symbol(const uint8_t *at, const uint8_t *end)
{
    unsigned code = *at++, numbers = code == BL_NUMBER || code == BL_BOUND;
    if (code >= PACKED_ALONE && code < PACKED_GAME_NAME)
        numbers = (code >= PACKED_APPLIED) + (code - PACKED_ALONE) / PACKED_LETTERS % 2;
    for (; at < end && numbers > 0; at++)
        numbers -= *at < 128;
    return at;
}

bool bl_packed_same(const uint8_t *a, const uint8_t *a_end, const uint8_t *b, const uint8_t *b_end)
{
    const uint8_t *a_last = a, *b_last = b;
    bl_packed_print(&a_last, a_end, false, NULL);
    bl_packed_print(&b_last, b_end, false, NULL);
    while (a < a_last && b < b_last) {
        const uint8_t *a_next = pass_symbol(a, a_last), *b_next = pass_symbol(b, b_last);
        if (a_next - a != b_next - b || memcmp(a, b, (size_t)(a_next - a)) != 0)
            return false;
        bool named = shape_is_quantifier(*a) && a_next < a_last && b_next < b_last;
        a = named ? pass_symbol(a_next, a_last) : a_next;
        b = named ? pass_symbol(b_next, b_last) : b_next;
    }
    return a == a_last && b == b_last;
}

unsigned bl_packed_points(const uint8_t *packed, size_t size,
                          uint8_t uses[BL_NAMES - BL_RAND_PLAYER])
{
    struct walk w;
    begin(&w, packed, packed + size, NULL, NULL);
    w.uses = uses;
    memset(uses, 0, BL_NAMES - BL_RAND_PLAYER);
    if (size > 0)
        walk(&w);
    return w.points;
}

void bl_packed_print(const uint8_t **at, const uint8_t *end, bool ascii, struct bl_text *out)
{
    struct walk w;
    begin(&w, *at, end, NULL, out);
    w.ascii = ascii;
    walk(&w);
    *at = w.at;
}

/* What stands before the statement of an item. */
static void take_reason(struct walk *w, struct bl_item *out)
{
    *out = (struct bl_item){.axiom = true};
    unsigned rule = w->at < w->end ? *w->at++ : 0;
    if (rule == 0)
        return;
    out->axiom = false;
    out->i.rule = (enum bl_rule)rule;
    out->i.premises = w->at < w->end ? *w->at++ : 0;
    for (uint32_t i = 0; i < out->i.premises && i < 2; i++)
        out->i.premise[i] = (uint32_t)take_number(w);
    size_t size = w->at < w->end ? *w->at++ : 0;
    if (size > (size_t)(w->end - w->at)) {
        w->bad = true;
    } else if (size > 0) {
        out->subproof = (const char *)w->at;
        out->subproof_size = size;
        w->at += size;
    }
}

bool bl_item_unpack(struct bl_logic *l, const uint8_t **at, const uint8_t *end,
                    struct bl_item *out)
{
    struct walk w;
    begin(&w, *at, end, l, NULL);
    take_reason(&w, out);
    return unpack_rest(&w, at, &out->i.c);
}

const uint8_t *bl_packed_item_statement(const uint8_t *at, const uint8_t *end)
{
    struct walk w;
    begin(&w, at, end, NULL, NULL);
    struct bl_item item;
    take_reason(&w, &item);
    return w.bad ? end : w.at;
}

void bl_packed_item_print(const uint8_t **at, const uint8_t *end, bool ascii, struct bl_text *out)
{
    struct walk w;
    begin(&w, *at, end, NULL, out);
    w.ascii = ascii;
    struct bl_item item;
    take_reason(&w, &item);
    write(&w, item.axiom ? "axiom " : "");
    walk(&w);
    *at = w.at;
    if (item.axiom || !out)
        return;
    bl_put(out, " by ");
    bl_put(out, bl_rule_name(item.i.rule));
    for (uint32_t k = 0; k < item.i.premises && k < 2; k++) {
        bl_put_char(out, ' ');
        bl_put_uint(out, item.i.premise[k]);
    }
    if (item.subproof) {
        bl_put(out, " using ");
        bl_put_bytes(out, item.subproof, item.subproof_size);
    }
}

/* ---- as text --------------------------------------------------------------- */

void bl_statement_print(const struct bl_logic *l, const struct bl_statement *s, bool ascii,
                        struct bl_text *out)
{
    uint8_t packed[BL_PACKED_MAX];
    const uint8_t *at = packed;
    bl_packed_print(&at, packed + bl_statement_pack(l, s, packed), ascii, out);
}

void bl_line_print(const struct bl_logic *l, const struct bl_line *line, const char *using,
                   bool ascii, struct bl_text *out)
{
    struct bl_item item = {line->rule == 0,
                           {(enum bl_rule)line->rule, line->s, {line->premise[0], line->premise[1]},
                            line->premises, NULL},
                           using, using ? strlen(using) : 0};
    uint8_t packed[BL_PACKED_MAX + BL_PACKED_REASON_MAX];
    const uint8_t *at = packed;
    bl_packed_item_print(&at, packed + bl_item_pack(l, &item, packed), ascii, out);
}
