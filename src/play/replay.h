/* replay.h - a transcript on its way through the rules, line by line: what whoever takes one up
 * and whoever checks one have in common. */
#ifndef BYLAW_PLAY_REPLAY_H
#define BYLAW_PLAY_REPLAY_H

#include "bylaw/transcript.h"
#include "core/line.h"

struct replay {
    struct bl_line_reader in;
    struct bl_line line;                              /* the one at hand */
    uint32_t waiting;                                 /* chance lines that wait for their move … */
    struct bl_chance_event chance[BL_STEP_CHANCES];
    uint64_t chance_line[BL_STEP_CHANCES];            /* … and where they stand */
    struct bl_text words;                             /* what the move says that was read last */
};

/* These take the line at hand, of the kind that they are for; false: there is a fault in it. */
bool replay_start(struct replay *r, void *state);
bool replay_may_start(struct replay *r, const void *state);
bool replay_chance(struct replay *r);
bool replay_may_move(struct replay *r, const void *state);
bool replay_read(struct replay *r, const void *state, struct bl_play *play);
bool replay_end(struct replay *r);

/* Whether the move was accepted, and chance did what the lines before it say. */
bool replay_agrees(struct replay *r, const struct bl_step *step);

#endif
