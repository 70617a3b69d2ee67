/* submit.c - what goes with the lines of a proof: who and what is chosen, a name, what stands
 * after =>. Then it is a move. */
#include "desk.h"

#include <stdlib.h>
#include <string.h>

/* ---- choices -------------------------------------------------------------- */

/* Numbers with spaces or commas between them; false: something else stands there. */
static bool read_numbers(const char *text, unsigned limit, uint8_t *out, unsigned *count)
{
    *count = 0;
    while (*text) {
        size_t skip = strspn(text, " \t,#");
        text += skip;
        size_t n = strspn(text, "0123456789");
        if (!*text)
            break;
        if (n == 0 || n > 3 || *count == PW_CHOSEN || (unsigned)atoi(text) >= limit)
            return false;
        out[(*count)++] = (uint8_t)atoi(text);
        text += n;
    }
    return true;
}

/* Lemmas may rest on the choices: a change that breaks one is not made. */
void desk_choose(struct session *s, const char *rest, bool players)
{
    struct draft *d = desk_of(s)->draft;
    uint8_t list[PW_CHOSEN], held[PW_CHOSEN];
    uint8_t *into = players ? d->players : d->cards;
    unsigned *count = players ? &d->player_count : &d->card_count, n, before = *count;
    unsigned limit = players ? pw_players(d->view) : pw_card_count(&d->view->head.setup);
    struct pw_failure f;
    if (d->kind != MOVE_PROVE) {
        desk_say("Only a prover chooses players and cards.");
        return;
    }
    if (!read_numbers(rest, limit, list, &n)) {
        desk_say(players ? "Seats from 0 to %u, as in: players 1 0"
                         : "Cards from #0 to #%u, as in: cards #17 #4", limit - 1);
        return;
    }
    memcpy(held, into, sizeof held);
    memcpy(into, list, n);
    *count = n;
    if (!desk_rebuild(s, &f)) {
        desk_say("Statement %u would not follow any more; `drop` it first.",
                 bl_proof_lines(d->proof.proof) + 1);
        memcpy(into, held, sizeof held);
        *count = before;
        desk_rebuild(s, &f);
        return;
    }
    struct bl_text out = bl_text_heap();
    desk_put_choices(&out, d);
    show(&out);
    bl_text_free(&out);
}

/* ---- submitting ----------------------------------------------------------- */

/* What stands after =>, as asked for or as it offers itself; false: nothing does. */
static bool put_result_numbers(struct bl_text *out, const struct draft *d, const char *rest)
{
    uint32_t found[2];
    if (*rest) {
        bl_putf(out, " => %s", rest);
        return true;
    }
    if (!draft_result(d, 0, found)) {
        desk_say(d->kind == MOVE_PROVE
                     ? "No statement is a game effect yet; those that are have a star."
                     : "There is no contradiction yet: tF, or a statement and its negation.");
        return false;
    }
    bl_putf(out, found[1] ? " => %d %d" : " => %d", (int)found[0], (int)found[1]);
    return true;
}

bool desk_is_name(const char *text)
{
    size_t n = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    return n > 0 && n <= PW_NAME_MAX && text[n] == '\0';
}

void desk_set_name(struct session *s, const char *name)
{
    struct draft *d = desk_of(s)->draft;
    if (d->kind != MOVE_BUY_PROOF)
        desk_say("Only a subproof that is bought has a name.");
    else if (!desk_is_name(name))
        desk_say("A name has 1 to 32 letters, digits, _ or -, as in: name z");
    else
        strcpy(d->name, name);
}

/* ---- warnings ------------------------------------------------------------- */

static void put_unchosen(struct bl_text *out, const struct draft *d, uint32_t number, bl_term what)
{
    struct bl_statement s = bl_statement_of(d->l, what);
    bool players = bl_term_left(d->l, what) == BL_CHOSEN_PLAYER;
    unsigned chosen = players ? d->player_count : d->card_count;
    bl_putf(out, "Statement %d speaks of ", (int)number);
    bl_statement_print(d->l, &s, false, out);
    bl_put(out, chosen > 0 ? ", and not so many are chosen" : players ? ", and nobody is chosen"
                                                                      : ", and no card is chosen");
    bl_put(out, players ? ": it is the number 0, no player. `players N` chooses"
                        : ": it is the number 0. `cards #N` chooses");
}

/* What the rules let pass and nobody can have meant. */
static void put_doubt(struct bl_text *out, const struct draft *d, uint32_t number)
{
    bl_term condition, unchosen;
    const char *useless = d->kind == MOVE_BUY_PROOF ? draft_useless(d) : NULL;
    if (useless)
        bl_putf(out, "No rule could use it: conditional-proof and indirect-proof take a subproof "
                     "with one axiom, (∀(x)A), and %s", useless);
    if (d->kind != MOVE_PROVE || number < 1 || number > bl_proof_lines(d->proof.proof))
        return;
    bl_term t = bl_proof_line(d->proof.proof, number)->s.term;
    if (!pw_effect_action(d->l, t, &condition))
        return;
    if ((unchosen = draft_unchosen(d, t)))
        put_unchosen(out, d, number, unchosen);
    else
        draft_misfit(out, d->l, t);
}

/* True: there is a doubt, which was not told before. */
static bool warn(struct session *s, const char *rest)
{
    struct desk *d = desk_of(s);
    struct bl_text doubt = bl_text_heap(), text = bl_text_heap(), out = bl_text_heap();
    uint32_t found[2] = {0, 0};
    if (*rest)
        found[0] = desk_number(rest) > 0 ? (uint32_t)desk_number(rest) : 0;
    else
        draft_result(d->draft, 0, found);
    if (!d->warned)
        put_doubt(&doubt, d->draft, found[0]);
    d->warned = doubt.len > 0;
    if (d->warned) {
        bl_putf(&doubt, ". `submit%s%s` again hands it in as it is.", *rest ? " " : "", rest);
        desk_put_text(&text, s, doubt.s);
        cli_put_wrapped(&out, text.s, 0, 2, s->screen.look.columns);
        show(&out);
    }
    bl_text_free(&doubt);
    bl_text_free(&text);
    bl_text_free(&out);
    return d->warned;
}

bool desk_submit_draft(struct session *s, const char *rest)
{
    struct desk *desk = desk_of(s);
    struct draft *d = desk->draft;
    bool made = false, bought = d->kind == MOVE_BUY_PROOF;
    if (bought && desk_number(rest) >= 0) {
        desk_say("A subproof is bought whole, and has a name: `submit NAME`.");
        return false;
    }
    struct bl_text move = bl_text_heap();
    if (bought && *rest)
        desk_set_name(s, rest);
    draft_put_move(&move, d);
    if (bought && !d->name[0])
        desk_say("It needs a name: `submit NAME`.");
    else if ((bought || put_result_numbers(&move, d, rest)) && !warn(s, rest)) {
        desk->proof->at = bl_match_count(s->m);
        made = desk_submit(s, d->seat, move.s);
        desk->proof->handed_in = made;
        if (!made)
            desk_say("The draft is as it was.");
    }
    bl_text_free(&move);
    return made;
}
