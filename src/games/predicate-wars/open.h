/* open.h - carrying out open moves, and what the others say to them. Included by rules.c only. */
#ifndef BYLAW_PW_OPEN_H
#define BYLAW_PW_OPEN_H

#include <assert.h>

#include "effects.h"

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
        next_in_turn(s, cx);
    } else {
        end_turn(s, cx);
    }
}

static void add_rule(struct pw *s, struct bl_context *cx)
{
    unsigned slot = (unsigned)pw_free_slot(s);
    uint8_t packed[PW_TEXT_MAX];
    size_t size = s->sizes[SLOT_LEMMAS];
    struct pw_seat *buyer = &s->seats[s->turn];
    memcpy(packed, pw_slot(s, SLOT_LEMMAS), size);
    pw_slot_clear(s, SLOT_LEMMAS);
    pw_slot_append(s, SLOT_RULE + slot, packed, size);
    s->prices[slot] = s->price;
    SET_OF(PW_BUY_RULE, s->turn, "potency", buyer->potency, buyer->potency - s->price);
}

static void accept(struct pw *s, int seat, struct bl_logic *l, struct bl_context *cx)
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
        bring_about(s, l, cx);
    }
    go_on(s, cx);
}

/* ---- carrying out: open moves --------------------------------------------- */

static void edit(struct pw *s, int seat, struct pw_words *w, struct bl_logic *l,
                 struct bl_context *cx)
{
    struct pw_card *c = &s->cards[w->card];
    struct bl_statement statement;
    struct bl_fault fault;
    char room[PW_TEXT_MAX];
    struct bl_text text = BL_TEXT_FIXED(room);
    if (!pw_words_statement(l, w, &statement, &fault))
        return;
    bl_statement_print(l, &statement, false, &text);
    if (s->phase == PHASE_SETUP)
        pay(s, seat, 2 * (int64_t)statement.points, PW_SETUP_EDIT, cx);
    else if (c->kind != PW_BLANK)
        pay(s, seat, 2 * (int64_t)c->cost, PW_EDIT_OLD, cx);
    pw_slot_clear(s, SLOT_CARD + w->card);
    pw_slot_append_text(s, SLOT_CARD + w->card, room, text.len);
    c->kind = PW_EDITED;
    c->tag = (uint8_t)w->tag;
    c->cost = (int32_t)w->cost;
    c->points = (uint16_t)pw_packed_points(pw_slot(s, SLOT_CARD + w->card),
                                           s->sizes[SLOT_CARD + w->card], c->names);
    assert(c->points == statement.points);
    c->seen = (uint16_t)(1u << seat);
    c->creator = (uint8_t)seat;
    APPLIES(PW_SIGN, "#%d", (int)w->card);
    if (s->phase == PHASE_EDITING) {
        s->edited[seat] = (int16_t)w->card;
        finish_editing(s, cx);
    }
}

/* The items of a move, as they are kept. */
static void keep_items(struct pw *s, unsigned slot, const struct pw_words *w, struct bl_logic *l)
{
    size_t at = w->body, from, to;
    bool first = true;
    while (pw_words_item(w, &at, &from, &to)) {
        char room[PW_TEXT_MAX];
        struct bl_text text = BL_TEXT_FIXED(room);
        struct bl_item item;
        struct bl_fault fault;
        if (!bl_item_parse(l, w->text, to, from, &item, &fault))
            return;
        bl_put(&text, first ? "" : ";");
        pw_put_item(l, &item, &text);
        pw_slot_append_text(s, slot, room, text.len);
        first = false;
    }
}

/* What a proof or a refutation costs; it is known to be right. */
static void pay_proof(struct pw *s, int seat, const struct pw_words *w, struct bl_logic *l,
                      struct bl_context *cx)
{
    size_t at = w->body, from, to;
    uint32_t points = 0, lemmas = 0;
    struct pw_seat *p = &s->seats[seat];
    while (pw_words_item(w, &at, &from, &to)) {
        struct bl_item item;
        struct bl_fault fault;
        if (!bl_item_parse(l, w->text, to, from, &item, &fault))
            return;
        points += item.i.c.points;
        lemmas += !item.axiom;
    }
    uint32_t cost = pw_proof_cost(s, points, lemmas);
    SET_OF(cost_clause(s), seat, "proving power", p->proving, p->proving - (int32_t)cost);
}

static void prove(struct pw *s, int seat, const struct pw_words *w, struct bl_logic *l,
                  struct bl_context *cx)
{
    pay_proof(s, seat, w, l, cx);
    keep_items(s, SLOT_LEMMAS, w, l);
    pw_slot_append(s, SLOT_PLAYERS, w->players, w->player_count);
    pw_slot_append(s, SLOT_CHOSEN_CARDS, w->cards, w->card_count);
    s->effect = (uint16_t)w->result[0];
    ask_others(s, PHASE_REFUTING);
}

static void refute(struct pw *s, int seat, const struct pw_words *w, struct bl_logic *l,
                   struct bl_context *cx)
{
    pay_proof(s, seat, w, l, cx);
    if (s->phase == PHASE_REFUTING)
        APPLIES(PW_STOPPED, "refuted by seat %d, the effect does not happen", seat);
    else
        APPLIES(PW_NOT_ADDED, "refuted by seat %d, the rule is not added", seat);
    go_on(s, cx);
}

static void buy_proof(struct pw *s, int seat, const struct pw_words *w, struct bl_logic *l,
                      struct bl_context *cx)
{
    struct pw_seat *p = &s->seats[seat];
    size_t at = w->body, from, to;
    size_t opened = pw_open_subproof(s, (unsigned)seat, w->text + w->name, w->name_end - w->name);
    uint32_t points = 0;
    keep_items(s, SLOT_SUBPROOFS + (unsigned)seat, w, l);
    pw_close_subproof(s, (unsigned)seat, opened);
    p->subproofs++;
    while (pw_words_item(w, &at, &from, &to)) {
        struct bl_item item;
        struct bl_fault fault;
        if (bl_item_parse(l, w->text, to, from, &item, &fault) && !item.axiom)
            points += item.i.c.points;
    }
    SET_OF(PW_BUY_PROOF, seat, "potency", p->potency, p->potency - (int32_t)(2 * points));
    next_in_turn(s, cx);
}

static void propose_rule(struct pw *s, struct pw_words *w, struct bl_logic *l)
{
    struct bl_statement statement;
    struct bl_fault fault;
    char room[PW_TEXT_MAX];
    struct bl_text text = BL_TEXT_FIXED(room);
    if (!pw_words_statement(l, w, &statement, &fault))
        return;
    bl_statement_print(l, &statement, false, &text);
    pw_slot_append_text(s, SLOT_LEMMAS, room, text.len);
    s->price = w->cost >= 0 ? (int32_t)w->cost : statement.points > 0 ? 3 * statement.points : 1;
    ask_others(s, PHASE_RULE_REFUTING);
}

static void apply_open(struct pw *s, const struct bl_play *p, struct bl_logic *l,
                       struct bl_context *cx)
{
    struct pw_words w;
    struct bl_fault fault;
    bool read = p->data && pw_words_read(p->data, p->size, &w, &fault);
    assert(read);   /* a form is not a move */
    if (!read)
        return;
    bl_logic_reset(l);
    switch (w.kind) {
    case MOVE_EDIT: edit(s, p->seat, &w, l, cx); break;
    case MOVE_PROVE: prove(s, p->seat, &w, l, cx); break;
    case MOVE_REFUTE: refute(s, p->seat, &w, l, cx); break;
    case MOVE_BUY_PROOF: buy_proof(s, p->seat, &w, l, cx); break;
    default: propose_rule(s, &w, l); break;
    }
}

#endif
