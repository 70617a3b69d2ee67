/* step.h - one move, whoever makes it: checked, carried out, and noted down, in one pass. */
#ifndef BYLAW_STEP_H
#define BYLAW_STEP_H

#include "bylaw/game.h"

BL_BEGIN
#define BL_STEP_CHANCES 32   /* more than one move can cause in any game */

/* What the rules said to a move, and what came of it. Zero before its first use. */
struct bl_step {
    bl_cite refused;           /* the clause that refused it; 0: it was carried out */
    uint32_t checked;          /* entries of the trace that are the check's; its effects follow */
    struct bl_trace trace;     /* `learned` is who was shown something hidden */
    uint32_t chances;
    struct bl_chance_event chance[BL_STEP_CHANCES];   /* what chance did */
};

/* Checks a move, any seat's, on the true state, and carries it out if no clause refuses it. False:
 * it was refused, and nothing has changed. `scratch` is as in a context. */
bool bl_step(const struct bl_game *game, void *state, const struct bl_play *play,
             struct bl_chance *chance, void *scratch, struct bl_step *out);
/* The first half alone: 0, or the clause that refuses the move. */
bl_cite bl_step_check(const struct bl_game *game, const void *state, const struct bl_play *play,
                      void *scratch, struct bl_step *out);

BL_END
#endif
