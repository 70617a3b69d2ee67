/* rules.c - True Propreantepenultimate Card, in the order of its document. */
#include "games/propre-family/masks.h"
#include "games/propre-family/table.h"

enum {
    NO_CLAUSE,
#define CLAUSE BL_CLAUSE_SYMBOL
#include "clauses.def"
#undef CLAUSE
    CLAUSES
};

enum ruling { MATCH_AFTER_PLAY, RUNS_NEED_MATCH, RULINGS };

static bool ruled(const struct propre *s, enum ruling r)
{
    return s->head.setup.rulings[r] != 0;
}

/* ---- §5  Step 1 ----------------------------------------------------------- */

static void step_1(struct propre *s, struct bl_context *cx)
{
    /* Only the player whose turn it was can have emptied a hand. */
    if (s->count[s->active] == 0) {
        APPLIES(S5_1_2, "%p wins", (int)s->active);
        s->winner = (int8_t)s->active;
        s->head.to_move = -1;
        return;
    }
    unsigned next = s->mv > 0 ? propre_seat_after(s, s->active, s->mv) : s->active;
    bool changes = next != s->active;
    SET(S5_2_2, "active seat", s->active, (uint8_t)next);
    if (changes && s->counts != s->said) {
        APPLIES(S7_1_3, "what was said counts from now on");
        s->counts = s->said;
    }
    if (s->mv > 0)
        SET(S5_3_1, "MV", s->mv, 0);
    SET(S5_3_2, "MV", s->mv, s->mv + 1);
    SET(S5_4, "FC", s->fc, true);
    SET(S5_4, "B", s->b, false);
    s->head.to_move = (int8_t)next;
}

/* ---- §2  Dealing ---------------------------------------------------------- */

/* §2.1b-2.5  The starter's effect, and the first step 1. */
static void open_game(struct propre *s, struct bl_context *cx)
{
    unsigned rank = propre_top_rank(s);
    APPLIES(S1_1_2, "%p is to the left of the dealer", (int)s->active);
    APPLIES(S2_1, "the starter is %F", (int)propre_top(s));
    if (PROPRE_RANK(rank) & PROPRE_ATTACKS)
        SET(S2_1b, "AV", s->av, propre_number(rank));
    if (rank == BL_TEN)
        SET(S2_2, "MV", s->mv, 1);
    if (rank == BL_JACK) {
        SET(S2_3, "MV", s->mv, 1);
        SET(S2_3, "CW", s->cw, false);
    }
    if (rank == BL_ACE)
        SET(S2_4, "RM", s->rm, false);
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

/* ---- §3  Card matches, as sets: the legal moves --------------------------- */

/* What a card on the pile does to those that may follow it, by its rank. */
struct neighbour {
    uint64_t basic;      /* §3.1.1-3.1.4: the cards that match it */
    uint64_t near;       /* §3.4.5: the cards one rank above or below */
    uint32_t residue;    /* its number modulo three; 0 if it has none */
};

#define MATCHED(r, courtesy, number)                                                         \
    {PROPRE_LANES(BIT13(r)) | (courtesy), PROPRE_LANES(NEAR(r)), (number) % 3}
#define NUMBER(r) MATCHED(r, 0, (r) + 1)

static const struct neighbour neighbours[14] = {
    MATCHED(BL_ACE, PROPRE_AS, 0), NUMBER(1), NUMBER(2), NUMBER(3), NUMBER(4), NUMBER(5), NUMBER(6),
    NUMBER(7), NUMBER(8), NUMBER(9), MATCHED(BL_JACK, PROPRE_AS, 0),
    MATCHED(BL_QUEEN, PROPRE_AS | PROPRE_KH, 0), MATCHED(BL_KING, PROPRE_AS | PROPRE_QH, 0),
    {0, 0, 0},   /* PROPRE_NO_RANK */
};

/* §3.2.2  The cards whose rank makes the sum divisible by three, by the residues of
 * the two on top. (§3.2.1 adds nothing: 6 + 6 + 6 is divisible by three.) */
#define RESIDUE_2 PROPRE_LANES(0x092)   /* 2, 5, 8 */
#define RESIDUE_0 PROPRE_LANES(0x124)   /* 3, 6, 9 */
#define RESIDUE_1 PROPRE_LANES(0x248)   /* 4, 7, 10 */
static const uint64_t divisible[5] = {RESIDUE_0, RESIDUE_2, RESIDUE_1, RESIDUE_0, RESIDUE_2};

/* Written without branches on RM, FC and B, which random play makes unpredictable. */
static uint32_t moves(const void *state, bl_move *out)
{
    const struct propre *s = state;
    int seat = s->head.to_move;
    if (seat < 0)
        return 0;
    if (s->vote || s->placing)
        return propre_few_moves(s, out);

    uint64_t hand = s->hand[seat][0], first = 0 - (uint64_t)s->fc;
    unsigned top = propre_top_rank(s), below = propre_penultimate_rank(s);
    const struct neighbour *t = &neighbours[top], *p = &neighbours[below];
    uint64_t refused = s->played >= 2 ? divisible[t->residue + p->residue] : 0;
    unsigned run = top == below ? propre_run(s) : 1;
    uint64_t counted = run >= 2 && run <= 10 ? PROPRE_LANES(PROPRE_RANK(run - 1)) : 0;
    uint64_t suited = PROPRE_SUIT_LANE(bl_french_suit(propre_top(s)));

    unsigned bridges = propre_bridges(propre_same[top] | propre_same[below]) & (0u - (unsigned)s->b);
    uint64_t type_1 = t->basic | counted | suited | (0 - (uint64_t)!s->rm);
    uint64_t firm = t->basic | p->basic | counted | PROPRE_LANES(propre_thirds[top][below] | bridges);
    uint64_t type_2 = firm | t->near | p->near;
    uint64_t further = ruled(s, RUNS_NEED_MATCH) && s->rm ? type_2 & (firm | suited) : type_2;
    uint64_t general = hand & ~refused;
    uint64_t may = (hand & first) | (general & type_2 & ~first);
    uint64_t match = general & ((type_1 & first) | (further & ~first));

    out[0] = PROPRE_MOVE(PROPRE_1, 0, 0);
    out[1] = PROPRE_MOVE(PROPRE_2, 0, 0);
    uint32_t n = 1u + (s->fc & (s->av == 0) & (hand != 0));
    return propre_turn_moves(s, out, n, may, match);
}

/* ---- §3  Card matches, clause by clause ----------------------------------- */

/* What RS becomes when a numeric card is looked at. */
static int rank_sum(const struct propre *s, unsigned rank)
{
    return propre_number(rank) + propre_number(propre_top_rank(s)) +
           propre_number(propre_penultimate_rank(s));
}

/* §3.2.2.1-3.2.2.2 */
static bool sums_up(const struct propre *s, unsigned rank)
{
    return propre_numeric(rank) && s->played >= 2;
}

/* §3.1  BasicMatch(card, B), B being a card on the pile. */
static bool basic_match(const struct propre *s, bl_card card, bl_card b, struct bl_context *cx)
{
    unsigned rank = bl_french_rank(card), other = bl_french_rank(b);
    if (HOLDS(S3_1_1, rank == other))
        return true;
    if (card == BL_FRENCH(BL_HEARTS, BL_QUEEN) && HOLDS(S3_1_2, other == BL_KING))
        return true;
    if (card == BL_FRENCH(BL_HEARTS, BL_KING) && HOLDS(S3_1_3, other == BL_QUEEN))
        return true;
    if (card == BL_FRENCH(BL_SPADES, BL_ACE) && HOLDS(S3_1_4, !propre_numeric(other)))
        return true;
    return propre_numeric(rank) && HOLDS(S3_1_5_1, propre_number(rank) == (int)propre_run(s));
}

/* §3.2  GeneralMatch(card). */
static bool general_match(const struct propre *s, bl_card card, struct bl_context *cx)
{
    unsigned rank = bl_french_rank(card);
    if (!sums_up(s, rank))
        return HOLDS(S3_2_3, true);
    /* Recorded as false where it is what makes the match fail. */
    return rank_sum(s, rank) % 3 == 0 ? HOLDS(S3_2_2_9, false) : HOLDS(S3_2_3, true);
}

/* §3.3  Type 1, with RM as it is for this check. */
static bool type_1(const struct propre *s, bl_card card, bool rm, struct bl_context *cx)
{
    bl_card top = propre_top(s);
    if (!HOLDS(S3_3_2, general_match(s, card, cx)))
        return false;
    return HOLDS(S3_3_3, !rm) || HOLDS(S3_3_4, basic_match(s, card, top, cx)) ||
           HOLDS(S3_3_5, bl_french_suit(card) == bl_french_suit(top));
}

/* Why a card is no match; takes the card, the topmost card and the rank sum. */
static const char *mismatch(const struct propre *s, bl_card card, bool further)
{
    if (sums_up(s, bl_french_rank(card)) && rank_sum(s, bl_french_rank(card)) % 3 == 0)
        return FACT("%F on %F makes a rank sum of %d, which three divides");
    return further ? FACT("%F does not go on %F as a further card") : FACT("%F does not match %F");
}

/* §3.4.6  A three or seven, the other one on the pile, and B. */
static bool bridged(const struct propre *s, unsigned rank)
{
    unsigned other = rank == BL_THREE ? BL_SEVEN : BL_THREE;
    return (rank == BL_THREE || rank == BL_SEVEN) && s->b &&
           (propre_top_rank(s) == other || propre_penultimate_rank(s) == other);
}

/* §3.4.7  Three numbers of which two make the third. */
static bool computed(const struct propre *s, unsigned rank)
{
    unsigned top = propre_top_rank(s), below = propre_penultimate_rank(s);
    return propre_numeric(rank) && propre_numeric(top) && propre_numeric(below) && s->played >= 2 &&
           propre_arithmetic(propre_number(rank), propre_number(top), propre_number(below));
}

/* §3.4  Type 2. Sets *by_run if §3.4.5 alone lets the card through. */
static bool type_2(const struct propre *s, bl_card card, bool *by_run, struct bl_context *cx)
{
    unsigned rank = bl_french_rank(card), below = propre_penultimate_rank(s);
    *by_run = false;
    if (!HOLDS(S3_4_2, general_match(s, card, cx)))
        return false;
    if (HOLDS(S3_4_3, basic_match(s, card, propre_top(s), cx)))
        return true;
    if (propre_has_penultimate(s) &&
        HOLDS(S3_4_4, basic_match(s, card, propre_penultimate(s), cx)))
        return true;
    if (HOLDS(S3_4_6_1, bridged(s, rank)) || HOLDS(S3_4_7_5, computed(s, rank)))
        return true;
    *by_run = propre_neighbours(rank, propre_top_rank(s)) ||
              (below != PROPRE_NO_RANK && propre_neighbours(rank, below));
    return HOLDS(S3_4_5_1, *by_run);
}

/* ---- §4, §6  Whether a choice is allowed ---------------------------------- */

static bl_cite check_option_2(const struct propre *s, struct bl_context *cx)
{
    REQUIRE(S4_2_1_1, s->fc, "a card was already played in this turn");
    REQUIRE(S4_2_1_2, s->av == 0, "AV is %d, must be 0", (int)s->av);
    REQUIRE(S4_2_1_3, s->count[s->active] > 0, "the hand is empty");
    return 0;
}

/* §4.4.4  `clear`: setting AV to 0 as well. */
static bl_cite check_clear(const struct propre *s, unsigned rank, struct bl_context *cx)
{
    bl_card before = propre_top(s);
    unsigned before_rank = bl_french_rank(before);
    REQUIRE(S4_4_4_1_2, before_rank != rank, "the card before, %F, has the same rank", (int)before);
    REQUIRE(S4_4_4_2, before_rank == BL_THREE || before_rank == BL_SEVEN,
            "the card before is %F, must be a 3 or a 7", (int)before);
    REQUIRE(S4_4_4_3, !s->fc, "this is the first card of the turn");
    REQUIRE(S4_4_4_4, s->av > propre_number(rank), "AV is %d, and %d less leaves nothing to clear",
            (int)s->av, propre_number(rank));
    return 0;
}

/* The first sentence of options 3 to 8, the card being one of the hand. */
static bl_cite check_option(const struct propre *s, bl_move m, bool rm, struct bl_context *cx)
{
    bl_card card = propre_card(m);
    unsigned rank = bl_french_rank(card);
    bool last = s->count[s->active] == 1;
    switch (propre_what(m)) {
    case PROPRE_3:
        REQUIRE(S4_3_1_1, rank == BL_TWO || rank == BL_FIVE, "%F is not a 2 or a 5", (int)card);
        REQUIRE(S4_3_1_2, !last, "%F is the last card", (int)card);
        return 0;
    case PROPRE_4:
        REQUIRE(S4_4_1_1, rank == BL_THREE || rank == BL_SEVEN, "%F is not a 3 or a 7", (int)card);
        REQUIRE(S4_4_1_2_2, HOLDS(S4_4_1_2_1, !last) || s->av != 0,
                "%F is the last card and AV is 0", (int)card);
        return propre_variant(m) == PROPRE_CLEAR ? check_clear(s, rank, cx) : 0;
    case PROPRE_5:
        REQUIRE(S4_5_1_1, rank == BL_TEN, "%F is not a 10", (int)card);
        REQUIRE(S4_5_1_2, !last, "%F is the last card", (int)card);
        REQUIRE(S4_5_1_3, type_1(s, card, rm, cx), mismatch(s, card, false), (int)card,
                (int)propre_top(s), rank_sum(s, rank));
        return 0;
    case PROPRE_6:
        REQUIRE(S4_6_1_1, rank == BL_JACK, "%F is not a Jack", (int)card);
        REQUIRE(S4_6_1_2, !last, "%F is the last card", (int)card);
        return 0;
    case PROPRE_7:
        REQUIRE(S4_7_1_1, rank == BL_ACE, "%F is not an Ace", (int)card);
        REQUIRE(S4_7_1_2, !last, "%F is the last card", (int)card);
        REQUIRE(S4_7_1_3, s->av == 0, "AV is %d, must be 0", (int)s->av);
        return 0;
    default:
        REQUIRE(S4_8_1_1, s->av == 0, "AV is %d, must be 0", (int)s->av);
        REQUIRE(S4_8_1_2, type_1(s, card, rm, cx), mismatch(s, card, false), (int)card,
                (int)propre_top(s), rank_sum(s, rank));
        if (propre_variant(m) == PROPRE_HORIZONTAL)
            REQUIRE(S4_8_2_1, propre_numeric(rank), "%F has no rank from 2 to 10", (int)card);
        return 0;
    }
}

/* §6.1-6.5  A choice of the active player. */
static bl_cite check_choice(const struct propre *s, const struct bl_play *play, struct bl_context *cx)
{
    unsigned what = propre_what(play->move);
    bl_card card = propre_card(play->move);
    REQUIRE(S6_1, play->seat == s->active, "%p is active, not %p", (int)s->active,
            (int)play->seat);
    if (what == PROPRE_1)
        return 0;
    if (what == PROPRE_2)
        return check_option_2(s, cx);
    REQUIRE(S6_2_2, propre_holds(s, play->seat, card), "%F is not in the hand of %p", (int)card,
            (int)play->seat);
    bool rm = s->rm;
    if (!s->fc) {
        bool by_run;
        REQUIRE(S6_4_4, type_2(s, card, &by_run, cx), mismatch(s, card, true), (int)card,
                (int)propre_top(s), rank_sum(s, bl_french_rank(card)));
        rm = ruled(s, RUNS_NEED_MATCH) && by_run && !HOLDS(S6_4_5, !s->rm);
    }
    bl_cite refused = check_option(s, play->move, rm, cx);
    if (refused)
        return refused;
    if (s->count[play->seat] == 1)
        REQUIRE(S7_1_1, s->counts >> play->seat & 1,
                s->said >> play->seat & 1 ? "%p said the word, but nobody else has been active since"
                                          : "%p has not said the word",
                (int)play->seat);
    return 0;
}

/* §7.2.3  A vote is heard seat by seat, after the speaker and round to the speaker. */
static bl_cite check_vote(const struct propre *s, const struct bl_play *play, struct bl_context *cx)
{
    REQUIRE(S7_2_3, s->vote != PROPRE_NO_TALK && play->seat == s->head.to_move,
            s->vote ? "%p is to vote" : "no vote is going on", (int)s->head.to_move);
    return 0;
}

static bl_cite check(const void *state, const struct bl_play *play, struct bl_context *cx)
{
    const struct propre *s = state;
    unsigned what = propre_what(play->move);
    if (s->head.to_move < 0)
        REFUSE(S5_1_2, "the game is over: %p has won", (int)s->winner);
    if (what == PROPRE_SAY) {
        REQUIRE(S7_1_2, !(s->said >> play->seat & 1), "%p has said it already", (int)play->seat);
        return 0;
    }
    if (what == PROPRE_UPHOLD || what == PROPRE_OBJECT)
        return check_vote(s, play, cx);
    if (s->vote)
        REQUIRE(S7_2_3, false, "a vote is going on, and %p is to vote", (int)s->head.to_move);
    if (s->placing || what == PROPRE_PLACE)
        REQUIRE(S4_2_2, (what == PROPRE_PLACE) == (s->placing > 0),
                s->placing ? "the cards of option 2 are being placed" : "option 2 was not chosen");
    if (what == PROPRE_TALK)
        return 0;
    if (what == PROPRE_PLACE) {
        REQUIRE(S6_1, play->seat == s->active, "%p is active, not %p", (int)s->active,
                (int)play->seat);
        REQUIRE(S6_2_2, propre_holds(s, play->seat, propre_card(play->move)),
                "%F is not in the hand of %p", (int)propre_card(play->move), (int)play->seat);
        return 0;
    }
    return check_choice(s, play, cx);
}

/* ---- §4  What the options do ---------------------------------------------- */

static void option_1(struct propre *s, struct bl_context *cx)
{
    unsigned seat = s->active;
    if (s->fc) {
        SET(S6_6_2, "RM", s->rm, true);
        int drawn = propre_draw(s, seat, s->av > 1 ? s->av : 1, cx);
        if (drawn > 0)
            APPLIES(S4_1_1_1, "%p draws %d", (int)seat, drawn);
        SET(S4_1_1_2, "AV", s->av, 0);
    } else if (!ruled(s, MATCH_AFTER_PLAY)) {
        SET(S6_4_2, "RM", s->rm, false);
    }
    APPLIES(S4_1_2, "the turn of %p ends", (int)seat);
    step_1(s, cx);
}

static void option_2(struct propre *s, struct bl_context *cx)
{
    SET(S6_6_2, "RM", s->rm, true);
    APPLIES(S4_2_2, "%p plays all %d cards", (int)s->active, (int)s->count[s->active]);
    s->placing = s->count[s->active];
}

static void place(struct propre *s, bl_card card, struct bl_context *cx)
{
    unsigned seat = s->active;
    propre_put(s, seat, card, card);
    APPLIES(S4_2_2, "%F goes onto the pile", (int)card);
    REVEALS(propre_others(s, seat));
    if (s->count[seat] > 0)
        return;
    int drawn = propre_draw(s, seat, s->placing, cx);
    if (drawn > 0)
        APPLIES(S4_2_3, "%p draws %d", (int)seat, drawn);
    s->placing = 0;
    APPLIES(S4_2_4, "the turn of %p ends", (int)seat);
    step_1(s, cx);
}

/* §4.4.2-4.4.5  True if the turn goes on. */
static bool defend(struct propre *s, unsigned rank, bool clear, struct bl_context *cx)
{
    SET(S4_4_2, "AV", s->av, s->av - propre_number(rank));
    if (s->av <= 0)
        SET(S4_4_3_1_2, "AV", s->av, 0);
    else
        SET(S4_4_3_2_2, "B", s->b, true);
    if (clear)
        SET(S4_4_4_4, "AV", s->av, 0);
    if (s->count[s->active] > 0 || s->av == 0)
        return true;
    int drawn = propre_draw(s, s->active, s->av, cx);
    if (drawn > 0)
        APPLIES(S4_4_5_2, "%p draws %d", (int)s->active, drawn);
    SET(S4_4_5_3, "AV", s->av, 0);
    APPLIES(S4_4_5_4, "the turn of %p ends", (int)s->active);
    return false;
}

/* §3.2.2.3-3.2.2.7 */
static void sum_ranks(struct propre *s, unsigned rank, struct bl_context *cx)
{
    unsigned top = propre_top_rank(s), below = propre_penultimate_rank(s);
    SET(S3_2_2_3, "RS", s->rs, propre_number(rank));   /* what is not numeric adds 0 */
    SET(S3_2_2_5, "RS", s->rs, s->rs + propre_number(top));
    SET(S3_2_2_7, "RS", s->rs, s->rs + propre_number(below));
}

/* Options 3 to 8: §6.4.2, §6.6, then the option, then §6.8. */
static void play_card(struct propre *s, bl_move m, struct bl_context *cx)
{
    unsigned what = propre_what(m), variant = propre_variant(m), seat = s->active;
    bl_card card = propre_card(m), lies = card;
    unsigned rank = bl_french_rank(card);
    bool matched = !s->fc || what == PROPRE_5 || what == PROPRE_8;
    if (matched && sums_up(s, rank))
        sum_ranks(s, rank, cx);
    if (!s->fc && !ruled(s, RUNS_NEED_MATCH))
        SET(S6_4_2, "RM", s->rm, false);
    SET(S6_6_2, "RM", s->rm, true);
    if (what == PROPRE_7)
        lies = BL_FRENCH(variant, BL_ACE);
    if (what == PROPRE_8 && variant == PROPRE_HORIZONTAL)
        lies = propre_across(card);
    propre_put(s, seat, card, lies);
    REVEALS(propre_others(s, seat));
    switch (what) {
    case PROPRE_3: SET(S4_3_2, "AV", s->av, s->av + propre_number(rank)); break;
    case PROPRE_4:
        if (!defend(s, rank, variant == PROPRE_CLEAR, cx)) {
            step_1(s, cx);
            return;
        }
        break;
    case PROPRE_5:
        if (variant == PROPRE_MINUS)
            SET(S4_5_2_2_2, "MV", s->mv, s->mv - 1);
        else
            SET(S4_5_2_2_1, "MV", s->mv, s->mv + 1);
        break;
    case PROPRE_6: SET(S4_6_2, "CW", s->cw, !s->cw); break;
    case PROPRE_7:
        if (lies != card)
            APPLIES(S4_7_2_2, "%F becomes %F", (int)card, (int)lies);
        break;
    default:
        if (lies != card)
            APPLIES(S4_8_2_3, "%F becomes %F", (int)card, (int)lies);
        break;
    }
    SET(S6_8, "FC", s->fc, false);
}

/* ---- §7  What is said ----------------------------------------------------- */

static void say(struct propre *s, unsigned seat, struct bl_context *cx)
{
    APPLIES(S7_1_2, "%p has said it", (int)seat);
    s->said |= (uint16_t)(1u << seat);
}

static void talk(struct propre *s, unsigned seat, unsigned variant, struct bl_context *cx)
{
    s->vote = (uint8_t)variant;
    s->speaker = (uint8_t)seat;
    s->objections = s->heard = 0;
    if (variant == PROPRE_MISPRONOUNCED)
        APPLIES(S7_2_1, "%p mispronounced the name: a vote", (int)seat);
    else
        APPLIES(S7_2_2, "%p said \"last card\": a vote", (int)seat);
    s->head.to_move = (int8_t)(seat + 1 == s->head.setup.players ? 0 : seat + 1);
}

static void vote(struct propre *s, bool objects, struct bl_context *cx)
{
    unsigned players = s->head.setup.players, seat = (unsigned)s->head.to_move;
    s->objections = (uint8_t)(s->objections + objects);
    APPLIES(S7_2_3, objects ? "%p objects" : "%p upholds it", (int)seat);
    if (++s->heard < players) {
        s->head.to_move = (int8_t)(seat + 1 == players ? 0 : seat + 1);
        return;
    }
    if (2u * s->objections <= players) {
        int drawn = propre_draw(s, s->speaker, 1, cx);
        if (drawn > 0)
            APPLIES(S7_2_2, "%p draws %d", (int)s->speaker, drawn);
    }
    s->vote = s->speaker = s->objections = s->heard = 0;
    s->head.to_move = (int8_t)s->active;
}

static void apply(void *state, const struct bl_play *play, struct bl_context *cx)
{
    struct propre *s = state;
    switch (propre_what(play->move)) {
    case PROPRE_1: option_1(s, cx); break;
    case PROPRE_2: option_2(s, cx); break;
    case PROPRE_PLACE: place(s, propre_card(play->move), cx); break;
    case PROPRE_SAY: say(s, (unsigned)play->seat, cx); break;
    case PROPRE_TALK: talk(s, (unsigned)play->seat, propre_variant(play->move), cx); break;
    case PROPRE_UPHOLD: vote(s, false, cx); break;
    case PROPRE_OBJECT: vote(s, true, cx); break;
    default: play_card(s, play->move, cx); break;
    }
}

static void result(const void *state, struct bl_result *out)
{
    propre_result(state, S5_1_2, out);
}

/* ---- the game ------------------------------------------------------------- */

extern const struct bl_rules true_propre_rules, true_propre_rules_traced;
const struct bl_rules BL_BUILD(true_propre_rules) = {
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
static const char *const as_written_or_yes[] = {"as-written", "yes", NULL};

static const struct bl_ruling rulings[RULINGS] = {
    [MATCH_AFTER_PLAY] = {"match-after-play",
                          "Whether the next player's first card needs a match after a turn in which "
                          "a card was played: as-written no, restored yes.",
                          as_written_or_restored, S6_4_2},
    [RUNS_NEED_MATCH] = {"runs-need-match",
                         "Whether a further card that fits only by a rank one above or below must "
                         "also match in rank or suit for options 5 and 8.",
                         as_written_or_yes, S6_4_5},
};
static const struct bl_preset presets[] = {{"letter", {0, 0}}, {"table", {1, 1}}};

extern const struct bl_game bl_game_true_propre;
const struct bl_game bl_game_true_propre = {
    .id = "true-propre", .title = "True Propreantepenultimate Card", .guide = propre_second_guide,
    .code = 1, .min_players = 2, .max_players = PROPRE_SEATS, .usual_players = 4, .hides = true,
    .state_size = sizeof(struct propre),
    .max_moves = PROPRE_MAX_MOVES,
    .clauses = clauses, .clause_count = CLAUSES, .options = propre_options,
    .option_count = PROPRE_OPTIONS, .rulings = rulings, .ruling_count = RULINGS,
    .presets = presets, .preset_count = sizeof presets / sizeof *presets,
    .chances = propre_chances, .chance_count = 1,
    .rules = &true_propre_rules, .traced = &true_propre_rules_traced,
    .fields = &propre_second_fields, .notation = &propre_second_notation, .advice = &propre_advice,
};

#endif
