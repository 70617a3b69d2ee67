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

static bool collects(const void *v, bl_move m)
{
    return places(v, m) && (move_by(m) != BY_NOTHING || move_place(m) == TO_MATCH);
}

/* The code of the stack after a card of the view has been placed by that move. */
static unsigned code_after(const void *v, bl_move m)
{
    return code_landed(of(v)->code[move_stack(m)], move_place(m), bl_french_rank(of(v)->flipped));
}

static int sum_after(const void *v, bl_move m)
{
    return (int)(code_after(v, m) & CODE_SUM);
}

static bool fills(const void *v, bl_move m)
{
    return m != SIX_SEVEN_KEEP && !collects(v, m) &&
           !(code_after(v, m) & (move_place(m) == TO_LEFT ? CODE_LEFT : CODE_RIGHT));
}

/* The flipped card can go on one stack alone, and that is empty. */
static bool only_new_fits(const struct six_seven *s)
{
    unsigned fits = s->fits[bl_french_rank(s->flipped)], id = (unsigned)__builtin_ctz(fits | 1u << 15);
    return fits && !(fits & (fits - 1)) && s->row != fits && s->stacks[id].size[TO_LEFT] == 0 &&
           s->stacks[id].size[TO_RIGHT] == 0;
}

static unsigned faces_collected(const struct six_seven *s)
{
    unsigned n = 0;
    for (unsigned seat = 0; seat < s->head.setup.players; seat++)
        n += score_faces(s->score[seat]);
    return n;
}

/* Whether a face card has come for the flipped card: when two play, one more since the pupil's last
 * move than for what the other player collected. */
static bool came_for_it(const struct bl_scene *c)
{
    const struct six_seven *now = of(c->view), *then = of(c->after);
    return then && stacks_made(now) - stacks_made(then) > faces_collected(now) - faces_collected(then);
}

#define PICK(test) bl_lesson_pick(c, l, test)
#define V of(c->view)
#define FLIPPED V->flipped
/* Who can collect should. */
#define ELSE(test) (!PICK(collects) && PICK(test))

WHEN(is_over, V->ended != 0)
WHEN(can_add, ELSE(adds) && TELL("Fd", FLIPPED, sum_after(c->view, l->picked)))
WHEN(can_six_seven, PICK(six_seven))
WHEN(can_six, PICK(makes_six) && TELL("F", FLIPPED))
WHEN(can_seven, PICK(makes_seven) && TELL("F", FLIPPED))
WHEN(can_zero, PICK(makes_zero) && TELL("F", FLIPPED))
WHEN(can_match, PICK(matches) && TELL("F", FLIPPED))
WHEN(brought_stack, ELSE(places) && only_new_fits(V) && came_for_it(c) &&
     TELL("FF", FLIPPED, V->stacks[move_stack(l->picked)].face))
WHEN(has_new_stack, ELSE(places) && only_new_fits(V) && !came_for_it(c) && TELL("F", FLIPPED))
WHEN(can_take_away, ELSE(takes_away) && TELL("Fd", FLIPPED, sum_after(c->view, l->picked)))
WHEN(can_fill, ELSE(places) && fills(c->view, l->picked) && TELL("F", FLIPPED))
/* Said beside the short words of a lesson that is known. */
WHEN(has_no_faces, V->faces_left == 0 && bl_lesson_told(c, "free"))
WHEN(must_keep_first, V->stuck < 0 && PICK(keeps) && TELL("F", FLIPPED))
WHEN(must_keep, PICK(keeps) && TELL("F", FLIPPED))
WHEN(can_play, ELSE(places) && TELL("F", FLIPPED))

WHEN(collected, collects(NULL, c->last.move))
WHEN(added, adds(NULL, c->last.move) && TELL("d", sum_after(c->before, c->last.move)))
WHEN(taken_away, takes_away(NULL, c->last.move) && TELL("d", sum_after(c->before, c->last.move)))
WHEN(kept_it, keeps(NULL, c->last.move))

static const struct bl_lesson_row rows[] = {
#include "lessons.def"
};

const struct bl_teaching six_seven_teaching = {
    .seed = 1084, .players = 2, .once = true, .rows = rows, .count = sizeof rows / sizeof *rows,
};
