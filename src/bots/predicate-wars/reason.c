/* reason.c - proofs that are worth their points. A player sees at once what takes a statement
 * apart or puts players into it; what else is needed is searched for, bounded by steps and never
 * by time, so that the same position gives the same proof. */
#include <string.h>

#include "logic/build.h"
#include "mind.h"

enum { PROOF_STEPS = 3000, SEARCHES = 3, DEPTH = 4 };

/* ---- what the seat can pay ------------------------------------------------ */

/* Proving power now, or what it will be in the next Phase IV. */
static bool can_pay(const struct pw_mind *m, uint32_t points, uint32_t lemmas)
{
    const struct pw *s = m->s;
    const struct pw_seat *me = &s->seats[m->seat];
    bool now = s->phase == PHASE_PLAYING || s->phase == PHASE_PROVING;
    return pw_can_pay_proof(s, now ? me->proving : me->potency, pw_proof_cost(s, points, lemmas));
}

/* ---- goals ---------------------------------------------------------------- */

/* The way to a statement: `at` is its place among the steps, 0 for where it began. */
struct way {
    unsigned count, at, depth;
    uint32_t from;
    bl_term key;
    struct pw_step steps[MIND_STEPS];
};

static void add_goal(const struct pw_mind *m, bl_term effect, const struct way *w,
                     struct pw_goals *out)
{
    struct pw_goal goal = {.effect = effect, .key = w->key, .from = w->from, .count = w->count};
    uint32_t points = 0;
    for (unsigned i = 0; i < w->count; i++)
        points += bl_statement_of(m->l, w->steps[i].c).points;
    if (!can_pay(m, points, w->count))
        return;
    pw_take_aim(m, effect, &goal.aim);
    int32_t worth = goal.aim.worth;
    if (worth <= 0 ||
        (out->count == MIND_GOALS && out->goal[MIND_GOALS - 1].aim.worth >= worth))
        return;
    memcpy(goal.steps, w->steps, w->count * sizeof *w->steps);
    unsigned at = out->count < MIND_GOALS ? out->count++ : MIND_GOALS - 1;
    for (; at > 0 && out->goal[at - 1].aim.worth < worth; at--)
        out->goal[at] = out->goal[at - 1];
    out->goal[at] = goal;
}

static bl_term chosen_player(struct bl_logic *l, uint32_t index)
{
    bl_term args = bl_term_make(l, BL_ARGS, bl_term_make(l, BL_NUMBER, index, 0), 0);
    return bl_term_make(l, BL_APPLY, BL_CHOSEN_PLAYER, args);
}

/* Whether an action is somewhere in a statement; without one no effect can be. */
static bool has_action(const struct bl_logic *l, bl_term t)
{
    const struct node *n = &l->nodes[t];
    if (n->shape == BL_ATOM)
        return symbol_is_action(n->a);
    return t && (has_action(l, node_left(n)) || has_action(l, node_right(n)));
}

static void list_goals(const struct pw_mind *m, bl_term t, const struct way *w,
                       struct pw_goals *out);

/* One lemma further, and on from there. */
static void go(const struct pw_mind *m, struct way w, enum bl_rule rule, bl_term c, unsigned with,
               struct pw_goals *out)
{
    if (w.count == MIND_STEPS || !c)
        return;
    w.steps[w.count++] = (struct pw_step){(uint8_t)rule, with ? 2 : 1,
                                          {(uint8_t)w.at, (uint8_t)with}, c};
    w.at = w.count;
    w.depth++;
    list_goals(m, c, &w, out);
}

static void list_instances(const struct pw_mind *m, bl_term t, const struct way *w,
                           struct pw_goals *out)
{
    struct bl_logic *l = m->l;
    bl_term with[] = {chosen_player(l, 1), chosen_player(l, 2),
                      bl_term_make(l, BL_NUMBER, PW_ATK_MOST, 0)};
    for (unsigned i = 0; i < sizeof with / sizeof *with; i++)
        go(m, *w, BL_UNIVERSAL_INSTANTIATION,
           with[i] ? bl_term_instantiate(l, bl_term_left(l, t), with[i]) : 0, 0, out);
}

/* (A→B): with A, which must be there or be a truth. */
static void list_consequence(const struct pw_mind *m, bl_term t, struct way w, struct pw_goals *out)
{
    bl_term left = bl_term_left(m->l, t);
    unsigned with = STEP_KEY;
    if (bl_term_shape(m->l, left) == BL_TT) {
        if (w.count == MIND_STEPS)
            return;
        w.steps[w.count++] = (struct pw_step){BL_TRUTH, 0, {0, 0}, left};
        with = w.count;
    } else if (w.key || !bl_term_closed(m->l, left)) {
        return;
    } else {
        w.key = left;
    }
    go(m, w, BL_MODUS_PONENS, bl_term_right(m->l, t), with, out);
}

/* What is said of a free variable is said of everything. */
static void list_closed(const struct pw_mind *m, bl_term t, const struct way *w,
                        struct pw_goals *out)
{
    bl_term free[BL_TOKENS_MAX];
    bl_term body = term_variables(m->l, t, free, 0) ? bl_term_abstract(m->l, t, free[0]) : 0;
    bl_term c = body ? bl_term_make(m->l, BL_FORALL, body, 0) : 0;
    go(m, *w, BL_UNIVERSAL_GENERALIZATION, c, 0, out);
}

static void list_goals(const struct pw_mind *m, bl_term t, const struct way *w,
                       struct pw_goals *out)
{
    struct bl_logic *l = m->l;
    enum bl_shape shape = bl_term_shape(l, t);
    bl_term condition;
    if (pw_effect_action(l, t, &condition)) {
        add_goal(m, t, w, out);
        return;
    }
    if (w->depth == DEPTH)
        return;
    if (shape == BL_AND) {
        go(m, *w, BL_SIMPLIFICATION, bl_term_left(l, t), 0, out);
        go(m, *w, BL_SIMPLIFICATION, bl_term_right(l, t), 0, out);
    } else if (shape == BL_FORALL && bl_term_closed(l, t)) {
        list_instances(m, t, w, out);
    } else {
        if (shape == BL_IMPLY)
            list_consequence(m, t, *w, out);
        list_closed(m, t, w, out);
    }
}

void pw_list_goals(const struct pw_mind *m, bl_term statement, uint32_t number,
                   struct pw_goals *out)
{
    struct way w = {.from = number};
    if (has_action(m->l, statement))
        list_goals(m, statement, &w, out);
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

bool pw_search(const struct pw_mind *m, const struct pw_proof *p, bl_term goal, uint32_t steps,
               struct bl_found *found)
{
    const uint8_t *rulings = m->s->head.setup.rulings;
    int32_t power = m->s->seats[m->seat].proving;
    struct bl_search question = {
        .from = p->proof, .goal = goal, .steps = steps,
        /* one less than the proving power where points are what is paid */
        .budget = rulings[RULING_PROOF_COST] == COST_LINES ? 100000 : (uint32_t)power - 1,
        .values = rulings[RULING_EVALUATION] == EVALUATION_YES ? &p->values.values : NULL};
    if (goal == 0 && pw_is_literal(m->s) && pw_players(m->s) > 2 &&
        question.budget >= GENERALISED_POINTS)
        question.budget = GENERALISED_POINTS - 1;   /* what refutes anything: see refute.c */
    bl_search(m->l, &question, found);
    return found->end == BL_FOUND;
}

/* On a whim: another effect, or the same on somebody else. */
static void wander(const struct pw_mind *m, struct pw_goals *goals)
{
    unsigned pick = bl_below(m->rng, goals->count);
    struct pw_goal held = goals->goal[pick];
    goals->goal[pick] = goals->goal[0];
    if (bl_below(m->rng, 2))
        for (unsigned i = 0; i < held.aim.player_count; i++) {
            unsigned seat = bl_below(m->rng, pw_players(m->s));
            held.aim.players[i] = (uint8_t)(m->s->seats[seat].alive ? (int)seat : m->seat);
        }
    goals->goal[0] = held;
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
    if (m->how == BL_GLANCE || (*searches)++ >= SEARCHES || !pw_search(m, p, goal->effect, PROOF_STEPS, &found))
        return false;
    pw_put_proof(p, found.proof, found.line[0], m->out);
    return true;
}

bool pw_reason_proof(struct pw_mind *m)
{
    struct pw_proof p;
    struct pw_goals goals = {.count = 0};
    unsigned searches = 0;
    if (m->s->seats[m->seat].proving <= 0)
        return false;
    pw_proof_begin(&p, m->l, m->s, m->seat, MOVE_PROVE);
    for (uint32_t n = 1; n <= bl_proof_axioms(p.proof); n++)
        pw_list_goals(m, bl_proof_line(p.proof, n)->s.term, n, &goals);
    if (goals.count > 0 && m->how == BL_WHIM)
        wander(m, &goals);
    for (unsigned i = 0; i < goals.count; i++)
        if (prove_goal(m, &p, &goals.goal[i], &searches))
            return true;
    return false;
}
