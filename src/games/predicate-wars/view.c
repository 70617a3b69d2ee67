/* view.c - what a seat may know, and what could be behind that: effects that nobody has seen, who
 * made a card, who takes one. */
#include <string.h>

#include "predicate-wars.h"

/* Leaves only the slots of cards whose effect is seen, and all that belong to no card. */
static void drop_unseen(struct pw *v)
{
    size_t from = 0, to = 0;
    for (unsigned slot = 0; slot < PW_SLOTS; slot++) {
        size_t size = v->sizes[slot];
        if (slot < SLOT_CARD + PW_CARDS && v->cards[slot].kind == PW_UNSEEN)
            v->sizes[slot] = 0;
        memmove(v->pool + to, v->pool + from, v->sizes[slot]);
        to += v->sizes[slot];
        from += size;
    }
    memset(v->pool + to, 0, v->used - to);
    v->used = (uint32_t)to;
}

/* Hidden are effects and points of cards that the seat has not seen (a spectator sees what every
 * seat has seen), who made a card, and in Phase I what the others chose. */
void pw_hide_unseen(void *view, int seat)
{
    struct pw *v = view;
    unsigned everybody = pw_everybody(v);
    v->viewer = (uint8_t)(seat + 2);
    for (unsigned i = 0; i < PW_CARDS; i++) {
        struct pw_card *c = &v->cards[i];
        if (c->kind == PW_BLANK)
            continue;
        c->creator = PW_NOBODY;
        if (seat >= 0 ? c->seen >> seat & 1 : c->seen == everybody)
            continue;
        c->kind = PW_UNSEEN;
        c->points = 0;
    }
    drop_unseen(v);
    for (int i = 0; i < PW_SEATS; i++)
        if (i != seat)
            v->takes[i] = TAKES_NULL;
}

/* ---- guesses --------------------------------------------------------------- */

enum { FUNCTIONS = BL_IS_NUMBER - BL_RAND_PLAYER, PREDICATES = BL_CLAIM - BL_RAND_PLAYER,
       MOST = BL_TOKENS_MAX, CHAIN = 40 };

/* A statement in the making: atoms, each with one or two chains of functions as arguments. */
struct guess {
    uint8_t atoms[MOST];          /* names */
    unsigned atom_count;
    uint8_t chain[MOST][CHAIN];   /* names, outermost first */
    uint8_t length[MOST];
    unsigned chain_count;
    bool bound;                   /* under a quantifier */
    struct bl_stream *rng;
    struct bl_text *out;
};

static unsigned arguments(unsigned name)
{
    return name < PREDICATES ? 1 : 2;
}

static void put_code(struct guess *g, unsigned code)
{
    bl_put_char(g->out, (char)code);
}

static void put_number(struct guess *g, unsigned shape, unsigned n)
{
    put_code(g, shape);
    put_code(g, n);
}

static void put_leaf(struct guess *g)
{
    if (g->bound && bl_below(g->rng, 2) == 0)
        put_number(g, BL_BOUND, 0);
    else
        put_number(g, BL_NUMBER, 1 + bl_below(g->rng, 9));
}

static void put_chain(struct guess *g, unsigned which)
{
    for (unsigned i = 0; i < g->length[which]; i++)
        put_code(g, PACKED_GAME_NAME + g->chain[which][i]);
    put_leaf(g);
}

static void put_atom(struct guess *g, unsigned which, unsigned *chain)
{
    put_code(g, PACKED_GAME_NAME + g->atoms[which]);
    for (unsigned i = 0; i < arguments(g->atoms[which]); i++)
        put_chain(g, (*chain)++);
}

/* Atoms from … to - 1, joined two by two so that brackets do not pile up. */
static void put_joined(struct guess *g, unsigned from, unsigned to, unsigned *chain)
{
    if (to - from == 1) {
        put_atom(g, from, chain);
        return;
    }
    put_code(g, BL_AND);
    put_joined(g, from, (from + to) / 2, chain);
    put_joined(g, (from + to) / 2, to, chain);
}

static void add_function(struct guess *g, unsigned name)
{
    unsigned which = g->chain_count > 0 ? bl_below(g->rng, g->chain_count) : 0;
    for (unsigned k = 0; k < g->chain_count && g->length[which] == CHAIN; k++)
        which = (which + 1) % g->chain_count;
    if (g->chain_count == 0 || g->length[which] == CHAIN)
        which = g->chain_count++;
    g->chain[which][g->length[which]++] = (uint8_t)name;
}

#define CAPITAL(letter) (26 + (letter) - 'A')   /* among the letters */

/* Statements without any name: P, Q, (P∧Q), (¬P), tT, (1>2). */
static void put_plain(struct guess *g)
{
    enum { P = PACKED_ALONE + CAPITAL('P'), Q = PACKED_ALONE + CAPITAL('Q') };
    static const uint8_t plain[][6] = {   /* the size first */
        {1, P}, {1, Q}, {3, BL_AND, P, Q}, {2, BL_NOT, P}, {1, BL_TT},
        {5, BL_GREATER, BL_NUMBER, 1, BL_NUMBER, 2},
    };
    const uint8_t *one = plain[bl_below(g->rng, 6)];
    bl_put_bytes(g->out, (const char *)one + 1, one[0]);
}

/* The chains that no atom has room for, as arguments of a predicate. */
static void put_rest(struct guess *g, unsigned chain)
{
    unsigned count = g->chain_count - chain;
    put_code(g, PACKED_APPLIED + CAPITAL('P'));
    for (; count >= 128; count >>= 7)
        put_code(g, count % 128 + 128);
    put_code(g, count);
    for (; chain < g->chain_count; chain++)
        put_chain(g, chain);
}

/* What players write who want something to happen, or nothing: each takes a name or two, and all of what
 * is seen of a card must be in it. */
#define NAME(name) (PACKED_GAME_NAME + BL_##name - BL_RAND_PLAYER)
#define LETTER_X (PACKED_ALONE + 'x' - 'a')
#define X BL_BOUND, 0
#define CHOSEN NAME(CHOSEN_PLAYER), BL_NUMBER, 1
#define EVERY BL_FORALL, LETTER_X, BL_IMPLY
enum { ACTION = 0xff, MUCH = 20, LIKELY_MOST = 16 };
_Static_assert((int)PACKED_CODES <= (int)ACTION, "a byte that begins nothing");
static const struct {
    uint8_t size, packed[LIKELY_MOST];
} likely[] = {
    {1, {BL_TT}},
    {4, {ACTION, LETTER_X, BL_NUMBER, MUCH}},
    {6, {ACTION, CHOSEN, BL_NUMBER, MUCH}},
    {15, {EVERY, BL_NOT, BL_EQUAL, X, CHOSEN, ACTION, X, BL_NUMBER, MUCH}},
    {14, {EVERY, BL_TT, ACTION, CHOSEN, BL_ADD, NAME(POWER), X, BL_NUMBER, MUCH}},
    {11, {EVERY, BL_TT, ACTION, CHOSEN, NAME(HEALTH), X}},
    {15, {EVERY, BL_TT, ACTION, CHOSEN, BL_ADD, NAME(HEALTH), X, NAME(POWER), X}},
};
enum { LIKELY = sizeof likely / sizeof *likely, SELDOM = 8 };   /* one in so many is anything at all */

/* One of these that has just the names, each equally likely; false: none has. */
static bool guess_likely(const uint8_t names[PW_NAMES], struct bl_stream *rng, struct bl_text *out)
{
    uint8_t fits[LIKELY][LIKELY_MOST], uses[PW_NAMES];
    unsigned count = 0, action = BL_CLAIM + 1 - BL_RAND_PLAYER, sizes[LIKELY];
    while (action < PW_NAMES - 1 && names[action] == 0)
        action++;
    for (unsigned i = 0; i < LIKELY; i++) {
        sizes[count] = likely[i].size;
        for (unsigned k = 0; k < likely[i].size; k++)
            fits[count][k] = likely[i].packed[k] == ACTION ? (uint8_t)(PACKED_GAME_NAME + action) : likely[i].packed[k];
        bl_packed_points(fits[count], sizes[count], uses);
        count += memcmp(uses, names, PW_NAMES) == 0;
    }
    if (count == 0 || bl_below(rng, SELDOM) == 0)
        return false;
    unsigned which = bl_below(rng, count);
    bl_put_bytes(out, (const char *)fits[which], sizes[which]);
    return true;
}

/* A statement with just these names, in packed form. */
static void guess_effect(const uint8_t names[PW_NAMES], struct bl_stream *rng, struct bl_text *out)
{
    struct guess g = {.rng = rng, .out = out};
    unsigned chain = 0, arity = 0;
    if (guess_likely(names, rng, out))
        return;
    for (unsigned name = FUNCTIONS; name < PW_NAMES; name++)
        for (unsigned i = 0; i < names[name] && g.atom_count < MOST / 4; i++) {
            g.atoms[g.atom_count++] = (uint8_t)name;
            arity += arguments(name);
        }
    g.chain_count = arity;
    for (unsigned name = 0; name < FUNCTIONS; name++)
        for (unsigned i = 0; i < names[name] && g.chain_count < MOST - 1; i++)
            add_function(&g, name);
    if (g.atom_count == 0 && g.chain_count == 0) {
        put_plain(&g);
        return;
    }
    bool more = g.chain_count > arity, both = more && g.atom_count > 0;
    g.bound = !more && bl_below(rng, 2) == 0;
    if (g.bound) {
        put_code(&g, BL_FORALL);
        put_code(&g, PACKED_ALONE + 'x' - 'a');
    }
    if (both)
        put_code(&g, BL_AND);
    if (g.atom_count > 0)
        put_joined(&g, 0, g.atom_count, &chain);
    if (more)
        put_rest(&g, chain);
}

static unsigned random_bit(unsigned set, struct bl_stream *rng)
{
    unsigned n = bl_below(rng, (uint32_t)__builtin_popcount(set));
    while (n-- > 0)
        set &= set - 1;
    return (unsigned)__builtin_ctz(set);
}

/* Every seat that has seen a card may have made it; an unseen effect has the names that
 * everybody sees. */
void pw_guess(void *view, int seat, struct bl_stream *rng)
{
    struct pw *s = view;
    s->viewer = 0;
    for (unsigned i = 0; i < PW_CARDS; i++) {
        struct pw_card *c = &s->cards[i];
        if (c->kind == PW_BLANK)
            continue;
        if (c->seen)
            c->creator = (uint8_t)random_bit(c->seen, rng);
        if (c->kind == PW_EDITED)
            continue;
        char room[PW_TEXT_MAX];
        struct bl_text text = BL_TEXT_FIXED(room);
        guess_effect(c->names, rng, &text);
        pw_write_card(s, i, (const uint8_t *)room, text.len);
    }
    for (unsigned i = 0; i < pw_players(s); i++) {
        if (s->edited[i] >= 0)
            s->cards[s->edited[i]].creator = (uint8_t)i;
        if (s->phase == PHASE_CREATION && (int)i != seat && (int)i < s->turn && s->seats[i].alive)
            s->takes[i] = bl_below(rng, 2) ? TAKES_TRUE : TAKES_FALSE;
    }
}
