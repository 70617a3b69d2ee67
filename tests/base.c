/* base.c - numbers and characters as people write them, lists that grow, a keyed hash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "base/pool.h"
#include "base/seal.h"
#include "base/utf8.h"

static void test_number(void **unused)
{
    static const struct { const char *text; bool good; uint64_t value; } known[] = {
        {"0", true, 0}, {"007", true, 7}, {"18446744073709551615", true, UINT64_MAX},
        {"18446744073709551616", false, 0}, {"0xff", true, 255}, {"0XaB", true, 171},
        {"0xffffffffffffffff", true, UINT64_MAX}, {"0x10000000000000000", false, 0},
        {"", false, 0}, {"0x", false, 0}, {"-1", false, 0}, {"+1", false, 0}, {" 1", false, 0},
        {"1 ", false, 0}, {"12a", false, 0}, {"a", false, 0},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint64_t got = 0;
        if (bl_read_number(known[i].text, &got) != known[i].good || got != known[i].value)
            fail_msg("'%s': %llu", known[i].text, (unsigned long long)got);
    }
}

static void test_int(void **unused)
{
    int64_t n = 5;
    (void)unused;
    assert_true(bl_read_int("-3", -3, 3, &n) && n == -3);
    assert_true(bl_read_int("9223372036854775807", 0, INT64_MAX, &n) && n == INT64_MAX);
    n = 5;
    assert_false(bl_read_int("4", -3, 3, &n) || bl_read_int("-4", -3, 3, &n) ||
                 bl_read_int("0x1", -3, 3, &n) || bl_read_int("-", -3, 3, &n) ||
                 bl_read_int("1-", -3, 3, &n) || bl_read_int("9223372036854775808", 0, 1, &n));
    assert_int_equal(n, 5);
}

static void test_take(void **unused)
{
    const char *at = "12,300";
    uint64_t n;
    (void)unused;
    assert_true(bl_take_number(&at, 12, &n) && n == 12 && *at == ',');
    assert_false(bl_take_number(&at, 12, &n));
    at++;
    assert_false(bl_take_number(&at, 299, &n));
    assert_string_equal(at, "300");
    assert_true(bl_take_number(&at, 300, &n) && n == 300 && *at == '\0');
    at = "5";
    assert_false(bl_take_number(&at, 3, &n));
}

static void test_utf8(void **unused)
{
    static const struct { const char *bytes; size_t length; } known[] = {
        {"a", 1}, {"\xc2\xa7", 2}, {"\xe2\x80\xa6", 3}, {"\xf0\x9f\x82\xa1", 4},
        {"\x80", 0}, {"\xc0\xaf", 0}, {"\xc1\xbf", 0}, {"\xe0\x9f\xbf", 0}, {"\xed\xa0\x80", 0},
        {"\xed\x9f\xbf", 3}, {"\xf0\x8f\xbf\xbf", 0}, {"\xf4\x8f\xbf\xbf", 4},
        {"\xf4\x90\x80\x80", 0}, {"\xf5\x80\x80\x80", 0}, {"\xe2\x80", 0}, {"\xc2x", 0},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_int_equal(bl_utf8_length(known[i].bytes, strlen(known[i].bytes)), known[i].length);
    assert_int_equal(bl_utf8_count("7♥ 8§", strlen("7♥ 8§")), 5);
    assert_int_equal(bl_utf8_bytes("7♥ 8§", 2), 4);
    assert_int_equal(bl_utf8_bytes("7♥", 9), 4);
    assert_int_equal(bl_utf8_bytes("", 1), 0);
}

static void test_grow(void **unused)
{
    uint32_t room = 0, *list = NULL;
    (void)unused;
    for (uint32_t i = 0; i < 1000; i++) {
        list = bl_grow(list, i + 1, &room, sizeof *list);
        list[i] = i;
    }
    assert_true(room >= 1000 && room < 2048);
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(list[i], i);
    free(list);
    free(bl_new(0, 0));
    free(bl_copy_of(NULL, 0));
}

/* ---- threads ------------------------------------------------------------------ */

struct square {
    struct bl_piece piece;
    uint32_t side, area;
};

static atomic_int tools_now;

static void *tools_new(const void *user, const atomic_bool *halt)
{
    (void)halt;
    atomic_fetch_add(&tools_now, 1);
    return (void *)(uintptr_t)user;
}

static void tools_free(void *tools)
{
    (void)tools;
    atomic_fetch_sub(&tools_now, 1);
}

static void work(void *tools, struct bl_piece *piece)
{
    struct square *s = (struct square *)piece;
    s->area = s->side * s->side + *(const uint32_t *)tools;
}

/* Every piece comes back once and done, with threads and without. */
static void test_pool(void **unused)
{
    static const uint32_t more = 1;
    (void)unused;
    for (unsigned threads = 0; threads < 4; threads++) {
        struct square squares[100] = {0}, *back;
        struct bl_pool *pool = bl_pool_start(&(struct bl_labour){work, tools_new, tools_free, &more},
                                             threads);
        for (uint32_t i = 0; i < 100; i++) {
            squares[i].side = i;
            bl_pool_give(pool, &squares[i].piece);
        }
        for (uint32_t taken = 0; taken < 100;)
            if ((back = (struct square *)bl_pool_take(pool, 1000))) {
                assert_int_equal(back->area, back->side * back->side + 1);
                back->area = 0;
                taken++;
            }
        assert_null(bl_pool_take(pool, 1));
        bl_pool_halt(pool);
        bl_pool_give(pool, &squares[7].piece);
        while (!(back = (struct square *)bl_pool_take(pool, 1000)))
            ;
        assert_true(back == &squares[7] && back->area == 0);
        bl_pool_end(pool);
        assert_int_equal(atomic_load(&tools_now), 0);
    }
}

/* The first sixteen and the last of the vectors that its authors published: key 00 01 … 0f, and as
 * message the first n of the bytes 00 01 02 … */
static void test_siphash(void **unused)
{
    static const uint64_t key[2] = {UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908)};
    static const uint64_t known[] = {
        UINT64_C(0x726fdb47dd0e0e31), UINT64_C(0x74f839c593dc67fd), UINT64_C(0x0d6c8009d9a94f5a),
        UINT64_C(0x85676696d7fb7e2d), UINT64_C(0xcf2794e0277187b7), UINT64_C(0x18765564cd99a68d),
        UINT64_C(0xcbc9466e58fee3ce), UINT64_C(0xab0200f58b01d137), UINT64_C(0x93f5f5799a932462),
        UINT64_C(0x9e0082df0ba9e4b0), UINT64_C(0x7a5dbbc594ddb9f3), UINT64_C(0xf4b32f46226bada7),
        UINT64_C(0x751e8fbc860ee5fb), UINT64_C(0x14ea5627c0843d90), UINT64_C(0xf723ca908e7af2ee),
        UINT64_C(0xa129ca6149be45e5),
    };
    uint8_t bytes[63];
    (void)unused;
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)i;
    for (size_t n = 0; n < sizeof known / sizeof known[0]; n++)
        assert_true(bl_siphash(key, bytes, n) == known[n]);
    assert_true(bl_siphash(key, bytes, 63) == UINT64_C(0x958a324ceb064572));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_number), cmocka_unit_test(test_int), cmocka_unit_test(test_take),
        cmocka_unit_test(test_utf8), cmocka_unit_test(test_grow), cmocka_unit_test(test_pool),
        cmocka_unit_test(test_siphash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
