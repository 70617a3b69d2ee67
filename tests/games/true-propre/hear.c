/* hear.c - words typed at the table: what counts as said in each version of
 * Propreantepenultimate Card, and what is only chat. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "bylaw/game.h"

#define NAME "propreantepenultimate"

static const char *hears(const char *game_id, const char *words)
{
    static char move[64];
    static uint64_t state[512];
    const struct bl_game *game = bl_find_game(game_id);
    struct bl_setup setup;
    struct bl_context cx;
    struct bl_play play;
    struct bl_text out = BL_TEXT_FIXED(move);
    assert_non_null(game);
    assert_true(game->state_size <= sizeof state);
    bl_setup_init(&setup, game);
    assert_null(bl_resolve(game, &setup));
    bl_context_init(&cx, game, 1);
    game->rules->deal(state, &setup, &cx);
    if (!game->notation->hear(state, 2, words, &play))
        return "chat";
    assert_int_equal(play.seat, 2);
    game->notation->put_move(state, &play, &out);
    return move;
}

#define SECOND(words, what) assert_string_equal(hears("true-propre", words), what)
#define FIRST(words, what) assert_string_equal(hears("propre", words), what)

/* §7.1.2: the second word of the name, or the two-word phrase. */
static void test_second_said(void **state)
{
    (void)state;
    SECOND(NAME, "say");
    SECOND(NAME " card", "say");
    SECOND("Propreantepenultimate Card", "say");
    SECOND("PROPREANTEPENULTIMATE", "say");
    SECOND("pRoPrEaNtEpEnUlTiMaTe CaRd", "say");
    SECOND(NAME "    card", "say");
    SECOND("  " NAME " ", "say");
}

static void test_second_last_card(void **state)
{
    (void)state;
    SECOND("last card", "talk last-card");
    SECOND("Last Card", "talk last-card");
    SECOND("LAST   CARD", "talk last-card");
    SECOND("lastcard", "chat");
    SECOND("last cards", "chat");
    SECOND("this is my last card", "chat");
    SECOND("last", "chat");
}

/* §7.2.1: within 6 of the phrase. */
static void test_second_near_the_phrase(void **state)
{
    (void)state;
    SECOND(NAME " car", "talk mispronounced");
    SECOND(NAME "card", "talk mispronounced");
    SECOND(NAME " bird", "talk mispronounced");
    SECOND("xxxxxxantepenultimate card", "talk mispronounced");
    SECOND("xxxxxxxntepenultimate card", "chat");
    SECOND("antepenultimate card", "talk mispronounced");
    SECOND("ntepenultimate card", "chat");
    SECOND(NAME " card 12345", "talk mispronounced");
    SECOND(NAME " card 123456", "chat");
    SECOND("XXXXXXANTEPENULTIMATE     CARD", "talk mispronounced");
}

/* … or within 5 of the word. */
static void test_second_near_the_word(void **state)
{
    (void)state;
    SECOND("propeantepenultimate", "talk mispronounced");
    SECOND("properantepenultimate", "talk mispronounced");
    SECOND("xxxxxeantepenultimate", "talk mispronounced");
    SECOND("xxxxxxantepenultimate", "chat");
    SECOND("propreantepenult", "talk mispronounced");
    SECOND("propreantepenul", "chat");
    SECOND("penultimate", "chat");
}

/* The whole name of the game is the phrase with five characters too many. */
static void test_second_whole_name(void **state)
{
    (void)state;
    SECOND("True Propreantepenultimate Card", "talk mispronounced");
}

/* A letter with an accent is one wrong character. */
static void test_second_accents(void **state)
{
    (void)state;
    SECOND("pröpreantepenultimate", "talk mispronounced");
    SECOND("pröpréäntëpenultimäte", "talk mispronounced");
    SECOND("pröpréäntëpenültimäte", "chat");
    SECOND("€€€€€eantepenultimate", "talk mispronounced");
    SECOND("€€€€€€antepenultimate", "chat");
}

static void test_second_chat(void **state)
{
    char text[4096];
    (void)state;
    SECOND("", "chat");
    SECOND("   ", "chat");
    SECOND("hello", "chat");
    SECOND("card", "chat");
    SECOND(NAME " " NAME, "chat");
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    SECOND(text, "chat");
    memset(text, ' ', sizeof text - 1);
    SECOND(text, "chat");
    memcpy(text + 2000, NAME, strlen(NAME));
    SECOND(text, "say");
}

/* F.1, F.2: the whole name, or "last card"; nothing else has an effect. */
static void test_first(void **state)
{
    (void)state;
    FIRST(NAME " card", "say");
    FIRST("Propreantepenultimate  CARD ", "say");
    FIRST("Last Card", "talk last-card");
    FIRST("last  card", "talk last-card");
    FIRST(NAME, "chat");
    FIRST("propeantepenultimate card", "chat");
    FIRST(NAME "card", "chat");
    FIRST("True Propreantepenultimate Card", "chat");
    FIRST("last", "chat");
    FIRST("last cards", "chat");
    FIRST("", "chat");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_second_said),
        cmocka_unit_test(test_second_last_card),
        cmocka_unit_test(test_second_near_the_phrase),
        cmocka_unit_test(test_second_near_the_word),
        cmocka_unit_test(test_second_whole_name),
        cmocka_unit_test(test_second_accents),
        cmocka_unit_test(test_second_chat),
        cmocka_unit_test(test_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
