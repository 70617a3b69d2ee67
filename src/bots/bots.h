/* bots.h - the bots there are: BOT(symbol), each a `const struct bl_bot bl_bot_symbol`.
 * One line a bot, in the order in which they are listed to people. */
#ifndef BYLAW_BOTS_H
#define BYLAW_BOTS_H

#include "bylaw/bot.h"

#define BL_BOTS(BOT) \
    BOT(random)      \
    BOT(greedy)      \
    BOT(quick)       \
    BOT(learned)     \
    BOT(ismcts)      \
    BOT(cheat)       \
    BOT(beginner)    \
    BOT(casual)      \
    BOT(strong)      \
    BOT(master)

#define BL_DECLARE_BOT(symbol) extern const struct bl_bot bl_bot_##symbol;
BL_BOTS(BL_DECLARE_BOT)

/* How a level is played (levels.c): `slips` of a hundred moves are bl_bot_slip's, the others those of `bot`;
 * NULL: of the one that the game names for it. */
struct bl_level {
    uint32_t slips;
    const struct bl_bot *bot;
};
/* What people play who overlook something: any of the better two thirds of the moves, by the game's liking, and
 * none that hurts themselves; where moves are written, something that is worth a thought. */
extern const struct bl_bot bl_bot_slip;
/* Who plays this move of a decision. */
const struct bl_bot *bl_level_bot(const struct bl_bot *level, const struct bl_decision *d);

/* Writes into the form in `play` what the game proposes for it, into `words`; false: nothing. */
bool bl_complete(const struct bl_decision *d, void *scratch, struct bl_text *words,
                 struct bl_play *play);

/* Whether a move is one of the `n` that are listed. */
static inline bool bl_is_listed(const bl_move *moves, uint32_t n, bl_move move)
{
    for (uint32_t i = 0; i < n; i++)
        if (moves[i] == move)
            return true;
    return false;
}

#endif
