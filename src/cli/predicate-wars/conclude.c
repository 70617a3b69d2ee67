/* conclude.c - what follows: by one rule, or by all of them, from statements of the proof. */
#include "desk.h"

#include <stdlib.h>
#include <string.h>

enum { TERMS = 12 };

/* One inference that is asked about. */
struct asked {
    enum bl_rule rule;
    uint32_t premise[2], premises;
    const struct bl_proof *using;
    bl_term with;
};

static struct bl_answer answer;

static void infer(struct desk *d, const struct asked *a)
{
    static struct bl_statement context[BL_LEMMAS_MAX + 512];
    const struct bl_proof *p = d->proof.proof;
    bool values = d->draft.kind != MOVE_BUY_PROOF &&
                  d->view->head.setup.rulings[RULING_EVALUATION] == EVALUATION_YES;
    struct bl_question q = {.rule = a->rule, .ruling = bl_proof_ruling(p), .premises = a->premises,
                            .context = context, .using = a->using, .with = a->with,
                            .values = values ? &d->proof.values.values : NULL};
    for (uint32_t i = 0; i < a->premises; i++)
        q.premise[i] = bl_proof_line(p, a->premise[i])->s;
    for (uint32_t n = 1; n <= bl_proof_lines(p); n++) {
        bool premise = (a->premises > 0 && n == a->premise[0]) ||
                       (a->premises > 1 && n == a->premise[1]);
        if (!premise && q.context_count < sizeof context / sizeof *context)
            context[q.context_count++] = bl_proof_line(p, n)->s;
    }
    bl_infer(d->l, &q, &answer);
}

/* The answers become options, as far as the whole proof accepts them. */
static void keep_answers(struct desk *d, const struct asked *a, uint32_t most)
{
    for (uint32_t i = 0; i < answer.count && i < most; i++) {
        struct bl_inference inference = {.rule = a->rule, .c = answer.conclusions[i],
                                         .premise = {a->premise[0], a->premise[1]},
                                         .premises = a->premises, .using = a->using};
        if (bl_proof_follows(d->proof.proof, &inference))
            continue;
        struct bl_line line = {.s = answer.conclusions[i], .rule = (uint8_t)a->rule,
                               .premises = (uint8_t)a->premises,
                               .premise = {a->premise[0], a->premise[1]}, .using = a->using};
        desk_add_option(d, &line, a->using ? desk_subproof_name(d, a->using) : NULL);
    }
}

static void show_options(const struct session *s, const struct desk *d, const char *last)
{
    struct bl_text out = bl_text_heap();
    for (unsigned i = 0; i < d->draft.option_count; i++) {
        struct bl_text text = bl_text_heap();
        desk_put_text(&text, s, d->draft.options[i]);
        bl_putf(&out, i < 9 ? "   (%d) " : "  (%d) ", (int)i + 1);
        desk_put_wrapped(&out, s, text.s, 7, 9);
        bl_text_free(&text);
    }
    bl_put(&out, last);
    show_paged(&s->screen, &out);
    bl_text_free(&out);
}

/* ---- by RULE -------------------------------------------------------------- */

static const char *rule_name(size_t i)
{
    return bl_rule_name((enum bl_rule)(i + 1));
}

/* A rule by its name, the beginning of it, or its initials. */
static enum bl_rule find_rule(const char *name, size_t size)
{
    static const struct {
        const char *name;
        enum bl_rule rule;
    } initials[] = {
        {"mp", BL_MODUS_PONENS}, {"ui", BL_UNIVERSAL_INSTANTIATION},
        {"ug", BL_UNIVERSAL_GENERALIZATION}, {"ugr", BL_UNIVERSAL_GENERALIZATION_REF},
        {"ei", BL_EXISTENTIAL_INSTANTIATION}, {"eg", BL_EXISTENTIAL_GENERALIZATION},
        {"cp", BL_CONDITIONAL_PROOF}, {"ip", BL_INDIRECT_PROOF},
        {"ump", BL_UNIVERSAL_MODUS_PONENS}, {"emp", BL_EXISTENTIAL_MODUS_PONENS},
        {"eval", BL_EVALUATION}, {"op", BL_OPERATOR},
    };
    enum bl_rule found = bl_rule_find(name, size);
    for (size_t i = 0; !found && i < sizeof initials / sizeof *initials; i++)
        if (strlen(initials[i].name) == size && strncmp(initials[i].name, name, size) == 0)
            found = initials[i].rule;
    unsigned near = 0;
    for (unsigned r = 1; !found && near < 2 && r < BL_RULES; r++)
        if (size > 2 && strncmp(bl_rule_name((enum bl_rule)r), name, size) == 0)
            near++;
    for (unsigned r = 1; !found && near == 1 && r < BL_RULES; r++)
        if (strncmp(bl_rule_name((enum bl_rule)r), name, size) == 0)
            found = (enum bl_rule)r;
    return found;
}

static bool read_rule(const char **text, enum bl_rule *rule)
{
    size_t n = strcspn(*text, " \t");
    char name[64] = "";
    memcpy(name, *text, n < sizeof name ? n : 0);
    *rule = find_rule(*text, n);
    if (!*rule) {
        const char *near = *name ? cli_nearest(name, rule_name, BL_RULES - 1) : NULL;
        if (near)
            show_line("There is no rule %s; did you mean %s?", name, near);
        else
            show_line("There is no rule %s; `rules` lists them.", name);
        return false;
    }
    *text += n + strspn(*text + n, " \t");
    return true;
}

/* Numbers of statements, as far as they go. */
static bool read_premises(const struct desk *d, const char **text, struct asked *a)
{
    while (**text >= '0' && **text <= '9') {
        size_t n = strspn(*text, "0123456789");
        unsigned long number = n < 6 ? strtoul(*text, NULL, 10) : 0;
        if (a->premises == 2 || number < 1 || number > bl_proof_lines(d->proof.proof)) {
            show_line(a->premises == 2 ? "No rule has more than two premises."
                                       : "There is no statement %lu.", number);
            return false;
        }
        a->premise[a->premises++] = (uint32_t)number;
        *text += n + strspn(*text + n, " \t,");
    }
    return true;
}

/* For substitution-eq a function is named: f, [health]. */
static bool read_with(struct session *s, const char *text, size_t size, struct asked *a)
{
    struct desk *d = desk_of(s);
    struct bl_text t = bl_text_heap();
    struct bl_statement statement;
    struct bl_fault fault;
    bl_put_bytes(&t, text, size);
    bool good = false;
    if (a->rule == BL_SUBSTITUTION_EQ) {
        bl_put(&t, "(0)");
        good = bl_statement_parse(d->l, t.s, t.len, 0, BL_WFO, &statement, &fault);
        bl_text_clear(&t);
        bl_put_bytes(&t, text, size);
    }
    if (!good)
        good = bl_statement_parse(d->l, t.s, t.len, 0, BL_WFF_OR_WFO, &statement, &fault);
    if (good)
        a->with = statement.term;
    else
        desk_show_fault(s, t.s, &fault);
    bl_text_free(&t);
    return good;
}

static bool read_using(const struct desk *d, const char *name, struct asked *a)
{
    size_t n = strcspn(name, " \t");
    for (unsigned i = d->proof.named_count; i-- > 0;)
        if (strlen(d->proof.named[i].name) == n && strncmp(d->proof.named[i].name, name, n) == 0) {
            a->using = d->proof.named[i].proof;
            return true;
        }
    show_line("There is no subproof %.*s to use.", (int)n, name);
    return false;
}

static bool read_asked(struct session *s, const char *text, struct asked *a)
{
    struct desk *d = desk_of(s);
    const char *rest;
    if (!read_rule(&text, &a->rule) || !read_premises(d, &text, a))
        return false;
    if (desk_word(text, "with", &rest)) {
        const char *using = strstr(rest, " using ");
        if (!read_with(s, rest, using ? (size_t)(using - rest) : strlen(rest), a))
            return false;
        text = using ? using + 1 : "";
    }
    if (desk_word(text, "using", &rest)) {
        if (!read_using(d, rest, a))
            return false;
        text = rest + strcspn(rest, " \t");
    }
    if (*text) {
        show_line("What is `%s`? As in: by modus-ponens 1 2, by ui 3 with x, by cp 1 using z",
                  text);
        return false;
    }
    return true;
}

static bool has_right_form(const struct asked *a)
{
    uint32_t least, most;
    bl_rule_premises(a->rule, &least, &most);
    const char *name = bl_rule_name(a->rule);
    if (a->premises < least || a->premises > most)
        show_line("%s takes %u premise%s, not %u.", name, most, most == 1 ? "" : "s", a->premises);
    else if (bl_rule_uses_subproof(a->rule) != (a->using != NULL))
        show_line(a->using ? "%s takes no subproof." : "%s needs a subproof: `using NAME`.", name);
    else
        return true;
    return false;
}

void desk_by(struct session *s, const char *rest)
{
    struct desk *d = desk_of(s);
    struct asked a = {0};
    if (!read_asked(s, rest, &a) || !has_right_form(&a))
        return;
    infer(d, &a);
    if (answer.count == 0 && answer.needs_with) {
        show_line("%s leaves something free: say `with TERM`%s.", bl_rule_name(a.rule),
                  a.rule == BL_EVALUATION ? ", as `with [PLAYER](1)`" : "");
        return;
    }
    desk_clear_options(d);
    keep_answers(d, &a, answer.count);
    if (d->draft.option_count == 1) {
        char *only = desk_copy(d->draft.options[0]);
        desk_add(s, only);
        free(only);
    } else if (d->draft.option_count == 0) {
        struct pw_failure f = {.rule = a.rule, .why = answer.why};
        if (answer.why) {
            desk_show_failure(s, "", &f);
        } else {
            struct bl_text out = bl_text_heap();
            bl_put(&out, "Nothing follows by ");
            put_clause(&out, s, (bl_cite)(PW_RULE_1 + a.rule - 1));
            show(&out);
            bl_text_free(&out);
        }
    } else {
        show_options(s, d, "Which one? Its number adds it.\n");
    }
}

/* ---- a line that does not follow ------------------------------------------ */

void desk_suggest(struct session *s, const char *item)
{
    struct desk *d = desk_of(s);
    const char *by = NULL;
    for (const char *at = item; (at = strstr(at, " by ")); at++)
        by = at + 4;
    struct bl_item read;
    struct bl_fault fault;
    if (!by || !bl_item_parse(d->l, item, strlen(item), 0, &read, &fault) || read.axiom)
        return;
    struct asked a = {.rule = read.i.rule, .premises = read.i.premises,
                      .premise = {read.i.premise[0], read.i.premise[1]}};
    uint32_t lines = bl_proof_lines(d->proof.proof), least, most;
    bl_rule_premises(a.rule, &least, &most);
    if (bl_rule_uses_subproof(a.rule) || a.premises < least || a.premises > most ||
        (a.premises > 0 && (a.premise[0] < 1 || a.premise[0] > lines)) ||
        (a.premises > 1 && (a.premise[1] < 1 || a.premise[1] > lines)))
        return;
    infer(d, &a);
    desk_clear_options(d);
    keep_answers(d, &a, 5);
    if (d->draft.option_count > 0)
        show_options(s, d, "These follow by that rule; a number adds one.\n");
}

/* ---- conclusions ---------------------------------------------------------- */

/* Ground objects in the statements: what a rule that leaves something free may be tried with. */
static unsigned gather(const struct bl_logic *l, bl_term t, bl_term *out, unsigned n)
{
    enum bl_shape shape = bl_term_shape(l, t);
    if (t == 0 || n == TERMS)
        return n;
    if (bl_term_is_wfo(l, t) && bl_term_deterministic(l, t)) {
        for (unsigned i = 0; i < n; i++)
            if (out[i] == t)
                return n;
        out[n++] = t;
    }
    switch (shape) {
    case BL_TT: case BL_TF: case BL_LETTER: case BL_VARIABLE: case BL_BOUND: case BL_NUMBER:
        return n;
    case BL_ATOM: case BL_APPLY:
        return gather(l, bl_term_right(l, t), out, n);
    case BL_NOT: case BL_FORALL: case BL_EXISTS:
        return gather(l, bl_term_left(l, t), out, n);
    default:
        n = gather(l, bl_term_left(l, t), out, n);
        return gather(l, bl_term_right(l, t), out, n);
    }
}

static unsigned gather_all(const struct desk *d, bl_term *out)
{
    unsigned n = 0;
    for (uint32_t i = 1; i <= bl_proof_lines(d->proof.proof); i++)
        n = gather(d->l, bl_proof_line(d->proof.proof, i)->s.term, out, n);
    return n;
}

/* Predicates of the game in the statements that have a value: [PLAYER]([chosenPlayer](1)). */
static unsigned gather_questions(const struct bl_logic *l, bl_term t, bl_term *out, unsigned n)
{
    enum bl_shape shape = bl_term_shape(l, t);
    if (t == 0 || n == TERMS || shape < BL_ATOM || shape > BL_EXISTS)
        return n;
    uint32_t name = bl_term_left(l, t);
    if (shape == BL_ATOM) {
        if (name >= BL_IS_NUMBER && name <= BL_IS_CARD && bl_term_deterministic(l, t))
            out[n++] = t;
        return n;
    }
    n = gather_questions(l, bl_term_left(l, t), out, n);
    return shape == BL_AND || shape == BL_OR || shape == BL_IMPLY
               ? gather_questions(l, bl_term_right(l, t), out, n) : n;
}

static void try_with(struct desk *d, struct asked a, const bl_term *terms, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        a.with = terms[i];
        infer(d, &a);
        keep_answers(d, &a, 4);
    }
}

static void try_rule(struct desk *d, struct asked a, const bl_term *terms, unsigned count)
{
    infer(d, &a);
    bool open = answer.needs_with;
    keep_answers(d, &a, 8);
    if (!open)
        return;
    if (a.rule == BL_UNIVERSAL_INSTANTIATION || a.rule == BL_UNIVERSAL_MODUS_PONENS)
        try_with(d, a, terms, count);
}

static void try_evaluation(struct desk *d, const bl_term *terms, unsigned count)
{
    bl_term questions[TERMS];
    unsigned n = 0;
    struct asked a = {.rule = BL_EVALUATION};
    for (uint32_t i = 1; i <= bl_proof_lines(d->proof.proof); i++)
        n = gather_questions(d->l, bl_proof_line(d->proof.proof, i)->s.term, questions, n);
    try_with(d, a, questions, n);
    try_with(d, a, terms, count);
}

static void try_subproofs(struct desk *d, struct asked a)
{
    for (unsigned i = 0; i < d->proof.named_count; i++) {
        a.using = d->proof.named[i].proof;
        infer(d, &a);
        keep_answers(d, &a, 4);
    }
}

static void try_all(struct desk *d, const struct asked *from)
{
    bl_term terms[TERMS];
    unsigned count = gather_all(d, terms);
    for (unsigned r = 1; r < BL_RULES; r++) {
        struct asked a = *from;
        uint32_t least, most;
        a.rule = (enum bl_rule)r;
        bl_rule_premises(a.rule, &least, &most);
        if (a.premises < least || a.premises > most || a.rule == BL_SUBSTITUTION)
            continue;
        if (bl_rule_uses_subproof(a.rule)) {
            try_subproofs(d, a);
            continue;
        }
        try_rule(d, a, terms, count);
        if (a.premises == 2) {
            a.premise[0] = from->premise[1];
            a.premise[1] = from->premise[0];
            try_rule(d, a, terms, count);
        }
    }
    if (from->premises == 0)
        try_evaluation(d, terms, count);
}

void desk_conclusions(struct session *s, const char *rest)
{
    struct desk *d = desk_of(s);
    struct asked a = {0};
    if (!read_premises(d, &rest, &a))
        return;
    if (*rest) {
        show_line("Of which statements? As in: conclusions 1 2");
        return;
    }
    desk_clear_options(d);
    try_all(d, &a);
    if (d->draft.option_count == 0)
        show_line("Nothing follows without a term or statement of your choice (`with`).");
    else
        show_options(s, d, a.premises == 1
                               ? "A number adds one. Besides: `by addition n with STATEMENT`, `by "
                                 "ui n with TERM`.\n"
                               : "A number adds one.\n");
}
