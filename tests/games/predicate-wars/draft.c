/* draft.c - what people write at a table of Predicate Wars before it is a move: a draft line by
 * line, what follows, hints, what may stand after =>, and that the move made of it is accepted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bylaw/match.h"
#include "draft/draft.h"
#include "play/learn.h"
#include "matches.h"

/* Seat 0 has (PLAYER → ATK) and tT, seat 1 an attack and (1>2); seat 1 begins. */
static const char *const start[] = {
    "edit #0 paper 10 ([PLAYER]([chosenPlayer](1))→[ATK]([chosenPlayer](1),20))",
    "edit #1 rock 0 tT", "done", "edit #2 scissors 5 [ATK]([chosenPlayer](1),20)",
    "edit #3 scissors 0 (1>2)", "done", "pass", "pass", "pass", "pass", "pass", "pass",
};

static struct bl_match *m;
static struct bl_draft *d;

static void say(const char *text)
{
    must_submit(m, bl_match_to_move(m), text);
}

static int set_up(void **state)
{
    (void)state;
    m = deal_table("predicate-wars", 2, UINT32_MAX, "", 2);
    for (size_t i = 0; i < sizeof start / sizeof *start; i++)
        say(start[i]);
    d = bl_draft_new();
    return 0;
}

static int take_down(void **state)
{
    (void)state;
    bl_draft_free(d);
    bl_match_free(m);
    return 0;
}

/* A draft of seat 0, which is to move. */
static void begin(unsigned kind)
{
    assert_int_equal(bl_match_to_move(m), 0);
    bl_draft_begin(d, 0, kind);
    assert_true(bl_draft_rebuild(d, bl_match_view(m, 0)));
}

static void add(const char *item)
{
    assert_int_equal(bl_draft_add(d, item), BL_DRAFT_ADDED);
}

static void submit(const char *result)
{
    struct bl_text move = bl_text_heap();
    assert_true(bl_draft_put_move(&move, d, result));
    say(move.s);
    bl_text_free(&move);
}

static bool offers(const struct bl_draft_steps *steps, const char *lemma)
{
    for (unsigned i = 0; i < steps->count; i++)
        if (strcmp(steps->step[i].text.s, lemma) == 0)
            return true;
    return false;
}

static void begin_proof(void)
{
    if (bl_match_to_move(m) == 1)
        say("discard #3");
    say("play #1 #0");
    begin(MOVE_PROVE);
    d->players[0] = 1;
    d->player_count = 1;
    assert_true(bl_draft_rebuild(d, bl_match_view(m, 0)));
}

static void a_proof_step_by_step(void **state)
{
    (void)state;
    uint32_t result[2];
    unsigned which;
    begin_proof();
    assert_int_equal(bl_draft_origin(d, 1, &which), FROM_MAIN);
    assert_int_equal(which, 1);
    assert_int_equal(bl_draft_origin(d, 2, &which), FROM_SECONDARY);
    assert_int_equal(which, 0);
    assert_int_equal(bl_draft_origin(d, 6, &which), FROM_BASE);
    assert_false(bl_draft_result(d, 0, result));

    bl_draft_conclude(d, &(struct bl_draft_question){0});
    assert_true(offers(&d->options, "[PLAYER]([chosenPlayer](1)) by evaluation"));
    add("[PLAYER]([chosenPlayer](1)) by evaluation");
    assert_int_equal(d->options.count, 0);
    assert_int_equal(bl_draft_origin(d, 7, &which), FROM_LEMMA);
    /* Premises count in either order. */
    bl_draft_conclude(d, &(struct bl_draft_question){.premises = 2, .premise = {7, 2}});
    assert_true(offers(&d->options, "[ATK]([chosenPlayer](1),20) by modus-ponens 2 7"));
    assert_int_equal(bl_draft_line_cost(d, &d->options.step[0].line), 10);
    add("[ATK]([chosenPlayer](1),20) by modus-ponens 2 7");

    assert_int_equal(bl_draft_cost(d), 9 + 10);   /* IV.8, P.8 */
    assert_int_equal(bl_draft_purse(d), 128);
    assert_true(bl_draft_affordable(d));
    assert_true(bl_draft_result(d, 0, result));
    assert_int_equal(result[0], 8);
    assert_int_equal(result[1], 0);
    submit("8");
}

static void lines_that_are_refused_change_nothing(void **state)
{
    (void)state;
    begin_proof();
    assert_int_equal(bl_draft_add(d, "tT by modus-ponens 1 2"), BL_DRAFT_FAILED);
    assert_int_equal(bl_draft_clause(&d->failure), PW_RULE_3);
    BL_LOCAL struct bl_text why = bl_text_heap();
    bl_draft_put_why(&why, &d->failure, NULL);
    assert_true(why.len > 0);
    assert_int_equal(bl_draft_add(d, "(tT∧ by truth"), BL_DRAFT_FAILED);
    assert_int_equal(bl_draft_clause(&d->failure), 0);
    assert_int_equal(bl_draft_add(d, "axiom tF"), BL_DRAFT_GIVEN);
    assert_int_equal(d->item_count, 0);
    assert_int_equal(bl_proof_lines(d->proof.proof), 6);

    /* What was evaluated of a chosen player does not stand without the choice. */
    add("[PLAYER]([chosenPlayer](1)) by evaluation");
    d->player_count = 0;
    assert_false(bl_draft_rebuild(d, bl_match_view(m, 0)));
    assert_int_equal(bl_draft_clause(&d->failure), PW_RULE_27);
    bl_draft_cut(d, 0);
    assert_int_equal(d->item_count, 0);
}

static void a_hint_for_a_proof(void **state)
{
    (void)state;
    struct bl_draft_search q = {.goal = "", .seconds = 60};
    begin_proof();
    assert_int_equal(bl_draft_find(d, &q), FOUND_PROOF);
    assert_int_equal(d->found.count, 2);
    assert_int_equal(q.points, 19);
    assert_int_equal(q.budget, 127);   /* proving power must be more than the cost */
    assert_int_equal(q.line[0], 8);
    for (unsigned i = 0; i < d->found.count; i++)
        add(d->found.step[i].text.s);
    submit("8");
}

static void a_refutation(void **state)
{
    (void)state;
    struct bl_draft_search q = {.goal = "", .seconds = 60};
    uint32_t result[2];
    assert_int_equal(bl_match_to_move(m), 1);
    say("play #3 #2");
    say("prove players=0 : => 2");
    begin(MOVE_REFUTE);
    assert_int_equal(bl_draft_find(d, &q), FOUND_PROOF);
    assert_int_equal(d->found.count, 1);
    assert_string_equal(d->found.step[0].text.s, "tF by comparison 1");
    add("tF by comparison 1");
    assert_true(bl_draft_result(d, 0, result));
    assert_int_equal(result[0], 7);
    assert_int_equal(result[1], 0);
    assert_int_equal(bl_draft_opposite(d, 7), 7);
    submit("7");
}

/* By the letter 44 points refute what nothing else does, also among the base rules. */
static void a_refutation_by_the_letter(void **state)
{
    (void)state;
    static const char *const moves[] = {
        "done", "edit #2 rock 0 tT", "edit #3 rock 0 [ATK]([chosenPlayer](1),20)", "done", "pass", "pass", "pass",
        "pass", "pass", "pass", "play #2 #3", "prove players=0 : => 2"};
    struct bl_draft_search q = {.goal = "", .seconds = 60};
    bl_match_free(m);
    m = deal_table("predicate-wars", 2, UINT32_MAX, "", 2);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        say(moves[i]);
    begin(MOVE_REFUTE);
    assert_int_equal(bl_draft_find(d, &q), FOUND_PROOF);
    assert_int_equal(q.points, 44);
    for (unsigned i = 0; i < d->found.count; i++)
        add(d->found.step[i].text.s);
    char result[12];
    snprintf(result, sizeof result, "%u", q.line[0]);
    submit(result);
}

static void a_subproof_to_be_bought(void **state)
{
    (void)state;
    uint32_t result[2];
    unsigned which;
    struct bl_draft_search q = {.goal = "", .seconds = 60};
    say("leave");
    begin(MOVE_BUY_PROOF);
    assert_int_equal(bl_draft_find(d, &q), FOUND_NO_GOAL);
    add("axiom (P∧(¬P))");
    assert_int_equal(bl_draft_origin(d, 1, &which), FROM_AXIOM);
    add("P by simplification 1");
    assert_int_equal(bl_draft_add(d, "axiom Q"), BL_DRAFT_TOO_LATE);
    add("(¬P) by simplification 1");
    assert_int_equal(bl_draft_opposite(d, 2), 3);
    assert_int_equal(bl_draft_opposite(d, 3), 2);
    assert_false(bl_draft_result(d, 0, result));
    assert_int_equal(bl_draft_cost(d), 2 * (1 + 2));   /* V.4: twice the points */
    strcpy(d->name, "z");
    submit("");
}

static void what_writing_costs(void **state)
{
    (void)state;
    static struct pw view = {.phase = PHASE_SETUP};
    struct pw_card blank = {.kind = PW_BLANK}, written = {.kind = PW_EDITED, .cost = 7};
    assert_int_equal(bl_draft_charge(&view, &blank, 10), 20);
    view.phase = PHASE_EDITING;
    assert_int_equal(bl_draft_charge(&view, &blank, 10), 0);
    assert_int_equal(bl_draft_charge(&view, NULL, 10), 0);
    assert_int_equal(bl_draft_charge(&view, &written, 10), 14);   /* II.2: twice its old cost */
    assert_int_equal(pw_rule_price(0), 1);
    assert_int_equal(pw_rule_price(5), 15);
}

static void templates_can_be_read(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2 * 16; i++) {
        const struct bl_draft_template *t = bl_draft_template(i & 1, 1 + i / 2);
        BL_LOCAL struct bl_text text = bl_text_heap();
        struct bl_statement s;
        struct bl_fault fault;
        assert_true(t || i / 2 > 3);   /* there are a few of either */
        if (!t)
            continue;
        bl_draft_fill_usual(&text, t);
        assert_null(strchr(text.s, '$'));
        assert_true(bl_statement_parse(d->l, text.s, text.len, 0, BL_WFF, &s, &fault));
    }
}

static void what_is_found_shifts_with_the_lines(void **state)
{
    (void)state;
    struct bl_draft_search q = {.goal = "", .seconds = 60};
    begin_proof();
    assert_int_equal(bl_draft_find(d, &q), FOUND_PROOF);
    add("tT by truth");
    assert_true(bl_draft_use_found(d));
    assert_string_equal(d->items[2].s, "[ATK]([chosenPlayer](1),20) by modus-ponens 2 8");
    assert_int_equal(d->found.count, 0);
    bl_draft_cut(d, 0);
    assert_int_equal(bl_draft_find(d, &q), FOUND_PROOF);
    d->player_count = 0;   /* nobody is chosen any more: it does not follow */
    assert_true(bl_draft_rebuild(d, bl_match_view(m, 0)));
    assert_false(bl_draft_use_found(d));
    assert_int_equal(d->item_count, 0);   /* all or nothing */
    assert_int_equal(bl_draft_find(d, &q), FOUND_NONE);
    assert_int_equal(d->found.count, 0);
}

static bl_term read_statement(const char *text)
{
    struct bl_statement s;
    struct bl_fault fault;
    if (!bl_statement_parse(d->l, text, strlen(text), 0, BL_WFF, &s, &fault))
        fail_msg("%s: %s", text, fault.why);
    return s.term;
}

/* In English the parts of a fault are told as the reader of statements puts them together. */
static void faults_are_told(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "(P∧Q", "P Q", "P∧Q∧R", "P\x01", "P\xff", "P_", "[ATK](1)"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct bl_statement s;
        struct bl_fault fault;
        BL_LOCAL struct bl_text told = bl_text_heap();
        assert_false(bl_statement_parse(d->l, texts[i], strlen(texts[i]), 0, BL_WFF, &s, &fault));
        bl_draft_put_fault(&told, &fault, NULL);
        assert_string_equal(told.s, fault.why);
    }
}

/* ---- what follows --------------------------------------------------------- */

/* Sound: what there is gets a name that no other line has; why nothing follows is told. */
static void a_witness_is_new(void **state)
{
    (void)state;
    const struct bl_draft_question ask = {
        .rule = BL_EXISTENTIAL_INSTANTIATION, .premises = 1, .premise = {1}};
    say("leave");
    struct pw *view = malloc(sizeof *view);
    memcpy(view, bl_match_view(m, 0), sizeof *view);
    view->head.setup.rulings[RULING_LOGIC] = LOGIC_SOUND;
    bl_draft_begin(d, 0, MOVE_BUY_PROOF);
    assert_true(bl_draft_rebuild(d, view));
    add("axiom (∃(x)P(x))");
    bl_draft_conclude(d, &ask);
    assert_true(offers(&d->options, "P(x()) by existential-instantiation 1"));
    add("axiom Q(x())");
    bl_draft_infer(d, &ask, 1);
    assert_true(d->answer.count == 0 && d->answer.why == BL_WHY_EI_NOT_FRESH);
    free(view);
}

/* Questions of the game that stand anywhere in the statements are offered with their answers. */
static void what_stands_under_a_quantifier_is_asked(void **state)
{
    (void)state;
    static const char *const bodies[] = {"(∃(y)%)", "(∀(y)%)", "(¬%)", "(P→%)"};
    const char *question = "[PLAYER]([chosenPlayer](2))";
    begin_proof();
    d->players[1] = 0;
    d->player_count = 2;
    assert_true(bl_draft_rebuild(d, bl_match_view(m, 0)));
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char line[200];
        int before = (int)strcspn(bodies[i], "%");
        bl_draft_conclude(d, &(struct bl_draft_question){0});
        assert_false(offers(&d->options, "[PLAYER]([chosenPlayer](2)) by evaluation"));
        snprintf(line, sizeof line, "(tT∨%.*s%s%s) by addition 1", before, bodies[i], question,
                 bodies[i] + before + 1);
        add(line);
        bl_draft_conclude(d, &(struct bl_draft_question){0});
        assert_true(offers(&d->options, "[PLAYER]([chosenPlayer](2)) by evaluation"));
        bl_draft_cut(d, 0);
        assert_true(bl_draft_rebuild(d, bl_match_view(m, 0)));
    }
}

/* P.8: where lines are what is paid, any points will do as long as a line can be paid. */
static void a_hint_within_the_purse(void **state)
{
    (void)state;
    struct bl_draft_search q = {.goal = "", .seconds = 60};
    begin_proof();
    struct pw *view = malloc(sizeof *view);
    memcpy(view, bl_match_view(m, 0), sizeof *view);
    view->head.setup.rulings[RULING_PROOF_COST] = COST_LINES;
    for (int32_t proving = 0; proving < 2; proving++) {
        view->seats[0].proving = proving;
        assert_true(bl_draft_rebuild(d, view));
        bl_draft_find(d, &q);
        assert_int_equal(q.budget, proving > 0 ? 1000 : 0);
    }
    free(view);
}

/* ---- in words ------------------------------------------------------------- */

static void would_happen(const char *statement, const char *wanted)
{
    static const char *const names[] = {"Ann", "Bob"};
    struct bl_voice voice = {.names = names, .you = 0};
    BL_LOCAL struct bl_text out = bl_text_heap();
    struct bl_statement said = bl_statement_of(d->l, read_statement(statement));
    assert_true(bl_proof_axiom(d->proof.proof, &said));
    bl_draft_put_deeds(&out, d, bl_proof_lines(d->proof.proof), &voice);
    assert_string_equal(out.s, wanted);
}

/* A.1 to A.6: what a proof does to whom, no more than an action can; to each that it is said of. */
static void what_a_proof_would_do(void **state)
{
    (void)state;
    static const char *const cards[] = {
        "[ATK]([chosenPlayer](1),25)", "[HEAL]([chosenPlayer](2),99)",
        "[ADDPOWER]([chosenPlayer](1),3)", "[SUBPOWER]([chosenPlayer](2),99)",
        "(∀(x)(([health](x)>10)→[ATK](x,7)))", "[CLAIM]([playerOfChosenCard](1),1)",
        "[CLAIM]([chosenPlayer](2),1)", "[ATK](1,20)", "tT",
    };
    static const char *const says[] = {
        "Bob loses 20 health.", "You gain 15 health.", "Bob gains 3 power.", "You lose 8 power.",
        "You lose 7 health. Bob loses 7 health.", "Bob gives up #2 for 10 power.",
        "Nothing would happen.", "Nothing would happen.", "Nothing would happen.",
    };
    begin_proof();
    d->players[1] = 0;
    d->player_count = 2;
    d->cards[0] = 2;
    d->card_count = 1;
    struct pw *view = malloc(sizeof *view);
    memcpy(view, bl_match_view(m, 0), sizeof *view);
    view->seats[0].power = 100;
    for (size_t i = 0; i < sizeof cards / sizeof *cards; i++) {
        assert_true(bl_draft_rebuild(d, view));
        would_happen(cards[i], says[i]);
    }
    free(view);
}

/* G: by what they are about, and how many arguments they take. */
static void functions_in_groups(void **state)
{
    (void)state;
    static const struct { bl_symbol name; const char *group; unsigned takes; } known[] = {
        {BL_RAND_PLAYER, "players", 1}, {BL_RAND_CARD, "cards", 1}, {BL_CHOSEN_PLAYER, "players", 1},
        {BL_CHOSEN_CARD, "cards", 1}, {BL_PLAYER_OF_CHOSEN_CARD, "players", 1},
        {BL_HEALTH, "players", 1}, {BL_POWER, "players", 1}, {BL_POTENCY, "players", 1},
        {BL_SYMBOL_POINT, "cards", 1}, {BL_POWER_COST, "cards", 1}, {BL_IS_NUMBER, "numbers", 1},
        {BL_IS_PLAYER, "players", 1}, {BL_IS_CARD, "cards", 1}, {BL_CLAIM, "actions", 2},
        {BL_ATK, "actions", 2}, {BL_HEAL, "actions", 2}, {BL_ADDPOWER, "actions", 2},
        {BL_SUBPOWER, "actions", 2},
    };
    assert_int_equal(sizeof known / sizeof *known, BL_NAMES - BL_RAND_PLAYER);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_string_equal(bl_draft_name_group(known[i].name - BL_RAND_PLAYER), known[i].group);
        assert_int_equal(bl_draft_name_takes(known[i].name - BL_RAND_PLAYER), known[i].takes);
    }
}

/* ---- cards ---------------------------------------------------------------- */

static void tags_by_their_names(void **state)
{
    (void)state;
    assert_int_equal(bl_draft_read_tag("ROCK", 4, true), TAG_ROCK);
    assert_int_equal(bl_draft_read_tag("sc", 2, false), TAG_SCISSORS);
    assert_int_equal(bl_draft_read_tag("sc", 2, true), -1);
    assert_int_equal(bl_draft_read_tag("papers", 6, false), -1);
    assert_int_equal(bl_draft_read_tag("paper 3", 5, true), TAG_PAPER);
    assert_int_equal(bl_draft_read_tag("", 0, false), -1);
}

/* Signs in words are written as signs; what cannot be read stands as it was typed. */
static void a_card_is_written_out(void **state)
{
    (void)state;
    static const struct { struct bl_draft_card card; const char *move; } known[] = {
        {{3, 0, 7, "P and Q"}, "edit #3 rock 7 (P∧Q)"}, {{0, 2, 0, "(P and"}, "edit #0 scissors 0 (P and"},
        {{-1, -1, -1, "tT"}, "buy-rule tT"}, {{-1, -1, 30, "not P"}, "buy-rule (¬P) 30"},
        {{-1, -1, 0, "P"}, "buy-rule P 0"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        BL_LOCAL struct bl_text out = bl_text_heap();
        bl_draft_put_card(&out, d->l, &known[i].card);
        assert_string_equal(out.s, known[i].move);
    }
}

static bool is_misfit(const char *statement)
{
    struct bl_text why = bl_text_heap();
    bool misfit = bl_draft_misfit(&why, d->l, read_statement(statement));
    assert_int_equal(misfit, why.len > 0);
    bl_text_free(&why);
    return misfit;
}

/* G, A: each function is about players, cards or numbers; X.3: in a conditional effect x is a
 * player. */
static void arguments_of_the_wrong_kind(void **state)
{
    (void)state;
    assert_true(is_misfit("[ATK](1,20)"));
    assert_true(is_misfit("[ATK]([chosenCard](1),20)"));
    assert_true(is_misfit("[ATK]([chosenPlayer](1),[randPlayer](1))"));
    assert_true(is_misfit("([health](1)>10)"));
    assert_true(is_misfit("(P∧(¬[PLAYER]((1+1))))"));
    assert_true(is_misfit("[powerCost]([randPlayer](1))=3"));
    assert_true(is_misfit("(∀(x)((x=x)→[ATK]([chosenPlayer](1),x)))"));
    assert_false(is_misfit("[ATK]([chosenPlayer](1),[powerCost]([randCard](2)))"));
    assert_false(is_misfit("[CLAIM]([playerOfChosenCard](1),1)"));
    assert_false(is_misfit("(∀(x)(([health](x)>10)→[ATK](x,[health](x))))"));
    assert_false(is_misfit("(∀(x)(x>0))"));
    assert_false(is_misfit("[ATK](x,20)"));   /* anything may stand for x */
}

static void choices_that_are_not_made(void **state)
{
    (void)state;
    begin_proof();
    assert_int_equal(bl_draft_unchosen(d, read_statement("[ATK]([chosenPlayer](1),20)")), 0);
    assert_int_not_equal(bl_draft_unchosen(d, read_statement("[ATK]([chosenPlayer](2),20)")), 0);
    assert_int_not_equal(
        bl_draft_unchosen(d, read_statement("[CLAIM]([playerOfChosenCard](1),1)")), 0);
    assert_int_equal(bl_draft_unchosen(d, read_statement("[ATK]([randPlayer](1),20)")), 0);
}

/* L.P.14, L.P.15: exactly one axiom, of the form (∀(x)A). */
static void subproofs_of_no_use(void **state)
{
    (void)state;
    say("leave");
    begin(MOVE_BUY_PROOF);
    add("axiom (∀(x)P(x))");
    assert_non_null(bl_draft_useless(d));   /* nothing was derived */
    add("P(x) by universal-instantiation 1");
    assert_null(bl_draft_useless(d));
    begin(MOVE_BUY_PROOF);
    add("axiom P");
    add("tT by truth");
    assert_non_null(bl_draft_useless(d));
    begin(MOVE_BUY_PROOF);
    add("axiom (∀(x)P(x))");
    add("axiom (∀(x)Q(x))");
    add("tT by truth");
    assert_non_null(bl_draft_useless(d));
}

static void the_useful_comes_first(void **state)
{
    (void)state;
    bl_term condition;
    begin_proof();
    add("[PLAYER]([chosenPlayer](1)) by evaluation");
    bl_draft_conclude(d, &(struct bl_draft_question){.premises = 2, .premise = {2, 7}});
    assert_true(d->options.count > 1);
    assert_true(pw_effect_action(d->l, d->options.step[0].line.s.term, &condition));
    bl_draft_conclude(d, &(struct bl_draft_question){.premises = 1, .premise = {1}});
    for (unsigned i = 1; i < d->options.count; i++)   /* tT is there: what repeats it is last */
        assert_false(strncmp(d->options.step[i - 1].text.s, "tT by", 5) == 0 &&
                     strncmp(d->options.step[i].text.s, "tT by", 5) != 0);
}

/* ---- the tutorial --------------------------------------------------------- */

static void arguments_fit(const struct bl_fact *words)
{
    const char *at = words->format;
    char letter;
    for (unsigned i = 0; (letter = bl_format_letter(&at)) != '\0'; i++)
        assert_int_equal(words->args[i].kind, letter);
}

/* A guided game as it is dealt to people. */
static struct bl_match *deal_lesson(void)
{
    const struct bl_game *game = bl_find_game("predicate-wars");
    struct bl_setup setup = *bl_match_setup(m);
    assert_null(bl_setup_preset(&setup, game, game->first_preset, NULL));
    return seat_table(game, &setup, 1, "greedy", game->teaching->seed);
}

/* Its moves, one after another, make the rounds that it tells of: the second one's fight goes by what
 * the pupil then holds, the light card of the first having been played. */
static void the_lessons_lead_to_the_end(void **state)
{
    (void)state;
    static const char *const names[] = {
        "welcome", "second", "enough", "enough_blanks", "editing", "claim", "claimed", "refuting",
        "playing", "proving", "subproof", "rules", "ruleBySubproof", "drops",
        "again", "light_again", "claimed", "playing", "provingAsIs", "end",
    };
    struct bl_lesson l = {.type = bl_text_heap(), .move = bl_text_heap()};
    struct bl_match *before = m;
    m = deal_lesson();
    for (size_t i = 0; i < sizeof names / sizeof *names;) {
        struct bl_learner pupil = {0};
        if (bl_match_to_move(m) != 0) {
            assert_true(bl_learn_script(m) || bl_match_bot_move(m));
            continue;
        }
        bl_learner_look(&pupil, m, 0);
        assert_true(bl_lesson_find(&pupil.scene, 0, &l));
        assert_string_equal(l.name, names[i++]);
        assert_in_range(l.word_count, 1, BL_LESSON_WORDS - 1);
        unsigned of_cost = 0;
        for (unsigned n = 0; n < l.word_count; n++) {
            arguments_fit(&l.words[n].fact);
            of_cost += strncmp(l.words[n].clauses, "0.4 ", 4) == 0;
        }
        assert_in_range(of_cost, 0, 1);   /* a form has one thing to say of a field */
        if (*l.move.s)
            say(l.move.s);
        bl_learner_free(&pupil);
    }
    assert_int_equal(((const struct pw *)bl_match_view(m, 0))->round, 2);
    bl_match_free(m);
    m = before;
    bl_text_free(&l.type);
    bl_text_free(&l.move);
}

/* Of a card that heals, oneself is suggested, at the table and beside the proof; the lesson goes by what
 * lies there. */
static void the_lessons_heal_nobody_else(void **state)
{
    (void)state;
    static const char *const moves[] = {
        "edit #0 paper 100 [HEAL]([chosenPlayer](1),15)", "edit #1 rock 0 tT", "done", "pass", "pass", "pass", "play #1 #0",
    };
    struct bl_lesson l = {.type = bl_text_heap(), .move = bl_text_heap()};
    struct bl_learner pupil = {0};
    struct bl_match *before = m;
    m = deal_lesson();
    for (size_t i = 0; i < sizeof moves / sizeof *moves;) {
        if (bl_match_to_move(m) == 0 && ((const struct pw *)bl_match_view(m, 0))->phase == PHASE_REFUTING)
            say("accept");
        else if (bl_match_to_move(m) == 0)
            say(moves[i++]);
        else
            assert_true(bl_learn_script(m));
    }
    bl_learner_look(&pupil, m, 0);
    assert_true(bl_lesson_find(&pupil.scene, 0, &l));
    assert_string_equal(l.move.s, "prove players=0 : => 2");
    begin(MOVE_PROVE);
    pupil.scene.draft = d;
    pupil.scene.place = AT_PROOF;
    assert_true(bl_lesson_find(&pupil.scene, 0, &l));
    assert_string_equal(l.type.s, "players 0");
    bl_learner_free(&pupil);
    bl_match_free(m);
    m = before;
    bl_text_free(&l.type);
    bl_text_free(&l.move);
}

/* Whether one of these cards may be claimed now. */
static bool may_be_taken(const struct pw_set *cards)
{
    const bl_move *moves;
    uint32_t n = bl_match_moves(m, &moves);
    bool may = false;
    for (uint32_t i = 0; i < n; i++)
        may |= pw_kind(moves[i]) == MOVE_CLAIM && pw_in(cards, pw_first_of(moves[i]));
    return may;
}

/* Who writes the attacks of the lessons, at the costs that they name, is not robbed of them: neither in
 * the first round nor in the next. */
static void the_lessons_teach_costs_that_nobody_can_pay(void **state)
{
    (void)state;
    struct bl_lesson l = {.type = bl_text_heap(), .move = bl_text_heap()};
    struct bl_match *before = m;
    struct pw_set written = {{0}};
    unsigned seen = 0, card;   /* the rounds, a bit each */
    m = deal_lesson();
    for (const struct pw *v; (v = bl_match_view(m, 1))->round < 2 || v->phase <= PHASE_CLAIMING;) {
        struct bl_learner pupil = {0};
        if (v->phase == PHASE_CLAIMING && bl_match_to_move(m) == 1) {
            assert_false(may_be_taken(&written));
            seen |= 1u << v->round;
        }
        if (bl_match_to_move(m) == 1) {
            assert_true(bl_learn_script(m) || bl_match_bot_move(m));
            continue;
        }
        bl_learner_look(&pupil, m, 0);
        assert_true(bl_lesson_find(&pupil.scene, 0, &l));
        if (sscanf(l.move.s, "edit #%u", &card) == 1 && strstr(l.move.s, "[ATK]"))
            pw_add(&written, card);
        say(l.move.s);
        bl_learner_free(&pupil);
    }
    assert_int_equal(seen, 1u << 1 | 1u << 2);   /* in both rounds */
    bl_match_free(m);
    m = before;
    bl_text_free(&l.type);
    bl_text_free(&l.move);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, take_down)

int main(void)
{
    static const struct CMUnitTest tests[] = {
        CASE(faults_are_told), CASE(a_proof_step_by_step),
        CASE(lines_that_are_refused_change_nothing),
        CASE(a_hint_for_a_proof), CASE(a_refutation), CASE(a_refutation_by_the_letter), CASE(a_subproof_to_be_bought),
        CASE(what_writing_costs), CASE(templates_can_be_read),
        CASE(a_witness_is_new), CASE(what_stands_under_a_quantifier_is_asked),
        CASE(a_hint_within_the_purse), CASE(what_a_proof_would_do), CASE(functions_in_groups),
        CASE(tags_by_their_names), CASE(a_card_is_written_out),
        CASE(what_is_found_shifts_with_the_lines), CASE(arguments_of_the_wrong_kind),
        CASE(choices_that_are_not_made), CASE(subproofs_of_no_use), CASE(the_useful_comes_first),
        CASE(the_lessons_lead_to_the_end), CASE(the_lessons_teach_costs_that_nobody_can_pay),
        CASE(the_lessons_heal_nobody_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
