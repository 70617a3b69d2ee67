/* coverage_class.c - why a clause did not come up. */
#include "explore.h"
#include "lab_figures.h"

enum lab_reach lab_reach_of(const struct bl_game *game, bl_cite clause,
                            const struct lab_cover *cover, const bool *cited,
                            const struct lab_explored *explored)
{
    const struct bl_clause *c = &game->clauses[clause];
    if (*c->dead && cover[clause].applied == 0)   /* one that changes something is not dead here */
        return LAB_DEAD;
    if (cover[clause].consulted > 0 || (explored && explored->saw[clause]))
        return LAB_REACHED;
    if (c->kind == BL_PROSE)
        return LAB_PROSE;
    if (cited && !cited[clause])
        return LAB_BUILT_IN;
    return explored && lab_is_exhaustive(explored) ? LAB_CANNOT : LAB_NOT_SEEN;
}

const char *lab_reach_name(enum lab_reach reach)
{
    static const char *const names[] = {"reached",  "prose", "dead",
                                        "built in", "not reached by exhaustive search",
                                        "not in this sample"};
    return names[reach];
}
