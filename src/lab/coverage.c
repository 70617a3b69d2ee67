/* coverage.c - how often each clause of a rulebook came up. */
#include <string.h>

#include "explore.h"
#include "lab.h"

/* A clause counts once an event for each way that it was seen, however often the rules looked at
 * it. */
void lab_count_event(struct lab_worker *w)
{
    struct bl_trace *t = &w->step.trace;
    if (t->count >= BL_TRACE_MAX)
        w->sums->cut++;
    for (uint32_t i = 0; i < t->count; i++)
        w->seen[t->entries[i].clause] |= lab_saw(t->entries[i].mark);
    for (uint32_t i = 0; i < t->count; i++) {
        bl_cite clause = t->entries[i].clause;
        uint8_t seen = w->seen[clause];
        struct lab_cover *c = &w->cover[clause];
        c->consulted += seen != 0;
        c->held += (seen & LAB_SAW_MET) != 0;
        c->refused += (seen & LAB_SAW_UNMET) != 0;
        c->applied += (seen & LAB_SAW_APPLIED) != 0;
        w->in_game[clause] |= seen;
        w->seen[clause] = 0;
    }
    bl_trace_clear(t);
}

void lab_count_game(struct lab_worker *w)
{
    for (uint16_t c = 0; c < w->game->clause_count; c++)
        w->cover[c].games += w->in_game[c] != 0;
    memset(w->in_game, 0, w->game->clause_count);
}
