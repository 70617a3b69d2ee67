/* build.h - asking about terms, for what is around the kernel. */
#ifndef LOGIC_BUILD_H
#define LOGIC_BUILD_H

#include "logic/kernel/term.h"

/* Lists the free variables of t that are not on the list yet, in order of appearance. There are
 * at most BL_TOKENS_MAX. How many are on the list then. */
uint32_t term_variables(const struct bl_logic *l, bl_term t, bl_term *list, uint32_t count);

#endif
