/* rules.c - the rules of Pharaoh.
 *
 * `moves` goes by sets of cards. With no regard to the hand, the state says which cards
 * may be the one of a tuple that fits (Cn[-1], or the first: ruling tuple-match); the
 * tuples around each such card in the hand come from a table. `check` goes through the
 * document instead, and knows nothing of those sets. */
#include "pharaoh.h"

#include <assert.h>
#include <string.h>

#include "tuples.h"

/* ---- the start: S1 to S3 -------------------------------------------------- */

/* §S1. */
static unsigned dealt(unsigned players)
{
    unsigned even = 27 / players;
    return even < 5 ? even : 5;
}

static void deal(void *state, const struct bl_setup *setup, struct bl_context *cx)
{
    struct pharaoh *s = state;
    unsigned players = setup->players, each = dealt(players);
    memset(s, 0, sizeof *s);
    s->head.setup = *setup;
    s->loser = -1;
    s->stock_count = (uint8_t)bl_fill_pack(s->stock, UINT32_MAX, 1);
    struct bl_stream stream = bl_deal_stream(&cx->chance);
    bl_shuffle8(&stream, s->stock, PHARAOH_CARDS);

    APPLIES(S1_DEAL, "{a card|%d cards} each", (int)each);
    for (unsigned seat = 0; seat < players; seat++)
        for (; s->count[seat] < each; s->count[seat]++)
            s->hands[seat] |= pharaoh_card(bl_take(s->stock, &s->stock_count));
    s->holding = (uint8_t)bl_all_seats(&s->head);

    s->pile[s->pile_count++] = bl_take(s->stock, &s->stock_count);
    APPLIES(S2_STARTER, "%G; {a card remains|%d cards remain}", pharaoh_top(s), s->stock_count);
    s->suit = (uint8_t)bl_german_suit(pharaoh_top(s));
    s->cnt = 1;
    APPLIES(S3_VARIABLES, "no ace is pending, %g are asked for, a draw takes one card", s->suit);
}

static bool is_start(const void *state)
{
    const struct pharaoh *s = state;
    for (unsigned seat = 0; seat < s->head.setup.players; seat++)
        if (s->count[seat] != dealt(s->head.setup.players))
            return false;
    return s->head.to_move == 0 && s->pile_count == 1 && s->a == 0 && s->cnt == 1 &&
           s->suit == bl_german_suit(pharaoh_top(s));
}

/* ---- the legal moves: R1 to R8 as sets ------------------------------------- */

/* The cards that may be the fitting one of a tuple. */
static pharaoh_set fitting(const struct pharaoh *s)
{
    bl_card top = pharaoh_top(s);
    pharaoh_set leaves_under = pharaoh_card(PHARAOH_LEAVES_UNDER);
    pharaoh_set calm = PHARAOH_SUIT_SET(s->suit) | PHARAOH_VALUE_SET(bl_german_value(top)) |
                       leaves_under;                                                /* R1 R2 R5 */
    pharaoh_set sevens = s->head.setup.rulings[STACK_SEVENS] == STACK_YES
                             ? PHARAOH_VALUE_SET(BL_VII) | leaves_under : leaves_under; /* R8 R5 */
    pharaoh_set aces = s->a > 3 ? 0 : PHARAOH_VALUE_SET(BL_GERMAN_ACE);             /* R4 */
    pharaoh_set set = s->a > 0 ? aces : s->cnt > 1 ? sevens : calm;
    return top == PHARAOH_LEAVES_UNDER ? ~(pharaoh_set)0 : set;                     /* R3 */
}

/* Writes the tuples of `list`, four at a time: up to three entries too many. */
static bl_move *put_tuples(bl_move *out, const uint32_t *list, unsigned count, bl_move value)
{
    for (unsigned i = 0; i < count; i += 4) {
        bl_move four[4];
        for (unsigned k = 0; k < 4; k++)
            four[k] = list[i + k] | value;
        memcpy(out + i, four, sizeof four);
    }
    return out + count;
}

/* Overs: each tuple with each suit that may be named. */
static bl_move *put_overs(bl_move *out, const uint32_t *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned suit = 0; suit < PHARAOH_SUITS; suit++)
            *out++ = list[i] | BL_OVER * PHARAOH_VALUE_STEP | suit * PHARAOH_NAME_STEP;
    return out;
}

/* All tuples in `hand` around the cards `fits` of it. */
static inline bl_move *put_plays(bl_move *out, pharaoh_set hand, pharaoh_set fits,
                                 const uint32_t *lists, unsigned stride, const uint8_t *counts)
{
    for (; fits; fits &= fits - 1) {
        unsigned c = (unsigned)__builtin_ctz(fits), value = c >> 2;
        unsigned held = hand >> value * 4 & 15u;
        const uint32_t *list = lists + (held * 4 + (c & 3u)) * stride;
        out = value == BL_OVER ? put_overs(out, list, counts[held])
                               : put_tuples(out, list, counts[held], value * PHARAOH_VALUE_STEP);
    }
    return out;
}

static uint32_t moves(const void *state, bl_move *out)
{
    const struct pharaoh *s = state;
    if (s->head.to_move < 0)
        return 0;
    pharaoh_set hand = s->hands[s->head.to_move], fits = hand & fitting(s);
    bl_move *at = out;
    *at++ = s->a > 0 ? PHARAOH_CODE(PHARAOH_STAND) : PHARAOH_CODE(PHARAOH_DRAW);   /* R7 R6 */
    if (s->head.setup.rulings[TUPLE_MATCH] == MATCH_LAST)
        at = put_plays(at, hand, fits, (const uint32_t *)last_fits, 8, last_fits_count);
    else
        at = put_plays(at, hand, fits, (const uint32_t *)first_fits, 16, first_fits_count);
    return (uint32_t)(at - out);
}

/* ---- whether a move is legal: R1 to R8 as the document has them ------------- */

/* What a rule about plays asks after. */
struct tuple {
    bl_card cards[4];
    unsigned n, value;
    bl_card fit;             /* Cn[-1], or the first card: ruling tuple-match */
    bl_card stray, odd;      /* not in the hand, of another value than the first; or BL_NO_CARD */
    bool has_leaves_under;
};

static struct tuple tuple_of(const struct pharaoh *s, const struct bl_play *p)
{
    struct tuple t = {.stray = BL_NO_CARD, .odd = BL_NO_CARD};
    t.n = pharaoh_cards_of(p->move, t.cards);
    t.value = bl_german_value(t.cards[0]);
    t.fit = t.cards[s->head.setup.rulings[TUPLE_MATCH] == MATCH_LAST ? t.n - 1 : 0];
    for (unsigned i = t.n; i-- > 0;) {
        if (!(s->hands[p->seat] & pharaoh_card(t.cards[i])))
            t.stray = t.cards[i];
        if (bl_german_value(t.cards[i]) != t.value)
            t.odd = t.cards[i];
        t.has_leaves_under = t.has_leaves_under || t.cards[i] == PHARAOH_LEAVES_UNDER;
    }
    return t;
}

/* A rule that allows plays: whether it allows this one, and if none does, whether it is the one
 * to be told of rather than those before it. */
struct rule {
    bl_cite clause;
    bool allows, near;
};
enum { PLAY_RULES = 6 };

static unsigned consult(const struct pharaoh *s, const struct tuple *t,
                        struct rule out[PLAY_RULES])
{
    bl_card top = pharaoh_top(s), under = PHARAOH_LEAVES_UNDER;
    bool calm = s->a == 0 && s->cnt == 1, same = bl_german_value(top) == t->value;
    bool unders = t->value == BL_UNDER && t->has_leaves_under;
    const struct rule rules[PLAY_RULES] = {
        {R1_SUIT, calm && s->suit == bl_german_suit(t->fit), true},
        {R2_VALUE, calm && same, same},
        {R3_ON_UNDER, top == under, false},
        {R4_ACES, s->a >= 1 && s->a <= 3 && t->value == BL_GERMAN_ACE, s->a > 0},
        {R5_LEAVES_UNDER, s->a == 0 && t->value == BL_UNDER && t->fit == under, s->a == 0 && unders},
        {R8_STACK, s->a == 0 && s->cnt > 1 && t->value == BL_VII, s->a == 0 && s->cnt > 1 && !unders},
    };
    memcpy(out, rules, sizeof rules);
    return s->head.setup.rulings[STACK_SEVENS] == STACK_YES ? PLAY_RULES : PLAY_RULES - 1;
}

static bl_cite refuse(bl_cite rule, const struct pharaoh *s, const struct tuple *t,
                      struct bl_context *cx)
{
    (void)cx;
    if (rule == R4_ACES)
        REQUIRE(R4_ACES, false,
                s->a > 3 ? "%d aces are pending: there is no ace left to play"
                         : "{an ace is|%d aces are} pending: only aces may be played", s->a);
    else if (rule == R5_LEAVES_UNDER)
        REQUIRE(R5_LEAVES_UNDER, false,
                t->fit == t->cards[0] ? "%G must be the first of the cards laid"
                                      : "%G must be the last of the cards laid",
                PHARAOH_LEAVES_UNDER);
    else if (rule == R8_STACK)
        REQUIRE(R8_STACK, false, "%d cards are due: only sevens may be laid, or %G to cancel them",
                s->cnt, PHARAOH_LEAVES_UNDER);
    else if (s->cnt > 1)
        REQUIRE(rule, false, "%d cards are due", s->cnt);
    else
        REQUIRE(R1_SUIT, false, "%g are asked for, %G is of %g (and on top lies %G)", s->suit,
                t->fit, (int)bl_german_suit(t->fit), pharaoh_top(s));
    return 0;
}

/* D11: one rule that allows it is enough. Each is recorded as a requirement that was met, or as
 * one that does not speak for the tuple; R3 asks nothing and never refuses. */
static bl_cite check_play(const struct pharaoh *s, const struct bl_play *p, struct bl_context *cx)
{
    struct tuple t = tuple_of(s, p);
    REQUIRE(D3_HAND, t.stray == BL_NO_CARD,
            "%G is not in {your hand|the hand of %p}", t.stray, p->seat);
    REQUIRE(D12_TUPLE, t.odd == BL_NO_CARD, "%G and %G are not of one value", t.cards[0], t.odd);

    struct rule rules[PLAY_RULES];
    unsigned count = consult(s, &t, rules);
    bool allowed = false;
    bl_cite nearest = 0;
    for (unsigned i = 0; i < count; i++) {
        allowed = allowed || rules[i].allows;
        nearest = rules[i].near ? rules[i].clause : nearest;
    }
    for (unsigned i = 0; i < count; i++) {
        if (rules[i].allows && rules[i].clause != R3_ON_UNDER)
            MEETS(rules[i].clause);
        else if (allowed || rules[i].clause != nearest)
            (void)HOLDS(rules[i].clause, rules[i].allows);
    }
    return allowed ? 0 : refuse(nearest, s, &t, cx);
}

/* D10, then D8, come before all else: who may not move learns nothing more. */
static bl_cite check(const void *state, const struct bl_play *p, struct bl_context *cx)
{
    const struct pharaoh *s = state;
    (void)cx;
    if (s->loser >= 0)
        REFUSE(D10_END, "the game is over: {you alone hold|%p alone holds} cards", s->loser);
    REQUIRE(D8_TURN, p->seat == s->head.to_move,
            "it is {your turn|the turn of %p}", s->head.to_move);
    switch (pharaoh_kind(p->move)) {
    case PHARAOH_DRAW:
        REQUIRE(R6_DRAW, s->a == 0, "{an ace is|%d aces are} pending: nothing may be drawn", s->a);
        return 0;
    case PHARAOH_STAND:
        REQUIRE(R7_STAND, s->a > 0, "no ace is pending");
        return 0;
    default:
        return check_play(s, p, cx);
    }
}

/* ---- carrying out a move: the rule, then M1 to M7 ------------------------- */

/* The suit asked for, with the change as a fact. */
static void ask_for(struct pharaoh *s, bl_cite clause, unsigned suit, struct bl_context *cx)
{
    (void)clause, (void)cx;
    if (s->suit != suit)
        APPLIES(clause, "suit: %g to %g", s->suit, (int)suit);
    s->suit = (uint8_t)suit;
}

/* The consequent of R1 to R5 and R8. */
static void put_down(struct pharaoh *s, unsigned seat, bl_move m, unsigned n,
                     struct bl_context *cx)
{
    (void)cx;
    uint32_t cards, mask, value = pharaoh_value(m) * 4 * UINT32_C(0x01010101);
    memcpy(&cards, put_order[m & 255], sizeof cards);
    memcpy(&mask, put_mask[n], sizeof mask);
    cards = (cards | value) & mask;
    memcpy(s->pile + s->pile_count, &cards, sizeof cards);
    s->pile_count = (uint8_t)(s->pile_count + n);
    s->hands[seat] &= ~((pharaoh_set)pharaoh_suits(m) << pharaoh_value(m) * 4);
    s->count[seat] = (uint8_t)(s->count[seat] - n);
    APPLIES(D4_DISCARD, "{a card|%d cards} laid down, %G on top", (int)n, pharaoh_top(s));
    REVEALS(bl_all_seats(&s->head) & ~(1u << seat));
}

static void play(struct pharaoh *s, unsigned seat, bl_move m, struct bl_context *cx)
{
    unsigned value = pharaoh_value(m);
    unsigned n = tuple_size[pharaoh_suits(m)];
    put_down(s, seat, m, n, cx);
    unsigned fit = s->head.setup.rulings[TUPLE_MATCH] == MATCH_LAST ? pharaoh_last(m)
                                                                    : pharaoh_first(m);
    bool cancels = BL_GERMAN(fit, value) == PHARAOH_LEAVES_UNDER;
    unsigned stacked = s->cnt == 1 ? 0 : s->cnt;
    SET(M1_ACES, "pending aces (a)", s->a, (uint8_t)(s->a + (value == BL_GERMAN_ACE ? n : 0)));
    SET(M2_CANCEL, "cards due (cnt)", s->cnt, cancels ? 1 : s->cnt);
    if (value == BL_OVER)
        ask_for(s, M5_NAMED, pharaoh_named(m), cx);
    else
        ask_for(s, M6_FOLLOWED, pharaoh_last(m), cx);
    SET(M7_SEVENS, "cards due (cnt)", s->cnt,
        value == BL_VII ? (uint8_t)(stacked + 3 * n) : s->cnt);
}

/* The consequent of R6. */
static void draw(struct pharaoh *s, unsigned seat, struct bl_context *cx)
{
    unsigned before = s->count[seat];
    for (unsigned left = s->cnt; left > 0; left--) {
        if (s->stock_count == 0) {
            unsigned n = bl_recycle(s->pile, &s->pile_count, 1, s->stock, &s->stock_count, 0, cx);
            if (n == 0)
                break;
            APPLIES(D5_STOCK, "the stock was empty: {a card|%d cards} of the pile shuffled",
                    (int)n);
        }
        s->hands[seat] |= pharaoh_card(bl_take(s->stock, &s->stock_count));
        s->count[seat]++;
    }
    if (s->count[seat] != before) {
        APPLIES(D5_STOCK, "{a card|%d cards} drawn", (int)(s->count[seat] - before));
        REVEALS(1u << seat);
    }
}

static void go_out(struct pharaoh *s, unsigned seat, struct bl_context *cx)
{
    (void)cx;
    s->out[s->out_count++] = (uint8_t)seat;
    s->holding &= (uint8_t)~(1u << seat);
    APPLIES(D9_ORDER, "{you are|%p is} out, number %d to go", (int)seat, s->out_count);
    if ((s->holding & (s->holding - 1)) == 0) {
        s->loser = (int8_t)__builtin_ctz(s->holding);
        APPLIES(D10_END, "{you alone hold|%p alone holds} cards and {lose|loses}", s->loser);
    }
}

static void apply(void *state, const struct bl_play *p, struct bl_context *cx)
{
    struct pharaoh *s = state;
    unsigned seat = (unsigned)s->head.to_move;
    assert(s->head.to_move >= 0 && p->seat == s->head.to_move);
    assert(pharaoh_kind(p->move) != PHARAOH_MIXED);

    if (pharaoh_kind(p->move) == PHARAOH_PLAY) {
        play(s, seat, p->move, cx);
    } else {
        if (pharaoh_kind(p->move) == PHARAOH_DRAW)
            draw(s, seat, cx);
        SET(M3_STOOD, "pending aces (a)", s->a, (uint8_t)(s->a - (s->a > 0)));
        SET(M4_DRAWN, "cards due (cnt)", s->cnt, s->a == 0 ? 1 : s->cnt);
    }
    if (s->hands[seat] == 0)
        go_out(s, seat, cx);
    if (s->loser >= 0)
        s->head.to_move = -1;
    else
        PASS_TURN(D9_ORDER, s->head.to_move, (int8_t)bl_next_of(s->holding, seat));
}

static void result(const void *state, struct bl_result *out)
{
    const struct pharaoh *s = state;
    *out = (struct bl_result){.winner = -1};
    if (s->loser < 0)
        return;
    out->winner = (int8_t)s->out[0];
    memcpy(out->ranking, s->out, s->out_count);
    out->ranking[s->out_count] = (uint8_t)s->loser;
    out->ranked = (uint8_t)(s->out_count + 1);
    out->why = D10_END;
}

/* ---- the game ------------------------------------------------------------- */

extern const struct bl_rules pharaoh_rules, pharaoh_rules_traced;
const struct bl_rules BL_BUILD(pharaoh_rules) = {
    .deal = deal, .is_start = is_start, .moves = moves, .apply = apply, .check = check,
    .result = result,
};

#ifndef BL_TRACED

static const struct bl_clause clauses[] = {
    BL_NO_CLAUSE,
#define CLAUSE BL_CLAUSE_ROW
#include "clauses.def"
};

static const char *const tuple_values[] = {"as-written", "first", NULL};
static const struct bl_ruling rulings[] = {
    [STACK_SEVENS] = {"stack-sevens",
                      "whether sevens may be played on a pending seven, which adds to it",
                      (const char *const[]){"yes", "as-written", NULL}, R8_STACK},
    [TUPLE_MATCH] = {"tuple-match",
                     "which card of a tuple must fit: the last, as written, or the first",
                     tuple_values, D12_TUPLE},
};

extern const struct bl_game bl_game_pharaoh;
const struct bl_game bl_game_pharaoh = {
    .id = "pharaoh", .title = "Pharaoh", .guide = pharaoh_guide, .code = 4, .min_players = 2,
    .max_players = PHARAOH_SEATS, .usual_players = 4, .minutes = 5, .hides = true,
    .state_size = sizeof(struct pharaoh),
    /* On the leaves under with all other cards in hand: 13 codes around each card, each of
     * overs four times, and a draw; and what wide stores touch beyond. */
    .max_moves = 576,
    .clauses = clauses, .clause_count = PHARAOH_CLAUSES, .turn = D8_TURN, .rulings = rulings, .ruling_count = 2,
    .presets = (const struct bl_preset[]){{"letter", {STACK_YES, MATCH_LAST}},
                                          {"table", {STACK_YES, MATCH_FIRST}}},
    .preset_count = 2,
    .chances = &(const struct bl_chance_kind){"recycle", "cards", BL_ITEMS_CARDS}, .chance_count = 1,
    .rules = &pharaoh_rules, .traced = &pharaoh_rules_traced, .fields = &pharaoh_fields,
    .notation = &pharaoh_notation, .telling = &pharaoh_telling, .advice = &pharaoh_advice, .teaching = &pharaoh_teaching,
};

#endif
