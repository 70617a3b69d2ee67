/* decide.c - the moves of a sensible player, phase by phase. Whatever is decided is asked of the
 * rules before it is given. */
#include "mind.h"

enum { POWER_WORTH = 3, FILLER_WORTH = 60 };

/* ---- claims --------------------------------------------------------------- */

/* What the cards that the seat could take, or has, are good for. */
struct table {
    struct pw_known known[PW_CARDS];
    uint8_t hand[PW_CARDS];
    unsigned count;                  /* in hand */
    unsigned fillers, effects;       /* of these */
    int32_t rules;                   /* what any two cards give */
    bool holds;                      /* attacks are saved for later */
    bool few;                        /* blanks are */
};

static bool is_filler(const struct pw *s, const struct pw_known *known, unsigned card)
{
    return s->cards[card].kind == PW_EDITED && known->worth <= 0 && known->keyed <= 0;
}

/* Taken literally, the logic lets whoever owns the right subproof stop anything, for a price. An
 * attack then gets through only when its victim has no proving power left to pay it: attacks are
 * saved until all who hunt together have more of them than can be refuted. */
static bool must_save(const struct pw_mind *m)
{
    const struct pw *s = m->s;
    int prey = pw_prey(s, m->seat);
    unsigned strikes = 0, refuted = prey < 0 ? 0 : pw_refutations_of(s, (unsigned)prey);
    for (int i = 0; refuted > 0 && i < (int)pw_players(s); i++)
        strikes += s->seats[i].alive && i != prey ? pw_strikes_of(s, i) : 0;
    return refuted > 0 && strikes <= refuted;
}

static void know_hand(const struct pw_mind *m, struct table *t)
{
    t->count = pw_list(&m->s->seats[m->seat].hand, t->hand);
    t->fillers = t->effects = 0;
    t->rules = pw_rules_worth(m);
    t->few = pw_blanks_are_few(m->s);
    for (unsigned i = 0; i < t->count; i++) {
        unsigned card = t->hand[i];
        t->known[card] = pw_know_card(m, card);
        t->fillers += is_filler(m->s, &t->known[card], card);
        t->effects += pw_edited(m->s, card) && !is_filler(m->s, &t->known[card], card);
    }
    t->holds = m->s->phase == PHASE_PLAYING && must_save(m);
}

/* What having a card would be worth; what it does cannot then be done to its owner's foes. */
static int32_t claim_worth(const struct pw_mind *m, const struct table *t, unsigned card)
{
    struct pw_known known = pw_know_card(m, card);
    if (known.worth > 0 && t->fillers > t->effects)
        return known.worth;
    for (unsigned i = 0; known.keyed > 0 && i < t->count; i++)
        if (t->known[t->hand[i]].term == known.key)
            return known.keyed;
    if (known.worth > 0)
        return known.worth / 3;
    if (t->few && t->fillers < t->effects + 2)
        return FILLER_WORTH;
    /* The other half of an effect, whether it says anything or not. */
    return t->fillers < t->effects || t->rules > 0 ? FILLER_WORTH : 0;
}

/* What it is worth that its owner lacks a card, where there is but one other. */
static int32_t denied(const struct pw *s, unsigned card)
{
    return pw_living(s) == 2 ? pw_names_worth(s, s->cards[card].names, s->cards[card].points) / 2 : 0;
}

/* On a whim whatever is worth something is worth anything. */
static int64_t on_a_whim(const struct pw_mind *m, int64_t worth)
{
    return m->how == BL_WHIM && worth > 0 ? 1 + (int64_t)bl_below(m->rng, 1000) : worth;
}

/* Phase III: from the others, at the price; IV: from the deck, at twice that. */
static bool best_claim(const struct pw_mind *m, const struct table *t, const uint8_t *cards,
                       unsigned count, int32_t times, bl_move *out)
{
    int64_t best = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct pw_card *c = &m->s->cards[cards[i]];
        int64_t price = times * (int64_t)c->cost;
        if (c->kind == PW_BLANK || price > m->s->seats[m->seat].power)
            continue;
        int64_t gain = claim_worth(m, t, cards[i]) + (times == 1 ? denied(m->s, cards[i]) : 0) -
                       POWER_WORTH * price;
        gain = on_a_whim(m, gain);
        if (gain > best) {
            best = gain;
            *out = PW_MOVE(MOVE_CLAIM, cards[i], 0);
        }
    }
    return best > 0;
}

static bl_move decide_claim(const struct pw_mind *m)
{
    struct table t;
    uint8_t others[PW_SEATS], cards[PW_CARDS];
    unsigned n;
    bl_move move = PW_MOVE(MOVE_PASS, 0, 0);
    if (m->s->claims == PW_CLAIMS_MAX || (m->how == BL_WHIM && bl_below(m->rng, 2)))
        return move;
    know_hand(m, &t);
    unsigned count = pw_list_others(m->s, m->seat, others, &n, cards);
    best_claim(m, &t, cards, count, 1, &move);
    return move;
}

/* ---- plays ---------------------------------------------------------------- */

static int32_t more(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* What a pair gives, less what the half that is not used would give some other time. */
static int32_t pair_worth(const struct table *t, unsigned a, unsigned b)
{
    const struct pw_known *x = &t->known[a], *y = &t->known[b];
    int32_t one = x->worth, other = y->worth;
    if (x->keyed > one && x->key == y->term)
        one = x->keyed;
    if (y->keyed > other && y->key == x->term)
        other = y->keyed;
    int32_t best = more(more(one, other), t->rules);
    int32_t lost = one > other ? more(y->worth, y->keyed) : more(x->worth, x->keyed);
    if (best == t->rules && best > more(one, other))
        lost = more(x->worth, x->keyed) + more(y->worth, y->keyed);
    return best > 0 ? best - lost / 2 + 1 : 0;
}

static bool best_play(const struct pw_mind *m, const struct table *t, bl_move *out)
{
    const struct pw *s = m->s;
    int64_t best = 0;
    for (unsigned i = 0; i < t->count; i++) {
        unsigned main = t->hand[i];
        if (!pw_edited(s, main) || !pw_may_follow(s, main))
            continue;
        for (unsigned k = 0; k < t->count; k++) {
            unsigned second = t->hand[k];
            if (k == i || !pw_edited(s, second) || s->cards[main].points > s->cards[second].points)
                continue;
            if (t->holds && (pw_attacks(s, main) || pw_attacks(s, second)))
                continue;
            int64_t worth = on_a_whim(m, pair_worth(t, main, second));
            if (worth > best) {
                best = worth;
                *out = PW_MOVE(MOVE_PLAY, main, second);
            }
        }
    }
    return best > 0;
}

/* A turn is waited out by discarding what is not needed, if something better cannot be played
 * yet; returns whether there is such a card. */
static bool spare_card(const struct pw_mind *m, const struct table *t, bl_move *out)
{
    const struct pw *s = m->s;
    bool waits = false;
    if (s->previous_main < 0 || t->fillers <= t->effects || t->holds)
        return false;
    for (unsigned i = 0; i < t->count; i++)
        waits |= t->known[t->hand[i]].worth > 0 || t->known[t->hand[i]].keyed > 0;
    for (unsigned i = 0; waits && i < t->count; i++)
        if (is_filler(s, &t->known[t->hand[i]], t->hand[i]) && s->cards[t->hand[i]].points == 0) {
            *out = PW_MOVE(MOVE_DISCARD, t->hand[i], 0);
            return true;
        }
    return false;
}

static bl_move decide_turn(const struct pw_mind *m)
{
    struct table t;
    bl_move move = PW_MOVE(MOVE_LEAVE, 0, 0);
    know_hand(m, &t);
    unsigned whim = m->how == BL_WHIM ? bl_below(m->rng, 4) : 0;   /* 1: leaves; 2: puts a card away */
    if (whim == 1 || (whim == 2 && spare_card(m, &t, &move)))
        return move;
    if (!best_play(m, &t, &move) &&
        !best_claim(m, &t, m->s->deck, m->s->deck_count, 2, &move))
        spare_card(m, &t, &move);
    return move;
}

/* ---- the move ------------------------------------------------------------- */

/* What is written in a phase, if the seat writes something, and the closed move if it does not:
 * always the same, or one to be decided. */
static const struct {
    bool (*write)(struct pw_mind *m);
    unsigned otherwise;
    bl_move (*decide)(const struct pw_mind *m);
} plans[PW_PHASES] = {
    [PHASE_SETUP] = {pw_write_setup, MOVE_DONE, NULL},
    [PHASE_CREATION] = {NULL, MOVE_TAKE, NULL},
    [PHASE_EDITING] = {pw_write_a_card, MOVE_PASS, NULL},
    [PHASE_CLAIMING] = {NULL, 0, decide_claim},
    [PHASE_PLAYING] = {NULL, 0, decide_turn},
    [PHASE_PROVING] = {pw_reason_proof, MOVE_DECLINE, NULL},
    [PHASE_REFUTING] = {pw_reason_refutation, MOVE_ACCEPT, NULL},
    [PHASE_RULE_REFUTING] = {pw_reason_refutation, MOVE_ACCEPT, NULL},
    [PHASE_PROOFS] = {pw_write_subproof, MOVE_PASS, NULL},
    [PHASE_RULES] = {pw_write_rule, MOVE_PASS, NULL},
    [PHASE_DROPS] = {NULL, 0, pw_decide_drop},
};

bool pw_is_legal(const struct pw *s, const struct bl_play *play, struct bl_logic *l)
{
    struct bl_context cx;
    bl_context_init(&cx, &bl_game_predicate_wars, 0);
    cx.scratch = l;
    return bl_game_predicate_wars.rules->check(s, play, &cx) == 0;
}

/* At a glance nothing is written that was not seen to be right. */
static bool decide(const void *view, int seat, enum bl_thought how, struct bl_stream *rng,
                   void *scratch, struct bl_text *words, struct bl_play *out)
{
    BL_LOCAL struct bl_text draft = bl_text_heap();
    struct pw_mind m = {view, seat, rng, scratch, &draft, how};
    unsigned phase = m.s->phase;
    bl_logic_reset(m.l);
    *out = (struct bl_play){.seat = (int8_t)seat};
    if (plans[phase].write && plans[phase].write(&m) &&
        !pw_read_open(m.l, draft.s, out, words) &&
        (how == BL_GLANCE || pw_is_legal(m.s, out, m.l)))
        return true;
    bl_move otherwise = plans[phase].decide ? plans[phase].decide(&m)
                                            : PW_MOVE(plans[phase].otherwise, 0, 0);
    *out = (struct bl_play){otherwise, (int8_t)seat, 0, NULL};
    return how == BL_GLANCE || pw_is_legal(m.s, out, m.l);
}

/* ---- liking --------------------------------------------------------------- */

/* Writes while that is cheap, proves and refutes where it can, plays rather than not, and
 * otherwise saves its power. */
static int32_t prefer(const void *view, const struct bl_play *play)
{
    const struct pw *s = view;
    const struct pw_seat *me = &s->seats[play->seat];
    const struct pw_card *card = &s->cards[pw_first_of(play->move) % PW_CARDS];
    switch (pw_kind(play->move)) {
    case MOVE_EDIT:
        return card->kind == PW_BLANK && (s->phase == PHASE_EDITING || me->power >= 40) ? 30 : -1;
    case MOVE_TAKE: return 10;
    case MOVE_PLAY: return 60;
    case MOVE_PROVE: case MOVE_REFUTE: return 100;
    case MOVE_CLAIM: return card->cost <= me->power / 4 && s->claims < 2 ? 5 : -1;
    case MOVE_LEAVE: return 1;
    case MOVE_DISCARD: case MOVE_BUY_PROOF: case MOVE_BUY_RULE: case MOVE_DROP_RULE: return -1;
    default: return 0;
    }
}

const struct bl_advice pw_advice = {
    .prefer = prefer, .reason = pw_reason, .estimate = pw_estimate, .propose = pw_propose, .decide = decide,
    .strong = "greedy", .master = "ismcts:1000",
};
