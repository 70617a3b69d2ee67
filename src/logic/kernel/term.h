/* term.h - the inside of terms: nodes, symbols, what is known of each. */
#ifndef LOGIC_TERM_H
#define LOGIC_TERM_H

#include "base/arena.h"
#include "bylaw/logic.h"

/* A node of the shared graph. Children come before parents; node 0 stands for
 * no arguments. A quantifier's `b` is the name its variable was first written
 * with: a hint for printing, no part of its identity. */
struct node {
    uint32_t a, b;
    uint8_t shape;        /* enum bl_shape */
    uint8_t loose;        /* quantifiers that must stand around it: 0 for whole terms */
    uint8_t depth;        /* brackets open at once in its canonical form */
    uint8_t binders;      /* quantifiers in it */
    uint16_t tokens;      /* symbols in its canonical form */
    uint16_t points;      /* with a letter for each bound variable */
    uint32_t slot;        /* its place in the hash table */
    uint32_t functions;   /* bits of the pure functions in it, by hash */
    uint64_t free;        /* bits of its free variables: letters exactly, others by hash */
};

/* A statement with bound variables, as it was made by name.c: nothing else is one. */
struct written {
    bl_term term;
    uint32_t names;       /* where those of its variables begin */
    uint16_t points;
};

struct distinct {
    uint64_t index;
    char letter;
};

struct bl_logic {
    struct node *nodes;
    uint32_t count, room;        /* node 0 is always there */
    uint32_t *table;             /* 2 * room slots; valid where node and slot agree */
    struct distinct *distinct;   /* symbol BL_NAMES + i */
    uint32_t *distinct_table;    /* 2 * distinct_room slots, 0: empty */
    uint32_t distincts, distinct_room;
    struct written *written;     /* the first stands for statements without bound variables */
    uint32_t written_count, written_room;
    bl_symbol *names;            /* of their bound variables, outermost first */
    uint32_t name_count, name_room;
    struct bl_arena arena;       /* proofs and their lines */
};

static inline bool shape_is_wff(unsigned s) { return s >= BL_TT && s <= BL_LESS; }
static inline bool shape_is_wfo(unsigned s) { return s >= BL_VARIABLE && s <= BL_MOD; }
static inline bool shape_is_operator(unsigned s) { return s >= BL_ADD && s <= BL_MOD; }
static inline bool shape_is_quantifier(unsigned s) { return s == BL_FORALL || s == BL_EXISTS; }
static inline bool symbol_is_game(bl_symbol s) { return s >= BL_RAND_PLAYER && s < BL_NAMES; }
static inline bool symbol_is_action(bl_symbol s) { return s >= BL_CLAIM && s <= BL_SUBPOWER; }

/* The parts of a node that are terms, for walks over all of them; 0: it has none there. */
static inline bl_term node_left(const struct node *n)
{
    const uint32_t without = 1u << BL_LETTER | 1u << BL_ATOM | 1u << BL_VARIABLE | 1u << BL_BOUND |
                             1u << BL_NUMBER | 1u << BL_APPLY;
    return without >> n->shape & 1 ? 0 : n->a;
}

static inline bl_term node_right(const struct node *n)
{
    const uint32_t without = 1u << BL_LETTER | 1u << BL_NOT | 1u << BL_FORALL | 1u << BL_EXISTS |
                             1u << BL_VARIABLE | 1u << BL_BOUND | 1u << BL_NUMBER;
    return without >> n->shape & 1 ? 0 : n->b;
}

/* Bit of a free variable. Letters have their own; the others share what is left. */
static inline uint64_t variable_bit(bl_symbol s)
{
    return UINT64_C(1) << (s < 26 ? s : 26 + s % 38);
}

static inline uint32_t function_bit(bl_symbol s, uint32_t arity)
{
    return UINT32_C(1) << ((s * 5 + arity) & 31);
}

static inline uint32_t symbol_points(bl_symbol s)
{
    return s < BL_RAND_PLAYER ? 1 : s < BL_NAMES ? 4 : 2;
}

/* Arguments that a name asks for; -1: any number. */
static inline int symbol_arity(bl_symbol s)
{
    return s < BL_RAND_PLAYER || s >= BL_NAMES ? -1 : s < BL_CLAIM ? 1 : 2;
}

static inline bool symbol_is_predicate(const struct bl_logic *l, bl_symbol s)
{
    if (s >= BL_NAMES)
        return l->distinct[s - BL_NAMES].letter <= 'Z';
    return (s >= BL_A_PREDICATE && s < BL_RAND_PLAYER) || s >= BL_IS_NUMBER;
}

static inline uint32_t term_arity(const struct bl_logic *l, bl_term args)
{
    uint32_t n = 0;
    for (; args; args = l->nodes[args].b)
        n++;
    return n;
}

/* The names of a statement's bound variables, outermost first. */
static inline const bl_symbol *statement_names(const struct bl_logic *l, const struct bl_statement *s)
{
    return l->names + l->written[s->names].names;
}

/* As bl_statement_named. */
void statement_make(struct bl_logic *l, bl_term t, const bl_symbol *names, size_t count,
                    struct bl_statement *out);
/* Whether a term without loose indices stands anywhere in t. */
bool term_occurs(const struct bl_logic *l, bl_term t, bl_term what);
/* Whether t names the pure function of that arity. */
bool term_names_function(const struct bl_logic *l, bl_term t, bl_symbol s, uint32_t arity);
/* Lists the free variables of t that are not on the list yet, in order of appearance. There are
 * at most BL_TOKENS_MAX. How many are on the list then. */
uint32_t term_variables(const struct bl_logic *l, bl_term t, bl_term *list, uint32_t count);

#endif
