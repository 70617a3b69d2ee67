/* notation.c - Crazy Eights in words: moves and their numbers, positions, the table. */
#include "crazy-eights.h"

#include "core/guide.h"
#include "core/sight.h"

const struct bl_guide eights_guide[] = {
#include "guide.def"
    GUIDE_END,
};

/* ---- moves as numbers ------------------------------------------------------- */

/* Draw, pass; the cards in pack order, where eights name clubs; eights that name another suit. */
enum { DRAW, PASS, CARDS, MORE_NAMES = CARDS + EIGHTS_CARDS, OTHERS = EIGHTS_SUITS - 1,
       ACTIONS = MORE_NAMES + EIGHTS_SUITS * OTHERS };

static bl_move action_move(const struct bl_setup *setup, uint32_t action)
{
    (void)setup;
    uint32_t k = action - MORE_NAMES;
    if (action < CARDS)
        return action == DRAW ? EIGHTS_DRAW : EIGHTS_PASS;
    return action < MORE_NAMES ? eights_play(bl_card_at(&bl_french_pack, action - CARDS), 0)
                               : eights_play(BL_FRENCH(k / OTHERS, BL_EIGHT), k % OTHERS + 1);
}

static uint32_t action_of(const struct bl_setup *setup, bl_move m)
{
    (void)setup;
    bl_card c = eights_card(m);
    unsigned named = eights_named(m);
    if (m >= EIGHTS_DRAW)
        return m == EIGHTS_DRAW ? DRAW : PASS;
    return named == 0 ? CARDS + bl_place_of(&bl_french_pack, c)
                      : MORE_NAMES + bl_french_suit(c) * OTHERS + named - 1;
}

/* ---- moves as text ---------------------------------------------------------- */

static void put_move(const void *state, const struct bl_play *play, struct bl_text *out)
{
    (void)state;
    bl_card c = eights_card(play->move);
    if (play->move == EIGHTS_DRAW || play->move == EIGHTS_PASS) {
        bl_put(out, play->move == EIGHTS_DRAW ? "draw" : "pass");
        return;
    }
    bl_putf(out, "play %F", c);
    if (bl_french_rank(c) == BL_EIGHT)
        bl_putf(out, " >%s", (char[]){bl_french_pack.suit_letters[eights_named(play->move)], '\0'});
}

static const struct bl_fact *read_play(const char *text, bl_move *out)
{
    bl_card c = bl_card_read(&bl_french_pack, text);
    if (c == BL_NO_CARD || (text[2] != '\0' && text[2] != ' '))
        BL_WRONG("a card is a rank A 2 3 4 5 6 7 8 9 T J Q K and a suit C D H S, as in 7H");
    bool eight = bl_french_rank(c) == BL_EIGHT, names = text[2] == ' ';
    if (eight && !names)
        BL_WRONG("an eight names a suit, as in: play 8H >S");
    if (names && !eight)
        BL_WRONG("only an eight names a suit");
    int named = names && text[3] == '>' ? bl_suit_read(&bl_french_pack, text[4]) : names ? -1 : 0;
    if (named < 0 || (names && text[5] != '\0'))
        BL_WRONG("a suit is named at the end: >C, >D, >H or >S");
    *out = eights_play(c, (unsigned)named);
    return NULL;
}

static const struct bl_fact *read_move(const void *state, int seat, const char *text,
                                       struct bl_play *out, struct bl_text *why)
{
    (void)state, (void)why;
    *out = (struct bl_play){.seat = (int8_t)seat};
    if (strncmp(text, "play ", 5) == 0)
        return read_play(text + 5, &out->move);
    out->move = text[0] == 'd' ? EIGHTS_DRAW : EIGHTS_PASS;
    if (strcmp(text, "draw") == 0 || strcmp(text, "pass") == 0)
        return NULL;
    BL_WRONG("a move is draw, pass, or play with a card, as in: play 7H");
}

/* ---- positions --------------------------------------------------------------- */

/* §6.1, §6.2: whoever has won, by no cards or where all have passed with nothing to draw. */
static void check_end(struct bl_json *in, const struct eights *s)
{
    unsigned players = s->head.setup.players, best = 0;
    int out = -1;
    for (unsigned seat = 0; seat < players; seat++) {
        bl_must(in, s->count[seat] > 0 || out < 0, "hands", "%p and %p hold no cards", out,
                (int)seat);
        out = s->count[seat] == 0 ? (int)seat : out;
        best = eights_points(s->hands[seat]) < eights_points(s->hands[best]) ? seat : best;
    }
    bool blocked = out < 0 && s->passes == players && !eights_can_draw(s);
    int winner = blocked ? (int)best : out;
    bl_must(in, s->winner == winner, "winner",
            winner < 0 ? "must be null: nobody has won" : "must be %d, who has won", winner);
    bl_must(in, winner < 0 || s->head.to_move < 0, "to_move", "must be null: the game is over");
    bl_must(in, winner >= 0 || s->head.to_move >= 0, "to_move", "must be a seat: the game is not over");
}

static void finish(struct bl_json *in, void *state)
{
    const struct eights *s = state;
    bl_card top = s->pile_count > 0 ? eights_top(s) : BL_NO_CARD;
    bl_must(in, top != BL_NO_CARD, "pile", "must have a top card");
    check_end(in, s);
    bl_must(in, s->passes <= s->head.setup.players, "passes", "there are only %d players",
            s->head.setup.players);
    bl_must(in, !s->drawn || s->head.to_move >= 0, "drawn", "must be false: the game is over");
    bl_must(in, s->suit == bl_french_suit(top) || bl_french_rank(top) == BL_EIGHT, "suit",
            "must be that of %F, which is no eight", top);
}

/* ---- the table for people ----------------------------------------------------- */

static void put_table(const void *view, int seat, const struct bl_look *look, struct bl_text *out)
{
    const struct eights *s = view;
    struct bl_pen pen = {.out = out, .look = look, .viewer = seat};
    bl_pen_title(&pen, BL_TITLE, "Top");
    bl_pen_card(&pen, &bl_french_pack, eights_top(s));
    bl_pen_end(&pen);
    bl_pen_title(&pen, BL_TITLE, "Suit");
    bl_pen_suit(&pen, &bl_french_pack, s->suit);
    bl_pen_end(&pen);
    bl_pen_title(&pen, BL_TITLE, "Piles");
    bl_pen_putf(&pen, "%d played, %d in stock", s->pile_count, s->stock_count);
    bl_pen_end(&pen);
    if (s->drawn) {
        bl_pen_title(&pen, BL_TITLE, "Drawn");
        bl_pen_putf(&pen, "a card in this turn");
        bl_pen_end(&pen);
    }
    bl_put_seats(&pen, &s->head, s->count, NULL, 0);
    if (seat >= 0 && s->hands[seat])
        bl_put_hand(&pen, &bl_french_pack, s->hands[seat]);
}

/* ---- the tables ----------------------------------------------------------------- */

#define STATE struct eights
static const struct bl_field rows[] = {
#include "fields.def"
};

BL_OBSERVER(observe, rows, 1, BL_FRENCH_SHAPE)

const struct bl_fields eights_fields = {
    .rows = rows, .count = sizeof rows / sizeof *rows, .pack = &bl_french_pack, .finish = finish,
    .observe = BL_OBSERVED_BY(observe),
};

const struct bl_notation eights_notation = {
    .actions = ACTIONS, .action_move = action_move, .action_of = action_of,
    .read_move = read_move, .put_move = put_move, .put_card = bl_french_put_item,
    .read_card = bl_french_read_item, .put_table = put_table,
};
