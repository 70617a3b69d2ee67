/* train.h - a net that learns a game by playing against itself.
 *
 * Rounds of games: in each, all games are played with the weights as they are; then what every seat
 * saw after every move is set against what came of it. What is learned after so many games depends
 * on the plan alone, not on the number of threads, and not on the machine, bit for bit. */
#ifndef BYLAW_TRAIN_H
#define BYLAW_TRAIN_H

#include <stddef.h>

#include "bots/net.h"
#include "bylaw/rules.h"

struct train_plan {
    const struct bl_game *game;
    struct bl_setup setup;               /* resolved */
    uint64_t seed;
    uint32_t width, depth;               /* of the net */
    struct train_tune {
        float batch;                     /* samples that are learned at once, a multiple of 32 */
        float warm;                      /* games in which the game's liking gives way to the net's, … */
        float liked;                     /* … but for so large a share of all moves */
        float trust;                     /* see struct manner */
        float patience;
    } tune;
};

/* What can be tuned, with what is usual; ends with a row without a name. */
extern const struct train_knob {
    const char *name, *text;
    size_t at;                           /* in struct train_tune */
    float usual, least, most;
} train_knobs[];

enum {
    TRAIN_ROUND = 512,                   /* games of a round */
    TRAIN_SLICES = 4,                    /* pieces that a batch is learned in */
    TRAIN_MOST_BATCH = 256
};

struct train;
/* `gpu`: steps of learning are made on one, if there is one, and as long as it does not fail. */
struct train *train_new(const struct train_plan *plan, unsigned jobs, bool gpu);
/* NULL: it learns on a GPU; or why it does not, or does no more. */
const char *train_no_gpu(const struct train *t);
void train_free(struct train *t);

/* Plays a round and learns from it, unless `halt` says that it is to be broken off: then nothing
 * has happened, and it gives false. */
bool train_round(struct train *t, bool (*halt)(void *), void *user);
uint64_t train_games(const struct train *t);      /* played so far */
double train_loss(const struct train *t);         /* of the last rounds */
/* The net as it is worth keeping: the mean of the last ones. It is there until the next round. */
const struct net *train_net(const struct train *t);

/* The net as a file (net.h). */
void train_put_net(const struct train *t, const char *made_by, struct bl_text *out);
/* All that it takes to go on, and back: false, and `why` says why. */
void train_put(const struct train *t, struct bl_text *out);
bool train_read(struct train *t, const char *bytes, size_t size, struct bl_text *why);

#endif
