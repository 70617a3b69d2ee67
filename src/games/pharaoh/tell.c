/* tell.c - Pharaoh told in sentences: moves that were made, what they may be, what is due. */
#include "pharaoh.h"

/* The cards of a play as text, in the order in which they are put down; returns how many. */
static unsigned put_play(bl_move m, struct bl_text *out)
{
    bl_card cards[4];
    unsigned n = pharaoh_cards_of(m, cards);
    for (unsigned i = 0; i < n; i++)
        bl_putf(out, i == 0 ? "%G" : " %G", cards[i]);
    return n;
}

static bool is_under(const struct pharaoh *s)
{
    return pharaoh_top(s) == PHARAOH_LEAVES_UNDER;
}

/* ---- moves that were made ------------------------------------------------------ */

/* All but the top of the pile can be drawn, in the end. */
static int drawable(const struct pharaoh *s)
{
    return s->stock_count + s->pile_count - 1;
}

/* Whether several cards of the seat to move, as far as the reader sees them, may go down together. */
static bool can_pair(const struct pharaoh *s)
{
    pharaoh_set hand = s->hands[s->head.to_move], top = PHARAOH_VALUE_SET(bl_german_value(pharaoh_top(s)));
    pharaoh_set fits = is_under(s) ? hand : hand & (PHARAOH_SUIT_SET(s->suit) | top);
    bool found = false;
    for (unsigned value = 0; value < PHARAOH_VALUES; value++) {
        pharaoh_set of = hand & PHARAOH_VALUE_SET(value);
        found = found || ((of & (of - 1)) && (of & fits));
    }
    return found;
}

/* The cards of the seat to move that are in the set; those that the reader does not see may all be. */
static pharaoh_set may_hold(const struct pharaoh *s, pharaoh_set set)
{
    pharaoh_set hand = s->hands[s->head.to_move];
    return hand || s->count[s->head.to_move] == 0 ? hand & set : set;
}

/* Cards to draw, for sevens. */
static void tell_sevens(const struct pharaoh *s, struct bl_story *out)
{
    int seat = s->head.to_move;
    bool stacks = s->head.setup.rulings[STACK_SEVENS] == STACK_YES && may_hold(s, PHARAOH_VALUE_SET(BL_VII));
    bool under = may_hold(s, pharaoh_card(PHARAOH_LEAVES_UNDER));
    if (stacks && under)
        bl_tell(out, "{You must draw|%p must draw} %d cards, or lay sevens or %G.", seat, s->cnt,
                PHARAOH_LEAVES_UNDER);
    else if (under)
        bl_tell(out, "{You must draw|%p must draw} %d cards, or lay %G.", seat, s->cnt,
                PHARAOH_LEAVES_UNDER);
    else
        bl_tell(out, stacks ? "{You must draw|%p must draw} %d cards, or lay sevens."
                            : "{You must draw|%p must draw} %d cards.", seat, s->cnt);
    BL_RESTS(out, R6_DRAW, R5_LEAVES_UNDER, stacks ? R8_STACK : R5_LEAVES_UNDER);
}

/* An ordinary turn. */
static void tell_fits(const struct pharaoh *s, struct bl_story *out)
{
    int seat = s->head.to_move, top = pharaoh_top(s);
    bool draws = drawable(s) > 0, under = may_hold(s, pharaoh_card(PHARAOH_LEAVES_UNDER));
    pharaoh_set fit = PHARAOH_SUIT_SET(s->suit) | PHARAOH_VALUE_SET(bl_german_value(pharaoh_top(s)));
    pharaoh_set hand = s->hands[seat], only_under = pharaoh_card(PHARAOH_LEAVES_UNDER) & ~fit;
    if (hand & fit && hand & only_under)
        bl_tell(out, draws ? "{You may lay|%p may lay} %g, the value of %G, or %G, which goes on anything, or draw a "
                             "card."
                           : "{You may lay|%p may lay} %g, the value of %G, or %G, which goes on anything, or let the "
                             "turn pass: no cards are left to draw.", seat, s->suit, top, PHARAOH_LEAVES_UNDER);
    else if (may_hold(s, fit))
        bl_tell(out, draws ? "{You may lay|%p may lay} %g or the value of %G, or draw a card."
                           : "{You may lay|%p may lay} %g or the value of %G, or let the turn pass: "
                             "no cards are left to draw.", seat, s->suit, top);
    else if (under)
        bl_tell(out, draws ? "{You have|%p has} neither %g nor the value of %G, but %G goes on anything: "
                             "lay it, or draw a card."
                           : "{You have|%p has} neither %g nor the value of %G, but %G goes on anything: "
                             "lay it, or let the turn pass.", seat, s->suit, top, PHARAOH_LEAVES_UNDER);
    else
        bl_tell(out, draws ? "{You have|%p has} neither %g nor the value of %G: draw a card."
                           : "{You have|%p has} neither %g nor the value of %G: let the turn pass, as no "
                             "cards are left to draw.", seat, s->suit, top);
    BL_RESTS(out, R1_SUIT, R2_VALUE, R6_DRAW);
}

/* What the seat to move is up against. */
static void tell_task(const struct pharaoh *s, struct bl_story *out)
{
    int seat = s->head.to_move;
    if (s->a > 0) {
        bool adds = s->a <= 3 && may_hold(s, PHARAOH_VALUE_SET(BL_GERMAN_ACE));
        bl_tell(out, adds ? "{You must add aces or stand|%p must add aces or stand}: "
                            "{an ace is|%d aces are} pending."
                          : "{You must stand|%p must stand}: {an ace is|%d aces are} pending.", seat, s->a);
        BL_RESTS(out, R4_ACES, R7_STAND);
    } else if (s->cnt > 1)
        tell_sevens(s, out);
    else if (is_under(s)) {
        bl_tell(out, drawable(s) ? "{You may lay|%p may lay} anything of one value, or draw a card."
                                 : "{You may lay|%p may lay} anything of one value, or let the turn pass: "
                                   "no cards are left to draw.", seat);
        BL_RESTS(out, R3_ON_UNDER, R6_DRAW);
    } else
        tell_fits(s, out);
}

static void due(const void *view, struct bl_story *out)
{
    const struct pharaoh *s = view;
    unsigned top = bl_german_value(pharaoh_top(s));
    tell_task(s, out);
    if (s->pile_count == 1 && s->a == 0 && s->cnt == 1 && (top == BL_VII || top == BL_GERMAN_ACE)) {
        bl_tell(out, "%G lies there of itself: nobody has to draw or stand for it.", pharaoh_top(s));
        BL_RESTS(out, S2_STARTER);
    }
    if (s->a > 0 || s->cnt > 1 || !can_pair(s))
        return;
    bl_tell(out, "Cards of one value may go down together.");
    BL_RESTS(out, D12_TUPLE);
}

/* What the cards on top do to the next one. */
static void tell_attack(const struct pharaoh *b, const struct pharaoh *s, unsigned value,
                        struct bl_story *out)
{
    if (is_under(s) && b->cnt > 1) {
        bl_tell(out, "The draw of %d cards is off.", b->cnt);
        BL_RESTS(out, M2_CANCEL);
    }
    if (value == BL_GERMAN_ACE || value == BL_VII || is_under(s)) {
        tell_task(s, out);
        BL_RESTS(out, M1_ACES, M7_SEVENS, D4_DISCARD);
    }
}

static void tell_play(const struct pharaoh *b, const struct pharaoh *s, const struct bl_play *play,
                      struct bl_story *out)
{
    char room[16];
    struct bl_text cards = BL_TEXT_FIXED(room);
    unsigned value = pharaoh_value(play->move);
    put_play(play->move, &cards);
    if (value == BL_OVER)
        bl_tell(out, "{You|%p} laid %D and asked for %g.", play->seat, room, s->suit);
    else
        bl_tell(out, "{You|%p} laid %D.", play->seat, room);
    BL_RESTS(out, D4_DISCARD, M5_NAMED, M6_FOLLOWED, R1_SUIT, R2_VALUE, R3_ON_UNDER, R4_ACES,
             R5_LEAVES_UNDER, R8_STACK);
    if (s->out_count > b->out_count) {
        bl_tell(out, "{You have|%p has} no cards left: place %d.",
                play->seat, s->out_count);
        BL_RESTS(out, D9_ORDER);
    }
    if (s->loser < 0)
        tell_attack(b, s, value, out);
}

static void tell_draw(const struct pharaoh *b, const struct pharaoh *s, int seat,
                      struct bl_story *out)
{
    char room[64];
    struct bl_text cards = BL_TEXT_FIXED(room);
    int n = s->count[seat] - b->count[seat], shuffled = b->pile_count - s->pile_count;
    bl_put_set(&cards, &bl_german_pack, s->hands[seat] & ~b->hands[seat]);
    bool seen = cards.len > 0, forced = b->cnt > 1;
    if (seen && !forced)
        bl_tell(out, "{You|%p} drew %D.", seat, room);
    else if (seen)
        bl_tell(out, "{You|%p} drew {a card|%d cards} for the sevens: %D.", seat, n, room);
    else if (n > 0)
        bl_tell(out, forced ? "{You|%p} drew {a card|%d cards} for the sevens."
                            : "{You|%p} drew {a card|%d cards}.", seat, n);
    else
        bl_tell(out, "{You|%p} drew nothing: there are no cards left to draw.", seat);
    BL_RESTS(out, R6_DRAW, D5_STOCK, M4_DRAWN);
    if (shuffled > 0) {
        bl_tell(out, "The stock was empty: {a card was|%d cards were} shuffled.", shuffled);
        BL_RESTS(out, D5_STOCK);
    }
}

static void tell_stand(const struct pharaoh *s, int seat, struct bl_story *out)
{
    bl_tell(out, "{You|%p} stood: one ace is spent.", seat);
    BL_RESTS(out, R7_STAND, M3_STOOD);
    if (s->a > 0) {
        bl_tell(out, "{You face|%p faces} {one more ace|%d more aces}.", s->head.to_move, s->a);
        BL_RESTS(out, M3_STOOD);
    }
}

static void tell_over(const struct pharaoh *s, struct bl_story *out)
{
    bl_tell(out, "{You alone hold|%p alone holds} cards and {lose|loses}.", s->loser);
    BL_RESTS(out, D10_END);
}

static void move(const void *before, const void *after, const struct bl_play *play,
                 struct bl_story *out)
{
    const struct pharaoh *b = before, *s = after;
    switch (pharaoh_kind(play->move)) {
    case PHARAOH_DRAW: tell_draw(b, s, play->seat, out); break;
    case PHARAOH_STAND: tell_stand(s, play->seat, out); break;
    default: tell_play(b, s, play, out); break;
    }
    if (s->loser >= 0)
        tell_over(s, out);
}

/* ---- moves that may be made ---------------------------------------------------- */

static void offer_play(const struct pharaoh *s, bl_move m, struct bl_story *out)
{
    char room[16];
    struct bl_text cards = BL_TEXT_FIXED(room);
    unsigned value = pharaoh_value(m), n = put_play(m, &cards);
    bool last = n == s->count[s->head.to_move];
    bool under = value == BL_UNDER && pharaoh_last(m) == BL_LEAVES;
    if (value == BL_OVER)
        bl_tell(out, last ? "lay %D, ask for %g, and be out" : "lay %D and ask for %g", room,
                (int)pharaoh_named(m));
    else if (last)
        bl_tell(out, "lay %D and be out", room);
    else if (value == BL_VII)
        bl_tell(out, "lay %D: the next player draws %d cards", room,
                (int)((s->cnt > 1 ? s->cnt : 0) + 3 * n));
    else if (value == BL_GERMAN_ACE)
        bl_tell(out, "lay %D: {the next player loses a turn|the next %d turns are lost}, unless aces are "
                     "added", room,
                (int)(s->a + n));
    else if (under && s->cnt > 1)
        bl_tell(out, "lay %D: nobody draws %d, and anything may follow", room, s->cnt);
    else
        bl_tell(out, under ? "lay %D: anything may follow" : "lay %D", room);
}

static void offer(const void *view, const struct bl_play *play, struct bl_story *out)
{
    const struct pharaoh *s = view;
    int left = drawable(s);
    if (pharaoh_kind(play->move) == PHARAOH_DRAW && left == 0)
        bl_tell(out, "draw nothing, as no cards are left: the turn passes");
    else if (pharaoh_kind(play->move) == PHARAOH_DRAW)
        bl_tell(out, "draw {a card|%d cards}", s->cnt < left ? s->cnt : left);
    else if (pharaoh_kind(play->move) == PHARAOH_STAND)
        bl_tell(out, "stand: let the turn pass");
    else
        offer_play(s, play->move, out);
}

static void end(const void *view, struct bl_story *out)
{
    const struct pharaoh *s = view;
    bl_tell(out, "{You were|%p was} the first without cards and {win|wins}.", s->out[0]);
    BL_RESTS(out, D9_ORDER);
    tell_over(s, out);
}

static int left(const void *view, int seat, struct bl_story *out)
{
    return bl_tell_hand(((const struct pharaoh *)view)->count[seat], out);
}

const struct bl_telling pharaoh_telling = {.move = move, .offer = offer, .due = due, .end = end,
                                           .left = left};
