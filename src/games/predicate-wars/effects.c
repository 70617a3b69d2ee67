/* effects.c - what a proof brings about: A, X. */
#include <string.h>

#include "rules.h"

static int32_t at_most(int64_t i, int32_t most)
{
    return i < most ? (int32_t)i : most;
}

static void claim_chosen(struct pw *s, unsigned card, int owner, struct bl_context *cx)
{
    int prover = s->turn;
    int64_t price = pw_far_claim_price(s->cards[card].cost);
    APPLIES(PW_CLAIM, "%i from %p for %d", (int)card, owner, (int)price);
    s->seats[prover].power -= (int32_t)price;
    pw_remove(&s->seats[owner].hand, card);
    pw_add(&s->seats[prover].hand, card);
    pw_show(s, card, 1u << prover, cx);
}

static void act(struct pw *s, const struct pw_values *v, bl_symbol name, struct pw_deed d,
                struct bl_context *cx)
{
    struct pw_seat *p = &s->seats[d.seat];
    int card;
    switch (name) {
    case BL_CLAIM:
        card = pw_claimed(v, d, s->turn);
        if (card >= 0)
            claim_chosen(s, (unsigned)card, d.seat, cx);
        break;
    case BL_ATK:
        SET_OF(PW_ATK, d.seat, "health", p->health, p->health - at_most(d.much, PW_ATK_MOST));
        break;
    case BL_HEAL:
        SET_OF(PW_HEAL, d.seat, "health", p->health,
               pw_plus(p->health, at_most(d.much, PW_HEAL_MOST)));
        break;
    case BL_ADDPOWER:
        SET_OF(PW_ADDPOWER, d.seat, "power", p->power,
               pw_plus(p->power, at_most(d.much, PW_ADDPOWER_MOST)));
        break;
    default:
        pw_pay(s, d.seat, at_most(d.much, PW_SUBPOWER_MOST), PW_SUBPOWER, cx);
    }
}

/* X.2, X.3: first everything is evaluated, then everything happens. */
void pw_bring_about(struct pw *s, struct bl_context *cx)
{
    struct bl_logic *l = cx->scratch;
    struct pw_values v;
    struct bl_statement statement;
    struct pw_deed deeds[PW_SEATS];
    uint8_t cards[PW_CHOSEN];
    unsigned card_count = s->sizes[SLOT_CHOSEN_CARDS];
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
    unsigned count = pw_deeds(&v, l, action, condition, deeds);
    for (unsigned i = 0; i < count; i++)
        act(s, &v, bl_term_left(l, action), deeds[i], cx);
    pw_bury_the_dead(s, cx);
}
