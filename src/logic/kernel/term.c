/* term.c - the graph of terms, and what each node keeps in mind. */
#include "logic/kernel/term.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#define FIRST_ROOM 1024u

struct bl_logic *bl_logic_new(void)
{
    struct bl_logic *l = bl_new(1, sizeof *l);
    l->arena.resize = bl_resize;
    l->room = FIRST_ROOM;
    l->nodes = bl_resize(NULL, l->room, sizeof *l->nodes);
    memset(&l->nodes[0], 0, sizeof l->nodes[0]);
    l->table = bl_new(2 * (size_t)l->room, sizeof *l->table);
    l->count = 1;
    l->name_room = l->written_room = 256;
    l->names = bl_resize(NULL, l->name_room, sizeof *l->names);
    l->written = bl_new(l->written_room, sizeof *l->written);
    l->written_count = 1;
    return l;
}

void bl_logic_free(struct bl_logic *l)
{
    if (!l)
        return;
    bl_arena_free(&l->arena);
    free(l->nodes);
    free(l->table);
    free(l->distinct);
    free(l->distinct_table);
    free(l->names);
    free(l->written);
    free(l);
}

/* The table needs no clearing: a slot counts only where a live node points back at it. */
void bl_logic_reset(struct bl_logic *l)
{
    l->count = 1;
    if (l->distincts > 0)
        memset(l->distinct_table, 0, 2 * (size_t)l->distinct_room * sizeof *l->distinct_table);
    l->distincts = 0;
    l->name_count = 0;
    l->written_count = 1;
    bl_arena_reset(&l->arena);
}

static uint32_t hash_node(unsigned shape, uint32_t a, uint32_t b)
{
    uint64_t h = a * UINT64_C(0x9E3779B97F4A7C15) + b * UINT64_C(0xBF58476D1CE4E5B9) +
                 shape * UINT64_C(0xD6E8FEB86659FD93);
    return (uint32_t)(h >> 32);
}

/* In a table without what a reset has left behind. */
static uint32_t free_slot(const struct bl_logic *l, uint32_t hash)
{
    uint32_t mask = 2 * l->room - 1, at = hash & mask;
    while (l->table[at] != 0)
        at = (at + 1) & mask;
    return at;
}

static uint32_t identity(unsigned shape, uint32_t b)
{
    return shape_is_quantifier(shape) ? 0 : b;
}

static void grow_nodes(struct bl_logic *l)
{
    l->room *= 2;
    l->nodes = l->arena.resize(l->nodes, l->room, sizeof *l->nodes);
    l->table = l->arena.resize(l->table, 2 * (size_t)l->room, sizeof *l->table);
    memset(l->table, 0, 2 * (size_t)l->room * sizeof *l->table);
    uint32_t count = l->count;
    for (l->count = 1; l->count < count; l->count++) {
        struct node *n = &l->nodes[l->count];
        n->slot = free_slot(l, hash_node(n->shape, n->a, identity(n->shape, n->b)));
        l->table[n->slot] = l->count;
    }
}

static uint32_t greater(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* What a node adds to its parts' symbols, brackets open at once, and points but those of names. */
static const struct {
    uint8_t tokens, depth, points;
} own[BL_SHAPES] = {
#define SHAPE(symbol, sign, word, ...) [BL_##symbol] = {__VA_ARGS__},
#include "bylaw/logic_shapes.def"
#undef SHAPE
};

/* Tokens, brackets, points and the rest from the parts; false: over a limit. */
static bool work_out(const struct bl_logic *l, struct node *n)
{
    const struct node *a = &l->nodes[node_left(n)], *b = &l->nodes[node_right(n)];
    bool binds = shape_is_quantifier(n->shape);
    bool named = n->shape == BL_LETTER || n->shape == BL_VARIABLE || n->shape == BL_ATOM ||
                 n->shape == BL_APPLY;
    uint32_t tokens = (uint32_t)own[n->shape].tokens + a->tokens + b->tokens;
    uint32_t depth = own[n->shape].depth + greater(a->depth, b->depth);
    uint32_t points = (uint32_t)own[n->shape].points + a->points + b->points;
    uint32_t loose = greater(a->loose, b->loose);
    n->free = a->free | b->free;
    n->functions = a->functions | b->functions;
    if (named)
        points += symbol_points(n->a);
    if (n->shape == BL_VARIABLE)
        n->free = variable_bit(n->a);
    if (n->shape == BL_APPLY && !symbol_is_game(n->a))
        n->functions |= function_bit(n->a, term_arity(l, n->b));
    if (n->shape == BL_ARGS)
        tokens += n->b != 0;          /* a comma */
    if (n->shape == BL_BOUND)
        loose = n->a + 1;
    if (binds && a->depth == 0)
        depth++;                      /* the brackets around the variable are then the inmost */
    if (binds && loose > 0)
        loose--;
    n->tokens = (uint16_t)tokens;
    n->depth = (uint8_t)depth;
    n->points = (uint16_t)points;
    n->loose = (uint8_t)loose;
    n->binders = (uint8_t)(a->binders + b->binders + binds);   /* of 6 tokens and more: below 86 */
    return tokens <= BL_TOKENS_MAX && depth <= BL_BRACKETS_MAX && loose <= BL_BRACKETS_MAX;
}

bool bl_term_is_wff(const struct bl_logic *l, bl_term t)
{
    return t > 0 && t < l->count && shape_is_wff(l->nodes[t].shape);
}

bool bl_term_is_wfo(const struct bl_logic *l, bl_term t)
{
    return t > 0 && t < l->count && shape_is_wfo(l->nodes[t].shape);
}

static bool is_args(const struct bl_logic *l, uint32_t t)
{
    return t == 0 || (t < l->count && l->nodes[t].shape == BL_ARGS);
}

/* Whether s is a symbol, of a predicate or not as asked. */
static bool is_symbol(const struct bl_logic *l, uint32_t s, bool predicate)
{
    return s < BL_NAMES + l->distincts && symbol_is_predicate(l, s) == predicate;
}

static bool fits_arity(const struct bl_logic *l, bl_symbol s, bl_term args)
{
    return symbol_arity(s) < 0 || (uint32_t)symbol_arity(s) == term_arity(l, args);
}

/* Whether a node of that shape may have these two. */
static bool fits(const struct bl_logic *l, unsigned shape, uint32_t a, uint32_t b)
{
    switch (shape) {
    case BL_TT: case BL_TF:
        return a == 0 && b == 0;
    case BL_LETTER: case BL_VARIABLE:
        return b == 0 && is_symbol(l, a, shape == BL_LETTER) && !symbol_is_game(a);
    case BL_NUMBER:
        return b == 0 && a <= BL_NUMBER_MAX;
    case BL_BOUND:
        return b == 0 && a < BL_BRACKETS_MAX;
    case BL_ATOM: case BL_APPLY:
        return is_symbol(l, a, shape == BL_ATOM) && is_args(l, b) && fits_arity(l, a, b);
    case BL_NOT:
        return bl_term_is_wff(l, a) && b == 0;
    case BL_FORALL: case BL_EXISTS:
        return bl_term_is_wff(l, a) && is_symbol(l, b, false) && !symbol_is_game(b);
    case BL_AND: case BL_OR: case BL_IMPLY:
        return bl_term_is_wff(l, a) && bl_term_is_wff(l, b);
    case BL_ARGS:
        return bl_term_is_wfo(l, a) && is_args(l, b);
    default:
        return shape < BL_SHAPES && shape >= BL_EQUAL && bl_term_is_wfo(l, a) &&
               bl_term_is_wfo(l, b);
    }
}

/* A new node, at that slot; 0 when it does not fit or is over a limit. */
static bl_term new_node(struct bl_logic *l, unsigned shape, uint32_t a, uint32_t b, uint32_t slot)
{
    struct node n = {.a = a, .b = b, .shape = (uint8_t)shape, .slot = slot};
    if (!fits(l, shape, a, b) || !work_out(l, &n))
        return 0;
    if (l->count == l->room) {
        grow_nodes(l);
        n.slot = free_slot(l, hash_node(shape, a, identity(shape, b)));
    }
    l->nodes[l->count] = n;
    l->table[n.slot] = l->count;
    return l->count++;
}

/* What is there fitted when it was made; but for a quantifier the name is not compared. */
bl_term bl_term_make(struct bl_logic *l, enum bl_shape shape, uint32_t left, uint32_t right)
{
    if (shape_is_quantifier(shape) && !fits(l, shape, left, right))
        return 0;
    uint32_t key = identity(shape, right), mask = 2 * l->room - 1;
    uint32_t at = hash_node(shape, left, key) & mask;
    for (uint32_t id; (id = l->table[at]) != 0; at = (at + 1) & mask) {
        if (id >= l->count || l->nodes[id].slot != at)
            break;
        const struct node *n = &l->nodes[id];
        if (n->a == left && n->shape == shape && identity(shape, n->b) == key)
            return id;
    }
    return new_node(l, shape, left, right, at);
}

static uint32_t distinct_slot(const struct bl_logic *l, char letter, uint64_t index)
{
    uint32_t mask = 2 * l->distinct_room - 1;
    uint32_t at = hash_node((unsigned char)letter, (uint32_t)index, (uint32_t)(index >> 32)) & mask;
    for (uint32_t id; (id = l->distinct_table[at]) != 0; at = (at + 1) & mask)
        if (l->distinct[id - 1].index == index && l->distinct[id - 1].letter == letter)
            break;
    return at;
}

static void grow_distinct(struct bl_logic *l)
{
    l->distinct_room = l->distinct_room ? 2 * l->distinct_room : 16;
    l->distinct = l->arena.resize(l->distinct, l->distinct_room, sizeof *l->distinct);
    l->distinct_table = l->arena.resize(l->distinct_table, 2 * (size_t)l->distinct_room,
                                sizeof *l->distinct_table);
    memset(l->distinct_table, 0, 2 * (size_t)l->distinct_room * sizeof *l->distinct_table);
    for (uint32_t i = 0; i < l->distincts; i++)
        l->distinct_table[distinct_slot(l, l->distinct[i].letter, l->distinct[i].index)] = i + 1;
}

bl_symbol bl_symbol_make(struct bl_logic *l, char letter, int64_t index)
{
    if (!((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')) || index > BL_INDEX_MAX)
        return UINT32_MAX;
    if (index < 0)
        return (bl_symbol)(letter >= 'a' ? letter - 'a' : BL_A_PREDICATE + letter - 'A');
    if (l->distincts == l->distinct_room)
        grow_distinct(l);
    uint32_t at = distinct_slot(l, letter, (uint64_t)index);
    if (l->distinct_table[at] == 0) {
        l->distinct[l->distincts++] = (struct distinct){(uint64_t)index, letter};
        l->distinct_table[at] = l->distincts;
    }
    return BL_NAMES + l->distinct_table[at] - 1;
}

enum bl_shape bl_term_shape(const struct bl_logic *l, bl_term t)
{
    return t < l->count ? (enum bl_shape)l->nodes[t].shape : BL_NONE;
}

uint32_t bl_term_left(const struct bl_logic *l, bl_term t)
{
    return t < l->count ? l->nodes[t].a : 0;
}

uint32_t bl_term_right(const struct bl_logic *l, bl_term t)
{
    return t < l->count ? l->nodes[t].b : 0;
}

bool bl_term_closed(const struct bl_logic *l, bl_term t)
{
    return l->nodes[t].free == 0 && l->nodes[t].loose == 0;
}

bool term_occurs(const struct bl_logic *l, bl_term t, bl_term what)
{
    const struct node *n = &l->nodes[t], *w = &l->nodes[what];
    if (t == what)
        return true;
    if (t < what || (n->free & w->free) != w->free)
        return false;   /* a part is always made before the whole */
    if (w->shape == BL_VARIABLE && w->a < 26)
        return true;
    return term_occurs(l, node_left(n), what) || term_occurs(l, node_right(n), what);
}

bool term_names_function(const struct bl_logic *l, bl_term t, bl_symbol s, uint32_t arity)
{
    const struct node *n = &l->nodes[t];
    if (!(n->functions & function_bit(s, arity)))
        return false;
    if (n->shape == BL_APPLY && n->a == s && term_arity(l, n->b) == arity)
        return true;
    return term_names_function(l, node_left(n), s, arity) ||
           term_names_function(l, node_right(n), s, arity);
}

uint32_t term_variables(const struct bl_logic *l, bl_term t, bl_term *list, uint32_t count)
{
    const struct node *n = &l->nodes[t];
    if (n->free == 0)
        return count;
    if (n->shape != BL_VARIABLE) {
        count = term_variables(l, node_left(n), list, count);
        return term_variables(l, node_right(n), list, count);
    }
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == t)
            return count;
    list[count] = t;
    return count + 1;
}
