/* explore.c - every play of a small instance, breadth first.
 *
 * A position that was met is known by 128 bits of a hash; of a billion positions, two that
 * differ have the same with a chance of one in 10^20. Whole positions are kept only while they
 * wait to be looked at. */
#include "explore.h"

#include <stdlib.h>
#include <string.h>

#include "bylaw/position.h"

#define ALL_ORDERS 5         /* cards, at most, of a shuffle whose every order is tried */
#define SOME_ORDERS 4        /* orders that are tried of longer ones */
#define EVENTS 8             /* shuffles in one move, at most */
#define NOTATION_ROOM 8192
#define ASK_FIRST 500        /* positions in which every move of the notation is asked about … */
#define ASK_THEN 64          /* … and then one of so many */
#define NONE UINT32_MAX

struct print {
    uint64_t a, b;
};

struct search {
    const struct lab_explore_plan *plan;
    const struct bl_game *game, *traced;
    struct lab_explored *out;
    struct print *prints;        /* by node */
    uint32_t *table;             /* open addressing: nodes */
    uint64_t table_size;         /* a power of two */
    uint64_t *first;             /* by node: where its edges begin */
    bool *is_end;
    uint32_t nodes, node_room;
    uint32_t *edges;
    uint64_t edge_count, edge_room;
    char *waiting;               /* positions, a ring */
    uint64_t wait_room, wait_first, wait_count;
    void *state, *next;
    bl_move *moves, *notation;
    struct bl_trace *trace;
    struct bl_chance_event events[EVENTS], orders[EVENTS];
    struct bl_chance_log log, script;
};

static void *room_for(size_t count, size_t size)
{
    void *room = calloc(count, size);
    if (!room)
        abort();
    return room;
}

static void *more_room(void *old, size_t count, size_t size)
{
    void *room = realloc(old, count * size);
    if (!room)
        abort();
    return room;
}

/* ---- positions that were met ---------------------------------------------------- */

static struct print print_of(const struct search *s, const void *state)
{
    const unsigned char *bytes = state;
    struct print p = {UINT64_C(0x243f6a8885a308d3), UINT64_C(0x13198a2e03707344)};
    uint32_t size = bl_extent(s->game, state);
    for (uint32_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        uint32_t left = size - i;
        memcpy(&word, bytes + i, left < 8 ? left : 8);
        p.a = bl_mix(p.a ^ word) + i;
        p.b = bl_mix(p.b + word * BL_GAMMA) ^ i;
    }
    return p;
}

static uint64_t slot_of(const struct search *s, struct print p)
{
    uint64_t slot = p.a & (s->table_size - 1);
    while (s->table[slot] != NONE && (s->prints[s->table[slot]].a != p.a ||
                                      s->prints[s->table[slot]].b != p.b))
        slot = (slot + 1) & (s->table_size - 1);
    return slot;
}

static void clear_table(struct search *s)
{
    for (uint64_t i = 0; i < s->table_size; i++)
        s->table[i] = NONE;
}

static void grow_nodes(struct search *s)
{
    s->node_room *= 2;
    s->prints = more_room(s->prints, s->node_room, sizeof *s->prints);
    s->first = more_room(s->first, (size_t)s->node_room + 1, sizeof *s->first);
    s->is_end = more_room(s->is_end, s->node_room, sizeof *s->is_end);
    s->table_size = (uint64_t)s->node_room * 2;
    s->table = more_room(s->table, s->table_size, sizeof *s->table);
    clear_table(s);
    for (uint32_t i = 0; i < s->nodes; i++)
        s->table[slot_of(s, s->prints[i])] = i;
}

static void wait_in_line(struct search *s, const void *state)
{
    size_t size = s->game->state_size;
    if (s->wait_count == s->wait_room) {
        uint64_t tail = s->wait_room - s->wait_first;
        char *room = room_for(s->wait_room * 2, size);
        memcpy(room, s->waiting + s->wait_first * size, tail * size);
        memcpy(room + tail * size, s->waiting, s->wait_first * size);
        free(s->waiting);
        s->waiting = room;
        s->wait_room *= 2;
        s->wait_first = 0;
    }
    memcpy(s->waiting + (s->wait_first + s->wait_count++) % s->wait_room * size, state, size);
}

/* The node of a position, which is put in line if it is new. */
static uint32_t node_of(struct search *s, void *state)
{
    if (s->game->forget)
        s->game->forget(state);
    struct print p = print_of(s, state);
    uint64_t slot = slot_of(s, p);
    if (s->table[slot] != NONE)
        return s->table[slot];
    if (s->nodes == s->node_room) {
        grow_nodes(s);
        slot = slot_of(s, p);
    }
    s->prints[s->nodes] = p;
    s->is_end[s->nodes] = false;
    s->table[slot] = s->nodes;
    wait_in_line(s, state);
    return s->nodes++;
}

static void add_edge(struct search *s, uint32_t to)
{
    if (s->edge_count == s->edge_room) {
        s->edge_room *= 2;
        s->edges = more_room(s->edges, s->edge_room, sizeof *s->edges);
    }
    s->edges[s->edge_count++] = to;
}

/* ---- moves and chance ------------------------------------------------------------ */

static void note_trace(struct search *s)
{
    for (uint32_t i = 0; i < s->trace->count; i++) {
        const struct bl_trace_entry *e = &s->trace->entries[i];
        s->out->saw[e->clause] |= e->mark == BL_APPLIED                      ? LAB_SAW_APPLIED
                                  : e->mark == BL_HELD || e->mark == BL_TRUE ? LAB_SAW_MET
                                                                             : LAB_SAW_UNMET;
    }
    bl_trace_clear(s->trace);
}

/* Carries the move out with chance as the script has it. */
static void follow(struct search *s, const struct bl_play *play)
{
    struct bl_context cx;
    bl_context_init(&cx, s->game, 0);
    cx.chance.script = &s->script;
    bl_copy(s->game, s->next, s->state);
    s->game->apply(s->next, play, &cx);
    if (cx.chance.misfit)
        s->out->sampled++;   /* another order led elsewhere: not all was tried */
    else
        add_edge(s, node_of(s, s->next));
}

/* The next order of items that are numbers; false after the last. */
static bool next_order(uint16_t *items, uint32_t n)
{
    uint32_t i = n - 1, j = n - 1;
    while (i > 0 && items[i - 1] >= items[i])
        i--;
    if (i == 0)
        return false;
    while (items[j] <= items[i - 1])
        j--;
    uint16_t held = items[i - 1];
    items[i - 1] = items[j];
    items[j] = held;
    for (uint32_t a = i, b = n - 1; a < b; a++, b--) {
        held = items[a];
        items[a] = items[b];
        items[b] = held;
    }
    return true;
}

static int by_number(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

static void try_all_orders(struct search *s, const struct bl_play *play)
{
    struct bl_chance_event *e = &s->orders[0];
    qsort(e->items, e->count, sizeof e->items[0], by_number);
    do
        follow(s, play);
    while (next_order(e->items, e->count));
}

static void try_some_orders(struct search *s, const struct bl_play *play)
{
    for (uint64_t seed = 0; seed < SOME_ORDERS; seed++) {
        struct bl_context cx;
        bl_context_init(&cx, s->game, seed);
        bl_copy(s->game, s->next, s->state);
        s->game->apply(s->next, play, &cx);
        add_edge(s, node_of(s, s->next));
    }
    s->out->sampled++;
}

static void make_move(struct search *s, const struct bl_play *play)
{
    struct bl_context cx;
    bl_context_init(&cx, s->game, 0);
    cx.trace = s->trace;
    s->log.count = 0;
    cx.chance.log = &s->log;
    bl_copy(s->game, s->next, s->state);
    s->traced->check(s->next, play, &cx);
    s->traced->apply(s->next, play, &cx);
    note_trace(s);
    bool shuffled = false;
    for (uint32_t i = 0; i < s->log.count; i++)
        shuffled = shuffled || s->log.events[i].count > 1;
    if (!shuffled) {
        add_edge(s, node_of(s, s->next));
        return;
    }
    s->out->shuffles++;
    s->script.count = s->log.count;
    memcpy(s->orders, s->events, s->log.count * sizeof s->orders[0]);
    if (s->log.count == 1 && s->orders[0].count <= ALL_ORDERS)
        try_all_orders(s, play);
    else
        try_some_orders(s, play);
}

/* ---- one position ----------------------------------------------------------------- */

static void ask_all(struct search *s)
{
    uint32_t n = s->game->notation(s->state, 0, s->notation, NOTATION_ROOM);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play play = {.move = s->notation[i], .seat = bl_head(s->state)->to_move};
        struct bl_context cx;
        bl_context_init(&cx, s->game, 0);
        cx.trace = s->trace;
        s->traced->check(s->state, &play, &cx);
        note_trace(s);
        s->out->questions++;
    }
}

static void note_end(struct search *s, uint32_t node)
{
    struct bl_result result = {.winner = -1};
    s->game->result(s->state, &result);
    s->is_end[node] = true;
    s->out->over++;
    s->out->ends[result.why]++;
    if (result.winner >= 0)
        s->out->wins[result.winner]++;
}

static void expand(struct search *s, uint32_t node)
{
    struct lab_explored *out = s->out;
    int seat = bl_head(s->state)->to_move;
    uint32_t n;
    s->first[node] = s->edge_count;
    if (seat < 0) {
        note_end(s, node);
        return;
    }
    n = s->game->moves(s->state, s->moves);
    if (n == 0 && out->stuck++ == 0)
        bl_put_position(&out->stuck_at, s->game, s->state);
    if (node < ASK_FIRST || node % ASK_THEN == 0)
        ask_all(s);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play play = {s->moves[i], (int8_t)seat, 0, NULL};
        make_move(s, &play);
    }
}

/* ---- the search --------------------------------------------------------------------- */

static uint64_t bytes_used(const struct search *s)
{
    return s->wait_room * s->game->state_size + s->edge_room * sizeof *s->edges +
           s->table_size * sizeof *s->table +
           (uint64_t)s->node_room * (sizeof *s->prints + sizeof *s->first + sizeof *s->is_end);
}

static bool may_go_on(struct search *s)
{
    const struct lab_explore_plan *plan = s->plan;
    if (plan->stop && atomic_load_explicit(plan->stop, memory_order_relaxed))
        s->out->end = LAB_SEARCH_STOPPED;
    else if (s->nodes >= plan->max_states)
        s->out->end = LAB_TOO_MANY_STATES;
    else if (bytes_used(s) > plan->max_bytes)
        s->out->end = LAB_TOO_MUCH_MEMORY;
    else
        return true;
    return false;
}

static void search_all(struct search *s)
{
    uint32_t done = 0, level_end = 1;   /* nodes before level_end are at most `depth` moves away */
    while (s->wait_count > 0 && may_go_on(s)) {
        memcpy(s->state, s->waiting + s->wait_first * s->game->state_size, s->game->state_size);
        s->wait_first = (s->wait_first + 1) % s->wait_room;
        s->wait_count--;
        expand(s, done++);
        if (done == level_end) {
            s->out->depth++;
            level_end = s->nodes;
        }
        if (s->plan->progress && done % 1024 == 0)
            s->plan->progress(s->plan->user, s->nodes);
    }
    for (uint32_t i = done; i <= s->nodes; i++)
        s->first[i] = s->edge_count;
}

static void study(struct search *s)
{
    struct lab_graph graph = {s->nodes, s->first, s->edges, s->is_end};
    struct lab_graph_facts facts;
    lab_graph_study(&graph, &facts);
    s->out->states = s->nodes;
    s->out->moves = s->edge_count;
    s->out->again = facts.cyclic;
    if (s->out->end == LAB_ALL_SEEN) {
        s->out->longest = facts.longest;
        s->out->endless = facts.endless;
        s->out->depth = 0;
    }
}

static void prepare(struct search *s)
{
    s->node_room = 1024;
    s->prints = room_for(s->node_room, sizeof *s->prints);
    s->first = room_for((size_t)s->node_room + 1, sizeof *s->first);
    s->is_end = room_for(s->node_room, sizeof *s->is_end);
    s->table_size = (uint64_t)s->node_room * 2;
    s->table = room_for(s->table_size, sizeof *s->table);
    clear_table(s);
    s->edge_room = 4096;
    s->edges = room_for(s->edge_room, sizeof *s->edges);
    s->wait_room = 1024;
    s->waiting = room_for(s->wait_room, s->game->state_size);
    s->state = room_for(1, s->game->state_size);
    s->next = room_for(1, s->game->state_size);
    s->moves = room_for((size_t)s->game->max_moves + 1, sizeof *s->moves);
    s->notation = room_for(NOTATION_ROOM, sizeof *s->notation);
    s->trace = room_for(1, sizeof *s->trace);
    bl_trace_clear(s->trace);
    s->log = (struct bl_chance_log){0, EVENTS, s->events};
    s->script = (struct bl_chance_log){0, EVENTS, s->orders};
}

void lab_explore(const struct lab_explore_plan *plan, struct lab_explored *out)
{
    struct search *s = room_for(1, sizeof *s);
    *out = (struct lab_explored){.stuck_at = bl_text_heap()};
    memcpy(out->from, plan->from, sizeof out->from);
    out->ends = room_for(plan->game->clause_count, sizeof *out->ends);
    out->saw = room_for(plan->game->clause_count, 1);
    s->plan = plan;
    s->game = plan->game;
    s->traced = bl_traced(plan->game);
    s->out = out;
    prepare(s);
    bl_copy(s->game, s->next, plan->start);
    node_of(s, s->next);
    search_all(s);
    study(s);
    void *all[] = {s->prints, s->first, s->is_end, s->table, s->edges, s->waiting, s->state,
                   s->next, s->moves, s->notation, s->trace, s};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]);
}

void lab_explored_free(struct lab_explored *e)
{
    free(e->ends);
    free(e->saw);
    bl_text_free(&e->stuck_at);
}

const char *lab_search_end_name(enum lab_search_end end)
{
    static const char *const names[] = {"finished", "too many positions", "too much memory",
                                        "stopped"};
    return names[end];
}
