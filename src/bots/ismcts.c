/* ismcts.c - the bots that search: several trees side by side, and what they agree on. */
#include "ismcts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/pool.h"
#include "bots.h"

#define MOST_TREES 1024
enum { FEWEST = 64, MOST = 512 };   /* guesses that are weighed */
#define MOST_KEPT 4000000   /* nodes that are carried from one decision to the next */

/* What a seat remembers: its trees. */
struct memory {
    uint32_t trees;
    struct ismcts_searcher *searchers;
};

static uint32_t count_trees(const struct ismcts_settings *s)
{
    long cores = s->trees > 0 ? (long)s->trees : sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > MOST_TREES ? MOST_TREES : (uint32_t)cores;
}

static void *sit(const struct bl_bot *bot, const struct bl_game *game)
{
    struct memory *m = bl_new(1, sizeof *m);
    uint32_t trees = count_trees(bot->settings);
    struct ismcts_searcher *searchers = bl_new(trees, sizeof *searchers);
    *m = (struct memory){trees, searchers};
    for (uint32_t i = 0; i < trees; i++)
        searcher_init(&searchers[i], bot, game);
    return m;
}

static void rise(void *memory)
{
    struct memory *m = memory;
    for (uint32_t i = 0; i < m->trees; i++)
        searcher_free(&m->searchers[i]);
    BL_FREE(m->searchers, m);
}

/* ---- from one decision to the next ------------------------------------------ */

static void saw(void *memory, const struct bl_play *play)
{
    struct memory *m = memory;
    for (uint32_t i = 0; i < m->trees; i++) {
        struct ismcts_tree *t = &m->searchers[i].tree;
        if (!m->searchers[i].set.reuse || m->searchers[i].set.nodes != BY_MOVES)
            continue;
        uint32_t edge = tree_find_edge(t, t->root, play);
        t->root = edge ? t->edges[edge].child : 0;   /* 0: the tree does not know the move */
    }
}

/* Makes the tree ready for a decision: what hangs below its root now, or nothing. */
static void prepare(struct ismcts_searcher *s)
{
    const struct ismcts_settings *settings = &s->set;
    if (!settings->reuse || s->writes || s->tree.node_count > MOST_KEPT ||
        (settings->nodes == BY_MOVES && s->tree.root == 0)) {
        tree_clear(&s->tree);
    } else if (settings->nodes == BY_MOVES) {
        struct ismcts_tree old = s->tree;
        tree_keep(&old, old.root, &s->spare);
        s->tree = s->spare;
        s->spare = old;
    }
}

/* ---- side by side ----------------------------------------------------------- */

struct job {
    struct bl_piece piece;
    struct ismcts_searcher *searcher;
    const struct bl_decision *decision;
    struct bl_stream rng;
    uint64_t iterations;
    double until;
};

static void work(void *tools, struct bl_piece *piece)
{
    struct job *j = (struct job *)piece;
    (void)tools;
    prepare(j->searcher);
    searcher_run(j->searcher, j->decision, j->rng, j->iterations, j->until);
}

/* What the seat makes of its past; NULL: its view must do. With a budget in time the number of
 * guesses cannot be known. */
static struct bl_belief *believe(const struct ismcts_settings *s, const struct bl_decision *d,
                                 struct bl_stream rng)
{
    uint64_t guesses = s->iterations / 8;
    if (s->belief == BELIEVE_VIEW || !d->past)
        return NULL;
    return bl_believe(d->past, s->belief == BELIEVE_SURE ? BL_SURE : BL_PLAYED,
                      guesses < FEWEST ? FEWEST : guesses > MOST ? MOST : (uint32_t)guesses, &rng);
}

/* Searches all trees; iterations are shared out evenly. */
static void search(struct memory *m, const struct bl_decision *d, const struct bl_play *of, bool chooses)
{
    const struct ismcts_settings *s = &m->searchers[0].set;
    double until = bl_now() + s->milliseconds * 1e-3;
    struct job *jobs = bl_new(m->trees, sizeof *jobs);
    struct bl_pool *pool = NULL;
    if (m->trees > 1)
        pool = bl_pool_start(&(struct bl_labour){.work = work}, m->trees - 1);
    struct bl_stream base = {bl_next(d->rng), 0};
    struct bl_belief *belief = believe(s, d, bl_substream(&base, MOST_TREES));
    atomic_bool over = false;
    for (uint32_t i = 0; i < m->trees; i++) {
        m->searchers[i].asks = i == 0;
        m->searchers[i].over = &over;
        uint64_t share = s->iterations / m->trees + (i < s->iterations % m->trees);
        share = s->iterations > 0 && share == 0 ? 1 : share;
        m->searchers[i].of = of;
        m->searchers[i].chooses = chooses && m->trees == 1 && !s->reuse && !m->searchers[i].writes;
        m->searchers[i].belief = belief;
        jobs[i] = (struct job){{NULL}, &m->searchers[i], d, bl_substream(&base, i), share, until};
        if (i > 0)
            bl_pool_give(pool, &jobs[i].piece);
    }
    work(NULL, &jobs[0].piece);
    for (uint32_t i = 1; i < m->trees;)
        i += bl_pool_take(pool, 1000) != NULL;
    if (pool)
        bl_pool_end(pool);
    bl_belief_free(belief);
    free(jobs);
}

/* ---- what was found --------------------------------------------------------- */

/* The place of a move in a list; the first free one if it is not there. */
static uint32_t place_of(const struct bl_opinion *list, uint32_t n, const struct bl_play *play)
{
    for (uint32_t k = 0; k < n; k++)
        if (list[k].move == play->move && list[k].size == play->size &&
            (play->size == 0 || memcmp(list[k].words, play->data, play->size) == 0))
            return k;
    return n;
}

/* Adds what a tree knows; returns how many moves there are now. The words are the tree's. */
static uint32_t add_tree(const struct ismcts_tree *t, int seat, struct bl_opinion *out, uint32_t n,
                         uint32_t room)
{
    const struct ismcts_node *root = &t->nodes[t->root];
    for (uint32_t i = 0; i < root->count; i++) {
        const struct ismcts_edge *e = &t->edges[root->edges + i];
        struct bl_play play = tree_play(t, root->edges + i);
        uint32_t k = e->seat == seat ? place_of(out, n, &play) : room;
        if (k == room)
            continue;
        if (k == n)
            out[n++] = (struct bl_opinion){.move = e->move, .words = play.data, .size = play.size};
        out[k].visits += e->visits;
        out[k].value += e->sum;
    }
    return n;
}

static bool is_better(const struct bl_opinion *a, const struct bl_opinion *b)
{
    return a->visits != b->visits ? a->visits > b->visits : a->value > b->value;
}

/* Keeps the order of the list among equals. */
static void put_in_order(struct bl_opinion *list, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        struct bl_opinion held = list[i];
        uint32_t at = i;
        for (; at > 0 && is_better(&held, &list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = held;
    }
}

/* Before anything is known: the closed moves as the game likes them, which decides between equals
 * later; returns how many. */
static uint32_t list_moves(const struct bl_decision *d, struct bl_opinion *out)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < d->count; k++) {
        struct bl_play play = {d->moves[k], (int8_t)d->seat, 0, NULL};
        if (!(play.move & BL_OPEN))
            out[n++] = (struct bl_opinion){.move = play.move,
                                          .value = d->game->advice->prefer(d->view, &play)};
    }
    put_in_order(out, n);
    for (uint32_t k = 0; k < n; k++)
        out[k].value = 0;
    return n;
}

/* Puts the move that has that place under the root before all others. */
static void put_first(const struct ismcts_tree *t, uint32_t place, struct bl_opinion *list, uint32_t n)
{
    struct bl_play play = tree_play(t, t->nodes[t->root].edges + place);
    uint32_t at = place_of(list, n, &play);
    if (at == n)
        return;
    struct bl_opinion held = list[at];
    memmove(list + 1, list, at * sizeof *list);
    list[0] = held;
}

/* Where moves are written, the first under the root, which the game decides on, is left only for one
 * that is better by so many standard errors, over pairs with the same luck; with more than three players,
 * who have more to do with one another, by more. */
static void prefer_first(const struct ismcts_searcher *s, unsigned players, struct bl_opinion *list,
                         uint32_t n)
{
    enum { FEWEST_PAIRS = 8 };
    double doubt = s->set.doubt >= 0 ? (double)s->set.doubt : players > 3 ? 3 : 2;
    uint32_t best = 0, count = s->tree.nodes[s->tree.root].count;
    double most = 0;
    for (uint32_t i = 1; i < count; i++) {
        double pairs = s->pairs->of[i].n, mean = s->pairs->of[i].sum / pairs;
        double spread = s->pairs->of[i].squares / pairs - mean * mean;
        double sure = mean - doubt * sqrt((spread > 1e-4 ? spread : 1e-4) / pairs);
        if (s->pairs->of[i].n >= FEWEST_PAIRS && sure > most) {
            most = sure;
            best = i;
        }
    }
    if (count > 0)
        put_first(&s->tree, best, list, n);
}

/* A move with which the game was over whenever it was looked into, and won, goes before all others. */
static void take_a_win(const struct ismcts_searcher *s, int seat, struct bl_opinion *list, uint32_t n)
{
    enum { OFTEN = 16 };
    const struct ismcts_tree *t = &s->tree;
    const struct ismcts_node *root = &t->nodes[t->root];
    for (uint32_t i = 0; i < root->count && s->set.nodes == BY_MOVES; i++) {
        const struct ismcts_edge *e = &t->edges[root->edges + i];
        if (e->seat == seat && e->visits >= OFTEN && !e->child && e->sum >= (double)e->visits) {
            put_first(t, i, list, n);
            return;
        }
    }
}

/* Words are moved from the trees to where the caller has them. */
static void keep_words(struct bl_opinion *list, uint32_t n, struct bl_text *words)
{
    bl_text_clear(words);
    for (uint32_t k = 0; k < n; k++)
        if (list[k].words)
            bl_put_bytes(words, list[k].words, list[k].size);
    size_t at = 0;
    for (uint32_t k = 0; k < n; k++)
        if (list[k].words) {
            list[k].words = words->s + at;
            at += list[k].size;
        }
}

/* What the game can count out need not be searched; false: it cannot. */
static bool settle(const struct bl_bot *bot, const struct bl_decision *d, struct bl_opinion *out)
{
    const struct ismcts_settings *s = bot->settings;
    const struct bl_advice *advice = d->game->advice;
    if (!advice->settle || bot->cheats || !s->endings)
        return false;
    bl_move *moves = bl_new(d->count, sizeof *moves);
    float *values = bl_new(d->count, sizeof *values);
    list_moves(d, out);
    for (uint32_t k = 0; k < d->count; k++)
        moves[k] = out[k].move;
    bool settled = advice->settle(d->view, moves, d->count, values);
    for (uint32_t k = 0; k < d->count && settled; k++) {
        out[k].visits = BL_COUNTED;
        out[k].value = (double)values[k];
    }
    put_in_order(out, settled ? d->count : 0);
    BL_FREE(moves, values);
    return settled;
}

/* What is thought of all moves; or nothing but which is the best, if `chooses`: then one that can no longer
 * be overtaken ends the search, but where trees are added up, or what they know is kept. */
static uint32_t think(const struct bl_bot *bot, const struct bl_decision *d, const struct bl_play *of,
                      bool chooses, struct bl_text *words, struct bl_opinion *out)
{
    if (settle(bot, d, out))
        return d->count;
    struct memory *m = d->memory ? d->memory : sit(bot, d->game);
    search(m, d, of, chooses);
    uint32_t n = list_moves(d, out);
    for (uint32_t i = 0; i < m->trees; i++)
        n = add_tree(&m->searchers[i].tree, d->seat, out, n, d->count + BL_MORE_OPINIONS);
    for (uint32_t k = 0; k < n; k++)
        out[k].value = out[k].visits > 0 ? out[k].value / (double)out[k].visits : 0;
    put_in_order(out, n);
    if (d->game->advice->propose) {
        prefer_first(&m->searchers[0], bl_head(d->view)->setup.players, out, n);
        keep_words(out, n, words);
    } else {
        take_a_win(&m->searchers[0], d->seat, out, n);
    }
    if (!d->memory)
        rise(m);
    return n;
}

static uint32_t advise(const struct bl_bot *bot, const struct bl_decision *d,
                       const struct bl_play *of, struct bl_text *words, struct bl_opinion *out)
{
    return think(bot, d, of, false, words, out);
}

static void write_move(const struct bl_bot *bot, const struct bl_decision *d, struct bl_text *words,
                  struct bl_play *out)
{
    *out = (struct bl_play){d->moves[0], (int8_t)d->seat, 0, NULL};
    if (d->count == 1 && !(d->moves[0] & BL_OPEN))
        return;
    struct bl_opinion *list = bl_new(d->count + BL_MORE_OPINIONS, sizeof *list);
    think(bot, d, NULL, true, words, list);
    *out = bl_advised(&list[0], d->seat);
    free(list);
}

static void choose(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    BL_LOCAL struct bl_text words = bl_text_heap();
    write_move(bot, d, &words, out);
    out->size = 0;
    out->data = NULL;
}

#define SEARCHES .looks = true, .set = ismcts_set, .sit = sit, .rise = rise, .saw = saw, \
                 .choose = choose, .write = write_move, .advise = advise

const struct bl_bot bl_bot_ismcts = {
    SEARCHES,
    .name = "ismcts",
    .recalls = true,
    .text = "thinks ahead on guesses that fit what it sees: 1000 a move, or as ismcts:5000 or "
            "ismcts:200ms say",
};

const struct bl_bot bl_bot_cheat = {
    SEARCHES,
    .name = "cheat",
    .text = "the same, but it sees every card: a yardstick, not a player",
    .cheats = true,
};
