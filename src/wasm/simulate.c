/* simulate.c - whole games between bots, to be compared with those of the native program. */
#include "base/number.h"
#include "wasm.h"

#include "bylaw/position.h"

const char *ENTRY(bw_simulate)(const char *id, int players, const char *bot, const char *seed,
                               uint32_t games, uint32_t cap);

/* Their transcripts one after another, as `bylaw simulate --transcript` writes them. */
const char *bw_simulate(const char *id, int players, const char *name, const char *digits,
                        uint32_t games, uint32_t cap)
{
    const struct bl_game *game = bl_find_game(id);
    const struct bl_bot *bot = bl_find_bot(name), *bots[BL_MAX_SEATS];
    struct bl_setup setup;
    uint64_t seed;
    if (!game || !bot || players > BL_MAX_SEATS || !bl_read_number(digits, &seed))
        return mistake("there is no such game, bot or seed");
    bl_setup_init(&setup, game);
    setup.players = (uint8_t)players;
    if (bl_resolve(game, &setup))
        return mistake("there is no such set-up");
    for (int seat = 0; seat < players; seat++)
        bots[seat] = bot;
    struct bl_text *out = answer();
    for (uint32_t g = 0; g < games; g++) {
        struct bl_match *m = bl_match_new(NULL, game, &setup, bl_game_seed(seed, g), bots);
        while (bl_match_count(m) < cap && bl_match_bot_move(m))
            ;
        const struct bl_text *text = bl_match_transcript(m);
        bl_put_bytes(out, text->s, text->len);
        if (bl_match_to_move(m) >= 0)   /* capped */
            bl_match_put_cap(m, out);
        bl_match_free(m);
    }
    return done();
}
