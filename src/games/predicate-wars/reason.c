/* reason.c - proofs and refutations that are worth their points, found by search. The same
 * position gives the same proof: the search is bounded by steps, never by time. */
#include "invent.h"
#include "mind.h"

enum { PROOF_STEPS = 3000, REFUTATION_STEPS = 3000, SEARCHES = 3, DEPTH = 4,
       SMALL_LOSS = 100, RESERVE = 40 };

/* ---- goals ---------------------------------------------------------------- */

static unsigned add_goal(const struct pw_mind *m, bl_term effect, bl_term key,
                         struct pw_goal *out, unsigned count)
{
    struct pw_goal goal = {.effect = effect, .key = key};
    pw_take_aim(m, effect, &goal.aim);
    if (goal.aim.worth <= 0 || (count == MIND_GOALS && out[count - 1].aim.worth >= goal.aim.worth))
        return count;
    unsigned at = count < MIND_GOALS ? count++ : count - 1;
    for (; at > 0 && out[at - 1].aim.worth < goal.aim.worth; at--)
        out[at] = out[at - 1];
    out[at] = goal;
    return count;
}

static bl_term chosen_player(struct bl_logic *l, uint32_t index)
{
    bl_term args = bl_term_make(l, BL_ARGS, bl_term_number(l, index), 0);
    return bl_term_make(l, BL_APPLY, BL_CHOSEN_PLAYER, args);
}

static unsigned list_goals(const struct pw_mind *m, bl_term t, bl_term key, unsigned depth,
                           struct pw_goal *out, unsigned count)
{
    struct bl_logic *l = m->l;
    enum bl_shape shape = bl_term_shape(l, t);
    bl_term left = bl_term_left(l, t), condition;
    if (pw_effect_action(l, t, &condition))
        return add_goal(m, t, key, out, count);
    if (depth == DEPTH)
        return count;
    if (shape == BL_AND)
        count = list_goals(m, left, key, depth + 1, out, count);
    if (shape == BL_AND)
        return list_goals(m, bl_term_right(l, t), key, depth + 1, out, count);
    if (shape == BL_IMPLY && !key && bl_term_shape(l, left) != BL_TT)
        key = left;
    if (shape == BL_IMPLY)
        return list_goals(m, bl_term_right(l, t), key, depth + 1, out, count);
    if (shape == BL_FORALL) {
        bl_term with[] = {chosen_player(l, 1), chosen_player(l, 2), bl_term_number(l, 20)};
        for (unsigned i = 0; i < sizeof with / sizeof *with; i++) {
            bl_term instance = with[i] ? bl_term_instantiate(l, left, with[i]) : 0;
            if (instance)
                count = list_goals(m, instance, key, depth + 1, out, count);
        }
    }
    return count;
}

unsigned pw_list_goals(const struct pw_mind *m, bl_term statement, struct pw_goal *out,
                       unsigned count)
{
    return list_goals(m, statement, 0, 0, out, count);
}

/* ---- writing what was found ----------------------------------------------- */

static void put_aim(struct pw_mind *m, const struct pw_aim *aim)
{
    bl_put(m->out, "prove");
    for (unsigned i = 0; i < aim->player_count; i++)
        bl_putf(m->out, i ? ",%d" : " players=%d", aim->players[i]);
    for (unsigned i = 0; i < aim->card_count; i++)
        bl_putf(m->out, i ? ",#%d" : " cards=#%d", aim->cards[i]);
    bl_put(m->out, " :");
}

/* ---- searching ------------------------------------------------------------ */

/* Points that may be spent: one less than the proving power where points are what is paid. */
static uint32_t budget_of(const struct pw_mind *m)
{
    int32_t power = m->s->seats[m->seat].proving;
    if (m->s->head.setup.rulings[RULING_PROOF_COST] == COST_LINES)
        return 100000;
    return power > 0 ? (uint32_t)power - 1 : 0;
}

static bool search(struct pw_mind *m, struct pw_proof *p, bl_term goal, uint64_t steps,
                   struct bl_found *found)
{
    bool values = m->s->head.setup.rulings[RULING_EVALUATION] == EVALUATION_YES;
    struct bl_search question = {.from = p->proof, .goal = goal, .budget = budget_of(m),
                                 .steps = steps, .values = values ? &p->values.values : NULL};
    bl_search(m->l, &question, found);
    return found->end == BL_FOUND;
}

static uint32_t axiom_number(const struct pw_proof *p, bl_term t)
{
    for (uint32_t n = 1; n <= bl_proof_lines(p->proof); n++)
        if (bl_proof_line(p->proof, n)->s.term == t)
            return n;
    return 0;
}

bool pw_reason_proof(struct pw_mind *m)
{
    struct pw_proof p;
    struct pw_goal goals[MIND_GOALS];
    struct bl_found found;
    unsigned count = 0, searches = 0;
    pw_proof_begin(&p, m->l, m->s, m->seat, MOVE_PROVE);
    for (uint32_t n = 1; n <= bl_proof_lines(p.proof); n++)
        count = pw_list_goals(m, bl_proof_line(p.proof, n)->s.term, goals, count);
    for (unsigned i = 0; i < count && searches < SEARCHES; i++) {
        const struct pw_aim *aim = &goals[i].aim;
        uint32_t axiom = axiom_number(&p, goals[i].effect);
        if (axiom) {
            put_aim(m, aim);
            bl_putf(m->out, " => %d", (int)axiom);
            return true;
        }
        pw_values_chosen(&p.values, aim->players, aim->player_count, aim->cards, aim->card_count);
        searches++;
        if (search(m, &p, goals[i].effect, PROOF_STEPS, &found)) {
            put_aim(m, aim);
            pw_put_lemmas(&p, found.proof, m->out);
            bl_putf(m->out, " => %d", (int)found.line[0]);
            return true;
        }
    }
    return false;
}

/* How much the seat wants to see the proof or rule stopped. */
static int32_t loss_of(const struct pw_mind *m, const struct pw_proof *p)
{
    if (m->s->phase == PHASE_RULE_REFUTING)
        return SMALL_LOSS;
    const struct bl_line *effect = bl_proof_line(p->proof, m->s->effect);
    return effect ? -pw_effect_worth(m, &p->values, effect->s.term, m->s->turn) : 0;
}

bool pw_reason_refutation(struct pw_mind *m)
{
    struct pw_proof p;
    struct bl_found found = {.end = BL_NOT_FOUND};
    pw_proof_begin(&p, m->l, m->s, m->seat, MOVE_REFUTE);
    int32_t loss = loss_of(m, &p), proving = m->s->seats[m->seat].proving;
    if (loss <= 0)
        return false;
    if (!bl_proof_contradiction(p.proof, found.line) &&
        !search(m, &p, 0, REFUTATION_STEPS, &found))
        return false;
    int32_t points = found.proof ? (int32_t)bl_proof_points(found.proof) : 0;
    if (m->s->phase == PHASE_REFUTING && loss < SMALL_LOSS && points > 0 &&
        proving - points < RESERVE)
        return false;
    bl_put(m->out, "refute :");
    if (found.proof)
        pw_put_lemmas(&p, found.proof, m->out);
    bl_putf(m->out, " => %d", (int)found.line[0]);
    if (found.line[1] && found.line[1] != found.line[0])
        bl_putf(m->out, " %d", (int)found.line[1]);
    return true;
}
