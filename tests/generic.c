/* generic.c - what must hold in every game, for every number of players, every combination of
 * rulings and every option, wherever random play leads. What fails says in which game it did. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/position.h"
#include "bylaw/transcript.h"
#include "files.h"

#define MAX_NOTATION 8192
#define GAMES_EACH 3        /* games for each number of players and rulings */
/* Whether a number of players is tried with a combination of rulings where moves are written; of how
 * many setups with other options one is tried; and at how many decisions one is looked at, where a
 * look takes long. */
#ifdef BRIEF
#define TRIED(players, c) (((players) + 5 * (c)) % 40 == 0)
enum { OF_OPTIONS = 4, PACE = 9, PACE_WRITTEN = 40 };
#else
#define TRIED(players, c) (((players) + (c)) % 10 == 0)
enum { OF_OPTIONS = 1, PACE = 3, PACE_WRITTEN = 20 };
#endif
#define CAP 150             /* moves of a game that are looked at */
#define MIXTURES 12         /* setups in which everything is at random */
#define MOST_VALUES 12      /* of an option, to be tried one by one */

static const struct bl_game *game;     /* under test: the ordinary build … */
static const struct bl_rules *traced;  /* … traced */

/* ---- setups ---------------------------------------------------------------- */

typedef void setup_test(const struct bl_setup *, uint64_t seed);

static int ruling_combinations(void)
{
    int combinations = 1;
    for (int r = 0; r < game->ruling_count; r++)
        for (int v = 1; game->rulings[r].values[v]; v++)
            combinations += combinations / v;
    return combinations;
}

/* A setup with one of the combinations of rulings, its options unset. */
static struct bl_setup setup_of(int players, int combination)
{
    struct bl_setup setup;
    bl_setup_init(&setup, game);
    setup.players = (uint8_t)players;
    for (int r = 0; r < game->ruling_count; r++) {
        int values = 0;
        while (game->rulings[r].values[values])
            values++;
        setup.rulings[r] = (uint8_t)(combination % values);
        combination /= values;
    }
    return setup;
}

/* Every number of players with every combination of rulings; where moves are open, so that
 * each takes long, each combination with some numbers of players. */
static void each_setup(setup_test *test)
{
    int combinations = ruling_combinations();
    uint64_t seed = 1000;
    for (int players = game->min_players; players <= game->max_players; players++) {
        for (int c = 0; c < combinations; c++) {
            if (game->advice->propose && !TRIED(players, c))
                continue;
            struct bl_setup setup = setup_of(players, c);
            assert_null(bl_resolve(game, &setup));
            for (int g = 0; g < GAMES_EACH; g++)
                test(&setup, seed++);
        }
    }
}

/* Every value of an option if there are few, else its ends, what is around the usual, and between. */
static int values_to_try(const struct bl_option *o, int32_t usual, int32_t values[MOST_VALUES])
{
    const int32_t some[] = {o->min, o->min + 1, usual / 2, usual + 1, usual * 2, o->max};
    int n = 0;
    if (o->max - o->min < MOST_VALUES)
        for (int32_t v = o->min; v <= o->max; v++)
            values[n++] = v;
    for (size_t i = 0; i < sizeof some / sizeof *some && o->max - o->min >= MOST_VALUES; i++)
        if (some[i] >= o->min && some[i] <= o->max)
            values[n++] = some[i];
    return n;
}

static bool fits(struct bl_setup setup)
{
    return !bl_resolve(game, &setup);
}

/* One option of a setup; if the others do not allow it, with them at their least, and else nearer to
 * the usual until it fits. */
static bool set_option(struct bl_setup *setup, int option, int32_t value)
{
    struct bl_setup usual = *setup, least = *setup;
    if (bl_resolve(game, &usual))
        return false;
    for (int o = 0; o < game->option_count; o++)
        least.options[o] = game->options[o].min;
    least.options[option] = value;
    setup->options[option] = value;
    if (!fits(*setup) && fits(least))
        *setup = least;
    while (!fits(*setup) && value != usual.options[option]) {
        value += (usual.options[option] - value) / 2 + (usual.options[option] > value ? 1 : -1);
        setup->options[option] = value;
    }
    return fits(*setup);
}

/* Every option at its values, one by one, with the least, the usual and the greatest number of
 * players and with rulings in turn; every one must fit somewhere. */
static void each_option(setup_test *test)
{
    struct bl_setup usual = setup_of(game->usual_players, 0);
    uint64_t seed = 5000;
    assert_null(bl_resolve(game, &usual));
    for (int o = 0; o < game->option_count; o++) {
        int32_t values[MOST_VALUES];
        int n = values_to_try(&game->options[o], usual.options[o], values);
        for (int v = 0; v < n; v++) {
            const int players[] = {game->max_players, game->usual_players, game->min_players};
            int fit = 0;
            for (int p = 0; p < 3 && !(game->advice->propose && fit > 0); p++, seed++) {
                struct bl_setup setup = setup_of(players[(p + v) % 3],
                                                 (int)(seed % (uint64_t)ruling_combinations()));
                if (!set_option(&setup, o, values[v]))
                    continue;
                fit++;
                assert_null(bl_resolve(game, &setup));
                if (seed % OF_OPTIONS == 0)
                    test(&setup, seed * GAMES_EACH);
            }
            if (fit == 0)
                fail_msg("%s: %s=%d never fits", game->id, game->options[o].name, values[v]);
        }
    }
}

/* Everything at random. */
static void each_mixture(setup_test *test)
{
    struct bl_stream rng = bl_stream(1, game->code, BL_FOR_TEST, 1);
    for (uint64_t seed = 9000; seed < 9000 + MIXTURES / OF_OPTIONS; seed++) {
        uint32_t span = (uint32_t)(game->max_players - game->min_players + 1);
        struct bl_setup setup = setup_of(game->min_players + (int)bl_below(&rng, span),
                                         (int)bl_below(&rng, (uint32_t)ruling_combinations()));
        struct bl_setup usual = setup;
        assert_null(bl_resolve(game, &usual));
        for (int o = 0; o < game->option_count; o++) {
            struct bl_setup with = setup;
            int32_t values[MOST_VALUES];
            int n = values_to_try(&game->options[o], usual.options[o], values);
            if (set_option(&with, o, values[bl_below(&rng, (uint32_t)n)]))
                setup = with;
        }
        assert_null(bl_resolve(game, &setup));
        test(&setup, seed * GAMES_EACH);
    }
}

/* All of these, as often as each proves something. */
static void each_table(setup_test *test)
{
    each_setup(test);
    each_option(test);
    each_mixture(test);
}

/* ---- states ---------------------------------------------------------------- */

static void assert_zero_tail(const void *state)
{
    const char *at = state;
    for (uint32_t i = bl_extent(game, state); i < game->state_size; i++)
        if (at[i])
            fail_msg("byte %d is beyond the extent, and not zero", (int)i);
}

/* Byte for byte. Beyond the extent all is zero, which is looked at now and then: it takes long. */
static void assert_same(const void *a, const void *b)
{
    static unsigned count;
    uint32_t size = bl_extent(game, a);
    assert_true(size <= game->state_size);
    assert_int_equal(bl_extent(game, b), size);
    assert_memory_equal(a, b, size);
    if (count++ % 64 != 0)
        return;
    assert_zero_tail(a);
    assert_zero_tail(b);
}

/* ---- a walk through a random game ------------------------------------------ */

struct walk {
    void *state, *view;
    struct bl_text words;      /* of the open move chosen last */
    bl_move *moves;
    uint32_t n;
    struct bl_context cx;
    struct bl_stream rng;
    struct bl_trace trace;
    uint64_t seed;
    int made;                  /* moves */
    void *before;              /* the state before the last of them, which `last` is */
    struct bl_play last;
};

static struct walk *under_way;   /* where a test is that has not come to its end */

/* After a test: if it failed on the way, where that was. */
static int tell_where(void **state)
{
    (void)state;
    struct walk *w = under_way;
    if (!w)
        return 0;
    struct bl_text at = bl_text_heap();
    bl_putf(&at, "in %s of seed ", game->id);
    bl_put_uint(&at, w->seed);
    bl_putf(&at, " after %d moves", w->made);
    if (w->made > 0) {
        bl_put(&at, ", the last of them ");
        game->notation->put_move(w->before, &w->last, &at);
        bl_putf(&at, " by seat %d", w->last.seat);
    }
    bl_put(&at, ", at\n");
    bl_put_position(&at, game, w->state);
    print_error("%s\n", at.s);
    bl_text_free(&at);
    under_way = NULL;
    return 0;
}

/* A failed assertion in the rules ends everything; where, is told first. */
static void tell_before_the_end(int signal_number)
{
    signal(signal_number, SIG_DFL);
    tell_where(NULL);
    raise(signal_number);
}

static struct walk *start(const struct bl_setup *setup, uint64_t seed)
{
    struct walk *w = calloc(1, sizeof *w);
    w->state = calloc(1, game->state_size);
    w->view = calloc(1, game->state_size);
    w->before = calloc(1, game->state_size);
    w->seed = seed;
    w->words = bl_text_heap();
    w->moves = calloc(game->max_moves, sizeof *w->moves);
    bl_context_init(&w->cx, game, seed);
    w->cx.scratch = bl_scratch_new(game);
    bl_trace_clear(&w->trace);
    w->cx.trace = &w->trace;
    w->rng = bl_stream(seed, game->code, BL_FOR_TEST, 0);
    game->rules->deal(w->state, setup, &w->cx);
    w->n = game->rules->moves(w->state, w->moves);
    under_way = w;
    return w;
}

static void finish(struct walk *w)
{
    bl_scratch_free(game, w->cx.scratch);
    bl_text_free(&w->words);
    free(w->state);
    free(w->view);
    free(w->before);
    free(w->moves);
    free(w);
    under_way = NULL;
}

/* Now and then somebody speaks out of turn, where that is possible. */
static bool speak(struct walk *w, struct bl_play *out)
{
    bl_move all[MAX_NOTATION];
    if (!game->rules->aside || bl_below(&w->rng, 10) != 0)
        return false;
    uint32_t n = bl_actions(game, &bl_head(w->state)->setup, 0, all, MAX_NOTATION);
    *out = (struct bl_play){.seat = (int8_t)bl_below(&w->rng, bl_head(w->state)->setup.players)};
    do
        out->move = all[bl_below(&w->rng, n)];
    while (!game->rules->aside(out->move));
    struct bl_context cx = w->cx;
    return game->rules->check(w->state, out, &cx) == 0;
}

/* What the game proposes for a form, from what the seat sees; false: nothing. */
static bool complete(struct walk *w, bl_move form, struct bl_play *out)
{
    int seat = bl_head(w->state)->to_move;
    bl_view(game, w->state, seat, w->view);
    bl_text_clear(&w->words);
    if (!game->advice->propose(w->view, seat, form, &w->rng, w->cx.scratch, &w->words, out))
        return false;
    assert_int_equal(out->move, form);
    return true;
}

/* The next move, noted as the last one. */
static struct bl_play choose(struct walk *w)
{
    struct bl_play play;
    if (!speak(w, &play))
        do
            play = (struct bl_play){.move = w->moves[bl_below(&w->rng, w->n)],
                                    .seat = bl_head(w->state)->to_move};
        while (play.move & BL_OPEN && !complete(w, play.move, &play));
    bl_copy(game, w->before, w->state);
    w->last = play;
    w->made++;
    return play;
}

static bool step(struct walk *w)
{
    struct bl_play play = choose(w);
    game->rules->apply(w->state, &play, &w->cx);
    w->n = game->rules->moves(w->state, w->moves);
    return w->n > 0;
}

/* Calls `look` at every decision (at one of `pace`) and at the end of a random game. */
static void walk_game(const struct bl_setup *setup, uint64_t seed, uint32_t pace,
                      void (*look)(struct walk *))
{
    struct walk *w = start(setup, seed);
    for (int i = 0; i < CAP; i++) {
        if (pace == 1 || bl_below(&w->rng, pace) == 0)
            look(w);
        if (w->n == 0 || !step(w))
            break;
    }
    look(w);
    finish(w);
}

/* ---- check and moves ------------------------------------------------------- */

static bool listed(const struct walk *w, bl_move m)
{
    for (uint32_t i = 0; i < w->n; i++)
        if (w->moves[i] == m)
            return true;
    return false;
}

/* The notation from number `from` on: how many moves there were, and how many of them listed. */
static uint32_t same_answers_from(struct walk *w, uint32_t from, uint32_t *listed_here)
{
    static bl_move all[MAX_NOTATION];
    uint32_t total = bl_actions(game, &bl_head(w->state)->setup, from, all, MAX_NOTATION), found = 0;
    int to_move = bl_head(w->state)->to_move;
    for (uint32_t i = 0; i < total; i++) {
        bool here = listed(w, all[i]), aside = game->rules->aside && game->rules->aside(all[i]);
        found += here;
        for (int seat = 0; seat < bl_head(w->state)->setup.players; seat++) {
            struct bl_play play = {.move = all[i], .seat = (int8_t)seat};
            bl_cite answer = game->rules->check(w->state, &play, &w->cx);
            bl_trace_clear(&w->trace);
            assert_int_equal(traced->check(w->state, &play, &w->cx), answer);
            if (aside ? here && seat == to_move && answer
                      : (answer == 0) != (here && seat == to_move)) {
                char text[64] = "";
                struct bl_text out = BL_TEXT_FIXED(text);
                game->notation->put_move(w->state, &play, &out);
                fail_msg("%s by seat %d is %s, but check says %s", text, seat,
                         here ? "listed" : "not listed",
                         answer ? game->clauses[answer].id : "legal");
            }
        }
    }
    *listed_here += found;
    return total;
}

/* A form is not a move; what the game proposes for it is one, of the seat to move only. */
static void forms_are_open(struct walk *w, uint32_t *forms)
{
    int to_move = bl_head(w->state)->to_move;
    for (uint32_t i = 0; i < w->n; i++) {
        if (!(w->moves[i] & BL_OPEN))
            continue;
        ++*forms;
        struct bl_play play = {.move = w->moves[i], .seat = (int8_t)to_move};
        assert_int_not_equal(game->rules->check(w->state, &play, &w->cx), 0);
        for (int tries = 0; tries < 3; tries++) {
            if (!complete(w, w->moves[i], &play))
                continue;
            assert_int_equal(game->rules->check(w->state, &play, &w->cx), 0);
            bl_trace_clear(&w->trace);
            assert_int_equal(traced->check(w->state, &play, &w->cx), 0);
            play.seat = (int8_t)((to_move + 1) % bl_head(w->state)->setup.players);
            assert_int_not_equal(game->rules->check(w->state, &play, &w->cx), 0);
        }
    }
}

static void same_answers(struct walk *w)
{
    uint32_t from = 0, page, found = 0, forms = 0;
    assert_true((w->n == 0) == (bl_head(w->state)->to_move < 0));
    while ((page = same_answers_from(w, from, &found)) > 0)
        from += page;
    forms_are_open(w, &forms);
    assert_int_equal(found + forms, w->n);   /* each listed move is in the notation, once */
}

static void check_setup(const struct bl_setup *setup, uint64_t seed)
{
    if (seed % GAMES_EACH == 0)
        walk_game(setup, seed, game->advice->propose ? PACE_WRITTEN : PACE, same_answers);
}

static void test_check_agrees_with_moves(void **state)
{
    (void)state;
    each_table(check_setup);
}

/* ---- text ------------------------------------------------------------------ */

/* An open move is written in one way, whatever was typed. */
static void same_words(struct walk *w, const struct bl_play *play)
{
    struct bl_text once = bl_text_heap(), twice = bl_text_heap(), words = bl_text_heap();
    struct bl_play back;
    game->notation->put_move(w->state, play, &once);
    assert_null(game->notation->read_move(w->state, play->seat, once.s, &back, &words));
    assert_int_equal(back.move, play->move);
    game->notation->put_move(w->state, &back, &twice);
    assert_string_equal(once.s, twice.s);
    bl_text_free(&once);
    bl_text_free(&twice);
    bl_text_free(&words);
}

static void same_text(struct walk *w)
{
    struct bl_text once = bl_text_heap(), twice = bl_text_heap();
    struct bl_json_doc doc;
    static void *again;   /* holds what was read before: nothing of that may stay */
    if (!again)
        again = calloc(1, game->state_size);
    if (!game->extent)
        memset(again, 0xa5, game->state_size);
    uint32_t had = bl_extent(game, again);
    bl_put_position(&once, game, w->state);
    const char *fault = bl_read_position(game, once.s, once.len, again, &doc);
    if (fault)
        fail_msg("%s in %s", fault, once.s);
    assert_same(again, w->state);
    for (uint32_t i = bl_extent(game, again); i < had; i++)
        assert_int_equal(((char *)again)[i], 0);
    bl_put_position(&twice, game, again);
    assert_string_equal(once.s, twice.s);
    for (uint32_t i = 0; i < w->n; i++) {
        char text[128], why[200];
        struct bl_text out = BL_TEXT_FIXED(text), said = BL_TEXT_FIXED(why);
        struct bl_play play = {.move = w->moves[i], .seat = bl_head(w->state)->to_move}, back;
        game->notation->put_move(w->state, &play, &out);
        if (play.move & BL_OPEN) {
            assert_non_null(game->notation->read_move(w->state, play.seat, text, &back, &said));
            if (complete(w, play.move, &play))
                same_words(w, &play);
            continue;
        }
        assert_null(game->notation->read_move(w->state, play.seat, text, &back, &said));
        assert_int_equal(back.move, play.move);
        assert_int_equal(back.seat, play.seat);
    }
    bl_text_free(&once);
    bl_text_free(&twice);
}

static void text_setup(const struct bl_setup *setup, uint64_t seed)
{
    walk_game(setup, seed, game->advice->propose ? 3 : 1, same_text);
}

/* Reading a state checks that every card is there once, so this also shows that
 * cards are conserved. */
static void test_positions_and_moves_round_trip(void **state)
{
    (void)state;
    each_table(text_setup);
}

/* ---- any number ------------------------------------------------------------- */

/* A number near one that is legal, or that is a move, or anywhere. */
static bl_move any_number(struct walk *w)
{
    const struct bl_setup *setup = &bl_head(w->state)->setup;
    bl_move m = w->n > 0 && bl_below(&w->rng, 2) == 0
                    ? w->moves[bl_below(&w->rng, w->n)]
                    : bl_action_move(game, setup, (uint32_t)bl_below(&w->rng, bl_action_count(game, setup)));
    switch (bl_below(&w->rng, 4)) {
    case 0: return m;
    case 1: return m ^ (bl_move)1 << bl_below(&w->rng, 32);
    case 2: return m + (bl_move)bl_below(&w->rng, 9) - 4;
    default: return (bl_move)bl_next(&w->rng) >> bl_below(&w->rng, 32);
    }
}

/* Whatever number is given as a move, and whatever as a seat: both builds say the same, they accept
 * what `moves` lists for the seat to move and nothing else but asides, and it can be written. */
static void any_answer(struct walk *w)
{
    const struct bl_setup *setup = &bl_head(w->state)->setup;
    static const int8_t strange[] = {-1, -2, -128, 127, 16, 17, 64};
    for (int i = 0; i < 200; i++) {
        char text[256] = "";
        struct bl_text out = BL_TEXT_FIXED(text);
        unsigned who = (unsigned)bl_below(&w->rng, setup->players + 10);
        struct bl_play back, play = {
            .move = any_number(w), .seat = who < setup->players ? (int8_t)who
            : who < setup->players + 7u ? strange[who - setup->players] : bl_head(w->state)->to_move};
        bool seated = play.seat >= 0 && play.seat < setup->players;
        bool aside = seated && game->rules->aside && game->rules->aside(play.move);
        bool legal = play.seat == bl_head(w->state)->to_move && listed(w, play.move) &&
                     !(play.move & BL_OPEN);
        bl_cite answer = bl_check(game, game->rules, w->state, &play, &w->cx);
        bl_trace_clear(&w->trace);
        assert_int_equal(bl_check(game, traced, w->state, &play, &w->cx), answer);
        assert_true(answer < game->clause_count);
        if (answer == 0 ? !legal && !aside : legal)
            fail_msg("number %x by seat %d: check says %s", play.move, play.seat,
                     answer ? game->clauses[answer].id : "legal");
        bl_put_move(game, w->state, &play, &out);
        assert_true(answer != 0 || (!game->notation->read_move(w->state, play.seat, text, &back, NULL) &&
                                    back.move == play.move));
    }
}

static void any_setup(const struct bl_setup *setup, uint64_t seed)
{
    walk_game(setup, seed, 10, any_answer);
}

static void test_any_number_has_an_answer(void **state)
{
    (void)state;
    each_setup(any_setup);
}

/* ---- actions --------------------------------------------------------------- */

static void actions_setup(const struct bl_setup *setup, uint64_t seed)
{
    struct walk *w = start(setup, seed);
    uint32_t count = bl_action_count(game, setup);
    assert_true(count > 0 && bl_action_move(game, setup, count) == BL_NO_MOVE);
    for (uint32_t action = 0; action < count && seed % GAMES_EACH == 0; action++) {
        char text[128];
        struct bl_text out = BL_TEXT_FIXED(text);
        struct bl_play play = {.move = bl_action_move(game, setup, action)}, back;
        assert_int_equal(play.move & BL_OPEN, 0);
        assert_int_equal(bl_action_of(game, setup, play.move), action);
        game->notation->put_move(w->state, &play, &out);
        assert_null(game->notation->read_move(w->state, 0, text, &back, NULL));
        assert_int_equal(back.move, play.move);
    }
    for (uint32_t i = 0; i < 10000; i++) {   /* any number may be asked about */
        bl_move any = (bl_move)bl_next(&w->rng) >> bl_below(&w->rng, 32);
        uint32_t action = bl_action_of(game, setup, any);
        assert_true(action == BL_NO_ACTION || bl_action_move(game, setup, action) == any);
        bl_move move = bl_action_move(game, setup, any);
        assert_true(any < count ? bl_action_of(game, setup, move) == any : move == BL_NO_MOVE);
    }
    for (int i = 0; i < CAP && w->n > 0; i++) {
        for (uint32_t k = 0; k < w->n; k++)
            assert_true((bl_action_of(game, setup, w->moves[k]) < count) !=
                        ((w->moves[k] & BL_OPEN) != 0));
        step(w);
    }
    finish(w);
}

static void test_actions_are_numbered(void **state)
{
    (void)state;
    each_setup(actions_setup);
}

/* ---- the two builds -------------------------------------------------------- */

static void builds_setup(const struct bl_setup *setup, uint64_t seed)
{
    struct walk *w = start(setup, seed);
    void *other = calloc(1, game->state_size);
    struct bl_context cx = w->cx;
    bl_context_init(&cx, game, seed);
    cx.trace = &w->trace;
    cx.scratch = w->cx.scratch;
    traced->deal(other, setup, &cx);
    assert_same(other, w->state);
    assert_true(game->rules->is_start(w->state));
    assert_true(traced->is_start(w->state));
    for (int i = 0; i < CAP && w->n > 0; i++) {
        struct bl_play play = choose(w);
        game->rules->apply(w->state, &play, &w->cx);
        bl_trace_clear(&w->trace);
        traced->apply(other, &play, &cx);
        assert_same(other, w->state);
        w->n = game->rules->moves(w->state, w->moves);
    }
    free(other);
    finish(w);
}

static void test_traced_build_plays_the_same(void **state)
{
    (void)state;
    each_table(builds_setup);
}

/* ---- hidden information ---------------------------------------------------- */

/* What a seat is told of a view: the view itself, its table, refusals with facts. */
static void put_told(struct bl_text *out, const void *state, int seat, struct walk *w)
{
    static bl_move all[MAX_NOTATION];
    void *view = calloc(1, game->state_size);
    struct bl_look look = {.columns = 80};
    uint32_t total = bl_actions(game, &bl_head(state)->setup, 0, all, MAX_NOTATION);
    bl_view(game, state, seat, view);
    game->notation->put_table(view, seat, &look, out);
    bl_put_state(game, view, out);
    for (uint32_t i = 0; i < total && seat >= 0; i += 7) {
        struct bl_play play = {.move = all[i], .seat = (int8_t)seat};
        bl_trace_clear(&w->trace);
        bl_cite answer = traced->check(state, &play, &w->cx);
        bl_put_int(out, answer);
        for (uint32_t k = 0; k < w->trace.count; k++) {
            struct bl_fact fact = bl_trace_fact(&w->trace, &w->trace.entries[k]);
            bl_put_fact(out, &fact, NULL);
        }
    }
    free(view);
}

/* Pairs of states that a seat cannot tell apart: compared so far, and wanted where more are asked
 * for than a test has time for. */
static uint64_t pairs, pairs_wanted, pairs_seed;

/* Takes the lower half of hidden piles out of the game: what is guessed then has the same cards. */
static void keeps_small_packs(struct walk *w)
{
    if (!game->fields->pack || game->fields->whole_pack)
        return;
    char *small = calloc(1, game->state_size), *guess = calloc(1, game->state_size);
    struct bl_text text = bl_text_heap();
    struct bl_json_doc doc;
    bl_copy(game, guess, w->state);
    for (unsigned i = 0; i < game->fields->count; i++) {
        const struct bl_field *f = &game->fields->rows[i];
        uint8_t *n = (uint8_t *)guess + f->count_at;
        if (f->kind == BL_FIELD_HIDDEN) {
            *n = (uint8_t)(*n / 2);
            memset(guess + f->at + *n, 0, f->room - (size_t)*n);
        }
    }
    bl_put_position(&text, game, guess);
    assert_null(bl_read_small_position(game, text.s, text.len, small, &doc));
    for (int seat = BL_SPECTATOR; seat < bl_head(small)->setup.players; seat++) {
        bl_view(game, small, seat, guess);
        bl_resample(game, guess, seat, &w->rng, guess);
        bl_text_clear(&text);
        bl_put_position(&text, game, guess);
        const char *fault = bl_read_small_position(game, text.s, text.len, guess, &doc);
        if (fault)
            fail_msg("%s in %s", fault, text.s);
        assert_memory_equal(bl_head(small)->absent, bl_head(guess)->absent, sizeof bl_head(small)->absent);
    }
    bl_text_free(&text);
    free(small);
    free(guess);
}

static void hides(struct walk *w)
{
    int players = bl_head(w->state)->setup.players;
    char *view = calloc(1, game->state_size), *sample = calloc(1, game->state_size);
    char *again = calloc(1, game->state_size);
    bl_move *moves = calloc(game->max_moves, sizeof *moves);
    keeps_small_packs(w);
    for (int seat = BL_SPECTATOR; seat < players; seat++) {
        bl_view(game, w->state, seat, view);
        bl_resample(game, view, seat, &w->rng, sample);
        bl_view(game, sample, seat, again);
        pairs++;
        assert_same(view, again);                             /* the sample fits the view */
        struct bl_text a = bl_text_heap(), b = bl_text_heap();
        put_told(&a, w->state, seat, w);
        put_told(&b, sample, seat, w);
        assert_string_equal(a.s, b.s);
        bl_text_clear(&a);
        bl_put_position(&a, game, sample);                    /* and is a possible position */
        struct bl_json_doc doc;
        const char *fault = bl_read_position(game, a.s, a.len, again, &doc);
        if (fault)
            fail_msg("%s in %s", fault, a.s);
        bl_text_clear(&a);
        bl_put_state(game, view, &a);                         /* and a view can be read by itself */
        fault = bl_read_view(game, &bl_head(view)->setup, a.s, a.len, sample, &doc);
        if (fault)
            fail_msg("%s in %s", fault, a.s);
        bl_view(game, sample, seat, again);
        assert_same(view, again);
        bl_text_free(&a);
        bl_text_free(&b);
        if (seat >= 0 && seat == bl_head(w->state)->to_move) {
            assert_int_equal(game->rules->moves(view, moves), w->n);
            assert_memory_equal(moves, w->moves, w->n * sizeof *moves);
        }
    }
    free(view);
    free(sample);
    free(again);
    free(moves);
}

static void hides_setup(const struct bl_setup *setup, uint64_t seed)
{
    if (seed % GAMES_EACH == 0)
        walk_game(setup, seed, game->advice->propose ? PACE_WRITTEN : PACE, hides);
}

static void test_views_do_not_depend_on_hidden_cards(void **state)
{
    (void)state;
    each_table(hides_setup);
}

static void pairs_setup(const struct bl_setup *setup, uint64_t seed)
{
    if (pairs < pairs_wanted)
        walk_game(setup, pairs_seed * 100000 + seed, game->advice->propose ? PACE_WRITTEN : PACE, hides);
}

/* As often as is asked for, each time with other deals. */
static void test_many_pairs(void **state)
{
    (void)state;
    for (; pairs < pairs_wanted; pairs_seed++)
        each_table(pairs_setup);
    print_message("%s: %llu pairs\n", game->id, (unsigned long long)pairs);
}

/* ---- transcripts ----------------------------------------------------------- */

static void transcript_setup(const struct bl_setup *setup, uint64_t seed)
{
    if (game->advice->propose && seed % GAMES_EACH != 0)
        return;
    struct walk *w = start(setup, seed);
    struct bl_text out = bl_text_heap(), again = bl_text_heap();
    struct bl_recorder r = {game, &out, true}, second = {game, &again, true};
    void *other = calloc(1, game->state_size);
    bl_copy(game, other, w->state);
    struct bl_chance chance = w->cx.chance;
    r.scratch = second.scratch = w->cx.scratch;
    bl_record_start(&r, seed, w->state);
    bl_record_start(&second, seed, other);
    for (int i = 0; i < CAP && w->n > 0; i++) {
        struct bl_play play = choose(w);
        bl_record_move(&r, w->state, &play, &w->cx.chance);
        bl_record_move(&second, other, &play, &chance);   /* the same chance again */
        w->n = game->rules->moves(w->state, w->moves);
    }
    bl_record_end(&r, w->state);
    bl_record_end(&second, other);
    assert_string_equal(out.s, again.s);
    assert_same(other, w->state);
    struct bl_memory memory = {out.s, out.s + out.len};
    struct bl_lines lines = bl_memory_lines(&memory);
    struct bl_verdict verdict;
    bl_verify(&lines, &verdict);
    if (!verdict.ok)
        fail_msg("line %d: %s", (int)verdict.line, verdict.why);
    assert_int_equal(verdict.games, 1);
    free(other);
    bl_text_free(&out);
    bl_text_free(&again);
    finish(w);
}

static void test_transcripts_verify(void **state)
{
    (void)state;
    each_table(transcript_setup);
}

/* ---- perft ----------------------------------------------------------------- */

/* Leaves of the tree of legal moves, found by `moves`; forms of open moves are leaves or lead
 * nowhere. Chance is that of the seed. */
static uint64_t perft(const void *state, const struct bl_context *cx, int depth)
{
    bl_move *moves = calloc(game->max_moves, sizeof *moves);
    void *next = calloc(1, game->state_size);
    uint32_t n = game->rules->moves(state, moves);
    uint64_t leaves = depth == 1 ? n : 0;
    for (uint32_t i = 0; i < n && depth > 1; i++) {
        if (moves[i] & BL_OPEN)
            continue;
        struct bl_context chance = *cx;
        struct bl_play play = {.move = moves[i], .seat = bl_head(state)->to_move};
        bl_copy(game, next, state);
        game->rules->apply(next, &play, &chance);
        leaves += perft(next, &chance, depth - 1);
    }
    free(moves);
    free(next);
    return leaves;
}

/* The same, found by asking `check` of every move that can be written. */
static uint64_t perft_by_check(const void *state, const struct bl_context *cx, int depth)
{
    bl_move *moves = calloc(MAX_NOTATION, sizeof *moves);
    bl_move *legal = calloc(game->max_moves, sizeof *legal);
    void *next = calloc(1, game->state_size);
    uint32_t n = bl_actions(game, &bl_head(state)->setup, 0, moves, MAX_NOTATION);
    uint32_t listed_n = game->rules->moves(state, legal);
    uint64_t leaves = 0;
    for (uint32_t i = 0; i < listed_n && depth == 1; i++)
        leaves += (legal[i] & BL_OPEN) != 0;
    for (uint32_t i = 0; i < n && bl_head(state)->to_move >= 0; i++) {
        struct bl_context chance = *cx;
        struct bl_play play = {.move = moves[i], .seat = bl_head(state)->to_move};
        bool wanted = game->rules->check(state, &play, &chance) == 0;
        if (wanted && game->rules->aside && game->rules->aside(play.move)) {   /* talk is never listed */
            wanted = false;
            for (uint32_t k = 0; k < listed_n; k++)
                wanted |= legal[k] == play.move;
        }
        if (!wanted)
            continue;
        if (depth == 1) {
            leaves++;
            continue;
        }
        bl_copy(game, next, state);
        game->rules->apply(next, &play, &chance);
        leaves += perft_by_check(next, &chance, depth - 1);
    }
    free(moves);
    free(legal);
    free(next);
    return leaves;
}

/* `perft DEPTH LEAVES LEAVES LEAVES`: from the deals of seeds 1 to 3 at the usual number of players. */
static int wrong_counts(const char *path, const char *row)
{
    char *end;
    int depth = (int)strtol(row, &end, 10), wrong = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct bl_setup setup;
        bl_setup_init(&setup, game);
        assert_null(bl_resolve(game, &setup));
        struct walk *w = start(&setup, seed);
        uint64_t leaves = perft(w->state, &w->cx, depth), right = strtoull(end, &end, 10);
        if (depth <= 3)
            assert_int_equal(leaves, perft_by_check(w->state, &w->cx, depth));
        if (leaves != right)
            print_error("%s: %s: perft %d of seed %d is %llu\n", path, game->id, depth, (int)seed,
                        (unsigned long long)leaves);
        wrong += leaves != right;
        finish(w);
    }
    return wrong;
}

static void test_perft(void **state)
{
    (void)state;
    struct file file = read_game_file(game->id, "figures.txt");
    int rows = 0, wrong = 0;
    for (const char *at = file.text; at && (at = figures_after(at, "perft ")); rows++)
        wrong += wrong_counts(file.path, at);
    if (rows < 2)
        fail_msg("%s: %s has %d lines `perft DEPTH LEAVES LEAVES LEAVES`, must have two", file.path,
                 game->id, rows);
    assert_int_equal(wrong, 0);
    free(file.text);
}

/* ---- the signature --------------------------------------------------------- */

/* Of many games: lists, states and results. */
static uint64_t signature;

static void sign(struct walk *w)
{
    struct bl_text out = bl_text_heap();
    for (uint32_t i = 0; i < w->n; i++) {
        struct bl_play play = {.move = w->moves[i], .seat = bl_head(w->state)->to_move};
        game->notation->put_move(w->state, &play, &out);
    }
    bl_put_state(game, w->state, &out);
    signature = sign_bytes(signature, out.s, out.len);
    bl_text_free(&out);
}

static void sign_setup(const struct bl_setup *setup, uint64_t seed)
{
    walk_game(setup, seed, 1, sign);
}

static void test_signature(void **state)
{
    (void)state;
#ifdef BRIEF
    if (game->advice->propose)
        skip();   /* it is that of all setups, and not all are tried here */
#endif
    signature = UNSIGNED_YET;
    each_setup(sign_setup);
    hold_signature(game->id, "signature ", signature);
}

/* ---- tables ---------------------------------------------------------------- */

/* The goal in two sentences, then how to play, then what stands on the table, each thing once. */
static void guide_is_whole(const struct bl_guide *g)
{
    unsigned sentences = 0;
    assert_int_equal(g->kind, BL_GOAL);
    for (const char *at = g->text; *at; at++)
        sentences += *at == '.' && (at[1] == ' ' || !at[1]);
    assert_int_equal(sentences, 2);
    assert_true(g[1].kind == BL_LINE || g[1].kind == BL_MOVE);
    for (g++; g->kind == BL_LINE || g->kind == BL_MOVE; g++)
        assert_true(*g->text && (g->kind == BL_LINE || *g->key));
    assert_int_equal(g->kind, BL_TERM);
    for (const struct bl_guide *first = g; g->kind; g++) {
        assert_true(g->kind == BL_TERM && *g->key && *g->name && *g->text);
        for (const struct bl_guide *other = first; other < g; other++)
            assert_string_not_equal(other->key, g->key);
    }
}

static void test_tables_are_whole(void **state)
{
    (void)state;
    assert_true(game->clause_count > 1 && game->clause_count < 512);
    assert_true(game->turn > 0 && game->turn < game->clause_count);
    const struct bl_clause *none = &game->clauses[0];
    assert_string_equal(none->id, "");
    assert_string_equal(none->text, "");
    assert_string_equal(none->reading, "");
    assert_string_equal(none->dead, "");
    for (int i = 1; i < game->clause_count; i++) {
        const struct bl_clause *c = &game->clauses[i];
        assert_true(c->id && *c->id && c->text && *c->text && c->reading && c->dead);
        assert_int_equal(bl_find_clause(game, c->id), i);   /* ids are unique */
    }
    for (int i = 0; i < game->ruling_count; i++)
        assert_true(game->rulings[i].clause > 0 && game->rulings[i].clause < game->clause_count);
    assert_string_equal(game->presets[0].name, "letter");
    /* What is offered to somebody who just wants to play can be dealt. */
    struct bl_setup first = setup_of(game->first_players ? game->first_players : game->usual_players, 0);
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (game->first_preset)
        assert_null(bl_setup_preset(&first, game, game->first_preset, &why));
    assert_null(bl_resolve(game, &first));
    assert_in_range(game->minutes, 1, 60);
    guide_is_whole(game->guide);
    for (const struct bl_game *const *other = bl_games(); *other; other++)
        assert_true(*other == game || (*other)->code != game->code);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, NULL, tell_where)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(test_tables_are_whole),
        TEST(test_check_agrees_with_moves),
        TEST(test_positions_and_moves_round_trip),
        TEST(test_any_number_has_an_answer),
        TEST(test_actions_are_numbered),
        TEST(test_traced_build_plays_the_same),
        TEST(test_views_do_not_depend_on_hidden_cards),
        TEST(test_transcripts_verify),
        TEST(test_perft),
        TEST(test_signature),
    };
    const struct CMUnitTest more[] = {
        TEST(test_many_pairs),
    };
    bool many = argc == 5 && strcmp(argv[2], "pairs") == 0;
    game = bl_find_game(argc > 1 ? argv[1] : "");
    if (!game || (argc > 2 && !many)) {
        print_error("usage: generic GAME [pairs COUNT SEED]\n");
        return 2;
    }
    traced = game->traced;
    signal(SIGABRT, tell_before_the_end);
    if (many) {
        pairs_wanted = strtoull(argv[3], NULL, 10);
        pairs_seed = strtoull(argv[4], NULL, 10);
        return cmocka_run_group_tests_name(game->id, more, NULL, NULL);
    }
    return cmocka_run_group_tests_name(game->id, tests, NULL, NULL);
}
