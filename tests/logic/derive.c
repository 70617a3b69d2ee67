/* derive.c - random derivations as problems for provers.
 * usage: derive FOLDER COUNT SEED sound|as-written|planted
 * Each problem has the axioms of a random proof and one of its lemmas as the conjecture: one that
 * names no witness, so that it must follow from the axioms alone, and what the proof worked out
 * with numbers. `planted` takes (∀(x)A) from (∃(x)A): the provers must object. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/logic.h"
#include "random.h"
#include "tptp.h"

static struct bl_logic *l;

static bool parse(const char *text, struct bl_statement *s)
{
    struct bl_fault fault;
    return bl_statement_parse(l, text, strlen(text), 0, BL_WFF_OR_WFO, s, &fault);
}

static struct bl_statement random_statement(int depth)
{
    char text[TEXT];
    struct bl_statement s;
    do
        random_wff(text, depth);
    while (!parse(text, &s));
    return s;
}

static bl_term random_with(enum bl_rule rule)
{
    char text[TEXT];
    struct bl_statement s;
    if (rule == BL_ADDITION || rule == BL_FALSY_AND)
        return random_statement(1).term;
    random_term(text);
    if (rule == BL_SUBSTITUTION_EQ)
        strcpy(text, "f(0)");
    return parse(text, &s) ? s.term : 0;
}

static bool has_shape(bl_term t, enum bl_shape shape)
{
    enum bl_shape s = bl_term_shape(l, t);
    if (s == shape)
        return true;
    switch (s) {
    case BL_NOT: case BL_FORALL: case BL_EXISTS: return has_shape(bl_term_left(l, t), shape);
    case BL_AND: case BL_OR: case BL_IMPLY:
        return has_shape(bl_term_left(l, t), shape) || has_shape(bl_term_right(l, t), shape);
    default: return false;
    }
}

/* What a problem says of numbers: all results and comparisons among small ones. */
static void put_numbers(FILE *f)
{
    static const char *const names[] = {"add", "sub", "mul", "div", "fdiv", "cdiv", "mod"};
    for (int x = 0; x <= 4; x++)
        for (int y = 0; y <= 4; y++) {
            int r[] = {x + y, x - y, x * y, y ? (2 * x + y) / (2 * y) : -1, y ? x / y : -1,
                       y ? (x + y - 1) / y : -1, y ? x % y : -1};
            for (int i = 0; i < 7; i++)
                if (r[i] >= 0)
                    fprintf(f, "fof(c%d_%d_%d,axiom,%s(n%d,n%d)=n%d).\n", i, x, y, names[i], x, y,
                            r[i]);
            fprintf(f, "fof(g%d_%d,axiom,%sgt(n%d,n%d)).\n", x, y, x > y ? "" : "~", x, y);
            fprintf(f, "fof(l%d_%d,axiom,%slt(n%d,n%d)).\n", x, y, x < y ? "" : "~", x, y);
        }
}

static void put_formula(FILE *f, const char *name, const char *role, bl_term t)
{
    struct bl_text out = bl_text_heap();
    tptp_print(l, t, &out);
    fprintf(f, "fof(%s,%s,%s).\n", name, role, out.s);
    bl_text_free(&out);
}

static void write_problem(const char *folder, int n, const struct bl_proof *p,
                          const bl_term *conjectures, int count, bool numbers)
{
    char path[512], name[32];
    snprintf(path, sizeof path, "%s/%d.p", folder, n);
    FILE *f = fopen(path, "w");
    if (!f)
        exit(2);
    for (uint32_t i = 1; i <= bl_proof_lines(p); i++) {
        struct bl_text out = bl_text_heap();
        bl_line_print(l, bl_proof_line(p, i), NULL, true, &out);
        fprintf(f, "%% %u %s\n", i, out.s);
        bl_text_free(&out);
    }
    for (uint32_t i = 1; i <= bl_proof_axioms(p); i++) {
        snprintf(name, sizeof name, "a%u", i);
        put_formula(f, name, "axiom", bl_proof_line(p, i)->s.term);
    }
    if (numbers)
        put_numbers(f);
    struct bl_text all = bl_text_heap();
    for (int i = 0; i < count; i++) {
        bl_put(&all, i > 0 ? " & (" : "(");
        tptp_print(l, conjectures[i], &all);
        bl_put(&all, ")");
    }
    fprintf(f, "fof(c,conjecture,%s).\n", all.s);
    bl_text_free(&all);
    fclose(f);
}

/* The functions in t, each with its arity. */
static void functions_of(bl_term t, uint64_t *list, int *count)
{
    enum bl_shape s = bl_term_shape(l, t);
    if (t == 0)
        return;
    if (s == BL_APPLY) {
        uint64_t arity = 0;
        for (bl_term a = bl_term_right(l, t); a; a = bl_term_right(l, a))
            arity++;
        if (*count < 200)
            list[(*count)++] = arity << 32 | bl_term_left(l, t);
    }
    if (s == BL_LETTER || s == BL_VARIABLE || s == BL_BOUND || s == BL_NUMBER || s <= BL_TF)
        return;
    if (s != BL_ATOM && s != BL_APPLY)
        functions_of(bl_term_left(l, t), list, count);
    if (s != BL_NOT && s != BL_FORALL && s != BL_EXISTS)
        functions_of(bl_term_right(l, t), list, count);
}

/* Whether t names a function of a line that instantiates an existential statement: perhaps a
 * witness, of which the axioms say nothing. */
static bool names_witness(const struct bl_proof *p, bl_term t)
{
    uint64_t in[200], made[200];
    int n = 0;
    functions_of(t, in, &n);
    for (uint32_t i = 1; i <= bl_proof_lines(p); i++) {
        const struct bl_line *line = bl_proof_line(p, i);
        int k = 0;
        if (line->rule != BL_EXISTENTIAL_INSTANTIATION)
            continue;
        functions_of(line->s.term, made, &k);
        for (int a = 0; a < k; a++)
            for (int b = 0; b < n; b++)
                if (made[a] == in[b])
                    return true;
    }
    return false;
}

static void grow(struct bl_proof *p, enum bl_logic_ruling ruling, const struct bl_proof *z,
                 int steps, bool *numbers)
{
    static struct bl_answer answer;
    for (int i = 0; i < steps; i++) {
        uint32_t count = bl_proof_lines(p), least, most;
        struct bl_question q = {.rule = (enum bl_rule)(1 + roll(BL_RULES - 2)), .ruling = ruling};
        uint32_t number[2] = {0, 0};
        if ((q.rule == BL_TRUTH || q.rule == BL_FALSEHOOD || q.rule == BL_IDENTITY) && roll(8))
            continue;
        q.subproof = bl_rule_uses_subproof(q.rule) ? z : NULL;
        bl_rule_premises(q.rule, &least, &most);
        q.premises = most;
        for (uint32_t k = 0; k < most; k++) {
            number[k] = 1 + roll(count);
            q.premise[k] = bl_proof_line(p, number[k])->s;
        }
        bool by_itself = q.rule == BL_INDIRECT_PROOF || q.rule == BL_UNIVERSAL_GENERALIZATION ||
                         q.rule == BL_UNIVERSAL_GENERALIZATION_REF ||
                         q.rule == BL_EXISTENTIAL_GENERALIZATION;
        q.with = by_itself ? 0 : random_with(q.rule);
        bl_infer(l, &q, &answer);
        if (answer.count == 0)
            continue;
        struct bl_inference step = {.rule = q.rule, .premises = most, .subproof = q.subproof,
                                    .c = answer.conclusions[roll(answer.count)]};
        memcpy(step.premise, number, sizeof number);
        if (step.c.points < 40 && bl_proof_infer(p, &step) == 0)
            *numbers |= q.rule == BL_OPERATOR || q.rule == BL_COMPARISON;
    }
}

static struct bl_statement random_axiom(void)
{
    static const char *const forms[] = {"(∃(x)%)", "(∀(x)(%→%))", "(∀(x)(∃(y)%))", "(∃(y)(∀(x)%))",
                                        "(∀(x)%)", "(¬%)", "(%∧%)", "%"};
    static const char *const bodies[] = {"P(x)", "R(x,y)", "(¬P(x))", "Q(x)", "(P(x)∧Q(y))",
        "(R(x,y)→Q(y))", "(x=y)", "P(f(x))", "(¬R(y,x))", "R(x,f(y))", "(P(x)∨Q(x))", "A",
        "(x>1)", "(P(x)→P(f(x)))"};
    char text[TEXT], part[TEXT];
    struct bl_statement s;
    do {
        struct bl_text t = {text, 0, TEXT, NULL};
        for (const char *c = forms[roll(8)]; *c; c++) {
            random_wff(part, 1);
            if (roll(5) > 0)
                strcpy(part, bodies[roll(14)]);
            if (*c == '%')
                bl_put(&t, part);
            else
                bl_put_char(&t, *c);
        }
    } while (!parse(text, &s));
    return s;
}

static const struct bl_proof *random_subproof(enum bl_logic_ruling ruling)
{
    static const char *const texts[] = {
        "axiom (∀(x)(P(x)∧Q(x)))\n(P(x)∧Q(x)) by universal-instantiation 1\n"
        "P(x) by simplification 2\n(∀(x)P(x)) by universal-generalization-ref 3 1\n",
        "axiom (∀(x)P(x,f(x)))\nP(y,f(y)) by universal-instantiation 1\n"
        "(∃(y)P(y,f(y))) by existential-generalization 2\n"
        "(∀(z)(∃(y)P(y,f(y)))) by universal-generalization 3\n",
        "axiom (∀(x)(P(x)∧(¬P(x))))\n(P(x)∧(¬P(x))) by universal-instantiation 1\n"
        "P(x) by simplification 2\n(¬P(x)) by simplification 2\n"
        "(∀(x)P(x)) by universal-generalization-ref 3 1\n"
        "(∀(x)(¬P(x))) by universal-generalization-ref 4 1\n"};
    static struct bl_proof_file file;
    struct bl_read_fault fault;
    const char *text = texts[roll(3)];
    if (!bl_proof_read(l, text, strlen(text), ruling, NULL, &file, &fault))
        abort();
    return file.proof;
}

/* The axiom of a subproof with other letters, so that the subproof can be used. */
static void add_axiom_like(struct bl_proof *p, const struct bl_proof *z)
{
    char text[TEXT];
    struct bl_text t = {text, 0, TEXT, NULL};
    struct bl_statement s;
    bl_statement_print(l, &bl_proof_line(z, 1)->s, false, &t);
    for (char *c = text; *c; c++)
        *c = *c == 'P' ? 'R' : *c == 'f' ? 'g' : *c;
    if (parse(text, &s))
        bl_proof_axiom(p, &s);
}

/* (∀(x)A) for (∃(x)A): nobody should believe it. */
static bl_term plant(bl_term t)
{
    return bl_term_make(l, BL_FORALL, bl_term_left(l, t), bl_term_right(l, t));
}

/* A problem from a random proof; 0: it had nothing to offer. */
static int one_problem(const char *folder, int n, enum bl_logic_ruling ruling, bool planted)
{
    bl_logic_reset(l);
    struct bl_proof *p = bl_proof_new(l, ruling);
    const struct bl_proof *z = random_subproof(ruling);
    bl_term conjectures[5];
    bool numbers = false, telling = ruling == BL_SOUND && !planted;
    int count = 0;
    if (roll(2) && !planted && bl_proof_lines(z) < 6)   /* the longest contradicts itself */
        add_axiom_like(p, z);
    for (uint32_t i = 0, axioms = 1 + roll(3); i < axioms; i++) {
        struct bl_statement s = random_axiom();
        if (planted)
            parse((const char *const[]){"(∃(x)P(x))", "(∃(y)(¬P(y)))", "(∃(x)Q(x))"}[i], &s);
        bl_proof_axiom(p, &s);
    }
    bl_proof_own(p, z);
    grow(p, ruling, z, 80, &numbers);
    uint32_t last = planted ? 0 : bl_proof_axioms(p);   /* plants grow on axioms too */
    for (uint32_t i = bl_proof_lines(p); i > last && count < 5; i--) {
        const struct bl_line *line = bl_proof_line(p, i);
        bl_term t = line->s.term;
        if (line->premises == 0 && line->rule && line->rule != BL_INDIRECT_PROOF)
            continue;
        if (names_witness(p, t))
            continue;
        bool exists = bl_term_shape(l, t) == BL_EXISTS && !has_shape(t, BL_FORALL);
        if (planted && !exists)
            continue;
        telling |= planted ? exists : line->rule == BL_EXISTENTIAL_INSTANTIATION;
        conjectures[count++] = planted && exists ? plant(t) : t;
    }
    if (count == 0 || !telling)
        return 0;
    write_problem(folder, n, p, conjectures, count, numbers);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    int count = atoi(argv[2]), made = 0;
    bool planted = strcmp(argv[4], "planted") == 0;
    random_seed = strtoull(argv[3], NULL, 10);
    l = bl_logic_new();
    while (made < count)
        made += one_problem(argv[1], made, strcmp(argv[4], "as-written") ? BL_SOUND : BL_AS_WRITTEN,
                            planted);
    bl_logic_free(l);
    return 0;
}
