/* assistant.c - a proof, line by line: for a play, a refutation, or a subproof to be bought. */
#include "wars.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- the draft ------------------------------------------------------------ */

/* The seat's own of that kind; a new one is empty. */
static void take_draft(struct wars *d, int seat, unsigned kind)
{
    struct wars_proof **p = &d->proofs[seat][kind - MOVE_PROVE];
    if (!*p) {
        *p = bl_new(1, sizeof **p);
        (*p)->draft.l = d->l;
        bl_draft_begin(&(*p)->draft, seat, kind);
    }
    d->proof = *p;
    d->draft = &d->proof->draft;
}

/* The draft of that kind is at work from now on, and empty. */
static void begin_draft(struct session *s, unsigned kind)
{
    struct wars *d = wars_of(s);
    take_draft(d, s->at_keyboard, kind);
    bl_draft_begin(d->draft, s->at_keyboard, kind);
    d->proof->at = play_made(s);
    d->proof->handed_in = false;
}

bool wars_rebuild(struct session *s)
{
    struct bl_draft *d = wars_of(s)->draft;
    return bl_draft_rebuild(d, wars_view(s, d->seat));
}

/* ---- showing -------------------------------------------------------------- */

/* "  7 * STATEMENT  by RULE 1 2"; a star stands before game effects. */
static void put_statement_line(struct session *s, uint32_t number)
{
    static const char *const origins[] = {
        [FROM_MAIN] = FACT("main #%d"), [FROM_SECONDARY] = FACT("second #%d"),
        [FROM_RULE] = FACT("rule %d"), [FROM_BASE] = FACT("base"), [FROM_PROOF] = FACT("lemma"),
        [FROM_NEW_RULE] = FACT("new rule"), [FROM_AXIOM] = FACT("axiom"), [FROM_LEMMA] = "",
    };
    unsigned which;
    const struct bl_draft *d = wars_of(s)->draft;
    struct bl_text *out = &s->page;
    const struct bl_line *line = bl_proof_line(d->proof.proof, number);
    BL_LOCAL struct bl_text text = bl_text_heap();
    bool effect = d->kind == MOVE_PROVE && pw_effect_action(d->l, line->s.term, NULL);
    bl_putf(out, number < 10 ? "   %d" : number < 100 ? "  %d" : " %d", (int)number);
    bl_put(out, effect ? " * " : "   ");
    bl_statement_print(d->l, &line->s, false, &text);
    bl_put(&text, "  ");
    if (line->rule) {
        bl_put(&text, cli_said("by "));
        bl_draft_put_reason(&text, d, line);
        bl_putf(&text, ", %d", line->s.points);
    } else {
        enum bl_draft_origin from = bl_draft_origin(d, number, &which);
        if (*origins[from])
            cli_tell(&text, origins[from], (int)which);
    }
    wars_put_wrapped(out, s, text.s, 7, 9);
}

void wars_put_choices(struct session *s)
{
    const struct bl_draft *d = wars_of(s)->draft;
    struct bl_text *out = &s->page;
    BL_LOCAL struct bl_text players = bl_text_heap(), cards = bl_text_heap();
    for (unsigned i = 0; i < d->player_count; i++) {
        bl_putf(&players, i > 0 ? ", %d (" : "%d (", d->players[i]);
        put_seat(&players, s, d->players[i]);
        bl_put_char(&players, ')');
    }
    for (unsigned i = 0; i < d->card_count; i++)
        bl_putf(&cards, i > 0 ? " #%d" : "#%d", d->cards[i]);
    cli_tell(out, "Chosen: players %s; cards %s.\n", d->player_count ? players.s : cli_said("none"),
             d->card_count ? cards.s : cli_said("none"));
}

static void put_points(struct session *s)
{
    const struct bl_draft *d = wars_of(s)->draft;
    int64_t cost = bl_draft_cost(d), purse = bl_draft_purse(d);
    BL_LOCAL struct bl_text text = bl_text_heap();
    cli_tell(&text, d->kind == MOVE_BUY_PROOF ? FACT("It uses %d of your %d potency")
                                              : FACT("It uses %d of your %d proving power"),
             (int)cost, (int)purse);
    if (bl_draft_affordable(d))
        cli_tell(&text, ": %d would be left.", (int)(purse - cost));
    else
        cli_tell(&text, cost == purse ? FACT(": you must have more than that.") : FACT(": too much."));
    cli_put_wrapped(&s->page, text.s, 0, 2, cli_columns());
}

static void put_proof(struct session *s)
{
    const struct bl_draft *d = wars_of(s)->draft;
    for (uint32_t n = 1; n <= bl_proof_lines(d->proof.proof); n++)
        put_statement_line(s, n);
    if (d->kind == MOVE_PROVE)
        wars_put_choices(s);
    for (unsigned i = 0; i < d->proof.named_count; i++)
        cli_tell(&s->page, i == 0 ? FACT("Subproofs: %s") : ", %s", d->proof.named[i].name);
    bl_put(&s->page, d->proof.named_count > 0 ? ".\n" : "");
    put_points(s);
}

/* ---- adding --------------------------------------------------------------- */

void wars_put_failure(struct session *s, const char *item, const struct pw_failure *f)
{
    if (f->rule == 0) {
        wars_put_fault(s, item, &f->fault);
        return;
    }
    BL_LOCAL struct bl_text why = bl_text_heap();
    bl_draft_put_why(&why, f, cli_catalogue);
    put_styled(&s->page, &s->screen, STYLE_BAD, cli_said("That does not follow"));
    bl_put(&s->page, cli_said(" by "));
    put_clause(&s->page, s, bl_draft_clause(f));
    put_paragraph(&s->page, s, "  ", 2, "Here: %s.", why.s);
}

/* Adds a line if it follows, else says why not. */
static bool add_line(struct session *s, const char *item)
{
    struct bl_draft *d = wars_of(s)->draft;
    switch (bl_draft_add(d, item)) {
    case BL_DRAFT_ADDED:
        put_statement_line(s, bl_proof_lines(d->proof.proof));
        show(&s->page);
        return true;
    case BL_DRAFT_FAILED: wars_put_failure(s, item, &d->failure); break;
    case BL_DRAFT_FULL: play_say("A proof has at most 256 lemmas."); break;
    case BL_DRAFT_TOO_LATE: play_say("Axioms come before lemmas: `drop` the lemmas first."); break;
    case BL_DRAFT_GIVEN: play_say("The axioms are given; only lemmas can be added."); break;
    }
    return false;
}

void wars_add_option(struct session *s, unsigned number)
{
    const struct bl_text *text = &wars_of(s)->draft->options.step[number].text;
    char *item = bl_copy_of(text->s, text->len + 1);
    add_line(s, item);   /* which forgets the options */
    free(item);
}

static void take_option(struct session *s, const char *typed)
{
    const struct bl_draft_steps *options = &wars_of(s)->draft->options;
    int64_t n = wars_number(typed);
    if (options->count == 0)
        play_say("There is nothing to choose from: `conclusions`, `by` or `search` first.");
    else if (n < 1 || n > options->count)
        play_say("The list has %d.", (int)options->count);
    else
        wars_add_option(s, (unsigned)n - 1);
}

/* All of it or nothing. */
static void use_found(struct session *s)
{
    struct bl_draft *d = wars_of(s)->draft;
    uint32_t before = bl_proof_lines(d->proof.proof);
    if (d->found.count == 0)
        play_say("Nothing has been found; `search` first.");
    else if (!bl_draft_use_found(d))
        play_say("What was found does not follow any more; `search` again.");
    else
        for (uint32_t n = before + 1; n <= bl_proof_lines(d->proof.proof); n++)
            put_statement_line(s, n);
    show(&s->page);
}

/* Drops the last line, or all lines from a statement on. */
static void drop(struct session *s)
{
    const char *rest = s->rest;
    struct bl_draft *d = wars_of(s)->draft;
    unsigned given = bl_proof_lines(d->proof.proof) - d->item_count;
    int64_t from = wars_number(rest);
    if (d->item_count == 0 || (*rest && (from <= given || from > given + d->item_count))) {
        play_say(d->item_count == 0 ? FACT("There is no line of yours to drop.")
                                    : FACT("No line of yours has this number."));
        return;
    }
    bl_draft_cut(d, *rest ? (unsigned)from - given - 1 : d->item_count - 1);
    play_say("Dropped; the proof has %d {statement|statements}.", (int)bl_proof_lines(d->proof.proof));
}

/* ---- what is typed -------------------------------------------------------- */

static void put_help(struct session *s)
{
    enum { PROOF = 1 << 0, REFUTATION = 1 << 1, SUBPROOF = 1 << 2, ALL = 7 };
    static const struct {
        unsigned kinds;
        const char *left, *text;
    } rows[] = {
        {ALL, "by RULE n m", FACT("adds what the rule concludes from statements n and m; what it leaves "
                             "free: `with TERM`; a subproof: `using NAME`")},
        {ALL, "STATEMENT by RULE n m", FACT("adds that very statement")},
        {ALL, "conclusions [n [m]]", FACT("lists what follows from them; a number adds one")},
        {ALL, "search [STATEMENT]", FACT("looks for a proof; `use` adds what it found")},
        {ALL, "hint", FACT("what to try next")},
        {ALL, "show, points", FACT("the proof so far; what it uses")},
        {ALL, "drop [n]", FACT("drops the last line, or all from n on")},
        {ALL, "rules", FACT("the rules of inference")},
        {SUBPROOF, "axiom STATEMENT", FACT("begins the subproof; lemmas come after")},
        {SUBPROOF, "name NAME", FACT("names it, for `using NAME`")},
        {SUBPROOF, "submit [NAME]", FACT("buys it")},
        {PROOF, "players 1 0", FACT("chooses them, for [chosenPlayer](1), (2) …; `cards #17` for "
                               "[chosenCard](1) …")},
        {PROOF, "submit [n]", FACT("ends the proof with statement n, a game effect (*)")},
        {REFUTATION, "submit [n [m]]", FACT("ends it with tF, or a statement and its negation")},
        {ALL, "clear, cancel", FACT("begins again; leaves (the draft is kept)")},
    };
    unsigned kind = 1u << (wars_of(s)->draft->kind - MOVE_PROVE);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].kinds & kind)
            wars_put_row(s, rows[i].left, cli_said(rows[i].text), s->screen.look.columns < 60 ? 6 : 24);
}

/* The next thing to try. */
static void put_hint(struct session *s)
{
    unsigned kind = wars_of(s)->draft->kind;
    put_paragraph(&s->page, s, "", 2,
                  kind == MOVE_PROVE
                      ? FACT("A statement with a star can be handed in: `players N` says whom it means, `submit` and "
                             "its number does it. Where none has a star, `conclusions 1 2` lists what follows from "
                             "statements 1 and 2.")
                  : kind == MOVE_REFUTE
                      ? FACT("`search` looks for a contradiction, `use` and `submit` hand it in. If none is found, "
                             "`cancel` and then `accept`.")
                      : FACT("`axiom` and what you want to suppose comes first, then what follows from it; a subproof "
                             "is of use to `using NAME` later."));
}

static void put_rules(struct session *s)
{
    for (unsigned r = 1; r < BL_RULES; r++) {
        const struct bl_clause *c = &s->game->clauses[PW_RULE_1 + r - 1];
        BL_LOCAL struct bl_text text = bl_text_heap();
        wars_put_text(&text, s, cli_said(c->text));
        cli_put_padded(&s->page, c->id, 7);
        cli_put_wrapped(&s->page, text.s, 7, 9, s->screen.look.columns);
    }
}

static void clear_lines(struct session *s)
{
    begin_draft(s, wars_of(s)->draft->kind);
    wars_rebuild(s);
    put_proof(s);
}

/* A whole lemma: what is wrong with it, and what would follow instead. */
static void add_typed(struct session *s, const char *text)
{
    const char *rest;
    BL_LOCAL struct bl_text item = bl_text_heap();
    bool axiom = text_begins(text, "axiom", &rest);
    if (axiom)
        bl_putf(&item, "axiom %s", rest);
    if (!axiom && !strstr(text, " by "))
        play_say("`help` says what can be typed here; a lemma is STATEMENT by RULE n m.");
    else if (strchr(text, ';'))
        play_say("One line at a time, without `;`.");
    else if ((axiom || wars_spell_rule(&item, text)) && !add_line(s, item.s) && !axiom)
        wars_suggest(s, item.s);
}

static const struct {
    const char *word;
    bool more;                      /* something may follow it */
    void (*run)(struct session *s);
} commands[] = {
    {"help", false, put_help}, {"?", false, put_help}, {"hint", false, put_hint}, {"show", false, put_proof},
    {"points", false, put_points}, {"rules", false, put_rules}, {"clear", false, clear_lines},
    {"use", false, use_found}, {"drop", true, drop}, {"players", true, wars_choose},
    {"cards", true, wars_choose}, {"name", true, wars_set_name}, {"by", true, wars_by},
    {"conclusions", true, wars_conclusions}, {"search", true, wars_search},
};

/* First comes a command, after `by` a rule; elsewhere names and signs. */
static bool complete(struct session *s, const char *before, struct play_completion *out)
{
    const char *typed = skip_spaces(before), *by = strstr(typed, " by "), *rest = typed;
    if (by || text_begins(typed, "by", &rest))
        rest = by ? by + 4 : rest;
    if (rest > typed && !strchr(rest, ' '))
        for (unsigned r = 1; r < BL_RULES; r++)
            completion_add(out, rest, bl_rule_name((enum bl_rule)r));
    for (size_t i = 0; i < sizeof commands / sizeof *commands && !strchr(typed, ' '); i++)
        if (strcmp(commands[i].word, "?") != 0)
            completion_add(out, typed, commands[i].word);
    if (!strchr(typed, ' ')) {
        completion_add(out, typed, "submit");
        completion_add(out, typed, "cancel");
    }
    return completion_done(out) || wars_complete(s, before, out);
}

/* True: the assistant is done. */
static bool obey_line(struct session *s, const char *text)
{
    struct wars *d = wars_of(s);
    if (text_is(text, "cancel") || text_is(text, "quit"))
        return true;
    if (text_begins(text, "submit", &s->rest))
        return wars_submit_draft(s);
    d->warned = false;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (text_begins(text, commands[i].word, &s->rest) && (commands[i].more || !*s->rest)) {
            commands[i].run(s);
            return false;
        }
    if (is_place(text) && *text != '#')
        take_option(s, text);
    else if (*text)
        add_typed(s, text);
    return false;
}

/* ---- opening -------------------------------------------------------------- */

static void put_opened(struct session *s)
{
    unsigned kind = wars_of(s)->draft->kind;
    put_paragraph(&s->page, s, "", 2,
             kind == MOVE_PROVE    ? FACT("The proof. Game effects have a star; `help` says what can "
                                          "be typed.")
             : kind == MOVE_REFUTE ? FACT("The refutation: derive tF, or a statement and its negation. "
                                          "`help` helps.")
                                   : FACT("The subproof: `axiom STATEMENT` first, then lemmas. "
                                          "`help` helps."));
    put_proof(s);
}

static void open_assistant(struct session *s, unsigned kind)
{
    struct wars *d = wars_of(s);
    uint32_t before = play_made(s);
    const struct play_live live = {s, wars_put_proof_status, complete, NULL};
    d->put_above = put_opened;
    take_draft(d, s->at_keyboard, kind);
    /* One that was handed in is taken up only if that was taken back. */
    if ((kind != MOVE_BUY_PROOF || d->proof->handed_in) && d->proof->at != before)
        begin_draft(s, kind);
    d->proof->at = before;
    d->proof->handed_in = d->warned = false;
    while (!wars_rebuild(s))
        bl_draft_cut(d->draft, d->draft->item_count - 1);
    put_opened(s);
    do
        show_paged(&s->screen, &s->page);
    while (wars_ask(s, AT_PROOF, pw_move_word(kind), &live) == LINE_READ && !obey_line(s, d->line));
    if (play_made(s) == before)
        play_say(d->draft->item_count > 0 ? FACT("The draft is kept: `%s` takes it up.")
                                          : FACT("Nothing is done; `%s` opens this again."),
                 pw_move_word(kind));
}

static void show_bad_line(struct session *s)
{
    const struct bl_draft *d = wars_of(s)->draft;
    const char *item = d->items[d->item_count - 1].s;
    BL_LOCAL struct bl_text line = bl_text_heap();
    cli_tell(&line, "Line %d, statement %d: %s", (int)d->item_count,
             (int)bl_proof_lines(d->proof.proof) + 1, item);
    wars_put_wrapped(&s->page, s, line.s, 0, 2);
    if (d->failure.rule == 0)
        wars_put_fault(s, item, &d->failure.fault);
    show(&s->page);
}

/* What was typed on one line and not accepted is a draft, up to the first line that is wrong. */
static void keep_words(struct session *s, unsigned kind, const char *move)
{
    struct pw_reading r;
    struct bl_fault fault;
    if (!pw_read_words(&r, move, &fault))
        return;
    begin_draft(s, kind);
    struct bl_draft *d = wars_of(s)->draft;
    memcpy(d->players, r.players, r.w.player_count);
    memcpy(d->cards, r.cards, r.w.card_count);
    d->player_count = r.w.player_count;
    d->card_count = r.w.card_count;
    memcpy(d->name, move + r.name, r.w.name_size);
    d->name[r.w.name_size] = '\0';
    size_t at = r.body, from, to;
    while (pw_next_item(&r, &at, &from, &to)) {
        from += strspn(move + from, " \t");
        if (!bl_draft_append(d, move + from, to > from ? to - from : 0))
            break;
        if (!wars_rebuild(s)) {
            show_bad_line(s);
            bl_draft_cut(d, d->item_count - 1);
            break;
        }
    }
    play_say("What is right of it is kept: `%s` opens it.", pw_move_word(kind));
}

void wars_prove(struct session *s, unsigned kind, const char *rest)
{
    BL_LOCAL struct bl_text move = bl_text_heap();
    if (!*rest || (kind == MOVE_BUY_PROOF && bl_draft_is_name(rest))) {
        open_assistant(s, kind);
        return;
    }
    bl_putf(&move, "%s %s", pw_move_word(kind), rest);
    for (char *at = move.s; kind != MOVE_BUY_PROOF && *at && *at != ':'; at++)
        *at = (char)tolower((unsigned char)*at);   /* PLAYERS=1 */
    if (!wars_submit(s, move.s))
        keep_words(s, kind, move.s);
}
