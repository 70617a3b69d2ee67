/* facts.c - facts as data: what they record, how they are told, and catalogues. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/tell.h"
#include "bylaw/card.h"
#include "bylaw/game.h"
#include "bylaw/rng.h"

#define BL_TRACED
#include "core/cite.h"

static struct bl_trace trace;
static struct bl_context cx = {.trace = &trace};

static const char *told(const struct bl_fact *fact, const struct bl_voice *voice)
{
    static char room[400];
    struct bl_text out = BL_TEXT_FIXED(room);
    bl_text_clear(&out);
    bl_put_fact(&out, fact, voice);
    return room;
}

static struct bl_fact last_fact(void)
{
    return bl_trace_fact(&trace, &trace.entries[trace.count - 1]);
}

static void test_arguments_are_kept_as_they_are(void **state)
{
    (void)state;
    char gone[] = "(P∧Q)";
    bl_trace_clear(&trace);
    bl_trace_applies(&cx, 1);
    bl_trace_add_fact(&cx, "%F %G %p %d %t %w %l %i %f %g 100%%",
                      BL_FRENCH(BL_HEARTS, BL_SEVEN), BL_GERMAN(BL_LEAVES, BL_UNDER), 3, -5, 1,
                      "hearts", gone, 12, BL_SPADES, BL_BELLS);
    gone[1] = 'R';   /* what was said then stays said */
    struct bl_fact fact = last_fact();
    assert_int_equal(fact.args[0].kind, 'F');
    assert_int_equal(fact.args[2].number, 3);
    assert_int_equal(fact.args[3].number, -5);
    assert_string_equal(fact.args[6].text, "(P∧Q)");
    assert_string_equal(told(&fact, NULL),
                        "7H UL seat 3 -5 true hearts (P∧Q) #12 spades bells 100%");
    assert_string_equal(told(&fact, &(struct bl_voice){.signs = true}),
                        "7♥ UL seat 3 -5 true hearts (P∧Q) #12 spades bells 100%");
    bl_trace_add_fact(&cx, "%s, %l and %s", "one", "(P∧Q)", "two");   /* each has its own end */
    fact = last_fact();
    assert_string_equal(told(&fact, NULL), "one, (P∧Q) and two");
}

/* A card that is none is written so, whoever reads it. */
static void test_no_card(void **state)
{
    (void)state;
    for (int c = 0; c < 256; c++) {
        if (c < 64 && (c & 15) <= BL_KING)
            continue;
        bl_trace_clear(&trace);
        bl_trace_applies(&cx, 1);
        bl_trace_add_fact(&cx, "%F", c);
        struct bl_fact fact = last_fact();
        assert_string_equal(told(&fact, &(struct bl_voice){.signs = true}), "??");
    }
}

static void test_json(void **state)
{
    (void)state;
    struct bl_text out = bl_text_heap();
    bl_trace_clear(&trace);
    bl_trace_applies(&cx, 1);
    bl_trace_add_fact(&cx, "%F of %p: %t, %d, %g \"%w\"", BL_FRENCH(BL_CLUBS, BL_TEN), 2, 0, 7,
                      BL_LEAVES, "power");
    struct bl_fact fact = last_fact();
    bl_json_put_fact(&out, &fact, NULL);
    assert_string_equal(out.s,
                        "{\"text\":\"TC of seat 2: false, 7, leaves \\\"power\\\"\","
                        "\"format\":\"%F of %p: %t, %d, %g \\\"%w\\\"\","
                        "\"args\":[\"TC\",2,false,7,\"L\",\"power\"]}");
    bl_text_free(&out);
}

/* Commas where they are due, whatever the format leaves open. */
static void test_json_by_a_format(void **state)
{
    (void)state;
    struct bl_text out = bl_text_heap();
    bl_json_putf(&out, "{'a':%s,'b':[%d,%t],'c':%p", "it's \"so\"", -3, 1, 2);
    bl_json_putf(&out, "'d':%p,'e':[", -1);
    bl_json_putf(&out, "{'f':%s}", "");
    bl_json_putf(&out, "{'f':%t}", 0);
    bl_put(&out, "]");
    bl_json_putf(&out, "'g':{'h':'%d'}}", 17);
    assert_string_equal(out.s, "{\"a\":\"it's \\\"so\\\"\",\"b\":[-3,true],\"c\":2,\"d\":null,"
                               "\"e\":[{\"f\":\"\"},{\"f\":false}],\"g\":{\"h\":\"17\"}}");
    bl_text_free(&out);
}

/* For a reader: in the order of the language, with what can be drawn apart. */
static void test_parts(void **state)
{
    (void)state;
    struct bl_text out = bl_text_heap();
    bl_trace_clear(&trace);
    bl_trace_applies(&cx, 1);
    bl_trace_add_fact(&cx, "%F%f of %p: %d %w %l 5%%", BL_FRENCH(BL_CLUBS, BL_TEN), BL_HEARTS, 2, 7,
                      "power", "(P∧Q)");
    struct bl_fact fact = last_fact();
    bl_json_put_fact(&out, &fact, &(struct bl_voice){0});
    assert_non_null(strstr(out.s, ",\"parts\":[{\"F\":\"TC\"},{\"f\":\"H\"},\" of \",{\"p\":2},"
                                  "\": 7 power \",{\"l\":\"(P∧Q)\"},\" 5%\"]}"));
    bl_text_free(&out);
}

static void test_sameness(void **state)
{
    (void)state;
    bl_trace_clear(&trace);
    for (int i = 0; i < 3; i++) {
        bl_trace_applies(&cx, 1);
        bl_trace_add_fact(&cx, "%w is %d", i == 2 ? "MV" : "AV", i == 1);
    }
    struct bl_fact fact[3];
    for (int i = 0; i < 3; i++)
        fact[i] = bl_trace_fact(&trace, &trace.entries[i]);
    assert_true(bl_same_fact(&fact[0], &fact[0]));
    assert_false(bl_same_fact(&fact[0], &fact[1]));
    assert_false(bl_same_fact(&fact[0], &fact[2]));
}

/* More than there is room for: what is there is whole, and nothing is written past the end. */
static void test_a_full_trace(void **state)
{
    (void)state;
    char text[1500];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    bl_trace_clear(&trace);
    for (int i = 0; i < BL_TRACE_MAX + 10; i++) {
        bl_trace_applies(&cx, 1);
        bl_trace_add_fact(&cx, "%d %d %d %s", i, i, i, text);
    }
    assert_int_equal(trace.count, BL_TRACE_MAX);
    assert_true(trace.arg_count <= BL_TRACE_ARGS);
    struct bl_fact fact = bl_trace_fact(&trace, &trace.entries[0]);
    assert_int_equal(fact.args[3].text[0], 'x');
    /* What is cut ends inside its room. */
    assert_true(trace.texts.len <= sizeof trace.room);
    assert_int_equal(trace.room[trace.texts.len - 1], '\0');
}

/* ---- catalogues --------------------------------------------------------------- */

/* A catalogue by hand: gettext's header, a table of keys, a table of texts, the bytes. */
static size_t put_catalogue(unsigned char *to, const char *const (*rows)[2], uint32_t n)
{
    uint32_t head[7] = {0x950412de, 0, n, 28, 28 + 8 * n, 0, 0};
    size_t at = 28 + 16 * (size_t)n;
    memcpy(to, head, sizeof head);
    for (uint32_t column = 0; column < 2; column++)
        for (uint32_t i = 0; i < n; i++) {
            uint32_t row[2] = {(uint32_t)strlen(rows[i][column]), (uint32_t)at};
            memcpy(to + 28 + 8 * (size_t)(column * n + i), row, sizeof row);
            memcpy(to + at, rows[i][column], row[0] + 1);
            at += row[0] + 1;
        }
    return at;
}

static const char *const german[][2] = {
    {"", "Language: de\n"},
    {"%p has %d", "%2$d hat %1$p"},
    {"%w is %t", "%w ist %t"},
    {"power", "Kraft"},
    {"seat", "Platz"},
    {"true", "wahr"},
};
enum { ROWS = sizeof german / sizeof *german };

static void test_another_language(void **state)
{
    (void)state;
    unsigned char bytes[1000];
    struct bl_catalogue c;
    assert_true(bl_catalogue_open(&c, bytes, put_catalogue(bytes, german, ROWS)));
    struct bl_voice voice = {.catalogue = &c};
    assert_string_equal(bl_say(&c, "power"), "Kraft");
    assert_string_equal(bl_say(&c, "unknown"), "unknown");
    assert_string_equal(bl_say(&c, ""), "");
    assert_string_equal(bl_say(NULL, "power"), "power");
    bl_trace_clear(&trace);
    bl_trace_applies(&cx, 1);
    bl_trace_add_fact(&cx, "%w is %t", "power", 1);
    struct bl_fact fact = last_fact();
    assert_string_equal(told(&fact, &voice), "Kraft ist wahr");
    bl_trace_add_fact(&cx, "%p has %d", 4, 9);
    fact = last_fact();
    assert_string_equal(told(&fact, &voice), "9 hat Platz 4");
    struct bl_text out = bl_text_heap();
    bl_json_put_fact(&out, &fact, &voice);
    assert_non_null(strstr(out.s, "\"args\":[4,9],\"parts\":[\"9 hat \",{\"p\":4}]}"));
    bl_text_free(&out);
}

/* Any cut or changed byte is refused or harmless. */
static void test_broken_catalogues(void **state)
{
    (void)state;
    unsigned char bytes[1000];
    size_t size = put_catalogue(bytes, german, ROWS);
    struct bl_catalogue c;
    bl_trace_clear(&trace);
    bl_trace_applies(&cx, 1);
    bl_trace_add_fact(&cx, "%p has %d", 4, 9);
    struct bl_fact fact = last_fact();
    for (size_t cut = 0; cut < size; cut++) {
        unsigned char *part = malloc(cut + 1);
        memcpy(part, bytes, cut);
        assert_false(bl_catalogue_open(&c, part, cut));
        free(part);
    }
    for (size_t at = 0; at < size; at++)
        for (int bit = 0; bit < 8; bit++) {
            unsigned char *other = malloc(size);
            memcpy(other, bytes, size);
            other[at] ^= (unsigned char)(1 << bit);
            if (bl_catalogue_open(&c, other, size))
                assert_non_null(strchr(told(&fact, &(struct bl_voice){.catalogue = &c}), '9'));
            free(other);
        }
    /* A row of which half lies behind the end, whatever lies there. */
    const uint32_t cut[12] = {0x950412de, 0, 1, 28, 40, 0, 0, 1, 36, 'a', 1, 36};
    assert_true(bl_catalogue_open(&c, cut, 48));
    assert_string_equal(bl_say(&c, "a"), "a");
    assert_false(bl_catalogue_open(&c, cut, 44));
}

/* The words of "%p has %d" in a catalogue that has `text` for it; a fact stands on either side. */
static const char *told_as(const char *text)
{
    static unsigned char bytes[200000];
    const char *const rows[][2] = {{"%p has %d", text}};
    struct bl_catalogue c;
    assert_true(bl_catalogue_open(&c, bytes, put_catalogue(bytes, rows, 1)));
    bl_trace_clear(&trace);
    bl_trace_applies(&cx, 1);
    bl_trace_add_fact(&cx, "%w", "before");
    bl_trace_applies(&cx, 1);
    bl_trace_add_fact(&cx, "%p has %d", 4, 9);
    struct bl_fact fact = last_fact();
    bl_trace_applies(&cx, 1);
    bl_trace_add_fact(&cx, "%w %w %w %w %w %w %w", "a", "b", "c", "d", "e", "f", "g");
    struct bl_text out = bl_text_heap();
    bl_json_put_fact(&out, &fact, &(struct bl_voice){.catalogue = &c});   /* in parts, too */
    bl_text_free(&out);
    return told(&fact, &(struct bl_voice){.catalogue = &c});
}

/* A translation has the letters of its key, in any order, or it is none. */
static void test_translations_with_other_letters(void **state)
{
    (void)state;
    static char many[180001];
    for (size_t i = 0; i < 60000; i++)
        memcpy(many + 3 * i, "%d ", 4);
    const char *const others[] = {
        many, "%p", "%d", "none", "", "%d has %p", "%p has %d %d", "%p has %w", "%w has %d", "%9$d",
        "%p has %9$d", "%2$d of %1$p: %3$w", "%2$d of %1$d", "%1$p %1$p", "%2$d %2$d %1$p",
        "%0$d %1$p", "%0$p %1$d", "%1$p %02$d", "%1$p %99999999999999999999$d", "%-1$p %2$d",
        "%1$p %2$", "%1$ %2$d", "%1$p %2$%", "%p has %d%1$", "%p has %d %2$d", "%$p %$d", "%p %?",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_string_equal(told_as(others[i]), "seat 4 has 9");
    assert_string_equal(told_as("%2$d: %1$p"), "9: seat 4");
    assert_string_equal(told_as("100%% %p hat %d"), "100% seat 4 hat 9");
    assert_string_equal(told_as("%1$p hat %2$d %"), "seat 4 hat 9 %");
}

/* ---- choices ---------------------------------------------------------------- */

static struct bl_fact fact_of(const char *format, int seat, int n)
{
    bl_trace_clear(&trace);
    bl_trace_applies(&cx, 1);
    bl_trace_add_fact(&cx, format, seat, n);
    return last_fact();
}

static const char *const names[] = {"Ann", NULL, "Bo"};

/* Words for one and for more, for the reader and for others, by what is inside or stands before. */
static void test_choices(void **state)
{
    (void)state;
    const struct bl_voice ann = {.names = names, .you = 0}, nobody = {.names = names, .you = -1};
    const char *const drew = "{You draw|%p draws} {a card|%d cards} and {one|more} {come|comes}";
    struct bl_fact fact = fact_of(drew, 0, 1);
    assert_string_equal(told(&fact, &ann), "You draw a card and one come");
    assert_string_equal(told(&fact, &nobody), "Ann draws a card and one come");
    assert_string_equal(told(&fact, NULL), "seat 0 draws a card and one come");
    fact = fact_of(drew, 1, 5);
    assert_string_equal(told(&fact, &ann), "Player 2 draws 5 cards and more comes");
    fact = fact_of("%d {a|b|c}, {d|e}: {you|%p}, {f|g}", 3, 0);
    static const struct { int n; const char *words; } counts[] = {
        {0, "0 c, e"}, {1, "1 a, d"}, {2, "2 b, e"}, {4, "4 b, e"}, {5, "5 c, e"}, {11, "11 c, e"},
        {21, "21 c, e"}, {-1, "-1 c, e"},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        fact = fact_of("%d {a|b|c}, {d|e}: {you|%p}, {f|g}", counts[i].n, 2);
        assert_memory_equal(told(&fact, &ann), counts[i].words, strlen(counts[i].words));
        assert_non_null(strstr(told(&fact, &ann), ": Bo, g"));
        assert_non_null(strstr(told(&fact, &(struct bl_voice){.names = names, .you = 2}), ": you, f"));
    }
}

/* What is drawn stays apart; only what was chosen is there. */
static void test_parts_of_choices(void **state)
{
    (void)state;
    struct bl_text out = bl_text_heap();
    bl_trace_clear(&trace);
    bl_trace_applies(&cx, 1);
    bl_trace_add_fact(&cx, "{You lay|%p lays} %C on %D: {a|%d}", 2, "7H TC", "UL", 4);
    struct bl_fact fact = last_fact();
    bl_json_put_fact(&out, &fact, &(struct bl_voice){.names = names, .you = 0, .signs = true});
    assert_non_null(strstr(out.s, "\"text\":\"Bo lays 7♥ T♣ on UL: 4\""));
    assert_non_null(strstr(out.s, "\"args\":[2,\"7H TC\",\"UL\",4],\"parts\":[{\"p\":2},\" lays \","
                                  "{\"F\":\"7H\"},\" \",{\"F\":\"TC\"},\" on \",{\"G\":\"UL\"},\": 4\"]"));
    bl_text_clear(&out);
    bl_json_put_fact(&out, &fact, &(struct bl_voice){.names = names, .you = 2});
    assert_non_null(strstr(out.s, "\"parts\":[\"You lay \",{\"F\":\"7H\"}"));
    bl_text_free(&out);
}

/* A translation may choose where its key does not, in its own order; a broken choice is none. */
static void test_translated_choices(void **state)
{
    (void)state;
    const char *const broken[] = {
        "%p has %d {", "%p has %d }", "%p has %d {a}", "%p has %d {a|b", "%p has %d a|b}",
        "{a|b} %p has %d", "%p {a|b|c} has %d", "%p has %d {a|b|c|d}", "%p has %d {a|{b|c}}",
        "%p has {%d", "%p has {%d|%d}", "{%p|has} {%d}", "%p has %d {|", "{|}%p%d", "%{p|%d}",
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        assert_string_equal(told_as(broken[i]), "seat 4 has 9");
    assert_string_equal(told_as("%p: %d {a|b|c}"), "seat 4: 9 c");
    assert_string_equal(told_as("{%2$d a|b} {du|%1$p} {f|g}"), "b seat 4 g");
    assert_string_equal(told_as("%2$d {a|b} {du|%1$p}{|}"), "9 b seat 4");
    assert_string_equal(told_as("{du|%p} {hast|hat} {eins|%d}"), "seat 4 hat 9");
}

/* A star says that cards are the object of a verb, and stands before cards alone. */
static void test_objects(void **state)
{
    (void)state;
    unsigned char bytes[1000];
    static const char *const slovak[][2] = {
        {"lay %C on %F", "položiť %*C na %F"}, {"lay %F on %C", "na %2$*C položiť %1$F"}};
    struct bl_catalogue c;
    const struct bl_voice voice = {.catalogue = &c};
    BL_LOCAL struct bl_text out = bl_text_heap();
    assert_true(bl_catalogue_open(&c, bytes, put_catalogue(bytes, slovak, 2)));
    bl_trace_clear(&trace);
    bl_trace_applies(&cx, 1);
    bl_trace_add_fact(&cx, "lay %C on %F", "7H 8H", BL_FRENCH(2, 0));
    struct bl_fact fact = last_fact();
    assert_string_equal(told(&fact, &voice), "položiť 7H 8H na AH");
    bl_json_put_fact(&out, &fact, &voice);
    assert_non_null(strstr(out.s, "[\"položiť \",{\"F\":\"7H\",\"object\":true},\" \","
                                  "{\"F\":\"8H\",\"object\":true},\" na \",{\"F\":\"AH\"}]"));
    bl_trace_add_fact(&cx, "lay %F on %C", BL_FRENCH(2, 0), "7H");
    fact = last_fact();
    assert_string_equal(told(&fact, &voice), "na 7H položiť AH");
    assert_string_equal(told_as("%*p: %d"), "seat 4 has 9");
    assert_string_equal(told_as("%p: %*d"), "seat 4 has 9");
    assert_string_equal(told_as("%p: %d %*"), "seat 4 has 9");
}

/* Any bytes as a translation: told, or left alone, and the same in parts. */
static void test_any_choices(void **state)
{
    (void)state;
    const char signs[] = "{{{|||}}}%%%12$*pd ab";
    struct bl_stream rng = bl_stream(1, 2, BL_FOR_SAMPLE, 3);
    for (int i = 0; i < 200000; i++) {
        char text[24];
        size_t n = bl_below(&rng, sizeof text);
        for (size_t k = 0; k < n; k++)
            text[k] = signs[bl_below(&rng, sizeof signs - 1)];
        text[n] = '\0';
        told_as(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arguments_are_kept_as_they_are),
        cmocka_unit_test(test_no_card),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_json_by_a_format),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_sameness),
        cmocka_unit_test(test_a_full_trace),
        cmocka_unit_test(test_another_language),
        cmocka_unit_test(test_broken_catalogues),
        cmocka_unit_test(test_translations_with_other_letters),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_parts_of_choices),
        cmocka_unit_test(test_translated_choices),
        cmocka_unit_test(test_objects),
        cmocka_unit_test(test_any_choices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
