/* invent.c - statements and lemmas at random, of every shape that the language and the rules of
 * inference have. */
#include "logic/kernel/match.h"
#include "mind.h"

/* ---- statements ----------------------------------------------------------- */

struct inventor {
    struct bl_stream *rng;
    struct bl_text *out;
    unsigned bound;                  /* quantifiers around: x, y, z, w */
};

static const char letters[] = "xyzw";
enum { LETTERS = sizeof letters - 1 };

static void put_wff(struct inventor *i, unsigned depth);
static void put_wfo(struct inventor *i, unsigned depth);

/* A form with what is drawn in it: @ an object and & a statement of that depth, % an operator,
 * ~ a relation, ^ a connective. */
static void put_form(struct inventor *i, const char *form, unsigned depth)
{
    static const char *const operators[] = {"+", "-", "*", "/", "f/", "c/", "%"};
    static const char *const relations[] = {"=", ">", "<"};
    static const char *const connectives[] = {"∧", "∨", "→"};
    for (; *form; form++)
        switch (*form) {
        case '@': put_wfo(i, depth); break;
        case '&': put_wff(i, depth); break;
        case '%': bl_put(i->out, PICK(i, operators)); break;
        case '~': bl_put(i->out, PICK(i, relations)); break;
        case '^': bl_put(i->out, PICK(i, connectives)); break;
        default: bl_put_char(i->out, *form); break;
        }
}

/* A game function from `first` up to the one before `end`, and its opening bracket. */
static void put_function(struct inventor *i, bl_symbol first, bl_symbol end)
{
    bl_putf(i->out, "%s(", bl_game_name(first + bl_below(i->rng, end - first)));
}

static void put_leaf(struct inventor *i)
{
    uint32_t kind = bl_below(i->rng, 12);
    if (kind < 6 && i->bound > 0)
        bl_put_char(i->out, letters[bl_below(i->rng, i->bound)]);
    else if (kind == 6)
        bl_putf(i->out, "x_%d", (int)bl_below(i->rng, 12));
    else if (kind == 7)
        bl_put_char(i->out, (char)('a' + bl_below(i->rng, 26)));
    else
        bl_put_uint(i->out, bl_below(i->rng, kind == 8 ? (uint32_t)BL_NUMBER_MAX + 1 : 22));
}

static void put_wfo(struct inventor *i, unsigned depth)
{
    uint32_t kind = depth == 0 ? 0 : bl_below(i->rng, 8);
    if (kind < 4) {
        put_leaf(i);
    } else if (kind < 6) {
        put_function(i, BL_RAND_PLAYER, BL_IS_NUMBER);
        put_form(i, "@)", depth - 1);
    } else if (kind == 6) {
        put_form(i, "(@%@)", depth - 1);
    } else {
        bl_put(i->out, bl_below(i->rng, 2) ? "f(" : "g(");
        put_form(i, bl_below(i->rng, 4) ? "@)" : ")", depth - 1);
    }
}

static void put_atom(struct inventor *i)
{
    switch (bl_below(i->rng, 8)) {
    case 0: bl_put(i->out, bl_below(i->rng, 2) ? "tT" : "tF"); break;
    case 1: bl_put_char(i->out, (char)('P' + bl_below(i->rng, 3))); break;
    case 2: put_form(i, bl_below(i->rng, 2) ? "P(@)" : "Q_7(@)", 1); break;
    case 3:
        put_function(i, BL_IS_NUMBER, BL_CLAIM);
        put_form(i, "@)", 2);
        break;
    case 4: case 5:
        put_function(i, BL_CLAIM, BL_NAMES);
        put_form(i, "@,", 2);
        put_form(i, "@)", 1);
        break;
    default: put_form(i, "(@~@)", 2); break;
    }
}

static void put_wff(struct inventor *i, unsigned depth)
{
    uint32_t kind = depth == 0 ? 0 : bl_below(i->rng, 9);
    if (kind < 3) {
        put_atom(i);
    } else if (kind < 5 && i->bound < LETTERS) {
        bl_put(i->out, bl_below(i->rng, 3) ? "(∀(" : "(∃(");
        bl_put_char(i->out, letters[i->bound++]);
        put_form(i, ")&)", depth - 1);
        i->bound--;
    } else {
        put_form(i, kind == 5 ? "(¬&)" : "(&^&)", depth - 1);
    }
}

void pw_invent_statement(struct bl_stream *rng, struct bl_text *out)
{
    struct inventor i = {rng, out, 0};
    put_wff(&i, 1 + bl_below(rng, 4));
}

/* ---- lemmas --------------------------------------------------------------- */

static bl_term invent_term(struct bl_logic *l, struct bl_stream *rng, bool wff)
{
    char room[PW_TEXT_MAX];
    struct bl_text text = BL_TEXT_FIXED(room);
    struct inventor i = {rng, &text, 0};
    struct bl_statement statement;
    struct bl_fault fault;
    if (wff)
        put_wff(&i, bl_below(rng, 2));
    else
        put_wfo(&i, bl_below(rng, 3));
    return bl_statement_parse(l, room, text.len, 0, wff ? BL_WFF : BL_WFO, &statement, &fault)
               ? statement.term
               : 0;
}

/* Any rule, but more often one that leads somewhere. */
static enum bl_rule draw_rule(const struct pw_proof *p, struct bl_stream *rng)
{
    static const uint8_t leading[] = {
        BL_MODUS_PONENS, BL_UNIVERSAL_INSTANTIATION, BL_UNIVERSAL_INSTANTIATION, BL_SIMPLIFICATION,
        BL_UNIVERSAL_MODUS_PONENS, BL_EXISTENTIAL_INSTANTIATION, BL_OPERATOR, BL_COMPARISON,
        BL_COMPARISON, BL_EVALUATION, BL_TRUTH, BL_UNIVERSAL_GENERALIZATION,
    };
    if (p->named_count > 0 && bl_below(rng, 6) == 0)
        return bl_below(rng, 2) ? BL_CONDITIONAL_PROOF : BL_INDIRECT_PROOF;
    if (bl_below(rng, 2))
        return (enum bl_rule)leading[bl_below(rng, sizeof leading)];
    return (enum bl_rule)(1 + bl_below(rng, BL_RULES - 1));
}

/* One inference, if it has a conclusion. */
static void infer_once(struct pw_proof *p, struct bl_stream *rng, struct bl_answer *answer)
{
    uint32_t lines = bl_proof_lines(p->proof), least, most;
    struct bl_question q = {.rule = draw_rule(p, rng),
                            .ruling = bl_proof_ruling(p->proof), .values = &p->values.values};
    struct bl_inference i = {.rule = q.rule};
    bl_rule_premises(q.rule, &least, &most);
    q.premises = least + bl_below(rng, most - least + 1);
    if (q.premises > 0 && lines == 0)
        return;
    for (uint32_t k = 0; k < q.premises; k++) {
        i.premise[k] = 1 + bl_below(rng, lines);
        q.premise[k] = bl_proof_line(p->proof, i.premise[k])->s;
    }
    if (bl_rule_uses_subproof(q.rule) && p->named_count > 0)
        q.subproof = p->named[bl_below(rng, p->named_count)].proof;
    q.with = bl_below(rng, 4) ? invent_term(p->l, rng, q.rule == BL_ADDITION ||
                                                       q.rule == BL_FALSY_AND)
                              : 0;
    bl_infer(p->l, &q, answer);
    if (answer->count == 0)
        return;
    i.premises = q.premises;
    i.subproof = q.subproof;
    i.c = answer->conclusions[bl_below(rng, answer->count)];
    bl_proof_infer(p->proof, &i);
}

void pw_invent_lemmas(struct pw_proof *p, struct bl_stream *rng, unsigned tries)
{
    struct bl_answer answer;
    for (unsigned i = 0; i < tries; i++)
        infer_once(p, rng, &answer);
}

static const char *name_of(const struct pw_proof *p, const struct bl_proof *using)
{
    for (unsigned i = p->named_count; using && i-- > 0;)
        if (p->named[i].proof == using)
            return p->named[i].name;
    return NULL;
}

void pw_put_lemmas(const struct pw_proof *names, const struct bl_proof *p, struct bl_text *out)
{
    uint32_t axioms = bl_proof_axioms(p), lines = bl_proof_lines(p);
    for (uint32_t n = axioms + 1; n <= lines; n++) {
        const struct bl_line *line = bl_proof_line(p, n);
        bl_put(out, n > axioms + 1 ? "; " : " ");
        bl_line_print(names->l, line, name_of(names, line->subproof), false, out);
    }
}

void pw_put_proof(const struct pw_proof *names, const struct bl_proof *p, uint32_t line,
                  struct bl_text *out)
{
    const struct pw_values *v = &names->values;
    bl_put(out, "prove");
    pw_put_chosen(out, v->players, v->player_count, v->cards, v->card_count);
    bl_put(out, " :");
    pw_put_lemmas(names, p, out);
    bl_putf(out, " => %d", (int)line);
}

void pw_put_refutation(const struct pw_proof *names, const struct bl_proof *p,
                       const uint32_t lines[2], struct bl_text *out)
{
    bl_put(out, "refute :");
    pw_put_lemmas(names, p, out);
    bl_putf(out, " => %d", (int)lines[0]);
    if (lines[1] && lines[1] != lines[0])
        bl_putf(out, " %d", (int)lines[1]);
}

bool pw_is_false_comparison(const struct bl_logic *l, bl_term t)
{
    uint32_t number;
    return match_value(l, t, BL_COMPARISON, NULL, &number) == BL_TF;
}
