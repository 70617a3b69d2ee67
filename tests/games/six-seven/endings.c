/* endings.c - the last cards of Six-Seven are counted out right: the same as by the rules themselves,
 * over every card that may come next. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/bot.h"
#include "games/six-seven/six-seven.h"

enum { MOST = 128 };

static const struct bl_game *game;

static void swap(bl_card *a, bl_card *b)
{
    bl_card held = *a;
    *a = *b;
    *b = held;
}

static double value_of(const struct six_seven *s, bl_move move);

/* The chance of seat 0 to win, from where the mover has a card to place. */
static double best_of(const struct six_seven *s)
{
    bl_move moves[MOST];
    struct bl_result result;
    uint32_t n = game->rules->moves(s, moves);
    double best = -1;
    if (n == 0) {
        game->rules->result(s, &result);
        return result.winner == 0;
    }
    for (uint32_t i = 0; i < n; i++) {
        double value = value_of(s, moves[i]);
        if (best < 0 || (s->head.to_move == 0 ? value > best : value < best))
            best = value;
    }
    return best;
}

/* After a move the next number card may be any of those that are left, and so may a face card. */
static double value_of(const struct six_seven *s, bl_move move)
{
    double sum = 0;
    unsigned numbers = s->numbers_left > 0 ? s->numbers_left : 1, faces = s->faces_left > 0 ? s->faces_left : 1;
    for (unsigned i = 0; i < numbers; i++)
        for (unsigned k = 0; k < faces; k++) {
            struct six_seven next = *s;
            struct bl_context cx;
            bl_context_init(&cx, game, 1);
            swap(&next.numbers[i], &next.numbers[numbers - 1]);
            swap(&next.faces[k], &next.faces[faces - 1]);
            game->rules->apply(&next, &(struct bl_play){move, s->head.to_move, 0, NULL}, &cx);
            sum += best_of(&next);
        }
    return sum / numbers / faces;
}

/* Plays a game until `left` number cards are in the deck; false: it was over before. */
static bool play_until(uint64_t seed, unsigned left, struct six_seven *s)
{
    struct bl_stream rng = bl_stream(seed, game->code, BL_FOR_TEST, 0);
    struct bl_context cx;
    struct bl_setup setup;
    bl_setup_init(&setup, game);
    setup.players = 2;
    bl_context_init(&cx, game, seed);
    game->rules->deal(s, &setup, &cx);
    while (s->head.to_move >= 0 && s->numbers_left > left) {
        bl_move moves[MOST];
        uint32_t n = game->rules->moves(s, moves), pick = bl_below(&rng, n);
        for (uint32_t i = 0; i < n && bl_below(&rng, 4); i++)   /* mostly what is liked, now and then anything */
            if (game->advice->prefer(s, &(struct bl_play){moves[i], s->head.to_move, 0, NULL}) >
                game->advice->prefer(s, &(struct bl_play){moves[pick], s->head.to_move, 0, NULL}))
                pick = i;
        game->rules->apply(s, &(struct bl_play){moves[pick], s->head.to_move, 0, NULL}, &cx);
    }
    return s->head.to_move >= 0;
}

static void test_counted_as_by_the_rules(void **unused)
{
    unsigned counted = 0, open = 0, revealing = 0;
    (void)unused;
    for (uint64_t seed = 1; seed <= 1200; seed++)
        for (unsigned left = 0; left <= 3; left++) {
            struct six_seven s, view;
            bl_move moves[MOST];
            float values[MOST];
            if (!play_until(seed, left, &s) || s.faces_left > 2 || (left == 3 && seed % 8))
                continue;
            bl_view(game, &s, s.head.to_move, &view);
            uint32_t n = game->rules->moves(&view, moves);
            if (!game->advice->settle(&view, moves, n, values)) {
                assert_int_equal(moves[0], SIX_SEVEN_KEEP);
                continue;
            }
            for (uint32_t i = 0; i < n; i++) {
                double first = value_of(&s, moves[i]), own = s.head.to_move == 0 ? first : 1 - first;
                assert_true(values[i] - own < 1e-6 && own - values[i] < 1e-6);
                open += own > 0.001 && own < 0.999;
            }
            counted++;
            revealing += s.faces_left > 0;
        }
    assert_true(counted > 1000 && open > 100 && revealing > 100);
}

/* A searching bot then makes a move that loses nothing, and says what it is worth. */
static void test_nothing_is_lost(void **unused)
{
    const struct bl_bot *bot = bl_find_bot("ismcts:10");
    unsigned asked = 0;
    (void)unused;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct six_seven s, view;
        bl_move moves[MOST];
        float values[MOST], best = 0;
        struct bl_opinion list[MOST + BL_MORE_OPINIONS];
        struct bl_stream rng = bl_stream(seed, game->code, BL_FOR_TEST, 1);
        if (!play_until(seed, 6, &s))
            continue;
        bl_view(game, &s, s.head.to_move, &view);
        uint32_t n = game->rules->moves(&view, moves);
        struct bl_decision d = {game, &view, s.head.to_move, moves, n, &rng};
        if (n < 2 || !game->advice->settle(&view, moves, n, values))
            continue;
        for (uint32_t i = 0; i < n; i++)
            best = values[i] > best ? values[i] : best;
        struct bl_text words = bl_text_heap();
        assert_int_equal(bot->advise(bot, &d, NULL, &words, list), n);
        assert_true(list[0].value == (double)best && list[0].visits == BL_COUNTED);
        bl_text_free(&words);
        asked++;
    }
    assert_true(asked > 30);
}

/* Where more are at the table, or more is left, nothing is said. */
static void test_only_endings(void **unused)
{
    struct six_seven s;
    bl_move moves[MOST];
    float values[MOST];
    (void)unused;
    assert_true(play_until(1, 12, &s));
    assert_false(game->advice->settle(&s, moves, game->rules->moves(&s, moves), values));
}

/* ---- by hand: what is lost ---------------------------------------------------- */

enum { BOTS = 3, LEFT = 8 };
static const char *const names[BOTS] = {"greedy", "ismcts:1000:endings=no", "ismcts:1000"};

struct losses {
    uint32_t decisions, settled;
    double lost[BOTS];
};

static bl_move chosen(const char *name, const struct bl_decision *of, uint64_t key)
{
    struct bl_stream rng = bl_stream_of(key, of->count);
    struct bl_decision d = *of;
    struct bl_play play;
    struct bl_text words = bl_text_heap();
    d.rng = &rng;
    bl_bot_play(bl_find_bot(name), &d, NULL, &words, &play);
    bl_text_free(&words);
    return play.move;
}

static void weigh(const struct bl_decision *d, uint64_t key, struct losses *out)
{
    float values[MOST], best = 0;
    out->decisions++;
    if (!game->advice->settle(d->view, d->moves, d->count, values))
        return;
    out->settled++;
    for (uint32_t i = 0; i < d->count; i++)
        best = values[i] > best ? values[i] : best;
    for (int k = 0; k < BOTS; k++) {
        bl_move move = chosen(names[k], d, key);
        for (uint32_t i = 0; i < d->count; i++)
            out->lost[k] += d->moves[i] == move ? (double)(best - values[i]) : 0;
    }
}

/* What bots lose of a win in a decision of endings that come up when ismcts:100 plays itself. */
static int tell_losses(uint64_t games)
{
    static struct losses all[LEFT + 1];
    for (uint64_t seed = 1; seed <= games; seed++) {
        struct six_seven s, view;
        bool goes_on = play_until(seed, NUMBER_CARDS, &s);
        struct bl_context cx;
        bl_context_init(&cx, game, seed);
        for (uint64_t made = 0; goes_on && s.head.to_move >= 0; made++) {
            bl_move moves[MOST];
            bl_view(game, &s, s.head.to_move, &view);
            struct bl_decision d = {game, &view, s.head.to_move, moves, game->rules->moves(&view, moves)};
            uint64_t key = bl_mix(seed) + made;
            if (d.count > 1 && s.numbers_left <= LEFT)
                weigh(&d, key, &all[s.numbers_left]);
            bl_move move = d.count > 1 ? chosen("ismcts:100:endings=no", &d, key) : moves[0];
            game->rules->apply(&s, &(struct bl_play){move, s.head.to_move, 0, NULL}, &cx);
        }
    }
    print_message("left  decisions  counted out");
    for (int k = 0; k < BOTS; k++)
        print_message("  %s", names[k]);
    for (int left = 1; left <= LEFT; left++) {
        print_message("\n%4d  %9u  %11u", left, all[left].decisions, all[left].settled);
        for (int k = 0; k < BOTS; k++)
            print_message("  %*.4f", (int)strlen(names[k]), all[left].lost[k] / (all[left].settled + 1e-9));
    }
    print_message("\n");
    return 0;
}

/* With a number: that many games, and what bots lose in their endings. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counted_as_by_the_rules),
        cmocka_unit_test(test_nothing_is_lost),
        cmocka_unit_test(test_only_endings),
    };
    game = bl_find_game("six-seven");
    if (argc > 1)
        return tell_losses(strtoull(argv[1], NULL, 10));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
