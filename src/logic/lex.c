/* lex.c - reading symbols, and saying where one was expected. */
#include "logic/lex.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

static const char *const game_names[] = {
#define FUNCTION(symbol, name) name,
#include "bylaw/logic_functions.def"
#undef FUNCTION
};

const char lex_signs[BL_SHAPES][2][8] = {
#define SHAPE(symbol, sign, word, ...) [BL_##symbol] = {sign, word},
#include "bylaw/logic_shapes.def"
#undef SHAPE
};

const char *bl_game_name(bl_symbol s)
{
    return game_names[s - BL_RAND_PLAYER];
}

static void found(struct token *t, enum token_kind kind, unsigned shape)
{
    t->kind = kind;
    t->shape = shape;
}

static void begin(struct lexer *x)
{
    lex_space(x);
    x->token_start = x->at;
}

/* Takes one of these signs, of which the first `signs` are not of ASCII; its shape, 0 if none is
 * there. */
static inline unsigned take_sign(struct lexer *x, const uint8_t *shapes, size_t count, size_t signs)
{
    const char *at = x->text + x->at;
    size_t left = x->size - x->at;
    bool ascii = left > 0 && *at >= 'a' && *at <= 'z';   /* words begin so, and signs do not */
    for (size_t i = left > 0 && *at > 0 && !ascii ? signs : 0; i < count && left > 0; i++) {
        const char *sign = lex_signs[shapes[i]][ascii];
        if (*sign != *at)
            continue;
        size_t n = 1;
        while (n < left && sign[n] && at[n] == sign[n])
            n++;
        if (sign[n] == 0) {
            x->at += n;
            return shapes[i];
        }
    }
    return 0;
}

unsigned lex_prefix(struct lexer *x)
{
    static const uint8_t shapes[] = {BL_FORALL, BL_EXISTS, BL_NOT};
    begin(x);
    if (x->at < x->size && (unsigned char)x->text[x->at] < 'a')
        return 0;   /* most of what is no prefix */
    return take_sign(x, shapes, sizeof shapes, 3);
}

unsigned lex_operation(struct lexer *x)
{
    static const uint8_t shapes[] = {BL_IMPLY, BL_AND, BL_OR, BL_EQUAL, BL_GREATER, BL_LESS,
                                     BL_ADD, BL_SUB, BL_MUL, BL_DIV, BL_FLOOR_DIV, BL_CEIL_DIV,
                                     BL_MOD};
    begin(x);
    return take_sign(x, shapes, sizeof shapes, 3);
}

static void bad(struct token *t, bool fine)
{
    t->kind = fine ? TOKEN_NONE : TOKEN_BAD;
}

size_t lex_digits(struct lexer *x, uint64_t *value)
{
    size_t n = 0;
    *value = 0;
    for (; x->at < x->size && x->text[x->at] >= '0' && x->text[x->at] <= '9'; x->at++, n++)
        if (n < 18)
            *value = *value * 10 + (uint64_t)(x->text[x->at] - '0');
    return n;
}

static void number(struct lexer *x, struct token *t)
{
    uint64_t value;
    char first = x->text[x->at];
    size_t n = lex_digits(x, &value);
    found(t, TOKEN_NUMBER, 0);
    t->number = (uint32_t)value;
    if (n > 1 && first == '0')
        bad(t, lex_refuse(x, x->token_start, "a number has no leading zeros"));
    else if (n > 10 || value > BL_NUMBER_MAX)
        bad(t, lex_refuse(x, x->token_start, "a number is at most 2147483647"));
}

/* A letter, or a letter with an index. */
static void letter(struct lexer *x, struct token *t)
{
    char c = x->text[x->at++];
    found(t, TOKEN_NAME, 0);
    if (!lex_char(x, '_')) {
        t->symbol = lex_letter(c);
        return;
    }
    uint64_t index;
    size_t start = x->at, n = lex_digits(x, &index);
    if (n == 0)
        bad(t, lex_refuse(x, start, "expected the digits of an index after _"));
    else if (n > 1 && x->text[start] == '0')
        bad(t, lex_refuse(x, x->token_start, "an index has no leading zeros"));
    else if (n > 18)
        bad(t, lex_refuse(x, x->token_start, "an index has at most 18 digits"));
    else
        t->symbol = bl_symbol_make(x->l, c, (int64_t)index);
}

/* Two letters tell most names apart before they are compared. */
static void game_name(struct lexer *x, struct token *t)
{
    size_t left = x->size - x->at;
    for (unsigned i = 0; left > 2 && i < BL_NAMES - BL_RAND_PLAYER; i++) {
        const char *name = game_names[i];
        if (name[1] != x->text[x->at + 1] || name[2] != x->text[x->at + 2] || !lex_word(x, name))
            continue;
        found(t, TOKEN_NAME, 0);
        t->symbol = BL_RAND_PLAYER + i;
        return;
    }
    bad(t, lex_refuse(x, x->token_start, "no game function has this name"));
}

void lex_longer_operand(struct lexer *x, struct token *t)
{
    t->kind = TOKEN_NONE;
    if (x->at == x->size)
        return;
    char c = x->text[x->at], next = x->at + 1 < x->size ? x->text[x->at + 1] : ' ';
    if (c >= 'A' && c <= 'Z') {
        letter(x, t);
    } else if (c >= '0' && c <= '9') {
        number(x, t);
    } else if (c == '[') {
        game_name(x, t);
    } else if (c == 't' && (next == 'T' || next == 'F')) {
        x->at += 2;
        found(t, TOKEN_TRUTH, next == 'T' ? BL_TT : BL_TF);
    } else {
        bool alone = c >= 'a' && c <= 'z' && (next < 'a' || next > 'z');
        unsigned prefix = alone ? 0 : lex_prefix(x);
        if (prefix)
            found(t, TOKEN_PREFIX, prefix);
        else if (c >= 'a' && c <= 'z')
            letter(x, t);
    }
}

/* What stands at a place: a character, the end, or a byte. */
static void find_there(const struct lexer *x, size_t offset, struct bl_fault *f)
{
    struct bl_text t = BL_TEXT_FIXED(f->found);
    f->found[0] = '\0';
    f->byte = 0;
    if (offset >= x->size) {
        bl_put(&t, "the end");
        return;
    }
    unsigned char c = (unsigned char)x->text[offset];
    size_t n = bl_utf8_length(x->text + offset, x->size - offset);
    if (n == 0 || c < 0x20 || c == 0x7F || (c == 0xC2 && (unsigned char)x->text[offset + 1] < 0xA0)) {
        f->byte = c;
        return;
    }
    bl_put_char(&t, '\'');
    bl_put_bytes(&t, x->text + offset, n);
    bl_put_char(&t, '\'');
}

bool lex_refuse(struct lexer *x, size_t offset, const char *why)
{
    struct bl_text t = BL_TEXT_FIXED(x->fault->why);
    if (x->failed)
        return false;
    x->failed = true;
    x->fault->offset = offset;
    x->fault->column = 1 + bl_utf8_count(x->text, offset);
    x->fault->expected = NULL;
    bl_put(&t, why);
    return false;
}

bool lex_fault(struct lexer *x, size_t offset, const char *expected)
{
    struct bl_fault *f = x->fault;
    if (x->failed)
        return false;
    lex_refuse(x, offset, "");
    f->expected = expected;
    find_there(x, offset, f);
    struct bl_text t = BL_TEXT_FIXED(f->why);
    bl_put(&t, "expected ");
    bl_put(&t, expected);
    bl_put(&t, ", found ");
    bl_put(&t, f->found[0] ? f->found : "byte ");
    if (!f->found[0])
        bl_put_uint(&t, f->byte);
    return false;
}
