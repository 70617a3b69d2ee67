/* kernel_sample.c - the lab's play-outs, one a thread: what lab/lab_sample.c and play/bout.c do with a position. */
#include "bots/bots.h"
#include "gpu/kernel.h"

/* What a thread plays with. */
struct place {
    void *state, *view;
    bl_move *moves;
    struct bl_context cx;
};

/* The position that play-out `r` begins with. */
WHOLE void begin(struct place *p, const struct gpu_sample *s, const void *from, struct bl_stream *rng)
{
    if (s->seat < 0) {
        bl_copy(&GAME, p->state, from);
        return;
    }
    bl_view(&GAME, from, s->seat, p->view);
    bl_resample(&GAME, p->view, s->seat, rng, p->state);
    if (s->move == BL_NO_MOVE)
        return;
    bl_context_init(&p->cx, &GAME, bl_next(rng));
    GAME.rules->apply(p->state, &(struct bl_play){.move = s->move, .seat = s->seat}, &p->cx);
}

/* A bot is known when this is compiled. */
WHOLE void decide(struct place *p, uint32_t n, const struct bl_bot *bot, struct bl_stream *own)
{
    int8_t mover = bl_head(p->state)->to_move;
    struct bl_play play = {p->moves[0], mover, 0, NULL};
    struct bl_decision d = {.game = &GAME, .view = p->view, .seat = mover, .moves = p->moves, .count = n, .rng = own};
    if (n > 1 && bot->looks)
        bl_view(&GAME, p->state, mover, p->view);
    if (n > 1)
        bot->choose(bot, &d, &play);
    GAME.rules->apply(p->state, &play, &p->cx);
}

/* The winner; -1: nobody, or it did not end. */
WHOLE int play_out(struct place *p, uint32_t cap, const struct bl_bot *bot, struct bl_stream *rng)
{
    const struct bl_head *head = bl_head(p->state);
    struct bl_result result = {.winner = -1};
    uint64_t seed = bl_next(rng), keys[BL_MAX_SEATS];
    bl_context_init(&p->cx, &GAME, seed);
    for (int seat = 0; seat < head->setup.players; seat++)
        keys[seat] = bl_bot_key(&GAME, seed, seat);
    for (uint32_t made = 0; head->to_move >= 0 && made < cap; made++) {
        uint32_t n = GAME.rules->moves(p->state, p->moves);
        if (n == 0)
            break;
        struct bl_stream own = bl_stream_of(keys[head->to_move], made);
        decide(p, n, bot, &own);
    }
    if (head->to_move < 0)
        GAME.rules->result(p->state, &result);
    return result.winner;
}

WHOLE void play(const struct gpu_samples *task, const struct bl_bot *bot, const struct gpu_sample *samples,
                        const char *states, int8_t *winners)
{
    uint32_t number = thread();
    if (number >= task->all)
        return;
    struct place p = {.state = OWN_STATE, .view = OWN_STATE, .moves = OWN_MOVES};
    const struct gpu_sample *s = &samples[number / task->playouts];
    struct bl_stream rng = bl_substream(&s->all, s->from + number % task->playouts);
    begin(&p, s, states + (size_t)s->position * GAME.state_size, &rng);
    winners[number] = (int8_t)play_out(&p, task->cap, bot, &rng);
}

KERNEL(sample_random, (struct gpu_samples task, const struct gpu_sample *samples, const char *states, int8_t *winners))
{
    play(&task, &bl_bot_random, samples, states, winners);
}

KERNEL(sample_greedy, (struct gpu_samples task, const struct gpu_sample *samples, const char *states, int8_t *winners))
{
    play(&task, &bl_bot_greedy, samples, states, winners);
}
