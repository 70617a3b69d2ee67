/* random.c - every legal move equally likely. */
#include "bots.h"

/* play/bout.c has a short cut for this bot, which takes the same number from the same stream. */
static void choose(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    (void)bot;
    *out = (struct bl_play){d->moves[bl_below(d->rng, d->count)], (int8_t)d->seat, 0, NULL};
}

const struct bl_bot bl_bot_random = {
    .name = "random",
    .text = "takes any legal move, each equally likely",
    .looks = false,
    .choose = choose,
};
