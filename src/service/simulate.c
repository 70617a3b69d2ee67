/* simulate.c - whole games between bots, to be compared with those of the native program. */
#include "service.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "play/bout.h"

/* Their transcripts one after another, as `bylaw simulate --transcript` writes them. */
static void play_games(const struct bl_game *game, const struct bl_setup *setup,
                       const struct bl_bot *bot, uint64_t seed, uint32_t games, uint32_t cap,
                       struct bl_text *out)
{
    struct bl_recorder *recorder = bl_new(1, sizeof *recorder);
    struct bout bout;
    *recorder = (struct bl_recorder){.game = game, .out = out};
    bout_init(&bout, game);
    bout.cap = cap;
    for (int seat = 0; seat < setup->players; seat++)
        bout.bots[seat] = bot;
    for (uint32_t g = 0; g < games; g++) {
        bout_deal(&bout, setup, bl_game_seed(seed, g));
        bout_record(&bout, recorder);
    }
    bout_free(&bout);
    free(recorder);
}

static void simulate(struct request *r)
{
    struct bl_setup setup;
    const struct bl_game *game = service_game(r);
    const struct bl_bot *bot = service_bot(bl_json_member(&r->in, "bot"));
    uint64_t seed = service_seed(r);
    uint32_t games = (uint32_t)bl_json_int(&r->in, "games", 0, 1000000);
    uint32_t cap = (uint32_t)bl_json_int(&r->in, "cap", 0, 1000000);
    if (service_failed(r))
        return;
    bl_setup_init(&setup, game);
    setup.players = (uint8_t)bl_json_int(&r->in, "players", game->min_players, game->max_players);
    if (!service_failed(r) && bl_resolve(game, &setup))
        service_fail(r, "there is no such set-up");
    if (service_failed(r))
        return;
    BL_LOCAL struct bl_text text = bl_text_heap();
    play_games(game, &setup, bot, seed, games, cap, &text);
    bl_json_put_string(r->out, text.s);
}

const struct request_kind service_simulate[] = {
    {"simulate", NO_TABLE, "game players bot seed games cap", simulate},
    {0},
};
