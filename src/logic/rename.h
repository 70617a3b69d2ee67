/* rename.h - a subproof's statements with other pure symbols. */
#ifndef LOGIC_RENAME_H
#define LOGIC_RENAME_H

#include "logic/kernel/match.h"

/* t renamed. A symbol that the renaming does not speak of stays as it is, or takes a free letter
 * where its own has been given away; the renaming is extended by it. 0: over a limit. */
bl_term rename_all(struct bl_logic *l, struct renaming *r, bl_term t);
/* What an indirect proof says of a universal statement; 0: over a limit. */
bl_term rename_denied(struct bl_logic *l, bl_term t, enum bl_logic_ruling ruling);

#endif
