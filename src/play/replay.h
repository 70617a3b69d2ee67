/* replay.h - a transcript on its way through the rules, line by line: what whoever takes one up
 * and whoever checks one have in common. */
#ifndef BYLAW_PLAY_REPLAY_H
#define BYLAW_PLAY_REPLAY_H

#include "bylaw/transcript.h"
#include "line.h"

/* A game as far as it was played: its start, and its moves, each by a hash. */
struct course {
    const struct bl_game *game;
    uint64_t seed;
    void *start;
    uint64_t *moves;
    uint32_t count, room;
};

struct replay {
    struct bl_line_reader in;
    struct bl_line line;                              /* the one at hand */
    bool dealt;                                       /* chance must come of the seed */
    uint32_t waiting;                                 /* chance lines that wait for their move … */
    struct bl_chance_event chance[BL_STEP_CHANCES];
    uint64_t chance_line[BL_STEP_CHANCES];            /* … and where they stand */
    struct bl_text words;                             /* what the move says that was read last */
    uint64_t hash;                                    /* of that move */
    struct course before, now;                        /* the game before in the file, this one … */
    bool again;                                       /* … which is the same once more (casual.c), */
    uint32_t same;                                    /* with so many first moves */
};

/* These take the line at hand, of the kind that they are for; false: there is a fault in it. */
void replay_header(struct replay *r);
bool replay_dealt(struct replay *r);
bool replay_start(struct replay *r, void *state);
bool replay_may_start(struct replay *r, const void *state);
bool replay_chance(struct replay *r);
bool replay_may_move(struct replay *r, const void *state);
bool replay_read(struct replay *r, const void *state, struct bl_play *play);
bool replay_end(struct replay *r);

/* Whether the move was accepted, and chance did what the lines before it say. */
bool replay_agrees(struct replay *r, const struct bl_step *step);
/* All of the game was there: the verdict counts what was taken back before it. */
void replay_close(struct replay *r);
void replay_free(struct replay *r);

#endif
