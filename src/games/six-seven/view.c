/* view.c - what can be seen of a game of Six-Seven, and how a sensible player likes a move.
 *
 * Only the order of the two decks is hidden, and from everybody alike. */
#include <string.h>

#include "six-seven.h"

void six_seven_view(const void *state, int seat, void *out)
{
    (void)seat;
    struct six_seven *v = out;
    memmove(v, state, sizeof *v);
    memset(v->numbers, BL_NO_CARD, v->numbers_left);
    memset(v->faces, BL_NO_CARD, v->faces_left);
}

/* The set of all cards that lie open. */
static uint64_t seen_cards(const struct six_seven *v)
{
    uint64_t seen = 0;
    if (v->flipped != BL_NO_CARD)
        seen |= UINT64_C(1) << v->flipped;
    for (unsigned id = 0; id < MAX_STACKS; id++) {
        const struct six_stack *st = &v->stacks[id];
        if (!(v->row >> id & 1))
            continue;
        seen |= UINT64_C(1) << st->face;
        for (unsigned side = 0; side < 2; side++)
            for (unsigned i = 0; i < st->size[side]; i++)
                seen |= UINT64_C(1) << st->pile[side][i];
    }
    for (unsigned f = 0; f < FACE_CARDS; f++)
        for (unsigned i = 0; i < v->takes[f].count; i++)
            seen |= UINT64_C(1) << v->takes[f].cards[i];
    for (unsigned seat = 0; seat < v->head.setup.players; seat++)
        if (v->kept[seat] != BL_NO_CARD)
            seen |= UINT64_C(1) << v->kept[seat];
    return seen;
}

#define NUMBER_SET UINT64_C(0x03ff03ff03ff03ff)
#define FACE_SET UINT64_C(0x1c001c001c001c00)

/* Writes the cards of a set in pack order. */
static void list_cards(uint64_t set, bl_card *out)
{
    for (; set; set &= set - 1)
        *out++ = (bl_card)__builtin_ctzll(set);
}

void six_seven_resample(const void *view, int seat, struct bl_stream *rng, void *out)
{
    (void)seat;
    struct six_seven *s = out;
    memmove(s, view, sizeof *s);
    uint64_t unseen = ~seen_cards(s);
    list_cards(unseen & NUMBER_SET, s->numbers);
    list_cards(unseen & FACE_SET, s->faces);
    bl_shuffle8(rng, s->numbers, s->numbers_left);
    bl_shuffle8(rng, s->faces, s->faces_left);
}

/* The values, as a set of ranks, with which a stack of this code can be collected. */
static unsigned collecting_ranks(unsigned code)
{
    unsigned sum = code & CODE_SUM, ranks = 0;
    for (unsigned value = 1; value <= TOP_VALUE; value++) {
        bool left = code & CODE_LEFT, right = code & CODE_RIGHT && sum >= value;
        bool full = !(code & (CODE_LEFT | CODE_RIGHT));
        bool by = (left && (sum + value == 6 || sum + value == 7)) ||
                  (right && (sum - value == 6 || sum - value == 7)) ||
                  (right && sum == value && code & CODE_FULL) ||
                  ((left || right) && value == 7 && code & CODE_SIX) || (full && sum == value);
        ranks |= (unsigned)by << (value - 1);
    }
    return ranks;
}

/* How many of the unseen number cards the next player could collect with, the stack `id`
 * having become one of code `code`; 0: it has been collected. */
static int danger(const struct six_seven *v, unsigned id, unsigned code)
{
    unsigned ranks = 0;
    for (unsigned i = 0; i < MAX_STACKS; i++)
        ranks |= collecting_ranks(i == id ? code : v->code[i]);
    uint64_t wanted = ranks * UINT64_C(0x0001000100010001);
    return __builtin_popcountll(~seen_cards(v) & wanted & NUMBER_SET);
}

/* Collects whatever can be collected, the bigger stack first; else leaves the next player
 * as few cards to collect with as can be. */
int32_t six_seven_prefer(const void *view, const struct bl_play *play)
{
    const struct six_seven *v = view;
    unsigned place = move_place(play->move), id = move_stack(play->move), by = move_by(play->move);
    if (place == TO_HAND)
        return 0;
    const struct six_stack *st = &v->stacks[id];
    if (place == TO_MATCH || by != BY_NOTHING)
        return 1000 + 100 * (st->size[0] + st->size[1]) + 50 * (by == BY_SIX_SEVEN) -
               danger(v, id, 0);
    return 100 - danger(v, id, code_landed(v->code[id], place, bl_french_rank(v->flipped)));
}
