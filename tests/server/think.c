/* think.c - thoughts in worker threads: parties take turns, and nobody waits for a bot without end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "bylaw/match.h"
#include "bylaw/service.h"
#include "server/think.h"

static atomic_bool held;    /* bots think until they are let go */
static char order[64];      /* who was told, one after another */
static char last[64];

static void choose(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    (void)bot;
    while (held)
        uv_sleep(1);
    *out = (struct bl_play){d->moves[0], (int8_t)d->seat, 0, NULL};
}

static const struct bl_bot stubborn = {.name = "stubborn", .text = "hears nobody", .choose = choose};

static void thought(void *with, struct srv_name table, uint32_t count, int seat, const char *move)
{
    (void)with, (void)count, (void)seat;
    size_t n = strlen(order);
    order[n] = table.s[0];
    order[n + 1] = '\0';
    snprintf(last, sizeof last, "%s", move);
}

static char dropped;   /* a table that is gone */

static bool wanted(void *with, struct srv_name table, uint32_t count)
{
    (void)with, (void)count;
    return table.s[0] != dropped;
}

struct room {
    uv_loop_t loop;
    struct srv_thinkers *thinkers;
    struct bl_service *service;
};

static void open_room(struct room *r, unsigned budget_ms)
{
    static const char deal[] = "{\"ask\":\"deal\",\"game\":\"pharaoh\",\"players\":2,\"seed\":\"5\"}";
    uv_loop_init(&r->loop);
    r->thinkers = srv_thinkers_new(&r->loop, 1, budget_ms, wanted, thought, NULL);
    r->service = bl_service_new();
    bl_service_ask(r->service, deal, sizeof deal - 1);
    order[0] = last[0] = dropped = '\0';
}

static void close_room_after(struct room *r, struct srv_thinking *figures)
{
    uv_run(&r->loop, UV_RUN_DEFAULT);
    srv_thinking(r->thinkers, figures);
    srv_thinkers_free(r->thinkers);
    bl_service_free(r->service);
    assert_int_equal(uv_loop_close(&r->loop), 0);
}

static void close_room(struct room *r)
{
    struct srv_thinking figures;
    close_room_after(r, &figures);
}

static void think(struct room *r, char name, uint32_t party)
{
    struct bl_match *m = bl_service_match(r->service, 1);
    const struct bl_game *game = bl_match_game(m);
    struct srv_task *task = bl_new(1, sizeof *task);
    *task = (struct srv_task){.game = game, .bot = &stubborn, .view = bl_new(1, game->state_size)};
    bl_copy(game, task->view, bl_match_view(m, 0));
    srv_think(r->thinkers, &(struct srv_order){.kind = SRV_THINK, .table = {{name}}, .task = task, .party = party});
}

static void parties_take_turns(void **state)
{
    (void)state;
    struct room r;
    struct srv_thinking figures;
    open_room(&r, 1000);
    held = true;
    for (int i = 0; i < 9; i++)
        think(&r, 'a', 7);
    think(&r, 'b', 8);
    think(&r, 'c', 9);
    think(&r, 'b', 8);
    srv_thinking(r.thinkers, &figures);
    assert_int_equal(figures.now, 12);
    held = false;
    close_room(&r);
    assert_string_equal(order, "aabcabaaaaaa");
    assert_string_equal(last, "draw");
}

static void nobody_waits_for_a_bot_without_end(void **state)
{
    (void)state;
    struct room r;
    struct srv_thinking figures;
    open_room(&r, 0);
    held = true;
    think(&r, 'a', 1);
    for (;;) {   /* its time is up, and a second more */
        srv_thinkers_look(r.thinkers);
        srv_thinking(r.thinkers, &figures);
        if (figures.late)
            break;
        uv_sleep(20);
    }
    assert_string_equal(order, "a");
    assert_string_equal(last, SRV_NO_THOUGHT);
    srv_thinkers_look(r.thinkers);
    held = false;
    close_room(&r);
    assert_string_equal(order, "a");   /* told once */
}

/* It waits in line, and its table goes: it is not thought, and told to nobody. */
static void nobody_thinks_for_a_table_that_is_gone(void **state)
{
    (void)state;
    struct room r;
    struct srv_thinking figures;
    open_room(&r, 1000);
    held = true;
    think(&r, 'a', 1);
    for (int i = 0; i < 3; i++)
        think(&r, 'b', 1 + (uint32_t)i);
    think(&r, 'c', 2);
    dropped = 'b';
    held = false;
    close_room_after(&r, &figures);
    assert_string_equal(order, "ac");
    assert_int_equal(figures.done, 2);
    assert_int_equal(figures.now, 0);
}

static void what_is_stopped_comes_to_an_end(void **state)
{
    (void)state;
    struct room r;
    open_room(&r, 1000);
    held = true;
    think(&r, 'a', 1);
    think(&r, 'b', 1);
    srv_thinkers_stop(r.thinkers);
    held = false;
    close_room(&r);
    assert_string_equal(order, "a");
    assert_string_equal(last, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parties_take_turns),
        cmocka_unit_test(nobody_waits_for_a_bot_without_end),
        cmocka_unit_test(nobody_thinks_for_a_table_that_is_gone),
        cmocka_unit_test(what_is_stopped_comes_to_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
