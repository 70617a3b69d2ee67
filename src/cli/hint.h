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

struct hint {
    struct bl_opinion *list;   /* the best first */
    uint32_t count;
    uint64_t visits;          /* of all moves */
    struct bl_text words;     /* of open moves */
};

/* Asks a bot that weighs moves. */
void hint_ask(struct hint *h, const struct bl_bot *bot, const struct bl_decision *d);
void hint_free(struct hint *h);
/* The `top` best moves as lines for people. */
void hint_put(struct bl_text *out, const struct hint *h, const struct bl_decision *d, uint32_t top);

#endif
