/* rules.h - what rules code is made of: set-up, moves, chance, the end, and the table of a game's
 * rules, which are compiled twice, as they are and traced.
 *
 * A state is one flat struct without pointers that begins with struct bl_head: cloning is memcpy,
 * comparing is memcmp (unused bytes are kept zero). Rules code does no I/O and no allocation, and
 * has no state of its own.
 *
 * Two ways in. `moves` and `apply` are the hot path: the legal moves of the seat to move, and
 * carrying out a legal one. `check` takes any seat of the table and any move that can be written,
 * and answers 0 or the clause that refuses it; what comes from outside goes through bl_check, which
 * takes any numbers. */
#ifndef BYLAW_RULES_H
#define BYLAW_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bylaw/clause.h"
#include "bylaw/rng.h"

BL_BEGIN
#define BL_MAX_SEATS 16
#define BL_MAX_OPTIONS 8
#define BL_MAX_RULINGS 4
#define BL_MAX_CHANCES 8       /* kinds of chance in a game */
#define BL_MAX_DRAWN 512       /* items in one chance event */
#define BL_SPECTATOR (-1)      /* as a seat: sees only what everybody sees */

/* ---- set-up: players, options, rulings ------------------------------------ */

/* Options are numbers, or one of `names` counted from 0. */
struct bl_option {
    const char *name;
    const char *text;
    int32_t min, max;
    const char *const *names;   /* NULL-terminated; NULL for a plain number */
};

struct bl_ruling {
    const char *name;
    const char *text;                /* what it decides */
    const char *const *values;       /* NULL-terminated, the default first */
    bl_cite clause;                  /* the clause that it bears on */
};

struct bl_preset {
    const char *name;
    uint8_t rulings[BL_MAX_RULINGS];   /* an index in each ruling's values */
};

#define BL_UNSET INT32_MIN   /* an option left at its default */

struct bl_setup {
    uint8_t players;
    uint8_t rulings[BL_MAX_RULINGS];
    int32_t options[BL_MAX_OPTIONS];
};

/* What every state begins with. */
struct bl_head {
    struct bl_setup setup;   /* resolved: no option is BL_UNSET */
    int8_t to_move;          /* whose decision is due; -1 when the game is over */
    uint64_t absent[2];      /* cards of the pack that are not in the game, and those not even once:
                              * none but where a position was read that leaves some out */
};

/* ---- moves ---------------------------------------------------------------- */

/* A closed move, whole; or the form of an open one, with BL_OPEN set. */
typedef uint32_t bl_move;
#define BL_OPEN UINT32_C(0x80000000)

/* A move made by somebody. `data` is what the player wrote, in the game's own
 * encoding; only open moves have any. */
struct bl_play {
    bl_move move;
    int8_t seat;
    uint32_t size;
    const void *data;
};

/* ---- chance --------------------------------------------------------------- */

enum bl_items { BL_ITEMS_CARDS, BL_ITEMS_IDS, BL_ITEMS_SEATS, BL_ITEMS_SEAT };

struct bl_chance_kind {
    const char *what;      /* "recycle" */
    const char *member;    /* "cards" */
    enum bl_items items;   /* how its items are written */
};

/* What chance did: which kind, and the items in their new order. */
struct bl_chance_event {
    uint16_t kind;
    uint16_t count;
    uint16_t items[BL_MAX_DRAWN];
};

struct bl_chance_log {
    uint32_t count, room;
    struct bl_chance_event *events;
};

/* Where chance comes from. By default: the stream (seed, game, kind, index). */
struct bl_chance {
    uint64_t seed;
    uint32_t game;                        /* bl_game.code */
    uint32_t index[BL_MAX_CHANCES];       /* how often each kind happened */
    struct bl_chance_log *log;            /* where to write what happened; or NULL */
    const struct bl_chance_log *script;   /* take what happens from here; or NULL */
    uint32_t script_at;
    bool misfit;                          /* the script did not fit what was asked */
};

/* What rules code is given beside the state. */
struct bl_context {
    struct bl_chance chance;
    struct bl_trace *trace;               /* used by traced builds only; never NULL there */
    /* What the game's scratch_new made, to be used again from call to call; NULL only for games
     * that make none, and for `deal` and `moves`. */
    void *scratch;
};

/* ---- the end -------------------------------------------------------------- */

struct bl_result {
    int8_t winner;                        /* -1: nobody */
    uint8_t ranked;
    uint8_t ranking[BL_MAX_SEATS];
    bl_cite why;                          /* the clause that ended the game; 0: not over */
};

/* What a result is worth to each seat, from 0 to 1: the share of the others that it leaves behind,
 * (n - rank) / (n - 1). Seats without a rank share what is left; all do if there is no result. */
void bl_scores(const struct bl_result *result, unsigned players, float *out);

/* ---- the rules of a game --------------------------------------------------- */

struct bl_rules {
    /* Fills in defaults. NULL, or what is wrong ("players * hand + 1 > 52 * decks"). The pointer
     * is NULL where there is nothing to fill in. */
    const char *(*resolve)(struct bl_setup *setup);
    /* Set-up and everything automatic up to the first decision. */
    void (*deal)(void *state, const struct bl_setup *setup, struct bl_context *cx);
    /* Whether `deal` could have given this state. */
    bool (*is_start)(const void *state);

    uint32_t (*moves)(const void *state, bl_move *out);
    void (*apply)(void *state, const struct bl_play *play, struct bl_context *cx);
    bl_cite (*check)(const void *state, const struct bl_play *play, struct bl_context *cx);
    /* Whether a move takes no turn, so that any seat may make it at any time (words
     * said at the table). `moves` need not list such a move. NULL: there is none. */
    bool (*aside)(bl_move move);
    void (*result)(const void *state, struct bl_result *out);
};

BL_END
#endif
