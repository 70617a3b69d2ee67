/* line_out.c - writing transcripts: their lines, and whole games as they are played. */
#include <stdlib.h>

#include "base/alloc.h"
#include "bylaw/position.h"
#include "bylaw/transcript.h"
#include "line.h"

void bl_put_start_lines(struct bl_text *out, const struct bl_game *game, uint64_t seed,
                        const void *state)
{
    bl_json_putf(out, "{'bylaw':1,'game':%s", game->id);
    bl_put_setup(out, game, &bl_head(state)->setup);
    bl_json_putf(out, "'seed':'%u'}\n{'t':'start','state':", seed);
    bl_put_state(game, state, out);
    bl_put(out, "}\n");
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
    bl_json_putf(out, "{'t':'chance','what':%s", kind->what);
    bl_json_key(out, kind->member);
    if (many)
        bl_json_open(out, '[');
    for (uint16_t i = 0; i < e->count; i++)
        put_item(out, game, kind->items, e->items[i]);
    bl_put(out, many ? "]}\n" : "}\n");
}

static void put_move(struct bl_text *out, const struct bl_game *game, const void *state,
                     const struct bl_play *play)
{
    BL_LOCAL struct bl_text move = bl_text_heap();
    game->notation->put_move(state, play, &move);
    bl_json_put_string(out, move.s);
}

/* The legal moves of the seat to move, whoever moves now. */
static void put_legal(struct bl_text *out, const struct bl_game *game, const void *state)
{
    int8_t seat = bl_head(state)->to_move;
    bl_move *moves = bl_new((size_t)game->max_moves + 1, sizeof *moves);
    uint32_t count = game->rules->moves(state, moves);
    bl_json_putf(out, "'legal':[");
    for (uint32_t i = 0; i < count; i++)
        put_move(out, game, state, &(struct bl_play){moves[i], seat, 0, NULL});
    bl_json_close(out, ']');
    free(moves);
}

static void put_cites(struct bl_text *out, const struct bl_game *game, const struct bl_trace *trace)
{
    bl_cite cites[BL_TRACE_MAX];
    uint32_t count = bl_cites(trace, cites, BL_TRACE_MAX);
    bl_json_putf(out, "'cites':[");
    for (uint32_t i = 0; i < count; i++)
        bl_json_put_string(out, game->clauses[cites[i]].id);
    bl_json_close(out, ']');
}

void bl_put_move_head(struct bl_text *out, const struct bl_game *game, const void *state,
                      const struct bl_play *play, bool full)
{
    bl_json_putf(out, "{'t':'move','seat':%d", play->seat);
    if (full)
        put_legal(out, game, state);
    bl_json_key(out, "move");
    put_move(out, game, state, play);
}

void bl_put_move_lines(struct bl_text *out, const struct bl_game *game, const struct bl_text *head,
                       const struct bl_step *step, const void *state)
{
    for (uint32_t i = 0; i < step->chances; i++)
        put_chance(out, game, &step->chance[i]);
    bl_put_bytes(out, head->s, head->len);
    put_cites(out, game, &step->trace);
    if (state) {
        bl_json_key(out, "state");
        bl_put_state(game, state, out);
    }
    bl_put(out, "}\n");
}

void bl_put_end_line(struct bl_text *out, const struct bl_game *game, const void *state)
{
    struct bl_result result = {.winner = -1};
    game->rules->result(state, &result);
    bool over = result.why != 0;
    bl_json_putf(out, "{'t':'end','winner':%p,'ranking':[", over ? result.winner : -1);
    for (uint8_t i = 0; over && i < result.ranked; i++)
        bl_json_put_int(out, result.ranking[i]);
    bl_put(out, "]");
    bl_json_putf(out, "'why':%s}\n", over ? game->clauses[result.why].id : "cap");
}

/* ---- games as they are played ----------------------------------------------- */

void bl_record_start(struct bl_recorder *r, uint64_t seed, const void *state)
{
    bl_put_start_lines(r->out, r->game, seed, state);
}

bool bl_record_move(struct bl_recorder *r, void *state, const struct bl_play *play,
                    struct bl_chance *chance)
{
    BL_LOCAL struct bl_text head = bl_text_heap();
    bl_put_move_head(&head, r->game, state, play, r->full);
    bool made = bl_step(r->game, state, play, chance, r->scratch, &r->step);
    if (made)
        bl_put_move_lines(r->out, r->game, &head, &r->step, r->full ? state : NULL);
    return made;
}

void bl_record_end(struct bl_recorder *r, const void *state)
{
    bl_put_end_line(r->out, r->game, state);
}
