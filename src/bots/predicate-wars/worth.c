/* worth.c - what effects are worth to a seat, and at whom it aims them. */
#include <string.h>

#include "logic/kernel/term.h"
#include "mind.h"

/* ---- what happens --------------------------------------------------------- */

/* What an effect would change, a seat each. */
struct changes {
    int32_t health[PW_SEATS], power[PW_SEATS];
    int32_t gain;                    /* by claims of the prover */
};

static void foresee(const struct pw_mind *m, const struct pw_values *v, bl_symbol name,
                    struct pw_deed d, int prover, struct changes *c)
{
    int card;
    switch (name) {
    case BL_CLAIM:
        card = pw_claimed(v, d, prover);
        if (card < 0)
            return;
        const struct pw_card *claimed = &m->s->cards[card];
        c->gain += 60 + pw_names_worth(m->s, claimed->names, claimed->points) / 2;
        c->power[prover] -= (int32_t)pw_far_claim_price(claimed->cost);
        break;
    case BL_ATK: c->health[d.seat] -= pw_at_most(d.much, PW_ATK_MOST); break;
    case BL_HEAL: c->health[d.seat] += pw_at_most(d.much, PW_HEAL_MOST); break;
    case BL_ADDPOWER: c->power[d.seat] += pw_at_most(d.much, PW_ADDPOWER_MOST); break;
    default: c->power[d.seat] -= pw_at_most(d.much, PW_SUBPOWER_MOST); break;
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

int pw_prey(const struct pw *s, int hunter)
{
    int64_t least = INT64_MAX;
    int prey = -1;
    if (!pw_is_literal(s))
        return -1;
    for (int i = pw_next_living(s, hunter); i != hunter; i = pw_next_living(s, i)) {
        const struct pw_seat *p = &s->seats[i];
        int32_t refutes = p->subproofs > 0 ? p->proving / REFUTATION_POINTS : 0;
        int64_t stands = p->health + PW_ATK_MOST * (int64_t)refutes;
        if (stands < least) {
            least = stands;
            prey = i;
        }
    }
    return prey;
}

static int32_t other_worth(const struct pw *s, unsigned seat, const struct changes *c, bool *dies)
{
    const struct pw_seat *p = &s->seats[seat];
    int32_t loss = -c->health[seat], drained = -c->power[seat];
    *dies = loss >= p->health;
    if (*dies)
        return harm_weight(s, seat) * p->health + 600;
    if (drained > p->power)
        drained = p->power;
    return harm_weight(s, seat) * loss + 2 * drained;
}

/* One's own health counts more when little of it is left, and less beyond what one began with. */
static int32_t own_worth(const struct pw *s, unsigned seat, const struct changes *c)
{
    const struct pw_seat *p = &s->seats[seat];
    int32_t change = c->health[seat], power = c->power[seat];
    if (p->health + change <= 0)
        return -MIND_WIN / 2;
    int32_t full = s->head.setup.options[OPTION_HEALTH], worth = 12 * change;
    if (change > 0) {
        int32_t lacks = full > p->health ? full - p->health : 0;
        int32_t beyond = change > lacks ? change - lacks : 0;
        worth = (p->health < 60 ? 12 : 10) * (change - beyond) + 3 * beyond;
    }
    if (power > 0)
        return worth + power * (p->power < 10 ? 8 : p->power < 40 ? 4 : 2);
    return worth + 4 * power;
}

/* To outlive the others is what counts: what all of them lose is as good as what one gains. */
static int32_t changes_worth(const struct pw_mind *m, const struct changes *c, int prover)
{
    const struct pw *s = m->s;
    int32_t worth = 0, others = 0, left = 0;
    int prey = pw_prey(s, m->seat);
    for (unsigned i = 0; i < pw_players(s); i++) {
        bool dies = false;
        if (!s->seats[i].alive || (int)i == m->seat)
            continue;
        worth += other_worth(s, i, c, &dies);
        worth += (int)i == prey && c->health[i] < 0 ? 80 : 0;
        others++;
        left += !dies;
    }
    worth = (others > 0 ? worth / others : 0) + own_worth(s, (unsigned)m->seat, c) +
            (prover == m->seat ? c->gain : -c->gain / 3);
    return left == 0 ? worth + MIND_WIN : worth;
}

int32_t pw_effect_worth(const struct pw_mind *m, const struct pw_values *v, bl_term effect,
                        int prover)
{
    struct changes c = {.gain = 0};
    struct pw_deed deeds[PW_SEATS];
    bl_term condition, action = pw_effect_action(m->l, effect, &condition);
    if (!action)
        return 0;
    unsigned count = pw_deeds(v, m->l, action, condition, deeds);
    for (unsigned i = 0; i < count; i++)
        foresee(m, v, bl_term_left(m->l, action), deeds[i], prover, &c);
    return changes_worth(m, &c, prover);
}

enum { AREA_POINTS = 11 };   /* fewer do not say who is spared */

/* How often an action counts whose amount is made of these functions of whoever lives. */
static int32_t counts(const struct pw *s, const uint8_t names[PW_NAMES])
{
    int32_t count = 0, amount[PW_SEATS];
    for (unsigned i = 0; i < pw_players(s); i++) {
        const struct pw_seat *p = &s->seats[i];
        if (!p->alive)
            continue;
        int32_t now = (names[BL_HEALTH - BL_RAND_PLAYER] ? p->health : 0) +
                      (names[BL_POWER - BL_RAND_PLAYER] ? p->power : 0), k = 0;
        while (k < count && amount[k] != now)
            k++;
        amount[k] = now;
        count += k == count;
    }
    return count;
}

int32_t pw_names_worth(const struct pw *s, const uint8_t names[PW_NAMES], unsigned points)
{
    int32_t others = (int32_t)pw_living(s) - 1;
    int32_t often = pw_counts_often(names) ? counts(s, names) : 1;
    if (names[BL_ATK - BL_RAND_PLAYER])
        return others > 0 && (points < AREA_POINTS || often > 1) ? 220 * often / others : 220;
    if (names[BL_HEAL - BL_RAND_PLAYER])
        return 150 * often;
    if (names[BL_ADDPOWER - BL_RAND_PLAYER])
        return 50;
    return names[BL_SUBPOWER - BL_RAND_PLAYER] || names[BL_CLAIM - BL_RAND_PLAYER] ? 20 : 0;
}

unsigned pw_strikes_of(const struct pw *s, int seat)
{
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&s->seats[seat].hand, hand), strikes = 0, pairs = pw_pairs_of(s, seat);
    for (unsigned i = 0; i < n; i++)
        strikes += pw_attacks(s, hand[i]);
    return strikes < pairs ? strikes : pairs;
}

unsigned pw_list_others(const struct pw *s, int seat, uint8_t *seats, unsigned *seat_count,
                        uint8_t *cards)
{
    unsigned card_count = 0;
    *seat_count = 0;
    for (int i = pw_next_living(s, seat); i != seat; i = pw_next_living(s, i)) {
        seats[(*seat_count)++] = (uint8_t)i;
        card_count += pw_list(&s->seats[i].hand, cards + card_count);
    }
    return card_count;
}

/* ---- aiming --------------------------------------------------------------- */

/* How many chosen players and cards a statement refers to. */
static void count_chosen(const struct bl_logic *l, bl_term t, struct pw_aim *aim)
{
    const struct node *n = &l->nodes[t];
    if (t == 0)
        return;
    if (n->shape == BL_APPLY && n->a >= BL_CHOSEN_PLAYER && n->a <= BL_PLAYER_OF_CHOSEN_CARD) {
        const struct node *index = &l->nodes[l->nodes[n->b].a];
        unsigned most = MIND_INDICES;
        unsigned *count = n->a == BL_CHOSEN_PLAYER ? &aim->player_count : &aim->card_count;
        if (index->shape == BL_NUMBER && index->a < most)
            most = index->a;
        *count = *count > most ? *count : most;
    }
    if (n->shape == BL_ATOM && n->a == BL_CLAIM && aim->card_count == 0)
        aim->card_count = 1;
    count_chosen(l, node_left(n), aim);
    count_chosen(l, node_right(n), aim);
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
    uint8_t players[PW_SEATS + 1] = {(uint8_t)m->seat}, cards[PW_CARDS];
    unsigned others, card_count = pw_list_others(m->s, m->seat, players + 1, &others, cards);
    *out = (struct pw_aim){.player_count = 0};
    count_chosen(m->l, effect, out);
    if (card_count == 0)
        out->card_count = 0;
    memset(out->players, m->seat, sizeof out->players);
    memset(out->cards, card_count > 0 ? cards[0] : 0, sizeof out->cards);
    out->worth = aimed_worth(m, effect, out);
    for (int pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < out->player_count; i++)
            improve(m, effect, out, &out->players[i], players, others + 1);
        for (unsigned i = 0; i < out->card_count; i++)
            improve(m, effect, out, &out->cards[i], cards, card_count);
    }
}

/* ---- hopes ---------------------------------------------------------------- */

/* What a seat can still do with what it has, in points of health: a pair of cards for an effect,
 * and something for all it may write, pay or prove. */
static float reserves(const struct pw *s, unsigned seat)
{
    const struct pw_seat *p = &s->seats[seat];
    uint8_t cards[PW_CARDS];
    unsigned n = pw_list(&p->hand, cards), edited = pw_written_in_hand(s, seat), effects = 0;
    int32_t worth = 0;
    for (unsigned i = 0; i < n; i++) {
        const struct pw_card *c = &s->cards[cards[i]];
        int32_t one = c->kind == PW_BLANK ? 0 : pw_names_worth(s, c->names, c->points);
        effects += one > 0;
        worth += one;
    }
    unsigned pairs = edited / 2 < effects ? edited / 2 : effects;
    float usable = effects > 0 ? (float)worth * (float)pairs / (float)effects : 0;
    return 0.08f * usable + 0.06f * (float)(p->power < 100 ? p->power : 100) +
           0.05f * (float)(p->potency < 256 ? p->potency : 256) + 2.0f * (float)(n - edited) +
           (p->subproofs > 0 ? 8.0f : 0);
}

/* Whoever has more health, and more to come, is the likelier to outlive the other; the dead are
 * ranked already. */
void pw_estimate(const void *state, float *out)
{
    const struct pw *s = state;
    unsigned players = pw_players(s), living = 0;
    float strength[PW_SEATS] = {0}, sum = 0;
    for (unsigned i = 0; i < players; i++) {
        if (!s->seats[i].alive)
            continue;
        int32_t health = s->seats[i].health < 100000 ? s->seats[i].health : 100000;
        strength[i] = (float)health + reserves(s, i);
        sum += strength[i];
        living++;
    }
    float scale = 15 + 0.35f * sum / (float)(living > 0 ? living : 1);
    for (unsigned i = 0; i < players; i++) {
        float ahead = (float)s->dead_count;
        for (unsigned k = 0; k < players; k++) {
            if (k == i || !s->seats[i].alive || !s->seats[k].alive)
                continue;
            float x = (strength[i] - strength[k]) / scale;
            ahead += 0.5f + 0.5f * x / (1 + (x < 0 ? -x : x));
        }
        out[i] = ahead / (float)(players - 1);
    }
    for (unsigned i = 0; i < s->dead_count; i++)
        out[s->dead[i]] = (float)i / (float)(players - 1);
}
