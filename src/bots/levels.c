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

/* LEVEL(name, moves of a hundred that are any, who makes the others, what it is) */
#define LEVEL(NAME, WHIMS, BOT, TEXT)                             \
    static const struct bl_level NAME = {WHIMS, BOT};             \
    const struct bl_bot bl_bot_##NAME = {                         \
        .name = #NAME, .text = "a level for people: " TEXT,       \
        .level = &NAME, .looks = true, .recalls = true, .choose = choose}

LEVEL(beginner, 70, "greedy", "seven moves of ten are any, the others are greedy's");
LEVEL(casual, 30, "greedy", "greedy, but three moves of ten are any");
LEVEL(strong, 15, NULL, "who plays the game well at a glance, with a slip now and then");
LEVEL(master, 0, NULL, "who thinks ahead, with what a net has learned where there is one");
