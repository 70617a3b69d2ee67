/* selfplay.c - a game of a net against itself: moves, and afterwards what each seat should have
 * expected, by what came later (TD(λ), in the terms of the trade). */
#include "selfplay.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

void selfplay_init(struct selfplay *s, const struct bl_game *game, uint32_t cap)
{
    *s = (struct selfplay){.room = cap};
    judge_init(&s->judge, game);
    s->state = bl_new(1, game->state_size);
    s->before = bl_new(1, game->state_size);
    s->view = bl_new(1, game->state_size);
    s->moves = bl_new((size_t)game->max_moves + 1, sizeof *s->moves);
    s->values = bl_new((size_t)game->max_moves + 1, sizeof *s->values);
    s->expected = bl_new(cap, sizeof *s->expected);
    s->instead = bl_new(cap, sizeof *s->instead);
    s->movers = bl_new(cap, sizeof *s->movers);
    s->firsts = bl_new(cap, sizeof *s->firsts);
}

void selfplay_free(struct selfplay *s)
{
    judge_free(&s->judge);
    BL_FREE(s->state, s->before, s->view, s->moves, s->values, s->expected, s->instead, s->movers, s->firsts);
}

static float share(struct bl_stream *rng)
{
    return (float)(bl_next(rng) >> 40) * 0x1p-24f;
}

static uint32_t liked(const struct selfplay *s, uint32_t n)
{
    uint32_t best = 0;
    int32_t most = 0;
    int8_t seat = bl_head(s->view)->to_move;
    for (uint32_t i = 0; i < n; i++) {
        int32_t like = s->judge.game->advice->prefer(s->view, &(struct bl_play){s->moves[i], seat, 0, NULL});
        if (i == 0 || like > most) {
            most = like;
            best = i;
        }
    }
    return best;
}

/* Which of the moves is made; `instead`: see struct selfplay. */
static uint32_t pick(struct selfplay *s, const struct manner *m, uint32_t n, struct bl_stream *rng,
                     float *instead)
{
    uint32_t best = 0;
    *instead = -1;
    if (n == 1)
        return 0;
    if (share(rng) < m->liked)
        return share(rng) < m->whims ? bl_below(rng, n) : liked(s, n);
    judge_moves(&s->judge, &s->recalls[bl_head(s->view)->to_move], s->view, s->moves, n, rng, s->values);
    for (uint32_t i = 1; i < n; i++)
        best = s->values[i] > s->values[best] ? i : best;
    if (share(rng) >= m->whims)
        return best;
    uint32_t any = bl_below(rng, n);
    if (any != best)
        *instead = s->values[best];
    return any;
}

/* What every seat sees now becomes a sample, and is judged. */
static void look_around(struct selfplay *s, uint32_t move, int mover, struct samples *out)
{
    unsigned players = bl_head(s->state)->setup.players;
    s->firsts[move] = out->count;
    out->list = bl_grow(out->list, out->count + players, &out->room, sizeof *out->list);
    for (unsigned seat = 0; seat < players; seat++) {
        struct recall *r = &s->recalls[seat];
        const struct glance *g = &s->judge.glances[seat];
        recall_play(r, s->judge.game, s->before, mover, s->state);
        s->expected[move][seat] = judge_state(&s->judge, r, s->state, (int)seat, (int)seat == mover ? s->view : NULL);
        recall_view(r, s->judge.game, s->judge.seen);
        out->ones = bl_grow(out->ones, out->one_count + g->n, &out->one_room, sizeof *out->ones);
        memcpy(out->ones + out->one_count, g->ones, g->n * sizeof *out->ones);
        out->list[out->count++] = (struct sample){out->one_count, g->n, 0};
        out->one_count += g->n;
    }
}

/* From the end backwards: what a seat should have expected is what it expected one move later, mixed
 * with what it should have expected there. Before a whim of its own it should have expected what the
 * best move promised. */
static void hand_back(struct selfplay *s, const struct manner *m, uint32_t made, bool over,
                      struct samples *out)
{
    unsigned players = bl_head(s->state)->setup.players;
    for (unsigned seat = 0; seat < players; seat++) {
        float later = over ? judge_end(s->judge.game, s->state, (int)seat) : 0;
        for (uint32_t i = made; i > 0; i--) {
            uint32_t move = i - 1;
            bool known = over && i == made;       /* there was nothing left to expect */
            if (!known) {
                out->list[s->firsts[move] + seat].target = later;
                later = m->patience * (m->trust * s->expected[move][seat] + (1 - m->trust) * later);
            }
            if (s->movers[move] == (int)seat && s->instead[move] >= 0)
                later = s->instead[move];
        }
    }
}

void selfplay_game(struct selfplay *s, const struct bl_setup *setup, const struct manner *m,
                   uint64_t seed, struct samples *out)
{
    const struct bl_game *game = s->judge.game;
    const struct bl_head *head = bl_head(s->state);
    struct bl_context cx;
    uint64_t key = bl_streams(seed, game->code, BL_FOR_SAMPLE);
    uint32_t made = 0, n;
    bl_context_init(&cx, game, seed);
    game->rules->deal(s->state, setup, &cx);
    memset(s->recalls, 0, sizeof s->recalls);
    judge_forget(&s->judge);
    for (; head->to_move >= 0 && made < m->cap && (n = game->rules->moves(s->state, s->moves)) > 0; made++) {
        struct bl_stream rng = bl_stream_of(key, made);
        int8_t mover = head->to_move;
        bl_view(game, s->state, mover, s->view);
        recall_view(&s->recalls[mover], game, s->view);
        struct bl_play play = {s->moves[pick(s, m, n, &rng, &s->instead[made])], mover, 0, NULL};
        s->movers[made] = mover;
        bl_copy(game, s->before, s->state);
        game->rules->apply(s->state, &play, &cx);
        if (head->to_move >= 0)
            look_around(s, made, mover, out);
    }
    hand_back(s, m, made, head->to_move < 0, out);
}
