/* draft.c - what somebody at a table of Predicate Wars writes: cards, rules and proofs in the
 * making, what follows from them, what a search finds, and the text of the move in the end. Every
 * answer is made from what that seat sees. */
#include "service.h"

#include <string.h>

#include "draft/draft.h"

static const char axiom[] = "axiom ";   /* what an axiom's line begins with */

/* A draft of the seat, with what that sees; false: it is another game, where nothing is written. */
static bool begin(struct request *r)
{
    struct bl_match *m = r->table->m;
    if (bl_match_game(m) != &bl_game_predicate_wars) {
        service_fail(r, "nothing can be written here");
        return false;
    }
    r->draft = bl_draft_new();
    r->draft->view = bl_match_view(m, r->seat);
    return true;
}

static void put_statement(struct bl_text *out, const char *name, const struct bl_logic *l,
                          const struct bl_statement *s)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    bl_statement_print(l, s, false, &text);
    bl_json_putf(out, "%s:%s", name, text.s);
}

/* "plain": what a statement says in words; "": it keeps its signs. */
static void put_plain(struct request *r, const struct bl_statement *s)
{
    BL_LOCAL struct bl_text words = bl_text_heap();
    if (s->term)
        bl_draft_put_plain(&words, r->draft->l, s, &r->voice);
    bl_json_putf(r->out, "'plain':%s", words.s);
}

static const char *effect_word(const struct bl_logic *l, bl_term t)
{
    bl_term condition = 0;
    bool effect = t && bl_term_is_wff(l, t) && pw_effect_action(l, t, &condition);
    return !effect ? "" : condition ? "conditional" : "specific";
}

/* ---- statements ----------------------------------------------------------- */

static void fail_at(struct request *r, const struct bl_fault *fault)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    bl_draft_put_fault(&why, fault, r->voice.catalogue);
    service_fail(r, why.s);
}

/* A statement as it is written: what it is, and what it costs on a card (NULL: a blank one); or
 * where it cannot be read and why, and all else is nothing. */
static void put_parsed(struct request *r, const struct pw_card *card, const char *text)
{
    struct bl_logic *l = r->draft->l;
    struct bl_statement s = {0}, nothing = {0};
    struct bl_fault fault = {0}, none = {0};
    BL_LOCAL struct bl_text canonical = bl_text_heap(), odd = bl_text_heap(), why = bl_text_heap();
    const char *hint = NULL;
    bool good = bl_statement_parse(l, text, strlen(text), 0, BL_WFF_OR_WFO, &s, &fault);
    if (good) {
        fault = none;
        bl_statement_print(l, &s, false, &canonical);
        bl_draft_misfit(&odd, l, s.term);
    } else {
        s = nothing;
        hint = bl_draft_hint(text, &fault);
        bl_draft_put_fault(&why, &fault, r->voice.catalogue);
    }
    bl_json_putf(r->out, "'ok':%t,'canonical':%s,'points':%d,'closed':%t,'deterministic':%t", good,
                 canonical.s, s.points, good && bl_term_closed(l, s.term),
                 good && bl_term_deterministic(l, s.term, false));
    bl_json_putf(r->out, "'effect':%s,'kind':%s,'charge':%d,'price':%d,'doubt':%s",
                 effect_word(l, s.term), good && bl_term_is_wfo(l, s.term) ? "wfo" : "wff",
                 good ? (int)bl_draft_charge(r->draft->view, card, s.points) : 0,
                 good ? pw_rule_price(s.points) : 0, odd.s);
    put_plain(r, &s);
    bl_json_putf(r->out, "'column':%d,'why':%s,'hint':%s", (int)fault.column, why.s,
                 hint ? said(r, hint) : "");
}

/* Numbers from `least` on, at most `most` of them; returns how many. */
static unsigned read_numbers(struct bl_json *in, const char *name, unsigned least, unsigned limit,
                             uint32_t *out, unsigned most)
{
    struct bl_json list = bl_json_member(in, name);
    unsigned n = (unsigned)bl_json_count(&list, most);
    for (unsigned i = 0; i < n; i++) {
        struct bl_json item = bl_json_item(&list, i);
        out[i] = (uint32_t)bl_json_to_int(&item, least, limit);
    }
    return n;
}

/* A statement, or where a rule is named, be it "", a lemma: "by" is the reason that it gives,
 * "lemma" the whole with that reason, or else with the rule and the premises. */
static void parse(struct request *r)
{
    BL_LOCAL struct bl_text statement = bl_text_heap(), lemma = bl_text_heap();
    bool is_lemma = bl_json_has(&r->in, "rule");
    const char *text = bl_json_string(&r->in, "text"), *by = is_lemma ? bl_draft_by(text) : NULL;
    const char *rule = is_lemma ? bl_json_string(&r->in, "rule") : "";
    uint32_t premises[2];
    unsigned n = *rule ? read_numbers(&r->in, "premises", 1, INT32_MAX, premises, 2) : 0;
    if (!begin(r))
        return;
    bl_put_bytes(&statement, text, by ? (size_t)(by - text) - 4 : strlen(text));
    if (by || *rule)
        bl_putf(&lemma, by ? "%s" : "%s by %s", text, rule);
    for (unsigned i = 0; !by && i < n; i++)
        bl_putf(&lemma, " %d", (int)premises[i]);
    bl_json_open(r->out, '{');
    put_parsed(r, NULL, statement.s);
    bl_json_putf(r->out, "'by':%s,'lemma':%s}", by ? by : "", lemma.s);
}

/* A card, or a rule ("card": -1): the statement, what is missing yet, and the move. */
static void write_card(struct request *r)
{
    if (!begin(r))
        return;
    const struct pw *view = r->draft->view;
    const char *tag = bl_json_string(&r->in, "tag");
    struct bl_draft_card c = {
        .card = (int)bl_json_int(&r->in, "card", -1, (int)pw_card_count(&view->head.setup) - 1),
        .tag = bl_draft_read_tag(tag, strlen(tag), true),
        .cost = bl_json_int(&r->in, "cost", -1, 999999999),
        .statement = bl_json_string(&r->in, "statement"),
    };
    bool blank = !c.statement[strspn(c.statement, " \t\n")], rule = c.card < 0;
    BL_LOCAL struct bl_text move = bl_text_heap();
    const char *missing = blank                   ? "statement"
                          : !rule && c.tag < 0    ? "tag"
                          : !rule && c.cost < 0   ? "cost" : "";
    if (!*missing)
        bl_draft_put_card(&move, r->draft->l, &c);
    bl_json_open(r->out, '{');
    put_parsed(r, rule ? NULL : &view->cards[c.card], c.statement);
    bl_json_putf(r->out, "'missing':%s,'later':%d,'move':%s}", missing,
                 rule ? 0 : (int)bl_draft_later(view, c.cost), move.s);
}

static void put_template(struct request *r, const struct bl_draft_template *t)
{
    BL_LOCAL struct bl_text statement = bl_text_heap(), use = bl_text_heap();
    struct bl_statement s = {0};
    struct bl_fault fault;
    bl_draft_fill_usual(&statement, t);
    bl_draft_fill(&use, t->use, "", "", "20");
    bl_statement_parse(r->draft->l, statement.s, statement.len, 0, BL_WFF, &s, &fault);
    bl_json_putf(r->out, "{'name':%s,'statement':%s,'text':%s,'points':%d", t->name, statement.s,
                 use.s, s.points);
    put_plain(r, &s);
    bl_json_close(r->out, '}');
}

static void list_templates(struct request *r)
{
    if (!begin(r))
        return;
    bool rule = r->draft->view->phase == PHASE_RULES;
    const struct bl_draft_template *t;
    bl_json_open(r->out, '[');
    for (unsigned i = 1; (t = bl_draft_template(rule, i)); i++)
        put_template(r, t);
    bl_json_close(r->out, ']');
}

/* {"functions":[{"name","group","takes"}],"base_rules","deck_claim"}: the functions of the game, and
 * how many arguments they have; how many rules there are from the start; how many times its cost a
 * card of the deck costs. */
static void list_names(struct request *r)
{
    unsigned base_rules = 0;
    while (pw_base_rule(base_rules))
        base_rules++;
    bl_json_putf(r->out, "{'functions':[");
    for (unsigned i = 0; i < PW_NAMES; i++)
        bl_json_putf(r->out, "{'name':%s,'group':%s,'takes':%d}", bl_game_name(BL_RAND_PLAYER + i),
                     bl_draft_name_group(i), bl_draft_name_takes(i));
    bl_json_putf(r->out, "],'base_rules':%d,'deck_claim':%d}", base_rules,
                 (int)pw_far_claim_price(1));
}

/* [{"name","clause","least","premises","subproof","text"}] in the order of the rulebook. */
static void list_rules(struct request *r)
{
    const struct bl_clause *clauses = bl_game_predicate_wars.clauses;
    bl_json_open(r->out, '[');
    for (unsigned n = 1; n < BL_RULES; n++) {
        uint32_t least, most;
        bl_rule_premises((enum bl_rule)n, &least, &most);
        bl_json_putf(r->out,
                     "{'name':%s,'clause':%s,'least':%d,'premises':%d,'subproof':%t,'text':%s}",
                     bl_rule_name((enum bl_rule)n), clauses[PW_RULE_1 + n - 1].id, least, most,
                     bl_rule_uses_subproof((enum bl_rule)n),
                     said(r, clauses[PW_RULE_1 + n - 1].text));
    }
    bl_json_close(r->out, ']');
}

/* ---- drafts --------------------------------------------------------------- */

static unsigned read_chosen(struct bl_json *wish, const char *name, unsigned count, uint8_t *out)
{
    uint32_t chosen[PW_CHOSEN];
    unsigned n = read_numbers(wish, name, 0, count - 1, chosen, PW_CHOSEN);
    for (unsigned i = 0; i < n; i++)
        out[i] = (uint8_t)chosen[i];
    return n;
}

static void read_items(struct bl_json *wish, const char *name, const char *before,
                       struct bl_draft *d)
{
    struct bl_json list = bl_json_member(wish, name);
    unsigned n = (unsigned)bl_json_count(&list, BL_DRAFT_ITEMS);
    for (unsigned i = 0; i < n; i++) {
        BL_LOCAL struct bl_text text = bl_text_heap();
        struct bl_json item = bl_json_item(&list, i);
        bl_put(&text, before);
        bl_put(&text, bl_json_to_string(&item));
        if (!bl_draft_append(d, text.s, text.len))
            bl_json_fault(&item, "a proof has at most %d lines", BL_DRAFT_ITEMS);
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
bool service_read_draft(struct request *r)
{
    if (!begin(r))
        return false;
    struct bl_draft *d = r->draft;
    struct bl_json wish = bl_json_member(&r->in, "draft"), word = bl_json_member(&wish, "kind");
    unsigned kind = bl_draft_kind(bl_json_to_string(&word));
    if (!kind || !is_time_for(d->view, kind))
        service_fail(r, "there is nothing of this kind to prove now");
    bl_draft_begin(d, r->seat, kind);
    if (kind == MOVE_PROVE) {
        unsigned cards = pw_card_count(&d->view->head.setup);
        d->player_count = read_chosen(&wish, "players", pw_players(d->view), d->players);
        d->card_count = read_chosen(&wish, "cards", cards, d->cards);
    }
    if (kind == MOVE_BUY_PROOF) {
        read_items(&wish, "axioms", axiom, d);
        if (bl_json_has(&wish, "name"))
            bl_draft_set_name(d, bl_json_string(&wish, "name"));
    }
    read_items(&wish, "lemmas", "", d);
    if (service_failed(r))
        return false;
    bl_draft_rebuild(d, d->view);
    return true;
}

static void put_row(struct request *r, uint32_t number)
{
    static const char *const origins[] = {
        [FROM_MAIN] = "main", [FROM_SECONDARY] = "secondary", [FROM_RULE] = "rule",
        [FROM_BASE] = "base", [FROM_PROOF] = "proof", [FROM_NEW_RULE] = "new-rule",
        [FROM_AXIOM] = "axiom", [FROM_LEMMA] = "lemma",
    };
    const struct bl_line *line = bl_proof_line(r->draft->proof.proof, number);
    BL_LOCAL struct bl_text by = bl_text_heap();
    unsigned which;
    enum bl_draft_origin from = bl_draft_origin(r->draft, number, &which);
    if (line->rule)
        bl_draft_put_reason(&by, r->draft, line);
    bl_json_putf(r->out, "{'number':%d", number);
    put_statement(r->out, "statement", r->draft->l, &line->s);
    put_plain(r, &line->s);
    bl_json_putf(r->out, "'from':%s,'which':%d,'by':%s,'clause':%s", origins[from], which, by.s,
                 clause_id(r->table, line->rule ? PW_RULE_1 + line->rule - 1 : 0));
    bl_json_putf(r->out, "'points':%d,'effect':%s,'contradicts':%d}", line->s.points,
                 effect_word(r->draft->l, line->s.term), bl_draft_opposite(r->draft, number));
}

static void put_bad(struct request *r)
{
    const struct bl_draft *d = r->draft;
    const struct pw_failure *f = &d->failure;
    uint32_t given = d->kind == MOVE_BUY_PROOF ? 0 : bl_proof_axioms(d->proof.proof);
    uint32_t item = bl_proof_lines(d->proof.proof) - given;
    size_t before = strncmp(d->items[item].s, axiom, strlen(axiom)) == 0 ? strlen(axiom) : 0;
    BL_LOCAL struct bl_text why = bl_text_heap();
    bl_draft_put_why(&why, f, r->voice.catalogue);
    bl_json_putf(r->out, "{'lemma':%d,'clause':%s,'why':%s,'column':%d}", item,
                 clause_id(r->table, bl_draft_clause(f)), why.s,
                 f->rule ? 0 : (int)(f->fault.column - before));
}

static void put_deeds(struct request *r, uint32_t number)
{
    BL_LOCAL struct bl_text words = bl_text_heap();
    bl_draft_put_deeds(&words, r->draft, number, &r->voice);
    bl_json_put_string(r->out, words.s);
}

/* What may stand after =>, and what each would do, or where one refutes, what is to happen; and the
 * move, with the one that is asked for or offers itself; "": something is missing yet. */
static void put_results(struct request *r)
{
    BL_LOCAL struct bl_text move = bl_text_heap(), text = bl_text_heap();
    struct bl_json wish = bl_json_member(&r->in, "draft");
    uint32_t result[2];
    bl_json_putf(r->out, "'results':[");
    for (unsigned i = 0; bl_draft_result(r->draft, i, result); i++)
        bl_json_putf(r->out, result[1] ? "[%d,%d]" : "[%d]", (int)result[0], (int)result[1]);
    bl_json_putf(r->out, "],'does':[");
    if (r->draft->kind == MOVE_PROVE)
        for (unsigned i = 0; bl_draft_result(r->draft, i, result); i++)
            put_deeds(r, result[0]);
    else if (r->draft->kind == MOVE_REFUTE && r->draft->view->phase == PHASE_REFUTING)
        put_deeds(r, r->draft->view->effect);
    unsigned n = bl_json_has(&wish, "result")
                     ? read_numbers(&wish, "result", 1, INT32_MAX, result, 2) : 0;
    for (unsigned i = 0; i < n; i++)
        bl_putf(&text, i == 0 ? "%d" : " %d", (int)result[i]);
    bool whole = bl_draft_put_move(&move, r->draft, text.s);
    bl_json_putf(r->out, "],'move':%s}", whole ? move.s : "");
}

/* {"rows":[…],"subproofs":[…],"points","cost","purse","affordable","unchosen","useless","bad",
 * "results":[…],"does":[…],"move"} */
static void show_draft(struct request *r)
{
    if (!service_read_draft(r))
        return;
    struct bl_draft *d = r->draft;
    bl_json_putf(r->out, "{'rows':[");
    for (uint32_t n = 1; n <= bl_proof_lines(d->proof.proof); n++)
        put_row(r, n);
    bl_json_putf(r->out, "],'subproofs':[");
    for (unsigned i = 0; i < d->proof.named_count; i++)
        bl_json_put_string(r->out, d->proof.named[i].name);
    bl_json_putf(r->out, "],'points':%d,'cost':%d,'purse':%d,'affordable':%t",
                 bl_proof_points(d->proof.proof), bl_draft_cost(d), (int)bl_draft_purse(d),
                 bl_draft_affordable(d));
    bl_term unchosen = bl_draft_lacks(d);
    struct bl_statement s = unchosen ? bl_statement_of(d->l, unchosen) : (struct bl_statement){0};
    if (unchosen)
        put_statement(r->out, "unchosen", d->l, &s);
    const char *useless = d->kind == MOVE_BUY_PROOF ? bl_draft_useless(d) : NULL;
    bl_json_putf(r->out, unchosen ? "'useless':%s,'bad':" : "'unchosen':'','useless':%s,'bad':",
                 useless ? said(r, useless) : "");
    if (d->stands)
        bl_json_put_null(r->out);
    else
        put_bad(r);
    put_results(r);
}

/* ---- what follows --------------------------------------------------------- */

static void put_steps(struct request *r, const struct bl_draft_steps *steps)
{
    bl_json_putf(r->out, "'steps':[");
    for (const struct bl_draft_step *s = steps->step; s < steps->step + steps->count; s++) {
        BL_LOCAL struct bl_text by = bl_text_heap();
        bl_draft_put_reason(&by, r->draft, &s->line);
        bl_json_putf(r->out, "{'lemma':%s", s->text.s);
        put_statement(r->out, "statement", r->draft->l, &s->line.s);
        put_plain(r, &s->line.s);
        bl_json_putf(r->out, "'by':%s,'premises':[", by.s);
        for (unsigned p = 0; p < s->line.premises; p++)
            bl_json_put_int(r->out, s->line.premise[p]);
        bl_json_putf(r->out, "],'points':%d,'cost':%d}", s->line.s.points,
                     (int)bl_draft_line_cost(r->draft, &s->line));
    }
    bl_json_close(r->out, ']');
}

/* The premises, rule and term that are asked about. */
static void read_question(struct request *r, struct bl_draft_question *q)
{
    const char *name = bl_json_string(&r->in, "rule"), *with = bl_json_string(&r->in, "term");
    struct bl_fault fault;
    q->premises = read_numbers(&r->in, "premises", 1, bl_proof_lines(r->draft->proof.proof),
                               q->premise, 2);
    q->rule = bl_rule_find(name, strlen(name));
    if (*name && !q->rule)
        service_fail(r, "there is no such rule");
    if (*with && !bl_draft_read_with(r->draft, with, strlen(with), q->rule, &q->with, &fault))
        fail_at(r, &fault);
}

/* {"steps":[…],"open":…,"why":…}: `open` says that with a term of one's own there would be more,
 * `why` why one rule that was asked for gives nothing. */
static void conclude(struct request *r)
{
    struct bl_draft_question q = {0};
    if (!service_read_draft(r))
        return;
    read_question(r, &q);
    if (service_failed(r))
        return;
    bool open = bl_draft_conclude(r->draft, &q), none = q.rule && r->draft->options.count == 0;
    if (none)
        bl_draft_infer(r->draft, &q, 0);   /* why not, in the order asked for */
    bl_json_open(r->out, '{');
    put_steps(r, &r->draft->options);
    bl_json_putf(r->out, "'open':%t,'why':%s}", open,
                 said(r, none ? bl_why_text(r->draft->answer.why) : ""));
}

/* ---- hints ---------------------------------------------------------------- */

/* {"end","steps":[…],"points","budget"} */
static void find(struct request *r)
{
    static const char *const ends[] = {
        [FOUND_PROOF] = "found", [FOUND_NONE] = "nothing", [FOUND_TIME_UP] = "time",
        [FOUND_MODEL] = "model", [FOUND_NO_GOAL] = "no-goal",
    };
    struct bl_draft_search q = {.goal = bl_json_string(&r->in, "goal"),
                                .seconds = 1e-3 * (double)bl_json_int(&r->in, "ms", 0, 60000)};
    if (!service_read_draft(r))
        return;
    enum bl_draft_end end = bl_draft_find(r->draft, &q);
    if (end == FOUND_NO_STATEMENT) {
        fail_at(r, &q.fault);
        return;
    }
    bl_json_putf(r->out, "{'end':%s", ends[end]);
    put_steps(r, &r->draft->found);
    bl_json_putf(r->out, "'points':%d,'budget':%d}", q.points, q.budget);
}

const struct request_kind service_draft[] = {
    {"parse", SITTER, "table seat text rule? premises?", parse},
    {"write", SITTER, "table seat card tag cost statement", write_card},
    {"templates", SITTER, "table seat", list_templates},
    {"names", NO_TABLE, "", list_names},
    {"inference-rules", NO_TABLE, "", list_rules},
    {"draft", SITTER, "table seat draft", show_draft},
    {"conclusions", SITTER, "table seat draft premises rule term", conclude},
    {"find", SITTER, "table seat draft goal ms", find},
    {0},
};
