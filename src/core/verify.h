/* verify.h - a transcript on its way through the rules; shared by verify*.c only. */
#ifndef BYLAW_CORE_VERIFY_H
#define BYLAW_CORE_VERIFY_H

#include "bylaw/transcript.h"

/* More chance lines than one move can cause in any game. */
#define MAX_EVENTS 32

/* Whether the lines of a game carry something: all of them do, or none. */
enum carried { UNKNOWN, ABSENT, PRESENT };

struct replay {
    struct bl_verdict *verdict;
    uint64_t line;                 /* the one being looked at */
    enum { DUE_HEADER, DUE_START, DUE_PLAY } due;
    const struct bl_game *game;
    struct bl_setup setup;
    void *state;
    bl_move *moves;
    enum carried legal, states, cites;
    struct bl_chance_log chance;   /* chance lines that wait for their move */
    uint64_t chance_line[MAX_EVENTS];
};

/* Both note the first fault, in the format of bl_putf, and answer false. */
bool bl_verify_fails(struct replay *r, uint64_t line, const char *format, ...);
bool bl_verify_unreadable(struct replay *r, const char *why);

/* Compares the member `name` of an event with a state. */
bool bl_verify_state(struct replay *r, const struct bl_json *given, const void *state);
bool bl_verify_chance(struct replay *r, struct bl_json *event);
bool bl_verify_move(struct replay *r, struct bl_json *event);

#endif
