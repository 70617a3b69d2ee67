/* predicate-wars-bots.c - bots at Predicate Wars: their games end, nothing they do is refused,
 * nothing is lost on the way, and in plain positions they do the plain thing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/bot.h"
#include "bylaw/position.h"
#include "files.h"
#include "games/predicate-wars/predicate-wars.h"

static const struct bl_game *game;
static void *scratch;
static bl_move *moves;
static struct bl_text words, more_words, text;
static struct pw *state, *view, *copy;
static struct bl_context cx;

static int set_up(void **unused)
{
    (void)unused;
    game = bl_find_game("predicate-wars");
    scratch = bl_scratch_new(game);
    moves = calloc(game->max_moves, sizeof *moves);
    words = bl_text_heap();
    more_words = bl_text_heap();
    text = bl_text_heap();
    state = calloc(1, sizeof *state);
    view = calloc(1, sizeof *view);
    copy = calloc(1, sizeof *copy);
    return 0;
}

static int clean_up(void **unused)
{
    (void)unused;
    bl_scratch_free(game, scratch);
    bl_text_free(&words);
    bl_text_free(&more_words);
    bl_text_free(&text);
    free(moves);
    free(state);
    free(view);
    free(copy);
    return 0;
}

/* ---- games ---------------------------------------------------------------- */

static void deal(int players, const char *preset, int health, uint64_t seed)
{
    struct bl_setup setup;
    char room[200];
    struct bl_text why = BL_TEXT_FIXED(room);
    bl_setup_init(&setup, game);
    setup.players = (uint8_t)players;
    assert_null(bl_setup_preset(&setup, game, preset, &why));
    if (health > 0)
        setup.options[OPTION_HEALTH] = health;
    assert_null(bl_resolve(game, &setup));
    bl_context_init(&cx, game, seed);
    cx.scratch = scratch;
    game->rules->deal(state, &setup, &cx);
}

/* What the bot of the seat to move plays. */
static struct bl_play ask(const char *name, uint64_t seed, uint64_t number, struct bl_text *out)
{
    int seat = state->head.to_move;
    struct bl_stream rng = bl_bot_stream(game, seed, seat, number);
    struct bl_play play;
    uint32_t count = game->rules->moves(state, moves);
    assert_true(count > 0);
    bl_view(game, state, seat, view);
    bl_bot_play(bl_find_bot(name), &(struct bl_decision){game, view, seat, moves, count, &rng, NULL, NULL},
                scratch, out, &play);
    assert_int_equal(play.seat, seat);
    return play;
}

/* Every card is in one place, and nobody owes anything. */
static void check_conserved(void)
{
    unsigned cards = pw_card_count(&state->head.setup), places[PW_CARDS] = {0};
    for (unsigned seat = 0; seat < pw_players(state); seat++) {
        const struct pw_seat *p = &state->seats[seat];
        assert_true(p->power >= 0 && p->potency >= 0 && p->proving >= 0);
        assert_int_equal(p->alive, p->health > 0);
        for (unsigned card = 0; card < cards; card++)
            places[card] += pw_in(&p->hand, card);
    }
    for (unsigned i = 0; i < state->deck_count; i++)
        places[state->deck[i]]++;
    for (unsigned i = 0; i < state->discard_count; i++)
        places[state->discard[i]]++;
    for (unsigned i = 0; i < state->drop_count; i++)
        places[state->drop[i]]++;
    for (unsigned card = 0; card < cards; card++)
        assert_int_equal(places[card], 1);
}

static void check_round_trip(void)
{
    struct bl_json_doc doc = {0};
    bl_text_clear(&text);
    bl_put_position(&text, game, state);
    const char *wrong = bl_read_position(game, text.s, text.len, copy, &doc);
    if (wrong)
        fail_msg("%s", wrong);
    bl_json_free(&doc);
    assert_true(bl_same(game, copy, state));
}

static uint64_t signature = UNSIGNED_YET;   /* of all games that are played here */

static uint64_t play_game(const char *const *bots, uint64_t seed, uint64_t cap, unsigned often)
{
    uint64_t n = 0;
    for (; n < cap && state->head.to_move >= 0; n++) {
        const char *bot = bots[state->head.to_move];
        struct bl_play play = ask(bot, seed, n, &words);
        bl_cite refused = game->rules->check(state, &play, &cx);
        if (refused)
            fail_msg("seed %d, move %d: %s is refused by %s", (int)seed, (int)n,
                     play.size ? words.s : "a closed move", game->clauses[refused].id);
        if (n % often == 0) {
            struct bl_play again = ask(bot, seed, n, &more_words);
            assert_int_equal(again.move, play.move);
            assert_int_equal(again.size, play.size);
            if (play.size)
                assert_memory_equal(again.data, play.data, play.size);
            check_round_trip();
        }
        signature = sign_bytes(signature, &play.move, sizeof play.move);
        signature = sign_bytes(signature, play.data, play.size);
        game->rules->apply(state, &play, &cx);
        check_conserved();
    }
    return n;
}

static const char *const greedy[] = {"greedy", "greedy", "greedy", "greedy"};
static const char *const quick[] = {"quick", "quick", "quick", "quick"};
static const char *const at_random[] = {"random", "random", "random", "random"};

/* With the sound rules, within thirty rounds on average. */
static void greedy_games_end(void **unused)
{
    (void)unused;
    int rounds = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        int players = 2 + (int)(seed % 3);
        deal(players, "table", 0, seed);
        play_game(greedy, seed, 20000, 10);
        assert_int_equal(state->phase, PHASE_OVER);
        rounds += state->round;
    }
    assert_true(rounds <= 30 * 12);
}

/* With more than two players nobody pays to save the others. */
static void greedy_games_end_by_the_letter(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        deal(4, "letter", 0, seed);
        play_game(greedy, seed, 20000, 10);
        assert_int_equal(state->phase, PHASE_OVER);
    }
}

/* By the letter whoever is hurt refutes that: of two who know how, nobody need die. But they lose
 * patience, and then they fight it out. */
static void by_the_letter_two_fight_it_out_at_last(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        deal(2, "letter", 0, seed);
        play_game(greedy, seed, 100, 10);
        assert_true(pw_living(state) == 2);
        deal(2, "letter", 0, seed);
        play_game(greedy, seed, 1000, 10);
        assert_int_equal(state->phase, PHASE_OVER);
    }
}

static void random_games_are_played(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        deal(2 + (int)(seed % 3), seed % 2 ? "letter" : "table", seed % 3 ? 20 : 0, seed);
        play_game(at_random, seed, 500, 25);
    }
}

static void sense_beats_chance(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 8; seed++) {
        const char *bots[4] = {"random", "random", "random", "random"};
        bots[seed % 4] = "greedy";
        deal(4, seed < 4 ? "letter" : "table", 0, seed + 1);
        play_game(bots, seed + 1, 20000, 1000);
        assert_int_equal(state->winner, seed % 4);
    }
}

static void quick_games_are_played(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        deal(2 + (int)(seed % 3), seed % 2 ? "letter" : "table", 60, seed);
        play_game(quick, seed, 2000, 100);
    }
}

/* With a seed a game can be repeated, on every machine: who means to change how a bot plays changes
 * the signature too. */
static void games_are_as_they_were(void **unused)
{
    (void)unused;
    hold_signature(game->id, "bots ", signature);
}

/* ---- positions ------------------------------------------------------------ */

static void play(int seat, const char *move)
{
    struct bl_play p;
    struct bl_text said = bl_text_heap();
    const struct bl_fact *wrong = game->notation->read_move(state, seat, move, &p, &said);
    if (wrong)
        fail_msg("%s: %s", move, wrong->format);
    assert_int_equal(state->head.to_move, seat);
    bl_cite refused = game->rules->check(state, &p, &cx);
    if (refused)
        fail_msg("%s is refused by %s", move, game->clauses[refused].id);
    game->rules->apply(state, &p, &cx);
    bl_text_free(&said);
}

/* Cards of seat 0 are #0, #1 and #6 to #13, of seat 1 #2, #3 and #14 to #21, and so on. */
static void start(const char *preset, const char *const *edits)
{
    deal(3, preset, 100, 1);
    for (int seat = 0; seat < 3; seat++)
        state->seats[seat].power = 1000;
    for (int seat = 0; seat < 3; seat++) {
        for (; *edits; edits++)
            play(seat, *edits);
        edits++;
        play(seat, "done");
    }
    for (int seat = 0; seat < 3; seat++)
        state->seats[seat].power = 0;
    for (int phase = 0; phase < 2; phase++)
        for (int seat = 0; seat < 3; seat++)
            play(seat, "pass");
}

/* Up to the first turn of Phase IV, which goes to `seat`. */
static void go_to_playing(int seat)
{
    while (state->phase == PHASE_CLAIMING)
        play(state->head.to_move, "pass");
    assert_int_equal(state->phase, PHASE_PLAYING);
    state->turn = state->head.to_move = (int8_t)seat;
}

static const char *decision(void)
{
    struct bl_play p = ask("greedy", 1, 0, &words);
    assert_int_equal(game->rules->check(state, &p, &cx), 0);
    bl_text_clear(&text);
    game->notation->put_move(state, &p, &text);
    return text.s;
}

static const char *const attack_or_heal[] = {
    "edit #0 rock 0 tT", "edit #1 rock 0 [HEAL]([chosenPlayer](1),15)",
    "edit #6 rock 0 [ATK]([chosenPlayer](1),20)", NULL, NULL, NULL,
};

static void a_kill_is_taken(void **unused)
{
    (void)unused;
    start("table", attack_or_heal);
    go_to_playing(0);
    state->seats[2].health = 15;
    assert_string_equal(decision(), "play #0 #6");
    play(0, text.s);
    assert_string_equal(decision(), "prove players=2 : => 2");
}

static void the_weakest_is_hit(void **unused)
{
    (void)unused;
    start("table", attack_or_heal);
    go_to_playing(0);
    state->seats[1].health = 60;
    play(0, "play #0 #6");
    assert_string_equal(decision(), "prove players=1 : => 2");
}

/* Taken literally, who can pay for refutations outlives them: the stronger one without falls first. */
static void who_cannot_refute_is_hit(void **unused)
{
    (void)unused;
    static const char *const aims[] = {"prove players=1 : => 2", "prove players=2 : => 2"};
    for (int refutes = 0; refutes < 2; refutes++) {
        start("letter", attack_or_heal);
        go_to_playing(0);
        state->seats[1].health = 60;
        state->seats[2].health = 70;
        play(0, "play #0 #6");
        state->seats[1].subproofs = (uint16_t)refutes;
        state->seats[1].proving = 1000;
        assert_string_equal(decision(), aims[refutes]);
    }
}

/* Everybody but one: a proof that names the prover. */
static void nobody_hurts_himself(void **unused)
{
    (void)unused;
    static const char *const edits[] = {
        "edit #0 rock 0 tT", "edit #6 rock 0 (∀(x)((¬(x=[chosenPlayer](1)))→[ATK](x,20)))", NULL,
        NULL, NULL,
    };
    start("table", edits);
    go_to_playing(0);
    state->seats[0].health = 5;
    assert_string_equal(decision(), "play #0 #6");
    play(0, text.s);
    assert_string_equal(decision(), "prove players=0 : => 2");
}

static void no_suicide(void **unused)
{
    (void)unused;
    static const char *const edits[] = {
        "edit #0 rock 0 tT", "edit #6 rock 0 (∀(x)(tT→[ATK](x,20)))", NULL, NULL, NULL,
    };
    start("table", edits);
    go_to_playing(0);
    state->seats[0].health = 20;
    assert_string_equal(decision(), "leave");
    play(0, "leave");
    state->turn = state->head.to_move = 0;   /* had it been played all the same … */
    state->remaining = 7;
    state->left_count = 0;
    state->left[0] = 0;
    play(0, "play #0 #6");
    assert_string_equal(decision(), "decline");
}

static void a_pair_that_needs_each_other(void **unused)
{
    (void)unused;
    static const char *const edits[] = {
        "edit #0 rock 0 tT", "edit #1 rock 0 K", "edit #6 rock 0 (K→[ATK]([chosenPlayer](1),20))",
        NULL, NULL, NULL,
    };
    start("table", edits);
    go_to_playing(0);
    state->seats[1].health = 20;
    assert_string_equal(decision(), "play #1 #6");
    play(0, text.s);
    assert_string_equal(decision(), "prove players=1 : [ATK]([chosenPlayer](1),20) by modus-ponens "
                                    "2 1 => 7");
}

/* Said of everybody, proved of one: the search finds the instance. */
static void a_proof_is_found(void **unused)
{
    (void)unused;
    static const char *const edits[] = {
        "edit #0 rock 0 ([potency]([chosenPlayer](2))>100)",
        "edit #6 rock 0 (∀(x)(([potency](x)>100)→(∀(y)[ATK](x,y))))", NULL, NULL, NULL,
    };
    start("table", edits);
    go_to_playing(0);
    play(0, "play #0 #6");
    assert_memory_equal(decision(), "prove players=", 14);
    play(0, text.s);
    play(1, "accept");
    play(2, "accept");
    assert_int_equal(state->seats[1].health + state->seats[2].health, 180);
    assert_int_equal(state->seats[0].health, 100);
}

/* What is not seen at once is searched for, but not at a glance. */
static void a_key_is_made(void **unused)
{
    (void)unused;
    static const char *const edits[] = {
        "edit #1 rock 0 K", "edit #6 rock 0 ((K∧K)→[ATK]([chosenPlayer](1),20))", NULL, NULL, NULL,
    };
    start("table", edits);
    go_to_playing(0);
    play(0, "play #1 #6");
    assert_string_equal(decision(), "prove players=1 : (K∧K) by conjunction 1 1; "
                                    "[ATK]([chosenPlayer](1),20) by modus-ponens 2 7 => 8");
    struct bl_play p = ask("quick", 1, 0, &words);
    assert_int_equal(pw_kind(p.move), MOVE_DECLINE);
}

/* A blank card costs nothing to take. */
static void a_blank_card_is_taken(void **unused)
{
    (void)unused;
    deal(3, "table", 100, 1);
    for (int seat = 0; seat < 3; seat++)
        play(seat, "done");
    assert_string_equal(decision(), "take");
}

/* A claim costs what stands on the card: one attacks, one says nothing, one is not to be paid. */
static void a_claim_must_be_worth_its_price(void **unused)
{
    (void)unused;
    static const char *const edits[] = {
        "edit #0 rock 0 tT", "edit #1 rock 0 tT", NULL,
        "edit #2 rock 2 [ATK]([chosenPlayer](1),20)", "edit #3 rock 50 tT", NULL, NULL,
    };
    start("table", edits);
    state->turn = state->head.to_move = state->first = 0;
    state->seats[0].power = 60;
    assert_string_equal(decision(), "claim #2");
    play(0, text.s);
    assert_string_equal(decision(), "pass");
    start("table", edits);
    state->turn = state->head.to_move = state->first = 0;
    state->seats[0].power = 1;
    assert_string_equal(decision(), "pass");
}

/* An attack wants a second card beside it, whatever that says; but not at any price. */
static void half_a_pair_is_worth_little(void **unused)
{
    (void)unused;
    for (int dear = 0; dear < 2; dear++) {
        const char *edits[] = {
            "edit #0 rock 0 [ATK]([chosenPlayer](1),20)", NULL,
            dear ? "edit #2 rock 50 tT" : "edit #2 rock 1 tT", NULL, NULL,
        };
        start("table", edits);
        state->turn = state->head.to_move = state->first = 0;
        state->seats[0].power = 60;
        assert_string_equal(decision(), dear ? "pass" : "claim #2");
    }
}

/* What heals its prover is proved of himself, what gives power too. */
static void one_helps_oneself(void **unused)
{
    (void)unused;
    static const char *const helps[] = {"[HEAL]([chosenPlayer](1),15)",
                                        "[ADDPOWER]([chosenPlayer](1),10)"};
    for (int i = 0; i < 2; i++) {
        char edit[80] = "edit #1 rock 0 ";
        const char *edits[] = {"edit #0 rock 0 tT", strcat(edit, helps[i]), NULL, NULL, NULL};
        start("table", edits);
        go_to_playing(0);
        state->seats[0].health = 10;
        assert_string_equal(decision(), "play #0 #1");
        play(0, text.s);
        assert_string_equal(decision(), "prove players=0 : => 2");
    }
}

/* Without anything to be gained there is nothing to be played for. */
static void nothing_to_gain(void **unused)
{
    (void)unused;
    static const char *const edits[] = {
        "edit #0 rock 0 tT", "edit #1 rock 0 P", NULL, NULL, NULL,
    };
    start("table", edits);
    go_to_playing(0);
    assert_string_equal(decision(), "leave");
    play(0, "play #0 #1");
    assert_string_equal(decision(), "decline");
}

/* Of two attacks the one on all others beats the one on one of them. */
static void more_harm_is_better(void **unused)
{
    (void)unused;
    static const char *const edits[] = {
        "edit #0 rock 0 tT", "edit #1 rock 0 [ATK]([chosenPlayer](1),20)",
        "edit #6 rock 0 (∀(x)((¬(x=[chosenPlayer](1)))→[ATK](x,20)))", NULL, NULL, NULL,
    };
    start("table", edits);
    go_to_playing(0);
    assert_string_equal(decision(), "play #0 #6");
    play(0, "play #1 #6");
    assert_string_equal(decision(), "prove players=0 : => 2");
}

/* V.4: taken literally, one subproof refutes anything; where the logic is sound none does. */
static void the_subproof_that_refutes_is_bought(void **unused)
{
    (void)unused;
    for (int sound = 0; sound < 2; sound++) {
        static const char *const nothing[] = {NULL, NULL, NULL};
        start(sound ? "table" : "letter", nothing);
        go_to_playing(0);
        for (int i = 0; i < 2; i++)
            play(state->head.to_move, "leave");
        assert_int_equal(state->phase, PHASE_PROOFS);
        if (sound)
            assert_string_equal(decision(), "pass");
        else
            assert_memory_equal(decision(), "buy-proof ", 10);
    }
}

/* V.6: a rule that arms the others more than oneself is dropped by the last who can pay for it. */
static void a_rule_for_the_others_is_dropped(void **unused)
{
    (void)unused;
    static const char *const edits[] = {
        "edit #0 rock 0 tT", "edit #1 rock 0 tT", "edit #6 rock 0 tT", "edit #7 rock 0 tT", NULL,
        NULL, NULL,
    };
    start("table", edits);
    go_to_playing(0);
    for (int i = 0; i < 2; i++)
        play(state->head.to_move, "leave");
    for (int seat = 0; seat < 3; seat++)
        play(seat, "pass");
    play(0, "buy-rule [ATK]([chosenPlayer](1),20)");
    play(1, "accept");
    play(2, "accept");
    for (int seat = 1; seat < 3; seat++)
        play(seat, "pass");
    assert_int_equal(state->phase, PHASE_DROPS);
    state->seats[1].potency = state->seats[2].potency = 0;
    assert_string_equal(decision(), "pass");   /* its own, whoever can pay */
    state->seats[1].potency = state->seats[2].potency = 128;
    play(0, "pass");
    assert_string_equal(decision(), "pass");   /* another can pay after it */
    play(1, "pass");
    assert_string_equal(decision(), "drop-rule 0");
    state->seats[2].potency = 29;
    assert_string_equal(decision(), "pass");
}

/* ---- refutations ---------------------------------------------------------- */

/* Seat 1 attacks by what its second card says, with another beside it. */
static void attack_by(const char *preset, const char *beside, const char *says, const char *attack)
{
    char first[100] = "edit #2 rock 0 ", second[100] = "edit #14 rock 0 ";
    strcat(first, beside);
    strcat(second, says);
    const char *edits[] = {NULL, first, second, NULL, NULL};
    start(preset, edits);
    go_to_playing(1);
    state->seats[0].health = 20;
    play(1, "play #2 #14");
    play(1, attack);
    play(2, "accept");
}

static void attack_with(const char *preset, const char *beside, const char *attack)
{
    attack_by(preset, beside, "[ATK]([chosenPlayer](1),20)", attack);
}

/* Of somebody of whom neither card speaks: with nobody chosen, of a player drawn by lot. */
static void instances_come_from_the_table(void **unused)
{
    (void)unused;
    attack_by("table", "(∀(x)(¬[ATK](x,20)))", "(∀(x)(([health](x)>10)→[ATK](x,20)))", "prove : => 2");
    assert_memory_equal(decision(), "refute : ", 9);
    assert_non_null(strstr(text.s, "[randPlayer]("));
    play(0, text.s);
    assert_int_equal(state->seats[0].health, 20);
    assert_int_equal(state->seats[1].health, 100);
}

static void a_life_is_saved(void **unused)
{
    (void)unused;
    attack_with("table", "(1>2)", "prove players=0 : => 2");
    assert_string_equal(decision(), "refute : tF by comparison 1 => 7");
    attack_with("table", "(∀(x)(¬[ATK](x,20)))", "prove players=0 : => 2");
    assert_memory_equal(decision(), "refute : ", 9);
    play(0, text.s);
    assert_int_equal(state->seats[0].health, 20);
}

static void what_harms_others_stands(void **unused)
{
    (void)unused;
    attack_with("table", "(1>2)", "prove players=2 : => 2");
    assert_string_equal(decision(), "accept");
}

static void what_holds_cannot_be_refuted(void **unused)
{
    (void)unused;
    attack_with("table", "P", "prove players=0 : => 2");
    assert_string_equal(decision(), "accept");
}

/* But by the letter in a duel, with 44 points; who has no more than that lacks one. */
static void a_life_is_saved_by_the_letter(void **unused)
{
    (void)unused;
    attack_with("letter", "P", "prove players=0 : => 2");
    assert_string_equal(decision(), "accept");   /* there are three */
    deal(2, "letter", 0, 1);
    static const char *const moves_made[] = {
        "edit #0 rock 0 P", "edit #1 rock 0 [ATK]([chosenPlayer](1),20)", "done", "done", "pass",
        "pass", "pass", "pass", "pass", "pass", "play #0 #1", "prove players=1 : => 2"};
    for (unsigned i = 0; i < sizeof moves_made / sizeof *moves_made; i++) {
        if (state->phase == PHASE_PLAYING)
            state->turn = state->head.to_move = 0;
        play(state->head.to_move, moves_made[i]);
    }
    state->seats[1].proving = 44;
    assert_string_equal(decision(), "accept");
    state->seats[1].proving = 45;
    assert_memory_equal(decision(), "refute : ", 9);
    play(1, text.s);
    assert_int_equal(state->seats[1].health, 100);
    assert_int_equal(state->seats[1].proving, 1);
}

/* An attack counts once for each amount: by somebody's health it is worth more than 20, unless all
 * have the same. */
static void amounts_are_counted(void **unused)
{
    (void)unused;
    static const char *const edits[] = {
        "edit #0 rock 0 tT", "edit #1 rock 0 (∀(x)(tT→[ATK]([chosenPlayer](1),[health](x))))",
        "edit #6 rock 0 [ATK]([chosenPlayer](1),20)", NULL, NULL, NULL,
    };
    start("table", edits);
    go_to_playing(0);
    state->seats[1].health = 90;
    assert_string_equal(decision(), "play #0 #1");
    play(0, text.s);
    assert_string_equal(decision(), "prove players=1 : => 2");
    play(0, text.s);
    play(1, "accept");
    play(2, "accept");
    assert_int_equal(state->seats[1].health, 50);
}

/* A rule against attacks is dropped by who has the most of them. */
static void a_ban_is_dropped(void **unused)
{
    (void)unused;
    start("table", attack_or_heal);
    go_to_playing(0);
    for (int i = 0; i < 2; i++)
        play(state->head.to_move, "leave");
    for (int seat = 0; seat < 4; seat++)
        play(seat % 3, "pass");
    play(1, "buy-rule (∀(x)(∀(y)(¬[ATK](x,y))))");
    play(2, "accept");
    play(0, "accept");
    play(2, "pass");
    assert_int_equal(state->phase, PHASE_DROPS);
    assert_string_equal(decision(), "drop-rule 0");
    play(0, "pass");
    assert_string_equal(decision(), "pass");
}

/* A rule against attacks is bought by who has none while the others have many, and an attack is then
 * refuted. */
static void a_ban_is_bought_and_used(void **unused)
{
    (void)unused;
    static const char *const edits[] = {
        NULL,
        "edit #2 rock 0 tT", "edit #3 rock 0 tT", "edit #14 rock 0 tT", "edit #15 rock 0 [ATK]([chosenPlayer](1),20)",
        "edit #16 rock 0 [ATK]([chosenPlayer](1),20)", "edit #17 rock 0 [ATK]([chosenPlayer](1),20)", NULL,
        "edit #4 rock 0 tT", "edit #5 rock 0 tT", "edit #22 rock 0 tT", "edit #23 rock 0 [ATK]([chosenPlayer](1),20)",
        "edit #24 rock 0 [ATK]([chosenPlayer](1),20)", "edit #25 rock 0 [ATK]([chosenPlayer](1),20)", NULL,
    };
    start("table", edits);
    go_to_playing(0);
    for (int i = 0; i < 2; i++)
        play(state->head.to_move, "leave");
    for (int seat = 0; seat < 3; seat++)
        play(seat, "pass");
    assert_string_equal(decision(), "buy-rule (∀(x)(∀(y)(¬[ATK](x,y)))) 39");
    play(0, text.s);
    for (int i = 0; i < 2; i++)
        play(state->head.to_move, "accept");
    while (state->phase != PHASE_EDITING)
        play(state->head.to_move, "pass");
    play(0, "pass");
    play(1, "pass");
    play(2, "pass");
    go_to_playing(1);
    play(1, "play #2 #15");
    play(1, "prove players=0 : => 2");
    if (state->head.to_move == 2)
        play(2, "accept");
    assert_memory_equal(decision(), "refute : ", 9);
    play(0, text.s);
    assert_int_equal(state->seats[0].health, 100);
}

/* Taken literally, the right subproof refutes anything; it is bought, and used. */
static void by_the_letter_anything_is_refuted(void **unused)
{
    (void)unused;
    static const char *const edits[] = {
        NULL, "edit #2 rock 0 P", "edit #14 rock 0 [ATK]([chosenPlayer](1),20)", NULL, NULL,
    };
    start("letter", edits);
    go_to_playing(0);
    for (int seat = 0; seat < 2; seat++)
        play(seat, "leave");
    assert_int_equal(state->phase, PHASE_PROOFS);
    assert_memory_equal(decision(), "buy-proof ", 10);
    play(0, text.s);
    assert_string_equal(decision(), text.s);
    for (int i = 0; i < 14; i++)
        play(state->head.to_move, "pass");
    assert_int_equal(state->phase, PHASE_CLAIMING);
    go_to_playing(1);
    play(1, "play #2 #14");
    play(1, "prove players=0 : => 2");
    play(2, "accept");
    assert_memory_equal(decision(), "refute : ", 9);
    play(0, text.s);
    assert_int_equal(state->seats[0].health, 100);
}

/* Whether a number can be told of the first card chosen, #0, and which, by what `seen` knows. */
static bool points_of_card_0(const struct pw *seen, uint32_t *points)
{
    static const char term[] = "[symbolPoint]([chosenCard](1))";
    struct bl_logic *logic = bl_logic_new();
    struct bl_statement s;
    struct bl_fault fault;
    struct pw_values v;
    pw_values_init(&v, seen);
    pw_values_chosen(&v, NULL, 0, (const uint8_t[]){0}, 1);
    assert_true(bl_statement_parse(logic, term, strlen(term), 0, BL_WFO, &s, &fault));
    bool known = v.values.number(v.values.of, logic, s.term, points);
    bl_logic_free(logic);
    return known;
}

/* The points of a card that one has not seen are not 0: they are not known, and nothing is proved
 * by them. */
static void what_is_unseen_has_no_points(void **unused)
{
    (void)unused;
    static const char *const edits[] = {"edit #0 rock 0 (P∧Q)", NULL, NULL, NULL};
    uint32_t points;
    start("table", edits);
    assert_true(points_of_card_0(state, &points));
    assert_int_equal(points, state->cards[0].points);
    bl_view(game, state, 0, view);   /* who wrote it */
    assert_true(points_of_card_0(view, &points));
    bl_view(game, state, 2, view);
    assert_int_equal(view->cards[0].kind, PW_UNSEEN);
    assert_false(points_of_card_0(view, &points));
}

/* f and c are operators only where one can stand: P 1, c 1, / 1, f 1, f/ 1, c 1, 2 1. */
static void letters_are_counted(void **unused)
{
    (void)unused;
    static const char *const edits[] = {"edit #0 rock 0 P((c/(f f/ c)),2)", NULL, NULL, NULL};
    start("table", edits);
    assert_int_equal(state->cards[0].points, 7);
    check_round_trip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(greedy_games_end),
        cmocka_unit_test(greedy_games_end_by_the_letter),
        cmocka_unit_test(by_the_letter_two_fight_it_out_at_last),
        cmocka_unit_test(random_games_are_played),
        cmocka_unit_test(sense_beats_chance),
        cmocka_unit_test(quick_games_are_played),
        cmocka_unit_test(games_are_as_they_were),
        cmocka_unit_test(a_kill_is_taken),
        cmocka_unit_test(the_weakest_is_hit),
        cmocka_unit_test(who_cannot_refute_is_hit),
        cmocka_unit_test(nobody_hurts_himself),
        cmocka_unit_test(no_suicide),
        cmocka_unit_test(a_pair_that_needs_each_other),
        cmocka_unit_test(a_proof_is_found),
        cmocka_unit_test(a_key_is_made),
        cmocka_unit_test(a_blank_card_is_taken),
        cmocka_unit_test(a_claim_must_be_worth_its_price),
        cmocka_unit_test(half_a_pair_is_worth_little),
        cmocka_unit_test(one_helps_oneself),
        cmocka_unit_test(nothing_to_gain),
        cmocka_unit_test(more_harm_is_better),
        cmocka_unit_test(the_subproof_that_refutes_is_bought),
        cmocka_unit_test(a_rule_for_the_others_is_dropped),
        cmocka_unit_test(a_life_is_saved),
        cmocka_unit_test(what_harms_others_stands),
        cmocka_unit_test(instances_come_from_the_table),
        cmocka_unit_test(what_holds_cannot_be_refuted),
        cmocka_unit_test(a_life_is_saved_by_the_letter),
        cmocka_unit_test(amounts_are_counted),
        cmocka_unit_test(a_ban_is_dropped),
        cmocka_unit_test(a_ban_is_bought_and_used),
        cmocka_unit_test(by_the_letter_anything_is_refuted),
        cmocka_unit_test(what_is_unseen_has_no_points),
        cmocka_unit_test(letters_are_counted),
    };
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
