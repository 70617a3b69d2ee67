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

static bl_card take(struct pharaoh *s)
{
    bl_card c = s->stock[--s->stock_count];
    s->stock[s->stock_count] = 0;
    return c;
}

static void deal(void *state, const struct bl_setup *setup, struct bl_context *cx)
{
    struct pharaoh *s = state;
    unsigned players = setup->players, each = pharaoh_dealt(players);
    memset(s, 0, sizeof *s);
    s->head.setup = *setup;
    s->loser = -1;

    for (unsigned i = 0; i < PHARAOH_CARDS; i++)
        s->stock[i] = (bl_card)i;
    s->stock_count = PHARAOH_CARDS;
    struct bl_stream stream = bl_deal_stream(&cx->chance);
    bl_shuffle8(&stream, s->stock, PHARAOH_CARDS);

    APPLIES(S1_DEAL, "%d cards each", (int)each);
    for (unsigned seat = 0; seat < players; seat++)
        for (unsigned i = 0; i < each; i++)
            s->hands[seat] |= pharaoh_card(take(s));
    s->holding = (uint8_t)((1u << players) - 1);
    REVEALS(s->holding);

    s->pile[s->pile_count++] = take(s);
    APPLIES(S2_STARTER, "%G; %d cards remain", pharaoh_top(s), s->stock_count);
    s->a = 0;
    s->suit = (uint8_t)bl_german_suit(pharaoh_top(s));
    s->cnt = 1;
    APPLIES(S3_VARIABLES, "a = 0, suit = %s, cnt = 1", pharaoh_suit_names[s->suit]);
}

static bool is_start(const void *state)
{
    const struct pharaoh *s = state;
    unsigned players = s->head.setup.players, each = pharaoh_dealt(players);
    for (unsigned seat = 0; seat < players; seat++)
        if (pharaoh_size(s->hands[seat]) != each)
            return false;
    return s->head.to_move == 0 && s->pile_count == 1 && s->a == 0 && s->cnt == 1 &&
           s->suit == bl_german_suit(pharaoh_top(s));
}

/* ---- the legal moves ------------------------------------------------------ */

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
    while (fits) {
        unsigned c = (unsigned)__builtin_ctz(fits), value = c >> 2;
        unsigned held = hand >> value * 4 & 15u;
        const uint32_t *list = lists + (held * 4 + (c & 3u)) * stride;
        out = value == BL_OVER ? put_overs(out, list, counts[held])
                               : put_tuples(out, list, counts[held], value * PHARAOH_VALUE_STEP);
        fits &= fits - 1;
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

/* ---- carrying out a move: the rule, then M1 to M7 ------------------------- */

/* The suit asked for, with the change as a fact. */
static void ask_for(struct pharaoh *s, bl_cite clause, unsigned suit, struct bl_context *cx)
{
    (void)clause, (void)cx;
    if (s->suit != suit)
        APPLIES(clause, "suit: %s to %s", pharaoh_suit_names[s->suit], pharaoh_suit_names[suit]);
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
    APPLIES(D4_DISCARD, "%d laid down, %G on top", (int)n, pharaoh_top(s));
    REVEALS(((1u << s->head.setup.players) - 1) & ~(1u << seat));
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
    SET(M1_ACES, "a", s->a, (uint8_t)(s->a + (value == BL_GERMAN_ACE ? n : 0)));
    SET(M2_CANCEL, "cnt", s->cnt, cancels ? 1 : s->cnt);
    ask_for(s, M5_NAMED, value == BL_OVER ? pharaoh_named(m) : s->suit, cx);
    ask_for(s, M6_FOLLOWED, value == BL_OVER ? s->suit : pharaoh_last(m), cx);
    SET(M7_SEVENS, "cnt", s->cnt, value == BL_VII ? (uint8_t)(stacked + 3 * n) : s->cnt);
}

/* The pile but TOP becomes the stock; false if that is nothing. */
static bool recycle(struct pharaoh *s, struct bl_context *cx)
{
    unsigned n = s->pile_count - 1u;
    if (n == 0)
        return false;
    bl_card top = s->pile[n];
    memcpy(s->stock, s->pile, n);
    memset(s->pile, 0, n + 1);
    s->pile[0] = top;
    s->pile_count = 1;
    s->stock_count = (uint8_t)n;
    bl_chance_shuffle(&cx->chance, 0, s->stock, n);
    APPLIES(D5_STOCK, "the stock was empty: %d cards of the pile are shuffled", (int)n);
    return true;
}

/* The consequent of R6. */
static void draw(struct pharaoh *s, unsigned seat, struct bl_context *cx)
{
    pharaoh_set before = s->hands[seat];
    for (unsigned left = s->cnt; left > 0; left--) {
        if (s->stock_count == 0 && !recycle(s, cx))
            break;
        s->hands[seat] |= pharaoh_card(take(s));
    }
    if (s->hands[seat] != before) {
        APPLIES(D5_STOCK, "%d drawn", (int)pharaoh_size(s->hands[seat] & ~before));
        REVEALS(1u << seat);
    }
}

static void play_nothing(struct pharaoh *s, unsigned seat, bool draws, struct bl_context *cx)
{
    if (draws)
        draw(s, seat, cx);
    SET(M3_STOOD, "a", s->a, (uint8_t)(s->a - (s->a > 0)));
    SET(M4_DRAWN, "cnt", s->cnt, s->a == 0 ? 1 : s->cnt);
}

static void go_out(struct pharaoh *s, unsigned seat, struct bl_context *cx)
{
    (void)cx;
    s->out[s->out_count++] = (uint8_t)seat;
    s->holding &= (uint8_t)~(1u << seat);
    APPLIES(D9_ORDER, "seat %d is out, number %d to go", (int)seat, s->out_count);
    if ((s->holding & (s->holding - 1)) == 0) {
        s->loser = (int8_t)__builtin_ctz(s->holding);
        APPLIES(D10_END, "seat %d alone holds cards and loses", s->loser);
    }
}

/* The next seat round the table that holds cards. */
static unsigned next_seat(const struct pharaoh *s, unsigned seat)
{
    unsigned round = s->holding * 0x101u >> (seat + 1);
    return (seat + 1 + (unsigned)__builtin_ctz(round)) & 7u;
}

static void apply(void *state, const struct bl_play *p, struct bl_context *cx)
{
    struct pharaoh *s = state;
    unsigned seat = (unsigned)s->head.to_move;
    assert(s->head.to_move >= 0 && p->seat == s->head.to_move);
    assert(pharaoh_kind(p->move) != PHARAOH_MIXED);

    if (pharaoh_kind(p->move) == PHARAOH_PLAY)
        play(s, seat, p->move, cx);
    else
        play_nothing(s, seat, pharaoh_kind(p->move) == PHARAOH_DRAW, cx);

    if (s->hands[seat] == 0)
        go_out(s, seat, cx);
    if (s->loser >= 0)
        s->head.to_move = -1;
    else
        SET(D9_ORDER, "turn", s->head.to_move, (int8_t)next_seat(s, seat));
}

/* ---- whether a move is legal, by the document ----------------------------- */

/* What a rule about plays asks after. */
struct tuple {
    bl_card cards[4];
    unsigned n;
    unsigned value;
    bl_card fit;        /* Cn[-1], or the first card: ruling tuple-match */
    bool matches_last;
};

static struct tuple tuple_of(const struct pharaoh *s, bl_move m)
{
    struct tuple t;
    t.n = pharaoh_cards_of(m, t.cards);
    t.value = bl_german_value(t.cards[0]);
    t.matches_last = s->head.setup.rulings[TUPLE_MATCH] == MATCH_LAST;
    t.fit = t.matches_last ? t.cards[t.n - 1] : t.cards[0];
    return t;
}

static bool has(const struct tuple *t, bl_card c)
{
    for (unsigned i = 0; i < t->n; i++)
        if (t->cards[i] == c)
            return true;
    return false;
}

/* The first card that is not in the hand; BL_NO_CARD: all are. */
static bl_card stray(const struct tuple *t, pharaoh_set hand)
{
    for (unsigned i = 0; i < t->n; i++)
        if (!(hand & pharaoh_card(t->cards[i])))
            return t->cards[i];
    return BL_NO_CARD;
}

/* The first card of another value than the first; BL_NO_CARD: none. */
static bl_card odd_one(const struct tuple *t)
{
    for (unsigned i = 1; i < t->n; i++)
        if (bl_german_value(t->cards[i]) != t->value)
            return t->cards[i];
    return BL_NO_CARD;
}

/* The rules that allow plays, each with whether it allows this one. */
struct rule {
    bl_cite clause;
    bool allows;
};

enum { PLAY_RULES = 6 };

/* Returns how many there are: R8 is one of them by a ruling. */
static unsigned consult(const struct pharaoh *s, const struct tuple *t,
                        struct rule rules[PLAY_RULES])
{
    bl_card top = pharaoh_top(s);
    bool stack = s->head.setup.rulings[STACK_SEVENS] == STACK_YES;
    bool r1 = s->a == 0 && s->cnt == 1 && s->suit == bl_german_suit(t->fit);
    bool r2 = s->a == 0 && s->cnt == 1 && bl_german_value(top) == t->value;
    bool r3 = top == PHARAOH_LEAVES_UNDER;
    bool r4 = s->a >= 1 && s->a <= 3 && t->value == BL_GERMAN_ACE;
    bool r5 = s->a == 0 && t->fit == PHARAOH_LEAVES_UNDER && t->value == BL_UNDER;
    bool r8 = s->a == 0 && s->cnt > 1 && t->value == BL_VII;
    const struct rule all[PLAY_RULES] = {{R1_SUIT, r1}, {R2_VALUE, r2}, {R3_ON_UNDER, r3},
                                         {R4_ACES, r4}, {R5_LEAVES_UNDER, r5}, {R8_STACK, r8}};
    memcpy(rules, all, sizeof all);
    return stack ? PLAY_RULES : PLAY_RULES - 1;
}

/* Of the rules, none of which allows the tuple, the one that comes nearest. */
static bl_cite nearest(const struct pharaoh *s, const struct tuple *t)
{
    if (s->a > 0)
        return R4_ACES;
    if (has(t, PHARAOH_LEAVES_UNDER) && t->value == BL_UNDER)
        return R5_LEAVES_UNDER;
    if (s->cnt > 1 && s->head.setup.rulings[STACK_SEVENS] == STACK_YES)
        return R8_STACK;
    return bl_german_value(pharaoh_top(s)) == t->value ? R2_VALUE : R1_SUIT;
}

static bl_cite refuse_play(const struct pharaoh *s, const struct tuple *t, struct bl_context *cx)
{
    (void)cx;
    bl_card top = pharaoh_top(s);
    switch (nearest(s, t)) {
    case R4_ACES:
        REQUIRE(R4_ACES, false, "a is %d: %s", s->a,
                s->a > 3 ? "there is no ace left to play" : "only aces may be played");
        break;
    case R5_LEAVES_UNDER:
        REQUIRE(R5_LEAVES_UNDER, false, "%G is in the tuple, must be its %s card",
                PHARAOH_LEAVES_UNDER, t->matches_last ? "last" : "first");
        break;
    case R8_STACK:
        REQUIRE(R8_STACK, false, "cnt is %d: only sevens may be played, or %G to cancel it",
                s->cnt, PHARAOH_LEAVES_UNDER);
        break;
    case R2_VALUE:
        REQUIRE(R2_VALUE, false, "cnt is %d, must be 1", s->cnt);
        break;
    default:
        if (s->cnt > 1)
            REQUIRE(R1_SUIT, false, "cnt is %d, must be 1", s->cnt);
        else
            REQUIRE(R1_SUIT, false, "the suit asked for is %s, %G is of %s (and TOP is %G)",
                    pharaoh_suit_names[s->suit], t->fit,
                    pharaoh_suit_names[bl_german_suit(t->fit)], top);
    }
    return 0;
}

/* Records a rule that was consulted: as a requirement that was met, or as one that does
 * not speak for the tuple. R3 asks nothing and never refuses. */
static bl_cite note(const struct rule *rule, struct bl_context *cx)
{
    (void)cx;
    if (!rule->allows || rule->clause == R3_ON_UNDER)
        return HOLDS(rule->clause, rule->allows) ? 0 : rule->clause;
    REQUIRE(rule->clause, true, "");
    return 0;
}

static bl_cite check_play(const struct pharaoh *s, const struct bl_play *p, struct bl_context *cx)
{
    struct tuple t = tuple_of(s, p->move);
    bl_card missing = stray(&t, s->hands[p->seat]), odd = odd_one(&t);
    REQUIRE(D3_HAND, missing == BL_NO_CARD, "%G is not in the hand of seat %d", missing, p->seat);
    REQUIRE(D12_TUPLE, odd == BL_NO_CARD, "%G and %G are not of one value", t.cards[0], odd);

    struct rule rules[PLAY_RULES];
    unsigned count = consult(s, &t, rules);
    bool allowed = false;
    for (unsigned i = 0; i < count; i++)
        allowed = allowed || rules[i].allows;
    bl_cite refusing = allowed ? 0 : nearest(s, &t);
    for (unsigned i = 0; i < count; i++)
        if (rules[i].clause != refusing)
            note(&rules[i], cx);
    return allowed ? 0 : refuse_play(s, &t, cx);
}

/* D10, then D8, come before all else: who may not move learns nothing more. */
static bl_cite check(const void *state, const struct bl_play *p, struct bl_context *cx)
{
    const struct pharaoh *s = state;
    (void)cx;
    if (s->loser >= 0)
        REFUSE(D10_END, "the game is over: seat %d alone holds cards", s->loser);
    REQUIRE(D8_TURN, p->seat == s->head.to_move, "it is the turn of seat %d", s->head.to_move);
    switch (pharaoh_kind(p->move)) {
    case PHARAOH_DRAW:
        REQUIRE(R6_DRAW, s->a == 0, "a is %d, must be 0", s->a);
        return 0;
    case PHARAOH_STAND:
        REQUIRE(R7_STAND, s->a > 0, "a is 0: no ace is pending");
        return 0;
    default:
        return check_play(s, p, cx);
    }
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

extern const struct bl_rules BL_BUILD(pharaoh_rules);
const struct bl_rules BL_BUILD(pharaoh_rules) = {
    .deal = deal, .is_start = is_start, .moves = moves, .apply = apply, .check = check,
    .result = result,
};

#ifndef BL_TRACED

static const struct bl_clause clauses[] = {
    {"", BL_PROSE, "", "", ""},
#define CLAUSE BL_CLAUSE_ROW
#include "clauses.def"
#undef CLAUSE
};

static const char *const stack_values[] = {"yes", "as-written", NULL};
static const char *const match_values[] = {"as-written", "first", NULL};

static const struct bl_ruling rulings[] = {
    [STACK_SEVENS] = {"stack-sevens",
                      "whether sevens may be played on a pending seven, which adds to it",
                      stack_values, R8_STACK},
    [TUPLE_MATCH] = {"tuple-match",
                     "which card of a tuple must fit: the last, as written, or the first",
                     match_values, D12_TUPLE},
};

static const struct bl_preset presets[] = {
    {"letter", {[STACK_SEVENS] = STACK_YES, [TUPLE_MATCH] = MATCH_LAST}},
    {"table", {[STACK_SEVENS] = STACK_YES, [TUPLE_MATCH] = MATCH_FIRST}},
};

static const struct bl_chance_kind chances[] = {{"recycle", "cards", BL_ITEMS_CARDS}};

extern const struct bl_rules pharaoh_rules_traced;

static const struct bl_notation notations = {
    .every = pharaoh_notation, .read_move = pharaoh_read_move, .put_move = pharaoh_put_move,
    .put_card = pharaoh_put_card, .read_card = pharaoh_read_card, .put_table = pharaoh_put_table,
};

static const struct bl_advice advice = {
    .prefer = pharaoh_prefer, .estimate = pharaoh_estimate,
};

extern const struct bl_game bl_game_pharaoh;
const struct bl_game bl_game_pharaoh = {
    .id = "pharaoh", .title = "Pharaoh", .guide = pharaoh_guide, .code = 4, .min_players = 2,
    .max_players = PHARAOH_SEATS, .usual_players = 4, .hides = true,
    .state_size = sizeof(struct pharaoh),
    /* On the leaves under with all other cards in hand: 13 codes around each card, each of
     * overs four times, and a draw; and what wide stores touch beyond. */
    .max_moves = 576,
    .clauses = clauses, .clause_count = PHARAOH_CLAUSES, .rulings = rulings, .ruling_count = 2,
    .presets = presets, .preset_count = 2, .chances = chances, .chance_count = 1,
    .rules = &pharaoh_rules, .traced = &pharaoh_rules_traced,
    .notation = &notations, .advice = &advice,
    .view = pharaoh_view, .resample = pharaoh_resample, .forget = pharaoh_forget,
    .put_state = pharaoh_put_state, .read_state = pharaoh_read_state,
};

#endif
