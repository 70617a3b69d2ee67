/* tutorial.h - what the tutorial says, chosen by what is on the table, never by what was typed. */
#ifndef BYLAW_CLI_TUTORIAL_H
#define BYLAW_CLI_TUTORIAL_H

#include "wars.h"

/* What a lesson looks at; all of it as seat 0 knows it. */
struct scene {
    struct session *s;
    struct wars *d;
    const struct pw *v;
    enum wars_place place;
};

/* A remark for a phase and a place: `fits` says whether it is in place now, and writes what to say
 * and what might be typed. Words stand for signs there: they are on every keyboard. */
struct lesson {
    int phase;                 /* -1: any */
    enum wars_place place;
    bool (*fits)(const struct scene *c, struct bl_text *say, struct bl_text *type);
};

/* In the order of asking; the first that fits is given. Each ends with a row without a function. */
extern const struct lesson tutorial_cards[], tutorial_proofs[];
/* What a phase is for, where no lesson fits; NULL: nothing. */
extern const char *const tutorial_phases[PW_PHASES];

/* What seat 1 plays in a phase: the first of these that the rules accept. */
struct scripted {
    enum pw_phase phase;
    const char *move;
};
extern const struct scripted tutorial_script[];
extern const unsigned tutorial_script_size;
/* The rule that seat 1 wants, and the axiom of the subproof that the lessons have bought. */
#define TUTORIAL_RULE "(∀(x)(x>0))"

bool tutorial_has_name(const struct pw *v, unsigned card, unsigned name);
/* How many cards of seat 0 are written. */
unsigned tutorial_written(const struct pw *v);

#endif
