/* vector.c - many games side by side; see vector.h. Each place has its state, its chance and the
 * list of its legal moves, which is made once a step: the choice, the check and the mask go by it. */
#include "bylaw/vector.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/pool.h"
#include "bylaw/bot.h"
#include "bylaw/observe.h"
#include "dataset.h"

struct place {
    struct bl_context cx;
    uint64_t number;               /* of its game, in the run */
    uint64_t made;                 /* moves so far */
    uint64_t keys[BL_MAX_SEATS];   /* of the streams that random moves are taken from */
    uint32_t count;                /* legal moves */
};

/* The places that one thread steps. */
struct slice {
    struct bl_piece piece;
    const struct bl_vector *v;
    uint32_t from, to;
    const int32_t *actions;
    const struct bl_outlook *out;
    bool steps;                    /* or only looks */
    void *view;
};

struct bl_vector {
    struct bl_vector_spec spec;
    uint32_t observed, actions;    /* bits, action numbers */
    size_t state_at, moves_at, stride;   /* of a place: where what is, and its size */
    char *places;
    uint32_t slice_count;
    struct slice *slices;
    struct bl_pool *pool;          /* NULL: the caller's thread does it all */
};

static struct place *place_of(const struct bl_vector *v, uint32_t place)
{
    return (struct place *)(v->places + place * v->stride);
}

static void *state_of(const struct bl_vector *v, struct place *p)
{
    return (char *)p + v->state_at;
}

static bl_move *moves_of(const struct bl_vector *v, struct place *p)
{
    return (bl_move *)((char *)p + v->moves_at);
}

/* ---- one place ----------------------------------------------------------------- */

static void deal(const struct bl_vector *v, struct place *p)
{
    const struct bl_game *game = v->spec.game;
    void *state = state_of(v, p);
    uint64_t seed = bl_game_seed(v->spec.seed, p->number);
    bl_context_init(&p->cx, game, seed);
    p->made = 0;
    for (int seat = 0; seat < v->spec.setup.players; seat++)
        p->keys[seat] = bl_bot_key(game, seed, seat);
    game->rules->deal(state, &v->spec.setup, &p->cx);
    p->count = game->rules->moves(state, moves_of(v, p));
}

static bl_move random_move(const struct bl_vector *v, struct place *p, int seat)
{
    struct bl_stream own = bl_stream_of(p->keys[seat], p->made);
    return moves_of(v, p)[bl_below(&own, p->count)];
}

/* BL_NO_MOVE: it is not legal. */
static bl_move legal_move(const struct bl_vector *v, struct place *p, int32_t action)
{
    bl_move move = bl_action_move(v->spec.game, &v->spec.setup, (uint32_t)action);
    const bl_move *moves = moves_of(v, p);
    for (uint32_t k = 0; k < p->count; k++)
        if (moves[k] == move)
            return move;
    return BL_NO_MOVE;
}

/* A game that is over gives way to the next one. */
static void end(const struct bl_vector *v, struct place *p, uint32_t place,
                const struct bl_outlook *out, bool over)
{
    unsigned players = v->spec.setup.players;
    struct bl_result result = {.winner = -1};
    if (over)
        v->spec.game->rules->result(state_of(v, p), &result);
    if (out->rewards)
        bl_rewards(&result, players, out->rewards + (size_t)place * players);
    p->number += v->spec.places;
    deal(v, p);
}

static void step(const struct bl_vector *v, uint32_t place, int32_t action,
                 const struct bl_outlook *out)
{
    struct place *p = place_of(v, place);
    void *state = state_of(v, p);
    const struct bl_head *head = bl_head(state);
    const struct bl_rules *rules = v->spec.game->rules;
    bl_move move = action < 0 ? random_move(v, p, head->to_move)
                              : v->spec.game->notation->action_move(&v->spec.setup, (uint32_t)action);
    if (out->actions)
        out->actions[place] = (int32_t)v->spec.game->notation->action_of(&v->spec.setup, move);
    rules->apply(state, &(struct bl_play){.move = move, .seat = head->to_move}, &p->cx);
    p->made++;
    bool over = head->to_move < 0, broken = !over && p->made == v->spec.cap;
    if (out->terminations)
        out->terminations[place] = over;
    if (out->truncations)
        out->truncations[place] = broken;
    if (over || broken)
        end(v, p, place, out, over);
    else
        p->count = rules->moves(state, moves_of(v, p));
}

static void look(const struct bl_vector *v, uint32_t place, void *view, const struct bl_outlook *out)
{
    const struct bl_game *game = v->spec.game;
    struct place *p = place_of(v, place);
    const void *state = state_of(v, p);
    int seat = bl_head(state)->to_move;
    if (out->seats)
        out->seats[place] = (int8_t)seat;
    if (out->masks) {
        uint8_t *mask = out->masks + (size_t)place * v->actions;
        const bl_move *moves = moves_of(v, p);
        memset(mask, 0, v->actions);
        for (uint32_t k = 0; k < p->count; k++)
            mask[game->notation->action_of(&v->spec.setup, moves[k])] = 1;
    }
    if (out->observations) {
        uint8_t *bits = out->observations + (size_t)place * v->observed;
        memset(bits, 0, v->observed);
        bl_view(game, state, seat, view);
        bl_observe_into(game, view, seat, bits);
    }
}

/* ---- all of them --------------------------------------------------------------- */

static void clear(const struct bl_outlook *out, uint32_t place, uint32_t places, unsigned players)
{
    if (out->rewards)
        memset(out->rewards + (size_t)place * players, 0, (size_t)places * players * sizeof *out->rewards);
}

static void work(void *tools, struct bl_piece *piece)
{
    struct slice *s = (struct slice *)piece;
    const struct bl_vector *v = s->v;
    (void)tools;
    clear(s->out, s->from, s->to - s->from, v->spec.setup.players);
    for (uint32_t place = s->from; place < s->to; place++) {
        if (s->steps)
            step(v, place, s->actions ? s->actions[place] : -1, s->out);
        look(v, place, s->view, s->out);
    }
}

static void work_all(struct bl_vector *v, const int32_t *actions, const struct bl_outlook *out,
                     bool steps)
{
    for (uint32_t k = 0; k < v->slice_count; k++) {
        struct slice *s = &v->slices[k];
        s->actions = actions;
        s->out = out;
        s->steps = steps;
        if (v->pool)
            bl_pool_give(v->pool, &s->piece);
        else
            work(NULL, &s->piece);
    }
    for (uint32_t back = 0; v->pool && back < v->slice_count;)
        back += bl_pool_take(v->pool, 1000) != NULL;
}

void bl_vector_look(struct bl_vector *v, const struct bl_outlook *out)
{
    uint32_t places = v->spec.places;
    if (out->terminations)
        memset(out->terminations, 0, places);
    if (out->truncations)
        memset(out->truncations, 0, places);
    for (uint32_t place = 0; out->actions && place < places; place++)
        out->actions[place] = -1;
    work_all(v, NULL, out, false);
}

bool bl_vector_step(struct bl_vector *v, const int32_t *actions, const struct bl_outlook *out,
                    uint32_t *refused)
{
    for (uint32_t place = 0; actions && place < v->spec.places; place++)
        if (actions[place] >= 0 && legal_move(v, place_of(v, place), actions[place]) == BL_NO_MOVE) {
            *refused = place;
            return false;
        }
    work_all(v, actions, out, true);
    return true;
}

void bl_vector_deal(struct bl_vector *v, uint64_t seed)
{
    v->spec.seed = seed;
    for (uint32_t place = 0; place < v->spec.places; place++) {
        place_of(v, place)->number = place;
        deal(v, place_of(v, place));
    }
}

const void *bl_vector_state(const struct bl_vector *v, uint32_t place)
{
    return place < v->spec.places ? state_of(v, place_of(v, place)) : NULL;
}

/* ---- made and freed ------------------------------------------------------------ */

static size_t round_up(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

struct bl_vector *bl_vector_new(const struct bl_vector_spec *spec, struct bl_text *why)
{
    const struct bl_game *game = spec->game;
    if (!lab_is_numbered(game, &spec->setup, why)) {
        bl_put(why, ": it cannot be stepped by numbers");
        return NULL;
    }
    if (spec->places == 0) {
        bl_put(why, "there must be one game at least");
        return NULL;
    }
    struct bl_vector *v = bl_new(1, sizeof *v);
    *v = (struct bl_vector){.spec = *spec, .observed = bl_observation_size(game, &spec->setup)};
    v->actions = bl_action_count(game, &spec->setup);
    v->state_at = round_up(sizeof(struct place));
    v->moves_at = v->state_at + round_up(game->state_size);
    v->stride = v->moves_at + round_up(game->max_moves * sizeof(bl_move));
    v->places = calloc(spec->places, v->stride);   /* so many are asked for that they may not be had */
    if (!v->places) {
        bl_put(why, "there is not the memory for ");
        bl_put_uint(why, spec->places);
        bl_put(why, " games");
        free(v);
        return NULL;
    }
    v->slice_count = spec->threads > 1 ? spec->threads : 1;
    if (v->slice_count > spec->places)
        v->slice_count = spec->places;
    v->slices = bl_new(v->slice_count, sizeof *v->slices);
    for (uint32_t k = 0; k < v->slice_count; k++)
        v->slices[k] = (struct slice){.v = v, .view = bl_new(1, game->state_size),
            .from = (uint32_t)((uint64_t)spec->places * k / v->slice_count),
            .to = (uint32_t)((uint64_t)spec->places * (k + 1) / v->slice_count)};
    if (v->slice_count > 1)
        v->pool = bl_pool_start(&(struct bl_labour){.work = work}, v->slice_count);
    bl_vector_deal(v, spec->seed);
    return v;
}

void bl_vector_free(struct bl_vector *v)
{
    if (!v)
        return;
    if (v->pool)
        bl_pool_end(v->pool);
    for (uint32_t k = 0; k < v->slice_count; k++)
        free(v->slices[k].view);
    BL_FREE(v->slices, v->places, v);
}
