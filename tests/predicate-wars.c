/* predicate-wars.c - what is written at a table: packing, and the room that there is for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "games/predicate-wars/predicate-wars.h"

static void unpacked_is_what_was_packed(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "", "P", "(∀(x)([PLAYER](x)→[ATK](x,4)))", "((10f/3)=(2147483647c/9))", "tT", "(tT∧tF)",
        "P_0(x_1,x_17,y_999999999999999999)", "f_0123", "x_", "9999999999999999999999", "007",
        "z_1-B: axiom P", "([health]([playerOfChosenCard](1))%255)", "(256>65536)",
        "(¬(∃(c)f(c))) by existential-generalization 12 13 using tT_00f-c_5",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        uint8_t packed[256];
        char room[256] = "";
        struct bl_text out = BL_TEXT_FIXED(room);
        size_t n = pw_pack(texts[i], strlen(texts[i]), packed, sizeof packed);
        assert_true(n <= strlen(texts[i]) + 1);
        const uint8_t *at = packed;
        pw_unpack(&at, packed + n, &out);
        assert_string_equal(room, texts[i]);
        assert_ptr_equal(at, packed + n);
    }
}

static void packed_points_are_those_of_the_logic(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "P", "tT", "(∀(x)([PLAYER](x)→[ATK](x,4)))", "((10f/3)=(2147483647c/9))", "P_0(x_1,7)",
        "(¬(∃(y_3)(([health](y_3)-12)<100)))", "(P()∨f()=1)", "(P()∨(f()=1))",
    };
    struct bl_logic *l = bl_logic_new();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct bl_statement s;
        struct bl_fault fault;
        uint8_t packed[256], names[PW_NAMES];
        if (!bl_statement_parse(l, texts[i], strlen(texts[i]), 0, BL_WFF, &s, &fault))
            continue;
        size_t n = pw_pack(texts[i], strlen(texts[i]), packed, sizeof packed);
        assert_int_equal(pw_packed_points(packed, n, names), s.points);
    }
    bl_logic_free(l);
}

/* The rules keep nothing: each complaint lies where its reader wants it. */
static void complaints_stay_apart(void **state)
{
    (void)state;
    const struct bl_game *game = bl_find_game("predicate-wars");
    struct bl_setup setup;
    struct bl_context cx;
    struct bl_play play;
    struct pw *s = calloc(1, sizeof *s);
    char rooms[2][200];
    struct bl_text first = BL_TEXT_FIXED(rooms[0]), second = BL_TEXT_FIXED(rooms[1]);
    bl_setup_init(&setup, game);
    assert_null(game->resolve(&setup));
    bl_context_init(&cx, game, 1);
    game->deal(s, &setup, &cx);
    const char *one = game->read_move(s, 0, "edit #0 rock 0 (P", &play, &first);
    const char *two = game->read_move(s, 0, "prove : P by truth; Q by => 1", &play, &second);
    assert_ptr_equal(one, rooms[0]);
    assert_ptr_equal(two, rooms[1]);
    assert_memory_equal(one, "column 18: ", 11);
    assert_memory_equal(two, "line 2 of the proof, column ", 28);
    assert_non_null(game->read_move(s, 0, "edit #0 rock 0 (P", &play, NULL));
    assert_non_null(game->read_move(s, 0, "prove : axiom P => 1", &play, NULL));
    free(s);
}

/* The longest statement there is: 512 symbols, 255 of them indices of eighteen digits. */
static void put_longest(struct bl_text *out)
{
    bl_put(out, "P_999999999999999999(");
    for (int i = 0; i < 255; i++)
        bl_putf(out, i == 0 ? "x_999999999999%d" : ",x_999999999999%d", 100000 + i);
    bl_put(out, ")");
}

/* Every card may have a statement of 512 symbols with ordinary names; only where the whole table
 * is full of long indices is there an end, and a clear refusal. */
static void a_full_table_refuses(void **state)
{
    (void)state;
    const struct bl_game *game = bl_find_game("predicate-wars");
    struct bl_setup setup;
    struct bl_context cx;
    struct pw *s = calloc(1, sizeof *s);
    struct bl_text move = bl_text_heap(), statement = bl_text_heap();
    bl_setup_init(&setup, game);
    setup.players = 16;
    setup.options[OPTION_POWER] = 1000000;
    assert_null(game->resolve(&setup));
    bl_context_init(&cx, game, 1);
    game->deal(s, &setup, &cx);
    put_longest(&statement);
    bl_cite refused = 0;
    int written = 0;
    for (int seat = 0; seat < 16 && !refused; seat++) {
        uint8_t hand[PW_CARDS];
        unsigned n = pw_list(&s->seats[seat].hand, hand);
        for (unsigned i = 0; i < n && !refused; i++) {
            struct bl_play play;
            bl_text_clear(&move);
            bl_putf(&move, "edit #%d rock 0 %s", hand[i], statement.s);
            assert_null(game->read_move(s, seat, move.s, &play, NULL));
            refused = game->check(s, &play, &cx);
            if (!refused)
                game->apply(s, &play, &cx);
            written += !refused;
        }
        if (!refused) {
            struct bl_play play;
            assert_null(game->read_move(s, seat, "done", &play, NULL));
            game->apply(s, &play, &cx);
        }
    }
    assert_string_equal(game->clauses[refused].id, "L.S.1");
    assert_int_equal(written, PW_POOL / 2816);
    bl_text_free(&move);
    bl_text_free(&statement);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unpacked_is_what_was_packed),
        cmocka_unit_test(packed_points_are_those_of_the_logic),
        cmocka_unit_test(complaints_stay_apart),
        cmocka_unit_test(a_full_table_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
