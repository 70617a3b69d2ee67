/* game.c - one game of a run. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "base/alloc.h"
#include "bots/bots.h"
#include "bylaw/transcript.h"

#define LOOK_UP 1024   /* moves between two looks at whether the run was stopped */

void bl_room_init(struct bl_seat_room *room, const struct bl_game *game)
{
    room->state = bl_new(1, game->state_size);
    room->view = bl_new(1, game->state_size);
    room->moves = bl_new((size_t)game->max_moves + 1, sizeof *room->moves);
    room->scratch = bl_scratch_new(game);
    room->words = bl_text_heap();
    room->game = game;
}

void bl_room_free(struct bl_seat_room *room)
{
    free(room->state);
    free(room->view);
    free(room->moves);
    bl_scratch_free(room->game, room->scratch);
    bl_text_free(&room->words);
}

static bool stopped(const struct bl_run *run)
{
    return run->stop && atomic_load_explicit(run->stop, memory_order_relaxed);
}

/* Open moves need more than a choice. */
static bool all_random(const struct bl_run *run, const struct bl_seat_room *room)
{
    if (run->game->advice->propose)
        return false;
    for (int seat = 0; seat < run->setup.players; seat++)
        if (room->bots[seat] != &bl_bot_random)
            return false;
    return true;
}

/* The short way of bl_bot_random: no view, no record, and no number where there is no choice. */
static bool play_at_random(const struct bl_run *run, struct bl_seat_room *room, uint64_t seed,
                           struct bl_context *cx, uint64_t *moves_made)
{
    const struct bl_game *game = run->game;
    const struct bl_head *head = bl_head(room->state);
    uint64_t d = 0;
    for (; head->to_move >= 0 && d < run->cap; d++) {
        uint32_t n = game->rules->moves(room->state, room->moves), pick = 0;
        assert(n > 0);
        if (n > 1) {
            struct bl_stream rng = bl_bot_stream(game, seed, d);
            pick = bl_below(&rng, n);
        }
        struct bl_play play = {room->moves[pick], head->to_move, 0, NULL};
        game->rules->apply(room->state, &play, cx);
        if (d % LOOK_UP == LOOK_UP - 1 && stopped(run))
            return false;
    }
    *moves_made = d;
    return true;
}

static void sit_down(const struct bl_run *run, struct bl_seat_room *room)
{
    for (int seat = 0; seat < run->setup.players; seat++) {
        const struct bl_bot *bot = room->bots[seat];
        room->memories[seat] = bot->sit ? bot->sit(bot, run->game) : NULL;
    }
}

static void stand_up(const struct bl_run *run, struct bl_seat_room *room)
{
    for (int seat = 0; seat < run->setup.players; seat++)
        if (room->memories[seat])
            room->bots[seat]->rise(room->memories[seat]);
}

static void show_all(const struct bl_run *run, struct bl_seat_room *room,
                     const struct bl_play *play)
{
    for (int seat = 0; seat < run->setup.players; seat++)
        if (room->memories[seat] && room->bots[seat]->saw)
            room->bots[seat]->saw(room->memories[seat], play);
}

static void choose(const struct bl_run *run, struct bl_seat_room *room, uint64_t seed, uint64_t d,
                   struct bl_play *play)
{
    const struct bl_game *game = run->game;
    int seat = bl_head(room->state)->to_move;
    const struct bl_bot *bot = room->bots[seat];
    uint32_t n = game->rules->moves(room->state, room->moves);
    struct bl_stream rng = bl_bot_stream(game, seed, d);
    assert(n > 0);
    if ((bot->looks || game->advice->propose) && !bot->cheats)
        bl_view(game, room->state, seat, room->view);
    struct bl_decision decision = {game, bot->cheats ? room->state : room->view, seat, room->moves,
                                   n, &rng, room->memories[seat]};
    bl_bot_play(bot, &decision, room->scratch, &room->words, play);
}

/* The long way: bots that look, transcripts that are written. */
static bool play_by_bots(const struct bl_run *run, struct bl_seat_room *room, uint64_t seed,
                         struct bl_context *cx, struct bl_text *text, uint64_t *moves_made)
{
    const struct bl_game *game = run->game;
    struct bl_recorder recorder = {game, text, run->full, room->scratch};
    uint64_t d = 0;
    if (text)
        bl_record_start(&recorder, seed, room->state);
    for (; bl_head(room->state)->to_move >= 0 && d < run->cap; d++) {
        struct bl_play play;
        if (stopped(run))
            return false;
        choose(run, room, seed, d, &play);
        if (text)
            bl_record_move(&recorder, room->state, &play, &cx->chance);
        else
            game->rules->apply(room->state, &play, cx);
        show_all(run, room, &play);
    }
    if (text)
        bl_record_end(&recorder, room->state);
    *moves_made = d;
    return true;
}

bool bl_play_game(const struct bl_run *run, struct bl_seat_room *room, uint64_t number,
                  struct bl_text *text, struct bl_outcome *out)
{
    const struct bl_game *game = run->game;
    uint64_t deal = number;
    struct bl_context cx;
    memcpy(room->bots, run->bots, sizeof room->bots);
    if (run->line_up)
        deal = run->line_up(run->host, number, room->bots);
    uint64_t seed = bl_game_seed(run->seed, deal);
    bl_context_init(&cx, game, seed);
    cx.scratch = room->scratch;
    game->rules->deal(room->state, &run->setup, &cx);
    bool whole;
    if (!text && all_random(run, room)) {
        whole = play_at_random(run, room, seed, &cx, &out->moves);
    } else {
        sit_down(run, room);
        whole = play_by_bots(run, room, seed, &cx, text, &out->moves);
        stand_up(run, room);
    }
    if (!whole)
        return false;
    out->result = (struct bl_result){.winner = -1};
    game->rules->result(room->state, &out->result);
    return true;
}
