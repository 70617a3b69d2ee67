/* cheapest.c - the search against every proof of at most three lemmas.
 * usage: cheapest [COUNT [SEED [planted|again|among [SIGNATURE]]]]
 * Random small problems in both logics. Where a proof of at most three lemmas exists the search
 * must find one, and none that is dearer. The signature is one number for all that the search did:
 * it changes only if the search looks in another order, finds another proof, or takes longer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exhaust.h"
#include "random.h"
#include "statement.h"

static struct bl_logic *l;
static const char *const names[] = {"as-written", "sound"};

/* A form with parts put in: # is a part, $ a closed term, % an open one. */
static void fill(struct bl_text *t, const char *form)
{
    static const char *const parts[] = {"A", "B", "P($)", "Q($)", "P(%)", "Q(%)", "R($,%)",
                                        "(¬P(%))", "(¬A)", "P(f(%))", "(%=$)"};
    static const char *const open[] = {"x", "x", "y", "f(x)", "1"};
    static const char *const closed[] = {"1", "2", "f(1)", "c()", "x"};
    for (; *form; form++) {
        if (*form == '#')
            fill(t, parts[roll(11)]);
        else if (*form == '$')
            bl_put(t, closed[roll(5)]);
        else if (*form == '%')
            bl_put(t, open[roll(5)]);
        else
            bl_put_char(t, *form);
    }
}

static struct bl_statement random_statement(void)
{
    static const char *const forms[] = {
        "#", "#", "(¬#)", "(#∧#)", "(#→#)", "(#∨#)", "(∀(x)#)", "(∀(x)(#→#))", "(∀(x)(#→#))",
        "(∀(x)(#→(#∧#)))", "(∀(x)(#∧#))", "(∃(x)#)", "(∃(x)#)", "(∀(x)(∀(y)R(x,y)))",
        "(∀(x)(∃(y)R(x,y)))", "(∀(x)(¬#))", "((∃(x)#)→#)", "((∀(x)#)→#)", "P((1+1))", "(%>$)",
        "(∀(x)(x>$))", "(∀(x)(∀(y)(P(x)→R(x,y))))", "(#→(#∧#))", "(∃(x)(#∧#))", "(x=y)",
        "(c()=$)", "((2>1)→#)"};
    char text[TEXT];
    struct bl_text t = {text, 0, TEXT, NULL};
    fill(&t, forms[roll(sizeof forms / sizeof *forms)]);
    return statement(l, text);
}

/* A subproof to use, and an axiom that it can be used on. */
static void add_subproof(struct bl_proof *p)
{
    static const char *const texts[][2] = {
        {"axiom (∀(x)(P(x)∧Q(x)))\n(P(x)∧Q(x)) by universal-instantiation 1\n"
         "P(x) by simplification 2\n(∀(x)P(x)) by universal-generalization-ref 3 1\n",
         "(∀(y)(Q(y)∧R(y)))"},
        {"axiom (∀(x)P(x,f(x)))\nP(y,f(y)) by universal-instantiation 1\n"
         "(∃(y)P(y,f(y))) by existential-generalization 2\n"
         "(∀(z)(∃(y)P(y,f(y)))) by universal-generalization 3\n", "(∀(x)R(x,f(x)))"},
        {"axiom (∀(x)(P(x)∧(¬P(x))))\n(P(x)∧(¬P(x))) by universal-instantiation 1\n"
         "P(x) by simplification 2\n(¬P(x)) by simplification 2\n"
         "(∀(x)P(x)) by universal-generalization-ref 3 1\n"
         "(∀(x)(¬P(x))) by universal-generalization-ref 4 1\n", "(A→(∀(x)(Q(x)∧(¬Q(x)))))"},
        {"axiom (∀(x)(x>0))\n(0>0) by universal-instantiation 1\ntF by comparison 2\n"
         "(∀(x)tF) by universal-generalization 3\n(¬tF) by falsehood\n"
         "(∀(x)(¬tF)) by universal-generalization 5\n", "(1>0)"}};
    static struct bl_proof_file file;
    struct bl_read_fault fault;
    const char *const *text = texts[roll(4)];
    struct bl_statement s = statement(l, text[1]);
    if (!bl_proof_read(l, text[0], strlen(text[0]), bl_proof_ruling(p), NULL, &file, &fault))
        exit(2);
    bl_proof_own(p, file.proof);
    bl_proof_axiom(p, &s);
}

/* A rule at random; of those that take apart more often. */
static enum bl_rule random_rule(void)
{
    static const enum bl_rule rules[] = {
        BL_MODUS_PONENS, BL_UNIVERSAL_INSTANTIATION, BL_UNIVERSAL_INSTANTIATION,
        BL_EXISTENTIAL_INSTANTIATION, BL_SIMPLIFICATION, BL_UNIVERSAL_MODUS_PONENS,
        BL_UNIVERSAL_MODUS_PONENS, BL_EXISTENTIAL_MODUS_PONENS, BL_SYMMETRY, BL_TRANSITIVITY,
        BL_OPERATOR, BL_COMPARISON, BL_UNIVERSAL_GENERALIZATION, BL_EXISTENTIAL_GENERALIZATION,
        BL_CONDITIONAL_PROOF, BL_INDIRECT_PROOF};
    return roll(3) ? rules[roll(sizeof rules / sizeof *rules)]
                   : (enum bl_rule)(1 + roll(BL_COMPARISON));
}

/* One more lemma, if what the dice say follows. */
static void grow(struct bl_proof *p, enum bl_rule rule, uint32_t most_points)
{
    static struct bl_answer a;
    struct bl_question q = {.rule = rule, .ruling = bl_proof_ruling(p)};
    struct bl_inference i = {.rule = rule};
    uint32_t least, lines = bl_proof_lines(p);
    char text[TEXT];
    struct bl_text t = {text, 0, TEXT, NULL};
    struct bl_fault fault;
    struct bl_statement with;
    bool wff = rule == BL_ADDITION || rule == BL_FALSY_AND;
    bl_rule_premises(rule, &least, &q.premises);
    if (bl_rule_uses_subproof(rule))
        q.subproof = i.subproof = bl_proof_owned(p, 0);
    if (bl_rule_uses_subproof(rule) != (q.subproof != NULL) || rule == BL_TRUTH ||
        rule == BL_FALSEHOOD)
        return;
    for (uint32_t n = 0; n < q.premises; n++) {   /* the newest more often */
        i.premise[n] = roll(2) ? lines : 1 + roll(lines);
        q.premise[n] = bl_proof_line(p, i.premise[n])->s;
    }
    fill(&t, rule == BL_SUBSTITUTION_EQ ? "f(1)" : wff ? "#" : roll(2) ? "%" : "$");
    if (!bl_statement_parse(l, text, t.len, 0, BL_WFF_OR_WFO, &with, &fault))
        return;
    bl_infer(l, &q, &a);
    if (a.needs_with) {
        q.with = with.term;
        bl_infer(l, &q, &a);
    }
    if (a.count == 0)
        return;
    i.premises = q.premises;
    i.c = a.conclusions[roll(a.count)];
    if (i.c.points <= most_points)
        bl_proof_infer(p, &i);
}

static struct bl_proof *start(const struct bl_proof *from)
{
    struct bl_proof *p = bl_proof_within(from);
    for (uint32_t i = 1; i <= bl_proof_axioms(from); i++)
        bl_proof_axiom(p, &bl_proof_line(from, i)->s);
    return p;
}

/* A goal that follows in a few steps, whatever they are; 0: a contradiction is asked for. */
static bl_term random_goal(const struct bl_proof *from)
{
    struct bl_proof *p = start(from);
    uint32_t length = 2 + roll(2);
    if (roll(4) == 0)
        return 0;
    for (uint32_t tries = 0; tries < 400 && bl_proof_lines(p) < bl_proof_axioms(from) + length;
         tries++)
        grow(p, (enum bl_rule)(1 + roll(BL_COMPARISON)), 14);
    return bl_proof_line(p, bl_proof_lines(p))->s.term;
}

/* The lemmas that the last one rests on, and no others; NULL where one of those was needed. */
static struct bl_proof *pruned(const struct bl_proof *p)
{
    bool needed[300] = {false};
    uint32_t number[300] = {0}, last = bl_proof_lines(p);
    struct bl_proof *q = start(p);
    needed[last] = true;
    for (uint32_t n = last; n > bl_proof_axioms(p); n--)
        for (uint32_t j = 0; needed[n] && j < bl_proof_line(p, n)->premises; j++)
            needed[bl_proof_line(p, n)->premise[j]] = true;
    for (uint32_t n = 1; n <= last; n++) {
        const struct bl_line *line = bl_proof_line(p, n);
        struct bl_inference i = {.rule = (enum bl_rule)line->rule, .c = line->s,
                                 .premises = line->premises,
                                 .premise = {number[line->premise[0]], number[line->premise[1]]},
                                 .subproof = line->subproof};
        if (line->rule && needed[n] && bl_proof_infer(q, &i))
            return NULL;
        number[n] = line->rule ? bl_proof_lines(q) : n;
    }
    return q;
}

static void show(const struct bl_proof *p)
{
    for (uint32_t i = 1; i <= bl_proof_lines(p); i++) {
        struct bl_text t = bl_text_heap();
        bl_line_print(l, bl_proof_line(p, i), NULL, false, &t);
        printf("    %s\n", t.s);
        bl_text_free(&t);
    }
}

struct tally {
    unsigned problems, solved, missed, dearer;
    uint64_t signature;
};

static void sign(struct tally *tally, uint64_t n)
{
    tally->signature = (tally->signature ^ n) * UINT64_C(0x9E3779B97F4A7C15);
    tally->signature ^= tally->signature >> 29;
}

/* How the search ended, after how many steps, and every lemma that it found. */
static void sign_found(struct tally *tally, const struct bl_found *f)
{
    sign(tally, f->end);
    sign(tally, f->steps);
    for (uint32_t i = 1; f->proof && i <= bl_proof_lines(f->proof); i++) {
        const struct bl_line *line = bl_proof_line(f->proof, i);
        sign(tally, line->rule | (uint64_t)line->premise[0] << 8 | (uint64_t)line->premise[1] << 24 |
                        (uint64_t)line->s.points << 40);
    }
}

static void complain(const struct bl_proof *p, bl_term goal, const struct bl_found *f,
                     struct tally *tally)
{
    printf("%s, %s: %u points will do, ", names[bl_proof_ruling(p)],
           goal ? "goal" : "contradiction", bl_proof_points(p));
    if (f->end == BL_FOUND)
        printf("found %u\n", bl_proof_points(f->proof));
    else
        printf("nothing found (%d)\n", (int)f->end);
    tally->missed += f->end != BL_FOUND;
    tally->dearer += f->end == BL_FOUND;
    show(p);
}

static void compare(const struct bl_proof *from, bl_term goal, struct tally *tally)
{
    struct exhaust x = {.l = l, .from = from, .goal = goal, .lemmas = 3};
    struct bl_search s = {.from = from, .goal = goal, .budget = 1000, .steps = 200000};
    struct bl_found f;
    bl_search(l, &s, &f);
    sign_found(tally, &f);
    x.budget = f.end == BL_FOUND ? bl_proof_points(f.proof) : 1000;
    exhaust(&x);
    tally->problems++;
    tally->solved += x.proof != NULL || f.end == BL_FOUND;
    if (x.proof)
        complain(x.proof, goal, &f, tally);
}

/* A longer proof, made at random: the search must do at least as well. */
static void planted_problem(enum bl_logic_ruling ruling, struct tally *tally)
{
    bl_logic_reset(l);
    struct bl_proof *p = bl_proof_new(l, ruling);
    if (roll(4) == 0)
        add_subproof(p);
    for (uint32_t i = 0, axioms = 2 + roll(4); i < axioms; i++) {
        struct bl_statement s = random_statement();
        bl_proof_axiom(p, &s);
    }
    for (uint32_t tries = 0; tries < 300; tries++)
        grow(p, random_rule(), 20);
    struct bl_proof *q = pruned(p);
    bl_term goal = bl_proof_line(p, bl_proof_lines(p))->s.term;
    if (!q || bl_proof_lines(q) - bl_proof_axioms(q) < 3)
        return;
    struct bl_search s = {.from = start(p), .goal = goal, .budget = 1000, .steps = 200000};
    struct bl_found f;
    bl_search(l, &s, &f);
    sign_found(tally, &f);
    tally->problems++;
    tally->solved += f.end == BL_FOUND;
    if (f.end != BL_FOUND || bl_proof_points(f.proof) > bl_proof_points(q))
        complain(q, goal, &f, tally);
}

static void one_problem(enum bl_logic_ruling ruling, struct tally *tally)
{
    bl_logic_reset(l);
    struct bl_proof *from = bl_proof_new(l, ruling);
    if (roll(4) == 0)
        add_subproof(from);
    for (uint32_t i = 0, axioms = 1 + roll(3); i < axioms; i++) {
        struct bl_statement s = random_statement();
        bl_proof_axiom(from, &s);
    }
    compare(from, random_goal(from), tally);
}

/* The base rules, which are axioms at every table. */
static void add_base_rules(struct bl_proof *p)
{
    static const char *const rules[] = {
        "(∀(x)(∀(y)(([NUMBER](x)∧[NUMBER](y))→[NUMBER]((x+y)))))", "(∀(x)(∀(y)((x+y)=(y+x))))",
        "(∀(x)(∀(y)(∀(z)(((x+y)+z)=(x+(y+z))))))", "(∀(x)([NUMBER](x)→((x+0)=x)))"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct bl_statement s = statement(l, rules[i]);
        bl_proof_axiom(p, &s);
    }
}

static bool among_base_rules;

/* A contradiction, asked for again with one point less than it cost: nothing cheaper may be found. */
static void again_problem(enum bl_logic_ruling ruling, struct tally *tally)
{
    bl_logic_reset(l);
    struct bl_proof *from = bl_proof_new(l, ruling);
    if (roll(4) == 0)
        add_subproof(from);
    for (uint32_t i = 0, axioms = 4 + roll(5); i < axioms; i++) {
        struct bl_statement s = random_statement();
        bl_proof_axiom(from, &s);
    }
    if (among_base_rules)
        add_base_rules(from);
    struct bl_search s = {.from = from, .budget = 1000, .steps = 10000, .longer = 10000};
    struct bl_found f, g = {.end = BL_NOT_FOUND};
    bl_search(l, &s, &f);
    sign_found(tally, &f);
    tally->problems++;
    tally->solved += f.end == BL_FOUND;
    if (f.end != BL_FOUND)
        return;
    s.budget = bl_proof_points(f.proof);
    if (s.budget-- > 0)
        bl_search(l, &s, &g);
    if (g.end == BL_FOUND)
        complain(g.proof, 0, &f, tally);
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 300;
    void (*problem)(enum bl_logic_ruling, struct tally *) =
        argc <= 3                          ? one_problem
        : strcmp(argv[3], "planted") == 0 ? planted_problem : again_problem;
    struct tally tally = {0};
    among_base_rules = argc > 3 && strcmp(argv[3], "among") == 0;
    random_seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    l = bl_logic_new();
    for (int i = 0; i < count; i++)
        problem(i % 2 ? BL_SOUND : BL_AS_WRITTEN, &tally);
    bl_logic_free(l);
    printf("%u problems, %u with a proof, %u missed, %u dearer than need be\n", tally.problems,
           tally.solved, tally.missed, tally.dearer);
    printf("signature %016llx\n", (unsigned long long)tally.signature);
    if (argc > 4 && strtoull(argv[4], NULL, 16) != tally.signature) {
        printf("not %s: if the search was to change, that is its new signature\n", argv[4]);
        return 1;
    }
    /* Most random proofs are long enough, and most problems have a proof: else nothing was tried. */
    return tally.missed + tally.dearer > 0 || count < 1 || tally.problems < (unsigned)count / 2 ||
           tally.solved < tally.problems / 2;
}
