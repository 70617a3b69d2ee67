/* know.c - what cards and rules are to a sensible player: thought through, or at a glance by their
 * names and points alone. */
#include "mind.h"

enum { GLANCED = 1 << 24, IMPLIES = 0x85 };   /* a letter as a term that is none; → as packed */

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

struct pw_known pw_know_statement(const struct pw_mind *m, bl_term t)
{
    struct pw_goal goals[MIND_GOALS];
    struct pw_known known = {.term = t};
    unsigned count = t ? pw_list_goals(m, t, 0, goals, 0) : 0;
    for (unsigned i = 0; i < count; i++) {
        if (!goals[i].key && goals[i].aim.worth > known.worth) {
            known.worth = goals[i].aim.worth;
            known.points = goals[i].points;
        }
        if (goals[i].key && goals[i].aim.worth > known.keyed) {
            known.keyed = goals[i].aim.worth;
            known.key = goals[i].key;
        }
    }
    return known;
}

static bool is_letter(unsigned c)
{
    return c >= 'A' && c <= 'Z';
}

/* A key is a letter; what it opens is written (K→…). */
static struct pw_known glance(const struct pw *s, unsigned card)
{
    const struct pw_card *c = &s->cards[card];
    int32_t worth = pw_names_worth(s, c->names, c->points);
    if (c->kind != PW_EDITED)
        return (struct pw_known){.worth = worth};
    const uint8_t *packed = pw_slot(s, SLOT_CARD + card);
    uint32_t size = s->sizes[SLOT_CARD + card];
    if (size == 1 && is_letter(packed[0]))
        return (struct pw_known){.term = GLANCED + packed[0]};
    if (size > 3 && packed[0] == '(' && is_letter(packed[1]) && packed[2] == IMPLIES)
        return (struct pw_known){.keyed = worth, .key = GLANCED + packed[1]};
    return (struct pw_known){.worth = worth};
}

struct pw_known pw_know_card(const struct pw_mind *m, unsigned card)
{
    const struct pw_card *c = &m->s->cards[card];
    if (c->kind == PW_BLANK)
        return (struct pw_known){.worth = 0};
    if (m->how == BL_GLANCE || c->kind == PW_UNSEEN)
        return glance(m->s, card);
    return pw_know_statement(m, statement_of(m, SLOT_CARD + card));
}

int32_t pw_rule_worth(const struct pw_mind *m, unsigned rule)
{
    return m->s->prices[rule] == 0 ? 0
                                   : pw_know_statement(m, statement_of(m, SLOT_RULE + rule)).worth;
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

bool pw_blanks_are_few(const struct pw *s)
{
    unsigned blanks = 0;
    for (unsigned i = 0; i < s->deck_count; i++)
        blanks += !pw_edited(s, s->deck[i]);
    return blanks < pw_living(s);
}
