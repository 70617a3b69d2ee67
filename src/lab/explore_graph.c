/* explore_graph.c - whether plays come back, end, and how long they can be. All of it goes
 * backwards, along the edges that lead to a node. */
#include <stdlib.h>

#include "base/alloc.h"
#include "explore.h"

struct back {
    uint64_t *first;        /* node i is led to from from[first[i]] … from[first[i + 1] - 1] */
    uint32_t *from, *queue;
};

static void turn_round(const struct lab_graph *g, struct back *b)
{
    uint64_t edges = g->first[g->nodes];
    b->first = bl_new((size_t)g->nodes + 2, sizeof *b->first);
    b->from = bl_new(edges + 1, sizeof *b->from);
    b->queue = bl_new((size_t)g->nodes + 1, sizeof *b->queue);
    for (uint64_t e = 0; e < edges; e++)
        b->first[g->edges[e] + 2]++;
    for (uint32_t i = 2; i <= g->nodes; i++)
        b->first[i] += b->first[i - 1];
    for (uint32_t node = 0; node < g->nodes; node++)   /* then first[i + 1] is where i's end */
        for (uint64_t e = g->first[node]; e < g->first[node + 1]; e++)
            b->from[b->first[g->edges[e] + 1]++] = node;
}

/* How many nodes come to an end. */
static uint32_t count_ending(const struct lab_graph *g, const struct back *b)
{
    bool *ends = bl_new((size_t)g->nodes + 1, sizeof *ends);
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->nodes; i++)
        if ((ends[i] = g->is_end[i]))
            b->queue[count++] = i;
    for (uint32_t at = 0; at < count; at++)
        for (uint64_t e = b->first[b->queue[at]]; e < b->first[b->queue[at] + 1]; e++)
            if (!ends[b->from[e]]) {
                ends[b->from[e]] = true;
                b->queue[count++] = b->from[e];
            }
    free(ends);
    return count;
}

/* The longest way on from a node is known once it is from all that it leads to; where a cycle lies
 * ahead it never is. Gives how many are known. */
static uint32_t measure(const struct lab_graph *g, const struct back *b, uint64_t *longest)
{
    struct { uint64_t open, height; } *nodes = bl_new((size_t)g->nodes + 1, sizeof *nodes);
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->nodes; i++)
        if ((nodes[i].open = g->first[i + 1] - g->first[i]) == 0)
            b->queue[count++] = i;
    for (uint32_t at = 0; at < count; at++) {
        uint64_t height = nodes[b->queue[at]].height + 1;
        for (uint64_t e = b->first[b->queue[at]]; e < b->first[b->queue[at] + 1]; e++) {
            uint32_t from = b->from[e];
            nodes[from].height = height > nodes[from].height ? height : nodes[from].height;
            if (--nodes[from].open == 0)
                b->queue[count++] = from;
        }
    }
    *longest = nodes[0].height;
    free(nodes);
    return count;
}

void lab_graph_study(const struct lab_graph *g, struct lab_graph_facts *out)
{
    struct back b;
    turn_round(g, &b);
    out->endless = g->nodes - count_ending(g, &b);
    out->cyclic = measure(g, &b, &out->longest) < g->nodes;
    BL_FREE(b.first, b.from, b.queue);
}
