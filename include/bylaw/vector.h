/* vector.h - many games side by side, stepped by one call, for learners.
 *
 * What is to be seen of them is written into the caller's own buffers. A game that is over is dealt
 * anew in the same step: what is written of it are the new deal, and the rewards of the old one.
 * Place p plays the games p, p + places, p + 2 * places … of a run (run.h) with the same seed, and
 * where moves are made at random they are those of its bot `random`: what happens hangs neither on
 * the threads nor on what is looked at. */
#ifndef BYLAW_VECTOR_H
#define BYLAW_VECTOR_H

#include "bylaw/game.h"

BL_BEGIN
struct bl_vector;

struct bl_vector_spec {
    const struct bl_game *game;
    struct bl_setup setup;    /* resolved */
    uint32_t places;          /* games side by side, at least 1 */
    uint64_t seed;
    uint64_t cap;             /* moves after which a game is broken off; 0: never */
    unsigned threads;         /* that step; 0 and 1: the caller's own alone */
};

/* Where to write, place after place; what is NULL is not written. */
struct bl_outlook {
    uint8_t *observations;    /* bl_observation_size each: what the seat to move sees (observe.h) */
    uint8_t *masks;           /* bl_action_count each: 1 for a legal action, 0 for another */
    int8_t *seats;            /* whose move it is */
    float *rewards;           /* one a seat: from -1 to 1, in sum 0, where a game has come to its end … */
    uint8_t *terminations;    /* … by its rules: 1 */
    uint8_t *truncations;     /* 1 where it was broken off, which is worth 0 to everybody */
    int32_t *actions;         /* what was done in the step; -1: nothing */
};

/* Deals. NULL: `why` says what is wrong. Games with open moves, which are written and have no
 * numbers, are not for vectors. */
struct bl_vector *bl_vector_new(const struct bl_vector_spec *spec, struct bl_text *why);
void bl_vector_free(struct bl_vector *v);

/* Deals anew, from the first game on, with another seed. */
void bl_vector_deal(struct bl_vector *v, uint64_t seed);
/* Writes what there is now; nothing was done, and nothing was won. */
void bl_vector_look(struct bl_vector *v, const struct bl_outlook *out);
/* One move at each place, by its action number; below 0: one at random, of all legal ones. NULL: all
 * are made at random. False: the action at place `*refused` is not legal, and nothing has changed. */
bool bl_vector_step(struct bl_vector *v, const int32_t *actions, const struct bl_outlook *out,
                    uint32_t *refused);
/* The whole state at a place, good until the next step. */
const void *bl_vector_state(const struct bl_vector *v, uint32_t place);

/* What a result is worth to each seat: 2 * score - 1 (bl_scores). */
static inline void bl_rewards(const struct bl_result *result, unsigned players, float *out)
{
    bl_scores(result, players, out);
    for (unsigned seat = 0; seat < players; seat++)
        out[seat] = 2 * out[seat] - 1;
}

BL_END
#endif
