/* hints.c - hints and reviews of Predicate Wars agree: who does what the hints say makes no mistake,
 * and who leaves out what they say does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "bylaw/review.h"
#include "core/learn.h"
#include "games/predicate-wars/predicate-wars.h"
#include "matches.h"

enum { SEEDS = 3, BUDGET = 12 };
static const struct bl_review_run pupil_only = {.seats = 1, .threads = 2};

static struct bl_match *table(const char *preset, uint64_t seed)
{
    const struct bl_game *game = bl_find_game("predicate-wars");
    const struct bl_bot *bots[2] = {NULL, bl_find_bot("greedy")};
    struct bl_setup setup;
    char room[100];
    struct bl_text why = BL_TEXT_FIXED(room);
    bl_setup_init(&setup, game);
    setup.players = 2;
    assert_null(bl_setup_preset(&setup, game, preset, &why));
    assert_null(bl_resolve(game, &setup));
    return bl_match_new(NULL, game, &setup, seed, bots);
}

/* The first line of a hint. */
static void put_hint(struct bl_match *m, const struct bl_bot *bot, struct bl_text *out)
{
    const struct bl_game *game = bl_match_game(m);
    uint32_t number = bl_match_count(m);
    struct bl_stream rng = bl_hint_stream(game, number);
    const struct bl_past *past = bl_match_past(m, number, 0);
    struct bl_decision d = {.game = game, .seat = 0, .rng = &rng, .past = past, .view = bl_match_view(m, 0)};
    BL_LOCAL struct bl_text words = bl_text_heap();
    struct bl_fact why;
    d.count = bl_match_moves(m, &d.moves);
    bl_text_clear(out);
    if (!bl_plan(game, d.view, 0, out, &why)) {
        struct bl_opinion *list = bl_new(d.count + BL_MORE_OPINIONS, sizeof *list);
        assert_true(bot->advise(bot, &d, NULL, &words, list) > 0);
        struct bl_play play = bl_advised(&list[0], 0);
        bl_put_move(game, d.view, &play, out);
        free(list);
    }
}

/* Follows the hints to the end, or until one says to prove something of a chosen player. */
static void follow(struct bl_match *m, const struct bl_bot *bot, bool stops, struct bl_text *hint)
{
    enum { LONGEST = 120 };
    while (bl_match_to_move(m) >= 0 && bl_match_count(m) < LONGEST)
        if (!bl_match_bot_move(m)) {
            put_hint(m, bot, hint);
            if (stops && strncmp(hint->s, "prove players=1", 15) == 0)
                return;
            must_submit(m, 0, hint->s);
        }
}

static uint32_t mistakes(struct bl_match *m, const struct bl_review_plan *plan, struct bl_review *r)
{
    uint32_t worst[3];
    bl_review(m, plan, &pupil_only, r);
    return bl_mistakes(r, worst, 3);
}

static void what_a_hint_says_is_no_mistake(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 2 * SEEDS; seed++) {
        BL_LOCAL struct bl_text hint = bl_text_heap();
        struct bl_match *m = table(seed % 2 ? "table" : "letter", seed);
        struct bl_review_plan plan;
        struct bl_review r;
        bl_review_prepare(&plan, bl_match_game(m), BUDGET, 1);
        follow(m, plan.closer, false, &hint);
        assert_int_equal(mistakes(m, &plan, &r), 0);
        bl_review_free(&r);
        bl_match_free(m);
    }
}

/* A proof of an attack, and nobody chosen for it: the hint's own move would have been better, and that
 * is what is named, unless the game was as good as won or lost. */
static void an_attack_on_nobody_is_a_mistake(void **unused)
{
    (void)unused;
    unsigned named = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        BL_LOCAL struct bl_text hint = bl_text_heap(), better = bl_text_heap(), typed = bl_text_heap();
        struct bl_match *m = table("table", seed);
        struct bl_review_plan plan;
        struct bl_judgement j;
        bl_review_prepare(&plan, bl_match_game(m), 0, 1);
        follow(m, plan.closer, true, &hint);
        uint32_t number = bl_match_count(m);
        assert_int_equal(bl_match_to_move(m), 0);
        bl_putf(&typed, "prove%s", hint.s + 15);
        must_submit(m, 0, typed.s);
        bl_judge(m, number, &plan, true, &j);
        bl_put_move(bl_match_game(m), bl_match_view_at(m, number, 0), &j.better, &better);
        named += bl_is_mistake(&j);
        assert_string_equal(better.s, bl_is_mistake(&j) ? hint.s : typed.s);
        bl_judgement_free(&j);
        bl_match_free(m);
    }
    assert_true(named >= 2);
}

/* Every card of the plan says what it is for; the hint is the same whoever asks again. */
static void the_plan_says_why(void **unused)
{
    (void)unused;
    for (int preset = 0; preset < 2; preset++) {
        struct bl_match *m = table(preset ? "letter" : "table", 1);
        unsigned cards = 0;
        while (((const struct pw *)bl_match_view(m, 0))->phase == PHASE_SETUP && bl_match_to_move(m) == 0) {
            BL_LOCAL struct bl_text move = bl_text_heap(), again = bl_text_heap();
            struct bl_fact why = {NULL, NULL};
            assert_true(bl_plan(bl_match_game(m), bl_match_view(m, 0), 0, &move, &why));
            assert_true(bl_plan(bl_match_game(m), bl_match_view(m, 0), 0, &again, &why));
            assert_string_equal(move.s, again.s);
            assert_true(strlen(why.format) > 20);
            must_submit(m, 0, move.s);
            cards++;
        }
        assert_int_equal(cards, preset ? 9 : 8);   /* five truths, two or three attacks, and that it is enough */
        bl_match_free(m);
    }
}

/* A hint of greedy, whom the page asks. */
static void put_greedy(struct bl_match *m, void *scratch, struct bl_text *out)
{
    static struct bl_story offer, why;
    const struct bl_game *game = bl_match_game(m);
    struct bl_stream rng = bl_hint_stream(game, bl_match_count(m));
    BL_LOCAL struct bl_text words = bl_text_heap(), said = bl_text_heap(), button = bl_text_heap();
    struct bl_fact plan;
    struct bl_play play;
    struct bl_decision d = {.game = game, .seat = 0, .rng = &rng, .view = bl_match_view(m, 0)};
    bl_text_clear(out);
    if (bl_plan(game, d.view, 0, out, &plan))
        return;
    d.count = bl_match_moves(m, &d.moves);
    bl_bot_play(bl_find_bot("greedy"), &d, scratch, &words, &play);
    play.seat = 0;
    bl_put_move(game, d.view, &play, out);
    bl_tell_offer(game, d.view, &play, &offer);
    bl_tell_reason(game, d.view, &play, &why);
    bl_put_story(&button, &offer, NULL);
    bl_put_story(&said, &why, NULL);
    assert_true(said.len > 30);   /* it says more than the button that makes the move */
    assert_null(button.len > 0 ? strstr(said.s, button.s) : NULL);
}

/* Who follows the hints has power left after the set-up, for what the other wrote; the game goes forward
 * and somebody wins it; and whatever is hinted, it is said why. */
static void hints_lead_to_an_end(void **unused)
{
    enum { LAST_ROUND = 6, POWER = 40, GAMES = 4 };
    (void)unused;
    void *scratch = bl_scratch_new(bl_find_game("predicate-wars"));
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        BL_LOCAL struct bl_text hint = bl_text_heap();
        struct bl_match *m = table("table", seed);
        int32_t round = 1;
        while (bl_match_to_move(m) >= 0 && round <= LAST_ROUND) {
            const struct pw *s = bl_match_view(m, BL_SPECTATOR);
            if (s->phase == PHASE_CREATION && s->round == 1)
                assert_true(s->seats[0].power >= POWER);
            round = s->round;
            if (bl_match_bot_move(m))
                continue;
            put_greedy(m, scratch, &hint);
            must_submit(m, 0, hint.s);
        }
        assert_int_equal(bl_match_to_move(m), -1);
        bl_match_free(m);
    }
    bl_scratch_free(bl_find_game("predicate-wars"), scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_hint_says_is_no_mistake),
        cmocka_unit_test(an_attack_on_nobody_is_a_mistake),
        cmocka_unit_test(the_plan_says_why),
        cmocka_unit_test(hints_lead_to_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
