/* read.c - a state of Six-Seven read from JSON. What contradicts itself is refused; what
 * follows from the rest (whose turn it is, who placed last, how it ended) must be so. */
#include <string.h>

#include "six-seven.h"

#define PACK_SET UINT64_C(0x1fff1fff1fff1fff)

struct reader {
    struct six_seven *s;
    uint64_t seen;       /* cards read so far */
    int players;
    int turns;           /* that have been completed */
    int collections;
    int winner;          /* as given */
};

/* ---- cards ---------------------------------------------------------------- */

static bl_card read_card(struct reader *r, struct bl_json *value, bool face)
{
    const char *text = bl_json_to_string(value);
    if (value->doc->failed)
        return 0;
    int c = six_seven_read_card(text);
    if (c < 0)
        bl_json_fault(value, "no such card: %s", text);
    else if (is_face((bl_card)c) != face)
        bl_json_fault(value, "%s is no %s card", text, face ? "face" : "number");
    else if (r->seen >> c & 1)
        bl_json_fault(value, "%s is there twice", text);
    else
        r->seen |= UINT64_C(1) << c;
    return value->doc->failed ? 0 : (bl_card)c;
}

static unsigned read_cards(struct reader *r, struct bl_json *array, bl_card *out, unsigned max,
                           bool faces)
{
    unsigned n = (unsigned)bl_json_count(array, max);
    for (unsigned i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(array, i);
        out[i] = read_card(r, &item, faces);
    }
    return n;
}

/* A deck is written with its next card first and stored with it last. */
static uint8_t read_deck(struct reader *r, struct bl_json *in, const char *name, bl_card *out,
                         unsigned max, bool faces)
{
    struct bl_json array = bl_json_member(in, name);
    unsigned n = read_cards(r, &array, out, max, faces);
    for (unsigned i = 0; i < n / 2; i++) {
        bl_card held = out[i];
        out[i] = out[n - 1 - i];
        out[n - 1 - i] = held;
    }
    return (uint8_t)n;
}

/* ---- stacks --------------------------------------------------------------- */

/* "s0" to "s11", more than the one before, and created already. */
static int read_id(struct reader *r, struct bl_json *stack, int before)
{
    struct bl_json value = bl_json_member(stack, "id");
    const char *text = bl_json_to_string(&value);
    char name[8];
    for (int id = before + 1; id < (int)stacks_made(r->s); id++) {
        struct bl_text out = BL_TEXT_FIXED(name);
        bl_putf(&out, "s%d", id);
        if (strcmp(text, name) == 0)
            return id;
    }
    bl_json_fault(&value, "'%s' is not one of s%d to s%d, which can follow here", text, before + 1,
                  (int)stacks_made(r->s) - 1);
    return MAX_STACKS - 1;
}

static int read_stack(struct reader *r, struct bl_json *in, int before)
{
    struct six_seven *s = r->s;
    int id = read_id(r, in, before);
    struct six_stack *st = &s->stacks[id];
    struct bl_json face = bl_json_member(in, "face");
    st->face = read_card(r, &face, true);
    unsigned capacity = in->doc->failed ? SIDE_MAX : face_capacity(st->face);
    struct bl_json left = bl_json_member(in, "left"), right = bl_json_member(in, "right");
    st->size[0] = (uint8_t)read_cards(r, &left, st->pile[0], capacity, false);
    st->size[1] = (uint8_t)read_cards(r, &right, st->pile[1], capacity, false);
    bl_json_done(in);
    int sum = 0;
    unsigned code = code_empty(capacity);
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < st->size[side]; i++) {
            int value = (int)card_value(st->pile[side][i]);
            sum += side == 0 ? value : -value;
            code = code_landed(code, side, bl_french_rank(st->pile[side][i]));
        }
    }
    if (sum < 0)
        bl_json_fault(&right, "the Sum would be %d", sum);
    if (in->doc->failed)
        return id;
    s->row = (uint16_t)(s->row | 1u << id);
    note_code(s, (unsigned)id, code);
    return id;
}

/* ---- what was collected --------------------------------------------------- */

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

static int read_by(struct bl_json *in)
{
    struct bl_json value = bl_json_member(in, "by");
    const char *text = bl_json_to_string(&value);
    for (int by = BY_SIX_SIX; by <= BY_MATCH; by++)
        if (strcmp(text, six_seven_by_names[by]) == 0)
            return by;
    bl_json_fault(&value, "no such way to collect: %s", text);
    return BY_NOTHING;
}

static void read_take(struct reader *r, struct bl_json *in, unsigned seat, unsigned order)
{
    struct six_take t = {.seat = (uint8_t)seat, .order = (uint8_t)order};
    struct bl_json cards = bl_json_member(in, "cards");
    unsigned n = (unsigned)bl_json_count(&cards, sizeof t.cards);
    for (unsigned i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(&cards, i);
        t.cards[i] = read_card(r, &item, i == 0);
    }
    t.count = (uint8_t)n;
    t.by = (uint8_t)read_by(in);
    bl_json_done(in);
    if (in->doc->failed)
        return;
    if (!take_fits(&t)) {
        bl_json_fault(&cards, "these cannot have been collected as %s", six_seven_by_names[t.by]);
        return;
    }
    r->s->takes[face_index(t.cards[0])] = t;
    r->s->score[seat] += SCORE(1, n, t.by == BY_SIX_SEVEN);
    r->collections++;
}

/* ---- members -------------------------------------------------------------- */

static void read_stacks(struct reader *r, struct bl_json *in)
{
    struct bl_json array = bl_json_member(in, "stacks");
    size_t n = bl_json_count(&array, MAX_STACKS);
    int before = -1;
    for (size_t i = 0; i < n && !in->doc->failed; i++) {
        struct bl_json item = bl_json_item(&array, i);
        before = read_stack(r, &item, before);
    }
}

/* An array with one item a seat. */
static struct bl_json read_seats(struct reader *r, struct bl_json *in, const char *name)
{
    struct bl_json array = bl_json_member(in, name);
    size_t n = bl_json_count(&array, MAX_STACKS);
    if (!in->doc->failed && (int)n != r->players)
        bl_json_fault(&array, "has %d items, one for each of %d players is needed", (int)n,
                      r->players);
    return array;
}

static void read_collected(struct reader *r, struct bl_json *in)
{
    struct bl_json array = read_seats(r, in, "collected");
    for (unsigned seat = 0; (int)seat < r->players && !in->doc->failed; seat++) {
        struct bl_json list = bl_json_item(&array, seat);
        unsigned n = (unsigned)bl_json_count(&list, FACE_CARDS);
        for (unsigned i = 0; i < n; i++) {
            struct bl_json item = bl_json_item(&list, i);
            read_take(r, &item, seat, i);
        }
    }
}

static void read_kept(struct reader *r, struct bl_json *in)
{
    struct bl_json array = read_seats(r, in, "kept");
    for (int seat = 0; seat < r->players && !in->doc->failed; seat++) {
        struct bl_json list = bl_json_item(&array, (size_t)seat);
        read_cards(r, &list, &r->s->kept[seat], 1, false);
    }
}

static void read_flipped(struct reader *r, struct bl_json *in)
{
    struct bl_json value = bl_json_member(in, "flipped");
    r->s->flipped = bl_json_is_null(&value) ? BL_NO_CARD : read_card(r, &value, false);
}

static void read_ended(struct reader *r, struct bl_json *in)
{
    struct bl_json value = bl_json_member(in, "ended");
    if (bl_json_is_null(&value))
        return;
    const char *text = bl_json_to_string(&value);
    for (uint8_t clause = NO_STACKS; clause <= NO_MOVES; clause++)
        if (strcmp(text, six_seven_clauses[clause].id) == 0)
            r->s->ended = clause;
    if (r->s->ended == 0)
        bl_json_fault(&value, "no clause that ends a game: %s", text);
}

static void read_members(struct reader *r, struct bl_json *in)
{
    struct six_seven *s = r->s;
    s->head.to_move = (int8_t)bl_json_seat(in, "to_move", r->players);
    read_flipped(r, in);
    s->numbers_left = read_deck(r, in, "numbers", s->numbers, NUMBER_CARDS, false);
    s->faces_left = read_deck(r, in, "faces", s->faces, FACE_CARDS, true);
    read_stacks(r, in);
    read_collected(r, in);
    read_kept(r, in);
    s->stuck = (int8_t)bl_json_seat(in, "stuck", r->players);
    s->last_placed = (int8_t)bl_json_seat(in, "last_placed", r->players);
    read_ended(r, in);
    r->winner = bl_json_seat(in, "winner", r->players);
    bl_json_done(in);
}

/* ---- what must be so ------------------------------------------------------ */

#define FAULT(name, ...)                                     \
    do {                                                     \
        struct bl_json at_ = bl_json_member(in, name);       \
        bl_json_fault(&at_, __VA_ARGS__);                    \
        return;                                              \
    } while (0)

static void check_cards(struct reader *r, struct bl_json *in)
{
    const struct six_seven *s = r->s;
    uint64_t missing = PACK_SET & ~r->seen;
    if (missing) {
        bl_card c = (bl_card)__builtin_ctzll(missing);
        FAULT(is_face(c) ? "faces" : "numbers", "%F is nowhere", c);
    }
    if ((s->ended == 0) != (s->flipped != BL_NO_CARD))
        FAULT("flipped", s->ended ? "must be null: the game is over" : "must be a card");
    r->turns = NUMBER_CARDS - s->numbers_left - (s->ended == 0);
}

/* §4.1, §7  How many face cards can have been revealed. Every collection reveals one; a card
 * that fits nowhere does so only when every other stack has got a card before. */
static void check_faces(struct reader *r, struct bl_json *in)
{
    const struct six_seven *s = r->s;
    int made = (int)stacks_made(s);
    if (made < r->players)
        FAULT("faces", "%d players begin with as many stacks", r->players);
    if (s->faces_left > 0 && __builtin_popcount(s->row) < r->players)
        FAULT("stacks", "fewer than %d while a face card is left", r->players);
    if (made - r->players > r->collections && r->turns < made - 1)
        FAULT("faces", "too many have been revealed for %d turns", r->turns);
}

/* §5d, §8.3  Who kept a card did so in the one turn that was left after the first who was
 * stuck; and nobody can be stuck as long as there are stacks without any card. */
static void check_kept(struct reader *r, struct bl_json *in)
{
    const struct six_seven *s = r->s;
    bool any = false;
    for (int seat = 0; seat < r->players; seat++)
        any = any || s->kept[seat] != BL_NO_CARD;
    if (any != (s->stuck >= 0))
        FAULT("stuck", any ? "must be a seat: a card was kept" : "must be null: no card was kept");
    if (!any)
        return;
    if (s->kept[s->stuck] == BL_NO_CARD)
        FAULT("stuck", "seat %d kept no card", s->stuck);
    if (s->faces_left > 0)
        FAULT("kept", "must be empty as long as a face card is left");
    int since = (r->turns - 1 - s->stuck + MAX_STACKS * r->players) % r->players;
    if (r->turns - 1 - since < MAX_STACKS)
        FAULT("stuck", "must be null: nobody can be stuck in the first %d turns", MAX_STACKS);
    for (int seat = 0; seat < r->players; seat++)
        if (s->kept[seat] != BL_NO_CARD &&
            (seat - s->stuck + r->players) % r->players > since)
            FAULT("kept", "seat %d has not had a turn since seat %d was stuck", seat, s->stuck);
}

/* The seat that must have placed a card last: going back, the first that kept none. */
static int last_to_place(const struct reader *r)
{
    for (int back = 1; back <= r->players && back <= r->turns; back++) {
        int seat = (r->turns - back) % r->players;
        if (r->s->kept[seat] == BL_NO_CARD)
            return seat;
    }
    /* All kept a card, the first who was stuck first: the one before placed the round before. */
    return r->turns == 0 ? -1 : (r->turns - 1) % r->players;
}

static void check_over(struct reader *r, struct bl_json *in)
{
    const struct six_seven *s = r->s;
    bl_cite why = six_seven_ending(s, r->turns % r->players);
    if (s->head.to_move >= 0)
        FAULT("to_move", "must be null: the game is over");
    if (why != s->ended)
        FAULT("ended", why ? "must be %s" : "must be null: no ending holds",
              six_seven_clauses[why].id);
    struct bl_result result;
    six_seven_result(s, &result);
    if (r->winner != result.winner)
        FAULT("winner", "must be %d", result.winner);
}

static void check_going_on(struct reader *r, struct bl_json *in)
{
    const struct six_seven *s = r->s;
    int due = r->turns % r->players;
    if (r->winner >= 0)
        FAULT("winner", "must be null: the game is not over");
    if (s->head.to_move != due)
        FAULT("to_move", "must be %d: %d turns have been completed", due, r->turns);
    if (s->row == 0)
        FAULT("stacks", "must not be empty: the game would be over");
    if (six_seven_no_moves(s))
        FAULT("ended", "must be %s: no card can be played any more",
              six_seven_clauses[NO_MOVES].id);
    if (due == s->stuck)
        FAULT("ended", "must be %s: the turn is back at seat %d",
              six_seven_clauses[STUCK_RETURNS].id, due);
    if (s->fits[s->flipped & 15] == 0 && s->faces_left > 0)
        FAULT("stacks", "%F fits on none and a face card is left: a new one must be there",
              s->flipped);
}

static void check_turns(struct reader *r, struct bl_json *in)
{
    int last = last_to_place(r);
    if (r->s->last_placed != last) {
        if (last < 0)
            FAULT("last_placed", "must be null: nobody had a turn");
        FAULT("last_placed", "must be %d", last);
    }
    if (r->s->ended != 0)
        check_over(r, in);
    else
        check_going_on(r, in);
}

void six_seven_read_state(struct bl_json *in, const struct bl_setup *setup, void *state)
{
    static void (*const checks[])(struct reader *, struct bl_json *) = {check_cards, check_faces,
                                                                        check_kept, check_turns};
    struct six_seven *s = state;
    struct reader r = {.s = s, .players = setup->players};
    memset(s, 0, sizeof *s);
    memcpy(&s->head.setup, setup, sizeof *setup);
    memset(s->kept, BL_NO_CARD, sizeof s->kept);
    read_members(&r, in);
    for (size_t i = 0; i < sizeof checks / sizeof *checks && !in->doc->failed; i++)
        checks[i](&r, in);
}
