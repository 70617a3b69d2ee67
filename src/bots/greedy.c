/* greedy.c - the move that the game's own liking puts first. */
#include "bots.h"

/* Among equals each is equally likely: the k-th that is found replaces the choice in one of k
 * cases. */
static void choose(const struct bl_game *game, const void *view, int seat, const bl_move *moves,
                   uint32_t n, struct bl_stream *rng, struct bl_play *out)
{
    int32_t best = 0;
    uint32_t equals = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play play = {moves[i], (int8_t)seat, 0, NULL};
        int32_t liking = game->prefer(view, &play);
        if (equals > 0 && liking < best)
            continue;
        equals = equals > 0 && liking == best ? equals + 1 : 1;
        best = liking;
        if (equals == 1 || bl_below(rng, equals) == 0)
            *out = play;
    }
}

const struct bl_bot bl_bot_greedy = {
    .name = "greedy",
    .text = "takes the move that looks best at once, without thinking ahead",
    .looks = true,
    .choose = choose,
};
