/* vector.c - many games side by side: the same games as those of a run, whoever looks and however
 * many threads step them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bylaw/bylaw.h"
#include "registry.h"
#include "setup.h"

enum { PLACES = 7, STEPS = 400, SEED = 11 };

/* A vector, and all that can be written of it. */
struct bed {
    struct bl_vector *v;
    struct bl_vector_spec spec;
    uint32_t bits, actions;
    struct bl_outlook out;
};

static struct bed make(const struct bl_game *game, unsigned threads, uint64_t cap)
{
    char room[200];
    struct bl_text why = BL_TEXT_FIXED(room);
    struct bed b = {.spec = {.game = game, .places = PLACES, .seed = SEED, .cap = cap, .threads = threads}};
    b.spec.setup = setup_for(game, game->usual_players);
    b.v = bl_vector_new(&b.spec, &why);
    assert_non_null(b.v);
    b.bits = bl_observation_size(game, &b.spec.setup);
    b.actions = bl_action_count(game, &b.spec.setup);
    b.out = (struct bl_outlook){
        .observations = malloc((size_t)PLACES * b.bits), .masks = malloc((size_t)PLACES * b.actions),
        .seats = malloc(PLACES), .rewards = malloc(PLACES * b.spec.setup.players * sizeof(float)),
        .terminations = malloc(PLACES), .truncations = malloc(PLACES),
        .actions = malloc(PLACES * sizeof(int32_t))};
    bl_vector_look(b.v, &b.out);
    return b;
}

static void drop(struct bed *b)
{
    bl_vector_free(b->v);
    free(b->out.observations);
    free(b->out.masks);
    free(b->out.seats);
    free(b->out.rewards);
    free(b->out.terminations);
    free(b->out.truncations);
    free(b->out.actions);
}

static void compare(const struct bed *a, const struct bed *b)
{
    assert_memory_equal(a->out.observations, b->out.observations, (size_t)PLACES * a->bits);
    assert_memory_equal(a->out.masks, b->out.masks, (size_t)PLACES * a->actions);
    assert_memory_equal(a->out.seats, b->out.seats, PLACES);
    assert_memory_equal(a->out.rewards, b->out.rewards, PLACES * a->spec.setup.players * sizeof(float));
    assert_memory_equal(a->out.terminations, b->out.terminations, PLACES);
    assert_memory_equal(a->out.truncations, b->out.truncations, PLACES);
    assert_memory_equal(a->out.actions, b->out.actions, PLACES * sizeof(int32_t));
}

/* Game `number` of a run with the bot `random`, as the vector must have played it. */
static void compare_with_run(const struct bed *b, uint64_t number, uint64_t moves, const float *rewards)
{
    struct bl_run run = {.game = b->spec.game, .setup = b->spec.setup, .games = 1, .jobs = 1,
                         .seed = bl_game_seed(SEED, number), .cap = b->spec.cap ? b->spec.cap : UINT64_MAX};
    struct bl_tally tally;
    for (int seat = 0; seat < BL_MAX_SEATS; seat++)
        run.bots[seat] = bl_find_bot("random");
    assert_true(bl_run_games(&run, &tally));
    assert_int_equal(tally.decisions, moves);
    float sum = 0;
    for (unsigned seat = 0; seat < b->spec.setup.players; sum += rewards[seat++])
        assert_int_equal(tally.wins[seat] == 1, rewards[seat] == 1);
    assert_true(sum > -1e-5f && sum < 1e-5f);
    bl_tally_free(&tally);
}

static void test_same_as_a_run(void **unused)
{
    (void)unused;
    for CARD_GAME(i) {
        struct bed b = make(bl_find_game(ids[i]), 1, 60);
        uint64_t number[PLACES], moves[PLACES] = {0}, ends = 0;
        uint32_t refused;
        for (uint32_t p = 0; p < PLACES; p++)
            number[p] = p;
        for (int step = 0; step < STEPS; step++) {
            assert_true(bl_vector_step(b.v, NULL, &b.out, &refused));
            for (uint32_t p = 0; p < PLACES; p++) {
                const float *rewards = b.out.rewards + p * b.spec.setup.players;
                bool over = b.out.terminations[p] || b.out.truncations[p];
                moves[p]++;
                assert_int_equal(b.out.truncations[p], !b.out.terminations[p] && moves[p] == 60);
                for (unsigned seat = 0; !b.out.terminations[p] && seat < b.spec.setup.players; seat++)
                    assert_true(rewards[seat] == 0);
                if (!over)
                    continue;
                compare_with_run(&b, number[p], moves[p], rewards);
                number[p] += PLACES;
                moves[p] = 0;
                ends++;
            }
        }
        assert_true(ends >= PLACES);
        drop(&b);
    }
}

/* The bytes, which a game may have compiled for its rows alone, are those bits that the walk by any table
 * lists: for every seat and for who only watches. */
static void compare_walks(const struct bl_game *game, const void *state, uint32_t size, void *view)
{
    uint16_t ones[BL_MAX_OBSERVATION];
    uint8_t bits[BL_MAX_OBSERVATION];
    for (int seat = BL_SPECTATOR; seat < bl_head(state)->setup.players; seat++) {
        uint32_t met = 0;
        bl_view(game, state, seat, view);
        uint32_t count = bl_observe_ones(game, view, seat, ones);
        bl_observe(game, view, seat, bits);
        for (uint32_t bit = 0; bit < size; bit++) {
            bool one = met < count && ones[met] == bit;
            assert_int_equal(bits[bit], one);
            met += one;
        }
        assert_int_equal(met, count);
    }
}

/* What is written is what the seat to move sees, and what it may do. */
static void test_looks(void **unused)
{
    (void)unused;
    for CARD_GAME(i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        struct bed b = make(game, 1, 0);
        void *view = calloc(1, game->state_size);
        uint8_t *bits = malloc(b.bits);
        uint32_t refused;
        for (int step = 0; step < STEPS / 8; step++) {
            for (uint32_t p = 0; p < PLACES; p++) {
                const void *state = bl_vector_state(b.v, p);
                int seat = bl_head(state)->to_move;
                assert_int_equal(b.out.seats[p], seat);
                compare_walks(game, state, b.bits, view);
                bl_view(game, state, seat, view);
                bl_observe(game, view, seat, bits);
                assert_memory_equal(b.out.observations + p * b.bits, bits, b.bits);
                struct bl_context cx;
                bl_context_init(&cx, game, 1);
                for (uint32_t a = 0; a < b.actions; a++) {
                    struct bl_play play = {bl_action_move(game, &b.spec.setup, a), (int8_t)seat, 0, NULL};
                    if (game->rules->aside && game->rules->aside(play.move))
                        continue;   /* what takes no turn need not be listed */
                    assert_int_equal(b.out.masks[p * b.actions + a],
                                     bl_check(game, game->rules, state, &play, &cx) == 0);
                }
            }
            bl_vector_step(b.v, NULL, &b.out, &refused);
        }
        assert_null(bl_vector_state(b.v, PLACES));
        free(view);
        free(bits);
        drop(&b);
    }
}

/* By other threads, and by the numbers of what was done at random, it is the same. */
static void test_threads_and_numbers(void **unused)
{
    (void)unused;
    for CARD_GAME(i) {
        struct bed a = make(bl_find_game(ids[i]), 1, 50), b = make(bl_find_game(ids[i]), 3, 50);
        uint32_t refused;
        compare(&a, &b);
        for (int step = 0; step < STEPS / 4; step++) {
            int32_t half[PLACES];
            assert_true(bl_vector_step(a.v, NULL, &a.out, &refused));
            for (int p = 0; p < PLACES; p++)
                half[p] = p % 2 ? a.out.actions[p] : -1;
            assert_true(bl_vector_step(b.v, half, &b.out, &refused));
            compare(&a, &b);
        }
        bl_vector_deal(a.v, 5);
        bl_vector_deal(b.v, SEED);
        bl_vector_look(a.v, &a.out);
        bl_vector_look(b.v, &b.out);
        assert_memory_not_equal(a.out.observations, b.out.observations, (size_t)PLACES * a.bits);
        drop(&a);
        a = make(bl_find_game(ids[i]), 1, 50);
        compare(&a, &b);
        drop(&a);
        drop(&b);
    }
}

/* One that is not legal, or no number at all, stops the whole step. */
static void test_refusals(void **unused)
{
    (void)unused;
    for CARD_GAME(i) {
        struct bed a = make(bl_find_game(ids[i]), 1, 0), b = make(bl_find_game(ids[i]), 1, 0);
        int32_t wrong[] = {(int32_t)a.actions, INT32_MAX, 0};
        while (a.out.masks[4 * a.actions + (uint32_t)wrong[2]])
            wrong[2]++;
        for (int k = 0; k < 3; k++) {
            int32_t actions[PLACES] = {-1, -1, -1, -1, wrong[k], -1, -1};
            uint32_t refused = 0;
            assert_false(bl_vector_step(a.v, actions, &a.out, &refused));
            assert_int_equal(refused, 4);
            bl_vector_look(a.v, &a.out);
            compare(&a, &b);
        }
        drop(&a);
        drop(&b);
    }
}

static void test_what_cannot_be(void **unused)
{
    (void)unused;
    unsigned open = 0;
    for (const struct bl_game *const *game = bl_games(); *game; game++) {
        char room[200] = "";
        struct bl_text why = BL_TEXT_FIXED(room);
        struct bl_vector_spec spec = {.game = *game, .setup = setup_for(*game, (*game)->usual_players),
                                      .places = (*game)->advice->propose ? 1 : 0};
        assert_null(bl_vector_new(&spec, &why));
        assert_non_null(strstr(room, spec.places ? "cannot be stepped by numbers" : "one game at least"));
        open += spec.places;
    }
    assert_true(open > 0);
    bl_vector_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_a_run), cmocka_unit_test(test_looks),
        cmocka_unit_test(test_threads_and_numbers), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_what_cannot_be),
    };
    return cmocka_run_group_tests(tests, read_registry, NULL);
}
