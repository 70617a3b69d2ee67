/* observe.c - a view as bits, by the game's table of fields. One walk over the rows says how many
 * there are, which are 1, and what they are called. */
#include "bylaw/observe.h"

#include <string.h>

#include "records.h"
#include "rows.h"

enum { FEW = 64, LEAST = -16, MOST = 47, DIGITS = 32 };   /* numbers; see observe.h */

/* ---- bits -------------------------------------------------------------------- */

static inline void light(struct bl_sight *s, uint32_t bit)
{
    if (s->ones)
        s->ones[s->count++] = (uint16_t)bit;
}

/* Whether the bit whose name is wanted is among the next `of`; then what comes before its name is
 * written. */
static bool is_named(const struct bl_sight *s, uint32_t of)
{
    if (!s->name || s->named < s->at || s->named - s->at >= of)
        return false;
    if (s->seat >= 0)
        bl_putf(s->name, "seat +%d ", s->seat);
    bl_put(s->name, s->row);
    return true;
}

static void name_number(const struct bl_sight *s, const char *what, int64_t number)
{
    bl_put(s->name, ": ");
    bl_put_int(s->name, number);
    if (*what)
        bl_putf(s->name, " %s", what);
}

void bl_see_one(struct bl_sight *s, const char *what, uint32_t of, int64_t which)
{
    if (is_named(s, of)) {
        if (of > 1)
            name_number(s, what, s->named - s->at);
        else if (*what)
            bl_putf(s->name, ": %s", what);
    }
    if (which >= 0 && which < (int64_t)of)
        light(s, s->at + (uint32_t)which);
    s->at += of;
}

void bl_see_number(struct bl_sight *s, const char *what, int64_t min, int64_t max, int64_t value)
{
    bool few = max - min < FEW;
    if (!few) {
        min = LEAST;
        max = MOST;
    }
    uint32_t of = (uint32_t)(max - min + 1);
    int64_t near = value < min && !few ? min : value > max && !few ? max : value;
    if (is_named(s, of))
        name_number(s, what, min + s->named - s->at);
    if (near >= min && near <= max)
        light(s, s->at + (uint32_t)(near - min));
    s->at += of;
    if (few)
        return;
    if (is_named(s, DIGITS))
        bl_putf(s->name, ": binary digit %d %s", (int)(s->named - s->at), what);
    if (near != value)
        for (uint32_t k = 0; k < DIGITS; k++)
            if ((uint32_t)value >> k & 1)
                light(s, s->at + k);
    s->at += DIGITS;
}

void bl_see_card(struct bl_sight *s, const char *what, bl_card card)
{
    const struct bl_pack *p = s->pack;
    const char *letters[2] = {p->rank_letters, p->suit_letters};
    uint32_t of[2] = {p->ranks, p->suits};
    for (int k = 0; k < 2; k++) {
        if (is_named(s, of[k])) {
            bl_putf(s->name, ": %s %s ", what, k == 0 ? "rank" : "suit");
            bl_put_char(s->name, letters[k][s->named - s->at]);
        }
        if (card != BL_NO_CARD)
            light(s, s->at + (k == 0 ? bl_rank_of(p, card) : bl_suit_of(p, card)));
        s->at += of[k];
    }
}

void bl_see_cards(struct bl_sight *s, const char *what, uint64_t of, uint64_t set)
{
    uint32_t size = (uint32_t)__builtin_popcountll(of);
    if (is_named(s, size)) {
        uint64_t rest = of;
        for (uint32_t k = s->at; k < s->named; k++)
            rest &= rest - 1;
        bl_putf(s->name, ": %s", what);
        bl_card_put(s->pack, (bl_card)__builtin_ctzll(rest), s->name);
    }
    for (set &= of; set && s->ones; set &= set - 1)
        light(s, s->at + (uint32_t)__builtin_popcountll(of & ((set & -set) - 1)));
    s->at += size;
}

/* ---- rows -------------------------------------------------------------------- */

struct looker {
    const struct bl_game *game;
    const void *view;
    int seat;                /* who looks; below 0: nobody's hand is seen */
    unsigned copies;
};

static uint32_t most_in(const struct looker *l, const struct bl_field *f)
{
    return (uint32_t)__builtin_popcountll(f->cards & l->game->fields->pack->all) * l->copies;
}

static void see_sets(const struct looker *l, const struct bl_field *f, const uint64_t sets[2],
                     struct bl_sight *s)
{
    uint64_t of = f->cards & l->game->fields->pack->all;
    bl_see_cards(s, "", of, sets[0]);
    if (l->copies > 1)
        bl_see_cards(s, "twice ", of, sets[1]);
}

static void see_pile(const struct looker *l, const struct bl_field *f, struct bl_sight *s)
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
    see_sets(l, f, (uint64_t[]){seen.once, seen.twice}, s);
}

static void see_row(const struct looker *l, const struct bl_field *f, struct bl_sight *s)
{
    int64_t value = f->kind < BL_FIELD_SEATS || f->kind == BL_FIELD_WORD ? bl_load(f, l->view) : 0;
    uint64_t own[2] = {0, 0};
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
    case BL_FIELD_DISCARD: see_pile(l, f, s); break;
    case BL_FIELD_HIDDEN:
        bl_see_number(s, "cards", 0, most_in(l, f), *count_of(f, l->view));
        break;
    case BL_FIELD_HANDS:
        if (l->seat >= 0)
            load_hand(f, l->view, (unsigned)l->seat, own);
        see_sets(l, f, own, s);
        break;
    case BL_FIELD_WORD: bl_see_one(s, "", (uint32_t)f->max, value); break;
    case BL_FIELD_OWN:
        if (f->own->see)
            f->own->see(l->view, s);
        break;
    default: break;
    }
}

static int place_among(const struct bl_field *f, const void *view, int seat)
{
    int place = *count_of(f, view);
    while (place > 0 && items_of(f, view)[place - 1] != seat)
        place--;
    return place - 1;
}

/* What a row says of a seat. */
static void see_seat(const struct looker *l, const struct bl_field *f, int seat, struct bl_sight *s)
{
    struct bl_result result = {.winner = -1};
    switch (f->kind) {
    case BL_FIELD_SEAT:
    case BL_FIELD_SEAT_OR_NULL: bl_see_one(s, "", 1, bl_load(f, l->view) == seat ? 0 : -1); break;
    case BL_FIELD_TRUTHS: bl_see_one(s, "", 1, bl_load(f, l->view) >> seat & 1 ? 0 : -1); break;
    case BL_FIELD_SEATS: bl_see_one(s, "", f->room, place_among(f, l->view, seat)); break;
    case BL_FIELD_HANDS:
        bl_see_number(s, "cards", 0, most_in(l, f), count_of(f, l->view)[seat]);
        break;
    case BL_FIELD_SLOTS: bl_see_card(s, "", items_of(f, l->view)[seat]); break;
    case BL_FIELD_WINNER:
        if (bl_head(l->view)->to_move < 0)
            l->game->rules->result(l->view, &result);
        bl_see_one(s, "", 1, result.winner == seat ? 0 : -1);
        break;
    case BL_FIELD_OWN:
        if (f->own->see_seat)
            f->own->see_seat(l->view, seat, s);
        break;
    default: break;
    }
}

static void walk(const struct bl_game *game, const void *view, int seat, struct bl_sight *s)
{
    const struct bl_fields *fields = game->fields;
    const struct bl_setup *setup = &bl_head(view)->setup;
    struct looker l = {game, view, seat, bl_copies(game, setup)};
    s->pack = fields->pack;
    s->seat = -1;
    if (!fields->pack)
        return;
    for (const struct bl_field *f = fields->rows; f < fields->rows + fields->count; f++) {
        s->row = f->name;
        see_row(&l, f, s);
    }
    int from = seat >= 0 ? seat : 0;
    for (s->seat = 0; s->seat < setup->players; s->seat++)
        for (const struct bl_field *f = fields->rows; f < fields->rows + fields->count; f++) {
            s->row = f->name;
            see_seat(&l, f, (from + s->seat) % setup->players, s);
        }
}

/* ---- what is asked ------------------------------------------------------------- */

uint32_t bl_observe_ones(const struct bl_game *game, const void *view, int seat, uint16_t *out)
{
    struct bl_sight s = {.ones = out};
    walk(game, view, seat, &s);
    return s.count;
}

/* A walk over nothing but a set-up. */
static uint32_t walk_setup(const struct bl_game *game, const struct bl_setup *setup, struct bl_sight *s)
{
    enum { ROOM = 4096 };
    union { struct bl_head head; char bytes[ROOM]; } empty = {.head = {*setup, -1}};
    if (!game->fields->pack || game->state_size > ROOM)
        return 0;
    empty.head.to_move = 0;
    walk(game, &empty, BL_SPECTATOR, s);
    return s->at;
}

uint32_t bl_observation_size(const struct bl_game *game, const struct bl_setup *setup)
{
    return walk_setup(game, setup, &(struct bl_sight){0});
}

void bl_observation_name(const struct bl_game *game, const struct bl_setup *setup, uint32_t bit,
                         struct bl_text *out)
{
    walk_setup(game, setup, &(struct bl_sight){.name = out, .named = bit});
}

void bl_observe(const struct bl_game *game, const void *view, int seat, uint8_t *out)
{
    uint16_t ones[BL_MAX_OBSERVATION];
    struct bl_sight s = {.ones = ones};
    walk(game, view, seat, &s);
    memset(out, 0, s.at);
    for (uint32_t i = 0; i < s.count; i++)
        out[ones[i]] = 1;
}
