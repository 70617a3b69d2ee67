/* greedy.c - the move that the game's own liking puts first. */
#include "bots.h"

/* Among equals each is equally likely: the k-th that is found replaces the choice in one of k
 * cases. */
static void choose(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    (void)bot;
    int32_t best = 0;
    uint32_t equals = 0;
    for (uint32_t i = 0; i < d->count; i++) {
        struct bl_play play = {d->moves[i], (int8_t)d->seat, 0, NULL};
        int32_t liking = d->game->advice->prefer(d->view, &play);
        if (equals > 0 && liking < best)
            continue;
        equals = equals > 0 && liking == best ? equals + 1 : 1;
        best = liking;
        if (equals == 1 || bl_below(d->rng, equals) == 0)
            *out = play;
    }
}

const struct bl_bot bl_bot_greedy = {
    .name = "greedy",
    .text = "takes the move that looks best at once, without thinking ahead",
    .looks = true,
    .heeds = true,
    .choose = choose,
};

const struct bl_bot bl_bot_quick = {
    .name = "quick",
    .text = "as greedy, but at a glance: it searches for no proofs",
    .looks = true,
    .heeds = true,
    .glances = true,
    .choose = choose,
};
