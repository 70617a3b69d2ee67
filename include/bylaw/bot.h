/* bot.h - players that are programs. They see a view, never the state. */
#ifndef BYLAW_BOT_H
#define BYLAW_BOT_H

#include "bylaw/game.h"

struct bl_bot {
    const char *name;
    const char *text;    /* one line for people */
    bool looks;          /* whether it needs the view; if not, `view` may be NULL */
    /* Chooses one of the `n` > 0 legal moves of `seat`, which is to move. All its
     * randomness comes from `rng`, which is this decision's own. */
    void (*choose)(const struct bl_game *game, const void *view, int seat, const bl_move *moves,
                   uint32_t n, struct bl_stream *rng, struct bl_play *out);
};

const struct bl_bot *const *bl_bots(void);             /* NULL-terminated */
const struct bl_bot *bl_find_bot(const char *name);    /* NULL: none */

/* The stream that decision number `decision` of game `seed` takes its choice from. */
static inline struct bl_stream bl_bot_stream(const struct bl_game *game, uint64_t seed,
                                             uint64_t decision)
{
    return bl_stream(seed, game->code, BL_FOR_BOT, decision);
}

#endif
