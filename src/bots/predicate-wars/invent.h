/* invent.h - statements and lemmas at random: for bots that try everything. */
#ifndef BYLAW_PW_INVENT_H
#define BYLAW_PW_INVENT_H

#include "games/predicate-wars/predicate-wars.h"

/* A WFF, small; its variables are mostly bound. */
void pw_invent_statement(struct bl_stream *rng, struct bl_text *out);
/* Lemmas that follow: at most one for each of `tries` rules, drawn with their premises. */
void pw_invent_lemmas(struct pw_proof *p, struct bl_stream *rng, unsigned tries);
/* The lemmas of a proof as a move has them, with a space before each. */
void pw_put_lemmas(const struct pw_proof *names, const struct bl_proof *p, struct bl_text *out);

#endif
