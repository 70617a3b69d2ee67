/* learn.h - lessons at a table. */
#ifndef BYLAW_PLAY_LEARN_H
#define BYLAW_PLAY_LEARN_H

#include "bylaw/match.h"
#include "core/learn.h"

/* What a pupil has before them; with room for states. Zeros at first. */
struct bl_learner {
    struct bl_scene scene;
    void *states[3];
};

/* Looks at the table from a seat, and at its course so far. */
void bl_learner_look(struct bl_learner *p, struct bl_match *m, int seat);
/* Looks up again, at the table as it is now. */
void bl_learner_sit(struct bl_learner *p, struct bl_match *m);
/* Looks at the move that the seat has just made in what it looked at. */
void bl_learner_made(struct bl_learner *p, struct bl_match *m, uint32_t number);
void bl_learner_free(struct bl_learner *p);

/* Whether this is the table that the game's lessons are made for. */
bool bl_learns(const struct bl_match *m);
/* Another seat does what the lessons have in mind for it; false: nothing in particular. */
bool bl_learn_script(struct bl_match *m);

#endif
