/* file.c - proof files: one item a line, subproofs in blocks. */
#include "logic/lex.h"

#include <string.h>

static bool is_name_char(char c)
{
    unsigned letter = ((unsigned char)c | 0x20u) - 'a', digit = (unsigned)(unsigned char)c - '0';
    return letter < 26 || c == '-' || digit < 10 || c == '_';
}

/* A name of letters, digits, _ and -; its size, 0 if there is none. */
static size_t take_name(struct lexer *x)
{
    size_t start = x->at;
    while (x->at < x->size && is_name_char(x->text[x->at]))
        x->at++;
    return x->at - start;
}

static bool refuse_name(struct lexer *x, size_t at)
{
    return lex_refuse(x, at, "expected the name of a subproof: 1 to 32 of A-Z a-z 0-9 _ -");
}

/* The numbers of premises. Only two are kept, but all are counted: no rule takes more. */
static bool take_premises(struct lexer *x, struct bl_inference *i)
{
    uint64_t n;
    for (lex_space(x);; lex_space(x)) {
        size_t start = x->at, digits = lex_digits(x, &n);
        if (digits == 0)
            return true;
        if (digits > 1 && x->text[start] == '0')
            return lex_refuse(x, start, "a number has no leading zeros");
        if (i->premises < 2)
            i->premise[i->premises] = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
        i->premises++;
    }
}

static bool take_using(struct lexer *x, struct bl_item *out)
{
    if (!lex_word(x, "using"))
        return true;
    lex_space(x);
    out->subproof = x->text + x->at;
    out->subproof_size = take_name(x);
    if (out->subproof_size == 0 || out->subproof_size > 32)
        return refuse_name(x, (size_t)(out->subproof - x->text));
    lex_space(x);
    return true;
}

/* by RULE [n...] [using NAME] */
static bool take_reason(struct lexer *x, struct bl_item *out)
{
    lex_space(x);
    if (!lex_word(x, "by"))
        return lex_fault(x, x->at, "`by` and a rule after the statement");
    lex_space(x);
    const char *name = x->text + x->at, *space = memchr(name, ' ', x->size - x->at);
    size_t start = x->at, size = space ? (size_t)(space - name) : x->size - x->at;
    out->i.rule = bl_rule_find(name, size);
    x->at += out->i.rule ? size : 0;
    if (!out->i.rule) {   /* what stands behind the name may be something else */
        size = take_name(x);
        out->i.rule = bl_rule_find(name, size);
    }
    if (!out->i.rule)
        return lex_refuse(x, start, size ? "there is no rule of this name"
                                         : "expected the name of a rule");
    if (!take_premises(x, &out->i) || !take_using(x, out))
        return false;
    return x->at == x->size ||
           lex_fault(x, x->at, out->subproof ? "the end"
                                          : "the number of a premise, `using` or the end");
}

bool bl_item_parse(struct bl_logic *l, const char *text, size_t size, size_t start,
                   struct bl_item *out, struct bl_fault *fault)
{
    struct lexer x = {l, text, size, start, start, fault, false};
    memset(out, 0, sizeof *out);
    lex_space(&x);
    out->axiom = lex_word(&x, "axiom");
    if (out->axiom)
        return bl_statement_parse(l, text, size, x.at, BL_WFF, &out->i.c, fault);
    return bl_statement_scan(l, text, size, x.at, BL_WFF, &out->i.c, &x.at, fault) &&
           take_reason(&x, out);
}

/* A block that is open, and what could be seen when it was opened. */
struct block {
    struct bl_proof *proof;
    uint32_t seen_before;
    size_t line;                      /* where it was opened */
    char name[33];
};

struct reader {
    struct bl_logic *l;
    struct bl_proof_file *out;        /* its subproofs: all that can be seen, innermost last */
    struct block blocks[BL_BLOCKS_MAX + 1];
    uint32_t depth, made;
    struct bl_proof *unknown;         /* stands for a subproof that is not there */
    struct bl_read_fault *fault;
};

static struct bl_proof *find_subproof(struct reader *r, const char *name, size_t size)
{
    for (uint32_t i = r->out->subproof_count; i-- > 0;) {
        const struct bl_named_proof *s = &r->out->subproofs[i];
        if (strlen(s->name) == size && memcmp(s->name, name, size) == 0)
            return s->proof;
    }
    return NULL;
}

/* subproof NAME { */
static bool open_block(struct reader *r, struct lexer *x)
{
    size_t keyword = x->token_start;
    lex_space(x);
    size_t start = x->at, size = take_name(x);
    if (size == 0 || size > 32)
        return refuse_name(x, start);
    if (find_subproof(r, x->text + start, size))
        return lex_refuse(x, start, "there is a subproof of this name already");
    lex_space(x);
    if (!lex_char(x, '{'))
        return lex_fault(x, x->at, "{");
    lex_space(x);
    if (x->at != x->size)
        return lex_fault(x, x->at, "the end of the line after {");
    if (r->depth == BL_BLOCKS_MAX)
        return lex_refuse(x, keyword, "at most 16 blocks can be open at once");
    if (r->made++ == BL_SUBPROOFS_MAX)
        return lex_refuse(x, keyword, "a file has at most 256 subproofs");
    struct block *b = &r->blocks[++r->depth];
    *b = (struct block){bl_proof_within(b[-1].proof), r->out->subproof_count, r->fault->line,
                        ""};
    memcpy(b->name, x->text + start, size);
    return true;
}

static bool close_block(struct reader *r, struct lexer *x)
{
    lex_space(x);
    if (x->at != x->size)
        return lex_fault(x, x->at, "the end of the line after }");
    if (r->depth == 0)
        return lex_refuse(x, x->token_start, "no block is open");
    struct block *b = &r->blocks[r->depth--];
    struct bl_named_proof *s = &r->out->subproofs[b->seen_before];
    memcpy(s->name, b->name, sizeof s->name);
    s->proof = b->proof;
    r->out->subproof_count = b->seen_before + 1;
    bl_proof_own(r->blocks[r->depth].proof, b->proof);
    return true;
}

static bool add_item(struct reader *r, struct lexer *x)
{
    struct bl_item item;
    struct bl_read_fault *f = r->fault;
    struct bl_proof *p = r->blocks[r->depth].proof;
    if (!bl_item_parse(r->l, x->text, x->size, x->at, &item, &f->at))
        return false;
    if (item.axiom)
        return bl_proof_axiom(p, &item.i.c) ||
               lex_refuse(x, x->token_start, "axioms come before lemmas");
    if (bl_proof_lines(p) - bl_proof_axioms(p) == BL_LEMMAS_MAX)
        return lex_refuse(x, x->token_start, bl_why_text(BL_WHY_LEMMAS));
    if (item.subproof) {
        item.i.subproof = find_subproof(r, item.subproof, item.subproof_size);
        if (!item.i.subproof)
            item.i.subproof = r->unknown;
    }
    f->why = bl_proof_infer(p, &item.i);
    f->rule = f->why ? item.i.rule : (enum bl_rule)0;
    return f->why == 0;
}

static bool read_line(struct reader *r, const char *text, size_t size)
{
    struct lexer x = {r->l, text, size, 0, 0, &r->fault->at, false};
    lex_space(&x);
    x.token_start = x.at;
    if (x.at == x.size)
        return true;
    if (lex_word(&x, "subproof"))
        return open_block(r, &x);
    if (lex_char(&x, '}'))
        return close_block(r, &x);
    return add_item(r, &x);
}

/* The first bad line; what of it was read is what stands before the comment. */
static bool fail(struct reader *r, const char *text, size_t size)
{
    r->fault->text = text;
    r->fault->size = size;
    return false;
}

bool bl_proof_read(struct bl_logic *l, const char *text, size_t size, enum bl_logic_ruling ruling,
                   const struct bl_values *values, struct bl_proof_file *out,
                   struct bl_read_fault *fault)
{
    struct reader r = {.l = l, .out = out, .fault = fault};
    memset(out, 0, sizeof *out);
    memset(fault, 0, sizeof *fault);
    r.unknown = bl_proof_new(l, ruling);
    r.blocks[0].proof = out->proof = bl_proof_new(l, ruling);
    bl_proof_values(out->proof, values);
    const char *line = text, *end = text + size;
    for (fault->line = 1; line < end; fault->line++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        const char *comment = memchr(line, '#', (size_t)(stop - line));
        size_t length = (size_t)((comment ? comment : stop) - line);
        if (!read_line(&r, line, length))
            return fail(&r, line, length);
        line = stop + 1;
    }
    if (r.depth == 0)
        return true;
    fault->line = r.blocks[r.depth].line;
    lex_refuse(&(struct lexer){.text = "", .fault = &fault->at}, 0,
               "this block is not closed: } is missing");
    return fail(&r, "", 0);
}
