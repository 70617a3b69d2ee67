/* learn.h - guided first games: the lessons of a game, and which of them is given.
 *
 * A game's lessons are rows (lessons.def) in the order in which they are best learned. The first one
 * that fits is given. Whether it fits is said by what the pupil may see, and by which lessons the
 * course of the game has brought before: never by what was typed. So a move of one's own, one that
 * is taken back, or a game taken up again do not mislead it. */
#ifndef BYLAW_CORE_LEARN_H
#define BYLAW_CORE_LEARN_H

#include "bylaw/fact.h"
#include "bylaw/game.h"

enum { BL_LESSON_WORDS = 12, BL_LESSON_ARGS = 24, BL_ANY_PHASE = -1 };

struct bl_draft;        /* of a game in which moves are written: src/draft */
struct bl_draft_card;

/* What a lesson looks at. */
struct bl_scene {
    const struct bl_game *game;
    const void *view;                   /* the pupil's */
    int seat;                           /* where they sit */
    const void *before, *after;         /* their last move, as they saw it; NULL: they made none */
    struct bl_play last;
    uint64_t told;                      /* lessons that were given before, by number */
    unsigned place;                     /* what is asked for: 0 is the table, others the game's own */
    const struct bl_draft *draft;       /* the proof at work */
    const struct bl_draft_card *card;   /* what is being written; NULL: nothing */
    bool typed;                         /* each step by itself; else what is written is one form */
};

/* Something that is said, and the clauses behind it, by their ids with spaces between. */
struct bl_said {
    struct bl_fact fact;
    const char *clauses;
};

/* What is told to the pupil now. Texts are the caller's to free. */
struct bl_lesson {
    const char *name;                   /* NULL: no lesson fits */
    unsigned number;                    /* below 64 */
    uint64_t told;                      /* bits of all rows that are told now */
    struct bl_said meant[1];            /* of the move made last */
    unsigned meant_count;
    struct bl_said words[BL_LESSON_WORDS];   /* paragraphs; good as long as the lesson is */
    unsigned word_count, form;          /* words from here on are of what is written, one form */
    struct bl_text type, move;          /* what to type there; the whole move, "": none */
    bl_move picked;                     /* what `fits` would play; BL_NO_MOVE: nothing */
    struct bl_arg said[BL_LESSON_ARGS], done[16];   /* what the words and the move speak of */
    unsigned said_count, done_count;
    char named[64];                     /* a name that is spoken of, %s, or cards, %C */
};

typedef bool bl_fits(const struct bl_scene *c, struct bl_lesson *l);

struct bl_lesson_row {
    enum bl_row {
        BL_LESSON,    /* something to do */
        BL_EXTRA,     /* the same, which need not come up when all suggestions are followed */
        BL_REMARK,    /* said beside the lesson next to it */
        BL_MEANT,     /* after a move of the pupil: what its rule meant, once */
        BL_PHASE,     /* where no lesson fits: what the phase is for */
        BL_SCRIPT     /* what another seat plays: the first that the rules accept */
    } kind;
    const char *name;
    int phase;                          /* of the game's own; or BL_ANY_PHASE */
    unsigned place;
    bl_fits *fits;
    const char *type, *move;            /* formats; "": what fits has picked */
    const char *clauses;                /* ids, with spaces */
    const char *again;                  /* said of a lesson that was given before; NULL: only once */
    const char *words[3];
};

struct bl_teaching {
    uint64_t seed;
    uint8_t players;
    bool once;                          /* what was told is not told again */
    unsigned form_from, form_to;        /* places that are parts of one form, where not typed */
    int (*phase)(const void *view);     /* NULL: there are none */
    const struct bl_lesson_row *rows;
    unsigned count;
    /* A hint where moves are alike to a bot: the next move of a plan, and what it is for. False: ask
     * a bot. NULL: always. */
    bool (*plan)(const void *view, int seat, struct bl_text *move, struct bl_fact *why);
};

static inline bool bl_plan(const struct bl_game *game, const void *view, int seat,
                           struct bl_text *move, struct bl_fact *why)
{
    return game->teaching && game->teaching->plan && game->teaching->plan(view, seat, move, why);
}

/* The lesson for the scene, without those whose bit is set in `skipped`; false: none fits. What the
 * last move meant is told either way. */
bool bl_lesson_find(const struct bl_scene *c, uint64_t skipped, struct bl_lesson *l);
/* What the phase is for; its format NULL: nothing more is said of it. */
struct bl_said bl_lesson_phase(const struct bl_scene *c);
/* What the seat to move is to play, in the order of trying; NULL: no more. `c` is that seat's. */
const char *bl_lesson_script(const struct bl_scene *c, unsigned index);

/* ---- for those who write lessons ------------------------------------------ */

/* Takes the legal move that a sensible player likes best of those that pass `test`. */
bool bl_lesson_pick(const struct bl_scene *c, struct bl_lesson *l,
                    bool (*test)(const void *view, bl_move move));
/* Whether the lesson of that name was given before. */
bool bl_lesson_told(const struct bl_scene *c, const char *name);
/* Takes down what a lesson speaks of: letters and values, in the order of the formats, for the
 * words, and after a bar for what is to be done. An s is what was named. */
#define TELL(letters, ...) bl_lesson_tell(l, letters, (const int64_t[]){__VA_ARGS__})
bool bl_lesson_tell(struct bl_lesson *l, const char *letters, const int64_t *values);

/* A lesson that fits when that holds; what it finds is kept on the way. */
#define WHEN(name, ...)                                                                            \
    static bool name(const struct bl_scene *c, struct bl_lesson *l)                                \
    {                                                                                              \
        (void)c;                                                                                   \
        (void)l;                                                                                   \
        return __VA_ARGS__;                                                                        \
    }

#endif
