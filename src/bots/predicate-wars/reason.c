/* reason.c - proofs that are worth their points. A player sees at once what takes a statement
 * apart or puts players into it; what else is needed is searched for, bounded by steps and never
 * by time, so that the same position gives the same proof. */
#include "invent.h"
#include "mind.h"

enum { PROOF_STEPS = 3000, SEARCHES = 3, DEPTH = 4 };

/* ---- what the seat can pay ------------------------------------------------ */

/* Proving power now, or what it will be in the next Phase IV. */
static bool can_pay(const struct pw_mind *m, uint32_t points, uint32_t lemmas)
{
    const struct pw *s = m->s;
    const struct pw_seat *me = &s->seats[m->seat];
    bool now = s->phase == PHASE_PLAYING || s->phase == PHASE_PROVING;
    int64_t power = now ? me->proving : me->potency, cost = pw_proof_cost(s, points, lemmas);
    return s->head.setup.rulings[RULING_PROOF_COST] == COST_LINES ? power >= cost : power > cost;
}

/* ---- goals ---------------------------------------------------------------- */

/* The way to a statement: `at` is its place among the steps, 0 for where it began. */
struct way {
    unsigned count, at;
    uint32_t from;
    bl_term key;
    struct pw_step steps[MIND_STEPS];
};

static bool go(struct way *w, enum bl_rule rule, bl_term c, unsigned with)
{
    if (w->count == MIND_STEPS || !c)
        return false;
    w->steps[w->count++] = (struct pw_step){(uint8_t)rule, with ? 2 : 1,
                                            {(uint8_t)w->at, (uint8_t)with}, c};
    w->at = w->count;
    return true;
}

static unsigned add_goal(const struct pw_mind *m, bl_term effect, const struct way *w,
                         struct pw_goal *out, unsigned count)
{
    struct pw_goal goal = {.effect = effect, .key = w->key, .from = w->from, .count = w->count};
    for (unsigned i = 0; i < w->count; i++)
        goal.points += bl_statement_of(m->l, w->steps[i].c).points;
    if (!can_pay(m, goal.points, w->count))
        return count;
    pw_take_aim(m, effect, &goal.aim);
    if (goal.aim.worth <= 0 || (count == MIND_GOALS && out[count - 1].aim.worth >= goal.aim.worth))
        return count;
    for (unsigned i = 0; i < w->count; i++)
        goal.steps[i] = w->steps[i];
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

/* A variable that is free in a statement or its arguments; 0: none. */
static bl_term free_variable(const struct bl_logic *l, bl_term t)
{
    enum bl_shape shape = bl_term_shape(l, t);
    uint32_t left = bl_term_left(l, t), right = bl_term_right(l, t);
    bl_term found = 0;
    switch (shape) {
    case BL_VARIABLE:
        return t;
    case BL_TT: case BL_TF: case BL_LETTER: case BL_BOUND: case BL_NUMBER: case BL_NONE:
        return 0;
    case BL_ATOM: case BL_APPLY:
        return right ? free_variable(l, right) : 0;
    default:
        found = free_variable(l, left);
        if (found || shape == BL_NOT || shape == BL_FORALL || shape == BL_EXISTS || !right)
            return found;
        return free_variable(l, right);
    }
}

/* Whether an action is somewhere in a statement; without one no effect can be. */
static bool has_action(const struct bl_logic *l, bl_term t)
{
    uint32_t left = bl_term_left(l, t);
    switch (bl_term_shape(l, t)) {
    case BL_ATOM:
        return left >= BL_CLAIM && left < BL_NAMES;
    case BL_NOT: case BL_FORALL: case BL_EXISTS:
        return has_action(l, left);
    case BL_AND: case BL_OR: case BL_IMPLY:
        return has_action(l, left) || has_action(l, bl_term_right(l, t));
    default:
        return false;
    }
}

static unsigned list_goals(const struct pw_mind *m, bl_term t, const struct way *so_far,
                           unsigned depth, struct pw_goal *out, unsigned count);

static unsigned list_instances(const struct pw_mind *m, bl_term t, const struct way *so_far,
                               unsigned depth, struct pw_goal *out, unsigned count)
{
    struct bl_logic *l = m->l;
    bl_term with[] = {chosen_player(l, 1), chosen_player(l, 2), bl_term_number(l, PW_ATK_MOST)};
    for (unsigned i = 0; i < sizeof with / sizeof *with; i++) {
        struct way w = *so_far;
        bl_term c = with[i] ? bl_term_instantiate(l, bl_term_left(l, t), with[i]) : 0;
        if (go(&w, BL_UNIVERSAL_INSTANTIATION, c, 0))
            count = list_goals(m, c, &w, depth + 1, out, count);
    }
    return count;
}

/* (A→B): with A, which must be there or be a truth. */
static unsigned list_consequence(const struct pw_mind *m, bl_term t, const struct way *so_far,
                                 unsigned depth, struct pw_goal *out, unsigned count)
{
    struct way w = *so_far;
    bl_term left = bl_term_left(m->l, t), right = bl_term_right(m->l, t);
    unsigned with = STEP_KEY, at = w.at;
    if (bl_term_shape(m->l, left) == BL_TT) {
        if (w.count == MIND_STEPS)
            return count;
        w.steps[w.count++] = (struct pw_step){BL_TRUTH, 0, {0, 0}, left};
        with = w.count;
    } else if (w.key || !bl_term_closed(m->l, left)) {
        return count;
    } else {
        w.key = left;
    }
    w.at = at;
    if (!go(&w, BL_MODUS_PONENS, right, with))
        return count;
    return list_goals(m, right, &w, depth + 1, out, count);
}

/* What is said of a free variable is said of everything. */
static unsigned list_closed(const struct pw_mind *m, bl_term t, const struct way *so_far,
                            unsigned depth, struct pw_goal *out, unsigned count)
{
    struct way w = *so_far;
    bl_term variable = free_variable(m->l, t);
    bl_term body = variable ? bl_term_abstract(m->l, t, variable) : 0;
    bl_term c = body ? bl_term_make(m->l, BL_FORALL, body, 0) : 0;
    if (!go(&w, BL_UNIVERSAL_GENERALIZATION, c, 0))
        return count;
    return list_goals(m, c, &w, depth + 1, out, count);
}

static unsigned list_goals(const struct pw_mind *m, bl_term t, const struct way *so_far,
                           unsigned depth, struct pw_goal *out, unsigned count)
{
    struct bl_logic *l = m->l;
    enum bl_shape shape = bl_term_shape(l, t);
    bl_term condition;
    if (pw_effect_action(l, t, &condition))
        return add_goal(m, t, so_far, out, count);
    if (depth == DEPTH)
        return count;
    if (shape == BL_AND) {
        bl_term parts[] = {bl_term_left(l, t), bl_term_right(l, t)};
        for (unsigned i = 0; i < 2; i++) {
            struct way w = *so_far;
            if (go(&w, BL_SIMPLIFICATION, parts[i], 0))
                count = list_goals(m, parts[i], &w, depth + 1, out, count);
        }
        return count;
    }
    if (shape == BL_FORALL && bl_term_closed(l, t))
        return list_instances(m, t, so_far, depth, out, count);
    if (shape == BL_IMPLY)
        count = list_consequence(m, t, so_far, depth, out, count);
    return list_closed(m, t, so_far, depth, out, count);
}

unsigned pw_list_goals(const struct pw_mind *m, bl_term statement, uint32_t number,
                       struct pw_goal *out, unsigned count)
{
    struct way w = {.from = number};
    if (!has_action(m->l, statement))
        return count;
    return list_goals(m, statement, &w, 0, out, count);
}

/* ---- writing what was found ----------------------------------------------- */

static uint32_t line_of(const struct bl_proof *p, bl_term t)
{
    for (uint32_t n = 1; n <= bl_proof_lines(p); n++)
        if (bl_proof_line(p, n)->s.term == t)
            return n;
    return 0;
}

/* Adds the lemmas of a goal; false: the kernel does not agree, or the key is not there. */
static bool follow(const struct pw_mind *m, struct pw_proof *p, const struct pw_goal *goal)
{
    uint32_t key = goal->key ? line_of(p->proof, goal->key) : 0;
    uint32_t lines[MIND_STEPS + 1] = {goal->from};
    if (goal->key && !key)
        return false;
    for (unsigned i = 0; i < goal->count; i++) {
        const struct pw_step *step = &goal->steps[i];
        struct bl_inference inference = {.rule = (enum bl_rule)step->rule,
                                         .c = bl_statement_of(m->l, step->c),
                                         .premises = step->premises};
        for (unsigned k = 0; k < step->premises; k++)
            inference.premise[k] = step->premise[k] == STEP_KEY ? key : lines[step->premise[k]];
        if (bl_proof_infer(p->proof, &inference) != 0)
            return false;
        lines[i + 1] = bl_proof_lines(p->proof);
    }
    return true;
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

static bool search(struct pw_mind *m, struct pw_proof *p, bl_term goal, struct bl_found *found)
{
    bool values = m->s->head.setup.rulings[RULING_EVALUATION] == EVALUATION_YES;
    struct bl_search question = {.from = p->proof, .goal = goal, .budget = budget_of(m),
                                 .steps = PROOF_STEPS, .values = values ? &p->values.values : NULL};
    bl_search(m->l, &question, found);
    return found->end == BL_FOUND;
}

/* On a whim: another effect, or the same on somebody else. */
static void wander(const struct pw_mind *m, struct pw_goal *goals, unsigned count)
{
    unsigned pick = bl_below(m->rng, count);
    struct pw_goal held = goals[pick];
    goals[pick] = goals[0];
    if (bl_below(m->rng, 2))
        for (unsigned i = 0; i < held.aim.player_count; i++) {
            unsigned seat = bl_below(m->rng, pw_players(m->s));
            held.aim.players[i] = (uint8_t)(m->s->seats[seat].alive ? (int)seat : m->seat);
        }
    goals[0] = held;
}

/* The goals of all axioms. */
static unsigned list_all(const struct pw_mind *m, const struct pw_proof *p, struct pw_goal *goals)
{
    unsigned count = 0;
    for (uint32_t n = 1; n <= bl_proof_axioms(p->proof); n++)
        count = pw_list_goals(m, bl_proof_line(p->proof, n)->s.term, n, goals, count);
    return count;
}

/* Proves a goal by the way that was seen, or that a search finds. A way that breaks off spoils the
 * proof for other ways. */
static bool prove_goal(struct pw_mind *m, struct pw_proof *p, const struct pw_goal *goal,
                       unsigned *searches)
{
    struct bl_found found;
    uint32_t axiom = line_of(p->proof, goal->effect);
    bool fresh = bl_proof_lines(p->proof) == bl_proof_axioms(p->proof);
    const struct pw_aim *aim = &goal->aim;
    pw_values_chosen(&p->values, aim->players, aim->player_count, aim->cards, aim->card_count);
    if (fresh && (axiom || follow(m, p, goal))) {
        pw_put_proof(p, p->proof, axiom ? axiom : bl_proof_lines(p->proof), m->out);
        return true;
    }
    if (m->how == BL_GLANCE || (*searches)++ >= SEARCHES || !search(m, p, goal->effect, &found))
        return false;
    pw_put_proof(p, found.proof, found.line[0], m->out);
    return true;
}

bool pw_reason_proof(struct pw_mind *m)
{
    struct pw_proof p;
    struct pw_goal goals[MIND_GOALS];
    unsigned searches = 0;
    pw_proof_begin(&p, m->l, m->s, m->seat, MOVE_PROVE);
    unsigned count = list_all(m, &p, goals);
    if (count > 0 && m->how == BL_WHIM)
        wander(m, goals, count);
    for (unsigned i = 0; i < count; i++)
        if (prove_goal(m, &p, &goals[i], &searches))
            return true;
    return false;
}
