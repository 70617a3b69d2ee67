/* lex.h - the symbols of statements in text. What a letter means depends on the place: the
 * parser asks for a prefix, an operand or an operation. */
#ifndef LOGIC_LEX_H
#define LOGIC_LEX_H

#include <string.h>

#include "logic/kernel/term.h"

struct lexer {
    struct bl_logic *l;
    const char *text;
    size_t size, at;
    size_t token_start;   /* of the token read last, or of what was found in its place */
    struct bl_fault *fault;
    bool failed;          /* then the fault says where and why: the first that was met */
};

enum token_kind {
    TOKEN_NONE,           /* nothing of the kind asked for: `at` stays */
    TOKEN_NAME, TOKEN_TRUTH, TOKEN_NUMBER, TOKEN_PREFIX,
    TOKEN_BAD             /* it begins well but breaks a limit or names nothing: a fault */
};

struct token {
    enum token_kind kind;
    unsigned shape;       /* of a truth value or a prefix */
    bl_symbol symbol;
    uint32_t number;
};

enum { LEX_CONNECTIVE = 1, LEX_RELATION = 2, LEX_OPERATOR = 4 };

static inline unsigned lex_class(unsigned shape)
{
    return shape <= BL_IMPLY ? LEX_CONNECTIVE : shape <= BL_LESS ? LEX_RELATION : LEX_OPERATOR;
}

static inline void lex_space(struct lexer *x)
{
    while (x->at < x->size && (x->text[x->at] == ' ' ||
                               (x->text[x->at] >= '\t' && x->text[x->at] <= '\r')))
        x->at++;
}

static inline bool lex_sees(const struct lexer *x, char c)
{
    return x->at < x->size && x->text[x->at] == c;
}

static inline bool lex_char(struct lexer *x, char c)
{
    bool seen = lex_sees(x, c);
    x->at += seen;
    return seen;
}

/* How the shapes that have one are written: by sign, and by word or sign of ASCII. */
extern const char lex_signs[BL_SHAPES][2][8];

/* Takes the word if it is there. */
static inline bool lex_word(struct lexer *x, const char *word)
{
    size_t n = strlen(word);
    if (x->size - x->at < n || memcmp(x->text + x->at, word, n) != 0)
        return false;
    x->at += n;
    return true;
}

unsigned lex_prefix(struct lexer *x);                     /* ∀ ∃ ¬: its shape; 0: none is there */
/* Takes digits: how many, and their value as far as 18 of them say. */
size_t lex_digits(struct lexer *x, uint64_t *value);
void lex_longer_operand(struct lexer *x, struct token *t);
unsigned lex_operation(struct lexer *x);                  /* between two parts, as lex_prefix */

/* The symbol of a letter. */
static inline bl_symbol lex_letter(char c)
{
    return (bl_symbol)(c >= 'a' ? c - 'a' : BL_A_PREDICATE + c - 'A');
}

/* A name, tT, tF, a number, or a prefix; most are one letter or one digit. */
static inline void lex_operand(struct lexer *x, struct token *t)
{
    lex_space(x);
    x->token_start = x->at;
    char c = x->at < x->size ? x->text[x->at] : ' ', next = x->at + 1 < x->size ? x->text[x->at + 1] : ' ';
    bool lower = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
    if ((lower && next < 'A') || (c >= 'A' && c <= 'Z' && next != '_')) {
        t->kind = TOKEN_NAME;
        t->symbol = lex_letter(c);
        x->at++;
    } else if (digit && (next < '0' || next > '9')) {
        t->kind = TOKEN_NUMBER;
        t->number = (uint32_t)(c - '0');
        x->at++;
    } else {
        lex_longer_operand(x, t);
    }
}

/* "expected E, found F" at a place, or why it is refused: the words are keys of the catalogues, which
 * tools/po.py finds in these calls, and in tables that they take them from. False. */
bool lex_fault(struct lexer *x, size_t offset, const char *expected);
bool lex_refuse(struct lexer *x, size_t offset, const char *why);

#endif
