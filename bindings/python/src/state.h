/* state.h - what the files about a state share: state.c, moves.c, bits.c, past.c, kept.c. */
#ifndef BYLAW_PYTHON_STATE_H
#define BYLAW_PYTHON_STATE_H

#include "bylaw.h"

struct py_state {
    PyObject_HEAD
    const struct bl_game *game;
    void *state;
    struct bl_chance chance;
    uint64_t made;              /* moves since it was dealt or read */
    struct py_course *course;   /* these moves, and where they began */
    int viewer;                 /* whose view it is; WHOLE: nothing is blanked out */
    bool recorded;
    struct bl_text record;      /* its transcript so far, if it is recorded */
};
enum { WHOLE = -3 };

/* ---- states (state.c); NULL after an exception ---- */

struct py_state *py_state_new(const struct bl_game *game, int viewer);
struct py_state *py_state_copy(const struct py_state *s);
struct py_state *py_state_read(const char *id, const char *text, size_t size);   /* a position; its course is to begin */
bool py_state_record(struct py_state *s, bool recorded);   /* whether its transcript is kept, from here on */
struct bl_recorder *py_recorder(void);      /* room to work in, for who holds the lock */

/* A seat of the table, or None for a spectator, or NULL for the one to move; -2 after a fault. */
int py_read_seat(const struct py_state *s, PyObject *given, bool spectator);
/* Whether what the seat sees may be seen through this state; false: with an exception. */
bool py_may_look(const struct py_state *s, int seat);

static inline int py_to_move(const struct py_state *s)
{
    return bl_head(s->state)->to_move;
}

static inline int py_players(const struct py_state *s)
{
    return bl_head(s->state)->setup.players;
}

/* ---- moves (moves.c) ---- */

/* The legal moves of the seat to move, to be freed. */
bl_move *py_list_moves(const struct py_state *s, uint32_t *count);
/* A move as text, or by its number; what it says goes into `words`. False: with an exception. */
bool py_read_move(const struct py_state *s, PyObject *given, int seat, struct bl_text *words,
                  struct bl_play *out);

PyObject *py_state_legal(PyObject *self, PyObject *none);
PyObject *py_state_actions(PyObject *self, PyObject *none);
PyObject *py_state_apply(PyObject *self, PyObject *args);
PyObject *py_state_explain(PyObject *self, PyObject *args);
PyObject *py_state_action_move(PyObject *self, PyObject *given);
PyObject *py_state_move_action(PyObject *self, PyObject *given);
PyObject *py_state_advise(PyObject *self, PyObject *args);

/* ---- bits (bits.c) ---- */

PyObject *py_state_observation(PyObject *self, PyObject *args);
PyObject *py_state_mask(PyObject *self, PyObject *args);
PyObject *py_state_observation_names(PyObject *self, PyObject *none);

/* ---- the past (past.c) ---- */

/* What a seat has seen, for all that begin where it saw part of it: it grows, and they go by how much they
 * know of it. */
struct py_record {
    struct bl_past *past;
    uint32_t users;              /* counted by who holds the lock */
};

/* How a game came to where it is: the start, or a move and what was before it. */
struct py_course {
    struct py_course *before;
    uint32_t users;              /* likewise */
    uint32_t count;              /* moves up to here */
    void *state;                 /* of the start, */
    struct bl_chance chance;     /* and the chance that it goes on with; */
    struct py_record *record;    /* what one seat had seen by then (NULL: not known), */
    uint32_t seen;               /* so many plays of it */
    struct bl_play play;
    char data[];                 /* what an open move says */
};

/* All give NULL after an exception. What a seat has seen, taken over: */
struct py_record *py_record_new(struct bl_past *past);
void py_record_free(struct py_record *r);
/* A course begins where the state is, after the first `seen` plays of a record; NULL: of what was before nothing
 * is known. */
struct py_course *py_course_start(const struct py_state *s, struct py_record *record, uint32_t seen);
struct py_course *py_course_move(struct py_course *before, const struct bl_play *play);
struct py_course *py_course_use(struct py_course *c);
void py_course_free(struct py_course *c);
const struct py_course **py_course_walk(const struct py_course *c);   /* all of it, the start first, to be freed */
/* What a seat has seen of it: for bots, and as [(seat, move, view)], the start being (None, '', view). */
struct bl_past *py_past(const struct py_state *s, int seat);
PyObject *py_past_list(const struct py_state *s, int seat);
/* What the seat sees at a decision, with what it has seen before, which goes into the record; that is made where
 * there is none. */
struct py_state *py_state_seen(const struct bl_decision *d, struct py_record **record);

/* ---- kept (kept.c) ---- */

PyObject *py_state_kept(PyObject *self, PyObject *none);
PyObject *py_state_restore(PyObject *type, PyObject *args);

#endif
