/* endings.c - the last cards of Six-Seven for two, counted out.
 *
 * Nothing is hidden in Six-Seven but the order of two decks, from both players alike: what a position
 * is worth is the best of its moves, and the mean over the cards that may come next. Cards count by
 * rank, stacks by what they can take and how many cards they hold, in any order; what was counted
 * once is known again. */
#include <stdlib.h>
#include <string.h>

#include "base/table.h"
#include "games/six-seven/plays.h"
#include "games/six-seven/six-seven.h"

enum {
    MOST_LEFT = 8,           /* number cards in the deck that are counted out … */
    MOST_PLACES = 50000,     /* … if no more positions than that come up */
    RANKS = TOP_VALUE, CAPACITIES = SIDE_MAX
};

/* A position between two turns. Unused bytes are 0. */
struct place {
    uint32_t stacks[MAX_STACKS];   /* the code, and above it how many cards, in falling order; 0: none */
    uint8_t numbers[RANKS];  /* left, by rank */
    uint8_t faces[CAPACITIES];     /* left, by what a side holds, less one */
    uint8_t left, faces_left;
    uint8_t mover;
    uint8_t kept;            /* a set of seats */
    int8_t stuck, last_placed;
    int32_t lead;            /* of seat 0, in score */
};

struct count {
    struct bl_table known;   /* what was counted */
    bool full;               /* too much came up: what is said no longer holds */
};

#define STACK(code, cards) ((uint32_t)(code) | (uint32_t)(cards) << 16)

static double worth(struct count *c, const struct place *p);

static uint64_t key_of(const struct place *p)
{
    uint64_t words[sizeof *p / 8 + 1] = {0}, key = 1;
    memcpy(words, p, sizeof *p);
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        key = bl_mix(key + words[i]) + BL_GAMMA;
    return key | 1;
}

/* ---- stacks -------------------------------------------------------------------- */

static unsigned count_stacks(const struct place *p)
{
    unsigned n = 0;
    while (n < MAX_STACKS && p->stacks[n])
        n++;
    return n;
}

/* The stack at `at` becomes another; 0: it goes. */
static void put_stack(struct place *p, unsigned at, uint32_t stack)
{
    for (; at > 0 && p->stacks[at - 1] < stack; at--)
        p->stacks[at] = p->stacks[at - 1];
    for (; at + 1 < MAX_STACKS && p->stacks[at + 1] > stack; at++)
        p->stacks[at] = p->stacks[at + 1];
    p->stacks[at] = stack;
}

/* §7  What follows if the next face card is revealed, over all that it can be. */
static double reveal(struct count *c, const struct place *p,
                     double (*then)(struct count *, const struct place *, unsigned), unsigned rank)
{
    double sum = 0;
    for (unsigned k = 0; k < CAPACITIES; k++)
        if (p->faces[k]) {
            struct place q = *p;
            q.faces[k]--;
            q.faces_left--;
            put_stack(&q, count_stacks(&q), STACK(code_empty(k + 1), 1));
            sum += p->faces[k] * then(c, &q, rank);
        }
    return sum / p->faces_left;
}

static double go_on(struct count *c, const struct place *p, unsigned unused)
{
    (void)unused;
    return worth(c, p);
}

/* ---- turns --------------------------------------------------------------------- */

static bool takes(unsigned form)
{
    return move_by(form) != BY_NOTHING || move_place(form) == TO_MATCH;
}

/* A card of a rank goes where a form says, on the stack at `at`. */
static double play(struct count *c, const struct place *p, unsigned at, unsigned rank, unsigned form)
{
    struct place q = *p;
    unsigned by = move_by(form), stack = q.stacks[at], cards = stack >> 16;
    int32_t score = (int32_t)SCORE(1, cards + 1, by == BY_SIX_SEVEN);
    q.last_placed = (int8_t)q.mover;
    q.mover ^= 1;
    if (!takes(form)) {
        unsigned code = code_landed(stack & 0xffff, move_place(form), rank);
        put_stack(&q, at, STACK(code, cards + 1));
        return worth(c, &q);
    }
    put_stack(&q, at, 0);
    q.lead += p->mover == 0 ? score : -score;
    return q.faces_left > 0 ? reveal(c, &q, go_on, 0) : worth(c, &q);
}

static const uint32_t *forms_of(uint32_t stack, unsigned rank)
{
    return forms[plays[stack & CODE_INDEX][rank]];
}

/* Whether a form need not be tried, since another takes the stack as well, or for more: Six-Seven
 * counts besides, and nothing else tells what it was called or on which side the card lay. */
static bool is_worse(const uint32_t *form, unsigned k)
{
    bool other = false;
    for (unsigned i = 0; i < form[FORMS_WIDE - 1]; i++)
        other |= i != k && takes(form[i]) && (move_by(form[i]) == BY_SIX_SEVEN || i < k);
    return takes(form[k]) && move_by(form[k]) != BY_SIX_SEVEN && other;
}

/* Whatever can be done with a card on the table as it is. */
static double choose(struct count *c, const struct place *p, unsigned rank)
{
    double worst = p->mover == 0 ? 0 : 1, best = worst;
    bool found = false;
    for (unsigned at = 0; at < MAX_STACKS && p->stacks[at] && best != 1 - worst; at++) {
        const uint32_t *form = forms_of(p->stacks[at], rank);
        bool again = at > 0 && p->stacks[at] == p->stacks[at - 1];
        for (unsigned k = 0; k < form[FORMS_WIDE - 1] && !again && !c->full; k++) {
            if (is_worse(form, k))
                continue;
            double value = play(c, p, at, rank, form[k]);
            best = !found || (p->mover == 0 ? value > best : value < best) ? value : best;
            found = true;
        }
    }
    return best;
}

static bool fits(const struct place *p, unsigned rank)
{
    for (unsigned at = 0; at < MAX_STACKS && p->stacks[at]; at++)
        if (forms_of(p->stacks[at], rank)[FORMS_WIDE - 1])
            return true;
    return false;
}

/* §5  The turn of the mover, for whom a card of this rank is flipped. */
static double turn(struct count *c, const struct place *p, unsigned rank)
{
    struct place q = *p;
    q.numbers[rank]--;
    q.left--;
    if (fits(&q, rank))
        return choose(c, &q, rank);
    if (q.faces_left > 0)
        return reveal(c, &q, choose, rank);
    q.kept |= (uint8_t)(1u << q.mover);
    if (q.stuck < 0)
        q.stuck = (int8_t)q.mover;
    q.mover ^= 1;
    return worth(c, &q);
}

/* ---- the end ------------------------------------------------------------------- */

/* §8 */
static bool is_over(const struct place *p)
{
    if (p->stacks[0] == 0 || p->left == 0 || p->mover == p->stuck)
        return true;
    if (p->faces_left > 0)
        return false;
    for (unsigned at = 0; at < MAX_STACKS && p->stacks[at]; at++)
        if (p->stacks[at] & (CODE_LEFT | CODE_RIGHT) || (p->stacks[at] & CODE_SUM) <= TOP_VALUE)
            return false;
    return true;
}

/* §9.4, as in the rules. */
static int lateness(const struct place *p, int seat)
{
    return p->kept >> seat & 1 ? (seat + 2 - p->stuck) % 2 : 4 - (p->last_placed + 2 - seat) % 2;
}

/* Whether seat 0 has won. */
static double result(const struct place *p)
{
    return p->lead != 0 ? p->lead > 0 : lateness(p, 0) > lateness(p, 1);
}

/* More than the other can still collect: a stack a turn at most. */
static bool is_decided(const struct place *p)
{
    int32_t turns = p->left, most = (int32_t)SCORE(1, 2 + 2 * SIDE_MAX, 1);
    int32_t lead = p->lead < 0 ? -p->lead : p->lead;
    bool leads = (p->lead > 0) == (p->mover == 0);
    return lead > (leads ? turns / 2 : (turns + 1) / 2) * most;
}

/* The chance of seat 0 to win. */
static double worth(struct count *c, const struct place *p)
{
    if (is_over(p) || is_decided(p))
        return result(p);
    uint64_t key = key_of(p);
    const struct bl_row *known = bl_table_find(&c->known, key);
    if (known || c->full)
        return known ? known->value : 0;
    double sum = 0;
    for (unsigned rank = 0; rank < RANKS; rank++)
        if (p->numbers[rank])
            sum += p->numbers[rank] * turn(c, p, rank);
    sum /= p->left;
    bl_table_add(&c->known, key)->value = sum;
    c->full |= c->known.used > MOST_PLACES;
    return sum;
}

/* ---- the door ------------------------------------------------------------------- */

static uint32_t stack_of(const struct six_seven *v, unsigned id)
{
    const struct six_stack *st = &v->stacks[id];
    return STACK(v->code[id], 1 + st->size[TO_LEFT] + st->size[TO_RIGHT]);
}

/* The table as a player sees it; what is not seen is still to come. */
static void look(const struct six_seven *v, struct place *p)
{
    struct bl_seen seen = {.pack = six_seven_fields.pack, .copies = 1};
    bl_fields_meet(&six_seven_fields, v, &seen);
    memset(p, 0, sizeof *p);
    p->left = v->numbers_left;
    p->faces_left = v->faces_left;
    p->mover = (uint8_t)v->head.to_move;
    p->stuck = v->stuck;
    p->last_placed = v->last_placed;
    p->lead = (int32_t)v->score[0] - (int32_t)v->score[1];
    for (uint64_t set = ~seen.once & (NUMBER_SET | FACE_SET); set; set &= set - 1) {
        bl_card card = (bl_card)__builtin_ctzll(set);
        if (set & -set & NUMBER_SET)
            p->numbers[bl_french_rank(card)]++;
        else
            p->faces[face_capacity(card) - 1]++;
    }
    for (unsigned seat = 0; seat < 2; seat++)
        p->kept |= (uint8_t)((v->kept[seat] != BL_NO_CARD) << seat);
    for (unsigned row = v->row; row; row &= row - 1)
        put_stack(p, count_stacks(p), stack_of(v, (unsigned)__builtin_ctz(row)));
}

static double worth_of_move(struct count *c, const struct place *p, const struct six_seven *v, bl_move move)
{
    uint32_t stack = stack_of(v, move_stack(move));
    unsigned at = 0;
    while (p->stacks[at] != stack)
        at++;
    return play(c, p, at, bl_french_rank(v->flipped), move & 0xff);
}

bool six_seven_settle(const void *view, const bl_move *moves, uint32_t n, float *out)
{
    const struct six_seven *v = view;
    struct count c = {0};
    struct place p;
    if (v->head.setup.players != 2 || v->numbers_left > MOST_LEFT || moves[0] == SIX_SEVEN_KEEP)
        return false;
    look(v, &p);
    for (uint32_t i = 0; i < n && !c.full; i++) {
        double first = worth_of_move(&c, &p, v, moves[i]);
        out[i] = (float)(p.mover == 0 ? first : 1 - first);
    }
    free(c.known.rows);
    return !c.full;
}
