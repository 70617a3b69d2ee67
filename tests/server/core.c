/* core.c - the server's core with a store in memory: tables, seats, deals, moves, words, consent,
 * clocks, what comes again, what could not be kept, limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bylaw/transcript.h"
#include "house.h"

static const char *word(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static int number(const json_t *object, const char *name)
{
    return (int)json_integer_value(json_object_get(object, name));
}

static void refused(json_t *answer, const char *why)
{
    const char *error = word(answer, "error");
    if (!error || !strstr(error, why)) {
        char *text = json_dumps(answer, JSON_ENCODE_ANY);
        fail_msg("%s, and not: %s", text ? text : "no answer", why);
    }
    json_decref(answer);
}

/* Whoever is to move does what greedy would, through a connection of theirs (seat + 1). False: over. */
static bool move_on(struct house *h, const char *table, int players)
{
    for (int seat = 0; seat < players; seat++) {
        json_t *news = house_news(h, (uint64_t)seat + 1, "moves");
        json_t *view = json_object_get(news, "view");
        json_t *to_move = json_object_get(view, "to_move");
        bool over = json_is_null(to_move), mine = !over && json_integer_value(to_move) == seat;
        int count = number(news, "count");
        json_decref(news);
        if (over)
            return false;
        if (!mine)
            continue;
        json_t *hint = HOUSE_ASK(h, (uint64_t)seat + 1, "ask",
                                 "\"table\":\"%s\",\"request\":{\"ask\":\"hint\",\"bot\":\"greedy\"}", table);
        json_t *answer = HOUSE_ASK(h, (uint64_t)seat + 1, "move",
                                   "\"table\":\"%s\",\"seat\":%d,\"count\":%d,\"move\":\"%s\",\"once\":\"m%d\"",
                                   table, seat, count, word(hint, "text"), h->id);
        assert_string_equal(word(answer, "answer"), "accepted");
        json_decref(answer);
        json_decref(hint);
        return true;
    }
    return false;
}

static struct srv_name two_at_a_table(struct house *h, const char *game)
{
    for (uint64_t who = 1; who <= 2; who++)
        house_connect(h, who);
    struct srv_name table = house_make(h, 1, game, 2, PLAIN_TABLE);
    for (int seat = 0; seat < 2; seat++)
        house_sit(h, (uint64_t)seat + 1, table.s, seat);
    return table;
}

static void a_whole_game_is_played_and_its_transcript_verifies(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 1);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    house_connect(&h, 3);
    json_decref(HOUSE_ASK(&h, 3, "watch", "\"table\":\"%s\"", table.s));
    refused(house_do(&h, 1, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"transcript\"}", table.s), "");
    int moves = 0;
    while (move_on(&h, table.s, 2))
        moves++;
    assert_true(moves > 4);
    json_t *news = house_news(&h, 3, "table");
    assert_string_equal(word(news, "stage"), "over");
    json_decref(news);
    json_t *text = HOUSE_ASK(&h, 3, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"transcript\"}", table.s);
    struct bl_verdict verdict;
    const char *s = json_string_value(text);
    struct bl_memory memory = {s, s + strlen(s)};
    struct bl_lines lines = bl_memory_lines(&memory);
    bl_verify(&lines, &verdict);
    assert_true(verdict.ok);
    assert_int_equal(verdict.moves, moves);
    assert_non_null(strstr(s, "\"dealt\""));
    json_decref(text);
    house_close(&h);
}

/* The server is gone, and another has its log. */
static void restart(struct house *h, int people)
{
    srv_core_free(h->core);
    house_start(h);
    for (uint64_t who = 1; who <= (uint64_t)people; who++) {
        bl_text_clear(&h->inbox[who]);
        house_connect(h, who);
    }
}

static void what_is_sent_twice_counts_once_also_after_a_restart(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 2);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    for (int k = 0; k < 3; k++) {
        json_t *answer = HOUSE_ASK(&h, 1, "move", "\"table\":\"%s\",\"seat\":0,\"count\":0,\"move\":\"draw\","
                                   "\"once\":\"first\"", table.s);
        assert_string_equal(word(answer, "answer"), "accepted");
        assert_int_equal(number(answer, "count"), 1);
        json_decref(answer);
        json_t *news = house_news(&h, 2, "moves");
        assert_int_equal(number(news, "count"), 1);
        json_decref(news);
        if (k < 2) {
            restart(&h, 2);
            for (int seat = 0; seat < 2; seat++)
                json_decref(HOUSE_ASK(&h, (uint64_t)seat + 1, "take", "\"table\":\"%s\",\"secret\":\"%032d\"",
                                      table.s, seat + 1));
        }
    }
    json_t *late = HOUSE_ASK(&h, 1, "move", "\"table\":\"%s\",\"seat\":0,\"count\":0,\"move\":\"draw\","
                             "\"once\":\"other\"", table.s);
    assert_string_equal(word(late, "answer"), "late");
    json_decref(late);
    house_close(&h);
}

/* Nobody hears of a move before it is stored, nor of one that could not be. */
static void what_is_not_kept_is_not_told(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 3);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    h.slow = true;
    size_t before[2] = {h.inbox[1].len, h.inbox[2].len};
    assert_null(house_do(&h, 1, "move", "\"table\":\"%s\",\"seat\":0,\"count\":0,\"move\":\"draw\",\"once\":\"x\"",
                         table.s));
    assert_int_equal(h.inbox[1].len, before[0]);
    assert_int_equal(h.inbox[2].len, before[1]);
    h.slow = false;
    srv_stored(h.core, table, house_log(&h, table.s)->count, SRV_LOST, 1);
    house_run(&h);
    assert_non_null(strstr(h.inbox[1].s + before[0], "\"again\":true"));
    for (uint64_t who = 1; who <= 2; who++) {
        json_t *news = house_news(&h, who, "moves");
        assert_int_equal(number(news, "count"), 0);
        json_decref(news);
    }
    json_t *answer = HOUSE_ASK(&h, 1, "move", "\"table\":\"%s\",\"seat\":0,\"count\":0,\"move\":\"draw\","
                               "\"once\":\"x\"", table.s);
    assert_string_equal(word(answer, "answer"), "accepted");
    json_decref(answer);
    house_close(&h);
}

static void a_bot_plays_on_for_who_stays_away(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 4);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    srv_disconnect(h.core, 1);
    house_pass(&h, h.settings.limits.away_ms - 1);
    json_t *news = house_news(&h, 2, "table");
    json_t *seat = json_array_get(json_object_get(news, "seats"), 0);
    assert_true(json_is_false(json_object_get(seat, "here")) && json_is_false(json_object_get(seat, "away")));
    json_decref(news);
    house_pass(&h, 2);
    news = house_news(&h, 2, "table");
    assert_true(json_is_true(json_object_get(json_array_get(json_object_get(news, "seats"), 0), "away")));
    json_decref(news);
    news = house_news(&h, 2, "moves");
    assert_true(number(news, "count") > 0);
    json_decref(news);
    house_connect(&h, 1);
    json_decref(HOUSE_ASK(&h, 1, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, 1));
    news = house_news(&h, 2, "table");
    assert_true(json_is_false(json_object_get(json_array_get(json_object_get(news, "seats"), 0), "away")));
    json_decref(news);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_game_is_played_and_its_transcript_verifies),
        cmocka_unit_test(what_is_sent_twice_counts_once_also_after_a_restart),
        cmocka_unit_test(what_is_not_kept_is_not_told),
        cmocka_unit_test(a_bot_plays_on_for_who_stays_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
