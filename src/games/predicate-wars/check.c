/* check.c - which clause refuses a move, and what is written.
 *
 * What is refused is refused without a word of what the mover cannot see. */
#include "rules.h"

/* The clause that says whose turn it is. */
static bl_cite turn_clause(unsigned phase)
{
    static const bl_cite clauses[PW_PHASES] = {
        PW_CIRCLE, PW_TAKE, PW_EDIT_ONE, PW_CLAIMING, PW_CYCLE, PW_MAY_PROVE, PW_ASKED,
        PW_BUY_PROOF, PW_BUY_RULE, PW_ASKED, PW_DROP_RULE, PW_WINS,
    };
    return clauses[phase];
}

/* What a move is for, as phases in which it can be made, and the clause that gives it. */
#define IN(phase) (1u << PHASE_##phase)
static const struct {
    uint16_t phases;
    bl_cite clause;
} occasions[PW_MOVES] = {
    [MOVE_DONE] = {IN(SETUP), PW_SETUP_EDIT},
    [MOVE_TAKE] = {IN(CREATION), PW_TAKE},
    [MOVE_PASS] = {IN(CREATION) | IN(EDITING) | IN(CLAIMING) | IN(PROOFS) | IN(RULES) | IN(DROPS),
                   0},
    [MOVE_CLAIM] = {IN(CLAIMING) | IN(PLAYING), 0},
    [MOVE_PLAY] = {IN(PLAYING), PW_PLAY},
    [MOVE_DISCARD] = {IN(PLAYING), PW_DISCARD},
    [MOVE_LEAVE] = {IN(PLAYING), PW_LEAVE},
    [MOVE_DECLINE] = {IN(PROVING), PW_MAY_PROVE},
    [MOVE_ACCEPT] = {IN(REFUTING) | IN(RULE_REFUTING), PW_ASKED},
    [MOVE_DROP_RULE] = {IN(DROPS), PW_DROP_RULE},
    [MOVE_EDIT] = {IN(SETUP) | IN(EDITING), 0},
    [MOVE_PROVE] = {IN(PROVING), PW_MAY_PROVE},
    [MOVE_REFUTE] = {IN(REFUTING) | IN(RULE_REFUTING), PW_ASKED},
    [MOVE_BUY_PROOF] = {IN(PROOFS), PW_BUY_PROOF},
    [MOVE_BUY_RULE] = {IN(RULES), PW_BUY_RULE},
};

/* The clause that gives a move here; of a pass it is the phase's own. */
static bl_cite occasion_clause(const struct pw *s, unsigned kind)
{
    switch (kind) {
    case MOVE_PASS: return turn_clause(s->phase);
    case MOVE_CLAIM: return s->phase == PHASE_PLAYING ? PW_CLAIM_DECK : PW_CLAIM_OTHER;
    case MOVE_EDIT: return s->phase == PHASE_SETUP ? PW_SETUP_EDIT : PW_EDIT_ONE;
    default: return occasions[kind].clause;
    }
}

/* What a move names may be a card that there is none of. */
static bool is_no_card(const struct pw *s, unsigned card)
{
    return card >= pw_card_count(&s->head.setup);
}

/* ---- cards ---------------------------------------------------------------- */

static bl_cite check_claim(const struct pw *s, int seat, unsigned card, struct bl_context *cx)
{
    int owner = pw_owner(s, card);
    int64_t cost = s->cards[card].cost, power = s->seats[seat].power;
    if (s->phase == PHASE_CLAIMING) {
        REQUIRE(PW_CLAIM_OTHER, owner >= 0 && owner != seat, owner < 0 ? "nobody owns %i"
                                                                       : "%i is the claimer's own",
                (int)card);
        REQUIRE(PW_CLAIM_OTHER, pw_edited(s, card), "%i is blank", (int)card);
        REQUIRE(PW_CLAIM_OTHER, cost <= power, "%i costs %d, power is %d", (int)card, (int)cost,
                (int)power);
        REQUIRE(PW_CLAIM_PAID, s->claims < PW_CLAIMS_MAX, "eight were claimed in this turn");
        return 0;
    }
    bool in_deck = false;
    for (unsigned i = 0; i < s->deck_count; i++)
        in_deck |= s->deck[i] == card;
    REQUIRE(PW_CLAIM_DECK, in_deck, "%i is not in the deck", (int)card);
    REQUIRE(PW_CLAIM_DECK, pw_edited(s, card), "%i is blank", (int)card);
    REQUIRE(PW_CLAIM_DECK, pw_far_claim_price(cost) <= power, "%i costs twice %d, power is %d",
            (int)card, (int)cost, (int)power);
    return 0;
}

static bl_cite check_play(const struct pw *s, int seat, unsigned main, unsigned second,
                          struct bl_context *cx)
{
    const struct pw_set *hand = &s->seats[seat].hand;
    REQUIRE(PW_PLAY, pw_in(hand, main) && pw_in(hand, second), "%i is not in the player's hand",
            (int)(pw_in(hand, main) ? second : main));
    REQUIRE(PW_PLAY, main != second, "two cards are played");
    REQUIRE(PW_PLAY, pw_edited(s, main) && pw_edited(s, second), "%i is blank",
            (int)(pw_edited(s, main) ? second : main));
    REQUIRE(PW_PLAY, s->cards[main].points <= s->cards[second].points,
            "%i has %d {point|points}, %i only %d", (int)main, s->cards[main].points, (int)second,
            s->cards[second].points);
    REQUIRE(PW_PLAY, pw_may_follow(s, main),
            "the previous main card is %w and beats %w, with only %d points to %d",
            pw_tag_names[s->cards[s->previous_main].tag], pw_tag_names[s->cards[main].tag],
            s->cards[s->previous_main].points, s->cards[main].points);
    return 0;
}

static bl_cite check_discard(const struct pw *s, int seat, unsigned card, struct bl_context *cx)
{
    REQUIRE(PW_DISCARD, pw_in(&s->seats[seat].hand, card), "%i is not in the player's hand",
            (int)card);
    REQUIRE(PW_DISCARD, pw_edited(s, card), "%i is blank", (int)card);
    return 0;
}

static bl_cite check_drop(const struct pw *s, int seat, unsigned slot, struct bl_context *cx)
{
    int32_t potency = s->seats[seat].potency;
    REQUIRE(PW_DROP_RULE, slot < PW_RULES && s->prices[slot] != 0, "there is no rule %d", (int)slot);
    if (slot >= PW_RULES)
        return 0;   /* the clause is muted */
    REQUIRE(PW_DROP_RULE, s->prices[slot] <= potency, "the price is %d, potency is %d",
            (int)s->prices[slot], (int)potency);
    return 0;
}

_Static_assert(PW_RULE_27 - PW_RULE_1 == BL_RULES - 2, "rule n is clause L.P.n");

/* ---- statements ----------------------------------------------------------- */

static bl_cite check_edit(const struct pw *s, int seat, const struct pw_words *w,
                          struct bl_context *cx)
{
    int64_t power = s->seats[seat].power;
    REQUIRE(PW_EDIT, !is_no_card(s, w->card), "there is no such card");
    if (is_no_card(s, w->card))
        return 0;   /* the clause is muted */
    const struct pw_card *card = &s->cards[w->card];
    REQUIRE(PW_EDIT, pw_in(&s->seats[seat].hand, w->card), "%i is not in the player's hand",
            (int)w->card);
    REQUIRE(PW_EDIT, w->cost <= power, "the cost is %d, power is %d", (int)w->cost, (int)power);
    if (s->phase == PHASE_SETUP) {
        REQUIRE(PW_SETUP_EDIT, card->kind == PW_BLANK, "%i is not blank", (int)w->card);
        REQUIRE(PW_SETUP_EDIT, pw_edit_price(w->points) <= power,
                "it has %d {point|points}, twice as much is paid, and power is %d", (int)w->points, (int)power);
    } else if (card->kind != PW_BLANK) {
        REQUIRE(PW_EDIT_OLD, pw_edit_price(card->cost) <= power,
                "the old cost is %d, and power is %d", (int)card->cost, (int)power);
    }
    return 0;
}

static bool is_closed(const struct pw_written *m, struct bl_logic *l)
{
    struct bl_statement statement;
    const uint8_t *at = m->body;
    bl_logic_reset(l);
    return bl_statement_unpack(l, &at, m->end, &statement) && bl_term_closed(l, statement.term);
}

static bl_cite check_rule(const struct pw *s, int seat, const struct pw_written *m,
                          struct bl_context *cx)
{
    int64_t potency = s->seats[seat].potency, least = pw_rule_price((int32_t)m->w.points);
    REQUIRE(PW_BUY_RULE, pw_free_slot(s) >= 0, "there is no room for another rule");
    REQUIRE(PW_BUY_RULE, potency >= 1, "potency is 0");
    REQUIRE(PW_BUY_RULE, is_closed(m, cx->scratch), "a variable is free in it");
    REQUIRE(PW_BUY_RULE, m->w.cost >= least, "the price must be at least %d", (int)least);
    REQUIRE(PW_BUY_RULE, m->w.cost <= potency, "the price is %d, potency is %d", (int)m->w.cost,
            (int)potency);
    return 0;
}

/* ---- proofs --------------------------------------------------------------- */

/* Goes through the lemmas; each cites its rule. */
static bl_cite check_lemmas(struct pw_proof *p, const struct pw_written *m, bool *whole,
                            struct bl_context *cx)
{
    struct pw_failure f = {0};
    const uint8_t *at = m->body;
    *whole = false;
    while (at < m->end) {
        bool good = pw_proof_packed(p, &at, m->end, &f);
        if (f.rule == 0 && !good)
            REFUSE(PW_PROOF, "a line after lemma %d is no line of a proof", (int)f.lemma);
        if (f.rule == 0)
            continue;
        REQUIRE((bl_cite)(PW_RULE_1 + f.rule - 1), good, "lemma %d, statement %d: %w", (int)f.lemma,
                (int)bl_proof_lines(p->proof) + 1, bl_why_text(f.why));
        if (!good)
            return 0;   /* the rule is muted: there is nothing to go on from */
    }
    *whole = true;
    return 0;
}

static bl_cite check_cost(const struct pw *s, int seat, const struct pw_proof *p,
                          struct bl_context *cx)
{
    uint32_t points = bl_proof_points(p->proof);
    uint32_t lemmas = bl_proof_lines(p->proof) - bl_proof_axioms(p->proof);
    uint32_t cost = pw_proof_cost(s, points, lemmas);
    REQUIRE(pw_cost_clause(s), pw_can_pay_proof(s, s->seats[seat].proving, cost),
            "the proof uses %d, proving power is %d", (int)cost, (int)s->seats[seat].proving);
    return 0;
}

static bl_cite check_prove(const struct pw *s, int seat, const struct pw_written *m,
                           struct bl_context *cx)
{
    const struct pw_words *w = &m->w;
    struct bl_logic *l = cx->scratch;
    struct pw_proof p;
    bool whole;
    for (unsigned i = 0; i < w->player_count; i++) {
        bool there = m->players[i] < pw_players(s);
        REQUIRE(PW_CHOSEN_PLAYER, there, "there is no such player");
        if (!there)
            return 0;   /* the clause is muted */
        REQUIRE(PW_CHOSEN_PLAYER, s->seats[m->players[i]].alive, "{you are|%p is} not alive",
                m->players[i]);
    }
    for (unsigned i = 0; i < w->card_count; i++) {
        bool there = !is_no_card(s, m->cards[i]);
        REQUIRE(PW_CHOSEN_CARD, there, "there is no such card");
        if (!there)
            return 0;   /* the clause is muted */
        REQUIRE(PW_CHOSEN_CARD, pw_owner(s, m->cards[i]) >= 0, "nobody owns %i", m->cards[i]);
    }
    pw_proof_begin(&p, l, s, seat, MOVE_PROVE);
    pw_values_chosen(&p.values, m->players, w->player_count, m->cards, w->card_count);
    bl_cite refused = check_lemmas(&p, m, &whole, cx);
    if (refused || !whole)
        return refused;
    const struct bl_line *line = bl_proof_line(p.proof, w->result[0]);
    bl_term condition, action = line ? pw_effect_action(l, line->s.term, &condition) : 0;
    REQUIRE(PW_PROVE, line != NULL, "the proof has no statement %d", (int)w->result[0]);
    REQUIRE(PW_TYPES, action != 0, "statement %d is not a game effect", (int)w->result[0]);
    return check_cost(s, seat, &p, cx);
}

/* One number: it is tF. Two: one is the negation of the other. */
static bool is_contradiction(const struct bl_logic *l, const struct bl_proof *p,
                             const struct pw_words *w)
{
    const struct bl_line *a = bl_proof_line(p, w->result[0]);
    const struct bl_line *b = bl_proof_line(p, w->result[w->result_count - 1]);
    if (!a || !b)
        return false;
    if (w->result_count == 1)
        return bl_term_shape(l, a->s.term) == BL_TF;
    return (bl_term_shape(l, a->s.term) == BL_NOT && bl_term_left(l, a->s.term) == b->s.term) ||
           (bl_term_shape(l, b->s.term) == BL_NOT && bl_term_left(l, b->s.term) == a->s.term);
}

static bl_cite check_refute(const struct pw *s, int seat, const struct pw_written *m,
                            struct bl_context *cx)
{
    const struct pw_words *w = &m->w;
    struct bl_logic *l = cx->scratch;
    struct pw_proof p;
    bool whole;
    pw_proof_begin(&p, l, s, seat, MOVE_REFUTE);
    bl_cite refused = check_lemmas(&p, m, &whole, cx);
    if (refused || !whole)
        return refused;
    bl_cite clause = s->phase == PHASE_REFUTING ? PW_REFUTE : PW_REFUTE_RULE;
    REQUIRE(clause, is_contradiction(l, p.proof, w),
            w->result_count == 1 ? "statement %d is not tF"
                                 : "statements %d and %d do not contradict each other",
            (int)w->result[0], (int)w->result[1]);
    return check_cost(s, seat, &p, cx);
}

static bl_cite check_buy_proof(const struct pw *s, int seat, const struct pw_written *m,
                               struct bl_context *cx)
{
    struct pw_proof p;
    bool whole;
    REQUIRE(PW_BUY_PROOF, s->seats[seat].subproofs < PW_SUBPROOFS, "nobody can own more than %d",
            PW_SUBPROOFS);
    pw_proof_begin(&p, cx->scratch, s, seat, MOVE_BUY_PROOF);
    REQUIRE(PW_BUY_PROOF, !pw_find_named(&p, m->name, m->w.name_size), "the buyer owns one of this name");
    bl_cite refused = check_lemmas(&p, m, &whole, cx);
    if (refused || !whole)
        return refused;
    int64_t price = pw_subproof_price(bl_proof_points(p.proof));
    REQUIRE(PW_BUY_PROOF, price <= s->seats[seat].potency, "the subproof uses %d, potency is %d", (int)price,
            (int)s->seats[seat].potency);
    size_t size = s->sizes[SLOT_SUBPROOFS + seat] + pw_subproof_head(m->w.name_size) +
                  (size_t)(m->end - m->body);
    REQUIRE(PW_BUY_PROOF, size <= pw_subproofs_room(s),
            "the buyer's subproofs would take %d bytes; there is room for %d", (int)size,
            (int)pw_subproofs_room(s));
    return 0;
}

static bl_cite check_written(const struct pw *s, const struct bl_play *play, struct bl_context *cx)
{
    struct pw_written m;
    unsigned kind = pw_kind(play->move);
    if (!pw_written(play, &m))
        REFUSE(kind == MOVE_EDIT || kind == MOVE_BUY_RULE ? PW_WFF : PW_PROOF,
               "what the player wrote is missing");
    if (kind == MOVE_PROVE || kind == MOVE_REFUTE)
        REQUIRE(pw_cost_clause(s), s->seats[play->seat].proving > 0,
                "there is no proving power left");
    switch (kind) {
    case MOVE_EDIT: return check_edit(s, play->seat, &m.w, cx);
    case MOVE_BUY_RULE: return check_rule(s, play->seat, &m, cx);
    case MOVE_PROVE: return check_prove(s, play->seat, &m, cx);
    case MOVE_REFUTE: return check_refute(s, play->seat, &m, cx);
    default: return check_buy_proof(s, play->seat, &m, cx);
    }
}

/* ---- any move ------------------------------------------------------------- */

bl_cite pw_check(const void *state, const struct bl_play *play, struct bl_context *cx)
{
    const struct pw *s = state;
    bl_move m = play->move;
    unsigned kind = pw_kind(m);
    if (s->phase == PHASE_OVER)
        REFUSE(PW_WINS, "the game is over");
    bl_cite turn = turn_clause(s->phase), occasion = occasion_clause(s, kind);
    REQUIRE(turn, play->seat == s->head.to_move, "it is {your turn|the turn of %p}", s->head.to_move);
    REQUIRE(occasion, occasions[kind].phases >> s->phase & 1, "this is the phase of %w",
            pw_phase_names[s->phase]);
    bool cards = kind == MOVE_CLAIM || kind == MOVE_PLAY || kind == MOVE_DISCARD;
    if (cards && (is_no_card(s, pw_first_of(m)) || is_no_card(s, pw_second_of(m)))) {
        REQUIRE(occasion, false, "there is no such card");
        return 0;   /* the clause is muted */
    }
    switch (kind) {
    case MOVE_CLAIM: return check_claim(s, play->seat, pw_first_of(m), cx);
    case MOVE_PLAY: return check_play(s, play->seat, pw_first_of(m), pw_second_of(m), cx);
    case MOVE_DISCARD: return check_discard(s, play->seat, pw_first_of(m), cx);
    case MOVE_DROP_RULE: return check_drop(s, play->seat, pw_first_of(m), cx);
    default: break;
    }
    return m & BL_OPEN ? check_written(s, play, cx) : 0;
}
