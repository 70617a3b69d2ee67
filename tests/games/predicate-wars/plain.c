/* plain.c - statements in plain words, in every language that there is: what each must say is
 * written here from what its signs mean. The folder of the catalogues is the argument. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bylaw/match.h"
#include "draft/draft.h"
#include "catalogues.h"
#include "matches.h"

static const char *folder;
static struct bl_draft *d;

static int set_up(void **state)
{
    (void)state;
    open_catalogues(folder);
    d = bl_draft_new();
    return 0;
}

static int take_down(void **state)
{
    (void)state;
    bl_draft_free(d);
    return 0;
}

static void plain(struct bl_text *out, const char *statement, unsigned language)
{
    struct bl_statement s;
    struct bl_fault fault;
    struct bl_voice voice = {.catalogue = catalogue_of(language)};
    bl_logic_reset(d->l);
    if (!bl_statement_parse(d->l, statement, strlen(statement), 0, BL_WFF_OR_WFO, &s, &fault))
        fail_msg("%s: %s", statement, fault.why);
    bl_draft_put_plain(out, d->l, &s, &voice);
}

static void says(const char *statement, unsigned language, const char *words)
{
    BL_LOCAL struct bl_text told = bl_text_heap();
    bl_put(&told, "");
    plain(&told, statement, language);
    if (strcmp(told.s, words) != 0)
        fail_msg("%s:\n  '%s' must be\n  '%s'", statement, told.s, words);
}

#define WHO "[chosenPlayer](1)"

static void actions(void **state)
{
    (void)state;
    says("[ATK](" WHO ",20)", ENGLISH, "the chosen player is attacked for 20");
    /* A: an action takes or gives at most 20, 15, 10 and 8. */
    says("[ATK](" WHO ",90)", ENGLISH, "the chosen player is attacked for 90 (counts as 20)");
    says("[ATK](" WHO ",21)", GERMAN, "der gewählte Spieler wird für 21 (zählt als 20) angegriffen");
    says("[HEAL](" WHO ",16)", ENGLISH, "the chosen player is healed by 16 (counts as 15)");
    says("[ADDPOWER](" WHO ",11)", ENGLISH, "the chosen player's power rises by 11 (counts as 10)");
    says("[SUBPOWER](" WHO ",9)", ENGLISH, "the chosen player's power falls by 9 (counts as 8)");
    says("[ATK](" WHO ",(90+1))", ENGLISH, "the chosen player is attacked for 90 + 1 (20 at most)");
    says("[ATK](" WHO ",20)", GERMAN, "der gewählte Spieler wird für 20 angegriffen");
    says("[ATK](" WHO ",20)", SLOVAK, "vybraný hráč dostane zásah za 20");
    says("[HEAL]([chosenPlayer](2),15)", ENGLISH, "chosen player 2 is healed by 15");
    says("[HEAL]([randPlayer](1),15)", GERMAN, "der zufällige Spieler wird um 15 geheilt");
    says("[ADDPOWER](" WHO ",10)", ENGLISH, "the chosen player's power rises by 10");
    says("[SUBPOWER](" WHO ",8)", GERMAN, "die Macht des gewählten Spielers sinkt um 8");
    says("[SUBPOWER]([playerOfChosenCard](1),8)", SLOVAK, "sila majiteľa vybranej karty klesne o 8");
    says("[CLAIM]([playerOfChosenCard](1),1)", ENGLISH,
         "the owner of the chosen card must hand over chosen card 1 for twice its cost");
    says("(¬[ATK](" WHO ",20))", ENGLISH, "the chosen player is not attacked for 20");
    says("[ATK](" WHO ",([health](" WHO ")-(2*3)))", ENGLISH,
         "the chosen player is attacked for the chosen player's health - (2 * 3) (20 at most)");
}

static void conditions(void **state)
{
    (void)state;
    says("([PLAYER](" WHO ")→[ATK](" WHO ",20))", ENGLISH,
         "if the chosen player is a player, then the chosen player is attacked for 20");
    says("([PLAYER](" WHO ")→[ATK](" WHO ",20))", GERMAN,
         "wenn der gewählte Spieler ein Spieler ist, dann wird der gewählte Spieler für 20 angegriffen");
    says("([PLAYER](" WHO ")→[ATK](" WHO ",20))", SLOVAK,
         "ak vybraný hráč je hráč, potom vybraný hráč dostane zásah za 20");
    says("(∀(x)((¬(x=" WHO "))→[ATK](x,20)))", ENGLISH,
         "for every player x: if x is not the chosen player, then x is attacked for 20");
    says("(∀(a)(tT→[ATK](" WHO ",([power](a)+45))))", ENGLISH,
         "for every player a: the chosen player is attacked for a's power + 45 (20 at most)");
    says("(tT→[ATK](" WHO ",5))", ENGLISH, "the chosen player is attacked for 5");
    says("(W→(∀(a)(tT→[ATK](" WHO ",5))))", ENGLISH,
         "if W holds: for every player a: the chosen player is attacked for 5");
    says("(∀(y)(([health](y)>20)→[HEAL](y,5)))", GERMAN,
         "für jeden Spieler y gilt: wenn das Leben von y mehr als 20 ist, dann wird y um 5 geheilt");
    /* What is no action may be true of more than players. */
    says("(∀(x)([CARD](x)→([powerCost](x)<3)))", ENGLISH,
         "for all x: if x is a card, then x's cost is less than 3");
    says("(∃(x)[PLAYER](x))", ENGLISH, "there is x such that: x is a player");
    says("(¬(∀(x)P))", ENGLISH, "not for all x: P holds");
    says("((P∧Q)→R)", GERMAN, "wenn P gilt und wenn Q gilt, dann gilt R");
    says("(1>2)", ENGLISH, "1 is more than 2");
    says("tT", ENGLISH, "this is always true");
    says("(¬tT)", ENGLISH, "this is never true");
}

/* The names are those that were written, also where one hides another. */
static void names_of_variables(void **state)
{
    (void)state;
    says("(∀(x)(∀(y)(¬[ATK](x,y))))", ENGLISH, "for all x, y: x is not attacked for y (20 at most)");
    says("(∀(y)(∀(x)(¬[ATK](x,y))))", ENGLISH, "for all y, x: x is not attacked for y (20 at most)");
    says("(∃(z)(∀(x)(x=z)))", ENGLISH, "there is z such that: for all x: x is z");
}

/* Words that could be taken for something else are not put. */
static void what_is_too_strange_keeps_its_signs(void **state)
{
    (void)state;
    static const char *const strange[] = {
        "((P∧Q)∨R)", "(P→(Q→R))", "(¬(P∧Q))", "((∀(x)P)→Q)", "P(x)", "(P∧(Q→R))",
        "[ATK]([chosenPlayer]([health](x)),1)", "(f(x)=1)", "([health](1)=2)", "(1+2)", "x",
    };
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++)
        for (unsigned language = 0; language < LANGUAGES; language++)
            says(strange[i], language, "");
}

static void has_words(const char *statement)
{
    for (unsigned language = 0; language < LANGUAGES; language++) {
        BL_LOCAL struct bl_text told = bl_text_heap(), english = bl_text_heap();
        plain(&told, statement, language);
        plain(&english, statement, ENGLISH);
        if (told.len == 0)
            fail_msg("%s has no plain words", statement);
        assert_null(strpbrk(told.s, "{}$|"));
        if (language && strcmp(told.s, english.s) == 0)
            fail_msg("%s is said in English", statement);
    }
}

static void whoever_begins_meets_words(void **state)
{
    (void)state;
    static const char *const tutorial[] = {
        "([PLAYER]([chosenPlayer](1))→[ATK]([chosenPlayer](1),20))", "tT", "(1>2)",
        "[ATK]([chosenPlayer](1),20)", "[PLAYER]([chosenPlayer](1))", "[ATK]([chosenPlayer](1),15)",
        "[HEAL]([chosenPlayer](1),15)", "(∀(x)(x>0))", "(∀(x)tF)", "(∀(x)(¬tF))", "tF",
        "(∀(x)(¬[ATK](x,15)))",
    };
    for (size_t i = 0; i < sizeof tutorial / sizeof *tutorial; i++)
        has_words(tutorial[i]);
    for (unsigned i = 0; pw_base_rule(i); i++)
        has_words(pw_base_rule(i));
    for (unsigned i = 0; i < 2 * 16; i++) {
        const struct bl_draft_template *t = bl_draft_template(i & 1, 1 + i / 2);
        BL_LOCAL struct bl_text text = bl_text_heap();
        if (!t)
            continue;
        bl_draft_fill_usual(&text, t);
        has_words(text.s);
    }
}

/* ---- what a proof would do ------------------------------------------------- */

static struct bl_match *m;

static void move(const char *text)
{
    must_submit(m, bl_match_to_move(m), text);
}

static void does(uint32_t number, unsigned language, const char *words)
{
    BL_LOCAL struct bl_text told = bl_text_heap();
    const char *const names[] = {"Ada", "Bob"};
    struct bl_voice voice = {.catalogue = catalogue_of(language), .names = names,
                             .you = 0};
    bl_draft_put_deeds(&told, d, number, &voice);
    assert_string_equal(told.s, words);
}

static void choose(unsigned player)
{
    bl_draft_begin(d, 0, MOVE_PROVE);
    d->players[0] = (uint8_t)player;
    d->player_count = player < 2;
    assert_true(bl_draft_rebuild(d, bl_match_view(m, 0)));
}

/* A.3: at most 20; X.3: for each living player of whom the condition is true. */
static void deeds(void **state)
{
    (void)state;
    m = deal_table("predicate-wars", 2, UINT32_MAX, "", 2);
    move("edit #0 paper 1 (∀(x)(([health](x)>0)→[ATK](x,70)))");
    move("edit #1 rock 0 [HEAL]([chosenPlayer](1),3)");
    move("done");
    move("edit #2 rock 0 tT");
    move("done");
    for (unsigned i = 0; i < 6; i++)
        move("pass");
    if (bl_match_to_move(m) == 1)
        move("discard #2");
    move("play #1 #0");
    choose(1);
    does(1, ENGLISH, "Bob gains 3 health.");
    does(2, ENGLISH, "You lose 20 health. Bob loses 20 health.");
    does(2, GERMAN, "Du verlierst 20 Leben. Bob verliert 20 Leben.");
    does(3, ENGLISH, "Nothing would happen.");
    choose(0);
    does(1, SLOVAK, "Získavaš 3 zdravia.");
    choose(2);   /* nobody is chosen */
    does(1, ENGLISH, "Nothing would happen.");
    bl_match_free(m);
}

int main(int argc, char **argv)
{
    folder = argc > 1 ? argv[1] : ".";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions), cmocka_unit_test(conditions), cmocka_unit_test(names_of_variables),
        cmocka_unit_test(what_is_too_strange_keeps_its_signs),
        cmocka_unit_test(whoever_begins_meets_words), cmocka_unit_test(deeds),
    };
    return cmocka_run_group_tests(tests, set_up, take_down);
}
