/* thief.c - a bot that tries to learn what is not its own, through the public headers alone: it
 * takes its streams apart, and writes down all that it is given. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/match.h"
#include "bylaw/run.h"
#include "registry.h"
#include "setup.h"
#include "twins.h"

#ifdef BRIEF
enum { GAMES = 20, PAIRS = 12 };
#else
enum { GAMES = 200, PAIRS = 90 };   /* a game that there is */
#endif
enum { STEPS = 120 };

/* ---- the attack on streams -------------------------------------------------------- */

/* The inverse of an odd number among 64 bits, by Newton's way. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 6; i++)
        x *= 2 - odd * x;
    return x;
}

static uint64_t unmix(uint64_t z)
{
    z ^= z >> 31 ^ z >> 62;
    z *= inverse(UINT64_C(0x94d049bb133111eb));
    z ^= z >> 27 ^ z >> 54;
    z *= inverse(UINT64_C(0xbf58476d1ce4e5b9));
    return z ^ z >> 30 ^ z >> 60;
}

/* The seed of a stream that bl_stream made of it. */
static uint64_t seed_behind(uint64_t key, uint32_t game, uint32_t purpose, uint64_t index)
{
    uint64_t streams = unmix(key) - index * BL_GAMMA;
    return unmix(unmix(streams) ^ ((uint64_t)game << 32 | purpose)) - BL_GAMMA;
}

/* Whether the seed can be had from a stream: for any purpose and any index that is near; and the
 * same of a stream whose key lies behind that. */
static bool gives_away(uint64_t key, const struct bl_game *game, uint64_t seed)
{
    const uint64_t keys[] = {key, unmix(key), unmix(unmix(key)), unmix(key) - BL_GAMMA};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        for (uint32_t purpose = 0; purpose < BL_FOR_CHANCE + BL_MAX_CHANCES; purpose++)
            for (uint64_t index = 0; index < 2 * STEPS; index++)
                if (seed_behind(keys[k], game->code, purpose, index) == seed || keys[k] == seed)
                    return true;
    return false;
}

/* ---- the thief --------------------------------------------------------------------- */

/* What one was given, in the order in which it came. */
struct diary {
    struct bl_text all;
    struct bl_stream first, last;   /* streams, before a number was taken */
    uint64_t decisions;
    struct bl_play told;            /* the last; without what was written … */
    uint32_t told_size;             /* … which was so long */
    uint64_t told_count;
    uint64_t leaks;                 /* plays of others with words that are not for all */
    const struct bl_game *game;
    char *seen;                     /* the last view … */
    int seat;                       /* … and whose it is; -1: it has not moved yet */
};

static struct diary diaries[2];
static int next_diary;   /* of the thief that sits down next */

static void note(struct diary *d, const void *bytes, size_t size)
{
    bl_put_bytes(&d->all, bytes, size);
}

static void *sit(const struct bl_bot *bot, const struct bl_game *game)
{
    struct diary *d = &diaries[next_diary];
    (void)bot;
    bl_text_clear(&d->all);
    free(d->seen);
    *d = (struct diary){.all = d->all, .seen = calloc(1, game->state_size), .game = game,
                         .seat = -1};
    return d;
}

static void rise(void *memory)
{
    (void)memory;
}

static void saw(void *memory, const struct bl_play *play)
{
    struct diary *d = memory;
    note(d, &play->move, sizeof play->move);
    note(d, &play->seat, sizeof play->seat);
    note(d, &play->size, sizeof play->size);
    if (play->size > 0)
        note(d, play->data, play->size);
    d->told = *play;
    d->told.data = NULL;
    d->told_size = play->size;
    d->told_count++;
    if (d->seat >= 0 && play->seat != d->seat)
        d->leaks += bl_told(d->game, d->seen, play).size != play->size;
}

static void choose(const struct bl_bot *bot, const struct bl_decision *q, struct bl_play *out)
{
    struct diary *d = q->memory;
    (void)bot;
    note(d, q->view, bl_extent(q->game, q->view));
    note(d, &q->seat, sizeof q->seat);
    note(d, q->moves, q->count * sizeof *q->moves);
    note(d, &q->rng->key, sizeof q->rng->key);
    note(d, &q->rng->at, sizeof q->rng->at);
    bl_copy(q->game, d->seen, q->view);
    d->seat = q->seat;
    if (d->decisions++ == 0)
        d->first = *q->rng;
    d->last = *q->rng;
    *out = (struct bl_play){q->moves[bl_below(q->rng, q->count)], (int8_t)q->seat, 0, NULL};
}

static const struct bl_bot thief = {
    .name = "thief", .text = "takes what it can get", .looks = true,
    .sit = sit, .rise = rise, .saw = saw, .choose = choose,
};

static int some_players(const struct bl_game *game, uint64_t n)
{
    unsigned most = game->max_players < 4 ? game->max_players : 4;
    return game->min_players + (int)(n % (most - game->min_players + 1));
}

/* A seed of 64 bits, as of one who throws dice. */
static uint64_t some_seed(uint64_t n)
{
    struct bl_stream s = bl_stream(n, 0, BL_FOR_TEST, 77);
    return bl_next(&s);
}

/* ---- streams tell nothing ---------------------------------------------------------- */

/* The attack is a good one: on streams that are not sealed it always succeeds. */
static void test_open_streams_give_the_seed_away(void **state)
{
    (void)state;
    for EVERY_GAME (i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        for (uint64_t n = 0; n < GAMES; n++) {
            uint64_t seed = some_seed(n), purpose = n % (BL_FOR_CHANCE + BL_MAX_CHANCES);
            struct bl_stream s = bl_stream(seed, game->code, (uint32_t)purpose, n % STEPS);
            struct bl_stream below = bl_substream(&s, 0);
            assert_true(unmix(bl_mix(seed)) == seed);
            assert_true(gives_away(s.key, game, seed));
            assert_true(gives_away(unmix(below.key) ^ BL_GAMMA, game, seed));
        }
    }
}

/* What the thief of a finished sitting holds: nothing of the seed, nor of what others wrote. */
static void assert_sealed(const struct diary *d, const struct bl_game *game, uint64_t seed)
{
    assert_true(d->decisions > 0);
    assert_int_equal(d->leaks, 0);
    if (gives_away(d->first.key, game, seed) || gives_away(d->last.key, game, seed))
        fail_msg("%s: the seed %llu can be had from a bot's stream", game->id,
                 (unsigned long long)seed);
}

/* The key behind the streams of a seat, which their owner can compute. */
static uint64_t key_behind(const struct diary *d, uint64_t decision)
{
    return unmix(d->first.key) - decision * BL_GAMMA;
}

static void test_bots_streams_do_not(void **state)
{
    (void)state;
    for EVERY_GAME (i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        struct bl_room *room = bl_room_open();
        for (uint64_t n = 0; n < GAMES; n++) {
            struct bl_setup setup = setup_for(game, 2);
            const struct bl_bot *bots[BL_MAX_SEATS] = {&thief, &thief};
            uint64_t seed = some_seed(n), keys[2] = {0, 0};
            struct bl_match *m = bl_match_new(room, game, &setup, seed, bots);
            while (bl_match_to_move(m) >= 0 && bl_match_count(m) < 12) {
                int seat = next_diary = bl_match_to_move(m);
                uint64_t at = bl_match_count(m);
                bool new_here = keys[seat] == 0;
                bl_match_bot_move(m);
                if (new_here)
                    keys[seat] = key_behind(&diaries[seat], at);
            }
            for (int seat = 0; seat < 2; seat++)
                if (keys[seat])
                    assert_sealed(&diaries[seat], game, seed);
            assert_true(keys[0] != keys[1]);   /* nor do they tell of another seat's */
            bl_match_free(m);
        }
        bl_room_close(room);
    }
}

/* The same where games are run without a table. */
static void test_nor_in_runs(void **state)
{
    (void)state;
    next_diary = 0;
    for EVERY_GAME (i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        for (uint64_t n = 0; n < GAMES / 10; n++) {
            struct bl_run run = {.game = game, .setup = setup_for(game, 2), .seed = some_seed(n),
                                 .bots = {&thief, bl_find_bot("greedy")}, .games = 1, .cap = 40,
                                 .jobs = 1};
            struct bl_tally tally;
            diaries[0].decisions = 0;
            bl_run_games(&run, &tally);
            bl_tally_free(&tally);
            if (diaries[0].decisions > 0)
                assert_sealed(&diaries[0], game, run.seed);
        }
    }
}

/* ---- two deals that cannot be told apart ------------------------------------------- */

static void move_thief(struct twins *t)
{
    for (next_diary = 0; next_diary < 2; next_diary++)
        bl_match_bot_move(t->m[next_diary]);
}

/* Plays both until the thief can tell them apart by what it sees; what it is given before its own
 * moves, and of those of others up to there, is the same. Returns how many moves that were. */
static uint64_t play_twins(struct twins *t)
{
    const struct bl_match *m = t->m[0];
    uint64_t made = 0;
    for (bool same = true; same && made < STEPS && bl_match_to_move(m) >= 0; made++) {
        bool own = bl_match_to_move(m) == t->seat;
        if (own)
            move_thief(t);
        else if (!twins_move(t))
            break;
        same = twins_look_the_same(t);
        if (!own && !same)
            break;
        if (diaries[0].all.len != diaries[1].all.len ||
            memcmp(diaries[0].all.s, diaries[1].all.s, diaries[0].all.len) != 0)
            fail_msg("%s: after %d moves seat %d was told what it cannot see", bl_match_game(m)->id,
                     (int)bl_match_count(m), t->seat);
    }
    return made;
}

static void test_hidden_cards_make_no_difference(void **state)
{
    (void)state;
    for EVERY_GAME (i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        uint64_t made = 0, told = 0, secrets = 0;
        for (uint64_t n = 0; n < PAIRS; n++) {
            int players = some_players(game, n);
            struct bl_setup setup = setup_for(game, players);
            struct twins t;
            twins_begin(&t, NULL, bl_match_new(NULL, game, &setup, some_seed(n), NULL),
                        (int)(n / 3 % (uint64_t)players), n);
            for (int k = 0; k < 2; k++) {
                bl_text_clear(&diaries[k].all);
                bl_match_seat(t.m[k], t.seat, &thief);
            }
            made += play_twins(&t);
            told += diaries[0].all.len;
            secrets += t.secrets;
            twins_free(&t);
        }
        print_message("%s: %d pairs, %d moves until they differ, %d bytes told, %d secrets\n",
                      game->id, PAIRS, (int)made, (int)told, (int)secrets);
        assert_true(made >= PAIRS / 3 && told > 0);
        assert_true(i < card_games || secrets > 0);
    }
}

/* ---- what others write in secret --------------------------------------------------- */

/* After a move of another seat: what the thief was told of it, written as the referee would, is
 * what its seat may read, and no word more. Returns whether something was secret. */
static bool check_told(struct bl_match *m, int seat, struct bl_text *told)
{
    static struct bl_event event;
    uint32_t last = bl_match_count(m) - 1;
    char *open, *whole;
    bl_match_event(m, last, seat, &event);
    open = strdup(event.move);
    bl_match_event(m, last, BL_REFEREE, &event);
    whole = strdup(event.move);
    bool secret = strcmp(open, whole) != 0;
    if (secret) {
        const char *gap = strchr(open, '<');
        assert_non_null(gap);
        const char *words = whole + (gap - open);   /* what stands there in truth */
        assert_int_equal(diaries[0].told_size, 0);
        bl_text_clear(told);
        bl_match_game(m)->notation->put_move(bl_match_view_at(m, last, BL_REFEREE),
                                             &diaries[0].told, told);
        if (strcmp(told->s, open) != 0 && strstr(told->s, words))
            fail_msg("of '%s' the thief was told '%s'", whole, told->s);
    }
    free(open);
    free(whole);
    return secret;
}

static void test_secrets_are_not_told(void **state)
{
    (void)state;
    struct bl_text told = bl_text_heap();
    uint64_t secrets = 0;
    for EVERY_GAME (i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        for (uint64_t n = 0; n < 6; n++) {
            struct bl_setup setup = setup_for(game, 3);
            const struct bl_bot *bots[BL_MAX_SEATS] = {&thief, bl_find_bot("greedy"),
                                                       bl_find_bot("random")};
            struct bl_match *m = bl_match_new(NULL, game, &setup, some_seed(n), bots);
            next_diary = 0;
            diaries[0].told_count = 0;
            while (bl_match_to_move(m) >= 0 && bl_match_count(m) < STEPS) {
                uint64_t before = diaries[0].told_count;
                int mover = bl_match_to_move(m);
                bl_match_bot_move(m);
                if (diaries[0].told_count > before && mover != 0)
                    secrets += check_told(m, 0, &told);
            }
            bl_match_free(m);
        }
    }
    print_message("%d moves were made in secret\n", (int)secrets);
    assert_true(secrets > 20);
    bl_text_free(&told);
}

static int make_diaries(void **state)
{
    for (int k = 0; k < 2; k++)
        diaries[k].all = bl_text_heap();
    return read_registry(state);
}

static int drop_diaries(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        bl_text_free(&diaries[k].all);
        free(diaries[k].seen);
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open_streams_give_the_seed_away),
        cmocka_unit_test(test_bots_streams_do_not),
        cmocka_unit_test(test_nor_in_runs),
        cmocka_unit_test(test_hidden_cards_make_no_difference),
        cmocka_unit_test(test_secrets_are_not_told),
    };
    return cmocka_run_group_tests(tests, make_diaries, drop_diaries);
}
