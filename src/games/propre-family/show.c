/* show.c - the table as a player sees it. */
#include "table.h"

enum { GAP = 3 };   /* between the pieces of a line */

static void put_card(struct bl_pen *f, bl_card c)
{
    bl_pen_card(f, &bl_french_pack, c);
}

/* A card of the pile, as it lies there and as it is printed. */
static void put_lying(struct bl_pen *f, const struct propre *s, int i)
{
    bool top = i == s->pile_n - 1, altered = s->lies[i] != s->printed[i];
    bl_pen_room(f, 1, 2 + (altered ? 4 : 0) + (top ? 2 : 0));
    bl_pen_put(f, top ? "[" : "");
    put_card(f, s->lies[i]);
    if (altered) {
        bl_pen_put(f, "(");
        put_card(f, s->printed[i]);
        bl_pen_put(f, ")");
    }
    bl_pen_put(f, top ? "]" : "");
}

static void put_pile(struct bl_pen *f, const struct propre *s)
{
    int shown = f->look->columns >= 60 ? 8 : 4, from = s->pile_n > shown ? s->pile_n - shown : 0;
    bl_pen_title(f, 6, "Pile");
    if (from > 0)
        bl_pen_putf(f, " (%d below)", from);
    for (int i = from; i < s->pile_n; i++)
        put_lying(f, s, i);
    bl_pen_piece(f, GAP, "stock %d", (int)s->stock_n);
    bl_pen_end(f);
}

static void put_seats(struct bl_pen *f, const struct propre *s)
{
    bl_pen_piece(f, GAP, s->cw ? "Seats, clockwise:" : "Seats, counterclockwise:");
    bl_pen_piece(f, 1, s->cw ? "down this list" : "up this list");
    bl_pen_end(f);
    for (int i = 0; i < s->head.setup.players; i++) {
        bool said = s->said >> i & 1, counts = s->counts >> i & 1;
        bl_pen_piece(f, GAP, "  %s ", i == s->active ? ">" : " ");
        bl_pen_seat(f, i);
        bl_pen_putf(f, said ? "  %d {card|cards}, name said" : "  %d {card|cards}", (int)s->count[i]);
        if (said && !counts)
            bl_pen_piece(f, 1, "(does not count yet)");
        bl_pen_end(f);
    }
}

/* What the clauses' letters come to, in words; those that stand as they do when nothing is going on are
 * left out. */
static void put_turn(struct bl_pen *f, const struct propre *s)
{
    f->indent = 2;
    if (s->av != 0)
        bl_pen_piece(f, GAP, "Attack: %d {card|cards}", (int)s->av);
    if (s->mv != 1)
        bl_pen_piece(f, GAP, s->mv > 0 ? "The turn will go {one seat|%d seats} on"
                                       : "The turn will not move on", (int)s->mv);
    if (!s->fc)
        bl_pen_piece(f, GAP, "Further cards must join up");
    else if (!s->rm)
        bl_pen_piece(f, GAP, "No match is needed");
    if (s->b)
        bl_pen_piece(f, GAP, "3 and 7 join up");
    if (s->pw)
        bl_pen_piece(f, GAP, "Some attack is left: an empty hand does not win");
    if (f->at > 0)
        bl_pen_end(f);
    if (s->placing) {
        bl_pen_piece(f, GAP, "Laying the whole hand: {one card|%d cards}", (int)s->placing);
        bl_pen_end(f);
    }
    if (s->vote) {
        bl_pen_piece(f, GAP,
                     s->vote == PROPRE_LAST_CARD
                         ? FACT("Vote on a penalty card: {you|%p} said “last card”")
                         : FACT("Vote on a penalty card: {you|%p} mispronounced the name"),
                     (int)s->speaker);
        bl_pen_piece(f, 1, "(%d for it, %d against it)", (int)(s->heard - s->objections),
                     (int)s->objections);
        bl_pen_end(f);
    }
}

void propre_put_table(const void *view, int seat, const struct bl_look *look, struct bl_text *out)
{
    const struct propre *s = view;
    struct bl_pen f = {out, look, 0, 6, seat};
    put_seats(&f, s);
    put_pile(&f, s);
    if (s->head.to_move >= 0)
        put_turn(&f, s);
    if (seat < 0)
        return;
    f.indent = 6;
    bl_pen_title(&f, 6, "Hand");
    for (uint64_t left = s->hand[seat][0]; left; left &= left - 1) {
        bl_card c = (bl_card)__builtin_ctzll(left);
        for (unsigned copy = 0; copy <= (s->hand[seat][1] >> c & 1); copy++) {
            bl_pen_room(&f, 1, 2);
            put_card(&f, c);
        }
    }
    if (s->count[seat] == 0)
        bl_pen_putf(&f, " (empty)");
    bl_pen_end(&f);
}
