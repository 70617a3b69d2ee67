/* lessons.c - when each lesson of Six-Seven fits. */
#include "core/lessons.h"
#include "six-seven.h"

static const struct six_seven *of(const void *view)
{
    return view;
}

#define IS(name, place, by)                                                                        \
    static bool name(const void *v, bl_move m)                                                     \
    {                                                                                              \
        (void)v;                                                                                   \
        return (place) && move_by(m) == (by);                                                      \
    }
#define PLACED (move_place(m) != TO_MATCH && m != SIX_SEVEN_KEEP)
IS(adds, move_place(m) == TO_LEFT, BY_NOTHING)
IS(takes_away, move_place(m) == TO_RIGHT, BY_NOTHING)
IS(makes_six, PLACED, BY_SIX_SIX)
IS(makes_seven, PLACED, BY_SEVEN_SEVEN)
IS(makes_zero, PLACED, BY_ZERO)
IS(six_seven, PLACED, BY_SIX_SEVEN)
IS(matches, move_place(m) == TO_MATCH, BY_NOTHING)
IS(keeps, m == SIX_SEVEN_KEEP, BY_NOTHING)

static bool places(const void *v, bl_move m)
{
    (void)v;
    return m != SIX_SEVEN_KEEP;
}

/* The Sum after a card of the view has been placed by that move. */
static int sum_after(const void *v, bl_move m)
{
    int value = (int)card_value(of(v)->flipped), sum = (int)(of(v)->code[move_stack(m)] & CODE_SUM);
    return move_place(m) == TO_LEFT ? sum + value : sum - value;
}

#define PICK(test) bl_lesson_pick(c, l, test)
#define FLIPPED of(c->view)->flipped

WHEN(is_over, of(c->view)->ended != 0)
WHEN(can_add, PICK(adds) && TELL("Fd", FLIPPED, sum_after(c->view, l->picked)))
WHEN(can_six_seven, PICK(six_seven))
WHEN(can_six, PICK(makes_six) && TELL("F", FLIPPED))
WHEN(can_seven, PICK(makes_seven) && TELL("F", FLIPPED))
WHEN(can_zero, PICK(makes_zero) && TELL("F", FLIPPED))
WHEN(can_match, PICK(matches) && TELL("F", FLIPPED))
WHEN(can_take_away, PICK(takes_away) && TELL("Fd", FLIPPED, sum_after(c->view, l->picked)))
WHEN(must_keep, PICK(keeps) && TELL("F", FLIPPED))
WHEN(can_play, PICK(places))

WHEN(collected, places(NULL, c->last.move) &&
     (move_by(c->last.move) != BY_NOTHING || move_place(c->last.move) == TO_MATCH))
WHEN(added, adds(NULL, c->last.move) && TELL("d", sum_after(c->before, c->last.move)))
WHEN(taken_away, takes_away(NULL, c->last.move) && TELL("d", sum_after(c->before, c->last.move)))
WHEN(kept_it, keeps(NULL, c->last.move))

static const struct bl_lesson_row rows[] = {
#include "lessons.def"
};

const struct bl_teaching six_seven_teaching = {
    .seed = 2025, .players = 2, .once = true, .rows = rows, .count = sizeof rows / sizeof *rows,
};
