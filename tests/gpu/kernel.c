/* kernel.c - the kernels, built for this machine, play the games that bouts play. */
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>

#include <cmocka.h>

#include "reference.h"

enum { GAMES = 12, CAP = 400 };

typedef void kernel(struct gpu_task, uint32_t *, struct gpu_outcome *);
#define KERNEL(symbol, id) kernel play_own_##symbol;
#include "kernels.def"
#undef KERNEL
static const struct {
    const char *id;
    kernel *play;
} kernels[] = {
#define KERNEL(symbol, id) {id, play_own_##symbol},
#include "kernels.def"
#undef KERNEL
};

/* ---- a warp ------------------------------------------------------------------- */

enum { WARP = 32 };

/* Lanes as threads that vote together, each round in a box of its own; or one lane, which is all. */
static struct {
    bool whole;
    pthread_barrier_t all;
    atomic_uint boxes[3];
} warp;
static _Thread_local unsigned round_number;
uint32_t gpu_lanes(bool mine);

uint32_t gpu_lanes(bool mine)
{
    if (!warp.whole)
        return mine ? WARP : 0;
    unsigned now = round_number++;
    atomic_fetch_add(&warp.boxes[now % 3], mine);
    bool one = pthread_barrier_wait(&warp.all) == PTHREAD_BARRIER_SERIAL_THREAD;
    if (one)
        atomic_store(&warp.boxes[(now + 2) % 3], 0);   /* of the round before, which all have seen */
    return atomic_load(&warp.boxes[now % 3]);
}

struct lane {
    kernel *play;
    struct gpu_task task;
    uint32_t *next;
    struct gpu_outcome *out;
};

static void *run_lane(void *user)
{
    struct lane *lane = user;
    round_number = 0;
    lane->play(lane->task, lane->next, lane->out);
    return NULL;
}

static void run_warp(struct lane *lane)
{
    pthread_t threads[WARP];
    warp.whole = true;
    for (int i = 0; i < 3; i++)
        atomic_store(&warp.boxes[i], 0);
    assert_int_equal(pthread_barrier_init(&warp.all, NULL, WARP), 0);
    for (int i = 0; i < WARP; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_lane, lane), 0);
    for (int i = 0; i < WARP; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&warp.all);
    warp.whole = false;
}

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
        uint32_t next = 0;
        struct bout bout;
        bl_setup_init(&task.setup, game);
        assert_null(bl_resolve(game, &task.setup));
        run_warp(&(struct lane){kernels[i].play, task, &next, got});
        bout_init(&bout, game);
        for (uint32_t k = 0; k < task.games; k++) {
            reference(&bout, &task, k, &want);
            assert_true(same_outcome(&got[k], &want));
        }
        assert_int_equal(got[task.games].moves, 0);
        bout_free(&bout);
    }
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
        cmocka_unit_test(test_warp),
        cmocka_unit_test(test_all_card_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
