/* rules.c - True Propreantepenultimate Card, in the order of its document. */
#include "games/propre-family/table.h"

enum {
    NO_CLAUSE,
#define CLAUSE BL_CLAUSE_SYMBOL
#include "clauses.def"
#undef CLAUSE
    CLAUSES
};

enum ruling { MATCH_AFTER_PLAY, RUNS_NEED_MATCH, RULINGS };

#include "games/propre-family/common.c"

/* ---- §5  Step 1 ----------------------------------------------------------- */

static void step_1(struct propre *s, struct bl_context *cx)
{
    if (is_won(s, cx))
        return;
    unsigned next = s->mv > 0 ? propre_seat_after(s, s->active, s->mv) : s->active;
    bool changes = next != s->active;
    PASS_TURN(NEXT_SEAT, s->active, (uint8_t)next);
    if (changes)
        count_said(s, cx);
    begin_turn(s, cx);
}

/* ---- §2  Dealing ---------------------------------------------------------- */

static void deal(void *state, const struct bl_setup *setup, struct bl_context *cx)
{
    const struct propre *s = state;
    propre_deal_cards(state, setup, bl_deal_stream(&cx->chance));
    APPLIES(S1_1_2, "{you are|%p is} to the left of the dealer", (int)s->active);
    open_game(state, cx);
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

/* Why a move's card is no match; takes the card, the topmost card, the rank sum and the card below
 * the topmost, which is named only if it adds to the sum. */
static const char *mismatch(const struct propre *s, bl_move m, bool further)
{
    unsigned rank = bl_french_rank(propre_card(m));
    if (sums_up(s, rank) && rank_sum(s, rank) % 3 == 0)
        return propre_what(m) == PROPRE_8 && propre_variant(m) == PROPRE_HORIZONTAL
                   ? FACT("%F counts as printed until it lies there: on %F it makes a rank sum of %d, which "
                          "three divides")
               : propre_number(propre_penultimate_rank(s)) > 0
                   ? FACT("%F on %F makes a rank sum of %d with %F below, which three divides")
                   : FACT("%F on %F makes a rank sum of %d, which three divides");
    return further ? FACT("%F does not go on %F as a further card") : FACT("%F does not match %F");
}

static int below_top(const struct propre *s)
{
    return propre_has_penultimate(s) ? propre_penultimate(s) : BL_NO_CARD;
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
    REQUIRE(HAND_FIRST, s->fc, "a card was already played in this turn");
    REQUIRE(S4_2_1_2, s->av == 0, "an attack of %d is going on (AV must be 0)", (int)s->av);
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
    REQUIRE(CLEAR_FURTHER, !s->fc, "this is the first card of the turn");
    REQUIRE(CLEAR, s->av > propre_number(rank),
            "the attack (AV) is %d, and %d less leaves nothing to clear",
            (int)s->av, propre_number(rank));
    return 0;
}

/* §4.5.1.3, §4.8.1.2  Type 1, with RM as it is for this check. */
static bl_cite check_match(const struct propre *s, bl_move m, bool rm, struct bl_context *cx)
{
    bl_card card = propre_card(m);
    REQUIRE(propre_what(m) == PROPRE_5 ? SKIP_MATCH : ANY_MATCH, type_1(s, card, rm, cx),
            mismatch(s, m, false), (int)card, (int)propre_top(s),
            rank_sum(s, bl_french_rank(card)), below_top(s));
    return 0;
}

/* §6.4.3-6.4.5 */
static bl_cite check_further(const struct propre *s, bl_move m, bool *rm, struct bl_context *cx)
{
    bl_card card = propre_card(m);
    bool by_run;
    REQUIRE(FURTHER, type_2(s, card, &by_run, cx), mismatch(s, m, true), (int)card,
            (int)propre_top(s), rank_sum(s, bl_french_rank(card)), below_top(s));
    *rm = ruled(s, RUNS_NEED_MATCH) && by_run && !HOLDS(S6_4_5, !s->rm);
    return 0;
}

/* §4.4.1.2.1 */
static bool is_not_last(const struct propre *s, struct bl_context *cx)
{
    return HOLDS(S4_4_1_2_1, s->count[s->active] != 1);
}

static bl_cite check_said(const struct propre *s, int seat, struct bl_context *cx)
{
    REQUIRE(LAST_SAID, s->counts >> seat & 1,
            s->said >> seat & 1 ? "{you|%p} said the word, but nobody else has had a turn since"
                                : "{you have|%p has} not said the word",
            seat);
    return 0;
}

/* §7.2.3  A vote is heard seat by seat, after the speaker and round to the speaker. */
static bl_cite check_talk(const struct propre *s, const struct bl_play *play, struct bl_context *cx)
{
    if (propre_what(play->move) == PROPRE_UPHOLD || propre_what(play->move) == PROPRE_OBJECT)
        REQUIRE(S7_2_3, s->vote != PROPRE_NO_TALK && play->seat == s->head.to_move,
                s->vote ? "{you are|%p is} to vote" : "no vote is going on", (int)s->head.to_move);
    else if (s->vote)
        REQUIRE(S7_2_3, false, "a vote is going on, and {you are|%p is} to vote", (int)s->head.to_move);
    return 0;
}

/* ---- §4  What the options do ---------------------------------------------- */

/* §3.2.2.3-3.2.2.7 */
static void sum_ranks(struct propre *s, unsigned rank, struct bl_context *cx)
{
    unsigned top = propre_top_rank(s), below = propre_penultimate_rank(s);
    SET(S3_2_2_3, "rank sum (RS)", s->rs, propre_number(rank));   /* what is not numeric adds 0 */
    SET(S3_2_2_5, "rank sum (RS)", s->rs, s->rs + propre_number(top));
    SET(S3_2_2_7, "rank sum (RS)", s->rs, s->rs + propre_number(below));
}

/* §6.4.2, §6.6 */
static void reset(struct propre *s, bl_move m, struct bl_context *cx)
{
    unsigned what = propre_what(m), rank = bl_french_rank(propre_card(m));
    bool plays = what >= PROPRE_3, matched = !s->fc || what == PROPRE_5 || what == PROPRE_8;
    if (plays && matched && sums_up(s, rank))
        sum_ranks(s, rank, cx);
    if (plays && !s->fc && !ruled(s, RUNS_NEED_MATCH))
        SET(RM_DROPS, "match required (RM)", s->rm, false);
    SET(RM_BACK, "match required (RM)", s->rm, true);
}

/* §4.4.5 */
static bool emptied(struct propre *s, struct bl_context *cx)
{
    int drawn = propre_draw(s, s->active, s->av, cx);
    if (drawn > 0)
        APPLIES(S4_4_5_2, "{you draw|%p draws} {a card|%d cards}", (int)s->active, drawn);
    SET(S4_4_5_3, "attack (AV)", s->av, 0);
    APPLIES(S4_4_5_4, "{your turn|the turn of %p} ends", (int)s->active);
    return false;
}

/* ---- §7  What is said ----------------------------------------------------- */

static void open_vote(struct propre *s, unsigned seat, unsigned variant, struct bl_context *cx)
{
    s->vote = (uint8_t)variant;
    s->speaker = (uint8_t)seat;
    s->objections = s->heard = 0;
    if (variant == PROPRE_MISPRONOUNCED)
        APPLIES(S7_2_1, "{you|%p} mispronounced the name: a vote", (int)seat);
    else
        APPLIES(S7_2_2, "{you|%p} said \"last card\": a vote", (int)seat);
    s->head.to_move = (int8_t)(seat + 1 == s->head.setup.players ? 0 : seat + 1);
}

static void vote(struct propre *s, bool objects, struct bl_context *cx)
{
    unsigned players = s->head.setup.players, seat = (unsigned)s->head.to_move;
    s->objections = (uint8_t)(s->objections + objects);
    APPLIES(S7_2_3, objects ? "{you object|%p objects}" : "{you uphold it|%p upholds it}", (int)seat);
    if (++s->heard < players) {
        s->head.to_move = (int8_t)(seat + 1 == players ? 0 : seat + 1);
        return;
    }
    if (2u * s->objections <= players) {
        int drawn = propre_draw(s, s->speaker, 1, cx);
        if (drawn > 0)
            APPLIES(S7_2_2, "{you draw|%p draws} {a card|%d cards}", (int)s->speaker, drawn);
    }
    s->vote = s->speaker = s->objections = s->heard = 0;
    s->head.to_move = (int8_t)s->active;
}

static void talk(struct propre *s, const struct bl_play *play, struct bl_context *cx)
{
    if (propre_what(play->move) == PROPRE_TALK)
        open_vote(s, (unsigned)play->seat, propre_variant(play->move), cx);
    else
        vote(s, propre_what(play->move) == PROPRE_OBJECT, cx);
}

/* ---- the game ------------------------------------------------------------- */

extern const struct bl_rules true_propre_rules, true_propre_rules_traced;
const struct bl_rules BL_BUILD(true_propre_rules) = PROPRE_RULES;

#ifndef BL_TRACED

static const struct bl_clause clauses[CLAUSES] = {
    BL_NO_CLAUSE,
#define CLAUSE BL_CLAUSE_ROW
#include "clauses.def"
#undef CLAUSE
};

static const char *const as_written_or_restored[] = {"as-written", "restored", NULL};
static const char *const as_written_or_yes[] = {"as-written", "yes", NULL};

static const struct bl_ruling rulings[RULINGS] = {
    [MATCH_AFTER_PLAY] = {"match-after-play",
                          "Whether the next player's first card needs a match after a turn in which "
                          "a card was played: as written no, restored yes.",
                          as_written_or_restored, RM_DROPS},
    [RUNS_NEED_MATCH] = {"runs-need-match",
                         "Whether a further card that fits only by a rank one above or below must "
                         "also match in rank or suit for options 5 and 8.",
                         as_written_or_yes, S6_4_5},
};

#define PROPRE_WORD "Propreantepenultimate"
enum { EMPTIED = S4_4_5_2, HAND_UNDER_ATTACK = false, COUNTS_NEXT_TURN = false, NEXT_NEEDS_MATCH = false };
#include "games/propre-family/tell.c"

/* §3.2.2 */
static void tell_spoilt(const struct propre *s, uint64_t cards, struct bl_story *out)
{
    for (; cards; cards &= cards - 1) {
        int card = __builtin_ctzll(cards), sum = rank_sum(s, bl_french_rank((bl_card)card));
        if (!sums_up(s, bl_french_rank((bl_card)card)) || sum % 3 != 0)
            continue;
        bl_tell(out, "%F makes a sum of %d with the numbers among the two cards on top, and three divides "
                     "that.", card, sum);
        BL_RESTS(out, S3_2_2_8, S3_2_2_9);
        return;
    }
}

/* §7.2 */
static void tell_talk(const struct propre *b, const struct propre *s, const struct bl_play *play,
                      struct bl_story *out)
{
    unsigned seat = b->speaker;
    int drawn = s->count[seat] - b->count[seat];
    if (propre_what(play->move) == PROPRE_TALK)
        bl_tell(out, propre_variant(play->move) == PROPRE_LAST_CARD
                         ? "{You|%p} said “last card”: everybody votes on a penalty card."
                         : "{You|%p} mispronounced the name: everybody votes on a penalty card.",
                play->seat);
    else
        bl_tell(out, propre_what(play->move) == PROPRE_OBJECT ? "{You|%p} objected to the penalty card."
                                                              : "{You|%p} upheld the penalty card.",
                play->seat);
    BL_RESTS(out, S7_2_1, S7_2_2, S7_2_3);
    if (s->vote)
        return;
    if (drawn > 0)
        tell_drawn(s, seat, drawn, b->hand[seat], FOR_PENALTY, out);
    else
        bl_tell(out, "There is no penalty card.");
    BL_RESTS(out, S7_2_2, S7_2_3);
    tell_shuffled(b, s, S7_2_2, out);
}

static const struct bl_telling telling = PROPRE_TELLING;

extern const struct bl_game bl_game_true_propre;
const struct bl_game bl_game_true_propre = {
    .id = "true-propre", .title = "True Propreantepenultimate Card", .guide = propre_second_guide,
    .teaching = &propre_second_teaching,
    .code = 1, .rules = &true_propre_rules, .traced = &true_propre_rules_traced,
    .fields = &propre_second_fields, .notation = &propre_second_notation, .telling = &telling, PROPRE_GAME,
};

#endif
