/* bots.c - bots that search: they find what can be found, and know only what they may. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "bots/bots.h"
#include "bots/ismcts.h"
#include "bots/opinions.h"
#include "bylaw/bot.h"
#include "bylaw/position.h"
#include "bylaw/tournament.h"
#include "bylaw/transcript.h"
#include "files.h"
#include "registry.h"
#include "setup.h"

#define MOST_MOVES 8192

static const struct bl_bot *bot_of(const char *name)
{
    const struct bl_bot *bot = bl_find_bot(name);
    assert_non_null(bot);
    return bot;
}

/* What a bot thinks of a state, in which `seat` is to move; the best first. */
static uint32_t ask(const char *name, const struct bl_game *game, const void *state, uint64_t seed,
                    struct bl_opinion *out)
{
    static bl_move moves[MOST_MOVES];
    const struct bl_bot *bot = bot_of(name);
    int seat = bl_head(state)->to_move;
    void *view = calloc(1, game->state_size);
    assert_true(seat >= 0 && game->max_moves <= MOST_MOVES);
    struct bl_stream rng = bl_stream(seed, game->code, BL_FOR_TEST, 0);
    if (bot->cheats)
        memcpy(view, state, game->state_size);
    else
        bl_view(game, state, seat, view);
    struct bl_decision d = {game, view, seat, moves, game->rules->moves(view, moves), &rng, NULL, NULL};
    struct bl_text words = bl_text_heap();
    uint32_t n = bot->advise(bot, &d, NULL, &words, out);
    bl_text_free(&words);
    free(view);
    return n;
}

/* ---- positions ------------------------------------------------------------------- */

/* Calls `look` at every decision of games between greedy bots, until it has seen enough. */
static void each_position(const struct bl_game *game, int players, int games,
                          bool (*look)(const struct bl_game *game, const void *state))
{
    static bl_move moves[MOST_MOVES];
    const struct bl_bot *greedy = bot_of("greedy");
    void *state = calloc(1, game->state_size), *view = calloc(1, game->state_size);
    for (uint64_t seed = 1; seed <= (uint64_t)games; seed++) {
        struct bl_context cx;
        struct bl_setup setup = setup_for(game, players);
        bl_context_init(&cx, game, seed);
        game->rules->deal(state, &setup, &cx);
        for (uint64_t d = 0; bl_head(state)->to_move >= 0 && d < 1000; d++) {
            int seat = bl_head(state)->to_move;
            struct bl_stream rng = bl_bot_stream(game, seed, seat, d);
            struct bl_play play;
            if (!look(game, state))
                goto out;
            bl_view(game, state, seat, view);
            greedy->choose(greedy, &(struct bl_decision){game, view, seat, moves,
                           game->rules->moves(state, moves), &rng, NULL, NULL}, &play);
            game->rules->apply(state, &play, &cx);
        }
    }
out:
    free(state);
    free(view);
}

static void each_card_game(bool (*look)(const struct bl_game *, const void *), int players,
                           int games)
{
    for CARD_GAME(i)
        each_position(bl_find_game(ids[i]), players, games, look);
}

/* ---- names ----------------------------------------------------------------------- */

static void test_names(void **unused)
{
    static const char *const good[] = {"random", "greedy", "ismcts", "cheat", "ismcts:1", "cheat:7",
        "ismcts:200ms", "ismcts:2s:trees=2", "ismcts:86400s", "ismcts:50:cut=none:playout=any:c=1.25:widen=none",
        "ismcts:50:trees=cores:nodes=mover:reuse=yes:order=no:playout=liked:leaf=3:cut=7:net=yes"};
    static const char *const bad[] = {"random:1", "ismcts:0", "ismcts:x", "ismcts:10:", "ismcts:1m",
        "ismcts:10:trees=0", "ismcts:10:c=", "ismcts:10:c=1.2.3", "ismcts:10:playout=best",
        "ismcts:10:nothing=1", "ismcts:99999999999", "ismcts:-1", "ismcts:86401s"};
    char room[512];
    (void)unused;
    const struct bl_bot *found[sizeof good / sizeof good[0]];
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        found[i] = bot_of(good[i]);
        assert_string_equal(found[i]->name, good[i]);
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_ptr_equal(found[i], bot_of(good[i]));   /* what is found stays */
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct bl_text why = BL_TEXT_FIXED(room);
        room[0] = '\0';
        if (bl_ask_bot(bad[i], &why))
            fail_msg("%s is taken", bad[i]);
        assert_true(room[0]);
    }
    struct bl_text why = BL_TEXT_FIXED(room);
    assert_null(bl_ask_bot("ismcts:10:nothing=1:c=2", &why));
    assert_string_equal(room, "'nothing=1' is no budget (1000, 200ms, 2s) and no setting (trees, cut, "
                              "playout, leaf, c, doubt, widen, open, order, reuse, nodes, belief, endings, net)");
    bl_text_clear(&why);
    assert_null(bl_ask_bot("random:1", &why));
    assert_string_equal(room, "random takes no settings");
    bl_text_clear(&why);
    assert_null(bl_ask_bot("nobody", &why));
    assert_string_equal(room, "");
}

static void test_listed(void **unused)
{
    static const bl_move moves[] = {5, 7, 9};
    (void)unused;
    assert_true(bl_is_listed(moves, 2, 5) && bl_is_listed(moves, 2, 7));
    assert_false(bl_is_listed(moves, 2, 9) || bl_is_listed(moves, 0, 5) || bl_is_listed(moves, 3, 6));
}

/* ---- a game that likes what the test says ------------------------------------------ */

static int32_t likings[8];      /* of move i; of a form BL_OPEN | i too */
static bool proposes[8];

static int32_t like(const void *view, const struct bl_play *play)
{
    (void)view;
    return likings[play->move & 7];
}

static bool propose(const void *view, int seat, bl_move form, struct bl_stream *rng, void *scratch,
                    struct bl_text *words, struct bl_play *out)
{
    (void)view, (void)rng, (void)scratch;
    bl_put(words, "said");
    *out = (struct bl_play){form, (int8_t)seat, 4, words->s};
    return proposes[form & 7];
}

static const struct bl_advice toy_advice = {.prefer = like, .propose = propose};
static const struct bl_game toy = {.advice = &toy_advice};

static struct bl_play greedy_choice(const bl_move *moves, uint32_t n, uint64_t seed)
{
    struct bl_stream rng = bl_stream(seed, 0, BL_FOR_TEST, 0);
    struct bl_play play = {0};
    bot_of("greedy")->choose(bot_of("greedy"),
                             &(struct bl_decision){&toy, NULL, 3, moves, n, &rng, NULL, NULL}, &play);
    return play;
}

/* The best, wherever it stands, however bad all are; each of the best about as often. */
static void test_greedy(void **unused)
{
    static const bl_move moves[] = {0, 1, 2, 3};
    (void)unused;
    for (uint32_t best = 0; best < 4; best++)
        for (int32_t base = -20; base <= 0; base += 10) {
            for (uint32_t i = 0; i < 4; i++)
                likings[i] = base + (i == best ? 5 : -(int32_t)i);
            struct bl_play play = greedy_choice(moves, 4, best);
            assert_true(play.move == best && play.seat == 3 && play.size == 0 && !play.data);
        }
    int chosen[4] = {0};
    likings[0] = likings[2] = likings[3] = -1;
    likings[1] = -2;
    for (uint64_t seed = 0; seed < 3000; seed++)
        chosen[greedy_choice(moves, 4, seed).move]++;
    assert_int_equal(chosen[1], 0);
    for (int i = 0; i < 4; i++)
        assert_true(i == 1 || (chosen[i] > 850 && chosen[i] < 1150));
}

/* A form for which nothing is proposed is as good as illegal: the next best is taken. */
static void test_forms(void **unused)
{
    static const bl_move moves[] = {BL_OPEN | 1, 2, BL_OPEN | 3, BL_OPEN | 4};
    static const struct { bool three, four; bl_move wanted; } cases[] = {
        {false, false, 2}, {true, false, BL_OPEN | 3}, {true, true, BL_OPEN | 4}, {false, true, BL_OPEN | 4},
    };
    struct bl_text words = bl_text_heap();
    (void)unused;
    for (int32_t i = 0; i < 8; i++)
        likings[i] = i == 1 ? 9 : i;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bl_stream rng = bl_stream(i, 0, BL_FOR_TEST, 0);
        struct bl_play play;
        proposes[3] = cases[i].three;
        proposes[4] = cases[i].four;
        bl_bot_play(bot_of("greedy"),
                    &(struct bl_decision){&toy, NULL, 1, moves, 4, &rng, NULL, NULL}, NULL, &words, &play);
        assert_int_equal(play.move, cases[i].wanted);
        assert_int_equal(play.seat, 1);
        assert_int_equal(play.size, cases[i].wanted & BL_OPEN ? 4 : 0);
        if (play.size)
            assert_memory_equal(play.data, "said", 4);
    }
    bl_text_free(&words);
}

/* ---- levels ----------------------------------------------------------------------- */

/* A level plays what the one behind it plays, and slips about as often as is said. */
static bool look_at_levels(const struct bl_game *game, const void *state)
{
    static bl_move moves[MOST_MOVES];
    void *view = calloc(1, game->state_size);
    int seat = bl_head(state)->to_move;
    bl_view(game, state, seat, view);
    uint32_t n = game->rules->moves(view, moves);
    for (const struct bl_person *p = bl_people(); bot_of(p->bot)->level; p++) {
        const struct bl_bot *level = bot_of(p->bot);
        uint32_t slips = 0, share = level->level->slips;
        struct bl_stream rng = bl_stream(1, game->code, BL_FOR_TEST, 0), same;
        struct bl_decision d = {game, view, seat, moves, n, &rng, NULL, NULL, NULL};
        for (int i = 0; i < 1000; i++)
            slips += bl_level_bot(level, &d) == &bl_bot_slip;
        assert_true(share == 0 ? slips == 0 : slips + 60 > 10 * share && slips < 10 * share + 60);
        same = rng;
        const struct bl_bot *player = bl_level_bot(level, &d);
        struct bl_play play, again;
        struct bl_text words = bl_text_heap();
        if (n > 1 && share > 0) {
            bl_bot_play(player, &d, NULL, &words, &play);
            d.rng = &same;
            bl_bot_play(level, &d, NULL, &words, &again);
            assert_true(play.move == again.move && bl_is_listed(moves, n, play.move));
        }
        bl_text_free(&words);
    }
    free(view);
    return false;
}

/* Four of them, the weakest first, before all other people; names are nobody's twice. */
static void test_levels(void **unused)
{
    static const char *const levels[] = {"beginner", "casual", "strong", "master"};
    const struct bl_person *p = bl_people();
    (void)unused;
    for (int i = 0; i < 4; i++)
        assert_string_equal(p[i].bot, levels[i]);
    for (; p->bot; p++) {
        assert_true((bot_of(p->bot)->level != NULL) == (p < bl_people() + 4));
        for (const struct bl_person *q = bl_people(); q->bot; q++)
            for (int i = 0; i < BL_PERSON_NAMES * BL_PERSON_NAMES; i++)
                assert_true((p == q && i % 5 == 0) || strcmp(p->names[i / 4], q->names[i % 4]) != 0);
    }
    each_card_game(look_at_levels, 2, 1);
}

/* What may not be played: what the liking puts below two thirds of the moves that do no harm, and what does. */
static bool is_absurd(const struct bl_decision *d, bl_move move)
{
    const struct bl_advice *advice = d->game->advice;
    struct bl_play play = {move, (int8_t)d->seat, 0, NULL};
    int32_t liking = advice->prefer(d->view, &play);
    uint32_t sound = 0, better = 0;
    for (uint32_t i = 0; i < d->count; i++) {
        struct bl_play other = {d->moves[i], (int8_t)d->seat, 0, NULL};
        bool harms = advice->harms && advice->harms(d->view, &other);
        sound += !harms;
        better += !harms && advice->prefer(d->view, &other) > liking;
    }
    bool harms = advice->harms && advice->harms(d->view, &play);
    return sound > 0 && (harms || 3 * better >= 2 * sound + 2);
}

static uint32_t slips_seen;   /* moves of a level that greedy would not make */

/* Whoever slips, or takes what looks best, does nothing absurd; and now and then it is a slip. */
static bool look_for_absurd_moves(const struct bl_game *game, const void *state)
{
    static const char *const levels[] = {"beginner", "casual"};
    static bl_move moves[MOST_MOVES];
    void *view = calloc(1, game->state_size);
    int seat = bl_head(state)->to_move;
    bl_view(game, state, seat, view);
    uint32_t n = game->rules->moves(view, moves);
    for (int i = 0; i < 20 && n > 1; i++) {
        struct bl_stream rng = bl_stream((uint64_t)i, game->code, BL_FOR_TEST, 0);
        struct bl_decision d = {game, view, seat, moves, n, &rng, NULL, NULL, NULL};
        struct bl_play play;
        struct bl_text words = bl_text_heap();
        int32_t best = INT32_MIN;
        for (uint32_t k = 0; k < n; k++) {
            int32_t liking = game->advice->prefer(view, &(struct bl_play){moves[k], (int8_t)seat, 0, NULL});
            best = liking > best ? liking : best;
        }
        bl_bot_play(bot_of(levels[i % 2]), &d, NULL, &words, &play);
        assert_true(bl_is_listed(moves, n, play.move));
        assert_false(is_absurd(&d, play.move));
        slips_seen += game->advice->prefer(view, &play) < best;
        bl_text_free(&words);
    }
    free(view);
    return true;
}

static void test_slips(void **unused)
{
    (void)unused;
    for CARD_GAME(i) {
        slips_seen = 0;
        each_position(bl_find_game(ids[i]), 3, 20, look_for_absurd_moves);
        assert_true(slips_seen > 100);
    }
}

static uint32_t attacks_seen, harms_seen;

/* An attack hurts whoever makes it where it would be that seat's own to answer if the turn ended then. */
static bool look_at_attacks(const struct bl_game *game, const void *state)
{
    static bl_move moves[MOST_MOVES];
    void *view = calloc(1, game->state_size), *then = calloc(1, game->state_size);
    int seat = bl_head(state)->to_move;
    bl_view(game, state, seat, view);
    uint32_t n = game->rules->moves(view, moves);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play attack = {moves[i], (int8_t)seat, 0, NULL}, end;
        struct bl_text written = bl_text_heap(), words = bl_text_heap();
        struct bl_context cx;
        bl_context_init(&cx, game, 1);
        game->notation->put_move(view, &attack, &written);
        memcpy(then, state, game->state_size);
        if (written.s[0] == '3' && !game->notation->read_move(then, seat, "1", &end, &words)) {
            game->rules->apply(then, &attack, &cx);
            if (bl_head(then)->to_move == seat && game->rules->check(then, &end, &cx) == 0) {
                game->rules->apply(then, &end, &cx);
                attacks_seen++;
                harms_seen += bl_head(then)->to_move == seat;
                assert_int_equal(game->advice->harms(view, &attack), bl_head(then)->to_move == seat);
            }
        }
        bl_text_free(&written);
        bl_text_free(&words);
    }
    free(view);
    free(then);
    return true;
}

static void test_harms(void **unused)
{
    int games = 0;
    (void)unused;
    for CARD_GAME(i)
        for (int players = 2; players < 4 && bl_find_game(ids[i])->advice->harms; players++) {
            attacks_seen = harms_seen = 0;
            each_position(bl_find_game(ids[i]), players, 60, look_at_attacks);
            assert_true(harms_seen > 5 && attacks_seen > 2 * harms_seen);
            games++;
        }
    assert_int_equal(games, 4);   /* both of Propreantepenultimate Card */
}

/* ---- what they find --------------------------------------------------------------- */

/* Whether a move ends the game with a win, whatever lies hidden. */
static bool wins_at_once(const struct bl_game *game, const void *state, bl_move move)
{
    void *view = calloc(1, game->state_size), *guess = calloc(1, game->state_size);
    int seat = bl_head(state)->to_move;
    struct bl_stream rng = bl_stream(1, game->code, BL_FOR_TEST, 1);
    bool wins = true;
    bl_view(game, state, seat, view);
    for (int i = 0; i < 20 && wins; i++) {
        struct bl_context cx;
        struct bl_result result = {.winner = -1};
        bl_context_init(&cx, game, (uint64_t)i);
        bl_resample(game, view, seat, &rng, guess);
        game->rules->apply(guess, &(struct bl_play){move, (int8_t)seat, 0, NULL}, &cx);
        game->rules->result(guess, &result);
        wins = result.why != 0 && result.winner == seat;
    }
    free(view);
    free(guess);
    return wins;
}

static int found_wins[2];   /* in this game, in all */

/* Where some move wins at once and another does not, the search takes one that does. */
static bool look_for_win(const struct bl_game *game, const void *state)
{
    static bl_move moves[MOST_MOVES];
    static struct bl_opinion advice[MOST_MOVES];
    uint32_t n = game->rules->moves(state, moves), winning = 0;
    for (uint32_t i = 0; i < n; i++)
        winning += wins_at_once(game, state, moves[i]);
    if (winning == 0 || winning == n)
        return true;
    for (int net = 0; net < 2; net++) {
        ask(net ? "ismcts:300:net=yes" : "ismcts:300", game, state, 1, advice);
        assert_true(wins_at_once(game, state, advice[0].move));
        assert_true(advice[0].value >= 1);
    }
    found_wins[1]++;
    return ++found_wins[0] < 8;
}

static void test_takes_a_win(void **unused)
{
    (void)unused;
    for CARD_GAME(i) {
        found_wins[0] = 0;
        each_position(bl_find_game(ids[i]), 2, 200, look_for_win);
    }
    assert_true(found_wins[1] >= 16);   /* in the propre games a win seldom hangs on one move */
}

/* One play-out to the end of a game of two is won or lost; of many, some are this and some that. */
static bool look_at_a_leaf(const struct bl_game *game, const void *state)
{
    static struct bl_opinion advice[MOST_MOVES];
    static bl_move moves[MOST_MOVES];
    if (game->rules->moves(state, moves) < 2)
        return true;
    ask("ismcts:1:cut=none:endings=no:playout=any", game, state, 1, advice);
    assert_true(advice[0].visits == 1 && (advice[0].value <= 0 || advice[0].value >= 1));
    ask("ismcts:1:cut=none:endings=no:playout=any:leaf=200", game, state, 1, advice);
    assert_true(advice[0].visits == 1 && advice[0].value > 0.05 && advice[0].value < 0.95);
    return false;
}

static void test_a_leaf_is_played_out_often(void **unused)
{
    (void)unused;
    each_card_game(look_at_a_leaf, 2, 1);
}

/* Where a net judges, the move that the game likes best is looked into first, and a look at each of many
 * is not owed: what came to little is left for what came to much. */
static int found_untried;

static bool look_for_untried(const struct bl_game *game, const void *state)
{
    static struct bl_opinion advice[MOST_MOVES], once[MOST_MOVES];
    static bl_move moves[MOST_MOVES];
    uint32_t n = game->rules->moves(state, moves), untried = 0;
    if (n < 8 || n > 16)
        return true;
    int8_t seat = bl_head(state)->to_move;
    ask("ismcts:1:net=yes", game, state, 1, once);
    int32_t first = game->advice->prefer(state, &(struct bl_play){once[0].move, seat, 0, NULL});
    for (uint32_t i = 0; i < n; i++)
        assert_true(game->advice->prefer(state, &(struct bl_play){moves[i], seat, 0, NULL}) <= first);
    ask("ismcts:40:net=yes", game, state, 1, advice);
    for (uint32_t i = 0; i < n; i++)
        untried += advice[i].visits == 0;
    found_untried += untried > 0;
    ask("ismcts:40", game, state, 1, advice);
    for (uint32_t i = 0; i < n; i++)
        assert_true(advice[i].visits > 0);
    return true;
}

static void test_a_net_leaves_moves_untried(void **unused)
{
    (void)unused;
    found_untried = 0;
    each_position(bl_find_game("propre"), 2, 8, look_for_untried);
    assert_true(found_untried > 0);
}

/* Pharaoh with two players; what is not named lies in the stock. */
static void pharaoh_position(const char *pile, const char *mine, const char *theirs, void *state)
{
    static const char suits[] = "ABHL", values[] = "789XUOKA";
    const struct bl_game *game = bl_find_game("pharaoh");
    struct bl_text text = bl_text_heap();
    struct bl_json_doc doc;
    size_t last = strlen(pile);
    bl_putf(&text, "{\"game\":\"pharaoh\",\"players\":2,\"options\":{},\"rulings\":"
                   "{\"stack-sevens\":\"yes\",\"tuple-match\":\"as-written\"},\"state\":"
                   "{\"to_move\":0,\"a\":0,\"suit\":");
    char suit[2] = {pile[last - 1], '\0'};
    bl_json_put_string(&text, suit);
    bl_put(&text, ",\"cnt\":1,\"pile\":[");
    const char *lists[3] = {pile, mine, theirs};
    for (int l = 0; l < 3; l++) {
        if (l == 1)
            bl_put(&text, "],\"stock\":[");
        for (int s = 0; l == 1 && suits[s]; s++)
            for (int v = 0; values[v]; v++) {
                char card[3] = {values[v], suits[s], '\0'};
                if (!strstr(pile, card) && !strstr(mine, card) && !strstr(theirs, card))
                    bl_json_put_string(&text, card);
            }
        if (l > 0)
            bl_put(&text, l == 1 ? "],\"hands\":[[" : "],[");
        for (const char *p = lists[l]; *p; p += p[2] ? 3 : 2) {
            char card[3] = {p[0], p[1], '\0'};
            bl_json_put_string(&text, card);
        }
    }
    bl_put(&text, "]],\"out\":[],\"loser\":null}}");
    const char *wrong = bl_read_position(game, text.s, text.len, state, &doc);
    if (wrong)
        fail_msg("%s in %s", wrong, text.s);
    bl_text_free(&text);
}

static void best_is(const char *bot, const void *state, const char *wanted)
{
    static struct bl_opinion advice[MOST_MOVES];
    const struct bl_game *game = bl_find_game("pharaoh");
    char room[64] = "";
    struct bl_text text = BL_TEXT_FIXED(room);
    ask(bot, game, state, 1, advice);
    game->notation->put_move(state, &(struct bl_play){advice[0].move, bl_head(state)->to_move, 0, NULL}, &text);
    if (strcmp(room, wanted) != 0)
        fail_msg("%s takes %s, not %s", bot, room, wanted);
}

/* An ace makes the other stand, and the nine of its suit can follow; the nine alone lets the
 * other, who has one card left, go out with any heart, any nine, or the leaves under. */
static void test_ace_first(void **unused)
{
    void *state = calloc(1, bl_find_game("pharaoh")->state_size);
    (void)unused;
    pharaoh_position("8H", "9H AH", "7H", state);
    best_is("ismcts:2000", state, "play AH");
    best_is("ismcts:2000:nodes=mover", state, "play AH");
    best_is("ismcts:2000:trees=2", state, "play AH");
    best_is("ismcts:2000:cut=none:playout=any", state, "play AH");
    best_is("cheat:2000", state, "play AH");
    free(state);
}

/* Two kings; the other holds one card. The king that is left lying must not let it out: only who
 * sees that card can tell which. */
static void test_only_the_cheat_knows(void **unused)
{
    void *hearts = calloc(1, bl_find_game("pharaoh")->state_size);
    void *bells = calloc(1, bl_find_game("pharaoh")->state_size);
    static struct bl_opinion one[MOST_MOVES], other[MOST_MOVES];
    const struct bl_game *game = bl_find_game("pharaoh");
    (void)unused;
    pharaoh_position("KA", "8A 8B KH KB", "9H", hearts);
    pharaoh_position("KA", "8A 8B KH KB", "9B", bells);
    ask("cheat:3000", game, hearts, 1, one);
    ask("cheat:3000", game, bells, 1, other);
    assert_int_not_equal(one[0].move, other[0].move);
    uint32_t n = ask("ismcts:3000", game, hearts, 1, one);
    ask("ismcts:3000", game, bells, 1, other);
    assert_memory_equal(one, other, n * sizeof *one);
    free(hearts);
    free(bells);
}

/* ---- what they may know ----------------------------------------------------------- */

static int looked;
static uint64_t signature;   /* of all that was advised */

/* Another state with the same view gives the same advice, number for number. */
static bool look_behind(const struct bl_game *game, const void *state)
{
    static const char *const names[] = {"ismcts:60", "ismcts:60:nodes=mover",
                                        "ismcts:60:trees=2", "ismcts:60:playout=liked:order=yes"};
    static struct bl_opinion one[MOST_MOVES], other[MOST_MOVES];
    int seat = bl_head(state)->to_move;
    void *view = calloc(1, game->state_size), *guess = calloc(1, game->state_size);
    struct bl_stream rng = bl_stream((uint64_t)looked, game->code, BL_FOR_TEST, 2);
    const char *name = names[looked++ % 4];
    bl_view(game, state, seat, view);
    bl_resample(game, view, seat, &rng, guess);
    memset(one, 0, sizeof one);
    memset(other, 0, sizeof other);
    uint32_t n = ask(name, game, state, 7, one);
    assert_int_equal(ask(name, game, guess, 7, other), n);
    assert_memory_equal(one, other, n * sizeof *one);
    for (uint32_t i = 0; i < n; i++) {
        signature = sign_bytes(signature, &one[i].move, sizeof one[i].move);
        signature = sign_bytes(signature, &one[i].visits, sizeof one[i].visits);
        signature = sign_bytes(signature, &one[i].value, sizeof one[i].value);
    }
    free(view);
    free(guess);
    return true;
}

/* And the same on every machine: who means to change how it thinks changes the signature too. */
static void test_never_sees_hidden_cards(void **unused)
{
    (void)unused;
    for CARD_GAME(i) {
        looked = 0;
        signature = UNSIGNED_YET;
        each_position(bl_find_game(ids[i]), 3, 2, look_behind);
        assert_true(looked > 20);
        hold_signature(ids[i], "ismcts ", signature);
    }
}

/* The visits of all moves are the iterations asked for, shared by the trees or not. */
static bool look_at_visits(const struct bl_game *game, const void *state)
{
    static struct bl_opinion advice[MOST_MOVES];
    static const char *const names[] = {"ismcts:101", "ismcts:101:trees=3", "cheat:101"};
    uint64_t visits = 0;
    uint32_t n = ask(names[looked % 3], game, state, 3, advice);
    for (uint32_t i = 0; i < n; i++) {
        visits += advice[i].visits;
        assert_true(advice[i].value >= 0 && advice[i].value <= 1);
        assert_true(i == 0 || advice[i].visits <= advice[i - 1].visits);
    }
    assert_int_equal(visits, 101);
    return ++looked % 20 != 0;
}

static void test_budget(void **unused)
{
    (void)unused;
    looked = 0;
    each_card_game(look_at_visits, 4, 1);
}

/* Who wants the best move alone is told as soon as no other can be looked at as often: the same move. */
static uint64_t looks_spared;

static uint32_t most_looked_at(const struct bl_game *game, const void *view, bool chooses)
{
    static bl_move moves[MOST_MOVES];
    struct ismcts_searcher s;
    struct bl_stream rng = bl_stream(5, game->code, BL_FOR_TEST, 0);
    int seat = bl_head(view)->to_move;
    atomic_bool over = false;
    uint32_t best = 0, most = 0, next = 0;
    searcher_init(&s, bot_of("ismcts:800"), game);
    s.chooses = chooses;
    s.over = &over;
    searcher_run(&s, &(struct bl_decision){game, view, seat, moves, game->rules->moves(view, moves), &rng, NULL, NULL},
                 rng, 800, 0);
    for (uint32_t i = 0; i < s.tree.nodes[s.tree.root].count; i++) {
        const struct ismcts_edge *e = &s.tree.edges[s.tree.nodes[s.tree.root].edges + i];
        next = e->visits > most ? most : e->visits > next ? e->visits : next;
        best = e->visits > most ? e->move : best;
        most = e->visits > most ? e->visits : most;
    }
    assert_true(s.done == 800 || (chooses && most - next > 800 - s.done));
    looks_spared += 800 - s.done;
    searcher_free(&s);
    return best;
}

static bool look_at_early_choice(const struct bl_game *game, const void *state)
{
    void *view = calloc(1, game->state_size);
    bl_view(game, state, bl_head(state)->to_move, view);
    assert_int_equal(most_looked_at(game, view, true), most_looked_at(game, view, false));
    free(view);
    return ++looked % 20 != 0;
}

static void test_an_early_choice_is_the_same(void **unused)
{
    (void)unused;
    for CARD_GAME(i) {
        looks_spared = 0;
        looked = 0;
        each_position(bl_find_game(ids[i]), 3, 4, look_at_early_choice);
        assert_true(looks_spared >= 800);
    }
}

/* What stands next to the bot's choice is the best of the others, or nothing where that seems better still. */
static void test_next_best(void **unused)
{
    const bool none[5] = {false}, second[5] = {false, true}, all[5] = {true, true, true, true, true};
    struct bl_opinion list[] = {{.value = 0.6, .visits = 50}, {.value = 0.7, .visits = 2}, {.value = 0.5, .visits = 9},
                                {.value = 0.4, .visits = 3}, {.value = 0, .visits = 0}};
    (void)unused;
    assert_null(bl_next_best(list, 5, none));
    assert_ptr_equal(bl_next_best(list, 5, second), &list[2]);
    assert_null(bl_next_best(list, 5, all));
    assert_null(bl_next_best(list, 2, second));
    list[1].value = 0.6;
    assert_ptr_equal(bl_next_best(list, 5, none), &list[1]);
    list[1].visits = list[2].visits = list[3].visits = 0;
    assert_null(bl_next_best(list, 5, none));
    list[0].visits = 0;   /* a bot that weighs nothing */
    assert_null(bl_next_best(list, 5, none));
}

/* The same sight is the same node, however many there are; others are others. */
static void test_nodes_by_key(void **unused)
{
    enum { KEYS = 5000 };
    static uint32_t nodes[KEYS];
    struct ismcts_tree t = {0};
    (void)unused;
    tree_clear(&t);
    for (int round = 0; round < 2; round++)
        for (uint64_t k = 0; k < KEYS; k++) {
            uint32_t node = tree_node_of(&t, k * 1024);   /* all want the same place at first */
            assert_true(node > 0 && (round == 0 || node == nodes[k]));
            assert_true(k == 0 || node > nodes[k - 1]);
            nodes[k] = node;
        }
    tree_free(&t);
}

/* What a bot with a memory has looked at when it is asked for the second time: it plays an ace, the
 * other stands, and it is its turn again. */
static uint64_t visits_of_the_second_turn(const char *name)
{
    static struct bl_opinion advice[MOST_MOVES];
    static bl_move moves[MOST_MOVES];
    const struct bl_game *game = bl_find_game("pharaoh");
    const struct bl_bot *bot = bot_of(name);
    void *state = calloc(1, game->state_size), *view = calloc(1, game->state_size);
    void *memory = bot->sit(bot, game);
    struct bl_text words = bl_text_heap();
    struct bl_stream rng = bl_stream(4, game->code, BL_FOR_TEST, 0);
    struct bl_context cx;
    uint64_t visits = 0;
    bl_context_init(&cx, game, 1);
    pharaoh_position("8H", "9H AH", "7H", state);
    for (int turn = 0; turn < 3; turn++) {
        int seat = bl_head(state)->to_move;
        struct bl_play play = {.seat = (int8_t)seat};
        assert_int_equal(seat, turn % 2);
        bl_view(game, state, seat, view);
        uint32_t n = game->rules->moves(view, moves);
        play.move = moves[0];
        if (seat == 0) {
            n = bot->advise(bot, &(struct bl_decision){game, view, 0, moves, n, &rng, memory, NULL}, NULL,
                            &words, advice);
            play.move = advice[0].move;
            visits = 0;
            for (uint32_t i = 0; i < n; i++)
                visits += advice[i].visits;
        }
        game->rules->apply(state, &play, &cx);
        bot->saw(memory, &play);
    }
    bot->rise(memory);
    bl_text_free(&words);
    free(state);
    free(view);
    return visits;
}

/* With `reuse`, what was seen below the moves that were made is kept. */
static void test_reuse(void **unused)
{
    (void)unused;
    assert_int_equal(visits_of_the_second_turn("ismcts:200"), 200);
    assert_int_equal(visits_of_the_second_turn("ismcts:200:nodes=mover"), 200);
    assert_true(visits_of_the_second_turn("ismcts:200:reuse=yes") > 200);
    assert_true(visits_of_the_second_turn("ismcts:200:reuse=yes:nodes=mover") > 200);
    assert_true(visits_of_the_second_turn("ismcts:200:reuse=yes:nodes=searcher") > 200);
    assert_true(visits_of_the_second_turn("ismcts:200:reuse=yes:trees=2") > 200);
}

/* A budget in time is used up, whatever it comes to. */
static void test_time(void **unused)
{
    static struct bl_opinion advice[MOST_MOVES];
    void *state = calloc(1, bl_find_game("pharaoh")->state_size);
    (void)unused;
    pharaoh_position("8H", "9H AH", "7H", state);
    double before = bl_now();
    ask("ismcts:60ms", bl_find_game("pharaoh"), state, 1, advice);
    assert_true(bl_now() - before >= 0.06);
    free(state);
}

/* ---- tournaments ------------------------------------------------------------------ */

static void play(const char *game, const char *a, const char *b, int players, uint32_t deals,
                 unsigned jobs, struct bl_standings *out)
{
    struct bl_tournament t = {.game = bl_find_game(game), .bots = {bot_of(a), bot_of(b)},
                              .bot_count = 2, .seed = 11, .deals = deals, .cap = 5000, .jobs = jobs};
    bl_setup_init(&t.setup, t.game);
    t.setup.players = (uint8_t)players;
    assert_null(bl_resolve(t.game, &t.setup));
    assert_true(bl_play_tournament(&t, out));
    assert_int_equal(out->deals, deals);
    assert_int_equal(out->games, 2 * deals);
}

/* Every deal comes out even, so the rating is 0 without any doubt. */
static void test_bot_against_itself(void **unused)
{
    static const char *const names[] = {"random", "greedy", "ismcts:15", "ismcts:15:reuse=yes",
                                        "ismcts:15:nodes=mover:trees=2", "cheat:15"};
    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for CARD_GAME(g) {
            struct bl_standings s;
            play(ids[g], names[i], names[i], 2 + (int)g % 3, 4, 2, &s);
            for (int b = 0; b < 2; b++) {
                assert_true(s.bots[b].score.value > 0.499999 && s.bots[b].score.value < 0.500001);
                assert_true(s.bots[b].score.high - s.bots[b].score.low < 0.000001);
                assert_true(s.bots[b].elo.low > -0.001 && s.bots[b].elo.high < 0.001);
            }
        }
}

static void test_jobs_do_not_matter(void **unused)
{
    struct bl_standings one, many;
    (void)unused;
    play("six-seven", "ismcts:20:reuse=yes", "random", 3, 25, 1, &one);
    for (unsigned jobs = 2; jobs <= 5; jobs++) {
        play("six-seven", "ismcts:20:reuse=yes", "random", 3, 25, jobs, &many);
        assert_memory_equal(&one.bots, &many.bots, sizeof one.bots);
        assert_int_equal(one.decisions, many.decisions);
    }
}

/* Thinking helps, more of it helps more, and seeing the cards most of all. */
static void test_strength(void **unused)
{
    struct bl_standings s;
    (void)unused;
    for CARD_GAME(g) {
        play(ids[g], "ismcts:100", "random", 2, BL_FEWEST_DEALS, 2, &s);
        assert_true(s.bots[0].score.low > 0.6);
        play(ids[g], "cheat:200", "ismcts:30", 2, 30, 2, &s);
        assert_true(s.bots[0].score.value > 0.5);
    }
}

/* A bot that chooses, every other time, what is not among its moves; and where moves are written, a
 * statement on card 0 whenever it is asked. */
static void choose_wrongly(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    (void)bot;
    *out = (struct bl_play){.move = bl_below(d->rng, 2) ? d->moves[0] : 0x7fffffff, .seat = (int8_t)d->seat};
}

static void write_wrongly(const struct bl_bot *bot, const struct bl_decision *d, struct bl_text *words,
                          struct bl_play *out)
{
    (void)bot;
    assert_null(d->game->notation->read_move(d->view, d->seat, "edit #0 rock 0 (P∧Q)", out, words));
    out->seat = (int8_t)d->seat;
}

static bool keep(void *to, const char *text, size_t size)
{
    bl_put_bytes(to, text, size);
    return true;
}

static void assert_verified(const struct bl_text *file)
{
    struct bl_memory memory = {file->s, file->s + file->len};
    struct bl_lines lines = bl_memory_lines(&memory);
    struct bl_verdict verdict;
    bl_verify(&lines, &verdict);
    if (!verdict.ok)
        fail_msg("line %d: %s", (int)verdict.line, verdict.why);
}

/* What the rules do not allow is not carried out, is counted of who chose it, and changes nothing
 * about whether the game is one: recorded or not, it is the same. */
static void test_what_is_not_allowed(void **unused)
{
    static const struct bl_bot liar = {.name = "liar", .text = "", .looks = true,
                                       .choose = choose_wrongly, .write = write_wrongly};
    (void)unused;
    for EVERY_GAME(g) {
        const struct bl_game *game = bl_find_game(ids[g]);
        struct bl_tally tally[2];
        for (int recorded = 0; recorded < 2; recorded++) {
            struct bl_text file = bl_text_heap();
            struct bl_run run = {.game = game, .setup = setup_for(game, 2), .seed = 5, .games = 4,
                                 .bots = {&liar, bot_of("greedy")}, .cap = 60, .jobs = 1};
            run.write = recorded ? keep : NULL;
            run.to = &file;
            assert_true(bl_run_games(&run, &tally[recorded]));
            if (recorded)
                assert_verified(&file);
            bl_text_free(&file);
            assert_true(tally[recorded].refused[0] > 0);
            assert_int_equal(tally[recorded].refused[1], 0);
        }
        assert_int_equal(tally[0].decisions, tally[1].decisions);
        assert_int_equal(tally[0].refused[0], tally[1].refused[0]);
        bl_tally_free(&tally[0]);
        bl_tally_free(&tally[1]);
        struct bl_tournament t = {.game = game, .setup = setup_for(game, 2), .bots = {&liar, bot_of("greedy")},
                                  .bot_count = 2, .seed = 5, .deals = 2, .cap = 60, .jobs = 1};
        struct bl_standings standings;
        assert_true(bl_play_tournament(&t, &standings));
        assert_true(standings.bots[0].refused > 0);
        assert_int_equal(standings.bots[1].refused, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_listed),
        cmocka_unit_test(test_greedy),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_slips),
        cmocka_unit_test(test_harms),
        cmocka_unit_test(test_takes_a_win),
        cmocka_unit_test(test_a_leaf_is_played_out_often),
        cmocka_unit_test(test_a_net_leaves_moves_untried),
        cmocka_unit_test(test_ace_first),
        cmocka_unit_test(test_only_the_cheat_knows),
        cmocka_unit_test(test_never_sees_hidden_cards),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_an_early_choice_is_the_same),
        cmocka_unit_test(test_next_best),
        cmocka_unit_test(test_nodes_by_key),
        cmocka_unit_test(test_reuse),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_bot_against_itself),
        cmocka_unit_test(test_jobs_do_not_matter),
        cmocka_unit_test(test_strength),
        cmocka_unit_test(test_what_is_not_allowed),
    };
    return cmocka_run_group_tests(tests, read_registry, NULL);
}
