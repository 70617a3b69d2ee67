/* search.h - the inside of the search. Untrusted: what it finds goes through the kernel.
 *
 * Statements become known one by one, the cheapest first. A known statement gives rise to
 * inferences: by the rules that take apart (forward), and by ways to a wanted statement whose
 * premises are all known (backward). All inferences are kept, those too that give what is known
 * already: when the end is reached, the cheapest proof is chosen among all that they make up. */
#ifndef LOGIC_SEARCH_H
#define LOGIC_SEARCH_H

#include "base/table.h"
#include "logic/kernel/match.h"

#define NO_ENTRY UINT32_MAX
#define THE_END 0u                /* the entry that stands for the goal, or a contradiction */
#define NO_COST (UINT32_MAX / 2)
#define FAR 8                     /* depth of what is wanted only because it may help */
#define UNWANTED 100              /* of what is taken if it is there */

/* A statement that is known. */
struct entry {
    bl_term t;                    /* 0: the end */
    uint32_t cost;                /* of the lemmas it rests on, as it was first reached */
    uint32_t least;               /* it cannot be had for less */
    uint32_t priority;            /* it had in the queue */
    uint32_t line;                /* in the scratch proof */
    uint32_t set, set_count;      /* the lemmas it rests on, itself among them, in `sets` */
    uint32_t edges;               /* of a restatement, + 1; otherwise they hang on its term */
    uint32_t uses;                /* + 1: the first inference from it, as 2 * edge + place */
    uint32_t dropped;             /* + 1: the first inference that would be too dear with it */
    uint32_t axiom;               /* its number; 0: a lemma */
    uint8_t rule;                 /* by which it was first reached; 0: an axiom */
    bool of_all;                  /* it has just been, or can be, said of everything */
    uint64_t open;                /* bits of variables that no instantiation brought in */
    struct bl_statement s;        /* as it is written */
    bl_symbol letter;             /* of its outermost quantifier there */
};

/* An inference. */
struct edge {
    bl_term c;
    uint32_t premise[2];          /* entries; NO_ENTRY: none */
    uint32_t next;                /* + 1: another that gives the same */
    uint32_t use[2];              /* the next use of the same premise */
    uint32_t to;                  /* of a restatement: its entry, + 1 */
    uint32_t cost, least;
    uint8_t rule;                 /* 0: to the end */
    bool refused;                 /* by the kernel */
    uint16_t subproof;            /* its number, + 1 */
};

struct queued {
    uint32_t priority, what;      /* lowest first, the older first; an inference, or */
};
#define LATER 0x80000000u         /* and a universal statement: its next instance */

struct queue {                    /* a binary heap */
    struct queued *of;
    uint32_t count, room;
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
    uint32_t edges;               /* + 1: the first that gives it */
    uint32_t priority;            /* its lowest in the queue, + 1; 0: it is not there */
    uint16_t edge_count;
    uint8_t depth;                /* in ways, from what was wanted first */
    bool wanted;
    bool atom_listed, term_listed;
};

#define PATTERNS 12
/* A universal statement, or an open one that could be made universal: what may be put for its
 * variable, and how far the lists of such terms have been looked through. */
struct universal {
    uint32_t entry;
    bl_term body;
    bl_term variable;             /* of an open statement; 0: it is universal */
    uint32_t atoms_seen, wanted_seen, pool_seen, tried;
    bool in_line;                 /* in the queue, for the next term of the pool */
    bool solved;                  /* its comparisons */
    uint64_t heads;               /* bits of the predicates in the patterns */
    uint32_t pattern_count;
    struct {
        bl_term atom;
        uint32_t depth;           /* quantifiers between it and the body */
    } patterns[PATTERNS];
};

struct list {
    uint32_t *of;
    uint32_t count, room;
};

/* How much a search takes up. What is left out at a limit is noted (search_cut). */
struct limits {
    uint32_t terms;               /* to put for variables */
    uint32_t instances;           /* of one statement */
    uint32_t atoms, wanted, ways;
    uint32_t depth;               /* of what is wanted */
};

struct search {
    struct bl_logic *l;
    const struct bl_search *s;
    struct limits limits;
    bool sound;
    struct entry *entries;
    uint32_t entry_count, entry_room;
    struct edge *edges;
    uint32_t edge_count, edge_room;
    struct edge *dropped;         /* too dear as yet: `cost` is how much later in line */
    uint32_t dropped_count, dropped_room;
    uint32_t left_out;            /* points of the cheapest term beyond the limit; 0: there is none */
    struct queue queue, wanted_queue;   /* they take turns */
    struct way *ways;
    uint32_t way_count, way_room;
    struct slot *slots;
    uint32_t slot_room;
    struct universal *universals;
    uint32_t universal_count, universal_room;
    uint64_t lists_seen;          /* by the universal statements, and by how many of them */
    uint32_t universals_seen;
    struct bl_table pairs;        /* what was put together already */
    struct list sets;
    struct list wanted;           /* goals and what would lead to them */
    struct list wanted_bound;     /* those that are quantified */
    struct list wanted_equal;     /* those that are equations */
    struct list existentials;     /* entries of these shapes */
    struct list implications;
    struct list equations;
    struct list pool;             /* closed WFOs to put for variables */
    struct list atoms;            /* closed atoms that occur, to match against */
    struct list witnesses;        /* in use: symbols and arities by turns */
    struct list valued_terms;     /* of which the game says something */
    struct list instances;        /* entries that may be made universal, by the letter */
    bool values_listed, truth_exists;
    uint32_t put_equations, put_terms;   /* those that have been put through functions */
    uint32_t references[26];      /* a lemma (∀(x)tT) for each letter; 0: none */
    uint64_t of_use;              /* bits of predicates that somebody has a use for */
    uint32_t valued;              /* atoms whose values were asked for */
    uint32_t end_points;          /* that the last lemma will cost */
    uint32_t budget;              /* costs at or above it are of no use */
    uint64_t steps, last_step, turns;
    struct bl_proof *scratch;     /* all that is known, as axioms: to try an inference in */
    struct bl_found *found;
};

static inline unsigned shape(const struct search *k, bl_term t)
{
    return k->l->nodes[t].shape;
}

/* search.c */
/* Something was left out that might have been of use, at a limit that allows so much. */
void search_cut(struct search *k, enum bl_search_limit limit, uint32_t most);
struct slot *search_slot(struct search *k, bl_term t);
void search_add(struct list *list, uint32_t what);
/* Whether the term is put into the universal statement for the first time. */
bool search_first_time(struct search *k, uint32_t universal, bl_term with);
/* Puts what an inference gives right behind the premise that it simplifies. */
#define AT_ONCE UINT32_MAX
/* Something that may follow, from entries (NO_ENTRY: none). `extra` puts it later in line. */
void search_suggest(struct search *k, bl_term c, enum bl_rule rule, uint32_t p1, uint32_t p2,
                    uint32_t using, uint32_t extra);
void search_push(struct search *k, uint32_t priority, uint32_t what);
/* What is in the queue is wanted now. */
void search_hurry(struct search *k, bl_term t);
/* A lemma that says what is known once more, or what nobody looks for: kept for one use. */
uint32_t search_restate(struct search *k, bl_term c, enum bl_rule rule, uint32_t p1, uint32_t p2,
                        bl_symbol letter);
/* An edge for a proof in which entries have these numbers; NULL: for the scratch proof. */
struct bl_inference search_inference(const struct search *k, const struct edge *e,
                                     const struct bl_statement *c, const uint32_t *number);
uint32_t search_entry(struct search *k, bl_term t);   /* NO_ENTRY: it is not known */

/* search_want.c */
/* A letter to generalize that is not taken: one that a universal axiom is written with, since
 * with it generalization by reference is at hand, or one that no axiom has free. */
bl_symbol search_letter(const struct search *k, uint64_t taken);
/* Wants a statement, and what it would follow from. */
void search_want(struct search *k, bl_term t, uint32_t depth);
/* Wants what the universal implication asks for, where it would give a wanted statement. */
void search_want_by_rule(struct search *k, const struct universal *u, bl_term wanted);
void search_backward(struct search *k, uint32_t entry);
/* c would follow from a and b (0: none). */
void search_add_way(struct search *k, enum bl_rule rule, bl_term c, bl_term a, bl_term b,
                    uint32_t depth);

/* search_terms.c */
void search_note(struct search *k, bl_term t);   /* puts its WFOs and atoms on the lists */
void search_note_use(struct search *k, bl_term t);
void search_start_terms(struct search *k);
void search_add_universal(struct search *k, struct universal u);
void search_open(struct search *k, uint32_t entry);
void search_instantiate(struct search *k, uint32_t universal, bl_term with, uint32_t extra);
void search_next_term(struct search *k, uint32_t universal);
/* Puts what has become known or wanted into the universal statements. */
void search_catch_up(struct search *k);

/* Whether an instance of it can lead to something that is of use. */
bool search_is_of_use(struct search *k, bl_term t);

/* search_values.c */
void search_start_values(struct search *k);
/* Puts into a universal statement what makes its comparisons come out, and what the game knows. */
void search_solve(struct search *k, uint32_t universal);
/* Puts equal terms through the functions that occur. */
void search_put_through(struct search *k);
/* One instance, therefore all. */
void search_take_instances(struct search *k);

/* search_forward.c */
void search_forward(struct search *k, uint32_t entry);
void search_generalize(struct search *k, uint32_t entry, bl_term c, bl_symbol letter,
                       uint32_t extra);

/* search_subproof.c */
void search_conditional(struct search *k, uint32_t entry);
void search_subproofs(struct search *k, bl_term wanted_or_known);
void search_start_subproofs(struct search *k);

/* search_cheapest.c */
/* The cheapest proof that the inferences so far make up, if it is cheaper than what is found. At
 * last it is noted where it is not certain that there is none cheaper among them. */
void search_cheapest(struct search *k, uint32_t turns, bool at_last);

#endif
