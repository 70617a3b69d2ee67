/* arena.h - what the files of the arena share. */
#ifndef BYLAW_LAB_ARENA_H
#define BYLAW_LAB_ARENA_H

#include "bylaw/arena.h"

/* What one game came to. */
struct bl_outcome {
    uint64_t moves;
    struct bl_result result;   /* `why` is 0 if it is unfinished */
};

void bl_tally_init(struct bl_tally *t, const struct bl_game *game);
void bl_tally_add(struct bl_tally *t, const struct bl_outcome *o);
void bl_tally_finish(struct bl_tally *t);

/* Room in which one thread plays. */
struct bl_seat_room {
    void *state, *view;
    bl_move *moves;
    const struct bl_bot *bots[BL_MAX_SEATS];   /* who play now … */
    void *memories[BL_MAX_SEATS];              /* … and what they remember */
    void *scratch;                             /* the rules' own */
    struct bl_text words;                      /* what a bot wrote */
    const struct bl_game *game;
};

void bl_room_init(struct bl_seat_room *room, const struct bl_game *game);
void bl_room_free(struct bl_seat_room *room);

/* Plays game `number` of a run to its end; its transcript is appended to `text` unless that is
 * NULL. False if the run was stopped before. */
bool bl_play_game(const struct bl_run *run, struct bl_seat_room *room, uint64_t number,
                  struct bl_text *text, struct bl_outcome *out);

#endif
