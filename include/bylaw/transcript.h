/* transcript.h - games as JSON lines: writing them, replaying and checking them. */
#ifndef BYLAW_TRANSCRIPT_H
#define BYLAW_TRANSCRIPT_H

#include "bylaw/lines.h"
#include "bylaw/step.h"

BL_BEGIN
/* Writes one game. All calls append to `out`. */
struct bl_recorder {
    const struct bl_game *game;
    struct bl_text *out;
    bool full;             /* with the legal moves before and the state after each move */
    void *scratch;         /* as in a context */
    struct bl_step step;   /* of the last move */
};

/* The header and the start event. */
void bl_record_start(struct bl_recorder *r, uint64_t seed, const void *state);
/* Makes a move (bl_step) and writes its chance and move lines; false: it is refused, and nothing
 * is written. */
bool bl_record_move(struct bl_recorder *r, void *state, const struct bl_play *play,
                    struct bl_chance *chance);
/* The end event: by the state's result, or "cap" if the game is not over. */
void bl_record_end(struct bl_recorder *r, const void *state);

/* Replays every game of a transcript from its lines alone and checks all that is there. */
void bl_verify(struct bl_lines *lines, struct bl_verdict *verdict);

BL_END
#endif
