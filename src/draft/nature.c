/* nature.c - what is odd about a statement that can be read: arguments of the wrong kind, choices
 * that are not made; and a word on one that cannot be read. */
#include "draft.h"

#include <string.h>

/* ---- kinds of things ------------------------------------------------------ */

enum kind { ANYTHING, A_NUMBER, A_PLAYER, A_CARD };

static const char *const kind_names[] = {"anything", "a number", "a player", "a card"};

/* What a game function is asked of, and what it answers. */
static const struct {
    uint8_t first, second, gives;
} functions[BL_NAMES - BL_RAND_PLAYER] = {
#define FUNCTION(name) [BL_##name - BL_RAND_PLAYER]
    FUNCTION(RAND_PLAYER) = {A_NUMBER, 0, A_PLAYER},
    FUNCTION(RAND_CARD) = {A_NUMBER, 0, A_CARD},
    FUNCTION(CHOSEN_PLAYER) = {A_NUMBER, 0, A_PLAYER},
    FUNCTION(CHOSEN_CARD) = {A_NUMBER, 0, A_CARD},
    FUNCTION(PLAYER_OF_CHOSEN_CARD) = {A_NUMBER, 0, A_PLAYER},
    FUNCTION(HEALTH) = {A_PLAYER, 0, A_NUMBER},
    FUNCTION(POWER) = {A_PLAYER, 0, A_NUMBER},
    FUNCTION(POTENCY) = {A_PLAYER, 0, A_NUMBER},
    FUNCTION(SYMBOL_POINT) = {A_CARD, 0, A_NUMBER},
    FUNCTION(POWER_COST) = {A_CARD, 0, A_NUMBER},
    FUNCTION(IS_NUMBER) = {A_NUMBER, 0, 0},
    FUNCTION(IS_PLAYER) = {A_PLAYER, 0, 0},
    FUNCTION(IS_CARD) = {A_CARD, 0, 0},
    FUNCTION(CLAIM) = {A_PLAYER, A_NUMBER, 0},
    FUNCTION(ATK) = {A_PLAYER, A_NUMBER, 0},
    FUNCTION(HEAL) = {A_PLAYER, A_NUMBER, 0},
    FUNCTION(ADDPOWER) = {A_PLAYER, A_NUMBER, 0},
    FUNCTION(SUBPOWER) = {A_PLAYER, A_NUMBER, 0},
#undef FUNCTION
};

const char *bl_draft_name_group(unsigned name)
{
    uint8_t first = functions[name].first, gives = functions[name].gives;
    return functions[name].second                 ? "actions"
           : first == A_PLAYER || gives == A_PLAYER ? "players"
           : first == A_CARD || gives == A_CARD     ? "cards" : "numbers";
}

unsigned bl_draft_name_takes(unsigned name)
{
    return functions[name].second ? 2 : 1;
}

static bool is_named(const struct bl_logic *l, bl_term t)
{
    enum bl_shape shape = bl_term_shape(l, t);
    return (shape == BL_APPLY || shape == BL_ATOM) && bl_term_left(l, t) >= BL_RAND_PLAYER &&
           bl_term_left(l, t) < BL_NAMES;
}

/* X.3: in a conditional effect the bound variable is a player. */
static enum kind kind_of(const struct bl_logic *l, bl_term t, bool effect)
{
    enum bl_shape shape = bl_term_shape(l, t);
    if (shape == BL_NUMBER || (shape >= BL_ADD && shape <= BL_MOD))
        return A_NUMBER;
    if (shape == BL_BOUND)
        return effect ? A_PLAYER : ANYTHING;
    return is_named(l, t) ? functions[bl_term_left(l, t) - BL_RAND_PLAYER].gives : ANYTHING;
}

/* ---- arguments ------------------------------------------------------------ */

void bl_draft_walk(const struct bl_logic *l, bl_term t, bl_draft_look *look, void *of)
{
    if (!t || !look(of, l, t))
        return;
    switch (bl_term_shape(l, t)) {
    case BL_NONE: case BL_TT: case BL_TF: case BL_LETTER: case BL_VARIABLE: case BL_BOUND:
    case BL_NUMBER:
        return;
    case BL_ATOM: case BL_APPLY:
        break;
    case BL_NOT: case BL_FORALL: case BL_EXISTS:
        bl_draft_walk(l, bl_term_left(l, t), look, of);
        return;
    default:
        bl_draft_walk(l, bl_term_left(l, t), look, of);
    }
    bl_draft_walk(l, bl_term_right(l, t), look, of);
}

void bl_draft_keep_term(struct bl_draft_terms *terms, bl_term t)
{
    for (unsigned i = 0; i < terms->count; i++)
        if (terms->term[i] == t)
            return;
    if (terms->count < terms->most)
        terms->term[terms->count++] = t;
}

/* The first use of a function, from the outside and the left, of which something holds. */
struct search {
    bool (*holds)(const struct search *s, const struct bl_logic *l, bl_term t);
    struct bl_text *out;           /* of is_misfit, which has a variable in an effect, or not */
    bool effect;
    const struct bl_draft *draft;  /* of is_unchosen */
    bl_term found;                 /* 0: none */
};

static bool look_for(void *of, const struct bl_logic *l, bl_term t)
{
    struct search *s = of;
    enum bl_shape shape = bl_term_shape(l, t);
    if (!s->found && (shape == BL_ATOM || shape == BL_APPLY) && s->holds(s, l, t))
        s->found = t;
    return !s->found;
}

static void put_misfit(struct bl_text *out, const struct bl_logic *l, bl_term t, enum kind wanted,
                       enum kind is)
{
    bl_symbol name = bl_term_left(l, t);
    bl_symbol_print(l, name, out);
    bl_putf(out, " is about %s, not about %s: ", kind_names[wanted], kind_names[is]);
    bl_put(out, name >= BL_CLAIM       ? "it does nothing"
                : name >= BL_IS_NUMBER ? "it is never true"
                                       : "it is always 0");
}

static bool is_misfit(const struct search *s, const struct bl_logic *l, bl_term t)
{
    if (!is_named(l, t))
        return false;
    bl_term right = bl_term_right(l, t), second = bl_term_right(l, right);
    uint8_t first = functions[bl_term_left(l, t) - BL_RAND_PLAYER].first;
    enum kind is = kind_of(l, bl_term_left(l, right), s->effect);
    if (is != ANYTHING && is != first) {
        put_misfit(s->out, l, t, first, is);
        return true;
    }
    is = second ? kind_of(l, bl_term_left(l, second), s->effect) : ANYTHING;
    if (is == ANYTHING || is == A_NUMBER)
        return false;
    bl_symbol_print(l, bl_term_left(l, t), s->out);
    bl_putf(s->out, " takes a number second, not %s: it does nothing", kind_names[is]);
    return true;
}

bool bl_draft_misfit(struct bl_text *out, const struct bl_logic *l, bl_term t)
{
    bl_term condition;
    struct search s = {.holds = is_misfit, .out = out};
    s.effect = pw_effect_action(l, t, &condition) && condition;
    bl_draft_walk(l, t, look_for, &s);
    return s.found != 0;
}

/* ---- choices -------------------------------------------------------------- */

static bool is_unchosen(const struct search *s, const struct bl_logic *l, bl_term t)
{
    uint32_t name = bl_term_left(l, t);
    bl_term index = bl_term_left(l, bl_term_right(l, t));
    if (bl_term_shape(l, t) != BL_APPLY || name < BL_CHOSEN_PLAYER || name > BL_PLAYER_OF_CHOSEN_CARD)
        return false;
    return (bl_term_shape(l, index) == BL_NUMBER ? bl_term_left(l, index) : 1) >
           (name == BL_CHOSEN_PLAYER ? s->draft->player_count : s->draft->card_count);
}

bl_term bl_draft_unchosen(const struct bl_draft *d, bl_term t)
{
    struct search s = {.holds = is_unchosen, .draft = d};
    bl_draft_walk(d->l, d->kind == MOVE_PROVE ? t : 0, look_for, &s);
    return s.found;
}

bl_term bl_draft_lacks(const struct bl_draft *d)
{
    bl_term missing = 0;
    for (uint32_t n = 1; !missing && n <= bl_proof_lines(d->proof.proof); n++)
        missing = bl_draft_unchosen(d, bl_draft_term(d, n));
    return missing;
}

/* ---- subproofs ------------------------------------------------------------ */

const char *bl_draft_useless(const struct bl_draft *d)
{
    const struct bl_proof *p = d->proof.proof;
    if (bl_proof_axioms(p) != 1)
        return FACT("it has not exactly one axiom");
    bl_term axiom = bl_proof_line(p, 1)->s.term;
    if (bl_term_shape(d->l, axiom) != BL_FORALL)
        return FACT("its axiom is not of the form (∀(x)A)");
    if (bl_proof_ruling(p) == BL_SOUND && !bl_term_closed(d->l, axiom))
        return FACT("a variable is free in its axiom");
    return bl_proof_lines(p) == 1 ? FACT("it has no lemma") : NULL;
}

/* ---- what cannot be read -------------------------------------------------- */

void bl_draft_put_fault(struct bl_text *out, const struct bl_fault *fault,
                        const struct bl_catalogue *c)
{
    struct bl_voice voice = {.catalogue = c};
    struct bl_arg args[] = {{'w', 0, fault->expected}, {'w', 0, fault->found}};
    struct bl_fact fact = {FACT("expected %w, found %w"), args};
    if (!fault->expected) {
        bl_put(out, bl_say(c, fault->why));
        return;
    }
    if (!fault->found[0]) {
        args[1] = (struct bl_arg){'d', fault->byte, NULL};
        fact.format = FACT("expected %w, found byte %d");
    }
    bl_put_fact(out, &fact, &voice);
}

const char *bl_draft_hint(const char *text, const struct bl_fault *fault)
{
    static const char *const connectives[] = {"∧", "∨", "→", "and", "or", "imply"};
    static const char *const foreign[] = {"->", "=>", "&", "|", "~", "!", "^"};
    size_t at = fault->offset;
    for (size_t i = 0; at <= strlen(text) && i < sizeof foreign / sizeof *foreign; i++)
        if (strncmp(text + at, foreign[i], strlen(foreign[i])) == 0)
            return FACT("the words are not, and, or, imply, forall, exists");
    const char *expected = fault->expected ? fault->expected : "";
    if (strncmp(expected, "the end", 7) != 0 && strcmp(expected, ")") != 0)
        return NULL;
    for (size_t i = 0; i < sizeof connectives / sizeof *connectives; i++)
        if (at <= strlen(text) &&
            strncmp(text + at, connectives[i], strlen(connectives[i])) == 0)
            return FACT("brackets are needed, as in (P∧Q)∧R: only two parts are joined at once");
    return NULL;
}
