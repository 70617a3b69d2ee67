/* observe.c - a view as bits, by the game's table of fields. One walk over the rows says how many
 * there are, which are 1, and what they are called. */
#include "bylaw/observe.h"

#include <string.h>

#include "records.h"
#include "rows.h"

enum { FEW = 64, LEAST = -16, MOST = 47, DIGITS = 32 };   /* numbers; see observe.h */

/* The walk is one function of all that follows, so that what it counts stays in registers. */
#define IN_WALK static inline __attribute__((always_inline))

/* ---- bits -------------------------------------------------------------------- */

/* Whether the bit whose name is wanted is among the next `of`; then what comes before its name is
 * written. */
static bool is_named(const struct bl_sight *s, uint32_t of)
{
    if (s->named < s->at || s->named - s->at >= of)
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

void bl_name_one(const struct bl_sight *s, const char *what, uint32_t of)
{
    if (!is_named(s, of))
        return;
    if (of > 1)
        name_number(s, what, s->named - s->at);
    else if (*what)
        bl_putf(s->name, ": %s", what);
}

void bl_name_card(struct bl_sight *s, const char *what)
{
    const struct bl_pack *p = s->pack;
    const char *letters[2] = {p->rank_letters, p->suit_letters};
    uint32_t of[2] = {p->ranks, p->suits};
    for (int k = 0; k < 2; s->at += of[k++])
        if (is_named(s, of[k])) {
            bl_putf(s->name, ": %s %s ", what, k == 0 ? "rank" : "suit");
            bl_put_char(s->name, letters[k][s->named - s->at]);
        }
}

IN_WALK void see_number(struct bl_sight *s, const char *what, int64_t min, int64_t max, int64_t value)
{
    bool few = max - min < FEW;
    if (!few) {
        min = LEAST;
        max = MOST;
    }
    uint32_t of = (uint32_t)(max - min + 1);
    int64_t near = value < min && !few ? min : value > max && !few ? max : value;
    if (s->name && is_named(s, of))
        name_number(s, what, min + s->named - s->at);
    if (near >= min && near <= max)
        bl_light(s, s->at + (uint32_t)(near - min));
    s->at += of;
    if (few)
        return;
    if (s->name && is_named(s, DIGITS))
        bl_putf(s->name, ": binary digit %d %s", (int)(s->named - s->at), what);
    if (near != value)
        for (uint32_t k = 0; k < DIGITS; k++)
            if ((uint32_t)value >> k & 1)
                bl_light(s, s->at + k);
    s->at += DIGITS;
}

/* A set as bytes, eight at a time: each byte of the product has the eight bits, of which it keeps its
 * own. */
IN_WALK void spread(uint64_t set, unsigned size, uint8_t *out)
{
    for (; size >= 8; size -= 8, set >>= 8, out += 8) {
        uint64_t own = ((set & 0xff) * UINT64_C(0x0101010101010101)) & UINT64_C(0x8040201008040201);
        own = (own + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        own = __builtin_bswap64(own);
#endif
        memcpy(out, &own, sizeof own);
    }
    for (unsigned k = 0; k < size; k++)
        out[k] = set >> k & 1;
}

/* The sets of cards that there are lie in few runs, one a suit. */
IN_WALK void see_cards(struct bl_sight *s, const char *what, uint64_t of, uint64_t set)
{
    while (of) {
        unsigned from = (unsigned)__builtin_ctzll(of);
        uint64_t beyond = of & (of + (UINT64_C(1) << from));   /* without the run */
        unsigned size = (beyond ^ of) >> from == UINT64_MAX ? 64
                        : (unsigned)__builtin_ctzll(~((beyond ^ of) >> from));
        if (s->name && is_named(s, size)) {
            bl_putf(s->name, ": %s", what);
            bl_card_put(s->pack, (bl_card)(from + s->named - s->at), s->name);
        }
        uint64_t in = (set & (beyond ^ of)) >> from;
        if (s->bytes)
            spread(in, size, s->bytes + s->at);
        for (; s->ones && in; in &= in - 1)
            bl_light(s, s->at + (uint32_t)__builtin_ctzll(in));
        s->at += size;
        of = beyond;
    }
}

void bl_see_number(struct bl_sight *s, const char *what, int64_t min, int64_t max, int64_t value)
{
    see_number(s, what, min, max, value);
}

void bl_see_cards(struct bl_sight *s, const char *what, uint64_t of, uint64_t set)
{
    see_cards(s, what, of, set);
}

/* ---- rows -------------------------------------------------------------------- */

struct looker {
    const struct bl_game *game;
    const void *view;
    int seat;                /* who looks; below 0: nobody's hand is seen */
    unsigned copies;
};

IN_WALK uint32_t most_in(const struct looker *l, const struct bl_field *f)
{
    const struct bl_pack *p = l->game->fields->pack;
    uint32_t cards = (f->cards & p->all) == p->all ? (uint32_t)p->ranks * p->suits
                                                   : (uint32_t)__builtin_popcountll(f->cards & p->all);
    return cards * l->copies;
}

IN_WALK void see_sets(const struct looker *l, const struct bl_field *f, const uint64_t sets[2],
                     struct bl_sight *s)
{
    uint64_t of = f->cards & l->game->fields->pack->all;
    see_cards(s, "", of, sets[0]);
    if (l->copies > 1)
        see_cards(s, "twice ", of, sets[1]);
}

IN_WALK void see_pile(const struct looker *l, const struct bl_field *f, struct bl_sight *s)
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

IN_WALK void go_on(struct bl_sight *s, const struct bl_sight *own)
{
    s->at = own->at;
    s->count = own->count;
}

IN_WALK void see_row(const struct looker *l, const struct bl_field *f, struct bl_sight *s)
{
    int64_t value = f->kind < BL_FIELD_SEATS || f->kind == BL_FIELD_WORD ? bl_load(f, l->view) : 0;
    uint64_t hand[2] = {0, 0};
    switch (f->kind) {
    case BL_FIELD_NUMBER: see_number(s, "", f->min, f->max, value); break;
    case BL_FIELD_NUMBER_OR_NULL:
        see_number(s, "", f->min, f->max, value != 0 ? value : (int64_t)f->min - 1);
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
        see_number(s, "cards", 0, most_in(l, f), *count_of(f, l->view));
        break;
    case BL_FIELD_HANDS:
        if (l->seat >= 0)
            load_hand(f, l->view, (unsigned)l->seat, hand);
        see_sets(l, f, hand, s);
        break;
    case BL_FIELD_WORD: bl_see_one(s, "", (uint32_t)f->max, value); break;
    case BL_FIELD_OWN:
        if (f->own->see) {
            struct bl_sight own = *s;   /* which others may look at */
            f->own->see(l->view, &own);
            go_on(s, &own);
        }
        break;
    default: break;
    }
}

IN_WALK int place_among(const struct bl_field *f, const void *view, int seat)
{
    int place = *count_of(f, view);
    while (place > 0 && items_of(f, view)[place - 1] != seat)
        place--;
    return place - 1;
}

static bool has_won(const struct looker *l, int seat)
{
    struct bl_result result = {.winner = -1};
    if (bl_head(l->view)->to_move < 0)
        l->game->rules->result(l->view, &result);
    return result.winner == seat;
}

/* Whether a row says something of each seat. */
IN_WALK bool is_of_seats(const struct bl_field *f)
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
IN_WALK void see_seat(const struct looker *l, const struct bl_field *f, int seat, struct bl_sight *s)
{
    switch (f->kind) {
    case BL_FIELD_SEAT:
    case BL_FIELD_SEAT_OR_NULL: bl_see_one(s, "", 1, bl_load(f, l->view) == seat ? 0 : -1); break;
    case BL_FIELD_TRUTHS: bl_see_one(s, "", 1, bl_load(f, l->view) >> seat & 1 ? 0 : -1); break;
    case BL_FIELD_SEATS: bl_see_one(s, "", f->room, place_among(f, l->view, seat)); break;
    case BL_FIELD_HANDS:
        see_number(s, "cards", 0, most_in(l, f), count_of(f, l->view)[seat]);
        break;
    case BL_FIELD_SLOTS: bl_see_card(s, "", items_of(f, l->view)[seat]); break;
    case BL_FIELD_WINNER: bl_see_one(s, "", 1, has_won(l, seat) ? 0 : -1); break;
    default: {
        struct bl_sight own = *s;
        f->own->see_seat(l->view, seat, &own);
        go_on(s, &own);
    }
    }
}

IN_WALK void walk(const struct bl_game *game, const void *view, int seat, struct bl_sight *s)
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
    const struct bl_field *of_seats[UINT8_MAX];
    unsigned count = 0;
    for (const struct bl_field *f = fields->rows; f < fields->rows + fields->count; f++)
        if (is_of_seats(f))
            of_seats[count++] = f;
    int from = seat >= 0 ? seat : 0;
    for (s->seat = 0; s->seat < setup->players; s->seat++) {
        int of = from + s->seat < setup->players ? from + s->seat : from + s->seat - setup->players;
        for (unsigned k = 0; k < count; k++) {
            s->row = of_seats[k]->name;
            see_seat(&l, of_seats[k], of, s);
        }
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

void bl_observe_into(const struct bl_game *game, const void *view, int seat, uint8_t *zeros)
{
    struct bl_sight s = {.bytes = zeros};
    walk(game, view, seat, &s);
}

void bl_observe(const struct bl_game *game, const void *view, int seat, uint8_t *out)
{
    memset(out, 0, bl_observation_size(game, &bl_head(view)->setup));
    bl_observe_into(game, view, seat, out);
}
