/* ismcts_search.c - iterations: guess, walk down, add a move, play on, hand back. */
#include "ismcts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "bots/bots.h"

#define LOOK_UP 32   /* iterations between two looks at the clock */
#define FIRST_GLANCE 4
#define ENOUGH 16    /* iterations after which a written move without rivals is taken */

enum { LONGEST = 100000, LONGEST_WRITTEN = 2000 };   /* moves of a play-out that need not end */

void searcher_init(struct ismcts_searcher *s, const struct bl_bot *bot, const struct bl_game *game)
{
    bool writes = game->advice->propose != NULL;
    *s = (struct ismcts_searcher){.set = *(const struct ismcts_settings *)bot->settings,
                                  .game = game, .writes = writes, .cheats = bot->cheats};
    s->explores = s->set.explore >= 0;
    if (!s->explores)
        s->set.explore = writes ? 0.3f : 0.7f;
    s->pairs = writes ? bl_new(1, sizeof *s->pairs) : NULL;
    s->scratch = bl_scratch_new(game);
    s->words = bl_text_heap();
    s->state = bl_new(1, game->state_size);
    s->view = bl_new(1, game->state_size);
    s->leaf = s->set.often > 1 ? bl_new(1, game->state_size) : NULL;
    s->moves = bl_new((size_t)game->max_moves + 1, sizeof *s->moves);
    s->found = bl_new((size_t)game->max_moves + 1, sizeof *s->found);
    tree_clear(&s->tree);
}

void searcher_free(struct ismcts_searcher *s)
{
    BL_FREE(s->state, s->view, s->leaf, s->moves, s->found, s->pairs);
    bl_scratch_free(s->game, s->scratch);
    bl_text_free(&s->words);
    tree_free(&s->tree);
    tree_free(&s->spare);
    if (s->judge)
        judge_free(s->judge);
    BL_FREE(s->judge, s->before);
}

static int32_t liking(const struct ismcts_searcher *s, const void *seen, int seat, bl_move move)
{
    return s->game->advice->prefer(seen, &(struct bl_play){move, (int8_t)seat, 0, NULL});
}

/* ---- moves of a node -------------------------------------------------------- */

/* The natural logarithm to three digits, from operations that give the same on every machine. */
static float logarithm(uint32_t n)
{
    float x = (float)n;
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    float power = (float)((int)(bits >> 23) - 127);
    bits = (bits & 0x7fffff) | 0x3f800000;
    memcpy(&x, &bits, sizeof x);
    return (power + (-0.34484843f * x + 2.02466578f) * x - 1.67487759f) * 0.69314718f;
}

/* What a move promises: its mean score, and more the less it was tried when it could be. What a net
 * expected of it at first counts as so many scores. */
static float promise(const struct ismcts_searcher *s, const struct ismcts_edge *e)
{
    float first = s->judge ? FIRST_GLANCE : 0, visits = (float)e->visits + first;
    return ((float)e->sum + first * e->glance) / visits +
           s->set.explore * sqrtf(logarithm(e->available) / visits);
}

/* Finds the edges of the closed moves that are legal; returns how many there are. Moves are listed
 * in an order that seldom changes, so that the next one tends to lie next. */
static uint32_t find_edges(struct ismcts_searcher *s, const struct ismcts_place *p)
{
    const struct ismcts_node *at = &s->tree.nodes[p->node];
    const struct ismcts_edge *edges = &s->tree.edges[at->edges];
    uint32_t next = 0, known = 0, count = at->count;
    for (uint32_t i = 0; i < p->n; i++) {
        s->found[i] = 0;
        for (uint32_t k = 0; k < count; k++) {
            const struct ismcts_edge *e = &edges[next];
            uint32_t here = at->edges + next;
            next = next + 1 == count ? 0 : next + 1;
            if (e->move == s->moves[i] && e->seat == p->seat) {
                s->found[i] = here;
                known++;
                break;
            }
        }
    }
    return known;
}

/* A closed move that was not found: any of them, or of those that the game likes best. */
static bool pick_untried(const struct ismcts_searcher *s, const struct ismcts_place *p, bool liked,
                         struct bl_stream *rng, struct bl_play *out)
{
    int32_t best = 0;
    uint32_t equals = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        if (s->found[i] || s->moves[i] & BL_OPEN)
            continue;
        int32_t like = liked ? liking(s, p->seen, p->seat, s->moves[i]) : 0;
        if (equals > 0 && like < best)
            continue;
        equals = equals > 0 && like == best ? equals + 1 : 1;
        best = like;
        if (equals == 1 || bl_below(rng, equals) == 0)
            *out = (struct bl_play){s->moves[i], (int8_t)p->seat, 0, NULL};
    }
    return equals > 0;
}

bool ismcts_liked(struct ismcts_searcher *s, const struct ismcts_place *p, struct bl_stream *rng,
                  struct bl_play *out)
{
    find_edges(s, p);
    return pick_untried(s, p, true, rng, out);
}

/* Of the edges that were found, the one that promises most; 0: there is none. */
static uint32_t most_promising(const struct ismcts_searcher *s, uint32_t count)
{
    uint32_t best = 0;
    float most = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!s->found[i])
            continue;
        const struct ismcts_edge *e = &s->tree.edges[s->found[i]];
        if (e->visits == 0)
            return s->found[i];
        float value = promise(s, e);
        if (!best || value > most) {
            best = s->found[i];
            most = value;
        }
    }
    return best;
}

/* Whether a node that knows `known` of its listed moves may try another. */
static bool may_widen(const struct ismcts_searcher *s, uint32_t node, uint32_t known)
{
    uint64_t widen = s->set.widen;
    return known < widen || widen == 0 ||
           (uint64_t)known * known < widen * s->tree.nodes[node].visits;
}

/* Whether an untried move goes before the tried ones: always; where a net judges, if a move that came to
 * the mean of the tried ones would promise more than each of them. */
static bool tries_another(const struct ismcts_searcher *s, const struct ismcts_place *p)
{
    float sum = 0, visits = 0;
    uint32_t best = s->judge ? most_promising(s, p->n) : 0;
    if (best == 0 || s->tree.edges[best].visits == 0)
        return true;
    for (uint32_t i = 0; i < p->n; i++)
        if (s->found[i]) {
            sum += (float)s->tree.edges[s->found[i]].sum;
            visits += (float)s->tree.edges[s->found[i]].visits;
        }
    float more = s->set.explore * sqrtf(logarithm(s->tree.nodes[p->node].visits + 1) / FIRST_GLANCE);
    return promise(s, &s->tree.edges[best]) < sum / visits + more;
}

/* Where all moves are listed: an untried one, or the most promising. */
static uint32_t choose_listed(struct ismcts_searcher *s, const struct ismcts_place *p,
                              struct bl_stream *rng, bool *fresh)
{
    uint32_t known = find_edges(s, p);
    for (uint32_t i = 0; i < p->n; i++)
        s->tree.edges[s->found[i]].available++;   /* edge 0 is nobody's */
    *fresh = known < p->n && may_widen(s, p->node, known) && tries_another(s, p);
    if (!*fresh)
        return p->n == 1 ? s->found[0] : most_promising(s, p->n);
    struct bl_play play = {0};
    pick_untried(s, p, s->set.order || s->judge, rng, &play);
    uint32_t edge = tree_new_edge(&s->tree, p->node, play.move, p->seat);
    s->tree.edges[edge].available = 1;
    return edge;
}

/* Where moves are written: one more that the game thinks of, or the most promising. What was
 * written for another guess need not be legal in this one; at the root (`cx` is NULL), all guesses
 * are alike to who writes. */
static uint32_t choose_written(struct ismcts_searcher *s, const struct ismcts_place *p,
                               struct bl_context *cx, struct bl_stream *rng, bool *fresh)
{
    uint32_t edge = open_candidate(s, p, !cx, rng);
    *fresh = edge != 0;
    if (edge)
        return edge;
    const struct ismcts_node *at = &s->tree.nodes[p->node];
    for (uint32_t i = 0; i < at->count; i++) {
        struct ismcts_edge *e = &s->tree.edges[at->edges + i];
        bool here = e->seat == p->seat && bl_is_listed(s->moves, p->n, e->move);
        s->found[i] = here ? at->edges + i : 0;
        e->available += here;
    }
    while ((edge = most_promising(s, at->count)) && cx) {
        struct bl_play play = tree_play(&s->tree, edge);
        if (!play.data || s->game->rules->check(s->state, &play, cx) == 0)
            break;
        s->found[edge - at->edges] = 0;
        s->tree.edges[edge].available--;
    }
    return edge;
}

/* Chooses a move at a node; its edge, and whether it is new. 0: there is none. */
static uint32_t choose_edge(struct ismcts_searcher *s, uint32_t node, const void *seen,
                            struct bl_context *cx, struct bl_stream *rng, bool *fresh)
{
    struct ismcts_place p = {node, seen, bl_head(seen)->to_move,
                             s->game->rules->moves(seen, s->moves)};
    if (p.n == 0)
        return 0;
    s->tree.nodes[node].visits++;
    return s->writes ? choose_written(s, &p, cx, rng, fresh) : choose_listed(s, &p, rng, fresh);
}

/* The edge at the root of the move that an opinion is wanted of. */
static uint32_t edge_of_asked(struct ismcts_searcher *s, bool *fresh)
{
    struct ismcts_tree *t = &s->tree;
    uint32_t edge = tree_find_edge(t, t->root, s->of);
    *fresh = edge == 0;
    if (!edge) {
        edge = tree_new_edge(t, t->root, s->of->move, s->of->seat);
        tree_keep_words(t, edge, s->of->data, s->of->size);
    }
    t->nodes[t->root].visits++;
    t->edges[edge].available++;
    return edge;
}

/* ---- nodes ------------------------------------------------------------------ */

/* A name for what the seat that matters sees; `searcher` is the one that searches. */
static uint64_t sight(struct ismcts_searcher *s, int searcher)
{
    enum ismcts_nodes nodes = s->set.nodes;
    int mover = bl_head(s->state)->to_move;
    int seat = nodes == BY_SEARCHER ? searcher : nodes == BY_MOVER ? mover : BL_SPECTATOR;
    const char *bytes = s->view;
    uint64_t key = (uint64_t)(mover + 1);
    bl_view(s->game, s->state, seat, s->view);
    uint32_t size = bl_extent(s->game, s->view);
    for (uint32_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        uint32_t left = size - i;
        memcpy(&word, bytes + i, left < 8 ? left : 8);
        key = (key ^ word) * BL_GAMMA;
        key ^= key >> 29;
    }
    return key;
}

static uint32_t next_node(struct ismcts_searcher *s, uint32_t edge, int searcher)
{
    if (s->set.nodes != BY_MOVES && !s->writes)
        return tree_node_of(&s->tree, sight(s, searcher));
    if (!s->tree.edges[edge].child) {
        uint32_t child = tree_new_node(&s->tree);
        s->tree.edges[edge].child = child;
    }
    return s->tree.edges[edge].child;
}

/* ---- playing on ------------------------------------------------------------- */

static bl_move pick_move(const struct ismcts_searcher *s, uint32_t n, struct bl_stream *rng)
{
    bl_move any = s->moves[n > 1 ? bl_below(rng, n) : 0];
    if (n == 1 || s->set.policy == PLAY_ANY)
        return any;
    int seat = bl_head(s->state)->to_move;
    if (s->set.policy == PLAY_BETTER_OF_TWO) {
        bl_move other = s->moves[bl_below(rng, n)];
        return other != any && liking(s, s->state, seat, other) > liking(s, s->state, seat, any) ? other : any;
    }
    int32_t best = liking(s, s->state, seat, any);
    for (uint32_t i = 0; i < n; i++) {
        int32_t like = liking(s, s->state, seat, s->moves[i]);
        if (like > best) {
            best = like;
            any = s->moves[i];
        }
    }
    return any;
}

/* The next move of a play-out; false: there is none. */
static bool next_move(struct ismcts_searcher *s, int8_t seat, struct bl_stream *rng,
                      struct bl_play *out)
{
    if (s->writes)
        return open_decided(s, s->state, seat, BL_GLANCE, rng, out);
    uint32_t n = s->game->rules->moves(s->state, s->moves);
    if (n > 0)
        *out = (struct bl_play){pick_move(s, n, rng), seat, 0, NULL};
    return n > 0;
}

/* Written games of three are played out nearly to their end: what is estimated of three in the middle
 * led astray. Those of two are over in so many moves, and of more it would take too long. */
static uint32_t cut_of(const struct ismcts_searcher *s)
{
    if (s->set.cut != ISMCTS_UNSET)
        return s->set.cut;
    return !s->writes ? 20 : bl_head(s->state)->setup.players == 3 ? 250 : 60;
}

static void play_on(struct ismcts_searcher *s, struct bl_context *cx, struct bl_stream *rng,
                    float *scores)
{
    const struct bl_game *game = s->game;
    const struct bl_head *head = bl_head(s->state);
    bool estimates = cut_of(s) > 0 && game->advice->estimate;
    uint32_t left = estimates ? cut_of(s) : s->writes ? LONGEST_WRITTEN : LONGEST;
    struct bl_play play;
    for (; head->to_move >= 0 && left > 0 && next_move(s, head->to_move, rng, &play); left--)
        game->rules->apply(s->state, &play, cx);
    if (head->to_move >= 0 && game->advice->estimate) {
        game->advice->estimate(s->state, scores);
        return;
    }
    struct bl_result result = {.winner = -1};
    game->rules->result(s->state, &result);
    bl_scores(&result, head->setup.players, scores);
}

/* The mean of several play-outs from one state, each with a chance of its own. */
static void play_on_often(struct ismcts_searcher *s, struct bl_context *cx, struct bl_stream *rng,
                          float *scores)
{
    uint32_t times = s->set.often;
    float sums[BL_MAX_SEATS] = {0};
    if (times == 1) {
        play_on(s, cx, rng, scores);
        return;
    }
    bl_copy(s->game, s->leaf, s->state);
    for (uint32_t i = 0; i < times; i++) {
        bl_copy(s->game, s->state, s->leaf);
        bl_context_init(cx, s->game, bl_next(rng));
        cx->scratch = s->scratch;
        play_on(s, cx, rng, scores);
        for (unsigned seat = 0; seat < BL_MAX_SEATS; seat++)
            sums[seat] += scores[seat];
    }
    for (unsigned seat = 0; seat < BL_MAX_SEATS; seat++)
        scores[seat] = sums[seat] / (float)times;
}

/* ---- the whole -------------------------------------------------------------- */

static void guess(struct ismcts_searcher *s, const struct bl_decision *d, struct bl_context *cx,
                  struct bl_stream *rng)
{
    if (s->cheats)
        bl_copy(s->game, s->state, d->view);
    else if (s->belief)
        bl_belief_guess(s->belief, rng, s->state);
    else
        bl_resample(s->game, d->view, d->seat, rng, s->state);
    bl_context_init(cx, s->game, bl_next(rng));
    cx->scratch = s->scratch;
}

/* No move at the root is looked into more often than the first, so that all can be put beside it. */
static uint32_t first_in_turn(const struct ismcts_searcher *s, uint32_t edge)
{
    uint32_t first = s->tree.nodes[s->tree.root].edges;
    return s->tree.edges[edge].visits < s->tree.edges[first].visits ? edge : first;
}

static void put_beside(struct ismcts_searcher *s, uint32_t edge, float score)
{
    struct ismcts_pairs *p = s->pairs;
    uint32_t place = edge - s->tree.nodes[s->tree.root].edges, k = s->tree.edges[edge].visits;
    if (place == 0 && k == p->firsts && k < ISMCTS_PAIRS) {
        p->first[p->firsts++] = score;
    } else if (place > 0 && k < p->firsts) {
        double more = (double)score - (double)p->first[k];
        p->of[place].n++;
        p->of[place].sum += more;
        p->of[place].squares += more * more;
    }
}

/* Finds the net for a decision, and what everybody remembers. */
static void open_eyes(struct ismcts_searcher *s, const struct bl_decision *d)
{
    const struct net *net = s->set.net && !s->cheats ? judge_net(s->game, &bl_head(d->view)->setup) : NULL;
    if (!net)
        return;
    if (!s->judge) {
        s->judge = bl_new(1, sizeof *s->judge);
        judge_init(s->judge, s->game);
        s->before = bl_new(1, s->game->state_size);
        s->set.explore = s->explores ? s->set.explore : 0.2f;
    }
    s->judge->net = net;
    recall_past(&s->own, s->game, d->past);
    recall_view(&s->own, s->game, d->view);
    s->others = s->own;
    recall_without_hand(&s->others, s->game, d->view, s->view);
}

/* What each seat may expect after a move of `mover`, by the net; shared out so that it comes to what there
 * is to be had. */
static void judge_all(struct ismcts_searcher *s, const struct recall *others, int searcher, int mover, float *out)
{
    unsigned players = bl_head(s->state)->setup.players;
    float sum = 0;
    for (unsigned seat = 0; seat < players; seat++) {
        struct recall r = *others;
        r.met = (int)seat == searcher ? s->own.met : others->met;
        out[seat] = judge_state(s->judge, &r, s->state, (int)seat, (int)seat == mover ? s->before : NULL);
        sum += out[seat];
    }
    for (unsigned seat = 0; seat < players; seat++)
        out[seat] *= (float)players / (2 * sum);
}

/* Where moves are written, the one at the root is chosen before the guess is made: the k-th time
 * that it is looked into, it meets the same guess and the same chance as every other move at its
 * k-th, so that luck does not tell them apart. */
static void iterate(struct ismcts_searcher *s, const struct bl_decision *d, struct bl_stream *rng,
                    const struct bl_stream *all_luck)
{
    const struct bl_head *head = bl_head(s->state);
    uint32_t path[ISMCTS_DEEPEST], depth = 0, node = s->tree.root, edge = 0;
    float scores[BL_MAX_SEATS] = {0};
    struct bl_context cx;
    struct bl_stream luck;
    bool fresh = false;
    if (s->of && s->done % 2 == 0)
        edge = edge_of_asked(s, &fresh);
    if (s->writes) {
        if (!edge && !(edge = choose_edge(s, node, d->view, NULL, rng, &fresh)))
            return;
        edge = s->of ? edge : first_in_turn(s, edge);
        fresh = fresh && s->tree.edges[edge].visits == 0;
        luck = bl_substream(all_luck, s->tree.edges[edge].visits);
        rng = &luck;
    }
    guess(s, d, &cx, rng);
    struct recall recall = s->others;
    while (edge || (edge = choose_edge(s, node, s->state, &cx, rng, &fresh))) {
        struct bl_play play = tree_play(&s->tree, edge);
        path[depth++] = edge;
        if (s->judge)
            bl_copy(s->game, s->before, s->state);
        s->game->rules->apply(s->state, &play, &cx);
        if (s->judge)
            recall_play(&recall, s->game, s->before, play.seat, s->state);
        if (fresh || head->to_move < 0 || depth == ISMCTS_DEEPEST)
            break;
        node = next_node(s, edge, d->seat);
        edge = 0;
    }
    if (s->judge && head->to_move >= 0)
        judge_all(s, &recall, d->seat, s->tree.edges[edge].seat, scores);
    else
        play_on_often(s, &cx, rng, scores);
    if (s->judge && fresh)
        s->tree.edges[edge].glance = scores[s->tree.edges[edge].seat];
    if (s->writes)
        put_beside(s, path[0], scores[s->tree.edges[path[0]].seat]);
    while (depth > 0) {
        struct ismcts_edge *e = &s->tree.edges[path[--depth]];
        e->visits++;
        e->sum += (double)scores[e->seat];
    }
}

/* One thread asks, all end. */
static bool is_over(struct ismcts_searcher *s, const struct bl_decision *d)
{
    if (s->asks && d->patience && d->patience->over(d->patience->of))
        *s->over = true;
    return *s->over;
}

/* Whether the move that was looked at most stays so, whatever comes of the iterations that are left. */
static bool is_decided(const struct ismcts_searcher *s, double left)
{
    const struct ismcts_node *root = &s->tree.nodes[s->tree.root];
    uint32_t most = 0, next = 0;
    for (uint32_t i = 0; i < root->count; i++) {
        uint32_t visits = s->tree.edges[root->edges + i].visits;
        next = visits > most ? most : visits > next ? visits : next;
        most = visits > most ? visits : most;
    }
    return (double)(most - next) > left;
}

/* As many as were asked for; or as many as the time that is left has room for, by how fast they were. */
static double iterations_left(const struct ismcts_searcher *s, uint64_t iterations, double begun, double until)
{
    double now = iterations ? 0 : bl_now();
    return iterations ? (double)(iterations - s->done) : (double)s->done * (until - now) / (now - begun);
}

void searcher_run(struct ismcts_searcher *s, const struct bl_decision *d, struct bl_stream rng,
                  uint64_t iterations, double until)
{
    uint64_t look_up = s->writes ? 1 : LOOK_UP;
    struct bl_stream luck = bl_substream(&rng, UINT64_MAX - 1);
    double begun = iterations ? 0 : bl_now();
    if (s->writes) {
        memset(s->pairs, 0, sizeof *s->pairs);
        open_begin(s, d, bl_substream(&rng, UINT64_MAX));
    } else if (s->set.nodes != BY_MOVES) {
        bl_copy(s->game, s->state, d->view);
        s->tree.root = tree_node_of(&s->tree, sight(s, d->seat));
    }
    open_eyes(s, d);
    for (s->done = 0; iterations == 0 || s->done < iterations; s->done++) {
        if (s->done % look_up == 0 && s->done > 0 &&
            ((iterations == 0 && bl_now() >= until) || is_over(s, d) ||
             (s->chooses && is_decided(s, iterations_left(s, iterations, begun, until)))))
            break;
        if (s->writes && s->done == ENOUGH && s->tree.nodes[s->tree.root].count == 1)
            break;   /* nothing else was found */
        struct bl_stream own = bl_substream(&rng, s->done);
        if (s->judge && s->done % LOOK_UP == 0)
            judge_forget(s->judge);   /* sums that are gone on from for long grow inexact */
        iterate(s, d, &own, &luck);
    }
}
