/* rules.c - the rules of Predicate Wars: what each move does, and who has won. */
#include "rules.h"

static void claim(struct pw *s, int seat, unsigned card, struct bl_context *cx)
{
    if (s->phase == PHASE_CLAIMING) {
        pw_pay(s, seat, s->cards[card].cost, PW_CLAIM_PAID, cx);
        pw_remove(&s->seats[pw_owner(s, card)].hand, card);
        s->claims++;
    } else {
        unsigned place = 0;
        pw_pay(s, seat, pw_far_claim_price(s->cards[card].cost), PW_CLAIM_DECK, cx);
        while (s->deck[place] != card)
            place++;
        pw_take_from_deck(s, place);
    }
    pw_add(&s->seats[seat].hand, card);
    pw_show(s, card, 1u << seat, cx);
    if (s->phase == PHASE_PLAYING)
        pw_end_turn(s, cx);
}

static void play(struct pw *s, int seat, unsigned main, unsigned second, struct bl_context *cx)
{
    unsigned cards[2] = {main, second};
    for (unsigned i = 0; i < 2; i++) {
        pw_remove(&s->seats[seat].hand, cards[i]);
        s->drop[s->drop_count++] = (uint8_t)cards[i];
        s->played[i] = (int16_t)cards[i];
        pw_show(s, cards[i], pw_everybody(s), cx);
    }
    s->previous_main = (int16_t)main;
    pw_draw_values(s, cx);
    pw_begin(s, PHASE_PROVING, seat);
}

static void discard(struct pw *s, int seat, unsigned card, struct bl_context *cx)
{
    SET(PW_DISCARD, "cost", s->cards[card].cost, pw_plus(s->cards[card].cost, PW_DISCARD_RAISE));
    pw_remove(&s->seats[seat].hand, card);
    s->discard[s->discard_count++] = (uint8_t)card;
    pw_end_turn(s, cx);
}

static void choose_take(struct pw *s, int seat, bool takes, struct bl_context *cx)
{
    int next = pw_later_living(s, seat);
    s->takes[seat] = takes ? TAKES_TRUE : TAKES_FALSE;
    if (next >= 0)
        pw_give_turn(s, next);
    else
        pw_hand_out_blanks(s, cx);
}

static void pass(struct pw *s, int seat, struct bl_context *cx)
{
    switch (s->phase) {
    case PHASE_CREATION:
        choose_take(s, seat, false, cx);
        break;
    case PHASE_EDITING:
        pw_finish_editing(s, cx);
        break;
    case PHASE_CLAIMING:
        s->claims = 0;
        if (pw_next_living(s, seat) == s->first)
            pw_end_claiming(s, cx);
        else
            pw_give_turn(s, pw_next_living(s, seat));
        break;
    default:
        pw_next_in_turn(s, cx);
    }
}

static void apply(void *state, const struct bl_play *p, struct bl_context *cx)
{
    struct pw *s = state;
    unsigned a = pw_first_of(p->move);
    struct pw_seat *me = &s->seats[p->seat];
    if (p->move & BL_OPEN) {
        pw_apply_written(s, p, cx);
        return;
    }
    switch (pw_kind(p->move)) {
    case MOVE_DONE: pw_finish_editing(s, cx); break;
    case MOVE_TAKE: choose_take(s, p->seat, true, cx); break;
    case MOVE_PASS: pass(s, p->seat, cx); break;
    case MOVE_CLAIM: claim(s, p->seat, a, cx); break;
    case MOVE_PLAY: play(s, p->seat, a, pw_second_of(p->move), cx); break;
    case MOVE_DISCARD: discard(s, p->seat, a, cx); break;
    case MOVE_LEAVE:
        APPLIES(PW_LEAVE, "%p", p->seat);
        pw_leave(s, (unsigned)p->seat);
        pw_end_turn(s, cx);
        break;
    case MOVE_DECLINE: pw_end_turn(s, cx); break;
    case MOVE_ACCEPT: pw_accept(s, p->seat, cx); break;
    default:
        SET_OF(PW_DROP_RULE, p->seat, "potency", me->potency, me->potency - s->prices[a]);
        s->prices[a] = 0;
        pw_slot_clear(s, SLOT_RULE + a);
        pw_next_in_turn(s, cx);
    }
}

static void result(const void *state, struct bl_result *out)
{
    const struct pw *s = state;
    *out = (struct bl_result){.winner = -1};
    if (s->phase != PHASE_OVER)
        return;
    out->winner = s->winner;
    out->why = PW_WINS;
    if (s->winner >= 0)
        out->ranking[out->ranked++] = (uint8_t)s->winner;
    for (unsigned i = s->dead_count; i > 0; i--)
        out->ranking[out->ranked++] = s->dead[i - 1];
}

extern const struct bl_rules BL_BUILD(pw_rules);
const struct bl_rules BL_BUILD(pw_rules) = {
    .resolve = pw_resolve, .deal = pw_deal, .is_start = pw_is_start, .moves = pw_moves,
    .apply = apply, .check = pw_check, .result = result,
};
