/* kernel.c - the kernels, built for this machine, play the games that bouts play. */
#include <setjmp.h>
#include <stddef.h>
#include <stdarg.h>
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
        cmocka_unit_test(test_all_card_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
