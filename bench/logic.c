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

/* A proof of 14 lemmas a group, of nearly all rules. */
static void write_proof(struct bl_text *t)
{
    static const char axioms[] =
        "axiom (∀(x)(P(x)→Q(x,f(x))))\naxiom (∀(x)(∀(y)(R(x,y)∧P(x))))\naxiom (¬A)\n"
        "axiom (∃(x)P(x))\n";
    static const struct { const char *text; int premise[2]; } lines[] = {
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
    };
    int first = 4;
    bl_put(t, axioms);
    for (int g = 0; g < GROUPS; g++, first += 14) {
        for (int i = 0; i < 14; i++) {
            for (const char *c = lines[i].text; *c; c++) {
                if (*c == '%')
                    bl_put_int(t, g);
                else
                    bl_put_char(t, *c);
            }
            for (int k = 0; k < 2; k++) {
                int p = lines[i].premise[k];
                if (p == 0)
                    continue;
                bl_put_char(t, ' ');
                bl_put_int(t, p < 0 ? -p : first + p);
            }
            bl_put(t, "\n");
        }
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
                .premise = {line->premise[0], line->premise[1]}};
    }
    struct bl_proof *p = bl_proof_new(l, ruling);
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

static void read_all(const struct bl_text *text)
{
    static struct bl_proof_file file;
    struct bl_read_fault fault;
    bl_logic_reset(l);
    if (!bl_proof_read(l, text->s, text->len, BL_AS_WRITTEN, NULL, &file, &fault)) {
        printf("line %zu: %s %s\n", fault.line, bl_why_text(fault.why), fault.at.why);
        abort();
    }
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
    struct bl_text text = bl_text_heap();
    struct bl_proof_file *file = calloc(1, sizeof *file);
    struct bl_read_fault fault;
    size_t sizes[STATEMENTS], bytes = 0;
    write_proof(&text);
    printf("calibration loop: %.0f M mixes/s\n", calibrate());
    l = bl_logic_new();
    if (!file || !bl_proof_read(l, text.s, text.len, BL_AS_WRITTEN, NULL, file, &fault))
        abort();
    bench_kernel(file->proof, BL_AS_WRITTEN, "kernel lines in memory, as-written");
    if (!bl_proof_read(l, text.s, text.len, BL_SOUND, NULL, file, &fault))
        abort();
    bench_kernel(file->proof, BL_SOUND, "kernel lines in memory, sound");
    for (size_t i = 0; i < STATEMENTS; i++)
        bytes += sizes[i] = strlen(statements[i]);
    printf("statements of %zu bytes on average\n", bytes / STATEMENTS);
    MEASURE("statements parsed", 20 * STATEMENTS, parse_all(sizes));
    MEASURE("lemmas of proof files, read and checked", 14 * GROUPS, read_all(&text));
    MEASURE("refutations found, as-written", 1, search_once(BL_AS_WRITTEN));
    MEASURE("refutations found, sound", 1, search_once(BL_SOUND));
    bl_text_free(&text);
    free(file);
    bl_logic_free(l);
    return 0;
}
