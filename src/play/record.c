/* record.c - games written down as they are played. */
#include "bylaw/transcript.h"
#include "core/line.h"

void bl_record_start(struct bl_recorder *r, uint64_t seed, const void *state)
{
    bl_put_start_lines(r->out, r->game, seed, state);
}

bool bl_record_move(struct bl_recorder *r, void *state, const struct bl_play *play,
                    struct bl_chance *chance)
{
    /* What the move says is read off the state before it; its chance lines come first. */
    BL_LOCAL struct bl_text head = bl_text_heap();
    bl_put_move_head(&head, r->game, state, play, r->full);
    bool made = bl_step(r->game, state, play, chance, r->scratch, &r->step);
    for (uint32_t i = 0; made && i < r->step.chances; i++)
        bl_put_chance_line(r->out, r->game, &r->step.chance[i]);
    if (made) {
        bl_put_bytes(r->out, head.s, head.len);
        bl_put_move_tail(r->out, r->game, &r->step.trace, r->full ? state : NULL);
    }
    return made;
}

void bl_record_end(struct bl_recorder *r, const void *state)
{
    bl_put_end_line(r->out, r->game, state);
}
