/* logic_check.c - `bylaw logic check`: a proof file, line by line through the kernel. */
#include <stdlib.h>

#include "logic.h"

#include <string.h>

static void put_refused_json(struct bl_text *out, const struct bl_read_fault *f)
{
    bl_json_open(out, '{');
    bl_json_key(out, "ok");
    bl_json_put_bool(out, false);
    bl_json_key(out, "line");
    bl_json_put_int(out, (int64_t)f->line);
    if (f->rule) {
        char clause[16];
        struct bl_text t = BL_TEXT_FIXED(clause);
        bl_putf(&t, "L.P.%d", (int)f->rule);
        bl_json_key(out, "clause");
        bl_json_put_string(out, clause);
    } else {
        bl_json_key(out, "column");
        bl_json_put_int(out, (int64_t)f->at.column);
    }
    bl_json_key(out, "why");
    bl_json_put_string(out, f->rule ? bl_why_text(f->why) : f->at.why);
    bl_put(out, "}\n");
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

static void put_checked(struct bl_text *out, const struct bl_proof *p, bool json)
{
    int points = (int)bl_proof_points(p);
    int lemmas = (int)(bl_proof_lines(p) - bl_proof_axioms(p));
    if (json)
        bl_putf(out, "{\"ok\":true,\"points\":%d,\"lemmas\":%d}\n", points, lemmas);
    else
        bl_putf(out, "points %d, lemmas %d\n", points, lemmas);
}

int logic_check(const struct cli_args *args)
{
    if (args->word_count > 2)
        cli_wrong("logic check: '%s' is one word too many", args->words[2]);
    enum bl_logic_ruling ruling = logic_ruling(args);
    struct bl_logic *l = bl_logic_new();
    struct bl_given_values given;
    logic_values(args, l, &given);
    struct bl_text text = logic_slurp(args->words[1]), out = bl_text_heap();
    struct bl_proof_file *file = bl_new(1, sizeof *file);
    struct bl_read_fault fault;
    int status = CLI_DONE;
    const struct bl_values *values = given.count ? &given.values : NULL;
    if (bl_proof_read(l, text.s, text.len, ruling, values, file, &fault))
        put_checked(&out, file->proof, cli_has(args, "json"));
    else
        status = logic_refused(args, args->words[1], &fault);
    cli_write(&out);
    bl_text_free(&text);
    free(file);
    bl_logic_free(l);
    return status;
}
