/* tell.c - every game told in sentences: each move to every reader, each sentence with the clauses that
 * it rests on, each legal move as an offer, what is due, what decided it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bylaw/match.h"
#include "registry.h"
#include "matches.h"

static struct bl_event event;
static struct bl_story story;
static const char *const names[BL_MAX_SEATS] = {"Ann", "Bob", "Cid", "Dan"};

static const char *const bookkeeping[] = {"MV", "RM", "FC", "AV", "CW", "PW", "RS", "cnt", "SC"};

/* Letters of bookkeeping are told by their meaning, or not at all. */
static bool has_word(const char *text, const char *word)
{
    const char *between = " .,:;()\n";
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        if ((at == text || strchr(between, at[-1])) && strchr(between, at[strlen(word)]))
            return true;
    return false;
}

static void check_words(const char *id, const struct bl_fact *fact, int reader, bool sentence)
{
    static char room[20000];
    struct bl_text out = BL_TEXT_FIXED(room);
    bl_text_clear(&out);
    bl_put_fact(&out, fact, &(struct bl_voice){.names = names, .you = reader});
    assert_true(out.len > 0 && out.len < sizeof room);
    assert_true(sentence == (room[out.len - 1] == '.'));
    if (strpbrk(room, "{|}") || strstr(room, "??") || strstr(room, "seat 0"))
        fail_msg("%s: %s", id, room);
    for (size_t i = 0; i < sizeof bookkeeping / sizeof *bookkeeping; i++)
        if (has_word(room, bookkeeping[i]))
            fail_msg("%s tells bookkeeping: %s", id, room);
}

static void check_sentences(const char *id, int reader)
{
    assert_true(story.count > 0);
    for (uint32_t i = 0; i < story.count; i++) {
        check_words(id, &story.sentences[i].fact, reader, true);
        if (story.sentences[i].clause_count == 0)
            fail_msg("%s: nothing stands behind: %s", id, story.sentences[i].fact.format);
    }
}

/* All that held or applied stands behind some sentence. */
static void check_clauses(const struct bl_game *game)
{
    for (uint32_t i = 0; i < event.account.count; i++) {
        const struct bl_reason *r = &event.account.reasons[i];
        bool found = r->mark == BL_FALSE || r->mark == BL_REFUSED;
        for (uint32_t k = 0; k < story.count && !found; k++)
            for (uint32_t c = 0; c < story.sentences[k].clause_count; c++)
                found = found || story.sentences[k].clauses[c] == r->clause;
        if (!found)
            fail_msg("%s: no sentence rests on %s", game->id, game->clauses[r->clause].id);
    }
}

/* Everybody once, those first whom the rules rank, each with something to say of what is left. */
static void check_standing(struct bl_match *m, int reader)
{
    uint8_t seats[BL_MAX_SEATS];
    uint32_t found = 0;
    int last = -1;
    struct bl_result result;
    const struct bl_game *game = bl_match_game(m);
    const void *view = bl_match_view(m, reader);
    bl_match_result(m, &result);
    unsigned n = bl_standing(game, view, &result, seats);
    assert_int_equal(n, bl_match_setup(m)->players);
    for (unsigned i = 0; i < n; i++) {
        bl_tell_left(game, view, seats[i], &story);
        assert_int_equal(story.count, 1);
        check_words(game->id, &story.sentences[0].fact, reader, false);
        found |= 1u << seats[i];
        if (i < result.ranked)
            assert_int_equal(seats[i], result.ranking[i]);
        else
            assert_true(game->telling->left(view, seats[i], &story) >= last);
        last = i < result.ranked ? INT32_MIN : game->telling->left(view, seats[i], &story);
    }
    assert_int_equal(found, (1u << n) - 1);
}

static void check_table(struct bl_match *m, int reader)
{
    const struct bl_game *game = bl_match_game(m);
    bool over = bl_match_to_move(m) < 0;
    bl_tell_due(game, bl_match_view(m, reader), &story);
    assert_true((story.count == 0) == over);
    if (!over)
        check_sentences(game->id, reader);
    assert_true(!over || !*bl_call(game, bl_match_view(m, reader)));
    bl_tell_end(game, bl_match_view(m, reader), &story);
    assert_true((story.count > 0) == over);
    if (over) {
        check_sentences(game->id, reader);
        check_standing(m, reader);
    }
}

/* What lies there is told in words too, and players by their names. */
static void check_looks(struct bl_match *m, int reader)
{
    const struct bl_game *game = bl_match_game(m);
    BL_LOCAL struct bl_text out = bl_text_heap();
    const struct bl_look look = {.columns = 80, .names = names};
    game->notation->put_table(bl_match_view(m, reader), reader, &look, &out);
    if (strstr(out.s, "seat 0") || strstr(out.s, "seat 1"))
        fail_msg("%s: %s", game->id, out.s);
    for (size_t i = 0; i < sizeof bookkeeping / sizeof *bookkeeping; i++)
        if (has_word(out.s, bookkeeping[i]))
            fail_msg("%s shows %s: %s", game->id, bookkeeping[i], out.s);
}

static unsigned reasons;   /* moves that something speaks for */

/* Under the name of a card stands a sentence or none, short, without that name. */
static void check_way(const struct bl_game *game, const void *view, bl_move move, int seat)
{
    BL_LOCAL struct bl_text words = bl_text_heap();
    bl_tell_way(game, view, &(struct bl_play){move, (int8_t)seat, 0, NULL}, &story);
    assert_true(story.count <= 1);
    if (story.count == 0)
        return;
    check_words(game->id, &story.sentences[0].fact, seat, false);
    bl_put_fact(&words, &story.sentences[0].fact, NULL);
    assert_true(words.len > 0 && words.len <= 30);
}

static void check_offers(struct bl_match *m)
{
    const bl_move *moves;
    const struct bl_game *game = bl_match_game(m);
    int seat = bl_match_to_move(m);
    uint32_t n = bl_match_moves(m, &moves);
    for (uint32_t i = 0; i < n; i++) {
        bl_tell_offer(game, bl_match_view(m, seat), &(struct bl_play){moves[i], (int8_t)seat, 0, NULL},
                      &story);
        assert_int_equal(story.count, 1);
        check_words(game->id, &story.sentences[0].fact, seat, false);
        check_way(game, bl_match_view(m, seat), moves[i], seat);
        bl_tell_reason(game, bl_match_view(m, seat), &(struct bl_play){moves[i], (int8_t)seat, 0, NULL}, &story);
        assert_true(story.count <= 2);
        for (uint32_t k = 0; k < story.count; k++)
            check_words(game->id, &story.sentences[k].fact, seat, true);
        reasons += story.count > 0;
    }
}

static void tell_game(const char *id, int players, const char *bot, uint64_t seed, int most)
{
    const struct bl_game *game = bl_find_game(id);
    struct bl_match *m = deal_table(id, players, 0, bot, seed);
    for (int k = 0; k < most && bl_match_to_move(m) >= 0; k++) {
        check_offers(m);
        bl_match_bot_move(m);
        for (int reader = BL_REFEREE; reader < players; reader++) {
            bl_match_tell(m, bl_match_count(m) - 1, reader, &event, &story);
            check_sentences(id, reader);
            check_clauses(game);
            check_table(m, reader);
            if (reader != BL_REFEREE)
                check_looks(m, reader);
        }
    }
    bl_match_free(m);
}

static void every_move_is_told_to_everybody(void **state)
{
    (void)state;
    for CARD_GAME (i) {
        reasons = 0;
        for (int seed = 1; seed <= 12; seed++)
            tell_game(ids[i], 2 + seed % 3, seed % 3 ? "random" : "greedy", (uint64_t)seed, 150);
        assert_true(reasons > 100);
    }
    for (size_t i = card_games; i < all_games; i++)
        for (int seed = 1; seed <= 4; seed++)
            tell_game(ids[i], 2 + seed % 2, seed % 2 ? "quick" : "random", (uint64_t)seed, 120);
}

/* ---- from what a reader sees ------------------------------------------------ */

static const struct bl_game *told;   /* the game whose stories are listened to, */
static void *seen[2];                /* what the reader sees before and after the move, */
static unsigned heard;               /* and how often that was all there was to tell from */

static void listen(const void *before, const void *after, const struct bl_play *play,
                   struct bl_story *out)
{
    assert_true(bl_same(told, before, seen[0]));
    assert_true(bl_same(told, after, seen[1]));
    heard++;
    told->telling->move(before, after, play, out);
}

static void stories_are_made_from_views(void **state)
{
    (void)state;
    for CARD_GAME (i) {
        told = bl_find_game(ids[i]);
        struct bl_telling telling = *told->telling;
        struct bl_game listening = *told;
        struct bl_setup setup = setup_for(told, 2);
        telling.move = listen;
        listening.telling = &telling;
        struct bl_match *m = bl_match_new(NULL, &listening, &setup, 5, NULL);
        heard = 0;
        for (int k = 0; k < 2; k++) {
            seen[k] = malloc(told->state_size);
            bl_match_seat(m, k, bl_find_bot("random"));
        }
        for (uint32_t n = 0; n < 10 && bl_match_bot_move(m); n++)
            for (int reader = BL_REFEREE; reader < 2; reader++) {
                for (uint32_t k = 0; k < 2; k++)
                    bl_copy(told, seen[k], bl_match_view_at(m, n + k, reader));
                bl_match_tell(m, n, reader, &event, &story);
            }
        assert_int_equal(heard, 4 * bl_match_count(m));
        free(seen[0]);
        free(seen[1]);
        bl_match_free(m);
    }
}

/* ---- in place of what is refused ------------------------------------------------ */

static bool is_legal(struct bl_match *m, bl_move move)
{
    const bl_move *moves;
    uint32_t n = bl_match_moves(m, &moves), i = 0;
    while (i < n && moves[i] != move)
        i++;
    return i < n;
}

/* Every move that is named is legal, is another than the one refused, and is named once. */
static void check_instead(struct bl_match *m, const struct bl_play *refused)
{
    const bl_move *legal;
    bl_move moves[BL_FEW_MOVES + 1];
    uint32_t all = bl_match_moves(m, &legal);
    uint32_t n = bl_match_instead(m, bl_match_to_move(m), refused, moves);
    assert_int_equal(n, all < BL_FEW_MOVES ? all : BL_FEW_MOVES);
    for (uint32_t i = 0; i < n; i++) {
        assert_true(is_legal(m, moves[i]));
        assert_int_not_equal(moves[i], refused->move);
        for (uint32_t k = 0; k < i; k++)
            assert_int_not_equal(moves[k], moves[i]);
    }
    assert_int_equal(bl_match_instead(m, 1 - bl_match_to_move(m), refused, moves), 0);
}

/* A clause that refuses is not said to hold as well. */
static void check_refusal(const struct bl_game *game, bl_cite refused)
{
    for (uint32_t i = 0; i < event.account.count; i++) {
        const struct bl_reason *r = &event.account.reasons[i];
        if (r->clause == refused && r->mark != BL_REFUSED && r->mark != BL_FALSE)
            fail_msg("%s: %s refuses, and holds", game->id, game->clauses[refused].id);
    }
}

static void what_would_be_allowed_is_told(void **state)
{
    (void)state;
    for CARD_GAME (i) {
        unsigned refusals = 0;
        struct bl_match *m = deal_table(ids[i], 2, 0, "greedy", 5);
        const struct bl_game *game = bl_match_game(m);
        uint32_t actions = bl_action_count(game, bl_match_setup(m));
        for (int k = 0; k < 40 && bl_match_to_move(m) >= 0; k++, bl_match_bot_move(m))
            for (uint32_t a = (uint32_t)k % 7; a < actions; a += 7) {
                struct bl_play play = {.move = bl_action_move(game, bl_match_setup(m), a),
                                       .seat = (int8_t)bl_match_to_move(m)};
                bl_cite refused = bl_match_explain(m, &play, &event.account);
                if (refused) {
                    check_refusal(game, refused);
                    check_instead(m, &play);
                    refusals++;
                }
            }
        assert_true(refusals > 20);
        bl_match_free(m);
    }
}

/* The form of what somebody wrote is no offer once it was refused; what shares a card comes first. */
static void what_was_refused_is_not_offered(void **state)
{
    (void)state;
    for (size_t i = 0; i < all_games; i++) {
        const bl_move *legal;
        bl_move moves[BL_FEW_MOVES];
        struct bl_match *m = deal_table(ids[i], 2, 0, "random", 5);
        struct bl_play play = {.seat = (int8_t)bl_match_to_move(m)};
        uint32_t all = bl_match_moves(m, &legal);
        play.move = legal[all - 1];
        uint32_t n = bl_match_instead(m, play.seat, &play, moves);
        assert_int_equal(n, all - 1 < BL_FEW_MOVES ? all - 1 : BL_FEW_MOVES);
        for (uint32_t k = 0; k < n; k++)
            assert_int_not_equal(moves[k], play.move);
        bl_match_free(m);
    }
}

/* Bots at one table have names of their own, persons the ones that were given. */
static void bots_are_people(void **state)
{
    (void)state;
    const struct bl_bot *bots[BL_MAX_SEATS];
    const char *given[BL_MAX_SEATS] = {NULL, "Nora"}, *out[BL_MAX_SEATS];
    for (const struct bl_person *p = bl_people(); p->bot; p++) {
        assert_true(bl_person_of(bl_find_bot(p->bot)) == p);
        assert_true(*p->character != '\0');
        for (int s = 0; s < BL_MAX_SEATS; s++)
            bots[s] = s < 2 ? NULL : bl_find_bot(p->bot);
        bl_name_seats(bots, BL_MAX_SEATS, given, out);
        assert_null(out[0]);
        assert_string_equal(out[1], "Nora");
        for (int s = 2; s < BL_MAX_SEATS; s++)
            for (int r = 1; r < s; r++)
                assert_string_not_equal(out[s], out[r]);
        assert_true(strcmp(out[2], p->names[0]) == 0 || strcmp(p->names[0], "Nora") == 0);
    }
    for (const struct bl_bot *const *b = bl_bots(); *b; b++)   /* each plays as somebody */
        assert_non_null(bl_person_of(*b));
    assert_string_equal(bl_person_of(bl_find_bot("ismcts:5000"))->bot, "ismcts:3000");
    assert_string_equal(bl_person_of(bl_find_bot("ismcts"))->bot, "ismcts:300");
    assert_string_equal(bl_person_of(bl_find_bot("ismcts:2s"))->bot, "ismcts:3000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_is_told_to_everybody),
        cmocka_unit_test(stories_are_made_from_views),
        cmocka_unit_test(what_would_be_allowed_is_told),
        cmocka_unit_test(what_was_refused_is_not_offered),
        cmocka_unit_test(bots_are_people),
    };
    return cmocka_run_group_tests(tests, read_registry, NULL);
}
