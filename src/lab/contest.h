/* contest.h - a tournament as work in blocks. */
#ifndef BYLAW_LAB_CONTEST_H
#define BYLAW_LAB_CONTEST_H

#include "blocks.h"
#include "bylaw/tournament.h"
#include "series.h"

struct contest {
    const struct bl_tournament *t;
    struct bl_standings *out;
    struct lab_task task;
    uint32_t block_size;            /* games; of the plan alone */
    uint64_t games;
    struct bl_outcome **waiting;    /* by block: what came before its turn */
    uint64_t counted;               /* games, from the first on without a gap */
    float *deals;                   /* an account each */
    uint32_t room;
    /* Of the deal that is being counted. */
    uint64_t wins[BL_MAX_BOTS], decisions, unfinished;
};

/* Makes the tournament a task; `t` and `out` must outlive it. */
void contest_open(struct contest *c, const struct bl_tournament *t, struct bl_standings *out);
/* What the deals that were counted come to. They are always a prefix of the tournament, and with
 * SPRT end with the deal that decided: which deals were done sooner makes no difference. */
void contest_sum_up(struct contest *c);
void contest_close(struct contest *c);

#endif
