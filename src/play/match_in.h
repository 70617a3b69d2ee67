/* match_in.h - the insides of a match, for the files of this folder. */
#ifndef BYLAW_MATCH_IN_H
#define BYLAW_MATCH_IN_H

#include "base/alloc.h"
#include "bylaw/match.h"
#include "bylaw/transcript.h"

/* A move that was made, and what is needed to tell of it and to take it back. */
struct turn {
    struct bl_play play;                  /* `data` is a copy of its own */
    void *before;                         /* the state that it was made in, as far as in use */
    uint32_t chances[BL_MAX_CHANCES];     /* how often each kind of chance had happened */
    size_t written;                       /* length of the transcript before it */
    uint32_t learned;                     /* seats that it showed something hidden */
    uint32_t entries;
    struct bl_trace_entry *entry;
    struct bl_arg *args;                  /* of the entries' facts */
    char *texts;                          /* what the arguments point into */
};

struct bl_match {
    const struct bl_game *game;
    const struct bl_rules *traced;
    const struct bl_bot *bots[BL_MAX_SEATS];   /* NULL: a person */
    void *memories[BL_MAX_SEATS];              /* of bots that have moved; NULL: none */
    void *state;                               /* the referee's */
    struct bl_chance chance;
    struct turn *turns;
    uint32_t count, room;
    struct bl_text transcript;
    struct bl_recorder recorder;
    bl_move *moves;                            /* legal now, if `listed` */
    uint32_t move_count;
    bool listed;
    void *view, *reader, *scratch, *after;     /* states to work on */
    struct bl_trace trace, first, guess;       /* of what is; of what may be */
    struct bl_text text, note;                 /* of the event last told */
    struct bl_text words;                      /* what a bot wrote */
    struct bl_text fault;                      /* what is wrong with the text last read */
    void *work;                                /* the rules' own scratch */
};

/* A table without cards on it yet. */
struct bl_match *match_bare(const struct bl_game *game, uint64_t seed);
/* Puts the cards on the table: the first decision's state, in `m->state`. */
void match_begin(struct bl_match *m);
/* Carries out a move that `check` has accepted. */
void match_carry_out(struct bl_match *m, const struct bl_play *play);

/* Leaves in `out` what a trace tells: each clause with its mark and fact once. */
void account_of(const struct bl_trace_entry *entry, uint32_t count, const struct bl_arg *args,
                struct bl_account *out);
/* The same of a turn, without the facts that its reader cannot know. */
void account_for(struct bl_match *m, const struct turn *turn, int reader, struct bl_account *out);

#endif
