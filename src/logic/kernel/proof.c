/* proof.c - proofs: the only place where a lemma is made. */
#include "logic/kernel/kernel.h"

#include <string.h>

#define FIRST_LINES 32u

struct bl_proof *bl_proof_within(const struct bl_proof *outer)
{
    struct bl_proof *p = bl_proof_new(outer->l, outer->ruling);
    p->owned = outer->owned;
    return p;
}

struct bl_proof *bl_proof_new(struct bl_logic *l, enum bl_logic_ruling ruling)
{
    struct bl_proof *p = bl_arena_take(&l->arena, sizeof *p);
    p->l = l;
    p->ruling = ruling;
    return p;
}

void bl_proof_clear(struct bl_proof *p)
{
    p->count = p->axioms = p->points = p->functions = 0;
    p->free_once = p->free_twice = 0;
    p->evaluated = false;
}

void bl_proof_values(struct bl_proof *p, const struct bl_values *values)
{
    if (!p->evaluated)
        p->values = values;
}

/* The new last line, so far an axiom. */
static struct bl_line *add_line(struct bl_proof *p, const struct bl_statement *s)
{
    if (p->count == p->room) {
        uint32_t room = p->room ? 2 * p->room : FIRST_LINES;
        struct bl_line *lines = bl_arena_take(&p->l->arena, room * sizeof *lines);
        if (p->count > 0)
            memcpy(lines, p->lines, p->count * sizeof *lines);
        p->lines = lines;
        p->room = room;
    }
    const struct node *n = &p->l->nodes[s->term];
    struct bl_line *line = &p->lines[p->count++];
    *line = (struct bl_line){.s = *s};
    if (shape_is_quantifier(n->shape))
        line->letter = statement_names(p->l, s)[0];
    p->free_twice |= p->free_once & n->free;
    p->free_once |= n->free;
    p->functions |= n->functions;
    return line;
}

/* A statement: a WFF with nothing loose; and where it has bound variables, one that name.c has made
 * with their names. What it says of itself is what it is worth. */
static bool is_statement(const struct bl_logic *l, const struct bl_statement *s)
{
    if (s->term >= l->count || !shape_is_wff(l->nodes[s->term].shape) || l->nodes[s->term].loose)
        return false;
    const struct node *n = &l->nodes[s->term];
    if (n->binders == 0)
        return s->names == 0 && s->binders == 0 && s->points == n->points;
    return s->names < l->written_count && l->written[s->names].term == s->term &&
           l->written[s->names].points == s->points && s->binders == n->binders;
}

bool bl_proof_axiom(struct bl_proof *p, const struct bl_statement *s)
{
    if (p->count > p->axioms || !is_statement(p->l, s))
        return false;
    add_line(p, s);
    p->axioms++;
    return true;
}

bool bl_proof_own(struct bl_proof *p, const struct bl_proof *sub)
{
    if (sub == p || sub->l != p->l || sub->ruling != p->ruling || sub->evaluated)
        return false;
    struct owned *o = bl_arena_take(&p->l->arena, sizeof *o);
    *o = (struct owned){sub, p->owned};
    p->owned = o;
    return true;
}

static bool owns(const struct bl_proof *p, const struct bl_proof *sub)
{
    for (const struct owned *o = p->owned; o; o = o->next)
        if (o->proof == sub)
            return true;
    return false;
}

const struct bl_proof *bl_proof_owned(const struct bl_proof *p, uint32_t index)
{
    const struct owned *o = p->owned;
    for (; o && index > 0; index--)
        o = o->next;
    return o ? o->proof : NULL;
}

enum bl_logic_ruling bl_proof_ruling(const struct bl_proof *p)
{
    return p->ruling;
}

/* What every rule asks, before its own conditions. */
static enum bl_why check_call(const struct bl_proof *p, const struct bl_inference *i)
{
    if (i->rule <= 0 || i->rule >= BL_RULES)
        return BL_WHY_RULE;
    const struct rule *rule = &rule_table[i->rule];
    if (i->premises < rule->least || i->premises > rule->most)
        return BL_WHY_PREMISE_COUNT;
    for (uint32_t k = 0; k < i->premises; k++)
        if (i->premise[k] == 0 || i->premise[k] > p->count)
            return BL_WHY_PREMISE_NUMBER;
    if (rule->uses && !i->subproof)
        return BL_WHY_USING_MISSING;
    if (!rule->uses && i->subproof)
        return BL_WHY_USING_EXTRA;
    if (i->subproof && (!owns(p, i->subproof) || i->subproof->evaluated))
        return BL_WHY_USING_OWNED;
    if (!is_statement(p->l, &i->c))
        return BL_WHY_NOT_WFF;
    return p->count - p->axioms >= BL_LEMMAS_MAX ? BL_WHY_LEMMAS : BL_WHY_NOTHING;
}

enum bl_why match_form(const struct node *nodes, enum bl_rule rule, unsigned place, bl_term t)
{
    static const enum bl_why whys[BL_SHAPES][3] = {
        [BL_AND] = {BL_WHY_P1_AND, 0, BL_WHY_C_AND},
        [BL_OR] = {0, 0, BL_WHY_C_OR},
        [BL_IMPLY] = {BL_WHY_P1_IMPLY, BL_WHY_P2_IMPLY, BL_WHY_C_IMPLY},
        [BL_FORALL] = {BL_WHY_P1_FORALL, BL_WHY_P2_FORALL, BL_WHY_C_FORALL},
        [BL_EXISTS] = {BL_WHY_P1_EXISTS, 0, BL_WHY_C_EXISTS},
        [BL_EQUAL] = {BL_WHY_P1_EQUAL, BL_WHY_P2_EQUAL, BL_WHY_C_EQUAL},
    };
    unsigned shape = rule_table[rule].form[place];
    return shape == BL_NONE || nodes[t].shape == shape ? BL_WHY_NOTHING : whys[shape][place];
}

enum bl_why bl_proof_follows(const struct bl_proof *p, const struct bl_inference *i)
{
    enum bl_why why = check_call(p, i);
    if (why)
        return why;
    struct step s = {p, p->l->nodes, i->c.term, NULL, NULL, i->subproof};
    if (i->premises > 0) {
        s.p1 = &p->lines[i->premise[0] - 1];
        if ((why = match_form(s.nodes, i->rule, 0, s.p1->s.term)))
            return why;
    }
    if (i->premises > 1) {
        s.p2 = &p->lines[i->premise[1] - 1];
        if ((why = match_form(s.nodes, i->rule, 1, s.p2->s.term)))
            return why;
    }
    why = match_form(s.nodes, i->rule, 2, s.c);
    return why ? why : rule_table[i->rule].follows(&s);
}

enum bl_why bl_proof_infer(struct bl_proof *p, const struct bl_inference *i)
{
    enum bl_why why = bl_proof_follows(p, i);
    if (why)
        return why;
    struct bl_line *line = add_line(p, &i->c);
    line->rule = (uint8_t)i->rule;
    line->premises = (uint8_t)i->premises;
    memcpy(line->premise, i->premise, sizeof line->premise);
    line->subproof = i->subproof;
    p->points += i->c.points;
    p->evaluated |= i->rule == BL_EVALUATION;
    return 0;
}

uint32_t bl_proof_lines(const struct bl_proof *p)
{
    return p->count;
}

uint32_t bl_proof_axioms(const struct bl_proof *p)
{
    return p->axioms;
}

const struct bl_line *bl_proof_line(const struct bl_proof *p, uint32_t number)
{
    return number > 0 && number <= p->count ? &p->lines[number - 1] : NULL;
}

uint32_t bl_proof_points(const struct bl_proof *p)
{
    return p->points;
}

bool bl_proof_contradiction(const struct bl_proof *p, uint32_t found[2])
{
    const struct node *nodes = p->l->nodes;
    for (uint32_t i = 0; i < p->count; i++) {
        const struct node *n = &nodes[p->lines[i].s.term];
        found[0] = found[1] = i + 1;
        if (n->shape == BL_TF)
            return true;
        for (uint32_t j = 0; n->shape == BL_NOT && j < p->count; j++) {
            found[0] = j + 1;
            if (p->lines[j].s.term == n->a)
                return true;
        }
    }
    return false;
}

const char *bl_rule_name(enum bl_rule r)
{
    return r > 0 && r < BL_RULES ? rule_table[r].name : "";
}

enum bl_rule bl_rule_find(const char *name, size_t size)
{
    for (unsigned r = 1; r < BL_RULES; r++)
        if (rule_table[r].size == size && memcmp(rule_table[r].name, name, size) == 0)
            return (enum bl_rule)r;
    return (enum bl_rule)0;
}

void bl_rule_premises(enum bl_rule r, uint32_t *least, uint32_t *most)
{
    *least = rule_table[r].least;
    *most = rule_table[r].most;
}

bool bl_rule_uses_subproof(enum bl_rule r)
{
    return rule_table[r].uses;
}

const char *bl_why_text(enum bl_why w)
{
    static const char *const texts[BL_WHYS] = {
        "",
#define WHY(name, text) text,
#include "bylaw/logic_why.def"
#undef WHY
    };
    return w < BL_WHYS ? texts[w] : "";
}
