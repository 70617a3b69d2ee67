/* step.c - one move, one pass: a move is read, checked and carried out once, whoever makes it and
 * wherever; and what is told of it later does not depend on when and in which order it is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bylaw/match.h"
#include "bylaw/transcript.h"
#include "registry.h"
#include "matches.h"

/* ---- a game that counts ----------------------------------------------------- */

static struct counts {
    int read, check, apply, again;   /* `again`: carried out without being told */
} counts;

static const struct bl_game *real;
static struct bl_rules rules, traced;
static struct bl_notation notation;
static struct bl_game counting;

static const struct bl_fact *count_read(const void *state, int seat, const char *text,
                                        struct bl_play *out, struct bl_text *why)
{
    counts.read++;
    return real->notation->read_move(state, seat, text, out, why);
}

static bl_cite count_check(const void *state, const struct bl_play *play, struct bl_context *cx)
{
    counts.check++;
    return real->rules->check(state, play, cx);
}

static bl_cite count_traced_check(const void *state, const struct bl_play *play,
                                  struct bl_context *cx)
{
    counts.check++;
    return real->traced->check(state, play, cx);
}

static void count_apply(void *state, const struct bl_play *play, struct bl_context *cx)
{
    counts.again++;
    real->rules->apply(state, play, cx);
}

static void count_traced_apply(void *state, const struct bl_play *play, struct bl_context *cx)
{
    counts.apply++;
    real->traced->apply(state, play, cx);
}

static const struct bl_game *count_in(const char *id)
{
    real = bl_find_game(id);
    counting = *real;
    rules = *real->rules;
    traced = *real->traced;
    notation = *real->notation;
    rules.check = count_check;
    traced.check = count_traced_check;
    rules.apply = count_apply;
    traced.apply = count_traced_apply;
    notation.read_move = count_read;
    counting.rules = &rules;
    counting.traced = &traced;
    counting.notation = &notation;
    return &counting;
}

static void expect(const char *what, int read, int check, int apply)
{
    if (counts.read != read || counts.check != check || counts.apply != apply || counts.again != 0)
        fail_msg("%s: %s: read %d times, checked %d, carried out %d and again %d", real->id, what,
                 counts.read, counts.check, counts.apply, counts.again);
    counts = (struct counts){0};
}

static struct bl_match *table(struct bl_room *room, const struct bl_game *game, uint64_t seed,
                              const char *bot)
{
    struct bl_setup setup = setup_for(game, game->min_players > 3 ? game->min_players : 3);
    struct bl_match *m = bl_match_new(room, game, &setup, seed, NULL);
    for (int seat = 0; seat < setup.players; seat++)
        bl_match_seat(m, seat, bot ? bl_find_bot(bot) : NULL);
    counts = (struct counts){0};
    return m;
}

/* The first closed move there is, as text. */
static void write_move(struct bl_match *m, struct bl_text *out)
{
    const bl_move *moves;
    uint32_t n = bl_match_moves(m, &moves), i = 0;
    while (i < n && moves[i] & BL_OPEN)
        i++;
    assert_true(i < n);
    bl_text_clear(out);
    bl_match_put_move(m, bl_match_to_move(m),
                      &(struct bl_play){.move = moves[i], .seat = (int8_t)bl_match_to_move(m)}, out);
}

static void a_move_is_made_in_one_pass(void **state)
{
    (void)state;
    struct bl_text text = bl_text_heap();
    for EVERY_GAME(i) {
        struct bl_match *m = table(NULL, count_in(ids[i]), 1, NULL);
        struct bl_reply reply;
        for (int k = 0; k < 10; k++) {
            write_move(m, &text);
            must_submit(m, bl_match_to_move(m), text.s);
            expect("a move as text", 1, 1, 1);
        }
        bl_match_submit(m, bl_match_to_move(m) == 0 ? 1 : 0, text.s, &reply);
        assert_int_equal(reply.answer, BL_FORBIDDEN);
        expect("a move that is refused", 1, 1, 0);
        for (int seat = 0; seat < bl_match_setup(m)->players; seat++)
            bl_match_seat(m, seat, bl_find_bot("random"));
        for (int k = 0; k < 10 && bl_match_to_move(m) >= 0; k++) {
            assert_true(bl_match_bot_move(m));
            expect("a bot's move", 0, 1, 1);
        }
        bl_match_free(m);
    }
    bl_text_free(&text);
}

static void a_move_is_written_down_in_one_pass(void **state)
{
    (void)state;
    for CARD_GAME(i) {
        const struct bl_game *game = count_in(ids[i]);
        struct bl_match *m = table(NULL, game, 2, NULL);
        void *at = calloc(1, game->state_size);
        struct bl_text text = bl_text_heap();
        struct bl_chance chance = {.seed = 2, .game = game->code};
        static struct bl_recorder r;
        r = (struct bl_recorder){.game = game, .out = &text};
        const bl_move *moves;
        bl_match_moves(m, &moves);
        bl_copy(game, at, bl_match_view(m, BL_REFEREE));
        struct bl_play play = {.move = moves[0], .seat = (int8_t)bl_match_to_move(m)};
        assert_true(bl_record_move(&r, at, &play, &chance));
        expect("a move in a transcript", 0, 1, 1);
        bl_text_clear(&text);
        assert_false(bl_record_move(&r, at, &(struct bl_play){.move = play.move, .seat = 2}, &chance));
        assert_int_equal(text.len, 0);
        free(at);
        bl_text_free(&text);
        bl_match_free(m);
    }
}

/* ---- what is told ----------------------------------------------------------- */

/* Appends all that `reader` is told of a move. */
static void put_event(struct bl_match *m, uint32_t number, int reader, struct bl_text *out)
{
    static struct bl_event event;
    bl_match_event(m, number, reader, &event);
    bl_putf(out, "%d %s %s", event.seat, event.move, event.note);
    for (uint32_t i = 0; i < event.account.count; i++) {
        bl_putf(out, " %d/%d ", event.account.reasons[i].clause, (int)event.account.reasons[i].mark);
        bl_put_fact(out, &event.account.reasons[i].fact, NULL);
    }
    bl_put_state(bl_match_game(m), bl_match_view_at(m, number, reader), out);
    bl_put_char(out, '\n');
}

/* After each move, one after another, and from the last to the first; while another match of the
 * same room goes on. */
static void it_does_not_matter_when_a_move_is_told(void **state)
{
    (void)state;
    enum { MOVES = 40 };
    struct bl_room *room = bl_room_open();
    for EVERY_GAME(i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        struct bl_match *m = table(room, game, 3, "greedy"), *other = table(room, game, 4, "random");
        struct bl_match *alone = table(NULL, game, 3, "greedy");
        struct bl_text told[MOVES], again = bl_text_heap();
        uint32_t made = 0;
        for (; made < MOVES && bl_match_bot_move(m); made++) {
            bl_match_bot_move(alone);
            told[made] = bl_text_heap();
            put_event(m, made, 1, &told[made]);
            bl_match_bot_move(other);
        }
        for (uint32_t k = 0; k < 2 * made; k++) {
            uint32_t number = k < made ? k : 2 * made - 1 - k;
            bl_text_clear(&again);
            put_event(m, number, 1, &again);
            assert_string_equal(again.s, told[number].s);
        }
        assert_string_equal(bl_match_transcript(m)->s, bl_match_transcript(alone)->s);
        bl_match_free(other);
        if (made == MOVES && bl_match_to_move(m) >= 0)
            assert_true(bl_match_bot_move(m));
        while (made > 0)
            bl_text_free(&told[--made]);
        bl_text_free(&again);
        bl_match_free(alone);
        bl_match_free(m);
    }
    bl_room_close(room);
}

static void a_game_is_told_in_one_pass(void **state)
{
    (void)state;
    static struct bl_event event;
    for EVERY_GAME(i) {
        struct bl_match *m = table(NULL, count_in(ids[i]), 5, "random");
        while (bl_match_count(m) < 200 && bl_match_bot_move(m))
            continue;
        int made = (int)bl_match_count(m);
        counts = (struct counts){0};
        for (int n = 0; n < made; n++) {
            bl_match_view_at(m, (uint32_t)n, BL_SPECTATOR);
            bl_match_event(m, (uint32_t)n, BL_REFEREE, &event);
        }
        expect("a game told", 0, made, made);
        bl_match_transcript(m);
        expect("its transcript", 0, made, made);
        bl_match_free(m);
    }
}

/* ---- chance that came from elsewhere ---------------------------------------- */

/* The transcript as of a game with another seed, which would have shuffled differently. */
static void put_reseeded(struct bl_text *out, const char *text)
{
    static const char member[] = "\"seed\":\"";
    const char *at = strstr(text, member) + strlen(member);
    bl_put_bytes(out, text, (size_t)(at - text));
    bl_put(out, "1234");
    bl_put(out, strchr(at, '"'));
}

static void chance_of_a_transcript_stays(void **state)
{
    (void)state;
    for EVERY_GAME(i) {
        struct bl_match *m = table(NULL, bl_find_game(ids[i]), 7, "random");
        while (bl_match_count(m) < 250 && bl_match_bot_move(m))
            continue;
        struct bl_text text = bl_text_heap(), why = bl_text_heap();
        put_reseeded(&text, bl_match_transcript(m)->s);
        struct bl_match *again = bl_match_resume(NULL, text.s, text.len, &why);
        assert_string_equal(why.s, "");
        assert_string_equal(bl_match_transcript(again)->s, text.s);
        for (int seat = 0; seat < 3; seat++)
            bl_match_seat(again, seat, bl_find_bot("random"));
        uint32_t half = bl_match_count(again) / 2;
        while (bl_match_count(again) > half)
            assert_true(bl_match_undo(again, bl_match_mover(again, bl_match_count(again) - 1), NULL,
                                      &why));
        size_t kept = strlen(bl_match_transcript(again)->s);
        assert_memory_equal(bl_match_transcript(again)->s, text.s, kept);
        while (bl_match_count(again) < 2 * half && bl_match_bot_move(again))
            continue;
        assert_memory_equal(bl_match_transcript(again)->s, text.s, kept);
        bl_text_free(&text);
        bl_text_free(&why);
        bl_match_free(again);
        bl_match_free(m);
    }
}

/* ---- bots that are wrong ---------------------------------------------------- */

/* Plays what the list does not have. */
static void choose_wrongly(const struct bl_bot *bot, const struct bl_decision *d,
                           struct bl_play *out)
{
    (void)bot;
    const struct bl_setup *setup = &bl_head(d->view)->setup;
    *out = (struct bl_play){.move = d->moves[0], .seat = (int8_t)d->seat};
    for (uint32_t k = 0; k < bl_action_count(d->game, setup); k++) {
        bl_move move = bl_action_move(d->game, setup, k);
        bool listed = d->game->rules->aside && d->game->rules->aside(move);
        for (uint32_t i = 0; i < d->count; i++)
            listed = listed || d->moves[i] == move;
        if (!listed)
            out->move = move;
    }
}

static void a_wrong_bot_plays_by_the_rules(void **state)
{
    (void)state;
    static const struct bl_bot wrong = {.name = "wrong", .text = "", .looks = true,
                                        .choose = choose_wrongly};
    for CARD_GAME(i) {
        struct bl_match *m = table(NULL, bl_find_game(ids[i]), 6, "greedy");
        bl_match_seat(m, 1, &wrong);
        while (bl_match_count(m) < 30 && bl_match_bot_move(m))
            continue;
        assert_true(bl_match_refused(m, 1) > 0);
        assert_int_equal(bl_match_refused(m, 0), 0);
        struct bl_text text = bl_text_heap();
        bl_put(&text, bl_match_transcript(m)->s);
        if (bl_match_to_move(m) >= 0)
            bl_match_put_cap(m, &text);
        assert_true(verdict_on(text.s).ok);
        bl_text_free(&text);
        bl_match_free(m);
    }
}

/* The share of the others that a seat leaves behind; who has no rank shares what is left. */
static void a_result_is_worth_what_it_leaves_behind(void **state)
{
    (void)state;
    static const struct { struct bl_result result; float worth[4]; } cases[] = {
        {{.winner = -1}, {0.5f, 0.5f, 0.5f, 0.5f}},
        {{.winner = 2, .ranked = 2, .ranking = {2, 0}, .why = 1}, {2 / 3.f, 1 / 6.f, 1, 1 / 6.f}},
        {{.winner = 3, .ranked = 4, .ranking = {3, 1, 0, 2}, .why = 1}, {1 / 3.f, 2 / 3.f, 0, 1}},
        {{.winner = -1, .why = 1}, {0.5f, 0.5f, 0.5f, 0.5f}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float worth[4];
        bl_scores(&cases[i].result, 4, worth);
        for (int seat = 0; seat < 4; seat++)
            assert_float_equal(worth[seat], cases[i].worth[seat], 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_result_is_worth_what_it_leaves_behind),
        cmocka_unit_test(a_move_is_made_in_one_pass),
        cmocka_unit_test(a_move_is_written_down_in_one_pass),
        cmocka_unit_test(it_does_not_matter_when_a_move_is_told),
        cmocka_unit_test(a_game_is_told_in_one_pass),
        cmocka_unit_test(chance_of_a_transcript_stays),
        cmocka_unit_test(a_wrong_bot_plays_by_the_rules),
    };
    return cmocka_run_group_tests(tests, read_registry, NULL);
}
