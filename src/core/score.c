/* score.c - what a result is worth. */
#include "bylaw/game.h"

void bl_scores(const struct bl_result *result, unsigned players, float *out)
{
    unsigned ranked = result->why == 0 ? 0 : result->ranked;
    float rest = players > ranked ? (float)(players - ranked - 1) / 2 : 0, all = (float)players - 1;
    for (unsigned seat = 0; seat < players; seat++)
        out[seat] = rest / all;
    for (unsigned place = 0; place < ranked; place++)
        out[result->ranking[place]] = (float)(players - 1 - place) / all;
}
