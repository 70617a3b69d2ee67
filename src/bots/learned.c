/* learned.c - the move after which a net that has learned from playing against itself expects most. */
#include <stdlib.h>

#include "base/alloc.h"
#include "bots.h"
#include "judge.h"

static bool knows(const struct bl_bot *bot, const struct bl_game *game, const struct bl_setup *setup,
                  struct bl_text *why)
{
    if (bot->settings || judge_net(game, setup))
        return true;
    bl_putf(why, "learned has no weights for %s with %d players, and plays as greedy does", game->id,
            setup->players);
    return false;
}

static void *sit(const struct bl_bot *bot, const struct bl_game *game)
{
    (void)bot;
    struct judge *j = bl_new(1, sizeof *j);
    judge_init(j, game);
    return j;
}

static void rise(void *memory)
{
    judge_free(memory);
    free(memory);
}

/* What each move is worth; false: there is no net for this table. */
static bool judge(const struct bl_bot *bot, const struct bl_decision *d, float *values)
{
    struct judge *j = d->memory ? d->memory : sit(bot, d->game);
    if (!j->net)
        j->net = bot->settings ? bot->settings : judge_net(d->game, &bl_head(d->view)->setup);
    bool has = j->net != NULL;
    if (has) {
        struct recall r;
        recall_past(&r, d->game, d->past);
        recall_view(&r, d->game, d->view);
        judge_forget(j);
        judge_moves(j, &r, d->view, d->moves, d->count, d->rng, values);
    }
    if (!d->memory)
        rise(j);
    return has;
}

enum { USUAL_MOVES = 512 };

static void choose(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    float room[USUAL_MOVES], *values = d->count <= USUAL_MOVES ? room : bl_new(d->count, sizeof *values);
    uint32_t best = 0;
    if (d->count > 1 && !judge(bot, d, values)) {
        bl_bot_greedy.choose(bot, d, out);
    } else {
        for (uint32_t i = 1; i < d->count; i++)
            best = values[i] > values[best] ? i : best;
        *out = (struct bl_play){d->moves[best], (int8_t)d->seat, 0, NULL};
    }
    if (values != room)
        free(values);
}

const struct bl_bot bl_bot_learned = {
    .name = "learned",
    .text = "judges at a glance, by what it has learned from playing against itself",
    .looks = true,
    .recalls = true,
    .heeds = true,
    .knows = knows,
    .sit = sit,
    .rise = rise,
    .choose = choose,
};

struct bl_bot judge_bot(const char *name, const struct net *net)
{
    struct bl_bot bot = bl_bot_learned;
    bot.name = name;
    bot.settings = net;
    return bot;
}
