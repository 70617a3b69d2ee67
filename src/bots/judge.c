/* judge.c - the score to expect after each move, by a net: what the seat will see then is made on a
 * guess, and what it draws is not looked at. */
#include "judge.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bylaw/observe.h"
#include "core/records.h"

#ifdef __wasm__
const struct bl_weights bl_weights[] = {{0}};   /* the page fetches them when they are wanted */
#endif

/* ---- nets --------------------------------------------------------------------- */

struct kept {
    struct net_file file;
    const struct bl_weights *row;   /* NULL: given from outside */
    struct kept *next;
};

static struct kept *all_kept;       /* what came last is first */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool keep(const struct bl_weights *row, const void *bytes, size_t size, struct bl_text *why)
{
    struct kept *k = bl_new(1, sizeof *k);
    if (!net_read(&k->file, bytes, size, why)) {
        free(k);
        return false;
    }
    k->row = row;
    k->next = all_kept;
    all_kept = k;
    return true;
}

bool bl_give_weights(const void *bytes, size_t size, struct bl_text *why)
{
    pthread_mutex_lock(&lock);
    bool good = keep(NULL, bytes, size, why);
    pthread_mutex_unlock(&lock);
    return good;
}

/* Whether what a net was made for is at the beginning of what is seen at this table. */
static bool fits(const struct kept *k, const struct bl_game *game, const struct bl_setup *setup)
{
    struct bl_setup as = *setup;
    as.players = (uint8_t)k->file.players;
    return k->file.game == game && k->file.players >= setup->players &&
           judge_inputs(game, &as) == k->file.net.shape.inputs;
}

/* Reads those of the program for a game that were not read yet; what was given goes before them. */
static void read_rows(const struct bl_game *game)
{
    for (const struct bl_weights *row = bl_weights; row->game; row++) {
        char room[256];
        struct bl_text why = BL_TEXT_FIXED(room);
        const struct kept *k = all_kept;
        while (k && (k->file.game != game || k->file.players != row->players))
            k = k->next;
        if (!k && strcmp(row->game, game->id) == 0)
            keep(row, row->bytes, row->size, &why);
    }
}

const struct net *judge_net(const struct bl_game *game, const struct bl_setup *setup)
{
    const struct kept *best = NULL;
    pthread_mutex_lock(&lock);
    read_rows(game);
    for (const struct kept *k = all_kept; k; k = k->next)
        if (fits(k, game, setup) && (!best || k->file.players < best->file.players))
            best = k;
    pthread_mutex_unlock(&lock);
    return best ? &best->file.net : NULL;
}

/* ---- judging ------------------------------------------------------------------- */

uint32_t judge_inputs(const struct bl_game *game, const struct bl_setup *setup)
{
    uint32_t seen = bl_observation_size(game, setup);
    return seen > 0 ? recall_size(game) + seen : 0;
}

void judge_init(struct judge *j, const struct bl_game *game)
{
    *j = (struct judge){.game = game};
    j->guess = bl_new(1, game->state_size);
    j->next = bl_new(1, game->state_size);
    j->seen = bl_new(1, game->state_size);
    j->ones = bl_new(BL_MAX_OBSERVATION, sizeof *j->ones);
    for (unsigned seat = 0; seat < game->max_players; seat++)
        j->glances[seat].ones = bl_new(BL_MAX_OBSERVATION, sizeof *j->ones);
}

void judge_free(struct judge *j)
{
    BL_FREE(j->guess, j->next, j->seen, j->ones);
    for (unsigned seat = 0; seat < BL_MAX_SEATS; seat++)
        free(j->glances[seat].ones);
}

void judge_forget(struct judge *j)
{
    for (unsigned seat = 0; seat < BL_MAX_SEATS; seat++)
        j->glances[seat].n = 0;
}

float judge_state(struct judge *j, const struct recall *r, const void *state, int seat, const void *before)
{
    struct glance *g = &j->glances[seat];
    struct net_pass pass;
    uint32_t size = recall_size(j->game), n;
    bl_view(j->game, state, seat, j->seen);
    if (before)
        bl_unlook(j->game, before, seat, j->seen);
    n = size > 0 ? recall_ones(r, j->game, j->seen, seat, j->ones) : 0;
    for (uint32_t end = n + bl_observe_ones(j->game, j->seen, seat, j->ones + n); n < end; n++)
        j->ones[n] = (uint16_t)(j->ones[n] + size);
    if (g->n > 0)
        net_change(j->net, g->ones, g->n, j->ones, n, g->sums);
    else
        net_begin(j->net, j->ones, n, g->sums);
    uint16_t *held = g->ones;
    g->ones = j->ones;
    g->n = n;
    j->ones = held;
    return net_end(j->net, g->sums, &pass);
}

float judge_end(const struct bl_game *game, const void *state, int seat)
{
    struct bl_result result = {.winner = -1};
    float scores[BL_MAX_SEATS];
    game->rules->result(state, &result);
    bl_scores(&result, bl_head(state)->setup.players, scores);
    return scores[seat];
}

void judge_moves(struct judge *j, const struct recall *r, const void *view, const bl_move *moves, uint32_t n,
                 struct bl_stream *rng, float *out)
{
    const struct bl_game *game = j->game;
    int8_t seat = bl_head(view)->to_move;
    bl_resample(game, view, seat, rng, j->guess);
    uint64_t chance = bl_next(rng);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play play = {moves[i], seat, 0, NULL};
        struct recall then = *r;
        bl_context_init(&j->cx, game, chance);
        bl_copy(game, j->next, j->guess);
        game->rules->apply(j->next, &play, &j->cx);
        recall_play(&then, game, view, seat, j->next);
        out[i] = bl_head(j->next)->to_move < 0 ? judge_end(game, j->next, seat)
                                               : judge_state(j, &then, j->next, seat, view);
    }
}
