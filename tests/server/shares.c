/* shares.c - what the people at one table share: a stranger uses all of it up, and those who play there, and
 * at other tables, do not notice, or are told to send once more. */
#include "people.h"
#include "server/in.h"

enum { STRANGER = 3, MANY = 100 };   /* connections: one whose inbox is looked at; many whose are not */

static json_t *come(struct house *h, uint64_t who, const char *what, const char *table, int seat)
{
    return house_do(h, who, what, seat < 0 ? "\"table\":\"%s\"" : "\"table\":\"%s\",\"secret\":\"%032d\"", table, seat + 1);
}

/* Another table, where the same two play. */
static void others_play_on(struct house *h, const char *table)
{
    int count = count_of(h, 1);
    assert_true(move_on(h, table, 2));
    assert_int_equal(count_of(h, 2), count + 1);
}

/* Nobody more can watch; who sits there comes back and moves; where one goes, another can come. */
static void many_watch(void **state)
{
    (void)state;
    struct house h;
    char text[100];
    house_open(&h, 81);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    house_connect(&h, STRANGER);
    for (int i = 0; i < GUESTS - 2; i++) {
        srv_connect(h.core, MANY + (uint64_t)i, "192.0.2.66");
        house_send(&h, MANY + (uint64_t)i, "{\"id\":1,\"do\":\"hello\",\"v\":1}");
        snprintf(text, sizeof text, "{\"id\":2,\"do\":\"watch\",\"table\":\"%s\"}", table.s);
        house_send(&h, MANY + (uint64_t)i, text);
    }
    json_t *news = stands(&h, 1);
    assert_int_equal(number(news, "guests"), GUESTS);
    json_decref(news);
    refused(come(&h, STRANGER, "watch", table.s, -1), "too many watch this table");
    others_play_on(&h, table.s);
    srv_disconnect(h.core, 2);
    house_run(&h);
    srv_connect(h.core, MANY + GUESTS, "192.0.2.66");   /* the place is taken at once */
    house_send(&h, MANY + GUESTS, "{\"id\":1,\"do\":\"hello\",\"v\":1}");
    house_send(&h, MANY + GUESTS, text);
    bl_text_clear(&h.inbox[2]);
    house_connect(&h, 2);
    json_decref(house_value(come(&h, 2, "take", table.s, 1), __LINE__));
    others_play_on(&h, table.s);
    for (uint64_t who = MANY; who < MANY + 2; who++)
        srv_disconnect(h.core, who);
    house_run(&h);
    json_decref(house_value(come(&h, STRANGER, "watch", table.s, -1), __LINE__));
    house_close(&h);
}

/* A table is being loaded, and a stranger asks for it again and again: who plays there sends once more. */
static void many_wait_for_a_table(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 82);
    struct srv_name table = two_at_a_table(&h, "pharaoh");
    restart(&h, STRANGER);
    h.unread = true;
    for (int i = 0; i < WAITING; i++)
        assert_null(come(&h, STRANGER, "look", table.s, -1));
    for (uint64_t who = 1; who <= STRANGER; who += 2) {
        json_t *answer = come(&h, who, "take", table.s, 0);
        assert_true(json_is_true(json_object_get(answer, "again")));
        refused(answer, "too many wait for this table");
    }
    h.unread = false;
    struct srv_name other = house_make(&h, 2, "pharaoh", 2, PLAIN_TABLE);   /* nobody else waits */
    json_decref(house_value(come(&h, 2, "watch", other.s, -1), __LINE__));
    house_load(&h, table);
    house_run(&h);
    int heard = 0;
    for (const char *at = h.inbox[STRANGER].s; (at = strstr(at, "\"to_move\":0")); at++)
        heard++;
    assert_int_equal(heard, WAITING);
    for (int seat = 0; seat < 2; seat++)
        json_decref(house_value(come(&h, (uint64_t)seat + 1, "take", table.s, seat), __LINE__));
    others_play_on(&h, table.s);
    house_close(&h);
}

/* Somebody with a name, or words, of so many letters, be they of two bytes each. */
static json_t *with_letters(struct house *h, uint64_t who, const char *what, const char *table, const char *member, int letters)
{
    char text[1000] = "";
    for (int i = 0; i < letters; i++)
        strcat(text, "\u00e9");
    return house_do(h, who, what, "\"table\":\"%s\",\"seat\":%d,\"%s\":\"%s\",%s\"once\":\"o%d\"", table,
                    strcmp(what, "sit") == 0 ? 1 : -1, member, text,
                    strcmp(what, "sit") == 0 ? "\"secret\":\"00000000000000000000000000000009\"," : "", h->id);
}

/* A name and words that are too long are refused, kept nowhere, and told to nobody. */
static void long_names_and_long_words(void **state)
{
    (void)state;
    struct house h;
    house_open(&h, 83);
    struct srv_name game = two_at_a_table(&h, "pharaoh"), table = house_make(&h, 1, "pharaoh", 2, PLAIN_TABLE);
    house_connect(&h, STRANGER);
    const struct {
        const char *what, *member, *table;
        int most;
    } rows[] = {{"sit", "name", table.s, (int)h.settings.limits.name_letters},
                {"say", "words", game.s, (int)h.settings.limits.words_letters}};
    for (int i = 0; i < 2; i++)
        json_decref(house_value(come(&h, STRANGER, "watch", i ? game.s : table.s, -1), __LINE__));
    json_decref(house_value(come(&h, 1, "watch", table.s, -1), __LINE__));
    for (int i = 0; i < 2; i++) {
        uint32_t kept = house_log(&h, rows[i].table)->count;
        size_t told = h.inbox[1].len;
        refused(with_letters(&h, STRANGER, rows[i].what, rows[i].table, rows[i].member, rows[i].most + 1), "has at most");
        assert_int_equal(house_log(&h, rows[i].table)->count, kept);
        assert_int_equal(h.inbox[1].len, told);
        json_decref(house_value(with_letters(&h, STRANGER, rows[i].what, rows[i].table, rows[i].member, rows[i].most), __LINE__));
        assert_int_equal(house_log(&h, rows[i].table)->count, kept + 1);
        assert_true(h.inbox[1].len > told);
    }
    others_play_on(&h, game.s);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_watch),
        cmocka_unit_test(many_wait_for_a_table),
        cmocka_unit_test(long_names_and_long_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
