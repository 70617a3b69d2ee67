/* casual.c - casual games: what goes back, and what their transcripts say of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "registry.h"
#include "matches.h"

/* Seat 0 for a person, greedy bots at the others. */
static struct bl_match *table(const char *id, bool casual, uint64_t seed)
{
    struct bl_match *m = deal_table(id, 2, 1, "greedy", seed);
    if (casual)
        bl_match_be_casual(m);
    return m;
}

static void bots_move(struct bl_match *m)
{
    while (bl_match_bot_move(m))
        continue;
}

/* The person does what greedy would; the bots answer. False: the game is over. */
static bool turn(struct bl_match *m)
{
    bots_move(m);
    if (bl_match_to_move(m) < 0)
        return false;
    bl_match_seat(m, 0, bl_find_bot("greedy"));
    assert_true(bl_match_bot_move(m));
    bl_match_seat(m, 0, NULL);
    bots_move(m);
    return true;
}

static bool back(struct bl_match *m)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    return bl_match_undo(m, 0, NULL, &why);
}

static int moves_in(const struct bl_match *m)
{
    return (int)bl_match_count(m);
}

/* The last game of a transcript. */
static const char *last_game(const char *text)
{
    for (const char *next; (next = strstr(text + 1, "{\"bylaw\":"));)
        text = next;
    return text;
}

/* ---- the tests ------------------------------------------------------------ */

/* Whatever was drawn or played since: back to the first move, turn by turn, and on again. */
static void any_move_of_a_person_goes_back(void **state)
{
    (void)state;
    for EVERY_GAME(i) {
        struct bl_match *m = table(ids[i], true, 5);
        bots_move(m);
        int begins = moves_in(m), made = 0;
        while (made < 12 && turn(m))
            made++;
        int end = moves_in(m), before = end;
        char *first = transcript(m);
        for (int k = 0; k < made; k++) {
            assert_true(back(m));
            assert_true(moves_in(m) < before);
            assert_int_equal(bl_match_to_move(m), 0);
            before = moves_in(m);
        }
        assert_int_equal(moves_in(m), begins);
        assert_int_equal(bl_match_taken_back(m), end - begins);
        assert_false(back(m));
        while (made-- > 0)
            turn(m);
        char *again = transcript(m);
        assert_string_equal(last_game(again), last_game(first));
        free(again);
        free(first);
        bl_match_free(m);
    }
}

/* The transcript of a game that was played on once a move had gone back, with so many courses left in
 * it; how many moves were taken back. */
static uint64_t left(struct bl_match *m, uint64_t courses)
{
    char *text = transcript(m);
    struct bl_verdict verdict = verdict_on(text);
    assert_true(verdict.ok);
    assert_int_equal(verdict.games, 2);
    assert_int_equal(verdict.courses, courses);
    free(text);
    return verdict.taken_back;
}

/* After the end, too. Played on as before, it is the same game twice: in the file nothing was taken back. */
static void a_game_that_is_over_goes_back(void **state)
{
    (void)state;
    for CARD_GAME(i) {
        struct bl_match *m = table(ids[i], true, 6);
        while (turn(m))
            continue;
        assert_true(back(m));
        assert_int_equal(bl_match_to_move(m), 0);
        while (turn(m))
            continue;
        left(m, 0);
        bl_match_free(m);
    }
}

/* A card is drawn, taken back, and another move made in its place: one move is not what it was. */
static void what_was_taken_back_is_told(void **state)
{
    (void)state;
    struct bl_match *m = table("pharaoh", true, 3);
    struct bl_reply reply;
    bots_move(m);
    const bl_move *moves;
    assert_true(bl_match_moves(m, &moves) >= 2);
    bl_move first = moves[0], second = moves[1];
    bl_match_play(m, &(struct bl_play){first, 0, 0, NULL}, &reply);
    assert_true(back(m));
    bl_match_play(m, &(struct bl_play){second, 0, 0, NULL}, &reply);
    while (turn(m))
        continue;
    assert_int_equal(left(m, 1), 1);
    bl_match_free(m);
}

/* How many moves of it went back, by who takes the transcript up again; as verify says. */
static uint64_t taken_in(struct bl_match *m)
{
    BL_LOCAL struct bl_text why = bl_text_heap(), text = bl_text_heap();
    bl_put(&text, bl_match_transcript(m)->s);
    bl_match_put_cap(m, &text);
    struct bl_match *again = bl_match_resume(NULL, text.s, text.len, &why);
    assert_non_null(again);
    uint64_t taken = bl_match_taken_back(again);
    assert_int_equal(taken, verdict_on(text.s).taken_back);
    bl_match_free(again);
    return taken;
}

/* What was made again just so did not go back; what differs by its seat alone, or by what was written
 * alone, did. */
static void what_was_made_again_was_not_taken_back(void **state)
{
    (void)state;
    static const struct { const char *game; int seat; const char *move; int then; const char *instead;
                          int taken; } rows[] = {
        {"true-propre", 0, "say", 0, "say", 0},
        {"true-propre", 0, "say", 1, "say", 1},
        {"predicate-wars", 0, "edit #1 rock 3 tT", 0, "edit #1 rock 3 tT", 0},
        {"predicate-wars", 0, "edit #1 rock 3 tT", 0, "edit #1 rock 3 tF", 1},
        {"predicate-wars", 0, "edit #1 rock 3 tT", 0, "edit #1 rock 3 (tT∧tF)", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_match *m = table(rows[i].game, true, 9);
        bl_match_seat(m, 1, NULL);
        must_submit(m, rows[i].seat, rows[i].move);
        assert_true(back(m));
        must_submit(m, rows[i].then, rows[i].instead);
        assert_int_equal(taken_in(m), rows[i].taken);
        bl_match_free(m);
    }
}

/* Marked from the first move on, and when it is taken up again. */
static void the_mark_stays(void **state)
{
    (void)state;
    for EVERY_GAME(i)
        for (int turns = 0; turns < 6; turns += 2) {
            BL_LOCAL struct bl_text why = bl_text_heap();
            struct bl_match *m = table(ids[i], true, 7);
            for (int k = 0; k < turns; k++) {
                turn(m);
                if (k % 2 == 0)
                    assert_true(back(m));
            }
            char *text = transcript(m);
            struct bl_match *again = bl_match_resume(NULL, text, strlen(text), &why);
            if (!again)
                fail_msg("%s: %s", ids[i], why.s);
            assert_true(bl_match_is_casual(again));
            assert_int_equal(moves_in(again), moves_in(m));
            assert_string_equal(bl_match_transcript(again)->s, text);
            bl_match_seat(again, 1, bl_find_bot("greedy"));
            turn(again);
            assert_true(back(again));
            free(text);
            bl_match_free(again);
            bl_match_free(m);
        }
}

/* What goes back in a strict game leaves no trace, and the transcript is of one game. */
static void a_strict_game_is_not_marked(void **state)
{
    (void)state;
    for EVERY_GAME(i) {
        BL_LOCAL struct bl_text why = bl_text_heap();
        struct bl_match *m = table(ids[i], false, 8);
        for (int k = 0; k < 5; k++) {
            turn(m);
            back(m);
        }
        char *text = transcript(m);
        assert_ptr_equal(last_game(text), text);
        struct bl_match *again = bl_match_resume(NULL, text, strlen(text), &why);
        assert_non_null(again);
        assert_false(bl_match_is_casual(again));
        free(text);
        bl_match_free(again);
        bl_match_free(m);
    }
}

/* Two games of other deals are no casual game, and cannot be taken up. */
static void other_games_are_no_courses(void **state)
{
    (void)state;
    BL_LOCAL struct bl_text why = bl_text_heap(), both = bl_text_heap();
    for (uint64_t seed = 1; seed <= 2; seed++) {
        struct bl_match *m = table("pharaoh", false, seed);
        while (turn(m))
            continue;
        bl_put(&both, bl_match_transcript(m)->s);
        bl_match_free(m);
    }
    struct bl_verdict verdict = verdict_on(both.s);
    assert_true(verdict.ok);
    assert_int_equal(verdict.games, 2);
    assert_int_equal(verdict.courses, 0);
    assert_null(bl_match_resume(NULL, both.s, both.len, &why));
    assert_non_null(strstr(why.s, "a second game begins"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_move_of_a_person_goes_back),
        cmocka_unit_test(a_game_that_is_over_goes_back),
        cmocka_unit_test(what_was_taken_back_is_told),
        cmocka_unit_test(what_was_made_again_was_not_taken_back),
        cmocka_unit_test(the_mark_stays),
        cmocka_unit_test(a_strict_game_is_not_marked),
        cmocka_unit_test(other_games_are_no_courses),
    };
    return cmocka_run_group_tests(tests, read_registry, NULL);
}
