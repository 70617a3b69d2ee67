/* logic.h - the logic of Predicate Wars: statements, proofs, search.
 *
 * A `struct bl_logic` holds statements; whoever has one may make as many terms
 * and proofs in it as wanted. Terms are hash-consed and their bound variables
 * are indices: two statements that differ only in the names of bound variables
 * are one term. What was written is kept beside it, in a bl_statement.
 *
 * Only bl_proof_infer adds a lemma to a proof, and only after checking it. */
#ifndef BYLAW_LOGIC_H
#define BYLAW_LOGIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bylaw/text.h"

BL_BEGIN
typedef uint32_t bl_term;     /* 0: none */
typedef uint32_t bl_symbol;   /* a letter, a distinct one, or the name of a game function */

#define BL_TOKENS_MAX 512       /* symbols of a statement in canonical form */
#define BL_BRACKETS_MAX 64      /* brackets open at once in canonical form */
#define BL_NUMBER_MAX 2147483647
#define BL_INDEX_MAX INT64_C(999999999999999999)   /* of a distinct variable or predicate: 18 digits */
#define BL_LEMMAS_MAX 256

enum bl_shape {
    BL_NONE,
#define SHAPE(symbol, sign, word, tokens, depth, points) BL_##symbol,
#include "bylaw/logic_shapes.def"
#undef SHAPE
    BL_SHAPES
};

/* The names of game functions, after the 26 variables and the 26 predicates. */
enum bl_name {
    BL_A_VARIABLE = 0, BL_A_PREDICATE = 26, BL_LAST_LETTER = 51,
#define FUNCTION(symbol, name) BL_##symbol,
#include "bylaw/logic_functions.def"
#undef FUNCTION
    BL_NAMES                        /* from here on: distinct variables and predicates */
};
const char *bl_game_name(bl_symbol s);      /* "[health]" */

enum bl_rule {
    BL_NO_RULE,
#define RULE(symbol, function, name, least, most, uses, p1, p2, c) BL_##symbol,
#include "bylaw/logic_rules.def"
#undef RULE
    BL_RULES                        /* rule n is clause L.P.n */
};

enum bl_logic_ruling { BL_AS_WRITTEN, BL_SOUND };

struct bl_logic;
struct bl_logic *bl_logic_new(void);
void bl_logic_free(struct bl_logic *l);
void bl_logic_reset(struct bl_logic *l);   /* forgets every term, statement and proof */

/* ---- terms ---- */

enum bl_shape bl_term_shape(const struct bl_logic *l, bl_term t);
uint32_t bl_term_left(const struct bl_logic *l, bl_term t);
uint32_t bl_term_right(const struct bl_logic *l, bl_term t);
bool bl_term_is_wff(const struct bl_logic *l, bl_term t);
bool bl_term_is_wfo(const struct bl_logic *l, bl_term t);
bool bl_term_closed(const struct bl_logic *l, bl_term t);          /* no free variable */
/* `bound`: whether the variable of a quantifier around t counts as such. */
bool bl_term_deterministic(const struct bl_logic *l, bl_term t, bool bound);

/* The node of that shape; 0 when it would be over a limit or mixes WFF and WFO.
 * Game and action functions must have their arguments' number. */
bl_term bl_term_make(struct bl_logic *l, enum bl_shape shape, uint32_t left, uint32_t right);
/* The result of an operator (BL_ADD to BL_MOD) on two numbers; -1 where it has none. Halves are
 * rounded up. */
int64_t bl_operation_result(unsigned shape, int64_t x, int64_t y);
/* The body of a quantified statement with a term for its variable, or with 0 where that does not occur;
 * 0: over a limit, or no such term. */
bl_term bl_term_instantiate(struct bl_logic *l, bl_term body, bl_term with);
/* The statement as the body of a quantifier: every occurrence of the term becomes its variable. */
bl_term bl_term_abstract(struct bl_logic *l, bl_term t, bl_term what);
/* index < 0: none. UINT32_MAX, which no term takes: there is no such letter or index. */
bl_symbol bl_symbol_make(struct bl_logic *l, char letter, int64_t index);

/* ---- statements ---- */

struct bl_statement {
    bl_term term;
    uint32_t names;      /* where the names of its bound variables are kept; 0: it has none */
    uint16_t binders;    /* how many */
    uint16_t points;     /* of what is written */
};

struct bl_fault {
    size_t offset;       /* bytes before the place */
    size_t column;       /* characters before it, and one */
    const char *expected;   /* there, as catalogues have it; NULL: `why`, which they have, is all */
    char found[8];       /* instead: a character in quotes, "the end"; "": a byte that is none */
    unsigned char byte;
    char why[200];       /* in English: what was expected, what was found */
};

enum bl_want { BL_WFF = 1, BL_WFO = 2, BL_WFF_OR_WFO = 3 };

/* Reads a statement that takes all of text[start .. size). */
bool bl_statement_parse(struct bl_logic *l, const char *text, size_t size, size_t start,
                        enum bl_want want, struct bl_statement *out, struct bl_fault *fault);
/* The same, but stops where no more of it can stand; *end says where. */
bool bl_statement_scan(struct bl_logic *l, const char *text, size_t size, size_t start,
                       enum bl_want want, struct bl_statement *out, size_t *end,
                       struct bl_fault *fault);
/* A statement with names chosen for its bound variables. */
struct bl_statement bl_statement_of(struct bl_logic *l, bl_term t);
/* A statement with the given names, as far as they capture nothing. */
struct bl_statement bl_statement_named(struct bl_logic *l, bl_term t, const bl_symbol *names,
                                       size_t count);
void bl_statement_print(const struct bl_logic *l, const struct bl_statement *s, bool ascii,
                        struct bl_text *out);
void bl_symbol_print(const struct bl_logic *l, bl_symbol s, struct bl_text *out);

/* ---- proofs ---- */

struct bl_proof;

/* The game's values, for `evaluation`. NULL members: nothing has a value. */
struct bl_values {
    void *of;
    /* A ground game function: whether its value is a number, and which. */
    bool (*number)(void *of, const struct bl_logic *l, bl_term t, uint32_t *value);
    /* A ground predicate game function: 1 true, 0 false, -1 no value. */
    int (*truth)(void *of, const struct bl_logic *l, bl_term t);
    /* For a search: the terms of which there are values, one after another; 0 after the last. NULL:
     * the players and cards that a game has. */
    bl_term (*term)(void *of, const struct bl_logic *l, uint32_t index);
};

/* Values given as statements: [PLAYER](1), (¬[CARD](2)), ([health](1)=20). */
#define BL_GIVEN_MAX 256
struct bl_given_values {
    struct bl_values values;          /* what to hand to a proof; set by bl_given_init */
    uint32_t count;
    bl_term facts[BL_GIVEN_MAX];
};
void bl_given_init(struct bl_given_values *g);
/* False: it is no such statement, contradicts one that was given, or is one too many. */
bool bl_given_add(struct bl_given_values *g, const struct bl_logic *l, bl_term fact);

struct bl_inference {
    enum bl_rule rule;
    struct bl_statement c;
    uint32_t premise[2];              /* numbers of statements, from 1 */
    uint32_t premises;
    const struct bl_proof *subproof;     /* NULL: none */
};

struct bl_line {
    struct bl_statement s;
    bl_symbol letter;                 /* of its outermost quantifier, as written */
    uint8_t rule;                     /* 0: axiom */
    uint8_t premises;
    uint32_t premise[2];
    const struct bl_proof *subproof;
};

/* Why a lemma does not follow; 0: it does. */
enum bl_why {
#define WHY(name, text) BL_WHY_##name,
    WHY(NOTHING, "")
#include "bylaw/logic_why.def"
#undef WHY
    BL_WHYS
};

struct bl_proof *bl_proof_new(struct bl_logic *l, enum bl_logic_ruling ruling);
/* Empties a proof, keeping its room and what it may use. No other proof may use it. */
void bl_proof_clear(struct bl_proof *p);
/* An empty proof that may use whatever `outer` may use now. */
struct bl_proof *bl_proof_within(const struct bl_proof *outer);
/* Kept by reference. Once a lemma rests on values no others are taken: it would be a proof about two games. */
void bl_proof_values(struct bl_proof *p, const struct bl_values *values);
/* Axioms come before lemmas; false otherwise. */
bool bl_proof_axiom(struct bl_proof *p, const struct bl_statement *s);
/* `sub` may be used from now on; false when it is of another logic, or evaluated something. Once it
 * has evaluated something it may be used no more. */
bool bl_proof_own(struct bl_proof *p, const struct bl_proof *sub);
/* Whether the lemma follows; adds nothing. */
enum bl_why bl_proof_follows(const struct bl_proof *p, const struct bl_inference *i);
/* Adds the lemma if it follows. */
enum bl_why bl_proof_infer(struct bl_proof *p, const struct bl_inference *i);

enum bl_logic_ruling bl_proof_ruling(const struct bl_proof *p);
uint32_t bl_proof_lines(const struct bl_proof *p);
uint32_t bl_proof_axioms(const struct bl_proof *p);
const struct bl_line *bl_proof_line(const struct bl_proof *p, uint32_t number);   /* from 1 */
uint32_t bl_proof_points(const struct bl_proof *p);                               /* of its lemmas */
/* tF, or A and its negation (A's number first), among the lines; false: none. */
bool bl_proof_contradiction(const struct bl_proof *p, uint32_t found[2]);

/* ---- proofs as text ---- */

/* `axiom S` or `S by RULE [n...] [using NAME]`. */
struct bl_item {
    bool axiom;
    struct bl_inference i;            /* of an axiom only `c` */
    const char *subproof;             /* the name, in the text; NULL: none */
    size_t subproof_size;
};
bool bl_item_parse(struct bl_logic *l, const char *text, size_t size, size_t start,
                   struct bl_item *out, struct bl_fault *fault);

#define BL_SUBPROOFS_MAX 256      /* blocks in a proof file */
#define BL_BLOCKS_MAX 16          /* blocks open at once */

struct bl_read_fault {
    size_t line;                      /* from 1 */
    const char *text;                 /* that line, and its size */
    size_t size;
    enum bl_rule rule;                /* the rule that says no; 0: it cannot be read */
    enum bl_why why;                  /* what is missing, if a rule says no */
    struct bl_fault at;               /* where it cannot be read, and `why` in words */
};
struct bl_named_proof {
    char name[33];
    struct bl_proof *proof;
};
/* What a proof file holds: the proof, and the outermost subproofs in it. */
struct bl_proof_file {
    struct bl_proof *proof;
    struct bl_named_proof subproofs[BL_SUBPROOFS_MAX];
    uint32_t subproof_count;
};
/* Reads and checks a proof file. False: the first line that is wrong. */
bool bl_proof_read(struct bl_logic *l, const char *text, size_t size, enum bl_logic_ruling ruling,
                   const struct bl_values *values, struct bl_proof_file *out,
                   struct bl_read_fault *fault);
/* A lemma as in a proof file, without the end of the line. */
void bl_line_print(const struct bl_logic *l, const struct bl_line *line, const char *subproof,
                   bool ascii, struct bl_text *out);

/* ---- what follows ---- */

/* One inference without its conclusion. */
struct bl_question {
    enum bl_rule rule;
    enum bl_logic_ruling ruling;
    struct bl_statement premise[2];
    uint32_t premises;
    const struct bl_statement *context;     /* other statements of the proof */
    uint32_t context_count;
    const struct bl_proof *subproof;           /* NULL: none */
    const struct bl_values *values;         /* NULL: none */
    bl_term with;                           /* what the rule leaves free; 0: not given. For
                                             * substitution-eq any application of the function */
};
struct bl_answer {
    uint32_t count;                         /* conclusions, each confirmed by the kernel */
    struct bl_statement conclusions[BL_TOKENS_MAX];
    bool needs_with;                        /* without `with` there are infinitely many */
    enum bl_why why;                        /* of the first that was refused */
};
void bl_infer(struct bl_logic *l, const struct bl_question *q, struct bl_answer *a);

/* ---- search ---- */

struct bl_search {
    const struct bl_proof *from;      /* its axioms and subproofs; its lemmas do not count */
    bl_term goal;                     /* 0: a contradiction */
    uint32_t budget;                  /* points */
    uint64_t steps;                   /* inferences to try; the same answer for the same number */
    uint64_t longer;                  /* to try after a proof was found, for a cheaper one or to be
                                       * certain that there is none; 0: as many as it took, and 500 */
    bool prove;                       /* what is found without proof that it is the least, or not
                                       * found because of a limit, is searched for again, for less
                                       * and with wider limits, each time `longer` inferences */
    bool letter;                      /* where by the letter the game's values give a contradiction
                                       * whatever the axioms are, that is tried first */
    bool (*stop)(void *of);           /* asked now and then; NULL: never stops early */
    void *of;
    const struct bl_values *values;   /* NULL: none */
};
enum bl_search_end {
    BL_FOUND,
    BL_NOT_FOUND,                     /* nothing within the budget and the steps */
    BL_STOPPED,                       /* nothing before `stop` */
    BL_NO_CONTRADICTION,              /* there is a model of the axioms (sound only) */
    BL_NO_ROOM                        /* nothing in the memory that a search may take */
};
/* What a search has so much of and no more. */
enum bl_search_limit {
    BL_LIMIT_TERMS,                   /* terms to put for variables */
    BL_LIMIT_VALUED,                  /* terms of whom only the game knows something */
    BL_LIMIT_INSTANCES,               /* instances of one statement */
    BL_LIMIT_PATTERNS,                /* atoms of one universal statement */
    BL_LIMIT_ATOMS,                   /* atoms */
    BL_LIMIT_WANTED,                  /* statements wanted */
    BL_LIMIT_DEPTH,                   /* steps from what is wanted to what it would follow from */
    BL_LIMIT_WAYS,                    /* ways to one statement */
    BL_LIMIT_KEPT,                    /* inferences kept in mind as too dear */
    BL_LIMIT_CHOICES,                 /* choices among inferences */
    BL_LIMIT_REFUSED,                 /* cheaper proofs whose variables are not new in the order tried */
    BL_LIMITS
};
const char *bl_search_limit_text(enum bl_search_limit limit);
struct bl_found {
    enum bl_search_end end;
    struct bl_proof *proof;           /* the axioms, and lemmas that the kernel accepted */
    uint32_t line[2];                 /* the goal, or tF, or A and (¬A); line[1] 0: only one */
    uint64_t steps;                   /* tried */
    bool least;                       /* it is certain that no proof costs less, of all that the
                                       * inferences make up that the search knows to try */
    uint32_t cut[BL_LIMITS];          /* the limits that were met, how much they allow; 0: not met.
                                       * What lies beyond may have been of use */
    uint32_t elements;                /* of the model */
};
void bl_search(struct bl_logic *l, const struct bl_search *s, struct bl_found *f);
/* The number of elements of a model of the closed axioms, at most `most`; 0: none was found. */
uint32_t bl_model(const struct bl_logic *l, const struct bl_proof *axioms,
                  const struct bl_values *values, uint32_t most);
/* The subproofs that a proof may use, one after another; NULL after the last. */
const struct bl_proof *bl_proof_owned(const struct bl_proof *p, uint32_t index);

const char *bl_rule_name(enum bl_rule r);
enum bl_rule bl_rule_find(const char *name, size_t size);     /* 0: no such rule */
void bl_rule_premises(enum bl_rule r, uint32_t *least, uint32_t *most);
bool bl_rule_uses_subproof(enum bl_rule r);
const char *bl_why_text(enum bl_why w);

BL_END
#endif
