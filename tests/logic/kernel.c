/* kernel.c - what the kernel refuses whatever it is given, what it keeps of what it was given, and
 * what it says of a proof: by its public functions, each against what logic.h promises. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/logic.h"
#include "statement.h"

static int failures, checks;
static struct bl_logic *l;

#define CHECK(what) check((what), #what, __LINE__)

static void check(bool holds, const char *what, int line)
{
    checks++;
    if (holds)
        return;
    failures++;
    printf("kernel.c:%d: not so: %s\n", line, what);
}

static bl_term term(const char *text)
{
    return statement(l, text).term;
}

static bool axiom(struct bl_proof *p, const char *text)
{
    struct bl_statement s = statement(l, text);
    return bl_proof_axiom(p, &s);
}

static enum bl_why infer(struct bl_proof *p, enum bl_rule rule, const char *c, uint32_t premises,
                         uint32_t p1, uint32_t p2)
{
    struct bl_inference i = {.rule = rule, .c = statement(l, c), .premises = premises,
                             .premise = {p1, p2}};
    return bl_proof_infer(p, &i);
}

/* ---- terms ---- */

/* No node mixes what is true or false with what stands for an object, or has parts that are not
 * there; the number of arguments is that of the game's function. */
static void test_what_fits(void)
{
    bl_term wff = term("P"), wfo = term("x"), one = term("1");
    bl_term args1 = bl_term_make(l, BL_ARGS, one, 0), args2 = bl_term_make(l, BL_ARGS, one, args1);
    bl_symbol x = bl_symbol_make(l, 'x', -1), p = bl_symbol_make(l, 'P', -1);
    bl_symbol x1 = bl_symbol_make(l, 'x', 1), p1 = bl_symbol_make(l, 'P', 1), none = p1 + 1;
    CHECK(bl_term_make(l, BL_TT, 0, 0) && bl_term_make(l, BL_TF, 0, 0));
    CHECK(!bl_term_make(l, BL_TT, 1, 0) && !bl_term_make(l, BL_TT, 0, 1));
    CHECK(bl_term_make(l, BL_LETTER, p, 0) == wff && bl_term_make(l, BL_LETTER, p1, 0));
    CHECK(!bl_term_make(l, BL_LETTER, p, wff) && !bl_term_make(l, BL_LETTER, x, 0));
    CHECK(!bl_term_make(l, BL_LETTER, x1, 0) && !bl_term_make(l, BL_LETTER, none, 0));
    CHECK(!bl_term_make(l, BL_LETTER, BL_IS_PLAYER, 0));
    CHECK(bl_term_make(l, BL_VARIABLE, x, 0) == wfo && bl_term_make(l, BL_VARIABLE, x1, 0));
    CHECK(!bl_term_make(l, BL_VARIABLE, x, wfo) && !bl_term_make(l, BL_VARIABLE, p, 0));
    CHECK(!bl_term_make(l, BL_VARIABLE, p1, 0) && !bl_term_make(l, BL_VARIABLE, none, 0));
    CHECK(!bl_term_make(l, BL_VARIABLE, BL_HEALTH, 0));
    CHECK(bl_term_make(l, BL_NUMBER, BL_NUMBER_MAX, 0) && !bl_term_make(l, BL_NUMBER, 1, one));
    CHECK(!bl_term_make(l, BL_NUMBER, (uint32_t)BL_NUMBER_MAX + 1, 0));
    CHECK(bl_term_make(l, BL_BOUND, BL_BRACKETS_MAX - 1, 0) && !bl_term_make(l, BL_BOUND, 0, one));
    CHECK(!bl_term_make(l, BL_BOUND, BL_BRACKETS_MAX, 0));
    CHECK(bl_term_make(l, BL_ATOM, p, args2) && bl_term_make(l, BL_ATOM, p, 0));
    CHECK(!bl_term_make(l, BL_ATOM, x, args1) && !bl_term_make(l, BL_ATOM, none, args1));
    CHECK(!bl_term_make(l, BL_ATOM, p, one) && !bl_term_make(l, BL_ATOM, p, 1u << 30));
    CHECK(bl_term_make(l, BL_APPLY, x, args2) && bl_term_make(l, BL_APPLY, x, 0));
    CHECK(!bl_term_make(l, BL_APPLY, p, args1) && !bl_term_make(l, BL_APPLY, none, args1));
    CHECK(!bl_term_make(l, BL_APPLY, x, one) && !bl_term_make(l, BL_APPLY, x, wff));
    CHECK(bl_term_make(l, BL_APPLY, BL_RAND_PLAYER, args1) &&
          bl_term_make(l, BL_APPLY, BL_POWER_COST, args1));
    CHECK(!bl_term_make(l, BL_APPLY, BL_POWER_COST, args2));
    CHECK(!bl_term_make(l, BL_APPLY, BL_IS_NUMBER, args1));
    CHECK(!bl_term_make(l, BL_ATOM, BL_POWER_COST, args1));
    CHECK(bl_term_make(l, BL_ATOM, BL_IS_NUMBER, args1));
    CHECK(bl_term_make(l, BL_ATOM, BL_IS_CARD, args1));
    CHECK(!bl_term_make(l, BL_ATOM, BL_IS_CARD, args2) && !bl_term_make(l, BL_ATOM, BL_IS_CARD, 0));
    CHECK(bl_term_make(l, BL_ATOM, BL_CLAIM, args2));
    CHECK(bl_term_make(l, BL_ATOM, BL_SUBPOWER, args2));
    CHECK(!bl_term_make(l, BL_ATOM, BL_CLAIM, args1) && !bl_term_make(l, BL_ATOM, BL_ATK, 0));
    CHECK(bl_term_make(l, BL_NOT, wff, 0));
    CHECK(!bl_term_make(l, BL_NOT, wfo, 0) && !bl_term_make(l, BL_NOT, wff, wff));
    CHECK(!bl_term_make(l, BL_NOT, 0, 0) && !bl_term_make(l, BL_NOT, 1u << 30, 0));
    CHECK(bl_term_make(l, BL_FORALL, wff, x) && bl_term_make(l, BL_EXISTS, wff, x1));
    CHECK(!bl_term_make(l, BL_FORALL, wfo, x) && !bl_term_make(l, BL_FORALL, wff, p));
    CHECK(!bl_term_make(l, BL_EXISTS, wff, none) && !bl_term_make(l, BL_EXISTS, wff, BL_HEALTH));
    for (unsigned shape = BL_AND; shape <= BL_IMPLY; shape++) {
        CHECK(bl_term_make(l, (enum bl_shape)shape, wff, wff));
        CHECK(!bl_term_make(l, (enum bl_shape)shape, wff, wfo));
        CHECK(!bl_term_make(l, (enum bl_shape)shape, wfo, wff));
        CHECK(!bl_term_make(l, (enum bl_shape)shape, wff, 0));
    }
    for (unsigned shape = BL_EQUAL; shape <= BL_MOD; shape += shape == BL_LESS ? 5 : 1) {
        CHECK(bl_term_make(l, (enum bl_shape)shape, wfo, one));
        CHECK(!bl_term_make(l, (enum bl_shape)shape, wff, wfo));
        CHECK(!bl_term_make(l, (enum bl_shape)shape, wfo, wff));
        CHECK(!bl_term_make(l, (enum bl_shape)shape, wfo, 1u << 30));
    }
    CHECK(!bl_term_make(l, BL_ARGS, wff, 0) && !bl_term_make(l, BL_ARGS, one, one));
    CHECK(!bl_term_make(l, BL_NONE, 0, 0) && !bl_term_make(l, BL_NONE, one, one));
    CHECK(!bl_term_make(l, BL_SHAPES, one, one));
}

/* 512 symbols and 64 brackets, and not one more. */
static void test_limits(void)
{
    bl_term t = term("P"), one = term("1"), args = 0, deep = term("P");
    for (unsigned i = 0; i < 63; i++)
        deep = bl_term_make(l, BL_NOT, deep, 0);
    CHECK(deep && bl_term_make(l, BL_NOT, deep, 0));
    CHECK(!bl_term_make(l, BL_NOT, bl_term_make(l, BL_NOT, deep, 0), 0));
    /* The variable of a quantifier has brackets of its own, which count where nothing is deeper. */
    CHECK(bl_term_make(l, BL_FORALL, deep, 0));
    deep = t;
    for (unsigned i = 0; i < 63; i++)
        deep = bl_term_make(l, BL_FORALL, deep, 0);
    CHECK(deep && !bl_term_make(l, BL_FORALL, deep, 0));
    /* P(1,...,1) has three symbols and two less one for each argument. */
    for (unsigned i = 0; i < 254; i++)
        args = bl_term_make(l, BL_ARGS, one, args);
    bl_term atom = bl_term_make(l, BL_ATOM, BL_A_PREDICATE, args);     /* 3 + 507 */
    CHECK(atom && !bl_term_make(l, BL_NOT, atom, 0));
    args = bl_term_make(l, BL_ARGS, one, args);
    CHECK(bl_term_make(l, BL_ATOM, BL_A_PREDICATE, args));             /* 3 + 509 = 512 */
    args = bl_term_make(l, BL_ARGS, one, args);
    CHECK(!bl_term_make(l, BL_ATOM, BL_A_PREDICATE, args));
}

/* A term is one however often it is made: before the list of terms grows, while it grows, after. */
static void test_sharing(void)
{
    enum { MANY = 9000 };
    static bl_term made[MANY];
    static bl_symbol symbols[MANY];
    for (unsigned round = 0; round < 2; round++) {   /* the second in a logic that has been reset */
        bl_logic_reset(l);
        for (uint32_t i = 0; i < MANY; i++) {
            made[i] = bl_term_make(l, BL_NUMBER, i, 0);
            bool found_at_once = bl_term_make(l, BL_NUMBER, i, 0) == made[i];
            if (!found_at_once) {
                CHECK(found_at_once);
                return;
            }
        }
        uint32_t wrong = 0;
        for (uint32_t i = 0; i < MANY; i++)
            wrong += bl_term_make(l, BL_NUMBER, i, 0) != made[i] || bl_term_left(l, made[i]) != i;
        CHECK(wrong == 0);
        for (uint32_t i = 0; i < MANY; i++)
            symbols[i] = bl_symbol_make(l, i % 2 ? 'x' : 'P', i / 2);
        for (uint32_t i = 0; i < MANY; i++)
            wrong += bl_symbol_make(l, i % 2 ? 'x' : 'P', i / 2) != symbols[i] ||
                     (i > 0 && symbols[i] <= symbols[i - 1]);
        CHECK(wrong == 0);
    }
    CHECK(term("(∀(x)P(x))") == term("(∀(y)P(y))") && term("(∀(x)P(x))") != term("(∀(x)P(y))"));
    CHECK(term("f(x)") != term("f(x,x)") && term("(x+y)") != term("(y+x)"));
}

static void test_operations(void)
{
    static const struct { unsigned shape; int64_t x, y, result; } cases[] = {
        {BL_ADD, 2, 3, 5}, {BL_ADD, BL_NUMBER_MAX, 0, BL_NUMBER_MAX},
        {BL_ADD, BL_NUMBER_MAX, 1, -1}, {BL_SUB, 3, 2, 1}, {BL_SUB, 2, 2, 0}, {BL_SUB, 2, 3, -1},
        {BL_MUL, 65536, 32767, 2147418112},
        {BL_MUL, 65536, 32768, -1}, {BL_DIV, 7, 2, 4}, {BL_DIV, 5, 3, 2}, {BL_DIV, 4, 3, 1},
        {BL_DIV, 1, 0, -1}, {BL_DIV, BL_NUMBER_MAX, 1, BL_NUMBER_MAX}, {BL_FLOOR_DIV, 7, 2, 3},
        {BL_FLOOR_DIV, 1, 0, -1}, {BL_CEIL_DIV, 7, 2, 4}, {BL_CEIL_DIV, 6, 2, 3},
        {BL_CEIL_DIV, 0, 2, 0}, {BL_CEIL_DIV, 1, 0, -1}, {BL_MOD, 7, 3, 1}, {BL_MOD, 6, 3, 0},
        {BL_MOD, 1, 0, -1}, {BL_EQUAL, 1, 1, -1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK(bl_operation_result(cases[i].shape, cases[i].x, cases[i].y) == cases[i].result);
}

/* ---- proofs ---- */

/* Only a statement becomes a line: a WFF that hangs on no quantifier outside it, with a name for
 * each of its own, all of them among the names that are kept. */
static void test_statements(void)
{
    bl_logic_reset(l);
    struct bl_proof *p = bl_proof_new(l, BL_SOUND);
    struct bl_statement good = statement(l, "(∀(x)(P(x)∧(∃(y)Q(y))))"), s = good;
    CHECK(bl_proof_axiom(p, &good) && bl_proof_lines(p) == 1);
    s = statement(l, "f(x)");
    CHECK(!bl_proof_axiom(p, &s));
    s = (struct bl_statement){.term = 1u << 30};
    CHECK(!bl_proof_axiom(p, &s));
    s = (struct bl_statement){.term = 0};
    CHECK(!bl_proof_axiom(p, &s));
    s = (struct bl_statement){.term = bl_term_left(l, good.term), .binders = 1};   /* loose */
    CHECK(!bl_proof_axiom(p, &s));
    struct bl_inference i = {.rule = BL_UNIVERSAL_INSTANTIATION, .c = s, .premises = 1,
                             .premise = {1, 0}};
    CHECK(bl_proof_infer(p, &i) == BL_WHY_NOT_WFF);
    for (int by = -1; by <= 1; by += 2) {
        s = good;
        s.binders = (uint16_t)(s.binders + by);
        CHECK(!bl_proof_axiom(p, &s));
    }
    s = good;
    s.names++;                        /* the last name would lie behind those that are kept */
    CHECK(!bl_proof_axiom(p, &s));
    s.names = UINT32_MAX;
    CHECK(!bl_proof_axiom(p, &s));
    CHECK(bl_proof_lines(p) == 1 && bl_proof_axioms(p) == 1);
}

static void test_calls(void)
{
    bl_logic_reset(l);
    struct bl_proof *p = bl_proof_new(l, BL_AS_WRITTEN), *z = bl_proof_new(l, BL_AS_WRITTEN);
    CHECK(axiom(p, "(P∧Q)") && axiom(z, "(∀(x)P(x))"));
    CHECK(infer(p, BL_NO_RULE, "P", 1, 1, 0) == BL_WHY_RULE);
    CHECK(infer(p, BL_RULES, "P", 1, 1, 0) == BL_WHY_RULE);
    CHECK(infer(p, BL_SIMPLIFICATION, "P", 0, 1, 0) == BL_WHY_PREMISE_COUNT);
    CHECK(infer(p, BL_SIMPLIFICATION, "P", 2, 1, 1) == BL_WHY_PREMISE_COUNT);
    CHECK(infer(p, BL_SIMPLIFICATION, "P", 1, 0, 0) == BL_WHY_PREMISE_NUMBER);
    CHECK(infer(p, BL_SIMPLIFICATION, "P", 1, 2, 0) == BL_WHY_PREMISE_NUMBER);
    CHECK(infer(p, BL_CONJUNCTION, "((P∧Q)∧(P∧Q))", 2, 1, 2) == BL_WHY_PREMISE_NUMBER);
    CHECK(infer(p, BL_CONJUNCTION, "((P∧Q)∧(P∧Q))", 2, 1, 1) == BL_WHY_NOTHING);
    CHECK(infer(p, BL_SIMPLIFICATION, "P", 1, 1, 0) == BL_WHY_NOTHING);
    CHECK(infer(p, BL_CONDITIONAL_PROOF, "P", 1, 1, 0) == BL_WHY_USING_MISSING);
    struct bl_inference i = {.rule = BL_SIMPLIFICATION, .c = statement(l, "P"), .premises = 1,
                             .premise = {1, 0}, .subproof = z};
    CHECK(bl_proof_infer(p, &i) == BL_WHY_USING_EXTRA);
    i = (struct bl_inference){.rule = BL_INDIRECT_PROOF, .c = statement(l, "P"), .subproof = z};
    CHECK(bl_proof_infer(p, &i) == BL_WHY_USING_OWNED);
    CHECK(bl_proof_own(p, z) && bl_proof_infer(p, &i) != BL_WHY_USING_OWNED);
    CHECK(!axiom(p, "P"));            /* axioms come before lemmas */
    CHECK(bl_proof_lines(p) == 3 && bl_proof_axioms(p) == 1 && bl_proof_points(p) == 8);
    CHECK(!bl_proof_line(p, 0) && !bl_proof_line(p, 4) && bl_proof_line(p, 3)->s.term == term("P"));
    CHECK(bl_proof_line(p, 2)->rule == BL_CONJUNCTION && bl_proof_line(p, 2)->premises == 2 &&
          bl_proof_line(p, 2)->premise[0] == 1 && bl_proof_line(p, 1)->rule == 0);
    /* 256 lemmas, and not one more. */
    for (uint32_t n = 3; n <= BL_LEMMAS_MAX; n++)
        infer(p, BL_TRUTH, "tT", 0, 0, 0);
    CHECK(bl_proof_lines(p) == 1 + BL_LEMMAS_MAX && bl_proof_line(p, 2)->rule == BL_CONJUNCTION);
    CHECK(infer(p, BL_TRUTH, "tT", 0, 0, 0) == BL_WHY_LEMMAS);
    CHECK(bl_proof_lines(p) == 1 + BL_LEMMAS_MAX);
    bl_proof_clear(p);
    CHECK(bl_proof_lines(p) == 0 && bl_proof_axioms(p) == 0 && bl_proof_points(p) == 0);
    CHECK(axiom(p, "P") && infer(p, BL_TRUTH, "tT", 0, 0, 0) == BL_WHY_NOTHING);
}

/* What was there before a reset is not there after it. */
static void test_reset(void)
{
    static const enum bl_want wants[] = {BL_WFO, BL_WFF};
    for (unsigned i = 0; i < 2; i++) {
        bl_logic_reset(l);
        struct bl_statement first = statement(l, "(∀(x)P(x))");
        bl_logic_reset(l);
        bl_term old = wants[i] == BL_WFF ? bl_term_make(l, BL_TT, 0, 0)
                                         : bl_term_make(l, BL_NUMBER, 7, 0);
        CHECK(wants[i] == BL_WFF ? bl_term_is_wff(l, old) : bl_term_is_wfo(l, old));
        bl_logic_reset(l);
        CHECK(!bl_term_is_wff(l, old) && !bl_term_is_wfo(l, old));
        CHECK(bl_term_shape(l, old) == BL_NONE && bl_term_left(l, old) == 0);
        CHECK(!bl_term_make(l, BL_ARGS, old, 0) && !bl_term_make(l, BL_NOT, old, 0));
        struct bl_statement s = {.term = old};
        CHECK(!bl_proof_axiom(bl_proof_new(l, BL_SOUND), &s));
        CHECK(statement(l, "(∀(x)P(x))").names == first.names);   /* names are kept from the first on */
    }
    bl_logic_reset(l);
    bl_term args = bl_term_make(l, BL_ARGS, bl_term_make(l, BL_NUMBER, 1, 0), 0);
    bl_logic_reset(l);
    bl_term one = bl_term_make(l, BL_NUMBER, 1, 0);
    CHECK(args == 2 && !bl_term_make(l, BL_ATOM, BL_A_PREDICATE, args));
    bl_term more = bl_term_make(l, BL_EQUAL, one, one);
    CHECK(more == args && bl_term_right(l, more) == one);
    bl_logic_reset(l);
    bl_term_make(l, BL_NUMBER, 1, 0);
    CHECK(bl_term_right(l, more) == 0 && bl_term_left(l, more) == 0);
}

/* A subproof is of the same logic and ruling, is not the proof itself, and rests on no value. */
static void test_owning(void)
{
    static struct bl_given_values given;
    struct bl_logic *other = bl_logic_new();
    bl_logic_reset(l);
    struct bl_proof *p = bl_proof_new(l, BL_SOUND), *a = bl_proof_new(l, BL_SOUND),
                    *b = bl_proof_new(l, BL_SOUND), *valued = bl_proof_new(l, BL_SOUND);
    CHECK(!bl_proof_own(p, p) && !bl_proof_own(p, bl_proof_new(other, BL_SOUND)));
    CHECK(!bl_proof_own(p, bl_proof_new(l, BL_AS_WRITTEN)));
    bl_given_init(&given);
    CHECK(bl_given_add(&given, l, term("[PLAYER](1)")));
    bl_proof_values(valued, &given.values);
    CHECK(infer(valued, BL_EVALUATION, "[PLAYER](1)", 0, 0, 0) == BL_WHY_NOTHING);
    CHECK(!bl_proof_own(p, valued));
    bl_proof_clear(valued);
    CHECK(bl_proof_own(p, valued));
    CHECK(bl_proof_own(p, a) && bl_proof_own(p, b));
    CHECK(bl_proof_owned(p, 0) == b && bl_proof_owned(p, 1) == a && bl_proof_owned(p, 2) == valued);
    CHECK(!bl_proof_owned(p, 3) && bl_proof_ruling(p) == BL_SOUND);
    struct bl_proof *inner = bl_proof_within(p);
    CHECK(bl_proof_owned(inner, 1) == a && bl_proof_ruling(inner) == BL_SOUND);
    bl_logic_free(other);
}

/* What has been given once is not given the other way round later. */
static void test_values(void)
{
    static struct bl_given_values g;
    bl_logic_reset(l);
    bl_given_init(&g);
    CHECK(bl_given_add(&g, l, term("[PLAYER](1)")) && bl_given_add(&g, l, term("(¬[CARD](1))")));
    CHECK(bl_given_add(&g, l, term("([health](1)=20)")));
    CHECK(bl_given_add(&g, l, term("([health](1)=20)")));
    CHECK(bl_given_add(&g, l, term("[PLAYER](1)")));
    CHECK(!bl_given_add(&g, l, term("([health](1)=21)")));
    CHECK(!bl_given_add(&g, l, term("(¬[PLAYER](1))")) && !bl_given_add(&g, l, term("[CARD](1)")));
    CHECK(!bl_given_add(&g, l, term("P")) && !bl_given_add(&g, l, term("[PLAYER](x)")));
    CHECK(!bl_given_add(&g, l, term("(20=[health](1))")));
    CHECK(!bl_given_add(&g, l, term("[ATK](1,2)")));
    CHECK(!bl_given_add(&g, l, term("[CLAIM](1,2)")) && !bl_given_add(&g, l, term("[SUBPOWER](1,2)")));
    CHECK(!bl_given_add(&g, l, term("([health](1)=[health](2))")));
    while (g.count < BL_GIVEN_MAX && bl_given_add(&g, l, term("[PLAYER](1)")))
        continue;
    CHECK(g.count == BL_GIVEN_MAX && !bl_given_add(&g, l, term("[PLAYER](1)")));
}

/* ---- reasons ---- */

enum { BOTH = 2 };

/* The first condition of each rule that is not met is the one that is named. A rule takes as many
 * premises as are given here, after which axioms that it does not name may stand. */
static const struct refusal {
    enum bl_rule rule;
    int ruling;                       /* enum bl_logic_ruling, or BOTH */
    const char *p1, *p2, *c;
    enum bl_why why;
} refusals[] = {
#define NO(rule, ruling, p1, p2, c, why) {BL_##rule, ruling, p1, p2, c, BL_WHY_##why}
    NO(IMPLICATION, BOTH, "A", "B", "(A∧B)", C_IMPLY),
    NO(IMPLICATION, BOTH, "A", "(¬B)", "(A→B)", C_IMPLY_PARTS),
    NO(IMPLICATION, BOTH, "B", "A", "(A→B)", C_IMPLY_PARTS),
    NO(IMPLICATION, BOTH, "(¬A)", "(¬B)", "(A→B)", NOTHING),
    NO(IMPLICATION, BOTH, "(¬A)", "B", "(A→B)", NOTHING),
    NO(EXPLICATION, BOTH, "A", "(¬B)", "(A→B)", C_NOT_IMPLY),
    NO(EXPLICATION, BOTH, "A", "(¬B)", "(¬(A∧B))", C_NOT_IMPLY),
    NO(EXPLICATION, BOTH, "B", "(¬B)", "(¬(A→B))", C_LEFT_P1),
    NO(EXPLICATION, BOTH, "A", "B", "(¬(A→B))", P2_NOT_RIGHT),
    NO(MODUS_PONENS, BOTH, "(A∧B)", "A", "B", P1_IMPLY),
    NO(MODUS_PONENS, BOTH, "(A→B)", "B", "B", P2_LEFT_OF_P1),
    NO(MODUS_PONENS, BOTH, "(A→B)", "A", "A", C_RIGHT_OF_P1),
    NO(UNIVERSAL_INSTANTIATION, BOTH, "(∃(x)P(x))", NULL, "P(1)", P1_FORALL),
    NO(UNIVERSAL_INSTANTIATION, BOTH, "(∀(x)R(x,x))", NULL, "R(1,2)", INSTANCE),
    NO(SUBSTITUTION, BOTH, "P(x)", NULL, "P(1)", P1_FORALL),
    NO(UNIVERSAL_GENERALIZATION, BOTH, "P(x)", NULL, "(∃(x)P(x))", C_FORALL),
    NO(UNIVERSAL_GENERALIZATION, BOTH, "P(1)", NULL, "(∀(x)P(x))", GENERALIZED),
    NO(UNIVERSAL_GENERALIZATION, BOTH, "Q(y)", NULL, "(∀(x)P(x))", GENERALIZED),
    NO(UNIVERSAL_GENERALIZATION, BOTH, "R(x,x)", NULL, "(∀(y)R(y,x))", NOT_EVERY),
    NO(UNIVERSAL_GENERALIZATION_REF, BOTH, "P(x)", "(∃(x)Q(x))", "(∀(x)P(x))", P2_FORALL),
    NO(UNIVERSAL_GENERALIZATION_REF, BOTH, "P(x)", "(∀(x)Q(x))", "(∃(x)P(x))", C_FORALL),
    NO(UNIVERSAL_GENERALIZATION_REF, BL_AS_WRITTEN, "P(x)", "(∀(y)Q(y))", "(∀(x)P(x))", LETTER),
    NO(UNIVERSAL_GENERALIZATION_REF, BL_SOUND, "P(x)", "(∀(y)Q(y))", "(∀(x)P(x))", NOTHING),
    NO(EXISTENTIAL_INSTANTIATION, BOTH, "(∀(x)P(x))", NULL, "P(x)", P1_EXISTS),
    NO(EXISTENTIAL_INSTANTIATION, BOTH, "(∃(x)P(x))", NULL, "Q(x)", INSTANCE),
    NO(EXISTENTIAL_INSTANTIATION, BOTH, "(∃(x)A)", NULL, "A", NOTHING),
    NO(EXISTENTIAL_INSTANTIATION, BL_AS_WRITTEN, "(∃(x)P(x))", NULL, "P(y)", EI_LETTER),
    NO(EXISTENTIAL_INSTANTIATION, BL_AS_WRITTEN, "(∃(x)P(x))", NULL, "P(1)", EI_LETTER),
    NO(EXISTENTIAL_INSTANTIATION, BL_SOUND, "(∃(x)P(x))", NULL, "P(x)", EI_WITNESS),
    NO(EXISTENTIAL_INSTANTIATION, BL_SOUND, "(∃(x)P(x))", NULL, "P(y())", EI_WITNESS),
    NO(EXISTENTIAL_INSTANTIATION, BL_SOUND, "(∃(x)R(x,y))", NULL, "R(x(),y)", EI_WITNESS),
    NO(EXISTENTIAL_INSTANTIATION, BL_SOUND, "(∃(x)R(x,y))", NULL, "R(x(y,y),y)", EI_WITNESS),
    NO(EXISTENTIAL_INSTANTIATION, BL_SOUND, "(∃(x)R(x,y,z))", NULL, "R(x(z,y),y,z)", EI_WITNESS),
    NO(EXISTENTIAL_INSTANTIATION, BL_SOUND, "(∃(x)R(x,y,z,y))", NULL, "R(x(y,z),y,z,y)", NOTHING),
    NO(EXISTENTIAL_INSTANTIATION, BL_SOUND, "(∃(x)R(x,x()))", NULL, "R(x(),x())", EI_NOT_FRESH),
    NO(EXISTENTIAL_GENERALIZATION, BOTH, "P(x)", NULL, "(∀(x)P(x))", C_EXISTS),
    NO(EXISTENTIAL_GENERALIZATION, BOTH, "P(1)", NULL, "(∃(x)P(x))", GENERALIZED),
    NO(EXISTENTIAL_GENERALIZATION, BOTH, "R(x,x)", NULL, "(∃(y)R(y,x))", NOT_EVERY),
    NO(CONJUNCTION, BOTH, "A", "B", "(A∨B)", C_AND),
    NO(CONJUNCTION, BOTH, "A", "B", "(B∧B)", C_LEFT_P1),
    NO(CONJUNCTION, BOTH, "A", "B", "(A∧A)", C_RIGHT_P2),
    NO(SIMPLIFICATION, BOTH, "(A∨B)", NULL, "A", P1_AND),
    NO(SIMPLIFICATION, BOTH, "(A∧B)", NULL, "P", SIMPLIFIED),
    NO(FALSY_AND, BOTH, "(¬A)", NULL, "(A∧B)", C_NOT_AND),
    NO(FALSY_AND, BOTH, "(¬A)", NULL, "(¬(A∨B))", C_NOT_AND),
    NO(FALSY_AND, BOTH, "(¬B)", NULL, "(¬(A∧B))", P1_NOT_LEFT),
    NO(ADDITION, BOTH, "A", NULL, "(A∧B)", C_OR),
    NO(ADDITION, BOTH, "B", NULL, "(A∨B)", C_LEFT_P1),
    NO(FALSY_OR, BOTH, "(¬A)", "(¬B)", "(¬(A∧B))", C_NOT_OR),
    NO(FALSY_OR, BOTH, "A", "(¬B)", "(¬(A∨B))", P1_NOT_LEFT),
    NO(FALSY_OR, BOTH, "(¬A)", "B", "(¬(A∨B))", P2_NOT_RIGHT),
    NO(UNIVERSAL_MODUS_PONENS, BOTH, "(∀(x)(P(x)∧Q(x)))", "P(1)", "Q(1)", P1_FORALL_IMPLY),
    NO(UNIVERSAL_MODUS_PONENS, BOTH, "(∃(x)(P(x)→Q(x)))", "P(1)", "Q(1)", P1_FORALL_IMPLY),
    NO(UNIVERSAL_MODUS_PONENS, BOTH, "(∀(x)(P(x)→Q(x)))", "Q(1)", "Q(1)", UMP_P2),
    NO(UNIVERSAL_MODUS_PONENS, BOTH, "(∀(x)(P(x)→Q(x)))", "P(1)", "Q(2)", UMP_C),
    NO(EXISTENTIAL_MODUS_PONENS, BOTH, "(∀(x)P(x))", "(P(y)→Q(y))", "(∃(z)Q(z))", P1_EXISTS),
    NO(EXISTENTIAL_MODUS_PONENS, BOTH, "(∃(x)P(x))", "(P(y)∧Q(y))", "(∃(z)Q(z))", P2_IMPLY),
    NO(EXISTENTIAL_MODUS_PONENS, BOTH, "(∃(x)P(x))", "(P(y)→Q(y))", "(∀(z)Q(z))", C_EXISTS),
    NO(EXISTENTIAL_MODUS_PONENS, BOTH, "(∃(x)P(x))", "(Q(y)→Q(y))", "(∃(z)Q(z))", EMP_LEFT),
    NO(EXISTENTIAL_MODUS_PONENS, BOTH, "(∃(x)P(x))", "(P(y)→Q(u))", "(∃(z)Q(z))", EMP_RIGHT),
    NO(EXISTENTIAL_MODUS_PONENS, BOTH, "(∃(x)P(x))", "(P(y)→R(y,y))", "(∃(z)R(z,y))", EMP_EVERY),
    NO(EXISTENTIAL_MODUS_PONENS, BL_SOUND, "(∃(x)P(x))", "(P(1)→Q(1))", "(∃(z)Q(z))", EMP_VARIABLE),
    NO(EXISTENTIAL_MODUS_PONENS, BL_AS_WRITTEN, "(∃(x)P(x))", "(P(1)→Q(1))", "(∃(z)Q(z))", NOTHING),
    NO(EXISTENTIAL_MODUS_PONENS, BL_SOUND, "(∃(x)R(x,y))", "(R(y,y)→Q(y))", "(∃(z)Q(z))", EMP_FREE),
    NO(EXISTENTIAL_MODUS_PONENS, BOTH, "(∃(x)A)", "(A→B)", "(∃(z)B)", NOTHING),
    NO(IDENTITY, BOTH, NULL, NULL, "(1>1)", C_EQUAL),
    NO(IDENTITY, BOTH, NULL, NULL, "(1=2)", IDENTICAL),
    NO(SYMMETRY, BOTH, "(x>y)", NULL, "(y=x)", P1_EQUAL),
    NO(SYMMETRY, BOTH, "(x=y)", NULL, "(y>x)", C_EQUAL),
    NO(SYMMETRY, BOTH, "(x=y)", NULL, "(x=y)", SWAPPED),
    NO(TRANSITIVITY, BOTH, "(x>y)", "(y=z)", "(x=z)", P1_EQUAL),
    NO(TRANSITIVITY, BOTH, "(x=y)", "(y>z)", "(x=z)", P2_EQUAL),
    NO(TRANSITIVITY, BOTH, "(x=y)", "(y=z)", "(x>z)", C_EQUAL),
    NO(TRANSITIVITY, BOTH, "(x=y)", "(x=z)", "(x=z)", CHAINED),
    NO(TRANSITIVITY, BOTH, "(x=y)", "(y=z)", "(x=y)", ENDS),
    NO(SUBSTITUTION_EQ, BOTH, "(x>y)", NULL, "(f(x)=f(y))", P1_EQUAL),
    NO(SUBSTITUTION_EQ, BOTH, "(x=y)", NULL, "(f(x)>f(y))", C_EQUAL),
    NO(SUBSTITUTION_EQ, BOTH, "(x=y)", NULL, "(f(x)=g(y))", ONE_PLACE),
    NO(SUBSTITUTION_EQ, BOTH, "(x=y)", NULL, "(f(x,x)=f(y,x))", ONE_PLACE),
    NO(SUBSTITUTION_EQ, BOTH, "(x=y)", NULL, "(f()=f())", ONE_PLACE),
    NO(SUBSTITUTION_EQ, BOTH, "(x=y)", NULL, "(f(y)=f(x))", ONE_PLACE),
    NO(TRUTH, BOTH, NULL, NULL, "tF", TRUTH),
    NO(FALSEHOOD, BOTH, NULL, NULL, "(¬tT)", FALSEHOOD),
    NO(FALSEHOOD, BOTH, NULL, NULL, "tF", FALSEHOOD),
    NO(OPERATOR, BOTH, "P((2-2))", NULL, "P(0)", NOTHING),
    NO(OPERATOR, BOTH, "P((2+2))", NULL, "P(5)", OPERATED),
    NO(OPERATOR, BOTH, "R((1+1),(1+1))", NULL, "R(2,2)", OPERATED),
    NO(OPERATOR, BOTH, "P((1+1))", NULL, "P((1+1))", OPERATED),
    NO(OPERATOR, BOTH, "P((1-2))", NULL, "P(0)", NO_RESULT),
    NO(OPERATOR, BOTH, "P((x+1))", NULL, "P(1)", OPERATED),
    NO(COMPARISON, BOTH, "((2>1)∧A)", NULL, "(tF∧A)", COMPARED),
    NO(COMPARISON, BOTH, "((1<1)∧A)", NULL, "(tF∧A)", NOTHING),
    NO(COMPARISON, BOTH, "((1=1)∧A)", NULL, "(tT∧A)", COMPARED),
    NO(EVALUATION, BOTH, NULL, NULL, "[PLAYER](2)", NO_VALUES),
#undef NO
};

static void test_refusals(void)
{
    for (size_t n = 0; n < 2 * (sizeof refusals / sizeof *refusals); n++) {
        const struct refusal *r = &refusals[n / 2];
        if (r->ruling != BOTH && r->ruling != (int)(n % 2))
            continue;
        bl_logic_reset(l);
        struct bl_proof *p = bl_proof_new(l, n % 2 ? BL_SOUND : BL_AS_WRITTEN);
        uint32_t premises = (r->p1 ? 1u : 0u) + (r->p2 ? 1u : 0u);
        if (r->p1)
            axiom(p, r->p1);
        if (r->p2)
            axiom(p, r->p2);
        enum bl_why why = infer(p, r->rule, r->c, premises, 1, 2);
        checks++;
        if (why == r->why)
            continue;
        failures++;
        printf("%s %s: %s, %s |- %s: \"%s\", not \"%s\"\n", n % 2 ? "sound" : "as-written",
               bl_rule_name(r->rule), r->p1 ? r->p1 : "", r->p2 ? r->p2 : "", r->c,
               bl_why_text(why), bl_why_text(r->why));
    }
}

/* ---- subproofs ---- */

static struct bl_proof *subproof(const char *text, enum bl_logic_ruling ruling)
{
    static struct bl_proof_file file;
    struct bl_read_fault fault;
    if (!bl_proof_read(l, text, strlen(text), ruling, NULL, &file, &fault)) {
        printf("line %zu: %s\n", fault.line, fault.rule ? bl_why_text(fault.why) : fault.at.why);
        exit(2);
    }
    return file.proof;
}

static void test_subproofs(void)
{
    static const char fit[] =
        "axiom (∀(x)(P(x)∧Q(x)))\n(P(x)∧Q(x)) by universal-instantiation 1\n"
        "P(x) by simplification 2\n(∀(x)P(x)) by universal-generalization 3\n";
    static const char absurd[] =
        "axiom (∀(x)tF)\ntF by universal-instantiation 1\n(¬tF) by falsehood\n"
        "(∀(y)(¬tF)) by universal-generalization 3\n(∀(y)tF) by universal-generalization 2\n";
    static const char witness[] =
        "axiom (∀(x)(∃(y)R(x,y)))\n(∃(y)R(x,y)) by universal-instantiation 1\n"
        "R(x,y(x)) by existential-instantiation 2\n(∀(x)R(x,y(x))) by universal-generalization 3\n";
    static const struct {
        const char *z, *p1, *c;       /* p1 NULL: indirect proof */
        enum bl_why why;
    } cases[] = {
        {"axiom (∀(x)P(x))\naxiom A\n", "(∀(x)P(x))", "(∀(x)P(x))", BL_WHY_Z_AXIOMS},
        {"tT by truth\n", "(∀(x)P(x))", "(∀(x)P(x))", BL_WHY_Z_AXIOMS},
        {"axiom A\n", "(∀(x)P(x))", "(∀(x)P(x))", BL_WHY_Z_FORALL},
        {"axiom (∀(x)R(x,y))\n", "(∀(x)R(x,y))", "(∀(x)R(x,y))", BL_WHY_Z_CLOSED},
        {fit, "(∃(x)(P(x)∧Q(x)))", "(∀(x)P(x))", BL_WHY_P1_FORALL},
        {fit, "(∀(x)(P(x)∧Q(x)))", "P(x)", BL_WHY_C_FORALL},
        {fit, "(∀(x)(P(x)∨Q(x)))", "(∀(x)P(x))", BL_WHY_Z_P1},
        {fit, "(∀(x)(A(x)∧A(x)))", "(∀(x)A(x))", BL_WHY_Z_P1},      /* one to one */
        {fit, "(∀(x)(A(x)∧B(x)))", "(∀(x)B(x))", BL_WHY_Z_LEMMA},
        {fit, "(∀(x)(A(x)∧B(x)))", "(∀(x)A(x))", BL_WHY_NOTHING},
        {fit, "(∀(x)(Q(x)∧P(x)))", "(∀(y)Q(y))", BL_WHY_NOTHING},
        {fit, "(∀(x)([PLAYER](x)∧Q(x)))", "(∀(x)[PLAYER](x))", BL_WHY_Z_P1},
        {witness, "(∀(x)(∃(y)R(x,y)))", "(∀(x)R(x,y(x)))", BL_WHY_Z_WITNESS},
        {fit, NULL, "(¬(∀(x)(P(x)∧Q(x))))", BL_WHY_Z_CONTRADICTION},
        {absurd, NULL, "(∀(x)(¬tF))", BL_WHY_C_NOT_FORALL},
        {absurd, NULL, "(¬(∃(x)tF))", BL_WHY_C_NOT_FORALL},
        {absurd, NULL, "(¬(∀(x)tT))", BL_WHY_Z_NEGATED},
        {absurd, NULL, "(¬(∀(x)tF))", BL_WHY_NOTHING},
        /* The axiom is no lemma: it is not one of the two that contradict each other. */
        {"axiom (∀(x)tF)\n(¬tF) by falsehood\n(∀(y)(¬tF)) by universal-generalization 2\n", NULL,
         "(¬(∀(x)tF))", BL_WHY_Z_CONTRADICTION},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bl_logic_reset(l);
        struct bl_proof *p = bl_proof_new(l, BL_SOUND), *z = subproof(cases[i].z, BL_SOUND);
        struct bl_inference n = {.rule = BL_INDIRECT_PROOF, .c = statement(l, cases[i].c), .subproof = z};
        if (cases[i].p1) {
            axiom(p, cases[i].p1);
            n.rule = BL_CONDITIONAL_PROOF;
            n.premises = n.premise[0] = 1;
        }
        bl_proof_own(p, z);
        enum bl_why why = bl_proof_infer(p, &n);
        checks++;
        if (why == cases[i].why)
            continue;
        failures++;
        printf("subproof %zu: %s: \"%s\", not \"%s\"\n", i, cases[i].c, bl_why_text(why),
               bl_why_text(cases[i].why));
    }
    /* As written the variable of the denied axiom stays, and it need not be closed. */
    bl_logic_reset(l);
    struct bl_proof *p = bl_proof_new(l, BL_AS_WRITTEN), *z = subproof(absurd, BL_AS_WRITTEN);
    struct bl_inference n = {.rule = BL_INDIRECT_PROOF, .c = statement(l, "(∀(y)(¬tF))"), .subproof = z};
    bl_proof_own(p, z);
    CHECK(bl_proof_infer(p, &n) == BL_WHY_NOTHING);
    n.c = statement(l, "(¬(∀(y)tF))");
    CHECK(bl_proof_infer(p, &n) == BL_WHY_C_FORALL_NOT);
    n.c = statement(l, "(∀(y)(¬tT))");
    CHECK(bl_proof_infer(p, &n) == BL_WHY_Z_NEGATED);
}

/* A variable that is generalized as written is free in no other line; a witness is new to the proof
 * and to the subproofs that it may use. */
static void test_freshness(void)
{
    bl_logic_reset(l);
    struct bl_proof *p = bl_proof_new(l, BL_AS_WRITTEN);
    CHECK(axiom(p, "Q(y)") && axiom(p, "P(x)") && axiom(p, "R(y,y)"));
    CHECK(infer(p, BL_UNIVERSAL_GENERALIZATION, "(∀(y)Q(y))", 1, 1, 0) == BL_WHY_NOT_FRESH);
    CHECK(infer(p, BL_UNIVERSAL_GENERALIZATION, "(∀(y)R(y,y))", 1, 3, 0) == BL_WHY_NOT_FRESH);
    CHECK(infer(p, BL_UNIVERSAL_GENERALIZATION, "(∀(x)P(x))", 1, 2, 0) == BL_WHY_NOTHING);
    CHECK(infer(p, BL_UNIVERSAL_GENERALIZATION, "(∀(z)Q(y))", 1, 1, 0) == BL_WHY_NOTHING);
    /* x_1 and x_39 share a bit with others: what counts is whether it is that very variable. */
    CHECK(infer(p, BL_ADDITION, "(P(x)∨P(x_1))", 1, 2, 0) == BL_WHY_NOTHING);
    CHECK(infer(p, BL_UNIVERSAL_GENERALIZATION, "(∀(z)P(x))", 1, 2, 0) == BL_WHY_NOTHING);
    CHECK(infer(p, BL_UNIVERSAL_GENERALIZATION, "(∀(z)P(z))", 1, 2, 0) == BL_WHY_NOT_FRESH);
    for (unsigned in_subproof = 0; in_subproof < 2; in_subproof++) {
        bl_logic_reset(l);
        p = bl_proof_new(l, BL_SOUND);
        struct bl_proof *z = bl_proof_new(l, BL_SOUND);
        CHECK(axiom(p, "(∃(x)P(x))") && axiom(in_subproof ? z : p, "Q(x(),f(1))"));
        CHECK(bl_proof_own(p, z));
        CHECK(infer(p, BL_EXISTENTIAL_INSTANTIATION, "P(x())", 1, 1, 0) == BL_WHY_EI_NOT_FRESH);
    }
    bl_logic_reset(l);
    p = bl_proof_new(l, BL_SOUND);        /* of another number of arguments: another function */
    CHECK(axiom(p, "(∃(x)P(x))") && axiom(p, "Q(x(1))"));
    CHECK(infer(p, BL_EXISTENTIAL_INSTANTIATION, "P(x())", 1, 1, 0) == BL_WHY_NOTHING);
    CHECK(infer(p, BL_EXISTENTIAL_INSTANTIATION, "P(x())", 1, 1, 0) == BL_WHY_EI_NOT_FRESH);
    for (char letter = 'a'; letter <= 'z'; letter++) {   /* whichever letter it is */
        static const char *const forms[] = {"(∃(%c)P(%c))", "P(%c())", "(∃(%c)R(%c,%c))",
                                            "R(%c(%c),%c)"};
        for (unsigned form = 0; form < 4; form += 2) {
            char there_is[40], witness[40];
            char free = letter == 'y' ? 'z' : 'y';
            snprintf(there_is, sizeof there_is, forms[form], letter, letter, free);
            snprintf(witness, sizeof witness, forms[form + 1], letter, free, free);
            bl_logic_reset(l);
            p = bl_proof_new(l, BL_SOUND);
            CHECK(axiom(p, there_is));
            CHECK(infer(p, BL_EXISTENTIAL_INSTANTIATION, witness, 1, 1, 0) == BL_WHY_NOTHING);
            CHECK(infer(p, BL_EXISTENTIAL_INSTANTIATION, witness, 1, 1, 0) == BL_WHY_EI_NOT_FRESH);
        }
    }
}

/* Names share bits: what is asked is whether it is that very name. Lines of before do not count. */
static void test_shared_bits(void)
{
    char text[32];
    bl_logic_reset(l);
    struct bl_proof *p = bl_proof_new(l, BL_SOUND);
    CHECK(axiom(p, "(∃(x)P(x))") && axiom(p, "Q(d(1,2,3,4))"));
    CHECK(infer(p, BL_EXISTENTIAL_INSTANTIATION, "P(x())", 1, 1, 0) == BL_WHY_NOTHING);
    p = bl_proof_new(l, BL_AS_WRITTEN);
    CHECK(axiom(p, "tT") && axiom(p, "tT") && axiom(p, "S(x_0)"));
    for (unsigned i = 1; i <= 76; i++) {   /* two of them have the bit of x_0, whichever it is */
        bl_proof_clear(p);
        snprintf(text, sizeof text, "Q(x_%u)", i);
        CHECK(axiom(p, "P(x_0)") && axiom(p, text));
        CHECK(infer(p, BL_UNIVERSAL_GENERALIZATION, "(∀(z)P(z))", 1, 1, 0) == BL_WHY_NOTHING);
        bl_proof_clear(p);
        CHECK(axiom(p, "tT") && axiom(p, "tT") && axiom(p, "S(x_0)"));
    }
}

/* 128 symbols have a table in a model, and not one more. */
static void test_model_room(void)
{
    for (int64_t most = 128; most <= 129; most++) {
        bl_logic_reset(l);
        struct bl_proof *p = bl_proof_new(l, BL_SOUND);
        for (int64_t i = 0; i < most; i++) {
            struct bl_statement s =
                bl_statement_of(l, bl_term_make(l, BL_LETTER, bl_symbol_make(l, 'P', i), 0));
            bl_proof_axiom(p, &s);
        }
        CHECK(bl_model(l, p, NULL, 3) == (most == 128 ? 1 : 0));
    }
}

/* A conclusion that would be over a limit is none, and the search takes it for none. */
static void test_search_at_the_limit(void)
{
    struct bl_found f;
    char rule[2000] = "(∀(x)(Q(x)→P(x";
    for (unsigned i = 1; i < 100; i++)
        strcat(rule, ",x");
    strcat(rule, ")))");
    bl_logic_reset(l);
    struct bl_proof *p = bl_proof_new(l, BL_SOUND);
    CHECK(axiom(p, rule) && axiom(p, "Q(f(f(f(1))))"));
    struct bl_search s = {.from = p, .goal = term("A"), .budget = 5000, .steps = 5000};
    bl_search(l, &s, &f);
    CHECK(f.end == BL_NOT_FOUND && !f.proof);
}

/* ---- what a proof contradicts ---- */

/* The axioms, one after another, and the two lines that contradict each other; 0: none do. */
static void contradicts(const char *const *axioms, uint32_t a, uint32_t b, int line)
{
    uint32_t found[2] = {0, 0};
    bl_logic_reset(l);
    struct bl_proof *p = bl_proof_new(l, BL_SOUND);
    for (; *axioms; axioms++)
        axiom(p, *axioms);
    bool is = bl_proof_contradiction(p, found);
    check(is == (a != 0) && (!is || (found[0] == a && found[1] == b)), "the two lines named", line);
}

#define CONTRADICTS(a, b, ...) \
    contradicts((const char *const[]){__VA_ARGS__, NULL}, a, b, __LINE__)

static void test_contradictions(void)
{
    CONTRADICTS(0, 0, "P", "Q");
    CONTRADICTS(0, 0, "P", "(¬Q)", "(¬(¬Q))∧P", "(P→tF)");
    CONTRADICTS(1, 2, "P", "(¬P)");
    CONTRADICTS(2, 1, "(¬P)", "P");
    CONTRADICTS(1, 4, "P", "Q", "R", "(¬P)");
    CONTRADICTS(4, 1, "(¬P)", "Q", "R", "P");
    CONTRADICTS(2, 3, "Q", "(¬P)", "(¬(¬P))");
    CONTRADICTS(2, 2, "P", "tF");
    CONTRADICTS(1, 1, "tF");
    CONTRADICTS(0, 0, "(¬tF)", "tT");
    CONTRADICTS(1, 2, "tT", "(¬tT)");
    CONTRADICTS(1, 2, "(∀(x)P(x))", "(¬(∀(y)P(y)))");   /* the same but for a name */
    CONTRADICTS(0, 0, "(∀(x)P(x))", "(∀(x)(¬P(x)))");
    CONTRADICTS(0, 0, "P(x)", "(¬P(y))");
    uint32_t found[2];
    bl_logic_reset(l);
    struct bl_proof *p = bl_proof_new(l, BL_SOUND);
    CHECK(axiom(p, "Q") && axiom(p, "P"));
    bl_proof_clear(p);                     /* lines of before do not count */
    CHECK(axiom(p, "(¬P)") && !bl_proof_contradiction(p, found));
}

/* ---- names ---- */

static void test_names(void)
{
    for (unsigned r = 1; r < BL_RULES; r++) {
        const char *name = bl_rule_name((enum bl_rule)r);
        CHECK(*name && bl_rule_find(name, strlen(name)) == (enum bl_rule)r);
        CHECK(bl_rule_find(name, strlen(name) - 1) != (enum bl_rule)r);
    }
    CHECK(!*bl_rule_name(BL_NO_RULE) && !*bl_rule_name(BL_RULES) && !bl_rule_find("", 0));
    CHECK(!*bl_why_text(BL_WHY_NOTHING) && !*bl_why_text(BL_WHYS));
    for (unsigned w = 1; w < BL_WHYS; w++)
        CHECK(*bl_why_text((enum bl_why)w));
    CHECK(bl_term_shape(l, 1u << 30) == BL_NONE && bl_term_left(l, 1u << 30) == 0 &&
          bl_term_right(l, 1u << 30) == 0);
    CHECK(!bl_term_is_wff(l, 0) && !bl_term_is_wfo(l, 0) && !bl_term_is_wff(l, 1u << 30));
    CHECK(bl_term_closed(l, term("(∀(x)P(x))")) && !bl_term_closed(l, term("P(x)")));
    CHECK(!bl_term_closed(l, bl_term_left(l, term("(∀(x)P(x))"))));
}

/* ---- attacks: nothing outside of the kernel can make a lemma, or a statement that is none ---- */

/* Whether what a proof accepted can be written, read again, and is worth what it says. */
static bool is_what_it_says(const struct bl_statement *s)
{
    struct bl_text text = bl_text_heap();
    struct bl_statement again = {0};
    struct bl_fault fault;
    bl_statement_print(l, s, false, &text);
    bool same = bl_statement_parse(l, text.s, text.len, 0, BL_WFF, &again, &fault) &&
                again.term == s->term && again.points == s->points;
    bl_text_free(&text);
    return same;
}

/* The name of a game function, of a predicate, or of nothing is no variable's. Under `sound`, with
 * [health] as the name, one axiom that can be true gave a contradiction. */
static void test_attack_by_names(void)
{
    bl_symbol none = UINT32_MAX;
    const bl_symbol wrong[] = {BL_HEALTH, BL_IS_PLAYER, BL_ATK, bl_symbol_make(l, 'P', -1),
                               bl_symbol_make(l, 'P', 3), none, bl_symbol_make(l, '[', -1),
                               bl_symbol_make(l, '[', 4), bl_symbol_make(l, '\0', 1),
                               bl_symbol_make(l, 'x', BL_INDEX_MAX + 1), bl_symbol_make(l, 'x', INT64_MAX)};
    bl_term t = term("(∀(x)(∃(y)(x=y)))");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        bl_symbol names[2] = {wrong[i], wrong[i]};
        struct bl_proof *p = bl_proof_new(l, BL_SOUND);
        struct bl_statement s = bl_statement_named(l, t, names, 2);
        CHECK(bl_proof_axiom(p, &s) && is_what_it_says(&s));
        CHECK(bl_proof_line(p, 1)->letter != wrong[i]);
        CHECK(!bl_term_make(l, BL_FORALL, term("P"), wrong[i]));
        CHECK(!bl_term_make(l, BL_VARIABLE, wrong[i], 0));
    }
}

/* The longest index that can be written is one. */
static void test_longest_index(void)
{
    bl_symbol names[1] = {bl_symbol_make(l, 'x', BL_INDEX_MAX)};
    struct bl_proof *p = bl_proof_new(l, BL_SOUND);
    struct bl_statement s = bl_statement_named(l, term("(∀(y)P(y))"), names, 1);
    CHECK(bl_proof_axiom(p, &s) && is_what_it_says(&s) && bl_proof_line(p, 1)->letter == names[0]);
}

/* A proof is about one game: values of another one come too late. With them a lemma would stand
 * beside its negation, from no axiom. */
static void test_attack_by_other_values(void)
{
    static struct bl_given_values given[2];
    struct bl_proof *p = bl_proof_new(l, BL_SOUND);
    uint32_t found[2];
    for (int k = 0; k < 2; k++)
        bl_given_init(&given[k]);
    CHECK(bl_given_add(&given[0], l, term("[PLAYER](1)")) && bl_given_add(&given[1], l, term("(¬[PLAYER](1))")));
    bl_proof_values(p, &given[1].values);
    bl_proof_values(p, &given[0].values);
    CHECK(infer(p, BL_EVALUATION, "[PLAYER](1)", 0, 0, 0) == 0);
    bl_proof_values(p, &given[1].values);
    CHECK(infer(p, BL_EVALUATION, "(¬[PLAYER](1))", 0, 0, 0) == BL_WHY_EVALUATED);
    CHECK(!bl_proof_contradiction(p, found));
    bl_proof_clear(p);
    bl_proof_values(p, &given[1].values);
    CHECK(infer(p, BL_EVALUATION, "(¬[PLAYER](1))", 0, 0, 0) == 0);
}

/* What a lemma costs is what the kernel counts, whatever its maker says; and its names are its own. */
static void test_attack_by_points(void)
{
    struct bl_statement dear = statement(l, "(∀(x)(P(x)∨(¬P(x))))"), other = statement(l, "(∀(y)(Q(y)∨(¬Q(y))))");
    struct bl_statement plain = statement(l, "(P∨tT)");
    struct bl_proof *p = bl_proof_new(l, BL_SOUND);
    CHECK(axiom(p, "((∀(x)(P(x)∨(¬P(x))))∧Q)") && axiom(p, "P"));
    for (int k = 0; k < 6; k++) {
        struct bl_inference i = {.rule = k < 4 ? BL_SIMPLIFICATION : BL_ADDITION,
                                 .c = k < 4 ? dear : plain, .premise = {k < 4 ? 1 : 2}, .premises = 1};
        CHECK(bl_proof_follows(p, &i) == 0);
        switch (k) {
        case 0: i.c.points = 0; break;
        case 1: i.c.names = other.names; break;
        case 2: i.c.names = 0; break;
        case 3: i.c.names = UINT32_MAX; break;
        case 4: i.c.points = 0; break;
        default: i.c.binders = 1;
        }
        CHECK(bl_proof_infer(p, &i) != 0 && bl_proof_points(p) == 0);
        CHECK(!bl_proof_axiom(bl_proof_new(l, BL_SOUND), &i.c));
    }
}

/* A subproof that is owned, and rests on the game's values afterwards, is of no use. */
static void test_attack_by_owning_first(void)
{
    struct bl_given_values given;
    bl_given_init(&given);
    CHECK(bl_given_add(&given, l, term("([health](1)=20)")));
    struct bl_proof *sub = bl_proof_new(l, BL_SOUND), *p = bl_proof_new(l, BL_SOUND);
    CHECK(axiom(sub, "(¬([health](1)=20))"));
    CHECK(bl_proof_own(p, sub));
    bl_proof_values(sub, &given.values);
    CHECK(infer(sub, BL_EVALUATION, "([health](1)=20)", 0, 0, 0) == 0);
    struct bl_inference i = {.rule = BL_INDIRECT_PROOF, .c = statement(l, "([health](1)=20)"), .subproof = sub};
    CHECK(bl_proof_infer(p, &i) == BL_WHY_USING_OWNED && bl_proof_lines(p) == 0);
}

/* What stands for an object cannot stand where something is true or false, nor the other way round. */
static void test_attack_by_shapes(void)
{
    CHECK(!bl_term_abstract(l, term("(P∧Q)"), term("P")));
    CHECK(!bl_term_instantiate(l, bl_term_left(l, term("(∀(x)(x=1))")), term("P")));
    CHECK(!bl_term_instantiate(l, bl_term_left(l, term("(∀(x)(x=1))")), UINT32_MAX));
    CHECK(!bl_term_instantiate(l, UINT32_MAX, term("1")) && !bl_term_abstract(l, UINT32_MAX, term("1")));
    struct bl_statement beyond = bl_statement_of(l, UINT32_MAX);
    struct bl_statement loose = bl_statement_of(l, bl_term_left(l, term("(∀(x)(∃(y)(x=y)))")));
    CHECK(!bl_proof_axiom(bl_proof_new(l, BL_SOUND), &beyond));
    CHECK(!bl_proof_axiom(bl_proof_new(l, BL_SOUND), &loose));
}

int main(void)
{
    l = bl_logic_new();
    test_what_fits();
    test_limits();
    test_sharing();
    test_operations();
    test_statements();
    test_calls();
    test_reset();
    test_owning();
    test_values();
    test_refusals();
    test_subproofs();
    test_freshness();
    test_shared_bits();
    test_model_room();
    test_search_at_the_limit();
    test_contradictions();
    test_names();
    test_attack_by_names();
    test_longest_index();
    test_attack_by_other_values();
    test_attack_by_points();
    test_attack_by_owning_first();
    test_attack_by_shapes();
    bl_logic_free(l);
    printf("%d checks, %d not so\n", checks, failures);
    return failures > 0 || checks < 700;
}
