/* table.c - the table as people see it: colours of cards, lines that fit, the seats, the hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "bylaw/game.h"
#include "core/cards.h"
#include "setup.h"

/* What a terminal shows of a text: without the orders for colours. */
static void show(const char *text, struct bl_text *out)
{
    bl_text_clear(out);
    for (; *text; text++) {
        if (*text == '\033')
            text = strchr(text, 'm');
        else
            bl_put_char(out, *text);
    }
}

/* ---- the pen ---------------------------------------------------------------- */

static const char *card(const struct bl_pack *pack, const char *name, bool unicode, bool colour)
{
    static char room[60];
    struct bl_text out = BL_TEXT_FIXED(room);
    struct bl_look look = {unicode, colour, 80, NULL};
    struct bl_pen pen = {.out = &out, .look = &look};
    bl_text_clear(&out);
    bl_pen_card(&pen, pack, bl_card_read(pack, name));
    assert_int_equal(pen.at, 2);
    return room;
}

static void test_hearts_and_diamonds_are_red(void **state)
{
    (void)state;
    const char *const red = "\033[31m";
    static const char ranks[] = "A23456789TJQK";
    for (const char *rank = ranks; *rank; rank++)
        for (const char *suit = "CDHS"; *suit; suit++) {
            const char name[] = {*rank, *suit, '\0'};
            const char *shown = card(&bl_french_pack, name, false, true);
            assert_int_equal(strstr(shown, red) != NULL, *suit == 'H' || *suit == 'D');
            assert_non_null(strstr(shown, name));
            assert_string_equal(shown + strlen(shown) - 4, "\033[0m");   /* and nothing after it is */
            assert_string_equal(card(&bl_french_pack, name, false, false), name);
        }
    assert_string_equal(card(&bl_french_pack, "TH", true, false), "T♥");
    assert_string_equal(card(&bl_french_pack, "AD", true, false), "A♦");
    assert_string_equal(card(&bl_french_pack, "2C", true, false), "2♣");
    assert_string_equal(card(&bl_french_pack, "QS", true, false), "Q♠");
    assert_non_null(strstr(card(&bl_german_pack, "7H", true, true), red));
    assert_null(strstr(card(&bl_german_pack, "7L", true, true), red));
}

static void test_pieces_go_on_below_where_the_line_ends(void **state)
{
    (void)state;
    char room[200];
    struct bl_text out = BL_TEXT_FIXED(room);
    struct bl_look look = {.columns = 12};
    struct bl_pen pen = {.out = &out, .look = &look, .indent = 2};
    bl_text_clear(&out);
    bl_pen_piece(&pen, 1, "four");       /* no gap at the beginning */
    bl_pen_piece(&pen, 2, "sixsix");     /* 4 + 2 + 6 = 12: it just fits */
    bl_pen_piece(&pen, 1, "x");
    bl_pen_piece(&pen, 3, "abcdefg");    /* 3 + 3 + 7 = 13 */
    bl_pen_end(&pen);
    bl_pen_number(&pen, 7, 3);
    bl_pen_number(&pen, -12, 4);
    bl_pen_end(&pen);
    assert_string_equal(out.s, "four  sixsix\n  x\n  abcdefg\n  7 -12\n");
}

static void test_words_are_wrapped_and_long_ones_broken(void **state)
{
    (void)state;
    static const char words[] = "one two three f(abc,defghi) äöüß end";
    char room[200];
    struct bl_text out = BL_TEXT_FIXED(room);
    struct bl_look look = {.columns = 9};
    struct bl_pen pen = {.out = &out, .look = &look, .indent = 1};
    bl_text_clear(&out);
    bl_pen_words(&pen, words, strlen(words));
    assert_string_equal(out.s, "one two\n three\n f(abc,\n defghi)\n äöüß end");
    /* A long one goes as far as there is room after what stands before it. */
    pen = (struct bl_pen){.out = &out, .look = &look, .indent = 4};
    bl_text_clear(&out);
    bl_pen_put(&pen, "ab: ");
    bl_pen_words(&pen, "abcdefghijkl", 12);
    assert_string_equal(out.s, "ab: abcde\n    fghij\n    kl");
}

/* ---- seats and hands ---------------------------------------------------------- */

static void test_seats_say_who_is_who(void **state)
{
    (void)state;
    char room[300];
    struct bl_text out = BL_TEXT_FIXED(room);
    struct bl_look look = {.columns = 200};   /* four in a line at the most */
    struct bl_pen pen = {.out = &out, .look = &look, .viewer = 2};
    struct bl_head head = {.setup = {.players = 5}, .to_move = 3};
    const uint8_t cards[] = {4, 0, 7, 1, 12}, outs[] = {1};
    bl_text_clear(&out);
    bl_put_seats(&pen, &head, cards, outs, 1);
    assert_string_equal(out.s, "Cards      seat 0: 4   seat 1: out (1)   you: 7   seat 3: 1 <\n"
                               "           seat 4: 12\n");
    look.columns = 61;   /* the first line above is as wide */
    bl_text_clear(&out);
    bl_put_seats(&pen, &head, cards, outs, 1);
    assert_string_equal(strchr(out.s, '\n'), "\n           seat 4: 12\n");
    look.columns = 60;
    bl_text_clear(&out);
    bl_put_seats(&pen, &head, cards, outs, 1);
    assert_string_equal(strchr(out.s, '\n'), "\n           seat 3: 1 <   seat 4: 12\n");
    look.columns = 30;
    bl_text_clear(&out);
    bl_put_seats(&pen, &head, cards, outs, 1);
    assert_string_equal(out.s, "Cards      seat 0: 4\n           seat 1: out (1)\n           you: 7\n"
                               "           seat 3: 1 <\n           seat 4: 12\n");
}

static void test_a_hand_is_sorted_by_suits(void **state)
{
    (void)state;
    char room[300];
    struct bl_text out = BL_TEXT_FIXED(room);
    struct bl_look look = {.columns = 24};
    struct bl_pen pen = {.out = &out, .look = &look};
    static const char *const names[] = {"KS", "2C", "9H", "AC", "3S", "TC", "QH"};
    uint64_t hand = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        hand |= UINT64_C(1) << bl_card_read(&bl_french_pack, names[i]);
    bl_text_clear(&out);
    bl_put_hand(&pen, &bl_french_pack, hand);   /* 11 + 5, and 3 + 5 more: 24 */
    assert_string_equal(out.s, "Your hand  AC 2C TC\n           9H QH   3S KS\n");
    look.columns = 23;
    bl_text_clear(&out);
    bl_put_hand(&pen, &bl_french_pack, hand);
    assert_string_equal(out.s, "Your hand  AC 2C TC\n           9H QH\n           3S KS\n");
}

/* ---- whole tables ------------------------------------------------------------- */

static const struct bl_game *game;

/* Every line fits the screen, whatever the look; colours and signs change nothing else. */
static void looks_right(const void *state, int seat, char *view)
{
    BL_LOCAL struct bl_text plain = bl_text_heap(), fancy = bl_text_heap(), shown = bl_text_heap();
    bl_view(game, state, seat, view);
    for (int columns = 40; columns <= 200; columns += 20) {
        struct bl_look look = {false, false, columns, NULL};
        bl_text_clear(&plain);
        game->notation->put_table(view, seat, &look, &plain);
        look.colour = true;
        bl_text_clear(&fancy);
        game->notation->put_table(view, seat, &look, &fancy);
        show(fancy.s, &shown);
        assert_string_equal(shown.s, plain.s);
        for (const char *line = plain.s; *line;) {
            size_t bytes = strcspn(line, "\n");
            if ((int)bl_utf8_count(line, bytes) > columns)
                fail_msg("%s: wider than %d: %.*s", game->id, columns, (int)bytes, line);
            line += bytes + (line[bytes] == '\n');
        }
        for (const char *c = plain.s; *c; c++)
            assert_true((unsigned char)*c < 0x80 || game->advice->propose);   /* no sign unasked for */
    }
}

static void test_tables_fit_the_screen(void **unused)
{
    (void)unused;
    for (const struct bl_game *const *g = bl_games(); *g; g++) {
        game = *g;
        void *state = calloc(1, game->state_size), *scratch = bl_scratch_new(game);
        char *view = calloc(1, game->state_size);
        bl_move *moves = calloc(game->max_moves, sizeof *moves);
        for (int players = game->min_players; players <= game->max_players; players++) {
            struct bl_stream rng = bl_stream((uint64_t)players, game->code, BL_FOR_TEST, 1);
            struct bl_setup setup = setup_for(game, players);
            struct bl_context cx;
            bl_context_init(&cx, game, 7);
            cx.scratch = scratch;
            game->rules->deal(state, &setup, &cx);
            for (int n = 0; n < 40 && bl_head(state)->to_move >= 0; n++) {
                if (n % 5 == 0)
                    for (int seat = BL_SPECTATOR; seat < players; seat++)
                        looks_right(state, seat, view);
                uint32_t count = game->rules->moves(state, moves);
                struct bl_play play = {.move = moves[bl_below(&rng, count)],
                                       .seat = bl_head(state)->to_move};
                if (play.move & BL_OPEN)
                    continue;
                game->rules->apply(state, &play, &cx);
            }
        }
        free(state);
        free(view);
        free(moves);
        bl_scratch_free(game, scratch);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hearts_and_diamonds_are_red),
        cmocka_unit_test(test_pieces_go_on_below_where_the_line_ends),
        cmocka_unit_test(test_words_are_wrapped_and_long_ones_broken),
        cmocka_unit_test(test_seats_say_who_is_who),
        cmocka_unit_test(test_a_hand_is_sorted_by_suits),
        cmocka_unit_test(test_tables_fit_the_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
