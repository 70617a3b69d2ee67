/* lessons.c - when each lesson of Pharaoh fits. */
#include "core/lessons.h"
#include "pharaoh.h"

static const struct pharaoh *of(const void *view)
{
    return view;
}

static const struct pharaoh *view_of(const struct bl_scene *c)
{
    return c->view;
}

/* ---- moves ---------------------------------------------------------------- */

static bool is_play(bl_move m)
{
    return pharaoh_kind(m) == PHARAOH_PLAY;
}

static bool is_of(bl_move m, unsigned value)
{
    return is_play(m) && pharaoh_value(m) == value;
}

static unsigned count_of(bl_move m)
{
    bl_card cards[4];
    return is_play(m) ? pharaoh_cards_of(m, cards) : 0;
}

static bl_card last_of(bl_move m)
{
    return BL_GERMAN(pharaoh_last(m), pharaoh_value(m));
}

static bool is_under(bl_move m)
{
    return is_play(m) && last_of(m) == PHARAOH_LEAVES_UNDER;
}

/* Cards that do nothing but fit. */
static bool is_plain(bl_move m)
{
    return is_play(m) && !is_of(m, BL_VII) && !is_of(m, BL_OVER) && !is_of(m, BL_GERMAN_ACE) &&
           !is_under(m);
}

static bool calm(const struct pharaoh *s)
{
    return s->a == 0 && s->cnt == 1;
}

static bool any(const void *v, bl_move m) { return (void)v, is_play(m); }
static bool waits(const void *v, bl_move m) { return (void)v, !is_play(m); }
static bool empties(const void *v, bl_move m)
{
    return count_of(m) == of(v)->count[of(v)->head.to_move];
}
static bool follows(const void *v, bl_move m)
{
    return is_plain(m) && count_of(m) == 1 && pharaoh_last(m) == of(v)->suit;
}
static bool matches(const void *v, bl_move m)
{
    return is_plain(m) && count_of(m) == 1 && pharaoh_last(m) != of(v)->suit &&
           pharaoh_value(m) == bl_german_value(pharaoh_top(of(v)));
}
static bool several(const void *v, bl_move m) { return (void)v, is_plain(m) && count_of(m) > 1; }
static bool sevens(const void *v, bl_move m) { return (void)v, is_of(m, BL_VII); }
static bool one_ace(const void *v, bl_move m)
{
    return (void)v, is_of(m, BL_GERMAN_ACE) && count_of(m) == 1;
}
static bool overs(const void *v, bl_move m) { return (void)v, is_of(m, BL_OVER); }
/* Overs that name a suit of which something else is held. */
static bool useful_overs(const void *v, bl_move m)
{
    pharaoh_set left = of(v)->hands[of(v)->head.to_move] & ~PHARAOH_VALUE_SET(BL_OVER);
    return overs(v, m) && left & PHARAOH_SUIT_SET(pharaoh_named(m));
}
static bool under(const void *v, bl_move m) { return (void)v, is_under(m); }
static bool not_under(const void *v, bl_move m) { return (void)v, is_play(m) && !is_under(m); }

/* ---- lessons: what can be done now ---------------------------------------- */

#define PICK(test) bl_lesson_pick(c, l, test)
#define CALM(test) (calm(view_of(c)) && PICK(test))

WHEN(is_over, view_of(c)->loser >= 0)
WHEN(can_go_out, PICK(empties))
WHEN(must_stand, view_of(c)->a > 0 && !PICK(any) && PICK(waits) && TELL("d", view_of(c)->a))
WHEN(can_add_ace, view_of(c)->a > 0 && PICK(any) && TELL("d", view_of(c)->a))
WHEN(can_cancel, view_of(c)->cnt > 1 && PICK(under) && TELL("d", view_of(c)->cnt))
WHEN(can_pass_on, view_of(c)->cnt > 1 && PICK(sevens) && TELL("d", view_of(c)->cnt))
WHEN(must_draw, view_of(c)->cnt > 1 && !PICK(any) && PICK(waits) && TELL("d", view_of(c)->cnt))
WHEN(must_draw_one, calm(view_of(c)) && !PICK(any) && PICK(waits) &&
     TELL("G", pharaoh_top(view_of(c))))
WHEN(can_follow_suit,
     CALM(follows) && TELL("GgG", pharaoh_top(view_of(c)), view_of(c)->suit, last_of(l->picked)))
#define RULED(value) (view_of(c)->head.setup.rulings[TUPLE_MATCH] == (value))
WHEN(can_lay_several, RULED(MATCH_LAST) && CALM(several))
WHEN(can_lay_several_first, RULED(MATCH_FIRST) && CALM(several))
WHEN(can_match_value, CALM(matches) && TELL("GG", last_of(l->picked), pharaoh_top(view_of(c))))
WHEN(can_attack, CALM(sevens) && TELL("G", last_of(l->picked)))
WHEN(can_lay_ace, CALM(one_ace) && TELL("G", last_of(l->picked)))
WHEN(can_lay_over, CALM(useful_overs) && TELL("g", pharaoh_named(l->picked)))
WHEN(can_lay_under,
     calm(view_of(c)) && !PICK(not_under) && PICK(under) && TELL("G", PHARAOH_LEAVES_UNDER))
WHEN(can_lay_on_under, pharaoh_top(view_of(c)) == PHARAOH_LEAVES_UNDER && PICK(any))
WHEN(can_play, PICK(any))

/* ---- what the last move was ----------------------------------------------- */

WHEN(went_out, of(c->after)->count[c->seat] == 0)
WHEN(laid_under, is_under(c->last.move))
WHEN(laid_sevens, sevens(NULL, c->last.move) && TELL("d", of(c->after)->cnt))
WHEN(laid_aces, is_of(c->last.move, BL_GERMAN_ACE))
WHEN(laid_overs, overs(NULL, c->last.move) && TELL("g", of(c->after)->suit))
WHEN(laid_several,
     count_of(c->last.move) > 1 && TELL("dg", count_of(c->last.move), of(c->after)->suit))
WHEN(matched_value, matches(c->before, c->last.move) && TELL("g", of(c->after)->suit))
WHEN(followed_suit, follows(c->before, c->last.move))
WHEN(drew_many, pharaoh_kind(c->last.move) == PHARAOH_DRAW && of(c->before)->cnt > 1)
WHEN(drew, pharaoh_kind(c->last.move) == PHARAOH_DRAW && of(c->before)->cnt == 1)
WHEN(stood, pharaoh_kind(c->last.move) == PHARAOH_STAND)

static const struct bl_lesson_row rows[] = {
#include "lessons.def"
};

const struct bl_teaching pharaoh_teaching = {
    .seed = 31639, .players = 2, .once = true, .rows = rows, .count = sizeof rows / sizeof *rows,
};
