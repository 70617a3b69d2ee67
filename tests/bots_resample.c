/* bots_resample.c - guesses are fair: every state that fits a view is as likely as any other.
 *
 * Positions are made in which only a few states fit; they are counted beforehand, and a
 * chi-square test holds the guesses to it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/game.h"
#include "games/pharaoh/pharaoh.h"
#include "games/propre-family/table.h"
#include "setup.h"

#define EACH 400   /* guesses for each state that fits */

static void deal(const struct bl_game *game, int players, uint64_t seed, void *state)
{
    struct bl_context cx;
    struct bl_setup setup = setup_for(game, players);
    bl_context_init(&cx, game, seed);
    game->rules->deal(state, &setup, &cx);
}

/* The number that one in 10000 samples of `free` degrees exceeds (Wilson and Hilferty). */
static double critical(double free)
{
    double spread = 2 / (9 * free), root = 1 - spread + 3.719 * sqrt(spread);
    return free * root * root * root;
}

/* `fitting` states fit what `seat` sees: each is guessed, and as often as any other. */
static void check_uniform(const struct bl_game *game, const void *state, int seat, uint32_t fitting)
{
    size_t size = game->state_size;
    char *seen = calloc(fitting, size), *view = calloc(1, size), *guess = calloc(1, size);
    char *again = calloc(1, size);
    uint32_t *counts = calloc(fitting, sizeof *counts), kinds = 0;
    struct bl_stream rng = bl_stream(5, game->code, BL_FOR_TEST, 0);
    bl_view(game, state, seat, view);
    for (uint32_t i = 0; i < fitting * EACH; i++) {
        uint32_t k = 0;
        bl_resample(game, view, seat, &rng, guess);
        while (k < kinds && memcmp(seen + k * size, guess, size) != 0)
            k++;
        if (k == kinds) {
            if (kinds == fitting)
                fail_msg("%s: more than %u states are guessed", game->id, fitting);
            memcpy(seen + kinds++ * size, guess, size);
            bl_view(game, guess, seat, again);
            assert_memory_equal(view, again, size);
        }
        counts[k]++;
    }
    assert_int_equal(kinds, fitting);
    double sum = 0;
    for (uint32_t k = 0; k < fitting; k++)
        sum += ((double)counts[k] - EACH) * ((double)counts[k] - EACH) / EACH;
    if (sum > critical(fitting - 1))
        fail_msg("%s: chi-square %.1f of %u", game->id, sum, fitting - 1);
    free(seen);
    free(view);
    free(guess);
    free(again);
    free(counts);
}

/* Puts cards of the stock on the pile until `left` remain. */
static void thin_pharaoh(struct pharaoh *s, unsigned left)
{
    while (s->stock_count > left) {
        s->pile[s->pile_count++] = s->stock[--s->stock_count];
        s->stock[s->stock_count] = 0;
    }
}

static void test_pharaoh(void **unused)
{
    struct pharaoh s;
    const struct bl_game *game = bl_find_game("pharaoh");
    (void)unused;
    deal(game, 2, 1, &s);
    thin_pharaoh(&s, 1);
    check_uniform(game, &s, 0, 6);       /* which of 6 cards is the stock, not in the hand of 5 */
    deal(game, 2, 2, &s);
    thin_pharaoh(&s, 2);
    check_uniform(game, &s, 1, 42);      /* 7 cards: two of them in the stock, in either order */
    deal(game, 3, 3, &s);
    thin_pharaoh(&s, 0);
    check_uniform(game, &s, 2, 252);     /* 10 cards: 5 and 5 */
}

static void test_propre(void **unused)
{
    static const char *const ids[] = {"propre", "true-propre"};
    struct propre s;
    (void)unused;
    for (int i = 0; i < 2; i++) {
        const struct bl_game *game = bl_find_game(ids[i]);
        deal(game, 2, 1, &s);
        unsigned other = 1, hand = s.count[other];
        while (hand > 3) {   /* to three cards, the others under the pile */
            bl_card c = (bl_card)__builtin_ctzll(s.hand[other][0]);
            propre_put(&s, other, c, c);
            hand--;
        }
        while (s.stock_n > 2) {
            bl_card c = s.stock[--s.stock_n];
            s.stock[s.stock_n] = 0;
            s.printed[s.pile_n] = s.lies[s.pile_n] = c;
            s.pile_n++;
        }
        check_uniform(game, &s, 0, 20);   /* 5 cards: two of them in the stock, in either order */
    }
}

/* A game of random moves, until `fits` says how many states fit what is seen now. */
static void test_six_seven(void **unused)
{
    static bl_move moves[1024];
    const struct bl_game *game = bl_find_game("six-seven");
    void *state = calloc(1, game->state_size);
    int tested = 0;
    (void)unused;
    for (uint64_t seed = 1; seed < 200 && tested < 3; seed++) {
        struct bl_stream rng = bl_stream(seed, game->code, BL_FOR_TEST, 1);
        struct bl_context cx;
        struct bl_text text = bl_text_heap();
        bl_context_init(&cx, game, seed);
        deal(game, 3, seed, state);
        while (bl_head(state)->to_move >= 0) {
            /* 4 number cards and no face card are left: 24 orders */
            bl_text_clear(&text);
            bl_put_state(game, state, &text);
            const char *numbers = strstr(text.s, "\"numbers\":[");
            bool none = strstr(text.s, "\"faces\":[]") != NULL;
            if (none && strcspn(numbers + 11, "]") == 4 * 4 + 3) {
                check_uniform(game, state, bl_head(state)->to_move, 24);
                check_uniform(game, state, BL_SPECTATOR, 24);
                tested++;
                break;
            }
            uint32_t n = game->rules->moves(state, moves);
            struct bl_play play = {moves[bl_below(&rng, n)], bl_head(state)->to_move, 0, NULL};
            game->rules->apply(state, &play, &cx);
        }
        bl_text_free(&text);
    }
    assert_int_equal(tested, 3);
    free(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pharaoh),
        cmocka_unit_test(test_propre),
        cmocka_unit_test(test_six_seven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
