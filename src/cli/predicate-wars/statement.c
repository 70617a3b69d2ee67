/* statement.c - a statement that is being typed: read at every key, completed by Tab, changed,
 * shown with its points and what writing it uses. */
#include "wars.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void wars_keep_statement(struct wars_card *c, const char *text)
{
    char *copy = bl_copy_of(text, strlen(text) + 1);
    free((char *)c->of.statement);
    c->of.statement = copy;
}

bool wars_parse(struct wars *d, const char *text, enum bl_want want, struct bl_statement *out,
                struct bl_fault *fault)
{
    bl_logic_reset(d->scratch);
    return bl_statement_parse(d->scratch, text, strlen(text), 0, want, out, fault);
}

/* ---- what it uses, what it is --------------------------------------------- */

/* What writing it will use, by the rules of the phase; in brief on one row. */
static void put_charge(struct bl_text *out, struct session *s, const struct wars_card *c,
                       const struct bl_statement *statement, bool brief)
{
    const struct pw *v = wars_view(s, s->at_keyboard);
    const struct pw_seat *me = &v->seats[s->at_keyboard];
    int points = statement->points;
    cli_tell(out, "%d {point|points}", points);
    bl_put(out, brief ? ", " : "; ");
    if (is_rule(c)) {
        int least = pw_rule_price(statement->points);
        cli_tell(out, brief ? FACT("price %d or more of your %d")
                            : FACT("the price is at least %d, you have %d potency"),
                 least, (int)me->potency);
        bl_put(out, least > me->potency ? cli_said(": too much") : "");
        return;
    }
    int charge = (int)bl_draft_charge(v, &v->cards[c->of.card], statement->points);
    if (charge == 0)
        cli_tell(out, "free to write");
    else
        cli_tell(out, brief ? FACT("uses %d of %d") : FACT("writing it uses %d of your %d power"), charge,
                 (int)me->power);
    if (charge > me->power)
        bl_put(out, cli_said(": too much"));
    else if (!brief && v->phase == PHASE_EDITING)
        cli_tell(out, " now; half the power cost that you put on it is taken at the end of Phase III, if "
                      "you still hold it");
}

static void put_nature(struct bl_text *out, const struct wars *d, const struct wars_card *c,
                       const struct bl_statement *statement, bool brief)
{
    BL_LOCAL struct bl_text misfit = bl_text_heap();
    bool effect = pw_effect_action(d->scratch, statement->term, NULL);
    if (bl_draft_misfit(&misfit, d->scratch, statement->term))
        cli_tell(out, "; but %s", misfit.s);
    else if (is_rule(c) && !bl_term_closed(d->scratch, statement->term))
        cli_tell(out, "; not closed: a variable is free");
    else if (effect)
        cli_tell(out, brief        ? FACT("; a game effect")
                      : is_rule(c) ? FACT("; a game effect: everybody can hand it in after a play")
                                   : FACT("; a game effect: once the card is played, you hand it in as it stands, without a proof"));
    else if (!is_rule(c))
        cli_tell(out, brief ? FACT("; no game effect")
                            : FACT("; no game effect as it stands: it helps to prove one"));
}

bool wars_put_statement(struct session *s, const struct wars_card *c)
{
    struct wars *d = wars_of(s);
    struct bl_statement statement;
    struct bl_fault fault;
    if (!wars_parse(d, c->of.statement, BL_WFF, &statement, &fault)) {
        wars_put_fault(s, c->of.statement, &fault);
        return false;
    }
    BL_LOCAL struct bl_text text = bl_text_heap();
    bl_put(&s->page, "  ");
    bl_statement_print(d->scratch, &statement, false, &text);
    wars_put_wrapped(&s->page, s, text.s, 2, 4);
    bl_text_clear(&text);
    put_charge(&text, s, c, &statement, false);
    put_nature(&text, d, c, &statement, false);
    put_paragraph(&s->page, s, "  ", 2, "%s.", text.s);
    return true;
}

/* ---- changing it ---------------------------------------------------------- */

/* s/OLD/NEW/: the first OLD in what was typed. */
static bool put_exchanged(struct bl_text *out, const struct wars_card *c, const char *typed)
{
    const char *middle = strchr(typed + 2, '/'), *end = middle ? strchr(middle + 1, '/') : NULL;
    if (!c->of.statement || !middle || middle == typed + 2)
        return false;
    BL_LOCAL struct bl_text old = bl_text_heap();
    bl_put_bytes(&old, typed + 2, (size_t)(middle - typed - 2));
    const char *found = strstr(c->of.statement, old.s);
    if (found) {
        bl_put_bytes(out, c->of.statement, (size_t)(found - c->of.statement));
        bl_put_bytes(out, middle + 1, end ? (size_t)(end - middle - 1) : strlen(middle + 1));
        bl_put(out, found + old.len);
    }
    return found != NULL;
}

/* The statement that there would be with what is typed; false: s/OLD/ finds nothing. */
static bool put_changed(struct bl_text *out, const struct wars_card *c, const char *typed)
{
    if (strncmp(typed, "s/", 2) == 0)
        return put_exchanged(out, c, typed);
    if (*typed == '+' || !*typed)
        bl_put(out, c->of.statement ? c->of.statement : "");
    wars_spell(out, *typed == '+' ? typed + 1 : typed);
    return true;
}

/* ---- while it is typed ---------------------------------------------------- */

static const char *const words[] = {"help", "templates", "names", "hint", "cancel", "quit", "?", "done", "yes", "y", NULL};

static bool is_command(const char *typed)
{
    for (unsigned i = 0; words[i]; i++)
        if (text_is(typed, words[i]))
            return true;
    return false;
}

/* The beginning of a name or of a word for a sign, and nothing after it. */
static bool is_begun(const char *text)
{
    if (*text == '[')
        return !strchr(text, ']');
    for (const struct logic_sign *s = logic_signs; s->sign; s++)
        if (*text && strncmp(s->word, text, strlen(text)) == 0)
            return true;
    return false;
}

/* A fault at the end is only what is missing yet. */
static void put_brief_fault(struct bl_text *out, const struct session *s, const char *text,
                            const struct bl_fault *fault)
{
    const char *hint = bl_draft_hint(text, fault);
    BL_LOCAL struct bl_text why = bl_text_heap(), told = bl_text_heap();
    bool end = fault->offset >= strlen(text);
    if (end && fault->expected) {
        cli_tell(&why, "so far good; expected %w", fault->expected);
    } else if (!end && is_begun(text + fault->offset)) {
        cli_tell(&why, "so far good; Tab completes the word");
    } else {
        bl_draft_put_fault(&told, fault, cli_catalogue);
        cli_tell(&why, "column %d: %s", (int)fault->column, hint ? cli_said(hint) : told.s);
    }
    wars_put_text(out, s, why.s);
}

/* Of a statement that is to stand on a card or to be a rule. */
static void put_verdict(struct bl_text *out, struct session *s, const struct wars_card *c,
                        const char *text)
{
    struct wars *d = wars_of(s);
    struct bl_statement statement;
    struct bl_fault fault;
    if (wars_parse(d, text, BL_WFF, &statement, &fault)) {
        cli_tell(out, "ok, ");
        put_charge(out, s, c, &statement, true);
        put_nature(out, d, c, &statement, true);
    } else {
        put_brief_fault(out, s, text, &fault);
    }
}

static void put_status(struct session *s, const char *typed, struct bl_text *out)
{
    const struct wars_card *c = wars_of(s)->writing;
    BL_LOCAL struct bl_text text = bl_text_heap();
    typed += strspn(typed, " \t");
    struct bl_statement kept;
    struct bl_fault fault;
    bool good = c->of.statement && wars_parse(wars_of(s), c->of.statement, BL_WFF, &kept, &fault);
    if (!*typed && !good)   /* what is wrong with the one that was typed before has just been said */
        cli_tell(out, "Tab completes [names] and makes signs of words like forall");
    else if (is_command(typed) || wars_number(typed) >= 0)
        bl_put(out, cli_said(wars_number(typed) >= 0 ? "a template of the list" : "a command"));
    else if (!put_changed(&text, c, typed))
        cli_tell(out, "that does not stand in the statement");
    else
        put_verdict(out, s, c, text.s);
}

/* Only where a statement has begun. */
void wars_put_table_status(struct session *s, const char *typed, struct bl_text *out)
{
    struct wars_card c = {.of = {.card = -1}};
    const char *rest;
    typed += strspn(typed, " \t");
    if (text_begins(typed, "edit", &rest)) {
        struct bl_draft_card start = wars_read_start(wars_view(s, s->at_keyboard), rest);
        c.of.card = start.card;
        if (start.card >= 0 && start.cost >= 0 && *start.statement)
            put_verdict(out, s, &c, start.statement);
    } else if (text_begins(typed, "buy-rule", &rest) && *rest) {
        put_verdict(out, s, &c, rest);
    }
}

/* The statement of a lemma, of an axiom, of a goal. */
void wars_put_proof_status(struct session *s, const char *typed, struct bl_text *out)
{
    struct bl_statement statement;
    struct bl_fault fault;
    BL_LOCAL struct bl_text text = bl_text_heap();
    const char *rest = typed += strspn(typed, " \t");
    bool alone = text_begins(typed, "axiom", &rest) || text_begins(typed, "search", &rest);
    const char *by = alone ? NULL : bl_draft_by(rest);
    bl_put_bytes(&text, rest, by ? (size_t)(by - rest) - 4 : strlen(rest));
    if (!*rest || (!alone && !by) || text_is(rest, "contradiction"))
        return;
    if (wars_parse(wars_of(s), text.s, BL_WFF, &statement, &fault))
        cli_tell(out, "ok, %d {point|points}", statement.points);
    else
        put_brief_fault(out, s, text.s, &fault);
}

/* The names that begin as `typed` does, "[" and all. */
static void complete_name(const char *typed, struct play_completion *out)
{
    const char *first = "";
    size_t same = 0, count = 0;   /* bytes that all of them begin with */
    for (unsigned i = 0; i < PW_NAMES; i++) {
        const char *name = bl_game_name(BL_RAND_PLAYER + i);
        if (strncasecmp(name, typed, strlen(typed)) != 0)
            continue;
        bl_putf(&out->list, count > 0 ? " %s" : "%s", name);
        first = count > 0 ? first : name;
        for (same = count++ > 0 ? same : strlen(name); strncmp(first, name, same) != 0;)
            same--;
    }
    out->remove = count > 0 ? strlen(typed) : 0;
    bl_put_bytes(&out->insert, first, same);
    bl_put(&out->insert, count == 1 ? "(" : "");
    if (count == 1)
        bl_text_clear(&out->list);
}

static void complete_word(const char *typed, struct play_completion *out)
{
    for (const struct logic_sign *s = logic_signs; s->sign; s++)
        if (strlen(typed) > 1 && strncasecmp(s->word, typed, strlen(typed)) == 0) {
            out->remove = strlen(typed);
            bl_put(&out->insert, s->sign);
            return;
        }
}

bool wars_complete(struct session *s, const char *before, struct play_completion *out)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char *word = before + strlen(before);
    while (word > before && strchr(letters, word[-1]))
        word--;
    if (word > before && word[-1] == '[')
        complete_name(word - 1, out);
    else if (*word && !s->screen.ascii)
        complete_word(word, out);
    return out->remove > 0;
}

/* ---- asking for it -------------------------------------------------------- */

static void put_help(struct session *s)
{
    static const char *const rows[][2] = {
        {"STATEMENT", FACT("as in [ATK]([chosenPlayer](1),20); words will do for signs: forall, exists, "
                      "not, and, or, imply; outer brackets may be left out")},
        {"NUMBER", FACT("a template of the list, which `templates` shows again")},
        {"s/OLD/NEW/", FACT("changes the statement typed last; +MORE adds to its end")},
        {"names", FACT("the functions of the game")},
        {"cancel", FACT("leaves without writing; the draft is kept")},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        wars_put_row(s, rows[i][0], cli_said(rows[i][1]), 13);
}

static void put_names(struct session *s)
{
    BL_LOCAL struct bl_text actions = bl_text_heap();
    cli_tell(&actions, "[ATK](player,n) up to %d; [HEAL](player,n) up to %d; [ADDPOWER](player,n) up to %d; "
                       "[SUBPOWER](player,n) up to %d; [CLAIM](player,i): chosen card i of that player",
             PW_ATK_MOST, PW_HEAL_MOST, PW_ADDPOWER_MOST, PW_SUBPOWER_MOST);
    const char *const rows[][2] = {
        {FACT("Players"), "[chosenPlayer](i) [randPlayer](i) [playerOfChosenCard](i)"},
        {FACT("Cards"), "[chosenCard](i) [randCard](i)"},
        {FACT("Numbers"), "[health](player) [power](player) [potency](player) [symbolPoint](card) "
                    "[powerCost](card)"},
        {FACT("Questions"), "[NUMBER](x) [PLAYER](x) [CARD](x)"},
        {FACT("Actions"), actions.s},
        {"", FACT("i counts from 1. A seat's number is no player: only these functions, and x in "
                  "(∀(x)(C→F)), stand for one. Each name has 4 points, most other signs 1.")},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        wars_put_row(s, cli_said(rows[i][0]), cli_said(rows[i][1]), 12);
}

/* Whether a line begins with a word, as no statement does. */
static bool is_word(const char *typed)
{
    size_t n = 0;
    for (const struct logic_sign *s = logic_signs; s->sign; s++)
        if (strncmp(typed, s->word, strlen(s->word)) == 0)
            return false;
    while (isalpha((unsigned char)typed[n]))
        n++;
    return n > 1;
}

/* Takes what was typed into the draft; false: it was said why not. LEAVES: nobody is there. */
static bool take_typed(struct session *s, struct wars_card *c, enum outcome *o)
{
    const char *typed = wars_of(s)->line;
    BL_LOCAL struct bl_text text = bl_text_heap();
    enum line_got got = LINE_READ;
    bool good = true;
    struct bl_statement statement;
    struct bl_fault fault;
    if (wars_number(typed) >= 0) {
        good = wars_fill_template(&text, s, is_rule(c), (unsigned)wars_number(typed), &got);
        if (!good && got == LINE_INTERRUPTED)
            *o = LEAVES;
        else if (!good)
            play_say(got == LINE_READ ? FACT("There is no template of this number.")
                                      : FACT("The template is left out."));
    } else if (!put_changed(&text, c, typed)) {
        good = false;
        play_say("That does not stand in: %s", c->of.statement ? c->of.statement : cli_said("nothing"));
    } else if (c->of.statement && *typed != '+' && strncmp(typed, "s/", 2) != 0 && is_word(typed) &&
               !wars_parse(wars_of(s), text.s, BL_WFF, &statement, &fault)) {
        good = false;   /* no statement was meant */
        play_say("`%s` is neither a statement nor a command here: the draft stays as it was. `help` says what can be "
                 "typed.", typed);
    }
    if (good)
        wars_keep_statement(c, text.s);
    return good;
}

enum outcome wars_ask_statement(struct session *s, struct wars_card *c)
{
    struct wars *d = wars_of(s);
    const struct play_live live = {s, put_status, wars_complete, NULL};
    enum outcome o = GOES_ON;
    while (o == GOES_ON) {
        d->writing = c;
        if (!wars_asked(s, AT_STATEMENT, cli_said("statement"), &live))
            return LEAVES;
        if (!d->line[0] && !c->of.statement)
            continue;
        if (text_is(d->line, "templates"))
            wars_show_templates(s, is_rule(c));
        else if (text_is(d->line, "names"))
            put_names(s);
        else if (wars_take_line(s, c)) {
            struct bl_statement statement;
            struct bl_fault fault;
            if (c->of.statement && wars_parse(d, c->of.statement, BL_WFF, &statement, &fault))
                return GOES_ON;
        } else if (wars_obey_beside(s))
            ;
        else if (text_is(d->line, "hint"))
            wars_show_templates(s, is_rule(c));
        else if (text_is(d->line, "done") || is_yes(d->line)) {
            if (c->of.statement && wars_put_statement(s, c))
                return GOES_ON;
            play_say("There is no statement yet that can be written; `cancel` leaves.");
        }
        else if (is_command(d->line))
            put_help(s);
        else if (take_typed(s, c, &o)) {
            bool good = wars_put_statement(s, c);
            show(&s->page);
            if (good)
                return GOES_ON;
            play_say("Type it again, or change it: s/OLD/NEW/ or +MORE; `cancel` leaves, `help` says more.");
        }
        show_paged(&s->screen, &s->page);
    }
    return o;
}
