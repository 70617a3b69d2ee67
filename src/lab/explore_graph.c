/* explore_graph.c - whether plays come back, end, and how long they can be: strongly connected
 * components by Tarjan, without recursion. A component is complete only after all that it leads
 * to, so that what is known of those can be used at once. */
#include <stdlib.h>

#include "base/alloc.h"
#include "explore.h"

#define NONE UINT32_MAX

struct node {
    uint32_t order, low;        /* when it was met; NONE: not yet */
    bool open;                  /* its component is not complete */
    bool can_end;               /* of complete nodes … */
    uint64_t height;            /* … and the longest way on from them */
    uint64_t at;                /* its next edge */
};

struct study {
    const struct lab_graph *g;
    struct node *nodes;
    uint32_t *stack, *path;     /* those that are open; the way down to the node at hand */
    uint32_t stack_count, path_count, met;
};

static void enter(struct study *s, uint32_t node)
{
    s->nodes[node].order = s->nodes[node].low = s->met++;
    s->stack[s->stack_count++] = node;
    s->nodes[node].open = true;
    s->nodes[node].at = s->g->first[node];
    s->path[s->path_count++] = node;
}

/* The nodes from place `from` of the stack on are one component. */
static void complete(struct study *s, uint32_t from, struct lab_graph_facts *out)
{
    const struct lab_graph *g = s->g;
    bool ends = false, loops = s->stack_count - from > 1;
    uint64_t height = 0;
    for (uint32_t i = from; i < s->stack_count; i++) {
        uint32_t node = s->stack[i];
        ends = ends || g->is_end[node];
        for (uint64_t e = g->first[node]; e < g->first[node + 1]; e++) {
            uint32_t to = g->edges[e];
            loops = loops || to == node;
            if (s->nodes[to].open)
                continue;
            ends = ends || s->nodes[to].can_end;
            if (s->nodes[to].height + 1 > height)
                height = s->nodes[to].height + 1;
        }
    }
    for (uint32_t i = from; i < s->stack_count; i++) {
        s->nodes[s->stack[i]].height = height;
        s->nodes[s->stack[i]].can_end = ends;
        s->nodes[s->stack[i]].open = false;
    }
    out->cyclic = out->cyclic || loops;
    out->endless += ends ? 0 : s->stack_count - from;
    s->stack_count = from;
}

/* Goes one edge on from the last node of the path, or leaves it. */
static void step(struct study *s, struct lab_graph_facts *out)
{
    uint32_t node = s->path[s->path_count - 1];
    if (s->nodes[node].at < s->g->first[node + 1]) {
        uint32_t to = s->g->edges[s->nodes[node].at++];
        if (s->nodes[to].order == NONE)
            enter(s, to);
        else if (s->nodes[to].open && s->nodes[to].order < s->nodes[node].low)
            s->nodes[node].low = s->nodes[to].order;
        return;
    }
    if (s->nodes[node].low == s->nodes[node].order) {
        uint32_t from = s->stack_count;
        while (s->stack[--from] != node)
            ;
        complete(s, from, out);
    }
    s->path_count--;
    if (s->path_count > 0) {
        uint32_t above = s->path[s->path_count - 1];
        if (s->nodes[node].low < s->nodes[above].low)
            s->nodes[above].low = s->nodes[node].low;
    }
}

void lab_graph_study(const struct lab_graph *g, struct lab_graph_facts *out)
{
    struct study s = {.g = g};
    uint32_t n = g->nodes;
    *out = (struct lab_graph_facts){0};
    s.nodes = bl_new(n, sizeof *s.nodes);
    s.stack = bl_new(n, sizeof *s.stack);
    s.path = bl_new(n, sizeof *s.path);
    for (uint32_t i = 0; i < n; i++)
        s.nodes[i].order = NONE;
    if (n > 0)
        enter(&s, 0);
    while (s.path_count > 0)
        step(&s, out);
    out->longest = n > 0 ? s.nodes[0].height : 0;
    free(s.nodes);
    free(s.stack);
    free(s.path);
}
