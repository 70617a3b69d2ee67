/* series.h - series of games: one of them, how they are added up, and bots against each other. */
#ifndef BYLAW_LAB_SERIES_H
#define BYLAW_LAB_SERIES_H

#include "blocks.h"
#include "bylaw/tournament.h"
#include "play/bout.h"

/* What one game came to. */
struct bl_outcome {
    uint64_t moves;
    struct bl_result result;   /* `why` is 0 if it is unfinished */
    uint32_t refused[BL_MAX_SEATS];   /* what bots chose that the rules do not allow */
    uint32_t faults[BL_MAX_SEATS];    /* where they failed to choose */
    uint32_t forfeits;                /* seats that have lost by that, as a set, whatever the result says */
};

/* What one thread plays with, for a run or a contest. */
struct bout *lab_bout(const struct bl_game *game, uint64_t cap, const atomic_bool *stop,
                      const void *task);
void lab_bout_free(void *bout);
/* Deals a game to the bots of a bout and plays it, with a transcript unless `r` is NULL. False:
 * it was broken off. */
bool lab_play_game(struct bout *b, const struct bl_setup *setup, uint64_t seed,
                   struct bl_recorder *r, struct bl_outcome *out);

void bl_tally_init(struct bl_tally *t, const struct bl_game *game);
void bl_tally_add(struct bl_tally *t, const struct bl_outcome *o);
void lab_tally_long(struct bl_lengths *l, uint64_t length);   /* of more than BL_USUAL_LENGTH moves */
/* The same for a game in which no bot was at fault: a GPU plays hundreds of millions of them a second. */
static inline void bl_tally_count(struct bl_tally *t, uint64_t moves, bl_cite why, int winner)
{
    t->games++;
    t->decisions += moves;
    if (moves > t->lengths.max)
        t->lengths.max = moves;
    if (moves <= BL_USUAL_LENGTH)
        t->lengths.counts[moves]++;
    else
        lab_tally_long(&t->lengths, moves);
    if (why == 0)
        t->unfinished++;
    else
        t->ends[why]++;
    if (why != 0 && winner >= 0)
        t->wins[winner]++;
}
void bl_tally_finish(struct bl_tally *t);

/* ---- a tournament as work in blocks (contest.c) ---------------------------------- */

struct contest {
    const struct bl_tournament *t;
    struct bl_standings *out;
    struct lab_task task;
    struct bl_outcome **waiting;    /* by block: what came before its turn */
    uint64_t counted;               /* games, from the first on without a gap */
    float *deals;                   /* an account each */
    uint32_t room;
    /* Of the deal that is being counted. */
    uint64_t wins[BL_MAX_BOTS], refused[BL_MAX_BOTS], faults[BL_MAX_BOTS], forfeits[BL_MAX_BOTS];
    uint64_t decisions, unfinished;
};

/* Makes the tournament a task; `t` and `out` must outlive it. */
void contest_open(struct contest *c, const struct bl_tournament *t, struct bl_standings *out);
/* What the deals that were counted come to. They are always a prefix of the tournament, and with
 * SPRT end with the deal that decided: which deals were done sooner makes no difference. */
void contest_sum_up(struct contest *c);
void contest_close(struct contest *c);

#endif
