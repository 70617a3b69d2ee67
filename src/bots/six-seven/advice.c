/* advice.c - what a sensible player of Six-Seven likes, and hopes for. */
#include "games/six-seven/six-seven.h"

/* A value as a set of ranks; nothing if no number card has it. */
static unsigned rank_set(int value)
{
    return value > 0 && value <= TOP_VALUE ? 1u << (value - 1) : 0;
}

/* The values, as a set of ranks, with which a stack of this code can be collected. */
static unsigned collecting_ranks(unsigned code)
{
    int sum = (int)(code & CODE_SUM);
    bool left = code & CODE_LEFT, right = code & CODE_RIGHT;
    unsigned ranks = 0;
    if (left)
        ranks |= rank_set(6 - sum) | rank_set(7 - sum);
    if (right)
        ranks |= rank_set(sum - 6) | rank_set(sum - 7);
    if (code & CODE_SIX && (left || (right && sum >= 7)))
        ranks |= rank_set(7);
    if (right ? code & CODE_FULL : !left)
        ranks |= rank_set(sum);
    return ranks;
}

/* The number cards that are still to come: in a view, those that do not lie open. */
static uint64_t unseen_numbers(const struct six_seven *v)
{
    uint64_t unseen = 0;
    if (v->numbers_left > 0 && v->numbers[0] == BL_NO_CARD) {
        struct bl_seen seen = {.copies = 1};
        bl_fields_meet(&six_seven_fields, v, &seen);
        return ~seen.once & NUMBER_SET;
    }
    for (unsigned i = 0; i < v->numbers_left; i++)
        unseen |= UINT64_C(1) << v->numbers[i];
    return unseen;
}

/* How many of the unseen number cards the next player could collect with, the stack `id`
 * having become one of code `code`; 0: it has been collected. */
static int danger(const struct six_seven *v, unsigned id, unsigned code)
{
    unsigned ranks = 0;
    for (unsigned row = v->row; row; row &= row - 1) {
        unsigned i = (unsigned)__builtin_ctz(row);
        ranks |= collecting_ranks(i == id ? code : v->code[i]);
    }
    uint64_t wanted = ranks * UINT64_C(0x0001000100010001);
    return __builtin_popcountll(unseen_numbers(v) & wanted);
}

/* Collects whatever can be collected, the bigger stack first; else leaves the next player
 * as few cards to collect with as can be. */
static int32_t prefer(const void *view, const struct bl_play *play)
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

static void reason(const void *view, const struct bl_play *play, struct bl_story *out)
{
    const struct six_seven *v = view;
    unsigned place = move_place(play->move), id = move_stack(play->move);
    bool collects = place == TO_MATCH || move_by(play->move) != BY_NOTHING;
    int next = (play->seat + 1) % v->head.setup.players;
    if (place == TO_HAND)
        return;
    if (collects)
        bl_tell(out, "The face card is {yours|that of %p} then, and most face cards win.", play->seat);
    int lets = danger(v, id, collects ? 0 : code_landed(v->code[id], place, bl_french_rank(v->flipped)));
    int come = __builtin_popcountll(unseen_numbers(v));
    if (lets == 0)
        bl_tell(out, "None of the number cards still to come lets %p collect next.", next);
    else
        bl_tell(out, "Of %d number cards still to come {one lets|%d let} %p collect next.", come, lets, next);
}

/* Whoever is ahead tends to stay so, the more the fewer stacks are to be had. */
static void estimate(const void *state, float *out)
{
    const struct six_seven *s = state;
    unsigned players = s->head.setup.players;
    float all = (float)(players - 1);
    float open = 1.0f + (float)(__builtin_popcount(s->row) + s->faces_left) / 2;
    for (unsigned i = 0; i < players; i++)
        out[i] = 0;
    for (unsigned i = 0; i < players; i++)
        for (unsigned j = 0; j < i; j++) {
            float lead = (float)score_faces(s->score[i]) - (float)score_faces(s->score[j]) +
                         ((float)score_cards(s->score[i]) - (float)score_cards(s->score[j])) / 8;
            float first = 0.5f + 0.5f * lead / ((lead < 0 ? -lead : lead) + open);
            out[i] += first / all;
            out[j] += (1 - first) / all;
        }
}

const struct bl_advice six_seven_advice = {
    .prefer = prefer, .reason = reason, .estimate = estimate, .settle = six_seven_settle,
    .strong = "greedy", .master = "ismcts:10000",
};
