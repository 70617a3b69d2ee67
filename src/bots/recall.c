/* recall.c - what a seat remembers beside what it sees; see recall.h. */
#include "recall.h"

#include "core/records.h"
#include "core/rows.h"

enum { RECALLED = 200 };   /* plays: a game without end is not gone through again at each decision */

static const struct bl_field *row_of(const struct bl_game *game, enum bl_field_kind kind)
{
    const struct bl_field *f = game->fields->rows, *end = f + game->fields->count;
    while (f < end && f->kind != kind)
        f++;
    return f < end ? f : NULL;
}

static uint64_t visible(const struct bl_game *game, const void *view)
{
    struct bl_seen seen = {.pack = game->fields->pack, .copies = 1};
    bl_fields_meet(game->fields, view, &seen);
    return seen.once;
}

uint32_t recall_size(const struct bl_game *game)
{
    const struct bl_pack *p = game->fields->pack;
    return p && bl_remembers(game)
               ? (uint32_t)__builtin_popcountll(p->all) + 2u * p->suits * (uint32_t)game->max_players : 0;
}

/* The suit that is to be followed: a field that says so, or that of the topmost card; -1: none. */
static int asked(const struct bl_game *game, const void *state)
{
    const struct bl_field *suit = row_of(game, BL_FIELD_SUIT), *pile = row_of(game, BL_FIELD_DISCARD);
    if (suit)
        return (int)bl_load(suit, state);
    if (!pile || *count_of(pile, state) == 0)
        return -1;
    return (int)bl_suit_of(game->fields->pack, items_of(pile, state)[*count_of(pile, state) - 1]);
}

void recall_play(struct recall *r, const struct bl_game *game, const void *before, int mover, const void *after)
{
    const struct bl_field *hands = row_of(game, BL_FIELD_HANDS), *pile = row_of(game, BL_FIELD_DISCARD);
    int suit = asked(game, before);
    if (!hands || !pile || mover < 0)
        return;
    unsigned had = count_of(hands, before)[mover], has = count_of(hands, after)[mover];
    unsigned top = *count_of(pile, after);
    uint16_t *lacks = r->lacks[mover];
    if (has > had && suit >= 0) {
        lacks[1] |= lacks[0];
        lacks[0] = (uint16_t)(1u << suit);
    } else if (has < had && top > 0) {
        uint16_t played = (uint16_t)(1u << bl_suit_of(game->fields->pack, items_of(pile, after)[top - 1]));
        lacks[0] &= (uint16_t)~played;
        lacks[1] &= (uint16_t)~played;
    }
}

void recall_view(struct recall *r, const struct bl_game *game, const void *view)
{
    r->met |= visible(game, view);
}

void recall_without_hand(struct recall *r, const struct bl_game *game, const void *view, void *room)
{
    bl_view(game, view, BL_SPECTATOR, room);
    r->met &= ~visible(game, view) | visible(game, room);
}

void recall_past(struct recall *r, const struct bl_game *game, const struct bl_past *past)
{
    *r = (struct recall){0};
    if (!past || recall_size(game) == 0)
        return;
    uint32_t from = past->count > RECALLED ? past->count - RECALLED : 0;
    for (uint32_t i = from; i <= past->count; i++) {
        const void *view = bl_past_view(past, i);
        recall_view(r, game, view);
        if (i > from)
            recall_play(r, game, bl_past_view(past, i - 1), past->plays[i - 1].seat, view);
    }
}

uint32_t recall_ones(const struct recall *r, const struct bl_game *game, const void *view, int seat,
                     uint16_t *out)
{
    const struct bl_pack *p = game->fields->pack;
    unsigned players = bl_head(view)->setup.players;
    uint32_t n = 0, at = (uint32_t)__builtin_popcountll(p->all);
    for (uint64_t gone = r->met & ~visible(game, view) & p->all; gone; gone &= gone - 1)
        out[n++] = (uint16_t)__builtin_popcountll(p->all & ((gone & -gone) - 1));
    for (unsigned i = 0; i < players; i++)
        for (int k = 0; k < 2; k++, at += p->suits)
            for (unsigned lacks = r->lacks[((unsigned)seat + i) % players][k]; lacks; lacks &= lacks - 1)
                out[n++] = (uint16_t)(at + (unsigned)__builtin_ctz(lacks));
    return n;
}
