/* fuzz_table.c - any bytes as what somebody writes at a table of Predicate Wars: a card, a proof, a
 * refutation, a subproof, a rule, each where it is due. It is refused with a reason, or carried out
 * in the same way by both builds, and leaves a position that can be written, read and seen. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/position.h"
#include "fuzz.h"
#include "games/predicate-wars/predicate-wars.h"

static const struct bl_game *game;
static struct pw *s, *other, *third;
static struct bl_context cx;
static void *scratch;

static void say(const char *text)
{
    struct bl_play play;
    struct bl_text words = bl_text_heap();
    const struct bl_fact *wrong = game->notation->read_move(s, s->head.to_move, text, &play, &words);
    assert(!wrong && game->rules->check(s, &play, &cx) == 0);
    (void)wrong;
    game->rules->apply(s, &play, &cx);
    bl_text_free(&words);
}

static void all_say(const char *text, enum pw_phase phase)
{
    while (s->phase == phase)
        say(text);
}

/* The set-up, or somebody's proof, a refutation of one, a purchase, a refutation of a rule. */
enum { WRITE, PROVE, REFUTE, BUY_PROOF, BUY_RULE, REFUTE_RULE, PLACES };
static const char *const words[PLACES] = {"edit #2 rock 0 ", "prove ", "refute ", "buy-proof ",
                                          "buy-rule ", "refute "};

static void go_to(unsigned place)
{
    if (place == WRITE)
        return;
    say("edit #0 rock 0 (P∧(∀(x)([PLAYER](x)→[ATK](x,4))))");
    say("edit #1 rock 0 (P→((3>5)∧((∃(y)Q(y))∧[ATK]([chosenPlayer](1),(2+3)))))");
    all_say("done", PHASE_SETUP);
    all_say("pass", PHASE_CREATION);
    all_say("pass", PHASE_EDITING);
    all_say("pass", PHASE_CLAIMING);
    if (place == PROVE || place == REFUTE) {
        s->turn = s->head.to_move = 0;   /* whoever begins */
        say("play #0 #1");
    } else {
        all_say("leave", PHASE_PLAYING);
        say("buy-proof z: axiom (∀(x)(x>0)); (0>0) by universal-instantiation 1; tF by comparison 2");
    }
    if (place == REFUTE)
        say("prove players=1 cards=#3 : P by simplification 1; "
            "((3>5)∧((∃(y)Q(y))∧[ATK]([chosenPlayer](1),(2+3)))) by modus-ponens 2 7; "
            "(∀(x)([PLAYER](x)→[ATK](x,4))) by simplification 1 => 9");
    if (place == BUY_RULE || place == REFUTE_RULE)
        all_say("pass", PHASE_PROOFS);
    if (place == REFUTE_RULE)
        say("buy-rule (∀(x)((x>4)→(P∧(¬P))))");
}

static void begin(unsigned place, unsigned rulings)
{
    struct bl_setup setup;
    bl_setup_init(&setup, game);
    setup.players = 3;
    setup.options[OPTION_POWER] = setup.options[OPTION_POTENCY] = 100000;
    setup.rulings[RULING_LOGIC] = rulings & 1;
    setup.rulings[RULING_EVALUATION] = rulings >> 1 & 1;
    setup.rulings[RULING_PROOF_COST] = (uint8_t)(rulings / 4 % 3);
    bl_resolve(game, &setup);
    bl_context_init(&cx, game, 1);
    cx.scratch = scratch;
    game->rules->deal(s, &setup, &cx);
    go_to(place);
}

static void check_position(void)
{
    struct bl_text text = bl_text_heap();
    struct bl_json_doc doc;
    struct bl_stream rng = bl_stream(1, game->code, BL_FOR_TEST, 0);
    bl_put_position(&text, game, s);
    const char *fault = bl_read_position(game, text.s, text.len, other, &doc);
    assert(!fault && bl_same(game, s, other));
    (void)fault;
    for (int seat = BL_SPECTATOR; seat < 3; seat++) {
        bl_view(game, s, seat, other);
        bl_resample(game, other, seat, &rng, third);
        bl_view(game, third, seat, third);
        assert(bl_same(game, other, third));
    }
    bl_text_free(&text);
}

static void carry_out(const struct bl_play *play, struct bl_trace *trace)
{
    struct bl_context again = cx;
    again.trace = trace;
    bl_trace_clear(trace);
    bl_copy(game, other, s);
    game->traced->apply(other, play, &again);
    game->rules->apply(s, play, &cx);
    assert(bl_same(game, s, other));
    check_position();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct bl_trace trace;
    if (!game) {
        game = bl_find_game("predicate-wars");
        scratch = bl_scratch_new(game);
        s = calloc(1, sizeof *s);
        other = calloc(1, sizeof *other);
        third = calloc(1, sizeof *third);
    }
    if (size < 2 || memchr(data + 2, 0, size - 2))
        return 0;
    unsigned place = data[0] % PLACES;
    struct bl_text text = bl_text_heap(), once = bl_text_heap(), twice = bl_text_heap();
    struct bl_play play, back;
    struct bl_text said = bl_text_heap(), again_said = bl_text_heap();
    begin(place, data[1]);
    bl_put(&text, words[place]);
    bl_put_bytes(&text, (const char *)data + 2, size - 2);
    const struct bl_fact *wrong = game->notation->read_move(s, s->head.to_move, text.s, &play, &said);
    assert(!wrong || *wrong->format);
    if (!wrong) {
        game->notation->put_move(s, &play, &once);
        assert(!game->notation->read_move(s, play.seat, once.s, &back, &again_said));
        game->notation->put_move(s, &back, &twice);
        assert(strcmp(once.s, twice.s) == 0);
        struct bl_context again = cx;
        again.trace = &trace;
        bl_trace_clear(&trace);
        bl_cite refused = game->rules->check(s, &play, &cx);
        assert(game->traced->check(s, &play, &again) == refused);
        if (!refused)
            carry_out(&play, &trace);
    }
    bl_text_free(&text);
    bl_text_free(&once);
    bl_text_free(&twice);
    bl_text_free(&said);
    bl_text_free(&again_said);
    return 0;
}
