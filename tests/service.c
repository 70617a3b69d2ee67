/* service.c - games through JSON: whole games, requests that are nonsense, tables that are not
 * there, who may see what, services side by side, and the document of it all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "bylaw/rng.h"
#include "bylaw/service.h"
#include "registry.h"
#include "service/service.h"
#include "setup.h"
#include "twins.h"

#ifdef BRIEF
enum { DAMAGED = 1000, PAIRS = 6 };
#else
enum { DAMAGED = 20000, PAIRS = 48 };
#endif

/* The answer as it came; it must be an object with the one member "answer" or "error". */
static json_t *answer_to(struct bl_service *s, const char *request, size_t size)
{
    const struct bl_text *said = bl_service_ask(s, request, size);
    json_error_t error;
    assert_int_equal(said->len, strlen(said->s));
    json_t *answer = json_loadb(said->s, said->len, 0, &error);
    if (!answer || json_object_size(answer) != 1 ||
        (!json_object_get(answer, "answer") && !json_is_string(json_object_get(answer, "error"))))
        fail_msg("%.*s\nis answered by %s", (int)size, request, said->s);
    return answer;
}

/* One request, which `format` writes as in printf; the value of its answer. */
static json_t *ask(struct bl_service *s, const char *format, ...)
{
    char request[4000];
    va_list args;
    va_start(args, format);
    vsnprintf(request, sizeof request, format, args);
    va_end(args);
    json_t *answer = answer_to(s, request, strlen(request));
    json_t *value = json_object_get(answer, "answer");
    if (!value)
        fail_msg("%s: %s", request, json_string_value(json_object_get(answer, "error")));
    json_incref(value);
    json_decref(answer);
    return value;
}

static void refused(struct bl_service *s, const char *request, const char *why)
{
    json_t *answer = answer_to(s, request, strlen(request));
    const char *said = json_string_value(json_object_get(answer, "error"));
    if (!said || !strstr(said, why))
        fail_msg("%s: %s, and not: %s", request, said ? said : "no error", why);
    json_decref(answer);
}

static int number(const json_t *object, const char *name)
{
    return (int)json_integer_value(json_object_get(object, name));
}

static const char *word(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static int deal(struct bl_service *s, const char *game, int players, int seed)
{
    json_t *t = ask(s, "{\"ask\":\"deal\",\"game\":\"%s\",\"players\":%d,\"seed\":\"%d\"}", game,
                    players, seed);
    int table = number(t, "table");
    assert_int_equal(number(t, "count"), 0);
    json_decref(t);
    return table;
}

/* A text as a JSON string, to be put into a request. */
static char *quoted(const char *text)
{
    json_t *s = json_string(text);
    char *out = json_dumps(s, JSON_ENCODE_ANY);
    json_decref(s);
    return out;
}

/* Whoever is to move does what the bot advises. False: the game is over. */
static bool move_once(struct bl_service *s, int table, const char *bot)
{
    json_t *view = ask(s, "{\"ask\":\"view\",\"table\":%d,\"seat\":-1}", table);
    json_t *to_move = json_object_get(view, "to_move");
    bool over = json_is_null(to_move);
    int seat = (int)json_integer_value(to_move);
    assert_true(over == !json_is_null(json_object_get(view, "result")));
    json_decref(view);
    if (over)
        return false;
    view = ask(s, "{\"ask\":\"view\",\"table\":%d,\"seat\":%d}", table, seat);
    json_t *hint = ask(s, "{\"ask\":\"hint\",\"table\":%d,\"bot\":\"%s\"}", table, bot);
    assert_true(json_array_size(json_object_get(view, "legal")) > 0);
    char *move = quoted(word(hint, "text"));
    json_t *verdict = ask(s, "{\"ask\":\"explain\",\"table\":%d,\"seat\":%d,\"moves\":[%s,\"?\"]}",
                          table, seat, move);
    assert_string_equal(word(json_array_get(verdict, 0), "clause"), "");
    assert_true(json_is_false(json_object_get(json_array_get(verdict, 1), "readable")));
    json_t *reply = ask(s, "{\"ask\":\"submit\",\"table\":%d,\"seat\":%d,\"move\":%s}", table, seat,
                        move);
    assert_string_equal(word(reply, "answer"), "accepted");
    json_decref(reply);
    json_decref(verdict);
    json_decref(hint);
    json_decref(view);
    free(move);
    return true;
}

static char *text_of(json_t *text)
{
    char *copy = strcpy(malloc(json_string_length(text) + 1), json_string_value(text));
    json_decref(text);
    return copy;
}

static char *transcript(struct bl_service *s, int table)
{
    return text_of(ask(s, "{\"ask\":\"transcript\",\"table\":%d}", table));
}

/* All moves, as they are asked for by `what`, in JSON. */
static char *all_moves(struct bl_service *s, int table, const char *what)
{
    json_t *moves = ask(s, "{\"ask\":\"%s\",\"table\":%d}", what, table);
    char *list = json_dumps(moves, 0);
    json_decref(moves);
    return list;
}

/* A request with one long text. */
static json_t *ask_about(struct bl_service *s, const char *what, const char *text)
{
    json_t *request = json_pack("{ssss}", "ask", what, "transcript", text);
    char *dump = json_dumps(request, 0);
    json_t *answer = answer_to(s, dump, strlen(dump));
    json_t *value = json_incref(json_object_get(answer, "answer"));
    json_decref(answer);
    json_decref(request);
    free(dump);
    return value;
}

/* ---- the tests ------------------------------------------------------------ */

static int seat_to_move(struct bl_service *s, int table)
{
    json_t *view = ask(s, "{\"ask\":\"view\",\"table\":%d,\"seat\":-1}", table);
    int seat = number(view, "to_move");
    json_decref(view);
    return seat;
}

/* Where there is a choice, a bot that weighs moves says what its hint promises, and the next best, which is
 * another move, told in other words; and what speaks for the first. */
static void hints_say_why(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    for CARD_GAME (i) {
        int table = deal(s, ids[i], 2, 8);
        unsigned reasons = 0;
        for (int k = 0; k < 12; k++) {
            json_t *hint = ask(s, "{\"ask\":\"hint\",\"table\":%d,\"bot\":\"ismcts:60\"}", table);
            json_t *next = json_object_get(hint, "next");
            json_t *why = json_object_get(hint, "reasons");
            char *told = json_dumps(why, 0), mover[16];
            snprintf(mover, sizeof mover, "{\"p\": %d}", seat_to_move(s, table));
            assert_null(strstr(told, mover));   /* who is advised is spoken to */
            free(told);
            reasons += json_array_size(why) > 0;
            if (next) {
                double value = json_real_value(json_object_get(hint, "value"));
                assert_true(value > 0 && value <= 1);
                assert_true(json_real_value(json_object_get(next, "value")) <= value);
                assert_string_not_equal(word(json_object_get(hint, "offer"), "text"), word(json_object_get(next, "offer"), "text"));
            }
            json_decref(hint);
            move_once(s, table, "ismcts:60");
        }
        assert_true(reasons > 0);
    }
    bl_service_free(s);
}

static void whole_games_are_played_through_json(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    for EVERY_GAME (i) {
        bool written = i >= card_games;
        int table = deal(s, ids[i], 3, 8), moves = 0;
        while (moves < (written ? 60 : 3000) && move_once(s, table, "greedy"))
            moves++;
        json_t *events = ask(s, "{\"ask\":\"events\",\"table\":%d,\"seat\":-1,\"from\":%d}", table,
                             moves - 2);
        assert_int_equal(json_array_size(events), 2);
        assert_int_equal(number(json_array_get(events, 1), "number"), moves - 1);
        assert_true(json_array_size(json_object_get(json_array_get(events, 1), "why")) > 0);
        char *text = !written ? transcript(s, table)
                              : text_of(ask(s, "{\"ask\":\"simulate\",\"game\":\"%s\",\"players\":3,"
                                               "\"bot\":\"greedy\",\"seed\":\"8\",\"games\":1,"
                                               "\"cap\":%d}", ids[i], moves));
        json_t *verdict = ask_about(s, "verify", text), *again = ask_about(s, "resume", text);
        assert_true(json_is_true(json_object_get(verdict, "ok")));
        assert_int_equal(number(again, "count"), moves);
        json_t *same = ask(s, "{\"ask\":\"comes-from\",\"table\":%d,\"game\":\"%s\",\"players\":3,"
                              "\"seed\":\"8\"}", number(again, "table"), ids[i]);
        assert_true(json_is_true(same));
        json_decref(same);
        json_decref(again);
        json_decref(verdict);
        json_decref(events);
        free(text);
    }
    bl_service_free(s);
}

/* The table dealt again, with its moves: it comes to the same. */
static int deal_again(struct bl_service *s, const char *game, int table, const char *what)
{
    char *list = all_moves(s, table, what), *request = malloc(strlen(list) + 200);
    sprintf(request, "{\"ask\":\"deal\",\"game\":\"%s\",\"players\":2,\"seed\":\"3\",\"moves\":%s}",
            game, list);
    json_t *answer = answer_to(s, request, strlen(request));
    int again = number(json_object_get(answer, "answer"), "table");
    if (again == 0)
        fail_msg("%s", json_string_value(json_object_get(answer, "error")));
    char *moves = all_moves(s, again, what);
    assert_string_equal(list, moves);
    json_decref(answer);
    free(moves);
    free(request);
    free(list);
    return again;
}

static void moves_can_be_made_while_dealing(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    for EVERY_GAME (i) {
        int table = deal(s, ids[i], 2, 3);
        for (int k = 0; k < 12; k++)
            move_once(s, table, "greedy");
        int again = deal_again(s, ids[i], table, "keep");
        while (i < card_games && move_once(s, again, "greedy"))
            continue;
        if (i < card_games)
            deal_again(s, ids[i], again, "moves");
    }
    refused(s, "{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":3,\"seed\":\"1\",\"moves\":"
               "[[1,\"draw\"]]}", "move 1 (seat 1: draw) is not legal: D8");
    refused(s, "{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":3,\"seed\":\"1\",\"moves\":"
               "[[3,\"draw\"]]}", "moves[0][0]: must be from 0 to 2");
    bl_service_free(s);
}

/* What is kept of a new table, always with the same seed, after one move of seat 0; how much. */
static size_t kept_bytes(struct bl_service *s, const char *move, uint8_t *bytes, size_t room)
{
    int table = deal(s, "predicate-wars", 2, 6);
    json_t *reply = ask(s, "{\"ask\":\"submit\",\"table\":%d,\"seat\":0,\"move\":\"%s\"}", table,
                        move);
    assert_string_equal(word(reply, "answer"), "accepted");
    json_t *kept = ask(s, "{\"ask\":\"keep\",\"table\":%d}", table);
    const char *hex = json_string_value(json_array_get(kept, 0));
    size_t size = strlen(hex) / 2;
    assert_true(size <= room);
    for (size_t i = 0; i < size; i++) {
        unsigned byte;
        assert_int_equal(sscanf(hex + 2 * i, "%2x", &byte), 1);
        bytes[i] = (uint8_t)byte;
    }
    json_decref(kept);
    json_decref(reply);
    return size;
}

/* After eight bytes of hash: what the text is hidden by is never the same twice, neither within a
 * move nor in two moves at the same place. */
static void nothing_is_hidden_twice_in_the_same_way(void **state)
{
    (void)state;
    enum { HASH = 8, BLOCKS = 16 };
    static const char *const moves[] = {
        "edit #0 rock 7 (∀(x)(P(x)∧(P(x)∧(P(x)∧(P(x)∧(P(x)∧P(x)))))))",
        "edit #0 rock 7 (∀(x)(P(x)∧(P(x)∧(P(x)∧(P(x)∧(P(x)∧Q(x)))))))",
    };
    struct bl_service *s = bl_service_new();
    uint64_t masks[2 * BLOCKS];
    size_t count = 0;
    for (int k = 0; k < 2; k++) {
        uint8_t kept[HASH + 8 * BLOCKS] = {0};
        char text[200] = "";
        size_t size = kept_bytes(s, moves[k], kept, sizeof kept);
        snprintf(text, sizeof text, "0 %s", moves[k]);
        for (size_t at = 0; at + 8 <= strlen(text) && HASH + at + 8 <= size; at += 8) {
            uint64_t mask = 0;
            for (size_t i = 0; i < 8; i++)
                mask = mask << 8 | (kept[HASH + at + i] ^ (uint8_t)text[at + i]);
            masks[count++] = mask;
        }
    }
    assert_true(count >= 16);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            assert_true(masks[i] != masks[k]);
    bl_service_free(s);
}

/* A statement of a few letters is kept as long as one of many. */
static void the_length_of_a_statement_does_not_show(void **state)
{
    (void)state;
    uint8_t kept[200];
    struct bl_service *s = bl_service_new();
    size_t little = kept_bytes(s, "edit #0 rock 7 P", kept, sizeof kept);
    assert_int_equal(kept_bytes(s, "edit #0 rock 7 (∀(x)(P(x)∧Q(x)))", kept, sizeof kept), little);
    assert_int_equal(kept_bytes(s, "done", kept, sizeof kept), little);
    bl_service_free(s);
}

static void nonsense_is_answered_with_what_is_wrong(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "not JSON"}, {"{", "not JSON"}, {"{} {}", "not JSON"}, {"{\"ask\":\"\xff\"}", "not JSON"},
        {"[]", "must be an object"}, {"null", "must be an object"}, {"7", "must be an object"},
        {"{}", "ask: missing"}, {"{\"ask\":7}", "ask: must be a string"},
        {"{\"ask\":\"\"}", "there is no request ''"},
        {"{\"ask\":\"view%s%d\"}", "there is no request 'view%s%d'"},
        {"{\"ask\":\"about\",\"ask\":\"about\"}", "duplicate"},
        {"{\"ask\":\"about\",\"table\":1}", "'table' is not a member of this"},
        {"{\"ask\":\"rules\"}", "game: missing"},
        {"{\"ask\":\"rules\",\"game\":{}}", "game: must be a string"},
        {"{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":99,\"seed\":\"1\"}",
         "players: must be from 2 to 8"},
        {"{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":3,\"seed\":\"x\"}", "seed: must be"},
        {"{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":3,\"seed\":1}", "seed: must be a string"},
        {"{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":3,\"seed\":\"1\",\"options\":[]}",
         "options: must be an object"},
        {"{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":3,\"seed\":\"1\",\"bots\":[\"x\"]}",
         "bots[0]: there is no bot 'x'"},
        {"{\"ask\":\"resume\",\"transcript\":\"\"}", ""},
        {"{\"ask\":\"resume\",\"transcript\":[]}", "transcript: must be a string"},
        {"{\"ask\":\"simulate\",\"game\":\"pharaoh\",\"players\":0,\"bot\":\"greedy\",\"seed\":\"1\","
         "\"games\":1,\"cap\":1}", "players: must be from 2 to 8"},
    };
    struct bl_service *s = bl_service_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(s, cases[i][0], cases[i][1]);
    bl_service_free(s);
}

/* Good requests, damaged at random places: every one is answered, and the service goes on. */
static void damaged_requests_are_answered(void **state)
{
    (void)state;
    static const char *const good[] = {
        "{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":3,\"options\":{},\"rulings\":{\"tuple-match\""
        ":\"any\"},\"seed\":\"1\",\"bots\":[null,\"greedy\",null],\"moves\":[[0,\"draw\"]]}",
        "{\"ask\":\"view\",\"table\":1,\"seat\":0,\"number\":0}",
        "{\"ask\":\"events\",\"table\":1,\"seat\":-1,\"from\":0}",
        "{\"ask\":\"submit\",\"table\":2,\"seat\":0,\"move\":\"edit #0 rock 5 (∀(x)P(x))\"}",
        "{\"ask\":\"explain\",\"table\":1,\"seat\":0,\"moves\":[\"draw\",\"play 7H\"]}",
        "{\"ask\":\"say\",\"table\":1,\"seat\":0,\"words\":\"été\"}",
        "{\"ask\":\"undo\",\"table\":2,\"seat\":1}",
        "{\"ask\":\"seat\",\"table\":1,\"seat\":2,\"bot\":\"random\"}",
        "{\"ask\":\"parse\",\"table\":2,\"seat\":0,\"text\":\"(∃(x)(x>1))\"}",
        "{\"ask\":\"write\",\"table\":2,\"seat\":0,\"card\":0,\"tag\":\"rock\",\"cost\":1,\"statement\":"
        "\"tT\"}",
        "{\"ask\":\"draft\",\"table\":2,\"seat\":0,\"draft\":{\"kind\":\"buy-proof\",\"axioms\":[\"P\"],"
        "\"lemmas\":[\"(P∨Q) by addition 1\"],\"name\":\"z\"}}",
        "{\"ask\":\"conclusions\",\"table\":2,\"seat\":0,\"draft\":{\"kind\":\"buy-proof\",\"axioms\":"
        "[\"P\"],\"lemmas\":[]},\"premises\":[1],\"rule\":\"addition\",\"term\":\"Q\"}",
        "{\"ask\":\"find\",\"table\":2,\"seat\":0,\"draft\":{\"kind\":\"buy-proof\",\"axioms\":[\"P\"],"
        "\"lemmas\":[]},\"goal\":\"(P∨P)\",\"ms\":1}",
    };
    static const char junk[] = "\"\\{}[]:,0-19é\xff\xe2\x88?.\n ";
    struct bl_stream rng = bl_stream(1, 0, BL_FOR_TEST, 0);
    struct bl_service *s = bl_service_new();
    assert_int_equal(deal(s, "pharaoh", 3, 1), 1);
    assert_int_equal(deal(s, "predicate-wars", 2, 1), 2);
    for (int k = 0; k < DAMAGED; k++) {
        char text[600];
        const char *from = good[bl_below(&rng, sizeof good / sizeof *good)];
        size_t size = strlen(from);
        memcpy(text, from, size);
        for (uint32_t hits = 1 + bl_below(&rng, 3); hits > 0; hits--)
            text[bl_below(&rng, (uint32_t)size)] = junk[bl_below(&rng, sizeof junk - 1)];
        if (bl_below(&rng, 8) == 0)
            size = bl_below(&rng, (uint32_t)size);
        json_decref(answer_to(s, text, size));
    }
    json_decref(ask(s, "{\"ask\":\"view\",\"table\":1,\"seat\":-1}"));
    bl_service_free(s);
}

/* Messages are of limited length; cut, they are still texts. */
static void long_names_are_told_as_far_as_they_go(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    for (size_t n = 60; n < 140; n++) {
        char request[600] = "{\"ask\":\"rules\",\"game\":\"";
        strcat(request, &"xxx"[n % 3]);
        for (size_t i = 0; i < n; i++)
            strcat(request, "∀");
        strcat(request, "\"}");
        refused(s, request, "x∀∀");
    }
    bl_service_free(s);
}

static void tables_and_seats_that_are_not_there(void **state)
{
    (void)state;
    static const char *const requests[] = {
        "view", "events", "submit\",\"move\":\"draw", "say\",\"words\":\"hello", "undo",
        "seat\",\"bot\":\"greedy", "parse\",\"text\":\"P", "templates",
    };
    struct bl_service *s = bl_service_new();
    char request[200];
    int table = deal(s, "pharaoh", 2, 1);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        const int wrong[] = {table + 1, INT32_MAX};
        for (int k = 0; k < 2; k++) {
            snprintf(request, sizeof request, "{\"table\":%d,\"seat\":0,\"ask\":\"%s\"}", wrong[k],
                     requests[i]);
            refused(s, request, "there is no table");
        }
        snprintf(request, sizeof request, "{\"table\":%d,\"seat\":2,\"ask\":\"%s\"}", table, requests[i]);
        refused(s, request, "seat: must be from");
        snprintf(request, sizeof request, "{\"table\":%d,\"seat\":-3,\"ask\":\"%s\"}", table, requests[i]);
        refused(s, request, "seat: must be from");
        snprintf(request, sizeof request, "{\"table\":\"1\",\"seat\":0,\"ask\":\"%s\"}", requests[i]);
        refused(s, request, "table: must be a whole number");
    }
    refused(s, "{\"ask\":\"close\",\"table\":0}", "table: must be from 1");
    refused(s, "{\"ask\":\"close\",\"table\":-1}", "table: must be from 1");
    refused(s, "{\"ask\":\"close\",\"table\":99999999999999999999}", "not JSON: too big integer");
    json_decref(ask(s, "{\"ask\":\"close\",\"table\":%d}", table));
    snprintf(request, sizeof request, "{\"ask\":\"close\",\"table\":%d}", table);
    refused(s, request, "there is no table");
    assert_int_equal(deal(s, "pharaoh", 2, 1), table + 1);
    bl_service_free(s);
}

static void many_tables_come_and_go(void **state)
{
    (void)state;
    enum { TABLES = 200 };
    struct bl_service *s = bl_service_new();
    for (int i = 1; i <= TABLES; i++)
        assert_int_equal(deal(s, ids[(size_t)i % all_games], 2 + i % 2, i), i);
    for (int i = 1; i <= TABLES; i += 3)
        json_decref(ask(s, "{\"ask\":\"close\",\"table\":%d}", i));
    for (int i = 1; i <= TABLES; i++) {
        char request[80];
        snprintf(request, sizeof request, "{\"ask\":\"transcript\",\"table\":%d}", i);
        refused(s, request, i % 3 == 1 ? "there is no table" : "before the game is over");
    }
    bl_service_free(s);
}

static void a_bots_cards_are_its_own_until_the_end(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    for CARD_GAME (i) {
        json_t *t = ask(s, "{\"ask\":\"deal\",\"game\":\"%s\",\"players\":3,\"seed\":\"2\",\"bots\":"
                           "[null,\"greedy\",\"greedy\"]}", ids[i]);
        int table = number(t, "table");
        json_decref(t);
        static const char *const requests[] = {
            "view\",\"seat\":1", "view\",\"seat\":-2", "events\",\"seat\":2",
            "submit\",\"seat\":1,\"move\":\"draw\"", "say\",\"seat\":2,\"words\":\"last card\"",
            "undo\",\"seat\":1", "seat\",\"seat\":1,\"bot\":null",
            "seat\",\"seat\":1,\"bot\":\"random\"", "explain\",\"seat\":1,\"moves\":[\"1\"]", "parse\",\"seat\":1,\"text\":\"P\"",
        };
        char request[120];
        for (size_t k = 0; k < sizeof requests / sizeof *requests; k++) {
            snprintf(request, sizeof request, "{\"table\":%d,\"ask\":\"%s}", table, requests[k]);
            refused(s, request, "nobody but that seat may ask this");
        }
        static const char *const whole[] = {
            "transcript\"", "moves\"", "moves\",\"from\":0", "review\",\"number\":0",
            "review\",\"number\":0,\"thinks\":false",
            "comes-from\",\"game\":\"pharaoh\",\"players\":3,\"seed\":\"2\"",
        };
        for (size_t k = 0; k < sizeof whole / sizeof *whole; k++) {
            snprintf(request, sizeof request, "{\"table\":%d,\"ask\":\"%s}", table, whole[k]);
            refused(s, request, "nobody may ask this before the game is over");
        }
        snprintf(request, sizeof request, "{\"ask\":\"seat\",\"table\":%d,\"seat\":0,\"bot\":\"cheat\"}",
                 table);
        refused(s, request, "cheat sees every card");
        snprintf(request, sizeof request, "{\"ask\":\"parse\",\"table\":%d,\"seat\":0,\"text\":\"P\"}",
                 table);
        refused(s, request, "nothing can be written here");
        json_decref(ask(s, "{\"ask\":\"seat\",\"table\":%d,\"seat\":0,\"bot\":\"greedy\"}", table));
        json_t *hint = ask(s, "{\"ask\":\"hint\",\"table\":%d,\"bot\":\"greedy\"}", table);
        assert_true(json_is_null(hint));
        json_decref(hint);
        bool moved = true;
        while (moved) {
            json_t *went = ask(s, "{\"ask\":\"bot-move\",\"table\":%d}", table);
            moved = json_is_true(went);
            json_decref(went);
        }
        json_decref(ask(s, "{\"ask\":\"view\",\"table\":%d,\"seat\":1}", table));
        json_decref(ask(s, "{\"ask\":\"events\",\"table\":%d,\"seat\":-2}", table));
        free(transcript(s, table));
        free(all_moves(s, table, "moves"));
    }
    bl_service_free(s);
}

/* Every move of a game that is over, and its end; a mistake comes with a move that is better. */
static void a_game_that_is_over_is_reviewed(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    int better = 0, foretold = 0;
    for CARD_GAME (i) {
        int table = deal(s, ids[i], 2, 4), moves = 0;
        while (move_once(s, table, "random"))
            moves++;
        for (int n = 0; n <= moves; n++) {
            json_t *said = ask(s, "{\"ask\":\"review\",\"table\":%d,\"number\":%d,\"budget\":100}", table, n);
            json_t *scores = json_object_get(said, "scores"), *move = json_object_get(said, "better");
            assert_int_equal(json_array_size(scores), 2);
            double sum = json_real_value(json_array_get(scores, 0)) + json_real_value(json_array_get(scores, 1));
            assert_true(sum > 0.99 && sum < 1.01);   /* between two, one's chance is not the other's */
            assert_true(json_is_null(json_object_get(said, "seat")) == (n == moves));
            assert_true(json_is_object(move) == (json_real_value(json_object_get(said, "cost")) > 0));
            if (json_is_object(move)) {
                assert_true(json_is_object(json_object_get(move, "offer")));
                assert_true(json_array_size(json_object_get(said, "why")) > 0);
                assert_true(json_is_array(json_object_get(said, "then")));
                foretold += json_array_size(json_object_get(said, "then")) > 0;
                better++;
            }
            json_decref(said);
        }
        char request[100];
        snprintf(request, sizeof request, "{\"ask\":\"review\",\"table\":%d,\"number\":%d}", table, moves + 1);
        refused(s, request, "number: must be from 0");
    }
    assert_true(better > 0 && foretold > better / 2);   /* what comes of most does not hang on chance */
    bl_service_free(s);
}

/* At a casual table what a card showed is no reason not to take it back. */
static void casual_tables_are_marked(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    for (int casual = 0; casual < 2; casual++) {
        json_t *t = ask(s, "{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":2,\"seed\":\"16\",\"bots\":"
                           "[null,\"greedy\"],\"casual\":%s}", casual ? "true" : "false");
        int table = number(t, "table");
        assert_true(json_is_true(json_object_get(t, "casual")) == casual);
        json_decref(ask(s, "{\"ask\":\"submit\",\"table\":%d,\"seat\":0,\"move\":\"draw\"}", table));
        json_decref(ask(s, "{\"ask\":\"bot-move\",\"table\":%d}", table));
        json_t *seen = ask(s, "{\"ask\":\"view\",\"table\":%d,\"seat\":0}", table);
        assert_string_equal(word(seen, "undo"), casual ? "" : "others have moved since");
        json_decref(seen);
        char request[60];
        snprintf(request, sizeof request, "{\"ask\":\"undo\",\"table\":%d,\"seat\":0}", table);
        if (casual)
            json_decref(ask(s, "%s", request));
        else
            refused(s, request, "others have moved since");
        json_decref(t);
    }
    bl_service_free(s);
}

/* A game that is given up is over: the other of two has won, all is open, and nobody moves any more. */
static void a_game_is_given_up(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    json_t *t = ask(s, "{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":2,\"seed\":\"16\",\"bots\":[null,\"greedy\"]}");
    refused(s, "{\"ask\":\"transcript\",\"table\":1}", "before the game is over");
    refused(s, "{\"ask\":\"give-up\",\"table\":1,\"seat\":1}", "nobody but that seat");
    json_decref(ask(s, "{\"ask\":\"submit\",\"table\":1,\"seat\":0,\"move\":\"draw\"}"));
    json_decref(ask(s, "{\"ask\":\"give-up\",\"table\":1,\"seat\":0}"));
    json_t *seen = ask(s, "{\"ask\":\"view\",\"table\":1,\"seat\":-2}"), *result = json_object_get(seen, "result");
    assert_true(json_is_null(json_object_get(seen, "to_move")));
    assert_int_equal(number(result, "winner"), 1);
    assert_int_equal(number(result, "given_up"), 0);
    assert_int_equal(json_array_size(json_object_get(result, "standing")), 2);
    assert_int_equal(json_array_size(json_object_get(seen, "legal")), 0);
    refused(s, "{\"ask\":\"submit\",\"table\":1,\"seat\":0,\"move\":\"draw\"}", "given up");
    refused(s, "{\"ask\":\"undo\",\"table\":1,\"seat\":0}", "given up");
    json_t *moved = ask(s, "{\"ask\":\"bot-move\",\"table\":1}");
    assert_true(json_is_false(moved));
    json_decref(ask(s, "{\"ask\":\"transcript\",\"table\":1}"));
    json_decref(moved);
    json_decref(seen);
    json_decref(t);
    bl_service_free(s);
}

/* A casual game that was kept is, dealt again, the same with the courses that were left. */
static void a_course_that_was_left_is_kept(void **state)
{
    (void)state;
    static const char *const made[] = {"[0,\"draw\"],[1,\"draw\"],[0],[0,\"draw\"]", "[0,\"draw\"]"};
    struct bl_service *s = bl_service_new();
    json_t *told[2];
    for (int i = 0; i < 2; i++) {
        json_t *t = ask(s, "{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":2,\"seed\":\"16\","
                           "\"casual\":true,\"moves\":[%s]}", made[i]);
        assert_int_equal(number(t, "count"), 1);
        told[i] = ask(s, "{\"ask\":\"keep\",\"table\":%d}", number(t, "table"));
        json_decref(t);
    }
    assert_true(json_equal(told[0], told[1]));   /* sealed by their place in the game */
    const char *kept = json_string_value(json_array_get(told[0], 0));
    json_t *t = ask(s, "{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":2,\"seed\":\"16\","
                       "\"casual\":true,\"moves\":[\"%s\",[0],\"%s\",[0]]}", kept, kept);
    assert_int_equal(number(t, "count"), 0);
    json_decref(t);
    refused(s, "{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":2,\"seed\":\"16\","
               "\"casual\":true,\"moves\":[[0]]}", "no move to take back");
    refused(s, "{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":2,\"seed\":\"16\","
               "\"moves\":[[0,\"draw\"],[0]]}", "showed");
    for (int i = 0; i < 2; i++)
        json_decref(told[i]);
    bl_service_free(s);
}

/* ---- two deals that a seat cannot tell apart -------------------------------- */

/* What seat 0 may ask at any time, for every request of the interface that is about a table; what
 * changes something is put back by the next. */
static const char *const questions[] = {
    "view\",\"seat\":0", "view\",\"seat\":0,\"number\":0", "view\",\"seat\":0,\"number\":3",
    "view\",\"seat\":-1", "view\",\"seat\":-1,\"number\":2", "view\",\"seat\":1",
    "view\",\"seat\":-2", "view\",\"seat\":-2,\"number\":0",
    "events\",\"seat\":0", "events\",\"seat\":-1", "events\",\"seat\":1", "events\",\"seat\":-2",
    "explain\",\"seat\":0,\"moves\":[\"draw\",\"play 7H\",\"3 2C\",\"L s0\",\"done\"]",
    "explain\",\"seat\":1,\"moves\":[\"draw\"]", "submit\",\"seat\":1,\"move\":\"draw\"",
    "submit\",\"seat\":1,\"move\":\"pass\"", "submit\",\"seat\":0,\"move\":\"play XX\"",
    "say\",\"seat\":1,\"words\":\"last card\"", "say\",\"seat\":0,\"words\":\"good evening\"",
    "hint\",\"bot\":\"greedy\"", "hint\",\"bot\":\"ismcts:20\"", "hint\",\"bot\":\"cheat\"",
    "hint\",\"bot\":\"greedy\",\"number\":0", "hint\",\"bot\":\"greedy\",\"number\":1",
    "undo\",\"seat\":1", "give-up\",\"seat\":1", "seat\",\"seat\":1,\"bot\":null",
    "seat\",\"seat\":1,\"bot\":\"random\"", "seat\",\"seat\":0,\"bot\":\"cheat\"", "seat\",\"seat\":0,\"bot\":\"random\"",
    "seat\",\"seat\":0,\"bot\":null",
    "transcript\"", "moves\"", "moves\",\"from\":1",
    "comes-from\",\"game\":\"pharaoh\",\"players\":3,\"seed\":\"1\"",
    "parse\",\"seat\":0,\"text\":\"P\"", "parse\",\"seat\":1,\"text\":\"P\"",
    "write\",\"seat\":0,\"card\":0,\"tag\":\"rock\",\"cost\":1,\"statement\":\"P\"",
    "write\",\"seat\":0,\"card\":3,\"tag\":\"rock\",\"cost\":1,\"statement\":\"P\"",
    "templates\",\"seat\":0", "templates\",\"seat\":1", "lesson\",\"seat\":0", "lesson\",\"seat\":1",
    "draft\",\"seat\":0,\"draft\":{\"kind\":\"prove\",\"players\":[],\"cards\":[],\"lemmas\":[]}",
    "draft\",\"seat\":0,\"draft\":{\"kind\":\"refute\",\"lemmas\":[]}",
    "draft\",\"seat\":1,\"draft\":{\"kind\":\"refute\",\"lemmas\":[]}",
    ("conclusions\",\"seat\":0,\"draft\":{\"kind\":\"buy-proof\",\"axioms\":[\"P\"],\"lemmas\":[]},"
     "\"premises\":[1],\"rule\":\"addition\",\"term\":\"Q\""),
    "find\",\"seat\":1,\"draft\":{\"kind\":\"refute\",\"lemmas\":[]},\"goal\":\"\",\"ms\":1",
    "script\"", "keep\"", "keep\",\"from\":2",
    "review\",\"number\":0,\"budget\":8", "review\",\"number\":1,\"thinks\":false",
};
/* These know no table; or change it for good: what they do to it is seen by the others. */
static const char *const others[] = {
    "requests", "about", "rules", "deal", "resume", "verify", "simulate", "tutorial", "names",
    "inference-rules", "close", "bot-move",
};

static bool is_asked(const char *name)
{
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (strncmp(questions[i], name, n) == 0 && questions[i][n] == '"')
            return true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], name) == 0)
            return true;
    return false;
}

static void every_request_is_asked(struct bl_service *s)
{
    json_t *requests = ask(s, "{\"ask\":\"requests\"}");
    for (size_t i = 0; i < json_array_size(requests); i++)
        if (!is_asked(word(json_array_get(requests, i), "name")))
            fail_msg("what does '%s' tell a seat?", word(json_array_get(requests, i), "name"));
    json_decref(requests);
}

/* What is kept is sealed. Who has not the seed sees how much of it there is, and no more: digits are
 * all the same to them. */
static void blot_sealed(struct bl_text *answer)
{
    for (char *c = answer->s; *c; c++)
        if (strchr("0123456789abcdef", *c))
            *c = '0';
}

/* Two services, each with a table 1 that seat 0 cannot tell from the other. Seat 0 is theirs, the
 * others are bots'. */
static void ask_twins(struct bl_service **s, const struct twins *t, const char *request)
{
    struct bl_text said[2] = {bl_text_heap(), bl_text_heap()};
    for (int k = 0; k < 2; k++) {
        const struct bl_text *answer = bl_service_ask(s[k], request, strlen(request));
        bl_put_bytes(&said[k], answer->s, answer->len);
        if (strstr(request, "\"keep\""))
            blot_sealed(&said[k]);
    }
    if (strcmp(said[0].s, said[1].s) != 0)
        fail_msg("%s: after %d moves\n%s\nis answered by\n%s\nand by\n%s", bl_match_game(t->m[0])->id,
                 (int)bl_match_count(t->m[0]), request, said[0].s, said[1].s);
    bl_text_free(&said[0]);
    bl_text_free(&said[1]);
}

static int ask_everything(struct bl_service **s, const struct twins *t)
{
    int count = 0;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++, count++) {
        char request[1600];
        snprintf(request, sizeof request, "{\"table\":1,\"ask\":\"%s}", questions[i]);
        ask_twins(s, t, request);
    }
    return count;
}

static void open_twins(struct bl_service **s, struct twins *t, const struct bl_game *game,
                       uint64_t seed)
{
    struct bl_setup setup = setup_for(game, 3);
    s[0] = bl_service_new();
    s[1] = bl_service_new();
    twins_begin(t, s[1]->room, bl_match_new(s[0]->room, game, &setup, seed, NULL), 0, seed);
    for (int k = 0; k < 2; k++) {
        for (int seat = 1; seat < 3; seat++)
            bl_match_seat(t->m[k], seat, bl_find_bot("greedy"));
        assert_int_equal(service_add_table(s[k], t->m[k], false)->id, 1);
    }
}

static void close_twins(struct bl_service **s, struct twins *t)
{
    s[0]->table_count = s[1]->table_count = 0;
    twins_free(t);
    bl_service_free(s[0]);
    bl_service_free(s[1]);
}

static void nothing_hidden_is_in_any_answer(void **state)
{
    (void)state;
    struct bl_service *s[2] = {bl_service_new(), NULL};
    every_request_is_asked(s[0]);
    bl_service_free(s[0]);
    for EVERY_GAME (i) {
        int moves = 0, asked = 0, secrets = 0, pairs = i < card_games ? PAIRS : PAIRS / 6;
        for (int n = 0; n < pairs; n++) {
            struct twins t;
            bool same = true;
            open_twins(s, &t, bl_find_game(ids[i]), (uint64_t)n + 1);
            for (int k = 0; same && k < 40 && bl_match_to_move(t.m[0]) >= 0; k++, moves++) {
                if (k % 4 == n % 4)
                    asked += ask_everything(s, &t);
                same = twins_move(&t) && twins_look_the_same(&t);
                if (same && k % 3 == 2)
                    ask_twins(s, &t, "{\"table\":1,\"ask\":\"undo\",\"seat\":0}");
            }
            if (same)
                ask_twins(s, &t, "{\"table\":1,\"ask\":\"undo\",\"seat\":0}");
            secrets += (int)t.secrets;
            close_twins(s, &t);
        }
        print_message("%s: %d pairs, %d moves, %d questions, %d secrets\n", ids[i], pairs, moves, asked,
                      secrets);
        assert_true(asked > 0);
    }
}

/* Who looks at a whole game as the referee can still be spoken to: sentences say "You", and the verb
 * that goes with it. */
static void a_whole_game_is_told_to_one_of_its_seats(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    int table = deal(s, "pharaoh", 2, 4);
    move_once(s, table, "greedy");
    move_once(s, table, "greedy");
    char request[120];
    for (int you = -1; you < 2; you++) {
        int spoken = 0, named = 0;
        snprintf(request, sizeof request, "{\"ask\":\"events\",\"table\":%d,\"seat\":-1,\"you\":%d}", table, you);
        json_t *answer = json_loads(bl_service_ask(s, request, strlen(request))->s, 0, NULL), *event;
        size_t i;
        json_array_foreach(json_object_get(answer, "answer"), i, event) {
            const char *told = json_string_value(json_object_get(json_array_get(
                json_object_get(event, "story"), 0), "text"));
            bool theirs = json_integer_value(json_object_get(event, "seat")) == you;
            assert_int_equal(strncmp(told, "You ", 4) == 0, theirs);
            spoken += theirs;
            named += !theirs;
        }
        assert_true(named > 0 && (spoken > 0) == (you >= 0));
        json_decref(answer);
    }
    snprintf(request, sizeof request, "{\"ask\":\"events\",\"table\":%d,\"seat\":-1,\"you\":2}", table);
    refused(s, request, "you: ");
    bl_service_free(s);
}

/* A server's people: each is told what their own seats know, and does what those do. */
static void who_asks_has_the_seats_that_are_named(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    int table = deal(s, "pharaoh", 3, 4);
    assert_ptr_equal(bl_match_game(bl_service_match(s, table)), bl_find_game("pharaoh"));
    assert_null(bl_service_match(s, table + 1));
    static const char *const asked[] = {"view", "submit"};
    for (uint32_t seats = 0; seats < 8; seats++)
        for (int seat = 0; seat < 3; seat++)
            for (int k = 0; k < 2; k++) {
                struct bl_asker asker = {seats, NULL};
                char request[120];
                snprintf(request, sizeof request, "{\"ask\":\"%s\",\"table\":%d,\"seat\":%d%s}", asked[k],
                         table, seat, k ? ",\"move\":\"stand\"" : "");
                const char *said = bl_service_ask_as(s, &asker, request, strlen(request))->s;
                assert_int_equal(strstr(said, "nobody but that seat") == NULL, seats >> seat & 1);
            }
    bl_service_free(s);
}

/* Two at once do what each would do alone. */
static void services_are_strangers(void **state)
{
    (void)state;
    struct bl_service *a = bl_service_new(), *b = bl_service_new(), *alone = bl_service_new();
    for EVERY_GAME (i) {
        int of_a = deal(a, ids[i], 2, 4), of_b = deal(b, ids[i], 3, 5), of_one = deal(alone, ids[i], 3, 5);
        for (int k = 0; k < 15; k++) {
            move_once(a, of_a, "random");
            move_once(b, of_b, "greedy");
        }
        for (int k = 0; k < 15; k++)
            move_once(alone, of_one, "greedy");
        char *one = all_moves(b, of_b, "keep"), *other = all_moves(alone, of_one, "keep");
        assert_string_equal(one, other);
        free(one);
        free(other);
    }
    deal(a, "pharaoh", 2, 1);
    char request[80];
    snprintf(request, sizeof request, "{\"ask\":\"keep\",\"table\":%d}", (int)all_games + 1);
    refused(b, request, "there is no table");
    bl_service_free(a);
    json_decref(ask(b, "{\"ask\":\"view\",\"table\":1,\"seat\":-1}"));
    bl_service_free(b);
    bl_service_free(alone);
}

static void what_is_written_becomes_a_move(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    int table = deal(s, "predicate-wars", 2, 2);
    json_t *card = ask(s, "{\"ask\":\"write\",\"table\":%d,\"seat\":0,\"card\":0,\"tag\":\"rock\","
                          "\"cost\":7,\"statement\":\"forall(x)P(x)\"}", table);
    assert_string_equal(word(card, "move"), "edit #0 rock 7 (∀(x)P(x))");
    json_t *reply = ask(s, "{\"ask\":\"submit\",\"table\":%d,\"seat\":0,\"move\":\"%s\"}", table,
                        word(card, "move"));
    assert_string_equal(word(reply, "answer"), "accepted");
    json_decref(reply);
    json_decref(card);
    reply = ask(s, "{\"ask\":\"submit\",\"table\":%d,\"seat\":1,\"move\":\"done\"}", table);
    assert_string_equal(word(reply, "answer"), "forbidden");
    json_t *fact = json_object_get(reply, "fact");
    assert_true(strlen(word(reply, "clause")) > 0 && strlen(word(fact, "text")) > 0);
    assert_true(strlen(word(fact, "format")) > 0 && json_is_array(json_object_get(fact, "args")));
    json_decref(reply);
    bl_service_free(s);
}

/* The parts of a move without those that the text is not made of. */
static char *parts_of(const json_t *move)
{
    static const char *const names[] = {"kind", "cards", "suit", "more"};
    json_t *parts = json_object();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (json_object_get(move, names[i]))
            json_object_set(parts, names[i], json_object_get(move, names[i]));
    char *out = json_dumps(parts, 0);
    json_decref(parts);
    return out;
}

/* Whoever has the parts of a closed move is given its text, and what is asked about by its parts is
 * answered as what is asked about by its text. */
static void moves_are_told_in_parts_and_made_of_them(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    for EVERY_GAME (i) {
        int table = deal(s, ids[i], 2, 3);
        for (int k = 0; k < 40 && move_once(s, table, "greedy"); k++) {
            json_t *view = ask(s, "{\"ask\":\"view\",\"table\":%d,\"seat\":%d}", table, k % 2), *move;
            size_t n;
            json_array_foreach(json_object_get(view, "legal"), n, move) {
                const char *text = word(move, "text");
                assert_true(json_is_true(json_object_get(move, "form")) == (strchr(text, '<') != NULL));
                if (strchr(text, '<') || n > 12)
                    continue;
                json_object_del(move, "offer");   /* of what may be made alone */
                json_object_del(move, "way");
                char *parts = parts_of(move);
                json_t *by_parts = ask(s, "{\"ask\":\"explain\",\"table\":%d,\"seat\":%d,\"moves\":[%s]}",
                                       table, k % 2, parts);
                json_t *verdict = json_array_get(by_parts, 0);
                assert_true(json_equal(json_object_get(verdict, "move"), move));
                assert_string_equal(word(verdict, "clause"), "");
                json_decref(by_parts);
                free(parts);
            }
            json_decref(view);
        }
    }
    bl_service_free(s);
}

static void told_as(struct bl_service *s, int table, int seat, const char *given, const char *move)
{
    json_t *verdicts = ask(s, "{\"ask\":\"explain\",\"table\":%d,\"seat\":%d,\"moves\":[%s]}", table,
                           seat, given);
    json_t *wanted = json_loads(move, JSON_DECODE_ANY, NULL);
    json_t *told = json_object_get(json_array_get(verdicts, 0), "move");
    if (!json_equal(told, wanted))
        fail_msg("%s is told as %s", given, json_dumps(told, JSON_ENCODE_ANY));
    json_decref(wanted);
    json_decref(verdicts);
}

/* By hand, from the notations of docs/formats.md. */
static void parts_are_what_the_notation_says(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    int pharaoh = deal(s, "pharaoh", 2, 1), six = deal(s, "six-seven", 2, 1);
    int propre = deal(s, "true-propre", 2, 1), wars = deal(s, "predicate-wars", 2, 1);
    told_as(s, pharaoh, 0, "{\"kind\":\"play\",\"cards\":[\"OL\",\"OH\"],\"suit\":\"B\"}",
            "{\"text\":\"play OL OH >B\",\"form\":false,\"kind\":\"play\",\"suit\":\"B\","
            "\"cards\":[\"OL\",\"OH\"],\"more\":[]}");
    told_as(s, pharaoh, 0, "{\"kind\":\"play\",\"cards\":[\"OL\"]}", "null");
    told_as(s, six, 0, "\"L s3 six-six\"",
            "{\"text\":\"L s3 six-six\",\"form\":false,\"kind\":\"L\",\"cards\":[],"
            "\"more\":[\"s3\",\"six-six\"]}");
    told_as(s, propre, 0, "{\"kind\":\"8\",\"cards\":[\"9C\"],\"more\":[\"h\"]}",
            "{\"text\":\"8 9C h\",\"form\":false,\"kind\":\"8\",\"cards\":[\"9C\"],\"more\":[\"h\"]}");
    told_as(s, wars, 0, "{\"kind\":\"play\",\"cards\":[3,7]}",
            "{\"text\":\"play #3 #7\",\"form\":false,\"kind\":\"play\",\"cards\":[3,7],\"more\":[]}");
    told_as(s, wars, 0, "{\"kind\":\"drop-rule\",\"more\":[2]}",
            "{\"text\":\"drop-rule 2\",\"form\":false,\"kind\":\"drop-rule\",\"cards\":[],\"more\":[2]}");
    told_as(s, wars, 0, "\"edit #0 rock 7 forall(x)P(x)\"",
            "{\"text\":\"edit #0 rock 7 (∀(x)P(x))\",\"form\":false,\"kind\":\"edit\",\"cards\":[0],"
            "\"tag\":\"rock\",\"cost\":7,\"statement\":\"(∀(x)P(x))\"}");
    told_as(s, wars, 0, "\"prove players=1 cards=#4 : tF by comparison 1; (¬tF) by falsehood => 7\"",
            "{\"text\":\"prove players=1 cards=#4 : tF by comparison 1; (¬tF) by falsehood => 7\","
            "\"form\":false,\"kind\":\"prove\",\"players\":[1],\"cards\":[4],"
            "\"lemmas\":[\"tF by comparison 1\",\"(¬tF) by falsehood\"],\"results\":[7]}");
    char request[160];
    snprintf(request, sizeof request, "{\"ask\":\"submit\",\"table\":%d,\"seat\":0,\"move\":"
             "{\"kind\":\"play\",\"statement\":\"P\"}}", wars);
    refused(s, request, "'statement' is not a member of this");
    bl_service_free(s);
}

/* What the others may not know is not in the parts either. */
static void parts_hide_what_the_text_hides(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    int table = deal(s, "predicate-wars", 2, 1);
    json_decref(ask(s, "{\"ask\":\"submit\",\"table\":%d,\"seat\":0,\"move\":"
                       "\"edit #0 rock 7 forall(x)P(x)\"}", table));
    for (int seat = 0; seat < 2; seat++) {
        json_t *events = ask(s, "{\"ask\":\"events\",\"table\":%d,\"seat\":%d}", table, seat);
        json_t *move = json_object_get(json_array_get(events, 0), "move");
        assert_string_equal(word(move, "tag"), "rock");
        assert_true((json_object_get(move, "statement") != NULL) == (seat == 0));
        json_decref(events);
    }
    for (int seat = 0; seat < 2; seat++)
        json_decref(ask(s, "{\"ask\":\"submit\",\"table\":%d,\"seat\":%d,\"move\":\"done\"}", table,
                        seat));
    json_decref(ask(s, "{\"ask\":\"submit\",\"table\":%d,\"seat\":0,\"move\":\"take\"}", table));
    for (int seat = 0; seat < 2; seat++) {
        json_t *events = ask(s, "{\"ask\":\"events\",\"table\":%d,\"seat\":%d,\"from\":3}", table, seat);
        json_t *move = json_object_get(json_array_get(events, 0), "move");
        assert_string_equal(word(move, "kind"), seat == 0 ? "take" : "secret");
        json_decref(events);
    }
    bl_service_free(s);
}

/* A game that hears nothing takes no word for talk that might have been a move. */
static void games_say_whether_they_hear(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    json_t *about = ask(s, "{\"ask\":\"about\"}"), *games = json_object_get(about, "games");
    assert_int_equal(json_array_size(games), all_games);
    size_t hearing = 0;
    for (size_t i = 0; i < all_games; i++) {
        const json_t *game = json_array_get(games, i);
        const struct bl_game *g = bl_find_game(word(game, "id"));
        bool hears = json_is_true(json_object_get(game, "hears"));
        assert_true((g->notation->hear != NULL) == hears);
        hearing += hears;
    }
    assert_true(hearing > 0 && hearing < all_games);
    json_decref(about);
    bl_service_free(s);
}

/* ---- what answers are made of --------------------------------------------- */

/* The members that an object has, in their order, are those that the document names. */
static void has_members(const json_t *object, const char *wanted)
{
    char found[400] = "";
    const char *name;
    json_t *value;
    assert_true(json_is_object(object));
    json_object_foreach((json_t *)object, name, value) {
        strcat(found, *found ? " " : "");
        strcat(found, name);
    }
    assert_string_equal(found, wanted);
}

/* Every element of the list `name` has these members; there are `least` of them. */
static void lists(const json_t *object, const char *name, size_t least, const char *members)
{
    const json_t *list = json_object_get(object, name);
    assert_true(json_is_array(list) && json_array_size(list) >= least);
    for (size_t i = 0; i < json_array_size(list); i++)
        has_members(json_array_get(list, i), members);
}

static void about_tells_all_of_a_game(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    json_t *about = ask(s, "{\"ask\":\"about\"}");
    has_members(about, "version games bots opponents");
    lists(about, "games", all_games, "id title goal guide terms players lessons hides hears first "
                                     "options rulings presets");
    lists(about, "bots", 4, "name text cheats person character");
    lists(about, "opponents", 4, "bot person character");
    for EVERY_GAME (i) {
        const json_t *game = json_array_get(json_object_get(about, "games"), i);
        const struct bl_game *g = bl_find_game(word(game, "id"));
        lists(game, "guide", 3, "move text");
        lists(game, "terms", 2, "term name text");
        has_members(json_object_get(game, "first"), "players preset minutes");
        lists(game, "presets", 1, "name rulings");
        assert_string_equal(word(game, "goal"), g->guide->text);
        assert_int_equal(json_array_size(json_object_get(game, "options")), g->option_count);
        assert_int_equal(json_array_size(json_object_get(game, "rulings")), g->ruling_count);
        lists(game, "rulings", 0, "name text clause values words");
        json_t *rules = ask(s, "{\"ask\":\"rules\",\"game\":\"%s\"}", g->id);
        assert_int_equal(json_array_size(rules), g->clause_count - 1);
        for (size_t k = 0; k < json_array_size(rules); k++) {
            has_members(json_array_get(rules, k), "id kind text reading dead");
            assert_string_equal(word(json_array_get(rules, k), "id"), g->clauses[k + 1].id);
        }
        json_decref(rules);
    }
    json_decref(about);
    bl_service_free(s);
}

/* All that differs from the defaults is taken, not only the first. */
static void every_choice_counts(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    json_t *t = ask(s, "{\"ask\":\"deal\",\"game\":\"predicate-wars\",\"players\":3,\"seed\":\"1\","
                       "\"options\":{\"power\":7,\"health\":\"8\",\"potency\":9},"
                       "\"rulings\":{\"evaluation\":\"no\",\"logic\":\"sound\"},"
                       "\"bots\":[null,\"greedy\",\"quick\"],\"names\":[\"Ann\",null,\"Cyd\"]}");
    has_members(t, "table game players options rulings seed casual count bots names");
    const json_t *options = json_object_get(t, "options"), *rulings = json_object_get(t, "rulings");
    assert_true(number(options, "power") == 7 && number(options, "health") == 8 &&
                number(options, "potency") == 9);
    assert_string_equal(word(rulings, "evaluation"), "no");
    assert_string_equal(word(rulings, "logic"), "sound");
    assert_string_equal(word(rulings, "proof-cost"), "points");
    assert_string_equal(json_string_value(json_array_get(json_object_get(t, "bots"), 2)), "quick");
    assert_string_equal(json_string_value(json_array_get(json_object_get(t, "names"), 2)), "Cyd");
    json_decref(t);
    bl_service_free(s);
}

/* A move that was kept is read as it was written, or not at all. */
static void a_kept_move_is_whole(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    int table = deal(s, "pharaoh", 2, 6);
    move_once(s, table, "greedy");
    json_t *kept = ask(s, "{\"ask\":\"keep\",\"table\":%d}", table);
    const char *hex = json_string_value(json_array_get(kept, 0));
    for (size_t i = 0; i <= strlen(hex); i++) {
        char other[200], request[400];
        snprintf(other, sizeof other, "%s", hex);
        other[i] = 'g';
        other[strlen(hex) + (i == strlen(hex))] = '\0';
        snprintf(request, sizeof request, "{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":2,"
                 "\"seed\":\"6\",\"moves\":[\"%s\"]}", other);
        refused(s, request, "this is not a kept move of this game");
    }
    json_decref(kept);
    bl_service_free(s);
}

/* Of what is refused for the same reason the first is named. */
static void reasons_are_told_once(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    int table = deal(s, "pharaoh", 3, 1);
    json_t *view = ask(s, "{\"ask\":\"view\",\"table\":%d,\"seat\":-1}", table);
    int other = (number(view, "to_move") + 1) % 3;
    json_t *list = ask(s, "{\"ask\":\"explain\",\"table\":%d,\"seat\":%d,\"moves\":[\"?\",\"draw\","
                          "\"stand\",\"draw\",\"play 7H\"]}", table, other);
    assert_int_equal(json_array_size(list), 5);
    assert_null(json_object_get(json_array_get(list, 0), "same"));
    has_members(json_array_get(list, 0), "move readable wrong clause why");
    for (size_t i = 1; i < 5; i++) {     /* it is not its turn, whatever it does */
        has_members(json_array_get(list, i), "move readable clause same why");
        assert_int_equal(number(json_array_get(list, i), "same"), 1);
    }
    json_decref(list);
    json_decref(view);
    bl_service_free(s);
}

/* ---- what is written ------------------------------------------------------ */

static void play_all(struct bl_service *s, int table, const char *const *moves)
{
    for (; *moves; moves++) {
        json_t *view = ask(s, "{\"ask\":\"view\",\"table\":%d,\"seat\":-1}", table);
        json_t *reply = ask(s, "{\"ask\":\"submit\",\"table\":%d,\"seat\":%d,\"move\":\"%s\"}", table,
                            number(view, "to_move"), *moves);
        if (strcmp(word(reply, "answer"), "accepted") != 0)
            fail_msg("%s: %s", *moves, word(reply, "answer"));
        json_decref(reply);
        json_decref(view);
    }
}

/* "" for what is not said yet; a cost of 0 is one. */
static void what_a_card_lacks(void **state)
{
    (void)state;
    static const struct { int card; const char *tag; int cost; const char *statement, *missing, *move; } rows[] = {
        {0, "rock", 0, "P", "", "edit #0 rock 0 P"}, {0, "rock", -1, "P", "cost", ""},
        {0, "", 0, "P", "tag", ""}, {0, "roc", 0, "P", "tag", ""}, {0, "rock", 0, " ", "statement", ""},
        {-1, "", -1, "P", "", "buy-rule P"}, {-1, "", 3, "P", "", "buy-rule P 3"},
    };
    struct bl_service *s = bl_service_new();
    int table = deal(s, "predicate-wars", 2, 2);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *card = ask(s, "{\"ask\":\"write\",\"table\":%d,\"seat\":0,\"card\":%d,\"tag\":\"%s\","
                              "\"cost\":%d,\"statement\":\"%s\"}", table, rows[i].card, rows[i].tag,
                           rows[i].cost, rows[i].statement);
        assert_string_equal(word(card, "missing"), rows[i].missing);
        assert_string_equal(word(card, "move"), rows[i].move);
        json_decref(card);
    }
    bl_service_free(s);
}

static const char *const to_a_proof[] = {
    "edit #0 paper 10 ([PLAYER]([chosenPlayer](1))→[ATK]([chosenPlayer](1),20))",
    "edit #1 rock 0 tT", "done", "edit #2 scissors 5 [ATK]([chosenPlayer](1),20)",
    "edit #3 scissors 0 (1>2)", "done", "pass", "pass", "pass", "pass", "pass", "pass", NULL,
};

static json_t *draft(struct bl_service *s, int table, int seat, const char *given)
{
    return ask(s, "{\"ask\":\"draft\",\"table\":%d,\"seat\":%d,\"draft\":%s}", table, seat, given);
}

static void no_draft(struct bl_service *s, int table, int seat, const char *kind)
{
    char request[300];
    snprintf(request, sizeof request, "{\"ask\":\"draft\",\"table\":%d,\"seat\":%d,\"draft\":"
             "{\"kind\":\"%s\",\"players\":[],\"cards\":[],\"axioms\":[],\"lemmas\":[]}}", table, seat, kind);
    refused(s, request, "there is nothing of this kind to prove now");
}

#define DRAFT_MEMBERS "rows subproofs points cost purse affordable unchosen useless bad results does move"

/* A proof, a refutation of it, and a subproof, each in its phase. */
static void drafts_of_every_kind(void **state)
{
    (void)state;
    static const char *const attack[] = {"play #3 #2", "prove players=0 : => 2", NULL};
    static const char *const to_a_rule[] = {"accept", "leave", "pass", "pass", "buy-rule (∀(x)P(x))", NULL};
    struct bl_service *s = bl_service_new();
    int table = deal(s, "predicate-wars", 2, 2);
    play_all(s, table, to_a_proof);
    no_draft(s, table, 1, "prove");
    no_draft(s, table, 1, "refute");
    no_draft(s, table, 1, "nonsense");
    json_t *d = draft(s, table, 0, "{\"kind\":\"buy-proof\",\"axioms\":[\"(∀(x)P(x))\"],\"lemmas\":"
                      "[\"P(1) by universal-instantiation 1\"],\"name\":\"zed\"}");
    has_members(d, DRAFT_MEMBERS);
    lists(d, "rows", 2, "number statement plain from which by clause points effect contradicts");
    assert_string_equal(word(json_array_get(json_object_get(d, "rows"), 0), "from"), "axiom");
    assert_string_equal(word(d, "move"),
                        "buy-proof zed: axiom (∀(x)P(x)); P(1) by universal-instantiation 1");
    assert_string_equal(word(d, "useless"), "");
    assert_int_equal(json_array_size(json_object_get(d, "does")), 0);
    json_decref(d);
    d = draft(s, table, 0, "{\"kind\":\"buy-proof\",\"axioms\":[\"P\",\"(P\"],\"lemmas\":[]}");
    has_members(json_object_get(d, "bad"), "lemma clause why column");
    assert_int_equal(number(json_object_get(d, "bad"), "lemma"), 1);
    assert_int_equal(number(json_object_get(d, "bad"), "column"), 3);
    assert_string_equal(word(d, "move"), "");
    json_decref(d);

    play_all(s, table, attack);
    no_draft(s, table, 0, "prove");
    d = draft(s, table, 0, "{\"kind\":\"refute\",\"lemmas\":[\"tF by comparison 1\"]}");
    assert_string_equal(json_string_value(json_array_get(json_object_get(d, "does"), 0)),
                        "You lose 20 health.");
    assert_string_equal(word(d, "move"), "refute : tF by comparison 1 => 7");
    json_decref(d);

    play_all(s, table, to_a_rule);
    d = draft(s, table, 1, "{\"kind\":\"refute\",\"lemmas\":[]}");
    assert_string_equal(word(json_array_get(json_object_get(d, "rows"),
                                            json_array_size(json_object_get(d, "rows")) - 1), "from"),
                        "new-rule");
    assert_int_equal(json_array_size(json_object_get(d, "does")), 0);
    json_decref(d);
    bl_service_free(s);
}

/* What follows from a proof in the making, and what leads to its end. */
static void drafts_are_helped(void **state)
{
    (void)state;
    static const char *const play[] = {"discard #3", "play #1 #0", NULL};
    static const char given[] = "{\"kind\":\"prove\",\"players\":[1],\"cards\":[],\"lemmas\":[]}";
    struct bl_service *s = bl_service_new();
    int table = deal(s, "predicate-wars", 2, 2);
    play_all(s, table, to_a_proof);
    play_all(s, table, play);
    json_t *c = ask(s, "{\"ask\":\"conclusions\",\"table\":%d,\"seat\":0,\"draft\":%s,\"premises\":[],"
                       "\"rule\":\"evaluation\",\"term\":\"\"}", table, given);
    has_members(c, "steps open why");
    lists(c, "steps", 1, "lemma statement plain by premises points cost");
    assert_string_equal(word(c, "why"), "");
    json_decref(c);
    c = ask(s, "{\"ask\":\"conclusions\",\"table\":%d,\"seat\":0,\"draft\":%s,\"premises\":[1],"
               "\"rule\":\"simplification\",\"term\":\"\"}", table, given);
    assert_int_equal(json_array_size(json_object_get(c, "steps")), 0);
    assert_true(strlen(word(c, "why")) > 0);
    json_decref(c);
    c = ask(s, "{\"ask\":\"find\",\"table\":%d,\"seat\":0,\"draft\":%s,\"goal\":\"\",\"ms\":60000}", table,
            given);
    has_members(c, "end steps points budget");
    assert_string_equal(word(c, "end"), "found");
    assert_true(number(c, "points") == 19 && number(c, "budget") == 127);
    lists(c, "steps", 2, "lemma statement plain by premises points cost");
    json_decref(c);
    bl_service_free(s);
}

/* The first lesson of each guided game says something and suggests a move that is accepted. */
static void lessons_say_what_to_do(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    for EVERY_GAME (i) {
        if (!bl_find_game(ids[i])->teaching)
            continue;
        json_t *how = ask(s, "{\"ask\":\"tutorial\",\"game\":\"%s\"}", ids[i]);
        has_members(how, "players seed");
        int table = deal(s, ids[i], number(how, "players"), atoi(word(how, "seed")));
        json_t *lesson = ask(s, "{\"ask\":\"lesson\",\"table\":%d,\"seat\":0}", table);
        has_members(lesson, "name meant words form move");
        lists(lesson, "words", 1, "text parts clauses");
        assert_true(strlen(word(lesson, "name")) > 0);
        const char *text = word(json_object_get(lesson, "move"), "text");
        char *move = quoted(text ? text : "");
        json_t *reply = ask(s, "{\"ask\":\"submit\",\"table\":%d,\"seat\":0,\"move\":%s}", table, move);
        assert_string_equal(word(reply, "answer"), "accepted");
        json_decref(reply);
        free(move);
        json_decref(lesson);
        json_decref(how);
    }
    bl_service_free(s);
}

/* ---- the document --------------------------------------------------------- */

/* docs/service.md; good until the next call. */
static char *document(void)
{
    static char text[1 << 16];
    FILE *in = fopen(DOCUMENT, "rb");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return text;
}

/* docs/service.md has a heading for each request with its members, and for nothing else. */
static void every_request_is_in_the_document(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    const char *doc = document();
    json_t *requests = ask(s, "{\"ask\":\"requests\"}");
    for (size_t i = 0; i < json_array_size(requests); i++) {
        const json_t *kind = json_array_get(requests, i);
        char heading[120];
        snprintf(heading, sizeof heading, "\n### `%s%s%s`\n", word(kind, "name"),
                 *word(kind, "members") ? " " : "", word(kind, "members"));
        if (!strstr(doc, heading))
            fail_msg("docs/service.md lacks the heading %s", heading);
    }
    size_t headings = 0;
    for (const char *at = doc; (at = strstr(at, "\n### `")) != NULL; at++)
        headings++;
    assert_int_equal(headings, json_array_size(requests));
    json_decref(requests);
    bl_service_free(s);
}

/* Its examples, in their order, are true: "    > request" and "    < answer", of which what stands
 * after … is left out. */
static void the_examples_of_the_document_are_true(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    const struct bl_text *said = NULL;
    int examples = 0;
    for (char *line = strtok(document(), "\n"); line; line = strtok(NULL, "\n")) {
        if (strncmp(line, "    > ", 6) == 0)
            said = bl_service_ask(s, line + 6, strlen(line + 6));
        if (strncmp(line, "    < ", 6) != 0)
            continue;
        const char *cut = strstr(line, "…");
        size_t size = cut ? (size_t)(cut - line) - 6 : said->len;
        if (strncmp(said->s, line + 6, size) != 0 || (!cut && strlen(line + 6) != size))
            fail_msg("the document has %s\nbut it is  %.300s", line, said->s);
        examples++;
    }
    assert_true(examples > 8);
    bl_service_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games_are_played_through_json),
        cmocka_unit_test(hints_say_why),
        cmocka_unit_test(moves_can_be_made_while_dealing),
        cmocka_unit_test(nothing_is_hidden_twice_in_the_same_way),
        cmocka_unit_test(the_length_of_a_statement_does_not_show),
        cmocka_unit_test(nonsense_is_answered_with_what_is_wrong),
        cmocka_unit_test(damaged_requests_are_answered),
        cmocka_unit_test(long_names_are_told_as_far_as_they_go),
        cmocka_unit_test(tables_and_seats_that_are_not_there),
        cmocka_unit_test(many_tables_come_and_go),
        cmocka_unit_test(a_bots_cards_are_its_own_until_the_end),
        cmocka_unit_test(a_game_that_is_over_is_reviewed),
        cmocka_unit_test(casual_tables_are_marked),
        cmocka_unit_test(a_course_that_was_left_is_kept),
        cmocka_unit_test(nothing_hidden_is_in_any_answer),
        cmocka_unit_test(a_whole_game_is_told_to_one_of_its_seats),
        cmocka_unit_test(who_asks_has_the_seats_that_are_named),
        cmocka_unit_test(services_are_strangers),
        cmocka_unit_test(what_is_written_becomes_a_move),
        cmocka_unit_test(moves_are_told_in_parts_and_made_of_them),
        cmocka_unit_test(parts_are_what_the_notation_says),
        cmocka_unit_test(parts_hide_what_the_text_hides),
        cmocka_unit_test(games_say_whether_they_hear),
        cmocka_unit_test(about_tells_all_of_a_game),
        cmocka_unit_test(every_choice_counts),
        cmocka_unit_test(a_kept_move_is_whole),
        cmocka_unit_test(reasons_are_told_once),
        cmocka_unit_test(what_a_card_lacks),
        cmocka_unit_test(drafts_of_every_kind),
        cmocka_unit_test(drafts_are_helped),
        cmocka_unit_test(lessons_say_what_to_do),
        cmocka_unit_test(a_game_is_given_up),
        cmocka_unit_test(every_request_is_in_the_document),
        cmocka_unit_test(the_examples_of_the_document_are_true),
    };
    return cmocka_run_group_tests(tests, read_registry, NULL);
}
