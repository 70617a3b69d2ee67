/* run.h - many games on many cores.
 *
 * Game g of a run has the seed bl_game_seed(run seed, g), and is the same game whatever runs
 * beside it. What a run gives does not depend on the number of jobs. */
#ifndef BYLAW_RUN_H
#define BYLAW_RUN_H

#include "bylaw/bot.h"
#include "bylaw/game.h"
#include "bylaw/stats.h"

BL_BEGIN
struct bl_dataset;

struct bl_run {
    const struct bl_game *game;
    struct bl_setup setup;                     /* resolved */
    const struct bl_bot *bots[BL_MAX_SEATS];   /* one a seat */
    uint64_t seed, games;
    uint64_t cap;                              /* moves after which a game is left unfinished */
    unsigned jobs;                             /* threads, at least 1 */

    /* Whole transcripts, in the order of the games; false stops the run. NULL: none are made. */
    bool (*write)(void *to, const char *text, size_t size);
    void *to;
    bool full;                                 /* with legal moves and states */
    struct bl_dataset *dataset;                /* dataset.h; NULL: none is written */

    /* Called ten times a second or more by the thread that called bl_run_games; or NULL. True from
     * `stop` ends the run early. */
    bool (*stop)(void *user);
    void (*progress)(void *user, uint64_t games, uint64_t decisions);
    void *user;
};

/* How long games were: exact, whatever their length. */
struct bl_lengths {
    uint64_t *counts;      /* of games of up to BL_USUAL_LENGTH moves */
    uint64_t *longer;      /* the lengths of the others; sorted when the run is over */
    uint32_t longer_count, longer_room;
    uint64_t max;
};

#define BL_USUAL_LENGTH 65535

struct bl_tally {
    uint64_t games;                 /* a prefix of the run: games 0 … games-1 */
    uint64_t decisions;
    uint64_t unfinished;
    uint64_t wins[BL_MAX_SEATS];
    uint64_t refused[BL_MAX_SEATS]; /* choices of bots that the rules do not allow, and replaced */
    uint64_t faults[BL_MAX_SEATS];  /* where they failed to choose: moves at random in the place of theirs */
    uint64_t forfeits[BL_MAX_SEATS];   /* games in which that was so often that they lost by it */
    uint64_t *ends;                 /* by clause */
    struct bl_lengths lengths;
};

/* Plays the games. False if `write`, the dataset or `stop` ended the run; the tally then has the games that
 * were done and written. */
bool bl_run_games(const struct bl_run *run, struct bl_tally *tally);
void bl_tally_free(struct bl_tally *tally);

/* The least length that at least `part` (0 … 1) of the games do not exceed; 0 without games. */
uint64_t bl_length_quantile(const struct bl_tally *tally, double part);

BL_END
#endif
