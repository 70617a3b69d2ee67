/* state.c - the state of Six-Seven written and read. What contradicts itself is refused; what
 * follows from the rest (whose turn it is, who placed last, how it ended) must be so. */
#include <string.h>

#include "six-seven.h"

static void put_pile(struct bl_text *out, const char *key, const bl_card *cards, unsigned n)
{
    bl_json_key(out, key);
    bl_json_open(out, '[');
    bl_put_cards(out, &bl_french_pack, cards, n);
    bl_json_close(out, ']');
}

static unsigned read_pile(struct bl_json *object, const char *name, bl_card *out, unsigned max,
                          struct bl_seen *seen)
{
    struct bl_json array = bl_json_member(object, name);
    unsigned n = (unsigned)bl_json_count(&array, max);
    for (unsigned i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(&array, i);
        out[i] = bl_read_card(&item, NULL, NUMBER_SET, seen);
    }
    return n;
}

/* ---- stacks --------------------------------------------------------------- */

static void put_stacks(const void *state, struct bl_text *out)
{
    const struct six_seven *s = state;
    bl_json_open(out, '[');
    for (unsigned row = s->row; row; row &= row - 1) {
        const struct six_stack *st = &s->stacks[__builtin_ctz(row)];
        char name[8];
        struct bl_text text = BL_TEXT_FIXED(name);
        bl_putf(&text, "s%d", __builtin_ctz(row));
        bl_json_open(out, '{');
        bl_json_key(out, "id");
        bl_json_put_string(out, name);
        bl_json_key(out, "face");
        bl_put_cards(out, &bl_french_pack, &st->face, 1);
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
    int made = (int)stacks_made(s);
    char name[8];
    for (int id = before + 1; id < made; id++) {
        struct bl_text out = BL_TEXT_FIXED(name);
        bl_putf(&out, "s%d", id);
        if (strcmp(text, name) == 0)
            return id;
    }
    bl_must(stack, false, "id", "'%s' is not one of s%d to s%d, which can follow here", text,
            before + 1, made - 1);
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
        st->size[side] = (uint8_t)read_pile(in, side == TO_LEFT ? "left" : "right", st->pile[side],
                                            capacity, seen);
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

static const struct bl_own stacks = {
    put_stacks, read_stacks, meet_stacks,
    "{ id: string; face: string; left: string[]; right: string[] }[]",
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
            bl_json_open(out, '{');
            put_pile(out, "cards", t->cards, t->count);
            bl_json_key(out, "by");
            bl_json_put_string(out, six_seven_by_names[t->by]);
            bl_json_close(out, '}');
        }
        bl_json_close(out, ']');
    }
    bl_json_close(out, ']');
}

/* What a collected stack came to, if its first `lefts` number cards lay on the left. */
struct split {
    const bl_card *left, *right;
    int lefts, rights, capacity, sum;
    int match;           /* the value of the card in the match slot; 0: none */
};

static int value_at(const bl_card *pile, int i)
{
    return i < 0 ? 0 : (int)card_value(pile[i]);
}

/* §6.4  The last card on one of the sides is a 7 that landed legally beside or on a 6. */
static bool ends_six_seven(const struct split *p)
{
    int left = value_at(p->left, p->lefts - 1), right = value_at(p->right, p->rights - 1);
    bool on_left = left == 7 && p->sum >= 7 &&
                   (value_at(p->left, p->lefts - 2) == 6 || right == 6);
    bool on_right = right == 7 && (value_at(p->right, p->rights - 2) == 6 || left == 6);
    return on_left || on_right;
}

static bool split_fits(const struct split *p, int by)
{
    bool full = p->lefts == p->capacity && p->rights == p->capacity;
    if (p->sum < 0 || p->lefts + p->rights == 0)
        return false;
    if (p->match > 0)
        return full && p->match == p->sum &&
               (by == BY_MATCH || (by == BY_SIX_SIX && p->sum == 6) ||
                (by == BY_SEVEN_SEVEN && p->sum == 7));
    switch (by) {
    case BY_SIX_SIX: return p->sum == 6;
    case BY_SEVEN_SEVEN: return p->sum == 7;
    case BY_ZERO: return p->sum == 0 && (p->lefts == p->capacity || p->rights == p->capacity);
    case BY_SIX_SEVEN: return ends_six_seven(p);
    default: return false;
    }
}

/* Whether the cards can have been collected as it says, however they were spread. */
static bool take_fits(const struct six_take *t)
{
    int capacity = (int)face_capacity(t->cards[0]), numbers = t->count - 1;
    int match = numbers > 2 * capacity ? value_at(t->cards, t->count - 1) : 0;
    int placed = numbers - (match > 0);
    if (placed < 1 || placed > 2 * SIDE_MAX)
        return false;
    for (int lefts = 0; lefts <= capacity && lefts <= placed; lefts++) {
        struct split p = {t->cards + 1, t->cards + 1 + lefts, lefts, placed - lefts, capacity, 0,
                          match};
        for (int i = 0; i < placed; i++)
            p.sum += i < lefts ? value_at(p.left, i) : -value_at(p.left, i);
        if (p.rights <= capacity && split_fits(&p, t->by))
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
    for (uint8_t way = BY_SIX_SIX; way <= BY_MATCH; way++)
        if (strcmp(by, six_seven_by_names[way]) == 0)
            t.by = way;
    bl_must(in, t.by != BY_NOTHING, "by", "no such way to collect: %s", by);
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
    unsigned players = bl_head(state)->setup.players;
    bl_read_seats(array, players);
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

static const struct bl_own collected = {put_collected, read_collected, meet_collected,
                                        "{ cards: string[]; by: string }[][]"};

/* ---- kept cards, the winner ------------------------------------------------ */

static void put_kept(const void *state, struct bl_text *out)
{
    const struct six_seven *s = state;
    bl_json_open(out, '[');
    for (unsigned seat = 0; seat < s->head.setup.players; seat++) {
        bl_json_open(out, '[');
        bl_put_cards(out, &bl_french_pack, &s->kept[seat], s->kept[seat] != BL_NO_CARD);
        bl_json_close(out, ']');
    }
    bl_json_close(out, ']');
}

static void read_kept(struct bl_json *array, void *state, struct bl_seen *seen)
{
    struct six_seven *s = state;
    unsigned players = s->head.setup.players;
    memset(s->kept, BL_NO_CARD, sizeof s->kept);
    bl_read_seats(array, players);
    for (unsigned seat = 0; seat < players && !array->doc->failed; seat++) {
        struct bl_json list = bl_json_item(array, seat);
        if (bl_json_count(&list, 1) == 0)
            continue;
        struct bl_json item = bl_json_item(&list, 0);
        s->kept[seat] = bl_read_card(&item, NULL, NUMBER_SET, seen);
    }
}

static void meet_kept(const void *state, struct bl_seen *seen)
{
    const struct six_seven *s = state;
    for (unsigned seat = 0; seat < s->head.setup.players; seat++)
        bl_meet(seen, &s->kept[seat], s->kept[seat] != BL_NO_CARD);
}

static const struct bl_own kept = {put_kept, read_kept, meet_kept, "string[][]"};

/* It follows from the rest; whether it is so is asked at the end. */
static void put_winner(const void *state, struct bl_text *out)
{
    struct bl_result result;
    six_seven_result(state, &result);
    bl_json_put_seat(out, result.winner);
}

static void read_winner(struct bl_json *value, void *state, struct bl_seen *seen)
{
    (void)seen;
    if (!bl_json_is_null(value))
        bl_json_to_int(value, 0, bl_head(state)->setup.players - 1);
}

static const struct bl_own winner = {put_winner, read_winner, NULL, "number | null"};

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

const struct bl_fields six_seven_fields = {
    .rows = rows, .count = sizeof rows / sizeof *rows, .whole_pack = true,
    .pack = &bl_french_pack, .finish = finish,
};
