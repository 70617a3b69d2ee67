/* rules.c - the rules of Crazy Eights, in the order of its document. */
#include <assert.h>

#include "crazy-eights.h"

/* ---- §1, §2: the deal ------------------------------------------------------- */

/* §1.2. */
static const char *resolve(struct bl_setup *setup)
{
    int32_t *hand = &setup->options[OPTION_HAND];
    if (*hand == BL_UNSET)
        *hand = setup->players == 2 ? 7 : 5;
    return setup->players * *hand < EIGHTS_CARDS ? NULL : FACT("hand: not enough cards: players * hand + 1 > 52");
}

static void deal(void *state, const struct bl_setup *setup, struct bl_context *cx)
{
    struct eights *s = state;
    memset(s, 0, sizeof *s);
    s->head.setup = *setup;
    s->winner = -1;
    s->stock_count = (uint8_t)bl_fill_pack(s->stock, EIGHTS_PACK, 1);
    struct bl_stream stream = bl_deal_stream(&cx->chance);
    bl_shuffle8(&stream, s->stock, EIGHTS_CARDS);

    APPLIES(DEAL, "{a card|%d cards} each", (int)setup->options[OPTION_HAND]);
    for (unsigned seat = 0; seat < setup->players; seat++)
        for (; s->count[seat] < setup->options[OPTION_HAND]; s->count[seat]++)
            s->hands[seat] |= UINT64_C(1) << bl_take(s->stock, &s->stock_count);

    s->pile[s->pile_count++] = bl_take(s->stock, &s->stock_count);
    APPLIES(STARTER, "%F; {a card remains|%d cards remain}", eights_top(s), s->stock_count);
    s->suit = (uint8_t)bl_french_suit(eights_top(s));
    APPLIES(STARTER_ASKS, "%f are asked for", s->suit);
}

static bool is_start(const void *state)
{
    const struct eights *s = state;
    for (unsigned seat = 0; seat < s->head.setup.players; seat++)
        if (s->count[seat] != s->head.setup.options[OPTION_HAND])
            return false;
    return s->head.to_move == 0 && s->pile_count == 1 && !s->drawn && s->passes == 0 &&
           s->suit == bl_french_suit(eights_top(s));
}

/* ---- the legal moves -------------------------------------------------------- */

static uint32_t moves(const void *state, bl_move *out)
{
    const struct eights *s = state;
    if (s->head.to_move < 0)
        return 0;
    uint64_t fits = s->hands[s->head.to_move] & eights_fitting(s);
    uint64_t eights = fits & EIGHTS_OF_RANK(BL_EIGHT);
    bool to_draw = eights_can_draw(s), able = s->head.setup.rulings[ABLE] == ABLE_YES || !fits;
    bl_move *at = out;
    if (to_draw && !s->drawn && able)
        *at++ = EIGHTS_DRAW;
    if (s->drawn || !to_draw)
        *at++ = EIGHTS_PASS;
    for (uint64_t left = fits & ~eights; left; left &= left - 1)
        *at++ = (bl_move)__builtin_ctzll(left);
    for (; eights; eights &= eights - 1)
        for (unsigned suit = 0; suit < EIGHTS_SUITS; suit++)
            *at++ = eights_play((bl_card)__builtin_ctzll(eights), suit);
    return (uint32_t)(at - out);
}

/* ---- whether a move is legal, by the document ------------------------------- */

static bl_cite check_play(const struct eights *s, const struct bl_play *p, struct bl_context *cx)
{
    bl_card c = eights_card(p->move), top = eights_top(s);
    unsigned suit = bl_french_suit(c), rank = bl_french_rank(c);
    unsigned named = rank == BL_EIGHT ? eights_named(p->move) : 0;
    REQUIRE(IN_HAND, p->move == eights_play(c, named) && s->hands[p->seat] >> c & 1,
            "%F is not in {your hand|the hand of %p}", c, p->seat);
    if (HOLDS(EIGHT_FITS, rank == BL_EIGHT))
        return 0;
    REQUIRE(FITS, suit == s->suit || rank == bl_french_rank(top),
            "%F is neither of %f nor of the rank of %F", c, s->suit, top);
    return 0;
}

static bl_cite check_draw(const struct eights *s, int seat, struct bl_context *cx)
{
    uint64_t fits = s->hands[seat] & eights_fitting(s);
    REQUIRE(ONE_DRAW, !s->drawn, "a card was drawn in this turn");
    REQUIRE(SOMETHING_TO_DRAW, eights_can_draw(s), "there is nothing to draw");
    if (s->head.setup.rulings[ABLE] == ABLE_NO)
        REQUIRE(DRAW_WHEN_ABLE, !fits, "%F fits", __builtin_ctzll(fits));
    return 0;
}

static bl_cite check(const void *state, const struct bl_play *p, struct bl_context *cx)
{
    const struct eights *s = state;
    if (s->winner >= 0)
        REFUSE(s->count[s->winner] == 0 ? WON : BLOCKED,
               "the game is over: {you have|%p has} won", s->winner);
    REQUIRE(TURN, p->seat == s->head.to_move, "it is {your turn|the turn of %p}", s->head.to_move);
    if (p->move == EIGHTS_DRAW)
        return check_draw(s, p->seat, cx);
    if (p->move != EIGHTS_PASS)
        return check_play(s, p, cx);
    REQUIRE(MAY_PASS, s->drawn || !eights_can_draw(s), "no card was drawn in this turn");
    return 0;
}

/* ---- carrying it out -------------------------------------------------------- */

/* §6.3, §6.4: the seats by their points; of equals the one that comes sooner, from `first` on. */
static void rank_seats(const struct eights *s, unsigned first, uint8_t *ranking)
{
    unsigned players = s->head.setup.players, points[EIGHTS_SEATS];
    for (unsigned n = 0; n < players; n++) {
        uint8_t seat = (uint8_t)((first + n) % players);
        unsigned at = n;
        points[seat] = eights_points(s->hands[seat]);
        for (; at > 0 && points[ranking[at - 1]] > points[seat]; at--)
            ranking[at] = ranking[at - 1];
        ranking[at] = seat;
    }
}

static void end(struct eights *s, bl_cite clause, unsigned winner, struct bl_context *cx)
{
    (void)clause;
    s->winner = (int8_t)winner;
    s->head.to_move = -1;
    s->drawn = false;
    APPLIES(clause, "{you win|%p wins}", (int)winner);
    REVEALS(bl_all_seats(&s->head));
}

static void pass_turn(struct eights *s, struct bl_context *cx)
{
    s->drawn = false;
    PASS_TURN(NEXT_TURN, s->head.to_move,
        (int8_t)((s->head.to_move + 1) % s->head.setup.players));
}

static void play(struct eights *s, bl_move m, struct bl_context *cx)
{
    int seat = s->head.to_move;
    bl_card c = eights_card(m);
    bool eight = bl_french_rank(c) == BL_EIGHT;
    unsigned suit = eight ? eights_named(m) : bl_french_suit(c);
    s->hands[seat] &= ~(UINT64_C(1) << c);
    s->count[seat]--;
    s->pile[s->pile_count++] = c;
    s->passes = 0;
    APPLIES(PLAYED, "%F goes onto the pile", c);
    REVEALS(bl_all_seats(&s->head) & ~(1u << seat));
    if (suit != s->suit)
        APPLIES(eight ? NAMED : ASKS, "suit: %f to %f", s->suit, (int)suit);
    s->suit = (uint8_t)suit;
    if (s->count[seat] == 0)
        end(s, WON, (unsigned)seat, cx);
    else
        pass_turn(s, cx);
}

static void draw(struct eights *s, struct bl_context *cx)
{
    int seat = s->head.to_move;
    if (s->stock_count == 0) {
        bl_recycle(s->pile, &s->pile_count, 1, s->stock, &s->stock_count, 0, cx);
        APPLIES(RECYCLED, "{a card is|%d cards are} shuffled", s->stock_count);
    }
    s->hands[seat] |= UINT64_C(1) << bl_take(s->stock, &s->stock_count);
    s->count[seat]++;
    s->drawn = true;
    APPLIES(DRAWN, "{a card remains|%d cards remain}", s->stock_count);
    REVEALS(1u << seat);
}

static void pass(struct eights *s, struct bl_context *cx)
{
    uint8_t ranking[EIGHTS_SEATS], players = s->head.setup.players;
    s->passes = (uint8_t)(s->passes + (s->passes < players));
    if (s->passes < players || eights_can_draw(s)) {
        pass_turn(s, cx);
        return;
    }
    rank_seats(s, 0, ranking);
    end(s, BLOCKED, ranking[0], cx);
}

static void apply(void *state, const struct bl_play *p, struct bl_context *cx)
{
    struct eights *s = state;
    assert(s->head.to_move >= 0 && p->seat == s->head.to_move);
    if (p->move == EIGHTS_DRAW)
        draw(s, cx);
    else if (p->move == EIGHTS_PASS)
        pass(s, cx);
    else
        play(s, p->move, cx);
}

static void result(const void *state, struct bl_result *out)
{
    const struct eights *s = state;
    *out = (struct bl_result){.winner = s->winner};
    if (s->winner < 0)
        return;
    out->why = s->count[s->winner] == 0 ? WON : BLOCKED;
    out->ranked = s->head.setup.players;
    rank_seats(s, (unsigned)s->winner, out->ranking);
}

/* ---- the game --------------------------------------------------------------- */

extern const struct bl_rules eights_rules, eights_rules_traced;
const struct bl_rules BL_BUILD(eights_rules) = {
    .resolve = resolve, .deal = deal, .is_start = is_start, .moves = moves, .apply = apply,
    .check = check, .result = result,
};

#ifndef BL_TRACED

static const struct bl_clause clauses[] = {
    BL_NO_CLAUSE,
#define CLAUSE BL_CLAUSE_ROW
#include "clauses.def"
};

static const struct bl_option options[] = {
    [OPTION_HAND] = {"hand", "cards that everybody is dealt", 1, 25, NULL},
};

static const struct bl_ruling rulings[] = {
    [ABLE] = {"draw-when-able", "whether somebody who holds a card that fits may draw all the same",
              (const char *const[]){"yes", "no", NULL}, DRAW_WHEN_ABLE},
};

static const struct bl_preset presets[] = {{"letter", {ABLE_YES}}, {"table", {ABLE_NO}}};

static const struct bl_chance_kind chances[] = {{"recycle", "cards", BL_ITEMS_CARDS}};

extern const struct bl_game bl_game_crazy_eights;
const struct bl_game bl_game_crazy_eights = {
    .id = "crazy-eights", .title = "Crazy Eights", .guide = eights_guide,
    .teaching = &eights_teaching, .code = 6,
    .min_players = 2, .max_players = EIGHTS_SEATS, .usual_players = 4, .minutes = 5, .hides = true,
    .state_size = sizeof(struct eights),
    .max_moves = EIGHTS_CARDS + 4 * EIGHTS_SUITS,   /* every card, the eights four times, a draw */
    .clauses = clauses, .clause_count = EIGHTS_CLAUSES, .turn = TURN, .options = options, .option_count = 1,
    .rulings = rulings, .ruling_count = 1, .presets = presets, .preset_count = 2,
    .chances = chances, .chance_count = 1,
    .rules = &eights_rules, .traced = &eights_rules_traced, .fields = &eights_fields,
    .notation = &eights_notation, .telling = &eights_telling, .advice = &eights_advice,
};

#endif
