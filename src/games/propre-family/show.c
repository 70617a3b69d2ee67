/* show.c - the table as a player sees it. */
#include <stdarg.h>
#include <string.h>

#include "base/utf8.h"
#include "table.h"

/* A line that goes on below, indented, where the screen is too narrow for the next piece. */
struct flow {
    struct bl_text *out;
    int columns, at, indent;
};

static void put_text(struct flow *f, const char *text)
{
    bl_put(f->out, text);
    f->at += (int)bl_utf8_count(text, strlen(text));
}

/* Makes room for a piece, `gap` spaces after what is there. */
static void go_on(struct flow *f, int gap, int width)
{
    if (f->at > f->indent && f->at + gap + width > f->columns) {
        bl_put_char(f->out, '\n');
        f->at = 0;
        gap = f->indent;
    }
    for (; gap > 0; gap--)
        put_text(f, " ");
}

static void end_line(struct flow *f)
{
    bl_put_char(f->out, '\n');
    f->at = 0;
}

/* A piece of a line, three spaces after the one before. */
static void put_piece(struct flow *f, const char *format, ...)
{
    char room[96] = "";
    struct bl_text text = BL_TEXT_FIXED(room);
    va_list args;
    va_start(args, format);
    bl_putfv(&text, format, args);
    va_end(args);
    go_on(f, f->at > 0 ? 3 : 0, (int)text.len);
    put_text(f, room);
}

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

static void put_card(struct flow *f, bl_card c, const struct bl_look *look)
{
    put_face(f->out, c, look);
    f->at += 2;
}

/* A card of the pile, as it lies there and as it is printed. */
static void put_lying(struct flow *f, const struct propre *s, int i, const struct bl_look *look)
{
    bool top = i == s->pile_n - 1, altered = s->lies[i] != s->printed[i];
    go_on(f, 1, 2 + (altered ? 4 : 0) + (top ? 2 : 0));
    put_text(f, top ? "[" : "");
    put_card(f, s->lies[i], look);
    if (altered) {
        put_text(f, "(");
        put_card(f, s->printed[i], look);
        put_text(f, ")");
    }
    put_text(f, top ? "]" : "");
}

static void put_pile(struct bl_text *out, const struct propre *s, const struct bl_look *look)
{
    struct flow f = {out, look->columns, 0, 6};
    int shown = look->columns >= 60 ? 8 : 4, from = s->pile_n > shown ? s->pile_n - shown : 0;
    put_text(&f, "Pile  ");
    if (from > 0) {
        char room[32];
        struct bl_text below = BL_TEXT_FIXED(room);
        bl_putf(&below, " (%d below)", from);
        put_text(&f, room);
    }
    for (int i = from; i < s->pile_n; i++)
        put_lying(&f, s, i, look);
    put_piece(&f, "stock %d", (int)s->stock_n);
    end_line(&f);
}

static void put_seats(struct bl_text *out, const struct propre *s, int seat,
                      const struct bl_look *look)
{
    struct flow f = {out, look->columns, 0, 6};
    put_piece(&f, s->cw ? "Seats, clockwise (CW true):" : "Seats, counterclockwise (CW false):");
    go_on(&f, 1, 9);
    put_text(&f, s->cw ? "0, 1, 2 ..." : "... 2, 1, 0");
    end_line(&f);
    for (int i = 0; i < s->head.setup.players; i++) {
        bool said = s->said >> i & 1, counts = s->counts >> i & 1;
        put_piece(&f, "  %s %d%s  %d card%s%s", i == s->active ? ">" : " ", i,
                  i == seat ? " (you)" : "", (int)s->count[i], s->count[i] == 1 ? "" : "s",
                  said ? ", has said it" : "");
        if (said && !counts) {
            go_on(&f, 1, 20);
            put_text(&f, "(does not count yet)");
        }
        end_line(&f);
    }
}

/* The values by the letters that the clauses have for them, with what they come to. */
static void put_turn(struct bl_text *out, const struct propre *s, const struct bl_look *look)
{
    struct flow f = {out, look->columns, 0, 2};
    put_piece(&f, "AV %d (attack)", (int)s->av);
    put_piece(&f, s->mv > 0 ? "MV %d (seats on)" : "MV %d (the same seat)", (int)s->mv);
    put_piece(&f, s->fc ? "FC true (first card)" : "FC false (further card)");
    if (s->fc)
        put_piece(&f, s->rm ? "RM true (match needed)" : "RM false (no match needed)");
    else
        put_piece(&f, s->rm ? "RM true" : "RM false");
    if (s->b)
        put_piece(&f, "B true (3 and 7 bridge)");
    if (s->pw)
        put_piece(&f, "PW true (wins are prevented)");
    end_line(&f);
    if (s->placing) {
        put_piece(&f, "Option 2: placing a hand of %d", (int)s->placing);
        end_line(&f);
    }
    if (s->vote) {
        put_piece(&f, "Vote: seat %d %s;", (int)s->speaker,
                  s->vote == PROPRE_LAST_CARD ? "said \"last card\"" : "mispronounced the name");
        put_piece(&f, "%d heard, %d against", (int)s->heard, (int)s->objections);
        end_line(&f);
    }
}

void propre_put_table(const void *view, int seat, const struct bl_look *look, struct bl_text *out)
{
    const struct propre *s = view;
    struct flow f = {out, look->columns, 0, 6};
    put_seats(out, s, seat, look);
    put_pile(out, s, look);
    put_turn(out, s, look);
    if (seat < 0)
        return;
    put_text(&f, "Hand  ");
    for (uint64_t left = s->hand[seat][0]; left; left &= left - 1) {
        bl_card c = (bl_card)__builtin_ctzll(left);
        for (unsigned copy = 0; copy <= (s->hand[seat][1] >> c & 1); copy++) {
            go_on(&f, 1, 2);
            put_card(&f, c, look);
        }
    }
    put_text(&f, s->count[seat] == 0 ? " (empty)" : "");
    end_line(&f);
}
