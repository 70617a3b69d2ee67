/* assistant.c - a proof, line by line: for a play, a refutation, or a subproof to be bought.
 * The draft is text; the kernel goes through it anew whenever it changes. */
#include "desk.h"

#include <stdlib.h>
#include <string.h>

/* ---- the draft ------------------------------------------------------------ */

static const char *kind_word(unsigned kind)
{
    return kind == MOVE_PROVE ? "prove" : kind == MOVE_REFUTE ? "refute" : "buy-proof";
}

static void free_all(char **list, unsigned *count)
{
    for (unsigned i = 0; i < *count; i++)
        free(list[i]);
    *count = 0;
}

void desk_clear_options(struct desk *d)
{
    free_all(d->draft.options, &d->draft.option_count);
}

static void clear_draft(struct desk *d)
{
    desk_clear_options(d);
    free_all(d->draft.items, &d->draft.item_count);
    free_all(d->draft.found, &d->draft.found_count);
    d->draft = (struct desk_proof){0};
}

static void begin_draft(struct session *s, int seat, unsigned kind)
{
    struct desk *d = desk_of(s);
    clear_draft(d);
    d->draft.kind = kind;
    d->draft.seat = seat;
    d->draft.at = bl_match_count(s->m);
}

bool desk_rebuild(struct session *s, struct pw_failure *f)
{
    struct desk *d = desk_of(s);
    struct desk_proof *p = &d->draft;
    desk_view(s, p->seat);
    pw_proof_begin(&d->proof, d->l, d->view, p->seat, p->kind);
    if (p->kind == MOVE_PROVE)
        pw_values_chosen(&d->proof.values, p->players, p->player_count, p->cards, p->card_count);
    *f = (struct pw_failure){0};
    for (unsigned i = 0; i < p->item_count; i++)
        if (!pw_proof_item(&d->proof, p->items[i], strlen(p->items[i]), f))
            return false;
    return true;
}

uint32_t desk_cost(const struct desk *d)
{
    const struct bl_proof *p = d->proof.proof;
    uint32_t points = bl_proof_points(p), lemmas = bl_proof_lines(p) - bl_proof_axioms(p);
    return d->draft.kind == MOVE_BUY_PROOF ? 2 * points : pw_proof_cost(d->view, points, lemmas);
}

int64_t desk_purse(const struct desk *d)
{
    const struct pw_seat *me = &d->view->seats[d->draft.seat];
    return d->draft.kind == MOVE_BUY_PROOF ? me->potency : me->proving;
}

const char *desk_subproof_name(const struct desk *d, const struct bl_proof *proof)
{
    for (unsigned i = d->proof.named_count; i-- > 0;)
        if (d->proof.named[i].proof == proof)
            return d->proof.named[i].name;
    return NULL;
}

/* ---- showing -------------------------------------------------------------- */

static void put_origin(struct bl_text *out, const struct desk *d, uint32_t number)
{
    const struct pw *v = d->view;
    bool cards = d->draft.kind == MOVE_PROVE || v->phase == PHASE_REFUTING;
    uint32_t rules = pw_axiom_count(v, false) - 2, n = number;
    if (d->draft.kind == MOVE_BUY_PROOF) {
        bl_put(out, "axiom");
        return;
    }
    if (cards && n <= 2) {
        bl_putf(out, n == 1 ? "main #%d" : "second #%d", v->played[n - 1]);
        return;
    }
    n -= cards ? 2 : 0;
    for (unsigned i = 0; i < PW_RULES; i++)
        if (v->prices[i] != 0 && --n == 0) {
            bl_putf(out, "rule %d", (int)i);
            return;
        }
    n = number - (cards ? 2 : 0);
    bl_put(out, n <= rules ? "base" : v->phase == PHASE_REFUTING ? "lemma" : "new rule");
}

static void put_reason(struct bl_text *out, const struct desk *d, const struct bl_line *line)
{
    bl_putf(out, "by %s", bl_rule_name((enum bl_rule)line->rule));
    for (unsigned i = 0; i < line->premises; i++)
        bl_putf(out, " %d", (int)line->premise[i]);
    if (line->using)
        bl_putf(out, " using %s", desk_subproof_name(d, line->using));
}

/* "  7 * STATEMENT  by RULE 1 2"; a star stands before game effects. */
static void put_statement_line(struct bl_text *out, const struct session *s, const struct desk *d,
                               uint32_t number)
{
    const struct bl_line *line = bl_proof_line(d->proof.proof, number);
    struct bl_text text = bl_text_heap();
    bl_term condition;
    bool effect = d->draft.kind == MOVE_PROVE && pw_effect_action(d->l, line->s.term, &condition);
    bl_putf(out, number < 10 ? "   %d" : number < 100 ? "  %d" : " %d", (int)number);
    bl_put(out, effect ? " * " : "   ");
    desk_put_statement(&text, s, d->l, &line->s);
    bl_put(&text, "  ");
    if (line->rule) {
        put_reason(&text, d, line);
        bl_putf(&text, ", %d", line->s.points);
    } else {
        put_origin(&text, d, number);
    }
    desk_put_wrapped(out, s, text.s, 7, 9);
    bl_text_free(&text);
}

static void show_one(const struct session *s, const struct desk *d, uint32_t number)
{
    struct bl_text out = bl_text_heap();
    put_statement_line(&out, s, d, number);
    show(&out);
    bl_text_free(&out);
}

static void put_choices(struct bl_text *out, const struct desk_proof *p)
{
    bl_put(out, "Chosen: players");
    for (unsigned i = 0; i < p->player_count; i++)
        bl_putf(out, " %d", p->players[i]);
    bl_put(out, p->player_count ? "; cards" : " none; cards");
    for (unsigned i = 0; i < p->card_count; i++)
        bl_putf(out, " #%d", p->cards[i]);
    bl_put(out, p->card_count ? ".\n" : " none.\n");
}

static void put_cost(struct bl_text *out, const struct desk *d)
{
    bool potency = d->draft.kind == MOVE_BUY_PROOF;
    int64_t cost = desk_cost(d), purse = desk_purse(d);
    bool good = potency ? cost <= purse
                        : pw_can_pay_proof(d->view, d->draft.seat, (uint32_t)cost);
    bl_putf(out, "It costs %d of your %d %s", (int)cost, (int)purse,
            potency ? "potency" : "proving power");
    if (good)
        bl_putf(out, ": %d would be left.\n", (int)(purse - cost));
    else
        bl_put(out, cost == purse ? ": that must be more than the cost.\n" : ": too much.\n");
}

static void show_proof(struct session *s)
{
    struct desk *d = desk_of(s);
    struct bl_text out = bl_text_heap();
    for (uint32_t n = 1; n <= bl_proof_lines(d->proof.proof); n++)
        put_statement_line(&out, s, d, n);
    if (d->draft.kind == MOVE_PROVE)
        put_choices(&out, &d->draft);
    if (d->proof.named_count > 0)
        bl_put(&out, "Subproofs:");
    for (unsigned i = 0; i < d->proof.named_count; i++)
        bl_putf(&out, i == 0 ? " %s" : ", %s", d->proof.named[i].name);
    bl_put(&out, d->proof.named_count > 0 ? ".\n" : "");
    put_cost(&out, d);
    show_paged(&s->screen, &out);
    bl_text_free(&out);
}

static void show_cost(const struct desk *d)
{
    struct bl_text out = bl_text_heap();
    put_cost(&out, d);
    show(&out);
    bl_text_free(&out);
}

/* ---- adding --------------------------------------------------------------- */

void desk_show_failure(struct session *s, const char *item, const struct pw_failure *f)
{
    if (f->rule == 0) {
        desk_show_fault(s, item, &f->fault);
        return;
    }
    struct bl_text out = bl_text_heap(), text = bl_text_heap();
    put_styled(&out, &s->screen, STYLE_BAD, "That does not follow");
    bl_put(&out, " by ");
    put_clause(&out, s, (bl_cite)(PW_RULE_1 + f->rule - 1));
    bl_putf(&text, "Here: %s.", bl_why_text(f->why));
    bl_put(&out, "  ");
    cli_put_wrapped(&out, text.s, 2, 2, s->screen.look.columns);
    show(&out);
    bl_text_free(&out);
    bl_text_free(&text);
}

bool desk_add(struct session *s, const char *item)
{
    struct desk *d = desk_of(s);
    struct pw_failure f = {0};
    if (d->draft.item_count == sizeof d->draft.items / sizeof *d->draft.items) {
        show_line("A proof has at most 256 lemmas.");
        return false;
    }
    uint32_t before = bl_proof_lines(d->proof.proof);
    if (!pw_proof_item(&d->proof, item, strlen(item), &f)) {
        if (f.rule == 0 && !f.fault.why[0])
            show_line("Axioms come before lemmas: `drop` the lemmas first.");
        else
            desk_show_failure(s, item, &f);
        return false;
    }
    if (bl_proof_axioms(d->proof.proof) > before && d->draft.kind != MOVE_BUY_PROOF) {
        show_line("The axioms are given; only lemmas can be added.");
        desk_rebuild(s, &f);
        return false;
    }
    d->draft.items[d->draft.item_count++] = desk_copy(item);
    desk_clear_options(d);
    show_one(s, d, bl_proof_lines(d->proof.proof));
    return true;
}

void desk_add_option(struct desk *d, const struct bl_line *line, const char *using)
{
    struct desk_proof *p = &d->draft;
    struct bl_text text = bl_text_heap();
    if (p->option_count == sizeof p->options / sizeof *p->options)
        return;
    bl_line_print(d->l, line, using, false, &text);
    for (unsigned i = 0; i < p->option_count; i++)
        if (strcmp(p->options[i], text.s) == 0) {
            bl_text_free(&text);
            return;
        }
    p->options[p->option_count++] = desk_copy(text.s);
    bl_text_free(&text);
}

static void take_option(struct session *s, const char *typed)
{
    struct desk *d = desk_of(s);
    unsigned long n = strlen(typed) < 6 ? strtoul(typed, NULL, 10) : 0;
    if (d->draft.option_count == 0)
        show_line("There is nothing to choose from: `conclusions`, `by` or `search` first.");
    else if (n < 1 || n > d->draft.option_count)
        show_line("The list has %u.", d->draft.option_count);
    else {
        char *item = desk_copy(d->draft.options[n - 1]);
        desk_add(s, item);
        free(item);
    }
}

static void use_found(struct session *s)
{
    struct desk *d = desk_of(s);
    if (d->draft.found_count == 0)
        show_line("Nothing has been found; `search` first.");
    for (unsigned i = 0; i < d->draft.found_count; i++)
        if (!desk_add(s, d->draft.found[i]))
            break;
    free_all(d->draft.found, &d->draft.found_count);
}

/* Drops the last line, or all lines from statement `rest` on. */
static void drop(struct session *s, const char *rest)
{
    struct desk *d = desk_of(s);
    struct pw_failure f;
    unsigned given = bl_proof_lines(d->proof.proof) - d->draft.item_count;
    unsigned keep = d->draft.item_count ? d->draft.item_count - 1 : 0;
    unsigned long from = strlen(rest) < 6 ? strtoul(rest, NULL, 10) : 0;
    if (d->draft.item_count == 0 || (*rest && (from <= given || from > given + keep + 1))) {
        show_line(d->draft.item_count == 0 ? "There is no line of yours to drop."
                                           : "No line of yours has this number.");
        return;
    }
    if (*rest)
        keep = (unsigned)from - given - 1;
    while (d->draft.item_count > keep)
        free(d->draft.items[--d->draft.item_count]);
    desk_clear_options(d);
    free_all(d->draft.found, &d->draft.found_count);
    desk_rebuild(s, &f);
    show_line("Dropped; the proof has %u statements.", bl_proof_lines(d->proof.proof));
}

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
static void choose(struct session *s, const char *rest, bool players)
{
    struct desk *d = desk_of(s);
    struct desk_proof *p = &d->draft;
    uint8_t list[PW_CHOSEN], held[PW_CHOSEN];
    uint8_t *into = players ? p->players : p->cards;
    unsigned *count = players ? &p->player_count : &p->card_count, n, before = *count;
    unsigned limit = players ? pw_players(d->view) : pw_card_count(&d->view->head.setup);
    struct pw_failure f;
    if (p->kind != MOVE_PROVE) {
        show_line("Only a prover chooses players and cards.");
        return;
    }
    if (!read_numbers(rest, limit, list, &n)) {
        show_line(players ? "Seats from 0 to %u, as in: players 1 0"
                          : "Cards from #0 to #%u, as in: cards #17 #4", limit - 1);
        return;
    }
    memcpy(held, into, sizeof held);
    memcpy(into, list, n);
    *count = n;
    if (!desk_rebuild(s, &f)) {
        show_line("Statement %u would not follow any more; `drop` it first.",
                  bl_proof_lines(d->proof.proof) + 1);
        memcpy(into, held, sizeof held);
        *count = before;
        desk_rebuild(s, &f);
        return;
    }
    struct bl_text out = bl_text_heap();
    put_choices(&out, p);
    show(&out);
    bl_text_free(&out);
}

/* ---- submitting ----------------------------------------------------------- */

static void put_chosen(struct bl_text *out, const struct desk_proof *p)
{
    for (unsigned i = 0; i < p->player_count; i++)
        bl_putf(out, i == 0 ? " players=%d" : ",%d", p->players[i]);
    for (unsigned i = 0; i < p->card_count; i++)
        bl_putf(out, i == 0 ? " cards=#%d" : ",#%d", p->cards[i]);
}

/* The last statement that is a game effect; 0: there is none. */
static uint32_t last_effect(const struct desk *d)
{
    bl_term condition;
    for (uint32_t n = bl_proof_lines(d->proof.proof); n > 0; n--)
        if (pw_effect_action(d->l, bl_proof_line(d->proof.proof, n)->s.term, &condition))
            return n;
    return 0;
}

/* What stands after =>, as asked for or as it offers itself; false: nothing does. */
static bool put_result_numbers(struct bl_text *out, const struct desk *d, const char *rest)
{
    uint32_t found[2] = {0, 0};
    if (*rest) {
        bl_putf(out, " => %s", rest);
        return true;
    }
    if (d->draft.kind == MOVE_PROVE)
        found[0] = found[1] = last_effect(d);
    else if (!bl_proof_contradiction(d->proof.proof, found))
        found[0] = 0;
    if (found[0] == 0) {
        show_line(d->draft.kind == MOVE_PROVE
                      ? "No statement is a game effect yet; those that are have a star."
                      : "There is no contradiction yet: tF, or a statement and its negation.");
        return false;
    }
    bl_putf(out, found[0] == found[1] || found[1] == 0 ? " => %d" : " => %d %d", (int)found[0],
            (int)found[1]);
    return true;
}

static bool put_move(struct bl_text *out, const struct desk *d, const char *rest)
{
    const struct desk_proof *p = &d->draft;
    bl_put(out, kind_word(p->kind));
    if (p->kind == MOVE_BUY_PROOF)
        bl_putf(out, " %s", p->name);
    put_chosen(out, p);
    bl_put(out, p->kind == MOVE_BUY_PROOF ? ":" : " :");
    for (unsigned i = 0; i < p->item_count; i++)
        bl_putf(out, i == 0 ? " %s" : "; %s", p->items[i]);
    return p->kind == MOVE_BUY_PROOF || put_result_numbers(out, d, rest);
}

static bool is_name(const char *text)
{
    size_t n = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    return n > 0 && n <= PW_NAME_MAX && text[n] == '\0';
}

static void set_name(struct desk *d, const char *name)
{
    if (d->draft.kind != MOVE_BUY_PROOF)
        show_line("Only a subproof that is bought has a name.");
    else if (!is_name(name))
        show_line("A name has 1 to 32 letters, digits, _ or -, as in: name z");
    else
        strcpy(d->draft.name, name);
}

/* True: the move was made. */
static bool submit(struct session *s, const char *rest)
{
    struct desk *d = desk_of(s);
    struct bl_text move = bl_text_heap();
    int seat = d->draft.seat;
    if (d->draft.kind == MOVE_BUY_PROOF && *rest)
        set_name(d, rest);
    bool made = false;
    if (d->draft.kind == MOVE_BUY_PROOF && !d->draft.name[0])
        show_line("It needs a name: `submit NAME`.");
    else if (put_move(&move, d, rest))
        made = desk_submit(s, seat, move.s);
    bl_text_free(&move);
    if (made)
        clear_draft(d);
    else
        show_line("The draft is as it was.");
    return made;
}

/* ---- what is typed -------------------------------------------------------- */

static void show_help(const struct desk *d)
{
    bool bought = d->draft.kind == MOVE_BUY_PROOF;
    struct bl_text out = bl_text_heap();
    bl_put(&out,
           "  by RULE n m        adds what the rule concludes from statements n and m; what\n"
           "                     it leaves free: `with TERM`; a subproof: `using NAME`\n"
           "  STATEMENT by RULE n m   adds that very statement\n"
           "  conclusions [n [m]]     lists what follows from them; a number adds one\n"
           "  search [STATEMENT]      looks for a proof; `use` adds what it found\n"
           "  show, cost         the proof so far; what it costs\n"
           "  drop [n]           drops the last line, or all from n on\n"
           "  rules              the rules of inference\n");
    if (bought)
        bl_put(&out, "  axiom STATEMENT    begins the subproof; lemmas come after\n"
                     "  submit NAME        buys it\n");
    else if (d->draft.kind == MOVE_PROVE)
        bl_put(&out, "  players 1 0        chooses them, for [chosenPlayer](1), (2) …; `cards #17`\n"
                     "  submit [n]         ends the proof with statement n, a game effect (*)\n");
    else
        bl_put(&out, "  submit [n [m]]     ends it with tF, or a statement and its negation\n");
    bl_put(&out, "  clear, cancel      begins again; leaves (the draft is kept)\n");
    show(&out);
    bl_text_free(&out);
}

static void show_rules(struct session *s)
{
    struct bl_text out = bl_text_heap();
    for (unsigned r = 1; r < BL_RULES; r++) {
        const struct bl_clause *c = &s->game->clauses[PW_RULE_1 + r - 1];
        struct bl_text text = bl_text_heap();
        desk_put_text(&text, s, c->text);
        cli_put_padded(&out, c->id, 7);
        cli_put_wrapped(&out, text.s, 7, 9, s->screen.look.columns);
        bl_text_free(&text);
    }
    show_paged(&s->screen, &out);
    bl_text_free(&out);
}

static bool is_digits(const char *text)
{
    return *text && text[strspn(text, "0123456789")] == '\0';
}

static void clear_lines(struct session *s)
{
    struct desk *d = desk_of(s);
    struct pw_failure f;
    begin_draft(s, d->draft.seat, d->draft.kind);
    desk_rebuild(s, &f);
    show_proof(s);
}

/* A whole lemma: what is wrong with it, and what would follow instead. */
static void add_typed(struct session *s, const char *text)
{
    struct desk *d = desk_of(s);
    const char *by = strstr(text, " by ");
    if (strncmp(text, "axiom", 5) != 0 && !by) {
        show_line("`help` says what can be typed here; a lemma is STATEMENT by RULE n m.");
        return;
    }
    if (strchr(text, ';')) {
        show_line("One line at a time, without `;`.");
        return;
    }
    if (!desk_add(s, text) && by)
        desk_suggest(s, text);
    (void)d;
}

/* True: the assistant is done. */
static bool obey_line(struct session *s, const char *text)
{
    struct desk *d = desk_of(s);
    const char *rest;
    if (strcmp(text, "cancel") == 0 || strcmp(text, "quit") == 0)
        return true;
    if (desk_word(text, "submit", &rest))
        return submit(s, rest);
    if (strcmp(text, "help") == 0 || strcmp(text, "?") == 0)
        show_help(d);
    else if (strcmp(text, "show") == 0)
        show_proof(s);
    else if (strcmp(text, "cost") == 0)
        show_cost(d);
    else if (strcmp(text, "rules") == 0)
        show_rules(s);
    else if (strcmp(text, "clear") == 0)
        clear_lines(s);
    else if (strcmp(text, "use") == 0)
        use_found(s);
    else if (desk_word(text, "drop", &rest))
        drop(s, rest);
    else if (desk_word(text, "players", &rest))
        choose(s, rest, true);
    else if (desk_word(text, "cards", &rest))
        choose(s, rest, false);
    else if (desk_word(text, "name", &rest))
        set_name(d, rest);
    else if (desk_word(text, "by", &rest))
        desk_by(s, rest);
    else if (desk_word(text, "conclusions", &rest))
        desk_conclusions(s, rest);
    else if (desk_word(text, "search", &rest))
        desk_search(s, rest);
    else if (is_digits(text))
        take_option(s, text);
    else if (*text)
        add_typed(s, text);
    return false;
}

/* ---- opening -------------------------------------------------------------- */

static bool fits(const struct session *s, const struct desk *d, int seat, unsigned kind)
{
    return d->draft.kind == kind && d->draft.seat == seat &&
           (kind == MOVE_BUY_PROOF || d->draft.at == bl_match_count(s->m));
}

static void open_assistant(struct session *s, int seat, unsigned kind)
{
    struct desk *d = desk_of(s);
    struct pw_failure f;
    uint32_t before = bl_match_count(s->m);
    if (!fits(s, d, seat, kind))
        begin_draft(s, seat, kind);
    while (!desk_rebuild(s, &f))
        free(d->draft.items[--d->draft.item_count]);
    show_line(kind == MOVE_PROVE    ? "The proof. Game effects have a star; `help` says what can "
                                      "be typed."
              : kind == MOVE_REFUTE ? "The refutation: derive tF, or a statement and its negation. "
                                      "`help` helps."
                                    : "The subproof: `axiom STATEMENT` first, then lemmas. "
                                      "`help` helps.");
    show_proof(s);
    bool done = false;
    while (!done && desk_ask(s, kind_word(kind)) == LINE_READ) {
        char *text = desk_copy(d->line);
        done = obey_line(s, text);
        free(text);
    }
    if (bl_match_count(s->m) == before)
        show_line(d->draft.item_count > 0 ? "The draft is kept: `%s` takes it up."
                                          : "Nothing is done; `%s` opens this again.",
                  kind_word(kind));
}

/* What was typed on one line and not accepted is a draft, up to the first line that is wrong. */
static void keep_words(struct session *s, int seat, unsigned kind, const char *move)
{
    struct desk *d = desk_of(s);
    struct pw_failure f;
    static struct pw_words w;
    struct bl_fault fault;
    if (!pw_words_read(desk_view(s, seat), move, strlen(move), &w, &fault))
        return;
    begin_draft(s, seat, kind);
    memcpy(d->draft.players, w.players, w.player_count);
    memcpy(d->draft.cards, w.cards, w.card_count);
    d->draft.player_count = w.player_count;
    d->draft.card_count = w.card_count;
    if (w.name_end > w.name)
        memcpy(d->draft.name, move + w.name, w.name_end - w.name);
    size_t at = w.body, from, to;
    while (pw_words_item(&w, &at, &from, &to)) {
        struct bl_text item = bl_text_heap();
        from += strspn(move + from, " \t");
        bl_put_bytes(&item, move + from, to > from ? to - from : 0);
        d->draft.items[d->draft.item_count++] = desk_copy(item.s);
        bl_text_free(&item);
        if (!desk_rebuild(s, &f)) {
            struct bl_text out = bl_text_heap(), line = bl_text_heap();
            bl_putf(&line, "Line %d, statement %d: %s", (int)d->draft.item_count,
                    (int)bl_proof_lines(d->proof.proof) + 1,
                    d->draft.items[d->draft.item_count - 1]);
            desk_put_wrapped(&out, s, line.s, 0, 2);
            show(&out);
            bl_text_free(&out);
            bl_text_free(&line);
            if (f.rule == 0)
                desk_show_fault(s, d->draft.items[d->draft.item_count - 1], &f.fault);
            free(d->draft.items[--d->draft.item_count]);
            break;
        }
    }
    show_line("What is right of it is kept: `%s` opens it.", kind_word(kind));
}

void desk_prove(struct session *s, int seat, unsigned kind, const char *rest)
{
    struct bl_text move = bl_text_heap();
    if (!*rest || (kind == MOVE_BUY_PROOF && is_name(rest))) {
        open_assistant(s, seat, kind);
        bl_text_free(&move);
        return;
    }
    bl_putf(&move, "%s %s", kind_word(kind), rest);
    if (!desk_submit(s, seat, move.s))
        keep_words(s, seat, kind, move.s);
    bl_text_free(&move);
}
