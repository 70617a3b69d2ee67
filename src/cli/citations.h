/* citations.h - where the rules cite which clause; the table is made at build time. */
#ifndef BYLAW_CLI_CITATIONS_H
#define BYLAW_CLI_CITATIONS_H

enum cited_as {
    CITED_REQUIREMENT,
    CITED_REFUSAL,
    CITED_DEFINITION,
    CITED_EFFECT,
    CITED_OTHERWISE
};

struct citation {
    const char *game, *clause, *function;   /* by id, as people know them */
    enum cited_as as;
};

extern const struct citation citations[];   /* ends with a row without a game */

#endif
