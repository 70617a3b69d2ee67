/* learn.c - guided first games. Who follows the suggestions comes to the end, meets every lesson and
 * every idea of the game, and makes no mistake by the measure of a review; who strays is never without
 * an answer, and is told nothing untrue of their hand; what is suggested or said to be due is legal; what
 * is told is the same however the table was come to, and short in every language.
 *
 *     learn PO                   the tests, of every game that has lessons; PO has the catalogues
 *     learn GAME FROM TO FIRST   seeds whose deal lets all lessons come up, for who writes lessons */
#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bylaw/bot.h"
#include "bylaw/review.h"
#include "play/learn.h"
#include "catalogues.h"
#include "files.h"
#include "matches.h"

/* Words of a step, and of what the last move meant. */
static const struct {
    unsigned step, meant;
} most[LANGUAGES] = {{60, 30}, {75, 40}, {75, 40}};

#ifdef BRIEF
enum { PUPILS = 20 };
#else
enum { PUPILS = 200 };
#endif

static const struct bl_game *game;

struct course {
    uint64_t told;             /* by all that was said */
    unsigned turns;            /* of the pupil */
    int winner;
    float worst;               /* what the worst suggestion cost, by the measure of a review … */
    char mistakes[2048];       /* … and those that a review calls mistakes */
    char first[64];
    char names[4096];          /* of lessons, in order */
    struct bl_text cited;      /* clauses that they rest on; to be freed */
};

static struct bl_match *deal(uint64_t seed)
{
    struct bl_setup setup = setup_for(game, game->teaching->players);
    if (game->first_preset)   /* what is learned is what is then offered */
        assert_null(bl_setup_preset(&setup, game, game->first_preset, NULL));
    return seat_table(game, &setup, 1, "greedy", seed);
}

static void check_clauses(const char *at)
{
    while (*at) {
        char id[32];
        size_t n = strcspn(at, " ");
        snprintf(id, sizeof id, "%.*s", (int)n, at);
        if (!bl_find_clause(game, id))
            fail_msg("%s: there is no clause %s", game->id, id);
        at += n + (at[n] == ' ');
    }
}

static void check_said(const struct bl_said *said)
{
    const char *at = said->fact.format;
    char letter;
    for (unsigned i = 0; (letter = bl_format_letter(&at)) != '\0'; i++)
        assert_int_equal(said->fact.args[i].kind, letter);
}

static unsigned words_in(const struct bl_said *said, unsigned count, unsigned language)
{
    struct bl_text text = bl_text_heap();
    struct bl_voice voice = {.catalogue = catalogue_of(language)};
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++) {
        bl_put_fact(&text, &said[i].fact, &voice);
        bl_put_char(&text, ' ');
    }
    for (const char *at = text.s; at && *at; at += strspn(at, " "), n++)
        at += strcspn(at, " ");
    bl_text_free(&text);
    return n;
}

static void check_lesson(const struct bl_lesson *l)
{
    for (unsigned i = 0; i < l->word_count; i++)
        check_said(&l->words[i]);
    for (unsigned i = 0; i < l->meant_count; i++)
        check_said(&l->meant[i]);
    for (unsigned i = 0; i < LANGUAGES; i++) {
        unsigned words = words_in(l->words, l->form, i);
        unsigned meant = words_in(l->meant, l->meant_count, i);
        for (unsigned n = l->form; n < l->word_count; n++) {   /* each beside its own field */
            unsigned field = words_in(&l->words[n], 1, i);
            words = field > words ? field : words;
        }
        if (words > most[i].step || meant > most[i].meant)
            fail_msg("%s: %s says %u words, and %u of the last move, in %s", game->id, l->name, words,
                     meant, languages[i]);
    }
}

/* ---- what is said of the hand ------------------------------------------------ */

/* What sounds as if it were said of the pupil's hand. */
static const char HAND[] =
    "you (have|hold|keep)|your (hand|card|last)|(^|[^a-z])(none|nothing|no card|no other|fits|joins|"
    "too:)";

/* A line of claims.txt, "PHRASE = some|none moves|hand|told PATTERN" or "PHRASE = always". */
struct claim {
    regex_t phrase;
    char how[8], what[8], pattern[200];
};

static struct claim claims[64];
static unsigned claim_count;

static void compile(regex_t *r, const char *pattern)
{
    if (regcomp(r, pattern, REG_EXTENDED | REG_ICASE | REG_NEWLINE) != 0)
        fail_msg("%s: %s is no pattern", game->id, pattern);
}

static bool matches_in(const char *pattern, const char *text)
{
    regex_t r;
    compile(&r, pattern);
    bool found = regexec(&r, text, 0, NULL, 0) == 0;
    regfree(&r);
    return found;
}

/* The last one is what sounds as if it were said of the hand. */
static void read_claims(void)
{
    struct file f = read_game_file(game->id, "claims.txt");
    if (!f.text)
        fail_msg("%s: tests/games has no claims.txt", game->id);
    claim_count = 0;
    for (char *line = strtok(f.text, "\n"); line; line = strtok(NULL, "\n")) {
        char *sign = strstr(line, " = ");
        struct claim *c = &claims[claim_count];
        if (*line == '#')
            continue;
        assert_non_null(sign);
        assert_true(++claim_count < sizeof claims / sizeof *claims);
        *sign = '\0';
        compile(&c->phrase, line);
        if (sscanf(sign + 3, "%7s %7s %199[^\n]", c->how, c->what, c->pattern) != 3)
            assert_string_equal(c->how, "always");
    }
    compile(&claims[claim_count].phrase, HAND);
    free(f.text);
}

static void free_claims(void)
{
    for (unsigned i = 0; i <= claim_count; i++)
        regfree(&claims[i].phrase);
}

/* The pattern with what the groups of a phrase have met for \1 and \2. */
static void fill_in(char *to, size_t size, const char *pattern, const char *text,
                    const regmatch_t group[3])
{
    struct bl_text out = {to, 0, size, NULL};
    *to = '\0';
    for (const char *at = pattern; *at; at++)
        if (*at == '\\' && (at[1] == '1' || at[1] == '2')) {
            const regmatch_t *g = &group[*++at - '0'];
            bl_put_bytes(&out, text + g->rm_so, (size_t)(g->rm_eo - g->rm_so));
        } else
            bl_put_char(&out, *at);
}

static void put_moves(struct bl_text *out, struct bl_match *m)
{
    const bl_move *list;
    uint32_t n = bl_match_moves(m, &list);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_play play = {.move = list[i], .seat = 0};
        bl_put_move(game, bl_match_view(m, 0), &play, out);
        bl_put_char(out, '\n');
    }
}

/* What they were told of the last move. */
static void put_told(struct bl_text *out, struct bl_match *m)
{
    static struct bl_event event;
    static struct bl_story story;
    if (bl_match_count(m) == 0)
        return;
    bl_match_tell(m, bl_match_count(m) - 1, 0, &event, &story);
    bl_put_story(out, &story, NULL);
}

/* The pupil's legal moves, a line each, what they were told, or their cards. */
static void put_what(struct bl_text *out, struct bl_match *m, const char *what)
{
    if (strcmp(what, "hand") != 0) {
        (strcmp(what, "moves") == 0 ? put_moves : put_told)(out, m);
        return;
    }
    struct bl_text state = bl_text_heap();
    bl_put_state(game, bl_match_view(m, 0), &state);
    const char *hand = strstr(state.s, "\"hands\":[[");
    if (hand)
        bl_put_bytes(out, hand + 10, strcspn(hand + 10, "]"));
    bl_text_free(&state);
}

/* Whether a paragraph has the phrase of a claim, and then whether that is so. */
static bool holds_claim(struct bl_match *m, const struct claim *c, const char *said)
{
    char wanted[200];
    regmatch_t group[3];
    if (regexec(&c->phrase, said, 3, group, 0) != 0)
        return false;
    if (strcmp(c->how, "always") != 0) {
        struct bl_text list = bl_text_heap();
        fill_in(wanted, sizeof wanted, c->pattern, said, group);
        bl_put(&list, "");
        put_what(&list, m, c->what);
        if (matches_in(wanted, list.s) != (strcmp(c->how, "some") == 0))
            fail_msg("%s: “%s” is not true: %s %s %s\n%s", game->id, said, c->how, c->what, wanted, list.s);
        bl_text_free(&list);
    }
    return true;
}

static void check_claims(struct bl_match *m, const struct bl_said *said)
{
    struct bl_text text = bl_text_heap();
    bool known = false;
    bl_put_fact(&text, &said->fact, NULL);
    for (unsigned i = 0; i < claim_count; i++)
        known |= holds_claim(m, &claims[i], text.s);
    if (!known && regexec(&claims[claim_count].phrase, text.s, 0, NULL, 0) == 0)
        fail_msg("%s: claims.txt does not know what this says of the hand: %s", game->id, text.s);
    bl_text_free(&text);
}

/* What the pupil's last move meant agrees with what they were told of it. */
static void check_meant(struct bl_match *m, const struct bl_lesson *l)
{
    uint32_t count = bl_match_count(m);
    if (l->meant_count == 0 || bl_match_mover(m, count - 1) != 0)
        return;
    struct bl_text text = bl_text_heap();
    bl_put_fact(&text, &l->meant[0].fact, NULL);
    for (unsigned i = 0; i < claim_count; i++)
        if (strcmp(claims[i].what, "told") == 0)
            holds_claim(m, &claims[i], text.s);
    bl_text_free(&text);
}

/* What is due offers the pupil no more than there is. */
static void check_due(struct bl_match *m)
{
    static struct bl_story due;
    bl_tell_due(game, bl_match_view(m, 0), &due);
    for (uint32_t i = 0; i < due.count; i++)
        check_claims(m, &(struct bl_said){due.sentences[i].fact, ""});
}

/* ---- the course of a lesson --------------------------------------------------- */

/* What a review thinks of the move just made. */
static void judge(struct bl_match *m, const char *lesson, struct course *k)
{
    struct bl_review_plan plan;
    struct bl_judgement j;
    uint32_t number = bl_match_count(m) - 1;
    bl_review_prepare(&plan, game, 0, 1);
    plan.playouts = 1;   /* who is ahead does not matter */
    bl_judge(m, number, &plan, true, &j);
    float cost = bl_cost(&j);
    if (cost > k->worst)
        k->worst = cost;
    if (cost >= BL_LEAST_MISTAKE) {
        struct bl_text better = bl_text_heap();
        size_t n = strlen(k->mistakes);
        bl_put_move(game, bl_match_view_at(m, number, 0), &j.better, &better);
        snprintf(k->mistakes + n, sizeof k->mistakes - n, " %s (move %u, %.2f: rather %s)", lesson,
                 number + 1, (double)cost, better.s);
        bl_text_free(&better);
    }
    bl_judgement_free(&j);
}

static void note(struct course *k, const struct bl_lesson *l)
{
    size_t n = strlen(k->names);
    if (!*k->first)
        snprintf(k->first, sizeof k->first, "%s", l->name ? l->name : "");
    snprintf(k->names + n, sizeof k->names - n, " %s", l->name ? l->name : "-");
    k->told |= l->told;
    for (unsigned i = 0; i < l->word_count; i++)
        bl_putf(&k->cited, "%s ", l->words[i].clauses);
    for (unsigned i = 0; i < l->meant_count; i++)
        bl_putf(&k->cited, "%s ", l->meant[i].clauses);
}

/* What bl_learn_script does, by a look that goes along: in a search that is much quicker. */
static bool quick_script(struct bl_match *m, const struct bl_scene *pupil)
{
    struct bl_scene c = *pupil;
    struct bl_reply reply = {.answer = BL_FORBIDDEN};
    const char *move;
    c.seat = bl_match_to_move(m);
    c.view = bl_match_view(m, c.seat);
    for (unsigned i = 0; (move = bl_lesson_script(&c, i)) != NULL; i++) {
        bl_match_submit(m, c.seat, move, &reply);
        if (reply.answer == BL_ACCEPTED)
            return true;
    }
    return false;
}

/* Plays a whole game as the lessons say, and has them judged if that is wanted. */
static void follow(uint64_t seed, struct course *k, unsigned turns, bool judged)
{
    struct bl_match *m = deal(seed);
    struct bl_lesson l = {.type = bl_text_heap(), .move = bl_text_heap()};
    struct bl_learner p = {0};
    *k = (struct course){.winner = -1, .cited = bl_text_heap()};
    bl_learner_look(&p, m, 0);
    for (; k->turns < turns && bl_match_to_move(m) >= 0;) {
        if (bl_match_to_move(m) != 0) {
            if (!(judged ? bl_learn_script(m) : quick_script(m, &p.scene)))
                bl_match_bot_move(m);
            continue;
        }
        bl_learner_sit(&p, m);
        bl_lesson_find(&p.scene, 0, &l);
        check_lesson(&l);
        note(k, &l);
        if (!l.name || !*l.move.s)
            break;
        must_submit(m, 0, l.move.s);
        if (judged)
            judge(m, l.name, k);
        bl_learner_made(&p, m, bl_match_count(m) - 1);
        k->turns++;
    }
    if (bl_match_to_move(m) < 0) {
        struct bl_result result;
        bl_learner_look(&p, m, 0);
        bl_lesson_find(&p.scene, 0, &l);
        note(k, &l);
        bl_match_result(m, &result);
        k->winner = result.winner;
    }
    bl_learner_free(&p);
    bl_text_free(&l.type);
    bl_text_free(&l.move);
    bl_match_free(m);
}

static uint64_t needed(void)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < game->teaching->count; i++)
        all |= (uint64_t)(game->teaching->rows[i].kind == BL_LESSON) << i;
    return all;
}

/* Those that bring the most lessons, `first` before all others, without mistakes if that can be, in
 * the fewest turns. */
static void search(uint64_t from, uint64_t to, const char *first)
{
    uint64_t all = needed();
    int best = INT32_MIN;
    for (uint64_t seed = from; seed < to; seed++) {
        struct course k;
        follow(seed, &k, 45, false);
        bl_text_free(&k.cited);
        int met = __builtin_popcountll(k.told & all);
        if (k.winner != 0 || 100 * (met + 1) < best || strcmp(k.first, first) != 0)
            continue;
        follow(seed, &k, 45, true);
        bl_text_free(&k.cited);
        int worth = 100 * met - (int)k.turns - (int)(2000 * (k.worst >= BL_LEAST_MISTAKE ? k.worst : 0));
        if (worth < best)
            continue;
        best = worth;
        printf("%d of %d, %u turns, seed %llu:%s; mistakes%s; lacks", met,
               __builtin_popcountll(all), k.turns, (unsigned long long)seed, k.names, k.mistakes);
        for (unsigned i = 0; i < game->teaching->count; i++)
            if ((all & ~k.told) >> i & 1)
                printf(" %s", game->teaching->rows[i].name);
        printf("\n");
        fflush(stdout);
    }
}

/* ---- tests ---------------------------------------------------------------- */

static bool cites(const char *clauses, const char *id)
{
    size_t n = strlen(id);
    for (const char *at = clauses; (at = strstr(at, id)) != NULL; at += n)
        if ((at == clauses || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
            return true;
    return false;
}

/* Each line of ideas.txt begins with a clause, and something that was told rests on it. */
static void meets_ideas(const char *cited)
{
    struct file f = read_game_file(game->id, "ideas.txt");
    if (!f.text)
        fail_msg("%s: tests/games has no ideas.txt", game->id);
    for (const char *line = f.text; *line; line += strcspn(line, "\n") + 1) {
        char id[32];
        assert_int_equal(sscanf(line, "%31s", id), 1);
        check_clauses(id);
        if (!cites(cited, id))
            fail_msg("%s: no lesson that comes up rests on %.*s", game->id,
                     (int)strcspn(line, "\n"), line);
    }
    free(f.text);
}

static void suggestions_lead_to_the_end(void **state)
{
    (void)state;
    struct course k;
    follow(game->teaching->seed, &k, 60, game->teaching->once);
    assert_string_equal(k.names + strlen(k.names) - 4, " end");
    meets_ideas(k.cited.s);
    bl_text_free(&k.cited);
    if (!game->teaching->once)   /* where moves are written, the lessons are of one round, not a game */
        return;
    for (unsigned i = 0; i < game->teaching->count; i++)
        if ((needed() & ~k.told) >> i & 1)
            fail_msg("%s: the lesson %s does not come up:%s", game->id,
                     game->teaching->rows[i].name, k.names);
    /* What a rule meant is said of most of those that come up. */
    unsigned meant = 0, told = 0;
    for (unsigned i = 0; i < game->teaching->count; i++)
        if (game->teaching->rows[i].kind == BL_MEANT) {
            meant++;
            told += k.told >> i & 1;
        }
    assert_true(2 * told > meant);
    assert_int_equal(k.winner, 0);
    assert_in_range(k.turns, 8, 45);
    if (*k.mistakes)
        fail_msg("%s: what is suggested is a mistake:%s", game->id, k.mistakes);
}

/* Moves at random, with what the lessons say to them, which is true of the hand; and a fresh look sees
 * what the running one sees. */
static void straying_does_no_harm(void **state)
{
    (void)state;
    if (!game->teaching->once)   /* most moves are written there, not listed */
        skip();
    read_claims();
    for (uint64_t seed = 1; seed <= PUPILS; seed++) {
        struct bl_match *m = deal(seed % 2 ? game->teaching->seed : seed);
        struct bl_stream rng = bl_stream(seed, game->code, 77, 0);
        struct bl_lesson l = {.type = bl_text_heap(), .move = bl_text_heap()};
        for (int n = 0; n < 60 && bl_match_to_move(m) >= 0; n++) {
            const bl_move *moves;
            if (bl_match_to_move(m) != 0) {
                if (!bl_learn_script(m))
                    bl_match_bot_move(m);
                continue;
            }
            struct bl_learner p = {0};
            bl_learner_look(&p, m, 0);
            assert_true(bl_lesson_find(&p.scene, 0, &l));
            check_lesson(&l);
            for (unsigned i = 0; i < l.word_count; i++)
                check_claims(m, &l.words[i]);
            check_meant(m, &l);
            check_due(m);
            if (*l.move.s) {
                struct bl_play play;
                static struct bl_account account;
                assert_null(bl_match_read(m, 0, l.move.s, &play));
                assert_int_equal(bl_match_explain(m, &play, &account), 0);
            }
            bl_learner_free(&p);
            /* Half of them mostly do what is suggested. */
            uint32_t count = bl_match_moves(m, &moves);
            struct bl_play play = {.move = moves[bl_below(&rng, count)], .seat = 0};
            if (*l.move.s && seed % 4 < 2 && bl_below(&rng, 4) > 0)
                must_submit(m, 0, l.move.s);
            else
                must_play(m, &play);
        }
        bl_text_free(&l.type);
        bl_text_free(&l.move);
        bl_match_free(m);
    }
    free_claims();
}

/* Whatever a lesson says rests on a clause, and people in it have names: %p, not "seat 1". */
static void rows_cite_and_call_people_by_name(void **state)
{
    (void)state;
    for (unsigned i = 0; i < game->teaching->count; i++) {
        const struct bl_lesson_row *r = &game->teaching->rows[i];
        if (r->kind != BL_REMARK && r->kind != BL_SCRIPT && !*r->clauses)
            fail_msg("%s: the lesson %s cites nothing", game->id, r->name);
        check_clauses(r->clauses);
        for (unsigned k = 0; k < 3 && r->words[k]; k++)
            if (strstr(r->words[k], "seat") || strstr(r->words[k], "Seat"))
                fail_msg("%s: the lesson %s speaks of seats", game->id, r->name);
    }
}

int main(int argc, char **argv)
{
    int failed = 0, taught = 0;
    game = argc > 4 ? bl_find_game(argv[1]) : NULL;
    if (game) {
        search(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), argv[4]);
        return 0;
    }
    open_catalogues(argc > 1 ? argv[1] : "po");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_cite_and_call_people_by_name),
        cmocka_unit_test(suggestions_lead_to_the_end), cmocka_unit_test(straying_does_no_harm),
    };
    for (const struct bl_game *const *g = bl_games(); *g; g++) {
        if (!(*g)->teaching)
            continue;
        game = *g;
        taught++;
        failed += cmocka_run_group_tests_name(game->id, tests, NULL, NULL);
    }
    return failed > 0 || taught == 0;
}
