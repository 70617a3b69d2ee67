/* worth.c - what effects are worth to a seat, and at whom it aims them. */
#include <string.h>

#include "mind.h"

/* ---- what happens --------------------------------------------------------- */

/* What an effect would change, a seat each. */
struct changes {
    int32_t health[PW_SEATS], power[PW_SEATS];
    int32_t gain;                    /* by claims of the prover */
    unsigned count;                  /* distinct actions so far: each happens once */
    struct pw_value who[PW_SEATS], much[PW_SEATS];
};

static bool is_new(struct changes *c, struct pw_value who, struct pw_value i)
{
    for (unsigned k = 0; k < c->count; k++)
        if (c->who[k].of == who.of && c->much[k].of == i.of)
            return false;
    c->who[c->count] = who;
    c->much[c->count++] = i;
    return true;
}

static int32_t at_most(int64_t i, int32_t most)
{
    return i < most ? (int32_t)i : most;
}

static void foresee_claim(const struct pw_mind *m, const struct pw_values *v, int64_t owner,
                          int64_t i, int prover, struct changes *c)
{
    if (i < 1 || i > v->card_count || owner == prover)
        return;
    unsigned card = v->cards[i - 1];
    int64_t price = 2 * (int64_t)m->s->cards[card].cost;
    if (pw_owner(m->s, card) != owner || price > m->s->seats[prover].power)
        return;
    c->gain += 60 + pw_names_worth(m, m->s->cards[card].names) / 2;
    c->power[prover] -= (int32_t)price;
}

static void foresee(const struct pw_mind *m, const struct pw_values *v, bl_term action,
                    struct pw_value x, int prover, struct changes *c)
{
    bl_term args = bl_term_right(m->l, action);
    struct pw_value who = pw_term_value(v, m->l, bl_term_left(m->l, args), x);
    struct pw_value i = pw_term_value(v, m->l, bl_term_left(m->l, bl_term_right(m->l, args)), x);
    if (who.kind != VALUE_PLAYER || i.kind != VALUE_NUMBER || !m->s->seats[who.of].alive ||
        !is_new(c, who, i))
        return;
    switch (bl_term_left(m->l, action)) {
    case BL_CLAIM: foresee_claim(m, v, who.of, i.of, prover, c); break;
    case BL_ATK: c->health[who.of] -= at_most(i.of, 20); break;
    case BL_HEAL: c->health[who.of] += at_most(i.of, 15); break;
    case BL_ADDPOWER: c->power[who.of] += at_most(i.of, 10); break;
    default: c->power[who.of] -= at_most(i.of, 8); break;
    }
}

/* ---- what that is worth --------------------------------------------------- */

/* Whom it is best to weaken: the nearest to death, and who has much in hand. */
static int32_t harm_weight(const struct pw *s, unsigned seat)
{
    int32_t health = s->seats[seat].health, full = s->head.setup.options[OPTION_HEALTH];
    int32_t weak = health < full ? 3 - (int32_t)(3 * (int64_t)health / full) : 0;
    return 10 + weak + (pw_size(&s->seats[seat].hand) >= 4 ? 1 : 0);
}

static int32_t other_worth(const struct pw *s, unsigned seat, const struct changes *c, bool *dies)
{
    const struct pw_seat *p = &s->seats[seat];
    int32_t loss = -c->health[seat], drained = -c->power[seat];
    *dies = loss >= p->health;
    if (*dies)
        return harm_weight(s, seat) * p->health + 600;
    int32_t worth = loss > 0 ? harm_weight(s, seat) * loss : 5 * loss;
    if (drained > p->power)
        drained = p->power;
    return worth + 2 * drained;
}

/* One's own health counts more when little of it is left. */
static int32_t own_worth(const struct pw *s, unsigned seat, const struct changes *c)
{
    const struct pw_seat *p = &s->seats[seat];
    int32_t change = c->health[seat], power = c->power[seat];
    if (p->health + change <= 0)
        return -MIND_WIN / 2;
    int32_t worth = change < 0 ? 15 * change : (p->health < 60 ? 12 : 8) * change;
    if (power > 0)
        return worth + power * (p->power < 10 ? 20 : p->power < 40 ? 8 : 3);
    return worth + 4 * power;
}

static int32_t changes_worth(const struct pw_mind *m, const struct changes *c, int prover)
{
    const struct pw *s = m->s;
    int32_t worth = prover == m->seat ? c->gain : -c->gain / 3;
    unsigned left = 0;
    for (unsigned i = 0; i < pw_players(s); i++) {
        bool dies = false;
        if (!s->seats[i].alive || (int)i == m->seat)
            continue;
        worth += other_worth(s, i, c, &dies);
        left += !dies;
    }
    worth += own_worth(s, (unsigned)m->seat, c);
    return left == 0 ? worth + MIND_WIN : worth;
}

int32_t pw_effect_worth(const struct pw_mind *m, const struct pw_values *v, bl_term effect,
                        int prover)
{
    struct changes c = {.gain = 0};
    struct pw_value x = {VALUE_PLAYER, 0};
    bl_term condition, action = pw_effect_action(m->l, effect, &condition);
    if (!action)
        return 0;
    if (!condition)
        foresee(m, v, action, x, prover, &c);
    for (; condition && x.of < pw_players(m->s); x.of++)
        if (m->s->seats[x.of].alive && pw_truth(v, m->l, condition, x) == 1)
            foresee(m, v, action, x, prover, &c);
    return changes_worth(m, &c, prover);
}

int32_t pw_names_worth(const struct pw_mind *m, const uint8_t names[PW_NAMES])
{
    int32_t others = (int32_t)pw_living(m->s) - 1;
    if (names[BL_ATK - BL_RAND_PLAYER])
        return 100 + 50 * others;
    if (names[BL_HEAL - BL_RAND_PLAYER] || names[BL_ADDPOWER - BL_RAND_PLAYER])
        return 60;
    return names[BL_SUBPOWER - BL_RAND_PLAYER] || names[BL_CLAIM - BL_RAND_PLAYER] ? 30 : 0;
}

/* ---- aiming --------------------------------------------------------------- */

/* How many chosen players and cards a statement refers to. */
static void count_chosen(const struct bl_logic *l, bl_term t, struct pw_aim *aim)
{
    enum bl_shape shape = bl_term_shape(l, t);
    uint32_t left = bl_term_left(l, t), right = bl_term_right(l, t);
    if (shape == BL_APPLY && left >= BL_CHOSEN_PLAYER && left <= BL_PLAYER_OF_CHOSEN_CARD) {
        bl_term index = bl_term_left(l, right);
        unsigned n = bl_term_shape(l, index) == BL_NUMBER ? bl_term_left(l, index) : MIND_INDICES;
        unsigned *count = left == BL_CHOSEN_PLAYER ? &aim->player_count : &aim->card_count;
        n = n < MIND_INDICES ? n : MIND_INDICES;
        *count = *count > n ? *count : n;
    }
    if (shape == BL_ATOM && left == BL_CLAIM && aim->card_count == 0)
        aim->card_count = 1;
    if (shape == BL_ATOM || shape == BL_APPLY) {
        for (bl_term args = right; args; args = bl_term_right(l, args))
            count_chosen(l, bl_term_left(l, args), aim);
    } else if (shape >= BL_NOT && shape != BL_VARIABLE && shape != BL_BOUND && shape != BL_NUMBER) {
        count_chosen(l, left, aim);
        if (shape != BL_NOT && shape != BL_FORALL && shape != BL_EXISTS)
            count_chosen(l, right, aim);
    }
}

static int32_t aimed_worth(const struct pw_mind *m, bl_term effect, const struct pw_aim *aim)
{
    struct pw_values v;
    pw_values_init(&v, m->s);
    pw_values_chosen(&v, aim->players, aim->player_count, aim->cards, aim->card_count);
    return pw_effect_worth(m, &v, effect, m->seat);
}

/* The best choice at one place, the others as they are. */
static void improve(const struct pw_mind *m, bl_term effect, struct pw_aim *aim, uint8_t *place,
                    const uint8_t *choices, unsigned count)
{
    uint8_t best = *place;
    for (unsigned i = 0; i < count; i++) {
        *place = choices[i];
        int32_t worth = aimed_worth(m, effect, aim);
        if (worth > aim->worth) {
            aim->worth = worth;
            best = choices[i];
        }
    }
    *place = best;
}

void pw_take_aim(const struct pw_mind *m, bl_term effect, struct pw_aim *out)
{
    const struct pw *s = m->s;
    uint8_t players[PW_SEATS], cards[PW_CARDS];
    unsigned player_count = 0, card_count = 0;
    for (unsigned i = 0; i < pw_players(s); i++) {
        if (!s->seats[i].alive)
            continue;
        players[player_count++] = (uint8_t)i;
        if ((int)i != m->seat)
            card_count += pw_list(&s->seats[i].hand, cards + card_count);
    }
    *out = (struct pw_aim){.player_count = 0};
    count_chosen(m->l, effect, out);
    if (card_count == 0)
        out->card_count = 0;
    memset(out->players, m->seat, sizeof out->players);
    memset(out->cards, card_count > 0 ? cards[0] : 0, sizeof out->cards);
    out->worth = aimed_worth(m, effect, out);
    for (int pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < out->player_count; i++)
            improve(m, effect, out, &out->players[i], players, player_count);
        for (unsigned i = 0; i < out->card_count; i++)
            improve(m, effect, out, &out->cards[i], cards, card_count);
    }
}
