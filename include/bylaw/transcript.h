/* transcript.h - games as JSON lines: writing them, replaying and checking them. */
#ifndef BYLAW_TRANSCRIPT_H
#define BYLAW_TRANSCRIPT_H

#include "bylaw/game.h"

/* Writes one game. All calls append to `out`. */
struct bl_recorder {
    const struct bl_game *game;    /* the ordinary build; the traced one is used inside */
    struct bl_text *out;
    bool full;                     /* with the legal moves before and the state after each move */
};

/* The header and the start event. */
void bl_record_start(struct bl_recorder *r, uint64_t seed, const void *state);
/* Carries out a legal move (any seat's) on `state` and writes its chance and move lines. */
void bl_record_move(struct bl_recorder *r, void *state, const struct bl_play *play,
                    struct bl_chance *chance);
/* The end event: by the state's result, or "cap" if the game is not over. */
void bl_record_end(struct bl_recorder *r, const void *state);

/* Gives the next line without its newline; false at the end. */
struct bl_lines {
    bool (*next)(struct bl_lines *lines, const char **line, size_t *size);
    void *from;
};

struct bl_verdict {
    bool ok;
    uint64_t games, moves;   /* replayed without fault */
    uint64_t line;           /* of the first fault, from 1 */
    bool unreadable;         /* the fault is that the line cannot be read at all */
    char why[512];
};

/* Replays every game of a transcript from its lines alone and checks all that is there. */
void bl_verify(struct bl_lines *lines, struct bl_verdict *verdict);

#endif
