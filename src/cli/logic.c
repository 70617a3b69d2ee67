/* logic.c - `bylaw logic`: the logic of Predicate Wars without a game. */
#include "logic.h"

#include <stdlib.h>
#include <string.h>

const struct logic_sign logic_signs[] = {
    {"∀", "forall", "forall"}, {"∃", "exists", "exists"}, {"¬", "not", "not "},
    {"∧", "and", " and "}, {"∨", "or", " or "}, {"→", "imply", " imply "}, {0},
};

const char *logic_rule_name(size_t i)
{
    return i + 1 < BL_RULES ? bl_rule_name((enum bl_rule)(i + 1)) : NULL;
}

static const struct logic_sign *find_sign(const struct logic_sign *table, const char *text)
{
    while (table->sign && strncmp(text, table->sign, strlen(table->sign)) != 0)
        table++;
    return table;
}

void logic_put_in_words(struct bl_text *out, const char *text, const char *end)
{
    static const struct logic_sign quotes[] = {
        {"“", "", "\""}, {"”", "", "\""}, {"„", "", "\""}, {0},
    };
    while (text < end) {
        const struct logic_sign *s = find_sign(logic_signs, text);
        s = s->sign ? s : find_sign(quotes, text);
        if (s->sign)
            bl_put(out, s->between);
        else
            bl_put_char(out, *text);
        text += s->sign ? strlen(s->sign) : 1;
    }
}

enum bl_logic_ruling logic_ruling(const struct cli_args *args)
{
    const char *given = cli_value(args, "logic");
    if (!given || strcmp(given, "as-written") == 0)
        return BL_AS_WRITTEN;
    if (strcmp(given, "sound") == 0)
        return BL_SOUND;
    cli_wrong("--logic: '%s' is neither as-written nor sound", given);
}

/* Says on standard error where something cannot be read, with a caret under the place. */
static void complain(const char *what, size_t line, const char *text, size_t size,
                     const struct bl_fault *fault)
{
    BL_LOCAL struct bl_text caret = bl_text_heap(), shown = bl_text_heap();
    for (size_t i = 1; i < fault->column; i++)
        bl_put_char(&caret, ' ');
    if (line > 0)
        cli_complain("%s: line %zu, column %zu: %s", what, line, fault->column, fault->why);
    else
        cli_complain("%s: column %zu: %s", what, fault->column, fault->why);
    bl_put_bytes(&shown, text, size);
    cli_plain(&shown, "\t");
    if (size > 0 && size <= 1000 && !memchr(text, '\0', size))
        fprintf(stderr, "    %s\n    %s^\n", shown.s, caret.s);
}

struct bl_statement logic_statement(struct bl_logic *l, const char *what, const char *text,
                                    enum bl_want want)
{
    struct bl_statement s;
    struct bl_fault fault;
    if (!bl_statement_parse(l, text, strlen(text), 0, want, &s, &fault)) {
        complain(what, 0, text, strlen(text), &fault);
        exit(CLI_WRONG);
    }
    return s;
}

void logic_values(const struct cli_args *args, struct bl_logic *l, struct bl_given_values *g)
{
    bl_given_init(g);
    for (size_t i = 0; i < args->given_count; i++) {
        if (strcmp(args->given[i].option->name, "value") != 0)
            continue;
        const char *text = args->given[i].value;
        struct bl_statement s = logic_statement(l, "--value", text, BL_WFF);
        if (!bl_given_add(g, l, s.term))
            cli_wrong("--value: '%s' is no value of a game function, like "
                      "[PLAYER]([chosenPlayer](1)), (¬[CARD]([randCard](1))) or "
                      "([health]([randPlayer](1))=20), or it contradicts another", text);
    }
}

static void put_parsed(struct bl_text *out, const struct bl_logic *l, const struct bl_statement *s,
                       bool json, bool ascii)
{
    BL_LOCAL struct bl_text canonical = bl_text_heap();
    bl_statement_print(l, s, ascii, &canonical);
    const char *kind = bl_term_is_wff(l, s->term) ? "wff" : "wfo";
    bool closed = bl_term_closed(l, s->term);
    bool deterministic = bl_term_deterministic(l, s->term, false);
    if (json)
        bl_json_putf(out, "{'ok':true,'kind':%s,'canonical':%s,'points':%d,'closed':%t,"
                     "'deterministic':%t}\n", kind, canonical.s, (int)s->points, closed,
                     deterministic);
    else
        bl_putf(out, "%s\npoints %d\n%s, %sclosed, %sdeterministic\n", canonical.s, (int)s->points,
                kind, closed ? "" : "not ", deterministic ? "" : "not ");
}

static int logic_parse(const struct cli_args *args)
{
    const char *text = cli_words_from(args, 1);
    struct bl_text out = bl_text_heap();
    logic_ruling(args);   /* the same statement in both logics, but a wrong name is wrong */
    struct bl_logic *l = bl_logic_new();
    struct bl_statement s;
    struct bl_fault fault;
    bool json = cli_has(args, "json");
    bool ok = bl_statement_parse(l, text, strlen(text), 0, BL_WFF_OR_WFO, &s, &fault);
    if (ok)
        put_parsed(&out, l, &s, json, cli_has(args, "ascii"));
    else if (json)
        bl_json_putf(&out, "{'ok':false,'column':%d,'why':%s}\n", (int)fault.column, fault.why);
    else
        complain("statement", 0, text, strlen(text), &fault);
    cli_write(&out);
    bl_logic_free(l);
    return ok ? CLI_DONE : CLI_WRONG;
}

int logic_refused(const struct cli_args *args, const char *path, const struct bl_read_fault *f)
{
    struct bl_text out = bl_text_heap();
    if (cli_has(args, "json")) {
        bl_json_putf(&out, "{'ok':false,'line':%d", (int)f->line);
        bl_json_putf(&out, f->rule ? "'clause':'L.P.%d','why':%s}\n" : "'column':%d,'why':%s}\n",
                     f->rule ? (int)f->rule : (int)f->at.column,
                     f->rule ? bl_why_text(f->why) : f->at.why);
    } else if (f->rule) {
        bl_putf(&out, "line %d: L.P.%d %s: %s\n    ", (int)f->line, (int)f->rule,
                bl_rule_name(f->rule), bl_why_text(f->why));
        bl_put_bytes(&out, f->text, f->size);
        bl_put_char(&out, '\n');
    } else {
        complain(strcmp(path, "-") == 0 ? "standard input" : path, f->line, f->text, f->size,
                 &f->at);
    }
    cli_write(&out);
    return f->rule ? CLI_NO : CLI_WRONG;
}

int logic_open(const struct cli_args *args, struct logic_call *c)
{
    struct bl_read_fault fault;
    c->l = bl_logic_new();
    logic_values(args, c->l, &c->given);
    c->values = c->given.count ? &c->given.values : NULL;
    c->text = cli_slurp_file(args->words[1], CLI_MAX_INPUT);
    bool good = bl_proof_read(c->l, c->text.s, c->text.len, logic_ruling(args), c->values, &c->file,
                              &fault);
    return good ? CLI_DONE : logic_refused(args, args->words[1], &fault);
}

void logic_close(struct logic_call *c)
{
    bl_text_free(&c->text);
    bl_logic_free(c->l);
}

static int logic_check(const struct cli_args *args)
{
    static struct logic_call call;
    struct bl_text out = bl_text_heap();
    int status = logic_open(args, &call);
    if (status == CLI_DONE)
        bl_putf(&out, cli_has(args, "json") ? "{\"ok\":true,\"points\":%d,\"lemmas\":%d}\n"
                                            : "points %d, lemmas %d\n",
                (int)bl_proof_points(call.file.proof), logic_lemmas(call.file.proof));
    cli_write(&out);
    logic_close(&call);
    return status;
}

struct part {
    const char *name, *needs;
    const char *options;              /* that it takes, a space before and after each */
    size_t most;                      /* words, its name counted */
    int (*run)(const struct cli_args *args);
};

/* An option that a part does not take would have no effect: that is no way to say so. */
static void check_options(const struct cli_args *args, const struct part *part)
{
    for (size_t i = 0; i < args->given_count; i++) {
        char name[32];
        snprintf(name, sizeof name, " %s ", args->given[i].option->name);
        if (!strstr(part->options, name))
            cli_wrong("logic %s takes no --%s; see bylaw logic --help", part->name,
                      args->given[i].option->name);
    }
}

int cmd_logic(const struct cli_args *args)
{
    static const struct part parts[] = {
        {"parse", "a statement", " logic ascii json ", CLI_MANY, logic_parse},
        {"check", "a proof file", " logic value json ", 2, logic_check},
        {"infer", "a rule", " logic value with using context ascii json ", CLI_MANY, logic_infer},
        {"search", "a proof file",
         " logic value goal contradiction budget time steps ascii json ", 2, logic_search},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strcmp(args->words[0], parts[i].name) != 0)
            continue;
        check_options(args, &parts[i]);
        if (args->word_count < 2)
            cli_wrong("logic %s: %s is missing; see bylaw logic --help", parts[i].name,
                      parts[i].needs);
        if (args->word_count > parts[i].most)
            cli_wrong("logic %s: '%s' is one word too many", parts[i].name, args->words[2]);
        return parts[i].run(args);
    }
    cli_wrong("logic: '%s' is none of parse, check, infer and search", args->words[0]);
}

void logic_put_rules(struct bl_text *out)
{
    BL_LOCAL struct bl_text names = bl_text_heap();
    for (unsigned r = 1; r < BL_RULES; r++)
        bl_putf(&names, "%s ", bl_rule_name((enum bl_rule)r));
    bl_put(out, "\nThe rules, in the order of their clauses L.P.1 to L.P.27:\n    ");
    cli_put_wrapped(out, names.s, 4, 4, 79);
}
