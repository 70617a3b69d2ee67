/* tell.c - the moves of a match, told to a reader in sentences. */
#include "room.h"

void bl_match_tell(struct bl_match *m, uint32_t number, int reader, struct bl_event *event,
                   struct bl_story *out)
{
    struct work *w = m->work;
    bl_match_event(m, number, reader, event);
    const void *before = w->before.state, *after = w->now.state;
    struct bl_play play = event->play;
    if (reader != BL_REFEREE) {
        bl_view(m->game, before, reader, w->seen);
        bl_view(m->game, after, reader, w->then);
        play = reader == play.seat ? play : bl_told(m->game, before, &play);
        before = w->seen;
        after = w->then;
    }
    bl_tell_move(m->game, before, after, &play, &event->account, out);
}

uint32_t bl_match_instead(struct bl_match *m, int seat, const bl_move **moves, struct bl_story *due)
{
    uint32_t n = seat == bl_match_to_move(m) ? bl_match_moves(m, moves) : 0;
    bl_tell_due(m->game, bl_match_view(m, seat), due);
    return n > BL_FEW_MOVES ? 0 : n;
}
