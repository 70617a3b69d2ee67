/* game.h - the contract that every game fulfils.
 *
 * A state is one flat struct without pointers that begins with struct bl_head:
 * cloning is memcpy, comparing is memcmp (unused bytes are kept zero). Where its
 * tail is seldom used, `extent` says how much of it is, and bl_copy and bl_same
 * go no further. Room for a state is zero before its first use. Rules code does
 * no I/O and no allocation, and has no state of its own.
 *
 * Two ways in. `moves` and `apply` are the hot path: the legal moves of the
 * seat to move, and carrying out a legal one. `check` takes any seat and any
 * move and answers 0 or the clause that refuses it. */
#ifndef BYLAW_GAME_H
#define BYLAW_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bylaw/clause.h"
#include "bylaw/json.h"
#include "bylaw/rng.h"
#include "bylaw/text.h"

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
    /* What the game's scratch_new made, to be used again from call to call; NULL: rules that
     * need one make it, and free it before they return. */
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

/* How text for people may look. */
struct bl_look {
    bool unicode, colour;
    int columns;
};

/* How a game decides: as well as it can; at once, for play-outs, where a move may take only
 * microseconds and `view` may be a whole state; or something else that is worth a thought. */
enum bl_thought { BL_CARE, BL_GLANCE, BL_WHIM };

/* ---- the contract --------------------------------------------------------- */

struct bl_game {
    const char *id, *title;
    /* How it is played, for people who sit at it: paragraphs, and rows of a move, a tab and what
     * it means; a newline after each. NULL: nothing is said. */
    const char *guide;
    uint32_t code;                        /* names its streams; unique, never changes */
    uint8_t min_players, max_players, usual_players;
    bool hides;                           /* whether there is anything that a seat cannot see */
    uint32_t state_size;
    /* How many bytes from its start a state has in use: all beyond are zero, and nothing that is
     * given a state to read looks at them. NULL: state_size. */
    uint32_t (*extent)(const void *state);
    uint32_t max_moves;                   /* `moves` never writes more */

    const struct bl_clause *clauses;      /* [0] is empty; in the document's order */
    uint16_t clause_count;                /* [0] included */
    const struct bl_option *options;
    uint8_t option_count;
    const struct bl_ruling *rulings;
    uint8_t ruling_count;
    const struct bl_preset *presets;      /* the first is the default */
    uint8_t preset_count;
    const struct bl_chance_kind *chances;
    uint8_t chance_count;

    /* Fills in defaults. NULL, or what is wrong ("players * hand + 1 > 52 * decks"). */
    const char *(*resolve)(struct bl_setup *setup);
    /* Set-up and everything automatic up to the first decision. */
    void (*deal)(void *state, const struct bl_setup *setup, struct bl_context *cx);
    /* Whether `deal` could have given this state. */
    bool (*is_start)(const void *state);

    uint32_t (*moves)(const void *state, bl_move *out);
    void (*apply)(void *state, const struct bl_play *play, struct bl_context *cx);
    bl_cite (*check)(const void *state, const struct bl_play *play, struct bl_context *cx);
    /* Every closed move of the notation that could ever be written here, legal
     * or not, from number `from` on; returns how many were written (0: no more). */
    uint32_t (*notation)(const void *state, uint32_t from, bl_move *out, uint32_t room);
    /* Whether a move takes no turn, so that any seat may make it at any time (words
     * said at the table). `moves` need not list such a move. NULL: there is none. */
    bool (*aside)(bl_move move);
    void (*result)(const void *state, struct bl_result *out);

    /* What a seat, or BL_SPECTATOR, may know: a state with the rest blanked out.
     * `moves` works on the view of the seat to move. */
    void (*view)(const void *state, int seat, void *out);
    /* A random full state that fits the view of `seat`; `out` may be `view`. */
    void (*resample)(const void *view, int seat, struct bl_stream *rng, void *out);

    /* Text. `read_move` takes the whole of a NUL-terminated text and answers NULL, or what is
     * wrong with it; what it has to say of this very text lives in `why`, which may be NULL if
     * nobody wants to know. `read_state` leaves faults in `in`. */
    const char *(*read_move)(const void *state, int seat, const char *text, struct bl_play *out,
                             struct bl_text *why);
    void (*put_move)(const void *state, const struct bl_play *play, struct bl_text *out);
    /* What a move's notation leaves to the table and people want to be told with it, such as the
     * card that lay there to be placed; writes nothing if there is nothing. NULL: never. */
    void (*put_note)(const void *view, const struct bl_play *play, struct bl_text *out);
    void (*put_state)(const void *state, struct bl_text *out);
    void (*read_state)(struct bl_json *in, const struct bl_setup *setup, void *state);
    void (*put_card)(uint16_t item, struct bl_text *out);   /* an item of BL_ITEMS_CARDS */
    int (*read_card)(const char *text);                     /* the item; -1: no card */

    /* The table as `seat` sees it, for people; `view` is that seat's. */
    void (*put_table)(const void *view, int seat, const struct bl_look *look,
                      struct bl_text *out);
    /* Words typed at the table: true if they are a move that counts as said. */
    bool (*hear)(const void *state, int seat, const char *words, struct bl_play *out);
    /* How a sensible player likes a move of the seat to move: more is better. */
    int32_t (*prefer)(const void *view, const struct bl_play *play);
    /* What each seat may hope for in a game that goes on, as bl_scores counts; for bots that do
     * not think it through to its end. NULL: nothing can be said. */
    void (*estimate)(const void *state, float *out);
    /* Takes out of a state what can no longer make a difference to what follows, so that
     * searches know it again: the same moves stay legal, chance has the same outcomes, and after
     * each move and outcome the same is left. NULL: there is nothing. */
    void (*forget)(void *state);

    /* Games with open moves only, else NULL. `propose` writes a whole move of the form that
     * `moves` listed, as text: legal, at random, of some use; false: it finds none, and the
     * seat must choose another move. Room to work in is made and freed by the other two. */
    bool (*propose)(const void *view, int seat, bl_move form, struct bl_stream *rng,
                    void *scratch, struct bl_text *out);
    void *(*scratch_new)(void);
    void (*scratch_free)(void *scratch);
    /* The whole move that a sensible player of the seat to move makes, where liking moves one by
     * one is not enough; what an open one says is written into `words` and lasts as long as that
     * does. False: it has none in mind. NULL: `prefer` says it all. */
    bool (*decide)(const void *view, int seat, enum bl_thought how, struct bl_stream *rng,
                   void *scratch, struct bl_text *words, struct bl_play *out);
};

/* ---- states --------------------------------------------------------------- */

static inline uint32_t bl_extent(const struct bl_game *game, const void *state)
{
    return game->extent ? game->extent(state) : game->state_size;
}

/* `to` holds a state, or zeros; it and `from` are the same, or apart. */
static inline void bl_copy(const struct bl_game *game, void *to, const void *from)
{
    uint32_t size = bl_extent(game, from), had = game->extent ? game->extent(to) : size;
    if (to == from)
        return;
    memcpy(to, from, size);
    if (had > size)
        memset((char *)to + size, 0, had - size);
}

static inline bool bl_same(const struct bl_game *game, const void *a, const void *b)
{
    uint32_t size = bl_extent(game, a);
    return size == bl_extent(game, b) && memcmp(a, b, size) == 0;
}

/* ---- the registry --------------------------------------------------------- */

const struct bl_game *const *bl_games(void);              /* NULL-terminated */
const struct bl_game *bl_find_game(const char *id);       /* NULL: none */
const struct bl_game *bl_traced(const struct bl_game *);  /* the traced build of the same game */

static inline const struct bl_head *bl_head(const void *state)
{
    return (const struct bl_head *)state;
}

/* A context whose chance is that of `seed`, without scratch. */
void bl_context_init(struct bl_context *cx, const struct bl_game *game, uint64_t seed);

/* Room for the rules of a game to work in; NULL for games that need none. */
static inline void *bl_scratch_new(const struct bl_game *game)
{
    return game->scratch_new ? game->scratch_new() : NULL;
}

static inline void bl_scratch_free(const struct bl_game *game, void *scratch)
{
    if (scratch)
        game->scratch_free(scratch);
}

/* ---- set-up by name ------------------------------------------------------- */

/* Defaults of everything: the usual players, the default preset, options unset. */
void bl_setup_init(struct bl_setup *setup, const struct bl_game *game);
/* NULL, or what is wrong; the message lives in `why`. */
const char *bl_setup_option(struct bl_setup *, const struct bl_game *, const char *name,
                            const char *value, struct bl_text *why);
const char *bl_setup_ruling(struct bl_setup *, const struct bl_game *, const char *name,
                            const char *value, struct bl_text *why);
const char *bl_setup_preset(struct bl_setup *, const struct bl_game *, const char *name,
                            struct bl_text *why);
const char *bl_setup_players(struct bl_setup *, const struct bl_game *, int64_t players,
                             struct bl_text *why);
/* Checks ranges and fills in defaults. */
const char *bl_setup_resolve(struct bl_setup *, const struct bl_game *, struct bl_text *why);

/* A clause by its id, with or without the leading §; 0: there is none. */
bl_cite bl_find_clause(const struct bl_game *game, const char *id);

#endif
