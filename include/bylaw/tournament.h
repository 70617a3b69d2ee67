/* tournament.h - bots against each other, measured.
 *
 * Every deal is played several times, with the bots moved on by a seat each time, so that luck of
 * the cards and of the seat falls on all alike. The deal is the sample. What comes out does not
 * depend on the number of jobs. */
#ifndef BYLAW_TOURNAMENT_H
#define BYLAW_TOURNAMENT_H

#include "bylaw/run.h"
#include "bylaw/stats.h"

BL_BEGIN
#define BL_MAX_BOTS 16

/* Who sits where, where there are fewer bots than seats, in the first game of a deal. */
enum bl_seating {
    BL_SEATS_IN_TURN,    /* A B A B */
    BL_SEATS_TOGETHER,   /* A A B B */
    BL_SEATS_ALONE,      /* A B B B: the first of two bots alone among seats of the other */
};

struct bl_tournament {
    const struct bl_game *game;
    struct bl_setup setup;                    /* resolved */
    const struct bl_bot *bots[BL_MAX_BOTS];
    unsigned bot_count;                       /* at least 2 */
    enum bl_seating seating;
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

#define BL_FEWEST_DEALS 20   /* with fewer, an interval would promise too much: there is none */

/* A figure and its interval of 95 %. Of Elo one end is infinite where a bot has always been ahead, or
 * never: `value` says little then. */
struct bl_estimate {
    double value, low, high;
};

struct bl_standing {
    struct bl_estimate score;                 /* mean of (n - rank) / (n - 1) */
    struct bl_estimate elo;                   /* by who is ahead of whom, against the last bot, which has 0 */
    struct bl_estimate elo_wins;              /* by who wins, likewise */
    uint64_t seats, wins;                     /* seats taken, and how many of them won */
    uint64_t refused;                         /* what it chose that the rules do not allow */
    uint64_t faults, forfeits;                /* where it failed to choose; games lost by that */
};

struct bl_standings {
    uint32_t deals;                           /* whole deals that were played */
    uint64_t games, decisions, unfinished;
    bool intervals;                           /* there are enough deals for them */
    bool by_wins;                             /* of three or more seats a game named only the winner */
    struct bl_standing bots[BL_MAX_BOTS];
    struct bl_sprt sprt;
};

/* False if `stop` ended it early. */
bool bl_play_tournament(const struct bl_tournament *t, struct bl_standings *out);

BL_END
#endif
