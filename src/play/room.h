/* room.h - the insides of matches, for the files of this folder.
 *
 * A match is small: how it began, the moves made, the state now. What is told of it is made by
 * playing it again in a room, which many matches may share: there a cursor stands after one of the
 * moves of one of them, and goes on from there as far as it is asked to. */
#ifndef BYLAW_PLAY_ROOM_H
#define BYLAW_PLAY_ROOM_H

#include "bylaw/match.h"
#include "bylaw/past.h"
#include "bylaw/step.h"

/* A move that was made. */
struct turn {
    bl_move move;
    uint32_t size;         /* of what was written with it … */
    void *data;            /* … which is its own copy */
    uint16_t learned;      /* seats that it showed something hidden */
    uint8_t scripted;      /* chances of it that came from a transcript */
    int8_t seat;
    bool stand_in;         /* a bot made it in place of who sits there */
};

struct bl_match {
    const struct bl_game *game;
    struct work *work;                         /* where it is worked on */
    struct bl_room *own;                       /* the room, if it is this match's alone */
    const struct bl_bot *bots[BL_MAX_SEATS];   /* NULL: a person */
    uint32_t sat;                              /* seats where persons sat when moves were made */
    const struct bl_patience *patience;        /* of bots; NULL: without end */
    void *memories[BL_MAX_SEATS];              /* of bots that have moved; NULL: none */
    uint16_t refused[BL_MAX_SEATS];            /* moves of bots that were */
    void *start, *state;                       /* as far as in use; the referee's */
    struct bl_chance chance_first, chance;     /* as of these */
    struct turn *turns;
    uint32_t count, room;
    /* Chance that came from a transcript, with the first moves: kind, count and items of each. */
    uint16_t *script;
    uint32_t resumed, script_count, script_room;
    bool casual, consent;                      /* any move of a person goes back; if all agree */
    bool went_on;                              /* moves were made since the last that went back */
    uint32_t taken;                            /* moves that went back */
    struct bl_text left;                       /* the courses that were left, as transcripts */
};

/* Where a game has come to. */
struct place {
    void *state;
    struct bl_chance chance;
    uint32_t script_at;
};

/* A room's work space for one game. */
struct work {
    struct work *next;
    const struct bl_game *game;
    void *scratch;                         /* the rules' own */
    const struct bl_match *of;             /* whose moves the cursor follows; NULL: nobody's */
    uint32_t at;                           /* how many of them are made in `now` */
    bool told;                             /* `before` and `step` are of the last of those */
    struct place before, now;
    struct bl_step step;
    void *view, *seen, *then, *guess;      /* states to work on */
    struct bl_step first, other;           /* of what may be */
    const struct bl_match *listed;         /* whose legal moves these are; NULL: nobody's */
    bl_move *moves;
    uint32_t move_count;
    const struct bl_match *recalled;       /* whose seats have seen this; NULL: nobody's */
    struct bl_past *pasts[BL_MAX_SEATS];   /* up to now, of those that were asked for … */
    struct bl_past past;                   /* … and the one last asked for, which is part of one */
    struct bl_text text, note;             /* of the event last told */
    struct bl_text words;                  /* what a bot wrote */
    struct bl_text fault;                  /* what is wrong with the text last read */
    struct bl_text transcript;             /* the last one asked for */
};

/* A match without cards on the table yet, in a room or in its own if that is NULL. */
struct bl_match *match_bare(struct bl_room *room, const struct bl_game *game, uint64_t seed);
/* The cards are on the table: the first decision's state is in work->now. */
void match_begin(struct bl_match *m);
/* Makes a move if the rules accept it; work->step is what came of it. A transcript's move comes
 * with the chance that stands before it there; other moves with NULL. */
bool match_make(struct bl_match *m, const struct bl_play *play,
                const struct bl_chance_event *chance, uint32_t chances);

/* Takes back all moves from number `number` on. */
void match_back(struct bl_match *m, uint32_t number);
/* What the seats have seen is kept for another match, or for none. */
void work_recall(struct work *w, const struct bl_match *m);
/* What the bots remember is gone (match.c). */
void match_clear_memories(struct bl_match *m);

/* The lines of the game as it stands (match.c). */
void match_put_course(struct bl_match *m, struct bl_text *out);

/* ---- casual games (casual.c) ------------------------------------------------ */

/* The courses that were left, which stand before that in a transcript. */
void match_put_left(const struct bl_match *m, struct bl_text *out);
/* Moves are about to go back: the course as it is now is one that was left. */
void match_leave(struct bl_match *m);
/* This one, of a transcript, is the same game as the one before it there: so it is casual, and that
 * was a course of it. */
void match_take_after(struct bl_match *m, struct bl_match *before);

/* ---- the cursor ------------------------------------------------------------- */

/* The state before move `number`, good until the cursor moves; their count: as it is now. */
const void *match_before(struct bl_match *m, uint32_t number);
/* All that came of move `number`: work->before, step, now. */
void match_tell(struct bl_match *m, uint32_t number);

static inline struct bl_play turn_play(const struct turn *t)
{
    return (struct bl_play){t->move, t->seat, t->size, t->data};
}

#endif
