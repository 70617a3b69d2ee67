/* transcript.c - writing a game as JSON lines. */
#include "bylaw/transcript.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "bylaw/position.h"

/* More shuffles than one move can cause in any game. */
#define MAX_EVENTS 32

static void open_event(struct bl_text *out, const char *type)
{
    bl_json_open(out, '{');
    bl_json_key(out, "t");
    bl_json_put_string(out, type);
}

static void close_event(struct bl_text *out)
{
    bl_put(out, "}\n");
}

void bl_record_start(struct bl_recorder *r, uint64_t seed, const void *state)
{
    struct bl_text *out = r->out;
    char digits[24];
    struct bl_text number = BL_TEXT_FIXED(digits);
    bl_put_uint(&number, seed);
    bl_json_open(out, '{');
    bl_json_key(out, "bylaw");
    bl_json_put_int(out, 1);
    bl_json_key(out, "game");
    bl_json_put_string(out, r->game->id);
    bl_put_setup(out, r->game, &bl_head(state)->setup);
    bl_json_key(out, "seed");
    bl_json_put_string(out, digits);
    close_event(out);
    open_event(out, "start");
    bl_json_key(out, "state");
    bl_put_state(r->game, state, out);
    close_event(out);
}

static void put_item(struct bl_text *out, const struct bl_game *game, enum bl_items items,
                     uint16_t item)
{
    if (items != BL_ITEMS_CARDS) {
        bl_json_put_int(out, item);
        return;
    }
    char room[32];
    struct bl_text card = BL_TEXT_FIXED(room);
    game->notation->put_card(item, &card);
    bl_json_put_string(out, room);
}

static void put_chance(struct bl_text *out, const struct bl_game *game,
                       const struct bl_chance_event *e)
{
    const struct bl_chance_kind *kind = &game->chances[e->kind];
    bool many = kind->items != BL_ITEMS_SEAT;
    open_event(out, "chance");
    bl_json_key(out, "what");
    bl_json_put_string(out, kind->what);
    bl_json_key(out, kind->member);
    if (many)
        bl_json_open(out, '[');
    for (uint16_t i = 0; i < e->count; i++)
        put_item(out, game, kind->items, e->items[i]);
    if (many)
        bl_json_close(out, ']');
    close_event(out);
}

static void put_move(struct bl_text *out, const struct bl_game *game, const void *state,
                     const struct bl_play *play)
{
    struct bl_text move = bl_text_heap();
    game->notation->put_move(state, play, &move);
    bl_json_put_string(out, move.s);
    bl_text_free(&move);
}

/* The legal moves of the seat to move, whoever moves now. */
static void put_legal(struct bl_text *out, const struct bl_game *game, const void *state)
{
    int8_t seat = bl_head(state)->to_move;
    bl_move *moves = bl_new((size_t)game->max_moves + 1, sizeof *moves);
    uint32_t count = game->rules->moves(state, moves);
    bl_json_key(out, "legal");
    bl_json_open(out, '[');
    for (uint32_t i = 0; i < count; i++)
        put_move(out, game, state, &(struct bl_play){moves[i], seat, 0, NULL});
    bl_json_close(out, ']');
    free(moves);
}

static void put_cites(struct bl_text *out, const struct bl_game *game, const struct bl_trace *trace)
{
    bl_cite cites[BL_TRACE_MAX];
    uint32_t count = bl_cites(trace, cites, BL_TRACE_MAX);
    bl_json_key(out, "cites");
    bl_json_open(out, '[');
    for (uint32_t i = 0; i < count; i++)
        bl_json_put_string(out, game->clauses[cites[i]].id);
    bl_json_close(out, ']');
}

void bl_record_move(struct bl_recorder *r, void *state, const struct bl_play *play,
                    struct bl_chance *chance)
{
    const struct bl_game *game = r->game;
    struct bl_chance_event events[MAX_EVENTS];
    struct bl_chance_log log = {0, MAX_EVENTS, events}, *given_log = chance->log;
    struct bl_trace trace = {0};
    struct bl_context cx = {*chance, &trace};
    bl_trace_clear(&trace);
    cx.chance.log = &log;

    /* What the move says is read off the state before it; its chance lines come first. */
    struct bl_text line = bl_text_heap();
    open_event(&line, "move");
    bl_json_key(&line, "seat");
    bl_json_put_int(&line, play->seat);
    if (r->full)
        put_legal(&line, game, state);
    bl_json_key(&line, "move");
    put_move(&line, game, state, play);

    bl_cite refused = game->traced->check(state, play, &cx);
    assert(refused == 0);
    (void)refused;
    game->traced->apply(state, play, &cx);
    put_cites(&line, game, &trace);
    if (r->full) {
        bl_json_key(&line, "state");
        bl_put_state(game, state, &line);
    }
    close_event(&line);

    assert(log.count < MAX_EVENTS);
    for (uint32_t i = 0; i < log.count; i++)
        put_chance(r->out, game, &events[i]);
    bl_put_bytes(r->out, line.s, line.len);
    bl_text_free(&line);
    *chance = cx.chance;
    chance->log = given_log;
}

void bl_record_end(struct bl_recorder *r, const void *state)
{
    struct bl_result result = {.winner = -1};
    r->game->rules->result(state, &result);
    bool over = result.why != 0;
    open_event(r->out, "end");
    bl_json_key(r->out, "winner");
    bl_json_put_seat(r->out, over ? result.winner : -1);
    bl_json_key(r->out, "ranking");
    bl_json_open(r->out, '[');
    for (uint8_t i = 0; over && i < result.ranked; i++)
        bl_json_put_int(r->out, result.ranking[i]);
    bl_json_close(r->out, ']');
    bl_json_key(r->out, "why");
    bl_json_put_string(r->out, over ? r->game->clauses[result.why].id : "cap");
    close_event(r->out);
}
