/* belief.c - guesses that fit all that a seat has seen.
 *
 * One whole course of the game is supposed, and mended where what comes shows it to be wrong. Two
 * cards that went out of sight at the same moment and were not seen since can change places in all
 * of it without anything seen becoming another: cards of one such batch are in any order alike. How
 * many cards of a batch lie where, on the other hand, is known for sure.
 *
 * Where guesses are weighed by play, the course is walked on from by such changes (Metropolis): a
 * change is made the more readily the likelier it makes what others did. What they held then counts,
 * also of cards that were played since: two cards of one hand, of which one was played, may have
 * come to it the other way round. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bylaw/past.h"
#include "rows.h"

enum {
    CARDS = 64,
    WINDOW = 64,        /* decisions of others that are weighed: the last ones */
    BURN = 20, PACE = 2   /* changes tried before the first guess and between two, for each card that
                           * is or was in another's hand */
};
#define NEVER UINT32_MAX

/* A decision of another. */
struct event {
    uint32_t at;             /* number of the play */
    struct bl_play play;
    uint64_t hand;           /* what the mover is supposed to have held */
    float chance;            /* that it played so */
};

/* A card of a batch: where it lies, or in which event it was seen again. */
struct token {
    bl_card card;
    uint8_t batch;
    uint16_t where;          /* a seat; a byte of the state with IN_PILE; an event with PLAYED */
};
enum { IN_PILE = 0x4000, PLAYED = 0x8000 };

/* Tokens side by side. */
struct range {
    uint8_t from, to;
};
struct batch {
    struct range lying, played;
};

struct bl_belief {
    const struct bl_game *game;
    int seat;
    const struct bl_field *hands;
    void *now, *next, *view; /* the course as supposed; room; what is seen */
    bl_move *moves;
    uint8_t heap[CARDS];     /* cards that may lie in the same places */
    uint32_t since[CARDS], until[CARDS];   /* numbers of views: out of sight from … to before */
    struct event events[WINDOW];
    uint32_t event_count;
    char *states;            /* of the events: what their movers saw */

    struct token tokens[CARDS];
    struct batch batches[CARDS];   /* by their first token */
    uint8_t loose[CARDS];    /* tokens that are or were in a hand */
    uint32_t token_count, loose_count, lying;   /* of tokens, those that are out of sight now */

    struct range shuffled[CARDS];
    uint32_t shuffled_count, guess_count;
    bl_card *guesses;        /* `lying` cards each */
};

static uint64_t bit(unsigned card)
{
    return UINT64_C(1) << card;
}

static void *state_of(const struct bl_belief *b, uint32_t event)
{
    return b->states + (size_t)event * b->game->state_size;
}

static uint64_t visible(const struct bl_belief *b, const void *view)
{
    struct bl_seen seen = {.pack = b->game->fields->pack, .copies = 1};
    bl_fields_meet(b->game->fields, view, &seen);
    return seen.once;
}

static uint64_t hand_of(const struct bl_belief *b, const void *state, int seat)
{
    uint64_t sets[2];
    load_hand(b->hands, state, (unsigned)seat, sets);
    return sets[0];
}

static void set_hand(const struct bl_belief *b, void *state, int seat, uint64_t cards)
{
    store_hand(b->hands, state, (unsigned)seat, (uint64_t[2]){cards, 0});
}

/* ---- changes ---------------------------------------------------------------- */

/* Whether a hand has one of two cards and not the other. */
static bool has_one(uint64_t hand, bl_card c, bl_card d)
{
    return (hand >> c ^ hand >> d) & 1;
}

/* Two cards change places in a state. */
static void swap_cards(const struct bl_belief *b, void *state, bl_card c, bl_card d)
{
    const struct bl_field *f = b->game->fields->rows, *end = f + b->game->fields->count;
    for (int seat = 0; seat < bl_head(state)->setup.players; seat++) {
        uint64_t hand = hand_of(b, state, seat);
        if (has_one(hand, c, d))
            set_hand(b, state, seat, hand ^ bit(c) ^ bit(d));
    }
    for (; f < end; f++) {
        bl_card *pile = items_of(f, state);
        for (unsigned i = 0; f->kind == BL_FIELD_HIDDEN && i < *count_of(f, state); i++)
            pile[i] = pile[i] == c ? d : pile[i] == d ? c : pile[i];
    }
}

static bool are_alike(const struct bl_belief *b, bl_card c, bl_card d)
{
    return b->since[c] == b->since[d] && b->heap[c] == b->heap[d];
}

/* Changes two cards that are out of sight, from the moment on when they went. */
static void change(struct bl_belief *b, bl_card c, bl_card d)
{
    for (uint32_t k = 0; k < b->event_count; k++)
        if (b->events[k].at >= b->since[c] && has_one(b->events[k].hand, c, d))
            b->events[k].hand ^= bit(c) ^ bit(d);
    swap_cards(b, b->now, c, d);
}

/* Changes `c` for any card of a set that may stand in its place; false: none may. */
static bool change_for_any(struct bl_belief *b, bl_card c, uint64_t set, struct bl_stream *rng)
{
    uint64_t may = 0;
    for (; set; set &= set - 1)
        if (are_alike(b, c, (bl_card)__builtin_ctzll(set)))
            may |= set & -set;
    if (!may)
        return false;
    for (uint32_t skip = bl_below(rng, (uint32_t)__builtin_popcountll(may)); skip > 0; skip--)
        may &= may - 1;
    change(b, c, (bl_card)__builtin_ctzll(may));
    return true;
}

/* ---- the course -------------------------------------------------------------- */

static bool is_legal(const struct bl_belief *b, const struct bl_play *play)
{
    struct bl_context cx;
    bl_context_init(&cx, b->game, 0);
    return bl_check(b->game, b->game->rules, b->now, play, &cx) == 0;
}

/* Others played cards, which must then have been in their hands. */
static bool hand_out(struct bl_belief *b, const struct bl_play *play, uint64_t shown, uint64_t seen,
                     struct bl_stream *rng)
{
    if (is_legal(b, play))
        return true;
    for (uint64_t left = shown & ~hand_of(b, b->now, play->seat); left; left &= left - 1)
        if (!change_for_any(b, (bl_card)__builtin_ctzll(left),
                            hand_of(b, b->now, play->seat) & ~seen, rng))
            return false;
    return is_legal(b, play);
}

static void note_event(struct bl_belief *b, uint32_t number, const struct bl_play *play)
{
    size_t size = b->game->state_size;
    if (play->seat == b->seat || play->seat != bl_head(b->now)->to_move)
        return;
    if (b->event_count == WINDOW) {
        memmove(b->events, b->events + 1, (WINDOW - 1) * sizeof *b->events);
        memmove(b->states, b->states + size, (WINDOW - 1) * size);
        b->event_count--;
    }
    memcpy(state_of(b, b->event_count), b->now, size);
    b->events[b->event_count++] =
        (struct event){number, *play, hand_of(b, b->now, play->seat), 1};
}

/* Carries the play out in `next`; what the seat would see then and does not, and the other way
 * round. */
static void carry_out(struct bl_belief *b, const struct bl_play *play, uint64_t chance,
                      uint64_t seen, uint64_t *wrong, uint64_t *missing)
{
    struct bl_context cx;
    bl_context_init(&cx, b->game, chance);
    memcpy(b->next, b->now, b->game->state_size);
    b->game->rules->apply(b->next, play, &cx);
    bl_view(b->game, b->next, b->seat, b->view);
    uint64_t would = visible(b, b->view);
    *wrong = would & ~seen;
    *missing = seen & ~would;
}

/* Cards that were drawn from what was shuffled in the same play: any order was possible. */
static void reorder(struct bl_belief *b, uint64_t wrong, uint64_t missing)
{
    for (; wrong && missing; wrong &= wrong - 1, missing &= missing - 1)
        swap_cards(b, b->next, (bl_card)__builtin_ctzll(wrong), (bl_card)__builtin_ctzll(missing));
}

static void note_sight(struct bl_belief *b, uint32_t number, uint64_t was, uint64_t is)
{
    for (uint64_t left = was & ~is; left; left &= left - 1) {
        unsigned c = (unsigned)__builtin_ctzll(left);
        b->since[c] = number;
        b->until[c] = NEVER;
    }
    for (uint64_t left = is & ~was; left; left &= left - 1)
        b->until[__builtin_ctzll(left)] = number;
}

/* One play on; false: what is supposed cannot be mended. */
static bool go_on(struct bl_belief *b, const struct bl_past *m, uint32_t number,
                  struct bl_stream *rng)
{
    const struct bl_play *play = &m->plays[number];
    const void *after = bl_past_view(m, number + 1);
    uint64_t was = visible(b, bl_past_view(m, number)), is = visible(b, after), wrong, missing;
    uint64_t chance = bl_next(rng);
    if (play->seat != b->seat && !hand_out(b, play, is & ~was, is, rng))
        return false;
    note_event(b, number, play);
    carry_out(b, play, chance, is, &wrong, &missing);
    for (uint64_t left; (left = missing & ~was) != 0; carry_out(b, play, chance, is, &wrong, &missing))
        if (!change_for_any(b, (bl_card)__builtin_ctzll(left), wrong & ~was, rng))
            return false;
    reorder(b, wrong & was, missing & was);
    bl_view(b->game, b->next, b->seat, b->view);
    if (memcmp(b->view, after, b->game->state_size) != 0)
        return false;
    memcpy(b->now, b->next, b->game->state_size);
    note_sight(b, number + 1, was, is);
    return true;
}

/* Any state that fits what is seen; all that is out of sight is one batch. */
static void begin(struct bl_belief *b, const struct bl_past *m, uint32_t number,
                  struct bl_stream *rng)
{
    const void *view = bl_past_view(m, number);
    uint64_t is = visible(b, view);
    bl_resample(b->game, view, b->seat, rng, b->now);
    b->event_count = 0;
    for (unsigned c = 0; c < CARDS; c++) {
        b->since[c] = number;
        b->until[c] = is >> c & 1 ? number : NEVER;
    }
}

/* ---- who would have played so ------------------------------------------------- */

/* The chance that a player takes the move who draws three at random and makes the one liked best;
 * one time in ten any move. 0: it was not legal. */
static float chance_of(struct bl_belief *b, uint32_t event, uint64_t hand)
{
    const struct event *e = &b->events[event];
    void *state = state_of(b, event);
    struct bl_play play = e->play;
    set_hand(b, state, play.seat, hand);
    uint32_t n = b->game->rules->moves(state, b->moves), below = 0, equal = 0;
    int32_t liked = b->game->advice->prefer(state, &e->play);
    bool listed = false;
    for (uint32_t i = 0; i < n; i++) {
        play.move = b->moves[i];
        listed |= play.move == e->play.move;
        int32_t like = play.move == e->play.move ? liked : b->game->advice->prefer(state, &play);
        below += like < liked;
        equal += like == liked;
    }
    if (!listed)
        return 0;
    float all = (float)n, less = (float)below / all, most = (float)(below + equal) / all;
    return 0.9f * (most * most * most - less * less * less) / (float)equal + 0.1f / all;
}

/* The event in which a card was seen again; the number of events: it was not. */
static uint32_t end_of(const struct bl_belief *b, const struct token *t)
{
    return t->where & PLAYED ? t->where & ~(unsigned)PLAYED : b->event_count;
}

/* Any card of the batch of another. */
static uint32_t any_of(const struct batch *batch, struct bl_stream *rng)
{
    uint32_t lying = (uint32_t)(batch->lying.to - batch->lying.from);
    uint32_t played = (uint32_t)(batch->played.to - batch->played.from);
    uint32_t pick = bl_below(rng, lying + played);
    return pick < lying ? batch->lying.from + pick : batch->played.from + pick - lying;
}

/* How much likelier a change makes what others did from event `first` to before `last`; what it
 * makes of each is left in `fresh`. */
static double gain_of(struct bl_belief *b, bl_card c, bl_card d, uint32_t first, uint32_t last,
                      float *fresh)
{
    double gain = 1;
    for (uint32_t k = first; k < last; k++)
        if (has_one(b->events[k].hand, c, d)) {
            fresh[k] = chance_of(b, k, b->events[k].hand ^ bit(c) ^ bit(d));
            gain *= (double)fresh[k] / (double)b->events[k].chance;
        }
    return gain;
}

/* Tries to change two cards of a batch. Where one of them was played, both must have been in the
 * hand that it was played from, and only how they came there changes. */
static void try_change(struct bl_belief *b, struct bl_stream *rng)
{
    struct token *s = &b->tokens[b->loose[bl_below(rng, b->loose_count)]];
    struct token *t = &b->tokens[any_of(&b->batches[s->batch], rng)];
    double luck = (double)(bl_next(rng) >> 11) * 0x1p-53;
    uint64_t both = bit(s->card) ^ bit(t->card);
    uint32_t first = 0, last = end_of(b, s) < end_of(b, t) ? end_of(b, s) : end_of(b, t);
    float fresh[WINDOW];
    if (s == t || (last < b->event_count && ~b->events[last].hand & both))
        return;
    while (first < last && b->events[first].at < b->since[s->card])
        first++;
    if (luck >= gain_of(b, s->card, t->card, first, last, fresh))
        return;
    for (uint32_t k = first; k < last; k++)
        if (has_one(b->events[k].hand, s->card, t->card)) {
            b->events[k].hand ^= both;
            b->events[k].chance = fresh[k];
        }
    if (last == b->event_count) {
        bl_card held = s->card;
        s->card = t->card;
        t->card = held;
    }
}

/* ---- batches ------------------------------------------------------------------ */

/* First what is out of sight, then what was played; batch by batch; hands before piles. */
static uint64_t order_of(const struct bl_belief *b, const struct token *t)
{
    return (uint64_t)(t->where & PLAYED) << 48 | (uint64_t)b->since[t->card] << 16 |
           (uint64_t)b->heap[t->card] << 8 | (t->where & IN_PILE) >> 8;
}

static void add_token(struct bl_belief *b, unsigned card, unsigned where)
{
    struct token t = {(bl_card)card, 0, (uint16_t)where};
    uint32_t at = b->token_count++;
    for (; at > 0 && order_of(b, &b->tokens[at - 1]) > order_of(b, &t); at--)
        b->tokens[at] = b->tokens[at - 1];
    b->tokens[at] = t;
}

/* Where the cards lie that are out of sight, and those that were seen to be played. */
static void list_tokens(struct bl_belief *b)
{
    const struct bl_field *f = b->game->fields->rows, *end = f + b->game->fields->count;
    for (int seat = 0; seat < bl_head(b->now)->setup.players; seat++)
        for (uint64_t hand = hand_of(b, b->now, seat); hand; hand &= hand - 1)
            if (b->until[__builtin_ctzll(hand)] == NEVER)
                add_token(b, (unsigned)__builtin_ctzll(hand), (unsigned)seat);
    for (; f < end; f++)
        for (unsigned i = 0; f->kind == BL_FIELD_HIDDEN && i < *count_of(f, b->now); i++)
            add_token(b, items_of(f, b->now)[i], IN_PILE | (f->at + i));
    b->lying = b->token_count;
    for (uint32_t k = 0; k < b->event_count; k++)
        for (uint64_t hand = b->events[k].hand; hand; hand &= hand - 1)
            if (b->until[__builtin_ctzll(hand)] == b->events[k].at + 1)
                add_token(b, (unsigned)__builtin_ctzll(hand), PLAYED | k);
}

static bool are_of_one_batch(const struct bl_belief *b, uint32_t i, uint32_t j)
{
    return are_alike(b, b->tokens[i].card, b->tokens[j].card);
}

/* Numbers the batches by their first token. */
static void list_batches(struct bl_belief *b)
{
    for (uint32_t i = 0; i < b->token_count; i++) {
        struct token *t = &b->tokens[i];
        uint32_t k = 0;
        while (k < i && !are_of_one_batch(b, k, i))
            k++;
        t->batch = (uint8_t)k;
        struct range *r = t->where & PLAYED ? &b->batches[k].played : &b->batches[k].lying;
        if (r->to == 0)
            r->from = (uint8_t)i;
        r->to = (uint8_t)(i + 1);
        if (!(t->where & IN_PILE))
            b->loose[b->loose_count++] = (uint8_t)i;
    }
}

/* What is shuffled for each guess: all of a batch, or what of it lies in piles. */
static void list_shuffled(struct bl_belief *b, bool piles_only)
{
    struct range *r = NULL;
    for (uint32_t i = 0; i < b->lying; i++) {
        if (piles_only && !(b->tokens[i].where & IN_PILE))
            r = NULL;
        else if (r && b->tokens[r->from].batch == b->tokens[i].batch)
            r->to++;
        else
            *(r = &b->shuffled[b->shuffled_count++]) = (struct range){(uint8_t)i, (uint8_t)(i + 1)};
    }
}

static void keep_guess(struct bl_belief *b)
{
    bl_card *out = b->guesses + b->guess_count++ * b->lying;
    for (uint32_t i = 0; i < b->lying; i++)
        out[i] = b->tokens[i].card;
}

static void walk(struct bl_belief *b, uint32_t guesses, struct bl_stream *rng)
{
    for (uint32_t k = 0; k < b->event_count; k++)
        b->events[k].chance = chance_of(b, k, b->events[k].hand);
    for (uint32_t i = 0; i < BURN * b->loose_count; i++)
        try_change(b, rng);
    while (b->guess_count < guesses) {
        for (uint32_t i = 0; i < PACE * b->loose_count; i++)
            try_change(b, rng);
        keep_guess(b);
    }
}

/* ---- the whole ---------------------------------------------------------------- */

static struct bl_belief *belief_new(const struct bl_past *m)
{
    const struct bl_game *game = m->game;
    struct bl_belief *b = bl_new(1, sizeof *b);
    size_t size = game->state_size;
    *b = (struct bl_belief){.game = game, .seat = m->seat, .now = bl_new(3, size),
                            .states = bl_new(WINDOW, size),
                            .moves = bl_new((size_t)game->max_moves + 1, sizeof *b->moves)};
    b->next = (char *)b->now + size;
    b->view = (char *)b->next + size;
    for (unsigned i = game->fields->count; i-- > 0;) {
        const struct bl_field *f = &game->fields->rows[i];
        if (f->kind == BL_FIELD_HANDS)
            b->hands = f;
        for (unsigned c = 0; c < CARDS && (f->kind == BL_FIELD_HANDS || f->kind == BL_FIELD_HIDDEN); c++)
            if (f->cards >> c & 1)
                b->heap[c] = (uint8_t)i;
    }
    return b;
}

/* Whether the cards of some heap are of several batches. */
static bool tells_more(const struct bl_belief *b)
{
    for (uint32_t i = 1; i < b->lying; i++)
        for (uint32_t k = 0; k < i; k++)
            if (b->heap[b->tokens[i].card] == b->heap[b->tokens[k].card] && !are_of_one_batch(b, i, k))
                return true;
    return false;
}

void bl_belief_free(struct bl_belief *b)
{
    if (b)
        BL_FREE(b->now, b->states, b->moves, b->guesses, b);
}

struct bl_belief *bl_believe(const struct bl_past *m, enum bl_belief_kind kind, uint32_t guesses,
                             struct bl_stream *rng)
{
    if (!bl_remembers(m->game) || bl_copies(m->game, &bl_head(m->views)->setup) != 1)
        return NULL;
    struct bl_belief *b = belief_new(m);
    begin(b, m, 0, rng);
    for (uint32_t i = 0; i < m->count; i++)
        if (!go_on(b, m, i, rng))
            begin(b, m, i + 1, rng);
    list_tokens(b);
    list_batches(b);
    bool weighs = kind == BL_PLAYED && b->event_count > 0 && b->loose_count > 0;
    if (!weighs && !tells_more(b)) {
        bl_belief_free(b);
        return NULL;
    }
    list_shuffled(b, weighs);
    b->guesses = bl_new(weighs ? guesses : 1, b->lying + 1u);
    if (weighs)
        walk(b, guesses, rng);
    else
        keep_guess(b);
    memcpy(b->view, bl_past_view(m, m->count), m->game->state_size);
    return b;
}

void bl_belief_guess(const struct bl_belief *b, struct bl_stream *rng, void *out)
{
    struct bl_stream stream = *rng;
    uint64_t hands[BL_MAX_SEATS] = {0};
    bl_card cards[CARDS];
    uint32_t pick = b->guess_count > 1 ? bl_below(&stream, b->guess_count) : 0;
    memcpy(out, b->view, b->game->state_size);
    memcpy(cards, b->guesses + pick * b->lying, b->lying);
    for (uint32_t i = 0; i < b->shuffled_count; i++)
        bl_shuffle8(&stream, cards + b->shuffled[i].from,
                    (uint32_t)(b->shuffled[i].to - b->shuffled[i].from));
    for (uint32_t i = 0; i < b->lying; i++) {
        unsigned where = b->tokens[i].where;
        if (where & IN_PILE)
            ((bl_card *)out)[where & ~(unsigned)IN_PILE] = cards[i];
        else
            hands[where] |= bit(cards[i]);
    }
    for (int seat = 0; seat < bl_head(out)->setup.players; seat++)
        if (hands[seat])
            set_hand(b, out, seat, hand_of(b, out, seat) | hands[seat]);
    *rng = stream;
}
