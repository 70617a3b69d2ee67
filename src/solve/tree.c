/* tree.c - every play of every deal, once; see solve.h. */
#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "core/rows.h"
#include "lab/outcomes.h"
#include "solve.h"

#define LOOK_UP 4096   /* nodes between two looks at whether to go on */

/* A move on the way that is being walked. */
struct level {
    struct builder *b;
    void *state;                     /* before it */
    bl_move *moves;
    uint32_t seen[2], sequence[2];
    double chance;
    struct bl_play play;
    struct lab_outcomes outcomes;    /* after it */
};

/* A place for a card that a spectator does not see. */
struct slot {
    const struct bl_field *field;
    unsigned seat, at;               /* of a hand; in a pile */
};

struct builder {
    const struct solve_plan *plan;
    struct solve_tree *t;
    enum solve_end end;
    struct level *levels;            /* by depth; there is one more */
    void *view;
    uint32_t *table;                 /* of what was seen: open addressing */
    uint64_t table_size;             /* a power of two */
    struct slot slots[BL_MOST_CARDS];
    unsigned slot_count;
    double weight;                   /* of a deal; 0: they are being counted */
    uint64_t counted;
};

/* ---- what was seen --------------------------------------------------------------- */

static uint64_t slot_of(const struct builder *b, const struct solve_seen *s)
{
    uint64_t key = bl_mix((uint64_t)s->before << 32 | s->view);
    uint64_t who = (uint64_t)(uint8_t)s->mover << 8 | (uint8_t)s->seat;
    return bl_mix(key ^ ((uint64_t)s->move << 16 | who)) & (b->table_size - 1);
}

static void make_room(struct builder *b)
{
    struct solve_tree *t = b->t;
    if (t->seen_count < t->seen_room)
        return;
    t->seen = bl_grow(t->seen, t->seen_count + 1u, &t->seen_room, sizeof *t->seen);
    b->table_size = 1024;
    while (b->table_size < 2 * (uint64_t)t->seen_room)
        b->table_size *= 2;
    free(b->table);
    b->table = bl_new(b->table_size, sizeof *b->table);
    for (uint32_t i = 0; i < t->seen_count; i++) {
        uint64_t at = slot_of(b, &t->seen[i]);
        while (b->table[at])
            at = (at + 1) & (b->table_size - 1);
        b->table[at] = i + 1;
    }
}

static uint32_t number_of(struct builder *b, const struct solve_seen *s)
{
    struct solve_tree *t = b->t;
    make_room(b);
    uint64_t at = slot_of(b, s);
    for (; b->table[at]; at = (at + 1) & (b->table_size - 1)) {
        const struct solve_seen *k = &t->seen[b->table[at] - 1];
        if (k->before == s->before && k->view == s->view && k->move == s->move &&
            k->mover == s->mover && k->seat == s->seat)
            return b->table[at] - 1;
    }
    t->seen[t->seen_count] = *s;
    b->table[at] = ++t->seen_count;
    return t->seen_count - 1;
}

/* What a seat has seen once it sees `state`, after `before` and a play. */
static uint32_t see(struct builder *b, const void *state, int seat, uint32_t before,
                    const struct bl_play *play)
{
    bl_view(b->t->game, state, seat, b->view);
    uint32_t view = lab_met_number(&b->t->views, b->view);
    return number_of(b, &(struct solve_seen){before, view, play->move, play->seat, (int8_t)seat,
                                             SOLVE_NONE});
}

struct bl_past *solve_past(const struct solve_tree *t, uint32_t seen)
{
    uint32_t *path = NULL, count = 0, room = 0;
    for (uint32_t at = seen; at != SOLVE_NONE; at = t->seen[at].before) {
        path = bl_grow(path, count + 1u, &room, sizeof *path);
        path[count++] = at;
    }
    struct bl_past *past = NULL;
    void *view = bl_new(1, t->game->state_size);
    while (count-- > 0) {
        const struct solve_seen *s = &t->seen[path[count]];
        lab_met_get(&t->views, s->view, view);
        if (past)
            bl_past_add(past, &(struct bl_play){s->move, s->mover, 0, NULL}, view);
        else
            past = bl_past_new(t->game, s->seat, view);
    }
    BL_FREE(path, view);
    return past;
}

/* ---- information states, leaves ---------------------------------------------------- */

static const struct solve_info *info_of(struct builder *b, const struct level *l, int seat,
                                        uint32_t n)
{
    struct solve_side *side = &b->t->sides[seat];
    uint32_t *info = &b->t->seen[l->seen[seat]].info;
    if (*info == SOLVE_NONE) {
        side->infos = bl_grow(side->infos, side->count + 1u, &side->room, sizeof *side->infos);
        *info = side->count++;
        side->infos[*info] =
            (struct solve_info){l->sequence[seat], side->sequences, n, l->seen[seat]};
        side->sequences += n;
    }
    assert(side->infos[*info].parent == l->sequence[seat] && side->infos[*info].count == n);
    return &side->infos[*info];
}

static bool is_same_pair(const struct solve_leaf *a, const struct solve_leaf *b)
{
    return a->sequence[0] == b->sequence[0] && a->sequence[1] == b->sequence[1];
}

/* By sequences; those of one pair by what they are worth, so that their sum is the same wherever they
 * are sorted. */
static int by_sequences(const void *a, const void *b)
{
    const struct solve_leaf *x = a, *y = b;
    for (int seat = 0; seat < 2; seat++)
        if (x->sequence[seat] != y->sequence[seat])
            return x->sequence[seat] < y->sequence[seat] ? -1 : 1;
    double more = x->gain != y->gain ? x->gain - y->gain : x->open - y->open;
    return (more > 0) - (more < 0);
}

/* Leaves of the same sequences become one. */
static void merge_leaves(struct solve_tree *t)
{
    uint64_t n = 0;
    if (t->leaf_count > 1)
        qsort(t->leaves, t->leaf_count, sizeof *t->leaves, by_sequences);
    for (uint64_t i = 0; i < t->leaf_count; i++) {
        struct solve_leaf l = t->leaves[i];
        if (n > 0 && is_same_pair(&t->leaves[n - 1], &l)) {
            t->leaves[n - 1].gain += l.gain;
            t->leaves[n - 1].open += l.open;
        } else {
            t->leaves[n++] = l;
        }
    }
    t->leaf_count = n;
}

static void add_leaf(struct builder *b, const struct level *l, double score, bool open)
{
    struct solve_tree *t = b->t;
    if (score == 0 && !open)
        return;
    if (t->leaf_count == t->leaf_room) {
        merge_leaves(t);
        if (2 * t->leaf_count >= t->leaf_room) {
            t->leaf_room = 2 * t->leaf_room + 1024;
            t->leaves = bl_resize(t->leaves, t->leaf_room, sizeof *t->leaves);
        }
    }
    t->leaves[t->leaf_count++] = (struct solve_leaf){
        {l->sequence[0], l->sequence[1]}, l->chance * score, open ? l->chance : 0};
}

static double score_of(const struct builder *b, const void *state)
{
    struct bl_result result = {.winner = -1};
    float scores[BL_MAX_SEATS];
    if (b->plan->score)
        return b->plan->score(state);
    b->t->game->rules->result(state, &result);
    bl_scores(&result, 2, scores);
    return (double)scores[0];
}

/* ---- the walk ------------------------------------------------------------------------ */

static bool may_go_on(struct builder *b)
{
    struct solve_tree *t = b->t;
    if (t->nodes++ % LOOK_UP || b->end != SOLVE_DONE)
        return b->end == SOLVE_DONE;
    uint64_t bytes = lab_met_memory(&t->views) + t->leaf_room * sizeof *t->leaves +
                     (uint64_t)t->seen_room * sizeof *t->seen + b->table_size * sizeof *b->table;
    for (int seat = 0; seat < 2; seat++)   /* what CFR+ keeps of each sequence, too */
        bytes += (uint64_t)t->sides[seat].room * sizeof *t->sides[seat].infos +
                 (uint64_t)t->sides[seat].sequences * 6 * sizeof(double);
    if (b->plan->stop && b->plan->stop(NULL))
        b->end = SOLVE_STOPPED;
    else if (bytes > b->plan->max_bytes)
        b->end = SOLVE_TOO_LARGE;
    else if (b->plan->progress)
        b->plan->progress(b->plan->user, t->nodes);
    return b->end == SOLVE_DONE;
}

static void walk(struct builder *b, struct level *l)
{
    const struct bl_game *game = b->t->game;
    int seat = bl_head(l->state)->to_move;
    if (!may_go_on(b))
        return;
    uint32_t n = seat < 0 ? 0 : game->rules->moves(l->state, l->moves), held = 0;
    if (n == 0 || l == b->levels + b->plan->horizon) {
        add_leaf(b, l, seat < 0 ? score_of(b, l->state) : b->plan->unfinished, seat >= 0);
        return;
    }
    uint32_t first = n > 1 ? info_of(b, l, seat, n)->first : 0;
    held = l->sequence[seat];
    for (uint32_t i = 0; i < n; i++) {
        l->play = (struct bl_play){l->moves[i], (int8_t)seat, 0, NULL};
        l->sequence[seat] = n > 1 ? first + i : held;
        lab_try_outcomes(&l->outcomes, l->state, &l->play);
        if (l->outcomes.sampled && b->end == SOLVE_DONE)
            b->end = SOLVE_LONG_SHUFFLE;
    }
    l->sequence[seat] = held;
}

/* After a move and an outcome of chance. */
static void go_on(void *level, double chance)
{
    struct level *l = level, *next = l + 1;
    struct builder *b = l->b;
    if (b->end != SOLVE_DONE)
        return;
    struct bl_play told = bl_told(b->t->game, l->state, &l->play);
    next->chance = l->chance * chance;
    for (int seat = 0; seat < 2; seat++) {
        next->sequence[seat] = l->sequence[seat];
        next->seen[seat] = see(b, next->state, seat, l->seen[seat],
                               seat == l->play.seat ? &l->play : &told);
    }
    walk(b, next);
}

/* ---- deals --------------------------------------------------------------------------- */

static void begin(struct builder *b)
{
    struct level *l = b->levels;
    if (b->weight == 0) {
        if (++b->counted > SOLVE_MOST_DEALS)
            b->end = SOLVE_MANY_DEALS;
        return;
    }
    b->t->deals++;
    l->chance = b->weight;
    const struct bl_play none = {BL_NO_MOVE, -1, 0, NULL};
    for (int seat = 0; seat < 2; seat++) {
        l->sequence[seat] = 0;
        l->seen[seat] = see(b, l->state, seat, SOLVE_NONE, &none);
    }
    walk(b, l);
}

/* Puts cards of the heap into the slots from number `k` on; those of a hand ascend from `least`. */
static void deal(struct builder *b, unsigned k, uint64_t heap, unsigned least)
{
    if (b->end != SOLVE_DONE)
        return;
    if (k == b->slot_count) {
        begin(b);
        return;
    }
    const struct slot *s = &b->slots[k];
    bool hand = s->field->kind == BL_FIELD_HANDS;
    for (uint64_t may = heap & s->field->cards; may; may &= may - 1) {
        unsigned c = (unsigned)__builtin_ctzll(may);
        bool same = k + 1 < b->slot_count && hand && s[1].field == s->field && s[1].seat == s->seat;
        uint64_t sets[2];
        if (hand && c < least)
            continue;
        if (hand) {
            load_hand(s->field, b->levels->state, s->seat, sets);
            sets[0] |= UINT64_C(1) << c;
            store_hand(s->field, b->levels->state, s->seat, sets);
        } else {
            items_of(s->field, b->levels->state)[s->at] = (bl_card)c;
        }
        deal(b, k + 1, heap & ~(UINT64_C(1) << c), same ? c + 1 : 0);
        if (hand) {
            sets[0] &= ~(UINT64_C(1) << c);
            store_hand(s->field, b->levels->state, s->seat, sets);
        }
    }
}

/* Takes the cards that a spectator does not see from where they lie, and deals them in every way. */
static void deal_all(struct builder *b, const void *start)
{
    const struct bl_game *game = b->t->game;
    void *state = b->levels->state;
    const struct bl_field *f = game->fields->rows, *end = f + game->fields->count;
    uint64_t heap = 0, none[2] = {0, 0}, sets[2];
    b->slot_count = 0;
    bl_copy(game, state, start);
    for (; f < end; f++) {
        for (unsigned i = 0; f->kind == BL_FIELD_HIDDEN && i < *count_of(f, state); i++) {
            heap |= UINT64_C(1) << items_of(f, state)[i];
            b->slots[b->slot_count++] = (struct slot){f, 0, i};
        }
        for (unsigned seat = 0; f->kind == BL_FIELD_HANDS && seat < 2; seat++) {
            load_hand(f, state, seat, sets);
            store_hand(f, state, seat, none);
            heap |= sets[0];
            for (; sets[0]; sets[0] &= sets[0] - 1)
                b->slots[b->slot_count++] = (struct slot){f, seat, 0};
        }
    }
    b->weight = 0;
    b->counted = 0;
    deal(b, 0, heap, 0);
    b->weight = 1 / ((double)b->counted * b->plan->start_count);
    deal(b, 0, heap, 0);
}

/* ---- the whole --------------------------------------------------------------------------- */

static void prepare(struct builder *b)
{
    const struct solve_plan *plan = b->plan;
    const struct bl_game *game = plan->game;
    b->levels = bl_new((size_t)plan->horizon + 1, sizeof *b->levels);
    b->view = bl_new(1, game->state_size);
    for (uint32_t i = 0; i <= plan->horizon; i++) {
        struct level *l = &b->levels[i];
        l->b = b;
        l->state = bl_new(1, game->state_size);
        l->moves = bl_new((size_t)game->max_moves + 1, sizeof *l->moves);
        l->outcomes.game = game;
        l->outcomes.rules = game->rules;
        l->outcomes.met = go_on;
        l->outcomes.user = l;
        if (i > 0)
            l[-1].outcomes.next = l->state;
    }
    lab_met_init(&b->t->views, game->state_size, plan->starts);
}

enum solve_end solve_build(const struct solve_plan *plan, struct solve_tree *out)
{
    struct builder *b = bl_new(1, sizeof *b);
    *out = (struct solve_tree){.game = plan->game, .sides = {{.sequences = 1}, {.sequences = 1}}};
    *b = (struct builder){.plan = plan, .t = out};
    prepare(b);
    for (uint32_t i = 0; i < plan->start_count; i++)
        deal_all(b, plan->starts + (size_t)i * plan->game->state_size);
    merge_leaves(out);
    for (uint32_t i = 0; i <= plan->horizon; i++)
        BL_FREE(b->levels[i].state, b->levels[i].moves);
    enum solve_end end = b->end;
    BL_FREE(b->levels, b->view, b->table, b);
    return end;
}

void solve_tree_free(struct solve_tree *t)
{
    BL_FREE(t->sides[0].infos, t->sides[1].infos, t->leaves, t->seen);
    lab_met_free(&t->views);
}
