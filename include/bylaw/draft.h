/* draft.h - what people write at a table of Predicate Wars before it is a move: statements on cards,
 * rules, proofs line by line; what follows from them, what a search finds, and the text of the move
 * in the end. Questions and answers are JSON; docs/web.md has a list of them. */
#ifndef BYLAW_DRAFT_H
#define BYLAW_DRAFT_H

#include "bylaw/text.h"

/* Answers a question of the person at `seat`, who knows `view` (NULL: nothing that can be written
 * on). {"error":why} where there is no answer. */
void bl_draft_ask(struct bl_text *out, const void *view, int seat, const char *question);

#endif
