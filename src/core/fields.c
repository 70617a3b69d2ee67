/* fields.c - what core makes of a game's table of fields: JSON out and in, what a seat may know,
 * what may lie behind it, and what no longer matters. */
#include "bylaw/fields.h"

#include <string.h>

#include "records.h"
#include "rows.h"

#define NOT_NULL INT64_MIN

/* ---- members --------------------------------------------------------------- */

void bl_store(const struct bl_field *f, void *state, int64_t value)
{
    char *at = (char *)state + f->at;
    uint8_t byte = (uint8_t)value;
    uint16_t pair = (uint16_t)value;
    uint32_t word = (uint32_t)value;
    memcpy(at, f->width == 1 ? (void *)&byte : f->width == 2 ? (void *)&pair : (void *)&word,
           f->width);
}

/* What stands for null in a member that may be; NOT_NULL: it may not. */
static int64_t null_of(const struct bl_field *f)
{
    return f->kind == BL_FIELD_SEAT_OR_NULL     ? -1
           : f->kind == BL_FIELD_CARD_OR_NULL   ? BL_NO_CARD
           : f->kind == BL_FIELD_NUMBER_OR_NULL ? 0
           : f->kind == BL_FIELD_CLAUSE_OR_NULL ? 0
                                                : NOT_NULL;
}

/* ---- writing --------------------------------------------------------------- */

static void put_card(struct bl_text *out, const struct bl_pack *pack, bl_card c)
{
    char name[3];
    struct bl_text text = BL_TEXT_FIXED(name);
    bl_card_put(pack, c, &text);
    bl_json_put_string(out, name);
}

void bl_put_cards(struct bl_text *out, const struct bl_pack *pack, const bl_card *cards, unsigned n)
{
    bl_json_open(out, '[');
    for (unsigned i = 0; i < n; i++)
        put_card(out, pack, cards[i]);
    bl_json_close(out, ']');
}

/* In pack order, then what may not be seen. */
static void put_hand(const struct bl_field *f, const void *state, unsigned seat,
                     const struct bl_pack *pack, struct bl_text *out)
{
    uint64_t sets[2];
    unsigned shown = 0;
    load_hand(f, state, seat, sets);
    bl_json_open(out, '[');
    for (unsigned place = 0; place < (unsigned)pack->ranks * pack->suits; place++) {
        bl_card c = bl_card_at(pack, place);
        for (unsigned k = 0; k < 2 && sets[k] >> c & 1; k++, shown++)
            put_card(out, pack, c);
    }
    for (; shown < count_of(f, state)[seat]; shown++)
        put_card(out, pack, BL_NO_CARD);
    bl_json_close(out, ']');
}

static void put_array(const struct bl_field *f, const void *state, const struct bl_pack *pack,
                      struct bl_text *out)
{
    const uint8_t *items = items_of(f, state);
    bool by_seat = f->kind == BL_FIELD_HANDS || f->kind == BL_FIELD_SLOTS || f->kind == BL_FIELD_TRUTHS;
    unsigned n = by_seat ? bl_head(state)->setup.players : *count_of(f, state);
    bl_json_open(out, '[');
    for (unsigned i = 0; i < n; i++) {
        switch (f->kind) {
        case BL_FIELD_HIDDEN: put_card(out, pack, items[n - 1 - i]); break;
        case BL_FIELD_HANDS: put_hand(f, state, i, pack, out); break;
        case BL_FIELD_SLOTS: bl_put_cards(out, pack, items + i, items[i] != BL_NO_CARD); break;
        case BL_FIELD_SEATS: bl_json_put_int(out, items[i]); break;
        case BL_FIELD_TRUTHS: bl_json_put_bool(out, bl_load(f, state) >> i & 1); break;
        default: put_card(out, pack, items[i]); break;
        }
    }
    bl_json_close(out, ']');
}

static int winner_of(const struct bl_game *game, const void *state)
{
    struct bl_result result = {.winner = -1};
    game->rules->result(state, &result);
    return result.winner;
}

void bl_put_field(const struct bl_game *game, const struct bl_field *f, const void *state,
                  struct bl_text *out)
{
    const struct bl_pack *pack = game->fields->pack;
    int64_t value = f->kind < BL_FIELD_SEATS ? bl_load(f, state) : 0;
    if (f->kind < BL_FIELD_SEATS && value == null_of(f)) {
        bl_json_put_null(out);
        return;
    }
    switch (f->kind) {
    case BL_FIELD_TRUTH: bl_json_put_bool(out, value); break;
    case BL_FIELD_SUIT:
        bl_json_put_string(out, (char[]){pack->suit_letters[value], '\0'});
        break;
    case BL_FIELD_CARD_OR_NULL: put_card(out, pack, (bl_card)value); break;
    case BL_FIELD_CLAUSE_OR_NULL: bl_json_put_string(out, game->clauses[value].id); break;
    case BL_FIELD_NUMBER:
    case BL_FIELD_NUMBER_OR_NULL:
    case BL_FIELD_SEAT:
    case BL_FIELD_SEAT_OR_NULL: bl_json_put_int(out, value); break;
    case BL_FIELD_WINNER: bl_json_put_seat(out, winner_of(game, state)); break;
    case BL_FIELD_OWN: f->own->put(state, out); break;
    default: put_array(f, state, pack, out); break;
    }
}

void bl_put_state(const struct bl_game *game, const void *state, struct bl_text *out)
{
    char *base = (char *)(uintptr_t)state;
    struct bl_spot whole = {.game = game, .state = base, .base = base};
    bl_put_rows(&whole, game->fields->rows, game->fields->count, out);
}

/* ---- reading --------------------------------------------------------------- */

void bl_must(struct bl_json *object, bool holds, const char *member, const char *format, ...)
{
    if (holds || object->doc->failed)
        return;
    char room[sizeof object->doc->why];
    struct bl_text why = BL_TEXT_FIXED(room);
    struct bl_json at = bl_json_member(object, member);
    va_list args;
    va_start(args, format);
    bl_tellfv(&why, NULL, format, args);
    va_end(args);
    bl_json_fault(&at, "%s", room);
}

bl_card bl_read_card(struct bl_json *value, const char *text, uint64_t may_be, struct bl_seen *seen)
{
    if (!text)
        text = bl_json_to_string(value);
    if (value->doc->view && strcmp(text, "??") == 0)
        return BL_NO_CARD;
    bl_card c = value->doc->failed ? BL_NO_CARD : bl_card_read(seen->pack, text);
    if (c == BL_NO_CARD || text[2] != '\0')
        bl_json_fault(value, "no such card: %s", text);
    else if (!(may_be >> c & 1))
        bl_json_fault(value, "%s does not belong here", text);
    else if ((seen->copies == 1 ? seen->once : seen->twice) >> c & 1)
        bl_json_fault(value, seen->copies == 1 ? "%s is there twice" : "%s is there too often", text);
    if (value->doc->failed)
        return 0;
    bl_meet(seen, &c, 1);
    return c;
}

unsigned bl_read_cards(struct bl_json *array, bl_card *out, unsigned room, uint64_t may_be,
                       struct bl_seen *seen)
{
    unsigned n = (unsigned)bl_json_count(array, room);
    for (unsigned i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(array, i);
        out[i] = bl_read_card(&item, NULL, may_be, seen);
    }
    return n;
}

unsigned bl_read_seats(struct bl_json *array, const void *state)
{
    unsigned players = bl_head(state)->setup.players;
    unsigned n = (unsigned)bl_json_count(array, BL_MAX_SEATS);
    if (n != players)
        bl_json_fault(array, "has %d items, one for each of %d players is needed", (int)n,
                      (int)players);
    return array->doc->failed ? 0 : n;
}

static void read_pile(const struct bl_field *f, struct bl_json *array, void *state,
                      struct bl_seen *seen)
{
    bl_card *pile = items_of(f, state);
    unsigned n = bl_read_cards(array, pile, f->room, f->cards, seen);
    *count_of(f, state) = (uint8_t)n;
    if (f->kind == BL_FIELD_HIDDEN)
        bl_reverse_cards(pile, n);
}

static void read_slots(const struct bl_field *f, struct bl_json *array, void *state,
                       struct bl_seen *seen)
{
    unsigned players = bl_read_seats(array, state);
    memset(items_of(f, state), BL_NO_CARD, f->room);
    for (unsigned seat = 0; seat < players; seat++) {
        struct bl_json slot = bl_json_item(array, seat);
        bl_read_cards(&slot, items_of(f, state) + seat, 1, f->cards, seen);
    }
}

static void read_hands(const struct bl_field *f, struct bl_json *array, void *state,
                       struct bl_seen *seen)
{
    unsigned players = bl_read_seats(array, state);
    for (unsigned seat = 0; seat < players && !array->doc->failed; seat++) {
        struct bl_json hand = bl_json_item(array, seat);
        bl_card cards[BL_MOST_CARDS];
        unsigned n = bl_read_cards(&hand, cards, BL_MOST_CARDS, f->cards, seen);
        uint64_t sets[2] = {0, 0};
        for (unsigned i = 0; i < n; i++)
            if (cards[i] != BL_NO_CARD)
                add_card(sets, cards[i]);
        store_hand(f, state, seat, sets);
        count_of(f, state)[seat] = (uint8_t)n;
    }
}

static void read_seat_list(const struct bl_field *f, struct bl_json *array, void *state)
{
    unsigned players = bl_head(state)->setup.players, seen = 0;
    unsigned n = (unsigned)bl_json_count(array, players);
    for (unsigned i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(array, i);
        unsigned seat = (unsigned)bl_json_to_int(&item, 0, players - 1);
        if (seen >> seat & 1)
            bl_json_fault(&item, "seat %d is there twice", (int)seat);
        seen |= 1u << seat;
        items_of(f, state)[i] = (uint8_t)seat;
    }
    *count_of(f, state) = (uint8_t)n;
}

static int64_t read_truths(struct bl_json *array, const void *state)
{
    uint32_t set = 0;
    unsigned players = bl_read_seats(array, state);
    for (unsigned seat = 0; seat < players; seat++) {
        struct bl_json item = bl_json_item(array, seat);
        set |= (uint32_t)bl_json_to_bool(&item) << seat;
    }
    return set;
}

static int64_t read_suit(struct bl_json *value, const struct bl_pack *pack)
{
    const char *letter = bl_json_to_string(value);
    int suit = letter[0] && !letter[1] ? bl_suit_read(pack, letter[0]) : -1;
    if (suit < 0)
        bl_json_fault(value, "must be a suit, one of %s", pack->suit_letters);
    return suit;
}

static int64_t read_clause(const struct bl_game *game, const struct bl_field *f,
                           struct bl_json *value)
{
    const char *id = bl_json_to_string(value);
    for (int32_t clause = f->min; clause <= f->max; clause++)
        if (strcmp(id, game->clauses[clause].id) == 0)
            return clause;
    bl_json_fault(value, "must be a clause from %s to %s", game->clauses[f->min].id,
                  game->clauses[f->max].id);
    return 0;
}

static int64_t read_value(const struct bl_game *game, const struct bl_field *f,
                          struct bl_json *value, const void *state, struct bl_seen *seen)
{
    switch (f->kind) {
    case BL_FIELD_TRUTH: return bl_json_to_bool(value);
    case BL_FIELD_TRUTHS: return read_truths(value, state);
    case BL_FIELD_SUIT: return read_suit(value, seen->pack);
    case BL_FIELD_CARD_OR_NULL: return bl_read_card(value, NULL, f->cards, seen);
    case BL_FIELD_CLAUSE_OR_NULL: return read_clause(game, f, value);
    case BL_FIELD_SEAT:
    case BL_FIELD_SEAT_OR_NULL:
        return bl_json_to_int(value, 0, bl_head(state)->setup.players - 1);
    default: return bl_json_to_int(value, f->min, f->max);
    }
}

void bl_read_field(const struct bl_game *game, const struct bl_field *f, struct bl_json *value,
                   void *state, struct bl_seen *seen)
{
    switch (f->kind) {
    case BL_FIELD_OWN: f->own->read(value, state, seen); break;
    case BL_FIELD_OPEN:
    case BL_FIELD_DISCARD:
    case BL_FIELD_HIDDEN: read_pile(f, value, state, seen); break;
    case BL_FIELD_HANDS: read_hands(f, value, state, seen); break;
    case BL_FIELD_SLOTS: read_slots(f, value, state, seen); break;
    case BL_FIELD_SEATS: read_seat_list(f, value, state); break;
    case BL_FIELD_WINNER:
        if (!bl_json_is_null(value))
            bl_json_to_int(value, 0, bl_head(state)->setup.players - 1);
        break;
    default:
        bl_store(f, state, bl_json_is_null(value) && null_of(f) != NOT_NULL
                            ? null_of(f) : read_value(game, f, value, state, seen));
    }
}

/* Every card of the pack is somewhere; the fault is laid to the pile that it could come from. In a
 * small pack those that are nowhere are known to be absent. */
static void check_pack(const struct bl_game *game, struct bl_json *in, const struct bl_seen *seen,
                       struct bl_head *head)
{
    const struct bl_fields *fields = game->fields;
    uint64_t missing = fields->pack->all & ~(seen->copies == 1 ? seen->once : seen->twice);
    if (!missing || in->doc->view)
        return;
    if (in->doc->small_pack && !fields->whole_pack) {
        head->absent[0] = missing;
        head->absent[1] = fields->pack->all & ~seen->once;
        return;
    }
    unsigned place = 0;
    while (!(missing >> bl_card_at(fields->pack, place) & 1))
        place++;
    bl_card c = bl_card_at(fields->pack, place);
    char name[3];
    struct bl_text text = BL_TEXT_FIXED(name);
    bl_card_put(fields->pack, c, &text);
    for (unsigned i = 0; i < fields->count; i++)
        if (fields->rows[i].kind == BL_FIELD_HIDDEN && fields->rows[i].cards >> c & 1)
            bl_must(in, false, fields->rows[i].name, "%s is neither here nor anywhere else", name);
}

void bl_read_state(const struct bl_game *game, struct bl_json *in, const struct bl_setup *setup,
                   void *state)
{
    const struct bl_fields *fields = game->fields;
    struct bl_seen seen = {.pack = fields->pack, .copies = bl_copies(game, setup)};
    struct bl_spot whole = {.game = game, .state = state, .base = state, .seen = &seen};
    if (fields->clear) {
        fields->clear(state, setup);
    } else {
        memset(state, 0, game->state_size);
        ((struct bl_head *)state)->setup = *setup;
    }
    bl_read_rows(&whole, fields->rows, fields->count, in);
    if (!in->doc->failed && fields->pack)
        check_pack(game, in, &seen, state);
    if (!in->doc->failed && fields->finish)
        fields->finish(in, state);
}

/* ---- what a seat may know, and may suppose ---------------------------------- */

/* Of all hands only one is left. */
static void blank_hands(const struct bl_field *f, void *view, int seat)
{
    uint64_t own[2];
    if (seat >= 0)
        load_hand(f, view, (unsigned)seat, own);
    memset(items_of(f, view), 0, f->room * hand_size(f));
    if (seat >= 0)
        store_hand(f, view, (unsigned)seat, own);
}

void bl_unlook(const struct bl_game *game, const void *before, int seat, void *view)
{
    const struct bl_field *end = game->fields->rows + game->fields->count;
    for (const struct bl_field *f = game->fields->rows; f < end; f++) {
        uint64_t had[2], has[2];
        if (f->kind != BL_FIELD_HANDS)
            continue;
        load_hand(f, before, (unsigned)seat, had);
        load_hand(f, view, (unsigned)seat, has);
        has[0] &= had[0];
        has[1] &= had[1];
        store_hand(f, view, (unsigned)seat, has);
    }
}

void bl_view(const struct bl_game *game, const void *state, int seat, void *out)
{
    const struct bl_field *end = game->fields->rows + game->fields->count;
    bl_copy(game, out, state);
    for (const struct bl_field *f = game->fields->rows; f < end; f++) {
        if (f->kind == BL_FIELD_HIDDEN)
            memset(items_of(f, out), BL_NO_CARD, *count_of(f, out));
        else if (f->kind == BL_FIELD_HANDS)
            blank_hands(f, out, seat);
    }
    if (game->fields->hide)
        game->fields->hide(out, seat);
}

/* The cards of a field that are seen in a view. */
static inline void meet(const struct bl_field *f, const void *view, struct bl_seen *seen)
{
    const uint8_t *items = items_of(f, view);
    uint64_t sets[2];
    switch (f->kind) {
    case BL_FIELD_CARD_OR_NULL:
        bl_meet(seen, items, *items != BL_NO_CARD);
        break;
    case BL_FIELD_OPEN:
    case BL_FIELD_DISCARD: bl_meet(seen, items, *count_of(f, view)); break;
    case BL_FIELD_SLOTS:
        for (unsigned seat = 0; seat < bl_head(view)->setup.players; seat++)
            bl_meet(seen, items + seat, items[seat] != BL_NO_CARD);
        break;
    case BL_FIELD_HANDS:
        for (unsigned seat = 0; seat < bl_head(view)->setup.players; seat++) {
            load_hand(f, view, seat, sets);
            seen->twice |= (seen->once & sets[0]) | sets[1];
            seen->once |= sets[0];
        }
        break;
    case BL_FIELD_OWN:
        if (f->own->meet)
            f->own->meet(view, seen);
        break;
    default: break;
    }
}

void bl_fields_meet(const struct bl_fields *fields, const void *view, struct bl_seen *seen)
{
    for (unsigned i = 0; i < fields->count; i++)
        meet(&fields->rows[i], view, seen);
}

/* The cards of a set that were not met, each as often as it is missing; returns how many. */
static unsigned list_unseen(const struct bl_seen *seen, uint64_t set, bl_card *out)
{
    unsigned n = 0;
    if (seen->copies == 1) {
        for (set &= ~seen->once; set; set &= set - 1)
            out[n++] = (bl_card)__builtin_ctzll(set);
        return n;
    }
    for (set &= ~seen->twice; set; set &= set - 1) {
        bl_card c = (bl_card)__builtin_ctzll(set);
        out[n++] = c;
        out[n] = c;
        n += !(seen->once >> c & 1);
    }
    return n;
}

/* Gives hands the cards that they lack, from the end of `rest`; returns how many are left. */
static unsigned fill_hands(const struct bl_field *f, void *state, const bl_card *rest, unsigned n)
{
    for (unsigned seat = 0; seat < bl_head(state)->setup.players; seat++) {
        uint64_t sets[2];
        load_hand(f, state, seat, sets);
        unsigned held = (unsigned)(__builtin_popcountll(sets[0]) + __builtin_popcountll(sets[1]));
        if (held == count_of(f, state)[seat])
            continue;
        for (; held < count_of(f, state)[seat] && n > 0; held++)
            add_card(sets, rest[--n]);
        store_hand(f, state, seat, sets);
    }
    return n;
}

/* Fills hands, then piles, from a shuffled heap. */
static void deal_out(const struct bl_field *const *rows, unsigned count, uint64_t cards, void *state,
                     const bl_card *heap, unsigned n)
{
    unsigned at = 0;
    for (unsigned i = 0; i < count; i++)
        if (rows[i]->kind == BL_FIELD_HANDS && rows[i]->cards == cards)
            n = fill_hands(rows[i], state, heap, n);
    for (unsigned i = 0; i < count; i++) {
        unsigned size = *count_of(rows[i], state);
        if (rows[i]->kind != BL_FIELD_HIDDEN || rows[i]->cards != cards || at + size > n)
            continue;
        memcpy(items_of(rows[i], state), heap + at, size);
        at += size;
    }
}

/* Any order of the cards that are nowhere to be seen is as likely as any other: hands and piles
 * that may hold the same cards are filled from one heap. */
void bl_resample(const struct bl_game *game, const void *view, int seat, struct bl_stream *rng,
                 void *out)
{
    const struct bl_field *f = game->fields->rows, *end = f + game->fields->count;
    const struct bl_field *hiding[BL_MOST_HIDING];
    const struct bl_head *head = bl_head(view);
    struct bl_seen seen = {.pack = game->fields->pack, .copies = bl_copies(game, &head->setup),
                           .once = head->absent[0], .twice = head->absent[1]};
    struct bl_stream stream = *rng;   /* a copy that no byte of the heap can be */
    bl_card heap[BL_MOST_CARDS];
    unsigned count = 0;
    bl_copy(game, out, view);
    for (; f < end; f++) {
        meet(f, out, &seen);
        if ((f->kind == BL_FIELD_HIDDEN || f->kind == BL_FIELD_HANDS) && count < BL_MOST_HIDING)
            hiding[count++] = f;
    }
    uint64_t filled = 0;
    for (unsigned i = 0; i < count; i++) {
        if (filled & hiding[i]->cards)
            continue;
        filled |= hiding[i]->cards;
        unsigned n = list_unseen(&seen, hiding[i]->cards, heap);
        bl_shuffle8(&stream, heap, n);
        deal_out(hiding, count, hiding[i]->cards, out, heap, n);
    }
    if (game->fields->guess)
        game->fields->guess(out, seat, &stream);
    *rng = stream;
}

/* ---- what no longer matters -------------------------------------------------- */

void bl_sort_cards(bl_card *cards, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        for (unsigned k = i; k > 0 && cards[k - 1] > cards[k]; k--) {
            bl_card held = cards[k];
            cards[k] = cards[k - 1];
            cards[k - 1] = held;
        }
}

void bl_forget(const struct bl_game *game, void *state)
{
    const struct bl_field *end = game->fields->rows + game->fields->count;
    for (const struct bl_field *f = game->fields->rows; f < end; f++)
        if (f->kind == BL_FIELD_DISCARD && *count_of(f, state) > 1)
            bl_sort_cards(items_of(f, state), *count_of(f, state) - 1u);
    if (game->fields->forget)
        game->fields->forget(state);
}
