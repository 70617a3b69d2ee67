/* step.c - one move, in one pass. */
#include "bylaw/step.h"

#include <assert.h>

bl_cite bl_step_check(const struct bl_game *game, const void *state, const struct bl_play *play,
                      void *scratch, struct bl_step *out)
{
    struct bl_context cx = {.trace = &out->trace, .scratch = scratch};
    bl_trace_clear(&out->trace);
    out->chances = 0;
    out->refused = bl_check(game, game->traced, state, play, &cx);
    out->checked = out->trace.count;
    return out->refused;
}

bool bl_step(const struct bl_game *game, void *state, const struct bl_play *play,
             struct bl_chance *chance, void *scratch, struct bl_step *out)
{
    if (bl_step_check(game, state, play, scratch, out) != 0)
        return false;
    struct bl_chance_log log = {0, BL_STEP_CHANCES, out->chance}, *given = chance->log;
    struct bl_context cx = {*chance, &out->trace, scratch};
    cx.chance.log = &log;
    game->traced->apply(state, play, &cx);
    assert(log.count < log.room);
    out->chances = log.count;
    *chance = cx.chance;
    chance->log = given;
    return true;
}
