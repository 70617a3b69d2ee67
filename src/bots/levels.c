/* levels.c - four strengths for people, the same names in every game: who plays at each of them. */
#include <stdlib.h>

#include "base/alloc.h"
#include "bots.h"

/* ---- moves that somebody could mean ------------------------------------------- */

/* How the game likes each move, those least that hurt whoever makes them; gives how many do not. */
static uint32_t like(const struct bl_decision *d, int32_t *liking)
{
    const struct bl_advice *advice = d->game->advice;
    uint32_t sound = 0;
    for (uint32_t i = 0; i < d->count; i++) {
        struct bl_play play = {d->moves[i], (int8_t)d->seat, 0, NULL};
        bool harms = advice->harms && advice->harms(d->view, &play);
        liking[i] = harms ? INT32_MIN : advice->prefer(d->view, &play);
        sound += !harms;
    }
    return sound;
}

static uint32_t count_better(const int32_t *liking, uint32_t n, int32_t than)
{
    uint32_t better = 0;
    for (uint32_t i = 0; i < n; i++)
        better += liking[i] > than;
    return better;
}

/* Where the bot slips, any of the better two thirds of the moves that hurt others too; otherwise the best of
 * them. Each is equally likely, and so is what is liked as much as the last. */
static void choose_liked(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    int32_t *liking = bl_new(d->count, sizeof *liking);
    uint32_t sound = like(d, liking), most = bot->slips && sound > 0 ? (2 * sound + 2) / 3 : 1, found = 0;
    for (uint32_t i = 0; i < d->count; i++)
        if (count_better(liking, d->count, liking[i]) < most && bl_below(d->rng, ++found) == 0)
            *out = (struct bl_play){d->moves[i], (int8_t)d->seat, 0, NULL};
    free(liking);
}

const struct bl_bot bl_bot_slip = {.name = "slip", .looks = true, .heeds = true, .slips = true, .choose = choose_liked};

/* As greedy, but for moves that would hurt itself. */
static const struct bl_bot sound = {.name = "sound", .looks = true, .heeds = true, .choose = choose_liked};

/* ---- levels --------------------------------------------------------------------- */

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
    const char *named = master ? d->game->advice->master : d->game->advice->strong;
    if (l->slips > 0 && bl_below(d->rng, 100) < l->slips)
        return &bl_bot_slip;
    return l->bot ? l->bot : bl_find_bot(named ? named : usual(d, master));
}

static void choose(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    const struct bl_bot *player = bl_level_bot(bot, d);
    struct bl_decision own = *d;
    own.memory = NULL;
    player->choose(player, &own, out);
}

/* LEVEL(name, slips of a hundred moves, who makes the others, what it is) */
#define LEVEL(NAME, SLIPS, BOT, TEXT)                             \
    static const struct bl_level NAME = {SLIPS, BOT};             \
    const struct bl_bot bl_bot_##NAME = {                         \
        .name = #NAME, .text = "a level for people: " TEXT,       \
        .level = &NAME, .looks = true, .recalls = true, .choose = choose}

LEVEL(beginner, 100, &sound, "makes any of the better two thirds of its moves");
LEVEL(casual, 40, &sound, "greedy, but four moves of ten are any of the better two thirds");
LEVEL(strong, 15, NULL, "who plays the game well at a glance, with a slip now and then");
LEVEL(master, 0, NULL, "who thinks ahead, with what a net has learned where there is one");
