/* search_cheapest.c - the cheapest proof among all that the inferences found make up.
 *
 * A lemma is paid once however often it is used: so the cheapest proof is not made of the cheapest
 * proofs of its parts. From the end backwards one inference is chosen for each lemma needed, the
 * dearest lemma first; a choice is dropped as soon as it cannot become cheaper than the best. */
#include "logic/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#define ENTRIES_MAX (BL_LEMMAS_MAX + 1)
#define REFUSALS_MAX 200

struct weighing {
    struct search *k;
    struct weight {
        uint32_t above;           /* the lemmas between it and the end cost at least that */
        uint32_t chosen;          /* the inference, + 1; 0: none yet */
        uint32_t visited;         /* the last walk that came by */
        bool needed;
    } *of;                        /* by entry */
    uint32_t visit;
    uint32_t needs[ENTRIES_MAX];  /* the entries needed */
    uint32_t count, cost, best;
    uint32_t turns, last_turn, refusals;
    struct choice {
        uint32_t edge, extra;
    } *choices;                   /* of the entries that are being chosen for, one after another */
    uint32_t choice_count, choice_room;
};

static uint32_t first_edge(const struct search *k, uint32_t entry)
{
    const struct entry *e = &k->entries[entry];
    return e->edges ? e->edges : k->slots[e->t].edges;
}

static bool is_lemma(const struct search *k, uint32_t entry)
{
    return entry != NO_ENTRY && k->entries[entry].axiom == 0;
}

/* Whether a proof by way of this inference to the entry can be cheaper than the best. */
static bool is_affordable(const struct weighing *w, uint32_t entry, const struct edge *x)
{
    return !x->refused && x->least + w->of[entry].above < w->best;
}

/* What a proof costs at least beyond an entry that it uses: the lemmas between it and the end. From
 * the end down, as far as a proof through there can be cheaper than the best. */
static void work_out_above(struct weighing *w, uint32_t entry)
{
    const struct search *k = w->k;
    uint32_t above = w->of[entry].above + k->entries[entry].s.points;
    for (uint32_t at = first_edge(k, entry); at; at = k->edges[at - 1].next) {
        const struct edge *x = &k->edges[at - 1];
        if (!is_affordable(w, entry, x))
            continue;
        for (unsigned i = 0; i < 2; i++) {
            uint32_t p = x->premise[i];
            if (is_lemma(k, p) && above < w->of[p].above) {
                w->of[p].above = above;
                work_out_above(w, p);
            }
        }
    }
}

/* Whether an entry rests on another by what is chosen so far. */
static bool leads_to(struct weighing *w, uint32_t entry, uint32_t other)
{
    if (entry == other)
        return true;
    if (!is_lemma(w->k, entry) || !w->of[entry].chosen || w->of[entry].visited == w->visit)
        return false;
    w->of[entry].visited = w->visit;
    const struct edge *x = &w->k->edges[w->of[entry].chosen - 1];
    return leads_to(w, x->premise[0], other) || leads_to(w, x->premise[1], other);
}

static bool need(struct weighing *w, uint32_t entry)
{
    if (!is_lemma(w->k, entry) || w->of[entry].needed)
        return true;
    if (w->count == ENTRIES_MAX)
        return false;
    w->of[entry].needed = true;
    w->needs[w->count++] = entry;
    w->cost += w->k->entries[entry].s.points;
    return true;
}

static void need_no_longer(struct weighing *w, uint32_t count)
{
    while (w->count > count) {
        uint32_t entry = w->needs[--w->count];
        w->of[entry].needed = false;
        w->cost -= w->k->entries[entry].s.points;
    }
}

/* ---- a proof to try ---- */

/* Generalizations and witnesses come as early as they can: what comes later is no obstacle. */
static uint32_t rank(const struct search *k, const struct weighing *w, uint32_t entry)
{
    switch (k->edges[w->of[entry].chosen - 1].rule) {
    case BL_UNIVERSAL_GENERALIZATION: return 0;
    case BL_EXISTENTIAL_INSTANTIATION: return 1;
    default: return 2;
    }
}

static bool is_ready(const struct search *k, const struct weighing *w, const uint32_t *number,
                     uint32_t entry)
{
    const struct edge *x = &k->edges[w->of[entry].chosen - 1];
    for (unsigned i = 0; i < 2; i++)
        if (x->premise[i] != NO_ENTRY && !number[x->premise[i]])
            return false;
    return true;
}

/* The next lemma to write; NO_ENTRY: all are written. */
static uint32_t next_lemma(const struct search *k, const struct weighing *w, const uint32_t *number)
{
    uint32_t best = NO_ENTRY;
    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t e = w->needs[i];
        if (e == THE_END || number[e] || !is_ready(k, w, number, e))
            continue;
        if (best == NO_ENTRY || rank(k, w, e) < rank(k, w, best) ||
            (rank(k, w, e) == rank(k, w, best) && e < best))
            best = e;
    }
    return best;
}

/* Adds the lemma. A variable that is not new may still be generalized by reference. */
static uint32_t put_line(struct bl_proof *p, struct bl_inference *i)
{
    enum bl_why why = bl_proof_infer(p, i);
    if (why == BL_WHY_NOT_FRESH && i->rule == BL_UNIVERSAL_GENERALIZATION) {
        i->rule = BL_UNIVERSAL_GENERALIZATION_REF;
        i->premises = 2;
        for (i->premise[1] = 1; i->premise[1] <= bl_proof_lines(p); i->premise[1]++) {
            why = bl_proof_infer(p, i);
            if (!why)
                break;
        }
    }
    return why ? 0 : bl_proof_lines(p);
}

/* The axioms and the chosen lemmas; NULL where the kernel says no. */
static struct bl_proof *write_out(const struct weighing *w, uint32_t lines[2])
{
    const struct search *k = w->k;
    struct bl_proof *p = bl_proof_within(k->s->from);
    uint32_t *number = bl_new(k->entry_count, sizeof *number);
    bool ok = true;
    bl_proof_values(p, k->s->values);
    for (uint32_t i = 1; i <= bl_proof_axioms(k->s->from); i++)
        bl_proof_axiom(p, &bl_proof_line(k->s->from, i)->s);
    for (uint32_t e = 0; e < k->entry_count; e++)
        number[e] = k->entries[e].axiom;
    for (uint32_t e; ok && (e = next_lemma(k, w, number)) != NO_ENTRY; ok = number[e] != 0) {
        struct bl_inference i = search_inference(k, &k->edges[w->of[e].chosen - 1],
                                                 &k->entries[e].s, number);
        number[e] = put_line(p, &i);
    }
    const struct edge *end = &k->edges[w->of[THE_END].chosen - 1];
    for (unsigned j = 0; j < 2; j++)
        lines[j] = end->premise[j] == NO_ENTRY ? 0 : number[end->premise[j]];
    free(number);
    return ok ? p : NULL;
}

/* Everything needed has an inference: the kernel has the word. */
static void try_out(struct weighing *w)
{
    struct bl_found *found = w->k->found;
    struct bl_arena before = w->k->l->arena;
    uint32_t lines[2];
    struct bl_proof *p = write_out(w, lines);
    if (!p) {
        w->refusals++;
        bl_arena_back(&w->k->l->arena, &before);
        return;
    }
    if (found->proof && bl_proof_points(p) >= bl_proof_points(found->proof))
        return;
    found->proof = p;
    memcpy(found->line, lines, sizeof lines);
    w->best = bl_proof_points(p);
}

/* ---- choosing ---- */

/* The inferences that an entry can be had by, what seems cheapest first, put behind the choices. */
static void list_choices(struct weighing *w, uint32_t entry)
{
    const struct search *k = w->k;
    uint32_t first = w->choice_count;
    for (uint32_t at = first_edge(k, entry); at; at = k->edges[at - 1].next) {
        const struct edge *x = &k->edges[at - 1];
        uint32_t extra = 0;
        bool fits = is_affordable(w, entry, x);
        for (unsigned i = 0; i < 2 && fits; i++) {
            uint32_t p = x->premise[i];
            if (!is_lemma(k, p) || (i == 1 && p == x->premise[0]))
                continue;
            w->visit++;
            fits = !leads_to(w, p, entry);
            extra += w->of[p].needed ? 0 : k->entries[p].least;
        }
        if (!fits)
            continue;
        w->choices = bl_grow(w->choices, w->choice_count + 1, &w->choice_room, sizeof *w->choices);
        uint32_t place = w->choice_count++;
        for (; place > first && w->choices[place - 1].extra >= extra; place--)
            w->choices[place] = w->choices[place - 1];   /* the older first: they hang the newest first */
        w->choices[place] = (struct choice){at, extra};
    }
}

/* The dearest lemma that has no inference yet; NO_ENTRY: all have one. */
static uint32_t dearest(const struct weighing *w)
{
    const struct entry *entries = w->k->entries;
    uint32_t best = NO_ENTRY;
    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t e = w->needs[i];
        if (!w->of[e].chosen && (best == NO_ENTRY || entries[e].least > entries[best].least))
            best = e;
    }
    return best;
}

/* What is needed costs at least this: what it is, and what an entry rests on that is not needed
 * already. All that an entry rests on can be had for less than it, or for as much. */
static uint32_t at_least(const struct weighing *w, uint32_t entry)
{
    const struct entry *entries = w->k->entries;
    uint32_t below = entries[entry].least, there = 0;
    for (uint32_t i = 0; i < w->count; i++)
        if (entries[w->needs[i]].least <= below)
            there += entries[w->needs[i]].s.points;
    return w->cost + (below > there ? below - there : 0);
}

static void choose(struct weighing *w)
{
    if (w->turns++ >= w->last_turn || w->refusals > REFUSALS_MAX)
        return;
    uint32_t entry = dearest(w), count = w->count, first = w->choice_count;
    if (entry == NO_ENTRY) {
        try_out(w);
        return;
    }
    if (at_least(w, entry) >= w->best)
        return;
    list_choices(w, entry);
    for (uint32_t i = first, end = w->choice_count; i < end; i++) {
        const struct edge *x = &w->k->edges[w->choices[i].edge - 1];
        w->of[entry].chosen = w->choices[i].edge;
        if (need(w, x->premise[0]) && need(w, x->premise[1]) && w->cost < w->best)
            choose(w);
        need_no_longer(w, count);
        w->of[entry].chosen = 0;
    }
    w->choice_count = first;
}

void search_cheapest(struct search *k, uint32_t turns, bool at_last)
{
    struct weighing w = {.k = k, .best = k->budget, .last_turn = turns};
    w.of = bl_new(k->entry_count, sizeof *w.of);
    for (uint32_t e = 0; e < k->entry_count; e++)
        w.of[e].above = e == THE_END ? 0 : NO_COST;
    work_out_above(&w, THE_END);
    need(&w, THE_END);
    choose(&w);
    BL_FREE(w.of, w.choices);
    if (w.best < k->budget) {
        k->budget = w.best;
        uint64_t more = k->steps + (k->s->longer ? k->s->longer : k->steps + 500);
        if (more < k->last_step)
            k->last_step = more;
    }
    if (at_last && w.turns >= w.last_turn)
        search_cut(k, BL_LIMIT_CHOICES, w.last_turn);
    if (at_last && w.refusals > 0)
        search_cut(k, BL_LIMIT_REFUSED, w.refusals);
}
