/* solve.h - games of two with a few cards, solved: what each seat can make sure of, and how much
 * a player loses to one who knows its ways.
 *
 * The tree. Chance begins: each position that is given is as likely as the others, and so is
 * each of its deals, which are all ways to lay the cards that a spectator does not see (hands,
 * hidden piles) so that nobody has more or fewer of them. Shuffles on the way are chance, too:
 * every order of up to 6 cards is a branch, more cards are refused. After `horizon` moves a game
 * is left unfinished, and the first seat is given a share of it that is chosen beforehand. What
 * may be said out of turn is left out. A seat without a choice makes no decision, but its move
 * counts.
 *
 * An information state is all that a seat has seen, in order: its first view, each play as it
 * was told of it, the view after that (perfect recall, as struct bl_past has it). Views are kept
 * whole and numbered; what was seen is a number for what was seen before, the play, and the view
 * after it. These are compared, and not only their hashes, so that no two are taken for one.
 *
 * Of the tree only this is kept. For each seat: its information states, each after those before
 * it, and *sequences*, the seat's own choices on a way through the tree, one for each move of an
 * information state and one for none; with perfect recall a sequence is its last choice. And for
 * each pair of sequences what the ways come to that are made of them: how likely chance lets the
 * game end there, times the first seat's score (the *leaves*; those without score are nothing).
 * What a strategy does is its *plan*: for each sequence the product of the chances of its
 * choices. The score of two plans is the sum of leaf times plan times plan; of one plan's leaves
 * and the other's information states, from the last to the first, come regrets and best
 * responses. */
#ifndef BYLAW_SOLVE_H
#define BYLAW_SOLVE_H

#include "bylaw/bot.h"
#include "lab/explore.h"

#define SOLVE_NONE UINT32_MAX
#define SOLVE_MOST_DEALS 1000000   /* of a position */

struct solve_plan {
    const struct bl_game *game;
    const char *starts;          /* positions of two players at a decision, one after another */
    uint32_t start_count;
    uint32_t horizon;            /* moves */
    double unfinished;           /* what the first seat has of a game that is left */
    double (*score)(const void *state);   /* what it has of one that is over; NULL: see bl_scores */
    uint64_t max_bytes;
    bool (*stop)(void *ignored); /* true breaks it off; or NULL */
    void (*progress)(void *user, uint64_t nodes);   /* now and then; or NULL */
    void *user;
};

/* An information state with a choice. */
struct solve_info {
    uint32_t parent;             /* the sequence that leads there */
    uint32_t first, count;       /* sequences of its moves, in the order of `moves` */
    uint32_t seen;
};

struct solve_side {
    struct solve_info *infos;
    uint32_t count, room;
    uint32_t sequences;          /* number 0 is that of no choice */
};

struct solve_leaf {
    uint32_t sequence[2];
    double gain;                 /* likelihood times score of the first seat */
    double open;                 /* how likely the game is left unfinished here */
};

/* What was seen: a play and the view after it, after what was seen before. */
struct solve_seen {
    uint32_t before, view;       /* before the first: SOLVE_NONE */
    bl_move move;
    int8_t mover, seat;          /* who made it; who saw it */
    uint32_t info;               /* of the choice that is due now; SOLVE_NONE: none is */
};

enum solve_end { SOLVE_DONE, SOLVE_STOPPED, SOLVE_MANY_DEALS, SOLVE_TOO_LARGE, SOLVE_LONG_SHUFFLE };

struct solve_tree {
    const struct bl_game *game;
    struct solve_side sides[2];
    struct solve_leaf *leaves;
    uint64_t leaf_count, leaf_room;
    struct solve_seen *seen;
    uint32_t seen_count, seen_room;
    struct lab_met views;
    uint64_t deals, nodes;
};

enum solve_end solve_build(const struct solve_plan *plan, struct solve_tree *out);
void solve_tree_free(struct solve_tree *t);
/* What a seat has seen up to an information state; to be freed. */
struct bl_past *solve_past(const struct solve_tree *t, uint32_t seen);

/* ---- plans (response.c) ---------------------------------------------------------- */

/* Numbers for each sequence of a side. */
double *solve_numbers(const struct solve_tree *t, int seat);
/* The first seat's score, and how likely a game is left unfinished. */
double solve_score(const struct solve_tree *t, double *const plans[2], double *open);
/* What each sequence of `seat` brings in directly, against a plan of the other; the more the better
 * for it. */
void solve_worth(const struct solve_tree *t, int seat, const double *other, double *worth);
/* The first seat's score when `seat` answers a plan of the other as well as can be. */
double solve_response(const struct solve_tree *t, int seat, const double *other);

/* How a bot plays. Each information state that it comes to by its own choices is put to it, with
 * what the seat has seen, once, or, if it draws from its stream, `samples` times: what it does there
 * is how often it chose each move. False: it was broken off, or failed to answer. */
struct solve_asking {
    const struct bl_bot *bot;
    uint32_t samples;
    uint64_t seed;
    bool (*stop)(void *ignored);
    void (*progress)(void *user, uint64_t done);
    void *user;
    uint64_t asked;              /* information states that were put to it */
    uint32_t faults;             /* at the last: another has chosen in its place */
};
bool solve_ask(const struct solve_tree *t, int seat, struct solve_asking *how, double *plan);

/* ---- CFR+ (cfr.c) -------------------------------------------------------------- */

struct solve_cfr;
struct solve_cfr *solve_cfr_new(const struct solve_tree *t);
void solve_cfr_free(struct solve_cfr *c);
/* One more iteration: either seat, in turn, learns from the other's play as it is. */
void solve_cfr_step(struct solve_cfr *c);
/* The mean of all plans so far, the later the weightier. */
void solve_cfr_plan(const struct solve_cfr *c, int seat, double *plan);

#endif
