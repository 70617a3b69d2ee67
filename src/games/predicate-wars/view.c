/* view.c - what a seat may know; guess.c makes of that what could be. */
#include <string.h>

#include "predicate-wars.h"

/* Leaves only the slots of cards whose effect is seen, and all that belong to no card. */
static void drop_unseen(struct pw *v)
{
    size_t from = 0, to = 0;
    for (unsigned slot = 0; slot < PW_SLOTS; slot++) {
        size_t size = v->sizes[slot];
        if (slot < SLOT_CARD + PW_CARDS && v->cards[slot].kind == PW_UNSEEN)
            v->sizes[slot] = 0;
        memmove(v->pool + to, v->pool + from, v->sizes[slot]);
        to += v->sizes[slot];
        from += size;
    }
    memset(v->pool + to, 0, v->used - to);
    v->used = (uint32_t)to;
}

/* Hidden are effects and points of cards that the seat has not seen (a spectator sees what every
 * seat has seen), who made a card, and in Phase I what the others chose. */
void pw_view(const void *state, int seat, void *out)
{
    struct pw *v = out;
    bl_copy(&bl_game_predicate_wars, v, state);
    unsigned everybody = pw_everybody(v);
    v->viewer = (uint8_t)(seat + 2);
    for (unsigned i = 0; i < PW_CARDS; i++) {
        struct pw_card *c = &v->cards[i];
        if (c->kind == PW_BLANK)
            continue;
        c->creator = PW_NOBODY;
        if (seat >= 0 ? c->seen >> seat & 1 : c->seen == everybody)
            continue;
        c->kind = PW_UNSEEN;
        c->points = 0;
    }
    drop_unseen(v);
    for (int i = 0; i < PW_SEATS; i++)
        if (i != seat)
            v->takes[i] = TAKES_NULL;
}
