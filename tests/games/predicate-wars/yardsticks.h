/* yardsticks.h - crude scripts to measure players of Predicate Wars by. Each knows one thing:
 *
 *     ruler     sits the first round out, buys one rule against attacks of 20, attacks with 19
 *     literal   knows the 44 points that refute anything, where the logic is as it is written
 *     blunt     neither: it sits the first round out, and attacks with 20
 *     pupil     does what a hint says: the plan of the set-up, then what greedy would
 *     student   the same, and then what the search puts first that hints at the terminal come from
 *
 * They write truths and attacks, dear enough that few can be claimed, and one card more a round. */
#ifndef BYLAW_TESTS_YARDSTICKS_H
#define BYLAW_TESTS_YARDSTICKS_H

#include "bots/bots.h"
#include "core/learn.h"
#include "games/predicate-wars/predicate-wars.h"

enum { RULER_STEPS = 3000, LITERAL_POINTS = 44, OPEN_POINTS = 6, OPEN_PROOF = 19 };

struct script {
    int amount;                      /* of its attacks */
    unsigned open, attacks;          /* in the set-up; of these so many of whoever is put in */
    const char *rule;                /* that it buys; NULL: none */
    bool late, literal;              /* it leaves the first round; it knows the line */
};

static const char ruler_rule[] = "((∀(x)(¬[ATK](x,20)))∧(¬(1=[chosenPlayer](1))))";

static bool is_attack(const struct pw *s, unsigned card)
{
    return s->cards[card].names[BL_ATK - BL_RAND_PLAYER] > 0;
}

static void script_edit(const struct script *k, const struct pw *s, int seat, struct bl_text *out)
{
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&s->seats[seat].hand, hand), attacks = 0, written = 0;
    int blank = -1, power = s->seats[seat].power;
    bool early = s->phase == PHASE_SETUP;
    for (unsigned i = 0; i < n; i++) {
        attacks += is_attack(s, hand[i]);
        written += pw_edited(s, hand[i]);
        blank = pw_edited(s, hand[i]) ? blank : (int)hand[i];
    }
    bool attack = early ? written >= 5 : 2 * attacks < written;
    if (blank < 0 || (early && attacks == k->attacks))
        return;
    bl_putf(out, "edit #%d %s %d ", blank, pw_tag_names[written % PW_TAGS], power);
    if (!attack)
        bl_put(out, "tT");
    else
        bl_putf(out, "[ATK](%s,%d)", early && attacks < k->open ? "x" : "[chosenPlayer](1)", k->amount);
}

/* A truth before an attack; a truth is put away when the tag on the table stops them all. */
static bl_move script_turn(const struct script *k, const struct pw *s, int seat)
{
    if (k->late && s->round == 1)
        return PW_MOVE(MOVE_LEAVE, 0, 0);
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&s->seats[seat].hand, hand);
    bl_move spare = PW_MOVE(MOVE_LEAVE, 0, 0);
    bool attacks = false;
    for (unsigned i = 0; i < n; i++) {
        if (!pw_edited(s, hand[i]) || is_attack(s, hand[i])) {
            attacks |= pw_edited(s, hand[i]);
            continue;
        }
        for (unsigned j = 0; j < n && pw_may_follow(s, hand[i]); j++)
            if (is_attack(s, hand[j]) && pw_edited(s, hand[j]))
                return PW_MOVE(MOVE_PLAY, hand[i], hand[j]);
        spare = PW_MOVE(MOVE_DISCARD, hand[i], 0);
    }
    return attacks ? spare : PW_MOVE(MOVE_LEAVE, 0, 0);
}

/* Its own attack is the second card; one of x is one of everybody. */
static void script_prove(const struct script *k, const struct pw *s, int seat, struct bl_text *out)
{
    unsigned second = (unsigned)s->played[1];
    int n = (int)pw_axiom_count(s, false);
    if (!is_attack(s, second))
        return;
    bl_putf(out, "prove players=%d : ", pw_next_living(s, seat));
    if (s->cards[second].points > OPEN_POINTS)
        bl_put(out, "=> 2");
    else
        bl_putf(out, "(∀(x)[ATK](x,%d)) by universal-generalization 2; [ATK]([chosenPlayer](1),%d) by "
                "universal-instantiation %d => %d", k->amount, k->amount, n + 1, n + 2);
}

/* It keeps what the proofs of the attacks in its hand take. */
static void literal_refute(const struct pw *s, int seat, struct bl_text *out)
{
    uint8_t hand[PW_CARDS];
    unsigned n = pw_list(&s->seats[seat].hand, hand);
    int line = (int)(pw_axiom_count(s, false) + pw_lemma_count(s)), needs = LITERAL_POINTS;
    for (unsigned i = 0; i < n; i++)
        needs += is_attack(s, hand[i]) && s->cards[hand[i]].points == OPEN_POINTS ? OPEN_PROOF : 0;
    if (!pw_is_literal(s) || s->seats[seat].proving <= needs)
        return;
    bl_putf(out, "refute : tT by truth; (∃(q)tT) by existential-generalization %d; ", line + 1);
    bl_putf(out, "[NUMBER](0) by evaluation; (tT→[NUMBER](0)) by implication %d %d; ", line + 1, line + 3);
    bl_putf(out, "(∃(q)[NUMBER](q)) by existential-modus-ponens %d %d; ", line + 2, line + 4);
    bl_putf(out, "[NUMBER](q) by existential-instantiation %d; ", line + 5);
    bl_putf(out, "(∀(q)[NUMBER](q)) by universal-generalization %d; ", line + 6);
    bl_putf(out, "[NUMBER]([randPlayer](1)) by universal-instantiation %d; ", line + 7);
    bl_putf(out, "tF by evaluation %d => %d", line + 8, line + 9);
}

/* What a short search finds; whether it is worth it, is not asked. */
static void searched_refute(const struct pw *s, int seat, struct bl_logic *l, struct bl_text *out)
{
    struct pw_proof p;
    struct bl_found found;
    if (s->seats[seat].proving <= 0)
        return;
    pw_proof_begin(&p, l, s, seat, MOVE_REFUTE);
    struct bl_search question = {.from = p.proof, .steps = RULER_STEPS, .values = &p.values.values,
                                 .budget = (uint32_t)s->seats[seat].proving - 1};
    bl_search(l, &question, &found);
    if (found.end != BL_FOUND)
        return;
    bl_put(out, "refute :");
    for (uint32_t n = bl_proof_axioms(found.proof) + 1; n <= bl_proof_lines(found.proof); n++) {
        bl_put(out, n > bl_proof_axioms(found.proof) + 1 ? "; " : " ");
        bl_line_print(l, bl_proof_line(found.proof, n), NULL, false, out);
    }
    bl_putf(out, " => %d", (int)found.line[0]);
    if (found.line[1] && found.line[1] != found.line[0])
        bl_putf(out, " %d", (int)found.line[1]);
}

static bool has_rule(const struct pw *s)
{
    for (unsigned i = 0; i < PW_RULES; i++)
        if (s->prices[i] != 0)
            return true;
    return false;
}

static void script_write(const struct bl_bot *bot, const struct bl_decision *d,
                         struct bl_text *words, struct bl_play *out)
{
    static const uint8_t otherwise[PW_PHASES] = {
        [PHASE_SETUP] = MOVE_DONE, [PHASE_CREATION] = MOVE_TAKE, [PHASE_EDITING] = MOVE_PASS,
        [PHASE_CLAIMING] = MOVE_PASS, [PHASE_PLAYING] = MOVE_LEAVE, [PHASE_PROVING] = MOVE_DECLINE,
        [PHASE_REFUTING] = MOVE_ACCEPT, [PHASE_PROOFS] = MOVE_PASS, [PHASE_RULES] = MOVE_PASS,
        [PHASE_RULE_REFUTING] = MOVE_ACCEPT, [PHASE_DROPS] = MOVE_PASS,
    };
    const struct script *k = bot->settings;
    const struct pw *s = d->view;
    char room[4096] = "";
    struct bl_text text = BL_TEXT_FIXED(room);
    bl_logic_reset(d->memory);
    switch (s->phase) {
    case PHASE_SETUP: case PHASE_EDITING: script_edit(k, s, d->seat, &text); break;
    case PHASE_PROVING: script_prove(k, s, d->seat, &text); break;
    case PHASE_REFUTING:
        if (k->literal)
            literal_refute(s, d->seat, &text);
        else if (k->rule)
            searched_refute(s, d->seat, d->memory, &text);
        break;
    case PHASE_RULES:
        if (k->rule && !has_rule(s) && s->seats[d->seat].potency >= 57)
            bl_putf(&text, "buy-rule %s", k->rule);
        break;
    default: break;
    }
    *out = (struct bl_play){.seat = (int8_t)d->seat};
    if (text.len > 0 && !pw_read_open(d->memory, room, out, words))
        return;
    bl_move closed = s->phase == PHASE_PLAYING ? script_turn(k, s, d->seat)
                                               : PW_MOVE(otherwise[s->phase], 0, 0);
    *out = (struct bl_play){closed, (int8_t)d->seat, 0, NULL};
}

static void script_choose(const struct bl_bot *bot, const struct bl_decision *d, struct bl_play *out)
{
    (void)bot;
    *out = (struct bl_play){d->moves[0], (int8_t)d->seat, 0, NULL};
}

static void *script_sit(const struct bl_bot *bot, const struct bl_game *game)
{
    (void)bot;
    return bl_scratch_new(game);
}

/* ---- who follows hints ------------------------------------------------------ */

static void pupil_write(const struct bl_bot *bot, const struct bl_decision *d, struct bl_text *words,
                        struct bl_play *out)
{
    BL_LOCAL struct bl_text move = bl_text_heap();
    struct bl_fact why;
    const struct bl_bot *asked = bl_find_bot(bot->settings);
    struct bl_decision alone = *d;
    alone.memory = NULL;
    if (!bl_plan(d->game, d->view, d->seat, &move, &why) ||
        d->game->notation->read_move(d->view, d->seat, move.s, out, words))
        bl_bot_play(asked, &alone, d->memory, words, out);
    out->seat = (int8_t)d->seat;
}

#define PUPIL(id, asked)                                                                          \
    {.name = id, .text = "", .looks = true, .settings = asked, .sit = script_sit,                 \
     .rise = pw_scratch_free, .choose = script_choose, .write = pupil_write}
#define SCRIPT(id, ...)                                                                           \
    {.name = id, .text = "", .looks = true, .settings = &(const struct script)__VA_ARGS__,        \
     .sit = script_sit, .rise = pw_scratch_free, .choose = script_choose, .write = script_write}

static const struct bl_bot yardsticks[] = {
    SCRIPT("ruler", {19, 0, 4, ruler_rule, true, false}),
    SCRIPT("literal", {20, 3, 5, NULL, false, true}),
    SCRIPT("blunt", {20, 0, 4, NULL, true, false}),
    PUPIL("pupil", "greedy"),
    PUPIL("student", BL_HINT_BOT_WRITING),
};
enum { YARDSTICKS = sizeof yardsticks / sizeof *yardsticks };

#endif
