/* hall.h - a tournament as work in blocks. */
#ifndef BYLAW_LAB_HALL_H
#define BYLAW_LAB_HALL_H

#include "arena.h"
#include "blocks.h"
#include "bylaw/tournament.h"

struct hall {
    const struct bl_tournament *t;
    struct bl_standings *out;
    struct bl_run run;
    struct lab_task task;
    unsigned rotations;
    uint32_t block_size;            /* games; of the plan alone */
    uint64_t games;
    struct bl_outcome **waiting;    /* by block: what came before its turn */
    uint64_t counted;               /* games, from the first on without a gap */
    float *deals;                   /* an account each */
    uint32_t room;
    /* Of the deal that is being counted. */
    uint64_t wins[BL_MAX_BOTS], decisions, unfinished;
};

/* Makes the tournament a task; `t` and `out` must outlive the hall. */
void hall_open(struct hall *h, const struct bl_tournament *t, struct bl_standings *out);
/* What the deals that were counted come to. They are always a prefix of the tournament, and with
 * SPRT end with the deal that decided: which deals were done sooner makes no difference. */
void hall_sum_up(struct hall *h);
void hall_close(struct hall *h);

/* ---- counting (tournament.c) ------------------------------------------------- */

uint64_t hall_line_up(void *hall, uint64_t number, const struct bl_bot **bots);
/* Games come in their order; false: those that follow need not be counted. */
bool hall_count(struct hall *h, uint64_t number, const struct bl_outcome *outcome);

#endif
