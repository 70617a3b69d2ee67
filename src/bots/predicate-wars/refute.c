/* refute.c - refutations that are worth their points: what contradicts itself as it stands, what
 * the letter of the rules refutes, and what a search finds. */
#include <string.h>

#include "mind.h"

enum { REFUTATION_STEPS = 1000, GLANCED_STEPS = 200, SMALL_LOSS = 60, GREAT_LOSS = 150,
       RESERVE = 40, GENERALISED_LEMMAS = 9,
       PATIENCE = 6, LONG_PATIENCE = 12 };   /* rounds */

/* The axiom fails for 0 only; taken literally, an indirect proof then denies it of 1 as well. */
const char pw_refuter[] =
    "axiom (∀(x)(x>0)); (0>0) by universal-instantiation 1; tF by comparison 2; "
    "(∀(x)tF) by universal-generalization 3; (¬tF) by falsehood; "
    "(∀(x)(¬tF)) by universal-generalization 5";

/* ---- by the letter -------------------------------------------------------- */

/* Whether that is the subproof, whatever its name. */
static bool is_refuter(const struct pw_subproof *subproof)
{
    const uint8_t *at = subproof->items, *end = subproof->end;
    char room[512] = "";
    struct bl_text text = BL_TEXT_FIXED(room);
    while (at < end) {
        bl_put(&text, text.len ? "; " : "");
        bl_packed_item_print(&at, end, false, &text);
    }
    return strcmp(room, pw_refuter) == 0;
}

static bool find_refuter(const struct pw *s, unsigned seat, struct pw_subproof *out)
{
    size_t at = 0;
    if (!pw_is_literal(s))
        return false;
    while (pw_next_subproof(s, seat, &at, out))
        if (is_refuter(out))
            return true;
    return false;
}

bool pw_is_patient(const struct pw *s, enum bl_thought how)
{
    return s->round <= (how == BL_WHIM ? LONG_PATIENCE : PATIENCE);
}

bool pw_generalises(const struct pw *s, unsigned seat)
{
    return pw_is_literal(s) && s->head.setup.options[OPTION_BASE_RULES] == BASE_AUTHOR &&
           s->head.setup.rulings[RULING_EVALUATION] == EVALUATION_YES &&
           pw_can_pay_proof(s, s->seats[seat].proving,
                            pw_proof_cost(s, GENERALISED_POINTS, GENERALISED_LEMMAS));
}

unsigned pw_refutations_of(const struct pw *s, unsigned seat)
{
    struct pw_subproof refuter;
    int32_t power = s->seats[seat].proving;
    if (power <= 0 || !pw_is_patient(s, BL_CARE) || !find_refuter(s, seat, &refuter))
        return 0;
    return ((uint32_t)power - 1) / pw_proof_cost(s, REFUTATION_POINTS, 4);
}

static bool put_literal_refutation(struct pw_mind *m)
{
    struct pw_subproof refuter;
    bool rule = m->s->phase == PHASE_RULE_REFUTING;
    int n = (int)(pw_axiom_count(m->s, rule) + (rule ? 0 : pw_lemma_count(m->s)));   /* axioms */
    if (!pw_is_patient(m->s, m->how) ||
        !pw_can_pay_proof(m->s, m->s->seats[m->seat].proving,
                          pw_proof_cost(m->s, REFUTATION_POINTS, 4)) ||
        !find_refuter(m->s, (unsigned)m->seat, &refuter))
        return false;
    bl_putf(m->out, "refute : (∀(y)(¬(y>0))) by indirect-proof using %s; ", refuter.name);
    bl_putf(m->out, "(¬(1>0)) by universal-instantiation %d; ", n + 1);
    bl_putf(m->out, "(¬tT) by comparison %d; tT by truth => %d %d", n + 2, n + 4, n + 3);
    return true;
}

/* What a number is, everything is: a line that needs no subproof. The letter of a base rule's
 * quantifier may be generalised whatever else is said of it. It is dear: with more than two
 * players, who pays for it saves the others too, and loses to who does not, be it at the point of
 * death (searches cost less, too); on a whim it is thought of. */
static bool put_generalised(struct pw_mind *m, int32_t loss)
{
    const struct pw *s = m->s;
    int base = (int)pw_axiom_count(s, false) - 3, n = base + 3 + (int)pw_lemma_count(s);
    if (loss < GREAT_LOSS || (pw_players(s) > 2 && m->how != BL_WHIM) ||
        s->phase != PHASE_REFUTING || !pw_is_patient(s, m->how) ||
        !pw_generalises(s, (unsigned)m->seat))
        return false;
    bl_putf(m->out, "refute : tT by truth; (∃(x)tT) by existential-generalization %d; ", n + 1);
    bl_putf(m->out, "[NUMBER](0) by evaluation; (tT→[NUMBER](0)) by implication %d %d; ", n + 1,
            n + 3);
    bl_putf(m->out, "(∃(x)[NUMBER](x)) by existential-modus-ponens %d %d; ", n + 2, n + 4);
    bl_putf(m->out, "[NUMBER](x) by existential-instantiation %d; ", n + 5);
    bl_putf(m->out, "(∀(x)[NUMBER](x)) by universal-generalization-ref %d %d; ", n + 6, base);
    bl_putf(m->out, "[NUMBER]([randPlayer](1)) by universal-instantiation %d; ", n + 7);
    bl_putf(m->out, "tF by evaluation %d => %d", n + 8, n + 9);
    return true;
}

/* ---- what is at stake ----------------------------------------------------- */

/* How much the seat wants to see the proof or rule stopped. */
static int32_t loss_of(const struct pw_mind *m)
{
    const struct pw *s = m->s;
    struct pw_values v;
    struct bl_statement effect;
    const uint8_t *at, *end;
    if (s->phase == PHASE_RULE_REFUTING)
        return SMALL_LOSS;
    pw_values_init(&v, s);
    pw_values_chosen(&v, pw_slot(s, SLOT_PLAYERS), s->sizes[SLOT_PLAYERS],
                     pw_slot(s, SLOT_CHOSEN_CARDS), s->sizes[SLOT_CHOSEN_CARDS]);
    return pw_find_statement(s, NULL, s->effect, &at, &end) &&
                   bl_statement_unpack(m->l, &at, end, &effect)
               ? -pw_effect_worth(m, &v, effect.term, s->turn)
               : 0;
}

/* Whether so many points are worth it. */
static bool is_worth(const struct pw_mind *m, int32_t loss, int32_t points)
{
    return loss >= SMALL_LOSS || points == 0 ||
           m->s->seats[m->seat].proving - points >= RESERVE;
}

/* ---- as it stands --------------------------------------------------------- */

/* The number of a line that is false for everybody to see; 0: none. */
static uint32_t false_comparison(const struct bl_logic *l, const struct bl_proof *p)
{
    for (uint32_t n = 1; n <= bl_proof_lines(p); n++)
        if (pw_is_false_comparison(l, bl_proof_line(p, n)->s.term))
            return n;
    return 0;
}

bool pw_reason_refutation(struct pw_mind *m)
{
    struct pw_proof p;
    struct bl_found found = {.end = BL_NOT_FOUND};
    int32_t loss = m->s->seats[m->seat].proving > 0 ? loss_of(m) : 0;
    if (loss <= 0)
        return false;
    if (m->how == BL_GLANCE && (pw_is_literal(m->s) || pw_ban(m) < 0))
        return (is_worth(m, loss, REFUTATION_POINTS) && put_literal_refutation(m)) ||
               put_generalised(m, loss);
    pw_proof_begin(&p, m->l, m->s, m->seat, MOVE_REFUTE);
    if (bl_proof_contradiction(p.proof, found.line)) {
        pw_put_refutation(&p, p.proof, found.line, m->out);
        return true;
    }
    uint32_t line = false_comparison(m->l, p.proof);
    if (line) {
        bl_putf(m->out, "refute : tF by comparison %d => %d", (int)line,
                (int)bl_proof_lines(p.proof) + 1);
        return true;
    }
    if (is_worth(m, loss, REFUTATION_POINTS) && put_literal_refutation(m))
        return true;
    uint32_t steps = m->how == BL_GLANCE ? GLANCED_STEPS : REFUTATION_STEPS;
    bool searches = loss >= SMALL_LOSS && (!pw_is_literal(m->s) || pw_is_patient(m->s, m->how));
    if (searches && pw_search(m, &p, 0, steps, &found) &&
        is_worth(m, loss, (int32_t)bl_proof_points(found.proof))) {
        pw_put_refutation(&p, found.proof, found.line, m->out);
        return true;
    }
    return put_generalised(m, loss);
}
