/* selfplay.h - games that a net plays against itself, and what is to be learned from them. */
#ifndef BYLAW_SELFPLAY_H
#define BYLAW_SELFPLAY_H

#include "bots/judge.h"

/* What seats saw, and what they should have expected. */
struct samples {
    uint16_t *ones;                      /* of all, one after another */
    uint32_t one_count, one_room;
    struct sample {
        uint32_t at, n;                  /* in `ones` */
        float target;
    } *list;
    uint32_t count, room;
};

/* How games are played to learn from. */
struct manner {
    float liked;                         /* share of moves that are those the game likes best … */
    float whims;                         /* … and of those made at random */
    float trust;                         /* how much a later expectation counts beside the outcome */
    float patience;                      /* what a score is worth a move before it is had: below 1, so
                                          * that nobody gains by putting off the end for ever */
    uint32_t cap;                        /* moves after which a game counts as lost for all */
};

struct selfplay {
    struct judge judge;
    struct recall recalls[BL_MAX_SEATS];
    void *state, *before, *view;
    bl_move *moves;
    float *values;
    float (*expected)[BL_MAX_SEATS];     /* after each move, by seat … */
    float *instead;                      /* … and where a move was a whim, after the best; or -1 */
    int8_t *movers;
    uint32_t *firsts;                    /* where the samples of a move begin */
    uint32_t room;
};

void selfplay_init(struct selfplay *s, const struct bl_game *game, uint32_t cap);
void selfplay_free(struct selfplay *s);
/* Plays a game with `s->judge.net`, and adds what is to be learned from it. */
void selfplay_game(struct selfplay *s, const struct bl_setup *setup, const struct manner *m,
                   uint64_t seed, struct samples *out);

#endif
