/* assistant.c - a proof, line by line: for a play, a refutation, or a subproof to be bought. */
#include "desk.h"

#include <stdlib.h>
#include <string.h>

/* ---- the draft ------------------------------------------------------------ */

void desk_begin_draft(struct session *s, int seat, unsigned kind)
{
    struct desk *d = desk_of(s);
    draft_begin(&d->draft, seat, kind);
    d->at = bl_match_count(s->m);
}

bool desk_rebuild(struct session *s, struct pw_failure *f)
{
    struct draft *d = &desk_of(s)->draft;
    return draft_rebuild(d, desk_view(s, d->seat), f);
}

/* ---- showing -------------------------------------------------------------- */

static void put_origin(struct bl_text *out, const struct draft *d, uint32_t number)
{
    static const char *const words[] = {
        [FROM_MAIN] = "main #%d", [FROM_SECONDARY] = "second #%d", [FROM_RULE] = "rule %d",
        [FROM_BASE] = "base", [FROM_PROOF] = "lemma", [FROM_NEW_RULE] = "new rule",
        [FROM_AXIOM] = "axiom", [FROM_LEMMA] = "",
    };
    unsigned which;
    enum draft_origin from = draft_origin(d, number, &which);
    bl_putf(out, words[from], (int)which);
}

/* "  7 * STATEMENT  by RULE 1 2"; a star stands before game effects. */
static void put_statement_line(struct bl_text *out, const struct session *s, const struct draft *d,
                               uint32_t number)
{
    const struct bl_line *line = bl_proof_line(d->proof.proof, number);
    struct bl_text text = bl_text_heap();
    bl_term condition;
    bool effect = d->kind == MOVE_PROVE && pw_effect_action(d->l, line->s.term, &condition);
    bl_putf(out, number < 10 ? "   %d" : number < 100 ? "  %d" : " %d", (int)number);
    bl_put(out, effect ? " * " : "   ");
    desk_put_statement(&text, s, d->l, &line->s);
    bl_put(&text, "  ");
    if (line->rule) {
        bl_put(&text, "by ");
        draft_put_reason(&text, d, line);
        bl_putf(&text, ", %d", line->s.points);
    } else {
        put_origin(&text, d, number);
    }
    desk_put_wrapped(out, s, text.s, 7, 9);
    bl_text_free(&text);
}

static void show_one(const struct session *s, const struct draft *d, uint32_t number)
{
    struct bl_text out = bl_text_heap();
    put_statement_line(&out, s, d, number);
    show(&out);
    bl_text_free(&out);
}

void desk_put_choices(struct bl_text *out, const struct draft *d)
{
    bl_put(out, "Chosen: players");
    for (unsigned i = 0; i < d->player_count; i++)
        bl_putf(out, " %d", d->players[i]);
    bl_put(out, d->player_count ? "; cards" : " none; cards");
    for (unsigned i = 0; i < d->card_count; i++)
        bl_putf(out, " #%d", d->cards[i]);
    bl_put(out, d->card_count ? ".\n" : " none.\n");
}

static void put_cost(struct bl_text *out, const struct draft *d)
{
    int64_t cost = draft_cost(d), purse = draft_purse(d);
    bl_putf(out, "It costs %d of your %d %s", (int)cost, (int)purse,
            d->kind == MOVE_BUY_PROOF ? "potency" : "proving power");
    if (draft_affordable(d))
        bl_putf(out, ": %d would be left.\n", (int)(purse - cost));
    else
        bl_put(out, cost == purse ? ": that must be more than the cost.\n" : ": too much.\n");
}

static void show_proof(struct session *s)
{
    const struct draft *d = &desk_of(s)->draft;
    struct bl_text out = bl_text_heap();
    for (uint32_t n = 1; n <= bl_proof_lines(d->proof.proof); n++)
        put_statement_line(&out, s, d, n);
    if (d->kind == MOVE_PROVE)
        desk_put_choices(&out, d);
    if (d->proof.named_count > 0)
        bl_put(&out, "Subproofs:");
    for (unsigned i = 0; i < d->proof.named_count; i++)
        bl_putf(&out, i == 0 ? " %s" : ", %s", d->proof.named[i].name);
    bl_put(&out, d->proof.named_count > 0 ? ".\n" : "");
    put_cost(&out, d);
    show_paged(&s->screen, &out);
    bl_text_free(&out);
}

static void show_cost(const struct draft *d)
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
    put_clause(&out, s, draft_clause(f));
    bl_putf(&text, "Here: %s.", draft_why(f));
    bl_put(&out, "  ");
    cli_put_wrapped(&out, text.s, 2, 2, s->screen.look.columns);
    show(&out);
    bl_text_free(&out);
    bl_text_free(&text);
}

bool desk_add(struct session *s, const char *item)
{
    struct draft *d = &desk_of(s)->draft;
    struct pw_failure f;
    switch (draft_add(d, item, &f)) {
    case DRAFT_ADDED:
        show_one(s, d, bl_proof_lines(d->proof.proof));
        return true;
    case DRAFT_FAILED: desk_show_failure(s, item, &f); break;
    case DRAFT_FULL: show_line("A proof has at most 256 lemmas."); break;
    case DRAFT_TOO_LATE: show_line("Axioms come before lemmas: `drop` the lemmas first."); break;
    case DRAFT_GIVEN: show_line("The axioms are given; only lemmas can be added."); break;
    }
    return false;
}

static void take_option(struct session *s, const char *typed)
{
    const struct draft_steps *options = &desk_of(s)->draft.options;
    unsigned long n = strlen(typed) < 6 ? strtoul(typed, NULL, 10) : 0;
    if (options->count == 0)
        show_line("There is nothing to choose from: `conclusions`, `by` or `search` first.");
    else if (n < 1 || n > options->count)
        show_line("The list has %u.", options->count);
    else {
        char *item = desk_copy(options->step[n - 1].text.s);
        desk_add(s, item);
        free(item);
    }
}

static void use_found(struct session *s)
{
    struct draft_steps *found = &desk_of(s)->draft.found;
    if (found->count == 0)
        show_line("Nothing has been found; `search` first.");
    for (unsigned i = 0; i < found->count; i++)
        if (!desk_add(s, found->step[i].text.s))
            break;
    draft_clear_steps(found);
}

/* Drops the last line, or all lines from statement `rest` on. */
static void drop(struct session *s, const char *rest)
{
    struct draft *d = &desk_of(s)->draft;
    unsigned given = bl_proof_lines(d->proof.proof) - d->item_count;
    unsigned long from = strlen(rest) < 6 ? strtoul(rest, NULL, 10) : 0;
    if (d->item_count == 0 || (*rest && (from <= given || from > given + d->item_count))) {
        show_line(d->item_count == 0 ? "There is no line of yours to drop."
                                     : "No line of yours has this number.");
        return;
    }
    draft_cut(d, *rest ? (unsigned)from - given - 1 : d->item_count - 1);
    show_line("Dropped; the proof has %u statements.", bl_proof_lines(d->proof.proof));
}

/* ---- what is typed -------------------------------------------------------- */

static void show_help(const struct draft *d)
{
    bool bought = d->kind == MOVE_BUY_PROOF;
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
    else if (d->kind == MOVE_PROVE)
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
    const struct draft *d = &desk_of(s)->draft;
    struct pw_failure f;
    desk_begin_draft(s, d->seat, d->kind);
    desk_rebuild(s, &f);
    show_proof(s);
}

/* A whole lemma: what is wrong with it, and what would follow instead. */
static void add_typed(struct session *s, const char *text)
{
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
}

/* True: the assistant is done. */
static bool obey_line(struct session *s, const char *text)
{
    const struct draft *d = &desk_of(s)->draft;
    const char *rest;
    if (strcmp(text, "cancel") == 0 || strcmp(text, "quit") == 0)
        return true;
    if (desk_word(text, "submit", &rest))
        return desk_submit_draft(s, rest);
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
        desk_choose(s, rest, true);
    else if (desk_word(text, "cards", &rest))
        desk_choose(s, rest, false);
    else if (desk_word(text, "name", &rest))
        desk_set_name(s, rest);
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
           (kind == MOVE_BUY_PROOF || d->at == bl_match_count(s->m));
}

static void open_assistant(struct session *s, int seat, unsigned kind)
{
    struct desk *d = desk_of(s);
    struct pw_failure f;
    uint32_t before = bl_match_count(s->m);
    if (!fits(s, d, seat, kind))
        desk_begin_draft(s, seat, kind);
    while (!desk_rebuild(s, &f))
        draft_cut(&d->draft, d->draft.item_count - 1);
    show_line(kind == MOVE_PROVE    ? "The proof. Game effects have a star; `help` says what can "
                                      "be typed."
              : kind == MOVE_REFUTE ? "The refutation: derive tF, or a statement and its negation. "
                                      "`help` helps."
                                    : "The subproof: `axiom STATEMENT` first, then lemmas. "
                                      "`help` helps.");
    show_proof(s);
    bool done = false;
    while (!done && desk_ask(s, draft_word(kind)) == LINE_READ) {
        char *text = desk_copy(d->line);
        done = obey_line(s, text);
        free(text);
    }
    if (bl_match_count(s->m) == before)
        show_line(d->draft.item_count > 0 ? "The draft is kept: `%s` takes it up."
                                          : "Nothing is done; `%s` opens this again.",
                  draft_word(kind));
}

static void show_bad_line(struct session *s, const struct pw_failure *f)
{
    const struct draft *d = &desk_of(s)->draft;
    const char *item = d->items[d->item_count - 1].s;
    struct bl_text out = bl_text_heap(), line = bl_text_heap();
    bl_putf(&line, "Line %d, statement %d: %s", (int)d->item_count,
            (int)bl_proof_lines(d->proof.proof) + 1, item);
    desk_put_wrapped(&out, s, line.s, 0, 2);
    show(&out);
    if (f->rule == 0)
        desk_show_fault(s, item, &f->fault);
    bl_text_free(&out);
    bl_text_free(&line);
}

/* What was typed on one line and not accepted is a draft, up to the first line that is wrong. */
static void keep_words(struct session *s, int seat, unsigned kind, const char *move)
{
    struct draft *d = &desk_of(s)->draft;
    struct pw_failure f;
    static struct pw_words w;
    struct bl_fault fault;
    if (!pw_words_read(move, strlen(move), &w, &fault))
        return;
    desk_begin_draft(s, seat, kind);
    memcpy(d->players, w.players, w.player_count);
    memcpy(d->cards, w.cards, w.card_count);
    d->player_count = w.player_count;
    d->card_count = w.card_count;
    if (w.name_end > w.name)
        memcpy(d->name, move + w.name, w.name_end - w.name);
    d->name[w.name_end - w.name] = '\0';
    size_t at = w.body, from, to;
    while (pw_words_item(&w, &at, &from, &to)) {
        from += strspn(move + from, " \t");
        if (!draft_append(d, move + from, to > from ? to - from : 0))
            break;
        if (!desk_rebuild(s, &f)) {
            show_bad_line(s, &f);
            draft_cut(d, d->item_count - 1);
            break;
        }
    }
    show_line("What is right of it is kept: `%s` opens it.", draft_word(kind));
}

void desk_prove(struct session *s, int seat, unsigned kind, const char *rest)
{
    struct bl_text move = bl_text_heap();
    if (!*rest || (kind == MOVE_BUY_PROOF && desk_is_name(rest))) {
        open_assistant(s, seat, kind);
        bl_text_free(&move);
        return;
    }
    bl_putf(&move, "%s %s", draft_word(kind), rest);
    if (!desk_submit(s, seat, move.s))
        keep_words(s, seat, kind, move.s);
    bl_text_free(&move);
}
