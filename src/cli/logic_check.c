/* logic_check.c - `bylaw logic check`: a proof file, line by line through the kernel. */
#include <stdlib.h>

#include "logic.h"

#include <string.h>

static void put_refused_json(struct bl_text *out, const struct bl_read_fault *f)
{
    bl_json_putf(out, "{'ok':false,'line':%d", (int)f->line);
    if (f->rule)
        bl_putf(out, ",\"clause\":\"L.P.%d\"", (int)f->rule);
    else
        bl_json_putf(out, "'column':%d", (int)f->at.column);
    bl_json_putf(out, "'why':%s}\n", f->rule ? bl_why_text(f->why) : f->at.why);
}

int logic_refused(const struct cli_args *args, const char *path, const struct bl_read_fault *f)
{
    struct bl_text out = bl_text_heap();
    if (cli_has(args, "json")) {
        put_refused_json(&out, f);
    } else if (f->rule) {
        bl_putf(&out, "line %d: L.P.%d %s: %s\n    ", (int)f->line, (int)f->rule,
                bl_rule_name(f->rule), bl_why_text(f->why));
        bl_put_bytes(&out, f->text, f->size);
        bl_put(&out, "\n");
    } else {
        logic_complain(strcmp(path, "-") == 0 ? "standard input" : path, f->line, f->text, f->size,
                       &f->at);
    }
    cli_write(&out);
    return f->rule ? CLI_NO : CLI_WRONG;
}

int logic_check(const struct cli_args *args)
{
    enum bl_logic_ruling ruling = logic_ruling(args);
    struct bl_logic *l = bl_logic_new();
    struct bl_given_values given;
    logic_values(args, l, &given);
    BL_LOCAL struct bl_text text = logic_slurp(args->words[1]), out = bl_text_heap();
    struct bl_proof_file *file = bl_new(1, sizeof *file);
    struct bl_read_fault fault;
    int status = CLI_DONE;
    const struct bl_values *values = given.count ? &given.values : NULL;
    if (bl_proof_read(l, text.s, text.len, ruling, values, file, &fault))
        bl_putf(&out, cli_has(args, "json") ? "{\"ok\":true,\"points\":%d,\"lemmas\":%d}\n"
                                            : "points %d, lemmas %d\n",
                (int)bl_proof_points(file->proof), logic_lemmas(file->proof));
    else
        status = logic_refused(args, args->words[1], &fault);
    cli_write(&out);
    free(file);
    bl_logic_free(l);
    return status;
}
