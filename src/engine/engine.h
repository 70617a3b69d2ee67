/* engine.h - players that are programs of others: both ends of the protocol of docs/engine-protocol.md.
 *
 * `engine_bot` makes a bot of a command that speaks it; `engine_speak` lets a bot of ours speak it.
 * An engine is sent its seat's view and what that seat was told, and nothing else. */
#ifndef BYLAW_ENGINE_H
#define BYLAW_ENGINE_H

#include <pthread.h>

#include "bylaw/bot.h"
#include "core/kept.h"

#define ENGINE_PROTOCOL 1
#define ENGINE_KIND "cmd:"   /* how the name of such a bot begins */

/* ---- a program as a bot ------------------------------------------------------- */

/* "cmd:python3 mybot.py", with settings before the command: "cmd:ms=200:faults=5:./mybot". The
 * command is started, and must say hello. NULL: `why` says what is wrong. The same name is the same
 * bot; what is found stays.
 *
 * Its processes are started when they are needed, each plays one seat at a time, and they are used
 * again. Whoever names such a bot runs a command: no text that comes from outside may get here. */
const struct bl_bot *engine_bot(const char *name, struct bl_text *why);
/* The same bot under a name of its own, for bl_find_bot. False: `why` says what is wrong with it. */
bool engine_add(const char *name, const char *command, struct bl_text *why);

/* ---- a bot of others that fails ------------------------------------------------- */

#define ENGINE_FAULTS 3      /* in a game, by which it is forfeited, unless something else is set */

/* Where faults are told, one line each, from whatever thread; standard error at first. */
extern void (*engine_tells)(const char *line);
/* All of them so far, told or not. */
uint64_t engine_faults(void);

/* What was told of one bot: of many faults in a minute not all are. */
struct engine_told {
    pthread_mutex_t lock;
    unsigned count;
    double since;
};

/* How a seat has behaved in a game. */
struct engine_conduct {
    uint32_t faults;
    bool forfeits;
};

/* One more fault of a bot: it is counted, told, and `most` of them forfeit the game. */
void engine_fault(struct engine_told *t, const char *bot, const struct bl_decision *d, const char *why,
                  uint32_t most, struct engine_conduct *c);
/* Another bot (NULL: `random`) makes the move in its place. */
void engine_stand_in(const struct bl_bot *other, const struct bl_decision *d, void *scratch,
                     struct bl_text *words, struct bl_play *out);
/* Whether a move may be played, as far as the seat can know. */
bool engine_allows(const struct bl_decision *d, const struct bl_play *play, void *scratch);

/* ---- the lines that are sent ---------------------------------------------------- */

/* How a game begins for the seat of a decision; with `views`, and where the past is known, what it
 * saw then. */
void engine_put_newgame(struct bl_text *out, const struct bl_decision *d, bool views, struct bl_kept *kept);
/* What it sees, what it may do, and what it was told since move `from`; with `views` also what it saw
 * after each of these. `room` is to work in; `kept` is of what was put before. */
void engine_put_position(struct bl_text *out, const struct bl_decision *d, uint32_t from, bool views,
                         struct bl_kept *kept, struct bl_text *room);

/* ---- a bot as a program --------------------------------------------------------- */

/* Speaks for the bot of a name until the input ends or `bye` comes; of all games, or one. */
void engine_speak(const char *name, const struct bl_game *only, int in, int out);

#endif
