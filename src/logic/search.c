/* search.c - the queue, the bookkeeping, and the proof that comes out. */
#include "logic/search.h"

#include <stdlib.h>
#include <string.h>

static void *grown(void *list, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room)
        return list;
    *room = *room ? 2 * *room : 256;
    list = realloc(list, *room * size);
    if (!list)
        abort();   /* out of memory: nothing sensible is left to do */
    return list;
}

struct slot *search_slot(struct search *k, bl_term t)
{
    while (t >= k->slot_room) {
        uint32_t old = k->slot_room;
        k->slots = grown(k->slots, old, &k->slot_room, sizeof *k->slots);
        memset(k->slots + old, 0, (k->slot_room - old) * sizeof *k->slots);
    }
    return &k->slots[t];
}

void search_add(bl_term **list, uint32_t *count, uint32_t *room, bl_term t)
{
    *list = grown(*list, *count, room, sizeof **list);
    (*list)[(*count)++] = t;
}

/* ---- the queue: a binary heap ---- */

static bool before(const struct candidate *a, const struct candidate *b)
{
    return a->priority != b->priority ? a->priority < b->priority : a->serial < b->serial;
}

static void push(struct search *k, const struct candidate *c)
{
    k->heap = grown(k->heap, k->heap_count, &k->heap_room, sizeof *k->heap);
    uint32_t at = k->heap_count++;
    for (; at > 0 && before(c, &k->heap[(at - 1) / 2]); at = (at - 1) / 2)
        k->heap[at] = k->heap[(at - 1) / 2];
    k->heap[at] = *c;
}

static struct candidate pop(struct search *k)
{
    struct candidate top = k->heap[0], last = k->heap[--k->heap_count];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < k->heap_count; at = child) {
        child += child + 1 < k->heap_count && before(&k->heap[child + 1], &k->heap[child]);
        if (!before(&k->heap[child], &last))
            break;
        k->heap[at] = k->heap[child];
    }
    k->heap[at] = last;
    return top;
}

/* ---- costs ---- */

/* Writes the union of the premises' lemmas behind the last set and gives its cost. */
static uint32_t join_sets(struct search *k, struct entry *e)
{
    static const struct entry nothing;
    const struct entry *a = e->premises > 0 ? &k->entries[e->premise[0]] : &nothing;
    const struct entry *b = e->premises > 1 ? &k->entries[e->premise[1]] : &nothing;
    while (k->set_room - k->set_count < a->set_count + b->set_count + 1)
        k->sets = grown(k->sets, k->set_room, &k->set_room, sizeof *k->sets);
    uint32_t i = a->set, j = b->set, cost = 0;
    e->set = k->set_count;
    e->set_count = 0;
    while (i < a->set + a->set_count || j < b->set + b->set_count) {
        bool left = j == b->set + b->set_count ||
                    (i < a->set + a->set_count && k->sets[i] <= k->sets[j]);
        uint32_t next = left ? k->sets[i] : k->sets[j];
        i += i < a->set + a->set_count && k->sets[i] == next;
        j += j < b->set + b->set_count && k->sets[j] == next;
        k->sets[e->set + e->set_count++] = next;
        cost += k->l->nodes[k->entries[next].t].points;
    }
    return cost;
}

void search_suggest(struct search *k, bl_term c, enum bl_rule rule, uint32_t p1, uint32_t p2,
             const struct bl_proof *using, uint32_t extra)
{
    if (c == 0 || k->l->nodes[c].loose > 0 || search_slot(k, c)->entry || k->steps >= k->last_step)
        return;
    k->steps++;
    struct candidate x = {.serial = k->serial++};
    x.e = (struct entry){.t = c, .rule = (uint8_t)rule, .using = using,
                         .premises = (uint8_t)((p1 != NO_ENTRY) + (p2 != NO_ENTRY)),
                         .premise = {p1, p2}};
    x.e.cost = join_sets(k, &x.e) + k->l->nodes[c].points;
    x.priority = extra == AT_ONCE ? k->entries[p1].priority + 1 : x.e.cost + extra;
    if (search_slot(k, c)->wanted)
        x.priority /= 2;
    x.e.priority = x.priority;
    if (x.e.cost < k->budget && x.e.set_count < BL_LEMMAS_MAX)
        push(k, &x);
}

/* ---- what is wanted ---- */

static void add_way(struct search *k, enum bl_rule rule, bl_term c, bl_term a, bl_term b,
                    uint32_t depth)
{
    struct way w = {.rule = (uint8_t)rule, .premises = (uint8_t)((a != 0) + (b != 0)), .c = c,
                    .premise = {a, b}};
    k->ways = grown(k->ways, k->way_count, &k->way_room, sizeof *k->ways);
    for (unsigned i = 0; i < w.premises; i++) {
        struct slot *s = search_slot(k, w.premise[i]);
        w.next[i] = s->way;
        s->way = 2 * k->way_count + i + 1;
    }
    k->ways[k->way_count++] = w;
    uint32_t p1 = a ? search_slot(k, a)->entry : 0, p2 = b ? search_slot(k, b)->entry : 0;
    if ((!a || p1) && (!b || p2))
        search_suggest(k, c, rule, a ? p1 - 1 : NO_ENTRY, b ? p2 - 1 : NO_ENTRY, NULL, 0);
    if (a)
        search_want(k, a, depth + 1);
    if (b)
        search_want(k, b, depth + 1);
}

static bl_term negation(struct search *k, bl_term t)
{
    return term_node(k->l, BL_NOT, t, 0);
}

static void want_negation(struct search *k, bl_term t, bl_term inner, uint32_t depth)
{
    struct node n = k->l->nodes[inner];
    if (n.shape == BL_TF)
        add_way(k, BL_FALSEHOOD, t, 0, 0, depth);
    if (n.shape == BL_AND)
        add_way(k, BL_FALSY_AND, t, negation(k, n.a), 0, depth);
    if (n.shape == BL_OR && negation(k, n.a) && negation(k, n.b))
        add_way(k, BL_FALSY_OR, t, negation(k, n.a), negation(k, n.b), depth);
    if (n.shape == BL_IMPLY && negation(k, n.b))
        add_way(k, BL_EXPLICATION, t, n.a, negation(k, n.b), depth);
}

static void want_implication(struct search *k, bl_term t, struct node n, uint32_t depth)
{
    bl_term not_a = negation(k, n.a), not_b = negation(k, n.b);
    add_way(k, BL_IMPLICATION, t, n.a, n.b, depth);
    if (not_a)
        add_way(k, BL_IMPLICATION, t, not_a, n.b, depth);
    if (not_a && not_b)
        add_way(k, BL_IMPLICATION, t, not_a, not_b, depth);
}

/* The letter of some universal axiom: with it generalization by reference is always at hand. */
static bl_symbol letter_to_generalize(struct search *k, bl_term body)
{
    for (uint32_t i = 0; i < k->entry_count; i++) {
        const struct entry *e = &k->entries[i];
        if (e->rule == 0 && k->l->nodes[e->t].shape == BL_FORALL &&
            !(k->l->nodes[body].free & variable_bit(e->letter)))
            return e->letter;
    }
    bl_symbol s = 23;
    for (uint32_t i = 0; i < 26 && k->l->nodes[body].free & variable_bit(s); i++)
        s = (s + 1) % 26;
    return s;
}

static void want_quantified(struct search *k, bl_term t, struct node n, uint32_t depth)
{
    enum bl_rule rule = n.shape == BL_FORALL ? BL_UNIVERSAL_GENERALIZATION
                                             : BL_EXISTENTIAL_GENERALIZATION;
    if (k->l->nodes[n.a].loose == 0) {
        add_way(k, rule, t, n.a, 0, depth);
        return;
    }
    if (n.shape == BL_FORALL) {
        bl_term d = term_node(k->l, BL_VARIABLE, letter_to_generalize(k, n.a), 0);
        bl_term a = bl_term_instantiate(k->l, n.a, d);
        if (a)
            add_way(k, rule, t, a, 0, depth);
        return;
    }
    for (uint32_t i = 0; i < k->pool_count && i < 64; i++) {
        bl_term v = k->pool[i];
        if (k->l->nodes[v].shape != BL_VARIABLE || term_occurs(k->l, n.a, v))
            continue;
        bl_term a = bl_term_instantiate(k->l, n.a, v);
        if (a)
            add_way(k, rule, t, a, 0, depth);
    }
}

/* Whether something in it can be worked out: then it may come out as what is on the other side. */
static bool reducible(const struct bl_logic *l, bl_term t)
{
    const struct node *n = &l->nodes[t];
    return shape_is_operator(n->shape) || (n->shape == BL_APPLY && symbol_is_game(n->a));
}

static void want_equation(struct search *k, bl_term t, struct node n, uint32_t depth)
{
    if (n.a == n.b) {
        add_way(k, BL_IDENTITY, t, 0, 0, depth);
        return;
    }
    if (reducible(k->l, n.a))
        search_suggest(k, term_node(k->l, BL_EQUAL, n.a, n.a), BL_IDENTITY, NO_ENTRY, NO_ENTRY,
                       NULL, 0);
    add_way(k, BL_SYMMETRY, t, term_node(k->l, BL_EQUAL, n.b, n.a), 0, depth);
    struct node f = k->l->nodes[n.a], g = k->l->nodes[n.b];
    if (f.shape == BL_APPLY && g.shape == BL_APPLY && f.a == g.a && term_arity(k->l, f.b) == 1 &&
        term_arity(k->l, g.b) == 1)
        add_way(k, BL_SUBSTITUTION_EQ, t,
                term_node(k->l, BL_EQUAL, k->l->nodes[f.b].a, k->l->nodes[g.b].a), 0, depth);
}

/* A known implication or universal rule whose right part is what is wanted. */
static void want_through(struct search *k, uint32_t entry, bl_term t, uint32_t depth)
{
    struct entry e = k->entries[entry];
    struct node n = k->l->nodes[e.t];
    if (n.shape == BL_IMPLY && n.b == t)
        search_want(k, n.a, depth + 1);
    if (n.shape != BL_FORALL || k->l->nodes[n.a].shape != BL_IMPLY)
        return;
    struct node i = k->l->nodes[n.a];
    bl_term y = 0;
    if (!match_body(k->l->nodes, i.b, t, &y) || (y == 0 && k->l->nodes[i.a].loose > 0))
        return;
    bl_term a = y ? bl_term_instantiate(k->l, i.a, y) : i.a;
    if (a)
        search_want(k, a, depth + 1);
}

void search_want(struct search *k, bl_term t, uint32_t depth)
{
    if (t == 0 || depth > 24 || search_slot(k, t)->wanted || k->wanted_count > 20000)
        return;
    search_slot(k, t)->wanted = true;
    search_add(&k->wanted, &k->wanted_count, &k->wanted_room, t);
    search_note(k, t);
    struct node n = k->l->nodes[t];
    switch (n.shape) {
    case BL_TT: add_way(k, BL_TRUTH, t, 0, 0, depth); break;
    case BL_AND: add_way(k, BL_CONJUNCTION, t, n.a, n.b, depth); break;
    case BL_OR: add_way(k, BL_ADDITION, t, n.a, 0, depth); break;
    case BL_IMPLY: want_implication(k, t, n, depth); break;
    case BL_NOT: want_negation(k, t, n.a, depth); break;
    case BL_FORALL: case BL_EXISTS: want_quantified(k, t, n, depth); break;
    case BL_EQUAL: want_equation(k, t, n, depth); break;
    default: break;
    }
    for (uint32_t i = 0; i < k->entry_count; i++)
        want_through(k, i, t, depth);
}

static void go_backward(struct search *k, uint32_t entry)
{
    bl_term t = k->entries[entry].t;
    for (uint32_t at = search_slot(k, t)->way; at;) {
        struct way w = k->ways[(at - 1) / 2];
        uint32_t p1 = w.premises > 0 ? search_slot(k, w.premise[0])->entry : 0;
        uint32_t p2 = w.premises > 1 ? search_slot(k, w.premise[1])->entry : 0;
        at = w.next[(at - 1) % 2];
        if ((w.premises < 1 || p1) && (w.premises < 2 || p2))
            search_suggest(k, w.c, (enum bl_rule)w.rule, p1 ? p1 - 1 : NO_ENTRY,
                           p2 ? p2 - 1 : NO_ENTRY, NULL, 0);
    }
    struct node n = k->l->nodes[t];
    if (k->s->goal == 0) {
        if (n.shape == BL_NOT)
            search_want(k, n.a, 0);
        else if (n.shape == BL_AND || n.shape == BL_OR || n.shape == BL_IMPLY)
            search_want(k, negation(k, t), 0);
    }
    if (n.shape == BL_IMPLY || n.shape == BL_FORALL)
        for (uint32_t i = 0, count = k->wanted_count; i < count; i++)
            want_through(k, entry, k->wanted[i], 0);
}

/* ---- the proof ---- */

static uint32_t put_line(struct bl_proof *p, struct bl_inference *i)
{
    enum bl_why why = bl_proof_infer(p, i);
    if (why && i->rule == BL_UNIVERSAL_GENERALIZATION) {
        i->rule = BL_UNIVERSAL_GENERALIZATION_REF;
        i->premises = 2;
        for (i->premise[1] = 1; why && i->premise[1] <= bl_proof_lines(p); i->premise[1]++) {
            why = bl_proof_infer(p, i);
            if (!why)
                break;
        }
    }
    return why ? 0 : bl_proof_lines(p);
}

/* The axioms and the lemmas that the entries rest on; NULL where the kernel says no. */
static struct bl_proof *write_out(struct search *k, const uint32_t *ends, uint32_t count,
                                  uint32_t lines[2])
{
    struct bl_proof *p = bl_proof_within(k->s->from);
    bl_proof_values(p, k->s->values);
    for (uint32_t i = 1; i <= bl_proof_axioms(k->s->from); i++)
        bl_proof_axiom(p, &bl_proof_line(k->s->from, i)->s);
    uint32_t *number = calloc(k->entry_count, sizeof *number);
    if (!number)
        abort();
    bool ok = true;
    for (uint32_t e = 0; e < k->entry_count; e++)
        if (k->entries[e].rule == 0)
            number[e] = k->entries[e].axiom;
    for (uint32_t e = 0; ok && e < k->entry_count; e++) {
        const struct entry *x = &k->entries[e];
        bool needed = false;
        for (uint32_t j = 0; j < count && x->rule; j++)
            for (uint32_t m = 0; m < k->entries[ends[j]].set_count; m++)
                needed |= k->sets[k->entries[ends[j]].set + m] == e;
        if (!needed)
            continue;
        struct bl_inference i = {.rule = (enum bl_rule)x->rule, .premises = x->premises,
                                 .using = x->using, .c = x->s};
        for (uint32_t j = 0; j < x->premises; j++)
            i.premise[j] = number[x->premise[j]];
        number[e] = put_line(p, &i);
        ok = number[e] != 0;
    }
    for (uint32_t j = 0; j < count; j++)
        lines[j] = number[ends[j]];
    free(number);
    return ok ? p : NULL;
}

/* A goal is reached: its proof is kept if it is the cheapest so far. */
static void reached(struct search *k, const uint32_t *ends, uint32_t count)
{
    uint32_t lines[2] = {0, 0};
    struct bl_proof *p = write_out(k, ends, count, lines);
    if (!p || bl_proof_points(p) > k->s->budget ||
        (k->found->proof && bl_proof_points(p) >= bl_proof_points(k->found->proof)))
        return;
    k->found->end = BL_FOUND;
    k->found->proof = p;
    memcpy(k->found->line, lines, sizeof lines);
    k->budget = bl_proof_points(p);
    uint64_t more = 2 * k->steps + 2000;   /* a while longer, for a cheaper one */
    if (more < k->last_step)
        k->last_step = more;
}

static void look_at(struct search *k, uint32_t entry)
{
    bl_term t = k->entries[entry].t;
    if (k->s->goal) {
        if (t == k->s->goal)
            reached(k, &entry, 1);
        return;
    }
    struct node n = k->l->nodes[t];
    if (n.shape == BL_TF)
        reached(k, &entry, 1);
    bl_term not_t = term_node(k->l, BL_NOT, t, 0);
    uint32_t denied = n.shape == BL_NOT ? search_slot(k, n.a)->entry : 0;
    uint32_t denying = not_t ? search_slot(k, not_t)->entry : 0;
    if (denied)
        reached(k, (uint32_t[]){denied - 1, entry}, 2);
    if (denying)
        reached(k, (uint32_t[]){entry, denying - 1}, 2);
}

/* ---- from the axioms to the end ---- */

/* The number of an entry among the axioms of the scratch proof, added if it is not there. */
static uint32_t scratch_number(struct search *k, const struct entry *e)
{
    if (e->rule == 0)
        return e->axiom;
    bl_proof_axiom(k->scratch, &e->s);
    return bl_proof_lines(k->scratch);
}

/* Whether the kernel takes the inference from the axioms and its premises alone. What it says
 * of a variable generalized is left open: there is another rule for that. */
static bool holds_up(struct search *k, struct entry *e)
{
    bl_proof_clear(k->scratch);
    for (uint32_t i = 1; i <= bl_proof_axioms(k->s->from); i++)
        bl_proof_axiom(k->scratch, &bl_proof_line(k->s->from, i)->s);
    e->s = bl_statement_of(k->l, e->t);
    if (shape_is_quantifier(k->l->nodes[e->t].shape))
        e->letter = bl_statement_name(k->l, &e->s, 0);
    struct bl_inference i = {.rule = (enum bl_rule)e->rule, .premises = e->premises, .c = e->s,
                             .using = e->using};
    for (uint32_t j = 0; j < e->premises; j++)
        i.premise[j] = scratch_number(k, &k->entries[e->premise[j]]);
    enum bl_why why = bl_proof_follows(k->scratch, &i);
    return why == 0 || why == BL_WHY_NOT_FRESH;
}

static uint32_t learn(struct search *k, const struct entry *e)
{
    k->entries = grown(k->entries, k->entry_count, &k->entry_room, sizeof *k->entries);
    k->entries[k->entry_count] = *e;
    search_slot(k, e->t)->entry = k->entry_count + 1;
    search_note(k, e->t);
    return k->entry_count++;
}

static void learn_lemma(struct search *k, const struct candidate *c)
{
    struct entry e = c->e;
    if (!holds_up(k, &e))
        return;
    join_sets(k, &e);
    k->sets[e.set + e.set_count++] = k->entry_count;
    k->set_count = e.set + e.set_count;
    uint32_t entry = learn(k, &e);
    look_at(k, entry);
    go_backward(k, entry);
    search_forward(k, entry);
}

static void learn_axioms(struct search *k)
{
    for (uint32_t i = 1; i <= bl_proof_axioms(k->s->from); i++) {
        const struct bl_line *line = bl_proof_line(k->s->from, i);
        struct entry e = {.t = line->s.term, .axiom = i, .s = line->s, .letter = line->letter};
        if (!search_slot(k, e.t)->entry)
            learn(k, &e);
    }
    uint32_t axioms = k->entry_count;
    search_want(k, k->s->goal ? k->s->goal : term_node(k->l, BL_TF, 0, 0), 0);
    search_start(k);
    for (uint32_t i = 0; i < axioms; i++) {
        look_at(k, i);
        go_backward(k, i);
        search_forward(k, i);
    }
}

static bool stopped(const struct search *k)
{
    return k->s->stop && k->s->stop(k->s->of);
}

static void free_search(struct search *k)
{
    free(k->entries);
    free(k->heap);
    free(k->ways);
    free(k->slots);
    free(k->sets);
    free(k->wanted);
    free(k->pool);
    free(k->atoms);
}

void bl_search(struct bl_logic *l, const struct bl_search *s, struct bl_found *f)
{
    struct search k = {.l = l, .s = s, .sound = bl_proof_ruling(s->from) == BL_SOUND,
                       .budget = s->budget + 1, .last_step = s->steps, .found = f};
    *f = (struct bl_found){.end = BL_NOT_FOUND};
    if (k.sound && s->goal == 0) {
        f->elements = bl_model(l, s->from, s->values, 3);
        if (f->elements) {
            f->end = BL_NO_CONTRADICTION;
            return;
        }
    }
    k.scratch = bl_proof_within(s->from);
    bl_proof_values(k.scratch, s->values);
    learn_axioms(&k);
    uint32_t turns = 0;
    while (k.heap_count > 0 && k.steps < k.last_step) {
        if (turns++ % 64 == 0 && stopped(&k)) {
            f->end = f->end == BL_FOUND ? BL_FOUND : BL_STOPPED;
            break;
        }
        struct candidate c = pop(&k);
        if (c.e.cost < k.budget && !search_slot(&k, c.e.t)->entry)
            learn_lemma(&k, &c);
    }
    f->steps = k.steps;
    free_search(&k);
}
