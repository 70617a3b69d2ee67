/* pledge.c - a deal that nobody need trust: verify finds whatever was changed of it.
 *
 * The numbers that everything is held to were reckoned by another implementation of BLAKE2b
 * (Python's hashlib), by the formulas of docs/formats.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hex.h"
#include "matches.h"
#include "play/pledge.h"
#include "registry.h"

/* A secret of 0, 1, 2 …, seat 0's number 255, 254 …, and bots at all other seats. */
static struct bl_pledge pledge(int players)
{
    struct bl_pledge p = {.table = "2345abcdefghijkl", .players = players};
    for (int i = 0; i < BL_PLEDGE; i++) {
        p.secret[i] = (uint8_t)i;
        p.numbers[0][i] = (uint8_t)(255 - i);
    }
    bl_pledge_hash(p.secret, BL_PLEDGE, p.hash);
    for (int seat = 1; seat < players; seat++) {
        bl_pledge_number(&p, seat, p.numbers[seat]);
        p.bots |= 1u << seat;
    }
    return p;
}

static void others_reckon_the_same(void **unused)
{
    (void)unused;
    struct bl_pledge p = pledge(2);
    uint8_t right[BL_PLEDGE];
    assert_true(bl_read_hex("cb2f5160fc1f7e05a55ef49d340b48da2e5a78099d53393351cd579dd42503d6", right, BL_PLEDGE));
    assert_memory_equal(p.hash, right, BL_PLEDGE);
    assert_true(bl_read_hex("0f31bec3e1734e935c749e09b9d667f9c6bdf0fd5bd5acaec60aa2bc690d8df2", right, BL_PLEDGE));
    assert_memory_equal(p.numbers[1], right, BL_PLEDGE);
    assert_true(bl_pledge_seed(&p) == 1938758829235412086u);
}

/* A whole game by random bots with the seed of a pledge, told as such; to be freed. */
static char *whole_game(const char *id, const struct bl_pledge *p, bool casual)
{
    struct bl_match *m = deal_table(id, p->players, casual ? 1 : 0, "random", bl_pledge_seed(p));
    if (casual) {
        char why[512];
        bl_match_be_casual(m);
        for (int courses = 0; courses < 3; courses++) {
            while (bl_match_bot_move(m))
                continue;
            const bl_move *moves;
            assert_true(bl_match_moves(m, &moves) > 0);
            must_play(m, &(struct bl_play){moves[0], 0, 0, NULL});
            if (courses < 2)
                assert_true(undo(m, 0, why));
        }
        bl_match_seat(m, 0, bl_find_bot("random"));
    }
    for (int i = 0; i < 3000 && bl_match_bot_move(m); i++)
        continue;
    BL_LOCAL struct bl_text told = bl_text_heap(), end = bl_text_heap();
    bl_put(&end, bl_match_transcript(m)->s);
    if (bl_match_to_move(m) >= 0)
        bl_match_put_cap(m, &end);
    bl_put_pledged(&told, end.s, p);
    bl_match_free(m);
    return copy(told.s);
}

static void assert_wrong(const char *text, const char *why)
{
    struct bl_verdict v = verdict_on(text);
    assert_false(v.ok);
    if (!strstr(v.why, why))
        fail_msg("line %d: %s\n(%s)", (int)v.line, v.why, why);
}

static void games_of_all_kinds_hold(void **unused)
{
    (void)unused;
    for EVERY_GAME(i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        struct bl_pledge p = pledge(game->min_players);
        char *text = whole_game(game->id, &p, false);
        struct bl_verdict v = verdict_on(text);
        if (!v.ok)
            fail_msg("%s: line %d: %s", game->id, (int)v.line, v.why);
        assert_int_equal(v.dealt, 1);
        BL_LOCAL struct bl_text why = bl_text_heap();
        struct bl_match *m = bl_match_resume(NULL, text, strlen(text), &why);
        if (!m)
            fail_msg("%s: %s", game->id, why.s);
        bl_match_free(m);
        free(text);
    }
}

static void every_course_of_a_casual_game_is_dealt(void **unused)
{
    (void)unused;
    struct bl_pledge p = pledge(2);
    char *text = whole_game(ids[0], &p, true);
    struct bl_verdict v = verdict_on(text);
    assert_true(v.ok);
    assert_int_equal(v.courses, v.games - 1);
    assert_true(v.courses > 0);
    assert_int_equal(v.dealt, v.games);
    free(text);
}

static void what_was_changed_of_a_pledge_is_found(void **unused)
{
    (void)unused;
    static const struct { int member, byte; const char *why; } changes[] = {
        {0, 0, "hash: this is not the hash of the secret"},
        {1, 31, "hash: this is not the hash of the secret"},
        {2, 5, "the seed of the header does not come of this"},
        {3, 5, "numbers: a bot's number does not come of the secret"},
        {4, 0, "the seed of the header does not come of this"},
    };
    struct bl_pledge p = pledge(3);
    char *text = whole_game(ids[0], &p, false);
    const char *second = strchr(text, '\n') + 1, *third = strchr(second, '\n') + 1;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct bl_pledge other = p;
        uint8_t *at[] = {other.secret, other.hash, other.numbers[0], other.numbers[2],
                         (uint8_t *)other.table};
        at[changes[i].member][changes[i].byte] ^= 1;
        BL_LOCAL struct bl_text told = bl_text_heap();
        bl_put_bytes(&told, text, (size_t)(second - text));
        bl_put_pledge(&told, &other);
        bl_put(&told, third);
        assert_wrong(told.s, changes[i].why);
    }
    free(text);
}

/* A dealer that gives itself good cards: everything fits together, but it is another's deal. */
static void another_deal_is_found(void **unused)
{
    (void)unused;
    struct bl_pledge p = pledge(2);
    struct bl_match *m = deal_table(ids[0], 2, 0, "random", bl_pledge_seed(&p) + 1);
    while (bl_match_bot_move(m))
        continue;
    BL_LOCAL struct bl_text told = bl_text_heap();
    bl_put_pledged(&told, bl_match_transcript(m)->s, &p);
    bl_match_free(m);
    assert_wrong(told.s, "the seed of the header does not come of this");
    char ours[32], theirs[32];
    struct bl_text a = BL_TEXT_FIXED(ours), b = BL_TEXT_FIXED(theirs);
    bl_put_uint(&a, bl_pledge_seed(&p));
    bl_put_uint(&b, bl_pledge_seed(&p) + 1);
    char *at = strstr(told.s, theirs);
    assert_non_null(at);
    assert_int_equal(strlen(ours), strlen(theirs));
    memcpy(at, ours, strlen(ours));
    assert_wrong(told.s, "the seed deals other cards");
}

/* Exchanges the first two cards of a shuffle that nobody has seen. */
static void another_shuffle_is_found(void **unused)
{
    (void)unused;
    int found = 0;
    for CARD_GAME(i) {
        struct bl_pledge p = pledge(2);
        char *text = whole_game(ids[i], &p, false);
        char *at = strstr(text, "\"cards\":[\""), *next = at ? strstr(at, "\",\"") : NULL;
        if (at && next && (at = strchr(at, '[') + 2) == next - 2) {
            char held[2] = {at[0], at[1]};
            memcpy(at, next + 3, 2);
            memcpy(next + 3, held, 2);
            assert_wrong(text, "the seed gives another");
            found++;
        }
        free(text);
    }
    assert_true(found > 1);
}

static void its_line_stands_once_after_the_header(void **unused)
{
    (void)unused;
    struct bl_pledge p = pledge(2);
    char *text = whole_game(ids[0], &p, false);
    const char *second = strchr(text, '\n') + 1, *third = strchr(second, '\n') + 1,
               *fourth = strchr(third, '\n') + 1;
    BL_LOCAL struct bl_text twice = bl_text_heap(), late = bl_text_heap(), few = bl_text_heap();
    bl_put_bytes(&twice, text, (size_t)(third - text));
    bl_put(&twice, second);
    assert_wrong(twice.s, "a 'dealt' line stands once, after the header");
    bl_put_bytes(&late, text, (size_t)(second - text));
    bl_put_bytes(&late, third, (size_t)(fourth - third));
    bl_put_bytes(&late, second, (size_t)(third - second));
    bl_put(&late, fourth);
    assert_wrong(late.s, "a 'dealt' line stands once, after the header");
    p.players = 1;
    bl_put_bytes(&few, text, (size_t)(second - text));
    bl_put_pledge(&few, &p);
    bl_put(&few, third);
    assert_wrong(few.s, "numbers: there must be one for each of 2 seats");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(others_reckon_the_same),
        cmocka_unit_test(games_of_all_kinds_hold),
        cmocka_unit_test(every_course_of_a_casual_game_is_dealt),
        cmocka_unit_test(what_was_changed_of_a_pledge_is_found),
        cmocka_unit_test(another_deal_is_found),
        cmocka_unit_test(another_shuffle_is_found),
        cmocka_unit_test(its_line_stands_once_after_the_header),
    };
    return cmocka_run_group_tests(tests, read_registry, NULL);
}
