/* dataset.h - what the bots of a run saw and did, as arrays for learners: an NPZ, which numpy.load reads.
 *
 * A row a decision, in the order of the games and of their moves; and a row a game. docs/formats.md says
 * which arrays there are. It is deflated by the threads that play, a game at a time, and kept in files
 * without a name until all is known: memory does not grow with the run, and the bytes do not hang on the
 * number of threads. */
#ifndef BYLAW_DATASET_H
#define BYLAW_DATASET_H

#include "bylaw/run.h"

BL_BEGIN
/* To be given to `run`, which is set up but for that. NULL: `why` says what is wrong. Games with open
 * moves, which are written and have no numbers, have no datasets. */
struct bl_dataset *bl_dataset_begin(const struct bl_run *run, const char *path, struct bl_text *why);
/* After the run; frees it. With `keep` the file is there now, with the games that the run has played.
 * Without, or if it fails, which `why` then tells, nothing has happened to it. */
bool bl_dataset_end(struct bl_dataset *d, bool keep, struct bl_text *why);

BL_END
#endif
