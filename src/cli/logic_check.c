/* logic_check.c - `bylaw logic check`: a proof file, line by line through the kernel. */
#include "logic.h"

#include <string.h>

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
        logic_complain(strcmp(path, "-") == 0 ? "standard input" : path, f->line, f->text, f->size,
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

int logic_check(const struct cli_args *args)
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
