/* lessons.h - the rows of a lessons.def as a table, for games in which a turn is a move:
 *
 *     LESSON(name, fits, clauses, again, words…)   something to do, which comes up when all
 *                                                  suggestions are followed
 *     EXTRA(name, fits, clauses, again, words…)    the same, which may come up
 *     REMARK(name, fits, clauses, words…)          said beside the lesson next to it
 *     MEANT(name, fits, clauses, words…)           what the pupil's last move meant, told once
 *     SCRIPT(fits, move)                           what another seat does, if the rules accept it
 *
 * `again` is said of a lesson that was given before; NULL: it is given once. */
#ifndef BYLAW_CORE_LESSONS_H
#define BYLAW_CORE_LESSONS_H

#include "learn.h"

/* A test of a move, for bl_lesson_pick: `v` is the view, `m` the move. */
#define TEST(name, ...)                                                                            \
    static bool name(const void *v, bl_move m)                                                     \
    {                                                                                              \
        (void)v;                                                                                   \
        return __VA_ARGS__;                                                                        \
    }

/* How moves are written is said where they are typed, before the first. */
WHEN(begins_typed, c->typed && !c->before)

#define LESSON(name, fits, clauses, again, ...)                                                    \
    {BL_LESSON, #name, BL_ANY_PHASE, 0, fits, "", "", clauses, again, {__VA_ARGS__}},
#define EXTRA(name, fits, clauses, again, ...)                                                     \
    {BL_EXTRA, #name, BL_ANY_PHASE, 0, fits, "", "", clauses, again, {__VA_ARGS__}},
#define REMARK(name, fits, clauses, ...)                                                           \
    {BL_REMARK, #name, BL_ANY_PHASE, 0, fits, "", "", clauses, NULL, {__VA_ARGS__}},
#define MEANT(name, fits, clauses, ...)                                                            \
    {BL_MEANT, #name, BL_ANY_PHASE, 0, fits, "", "", clauses, NULL, {__VA_ARGS__}},
#define SCRIPT(fits, move)                                                                         \
    {BL_SCRIPT, "", BL_ANY_PHASE, 0, fits, "", move, "", NULL, {NULL}},

#endif
