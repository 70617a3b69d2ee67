/* logic.c - how fast the logic is, on one core: kernel lines checked in memory, statements
 * parsed, proof files read and checked, refutations found. Each figure is the best of several
 * rounds, and its ratio to the calibration loop of the other benchmarks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/logic.h"
#include "bylaw/rng.h"
#include "clock.h"

#define ROUNDS 7
#define ROUND_SECONDS 0.25
#define GROUPS 18

/* A proof: what comes first, and lines that are written again for each group, with its number for %,
 * 3 times that for &, and 7 more for $. A premise below 0 is an axiom, above it a line of the group. */
struct model {
    const char *head;
    int axioms;
    struct {
        const char *text;
        int premise[2];
    } lines[14];
};

/* Small lemmas, of nearly all rules. */
static const struct model plain = {
    "axiom (∀(x)(P(x)→Q(x,f(x))))\naxiom (∀(x)(∀(y)(R(x,y)∧P(x))))\naxiom (¬A)\n"
    "axiom (∃(x)P(x))\n", 4, {
        {"(∀(y)(R(%,y)∧P(%))) by universal-instantiation", {-2, 0}},
        {"(R(%,[health](%))∧P(%)) by universal-instantiation", {1, 0}},
        {"P(%) by simplification", {2, 0}},
        {"Q(%,f(%)) by universal-modus-ponens", {-1, 3}},
        {"(Q(%,f(%))∧P(%)) by conjunction", {4, 3}},
        {"((Q(%,f(%))∧P(%))∨(∀(z)S(z,%))) by addition", {5, 0}},
        {"(P(%)→Q(%,f(%))) by implication", {3, 4}},
        {"Q(%,f(%)) by modus-ponens", {7, 3}},
        {"(¬(A∧P(%))) by falsy-and", {-3, 0}},
        {"(∀(y)P(%)) by universal-generalization", {3, 0}},
        {"(f(%)=f(%)) by identity", {0, 0}},
        {"(g(f(%))=g(f(%))) by substitution-eq", {11, 0}},
        {"(¬(P(%)→A)) by explication", {3, -3}},
        {"(∃(z)P(%)) by existential-generalization", {3, 0}},
    }};

/* Witnesses, subproofs, arithmetic, and generalizations of what does occur. */
static const struct model mixed = {
    "subproof l {\naxiom (∀(x)(P(x)∧Q(x)))\n(P(x)∧Q(x)) by universal-instantiation 1\n"
    "P(x) by simplification 2\n(∀(x)P(x)) by universal-generalization-ref 3 1\n}\n"
    "subproof z {\naxiom (∀(x)(x>0))\n(0>0) by universal-instantiation 1\ntF by comparison 2\n"
    "(∀(x)tF) by universal-generalization 3\n(¬tF) by falsehood\n"
    "(∀(x)(¬tF)) by universal-generalization 5\n}\n"
    "axiom (∀(y)(∃(x)R(x,y)))\naxiom (∀(x)(∀(y)(R(x,y)→S(x,y))))\n"
    "axiom (∀(x)(∀(y)(P(x)∧Q(x,y))))\naxiom (∀(x)((((x*3)+7)>5)→T(x)))\n"
    "axiom (∀(z)(R(z)∧S(z)))\n", 5, {
        {"(∃(x_%)R(x_%,%)) by universal-instantiation", {-1, 0}},
        {"R(x_%(),%) by existential-instantiation", {1, 0}},
        {"(∀(y)(R(x_%(),y)→S(x_%(),y))) by universal-instantiation", {-2, 0}},
        {"S(x_%(),%) by universal-modus-ponens", {3, 2}},
        {"(∀(y)(P(z)∧Q(z,y))) by universal-instantiation", {-3, 0}},
        {"(P(z)∧Q(z,%)) by universal-instantiation", {5, 0}},
        {"Q(z,%) by simplification", {6, 0}},
        {"(∀(z)Q(z,%)) by universal-generalization", {7, 0}},
        {"((((%*3)+7)>5)→T(%)) by universal-instantiation", {-4, 0}},
        {"(((&+7)>5)→T(%)) by operator", {9, 0}},
        {"(($>5)→T(%)) by operator", {10, 0}},
        {"(tT→T(%)) by comparison", {11, 0}},
        {"(∀(y)R(y)) by conditional-proof 5 using l", {0, 0}},
        {"(¬(∀(y)(y>0))) by indirect-proof using z", {0, 0}},
    }};

static void put_text(struct bl_text *t, const char *s, int group)
{
    for (; *s; s++) {
        if (*s == '%')
            bl_put_int(t, group);
        else if (*s == '&' || *s == '$')
            bl_put_int(t, 3 * group + (*s == '$' ? 7 : 0));
        else
            bl_put_char(t, *s);
    }
}

static void write_proof(struct bl_text *t, const struct model *m)
{
    int first = m->axioms;
    bl_put(t, m->head);
    for (int g = 0; g < GROUPS; g++, first += 14)
        for (int i = 0; i < 14; i++) {
            put_text(t, m->lines[i].text, g);
            for (int k = 0; k < 2; k++) {
                int p = m->lines[i].premise[k];
                if (p == 0)
                    continue;
                bl_put_char(t, ' ');
                bl_put_int(t, p < 0 ? -p : first + p);
            }
            bl_put(t, "\n");
        }
}

static void report(const char *what, double best, double ratio)
{
    bool large = best >= 1e6;
    printf("%-44s %8.2f %s/s  ratio %.4f\n", what, best * (large ? 1e-6 : 1e-3),
           large ? "million" : "thousand", ratio);
}

#define MEASURE(what, per_pass, pass) \
    do { \
        double best = 0, ratio = 0; \
        for (int round = 0; round < ROUNDS; round++) { \
            double unit = calibrate(), start = bl_now(), spent; \
            uint64_t done = 0; \
            do { \
                pass; \
                done += (per_pass); \
                spent = bl_now() - start; \
            } while (spent < ROUND_SECONDS); \
            if ((double)done / spent > best) { \
                best = (double)done / spent; \
                ratio = best * 1e-6 / unit; \
            } \
        } \
        report(what, best, ratio); \
    } while (0)

static struct bl_logic *l;

/* Checks every lemma of `from` again, in `p`. */
static void check_again(const struct bl_inference *list, uint32_t count,
                        const struct bl_statement *axioms, uint32_t axiom_count, struct bl_proof *p)
{
    bl_proof_clear(p);
    for (uint32_t i = 0; i < axiom_count; i++)
        bl_proof_axiom(p, &axioms[i]);
    for (uint32_t i = 0; i < count; i++)
        if (bl_proof_infer(p, &list[i]))
            abort();
}

static void bench_kernel(const struct bl_proof *from, enum bl_logic_ruling ruling, const char *what)
{
    struct bl_inference list[BL_LEMMAS_MAX];
    struct bl_statement axioms[16];
    uint32_t count = 0, axiom_count = bl_proof_axioms(from);
    for (uint32_t i = 1; i <= bl_proof_lines(from); i++) {
        const struct bl_line *line = bl_proof_line(from, i);
        if (i <= axiom_count)
            axioms[i - 1] = line->s;
        else
            list[count++] = (struct bl_inference){
                .rule = (enum bl_rule)line->rule, .c = line->s, .premises = line->premises,
                .premise = {line->premise[0], line->premise[1]}, .subproof = line->subproof};
    }
    struct bl_proof *p = bl_proof_new(l, ruling);
    for (uint32_t i = 0; bl_proof_owned(from, i); i++)
        bl_proof_own(p, bl_proof_owned(from, i));
    MEASURE(what, count, check_again(list, count, axioms, axiom_count, p));
}

static const char *const statements[] = {
    "[ATK]([chosenPlayer](1),5)", "(∀(x)([PLAYER](x)→[ATK](x,4)))", "(∀(x)(∀(y)((x+y)=(y+x))))",
    "(∀(x)(tT→[ATK]([chosenPlayer](1),7)))", "(¬P)", "(∀(x)(∀(y)(¬[ATK](x,y))))",
    "(∃(y)(P(y)∧[ATK]([chosenPlayer](1),6)))", "(∀(x)((¬(x=[chosenPlayer](1)))→[ATK](x,20)))",
    "(∀(x)(((40-[power](x))<9)→[ADDPOWER](x,5)))", "[CLAIM]([playerOfChosenCard](1),1)",
    "(∀(x)(∀(y)(∀(z)(((x+y)+z)=(x+(y+z))))))", "(∀(x)([NUMBER](x)→((x+0)=x)))",
};
#define STATEMENTS (sizeof statements / sizeof statements[0])

static void parse_all(const size_t *sizes)
{
    struct bl_statement s;
    struct bl_fault fault;
    bl_logic_reset(l);
    for (int k = 0; k < 20; k++)
        for (size_t i = 0; i < STATEMENTS; i++)
            if (!bl_statement_parse(l, statements[i], sizes[i], 0, BL_WFF, &s, &fault))
                abort();
}

static void read_all(const struct bl_text *text, enum bl_logic_ruling ruling,
                     struct bl_proof_file *file)
{
    struct bl_read_fault fault;
    bl_logic_reset(l);
    if (!bl_proof_read(l, text->s, text->len, ruling, NULL, file, &fault)) {
        printf("line %zu: %s %s\n", fault.line, bl_why_text(fault.why), fault.at.why);
        abort();
    }
}

/* A proof in memory, then from text, terms built while it is checked. */
static void bench_proof(const struct model *m, enum bl_logic_ruling ruling, const char *memory,
                        const char *from_text)
{
    static struct bl_proof_file file;
    struct bl_text text = bl_text_heap();
    write_proof(&text, m);
    read_all(&text, ruling, &file);
    bench_kernel(file.proof, ruling, memory);
    MEASURE(from_text, 14 * GROUPS, read_all(&text, ruling, &file));
    bl_text_free(&text);
}

/* Refutes an attack that a rule forbids, among the base rules. */
static void search_once(enum bl_logic_ruling ruling)
{
    static const char axioms[] =
        "axiom ([ATK]([randPlayer](1),9)∧tT)\naxiom (∀(x)(∀(y)(¬[ATK](x,y))))\n"
        "axiom (∀(x)(∀(y)(([NUMBER](x)∧[NUMBER](y))→[NUMBER]((x+y)))))\n"
        "axiom (∀(x)(∀(y)((x+y)=(y+x))))\n"
        "axiom (∀(x)(∀(y)(∀(z)(((x+y)+z)=(x+(y+z))))))\n"
        "axiom (∀(x)([NUMBER](x)→((x+0)=x)))\n";
    static struct bl_proof_file file;
    struct bl_read_fault fault;
    struct bl_found found;
    bl_logic_reset(l);
    if (!bl_proof_read(l, axioms, sizeof axioms - 1, ruling, NULL, &file, &fault))
        abort();
    bl_search(l, &(struct bl_search){.from = file.proof, .budget = 100, .steps = 3000}, &found);
    if (found.end != BL_FOUND)
        abort();
}

int main(void)
{
    size_t sizes[STATEMENTS], bytes = 0;
    printf("calibration loop: %.0f M mixes/s\n", calibrate());
    l = bl_logic_new();
    bench_proof(&plain, BL_AS_WRITTEN, "small lemmas in memory, as-written",
                "small lemmas from text, as-written");
    bench_proof(&plain, BL_SOUND, "small lemmas in memory, sound", "small lemmas from text, sound");
    bench_proof(&mixed, BL_SOUND, "mixed proof in memory, sound", "mixed proof from text, sound");
    for (size_t i = 0; i < STATEMENTS; i++)
        bytes += sizes[i] = strlen(statements[i]);
    printf("statements of %zu bytes on average\n", bytes / STATEMENTS);
    MEASURE("statements parsed", 20 * STATEMENTS, parse_all(sizes));
    MEASURE("refutations found, as-written", 1, search_once(BL_AS_WRITTEN));
    MEASURE("refutations found, sound", 1, search_once(BL_SOUND));
    bl_logic_free(l);
    return 0;
}
