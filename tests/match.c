/* match.c - the table: what goes in, what comes out, and what may be taken back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define BL_TRACED   /* for a rule of our own */
#include "core/cite.h"
#include "games/pharaoh/pharaoh.h"
#include "registry.h"
#include "matches.h"

static void run_bots(struct bl_match *m, uint32_t until)
{
    while (bl_match_count(m) < until && bl_match_bot_move(m))
        continue;
}

static enum bl_match_answer submit(struct bl_match *m, int seat, const char *text)
{
    struct bl_reply reply;
    bl_match_submit(m, seat, text, &reply);
    return reply.answer;
}

/* ---- whole games ---------------------------------------------------------- */

static void bots_play_to_an_end_that_verifies(void **state)
{
    (void)state;
    for EVERY_GAME(i) {
        /* By the letter, three greedy bots can run out of power and cards for good. */
        struct bl_match *m = deal_table(ids[i], i < card_games ? 3 : 4, 0, "greedy", 11);
        struct bl_result result;
        run_bots(m, 100000);
        assert_int_equal(bl_match_to_move(m), -1);
        assert_false(bl_match_bot_move(m));
        bl_match_result(m, &result);
        assert_int_not_equal(result.why, 0);
        struct bl_verdict verdict = verdict_on(bl_match_transcript(m)->s);
        assert_true(verdict.ok);
        assert_int_equal(verdict.moves, bl_match_count(m));
        bl_match_free(m);
    }
}

static void every_event_cites_and_is_written_as_in_the_transcript(void **state)
{
    (void)state;
    static struct bl_event event;
    for EVERY_GAME(i) {
        struct bl_match *m = deal_table(ids[i], i < card_games ? 3 : 4, 0, "greedy", 12);
        run_bots(m, 100000);
        const char *at = bl_match_transcript(m)->s;
        for (uint32_t n = 0; n < bl_match_count(m); n++) {
            /* Only the referee is told all that is written on a card. */
            bl_match_event(m, n, i < card_games ? BL_SPECTATOR : BL_REFEREE, &event);
            assert_true(event.account.count > 0);
            at = strstr(at, "\"move\":\"");
            assert_non_null(at);
            at += strlen("\"move\":\"");
            assert_memory_equal(at, event.move, strlen(event.move));
        }
        bl_match_free(m);
    }
}

/* ---- moves in ------------------------------------------------------------- */

static void what_is_not_accepted_changes_nothing(void **state)
{
    (void)state;
    for EVERY_GAME(i) {
        struct bl_match *m = deal_table(ids[i], 3, 7, NULL, 13);
        char *before = transcript(m);
        struct bl_reply reply;
        bl_match_submit(m, 0, "xyzzy", &reply);
        assert_int_equal(reply.answer, BL_UNREADABLE);
        assert_int_equal(reply.clause, 0);
        assert_true(reply.fact.format[0] != '\0');
        bl_match_hear(m, 0, "nice weather", &reply);
        assert_int_equal(reply.answer, BL_CHATTER);

        const bl_move *moves;
        assert_true(bl_match_moves(m, &moves) > 0);
        int other = bl_match_to_move(m) == 0 ? 1 : 0;
        bl_match_play(m, &(struct bl_play){.move = moves[0], .seat = (int8_t)other}, &reply);
        assert_int_equal(reply.answer, BL_FORBIDDEN);
        assert_int_not_equal(reply.clause, 0);
        assert_string_equal(bl_match_transcript(m)->s, before);
        assert_int_equal(bl_match_count(m), 0);
        free(before);
        bl_match_free(m);
    }
}

static void the_list_holds_what_is_accepted(void **state)
{
    (void)state;
    for CARD_GAME(i) {
        struct bl_match *m = deal_table(ids[i], 3, 7, NULL, 14);
        for (uint32_t n = 0; n < 60 && bl_match_to_move(m) >= 0; n++) {
            const bl_move *moves;
            uint32_t count = bl_match_moves(m, &moves);
            int8_t seat = (int8_t)bl_match_to_move(m);
            struct bl_play play = {.move = moves[n * 7 % count], .seat = seat};
            must_play(m, &play);
            assert_int_equal(bl_match_count(m), n + 1);
        }
        bl_match_free(m);
    }
}

/* True Propre, §7.1: anybody may say the word at any time, once. §7.2: "last card" is
 * talk that a vote follows. */
static void words_are_heard_where_the_rules_listen(void **state)
{
    (void)state;
    struct bl_match *m = deal_table("true-propre", 3, 7, NULL, 15);
    struct bl_reply reply;
    static struct bl_event event;
    bl_match_hear(m, 2, "PropreAntePenultimate", &reply);
    assert_int_equal(reply.answer, BL_ACCEPTED);
    bl_match_event(m, 0, BL_SPECTATOR, &event);
    assert_int_equal(event.seat, 2);
    assert_string_equal(event.move, "say");
    assert_int_equal(submit(m, 2, "say"), BL_FORBIDDEN);
    bl_match_hear(m, 1, "LAST card", &reply);
    assert_int_equal(reply.answer, BL_ACCEPTED);
    bl_match_event(m, 1, BL_SPECTATOR, &event);
    assert_string_equal(event.move, "talk last-card");
    assert_int_equal(bl_match_to_move(m), 2);   /* the vote begins after the speaker */
    bl_match_free(m);
}

/* ---- back ----------------------------------------------------------------- */

/* The first of a seat's legal moves whose text begins so. */
static enum bl_match_answer play_first(struct bl_match *m, const char *begins)
{
    const bl_move *moves;
    uint32_t n = bl_match_moves(m, &moves);
    int seat = bl_match_to_move(m);
    struct bl_text text = bl_text_heap();
    struct bl_reply reply = {.answer = BL_UNREADABLE};
    for (uint32_t i = 0; i < n && reply.answer == BL_UNREADABLE; i++) {
        struct bl_play play = {.move = moves[i], .seat = (int8_t)seat};
        bl_text_clear(&text);
        bl_match_put_move(m, seat, &play, &text);
        if (strncmp(text.s, begins, strlen(begins)) == 0)
            bl_match_play(m, &play, &reply);
    }
    bl_text_free(&text);
    return reply.answer;
}

/* A table of true-propre where seat 0 can attack with option 3 at once. */
static struct bl_match *attacker(uint32_t persons)
{
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct bl_match *m = deal_table("true-propre", 3, persons, "greedy", seed);
        if (play_first(m, "3 ") == BL_ACCEPTED)
            return m;
        bl_match_free(m);
    }
    fail();
    return NULL;
}

static void a_card_that_only_bots_saw_goes_back(void **state)
{
    (void)state;
    char why[512];
    struct bl_match *m = attacker(1);
    char *after = transcript(m);
    assert_true(undo(m, 0, why));
    assert_int_equal(bl_match_count(m), 0);
    assert_int_equal(play_first(m, "3 "), BL_ACCEPTED);
    assert_string_equal(bl_match_transcript(m)->s, after);
    free(after);
    bl_match_free(m);
}

static void a_card_that_a_person_saw_stays(void **state)
{
    (void)state;
    char why[512];
    struct bl_match *m = attacker(3);
    assert_false(undo(m, 0, why));
    assert_non_null(strstr(why, "showed something that was hidden"));
    assert_int_equal(bl_match_count(m), 1);
    bl_match_free(m);
}

static void a_card_that_was_drawn_stays(void **state)
{
    (void)state;
    char why[512];
    struct bl_match *m = deal_table("pharaoh", 3, 1, "greedy", 16);
    assert_false(undo(m, 0, why));
    assert_non_null(strstr(why, "no move to take back"));
    assert_int_equal(submit(m, 0, "draw"), BL_ACCEPTED);
    assert_false(undo(m, 0, why));
    assert_non_null(strstr(why, "draw"));
    /* Nor by leaving the seat to a bot, and coming back. */
    bl_match_seat(m, 0, bl_find_bot("greedy"));
    assert_false(undo(m, 0, why));
    bl_match_seat(m, 0, NULL);
    assert_false(undo(m, 0, why));
    assert_int_equal(bl_match_count(m), 1);
    bl_match_free(m);
}

/* Whether a move can be taken back must not tell what another seat has: once that has moved, or been
 * made to, it is refused in the same words whatever it did. */
static void nobody_learns_by_taking_back(void **state)
{
    (void)state;
    unsigned refused = 0, drawn = 0;
    for EVERY_GAME(i) {
        char why[512], told[512] = "";
        for (uint64_t seed = 0; seed < 60; seed++) {
            const bl_move *moves;
            struct bl_reply reply;
            struct bl_match *m = deal_table(ids[i], 2, 1, "greedy", seed);
            run_bots(m, 20);
            uint32_t n = bl_match_moves(m, &moves);
            bl_move move = n > 0 ? moves[n - 1] : BL_OPEN;
            if (!(move & BL_OPEN)) {
                bl_match_play(m, &(struct bl_play){.move = move, .seat = 0}, &reply);
                run_bots(m, bl_match_count(m) + 20);
            }
            uint32_t made = bl_match_count(m);
            int last = made > 0 ? bl_match_mover(m, made - 1) : 0;
            if (last == 1 && !(move & BL_OPEN)) {
                static struct bl_event event;
                bl_match_event(m, made - 1, 0, &event);
                drawn += strcmp(event.move, "draw") == 0;
                refused++;
                assert_false(undo(m, 0, why));
                assert_true(!told[0] || strcmp(told, why) == 0);
                strcpy(told, why);
                assert_false(undo(m, 1, why));   /* nor first the bot's, and then one's own */
                assert_int_equal(bl_match_count(m), made);
            }
            bl_match_free(m);
        }
    }
    assert_true(refused > 100 && drawn > 0);
}

/* Nobody is told the same reason twice, whatever is left out of it for the reader. */
static void each_reason_is_told_once(void **state)
{
    (void)state;
    for EVERY_GAME(i) {
        struct bl_match *m = deal_table(ids[i], 3, 0, "greedy", 11);
        run_bots(m, 40);
        for (uint32_t n = 0; n < bl_match_count(m); n++)
            for (int reader = BL_SPECTATOR; reader < 3; reader++) {
                static struct bl_event event;
                const struct bl_reason *r = event.account.reasons;
                bl_match_event(m, n, reader, &event);
                for (uint32_t a = 0; a < event.account.count; a++)
                    for (uint32_t b = 0; b < a; b++)
                        assert_false(r[a].clause == r[b].clause && r[a].mark == r[b].mark &&
                                     bl_same_fact(&r[a].fact, &r[b].fact));
            }
        bl_match_free(m);
    }
}

/* The last move, which showed nobody anything, goes back; then the one before it. */
static void the_last_move_goes_back(void **state)
{
    (void)state;
    char why[512];
    struct bl_match *m = deal_table("predicate-wars", 2, 3, "greedy", 1);
    char *first = transcript(m);
    assert_int_equal(submit(m, 0, "done"), BL_ACCEPTED);
    assert_int_equal(submit(m, 1, "edit #2 rock 3 tT"), BL_ACCEPTED);
    assert_false(undo(m, 0, why));
    assert_true(undo(m, 1, why));
    assert_true(undo(m, 0, why));
    assert_string_equal(bl_match_transcript(m)->s, first);
    free(first);
    bl_match_free(m);
}

/* What another seat did, be it the first move of all, is not theirs to take back. */
static void who_has_not_moved_takes_nothing_back(void **state)
{
    (void)state;
    char why[512];
    struct bl_match *m = deal_table("predicate-wars", 3, 7, NULL, 1);
    assert_int_equal(submit(m, 0, "done"), BL_ACCEPTED);
    assert_false(undo(m, 1, why));
    assert_string_equal(why, "there is no move to take back yet");
    assert_int_equal(bl_match_count(m), 1);
    bl_match_free(m);
}

/* Among bots nobody is shown anything: every move goes back, chance too. */
static void bots_play_again_as_before(void **state)
{
    (void)state;
    for EVERY_GAME(i) {
        char why[512];
        struct bl_match *m = deal_table(ids[i], 3, 0, "random", 17);
        run_bots(m, 100);
        char *first = transcript(m);
        uint32_t made = bl_match_count(m);
        while (bl_match_count(m) > 0)
            assert_true(undo(m, bl_match_mover(m, bl_match_count(m) - 1), why));
        run_bots(m, made);
        assert_string_equal(bl_match_transcript(m)->s, first);
        free(first);
        bl_match_free(m);
    }
}

/* ---- resumption ----------------------------------------------------------- */

static struct bl_match *take_up(const char *text, char why[512])
{
    struct bl_text out = {why, 0, 512, NULL};
    why[0] = '\0';
    return bl_match_resume(NULL, text, strlen(text), &out);
}

static void a_game_goes_on_as_it_would_have(void **state)
{
    (void)state;
    for EVERY_GAME(i) {
        for (uint32_t cut = 0; cut < 120; cut += 17) {
            char why[512];
            struct bl_match *m = deal_table(ids[i], 3, 0, "random", 18);
            run_bots(m, cut);
            struct bl_match *again = take_up(bl_match_transcript(m)->s, why);
            assert_string_equal(why, "");
            assert_non_null(again);
            assert_string_equal(bl_match_transcript(again)->s, bl_match_transcript(m)->s);
            for (int s = 0; s < 3; s++)
                bl_match_seat(again, s, bl_find_bot("random"));
            run_bots(m, cut + 300);
            run_bots(again, cut + 300);
            assert_string_equal(bl_match_transcript(again)->s, bl_match_transcript(m)->s);
            bl_match_free(again);
            bl_match_free(m);
        }
    }
}

/* Resuming `text` must fail at `line` with a reason that holds `what`. */
static void refuses(const char *text, const char *line, const char *what)
{
    char why[512];
    assert_null(take_up(text, why));
    assert_memory_equal(why, line, strlen(line));
    assert_non_null(strstr(why, what));
}

static void a_bad_transcript_is_not_taken_up(void **state)
{
    (void)state;
    struct bl_match *m = deal_table("pharaoh", 3, 7, NULL, 19);
    struct bl_text text = bl_text_heap();
    const char *start = bl_match_transcript(m)->s;
    const char *second = strchr(start, '\n') + 1;
    refuses("", "line 0:", "no start");
    refuses("{}\n", "line 1:", "bylaw");
    refuses("nonsense\n", "line 1, column", "JSON");
    refuses(second, "line 1:", "header");
    bl_put_bytes(&text, start, (size_t)(second - start));
    refuses(text.s, "line 1:", "no start");
    bl_text_clear(&text);
    bl_putf(&text, "%s%s", start, start);
    refuses(text.s, "line 3:", "has not ended");
    bl_text_clear(&text);
    bl_put(&text, start);
    bl_match_put_cap(m, &text);
    bl_put(&text, second);
    refuses(text.s, "line 4:", "after the end only the header");
    static const char *const lines[][2] = {
        {"{\"t\":\"move\",\"seat\":1,\"move\":\"draw\",\"cites\":[]}\n", "D8"},
        {"{\"t\":\"move\",\"seat\":0,\"move\":\"drew\",\"cites\":[]}\n", "move"},
        {"{\"t\":\"move\",\"seat\":9,\"move\":\"draw\",\"cites\":[]}\n", "seat"},
        {"{\"t\":\"move\",\"seat\":0,\"move\":\"draw\",\"cites\":[],\"x\":1}\n", "x"},
        {"{\"t\":\"chance\",\"what\":\"recycle\",\"cards\":[\"7H\"]}\n", "no move follows"},
        {"{\"t\":\"chance\",\"what\":\"recycle\",\"cards\":[\"7H\"]}\n"
         "{\"t\":\"move\",\"seat\":0,\"move\":\"draw\",\"cites\":[]}\n", "chance"},
        {"{\"t\":\"chance\",\"what\":\"recycle\",\"cards\":[\"1H\"]}\n", "1H"},
        {"{\"t\":\"dance\"}\n", "dance"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        bl_text_clear(&text);
        bl_putf(&text, "%s%s", start, lines[i][0]);
        refuses(text.s, "line ", lines[i][1]);
    }
    bl_text_free(&text);
    bl_match_free(m);
}

/* ---- what is hidden stays so ---------------------------------------------- */

/* A match that begins in a given state. */
static struct bl_match *begun_in(const struct bl_game *game, const void *start)
{
    char why[512];
    struct bl_text text = bl_text_heap();
    struct bl_recorder recorder = {.game = game, .out = &text};
    bl_record_start(&recorder, 20, start);
    struct bl_match *m = take_up(text.s, why);
    assert_string_equal(why, "");
    bl_text_free(&text);
    return m;
}

static void same_account(const struct bl_account *a, const struct bl_account *b)
{
    assert_int_equal(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++) {
        assert_int_equal(a->reasons[i].clause, b->reasons[i].clause);
        assert_int_equal(a->reasons[i].mark, b->reasons[i].mark);
        assert_true(bl_same_fact(&a->reasons[i].fact, &b->reasons[i].fact));
    }
}

static bool same_view(struct bl_match *a, struct bl_match *b, int reader)
{
    return bl_same(bl_match_game(a), bl_match_view(a, reader), bl_match_view(b, reader));
}

/* What `reader` gets to hear of one move, made in two matches that it cannot tell apart. */
static void same_news(struct bl_match *a, struct bl_match *b, const struct bl_play *play,
                      int reader)
{
    static struct bl_event in_a, in_b;
    struct bl_reply reply_a, reply_b;
    bl_match_play(a, play, &reply_a);
    bl_match_play(b, play, &reply_b);
    if (play->seat != reader && reply_a.answer != reply_b.answer)
        return;   /* somebody else's hand decided that */
    assert_int_equal(reply_a.answer, reply_b.answer);
    if (reply_a.answer == BL_ACCEPTED) {
        if (!same_view(a, b, reader))
            return;   /* the move showed the reader which of the two it is */
        bl_match_event(a, 0, reader, &in_a);
        bl_match_event(b, 0, reader, &in_b);
        assert_string_equal(in_a.move, in_b.move);
        same_account(&in_a.account, &in_b.account);
    } else if (play->seat == reader) {
        assert_int_equal(reply_a.clause, reply_b.clause);
        assert_true(bl_same_fact(&reply_a.fact, &reply_b.fact));
    }
}

static void compare_all(const struct bl_game *game, const void *one, const void *other, int reader)
{
    static struct bl_account told, told_too;
    bl_move moves[64];
    uint32_t n, from = 0;
    while ((n = bl_actions(game, &bl_head(one)->setup, from, moves, 64)) > 0) {
        for (uint32_t i = 0; i < n; i++) {
            struct bl_match *a = begun_in(game, one), *b = begun_in(game, other);
            struct bl_play own = {.move = moves[i], .seat = (int8_t)reader};
            bl_cite refused = bl_match_explain(a, &own, &told);
            assert_int_equal(bl_match_explain(b, &own, &told_too), refused);
            same_account(&told, &told_too);
            int seat = (from + i) % 2 == 0 ? bl_match_to_move(a) : reader;
            same_news(a, b, &(struct bl_play){.move = moves[i], .seat = (int8_t)seat}, reader);
            bl_match_free(a);
            bl_match_free(b);
        }
        from += n;
    }
}

static void what_a_seat_hears_depends_on_what_it_sees(void **state)
{
    (void)state;
    for CARD_GAME(i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        struct bl_context cx;
        struct bl_setup setup = setup_for(game, 3);
        void *one = calloc(1, game->state_size), *view = calloc(1, game->state_size);
        void *other = calloc(1, game->state_size);
        for (int k = 0; k < 6; k++) {
            int reader = k % 2;
            struct bl_stream rng = bl_stream(1, game->code, BL_FOR_TEST, (uint64_t)k);
            bl_context_init(&cx, game, 20);
            game->rules->deal(one, &setup, &cx);
            bl_view(game, one, reader, view);
            bl_resample(game, view, reader, &rng, other);
            compare_all(game, one, other, reader);
        }
        free(one);
        free(view);
        free(other);
    }
}

/* A seat that a move is said to show nothing could have foretold it: the move is legal in
 * every state that fits what the seat saw, and leaves the seat with the same view. Undo
 * rests on this. */
static void check_foretold(const struct bl_game *game, const void *before, const void *after,
                           const struct bl_play *play, int seat, uint64_t number, void *scratch)
{
    void *seen = calloc(1, game->state_size), *then = calloc(1, game->state_size);
    void *guess = calloc(1, game->state_size);
    bl_view(game, before, seat, seen);
    bl_view(game, after, seat, then);
    for (uint64_t k = 0; k < 6; k++) {
        struct bl_stream rng = bl_stream(k, game->code, BL_FOR_TEST, number);
        struct bl_context cx;
        bl_context_init(&cx, game, k);
        cx.scratch = scratch;
        bl_resample(game, seen, seat, &rng, guess);
        assert_int_equal(game->rules->check(guess, play, &cx), 0);
        game->rules->apply(guess, play, &cx);
        void *view = calloc(1, game->state_size);
        bl_view(game, guess, seat, view);
        assert_true(bl_same(game, view, then));
        free(view);
    }
    free(seen);
    free(then);
    free(guess);
}

static void who_is_shown_nothing_learns_nothing(void **state)
{
    (void)state;
    static struct bl_trace trace;
    for EVERY_GAME(i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        struct bl_match *m = deal_table(ids[i], 3, 0, "random", 22);
        void *at = calloc(1, game->state_size), *next = calloc(1, game->state_size);
        bl_move *moves = calloc(game->max_moves, sizeof *moves);
        struct bl_text words = bl_text_heap();
        void *scratch = bl_scratch_new(game);
        struct bl_context cx;
        bl_context_init(&cx, game, 22);
        cx.trace = &trace;
        cx.scratch = scratch;
        game->rules->deal(at, bl_match_setup(m), &cx);
        for (uint64_t n = 0; n < 300 && bl_head(at)->to_move >= 0; n++) {
            int mover = bl_head(at)->to_move;
            struct bl_stream rng = bl_bot_stream(game, 22, mover, n);
            struct bl_play play;
            uint32_t count = game->rules->moves(at, moves);
            bl_view(game, at, mover, next);
            bl_bot_play(bl_find_bot(n % 3 ? "random" : "greedy"),
                        &(struct bl_decision){game, next, mover, moves, count, &rng, NULL, NULL}, scratch,
                        &words, &play);
            bl_copy(game, next, at);
            bl_trace_clear(&trace);
            game->traced->apply(next, &play, &cx);
            for (int seat = 0; seat < 3; seat++)
                if (!(trace.learned >> seat & 1))
                    check_foretold(game, at, next, &play, seat, n, scratch);
            bl_copy(game, at, next);
        }
        free(at);
        free(next);
        free(moves);
        bl_text_free(&words);
        bl_scratch_free(game, scratch);
        bl_match_free(m);
    }
}

static void an_explanation_changes_nothing(void **state)
{
    (void)state;
    static struct bl_account account;
    for CARD_GAME(i) {
        struct bl_match *m = deal_table(ids[i], 3, 7, NULL, 21);
        char *before = transcript(m);
        const bl_move *moves;
        uint32_t n = bl_match_moves(m, &moves);
        for (uint32_t k = 0; k < n; k++) {
            struct bl_play play = {.move = moves[k], .seat = (int8_t)bl_match_to_move(m)};
            assert_int_equal(bl_match_explain(m, &play, &account), 0);
            bool effect = false;
            for (uint32_t r = 0; r < account.count; r++)
                effect = effect || account.reasons[r].mark == BL_APPLIED;
            assert_true(effect);
        }
        assert_string_equal(bl_match_transcript(m)->s, before);
        free(before);
        bl_match_free(m);
    }
}

/* What is no move at all is refused, and told, by the clause that says whose turn it is. */
static void what_is_no_move_is_refused_by_a_clause(void **state)
{
    (void)state;
    static struct bl_account account;
    for EVERY_GAME(i) {
        struct bl_match *m = deal_table(ids[i], 3, 7, NULL, 21);
        const struct bl_play play = {.move = 0xfffffff0, .seat = (int8_t)bl_match_to_move(m)};
        bl_cite turn = bl_match_game(m)->turn;
        assert_int_equal(bl_match_explain(m, &play, &account), turn);
        assert_int_equal(account.count, 1);
        assert_int_equal(account.reasons[0].clause, turn);
        assert_int_equal(account.reasons[0].mark, BL_REFUSED);
        assert_string_equal(account.reasons[0].fact.format, "there is no such move");
        bl_match_free(m);
    }
}

/* What is told of the last move is the same, whatever was asked about another in between. */
static void an_explanation_does_not_change_the_story(void **state)
{
    (void)state;
    static struct bl_event before, after;
    static struct bl_account account;
    for CARD_GAME(i) {
        struct bl_match *m = deal_table(ids[i], 3, 7, NULL, 22);
        for (int made = 0; made < 6 && bl_match_to_move(m) >= 0; made++) {
            const bl_move *moves;
            struct bl_reply reply;
            uint32_t n = bl_match_moves(m, &moves);
            struct bl_play play = {.move = moves[n / 2], .seat = (int8_t)bl_match_to_move(m)};
            bl_match_play(m, &play, &reply);
            bl_match_event(m, bl_match_count(m) - 1, BL_REFEREE, &before);
            play.seat = (int8_t)(bl_match_to_move(m) < 0 ? 0 : bl_match_to_move(m));
            bl_match_explain(m, &play, &account);
            bl_match_event(m, bl_match_count(m) - 1, BL_REFEREE, &after);
            same_account(&before.account, &after.account);
        }
        bl_match_free(m);
    }
}

/* ---- bots that remember ------------------------------------------------------ */

/* Two bots whose memories are their own: each rises with what it sat down with. */
struct remembered {
    const char *of;
};
static unsigned sat, risen, seen;

static void *sit_down(const struct bl_bot *bot, const struct bl_game *game)
{
    (void)game;
    struct remembered *memory = malloc(sizeof *memory);
    assert_non_null(memory);
    memory->of = bot->name;
    sat++;
    return memory;
}

static void rise_as(struct remembered *memory, const char *name)
{
    assert_string_equal(memory->of, name);
    risen++;
    free(memory);
}

static void rise_a(void *memory) { rise_as(memory, "a"); }
static void rise_b(void *memory) { rise_as(memory, "b"); }

static void see(void *memory, const struct bl_play *play)
{
    (void)play;
    assert_non_null(((struct remembered *)memory)->of);
    seen++;
}

static void choose_by_name(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    const struct remembered *memory = d->memory;
    assert_string_equal(memory->of, bot->name);
    *out = (struct bl_play){.move = d->moves[d->count - 1], .seat = (int8_t)d->seat};
}

static const struct bl_bot bots_with_memory[] = {
    {.name = "a", .sit = sit_down, .rise = rise_a, .saw = see, .choose = choose_by_name},
    {.name = "b", .sit = sit_down, .rise = rise_b, .saw = see, .choose = choose_by_name},
};

/* Through moves, moves taken back, and other bots on the same seats. */
static void a_bot_rises_with_its_own_memory(void **state)
{
    (void)state;
    char why[512];
    for CARD_GAME(i) {
        struct bl_match *m = deal_table(ids[i], 3, 7, NULL, 4);
        unsigned forgotten = 0;
        sat = risen = seen = 0;
        bl_match_seat(m, 1, &bots_with_memory[0]);
        bl_match_seat(m, 2, &bots_with_memory[1]);
        for (int k = 0; k < 60 && bl_match_to_move(m) >= 0; k++) {
            const bl_move *moves;
            if (bl_match_bot_move(m))
                continue;
            uint32_t n = bl_match_moves(m, &moves);
            struct bl_play play = {.move = moves[n - 1], .seat = (int8_t)bl_match_to_move(m)};
            must_play(m, &play);
            unsigned before = risen;
            if (k % 3 == 0 && undo(m, 0, why)) {
                assert_int_equal(risen, sat);   /* what they saw is no longer so */
                forgotten += risen - before;
            }
        }
        assert_true(sat > 1 && seen > 0 && forgotten > 0);
        bl_match_seat(m, 1, &bots_with_memory[1]);
        bl_match_seat(m, 2, &bots_with_memory[0]);
        bl_match_bot_move(m);
        bl_match_free(m);
        assert_int_equal(sat, risen);
    }
}

/* ---- when cards are told of ---------------------------------------------------- */

/* The card that a reason says is flipped; BL_NO_CARD: it says nothing of that. */
static int flipped_by(const struct bl_reason *r)
{
    return r->fact.format && strcmp(r->fact.format, "%F is flipped") == 0
               ? r->fact.args[0].number : BL_NO_CARD;
}

/* A card that everybody sees flipped is told of with the move that it followed, rightly in every move
 * of a match and to every reader, and to nobody who asks before the move. */
static void a_flipped_card_is_told_of_when_it_is_seen(void **state)
{
    (void)state;
    static struct bl_event event;
    static struct bl_account account;
    unsigned told = 0;
    struct bl_match *m = deal_table("six-seven", 3, 7, NULL, 21);
    while (bl_match_to_move(m) >= 0) {
        const bl_move *moves;
        struct bl_reply reply;
        bl_match_moves(m, &moves);
        struct bl_play play = {.move = moves[0], .seat = (int8_t)bl_match_to_move(m)};
        assert_int_equal(bl_match_explain(m, &play, &account), 0);
        /* Of forty one lies open; the last few can be guessed. */
        bool flips = false;
        for (uint32_t r = 0; r < account.count && bl_match_count(m) < 32; r++) {
            assert_int_equal(flipped_by(&account.reasons[r]), BL_NO_CARD);
            flips = flips || account.reasons[r].clause == bl_find_clause(bl_match_game(m), "§5a");
        }
        assert_true(flips || bl_match_count(m) >= 32);   /* that is sure, which card is not */
        bl_match_play(m, &play, &reply);
    }
    for (int reader = BL_REFEREE; reader < 3; reader++) {
        for (uint32_t n = 0; n < bl_match_count(m); n++) {
            struct bl_text text = bl_text_heap();
            char name[8] = "", want[40] = "";
            struct bl_text card = BL_TEXT_FIXED(name), member = BL_TEXT_FIXED(want);
            bl_put_state(bl_match_game(m), bl_match_view_at(m, n + 1, reader), &text);
            bl_match_event(m, n, reader, &event);
            for (uint32_t r = 0; r < event.account.count; r++) {
                int c = flipped_by(&event.account.reasons[r]);
                if (c != BL_NO_CARD)
                    bl_card_put(&bl_french_pack, (bl_card)c, &card);
            }
            bl_putf(&member, name[0] ? "\"flipped\":\"%s\"" : "\"flipped\":null", name);
            assert_true(strstr(text.s, want) || (!name[0] && reader != BL_REFEREE));
            told += name[0] != '\0';
            bl_text_free(&text);
        }
    }
    /* To five readers. A card that came with a new stack is one of too many to be sure of. */
    assert_true(told > 4 * bl_match_count(m));
    bl_match_free(m);
}

/* ---- facts that tell too much ------------------------------------------------------ */

/* Rules that tell, with every move, the lowest card of the seat after the mover's, which only that
 * seat may know. */
static void gossip(void *state, const struct bl_play *play, struct bl_context *cx)
{
    const struct bl_game *game = bl_find_game("pharaoh");
    const struct pharaoh *s = state;
    int next = (play->seat + 1) % s->head.setup.players;
    int lowest = s->hands[next] ? __builtin_ctz(s->hands[next]) : 0;
    game->traced->apply(state, play, cx);
    APPLIES(bl_find_clause(game, "D3"), "%p holds %G", next, lowest);
}

static void a_fact_is_told_to_those_who_may_know_it(void **state)
{
    (void)state;
    static struct bl_event event;
    const struct bl_game *pharaoh = bl_find_game("pharaoh");
    struct bl_rules traced = *pharaoh->traced;
    struct bl_game game = *pharaoh;
    struct bl_setup setup = setup_for(pharaoh, 3);
    traced.apply = gossip;
    game.traced = &traced;
    struct bl_match *m = bl_match_new(NULL, &game, &setup, 5, NULL);
    for (uint32_t n = 0; n < 6; n++) {
        const bl_move *moves;
        bl_match_moves(m, &moves);
        struct bl_play play = {.move = moves[0], .seat = (int8_t)bl_match_to_move(m)};
        must_play(m, &play);
        for (int reader = BL_REFEREE; reader < 3; reader++) {
            unsigned told = 0;
            bl_match_event(m, n, reader, &event);
            for (uint32_t r = 0; r < event.account.count; r++)
                told += strcmp(event.account.reasons[r].fact.format, "%p holds %G") == 0;
            assert_int_equal(told, reader == BL_REFEREE || reader == (play.seat + 1) % 3);
        }
    }
    bl_match_free(m);
}

/* ---- how sure is sure ------------------------------------------------------------- */

/* In how many of the 256 states that are tried for a reader of move `number`, and that fit what the
 * reader saw before it, the move is legal. */
static unsigned fitting(struct bl_match *m, uint32_t number, int reader, const struct bl_play *play,
                        void *scratch)
{
    static struct bl_step step;
    const struct bl_game *game = bl_match_game(m);
    void *saw = calloc(1, game->state_size), *guess = calloc(1, game->state_size);
    unsigned fit = 0;
    const void *view = bl_match_view_at(m, number, reader);
    memcpy(saw, view, bl_extent(game, view));
    for (uint32_t k = 0; k < 256; k++) {
        struct bl_stream rng = bl_stream(0, game->code, BL_FOR_SAMPLE, k);
        struct bl_chance chance = {.seed = k, .game = game->code};
        bl_resample(game, saw, reader, &rng, guess);
        fit += bl_step(game, guess, play, &chance, scratch, &step);
    }
    free(saw);
    free(guess);
    return fit;
}

/* Of many cards, where there is such a move: few hands have them. */
static struct bl_play longest(struct bl_match *m)
{
    const bl_move *moves;
    struct bl_text text = bl_text_heap();
    struct bl_play play = {.seat = (int8_t)bl_match_to_move(m)};
    uint32_t n = bl_match_moves(m, &moves);
    size_t most = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play one = {.move = moves[i], .seat = play.seat};
        bl_text_clear(&text);
        bl_match_put_move(m, play.seat, &one, &text);
        if (text.len > most) {
            most = text.len;
            play = one;
        }
    }
    bl_text_free(&text);
    return play;
}

/* Fewer than four show nothing: no fact is told. */
static void a_fact_is_told_after_enough_samples(void **state)
{
    (void)state;
    static struct bl_event event;
    unsigned few = 0, many = 0;
    for CARD_GAME(i) {
        const struct bl_game *game = bl_find_game(ids[i]);
        void *scratch = bl_scratch_new(game);
        for (uint64_t seed = 1; seed < 9 && game->hides; seed++) {
            struct bl_match *m = deal_table(ids[i], 3, 7, NULL, seed);
            for (uint32_t n = 0; n < 40 && bl_match_to_move(m) >= 0; n++) {
                struct bl_play play = longest(m);
                int reader = (play.seat + 1) % 3;
                must_play(m, &play);
                bl_match_event(m, n, reader, &event);
                unsigned fit = fitting(m, n, reader, &play, scratch), told = 0;
                for (uint32_t r = 0; r < event.account.count; r++)
                    told += event.account.reasons[r].fact.format[0] != '\0';
                if (fit < 4)
                    assert_int_equal(told, 0);
                few += fit > 0 && fit < 4;
                many += fit >= 4 && told > 0;
            }
            bl_match_free(m);
        }
        bl_scratch_free(game, scratch);
    }
    print_message("%u moves with few samples, %u with enough\n", few, many);
    assert_true(few > 3 && many > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fact_is_told_after_enough_samples),
        cmocka_unit_test(a_fact_is_told_to_those_who_may_know_it),
        cmocka_unit_test(a_bot_rises_with_its_own_memory),
        cmocka_unit_test(a_flipped_card_is_told_of_when_it_is_seen),
        cmocka_unit_test(bots_play_to_an_end_that_verifies),
        cmocka_unit_test(every_event_cites_and_is_written_as_in_the_transcript),
        cmocka_unit_test(what_is_not_accepted_changes_nothing),
        cmocka_unit_test(the_list_holds_what_is_accepted),
        cmocka_unit_test(words_are_heard_where_the_rules_listen),
        cmocka_unit_test(a_card_that_only_bots_saw_goes_back),
        cmocka_unit_test(a_card_that_a_person_saw_stays),
        cmocka_unit_test(a_card_that_was_drawn_stays),
        cmocka_unit_test(nobody_learns_by_taking_back),
        cmocka_unit_test(each_reason_is_told_once),
        cmocka_unit_test(the_last_move_goes_back),
        cmocka_unit_test(who_has_not_moved_takes_nothing_back),
        cmocka_unit_test(bots_play_again_as_before),
        cmocka_unit_test(a_game_goes_on_as_it_would_have),
        cmocka_unit_test(a_bad_transcript_is_not_taken_up),
        cmocka_unit_test(what_a_seat_hears_depends_on_what_it_sees),
        cmocka_unit_test(who_is_shown_nothing_learns_nothing),
        cmocka_unit_test(what_is_no_move_is_refused_by_a_clause),
        cmocka_unit_test(an_explanation_changes_nothing),
        cmocka_unit_test(an_explanation_does_not_change_the_story),
    };
    return cmocka_run_group_tests(tests, read_registry, NULL);
}
