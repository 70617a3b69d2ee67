/* recall.h - what a seat remembers beside what it sees, as bits before those of bylaw/observe.h: which
 * cards out of sight it has seen, and at which suits others drew. */
#ifndef BYLAW_RECALL_H
#define BYLAW_RECALL_H

#include "bylaw/past.h"

struct recall {
    uint64_t met;                        /* cards that it has seen */
    /* By seat the suits at which it drew, and of which it has played none since: at its last draw, and
     * before that. They are public. */
    uint16_t lacks[BL_MAX_SEATS][2];
};

/* How many bits there are; they do not depend on how many play. */
uint32_t recall_size(const struct bl_game *game);
/* What there is to remember of a play by `mover`, by any view or state before it and after. */
void recall_play(struct recall *r, const struct bl_game *game, const void *before, int mover, const void *after);
/* Notes what is seen. */
void recall_view(struct recall *r, const struct bl_game *game, const void *view);
/* Leaves out what a seat that sees `view` has in its own hand; `room` is for another view. */
void recall_without_hand(struct recall *r, const struct bl_game *game, const void *view, void *room);
/* All that a seat has seen, or the last 200 plays of it; NULL: nothing but what it sees now. */
void recall_past(struct recall *r, const struct bl_game *game, const struct bl_past *past);
/* The bits that are 1, ascending, of what `seat` remembers when it sees `view`; returns how many. */
uint32_t recall_ones(const struct recall *r, const struct bl_game *game, const void *view, int seat,
                     uint16_t *out);

#endif
