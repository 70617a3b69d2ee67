/* step.h - one move, whoever makes it: checked, carried out, and noted down, in one pass. */
#ifndef BYLAW_STEP_H
#define BYLAW_STEP_H

#include "bylaw/game.h"

BL_BEGIN
#define BL_STEP_CHANCES 32   /* more than one move can cause in any game */

/* What the rules said to a move, and what came of it. Zero before its first use. */
struct bl_step {
    bl_cite refused;           /* the clause that refused it; 0: it was carried out */
    uint32_t checked;          /* entries of the trace that are the check's; its effects follow */
    struct bl_trace trace;     /* `learned` is who was shown something hidden */
    uint32_t chances;
    struct bl_chance_event chance[BL_STEP_CHANCES];   /* what chance did */
};

/* Checks a move, any seat's, on the true state, and carries it out if no clause refuses it. False:
 * it was refused, and nothing has changed. `scratch` is as in a context. */
bool bl_step(const struct bl_game *game, void *state, const struct bl_play *play,
             struct bl_chance *chance, void *scratch, struct bl_step *out);
/* The first half alone: 0, or the clause that refuses the move. */
bl_cite bl_step_check(const struct bl_game *game, const void *state, const struct bl_play *play,
                      void *scratch, struct bl_step *out);

/* ---- why ------------------------------------------------------------------------- */

/* A clause that a move stands or falls by, and how that stands. */
struct bl_grounds {
    bl_cite clause;
    enum bl_mark mark;
};
#define BL_MAX_GROUNDS (BL_TRACE_MAX + 1)

/* Each clause once: of a move that was made what it met and what it changed, in the order applied; of
 * one that was refused the clause that does that, and the definitions that failed it. */
uint32_t bl_list_grounds(const struct bl_step *step, struct bl_grounds out[BL_MAX_GROUNDS]);
/* Whether an entry of the trace has a fact for one of them. */
bool bl_is_ground(const struct bl_trace_entry *e, const struct bl_grounds *g);
/* {"legal":…,"clauses":[{"id","text","holds","facts"}]} */
void bl_json_put_grounds(struct bl_text *out, const struct bl_game *game, const struct bl_step *step);

BL_END
#endif
