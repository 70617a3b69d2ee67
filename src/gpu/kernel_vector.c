/* kernel_vector.c - vectors, a place a thread: what lab/vector.c does. What is 0 by far the most is cleared before. */
#include "bylaw/observe.h"
#include "gpu/kernel.h"

/* What a thread works with; the state is a copy of the thread's own. */
struct work {
    const struct gpu_vector *v;
    uint32_t number;
    struct gpu_place *place;
    uint64_t *state;
    bl_move *moves;
    struct bl_context cx;
};

WHOLE void deal(struct work *w)
{
    struct gpu_place *p = w->place;
    uint64_t seed = bl_game_seed(w->v->seed, p->number);
    bl_context_init(&w->cx, &GAME, seed);
    p->seed = seed;
    p->made = 0;
    for (int seat = 0; seat < w->v->setup.players; seat++)
        p->keys[seat] = bl_bot_key(&GAME, seed, seat);
    GAME.rules->deal(w->state, &w->v->setup, &w->cx);
}

WHOLE void step(struct work *w)
{
    const struct gpu_vector *v = w->v;
    const struct bl_outlook *out = &v->out;
    const struct bl_head *head = bl_head(w->state);
    struct gpu_place *p = w->place;
    int32_t action = v->chosen ? v->chosen[w->number] : -1;
    bl_move move = action < 0 ? p->next : GAME.notation->action_move(&v->setup, (uint32_t)action);
    if (out->actions)
        out->actions[w->number] = (int32_t)GAME.notation->action_of(&v->setup, move);
    GAME.rules->apply(w->state, &(struct bl_play){.move = move, .seat = head->to_move}, &w->cx);
    bool over = head->to_move < 0, broken = !over && ++p->made == v->cap;
    if (out->terminations)
        out->terminations[w->number] = over;
    if (out->truncations)
        out->truncations[w->number] = broken;
    if (!over && !broken)
        return;
    struct bl_result result = {.winner = -1};
    if (over)
        GAME.rules->result(w->state, &result);
    if (out->rewards)
        bl_rewards(&result, v->setup.players, out->rewards + (size_t)w->number * v->setup.players);
    p->number += v->places;
    deal(w);
}

/* The legal moves, and the one that chance takes if it is asked. */
WHOLE void look(struct work *w, void *view)
{
    const struct gpu_vector *v = w->v;
    int8_t seat = bl_head(w->state)->to_move;
    uint32_t n = GAME.rules->moves(w->state, w->moves);
    struct bl_stream own = bl_stream_of(w->place->keys[seat], w->place->made);
    w->place->next = w->moves[bl_below(&own, n)];
    if (v->out.seats)
        v->out.seats[w->number] = seat;
    for (uint32_t k = 0; v->out.masks && k < n; k++)
        v->out.masks[(size_t)w->number * v->actions + GAME.notation->action_of(&v->setup, w->moves[k])] = 1;
    if (v->out.observations) {
        uint16_t ones[BL_MAX_OBSERVATION / 8];
        uint8_t *bits = v->out.observations + (size_t)w->number * v->observed;
        bl_view(&GAME, w->state, seat, view);
        uint32_t count = bl_observe_ones(&GAME, view, seat, ones);
        for (uint32_t k = 0; k < count; k++)
            bits[ones[k]] = 1;
    }
}

WHOLE struct gpu_place *place_of(const struct gpu_vector *v, uint32_t number)
{
    return (struct gpu_place *)(v->at + (size_t)number * gpu_stride(GAME.state_size));
}

/* A place as it was left; its chance is told by little. */
WHOLE void take_up(struct work *w)
{
    const uint64_t *kept = (const uint64_t *)(w->place + 1);
    bl_context_init(&w->cx, &GAME, w->place->seed);
    for (int i = 0; i < BL_MAX_CHANCES; i++)
        w->cx.chance.index[i] = w->place->chances[i];
    for (uint32_t i = 0; i < GAME.state_size / 8; i++)
        w->state[i] = kept[i];
}

WHOLE void leave(const struct work *w)
{
    uint64_t *kept = (uint64_t *)(w->place + 1);
    for (int i = 0; i < BL_MAX_CHANCES; i++)
        w->place->chances[i] = w->cx.chance.index[i];
    for (uint32_t i = 0; i < GAME.state_size / 8; i++)
        kept[i] = w->state[i];
}

/* Deals, steps, or only looks. */
KERNEL(vector_step, (struct gpu_vector v))
{
    struct work w = {.v = &v, .number = thread()};
    if (w.number >= v.places || *v.refused != GPU_NONE)
        return;
    w.place = place_of(&v, w.number);
    w.state = OWN_STATE;
    w.moves = OWN_MOVES;
    if (v.what == GPU_DEAL) {
        w.place->number = w.number;
        for (uint32_t i = 0; i < GAME.state_size / 8; i++)   /* of which a deal may leave some as they are */
            w.state[i] = 0;
        deal(&w);
    } else {
        take_up(&w);
    }
    if (v.what == GPU_STEP)
        step(&w);
    look(&w, OWN_STATE);
    if (v.what != GPU_LOOK)
        leave(&w);
}

/* The first place whose action is not legal. */
KERNEL(vector_check, (struct gpu_vector v))
{
    uint32_t number = thread(), k = 0;
    if (number >= v.places || v.chosen[number] < 0)
        return;
    bl_move *moves = OWN_MOVES, move = bl_action_move(&GAME, &v.setup, (uint32_t)v.chosen[number]);
    uint32_t n = GAME.rules->moves(place_of(&v, number) + 1, moves);
    while (k < n && moves[k] != move)
        k++;
    uint32_t had = __atomic_load_n(v.refused, __ATOMIC_RELAXED);
    while (k == n && number < had &&
           !__atomic_compare_exchange_n(v.refused, &had, number, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}
