/* agree.c - the kernel and the oracle must say the same of random inferences: some that follow,
 * some changed in one symbol, some made at random. BYLAW_LOGIC_TRIALS sets how many. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/logic.h"
#include "bylaw/text.h"
#include "oracle.h"
#include "random.h"

/* "%" stands for the next of the parts. */
static void fill(char *out, const char *form, const char *a, const char *b)
{
    struct bl_text t = {out, 0, TEXT, NULL};
    const char *parts[2] = {a, b};
    int n = 0;
    out[0] = '\0';
    for (; *form; form++) {
        if (*form == '%' && n < 2)
            bl_put(&t, parts[n++]);
        else
            bl_put_char(&t, *form);
    }
    if (t.len >= TEXT)
        strcpy(out, "tT");
}

/* ---- changing one symbol for another of its class ---- */

static const char *next_symbol(const char *s)
{
    if (*s == '[') {
        while (*s && *s != ']')
            s++;
        return s + 1;
    }
    do
        s++;
    while (((unsigned char)*s & 0xC0) == 0x80);
    return s;
}

static bool swap_in(const char *at, const char *next, const char *const *list, int count,
                    const char **to)
{
    for (int i = 0; i < count; i++) {
        if (strlen(list[i]) == (size_t)(next - at) && strncmp(list[i], at, strlen(list[i])) == 0) {
            *to = list[roll((uint32_t)count)];
            return true;
        }
    }
    return false;
}

static void mutate(char *text)
{
    static const char *const classes[][8] = {
        {"x", "y", "z", "f", "g"}, {"P", "Q", "R", "A", "B"}, {"∧", "∨", "→"}, {"∀", "∃"},
        {"=", ">", "<"}, {"+", "-", "*", "/", "%"}, {"0", "1", "2", "3", "4"},
        {"[PLAYER]", "[CARD]"}, {"[health]", "[power]"}, {"T", "F"}};
    static const int sizes[] = {5, 5, 3, 2, 3, 5, 5, 2, 2, 2};
    char out[TEXT];
    size_t length = strlen(text);
    if (length == 0 || length > 400)
        return;
    for (int attempt = 0; attempt < 8; attempt++) {
        uint32_t wanted = roll((uint32_t)length);
        const char *at = text;
        while (*at && next_symbol(at) <= text + wanted)
            at = next_symbol(at);
        const char *next = next_symbol(at), *to = NULL;
        if ((*at == 'f' || *at == 'c') && *next == '/')
            continue;
        for (int c = 0; c < 10 && !to; c++)
            swap_in(at, next, classes[c], sizes[c], &to);
        if (!to)
            continue;
        snprintf(out, sizeof out, "%.*s%s%s", (int)(at - text), text, to, next);
        strcpy(text, out);
        return;
    }
}

/* ---- through the library: canonical text, other names for bound variables ---- */

static struct bl_logic *l;

static bool parse(const char *text, enum bl_want want, struct bl_statement *s)
{
    struct bl_fault fault;
    return bl_statement_parse(l, text, strlen(text), 0, want, s, &fault);
}

static void print(const struct bl_statement *s, char *out)
{
    struct bl_text t = {out, 0, TEXT, NULL};
    out[0] = '\0';
    bl_statement_print(l, s, false, &t);
}

static void rename_bound(char *text)
{
    struct bl_statement s;
    bl_symbol names[64];
    if (!parse(text, BL_WFF_OR_WFO, &s))
        return;
    for (int i = 0; i < 64; i++)
        names[i] = 20 + roll(6);
    s = bl_statement_named(l, s.term, names, 64);
    print(&s, text);
}

/* ---- one trial ---- */

struct trial {
    bool sound;
    int rule;
    char premise[2][TEXT];
    int premises;
    char context[2][TEXT];
    int contexts;
    char with[TEXT];
    char conclusion[TEXT];
    int subproof;         /* -1: none */
};

static const char *const subproofs[] = {
    "axiom (∀(x)(P(x)∧Q(x)))\n(P(x)∧Q(x)) by universal-instantiation 1\nP(x) by simplification 2\n"
    "(∀(x)P(x)) by universal-generalization-ref 3 1\n(∀(z)P(y)) by substitution 1\n",
    "axiom (∀(x)(x>0))\n(0>0) by universal-instantiation 1\ntF by comparison 2\n"
    "(∀(x)tF) by universal-generalization 3\n(¬tF) by falsehood\n"
    "(∀(x)(¬tF)) by universal-generalization 5\n",
    "axiom (∀(x)(P(x)∧(¬P(x))))\n(P(x)∧(¬P(x))) by universal-instantiation 1\n"
    "P(x) by simplification 2\n(¬P(x)) by simplification 2\n"
    "(∀(x)P(x)) by universal-generalization-ref 3 1\n"
    "(∀(x)(¬P(x))) by universal-generalization-ref 4 1\n",
    "axiom (∀(x)R(x,z))\n(∀(y)(∀(x)R(x,y))) by universal-generalization 1\n"
    "(∀(y)(∀(x)R(x,z))) by universal-generalization 1\n",
    "axiom (∀(x)P(x))\naxiom (∀(x)Q(x))\n(∀(y)(∀(x)Q(x))) by universal-generalization 2\n",
    "axiom (∀(x)(∃(y)R(x,y)))\n(∃(y)R(x,y)) by universal-instantiation 1\n"
    "R(x,y) by existential-instantiation 2\n(∀(x)R(x,y)) by universal-generalization-ref 3 1\n",
    "axiom (∀(x)(∃(y)R(x,y)))\n(∃(y)R(x,y)) by universal-instantiation 1\n"
    "R(x,y(x)) by existential-instantiation 2\n(∀(x)R(x,y(x))) by universal-generalization 3\n"
    "(∀(z)(∃(y)R(z,y))) by universal-generalization 2\n",
    "axiom (∀(x)((A∧P(f(x)))∧(g(x,c())=1)))\n"
    "((A∧P(f(3)))∧(g(3,c())=1)) by universal-instantiation 1\n(A∧P(f(3))) by simplification 2\n"
    "A by simplification 3\nP(f(3)) by simplification 3\n(∀(y)A) by universal-generalization 4\n"
    "(∀(y)P(f(3))) by universal-generalization 5\n(∀(x)(P_1∨A)) by addition 6\n",
    "axiom P(x)\n(∀(x)P(x)) by universal-generalization 1\n(¬tF) by falsehood\n"
    "(∀(x)(¬tF)) by universal-generalization 3\n",
    "axiom tF\n(∀(x)tF) by universal-generalization 1\n(¬tF) by falsehood\n"
    "(∀(x)(¬tF)) by universal-generalization 3\n",
};
#define SUBPROOFS ((int)(sizeof subproofs / sizeof subproofs[0]))

static struct bl_proof *read_subproof(int n, bool sound, struct oracle_proof *o, char (*room)[TEXT])
{
    static struct bl_proof_file file;
    struct bl_read_fault fault;
    const char *text = subproofs[n];
    char usable[TEXT] = "";
    /* Lines that do not follow in this logic are left out, from the first on. */
    while (*text) {
        size_t size = strcspn(text, "\n") + 1, had = strlen(usable);
        strncat(usable, text, size);
        if (!bl_proof_read(l, usable, strlen(usable), sound ? BL_SOUND : BL_AS_WRITTEN, NULL, &file,
                           &fault)) {
            usable[had] = '\0';
            break;
        }
        text += size;
    }
    if (!bl_proof_read(l, usable, strlen(usable), sound ? BL_SOUND : BL_AS_WRITTEN, NULL, &file,
                       &fault))
        abort();
    memset(o, 0, sizeof *o);
    o->axioms = (int)bl_proof_axioms(file.proof);
    for (uint32_t i = 1; i <= bl_proof_lines(file.proof); i++, o->count++) {
        const struct bl_line *line = bl_proof_line(file.proof, i);
        print(&line->s, room[o->count]);
        o->line[o->count] = room[o->count];
        o->rule[o->count] = line->rule;
        o->premise[o->count] = (int)line->premise[0];
    }
    return file.proof;
}

/* Pure letters changed one for one most of the time. */
static void rename_symbols(char *text)
{
    static const char from[] = "PQRfgc";
    char to[] = "PQRfgc";
    for (int i = 0; i < 6; i++)
        if (roll(2))
            to[i] = from[i] <= 'Z' ? "PQRSTU"[roll(6)] : "fghkcu"[roll(6)];
    for (char *s = text; *s; s++) {
        const char *at = *s == '[' ? NULL : strchr(from, *s);
        if (*s == '[')
            s = strchr(s, ']');
        else if (at && !(*s == 'f' && s[1] == '/') && !(*s == 'c' && s[1] == '/'))
            *s = to[at - from];
    }
}

static void instance_of(const char *statement, const char *term, char *out)
{
    struct bl_statement s, t;
    strcpy(out, statement);
    if (!parse(statement, BL_WFF, &s) || !parse(term, BL_WFO, &t))
        return;
    bl_term made = bl_term_instantiate(l, bl_term_left(l, s.term), t.term);
    if (made) {
        s = bl_statement_of(l, made);
        print(&s, out);
    }
}

/* An atom in which something can be worked out. */
static void put_reducible(int rule, char *out)
{
    static const char *const ops[] = {"+", "-", "*", "/", "f/", "c/", "%"};
    static const char *const games[] = {"[PLAYER](1)", "[CARD](1)", "P([health](1))",
                                        "R([power](1),[health](1))", "([health](1)>[health](2))",
                                        "[PLAYER]([health](1))"};
    static const uint32_t large[] = {0, 1, 2, 3, 7, 10, 65536, 2147483647, 2147483646};
    uint32_t x = large[roll(9)], y = large[roll(9)];
    if (rule == 27)
        snprintf(out, TEXT, "%s", games[roll(6)]);
    else if (rule == 26)
        snprintf(out, TEXT, "(%u%c%u)", x, roll(2) ? '<' : '>', roll(4) ? y : x);
    else
        snprintf(out, TEXT, roll(2) ? "P((%u%s%u))" : "R((%u%s%u),(1+1))", x, ops[roll(7)], y);
}

static void make_premises(struct trial *t, struct oracle_proof *z)
{
    char a[TEXT], b[TEXT], x[4], whole[TEXT];
    random_wff(a, 2);
    random_wff(b, 2);
    snprintf(x, sizeof x, "%c", "xyz"[roll(3)]);
    char *p1 = t->premise[0], *p2 = t->premise[1];
    strcpy(p1, a);
    strcpy(p2, b);
    switch (t->rule) {
    case 1: case 13:
        fill(p1, roll(2) || t->rule == 13 ? "(¬%)" : "%", a, "");
        fill(p2, roll(2) || t->rule == 13 ? "(¬%)" : "%", b, "");
        break;
    case 2: fill(p2, "(¬%)", b, ""); break;
    case 3:
        fill(p1, "(%→%)", a, b);
        strcpy(p2, a);
        break;
    case 4: case 18: fill(p1, "(∀(%)%)", x, a); break;
    case 6: fill(p2, "(∀(%)%)", x, b); break;
    case 7: fill(p1, "(∃(%)%)", x, a); break;
    case 10: fill(p1, "(%∧%)", a, b); break;
    case 11: fill(p1, "(¬%)", a, ""); break;
    case 14:
        if (z && z->count > 0) {
            strcpy(p1, z->line[0]);
            rename_symbols(p1);
        }
        break;
    case 16:
        fill(whole, "(%→%)", a, b);
        fill(p1, "(∀(%)%)", x, whole);
        fill(whole, "(∀(%)%)", x, a);
        random_term(b);
        instance_of(whole, b, p2);
        break;
    case 17:
        fill(p1, "(∃(%)%)", x, a);
        random_term(t->with);
        if (roll(2))
            snprintf(t->with, sizeof t->with, "%c", "xyzuvw"[roll(6)]);
        instance_of(p1, t->with, whole);
        fill(a, "(∃(%)%)", x, b);
        instance_of(a, t->with, b);
        fill(p2, "(%→%)", whole, b);
        if (roll(2))
            t->with[0] = '\0';
        break;
    case 25: case 26: case 27:
        put_reducible(t->rule, p2);
        if (roll(3) == 0)
            fill(p1, "(%∧%)", p2, a);
        else if (roll(2))
            fill(p1, "(∀(x)(P(x)→%))", p2, "");
        else
            strcpy(p1, p2);
        break;
    case 20: case 21: case 22: {
        char c[TEXT];
        random_term(a);
        random_term(b);
        random_term(c);
        fill(p1, "(%=%)", a, b);
        fill(p2, "(%=%)", b, c);
        break;
    }
    default: break;
    }
}

static void make_with(struct trial *t)
{
    static const char *const valued[] = {"[PLAYER](1)", "[CARD](1)", "[health](1)", "[power](1)",
                                         "[health](2)"};
    switch (t->rule) {
    case 4: case 16: case 18: case 19: random_term(t->with); break;
    case 11: case 12: random_wff(t->with, 1); break;
    case 22: strcpy(t->with, roll(2) ? "f(0)" : "[health](0)"); break;
    case 27:
        strcpy(t->with, valued[roll(5)]);
        break;
    default: break;
    }
}

static struct bl_given_values given;

/* A conclusion that follows, if there is one; otherwise whatever comes to mind. */
static void make_conclusion(struct trial *t, const struct bl_proof *z)
{
    static struct bl_answer answer;
    struct bl_statement context[2], with;
    struct bl_question q = {.rule = (enum bl_rule)t->rule,
                            .ruling = t->sound ? BL_SOUND : BL_AS_WRITTEN,
                            .premises = (uint32_t)t->premises, .context = context,
                            .subproof = t->rule == 14 || t->rule == 15 ? z : NULL,
                            .values = &given.values};
    bool ok = true;
    for (int i = 0; i < t->premises; i++)
        ok &= parse(t->premise[i], BL_WFF, &q.premise[i]);
    for (int i = 0; i < t->contexts; i++)
        ok &= parse(t->context[i], BL_WFF, &context[q.context_count++]);
    if (t->with[0] && parse(t->with, BL_WFF_OR_WFO, &with))
        q.with = with.term;
    answer.count = 0;
    if (ok && roll(12) > 0)
        bl_infer(l, &q, &answer);
    if (answer.count > 0)
        print(&answer.conclusions[roll(answer.count)], t->conclusion);
    else if (t->premises > 0 && roll(2))
        strcpy(t->conclusion, t->premise[roll((uint32_t)t->premises)]);
    else
        random_wff(t->conclusion, 2);
}

/* Near the form of some rule, but not of it. */
static void warp(struct trial *t, const struct oracle_proof *z)
{
    struct bl_statement s, a;
    char term[TEXT];
    random_term(term);
    if (t->rule == 14 && z) {
        strcpy(t->conclusion, z->line[roll((uint32_t)z->count)]);
        strcpy(t->premise[0], z->line[0]);
        return;
    }
    if ((t->rule == 5 || t->rule == 6 || t->rule == 8) && parse(t->premise[0], BL_WFF, &s) &&
        parse(term, BL_WFO, &a)) {
        bl_term body = bl_term_abstract(l, s.term, a.term);
        bl_term c = body ? bl_term_make(l, t->rule == 8 ? BL_EXISTS : BL_FORALL, body, 23) : 0;
        if (c) {
            s = bl_statement_of(l, c);
            print(&s, t->conclusion);
        }
        return;
    }
    if (parse(t->conclusion, BL_WFF, &s) && bl_term_shape(l, s.term) == BL_NOT) {
        bl_term c = bl_term_make(l, BL_AND, bl_term_left(l, s.term), bl_term_left(l, s.term));
        if (c) {
            s = bl_statement_of(l, c);
            print(&s, t->conclusion);
        }
    }
}

static uint64_t yes[28], no[28];

/* What both say; exits where they differ. False: it was no inference at all. */
static bool ask_both(struct trial *t, struct bl_proof *z, const struct oracle_proof *oz)
{
    static char room[ORACLE_LINES][TEXT], conclusion[TEXT];
    struct oracle_proof o = {.count = 0};
    struct bl_proof *p = bl_proof_new(l, t->sound ? BL_SOUND : BL_AS_WRITTEN);
    struct bl_inference i = {.rule = (enum bl_rule)t->rule, .premises = (uint32_t)t->premises};
    struct bl_statement s;
    bool uses = t->rule == 14 || t->rule == 15;
    bl_proof_values(p, &given.values);
    if (z)
        bl_proof_own(p, z);
    uint32_t first = roll((uint32_t)t->contexts + 1);   /* some of the others stand before */
    for (int k = 0; k < t->premises + t->contexts; k++) {
        bool before = (uint32_t)k < first;
        int number = before ? k : k - (int)first;
        const char *text = before ? t->context[k] : t->premise[number % 2];
        if (!before && number >= t->premises)
            text = t->context[k - t->premises];
        if (!parse(text, BL_WFF, &s) || !bl_proof_axiom(p, &s))
            return false;
        print(&s, room[o.count]);
        o.line[o.count] = room[o.count];
        o.count++;
    }
    o.axioms = o.count;
    for (int k = 0; k < t->premises; k++)
        i.premise[k] = first + (uint32_t)k + 1;
    if (t->premises == 2 && roll(20) == 0)
        i.premise[1] = i.premise[0];
    if (!parse(t->conclusion, BL_WFF, &i.c))
        return false;
    print(&i.c, conclusion);
    i.subproof = uses ? z : NULL;
    struct oracle_question q = {.sound = t->sound, .rule = t->rule, .proof = &o,
                                .premise = {(int)i.premise[0], (int)i.premise[1]},
                                .premises = t->premises, .conclusion = conclusion,
                                .subproof = z ? oz : NULL};
    enum bl_why why = bl_proof_follows(p, &i);
    bool oracle = oracle_follows(&q);
    if (oracle != (why == 0)) {
        printf("they differ: rule %d %s, %s: kernel %s (%s), oracle %s\n", t->rule,
               bl_rule_name(i.rule), t->sound ? "sound" : "as-written", why ? "no" : "yes",
               bl_why_text(why), oracle ? "yes" : "no");
        for (int k = 0; k < o.count; k++)
            printf("  %d %s\n", k + 1, o.line[k]);
        printf("  premises %u %u, subproof %d\n  |- %s\n", i.premise[0], i.premise[1], t->subproof,
               conclusion);
        exit(1);
    }
    (oracle ? yes : no)[t->rule]++;
    return true;
}

static void run_trial(void)
{
    static struct trial t;
    static char room[ORACLE_LINES][TEXT];
    struct oracle_proof oz;
    struct bl_proof *z = NULL;
    uint32_t least, most;
    t.sound = roll(2);
    t.rule = 1 + (int)roll(27);
    t.with[0] = '\0';
    t.contexts = (int)roll(3);
    for (int i = 0; i < t.contexts; i++)
        random_wff(t.context[i], 1);
    bl_rule_premises((enum bl_rule)t.rule, &least, &most);
    t.premises = (int)(least + roll(most - least + 1));
    t.subproof = t.rule == 14 || t.rule == 15 || roll(4) == 0 ? (int)roll(SUBPROOFS) : -1;
    if (t.subproof >= 0)
        z = read_subproof(t.subproof, t.sound, &oz, room);
    make_premises(&t, z ? &oz : NULL);
    if (!t.with[0])
        make_with(&t);
    make_conclusion(&t, z);
    if (roll(3) == 0)
        rename_bound(t.conclusion);
    if (roll(6) == 0 && t.rule == 14)
        rename_symbols(t.conclusion);
    if (roll(3) == 0 && t.rule == 15)
        rename_symbols(t.conclusion);
    for (int i = 0; i < t.premises; i++) {
        if (roll(6) == 0)
            rename_bound(t.premise[i]);
        if (roll(20) == 0)
            mutate(t.premise[i]);
    }
    if (roll(12) == 0)
        warp(&t, z ? &oz : NULL);
    ask_both(&t, z, &oz);
    for (int i = 0; i < 2; i++) {        /* near misses, and their near misses */
        mutate(t.conclusion);
        ask_both(&t, z, &oz);
    }
}

static void give_facts(void)
{
    static const char *const facts[] = {"[PLAYER](1)", "(¬[CARD](1))", "([health](1)=2)",
                                        "([power](1)=0)"};
    struct bl_statement s;
    bl_given_init(&given);
    for (int i = 0; i < 4; i++)
        if (!parse(facts[i], BL_WFF, &s) || !bl_given_add(&given, l, s.term))
            abort();
}

int main(void)
{
    const char *set = getenv("BYLAW_LOGIC_TRIALS");
    const char *from = getenv("BYLAW_LOGIC_SEED");
    uint64_t wanted = set ? strtoull(set, NULL, 10) : 300000, total = 0, agreed_yes = 0;
    random_seed = from ? strtoull(from, NULL, 10) : 1;
    l = bl_logic_new();
    while (total < wanted) {
        bl_logic_reset(l);
        give_facts();
        run_trial();
        total = agreed_yes = 0;
        for (int r = 1; r <= 27; r++) {
            total += yes[r] + no[r];
            agreed_yes += yes[r];
        }
    }
    for (int r = 1; r <= 27; r++)
        printf("%-30s %9llu follow %9llu do not\n", bl_rule_name((enum bl_rule)r),
               (unsigned long long)yes[r], (unsigned long long)no[r]);
    printf("%llu inferences, kernel and oracle agree on all; %llu follow\n",
           (unsigned long long)total, (unsigned long long)agreed_yes);
    bl_logic_free(l);
    for (int r = 1; r <= 27; r++)
        if (yes[r] == 0 || no[r] == 0)
            return 1;
    return 0;
}
