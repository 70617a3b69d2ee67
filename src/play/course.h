/* course.h - a game between bots, from the deal to its end: the one loop that plays. */
#ifndef BYLAW_PLAY_COURSE_H
#define BYLAW_PLAY_COURSE_H

#include <stdatomic.h>

#include "bylaw/bot.h"
#include "bylaw/transcript.h"

struct course {
    const struct bl_game *game;
    const struct bl_bot *bots[BL_MAX_SEATS];   /* one a seat */
    uint64_t seed;                             /* names the deal and the bots' streams */
    uint64_t cap;                              /* moves after which the game is left */
    const atomic_bool *stop;                   /* set from outside to break it off; or NULL */
    const void *task;                          /* what it is played for, */
    void *user;                                /* and who looks */
    /* Looks at a decision before it is made: its `n` legal moves are in `moves`. Or NULL. */
    void (*look)(struct course *c, uint32_t n);
    /* Carries out a move, or refuses it; NULL: the rules do, and nobody looks. */
    bool (*step)(struct course *c, const struct bl_play *play);

    void *state;
    struct bl_context cx;                      /* its chance, and the scratch of its rules */
    uint64_t made;                             /* moves so far */
    uint64_t keys[BL_MAX_SEATS];               /* of the bots' streams, in what is played now */
    bl_move *moves;
    void *view;
    void *memories[BL_MAX_SEATS];              /* of the bots */
    struct bl_text words;                      /* what a bot wrote */
};

void course_init(struct course *c, const struct bl_game *game);
void course_free(struct course *c);

/* From here on chance and bots go by `seed`. */
void course_chance(struct course *c, uint64_t seed);
/* The same, and deals anew. */
void course_deal(struct course *c, const struct bl_setup *setup, uint64_t seed);
/* Plays what was dealt: the bots sit down, play, and stand up. False: it was broken off. */
bool course_play(struct course *c);
/* The same, and writes its transcript; a game that was broken off leaves nothing. */
bool course_record(struct course *c, struct bl_recorder *r);
/* Plays on from `state`, by bots that remember nothing unless they sit. */
bool course_go_on(struct course *c);
/* What `bot` plays in `state`, where it has `n` legal moves; what it writes lasts until the next. */
void course_choose(struct course *c, const struct bl_bot *bot, void *memory, const bl_move *moves,
                   uint32_t n, struct bl_stream *rng, struct bl_play *out);

#endif
