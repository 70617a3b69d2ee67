/* lab_game.c - one game of the lab, with what is noted of it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "lab.h"

#define NOTATION_ROOM 8192
#define LOOK_UP 256          /* moves between two looks at whether the work was stopped */
#define LAST_PLAYOUTS 8      /* from where an unfinished game was left */

void lab_room_init(struct lab_room *room, const struct lab_plan *plan, const atomic_bool *stop)
{
    const struct bl_game *game = plan->game;
    *room = (struct lab_room){.plan = plan, .game = game, .traced = game->traced, .stop = stop};
    void **states[] = {&room->state, &room->view, &room->spare, &room->other, &room->mark};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
        *states[i] = bl_new(1, game->state_size);
    for (int i = 0; i < LAB_POSITIONS; i++)
        room->kept[i].state = bl_new(1, game->state_size);
    room->moves = bl_new((size_t)game->max_moves + 1, sizeof *room->moves);
    room->more = bl_new((size_t)game->max_moves + 1, sizeof *room->more);
    room->notation_room = NOTATION_ROOM;
    room->notation = bl_new(NOTATION_ROOM, sizeof *room->notation);
    room->seen = bl_new(game->clause_count, 1);
    room->in_game = bl_new(game->clause_count, 1);
    room->refused = bl_new(game->clause_count, sizeof *room->refused);
    room->scratch = bl_scratch_new(game);
    room->words = bl_text_heap();
    for (int i = 0; i < LAB_WEIGHED; i++)
        room->said[i] = bl_text_heap();
    bl_trace_clear(&room->trace);
}

void lab_room_free(struct lab_room *room)
{
    void *all[] = {room->state, room->view, room->spare, room->other, room->mark, room->moves,
                   room->more, room->notation, room->seen, room->in_game,
                   room->refused};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]);
    for (int i = 0; i < LAB_POSITIONS; i++)
        free(room->kept[i].state);
    bl_scratch_free(room->game, room->scratch);
    bl_text_free(&room->words);
    for (int i = 0; i < LAB_WEIGHED; i++)
        bl_text_free(&room->said[i]);
}

static bool stopped(const struct lab_room *room)
{
    return room->stop && atomic_load_explicit(room->stop, memory_order_relaxed);
}

/* ---- moves ------------------------------------------------------------------- */

struct bl_context lab_context(struct lab_room *room, uint64_t seed)
{
    struct bl_context cx;
    bl_context_init(&cx, room->game, seed);
    cx.trace = &room->trace;
    cx.scratch = room->scratch;
    return cx;
}

void lab_choose(struct lab_room *room, const struct bl_bot *bot, void *memory, const void *state,
                const bl_move *moves, uint32_t n, struct bl_stream *rng, struct bl_play *out)
{
    int seat = bl_head(state)->to_move;
    if ((bot->looks || room->game->advice->propose) && !bot->cheats)
        bl_view(room->game, state, seat, room->view);
    const void *seen = bot->cheats ? state : room->view;
    struct bl_decision decision = {room->game, seen, seat, moves, n, rng, memory};
    bl_bot_play(bot, &decision, room->scratch, &room->words, out);
    out->seat = (int8_t)seat;
}

void lab_apply_traced(struct lab_room *room, void *state, const struct bl_play *play,
                      struct bl_chance *chance)
{
    struct bl_context cx = {.chance = *chance, .trace = &room->trace, .scratch = room->scratch};
    room->traced->check(state, play, &cx);
    cx.chance = *chance;
    room->traced->apply(state, play, &cx);
    *chance = cx.chance;
    room->sums->made++;
    lab_count_event(room);
}

int lab_playout(struct lab_room *room, void *state, const struct bl_bot *bot, uint64_t cap,
                struct bl_stream *rng)
{
    const struct bl_game *game = room->game;
    const struct bl_head *head = bl_head(state);
    struct bl_context cx = lab_context(room, bl_next(rng));
    for (uint64_t d = 0; head->to_move >= 0; d++) {
        if (d == cap || (d % LOOK_UP == LOOK_UP - 1 && stopped(room)))
            return -2;
        uint32_t n = game->rules->moves(state, room->more);
        struct bl_play play = {room->more[0], head->to_move, 0, NULL};
        if (n == 0)
            return -2;
        if (n > 1 || play.move & BL_OPEN)
            lab_choose(room, bot, NULL, state, room->more, n, rng, &play);
        game->rules->apply(state, &play, &cx);
    }
    struct bl_result result = {.winner = -1};
    game->rules->result(state, &result);
    return result.winner;
}

/* ---- positions that are kept --------------------------------------------------- */

/* Keeps every `stride`-th position; when there is no more room, every second of those goes, and
 * the stride doubles. So they are spread evenly over a game of any length. */
static void keep(struct lab_room *room, uint64_t at)
{
    if (at % room->stride != 0)
        return;
    if (room->kept_count == LAB_POSITIONS) {
        for (uint32_t i = 0; i < LAB_POSITIONS / 2; i++) {
            struct lab_kept even = room->kept[2 * i];
            room->kept[2 * i] = room->kept[i];
            room->kept[i] = even;
        }
        room->kept_count = LAB_POSITIONS / 2;
        room->stride *= 2;
        if (at % room->stride != 0)
            return;
    }
    struct lab_kept *kept = &room->kept[room->kept_count++];
    kept->at = at;
    bl_copy(room->game, kept->state, room->state);
}

/* ---- one game ------------------------------------------------------------------ */

static void note_choices(struct lab_room *room, uint32_t n, struct lab_row *row)
{
    row->choices += n;
    row->forced += n == 1;
    if (n > row->widest)
        row->widest = n;
    room->sums->widths[n < LAB_WIDTHS ? n : LAB_WIDTHS - 1]++;
}

/* Brent: a position that comes again is found once the mark stands in its cycle. */
static void note_recurrence(struct lab_room *room, uint64_t at, struct lab_row *row)
{
    if (at > 0 && bl_same(room->game, room->mark, room->state))
        row->recurs = 1;
    if ((at & (at - 1)) == 0)
        bl_copy(room->game, room->mark, room->state);
}

static void deal(struct lab_room *room, const struct bl_setup *setup, uint64_t seed,
                 struct bl_chance *chance)
{
    struct bl_context cx = lab_context(room, seed);
    room->traced->deal(room->state, setup, &cx);
    *chance = cx.chance;
    lab_count_event(room);
}

/* What the bots of a game remember, while it lasts. */
struct table {
    const struct bl_bot *const *bots;
    int seats;
    void *memories[BL_MAX_SEATS];
};

static void sit_down(struct table *t, const struct bl_game *game)
{
    for (int seat = 0; seat < t->seats; seat++)
        t->memories[seat] = t->bots[seat]->sit ? t->bots[seat]->sit(t->bots[seat], game) : NULL;
}

static void show_all(const struct table *t, const struct bl_play *play)
{
    for (int seat = 0; seat < t->seats; seat++)
        if (t->memories[seat] && t->bots[seat]->saw)
            t->bots[seat]->saw(t->memories[seat], play);
}

static void stand_up(const struct table *t)
{
    for (int seat = 0; seat < t->seats; seat++)
        if (t->memories[seat])
            t->bots[seat]->rise(t->memories[seat]);
}

static void note_end(const struct lab_room *room, uint64_t moves, bool first, struct lab_row *row)
{
    struct bl_result result = {.winner = -1};
    room->game->rules->result(room->state, &result);
    int64_t winner = result.why ? result.winner : -1;
    if (first) {
        row->moves = (int64_t)moves;
        row->why = result.why;
        row->winner = winner;
        row->recurs = result.why ? 0 : row->recurs;
    } else {
        row->strong_moves = (int64_t)moves;
        row->strong_why = result.why;
        row->strong_winner = winner;
    }
}

/* Plays a deal, its first game or its second. False: stopped before the end. */
static bool play_one(struct lab_room *room, const struct bl_setup *setup,
                     const struct bl_bot *const *bots, uint64_t seed, bool first,
                     struct lab_row *row)
{
    struct table table = {.bots = bots, .seats = setup->players};
    struct bl_chance chance;
    bool whole = true;
    sit_down(&table, room->game);
    deal(room, setup, seed, &chance);
    const struct bl_head *head = bl_head(room->state);
    uint64_t d = 0;
    for (; whole && head->to_move >= 0 && d < room->plan->cap; d++) {
        uint32_t n = room->game->rules->moves(room->state, room->moves);
        int seat = head->to_move;
        struct bl_play play;
        assert(n > 0);
        if (first) {
            note_choices(room, n, row);
            note_recurrence(room, d, row);
            keep(room, d);
        }
        struct bl_stream rng = bl_bot_stream(room->game, seed, d);
        lab_choose(room, bots[seat], table.memories[seat], room->state, room->moves, n, &rng, &play);
        lab_apply_traced(room, room->state, &play, &chance);
        show_all(&table, &play);
        whole = !stopped(room);
    }
    stand_up(&table);
    note_end(room, d, first, row);
    return whole;
}

/* Whether an unfinished game was bound to go on: play at random tries to end it. */
static void try_to_end(struct lab_room *room, uint64_t seed, struct lab_row *row)
{
    struct bl_stream all = bl_stream(seed, room->game->code, BL_FOR_SAMPLE, UINT32_MAX);
    for (uint64_t r = 0; r < LAST_PLAYOUTS; r++) {
        struct bl_stream rng = bl_substream(&all, r);
        bl_copy(room->game, room->spare, room->state);
        row->could_end += lab_playout(room, room->spare, bl_find_bot("random"), LAB_LAST_MOVES,
                                      &rng) != -2;
    }
}

bool lab_play(struct lab_room *room, uint32_t setting, uint64_t number, struct lab_row *row)
{
    const struct lab_plan *plan = room->plan;
    const struct bl_setup *setup = &plan->settings[setting].setup;
    uint64_t seed = bl_game_seed(plan->seed, number);
    *row = (struct lab_row){.winner = -1, .strong_winner = -1};
    room->kept_count = 0;
    room->stride = 1;
    if (!play_one(room, setup, plan->bots, seed, true, row))
        return false;
    if (row->why == 0)
        try_to_end(room, seed, row);
    lab_look(room, seed, row);
    lab_count_game(room);
    const struct bl_bot *bots[BL_MAX_SEATS];
    row->strong_seat = (int64_t)(number % setup->players);
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        bots[seat] = seat == row->strong_seat ? plan->strong : plan->weak;
    bool whole = play_one(room, setup, bots, seed, false, row);
    lab_count_game(room);
    return whole && !stopped(room);
}
