/* explore.c - every play of a small instance, breadth first: positions wait to be looked at in the
 * order in which they were met. */
#include "explore.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bots/bots.h"
#include "bylaw/position.h"
#include "outcomes.h"

#define NOTATION_ROOM 8192
#define ASIDES 64            /* moves of the notation that take no turn, at most */
#define ASK_FIRST 500        /* positions in which every move of the notation is asked about … */
#define ASK_THEN 64          /* … and then one of so many */

struct search {
    const struct lab_explore_plan *plan;
    const struct bl_game *game;
    const struct bl_rules *traced;
    struct lab_explored *out;
    struct lab_met met;
    uint64_t *first;             /* by node: where its edges begin */
    bool *is_end;
    uint32_t node_room;          /* of these two */
    uint32_t *edges;
    uint64_t edge_count, edge_room;
    void *state;
    bl_move *moves, *notation, asides[ASIDES];
    uint32_t aside_count;
    struct bl_trace *trace;
    struct lab_outcomes outcomes;
};

/* ---- the graph -------------------------------------------------------------------- */

static uint32_t node_of(struct search *s, void *state)
{
    bl_forget(s->game, state);
    uint32_t node = lab_met_number(&s->met, state);
    if (s->met.count > s->node_room) {
        s->node_room *= 2;
        s->first = bl_resize(s->first, (size_t)s->node_room + 1, sizeof *s->first);
        s->is_end = bl_resize(s->is_end, s->node_room, sizeof *s->is_end);
    }
    return node;
}

static void add_edge(struct search *s, uint32_t to)
{
    if (s->edge_count == s->edge_room) {
        s->edge_room *= 2;
        s->edges = bl_resize(s->edges, s->edge_room, sizeof *s->edges);
    }
    s->edges[s->edge_count++] = to;
}

/* ---- moves and chance ------------------------------------------------------------ */

static void note_trace(struct search *s, uint8_t in_play)
{
    for (uint32_t i = 0; i < s->trace->count; i++) {
        const struct bl_trace_entry *e = &s->trace->entries[i];
        s->out->saw[e->clause] |= (uint8_t)(in_play | lab_saw(e->mark));
    }
    bl_trace_clear(s->trace);
}

static void meet(void *search, double chance)
{
    struct search *s = search;
    (void)chance;
    note_trace(s, LAB_SAW_IN_PLAY);
    add_edge(s, node_of(s, s->outcomes.next));
}

/* Notes what the rules look at before a move. */
static void ask(struct search *s, const struct bl_play *play, uint8_t in_play)
{
    struct bl_context cx;
    bl_context_init(&cx, s->game, 0);
    cx.trace = s->trace;
    s->traced->check(s->state, play, &cx);
    note_trace(s, in_play);
}

static void make_move(struct search *s, const struct bl_play *play)
{
    uint64_t edges = s->edge_count;
    ask(s, play, LAB_SAW_IN_PLAY);
    lab_try_outcomes(&s->outcomes, s->state, play);
    s->out->shuffles += s->edge_count > edges + 1;
    s->out->sampled += s->outcomes.sampled;
}

/* ---- one position ----------------------------------------------------------------- */

static void ask_all(struct search *s)
{
    uint32_t n = bl_actions(s->game, &bl_head(s->state)->setup, 0, s->notation, NOTATION_ROOM);
    for (uint32_t i = 0; i < n; i++) {
        ask(s, &(struct bl_play){.move = s->notation[i], .seat = bl_head(s->state)->to_move}, 0);
        s->out->questions++;
    }
}

static void note_end(struct search *s, uint32_t node)
{
    struct bl_result result = {.winner = -1};
    s->game->rules->result(s->state, &result);
    s->is_end[node] = true;
    s->out->over++;
    s->out->ends[result.why]++;
    if (result.winner >= 0)
        s->out->wins[result.winner]++;
}

/* What any seat may say here without taking a turn, beside the `n` moves that are listed. */
static void say_all(struct search *s, uint32_t n)
{
    for (uint32_t i = 0; i < s->aside_count; i++)
        for (int seat = 0; seat < bl_head(s->state)->setup.players; seat++) {
            struct bl_play play = {s->asides[i], (int8_t)seat, 0, NULL};
            struct bl_context cx;
            bl_context_init(&cx, s->game, 0);
            if (seat == bl_head(s->state)->to_move && bl_is_listed(s->moves, n, play.move))
                continue;
            if (s->game->rules->check(s->state, &play, &cx) == 0)
                make_move(s, &play);
        }
}

static void expand(struct search *s, uint32_t node)
{
    struct lab_explored *out = s->out;
    int seat = bl_head(s->state)->to_move;
    uint32_t n;
    s->first[node] = s->edge_count;
    s->is_end[node] = false;
    if (seat < 0) {
        note_end(s, node);
        return;
    }
    n = s->game->rules->moves(s->state, s->moves);
    if (n == 0 && out->stuck++ == 0)
        bl_put_position(&out->stuck_at, s->game, s->state);
    if (node < ASK_FIRST || node % ASK_THEN == 0)
        ask_all(s);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play play = {s->moves[i], (int8_t)seat, 0, NULL};
        make_move(s, &play);
    }
    if (s->plan->asides)
        say_all(s, n);
}

/* ---- the search --------------------------------------------------------------------- */

static bool may_go_on(struct search *s)
{
    const struct lab_explore_plan *plan = s->plan;
    uint64_t bytes = lab_met_memory(&s->met) + s->edge_room * sizeof *s->edges +
                     (uint64_t)s->node_room * (sizeof *s->first + sizeof *s->is_end);
    if (plan->stop && plan->stop(NULL))
        s->out->end = LAB_SEARCH_STOPPED;
    else if (s->met.count >= plan->max_states)
        s->out->end = LAB_TOO_MANY_STATES;
    else if (bytes > plan->max_bytes)
        s->out->end = LAB_TOO_MUCH_MEMORY;
    else
        return true;
    return false;
}

static void search_all(struct search *s)
{
    uint32_t done = 0, level_end = 1;   /* nodes before level_end are at most `depth` moves away */
    while (done < s->met.count && may_go_on(s)) {
        lab_met_get(&s->met, done, s->state);
        expand(s, done++);
        if (done == level_end) {
            s->out->depth++;
            level_end = s->met.count;
        }
        if (s->plan->progress && done % 1024 == 0)
            s->plan->progress(s->plan->user, s->met.count);
    }
    for (uint32_t i = done; i <= s->met.count; i++)
        s->first[i] = s->edge_count;
    for (uint32_t i = done; i < s->met.count; i++)
        s->is_end[i] = false;
}

static void study(struct search *s)
{
    struct lab_graph graph = {s->met.count, s->first, s->edges, s->is_end};
    struct lab_graph_facts facts;
    lab_graph_study(&graph, &facts);
    s->out->states = s->met.count;
    s->out->moves = s->edge_count;
    s->out->again = facts.cyclic;
    if (s->out->end == LAB_ALL_SEEN) {
        s->out->longest = facts.longest;
        s->out->endless = facts.endless;
        s->out->depth = 0;
    }
}

/* The moves that take no turn are the same in every position. */
static void find_asides(struct search *s)
{
    uint32_t n, from = 0;
    if (!s->plan->asides || !s->game->rules->aside)
        return;
    while ((n = bl_actions(s->game, &bl_head(s->plan->start)->setup, from, s->notation,
                           NOTATION_ROOM)) > 0) {
        for (uint32_t i = 0; i < n && s->aside_count < ASIDES; i++)
            if (s->game->rules->aside(s->notation[i]))
                s->asides[s->aside_count++] = s->notation[i];
        from += n;
    }
}

static void prepare(struct search *s)
{
    s->node_room = 1024;
    s->first = bl_new((size_t)s->node_room + 1, sizeof *s->first);
    s->is_end = bl_new(s->node_room, sizeof *s->is_end);
    s->edge_room = 4096;
    s->edges = bl_new(s->edge_room, sizeof *s->edges);
    s->state = bl_new(1, s->game->state_size);
    s->moves = bl_new((size_t)s->game->max_moves + 1, sizeof *s->moves);
    s->notation = bl_new(NOTATION_ROOM, sizeof *s->notation);
    s->trace = bl_new(1, sizeof *s->trace);
    bl_trace_clear(s->trace);
    s->outcomes = (struct lab_outcomes){.game = s->game, .rules = s->traced, .trace = s->trace,
                                        .next = bl_new(1, s->game->state_size), .met = meet, .user = s};
    lab_met_init(&s->met, s->game->state_size, s->plan->start);
    find_asides(s);
}

void lab_explore(const struct lab_explore_plan *plan, struct lab_explored *out)
{
    struct search *s = bl_new(1, sizeof *s);
    *out = (struct lab_explored){.stuck_at = bl_text_heap()};
    memcpy(out->from, plan->from, sizeof out->from);
    out->silent = plan->game->rules->aside && !plan->asides;
    out->ends = bl_new(plan->game->clause_count, sizeof *out->ends);
    out->saw = bl_new(plan->game->clause_count, 1);
    s->plan = plan;
    s->game = plan->game;
    s->traced = plan->game->traced;
    s->out = out;
    prepare(s);
    bl_copy(s->game, s->outcomes.next, plan->start);
    node_of(s, s->outcomes.next);
    search_all(s);
    study(s);
    lab_met_free(&s->met);
    BL_FREE(s->first, s->is_end, s->edges, s->state, s->outcomes.next, s->moves, s->notation, s->trace, s);
}

void lab_explored_free(struct lab_explored *e)
{
    BL_FREE(e->ends, e->saw);
    bl_text_free(&e->stuck_at);
}

const char *lab_search_end_name(enum lab_search_end end)
{
    static const char *const names[] = {"finished", "too many positions", "too much memory",
                                        "stopped"};
    return names[end];
}
