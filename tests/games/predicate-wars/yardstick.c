/* yardstick.c - players of Predicate Wars against crude scripts that know one thing each.
 *
 *     predicate-wars-yardstick                                    the test: a few deals
 *     predicate-wars-yardstick BOT SCRIPT PRESET DEALS SEED       a series, with its intervals */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/tournament.h"
#include "yardsticks.h"

enum { LONGEST = 3000 };   /* moves after which a game is nobody's */

static const struct bl_bot *find(const char *name)
{
    for (unsigned i = 0; i < YARDSTICKS; i++)
        if (strcmp(yardsticks[i].name, name) == 0)
            return &yardsticks[i];
    return bl_find_bot(name);
}

/* Two seats; every deal is played twice. */
static struct bl_standings series(const char *bot, const char *script, const char *preset,
                                  uint32_t deals, uint64_t seed)
{
    char room[200];
    struct bl_text why = BL_TEXT_FIXED(room);
    struct bl_tournament t = {.game = bl_find_game("predicate-wars"), .bots = {find(bot), find(script)},
                              .bot_count = 2, .seed = seed, .deals = deals, .cap = LONGEST, .jobs = 1};
    struct bl_standings out;
    assert_true(t.bots[0] && t.bots[1]);
    bl_setup_init(&t.setup, t.game);
    t.setup.players = 2;
    assert_null(bl_setup_preset(&t.setup, t.game, preset, &why));
    assert_null(bl_resolve(t.game, &t.setup));
    assert_true(bl_play_tournament(&t, &out));
    return out;
}

static void print_series(char **argv)
{
    struct bl_standings r = series(argv[1], argv[2], argv[3], (uint32_t)atoi(argv[4]),
                                   (uint64_t)atoll(argv[5]));
    const struct bl_standing *a = &r.bots[0], *b = &r.bots[1];
    double low, high;
    bl_interval(a->wins, r.games, &low, &high);
    printf("%s against %s, %s, %u deals, %u games: %u won, %u lost, %u unfinished; share of wins "
           "%.3f (%.3f to %.3f); refused %u and %u; %u decisions\n", argv[1], argv[2], argv[3],
           r.deals, (unsigned)r.games, (unsigned)a->wins, (unsigned)b->wins, (unsigned)r.unfinished,
           (double)a->wins / (double)r.games, low, high, (unsigned)a->refused, (unsigned)b->refused,
           (unsigned)r.decisions);
}

int main(int argc, char **argv)
{
    if (argc == 6)
        print_series(argv);
    return 0;
}
