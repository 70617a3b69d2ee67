/* lessons.c - the tutorial: which of the lessons fits what lies on the table and what is being
 * written. What they say of cards and numbers is looked up. */
#include "draft.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* The rule that seat 1 wants, which is the axiom of the subproof that the lessons have bought, and
 * what that derives from it. */
#define ALL_ABOVE_0 "(∀(x)(x>0))"
#define FALSE_FOR_ALL "(∀(x)tF)"

/* What the lessons have bought, and the refutation of that rule as the first on a table. */
#define SUBPROOF                                                                                   \
    "buy-proof z: axiom " ALL_ABOVE_0 "; (0>0) by universal-instantiation 1; tF by comparison 2; " \
    FALSE_FOR_ALL " by universal-generalization 3"
#define IF_PLAYER "([PLAYER]([chosenPlayer](1))→[ATK]([chosenPlayer](1),20))"
#define RULE "(∀(x)(¬[ATK](x,15)))"
#define BY_HAND "refute : (0>0) by universal-instantiation 1; tF by comparison 2 => 3"

static const struct pw *view_of(const struct bl_scene *c)
{
    return c->view;
}

/* ---- looking at the table ------------------------------------------------- */

static bool has_name(const struct pw *v, unsigned card, unsigned name)
{
    return pw_edited(v, card) && v->cards[card].names[name - BL_RAND_PLAYER] > 0;
}

static bool slot_says(const struct pw *v, unsigned slot, const char *statement)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    pw_put_slot(v, slot, &text);
    return strcmp(text.s, statement) == 0;
}

/* The points of a move that is written out. */
static uint32_t points_of(const char *move)
{
    struct bl_logic *l = bl_logic_new();
    BL_LOCAL struct bl_text room = bl_text_heap();
    struct bl_play play;
    struct pw_written w;
    bool good = !pw_read_open(l, move, &play, &room) && pw_written(&play, &w);
    bl_logic_free(l);
    return good ? w.w.points : 0;
}

WHEN(always, true)
WHEN(is_typed, c->typed)
WHEN(is_second_round, view_of(c)->round == 2)
/* The first round, and the fight of the second. */
WHEN(course_is_over,
     view_of(c)->round > 2 || view_of(c)->phase == PHASE_OVER ||
     (view_of(c)->round == 2 && view_of(c)->phase >= PHASE_PROOFS))
WHEN(course_is_over_typed, c->typed && course_is_over(c, l))

/* ---- writing cards -------------------------------------------------------- */

static bool has_blank(const struct bl_scene *c, struct bl_lesson *l)
{
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&view_of(c)->seats[0].hand, hand);
    for (unsigned i = 0; i < n; i++)
        if (!pw_edited(c->view, hand[i]))
            return TELL("|i", hand[i]);
    return false;
}

static int blanks_of(const struct pw *v)
{
    uint8_t cards[PW_CARDS];
    return (int)pw_list(&v->seats[0].hand, cards) - (int)pw_written_in_hand(v, 0);
}

/* What to write on a card as its power cost: as much as nobody else can pay. In the set-up the most
 * that may be written, since nothing is due for it; later no more than that takes, since half of it
 * is. Where the others can pay whatever is asked, nothing. */
static int32_t wise_cost(const struct pw *v)
{
    int32_t mine = v->seats[0].power, theirs = v->seats[1].power;
    return v->phase == PHASE_SETUP ? mine : mine > theirs ? theirs + 1 : 0;
}

/* Whether the pupil holds a written card that passes. */
static bool holds(const struct pw *v, bool (*test)(const struct pw *v, unsigned card))
{
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&v->seats[0].hand, hand);
    bool found = false;
    for (unsigned i = 0; i < n; i++)
        found |= pw_edited(v, hand[i]) && test(v, hand[i]);
    return found;
}

static bool is_light(const struct pw *v, unsigned card)
{
    return v->cards[card].points == 0;
}

static bool attacks(const struct pw *v, unsigned card)
{
    return has_name(v, card, BL_ATK);
}

WHEN(begins_again,
     is_second_round(c, l) && blanks_of(view_of(c)) > 2 && TELL("d", blanks_of(view_of(c))))
WHEN(lacks_light_card,
     is_second_round(c, l) && holds(c->view, attacks) && !holds(c->view, is_light) && has_blank(c, l))
WHEN(lacks_attack, (view_of(c)->round == 1 || !holds(c->view, attacks)) && has_blank(c, l))
WHEN(has_blanks, blanks_of(view_of(c)) > 2 && TELL("d", blanks_of(view_of(c))))
WHEN(none_written,
     pw_written_in_hand(c->view, 0) == 0 && has_blank(c, l) && TELL("p|d", 1, wise_cost(c->view)))
WHEN(none_written_typed, c->typed && pw_written_in_hand(c->view, 0) == 0)
WHEN(one_written,
     pw_written_in_hand(c->view, 0) == 1 && has_blank(c, l) && TELL("|d", wise_cost(c->view)))
WHEN(can_outbid,
     wise_cost(c->view) > 0 && lacks_attack(c, l) &&
     TELL("dpd|d", wise_cost(c->view), 1, pw_keep_price(wise_cost(c->view)), wise_cost(c->view)))
WHEN(one_written_typed, c->typed && pw_written_in_hand(c->view, 0) == 1)
WHEN(two_written, pw_written_in_hand(c->view, 0) > 1)
WHEN(writes_anything, c->card != NULL)

/* A form is all of it at once. */
WHEN(writes_card, !c->typed || (c->card && c->card->card >= 0))

/* The light card that goes with the first. */
static bool writes_light_card(const struct bl_scene *c)
{
    const struct pw *v = c->view;
    return v->phase == PHASE_SETUP ? pw_written_in_hand(v, 0) > 0
                                   : v->round == 2 && holds(v, attacks) && !holds(v, is_light);
}

WHEN(begins_card, writes_card(c, l) && !(c->card && c->card->statement) && !writes_light_card(c))
WHEN(begins_light_card,
     c->typed && writes_card(c, l) && !c->card->statement && writes_light_card(c))
WHEN(writes_attack, writes_card(c, l) && TELL("d|d", PW_ATK_MOST, PW_ATK_MOST))
WHEN(chooses_tag,
     writes_card(c, l) && strcpy(l->named, writes_light_card(c) ? "rock" : "paper") &&
     TELL("|s", 0))
WHEN(chooses_cost,
     writes_card(c, l) && view_of(c)->phase == PHASE_SETUP &&
     TELL("d|d", wise_cost(c->view), wise_cost(c->view)))
WHEN(chooses_high_cost,
     writes_card(c, l) && view_of(c)->phase != PHASE_SETUP && wise_cost(c->view) > 0 &&
     TELL("dpd|d", wise_cost(c->view), 1, pw_keep_price(wise_cost(c->view)), wise_cost(c->view)))
WHEN(chooses_no_cost,
     writes_card(c, l) && view_of(c)->phase != PHASE_SETUP && wise_cost(c->view) == 0 &&
     TELL("p|d", 1, 0))

/* ---- phases I to III ------------------------------------------------------ */

WHEN(other_has_written, view_of(c)->round == 1 && pw_written_in_hand(c->view, 1) > 0 && TELL("p", 1))

/* The legal move that `worth` likes best, if it likes any. */
static bool best_move(const struct pw *v, unsigned (*worth)(const struct pw *, bl_move),
                      bl_move *best)
{
    bl_move *moves = bl_new(bl_game_predicate_wars.max_moves, sizeof *moves);
    uint32_t n = bl_game_predicate_wars.rules->moves(v, moves);
    unsigned most = 0;
    for (uint32_t i = 0; i < n; i++)
        if (worth(v, moves[i]) > most) {
            *best = moves[i];
            most = worth(v, moves[i]);
        }
    free(moves);
    return most > 0;
}

static unsigned worth_of_claim(const struct pw *v, bl_move m)
{
    return pw_kind(m) == MOVE_CLAIM && has_name(v, pw_first_of(m), BL_HEAL);
}

static bool can_claim_healing(const struct bl_scene *c, struct bl_lesson *l)
{
    bl_move best = 0;
    if (!best_move(c->view, worth_of_claim, &best))
        return false;
    unsigned card = pw_first_of(best);
    return TELL("id|i", card, view_of(c)->cards[card].cost, card);
}

static bool pays_for_keeping(const struct bl_scene *c, struct bl_lesson *l)
{
    int card = view_of(c)->edited[0];
    return card >= 0 && pw_in(&view_of(c)->seats[0].hand, (unsigned)card) &&
           view_of(c)->cards[card].cost > 0 &&
           TELL("id", card, pw_keep_price(view_of(c)->cards[card].cost));
}

/* ---- phase IV ------------------------------------------------------------- */

WHEN(main_card_is_false,
     slot_says(c->view, SLOT_CARD + (unsigned)view_of(c)->played[0], "(1>2)") &&
     TELL("pd|d", 1, view_of(c)->effect,
          pw_axiom_count(c->view, false) + pw_lemma_count(c->view) + 1))

static int lost_health(const struct pw *v)
{
    return v->head.setup.options[OPTION_HEALTH] - v->seats[0].health;
}

WHEN(was_hurt,
     view_of(c)->round == 1 && lost_health(c->view) > 0 && TELL("d", lost_health(c->view)))
WHEN(was_not_hurt,
     lost_health(c->view) == 0 && view_of(c)->previous_main >= 0 &&
     slot_says(c->view, SLOT_CARD + (unsigned)view_of(c)->previous_main, "(1>2)"))

/* How good a play is to show a proof with. */
static unsigned worth_of_play(const struct pw *v, bl_move m)
{
    if (pw_kind(m) != MOVE_PLAY)
        return 0;
    unsigned second = pw_second_of(m), main = pw_first_of(m);
    unsigned w = has_name(v, second, BL_ATK) ? 2 : has_name(v, second, BL_HEAL) ? 1 : 0;
    w += w == 2 && has_name(v, second, BL_IS_PLAYER);
    return w > 0 ? 2 * w + (v->cards[main].points == 0) : 0;
}

static bool can_play_well(const struct bl_scene *c, struct bl_lesson *l)
{
    bl_move best = 0;
    return best_move(c->view, worth_of_play, &best) &&
           TELL("|ii", pw_first_of(best), pw_second_of(best));
}

/* The second card as it was played. */
static unsigned second_slot(const struct pw *v)
{
    return SLOT_CARD + (unsigned)v->played[1];
}

static bool must_be_proved(const struct bl_scene *c, struct bl_lesson *l)
{
    unsigned rows = pw_axiom_count(c->view, false);
    return slot_says(c->view, second_slot(c->view), IF_PLAYER) &&
           TELL("d|dd", view_of(c)->seats[0].proving, rows + 1, rows + 2);
}

/* Whom to choose for an effect on one player who is chosen: the other one if it harms, oneself if it
 * helps; -1: it is no such effect. */
static int best_chosen(const char *statement)
{
    static const char *const actions[] = {"[HEAL]", "[ADDPOWER]", "[ATK]", "[SUBPOWER]"};
    static const char on[] = "([chosenPlayer](1),";
    for (int i = 0; i < 4; i++) {
        size_t n = strlen(actions[i]);
        if (strncmp(statement, actions[i], n) == 0 && strncmp(statement + n, on, sizeof on - 1) == 0)
            return i / 2;
    }
    return -1;
}

static bool stands_as_it_is(const struct bl_scene *c, struct bl_lesson *l)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    pw_put_slot(c->view, second_slot(c->view), &text);
    int whom = best_chosen(text.s);
    return whom >= 0 && TELL("p|d", whom, whom);
}

/* ---- looking at a proof --------------------------------------------------- */

/* The number of a statement; 0: it is not there. */
static uint32_t find_line(const struct bl_draft *d, const char *statement)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    uint32_t found = 0;
    for (uint32_t n = 1; !found && n <= bl_proof_lines(d->proof.proof); n++) {
        bl_text_clear(&text);
        bl_statement_print(d->l, &bl_proof_line(d->proof.proof, n)->s, false, &text);
        found = strcmp(text.s, statement) == 0 ? n : 0;
    }
    return found;
}

/* "If … is a player, then …", and the statement that is its left part; 0: it is not there. */
struct implication {
    uint32_t whole, left;
};

static struct implication implication(const struct bl_draft *d)
{
    uint32_t lines = bl_proof_lines(d->proof.proof);
    for (uint32_t whole = 1; whole <= lines; whole++) {
        bl_term t = bl_draft_term(d, whole), left = bl_term_left(d->l, t);
        if (bl_term_shape(d->l, t) != BL_IMPLY || bl_term_shape(d->l, left) != BL_ATOM ||
            bl_term_left(d->l, left) != BL_IS_PLAYER)
            continue;
        uint32_t at = lines;
        while (at > 0 && bl_draft_term(d, at) != left)
            at--;
        return (struct implication){whole, at};
    }
    return (struct implication){0, 0};
}

/* The game effect that the draft could be handed in for; 0: none. */
static uint32_t effect_of(const struct bl_draft *d)
{
    uint32_t result[2];
    return bl_draft_result(d, 0, result) ? result[0] : 0;
}

static bool lacks_player(const struct bl_scene *c, struct bl_lesson *l)
{
    uint32_t effect = effect_of(c->draft), at = effect ? effect : implication(c->draft).whole;
    if (!at || !bl_draft_unchosen(c->draft, bl_draft_term(c->draft, at)))
        return false;
    BL_LOCAL struct bl_text text = bl_text_heap();
    bl_statement_print(c->draft->l, &bl_proof_line(c->draft->proof.proof, at)->s, false, &text);
    int whom = best_chosen(text.s) == 0 ? 0 : 1;
    return TELL("dp|d", at, whom, whom);
}

static bool lacks_player_typed(const struct bl_scene *c, struct bl_lesson *l)
{
    unsigned said = l->said_count, done = l->done_count;
    bool lacks = c->typed && lacks_player(c, l);
    l->said_count = said;
    l->done_count = done;
    return lacks;
}

WHEN(has_effect,
     effect_of(c->draft) && TELL("ddd|d", effect_of(c->draft), bl_draft_cost(c->draft),
                                 bl_draft_purse(c->draft), effect_of(c->draft)))

/* Two numbers after =>, or one. */
static bool ends_by(const struct bl_scene *c, struct bl_lesson *l, bool two)
{
    uint32_t result[2];
    return c->draft->kind == MOVE_REFUTE && bl_draft_result(c->draft, 0, result) &&
           (result[1] != 0) == two && TELL("d", bl_draft_cost(c->draft));
}

WHEN(has_pair, ends_by(c, l, true))
WHEN(has_false, ends_by(c, l, false))
WHEN(has_found, c->draft->found.count > 0)
WHEN(may_look, c->draft->kind != MOVE_BUY_PROOF)

static bool lacks_left_part(const struct bl_scene *c, struct bl_lesson *l)
{
    struct implication i = implication(c->draft);
    return i.whole && !i.left && TELL("d", i.whole);
}

static bool is_offered_effect(const struct bl_scene *c, struct bl_lesson *l)
{
    const struct bl_draft_steps *options = &c->draft->options;
    for (unsigned i = 0; i < options->count; i++)
        if (pw_effect_action(c->draft->l, options->step[i].line.s.term, NULL))
            return TELL("|d", i + 1);
    return false;
}

static bool has_both_parts(const struct bl_scene *c, struct bl_lesson *l)
{
    struct implication i = implication(c->draft);
    return i.left && TELL("dd|dd", i.whole, i.left, i.whole, i.left);
}

static bool may_ask(const struct bl_scene *c, struct bl_lesson *l)
{
    struct implication i = implication(c->draft);
    return c->typed && c->draft->options.count == 0 && i.left && TELL("|dd", i.whole, i.left);
}

/* ---- phase V: a subproof -------------------------------------------------- */

WHEN(remained_last,
     view_of(c)->seats[0].subproofs == 0 && view_of(c)->left_count > 0 && view_of(c)->left[0] != 0 &&
     TELL("d", PW_REWARD_FIRST))

WHEN(may_buy_subproof,
     view_of(c)->seats[0].subproofs == 0 &&
     view_of(c)->seats[0].potency >= pw_subproof_price(points_of(SUBPROOF)))
WHEN(has_no_axiom, bl_proof_lines(c->draft->proof.proof) == 0)

static bool assumes_all(const struct bl_draft *d)
{
    return find_line(d, ALL_ABOVE_0) == 1;
}

WHEN(lacks_false, assumes_all(c->draft) && !find_line(c->draft, "tF"))

static bool is_not_general(const struct bl_scene *c, struct bl_lesson *l)
{
    uint32_t from = find_line(c->draft, FALSE_FOR_ALL) ? 0 : find_line(c->draft, "tF");
    return assumes_all(c->draft) && from && TELL("d|d", from, from);
}

WHEN(has_lemma,
     find_line(c->draft, FALSE_FOR_ALL) &&
     TELL("dd", bl_draft_cost(c->draft), bl_draft_purse(c->draft)))

/* ---- phase V: rules ------------------------------------------------------- */

WHEN(may_buy_rule,
     view_of(c)->seats[0].potency >= pw_rule_price((int32_t)points_of("buy-rule " RULE)) &&
     pw_free_slot(c->view) >= 0)
WHEN(begins_rule, c->card && c->card->card < 0 && !c->card->statement)

static bool rule_is_false(const struct bl_scene *c, struct bl_lesson *l)
{
    unsigned rule = pw_axiom_count(c->view, true);
    return slot_says(c->view, SLOT_LEMMAS, ALL_ABOVE_0) &&
           pw_can_pay_proof(c->view, view_of(c)->seats[0].proving,
                            pw_proof_cost(c->view, points_of(BY_HAND), 2)) &&
           TELL("p|ddd", 1, rule, rule + 1, rule + 2);
}

/* The subproof that the lessons have bought, or another of the same axiom. */
static bool find_subproof(const struct pw *v, struct bl_lesson *l)
{
    struct pw_subproof s;
    for (size_t at = 0; pw_next_subproof(v, 0, &at, &s);) {
        const uint8_t *item = s.items;
        BL_LOCAL struct bl_text text = bl_text_heap();
        bl_packed_item_print(&item, s.end, false, &text);
        if (strcmp(text.s, "axiom " ALL_ABOVE_0) == 0) {
            memcpy(l->named, s.name, sizeof s.name);
            return true;
        }
    }
    return false;
}

static bool owns_refutation(const struct bl_scene *c, struct bl_lesson *l)
{
    unsigned rule = pw_axiom_count(c->view, true);
    return slot_says(c->view, SLOT_LEMMAS, ALL_ABOVE_0) && find_subproof(c->view, l) &&
           TELL("pds|dsdd", 1, rule, rule, rule + 1, rule + 2);
}

static bool may_use_subproof(const struct bl_scene *c, struct bl_lesson *l)
{
    uint32_t rule = find_line(c->draft, ALL_ABOVE_0);
    return rule && !find_line(c->draft, FALSE_FOR_ALL) && find_subproof(c->view, l) &&
           TELL("ds|ds", rule, rule);
}

static bool lacks_instance(const struct bl_scene *c, struct bl_lesson *l)
{
    uint32_t all = find_line(c->draft, FALSE_FOR_ALL);
    return all && !find_line(c->draft, "tF") && TELL("d|d", all, all);
}

static bool is_offered_lemma(const struct bl_scene *c, struct bl_lesson *l)
{
    static const char wanted[] = FALSE_FOR_ALL " by conditional-proof";
    const struct bl_draft_steps *options = &c->draft->options;
    for (unsigned i = 0; i < options->count; i++)
        if (strncmp(options->step[i].text.s, wanted, strlen(wanted)) == 0)
            return TELL("|d", i + 1);
    return false;
}

/* The rule that is false of 0; -1: it is not in force. */
static int false_rule(const struct pw *v)
{
    for (int i = 0; i < PW_RULES; i++)
        if (v->prices[i] > 0 && slot_says(v, SLOT_RULE + (unsigned)i, ALL_ABOVE_0))
            return i;
    return -1;
}

static bool can_drop(const struct bl_scene *c, struct bl_lesson *l)
{
    int rule = false_rule(c->view);
    return rule >= 0 && view_of(c)->prices[rule] <= view_of(c)->seats[0].potency && TELL("|d", rule);
}

WHEN(sees_nothing_false, false_rule(c->view) < 0)

/* ---- the lessons ---------------------------------------------------------- */

enum { PHASE_ANY = BL_ANY_PHASE };

WHEN(is_first_round, view_of(c)->round == 1 && c->seat == 1)

static const struct bl_lesson_row rows[] = {
#define LESSON(name, phase, place, fits, clauses, type, move, ...)                                 \
    {BL_LESSON, #name, PHASE_##phase, AT_##place, fits, type, move, clauses, NULL, {__VA_ARGS__}},
#define REMARK(name, phase, place, fits, clauses, ...)                                             \
    {BL_REMARK, #name, PHASE_##phase, AT_##place, fits, "", "", clauses, NULL, {__VA_ARGS__}},
#define PHASE(phase, clauses, words)                                                               \
    {BL_PHASE, "", PHASE_##phase, AT_TABLE, always, "", "", clauses, NULL, {words}},
#define SCRIPT(phase, move)                                                                        \
    {BL_SCRIPT, "", PHASE_##phase, AT_TABLE, is_first_round, "", move, "", NULL, {NULL}},
#include "lessons.def"
};

static int phase_of(const void *view)
{
    return ((const struct pw *)view)->phase;
}

const struct bl_teaching pw_teaching = {
    .seed = 2, .players = 2, .form_from = AT_STATEMENT, .form_to = AT_CONFIRM, .phase = phase_of,
    .rows = rows, .count = sizeof rows / sizeof *rows, .plan = bl_draft_plan,
};
