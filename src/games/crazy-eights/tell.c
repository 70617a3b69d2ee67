/* tell.c - Crazy Eights told in sentences: moves that were made, what they may be, what is due. */
#include "crazy-eights.h"

static bool is_eight(bl_card c)
{
    return bl_french_rank(c) == BL_EIGHT;
}

static void tell_play(const struct bl_play *play, struct bl_story *out)
{
    bl_card c = eights_card(play->move);
    if (is_eight(c))
        bl_tell(out, "{You|%p} laid %F and asked for %f.", play->seat, c,
                (int)eights_named(play->move));
    else
        bl_tell(out, "{You|%p} laid %F.", play->seat, c);
    BL_RESTS(out, PLAYED, FITS, EIGHT_FITS, ASKS, NAMED);
}

/* Who may see the card that was drawn is told which. */
static void tell_draw(const struct eights *b, const struct eights *s, int seat, struct bl_story *out)
{
    uint64_t card = s->hands[seat] & ~b->hands[seat];
    if (card)
        bl_tell(out, "{You|%p} drew %F.", seat, __builtin_ctzll(card));
    else
        bl_tell(out, "{You|%p} drew a card.", seat);
    BL_RESTS(out, DRAWN, ONE_DRAW, SOMETHING_TO_DRAW, DRAW_WHEN_ABLE);
    if (b->stock_count == 0) {
        bl_tell(out, "The stock was empty: {a card was|%d cards were} shuffled.",
                b->pile_count - s->pile_count);
        BL_RESTS(out, RECYCLED);
    }
}

static void end(const void *view, struct bl_story *out)
{
    const struct eights *s = view;
    if (s->count[s->winner] == 0) {
        bl_tell(out, "{You have|%p has} no cards left and {win|wins}.", s->winner);
        BL_RESTS(out, WON);
    } else {
        bl_tell(out, "Everybody passed, and there is nothing left to draw.");
        BL_RESTS(out, BLOCKED);
        bl_tell(out, "{You have|%p has} the fewest points in hand and {win|wins}.", s->winner);
        BL_RESTS(out, BLOCKED);
    }
}

static int left(const void *view, int seat, struct bl_story *out)
{
    const struct eights *s = view;
    if (s->head.to_move < 0 && s->count[seat] > 0 && s->hands[seat])
        bl_tell(out, "%d {card|cards} left, %d {point|points}", s->count[seat], (int)eights_points(s->hands[seat]));
    else
        bl_tell_hand(s->count[seat], out);
    return s->count[seat];
}

static void move(const void *before, const void *after, const struct bl_play *play,
                 struct bl_story *out)
{
    const struct eights *s = after;
    if (play->move == EIGHTS_DRAW) {
        tell_draw(before, s, play->seat, out);
    } else if (play->move == EIGHTS_PASS) {
        bl_tell(out, "{You|%p} passed.", play->seat);
        BL_RESTS(out, MAY_PASS);
    } else {
        tell_play(play, out);
    }
    if (s->winner >= 0)
        end(s, out);
}

static void offer(const void *view, const struct bl_play *play, struct bl_story *out)
{
    const struct eights *s = view;
    bl_card c = eights_card(play->move);
    if (play->move == EIGHTS_DRAW)
        bl_tell(out, "draw a card");
    else if (play->move == EIGHTS_PASS)
        bl_tell(out, "pass");
    else if (s->count[s->head.to_move] == 1)
        bl_tell(out, "lay %F and win", c);
    else if (is_eight(c))
        bl_tell(out, "lay %F and ask for %f", c, (int)eights_named(play->move));
    else
        bl_tell(out, "lay %F", c);
}

static void due(const void *view, struct bl_story *out)
{
    const struct eights *s = view;
    uint64_t hand = s->hands[s->head.to_move];   /* 0: the reader does not see it */
    bool eight = is_eight(eights_top(s)), draws = !s->drawn && eights_can_draw(s), none = hand && !(hand & eights_fitting(s));
    if (eight)   /* its rank is no other card than an eight */
        bl_tell(out, none && draws ? "{You have|%p has} neither %f nor an eight: draw a card."
                     : none        ? "{You have|%p has} neither %f nor an eight: pass."
                     : !draws      ? "{You may lay|%p may lay} %f or an eight, or pass."
                     : s->head.setup.rulings[ABLE] == ABLE_NO
                         ? "{You must lay|%p must lay} %f or an eight; if nothing fits, draw."
                         : "{You may lay|%p may lay} %f or an eight, or draw a card.", s->head.to_move, s->suit);
    else
        bl_tell(out, none && draws
                     ? "{You have|%p has} neither %f, nor the rank of %F, nor an eight: draw a card."
                 : none   ? "{You have|%p has} neither %f, nor the rank of %F, nor an eight: pass."
                 : !draws ? "{You may lay|%p may lay} %f, the rank of %F or an eight, or pass."
                 : s->head.setup.rulings[ABLE] == ABLE_NO
                     ? "{You must lay|%p must lay} %f, the rank of %F or an eight; if nothing fits, draw."
                     : "{You may lay|%p may lay} %f, the rank of %F or an eight, or draw a card.",
            s->head.to_move, s->suit, eights_top(s));
    BL_RESTS(out, FITS, EIGHT_FITS, draws ? DRAWN : MAY_PASS);
}

const struct bl_telling eights_telling = {.move = move, .offer = offer, .due = due, .end = end,
                                          .left = left};
