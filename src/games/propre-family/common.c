/* common.c - what both documents say alike, each by clauses of its own. Not compiled by itself: each
 * version's rules.c includes it, where the symbols of its clauses are known.
 *
 * Options 3 to 8 are to attack, defend, skip, turn round, name a suit, and play any card; option 1
 * is to draw or end the turn, option 2 to play the whole hand. */
#include "masks.h"

static bool ruled(const struct propre *s, unsigned ruling)
{
    return s->head.setup.rulings[ruling] != 0;
}

/* ---- what each version says in its own way --------------------------------- */

static void step_1(struct propre *s, struct bl_context *cx);
/* A further card of a turn; gives RM as it is then for options 5 and 8. */
static bl_cite check_further(const struct propre *s, bl_move m, bool *rm, struct bl_context *cx);
static bool is_not_last(const struct propre *s, struct bl_context *cx);
static bl_cite check_option_2(const struct propre *s, struct bl_context *cx);
static bl_cite check_clear(const struct propre *s, unsigned rank, struct bl_context *cx);
static bl_cite check_match(const struct propre *s, bl_move m, bool rm, struct bl_context *cx);
/* Whether a last card may go, by what was said. */
static bl_cite check_said(const struct propre *s, int seat, struct bl_context *cx);
static bl_cite check_talk(const struct propre *s, const struct bl_play *play, struct bl_context *cx);
/* When the first sentence of the option has been checked. */
static void reset(struct propre *s, bl_move m, struct bl_context *cx);
/* A hand that was emptied under attack; true if the turn goes on. */
static bool emptied(struct propre *s, struct bl_context *cx);
static void talk(struct propre *s, const struct bl_play *play, struct bl_context *cx);

/* ---- turns ------------------------------------------------------------------ */

/* Only the player whose turn it was can have emptied a hand. */
static bool is_won(struct propre *s, struct bl_context *cx)
{
    if (s->pw || s->count[s->active] > 0)
        return false;
    APPLIES(WINS, "{you win|%p wins}", (int)s->active);
    s->winner = (int8_t)s->active;
    s->head.to_move = -1;
    return true;
}

static void count_said(struct propre *s, struct bl_context *cx)
{
    if (s->counts != s->said) {
        APPLIES(SAID_COUNTS, "what was said counts from now on");
        s->counts = s->said;
    }
}

static void begin_turn(struct propre *s, struct bl_context *cx)
{
    if (s->mv > 0)
        SET(MV_SPENT, "move value (MV)", s->mv, 0);
    SET(MV_RISES, "move value (MV)", s->mv, s->mv + 1);
    SET(NEW_TURN, "first card (FC)", s->fc, true);
    SET(NEW_TURN, "bridge (B)", s->b, false);
    s->head.to_move = (int8_t)s->active;
}

/* The starter's effect, and the first step 1. */
static void open_game(struct propre *s, struct bl_context *cx)
{
    unsigned rank = propre_top_rank(s);
    APPLIES(STARTER, "the starter is %F", (int)propre_top(s));
    if (PROPRE_RANK(rank) & PROPRE_ATTACKS)
        SET(STARTS_ATTACK, "attack (AV)", s->av, propre_number(rank));
    if (rank == BL_TEN)
        SET(STARTS_SKIP, "move value (MV)", s->mv, 1);
    if (rank == BL_JACK) {
        SET(STARTS_ROUND, "move value (MV)", s->mv, 1);
        SET(STARTS_ROUND, "clockwise (CW)", s->cw, false);
    }
    if (rank == BL_ACE)
        SET(STARTS_FREE, "match required (RM)", s->rm, false);
    step_1(s, cx);
}

static bool is_start(const void *state)
{
    return propre_is_start(state, open_game);
}

/* ---- whether a choice is allowed -------------------------------------------- */

/* The first sentence of options 3 to 8, the card being one of the hand. */
static bl_cite check_option(const struct propre *s, bl_move m, bool rm, struct bl_context *cx)
{
    bl_card card = propre_card(m);
    unsigned rank = bl_french_rank(card);
    bool last = s->count[s->active] == 1;
    switch (propre_what(m)) {
    case PROPRE_3:
        REQUIRE(ATTACK, rank == BL_TWO || rank == BL_FIVE, "%F is not a 2 or a 5", (int)card);
        REQUIRE(ATTACK_LAST, !last, "%F is the last card", (int)card);
        return 0;
    case PROPRE_4:
        REQUIRE(DEFEND, rank == BL_THREE || rank == BL_SEVEN, "%F is not a 3 or a 7", (int)card);
        REQUIRE(DEFEND_LAST, is_not_last(s, cx) || s->av != 0,
                "%F is the last card, and there is no attack to defend against",
                (int)card);
        return propre_variant(m) == PROPRE_CLEAR ? check_clear(s, rank, cx) : 0;
    case PROPRE_5:
        REQUIRE(SKIP, rank == BL_TEN, "%F is not a 10", (int)card);
        REQUIRE(SKIP_LAST, !last, "%F is the last card", (int)card);
        return check_match(s, m, rm, cx);
    case PROPRE_6:
        REQUIRE(TURN_ROUND, rank == BL_JACK, "%F is not a Jack", (int)card);
        REQUIRE(TURN_ROUND_LAST, !last, "%F is the last card", (int)card);
        return 0;
    case PROPRE_7:
        REQUIRE(NAME_SUIT, rank == BL_ACE, "%F is not an Ace", (int)card);
        REQUIRE(NAME_SUIT_LAST, !last, "%F is the last card", (int)card);
        REQUIRE(NAME_SUIT_AV, s->av == 0, "an attack of %d is going on (AV must be 0)", (int)s->av);
        return 0;
    default: {
        REQUIRE(ANY_AV, s->av == 0, "an attack of %d is going on (AV must be 0)", (int)s->av);
        bl_cite refused = check_match(s, m, rm, cx);
        if (!refused && propre_variant(m) == PROPRE_HORIZONTAL)
            REQUIRE(ACROSS, propre_numeric(rank), "%F has no rank from 2 to 10", (int)card);
        return refused;
    }
    }
}

/* A choice of the active player. */
static bl_cite check_choice(const struct propre *s, const struct bl_play *play, struct bl_context *cx)
{
    unsigned what = propre_what(play->move);
    bl_card card = propre_card(play->move);
    bool rm = s->rm;
    REQUIRE(ACTIVE, play->seat == s->active,
            "it is {your turn|the turn of %p}, not {yours|that of %p}", (int)s->active, (int)play->seat);
    if (what == PROPRE_1)
        return 0;
    if (what == PROPRE_2)
        return check_option_2(s, cx);
    REQUIRE(IN_HAND, propre_holds(s, play->seat, card),
            "%F is not in {your hand|the hand of %p}", (int)card, (int)play->seat);
    if (what == PROPRE_PLACE)
        return 0;
    bl_cite refused = s->fc ? 0 : check_further(s, play->move, &rm, cx);
    if (!refused)
        refused = check_option(s, play->move, rm, cx);
    return refused || s->count[play->seat] > 1 ? refused : check_said(s, play->seat, cx);
}

static bl_cite check(const void *state, const struct bl_play *play, struct bl_context *cx)
{
    const struct propre *s = state;
    unsigned what = propre_what(play->move);
    if (s->head.to_move < 0)
        REFUSE(WINS, "the game is over: {you have|%p has} won", (int)s->winner);
    if (what == PROPRE_SAY) {
        REQUIRE(SAID, !(s->said >> play->seat & 1), "{you have|%p has} said it already", (int)play->seat);
        return 0;
    }
    if (what == PROPRE_UPHOLD || what == PROPRE_OBJECT || s->vote)
        return check_talk(s, play, cx);
    if (s->placing || what == PROPRE_PLACE)
        REQUIRE(HAND_PLACED, (what == PROPRE_PLACE) == (s->placing > 0),
                s->placing ? "the whole hand is being laid (option 2)"
                           : "the whole hand (option 2) was not chosen");
    return what == PROPRE_TALK ? check_talk(s, play, cx) : check_choice(s, play, cx);
}

/* ---- what the options do ---------------------------------------------------- */

static void option_1(struct propre *s, struct bl_context *cx)
{
    unsigned seat = s->active;
    if (s->fc) {
        reset(s, PROPRE_MOVE(PROPRE_1, 0, 0), cx);
        int drawn = propre_draw(s, seat, s->av > 1 ? s->av : 1, cx);
        if (drawn > 0)
            APPLIES(DRAW, "{you draw|%p draws} {a card|%d cards}", (int)seat, drawn);
        SET(DRAW_AV, "attack (AV)", s->av, 0);
    } else if (!ruled(s, MATCH_AFTER_PLAY)) {
        SET(RM_DROPS, "match required (RM)", s->rm, false);
    }
    APPLIES(DRAW_ENDS, "{your turn|the turn of %p} ends", (int)seat);
    step_1(s, cx);
}

/* All cards are on the pile. */
static void end_option_2(struct propre *s, int32_t hand, struct bl_context *cx)
{
    int drawn = propre_draw(s, s->active, hand, cx);
    if (drawn > 0)
        APPLIES(HAND_DRAWN, "{you draw|%p draws} {a card|%d cards}", (int)s->active, drawn);
    s->placing = 0;
    APPLIES(HAND_ENDS, "{your turn|the turn of %p} ends", (int)s->active);
    step_1(s, cx);
}

static void option_2(struct propre *s, struct bl_context *cx)
{
    reset(s, PROPRE_MOVE(PROPRE_2, 0, 0), cx);
    APPLIES(HAND_PLACED, "{you play|%p plays} the whole hand, {a card|%d cards}", (int)s->active,
            (int)s->count[s->active]);
    s->placing = s->count[s->active];
    if (s->placing == 0)
        end_option_2(s, 0, cx);
}

static void place(struct propre *s, bl_card card, struct bl_context *cx)
{
    propre_put(s, s->active, card, card);
    APPLIES(HAND_PLACED, "%F goes onto the pile", (int)card);
    REVEALS(propre_others(s, s->active));
    if (s->count[s->active] == 0)
        end_option_2(s, s->placing, cx);
}

/* True if the turn goes on. */
static bool defend(struct propre *s, unsigned rank, bool clear, struct bl_context *cx)
{
    SET(DEFEND_AV, "attack (AV)", s->av, s->av - propre_number(rank));
    if (s->av <= 0)
        SET(DEFENDED, "attack (AV)", s->av, 0);
    else
        SET(DEFEND_B, "bridge (B)", s->b, true);
    if (clear)
        SET(CLEAR, "attack (AV)", s->av, 0);
    return s->count[s->active] > 0 || s->av == 0 || emptied(s, cx);
}

/* Options 3 to 8. */
static void play_card(struct propre *s, bl_move m, struct bl_context *cx)
{
    unsigned what = propre_what(m), variant = propre_variant(m), seat = s->active;
    bl_card card = propre_card(m), lies = card;
    unsigned rank = bl_french_rank(card);
    reset(s, m, cx);
    if (what == PROPRE_7)
        lies = BL_FRENCH(variant, BL_ACE);
    if (what == PROPRE_8 && variant == PROPRE_HORIZONTAL)
        lies = propre_across(card);
    propre_put(s, seat, card, lies);
    REVEALS(propre_others(s, seat));
    switch (what) {
    case PROPRE_3: SET(ATTACK_AV, "attack (AV)", s->av, s->av + propre_number(rank)); break;
    case PROPRE_4:
        if (!defend(s, rank, variant == PROPRE_CLEAR, cx)) {
            step_1(s, cx);
            return;
        }
        break;
    case PROPRE_5:
        if (variant == PROPRE_MINUS)
            SET(SKIP_LESS, "move value (MV)", s->mv, s->mv - 1);
        else
            SET(SKIP_MORE, "move value (MV)", s->mv, s->mv + 1);
        break;
    case PROPRE_6: SET(TURN_ROUND_CW, "clockwise (CW)", s->cw, !s->cw); break;
    case PROPRE_7:
        if (lies != card)
            APPLIES(SUIT_NAMED, "%F becomes %F", (int)card, (int)lies);
        break;
    default:
        if (lies != card)
            APPLIES(LIES_ACROSS, "%F becomes %F", (int)card, (int)lies);
        break;
    }
    SET(GOES_ON, "first card (FC)", s->fc, false);
}

static void apply(void *state, const struct bl_play *play, struct bl_context *cx)
{
    struct propre *s = state;
    switch (propre_what(play->move)) {
    case PROPRE_1: option_1(s, cx); break;
    case PROPRE_2: option_2(s, cx); break;
    case PROPRE_PLACE: place(s, propre_card(play->move), cx); break;
    case PROPRE_SAY:
        APPLIES(SAID, "{you have|%p has} said it", (int)play->seat);
        s->said |= (uint16_t)(1u << play->seat);
        break;
    case PROPRE_TALK:
    case PROPRE_UPHOLD:
    case PROPRE_OBJECT: talk(s, play, cx); break;
    default: play_card(s, play->move, cx); break;
    }
}

static void result(const void *state, struct bl_result *out)
{
    propre_result(state, WINS, out);
}

/* ---- the game --------------------------------------------------------------- */

#define PROPRE_RULES                                                                          \
    {.resolve = propre_resolve, .deal = deal, .is_start = is_start, .moves = moves,           \
     .apply = apply, .check = check, .aside = propre_aside, .result = result}

#define PROPRE_GAME                                                                           \
    .min_players = 2, .max_players = PROPRE_SEATS, .usual_players = 4, .minutes = 10,         \
    .hides = true,                                                                            \
    .state_size = sizeof(struct propre), .max_moves = PROPRE_MAX_MOVES, .clauses = clauses,   \
    .clause_count = CLAUSES, .turn = ACTIVE, .options = propre_options, .option_count = PROPRE_OPTIONS,       \
    .rulings = rulings, .ruling_count = RULINGS,                                              \
    .presets = (const struct bl_preset[]){{"letter", {0, 0}}, {"table", {1, 1}}},             \
    .preset_count = 2, .chances = propre_chances, .chance_count = 1, .advice = &propre_advice
