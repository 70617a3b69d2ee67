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

#ifdef BRIEF
enum { DAMAGED = 1000 };
#else
enum { DAMAGED = 20000 };
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

static char *transcript(struct bl_service *s, int table)
{
    json_t *text = ask(s, "{\"ask\":\"transcript\",\"table\":%d}", table);
    char *copy = strcpy(malloc(json_string_length(text) + 1), json_string_value(text));
    json_decref(text);
    return copy;
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
        char *text = transcript(s, table);
        json_t *verdict = ask_about(s, "verify", text), *again = ask_about(s, "resume", text);
        assert_true(written || json_is_true(json_object_get(verdict, "ok")));
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

static void moves_can_be_made_while_dealing(void **state)
{
    (void)state;
    struct bl_service *s = bl_service_new();
    for EVERY_GAME (i) {
        int table = deal(s, ids[i], 2, 3);
        for (int k = 0; k < 12; k++)
            move_once(s, table, "greedy");
        json_t *moves = ask(s, "{\"ask\":\"moves\",\"table\":%d}", table);
        char *list = json_dumps(moves, 0), *text = transcript(s, table), request[8000];
        snprintf(request, sizeof request, "{\"ask\":\"deal\",\"game\":\"%s\",\"players\":2,"
                 "\"seed\":\"3\",\"moves\":%s}", ids[i], list);
        json_t *answer = answer_to(s, request, strlen(request));
        json_t *seated = json_object_get(answer, "answer");
        assert_int_equal(number(seated, "count"), 12);
        char *again = transcript(s, number(seated, "table"));
        assert_string_equal(text, again);
        json_decref(answer);
        json_decref(moves);
        free(again);
        free(text);
        free(list);
    }
    refused(s, "{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":3,\"seed\":\"1\",\"moves\":"
               "[[1,\"draw\"]]}", "move 1 (seat 1: draw) is not legal: D8");
    refused(s, "{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":3,\"seed\":\"1\",\"moves\":"
               "[[3,\"draw\"]]}", "moves[0][0]: must be from 0 to 2");
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
        if (i % 3 == 1) {
            refused(s, request, "there is no table");
        } else {
            char *text = transcript(s, i), seed[24];
            snprintf(seed, sizeof seed, "\"seed\":\"%d\"", i);
            assert_non_null(strstr(text, seed));
            free(text);
        }
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
            "explain\",\"seat\":1,\"moves\":[\"1\"]", "parse\",\"seat\":1,\"text\":\"P\"",
        };
        char request[120];
        for (size_t k = 0; k < sizeof requests / sizeof *requests; k++) {
            snprintf(request, sizeof request, "{\"table\":%d,\"ask\":\"%s}", table, requests[k]);
            refused(s, request, "nobody but that seat may ask this");
        }
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
        char *one = transcript(b, of_b), *other = transcript(alone, of_one);
        assert_string_equal(one, other);
        free(one);
        free(other);
    }
    deal(a, "pharaoh", 2, 1);
    char request[80];
    snprintf(request, sizeof request, "{\"ask\":\"transcript\",\"table\":%d}", (int)all_games + 1);
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
        cmocka_unit_test(moves_can_be_made_while_dealing),
        cmocka_unit_test(nonsense_is_answered_with_what_is_wrong),
        cmocka_unit_test(damaged_requests_are_answered),
        cmocka_unit_test(long_names_are_told_as_far_as_they_go),
        cmocka_unit_test(tables_and_seats_that_are_not_there),
        cmocka_unit_test(many_tables_come_and_go),
        cmocka_unit_test(a_bots_cards_are_its_own_until_the_end),
        cmocka_unit_test(services_are_strangers),
        cmocka_unit_test(what_is_written_becomes_a_move),
        cmocka_unit_test(moves_are_told_in_parts_and_made_of_them),
        cmocka_unit_test(parts_are_what_the_notation_says),
        cmocka_unit_test(parts_hide_what_the_text_hides),
        cmocka_unit_test(games_say_whether_they_hear),
        cmocka_unit_test(every_request_is_in_the_document),
        cmocka_unit_test(the_examples_of_the_document_are_true),
    };
    return cmocka_run_group_tests(tests, read_registry, NULL);
}
