/* belief.c - what a seat believes: guesses fit all that it has seen, know what can be known, and are
 * as likely as they should be; and they come from what it has seen alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/bot.h"
#include "bylaw/position.h"
#include "setup.h"
#include "twins.h"

enum { SEATS = 4, MOVES = 8192, LONGEST = 250 };

/* ---- a game that seats look at ------------------------------------------------ */

struct sitting {
    const struct bl_game *game;
    struct bl_context cx;
    struct bl_stream rng;
    void *state, *view, *guess;
    struct bl_past *pasts[SEATS];
    int players;
};

static void sit_down(struct sitting *t, const struct bl_game *game, uint64_t seed)
{
    *t = (struct sitting){.game = game, .rng = bl_stream(seed, game->code, BL_FOR_TEST, 0)};
    t->state = calloc(1, game->state_size);
    t->view = calloc(1, game->state_size);
    t->guess = calloc(1, game->state_size);
    bl_context_init(&t->cx, game, seed);
}

static void look_round(struct sitting *t)
{
    t->players = bl_head(t->state)->setup.players;
    for (int seat = 0; seat < t->players; seat++) {
        bl_view(t->game, t->state, seat, t->view);
        t->pasts[seat] = bl_past_new(t->game, seat, t->view);
    }
}

static void rise(struct sitting *t)
{
    for (int seat = 0; seat < SEATS; seat++)
        bl_past_free(t->pasts[seat]);
    free(t->state);
    free(t->view);
    free(t->guess);
}

static void make(struct sitting *t, const struct bl_play *play)
{
    struct bl_play told = bl_told(t->game, t->state, play);
    t->game->rules->apply(t->state, play, &t->cx);
    for (int seat = 0; seat < t->players; seat++) {
        bl_view(t->game, t->state, seat, t->view);
        bl_past_add(t->pasts[seat], seat == play->seat ? play : &told, t->view);
    }
}

/* A move as a random or a greedy player makes it. */
static struct bl_play choose(struct sitting *t)
{
    static bl_move moves[MOVES];
    int seat = bl_head(t->state)->to_move;
    struct bl_play play = {.seat = (int8_t)seat};
    struct bl_text words = bl_text_heap();
    bl_view(t->game, t->state, seat, t->view);
    struct bl_decision d = {t->game, t->view, seat, moves, t->game->rules->moves(t->view, moves), &t->rng};
    bl_bot_play(bl_find_bot(t->cx.chance.seed % 2 && bl_below(&t->rng, 3) ? "greedy" : "random"), &d, NULL, &words, &play);
    play.seat = (int8_t)seat;
    bl_text_free(&words);
    return play;
}

static void guess(const struct bl_past *past, const struct bl_belief *b, struct bl_stream *rng, void *out)
{
    if (b)
        bl_belief_guess(b, rng, out);
    else
        bl_resample(past->game, bl_past_view(past, past->count), past->seat, rng, out);
}

/* ---- what is known for sure ----------------------------------------------------- */

static uint64_t seen_in(const struct bl_game *game, const void *view)
{
    struct bl_seen seen = {.pack = game->fields->pack, .copies = 1};
    bl_fields_meet(game->fields, view, &seen);
    return seen.once;
}

/* When each card was last seen by a seat, as the number of the view; UINT32_MAX: never. */
static void when_seen(const struct bl_past *past, uint32_t *out)
{
    for (unsigned c = 0; c < 64; c++)
        out[c] = UINT32_MAX;
    for (uint32_t i = 0; i <= past->count; i++)
        for (uint64_t set = seen_in(past->game, bl_past_view(past, i)); set; set &= set - 1)
            out[__builtin_ctzll(set)] = i;
}

/* A hash of a place, in which the cards count by when they were last seen, in any order. */
static uint64_t sum_of(const bl_card *cards, unsigned n, const uint32_t *when)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += bl_mix(when[cards[i]]);
    return sum;
}

static uint64_t sum_of_hand(const struct bl_field *f, const void *state, unsigned seat, const uint32_t *when)
{
    uint64_t hand = 0, sum = 0;
    memcpy(&hand, (const char *)state + f->at + seat * f->width * f->sets, f->width);
    for (; hand; hand &= hand - 1)
        sum += bl_mix(when[__builtin_ctzll(hand)]);
    return sum;
}

/* In every hand and every pile, as many cards of each age as there really are. */
static void assert_ages(const struct bl_game *game, const void *state, const void *guess, const uint32_t *when)
{
    for (unsigned i = 0; i < game->fields->count; i++) {
        const struct bl_field *f = &game->fields->rows[i];
        const bl_card *real = (const bl_card *)state + f->at, *supposed = (const bl_card *)guess + f->at;
        unsigned n = ((const uint8_t *)state)[f->count_at];
        if (f->kind == BL_FIELD_HIDDEN)
            assert_true(sum_of(real, n, when) == sum_of(supposed, n, when));
        for (unsigned seat = 0; f->kind == BL_FIELD_HANDS && seat < bl_head(state)->setup.players; seat++)
            assert_true(sum_of_hand(f, state, seat, when) == sum_of_hand(f, guess, seat, when));
    }
}

static uint32_t renewed;   /* guesses after cards went back out of sight */

static void look_at(struct sitting *t, int seat, enum bl_belief_kind kind)
{
    struct bl_past *past = t->pasts[seat];
    struct bl_belief *b = bl_believe(past, kind, 4, &t->rng);
    struct bl_text text = bl_text_heap();
    struct bl_json_doc doc;
    uint32_t when[64];
    when_seen(past, when);
    for (unsigned c = 0; c < 64; c++)
        renewed += when[c] != UINT32_MAX && when[c] < past->count;
    for (int i = 0; i < 4; i++) {
        guess(past, b, &t->rng, t->guess);
        bl_view(t->game, t->guess, seat, t->view);
        assert_memory_equal(t->view, bl_past_view(past, past->count), t->game->state_size);
        assert_ages(t->game, t->state, t->guess, when);
        bl_text_clear(&text);
        bl_put_position(&text, t->game, t->guess);
        const char *fault = bl_read_position(t->game, text.s, text.len, t->view, &doc);
        if (fault)
            fail_msg("%s in %s", fault, text.s);
    }
    bl_belief_free(b);
    bl_text_free(&text);
}

static void test_guesses_fit_all_that_was_seen(void **unused)
{
    (void)unused;
    for (const struct bl_game *const *g = bl_games(); *g; g++) {
        renewed = 0;
        for (int players = 2; bl_remembers(*g) && players <= SEATS; players++)
            for (uint64_t seed = 1; seed <= 4; seed++) {
                struct sitting t;
                struct bl_setup setup = setup_for(*g, players);
                sit_down(&t, *g, seed);
                (*g)->rules->deal(t.state, &setup, &t.cx);
                look_round(&t);
                for (int i = 0; i < LONGEST && bl_head(t.state)->to_move >= 0; i++) {
                    if (i % 11 == 0)
                        look_at(&t, i / 11 % players, i % 2 ? BL_SURE : BL_PLAYED);
                    struct bl_play play = choose(&t);
                    make(&t, &play);
                }
                rise(&t);
            }
        if (bl_remembers(*g) && renewed == 0)
            fail_msg("%s: nothing went back out of sight", (*g)->id);
    }
}

/* ---- how likely they are --------------------------------------------------------- */

/* The chance that the best liked of three moves drawn at random, with equals drawn for, is this
 * one; one time in ten any move is made. Counted out. */
static double chance_of(const struct bl_game *game, const void *state, const struct bl_play *made)
{
    static bl_move moves[MOVES];
    int32_t likes[MOVES];
    uint32_t n = game->rules->moves(state, moves), at = n;
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        likes[i] = game->advice->prefer(state, &(struct bl_play){moves[i], made->seat, 0, NULL});
        at = moves[i] == made->move ? i : at;
    }
    if (at == n)
        return 0;
    uint32_t equals = 0;
    for (uint32_t i = 0; i < n; i++)
        equals += likes[i] == likes[at];
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++)
            for (uint32_t c = 0; c < n; c++) {
                int32_t best = likes[a] > likes[b] ? likes[a] : likes[b];
                sum += (best > likes[c] ? best : likes[c]) == likes[at];
            }
    return 0.9 * sum / equals / n / n / n + 0.1 / n;
}

/* States, with what each is worth and how often it was guessed. The order of piles says nothing. */
enum { MOST = 4096 };
struct tally {
    const struct bl_game *game;
    char *states;
    uint32_t count;
    double worth[MOST], all;
    uint32_t met[MOST];
};

static uint32_t place_of(struct tally *t, void *state)
{
    size_t size = t->game->state_size;
    uint32_t k = 0;
    for (unsigned i = 0; i < t->game->fields->count; i++) {
        const struct bl_field *f = &t->game->fields->rows[i];
        if (f->kind == BL_FIELD_HIDDEN)
            bl_sort_cards((bl_card *)state + f->at, ((uint8_t *)state)[f->count_at]);
    }
    while (k < t->count && memcmp(t->states + k * size, state, size) != 0)
        k++;
    assert_true(k < MOST);
    if (k == t->count)
        memcpy(t->states + t->count++ * size, state, size);
    return k;
}

/* What was seen, played on a supposed deal. */
struct replay {
    struct tally *tally;
    const struct bl_past *past;
    enum bl_belief_kind kind;
    void *view;
};

static void play_on(const struct replay *r, const void *state, uint32_t at, double worth);

/* Makes the move by this chance; false: the seat would have seen something else. */
static bool comes_to(const struct replay *r, const void *from, uint32_t at, struct bl_context *cx, void *state)
{
    const struct bl_game *game = r->past->game;
    memcpy(state, from, game->state_size);
    game->rules->apply(state, &r->past->plays[at], cx);
    bl_view(game, state, r->past->seat, r->view);
    return memcmp(r->view, bl_past_view(r->past, at + 1), game->state_size) == 0;
}

/* Every order that a pile can be shuffled into, each as likely. */
static void each_order(const struct replay *r, const void *from, uint32_t at, double worth,
                       struct bl_chance_event *e, unsigned done)
{
    for (unsigned i = done; i < e->count; i++) {
        uint16_t held = e->items[done];
        e->items[done] = e->items[i];
        e->items[i] = held;
        each_order(r, from, at, worth / (e->count - done), e, done + 1);
        e->items[i] = e->items[done];
        e->items[done] = held;
    }
    if (done < e->count)
        return;
    struct bl_chance_log script = {.events = e, .count = 1, .room = 1};
    struct bl_context cx;
    void *state = calloc(1, r->past->game->state_size);
    bl_context_init(&cx, r->past->game, 0);
    cx.chance.script = &script;
    if (comes_to(r, from, at, &cx, state))
        play_on(r, state, at + 1, worth);
    assert_false(cx.chance.misfit);
    free(state);
}

/* From that move on; what comes of it is counted by how likely it is. */
static void play_on(const struct replay *r, const void *from, uint32_t at, double worth)
{
    const struct bl_game *game = r->past->game;
    struct bl_chance_event events[2];
    struct bl_chance_log log = {.events = events, .room = 2};
    struct bl_context cx;
    void *state = calloc(1, game->state_size);
    bl_context_init(&cx, game, 0);
    cx.chance.log = &log;
    memcpy(state, from, game->state_size);
    if (at == r->past->count) {
        r->tally->worth[place_of(r->tally, state)] += worth;
        r->tally->all += worth;
    } else if (bl_check(game, game->rules, state, &r->past->plays[at], &cx) == 0) {
        if (r->past->plays[at].seat != r->past->seat && r->kind == BL_PLAYED)
            worth *= chance_of(game, state, &r->past->plays[at]);
        bool fits = comes_to(r, from, at, &cx, state);
        assert_true(log.count < 2);   /* one pile at most is shuffled by a move here */
        if (log.count > 0)
            each_order(r, from, at, worth, &events[0], 0);
        else if (fits && worth > 0)
            play_on(r, state, at + 1, worth);
    }
    free(state);
}

static void play_again(struct tally *tally, const struct bl_past *past, enum bl_belief_kind kind, const void *state,
                       void *view)
{
    play_on(&(struct replay){tally, past, kind, view}, state, 0, 1);
}

/* The stock of a state, which has one. */
static bl_card *stock_of(const struct bl_game *game, void *state, unsigned *n)
{
    for (unsigned i = 0; i < game->fields->count; i++)
        if (game->fields->rows[i].kind == BL_FIELD_HIDDEN) {
            *n = ((uint8_t *)state)[game->fields->rows[i].count_at];
            return (bl_card *)state + game->fields->rows[i].at;
        }
    fail();
    return NULL;
}

/* All deals that fit the first view: every choice of hands from the cards that are not seen, with
 * every order of the stock. */
static void each_deal(struct tally *tally, const struct bl_past *past, enum bl_belief_kind kind, bl_card *cards,
                      unsigned from, unsigned n)
{
    const struct bl_game *game = past->game;
    for (unsigned i = from; i < n; i++) {
        bl_card held = cards[from];
        cards[from] = cards[i];
        cards[i] = held;
        each_deal(tally, past, kind, cards, from + 1, n);
        cards[i] = cards[from];
        cards[from] = held;
    }
    if (from < n)
        return;
    void *state = calloc(1, game->state_size), *view = calloc(1, game->state_size);
    unsigned stock_n = 0, at = 0;
    memcpy(state, bl_past_view(past, 0), game->state_size);
    bl_card *stock = stock_of(game, state, &stock_n);
    for (; at < stock_n; at++)
        stock[at] = cards[at];
    for (unsigned i = 0; i < game->fields->count; i++) {
        const struct bl_field *f = &game->fields->rows[i];
        for (unsigned seat = 0; f->kind == BL_FIELD_HANDS && seat < bl_head(state)->setup.players; seat++) {
            uint64_t hand = 0;
            for (unsigned k = 0; (int)seat != past->seat && k < ((uint8_t *)state)[f->count_at + seat]; k++)
                hand |= UINT64_C(1) << cards[at++];
            if ((int)seat != past->seat)
                memcpy((char *)state + f->at + seat * f->width * f->sets, &hand, f->width);
        }
    }
    assert_int_equal(at, n);
    play_again(tally, past, kind, state, view);
    free(state);
    free(view);
}

/* The number that one in 10000 samples of `free` degrees exceeds (Wilson and Hilferty). */
static double critical(double free)
{
    double spread = 2 / (9 * free), root = 1 - spread + 3.719 * sqrt(spread);
    return free * root * root * root;
}

/* Guesses of `count` beliefs of their own against what was counted. */
static void hold_likelihood(struct tally *tally, const struct bl_past *past, enum bl_belief_kind kind, uint32_t count,
                            struct bl_stream *rng)
{
    void *state = calloc(1, past->game->state_size);
    uint32_t known = tally->count;
    double sum = 0, rare = 0, rare_met = 0, free_ = -1;
    for (uint32_t i = 0; i < count; i++) {
        struct bl_belief *b = bl_believe(past, kind, 1, rng);
        guess(past, b, rng, state);
        tally->met[place_of(tally, state)]++;
        assert_int_equal(tally->count, known);   /* nothing that could not be */
        bl_belief_free(b);
    }
    for (uint32_t k = 0; k < known; k++) {
        double due = count * tally->worth[k] / tally->all;
        if (due < 5) {
            rare += due;
            rare_met += tally->met[k];
            continue;
        }
        sum += (tally->met[k] - due) * (tally->met[k] - due) / due;
        free_++;
    }
    if (rare >= 5) {
        sum += (rare_met - rare) * (rare_met - rare) / rare;
        free_++;
    }
    if (free_ > 0 && sum > critical(free_))
        fail_msg("%s: chi-square %.1f of %.0f", past->game->id, sum, free_);
    free(state);
}

#define PHARAOH(players) "{\"game\":\"pharaoh\",\"players\":" players ",\"options\":{}," \
    "\"rulings\":{\"stack-sevens\":\"yes\",\"tuple-match\":\"as-written\"}," \
    "\"state\":{\"to_move\":0,\"a\":0,\"suit\":\"A\",\"cnt\":1,\"out\":[],\"loser\":null,\"pile\":[\"9A\"],"
static const char three_at_pharaoh[] = PHARAOH("3") "\"stock\":[\"XA\",\"8B\",\"9H\"],"
    "\"hands\":[[\"KH\",\"8H\"],[\"8A\",\"XB\"],[\"9B\",\"KA\"]]}}";
static const char two_at_pharaoh[] = PHARAOH("2") "\"stock\":[\"XA\",\"8B\",\"9H\",\"KB\"],"
    "\"hands\":[[\"XH\",\"8H\",\"KH\"],[\"8A\",\"XB\",\"KA\"]]}}";
static const char three_at_propre[] =
    "{\"game\":\"propre\",\"players\":3,\"options\":{\"decks\":1,\"hand\":7,\"dealer\":2},"
    "\"rulings\":{\"match-after-play\":\"as-written\",\"empty-option-2\":\"as-written\"},"
    "\"state\":{\"to_move\":0,\"active\":0,\"av\":0,\"mv\":0,\"cw\":true,\"fc\":true,\"rm\":true,\"b\":false,"
    "\"pw\":false,\"played\":1,\"pile\":[\"9C\"],\"stock\":[\"KC\",\"4D\",\"9H\"],"
    "\"hands\":[[\"6C\",\"KD\"],[\"8D\",\"9S\"],[\"KS\",\"4C\"]],\"said\":[false,false,false],"
    "\"counts\":[false,false,false],\"placing\":null,\"vote\":null,\"winner\":null}}";
/* The stock runs out soon; then what lies under the top card, which all have seen, is the stock. */
static const char soon_anew[] = "{\"game\":\"pharaoh\",\"players\":2,\"options\":{},"
    "\"rulings\":{\"stack-sevens\":\"yes\",\"tuple-match\":\"as-written\"},"
    "\"state\":{\"to_move\":0,\"a\":0,\"suit\":\"A\",\"cnt\":1,\"out\":[],\"loser\":null,"
    "\"pile\":[\"XA\",\"8B\",\"9A\"],\"stock\":[\"9H\"],"
    "\"hands\":[[\"XH\",\"8H\",\"KH\"],[\"9B\",\"XB\",\"KB\"]]}}";
static const char *const small[] = {three_at_pharaoh, two_at_pharaoh, three_at_propre, soon_anew};
enum { SHUFFLES = 3 };   /* the last one: its pile is shuffled anew, and play goes on */

/* Games of a few cards, with nothing shuffled anew but in the last: what is believed is what the
 * deals that fit are worth, and every order that a pile can be shuffled into. */
static void test_guesses_are_as_likely_as_they_should_be(void **unused)
{
    unsigned anew = 0;
    (void)unused;
    for (unsigned i = 0; i < sizeof small / sizeof *small; i++)
        for (uint64_t seed = 1; seed <= (i == SHUFFLES ? 8 : 4); seed++) {
            struct sitting t;
            struct bl_json_doc doc;
            char id[32];
            sscanf(small[i], "{\"game\":\"%31[^\"]", id);
            sit_down(&t, bl_find_game(id), seed);
            const char *fault = bl_read_small_position(t.game, small[i], strlen(small[i]), t.state, &doc);
            if (fault)
                fail_msg("%s: %s", id, fault);
            look_round(&t);
            unsigned left = 1, moves = i == SHUFFLES ? 5 : 8;
            for (unsigned k = 0; k < moves && bl_head(t.state)->to_move >= 0 && (left > 0 || i == SHUFFLES); k++) {
                struct bl_play play = choose(&t);
                make(&t, &play);
                stock_of(t.game, t.state, &left);
            }
            anew += t.cx.chance.index[0] > 0;
            for (int kind = BL_SURE; kind <= BL_PLAYED; kind++) {
                const struct bl_past *past = t.pasts[seed % (unsigned)t.players];
                struct tally *tally = calloc(1, sizeof *tally);
                uint64_t unseen = t.game->fields->pack->all & ~seen_in(t.game, bl_past_view(past, 0)) &
                                  ~bl_head(t.state)->absent[0];
                bl_card cards[64];
                unsigned n = 0;
                for (; unseen; unseen &= unseen - 1)
                    cards[n++] = (bl_card)__builtin_ctzll(unseen);
                tally->game = t.game;
                tally->states = calloc(MOST, t.game->state_size);
                each_deal(tally, past, (enum bl_belief_kind)kind, cards, 0, n);
                hold_likelihood(tally, past, (enum bl_belief_kind)kind, 2000, &t.rng);
                free(tally->states);
                free(tally);
            }
            rise(&t);
        }
    assert_true(anew >= 4);
}

/* ---- what it comes from -------------------------------------------------------- */

static void assert_same_past(const struct bl_past *a, const struct bl_past *b)
{
    assert_true(a->seat == b->seat && a->count == b->count);
    for (uint32_t i = 0; i < a->count; i++)
        assert_true(a->plays[i].move == b->plays[i].move && a->plays[i].seat == b->plays[i].seat &&
                    a->plays[i].size == b->plays[i].size &&
                    (a->plays[i].size == 0 || memcmp(a->plays[i].data, b->plays[i].data, a->plays[i].size) == 0));
    for (uint32_t i = 0; i <= a->count; i++)
        assert_true(bl_same(a->game, bl_past_view(a, i), bl_past_view(b, i)));
}

static void assert_same_guesses(const struct bl_past *a, const struct bl_past *b)
{
    const struct bl_past *pasts[2] = {a, b};
    char *guesses[2];
    for (int k = 0; k < 2; k++) {
        struct bl_stream rng = bl_stream(3, a->game->code, BL_FOR_TEST, 9);
        struct bl_belief *belief = bl_believe(pasts[k], BL_PLAYED, 4, &rng);
        guesses[k] = calloc(1, a->game->state_size);
        guess(pasts[k], belief, &rng, guesses[k]);
        bl_belief_free(belief);
    }
    assert_memory_equal(guesses[0], guesses[1], a->game->state_size);
    free(guesses[0]);
    free(guesses[1]);
}

static struct bl_past *past_of(struct bl_match *m, int seat)
{
    return bl_past_copy(bl_match_past(m, bl_match_count(m), seat));
}

/* At two tables that a seat cannot tell apart it has seen the same and believes the same; so does a
 * bot at a table that was taken up again from its transcript. */
static void test_beliefs_come_from_what_was_seen(void **unused)
{
    uint32_t compared = 0;
    (void)unused;
    for (const struct bl_game *const *g = bl_games(); *g; g++)
        for (uint64_t seed = 1; bl_remembers(*g) && seed <= 6; seed++) {
            struct bl_setup setup = setup_for(*g, 2 + (int)seed % 3);
            struct bl_room *room = bl_room_open();
            struct twins t;
            int moves = 0;
            twins_begin(&t, room, bl_match_new(room, *g, &setup, seed, NULL), (int)seed % setup.players, seed);
            while (moves < 30 && bl_match_to_move(t.m[0]) >= 0 && twins_move(&t) && twins_look_the_same(&t))
                moves++;
            if (twins_look_the_same(&t)) {
                char why[400] = "";
                struct bl_text fault = BL_TEXT_FIXED(why);
                const struct bl_text *text = bl_match_transcript(t.m[0]);
                struct bl_match *again = bl_match_resume(room, text->s, text->len, &fault);
                assert_non_null(again);
                struct bl_past *one = past_of(t.m[0], t.seat), *other = past_of(t.m[1], t.seat);
                struct bl_past *resumed = past_of(again, t.seat);
                assert_same_past(one, other);
                assert_same_past(one, resumed);
                assert_same_guesses(one, other);
                compared += one->count;
                bl_past_free(one);
                bl_past_free(other);
                bl_past_free(resumed);
                bl_match_free(again);
            }
            twins_free(&t);
            bl_room_close(room);
        }
    assert_true(compared > 50);
}

/* What a seat has seen up to a move is what it has at a table that is taken up from the transcript and
 * asked for the first time. */
static void assert_kept_well(struct bl_match *m, uint32_t number, int seat)
{
    char why[400] = "";
    struct bl_text fault = BL_TEXT_FIXED(why);
    const struct bl_text *text = bl_match_transcript(m);
    struct bl_match *again = bl_match_resume(NULL, text->s, text->len, &fault);
    assert_string_equal(why, "");
    assert_same_past(bl_match_past(m, number, seat), bl_match_past(again, number, seat));
    bl_match_free(again);
}

/* Two tables of one room, at which moves are made, go back, and are made otherwise. */
static void test_what_was_seen_is_kept(void **unused)
{
    uint32_t compared = 0, taken = 0;
    (void)unused;
    for (const struct bl_game *const *g = bl_games(); *g; g++) {
        const struct bl_bot *bots[BL_MAX_SEATS];
        struct bl_stream rng = bl_stream(7, (*g)->code, BL_FOR_TEST, 0);
        struct bl_setup setup = setup_for(*g, (*g)->max_players < 3 ? (*g)->max_players : 3);
        struct bl_room *room = bl_room_open();
        struct bl_match *tables[2];
        for (int seat = 0; seat < setup.players; seat++)
            bots[seat] = bl_find_bot("random");
        for (int k = 0; k < 2; k++) {
            tables[k] = bl_match_new(room, *g, &setup, 70u + (unsigned)k, bots);
            bl_match_be_casual(tables[k]);
        }
        for (int step = 0; step < 120; step++) {
            struct bl_match *m = tables[bl_below(&rng, 6) == 0];
            int seat = (int)bl_below(&rng, setup.players);
            char why[400];
            struct bl_text fault = BL_TEXT_FIXED(why);
            if (bl_below(&rng, 6) == 0)
                bl_match_undo(m, seat, NULL, &fault);
            else
                bl_match_bot_move(m);
            if (bl_below(&rng, 3) == 0)
                assert_kept_well(m, bl_match_count(m) - (bl_match_count(m) > 0 && step % 2), seat);
            compared += bl_match_count(m);
        }
        taken += bl_match_taken_back(tables[0]);
        bl_match_free(tables[0]);
        bl_match_free(tables[1]);
        bl_room_close(room);
    }
    assert_true(compared > 1000 && taken > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guesses_fit_all_that_was_seen),
        cmocka_unit_test(test_guesses_are_as_likely_as_they_should_be),
        cmocka_unit_test(test_beliefs_come_from_what_was_seen),
        cmocka_unit_test(test_what_was_seen_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
