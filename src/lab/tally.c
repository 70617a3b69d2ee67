/* tally.c - what many games come to. */
#include <math.h>
#include <stdlib.h>

#include "series.h"
#include "base/alloc.h"

void bl_tally_init(struct bl_tally *t, const struct bl_game *game)
{
    *t = (struct bl_tally){.ends = bl_new(game->clause_count, sizeof *t->ends)};
    t->lengths.counts = bl_new(BL_USUAL_LENGTH + 1, sizeof *t->lengths.counts);
}

void bl_tally_free(struct bl_tally *t)
{
    BL_FREE(t->ends, t->lengths.counts, t->lengths.longer);
    *t = (struct bl_tally){0};
}

void lab_tally_long(struct bl_lengths *l, uint64_t length)
{
    l->longer = bl_grow(l->longer, l->longer_count + 1, &l->longer_room, sizeof *l->longer);
    l->longer[l->longer_count++] = length;
}

void bl_tally_add(struct bl_tally *t, const struct bl_outcome *o)
{
    bl_tally_count(t, o->moves, o->result.why, o->result.winner);
    for (int seat = 0; seat < BL_MAX_SEATS; seat++) {
        t->refused[seat] += o->refused[seat];
        t->faults[seat] += o->faults[seat];
        t->forfeits[seat] += o->forfeits >> seat & 1;
    }
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void bl_tally_finish(struct bl_tally *t)
{
    if (t->lengths.longer_count > 0)
        qsort(t->lengths.longer, t->lengths.longer_count, sizeof *t->lengths.longer, by_size);
}

uint64_t bl_length_quantile(const struct bl_tally *t, double part)
{
    uint64_t rank = (uint64_t)ceil(part * (double)t->games), seen = 0;
    if (t->games == 0)
        return 0;
    if (rank == 0)
        rank = 1;
    for (uint64_t length = 0; length <= BL_USUAL_LENGTH; length++) {
        seen += t->lengths.counts[length];
        if (seen >= rank)
            return length;
    }
    return t->lengths.longer[rank - seen - 1];
}
