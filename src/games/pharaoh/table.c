/* table.c - the table for people: what matters first, in at most 80 columns. */
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
static void put_seats(struct bl_text *out, const struct pharaoh *s, int seat)
{
    int players = s->head.setup.players;
    for (int i = 0; i < players; i++) {
        bl_put(out, i == 0 ? "Cards      " : i % 4 == 0 ? "\n           " : "   ");
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

/* In pack order, with a gap between suits. More than twenty cards do not fit in 80 columns:
 * then hearts and leaves take a second line. */
static void put_hand(struct bl_text *out, pharaoh_set hand, const struct bl_look *look)
{
    unsigned written = 0;
    bool two_lines = pharaoh_size(hand) > 20;
    bl_put(out, "Your hand ");
    for (unsigned suit = 0; suit < PHARAOH_SUITS; suit++) {
        pharaoh_set of_suit = hand & PHARAOH_SUIT_SET(suit);
        if (of_suit && written > 0)
            bl_put(out, suit == BL_GERMAN_HEARTS && two_lines ? "\n          " : "  ");
        for (; of_suit; of_suit &= of_suit - 1, written++) {
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
    bl_putf(out, "Piles      %d on the discard pile, %d in the stock\n", s->pile_count,
            s->stock_count);
    put_seats(out, s, seat);
    if (seat >= 0 && s->hands[seat])
        put_hand(out, s->hands[seat], look);
}
