/* ismcts_tree.c - the memory of a search: nodes and edges in two arrays, named by number.
 *
 * The edges of a node lie side by side, in blocks of a power of two; a block that is outgrown
 * goes to the next node that needs one of its size. */
#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "ismcts.h"

void tree_clear(struct ismcts_tree *t)
{
    t->edges = bl_grow(t->edges, 1, &t->edge_room, sizeof *t->edges);
    t->node_count = t->edge_count = 1;
    t->word_count = 0;
    memset(t->freed, 0, sizeof t->freed);
    bl_table_clear(&t->keys);
    t->root = tree_new_node(t);
}

void tree_free(struct ismcts_tree *t)
{
    BL_FREE(t->nodes, t->edges, t->keys.rows, t->words);
    *t = (struct ismcts_tree){0};
}

uint32_t tree_new_node(struct ismcts_tree *t)
{
    t->nodes = bl_grow(t->nodes, t->node_count + 1, &t->node_room, sizeof *t->nodes);
    t->nodes[t->node_count] = (struct ismcts_node){0};
    return t->node_count++;
}

/* ---- edges ------------------------------------------------------------------ */

static uint32_t new_block(struct ismcts_tree *t, unsigned power)
{
    uint32_t at = t->freed[power];
    if (at) {
        t->freed[power] = t->edges[at].child;
        return at;
    }
    t->edges = bl_grow(t->edges, t->edge_count + (1u << power), &t->edge_room, sizeof *t->edges);
    at = t->edge_count;
    t->edge_count += 1u << power;
    return at;
}

static void grow_block(struct ismcts_tree *t, uint32_t node)
{
    struct ismcts_node *n = &t->nodes[node];
    unsigned power = n->room ? (unsigned)__builtin_ctz(n->room) + 1 : 1;
    assert(power < sizeof t->freed / sizeof t->freed[0] - 1);
    uint32_t to = new_block(t, power);
    memcpy(&t->edges[to], &t->edges[n->edges], n->count * sizeof *t->edges);
    if (n->room) {
        t->edges[n->edges].child = t->freed[power - 1];
        t->freed[power - 1] = n->edges;
    }
    n->edges = to;
    n->room = (uint16_t)(1u << power);
}

uint32_t tree_new_edge(struct ismcts_tree *t, uint32_t node, bl_move move, int seat)
{
    if (t->nodes[node].count == t->nodes[node].room)
        grow_block(t, node);
    struct ismcts_node *n = &t->nodes[node];
    uint32_t at = n->edges + n->count++;
    t->edges[at] = (struct ismcts_edge){.move = move, .seat = (int8_t)seat};
    return at;
}

/* ---- open moves -------------------------------------------------------------- */

void tree_keep_words(struct ismcts_tree *t, uint32_t edge, const void *words, uint32_t size)
{
    if (size == 0)
        return;
    t->words = bl_grow(t->words, t->word_count + size, &t->word_room, 1);
    memcpy(t->words + t->word_count, words, size);
    t->edges[edge].words = t->word_count;
    t->edges[edge].size = size;
    t->word_count += size;
}

struct bl_play tree_play(const struct ismcts_tree *t, uint32_t edge)
{
    const struct ismcts_edge *e = &t->edges[edge];
    return (struct bl_play){e->move, e->seat, e->size, e->size ? t->words + e->words : NULL};
}

uint32_t tree_find_edge(const struct ismcts_tree *t, uint32_t node, const struct bl_play *play)
{
    const struct ismcts_node *n = &t->nodes[node];
    for (uint32_t i = 0; node && i < n->count; i++) {
        const struct ismcts_edge *e = &t->edges[n->edges + i];
        if (e->move == play->move && e->seat == play->seat && e->size == play->size &&
            (e->size == 0 || memcmp(t->words + e->words, play->data, e->size) == 0))
            return n->edges + i;
    }
    return 0;
}

/* ---- nodes by key ----------------------------------------------------------- */

uint32_t tree_node_of(struct ismcts_tree *t, uint64_t key)
{
    struct bl_row *row = bl_table_add(&t->keys, key + !key);
    if (!row->number)
        row->number = tree_new_node(t);
    return row->number;
}

/* ---- reuse ------------------------------------------------------------------ */

/* The depth is that of a path, ISMCTS_DEEPEST at most for each decision that was kept from. */
static void copy_below(const struct ismcts_tree *from, uint32_t node, struct ismcts_tree *to,
                       uint32_t copy)
{
    const struct ismcts_node *n = &from->nodes[node];
    to->nodes[copy].visits = n->visits;
    to->nodes[copy].tries = n->tries;
    for (uint32_t i = 0; i < n->count; i++) {
        const struct ismcts_edge *e = &from->edges[n->edges + i];
        uint32_t edge = tree_new_edge(to, copy, e->move, e->seat), child = 0;
        if (e->child) {
            child = tree_new_node(to);
            copy_below(from, e->child, to, child);
        }
        /* Siblings lie where they lay: only this node's own edges were added since. */
        edge = to->nodes[copy].edges + i;
        to->edges[edge] = *e;
        to->edges[edge].child = child;
    }
}

void tree_keep(const struct ismcts_tree *from, uint32_t node, struct ismcts_tree *to)
{
    tree_clear(to);
    to->words = bl_grow(to->words, from->word_count, &to->word_room, 1);
    if (from->word_count > 0)
        memcpy(to->words, from->words, from->word_count);
    to->word_count = from->word_count;
    copy_below(from, node, to, to->root);
}
