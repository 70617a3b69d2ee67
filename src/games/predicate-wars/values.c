/* values.c - what terms and conditions are worth at the table: G, X. */
#include "predicate-wars.h"

static const struct pw_value nothing = {VALUE_NONE, 0};

static struct pw_value number(int64_t n)
{
    return n < 0 || n > BL_NUMBER_MAX ? nothing : (struct pw_value){VALUE_NUMBER, n};
}

/* The i-th of a list, counted from 1; otherwise 0. */
static struct pw_value listed(struct pw_value i, const uint8_t *list, unsigned count, bool cards)
{
    if (i.kind != VALUE_NUMBER || i.of < 1 || i.of > count)
        return number(0);
    return (struct pw_value){cards ? VALUE_CARD : VALUE_PLAYER, list[i.of - 1]};
}

static struct pw_value function_value(const struct pw_values *v, bl_symbol name, struct pw_value x)
{
    const struct pw *s = v->s;
    bool player = x.kind == VALUE_PLAYER, card = x.kind == VALUE_CARD;
    switch (name) {
    case BL_RAND_PLAYER:
        return listed(x, s->rand_players, v->drawn ? s->rand_player_count : 0, false);
    case BL_RAND_CARD:
        return listed(x, s->rand_cards, v->drawn ? s->rand_card_count : 0, true);
    case BL_CHOSEN_PLAYER:
        return listed(x, v->players, v->player_count, false);
    case BL_CHOSEN_CARD:
        return listed(x, v->cards, v->card_count, true);
    case BL_PLAYER_OF_CHOSEN_CARD: {
        struct pw_value c = listed(x, v->cards, v->card_count, true);
        int owner = c.kind == VALUE_CARD ? pw_owner(s, (unsigned)c.of) : -1;
        return owner < 0 ? number(0) : (struct pw_value){VALUE_PLAYER, owner};
    }
    case BL_HEALTH: return number(player ? s->seats[x.of].health : 0);
    case BL_POWER: return number(player ? s->seats[x.of].power : 0);
    case BL_POTENCY: return number(player ? s->seats[x.of].potency : 0);
    case BL_SYMBOL_POINT:   /* of a card that this seat has not seen nobody can tell it */
        return card && s->cards[x.of].kind == PW_UNSEEN ? nothing : number(card ? s->cards[x.of].points : 0);
    case BL_POWER_COST: return number(card ? s->cards[x.of].cost : 0);
    default: return nothing;
    }
}

/* X.3: `x` stands for the bound variable. */
static struct pw_value term_value(const struct pw_values *v, const struct bl_logic *l, bl_term t,
                                  struct pw_value x)
{
    enum bl_shape shape = bl_term_shape(l, t);
    uint32_t left = bl_term_left(l, t), right = bl_term_right(l, t);
    switch (shape) {
    case BL_NUMBER:
        return number(left);
    case BL_BOUND:
        return x;
    case BL_APPLY: {
        if (left < BL_RAND_PLAYER || left >= BL_IS_NUMBER)
            return nothing;
        struct pw_value of = term_value(v, l, bl_term_left(l, right), x);
        return of.kind == VALUE_NONE ? nothing : function_value(v, left, of);
    }
    case BL_ADD: case BL_SUB: case BL_MUL: case BL_DIV: case BL_FLOOR_DIV: case BL_CEIL_DIV:
    case BL_MOD: {
        struct pw_value a = term_value(v, l, left, x), b = term_value(v, l, right, x);
        if (a.kind != VALUE_NUMBER || b.kind != VALUE_NUMBER)
            return nothing;
        return number(bl_operation_result(shape, a.of, b.of));
    }
    default:
        return nothing;
    }
}

/* G.12 to G.14; an action function is not true of anything. */
static int atom_truth(const struct pw_values *v, const struct bl_logic *l, bl_term t,
                      struct pw_value x)
{
    bl_symbol name = bl_term_left(l, t);
    struct pw_value first = nothing;
    if (name < BL_IS_NUMBER || name >= BL_NAMES)
        return -1;
    for (bl_term args = bl_term_right(l, t); args; args = bl_term_right(l, args)) {
        struct pw_value arg = term_value(v, l, bl_term_left(l, args), x);
        if (arg.kind == VALUE_NONE)
            return -1;
        if (args == bl_term_right(l, t))
            first = arg;
    }
    switch (name) {
    case BL_IS_NUMBER: return first.kind == VALUE_NUMBER;
    case BL_IS_PLAYER: return first.kind == VALUE_PLAYER;
    case BL_IS_CARD: return first.kind == VALUE_CARD && pw_owner(v->s, (unsigned)first.of) >= 0;
    default: return 0;
    }
}

static int relation_truth(enum bl_shape shape, struct pw_value a, struct pw_value b)
{
    if (a.kind == VALUE_NONE || b.kind == VALUE_NONE)
        return -1;
    if (shape == BL_EQUAL)
        return a.kind == b.kind && a.of == b.of;
    if (a.kind != VALUE_NUMBER || b.kind != VALUE_NUMBER)
        return 0;
    return shape == BL_GREATER ? a.of > b.of : a.of < b.of;
}

/* 1 true, 0 false, -1 some term in it has no value. */
static int truth(const struct pw_values *v, const struct bl_logic *l, bl_term t, struct pw_value x)
{
    enum bl_shape shape = bl_term_shape(l, t);
    uint32_t left = bl_term_left(l, t), right = bl_term_right(l, t);
    int a, b;
    switch (shape) {
    case BL_TT: return 1;
    case BL_TF: return 0;
    case BL_ATOM: return atom_truth(v, l, t, x);
    case BL_EQUAL: case BL_GREATER: case BL_LESS:
        return relation_truth(shape, term_value(v, l, left, x), term_value(v, l, right, x));
    case BL_NOT:
        a = truth(v, l, left, x);
        return a < 0 ? -1 : !a;
    case BL_AND: case BL_OR: case BL_IMPLY:
        a = truth(v, l, left, x);
        b = truth(v, l, right, x);
        if (a < 0 || b < 0)
            return -1;
        return shape == BL_AND ? a && b : shape == BL_OR ? a || b : !a || b;
    default:
        return -1;
    }
}

/* ---- for the kernel ------------------------------------------------------- */

static bool number_of(void *of, const struct bl_logic *l, bl_term t, uint32_t *value)
{
    struct pw_value v = term_value(of, l, t, nothing);
    *value = (uint32_t)v.of;
    return v.kind == VALUE_NUMBER;
}

static int truth_of(void *of, const struct bl_logic *l, bl_term t)
{
    return bl_term_left(l, t) >= BL_CLAIM ? -1 : atom_truth(of, l, t, nothing);
}

void pw_values_init(struct pw_values *v, const struct pw *s)
{
    *v = (struct pw_values){.values = {v, number_of, truth_of}, .s = s};
}

void pw_values_chosen(struct pw_values *v, const uint8_t *players, unsigned player_count,
                      const uint8_t *cards, unsigned card_count)
{
    v->players = players;
    v->player_count = player_count;
    v->cards = cards;
    v->card_count = card_count;
    v->drawn = true;
}

/* ---- effects -------------------------------------------------------------- */

static bool is_action(const struct bl_logic *l, bl_term t)
{
    return bl_term_shape(l, t) == BL_ATOM && bl_term_left(l, t) >= BL_CLAIM &&
           bl_term_left(l, t) < BL_NAMES;
}

bl_term pw_effect_action(const struct bl_logic *l, bl_term t, bl_term *condition)
{
    if (condition)
        *condition = 0;
    if (is_action(l, t))
        return bl_term_deterministic(l, t, false) ? t : 0;
    if (bl_term_shape(l, t) != BL_FORALL)
        return 0;
    bl_term body = bl_term_left(l, t);
    if (bl_term_shape(l, body) != BL_IMPLY || !bl_term_deterministic(l, body, true) ||
        !is_action(l, bl_term_right(l, body)))
        return 0;
    if (condition)
        *condition = bl_term_left(l, body);
    return bl_term_right(l, body);
}

unsigned pw_deeds(const struct pw_values *v, const struct bl_logic *l, bl_term action,
                  bl_term condition, struct pw_deed *out)
{
    bl_term args = bl_term_right(l, action), more = bl_term_right(l, args);
    struct pw_value x = {VALUE_PLAYER, 0};
    unsigned count = 0;
    for (; x.of < (condition ? pw_players(v->s) : 1); x.of++) {
        if (condition && (!v->s->seats[x.of].alive || truth(v, l, condition, x) != 1))
            continue;
        struct pw_value who = term_value(v, l, bl_term_left(l, args), x);
        struct pw_value i = term_value(v, l, bl_term_left(l, more), x);
        bool known = who.kind != VALUE_PLAYER || i.kind != VALUE_NUMBER ||
                     !v->s->seats[who.of].alive;
        for (unsigned k = 0; k < count && !known; k++)
            known = out[k].seat == who.of && out[k].much == i.of;
        if (!known)
            out[count++] = (struct pw_deed){(int)who.of, i.of};
    }
    return count;
}

int pw_claimed(const struct pw_values *v, struct pw_deed d, int prover)
{
    if (d.much < 1 || d.much > v->card_count || d.seat == prover)
        return -1;
    unsigned card = v->cards[d.much - 1];
    bool can = pw_owner(v->s, card) == d.seat &&
               pw_far_claim_price(v->s->cards[card].cost) <= v->s->seats[prover].power;
    return can ? (int)card : -1;
}
