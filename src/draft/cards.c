/* cards.c - statements for cards and rules: what writing one costs, and useful ones with something
 * to fill in. */
#include "draft.h"

#include <string.h>
#include <strings.h>

int bl_draft_read_tag(const char *text, size_t size, bool whole)
{
    for (int tag = 0; tag < PW_TAGS; tag++)
        if (size > 0 && strncasecmp(pw_tag_names[tag], text, size) == 0 &&
            (!whole || strlen(pw_tag_names[tag]) == size))
            return tag;
    return -1;
}

void bl_draft_put_card(struct bl_text *out, struct bl_logic *l, const struct bl_draft_card *c)
{
    struct bl_statement s;
    struct bl_fault fault;
    bl_logic_reset(l);
    if (c->card < 0)
        bl_put(out, "buy-rule ");
    else
        bl_putf(out, "edit #%d %s %d ", c->card, pw_tag_names[c->tag], (int)c->cost);
    if (bl_statement_parse(l, c->statement, strlen(c->statement), 0, BL_WFF, &s, &fault))
        bl_statement_print(l, &s, false, out);
    else
        bl_put(out, c->statement);
    if (c->card < 0 && c->cost >= 0)
        bl_putf(out, " %d", (int)c->cost);
}

int64_t bl_draft_charge(const struct pw *view, const struct pw_card *card, unsigned points)
{
    if (view->phase == PHASE_SETUP)
        return pw_edit_price(points);
    return card && card->kind != PW_BLANK ? pw_edit_price(card->cost) : 0;
}

int64_t bl_draft_later(const struct pw *view, int64_t cost)
{
    return view->phase == PHASE_EDITING && cost > 0 ? pw_keep_price(cost) : 0;
}

/* ---- templates ------------------------------------------------------------ */

enum { FOR_CARD = 1, FOR_RULE = 2 };

static const struct bl_draft_template templates[] = {
    {"attack", "[ATK]($w,$n)", FACT("takes health from one player"), PW_ATK_MOST, FOR_CARD},
    {"heal", "[HEAL]($w,$n)", FACT("gives health to one player"), PW_HEAL_MOST, FOR_CARD},
    {"add-power", "[ADDPOWER]($w,$n)", FACT("gives power to one player"), PW_ADDPOWER_MOST,
     FOR_CARD},
    {"take-power", "[SUBPOWER]($w,$n)", FACT("takes power from one player"), PW_SUBPOWER_MOST,
     FOR_CARD},
    {"claim", "[CLAIM]([playerOfChosenCard](1),1)", FACT("takes a chosen card, at double cost"), 0,
     FOR_CARD},
    {"attack-others", "(∀(x)((¬(x=$w))→[ATK](x,$n)))", FACT("attacks all but one"), PW_ATK_MOST,
     FOR_CARD},
    {"attack-healthy", "(∀(x)(([health](x)>$m)→[ATK](x,$n)))",
     FACT("attacks all with more health than $m"), PW_ATK_MOST, FOR_CARD},
    {"attack-player", "([PLAYER]($w)→[ATK]($w,$n))", FACT("an attack; takes two lines to prove"),
     PW_ATK_MOST, FOR_CARD},
    {"no-attacks", "(∀(x)(∀(y)(¬[ATK](x,y))))", FACT("contradicts attacks on named players"), 0,
     FOR_CARD | FOR_RULE},
    {"nothing", "tT", FACT("nothing: 0 points, a main card to any other"), 0, FOR_CARD},
    {"false", "(1>2)", FACT("false: anybody refutes it for nothing"), 0, FOR_CARD},
    {"no-attack-of", "(∀(x)(¬[ATK](x,$n)))", FACT("contradicts attacks of N on named players"),
     PW_ATK_MOST, FOR_RULE},
    {"no-healing", "(∀(x)(∀(y)(¬[HEAL](x,y))))", FACT("contradicts healing of a named player"), 0,
     FOR_RULE},
    {"no-claims", "(∀(x)(∀(y)(¬[CLAIM](x,y))))", FACT("contradicts the taking of a chosen card"), 0,
     FOR_RULE},
    {"heal-for-all", "[HEAL]([chosenPlayer](1),$n)",
     FACT("an effect that everybody may then hand in after a play"), PW_HEAL_MOST, FOR_RULE},
};

const struct bl_draft_template *bl_draft_template(bool rule, unsigned number)
{
    for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
        if (templates[i].where & (rule ? FOR_RULE : FOR_CARD) && --number == 0)
            return &templates[i];
    return NULL;
}

const char *const bl_draft_usual_who[3] = {"[chosenPlayer](1)", "[chosenPlayer](2)",
                                        "[randPlayer](1)"};

void bl_draft_fill(struct bl_text *out, const char *text, const char *who, const char *n,
                   const char *m)
{
    for (; *text; text++) {
        if (*text == '$') {
            text++;
            bl_put(out, *text == 'w' ? who : *text == 'n' ? n : m);
        } else {
            bl_put_char(out, *text);
        }
    }
}

void bl_draft_fill_usual(struct bl_text *out, const struct bl_draft_template *t)
{
    BL_LOCAL struct bl_text n = bl_text_heap();
    bl_put_int(&n, t->most);
    bl_draft_fill(out, t->text, bl_draft_usual_who[0], n.s, n.s);
}
