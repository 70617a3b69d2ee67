/* editor.c - writing a card, or a rule for all. What was typed stays until it is written. */
#include "wars.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"

/* ---- drafts --------------------------------------------------------------- */

static struct wars_card *find_draft(struct session *s, int card)
{
    struct wars_card *c = &wars_of(s)->cards[s->at_keyboard][card + 1];
    if (!c->begun)
        *c = (struct wars_card){true, {card, -1, -1, NULL}};
    return c;
}

static void begin(struct wars_card *c)
{
    free((char *)c->of.statement);
    c->of = (struct bl_draft_card){c->of.card, -1, -1, NULL};
}

/* ---- tag, cost, price ----------------------------------------------------- */

/* A whole line, as it is typed at the table: true, and what it says of this card is the draft. Where it cannot be
 * read, the draft stays as it was, and that was said. */
bool wars_take_line(struct session *s, struct wars_card *c)
{
    const char *rest;
    struct bl_statement statement;
    struct bl_fault fault;
    if (is_rule(c) || !text_begins(wars_of(s)->line, "edit", &rest))
        return false;
    struct bl_draft_card r = wars_read_start(wars_view(s, s->at_keyboard), rest);
    if (r.card != c->of.card) {
        play_say("This is card #%d: `cancel` first leaves it.", c->of.card);
    } else if (*r.statement && !wars_parse(wars_of(s), r.statement, BL_WFF, &statement, &fault)) {
        wars_put_fault(s, r.statement, &fault);
        show(&s->page);
        play_say(c->of.statement ? FACT("The draft stays as it was.") : FACT("Nothing is written."));
    } else {
        if (*r.statement)
            wars_keep_statement(c, r.statement);
        c->of.tag = r.tag >= 0 ? r.tag : c->of.tag;
        c->of.cost = r.cost >= 0 ? r.cost : c->of.cost;
    }
    return true;
}

/* What can be asked for at every prompt, also what shows the table; true: that was typed. */
bool wars_obey_beside(struct session *s)
{
    static const char *const of_table[] = {"table", "cards", "card", "deck", "slots", "rule", "rules", "guide", "terms"};
    static const char *const others[] = {"undo", "save", "log", "history", "review", "again", "lesson", "menu", "moves", "why"};
    const char *typed = wars_of(s)->line, *rest;
    if (text_is(typed, "hint") && play_put_plan(s)) {
        show(&s->page);
        return true;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (text_begins(typed, others[i], &rest)) {
            play_say("`%s` is for the table: `cancel` goes back there, and the draft is kept.", others[i]);
            return true;
        }
    for (size_t i = 0; i < sizeof of_table / sizeof *of_table; i++)
        if (text_begins(typed, of_table[i], &rest)) {
            BL_LOCAL struct bl_text line = bl_text_heap();
            bl_put(&line, typed);
            return obey_word(s, line.s) || wars_obey_word(s, line.s);
        }
    return false;
}

/* The way back from a prompt to a part that was given before; true: that was typed. */
static bool go_back(struct session *s, struct wars_card *c, enum outcome *o)
{
    const char *typed = wars_of(s)->line;
    *o = GOES_ON;
    if (wars_take_line(s, c) || wars_obey_beside(s))
        return true;
    if (text_is(typed, "statement") || (text_is(typed, "back") && (is_rule(c) || c->of.tag < 0))) {
        *o = wars_ask_statement(s, c);
        return true;
    }
    if ((text_is(typed, "tag") || text_is(typed, "back")) && !is_rule(c)) {
        c->of.tag = -1;
        return true;
    }
    return false;
}

static bool complete_tag(struct session *s, const char *before, struct play_completion *out)
{
    (void)s;
    for (unsigned tag = 0; tag < PW_TAGS; tag++)
        completion_add(out, before, pw_tag_names[tag]);
    return completion_done(out);
}

static enum outcome ask_tag(struct session *s, struct wars_card *c)
{
    const struct play_live live = {s, NULL, complete_tag, NULL};
    struct wars *d = wars_of(s);
    enum outcome o;
    if (!wars_asked(s, AT_TAG, cli_said("tag: rock, paper, scissors"), &live))
        return LEAVES;
    if (go_back(s, c, &o))
        return o;
    c->of.tag = bl_draft_read_tag(d->line, strlen(d->line), false);
    if (c->of.tag < 0)
        play_say("Rock beats scissors, scissors beat paper, paper beats rock; a letter will do. "
                 "`statement` goes back to it, `cancel` leaves.");
    return GOES_ON;
}

/* From the least to the most that may be written there now. */
static void find_range(struct session *s, const struct wars_card *c, int *least, int *most)
{
    struct bl_statement statement;
    struct bl_fault fault;
    const struct pw_seat *me = &wars_view(s, s->at_keyboard)->seats[s->at_keyboard];
    *least = is_rule(c) && wars_parse(wars_of(s), c->of.statement, BL_WFF, &statement, &fault)
                 ? pw_rule_price(statement.points) : 0;
    *most = is_rule(c) ? me->potency : me->power;
}

static void take_cost(struct session *s, struct wars_card *c, int64_t cost)
{
    int least, most;
    find_range(s, c, &least, &most);
    if (cost >= least && cost <= most)
        c->of.cost = cost;
    else if (cost < 0)
        play_say(is_rule(c) ? "A number: others must pay as much to remove the rule."
                       : "A number: what another player pays to claim the card.");
    else
        play_say("From %d to %d.", least, most);
}

static enum outcome ask_cost(struct session *s, struct wars_card *c)
{
    struct wars *d = wars_of(s);
    int least, most;
    enum outcome o;
    BL_LOCAL struct bl_text prompt = bl_text_heap();
    find_range(s, c, &least, &most);
    if (least > most) {
        play_say("Its price is at least %d, and you have %d potency: another statement, or "
                 "`cancel`.", least, most);
        return wars_ask_statement(s, c);
    }
    if (is_rule(c))
        cli_tell(&prompt, "price in potency, %d..%d (Enter: %d)", least, most, least);
    else
        cli_tell(&prompt, "power cost, %d..%d", least, most);
    if (!is_rule(c) && wars_of(s)->explained != c) {
        play_say(wars_view(s, s->at_keyboard)->phase == PHASE_SETUP
                     ? FACT("The power cost is what another player pays to claim the card: a high one keeps it yours. "
                            "In the set-up you pay nothing for it.")
                     : FACT("The power cost is what another player pays to claim the card: a high one keeps it yours. "
                            "Half of it you pay yourself in Phase III, if you still hold the card then."));
        wars_of(s)->explained = c;
    }
    if (!wars_asked(s, AT_COST, prompt.s, NULL))
        return LEAVES;
    if (go_back(s, c, &o))
        return o;
    take_cost(s, c, is_rule(c) && !d->line[0] ? least : wars_number(d->line));
    return GOES_ON;
}

/* ---- the whole ------------------------------------------------------------ */

/* The move that writes it. */
static void put_whole(struct session *s, const struct wars_card *c, struct bl_text *move)
{
    bl_draft_put_card(move, wars_of(s)->scratch, &c->of);
    bl_put(&s->page, "  ");
    wars_put_wrapped(&s->page, s, move->s, 2, 4);
}

static const char *heading(const struct wars_card *c)
{
    return c->of.statement ? FACT("The draft:")
                           : FACT("Type a statement, or the number of a template; `help` says more.");
}

/* What there is of it; nothing yet: what there might be. */
static void put_draft(struct session *s)
{
    const struct wars_card *c = wars_of(s)->writing;
    BL_LOCAL struct bl_text move = bl_text_heap();
    put_paragraph(&s->page, s, "", 2, "%w", heading(c));
    if (c->of.statement)
        wars_put_statement(s, c);
    else
        wars_put_templates(s, is_rule(c));
    if (wars_of(s)->place == AT_CONFIRM)
        put_whole(s, c, &move);
}

/* Yes writes it; the name of a part asks for that part again. */
static enum outcome confirm(struct session *s, struct wars_card *c)
{
    struct wars *d = wars_of(s);
    const char *rest;
    enum outcome o;
    BL_LOCAL struct bl_text move = bl_text_heap();
    put_whole(s, c, &move);
    show(&s->page);
    if (!wars_asked(s, AT_CONFIRM, cli_said(is_rule(c) ? "buy it? yes, statement, price, cancel"
                                                       : "write it? yes, statement, tag, cost, cancel"),
                    NULL) || is_no(d->line))
        return LEAVES;
    if (is_yes(d->line)) {
        if (wars_submit(s, move.s)) {
            begin(c);
            return LEAVES;
        }
        play_say("Nothing is lost: change what is wrong, or `cancel`.");
    } else if (text_is(d->line, "price") || text_is(d->line, "cost")) {
        c->of.cost = -1;
    } else if (text_begins(d->line, "cost", &rest) || text_begins(d->line, "price", &rest)) {
        take_cost(s, c, wars_number(rest));
    } else if (text_begins(d->line, "tag", &rest) && *rest && !is_rule(c)) {
        c->of.tag = bl_draft_read_tag(rest, strlen(rest), false);
    } else if (!go_back(s, c, &o)) {
        play_say(is_rule(c) ? "`yes` buys it; `statement` or `price` changes that part; `cancel` "
                         "leaves."
                       : "`yes` writes it; `statement`, `tag` or `cost` changes that part; "
                         "`cancel` leaves.");
    } else {
        return o;
    }
    return GOES_ON;
}

/* Asks for what is missing until the card is written or left. */
static void edit(struct session *s, struct wars_card *c, const char *again)
{
    uint32_t before = play_made(s);
    enum outcome o = GOES_ON;
    wars_of(s)->writing = c;
    wars_of(s)->put_above = put_draft;
    play_say("%w", heading(c));
    bool good = c->of.statement && wars_put_statement(s, c);
    if (!c->of.statement)
        wars_put_templates(s, is_rule(c));
    show_paged(&s->screen, &s->page);
    if (!good)
        o = wars_ask_statement(s, c);
    while (o == GOES_ON && play_made(s) == before) {
        if (c->of.tag < 0 && !is_rule(c))
            o = ask_tag(s, c);
        else if (c->of.cost < 0)
            o = ask_cost(s, c);
        else
            o = confirm(s, c);
    }
    wars_of(s)->writing = NULL;
    if (play_made(s) == before)
        play_say(c->of.statement ? FACT("Nothing is written. The draft is kept: `%s` takes it up.")
                                 : FACT("Nothing is written."), again);
}

/* ---- on one line ---------------------------------------------------------- */

struct bl_draft_card wars_read_start(const struct pw *v, const char *rest)
{
    struct bl_draft_card r = {-1, -1, -1, ""};
    size_t n = strspn(rest, "#0123456789");
    char word[8] = "";
    if (n == 0 || n >= sizeof word || (rest[n] && rest[n] != ' '))
        return r;
    memcpy(word, rest, n);
    int card = pw_read_card(word);
    if (card < 0 || (unsigned)card >= pw_card_count(&v->head.setup))
        return r;
    r.card = card;
    rest += n + strspn(rest + n, " \t");
    n = strcspn(rest, " \t");
    r.tag = bl_draft_read_tag(rest, n, true);
    if (r.tag >= 0) {
        rest += n + strspn(rest + n, " \t");
        const char *after = rest;
        uint64_t cost;
        if (bl_take_number(&after, 999999999, &cost) && (!*after || *after == ' ')) {
            r.cost = (int64_t)cost;
            rest = after + strspn(after, " \t");
        }
    }
    r.statement = rest;
    return r;
}

/* A word where a tag or a cost would stand, and no statement can begin with. */
static bool is_stray(struct session *s, const char *text)
{
    static const char *const words[] = {"forall", "exists", "not", NULL};
    struct bl_statement statement;
    struct bl_fault fault;
    size_t n = 0;
    const char *rest;
    while (isalpha((unsigned char)text[n]))
        n++;
    for (unsigned i = 0; words[i]; i++)
        if (text_begins(text, words[i], &rest))
            return false;
    return n > 1 && (!text[n] || text[n] == ' ') &&
           !wars_parse(wars_of(s), text, BL_WFF, &statement, &fault);
}

static bool complain(struct session *s, const struct bl_draft_card *r)
{
    if (r->cost >= 0 || !is_stray(s, r->statement))
        return false;
    BL_LOCAL struct bl_text word = bl_text_heap();
    bl_put_bytes(&word, r->statement, strcspn(r->statement, " \t"));
    play_say(r->tag < 0 ? FACT("%s is no tag; there are rock, paper and scissors. As in: edit #%d rock 5 tT")
                        : FACT("%s is no power cost, which is a number. As in: edit #%d rock 5 tT"),
             word.s, r->card);
    return true;
}

/* What was said takes the place of what was there: all of it, if it is a statement. */
static struct wars_card *keep(struct session *s, const struct bl_draft_card *r)
{
    struct wars_card *c = find_draft(s, r->card);
    if (*r->statement) {
        begin(c);
        wars_keep_statement(c, r->statement);
    }
    c->of.tag = r->tag >= 0 ? r->tag : c->of.tag;
    c->of.cost = r->cost >= 0 ? r->cost : c->of.cost;
    return c;
}

static void open_editor(struct session *s, const struct pw *v, const struct bl_draft_card *r)
{
    char again[16];
    BL_LOCAL struct bl_text card = bl_text_heap(), shown = bl_text_heap();
    snprintf(again, sizeof again, "edit #%d", r->card);
    pw_put_card_seen(&card, v, &s->screen.look, (unsigned)r->card);
    wars_put_text(&shown, s, card.s);
    play_say("Card %s", shown.s);
    edit(s, keep(s, r), again);
}

void wars_edit(struct session *s, const char *rest)
{
    int seat = s->at_keyboard;
    const struct pw *v = wars_view(s, seat);
    struct bl_draft_card r = wars_read_start(v, rest);
    BL_LOCAL struct bl_text move = bl_text_heap();
    struct bl_play play;
    uint8_t hand[PW_CARDS] = {0};
    bool mine = r.card >= 0 && pw_in(&v->seats[seat].hand, (unsigned)r.card);
    if (r.tag >= 0 && r.cost >= 0)
        bl_draft_put_card(&move, wars_of(s)->scratch, &r);
    if (r.card < 0) {
        pw_list(&v->seats[seat].hand, hand);
        play_say("Which card? As in: edit #%d", hand[0]);
    } else if (move.len > 0 && *r.statement && !bl_match_read(s->m, seat, move.s, &play)) {
        if (make_play(s, &play)) {
            begin(find_draft(s, r.card));
        } else if (mine) {
            keep(s, &r);
            play_say("The draft is kept: `edit #%d` takes it up.", r.card);
        }
    } else if (!mine) {
        play_say("#%d is not in your hand; `cards %d` shows what is.", r.card, seat);
    } else if (!complain(s, &r)) {
        open_editor(s, v, &r);
    }
}

/* ---- rules ---------------------------------------------------------------- */

/* "STATEMENT [PRICE]". */
static void keep_rule(struct wars *d, struct wars_card *c, const char *text)
{
    struct bl_statement statement;
    struct bl_fault fault;
    BL_LOCAL struct bl_text only = bl_text_heap();
    size_t end = strlen(text);
    begin(c);
    bl_logic_reset(d->scratch);
    if (bl_statement_scan(d->scratch, text, end, 0, BL_WFF, &statement, &end, &fault)) {
        const char *price = text + end + strspn(text + end, " \t");
        c->of.cost = wars_number(price);
        if (c->of.cost < 0)
            end = strlen(text);
    }
    bl_put_bytes(&only, text, end);
    wars_keep_statement(c, only.s);
}

void wars_buy_rule(struct session *s, const char *rest)
{
    struct wars *d = wars_of(s);
    struct wars_card *c = find_draft(s, -1);
    BL_LOCAL struct bl_text move = bl_text_heap();
    struct bl_play play;
    bl_putf(&move, "buy-rule %s", rest);
    if (*rest && !bl_match_read(s->m, s->at_keyboard, move.s, &play)) {
        if (make_play(s, &play)) {
            begin(c);
        } else {
            keep_rule(d, c, rest);
            play_say("The draft is kept: `buy-rule` takes it up.");
        }
    } else {
        if (*rest)
            keep_rule(d, c, rest);
        edit(s, c, "buy-rule");
    }
}
