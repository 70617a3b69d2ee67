/* opinions.h - what a bot thinks of moves, as people are told of it. */
#ifndef BYLAW_BOTS_OPINIONS_H
#define BYLAW_BOTS_OPINIONS_H

#include "bylaw/bot.h"

enum { BL_FEW_OPINIONS = 5 };   /* as many as are told where nobody asks for more */

/* Of what `advise` gave the bot's own choice, and of the `most` that it looked into most the others, the
 * best figure first; returns how many. One below the first may still have a better figure than the first,
 * by chance. */
uint32_t bl_told_opinions(struct bl_opinion *list, uint32_t count, uint32_t most);
/* The first of the others, in that order, that is not told in the words of the first (`alike`, by place).
 * NULL: there is none that was looked into, or its figure is better by chance, and nothing is next to the
 * first then. */
const struct bl_opinion *bl_next_best(const struct bl_opinion *list, uint32_t n, const bool *alike);

#endif
