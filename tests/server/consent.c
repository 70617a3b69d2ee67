/* consent.c - moves that go back because everybody agrees, at tables of the server's core. */
#include "bylaw/transcript.h"
#include "people.h"
#include "server/in.h"

static struct srv_name table_of(struct house *h, int players, const char *how)
{
    for (uint64_t who = 1; who <= (uint64_t)players; who++)
        house_connect(h, who);
    struct srv_name table = house_make(h, 1, "pharaoh", players, how);
    for (int seat = 0; seat < players; seat++)
        house_sit(h, (uint64_t)seat + 1, table.s, seat);
    return table;
}

static json_t *wish(struct house *h, const char *table, int seat)
{
    return house_do(h, (uint64_t)seat + 1, "undo", "\"table\":\"%s\",\"seat\":%d,\"once\":\"u%d\"", table, seat, h->id);
}

static json_t *agree(struct house *h, const char *table, int seat, bool yes)
{
    return house_do(h, (uint64_t)seat + 1, "agree", "\"table\":\"%s\",\"seat\":%d,\"yes\":%s,\"once\":\"a%d\"", table,
                    seat, yes ? "true" : "false", h->id);
}

/* What somebody sees of the table, as it was told last. */
static json_t *seen(struct house *h, uint64_t who)
{
    json_t *news = house_news(h, who, "moves"), *view = json_incref(json_object_get(news, "view"));
    json_decref(news);
    return view;
}

/* One wants a move back; all must want it. */
static void taking_back_needs_everybody(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 6);
    for (uint64_t who = 1; who <= 3; who++)
        house_connect(&h, who);
    struct srv_name table = house_make(&h, 1, "pharaoh", 3, PLAIN_TABLE ",\"casual\":true");
    for (int seat = 0; seat < 3; seat++)
        house_sit(&h, (uint64_t)seat + 1, table.s, seat);
    json_decref(move(&h, 1, table.s, 0, "draw"));
    json_decref(move(&h, 2, table.s, 1, "draw"));
    assert_int_equal(count_of(&h, 3), 2);
    refused(house_do(&h, 3, "agree", "\"table\":\"%s\",\"seat\":2,\"yes\":true,\"once\":\"a\"", table.s), "nothing");
    json_decref(HOUSE_ASK(&h, 1, "undo", "\"table\":\"%s\",\"seat\":0,\"once\":\"u\"", table.s));
    json_decref(HOUSE_ASK(&h, 2, "agree", "\"table\":\"%s\",\"seat\":1,\"yes\":true,\"once\":\"b\"", table.s));
    json_t *news = stands(&h, 3);
    assert_int_equal(json_array_size(json_object_get(json_object_get(news, "undo"), "agreed")), 2);
    json_decref(news);
    json_decref(HOUSE_ASK(&h, 3, "agree", "\"table\":\"%s\",\"seat\":2,\"yes\":false,\"once\":\"c\"", table.s));
    assert_int_equal(count_of(&h, 1), 2);
    news = stands(&h, 2);
    assert_true(json_is_null(json_object_get(news, "undo")));
    json_decref(news);
    json_decref(HOUSE_ASK(&h, 1, "undo", "\"table\":\"%s\",\"seat\":0,\"once\":\"u2\"", table.s));
    srv_disconnect(h.core, 3);   /* who does not answer because they are gone is still asked … */
    house_run(&h);
    json_decref(HOUSE_ASK(&h, 2, "agree", "\"table\":\"%s\",\"seat\":1,\"yes\":true,\"once\":\"d\"", table.s));
    assert_int_equal(count_of(&h, 1), 2);
    house_connect(&h, 3);
    json_decref(HOUSE_ASK(&h, 3, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, 3));
    json_decref(HOUSE_ASK(&h, 3, "agree", "\"table\":\"%s\",\"seat\":2,\"yes\":true,\"once\":\"e\"", table.s));
    for (uint64_t who = 1; who <= 3; who++)
        assert_int_equal(count_of(&h, who), 0);
    json_decref(HOUSE_ASK(&h, 1, "undo", "\"table\":\"%s\",\"seat\":0,\"once\":\"u2\"", table.s));   /* again */
    news = stands(&h, 1);
    assert_true(json_is_null(json_object_get(news, "undo")));
    json_decref(news);
    restart(&h, 3);   /* who agreed last is known again */
    json_decref(HOUSE_ASK(&h, 3, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, 3));
    json_decref(HOUSE_ASK(&h, 3, "agree", "\"table\":\"%s\",\"seat\":2,\"yes\":true,\"once\":\"e\"", table.s));
    house_close(&h);
}

/* Also at a table that is not casual, where cards were drawn and others have moved: all have agreed, who is
 * away too. A draw that is made again brings the same card, and the transcript tells of both. */
static void what_all_agree_on_goes_back(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 61);
    struct srv_name table = table_of(&h, 3, PLAIN_TABLE);
    refused(wish(&h, table.s, 0), "no move to take back");
    json_decref(move(&h, 1, table.s, 0, "draw"));
    json_t *drawn = seen(&h, 1);
    assert_string_equal(word(drawn, "undo"), "");   /* it may be asked for */
    json_decref(move(&h, 2, table.s, 1, "draw"));
    json_decref(HOUSE_ASK(&h, 3, "leave", "\"table\":\"%s\",\"seat\":2,\"once\":\"l\"", table.s));
    int played = count_of(&h, 1);
    assert_true(played >= 2);
    json_decref(house_value(wish(&h, table.s, 0), __LINE__));
    json_decref(house_value(agree(&h, table.s, 1, true), __LINE__));
    assert_int_equal(count_of(&h, 1), played);   /* who is away has not been asked yet */
    h.idle = true;
    json_decref(HOUSE_ASK(&h, 3, "back", "\"table\":\"%s\",\"seat\":2,\"once\":\"k\"", table.s));
    json_decref(house_value(agree(&h, table.s, 2, true), __LINE__));
    for (uint64_t who = 1; who <= 3; who++)
        assert_int_equal(count_of(&h, who), 0);
    json_decref(move(&h, 1, table.s, 0, "draw"));
    json_t *again = seen(&h, 1);
    assert_true(json_equal(json_object_get(drawn, "state"), json_object_get(again, "state")));
    json_decref(drawn);
    json_decref(again);
    restart(&h, 3);
    for (int seat = 0; seat < 3; seat++)
        json_decref(HOUSE_ASK(&h, (uint64_t)seat + 1, "take", "\"table\":\"%s\",\"secret\":\"%032d\"", table.s, seat + 1));
    while (move_on(&h, table.s, 3))
        continue;
    json_t *text = HOUSE_ASK(&h, 1, "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"transcript\"}", table.s);
    const char *s = json_string_value(text);
    struct bl_memory memory = {s, s + strlen(s)};
    struct bl_lines lines = bl_memory_lines(&memory);
    struct bl_verdict verdict;
    bl_verify(&lines, &verdict);
    assert_true(verdict.ok);
    assert_int_equal(verdict.games, 2);
    assert_int_equal(verdict.courses, 1);
    assert_true(verdict.taken_back > 0);   /* but for what was played again as it was */
    json_decref(text);
    house_close(&h);
}

/* Who gave up for good is asked for nothing; a game in which no move went back is a strict one in its file. */
static void who_gave_up_is_not_asked(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 62);
    struct srv_name table = table_of(&h, 2, PLAIN_TABLE);
    json_decref(move(&h, 1, table.s, 0, "draw"));
    h.idle = true;
    json_decref(HOUSE_ASK(&h, 2, "give-up", "\"table\":\"%s\",\"seat\":1,\"once\":\"g\"", table.s));
    json_decref(house_value(wish(&h, table.s, 0), __LINE__));
    assert_int_equal(count_of(&h, 1), 0);
    house_close(&h);
}

/* What is left is kept with the game: it has an end, at a table whose people have nothing better to do. */
static void taking_back_has_an_end(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 63);
    h.settings.limits.table_records = 300;
    srv_core_free(h.core);
    house_start(&h);
    struct srv_name table = table_of(&h, 2, PLAIN_TABLE), other = house_make(&h, 2, "pharaoh", 2, PLAIN_TABLE);
    for (int k = 0; k < 5; k++)
        assert_true(move_on(&h, table.s, 2));
    json_t *answer = wish(&h, table.s, 0);
    int back = 0;
    for (; !word(answer, "error"); answer = wish(&h, table.s, 0), back++) {
        int before = count_of(&h, 1);
        json_decref(answer);
        json_decref(house_value(agree(&h, table.s, 1, true), __LINE__));
        assert_true(count_of(&h, 1) < before);
        while (count_of(&h, 1) < before)
            assert_true(move_on(&h, table.s, 2));
    }
    refused(answer, "too much was taken back");
    assert_in_range(back, 50, 80);
    assert_true(move_on(&h, table.s, 2));   /* and the game goes on */
    json_decref(HOUSE_ASK(&h, 1, "sit", "\"table\":\"%s\",\"seat\":0,\"name\":\"P\",\"secret\":\"%032d\",\"once\":\"s\"",
                          other.s, 9));     /* as do the others */
    house_close(&h);
}

/* At the end all cards are told, those to come as well: nothing goes back any more. */
static void what_is_over_stays_over(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 32);
    for (uint64_t who = 1; who <= 2; who++)
        house_connect(&h, who);
    struct srv_name table = house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE ",\"casual\":true");
    for (int seat = 0; seat < 2; seat++)
        house_sit(&h, (uint64_t)seat + 1, table.s, seat);
    while (move_on(&h, table.s, 2))
        continue;
    for (int seat = 0; seat < 2; seat++)
        refused(house_do(&h, (uint64_t)seat + 1, "undo", "\"table\":\"%s\",\"seat\":%d,\"once\":\"u\"", table.s,
                         seat), "over");
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taking_back_needs_everybody),
        cmocka_unit_test(what_all_agree_on_goes_back),
        cmocka_unit_test(who_gave_up_is_not_asked),
        cmocka_unit_test(taking_back_has_an_end),
        cmocka_unit_test(what_is_over_stays_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
