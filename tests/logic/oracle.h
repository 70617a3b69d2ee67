/* oracle.h - a second checker of inferences, written from the reading and not from the kernel:
 * trees with names, substitution by copying, every choice tried. Slow and simple. */
#ifndef TESTS_ORACLE_H
#define TESTS_ORACLE_H

#include <stdbool.h>

#define ORACLE_LINES 16

/* A proof as texts: statements, axioms first, and for each lemma its rule and first premise. */
struct oracle_proof {
    const char *line[ORACLE_LINES];
    int rule[ORACLE_LINES];        /* 0: axiom */
    int premise[ORACLE_LINES];     /* from 1 */
    int count, axioms;
};

struct oracle_question {
    bool sound;
    int rule;                      /* 1..27 */
    const struct oracle_proof *proof;   /* everything before the lemma */
    int premise[2], premises;      /* from 1 */
    const char *conclusion;
    const struct oracle_proof *subproof;   /* NULL: none */
};

/* The game, for evaluation: [PLAYER](1) and (¬[CARD](1)) hold, [health](1) is 2, [power](1) is 0. */
bool oracle_follows(const struct oracle_question *q);

#endif
