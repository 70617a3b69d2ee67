/* setup.c - the start of a game. */
#include <string.h>

#include "rules.h"

const char *pw_resolve(struct bl_setup *setup)
{
    static const int32_t usual[PW_OPTIONS] = {128, 2, 8, 0, 100, 128, 32, BASE_AUTHOR};
    int32_t *o = setup->options;
    for (unsigned i = 0; i < PW_OPTIONS; i++)
        if (o[i] == BL_UNSET)
            o[i] = i == OPTION_HEALTH ? PW_HEALTH_EACH * setup->players : usual[i];
    if (o[OPTION_DEALT] * setup->players > o[OPTION_DECK])
        return "dealt * players > deck";
    if (o[OPTION_OWNED] * setup->players + o[OPTION_DECK] > PW_CARDS)
        return "owned * players + deck > 160";
    return NULL;
}

static void deal_seat(struct pw *s, unsigned seat)
{
    const int32_t *o = s->head.setup.options;
    struct pw_seat *p = &s->seats[seat];
    p->alive = 1;
    p->health = o[OPTION_HEALTH];
    p->power = o[OPTION_POWER];
    p->potency = o[OPTION_POTENCY];
    for (unsigned i = 0; i < (unsigned)o[OPTION_OWNED]; i++)
        pw_add(&p->hand, seat * (unsigned)o[OPTION_OWNED] + i);
    for (unsigned i = 0; i < (unsigned)o[OPTION_DEALT]; i++) {
        pw_add(&p->hand, s->deck[--s->deck_count]);
        s->deck[s->deck_count] = 0;
    }
}

void pw_deal(void *state, const struct bl_setup *setup, struct bl_context *cx)
{
    struct pw *s = state;
    const int32_t *o = setup->options;
    unsigned cards = pw_card_count(setup), deck = (unsigned)o[OPTION_DECK];
    memset(s, 0, pw_extent(s));
    s->head.setup = *setup;
    s->winner = s->first = -1;
    s->previous_main = s->played[0] = s->played[1] = -1;
    s->round = 1;
    for (unsigned i = 0; i < PW_SEATS; i++)
        s->edited[i] = -1;
    for (unsigned i = 0; i < deck; i++)
        s->deck[i] = (uint8_t)(cards - 1 - i);
    s->deck_count = (uint8_t)deck;
    for (unsigned i = 0; i < setup->players; i++)
        deal_seat(s, i);
    APPLIES(PW_DECK, "%d blank cards", (int)deck);
    APPLIES(PW_HEALTH, "%d each", (int)o[OPTION_HEALTH]);
    APPLIES(PW_POWER, "%d each", (int)o[OPTION_POWER]);
    APPLIES(PW_OWNED, "%d each", (int)o[OPTION_OWNED]);
    APPLIES(PW_POTENCY, "%d each", (int)o[OPTION_POTENCY]);
    APPLIES(PW_DEALT, "%d each", (int)o[OPTION_DEALT]);
    APPLIES(PW_RULE_SLOTS, "%d slots", (int)o[OPTION_RULES]);
    pw_begin(s, PHASE_SETUP, 0);
}

/* Dealing draws nothing: there is one start for a set-up. */
bool pw_is_start(const void *state)
{
    const struct pw *s = state;
    const int32_t *o = s->head.setup.options;
    unsigned owned = (unsigned)o[OPTION_OWNED], dealt = (unsigned)o[OPTION_DEALT];
    unsigned players = pw_players(s), top = players * (owned + dealt);
    if (s->phase != PHASE_SETUP || s->turn != 0 || s->used > 0 ||
        s->deck_count != pw_card_count(&s->head.setup) - top)
        return false;
    for (unsigned i = 0; i < s->deck_count; i++)
        if (s->deck[s->deck_count - 1 - i] != top + i)
            return false;
    for (unsigned i = 0; i < players; i++) {
        const struct pw_seat *p = &s->seats[i];
        if (p->health != o[OPTION_HEALTH] || p->power != o[OPTION_POWER] ||
            p->potency != o[OPTION_POTENCY] || p->proving != 0 || pw_size(&p->hand) != owned + dealt)
            return false;
        for (unsigned k = 0; k < owned; k++)
            if (!pw_in(&p->hand, i * owned + k))
                return false;
        for (unsigned k = 0; k < dealt; k++)
            if (!pw_in(&p->hand, players * owned + i * dealt + k))
                return false;
    }
    for (unsigned i = 0; i < PW_CARDS; i++)
        if (pw_edited(s, i))
            return false;
    return true;
}
