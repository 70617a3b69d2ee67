/* series.h - what runs, contests and the lab share: one game, and how games are added up. */
#ifndef BYLAW_LAB_SERIES_H
#define BYLAW_LAB_SERIES_H

#include "bylaw/run.h"
#include "play/course.h"

/* What one game came to. */
struct bl_outcome {
    uint64_t moves;
    struct bl_result result;   /* `why` is 0 if it is unfinished */
};

/* What one thread plays with. */
struct lab_player {
    struct course course;
    const void *task;
};
struct lab_player *lab_player(const struct bl_game *game, uint64_t cap, const atomic_bool *stop,
                              const void *task);
void lab_player_free(void *player);
/* Deals a game to the bots of a course and plays it, with a transcript unless `r` is NULL. False:
 * it was broken off. */
bool lab_play_game(struct course *c, const struct bl_setup *setup, uint64_t seed,
                   struct bl_recorder *r, struct bl_outcome *out);

void bl_tally_init(struct bl_tally *t, const struct bl_game *game);
void bl_tally_add(struct bl_tally *t, const struct bl_outcome *o);
void bl_tally_finish(struct bl_tally *t);

#endif
