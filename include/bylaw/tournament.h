/* tournament.h - bots against each other, measured.
 *
 * Every deal is played several times, with the bots moved on by a seat each time, so that each
 * has sat in every seat: luck of the cards and of the seat falls on all alike. The deal is the
 * sample. What comes out does not depend on the number of jobs. */
#ifndef BYLAW_TOURNAMENT_H
#define BYLAW_TOURNAMENT_H

#include "bylaw/run.h"
#include "bylaw/stats.h"

BL_BEGIN
#define BL_MAX_BOTS 16

struct bl_tournament {
    const struct bl_game *game;
    struct bl_setup setup;                    /* resolved */
    const struct bl_bot *bots[BL_MAX_BOTS];
    unsigned bot_count;                       /* at least 2 */
    uint64_t seed;                            /* of all deals; deal d is game d of `simulate` */
    uint32_t deals;                           /* at most */
    uint64_t cap;
    unsigned jobs;
    bool sprt;                                /* stop when the first of two bots is known to be … */
    double elo0, elo1;                        /* … elo1 better than the other rather than elo0 */
    bool (*stop)(void *user);                 /* as in struct bl_run */
    void (*progress)(void *user, uint64_t games, uint64_t decisions);
    void *user;
};

struct bl_standing {
    double score, score_low, score_high;      /* mean of (n - rank) / (n - 1), with 95 % intervals */
    double elo, elo_low, elo_high;            /* against the last bot, which has 0 */
    uint64_t seats, wins;                     /* seats taken, and how many of them won */
    uint64_t refused;                         /* what it chose that the rules do not allow */
};

struct bl_standings {
    uint32_t deals;                           /* whole deals that were played */
    uint64_t games, decisions, unfinished;
    struct bl_standing bots[BL_MAX_BOTS];
    struct bl_sprt sprt;
};

/* False if `stop` ended it early. */
bool bl_play_tournament(const struct bl_tournament *t, struct bl_standings *out);

BL_END
#endif
