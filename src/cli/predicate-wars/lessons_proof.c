/* lessons_proof.c - the remarks of the tutorial from Phase IV on: proving, refuting, buying. What
 * they say of the past and of cards is looked up. */
#include "tutorial.h"

#include <string.h>

static bool slot_says(const struct pw *v, unsigned slot, const char *statement)
{
    struct bl_text text = bl_text_heap();
    pw_put_slot(v, slot, &text);
    bool same = strcmp(text.s, statement) == 0;
    bl_text_free(&text);
    return same;
}

/* Whether seat 0's last move began with that word. */
static bool last_was(const struct scene *c, const char *word)
{
    static struct bl_event event;
    for (uint32_t i = bl_match_count(c->s->m); i > 0; i--)
        if (bl_match_mover(c->s->m, i - 1) == 0) {
            const char *rest;
            bl_match_event(c->s->m, i - 1, 0, &event);
            return wars_word(event.move, word, &rest);
        }
    return false;
}

/* ---- phase IV: playing and proving ---------------------------------------- */

/* How good a play is to show a proof with. */
static unsigned worth(const struct pw *v, bl_move m)
{
    unsigned second = pw_second_of(m), main = pw_first_of(m);
    unsigned w = tutorial_has_name(v, second, BL_ATK)    ? 2
                 : tutorial_has_name(v, second, BL_HEAL) ? 1 : 0;
    w += w == 2 && tutorial_has_name(v, second, BL_IS_PLAYER);
    return w > 0 ? 2 * w + (v->cards[main].points == 0) : 0;
}

static bool play_cards(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    const bl_move *moves;
    uint32_t n = bl_match_moves(c->s->m, &moves);
    bl_move best = 0;
    unsigned most = 0;
    for (uint32_t i = 0; i < n; i++)
        if (pw_kind(moves[i]) == MOVE_PLAY && worth(c->v, moves[i]) > most) {
            best = moves[i];
            most = worth(c->v, best);
        }
    if (most == 0)
        return false;
    int lost = c->v->head.setup.options[OPTION_HEALTH] - c->v->seats[0].health;
    if (last_was(c, "refute"))
        bl_put(say, "You refuted it: the attack did not happen. ");
    else if (last_was(c, "accept") && lost > 0)
        bl_putf(say, "You accepted the proof, and lost %d health. ", lost);
    bl_put(say, "It is your turn to play two cards. The main card, which comes first, must not "
                "have more points than the second. ");
    if (c->v->previous_main >= 0) {
        const struct pw_card *last = &c->v->cards[c->v->previous_main];
        const struct pw_card *mine = &c->v->cards[pw_first_of(best)];
        bl_putf(say, "The last main card is %s, which %s %s: so #%d may follow. ",
                pw_tag_names[last->tag],
                pw_beats(last->tag, mine->tag) ? "has more points than your" : "does not beat",
                pw_tag_names[mine->tag], (int)pw_first_of(best));
    }
    bl_put(say, "`cards` shows everybody's cards.");
    bl_putf(type, "play #%d #%d", (int)pw_first_of(best), (int)pw_second_of(best));
    return true;
}

static bool leave_phase(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    bl_put(say, "You may go on playing, discard a card, or leave for this round. The phase ends "
                "when one player remains.");
    bl_put(type, "leave");
    return c->v->previous_main >= 0 && tutorial_written(c->v) < 2;
}

static bool open_proof(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    bl_putf(say, "Both cards are on the table. Now prove an effect from them. The points of the "
                 "lines that you write are paid with proving power: you have %d in this round.",
            (int)c->v->seats[0].proving);
    bl_put(type, "prove");
    return true;
}

/* The game effect that the draft could be handed in for; 0: none. */
static uint32_t effect_of(const struct bl_draft *d)
{
    uint32_t result[2];
    return bl_draft_result(d, 0, result) ? result[0] : 0;
}

static bl_term term_of(const struct bl_draft *d, uint32_t number)
{
    return bl_proof_line(d->proof.proof, number)->s.term;
}

/* An implication, and the statement that is its left part; premise[1] 0: that is not there. */
static bool find_implication(const struct bl_draft *d, uint32_t premise[2])
{
    uint32_t lines = bl_proof_lines(d->proof.proof);
    for (premise[0] = 1; premise[0] <= lines; premise[0]++) {
        bl_term t = term_of(d, premise[0]);
        if (bl_term_shape(d->l, t) != BL_IMPLY ||
            bl_term_shape(d->l, bl_term_left(d->l, t)) != BL_ATOM ||
            bl_term_left(d->l, bl_term_left(d->l, t)) != BL_IS_PLAYER)
            continue;
        for (premise[1] = lines; premise[1] > 0; premise[1]--)
            if (term_of(d, premise[1]) == bl_term_left(d->l, t))
                break;
        return true;
    }
    return false;
}

static bool choose_player(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    const struct bl_draft *d = c->d->draft;
    uint32_t effect = effect_of(d), premise[2];
    if (effect ? !bl_draft_unchosen(d, term_of(d, effect))
               : !find_implication(d, premise) || !bl_draft_unchosen(d, term_of(d, premise[0])))
        return false;
    bl_putf(say, "Statement %d speaks of [chosenPlayer](1): first name the player.",
            (int)(effect ? effect : premise[0]));
    bl_put(type, "players 1");
    return true;
}

static bool hand_proof_in(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    const struct bl_draft *d = c->d->draft;
    uint32_t effect = effect_of(d);
    bl_putf(say, "The star says that statement %d is a game effect. The proof costs %d of your %d "
                 "proving power (`cost` says so too): hand it in.", (int)effect,
            (int)bl_draft_cost(d), (int)bl_draft_purse(d));
    bl_putf(type, "submit %d", (int)effect);
    return effect != 0;
}

static bool look_up(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    uint32_t premise[2];
    if (!find_implication(c->d->draft, premise) || premise[1])
        return false;
    bl_putf(say, "Statement %d says: if [chosenPlayer](1) is a player, then they are attacked. "
                 "`evaluation` looks a game function up: whoever you have named is a player.",
            (int)premise[0]);
    bl_put(type, "by evaluation with [PLAYER]([chosenPlayer](1))");
    return true;
}

static bool pick_conclusion(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    const struct bl_draft_steps *options = &c->d->draft->options;
    bl_term condition;
    for (unsigned i = 0; i < options->count; i++)
        if (pw_effect_action(c->d->l, options->step[i].line.s.term, &condition)) {
            bl_put(say, "The list may have more than you need; game effects have a star, and the "
                        "points stand at the end. Modus ponens gives the right part of the "
                        "implication.");
            bl_putf(type, "%d", (int)i + 1);
            return true;
        }
    return false;
}

static bool ask_conclusions(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    uint32_t premise[2];
    if (!find_implication(c->d->draft, premise) || !premise[1] || c->d->draft->options.count > 0)
        return false;
    bl_put(say, "Now there are an implication and its left part. What follows from the two? "
                "(Whoever knows types it at once: by modus-ponens, and the two numbers.)");
    bl_putf(type, "conclusions %d %d", (int)premise[0], (int)premise[1]);
    return true;
}

static bool take_implied(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    uint32_t premise[2];
    if (!find_implication(c->d->draft, premise) || !premise[1])
        return false;
    bl_put(say, "Modus ponens gives the right part of the implication.");
    bl_putf(type, "by modus-ponens %d %d", (int)premise[0], (int)premise[1]);
    return true;
}

/* ---- searching, in any proof ---------------------------------------------- */

static bool use_found(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    bl_put(say, "These lines would do it; their points are shown. `use` adds them.");
    bl_put(type, "use");
    return c->d->draft->found.count > 0;
}

static bool search(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    (void)c;
    bl_put(say, "This is the assistant. It numbers all statements that you may use: cards, rules, "
                "base rules. It can look for a proof itself.");
    bl_put(type, "search");
    return true;
}

/* ---- refuting ------------------------------------------------------------- */

static bool open_refutation(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    if (!slot_says(c->v, SLOT_CARD + (unsigned)c->v->played[0], "(1>2)"))
        return false;
    bl_putf(say, "Phase IV. Seat 1 played two cards and hands in statement %d as an effect of "
                 "them. You may refute the proof, by deriving a contradiction from its statements. "
                 "(1>2), its main card, looks promising.", c->v->effect);
    bl_put(type, "refute");
    return true;
}

static bool hand_refutation_in(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    uint32_t result[2];
    if (!bl_draft_result(c->d->draft, 0, result))
        return false;
    bl_put(say, result[1] ? "A statement and its negation end a refutation."
                          : "A statement that is tF ends a refutation.");
    bl_putf(say, " It costs %d points.", (int)bl_draft_cost(c->d->draft));
    bl_put(type, "submit");
    return true;
}

/* ---- phase V -------------------------------------------------------------- */

static bool owns_subproof(const struct pw *v)
{
    return v->seats[0].subproofs > 0;
}

static bool open_subproof(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    const struct pw *v = c->v;
    if (owns_subproof(v) || v->seats[0].potency < 22)
        return false;
    if (v->left_count > 0 && v->left[0] != 0)
        bl_put(say, "Phase IV has ended. You remained to the last, which gives 8 potency: the "
                    "proving power of later rounds.\n");
    bl_put(say, "In Phase V potency buys subproofs, which only you may use. One shows that not all "
                "numbers are above 0, and costs twice its points.");
    bl_put(type, "buy-proof");
    return true;
}

/* The number of a statement of the draft; 0: it is not there. */
static uint32_t find_line(const struct bl_draft *d, const char *statement)
{
    struct bl_text text = bl_text_heap();
    uint32_t found = 0;
    for (uint32_t n = 1; !found && n <= bl_proof_lines(d->proof.proof); n++) {
        bl_text_clear(&text);
        bl_statement_print(d->l, &bl_proof_line(d->proof.proof, n)->s, false, &text);
        found = strcmp(text.s, statement) == 0 ? n : 0;
    }
    bl_text_free(&text);
    return found;
}

static bool give_axiom(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    bl_put(say, "A subproof begins with what it assumes: one axiom, of the form (∀(x)A).");
    bl_put(type, "axiom forall(x)(x>0)");
    return bl_proof_lines(c->d->draft->proof.proof) == 0;
}

static bool find_contradiction(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    const struct bl_draft *d = c->d->draft;
    bl_put(say, "To show that it is false, derive a contradiction. The assistant finds one.");
    bl_put(type, "search contradiction");
    return find_line(d, TUTORIAL_RULE) == 1 && !find_line(d, "tF");
}

static bool generalize(const struct scene *c, struct bl_text *say, struct bl_text *type,
                       const char *from, const char *to)
{
    const struct bl_draft *d = c->d->draft;
    uint32_t n = find_line(d, from);
    if (find_line(d, TUTORIAL_RULE) != 1 || n == 0 || find_line(d, to))
        return false;
    bl_put(say, "indirect-proof asks for two lemmas that say the opposite of each other for all x. "
                "Universal generalization puts the ∀ before a statement.");
    bl_putf(type, "by universal-generalization %d with x", (int)n);
    return true;
}

static bool generalize_false(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    return generalize(c, say, type, "tF", "(∀(x)tF)");
}

static bool deny_false(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    const struct bl_draft *d = c->d->draft;
    bl_put(say, "The opposite of tF holds by the rule `falsehood`, without premises.");
    bl_put(type, "by falsehood");
    return find_line(d, TUTORIAL_RULE) == 1 && find_line(d, "(∀(x)tF)") && !find_line(d, "(¬tF)");
}

static bool generalize_denial(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    return generalize(c, say, type, "(¬tF)", "(∀(x)(¬tF))");
}

static bool buy_subproof(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    const struct bl_draft *d = c->d->draft;
    bl_putf(say, "Now it is what indirect-proof asks for. It costs %d of your %d potency; give it "
                 "a name and buy it.", (int)bl_draft_cost(d), (int)bl_draft_purse(d));
    if (bl_proof_ruling(d->proof.proof) == BL_AS_WRITTEN)
        bl_put(say, " (By the letter of the rules, indirect-proof then says that nothing is above "
                    "0, which is more than follows: whoever owns this refutes whatever is "
                    "proved.)");
    bl_put(type, "submit z");
    return find_line(d, "(∀(x)tF)") && find_line(d, "(∀(x)(¬tF))");
}

static bool no_subproof(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    bl_put(say, "In Phase V potency buys subproofs, which only you may use.");
    bl_put(type, "pass");
    return owns_subproof(c->v) || c->v->seats[0].potency < 22;
}

static bool buy_rule(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    if (c->v->seats[0].potency < 30 || pw_free_slot(c->v) < 0)
        return false;
    bl_put(say, "Potency also buys rules, which become axioms of everybody's proofs, at three "
                "times their points or more. This one denies that anybody is attacked by 15. "
                "Whoever proves an attack of 15 on a player who is named, as with the 15 of seat "
                "1, can be refuted with an instance of it. Rules bind their buyer too: your "
                "attacks of 20 are not touched by this one. (The others may refute a rule before "
                "it counts.)");
    bl_put(type, "buy-rule forall(x)(not[ATK](x,15))");
    return true;
}

static bool rule_statement(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    bl_put(say, "The list has statements that are good for rules; they must be closed: no variable "
                "is free. The price is at least three times the points.");
    bl_put(type, "forall(x)(not[ATK](x,15))");
    return c->d->writing && c->d->writing->of.card < 0 && !c->d->writing->of.statement;
}

static bool refute_rule(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    if (!slot_says(c->v, SLOT_LEMMAS, TUTORIAL_RULE) || c->v->seats[0].proving < 13)
        return false;
    bl_put(say, "Seat 1 wants to buy the rule that everything is above 0. ");
    bl_put(say, owns_subproof(c->v) ? "You own a subproof that leads it to a contradiction: refute "
                                      "the rule with it. What proving power you have left pays for "
                                      "that."
                                    : "That is false of 0: refute it. What proving power you have "
                                      "left pays for that.");
    bl_put(type, "refute");
    return true;
}

/* A lemma of the subproof that was bought in the lesson above. */
#define FALSE_FOR_ALL "(∀(x)tF)"

static bool use_subproof(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    const struct bl_draft *d = c->d->draft;
    struct pw_subproof subproof;
    size_t at = 0;
    uint32_t rule = find_line(d, TUTORIAL_RULE);
    if (!rule || find_line(d, FALSE_FOR_ALL) || !pw_next_subproof(c->v, 0, &at, &subproof))
        return false;
    bl_putf(say, "Statement %d is what your subproof %s assumes. conditional-proof takes over what "
                 "was derived from it there.", (int)rule, subproof.name);
    bl_putf(type, "by conditional-proof %d using %s", (int)rule, subproof.name);
    return true;
}

static bool take_lemma(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    static const char wanted[] = FALSE_FOR_ALL " by conditional-proof";
    const struct bl_draft_steps *options = &c->d->draft->options;
    for (unsigned i = 0; i < options->count; i++)
        if (strncmp(options->step[i].text.s, wanted, strlen(wanted)) == 0) {
            bl_put(say, "There is more than one lemma to take over; a number takes one.");
            bl_putf(type, "%d", (int)i + 1);
            return true;
        }
    return false;
}

static bool drop_rule(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    for (int i = 0; i < PW_RULES; i++)
        if (c->v->prices[i] > 0 && c->v->prices[i] <= c->v->seats[0].potency &&
            slot_says(c->v, SLOT_RULE + (unsigned)i, TUTORIAL_RULE)) {
            bl_put(say, "Rules can be removed, by whoever pays their price. With the rule of seat "
                        "1 in force every proof can be refuted, yours too: away with it.");
            bl_putf(type, "drop-rule %d", i);
            return true;
        }
    return false;
}

static bool drop_nothing(const struct scene *c, struct bl_text *say, struct bl_text *type)
{
    const bl_move *moves;
    bl_put(say, bl_match_moves(c->s->m, &moves) > 1
                    ? "Last, whoever likes removes a rule for its price: `drop-rule` and its "
                      "number, which `slots` shows. You may let them be."
                    : "Last, rules can be removed for their price; there is none that you could "
                      "pay for.");
    bl_put(type, "pass");
    return true;
}

const struct lesson tutorial_proofs[] = {
    {-1, AT_STATEMENT, rule_statement},
    {PHASE_PLAYING, AT_TABLE, play_cards},
    {PHASE_PLAYING, AT_TABLE, leave_phase},
    {PHASE_PROVING, AT_TABLE, open_proof},
    {PHASE_PROVING, AT_PROOF, choose_player},
    {PHASE_PROVING, AT_PROOF, hand_proof_in},
    {PHASE_PROVING, AT_PROOF, use_found},
    {PHASE_PROVING, AT_PROOF, look_up},
    {PHASE_PROVING, AT_PROOF, pick_conclusion},
    {PHASE_PROVING, AT_PROOF, ask_conclusions},
    {PHASE_PROVING, AT_PROOF, take_implied},
    {PHASE_PROVING, AT_PROOF, search},
    {PHASE_REFUTING, AT_TABLE, open_refutation},
    {PHASE_REFUTING, AT_PROOF, hand_refutation_in},
    {PHASE_REFUTING, AT_PROOF, use_found},
    {PHASE_REFUTING, AT_PROOF, search},
    {PHASE_PROOFS, AT_TABLE, open_subproof},
    {PHASE_PROOFS, AT_TABLE, no_subproof},
    {PHASE_PROOFS, AT_PROOF, use_found},
    {PHASE_PROOFS, AT_PROOF, give_axiom},
    {PHASE_PROOFS, AT_PROOF, find_contradiction},
    {PHASE_PROOFS, AT_PROOF, generalize_false},
    {PHASE_PROOFS, AT_PROOF, deny_false},
    {PHASE_PROOFS, AT_PROOF, generalize_denial},
    {PHASE_PROOFS, AT_PROOF, buy_subproof},
    {PHASE_RULES, AT_TABLE, buy_rule},
    {PHASE_RULE_REFUTING, AT_TABLE, refute_rule},
    {PHASE_RULE_REFUTING, AT_PROOF, hand_refutation_in},
    {PHASE_RULE_REFUTING, AT_PROOF, use_found},
    {PHASE_RULE_REFUTING, AT_PROOF, take_lemma},
    {PHASE_RULE_REFUTING, AT_PROOF, use_subproof},
    {PHASE_RULE_REFUTING, AT_PROOF, search},
    {PHASE_DROPS, AT_TABLE, drop_rule},
    {PHASE_DROPS, AT_TABLE, drop_nothing},
    {-1, AT_TABLE, NULL},
};
