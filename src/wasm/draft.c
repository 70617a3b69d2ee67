/* draft.c - statements and proofs in the making, as somebody at a table of Predicate Wars writes
 * them. Every answer is made from what that seat sees. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "draft/draft.h"
#include "table.h"

const char *ENTRY(bw_parse)(struct table *t, int seat, const char *text);
const char *ENTRY(bw_templates)(struct table *t, int seat);
const char *ENTRY(bw_inference_rules)(void);
const char *ENTRY(bw_draft)(struct table *t, int seat, const char *wish);
const char *ENTRY(bw_conclusions)(struct table *t, int seat, const char *wish,
                                  const char *premises, const char *rule, const char *term);
const char *ENTRY(bw_find)(struct table *t, int seat, const char *wish, const char *goal,
                           double seconds);

static const char *const not_here = "nothing can be written here";
static const char axiom[] = "axiom ";   /* what an axiom's line begins with */

/* One draft, made anew for every question. */
static struct bl_draft *scratch(void)
{
    static struct bl_draft *d;
    if (!d) {
        d = bl_new(1, sizeof *d);
        d->l = bl_logic_new();
    }
    return d;
}

/* What a seat that the page may look through sees; NULL: it may not, or it is another game. */
static const struct pw *view_of(struct table *t, int seat)
{
    bool fits = strcmp(bl_match_game(t->m)->id, "predicate-wars") == 0;
    return fits && may_sit(t, seat) ? bl_match_view(t->m, seat) : NULL;
}

static void put_statement(struct bl_text *out, const char *name, const struct bl_logic *l,
                          const struct bl_statement *s)
{
    struct bl_text text = bl_text_heap();
    bl_statement_print(l, s, false, &text);
    put_member(out, name, text.s);
    bl_text_free(&text);
}

static void put_effect(struct bl_text *out, const struct bl_logic *l, bl_term t)
{
    bl_term condition = 0;
    bool effect = t && bl_term_is_wff(l, t) && pw_effect_action(l, t, &condition);
    put_member(out, "effect", !effect ? "" : condition ? "conditional" : "specific");
}

/* ---- statements ----------------------------------------------------------- */

/* What it is; without a view it cannot be read, and all of it is nothing. */
static void put_nature(struct bl_text *out, const struct pw *view, const struct bl_logic *l,
                       const struct bl_statement *s)
{
    if (view)
        put_statement(out, "canonical", l, s);
    else
        put_member(out, "canonical", "");
    put_number(out, "points", s->points);
    put_truth(out, "closed", view && bl_term_closed(l, s->term));
    put_truth(out, "deterministic", view && bl_term_deterministic(l, s->term));
    put_effect(out, l, s->term);
    put_member(out, "kind", view && bl_term_is_wfo(l, s->term) ? "wfo" : "wff");
    put_number(out, "charge", view ? bl_draft_charge(view, NULL, s->points) : 0);
    put_number(out, "price", view ? bl_draft_least_price(s->points) : 0);
    struct bl_text odd = bl_text_heap();
    if (view)
        bl_draft_misfit(&odd, l, s->term);
    put_member(out, "doubt", odd.s);
    bl_text_free(&odd);
}

/* A statement as it is written: what it is, or where it cannot be read and why. */
const char *bw_parse(struct table *t, int seat, const char *text)
{
    const struct pw *view = view_of(t, seat);
    struct bl_logic *l = scratch()->l;
    struct bl_statement s = {0};
    struct bl_fault fault = {0};
    if (!view)
        return mistake(not_here);
    bl_logic_reset(l);
    bool good = bl_statement_parse(l, text, strlen(text), 0, BL_WFF_OR_WFO, &s, &fault);
    struct bl_text *out = answer();
    bl_json_open(out, '{');
    put_truth(out, "ok", good);
    put_nature(out, good ? view : NULL, l, good ? &s : &(struct bl_statement){0});
    put_number(out, "column", good ? 0 : (int64_t)fault.column);
    put_member(out, "why", good ? "" : fault.why);
    const char *hint = good ? NULL : bl_draft_hint(text, &fault);
    put_member(out, "hint", hint ? hint : "");
    bl_json_close(out, '}');
    return done();
}

static void put_template(struct bl_text *out, struct bl_logic *l, const struct bl_draft_template *t)
{
    struct bl_text statement = bl_text_heap(), use = bl_text_heap();
    struct bl_statement s = {0};
    struct bl_fault fault;
    bl_draft_fill_usual(&statement, t);
    bl_draft_fill(&use, t->use, 'm', "20");
    bl_statement_parse(l, statement.s, statement.len, 0, BL_WFF, &s, &fault);
    bl_json_open(out, '{');
    put_member(out, "name", t->name);
    put_member(out, "statement", statement.s);
    put_member(out, "text", use.s);
    put_number(out, "points", s.points);
    bl_json_close(out, '}');
    bl_text_free(&statement);
    bl_text_free(&use);
}

const char *bw_templates(struct table *t, int seat)
{
    const struct pw *view = view_of(t, seat);
    if (!view)
        return mistake(not_here);
    unsigned where = view->phase == PHASE_RULES ? BL_DRAFT_RULE : BL_DRAFT_CARD;
    struct bl_text *out = answer();
    bl_logic_reset(scratch()->l);
    bl_json_open(out, '[');
    for (unsigned i = 0; i < bl_draft_template_count; i++)
        if (bl_draft_templates[i].where & where)
            put_template(out, scratch()->l, &bl_draft_templates[i]);
    bl_json_close(out, ']');
    return done();
}

/* [{"name","clause","least","premises","subproof","text"}] in the order of the rulebook. */
const char *bw_inference_rules(void)
{
    const struct bl_clause *clauses = bl_find_game("predicate-wars")->clauses;
    struct bl_text *out = answer();
    bl_json_open(out, '[');
    for (unsigned r = 1; r < BL_RULES; r++) {
        uint32_t least, most;
        bl_rule_premises((enum bl_rule)r, &least, &most);
        bl_json_open(out, '{');
        put_member(out, "name", bl_rule_name((enum bl_rule)r));
        put_member(out, "clause", clauses[PW_RULE_1 + r - 1].id);
        put_number(out, "least", least);
        put_number(out, "premises", most);
        put_truth(out, "subproof", bl_rule_uses_subproof((enum bl_rule)r));
        put_member(out, "text", clauses[PW_RULE_1 + r - 1].text);
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
    return done();
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

static void read_draft(struct bl_json *wish, const struct pw *view, int seat, struct bl_draft *d)
{
    struct bl_json word = bl_json_member(wish, "kind");
    unsigned kind = bl_draft_kind(bl_json_to_string(&word));
    if (!kind || !is_time_for(view, kind))
        bl_json_fault(&word, "there is nothing of this kind to prove now");
    bl_draft_begin(d, seat, kind);
    if (kind == MOVE_PROVE) {
        d->player_count = read_numbers(wish, "players", pw_players(view), d->players);
        d->card_count = read_numbers(wish, "cards", pw_card_count(&view->head.setup), d->cards);
    }
    if (kind == MOVE_BUY_PROOF)
        read_items(wish, "axioms", axiom, d);
    read_items(wish, "lemmas", "", d);
}

/* The draft that a wish writes, gone through; NULL: it is none, and the answer says so. */
static struct bl_draft *open_draft(struct table *t, int seat, const char *wish,
                                   struct pw_failure *f, bool *good)
{
    const struct pw *view = view_of(t, seat);
    struct bl_json_doc doc;
    struct bl_draft *d = scratch();
    if (!view) {
        mistake(not_here);
        return NULL;
    }
    if (bl_json_parse(&doc, wish, strlen(wish))) {
        struct bl_json in = bl_json_root(&doc);
        read_draft(&in, view, seat, d);
    }
    bool failed = doc.failed;
    if (failed)
        mistake(doc.why);
    else
        *good = bl_draft_rebuild(d, view, f);
    bl_json_free(&doc);
    return failed ? NULL : d;
}

static void put_row(struct bl_text *out, const struct bl_draft *d, uint32_t number)
{
    static const char *const origins[] = {
        [FROM_MAIN] = "main", [FROM_SECONDARY] = "secondary", [FROM_RULE] = "rule",
        [FROM_BASE] = "base", [FROM_PROOF] = "proof", [FROM_NEW_RULE] = "new-rule",
        [FROM_AXIOM] = "axiom", [FROM_LEMMA] = "lemma",
    };
    const struct bl_line *line = bl_proof_line(d->proof.proof, number);
    struct bl_text by = bl_text_heap();
    unsigned which;
    enum bl_draft_origin from = bl_draft_origin(d, number, &which);
    if (line->rule)
        bl_draft_put_reason(&by, d, line);
    bl_json_open(out, '{');
    put_number(out, "number", number);
    put_statement(out, "statement", d->l, &line->s);
    put_member(out, "from", origins[from]);
    put_number(out, "which", which);
    put_member(out, "by", by.s);
    put_number(out, "points", line->s.points);
    put_effect(out, d->l, line->s.term);
    put_number(out, "contradicts", bl_draft_opposite(d, number));
    bl_json_close(out, '}');
    bl_text_free(&by);
}

static void put_bad(struct bl_text *out, const struct bl_draft *d, const struct table *t,
                    const struct pw_failure *f)
{
    uint32_t given = d->kind == MOVE_BUY_PROOF ? 0 : bl_proof_axioms(d->proof.proof);
    uint32_t item = bl_proof_lines(d->proof.proof) - given;
    size_t before = strncmp(d->items[item].s, axiom, strlen(axiom)) == 0 ? strlen(axiom) : 0;
    bl_json_open(out, '{');
    put_number(out, "lemma", item);
    put_member(out, "clause", bl_match_game(t->m)->clauses[bl_draft_clause(f)].id);
    put_member(out, "why", bl_draft_why(f));
    put_number(out, "column", f->rule ? 0 : (int64_t)(f->fault.column - before));
    bl_json_close(out, '}');
}

static void put_results(struct bl_text *out, const struct bl_draft *d)
{
    uint32_t result[2];
    bl_json_open(out, '[');
    for (unsigned i = 0; bl_draft_result(d, i, result); i++) {
        char room[32];
        struct bl_text text = BL_TEXT_FIXED(room);
        bl_putf(&text, result[1] ? "%d %d" : "%d", (int)result[0], (int)result[1]);
        bl_json_put_string(out, room);
    }
    bl_json_close(out, ']');
}

/* What a statement of a proof needs to be chosen first. */
static void put_unchosen(struct bl_text *out, struct bl_draft *d)
{
    bl_term missing = 0;
    for (uint32_t n = 1; !missing && n <= bl_proof_lines(d->proof.proof); n++)
        missing = bl_draft_unchosen(d, bl_proof_line(d->proof.proof, n)->s.term);
    if (missing) {
        struct bl_statement s = bl_statement_of(d->l, missing);
        put_statement(out, "unchosen", d->l, &s);
    } else {
        put_member(out, "unchosen", "");
    }
}

/* {"rows":[…],"subproofs":[…],"points","cost","purse","affordable","unchosen","useless","bad",
 * "results":[…]} */
const char *bw_draft(struct table *t, int seat, const char *wish)
{
    struct pw_failure f;
    bool good;
    struct bl_draft *d = open_draft(t, seat, wish, &f, &good);
    if (!d)
        return done();
    struct bl_text *out = answer();
    bl_json_open(out, '{');
    bl_json_key(out, "rows");
    bl_json_open(out, '[');
    for (uint32_t n = 1; n <= bl_proof_lines(d->proof.proof); n++)
        put_row(out, d, n);
    bl_json_close(out, ']');
    bl_json_key(out, "subproofs");
    bl_json_open(out, '[');
    for (unsigned i = 0; i < d->proof.named_count; i++)
        bl_json_put_string(out, d->proof.named[i].name);
    bl_json_close(out, ']');
    put_number(out, "points", bl_proof_points(d->proof.proof));
    put_number(out, "cost", bl_draft_cost(d));
    put_number(out, "purse", bl_draft_purse(d));
    put_truth(out, "affordable", bl_draft_affordable(d));
    put_unchosen(out, d);
    const char *useless = d->kind == MOVE_BUY_PROOF ? bl_draft_useless(d) : NULL;
    put_member(out, "useless", useless ? useless : "");
    bl_json_key(out, "bad");
    if (good)
        bl_json_put_null(out);
    else
        put_bad(out, d, t, &f);
    bl_json_key(out, "results");
    put_results(out, d);
    bl_json_close(out, '}');
    return done();
}

/* ---- what follows --------------------------------------------------------- */

static void put_steps(struct bl_text *out, const struct bl_draft *d,
                      const struct bl_draft_steps *steps)
{
    bl_json_key(out, "steps");
    bl_json_open(out, '[');
    for (unsigned i = 0; i < steps->count; i++) {
        const struct bl_draft_step *s = &steps->step[i];
        bl_json_open(out, '{');
        put_member(out, "lemma", s->text.s);
        put_statement(out, "statement", d->l, &s->line.s);
        put_member(out, "rule", bl_rule_name((enum bl_rule)s->line.rule));
        bl_json_key(out, "premises");
        bl_json_open(out, '[');
        for (unsigned p = 0; p < s->line.premises; p++)
            bl_json_put_int(out, s->line.premise[p]);
        bl_json_close(out, ']');
        put_member(out, "using", s->using ? s->using : "");
        put_number(out, "points", s->line.s.points);
        bl_json_close(out, '}');
    }
    bl_json_close(out, ']');
}

/* The premises, rule and term that are asked about; NULL, or what is wrong with them. */
static const char *read_question(struct bl_draft *d, const char *premises, const char *rule,
                                 const char *term, struct bl_draft_question *q)
{
    static char why[200];
    struct bl_json_doc doc;
    struct bl_fault fault;
    if (bl_json_parse(&doc, premises, strlen(premises))) {
        struct bl_json list = bl_json_root(&doc);
        q->premises = (uint32_t)bl_json_count(&list, 2);
        for (uint32_t i = 0; i < q->premises && !doc.failed; i++) {
            struct bl_json item = bl_json_item(&list, i);
            q->premise[i] = (uint32_t)bl_json_to_int(&item, 1, bl_proof_lines(d->proof.proof));
        }
    }
    bool failed = doc.failed;
    bl_json_free(&doc);
    q->rule = bl_rule_find(rule, strlen(rule));
    if (failed)
        return "a rule has at most two premises, which stand in the proof";
    if (*rule && !q->rule)
        return "there is no such rule";
    if (*term && !bl_draft_read_with(d, term, strlen(term), q->rule, &q->with, &fault)) {
        struct bl_text out = BL_TEXT_FIXED(why);
        bl_put(&out, fault.why);
        return why;
    }
    return NULL;
}

/* {"steps":[…],"open":…,"why":…}: `open` says that with a term of one's own there would be more,
 * `why` why one rule that was asked for gives nothing. */
const char *bw_conclusions(struct table *t, int seat, const char *wish, const char *premises,
                           const char *rule, const char *term)
{
    struct pw_failure f;
    bool good;
    struct bl_draft *d = open_draft(t, seat, wish, &f, &good);
    struct bl_draft_question q = {0};
    if (!d)
        return done();
    const char *wrong = read_question(d, premises, rule, term, &q);
    if (wrong)
        return mistake(wrong);
    bool open = bl_draft_conclude(d, &q), none = q.rule && d->options.count == 0;
    if (none)
        bl_draft_infer(d, &q, 0);   /* why not, in the order asked for */
    struct bl_text *out = answer();
    bl_json_open(out, '{');
    put_steps(out, d, &d->options);
    put_truth(out, "open", open);
    put_member(out, "why", none ? bl_why_text(d->answer.why) : "");
    bl_json_close(out, '}');
    return done();
}

/* ---- hints ---------------------------------------------------------------- */

struct limit {
    double start, seconds;
};

static bool must_stop(void *of, unsigned index, unsigned count)
{
    const struct limit *l = of;
    return !(bl_now() <= l->start + l->seconds * (index + 1) / count);   /* no number: at once */
}

/* {"end","steps":[…],"points","budget"} */
const char *bw_find(struct table *t, int seat, const char *wish, const char *goal, double seconds)
{
    static const char *const ends[] = {
        [FOUND_PROOF] = "found", [FOUND_NONE] = "nothing", [FOUND_TIME_UP] = "time",
        [FOUND_MODEL] = "model", [FOUND_NO_GOAL] = "no-goal",
    };
    struct pw_failure f;
    struct bl_fault fault;
    struct bl_statement s;
    bool good;
    struct limit limit = {bl_now(), seconds};
    struct bl_draft_search q = {.contradiction = strcmp(goal, "contradiction") == 0,
                             .stop = must_stop, .of = &limit};
    struct bl_draft *d = open_draft(t, seat, wish, &f, &good);
    if (!d)
        return done();
    if (*goal && !q.contradiction) {
        if (!bl_statement_parse(d->l, goal, strlen(goal), 0, BL_WFF, &s, &fault))
            return mistake(fault.why);
        q.goal = s.term;
    }
    enum bl_draft_end end = bl_draft_find(d, &q);
    struct bl_text *out = answer();
    bl_json_open(out, '{');
    put_member(out, "end", ends[end]);
    put_steps(out, d, &d->found);
    put_number(out, "points", q.points);
    put_number(out, "budget", q.budget);
    bl_json_close(out, '}');
    return done();
}
