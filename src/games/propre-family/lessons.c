/* lessons.c - when each lesson of either version fits. */
#include "core/lessons.h"
#include "table.h"

static const struct propre *of(const void *view)
{
    return view;
}

/* ---- moves ---------------------------------------------------------------- */

static bool lays(bl_move m)
{
    return propre_what(m) >= PROPRE_3 && propre_what(m) <= PROPRE_8;
}

TEST(any_card, lays(m))
TEST(ends, propre_what(m) == PROPRE_1)
TEST(says, propre_what(m) == PROPRE_SAY)
TEST(upholds, propre_what(m) == PROPRE_UPHOLD)
TEST(attacks, propre_what(m) == PROPRE_3)
TEST(defends, propre_what(m) == PROPRE_4)
TEST(clears, propre_what(m) == PROPRE_4 && propre_variant(m) == PROPRE_CLEAR)
TEST(skips, propre_what(m) == PROPRE_5)
TEST(turns, propre_what(m) == PROPRE_6)
TEST(dodges, turns(v, m) || (skips(v, m) && propre_variant(m) != PROPRE_MINUS))
TEST(lays_hand, propre_what(m) == PROPRE_2)
TEST(places, propre_what(m) == PROPRE_PLACE)
TEST(across, propre_what(m) == PROPRE_8 && propre_variant(m) == PROPRE_HORIZONTAL)
TEST(plain, propre_what(m) == PROPRE_8 && propre_variant(m) != PROPRE_HORIZONTAL)
TEST(matching, plain(v, m) && (bl_french_suit(propre_card(m)) == bl_french_suit(propre_top(of(v))) ||
                               bl_french_rank(propre_card(m)) == propre_top_rank(of(v))))
/* An Ace whose new suit something else in the hand has. */
TEST(names_held, propre_what(m) == PROPRE_7 &&
     of(v)->hand[of(v)->head.to_move][0] & PROPRE_SUIT_LANE(propre_variant(m)) &
     ~(UINT64_C(1) << propre_card(m)))

TEST(needs_no_match, lays(m) && propre_what(m) != PROPRE_8 && propre_what(m) != PROPRE_5)
TEST(has_effect, skips(v, m) || turns(v, m) || names_held(v, m))

/* ---- how a further card joins up ------------------------------------------ */

enum { BY_RANK, BY_SUM, BY_PRODUCT, BY_NEXT, BY_RUN, BY_SPADES, BY_ELSE };

/* Three numbers, sorted so that the last is made of the others. */
struct numbers {
    int made[3];
};

static struct numbers numbers_with(const struct propre *s, bl_card card)
{
    struct numbers n = {{propre_number(bl_french_rank(card)), propre_number(propre_top_rank(s)),
                         propre_number(propre_penultimate_rank(s))}};
    for (int i = 0; i < 2; i++)
        if (n.made[i] > n.made[2]) {
            int most = n.made[i];
            n.made[i] = n.made[2];
            n.made[2] = most;
        }
    return n;
}

/* The easiest reason to be told. */
static int joins(const struct propre *s, bl_card card)
{
    unsigned rank = bl_french_rank(card), top = propre_top_rank(s), below = propre_penultimate_rank(s);
    struct numbers n = numbers_with(s, card);
    bool numbers = n.made[0] > 0 && n.made[1] > 0 && n.made[2] > 0;
    if (rank == top || rank == below)
        return BY_RANK;
    if (numbers && n.made[0] + n.made[1] == n.made[2])
        return BY_SUM;
    if (numbers && n.made[0] * n.made[1] == n.made[2])
        return BY_PRODUCT;
    if (propre_number(rank) > 1 && propre_number(rank) == (int)propre_run(s))
        return BY_RUN;
    if (card == BL_FRENCH(BL_SPADES, BL_ACE) && !(propre_numeric(top) && propre_numeric(below)))
        return BY_SPADES;
    return propre_neighbours(rank, top) || (below != PROPRE_NO_RANK && propre_neighbours(rank, below))
               ? BY_NEXT : BY_ELSE;
}

TEST(by_rank, plain(v, m) && joins(of(v), propre_card(m)) == BY_RANK)
TEST(by_sum, plain(v, m) && joins(of(v), propre_card(m)) == BY_SUM)
TEST(by_product, plain(v, m) && joins(of(v), propre_card(m)) == BY_PRODUCT)
TEST(by_next, plain(v, m) && joins(of(v), propre_card(m)) == BY_NEXT)
TEST(by_run, plain(v, m) && joins(of(v), propre_card(m)) == BY_RUN)
TEST(by_spades, plain(v, m) && joins(of(v), propre_card(m)) == BY_SPADES)

/* Which of the two on top a card is next to. */
static bl_card next_to(const struct propre *s, bl_card card)
{
    bool top = propre_neighbours(bl_french_rank(card), propre_top_rank(s));
    return top ? propre_top(s) : propre_penultimate(s);
}

/* Whether a number would fit but for the sum of ranks. By an effect of its own it could begin a turn. */
static bool would_fit(const struct propre *s, bl_card card)
{
    unsigned rank = bl_french_rank(card);
    if (!s->fc)
        return joins(s, card) < BY_RUN;
    return rank != BL_TWO && rank != BL_THREE && rank != BL_FIVE && rank != BL_SEVEN &&
           (!s->rm || rank == propre_top_rank(s) ||
            bl_french_suit(card) == bl_french_suit(propre_top(s)));
}

/* A card of the hand that would fit but for the sum of ranks, and that; BL_NO_CARD: none. */
static bl_card spoilt(const struct propre *s, int seat, int *sum)
{
    for (bl_card card = 0; card < 64; card++) {
        if (!propre_holds(s, seat, card) || !propre_numeric(bl_french_rank(card)) ||
            !would_fit(s, card))
            continue;
        struct numbers n = numbers_with(s, card);
        *sum = n.made[0] + n.made[1] + n.made[2];
        if (*sum % 3 == 0)
            return card;
    }
    return BL_NO_CARD;
}

/* ---- lessons -------------------------------------------------------------- */

#define PICK(test) bl_lesson_pick(c, l, test)
#define V of(c->view)
#define HELD (V->count[c->seat])
#define CARD propre_card(l->picked)
#define CALM (V->av == 0 && !V->vote && !V->placing && HELD > 0)
#define FURTHER (CALM && !V->fc)
/* Under attack, with nothing laid yet. */
#define ATTACKED (V->av > 0 && V->fc && !V->vote && !V->placing && HELD > 0)
#define HELD_FIRST ((bl_card)__builtin_ctzll(V->hand[c->seat][0]))
/* The ranks by which an attack is passed on. */
#define PASSING (PROPRE_RANK(BL_TWO) | PROPRE_RANK(BL_FIVE) | PROPRE_RANK(BL_TEN) | PROPRE_RANK(BL_JACK))
#define COUNTS (V->counts >> c->seat & 1)

/* The cards of the hand with which such a move is legal, as %C, the first few of many; false: none is. */
static bool name_cards(const struct bl_scene *c, struct bl_lesson *l, bool (*test)(const void *view, bl_move move))
{
    enum { MOST = 6 };
    bl_move moves[PROPRE_MAX_MOVES];
    uint32_t n = V->head.to_move == c->seat ? c->game->rules->moves(c->view, moves) : 0;
    struct bl_text out = BL_TEXT_FIXED(l->named);
    uint64_t set = 0;
    for (uint32_t i = 0; i < n; i++)
        set |= test(c->view, moves[i]) ? UINT64_C(1) << propre_card(moves[i]) : 0;
    l->named[0] = '\0';
    while (__builtin_popcountll(set) > MOST)
        set &= ~(UINT64_C(1) << (63 - __builtin_clzll(set)));
    bl_put_set(&out, &bl_french_pack, set);
    return set != 0;
}

TEST(joins_simply, plain(v, m) && joins(of(v), propre_card(m)) <= BY_NEXT)

/* Beside the first lesson about chains, if the cards are few enough to be looked through. */
static bool begins_chain(const struct bl_scene *c, struct bl_lesson *l)
{
    struct bl_lesson unsaid = {.picked = BL_NO_MOVE};
    bool known = bl_lesson_told(c, "chain_rank") || bl_lesson_told(c, "chain_sum") || bl_lesson_told(c, "chain_next") ||
                 bl_lesson_told(c, "chain_product");
    return FURTHER && !known && HELD > 1 && HELD < 10 && !V->b && bl_lesson_pick(c, &unsaid, joins_simply) &&
           name_cards(c, l, any_card) && bl_lesson_tell(l, "C", NULL);
}

static bool is_attacked(const struct bl_scene *c, struct bl_lesson *l)
{
    struct bl_lesson unsaid = {.picked = BL_NO_MOVE};
    (void)l;
    return ATTACKED && HELD > 1 && bl_lesson_pick(c, &unsaid, any_card);
}

/* How a list of moves comes to be so long; the names of the cards are the lesson's. */
static bool begins_with_effects(const struct bl_scene *c, struct bl_lesson *l)
{
    struct bl_lesson unsaid = {.picked = BL_NO_MOVE};
    return begins_typed(c, l) && CALM && bl_lesson_pick(c, &unsaid, needs_no_match);
}

/* Of a further card it is told once something has joined up. */
static bool meets_three(const struct bl_scene *c, struct bl_lesson *l)
{
    int sum = 0;
    bool known = V->fc || bl_lesson_told(c, "chain_rank") || bl_lesson_told(c, "chain_sum") ||
                 bl_lesson_told(c, "chain_next");
    bl_card card = CALM && known && V->played >= 2 ? spoilt(V, c->seat, &sum) : BL_NO_CARD;
    return card != BL_NO_CARD && (PICK(any_card) || PICK(V->fc ? lays_hand : ends)) &&
           TELL("Fd", card, sum);
}

WHEN(is_over, V->winner >= 0)
WHEN(win_is_put_off, HELD == 0 && V->pw && (PICK(lays_hand) || PICK(ends)))
WHEN(has_won, HELD == 0 && !V->pw && PICK(ends))
WHEN(must_vote, V->vote && PICK(upholds))
WHEN(should_say, HELD <= 4 && HELD > 0 && PICK(says) && TELL("d", HELD))
WHEN(must_place, PICK(places))
WHEN(can_clear, PICK(clears) && TELL("F", CARD))
WHEN(can_defend, ATTACKED && PICK(defends) && TELL("dF", V->av, CARD))
WHEN(can_counter, ATTACKED && PICK(attacks) && TELL("d", V->av))
WHEN(may_not_answer,
     ATTACKED && HELD == 1 && COUNTS && PROPRE_RANK(bl_french_rank(HELD_FIRST)) & PASSING &&
     !PICK(any_card) && (PICK(lays_hand) || PICK(ends)) && TELL("dF", V->av, HELD_FIRST))
WHEN(can_leave, ATTACKED && !PICK(any_card) && PICK(lays_hand) && TELL("d", V->av))
WHEN(must_take, ATTACKED && !PICK(any_card) && PICK(ends) && TELL("d", V->av))
WHEN(can_dodge, ATTACKED && PICK(dodges) && TELL("dF", V->av, CARD))
/* The last card, which may be laid. */
WHEN(can_finish, CALM && HELD == 1 && PICK(any_card))

/* A remark picks nothing: the lesson beside it does. */
static bool tells_last(const struct bl_scene *c, struct bl_lesson *l)
{
    bl_move picked = l->picked;
    bool fits = can_finish(c, l);
    l->picked = picked;
    return fits && TELL("F", HELD_FIRST);
}

WHEN(can_chain_rank, FURTHER && PICK(by_rank) && TELL("F", CARD))
WHEN(can_chain_next, FURTHER && PICK(by_next) && TELL("FF", CARD, next_to(V, CARD)))
WHEN(can_chain_run, FURTHER && PICK(by_run) && TELL("F", CARD))
WHEN(can_chain_spades, FURTHER && PICK(by_spades) && TELL("F", CARD))
WHEN(can_match, CALM && HELD > 1 && V->fc && V->rm && PICK(matching) && name_cards(c, l, matching) &&
     TELL("FCF", propre_top(V), CARD))
WHEN(may_open, CALM && V->fc && !V->rm && PICK(plain) && TELL("F", CARD))
WHEN(can_attack, CALM && PICK(attacks) && TELL("F", CARD))
WHEN(can_lay_across, CALM && PICK(across) && TELL("FF", CARD, propre_across(CARD)))
WHEN(can_have_effect, CALM && PICK(has_effect) && TELL("F", CARD))
WHEN(can_skip, CALM && PICK(skips))
WHEN(can_turn, CALM && PICK(turns))
WHEN(can_name, CALM && PICK(names_held) && TELL("f", propre_variant(l->picked)))
WHEN(has_bridge, V->b && !V->fc && !V->vote)
WHEN(should_stop, !V->fc && HELD > 0 && !V->vote && !PICK(any_card) && PICK(ends))
WHEN(must_wait, CALM && V->fc && HELD == 1 && V->said >> c->seat & 1 && !COUNTS && PICK(lays_hand))
WHEN(should_swap, CALM && V->fc && !PICK(any_card) && PICK(lays_hand))
WHEN(can_play, PICK(any_card))

/* The numbers of which the last is made of the others. */
static bool tell_numbers(const struct bl_scene *c, struct bl_lesson *l)
{
    struct numbers n = numbers_with(V, CARD);
    return TELL("Fddd", CARD, n.made[0], n.made[1], n.made[2]);
}

WHEN(can_chain_sum, FURTHER && PICK(by_sum) && tell_numbers(c, l))
WHEN(can_chain_product, FURTHER && PICK(by_product) && tell_numbers(c, l))

/* ---- what the last move was ----------------------------------------------- */

#define LAST c->last.move
#define BEFORE of(c->before)
#define AFTER of(c->after)

WHEN(voted, propre_what(LAST) == PROPRE_UPHOLD || propre_what(LAST) == PROPRE_OBJECT)
WHEN(said_it, says(NULL, LAST))
WHEN(attacked, attacks(NULL, LAST) && TELL("d", AFTER->av))
WHEN(defended, defends(NULL, LAST) && BEFORE->av > 0 && TELL("d", AFTER->av))
WHEN(laid_across, across(NULL, LAST) && TELL("F", propre_across(propre_card(LAST))))
WHEN(chained, (plain(NULL, LAST) || defends(NULL, LAST)) && !BEFORE->fc)
WHEN(matched, BEFORE->fc && matching(c->before, LAST))
WHEN(took, ends(NULL, LAST) && BEFORE->fc && BEFORE->av > 0)
WHEN(drew, ends(NULL, LAST) && BEFORE->fc && BEFORE->av == 0 && AFTER->rm)
WHEN(swapped, places(NULL, LAST) && !AFTER->placing && AFTER->rm)
WHEN(stopped, ends(NULL, LAST) && !BEFORE->fc && !AFTER->rm)

/* ---- the others ----------------------------------------------------------- */

/* Somebody forgets that one must not say it: once, when the pupil has moved a few times. */
WHEN(may_slip, !V->vote && !V->placing && V->played > 6 && !bl_lesson_told(c, "vote"))

#define FIRST(row, ...) row(__VA_ARGS__)
#define SECOND(...)
#define CL(first, second) first
static const struct bl_lesson_row first_rows[] = {
#include "lessons.def"
};
#undef FIRST
#undef SECOND
#undef CL
#define FIRST(...)
#define SECOND(row, ...) row(__VA_ARGS__)
#define CL(first, second) second
static const struct bl_lesson_row second_rows[] = {
#include "lessons.def"
    SCRIPT(may_slip, "talk last-card")
};

const struct bl_teaching propre_first_teaching = {
    .seed = 94314, .players = 3, .once = true, .rows = first_rows,
    .count = sizeof first_rows / sizeof *first_rows,
};
const struct bl_teaching propre_second_teaching = {
    .seed = 149160, .players = 3, .once = true, .rows = second_rows,
    .count = sizeof second_rows / sizeof *second_rows,
};
