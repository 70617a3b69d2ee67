/* ismcts_open.c - the search where moves are written: there are too many to list, so the game is
 * asked for them. A node begins with the move that the game decides on; the more often it is
 * visited, the more others are looked for: closed ones as the game likes them, and whatever else
 * the game thinks worth a thought. Play-outs are what it decides at a glance. */
#include "ismcts.h"

enum { LONGEST = 2000,        /* moves of a play-out that need not end */
       PROPOSED = 8,          /* one try in so many is at random */
       BELOW = 16 };          /* visits below the root that count as one at it */

/* ---- candidates ------------------------------------------------------------- */

/* The edge of a move at a node, made if there is none; *fresh says which. */
static uint32_t edge_of(struct ismcts_searcher *s, uint32_t node, const struct bl_play *play,
                        bool *fresh)
{
    struct ismcts_tree *t = &s->tree;
    uint32_t edge = tree_find_edge(t, node, play);
    *fresh = edge == 0;
    if (edge)
        return edge;
    edge = tree_new_edge(t, node, play->move, play->seat);
    tree_keep_words(t, edge, play->data, play->size);
    t->edges[edge].available = 1;
    return edge;
}

/* The closed move that the game likes best of those that were not tried; false: there is none. */
static bool liked_move(struct ismcts_searcher *s, uint32_t node, const void *view, int seat,
                       uint32_t n, struct bl_stream *rng, struct bl_play *out)
{
    int32_t best = 0;
    uint32_t equals = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play play = {s->moves[i], (int8_t)seat, 0, NULL};
        if ((play.move & BL_OPEN) || tree_find_edge(&s->tree, node, &play))
            continue;
        int32_t liking = s->game->advice->prefer(view, &play);
        if (equals > 0 && liking < best)
            continue;
        equals = equals > 0 && liking == best ? equals + 1 : 1;
        best = liking;
        if (equals == 1 || bl_below(rng, equals) == 0)
            *out = play;
    }
    return equals > 0;
}

/* A form of the listed ones, with what the game proposes for it. */
static bool proposed_move(struct ismcts_searcher *s, const void *view, int seat, uint32_t n,
                          struct bl_stream *rng, struct bl_play *out)
{
    bl_move form = s->moves[bl_below(rng, n)];
    bl_text_clear(&s->words);
    return (form & BL_OPEN) &&
           s->game->advice->propose(view, seat, form, rng, s->scratch, &s->words, out);
}

static bool decided_move(struct ismcts_searcher *s, const void *view, int seat, enum bl_thought how,
                         struct bl_stream *rng, struct bl_play *out)
{
    bl_text_clear(&s->words);
    return s->game->advice->decide && s->game->advice->decide(view, seat, how, rng, s->scratch, &s->words, out);
}

/* Looks for one more move at a node; 0: nothing new was found. */
static uint32_t widen(struct ismcts_searcher *s, uint32_t node, const void *view, int seat,
                      uint32_t n, struct bl_stream *rng)
{
    uint32_t number = s->tree.nodes[node].tries++;
    struct bl_play play;
    bool fresh, found;
    if (number == 0)
        found = decided_move(s, view, seat, BL_GLANCE, rng, &play);
    else if (number % PROPOSED == 0)
        found = proposed_move(s, view, seat, n, rng, &play);
    else
        found = (number % 2 == 1 && liked_move(s, node, view, seat, n, rng, &play)) ||
                decided_move(s, view, seat, BL_WHIM, rng, &play) ||
                liked_move(s, node, view, seat, n, rng, &play);
    if (!found)
        return 0;
    uint32_t edge = edge_of(s, node, &play, &fresh);
    return fresh ? edge : 0;
}

void open_begin(struct ismcts_searcher *s, const struct bl_decision *d, struct bl_stream rng)
{
    struct bl_play play;
    bool fresh;
    if (!decided_move(s, d->view, d->seat, BL_CARE, &rng, &play))
        return;
    edge_of(s, s->tree.root, &play, &fresh);
    if (s->tree.nodes[s->tree.root].tries == 0)
        s->tree.nodes[s->tree.root].tries = 1;
}

/* ---- the way down ----------------------------------------------------------- */

static bool is_listed(const struct ismcts_searcher *s, uint32_t n, bl_move move)
{
    for (uint32_t i = 0; i < n; i++)
        if (s->moves[i] == move)
            return true;
    return false;
}

/* Of the edges of a node that are marked, the one that promises most; 0: none is. */
static uint32_t most_promising(const struct ismcts_searcher *s, uint32_t node)
{
    const struct ismcts_node *at = &s->tree.nodes[node];
    uint32_t best = 0;
    float most = 0;
    for (uint32_t i = 0; i < at->count; i++) {
        if (!s->found[i])
            continue;
        const struct ismcts_edge *e = &s->tree.edges[at->edges + i];
        if (e->visits == 0)
            return at->edges + i;
        float value = ismcts_promise(e, s->settings->explore);
        if (!best || value > most) {
            best = at->edges + i;
            most = value;
        }
    }
    return best;
}

/* A move that was tried before. What was written for another guess need not be legal in this
 * one; at the root, all guesses are alike to who writes. */
static uint32_t select_known(struct ismcts_searcher *s, uint32_t node, int seat, uint32_t n,
                             bool is_root, struct bl_context *cx)
{
    const struct ismcts_node *at = &s->tree.nodes[node];
    for (uint32_t i = 0; i < at->count; i++) {
        struct ismcts_edge *e = &s->tree.edges[at->edges + i];
        s->found[i] = e->seat == seat && is_listed(s, n, e->move);
        e->available += s->found[i];
    }
    for (;;) {
        uint32_t edge = most_promising(s, node);
        if (edge == 0 || is_root)
            return edge;
        struct bl_play play = tree_play(&s->tree, edge);
        if (!play.data || s->game->rules->check(s->state, &play, cx) == 0)
            return edge;
        s->found[edge - at->edges] = 0;
        s->tree.edges[edge].available--;
    }
}

/* Below the root it is mostly the game that decides: what is tried there besides makes moves that
 * lead there look worse than they are. */
static bool may_widen(const struct ismcts_searcher *s, uint32_t node, bool is_root)
{
    const struct ismcts_node *at = &s->tree.nodes[node];
    uint64_t tries = at->tries, visits = is_root ? at->visits : at->visits / BELOW;
    return tries == 0 || (tries < BL_MORE_OPINIONS && tries * tries < s->settings->open * visits);
}

static uint32_t choose_edge(struct ismcts_searcher *s, uint32_t node, const struct bl_decision *d,
                            bool is_root, struct bl_context *cx, struct bl_stream *rng, bool *fresh)
{
    const void *seen = is_root ? d->view : s->state;
    int seat = bl_head(seen)->to_move;
    uint32_t n = s->game->rules->moves(seen, s->moves), edge = 0;
    s->tree.nodes[node].visits++;
    if (n > 0 && may_widen(s, node, is_root))
        edge = widen(s, node, seen, seat, n, rng);
    *fresh = edge != 0;
    return edge ? edge : select_known(s, node, seat, n, is_root, cx);
}

/* ---- the whole -------------------------------------------------------------- */

static void play_on(struct ismcts_searcher *s, struct bl_context *cx, struct bl_stream *rng,
                    float *scores)
{
    const struct bl_game *game = s->game;
    const struct bl_head *head = bl_head(s->state);
    uint32_t left = s->settings->cut > 0 ? s->settings->cut : LONGEST;
    struct bl_play play;
    for (; head->to_move >= 0 && left > 0; left--) {
        if (!decided_move(s, s->state, head->to_move, BL_GLANCE, rng, &play))
            break;
        game->rules->apply(s->state, &play, cx);
    }
    if (head->to_move >= 0 && game->advice->estimate) {
        game->advice->estimate(s->state, scores);
        return;
    }
    struct bl_result result = {.winner = -1};
    game->rules->result(s->state, &result);
    bl_scores(&result, head->setup.players, scores);
}

/* The k-th time that a move of the root is looked into, it meets the same guess and the same
 * chance as every other move at its k-th: luck does not tell them apart. */
static void guess(struct ismcts_searcher *s, const struct bl_decision *d, struct bl_context *cx,
                  struct bl_stream *luck)
{
    if (s->settings->cheats)
        bl_copy(s->game, s->state, d->view);
    else
        bl_resample(s->game, d->view, d->seat, luck, s->state);
    bl_context_init(cx, s->game, bl_next(luck));
    cx->scratch = s->scratch;
}

static uint32_t node_below(struct ismcts_tree *t, uint32_t edge)
{
    if (!t->edges[edge].child) {
        uint32_t child = tree_new_node(t);
        t->edges[edge].child = child;
    }
    return t->edges[edge].child;
}

void open_iterate(struct ismcts_searcher *s, const struct bl_decision *d, struct bl_stream *rng,
                  struct bl_stream *all_luck)
{
    const struct bl_head *head = bl_head(s->state);
    uint32_t path[ISMCTS_DEEPEST], depth = 0;
    float scores[BL_MAX_SEATS];
    struct bl_context cx;
    bool fresh = false;
    uint32_t edge = choose_edge(s, s->tree.root, d, true, NULL, rng, &fresh);
    if (edge == 0)
        return;
    struct bl_stream luck = bl_substream(all_luck, s->tree.edges[edge].visits);
    guess(s, d, &cx, &luck);
    while (edge != 0) {
        struct bl_play play = tree_play(&s->tree, edge);
        path[depth++] = edge;
        s->game->rules->apply(s->state, &play, &cx);
        if (fresh || head->to_move < 0 || depth == ISMCTS_DEEPEST)
            break;
        edge = choose_edge(s, node_below(&s->tree, edge), d, false, &cx, &luck, &fresh);
    }
    play_on(s, &cx, &luck, scores);
    while (depth > 0) {
        struct ismcts_edge *e = &s->tree.edges[path[--depth]];
        e->visits++;
        e->sum += (double)scores[e->seat];
    }
}
