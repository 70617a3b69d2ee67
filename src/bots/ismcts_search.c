/* ismcts_search.c - iterations: guess, walk down, add a move, play on, hand back. */
#include "ismcts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"

#define LOOK_UP 32   /* iterations between two looks at the clock */
#define ENOUGH 16    /* iterations after which a written move without rivals is taken */

void searcher_init(struct ismcts_searcher *s, const struct ismcts_settings *settings,
                   const struct bl_game *game)
{
    *s = (struct ismcts_searcher){.set = *settings, .game = game};
    s->settings = &s->set;
    if (s->set.explore < 0)
        s->set.explore = game->advice->propose ? 0.3f : 0.7f;
    if (s->set.doubt < 0)
        s->set.doubt = game->advice->propose ? 1 : 0;
    if (s->set.cut == ISMCTS_UNSET)
        s->set.cut = game->advice->propose ? 60 : 20;
    s->scratch = bl_scratch_new(game);
    s->words = bl_text_heap();
    s->state = bl_new(1, game->state_size);
    s->view = bl_new(1, game->state_size);
    s->moves = bl_new((size_t)game->max_moves + 1, sizeof *s->moves);
    s->found = bl_new((size_t)game->max_moves + 1, sizeof *s->found);
    tree_clear(&s->tree);
}

void searcher_free(struct ismcts_searcher *s)
{
    free(s->state);
    free(s->view);
    free(s->moves);
    free(s->found);
    bl_scratch_free(s->game, s->scratch);
    bl_text_free(&s->words);
    tree_free(&s->tree);
    tree_free(&s->spare);
}

static int32_t liking(const struct ismcts_searcher *s, int seat, bl_move move)
{
    return s->game->advice->prefer(s->state, &(struct bl_play){move, (int8_t)seat, 0, NULL});
}

/* ---- the way down ----------------------------------------------------------- */

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

/* What a move promises: its mean score, and more the less it was tried when it could be. */
float ismcts_promise(const struct ismcts_edge *e, float explore)
{
    float visits = (float)e->visits;
    return (float)e->sum / visits + explore * sqrtf(logarithm(e->available) / visits);
}

/* Finds the edges of the `n` legal moves; returns how many there are. Moves are listed in an
 * order that seldom changes, so that the next one tends to lie next. */
static uint32_t find_edges(struct ismcts_searcher *s, uint32_t node, int seat, uint32_t n)
{
    const struct ismcts_node *at = &s->tree.nodes[node];
    const struct ismcts_edge *edges = &s->tree.edges[at->edges];
    uint32_t next = 0, known = 0, count = at->count;
    for (uint32_t i = 0; i < n; i++) {
        s->found[i] = 0;
        for (uint32_t k = 0; k < count; k++) {
            const struct ismcts_edge *e = &edges[next];
            uint32_t here = at->edges + next;
            next = next + 1 == count ? 0 : next + 1;
            if (e->move == s->moves[i] && e->seat == seat) {
                s->found[i] = here;
                known++;
                break;
            }
        }
    }
    return known;
}

/* An untried move: any of them, or of those that the game likes best. */
static bl_move pick_untried(const struct ismcts_searcher *s, int seat, uint32_t n,
                            struct bl_stream *rng)
{
    bl_move chosen = 0;
    int32_t best = 0;
    uint32_t equals = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (s->found[i])
            continue;
        int32_t like = s->settings->order ? liking(s, seat, s->moves[i]) : 0;
        if (equals > 0 && like < best)
            continue;
        equals = equals > 0 && like == best ? equals + 1 : 1;
        best = like;
        if (equals == 1 || bl_below(rng, equals) == 0)
            chosen = s->moves[i];
    }
    return chosen;
}

/* Whether a node that knows `known` of its legal moves may try another. */
static bool may_widen(const struct ismcts_searcher *s, uint32_t node, uint32_t known)
{
    uint64_t widen = s->settings->widen;
    return known < widen || widen == 0 ||
           (uint64_t)known * known < widen * s->tree.nodes[node].visits;
}

/* Chooses a move at a node; its edge, and whether it is new. */
static uint32_t select_edge(struct ismcts_searcher *s, uint32_t node, int seat, uint32_t n,
                            struct bl_stream *rng, bool *fresh)
{
    uint32_t known = find_edges(s, node, seat, n), best = 0;
    float most = 0;
    s->tree.nodes[node].visits++;
    *fresh = known < n && may_widen(s, node, known);
    for (uint32_t i = 0; i < n; i++) {
        if (!s->found[i])
            continue;
        struct ismcts_edge *e = &s->tree.edges[s->found[i]];
        e->available++;
        if (*fresh)
            continue;
        float value = n > 1 ? ismcts_promise(e, s->settings->explore) : 0;
        if (!best || value > most) {
            best = s->found[i];
            most = value;
        }
    }
    if (!*fresh)
        return best;
    best = tree_new_edge(&s->tree, node, pick_untried(s, seat, n, rng), seat);
    s->tree.edges[best].available = 1;
    return best;
}

/* A name for what the seat that matters sees; `searcher` is the one that searches. */
static uint64_t sight(struct ismcts_searcher *s, int searcher)
{
    enum ismcts_nodes nodes = s->settings->nodes;
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
    if (s->settings->nodes != BY_MOVES)
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
    if (n == 1 || s->settings->policy == PLAY_ANY)
        return any;
    int seat = bl_head(s->state)->to_move;
    if (s->settings->policy == PLAY_BETTER_OF_TWO) {
        bl_move other = s->moves[bl_below(rng, n)];
        return other != any && liking(s, seat, other) > liking(s, seat, any) ? other : any;
    }
    int32_t best = liking(s, seat, any);
    for (uint32_t i = 0; i < n; i++) {
        int32_t like = liking(s, seat, s->moves[i]);
        if (like > best) {
            best = like;
            any = s->moves[i];
        }
    }
    return any;
}

static void play_on(struct ismcts_searcher *s, struct bl_context *cx, struct bl_stream *rng,
                    float *scores)
{
    enum { LONGEST = 100000 };
    const struct bl_game *game = s->game;
    const struct bl_head *head = bl_head(s->state);
    bool estimates = s->settings->cut > 0 && game->advice->estimate;
    uint32_t left = estimates ? s->settings->cut : LONGEST;
    for (; head->to_move >= 0 && left > 0; left--) {
        uint32_t n = game->rules->moves(s->state, s->moves);
        if (n == 0)
            break;
        struct bl_play play = {pick_move(s, n, rng), head->to_move, 0, NULL};
        game->rules->apply(s->state, &play, cx);
    }
    if (head->to_move >= 0 && game->advice->estimate) {
        game->advice->estimate(s->state, scores);
        return;
    }
    struct bl_result result;
    game->rules->result(s->state, &result);
    bl_scores(&result, head->setup.players, scores);
}

/* ---- the whole -------------------------------------------------------------- */

static void iterate(struct ismcts_searcher *s, const struct bl_decision *d, struct bl_stream *rng)
{
    const struct bl_game *game = s->game;
    const struct bl_head *head = bl_head(s->state);
    uint32_t path[ISMCTS_DEEPEST], depth = 0, node = s->tree.root;
    float scores[BL_MAX_SEATS];
    struct bl_context cx;
    if (s->settings->cheats)
        bl_copy(game, s->state, d->view);
    else
        bl_resample(game, d->view, d->seat, rng, s->state);
    bl_context_init(&cx, game, bl_next(rng));
    for (bool fresh = false; head->to_move >= 0 && !fresh && depth < ISMCTS_DEEPEST;) {
        if (depth > 0)
            node = next_node(s, path[depth - 1], d->seat);
        uint32_t n = game->rules->moves(s->state, s->moves);
        if (n == 0)
            break;
        uint32_t edge = select_edge(s, node, head->to_move, n, rng, &fresh);
        path[depth++] = edge;
        game->rules->apply(s->state, &(struct bl_play){s->tree.edges[edge].move, head->to_move, 0, NULL},
                    &cx);
    }
    play_on(s, &cx, rng, scores);
    while (depth > 0) {
        struct ismcts_edge *e = &s->tree.edges[path[--depth]];
        e->visits++;
        e->sum += (double)scores[e->seat];
    }
}

void searcher_run(struct ismcts_searcher *s, const struct bl_decision *d, struct bl_stream rng,
                  uint64_t iterations, double until)
{
    bool open = s->game->advice->propose != NULL;
    uint64_t look_up = open ? 1 : LOOK_UP;
    struct bl_stream luck = bl_substream(&rng, UINT64_MAX - 1);
    if (open) {
        open_begin(s, d, bl_substream(&rng, UINT64_MAX));
    } else if (s->settings->nodes != BY_MOVES) {
        bl_copy(s->game, s->state, d->view);
        s->tree.root = tree_node_of(&s->tree, sight(s, d->seat));
    }
    for (s->done = 0; iterations == 0 || s->done < iterations; s->done++) {
        if (iterations == 0 && s->done % look_up == 0 && s->done > 0 && bl_now() >= until)
            break;
        if (open && s->done == ENOUGH && s->tree.nodes[s->tree.root].count == 1)
            break;   /* nothing else was found */
        struct bl_stream own = bl_substream(&rng, s->done);
        if (open)
            open_iterate(s, d, &own, &luck);
        else
            iterate(s, d, &own);
    }
}
