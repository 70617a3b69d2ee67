/* base.c - numbers and characters as people write them, texts and JSON, memory, the time, threads,
 * catalogues, a keyed hash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/hex.h"
#include "base/number.h"
#include "base/pool.h"
#include "base/seal.h"
#include "base/table.h"
#include "base/utf8.h"
#include "bylaw/rng.h"
#include "bylaw/text.h"

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

/* C0, DEL, C1 and what is no character, and nothing else. */
static void test_controls(void **unused)
{
    static const struct { const char *bytes; size_t control; } known[] = {
        {"\x1f", 1}, {" ", 0}, {"~", 0}, {"\x7f", 1}, {"\xc2\x80", 2}, {"\xc2\x9b", 2}, {"\xc2\x9f", 2},
        {"\xc2\xa0", 0}, {"\xc3\x80", 0}, {"\xe2\x80\xa6", 0}, {"\x80", 1}, {"\xff", 1}, {"\xe2\x80", 1},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_int_equal(bl_utf8_control(known[i].bytes), known[i].control);
    char text[] = "7♥\x1b[1m a\tb\xc2\x9b\xff§\n";
    bl_utf8_plain(text, "\n");
    assert_string_equal(text, "7♥?[1m a?b??§\n");
}

/* ---- texts -------------------------------------------------------------------- */

/* What does not fit is cut, and `len` says what was needed. */
static void test_fixed_text(void **unused)
{
    char room[6];
    (void)unused;
    struct bl_text t = BL_TEXT_FIXED(room);
    bl_put(&t, "abcd");
    bl_put_char(&t, 'e');
    assert_string_equal(room, "abcde");
    assert_int_equal(t.len, 5);
    bl_put(&t, "fg");
    assert_string_equal(room, "abcde");
    assert_int_equal(t.len, 7);
    bl_text_clear(&t);
    assert_string_equal(room, "");
    bl_put(&t, "abc");
    bl_put(&t, "defgh");
    assert_string_equal(room, "abcde");
    assert_int_equal(t.len, 8);
    struct bl_text none = {NULL, 0, 0, NULL};
    bl_put(&none, "abc");
    bl_text_clear(&none);
    assert_int_equal(none.len, 0);
}

static void test_growing_text(void **unused)
{
    BL_LOCAL struct bl_text t = bl_text_heap();
    (void)unused;
    assert_string_equal(t.s, "");
    for (int i = 0; i < 1000; i++)
        bl_put_int(&t, i % 10);
    assert_int_equal(t.len, 1000);
    assert_int_equal(strlen(t.s), 1000);
    assert_true(t.cap > 1000 && t.cap < 2048);
    assert_memory_equal(t.s + 990, "0123456789", 10);
    bl_text_clear(&t);
    bl_put_int(&t, INT64_MIN);
    bl_put_char(&t, ' ');
    bl_put_int(&t, 0);
    bl_put_char(&t, ' ');
    bl_put_uint(&t, UINT64_MAX);
    assert_string_equal(t.s, "-9223372036854775808 0 18446744073709551615");
}

static void print(struct bl_text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bl_printv(t, format, args);
    va_end(args);
}

static void test_printed_text(void **unused)
{
    char room[6], all[257];
    BL_LOCAL struct bl_text grown = bl_text_heap();
    (void)unused;
    struct bl_text t = BL_TEXT_FIXED(room);
    print(&t, "%s %d", "ab", 12);
    assert_string_equal(room, "ab 12");
    print(&t, "%d", 3);
    assert_string_equal(room, "ab 12");
    assert_int_equal(t.len, 6);
    for (size_t n = 250; n <= 256; n++) {     /* as much as it has room for, and one more */
        memset(all, 'x', n);
        all[n] = '\0';
        bl_text_clear(&grown);
        print(&grown, "%s", all);
        assert_string_equal(grown.s, all);
        assert_int_equal(grown.len, n);
    }
}

/* Commas stand between the elements of a bracket and nowhere else, and each line is a value. */
static void test_json(void **unused)
{
    static const char *const names[] = {"p", "q", NULL};
    BL_LOCAL struct bl_text t = bl_text_heap();
    (void)unused;
    bl_json_open(&t, '{');
    bl_json_key(&t, "a");
    bl_json_put_int(&t, -1);
    bl_json_key(&t, "b");
    bl_json_open(&t, '[');
    bl_json_put_seat(&t, -1);
    bl_json_put_seat(&t, 0);
    bl_json_put_bool(&t, true);
    bl_json_put_bool(&t, false);
    bl_json_open(&t, '[');
    bl_json_close(&t, ']');
    bl_json_open(&t, '{');
    bl_json_close(&t, '}');
    bl_json_put_null(&t);
    bl_json_close(&t, ']');
    bl_json_key(&t, "c");
    bl_json_put_strings(&t, names);
    bl_json_key(&t, "d");
    bl_json_put_raw(&t, "[7]");
    bl_put_char(&t, ',');
    bl_json_key(&t, "e");
    bl_json_put_string(&t, "");
    bl_json_close(&t, '}');
    bl_put_char(&t, '\n');
    bl_json_put_int(&t, 2);
    assert_string_equal(t.s, "{\"a\":-1,\"b\":[null,0,true,false,[],{},null],\"c\":[\"p\",\"q\"],"
                             "\"d\":[7],\"e\":\"\"}\n2");
}

/* RFC 8259: quotes, backslashes and controls; ours: DEL and C1 too, and bytes of no character. */
static void test_json_strings(void **unused)
{
    BL_LOCAL struct bl_text t = bl_text_heap();
    (void)unused;
    bl_json_put_string(&t, "\"\\\n\t\r\b\x1f \x7f\xc2\x9b\xc2\xa0§7♥\xf0\x9f\x82\xa1\xff\xe2\x80z");
    assert_string_equal(t.s, "\"\\\"\\\\\\n\\t\\r\\u0008\\u001f \\u007f\\u009b\xc2\xa0§7♥\xf0\x9f\x82\xa1"
                             "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz\"");
}

/* ---- memory ------------------------------------------------------------------- */

static void test_grow(void **unused)
{
    uint32_t room = 0, *list = NULL;
    (void)unused;
    for (uint32_t i = 0; i < 1000; i++) {
        list = bl_grow(list, i + 1, &room, sizeof *list);
        list[i] = i;
    }
    assert_int_equal(room, 1024);
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(list[i], i);
    free(list);
    room = 64;
    list = bl_grow(NULL, 128, &room, sizeof *list);
    assert_int_equal(room, 128);
    free(list);
    free(bl_new(0, 0));
    free(bl_copy_of(NULL, 0));
    char *copy = bl_copy_of("copy", 5);
    assert_string_equal(copy, "copy");
    free(copy);
}

static int blocks;

static void *take_block(void *old, size_t count, size_t size)
{
    blocks++;
    return memset(bl_resize(old, count, size), 0xa5, count * size);
}

/* Pieces are zeros, aligned, apart from each other; what is taken back is given out again, without
 * a new block, and what was given out before stays. */
static void test_arena(void **unused)
{
    struct bl_arena a = {.resize = take_block};
    unsigned char *pieces[40], *kept;
    (void)unused;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 40; i++) {
            size_t size = i == 20 ? 100000 : 5000;
            pieces[i] = bl_arena_take(&a, size);
            assert_int_equal((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
            for (size_t k = 0; k < size; k++)
                assert_int_equal(pieces[i][k], 0);
            memset(pieces[i], i + 1, size);
        }
        for (int i = 0; i < 40; i++)
            assert_true(pieces[i][0] == i + 1 && pieces[i][(i == 20 ? 100000 : 5000) - 1] == i + 1);
        assert_int_equal(blocks, 5);   /* 13 pieces fill 64 KiB, one is larger than that: 13+7 1 13+6 */
        bl_arena_reset(&a);
    }
    kept = bl_arena_take(&a, 3);
    memset(kept, 7, 3);
    struct bl_arena then = a;
    unsigned char *next = bl_arena_take(&a, 5000);
    for (int i = 0; i < 30; i++)
        bl_arena_take(&a, 5000);
    bl_arena_back(&a, &then);
    assert_ptr_equal(bl_arena_take(&a, 16), next);
    assert_true(kept[0] == 7 && kept[2] == 7 && blocks == 5);
    bl_arena_back(&a, &(struct bl_arena){.resize = take_block});   /* before anything was given */
    assert_ptr_equal(bl_arena_take(&a, 1), kept);
    bl_arena_free(&a);
    assert_true(!a.first && !a.now && a.used == 0);
}

/* ---- time --------------------------------------------------------------------- */

static double seconds_of(struct timespec t)
{
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Between what the system's clock says before and after. */
static void test_clock(void **unused)
{
    struct timespec before, after;
    (void)unused;
    clock_gettime(CLOCK_MONOTONIC, &before);
    double now = bl_now();
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert_true(now >= seconds_of(before) && now <= seconds_of(after));
    for (unsigned ms = 0; ms < 3000; ms += 37) {
        clock_gettime(CLOCK_REALTIME, &before);
        struct timespec then = bl_in_ms(ms);
        clock_gettime(CLOCK_REALTIME, &after);
        assert_true(then.tv_nsec >= 0 && then.tv_nsec < 1000000000);
        double wait = ms / 1e3, little = 1e-6;   /* a double has that much of it */
        assert_true(seconds_of(then) >= seconds_of(before) + wait - little);
        assert_true(seconds_of(then) <= seconds_of(after) + wait + little);
    }
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

#define LONG_WAIT 3600000   /* nobody waits that long: who is not woken hangs */

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
            if ((back = (struct square *)bl_pool_take(pool, LONG_WAIT))) {
                assert_int_equal(back->area, back->side * back->side + 1);
                back->area = 0;
                taken++;
            }
        assert_null(bl_pool_take(pool, 1));
        bl_pool_halt(pool);
        bl_pool_give(pool, &squares[7].piece);
        while (!(back = (struct square *)bl_pool_take(pool, LONG_WAIT)))
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
    /* A seal is the hash of two numbers of eight bytes, game above purpose. */
    const uint64_t words[2] = {UINT64_C(0x0504030201), 77};
    assert_true(bl_seal(99, 5, 0x04030201, 77) == bl_siphash((uint64_t[2]){99, 0}, words, 16));
}

/* What was added is found again with what was put there, and nothing else is, however large it grows. */
static void test_table(void **unused)
{
    struct bl_table t = {0};
    (void)unused;
    assert_null(bl_table_find(&t, 1));
    for (uint64_t key = 1; key <= 5000; key++) {
        struct bl_row *row = bl_table_add(&t, key << 40 | 1);
        assert_true(row->key == (key << 40 | 1) && row->number == 0);
        row->number = (uint32_t)key;
    }
    assert_true(t.used == 5000);
    for (uint64_t key = 1; key <= 5000; key++) {
        assert_int_equal(bl_table_find(&t, key << 40 | 1)->number, key);
        assert_ptr_equal(bl_table_add(&t, key << 40 | 1), bl_table_find(&t, key << 40 | 1));
        assert_null(bl_table_find(&t, key << 40 | 2));
    }
    assert_true(t.used == 5000);
    bl_table_clear(&t);
    assert_true(t.used == 0);
    assert_null(bl_table_find(&t, UINT64_C(1) << 40 | 1));
    assert_int_equal(bl_table_add(&t, UINT64_C(1) << 40 | 1)->number, 0);
    free(t.rows);
}

static void test_hex(void **state)
{
    (void)state;
    static const uint8_t bytes[4] = {0x00, 0x9a, 0xf0, 0xff};
    char room[16];
    struct bl_text text = BL_TEXT_FIXED(room);
    uint8_t back[4];
    bl_put_hex(&text, bytes, 4);
    assert_string_equal(room, "009af0ff");
    assert_true(bl_read_hex(room, back, 4));
    assert_memory_equal(back, bytes, 4);
    static const char *const wrong[] = {"", "009af0f", "009af0ff0", "009af0fg", "009AF0FF", "009a 0ff"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(bl_read_hex(wrong[i], back, 4));
    char cut[] = "009a\0ff";
    assert_false(bl_read_hex(cut, back, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_number), cmocka_unit_test(test_int), cmocka_unit_test(test_take),
        cmocka_unit_test(test_utf8), cmocka_unit_test(test_controls),
        cmocka_unit_test(test_fixed_text), cmocka_unit_test(test_growing_text),
        cmocka_unit_test(test_printed_text), cmocka_unit_test(test_json),
        cmocka_unit_test(test_json_strings), cmocka_unit_test(test_grow),
        cmocka_unit_test(test_arena), cmocka_unit_test(test_clock), cmocka_unit_test(test_pool),
        cmocka_unit_test(test_siphash), cmocka_unit_test(test_table), cmocka_unit_test(test_hex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
