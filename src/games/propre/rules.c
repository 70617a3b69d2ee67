/* rules.c - Propreantepenultimate Card, the first version, in the order of its document. */
#include "games/propre-family/table.h"

enum {
    NO_CLAUSE,
#define CLAUSE BL_CLAUSE_SYMBOL
#include "clauses.def"
#undef CLAUSE
    CLAUSES
};

enum ruling { MATCH_AFTER_PLAY, EMPTY_OPTION_2, RULINGS };

/* What the other document says in clauses of their own. */
enum {
    IN_HAND = ACTIVE, RM_DROPS = FURTHER, DRAW_AV = DRAW, ATTACK_LAST = ATTACK,
    DEFEND_LAST = DEFEND, DEFEND_B = DEFENDED, SKIP_LAST = SKIP, SKIP_MATCH = SKIP,
    SKIP_LESS = SKIP_MORE, TURN_ROUND_LAST = TURN_ROUND, NAME_SUIT_LAST = NAME_SUIT,
    NAME_SUIT_AV = NAME_SUIT, ANY_MATCH = ANY_AV, LIES_ACROSS = ACROSS, LAST_SAID = SAID,
    SAID_COUNTS = SAID
};

#include "games/propre-family/common.c"

static void deal(void *state, const struct bl_setup *setup, struct bl_context *cx)
{
    propre_deal_cards(state, setup, bl_deal_stream(&cx->chance));
    open_game(state, cx);
}

/* ---- step 1 --------------------------------------------------------------- */

static void step_1(struct propre *s, struct bl_context *cx)
{
    if (is_won(s, cx))
        return;
    count_said(s, cx);
    if (s->mv > 0)
        PASS_TURN(NEXT_SEAT, s->active, (uint8_t)propre_seat_after(s, s->active, s->mv));
    begin_turn(s, cx);
}

/* ---- step 2, as sets: the legal moves ------------------------------------- */

/* 2.8.1  The Queen of Hearts goes on any King, the King of Hearts on any Queen. */
static uint64_t courtesy(unsigned top)
{
    return top == BL_KING ? PROPRE_QH : top == BL_QUEEN ? PROPRE_KH : 0;
}

static uint32_t moves(const void *state, bl_move *out)
{
    const struct propre *s = state;
    int seat = s->head.to_move;
    if (seat < 0)
        return 0;
    if (s->placing)
        return propre_few_moves(s, out);

    uint64_t hand = s->hand[seat][0];
    unsigned top = propre_top_rank(s), below = propre_penultimate_rank(s);
    uint64_t alike = PROPRE_SUIT_LANE(bl_french_suit(propre_top(s))) | PROPRE_LANES(propre_same[top]) |
                     courtesy(top);
    uint64_t may = hand, match = s->rm ? hand & alike : hand;
    if (!s->fc) {
        unsigned ranks = propre_same[top] | propre_same[below];
        uint64_t near = PROPRE_LANES(propre_near[top] | propre_near[below]);
        uint64_t firm = PROPRE_LANES(ranks | propre_thirds[top][below] | (s->b ? propre_bridges(ranks) : 0));
        if (ranks & ~PROPRE_NUMERIC)
            firm |= PROPRE_AS;
        may = hand & (firm | near);
        match = may & (s->rm ? firm | alike : ~UINT64_C(0));
    }
    if (top == BL_SIX && below == BL_SIX)
        match &= ~PROPRE_LANES(PROPRE_RANK(BL_SIX));
    out[0] = PROPRE_MOVE(PROPRE_1, 0, 0);
    out[1] = PROPRE_MOVE(PROPRE_2, 0, 0);
    uint32_t n = 1u + (s->fc && (hand != 0 || !ruled(s, EMPTY_OPTION_2)));
    return propre_turn_moves(s, out, n, may, match);
}

/* ---- step 2, clause by clause --------------------------------------------- */

/* 2.b  One of the five conditions. Sets *by_run if the second is the only one. */
static bool goes_on(const struct propre *s, bl_card card, bool *by_run, struct bl_context *cx)
{
    unsigned rank = bl_french_rank(card), top = propre_top_rank(s), below = propre_penultimate_rank(s);
    unsigned other = rank == BL_THREE ? BL_SEVEN : BL_THREE;
    bool there = below != PROPRE_NO_RANK;
    *by_run = false;
    if (HOLDS(P2_m1, rank == top || rank == below))
        return true;
    if (HOLDS(P2_m3, (rank == BL_THREE || rank == BL_SEVEN) && (top == other || below == other) && s->b))
        return true;
    if (HOLDS(P2_m4, s->played >= 2 && propre_numeric(rank) && propre_numeric(top) &&
                         propre_numeric(below) &&
                         propre_arithmetic(propre_number(rank), propre_number(top), propre_number(below))))
        return true;
    if (HOLDS(P2_m5, card == BL_FRENCH(BL_SPADES, BL_ACE) &&
                         (!propre_numeric(top) || (there && !propre_numeric(below)))))
        return true;
    *by_run = propre_neighbours(rank, top) || (there && propre_neighbours(rank, below));
    return HOLDS(P2_m2, *by_run);
}

/* 2.4.4  `clear`: setting AV to 0 as well. */
static bl_cite check_clear(const struct propre *s, unsigned rank, struct bl_context *cx)
{
    bl_card before = propre_top(s);
    unsigned before_rank = bl_french_rank(before);
    REQUIRE(CLEAR, before_rank != rank && (before_rank == BL_THREE || before_rank == BL_SEVEN),
            "the card before is %F, must be the other one of 3 and 7", (int)before);
    REQUIRE(CLEAR, !s->fc, "this is the first card of the turn");
    REQUIRE(CLEAR, s->av > propre_number(rank),
            "the attack (AV) is %d, and %d less leaves nothing to clear",
            (int)s->av, propre_number(rank));
    return 0;
}

/* 2.5.1, 2.8.1  The match, with RM as it is for this check. */
static bl_cite check_match(const struct propre *s, bl_move m, bool rm, struct bl_context *cx)
{
    bl_card card = propre_card(m), top = propre_top(s);
    unsigned rank = bl_french_rank(card), top_rank = bl_french_rank(top);
    bool any = propre_what(m) == PROPRE_8;
    bool queen = card == BL_FRENCH(BL_HEARTS, BL_QUEEN) && top_rank == BL_KING;
    bool king = card == BL_FRENCH(BL_HEARTS, BL_KING) && top_rank == BL_QUEEN;
    if (any)
        REQUIRE(ANY_MATCH, rank != BL_SIX || top_rank != BL_SIX || propre_penultimate_rank(s) != BL_SIX,
                "%F would be the third six", (int)card);
    REQUIRE(any ? ANY_MATCH : SKIP_MATCH,
            !rm || rank == top_rank || bl_french_suit(card) == bl_french_suit(top) || queen || king,
            "%F has neither the rank nor the suit of %F", (int)card, (int)top);
    return 0;
}

/* 2.b  A card that meets only the second condition keeps RM as it is. */
static bl_cite check_further(const struct propre *s, bl_move m, bool *rm, struct bl_context *cx)
{
    bl_card card = propre_card(m);
    bool by_run;
    REQUIRE(FURTHER, goes_on(s, card, &by_run, cx), "%F does not go on %F as a further card",
            (int)card, (int)propre_top(s));
    *rm = by_run && s->rm;
    return 0;
}

static bool is_not_last(const struct propre *s, struct bl_context *cx)
{
    (void)cx;
    return s->count[s->active] != 1;
}

static bl_cite check_said(const struct propre *s, int seat, struct bl_context *cx)
{
    REQUIRE(LAST_SAID, s->counts >> seat & 1,
            s->said >> seat & 1 ? "{you|%p} said the name only in this turn"
                                : "{you have|%p has} not said the name of the game",
            seat);
    return 0;
}

static bl_cite check_option_2(const struct propre *s, struct bl_context *cx)
{
    REQUIRE(HAND_FIRST, s->fc, "a card was already played in this turn");
    REQUIRE(HAND_PLACED, s->count[s->active] > 0 || !ruled(s, EMPTY_OPTION_2), "the hand is empty");
    return 0;
}

/* F.1 */
static bl_cite check_talk(const struct propre *s, const struct bl_play *play, struct bl_context *cx)
{
    (void)s;
    bool talks = propre_what(play->move) == PROPRE_TALK;
    REQUIRE(PF_1, talks && propre_variant(play->move) == PROPRE_LAST_CARD,
            talks ? "a mispronunciation is not punished in this version"
                  : "there are no votes in this version");
    return 0;
}

/* ---- what the options do -------------------------------------------------- */

/* 2.c */
static void reset(struct propre *s, bl_move m, struct bl_context *cx)
{
    (void)m;
    SET(RM_BACK, "match required (RM)", s->rm, true);
    SET(RM_BACK, "bridge (B)", s->b, false);
    SET(RM_BACK, "wins prevented (PW)", s->pw, false);
}

/* 2.4.5 */
static bool emptied(struct propre *s, struct bl_context *cx)
{
    SET(P2_4_5, "wins prevented (PW)", s->pw, true);
    SET(P2_4_5, "move value (MV)", s->mv, 0);
    return true;
}

/* F.1 */
static void talk(struct propre *s, const struct bl_play *play, struct bl_context *cx)
{
    int drawn = propre_draw(s, (unsigned)play->seat, 1, cx);
    APPLIES(PF_1, "{you|%p} said \"last card\": {a card is|%d cards are} drawn", (int)play->seat, drawn);
}

/* ---- the game ------------------------------------------------------------- */

extern const struct bl_rules propre_rules, propre_rules_traced;
const struct bl_rules BL_BUILD(propre_rules) = PROPRE_RULES;

#ifndef BL_TRACED

static const struct bl_clause clauses[CLAUSES] = {
    BL_NO_CLAUSE,
#define CLAUSE BL_CLAUSE_ROW
#include "clauses.def"
#undef CLAUSE
};

static const char *const as_written_or_restored[] = {"as-written", "restored", NULL};
static const char *const as_written_or_refused[] = {"as-written", "refused", NULL};

static const struct bl_ruling rulings[RULINGS] = {
    [MATCH_AFTER_PLAY] = {"match-after-play",
                          "Whether the next player's first card needs a match after a turn in which "
                          "a card was played: as written no, restored yes.",
                          as_written_or_restored, RM_DROPS},
    [EMPTY_OPTION_2] = {"empty-option-2",
                        "Whether a player with an empty hand may choose option 2, and so win.",
                        as_written_or_refused, HAND_PLACED},
};

#define PROPRE_WORD "Propreantepenultimate Card"
enum { EMPTIED = P2_4_5, HAND_UNDER_ATTACK = true, COUNTS_NEXT_TURN = true, NEXT_NEEDS_MATCH = true };
#include "games/propre-family/tell.c"

/* 2.8.1 */
static void tell_spoilt(const struct propre *s, uint64_t cards, struct bl_story *out)
{
    bool two = propre_top_rank(s) == BL_SIX && propre_penultimate_rank(s) == BL_SIX;
    if (two && cards & PROPRE_LANES(PROPRE_RANK(BL_SIX))) {
        bl_tell(out, "On two sixes no third one may be laid.");
        BL_RESTS(out, ANY_MATCH);
    }
}

/* F.1 */
static void tell_talk(const struct propre *b, const struct propre *s, const struct bl_play *play,
                      struct bl_story *out)
{
    unsigned seat = (unsigned)play->seat;
    bl_tell(out, "{You|%p} said “last card”, which costs a card.", (int)seat);
    BL_RESTS(out, PF_1);
    tell_drawn(s, seat, s->count[seat] - b->count[seat], b->hand[seat], FOR_PENALTY, out);
    BL_RESTS(out, PF_1);
    tell_shuffled(b, s, PF_1, out);
}

static const struct bl_telling telling = PROPRE_TELLING;

extern const struct bl_game bl_game_propre;
const struct bl_game bl_game_propre = {
    .id = "propre", .title = "Propreantepenultimate Card", .guide = propre_first_guide,
    .teaching = &propre_first_teaching, .code = 2,
    .rules = &propre_rules, .traced = &propre_rules_traced,
    .fields = &propre_first_fields, .notation = &propre_first_notation, .telling = &telling,
    PROPRE_GAME,
};

#endif
