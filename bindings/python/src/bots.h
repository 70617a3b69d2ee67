/* bots.h - the bots of one call from Python: those with names, engines, and what can be called there. */
#ifndef BYLAW_PYTHON_BOTS_H
#define BYLAW_PYTHON_BOTS_H

#include "engine/engine.h"
#include "state.h"

struct py_player;

/* Zero at first. */
struct py_bots {
    unsigned count;
    const struct bl_bot *list[BL_MAX_BOTS];
    struct py_player *players[BL_MAX_BOTS];   /* those that are called; NULL: another */
    PyObject *raised, *value, *trace;         /* what one of them raised */
};
_Static_assert(BL_MAX_SEATS <= BL_MAX_BOTS, "every seat may have a bot of its own");

/* One more bot; or all of a list, at most so many. False: with an exception. */
bool py_bots_add(struct py_bots *b, PyObject *bot);
bool py_bots_read(struct py_bots *b, PyObject *list, unsigned most);
/* Tells which of them lack what they need to play at such a table. */
void py_bots_warn(const struct py_bots *b, const struct bl_game *game, const struct bl_setup *setup);
/* Whether the call is to end, by Ctrl-C or by what a bot has raised; from whatever thread. */
bool py_stopped(void *bots);
/* Frees what they have. False: with an exception, their own first. */
bool py_bots_done(struct py_bots *b);

/* Says a line through Python's `logging`, as "bylaw"; from whatever thread. */
void py_tell(const char *line);

#endif
