/* nets.c - nets that learn from what seats see: gradients are those of the loss; what is learned is the
 * same bit for bit, wherever and however often it is broken off; broken weights are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "bots/judge.h"
#include "bylaw/observe.h"
#include "bylaw/position.h"
#include "bylaw/tournament.h"
#include "learn/train.h"
#include "positions.h"
#include "registry.h"
#include "setup.h"

/* ---- memory ----------------------------------------------------------------------------- */

/* What a seat remembers follows from what it has seen: the views of a past say the same as whole states
 * that are gone along with, where only what is public is looked at. Something is remembered. */
static void test_recall(void **unused)
{
    static bl_move moves[MOST_MOVES];
    uint32_t remembered = 0;
    (void)unused;
    for CARD_GAME(i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        struct bl_setup setup = setup_for(game, game->min_players);
        char *state = calloc(1, game->state_size), *before = calloc(1, game->state_size),
             *view = calloc(1, game->state_size);
        struct bl_context cx;
        struct bl_stream rng = bl_stream(5, game->code, BL_FOR_TEST, 5);
        uint16_t ones[BL_MAX_OBSERVATION];
        uint32_t n;
        bl_context_init(&cx, game, 5);
        game->rules->deal(state, &setup, &cx);
        bl_view(game, state, 1, view);
        struct bl_past *past = bl_past_new(game, 1, view);
        struct recall along = {0}, made;
        recall_view(&along, game, view);
        for (int k = 0; k < 200 && bl_head(state)->to_move >= 0 && (n = game->rules->moves(state, moves)) > 0; k++) {
            struct bl_play play = {moves[bl_below(&rng, n)], bl_head(state)->to_move, 0, NULL};
            memcpy(before, state, game->state_size);
            game->rules->apply(state, &play, &cx);
            bl_view(game, state, 1, view);
            bl_past_add(past, &play, view);
            recall_play(&along, game, before, play.seat, state);
            recall_view(&along, game, view);
            recall_past(&made, game, past);
            if (recall_size(game) == 0)
                continue;
            assert_memory_equal(&along, &made, sizeof made);
            uint32_t bits = recall_ones(&made, game, view, 1, ones);
            remembered += bits;
            for (uint32_t b = 0; b < bits; b++)
                assert_true(ones[b] < recall_size(game) && (b == 0 || ones[b] > ones[b - 1]));
        }
        bl_past_free(past);
        free(state);
        free(before);
        free(view);
    }
    assert_true(remembered > 100);
}

/* ---- nets ------------------------------------------------------------------------------ */

static const struct net_shape small = {20, 16, 8};

static void fill(float *weights, uint32_t n, uint64_t seed)
{
    struct bl_stream rng = bl_stream(seed, 0, BL_FOR_TEST, 2);
    for (uint32_t i = 0; i < n; i++)
        weights[i] = (float)bl_below(&rng, 2001) / 1000 - 1;
}

static double loss_of(const struct net *net, const uint16_t *ones, uint32_t n, double target)
{
    struct net_pass pass;
    double v = (double)net_value(net, ones, n, &pass);
    return -(target * log(v) + (1 - target) * log(1 - v));
}

/* Where no unit is near its corner, a small step changes the loss as the gradient says. */
static void test_gradient(void **unused)
{
    static const uint16_t ones[] = {0, 3, 7, 19};
    float weights[512], gradient[512];
    struct net net = {small, weights};
    uint32_t size = net_size(&small), checked = 0;
    (void)unused;
    assert_true(size <= 512);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct net_pass pass;
        memset(gradient, 0, sizeof gradient);
        fill(weights, size, seed);
        float target = 0.2f * (float)seed - 0.1f, value = net_value(&net, ones, 4, &pass);
        net_blame(&net, ones, 4, &pass, value - target, gradient);
        for (uint32_t i = 0; i < size; i++) {
            float was = weights[i], step = 0.004f;
            weights[i] = was + step;
            double up = loss_of(&net, ones, 4, (double)target);
            weights[i] = was - step;
            double down = loss_of(&net, ones, 4, (double)target);
            weights[i] = was;
            double there = loss_of(&net, ones, 4, (double)target);
            double slope = (up - down) / (2 * (double)step);
            if (fabs(up + down - 2 * there) > 1e-4)
                continue;                /* a corner */
            if (fabs(slope - (double)gradient[i]) > 0.002 + 0.01 * fabs(slope))
                fail_msg("weight %u: %g, by differences %g", i, (double)gradient[i], slope);
            checked += gradient[i] != 0;
        }
    }
    assert_true(checked > 200);
}

/* Going over from some bits to others comes to the same as beginning anew. */
static void test_changes(void **unused)
{
    static const uint16_t from[] = {1, 2, 5, 9, 12}, to[] = {0, 2, 6, 9, 13, 19};
    float weights[512], a[NET_MAX_WIDTH], b[NET_MAX_WIDTH];
    struct net net = {small, weights};
    (void)unused;
    fill(weights, net_size(&small), 9);
    net_begin(&net, from, 5, a);
    net_change(&net, from, 5, to, 6, a);
    net_begin(&net, to, 6, b);
    for (uint32_t i = 0; i < small.width; i++)
        assert_true(fabs((double)(a[i] - b[i])) < 1e-5);
    struct net_pass pass;
    assert_true(fabs((double)(net_end(&net, a, &pass) - net_value(&net, to, 6, &pass))) < 1e-5);
}

/* ---- training -------------------------------------------------------------------------- */

static struct train_plan plan_for(const struct bl_game *game, int players)
{
    struct train_plan plan = {game, setup_for(game, players), 7, 16, 8, {0}};
    for (const struct train_knob *k = train_knobs; k->name; k++)
        *(float *)((char *)&plan.tune + k->at) = k->usual;
    plan.tune.warm = 1000;
    return plan;
}

static struct bl_text kept(const struct train *t)
{
    struct bl_text text = bl_text_heap();
    train_put(t, &text);
    return text;
}

static uint64_t bits_of(const struct net *net)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < net_size(&net->shape); i++) {
        uint32_t bits;
        memcpy(&bits, &net->weights[i], sizeof bits);
        sum = bl_mix(sum ^ bits);
    }
    return sum;
}

/* The same games teach the same, on any number of threads, on a GPU if there is one, and after a
 * break; and what they teach here is what they teach everywhere: the sum is the same on every
 * machine. */
static void test_training_repeats(void **unused)
{
    const struct bl_game *game = bl_find_game(ids[0]);
    struct train_plan plan = plan_for(game, 2);
    struct train *one = train_new(&plan, 1, false), *three = train_new(&plan, 3, true);
    (void)unused;
    const char *none = train_no_gpu(three);
    bool had = !none;
    assert_string_equal(train_no_gpu(one), "none was asked for");
    assert_true(had || none[0]);
    print_message("learned on %s%s\n", had ? "a GPU and a CPU" : "the CPU alone: ", had ? "" : none);
    assert_true(train_round(one, NULL, NULL) && train_round(three, NULL, NULL));
    assert_int_equal(!train_no_gpu(three), had);   /* it did not fail on the way */
    struct bl_text a = kept(one), b = kept(three);
    assert_true(a.len == b.len && memcmp(a.s, b.s, a.len) == 0);
    struct train *again = train_new(&plan, 2, false);
    struct bl_text why = bl_text_heap();
    assert_true(train_read(again, a.s, a.len, &why));
    assert_true(train_round(again, NULL, NULL) && train_round(one, NULL, NULL));
    bl_text_free(&a);
    bl_text_free(&b);
    a = kept(one);
    b = kept(again);
    assert_true(a.len == b.len && memcmp(a.s, b.s, a.len) == 0);
    assert_int_equal(train_games(one), 2 * TRAIN_ROUND);
    if (bits_of(train_net(one)) != UINT64_C(0x412417d5d18ec1be))
        fail_msg("the weights come to %#jx", (uintmax_t)bits_of(train_net(one)));
    /* What is not whole, or is of another call, is refused, and says where. */
    a.s[a.len / 2] ^= 1;
    bl_text_clear(&why);
    assert_false(train_read(again, a.s, a.len, &why));
    assert_string_equal(why.s, "is damaged: its checksum is another");
    bl_text_clear(&why);
    assert_false(train_read(again, a.s, a.len - 1, &why));
    assert_non_null(strstr(why.s, "bytes, and should have"));
    plan.seed++;
    struct train *other = train_new(&plan, 1, false);
    bl_text_clear(&why);
    assert_false(train_read(other, a.s, a.len, &why));
    assert_non_null(strstr(why.s, "of another call"));
    assert_int_equal(train_games(other), 0);
    plan.seed--;
    plan.tune.patience += 0.0001f;
    struct train *tuned = train_new(&plan, 1, false);
    bl_text_clear(&why);
    assert_false(train_read(tuned, a.s, a.len - 1, &why));
    assert_non_null(strstr(why.s, "of another call"));
    train_free(tuned);
    bl_text_free(&a);
    bl_text_free(&b);
    bl_text_free(&why);
    train_free(one);
    train_free(three);
    train_free(again);
    train_free(other);
}

static bool halted(void *asked)
{
    ++*(int *)asked;
    return true;
}

/* A round that is broken off has not happened. */
static void test_halt(void **unused)
{
    struct train_plan plan = plan_for(bl_find_game(ids[0]), 2);
    struct train *t = train_new(&plan, 2, false);
    int asked = 0;
    (void)unused;
    struct bl_text a = kept(t);
    assert_false(train_round(t, halted, &asked));
    struct bl_text b = kept(t);
    assert_true(asked > 0 && a.len == b.len && memcmp(a.s, b.s, a.len) == 0);
    bl_text_free(&a);
    bl_text_free(&b);
    train_free(t);
}

/* It learns: after some rounds it beats who moves at random. */
static void test_it_learns(void **unused)
{
    struct train_plan plan = plan_for(bl_find_game(ids[0]), 2);
    struct train *t = train_new(&plan, 2, false);
    (void)unused;
    for (int round = 0; round < 5; round++)
        train_round(t, NULL, NULL);
    struct bl_bot self = judge_bot("learned", train_net(t));
    struct bl_tournament tournament = {
        .game = plan.game, .setup = plan.setup, .bots = {&self, &bl_bot_random}, .bot_count = 2,
        .seed = 1, .deals = 50, .cap = 2000, .jobs = 1,
    };
    struct bl_standings standings;
    assert_true(bl_play_tournament(&tournament, &standings));
    if (!(standings.bots[0].score.value > 0.65))
        fail_msg("a score of %.3f against random", standings.bots[0].score.value);
    train_free(t);
}

/* ---- files ------------------------------------------------------------------------------- */

static bool reads(const char *bytes, size_t size, struct bl_text *why)
{
    struct net_file file;
    bl_text_clear(why);
    bool good = net_read(&file, bytes, size, why);
    assert_true(good == (file.net.weights != NULL) && (good || why->len > 0));
    free(file.net.weights);
    return good;
}

static void replace(struct bl_text *text, const char *a, const char *b)
{
    char *at = strstr(text->s, a);
    assert_true(at && strlen(a) == strlen(b));
    memcpy(at, b, strlen(b));
}

static void test_files(void **unused)
{
    static const struct { const char *a, *b, *why; } wrong[] = {
        {"bylaw-net-1", "bylaw-net-2", "line 1: format: must be bylaw-net-1"},
        {"\"players\":2", "\"players\":0", "line 1: players: "},
        {"\"width\":16", "\"width\":17", "line 1: width: must be a multiple of 8"},
        {"\"inputs\":", "\"imputs\":", "line 1: inputs: "},
    };
    struct train_plan plan = plan_for(bl_find_game(ids[0]), 2);
    struct train *t = train_new(&plan, 1, false);
    struct bl_text text = bl_text_heap(), why = bl_text_heap(), again = bl_text_heap();
    struct net_file file;
    (void)unused;
    train_round(t, NULL, NULL);
    train_put_net(t, "by hand", &text);
    assert_true(net_read(&file, text.s, text.len, &why));
    assert_true(file.game == plan.game && file.players == 2);
    assert_string_equal(file.made_by, "by hand");
    /* Each weight of a bit that was seen is within half a step of what it was. */
    const struct net *net = train_net(t);
    uint8_t *used = calloc(net->shape.inputs, 1);
    uint32_t near = 0;
    for (uint32_t i = 0; i < net_size(&net->shape); i++)
        near += fabs((double)(net->weights[i] - file.net.weights[i])) < 0.02;
    for (uint32_t i = 0; i < net->shape.inputs; i++)
        for (uint32_t k = 0; k < net->shape.width; k++)
            used[i] |= file.net.weights[i * net->shape.width + k] != 0;
    assert_true(near > net_size(&net->shape) / 4);
    /* What was read is written as it was. */
    net_write(&again, &file, used);
    assert_true(again.len == text.len && memcmp(again.s, text.s, text.len) == 0);
    free(used);
    free(file.net.weights);
    assert_true(bl_give_weights(text.s, text.len, &why));
    for (size_t size = 0; size < text.len; size += size < 300 ? 1 : 97)
        assert_false(reads(text.s, size, &why));
    assert_false(reads(text.s, text.len - 1, &why));
    assert_non_null(strstr(why.s, "in the middle of the weights"));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        bl_text_clear(&again);
        bl_put_bytes(&again, text.s, text.len);
        replace(&again, wrong[i].a, wrong[i].b);
        assert_false(reads(again.s, again.len, &why));
        if (strncmp(why.s, wrong[i].why, strlen(wrong[i].why)) != 0)
            fail_msg("%s, not %s", why.s, wrong[i].why);
    }
    bl_text_clear(&again);
    bl_put_bytes(&again, text.s, text.len);
    memset(again.s + again.len - 4, 0xff, 4);
    assert_false(reads(again.s, again.len, &why));
    assert_non_null(strstr(why.s, "is no weight"));
    bl_put_char(&text, 'x');
    assert_false(reads(text.s, text.len, &why));
    assert_non_null(strstr(why.s, "more than the weights"));
    bl_text_free(&text);
    bl_text_free(&again);
    bl_text_free(&why);
    train_free(t);
}

/* ---- the bot ------------------------------------------------------------------------------- */

/* A bot chooses one of the moves, and the same if what it cannot see is different. */
static void choose_twice(const struct bl_bot *bot, const struct bl_game *game, const void *state, struct bl_stream *rng)
{
    static bl_move moves[MOST_MOVES];
    int seat = bl_head(state)->to_move;
    if (seat < 0)
        return;
    char *view = calloc(1, game->state_size), *other = calloc(1, game->state_size);
    bl_view(game, state, seat, view);
    bl_resample(game, view, seat, rng, other);
    struct bl_play chosen[2];
    for (int k = 0; k < 2; k++) {
        struct bl_stream own = bl_stream(1, game->code, BL_FOR_TEST, 3);
        struct bl_decision d = {game, view, seat, moves, game->rules->moves(view, moves), &own, NULL, NULL, NULL};
        bot->choose(bot, &d, &chosen[k]);
        assert_true(bl_is_listed(moves, d.count, chosen[k].move) && chosen[k].seat == seat);
        bl_view(game, other, seat, view);
    }
    assert_int_equal(chosen[0].move, chosen[1].move);
    free(view);
    free(other);
}

static void decide_twice(const struct bl_game *game, const void *state, void *with)
{
    choose_twice(&bl_bot_learned, game, state, with);
    choose_twice(bl_find_bot("ismcts:40:net=yes"), game, state, with);
}

/* At every table, with weights for it and without; and those of the program are good. */
static void test_bot(void **unused)
{
    struct bl_text why = bl_text_heap();
    (void)unused;
    for CARD_GAME(i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        for (int players = game->min_players; players <= game->max_players; players += 2) {
            struct bl_setup setup = setup_for(game, players);
            struct bl_stream rng = bl_stream(3, game->code, BL_FOR_TEST, 4);
            each_position(game, &setup, 8, decide_twice, &rng);
        }
    }
    for (const struct bl_weights *row = bl_weights; row->game; row++) {
        struct net_file file;
        if (!net_read(&file, row->bytes, row->size, &why))
            fail_msg("%s-%u.net: %s", row->game, row->players, why.s);
        assert_true(file.players == row->players && strcmp(file.game->id, row->game) == 0);
        assert_true(strncmp(file.made_by, "bylaw train ", 12) == 0);
        struct bl_setup setup = setup_for(file.game, (int)row->players);
        assert_true(bl_bot_learned.knows(&bl_bot_learned, file.game, &setup, &why));
        size_t all = 0;
        for (const struct bl_weights *other = bl_weights; other->game; other++)
            all += strcmp(other->game, row->game) == 0 ? other->size : 0;
        assert_true(all <= 200000);
        free(file.net.weights);
    }
    /* Where moves are written there are none, and it says so. */
    for (const struct bl_game *const *all = bl_games(); *all; all++)
        if ((*all)->advice->propose) {
            struct bl_setup setup = setup_for(*all, (*all)->min_players);
            assert_false(bl_bot_learned.knows(&bl_bot_learned, *all, &setup, &why));
            assert_non_null(strstr(why.s, "has no weights for"));
        }
    bl_text_free(&why);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradient), cmocka_unit_test(test_changes), cmocka_unit_test(test_recall),
        cmocka_unit_test(test_training_repeats),
        cmocka_unit_test(test_halt), cmocka_unit_test(test_it_learns), cmocka_unit_test(test_bot),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, read_registry, NULL);
}
