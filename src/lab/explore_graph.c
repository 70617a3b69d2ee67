/* explore_graph.c - whether plays come back, end, and how long they can be: strongly connected
 * components by Tarjan, without recursion. A component is complete only after all that it leads
 * to, so that what is known of those can be used at once. */
#include <stdlib.h>

#include "base/alloc.h"
#include "explore.h"

#define NONE UINT32_MAX

struct study {
    const struct lab_graph *g;
    uint32_t *order, *low;      /* when a node was met; NONE: not yet */
    uint32_t *stack;            /* nodes whose component is not complete … */
    uint32_t stack_count;
    bool *open;                 /* … and whether a node is one of them */
    uint32_t *path;             /* the way down to the node at hand … */
    uint64_t *at;               /* … and each node's next edge */
    uint32_t path_count;
    uint64_t *height;           /* of complete nodes: the longest way on */
    bool *can_end;
    uint32_t met;
};

static void enter(struct study *s, uint32_t node)
{
    s->order[node] = s->low[node] = s->met++;
    s->stack[s->stack_count++] = node;
    s->open[node] = true;
    s->at[node] = s->g->first[node];
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
            if (s->open[to])
                continue;
            ends = ends || s->can_end[to];
            if (s->height[to] + 1 > height)
                height = s->height[to] + 1;
        }
    }
    for (uint32_t i = from; i < s->stack_count; i++) {
        s->height[s->stack[i]] = height;
        s->can_end[s->stack[i]] = ends;
        s->open[s->stack[i]] = false;
    }
    out->cyclic = out->cyclic || loops;
    out->endless += ends ? 0 : s->stack_count - from;
    s->stack_count = from;
}

/* Goes one edge on from the last node of the path, or leaves it. */
static void step(struct study *s, struct lab_graph_facts *out)
{
    uint32_t node = s->path[s->path_count - 1];
    if (s->at[node] < s->g->first[node + 1]) {
        uint32_t to = s->g->edges[s->at[node]++];
        if (s->order[to] == NONE)
            enter(s, to);
        else if (s->open[to] && s->order[to] < s->low[node])
            s->low[node] = s->order[to];
        return;
    }
    if (s->low[node] == s->order[node]) {
        uint32_t from = s->stack_count;
        while (s->stack[--from] != node)
            ;
        complete(s, from, out);
    }
    s->path_count--;
    if (s->path_count > 0) {
        uint32_t above = s->path[s->path_count - 1];
        if (s->low[node] < s->low[above])
            s->low[above] = s->low[node];
    }
}

void lab_graph_study(const struct lab_graph *g, struct lab_graph_facts *out)
{
    struct study s = {.g = g};
    uint32_t n = g->nodes;
    *out = (struct lab_graph_facts){0};
    s.order = bl_new(n, sizeof *s.order);
    s.low = bl_new(n, sizeof *s.low);
    s.stack = bl_new(n, sizeof *s.stack);
    s.path = bl_new(n, sizeof *s.path);
    s.at = bl_new(n, sizeof *s.at);
    s.height = bl_new(n, sizeof *s.height);
    s.open = bl_new(n, sizeof *s.open);
    s.can_end = bl_new(n, sizeof *s.can_end);
    for (uint32_t i = 0; i < n; i++)
        s.order[i] = NONE;
    if (n > 0)
        enter(&s, 0);
    while (s.path_count > 0)
        step(&s, out);
    out->longest = n > 0 ? s.height[0] : 0;
    void *all[] = {s.order, s.low, s.stack, s.path, s.at, s.height, s.open, s.can_end};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]);
}
