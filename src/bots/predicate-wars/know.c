/* know.c - what cards and rules are to a sensible player: thought through, or at a glance by their
 * names and points alone. */
#include "mind.h"

enum { GLANCED = 1 << 24 };   /* a letter as a term that is none */

bl_term pw_statement_of(const struct pw_mind *m, unsigned slot)
{
    const uint8_t *end, *at = pw_slot_ends(m->s, slot, &end);
    struct bl_statement statement;
    return bl_statement_unpack(m->l, &at, end, &statement) ? statement.term : 0;
}

struct pw_known pw_know_statement(const struct pw_mind *m, bl_term t)
{
    struct pw_goals goals;
    struct pw_known known = {.term = t};
    goals.count = 0;
    if (t)
        pw_list_goals(m, t, 0, &goals);
    for (const struct pw_goal *g = goals.goal; g < goals.goal + goals.count; g++) {
        if (!g->key && g->aim.worth > known.worth)
            known.worth = g->aim.worth;
        if (g->key && g->aim.worth > known.keyed) {
            known.keyed = g->aim.worth;
            known.key = g->key;
        }
    }
    return known;
}

char pw_key_of(const struct pw *s, unsigned card)
{
    uint32_t size = s->sizes[SLOT_CARD + card];
    return size == 1 ? bl_packed_letter(pw_slot(s, SLOT_CARD + card), size) : 0;
}

/* A key is a letter; what it opens is written (K→…). */
static struct pw_known glance(const struct pw *s, unsigned card)
{
    const struct pw_card *c = &s->cards[card];
    int32_t worth = pw_names_worth(s, c->names, c->points);
    if (c->kind != PW_EDITED)
        return (struct pw_known){.worth = worth};
    char key = pw_key_of(s, card), opened_by = 0;
    const uint8_t *packed = pw_slot(s, SLOT_CARD + card);
    uint32_t size = s->sizes[SLOT_CARD + card];
    if (size > 2 && packed[0] == BL_IMPLY)
        opened_by = bl_packed_letter(packed + 1, size - 1);
    if (key)
        return (struct pw_known){.term = GLANCED + (bl_term)key};
    if (opened_by)
        return (struct pw_known){.keyed = worth, .key = GLANCED + (bl_term)opened_by};
    return (struct pw_known){.worth = worth};
}

struct pw_known pw_know_card(const struct pw_mind *m, unsigned card)
{
    const struct pw_card *c = &m->s->cards[card];
    if (c->kind == PW_BLANK)
        return (struct pw_known){.worth = 0};
    if (m->how == BL_GLANCE || c->kind == PW_UNSEEN)
        return glance(m->s, card);
    return pw_know_statement(m, pw_statement_of(m, SLOT_CARD + card));
}

int32_t pw_rule_worth(const struct pw_mind *m, unsigned rule)
{
    return m->s->prices[rule] == 0 ? 0
                                   : pw_know_statement(m, pw_statement_of(m, SLOT_RULE + rule)).worth;
}

int32_t pw_rules_worth(const struct pw_mind *m)
{
    int32_t best = 0;
    for (unsigned i = 0; i < PW_RULES; i++) {
        int32_t worth = pw_rule_worth(m, i);
        best = worth > best ? worth : best;
    }
    return best;
}

/* Whether a statement denies an attack, whatever of whom. */
static bool denies_attack(const struct bl_logic *l, bl_term t)
{
    enum bl_shape shape = bl_term_shape(l, t);
    bl_term left = bl_term_left(l, t);
    if (shape == BL_FORALL)
        return denies_attack(l, left);
    if (shape == BL_AND)
        return denies_attack(l, left) || denies_attack(l, bl_term_right(l, t));
    return shape == BL_NOT && bl_term_shape(l, left) == BL_ATOM && bl_term_left(l, left) == BL_ATK;
}

int pw_ban(const struct pw_mind *m)
{
    for (int i = 0; i < PW_RULES; i++)
        if (m->s->prices[i] != 0 && denies_attack(m->l, pw_statement_of(m, SLOT_RULE + (unsigned)i)))
            return i;
    return -1;
}

bool pw_blanks_are_few(const struct pw *s)
{
    return pw_blanks_in_deck(s) < pw_living(s);
}
