/* write.c - what a sensible player writes: cards, what they cost, and subproofs.
 *
 * A play takes two cards and gives one effect, so that half of the cards need say nothing: a
 * truth costs no points, goes before any other card, and is good as the main one. */
#include <string.h>

#include "mind.h"

enum { FILLER_POINTS = 1, CHEAPEST = 6, CHEAPEST_PROOF = 19, AMOUNTS = 80,
       DEAR = 30 };                  /* a price that hurts whoever pays it */

/* What is worth proving; $ is a letter, # an amount that is at least the most that counts: which
 * one, nobody knows before, so that no rule about amounts stops it. What is said of a free letter is
 * said of everybody, and takes a short proof, but fewer points, which is what counts where they are
 * paid for. An action counts once for each amount that it has: with an amount that is another for
 * everybody, once for each who lives. */
static const struct effect {
    const char *text;
    uint16_t points, proof;          /* of the card, and of the lemmas that it takes */
    int16_t glanced;                 /* what it is worth; below 0: to be shared by the others */
    uint8_t name;                    /* of its action */
    bool often;                      /* it counts for each who lives */
} effects[] = {
    {"(∀($)((¬($=[chosenPlayer](1)))→[ATK]($,#)))", 18, 0, 220, BL_ATK, false},
    {"((¬($=[chosenPlayer](1)))→[ATK]($,#))", 15, 18, 219, BL_ATK, false},
    {"[HEAL]([chosenPlayer](1),#)", 10, 0, 150, BL_HEAL, false},
    {"[HEAL]($,#)", 6, 19, 149, BL_HEAL, false},
    {"[ATK]([chosenPlayer](1),#)", 10, 0, -220, BL_ATK, false},
    {"[ATK]($,#)", 6, 19, -219, BL_ATK, false},
    {"[ADDPOWER]([chosenPlayer](1),#)", 10, 0, 50, BL_ADDPOWER, false},
    {"[ADDPOWER]($,#)", 6, 19, 49, BL_ADDPOWER, false},
    {"(∀($)((¬($=[chosenPlayer](1)))→[SUBPOWER]($,#)))", 18, 0, 20, BL_SUBPOWER, false},
    {"(∀($)(tT→[ATK]($,#)))", 11, 0, 0, BL_ATK, false},
    {"(∀($)(tT→[ATK]([chosenPlayer](1),([power]($)+#))))", 20, 0, -220, BL_ATK, true},
    {"(∀($)(tT→[ATK]([chosenPlayer](1),([health]($)+[power]($)))))", 24, 0, -221, BL_ATK, true},
    {"(∀($)(tT→[ATK]([chosenPlayer](1),[health]($))))", 18, 0, -215, BL_ATK, true},
};
enum { EFFECTS = sizeof effects / sizeof *effects };

/* What is written in the set-up, as numbers in that list: the dearest first, which the fewest can
 * claim. One attack counts by the powers, one by the healths, so that they are seldom all alike. In a
 * duel power is worth more than cards: who has some left claims what the other wrote, and prices what he
 * writes later. By the letter, where most attacks are refuted, it takes many. */
static const uint8_t plan[] = {10, 12, 5, 5}, duel[] = {10, 5};

/* ---- one's hand ----------------------------------------------------------- */

struct holding {
    uint8_t cards[PW_CARDS];
    unsigned count, blanks, fillers, effects;
    unsigned keys, locked;           /* letters, and effects that one of them opens */
    unsigned tags[PW_TAGS];          /* of fillers */
    int blank, filler;               /* one of them; -1: none */
    char letter;                     /* of a key; 0: none */
    uint32_t proofs;                 /* points that proofs of the effects take */
};

static void look_at_hand(const struct pw_mind *m, struct holding *h)
{
    const struct pw *s = m->s;
    memset(h, 0, sizeof *h);
    h->count = pw_list(&s->seats[m->seat].hand, h->cards);
    h->blank = h->filler = -1;
    for (unsigned i = 0; i < h->count; i++) {
        unsigned card = h->cards[i];
        if (!pw_edited(s, card)) {
            h->blanks++;
            h->blank = h->blank < 0 ? (int)card : h->blank;
        } else if (s->cards[card].kind == PW_EDITED && s->cards[card].points <= FILLER_POINTS) {
            char key = pw_key_of(s, card);
            h->fillers++;
            h->keys += key != 0;
            h->letter = key ? key : h->letter;
            h->tags[s->cards[card].tag]++;
            h->filler = key ? h->filler : (int)card;
        } else {
            h->effects++;
            h->locked += pw_know_card(m, card).keyed > 0;
            h->proofs += s->cards[card].points <= CHEAPEST ? CHEAPEST_PROOF
                         : s->cards[card].points == 15   ? 18
                                                         : 0;
        }
    }
}

/* ---- what to write -------------------------------------------------------- */

static void put_filled(struct bl_text *out, const struct effect *e, char letter, uint32_t amount)
{
    for (const char *c = e->text; *c; c++)
        if (*c == '#')
            bl_put_uint(out, amount);
        else
            bl_put_char(out, *c == '$' ? letter : *c);
}

static void put_effect(struct pw_mind *m, const struct effect *e)
{
    static const char letters[] = "xyzuvwabcd";
    char letter = letters[m->how == BL_GLANCE ? 0 : bl_below(m->rng, sizeof letters - 1)];
    put_filled(m->out, e, letter, PW_ATK_MOST + bl_below(m->rng, AMOUNTS));
}

/* Taken literally, after the first round everybody can refute anything, as long as that can be
 * paid: then it takes many plain attacks on one, and what is done to all, any of them stops. */
static int32_t divide(const struct pw_mind *m, const struct effect *e, int32_t worth)
{
    int32_t others = (int32_t)pw_living(m->s) - 1;
    bool all = e->points > 10 && pw_fought(m->s) && pw_is_literal(m->s);
    return all && others > 1 ? worth / (others + 1) : worth;
}

/* How little a card is wanted for its kind, of 12. Taken literally, a game is won before the first
 * subproofs are bought, or by many attacks at once: nothing else is wanted. */
static unsigned unwanted(const struct pw_mind *m, const struct effect *e, const struct holding *h)
{
    unsigned copies = 0;
    for (unsigned k = 0; k < h->count; k++)
        copies += m->s->cards[h->cards[k]].names[e->name - BL_RAND_PLAYER] > 0;
    if (pw_is_literal(m->s))
        return e->name == BL_ATK ? 0 : 9;
    return copies < 8 ? copies : 8;
}

static bool has_rules(const struct pw *s)
{
    for (unsigned i = 0; i < PW_RULES; i++)
        if (s->prices[i] != 0)
            return true;
    return false;
}

/* What the rules in force refute is worth little. */
static int32_t effect_worth(const struct pw_mind *m, const struct effect *e)
{
    char room[128];
    struct bl_text text = BL_TEXT_FIXED(room);
    struct bl_statement statement;
    struct bl_fault fault;
    int32_t living = (int32_t)pw_living(m->s), others = living > 1 ? living - 1 : 1;
    int32_t worth = (e->glanced >= 0 ? e->glanced : -e->glanced / others) * (e->often ? living : 1);
    if (m->how == BL_GLANCE)
        return worth;
    put_filled(&text, e, 'x', PW_ATK_MOST);
    if (!bl_statement_parse(m->l, room, text.len, 0, BL_WFF, &statement, &fault))
        return 0;
    if (!e->often)   /* amounts that are alike now will not stay so */
        worth = pw_know_statement(m, statement.term).worth;
    return has_rules(m->s) && !pw_is_literal(m->s) && pw_refuted_for(m, statement.term, 0) > 0 ? worth / 3 : worth;
}

/* The effect that is worth the most of those that take at most so many points, and so many of
 * proof, where a point costs `thrift` tenths; each card of its kind in hand makes it less welcome.
 * On a whim, any of them. */
static const struct effect *best_effect(const struct pw_mind *m, uint32_t points, uint32_t proof,
                                        const struct holding *h, int32_t thrift)
{
    const struct effect *best = NULL;
    bool hits_all = pw_is_literal(m->s) && pw_living(m->s) > 2;   /* before anybody can refute it */
    int64_t most = 0;
    for (unsigned i = 0; i < EFFECTS; i++) {
        const struct effect *e = &effects[i];
        if (e->points > points || e->proof > proof || (e->often && hits_all))
            continue;
        int64_t worth = 10 * (int64_t)divide(m, e, effect_worth(m, e));
        worth -= worth * unwanted(m, e, h) / 12 + thrift * e->points;
        if (m->how == BL_WHIM && worth > 0)
            worth = 1 + bl_below(m->rng, 1000);
        if (worth > most) {
            most = worth;
            best = e;
        }
    }
    return best;
}

static unsigned rarest_tag(struct pw_mind *m, const struct holding *h)
{
    unsigned start = bl_below(m->rng, PW_TAGS), best = start;
    for (unsigned i = 1; i < PW_TAGS; i++)
        if (h->tags[(start + i) % PW_TAGS] < h->tags[best])
            best = (start + i) % PW_TAGS;
    return best;
}

static void put_edit(struct pw_mind *m, int card, unsigned tag, int32_t cost)
{
    bl_putf(m->out, "edit #%d %s %d ", card, pw_tag_names[tag], (int)cost);
}

/* A truth, or a letter that opens what only its owner is to use. */
static void put_filler(struct pw_mind *m, const struct holding *h, int card, int32_t cost, bool key)
{
    put_edit(m, card, rarest_tag(m, h), cost);
    if (key)
        bl_put_char(m->out, h->letter ? h->letter : (char)('A' + bl_below(m->rng, 26)));
    else
        bl_put(m->out, "tT");
}

/* What an attack counts by: the powers, the healths, both or neither. */
static unsigned counts_by(const uint8_t names[PW_NAMES])
{
    return (names[BL_POWER - BL_RAND_PLAYER] > 0) + 2u * (names[BL_HEALTH - BL_RAND_PLAYER] > 0);
}

/* The first attack of the plan that the hand lacks and its power pays for; NULL: none. */
static const struct effect *planned_effect(const struct pw_mind *m, const struct holding *h)
{
    int lacks[4] = {0};
    bool two = pw_players(m->s) == 2 && !pw_is_literal(m->s);
    for (unsigned i = 0; i < h->count; i++)
        if (pw_attacks(m->s, h->cards[i]))
            lacks[counts_by(m->s->cards[h->cards[i]].names)]--;
    for (unsigned i = 0; i < (two ? sizeof duel : sizeof plan); i++) {
        const struct effect *e = &effects[(two ? duel : plan)[i]];
        bool powers = strstr(e->text, "[power]"), healths = strstr(e->text, "[health]");
        if (++lacks[powers + 2 * healths] > 0 && 2 * e->points <= m->s->seats[m->seat].power)
            return e;
    }
    return NULL;
}

/* Set-up: points cost power, but prices are free, and best set while power is high. First the
 * halves that say nothing, the last of them a key; then what is planned, or by the letter, with more than
 * two, one effect for each, the best that leaves enough for the others. */
bool pw_write_setup(struct pw_mind *m)
{
    const struct pw *s = m->s;
    const struct pw_seat *me = &s->seats[m->seat];
    struct holding h;
    look_at_hand(m, &h);
    if (h.blanks == 0)
        return false;
    bool whim = m->how == BL_WHIM && bl_below(m->rng, 2);
    if (h.fillers < (h.count + 1) / 2 && !whim) {
        put_filler(m, &h, h.blank, pw_blanks_are_few(s) ? 0 : me->power,
                   h.keys == 0 && 2 * h.fillers + 2 >= h.count && me->power >= 2 * FILLER_POINTS);
        return true;
    }
    if ((pw_players(s) == 2 || !pw_is_literal(s)) && !whim) {
        const struct effect *e = planned_effect(m, &h);
        if (!e)
            return false;
        put_edit(m, h.blank, bl_below(m->rng, PW_TAGS), me->power);
        put_effect(m, e);
        return true;
    }
    int32_t after = (int32_t)h.blanks - 1, power = me->power - after * 2 * CHEAPEST;
    int32_t proof = me->potency - 1 - (int32_t)h.proofs - after * CHEAPEST_PROOF;
    bool all_out = pw_is_literal(m->s) && pw_living(s) > 3;   /* what hits all is worth most now */
    int32_t most = power >= 2 * CHEAPEST && !all_out ? power : me->power;
    const struct effect *e = best_effect(m, (uint32_t)most / 2,
                                         proof < CHEAPEST_PROOF ? CHEAPEST_PROOF : (uint32_t)proof,
                                         &h, 20);
    if (!e)
        return false;
    put_edit(m, h.blank, bl_below(m->rng, PW_TAGS), me->power);
    put_effect(m, e);
    return true;
}

/* The most power that somebody else has. */
static int32_t richest_other(const struct pw_mind *m)
{
    int32_t most = 0;
    for (int i = pw_next_living(m->s, m->seat); i != m->seat; i = pw_next_living(m->s, i))
        most = m->s->seats[i].power > most ? m->s->seats[i].power : most;
    return most;
}

/* What half of it costs is paid by who keeps it: too dear for everybody, if that can be paid;
 * otherwise in a duel so dear that the other has no power left for more, and with nothing to pay with, or
 * among many, for nothing and under a key, if there is one. */
static void put_priced(struct pw_mind *m, int card, const struct effect *e, char key)
{
    int32_t power = m->s->seats[m->seat].power, price = richest_other(m) + 1;
    bool whim = m->how == BL_WHIM && bl_below(m->rng, 2);
    if (price > power && power > 0 && !whim && pw_living(m->s) == 2 && !pw_is_literal(m->s))
        price = power < DEAR ? power : DEAR;
    bool locked = key && (price > power || whim) && !pw_is_literal(m->s);
    if (locked)
        price = 0;
    else if (price > power || whim)
        price = power < 4 || pw_is_literal(m->s) ? power : 4;
    put_edit(m, card, bl_below(m->rng, PW_TAGS), price);
    if (locked) {
        bl_put_char(m->out, '(');
        bl_put_char(m->out, key);
        bl_put(m->out, "→");
    }
    put_effect(m, e);
    bl_put(m->out, locked ? ")" : "");
}

/* Phase II: writing is free. */
bool pw_write_a_card(struct pw_mind *m)
{
    const struct pw *s = m->s;
    struct holding h;
    int32_t power = s->seats[m->seat].power;
    look_at_hand(m, &h);
    int card = h.blank;
    if (card < 0 && h.filler >= 0 && h.fillers > h.effects && s->cards[h.filler].cost == 0)
        card = h.filler;
    if (card < 0)
        return false;
    bool other = m->how == BL_WHIM && bl_below(m->rng, 2);
    bool hurry = pw_is_literal(m->s) && !pw_fought(s) && pw_living(s) > 2;   /* now or never */
    if (card == h.blank && (h.fillers <= h.effects && !hurry) != other) {
        put_filler(m, &h, card, power < 1 || pw_blanks_are_few(s) ? 0 : 1,
                   h.keys <= h.locked && !(pw_is_literal(m->s) && pw_fought(s)));
        return true;
    }
    const struct effect *e = best_effect(m, BL_TOKENS_MAX, 0, &h, 0);
    if (!e)
        return false;
    put_priced(m, card, e, h.letter);
    return true;
}

/* ---- subproofs, and effects as rules ---------------------------------------- */

bool pw_write_subproof(struct pw_mind *m)
{
    const struct pw_seat *me = &m->s->seats[m->seat];
    if (!pw_is_literal(m->s) || me->subproofs > 0 || !pw_is_patient(m->s, m->how) ||
        me->potency < REFUTER_PRICE + REFUTATION_POINTS + 1)
        return false;
    bl_putf(m->out, "buy-proof z: %s", pw_refuter);
    return true;
}

bool pw_put_rule_effect(struct pw_mind *m, int32_t *price)
{
    struct holding h = {.count = 0};
    const struct effect *e = best_effect(m, (uint32_t)m->s->seats[m->seat].potency / PW_RULE_POINT, 0, &h, 0);
    if (!e)
        return false;
    *price = pw_rule_price(e->points);
    put_effect(m, e);
    return true;
}
