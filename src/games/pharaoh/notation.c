/* notation.c - Pharaoh in words: moves and their numbers, positions, the table, how it is played. */
#include <string.h>

#include "pharaoh.h"

#include "core/guide.h"
#include "core/sight.h"

const struct bl_guide pharaoh_guide[] = {
#include "guide.def"
    GUIDE_END,
};

/* ---- moves as codes --------------------------------------------------------- */

static bool first_matters(const struct bl_setup *setup)
{
    return setup->rulings[TUPLE_MATCH] == MATCH_FIRST;
}

unsigned pharaoh_cards_of(bl_move m, bl_card cards[4])
{
    unsigned n = 0;
    if (pharaoh_kind(m) == PHARAOH_MIXED) {
        for (; n < (m >> 20 & 7u) && n < 4; n++)
            cards[n] = m >> 5 * n & 31u;
        return n;
    }
    unsigned first = pharaoh_first(m), last = pharaoh_last(m), value = pharaoh_value(m);
    if (first != last)
        cards[n++] = BL_GERMAN(first, value);
    for (unsigned suit = 0; suit < PHARAOH_SUITS; suit++)
        if (pharaoh_suits(m) >> suit & 1u && suit != first && suit != last)
            cards[n++] = BL_GERMAN(suit, value);
    cards[n++] = BL_GERMAN(last, value);
    return n;
}

/* The code of 1 … 4 different cards in the order given, as the ruling reads it: those whose order
 * does not matter are sorted. */
static bl_move code_of(const struct bl_setup *setup, bl_card *cards, unsigned n, unsigned named)
{
    unsigned suits = 0, value = bl_german_value(cards[0]);
    bool mixed = false;
    for (unsigned i = 0; i < n; i++) {
        suits |= 1u << bl_german_suit(cards[i]);
        mixed = mixed || bl_german_value(cards[i]) != value;
    }
    unsigned fixed = first_matters(setup) && n > 1;   /* the first one keeps its place */
    bl_sort_cards(cards + fixed, n - 1 - fixed);
    if (!mixed)
        return PHARAOH_CODE(PHARAOH_PLAY) | suits | bl_german_suit(cards[n - 1]) << 4 |
               bl_german_suit(cards[0]) << 6 | named * PHARAOH_NAME_STEP |
               value * PHARAOH_VALUE_STEP;
    bl_move code = PHARAOH_CODE(PHARAOH_MIXED) | n << 20 | named << 23;
    for (unsigned i = 0; i < n; i++)
        code |= (bl_move)cards[i] << 5 * i;
    return code;
}

/* ---- moves as numbers ------------------------------------------------------- */

/* Draw, stand; then rows of plays, one a value, and three more of overs that name another suit
 * than acorns; then like rows of pairs, of a value and the next: D12 refuses all tuples of several
 * values alike. In a row of plays a tuple goes by its last card, then by the others as a set, or
 * where the first card matters: alone, or by the first card and the rest as a set. */
enum { DRAW, STAND, ROWS, MORE_NAMES = 3, ROW_COUNT = PHARAOH_VALUES + MORE_NAMES, PAIRS = 16 };

/* A set of suits without the place of one, and with a place for it again. */
static unsigned closed_up(unsigned set, unsigned suit)
{
    unsigned below = (1u << suit) - 1;
    return (set & below) | (set >> 1 & ~below);
}

static unsigned opened(unsigned set, unsigned suit)
{
    unsigned below = (1u << suit) - 1;
    return (set & below) | (set & ~below) << 1;
}

/* How many tuples have the same last card. */
static unsigned of_one_last(const struct bl_setup *setup)
{
    return first_matters(setup) ? 1 + 3 * 4 : 8;
}

/* Bits 0-7 of a tuple. */
static bl_move tuple_at(const struct bl_setup *setup, uint32_t k)
{
    unsigned last = k / of_one_last(setup), rest = k % of_one_last(setup);
    unsigned others = opened(rest, last), first = others ? (unsigned)__builtin_ctz(others) : last;
    if (first_matters(setup) && rest > 0) {
        unsigned place = (rest - 1) >> 2;
        first = place + (place >= last);
        others = opened(opened((rest - 1) & 3, place), last) | 1u << first;
    }
    return others | 1u << last | last << 4 | first << 6;
}

static uint32_t tuple_number(const struct bl_setup *setup, bl_move m)
{
    unsigned last = pharaoh_last(m), first = pharaoh_first(m), place = first - (first > last);
    unsigned rest = closed_up(pharaoh_suits(m), last);
    if (first_matters(setup) && rest > 0)
        rest = 1 + place * 4 + closed_up(rest, place);
    return last * of_one_last(setup) + rest;
}

static uint32_t action_count(const struct bl_setup *setup)
{
    return ROWS + ROW_COUNT * (PHARAOH_SUITS * of_one_last(setup) + PAIRS);
}

static bl_move action_move(const struct bl_setup *setup, uint32_t action)
{
    uint32_t each = PHARAOH_SUITS * of_one_last(setup), k = action - ROWS;
    bool pairs = k >= ROW_COUNT * each;
    if (action < ROWS)
        return PHARAOH_CODE(action == DRAW ? PHARAOH_DRAW : PHARAOH_STAND);
    k -= pairs ? ROW_COUNT * each : 0;
    each = pairs ? PAIRS : each;
    unsigned row = k / each, named = row < PHARAOH_VALUES ? 0 : row - PHARAOH_VALUES + 1;
    unsigned value = row < PHARAOH_VALUES ? row : pairs ? BL_UNDER : BL_OVER;
    if (!pairs)
        return tuple_at(setup, k % each) | named * PHARAOH_NAME_STEP | value * PHARAOH_VALUE_STEP;
    bl_card pair[] = {BL_GERMAN(k >> 2 & 3, value), BL_GERMAN(k & 3, (value + 1) % PHARAOH_VALUES)};
    return code_of(setup, pair, 2, named);
}

static uint32_t action_of(const struct bl_setup *setup, bl_move m)
{
    unsigned kind = pharaoh_kind(m), each = PHARAOH_SUITS * of_one_last(setup);
    bool pairs = kind == PHARAOH_MIXED;
    unsigned named = pairs ? m >> 23 & 3 : pharaoh_named(m), value = pairs ? m >> 2 & 7 : pharaoh_value(m);
    unsigned row = named ? PHARAOH_VALUES + named - 1 : value;
    if (kind == PHARAOH_DRAW || kind == PHARAOH_STAND)
        return kind == PHARAOH_DRAW ? DRAW : STAND;
    return pairs ? ROWS + ROW_COUNT * each + row * PAIRS + ((m & 3) << 2 | (m >> 5 & 3))
                 : ROWS + row * each + tuple_number(setup, m);
}

/* D12 refuses tuples of several values alike: those of three and four cards have no numbers. */
static bool is_written(const struct bl_setup *setup, bl_move m)
{
    bl_card cards[4];
    unsigned n = pharaoh_kind(m) == PHARAOH_MIXED ? pharaoh_cards_of(m, cards) : 0;
    unsigned named = n > 0 && bl_german_value(cards[n - 1]) == BL_OVER ? m >> 23 & 3 : 0;
    pharaoh_set set = 0;
    for (unsigned i = 0; i < n; i++)
        set |= pharaoh_card(cards[i]);
    return n > 1 && (unsigned)__builtin_popcount(set) == n && code_of(setup, cards, n, named) == m;
}

/* ---- moves as text ---------------------------------------------------------- */

static void put_move(const void *state, const struct bl_play *play, struct bl_text *out)
{
    (void)state;
    bl_move m = play->move;
    unsigned kind = pharaoh_kind(m);
    if (kind == PHARAOH_DRAW || kind == PHARAOH_STAND) {
        bl_put(out, kind == PHARAOH_DRAW ? "draw" : "stand");
        return;
    }
    bl_card cards[4];
    unsigned n = pharaoh_cards_of(m, cards);
    bl_put(out, "play");
    for (unsigned i = 0; i < n; i++)
        bl_putf(out, " %G", cards[i]);
    if (bl_german_value(cards[n - 1]) == BL_OVER) {
        unsigned named = kind == PHARAOH_MIXED ? m >> 23 & 3 : pharaoh_named(m);
        bl_put(out, " >");
        bl_put_char(out, bl_german_pack.suit_letters[named]);
    }
}

/* " 7H 7L": up to four different cards; moves `at` past them. */
static const struct bl_fact *read_cards(const char **at, bl_card cards[4], unsigned *n)
{
    pharaoh_set seen = 0;
    const char *s = *at;
    for (*n = 0; s[0] == ' ' && s[1] != '>'; s += 3) {
        bl_card c = bl_card_read(&bl_german_pack, s + 1);
        if (c == BL_NO_CARD || (s[3] != ' ' && s[3] != '\0'))
            BL_WRONG("a card is a value 7 8 9 X U O K A and a suit A B H L, as in UL");
        if (seen & pharaoh_card(c))
            BL_WRONG("a card is named twice");
        if (*n == 4)
            BL_WRONG("at most four cards can be played");
        seen |= pharaoh_card(c);
        cards[(*n)++] = c;
    }
    *at = s;
    if (*n == 0)
        BL_WRONG("which cards? As in: play 7H 7L");
    return NULL;
}

static const struct bl_fact *read_play(const struct bl_setup *setup, const char *text, bl_move *out)
{
    bl_card cards[4];
    unsigned n;
    int named = 0;
    const struct bl_fact *fault = read_cards(&text, cards, &n);
    if (fault)
        return fault;
    bool over = bl_german_value(cards[n - 1]) == BL_OVER;
    if (*text == '\0' && over)
        BL_WRONG("an over on top names a suit, as in: play OH >L");
    if (*text != '\0') {
        named = text[0] == ' ' && text[1] == '>' ? bl_suit_read(&bl_german_pack, text[2]) : -1;
        if (named < 0 || text[3] != '\0')
            BL_WRONG("a suit is named at the end: >A, >B, >H or >L");
        if (!over)
            BL_WRONG("only an over on top names a suit");
    }
    *out = code_of(setup, cards, n, (unsigned)named);
    return NULL;
}

static const struct bl_fact *read_move(const void *state, int seat, const char *text,
                                       struct bl_play *out, struct bl_text *why)
{
    (void)why;
    *out = (struct bl_play){.seat = (int8_t)seat};
    if (strcmp(text, "draw") == 0 || strcmp(text, "stand") == 0) {
        out->move = PHARAOH_CODE(text[0] == 'd' ? PHARAOH_DRAW : PHARAOH_STAND);
        return NULL;
    }
    if (strncmp(text, "play", 4) == 0 && (text[4] == ' ' || text[4] == '\0'))
        return read_play(&bl_head(state)->setup, text + 4, &out->move);
    BL_WRONG("a move is draw, stand, or play with its cards, as in: play 7H 7L");
}

/* ---- positions --------------------------------------------------------------- */

/* D9, D10: those without cards are out, and one hand left is the loser's and ends the game. */
static void check_seats(struct bl_json *in, const struct pharaoh *s)
{
    unsigned out = 0, holding = s->holding;
    for (unsigned i = 0; i < s->out_count; i++)
        out |= 1u << s->out[i];
    unsigned lost = bl_all_seats(&s->head) & ~(holding | out);
    bool over = (holding & (holding - 1)) == 0, turn = s->head.to_move >= 0;
    bl_must(in, !(holding & out), "out", "seat %d holds cards", bl_lowest(holding & out));
    bl_must(in, !lost, "out", "seat %d holds no cards, so it must be here", bl_lowest(lost));
    bl_must(in, holding, "loser", "somebody must hold cards");
    bl_must(in, !over || s->loser == bl_lowest(holding), "loser",
            "must be the only seat that holds cards");
    bl_must(in, over || s->loser < 0, "loser", "must be null while two hold cards");
    bl_must(in, !over || !turn, "to_move", "must be null: the game is over");
    bl_must(in, over || turn, "to_move", "must be a seat: the game is not over");
    bl_must(in, !turn || holding >> s->head.to_move & 1, "to_move", "seat %d holds no cards",
            s->head.to_move);
}

/* What is pending was played, and lies on the pile since: a draw would have ended it. */
static void finish(struct bl_json *in, void *state)
{
    struct pharaoh *s = state;
    int aces = 0, sevens = 0;
    for (unsigned seat = 0; seat < s->head.setup.players; seat++)
        s->holding |= (uint8_t)((s->count[seat] > 0) << seat);
    for (unsigned i = 0; i < s->pile_count; i++) {
        aces += bl_german_value(s->pile[i]) == BL_GERMAN_ACE;
        sevens += bl_german_value(s->pile[i]) == BL_VII;
    }
    bl_must(in, s->pile_count > 0, "pile", "must have a top card");
    check_seats(in, s);
    bl_must(in, s->a <= aces, "a", "must not be more than the %d aces on the pile", aces);
    bl_must(in, s->cnt == 1 || s->cnt % 3 == 0, "cnt", "must be 1, 3, 6, 9 or 12");
    bl_must(in, s->cnt == 1 || s->cnt <= 3 * sevens, "cnt",
            "must not be more than 3 for each of the %d sevens on the pile", sevens);
}

/* ---- the table for people ----------------------------------------------------- */

static void put_table(const void *view, int seat, const struct bl_look *look, struct bl_text *out)
{
    static const char *const named[] = {
        FACT(", the seven of "), FACT(", the eight of "), FACT(", the nine of "),
        FACT(", the ten of "), FACT(", the under of "), FACT(", the over of "),
        FACT(", the king of "), FACT(", the ace of ")};
    const struct pharaoh *s = view;
    struct bl_pen pen = {.out = out, .look = look, .viewer = seat};
    bl_card top = pharaoh_top(s);
    bl_pen_title(&pen, BL_TITLE, "Top");
    bl_pen_card(&pen, &bl_german_pack, top);
    bl_pen_putf(&pen, "%w", named[bl_german_value(top)]);
    bl_pen_suit(&pen, &bl_german_pack, bl_german_suit(top));
    bl_pen_end(&pen);
    bl_pen_title(&pen, BL_TITLE, "Suit");
    bl_pen_suit(&pen, &bl_german_pack, s->suit);
    bl_pen_end(&pen);
    if (s->a > 0 || s->cnt > 1) {
        bl_pen_title(&pen, BL_TITLE, "Pending");
        bl_pen_putf(&pen, s->a == 0 ? "%d cards to draw" : s->a > 3 ? "%d {ace|aces}: stand"
                                    : "%d {ace|aces}: play aces, or stand", s->a == 0 ? s->cnt : s->a);
        bl_pen_end(&pen);
    }
    bl_pen_title(&pen, BL_TITLE, "Piles");
    bl_pen_putf(&pen, look->columns < 60 ? "%d discarded, %d in stock"
                                         : "%d on the discard pile, %d in the stock",
                s->pile_count, s->stock_count);
    bl_pen_end(&pen);
    bl_put_seats(&pen, &s->head, s->count, s->out, s->out_count);
    if (seat >= 0 && s->hands[seat])
        bl_put_hand(&pen, &bl_german_pack, s->hands[seat]);
}

/* ---- the tables ----------------------------------------------------------------- */

#define STATE struct pharaoh
static const struct bl_field rows[] = {
#include "fields.def"
};

BL_OBSERVER(observe, rows, 1, BL_GERMAN_SHAPE)

const struct bl_fields pharaoh_fields = {
    .rows = rows, .count = sizeof rows / sizeof *rows, .pack = &bl_german_pack, .finish = finish,
    .observe = BL_OBSERVED_BY(observe),
};

const struct bl_notation pharaoh_notation = {
    .action_count = action_count, .action_move = action_move, .action_of = action_of,
    .is_written = is_written, .read_move = read_move, .put_move = put_move, .put_card = bl_german_put_item,
    .read_card = bl_german_read_item, .put_table = put_table,
};
