/* judge.h - a net that judges positions of a game, and where nets come from. */
#ifndef BYLAW_JUDGE_H
#define BYLAW_JUDGE_H

#include "bylaw/bot.h"
#include "net.h"

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

/* Room to judge in. */
struct judge {
    const struct bl_game *game;
    const struct net *net;
    void *guess, *next, *seen;
    uint16_t *ones, *others;     /* of what is judged, and of what was before */
    struct bl_context cx;
};

void judge_init(struct judge *j, const struct bl_game *game);
void judge_free(struct judge *j);
/* What `seat` sees of a state as bits, in `out`; returns how many are 1. It is as if nobody had yet
 * looked at what came into the hand of who moved; `before` is what that seat, if it is this one, saw
 * then. */
uint32_t judge_look(struct judge *j, const void *state, int seat, const void *before, uint16_t *out);
/* The score that the seat to move may expect after each of the `n` moves, by a guess of what it does
 * not see. */
void judge_moves(struct judge *j, const void *view, const bl_move *moves, uint32_t n,
                 struct bl_stream *rng, float *out);
/* The score of a seat when the game is over. */
float judge_end(const struct bl_game *game, const void *state, int seat);

/* The bot `learned` with this very net, for as long as that is there. */
struct bl_bot judge_bot(const char *name, const struct net *net);

#endif
