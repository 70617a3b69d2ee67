/* bots_that_write.c - bots that search a game whose moves are written: Predicate Wars. They finish, know
 * only what they may, say the same when asked the same, and never lack the greedy player's move. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/bot.h"
#include "bylaw/tournament.h"
#include "files.h"
#include "games/predicate-wars/predicate-wars.h"

#define MOST (64 * 1024)

static const struct bl_game *game;
static struct pw *state, *view, *guess;
static bl_move *moves;
static struct bl_text words[2];
static struct bl_opinion *advice[2];

static int set_up(void **unused)
{
    (void)unused;
    game = bl_find_game("predicate-wars");
    state = calloc(1, sizeof *state);
    view = calloc(1, sizeof *view);
    guess = calloc(1, sizeof *guess);
    moves = calloc(game->max_moves, sizeof *moves);
    for (int i = 0; i < 2; i++) {
        words[i] = bl_text_heap();
        advice[i] = calloc(MOST, sizeof **advice);
    }
    return 0;
}

static int clean_up(void **unused)
{
    (void)unused;
    free(state);
    free(view);
    free(guess);
    free(moves);
    for (int i = 0; i < 2; i++) {
        bl_text_free(&words[i]);
        free(advice[i]);
    }
    return 0;
}

static void set(struct bl_setup *setup, int players, const char *preset)
{
    char room[200];
    struct bl_text why = BL_TEXT_FIXED(room);
    bl_setup_init(setup, game);
    setup->players = (uint8_t)players;
    assert_null(bl_setup_preset(setup, game, preset, &why));
    assert_null(bl_resolve(game, setup));
}

/* What a bot thinks of a state, of which it is shown the view; how many moves it names. */
static uint32_t ask(const char *name, const void *of, int slot)
{
    const struct bl_bot *bot = bl_find_bot(name);
    int seat = bl_head(of)->to_move;
    struct bl_stream rng = bl_stream(5, game->code, BL_FOR_TEST, 0);
    bl_view(game, of, seat, view);
    uint32_t n = game->rules->moves(view, moves);
    struct bl_decision d = {game, bot->cheats ? of : view, seat, moves, n, &rng, NULL, NULL};
    return bot->advise(bot, &d, NULL, &words[slot], advice[slot]);
}

/* Plays greedily from the deal of a seed and calls `look` at every `every`-th decision. */
static int each_position(int players, const char *preset, uint64_t seed, int every,
                         void (*look)(void))
{
    struct bl_setup setup;
    struct bl_context cx;
    struct bl_text said = bl_text_heap();
    void *scratch = bl_scratch_new(game);
    int looks = 0;
    set(&setup, players, preset);
    bl_context_init(&cx, game, seed);
    cx.scratch = scratch;
    game->rules->deal(state, &setup, &cx);
    for (int d = 0; state->head.to_move >= 0 && d < 400; d++) {
        int seat = state->head.to_move;
        struct bl_stream rng = bl_bot_stream(game, seed, seat, (uint64_t)d);
        struct bl_play play;
        if (d % every == 0) {
            look();
            looks++;
        }
        bl_view(game, state, seat, view);
        uint32_t n = game->rules->moves(view, moves);
        bl_bot_play(bl_find_bot("greedy"),
                    &(struct bl_decision){game, view, seat, moves, n, &rng, NULL, NULL}, scratch, &said,
                    &play);
        game->rules->apply(state, &play, &cx);
    }
    bl_scratch_free(game, scratch);
    bl_text_free(&said);
    return looks;
}

static void same_advice(uint32_t n, uint32_t m)
{
    assert_int_equal(n, m);
    for (uint32_t i = 0; i < n; i++) {
        const struct bl_opinion *a = &advice[0][i], *b = &advice[1][i];
        assert_int_equal(a->move, b->move);
        assert_int_equal(a->visits, b->visits);
        assert_true(a->value == b->value);
        assert_int_equal(a->words != NULL, b->words != NULL);
        assert_int_equal(a->size, b->size);
        if (a->words)
            assert_memory_equal(a->words, b->words, a->size);
    }
}

static int looked;
static uint64_t signature = UNSIGNED_YET;   /* of all that was advised */

/* Another state with the same view gives the same advice, word for word. */
static void look_behind(void)
{
    static const char *const names[] = {"ismcts:12", "ismcts:12:trees=2", "ismcts:12:cut=10"};
    struct bl_stream rng = bl_stream((uint64_t)looked, game->code, BL_FOR_TEST, 2);
    int seat = state->head.to_move;
    const char *name = names[looked++ % 3];
    bl_view(game, state, seat, view);
    bl_resample(game, view, seat, &rng, guess);
    uint32_t n = ask(name, state, 0);
    same_advice(n, ask(name, guess, 1));
    for (uint32_t i = 0; i < n; i++) {
        const struct bl_opinion *o = &advice[0][i];
        signature = sign_bytes(signature, &o->move, sizeof o->move);
        signature = sign_bytes(signature, o->words, o->words ? o->size : 0);
        signature = sign_bytes(signature, &o->visits, sizeof o->visits);
        signature = sign_bytes(signature, &o->value, sizeof o->value);
    }
}

/* And the same on every machine: who means to change how it thinks changes the signature too. */
static void what_is_hidden_makes_no_difference(void **unused)
{
    (void)unused;
    looked = 0;
    each_position(3, "table", 1, 9, look_behind);
    each_position(4, "letter", 2, 9, look_behind);
    assert_true(looked > 20);
    hold_signature(game->id, "ismcts ", signature);
}

/* Every move that is named is legal and named once; all iterations are accounted for unless there
 * was nothing to choose; the greedy player's move is among them. */
static void look_at_advice(void)
{
    struct bl_context cx;
    struct bl_play liked;
    uint64_t visits = 0;
    int seat = state->head.to_move, tried = 0;
    bool found = false;
    const char *bot = looked++ % 2 ? "ismcts:25" : "ismcts:25:trees=3";
    uint32_t n = ask(bot, state, 0);
    bl_context_init(&cx, game, 0);
    cx.scratch = bl_scratch_new(game);
    struct bl_stream rng = bl_stream(9, game->code, BL_FOR_TEST, 3);
    bl_text_clear(&words[1]);
    assert_true(game->advice->decide(view, seat, BL_CARE, &rng, cx.scratch, &words[1], &liked));
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play play = bl_advised(&advice[0][i], seat);
        assert_int_equal(play.move & BL_OPEN ? 1 : 0, play.data ? 1 : 0);
        assert_int_equal(game->rules->check(state, &play, &cx), 0);
        assert_true(advice[0][i].value >= 0 && advice[0][i].value <= 1);
        visits += advice[0][i].visits;
        tried += advice[0][i].visits > 0;
        found |= play.move == liked.move;
        for (uint32_t k = 0; k < i; k++)
            assert_false(advice[0][k].move == play.move &&
                         (!play.data || (advice[0][k].size == play.size &&
                                         memcmp(advice[0][k].words, play.data, play.size) == 0)));
    }
    bl_scratch_free(game, cx.scratch);
    assert_true(found);
    assert_true(visits == 25 || tried == 1);
    assert_true(advice[0][0].visits > 0);
}

static void advice_is_sound(void **unused)
{
    (void)unused;
    looked = 0;
    each_position(2, "table", 3, 7, look_at_advice);
    each_position(3, "letter", 4, 7, look_at_advice);
    assert_true(looked > 15);
}

/* With a budget in time too, a whole legal move is written. */
static void look_at_the_clock(void)
{
    struct bl_context cx;
    bl_context_init(&cx, game, 0);
    cx.scratch = bl_scratch_new(game);
    assert_true(ask("ismcts:2ms", state, 0) > 0);
    struct bl_play play = bl_advised(&advice[0][0], state->head.to_move);
    assert_int_equal(game->rules->check(state, &play, &cx), 0);
    bl_scratch_free(game, cx.scratch);
}

static void time_is_a_budget(void **unused)
{
    (void)unused;
    each_position(3, "table", 5, 15, look_at_the_clock);
}

/* ---- games ------------------------------------------------------------------------ */

static void tournament(const char *a, const char *b, int players, const char *preset,
                       uint32_t deals, unsigned jobs, struct bl_standings *out)
{
    struct bl_tournament t = {.game = game, .bots = {bl_find_bot(a), bl_find_bot(b)},
                              .bot_count = 2, .seed = 11, .deals = deals, .cap = 3000,
                              .jobs = jobs};
    set(&t.setup, players, preset);
    assert_true(bl_play_tournament(&t, out));
    assert_int_equal(out->deals, deals);
}

/* Every deal comes out even. */
static void a_bot_against_itself_is_even(void **unused)
{
    static const char *const names[] = {"random", "greedy", "quick", "ismcts:5",
                                        "ismcts:5:reuse=yes:trees=2", "cheat:5"};
    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct bl_standings s;
        tournament(names[i], names[i], 2 + (int)i % 2, i % 2 ? "table" : "letter", 2, 2, &s);
        for (int b = 0; b < 2; b++) {
            assert_true(s.bots[b].score.value > 0.499999 && s.bots[b].score.value < 0.500001);
            assert_true(s.bots[b].score.high - s.bots[b].score.low < 0.000001);
        }
    }
}

static void jobs_do_not_matter(void **unused)
{
    struct bl_standings one, many;
    (void)unused;
    tournament("ismcts:6", "greedy", 3, "table", 4, 1, &one);
    for (unsigned jobs = 2; jobs <= 3; jobs++) {
        tournament("ismcts:6", "greedy", 3, "table", 4, jobs, &many);
        assert_memory_equal(&one.bots, &many.bots, sizeof one.bots);
        assert_int_equal(one.decisions, many.decisions);
    }
}

/* A search that always has the greedy player's move at hand does not do worse. */
static void thinking_helps(void **unused)
{
#ifdef BRIEF
    skip();   /* how strong a bot is, the other builds tell */
#endif
    struct bl_standings s;
    (void)unused;
    tournament("ismcts:60", "greedy", 2, "table", 10, 2, &s);
    assert_true(s.bots[0].score.value >= 0.5);
    tournament("greedy", "random", 2, "table", 4, 2, &s);
    assert_true(s.bots[0].score.value > 0.8);
}

/* All bots, two to sixteen players, every ruling: nobody is stuck, and nothing they do is
 * refused; where what follows is true, the sensible finish their games, unless all blank cards
 * were dealt at the start. */
static void play_out(const struct bl_setup *setup, const char *name, uint64_t seed, int cap)
{
    struct bl_context cx;
    struct bl_text said = bl_text_heap();
    void *scratch = bl_scratch_new(game);
    bl_context_init(&cx, game, seed);
    cx.scratch = scratch;
    game->rules->deal(state, setup, &cx);
    for (int d = 0; state->head.to_move >= 0 && d < cap; d++) {
        int seat = state->head.to_move;
        struct bl_stream rng = bl_bot_stream(game, seed, seat, (uint64_t)d);
        struct bl_play play;
        bl_view(game, state, seat, view);
        uint32_t n = game->rules->moves(view, moves);
        bl_bot_play(bl_find_bot(name),
                    &(struct bl_decision){game, view, seat, moves, n, &rng, NULL, NULL}, scratch, &said,
                    &play);
        bl_cite refused = game->rules->check(state, &play, &cx);
        if (refused)
            fail_msg("%s with %d players, seed %d, move %d: refused by %s", name, setup->players,
                     (int)seed, d, game->clauses[refused].id);
        game->rules->apply(state, &play, &cx);
    }
    bl_scratch_free(game, scratch);
    bl_text_free(&said);
}

static void everybody_finishes(void **unused)
{
    static const int counts[] = {2, 3, 4, 5, 7, 9, 12, 16, 2, 6, 10, 3};
    (void)unused;
    for (unsigned i = 0; i < 12; i++) {
        struct bl_setup setup;
        set(&setup, counts[i], "letter");
        setup.rulings[RULING_LOGIC] = (uint8_t)(i % 2);
        setup.rulings[RULING_EVALUATION] = (uint8_t)(i / 2 % 2);
        setup.rulings[RULING_PROOF_COST] = (uint8_t)(i / 4);
        play_out(&setup, "quick", i + 1, counts[i] < 16 ? 6000 : 600);
        if (i % 2 == LOGIC_SOUND && counts[i] < 16)
            assert_int_equal(state->phase, PHASE_OVER);
        play_out(&setup, "greedy", i + 1, 150);
        play_out(&setup, "ismcts:3:cut=10", i + 1, 100);
        play_out(&setup, "random", i + 1, 300);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_hidden_makes_no_difference),
        cmocka_unit_test(advice_is_sound),
        cmocka_unit_test(time_is_a_budget),
        cmocka_unit_test(a_bot_against_itself_is_even),
        cmocka_unit_test(jobs_do_not_matter),
        cmocka_unit_test(thinking_helps),
        cmocka_unit_test(everybody_finishes),
    };
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
