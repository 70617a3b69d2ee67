/* simulate.c - whole games between bots, to be compared with those of the native program. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/number.h"
#include "play/course.h"
#include "wasm.h"

const char *ENTRY(bw_simulate)(const char *id, int players, const char *bot, const char *seed,
                               uint32_t games, uint32_t cap);

/* Their transcripts one after another, as `bylaw simulate --transcript` writes them. */
const char *bw_simulate(const char *id, int players, const char *name, const char *digits,
                        uint32_t games, uint32_t cap)
{
    const struct bl_game *game = bl_find_game(id);
    const struct bl_bot *bot = bl_find_bot(name);
    struct bl_setup setup;
    uint64_t seed;
    if (!game || !bot || players > BL_MAX_SEATS || !bl_read_number(digits, &seed))
        return mistake("there is no such game, bot or seed");
    bl_setup_init(&setup, game);
    setup.players = (uint8_t)players;
    if (bl_resolve(game, &setup))
        return mistake("there is no such set-up");
    struct bl_recorder *recorder = bl_new(1, sizeof *recorder);
    *recorder = (struct bl_recorder){.game = game, .out = answer()};
    struct course course;
    course_init(&course, game);
    course.cap = cap;
    for (int seat = 0; seat < players; seat++)
        course.bots[seat] = bot;
    for (uint32_t g = 0; g < games; g++) {
        course_deal(&course, &setup, bl_game_seed(seed, g));
        course_record(&course, recorder);
    }
    course_free(&course);
    free(recorder);
    return done();
}
