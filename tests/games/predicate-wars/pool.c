/* pool.c - what is written at a table: packing, and the room that there is for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/position.h"
#include "games/predicate-wars/predicate-wars.h"

/* A statement as it is written canonically, packed. */
static size_t pack(struct bl_logic *l, const char *text, uint8_t *packed, struct bl_statement *s)
{
    struct bl_fault fault;
    assert_true(bl_statement_parse(l, text, strlen(text), 0, BL_WFF, s, &fault));
    return bl_statement_pack(l, s, packed);
}

static void unpacked_is_what_was_packed(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "P", "tT", "(tT∧tF)", "(∀(x)([PLAYER](x)→[ATK](x,4)))", "((10f/3)=(2147483647c/9))",
        "P_0(x_1,x_17,y_999999999999999999)", "(¬(∃(y_3)(([health](y_3)-12)<100)))",
        "(P()∨(f()=1))", "([health]([playerOfChosenCard](1))>255)", "(256>65536)",
        "(∀(x)(∃(y)((∀(x)(x=y))∨(x>z))))", "(∃(c)((c/c)<(f(c)%(c*c))))", "([CARD](a)→[NUMBER](b))",
    };
    struct bl_logic *l = bl_logic_new(), *other = bl_logic_new();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        uint8_t packed[BL_PACKED_MAX], again[BL_PACKED_MAX], names[PW_NAMES];
        char room[256] = "";
        struct bl_text out = BL_TEXT_FIXED(room);
        struct bl_statement s, t, u;
        size_t n = pack(l, texts[i], packed, &s);
        const uint8_t *at = packed;
        bl_packed_print(&at, packed + n, false, &out);
        assert_string_equal(room, texts[i]);
        assert_ptr_equal(at, packed + n);
        assert_int_equal(bl_packed_points(packed, n, names), s.points);
        at = packed;
        assert_true(bl_statement_unpack(other, &at, packed + n, &t));
        assert_ptr_equal(at, packed + n);
        assert_int_equal(t.points, s.points);
        assert_int_equal(bl_statement_pack(other, &t, again), n);
        assert_memory_equal(packed, again, n);
        at = packed;
        assert_true(bl_statement_unpack(l, &at, packed + n, &u));
        assert_int_equal(u.term, s.term);
        for (size_t cut = 0; cut < n; cut++) {
            at = packed;
            assert_false(bl_statement_unpack(other, &at, packed + cut, &t));
        }
    }
    bl_logic_free(l);
    bl_logic_free(other);
}

/* Whatever the bytes are, they are read to their end or refused. */
static void any_bytes_are_taken_or_refused(void **state)
{
    (void)state;
    struct bl_stream rng = bl_stream(1, 5, BL_FOR_TEST, 7);
    struct bl_logic *l = bl_logic_new();
    for (int i = 0; i < 20000; i++) {
        uint8_t bytes[64], names[PW_NAMES];
        char room[256];
        struct bl_text out = BL_TEXT_FIXED(room);
        struct bl_item item;
        for (size_t k = 0; k < sizeof bytes; k++)
            bytes[k] = (uint8_t)bl_below(&rng, bl_below(&rng, 2) ? 26 : 256);
        const uint8_t *at = bytes;
        bl_logic_reset(l);
        bl_item_unpack(l, &at, bytes + sizeof bytes, &item);
        assert_true(at <= bytes + sizeof bytes);
        at = bytes;
        bl_packed_item_print(&at, bytes + sizeof bytes, false, &out);
        assert_true(at <= bytes + sizeof bytes);
        bl_packed_points(bytes, sizeof bytes, names);
    }
    bl_logic_free(l);
}

static void names_of_bound_variables_do_not_tell_statements_apart(void **state)
{
    (void)state;
    static const struct { const char *a, *b; bool same; } cases[] = {
        {"(∀(x)P(x))", "(∀(y_7)P(y_7))", true}, {"(∀(x)P(x))", "(∀(x)P(y))", false},
        {"(∀(x)(∃(y)(x>y)))", "(∀(y)(∃(x)(y>x)))", true},
        {"(∀(x)(∃(y)(x>y)))", "(∀(y)(∃(x)(x>y)))", false}, {"P_9", "P_10", false}, {"P", "P", true},
        {"(∀(x)(x=9))", "(∀(x)(x=10))", false}, {"P(x)", "P(x,x)", false}, {"P", "(¬P)", false},
    };
    struct bl_logic *l = bl_logic_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t a[BL_PACKED_MAX], b[BL_PACKED_MAX];
        struct bl_statement s, t;
        size_t n = pack(l, cases[i].a, a, &s), m = pack(l, cases[i].b, b, &t);
        assert_int_equal(bl_packed_same(a, a + n, b, b + m), cases[i].same);
        assert_int_equal(s.term == t.term, cases[i].same);
    }
    bl_logic_free(l);
}

/* The rules that are there from the start are packed in base_rules.def: as they are written there. */
static void base_rules_are_packed_as_they_are_written(void **state)
{
    (void)state;
    struct pw *table = calloc(1, sizeof *table);
    struct bl_logic *l = bl_logic_new();
    unsigned n = 0;
    table->head.setup.players = 2;
    for (; pw_base_rule(n); n++) {
        uint8_t packed[BL_PACKED_MAX];
        const uint8_t *at, *end;
        struct bl_statement s;
        size_t size = pack(l, pw_base_rule(n), packed, &s);
        assert_true(pw_find_statement(table, NULL, 3 + n, &at, &end));
        assert_int_equal(end - at, size);
        assert_memory_equal(at, packed, size);
    }
    assert_int_equal(n, 4);
    bl_logic_free(l);
    free(table);
}

/* The rules keep nothing: each complaint lies where its reader wants it. */
static void complaints_stay_apart(void **state)
{
    (void)state;
    const struct bl_game *game = bl_find_game("predicate-wars");
    struct bl_setup setup;
    struct bl_context cx;
    struct bl_play play;
    struct pw *s = calloc(1, sizeof *s);
    char rooms[2][200];
    struct bl_text first = BL_TEXT_FIXED(rooms[0]), second = BL_TEXT_FIXED(rooms[1]);
    bl_setup_init(&setup, game);
    assert_null(bl_resolve(game, &setup));
    bl_context_init(&cx, game, 1);
    game->rules->deal(s, &setup, &cx);
    const struct bl_fact *one = game->notation->read_move(s, 0, "edit #0 rock 0 (P", &play, &first);
    const struct bl_fact *two =
        game->notation->read_move(s, 0, "prove : P by truth; Q by => 1", &play, &second);
    assert_in_range((uintptr_t)one, (uintptr_t)rooms[0], (uintptr_t)(rooms[0] + sizeof rooms[0]));
    assert_in_range((uintptr_t)two, (uintptr_t)rooms[1], (uintptr_t)(rooms[1] + sizeof rooms[1]));
    assert_string_equal(one->format, "column %d: expected %w, found %w");
    assert_string_equal(two->format, "line %d of the proof, column %d: %w");
    assert_int_equal(two->args[0].number, 2);
    assert_int_equal(two->args[1].number, 26);
    /* Room that does not do for what is read is no room to read in. */
    struct bl_text small = {rooms[0], 0, 36, NULL};
    assert_non_null(game->notation->read_move(s, 0, "edit #0 rock 0 (P∧(Q∧(P∧Q)))", &play, &small));
    free(s);
}

/* What is wrong with a text is said in English as it always was. */
static void complaints_in_english(void **state)
{
    (void)state;
    static const char *const said[][2] = {
        {"claim", "which card? As in: claim #3"},
        {"done now", "nothing stands after this word"},
        {"edit #0 rock 0 <statement>", "the statement is to be written out"},
        {"edit #0 rock 0 (P", "column 18: expected ∧, ∨ or →, found the end"},
        {"edit #0 rock 0 (P!Q)", "column 18: expected ∧, ∨ or →, found '!'"},
        {"edit #0 rock 0 (P\001Q)", "column 18: expected ∧, ∨ or →, found byte 1"},
        {"edit 3 rock 0 P", "column 6: a card is # and its number, as in #3"},
        {"prove : P by truth; Q by => 1",
         "line 2 of the proof, column 26: expected the name of a rule"},
        {"prove : P by truth; (Q by truth => 1",
         "line 2 of the proof, column 24: expected ∧, ∨ or →, found 'b'"},
        {"prove : (P\001Q) by truth => 1",
         "line 1 of the proof, column 11: expected ∧, ∨ or →, found byte 1"},
        {"prove : axiom P => 1",
         "line 1 of the proof: the axioms are given; only lemmas are written"},
    };
    const struct bl_notation *notation = bl_find_game("predicate-wars")->notation;
    struct bl_play play;
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        BL_LOCAL struct bl_text words = bl_text_heap(), told = bl_text_heap();
        const struct bl_fact *wrong = notation->read_move(NULL, 0, said[i][0], &play, &words);
        assert_non_null(wrong);
        bl_put_fact(&told, wrong, NULL);
        assert_string_equal(told.s, said[i][1]);
    }
}

/* ---- a table ---------------------------------------------------------------- */

static const struct bl_game *game;
static struct pw *s;
static struct bl_context cx;

static void set_up(unsigned players, int32_t riches)
{
    struct bl_setup setup;
    game = bl_find_game("predicate-wars");
    bl_setup_init(&setup, game);
    setup.players = (uint8_t)players;
    setup.options[OPTION_POWER] = setup.options[OPTION_POTENCY] = riches;
    assert_null(bl_resolve(game, &setup));
    s = calloc(1, sizeof *s);
    bl_context_init(&cx, game, 1);
    cx.scratch = bl_scratch_new(game);
    game->rules->deal(s, &setup, &cx);
}

static void clear_away(void)
{
    bl_scratch_free(game, cx.scratch);
    free(s);
}

/* Whoever is to move says this; the clause that refuses it. */
static bl_cite say(const char *text)
{
    struct bl_play play;
    struct bl_text words = bl_text_heap();
    const struct bl_fact *wrong = game->notation->read_move(s, s->head.to_move, text, &play, &words);
    if (wrong)
        fail_msg("%.60s…: %s", text, wrong->format);
    bl_cite refused = game->rules->check(s, &play, &cx);
    if (!refused)
        game->rules->apply(s, &play, &cx);
    bl_text_free(&words);
    return refused;
}

static void must(const char *text)
{
    bl_cite refused = say(text);
    if (refused)
        fail_msg("%.60s… is refused by %s", text, game->clauses[refused].id);
}

static void all_say(const char *text, enum pw_phase phase)
{
    while (s->phase == phase)
        must(text);
}

/* What should have been written is what refuses a move without words. */
static void a_form_alone_is_refused(void **state)
{
    (void)state;
    set_up(2, 100);
    static bl_move moves[4096];
    uint32_t count = game->rules->moves(s, moves), edits = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct bl_play form = {.move = moves[i], .seat = s->head.to_move};
        if (pw_kind(moves[i]) != MOVE_EDIT)
            continue;
        assert_string_equal(game->clauses[game->rules->check(s, &form, &cx)].id, "L.W.1");
        edits++;
    }
    assert_true(edits > 0);
    clear_away();
}

/* ---- the most that can be written ------------------------------------------- */

static const char *const letter = "x_999999999999999999";

/* 512 symbols, 256 of them letters with an index of eighteen digits. */
static void put_longest(struct bl_text *out)
{
    bl_put(out, "P_999999999999999999(");
    for (int i = 0; i < 255; i++)
        bl_putf(out, i == 0 ? "x_999999999999%d" : ",x_999999999999%d", 100000 + i);
    bl_put(out, ")");
}

static void put_longest_rule(struct bl_text *out)
{
    bl_putf(out, "(∀(%s)P_999999999999999999(", letter);
    for (int i = 0; i < 252; i++)
        bl_putf(out, i == 0 ? "%s" : ",%s", letter);
    bl_put(out, "))");
}

static void put_equations(struct bl_text *out, int n)
{
    if (n == 1) {
        bl_putf(out, "(%s=%s)", letter, letter);
        return;
    }
    bl_put(out, "(");
    put_equations(out, n / 2);
    bl_put(out, "∧");
    put_equations(out, n - n / 2);
    bl_put(out, ")");
}

/* Takes a point of health from everybody, in 508 symbols. */
static void put_longest_effect(struct bl_text *out)
{
    bl_putf(out, "(∀(%s)(", letter);
    put_equations(out, 62);
    bl_putf(out, "→[ATK](%s,1)))", letter);
}

static void put_longest_lemma(struct bl_text *out)
{
    bl_put(out, "(");
    for (int side = 0; side < 2; side++) {
        bl_putf(out, "%sf_999999999999999999(", side == 0 ? "" : "=");
        for (int i = 0; i < 126; i++)
            bl_putf(out, i == 0 ? "%s" : ",%s", letter);
        bl_put(out, ")");
    }
    bl_put(out, ") by identity");
}

static void put_longest_proof(struct bl_text *out)
{
    bl_put(out, "prove");
    for (int i = 0; i < PW_CHOSEN; i++)
        bl_putf(out, i == 0 ? " players=%d" : ",%d", i % 16);
    for (int i = 0; i < PW_CHOSEN; i++)   /* the first that each of the others owns */
        bl_putf(out, i == 0 ? " cards=#%d" : ",#%d", (s->turn + 1 + i % 15) % 16 * 2);
    for (int i = 0; i < BL_LEMMAS_MAX; i++) {
        bl_put(out, i == 0 ? " : " : "; ");
        put_longest_lemma(out);
    }
    bl_put(out, " => 1");
}

static void put_subproof(struct bl_text *out, const char *name, int axioms)
{
    bl_putf(out, "buy-proof %s: ", name);
    for (int i = 0; i < axioms; i++) {
        bl_put(out, i == 0 ? "axiom " : "; axiom ");
        put_longest(out);
    }
}

/* Every card of every hand; the first two of each can be played together. */
static void write_all_cards(struct bl_text *move)
{
    while (s->phase == PHASE_SETUP) {
        uint8_t hand[PW_CARDS];
        unsigned n = pw_list(&s->seats[s->turn].hand, hand);
        for (unsigned i = 0; i < n; i++) {
            bl_text_clear(move);
            bl_putf(move, "edit #%d rock 0 ", hand[i]);
            if (i == 0)
                put_longest_effect(move);
            else
                put_longest(move);
            must(move->s);
            assert_true(i == 0 || s->sizes[SLOT_CARD + hand[i]] == BL_PACKED_MAX);
        }
        must("done");
    }
}

/* Phases I to IV, in which nobody does anything. */
static void pass_a_round(void)
{
    all_say("pass", PHASE_CREATION);
    all_say("pass", PHASE_EDITING);
    all_say("pass", PHASE_CLAIMING);
}

static void buy_all_rules(struct bl_text *move)
{
    bl_text_clear(move);
    bl_put(move, "buy-rule ");
    put_longest_rule(move);
    while (s->phase == PHASE_RULES) {
        must(move->s);
        all_say("accept", PHASE_RULE_REFUTING);
    }
}

/* What is left of a share: more than one axiom, fewer than two. */
static void buy_all_subproofs(struct bl_text *move, int axioms)
{
    while (s->phase == PHASE_PROOFS) {
        bl_text_clear(move);
        put_subproof(move, "A-Name-Of-Thirty-Two-Characters_", axioms);
        must(move->s);
    }
}

static void same_in_every_way(void)
{
    struct bl_text text = bl_text_heap();
    struct bl_json_doc doc;
    struct bl_stream rng = bl_stream(1, game->code, BL_FOR_TEST, 0);
    struct pw *read = calloc(1, sizeof *read), *view = calloc(1, sizeof *view);
    struct pw *guess = calloc(1, sizeof *guess), *again = calloc(1, sizeof *again);
    bl_put_position(&text, game, s);
    const char *fault = bl_read_position(game, text.s, text.len, read, &doc);
    if (fault)
        fail_msg("%s", fault);
    assert_true(memcmp(read, s, sizeof *s) == 0);
    for (int seat = BL_SPECTATOR; seat < s->head.setup.players; seat += 5) {
        bl_view(game, s, seat, view);
        bl_resample(game, view, seat, &rng, guess);
        bl_copy(game, again, s);   /* more than the view has */
        bl_view(game, guess, seat, again);
        assert_true(memcmp(view, again, sizeof *view) == 0);
    }
    bl_text_free(&text);
    free(read);
    free(view);
    free(guess);
    free(again);
}

/* Nothing that the rules allow is refused for want of room: every card, every rule and every lemma
 * at its longest, with subproofs up to what an owner may have. */
static void a_full_table_holds_it_all(void **state)
{
    (void)state;
    struct bl_text move = bl_text_heap();
    set_up(16, 1000000);
    write_all_cards(&move);
    for (int round = 0; round < 2; round++) {
        pass_a_round();
        all_say("leave", PHASE_PLAYING);
        if (round == 0)
            buy_all_subproofs(&move, 24);
        else
            all_say("pass", PHASE_PROOFS);
        buy_all_rules(&move);
        all_say("pass", PHASE_DROPS);
    }
    assert_true(pw_free_slot(s) < 0);
    pass_a_round();
    uint8_t hand[PW_CARDS];
    pw_list(&s->seats[s->turn].hand, hand);
    bl_text_clear(&move);
    bl_putf(&move, "play #%d #%d", hand[0], hand[1]);
    must(move.s);
    bl_text_clear(&move);
    put_longest_proof(&move);
    must(move.s);
    assert_true(s->used > (PW_CARDS + PW_RULES + BL_LEMMAS_MAX) * (BL_PACKED_MAX - 40));
    same_in_every_way();
    all_say("accept", PHASE_REFUTING);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(s->seats[i].health, 16 * 50 - 1);
    all_say("leave", PHASE_PLAYING);
    bl_text_clear(&move);
    put_subproof(&move, "b", 2);
    assert_string_equal(game->clauses[say(move.s)].id, "V.4");
    bl_text_clear(&move);
    put_subproof(&move, "b", 1);
    must(move.s);
    same_in_every_way();
    bl_text_free(&move);
    clear_away();
}

/* ---- subproofs -------------------------------------------------------------- */

/* Buying goes on as if a round had passed. */
static void buy_again(const char *text)
{
    s->phase = PHASE_PROOFS;
    s->turn = s->head.to_move = 0;
    must(text);
}

static void reach_finalization(void)
{
    all_say("done", PHASE_SETUP);
    pass_a_round();
    all_say("leave", PHASE_PLAYING);
}

/* Names may be numbers, or have an index: they are not statements. */
static void names_are_kept_as_they_are(void **state)
{
    (void)state;
    static const char *const names[] = {"58", "a_58", "tT", "f-_c", "P_0", "007", "59", "a_15930"};
    enum { NAMES = sizeof names / sizeof *names };
    struct pw_subproof subproof;
    struct bl_text move = bl_text_heap();
    size_t at = 0;
    set_up(2, 100);
    reach_finalization();
    for (unsigned i = 0; i < NAMES; i++) {
        bl_text_clear(&move);
        bl_putf(&move, "buy-proof %s: axiom (x_58=%d); tT by truth", names[i], (int)i);
        buy_again(move.s);
    }
    for (unsigned i = 0; i < NAMES; i++) {
        assert_true(pw_next_subproof(s, 0, &at, &subproof));
        assert_string_equal(subproof.name, names[i]);
    }
    assert_false(pw_next_subproof(s, 0, &at, &subproof));
    assert_int_equal(s->seats[0].subproofs, NAMES);
    same_in_every_way();
    s->phase = PHASE_PROOFS;
    s->turn = s->head.to_move = 0;
    assert_string_equal(game->clauses[say("buy-proof a_58: axiom P")].id, "V.4");
    bl_text_free(&move);
    clear_away();
}

/* A proof of nothing but axioms is free, so that only our own limit ends the buying. */
static void an_owner_has_256(void **state)
{
    (void)state;
    struct bl_text move = bl_text_heap();
    set_up(2, 0);
    reach_finalization();
    int32_t potency = s->seats[0].potency;
    for (int i = 0; i < 256; i++) {
        bl_text_clear(&move);
        bl_putf(&move, "buy-proof n%d: axiom (∀(x)(x>%d))", i, i);
        buy_again(move.s);
    }
    assert_int_equal(s->seats[0].subproofs, 256);
    assert_int_equal(s->seats[0].potency, potency);
    s->phase = PHASE_PROOFS;
    s->turn = s->head.to_move = 0;
    assert_string_equal(game->clauses[say("buy-proof more: axiom P")].id, "V.4");
    same_in_every_way();
    bl_text_free(&move);
    clear_away();
}

/* ---- positions --------------------------------------------------------------- */

/* No rule of inference takes more than two premises, and a lemma that is packed has room for no
 * more: a position that has one with three is refused where it stands. */
static void a_lemma_has_at_most_two_premises(void **state)
{
    (void)state;
    static const struct { const char *lemma, *fault; } cases[] = {
        {"(P∧Q) by conjunction 1 2", NULL},
        {"(P∧Q) by conjunction 1 2 2", "state.players[0].subproofs[0].lemmas[0]: "},
        {"tT by truth 1 2 3", "state.players[0].subproofs[0].lemmas[0]: "},
        {"P", "state.players[0].subproofs[0].lemmas[0]: "},
    };
    struct bl_text position = bl_text_heap(), text = bl_text_heap();
    struct bl_json_doc doc;
    struct pw *read = calloc(1, sizeof *read);
    set_up(2, 100);
    bl_put_position(&position, game, s);
    const char *owned = strstr(position.s, "\"subproofs\":[");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bl_text_clear(&text);
        bl_put_bytes(&text, position.s, (size_t)(owned - position.s));
        bl_putf(&text, "\"subproofs\":[{\"name\":\"a\",\"axioms\":[\"P\",\"Q\"],\"lemmas\":[\"%s\"]}%s",
                cases[i].lemma, owned + strlen("\"subproofs\":["));
        const char *fault = bl_read_position(game, text.s, text.len, read, &doc);
        if (!cases[i].fault != !fault || (fault && strncmp(fault, cases[i].fault, strlen(cases[i].fault))))
            fail_msg("%s: %s", cases[i].lemma, fault ? fault : "is taken");
        assert_true(!fault || strstr(fault, "must be a lemma") || strstr(fault, "column"));
    }
    bl_text_free(&position);
    bl_text_free(&text);
    free(read);
    clear_away();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unpacked_is_what_was_packed),
        cmocka_unit_test(any_bytes_are_taken_or_refused),
        cmocka_unit_test(names_of_bound_variables_do_not_tell_statements_apart),
        cmocka_unit_test(base_rules_are_packed_as_they_are_written),
        cmocka_unit_test(complaints_stay_apart),
        cmocka_unit_test(complaints_in_english),
        cmocka_unit_test(a_form_alone_is_refused),
        cmocka_unit_test(a_full_table_holds_it_all),
        cmocka_unit_test(names_are_kept_as_they_are),
        cmocka_unit_test(an_owner_has_256),
        cmocka_unit_test(a_lemma_has_at_most_two_premises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
