/* kernel.c - the kernels, built for this machine, play the games that bouts play. */
#include <setjmp.h>
#include <stddef.h>
#include <stdarg.h>
#include <stdint.h>
#include <ucontext.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "reference.h"

enum { GAMES = 12, CAP = 400 };

typedef void kernel(struct gpu_task, uint32_t *, struct gpu_outcome *);
typedef void sample_kernel(struct gpu_samples, const struct gpu_sample *, const char *, int8_t *);
typedef void vector_kernel(struct gpu_vector);
#define KERNEL(symbol, id)                                                                 \
    kernel play_own_##symbol; sample_kernel sample_random_##symbol, sample_greedy_##symbol; \
    vector_kernel vector_step_##symbol, vector_check_##symbol;
#include "kernels.def"
#undef KERNEL
static const struct {
    const char *id;
    kernel *play;
    sample_kernel *sample[2];   /* at random, greedily */
    vector_kernel *step, *check;
} kernels[] = {
#define KERNEL(symbol, id) {id, play_own_##symbol, {sample_random_##symbol, sample_greedy_##symbol}, \
                            vector_step_##symbol, vector_check_##symbol},
#include "kernels.def"
#undef KERNEL
};

/* ---- a warp ------------------------------------------------------------------- */

enum { WARP = 32, STACK = 1 << 16 };

/* Lanes that take turns: each goes on until it votes, and is told the count when all have. One lane
 * alone is all of them. */
static struct {
    ucontext_t back, lanes[WARP];
    int at;                        /* the lane that goes on; -1: there is only one */
    uint32_t votes, counted;
    bool over[WARP];
} warp = {.at = -1};

uint32_t gpu_lanes(bool mine);
uint32_t gpu_lanes(bool mine)
{
    if (warp.at < 0)
        return mine ? WARP : 0;
    warp.votes += mine;
    swapcontext(&warp.lanes[warp.at], &warp.back);
    return warp.counted;
}

#ifndef BRIEF
static struct lane {
    kernel *play;
    struct gpu_task task;
    uint32_t next;
    struct gpu_outcome *out;
} lane;

static void run_lane(void)
{
    lane.play(lane.task, &lane.next, lane.out);
    warp.over[warp.at] = true;
}

static void run_warp(void)
{
    char *stacks = bl_new(WARP, STACK);
    memset(warp.over, false, sizeof warp.over);
    for (int i = 0; i < WARP; i++) {
        getcontext(&warp.lanes[i]);
        warp.lanes[i].uc_stack.ss_sp = stacks + (size_t)i * STACK;
        warp.lanes[i].uc_stack.ss_size = STACK;
        warp.lanes[i].uc_link = &warp.back;
        makecontext(&warp.lanes[i], run_lane, 0);
    }
    while (!warp.over[WARP - 1]) {
        warp.votes = 0;
        for (warp.at = 0; warp.at < WARP; warp.at++) {
            assert_false(warp.over[warp.at]);   /* lanes end together */
            swapcontext(&warp.back, &warp.lanes[warp.at]);
        }
        warp.counted = warp.votes;
    }
    warp.at = -1;
    free(stacks);
}
#endif

/* ---- the games ---------------------------------------------------------------- */

struct seen {
    kernel *play;
    struct bout bout;
    uint64_t setups, decisions, ended, left;
};

static void compare(const struct bl_game *game, const struct bl_setup *setup, void *user)
{
    struct seen *seen = user;
    struct gpu_outcome got[GAMES + 1], want;
    struct gpu_task task = {.setup = *setup, .seed = 1 + seen->setups++, .first = 5, .games = GAMES,
                            .cap = CAP, .gather = 1};
    char name[256];
    uint32_t next = 0;
    memset(got, 0xa5, sizeof got);
    got[GAMES].trail = 7;
    seen->play(task, &next, got);
    assert_int_equal(got[GAMES].trail, 7);
    for (uint32_t i = 0; i < GAMES; i++) {
        reference(&seen->bout, &task, i, &want);
        put_set_up(name, sizeof name, game, setup);
        if (!same_outcome(&got[i], &want))
            fail_msg("%s, game %u: %u moves, not %u; won by %d, not %d", name, i, got[i].moves, want.moves,
                     got[i].winner, want.winner);
        seen->decisions += want.moves;
        seen->ended += want.why != 0;
        seen->left += want.why == 0;
    }
}

static void test_same_games(void **state)
{
    (void)state;
    uint64_t left = 0;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        const struct bl_game *game = bl_find_game(kernels[i].id);
        struct seen seen = {.play = kernels[i].play};
        bout_init(&seen.bout, game);
        each_setup(game, compare, &seen);
        bout_free(&seen.bout);
        assert_true(seen.setups > 0u + game->max_players - game->min_players && seen.ended > GAMES);
        left += seen.left;
    }
    assert_true(left > 0);   /* some games are longer than CAP */
}

#ifndef BRIEF   /* the sanitizers do not follow a thread from stack to stack */
/* However many lanes wait for each other, and whether or not there are games for all. */
static void test_warp(void **state)
{
    (void)state;
    static const struct { uint32_t games, gather; } tried[] = {{70, 8}, {40, 32}, {5, 1}, {1, 32}};
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        const struct bl_game *game = bl_find_game(kernels[i].id);
        size_t at = i % (sizeof tried / sizeof tried[0]);
        struct gpu_task task = {.seed = 3, .games = tried[at].games, .cap = CAP, .gather = tried[at].gather};
        struct gpu_outcome got[71] = {{0}}, want;
        struct bout bout;
        bl_setup_init(&task.setup, game);
        assert_null(bl_resolve(game, &task.setup));
        lane = (struct lane){kernels[i].play, task, 0, got};
        run_warp();
        bout_init(&bout, game);
        for (uint32_t k = 0; k < task.games; k++) {
            reference(&bout, &task, k, &want);
            assert_true(same_outcome(&got[k], &want));
        }
        assert_int_equal(got[task.games].moves, 0);
        bout_free(&bout);
    }
}
#endif

/* ---- samples ------------------------------------------------------------------- */

static uint32_t at_thread;

uint32_t gpu_thread(void);
uint32_t gpu_thread(void)
{
    return at_thread;
}

struct samples_here {
    struct lab_sampler base;
    sample_kernel *const *sample;
    const struct lab_plan *plan;
    uint64_t played;
};

static void *sampling_begin(const struct lab_sampler *sampler)
{
    return (void *)(uintptr_t)sampler;
}

static void sampling_end(void *own)
{
    (void)own;
}

/* Thread after thread, each play-out of each sample. */
static bool sampling_play(void *own, struct lab_sample *samples, uint32_t count)
{
    struct samples_here *h = own;
    bool greedy = h->plan->player == &bl_bot_greedy;
    for (uint32_t i = 0; i < count; i++) {
        const struct lab_sample *s = &samples[i];
        struct gpu_sample words = {s->all, s->from, 0, s->play ? s->play->move : BL_NO_MOVE, (int8_t)s->seat};
        struct gpu_samples task = {h->plan->playouts, h->plan->playouts, LAB_PLAYOUT_CAP};
        int8_t winners[GAMES];
        for (at_thread = 0; at_thread <= task.all; at_thread++)   /* the last has nothing to do */
            h->sample[greedy](task, &words, s->state, winners);
        for (uint32_t r = 0; r < task.all; r++)
            if (winners[r] >= 0)
                samples[i].hits[winners[r]]++;
    }
    h->played += count;
    return true;
}

static void compare_lab(const struct bl_game *game, const struct bl_setup *setup, void *user)
{
    struct samples_here *h = user;
    struct lab_plan plan;
    char name[256];
    plan_lab(&plan, game, setup, h->played, 2, 2);
    h->plan = &plan;
    put_set_up(name, sizeof name, game, setup);
    if (!same_lab(&plan, &h->base))
        fail_msg("%s: the lab differs", name);
}

static void test_same_samples(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        struct samples_here here = {{sampling_begin, sampling_end, sampling_play}, kernels[i].sample, NULL, 0};
        each_setup(bl_find_game(kernels[i].id), compare_lab, &here);
        assert_true(here.played > 100);
    }
}

/* ---- vectors ------------------------------------------------------------------- */

enum { PLACES = 5, STEPS = 60 };

/* Place after place. */
static void launch(vector_kernel *one, const struct gpu_vector *v)
{
    for (at_thread = 0; at_thread <= v->places; at_thread++)   /* the last has nothing to do */
        one(*v);
}

/* What memory of a thread's own has in it before is anything. */
static void soil_stack(void)
{
    volatile char room[1 << 14];
    for (size_t i = 0; i < sizeof room; i++)
        room[i] = (char)0xa5;
}

/* Deals, then steps, now and then by actions, one of them once not legal: the same bytes as a vector's. */
static void compare_vector(const struct bl_game *game, const struct bl_setup *setup, void *user)
{
    size_t i = *(size_t *)user;
    struct bl_vector_spec spec = {.game = game, .setup = *setup, .places = PLACES, .seed = 9, .cap = 40};
    struct layout l = lay_out_vector(game, setup, PLACES);
    char *want = bl_new(1, l.size), *got = bl_new(1, l.size);
    struct bl_outlook here = outlook_in(&l, want);
    uint32_t refused = GPU_NONE, other = 0;
    struct gpu_vector v = {.setup = *setup, .seed = 9, .cap = 40, .places = PLACES, .refused = &refused,
                           .observed = bl_observation_size(game, setup), .actions = bl_action_count(game, setup),
                           .at = bl_new(PLACES, gpu_stride(game->state_size)), .what = GPU_DEAL};
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct bl_vector *vector = bl_vector_new(&spec, &why);
    soil_stack();
    launch(kernels[i].step, &v);
    v.out = outlook_in(&l, got);
    for (int n = 0; n < STEPS; n++) {
        int32_t actions[PLACES] = {-1, -1, -1, -1, -1};
        memset(got, 0, l.size);
        if (n == 7)   /* which may or may not be legal */
            actions[3] = actions[4] = 1;
        v.what = GPU_STEP;
        v.chosen = n % 2 ? actions : NULL;
        refused = GPU_NONE;
        if (v.chosen)
            launch(kernels[i].check, &v);
        launch(kernels[i].step, &v);
        bool done = bl_vector_step(vector, v.chosen, &here, &other);
        assert_int_equal(refused, done ? GPU_NONE : other);
        if (done)
            assert_memory_equal(got, want, l.size);
    }
    for (uint32_t place = 0; place < PLACES; place++)
        assert_memory_equal(v.at + place * gpu_stride(game->state_size) + sizeof(struct gpu_place),
                            bl_vector_state(vector, place), game->state_size);
    bl_vector_free(vector);
    BL_FREE(v.at, want, got);
}

static void test_same_vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        each_setup(bl_find_game(kernels[i].id), compare_vector, &i);
}

/* Every game whose moves can be listed has a kernel. */
static void test_all_card_games(void **state)
{
    (void)state;
    size_t listed = 0;
    for (const struct bl_game *const *g = bl_games(); *g; g++)
        listed += (*g)->advice->propose == NULL;
    assert_int_equal(listed, sizeof kernels / sizeof kernels[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_games),
        cmocka_unit_test(test_same_samples),
        cmocka_unit_test(test_same_vectors),
#ifndef BRIEF
        cmocka_unit_test(test_warp),
#endif
        cmocka_unit_test(test_all_card_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
