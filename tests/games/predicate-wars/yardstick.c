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

/* What the scripts know is worth something, each against the one that knows nothing. */
static void scripts_know_something(void **unused)
{
    (void)unused;
    assert_true(series("ruler", "blunt", "table", 4, 1).bots[0].wins >= 6);
    assert_true(series("literal", "blunt", "letter", 4, 1).bots[0].wins >= 6);
}

/* At least 80 % in duels, under both presets; the scripts do nothing that is refused. */
static void greedy_beats_the_scripts(void **unused)
{
    static const char *const scripts[] = {"ruler", "literal"}, *const presets[] = {"letter", "table"};
    (void)unused;
    for (unsigned i = 0; i < 4; i++) {
        struct bl_standings r = series("greedy", scripts[i / 2], presets[i % 2], 5, 1);
        assert_true(r.bots[0].wins >= 8);
        assert_int_equal(r.bots[0].refused + r.bots[1].refused, 0);
    }
}

/* Whoever does what the hints say, in the set-up and after, holds his own against who gives them. */
static void hints_can_be_followed(void **unused)
{
    (void)unused;
    struct bl_standings r = series("pupil", "greedy", "table", 20, 1);
    assert_true(r.bots[0].wins >= 16);
    assert_int_equal(r.bots[0].refused, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scripts_know_something),
        cmocka_unit_test(greedy_beats_the_scripts),
        cmocka_unit_test(hints_can_be_followed),
    };
    if (argc == 6) {
        print_series(argv);
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
