/* write.c - what a sensible player writes: cards, what they cost, subproofs and rules.
 *
 * A play takes two cards and gives one effect, so that half of the cards need say nothing: a
 * truth costs no points, goes before any other card, and is good as the main one. */
#include <string.h>

#include "mind.h"

enum { FILLER_POINTS = 1, KEYS = 3, SAVED = 20 };

/* What is worth proving; those that are said of everybody want a short proof, and cost less. */
static const char *const effects[] = {
    "(∀(x)((¬(x=[chosenPlayer](1)))→[ATK](x,20)))",
    "(∀(x)[ATK](x,20))",
    "[ATK]([chosenPlayer](1),20)",
    "(∀(x)(tT→[ATK](x,20)))",
    "(∀(x)[HEAL](x,15))",
    "[HEAL]([chosenPlayer](1),15)",
    "(∀(x)[ADDPOWER](x,10))",
    "[ADDPOWER]([chosenPlayer](1),10)",
    "(∀(x)((¬(x=[chosenPlayer](1)))→[SUBPOWER](x,8)))",
};
enum { EFFECTS = sizeof effects / sizeof *effects };

/* The axiom fails for 0 only; taken literally, an indirect proof then denies it of 1 as well. */
static const char refuter[] =
    "axiom (∀(x)(x>0)); (0>0) by universal-instantiation 1; tF by comparison 2; "
    "(∀(x)tF) by universal-generalization 3; (¬tF) by falsehood; "
    "(∀(x)(¬tF)) by universal-generalization 5";
enum { REFUTER_PRICE = 22, REFUTATION_POINTS = 13 };

/* ---- cards as they are known ---------------------------------------------- */

static bl_term statement_of(const struct pw_mind *m, unsigned slot)
{
    char room[PW_TEXT_MAX];
    struct bl_text text = BL_TEXT_FIXED(room);
    struct bl_statement statement;
    struct bl_fault fault;
    pw_put_slot(m->s, slot, &text);
    return bl_statement_parse(m->l, room, text.len, 0, BL_WFF, &statement, &fault) ? statement.term
                                                                                   : 0;
}

static struct pw_known know_statement(const struct pw_mind *m, bl_term t)
{
    struct pw_goal goals[MIND_GOALS];
    struct pw_known known = {.term = t};
    unsigned count = t ? pw_list_goals(m, t, goals, 0) : 0;
    for (unsigned i = 0; i < count; i++) {
        if (!goals[i].key && goals[i].aim.worth > known.worth)
            known.worth = goals[i].aim.worth;
        if (goals[i].key && goals[i].aim.worth > known.keyed) {
            known.keyed = goals[i].aim.worth;
            known.key = goals[i].key;
        }
    }
    return known;
}

struct pw_known pw_know_card(const struct pw_mind *m, unsigned card)
{
    const struct pw_card *c = &m->s->cards[card];
    if (c->kind == PW_UNSEEN)
        return (struct pw_known){.worth = pw_names_worth(m, c->names)};
    return c->kind == PW_BLANK ? (struct pw_known){.worth = 0}
                               : know_statement(m, statement_of(m, SLOT_CARD + card));
}

int32_t pw_rules_worth(const struct pw_mind *m)
{
    int32_t best = 0;
    for (unsigned i = 0; i < PW_RULES; i++) {
        if (m->s->prices[i] == 0)
            continue;
        struct pw_known known = know_statement(m, statement_of(m, SLOT_RULE + i));
        best = known.worth > best ? known.worth : best;
    }
    return best;
}

/* ---- one's hand ----------------------------------------------------------- */

struct holding {
    uint8_t cards[PW_CARDS];
    unsigned count, blanks, fillers, keys, effects;
    unsigned tags[PW_TAGS];          /* of fillers */
    int blank, filler;               /* one of them; -1: none */
    char letter;                     /* of a key; 0: none */
};

static bool is_filler(const struct pw *s, unsigned card)
{
    return s->cards[card].kind == PW_EDITED && s->cards[card].points <= FILLER_POINTS;
}

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
            h->blank = (int)card;
        } else if (is_filler(s, card)) {
            char c = (char)pw_slot(s, SLOT_CARD + card)[0];
            bool key = s->sizes[SLOT_CARD + card] == 1 && c >= 'A' && c <= 'Z';
            h->fillers++;
            h->keys += key;
            h->letter = key ? c : h->letter;
            h->tags[s->cards[card].tag]++;
            h->filler = key ? h->filler : (int)card;
        } else {
            h->effects++;
        }
    }
}

/* ---- what to write -------------------------------------------------------- */

struct idea {
    const char *text;
    int32_t worth;
    uint32_t points;
};

/* The best effect that costs at most `points`: by what it is worth, or by worth for points. */
static bool best_idea(const struct pw_mind *m, uint32_t points, bool thrifty, struct idea *out)
{
    *out = (struct idea){NULL, 0, 1};
    for (unsigned i = 0; i < EFFECTS; i++) {
        struct bl_statement statement;
        struct bl_fault fault;
        if (!bl_statement_parse(m->l, effects[i], strlen(effects[i]), 0, BL_WFF, &statement, &fault) ||
            statement.points > points)
            continue;
        int32_t worth = know_statement(m, statement.term).worth;
        int64_t gain = thrifty ? (int64_t)worth * out->points : worth;
        int64_t so_far = thrifty ? (int64_t)out->worth * statement.points : out->worth;
        if (gain > so_far)
            *out = (struct idea){effects[i], worth, statement.points};
    }
    return out->text != NULL;
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

/* How many effects the power pays for; what they need in cards is not counted. */
static unsigned affordable(const struct pw_mind *m, int32_t power)
{
    struct idea idea;
    unsigned n = 0;
    while (n < PW_CARDS && power > 0 && best_idea(m, (uint32_t)power / 2, true, &idea)) {
        power -= 2 * (int32_t)idea.points;
        n++;
    }
    return n;
}

/* Set-up: points cost power, but prices are free, and best set while power is high. */
bool pw_write_setup(struct pw_mind *m)
{
    const struct pw *s = m->s;
    struct holding h;
    struct idea idea;
    int32_t power = s->seats[m->seat].power;
    bool literal = s->head.setup.rulings[RULING_LOGIC] == LOGIC_AS_WRITTEN;
    int32_t spend = literal ? power : power - SAVED;
    look_at_hand(m, &h);
    if (h.blanks == 0)
        return false;
    unsigned planned = affordable(m, spend);
    planned = planned < h.count / 2 ? planned : h.count / 2;
    if (h.fillers + h.effects + planned + 1 < h.count) {
        put_filler(m, &h, h.blank, power, h.keys < KEYS && power >= 2 * FILLER_POINTS);
        return true;
    }
    if (spend <= 0 || h.fillers <= h.effects || !best_idea(m, (uint32_t)spend / 2, true, &idea))
        return false;
    put_edit(m, h.blank, bl_below(m->rng, PW_TAGS), power);
    bl_put(m->out, idea.text);
    return true;
}

/* The most power that somebody else has. */
static int32_t richest_other(const struct pw_mind *m)
{
    int32_t most = 0;
    for (unsigned i = 0; i < pw_players(m->s); i++)
        if (m->s->seats[i].alive && (int)i != m->seat && m->s->seats[i].power > most)
            most = m->s->seats[i].power;
    return most;
}

/* Phase II: writing is free, but half of the price is paid by who keeps the card. Too dear for
 * everybody, or more than it is worth to them; otherwise under a key. */
bool pw_write_card(struct pw_mind *m)
{
    const struct pw *s = m->s;
    struct holding h;
    struct idea idea;
    int32_t power = s->seats[m->seat].power;
    look_at_hand(m, &h);
    int card = h.blank;
    if (card < 0 && h.filler >= 0 && h.fillers > h.effects + 1 && s->cards[h.filler].cost == 0)
        card = h.filler;
    if (card < 0)
        return false;
    if (h.fillers <= h.effects && card == h.blank) {
        put_filler(m, &h, card, power < 2 ? power : 2, false);
        return true;
    }
    if (!best_idea(m, BL_TOKENS_MAX, false, &idea))
        return false;
    int32_t safe = richest_other(m) + 1, dear = idea.worth / 10 + 1;
    int32_t price = safe < dear ? safe : dear;
    bool locked = price > power && h.letter;
    if (price > power)
        price = locked ? 0 : power;
    put_edit(m, card, bl_below(m->rng, PW_TAGS), price);
    if (locked)
        bl_put_char(m->out, '(');
    if (locked)
        bl_put_char(m->out, h.letter);
    bl_put(m->out, locked ? "→" : "");
    bl_put(m->out, idea.text);
    bl_put(m->out, locked ? ")" : "");
    return true;
}

/* ---- subproofs and rules -------------------------------------------------- */

bool pw_write_subproof(struct pw_mind *m)
{
    const struct pw_seat *me = &m->s->seats[m->seat];
    if (m->s->head.setup.rulings[RULING_LOGIC] != LOGIC_AS_WRITTEN || me->subproofs > 0 ||
        me->potency < REFUTER_PRICE + REFUTATION_POINTS)
        return false;
    bl_putf(m->out, "buy-proof z: %s", refuter);
    return true;
}

static unsigned pairs_of(const struct pw *s, unsigned seat)
{
    uint8_t cards[PW_CARDS];
    unsigned n = pw_list(&s->seats[seat].hand, cards), edited = 0;
    for (unsigned i = 0; i < n; i++)
        edited += pw_edited(s, cards[i]);
    return edited / 2;
}

static unsigned most_pairs_of_others(const struct pw_mind *m)
{
    unsigned most = 0;
    for (unsigned i = 0; i < pw_players(m->s); i++)
        if (m->s->seats[i].alive && (int)i != m->seat && pairs_of(m->s, i) > most)
            most = pairs_of(m->s, i);
    return most;
}

/* An effect that every pair of cards gives: good for who has the most pairs and begins. */
bool pw_write_rule(struct pw_mind *m)
{
    const struct pw *s = m->s;
    unsigned mine = pairs_of(s, (unsigned)m->seat);
    struct idea idea;
    if (s->head.setup.rulings[RULING_LOGIC] == LOGIC_AS_WRITTEN ||
        s->remaining != 1u << m->seat || mine < 2 || mine <= most_pairs_of_others(m) ||
        pw_rules_worth(m) > 0)
        return false;
    if (!best_idea(m, (uint32_t)s->seats[m->seat].potency / 3, false, &idea))
        return false;
    bl_putf(m->out, "buy-rule %s", idea.text);
    return true;
}

int pw_rule_to_drop(const struct pw_mind *m)
{
    const struct pw *s = m->s;
    if (pairs_of(s, (unsigned)m->seat) >= most_pairs_of_others(m))
        return -1;
    for (unsigned i = 0; i < PW_RULES; i++)
        if (s->prices[i] != 0 && s->prices[i] <= s->seats[m->seat].potency &&
            know_statement(m, statement_of(m, SLOT_RULE + i)).worth > 0)
            return (int)i;
    return -1;
}
