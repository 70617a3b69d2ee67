/* observe.c - a view as bits, by the game's table of fields. One walk over the rows says how many
 * there are, which are 1, and what they are called. */
#include "bylaw/observe.h"

#include "sight.h"

/* ---- names -------------------------------------------------------------------- */

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

static void put_number(struct bl_sight s, const char *what, int64_t number)
{
    bl_put(s.name, ": ");
    bl_put_int(s.name, number);
    if (*what)
        bl_putf(s.name, " %s", what);
}

void bl_name_one(struct bl_sight s, const char *what, uint32_t of)
{
    if (!is_named(&s, of))
        return;
    if (of > 1)
        put_number(s, what, s.named - s.at);
    else if (*what)
        bl_putf(s.name, ": %s", what);
}

void bl_name_card(struct bl_sight s, const char *what)
{
    const struct bl_pack *p = s.pack;
    const char *letters[2] = {p->rank_letters, p->suit_letters};
    uint32_t of[2] = {p->ranks, p->suits};
    for (int k = 0; k < 2; s.at += of[k++])
        if (is_named(&s, of[k])) {
            bl_putf(s.name, ": %s %s ", what, k == 0 ? "rank" : "suit");
            bl_put_char(s.name, letters[k][s.named - s.at]);
        }
}

void bl_name_number(struct bl_sight s, const char *what, int64_t min, uint32_t of)
{
    if (is_named(&s, of))
        put_number(s, what, min + s.named - s.at);
}

void bl_name_digits(struct bl_sight s, const char *what)
{
    if (is_named(&s, BL_DIGITS))
        bl_putf(s.name, ": binary digit %d %s", (int)(s.named - s.at), what);
}

void bl_name_cards(struct bl_sight s, const char *what, unsigned from, unsigned size)
{
    if (!is_named(&s, size))
        return;
    bl_putf(s.name, ": %s", what);
    bl_card_put(s.pack, (bl_card)(from + s.named - s.at), s.name);
}

/* ---- the walk ------------------------------------------------------------------ */

bool bl_has_won(const struct bl_game *game, const void *view, int seat)
{
    struct bl_result result = {.winner = -1};
    game->rules->result(view, &result);
    return result.winner == seat;
}

/* For a GPU, where calls cost most, the code of each row by itself: the table is known when that is made. */
#ifdef __NVPTX__
#define APART _Pragma("clang loop unroll(full)")
#else
#define APART
#endif

BL_INTO void walk(const struct bl_game *game, const void *view, int seat, struct bl_sight *s)
{
    const struct bl_fields *fields = game->fields;
    const struct bl_setup *setup = &bl_head(view)->setup;
    struct bl_looker l = {game, view, seat, bl_copies(game, setup), fields->pack};
    s->pack = fields->pack;
    s->seat = -1;
    if (!fields->pack)
        return;
    APART for (const struct bl_field *f = fields->rows; f < fields->rows + fields->count; f++) {
        s->row = f->name;
        sight_row(&l, f, s);
    }
    const struct bl_field *of_seats[UINT8_MAX];
    unsigned count = 0;
    APART for (const struct bl_field *f = fields->rows; f < fields->rows + fields->count; f++)
        if (sight_is_of_seats(f))
            of_seats[count++] = f;
    for (s->seat = 0; s->seat < setup->players; s->seat++)
        APART for (unsigned k = 0; k < count; k++) {
            s->row = of_seats[k]->name;
            sight_seat(&l, of_seats[k], sight_seat_after(seat >= 0 ? seat : 0, s->seat, setup->players), s);
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
    if (game->fields->observe)
        game->fields->observe(game, view, seat, zeros);
    else
        walk(game, view, seat, &s);
}

void bl_observe(const struct bl_game *game, const void *view, int seat, uint8_t *out)
{
    memset(out, 0, bl_observation_size(game, &bl_head(view)->setup));
    bl_observe_into(game, view, seat, out);
}
