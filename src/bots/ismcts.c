/* ismcts.c - the bots that search: several trees side by side, and what they agree on. */
#include "ismcts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots.h"

#define MOST_TREES 1024
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
    struct memory *m = malloc(sizeof *m);
    uint32_t trees = count_trees(bot->settings);
    struct ismcts_searcher *searchers = calloc(trees, sizeof *searchers);
    if (!m || !searchers)
        abort();
    *m = (struct memory){trees, searchers};
    for (uint32_t i = 0; i < trees; i++)
        searcher_init(&searchers[i], bot->settings, game);
    return m;
}

static void rise(void *memory)
{
    struct memory *m = memory;
    for (uint32_t i = 0; i < m->trees; i++)
        searcher_free(&m->searchers[i]);
    free(m->searchers);
    free(m);
}

/* ---- from one decision to the next ------------------------------------------ */

/* The node that a move leads to; 0: the tree does not know it. */
static uint32_t after(const struct ismcts_tree *t, uint32_t node, const struct bl_play *play)
{
    const struct ismcts_node *n = &t->nodes[node];
    for (uint32_t i = 0; node && i < n->count; i++) {
        const struct ismcts_edge *e = &t->edges[n->edges + i];
        if (e->move == play->move && e->seat == play->seat && e->text == 0 && play->size == 0)
            return e->child;
    }
    return 0;
}

static void saw(void *memory, const struct bl_play *play)
{
    struct memory *m = memory;
    for (uint32_t i = 0; i < m->trees; i++) {
        struct ismcts_tree *t = &m->searchers[i].tree;
        if (m->searchers[i].settings->reuse && m->searchers[i].settings->nodes == BY_MOVES)
            t->root = after(t, t->root, play);
    }
}

/* Makes the tree ready for a decision: what hangs below its root now, or nothing. */
static void prepare(struct ismcts_searcher *s)
{
    const struct ismcts_settings *settings = s->settings;
    if (!settings->reuse || s->tree.node_count > MOST_KEPT ||
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
    struct ismcts_searcher *searcher;
    const struct bl_decision *decision;
    struct bl_stream rng;
    uint64_t iterations;
    double until;
    pthread_t thread;
    bool started;
};

static void *work(void *arg)
{
    struct job *j = arg;
    prepare(j->searcher);
    searcher_run(j->searcher, j->decision, j->rng, j->iterations, j->until);
    return NULL;
}

/* Searches all trees; iterations are shared out evenly. */
static void search(struct memory *m, const struct bl_decision *d)
{
    const struct ismcts_settings *s = m->searchers[0].settings;
    double until = ismcts_now() + s->milliseconds * 1e-3;
    struct job *jobs = calloc(m->trees, sizeof *jobs);
    if (!jobs)
        abort();
    struct bl_stream base = {bl_next(d->rng), 0};
    for (uint32_t i = 0; i < m->trees; i++) {
        uint64_t share = s->iterations / m->trees + (i < s->iterations % m->trees);
        share = s->iterations > 0 && share == 0 ? 1 : share;
        jobs[i] = (struct job){&m->searchers[i], d, bl_substream(&base, i), share, until, 0, false};
        if (i > 0)
            jobs[i].started = pthread_create(&jobs[i].thread, NULL, work, &jobs[i]) == 0;
    }
    work(&jobs[0]);
    for (uint32_t i = 1; i < m->trees; i++) {
        if (jobs[i].started)
            pthread_join(jobs[i].thread, NULL);
        else
            work(&jobs[i]);
    }
    free(jobs);
}

/* ---- what was found --------------------------------------------------------- */

static void add_tree(const struct ismcts_tree *t, const struct bl_decision *d,
                     struct bl_advice *out)
{
    const struct ismcts_node *root = &t->nodes[t->root];
    for (uint32_t i = 0; i < root->count; i++) {
        const struct ismcts_edge *e = &t->edges[root->edges + i];
        for (uint32_t k = 0; k < d->count; k++)
            if (out[k].move == e->move && e->seat == d->seat) {
                out[k].visits += e->visits;
                out[k].value += e->sum;
            }
    }
}

static bool is_better(const struct bl_advice *a, const struct bl_advice *b)
{
    return a->visits != b->visits ? a->visits > b->visits : a->value > b->value;
}

/* Keeps the order of the list among equals. */
static void put_in_order(struct bl_advice *list, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        struct bl_advice held = list[i];
        uint32_t at = i;
        for (; at > 0 && is_better(&held, &list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = held;
    }
}

/* Before anything is known: as the game likes them, which decides between equals later. */
static void list_moves(const struct bl_decision *d, struct bl_advice *out)
{
    for (uint32_t k = 0; k < d->count; k++) {
        struct bl_play play = {d->moves[k], (int8_t)d->seat, 0, NULL};
        bool open = d->moves[k] & BL_OPEN;
        out[k] = (struct bl_advice){d->moves[k], 0, open ? INT32_MIN : d->game->prefer(d->view, &play)};
    }
    put_in_order(out, d->count);
    for (uint32_t k = 0; k < d->count; k++)
        out[k].value = 0;
}

/* Open moves cannot be searched: there are too many to write. The game's liking has to do. */
static void advise_by_liking(const struct bl_decision *d, struct bl_advice *out)
{
    for (uint32_t k = 0; k < d->count; k++) {
        struct bl_play play = {d->moves[k], (int8_t)d->seat, 0, NULL};
        double liking = d->game->prefer(d->view, &play);
        out[k] = (struct bl_advice){.move = play.move, .value = 0.5 + liking / 2000};
    }
    put_in_order(out, d->count);
}

/* A move that is hardly better than the one that the game likes best may only seem so: the latter
 * comes first unless it is worse by more than chance explains. Scores are taken to deviate by
 * 0.3. */
static void prefer_liked(const struct ismcts_settings *s, bl_move liked, struct bl_advice *list,
                         uint32_t n)
{
    uint32_t at = 0;
    while (at < n && list[at].move != liked)
        at++;
    if (at == n || list[at].visits == 0 || s->doubt <= 0)
        return;
    double gain = list[0].value - list[at].value, doubt = 0.3 * (double)s->doubt;
    double spread = 1 / (double)list[0].visits + 1 / (double)list[at].visits;
    if (gain > 0 && gain * gain >= doubt * doubt * spread)
        return;
    struct bl_advice held = list[at];
    memmove(list + 1, list, at * sizeof *list);
    list[0] = held;
}

static void advise(const struct bl_bot *bot, const struct bl_decision *d, struct bl_advice *out)
{
    if (d->game->propose) {
        advise_by_liking(d, out);
        return;
    }
    struct memory *m = d->memory ? d->memory : sit(bot, d->game);
    search(m, d);
    list_moves(d, out);
    bl_move liked = out[0].move;
    for (uint32_t i = 0; i < m->trees; i++)
        add_tree(&m->searchers[i].tree, d, out);
    for (uint32_t k = 0; k < d->count; k++)
        out[k].value = out[k].visits > 0 ? out[k].value / (double)out[k].visits : 0;
    put_in_order(out, d->count);
    prefer_liked(bot->settings, liked, out, d->count);
    if (!d->memory)
        rise(m);
}

static void choose(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    *out = (struct bl_play){d->moves[0], (int8_t)d->seat, 0, NULL};
    if (d->count == 1)
        return;
    struct bl_advice *list = calloc(d->count, sizeof *list);
    if (!list)
        abort();
    advise(bot, d, list);
    out->move = list[0].move;
    free(list);
}

const struct bl_bot bl_bot_ismcts = {
    .name = "ismcts",
    .text = "thinks ahead on guesses that fit what it sees: 1000 a move, or as ismcts:5000 or "
            "ismcts:200ms say",
    .looks = true,
    .heeds = true,
    .set = ismcts_set,
    .sit = sit,
    .rise = rise,
    .saw = saw,
    .choose = choose,
    .advise = advise,
};

const struct bl_bot bl_bot_cheat = {
    .name = "cheat",
    .text = "the same, but it sees every card: a yardstick, not a player",
    .looks = true,
    .heeds = true,
    .cheats = true,
    .set = ismcts_set_cheating,
    .sit = sit,
    .rise = rise,
    .saw = saw,
    .choose = choose,
    .advise = advise,
};
