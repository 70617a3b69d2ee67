/* logic_search.c - `bylaw logic search`: a cheapest proof, as a proof file. */
#include "logic.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

static bool time_is_up(void *deadline)
{
    return interrupted || bl_now() > *(double *)deadline;
}

static double read_seconds(const struct cli_args *args)
{
    const char *given = cli_value(args, "time");
    if (!given)
        return cli_has(args, "steps") ? 1e9 : 10;
    char *end;
    errno = 0;
    double s = strtod(given, &end);
    if (errno || end == given || *end || !(s >= 0 && s <= 1e9))
        cli_wrong("--time: '%s' is not a number of seconds", given);
    return s;
}

/* What a subproof is called in the file. */
static const char *name_of(const struct bl_proof_file *file, const struct bl_proof *p)
{
    for (uint32_t i = 0; p && i < file->subproof_count; i++)
        if (file->subproofs[i].proof == p)
            return file->subproofs[i].name;
    return NULL;
}

/* The proof with the subproofs of the file in front, as they were written there. */
static void put_proof(struct bl_text *out, const struct logic_call *c, const struct bl_proof *proof,
                      bool ascii)
{
    const char *end = c->text.s + c->text.len;
    uint32_t depth = 0;
    for (const char *line = c->text.s; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        const char *at = line + strspn(line, " \t\r\v\f");
        bool opens = strncmp(at, "subproof", 8) == 0, closes = *at == '}';
        depth += opens;
        if (depth > 0 && at < stop) {
            if (ascii)
                logic_put_in_words(out, line, stop);
            else
                bl_put_bytes(out, line, (size_t)(stop - line));
            bl_put_char(out, '\n');
        }
        depth -= closes && depth > 0;
        line = stop + 1;
    }
    for (uint32_t i = 1; i <= bl_proof_lines(proof); i++) {
        const struct bl_line *line = bl_proof_line(proof, i);
        bl_line_print(c->l, line, name_of(&c->file, line->subproof), ascii, out);
        bl_put_char(out, '\n');
    }
}

/* Where the search gave up: "; it met a limit: 200 terms to put for variables, …", or nothing. */
static void put_limits(struct bl_text *out, const struct bl_found *f)
{
    const char *before = "; it met a limit: ";
    for (unsigned i = 0; !f->least && i < BL_LIMITS; i++)
        if (f->cut[i]) {
            bl_putf(out, "%s%d %s", before, (int)f->cut[i], bl_search_limit_text(i));
            before = ", ";
        }
}

static void put_found(struct bl_text *out, const struct logic_call *c, const struct bl_found *f,
                      bool json, bool ascii)
{
    int points = (int)bl_proof_points(f->proof), lemmas = logic_lemmas(f->proof);
    int line = (int)f->line[0], other = (int)f->line[1];
    BL_LOCAL struct bl_text proof = bl_text_heap();
    put_proof(&proof, c, f->proof, ascii && !json);
    if (json) {
        bl_json_putf(out, "{'ok':true,'points':%d,'lemmas':%d", points, lemmas);
        bl_json_putf(out, other ? "'lines':[%d,%d]" : "'lines':[%d]", line, other);
        bl_json_putf(out, "'least':%t,'proof':%s}\n", f->least, proof.s);
    } else {
        bl_putf(out, "# points %d, lemmas %d, ", points, lemmas);
        bl_putf(out, other ? "contradiction between %d and %d\n" : "wanted: %d\n", line, other);
        bl_put(out, f->least ? "# no cheaper one is made up of the inferences that the search knows"
                             : "# a cheaper one may exist");
        put_limits(out, f);
        bl_put_char(out, '\n');
        bl_put(out, proof.s);
    }
}

static void put_nothing(struct bl_text *out, const struct bl_search *s, const struct bl_found *f,
                        bool json)
{
    BL_LOCAL struct bl_text t = bl_text_heap();
    switch (f->end) {
    case BL_NO_CONTRADICTION:
        bl_putf(&t, "no contradiction exists: there is a model with %d element%s",
                (int)f->elements, f->elements == 1 ? "" : "s");
        break;
    case BL_STOPPED:
        bl_put(&t, interrupted ? "stopped: nothing found until then"
                              : "nothing found in the time given");
        break;
    case BL_NO_ROOM:
        bl_put(&t, "nothing found in the memory that a search may take");
        break;
    default:
        if (f->steps >= s->steps)
            bl_put(&t, "nothing found within the steps given");
        else {
            bl_putf(&t, "nothing found within %d points", (int)s->budget);
            struct bl_text limits = bl_text_heap();
            put_limits(&limits, f);
            bl_put(&t, limits.len ? limits.s : ", by all that the search knows to try");
            bl_text_free(&limits);
        }
    }
    if (json)
        bl_json_putf(out, "{'ok':false,'why':%s}\n", t.s);
    else
        bl_putf(out, "%s\n", t.s);
}

int logic_search(const struct cli_args *args)
{
    static struct logic_call call;
    const char *goal = cli_value(args, "goal");
    if (!goal == !cli_has(args, "contradiction"))
        cli_wrong("logic search: give --goal or --contradiction%s", goal ? ", not both" : "");
    int status = logic_open(args, &call);
    if (status != CLI_DONE)
        return status;
    double deadline = bl_now() + read_seconds(args);
    struct bl_search s = {.from = call.file.proof, .values = call.values, .letter = true, .stop = time_is_up,
                          .of = &deadline,
                          .goal = goal ? logic_statement(call.l, "--goal", goal, BL_WFF).term : 0,
                          .budget = (uint32_t)cli_number(args, "budget", 0, 1000000, 1000),
                          .steps = cli_number(args, "steps", 1, UINT64_MAX, 20000000),
                          .longer = 100000, .prove = true};
    struct bl_found f;
    /* A second Ctrl-C ends the program. */
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    bl_search(call.l, &s, &f);
    signal(SIGINT, SIG_DFL);
    bool json = cli_has(args, "json");
    struct bl_text out = bl_text_heap();
    if (f.end == BL_FOUND)
        put_found(&out, &call, &f, json, cli_has(args, "ascii"));
    else
        put_nothing(&out, &s, &f, json);
    cli_write(&out);
    logic_close(&call);
    return f.end == BL_FOUND ? CLI_DONE : CLI_NO;
}
