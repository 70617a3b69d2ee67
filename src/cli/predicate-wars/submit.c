/* submit.c - what goes with the lines of a proof: who and what is chosen, a name, what stands
 * after =>. Then it is a move. */
#include "wars.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"

/* ---- choices -------------------------------------------------------------- */

/* Numbers, of players also names, with spaces or commas between them; false: something else stands
 * there. */
static bool read_list(const struct session *s, bool players, unsigned limit, uint8_t *out, unsigned *count)
{
    const char *text = s->rest;
    for (*count = 0; *(text += strspn(text, " \t,#"));) {
        uint64_t n = 0;
        int player = players ? wars_take_player(s, &text) : 0;
        if (*count == PW_CHOSEN || player < 0 || (!players && !bl_take_number(&text, limit - 1, &n)))
            return false;
        out[(*count)++] = (uint8_t)(players ? (uint64_t)player : n);
    }
    return true;
}

/* Takes what stands at s->rest; false: all is as it was, and it was said why. Lemmas may rest on the choices: a
 * change that breaks one is not made. */
static bool choose(struct session *s, bool players)
{
    struct bl_draft *d = wars_of(s)->draft;
    uint8_t list[PW_CHOSEN], held[PW_CHOSEN];
    uint8_t *into = players ? d->players : d->cards;
    unsigned *count = players ? &d->player_count : &d->card_count, n, before = *count;
    unsigned limit = players ? pw_players(d->view) : pw_card_count(&d->view->head.setup);
    if (d->kind != MOVE_PROVE) {
        play_say("Only a prover chooses players and cards.");
        return false;
    }
    if (!read_list(s, players, limit, list, &n)) {
        play_say(players ? FACT("Players by name, or by number from 0 to %d, as in: players 1 0")
                         : FACT("Cards from #0 to #%d, as in: cards #17 #4"), (int)limit - 1);
        return false;
    }
    memcpy(held, into, sizeof held);
    memcpy(into, list, n);
    *count = n;
    if (!wars_rebuild(s)) {
        play_say("Statement %d would not follow any more; `drop` it first.",
                 (int)bl_proof_lines(d->proof.proof) + 1);
        memcpy(into, held, sizeof held);
        *count = before;
        wars_rebuild(s);
        return false;
    }
    wars_put_choices(s);
    return true;
}

void wars_choose(struct session *s)
{
    choose(s, text_begins(wars_of(s)->line, "players", &s->rest));
}

/* ---- submitting ----------------------------------------------------------- */

void wars_set_name(struct session *s)
{
    struct bl_draft *d = wars_of(s)->draft;
    if (d->kind != MOVE_BUY_PROOF)
        play_say("Only a subproof that is bought has a name.");
    else if (!bl_draft_set_name(d, s->rest))
        play_say("A name has 1 to 32 letters, digits, _ or -, as in: name z");
}

/* ---- warnings ------------------------------------------------------------- */

static void put_unchosen(struct bl_text *out, const struct bl_draft *d, uint32_t number,
                         bl_term what)
{
    struct bl_statement s = bl_statement_of(d->l, what);
    bool players = bl_term_left(d->l, what) == BL_CHOSEN_PLAYER;
    unsigned chosen = players ? d->player_count : d->card_count;
    BL_LOCAL struct bl_text spoken = bl_text_heap();
    bl_statement_print(d->l, &s, false, &spoken);
    cli_tell(out, chosen > 0 ? FACT("Statement %d speaks of %l, and not so many are chosen")
                  : players  ? FACT("Statement %d speaks of %l, and nobody is chosen")
                             : FACT("Statement %d speaks of %l, and no card is chosen"),
             (int)number, spoken.s);
    cli_tell(out, players ? FACT(": it is the number 0, no player")
                          : FACT(": it is the number 0. `cards #N` chooses"));
}

/* Whether a proof ends with an effect that speaks of a player who is not chosen. */
static bool speaks_of_nobody(const struct bl_draft *d, uint32_t number)
{
    if (d->kind != MOVE_PROVE || number < 1 || number > bl_proof_lines(d->proof.proof))
        return false;
    bl_term unchosen = bl_draft_unchosen(d, bl_draft_term(d, number));
    return unchosen && bl_term_left(d->l, unchosen) == BL_CHOSEN_PLAYER;
}

/* What the rules let pass and nobody can have meant. */
static void put_doubt(struct bl_text *out, const struct bl_draft *d, uint32_t number)
{
    bl_term unchosen;
    const char *useless = d->kind == MOVE_BUY_PROOF ? bl_draft_useless(d) : NULL;
    if (useless)
        cli_tell(out, "No rule could use it: `conditional-proof` and `indirect-proof` take a subproof "
                      "with one axiom, (∀(x)A), and %w", useless);
    if (d->kind != MOVE_PROVE || number < 1 || number > bl_proof_lines(d->proof.proof))
        return;
    bl_term t = bl_draft_term(d, number);
    if (!pw_effect_action(d->l, t, NULL))
        return;
    if ((unchosen = bl_draft_unchosen(d, t)))
        put_unchosen(out, d, number, unchosen);
    else
        bl_draft_misfit(out, d->l, t);
}

/* Whom a proof means that speaks of somebody who was not chosen; false: nobody said so. */
static bool ask_whom(struct session *s, const char *doubt)
{
    struct wars *d = wars_of(s);
    BL_LOCAL struct bl_text names = bl_text_heap();
    for (unsigned seat = 0; seat < pw_players(d->draft->view); seat++) {
        bl_put(&names, seat > 0 ? ", " : "");
        put_seat(&names, s, (int)seat);
    }
    play_say("%s. Whom does it mean? %s; or `nobody`: then it is handed in as it is.", doubt, names.s);
    bool asked = wars_asked(s, AT_PROOF, cli_said("whom"), NULL) && d->line[0];
    if (!asked)
        play_say("Nothing is handed in.");
    if (!asked || text_is(d->line, "nobody") || text_is(d->line, cli_said("nobody")))
        return asked;
    s->rest = d->line;
    text_begins(d->line, "players", &s->rest);
    return choose(s, true);
}

/* True: there is a doubt, which was not told before. `result` is what stands after =>. */
static bool warn(struct session *s, const char *result)
{
    struct wars *d = wars_of(s);
    BL_LOCAL struct bl_text doubt = bl_text_heap(), text = bl_text_heap();
    uint32_t found[2] = {0, 0};
    if (*result)
        found[0] = wars_number(result) > 0 ? (uint32_t)wars_number(result) : 0;
    else
        bl_draft_result(d->draft, 0, found);
    if (!d->warned)
        put_doubt(&doubt, d->draft, found[0]);
    wars_put_text(&text, s, doubt.s);
    if (doubt.len > 0 && speaks_of_nobody(d->draft, found[0]))
        return !ask_whom(s, text.s);
    d->warned = doubt.len > 0;
    if (d->warned)
        play_say("%s. `submit%s%s` again hands it in as it is.", text.s, *result ? " " : "", result);
    return d->warned;
}

bool wars_submit_draft(struct session *s)
{
    struct wars *w = wars_of(s);
    struct bl_draft *d = w->draft;
    bool made = false, bought = d->kind == MOVE_BUY_PROOF;
    if (bought && wars_number(s->rest) >= 0) {
        play_say("A subproof is bought whole, and has a name: `submit NAME`.");
        return false;
    }
    BL_LOCAL struct bl_text move = bl_text_heap(), result = bl_text_heap();
    bl_put(&result, s->rest);   /* more may be asked */
    if (bought && *s->rest)
        wars_set_name(s);
    if (!bl_draft_put_move(&move, d, result.s))
        play_say(bought ? FACT("It needs a name: `submit NAME`.")
                 : d->kind == MOVE_PROVE
                     ? FACT("No statement is a game effect yet; those that are have a star.")
                     : FACT("There is no contradiction yet: tF, or a statement and its negation."));
    else if (!warn(s, result.s)) {
        bl_text_clear(&move);
        bl_draft_put_move(&move, d, result.s);
        w->proof->at = play_made(s);
        made = wars_submit(s, move.s);
        w->proof->handed_in = made;
        if (!made)
            play_say("The draft is as it was.");
    }
    return made;
}
