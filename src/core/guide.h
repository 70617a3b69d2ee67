/* guide.h - the rows of a guide.def as a table: include that between braces, with an empty row after
 * it. */
#ifndef BYLAW_GUIDE_H
#define BYLAW_GUIDE_H

#include "bylaw/game.h"

#define GOAL(text) {BL_GOAL, "", "", text},
#define LINE(text) {BL_LINE, "", "", text},
#define MOVE(key, text) {BL_MOVE, key, "", text},
#define TERM(key, name, text) {BL_TERM, key, name, text},
#define GUIDE_END {BL_GUIDE_END, "", "", ""}

#endif
