/* hint.h - advice of a bot, for `bylaw hint` and at the table. */
#ifndef BYLAW_CLI_HINT_H
#define BYLAW_CLI_HINT_H

#include "bylaw/bot.h"

#define HINT_BOT "ismcts:10000"
#define HINT_BOT_WRITING "ismcts:1000"   /* where moves are written, which takes longer */

static inline const char *hint_bot(const struct bl_game *game)
{
    return game->advice->propose ? HINT_BOT_WRITING : HINT_BOT;
}

/* The `top` best moves by a bot that weighs them, as lines for people or as JSON. */
void hint_put(struct bl_text *out, const struct bl_bot *bot, const struct bl_decision *d,
              uint32_t top, bool json);

#endif
