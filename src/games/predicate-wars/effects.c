/* effects.c - what a proof brings about: A, X. */
#include <string.h>

#include "rules.h"

/* An action with its evaluated arguments. */
struct deed {
    struct pw_value x, i;
};

static bool same_value(struct pw_value a, struct pw_value b)
{
    return a.kind == b.kind && a.of == b.of;
}

/* Each distinct one once; those with an argument that has no value do nothing. */
static void add_deed(struct deed *deeds, unsigned *count, struct deed d)
{
    if (d.x.kind == VALUE_NONE || d.i.kind == VALUE_NONE)
        return;
    for (unsigned i = 0; i < *count; i++)
        if (same_value(deeds[i].x, d.x) && same_value(deeds[i].i, d.i))
            return;
    deeds[(*count)++] = d;
}

static struct deed evaluated(const struct pw_values *v, const struct bl_logic *l, bl_term action,
                             struct pw_value x)
{
    bl_term args = bl_term_right(l, action);
    return (struct deed){pw_term_value(v, l, bl_term_left(l, args), x),
                         pw_term_value(v, l, bl_term_left(l, bl_term_right(l, args)), x)};
}

static int32_t at_most(int64_t i, int32_t most)
{
    return i < most ? (int32_t)i : most;
}

static void claim_chosen(struct pw *s, const struct pw_values *v, int64_t owner, int64_t i,
                         struct bl_context *cx)
{
    int prover = s->turn;
    if (i < 1 || i > v->card_count || owner == prover)
        return;
    unsigned card = v->cards[i - 1];
    int64_t price = pw_far_claim_price(s->cards[card].cost);
    if (pw_owner(s, card) != owner || price > s->seats[prover].power)
        return;
    APPLIES(PW_CLAIM, "#%d from seat %d for %d", (int)card, (int)owner, (int)price);
    s->seats[prover].power -= (int32_t)price;
    pw_remove(&s->seats[owner].hand, card);
    pw_add(&s->seats[prover].hand, card);
    pw_show(s, card, 1u << prover, cx);
}

static void act(struct pw *s, const struct pw_values *v, bl_symbol name, struct deed d,
                struct bl_context *cx)
{
    if (d.x.kind != VALUE_PLAYER || d.i.kind != VALUE_NUMBER || !s->seats[d.x.of].alive)
        return;
    struct pw_seat *p = &s->seats[d.x.of];
    int64_t i = d.i.of;
    switch (name) {
    case BL_CLAIM:
        claim_chosen(s, v, d.x.of, i, cx);
        break;
    case BL_ATK:
        SET_OF(PW_ATK, d.x.of, "health", p->health, p->health - at_most(i, PW_ATK_MOST));
        break;
    case BL_HEAL:
        SET_OF(PW_HEAL, d.x.of, "health", p->health, pw_plus(p->health, at_most(i, PW_HEAL_MOST)));
        break;
    case BL_ADDPOWER:
        SET_OF(PW_ADDPOWER, d.x.of, "power", p->power,
               pw_plus(p->power, at_most(i, PW_ADDPOWER_MOST)));
        break;
    default:
        pw_pay(s, (int)d.x.of, at_most(i, PW_SUBPOWER_MOST), PW_SUBPOWER, cx);
    }
}

/* X.2, X.3: first everything is evaluated, then everything happens. */
void pw_bring_about(struct pw *s, struct bl_context *cx)
{
    struct bl_logic *l = cx->scratch;
    struct pw_values v;
    struct bl_statement statement;
    struct deed deeds[PW_SEATS];
    uint8_t cards[PW_CHOSEN];
    unsigned count = 0, card_count = s->sizes[SLOT_CHOSEN_CARDS];
    bl_term condition;
    const uint8_t *at, *end;
    memcpy(cards, pw_slot(s, SLOT_CHOSEN_CARDS), card_count);
    pw_values_init(&v, s);
    pw_values_chosen(&v, pw_slot(s, SLOT_PLAYERS), s->sizes[SLOT_PLAYERS], cards, card_count);
    bl_logic_reset(l);
    if (!pw_find_statement(s, NULL, s->effect, &at, &end) ||
        !bl_statement_unpack(l, &at, end, &statement))
        return;
    bl_term action = pw_effect_action(l, statement.term, &condition);
    if (!action)
        return;
    (void)HOLDS(PW_SPECIFIC, condition == 0);
    (void)HOLDS(PW_CONDITIONAL, condition != 0);
    struct pw_value x = {VALUE_PLAYER, 0};
    if (!condition)
        add_deed(deeds, &count, evaluated(&v, l, action, x));
    for (; condition && x.of < pw_players(s); x.of++)
        if (s->seats[x.of].alive && pw_truth(&v, l, condition, x) == 1)
            add_deed(deeds, &count, evaluated(&v, l, action, x));
    for (unsigned i = 0; i < count; i++)
        act(s, &v, bl_term_left(l, action), deeds[i], cx);
    pw_bury_the_dead(s, cx);
}
