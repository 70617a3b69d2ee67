/* state.c - the state of Six-Seven written and read. What contradicts itself is refused; what
 * follows from the rest (whose turn it is, who placed last, how it ended) must be so. */
#include <string.h>

#include "core/sight.h"
#include "plays.h"
#include "six-seven.h"

static void put_pile(struct bl_text *out, const char *key, const bl_card *cards, unsigned n)
{
    bl_json_key(out, key);
    bl_put_cards(out, &bl_french_pack, cards, n);
}

/* ---- stacks --------------------------------------------------------------- */

static void put_stacks(const void *state, struct bl_text *out)
{
    const struct six_seven *s = state;
    bl_json_open(out, '[');
    for (unsigned row = s->row; row; row &= row - 1) {
        int id = __builtin_ctz(row);
        const struct six_stack *st = &s->stacks[id];
        bl_json_putf(out, "{'id':'s%d','face':%F", id, st->face);
        put_pile(out, "left", st->pile[0], st->size[0]);
        put_pile(out, "right", st->pile[1], st->size[1]);
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
}

/* "s0" to "s11", more than the one before, and created already. */
static int read_id(const struct six_seven *s, struct bl_json *stack, int before)
{
    const char *text = bl_json_string(stack, "id");
    int id = six_seven_read_stack(&text), made = (int)stacks_made(s);
    if (id > before && id < made && *text == '\0')
        return id;
    bl_must(stack, false, "id", "'%s' is not one of s%d to s%d, which can follow here",
            bl_json_string(stack, "id"), before + 1, made - 1);
    return MAX_STACKS - 1;
}

static int read_stack(struct six_seven *s, struct bl_json *in, int before, struct bl_seen *seen)
{
    int id = read_id(s, in, before), sum = 0;
    struct six_stack *st = &s->stacks[id];
    struct bl_json face = bl_json_member(in, "face");
    st->face = bl_read_card(&face, NULL, FACE_SET, seen);
    unsigned capacity = in->doc->failed ? SIDE_MAX : face_capacity(st->face);
    unsigned code = code_empty(capacity);
    for (unsigned side = 0; side < 2; side++) {
        struct bl_json pile = bl_json_member(in, side == TO_LEFT ? "left" : "right");
        st->size[side] = (uint8_t)bl_read_cards(&pile, st->pile[side], capacity, NUMBER_SET, seen);
        for (unsigned i = 0; i < st->size[side]; i++) {
            int value = (int)card_value(st->pile[side][i]);
            sum += side == TO_LEFT ? value : -value;
            code = code_landed(code, side, bl_french_rank(st->pile[side][i]));
        }
    }
    bl_json_done(in);
    bl_must(in, sum >= 0, "right", "the Sum would be %d", sum);
    s->row = (uint16_t)(s->row | 1u << id);
    note_code(s, (unsigned)id, code);
    return id;
}

static void read_stacks(struct bl_json *array, void *state, struct bl_seen *seen)
{
    size_t n = bl_json_count(array, MAX_STACKS);
    int before = -1;
    for (size_t i = 0; i < n && !array->doc->failed; i++) {
        struct bl_json item = bl_json_item(array, i);
        before = read_stack(state, &item, before, seen);
    }
}

static void meet_stacks(const void *state, struct bl_seen *seen)
{
    const struct six_seven *s = state;
    for (unsigned row = s->row; row; row &= row - 1) {
        const struct six_stack *st = &s->stacks[__builtin_ctz(row)];
        bl_meet(seen, &st->face, 1);
        bl_meet(seen, st->pile[0], st->size[0]);
        bl_meet(seen, st->pile[1], st->size[1]);
    }
}

/* Of each stack the cards, and their Sum: so many bits. */
enum { SEEN_OF_CARD = 13 + 4, SEEN_OF_STACK = FACE_CARDS + CODE_SUM + 1 + 2 * SIDE_MAX * SEEN_OF_CARD };
BL_INTO void see_stacks(const void *view, struct bl_sight *sight)
{
    const struct six_seven *s = view;
    uint32_t first = sight->at;
    for (unsigned row = sight->name ? (1u << MAX_STACKS) - 1 : s->row; row; row &= row - 1) {
        unsigned id = (unsigned)__builtin_ctz(row);
        const struct six_stack *st = &s->stacks[id];
        bool there = s->row >> id & 1;
        sight->at = first + id * SEEN_OF_STACK;
        if (sight->name)
            bl_see_cards(sight, "face ", FACE_SET, 0);
        else
            bl_see_one(sight, "", FACE_CARDS, (st->face >> 4) * 3 + (st->face & 15) - TOP_VALUE);
        bl_see_one(sight, "the Sum", CODE_SUM + 1, there ? (int)(s->code[id] & CODE_SUM) : -1);
        for (unsigned side = 0; side < 2; side++)
            for (unsigned i = 0; i < SIDE_MAX; i++)
                bl_see_card_if(sight, side == TO_LEFT ? "left" : "right", i < st->size[side],
                               st->pile[side][i]);
    }
    sight->at = first + MAX_STACKS * SEEN_OF_STACK;
}

static const struct bl_own stacks = {
    put_stacks, read_stacks, meet_stacks,
    "{ id: string; face: string; left: string[]; right: string[] }[]", see_stacks, NULL,
};

/* ---- what was collected --------------------------------------------------- */

/* What a seat collected as its number `order`; NULL: not so many. */
static const struct six_take *find_take(const struct six_seven *s, unsigned seat, unsigned order)
{
    for (unsigned f = 0; f < FACE_CARDS; f++) {
        const struct six_take *t = &s->takes[f];
        if (t->count > 0 && t->seat == seat && t->order == order)
            return t;
    }
    return NULL;
}

static void put_collected(const void *state, struct bl_text *out)
{
    const struct six_seven *s = state;
    bl_json_open(out, '[');
    for (unsigned seat = 0; seat < s->head.setup.players; seat++) {
        const struct six_take *t;
        bl_json_open(out, '[');
        for (unsigned i = 0; (t = find_take(s, seat, i)) != NULL; i++) {
            bl_json_putf(out, "{'cards':");
            bl_put_cards(out, &bl_french_pack, t->cards, t->count);
            bl_json_putf(out, "'by':%s}", six_seven_by_names[t->by]);
        }
        bl_json_close(out, ']');
    }
    bl_json_close(out, ']');
}

/* Whether the cards can have been collected as it says, the first `lefts` lying on the left and the
 * last one having come to `place`. */
static bool ends_so(const struct six_take *t, unsigned lefts, unsigned rights, unsigned place)
{
    unsigned code = code_empty(face_capacity(t->cards[0])), placed = lefts + rights;
    unsigned last = place == TO_LEFT ? lefts : place == TO_RIGHT ? placed : placed + 1;
    int sum = 0;
    for (unsigned i = 1; i <= placed; i++) {
        int value = (int)card_value(t->cards[i]);
        if (i == last)
            continue;
        sum += i <= lefts ? value : -value;
        code = code_landed(code, i <= lefts ? TO_LEFT : TO_RIGHT, bl_french_rank(t->cards[i]));
    }
    unsigned may = plays[code & CODE_INDEX][bl_french_rank(t->cards[last])];
    unsigned by_sum = may >> (place == TO_RIGHT ? 5 : 2) & 3;
    bool lands = place == TO_RIGHT ? may & 16 : (may & 3) == (place == TO_LEFT ? 1 : 3);
    return sum >= 0 && lands && (t->by == by_sum || (t->by == BY_MATCH && place == TO_MATCH) ||
                                 (t->by == BY_SIX_SEVEN && may & 128));
}

/* However they were spread. */
static bool take_fits(const struct six_take *t)
{
    unsigned capacity = t->count < 2 ? 0 : face_capacity(t->cards[0]);
    unsigned placed = t->count - (t->count > 2 * capacity + 1 ? 2u : 1u);
    for (unsigned lefts = 0; lefts <= capacity && lefts <= placed; lefts++) {
        unsigned rights = placed - lefts;
        bool matched = t->count - 1u > placed;
        if (rights > capacity)
            continue;
        if (matched ? ends_so(t, lefts, rights, TO_MATCH)
                    : (lefts > 0 && ends_so(t, lefts, rights, TO_LEFT)) ||
                      (rights > 0 && ends_so(t, lefts, rights, TO_RIGHT)))
            return true;
    }
    return false;
}

static void read_take(struct six_seven *s, struct bl_json *in, unsigned seat, unsigned order,
                      struct bl_seen *seen)
{
    struct six_take t = {.seat = (uint8_t)seat, .order = (uint8_t)order};
    struct bl_json cards = bl_json_member(in, "cards");
    t.count = (uint8_t)bl_json_count(&cards, sizeof t.cards);
    for (unsigned i = 0; i < t.count; i++) {
        struct bl_json item = bl_json_item(&cards, i);
        t.cards[i] = bl_read_card(&item, NULL, i == 0 ? FACE_SET : NUMBER_SET, seen);
    }
    const char *by = bl_json_string(in, "by");
    int way = bl_find_name(six_seven_by_names, by);
    t.by = (uint8_t)way;
    bl_must(in, way > BY_NOTHING, "by", "no such way to collect: %s", by);
    bl_json_done(in);
    bl_must(in, in->doc->failed || take_fits(&t), "cards", "these cannot have been collected as %s",
            by);
    if (in->doc->failed)
        return;
    s->takes[face_index(t.cards[0])] = t;
    s->score[seat] += SCORE(1, t.count, t.by == BY_SIX_SEVEN);
}

static void read_collected(struct bl_json *array, void *state, struct bl_seen *seen)
{
    unsigned players = bl_read_seats(array, state);
    for (unsigned seat = 0; seat < players && !array->doc->failed; seat++) {
        struct bl_json list = bl_json_item(array, seat);
        unsigned n = (unsigned)bl_json_count(&list, FACE_CARDS);
        for (unsigned i = 0; i < n; i++) {
            struct bl_json item = bl_json_item(&list, i);
            read_take(state, &item, seat, i, seen);
        }
    }
}

static void meet_collected(const void *state, struct bl_seen *seen)
{
    const struct six_seven *s = state;
    for (unsigned f = 0; f < FACE_CARDS; f++)
        bl_meet(seen, s->takes[f].cards, s->takes[f].count);
}

/* What counts in the end (§9), and which cards are gone. */
BL_INTO void see_collected(const void *view, int seat, struct bl_sight *sight)
{
    const struct six_seven *s = view;
    unsigned own = 0;
    uint64_t cards = 0;
    for (unsigned f = 0; f < FACE_CARDS; f++)
        own |= (unsigned)(s->takes[f].count > 0 && s->takes[f].seat == seat) << f;
    for (; own; own &= own - 1) {
        const struct six_take *t = &s->takes[__builtin_ctz(own)];
        for (unsigned i = 0; i < sizeof t->cards; i++)
            cards |= (uint64_t)(i < t->count) << (t->cards[i] & 63);
    }
    bl_see_number(sight, "face cards", 0, FACE_CARDS, score_faces(s->score[seat]));
    bl_see_number(sight, "cards", 0, NUMBER_CARDS + FACE_CARDS, score_cards(s->score[seat]));
    bl_see_number(sight, "six-sevens", 0, FACE_CARDS, score_six_sevens(s->score[seat]));
    bl_see_cards(sight, "", NUMBER_SET | FACE_SET, cards);
}

static const struct bl_own collected = {put_collected, read_collected, meet_collected,
                                        "{ cards: string[]; by: string }[][]", NULL, see_collected};

/* ---- what must be so ------------------------------------------------------ */

static int turns_made(const struct six_seven *s)
{
    return NUMBER_CARDS - s->numbers_left - (s->ended == 0);
}

/* §4.1, §7  How many face cards can have been revealed. Every collection reveals one; a card
 * that fits nowhere does so only when every other stack has got a card before. */
static void check_faces(struct bl_json *in, const struct six_seven *s)
{
    int made = (int)stacks_made(s), players = s->head.setup.players, collections = 0;
    for (unsigned f = 0; f < FACE_CARDS; f++)
        collections += s->takes[f].count > 0;
    bl_must(in, made >= players, "faces", "%d players begin with as many stacks", players);
    bl_must(in, s->faces_left == 0 || __builtin_popcount(s->row) >= players, "stacks",
            "fewer than %d while a face card is left", players);
    bl_must(in, made - players <= collections || turns_made(s) >= made - 1, "faces",
            "too many have been revealed for %d turns", turns_made(s));
}

/* §5d, §8.3  Who kept a card did so in the one turn that was left after the first who was
 * stuck; and nobody can be stuck as long as there are stacks without any card. */
static void check_kept(struct bl_json *in, const struct six_seven *s)
{
    int players = s->head.setup.players, turns = turns_made(s);
    bool any = false;
    for (int seat = 0; seat < players; seat++)
        any = any || s->kept[seat] != BL_NO_CARD;
    bl_must(in, !any || s->stuck >= 0, "stuck", "must be a seat: a card was kept");
    bl_must(in, any || s->stuck < 0, "stuck", "must be null: no card was kept");
    if (!any || in->doc->failed)
        return;
    int since = (turns - 1 - s->stuck + MAX_STACKS * players) % players;
    bl_must(in, s->kept[s->stuck] != BL_NO_CARD, "stuck", "%p kept no card", s->stuck);
    bl_must(in, s->faces_left == 0, "kept", "must be empty as long as a face card is left");
    bl_must(in, turns - 1 - since >= MAX_STACKS, "stuck",
            "must be null: nobody can be stuck in the first %d turns", MAX_STACKS);
    for (int seat = 0; seat < players; seat++)
        bl_must(in, s->kept[seat] == BL_NO_CARD || (seat - s->stuck + players) % players <= since,
                "kept", "%p has not had a turn since %p was stuck", seat, s->stuck);
}

/* The seat that must have placed a card last: going back, the first that kept none. */
static int last_to_place(const struct six_seven *s)
{
    int players = s->head.setup.players, turns = turns_made(s);
    for (int back = 1; back <= players && back <= turns; back++) {
        int seat = (turns - back) % players;
        if (s->kept[seat] == BL_NO_CARD)
            return seat;
    }
    /* All kept a card, the first who was stuck first: the one before placed the round before. */
    return turns == 0 ? -1 : (turns - 1) % players;
}

static void check_over(struct bl_json *in, const struct six_seven *s, int given)
{
    struct bl_result result;
    bl_cite why = six_seven_ending(s, turns_made(s) % s->head.setup.players);
    six_seven_result(s, &result);
    bl_must(in, s->head.to_move < 0, "to_move", "must be null: the game is over");
    bl_must(in, why == s->ended || why == 0, "ended", "must be %s", six_seven_clauses[why].id);
    bl_must(in, why == s->ended, "ended", "must be null: no ending holds");
    bl_must(in, given == result.winner, "winner", "must be %d", result.winner);
}

static void check_going_on(struct bl_json *in, const struct six_seven *s, int given)
{
    int turns = turns_made(s), due = turns % s->head.setup.players;
    bl_must(in, given < 0, "winner", "must be null: the game is not over");
    bl_must(in, s->head.to_move == due, "to_move", "must be %d: %d turns have been completed", due,
            turns);
    bl_must(in, s->row, "stacks", "must not be empty: the game would be over");
    bl_must(in, !six_seven_no_moves(s), "ended", "must be %s: no card can be played any more",
            six_seven_clauses[NO_MOVES].id);
    bl_must(in, due != s->stuck, "ended", "must be %s: the turn is back at %p",
            six_seven_clauses[STUCK_RETURNS].id, due);
    bl_must(in, s->fits[s->flipped & 15] || s->faces_left == 0, "stacks",
            "%F fits on none and a face card is left: a new one must be there", s->flipped);
}

static void finish(struct bl_json *in, void *state)
{
    const struct six_seven *s = state;
    int last = last_to_place(s), given = bl_json_seat(in, "winner", s->head.setup.players);
    bl_must(in, s->ended || s->flipped != BL_NO_CARD, "flipped", "must be a card");
    bl_must(in, !s->ended || s->flipped == BL_NO_CARD, "flipped", "must be null: the game is over");
    check_faces(in, s);
    check_kept(in, s);
    bl_must(in, last >= 0 || s->last_placed < 0, "last_placed", "must be null: nobody had a turn");
    bl_must(in, s->last_placed == last, "last_placed", "must be %d", last);
    if (in->doc->failed)
        return;
    if (s->ended != 0)
        check_over(in, s, given);
    else
        check_going_on(in, s, given);
}

#define STATE struct six_seven
static const struct bl_field rows[] = {
#include "fields.def"
};

BL_OBSERVER(observe, rows, 1, BL_FRENCH_SHAPE)

const struct bl_fields six_seven_fields = {
    .rows = rows, .count = sizeof rows / sizeof *rows, .whole_pack = true,
    .pack = &bl_french_pack, .finish = finish, .observe = BL_OBSERVED_BY(observe),
};
