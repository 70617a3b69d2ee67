/* editor.c - writing a card, or a rule for all. What was typed stays until it is written. */
#include "desk.h"

#include <stdlib.h>
#include <string.h>

enum outcome { GOES_ON, LEAVES };

/* ---- the statement -------------------------------------------------------- */

static void keep(struct desk_card *c, const char *text)
{
    char *copy = desk_copy(text);
    free(c->statement);
    c->statement = copy;
}

static void begin(struct desk_card *c, int seat, int card)
{
    free(c->statement);
    *c = (struct desk_card){.seat = seat, .card = card, .tag = -1, .cost = -1};
}

static bool parse(struct session *s, const char *text, struct bl_statement *out,
                  struct bl_fault *fault)
{
    struct desk *d = desk_of(s);
    bl_logic_reset(d->l);
    return bl_statement_parse(d->l, text, strlen(text), 0, BL_WFF, out, fault);
}

static bool is_rule(const struct desk_card *c)
{
    return c->card < 0;
}

/* What writing it will cost, by the rules of the phase. */
static void put_charge(struct bl_text *out, const struct pw *v, int seat,
                       const struct desk_card *c, const struct bl_statement *statement)
{
    const struct pw_seat *me = &v->seats[seat];
    int points = statement->points;
    bl_putf(out, points == 1 ? "%d point; " : "%d points; ", points);
    if (is_rule(c)) {
        bl_putf(out, "the price is at least %d, you have %d potency",
                (int)draft_least_price(statement->points), (int)me->potency);
        return;
    }
    int charge = (int)draft_charge(v, &v->cards[c->card], statement->points);
    if (charge == 0)
        bl_put(out, "free of charge");
    else
        bl_putf(out, "the charge is %d of your %d power", charge, (int)me->power);
    if (charge > me->power)
        bl_put(out, ": too much");
}

static void put_nature(struct bl_text *out, const struct session *s, const struct bl_logic *l,
                       const struct desk_card *c, const struct bl_statement *statement)
{
    bl_term condition;
    (void)s;
    if (is_rule(c))
        bl_put(out, bl_term_closed(l, statement->term) ? "" : "; not closed: a variable is free");
    else if (pw_effect_action(l, statement->term, &condition))
        bl_put(out, "; a game effect: it need not be proved, only played");
    else
        bl_put(out, "; no game effect as it stands: it helps to prove one");
}

/* Shows what was understood; false: it cannot be read, and it was shown where. */
static bool show_statement(struct session *s, int seat, const struct desk_card *c)
{
    struct desk *d = desk_of(s);
    struct bl_statement statement;
    struct bl_fault fault;
    if (!parse(s, c->statement, &statement, &fault)) {
        desk_show_fault(s, c->statement, &fault);
        return false;
    }
    struct bl_text out = bl_text_heap(), text = bl_text_heap();
    bl_put(&out, "  ");
    desk_put_statement(&text, s, d->l, &statement);
    desk_put_wrapped(&out, s, text.s, 2, 4);
    bl_text_clear(&text);
    put_charge(&text, desk_view(s, seat), seat, c, &statement);
    put_nature(&text, s, d->l, c, &statement);
    bl_put(&text, ".");
    bl_put(&out, "  ");
    cli_put_wrapped(&out, text.s, 2, 2, s->screen.look.columns);
    show(&out);
    bl_text_free(&out);
    bl_text_free(&text);
    return true;
}

/* s/OLD/NEW/: the first OLD in what was typed. */
static bool exchange(struct desk_card *c, const char *typed)
{
    const char *middle = strchr(typed + 2, '/'), *end = middle ? strchr(middle + 1, '/') : NULL;
    if (!c->statement || !middle || middle == typed + 2)
        return false;
    struct bl_text old = bl_text_heap(), out = bl_text_heap();
    bl_put_bytes(&old, typed + 2, (size_t)(middle - typed - 2));
    const char *found = strstr(c->statement, old.s);
    if (found) {
        bl_put_bytes(&out, c->statement, (size_t)(found - c->statement));
        bl_put_bytes(&out, middle + 1, end ? (size_t)(end - middle - 1) : strlen(middle + 1));
        bl_put(&out, found + old.len);
        keep(c, out.s);
    }
    bl_text_free(&old);
    bl_text_free(&out);
    return found != NULL;
}

static void append(struct desk_card *c, const char *more)
{
    struct bl_text out = bl_text_heap();
    bl_put(&out, c->statement ? c->statement : "");
    bl_put(&out, more);
    keep(c, out.s);
    bl_text_free(&out);
}

static void show_help(const struct session *s)
{
    struct bl_text out = bl_text_heap();
    bl_put(&out,
           "  STATEMENT  as in [ATK]([chosenPlayer](1),20); words will do for signs: forall,\n"
           "             exists, not, and, or, imply; outer brackets may be left out\n"
           "  NUMBER     a template of the list, which `templates` shows again\n"
           "  s/OLD/NEW/ changes the statement typed last; +MORE adds to its end\n"
           "  names      the functions of the game\n"
           "  cancel     leaves without writing; the draft is kept\n");
    show(&out);
    bl_text_free(&out);
    (void)s;
}

static void show_names(const struct session *s)
{
    struct bl_text out = bl_text_heap();
    bl_put(&out,
           "  Players   [chosenPlayer](i)  [randPlayer](i)  [playerOfChosenCard](i)\n"
           "  Cards     [chosenCard](i)  [randCard](i)\n"
           "  Numbers   [health](player)  [power](player)  [potency](player)\n"
           "            [symbolPoint](card)  [powerCost](card)\n"
           "  Questions [NUMBER](x)  [PLAYER](x)  [CARD](x)\n"
           "  Actions   [ATK](player,n) up to 20   [HEAL](player,n) up to 15\n"
           "            [ADDPOWER](player,n) up to 10   [SUBPOWER](player,n) up to 8\n"
           "            [CLAIM](player,i): chosen card i of that player\n"
           "  i counts from 1; each name has 4 points, most other signs 1\n");
    show(&out);
    bl_text_free(&out);
    (void)s;
}

static bool is_digits(const char *text)
{
    size_t n = strspn(text, "0123456789");
    return n > 0 && n < 10 && text[n] == '\0';
}

/* Asks until there is a statement that can be read. */
static enum outcome ask_statement(struct session *s, int seat, struct desk_card *c)
{
    struct desk *d = desk_of(s);
    for (;;) {
        enum line_got got = desk_ask(s, "statement");
        const char *typed = d->line;
        if (got != LINE_READ || strcmp(typed, "cancel") == 0)
            return LEAVES;
        if (!*typed && !c->statement)
            continue;
        if (strcmp(typed, "help") == 0 || strcmp(typed, "?") == 0) {
            show_help(s);
            continue;
        }
        if (strcmp(typed, "templates") == 0 || strcmp(typed, "names") == 0) {
            *typed == 't' ? desk_show_templates(s) : show_names(s);
            continue;
        }
        if (is_digits(typed)) {
            char *filled = desk_fill_template(s, atoi(typed), &got);
            if (got == LINE_INTERRUPTED)
                return LEAVES;
            if (!filled) {
                show_line(got == LINE_READ ? "There is no template of this number."
                                           : "The template is left out.");
                continue;
            }
            keep(c, filled);
            free(filled);
        } else if (strncmp(typed, "s/", 2) == 0) {
            if (!exchange(c, typed)) {
                show_line("That does not stand in: %s", c->statement ? c->statement : "nothing");
                continue;
            }
        } else if (*typed == '+') {
            append(c, typed + 1);
        } else if (*typed) {
            keep(c, typed);
        }
        if (show_statement(s, seat, c))
            return GOES_ON;
        show_line("Type it again, or change it: s/OLD/NEW/ or +MORE; `help` says more.");
    }
}

/* ---- tag, cost, price ----------------------------------------------------- */

static int read_tag(const char *text)
{
    for (int tag = 0; tag < PW_TAGS; tag++)
        if (*text && strncmp(pw_tag_names[tag], text, strlen(text)) == 0)
            return tag;
    return -1;
}

static enum outcome ask_tag(struct session *s, struct desk_card *c)
{
    struct desk *d = desk_of(s);
    while (c->tag < 0) {
        if (desk_ask(s, "tag: rock, paper, scissors") != LINE_READ || !strcmp(d->line, "cancel"))
            return LEAVES;
        c->tag = read_tag(d->line);
        if (c->tag < 0)
            show_line("Rock beats scissors, scissors beat paper, paper beats rock; a letter will "
                      "do.");
    }
    return GOES_ON;
}

static enum outcome ask_cost(struct session *s, int seat, struct desk_card *c)
{
    struct desk *d = desk_of(s);
    while (c->cost < 0) {
        char prompt[64];
        struct bl_text text = BL_TEXT_FIXED(prompt);
        struct bl_statement statement;
        struct bl_fault fault;
        const struct pw *v = desk_view(s, seat);
        int least = is_rule(c) && parse(s, c->statement, &statement, &fault)
                        ? (int)draft_least_price(statement.points) : 0;
        bl_putf(&text, is_rule(c) ? "price in potency, %d..%d (Enter: %d)" : "power cost, %d..%d",
                least, (int)(is_rule(c) ? v->seats[seat].potency : v->seats[seat].power), least);
        if (desk_ask(s, prompt) != LINE_READ || strcmp(d->line, "cancel") == 0)
            return LEAVES;
        if (is_digits(d->line))
            c->cost = atoll(d->line);
        else if (is_rule(c) && !d->line[0])
            c->cost = least;
        else
            show_line(is_rule(c) ? "A number: others must pay as much to remove the rule."
                                 : "A number: what another player pays to claim the card.");
    }
    return GOES_ON;
}

/* ---- the whole ------------------------------------------------------------ */

static void put_move(struct bl_text *out, struct session *s, const struct desk_card *c)
{
    struct desk *d = desk_of(s);
    struct bl_statement statement;
    struct bl_fault fault;
    if (is_rule(c))
        bl_put(out, "buy-rule ");
    else
        bl_putf(out, "edit #%d %s %d ", c->card, pw_tag_names[c->tag], (int)c->cost);
    if (parse(s, c->statement, &statement, &fault))
        bl_statement_print(d->l, &statement, false, out);
    if (is_rule(c))
        bl_putf(out, " %d", (int)c->cost);
}

static void show_move(struct session *s, const struct desk_card *c)
{
    struct bl_text move = bl_text_heap(), text = bl_text_heap(), out = bl_text_heap();
    put_move(&move, s, c);
    desk_put_text(&text, s, move.s);
    bl_put(&out, "  ");
    desk_put_wrapped(&out, s, text.s, 2, 4);
    show(&out);
    bl_text_free(&move);
    bl_text_free(&text);
    bl_text_free(&out);
}

static bool submit(struct session *s, int seat, struct desk_card *c)
{
    struct bl_text move = bl_text_heap();
    put_move(&move, s, c);
    bool good = desk_submit(s, seat, move.s);
    bl_text_free(&move);
    if (good)
        begin(c, seat, -1);
    return good;
}

/* Yes writes it; the name of a part asks for that part again. */
static enum outcome confirm(struct session *s, int seat, struct desk_card *c)
{
    struct desk *d = desk_of(s);
    const char *rest;
    show_move(s, c);
    if (desk_ask(s, is_rule(c) ? "buy it? yes, statement, price, cancel"
                               : "write it? yes, statement, tag, cost, cancel") != LINE_READ ||
        strcmp(d->line, "cancel") == 0 || strcmp(d->line, "no") == 0)
        return LEAVES;
    if (strcmp(d->line, "yes") == 0 || strcmp(d->line, "y") == 0) {
        if (submit(s, seat, c))
            return LEAVES;
        show_line("Nothing is lost: change what is wrong, or `cancel`.");
    } else if (desk_word(d->line, "statement", &rest)) {
        return ask_statement(s, seat, c);
    } else if (desk_word(d->line, "tag", &rest) && !is_rule(c)) {
        c->tag = read_tag(rest);
    } else if (desk_word(d->line, "cost", &rest) || desk_word(d->line, "price", &rest)) {
        c->cost = is_digits(rest) ? atoll(rest) : -1;
    } else {
        show_line("`yes` makes the move; `statement`, `tag` or `cost` changes that part.");
    }
    return GOES_ON;
}

/* Asks for what is missing until the card is written or left. */
static void edit(struct session *s, int seat, struct desk_card *c, const char *again)
{
    uint32_t before = bl_match_count(s->m);
    enum outcome o = GOES_ON;
    if (c->statement) {
        show_line("The draft:");
        if (!show_statement(s, seat, c))
            o = ask_statement(s, seat, c);
    } else {
        show_line("Type a statement, or the number of a template; `help` says more.");
        desk_show_templates(s);
        o = ask_statement(s, seat, c);
    }
    while (o == GOES_ON && bl_match_count(s->m) == before) {
        if (c->tag < 0 && !is_rule(c))
            o = ask_tag(s, c);
        else if (c->cost < 0)
            o = ask_cost(s, seat, c);
        else
            o = confirm(s, seat, c);
    }
    if (bl_match_count(s->m) == before)
        show_line("Nothing is written.%s%s%s", c->statement ? " The draft is kept: `" : "",
                  c->statement ? again : "", c->statement ? "` takes it up." : "");
}

/* "#3 [TAG [COST [STATEMENT]]]": what can be read of it goes into the draft. */
static bool read_start(const struct pw *v, int seat, const char *rest, struct desk_card *c)
{
    size_t n = strspn(rest, "#0123456789");
    char word[8] = "";
    if (n == 0 || n >= sizeof word || (rest[n] && rest[n] != ' '))
        return false;
    memcpy(word, rest, n);
    int card = pw_read_card(word);
    if (card < 0 || (unsigned)card >= pw_card_count(&v->head.setup))
        return false;
    if (card != c->card || seat != c->seat)
        begin(c, seat, card);
    rest += n + strspn(rest + n, " \t");
    n = strcspn(rest, " \t");
    for (int tag = 0; tag < PW_TAGS; tag++)
        if (strlen(pw_tag_names[tag]) == n && strncmp(pw_tag_names[tag], rest, n) == 0) {
            c->tag = tag;
            rest += n + strspn(rest + n, " \t");
            n = strspn(rest, "0123456789");
            if (n > 0 && n < 10 && (!rest[n] || rest[n] == ' ')) {
                c->cost = atoll(rest);
                rest += n + strspn(rest + n, " \t");
            }
            break;
        }
    if (*rest)
        keep(c, rest);
    return true;
}

void desk_edit(struct session *s, int seat, const char *rest)
{
    struct desk *d = desk_of(s);
    const struct pw *v = desk_view(s, seat);
    struct bl_text again = bl_text_heap(), move = bl_text_heap();
    struct bl_play play;
    bl_putf(&move, "edit %s", rest);
    if (!bl_match_read(s->m, seat, move.s, &play)) {
        if (!make_play(s, seat, &play) && read_start(v, seat, rest, &d->card)) {
            bl_putf(&again, "edit #%d", d->card.card);
            show_line("The draft is kept: `%s` takes it up.", again.s);
        }
    } else if (!read_start(v, seat, rest, &d->card)) {
        show_line("Which card? As in: edit #%d", v->head.to_move * 2);
    } else if (!pw_in(&v->seats[seat].hand, (unsigned)d->card.card)) {
        show_line("#%d is not in your hand; `cards %d` shows what is.", d->card.card, seat);
        d->card.card = -1;
    } else {
        struct bl_text card = bl_text_heap();
        desk_put_card(&card, s, v, (unsigned)d->card.card);
        show_line("Card %s", card.s);
        bl_text_free(&card);
        bl_putf(&again, "edit #%d", d->card.card);
        edit(s, seat, &d->card, again.s);
    }
    bl_text_free(&again);
    bl_text_free(&move);
}

/* "STATEMENT [PRICE]". */
static void keep_rule(struct desk *d, const char *text)
{
    struct bl_statement statement;
    struct bl_fault fault;
    struct bl_text only = bl_text_heap();
    size_t end = strlen(text);
    bl_logic_reset(d->l);
    if (bl_statement_scan(d->l, text, end, 0, BL_WFF, &statement, &end, &fault)) {
        const char *price = text + end + strspn(text + end, " \t");
        if (is_digits(price))
            d->rule.cost = atoll(price);
        else
            end = strlen(text);
    }
    bl_put_bytes(&only, text, end);
    keep(&d->rule, only.s);
    bl_text_free(&only);
}

void desk_buy_rule(struct session *s, int seat, const char *rest)
{
    struct desk *d = desk_of(s);
    struct bl_text move = bl_text_heap();
    struct bl_play play;
    if (d->rule.seat != seat)
        begin(&d->rule, seat, -1);
    bl_putf(&move, "buy-rule %s", rest);
    if (*rest && !bl_match_read(s->m, seat, move.s, &play)) {
        if (!make_play(s, seat, &play)) {
            keep_rule(d, rest);
            show_line("The draft is kept: `buy-rule` takes it up.");
        }
    } else {
        if (*rest)
            keep_rule(d, rest);
        edit(s, seat, &d->rule, "buy-rule");
    }
    bl_text_free(&move);
}
