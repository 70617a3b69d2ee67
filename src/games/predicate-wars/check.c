/* check.c - which clause refuses a move; check_written.c asks about what is written.
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
            "%i has %d points, %i only %d", (int)main, s->cards[main].points, (int)second,
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
    REQUIRE(PW_DROP_RULE, slot < PW_RULES && s->prices[slot] != 0, "slot %d is empty", (int)slot);
    if (slot >= PW_RULES)
        return 0;   /* the clause is muted */
    REQUIRE(PW_DROP_RULE, s->prices[slot] <= potency, "it costs %d, potency is %d",
            (int)s->prices[slot], (int)potency);
    return 0;
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
    REQUIRE(turn, play->seat == s->head.to_move, "it is the turn of %p", s->head.to_move);
    REQUIRE(occasion, occasions[kind].phases >> s->phase & 1, "this is the phase of %w",
            pw_phase_names[s->phase]);
    bool cards = kind == MOVE_CLAIM || kind == MOVE_PLAY || kind == MOVE_DISCARD;
    if (cards && (pw_is_no_card(s, pw_first_of(m)) || pw_is_no_card(s, pw_second_of(m)))) {
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
    return m & BL_OPEN ? pw_check_written(s, play, cx) : 0;
}
