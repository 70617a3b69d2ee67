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
/* A proof, with whom and what `names` has chosen, and a refutation, as moves; the subproofs that
 * they use are those of `names`. */
void pw_put_proof(const struct pw_proof *names, const struct bl_proof *p, uint32_t line,
                  struct bl_text *out);
void pw_put_refutation(const struct pw_proof *names, const struct bl_proof *p,
                       const uint32_t lines[2], struct bl_text *out);
/* Whether two numbers are compared, and wrongly. */
bool pw_is_false_comparison(const struct bl_logic *l, bl_term t);

#endif
