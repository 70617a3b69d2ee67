/* game.h - a game: what it is called, its clauses and its state, and the four tables that together
 * are the contract: rules (rules.h), notation (notation.h), telling (tell.h), advice (advice.h). */
#ifndef BYLAW_GAME_H
#define BYLAW_GAME_H

#include <string.h>

#include "bylaw/advice.h"
#include "bylaw/fields.h"
#include "bylaw/json.h"
#include "bylaw/notation.h"
#include "bylaw/rules.h"
#include "bylaw/tell.h"

BL_BEGIN
/* A row of what is told to people who sit at a game, from its guide.def. */
struct bl_guide {
    /* What it is about in two sentences; a paragraph; a move; what stands on the table. */
    enum bl_guide_kind { BL_GUIDE_END, BL_GOAL, BL_LINE, BL_MOVE, BL_TERM } kind;
    const char *key;      /* of a move: how it is written; of a term: the field of the state */
    const char *name;     /* of a term: what people call it */
    const char *text;
};

struct bl_teaching;

struct bl_game {
    const char *id, *title;
    const struct bl_guide *guide;         /* how it is played; ends with an empty row */
    uint32_t code;                        /* names its streams; unique, never changes */
    uint8_t min_players, max_players, usual_players;
    /* What somebody is offered who just wants to play: how many seats (0: the usual number), by
     * which preset (NULL: the default), and about how many minutes that takes. */
    uint8_t first_players, minutes;
    const char *first_preset;
    bool hides;                           /* whether there is anything that a seat cannot see */
    uint32_t max_moves;                   /* `moves` never writes more */

    const struct bl_clause *clauses;      /* [0] is BL_NO_CLAUSE; in the document's order */
    uint16_t clause_count;                /* [0] included */
    bl_cite turn;                         /* whose move it is; refuses what is no seat or no move */
    const struct bl_option *options;
    uint8_t option_count;
    const struct bl_ruling *rulings;
    uint8_t ruling_count;
    const struct bl_preset *presets;      /* the first is the default */
    uint8_t preset_count;
    const struct bl_chance_kind *chances;
    uint8_t chance_count;

    const struct bl_rules *rules, *traced;   /* the two builds of the same rules */
    const struct bl_notation *notation;
    const struct bl_telling *telling;
    const struct bl_advice *advice;
    const struct bl_teaching *teaching;      /* a guided first game (src/core/learn.h); NULL: none */

    /* ---- the state ---- */
    uint32_t state_size;
    /* How many bytes from its start a state has in use: all beyond are zero, and nothing that is
     * given a state to read looks at them. Room for a state is zero before its first use.
     * NULL: state_size. */
    uint32_t (*extent)(const void *state);
    const struct bl_fields *fields;       /* what it is made of */

    /* Room for the rules to work in, made and freed by these; NULL: they need none. */
    void *(*scratch_new)(void);
    void (*scratch_free)(void *scratch);
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

/* Fills in what a set-up leaves to its defaults: NULL, or what is wrong with it. */
static inline const char *bl_resolve(const struct bl_game *game, struct bl_setup *setup)
{
    return game->rules->resolve ? game->rules->resolve(setup) : NULL;
}

/* What core makes of the fields (core/fields.c). */

/* What a seat, or BL_SPECTATOR, may know: a state with the rest blanked out. `moves` works on the
 * view of the seat to move. */
void bl_view(const struct bl_game *game, const void *state, int seat, void *out);
/* A random full state that fits the view of `seat`; `out` may be `view`. */
void bl_resample(const struct bl_game *game, const void *view, int seat, struct bl_stream *rng,
                 void *out);
/* Takes out of a state what can no longer make a difference to what follows, so that searches
 * know it again: the same moves stay legal, chance has the same outcomes, and after each move and
 * outcome the same is left. */
void bl_forget(const struct bl_game *game, void *state);
/* A play, made in `state`, as the others may know it. */
static inline struct bl_play bl_told(const struct bl_game *game, const void *state,
                                     const struct bl_play *play)
{
    struct bl_play told = *play;
    if (game->notation->hide)
        game->notation->hide(state, &told);
    return told;
}

/* The state as a JSON object, and back; faults are left in `in`. */
void bl_put_state(const struct bl_game *game, const void *state, struct bl_text *out);
void bl_read_state(const struct bl_game *game, struct bl_json *in, const struct bl_setup *setup,
                   void *state);

/* ---- actions: closed moves as numbers --------------------------------------- */

#define BL_NO_ACTION UINT32_MAX
#define BL_NO_MOVE UINT32_MAX   /* as a closed move, which has BL_OPEN never set */

static inline uint32_t bl_action_count(const struct bl_game *game, const struct bl_setup *setup)
{
    const struct bl_notation *n = game->notation;
    return n->action_count ? n->action_count(setup) : n->actions;
}

/* The move with a number; BL_NO_MOVE if there is none. */
static inline bl_move bl_action_move(const struct bl_game *game, const struct bl_setup *setup,
                                     uint32_t action)
{
    return action < bl_action_count(game, setup)
               ? game->notation->action_move(setup, action) : BL_NO_MOVE;
}

/* The number of a move; BL_NO_ACTION if it has none: an open move, or what no text says. */
static inline uint32_t bl_action_of(const struct bl_game *game, const struct bl_setup *setup,
                                    bl_move move)
{
    uint32_t action = game->notation->action_of(setup, move);
    return !(move & BL_OPEN) && bl_action_move(game, setup, action) == move ? action : BL_NO_ACTION;
}

/* Whether a number is a move at all, legal or not: something that a text can say. */
static inline bool bl_is_move(const struct bl_game *game, const struct bl_setup *setup, bl_move move)
{
    return bl_action_of(game, setup, move) != BL_NO_ACTION ||
           (game->notation->is_written && game->notation->is_written(setup, move));
}

/* The moves from number `from` on; returns how many were written, 0: no more. */
static inline uint32_t bl_actions(const struct bl_game *game, const struct bl_setup *setup,
                                  uint32_t from, bl_move *out, uint32_t room)
{
    uint32_t n = 0, count = bl_action_count(game, setup);
    for (; n < room && from < count; n++)
        out[n] = game->notation->action_move(setup, from++);
    return n;
}

/* ---- what comes from outside ------------------------------------------------ */

/* The door to `check` of either build of the rules: any number as a move, by any number as a seat.
 * What is no seat of the table or no move is refused here (by `turn`). */
bl_cite bl_check(const struct bl_game *game, const struct bl_rules *rules, const void *state,
                 const struct bl_play *play, struct bl_context *cx);
/* The door to `put_move`: "?" for what is no seat or no move. */
void bl_put_move(const struct bl_game *game, const void *state, const struct bl_play *play,
                 struct bl_text *out);

/* ---- the registry --------------------------------------------------------- */

const struct bl_game *const *bl_games(void);              /* NULL-terminated */
const struct bl_game *bl_find_game(const char *id);       /* NULL: none */

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
/* The place of a name among names that end with NULL; -1: it is none of them. */
int bl_find_name(const char *const *names, const char *name);

/* A clause by its id, with or without the leading §; 0: there is none. */
bl_cite bl_find_clause(const struct bl_game *game, const char *id);

BL_END
#endif
