/* bout.h - a bout: a game between bots, from the deal to its end; the one loop that plays. */
#ifndef BYLAW_PLAY_BOUT_H
#define BYLAW_PLAY_BOUT_H

#include <stdatomic.h>

#include "bylaw/bot.h"
#include "bylaw/transcript.h"

struct bout {
    const struct bl_game *game;
    const struct bl_bot *bots[BL_MAX_SEATS];   /* one a seat */
    uint64_t seed;                             /* names the deal and the bots' streams */
    uint64_t cap;                              /* moves after which the game is left */
    const atomic_bool *stop;                   /* set from outside to break it off; or NULL */
    const void *task;                          /* what it is played for, */
    void *user;                                /* and who looks */
    /* Looks at a decision before it is made: its `n` legal moves are in `moves`. Or NULL. */
    void (*look)(struct bout *b, uint32_t n);
    /* Is told of the move that was made of it, in the state that came of that. Or NULL. */
    void (*took)(struct bout *b, const struct bl_play *play);
    void *rows;                                /* which these two write, in a run with a dataset */
    /* Carries out a move, or refuses it; NULL: the rules do, and nobody looks. */
    bool (*step)(struct bout *b, const struct bl_play *play);

    void *state;
    struct bl_context cx;                      /* its chance, and the scratch of its rules */
    uint64_t made;                             /* moves so far */
    uint32_t refused[BL_MAX_SEATS];            /* what bots chose that the rules do not allow, */
    uint32_t faults[BL_MAX_SEATS];             /* what they failed to choose at all, in `bout_play`, */
    uint32_t forfeits;                         /* and the seats that have lost by that, as a set */
    uint64_t keys[BL_MAX_SEATS];               /* of the bots' streams, in what is played now */
    bl_move *moves;
    void *view;
    void *memories[BL_MAX_SEATS];              /* of the bots */
    struct bl_past *pasts[BL_MAX_SEATS];     /* what seats have seen whose bots make use of it */
    struct bl_text words;                      /* what a bot wrote */
};

void bout_init(struct bout *b, const struct bl_game *game);
void bout_free(struct bout *b);

/* From here on chance and bots go by `seed`. */
void bout_chance(struct bout *b, uint64_t seed);
/* The same, and deals anew. */
void bout_deal(struct bout *b, const struct bl_setup *setup, uint64_t seed);
/* Plays what was dealt: the bots sit down, play, and stand up. False: it was broken off. */
bool bout_play(struct bout *b);
/* The same, and writes its transcript; a game that was broken off leaves nothing. */
bool bout_record(struct bout *b, struct bl_recorder *r);
/* Plays on from `state`, by bots that remember nothing unless they sit. */
bool bout_go_on(struct bout *b);
/* What `bot` plays in `state`, where it has `n` legal moves; what it writes lasts until the next. */
void bout_choose(struct bout *b, const struct bl_bot *bot, void *memory, const bl_move *moves,
                 uint32_t n, struct bl_stream *rng, struct bl_play *out);

#endif
