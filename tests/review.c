/* review.c - games looked at again: what is said of moves, and what must not be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "bylaw/position.h"
#include "bylaw/review.h"
#include "files.h"
#include "play/room.h"
#include "registry.h"
#include "matches.h"

static const struct bl_review_run everybody = {.seats = UINT32_MAX, .threads = 2};

/* A budget that a test can wait for. */
static struct bl_review_plan plan_for(const struct bl_game *game, uint64_t seed)
{
    struct bl_review_plan plan;
    bl_review_prepare(&plan, game, game->advice->propose ? 12 : 400, seed);
    return plan;
}

/* A game between bots, to its end or to `most` moves. */
static struct bl_match *played(const char *id, int players, const char *bot, uint64_t seed,
                               uint32_t most)
{
    struct bl_match *m = deal_table(id, players, 0, bot, seed);
    while (bl_match_count(m) < most && bl_match_bot_move(m))
        continue;
    return m;
}

/* A table that begins with a position. */
static struct bl_match *placed(const char *id, const char *position)
{
    struct bl_json_doc doc;
    const struct bl_game *game = bl_find_game(id);
    void *state = bl_new(1, game->state_size);
    const char *wrong = bl_read_position(game, position, strlen(position), state, &doc);
    if (wrong)
        fail_msg("%s", wrong);
    struct bl_match *m = bl_match_at(NULL, game, state, 1);
    bl_json_free(&doc);
    free(state);
    return m;
}

static struct bl_review review(struct bl_match *m, uint64_t seed)
{
    struct bl_review out;
    struct bl_review_plan plan = plan_for(bl_match_game(m), seed);
    bl_review(m, &plan, &everybody, &out);
    assert_int_equal(out.count, bl_match_count(m));
    assert_int_equal(out.done, out.count + 1);
    return out;
}

static bool same(const struct bl_judgement *a, const struct bl_judgement *b)
{
    return a->seat == b->seat && a->choice == b->choice && a->made == b->made &&
           a->best == b->best && a->better.move == b->better.move &&
           a->better.size == b->better.size &&
           memcmp(a->words.s, b->words.s, a->better.size) == 0 &&
           memcmp(a->scores, b->scores, sizeof a->scores) == 0;
}

/* ---- the tests ------------------------------------------------------------ */

/* Pharaoh: who has no cards left is out, and the last one loses. Seat 0 can lay its only card down
 * and win (D10); it draws instead, and seat 1 does what seat 0 should have done. */
#define REST "\"7A\",\"8A\",\"9A\",\"XA\",\"UA\",\"OA\",\"KA\",\"AA\",\"7B\",\"8B\",\"9B\",\"XB\",\"UB\"," \
             "\"OB\",\"KB\",\"AB\",\"7H\",\"8H\",\"UH\",\"OH\",\"AH\",\"7L\",\"8L\",\"9L\",\"XL\",\"UL\","   \
             "\"OL\",\"KL\",\"AL\""
static const char at_hand[] =
    "{\"game\":\"pharaoh\",\"players\":2,\"options\":{},\"rulings\":{\"stack-sevens\":\"yes\","
    "\"tuple-match\":\"as-written\"},\"state\":{\"to_move\":0,\"a\":0,\"suit\":\"H\",\"cnt\":1,"
    "\"pile\":[\"9H\"],\"stock\":[" REST "],\"hands\":[[\"XH\"],[\"KH\"]],\"out\":[],\"loser\":null}}";

static void a_blunder_is_the_greatest_mistake(void **state)
{
    (void)state;
    uint32_t worst[3];
    struct bl_match *m = placed("pharaoh", at_hand);
    must_submit(m, 0, "draw");
    must_submit(m, 1, "play KH");
    assert_int_equal(bl_match_to_move(m), -1);
    struct bl_review r = review(m, 1);
    assert_int_equal(bl_mistakes(&r, worst, 3), 1);
    assert_int_equal(worst[0], 0);
    const struct bl_judgement *j = &r.moves[0];
    assert_true(j->best == 1);
    assert_true(j->made < 0.9f);
    BL_LOCAL struct bl_text better = bl_text_heap();
    bl_put_move(bl_match_game(m), bl_match_view_at(m, 0, 0), &j->better, &better);
    assert_string_equal(better.s, "play XH");
    assert_true(bl_cost(&r.moves[1]) == 0);   /* what wins at once costs nothing */
    assert_true(r.moves[1].made == 1);
    bl_review_free(&r);
    bl_match_free(m);

    m = placed("pharaoh", at_hand);
    must_submit(m, 0, "play XH");
    r = review(m, 1);
    assert_int_equal(bl_mistakes(&r, worst, 3), 0);
    bl_review_free(&r);
    bl_match_free(m);
}

/* mistake.txt of a game: a position, and moves from there, a line each, `SEAT MOVE`. The first gives a
 * turn away although another seat is about to win: little is to be had there, and the move gives some of
 * it away, which is a mistake all the same. */
static void giving_a_turn_away_is_a_mistake(void **state)
{
    (void)state;
    unsigned games = 0;
    for EVERY_GAME(i) {
        uint32_t worst[3];
        struct bl_review_plan plan;
        struct bl_review r;
        struct file file = read_game_file(ids[i], "mistake.txt");
        if (!file.text)
            continue;
        struct bl_match *m = placed(ids[i], strtok(file.text, "\n"));
        for (char *line; (line = strtok(NULL, "\n"));)
            must_submit(m, *line - '0', line + 2);
        bl_review_prepare(&plan, bl_match_game(m), 0, 1);
        bl_review(m, &plan, &everybody, &r);
        assert_int_equal(bl_mistakes(&r, worst, 3), 1);
        assert_int_equal(worst[0], 0);
        assert_true(bl_cost(&r.moves[0]) < BL_LEAST_MISTAKE);   /* what is told is not the size alone */
        bl_review_free(&r);
        bl_match_free(m);
        free(file.text);
        games++;
    }
    assert_true(games > 0);
}

/* In all games: what could not be otherwise is never held against anybody, numbers are chances, and
 * the end is the result. */
static void reviews_of_whole_games(void **state)
{
    (void)state;
    for EVERY_GAME(i) {
        bool cards = i < card_games;
        struct bl_match *m = played(ids[i], cards ? 3 : 2, cards ? "random" : "quick", 4,
                                    cards ? 5000 : 40);
        const struct bl_game *game = bl_match_game(m);
        bl_move *moves = bl_new((size_t)game->max_moves + 1, sizeof *moves);
        struct bl_review r = review(m, 1);
        unsigned choices = 0, forced = 0, costly = 0;
        for (uint32_t n = 0; n < r.count; n++) {
            const struct bl_judgement *j = &r.moves[n];
            int seat = bl_match_mover(m, n);
            assert_true(j->done);
            assert_int_equal(j->seat, seat);
            for (int s = 0; s < 3; s++)
                assert_true(j->scores[s] >= 0 && j->scores[s] <= 1);
            const void *seen = bl_match_view_at(m, n, seat);
            uint32_t count = bl_head(seen)->to_move == seat ? game->rules->moves(seen, moves) : 0;
            if (count == 0 || (count == 1 && !(moves[0] & BL_OPEN))) {
                assert_false(j->choice);
                assert_true(bl_cost(j) == 0);
                forced++;
                continue;
            }
            assert_true(j->choice);
            assert_true(j->made >= 0 && j->made <= 1 && j->best >= j->made && j->best <= 1);
            choices++;
            costly += bl_cost(j) > 0;
            struct bl_account account;
            assert_int_equal(bl_match_explain_at(m, n, &j->better, &account), 0);
        }
        print_message("%s: %u choices, %u forced, %u cost something\n", ids[i], choices, forced, costly);
        assert_true(choices > 5);
        if (cards) {
            struct bl_result result;
            float scores[BL_MAX_SEATS] = {0};
            bl_match_result(m, &result);
            bl_scores(&result, 3, scores);
            assert_memory_equal(r.moves[r.count].scores, scores, sizeof scores);
            assert_true(costly > 0);   /* who plays at random plays badly */
        }
        free(moves);
        bl_review_free(&r);
        bl_match_free(m);
    }
}

static void mistakes_come_worst_first(void **state)
{
    (void)state;
    uint32_t worst[3] = {0}, all[1000];
    struct bl_match *m = played("pharaoh", 4, "random", 9, 900);
    struct bl_review r = review(m, 1);
    uint32_t n = bl_mistakes(&r, worst, 3), many = bl_mistakes(&r, all, 1000);
    assert_int_equal(n, 3);
    assert_true(many > 3);
    assert_memory_equal(worst, all, sizeof worst);
    for (uint32_t i = 1; i < many; i++)
        assert_true(bl_cost(&r.moves[all[i - 1]]) >= bl_cost(&r.moves[all[i]]));
    assert_true(bl_cost(&r.moves[all[many - 1]]) >= BL_LEAST_OF_LITTLE);
    bl_review_free(&r);
    bl_match_free(m);
}

/* What mattered most was a choice, not the last move of whoever made it, and moved the score by a fifth. */
static void what_mattered_was_a_choice(void **state)
{
    (void)state;
    enum { COUNT = 6 };
    struct bl_judgement moves[COUNT + 1] = {{0}};
    const float scores[COUNT + 1] = {0.5f, 0.55f, 0.2f, 0.45f, 0.8f, 0.9f, 1};
    struct bl_review r = {.count = COUNT, .moves = moves, .done = COUNT + 1};
    for (int i = 0; i <= COUNT; i++)
        moves[i] = (struct bl_judgement){.done = true, .seat = (int8_t)(i % 2), .choice = true, .scores = {scores[i], 1 - scores[i]}};
    moves[COUNT].seat = -1;
    assert_int_equal(bl_turning_point(&r, 0), 3);
    assert_int_equal(bl_turning_point(&r, 1), 3);   /* the same, for who lost */
    moves[3].choice = false;
    assert_int_equal(bl_turning_point(&r, 0), 2);   /* what was forced was no choice */
    moves[2].scores[0] = 0.3f;
    assert_int_equal(bl_turning_point(&r, 0), COUNT);   /* a small step decides nothing */
    moves[4].scores[0] = 0.5f;
    moves[5].scores[0] = 0.5f;
    assert_int_equal(bl_turning_point(&r, 0), COUNT);   /* nor does a last card */
}

/* Whatever the number of threads, and move by move. */
static void the_same_seed_gives_the_same_review(void **state)
{
    (void)state;
    for EVERY_GAME(i) {
        struct bl_match *m = played(ids[i], 2, "quick", 5, i < card_games ? 40 : 10);
        struct bl_review_plan plan = plan_for(bl_match_game(m), 7);
        struct bl_review_run alone = everybody;
        struct bl_review two = review(m, 7), one, other = review(m, 8);
        unsigned differ = 0;
        alone.threads = 1;
        bl_review(m, &plan, &alone, &one);
        for (uint32_t n = 0; n <= one.count; n++) {
            struct bl_judgement j;
            bl_judge(m, n, &plan, true, &j);
            assert_true(same(&one.moves[n], &two.moves[n]));
            assert_true(same(&one.moves[n], &j));
            differ += !same(&one.moves[n], &other.moves[n]);
            bl_judgement_free(&j);
        }
        assert_true(differ > 0);
        bl_review_free(&one);
        bl_review_free(&two);
        bl_review_free(&other);
        bl_match_free(m);
    }
}

/* Two states that the mover cannot tell apart: the same is said of the same move. */
static void what_was_hidden_does_not_count(void **state)
{
    (void)state;
    for EVERY_GAME(i) {
        struct bl_match *m = played(ids[i], 3, "quick", 6, i < card_games ? 14 : 30);
        const struct bl_game *game = bl_match_game(m);
        struct bl_review_plan plan = plan_for(game, 3);
        void *twin = bl_new(1, game->state_size), *view = bl_new(1, game->state_size);
        unsigned pairs = 0;
        for (uint32_t n = 0; n < bl_match_count(m); n++) {
            struct bl_stream rng = bl_stream(n, game->code, BL_FOR_TEST, 0);
            struct bl_play made = turn_play(&m->turns[n]);
            const void *now = bl_match_view_at(m, n, BL_REFEREE);
            bl_view(game, now, made.seat, view);
            bl_resample(game, view, made.seat, &rng, twin);
            pairs += !bl_same(game, now, twin);
            struct bl_match *both[] = {bl_match_at(NULL, game, now, 1), bl_match_at(NULL, game, twin, 1)};
            struct bl_judgement said[2];
            for (int k = 0; k < 2; k++) {
                must_play(both[k], &made);
                bl_judge(both[k], 0, &plan, true, &said[k]);
            }
            if (!same(&said[0], &said[1]))
                fail_msg("%s, move %u: hidden cards show", ids[i], n);
            for (int k = 0; k < 2; k++) {
                bl_judgement_free(&said[k]);
                bl_match_free(both[k]);
            }
        }
        print_message("%s: %u pairs\n", ids[i], pairs);
        assert_true(pairs > 3);
        free(view);
        free(twin);
        bl_match_free(m);
    }
}

static bool stop_soon(void *user)
{
    return *(uint32_t *)user >= 5;
}

static void count(void *user, uint32_t done)
{
    *(uint32_t *)user = done;
}

/* What was done before somebody broke it off is what it would have been. */
static void what_is_done_stays(void **state)
{
    (void)state;
    uint32_t far = 0;
    struct bl_match *m = played("pharaoh", 3, "random", 2, 900);
    struct bl_review whole = review(m, 1), part;
    struct bl_review_plan plan = plan_for(bl_match_game(m), 1);
    struct bl_review_run run = {UINT32_MAX, 2, stop_soon, count, &far};
    bl_review(m, &plan, &run, &part);
    assert_true(part.done >= 5 && part.done < whole.done);
    uint32_t done = 0;
    for (uint32_t n = 0; n <= part.count; n++) {
        done += part.moves[n].done;
        if (part.moves[n].done)
            assert_true(same(&part.moves[n], &whole.moves[n]));
    }
    assert_int_equal(done, part.done);
    uint32_t worst[3];
    bl_mistakes(&part, worst, 3);
    bl_review_free(&part);
    bl_review_free(&whole);
    bl_match_free(m);
}

/* Only those seats are thought about that were asked for; who is ahead is told all along. */
static void seats_that_nobody_asked_about(void **state)
{
    (void)state;
    struct bl_match *m = played("pharaoh", 3, "random", 2, 900);
    struct bl_review_plan plan = plan_for(bl_match_game(m), 1);
    struct bl_review_run run = {.seats = 2, .threads = 1};
    struct bl_review r;
    unsigned choices = 0;
    bl_review(m, &plan, &run, &r);
    for (uint32_t n = 0; n < r.count; n++) {
        assert_true(r.moves[n].done);
        assert_true(!r.moves[n].weighed || r.moves[n].seat == 1);
        choices += r.moves[n].choice && r.moves[n].seat != 1;
        assert_true(r.moves[n].scores[0] + r.moves[n].scores[1] + r.moves[n].scores[2] > 1);
    }
    assert_true(choices > 0);   /* that there was one is told of everybody */
    bl_review_free(&r);
    bl_match_free(m);
}

/* What was written is looked into as it was written, and not only what a bot would have. */
static void a_written_move_is_weighed(void **state)
{
    (void)state;
    struct bl_judgement j;
    struct bl_match *m = played("predicate-wars", 2, "greedy", 3, 0);
    struct bl_review_plan plan = plan_for(bl_match_game(m), 1);
    must_submit(m, 0, "edit #1 rock 3 [HEAL]([chosenPlayer](1),1)");
    bl_judge(m, 0, &plan, true, &j);
    assert_true(j.choice);
    assert_true(j.made > 0);
    bl_judgement_free(&j);
    bl_match_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_blunder_is_the_greatest_mistake),
        cmocka_unit_test(giving_a_turn_away_is_a_mistake),
        cmocka_unit_test(reviews_of_whole_games),
        cmocka_unit_test(mistakes_come_worst_first),
        cmocka_unit_test(what_mattered_was_a_choice),
        cmocka_unit_test(the_same_seed_gives_the_same_review),
        cmocka_unit_test(what_was_hidden_does_not_count),
        cmocka_unit_test(what_is_done_stays),
        cmocka_unit_test(a_written_move_is_weighed),
        cmocka_unit_test(seats_that_nobody_asked_about),
    };
    return cmocka_run_group_tests(tests, read_registry, NULL);
}
