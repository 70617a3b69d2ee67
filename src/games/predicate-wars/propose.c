/* propose.c - completions of open moves: something to write, small proofs, plain refutations.
 * What is proposed is asked of the rules before it is given. */
#include <string.h>

#include "predicate-wars.h"

/* A proposal under way. */
struct proposal {
    const struct pw *s;
    int seat;
    struct bl_stream *rng;
    struct bl_logic *l;
    struct bl_text *out;
};

/* Effects, and statements that help or hinder them; $ is a number that is drawn. */
static const char *const effects[] = {
    "[ATK]([chosenPlayer](1),$)",
    "[ATK]([randPlayer](1),$)",
    "[HEAL]([chosenPlayer](2),$)",
    "[ADDPOWER]([chosenPlayer](2),$)",
    "[SUBPOWER]([chosenPlayer](1),$)",
    "[CLAIM]([playerOfChosenCard](1),1)",
    "(∀(x)([PLAYER](x)→[ATK](x,$)))",
    "(∀(x)((¬(x=[chosenPlayer](2)))→[ATK](x,$)))",
    "(∀(x)(([health](x)>$)→[ATK](x,$)))",
    "(∀(x)((x=[chosenPlayer](2))→[HEAL](x,$)))",
    "([ATK]([chosenPlayer](1),$)∧P)",
    "(tT→[ATK]([chosenPlayer](1),$))",
};
static const char *const fillers[] = {
    "tT", "P", "(¬P)", "($>$)", "(P→Q)", "(∀(x)(∀(y)(¬[ATK](x,y))))", "(∃(x)P(x))",
};
static const char *const rules[] = {
    "tT", "(tT→P)", "($>$)", "(∀(x)(P(x)→Q(x)))", "(∀(x)((x+1)>x))",
};
static const char *const subproofs[] = {
    "axiom (∀(x)(P(x)∧Q(x))); (P(x)∧Q(x)) by universal-instantiation 1; P(x) by simplification 2; "
    "(∀(x)P(x)) by universal-generalization-ref 3 1",
    "axiom (∀(x)(x>0)); (0>0) by universal-instantiation 1; tF by comparison 2; "
    "(∀(x)tF) by universal-generalization 3; (¬tF) by falsehood; "
    "(∀(x)(¬tF)) by universal-generalization 5",
    "axiom P; tT by truth; (P∧tT) by conjunction 1 2",
};
#define PICK(p, list) (list)[bl_below((p)->rng, sizeof(list) / sizeof *(list))]

static void put_template(struct proposal *p, const char *template)
{
    for (; *template; template++) {
        if (*template == '$')
            bl_put_int(p->out, 1 + bl_below(p->rng, 20));
        else
            bl_put_char(p->out, *template);
    }
}

static void put_edit(struct proposal *p, unsigned card)
{
    int32_t power = p->s->seats[p->seat].power;
    uint32_t most = power < 12 ? (uint32_t)power : 12;
    uint32_t cost = bl_below(p->rng, most + 1), tag = bl_below(p->rng, PW_TAGS);
    bl_putf(p->out, "edit #%d %s %d ", (int)card, pw_tag_names[tag], (int)cost);
    put_template(p, bl_below(p->rng, 3) ? PICK(p, effects) : PICK(p, fillers));
}

/* Somebody else first, then the prover; then a card of somebody else. */
static void put_chosen(struct proposal *p)
{
    const struct pw *s = p->s;
    uint8_t others[PW_SEATS] = {0}, cards[PW_CARDS];
    unsigned n = 0, card_count = 0;
    for (int seat = pw_next_living(s, p->seat); seat != p->seat; seat = pw_next_living(s, seat)) {
        others[n++] = (uint8_t)seat;
        card_count += pw_list(&s->seats[seat].hand, cards + card_count);
    }
    bl_putf(p->out, "prove players=%d,%d", others[bl_below(p->rng, n)], p->seat);
    if (card_count > 0)
        bl_putf(p->out, " cards=#%d", cards[bl_below(p->rng, card_count)]);
    bl_put(p->out, " :");
}

static void put_term(struct proposal *p, bl_term t)
{
    struct bl_statement statement = bl_statement_of(p->l, t);
    bl_statement_print(p->l, &statement, false, p->out);
}

/* A statement that is an effect, or has one as a part that a rule takes out. */
static bool put_proof(struct proposal *p)
{
    struct pw_proof proof;
    bl_term condition;
    pw_proof_begin(&proof, p->l, p->s, p->seat, MOVE_PROVE);
    uint32_t lines = bl_proof_lines(proof.proof), start = bl_below(p->rng, lines);
    put_chosen(p);
    for (uint32_t k = 0; k < lines; k++) {
        uint32_t n = (start + k) % lines + 1;
        bl_term t = bl_proof_line(proof.proof, n)->s.term;
        bl_term left = bl_term_left(p->l, t), right = bl_term_right(p->l, t);
        enum bl_shape shape = bl_term_shape(p->l, t);
        if (pw_effect_action(p->l, t, &condition)) {
            bl_putf(p->out, " => %d", (int)n);
            return true;
        }
        if (shape == BL_AND && (pw_effect_action(p->l, left, &condition) ||
                                pw_effect_action(p->l, right, &condition))) {
            bl_put_char(p->out, ' ');
            put_term(p, pw_effect_action(p->l, left, &condition) ? left : right);
            bl_putf(p->out, " by simplification %d => %d", (int)n, (int)lines + 1);
            return true;
        }
        if (shape == BL_IMPLY && bl_term_shape(p->l, left) == BL_TT &&
            pw_effect_action(p->l, right, &condition)) {
            bl_put(p->out, " tT by truth; ");
            put_term(p, right);
            bl_putf(p->out, " by modus-ponens %d %d => %d", (int)n, (int)lines + 1, (int)lines + 2);
            return true;
        }
    }
    return false;
}

static bool is_false_comparison(const struct bl_logic *l, bl_term t)
{
    enum bl_shape shape = bl_term_shape(l, t);
    bl_term a = bl_term_left(l, t), b = bl_term_right(l, t);
    if ((shape != BL_GREATER && shape != BL_LESS) || bl_term_shape(l, a) != BL_NUMBER ||
        bl_term_shape(l, b) != BL_NUMBER)
        return false;
    return shape == BL_GREATER ? bl_term_left(l, a) <= bl_term_left(l, b)
                               : bl_term_left(l, a) >= bl_term_left(l, b);
}

/* What contradicts itself as it stands. */
static bool put_refutation(struct proposal *p)
{
    struct pw_proof proof;
    uint32_t found[2];
    pw_proof_begin(&proof, p->l, p->s, p->seat, MOVE_REFUTE);
    uint32_t lines = bl_proof_lines(proof.proof);
    bl_put(p->out, "refute :");
    if (bl_proof_contradiction(proof.proof, found)) {
        bl_putf(p->out, found[0] == found[1] ? " => %d" : " => %d %d", (int)found[0], (int)found[1]);
        return true;
    }
    for (uint32_t n = 1; n <= lines; n++) {
        if (is_false_comparison(p->l, bl_proof_line(proof.proof, n)->s.term)) {
            bl_putf(p->out, " tF by comparison %d => %d", (int)n, (int)lines + 1);
            return true;
        }
    }
    return false;
}

static bool put_move(struct proposal *p, bl_move form)
{
    switch (pw_kind(form)) {
    case MOVE_EDIT:
        put_edit(p, pw_first_of(form));
        return true;
    case MOVE_PROVE:
        return put_proof(p);
    case MOVE_REFUTE:
        return put_refutation(p);
    case MOVE_BUY_PROOF:
        bl_putf(p->out, "buy-proof z%d: %s", p->s->seats[p->seat].subproofs, PICK(p, subproofs));
        return true;
    default:
        bl_put(p->out, "buy-rule ");
        put_template(p, PICK(p, rules));
        return true;
    }
}

extern const struct bl_game bl_game_predicate_wars;

static bool is_legal(struct proposal *p)
{
    struct bl_play play;
    struct bl_context cx;
    bl_context_init(&cx, &bl_game_predicate_wars, 0);
    cx.scratch = p->l;
    return p->out->len < p->out->cap && !pw_read_move(p->s, p->seat, p->out->s, &play) &&
           bl_game_predicate_wars.check(p->s, &play, &cx) == 0;
}

bool pw_propose(const void *view, int seat, bl_move form, struct bl_stream *rng, void *scratch,
                struct bl_text *out)
{
    struct proposal p = {view, seat, rng, scratch ? scratch : pw_scratch_new(), out};
    size_t start = out->len;
    bool good = false;
    for (int tries = 0; tries < 8 && !good; tries++) {
        out->len = start;
        good = put_move(&p, form) && is_legal(&p);
    }
    if (!scratch)
        pw_scratch_free(p.l);
    return good;
}
