/* outcomes.h - every outcome of a move: each order of what it shuffles, and how likely that is. */
#ifndef BYLAW_LAB_OUTCOMES_H
#define BYLAW_LAB_OUTCOMES_H

#include "bylaw/game.h"

enum {
    LAB_ALL_ORDERS = 6,      /* cards, at most, of a shuffle whose every order is tried */
    LAB_SOME_ORDERS = 4,     /* orders that are tried of longer ones */
    LAB_SHUFFLES = 8         /* in one move, at most */
};

struct lab_outcomes {
    const struct bl_game *game;
    const struct bl_rules *rules;
    struct bl_trace *trace;      /* of traced rules; it has what one outcome left when it is met */
    void *next;                  /* the state after it */
    void (*met)(void *user, double chance);
    void *user;
    bool sampled;                /* only some outcomes of the last move were tried */
    struct bl_chance_event events[LAB_SHUFFLES], orders[LAB_SHUFFLES];
};

/* Makes the move in `state` with every outcome of chance, one after another. */
void lab_try_outcomes(struct lab_outcomes *o, const void *state, const struct bl_play *play);

#endif
