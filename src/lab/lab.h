/* lab.h - what many games tell about a rulebook. The unit of work is a block of games. */
#ifndef BYLAW_LAB_LAB_H
#define BYLAW_LAB_LAB_H

#include "blocks.h"
#include "bylaw/bot.h"
#include "bylaw/game.h"
#include "play/bout.h"

#define LAB_LAST_MOVES 10000   /* in which play at random tries to end a game that did not end */
#define LAB_LAST_PLAYOUTS 8    /* from where such a game was left */
#define LAB_SETTINGS 9       /* the base and what is compared with it */
#define LAB_BLOCK 10         /* games in a block */
#define LAB_POSITIONS 16     /* of a game, at most, that play-outs look at */
#define LAB_DECISIONS 3      /* of a game, at most, whose moves are weighed */
#define LAB_WEIGHED 10       /* moves of a decision, at most, that are weighed */
#define LAB_PLAYOUT_CAP 1000 /* moves after which a play-out is won by nobody */
#define LAB_WIDTHS 65        /* numbers of legal moves that are told apart; the last: or more */
#define LAB_LADDER 4         /* bots, at most, from the weakest to the strongest */
#define LAB_STEPS (LAB_LADDER - 1)
#define LAB_SPARSE 10        /* steps after the first, whose bots think, are played in every so many-th deal */
#define LAB_NOT_PLAYED (-2)
#define LAB_NAME 160

/* ---- the plan --------------------------------------------------------------- */

struct lab_setting {
    char name[LAB_NAME];                       /* as it was asked for; the base: "" */
    struct bl_setup setup;                     /* resolved */
};

struct lab_plan {
    const struct bl_game *game;
    uint32_t setting_count;
    struct lab_setting settings[LAB_SETTINGS];
    struct bl_setup asked_setup;               /* that of the call, defaults not filled in */
    const struct bl_bot *bots[BL_MAX_SEATS];   /* one a seat */
    const struct bl_bot *ladder[LAB_LADDER];   /* whose games show what skill is worth, the weakest first */
    uint32_t ladder_count;
    const struct bl_bot *player;               /* plays the play-outs */
    uint64_t seed, games, cap;
    uint32_t playouts;                         /* for each estimate */
    uint32_t asked;                            /* illegal moves asked at each position */
    const struct lab_sampler *sampler;         /* who plays the play-outs; NULL: the worker itself */
};

/* ---- what is noted ---------------------------------------------------------- */

/* One game under one setting. Numbers only: every member goes into the block's line. */
struct lab_row {
    int64_t moves;              /* decisions made */
    int64_t why;                /* the clause that ended it; 0: none */
    int64_t winner;             /* -1: nobody */
    int64_t choices;            /* legal moves, over all decisions */
    int64_t forced;             /* decisions with one legal move */
    int64_t widest;             /* most legal moves */
    int64_t recurs;             /* unfinished: 1 if a position came again */
    int64_t could_end;          /* unfinished: play-outs at random from there that ended */
    int64_t looked;             /* positions whose chances were estimated */
    int64_t changes;            /* how often the lead changed hands */
    int64_t settled;            /* when the winner took the lead for good, in 1/1000 of the game */
    int64_t start_hits[BL_MAX_SEATS];   /* play-outs from the first decision that each seat won … */
    int64_t hand_hits[BL_MAX_SEATS];    /* … and those drawn from what it sees then */
    int64_t weighed;            /* decisions whose moves were weighed */
    int64_t gains[LAB_DECISIONS];       /* best over average move, in 1/1000000 of a win */
    int64_t lone_seat;          /* more games of the deal: one bot among ones that are a step weaker … */
    int64_t lone_winner[LAB_STEPS];     /* … or LAB_NOT_PLAYED */
};
#define LAB_ROW_NUMBERS (sizeof(struct lab_row) / sizeof(int64_t))

/* How often a clause came up, counted in events: a deal, a move made, or a question asked. */
struct lab_cover {
    int64_t consulted;          /* events that it was looked at in */
    int64_t held;               /* … and met, or true */
    int64_t refused;            /* … and not met, or false */
    int64_t applied;            /* … and changed something */
    int64_t games;              /* games that it came up in */
};
#define LAB_COVER_NUMBERS (sizeof(struct lab_cover) / sizeof(int64_t))

/* Sums over games under one setting. */
struct lab_sums {
    int64_t made, asked, refused;   /* moves made; questions; those answered with no */
    int64_t cut;                    /* events with more citations than a trace holds */
    int64_t widths[LAB_WIDTHS];     /* decisions by number of legal moves */
};
#define LAB_SUM_NUMBERS (sizeof(struct lab_sums) / sizeof(int64_t))

/* What is known so far. */
struct lab {
    const struct lab_plan *plan;
    struct lab_row *rows[LAB_SETTINGS];     /* by game */
    struct lab_sums sums[LAB_SETTINGS];
    struct lab_cover *cover[LAB_SETTINGS];  /* by clause */
    struct lab_task task;
};

static inline bool lab_has(const struct lab *lab, uint64_t game)
{
    return lab->task.present[game / LAB_BLOCK];
}

/* ---- playing (lab_game.c, lab_sample.c) ------------------------------------- */

struct lab_kept {
    uint64_t at;                /* which decision */
    void *state;
};

/* Play-outs from a position, as many as the plan says; number r of them goes by substream `from` + r. */
struct lab_sample {
    struct bl_stream all;
    uint64_t from;
    const void *state;
    int seat;                   /* what it does not see is drawn anew each time; -1: all is as it is */
    const struct bl_play *play; /* which it makes first; or NULL */
    uint32_t hits[BL_MAX_SEATS];    /* what comes of it: those that each seat won */
};
#define LAB_SAMPLES (1 + LAB_POSITIONS * BL_MAX_SEATS + 2 * LAB_DECISIONS * LAB_WEIGHED)   /* of a game */

/* Another who plays samples, the same ones; those of a whole block at a time. */
struct lab_sampler {
    void *(*begin)(const struct lab_sampler *sampler);   /* what one thread plays with */
    void (*end)(void *own);
    bool (*play)(void *own, struct lab_sample *samples, uint32_t count);   /* false: it cannot */
};

/* A game whose samples are still to be played. */
struct lab_looked {
    struct lab_row *row;            /* where to note */
    struct lab_kept kept[LAB_POSITIONS];
    uint32_t kept_count;
    uint64_t stride;
    uint32_t first;                 /* of its samples */
    uint32_t widths[LAB_DECISIONS];     /* moves that are weighed … */
    struct bl_play plays[LAB_DECISIONS][LAB_WEIGHED];
    struct bl_text said[LAB_DECISIONS][LAB_WEIGHED];   /* … and what stands in them */
};

/* What one thread works with. */
struct lab_worker {
    const struct lab_plan *plan;
    const struct bl_game *game;
    const struct bl_rules *traced;
    const atomic_bool *stop;
    struct bout bout;               /* the game that is noted */
    struct bout playout;            /* what a position is played on in */
    void *other, *mark;             /* states */
    bl_move *notation;
    uint32_t notation_room;
    struct bl_step step;
    uint8_t *seen, *in_game;        /* by clause: in this event, in this game */
    bool *refused;                  /* by clause: at this position */
    struct lab_looked *games, *now; /* as many as are sampled together; the one that is played */
    uint32_t together;
    struct lab_sample *samples;     /* of these */
    uint32_t sample_count;
    void *sampling;                 /* the sampler's own */
    struct lab_sums *sums;          /* where to count */
    struct lab_cover *cover;
};

static inline bool lab_stopped(const struct lab_worker *w)
{
    return w->stop && atomic_load_explicit(w->stop, memory_order_relaxed);
}

void *lab_worker_new(const void *lab, const atomic_bool *stop);   /* as tasks have it */
void lab_worker_free(void *worker);

/* Plays one game of a setting, and its deal once more for each step of the ladder. False: stopped before the end.
 * What `looked` asks for is to be played then, and tells the rest of the row. */
bool lab_play(struct lab_worker *w, uint32_t setting, uint64_t number, struct lab_looked *looked);
void lab_play_samples(struct lab_worker *w);
void lab_conclude(const struct lab_worker *w, const struct lab_looked *looked);
/* A context whose chance is that of `seed`, with a trace and scratch. */
struct bl_context lab_context(struct lab_worker *w, uint64_t seed);
/* Carries out a move and counts what the rules cite for it; false: they refuse it. */
bool lab_apply_traced(struct lab_worker *w, void *state, const struct bl_play *play,
                      struct bl_chance *chance);
/* Plays what stands in `playout` on to its end, at most `cap` moves; the winner, -1: none, -2:
 * not ended. */
int lab_playout(struct lab_worker *w, const struct bl_bot *bot, uint64_t cap,
                struct bl_stream *rng);
/* Asks for the samples that tell of the positions that were kept, and puts the questions. */
void lab_look(struct lab_worker *w, uint64_t seed);

/* Counts what the rules cited in one event, and clears the trace. */
void lab_count_event(struct lab_worker *w);

/* ---- blocks (lab_block.c) --------------------------------------------------- */

/* Makes the lab a task. */
void lab_init(struct lab *lab, const struct lab_plan *plan);
void lab_free(struct lab *lab);

#endif
