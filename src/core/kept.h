/* kept.h - states that are written one after another, each much like the one before. */
#ifndef BYLAW_CORE_KEPT_H
#define BYLAW_CORE_KEPT_H

#include "bylaw/game.h"

/* What was written last, and what of. */
struct bl_kept;
struct bl_kept *bl_kept_new(void);
void bl_kept_free(struct bl_kept *kept);

/* As bl_put_state, to the byte; records that are as they were when the last state was written are
 * copied. The states may be of different games. */
void bl_put_state_kept(const struct bl_game *game, const void *state, struct bl_kept *kept,
                       struct bl_text *out);

#endif
