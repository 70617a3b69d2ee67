/* proofs.c - proofs at the table: which axioms and subproofs somebody has, and going through a
 * proof lemma by lemma. What follows is for the kernel to say. */
#include <string.h>

#include "predicate-wars.h"

/* ---- the rules that are there from the start -------------------------------- */

#define ALL(letter) BL_FORALL, PACKED_ALONE + (letter) - 'a'
#define BOUND(index) BL_BOUND, index
#define NUMBER PACKED_GAME_NAME + BL_IS_NUMBER - BL_RAND_PLAYER
static const struct base_rule {
    const char *text;
    uint8_t packed[32];
    uint8_t size;
} base_rules[] = {
#define BASE_RULE(text, ...) {text, {__VA_ARGS__}, sizeof(uint8_t[]){__VA_ARGS__}},
#include "base_rules.def"
#undef BASE_RULE
};
#undef ALL
#undef BOUND
#undef NUMBER
enum { BASE_RULES = sizeof base_rules / sizeof *base_rules };

const char *pw_base_rule(unsigned number)
{
    return number < BASE_RULES ? base_rules[number].text : NULL;
}

static unsigned base_count(const struct pw *s)
{
    return s->head.setup.options[OPTION_BASE_RULES] == BASE_AUTHOR ? BASE_RULES : 0;
}

static unsigned rule_count(const struct pw *s)
{
    unsigned n = 0;
    for (unsigned i = 0; i < PW_RULES; i++)
        n += s->prices[i] != 0;
    return n;
}

unsigned pw_axiom_count(const struct pw *s, bool new_rule)
{
    return rule_count(s) + base_count(s) + (new_rule ? 1 : 2);
}

unsigned pw_lemma_count(const struct pw *s)
{
    const uint8_t *end, *at = pw_slot_ends(s, SLOT_LEMMAS, &end);
    unsigned n = 0;
    for (; at < end; n++)
        bl_packed_item_print(&at, end, false, NULL);
    return n;
}

/* ---- axioms --------------------------------------------------------------- */

/* Rule `number` of those in the slots and the built-in ones, counted from 0. */
static bool find_rule(const struct pw *s, unsigned number, const uint8_t **at, const uint8_t **end)
{
    for (unsigned i = 0; i < PW_RULES; i++)
        if (s->prices[i] != 0 && number-- == 0) {
            *at = pw_slot_ends(s, SLOT_RULE + i, end);
            return true;
        }
    if (number >= base_count(s))
        return false;
    *at = base_rules[number].packed;
    *end = *at + base_rules[number].size;
    return true;
}

/* The statement of item `number` of a list, counted from 0. */
static bool find_item(const uint8_t *at, const uint8_t *end, unsigned number, const uint8_t **found)
{
    for (; at < end && number > 0; number--)
        bl_packed_item_print(&at, end, false, NULL);
    *found = bl_packed_item_statement(at, end);
    return at < end;
}

/* In the order of a proof: the cards played, the rules, the lemmas. */
bool pw_find_statement(const struct pw *s, const struct pw_written *by, unsigned number,
                       const uint8_t **at, const uint8_t **end)
{
    bool new_rule = s->phase == PHASE_RULE_REFUTING;
    unsigned cards = new_rule ? 0 : 2, axioms = pw_axiom_count(s, new_rule) - new_rule;
    unsigned lemmas = new_rule ? 1 : pw_lemma_count(s);
    const uint8_t *made = pw_slot_ends(s, SLOT_LEMMAS, end);
    if (number-- == 0)
        return false;
    if (number < cards) {
        *at = pw_slot_ends(s, SLOT_CARD + (unsigned)s->played[number], end);
        return true;
    }
    if (number < axioms)
        return find_rule(s, number - cards, at, end);
    number -= axioms;
    if (new_rule && number == 0) {
        *at = made;
        return true;
    }
    if (number < lemmas)
        return find_item(made, *end, number, at);
    *end = by ? by->end : NULL;
    return by && find_item(by->body, by->end, number - lemmas, at);
}

static void add_axiom(struct pw_proof *p, const uint8_t *at, const uint8_t *end)
{
    struct bl_statement statement;
    if (bl_statement_unpack(p->l, &at, end, &statement))
        bl_proof_axiom(p->proof, &statement);
}

static void add_slot(struct pw_proof *p, unsigned slot)
{
    const uint8_t *end, *at = pw_slot_ends(p->s, slot, &end);
    add_axiom(p, at, end);
}

static void add_rules(struct pw_proof *p)
{
    const uint8_t *at, *end;
    for (unsigned i = 0; find_rule(p->s, i, &at, &end); i++)
        add_axiom(p, at, end);
}

/* ---- subproofs ------------------------------------------------------------ */

static enum bl_logic_ruling ruling_of(const struct pw *s)
{
    return s->head.setup.rulings[RULING_LOGIC] == LOGIC_SOUND ? BL_SOUND : BL_AS_WRITTEN;
}

void pw_proof_bare(struct pw_proof *p, struct bl_logic *l, const struct pw *s)
{
    bl_logic_reset(l);
    p->l = l;
    p->s = s;
    p->named_count = p->own = 0;
    p->unknown = bl_proof_new(l, ruling_of(s));
    p->proof = bl_proof_new(l, ruling_of(s));
}

/* Own names come last, and are found first. */
struct bl_proof *pw_find_named(const struct pw_proof *p, const char *name, size_t size)
{
    for (unsigned i = p->named_count; i-- > p->own;)
        if (strlen(p->named[i].name) == size && memcmp(p->named[i].name, name, size) == 0)
            return p->named[i].proof;
    return NULL;
}

static void add_named(struct pw_proof *p, const char *name, struct bl_proof *proof)
{
    struct bl_named_proof *n = &p->named[p->named_count++];
    struct bl_text text = BL_TEXT_FIXED(n->name);
    bl_put(&text, name);
    n->proof = proof;
}

static bool add_item(struct pw_proof *p, struct bl_item *item, struct pw_failure *f)
{
    if (item->axiom)
        return bl_proof_axiom(p->proof, &item->i.c);
    f->lemma++;
    if (item->subproof)
        item->i.subproof = pw_find_named(p, item->subproof, item->subproof_size);
    if (item->subproof && !item->i.subproof)
        item->i.subproof = p->unknown;
    f->rule = item->i.rule;
    f->why = bl_proof_infer(p->proof, &item->i);
    return f->why == BL_WHY_NOTHING;
}

bool pw_proof_item(struct pw_proof *p, const char *text, size_t size, struct pw_failure *f)
{
    struct bl_item item;
    f->rule = 0;
    f->why = BL_WHY_NOTHING;
    return bl_item_parse(p->l, text, size, 0, &item, &f->fault) && add_item(p, &item, f);
}

bool pw_proof_packed(struct pw_proof *p, const uint8_t **at, const uint8_t *end,
                     struct pw_failure *f)
{
    struct bl_item item;
    f->rule = 0;
    f->why = BL_WHY_NOTHING;
    return bl_item_unpack(p->l, at, end, &item) && add_item(p, &item, f);
}

bool pw_proof_subproof(struct pw_proof *p, const struct pw_subproof *subproof,
                       struct pw_failure *f)
{
    const uint8_t *at = subproof->items;
    struct bl_proof *outer = p->proof;
    bool good = true;
    p->proof = bl_proof_new(p->l, ruling_of(p->s));
    for (unsigned i = p->own; i < p->named_count; i++)
        bl_proof_own(p->proof, p->named[i].proof);
    f->lemma = 0;
    while (at < subproof->end && good)
        good = pw_proof_packed(p, &at, subproof->end, f);
    add_named(p, subproof->name, p->proof);
    p->proof = outer;
    return good;
}

static void add_subproofs(struct pw_proof *p, unsigned seat)
{
    struct pw_failure f;
    struct pw_subproof subproof;
    for (size_t at = 0; pw_next_subproof(p->s, seat, &at, &subproof);)
        pw_proof_subproof(p, &subproof, &f);
}

/* Whether a lemma of the proof under way names the subproof. */
static bool used_in_proof(const struct pw *s, struct bl_logic *l, const char *name)
{
    const uint8_t *end, *at = pw_slot_ends(s, SLOT_LEMMAS, &end);
    struct bl_item item;
    while (at < end && bl_item_unpack(l, &at, end, &item))
        if (item.subproof && strlen(name) == item.subproof_size &&
            memcmp(name, item.subproof, item.subproof_size) == 0)
            return true;
    return false;
}

/* P.4: of the prover's subproofs, those that the proof used. */
static void add_used(struct pw_proof *p, unsigned prover)
{
    unsigned kept = 0;
    add_subproofs(p, prover);
    for (unsigned i = 0; i < p->named_count; i++)
        if (used_in_proof(p->s, p->l, p->named[i].name))
            p->named[kept++] = p->named[i];
    p->named_count = kept;
}

/* ---- whole proofs --------------------------------------------------------- */

/* P.4: the lemmas of the proof under way are axioms of its refutation. */
static void add_lemmas(struct pw_proof *p)
{
    const uint8_t *end, *at = pw_slot_ends(p->s, SLOT_LEMMAS, &end);
    struct bl_item item;
    while (at < end && bl_item_unpack(p->l, &at, end, &item))
        bl_proof_axiom(p->proof, &item.i.c);
}

void pw_proof_begin(struct pw_proof *p, struct bl_logic *l, const struct pw *s, int seat,
                    unsigned kind)
{
    bool refutes_proof = kind == MOVE_REFUTE && s->phase == PHASE_REFUTING;
    pw_proof_bare(p, l, s);
    if (refutes_proof)
        add_used(p, (unsigned)s->turn);
    p->own = p->named_count;   /* a seat's own may use one another, but not the prover's */
    add_subproofs(p, (unsigned)seat);
    p->own = 0;
    for (unsigned i = 0; i < p->named_count; i++)
        bl_proof_own(p->proof, p->named[i].proof);
    pw_values_init(&p->values, s);
    if (kind == MOVE_BUY_PROOF)
        return;
    if (s->head.setup.rulings[RULING_EVALUATION] == EVALUATION_YES)
        bl_proof_values(p->proof, &p->values.values);
    if ((kind == MOVE_PROVE || refutes_proof) && s->played[0] >= 0) {
        p->values.drawn = true;
        add_slot(p, SLOT_CARD + (unsigned)s->played[0]);
        add_slot(p, SLOT_CARD + (unsigned)s->played[1]);
    }
    add_rules(p);
    if (refutes_proof) {
        pw_values_chosen(&p->values, pw_slot(s, SLOT_PLAYERS), s->sizes[SLOT_PLAYERS],
                         pw_slot(s, SLOT_CHOSEN_CARDS), s->sizes[SLOT_CHOSEN_CARDS]);
        add_lemmas(p);
    } else if (kind == MOVE_REFUTE) {
        add_slot(p, SLOT_LEMMAS);
    }
}

/* ---- room to work in ------------------------------------------------------ */

void *pw_scratch_new(void)
{
    return bl_logic_new();
}

void pw_scratch_free(void *scratch)
{
    bl_logic_free(scratch);
}
