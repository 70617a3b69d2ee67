/* search.h - the inside of the search. Untrusted: what it finds goes through the kernel.
 *
 * Statements become known one by one, the cheapest first. A known statement gives rise to
 * candidates: by the rules that take apart (forward), and by ways to a wanted statement whose
 * premises are all known (backward). The cost of a statement is that of the set of lemmas it
 * rests on, each counted once. */
#ifndef LOGIC_SEARCH_H
#define LOGIC_SEARCH_H

#include "logic/kernel/match.h"

#define NO_ENTRY UINT32_MAX

/* A statement that is known, and how. */
struct entry {
    bl_term t;
    uint32_t cost;
    uint8_t rule;                 /* 0: axiom */
    uint8_t premises;
    uint32_t premise[2];          /* entries */
    const struct bl_proof *using;
    uint32_t axiom;               /* its number, for axioms */
    uint32_t priority;            /* it had in the queue */
    struct bl_statement s;        /* as it is written */
    bl_symbol letter;             /* of its outermost quantifier there */
    uint32_t set, set_count;      /* the lemmas it rests on, itself among them, in `sets` */
};

/* A statement that may become known. */
struct candidate {
    uint32_t priority, serial;    /* lowest first, the older first */
    struct entry e;
};

/* A wanted statement would follow from these. */
struct way {
    uint8_t rule, premises;
    bl_term c, premise[2];
    uint32_t next[2];             /* the next way that waits for the same premise */
};

struct slot {                     /* what is known of a term, by its id */
    uint32_t entry;               /* + 1; 0: not known */
    uint32_t way;                 /* + 1: the first that waits for it, as 2 * way + place */
    bool wanted;
    bool atom_listed;
};

struct search {
    struct bl_logic *l;
    const struct bl_search *s;
    bool sound;
    struct entry *entries;
    uint32_t entry_count, entry_room;
    struct candidate *heap;
    uint32_t heap_count, heap_room, serial;
    struct way *ways;
    uint32_t way_count, way_room;
    struct slot *slots;
    uint32_t slot_room;
    uint32_t *sets;
    uint32_t set_count, set_room;
    bl_term *wanted;              /* goals and what would lead to them */
    uint32_t wanted_count, wanted_room;
    bl_term *pool;                /* closed WFOs to put for variables */
    uint32_t pool_count, pool_room;
    bl_term *atoms;               /* closed atoms that occur, to match against */
    uint32_t atom_count, atom_room;
    uint32_t valued;              /* atoms whose values were asked for */
    uint32_t budget;              /* costs at or above it are of no use */
    uint64_t steps, last_step;
    struct bl_proof *scratch;     /* the axioms, to try an inference in */
    struct bl_found *found;
};

struct slot *search_slot(struct search *k, bl_term t);
/* Puts a candidate right behind the premise that it simplifies. */
#define AT_ONCE UINT32_MAX
/* Something that may follow, from entries (NO_ENTRY: none). `extra` puts it later in line. */
void search_suggest(struct search *k, bl_term c, enum bl_rule rule, uint32_t p1, uint32_t p2,
             const struct bl_proof *using, uint32_t extra);
/* Wants a statement, and what it would follow from. */
void search_want(struct search *k, bl_term t, uint32_t depth);
void search_add(bl_term **list, uint32_t *count, uint32_t *room, bl_term t);
void search_note(struct search *k, bl_term t);   /* puts its WFOs and atoms on the lists */

void search_forward(struct search *k, uint32_t entry);     /* search_forward.c */
void search_start(struct search *k);

#endif
