/* moves.c - the legal moves of the seat to move.
 *
 * Nothing here reads a statement: all that it looks at (tags, costs, points) is kept beside the
 * cards. */
#include "rules.h"

static bl_move *list_edits(const struct pw *s, const uint8_t *hand, unsigned n, bl_move *out)
{
    int64_t power = s->seats[s->head.to_move].power;
    for (unsigned i = 0; i < n; i++) {
        const struct pw_card *c = &s->cards[hand[i]];
        if (c->kind == PW_BLANK || (s->phase == PHASE_EDITING && pw_edit_price(c->cost) <= power))
            *out++ = PW_FORM(MOVE_EDIT, hand[i]);
    }
    return out;
}

static bl_move *list_claims(const struct pw *s, bl_move *out)
{
    const struct pw_seat *me = &s->seats[s->head.to_move];
    uint8_t hand[PW_CARDS];
    for (unsigned seat = 0; seat < pw_players(s) && s->claims < PW_CLAIMS_MAX; seat++) {
        if ((int)seat == s->head.to_move)
            continue;
        unsigned n = pw_list(&s->seats[seat].hand, hand);
        for (unsigned i = 0; i < n; i++)
            if (pw_edited(s, hand[i]) && s->cards[hand[i]].cost <= me->power)
                *out++ = PW_MOVE(MOVE_CLAIM, hand[i], 0);
    }
    return out;
}

static bl_move *list_plays(const struct pw *s, const uint8_t *hand, unsigned n, bl_move *out)
{
    for (unsigned i = 0; i < n; i++) {
        const struct pw_card *main = &s->cards[hand[i]];
        if (main->kind == PW_BLANK || !pw_may_follow(s, hand[i]))
            continue;
        for (unsigned k = 0; k < n; k++) {
            const struct pw_card *second = &s->cards[hand[k]];
            if (k != i && second->kind != PW_BLANK && main->points <= second->points)
                *out++ = PW_MOVE(MOVE_PLAY, hand[i], hand[k]);
        }
    }
    return out;
}

static bl_move *list_turn(const struct pw *s, const uint8_t *hand, unsigned n, bl_move *out)
{
    int64_t power = s->seats[s->head.to_move].power;
    struct pw_set deck = {{0}};
    uint8_t cards[PW_CARDS];
    out = list_plays(s, hand, n, out);
    for (unsigned i = 0; i < n; i++)
        if (pw_edited(s, hand[i]))
            *out++ = PW_MOVE(MOVE_DISCARD, hand[i], 0);
    for (unsigned i = 0; i < s->deck_count; i++)
        pw_add(&deck, s->deck[i]);
    unsigned in_deck = pw_list(&deck, cards);
    for (unsigned i = 0; i < in_deck; i++)
        if (pw_edited(s, cards[i]) && pw_far_claim_price(s->cards[cards[i]].cost) <= power)
            *out++ = PW_MOVE(MOVE_CLAIM, cards[i], 0);
    *out++ = PW_MOVE(MOVE_LEAVE, 0, 0);
    return out;
}

static bl_move *list_phase(const struct pw *s, const struct pw_seat *me, bl_move *out)
{
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&me->hand, hand);
    switch (s->phase) {
    case PHASE_SETUP:
        out = list_edits(s, hand, n, out);
        *out++ = PW_MOVE(MOVE_DONE, 0, 0);
        return out;
    case PHASE_CREATION:
        *out++ = PW_MOVE(MOVE_TAKE, 0, 0);
        break;
    case PHASE_EDITING:
        out = list_edits(s, hand, n, out);
        break;
    case PHASE_CLAIMING:
        out = list_claims(s, out);
        break;
    case PHASE_PLAYING:
        return list_turn(s, hand, n, out);
    case PHASE_PROVING:
        if (me->proving > 0)
            *out++ = PW_FORM(MOVE_PROVE, 0);
        *out++ = PW_MOVE(MOVE_DECLINE, 0, 0);
        return out;
    case PHASE_REFUTING: case PHASE_RULE_REFUTING:
        if (me->proving > 0)
            *out++ = PW_FORM(MOVE_REFUTE, 0);
        *out++ = PW_MOVE(MOVE_ACCEPT, 0, 0);
        return out;
    case PHASE_PROOFS:
        *out++ = PW_FORM(MOVE_BUY_PROOF, 0);
        break;
    case PHASE_RULES:
        if (me->potency >= 1 && pw_free_slot(s) >= 0)
            *out++ = PW_FORM(MOVE_BUY_RULE, 0);
        break;
    case PHASE_DROPS:
        for (unsigned i = 0; i < PW_RULES; i++)
            if (s->prices[i] != 0 && s->prices[i] <= me->potency)
                *out++ = PW_MOVE(MOVE_DROP_RULE, i, 0);
        break;
    default:
        return out;
    }
    *out++ = PW_MOVE(MOVE_PASS, 0, 0);
    return out;
}

uint32_t pw_moves(const void *state, bl_move *out)
{
    const struct pw *s = state;
    if (s->head.to_move < 0)
        return 0;
    return (uint32_t)(list_phase(s, &s->seats[s->head.to_move], out) - out);
}
