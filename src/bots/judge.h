/* judge.h - a net that judges positions of a game, and where nets come from. */
#ifndef BYLAW_JUDGE_H
#define BYLAW_JUDGE_H

#include "bylaw/bot.h"
#include "net.h"
#include "recall.h"

/* Weights that are part of the program (tools/weights.py); ends with a row without a game. */
struct bl_weights {
    const char *game;
    unsigned players;
    const unsigned char *bytes;
    size_t size;
};
extern const struct bl_weights bl_weights[];

/* The net for a table: of those for as many players or more the one for fewest; NULL: there is none. */
const struct net *judge_net(const struct bl_game *game, const struct bl_setup *setup);

/* How many bits a net is given of a table: what is remembered (recall.h), and what is seen. */
uint32_t judge_inputs(const struct bl_game *game, const struct bl_setup *setup);

/* Room to judge in. */
struct judge {
    const struct bl_game *game;
    const struct net *net;
    void *guess, *next, *seen;
    uint16_t *ones;
    struct bl_context cx;
    struct glance {              /* what a seat was judged by last: from there on only what changes counts */
        uint16_t *ones;
        uint32_t n;              /* 0: nothing yet */
        float sums[NET_MAX_WIDTH];
    } glances[BL_MAX_SEATS];
};

void judge_init(struct judge *j, const struct bl_game *game);
void judge_free(struct judge *j);
/* Begins anew: sums of what was judged before are not gone on from. */
void judge_forget(struct judge *j);
/* What `seat`, which remembers `r`, may expect of a state. It is as if nobody had yet looked at what came into
 * the hand of who moved; `before` is what that seat, if it is this one, saw then. The bits that it goes by are
 * in the seat's glance. */
float judge_state(struct judge *j, const struct recall *r, const void *state, int seat, const void *before);
/* The score that the seat to move may expect after each of the `n` moves, by a guess of what it does
 * not see. */
void judge_moves(struct judge *j, const struct recall *r, const void *view, const bl_move *moves, uint32_t n,
                 struct bl_stream *rng, float *out);
/* The score of a seat when the game is over. */
float judge_end(const struct bl_game *game, const void *state, int seat);

/* The bot `learned` with this very net, for as long as that is there. */
struct bl_bot judge_bot(const char *name, const struct net *net);

#endif
