/* dataset.h - the dataset of a run from inside: what threads write, and who puts it together. */
#ifndef BYLAW_LAB_DATASET_H
#define BYLAW_LAB_DATASET_H

#include "bylaw/dataset.h"
#include "series.h"

/* What one thread writes its games with: `rows` of a bout, which is told of every decision. */
void rows_attach(struct bout *b, const struct bl_dataset *d);
void rows_free(struct bout *b);
/* A game is over: its rows, deflated, go to the end of `out`, and the next one begins. One that is broken
 * off is the last of its thread. */
void rows_end(struct bout *b, uint64_t number, const struct bl_outcome *o, struct bl_text *out);

/* What rows_end has put, game after game, in their order. False: it cannot be written. */
bool dataset_add(struct bl_dataset *d, const struct bl_text *games);

/* Whether what happens in a game can be said by numbers; if not, `why` says why not. */
bool lab_is_numbered(const struct bl_game *game, const struct bl_setup *setup, struct bl_text *why);

#endif
