/* ask.c - questions about what a seat writes, and the answers to them, as JSON. */
#include "bylaw/draft.h"

#include <string.h>

#include "base/clock.h"
#include "bylaw/json.h"
#include "draft.h"

static const char axiom[] = "axiom ";   /* what an axiom's line begins with */

/* A question that is being answered. */
struct asked {
    const struct pw *view;
    int seat;
    struct bl_json in;
    struct bl_draft *d;        /* room for a draft, and a logic to think in */
    struct bl_text *out;
    char wrong[200];           /* why there is no answer; "": there is one */
};

static void refuse(struct asked *a, const char *why)
{
    struct bl_text room = BL_TEXT_FIXED(a->wrong);
    bl_put(&room, why);
}

static void put_text(struct bl_text *out, const char *name, const char *text)
{
    bl_json_key(out, name);
    bl_json_put_string(out, text);
}

static void put_number(struct bl_text *out, const char *name, int64_t number)
{
    bl_json_key(out, name);
    bl_json_put_int(out, number);
}

static void put_truth(struct bl_text *out, const char *name, bool truth)
{
    bl_json_key(out, name);
    bl_json_put_bool(out, truth);
}

static void put_statement(struct bl_text *out, const char *name, const struct bl_logic *l,
                          const struct bl_statement *s)
{
    struct bl_text text = bl_text_heap();
    bl_statement_print(l, s, false, &text);
    put_text(out, name, text.s);
    bl_text_free(&text);
}

static void put_effect(struct bl_text *out, const struct bl_logic *l, bl_term t)
{
    bl_term condition = 0;
    bool effect = t && bl_term_is_wff(l, t) && pw_effect_action(l, t, &condition);
    put_text(out, "effect", !effect ? "" : condition ? "conditional" : "specific");
}

/* ---- statements ----------------------------------------------------------- */

/* What it is, and what it costs on a card (NULL: a blank one); if it cannot be read all of it is
 * nothing. */
static void put_nature(struct asked *a, const struct pw_card *card, const struct bl_statement *s,
                       bool good)
{
    const struct bl_logic *l = a->d->l;
    struct bl_text odd = bl_text_heap();
    if (good)
        put_statement(a->out, "canonical", l, s);
    else
        put_text(a->out, "canonical", "");
    put_number(a->out, "points", s->points);
    put_truth(a->out, "closed", good && bl_term_closed(l, s->term));
    put_truth(a->out, "deterministic", good && bl_term_deterministic(l, s->term));
    put_effect(a->out, l, s->term);
    put_text(a->out, "kind", good && bl_term_is_wfo(l, s->term) ? "wfo" : "wff");
    put_number(a->out, "charge", good ? bl_draft_charge(a->view, card, s->points) : 0);
    put_number(a->out, "price", good ? bl_draft_least_price(s->points) : 0);
    if (good)
        bl_draft_misfit(&odd, l, s->term);
    put_text(a->out, "doubt", odd.s);
    bl_text_free(&odd);
}

/* A statement as it is written: what it is, or where it cannot be read and why. */
static void put_parsed(struct asked *a, const struct pw_card *card, const char *text)
{
    struct bl_statement s = {0}, nothing = {0};
    struct bl_fault fault = {0};
    bool good = bl_statement_parse(a->d->l, text, strlen(text), 0, BL_WFF_OR_WFO, &s, &fault);
    const char *hint = good ? NULL : bl_draft_hint(text, &fault);
    put_truth(a->out, "ok", good);
    put_nature(a, card, good ? &s : &nothing, good);
    put_number(a->out, "column", good ? 0 : (int64_t)fault.column);
    put_text(a->out, "why", good ? "" : fault.why);
    put_text(a->out, "hint", hint ? hint : "");
}

static void parse(struct asked *a)
{
    bl_json_open(a->out, '{');
    put_parsed(a, NULL, bl_json_string(&a->in, "text"));
    bl_json_close(a->out, '}');
}

/* A card, or a rule ("card": -1): the statement, what is missing yet, and the move. */
static void write_card(struct asked *a)
{
    struct bl_draft_card c = {
        .card = (int)bl_json_int(&a->in, "card", -1, pw_card_count(&a->view->head.setup) - 1),
        .tag = bl_draft_read_tag(bl_json_string(&a->in, "tag")),
        .cost = bl_json_int(&a->in, "cost", -1, 999999999),
        .statement = bl_json_string(&a->in, "statement"),
    };
    bool blank = !c.statement[strspn(c.statement, " \t\n")], rule = c.card < 0;
    struct bl_text move = bl_text_heap();
    const char *missing = blank                   ? "statement"
                          : !rule && c.tag < 0    ? "tag"
                          : !rule && c.cost < 0   ? "cost" : "";
    if (!*missing)
        bl_draft_put_card(&move, a->d->l, &c);
    bl_json_open(a->out, '{');
    put_parsed(a, rule ? NULL : &a->view->cards[c.card], c.statement);
    put_text(a->out, "missing", missing);
    put_number(a->out, "later", rule ? 0 : bl_draft_later(a->view, c.cost));
    put_text(a->out, "move", move.s);
    bl_json_close(a->out, '}');
    bl_text_free(&move);
}

static void put_template(struct asked *a, const struct bl_draft_template *t)
{
    struct bl_text statement = bl_text_heap(), use = bl_text_heap();
    struct bl_statement s = {0};
    struct bl_fault fault;
    bl_draft_fill_usual(&statement, t);
    bl_draft_fill(&use, t->use, 'm', "20");
    bl_statement_parse(a->d->l, statement.s, statement.len, 0, BL_WFF, &s, &fault);
    bl_json_open(a->out, '{');
    put_text(a->out, "name", t->name);
    put_text(a->out, "statement", statement.s);
    put_text(a->out, "text", use.s);
    put_number(a->out, "points", s.points);
    bl_json_close(a->out, '}');
    bl_text_free(&statement);
    bl_text_free(&use);
}

static void list_templates(struct asked *a)
{
    unsigned where = a->view->phase == PHASE_RULES ? BL_DRAFT_RULE : BL_DRAFT_CARD;
    bl_json_open(a->out, '[');
    for (unsigned i = 0; i < bl_draft_template_count; i++)
        if (bl_draft_templates[i].where & where)
            put_template(a, &bl_draft_templates[i]);
    bl_json_close(a->out, ']');
}

/* [{"name","group","takes"}]: the functions of the game, and how many arguments they have. */
static void list_names(struct asked *a)
{
    bl_json_open(a->out, '[');
    for (unsigned i = 0; i < PW_NAMES; i++) {
        struct bl_text name = bl_text_heap();
        pw_put_name(i, &name);
        bl_json_open(a->out, '{');
        put_text(a->out, "name", name.s);
        put_text(a->out, "group", bl_draft_name_group(i));
        put_number(a->out, "takes", bl_draft_name_takes(i));
        bl_json_close(a->out, '}');
        bl_text_free(&name);
    }
    bl_json_close(a->out, ']');
}

/* [{"name","clause","least","premises","subproof","text"}] in the order of the rulebook. */
static void list_rules(struct asked *a)
{
    const struct bl_clause *clauses = bl_game_predicate_wars.clauses;
    bl_json_open(a->out, '[');
    for (unsigned r = 1; r < BL_RULES; r++) {
        uint32_t least, most;
        bl_rule_premises((enum bl_rule)r, &least, &most);
        bl_json_open(a->out, '{');
        put_text(a->out, "name", bl_rule_name((enum bl_rule)r));
        put_text(a->out, "clause", clauses[PW_RULE_1 + r - 1].id);
        put_number(a->out, "least", least);
        put_number(a->out, "premises", most);
        put_truth(a->out, "subproof", bl_rule_uses_subproof((enum bl_rule)r));
        put_text(a->out, "text", clauses[PW_RULE_1 + r - 1].text);
        bl_json_close(a->out, '}');
    }
    bl_json_close(a->out, ']');
}

/* ---- drafts --------------------------------------------------------------- */

static unsigned read_numbers(struct bl_json *wish, const char *name, unsigned limit, uint8_t *out)
{
    struct bl_json list = bl_json_member(wish, name);
    unsigned n = (unsigned)bl_json_count(&list, PW_CHOSEN);
    for (unsigned i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(&list, i);
        out[i] = (uint8_t)bl_json_to_int(&item, 0, (int)limit - 1);
    }
    return n;
}

static void read_items(struct bl_json *wish, const char *name, const char *before,
                       struct bl_draft *d)
{
    struct bl_json list = bl_json_member(wish, name);
    unsigned n = (unsigned)bl_json_count(&list, BL_DRAFT_ITEMS);
    for (unsigned i = 0; i < n; i++) {
        struct bl_text text = bl_text_heap();
        struct bl_json item = bl_json_item(&list, i);
        bl_put(&text, before);
        bl_put(&text, bl_json_to_string(&item));
        if (!bl_draft_append(d, text.s, text.len))
            bl_json_fault(&item, "a proof has at most %d lines", BL_DRAFT_ITEMS);
        bl_text_free(&text);
    }
}

/* A subproof can be thought about before it can be bought. */
static bool is_time_for(const struct pw *view, unsigned kind)
{
    return kind == MOVE_PROVE    ? view->phase == PHASE_PROVING
           : kind == MOVE_REFUTE ? view->phase == PHASE_REFUTING ||
                                       view->phase == PHASE_RULE_REFUTING
                                 : true;
}

/* The draft that the question speaks of, gone through; false: it is none. */
static bool read_draft(struct asked *a, struct pw_failure *f, bool *good)
{
    struct bl_json wish = bl_json_member(&a->in, "draft"), word = bl_json_member(&wish, "kind");
    unsigned kind = bl_draft_kind(bl_json_to_string(&word));
    if (!kind || !is_time_for(a->view, kind))
        refuse(a, "there is nothing of this kind to prove now");
    bl_draft_begin(a->d, a->seat, kind);
    if (kind == MOVE_PROVE) {
        unsigned cards = pw_card_count(&a->view->head.setup);
        a->d->player_count = read_numbers(&wish, "players", pw_players(a->view), a->d->players);
        a->d->card_count = read_numbers(&wish, "cards", cards, a->d->cards);
    }
    if (kind == MOVE_BUY_PROOF) {
        read_items(&wish, "axioms", axiom, a->d);
        if (bl_json_has(&wish, "name"))
            bl_draft_set_name(a->d, bl_json_string(&wish, "name"));
    }
    read_items(&wish, "lemmas", "", a->d);
    if (a->in.doc->failed || *a->wrong)
        return false;
    *good = bl_draft_rebuild(a->d, a->view, f);
    return true;
}

static void put_row(struct asked *a, uint32_t number)
{
    static const char *const origins[] = {
        [FROM_MAIN] = "main", [FROM_SECONDARY] = "secondary", [FROM_RULE] = "rule",
        [FROM_BASE] = "base", [FROM_PROOF] = "proof", [FROM_NEW_RULE] = "new-rule",
        [FROM_AXIOM] = "axiom", [FROM_LEMMA] = "lemma",
    };
    const struct bl_line *line = bl_proof_line(a->d->proof.proof, number);
    struct bl_text by = bl_text_heap();
    unsigned which;
    enum bl_draft_origin from = bl_draft_origin(a->d, number, &which);
    if (line->rule)
        bl_draft_put_reason(&by, a->d, line);
    bl_json_open(a->out, '{');
    put_number(a->out, "number", number);
    put_statement(a->out, "statement", a->d->l, &line->s);
    put_text(a->out, "from", origins[from]);
    put_number(a->out, "which", which);
    put_text(a->out, "by", by.s);
    put_number(a->out, "points", line->s.points);
    put_effect(a->out, a->d->l, line->s.term);
    put_number(a->out, "contradicts", bl_draft_opposite(a->d, number));
    bl_json_close(a->out, '}');
    bl_text_free(&by);
}

static void put_bad(struct asked *a, const struct pw_failure *f)
{
    const struct bl_draft *d = a->d;
    uint32_t given = d->kind == MOVE_BUY_PROOF ? 0 : bl_proof_axioms(d->proof.proof);
    uint32_t item = bl_proof_lines(d->proof.proof) - given;
    size_t before = strncmp(d->items[item].s, axiom, strlen(axiom)) == 0 ? strlen(axiom) : 0;
    bl_json_open(a->out, '{');
    put_number(a->out, "lemma", item);
    put_text(a->out, "clause", bl_game_predicate_wars.clauses[bl_draft_clause(f)].id);
    put_text(a->out, "why", bl_draft_why(f));
    put_number(a->out, "column", f->rule ? 0 : (int64_t)(f->fault.column - before));
    bl_json_close(a->out, '}');
}

static void put_results(struct asked *a)
{
    uint32_t result[2];
    bl_json_key(a->out, "results");
    bl_json_open(a->out, '[');
    for (unsigned i = 0; bl_draft_result(a->d, i, result); i++) {
        char room[32];
        struct bl_text text = BL_TEXT_FIXED(room);
        bl_putf(&text, result[1] ? "%d %d" : "%d", (int)result[0], (int)result[1]);
        bl_json_put_string(a->out, room);
    }
    bl_json_close(a->out, ']');
}

/* What a statement of a proof needs to be chosen first. */
static void put_unchosen(struct asked *a)
{
    bl_term missing = bl_draft_lacks(a->d);
    struct bl_statement s = missing ? bl_statement_of(a->d->l, missing) : (struct bl_statement){0};
    if (missing)
        put_statement(a->out, "unchosen", a->d->l, &s);
    else
        put_text(a->out, "unchosen", "");
}

/* The move, with the result that is asked for or offers itself; "": something is missing yet. */
static void put_move(struct asked *a)
{
    struct bl_text move = bl_text_heap();
    struct bl_json wish = bl_json_member(&a->in, "draft");
    const char *result = bl_json_has(&wish, "result") ? bl_json_string(&wish, "result") : "";
    bool whole = bl_draft_put_move(&move, a->d, result);
    put_text(a->out, "move", whole ? move.s : "");
    bl_text_free(&move);
}

/* {"rows":[…],"subproofs":[…],"points","cost","purse","affordable","unchosen","useless","bad",
 * "results":[…],"move"} */
static void show_draft(struct asked *a)
{
    struct bl_draft *d = a->d;
    struct pw_failure f;
    bool good;
    if (!read_draft(a, &f, &good))
        return;
    bl_json_open(a->out, '{');
    bl_json_key(a->out, "rows");
    bl_json_open(a->out, '[');
    for (uint32_t n = 1; n <= bl_proof_lines(d->proof.proof); n++)
        put_row(a, n);
    bl_json_close(a->out, ']');
    bl_json_key(a->out, "subproofs");
    bl_json_open(a->out, '[');
    for (unsigned i = 0; i < d->proof.named_count; i++)
        bl_json_put_string(a->out, d->proof.named[i].name);
    bl_json_close(a->out, ']');
    put_number(a->out, "points", bl_proof_points(d->proof.proof));
    put_number(a->out, "cost", bl_draft_cost(d));
    put_number(a->out, "purse", bl_draft_purse(d));
    put_truth(a->out, "affordable", bl_draft_affordable(d));
    put_unchosen(a);
    const char *useless = d->kind == MOVE_BUY_PROOF ? bl_draft_useless(d) : NULL;
    put_text(a->out, "useless", useless ? useless : "");
    bl_json_key(a->out, "bad");
    if (good)
        bl_json_put_null(a->out);
    else
        put_bad(a, &f);
    put_results(a);
    put_move(a);
    bl_json_close(a->out, '}');
}

/* ---- what follows --------------------------------------------------------- */

static void put_steps(struct asked *a, const struct bl_draft_steps *steps)
{
    bl_json_key(a->out, "steps");
    bl_json_open(a->out, '[');
    for (unsigned i = 0; i < steps->count; i++) {
        const struct bl_draft_step *s = &steps->step[i];
        struct bl_text by = bl_text_heap();
        bl_draft_put_reason(&by, a->d, &s->line);
        bl_json_open(a->out, '{');
        put_text(a->out, "lemma", s->text.s);
        put_statement(a->out, "statement", a->d->l, &s->line.s);
        put_text(a->out, "by", by.s);
        bl_json_key(a->out, "premises");
        bl_json_open(a->out, '[');
        for (unsigned p = 0; p < s->line.premises; p++)
            bl_json_put_int(a->out, s->line.premise[p]);
        bl_json_close(a->out, ']');
        put_number(a->out, "points", s->line.s.points);
        bl_json_close(a->out, '}');
        bl_text_free(&by);
    }
    bl_json_close(a->out, ']');
}

/* The premises, rule and term that are asked about. */
static void read_question(struct asked *a, struct bl_draft_question *q)
{
    struct bl_json list = bl_json_member(&a->in, "premises");
    const char *name = bl_json_string(&a->in, "rule"), *with = bl_json_string(&a->in, "term");
    struct bl_fault fault;
    q->premises = (uint32_t)bl_json_count(&list, 2);
    for (uint32_t i = 0; i < q->premises; i++) {
        struct bl_json item = bl_json_item(&list, i);
        uint32_t lines = bl_proof_lines(a->d->proof.proof);
        q->premise[i] = (uint32_t)bl_json_to_int(&item, 1, lines);
    }
    q->rule = bl_rule_find(name, strlen(name));
    if (*name && !q->rule)
        refuse(a, "there is no such rule");
    if (*with && !bl_draft_read_with(a->d, with, strlen(with), q->rule, &q->with, &fault))
        refuse(a, fault.why);
}

/* {"steps":[…],"open":…,"why":…}: `open` says that with a term of one's own there would be more,
 * `why` why one rule that was asked for gives nothing. */
static void conclude(struct asked *a)
{
    struct pw_failure f;
    bool good;
    struct bl_draft_question q = {0};
    if (!read_draft(a, &f, &good))
        return;
    read_question(a, &q);
    if (a->in.doc->failed || *a->wrong)
        return;
    bool open = bl_draft_conclude(a->d, &q), none = q.rule && a->d->options.count == 0;
    if (none)
        bl_draft_infer(a->d, &q, 0);   /* why not, in the order asked for */
    bl_json_open(a->out, '{');
    put_steps(a, &a->d->options);
    put_truth(a->out, "open", open);
    put_text(a->out, "why", none ? bl_why_text(a->d->answer.why) : "");
    bl_json_close(a->out, '}');
}

/* ---- hints ---------------------------------------------------------------- */

struct limit {
    double start, seconds;
};

static bool must_stop(void *of, unsigned index, unsigned count)
{
    const struct limit *l = of;
    return bl_now() > l->start + l->seconds * (index + 1) / count;
}

/* {"end","steps":[…],"points","budget"} */
static void find(struct asked *a)
{
    static const char *const ends[] = {
        [FOUND_PROOF] = "found", [FOUND_NONE] = "nothing", [FOUND_TIME_UP] = "time",
        [FOUND_MODEL] = "model", [FOUND_NO_GOAL] = "no-goal",
    };
    const char *text = bl_json_string(&a->in, "goal");
    struct limit limit = {bl_now(), 1e-3 * (double)bl_json_int(&a->in, "ms", 0, 60000)};
    struct bl_draft_search q = {.contradiction = strcmp(text, "contradiction") == 0,
                                .stop = must_stop, .of = &limit};
    struct pw_failure f;
    struct bl_fault fault;
    struct bl_statement s;
    bool good;
    if (!read_draft(a, &f, &good))
        return;
    if (*text && !q.contradiction) {
        if (!bl_statement_parse(a->d->l, text, strlen(text), 0, BL_WFF, &s, &fault)) {
            refuse(a, fault.why);
            return;
        }
        q.goal = s.term;
    }
    enum bl_draft_end end = bl_draft_find(a->d, &q);
    bl_json_open(a->out, '{');
    put_text(a->out, "end", ends[end]);
    put_steps(a, &a->d->found);
    put_number(a->out, "points", q.points);
    put_number(a->out, "budget", q.budget);
    bl_json_close(a->out, '}');
}

/* ---- asking --------------------------------------------------------------- */

static const struct {
    const char *what;
    void (*answer)(struct asked *a);
    bool anywhere;             /* no table is needed */
} questions[] = {
    {"parse", parse, false}, {"write", write_card, false}, {"templates", list_templates, false},
    {"draft", show_draft, false}, {"conclusions", conclude, false}, {"find", find, false},
    {"names", list_names, true}, {"rules", list_rules, true},
};

static void answer(struct asked *a)
{
    const char *what = bl_json_string(&a->in, "ask");
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (strcmp(what, questions[i].what) == 0) {
            if (a->view || questions[i].anywhere)
                questions[i].answer(a);
            else
                refuse(a, "nothing can be written here");
            return;
        }
    refuse(a, "there is no such question");
}

void bl_draft_ask(struct bl_text *out, const void *view, int seat, const char *question)
{
    struct bl_json_doc doc;
    struct asked a = {.view = view, .seat = seat, .d = bl_draft_new(), .out = out};
    if (bl_json_parse(&doc, question, strlen(question))) {
        a.in = bl_json_root(&doc);
        answer(&a);
    }
    if (doc.failed || *a.wrong) {
        bl_text_clear(out);
        bl_json_open(out, '{');
        put_text(out, "error", doc.failed ? doc.why : a.wrong);
        bl_json_close(out, '}');
    }
    bl_json_free(&doc);
    bl_draft_free(a.d);
}
