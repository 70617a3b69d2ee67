/* figures.c - the statistics of the lab against values worked out by hand, its graphs, and its
 * blocks as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/explore.h"
#include "lab/report.h"
#include "files.h"
#include "registry.h"

static void near(double a, double b, double by)
{
    if (fabs(a - b) > by)
        fail_msg("%g is not %g", a, b);
}

/* ---- statistics ------------------------------------------------------------------ */

static void test_mean(void **state)
{
    (void)state;
    struct lab_summing s = {0};
    for (int i = 1; i <= 5; i++)
        lab_sum(&s, i);
    struct lab_mean m = lab_mean_of(&s);
    /* the variance of 1 … 5 is 2.5, of their mean 0.5 */
    near(m.mean, 3, 1e-12);
    near(m.high, 3 + 1.959963984540054 * sqrt(0.5), 1e-12);
    near(m.low + m.high, 6, 1e-12);
    assert_false(m.told || lab_is_clear(&m));   /* of so few that is not said */
    for (int i = 5; i < BL_FEWEST_DEALS; i++) {
        assert_false(lab_mean_of(&s).told);
        lab_sum(&s, 3);
    }
    m = lab_mean_of(&s);
    assert_true(m.told && lab_is_clear(&m));
    s = (struct lab_summing){0};
    m = lab_mean_of(&s);
    assert_int_equal(m.n, 0);
    assert_false(lab_is_clear(&m));
}

static void test_chi_square(void **state)
{
    (void)state;
    /* the upper 5 % and 1 % points, from tables */
    near(lab_chi_square(3.841, 1), 0.05, 0.003);
    near(lab_chi_square(7.815, 3), 0.05, 0.001);
    near(lab_chi_square(11.345, 3), 0.01, 0.0005);
    near(lab_chi_square(16.919, 9), 0.05, 0.0005);
    near(lab_chi_square(0, 3), 1, 0);
}

/* What is measured of one game; false: it has none of that. */
static void test_measures(void **state)
{
    (void)state;
    const struct lab_row row = {.moves = 1, .choices = 3, .why = 0, .winner = 2, .looked = 1, .weighed = 2,
                                .gains = {100000, 300000, 7}, .lone_seat = 1, .lone_winner = {1, LAB_NOT_PLAYED, LAB_NOT_PLAYED}};
    const struct lab_row none = {.winner = -1, .looked = 2, .changes = 4, .lone_winner = {-1, LAB_NOT_PLAYED, LAB_NOT_PLAYED}, .why = 5};
    static const struct { int measure; bool has[2]; double x[2]; } known[] = {
        {LAB_MOVES, {true, true}, {1, 0}}, {LAB_WIDTH, {true, false}, {3, 0}},
        {LAB_CHANGES, {false, true}, {0, 4}}, {LAB_GAIN, {true, false}, {0.2, 0}},
        {LAB_UNFINISHED, {true, true}, {1, 0}}, {LAB_LONE, {true, true}, {1, 0}},
        {LAB_WINS + 2, {true, true}, {1, 0}}, {LAB_WINS, {true, true}, {0, 0}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        for (int which = 0; which < 2; which++) {
            double x;
            bool has = lab_measure(which ? &none : &row, known[i].measure, &x);
            assert_true(has == known[i].has[which]);
            near(x, known[i].x[which], 1e-12);
        }
}

static void make_plan(struct lab_plan *plan, const char *game)
{
    *plan = (struct lab_plan){.game = bl_find_game(game), .setting_count = 1, .seed = 7,
                              .games = 15, .cap = 1000, .playouts = 4, .asked = 5};
    for (int i = 0; i < BL_MAX_SEATS; i++)
        plan->bots[i] = bl_find_bot("greedy");
    plan->player = bl_find_bot("greedy");
    plan->ladder[0] = bl_find_bot("random");
    plan->ladder[1] = plan->ladder[2] = bl_find_bot("greedy");
    plan->ladder_count = 3;
    bl_setup_init(&plan->settings[0].setup, plan->game);
    assert_null(bl_resolve(plan->game, &plan->settings[0].setup));
}

/* Among equals the share is the fair one, and there is nothing between them; a share of two to one
 * against each of the others is 400 · lg 2 points. Nothing that is counted is below 0. */
static void test_ladder(void **state)
{
    (void)state;
    near(lab_lone_elo(0.25, 4), 0, 1e-9);
    near(lab_lone_elo(2.0 / 3, 2), 120.41199826559248, 1e-9);
    near(lab_lone_elo(0.4, 4), 120.41199826559248, 1e-9);
    struct lab_plan plan;
    make_plan(&plan, ids[0]);
    struct lab lab;
    struct lab_figures f;
    lab_init(&lab, &plan);
    for (uint64_t g = 0; g < plan.games; g++)
        lab.rows[0][g] = (struct lab_row){.moves = 1, .why = 1, .winner = 0, .looked = 2, .changes = g == 0 ? 9 : 0, .lone_seat = 1, .settled = g == 0 ? 1000 : 0,
                                          .lone_winner = {(int64_t)(g % 3), g == 0 ? 1 : LAB_NOT_PLAYED, LAB_NOT_PLAYED}};
    memset(lab.task.present, 1, lab.task.blocks * sizeof *lab.task.present);
    lab_figure(&lab, 0, &f);
    assert_int_equal(f.lone[0].hits, 5);
    assert_int_equal(f.lone[0].of, 15);
    assert_int_equal(f.lone[1].hits, 1);
    assert_int_equal(f.lone[1].of, 1);
    assert_int_equal(f.lone[2].of, 0);
    assert_true(f.means[LAB_CHANGES].mean > 0 && f.means[LAB_CHANGES].low >= 0);
    assert_true(f.settled.low >= 0 && f.settled.high <= 1);
    bl_tally_free(&f.tally);
    lab_free(&lab);
}

/* "None of them goes differently" is said of all games of the deals, those of the ladder too. */
static void test_untested(void **state)
{
    (void)state;
    static const char *const said[] = {
        "None of the 15 deals goes differently: ", "None of the 15 deals goes differently among these bots; with "
        "those of the ladder 1 has another winner. Of so few deals nothing else can be said."};
    struct lab_plan plan;
    struct lab lab;
    static struct lab_report r;
    struct bl_text text = bl_text_heap();
    make_plan(&plan, ids[0]);
    plan.setting_count = 2;
    plan.settings[1] = plan.settings[0];
    lab_init(&lab, &plan);
    memset(lab.task.present, 1, lab.task.blocks * sizeof *lab.task.present);
    r = (struct lab_report){.lab = &lab};
    for (int differ = 0; differ < 2; differ++) {
        lab.rows[1][4].lone_winner[1] = differ;
        lab_compare(&lab, 1, &r.differences[1]);
        assert_int_equal(r.differences[1].differ, 0);
        bl_text_clear(&text);
        lab_put_change(&text, &r, 1);
        assert_memory_equal(text.s, said[differ], strlen(said[differ]));
    }
    bl_text_free(&text);
    lab_free(&lab);
}

/* ---- graphs ------------------------------------------------------------------------ */

static struct lab_graph_facts study(uint32_t nodes, const uint32_t (*arrows)[2], uint32_t count,
                                    uint32_t ends)
{
    uint64_t first[16] = {0};
    uint32_t edges[32], n = 0;
    bool is_end[16] = {false};
    for (uint32_t node = 0; node < nodes; node++) {
        first[node] = n;
        is_end[node] = ends >> node & 1;
        for (uint32_t i = 0; i < count; i++)
            if (arrows[i][0] == node)
                edges[n++] = arrows[i][1];
    }
    first[nodes] = n;
    struct lab_graph g = {nodes, first, edges, is_end};
    struct lab_graph_facts facts;
    lab_graph_study(&g, &facts);
    return facts;
}

static void test_graphs(void **state)
{
    (void)state;
    static const uint32_t diamond[][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 1}, {2, 3}};
    struct lab_graph_facts f = study(4, diamond, 5, 1 << 3);
    assert_false(f.cyclic);
    assert_int_equal(f.longest, 3);   /* 0 2 1 3 */
    assert_int_equal(f.endless, 0);
    static const uint32_t ring[][2] = {{0, 1}, {1, 2}, {2, 1}, {2, 3}};
    f = study(4, ring, 4, 1 << 3);
    assert_true(f.cyclic);
    assert_int_equal(f.endless, 0);   /* the ring can be left */
    static const uint32_t trap[][2] = {{0, 1}, {1, 2}, {2, 1}, {0, 3}};
    f = study(4, trap, 4, 1 << 3);
    assert_true(f.cyclic);
    assert_int_equal(f.endless, 2);   /* 1 and 2 */
    static const uint32_t loop[][2] = {{0, 0}, {0, 1}};
    f = study(2, loop, 2, 1 << 1);
    assert_true(f.cyclic);
    f = study(1, NULL, 0, 1);
    assert_false(f.cyclic);
    assert_int_equal(f.longest, 0);
}

/* ---- blocks ------------------------------------------------------------------------- */

static void play_block(const struct lab_task *task, uint64_t block, struct bl_text *line)
{
    atomic_bool stop = false;
    void *worker = task->worker_new(task->user, &stop);
    assert_true(lab_task_play(task, worker, block, line));
    task->worker_free(worker);
}

/* Work is taken up by the same call alone: whatever differs, its first line does. */
static void test_plans(void **state)
{
    (void)state;
    struct lab_plan plans[9];
    char *lines[9];
    for (int i = 0; i < 9; i++) {
        make_plan(&plans[i], ids[0]);
        const struct bl_bot *quick = bl_find_bot("quick"), **bots[] = {
            &plans[i].ladder[0], &plans[i].ladder[2], &plans[i].player, &plans[i].bots[1]};
        if (i < 4)
            *bots[i] = quick;
        plans[i].seed += i == 4;
        plans[i].cap += i == 5;
        plans[i].asked += i == 6;
        if (i == 7)
            plans[i].settings[0].setup.players++;
        struct lab lab;
        lab_init(&lab, &plans[i]);
        lines[i] = strcpy(malloc(lab.task.plan.len + 1), lab.task.plan.s);
        lab_free(&lab);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(lines[i], lines[k]);
    }
    for (int i = 0; i < 9; i++)
        free(lines[i]);
}

/* Blocks come from other machines and other days: the same one is the same text everywhere. */
static void test_blocks(void **state)
{
    (void)state;
    for CARD_GAME(g) {
        struct lab_plan plan;
        struct lab lab;
        struct bl_text last = bl_text_heap(), again = bl_text_heap(), why = bl_text_heap();
        make_plan(&plan, ids[g]);
        lab_init(&lab, &plan);
        play_block(&lab.task, 1, &last);
        play_block(&lab.task, 1, &again);
        assert_string_equal(last.s, again.s);
        hold_signature(ids[g], "lab ", sign_bytes(UNSIGNED_YET, last.s, last.len));
        for (size_t cut = 0; cut < last.len; cut += 97)
            assert_int_equal(lab_task_accept(&lab.task, last.s, cut, &why), LAB_TORN);
        again.s[again.len / 2] ^= 1;
        assert_int_equal(lab_task_accept(&lab.task, again.s, again.len, &why), LAB_TORN);
        assert_int_equal(lab.task.games_done, 0);
        assert_int_equal(lab_task_accept(&lab.task, last.s, last.len, &why), LAB_TAKEN);
        assert_int_equal(lab.task.games_done, 5);
        int64_t made = lab.sums[0].made;
        /* twice is once */
        assert_int_equal(lab_task_accept(&lab.task, last.s, last.len, &why), LAB_TAKEN);
        assert_int_equal(lab.sums[0].made, made);
        bl_text_clear(&again);
        bl_put(&again, "block 2 1");
        uintmax_t sum = lab_checksum(again.s, again.len);
        lab_say(&again, " %ju", sum);
        assert_int_equal(lab_task_accept(&lab.task, again.s, again.len, &why), LAB_WRONG);
        assert_string_equal(why.s, "block: 2 is not from 0 to 1");
        assert_false(lab_has(&lab, 9));
        assert_true(lab_has(&lab, 10));
        for (uint64_t n = 10; n < 15; n++) {
            const struct lab_row *row = &lab.rows[0][n];
            assert_true(row->moves > 0 && row->why > 0);
            /* Every deal is played for the first step, every tenth for the others. */
            assert_true(row->lone_winner[0] >= -1);
            assert_true((row->lone_winner[1] == LAB_NOT_PLAYED) == (n % LAB_SPARSE != 0));
            assert_int_equal(row->lone_winner[2], LAB_NOT_PLAYED);
            assert_true(row->looked > 1 && row->looked <= LAB_POSITIONS);
            assert_true(row->choices >= row->moves && row->forced <= row->moves);
            assert_true(row->settled >= 0 && row->settled <= 1000);
        }
        lab_free(&lab);
        bl_text_free(&last);
        bl_text_free(&again);
        bl_text_free(&why);
    }
}

/* ---- reports -------------------------------------------------------------------------- */

/* The game without the words of its clauses, which are not the lab's. */
static struct bl_game wordless(const struct bl_game *game, struct bl_clause *room)
{
    struct bl_game copy = *game;
    memcpy(room, game->clauses, game->clause_count * sizeof *room);
    for (int i = 1; i < game->clause_count; i++) {
        room[i].text = "what it says";
        room[i].dead = *room[i].dead ? "why it is dead" : "";
    }
    copy.clauses = room;
    copy.title = copy.id;
    return copy;
}

static void explore_some(const struct bl_game *game, const struct bl_setup *setup,
                         struct lab_explored *out)
{
    struct bl_context cx;
    void *start = calloc(1, game->state_size);
    bl_context_init(&cx, game, 3);
    game->rules->deal(start, setup, &cx);
    lab_explore(&(struct lab_explore_plan){.game = game, .start = start, .from = "a deal",
                                           .max_states = 300, .max_bytes = 1 << 24}, out);
    free(start);
}

static uint64_t sign_report(uint64_t sum, const struct lab_report *r,
                            void (*put)(struct bl_text *, const struct lab_report *))
{
    struct bl_text text = bl_text_heap();
    put(&text, r);
    for (char *at = text.s; (at = strstr(at, BYLAW_VERSION)) != NULL;)
        memset(at, '-', strlen(BYLAW_VERSION));
    if (put == lab_put_json) {
        json_t *read = json_loads(text.s, 0, NULL);
        assert_int_equal(json_array_size(json_object_get(read, "settings")), 2);
        json_decref(read);
    }
    sum = sign_bytes(sum, text.s, text.len);
    bl_text_free(&text);
    return sum;
}

/* The call that a report names gives the same report again, everywhere: page, JSON, findings. */
static void test_reports(void **state)
{
    (void)state;
    for CARD_GAME(g) {
        static struct bl_clause clauses[512];
        static struct lab_report r;
        struct lab_plan plan;
        struct lab lab;
        struct lab_explored explored;
        struct bl_text line = bl_text_heap(), why = bl_text_heap();
        make_plan(&plan, ids[g]);
        assert_true(plan.game->clause_count <= 512);
        const struct bl_game game = wordless(plan.game, clauses);
        plan.game = &game;
        plan.setting_count = 2;
        strcpy(plan.settings[1].name, "players=3");
        bl_setup_init(&plan.asked_setup, &game);
        plan.settings[1].setup = plan.asked_setup;
        plan.settings[1].setup.players = 3;
        assert_null(bl_resolve(&game, &plan.settings[1].setup));
        lab_init(&lab, &plan);
        for (uint64_t block = 0; block < lab.task.blocks; block++) {
            bl_text_clear(&line);
            play_block(&lab.task, block, &line);
            if (lab_task_accept(&lab.task, line.s, line.len, &why) != LAB_TAKEN)
                fail_msg("%s: %s", ids[g], why.s);
        }
        explore_some(&game, &plan.settings[0].setup, &explored);
        r = (struct lab_report){.lab = &lab, .explored = &explored, .explore_words = " --explore"};
        lab_report_init(&r);
        assert_false(r.stopped);
        uint64_t sum = sign_report(UNSIGNED_YET, &r, lab_put_json);
        sum = sign_report(sum, &r, lab_put_html);
        hold_signature(ids[g], "report ", sign_report(sum, &r, lab_put_findings));
        lab_report_free(&r);
        lab_explored_free(&explored);
        lab_free(&lab);
        bl_text_free(&line);
        bl_text_free(&why);
    }
}

/* ---- what is forgotten ------------------------------------------------------------------ */

/* Two rooms for a state, one of which forgets, and what chance did to the first. */
struct twins {
    const struct bl_game *game;
    void *a, *b, *left;
    bl_move *moves, *others;
    struct bl_chance_event events[8];
};

/* Makes one move at random in both, with the same chance: the same moves are legal, and the same
 * is left. */
static void move_both(struct twins *t, struct bl_context *cx, struct bl_stream *rng)
{
    const struct bl_game *game = t->game;
    struct bl_chance_log log = {.room = 8, .events = t->events};
    struct bl_context cy;
    bl_context_init(&cy, game, 0);
    cx->chance.log = &log;
    cy.chance.script = &log;
    bl_forget(game, t->b);
    uint32_t n = game->rules->moves(t->a, t->moves);
    assert_int_equal(game->rules->moves(t->b, t->others), n);
    assert_memory_equal(t->moves, t->others, n * sizeof *t->moves);
    struct bl_play play = {t->moves[bl_below(rng, n)], bl_head(t->a)->to_move, 0, NULL};
    game->rules->apply(t->a, &play, cx);
    game->rules->apply(t->b, &play, &cy);
    assert_false(cy.chance.misfit);
    memcpy(t->left, t->a, game->state_size);
    bl_forget(game, t->left);
    bl_forget(game, t->b);
    assert_memory_equal(t->left, t->b, game->state_size);
}

static void play_twins(struct twins *t, uint8_t players, const struct bl_preset *preset)
{
    struct bl_setup setup;
    bl_setup_init(&setup, t->game);
    setup.players = players;
    memcpy(setup.rulings, preset->rulings, sizeof setup.rulings);
    assert_null(bl_resolve(t->game, &setup));
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct bl_context cx;
        struct bl_stream rng = bl_stream(seed, t->game->code, BL_FOR_TEST, players);
        bl_context_init(&cx, t->game, seed);
        t->game->rules->deal(t->a, &setup, &cx);
        memcpy(t->b, t->a, t->game->state_size);
        for (int d = 0; d < 300 && bl_head(t->a)->to_move >= 0; d++)
            move_both(t, &cx, &rng);
    }
}

static void test_forget(void **state)
{
    (void)state;
    static const uint8_t players[] = {2, 3, 8};   /* 8: two packs, where that can be */
    for (const struct bl_game *const *g = bl_games(); *g; g++) {
        const struct bl_game *game = *g;
        if (!game->fields->pack)   /* it has open moves, and forgets nothing */
            continue;
        struct twins t = {game, calloc(1, game->state_size), calloc(1, game->state_size),
                          calloc(1, game->state_size),
                          calloc((size_t)game->max_moves + 1, sizeof(bl_move)),
                          calloc((size_t)game->max_moves + 1, sizeof(bl_move)), {{0}}};
        for (size_t i = 0; i < sizeof players / sizeof players[0]; i++)
            for (int k = 0; k < game->preset_count && players[i] <= game->max_players; k++)
                play_twins(&t, players[i], &game->presets[k]);
        void *all[] = {t.a, t.b, t.left, t.moves, t.others};
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
            free(all[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mean),
        cmocka_unit_test(test_chi_square),
        cmocka_unit_test(test_measures),
        cmocka_unit_test(test_ladder),
        cmocka_unit_test(test_untested),
        cmocka_unit_test(test_graphs),
        cmocka_unit_test(test_plans),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_reports),
        cmocka_unit_test(test_forget),
    };
    return cmocka_run_group_tests(tests, read_registry, NULL);
}
