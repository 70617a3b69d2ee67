/* rules.c - rules of the players' own: what they are worth, by the refutations that they open and
 * close, which ones to buy, and which to be rid of. */
#include <string.h>

#include "mind.h"

enum { LOOK = 400, DEAREST = 100,      /* steps and points of a refutation that is thought of */
       GAIN = 90 };                    /* health of all others that a rule must be worth */

static const char no_attacks[] = "(∀(x)(∀(y)(¬[ATK](x,y))))";

/* ---- refutations ---------------------------------------------------------- */

uint32_t pw_refuted_for(const struct pw_mind *m, bl_term statement, bl_term rule)
{
    struct bl_proof *p = bl_proof_new(m->l, BL_SOUND);
    struct bl_statement axiom = bl_statement_of(m->l, statement);
    struct bl_search question = {.from = p, .steps = LOOK, .budget = DEAREST};
    struct bl_found found;
    if (!bl_proof_axiom(p, &axiom))
        return 0;
    for (unsigned i = 0; i < PW_RULES; i++) {
        bl_term other = rule && i == 0 ? rule : 0;
        if (!rule && m->s->prices[i])
            other = pw_statement_of(m, SLOT_RULE + i);
        if (!other)
            continue;
        axiom = bl_statement_of(m->l, other);
        if (!bl_proof_axiom(p, &axiom))
            return 0;
    }
    bl_search(m->l, &question, &found);
    return found.end == BL_FOUND ? 1 + bl_proof_points(found.proof) : 0;
}

static bl_term read_statement(const struct pw_mind *m, const char *text)
{
    struct bl_statement s;
    struct bl_fault fault;
    return bl_statement_parse(m->l, text, strlen(text), 0, BL_WFF, &s, &fault) ? s.term : 0;
}

/* ---- what a rule is worth ------------------------------------------------- */

/* What it takes to refute a plain attack under a rule, and one that counts often; 0: none does. */
struct lets {
    int32_t points[2];
};

static struct lets what_it_lets(const struct pw_mind *m, bl_term rule)
{
    static const char *const attacks[2] = {"[ATK]([chosenPlayer](1),57)",
                                           "(∀(x)(tT→[ATK]([chosenPlayer](1),[health](x))))"};
    struct lets lets;
    for (int i = 0; i < 2; i++)
        lets.points[i] = (int32_t)pw_refuted_for(m, read_statement(m, attacks[i]), rule);
    return lets;
}

/* The health that attacks of a seat's hand would take and that somebody with so much proving power
 * could save by refuting them; half of the cards go with the others. */
static int32_t refuted(const struct pw *s, int seat, const struct lets *lets, int32_t power)
{
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&s->seats[seat].hand, hand), left = pw_strikes_of(s, seat);
    int32_t saved = 0;
    for (unsigned i = 0; i < n && left > 0; i++) {
        const struct pw_card *c = &s->cards[hand[i]];
        bool often = pw_counts_often(c->names);
        int32_t points = lets->points[often];
        if (!pw_attacks(s, hand[i]))
            continue;
        left--;
        if (points == 0 || points > power)
            continue;
        saved += often ? PW_ATK_MOST * (int32_t)pw_living(s) : PW_ATK_MOST;
        power -= points;
    }
    return saved;
}

/* The health that a seat gains by a rule in the next round, if it has so much potency then: of the
 * others' attacks each aims at it as often as at another, and what the others refute of its own,
 * each would have had an equal share of. */
static int32_t rule_gain(const struct pw_mind *m, bl_term rule, int32_t potency)
{
    const struct pw *s = m->s;
    struct lets lets = what_it_lets(m, rule);
    int32_t others = (int32_t)pw_living(s) - 1, gain = 0, richest = 0;
    if (others < 1 || (lets.points[0] == 0 && lets.points[1] == 0))
        return 0;
    for (int i = pw_next_living(s, m->seat); i != m->seat; i = pw_next_living(s, i)) {
        gain += refuted(s, i, &lets, potency - 1);
        richest = s->seats[i].potency > richest ? s->seats[i].potency : richest;
    }
    return (gain - refuted(s, m->seat, &lets, richest - 1)) / others;
}

/* ---- buying and dropping -------------------------------------------------- */

static unsigned most_pairs_of_others(const struct pw_mind *m)
{
    unsigned most = 0;
    for (int i = pw_next_living(m->s, m->seat); i != m->seat; i = pw_next_living(m->s, i))
        most = pw_pairs_of(m->s, i) > most ? pw_pairs_of(m->s, i) : most;
    return most;
}

/* Whether somebody else could pay so much to be rid of a rule: from `from` on. */
static bool another_pays(const struct pw_mind *m, unsigned from, int32_t price)
{
    for (unsigned i = from; i < pw_players(m->s); i++)
        if (m->s->seats[i].alive && (int)i != m->seat && m->s->seats[i].potency >= price)
            return true;
    return false;
}

/* That there are no attacks: for who has far fewer of them than the others, and the proving power
 * to refute what they have; less was not shown to pay, since somebody drops it. By the letter
 * anything can be refuted as it is. */
static bool wants_no_attacks(const struct pw_mind *m)
{
    bl_term rule = read_statement(m, no_attacks);
    int32_t price = pw_rule_price((int32_t)bl_statement_of(m->l, rule).points);
    int32_t potency = m->s->seats[m->seat].potency - price;
    if (m->how == BL_WHIM)
        return bl_below(m->rng, 2);
    return m->how == BL_CARE && !pw_is_literal(m->s) && potency > 0 && pw_ban(m) < 0 &&
           rule_gain(m, rule, potency) >= GAIN / ((int32_t)pw_living(m->s) - 1) + price / 8;
}

/* An effect that every pair of cards gives: good for who has the most pairs and begins, unless
 * somebody can be rid of it at once. */
static bool wants_effect(const struct pw_mind *m)
{
    unsigned mine = pw_pairs_of(m->s, m->seat);
    return m->how == BL_WHIM ||
           (!pw_is_literal(m->s) && m->s->remaining == 1u << m->seat && mine >= 2 &&
            mine > most_pairs_of_others(m) && pw_rules_worth(m) == 0);
}

bool pw_write_rule(struct pw_mind *m)
{
    int32_t price;
    if (wants_no_attacks(m)) {
        bl_putf(m->out, "buy-rule %s", no_attacks);
        return true;
    }
    if (!wants_effect(m))
        return false;
    bl_put(m->out, "buy-rule ");
    return pw_put_rule_effect(m, &price) && (m->how == BL_WHIM || !another_pays(m, 0, price));
}

/* Whether a rule costs a seat an eighth of its price or more; one that cannot be read does not. */
static bool harms(const struct pw_mind *m, unsigned number, int32_t potency)
{
    bl_term rule = pw_statement_of(m, SLOT_RULE + number);
    return rule && -rule_gain(m, rule, potency) > m->s->prices[number] / 8;
}

/* The last who can pay for it does, if others have more to gain by the rule. */
bl_move pw_decide_drop(const struct pw_mind *m)
{
    const struct pw *s = m->s;
    int32_t potency = s->seats[m->seat].potency;
    bool few = pw_pairs_of(s, m->seat) < most_pairs_of_others(m);
    for (unsigned i = 0; i < PW_RULES; i++) {
        if (s->prices[i] == 0 || s->prices[i] > potency)
            continue;
        if (few && !another_pays(m, (unsigned)m->seat + 1, s->prices[i]) && pw_rule_worth(m, i) > 0)
            return PW_MOVE(MOVE_DROP_RULE, i, 0);
        if (m->how != BL_GLANCE && !pw_is_literal(s) && s->prices[i] < potency / 2 &&
            harms(m, i, potency))
            return PW_MOVE(MOVE_DROP_RULE, i, 0);
    }
    return PW_MOVE(MOVE_PASS, 0, 0);
}
