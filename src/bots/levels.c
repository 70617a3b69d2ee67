/* levels.c - four strengths for people, the same names in every game: who plays at each of them. */
#include "bots.h"

/* What a game does not say (struct bl_advice): at a glance where a net has learned such a table, and otherwise
 * by a search, which the strongest makes in any case, with the net's help. */
static const char *usual(const struct bl_decision *d, bool master)
{
    char room[256];
    struct bl_text why = BL_TEXT_FIXED(room);
    if (master)
        return "ismcts:3000:net=yes";
    return bl_bot_learned.knows(&bl_bot_learned, d->game, &bl_head(d->view)->setup, &why) ? "learned" : "ismcts:1000";
}

const struct bl_bot *bl_level_bot(const struct bl_bot *level, const struct bl_decision *d)
{
    const struct bl_level *l = level->level;
    bool master = level == &bl_bot_master;
    const char *named = l->bot ? l->bot : master ? d->game->advice->master : d->game->advice->strong;
    if (l->whims > 0 && bl_below(d->rng, 100) < l->whims)
        return &bl_bot_random;
    return bl_find_bot(named ? named : usual(d, master));
}

static void choose(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    const struct bl_bot *player = bl_level_bot(bot, d);
    struct bl_decision own = *d;
    own.memory = NULL;
    player->choose(player, &own, out);
}

static const struct bl_level beginner = {70, "greedy"}, casual = {30, "greedy"}, strong = {15, NULL}, master = {0, NULL};

#define LEVEL .looks = true, .recalls = true, .choose = choose

const struct bl_bot bl_bot_beginner = {
    LEVEL,
    .name = "beginner",
    .level = &beginner,
    .text = "a level for people: two moves of three are any, the others are greedy's",
};

const struct bl_bot bl_bot_casual = {
    LEVEL,
    .name = "casual",
    .level = &casual,
    .text = "a level for people: greedy, but three moves of ten are any",
};

const struct bl_bot bl_bot_strong = {
    LEVEL,
    .name = "strong",
    .level = &strong,
    .text = "a level for people: who plays the game well at a glance, with a slip now and then",
};

const struct bl_bot bl_bot_master = {
    LEVEL,
    .name = "master",
    .level = &master,
    .text = "a level for people: the strongest that answers within a second",
};
