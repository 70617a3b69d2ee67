/* lessons.c - when each lesson of either version fits. */
#include "core/lessons.h"
#include "table.h"

static const struct propre *of(const void *view)
{
    return view;
}

/* ---- moves ---------------------------------------------------------------- */

static bool lays(bl_move m)
{
    return propre_what(m) >= PROPRE_3 && propre_what(m) <= PROPRE_8;
}

#define IS(name, ...)                                                                              \
    static bool name(const void *v, bl_move m)                                                     \
    {                                                                                              \
        (void)v;                                                                                   \
        return __VA_ARGS__;                                                                        \
    }
IS(any_card, lays(m))
IS(ends, propre_what(m) == PROPRE_1)
IS(says, propre_what(m) == PROPRE_SAY)
IS(upholds, propre_what(m) == PROPRE_UPHOLD)
IS(attacks, propre_what(m) == PROPRE_3)
IS(defends, propre_what(m) == PROPRE_4)
IS(skips, propre_what(m) == PROPRE_5)
IS(turns, propre_what(m) == PROPRE_6)
IS(names_suit, propre_what(m) == PROPRE_7)
IS(across, propre_what(m) == PROPRE_8 && propre_variant(m) == PROPRE_HORIZONTAL)
IS(plain, propre_what(m) == PROPRE_8 && propre_variant(m) != PROPRE_HORIZONTAL)
IS(matching, plain(v, m) && (bl_french_suit(propre_card(m)) == bl_french_suit(propre_top(of(v))) ||
                             bl_french_rank(propre_card(m)) == propre_top_rank(of(v))))

/* ---- lessons -------------------------------------------------------------- */

#define PICK(test) bl_lesson_pick(c, l, test)
#define V of(c->view)
#define HELD (V->count[c->seat])
#define CARD propre_card(l->picked)
#define CALM (V->av == 0 && !V->vote && !V->placing && HELD > 0)
/* Under attack, with nothing laid yet. */
#define ATTACKED (V->av > 0 && V->fc && !V->vote)

WHEN(is_over, V->winner >= 0)
WHEN(has_won, HELD == 0 && PICK(ends))
WHEN(must_vote, V->vote && PICK(upholds))
WHEN(should_say, HELD <= 4 && HELD > 0 && PICK(says))
WHEN(can_defend, ATTACKED && PICK(defends) && TELL("dF", V->av, CARD))
WHEN(can_counter, ATTACKED && PICK(attacks) && TELL("d", V->av))
WHEN(must_take, ATTACKED && !PICK(any_card) && PICK(ends) && TELL("d", V->av))
WHEN(can_chain, CALM && !V->fc && PICK(plain) && TELL("F", CARD))
WHEN(can_match, CALM && V->fc && V->rm && PICK(matching) && TELL("FF", propre_top(V), CARD))
WHEN(can_attack, CALM && V->fc && PICK(attacks) && TELL("F", CARD))
WHEN(can_lay_across, CALM && PICK(across) && TELL("FF", CARD, propre_across(CARD)))
WHEN(can_skip, CALM && PICK(skips))
WHEN(can_turn, CALM && PICK(turns))
WHEN(can_name, CALM && PICK(names_suit))
WHEN(should_stop, !V->fc && !V->vote && !PICK(any_card) && PICK(ends))
WHEN(must_draw, CALM && V->fc && !PICK(any_card) && PICK(ends))
WHEN(can_play, PICK(any_card) || PICK(ends) || bl_lesson_pick(c, l, bl_any_move))

/* ---- what the last move was ----------------------------------------------- */

#define LAST c->last.move
#define BEFORE of(c->before)

WHEN(voted, propre_what(LAST) == PROPRE_UPHOLD || propre_what(LAST) == PROPRE_OBJECT)
WHEN(said_it, says(NULL, LAST))
WHEN(attacked, attacks(NULL, LAST) && TELL("d", of(c->after)->av))
WHEN(defended, defends(NULL, LAST) && TELL("d", of(c->after)->av))
WHEN(laid_across, across(NULL, LAST) && TELL("F", propre_across(propre_card(LAST))))
WHEN(chained, plain(NULL, LAST) && !BEFORE->fc)
WHEN(matched, BEFORE->fc && matching(c->before, LAST))
WHEN(took, ends(NULL, LAST) && BEFORE->fc && BEFORE->av > 0)
WHEN(drew, ends(NULL, LAST) && BEFORE->fc && BEFORE->av == 0)
WHEN(stopped, ends(NULL, LAST) && !BEFORE->fc)

/* ---- the others ----------------------------------------------------------- */

/* Somebody forgets that one must not say it: once, when the pupil has moved a few times. */
WHEN(may_slip, !V->vote && !V->placing && V->played > 6 && !bl_lesson_told(c, "vote"))

#define FIRST(row, ...) row(__VA_ARGS__)
#define SECOND(...)
#define CL(first, second) first
static const struct bl_lesson_row first_rows[] = {
#include "lessons.def"
};
#undef FIRST
#undef SECOND
#undef CL
#define FIRST(...)
#define SECOND(row, ...) row(__VA_ARGS__)
#define CL(first, second) second
static const struct bl_lesson_row second_rows[] = {
#include "lessons.def"
    SCRIPT(may_slip, "talk last-card")
};

const struct bl_teaching propre_first_teaching = {
    .seed = 4421, .players = 3, .once = true, .rows = first_rows,
    .count = sizeof first_rows / sizeof *first_rows,
};
const struct bl_teaching propre_second_teaching = {
    .seed = 2721, .players = 3, .once = true, .rows = second_rows,
    .count = sizeof second_rows / sizeof *second_rows,
};
