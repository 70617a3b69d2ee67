/* propose.c - completions of open moves, of every kind there is: it is how bots that choose at
 * random try the game out. What is proposed is asked of the rules before it is given. */
#include "mind.h"

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
    "[ATK]([playerOfChosenCard](1),([symbolPoint]([chosenCard](1))+$))",
    "[HEAL]([randPlayer](2),([potency]([randPlayer](1))f/$))",
    "(∀(x)(([power](x)<([power]([chosenPlayer](2))*2))→[SUBPOWER](x,$)))",
    "(∀(x)([PLAYER](x)→[CLAIM](x,1)))",
    "(∀(x)((([powerCost]([randCard](1))%$)=1)→[ADDPOWER](x,$)))",
    "(P→[ATK]([chosenPlayer](1),$))",
    "(∀(x)[ATK](x,$))",
};
static const char *const fillers[] = {
    "tT", "P", "(¬P)", "($>$)", "(P→Q)", "(∀(x)(∀(y)(¬[ATK](x,y))))", "(∃(x)P(x))", "tF",
    "(∀(x)([PLAYER](x)→(¬[ATK](x,$))))", "(∀(x)(x>$))", "([health]([chosenPlayer](1))<$)",
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

static void put_template(struct pw_mind *p, const char *template)
{
    for (; *template; template++) {
        if (*template == '$')
            bl_put_int(p->out, bl_below(p->rng, 2) ? PW_ATK_MOST
                                                   : 1 + bl_below(p->rng, PW_ATK_MOST));
        else
            bl_put_char(p->out, *template);
    }
}

/* Mostly what does something, and sometimes anything at all; mostly for nothing, so that cards
 * go round. */
static void put_edit(struct pw_mind *p, unsigned card)
{
    int32_t power = p->s->seats[p->seat].power;
    uint32_t most = power < 12 ? (uint32_t)power : 12, kind = bl_below(p->rng, 8);
    uint32_t tag = bl_below(p->rng, PW_TAGS);
    uint32_t cost = bl_below(p->rng, 3) ? 0 : bl_below(p->rng, most + 1);
    bl_putf(p->out, "edit #%d %s %d ", (int)card, pw_tag_names[tag], (int)cost);
    if (kind < 4)
        put_template(p, PICK(p, effects));
    else if (kind < 6)
        put_template(p, PICK(p, fillers));
    else
        pw_invent_statement(p->rng, p->out);
}

/* ---- proofs --------------------------------------------------------------- */

struct chosen {
    uint8_t players[8], cards[4];
    unsigned player_count, card_count;
};

/* Somebody else first, then the prover; then a card of somebody else. Now and then nobody, or
 * anybody. */
static void choose(struct pw_mind *p, struct chosen *w)
{
    uint8_t others[PW_SEATS] = {0}, cards[PW_CARDS];
    unsigned n, card_count = pw_list_others(p->s, p->seat, others, &n, cards);
    w->player_count = w->card_count = 0;
    if (bl_below(p->rng, 8) == 0)
        return;
    w->players[w->player_count++] = others[bl_below(p->rng, n)];
    w->players[w->player_count++] = (uint8_t)p->seat;
    while (bl_below(p->rng, 4) == 0 && w->player_count < 8)
        w->players[w->player_count++] = others[bl_below(p->rng, n)];
    while (card_count > 0 && w->card_count < 4) {
        w->cards[w->card_count++] = cards[bl_below(p->rng, card_count)];
        if (bl_below(p->rng, 3))
            break;
    }
}

static bool is_effect(const struct pw_mind *p, bl_term t)
{
    bl_term condition;
    return pw_effect_action(p->l, t, &condition) != 0;
}

static bool infer(struct pw_mind *p, struct pw_proof *proof, enum bl_rule rule, bl_term c,
                  uint32_t p1, uint32_t p2)
{
    struct bl_inference i = {.rule = rule, .c = bl_statement_of(p->l, c), .premise = {p1, p2},
                             .premises = (p1 > 0 ? 1u : 0u) + (p2 > 0 ? 1u : 0u)};
    return bl_proof_infer(proof->proof, &i) == 0;
}

/* The effect that statement n is, or has as a part that a rule takes out; 0: none. */
static uint32_t effect_from(struct pw_mind *p, struct pw_proof *proof, uint32_t n)
{
    bl_term t = bl_proof_line(proof->proof, n)->s.term;
    bl_term left = bl_term_left(p->l, t), right = bl_term_right(p->l, t);
    enum bl_shape shape = bl_term_shape(p->l, t);
    if (is_effect(p, t))
        return n;
    if (shape == BL_AND && (is_effect(p, left) || is_effect(p, right)) &&
        infer(p, proof, BL_SIMPLIFICATION, is_effect(p, left) ? left : right, n, 0))
        return bl_proof_lines(proof->proof);
    if (shape == BL_IMPLY && bl_term_shape(p->l, left) == BL_TT && is_effect(p, right) &&
        infer(p, proof, BL_TRUTH, left, 0, 0) &&
        infer(p, proof, BL_MODUS_PONENS, right, n, bl_proof_lines(proof->proof)))
        return bl_proof_lines(proof->proof);
    return 0;
}

static bool put_proof(struct pw_mind *p)
{
    struct pw_proof proof;
    struct chosen w;
    uint32_t found = 0;
    pw_proof_begin(&proof, p->l, p->s, p->seat, MOVE_PROVE);
    choose(p, &w);
    pw_values_chosen(&proof.values, w.players, w.player_count, w.cards, w.card_count);
    if (bl_below(p->rng, 4))
        pw_invent_lemmas(&proof, p->rng, 1 + bl_below(p->rng, 24));
    uint32_t lines = bl_proof_lines(proof.proof), start = bl_below(p->rng, lines);
    for (uint32_t k = 0; k < lines && !found; k++)
        found = effect_from(p, &proof, (start + k) % lines + 1);
    if (!found)
        return false;
    pw_put_proof(&proof, proof.proof, found, p->out);
    return true;
}

/* What contradicts itself as it stands or after a few lemmas. */
static bool put_refutation(struct pw_mind *p)
{
    struct pw_proof proof;
    uint32_t found[2];
    pw_proof_begin(&proof, p->l, p->s, p->seat, MOVE_REFUTE);
    if (bl_below(p->rng, 2))
        pw_invent_lemmas(&proof, p->rng, 1 + bl_below(p->rng, 32));
    uint32_t lines = bl_proof_lines(proof.proof);
    for (uint32_t n = 1; n <= lines; n++)
        if (pw_is_false_comparison(p->l, bl_proof_line(proof.proof, n)->s.term))
            infer(p, &proof, BL_COMPARISON, bl_term_make(p->l, BL_TF, 0, 0), n, 0);
    if (!bl_proof_contradiction(proof.proof, found))
        return false;
    pw_put_refutation(&proof, proof.proof, found, p->out);
    return true;
}

/* ---- subproofs and rules -------------------------------------------------- */

static void put_invented_subproof(struct pw_mind *p)
{
    struct pw_proof proof;
    uint32_t axioms = bl_below(p->rng, 3);
    bool first = true;
    pw_proof_begin(&proof, p->l, p->s, p->seat, MOVE_BUY_PROOF);
    for (uint32_t i = 0; i < axioms; i++) {
        char room[PW_TEXT_MAX];
        struct bl_text text = BL_TEXT_FIXED(room);
        struct bl_statement statement;
        struct bl_fault fault;
        pw_invent_statement(p->rng, &text);
        if (!bl_statement_parse(p->l, room, text.len, 0, BL_WFF, &statement, &fault) ||
            !bl_proof_axiom(proof.proof, &statement))
            continue;
        bl_put(p->out, first ? " axiom " : "; axiom ");
        bl_put(p->out, room);
        first = false;
    }
    pw_invent_lemmas(&proof, p->rng, 1 + bl_below(p->rng, 32));
    if (bl_proof_lines(proof.proof) > bl_proof_axioms(proof.proof))
        bl_put(p->out, first ? "" : ";");
    pw_put_lemmas(&proof, proof.proof, p->out);
}

/* Who buys whenever it can soon proves nothing any more. */
static bool spares_potency(struct pw_mind *p)
{
    return p->s->seats[p->seat].potency < 60 && bl_below(p->rng, 16) > 0;
}

static bool put_subproof(struct pw_mind *p)
{
    if (spares_potency(p))
        return false;
    bl_putf(p->out, "buy-proof z%d:", p->s->seats[p->seat].subproofs);
    if (bl_below(p->rng, 2))
        put_invented_subproof(p);
    else
        bl_putf(p->out, " %s", PICK(p, subproofs));
    return true;
}

static bool put_rule(struct pw_mind *p)
{
    if (spares_potency(p))
        return false;
    bl_put(p->out, "buy-rule ");
    if (bl_below(p->rng, 2))
        pw_invent_statement(p->rng, p->out);
    else
        put_template(p, PICK(p, rules));
    if (bl_below(p->rng, 4) == 0)
        bl_putf(p->out, " %d", (int)(30 + bl_below(p->rng, 60)));
    return true;
}

/* ---- moves ---------------------------------------------------------------- */

static bool put_move(struct pw_mind *p, bl_move form)
{
    switch (pw_kind(form)) {
    case MOVE_EDIT:
        put_edit(p, pw_first_of(form));
        return true;
    case MOVE_PROVE: return put_proof(p);
    case MOVE_REFUTE: return put_refutation(p);
    case MOVE_BUY_PROOF: return put_subproof(p);
    default: return put_rule(p);
    }
}

bool pw_propose(const void *view, int seat, bl_move form, struct bl_stream *rng, void *scratch,
                struct bl_text *words, struct bl_play *out)
{
    BL_LOCAL struct bl_text draft = bl_text_heap();
    struct pw_mind p = {view, seat, rng, scratch, &draft, BL_WHIM};
    size_t start = words->len;
    for (int tries = 0; tries < 6; tries++) {
        bl_text_clear(&draft);
        words->len = start;
        *out = (struct bl_play){.move = form, .seat = (int8_t)seat};
        if (put_move(&p, form) && !pw_read_open(p.l, draft.s, out, words) &&
            pw_is_legal(p.s, out, p.l))
            return true;
    }
    return false;
}
