/* proposals.c - carrying out what is written, what the others say to it, and what a proof brings
 * about: A, X. */
#include <assert.h>
#include <string.h>

#include "rules.h"

/* ---- effects --------------------------------------------------------------- */

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
        SET_OF(PW_ATK, d.seat, "health", p->health, p->health - pw_at_most(d.much, PW_ATK_MOST));
        break;
    case BL_HEAL:
        SET_OF(PW_HEAL, d.seat, "health", p->health,
               pw_plus(p->health, pw_at_most(d.much, PW_HEAL_MOST)));
        break;
    case BL_ADDPOWER:
        SET_OF(PW_ADDPOWER, d.seat, "power", p->power,
               pw_plus(p->power, pw_at_most(d.much, PW_ADDPOWER_MOST)));
        break;
    default:
        pw_pay(s, d.seat, pw_at_most(d.much, PW_SUBPOWER_MOST), PW_SUBPOWER, cx);
    }
}

/* X.2, X.3: first everything is evaluated, then everything happens. */
static void bring_about(struct pw *s, struct bl_context *cx)
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

/* ---- what somebody proposed, and the others ------------------------------- */

static void forget_proposal(struct pw *s)
{
    pw_slot_clear(s, SLOT_LEMMAS);
    pw_slot_clear(s, SLOT_PLAYERS);
    pw_slot_clear(s, SLOT_CHOSEN_CARDS);
    s->effect = 0;
    s->price = 0;
    s->asked_count = 0;
    memset(s->asked, 0, sizeof s->asked);
}

static void ask_others(struct pw *s, enum pw_phase phase)
{
    s->phase = (uint8_t)phase;
    s->head.to_move = (int8_t)pw_next_living(s, s->turn);
}

static void go_on(struct pw *s, struct bl_context *cx)
{
    bool rule = s->phase == PHASE_RULE_REFUTING;
    forget_proposal(s);
    if (rule) {
        s->phase = PHASE_RULES;
        pw_next_in_turn(s, cx);
    } else {
        pw_end_turn(s, cx);
    }
}

static void add_rule(struct pw *s, struct bl_context *cx)
{
    unsigned slot = (unsigned)pw_free_slot(s);
    uint8_t packed[BL_PACKED_MAX];
    size_t size = s->sizes[SLOT_LEMMAS];
    struct pw_seat *buyer = &s->seats[s->turn];
    memcpy(packed, pw_slot(s, SLOT_LEMMAS), size);
    pw_slot_clear(s, SLOT_LEMMAS);
    pw_slot_append(s, SLOT_RULE + slot, packed, size);
    s->prices[slot] = s->price;
    SET_OF(PW_BUY_RULE, s->turn, "potency", buyer->potency, buyer->potency - s->price);
}

void pw_accept(struct pw *s, int seat, struct bl_context *cx)
{
    int next = pw_next_living(s, seat);
    s->asked[s->asked_count++] = (uint8_t)seat;
    if (next != s->turn) {
        s->head.to_move = (int8_t)next;
        return;
    }
    if (s->phase == PHASE_RULE_REFUTING) {
        add_rule(s, cx);
    } else {
        APPLIES(PW_HAPPENS, "statement %d happens", s->effect);
        bring_about(s, cx);
    }
    go_on(s, cx);
}

/* ---- what is written ------------------------------------------------------ */

static void edit(struct pw *s, int seat, const struct pw_written *m, struct bl_context *cx)
{
    const struct pw_words *w = &m->w;
    struct pw_card *c = &s->cards[w->card];
    if (s->phase == PHASE_SETUP)
        pw_pay(s, seat, pw_edit_price(w->points), PW_SETUP_EDIT, cx);
    else if (c->kind != PW_BLANK)
        pw_pay(s, seat, pw_edit_price(c->cost), PW_EDIT_OLD, cx);
    pw_write_card(s, w->card, m->body, (size_t)(m->end - m->body));
    assert(c->points == w->points);
    c->tag = w->tag;
    c->cost = w->cost;
    c->seen = (uint16_t)(1u << seat);
    c->creator = (uint8_t)seat;
    APPLIES(PW_SIGN, "%i", (int)w->card);
    if (s->phase == PHASE_EDITING) {
        s->edited[seat] = w->card;
        pw_finish_editing(s, cx);
    }
}

/* What a proof or a refutation costs; it is known to be right. */
static void pay_proof(struct pw *s, int seat, const struct pw_words *w, struct bl_context *cx)
{
    struct pw_seat *p = &s->seats[seat];
    uint32_t cost = pw_proof_cost(s, w->points, w->lemmas);
    SET_OF(pw_cost_clause(s), seat, "proving power", p->proving, p->proving - (int32_t)cost);
}

static void keep_body(struct pw *s, unsigned slot, const struct pw_written *m)
{
    pw_slot_append(s, slot, m->body, (size_t)(m->end - m->body));
}

static void prove(struct pw *s, int seat, const struct pw_written *m, struct bl_context *cx)
{
    pay_proof(s, seat, &m->w, cx);
    keep_body(s, SLOT_LEMMAS, m);
    pw_slot_append(s, SLOT_PLAYERS, m->players, m->w.player_count);
    pw_slot_append(s, SLOT_CHOSEN_CARDS, m->cards, m->w.card_count);
    s->effect = (uint16_t)m->w.result[0];
    ask_others(s, PHASE_REFUTING);
}

static void refute(struct pw *s, int seat, const struct pw_written *m, struct bl_context *cx)
{
    pay_proof(s, seat, &m->w, cx);
    if (s->phase == PHASE_REFUTING)
        APPLIES(PW_STOPPED, "refuted by {you|%p}, the effect does not happen", seat);
    else
        APPLIES(PW_NOT_ADDED, "refuted by {you|%p}, the rule is not added", seat);
    go_on(s, cx);
}

static void buy_proof(struct pw *s, int seat, const struct pw_written *m, struct bl_context *cx)
{
    struct pw_seat *p = &s->seats[seat];
    int32_t price = (int32_t)pw_subproof_price(m->w.points);
    size_t opened = pw_open_subproof(s, (unsigned)seat, m->name, m->w.name_size);
    keep_body(s, SLOT_SUBPROOFS + (unsigned)seat, m);
    pw_close_subproof(s, (unsigned)seat, opened);
    p->subproofs++;
    SET_OF(PW_BUY_PROOF, seat, "potency", p->potency, p->potency - price);
    pw_next_in_turn(s, cx);
}

void pw_apply_written(struct pw *s, const struct bl_play *play, struct bl_context *cx)
{
    struct pw_written m;
    bool written = pw_written(play, &m);
    assert(written);   /* a form is not a move */
    if (!written)
        return;
    switch (m.w.kind) {
    case MOVE_EDIT: edit(s, play->seat, &m, cx); break;
    case MOVE_PROVE: prove(s, play->seat, &m, cx); break;
    case MOVE_REFUTE: refute(s, play->seat, &m, cx); break;
    case MOVE_BUY_PROOF: buy_proof(s, play->seat, &m, cx); break;
    default:
        keep_body(s, SLOT_LEMMAS, &m);
        s->price = m.w.cost;
        ask_others(s, PHASE_RULE_REFUTING);
    }
}
