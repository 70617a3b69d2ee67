/* rules.c - the rules of Predicate Wars: how a game starts, the legal moves, what each of them
 * does, and who has won. */
#include "rules.h"

/* ---- the start ------------------------------------------------------------- */

static const char *resolve(struct bl_setup *setup)
{
    static const int32_t usual[PW_OPTIONS] = {128, 2, 8, 0, 100, 128, 32, BASE_AUTHOR};
    int32_t *o = setup->options;
    for (unsigned i = 0; i < PW_OPTIONS; i++)
        if (o[i] == BL_UNSET)
            o[i] = i == OPTION_HEALTH ? PW_HEALTH_EACH * setup->players : usual[i];
    if (o[OPTION_DEALT] * setup->players > o[OPTION_DECK])
        return FACT("dealt: not enough cards in the deck: dealt * players > deck");
    if (o[OPTION_OWNED] * setup->players + o[OPTION_DECK] > PW_CARDS)
        return FACT("owned: too many cards: owned * players + deck > 160");
    return NULL;
}

static void deal_seat(struct pw *s, unsigned seat)
{
    const int32_t *o = s->head.setup.options;
    struct pw_seat *p = &s->seats[seat];
    p->alive = 1;
    p->health = o[OPTION_HEALTH];
    p->power = o[OPTION_POWER];
    p->potency = o[OPTION_POTENCY];
    for (unsigned i = 0; i < (unsigned)o[OPTION_OWNED]; i++)
        pw_add(&p->hand, seat * (unsigned)o[OPTION_OWNED] + i);
    for (unsigned i = 0; i < (unsigned)o[OPTION_DEALT]; i++) {
        pw_add(&p->hand, s->deck[--s->deck_count]);
        s->deck[s->deck_count] = 0;
    }
}

/* Dealing draws nothing: there is one start for a set-up. */
static void lay_out(struct pw *s, const struct bl_setup *setup)
{
    unsigned cards = pw_card_count(setup), deck = (unsigned)setup->options[OPTION_DECK];
    pw_clear(s, setup);
    s->winner = -1;
    s->round = 1;
    for (unsigned i = 0; i < deck; i++)
        s->deck[i] = (uint8_t)(cards - 1 - i);
    s->deck_count = (uint8_t)deck;
    for (unsigned i = 0; i < setup->players; i++)
        deal_seat(s, i);
    pw_begin(s, PHASE_SETUP, 0);
}

static void deal(void *state, const struct bl_setup *setup, struct bl_context *cx)
{
    const int32_t *o = setup->options;
    lay_out(state, setup);
    APPLIES(PW_DECK, "%d blank cards", (int)o[OPTION_DECK]);
    APPLIES(PW_HEALTH, "%d each", (int)o[OPTION_HEALTH]);
    APPLIES(PW_POWER, "%d each", (int)o[OPTION_POWER]);
    APPLIES(PW_OWNED, "%d each", (int)o[OPTION_OWNED]);
    APPLIES(PW_POTENCY, "%d each", (int)o[OPTION_POTENCY]);
    APPLIES(PW_DEALT, "%d each", (int)o[OPTION_DEALT]);
    APPLIES(PW_RULE_SLOTS, "room for %d rules", (int)o[OPTION_RULES]);
}

/* At the start nothing is written, and so nothing in the pool, for which there is no room here. */
static bool is_start(const void *state)
{
    _Alignas(struct pw) char room[offsetof(struct pw, pool)] = {0};
    struct pw *start = (void *)room;
    lay_out(start, &bl_head(state)->setup);
    return pw_extent(state) == sizeof room && memcmp(state, room, sizeof room) == 0;
}

/* ---- the legal moves ------------------------------------------------------- */

/* Nothing here reads a statement: all that it looks at (tags, costs, points) is kept beside the
 * cards. */
static bl_move *list_edits(const struct pw *s, const uint8_t *hand, unsigned n, bl_move *out)
{
    int64_t power = s->seats[s->head.to_move].power;
    for (unsigned i = 0; i < n; i++) {
        const struct pw_card *c = &s->cards[hand[i]];
        if (c->kind == PW_BLANK || (s->phase == PHASE_EDITING && pw_edit_price(c->cost) <= power))
            *out++ = PW_FORM(MOVE_EDIT, hand[i]);
    }
    return out;
}

static bl_move *list_claims(const struct pw *s, bl_move *out)
{
    const struct pw_seat *me = &s->seats[s->head.to_move];
    uint8_t hand[PW_CARDS];
    for (unsigned seat = 0; seat < pw_players(s) && s->claims < PW_CLAIMS_MAX; seat++) {
        if ((int)seat == s->head.to_move)
            continue;
        unsigned n = pw_list(&s->seats[seat].hand, hand);
        for (unsigned i = 0; i < n; i++)
            if (pw_edited(s, hand[i]) && s->cards[hand[i]].cost <= me->power)
                *out++ = PW_MOVE(MOVE_CLAIM, hand[i], 0);
    }
    return out;
}

static bl_move *list_plays(const struct pw *s, const uint8_t *hand, unsigned n, bl_move *out)
{
    for (unsigned i = 0; i < n; i++) {
        const struct pw_card *main = &s->cards[hand[i]];
        if (main->kind == PW_BLANK || !pw_may_follow(s, hand[i]))
            continue;
        for (unsigned k = 0; k < n; k++) {
            const struct pw_card *second = &s->cards[hand[k]];
            if (k != i && second->kind != PW_BLANK && main->points <= second->points)
                *out++ = PW_MOVE(MOVE_PLAY, hand[i], hand[k]);
        }
    }
    return out;
}

static bl_move *list_turn(const struct pw *s, const uint8_t *hand, unsigned n, bl_move *out)
{
    int64_t power = s->seats[s->head.to_move].power;
    struct pw_set deck = {{0}};
    uint8_t cards[PW_CARDS];
    out = list_plays(s, hand, n, out);
    for (unsigned i = 0; i < n; i++)
        if (pw_edited(s, hand[i]))
            *out++ = PW_MOVE(MOVE_DISCARD, hand[i], 0);
    for (unsigned i = 0; i < s->deck_count; i++)
        pw_add(&deck, s->deck[i]);
    unsigned in_deck = pw_list(&deck, cards);
    for (unsigned i = 0; i < in_deck; i++)
        if (pw_edited(s, cards[i]) && pw_far_claim_price(s->cards[cards[i]].cost) <= power)
            *out++ = PW_MOVE(MOVE_CLAIM, cards[i], 0);
    return out;
}

/* What can be done in a phase but for the move that ends a turn without anything. */
static bl_move *list_phase(const struct pw *s, const struct pw_seat *me, bl_move *out)
{
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&me->hand, hand);
    switch (s->phase) {
    case PHASE_SETUP: case PHASE_EDITING: return list_edits(s, hand, n, out);
    case PHASE_CREATION: *out++ = PW_MOVE(MOVE_TAKE, 0, 0); break;
    case PHASE_CLAIMING: return list_claims(s, out);
    case PHASE_PLAYING: return list_turn(s, hand, n, out);
    case PHASE_PROVING:
        if (me->proving > 0)
            *out++ = PW_FORM(MOVE_PROVE, 0);
        break;
    case PHASE_REFUTING: case PHASE_RULE_REFUTING:
        if (me->proving > 0)
            *out++ = PW_FORM(MOVE_REFUTE, 0);
        break;
    case PHASE_PROOFS: *out++ = PW_FORM(MOVE_BUY_PROOF, 0); break;
    case PHASE_RULES:
        if (me->potency >= 1 && pw_free_slot(s) >= 0)
            *out++ = PW_FORM(MOVE_BUY_RULE, 0);
        break;
    default:
        for (unsigned i = 0; i < PW_RULES; i++)
            if (s->prices[i] != 0 && s->prices[i] <= me->potency)
                *out++ = PW_MOVE(MOVE_DROP_RULE, i, 0);
    }
    return out;
}

static uint32_t moves(const void *state, bl_move *out)
{
    static const uint8_t last[PW_PHASES] = {
        MOVE_DONE, MOVE_PASS, MOVE_PASS, MOVE_PASS, MOVE_LEAVE, MOVE_DECLINE, MOVE_ACCEPT,
        MOVE_PASS, MOVE_PASS, MOVE_ACCEPT, MOVE_PASS,
    };
    const struct pw *s = state;
    if (s->head.to_move < 0)
        return 0;
    bl_move *end = list_phase(s, &s->seats[s->head.to_move], out);
    *end++ = PW_MOVE(last[s->phase], 0, 0);
    return (uint32_t)(end - out);
}

/* ---- what moves do --------------------------------------------------------- */

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

static void play_pair(struct pw *s, int seat, unsigned main, unsigned second, struct bl_context *cx)
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
    case MOVE_PLAY: play_pair(s, p->seat, a, pw_second_of(p->move), cx); break;
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
    .resolve = resolve, .deal = deal, .is_start = is_start, .moves = moves,
    .apply = apply, .check = pw_check, .result = result,
};
