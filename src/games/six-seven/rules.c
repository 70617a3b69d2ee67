/* rules.c - the rules of Six-Seven: dealing, the legal moves, carrying one out, and the
 * verdict on any move, clause by clause. */
#include <string.h>

#include "plays.h"
#include "six-seven.h"

/* ---- setting up ----------------------------------------------------------- */

/* §7  The next face card becomes a stack at the end of the row. */
static void reveal_stack(struct six_seven *s, struct bl_context *cx)
{
    (void)cx;
    unsigned id = stacks_made(s);
    bl_card face = bl_take(s->faces, &s->faces_left);
    s->stacks[id].face = face;
    s->row = (uint16_t)(s->row | 1u << id);
    note_code(s, id, code_empty(face_capacity(face)));
    REVEALS(bl_all_seats(&s->head));
}

/* §5a  The next number card is flipped for everybody to see. */
static void flip(struct six_seven *s, struct bl_context *cx)
{
    (void)cx;
    s->flipped = bl_take(s->numbers, &s->numbers_left);
    REVEALS(bl_all_seats(&s->head));
    APPLIES(FLIP, "%F is flipped", s->flipped);
}

static void deal(void *state, const struct bl_setup *setup, struct bl_context *cx)
{
    struct six_seven *s = state;
    memset(s, 0, sizeof *s);
    memcpy(&s->head.setup, setup, sizeof *setup);
    s->stuck = s->last_placed = -1;
    memset(s->kept, BL_NO_CARD, sizeof s->kept);

    (void)HOLDS(PACK, true);
    (void)HOLDS(DIVIDE, true);
    struct bl_stream stream = bl_deal_stream(&cx->chance);
    s->numbers_left = (uint8_t)bl_fill_pack(s->numbers, NUMBER_SET, 1);
    s->faces_left = (uint8_t)bl_fill_pack(s->faces, FACE_SET, 1);
    bl_shuffle8(&stream, s->numbers, NUMBER_CARDS);
    bl_shuffle8(&stream, s->faces, FACE_CARDS);
    APPLIES(SHUFFLE, "number cards and face cards are shuffled apart");

    for (unsigned i = 0; i < setup->players; i++)
        reveal_stack(s, cx);
    APPLIES(FIRST_STACKS, "%d stacks, one for each player", setup->players);
    flip(s, cx);
}

static bool is_start(const void *state)
{
    const struct six_seven *s = state;
    unsigned players = s->head.setup.players;
    if (s->head.to_move != 0 || s->numbers_left != NUMBER_CARDS - 1 || stacks_made(s) != players)
        return false;
    for (unsigned i = 0; i < players; i++)
        if (s->stacks[i].size[0] + s->stacks[i].size[1] > 0)
            return false;
    return s->row == (1u << players) - 1;
}

/* ---- the legal moves ------------------------------------------------------ */

/* Writes all moves of a card on one stack; where the next ones go. */
static inline bl_move *put_plays(const struct six_seven *s, unsigned id, unsigned rank,
                                 bl_move *restrict at)
{
    const uint32_t *form = forms[plays[s->code[id] & CODE_INDEX][rank]];
    for (int k = 0; k < FORMS_WIDE; k++)
        at[k] = form[k] | id << 8;
    return at + form[FORMS_WIDE - 1];
}

static uint32_t moves(const void *state, bl_move *out)
{
    const struct six_seven *s = state;
    unsigned rank = s->flipped & 15;   /* 15, which fits nowhere, when the game is over */
    bl_move *at = out;
    for (unsigned left = s->fits[rank]; left; left &= left - 1)
        at = put_plays(s, (unsigned)__builtin_ctz(left), rank, at);
    if (at > out)
        return (uint32_t)(at - out);
    out[0] = SIX_SEVEN_KEEP;
    return s->head.to_move >= 0;
}

/* ---- carrying out a move -------------------------------------------------- */

#ifdef BL_TRACED
/* §8  Cites the ending. */
static void cite_ending(const struct six_seven *s, bl_cite why, struct bl_context *cx)
{
    switch (why) {
    case NO_STACKS: APPLIES(NO_STACKS, "no stack and no face card is left"); break;
    case NO_NUMBERS: APPLIES(NO_NUMBERS, "no number card is left"); break;
    case NO_MOVES: APPLIES(NO_MOVES, "every stack is full with a Sum above %d", TOP_VALUE); break;
    default: APPLIES(STUCK_RETURNS, "the turn is back {with you|at %p}", s->stuck); break;
    }
}

/* §9  Cites the steps that it took to find the winner. */
static void cite_scoring(const struct six_seven *s, struct bl_context *cx)
{
    uint8_t seats[BL_MAX_SEATS];
    six_seven_ranking(s, seats);
    uint32_t best = s->score[seats[0]], next = s->score[seats[1]];
    APPLIES(MOST_FACES, "{you have|%p has} %d face {card|cards}, {you have|%p has} %d", seats[0],
            (int)score_faces(best), seats[1], (int)score_faces(next));
    if (score_faces(best) > score_faces(next))
        return;
    APPLIES(MOST_CARDS, "{you have|%p has} %d {card|cards}, {you have|%p has} %d", seats[0],
            (int)score_cards(best), seats[1], (int)score_cards(next));
    if (score_cards(best) > score_cards(next))
        return;
    APPLIES(MOST_SIX_SEVENS, "{you|%p} made %d, {you|%p} made %d", seats[0],
            (int)score_six_sevens(best), seats[1], (int)score_six_sevens(next));
    if (best == next)
        APPLIES(LAST_TO_PLAY, "{you|%p} laid a card later than {you|%p}", seats[0], seats[1]);
}
#endif

static void end_game(struct six_seven *s, bl_cite why, struct bl_context *cx)
{
    (void)cx;
    s->ended = (uint8_t)why;
    s->flipped = BL_NO_CARD;
    s->head.to_move = -1;
#ifdef BL_TRACED
    cite_ending(s, why, cx);
    cite_scoring(s, cx);
#endif
}

/* §7  A face card that is left makes one more stack. */
static inline void add_stack(struct six_seven *s, struct bl_context *cx)
{
    APPLIES(NEW_STACK, "%F is revealed as s%d", s->faces[s->faces_left - 1], (int)stacks_made(s));
    reveal_stack(s, cx);
    APPLIES(START_SUM, "its Sum is 0");
}

/* What follows a turn: an ending, or the next player's card. */
static void end_turn(struct six_seven *s, struct bl_context *cx)
{
    int next = s->head.to_move + 1;
    next = next == s->head.setup.players ? 0 : next;
    if (s->row == 0 || s->numbers_left == 0 || next == s->stuck) {
        end_game(s, six_seven_ending(s, next), cx);
        return;
    }
    unsigned rank = bl_french_rank(s->numbers[s->numbers_left - 1]);
    if (s->fits[rank] == 0 && s->faces_left == 0 && six_seven_no_moves(s)) {
        end_game(s, NO_MOVES, cx);
        return;
    }
    PASS_TURN(TURNS, s->head.to_move, (int8_t)next);
    flip(s, cx);
    if (s->fits[rank] == 0 && s->faces_left > 0) {
        APPLIES(NOTHING_FITS, "%F fits on no stack", s->flipped);
        APPLIES(FOR_NO_FIT, "a face card is left");
        add_stack(s, cx);
    }
}

/* §6.6  The stack and all its cards leave the table. */
static void take_stack(struct six_seven *s, unsigned id, unsigned by)
{
    struct six_stack *st = &s->stacks[id];
    struct six_take *t = &s->takes[face_index(st->face)];
    unsigned seat = (unsigned)s->head.to_move;
    unsigned n = 1;
    t->cards[0] = st->face;
    memcpy(t->cards + n, st->pile[TO_LEFT], SIDE_MAX);
    n += st->size[TO_LEFT];
    memcpy(t->cards + n, st->pile[TO_RIGHT], SIDE_MAX);
    n += st->size[TO_RIGHT];
    t->cards[n] = st->pile[TO_MATCH][0];
    n += st->size[TO_MATCH];
    t->count = (uint8_t)n;
    t->by = (uint8_t)by;
    t->seat = (uint8_t)seat;
    t->order = (uint8_t)score_faces(s->score[seat]);
    s->score[seat] += SCORE(1, n, by == BY_SIX_SEVEN);
    memset(st, 0, sizeof *st);
    s->row = (uint16_t)(s->row & ~(1u << id));
    note_code(s, id, 0);
}

/* §6, §7.1  Collects a stack and replaces it if it can be. */
static void collect(struct six_seven *s, unsigned id, unsigned by, struct bl_context *cx)
{
    (void)cx;
    APPLIES(COLLECT, "{you call|%p calls} %w", s->head.to_move, six_seven_by_names[by]);
    APPLIES(SEVERAL, "%F leaves the table with all its cards", s->stacks[id].face);
    take_stack(s, id, by);
    if (s->faces_left > 0) {
        APPLIES(AFTER_COLLECTION, "a stack was collected and a face card is left");
        add_stack(s, cx);
    }
}

#ifdef BL_TRACED
static void cite_place(const struct six_seven *s, unsigned id, unsigned place,
                       struct bl_context *cx)
{
    int before = (int)(s->code[id] & CODE_SUM), value = (int)card_value(s->flipped);
    int base = s->stacks[id].face;
    APPLIES(PLAY,
            place == TO_LEFT    ? "%F goes to the left of %F"
            : place == TO_RIGHT ? "%F goes to the right of %F"
                                : "%F goes to the match slot of %F",
            s->flipped, base);
    if (place == TO_MATCH) {
        APPLIES(SLOT, "the Sum stays %d", before);
        APPLIES(MATCH, "the match slot of %F is filled", base);
    } else {
        APPLIES(SUM, "Sum on %F: %d to %d", base, before,
                place == TO_LEFT ? before + value : before - value);
    }
}
#endif

/* §5b  The flipped card is placed on a stack, which may be collected then. */
static void place_card(struct six_seven *s, bl_move move, struct bl_context *cx)
{
    unsigned id = move_stack(move), place = move_place(move), by = move_by(move);
    struct six_stack *st = &s->stacks[id];
#ifdef BL_TRACED
    cite_place(s, id, place, cx);
#endif
    st->pile[place][st->size[place]++] = s->flipped;
    s->last_placed = s->head.to_move;
    if (place != TO_MATCH && by == BY_NOTHING)
        note_code(s, id, code_landed(s->code[id], place, bl_french_rank(s->flipped)));
    else
        collect(s, id, by == BY_NOTHING ? BY_MATCH : by, cx);
}

/* §5d */
static void keep_card(struct six_seven *s, struct bl_context *cx)
{
    (void)cx;
    s->kept[s->head.to_move] = s->flipped;
    if (s->stuck < 0)
        s->stuck = s->head.to_move;
    APPLIES(KEEP, "{you keep|%p keeps} %F", s->head.to_move, s->flipped);
}

static void apply(void *state, const struct bl_play *play, struct bl_context *cx)
{
    struct six_seven *s = state;
    if (play->move == SIX_SEVEN_KEEP)
        keep_card(s, cx);
    else
        place_card(s, play->move, cx);
    end_turn(s, cx);
}

/* ---- the verdict on a move ------------------------------------------------ */

static int sum_of(const struct six_stack *st)
{
    int sum = 0;
    for (int i = 0; i < st->size[0]; i++)
        sum += (int)card_value(st->pile[0][i]);
    for (int i = 0; i < st->size[1]; i++)
        sum -= (int)card_value(st->pile[1][i]);
    return sum;
}

/* A stack as a verdict looks at it: what is there, before the card lands. */
struct sight {
    const struct six_stack *stack;
    int base, value, capacity, size[2], sum;
};

static struct sight look_at(const struct six_seven *s, unsigned id)
{
    const struct six_stack *st = &s->stacks[id];
    bool there = s->row >> id & 1;
    return (struct sight){st, st->face, (int)card_value(s->flipped),
                          there ? (int)face_capacity(st->face) : 0,
                          {st->size[0], st->size[1]}, sum_of(st)};
}

static bool is_full(const struct sight *at)
{
    return at->size[0] == at->capacity && at->size[1] == at->capacity;
}

/* §5.1  Whether the flipped card can be played on a stack at all. */
static bool can_play(const struct sight *at)
{
    if (at->size[0] < at->capacity)
        return true;
    if (at->size[1] < at->capacity)
        return at->sum >= at->value;
    return at->sum == at->value;
}

/* §2.3  Whether the topmost card of either side is a 6. */
static bool sees_six(const struct sight *at)
{
    for (int side = 0; side < 2; side++)
        if (at->size[side] > 0 && card_value(at->stack->pile[side][at->size[side] - 1]) == 6)
            return true;
    return false;
}

/* §5d */
static bl_cite check_keep(const struct six_seven *s, struct bl_context *cx)
{
    (void)cx;
    int fits_on = -1;
    for (unsigned id = 0; id < MAX_STACKS && fits_on < 0; id++) {
        struct sight at = look_at(s, id);
        if (s->row >> id & 1 && can_play(&at))
            fits_on = (int)id;
    }
    REQUIRE(KEEP, fits_on < 0, "%F fits on %F and has to be played", s->flipped,
            fits_on < 0 ? 0 : s->stacks[fits_on].face);
    return 0;
}

/* §6.1 to §6.4  The announcement fits what the stack will be like: `sum` is its new Sum,
 * `full` whether a side will be full. */
static bl_cite check_announcement(const struct sight *at, unsigned by, int sum, bool full,
                                  struct bl_context *cx)
{
    (void)cx;
    switch (by) {
    case BY_SIX_SIX:
        REQUIRE(SIX_SIX, sum == 6, "the Sum on %F would be %d, must be 6", at->base, sum);
        break;
    case BY_SEVEN_SEVEN:
        REQUIRE(SEVEN_SEVEN, sum == 7, "the Sum on %F would be %d, must be 7", at->base, sum);
        break;
    case BY_ZERO:
        REQUIRE(ZERO, sum == 0 && full,
                full ? "the Sum on %F would be %d, must be 0; a side would be full"
                     : "the Sum on %F would be %d, must be 0; a side would not be full",
                at->base, sum);
        break;
    case BY_SIX_SEVEN:
        REQUIRE(SIX_SEVEN, at->value == 7 && HOLDS(VISIBLE, sees_six(at)),
                sees_six(at) ? "the card counts %d, must be 7; a card in sight on %F is a 6"
                             : "the card counts %d, must be 7; no card in sight on %F is a 6",
                at->value, at->base);
        break;
    default:
        break;
    }
    return 0;
}

/* §2.2, §3.3, §5.1  A card on the left or the right of a stack. */
static bl_cite check_side(const struct sight *at, unsigned side, unsigned by,
                          struct bl_context *cx)
{
    REQUIRE(CAPACITY, at->size[side] < at->capacity,
            side == TO_LEFT ? "the left of %F holds %d of %d" : "the right of %F holds %d of %d",
            at->base, at->size[side], at->capacity);
    int sum = side == TO_LEFT ? at->sum + at->value : at->sum - at->value;
    REQUIRE(NOT_NEGATIVE, sum >= 0, "the Sum on %F is %d, less %d would be %d", at->base, at->sum,
            at->value, sum);
    (void)HOLDS(LEGAL, true);
    int lefts = at->size[0] + (side == TO_LEFT), rights = at->size[1] + (side == TO_RIGHT);
    bool full = lefts == at->capacity || rights == at->capacity;
    return check_announcement(at, by, sum, full, cx);
}

/* §6.5  A card in the match slot. */
static bl_cite check_match(const struct sight *at, unsigned by, struct bl_context *cx)
{
    REQUIRE(MATCH_FULL, is_full(at),
            "%F holds %d on the left and %d on the right, full would be %d and %d", at->base,
            at->size[0], at->size[1], at->capacity, at->capacity);
    REQUIRE(MATCH_VALUE, at->value == at->sum, "the card counts %d, the Sum on %F is %d",
            at->value, at->base, at->sum);
    (void)HOLDS(MATCH_SLOT, true);
    (void)HOLDS(MATCH_SUM, true);
    (void)HOLDS(LEGAL, true);
    return check_announcement(at, by, at->sum, true, cx);
}

static bl_cite check(const void *state, const struct bl_play *play, struct bl_context *cx)
{
    const struct six_seven *s = state;
    if (s->ended != 0)
        REFUSE(s->ended, "the game is over");
    REQUIRE(TURNS, play->seat == s->head.to_move, "it is {your turn|the turn of %p}", s->head.to_move);
    unsigned place = move_place(play->move), id = move_stack(play->move);
    if (place == TO_HAND)
        return check_keep(s, cx);
    REQUIRE(STACK, s->row >> id & 1,
            id < stacks_made(s) ? "s%d was collected" : "s%d has not been created", (int)id);
    struct sight at = look_at(s, id);
    (void)HOLDS(VALUES, true);
    if (place == TO_MATCH)
        return check_match(&at, move_by(play->move), cx);
    return check_side(&at, place, move_by(play->move), cx);
}

extern const struct bl_rules six_seven_rules, six_seven_rules_traced;
const struct bl_rules BL_BUILD(six_seven_rules) = {
    .deal = deal, .is_start = is_start, .moves = moves, .apply = apply, .check = check,
    .result = six_seven_result,
};

#ifndef BL_TRACED

const struct bl_clause six_seven_clauses[] = {
    BL_NO_CLAUSE,
#define CLAUSE BL_CLAUSE_ROW
#include "clauses.def"
};

/* ---- how a game ends and who has won --------------------------------------- */

bool six_seven_no_moves(const struct six_seven *s)
{
    if (s->faces_left > 0)
        return false;
    for (unsigned id = 0; id < MAX_STACKS; id++) {
        unsigned code = s->code[id];
        if (s->row >> id & 1 && (code & (CODE_LEFT | CODE_RIGHT) || (code & CODE_SUM) <= TOP_VALUE))
            return false;
    }
    return true;
}

bl_cite six_seven_ending(const struct six_seven *s, int next)
{
    if (s->row == 0 && s->faces_left == 0)
        return NO_STACKS;
    if (s->numbers_left == 0)
        return NO_NUMBERS;
    if (six_seven_no_moves(s))
        return NO_MOVES;
    return next == s->stuck ? STUCK_RETURNS : 0;
}

/* §9.4  How late a seat placed its last card, as a number that grows with it. Before the
 * first seat was stuck everybody placed a card in every turn, and after that everybody has
 * at most one more turn. So whoever kept a card placed the last one a round before keeping,
 * in the order of seats from the first that was stuck; whoever did not keep any placed one
 * since then or is still to come, and did so later than all of those. */
static unsigned lateness(const struct six_seven *s, unsigned seat)
{
    unsigned players = s->head.setup.players;
    if (s->kept[seat] != BL_NO_CARD)
        return (seat + players - (unsigned)s->stuck) % players;
    return 2 * players - ((unsigned)s->last_placed + players - seat) % players;
}

void six_seven_ranking(const struct six_seven *s, uint8_t *seats)
{
    uint32_t keys[MAX_STACKS];
    for (unsigned seat = 0; seat < s->head.setup.players; seat++) {
        uint32_t key = s->score[seat] << 8 | lateness(s, seat);
        unsigned at = seat;
        for (; at > 0 && keys[at - 1] < key; at--) {
            keys[at] = keys[at - 1];
            seats[at] = seats[at - 1];
        }
        keys[at] = key;
        seats[at] = (uint8_t)seat;
    }
}

void six_seven_result(const void *state, struct bl_result *out)
{
    const struct six_seven *s = state;
    *out = (struct bl_result){.winner = -1, .why = s->ended};
    if (s->ended == 0)
        return;
    six_seven_ranking(s, out->ranking);
    out->ranked = s->head.setup.players;
    out->winner = (int8_t)out->ranking[0];
}

/* ---- the game ------------------------------------------------------------- */

extern const struct bl_game bl_game_six_seven;
const struct bl_game bl_game_six_seven = {
    .id = "six-seven", .title = "Six-Seven", .guide = six_seven_guide, .code = 3,
    .min_players = 2, .max_players = 12, .usual_players = 3, .minutes = 10, .hides = true,
    .state_size = sizeof(struct six_seven),
    .max_moves = MAX_STACKS * FORMS_MAX + FORMS_WIDE,
    .clauses = six_seven_clauses, .clause_count = SIX_SEVEN_CLAUSES, .turn = TURNS,
    .presets = (const struct bl_preset[]){{"letter", {0}}, {"table", {0}}}, .preset_count = 2,
    .rules = &six_seven_rules, .traced = &six_seven_rules_traced,
    .fields = &six_seven_fields, .notation = &six_seven_notation,
    .telling = &six_seven_telling, .advice = &six_seven_advice, .teaching = &six_seven_teaching,
};

#endif
