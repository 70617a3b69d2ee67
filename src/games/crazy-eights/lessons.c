/* lessons.c - when each lesson of Crazy Eights fits. */
#include "core/lessons.h"
#include "crazy-eights.h"

static const struct eights *of(const void *view)
{
    return view;
}

static bool is_play(bl_move m)
{
    return m < EIGHTS_DRAW;
}

static bool is_eight(bl_move m)
{
    return is_play(m) && bl_french_rank(eights_card(m)) == BL_EIGHT;
}

TEST(any, is_play(m))
TEST(plain, is_play(m) && !is_eight(m))
TEST(draws, m == EIGHTS_DRAW)
TEST(passes, m == EIGHTS_PASS)
TEST(follows, plain(v, m) && bl_french_suit(eights_card(m)) == of(v)->suit)
TEST(matches, plain(v, m) && !follows(v, m))
/* An eight that asks for a suit of which something else is held. */
TEST(useful_eight, is_eight(m) && of(v)->hands[of(v)->head.to_move] & ~EIGHTS_OF_RANK(BL_EIGHT) &
     EIGHTS_OF_SUIT(eights_named(m)))

/* ---- lessons: what can be done now -------------------------------------------- */

#define PICK(test) bl_lesson_pick(c, l, test)
#define V of(c->view)
#define CARD eights_card(l->picked)

WHEN(is_over, V->winner >= 0)
WHEN(can_win, V->winner < 0 && V->count[c->seat] == 1 && PICK(any))
WHEN(must_pass, V->drawn && !PICK(any) && PICK(passes))
WHEN(cannot_draw, !V->drawn && !PICK(any) && PICK(passes))
WHEN(can_lay_drawn, V->drawn && PICK(any) && TELL("F", CARD))
WHEN(can_follow_suit, PICK(follows) && bl_french_rank(eights_top(V)) != BL_EIGHT &&
     TELL("FfF", eights_top(V), V->suit, CARD))
WHEN(can_match_rank, PICK(matches) && TELL("FF", CARD, eights_top(V)))
WHEN(must_draw, !PICK(any) && PICK(draws) && TELL("fF", V->suit, eights_top(V)))
/* Said once by the card too, and later by the suit alone. */
static bool must_lay_eight(const struct bl_scene *c, struct bl_lesson *l)
{
    if (PICK(plain) || !PICK(useful_eight))
        return false;
    return bl_lesson_told(c, "eight") ? TELL("f", eights_named(l->picked))
                                      : TELL("Ff", CARD, eights_named(l->picked));
}
WHEN(can_follow_named,
     PICK(follows) && bl_french_rank(eights_top(V)) == BL_EIGHT && bl_french_suit(eights_top(V)) != V->suit &&
     TELL("fF", V->suit, CARD))
WHEN(can_play, PICK(any))

/* ---- what the last move was ---------------------------------------------------- */

#define LAST c->last.move

WHEN(won, of(c->after)->count[c->seat] == 0)
WHEN(laid_eight, is_eight(LAST) && TELL("f", of(c->after)->suit))
WHEN(matched_rank, matches(c->before, LAST) && TELL("f", of(c->after)->suit))
WHEN(followed_suit, follows(c->before, LAST))
WHEN(drew, draws(NULL, LAST))
WHEN(passed, passes(NULL, LAST))

static const struct bl_lesson_row rows[] = {
#include "lessons.def"
};

const struct bl_teaching eights_teaching = {
    .seed = 4035, .players = 2, .once = true, .rows = rows, .count = sizeof rows / sizeof *rows,
};
