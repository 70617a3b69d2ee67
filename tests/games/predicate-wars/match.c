/* match.c - a table of Predicate Wars: what is written there, who sees it, and what
 * may be taken back. Three players: seat 0 has #0, #1 and #6 to #13, seat 1 #2, #3 and #14 to #21,
 * seat 2 #4, #5 and #22 to #29; the deck is #30 and on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/predicate-wars/predicate-wars.h"
#include "matches.h"

enum { PLAYERS = 3, ALL = (1 << PLAYERS) - 1 };

static struct bl_match *table(uint32_t persons, uint64_t seed)
{
    return deal_table("predicate-wars", PLAYERS, persons, "greedy", seed);
}

static const struct pw *now(struct bl_match *m)
{
    return bl_match_view(m, BL_REFEREE);
}

static void all_say(struct bl_match *m, const char *text, enum pw_phase phase)
{
    while (now(m)->phase == phase)
        must_submit(m, bl_match_to_move(m), text);
}

/* ---- a table of mixed seats ----------------------------------------------- */

/* A person who says the least that can be said. */
static void say_little(struct bl_match *m)
{
    static const char *const words[] = {"done", "pass", "leave", "decline", "accept"};
    struct bl_reply reply = {.answer = BL_FORBIDDEN};
    for (size_t i = 0; i < sizeof words / sizeof *words && reply.answer != BL_ACCEPTED; i++)
        bl_match_submit(m, bl_match_to_move(m), words[i], &reply);
    assert_int_equal(reply.answer, BL_ACCEPTED);
}

static void go_on(struct bl_match *m, uint32_t until)
{
    while (bl_match_count(m) < until && bl_match_to_move(m) >= 0)
        if (!bl_match_bot_move(m))
            say_little(m);
}

static struct bl_match *mixed_table(uint64_t seed, int32_t health)
{
    const struct bl_game *game = bl_find_game("predicate-wars");
    const struct bl_bot *bots[4] = {NULL, bl_find_bot("greedy"), bl_find_bot("random"),
                                    bl_find_bot("greedy")};
    struct bl_setup setup;
    char room[100];
    struct bl_text why = BL_TEXT_FIXED(room);
    bl_setup_init(&setup, game);
    setup.options[OPTION_HEALTH] = health;
    assert_null(bl_setup_preset(&setup, game, "table", &why));
    assert_null(bl_resolve(game, &setup));
    return bl_match_new(NULL, game, &setup, seed, bots);
}

/* What somebody wrote on a card is told in full to the one who wrote it, and to nobody else. */
static void check_event(struct bl_match *m, uint32_t number, int reader)
{
    static struct bl_event event;
    bl_match_event(m, number, reader, &event);
    bool edit = strncmp(event.move, "edit ", 5) == 0;
    bool told = reader == BL_REFEREE || reader == event.seat;
    if (edit && (strstr(event.move, "<statement>") == NULL) != told)
        fail_msg("seat %d is told %s", reader, event.move);
}

static void a_whole_game_of_persons_and_bots(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct bl_match *m = mixed_table(seed, 40);
        struct bl_result result;
        go_on(m, 5000);
        assert_int_equal(bl_match_to_move(m), -1);
        bl_match_result(m, &result);
        assert_string_equal(bl_match_game(m)->clauses[result.why].id, "V.1");
        assert_true(verdict_on(bl_match_transcript(m)->s).ok);
        for (uint32_t n = 0; n < bl_match_count(m) && n < 100; n++)
            for (int reader = BL_REFEREE; reader < 4; reader++)
                check_event(m, n, reader);
        bl_match_free(m);
    }
}

/* Whatever was being done when the table was left: writing, choosing, proving, refuting, buying. */
static void a_game_goes_on_from_its_transcript(void **state)
{
    (void)state;
    unsigned phases = 0;
    for (uint32_t cut = 0; cut < 300; cut += 5) {
        char why[512] = "";
        struct bl_text fault = BL_TEXT_FIXED(why);
        struct bl_match *m = mixed_table(7, 200);
        go_on(m, cut);
        phases |= 1u << now(m)->phase;
        const struct bl_text *text = bl_match_transcript(m);
        struct bl_match *again = bl_match_resume(NULL, text->s, text->len, &fault);
        assert_string_equal(why, "");
        assert_true(bl_same(bl_match_game(m), now(m), now(again)));
        for (int seat = 1; seat < 4; seat++)
            bl_match_seat(again, seat, bl_match_bot(m, seat));
        go_on(m, cut + 60);
        go_on(again, cut + 60);
        assert_string_equal(bl_match_transcript(again)->s, bl_match_transcript(m)->s);
        bl_match_free(again);
        bl_match_free(m);
    }
    unsigned all = (1u << PHASE_OVER) - 1, seldom = 1u << PHASE_RULE_REFUTING;
    assert_int_equal(phases & (all & ~seldom), all & ~seldom);
}

/* ---- two tables that a seat cannot tell apart ----------------------------- */

static void same_account(const struct bl_account *a, const struct bl_account *b)
{
    assert_int_equal(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++) {
        assert_int_equal(a->reasons[i].clause, b->reasons[i].clause);
        assert_int_equal(a->reasons[i].mark, b->reasons[i].mark);
        assert_true(bl_same_fact(&a->reasons[i].fact, &b->reasons[i].fact));
    }
}

/* What the rules say to a reader's move, and to whoever tries it. */
static void same_answer(struct bl_match *a, struct bl_match *b, int reader, const char *text)
{
    static struct bl_account in_a, in_b;
    struct bl_play play_a, play_b;
    BL_LOCAL struct bl_text said = bl_text_heap(), said_too = bl_text_heap();
    const struct bl_fact *wrong = bl_match_read(a, reader, text, &play_a);
    if (wrong)
        bl_put_fact(&said, wrong, NULL);
    const struct bl_fact *wrong_too = bl_match_read(b, reader, text, &play_b);
    assert_true((wrong == NULL) == (wrong_too == NULL));
    if (wrong_too) {
        bl_put_fact(&said_too, wrong_too, NULL);
        assert_string_equal(said.s, said_too.s);
        return;
    }
    assert_int_equal(bl_match_explain(a, &play_a, &in_a), bl_match_explain(b, &play_b, &in_b));
    same_account(&in_a, &in_b);
}

/* The reader's view, table, list of moves, all news so far, and what is refused and why. */
static void same_to(struct bl_match *a, struct bl_match *b, int reader)
{
    static struct bl_event in_a, in_b;
    const struct bl_game *game = bl_match_game(a);
    const struct bl_look look = {.columns = 80};
    struct bl_text text = bl_text_heap(), other = bl_text_heap();
    assert_true(bl_same(game, bl_match_view(a, reader), bl_match_view(b, reader)));
    game->notation->put_table(bl_match_view(a, reader), reader, &look, &text);
    game->notation->put_table(bl_match_view(b, reader), reader, &look, &other);
    assert_string_equal(text.s, other.s);
    bl_text_clear(&text);
    bl_text_clear(&other);
    bl_put_state(game, bl_match_view(a, reader), &text);
    bl_put_state(game, bl_match_view(b, reader), &other);
    assert_string_equal(text.s, other.s);
    for (uint32_t n = 0; n < bl_match_count(a); n++) {
        bl_match_event(a, n, reader, &in_a);
        bl_match_event(b, n, reader, &in_b);
        assert_string_equal(in_a.move, in_b.move);
        same_account(&in_a.account, &in_b.account);
    }
    if (reader != BL_SPECTATOR)
        for (int card = 0; card < 32; card++) {
            static const char *const forms[] = {"claim #%d", "discard #%d", "play #0 #%d",
                                                "play #%d #0", "edit #%d rock 0 P"};
            for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
                bl_text_clear(&text);
                bl_putf(&text, forms[i], card);
                same_answer(a, b, reader, text.s);
            }
        }
    bl_text_free(&text);
    bl_text_free(&other);
}

static void same_to_others(struct bl_match *a, struct bl_match *b, int insider)
{
    for (int reader = BL_SPECTATOR; reader < PLAYERS; reader++)
        if (reader != insider)
            same_to(a, b, reader);
}

static void both_say(struct bl_match *a, struct bl_match *b, int seat, const char *text)
{
    must_submit(a, seat, text);
    must_submit(b, seat, text);
}

static void both_all_say(struct bl_match *a, struct bl_match *b, const char *text,
                         enum pw_phase phase)
{
    all_say(a, text, phase);
    all_say(b, text, phase);
}

/* 3: the effect of a card, while its names, tag and cost are public. */
static void an_effect_is_hidden_until_it_is_seen(void **state)
{
    (void)state;
    struct bl_match *a = table(ALL, 5), *b = table(ALL, 5);
    both_say(a, b, 0, "edit #0 rock 3 P");
    both_say(a, b, 0, "done");
    must_submit(a, 1, "edit #2 paper 4 [ATK]([chosenPlayer](1),5)");
    must_submit(b, 1, "edit #2 paper 4 [ATK](5,[chosenPlayer](1))");
    same_to_others(a, b, 1);
    both_say(a, b, 1, "edit #3 paper 4 tT");
    both_say(a, b, 1, "done");
    both_say(a, b, 2, "done");
    both_all_say(a, b, "pass", PHASE_CREATION);
    both_all_say(a, b, "pass", PHASE_EDITING);
    same_to_others(a, b, 1);

    /* Who claims it sees it. The others still do not. */
    while (bl_match_to_move(a) != 0)
        both_say(a, b, bl_match_to_move(a), "pass");
    both_say(a, b, 0, "claim #2");
    same_to(a, b, 2);
    same_to(a, b, BL_SPECTATOR);
    assert_false(bl_same(bl_match_game(a), bl_match_view(a, 0), bl_match_view(b, 0)));
    bl_match_free(a);
    bl_match_free(b);
}

/* 3: nobody but the referee knows who made a card. */
static void the_creator_is_nobodys_business(void **state)
{
    (void)state;
    struct bl_match *m = table(ALL, 5);
    must_submit(m, 0, "edit #0 rock 0 P");
    assert_int_equal(now(m)->cards[0].creator, 0);
    for (int reader = BL_SPECTATOR; reader < PLAYERS; reader++)
        assert_int_equal(((const struct pw *)bl_match_view(m, reader))->cards[0].creator, PW_NOBODY);
    bl_match_free(m);
}

/* I.1: what the others choose is private until the last has chosen. */
static void choices_are_secret_until_the_last(void **state)
{
    (void)state;
    struct bl_match *a = table(ALL, 6), *b = table(ALL, 6);
    both_all_say(a, b, "done", PHASE_SETUP);
    must_submit(a, 0, "take");
    must_submit(b, 0, "pass");
    same_to_others(a, b, 0);
    must_submit(a, 1, "pass");
    must_submit(b, 1, "take");
    same_to(a, b, 2);
    same_to(a, b, BL_SPECTATOR);
    both_say(a, b, 2, "pass");
    assert_false(bl_same(bl_match_game(a), bl_match_view(a, 2), bl_match_view(b, 2)));
    assert_int_equal(pw_size(&now(a)->seats[0].hand), 11);
    assert_int_equal(pw_size(&now(b)->seats[1].hand), 11);
    bl_match_free(a);
    bl_match_free(b);
}

/* ---- back ----------------------------------------------------------------- */

static void a_secret_choice_goes_back_until_all_is_shown(void **state)
{
    (void)state;
    char why[512];
    struct bl_match *m = table(ALL, 8);
    all_say(m, "done", PHASE_SETUP);
    uint32_t made = bl_match_count(m);
    must_submit(m, 0, "take");
    must_submit(m, 1, "pass");
    assert_true(undo(m, 1, why));
    must_submit(m, 1, "take");
    assert_false(undo(m, 0, why));      /* not what seat 1 chose since */
    assert_true(undo(m, 1, why));
    assert_true(undo(m, 0, why));
    assert_int_equal(bl_match_count(m), made);
    assert_int_equal(now(m)->takes[1], TAKES_NULL);

    must_submit(m, 0, "pass");
    must_submit(m, 1, "take");
    must_submit(m, 2, "take");
    char *before = transcript(m);
    for (int seat = 0; seat < PLAYERS; seat++) {
        assert_false(undo(m, seat, why));
        /* Which, is not said. */
        assert_non_null(strstr(why, seat == 2 ? "<take or pass>" : "others have moved since"));
    }
    assert_string_equal(bl_match_transcript(m)->s, before);
    free(before);
    bl_match_free(m);
}

static void what_was_written_goes_back(void **state)
{
    (void)state;
    char why[512];
    struct bl_match *m = table(ALL, 9);
    char *start = transcript(m);
    must_submit(m, 0, "edit #0 rock 3 [ATK]([chosenPlayer](1),5)");
    assert_int_equal(now(m)->seats[0].power, 80);
    assert_true(undo(m, 0, why));
    assert_int_equal(now(m)->seats[0].power, 100);
    assert_false(pw_edited(now(m), 0));
    assert_int_equal(now(m)->used, 0);
    assert_string_equal(bl_match_transcript(m)->s, start);
    free(start);
    bl_match_free(m);
}

/* Up to seat 0's turn of Phase III, with a card of seat 1's that seat 0 has not seen. */
static struct bl_match *before_a_claim(uint32_t persons)
{
    struct bl_match *m = table(ALL, 5);
    must_submit(m, 0, "done");
    must_submit(m, 1, "edit #2 paper 4 Q");
    must_submit(m, 1, "done");
    must_submit(m, 2, "done");
    all_say(m, "pass", PHASE_CREATION);
    all_say(m, "pass", PHASE_EDITING);
    while (bl_match_to_move(m) != 0)
        must_submit(m, bl_match_to_move(m), "pass");
    for (int seat = 0; seat < PLAYERS; seat++)
        bl_match_seat(m, seat, persons >> seat & 1 ? NULL : bl_find_bot("random"));
    return m;
}

static void an_effect_that_a_person_saw_stays(void **state)
{
    (void)state;
    char why[512];
    struct bl_match *m = before_a_claim(ALL);
    must_submit(m, 0, "claim #2");
    assert_false(undo(m, 0, why));
    assert_non_null(strstr(why, "claim #2"));
    assert_non_null(strstr(why, "showed something that was hidden"));
    assert_null(strstr(why, "Q"));
    assert_true(pw_in(&now(m)->seats[0].hand, 2));
    bl_match_free(m);
}

/* The same card, claimed by a bot, is no person's to give back. */
static void an_effect_that_a_bot_saw_stays(void **state)
{
    (void)state;
    char why[512];
    struct bl_match *m = before_a_claim(6);
    uint32_t made = bl_match_count(m);
    must_submit(m, 0, "claim #2");
    for (int seat = 0; seat < PLAYERS; seat++)
        assert_false(undo(m, seat, why));
    assert_int_equal(bl_match_count(m), made + 1);
    bl_match_free(m);
}

/* Seat 0 is to play, and has #1 (tT) and #0, which attacks whoever is chosen. */
static struct bl_match *before_a_play(void)
{
    struct bl_match *m = table(ALL, 5);
    must_submit(m, 0, "edit #0 rock 0 [ATK]([chosenPlayer](1),5)");
    must_submit(m, 0, "edit #1 rock 0 tT");
    all_say(m, "done", PHASE_SETUP);
    all_say(m, "pass", PHASE_CREATION);
    all_say(m, "pass", PHASE_EDITING);
    all_say(m, "pass", PHASE_CLAIMING);
    while (bl_match_to_move(m) != 0)
        must_submit(m, bl_match_to_move(m), "leave");
    assert_int_equal(now(m)->phase, PHASE_PLAYING);
    return m;
}

/* Chance that was drawn is known, and stays: who begins Phase III, what a play drew, how the deck
 * was shuffled. */
static void what_chance_showed_stays(void **state)
{
    (void)state;
    char why[512];
    struct bl_match *m = table(ALL, 5);
    all_say(m, "done", PHASE_SETUP);
    all_say(m, "pass", PHASE_CREATION);
    all_say(m, "pass", PHASE_EDITING);
    assert_false(undo(m, 2, why));
    bl_match_free(m);
    m = before_a_play();
    must_submit(m, 0, "play #1 #0");
    assert_false(undo(m, 0, why));
    assert_non_null(strstr(why, "play #1 #0"));
    bl_match_free(m);
    m = before_a_play();
    must_submit(m, 0, "discard #0");
    all_say(m, "leave", PHASE_PLAYING);       /* and the deck is shuffled */
    int last = bl_match_mover(m, bl_match_count(m) - 1);
    assert_false(undo(m, last, why));
    assert_non_null(strstr(why, "leave"));
    bl_match_free(m);
}

/* Phase IV of a round in which seat 0 says these one after another; seat 1 leaves, and seat 2 stays
 * for as long, discarding what it wrote. */
static void play_a_round(struct bl_match *m, const char *const *says, int discard)
{
    all_say(m, "pass", PHASE_CREATION);
    all_say(m, "pass", PHASE_EDITING);
    all_say(m, "pass", PHASE_CLAIMING);
    while (*says) {
        int seat = bl_match_to_move(m);
        char text[32];
        struct bl_text move = BL_TEXT_FIXED(text);
        if (seat == 2)
            bl_putf(&move, "discard #%d", discard++);
        must_submit(m, seat, seat == 0 ? *says++ : seat == 1 ? "leave" : text);
    }
}

/* Cards that everybody knows show nothing when they are played, but what is drawn then does. */
static void what_a_play_drew_stays(void **state)
{
    (void)state;
    static const char *const first[] = {"play #1 #0", "decline", NULL};
    static const char *const second[] = {"claim #0", "claim #1", "play #1 #0", NULL};
    static const char *const edits[] = {"edit #22 rock 0 tT", "edit #23 rock 0 tT",
                                        "edit #24 rock 0 tT", "edit #25 rock 0 tT",
                                        "edit #26 rock 0 tT", "edit #27 rock 0 tT"};
    char why[512];
    struct bl_match *m = table(ALL, 5);
    must_submit(m, 0, "edit #0 rock 0 tT");
    must_submit(m, 0, "edit #1 rock 0 tT");
    must_submit(m, 0, "done");
    must_submit(m, 1, "done");
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++)
        must_submit(m, 2, edits[i]);
    must_submit(m, 2, "done");
    play_a_round(m, first, 22);
    all_say(m, "leave", PHASE_PLAYING);
    all_say(m, "pass", PHASE_PROOFS);
    all_say(m, "pass", PHASE_RULES);
    all_say(m, "pass", PHASE_DROPS);
    assert_int_equal(now(m)->cards[0].seen & now(m)->cards[1].seen, ALL);
    play_a_round(m, second, 24);
    assert_int_equal(now(m)->phase, PHASE_PROVING);
    assert_false(undo(m, 0, why));
    assert_non_null(strstr(why, "play #1 #0"));
    bl_match_free(m);
}

/* ---- proofs --------------------------------------------------------------- */

static struct bl_match *before_a_proof(void)
{
    struct bl_match *m = before_a_play();
    must_submit(m, 0, "play #1 #0");
    return m;
}

/* What the refused lose: nothing. The next attempt is judged as if it were the first. */
static void a_refused_proof_loses_nothing(void **state)
{
    (void)state;
    static const struct { const char *move, *clause; } attempts[] = {
        {"prove players=1 : P by truth => 2", "L.P.23"},
        {"prove players=1 : tF by truth => 2", "L.P.23"},
        {"prove players=1 : => 1", "X.1"},
        {"prove players=1 : => 99", "P.1"},
        {"prove players=1 : (tT∧tT) by conjunction 1 99 => 2", "L.P.9"},
    };
    struct bl_match *m = before_a_proof();
    const struct bl_game *game = bl_match_game(m);
    struct pw *before = calloc(1, sizeof *before);
    char *written = transcript(m);
    struct bl_reply reply;
    bl_copy(game, before, now(m));
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
        bl_match_submit(m, 0, attempts[i].move, &reply);
        assert_int_equal(reply.answer, BL_FORBIDDEN);
        assert_string_equal(game->clauses[reply.clause].id, attempts[i].clause);
        assert_true(*reply.fact.format != '\0');
        assert_true(bl_same(game, before, now(m)));
    }
    bl_match_submit(m, 0, "prove players=1 : tT by => 2", &reply);
    assert_int_equal(reply.answer, BL_UNREADABLE);
    assert_true(bl_same(game, before, now(m)));
    assert_string_equal(bl_match_transcript(m)->s, written);
    must_submit(m, 0, "prove players=1 : tT by truth => 2");
    assert_int_equal(now(m)->seats[0].proving, 128);   /* tT has no points */

    bl_copy(game, before, now(m));
    bl_match_submit(m, 1, "refute : tF by truth => 7", &reply);
    assert_int_equal(reply.answer, BL_FORBIDDEN);
    bl_match_submit(m, 1, "refute : => 2", &reply);
    assert_int_equal(reply.answer, BL_FORBIDDEN);
    assert_true(bl_same(game, before, now(m)));
    must_submit(m, 1, "accept");
    must_submit(m, 2, "accept");
    assert_int_equal(now(m)->seats[1].health, 145);
    free(before);
    free(written);
    bl_match_free(m);
}

/* A proof shows nobody anything that was hidden: until another has answered it can be taken back. */
static void a_proof_goes_back(void **state)
{
    (void)state;
    char why[512];
    struct bl_match *m = before_a_proof();
    must_submit(m, 0, "prove players=1 : (tT∧tT) by conjunction 1 1 => 2");
    assert_int_equal(now(m)->seats[0].proving, 127);
    must_submit(m, 1, "accept");
    assert_false(undo(m, 0, why));
    assert_true(undo(m, 1, why));
    assert_true(undo(m, 0, why));
    assert_int_equal(now(m)->phase, PHASE_PROVING);
    assert_int_equal(now(m)->seats[0].proving, 128);
    must_submit(m, 0, "prove players=2 : => 2");
    must_submit(m, 1, "accept");
    must_submit(m, 2, "accept");
    assert_int_equal(now(m)->seats[2].health, 145);
    bl_match_free(m);
}

/* ---- a great deal of writing ---------------------------------------------- */

/* Two players with eighty cards each, all of them at their longest: undo, resumption. */
static void a_full_table_goes_back_and_on(void **state)
{
    (void)state;
    const struct bl_game *game = bl_find_game("predicate-wars");
    struct bl_setup setup;
    struct bl_text move = bl_text_heap();
    char why[512];
    bl_setup_init(&setup, game);
    setup.players = 2;
    setup.options[OPTION_DECK] = setup.options[OPTION_DEALT] = 0;
    setup.options[OPTION_OWNED] = 80;
    setup.options[OPTION_POWER] = 1000000;
    assert_null(bl_resolve(game, &setup));
    struct bl_match *m = bl_match_new(NULL, game, &setup, 1, NULL);
    for (int card = 0; card < 160; card++) {
        bl_text_clear(&move);
        bl_putf(&move, "edit #%d rock 0 P_999999999999999999(", card);
        for (int i = 0; i < 255; i++)
            bl_putf(&move, i == 0 ? "x_999999999999%d" : ",x_999999999999%d", 100000 + i);
        bl_put(&move, ")");
        must_submit(m, card / 80, move.s);
        if (card % 80 == 79)
            must_submit(m, card / 80, "done");
    }
    assert_int_equal(now(m)->used, 160 * BL_PACKED_MAX);
    struct bl_text fault = BL_TEXT_FIXED(why);
    const struct bl_text *text = bl_match_transcript(m);
    struct bl_match *again = bl_match_resume(NULL, text->s, text->len, &fault);
    assert_non_null(again);
    assert_true(bl_same(bl_match_game(m), now(m), now(again)));
    for (int k = 0; k < 10; k++)
        assert_true(undo(m, 1, why));
    assert_int_equal(now(m)->used, 151 * BL_PACKED_MAX);
    for (int k = 0; k < 9; k++)
        assert_true(undo(again, 1, why));
    assert_true(undo(again, 1, why));
    assert_true(bl_same(bl_match_game(m), now(m), now(again)));
    bl_text_free(&move);
    bl_match_free(again);
    bl_match_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_game_of_persons_and_bots),
        cmocka_unit_test(a_game_goes_on_from_its_transcript),
        cmocka_unit_test(an_effect_is_hidden_until_it_is_seen),
        cmocka_unit_test(the_creator_is_nobodys_business),
        cmocka_unit_test(choices_are_secret_until_the_last),
        cmocka_unit_test(a_secret_choice_goes_back_until_all_is_shown),
        cmocka_unit_test(what_was_written_goes_back),
        cmocka_unit_test(an_effect_that_a_person_saw_stays),
        cmocka_unit_test(an_effect_that_a_bot_saw_stays),
        cmocka_unit_test(what_chance_showed_stays),
        cmocka_unit_test(what_a_play_drew_stays),
        cmocka_unit_test(a_refused_proof_loses_nothing),
        cmocka_unit_test(a_proof_goes_back),
        cmocka_unit_test(a_full_table_goes_back_and_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
