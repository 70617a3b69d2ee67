/* draft.c - a proof in the making. It is kept as text; the kernel goes through it anew whenever
 * it changes. */
#include "draft.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

struct bl_draft *bl_draft_new(void)
{
    struct bl_draft *d = bl_new(1, sizeof *d);
    d->l = bl_logic_new();
    return d;
}

void bl_draft_free(struct bl_draft *d)
{
    bl_draft_begin(d, 0, 0);
    bl_logic_free(d->l);
    free(d);
}

unsigned bl_draft_kind(const char *word)
{
    for (unsigned kind = MOVE_PROVE; kind <= MOVE_BUY_PROOF; kind++)
        if (strcmp(word, pw_move_word(kind)) == 0)
            return kind;
    return 0;
}

/* ---- lines ---------------------------------------------------------------- */

void bl_draft_clear_steps(struct bl_draft_steps *steps)
{
    while (steps->count > 0)
        bl_text_free(&steps->step[--steps->count].text);
}

static void free_items(struct bl_draft *d, unsigned keep)
{
    while (d->item_count > keep)
        bl_text_free(&d->items[--d->item_count]);
}

void bl_draft_begin(struct bl_draft *d, int seat, unsigned kind)
{
    bl_draft_clear_steps(&d->options);
    bl_draft_clear_steps(&d->found);
    free_items(d, 0);
    d->seat = seat;
    d->kind = kind;
    d->name[0] = '\0';
    d->player_count = d->card_count = 0;
}

bool bl_draft_rebuild(struct bl_draft *d, const struct pw *view)
{
    bl_draft_clear_steps(&d->options);   /* their terms are gone */
    d->view = view;
    pw_proof_begin(&d->proof, d->l, view, d->seat, d->kind);
    if (d->kind == MOVE_PROVE)
        pw_values_chosen(&d->proof.values, d->players, d->player_count, d->cards, d->card_count);
    d->failure = (struct pw_failure){0};
    d->stands = true;
    for (unsigned i = 0; i < d->item_count && d->stands; i++)
        d->stands = pw_proof_item(&d->proof, d->items[i].s, d->items[i].len, &d->failure);
    return d->stands;
}

bool bl_draft_append(struct bl_draft *d, const char *item, size_t size)
{
    if (d->item_count == BL_DRAFT_ITEMS)
        return false;
    d->items[d->item_count] = bl_text_heap();
    bl_put_bytes(&d->items[d->item_count++], item, size);
    return true;
}

enum bl_draft_added bl_draft_add(struct bl_draft *d, const char *item)
{
    struct pw_failure *f = &d->failure;
    uint32_t before = bl_proof_lines(d->proof.proof);
    *f = (struct pw_failure){0};
    if (d->item_count == BL_DRAFT_ITEMS)
        return BL_DRAFT_FULL;
    if (!pw_proof_item(&d->proof, item, strlen(item), f))
        return f->rule == 0 && !f->fault.why[0] ? BL_DRAFT_TOO_LATE : BL_DRAFT_FAILED;
    if (bl_proof_axioms(d->proof.proof) > before && d->kind != MOVE_BUY_PROOF) {
        bl_draft_rebuild(d, d->view);
        return BL_DRAFT_GIVEN;
    }
    bl_draft_append(d, item, strlen(item));
    bl_draft_clear_steps(&d->options);
    return BL_DRAFT_ADDED;
}

void bl_draft_cut(struct bl_draft *d, unsigned keep)
{
    free_items(d, keep);
    bl_draft_clear_steps(&d->found);
    bl_draft_rebuild(d, d->view);
}

const char *bl_draft_by(const char *lemma)
{
    const char *by = NULL;
    for (const char *at = lemma; (at = strstr(at, " by ")); at++)
        by = at + 4;
    return by;
}

bl_cite bl_draft_clause(const struct pw_failure *f)
{
    return f->rule ? (bl_cite)(PW_RULE_1 + f->rule - 1) : 0;
}

void bl_draft_put_why(struct bl_text *out, const struct pw_failure *f, const struct bl_catalogue *c)
{
    if (f->rule == 0 && f->fault.why[0])
        bl_draft_put_fault(out, &f->fault, c);
    else
        bl_put(out, bl_say(c, f->rule ? bl_why_text(f->why) : "axioms come before lemmas"));
}

static const char *subproof_name(const struct bl_draft *d, const struct bl_proof *proof)
{
    for (unsigned i = d->proof.named_count; i-- > 0;)
        if (d->proof.named[i].proof == proof)
            return d->proof.named[i].name;
    return NULL;
}

void bl_draft_keep_step(const struct bl_draft *d, struct bl_draft_steps *steps, unsigned room,
                     const struct bl_line *line)
{
    struct bl_draft_step *step = &steps->step[steps->count];
    if (steps->count == room)
        return;
    step->line = *line;
    step->text = bl_text_heap();
    bl_line_print(d->l, line, line->subproof ? subproof_name(d, line->subproof) : NULL, false,
                  &step->text);
    for (unsigned i = 0; i < steps->count; i++)
        if (strcmp(steps->step[i].text.s, step->text.s) == 0) {
            bl_text_free(&step->text);
            return;
        }
    steps->count++;
}

/* ---- what it costs -------------------------------------------------------- */

/* With so many points and lemmas more than it has. */
static uint32_t cost_with(const struct bl_draft *d, uint32_t more_points, uint32_t more_lemmas)
{
    const struct bl_proof *p = d->proof.proof;
    uint32_t points = bl_proof_points(p) + more_points;
    uint32_t lemmas = bl_proof_lines(p) - bl_proof_axioms(p) + more_lemmas;
    return d->kind == MOVE_BUY_PROOF ? (uint32_t)pw_subproof_price(points) : pw_proof_cost(d->view, points, lemmas);
}

uint32_t bl_draft_cost(const struct bl_draft *d)
{
    return cost_with(d, 0, 0);
}

uint32_t bl_draft_line_cost(const struct bl_draft *d, const struct bl_line *line)
{
    return cost_with(d, line->s.points, 1) - cost_with(d, 0, 0);
}

int64_t bl_draft_purse(const struct bl_draft *d)
{
    const struct pw_seat *me = &d->view->seats[d->seat];
    return d->kind == MOVE_BUY_PROOF ? me->potency : me->proving;
}

bool bl_draft_affordable(const struct bl_draft *d)
{
    return d->kind == MOVE_BUY_PROOF ? bl_draft_cost(d) <= bl_draft_purse(d)
                                     : pw_can_pay_proof(d->view, bl_draft_purse(d), bl_draft_cost(d));
}

/* ---- its statements ------------------------------------------------------- */

enum bl_draft_origin bl_draft_origin(const struct bl_draft *d, uint32_t number, unsigned *which)
{
    const struct pw *v = d->view;
    bool cards = d->kind == MOVE_PROVE || v->phase == PHASE_REFUTING;
    uint32_t n = number - (cards ? 2 : 0);
    *which = 0;
    if (number > bl_proof_axioms(d->proof.proof))
        return FROM_LEMMA;
    if (d->kind == MOVE_BUY_PROOF)
        return FROM_AXIOM;
    if (cards && number <= 2) {
        *which = (unsigned)v->played[number - 1];
        return number == 1 ? FROM_MAIN : FROM_SECONDARY;
    }
    if (n > pw_axiom_count(v, false) - 2)
        return v->phase == PHASE_REFUTING ? FROM_PROOF : FROM_NEW_RULE;
    for (unsigned i = 0; i < PW_RULES; i++)
        if (v->prices[i] != 0 && --n == 0) {
            *which = i;
            return FROM_RULE;
        }
    return FROM_BASE;
}

void bl_draft_put_reason(struct bl_text *out, const struct bl_draft *d, const struct bl_line *line)
{
    bl_put(out, bl_rule_name((enum bl_rule)line->rule));
    for (unsigned i = 0; i < line->premises; i++)
        bl_putf(out, " %d", (int)line->premise[i]);
    if (line->subproof)
        bl_putf(out, " using %s", subproof_name(d, line->subproof));
}

static bool negates(const struct bl_draft *d, bl_term t, bl_term of)
{
    return bl_term_shape(d->l, t) == BL_NOT && bl_term_left(d->l, t) == of;
}

uint32_t bl_draft_denied(const struct bl_draft *d, bl_term t)
{
    for (uint32_t n = 1; n <= bl_proof_lines(d->proof.proof); n++)
        if (negates(d, t, bl_draft_term(d, n)) || negates(d, bl_draft_term(d, n), t))
            return n;
    return 0;
}

uint32_t bl_draft_opposite(const struct bl_draft *d, uint32_t number)
{
    bl_term t = bl_draft_term(d, number);
    return bl_term_shape(d->l, t) == BL_TF ? number : bl_draft_denied(d, t);
}

/* ---- what stands after => ------------------------------------------------- */

static bool effect_result(const struct bl_draft *d, unsigned index, uint32_t result[2])
{
    for (uint32_t n = bl_proof_lines(d->proof.proof); n > 0; n--)
        if (pw_effect_action(d->l, bl_draft_term(d, n), NULL) && index-- == 0) {
            result[0] = n;
            return true;
        }
    return false;
}

/* A before (¬A). */
static bool contradiction_result(const struct bl_draft *d, unsigned index, uint32_t result[2])
{
    for (uint32_t n = 1; n <= bl_proof_lines(d->proof.proof); n++) {
        bool false_itself = bl_term_shape(d->l, bl_draft_term(d, n)) == BL_TF;
        uint32_t other = false_itself ? n : 0;
        for (uint32_t i = 1; !other && i <= bl_proof_lines(d->proof.proof); i++)
            other = negates(d, bl_draft_term(d, n), bl_draft_term(d, i)) ? i : 0;
        if (other == 0 || index-- > 0)
            continue;
        result[0] = other;
        result[1] = false_itself ? 0 : n;
        return true;
    }
    return false;
}

bool bl_draft_result(const struct bl_draft *d, unsigned index, uint32_t result[2])
{
    result[0] = result[1] = 0;
    return d->kind == MOVE_PROVE    ? effect_result(d, index, result)
           : d->kind == MOVE_REFUTE ? contradiction_result(d, index, result)
                                    : false;
}

bool bl_draft_is_name(const char *text)
{
    size_t n = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    return n > 0 && n <= PW_NAME_MAX && text[n] == '\0';
}

bool bl_draft_set_name(struct bl_draft *d, const char *name)
{
    bool good = bl_draft_is_name(name);
    strcpy(d->name, good ? name : "");
    return good;
}

bool bl_draft_put_move(struct bl_text *out, const struct bl_draft *d, const char *result)
{
    bool bought = d->kind == MOVE_BUY_PROOF;
    uint32_t found[2];
    bl_put(out, pw_move_word(d->kind));
    if (bought)
        bl_putf(out, " %s", d->name);
    pw_put_chosen(out, d->players, d->player_count, d->cards, d->card_count);
    bl_put(out, bought ? ":" : " :");
    for (unsigned i = 0; i < d->item_count; i++)
        bl_putf(out, i == 0 ? " %s" : "; %s", d->items[i].s);
    if (bought)
        return d->name[0] != '\0';
    if (*result)
        bl_putf(out, " => %s", result);
    else if (bl_draft_result(d, 0, found))
        bl_putf(out, found[1] ? " => %d %d" : " => %d", (int)found[0], (int)found[1]);
    else
        return false;
    return true;
}
