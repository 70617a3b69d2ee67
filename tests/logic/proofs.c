/* proofs.c - proof files with the verdict each must have: cases.txt, and proofs/ (from games); and
 * problems for the search with what their cheapest proof costs: textbook.txt.
 * usage: proofs cases FILE | proofs textbook FILE SIGNATURE | proofs accepted FILE...
 * The signature is one number for the steps that the search took: whoever bounds it by steps gets the
 * same answer everywhere. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/logic.h"

static int failures, checked;
static uint64_t signature;

static char *slurp(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(2);
    }
    size_t size = 0, room = 1 << 20;
    char *s = malloc(room);
    size = fread(s, 1, room - 1, f);
    s[size] = '\0';
    fclose(f);
    return s;
}

static void read_values(struct bl_logic *l, struct bl_given_values *g, const char *text)
{
    bl_given_init(g);
    for (const char *at = text; (at = strstr(at, "#! value ")) != NULL; at++) {
        const char *s = at + 9;
        struct bl_statement fact;
        struct bl_fault fault;
        if (!bl_statement_parse(l, s, strcspn(s, "\n"), 0, BL_WFF, &fact, &fault) ||
            !bl_given_add(g, l, fact.term)) {
            printf("bad value: %.*s\n", (int)strcspn(s, "\n"), s);
            exit(2);
        }
    }
}

static void verdict(const char *text, enum bl_logic_ruling ruling, char *out, size_t size)
{
    struct bl_logic *l = bl_logic_new();
    struct bl_given_values given;
    static struct bl_proof_file file;
    struct bl_read_fault fault;
    read_values(l, &given, text);
    if (bl_proof_read(l, text, strlen(text), ruling, given.count ? &given.values : NULL, &file,
                      &fault))
        snprintf(out, size, "yes %u %u", bl_proof_points(file.proof),
                 bl_proof_lines(file.proof) - bl_proof_axioms(file.proof));
    else if (fault.rule)
        snprintf(out, size, "no %zu L.P.%u", fault.line, (unsigned)fault.rule);
    else
        snprintf(out, size, "unreadable %zu %zu", fault.line, fault.at.column);
    bl_logic_free(l);
}

/* The points of the proof that is found, `model` and how many elements it has if there is one
 * instead, or `none`. The goal stands on the last line. */
static void points_found(const char *text, enum bl_logic_ruling ruling, char *out, size_t size)
{
    struct bl_logic *l = bl_logic_new();
    struct bl_given_values given;
    static struct bl_proof_file file;
    struct bl_read_fault fault;
    const char *last = strstr(text, "\ncontradiction\n"), *goal = strstr(text, "goal ");
    struct bl_statement wanted = {0};
    struct bl_found f;
    read_values(l, &given, text);
    struct bl_search s = {.budget = 1000, .steps = 200000,
                          .values = given.count ? &given.values : NULL};
    last = last ? last + 1 : goal;
    if (!last || !bl_proof_read(l, text, (size_t)(last - text), ruling, s.values, &file, &fault) ||
        (last == goal && !bl_statement_parse(l, goal + 5, strcspn(goal + 5, "\n"), 0, BL_WFF,
                                             &wanted, &fault.at)))
        exit(2);
    s.from = file.proof;
    s.goal = wanted.term;
    bl_search(l, &s, &f);
    signature = (signature ^ f.steps) * UINT64_C(0x9E3779B97F4A7C15);
    signature ^= signature >> 29;
    if (f.end == BL_FOUND)
        snprintf(out, size, "%u", bl_proof_points(f.proof));
    else if (f.end == BL_NO_CONTRADICTION)
        snprintf(out, size, "model %u", f.elements);
    else
        snprintf(out, size, "none");
    bl_logic_free(l);
}

typedef void answer(const char *text, enum bl_logic_ruling ruling, char *out, size_t size);

static void expect(const char *name, const char *text, enum bl_logic_ruling ruling, answer *ask,
                   const char *wanted)
{
    char got[64];
    ask(text, ruling, got, sizeof got);
    checked++;
    if (strcmp(got, wanted) != 0) {
        failures++;
        printf("%s (%s): wanted %s, got %s\n", name, ruling == BL_SOUND ? "sound" : "as-written",
               wanted, got);
    }
}

static void run_case(char *text, answer *ask)
{
    char *name = text, *logic = strstr(text, " : ");
    char *wanted = logic ? strstr(logic + 3, " : ") : NULL;
    char *body = strchr(text, '\n');
    if (!wanted || !body)
        exit(2);
    *logic = *wanted = *body = '\0';
    logic += 3;
    wanted += 3;
    if (strcmp(logic, "sound") != 0)
        expect(name, body + 1, BL_AS_WRITTEN, ask, wanted);
    if (strcmp(logic, "as-written") != 0)
        expect(name, body + 1, BL_SOUND, ask, wanted);
}

static void run_cases(const char *path, answer *ask)
{
    char *text = slurp(path);
    char *at = strstr(text, "\n=== ");
    while (at) {
        char *next = strstr(at + 1, "\n=== ");
        if (next)
            next[1] = '\0';
        run_case(at + 5, ask);
        if (next)
            next[1] = '=';
        at = next;
    }
    free(text);
}

static void run_accepted(const char *path)
{
    char *text = slurp(path), wanted[64];
    unsigned points, lemmas;
    const char *line = strstr(text, "#! accepted ");
    if (!line || sscanf(line, "#! accepted %u %u", &points, &lemmas) != 2)
        exit(2);
    snprintf(wanted, sizeof wanted, "yes %u %u", points, lemmas);
    expect(path, text, strstr(text, "#! logic sound") ? BL_SOUND : BL_AS_WRITTEN, verdict,
           wanted);
    free(text);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    if (strcmp(argv[1], "textbook") == 0) {
        run_cases(argv[2], points_found);
        printf("signature %016llx\n", (unsigned long long)signature);
        failures += argc > 3 && strtoull(argv[3], NULL, 16) != signature;
    } else {
        for (int i = 2; i < argc; i++)
            strcmp(argv[1], "cases") == 0 ? run_cases(argv[i], verdict) : run_accepted(argv[i]);
    }
    printf("%d verdicts, %d wrong\n", checked, failures);
    return failures > 0 || checked == 0;
}
