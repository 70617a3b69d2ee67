/* table.c - the table for people: what matters first. */
#include "pharaoh.h"

static const char *const signs[PHARAOH_SUITS] = {"♣", "♦", "♥", "♠"};
static const char *const colours[PHARAOH_SUITS] = {"\033[33m", "\033[35m", "\033[31m", "\033[32m"};

static void put_suit(struct bl_text *out, unsigned suit, const struct bl_look *look)
{
    if (look->colour)
        bl_put(out, colours[suit]);
    if (look->unicode)
        bl_putf(out, "%s ", signs[suit]);
    bl_put(out, pharaoh_suit_names[suit]);
    if (look->colour)
        bl_put(out, "\033[0m");
}

static void put_card(struct bl_text *out, bl_card c, const struct bl_look *look)
{
    if (look->colour)
        bl_put(out, colours[bl_german_suit(c)]);
    bl_german_put(out, c);
    if (look->colour)
        bl_put(out, "\033[0m");
}

static void put_pending(struct bl_text *out, const struct pharaoh *s)
{
    if (s->a == 1)
        bl_put(out, "Pending    1 ace: play aces, or stand\n");
    else if (s->a > 1)
        bl_putf(out, "Pending    %d aces: %sstand\n", s->a, s->a > 3 ? "" : "play aces, or ");
    else if (s->cnt > 1)
        bl_putf(out, "Pending    %d cards to draw\n", s->cnt);
}

static int place_of(const struct pharaoh *s, int seat)
{
    for (int i = 0; i < s->out_count; i++)
        if (s->out[i] == seat)
            return i + 1;
    return 0;
}

/* "Cards      seat 0: 4   seat 1: out (1)   seat 2: 3 <" */
static void put_seats(struct bl_text *out, const struct pharaoh *s, int seat,
                      const struct bl_look *look)
{
    enum { LABEL = 11, WIDEST = 18 };   /* "   seat 0: out (1)" */
    int players = s->head.setup.players, fit = (look->columns - LABEL + 3) / WIDEST;
    int a_line = fit < 1 ? 1 : fit > 4 ? 4 : fit;
    for (int i = 0; i < players; i++) {
        bl_put(out, i == 0 ? "Cards      " : i % a_line == 0 ? "\n           " : "   ");
        bl_putf(out, i == seat ? "you: " : "seat %d: ", i);
        int place = place_of(s, i);
        if (place > 0)
            bl_putf(out, "out (%d)", place);
        else
            bl_put_int(out, pharaoh_size(s->hands[i]) + s->unseen[i]);
        if (i == s->head.to_move)
            bl_put(out, " <");
    }
    bl_put_char(out, '\n');
}

/* In pack order, with a gap between suits; a suit that does not fit begins a new line. */
static void put_hand(struct bl_text *out, pharaoh_set hand, const struct bl_look *look)
{
    enum { LABEL = 10 };
    int at = LABEL;
    bl_put(out, "Your hand ");
    for (unsigned suit = 0; suit < PHARAOH_SUITS; suit++) {
        pharaoh_set of_suit = hand & PHARAOH_SUIT_SET(suit);
        int width = 3 * (int)pharaoh_size(of_suit);
        if (of_suit && at > LABEL) {
            bool fits = at + 2 + width <= look->columns;
            bl_put(out, fits ? "  " : "\n          ");
            at = fits ? at + 2 : LABEL;
        }
        at += width;
        for (; of_suit; of_suit &= of_suit - 1) {
            bl_put_char(out, ' ');
            put_card(out, (bl_card)__builtin_ctz(of_suit), look);
        }
    }
    bl_put_char(out, '\n');
}

void pharaoh_put_table(const void *view, int seat, const struct bl_look *look,
                       struct bl_text *out)
{
    const struct pharaoh *s = view;
    bl_card top = pharaoh_top(s);
    bl_put(out, "Top        ");
    put_card(out, top, look);
    bl_putf(out, ", the %s of ", pharaoh_value_names[bl_german_value(top)]);
    put_suit(out, bl_german_suit(top), look);
    bl_put(out, "\nSuit       ");
    put_suit(out, s->suit, look);
    bl_put_char(out, '\n');
    put_pending(out, s);
    bl_putf(out, look->columns < 60 ? "Piles      %d discarded, %d in stock\n"
                                    : "Piles      %d on the discard pile, %d in the stock\n",
            s->pile_count, s->stock_count);
    put_seats(out, s, seat, look);
    if (seat >= 0 && s->hands[seat])
        put_hand(out, s->hands[seat], look);
}
