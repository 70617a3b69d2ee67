/* ismcts.h - Monte-Carlo tree search over information sets: what its files share.
 *
 * Every iteration guesses a state that fits the view (`resample`), walks down a tree that all
 * guesses share, adds a move to it, plays the game on, and hands every seat its own score back
 * up the path. */
#ifndef BYLAW_ISMCTS_H
#define BYLAW_ISMCTS_H

#include <stdatomic.h>

#include "base/table.h"
#include "bylaw/bot.h"
#include "judge.h"

#define ISMCTS_DEEPEST 256   /* moves of a path that are kept in the tree */
#define ISMCTS_UNSET UINT32_MAX   /* a setting that depends on the game */

enum ismcts_policy { PLAY_ANY, PLAY_BETTER_OF_TWO, PLAY_LIKED };

/* What makes a node one and the same: the moves that led there, or what somebody sees there: the
 * seat that searches (a single observer), everybody, or the seat to move (multiple observers). */
enum ismcts_nodes { BY_MOVES, BY_SEARCHER, BY_TABLE, BY_MOVER };

/* What is guessed from: the view alone; what was seen for sure; and how the others played. */
enum ismcts_belief { BELIEVE_VIEW, BELIEVE_SURE, BELIEVE_PLAYED };

struct ismcts_settings {
    uint64_t iterations;         /* for a decision; 0: as many as fit in the time */
    uint32_t milliseconds;
    uint32_t trees;              /* searched side by side; 0: one a core */
    enum ismcts_nodes nodes;
    uint32_t reuse;              /* 1: keep what was learned below the moves that were made */
    uint32_t cut;                /* moves of a play-out before it is estimated; 0: to the end */
    enum ismcts_policy policy;   /* of play-outs */
    uint32_t often;              /* play-outs of a leaf, of which the mean counts */
    float explore;               /* below 0: as the game asks for it */
    uint32_t widen;              /* at n visits no more than sqrt(widen * n) moves are tried; but
                                  * `widen` of them always. 0: all are */
    uint32_t open;               /* where moves are written: at n visits no more than sqrt(open * n)
                                  * times another is looked for */
    float doubt;                 /* errors by which a move must beat the one liked best; 0: none;
                                  * below 0: as the game asks for it */
    uint32_t order;              /* 1: untried moves in the order of the game's liking */
    enum ismcts_belief belief;
    uint32_t endings;            /* 1: what the game can count out is not searched */
    uint32_t net;                /* 1: a net judges in the place of play-outs, where there is one */
};

const void *ismcts_set(const char *text, struct bl_text *why);   /* see bl_bot.set */

/* ---- the tree (ismcts_tree.c) ---------------------------------------------- */

/* A move of a node. What they say tells open moves of the same form apart. */
struct ismcts_edge {
    bl_move move;
    uint32_t words, size;        /* where that stands in the tree's `words` */
    uint32_t visits;
    uint32_t available;          /* visits of the node in which the move was legal */
    float glance;                /* the first score of `seat`, where a net judges */
    double sum;                  /* of the scores of `seat` */
    uint32_t child;              /* 0: none yet */
    int8_t seat;                 /* whose move it is */
};

struct ismcts_node {
    uint32_t edges;              /* where they begin */
    uint32_t visits;
    uint32_t tries;              /* to find another move, where moves are written */
    uint16_t count, room;
};

/* Node 0 and edge 0 stand for none. */
struct ismcts_tree {
    struct ismcts_node *nodes;
    struct ismcts_edge *edges;
    uint32_t node_count, node_room, edge_count, edge_room;
    uint32_t freed[17];          /* blocks of 2^k edges that were outgrown, linked by `child` */
    uint32_t root;
    char *words;                 /* of open moves, one after another */
    uint32_t word_count, word_room;
    struct bl_table keys;        /* nodes by what their mover sees, if they are asked for so */
};

void tree_clear(struct ismcts_tree *t);
void tree_free(struct ismcts_tree *t);
uint32_t tree_new_node(struct ismcts_tree *t);
/* A new edge of a node; other edges of that node may move. */
uint32_t tree_new_edge(struct ismcts_tree *t, uint32_t node, bl_move move, int seat);
/* Keeps what an open move says. */
void tree_keep_words(struct ismcts_tree *t, uint32_t edge, const void *words, uint32_t size);
/* The move of an edge, good as long as nothing is added to the tree. */
struct bl_play tree_play(const struct ismcts_tree *t, uint32_t edge);
/* The edge of a node for a move; 0: none. */
uint32_t tree_find_edge(const struct ismcts_tree *t, uint32_t node, const struct bl_play *play);
/* The node of a key, made if there is none. */
uint32_t tree_node_of(struct ismcts_tree *t, uint64_t key);
/* Copies what hangs below `node` to an empty tree, as its root. */
void tree_keep(const struct ismcts_tree *from, uint32_t node, struct ismcts_tree *to);

/* ---- the search (ismcts_search.c) ------------------------------------------- */

/* Where moves are written, every move under the root beside the first, which the game decides on: the
 * k-th time that each was looked into, with the same luck. */
#define ISMCTS_PAIRS 4096
struct ismcts_pairs {
    uint32_t firsts;             /* how often the first was looked into, and what came of it */
    float first[ISMCTS_PAIRS];
    struct {
        uint32_t n;
        double sum, squares;     /* of what a move came to more than the first */
    } of[BL_MORE_OPINIONS + 2];
};

/* What one thread searches with. */
struct ismcts_searcher {
    struct ismcts_settings set;  /* with what the game asks for */
    const struct bl_game *game;
    bool writes;                 /* whether it has moves that are written */
    bool cheats;                 /* the state is known */
    bool explores;               /* as its settings say, not as the game asks for it */
    struct ismcts_tree tree, spare;
    struct ismcts_pairs *pairs;  /* NULL: moves are listed */
    void *state, *view;
    void *leaf;                  /* a state that is played out several times; NULL: once each */
    const struct bl_belief *belief;   /* what states are guessed from; NULL: the view */
    bl_move *moves;
    uint32_t *found;             /* edges that can be taken; 0: none */
    void *scratch;               /* of the game */
    struct judge *judge;         /* NULL: play-outs do */
    struct recall own, others;   /* what the searcher remembers, and what everybody else may */
    void *before;                /* a state, before a move */
    struct bl_text words;        /* of open moves */
    const struct bl_play *of;    /* every other iteration begins with this move; NULL: none does */
    bool chooses;                /* nothing is wanted but the move that is looked at most */
    uint64_t done;               /* iterations of the last search */
    bool asks;                   /* whether its decision's patience is over … */
    atomic_bool *over;           /* … which it tells all of them */
};

void searcher_init(struct ismcts_searcher *s, const struct bl_bot *bot, const struct bl_game *game);
void searcher_free(struct ismcts_searcher *s);
/* Searches with the numbers of `rng`, `iterations` times or until `until` (in seconds of the
 * monotonic clock). */
void searcher_run(struct ismcts_searcher *s, const struct bl_decision *d, struct bl_stream rng,
                  uint64_t iterations, double until);

/* A decision on the way down the tree. */
struct ismcts_place {
    uint32_t node;
    const void *seen;            /* the guessed state; at the root, what the searcher sees */
    int seat;
    uint32_t n;                  /* legal moves and forms, in the searcher's `moves` */
};

/* The closed move that the game likes best of those that were not tried; false: there is none. */
bool ismcts_liked(struct ismcts_searcher *s, const struct ismcts_place *p, struct bl_stream *rng,
                  struct bl_play *out);

/* ---- moves that are written (ismcts_open.c) --------------------------------- */

/* Puts the move that the game decides on under the root, as the first. */
void open_begin(struct ismcts_searcher *s, const struct bl_decision *d, struct bl_stream rng);
/* The edge of one more move of a node, if it is time to look for one; 0: nothing new. */
uint32_t open_candidate(struct ismcts_searcher *s, const struct ismcts_place *p, bool is_root,
                        struct bl_stream *rng);
/* What the game decides on; false: it has nothing in mind. */
bool open_decided(struct ismcts_searcher *s, const void *seen, int seat, enum bl_thought how,
                  struct bl_stream *rng, struct bl_play *out);

#endif
