/* texts.c - statements and lines of proofs as text and as bytes: what is written is what was read,
 * what cannot be read is refused at the first character with which nothing could go on, and a name
 * for a bound variable captures nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/logic.h"
#include "logic/pack.h"
#include "statement.h"

static int failures, checks;
static struct bl_logic *l;

static void expect(const char *got, const char *wanted, const char *of, int line)
{
    checks++;
    if (strcmp(got, wanted) == 0)
        return;
    failures++;
    printf("texts.c:%d: %s: wanted %s, got %s\n", line, of, wanted, got);
}

#define CHECK(what) expect((what) ? "so" : "not so", "so", #what, __LINE__)

static const char *print(const struct bl_statement *s, bool ascii)
{
    static char out[4096];
    struct bl_text t = BL_TEXT_FIXED(out);
    out[0] = '\0';
    bl_statement_print(l, s, ascii, &t);
    return out;
}

/* ---- faults ---- */

static void test_faults(void)
{
    static const struct { const char *text; size_t column; const char *why; } cases[] = {
        {"", 1, "expected a statement or a term, found the end"},
        {"(P∧Q", 5, "expected ), found the end"},
        {"(P Q)", 4, "expected ∧, ∨ or →, found 'Q'"},
        {"1 2", 3, "expected =, > or <, found '2'"},
        {"P((1 2))", 6, "expected an operator (+ - * / f/ c/ %), found '2'"},
        {"P((1=2))", 5, "expected an operator (+ - * / f/ c/ %), found '='"},
        {"((1 2)=3)", 5, "expected =, >, < or an operator (+ - * / f/ c/ %), found '2'"},
        {"P∧Q R", 5, "expected the end of the statement, found 'R'"},
        {"P(1", 4, "expected , or ), found the end"},
        {"P(", 3, "expected a term, found the end"},
        {"P(,)", 3, "expected a term, found ','"},
        {"¬P∧", 3, "expected the end of the statement, found '∧'"},
        {"∀x P", 2, "expected (, found 'x'"},
        {"∀(P)Q", 3, "expected a variable, found 'P'"},
        {"∀([health])Q", 3, "expected a variable, found '['"},
        {"∀(01)Q", 3, "a number has no leading zeros"},
        {"P∧∀(x)Q", 3, "expected ( before a quantifier or ¬, found '∀'"},
        {"[PLAYER]", 9, "expected ( after the name of a game function, found the end"},
        {"[PLAYER](1,2)", 1, "this function takes 1 argument"},
        {"[ATK](1)", 1, "this function takes 2 arguments"},
        {"[player](1)", 1, "no game function has this name"},
        {"[P", 1, "no game function has this name"},
        {"P(2147483648)", 3, "a number is at most 2147483647"},
        {"P(99999999999)", 3, "a number is at most 2147483647"},
        {"P(00)", 3, "a number has no leading zeros"},
        {"P_", 3, "expected the digits of an index after _"},
        {"P_01", 1, "an index has no leading zeros"},
        {"P_1234567890123456789", 1, "an index has at most 18 digits"},
        {"P\x01", 2, "expected the end of the statement, found byte 1"},
        {"P\xff", 2, "expected the end of the statement, found byte 255"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bl_statement s;
        struct bl_fault f = {.why = "nothing"};
        CHECK(!bl_statement_parse(l, cases[i].text, strlen(cases[i].text), 0, BL_WFF, &s, &f));
        expect(f.why, cases[i].why, cases[i].text, __LINE__);
        CHECK(f.column == cases[i].column);
    }
}

/* 64 brackets may be open at once; how many there are one after another does not matter. */
static void test_brackets(void)
{
    struct bl_statement s;
    struct bl_fault f;
    for (unsigned open = 63; open <= 65; open++) {
        char text[400] = "";
        for (unsigned i = 0; i < open; i++)
            strcat(text, "(¬");
        strcat(text, "P");
        for (unsigned i = 0; i < open; i++)
            strcat(text, ")");
        CHECK(bl_statement_parse(l, text, strlen(text), 0, BL_WFF, &s, &f) == (open <= 64));
    }
    char flat[2000] = "P(f()";
    for (unsigned i = 0; i < 99; i++)
        strcat(flat, ",f()");
    strcat(flat, ")");
    CHECK(bl_statement_parse(l, flat, strlen(flat), 0, BL_WFF, &s, &f));
    /* 512 symbols: P(1,...,1) with 255 arguments has them, and nothing longer does. */
    for (unsigned arguments = 255; arguments <= 256; arguments++) {
        strcpy(flat, "P(1");
        for (unsigned i = 1; i < arguments; i++)
            strcat(flat, ",1");
        strcat(flat, ")");
        CHECK(bl_statement_parse(l, flat, strlen(flat), 0, BL_WFF, &s, &f) == (arguments == 255));
    }
}

/* ---- names of bound variables ---- */

static void named(const char *text, const char *letters, const char *wanted, unsigned points,
                  int line)
{
    bl_symbol names[8];
    size_t count = 0;
    for (; letters[count]; count++)   /* a capital letter: that letter with the index 7 */
        names[count] = letters[count] >= 'a'
                           ? bl_symbol_make(l, letters[count], -1)
                           : bl_symbol_make(l, (char)(letters[count] - 'A' + 'a'), 7);
    struct bl_statement s = bl_statement_named(l, statement(l, text).term, names, count);
    expect(print(&s, false), wanted, text, line);
    checks++;
    if (s.points != points || statement(l, wanted).points != points) {
        failures++;
        printf("texts.c:%d: %s: wanted %u points, got %u\n", line, wanted, points, s.points);
    }
}

static void test_names(void)
{
    named("(∀(x)P(x))", "y", "(∀(y)P(y))", 5, __LINE__);
    named("(P∧(∀(x)P(x)))", "y", "(P∧(∀(y)P(y)))", 7, __LINE__);
    named("((∀(x)P(x))∧(∀(x)Q(x)))", "yz", "((∀(y)P(y))∧(∀(z)Q(z)))", 11, __LINE__);
    named("(∀(x)R(x,x))", "X", "(∀(x_7)R(x_7,x_7))", 9, __LINE__);
    named("(∀(x)R(x,y))", "y", "(∀(z)R(z,y))", 6, __LINE__);          /* y is free in it */
    named("(∀(x)(∀(y)R(x,y)))", "xx", "(∀(x)(∀(y)R(x,y)))", 9, __LINE__);
    named("(∀(x)(∀(y)P(y)))", "xx", "(∀(x)(∀(x)P(x)))", 8, __LINE__);   /* as it may be */
    named("(∀(x)(∀(y)R(x,y)))", "zz", "(∀(z)(∀(a)R(z,a)))", 9, __LINE__);
    named("(∀(x)(∀(y)(∀(z)R(x,z))))", "xyx", "(∀(x)(∀(y)(∀(z)R(x,z))))", 12, __LINE__);
    named("(∀(x)P(x))", "", "(∀(x)P(x))", 5, __LINE__);
    char out[64];
    struct bl_text t = BL_TEXT_FIXED(out);
    bl_symbol_print(l, bl_symbol_make(l, 'P', 12), &t);
    bl_symbol_print(l, bl_symbol_make(l, 'z', -1), &t);
    bl_symbol_print(l, bl_symbol_make(l, 'A', -1), &t);
    bl_symbol_print(l, BL_HEALTH, &t);
    expect(out, "P_12zA[health]", "symbols", __LINE__);
}

/* ---- lines, and all of it as bytes ---- */

static const char *const items[] = {
    "axiom (∀(x)(P(x)→(∃(y)(¬R(x,y,x_3)))))",
    "axiom P",
    "axiom P_123456789012345678(f(),g_0(1,(2+3)),2147483647)",
    "(([health](1)>((1-2)*(3/4)))∨(tT∧tF)) by addition 1",
    "((x=y)→((1f/2)<(3c/(4%5)))) by implication 12 255",
    "[ATK]([chosenPlayer](1),300) by universal-modus-ponens 4294967295 1",
    "(∀(y)B(y)) by conditional-proof 3 using a_-Z9",
    "(¬(∀(y)B(y))) by indirect-proof using z",
    "tT by truth",
};

static void test_items(void)
{
    for (size_t n = 0; n < sizeof items / sizeof *items; n++) {
        struct bl_item item, again;
        struct bl_fault f;
        uint8_t packed[BL_PACKED_MAX + BL_PACKED_REASON_MAX];
        char out[4096];
        const char *text = items[n];
        CHECK(bl_item_parse(l, text, strlen(text), 0, &item, &f));
        size_t size = bl_item_pack(l, &item, packed);
        const uint8_t *at = packed;
        struct bl_text t = BL_TEXT_FIXED(out);
        bl_packed_item_print(&at, packed + size, false, &t);
        expect(out, text, "as it was read", __LINE__);
        CHECK(at == packed + size);
        at = packed;
        CHECK(bl_item_unpack(l, &at, packed + size, &again) && at == packed + size);
        CHECK(again.axiom == item.axiom && again.i.rule == item.i.rule &&
              again.i.premises == item.i.premises && again.i.c.term == item.i.c.term &&
              again.i.c.points == item.i.c.points && again.subproof_size == item.subproof_size);
        for (uint32_t i = 0; i < item.i.premises; i++)
            CHECK(again.i.premise[i] == item.i.premise[i]);
        CHECK(bl_packed_item_statement(packed, packed + size) > packed);
        for (size_t cut = 0; cut < size; cut++) {      /* no part of it is a whole one */
            at = packed;
            CHECK(!bl_item_unpack(l, &at, packed + cut, &again));
        }
        struct bl_statement s = statement(l, print(&item.i.c, true));   /* in words: the same */
        CHECK(s.term == item.i.c.term && s.points == item.i.c.points);
    }
}

static void test_lines(void)
{
    struct bl_line line = {.s = statement(l, "(P→Q)"), .rule = BL_IMPLICATION, .premises = 2,
                           .premise = {3, 14}};
    char out[200];
    struct bl_text t = BL_TEXT_FIXED(out);
    bl_line_print(l, &line, NULL, false, &t);
    bl_put(&t, "; ");
    line.rule = 0;
    bl_line_print(l, &line, NULL, true, &t);
    bl_put(&t, "; ");
    line.rule = BL_CONDITIONAL_PROOF;
    line.premises = 1;
    bl_line_print(l, &line, "zz", true, &t);
    expect(out, "(P→Q) by implication 3 14; axiom (P imply Q); "
                "(P imply Q) by conditional-proof 3 using zz", "lines", __LINE__);
    struct bl_item item;
    struct bl_fault f;
    const char *many = "P by conjunction 1 2 3 4";
    CHECK(bl_item_parse(l, many, strlen(many), 0, &item, &f));
    CHECK(item.i.premises == 4 && item.i.premise[0] == 1 && item.i.premise[1] == 2 &&
          item.i.c.term == statement(l, "P").term && !item.subproof);
    /* A number that is too large is no small one. */
    const char *large = "P by conjunction 4294967294 4294967297";
    CHECK(bl_item_parse(l, large, strlen(large), 0, &item, &f));
    CHECK(item.i.premise[0] == UINT32_MAX - 1 && item.i.premise[1] == UINT32_MAX);
}

static void test_packed(void)
{
    uint8_t a[BL_PACKED_MAX], b[BL_PACKED_MAX], uses[BL_NAMES - BL_RAND_PLAYER];
    struct bl_statement s = statement(l, "(∀(x)(([health](x)>[health](1))→[ATK](x,y_2)))");
    size_t a_size = bl_statement_pack(l, &s, a);
    CHECK(bl_packed_points(a, a_size, uses) == s.points && s.points == 22);
    CHECK(uses[BL_HEALTH - BL_RAND_PLAYER] == 2 && uses[BL_ATK - BL_RAND_PLAYER] == 1 &&
          uses[BL_POWER - BL_RAND_PLAYER] == 0);
    static const struct { const char *text; bool same; } others[] = {
        {"(∀(x)(([health](x)>[health](1))→[ATK](x,y_2)))", true},
        {"(∀(z_9)(([health](z_9)>[health](1))→[ATK](z_9,y_2)))", true},
        {"(∀(x)(([health](x)>[health](2))→[ATK](x,y_2)))", false},
        {"(∀(x)(([health](x)>[health](1))→[ATK](x,y_3)))", false},
        {"(∃(x)(([health](x)>[health](1))→[ATK](x,y_2)))", false},
        {"(∀(x)([health](x)>[health](1)))", false},
        {"P", false}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct bl_statement o = statement(l, others[i].text);
        size_t b_size = bl_statement_pack(l, &o, b);
        CHECK(bl_packed_same(a, a + a_size, b, b + b_size) == others[i].same);
        CHECK(bl_packed_letter(b, b_size) == (i == 6 ? 'P' : 0));
    }
    CHECK(bl_packed_letter(b, 0) == 0);
    s = statement(l, "P(x)");
    CHECK(bl_packed_letter(b, bl_statement_pack(l, &s, b)) == 0);
    /* An index has at most 63 bits; a name before it says that it is there. */
    static const uint8_t endless[] = {PACKED_ALONE + PACKED_LETTERS, 255, 255, 255, 255, 255, 255,
                                      255, 255, 255, 1};
    const uint8_t *at = endless;
    CHECK(!bl_statement_unpack(l, &at, endless + sizeof endless, &s));
}

/* ---- what depends on the game alone ---- */

static void test_deterministic(void)
{
    CHECK(bl_term_deterministic(l, statement(l, "(([health](1)>2)∧(¬[PLAYER]((1+1))))").term, false));
    CHECK(!bl_term_deterministic(l, statement(l, "(([health](1)>2)∧(¬[PLAYER](x)))").term, false));
    CHECK(!bl_term_deterministic(l, statement(l, "([health](1)>f(2))").term, false));
    CHECK(!bl_term_deterministic(l, statement(l, "(f(2)>[health](1))").term, false));
    CHECK(!bl_term_deterministic(l, statement(l, "(tT∧P)").term, false));
    CHECK(bl_term_deterministic(l, statement(l, "(tT∧tF)").term, false));
    bl_term all = statement(l, "(∀(x)([health](x)>2))").term;
    CHECK(!bl_term_deterministic(l, all, true));
    CHECK(bl_term_deterministic(l, bl_term_left(l, all), true));
    CHECK(!bl_term_deterministic(l, bl_term_left(l, all), false));
}

/* ---- what a rule leaves free ---- */

static void test_left_free(void)
{
    static struct bl_answer a;
    struct bl_question q = {.rule = BL_IDENTITY, .ruling = BL_SOUND};
    bl_infer(l, &q, &a);
    CHECK(a.count == 0 && a.needs_with);
    q.with = statement(l, "P").term;   /* it says that something is itself: P is no thing */
    bl_infer(l, &q, &a);
    CHECK(a.count == 0 && !a.needs_with && a.why == BL_WHY_WITH_WFO);
    q.with = bl_term_left(l, statement(l, "(c()=1)").term);
    bl_infer(l, &q, &a);
    CHECK(a.count == 1 && a.conclusions[0].term == statement(l, "(c()=c())").term);
}

int main(void)
{
    l = bl_logic_new();
    test_faults();
    test_brackets();
    test_names();
    test_items();
    test_lines();
    test_packed();
    test_deterministic();
    test_left_free();
    bl_logic_free(l);
    printf("%d checks, %d not so\n", checks, failures);
    return failures > 0 || checks < 300;
}
