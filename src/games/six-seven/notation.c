/* notation.c - Six-Seven in words: moves and their numbers, the table, how it is played. */
#include <string.h>

#include "six-seven.h"

#include "core/guide.h"

const struct bl_guide six_seven_guide[] = {
#include "guide.def"
    GUIDE_END,
};

const char *const six_seven_by_names[] = {"",     "six-six",   "seven-seven",
                                          "zero", "six-seven", "match", NULL};

/* ---- moves ---------------------------------------------------------------- */

int six_seven_read_stack(const char **text)
{
    const char *p = *text + 1;
    size_t digits = **text == 's' ? strspn(p, "0123456789") : 0;
    if (digits == 0 || digits > 2 || (digits == 2 && p[0] == '0'))
        return -1;
    int n = digits == 1 ? p[0] - '0' : (p[0] - '0') * 10 + p[1] - '0';
    *text = p + digits;
    return n < MAX_STACKS ? n : -1;
}

/* The whole text is a space and an announcement that a move to this place can have, or nothing;
 * -1: it is neither. */
static int read_announcement(const char *text, unsigned place)
{
    int last = place == TO_MATCH ? BY_SEVEN_SEVEN : BY_SIX_SEVEN;
    if (*text == '\0')
        return BY_NOTHING;
    for (int by = BY_SIX_SIX; by <= last; by++)
        if (*text == ' ' && strcmp(text + 1, six_seven_by_names[by]) == 0)
            return by;
    return -1;
}

static const char letters[] = "LRM";   /* by place */

static const struct bl_fact *read_move(const void *state, int seat, const char *text,
                                       struct bl_play *out, struct bl_text *why)
{
    (void)state, (void)why;
    *out = (struct bl_play){.seat = (int8_t)seat, .move = SIX_SEVEN_KEEP};
    if (strcmp(text, "keep") == 0)
        return NULL;
    const char *letter = *text ? strchr(letters, *text) : NULL;
    if (!letter || text[1] != ' ' || text[2] != 's')
        BL_WRONG("a move is L, R or M and a stack, as in 'L s3', or 'keep'");
    unsigned place = (unsigned)(letter - letters);
    text += 2;
    int id = six_seven_read_stack(&text), by = read_announcement(text, place);
    if (id < 0)
        BL_WRONG("stacks are s0 to s11");
    if (by < 0 && place == TO_MATCH)
        BL_WRONG("a Match can be announced as six-six or seven-seven, or without a word");
    if (by < 0)
        BL_WRONG("what can be announced is six-six, seven-seven, zero or six-seven");
    out->move = SIX_SEVEN_MOVE(place, (unsigned)by, id);
    return NULL;
}

static void put_move(const void *state, const struct bl_play *play, struct bl_text *out)
{
    (void)state;
    unsigned place = move_place(play->move), by = move_by(play->move);
    if (place == TO_HAND) {
        bl_put(out, "keep");
        return;
    }
    bl_put_char(out, letters[place]);
    bl_putf(out, " s%d", (int)move_stack(play->move));
    if (by != BY_NOTHING)
        bl_putf(out, " %s", six_seven_by_names[by]);
}

/* The card that is placed lies on the table already; a move does not name it. */
static void put_note(const void *view, const struct bl_play *play, struct bl_text *out)
{
    (void)play;
    bl_card_put(&bl_french_pack, ((const struct six_seven *)view)->flipped, out);
}

/* ---- moves as numbers ------------------------------------------------------ */

/* Five announcements on each side, three of a Match, on each stack; and keeping. */
enum { OF_A_STACK = 13, KEEP_ACTION = MAX_STACKS * OF_A_STACK };

static bl_move action_move(const struct bl_setup *setup, uint32_t action)
{
    uint32_t id = action / OF_A_STACK, form = action % OF_A_STACK;
    (void)setup;
    return action == KEEP_ACTION ? SIX_SEVEN_KEEP : SIX_SEVEN_MOVE(form / 5, form % 5, id);
}

static uint32_t action_of(const struct bl_setup *setup, bl_move m)
{
    (void)setup;
    return m == SIX_SEVEN_KEEP ? KEEP_ACTION
                               : move_stack(m) * OF_A_STACK + move_place(m) * 5 + move_by(m);
}

/* ---- the table for people -------------------------------------------------- */

/* Too narrow for notes to the right of a row. */
static bool is_narrow(const struct bl_pen *p)
{
    return p->look->columns < 80;
}

/* First what is to be decided, or how it ended. */
static void put_headline(struct bl_pen *p, const struct six_seven *v)
{
    if (v->ended == 0) {
        bl_pen_putf(p, "Flipped for {you|%p}: ", v->head.to_move);
        bl_pen_colour(p, "1");
        bl_pen_card(p, &bl_french_pack, v->flipped);
        bl_pen_colour(p, "0");
        bl_pen_put(p, ".");
    } else {
        bl_pen_putf(p, "Game over (%s).", six_seven_clauses[v->ended].id);
    }
    if (is_narrow(p))
        bl_pen_end(p);
    bl_pen_put(p, is_narrow(p) ? "" : "  ");
    bl_pen_putf(p, "Left: %d number {card|cards}, %d face {card|cards}.", v->numbers_left,
                v->faces_left);
    bl_pen_end(p);
}

static void put_pile(struct bl_pen *p, const struct six_stack *st, unsigned side)
{
    for (unsigned i = 0; i < face_capacity(st->face); i++) {
        bl_pen_put(p, i > 0 ? " " : "");
        if (i < st->size[side])
            bl_pen_card(p, &bl_french_pack, st->pile[side][i]);
        else
            bl_pen_put(p, "--");
    }
}

/* What a full stack is waiting for. */
static void put_wait(struct bl_pen *p, unsigned code)
{
    unsigned sum = code & CODE_SUM;
    if (code & (CODE_LEFT | CODE_RIGHT))
        return;
    if (is_narrow(p))
        bl_pen_end(p);
    bl_pen_to(p, is_narrow(p) ? 12 : 43);
    bl_pen_putf(p, sum == 0 || sum > TOP_VALUE ? FACT("full, cannot be matched") : FACT("full, Match with %d"),
                (int)sum);
}

static void put_stacks(struct bl_pen *p, const struct six_seven *v)
{
    bl_pen_putf(p, "  stack      Sum   left (+)    right (-)");
    bl_pen_end(p);
    for (unsigned row = v->row; row; row &= row - 1) {
        int id = __builtin_ctz(row);
        const struct six_stack *st = &v->stacks[id];
        bl_pen_putf(p, "  %s%d", "s", id);
        bl_pen_to(p, 8);
        bl_pen_card(p, &bl_french_pack, st->face);
        bl_pen_to(p, 12);
        bl_pen_number(p, v->code[id] & CODE_SUM, 4);
        bl_pen_to(p, 19);
        put_pile(p, st, 0);
        bl_pen_to(p, 31);
        put_pile(p, st, 1);
        put_wait(p, v->code[id]);
        bl_pen_end(p);
    }
}

static void put_players(struct bl_pen *p, const struct six_seven *v)
{
    bool narrow = is_narrow(p);
    bl_pen_putf(p, narrow ? "  collected       faces cards six-7s"
                          : "  collected       faces  cards  six-sevens");
    bl_pen_end(p);
    for (int seat = 0; seat < v->head.setup.players; seat++) {
        bl_pen_put(p, seat == v->head.to_move ? "> " : "  ");
        bl_pen_seat(p, seat);
        bl_pen_to(p, 18);
        bl_pen_number(p, (int)score_faces(v->score[seat]), 5);
        bl_pen_number(p, (int)score_cards(v->score[seat]), narrow ? 6 : 7);
        bl_pen_number(p, (int)score_six_sevens(v->score[seat]), narrow ? 7 : 12);
        if (v->kept[seat] != BL_NO_CARD) {
            if (narrow)
                bl_pen_end(p);
            bl_pen_put(p, narrow ? "    " : "   ");
            bl_pen_putf(p, "kept ");
            bl_pen_card(p, &bl_french_pack, v->kept[seat]);
        }
        bl_pen_end(p);
    }
}

static void put_table(const void *view, int seat, const struct bl_look *look, struct bl_text *out)
{
    struct bl_pen pen = {.out = out, .look = look, .viewer = seat};
    put_headline(&pen, view);
    bl_pen_end(&pen);
    put_stacks(&pen, view);
    bl_pen_end(&pen);
    put_players(&pen, view);
}

const struct bl_notation six_seven_notation = {
    .actions = KEEP_ACTION + 1, .action_move = action_move, .action_of = action_of,
    .read_move = read_move, .put_move = put_move, .put_note = put_note,
    .put_card = bl_french_put_item, .read_card = bl_french_read_item, .put_table = put_table,
};
