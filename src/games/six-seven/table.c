/* table.c - the table of Six-Seven for people. */
#include "base/utf8.h"
#include "six-seven.h"

/* Writes into a line and knows how wide it is. */
struct pen {
    struct bl_text *out;
    const struct bl_look *look;
    int width;           /* of the line so far */
};

static void put(struct pen *p, const char *s)
{
    bl_put(p->out, s);
    p->width += (int)bl_utf8_count(s, strlen(s));
}

static void put_number(struct pen *p, int n, int wide)
{
    char digits[16];
    struct bl_text text = BL_TEXT_FIXED(digits);
    bl_put_int(&text, n);
    for (int i = (int)text.len; i < wide; i++)
        put(p, " ");
    put(p, digits);
}

static void pad_to(struct pen *p, int width)
{
    while (p->width < width)
        put(p, " ");
}

static void end_line(struct pen *p)
{
    bl_put_char(p->out, '\n');
    p->width = 0;
}

/* Too narrow for notes to the right of a row. */
static bool is_narrow(const struct pen *p)
{
    return p->look->columns < 80;
}

static void colour(struct pen *p, const char *code)
{
    if (p->look->colour)
        bl_putf(p->out, "\033[%sm", code);
}

static void put_card(struct pen *p, bl_card c)
{
    static const char *const suits[] = {"♣", "♦", "♥", "♠"};
    bool red = bl_french_suit(c) == BL_DIAMONDS || bl_french_suit(c) == BL_HEARTS;
    char rank[2] = {bl_french_ranks[bl_french_rank(c)], '\0'};
    char suit[2] = {bl_french_suits[bl_french_suit(c)], '\0'};
    if (red)
        colour(p, "31");
    put(p, rank);
    put(p, p->look->unicode ? suits[bl_french_suit(c)] : suit);
    if (red)
        colour(p, "0");
}

/* "1 card", "2 cards" */
static void put_count(struct pen *p, int n, const char *what)
{
    put_number(p, n, 0);
    put(p, " ");
    put(p, what);
    put(p, n == 1 ? "" : "s");
}

static void put_seat(struct pen *p, int seat, int viewer)
{
    put(p, "seat ");
    put_number(p, seat, 0);
    if (seat == viewer)
        put(p, " (you)");
}

/* First what is to be decided, or how it ended. */
static void put_headline(struct pen *p, const struct six_seven *v, int viewer)
{
    struct bl_result result;
    six_seven_result(v, &result);
    if (v->ended == 0) {
        put(p, "Flipped: ");
        colour(p, "1");
        put_card(p, v->flipped);
        colour(p, "0");
        put(p, " for ");
        put_seat(p, v->head.to_move, viewer);
    } else {
        put(p, "Game over (");
        put(p, six_seven_clauses[v->ended].id);
        put(p, "): ");
        put_seat(p, result.winner, viewer);
        put(p, " wins");
    }
    put(p, ".");
    if (is_narrow(p))
        end_line(p);
    put(p, is_narrow(p) ? "Left: " : "  Left: ");
    put_count(p, v->numbers_left, "number card");
    put(p, ", ");
    put_count(p, v->faces_left, "face card");
    put(p, ".");
    end_line(p);
}

static void put_pile(struct pen *p, const struct six_stack *st, unsigned side)
{
    unsigned capacity = face_capacity(st->face);
    for (unsigned i = 0; i < capacity; i++) {
        put(p, i > 0 ? " " : "");
        if (i < st->size[side])
            put_card(p, st->pile[side][i]);
        else
            put(p, "--");
    }
}

/* What a full stack is waiting for. */
static void put_note(struct pen *p, unsigned code)
{
    unsigned sum = code & CODE_SUM;
    if (code & (CODE_LEFT | CODE_RIGHT))
        return;
    if (is_narrow(p))
        end_line(p);
    pad_to(p, is_narrow(p) ? 12 : 43);
    if (sum == 0 || sum > TOP_VALUE) {
        put(p, "full, cannot be matched");
    } else {
        put(p, "full, Match with ");
        put_number(p, (int)sum, 0);
    }
}

static void put_stacks(struct pen *p, const struct six_seven *v)
{
    put(p, "  stack      Sum   left (+)    right (-)");
    end_line(p);
    for (unsigned id = 0; id < MAX_STACKS; id++) {
        if (!(v->row >> id & 1))
            continue;
        const struct six_stack *st = &v->stacks[id];
        put(p, "  s");
        put_number(p, (int)id, 0);
        pad_to(p, 8);
        put_card(p, st->face);
        pad_to(p, 12);
        put_number(p, v->code[id] & CODE_SUM, 4);
        pad_to(p, 19);
        put_pile(p, st, 0);
        pad_to(p, 31);
        put_pile(p, st, 1);
        put_note(p, v->code[id]);
        end_line(p);
    }
}

static void put_players(struct pen *p, const struct six_seven *v, int viewer)
{
    bool narrow = is_narrow(p);
    put(p, narrow ? "  collected       faces cards six-7s" : "  collected       faces  cards  six-sevens");
    end_line(p);
    for (int seat = 0; seat < v->head.setup.players; seat++) {
        put(p, seat == v->head.to_move ? "> " : "  ");
        put_seat(p, seat, viewer);
        pad_to(p, 18);
        put_number(p, (int)score_faces(v->score[seat]), 5);
        put_number(p, (int)score_cards(v->score[seat]), narrow ? 6 : 7);
        put_number(p, (int)score_six_sevens(v->score[seat]), narrow ? 7 : 12);
        if (v->kept[seat] != BL_NO_CARD) {
            if (narrow)
                end_line(p);
            put(p, narrow ? "    kept " : "   kept ");
            put_card(p, v->kept[seat]);
        }
        end_line(p);
    }
}

void six_seven_put_table(const void *view, int seat, const struct bl_look *look,
                         struct bl_text *out)
{
    const struct six_seven *v = view;
    struct pen pen = {out, look, 0};
    put_headline(&pen, v, seat);
    end_line(&pen);
    put_stacks(&pen, v);
    end_line(&pen);
    put_players(&pen, v, seat);
}
