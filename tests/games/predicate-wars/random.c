/* predicate-wars-random.c - thousands of random games of Predicate Wars: what each move may do to
 * health, power, potency, proving power and cards, reckoned beside the rules from what the document
 * says, and nothing else may change. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/bot.h"
#include "games/predicate-wars/predicate-wars.h"

#ifdef BRIEF
enum { GAMES = 500, LONGEST = 100 };
#else
enum { GAMES = 2000, LONGEST = 100 };
#endif
enum place { IN_HAND, IN_DECK = PW_SEATS, IN_DISCARD, IN_DROP, NOWHERE };

static const struct bl_game *game;
static struct pw *before, *after, *view;
static struct bl_context cx;
static bl_move *moves;
static struct bl_text words;
static unsigned fought;                  /* who lived when Phase IV began */
static unsigned seen[PW_MOVES], ends, deaths, effects, new_rules, shortages;

/* ---- what the move says ---------------------------------------------------- */

/* Points of a statement, or of the lemmas of a proof, and how many lemmas. */
struct reckoned {
    int32_t points, lemmas;
};

/* By the text of the move, and not by what the rules were given. */
static struct reckoned reckon(const struct bl_play *play)
{
    struct pw_reading r;
    struct bl_fault fault;
    struct bl_statement statement;
    struct reckoned sum = {0, 0};
    struct bl_logic *l = bl_logic_new();
    struct bl_text text = bl_text_heap();
    size_t end;
    game->notation->put_move(before, play, &text);
    assert_true(pw_read_words(&r, text.s, &fault));
    if (r.w.kind == MOVE_EDIT || r.w.kind == MOVE_BUY_RULE) {
        assert_true(bl_statement_scan(l, text.s, text.len, r.body, BL_WFF, &statement, &end, &fault));
        sum.points = statement.points;
    } else {
        size_t at = r.body, from, to;
        while (pw_next_item(&r, &at, &from, &to)) {
            struct bl_item item;
            assert_true(bl_item_parse(l, text.s, to, from, &item, &fault));
            sum.points += item.axiom ? 0 : item.i.c.points;
            sum.lemmas += !item.axiom;
        }
    }
    bl_text_free(&text);
    bl_logic_free(l);
    return sum;
}

static int32_t proof_cost(struct reckoned r)
{
    switch (before->head.setup.rulings[RULING_PROOF_COST]) {
    case COST_LINES: return r.lemmas;
    case COST_BOTH: return r.points + r.lemmas;
    default: return r.points;
    }
}

/* ---- accounts -------------------------------------------------------------- */

/* What every seat should have after the move. */
struct account {
    int32_t health, power, potency, proving;
};
static struct account due[PW_SEATS];

static void owe(int seat, int32_t power)
{
    due[seat].power = due[seat].power > power ? due[seat].power - power : 0;
}

static bool has_ended(void)
{
    return before->phase >= PHASE_PLAYING && before->phase <= PHASE_REFUTING &&
           after->phase == PHASE_PROOFS;
}

/* V.3: the last to remain 8, the next of the better half 4. */
static void reward(void)
{
    unsigned given = 0, half = fought / 2;
    uint8_t ranking[PW_SEATS];
    unsigned n = 0;
    for (unsigned i = 0; i < PW_SEATS; i++)
        if (after->remaining >> i & 1)
            ranking[n++] = (uint8_t)i;
    for (unsigned i = after->left_count; i > 0; i--)
        ranking[n++] = after->left[i - 1];
    assert_int_equal(n, fought);
    for (unsigned i = 0; i < n; i++)
        if (after->seats[ranking[i]].alive && given < half)
            due[ranking[i]].potency += given++ == 0 ? 8 : 4;
}

/* III.4 and IV.1, when the last has claimed. */
static void end_claiming(void)
{
    for (unsigned i = 0; i < pw_players(before); i++) {
        int card = before->edited[i];
        if (card >= 0 && pw_in(&before->seats[i].hand, (unsigned)card))
            owe((int)i, (before->cards[card].cost + 1) / 2);
    }
    fought = 0;
    for (unsigned i = 0; i < pw_players(before); i++) {
        fought += before->seats[i].alive;
        if (before->seats[i].alive)
            due[i].proving = due[i].potency;
    }
}

/* A: what an effect may do at most, to whom is for the situations to say. */
static void allow_effect(void)
{
    int living = (int)pw_living(before);
    effects++;
    for (unsigned i = 0; i < pw_players(before); i++) {
        const struct pw_seat *was = &before->seats[i], *is = &after->seats[i];
        int32_t health = is->health - was->health, power = is->power - was->power;
        bool claims = pw_size(&is->hand) > pw_size(&was->hand);
        assert_true(health >= -20 * living && health <= 15 * living);
        assert_true(power <= 10 * living);
        assert_true(power >= -8 * living || claims);
        assert_true(was->alive || (health == 0 && power == 0));
        assert_false(health != 0 && power != 0);   /* one action function */
        due[i].health = is->health;
        due[i].power = is->power;
    }
}

static bool is_last_to_accept(void)
{
    return pw_next_living(before, before->head.to_move) == before->turn;
}

static void settle(const struct bl_play *play)
{
    int seat = play->seat;
    unsigned a = pw_first_of(play->move);
    const struct pw_card *card = &before->cards[a];
    switch (pw_kind(play->move)) {
    case MOVE_EDIT:
        if (before->phase == PHASE_SETUP)
            owe(seat, 2 * reckon(play).points);
        else if (card->kind == PW_EDITED)
            owe(seat, 2 * card->cost);
        break;
    case MOVE_CLAIM: owe(seat, before->phase == PHASE_CLAIMING ? card->cost : 2 * card->cost); break;
    case MOVE_PROVE: case MOVE_REFUTE: due[seat].proving -= proof_cost(reckon(play)); break;
    case MOVE_BUY_PROOF: due[seat].potency -= 2 * reckon(play).points; break;
    case MOVE_DROP_RULE: due[seat].potency -= before->prices[a]; break;
    case MOVE_ACCEPT:
        if (is_last_to_accept() && before->phase == PHASE_RULE_REFUTING) {
            due[before->turn].potency -= before->price;
            new_rules++;
        } else if (is_last_to_accept()) {
            allow_effect();
        }
        break;
    case MOVE_PASS:
        if (before->phase == PHASE_CLAIMING && after->phase != PHASE_CLAIMING)
            end_claiming();
        break;
    default: break;
    }
    if (has_ended() || (before->phase == PHASE_CLAIMING && after->phase == PHASE_PROOFS))
        reward();
}

static void check_accounts(const struct bl_play *play)
{
    for (unsigned i = 0; i < PW_SEATS; i++) {
        const struct pw_seat *p = &before->seats[i];
        due[i] = (struct account){p->health, p->power, p->potency, p->proving};
    }
    settle(play);
    for (unsigned i = 0; i < PW_SEATS; i++) {
        const struct pw_seat *p = &after->seats[i];
        assert_int_equal(p->health, due[i].health);
        assert_int_equal(p->power, due[i].power);
        assert_int_equal(p->potency, due[i].potency);
        assert_int_equal(p->proving, due[i].proving);
        assert_true(p->power >= 0 && p->potency >= 0 && p->proving >= 0);
        assert_true(i >= pw_players(after) || p->alive == (p->health > 0));
    }
}

/* ---- cards ----------------------------------------------------------------- */

static void note_place(enum place *places, unsigned card, enum place place)
{
    assert_int_equal(places[card], NOWHERE);   /* each in one place */
    places[card] = place;
}

static void find_places(const struct pw *s, enum place *places)
{
    for (unsigned i = 0; i < PW_CARDS; i++)
        places[i] = NOWHERE;
    for (unsigned seat = 0; seat < PW_SEATS; seat++)
        for (unsigned i = 0; i < PW_CARDS; i++)
            if (pw_in(&s->seats[seat].hand, i))
                note_place(places, i, (enum place)seat);
    for (unsigned i = 0; i < s->deck_count; i++)
        note_place(places, s->deck[i], IN_DECK);
    for (unsigned i = 0; i < s->discard_count; i++)
        note_place(places, s->discard[i], IN_DISCARD);
    for (unsigned i = 0; i < s->drop_count; i++)
        note_place(places, s->drop[i], IN_DROP);
    for (unsigned i = 0; i < PW_CARDS; i++)
        assert_true((places[i] == NOWHERE) == (i >= pw_card_count(&s->head.setup)));
}

/* Where a card is put by the move itself. */
static bool may_go(const struct bl_play *play, unsigned card, enum place from, enum place to)
{
    unsigned a = pw_first_of(play->move);
    switch (pw_kind(play->move)) {
    case MOVE_TAKE: case MOVE_PASS:
        return before->phase == PHASE_CREATION && from == IN_DECK && to < IN_DECK &&
               before->cards[card].kind == PW_BLANK;
    case MOVE_CLAIM: return card == a && (int)to == play->seat;
    case MOVE_PLAY: return (card == a || card == pw_second_of(play->move)) && to == IN_DROP;
    case MOVE_DISCARD: return card == a && to == IN_DISCARD;
    case MOVE_ACCEPT:
        return before->phase == PHASE_REFUTING && from < IN_DECK &&
               ((int)to == before->turn || (to == IN_DROP && !after->seats[from].alive));
    default: return false;
    }
}

/* Piles go back into the deck at the end of Phase IV; whatever was just put there with them. */
static void check_places(const struct bl_play *play)
{
    enum place from[PW_CARDS], to[PW_CARDS];
    bool ended = has_ended();
    find_places(before, from);
    find_places(after, to);
    for (unsigned i = 0; i < PW_CARDS; i++) {
        bool piled = from[i] == IN_DISCARD || from[i] == IN_DROP;
        if (ended && piled)
            assert_int_equal(to[i], IN_DECK);
        else if (from[i] != to[i] && !may_go(play, i, from[i], to[i]) &&
                 !(ended && to[i] == IN_DECK && (may_go(play, i, from[i], IN_DROP) ||
                                                 may_go(play, i, from[i], IN_DISCARD))))
            fail_msg("#%d goes from %d to %d", (int)i, (int)from[i], (int)to[i]);
    }
}

/* What is written changes by editing only; a discarded card costs 2 more; who has seen an effect
 * stays one who has. */
static void check_cards(const struct bl_play *play)
{
    for (unsigned i = 0; i < PW_CARDS; i++) {
        struct pw_card was = before->cards[i], is = after->cards[i];
        bool meant = pw_first_of(play->move) == i;
        if (meant && pw_kind(play->move) == MOVE_EDIT) {
            assert_int_equal(is.seen, 1 << play->seat);
            assert_int_equal(is.creator, play->seat);
            assert_true(is.cost <= before->seats[play->seat].power);
            continue;
        }
        was.cost += meant && pw_kind(play->move) == MOVE_DISCARD ? 2 : 0;
        assert_int_equal(was.seen & is.seen, was.seen);
        was.seen = is.seen;
        assert_memory_equal(&was, &is, sizeof was);
        assert_int_equal(before->sizes[SLOT_CARD + i], after->sizes[SLOT_CARD + i]);
        assert_true(memcmp(pw_slot(before, SLOT_CARD + i), pw_slot(after, SLOT_CARD + i),
                           before->sizes[SLOT_CARD + i]) == 0);
    }
}

/* Who holds a card, or is alive when the deck is shown, has seen it; nobody else learns of it. */
static void check_seen(const struct bl_play *play)
{
    bool shown = before->phase == PHASE_CREATION && after->phase != PHASE_CREATION;
    for (unsigned i = 0; i < pw_card_count(&after->head.setup); i++) {
        if (!pw_edited(after, i))
            continue;
        int owner = pw_owner(after, i);
        unsigned learned = after->cards[i].seen & ~before->cards[i].seen;
        bool played = pw_kind(play->move) == MOVE_PLAY &&
                      (i == pw_first_of(play->move) || i == pw_second_of(play->move));
        assert_true(owner < 0 || after->cards[i].seen >> owner & 1);
        if (learned && !shown && !played)
            assert_int_equal(learned, owner >= 0 ? 1 << owner : 0);
    }
}

/* ---- games ----------------------------------------------------------------- */

static void random_setup(struct bl_setup *setup, struct bl_stream *rng)
{
    static const int32_t riches[] = {0, 3, 20, 128, 5000};
    int32_t *o = setup->options;
    bl_setup_init(setup, game);
    setup->players = (uint8_t)(2 + bl_below(rng, bl_below(rng, 4) ? 4 : 15));
    setup->rulings[RULING_LOGIC] = (uint8_t)bl_below(rng, 2);
    setup->rulings[RULING_EVALUATION] = (uint8_t)bl_below(rng, 2);
    setup->rulings[RULING_PROOF_COST] = (uint8_t)bl_below(rng, 3);
    o[OPTION_OWNED] = (int32_t)bl_below(rng, 3);
    o[OPTION_DEALT] = (int32_t)bl_below(rng, 4);
    o[OPTION_DECK] = o[OPTION_DEALT] * setup->players + (int32_t)bl_below(rng, 12);
    o[OPTION_HEALTH] = 1 + (int32_t)bl_below(rng, 40);
    o[OPTION_POWER] = riches[bl_below(rng, 5)];
    o[OPTION_POTENCY] = riches[bl_below(rng, 5)];
    o[OPTION_RULES] = (int32_t)bl_below(rng, 4);
    assert_null(bl_resolve(game, setup));
}

static void check_move(const struct bl_play *play)
{
    unsigned kind = pw_kind(play->move);
    seen[kind]++;
    ends += has_ended();
    deaths += after->dead_count > before->dead_count;
    check_accounts(play);
    check_places(play);
    check_cards(play);
    check_seen(play);
}

static void play_one(uint64_t seed)
{
    struct bl_stream rng = bl_stream(seed, game->code, BL_FOR_TEST, 0);
    struct bl_setup setup;
    struct bl_chance_event event[4];
    random_setup(&setup, &rng);
    void *scratch = bl_scratch_new(game);
    bl_context_init(&cx, game, seed);
    cx.scratch = scratch;
    game->rules->deal(before, &setup, &cx);
    for (int n = 0; n < LONGEST && before->head.to_move >= 0; n++) {
        int seat = before->head.to_move;
        struct bl_stream own = bl_bot_stream(game, seed, seat, (uint64_t)n);
        struct bl_chance_log log = {0, 4, event};
        struct bl_play play;
        uint32_t count = game->rules->moves(before, moves);
        bl_view(game, before, seat, view);
        bl_bot_play(bl_find_bot(bl_below(&rng, 8) ? "random" : "greedy"),
                    &(struct bl_decision){game, view, seat, moves, count, &own, NULL, NULL}, scratch,
                    &words, &play);
        assert_int_equal(game->rules->check(before, &play, &cx), 0);
        bl_copy(game, after, before);
        cx.chance.log = &log;
        game->rules->apply(after, &play, &cx);
        cx.chance.log = NULL;
        for (uint32_t i = 0; i < log.count; i++)
            shortages += event[i].kind == CHANCE_TAKER;
        check_move(&play);
        bl_copy(game, before, after);
    }
    bl_scratch_free(game, scratch);
}

static void every_move_does_what_it_may(void **state)
{
    (void)state;
    game = bl_find_game("predicate-wars");
    before = calloc(1, sizeof *before);
    after = calloc(1, sizeof *after);
    view = calloc(1, sizeof *view);
    moves = calloc(game->max_moves, sizeof *moves);
    words = bl_text_heap();
    for (uint64_t seed = 1; seed <= GAMES; seed++)
        play_one(seed);
    /* The games have had all of it in them. */
    for (unsigned kind = 0; kind < PW_MOVES; kind++)
        if (seen[kind] < 10)
            fail_msg("move %d was made %d times", (int)kind, (int)seen[kind]);
    assert_true(ends > GAMES / 20 && deaths > GAMES / 20 && effects > GAMES / 20);
    assert_true(new_rules > GAMES / 200 && shortages > GAMES / 200);
    bl_text_free(&words);
    free(before);
    free(after);
    free(view);
    free(moves);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_move_does_what_it_may)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
