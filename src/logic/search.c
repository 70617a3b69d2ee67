/* search.c - the queue, the bookkeeping, and the way from the axioms to the end. */
#include "logic/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#define EDGES_MAX 2000000u        /* what is kept takes memory: some hundred megabytes at most */
#define NODES_MAX 4000000u
#define LAST_TURNS 200000         /* to choose among all inferences in */

static const struct limits usual = {
    .terms = 200, .instances = 600, .atoms = 4000, .wanted = 20000, .ways = 250,
    .depth = 24};
static const struct limits wide = {
    .terms = 20000, .instances = 60000, .atoms = 100000, .wanted = 100000, .ways = 5000,
    .depth = UNWANTED - 1};

const char *bl_search_limit_text(enum bl_search_limit limit)
{
    static const char *const texts[BL_LIMITS] = {
        [BL_LIMIT_TERMS] = "terms to put for variables",
        [BL_LIMIT_VALUED] = "terms of whom only the game knows something",
        [BL_LIMIT_INSTANCES] = "instances of one statement",
        [BL_LIMIT_PATTERNS] = "atoms of one universal statement",
        [BL_LIMIT_ATOMS] = "atoms",
        [BL_LIMIT_WANTED] = "statements wanted",
        [BL_LIMIT_DEPTH] = "steps back from what is wanted",
        [BL_LIMIT_WAYS] = "ways to one statement",
        [BL_LIMIT_KEPT] = "inferences that are too dear as yet",
        [BL_LIMIT_CHOICES] = "choices among inferences",
        [BL_LIMIT_REFUSED] = "cheaper proofs, refused for variables that are not new in the order tried"};
    return texts[limit];
}

void search_cut(struct search *k, enum bl_search_limit limit, uint32_t most)
{
    k->found->cut[limit] = most;
}

static bool is_cut(const struct bl_found *f)
{
    bool any = false;
    for (unsigned i = 0; i < BL_LIMITS; i++)
        any |= f->cut[i] != 0;
    return any;
}

struct slot *search_slot(struct search *k, bl_term t)
{
    while (t >= k->slot_room) {
        uint32_t old = k->slot_room;
        k->slots = bl_grow(k->slots, old + 1, &k->slot_room, sizeof *k->slots);
        memset(k->slots + old, 0, (k->slot_room - old) * sizeof *k->slots);
    }
    return &k->slots[t];
}

uint32_t search_entry(struct search *k, bl_term t)
{
    uint32_t entry = t ? search_slot(k, t)->entry : 0;
    return entry ? entry - 1 : NO_ENTRY;
}

void search_add(struct list *list, uint32_t what)
{
    list->of = bl_grow(list->of, list->count + 1, &list->room, sizeof *list->of);
    list->of[list->count++] = what;
}

bool search_first_time(struct search *k, uint32_t universal, bl_term with)
{
    return bl_table_add(&k->pairs, (uint64_t)universal << 32 | with)->number++ == 0;
}

/* ---- the queues ---- */

static bool before(struct queued a, struct queued b)
{
    return a.priority != b.priority ? a.priority < b.priority : a.what < b.what;
}

static void push(struct queue *h, struct queued q)
{
    h->of = bl_grow(h->of, h->count + 1, &h->room, sizeof *h->of);
    uint32_t at = h->count++;
    for (; at > 0 && before(q, h->of[(at - 1) / 2]); at = (at - 1) / 2)
        h->of[at] = h->of[(at - 1) / 2];
    h->of[at] = q;
}

void search_push(struct search *k, uint32_t priority, uint32_t what)
{
    push(&k->queue, (struct queued){priority, what});
}

static struct queued pop(struct queue *h)
{
    struct queued top = h->of[0], last = h->of[--h->count];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < h->count; at = child) {
        child += child + 1 < h->count && before(h->of[child + 1], h->of[child]);
        if (!before(h->of[child], last))
            break;
        h->of[at] = h->of[child];
    }
    h->of[at] = last;
    return top;
}

/* ---- costs ---- */

/* Walks through the union of the premises' lemmas, in order; writes it behind the last set if
 * asked to. Its points. */
static uint32_t join_sets(struct search *k, const uint32_t premise[2], bool write)
{
    static const struct entry nothing;
    const struct entry *a = premise[0] != NO_ENTRY ? &k->entries[premise[0]] : &nothing;
    const struct entry *b = premise[1] != NO_ENTRY ? &k->entries[premise[1]] : &nothing;
    uint32_t i = a->set, j = b->set, cost = 0;
    uint32_t i_end = i + a->set_count, j_end = j + b->set_count;
    if (!write && (j == j_end || premise[0] == premise[1]))
        return a->cost;
    if (!write && i == i_end)
        return b->cost;
    while (i < i_end || j < j_end) {
        bool left = j == j_end || (i < i_end && k->sets.of[i] <= k->sets.of[j]);
        uint32_t next = left ? k->sets.of[i] : k->sets.of[j];
        i += i < i_end && k->sets.of[i] == next;
        j += j < j_end && k->sets.of[j] == next;
        if (write)
            search_add(&k->sets, next);
        cost += k->entries[next].s.points;
    }
    return cost;
}

static uint32_t least_of(const struct search *k, uint32_t entry)
{
    return entry == NO_ENTRY ? 0 : k->entries[entry].least;
}

/* What the inference costs at least: its points, and what the dearer of its premises costs. */
static uint32_t least_by(const struct search *k, const struct edge *e)
{
    uint32_t a = least_of(k, e->premise[0]), b = least_of(k, e->premise[1]);
    return k->l->nodes[e->c].points + (a > b ? a : b);
}

static void weigh(struct search *k, struct edge *e)
{
    e->least = least_by(k, e);
    e->cost = k->l->nodes[e->c].points + join_sets(k, e->premise, false);
}

/* ---- inferences ---- */

static bool same_inference(const struct edge *a, const struct edge *b)
{
    return a->rule == b->rule && a->premise[0] == b->premise[0] &&
           a->premise[1] == b->premise[1] && a->subproof == b->subproof;
}

/* Hangs the inference on the list of those that give the same; false: it is there already. */
static bool keep_edge(struct search *k, const struct edge *e, uint32_t *list)
{
    for (uint32_t at = *list; at; at = k->edges[at - 1].next)
        if (same_inference(&k->edges[at - 1], e))
            return false;
    k->edges = bl_grow(k->edges, k->edge_count + 1, &k->edge_room, sizeof *k->edges);
    struct edge *kept = &k->edges[k->edge_count];
    *kept = *e;
    kept->next = *list;
    for (unsigned i = 0; i < 2; i++)
        if (e->premise[i] != NO_ENTRY) {
            kept->use[i] = k->entries[e->premise[i]].uses;
            k->entries[e->premise[i]].uses = 2 * k->edge_count + i + 1;
        }
    *list = ++k->edge_count;
    return true;
}

/* Keeps what is too dear in mind with the dearer premise, which may become cheaper. */
static void drop_edge(struct search *k, const struct edge *e, uint32_t extra)
{
    uint32_t a = e->premise[0], b = e->premise[1];
    uint32_t dearer = least_of(k, b) > least_of(k, a) ? b : a;
    if (dearer == NO_ENTRY || k->entries[dearer].axiom ||
        k->l->nodes[e->c].points + k->l->nodes[k->entries[dearer].t].points >= k->budget)
        return;
    if (k->dropped_count >= EDGES_MAX) {
        search_cut(k, BL_LIMIT_KEPT, EDGES_MAX);
        return;
    }
    k->dropped = bl_grow(k->dropped, k->dropped_count + 1, &k->dropped_room, sizeof *k->dropped);
    k->dropped[k->dropped_count] = *e;
    k->dropped[k->dropped_count].cost = extra;
    k->dropped[k->dropped_count].next = k->entries[dearer].dropped;
    k->entries[dearer].dropped = ++k->dropped_count;
}

/* An entry can be had for less: so can what follows from it, and what was too dear may not be any
 * more. */
static void lower(struct search *k, uint32_t entry, uint32_t least)
{
    k->entries[entry].least = least;
    for (uint32_t at = k->entries[entry].uses; at; at = k->edges[(at - 1) / 2].use[(at - 1) % 2]) {
        struct edge *e = &k->edges[(at - 1) / 2];
        uint32_t now = least_by(k, e), to = e->to ? e->to : search_slot(k, e->c)->entry;
        if (now >= e->least || e->refused)
            continue;
        e->least = now;
        if (to && now < k->entries[to - 1].least)
            lower(k, to - 1, now);
    }
    uint32_t at = k->entries[entry].dropped;
    k->entries[entry].dropped = 0;
    while (at) {
        struct edge e = k->dropped[at - 1];
        at = e.next;
        search_suggest(k, e.c, (enum bl_rule)e.rule, e.premise[0], e.premise[1], e.subproof, e.cost);
    }
}

/* What is wanted comes in its turn, and before its turn: the nearer to the goal the sooner. */
static void push_wanted(struct search *k, const struct slot *slot, uint32_t edge)
{
    uint32_t cost = k->edges[edge].cost;
    push(&k->wanted_queue,
         (struct queued){(uint32_t)slot->depth << 24 | (cost < 0xFFFFFF ? cost : 0xFFFFFF), edge});
}

void search_suggest(struct search *k, bl_term c, enum bl_rule rule, uint32_t p1, uint32_t p2,
                    uint32_t using, uint32_t extra)
{
    if ((c == 0 && rule) || k->l->nodes[c].loose > 0 || k->steps >= k->last_step)
        return;
    struct edge e = {.c = c, .rule = (uint8_t)rule, .premise = {p1, p2},
                     .subproof = (uint16_t)using};
    struct slot *slot = search_slot(k, c);
    uint32_t rest = c == 0 || c == k->s->goal ? 0 : k->end_points;
    weigh(k, &e);
    if (e.least + rest >= k->budget) {
        drop_edge(k, &e, extra);
        return;
    }
    if (slot->edge_count == k->limits.ways) {
        search_cut(k, BL_LIMIT_WAYS, k->limits.ways);
        return;
    }
    if (!keep_edge(k, &e, &slot->edges))
        return;
    if (c != 0)
        slot->edge_count++;
    k->steps++;
    if (slot->entry) {
        if (e.least < k->entries[slot->entry - 1].least)
            lower(k, slot->entry - 1, e.least);
        return;
    }
    uint32_t priority = extra == AT_ONCE ? k->entries[p1].priority + 1 : e.cost + extra;
    if (slot->priority && slot->priority <= priority + 1)
        return;
    slot->priority = priority + 1;
    search_push(k, priority, k->edge_count - 1);
    if (slot->wanted)
        push_wanted(k, slot, k->edge_count - 1);
}

void search_hurry(struct search *k, bl_term t)
{
    const struct slot *slot = search_slot(k, t);
    uint32_t best = 0;
    if (slot->entry || !slot->priority)
        return;
    for (uint32_t at = slot->edges; at; at = k->edges[at - 1].next)
        if (!k->edges[at - 1].refused &&
            (best == 0 || k->edges[at - 1].cost < k->edges[best - 1].cost))
            best = at;
    if (best)
        push_wanted(k, slot, best - 1);
}

/* ---- what is known ---- */

/* The statement of a lemma: with letters for its bound variables, which are cheapest. */
static struct bl_statement written(struct search *k, bl_term t)
{
    static const bl_symbol letters[] = {23, 24, 25, 20, 21, 22, 19, 18, 17, 16, 15, 14};
    struct bl_statement s = bl_statement_of(k->l, t);
    if (s.points > k->l->nodes[t].points)
        s = bl_statement_named(k->l, t, letters, sizeof letters / sizeof *letters);
    return s;
}

static uint32_t add_entry(struct search *k, struct entry e)
{
    e.set = k->sets.count;
    k->entries = bl_grow(k->entries, k->entry_count + 1, &k->entry_room, sizeof *k->entries);
    if (e.t && shape_is_quantifier(k->l->nodes[e.t].shape))
        e.letter = statement_names(k->l, &e.s)[0];
    if (e.t) {
        bl_proof_axiom(k->scratch, &e.s);
        e.line = bl_proof_lines(k->scratch);
    }
    k->entries[k->entry_count] = e;
    return k->entry_count++;
}

/* A lemma as the inference gives it. */
static uint32_t add_lemma(struct search *k, const struct edge *e, struct bl_statement s)
{
    uint64_t open = 0;
    for (unsigned i = 0; i < 2; i++)
        if (e->premise[i] != NO_ENTRY)
            open |= k->entries[e->premise[i]].open;
    bool letter = e->rule == BL_EXISTENTIAL_INSTANTIATION;
    if (letter)
        open = UINT64_MAX;   /* the letter, or what the witness depends on */
    unsigned before_it = e->premise[0] == NO_ENTRY ? 0 : k->entries[e->premise[0]].rule;
    uint32_t entry = add_entry(k, (struct entry){
        .t = e->c, .s = s, .rule = e->rule, .open = open & k->l->nodes[e->c].free, .cost = e->cost,
        .least = e->least,
        .of_all = letter || (e->rule == BL_UNIVERSAL_INSTANTIATION &&
                             (before_it == BL_UNIVERSAL_GENERALIZATION ||
                              before_it == BL_UNIVERSAL_GENERALIZATION_REF))});
    join_sets(k, e->premise, true);
    search_add(&k->sets, entry);
    k->entries[entry].set_count = k->sets.count - k->entries[entry].set;
    return entry;
}

uint32_t search_restate(struct search *k, bl_term c, enum bl_rule rule, uint32_t p1, uint32_t p2,
                        bl_symbol letter)
{
    struct edge e = {.c = c, .rule = (uint8_t)rule, .premise = {p1, p2}};
    uint32_t list = 0;
    weigh(k, &e);
    keep_edge(k, &e, &list);
    uint32_t entry = add_lemma(k, &e, bl_statement_named(k->l, c, &letter, 1));
    k->entries[entry].edges = list;
    k->edges[list - 1].to = entry + 1;
    return entry;
}

struct bl_inference search_inference(const struct search *k, const struct edge *e,
                                     const struct bl_statement *c, const uint32_t *number)
{
    struct bl_inference i = {.rule = (enum bl_rule)e->rule, .c = *c,
                             .subproof = e->subproof ? bl_proof_owned(k->s->from, e->subproof - 1u)
                                                     : NULL};
    for (unsigned j = 0; j < 2; j++)
        if (e->premise[j] != NO_ENTRY)
            i.premise[i.premises++] =
                number ? number[e->premise[j]] : k->entries[e->premise[j]].line;
    return i;
}

/* Whether the kernel takes the inference. Whether a variable or a witness is new depends on what
 * else will be in the proof: that is left open. */
static bool holds_up(struct search *k, const struct edge *e, const struct bl_statement *s)
{
    struct bl_inference i = search_inference(k, e, s, NULL);
    enum bl_why why = bl_proof_follows(k->scratch, &i);
    return why == 0 || why == BL_WHY_NOT_FRESH || why == BL_WHY_EI_NOT_FRESH;
}

/* Whether it is the goal, or contradicts something. */
static void look_at(struct search *k, uint32_t entry)
{
    bl_term t = k->entries[entry].t;
    uint32_t before_it = k->slots[0].edges;
    if (k->s->goal) {
        if (t == k->s->goal)
            search_suggest(k, 0, 0, entry, NO_ENTRY, 0, 0);
    } else {
        struct node n = k->l->nodes[t];
        uint32_t denied = n.shape == BL_NOT ? search_entry(k, n.a) : NO_ENTRY;
        uint32_t denying = search_entry(k, bl_term_make(k->l, BL_NOT, t, 0));
        if (n.shape == BL_TF)
            search_suggest(k, 0, 0, entry, NO_ENTRY, 0, 0);
        if (denied != NO_ENTRY)
            search_suggest(k, 0, 0, denied, entry, 0, 0);
        if (denying != NO_ENTRY)
            search_suggest(k, 0, 0, entry, denying, 0, 0);
    }
    uint32_t added = k->slots[0].edges;
    if (added != before_it && k->edges[added - 1].cost < k->budget)
        search_cheapest(k, 2000, false);
}

static void follow(struct search *k, uint32_t entry)
{
    search_slot(k, k->entries[entry].t)->entry = entry + 1;
    search_note(k, k->entries[entry].t);
    look_at(k, entry);
    search_backward(k, entry);
    search_forward(k, entry);
    search_catch_up(k);
}

static void learn_lemma(struct search *k, uint32_t edge)
{
    struct edge *e = &k->edges[edge];
    struct bl_statement s = written(k, e->c);
    e->refused = !holds_up(k, e, &s);
    if (e->refused) {
        search_slot(k, e->c)->priority = 0;
        return;
    }
    uint32_t entry = add_lemma(k, e, s);
    for (uint32_t at = search_slot(k, s.term)->edges; at; at = k->edges[at - 1].next)
        if (!k->edges[at - 1].refused && k->edges[at - 1].least < k->entries[entry].least)
            k->entries[entry].least = k->edges[at - 1].least;
    k->entries[entry].priority = search_slot(k, s.term)->priority - 1;
    follow(k, entry);
}

/* Asks now and then whether to go on. Once told to stop it takes up nothing more. */
static bool stopped(struct search *k)
{
    if (k->turns++ % 16 == 0 && k->s->stop && k->s->stop(k->s->of)) {
        k->found->end = BL_STOPPED;
        k->last_step = 0;
    }
    return k->found->end == BL_STOPPED;
}

static void learn_axioms(struct search *k)
{
    add_entry(k, (struct entry){.least = NO_COST});   /* the end */
    search_slot(k, 0)->entry = THE_END + 1;
    for (uint32_t i = 1; i <= bl_proof_axioms(k->s->from); i++) {
        const struct bl_line *line = bl_proof_line(k->s->from, i);
        struct entry e = {.t = line->s.term, .axiom = i, .s = line->s,
                          .open = k->l->nodes[line->s.term].free};
        if (search_entry(k, e.t) != NO_ENTRY)
            continue;
        uint32_t entry = add_entry(k, e);
        search_slot(k, e.t)->entry = entry + 1;
    }
    uint32_t axioms = k->entry_count;
    for (uint32_t i = 1; i < axioms; i++)
        search_note(k, k->entries[i].t);
    search_start_terms(k);
    search_start_values(k);
    search_want(k, k->s->goal ? k->s->goal : bl_term_make(k->l, BL_TF, 0, 0), 0);
    search_start_subproofs(k);
    for (uint32_t i = 1; i < axioms && !stopped(k); i++)
        follow(k, i);
}

static void run(struct search *k)
{
    while (k->queue.count + k->wanted_queue.count > 0 && k->steps < k->last_step) {
        if (k->edge_count >= EDGES_MAX || k->l->count >= NODES_MAX) {
            k->found->end = BL_NO_ROOM;
            break;
        }
        if (stopped(k))
            break;
        bool wanted = k->queue.count == 0 || (k->wanted_queue.count > 0 && k->turns % 2);
        struct queued q = pop(wanted ? &k->wanted_queue : &k->queue);
        if (q.what & LATER) {
            search_next_term(k, q.what & ~LATER);
            continue;
        }
        const struct edge *e = &k->edges[q.what];
        uint32_t rest = e->c == k->s->goal ? 0 : k->end_points;
        if (e->least + rest < k->budget && !search_slot(k, e->c)->entry)
            learn_lemma(k, q.what);
    }
}

/* Whether everything was tried that costs no more than what is found, or than the budget. */
static bool search_once(struct bl_logic *l, const struct bl_search *s, const struct limits *limits,
                        struct bl_found *f)
{
    struct search k = {.l = l, .s = s, .sound = bl_proof_ruling(s->from) == BL_SOUND,
                       .limits = *limits,
                       .budget = s->budget + 1, .last_step = s->steps, .found = f,
                       .end_points = s->goal ? l->nodes[s->goal].points : 0};
    k.scratch = bl_proof_within(s->from);
    bl_proof_values(k.scratch, s->values);
    learn_axioms(&k);
    run(&k);
    bool all = k.queue.count + k.wanted_queue.count == 0 && f->end == BL_NOT_FOUND;
    search_cheapest(&k, LAST_TURNS, true);
    /* A term is of use only in a proof that costs more than the term. */
    if (k.left_out && k.left_out < k.budget)
        search_cut(&k, BL_LIMIT_TERMS, limits->terms);
    all = all && !is_cut(f);
    f->least = all && f->proof;
    if (f->proof)
        f->end = BL_FOUND;
    f->steps = k.steps;
    BL_FREE(k.sets.of, k.wanted.of, k.wanted_bound.of, k.wanted_equal.of, k.existentials.of,
            k.implications.of, k.equations.of, k.pool.of, k.atoms.of, k.witnesses.of, k.valued_terms.of, k.instances.of, k.entries,
            k.edges, k.dropped, k.queue.of, k.wanted_queue.of, k.ways, k.slots, k.universals, k.pairs.rows);
    return all;
}

/* Searches for less than what is found, with wide limits; false: there is nothing more to do. */
static bool search_below(struct bl_logic *l, const struct bl_search *s, struct bl_found *f)
{
    struct bl_found g = {.end = BL_NOT_FOUND};
    struct bl_search t = *s;
    uint64_t left = s->steps - f->steps;
    if (f->least || f->steps >= s->steps || (f->proof ? bl_proof_points(f->proof) == 0 : !is_cut(f)))
        return false;
    t.steps = s->longer && s->longer < left ? s->longer : left;
    t.budget = f->proof ? bl_proof_points(f->proof) - 1 : s->budget;
    bool all = search_once(l, &t, &wide, &g);
    f->steps += g.steps;
    if (g.proof) {
        g.steps = f->steps;
        *f = g;
        return true;
    }
    if (all || g.end == BL_NOT_FOUND)
        memcpy(f->cut, g.cut, sizeof f->cut);
    f->least = all && f->proof;
    return false;
}

void bl_search(struct bl_logic *l, const struct bl_search *s, struct bl_found *f)
{
    *f = (struct bl_found){.end = BL_NOT_FOUND};
    if (bl_proof_ruling(s->from) == BL_SOUND && s->goal == 0) {
        f->elements = bl_model(l, s->from, s->values, 3);
        if (f->elements) {
            f->end = BL_NO_CONTRADICTION;
            return;
        }
    }
    search_once(l, s, &usual, f);
    bool again = s->prove && (f->end == BL_FOUND || f->end == BL_NOT_FOUND);
    while (again)
        again = search_below(l, s, f);
}
