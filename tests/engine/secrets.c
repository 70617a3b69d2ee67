/* secrets.c - an engine is told nothing that its seat cannot know: of two tables that a seat cannot
 * tell apart it is sent the same bytes, from the first message to the last. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "twins.h"

#define TABLES 60
#define MOVES 60
#define FEWEST 15   /* decisions that are compared in each game */

static uint64_t compared;

/* Of one table's engine all that it is told is kept, through all games; to the other's it is written anew. */
static struct bl_kept *kept;

/* All that an engine with a bad memory would be sent, and one that was told all but the last. */
static void put_told(struct bl_match *m, int seat, bool keeps, struct bl_text *out)
{
    const struct bl_game *game = bl_match_game(m);
    struct bl_text room = bl_text_heap();
    struct bl_kept *last = keeps ? kept : bl_kept_new();
    const struct bl_past *past = bl_match_past(m, bl_match_count(m), seat);
    struct bl_decision d = {.game = game, .seat = seat, .past = past};
    d.count = bl_match_moves(m, &d.moves);
    d.view = bl_match_view(m, seat);
    bl_text_clear(out);
    engine_put_newgame(out, &d, true, last);
    engine_put_position(out, &d, 0, true, last, &room);
    engine_put_position(out, &d, past->count > 0 ? past->count - 1 : 0, false, last, &room);
    bl_text_free(&room);
    if (!keeps)
        bl_kept_free(last);
}

static void play_twins(struct bl_room *room, const struct bl_game *game, uint64_t seed)
{
    struct bl_setup setup;
    struct twins t;
    const struct bl_bot *nobody[BL_MAX_SEATS] = {NULL};
    struct bl_text told[2] = {bl_text_heap(), bl_text_heap()};
    bl_setup_init(&setup, game);
    bl_resolve(game, &setup);
    twins_begin(&t, room, bl_match_new(room, game, &setup, seed, nobody),
                (int)(seed % setup.players), seed);
    for (int i = 0; i < MOVES && twins_look_the_same(&t) && bl_match_to_move(t.m[0]) >= 0; i++) {
        if (bl_match_to_move(t.m[0]) == t.seat) {
            for (int k = 0; k < 2; k++)
                put_told(t.m[k], t.seat, k == 0, &told[k]);
            assert_string_equal(told[0].s, told[1].s);
            compared++;
        }
        if (!twins_move(&t))
            break;
    }
    twins_free(&t);
    bl_text_free(&told[0]);
    bl_text_free(&told[1]);
}

static void tells_the_view_alone(void **state)
{
    struct bl_room *room = bl_room_open();
    (void)state;
    kept = bl_kept_new();
    for (const struct bl_game *const *g = bl_games(); *g; g++) {
        uint64_t before = compared;
        for (uint64_t seed = 1; seed <= TABLES; seed++)
            play_twins(room, *g, seed);
        if (compared < before + FEWEST)
            fail_msg("%s: only %ju decisions were compared", (*g)->id, (uintmax_t)(compared - before));
    }
    bl_kept_free(kept);
    bl_room_close(room);
}

/* The test can fail: of two tables that look different it is not the same. */
static void tells_the_view(void **state)
{
    const struct bl_game *game = bl_games()[0];
    const struct bl_bot *nobody[BL_MAX_SEATS] = {NULL};
    struct bl_text told[2] = {bl_text_heap(), bl_text_heap()};
    struct bl_setup setup;
    (void)state;
    bl_setup_init(&setup, game);
    bl_resolve(game, &setup);
    for (uint64_t k = 0; k < 2; k++) {
        struct bl_match *m = bl_match_new(NULL, game, &setup, k, nobody);
        put_told(m, bl_match_to_move(m), false, &told[k]);
        bl_match_free(m);
    }
    assert_string_not_equal(told[0].s, told[1].s);
    bl_text_free(&told[0]);
    bl_text_free(&told[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_the_view_alone),
        cmocka_unit_test(tells_the_view),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
