/* logic_infer.c - `bylaw logic infer`: the conclusions of one inference. */
#include <stdlib.h>
#include "logic.h"

#include <string.h>

/* What --with is for each rule; 0: nothing is left free. */
static enum bl_want kind_of_with(enum bl_rule rule, uint32_t premises)
{
    switch (rule) {
    case BL_UNIVERSAL_INSTANTIATION: case BL_SUBSTITUTION: case BL_UNIVERSAL_GENERALIZATION:
    case BL_UNIVERSAL_GENERALIZATION_REF: case BL_EXISTENTIAL_GENERALIZATION:
    case BL_UNIVERSAL_MODUS_PONENS: case BL_EXISTENTIAL_MODUS_PONENS: case BL_IDENTITY:
    case BL_SUBSTITUTION_EQ:
        return BL_WFO;
    case BL_FALSY_AND: case BL_ADDITION: case BL_INDIRECT_PROOF:
        return BL_WFF;
    case BL_EVALUATION:
        return premises == 0 ? BL_WFF_OR_WFO : (enum bl_want)0;
    default:
        return (enum bl_want)0;
    }
}

/* --with. For substitution-eq it names a function: f, x_1, [health]. */
static bl_term read_with(const struct cli_args *args, struct bl_logic *l,
                         const struct bl_question *q)
{
    const char *given = cli_value(args, "with");
    enum bl_want want = kind_of_with(q->rule, q->premises);
    if (!given)
        return 0;
    if (!want)
        cli_wrong("logic infer: %s leaves nothing free: --with has no use",
                  bl_rule_name(q->rule));
    if (q->rule != BL_SUBSTITUTION_EQ)
        return logic_statement(l, "--with", given, want).term;
    BL_LOCAL struct bl_text applied = bl_text_heap();
    struct bl_statement s;
    struct bl_fault fault;
    bl_put(&applied, given);
    bl_put(&applied, "(0)");
    if (!bl_statement_parse(l, applied.s, applied.len, 0, BL_WFO, &s, &fault))
        s = logic_statement(l, "--with", given, BL_WFO);
    return s.term;
}

static const struct bl_proof *read_using(const struct cli_args *args, struct bl_logic *l,
                                         enum bl_logic_ruling ruling, int *status)
{
    const char *path = cli_value(args, "using");
    if (!path)
        return NULL;
    BL_LOCAL struct bl_text text = cli_slurp_file(path, CLI_MAX_INPUT);
    struct bl_proof_file file = {0};
    struct bl_read_fault fault;
    if (!bl_proof_read(l, text.s, text.len, ruling, NULL, &file, &fault))
        *status = logic_refused(args, path, &fault);
    return file.proof;
}

static void read_premises(const struct cli_args *args, struct bl_logic *l, struct bl_question *q)
{
    uint32_t least, most;
    bl_rule_premises(q->rule, &least, &most);
    q->premises = (uint32_t)(args->word_count - 2);
    if (q->premises < least || q->premises > most)
        cli_wrong("logic infer: %s takes %s%u premise%s, not %u", bl_rule_name(q->rule),
                  least < most ? "at most " : "", most, most == 1 ? "" : "s", q->premises);
    for (uint32_t i = 0; i < q->premises; i++)
        q->premise[i] = logic_statement(l, i == 0 ? "premise 1" : "premise 2", args->words[2 + i],
                                        BL_WFF);
    struct bl_statement *context = bl_new(args->given_count + 1, sizeof *context);
    for (size_t i = 0; i < args->given_count; i++)
        if (strcmp(args->given[i].option->name, "context") == 0)
            context[q->context_count++] =
                logic_statement(l, "--context", args->given[i].value, BL_WFF);
    q->context = context;
}

static void put_answer(struct bl_text *out, const struct bl_logic *l, const struct bl_question *q,
                       const struct bl_answer *a, bool json, bool ascii)
{
    if (a->count == 0 && json)
        bl_json_putf(out, "{'ok':false,'clause':'L.P.%d','why':%s", (int)q->rule,
                     bl_why_text(a->why));
    else if (a->count == 0)
        bl_putf(out, "nothing follows: L.P.%d %s: %s\n", (int)q->rule, bl_rule_name(q->rule),
                bl_why_text(a->why));
    else if (json)
        bl_put(out, "{\"ok\":true,\"conclusions\":[");
    for (uint32_t i = 0; i < a->count; i++) {
        BL_LOCAL struct bl_text s = bl_text_heap();
        bl_statement_print(l, &a->conclusions[i], ascii, &s);
        if (json)
            bl_json_put_string(out, s.s);
        else
            bl_putf(out, "%s\n", s.s);
    }
    if (json)
        bl_put(out, a->count > 0 ? "]}\n" : "}\n");
}

int logic_infer(const struct cli_args *args)
{
    struct bl_logic *l = bl_logic_new();
    struct bl_given_values given;
    int status = CLI_DONE;
    logic_values(args, l, &given);
    struct bl_question q = {.rule = bl_rule_find(args->words[1], strlen(args->words[1])),
                            .ruling = logic_ruling(args),
                            .values = given.count ? &given.values : NULL};
    if (!q.rule)
        cli_unknown("logic infer: ", "rule", args->words[1], logic_rule_name, "");
    read_premises(args, l, &q);
    q.with = read_with(args, l, &q);
    q.subproof = read_using(args, l, q.ruling, &status);
    if (status != CLI_DONE)
        return status;
    if (bl_rule_uses_subproof(q.rule) != (q.subproof != NULL))
        cli_wrong("logic infer: %s %s --using", bl_rule_name(q.rule),
                  q.subproof ? "takes no" : "needs");
    struct bl_answer *a = bl_new(1, sizeof *a);
    bl_infer(l, &q, a);
    if (a->count == 0 && a->needs_with)
        cli_wrong("logic infer: %s leaves something free; give it with --with",
                  bl_rule_name(q.rule));
    struct bl_text out = bl_text_heap();
    put_answer(&out, l, &q, a, cli_has(args, "json"), cli_has(args, "ascii"));
    cli_write(&out);
    status = a->count ? CLI_DONE : CLI_NO;
    free(a);
    free((void *)q.context);
    bl_logic_free(l);
    return status;
}
