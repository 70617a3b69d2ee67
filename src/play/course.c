/* course.c - a game between bots. */
#include "play/course.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "bots/bots.h"

#define LOOK_UP 1024   /* moves at random between two looks at whether to stop */

void course_init(struct course *c, const struct bl_game *game)
{
    *c = (struct course){.game = game, .cap = UINT64_MAX, .words = bl_text_heap()};
    c->state = bl_new(1, game->state_size);
    c->view = bl_new(1, game->state_size);
    c->moves = bl_new((size_t)game->max_moves + 1, sizeof *c->moves);
    c->cx.scratch = bl_scratch_new(game);
}

void course_free(struct course *c)
{
    BL_FREE(c->state, c->view, c->moves);
    bl_scratch_free(c->game, c->cx.scratch);
    bl_text_free(&c->words);
}

void course_chance(struct course *c, uint64_t seed)
{
    void *scratch = c->cx.scratch;
    bl_context_init(&c->cx, c->game, seed);
    c->cx.scratch = scratch;
    c->seed = seed;
}

void course_deal(struct course *c, const struct bl_setup *setup, uint64_t seed)
{
    course_chance(c, seed);
    c->game->rules->deal(c->state, setup, &c->cx);
}

static bool stopped(const struct course *c)
{
    return c->stop && atomic_load_explicit(c->stop, memory_order_relaxed);
}

/* Whether all choices are the random bot's, which need no view and leave nobody wiser; open moves
 * need more than a choice. */
static bool is_plain(const struct course *c)
{
    if (c->game->advice->propose || c->look || c->step)
        return false;
    for (int seat = 0; seat < bl_head(c->state)->setup.players; seat++)
        if (c->bots[seat] != &bl_bot_random)
            return false;
    return true;
}

void course_choose(struct course *c, const struct bl_bot *bot, void *memory, const bl_move *moves,
                   uint32_t n, struct bl_stream *rng, struct bl_play *out)
{
    int seat = bl_head(c->state)->to_move;
    bool looks = bot->looks || c->game->advice->propose;
    if (looks && !bot->cheats)
        bl_view(c->game, c->state, seat, c->view);
    const void *seen = bot->cheats ? c->state : looks ? c->view : NULL;
    struct bl_decision decision = {c->game, seen, seat, moves, n, rng, memory, NULL};
    bl_bot_play(bot, &decision, c->cx.scratch, &c->words, out);
    out->seat = (int8_t)seat;
}

/* Makes a move, and shows those who remember of it what they may know. False: it was refused. */
static bool make(struct course *c, const struct bl_play *play)
{
    struct bl_play told = bl_told(c->game, c->state, play);
    if (!c->step)
        c->game->rules->apply(c->state, play, &c->cx);
    else if (!c->step(c, play))
        return false;
    for (int seat = 0; seat < bl_head(c->state)->setup.players; seat++)
        if (c->memories[seat] && c->bots[seat]->saw)
            c->bots[seat]->saw(c->memories[seat], seat == play->seat ? play : &told);
    return true;
}

/* In place of a move that was refused, the first closed one of the list. */
static void make_any(struct course *c, uint32_t n, struct bl_play *play)
{
    uint32_t i = 0;
    while (i < n && c->moves[i] & BL_OPEN)
        i++;
    assert(i < n);
    *play = (struct bl_play){c->moves[i], play->seat, 0, NULL};
    bool made = make(c, play);
    assert(made);
    (void)made;
}

/* One decision of bots that look, or are looked at. Where there is no choice nobody is asked. */
static void decide(struct course *c, uint32_t n)
{
    int8_t mover = bl_head(c->state)->to_move;
    struct bl_stream own = bl_stream_of(c->keys[mover], c->made);
    struct bl_play play = {c->moves[0], mover, 0, NULL};
    if (c->look)
        c->look(c, n);
    if (n > 1 || play.move & BL_OPEN)
        course_choose(c, c->bots[mover], c->memories[mover], c->moves, n, &own, &play);
    if (!make(c, &play))
        make_any(c, n, &play);
}

/* The random bot's game, the fast way. A number is taken even where there is no choice: that costs
 * less than to ask. */
static bool go_on_at_random(struct course *c)
{
    const struct bl_rules *rules = c->game->rules;
    const struct bl_head *head = bl_head(c->state);
    const uint64_t cap = c->cap;
    void *state = c->state;
    bl_move *moves = c->moves;
    for (c->made = 0; head->to_move >= 0 && c->made < cap; c->made++) {
        struct bl_stream own = bl_stream_of(c->keys[head->to_move], c->made);
        uint32_t n = rules->moves(state, moves);
        struct bl_play play = {moves[bl_below(&own, n)], head->to_move, 0, NULL};
        rules->apply(state, &play, &c->cx);
        if (c->made % LOOK_UP == LOOK_UP - 1 && stopped(c))
            return false;
    }
    return true;
}

bool course_go_on(struct course *c)
{
    const struct bl_head *head = bl_head(c->state);
    for (int seat = 0; seat < head->setup.players; seat++)
        c->keys[seat] = bl_bot_key(c->game, c->seed, seat);
    if (is_plain(c))
        return go_on_at_random(c);
    for (c->made = 0; head->to_move >= 0 && c->made < c->cap; c->made++) {
        uint32_t n = c->game->rules->moves(c->state, c->moves);
        if (n == 0)
            break;
        decide(c, n);
        if (stopped(c))
            return false;
    }
    return true;
}

bool course_play(struct course *c)
{
    int seats = bl_head(c->state)->setup.players;
    for (int seat = 0; seat < seats; seat++)
        c->memories[seat] = c->bots[seat]->sit ? c->bots[seat]->sit(c->bots[seat], c->game) : NULL;
    bool whole = course_go_on(c);
    for (int seat = 0; seat < seats; seat++) {
        if (c->memories[seat])
            c->bots[seat]->rise(c->memories[seat]);
        c->memories[seat] = NULL;
    }
    return whole;
}

static bool record(struct course *c, const struct bl_play *play)
{
    return bl_record_move(c->user, c->state, play, &c->cx.chance);
}

bool course_record(struct course *c, struct bl_recorder *r)
{
    size_t before = r->out->len;
    c->step = record;
    c->user = r;
    r->scratch = c->cx.scratch;
    bl_record_start(r, c->seed, c->state);
    bool whole = course_play(c);
    if (whole)
        bl_record_end(r, c->state);
    else
        r->out->len = before;
    return whole;
}
