/* random.c - every legal move equally likely. */
#include "bots.h"

/* The arena has a short cut for this bot, which takes the same number from the same stream. */
static void choose(const struct bl_game *game, const void *view, int seat, const bl_move *moves,
                   uint32_t n, struct bl_stream *rng, struct bl_play *out)
{
    (void)game;
    (void)view;
    *out = (struct bl_play){moves[bl_below(rng, n)], (int8_t)seat, 0, NULL};
}

const struct bl_bot bl_bot_random = {
    .name = "random",
    .text = "takes any legal move, each equally likely",
    .looks = false,
    .choose = choose,
};
