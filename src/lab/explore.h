/* explore.h - every play of a small instance of a game. */
#ifndef BYLAW_LAB_EXPLORE_H
#define BYLAW_LAB_EXPLORE_H

#include "bylaw/game.h"

struct lab_explore_plan {
    const struct bl_game *game;
    const void *start;           /* a position at a decision */
    char from[200];              /* where it comes from, for people */
    uint64_t max_states;
    uint64_t max_bytes;          /* of memory, about */
    bool asides;                 /* words that any seat may say without taking a turn, too */
    bool (*stop)(void *ignored); /* true gives the search up; or NULL */
    void (*progress)(void *user, uint64_t states);   /* now and then; or NULL */
    void *user;
};

enum lab_search_end { LAB_ALL_SEEN, LAB_TOO_MANY_STATES, LAB_TOO_MUCH_MEMORY, LAB_SEARCH_STOPPED };
const char *lab_search_end_name(enum lab_search_end end);

/* What a clause did in the plays that were seen, and in questions about moves that were not made;
 * in a play, if that is set. */
enum { LAB_SAW_MET = 1, LAB_SAW_UNMET = 2, LAB_SAW_APPLIED = 4, LAB_SAW_IN_PLAY = 8 };
static inline uint8_t lab_saw(uint8_t mark)
{
    return mark == BL_APPLIED                   ? LAB_SAW_APPLIED
           : mark == BL_HELD || mark == BL_TRUE ? LAB_SAW_MET
                                                : LAB_SAW_UNMET;
}

/* Positions are counted as different only if what follows can differ. When not all were seen, the
 * figures are of those that were; the ones marked * then say nothing. */
struct lab_explored {
    char from[200];
    bool silent;                 /* there are words to be said out of turn, and none were */
    enum lab_search_end end;
    uint64_t states, moves;      /* positions; moves between them, one for each outcome of chance */
    uint64_t depth;              /* every play of so many moves was seen to its end */
    uint64_t over;               /* positions in which the game is over */
    uint64_t stuck;              /* positions in which it is not, without a legal move */
    struct bl_text stuck_at;     /* the first of these */
    uint64_t shuffles;           /* moves with more than one outcome … */
    uint64_t sampled;            /* … of which only some were tried */
    bool again;                  /* some play comes back to a position: it need not end */
    uint64_t longest;            /* * moves of the longest play, if none comes back */
    uint64_t endless;            /* * positions from which no play ends */
    uint64_t questions;          /* moves that are not legal, asked about */
    uint64_t *ends;              /* by clause: positions that it ended the game in */
    uint64_t wins[BL_MAX_SEATS];
    uint8_t *saw;                /* by clause */
};

void lab_explore(const struct lab_explore_plan *plan, struct lab_explored *out);
void lab_explored_free(struct lab_explored *e);
/* Whether what was not seen cannot happen in this instance. */
static inline bool lab_is_exhaustive(const struct lab_explored *e)
{
    return e->end == LAB_ALL_SEEN && e->sampled == 0;
}

/* ---- the graph (explore_graph.c) ----------------------------------------------- */

/* Node i has the edges first[i] … first[i + 1] - 1. Node 0 leads to all others. */
struct lab_graph {
    uint32_t nodes;
    const uint64_t *first;
    const uint32_t *edges;
    const bool *is_end;
};

struct lab_graph_facts {
    bool cyclic;
    uint64_t longest;    /* from node 0, if there is no cycle */
    uint64_t endless;    /* nodes from which no end can be reached */
};

void lab_graph_study(const struct lab_graph *g, struct lab_graph_facts *out);

/* ---- the positions that a search has met, each once, exactly (explore_met.c) ---- */

/* Positions are numbered as they are met. What differs from the first is kept of each: a hash
 * finds those that may be the same, their bytes decide. */
struct lab_met {
    uint32_t size;                  /* bytes of a state */
    unsigned char *base;            /* the first state */
    unsigned char *packed;          /* room for one */
    unsigned char *bytes;           /* all of them, packed … */
    uint64_t byte_room, *at;        /* … where each begins; the last: where the next will */
    uint64_t *hashes;
    uint32_t count, room;
    uint32_t *table;                /* open addressing, by hash */
    uint64_t table_size;            /* a power of two */
};

void lab_met_init(struct lab_met *m, uint32_t size, const void *first);
void lab_met_free(struct lab_met *m);
/* The number of a position, which is a new one if it was not met before. */
uint32_t lab_met_number(struct lab_met *m, const void *state);
void lab_met_get(const struct lab_met *m, uint32_t number, void *state);
uint64_t lab_met_memory(const struct lab_met *m);   /* bytes */

#endif
