/* coverage.c - how often each clause of a rulebook came up. */
#include <string.h>

#include "lab.h"

/* A clause counts once an event for each of these, however often the rules looked at it. */
enum { SEEN = 1, SEEN_MET = 2, SEEN_UNMET = 4, SEEN_APPLIED = 8 };

static uint8_t seen_as(uint8_t mark)
{
    switch (mark) {
    case BL_HELD: case BL_TRUE: return SEEN | SEEN_MET;
    case BL_REFUSED: case BL_FALSE: return SEEN | SEEN_UNMET;
    default: return SEEN | SEEN_APPLIED;
    }
}

void lab_count_event(struct lab_room *room)
{
    struct bl_trace *t = &room->trace;
    if (t->count >= BL_TRACE_MAX)
        room->sums->cut++;
    for (uint32_t i = 0; i < t->count; i++)
        room->seen[t->entries[i].clause] |= seen_as(t->entries[i].mark);
    for (uint32_t i = 0; i < t->count; i++) {
        bl_cite clause = t->entries[i].clause;
        uint8_t seen = room->seen[clause];
        struct lab_cover *c = &room->cover[clause];
        c->consulted += (seen & SEEN) != 0;
        c->held += (seen & SEEN_MET) != 0;
        c->refused += (seen & SEEN_UNMET) != 0;
        c->applied += (seen & SEEN_APPLIED) != 0;
        room->in_game[clause] |= seen;
        room->seen[clause] = 0;
    }
    bl_trace_clear(t);
}

void lab_count_game(struct lab_room *room)
{
    for (uint16_t c = 0; c < room->game->clause_count; c++)
        room->cover[c].games += room->in_game[c] != 0;
    memset(room->in_game, 0, room->game->clause_count);
}
