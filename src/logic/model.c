/* model.c - small models: axioms that hold in one contradict nothing.
 *
 * Tables of functions and predicates over 1, 2 or 3 elements are filled cell by cell, as the
 * axioms ask for them. All numbers are element 0, and every operation on it gives it back: so the
 * rules that compute with numbers stay true when each number is thought of as an element of its
 * own that cannot be told from element 0 except by comparison. Statements that compare are
 * therefore beyond it: then it finds nothing. */
#include "logic/build.h"

#include <string.h>

#define CELLS 512
#define TRIES 200000u
#define UNKNOWN 255
#define VARIABLES 8               /* free in one statement */

enum truth { NO, YES, OPEN };

/* A table: one symbol with one arity. */
struct table {
    uint32_t kind;        /* shape, and arity above it */
    bl_symbol symbol;
    uint32_t first;       /* of its cells */
};

struct model {
    const struct bl_logic *l;
    uint32_t elements;
    struct table tables[128];
    uint32_t table_count, cell_count;
    uint8_t cells[CELLS];
    uint8_t room[CELLS];              /* values a cell can have: 2 or `elements` */
    uint8_t around[BL_BRACKETS_MAX];  /* what the bound variables stand for */
    uint32_t quantifiers;
    uint8_t free[VARIABLES];          /* what the free ones stand for */
    bl_term variables[BL_TOKENS_MAX];
    uint32_t variable_count;
    uint32_t open;                    /* a cell that was asked for and is not filled */
    uint32_t tries;
    bl_term facts[320];
    uint32_t fact_count;
    bool beyond;                      /* too large, or a statement that compares */
};

static uint32_t power(uint32_t base, uint32_t exponent)
{
    uint32_t p = 1;
    for (; exponent > 0 && p <= CELLS; exponent--)
        p *= base;
    return p;
}

/* The value of a cell in the table of that symbol, which is made if need be; UNKNOWN where it is
 * not filled, which is remembered. */
static uint8_t look_up(struct model *m, uint32_t kind, bl_symbol s, uint32_t arity, uint32_t index)
{
    uint32_t i = 0, size = power(m->elements, arity);
    bool predicate = (kind & 255) <= BL_LESS;
    while (i < m->table_count && (m->tables[i].kind != kind || m->tables[i].symbol != s))
        i++;
    if (i == m->table_count) {
        if (i == 128 || size > CELLS - m->cell_count) {
            m->beyond = true;
            return UNKNOWN;
        }
        m->tables[m->table_count++] = (struct table){kind, s, m->cell_count};
        memset(m->cells + m->cell_count, UNKNOWN, size);
        memset(m->room + m->cell_count, predicate ? 2 : (int)m->elements, size);
        m->cell_count += size;
    }
    uint32_t cell = m->tables[i].first + index;
    if (m->cells[cell] == UNKNOWN)
        m->open = cell;
    return m->cells[cell];
}

static uint8_t value(struct model *m, bl_term t);

static uint8_t apply(struct model *m, const struct node *n)
{
    uint32_t index = 0, arity = term_arity(m->l, n->b);
    for (bl_term args = n->b; args; args = m->l->nodes[args].b) {
        uint8_t v = value(m, m->l->nodes[args].a);
        if (v == UNKNOWN)
            return UNKNOWN;
        index = index * m->elements + v;
    }
    return look_up(m, n->shape | arity << 8, n->a, arity, index);
}

static uint8_t value(struct model *m, bl_term t)
{
    const struct node *n = &m->l->nodes[t];
    switch (n->shape) {
    case BL_NUMBER:
        return 0;
    case BL_BOUND:
        return m->around[m->quantifiers - 1 - n->a];
    case BL_VARIABLE:
        for (uint32_t i = 0; i < m->variable_count; i++)
            if (m->variables[i] == t)
                return m->free[i];
        return UNKNOWN;
    case BL_APPLY:
        return apply(m, n);
    default: {
        uint8_t x = value(m, n->a), y = value(m, n->b);
        if (x == UNKNOWN || y == UNKNOWN)
            return UNKNOWN;
        if (x == 0 && y == 0)
            return 0;
        return look_up(m, n->shape, 0, 2, x * m->elements + y);
    }
    }
}

static enum truth truth_of(struct model *m, bl_term t);

static enum truth quantified(struct model *m, const struct node *n)
{
    enum truth settles = n->shape == BL_FORALL ? NO : YES, all = settles == NO ? YES : NO;
    for (uint32_t e = 0; e < m->elements; e++) {
        m->around[m->quantifiers++] = (uint8_t)e;
        enum truth one = truth_of(m, n->a);
        m->quantifiers--;
        if (one == settles)
            return settles;
        if (one == OPEN)
            all = OPEN;
    }
    return all;
}

static enum truth negated(enum truth t)
{
    return t == OPEN ? OPEN : t == YES ? NO : YES;
}

/* Of two parts of which one alone settles it, if it is that. */
static enum truth joined(struct model *m, enum truth settles, enum truth a, bl_term b)
{
    enum truth other = a == settles ? settles : truth_of(m, b);
    return other == settles ? settles : a == OPEN ? OPEN : other;
}

static enum truth truth_of(struct model *m, bl_term t)
{
    const struct node *n = &m->l->nodes[t];
    uint8_t v;
    switch (n->shape) {
    case BL_TT: return YES;
    case BL_TF: return NO;
    case BL_NOT: return negated(truth_of(m, n->a));
    case BL_FORALL: case BL_EXISTS: return quantified(m, n);
    case BL_AND: return joined(m, NO, truth_of(m, n->a), n->b);
    case BL_OR: return joined(m, YES, truth_of(m, n->a), n->b);
    case BL_IMPLY: return joined(m, YES, negated(truth_of(m, n->a)), n->b);
    case BL_LETTER:
        v = look_up(m, BL_LETTER, n->a, 0, 0);
        break;
    case BL_ATOM:
        v = apply(m, n);
        break;
    case BL_EQUAL: {
        uint8_t x = value(m, n->a), y = value(m, n->b);
        return x == UNKNOWN || y == UNKNOWN ? OPEN : x == y ? YES : NO;
    }
    default:
        m->beyond = true;
        return OPEN;
    }
    return v == UNKNOWN ? OPEN : v ? YES : NO;
}

/* A statement stands for its universal closure. */
static enum truth closure(struct model *m, bl_term t)
{
    enum truth all = YES;
    m->variable_count = term_variables(m->l, t, m->variables, 0);
    m->beyond |= m->variable_count > VARIABLES;
    if (m->beyond)
        return OPEN;
    uint32_t ways = power(m->elements, m->variable_count);
    for (uint32_t w = 0; w < ways; w++) {
        for (uint32_t i = 0, rest = w; i < m->variable_count; i++, rest /= m->elements)
            m->free[i] = (uint8_t)(rest % m->elements);
        enum truth one = truth_of(m, t);
        if (one == NO)
            return NO;
        if (one == OPEN)
            all = OPEN;
    }
    return all;
}

/* Fills the cells that are asked for until all facts hold. */
static bool fill(struct model *m)
{
    uint32_t cell = CELLS;
    for (uint32_t i = 0; i < m->fact_count; i++) {
        enum truth t = closure(m, m->facts[i]);
        if (t == NO || m->beyond)
            return false;
        if (t == OPEN && cell == CELLS)
            cell = m->open;
    }
    if (cell == CELLS)
        return true;
    for (uint8_t v = 0; v < m->room[cell] && m->tries < TRIES; v++) {
        m->tries++;
        m->cells[cell] = v;
        if (fill(m))
            return true;
    }
    m->cells[cell] = UNKNOWN;
    return false;
}

static bool compares(const struct bl_logic *l, bl_term t)
{
    const struct node *n = &l->nodes[t];
    if (n->shape == BL_GREATER || n->shape == BL_LESS)
        return true;
    return n->shape >= BL_NOT && n->shape <= BL_EXISTS &&
           (compares(l, node_left(n)) || compares(l, node_right(n)));
}

uint32_t bl_model(const struct bl_logic *l, const struct bl_proof *axioms,
                  const struct bl_values *values, uint32_t most)
{
    static const struct model empty;
    struct model m;
    if (values)
        return 0;   /* what a game says of its functions is not written down anywhere */
    for (uint32_t e = 1; e <= most; e++) {
        m = empty;
        m.l = l;
        m.elements = e;
        for (uint32_t i = 1; i <= bl_proof_axioms(axioms); i++) {
            bl_term t = bl_proof_line(axioms, i)->s.term;
            if (m.fact_count == 320 || compares(l, t))
                return 0;
            m.facts[m.fact_count++] = t;
        }
        if (fill(&m))
            return e;
    }
    return 0;
}
