/* rules.c - Propreantepenultimate Card, the first version, in the order of its document. */
#include "games/propre-family/masks.h"
#include "games/propre-family/table.h"

enum {
    NO_CLAUSE,
#define CLAUSE BL_CLAUSE_SYMBOL
#include "clauses.def"
#undef CLAUSE
    CLAUSES
};

enum ruling { MATCH_AFTER_PLAY, EMPTY_OPTION_2, RULINGS };

static bool ruled(const struct propre *s, enum ruling r)
{
    return s->head.setup.rulings[r] != 0;
}

/* ---- step 1 --------------------------------------------------------------- */

static void step_1(struct propre *s, struct bl_context *cx)
{
    /* Only the player whose turn it was can have emptied a hand. */
    if (!s->pw && s->count[s->active] == 0) {
        APPLIES(P1_1, "%p wins", (int)s->active);
        s->winner = (int8_t)s->active;
        s->head.to_move = -1;
        return;
    }
    if (s->counts != s->said) {
        APPLIES(PF_2, "what was said counts from now on");
        s->counts = s->said;
    }
    if (s->mv > 0) {
        SET(P1_2, "active seat", s->active, (uint8_t)propre_seat_after(s, s->active, s->mv));
        SET(P1_3, "MV", s->mv, 0);
    }
    SET(P1_4, "MV", s->mv, s->mv + 1);
    SET(P1_5, "FC", s->fc, true);
    SET(P1_5, "B", s->b, false);
    s->head.to_move = (int8_t)s->active;
}

/* ---- the opening paragraph ------------------------------------------------ */

/* S.2-S.7  The starter's effect, and the first step 1. */
static void open_game(struct propre *s, struct bl_context *cx)
{
    unsigned rank = propre_top_rank(s);
    APPLIES(PS_2, "the starter is %F", (int)propre_top(s));
    if (PROPRE_RANK(rank) & PROPRE_ATTACKS)
        SET(PS_3, "AV", s->av, propre_number(rank));
    if (rank == BL_TEN)
        SET(PS_4, "MV", s->mv, 1);
    if (rank == BL_JACK) {
        SET(PS_5, "MV", s->mv, 1);
        SET(PS_5, "CW", s->cw, false);
    }
    if (rank == BL_ACE)
        SET(PS_6, "RM", s->rm, false);
    step_1(s, cx);
}

static void deal(void *state, const struct bl_setup *setup, struct bl_context *cx)
{
    propre_deal_cards(state, setup, bl_deal_stream(&cx->chance));
    open_game(state, cx);
}

static bool is_start(const void *state)
{
    return propre_is_start(state, open_game);
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
    REQUIRE(P2_4_4, before_rank != rank && (before_rank == BL_THREE || before_rank == BL_SEVEN),
            "the card before is %F, must be the other one of 3 and 7", (int)before);
    REQUIRE(P2_4_4, !s->fc, "this is the first card of the turn");
    REQUIRE(P2_4_4, s->av > propre_number(rank), "AV is %d, and %d less leaves nothing to clear",
            (int)s->av, propre_number(rank));
    return 0;
}

/* 2.8.1 */
static bl_cite check_option_8(const struct propre *s, bl_move m, bool rm, struct bl_context *cx)
{
    bl_card card = propre_card(m), top = propre_top(s);
    unsigned rank = bl_french_rank(card), top_rank = bl_french_rank(top);
    bool queen = card == BL_FRENCH(BL_HEARTS, BL_QUEEN) && top_rank == BL_KING;
    bool king = card == BL_FRENCH(BL_HEARTS, BL_KING) && top_rank == BL_QUEEN;
    REQUIRE(P2_8_1, s->av == 0, "AV is %d, must be 0", (int)s->av);
    REQUIRE(P2_8_1, rank != BL_SIX || top_rank != BL_SIX || propre_penultimate_rank(s) != BL_SIX,
            "%F would be the third six", (int)card);
    REQUIRE(P2_8_1, !rm || rank == top_rank || bl_french_suit(card) == bl_french_suit(top) || queen || king,
            "%F has neither the rank nor the suit of %F", (int)card, (int)top);
    if (propre_variant(m) == PROPRE_HORIZONTAL)
        REQUIRE(P2_8_2, propre_numeric(rank), "%F has no rank from 2 to 10", (int)card);
    return 0;
}

/* The first sentence of options 3 to 8, the card being one of the hand. */
static bl_cite check_option(const struct propre *s, bl_move m, bool rm, struct bl_context *cx)
{
    bl_card card = propre_card(m), top = propre_top(s);
    unsigned rank = bl_french_rank(card);
    bool last = s->count[s->active] == 1;
    switch (propre_what(m)) {
    case PROPRE_3:
        REQUIRE(P2_3_1, rank == BL_TWO || rank == BL_FIVE, "%F is not a 2 or a 5", (int)card);
        REQUIRE(P2_3_1, !last, "%F is the last card", (int)card);
        return 0;
    case PROPRE_4:
        REQUIRE(P2_4_1, rank == BL_THREE || rank == BL_SEVEN, "%F is not a 3 or a 7", (int)card);
        REQUIRE(P2_4_1, !last || s->av != 0, "%F is the last card and AV is 0", (int)card);
        return propre_variant(m) == PROPRE_CLEAR ? check_clear(s, rank, cx) : 0;
    case PROPRE_5:
        REQUIRE(P2_5_1, rank == BL_TEN, "%F is not a 10", (int)card);
        REQUIRE(P2_5_1, !last, "%F is the last card", (int)card);
        REQUIRE(P2_5_1, !rm || rank == bl_french_rank(top) || bl_french_suit(card) == bl_french_suit(top),
                "%F has neither the rank nor the suit of %F", (int)card, (int)top);
        return 0;
    case PROPRE_6:
        REQUIRE(P2_6_1, rank == BL_JACK, "%F is not a Jack", (int)card);
        REQUIRE(P2_6_1, !last, "%F is the last card", (int)card);
        return 0;
    case PROPRE_7:
        REQUIRE(P2_7_1, rank == BL_ACE, "%F is not an Ace", (int)card);
        REQUIRE(P2_7_1, !last, "%F is the last card", (int)card);
        REQUIRE(P2_7_1, s->av == 0, "AV is %d, must be 0", (int)s->av);
        return 0;
    default: return check_option_8(s, m, rm, cx);
    }
}

static bl_cite check_option_2(const struct propre *s, struct bl_context *cx)
{
    REQUIRE(P2_2_1, s->fc, "a card was already played in this turn");
    REQUIRE(P2_2_2, s->count[s->active] > 0 || !ruled(s, EMPTY_OPTION_2), "the hand is empty");
    return 0;
}

/* 2.a-2.b  A choice of the active player. */
static bl_cite check_choice(const struct propre *s, const struct bl_play *play, struct bl_context *cx)
{
    unsigned what = propre_what(play->move);
    bl_card card = propre_card(play->move);
    REQUIRE(P2_a, play->seat == s->active, "%p is active, not %p", (int)s->active,
            (int)play->seat);
    if (what == PROPRE_1)
        return 0;
    if (what == PROPRE_2)
        return check_option_2(s, cx);
    REQUIRE(P2_a, propre_holds(s, play->seat, card), "%F is not in the hand of %p", (int)card,
            (int)play->seat);
    if (what == PROPRE_PLACE)
        return 0;
    bool rm = s->rm;
    if (!s->fc) {
        bool by_run;
        REQUIRE(P2_b, goes_on(s, card, &by_run, cx), "%F does not go on %F as a further card",
                (int)card, (int)propre_top(s));
        rm = by_run && s->rm;
    }
    bl_cite refused = check_option(s, play->move, rm, cx);
    if (refused)
        return refused;
    if (s->count[play->seat] == 1)
        REQUIRE(PF_2, s->counts >> play->seat & 1,
                s->said >> play->seat & 1 ? "%p said the name only in this turn"
                                          : "%p has not said the name of the game",
                (int)play->seat);
    return 0;
}

static bl_cite check(const void *state, const struct bl_play *play, struct bl_context *cx)
{
    const struct propre *s = state;
    unsigned what = propre_what(play->move);
    if (s->head.to_move < 0)
        REFUSE(P1_1, "the game is over: %p has won", (int)s->winner);
    if (what == PROPRE_SAY) {
        REQUIRE(PF_2, !(s->said >> play->seat & 1), "%p has said it already", (int)play->seat);
        return 0;
    }
    if (what == PROPRE_UPHOLD || what == PROPRE_OBJECT)
        REQUIRE(PF_1, false, "there are no votes in this version");
    if (s->placing || what == PROPRE_PLACE)
        REQUIRE(P2_2_2, (what == PROPRE_PLACE) == (s->placing > 0),
                s->placing ? "the cards of option 2 are being placed" : "option 2 was not chosen");
    if (what == PROPRE_TALK) {
        REQUIRE(PF_1, propre_variant(play->move) == PROPRE_LAST_CARD,
                "a mispronunciation is not punished in this version");
        return 0;
    }
    return check_choice(s, play, cx);
}

/* ---- what the options do -------------------------------------------------- */

/* 2.c */
static void reset(struct propre *s, struct bl_context *cx)
{
    SET(P2_c, "RM", s->rm, true);
    SET(P2_c, "B", s->b, false);
    SET(P2_c, "PW", s->pw, false);
}

static void option_1(struct propre *s, struct bl_context *cx)
{
    unsigned seat = s->active;
    if (s->fc) {
        reset(s, cx);
        int drawn = propre_draw(s, seat, s->av > 1 ? s->av : 1, cx);
        if (drawn > 0)
            APPLIES(P2_1_2, "%p draws %d", (int)seat, drawn);
        SET(P2_1_2, "AV", s->av, 0);
    } else if (!ruled(s, MATCH_AFTER_PLAY)) {
        SET(P2_b, "RM", s->rm, false);
    }
    APPLIES(P2_1_3, "the turn of %p ends", (int)seat);
    step_1(s, cx);
}

/* 2.2.3-2.2.4  All cards are on the pile. */
static void end_option_2(struct propre *s, int32_t hand, struct bl_context *cx)
{
    int drawn = propre_draw(s, s->active, hand, cx);
    if (drawn > 0)
        APPLIES(P2_2_3, "%p draws %d", (int)s->active, drawn);
    s->placing = 0;
    APPLIES(P2_2_4, "the turn of %p ends", (int)s->active);
    step_1(s, cx);
}

static void option_2(struct propre *s, struct bl_context *cx)
{
    reset(s, cx);
    APPLIES(P2_2_2, "%p plays all %d cards", (int)s->active, (int)s->count[s->active]);
    s->placing = s->count[s->active];
    if (s->placing == 0)
        end_option_2(s, 0, cx);
}

static void place(struct propre *s, bl_card card, struct bl_context *cx)
{
    propre_put(s, s->active, card, card);
    APPLIES(P2_2_2, "%F goes onto the pile", (int)card);
    REVEALS(propre_others(s, s->active));
    if (s->count[s->active] == 0)
        end_option_2(s, s->placing, cx);
}

/* 2.4.2-2.4.5 */
static void defend(struct propre *s, unsigned rank, bool clear, struct bl_context *cx)
{
    SET(P2_4_2, "AV", s->av, s->av - propre_number(rank));
    if (s->av <= 0)
        SET(P2_4_3, "AV", s->av, 0);
    else
        SET(P2_4_3, "B", s->b, true);
    if (clear)
        SET(P2_4_4, "AV", s->av, 0);
    if (s->count[s->active] == 0 && s->av != 0) {
        SET(P2_4_5, "PW", s->pw, true);
        SET(P2_4_5, "MV", s->mv, 0);
    }
}

/* Options 3 to 8: 2.c, the option, 2.d. */
static void play_card(struct propre *s, bl_move m, struct bl_context *cx)
{
    unsigned what = propre_what(m), variant = propre_variant(m), seat = s->active;
    bl_card card = propre_card(m), lies = card;
    unsigned rank = bl_french_rank(card);
    reset(s, cx);
    if (what == PROPRE_7)
        lies = BL_FRENCH(variant, BL_ACE);
    if (what == PROPRE_8 && variant == PROPRE_HORIZONTAL)
        lies = propre_across(card);
    propre_put(s, seat, card, lies);
    REVEALS(propre_others(s, seat));
    switch (what) {
    case PROPRE_3: SET(P2_3_2, "AV", s->av, s->av + propre_number(rank)); break;
    case PROPRE_4: defend(s, rank, variant == PROPRE_CLEAR, cx); break;
    case PROPRE_5: SET(P2_5_2, "MV", s->mv, variant == PROPRE_MINUS ? s->mv - 1 : s->mv + 1); break;
    case PROPRE_6: SET(P2_6_2, "CW", s->cw, !s->cw); break;
    case PROPRE_7:
        if (lies != card)
            APPLIES(P2_7_2, "%F becomes %F", (int)card, (int)lies);
        break;
    default:
        if (lies != card)
            APPLIES(P2_8_2, "%F becomes %F", (int)card, (int)lies);
        break;
    }
    SET(P2_d, "FC", s->fc, false);
}

/* F.1 */
static void talk(struct propre *s, unsigned seat, struct bl_context *cx)
{
    int drawn = propre_draw(s, seat, 1, cx);
    APPLIES(PF_1, "%p said \"last card\" and draws %d", (int)seat, drawn);
}

static void apply(void *state, const struct bl_play *play, struct bl_context *cx)
{
    struct propre *s = state;
    switch (propre_what(play->move)) {
    case PROPRE_1: option_1(s, cx); break;
    case PROPRE_2: option_2(s, cx); break;
    case PROPRE_PLACE: place(s, propre_card(play->move), cx); break;
    case PROPRE_SAY:
        APPLIES(PF_2, "%p has said it", (int)play->seat);
        s->said |= (uint16_t)(1u << play->seat);
        break;
    case PROPRE_TALK: talk(s, (unsigned)play->seat, cx); break;
    default: play_card(s, play->move, cx); break;
    }
}

static void result(const void *state, struct bl_result *out)
{
    propre_result(state, P1_1, out);
}

/* ---- the game ------------------------------------------------------------- */

extern const struct bl_rules propre_rules, propre_rules_traced;
const struct bl_rules BL_BUILD(propre_rules) = {
    .resolve = propre_resolve, .deal = deal, .is_start = is_start, .moves = moves, .apply = apply,
    .check = check, .aside = propre_aside, .result = result,
};

#ifndef BL_TRACED

static const struct bl_clause clauses[CLAUSES] = {
    {0},
#define CLAUSE BL_CLAUSE_ROW
#include "clauses.def"
#undef CLAUSE
};

static const char *const as_written_or_restored[] = {"as-written", "restored", NULL};
static const char *const as_written_or_refused[] = {"as-written", "refused", NULL};

static const struct bl_ruling rulings[RULINGS] = {
    [MATCH_AFTER_PLAY] = {"match-after-play",
                          "Whether the next player's first card needs a match after a turn in which "
                          "a card was played: as-written no, restored yes.",
                          as_written_or_restored, P2_b},
    [EMPTY_OPTION_2] = {"empty-option-2",
                        "Whether a player with an empty hand may choose option 2, and so win.",
                        as_written_or_refused, P2_2_2},
};
static const struct bl_preset presets[] = {{"letter", {0, 0}}, {"table", {1, 1}}};

extern const struct bl_game bl_game_propre;
const struct bl_game bl_game_propre = {
    .id = "propre", .title = "Propreantepenultimate Card", .guide = propre_first_guide, .code = 2,
    .min_players = 2, .max_players = PROPRE_SEATS, .usual_players = 4, .hides = true,
    .state_size = sizeof(struct propre),
    .max_moves = PROPRE_MAX_MOVES,
    .clauses = clauses, .clause_count = CLAUSES, .options = propre_options,
    .option_count = PROPRE_OPTIONS, .rulings = rulings, .ruling_count = RULINGS,
    .presets = presets, .preset_count = sizeof presets / sizeof *presets,
    .chances = propre_chances, .chance_count = 1,
    .rules = &propre_rules, .traced = &propre_rules_traced,
    .fields = &propre_first_fields, .notation = &propre_first_notation, .advice = &propre_advice,
};

#endif
