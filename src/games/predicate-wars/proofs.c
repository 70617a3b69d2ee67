/* proofs.c - proofs at the table: which axioms and subproofs somebody has, and going through a
 * proof lemma by lemma. What follows is for the kernel to say. */
#include <string.h>

#include "predicate-wars.h"

static const char *const base_rules[] = {
    "(∀(x)(∀(y)(([NUMBER](x)∧[NUMBER](y))→[NUMBER]((x+y)))))",
    "(∀(x)(∀(y)((x+y)=(y+x))))",
    "(∀(x)(∀(y)(∀(z)(((x+y)+z)=(x+(y+z))))))",
    "(∀(x)([NUMBER](x)→((x+0)=x)))",
};
enum { BASE_RULES = sizeof base_rules / sizeof *base_rules };

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

/* ---- axioms --------------------------------------------------------------- */

static bool slot_statement(const struct pw *s, struct bl_logic *l, unsigned slot,
                           struct bl_statement *out)
{
    char room[PW_TEXT_MAX];
    struct bl_text text = BL_TEXT_FIXED(room);
    struct bl_fault fault;
    pw_put_slot(s, slot, &text);
    return bl_statement_parse(l, room, text.len, 0, BL_WFF, out, &fault);
}

static void add_slot(struct pw_proof *p, unsigned slot)
{
    struct bl_statement statement;
    if (slot_statement(p->s, p->l, slot, &statement))
        bl_proof_axiom(p->proof, &statement);
}

static void add_rules(struct pw_proof *p)
{
    for (unsigned i = 0; i < PW_RULES; i++)
        if (p->s->prices[i] != 0)
            add_slot(p, SLOT_RULE + i);
    for (unsigned i = 0; i < base_count(p->s); i++) {
        struct bl_statement statement;
        struct bl_fault fault;
        if (bl_statement_parse(p->l, base_rules[i], strlen(base_rules[i]), 0, BL_WFF, &statement,
                               &fault))
            bl_proof_axiom(p->proof, &statement);
    }
}

/* The statement before " by " of lemma `number` (from 0) of the proof under way. */
static bool lemma_statement(const struct pw *s, struct bl_logic *l, unsigned number,
                            struct bl_statement *out)
{
    const uint8_t *at = pw_slot(s, SLOT_LEMMAS), *end = at + s->sizes[SLOT_LEMMAS];
    char room[PW_TEXT_MAX];
    struct bl_text text = BL_TEXT_FIXED(room);
    struct bl_item item;
    struct bl_fault fault;
    for (unsigned i = 0; i <= number; i++) {
        text.len = 0;
        if (at == end)
            return false;
        pw_unpack(&at, end, &text);
    }
    if (!bl_item_parse(l, room, text.len, 0, &item, &fault))
        return false;
    *out = item.i.c;
    return true;
}

bool pw_proof_statement(const struct pw *s, struct bl_logic *l, unsigned number,
                        struct bl_statement *out)
{
    unsigned axioms = pw_axiom_count(s, false);
    if (number == 0)
        return false;
    if (number > axioms)
        return lemma_statement(s, l, number - axioms - 1, out);
    if (number <= 2)
        return slot_statement(s, l, SLOT_CARD + (unsigned)s->played[number - 1], out);
    number -= 3;
    for (unsigned i = 0; i < PW_RULES; i++)
        if (s->prices[i] != 0 && number-- == 0)
            return slot_statement(s, l, SLOT_RULE + i, out);
    struct bl_fault fault;
    return number < base_count(s) && bl_statement_parse(l, base_rules[number],
                                                        strlen(base_rules[number]), 0, BL_WFF, out,
                                                        &fault);
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
    p->named_count = 0;
    p->unknown = bl_proof_new(l, ruling_of(s));
    p->proof = bl_proof_new(l, ruling_of(s));
}

/* Own names come last, and are found first. */
static struct bl_proof *find_named(const struct pw_proof *p, const char *name, size_t size)
{
    for (unsigned i = p->named_count; i-- > 0;)
        if (strlen(p->named[i].name) == size && memcmp(p->named[i].name, name, size) == 0)
            return p->named[i].proof;
    return NULL;
}

static void add_named(struct pw_proof *p, const char *name, struct bl_proof *proof)
{
    struct pw_named *n = &p->named[p->named_count++];
    struct bl_text text = BL_TEXT_FIXED(n->name);
    bl_put(&text, name);
    n->proof = proof;
}

bool pw_proof_item(struct pw_proof *p, const char *text, size_t size, struct pw_failure *f)
{
    struct bl_item item;
    f->rule = 0;
    f->why = BL_WHY_NOTHING;
    if (!bl_item_parse(p->l, text, size, 0, &item, &f->fault))
        return false;
    if (item.axiom)
        return bl_proof_axiom(p->proof, &item.i.c);
    f->lemma++;
    if (item.using)
        item.i.using = find_named(p, item.using, item.using_size);
    if (item.using && !item.i.using)
        item.i.using = p->unknown;
    f->rule = item.i.rule;
    f->why = bl_proof_infer(p->proof, &item.i);
    return f->why == BL_WHY_NOTHING;
}

bool pw_proof_subproof(struct pw_proof *p, const struct pw_subproof *subproof,
                       struct pw_failure *f)
{
    const uint8_t *at = subproof->items;
    char room[PW_TEXT_MAX];
    struct bl_proof *outer = p->proof;
    bool good = true;
    p->proof = bl_proof_new(p->l, ruling_of(p->s));
    for (unsigned i = 0; i < p->named_count; i++)
        bl_proof_own(p->proof, p->named[i].proof);
    f->lemma = 0;
    while (at < subproof->end && good) {
        struct bl_text text = BL_TEXT_FIXED(room);
        pw_unpack(&at, subproof->end, &text);
        good = pw_proof_item(p, room, text.len, f);
    }
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
    const uint8_t *at = pw_slot(s, SLOT_LEMMAS), *end = at + s->sizes[SLOT_LEMMAS];
    char room[PW_TEXT_MAX];
    while (at < end) {
        struct bl_text text = BL_TEXT_FIXED(room);
        struct bl_item item;
        struct bl_fault fault;
        pw_unpack(&at, end, &text);
        if (bl_item_parse(l, room, text.len, 0, &item, &fault) && item.using &&
            strlen(name) == item.using_size && memcmp(name, item.using, item.using_size) == 0)
            return true;
    }
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

/* A seat's own subproofs may use one another, but not the prover's. */
static void add_own(struct pw_proof *p, unsigned seat)
{
    struct pw_named before[PW_SUBPROOFS];
    unsigned kept = p->named_count;
    memcpy(before, p->named, kept * sizeof *before);
    p->named_count = 0;
    add_subproofs(p, seat);
    memmove(p->named + kept, p->named, p->named_count * sizeof *p->named);
    memcpy(p->named, before, kept * sizeof *before);
    p->named_count += kept;
}

/* P.4: the lemmas of the proof under way are axioms of its refutation. */
static void add_lemmas(struct pw_proof *p)
{
    const uint8_t *at = pw_slot(p->s, SLOT_LEMMAS), *end = at + p->s->sizes[SLOT_LEMMAS];
    char room[PW_TEXT_MAX];
    while (at < end) {
        struct bl_text text = BL_TEXT_FIXED(room);
        struct bl_item item;
        struct bl_fault fault;
        pw_unpack(&at, end, &text);
        if (bl_item_parse(p->l, room, text.len, 0, &item, &fault))
            bl_proof_axiom(p->proof, &item.i.c);
    }
}

void pw_proof_begin(struct pw_proof *p, struct bl_logic *l, const struct pw *s, int seat,
                    unsigned kind)
{
    bool refutes_proof = kind == MOVE_REFUTE && s->phase == PHASE_REFUTING;
    pw_proof_bare(p, l, s);
    if (refutes_proof)
        add_used(p, (unsigned)s->turn);
    add_own(p, (unsigned)seat);
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

bool pw_proof_items(struct pw_proof *p, const struct pw_words *w, struct pw_failure *f)
{
    size_t at = w->body, from, to;
    *f = (struct pw_failure){0};
    if (w->kind == MOVE_PROVE)
        pw_values_chosen(&p->values, w->players, w->player_count, w->cards, w->card_count);
    while (pw_words_item(w, &at, &from, &to))
        if (!pw_proof_item(p, w->text + from, to - from, f))
            return false;
    return true;
}

void pw_put_item(const struct bl_logic *l, const struct bl_item *item, struct bl_text *out)
{
    struct bl_line line = {.s = item->i.c, .rule = (uint8_t)item->i.rule,
                           .premises = item->i.premises < 2 ? (uint8_t)item->i.premises : 2,
                           .premise = {item->i.premise[0], item->i.premise[1]}};
    bl_line_print(l, &line, NULL, false, out);
    if (item->using) {
        bl_put(out, " using ");
        bl_put_bytes(out, item->using, item->using_size);
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
