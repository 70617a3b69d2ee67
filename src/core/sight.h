/* sight.h - a view as bits, row by row of a table of fields: for core, which goes by any table, and for
 * games, which have it compiled for their own. */
#ifndef BYLAW_SIGHT_H
#define BYLAW_SIGHT_H

#include "bylaw/observe.h"
#include "core/records.h"
#include "core/rows.h"

/* In a game that is over. */
bool bl_has_won(const struct bl_game *game, const void *view, int seat);

struct bl_looker {
    const struct bl_game *game;
    const void *view;
    int seat;                /* who looks; below 0: nobody's hand is seen */
    unsigned copies;
    const struct bl_pack *pack;
};

BL_INTO uint32_t sight_most(const struct bl_looker *l, const struct bl_field *f)
{
    const struct bl_pack *p = l->pack;
    uint32_t cards = (f->cards & p->all) == p->all ? (uint32_t)p->ranks * p->suits
                                                   : (uint32_t)__builtin_popcountll(f->cards & p->all);
    return cards * l->copies;
}

BL_INTO void sight_sets(const struct bl_looker *l, const struct bl_field *f, const uint64_t sets[2],
                     struct bl_sight *s)
{
    uint64_t of = f->cards & l->pack->all;
    bl_see_cards(s, "", of, sets[0]);
    if (l->copies > 1)
        bl_see_cards(s, "twice ", of, sets[1]);
}

BL_INTO void sight_pile(const struct bl_looker *l, const struct bl_field *f, struct bl_sight *s)
{
    const bl_card *pile = items_of(f, l->view);
    unsigned n = *count_of(f, l->view);
    struct bl_seen seen = {.pack = s->pack, .copies = l->copies};
    if (f->kind == BL_FIELD_OPEN) {
        for (unsigned i = 0; i < f->room; i++)
            bl_see_card(s, "", i < n ? pile[i] : BL_NO_CARD);
        return;
    }
    bl_meet(&seen, pile, n);
    bl_see_card(s, "topmost", n > 0 ? pile[n - 1] : BL_NO_CARD);
    sight_sets(l, f, (uint64_t[]){seen.once, seen.twice}, s);
}

BL_INTO void sight_go_on(struct bl_sight *s, const struct bl_sight *own)
{
    s->at = own->at;
    s->count = own->count;
}

BL_INTO void sight_row(const struct bl_looker *l, const struct bl_field *f, struct bl_sight *s)
{
    int64_t value = f->kind < BL_FIELD_SEATS || f->kind == BL_FIELD_WORD ? bl_load(f, l->view) : 0;
    uint64_t hand[2] = {0, 0};
    switch (f->kind) {
    case BL_FIELD_NUMBER: bl_see_number(s, "", f->min, f->max, value); break;
    case BL_FIELD_NUMBER_OR_NULL:
        bl_see_number(s, "", f->min, f->max, value != 0 ? value : (int64_t)f->min - 1);
        break;
    case BL_FIELD_CLAUSE_OR_NULL:
        bl_see_one(s, "", (uint32_t)(f->max - f->min + 1), value - f->min);
        break;
    case BL_FIELD_TRUTH: bl_see_one(s, "", 1, value ? 0 : -1); break;
    case BL_FIELD_SUIT: bl_see_one(s, "", s->pack->suits, value); break;
    case BL_FIELD_CARD_OR_NULL: bl_see_card(s, "", (bl_card)value); break;
    case BL_FIELD_OPEN:
    case BL_FIELD_DISCARD: sight_pile(l, f, s); break;
    case BL_FIELD_HIDDEN:
        bl_see_number(s, "cards", 0, sight_most(l, f), *count_of(f, l->view));
        break;
    case BL_FIELD_HANDS:
        if (l->seat >= 0)
            load_hand(f, l->view, (unsigned)l->seat, hand);
        sight_sets(l, f, hand, s);
        break;
    case BL_FIELD_WORD: bl_see_one(s, "", (uint32_t)f->max, value); break;
    case BL_FIELD_OWN:
        if (f->own->see) {
            struct bl_sight own = *s;   /* which others may look at */
            f->own->see(l->view, &own);
            sight_go_on(s, &own);
        }
        break;
    default: break;
    }
}

BL_INTO int sight_place(const struct bl_field *f, const void *view, int seat)
{
    int place = *count_of(f, view);
    while (place > 0 && items_of(f, view)[place - 1] != seat)
        place--;
    return place - 1;
}

/* Whether a row says something of each seat. */
BL_INTO bool sight_is_of_seats(const struct bl_field *f)
{
    switch (f->kind) {
    case BL_FIELD_SEAT:
    case BL_FIELD_SEAT_OR_NULL:
    case BL_FIELD_TRUTHS:
    case BL_FIELD_SEATS:
    case BL_FIELD_HANDS:
    case BL_FIELD_SLOTS:
    case BL_FIELD_WINNER: return true;
    default: return f->own && f->own->see_seat;
    }
}

/* What it says. */
BL_INTO void sight_seat(const struct bl_looker *l, const struct bl_field *f, int seat, struct bl_sight *s)
{
    switch (f->kind) {
    case BL_FIELD_SEAT:
    case BL_FIELD_SEAT_OR_NULL: bl_see_one(s, "", 1, bl_load(f, l->view) == seat ? 0 : -1); break;
    case BL_FIELD_TRUTHS: bl_see_one(s, "", 1, bl_load(f, l->view) >> seat & 1 ? 0 : -1); break;
    case BL_FIELD_SEATS: bl_see_one(s, "", f->room, sight_place(f, l->view, seat)); break;
    case BL_FIELD_HANDS:
        bl_see_number(s, "cards", 0, sight_most(l, f), count_of(f, l->view)[seat]);
        break;
    case BL_FIELD_SLOTS: bl_see_card(s, "", items_of(f, l->view)[seat]); break;
    case BL_FIELD_WINNER: {
        bool over = bl_head(l->view)->to_move < 0;
        bl_see_one(s, "", 1, over && bl_has_won(l->game, l->view, seat) ? 0 : -1);
        break;
    }
    default: {
        struct bl_sight own = *s;
        f->own->see_seat(l->view, seat, &own);
        sight_go_on(s, &own);
    }
    }
}

/* Who sits `further` seats on. */
BL_INTO int sight_seat_after(int seat, int further, int players)
{
    return seat + further < players ? seat + further : seat + further - players;
}

/* ---- for games ------------------------------------------------------------------- */

/* `observe` of a table whose rows are known here: each is compiled by itself, so that its kind, its place,
 * its limits and its functions are constants. What follows is what card.h says of the pack. */
#define SIGHT_ROWS 24
#define SIGHT_4_(X, k) X(k) X((k) + 1) X((k) + 2) X((k) + 3)
#define SIGHT_EACH_(X) \
    SIGHT_4_(X, 0) SIGHT_4_(X, 4) SIGHT_4_(X, 8) SIGHT_4_(X, 12) SIGHT_4_(X, 16) SIGHT_4_(X, 20)
#define SIGHT_ROW_(k) if ((k) < count) sight_row(&l, &table[k], &s);
#define SIGHT_SEAT_(k) if ((k) < count && sight_is_of_seats(&table[k])) sight_seat(&l, &table[k], of, &s);

#ifdef __wasm__   /* the page is to be small, and looks seldom */
#define BL_OBSERVER(...)
#define BL_OBSERVED_BY(name) NULL
#else
#define BL_OBSERVED_BY(name) name
#define BL_OBSERVER(name, rows, copies, ...)                                                        \
    static void name(const struct bl_game *game, const void *view, int seat, uint8_t *zeros)        \
    {                                                                                               \
        enum { count = sizeof rows / sizeof *rows };                                                \
        _Static_assert(count <= SIGHT_ROWS, "more rows than SIGHT_EACH_ knows");                    \
        static const struct bl_pack pack = {__VA_ARGS__};                                           \
        const struct bl_field *const table = rows;                                                  \
        struct bl_sight s = {.bytes = zeros, .pack = &pack, .seat = -1};                            \
        struct bl_looker l = {game, view, seat, copies, &pack};                                     \
        int players = bl_head(view)->setup.players, from = seat >= 0 ? seat : 0;                    \
        SIGHT_EACH_(SIGHT_ROW_)                                                                     \
        for (int further = 0; further < players; further++) {                                       \
            int of = sight_seat_after(from, further, players);                                      \
            SIGHT_EACH_(SIGHT_SEAT_)                                                                \
        }                                                                                           \
    }
#endif

#endif
