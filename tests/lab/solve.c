/* solve.c - the solver, held to games whose solutions are known: Kuhn's poker, in the contract of a
 * game, and endings of Six-Seven, which count themselves out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bots/bots.h"
#include "bylaw/position.h"
#include "games/six-seven/six-seven.h"
#include "solve/solve.h"

/* ---- Kuhn's poker: three cards, one each; pass or bet ---------------------------------- */

struct kuhn {
    struct bl_head head;
    uint8_t bets, made;              /* which of the moves made were bets, as bits; how many */
    uint8_t stock_count, count[2], stock[1];
    uint64_t hands[2];
};

enum { PASS, BET };
#define CARD(rank) BL_FRENCH(BL_CLUBS, rank)
#define KUHN_SET(rank) (UINT64_C(1) << CARD(rank))
#define THREE (KUHN_SET(BL_JACK) | KUHN_SET(BL_QUEEN) | KUHN_SET(BL_KING))
#define STATE struct kuhn
static const struct bl_field kuhn_rows[] = {
    FIELD("stock", HIDDEN, stock, stock_count, THREE)
    FIELD("hands", HANDS, hands, count, uint64_t, THREE)
};
static const struct bl_fields kuhn_fields = {.rows = kuhn_rows, .count = 2, .pack = &bl_french_pack};

static uint32_t kuhn_moves(const void *state, bl_move *out)
{
    (void)state;
    out[0] = PASS;
    out[1] = BET;
    return 2;
}

/* Over after two passes, after a bet is answered. */
static void kuhn_apply(void *state, const struct bl_play *play, struct bl_context *cx)
{
    struct kuhn *s = state;
    (void)cx;
    bool bet = s->bets != 0;
    s->bets |= (uint8_t)(play->move << s->made++);
    s->head.to_move = bet || (s->made == 2 && s->bets == 0) ? -1 : (int8_t)(1 - play->seat);
}

static double kuhn_score(const void *state)
{
    const struct kuhn *s = state;
    double better = s->hands[0] > s->hands[1] ? 1 : -1;
    switch (s->bets) {
    case 0: return better;
    case 1: return 1;            /* bet, pass */
    case 2: return -1;           /* pass, bet, pass */
    default: return 2 * better;  /* a bet was met */
    }
}

static const struct bl_rules kuhn_rules = {.moves = kuhn_moves, .apply = kuhn_apply};
static const struct bl_notation kuhn_notation = {.actions = 2};
static const struct bl_game kuhn = {.id = "kuhn", .max_moves = 2, .rules = &kuhn_rules, .fields = &kuhn_fields,
                                    .notation = &kuhn_notation, .state_size = sizeof(struct kuhn)};
static const struct kuhn kuhn_start = {
    .head = {.setup = {.players = 2}}, .stock_count = 1, .count = {1, 1}, .stock = {CARD(BL_JACK)},
    .hands = {KUHN_SET(BL_QUEEN), KUHN_SET(BL_KING)}};

static void build_kuhn(struct solve_tree *t)
{
    struct solve_plan plan = {.game = &kuhn, .starts = (const char *)&kuhn_start, .start_count = 1,
                              .horizon = 5, .score = kuhn_score, .max_bytes = UINT64_MAX};
    assert_int_equal(solve_build(&plan, t), SOLVE_DONE);
}

/* Six deals; each seat has three cards and two situations with each. */
static void test_tree(void **unused)
{
    struct solve_tree t;
    (void)unused;
    build_kuhn(&t);
    assert_int_equal(t.deals, 6);
    assert_int_equal(t.nodes, 6 * 9);
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(t.sides[seat].count, 6);
        assert_int_equal(t.sides[seat].sequences, 13);
    }
    assert_int_equal(t.leaf_count, 6 * 5);
    solve_tree_free(&t);
}

/* How often a seat bets with a card after the moves made before. */
static double bets(const struct solve_tree *t, int seat, const double *plan, unsigned rank,
                   uint8_t made)
{
    for (uint32_t i = 0; i < t->sides[seat].count; i++) {
        const struct solve_info *info = &t->sides[seat].infos[i];
        struct bl_past *past = solve_past(t, info->seen);
        const struct kuhn *view = bl_past_view(past, past->count);
        bool is = view->hands[seat] == KUHN_SET(rank) && (view->bets << 2 | view->made) == made;
        bl_past_free(past);
        if (is)
            return plan[info->first + BET] / plan[info->parent];
    }
    fail();
    return 0;
}
#define AFTER(bets, made) ((bets) << 2 | (made))

#define assert_near(a, b, most) assert_true(fabs((a) - (b)) <= (most))

static void test_kuhn(void **unused)
{
    struct solve_tree t;
    (void)unused;
    build_kuhn(&t);
    struct solve_cfr *c = solve_cfr_new(&t);
    for (int i = 0; i < 4000; i++)
        solve_cfr_step(c);
    double *plans[2], open;
    for (int seat = 0; seat < 2; seat++)
        solve_cfr_plan(c, seat, plans[seat] = solve_numbers(&t, seat));
    assert_near(solve_score(&t, plans, &open), -1.0 / 18, 1e-4);
    assert_true(open == 0);
    double low = solve_response(&t, 1, plans[0]), high = solve_response(&t, 0, plans[1]);
    assert_true(low <= -1.0 / 18 + 1e-12 && high >= -1.0 / 18 - 1e-12);
    assert_near(high, low, 2e-4);
    /* The second seat has one way to play, the first one for each share of bluffs up to a third. */
    assert_near(bets(&t, 1, plans[1], BL_JACK, AFTER(1, 1)), 0, 0.01);
    assert_near(bets(&t, 1, plans[1], BL_QUEEN, AFTER(1, 1)), 1.0 / 3, 0.01);
    assert_near(bets(&t, 1, plans[1], BL_KING, AFTER(1, 1)), 1, 0.01);
    assert_near(bets(&t, 1, plans[1], BL_JACK, AFTER(0, 1)), 1.0 / 3, 0.01);
    assert_near(bets(&t, 1, plans[1], BL_QUEEN, AFTER(0, 1)), 0, 0.01);
    assert_near(bets(&t, 1, plans[1], BL_KING, AFTER(0, 1)), 1, 0.01);
    double bluff = bets(&t, 0, plans[0], BL_JACK, AFTER(0, 0));
    assert_true(bluff <= 1.0 / 3 + 0.01);
    assert_near(bets(&t, 0, plans[0], BL_QUEEN, AFTER(0, 0)), 0, 0.01);
    assert_near(bets(&t, 0, plans[0], BL_KING, AFTER(0, 0)), 3 * bluff, 0.02);
    assert_near(bets(&t, 0, plans[0], BL_QUEEN, AFTER(2, 2)), bluff + 1.0 / 3, 0.02);
    BL_FREE(plans[0], plans[1]);
    solve_cfr_free(c);
    solve_tree_free(&t);
}

/* Who passes and bets at random loses 11/24 to the best answer, in the mean of both seats (as
 * OpenSpiel has it). */
static void test_answer(void **unused)
{
    struct solve_tree t;
    struct solve_asking how = {.bot = &bl_bot_random, .samples = 1};
    double left[2];
    (void)unused;
    build_kuhn(&t);
    for (int seat = 0; seat < 2; seat++) {
        double *plan = solve_numbers(&t, seat);
        assert_true(solve_ask(&t, seat, &how, plan));
        left[seat] = solve_response(&t, 1 - seat, plan);
        free(plan);
    }
    assert_int_equal(how.asked, 12);
    assert_near((left[1] - left[0]) / 2, 11.0 / 24, 1e-12);
    solve_tree_free(&t);
}

/* ---- a choice made in secret ------------------------------------------------------------------- */

/* The first seat hides a coin of 3 or of 1; the second names one, and loses what it guesses right. */
struct coin {
    struct bl_head head;
    uint8_t hidden, named;
};

static void coin_apply(void *state, const struct bl_play *play, struct bl_context *cx)
{
    struct coin *s = state;
    (void)cx;
    *(play->seat == 0 ? &s->hidden : &s->named) = (uint8_t)play->move;
    s->head.to_move = play->seat == 0 ? 1 : -1;
}

static void coin_view(void *view, int seat)
{
    struct coin *s = view;
    s->hidden = seat == 0 ? s->hidden : 0;
}

static void coin_told(const void *state, struct bl_play *play)
{
    (void)state;
    play->move = play->seat == 0 ? 0 : play->move;
}

static double coin_score(const void *state)
{
    const struct coin *s = state;
    return s->hidden != s->named ? 0 : s->hidden == 0 ? 3 : 1;
}

/* Both show the 3 in one of four cases; who knew the choice would leave nothing of the 3/4. */
static void test_secret(void **unused)
{
    static const struct bl_rules rules = {.moves = kuhn_moves, .apply = coin_apply};
    static const struct bl_notation notation = {.actions = 2, .hide = coin_told};
    static const struct bl_fields fields = {.pack = &bl_french_pack, .hide = coin_view};
    static const struct bl_game game = {.max_moves = 2, .rules = &rules, .notation = &notation,
                                        .fields = &fields, .state_size = sizeof(struct coin)};
    static const struct coin start = {.head = {.setup = {.players = 2}}};
    struct solve_plan plan = {.game = &game, .starts = (const char *)&start, .start_count = 1,
                              .horizon = 2, .score = coin_score, .max_bytes = UINT64_MAX};
    struct solve_tree t;
    double *plans[2], open;
    (void)unused;
    assert_int_equal(solve_build(&plan, &t), SOLVE_DONE);
    struct solve_cfr *c = solve_cfr_new(&t);
    for (int i = 0; i < 1000; i++)
        solve_cfr_step(c);
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(t.sides[seat].count, 1);
        solve_cfr_plan(c, seat, plans[seat] = solve_numbers(&t, seat));
        assert_near(plans[seat][t.sides[seat].infos[0].first], 0.25, 0.01);
    }
    assert_near(solve_score(&t, plans, &open), 0.75, 1e-3);
    BL_FREE(plans[0], plans[1]);
    solve_cfr_free(c);
    solve_tree_free(&t);
}

/* ---- bots --------------------------------------------------------------------------------- */

/* One that bets with the king, once it was told of a bet with what it holds, and throws a die with
 * the queen; `told` counts how often it was asked. */
static int told;

static void choose(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    const struct kuhn *view = d->view;
    (void)bot;
    told++;
    assert_int_equal(d->count, 2);
    assert_int_equal(d->seat, view->head.to_move);
    assert_int_equal(view->hands[1 - d->seat], 0);
    assert_int_equal(d->past->count, view->made);
    assert_true(d->past->count == 0 || d->past->plays[0].seat == 0);
    bool queen = view->hands[d->seat] == KUHN_SET(BL_QUEEN);
    uint32_t bet = queen ? bl_below(d->rng, 4) == 0 : view->hands[d->seat] == KUHN_SET(BL_KING);
    *out = (struct bl_play){bet, (int8_t)d->seat, 0, NULL};
}

static void test_bot(void **unused)
{
    static const struct bl_bot bot = {.name = "test", .looks = true, .recalls = true, .choose = choose};
    struct solve_asking how = {.bot = &bot, .samples = 400, .seed = 1};
    struct solve_tree t;
    (void)unused;
    build_kuhn(&t);
    double *plan = solve_numbers(&t, 0), *again = solve_numbers(&t, 0);
    told = 0;
    assert_true(solve_ask(&t, 0, &how, plan));
    /* Both choices of the jack; the king bets and is not asked again; the queen's die, twice. */
    assert_int_equal(how.asked, 5);
    assert_int_equal(told, 3 + 2 * 400);
    assert_near(bets(&t, 0, plan, BL_QUEEN, AFTER(0, 0)), 0.25, 0.08);
    assert_true(bets(&t, 0, plan, BL_KING, AFTER(0, 0)) == 1);
    assert_true(bets(&t, 0, plan, BL_JACK, AFTER(2, 2)) == 0);
    assert_true(solve_ask(&t, 0, &how, again));
    assert_memory_equal(plan, again, t.sides[0].sequences * sizeof *plan);
    BL_FREE(plan, again);
    solve_tree_free(&t);
}

/* ---- an ending that counts itself out --------------------------------------------------------- */

/* The first seat's score, both playing as well as can be found. */
static double solved(const struct bl_game *game, const void *start)
{
    struct solve_plan plan = {.game = game, .starts = start, .start_count = 1, .horizon = 40,
                              .unfinished = 100, .max_bytes = UINT64_MAX};
    struct solve_tree t;
    double *plans[2], open;
    assert_int_equal(solve_build(&plan, &t), SOLVE_DONE);
    struct solve_cfr *c = solve_cfr_new(&t);
    for (int i = 0; i < 100; i++)
        solve_cfr_step(c);
    for (int seat = 0; seat < 2; seat++)
        solve_cfr_plan(c, seat, plans[seat] = solve_numbers(&t, seat));
    double score = solve_score(&t, plans, &open);
    assert_true(open == 0);
    BL_FREE(plans[0], plans[1]);
    solve_cfr_free(c);
    solve_tree_free(&t);
    return score;
}

/* Nothing is hidden in Six-Seven but the order of its decks: the value is that of the best move. */
static void test_ending(void **unused)
{
    const struct bl_game *game = bl_find_game("six-seven");
    struct bl_setup setup;
    struct six_seven *state = bl_new(1, game->state_size);
    bl_move *moves = bl_new((size_t)game->max_moves + 1, sizeof *moves);
    float worth[256];
    int even = 0;   /* endings that luck or play decides */
    (void)unused;
    bl_setup_init(&setup, game);
    setup.players = 2;
    for (uint64_t seed = 1; even < 8; seed++) {
        struct bl_stream rng = bl_stream(seed, game->code, BL_FOR_TEST, 0);
        struct bl_context cx;
        uint32_t n;
        bl_context_init(&cx, game, seed);
        game->rules->deal(state, &setup, &cx);
        for (; state->head.to_move >= 0; game->rules->apply(state, &(struct bl_play){
                 moves[bl_below(&rng, n)], state->head.to_move, 0, NULL}, &cx)) {
            n = game->rules->moves(state, moves);
            if (n < 2 || n > 256 || state->numbers_left > 4 || state->faces_left > 2 ||
                !game->advice->settle(state, moves, n, worth))
                continue;
            float best = 0;
            for (uint32_t i = 0; i < n; i++)
                best = worth[i] > best ? worth[i] : best;
            double first = solved(game, state);
            assert_near(state->head.to_move == 0 ? first : 1 - first, (double)best, 2e-3);
            even += best > 0.01f && best < 0.99f;
        }
        assert_true(seed < 1000);
    }
    BL_FREE(state, moves);
}

/* ---- chance ----------------------------------------------------------------------------------- */

static double one(const void *state)
{
    (void)state;
    return 1;
}

/* Where every end counts one, so does the whole, whoever plays: deals and shuffles share out all there
 * is, and seats do. */
static void test_shares(void **unused)
{
    static const char position[] =
        "{\"game\":\"pharaoh\",\"players\":2,\"options\":{},\"rulings\":{\"stack-sevens\":\"yes\","
        "\"tuple-match\":\"as-written\"},\"state\":{\"to_move\":0,\"a\":0,\"suit\":\"A\",\"cnt\":1,"
        "\"pile\":[\"XA\",\"XB\",\"9A\"],\"stock\":[\"KA\"],\"hands\":[[\"7A\"],[\"8A\",\"UL\"]],"
        "\"out\":[],\"loser\":null}}";
    const struct bl_game *game = bl_find_game("pharaoh");
    struct solve_asking how = {.bot = &bl_bot_random, .samples = 1};
    struct bl_json_doc doc;
    struct solve_tree t;
    void *start = bl_new(1, game->state_size);
    assert_null(bl_read_small_position(game, position, sizeof position - 1, start, &doc));
    struct solve_plan plan = {.game = game, .starts = start, .start_count = 1, .horizon = 7,
                              .unfinished = 1, .score = one, .max_bytes = UINT64_MAX};
    double *plans[2], open;
    (void)unused;
    assert_int_equal(solve_build(&plan, &t), SOLVE_DONE);
    assert_int_equal(t.deals, 12);
    for (int seat = 0; seat < 2; seat++)
        assert_true(solve_ask(&t, seat, &how, plans[seat] = solve_numbers(&t, seat)));
    assert_near(solve_score(&t, plans, &open), 1, 1e-12);
    assert_true(open > 0.1 && open < 0.9);
    assert_near(solve_response(&t, 0, plans[1]), 1, 1e-12);
    solve_tree_free(&t);
    plan.max_bytes = 1 << 16;
    assert_int_equal(solve_build(&plan, &t), SOLVE_TOO_LARGE);
    solve_tree_free(&t);
    BL_FREE(plans[0], plans[1], start);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tree), cmocka_unit_test(test_kuhn), cmocka_unit_test(test_answer),
        cmocka_unit_test(test_bot), cmocka_unit_test(test_ending),
        cmocka_unit_test(test_shares), cmocka_unit_test(test_secret),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
