/* show.c - the table as a player sees it. */
#include <string.h>

#include "table.h"

static void put_face(struct bl_text *out, bl_card c, const struct bl_look *look)
{
    static const char *const suits[] = {"♣", "♦", "♥", "♠"};
    unsigned suit = bl_french_suit(c);
    bool red = suit == BL_DIAMONDS || suit == BL_HEARTS;
    if (look->colour)
        bl_put(out, red ? "\033[31m" : "\033[1m");
    if (!look->unicode) {
        bl_french_put(out, c);
    } else {
        bl_put_char(out, bl_french_ranks[bl_french_rank(c)]);
        bl_put(out, suits[suit]);
    }
    if (look->colour)
        bl_put(out, "\033[0m");
}

static void put_pile(struct bl_text *out, const struct propre *s, const struct bl_look *look)
{
    int shown = look->columns >= 60 ? 8 : 4, from = s->pile_n > shown ? s->pile_n - shown : 0;
    bl_put(out, "Pile   ");
    if (from > 0)
        bl_putf(out, "(%d below) ", from);
    for (int i = from; i < s->pile_n; i++) {
        bool top = i == s->pile_n - 1;
        bl_put(out, top ? "[" : "");
        put_face(out, s->lies[i], look);
        if (s->lies[i] != s->printed[i]) {
            bl_put(out, "(");
            put_face(out, s->printed[i], look);
            bl_put(out, ")");
        }
        bl_put(out, top ? "]" : " ");
    }
    bl_putf(out, "   stock %d\n", (int)s->stock_n);
}

static void put_seats(struct bl_text *out, const struct propre *s, int seat)
{
    bl_put(out, s->cw ? "Seats, clockwise (0, 1, 2, ...)\n" : "Seats, counterclockwise (... 2, 1, 0)\n");
    for (int i = 0; i < s->head.setup.players; i++) {
        bl_putf(out, "  %s %d%s  %d card%s%s%s\n", i == s->active ? ">" : " ", i,
                i == seat ? " (you)" : "", (int)s->count[i], s->count[i] == 1 ? "" : "s",
                s->said >> i & 1 ? ", has said it" : "",
                (s->said & ~s->counts) >> i & 1 ? " (does not count yet)" : "");
    }
}

static void put_turn(struct bl_text *out, const struct propre *s)
{
    bl_putf(out, "Attack %d   next turn moves on by %d%s%s%s\n", (int)s->av,
            (int)(s->mv > 0 ? s->mv : 0), s->fc ? "   first card" : "   further card",
            s->fc && !s->rm ? ", no match needed" : "", s->b ? ", 3 and 7 bridge" : "");
    if (s->pw)
        bl_put(out, "Wins are prevented for now (PW)\n");
    if (s->placing)
        bl_putf(out, "Option 2: placing a hand of %d\n", (int)s->placing);
    if (s->vote)
        bl_putf(out, "Vote: seat %d %s; %d heard, %d against\n", (int)s->speaker,
                s->vote == PROPRE_LAST_CARD ? "said \"last card\"" : "mispronounced the name",
                (int)s->heard, (int)s->objections);
}

void propre_put_table(const void *view, int seat, const struct bl_look *look, struct bl_text *out)
{
    const struct propre *s = view;
    put_seats(out, s, seat);
    put_pile(out, s, look);
    put_turn(out, s);
    if (seat < 0)
        return;
    bl_put(out, "Hand  ");
    int width = 6;
    for (uint64_t left = s->hand[seat][0]; left; left &= left - 1) {
        bl_card c = (bl_card)__builtin_ctzll(left);
        for (unsigned copy = 0; copy <= (s->hand[seat][1] >> c & 1); copy++) {
            if (width + 3 > look->columns && look->columns > 12) {
                bl_put(out, "\n      ");
                width = 6;
            }
            bl_put_char(out, ' ');
            put_face(out, c, look);
            width += 3;
        }
    }
    bl_put(out, s->count[seat] == 0 ? " (empty)\n" : "\n");
}
