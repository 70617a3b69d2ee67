/* lines.c - what an engine is told of a game: all of it is made of its seat's views. */
#include "bylaw/position.h"
#include "engine/engine.h"

static void put_view(struct bl_text *out, const struct bl_game *game, const void *view,
                     struct bl_kept *kept)
{
    bl_json_key(out, "state");
    bl_put_state_kept(game, view, kept, out);
}

void engine_put_newgame(struct bl_text *out, const struct bl_decision *d, bool views, struct bl_kept *kept)
{
    const struct bl_setup *setup = &bl_head(d->view)->setup;
    bl_json_putf(out, "{'t':'newgame','game':%s", d->game->id);
    bl_put_setup(out, d->game, setup);
    bl_json_putf(out, "'seat':%d,'actions':%u", d->seat, (uint64_t)bl_action_count(d->game, setup));
    if (views && d->past)
        put_view(out, d->game, bl_past_view(d->past, 0), kept);
    bl_put(out, "}\n");
}

/* A move as the reader of the view may know it. */
static void put_move(struct bl_text *out, const struct bl_game *game, const void *view,
                     const struct bl_play *play, struct bl_text *room)
{
    bl_text_clear(room);
    game->notation->put_move(view, play, room);
    bl_json_put_string(out, room->s);
}

void engine_put_position(struct bl_text *out, const struct bl_decision *d, uint32_t from, bool views,
                         struct bl_kept *kept, struct bl_text *room)
{
    const struct bl_setup *setup = &bl_head(d->view)->setup;
    bl_put(out, "{\"t\":\"position\"");
    put_view(out, d->game, d->view, kept);
    bl_put(out, ",\"since\":[");
    for (uint32_t i = from; d->past && i < d->past->count; i++) {
        bl_json_putf(out, "{'seat':%d,'move':", d->past->plays[i].seat);
        put_move(out, d->game, bl_past_view(d->past, i), &d->past->plays[i], room);
        if (views)
            put_view(out, d->game, bl_past_view(d->past, i + 1), kept);
        bl_put_char(out, '}');
    }
    bl_put(out, "],\"legal\":[");
    for (uint32_t i = 0; i < d->count; i++)
        put_move(out, d->game, d->view, &(struct bl_play){d->moves[i], (int8_t)d->seat, 0, NULL}, room);
    bl_put(out, "],\"actions\":[");
    for (uint32_t i = 0; i < d->count; i++) {
        uint32_t action = bl_action_of(d->game, setup, d->moves[i]);
        if (action == BL_NO_ACTION)
            bl_json_put_null(out);
        else
            bl_json_put_int(out, action);
    }
    bl_put(out, "]}\n");
}
