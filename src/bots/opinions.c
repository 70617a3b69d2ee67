/* opinions.c - what a bot thinks of moves, in the order in which people read it. */
#include <stdlib.h>

#include "bots/opinions.h"

static int better_first(const void *a, const void *b)
{
    const struct bl_opinion *x = a, *y = b;
    if ((x->visits > 0) != (y->visits > 0))
        return x->visits > 0 ? -1 : 1;
    if (x->visits > 0 && x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return x->visits != y->visits ? (x->visits > y->visits ? -1 : 1) : 0;
}

uint32_t bl_told_opinions(struct bl_opinion *list, uint32_t count, uint32_t most)
{
    uint32_t n = count < most ? count : most;
    if (n > 2)
        qsort(list + 1, n - 1, sizeof *list, better_first);
    return n;
}

const struct bl_opinion *bl_next_best(const struct bl_opinion *list, uint32_t n, const bool *alike)
{
    uint32_t i = 1;
    while (i < n && (alike[i] || list[i].visits == 0))
        i++;
    return i < n && list[0].visits > 0 && list[i].value <= list[0].value ? &list[i] : NULL;
}
