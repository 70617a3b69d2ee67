/* people.h - what people at the tables of a house do and see, for tests of the core. Somebody's connection
 * is the number of the seat and one. */
#ifndef BYLAW_TESTS_PEOPLE_H
#define BYLAW_TESTS_PEOPLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "house.h"

static inline const char *word(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static inline int number(const json_t *object, const char *name)
{
    return (int)json_integer_value(json_object_get(object, name));
}

static inline void refused(json_t *answer, const char *why)
{
    const char *error = word(answer, "error");
    if (!error || !strstr(error, why)) {
        char *text = json_dumps(answer, JSON_ENCODE_ANY);
        fail_msg("%s, and not: %s", text ? text : "no answer", why);
    }
    json_decref(answer);
}

/* Whoever is to move does what greedy would, through a connection of theirs (seat + 1). False: over. */
static inline bool move_on(struct house *h, const char *table, int players)
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

static inline struct srv_name two_at_a_table(struct house *h, const char *game)
{
    for (uint64_t who = 1; who <= 2; who++)
        house_connect(h, who);
    struct srv_name table = house_make(h, 1, game, 2, PLAIN_TABLE);
    for (int seat = 0; seat < 2; seat++)
        house_sit(h, (uint64_t)seat + 1, table.s, seat);
    return table;
}

/* The server is gone, and another has its log. */
static inline void restart(struct house *h, int people)
{
    srv_core_free(h->core);
    house_start(h);
    for (uint64_t who = 1; who <= (uint64_t)people; who++) {
        bl_text_clear(&h->inbox[who]);
        house_connect(h, who);
    }
}

/* A table of seats, and what stands there now to somebody. */
static inline json_t *stands(struct house *h, uint64_t who)
{
    json_t *news = house_news(h, who, "table");
    assert_non_null(news);
    return news;
}

/* ---- people -------------------------------------------------------------------------- */

static inline bool seat_is(struct house *h, uint64_t who, int seat, const char *what)
{
    json_t *news = stands(h, who);
    bool is = json_is_true(json_object_get(json_array_get(json_object_get(news, "seats"), (size_t)seat), what));
    json_decref(news);
    return is;
}

static inline int count_of(struct house *h, uint64_t who)
{
    json_t *news = house_news(h, who, "moves");
    int count = news ? number(news, "count") : -1;
    json_decref(news);
    return count;
}

static inline json_t *move(struct house *h, uint64_t who, const char *table, int seat, const char *text)
{
    return house_do(h, who, "move", "\"table\":\"%s\",\"seat\":%d,\"count\":%d,\"move\":\"%s\",\"once\":\"o%d\"",
                    table, seat, count_of(h, who), text, h->id);
}

#endif
