/* oracle.c - see oracle.h. */
#include "oracle.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tree {
    char kind;            /* T F truth, P letter, p predicate, ~ & | > , A E quantifier, = g l,
                           * v variable, # number, f function, + - * / _ ^ % */
    char name[24];        /* of a symbol, or of the bound variable; digits of a number */
    int kids;
    struct tree *kid[8];
};

static struct tree pool[200000];
static int used, fresh_names;

static struct tree *node(char kind, const char *name)
{
    if (used == 200000)
        abort();
    struct tree *t = &pool[used++];
    memset(t, 0, sizeof *t);
    t->kind = kind;
    for (int i = 0; i < 23 && name[i]; i++)
        t->name[i] = name[i];
    return t;
}

static struct tree *with(struct tree *t, struct tree *kid)
{
    if (t->kids == 8)
        abort();
    t->kid[t->kids++] = kid;
    return t;
}

static bool is_term(const struct tree *t)
{
    return strchr("v#f+-*/_^%", t->kind) != NULL;
}

/* ---- reading canonical text ---- */

static const char *at;

static bool eat(const char *s)
{
    if (strncmp(at, s, strlen(s)) != 0)
        return false;
    at += strlen(s);
    return true;
}

static struct tree *read_tree(void);

static struct tree *read_named(const char *name, bool upper)
{
    if (!eat("("))
        return node(upper ? 'P' : 'v', name);
    struct tree *t = node(upper ? 'p' : 'f', name);
    while (!eat(")")) {
        with(t, read_tree());
        eat(",");
    }
    return t;
}

static struct tree *read_group(void)
{
    static const struct { const char *text; char kind; } infix[] = {
        {"∧", '&'}, {"∨", '|'}, {"→", '>'}, {"=", '='}, {">", 'g'}, {"<", 'l'}, {"+", '+'},
        {"-", '-'}, {"*", '*'}, {"/", '/'}, {"f/", '_'}, {"c/", '^'}, {"%", '%'}};
    struct tree *t = NULL;
    if (eat("∀(") || eat("∃(")) {
        char kind = at[-2] == (char)0x80 ? 'A' : 'E', name[24];
        int n = 0;
        while (*at != ')' && n < 23)
            name[n++] = *at++;
        name[n] = '\0';
        eat(")");
        t = with(node(kind, name), read_tree());
    } else if (eat("¬")) {
        t = with(node('~', ""), read_tree());
    } else {
        struct tree *left = read_tree();
        for (unsigned i = 0; i < sizeof infix / sizeof infix[0]; i++) {
            if (eat(infix[i].text)) {
                t = with(with(node(infix[i].kind, ""), left), read_tree());
                break;
            }
        }
    }
    if (!t || !eat(")"))
        abort();
    return t;
}

static struct tree *read_tree(void)
{
    char name[24];
    int n = 0;
    if (eat("("))
        return read_group();
    if (eat("tT"))
        return node('T', "");
    if (eat("tF"))
        return node('F', "");
    if (isdigit((unsigned char)*at)) {
        while (isdigit((unsigned char)*at) && n < 23)
            name[n++] = *at++;
        name[n] = '\0';
        return node('#', name);
    }
    if (*at == '[') {
        while (n == 0 || at[-1] != ']')
            name[n++] = *at++;
    } else {
        name[n++] = *at++;
        if (*at == '_')
            do
                name[n++] = *at++;
            while (isdigit((unsigned char)*at) && n < 23);
    }
    name[n] = '\0';
    bool upper = name[0] == '[' ? isupper((unsigned char)name[1]) : isupper((unsigned char)name[0]);
    return read_named(name, upper);
}

static struct tree *read_text(const char *text)
{
    at = text;
    return read_tree();
}

/* ---- the ideas of the reading ---- */

static bool quantifier(const struct tree *t)
{
    return t->kind == 'A' || t->kind == 'E';
}

static bool free_in(const struct tree *t, const char *x)
{
    if (t->kind == 'v')
        return strcmp(t->name, x) == 0;
    if (quantifier(t) && strcmp(t->name, x) == 0)
        return false;
    for (int i = 0; i < t->kids; i++)
        if (free_in(t->kid[i], x))
            return true;
    return false;
}

static struct tree *copy(const struct tree *t)
{
    struct tree *c = node(t->kind, t->name);
    for (int i = 0; i < t->kids; i++)
        with(c, copy(t->kid[i]));
    return c;
}

/* t with a for every free x; a quantifier that would capture is renamed. */
static struct tree *subst(const struct tree *t, const char *x, const struct tree *a)
{
    if (!free_in(t, x))
        return copy(t);
    if (t->kind == 'v')
        return copy(a);
    struct tree *c = node(t->kind, t->name);
    const struct tree *body = t->kids ? t->kid[0] : NULL;
    if (quantifier(t) && free_in(a, t->name)) {
        snprintf(c->name, sizeof c->name, "?%d", fresh_names++);
        body = subst(body, t->name, node('v', c->name));
        return with(c, subst(body, x, a));
    }
    for (int i = 0; i < t->kids; i++)
        with(c, subst(t->kid[i], x, a));
    return c;
}

/* Equal up to the names of bound variables: quantifiers are given one fresh name together. */
static bool same(const struct tree *a, const struct tree *b)
{
    if (a->kind != b->kind || a->kids != b->kids)
        return false;
    if (quantifier(a)) {
        char name[24];
        snprintf(name, sizeof name, "!%d", fresh_names++);
        struct tree *v = node('v', name);
        return same(subst(a->kid[0], a->name, v), subst(b->kid[0], b->name, v));
    }
    if (strcmp(a->name, b->name) != 0)
        return false;
    for (int i = 0; i < a->kids; i++)
        if (!same(a->kid[i], b->kid[i]))
            return false;
    return true;
}

static bool denies(const struct tree *t, const struct tree *a)
{
    return t->kind == '~' && same(t->kid[0], a);
}

/* Every WFO in t, wherever it stands. */
static int all_terms(struct tree *t, struct tree **list, int n)
{
    if (is_term(t) && n < 400)
        list[n++] = t;
    for (int i = 0; i < t->kids; i++)
        n = all_terms(t->kid[i], list, n);
    return n;
}

static int free_variables(const struct tree *t, const struct tree *top, char (*list)[24], int n)
{
    (void)top;
    if (t->kind == 'v') {
        for (int i = 0; i < n; i++)
            if (strcmp(list[i], t->name) == 0)
                return n;
        strcpy(list[n], t->name);
        return n + 1;
    }
    char inner[64][24];
    int count = 0;
    for (int i = 0; i < t->kids; i++)
        count = free_variables(t->kid[i], top, inner, count);
    for (int i = 0; i < count; i++) {
        bool known = quantifier(t) && strcmp(inner[i], t->name) == 0;
        for (int j = 0; j < n; j++)
            known |= strcmp(list[j], inner[i]) == 0;
        if (!known)
            strcpy(list[n++], inner[i]);
    }
    return n;
}

/* t with v for every occurrence of the term y that no quantifier takes a variable of. */
static struct tree *replace(const struct tree *t, const struct tree *y, const struct tree *v)
{
    if (is_term(t) && same(t, y))
        return copy(v);
    if (quantifier(t) && free_in(y, t->name))
        return copy(t);
    struct tree *c = node(t->kind, t->name);
    for (int i = 0; i < t->kids; i++)
        with(c, replace(t->kid[i], y, v));
    return c;
}

/* ---- one inference ---- */

struct inference {
    const struct oracle_question *q;
    struct tree *c, *p1, *p2;
};

static struct tree *line_of(const struct oracle_proof *p, int number)
{
    return read_text(p->line[number - 1]);
}

static bool is_instance(const struct tree *p, struct tree *c)
{
    struct tree *list[400];
    int n = all_terms(c, list, 0);
    if (!free_in(p->kid[0], p->name))
        return same(p->kid[0], c);
    for (int i = 0; i < n; i++)
        if (same(subst(p->kid[0], p->name, list[i]), c))
            return true;
    return false;
}

static bool free_elsewhere(const struct inference *i, const char *d)
{
    for (int k = 1; k <= i->q->proof->count; k++)
        if (k != i->q->premise[0] && free_in(line_of(i->q->proof, k), d))
            return true;
    return false;
}

/* c is the quantifier over d before p1, for some pure variable d that the rule allows. */
static bool generalizes(const struct inference *i, char kind)
{
    char names[64][24];
    int n = free_variables(i->p1, i->p1, names, 0);
    int rule = i->q->rule;
    if (rule == 6 && i->p2->kind != 'A')
        return false;
    strcpy(names[n++], "?fresh");
    for (int k = 0; k < n; k++) {
        bool absent = k == n - 1;
        if (!same(with(node(kind, names[k]), copy(i->p1)), i->c))
            continue;
        if (absent || i->q->sound || rule == 8)
            return true;
        if (rule == 5 && !free_elsewhere(i, names[k]))
            return true;
        if (rule == 6 && strcmp(i->p2->name, names[k]) == 0)
            return true;
    }
    return false;
}

static bool names_function(const struct tree *t, const char *name, int arity)
{
    if (t->kind == 'f' && t->kids == arity && strcmp(t->name, name) == 0)
        return true;
    for (int i = 0; i < t->kids; i++)
        if (names_function(t->kid[i], name, arity))
            return true;
    return false;
}

static bool in_proof(const struct oracle_proof *p, const char *name, int arity)
{
    for (int i = 1; p && i <= p->count; i++)
        if (names_function(line_of(p, i), name, arity))
            return true;
    return false;
}

static struct tree *witness(const struct tree *exists)
{
    char names[64][24];
    int n = free_variables(exists, exists, names, 0);
    struct tree *f = node('f', exists->name);
    for (int i = 0; i < n; i++)
        with(f, node('v', names[i]));
    return f;
}

static bool instantiates_existential(const struct inference *i)
{
    struct tree *p = i->p1;
    if (p->kind != 'E')
        return false;
    if (!i->q->sound || !free_in(p->kid[0], p->name))
        return same(p->kid[0], i->c);
    struct tree *f = witness(p);
    return same(subst(p->kid[0], p->name, f), i->c) && !in_proof(i->q->proof, f->name, f->kids) &&
           !in_proof(i->q->subproof, f->name, f->kids);
}

/* Pure symbols are numbered as they come, kind by kind: two texts with equal numbers are each
 * other's renaming. */
struct numbering {
    char key[256][40];
    int count;
    char text[8192];
    size_t length;
    char bound[64][24];
    int depth;
};

static void emit(struct numbering *m, const char *s)
{
    m->length += (size_t)snprintf(m->text + m->length, sizeof m->text - m->length, "%s", s);
}

static void emit_symbol(struct numbering *m, const struct tree *t)
{
    char key[40], out[48];
    int rank = 0;
    snprintf(key, sizeof key, "%c%d:%s", t->kind, t->kids, t->name);
    if (t->name[0] == '[') {
        emit(m, t->name);
        return;
    }
    for (int i = 0; i < m->count; i++) {
        if (strcmp(m->key[i], key) == 0) {
            snprintf(out, sizeof out, "%c%d.%d", t->kind, t->kids, rank);
            emit(m, out);
            return;
        }
        rank += strncmp(m->key[i], key, (size_t)(strchr(key, ':') - key)) == 0;
    }
    strcpy(m->key[m->count++], key);
    snprintf(out, sizeof out, "%c%d.%d", t->kind, t->kids, rank);
    emit(m, out);
}

static void number_tree(struct numbering *m, const struct tree *t)
{
    char out[48];
    if (t->kind == 'v') {
        for (int i = m->depth; i-- > 0;) {
            if (strcmp(m->bound[i], t->name) == 0) {
                snprintf(out, sizeof out, "b%d", m->depth - i);
                emit(m, out);
                return;
            }
        }
    }
    if (strchr("vfPp", t->kind))
        emit_symbol(m, t);
    else if (t->kind == '#')
        emit(m, t->name);
    else
        emit(m, (char[]){t->kind, 0});
    if (quantifier(t))
        strcpy(m->bound[m->depth++], t->name);
    emit(m, "(");
    for (int i = 0; i < t->kids; i++) {
        number_tree(m, t->kid[i]);
        emit(m, ",");
    }
    emit(m, ")");
    m->depth -= quantifier(t);
}

static bool renamed_pair(const struct tree *z1, const struct tree *z2, const struct tree *p,
                         const struct tree *c)
{
    static struct numbering a, b;
    a.count = b.count = a.depth = b.depth = 0;
    a.length = b.length = 0;
    number_tree(&a, z1);
    number_tree(&b, p);
    if (z2) {
        number_tree(&a, z2);
        number_tree(&b, c);
    }
    return strcmp(a.text, b.text) == 0;
}

static bool closed(const struct tree *t)
{
    char names[64][24];
    return free_variables(t, t, names, 0) == 0;
}

static bool names_inner_witness(const struct oracle_proof *z, const struct tree *t)
{
    for (int i = 0; i < z->count; i++) {
        if (z->rule[i] != 7)
            continue;
        struct tree *p = line_of(z, z->premise[i]);
        if (!free_in(p->kid[0], p->name))
            continue;
        struct tree *f = witness(p);
        if (names_function(t, f->name, f->kids))
            return true;
    }
    return false;
}

static struct tree *usable_axiom(const struct inference *i)
{
    const struct oracle_proof *z = i->q->subproof;
    if (!z || z->axioms != 1)
        return NULL;
    struct tree *z1 = line_of(z, 1);
    return z1->kind == 'A' && (!i->q->sound || closed(z1)) ? z1 : NULL;
}

static bool conditional(const struct inference *i)
{
    struct tree *z1 = usable_axiom(i);
    if (!z1 || i->p1->kind != 'A' || i->c->kind != 'A')
        return false;
    for (int k = 2; k <= i->q->subproof->count; k++) {
        struct tree *z2 = line_of(i->q->subproof, k);
        if (z2->kind == 'A' && renamed_pair(z1, z2, i->p1, i->c) &&
            !(i->q->sound && names_inner_witness(i->q->subproof, z2)))
            return true;
    }
    return false;
}

static bool indirect(const struct inference *i)
{
    struct tree *z1 = usable_axiom(i), *p = NULL;
    bool broken = false;
    if (!z1)
        return false;
    for (int a = 2; a <= i->q->subproof->count; a++)
        for (int b = 2; b <= i->q->subproof->count; b++) {
            struct tree *z2 = line_of(i->q->subproof, a), *z3 = line_of(i->q->subproof, b);
            broken |= z2->kind == 'A' && z3->kind == 'A' &&
                      same(with(node('A', z2->name), with(node('~', ""), z2->kid[0])), z3);
        }
    if (i->q->sound && i->c->kind == '~')
        p = i->c->kid[0];
    if (!i->q->sound && i->c->kind == 'A' && i->c->kid[0]->kind == '~')
        p = with(node('A', i->c->name), i->c->kid[0]->kid[0]);
    return broken && p && p->kind == 'A' && renamed_pair(z1, NULL, p, NULL);
}

static bool universal_ponens(const struct inference *i)
{
    struct tree *list[900], *p = i->p1;
    if (p->kind != 'A' || p->kid[0]->kind != '>')
        return false;
    int n = all_terms(i->p2, list, 0);
    n = all_terms(i->c, list, n);
    list[n++] = node('v', "?any");
    for (int k = 0; k < n; k++)
        if (same(subst(p->kid[0]->kid[0], p->name, list[k]), i->p2) &&
            same(subst(p->kid[0]->kid[1], p->name, list[k]), i->c))
            return true;
    return false;
}

static bool existential_ponens(const struct inference *i)
{
    struct tree *list[900], *p = i->p1;
    if (p->kind != 'E' || i->p2->kind != '>' || i->c->kind != 'E')
        return false;
    int n = all_terms(i->p2, list, 0);
    list[n++] = node('v', "?any");
    for (int k = 0; k < n; k++) {
        struct tree *y = list[k];
        if (!same(subst(p->kid[0], p->name, y), i->p2->kid[0]))
            continue;
        struct tree *b = replace(i->p2->kid[1], y, node('v', "?new"));
        if (!same(with(node('E', "?new"), b), i->c))
            continue;
        if (!i->q->sound || (y->kind == 'v' && !free_in(p, y->name)))
            return true;
    }
    return false;
}

/* What a term or atom becomes by rule 25, 26 or 27; NULL: nothing. */
static struct tree *reduced(const struct tree *t, int rule)
{
    char digits[24];
    if (rule == 27) {
        bool one = t->kids == 1 && t->kid[0]->kind == '#' && strcmp(t->kid[0]->name, "1") == 0;
        if (one && t->kind == 'p' && strcmp(t->name, "[PLAYER]") == 0)
            return node('T', "");
        if (one && t->kind == 'p' && strcmp(t->name, "[CARD]") == 0)
            return node('F', "");
        if (one && t->kind == 'f' && strcmp(t->name, "[health]") == 0)
            return node('#', "2");
        if (one && t->kind == 'f' && strcmp(t->name, "[power]") == 0)
            return node('#', "0");
        return NULL;
    }
    if (t->kids != 2 || t->kid[0]->kind != '#' || t->kid[1]->kind != '#')
        return NULL;
    long long x = atoll(t->kid[0]->name), y = atoll(t->kid[1]->name), r = -1;
    if (rule == 26) {
        if (t->kind != 'g' && t->kind != 'l')
            return NULL;
        return node((t->kind == 'g' ? x > y : x < y) ? 'T' : 'F', "");
    }
    switch (t->kind) {
    case '+': r = x + y; break;
    case '-': r = x - y; break;
    case '*': r = x * y; break;
    case '_': r = y == 0 ? -1 : x / y; break;
    case '^': r = y == 0 ? -1 : x / y + (x % y != 0); break;
    case '/': r = y == 0 ? -1 : x / y + (2 * (x % y) >= y); break;
    case '%': r = y == 0 ? -1 : x % y; break;
    default: return NULL;
    }
    if (r < 0 || r > 2147483647)
        return NULL;
    snprintf(digits, sizeof digits, "%lld", r);
    return node('#', digits);
}

/* Whether some single occurrence in t, reduced, makes the whole (of which t is a part) c. */
static bool one_replacement(struct tree *whole, struct tree **part, const struct tree *c, int rule)
{
    struct tree *t = *part, *r = reduced(t, rule);
    if (r) {
        *part = r;
        bool yes = same(whole, c);
        *part = t;
        if (yes)
            return true;
    }
    for (int i = 0; i < t->kids; i++)
        if (one_replacement(whole, &t->kid[i], c, rule))
            return true;
    return false;
}

static bool replaces(const struct inference *i)
{
    struct tree *root = with(node('~', ""), i->p1), *c = with(node('~', ""), i->c);
    return one_replacement(root, &root->kid[0], c, i->q->rule);
}

static bool evaluates(const struct inference *i)
{
    if (i->q->premises == 1)
        return replaces(i);
    struct tree *c = i->c, *r;
    if (c->kind == 'p')
        return (r = reduced(c, 27)) && r->kind == 'T';
    if (c->kind == '~')
        return (r = reduced(c->kid[0], 27)) && r->kind == 'F';
    return c->kind == '=' && (r = reduced(c->kid[0], 27)) && r->kind == '#' && same(r, c->kid[1]);
}

static bool follows(const struct inference *i)
{
    struct tree *c = i->c, *p1 = i->p1, *p2 = i->p2;
    struct tree *a = c->kids > 0 ? c->kid[0] : NULL, *b = c->kids > 1 ? c->kid[1] : NULL;
    switch (i->q->rule) {
    case 1: return c->kind == '>' && ((same(p1, a) && same(p2, b)) ||
                                      (denies(p1, a) && same(p2, b)) ||
                                      (denies(p1, a) && denies(p2, b)));
    case 2: return c->kind == '~' && a->kind == '>' && same(p1, a->kid[0]) && denies(p2, a->kid[1]);
    case 3: return p1->kind == '>' && same(p1->kid[0], p2) && same(p1->kid[1], c);
    case 4: case 18: return p1->kind == 'A' && is_instance(p1, c);
    case 5: case 6: return generalizes(i, 'A');
    case 7: return instantiates_existential(i);
    case 8: return generalizes(i, 'E');
    case 9: return c->kind == '&' && same(a, p1) && same(b, p2);
    case 10: return p1->kind == '&' && (same(p1->kid[0], c) || same(p1->kid[1], c));
    case 11: return c->kind == '~' && a->kind == '&' && denies(p1, a->kid[0]);
    case 12: return c->kind == '|' && same(a, p1);
    case 13: return c->kind == '~' && a->kind == '|' && denies(p1, a->kid[0]) &&
                    denies(p2, a->kid[1]);
    case 14: return conditional(i);
    case 15: return indirect(i);
    case 16: return universal_ponens(i);
    case 17: return existential_ponens(i);
    case 19: return c->kind == '=' && same(a, b);
    case 20: return p1->kind == '=' && c->kind == '=' && same(a, p1->kid[1]) && same(b, p1->kid[0]);
    case 21: return p1->kind == '=' && p2->kind == '=' && c->kind == '=' &&
                    same(p1->kid[1], p2->kid[0]) && same(a, p1->kid[0]) && same(b, p2->kid[1]);
    case 22: return p1->kind == '=' && c->kind == '=' && a->kind == 'f' && b->kind == 'f' &&
                    strcmp(a->name, b->name) == 0 && a->kids == 1 && b->kids == 1 &&
                    same(a->kid[0], p1->kid[0]) && same(b->kid[0], p1->kid[1]);
    case 23: return c->kind == 'T';
    case 24: return c->kind == '~' && a->kind == 'F';
    case 25: case 26: return replaces(i);
    case 27: return evaluates(i);
    default: return false;
    }
}

bool oracle_follows(const struct oracle_question *q)
{
    used = fresh_names = 0;
    struct inference i = {q, read_text(q->conclusion), NULL, NULL};
    if (q->premises > 0)
        i.p1 = line_of(q->proof, q->premise[0]);
    if (q->premises > 1)
        i.p2 = line_of(q->proof, q->premise[1]);
    return follows(&i);
}
