/* bout.c - the loop of a bout; see bout.h. */
#include "play/bout.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bots/bots.h"

#define LOOK_UP 1024   /* moves at random between two looks at whether to stop */

void bout_init(struct bout *b, const struct bl_game *game)
{
    *b = (struct bout){.game = game, .cap = UINT64_MAX, .words = bl_text_heap()};
    b->state = bl_new(1, game->state_size);
    b->view = bl_new(1, game->state_size);
    b->moves = bl_new((size_t)game->max_moves + 1, sizeof *b->moves);
    b->cx.scratch = bl_scratch_new(game);
}

void bout_free(struct bout *b)
{
    BL_FREE(b->state, b->view, b->moves);
    bl_scratch_free(b->game, b->cx.scratch);
    bl_text_free(&b->words);
}

void bout_chance(struct bout *b, uint64_t seed)
{
    void *scratch = b->cx.scratch;
    bl_context_init(&b->cx, b->game, seed);
    b->cx.scratch = scratch;
    b->seed = seed;
}

void bout_deal(struct bout *b, const struct bl_setup *setup, uint64_t seed)
{
    bout_chance(b, seed);
    b->game->rules->deal(b->state, setup, &b->cx);
}

static bool stopped(const struct bout *b)
{
    return b->stop && atomic_load_explicit(b->stop, memory_order_relaxed);
}

/* Who thinks for long is told so too. */
static bool is_stopped(void *bout)
{
    return stopped(bout);
}

/* Whether all choices are the random bot's, which need no view and leave nobody wiser; open moves
 * need more than a choice. */
static bool is_plain(const struct bout *b)
{
    if (b->game->advice->propose || b->look || b->step)
        return false;
    for (int seat = 0; seat < bl_head(b->state)->setup.players; seat++)
        if (b->bots[seat] != &bl_bot_random)
            return false;
    return true;
}

void bout_choose(struct bout *b, const struct bl_bot *bot, void *memory, const bl_move *moves,
                 uint32_t n, struct bl_stream *rng, struct bl_play *out)
{
    int seat = bl_head(b->state)->to_move;
    bool looks = bot->looks || b->game->advice->propose;
    if (looks && !bot->cheats)
        bl_view(b->game, b->state, seat, b->view);
    const void *seen = bot->cheats ? b->state : looks ? b->view : NULL;
    const struct bl_patience patience = {is_stopped, b};
    struct bl_decision decision = {b->game, seen, seat, moves, n, rng, memory,
                                   b->stop ? &patience : NULL, b->pasts[seat]};
    bl_bot_play(bot, &decision, b->cx.scratch, &b->words, out);
    out->seat = (int8_t)seat;
}

/* Whether the rules allow a bot's move in what is, which the bot may not see; `n` is how many closed
 * ones they do. */
static bool allowed(struct bout *b, const struct bl_play *play, uint32_t n)
{
    if (play->move & BL_OPEN)
        return bl_check(b->game, b->game->rules, b->state, play, &b->cx) == 0;
    uint32_t i = 0;
    while (i < n && b->moves[i] != play->move)
        i++;
    return i < n;
}

/* Makes a move, and shows those who remember of it what they may know. False: it was refused. */
static bool make(struct bout *b, const struct bl_play *play, uint32_t n)
{
    struct bl_play told = bl_told(b->game, b->state, play);
    if (b->step ? !b->step(b, play) : !allowed(b, play, n))
        return false;
    if (!b->step)
        b->game->rules->apply(b->state, play, &b->cx);
    for (int seat = 0; seat < bl_head(b->state)->setup.players; seat++) {
        if (b->memories[seat] && b->bots[seat]->saw)
            b->bots[seat]->saw(b->memories[seat], seat == play->seat ? play : &told);
        if (b->pasts[seat]) {
            bl_view(b->game, b->state, seat, b->view);
            bl_past_add(b->pasts[seat], seat == play->seat ? play : &told, b->view);
        }
    }
    return true;
}

/* In place of a move that was refused, the first closed one of the list. */
static void make_any(struct bout *b, uint32_t n, struct bl_play *play)
{
    uint32_t i = 0;
    while (i < n && b->moves[i] & BL_OPEN)
        i++;
    assert(i < n);
    *play = (struct bl_play){b->moves[i], play->seat, 0, NULL};
    b->refused[play->seat]++;
    bool made = make(b, play, n);
    assert(made);
    (void)made;
}

/* One decision of bots that look, or are looked at. Where there is no choice nobody is asked. */
static void decide(struct bout *b, uint32_t n)
{
    int8_t mover = bl_head(b->state)->to_move;
    struct bl_stream own = bl_stream_of(b->keys[mover], b->made);
    struct bl_play play = {b->moves[0], mover, 0, NULL};
    if (b->look)
        b->look(b, n);
    if (n > 1 || play.move & BL_OPEN)
        bout_choose(b, b->bots[mover], b->memories[mover], b->moves, n, &own, &play);
    if (!make(b, &play, n))
        make_any(b, n, &play);
    if (b->took)
        b->took(b, &play);
}

/* The random bot's game, the fast way. A number is taken even where there is no choice: that costs
 * less than to ask. */
static bool go_on_at_random(struct bout *b)
{
    const struct bl_rules *rules = b->game->rules;
    const struct bl_head *head = bl_head(b->state);
    const uint64_t cap = b->cap;
    void *state = b->state;
    bl_move *moves = b->moves;
    for (b->made = 0; head->to_move >= 0 && b->made < cap; b->made++) {
        struct bl_stream own = bl_stream_of(b->keys[head->to_move], b->made);
        uint32_t n = rules->moves(state, moves);
        struct bl_play play = {moves[bl_below(&own, n)], head->to_move, 0, NULL};
        rules->apply(state, &play, &b->cx);
        if (b->made % LOOK_UP == LOOK_UP - 1 && stopped(b))
            return false;
    }
    return true;
}

bool bout_go_on(struct bout *b)
{
    const struct bl_head *head = bl_head(b->state);
    for (int seat = 0; seat < head->setup.players; seat++)
        b->keys[seat] = bl_bot_key(b->game, b->seed, seat);
    memset(b->refused, 0, sizeof b->refused);
    if (is_plain(b))
        return go_on_at_random(b);
    for (b->made = 0; head->to_move >= 0 && b->made < b->cap; b->made++) {
        uint32_t n = b->game->rules->moves(b->state, b->moves);
        if (n == 0)
            break;
        decide(b, n);
        if (stopped(b))
            return false;
    }
    return true;
}

/* A bot stands up, and its faults are counted. */
static void take_leave(struct bout *b, int seat)
{
    const struct bl_bot *bot = b->bots[seat];
    bool forfeits = false;
    if (!b->memories[seat])
        return;
    if (bot->faults)
        b->faults[seat] = bot->faults(b->memories[seat], &forfeits);
    b->forfeits |= (uint32_t)forfeits << seat;
    bot->rise(b->memories[seat]);
    b->memories[seat] = NULL;
}

bool bout_play(struct bout *b)
{
    int seats = bl_head(b->state)->setup.players;
    memset(b->faults, 0, sizeof b->faults);
    b->forfeits = 0;
    for (int seat = 0; seat < seats; seat++) {
        b->memories[seat] = b->bots[seat]->sit ? b->bots[seat]->sit(b->bots[seat], b->game) : NULL;
        if (bl_recalls(b->bots[seat], b->game)) {
            bl_view(b->game, b->state, seat, b->view);
            b->pasts[seat] = bl_past_new(b->game, seat, b->view);
        }
    }
    bool whole = bout_go_on(b);
    for (int seat = 0; seat < seats; seat++) {
        take_leave(b, seat);
        bl_past_free(b->pasts[seat]);
        b->pasts[seat] = NULL;
    }
    return whole;
}

static bool record(struct bout *b, const struct bl_play *play)
{
    return bl_record_move(b->user, b->state, play, &b->cx.chance);
}

bool bout_record(struct bout *b, struct bl_recorder *r)
{
    size_t before = r->out->len;
    b->step = record;
    b->user = r;
    r->scratch = b->cx.scratch;
    bl_record_start(r, b->seed, b->state);
    bool whole = bout_play(b);
    if (whole)
        bl_record_end(r, b->state);
    else
        r->out->len = before;
    return whole;
}
