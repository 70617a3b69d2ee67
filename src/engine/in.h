/* in.h - what the files of this folder share: an engine, its processes, a seat that it plays. */
#ifndef BYLAW_ENGINE_IN_H
#define BYLAW_ENGINE_IN_H

#include <sys/types.h>

#include "engine/child.h"
#include "engine/engine.h"

/* What can be set in the name; the others are options of the engine itself. */
struct terms {
    uint32_t ms, iterations;   /* for a thought; 0 iterations: as many as it likes */
    uint32_t grace;            /* ms beyond that, */
    uint32_t start;            /* and until it says hello */
    uint32_t faults;           /* in a game, by which that is forfeited */
};

/* A process that has said hello, and where it is in the game it plays. */
struct player {
    struct player *next;       /* that has nothing to do */
    struct child *child;
    struct bl_text line, room; /* to work in */
    struct bl_kept *kept;      /* what it was told last */
    uint64_t asked;            /* questions so far */
};

struct engine {
    struct bl_bot bot;         /* `settings` is this */
    struct engine *next;
    struct terms terms;
    char *name, *command;
    struct bl_text options;    /* of its own, as set: members of an object */
    /* As it said of itself. */
    char *called;
    struct bl_text games;      /* ids, each after a space; empty: all */
    bool views;
    pthread_mutex_t lock;      /* of what follows */
    pid_t owner;               /* the process that these have been started by: */
    struct player *idle;
    unsigned failed_starts;
    double rests;              /* until then it is not started */
    struct engine_told told;
};

/* A seat in a game. */
struct sitting {
    struct engine *of;
    const struct bl_game *game;
    struct player *player;     /* who plays there; NULL: nobody yet */
    uint32_t told;             /* moves that it was told of */
    bool begun;                /* it knows of the game */
    struct engine_conduct conduct;
    void *scratch;             /* of the rules */
};

/* ---- processes (player.c) ------------------------------------------------------- */

/* One that has nothing to do, or a new one. NULL: `why` says why there is none. */
struct player *player_take(struct engine *e, struct bl_text *why);
void player_give(struct engine *e, struct player *p);
void player_end(struct player *p);
/* Why it says nothing that is of use. */
void player_put_silence(struct bl_text *why, struct player *p, enum child_news news, uint32_t ms);

/* ---- one question (ask.c) ------------------------------------------------------- */

struct answer {
    struct bl_text *words;     /* what open moves say */
    struct bl_play play;
    struct bl_opinion *list;   /* opinions on other moves too; NULL: they are not wanted */
    uint32_t count, most;
};

/* Asks for a move. False: `why` says what went wrong; `lost`: the process is of no more use. */
bool engine_ask(struct sitting *s, const struct bl_decision *d, struct answer *a, struct bl_text *why,
                bool *lost);

/* ---- the bot (engine.c) --------------------------------------------------------- */

void *sitting_scratch(struct sitting *s);
extern const struct bl_bot engine_kind;   /* without a name, and of no engine yet */

#endif
