/* verify.c - `bylaw verify`: replays transcripts and checks every line. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/transcript.h"
#include "cli.h"

#define MAX_LINE (64u << 20)   /* bytes of a line; far more than any game needs */

struct source {
    FILE *file;
    const char *name;
    char *line;
    uint32_t room;
    uint64_t number;
};

static bool next_line(struct bl_lines *lines, const char **line, size_t *size)
{
    struct source *s = lines->from;
    size_t n = 0;
    int c;
    s->number++;
    while ((c = getc_unlocked(s->file)) != EOF && c != '\n') {
        if (n == s->room)
            s->line = bl_grow(s->line, n + 1, &s->room, 1);
        s->line[n++] = (char)c;
        if (n > MAX_LINE)
            cli_wrong("%s: line %llu: longer than %u bytes", s->name,
                      (unsigned long long)s->number, MAX_LINE);
    }
    if (ferror(s->file))
        cli_wrong("%s: %s", s->name, strerror(errno));
    if (n == s->room)
        s->line = bl_grow(s->line, n + 1, &s->room, 1);
    s->line[n] = '\0';
    *line = s->line;
    *size = n;
    return c != EOF || n > 0;
}

static int verify_file(const char *path)
{
    bool is_input = strcmp(path, "-") == 0;
    const char *name = is_input ? "standard input" : path;
    struct source source = {.file = is_input ? stdin : fopen(path, "rb"), .name = name};
    if (!source.file) {
        cli_complain("%s: %s", name, strerror(errno));
        return CLI_WRONG;
    }
    struct bl_lines lines = {next_line, &source};
    struct bl_verdict verdict;
    bl_verify(&lines, &verdict);
    const char *mistaken = !verdict.ok && verdict.line == 1 && source.room > 0 ? cli_mistaken(source.line, false) : NULL;
    free(source.line);
    if (!is_input)
        fclose(source.file);
    if (mistaken) {
        cli_complain("%s: %s", name, cli_said(mistaken));
        return CLI_WRONG;
    }
    if (!verdict.ok) {
        BL_LOCAL struct bl_text fault = bl_text_heap();
        bl_put_fault(&fault, &verdict);
        cli_complain("%s: %s", name, fault.s);
        return verdict.unreadable ? CLI_WRONG : CLI_NO;
    }
    struct bl_text out = bl_text_heap();
    bl_putf(&out, "%s: ", name);
    bl_put_uint(&out, verdict.games);
    bl_put(&out, verdict.games == 1 ? " game, " : " games, ");
    bl_put_uint(&out, verdict.moves);
    bl_put(&out, " moves, every line holds\n");
    if (verdict.dealt > 0) {
        bl_putf(&out, "%s: ", name);
        bl_put_uint(&out, verdict.dealt);
        bl_put(&out, verdict.dealt == 1 ? " deal follows" : " deals follow");
        bl_putf(&out, " from the secret that was pledged as %s and the numbers of all seats\n", verdict.pledged);
    }
    if (verdict.courses > 0) {
        bl_putf(&out, "%s: casual: ", name);
        bl_put_uint(&out, verdict.taken_back);
        bl_put(&out, verdict.taken_back == 1 ? " move was taken back\n"
                                             : " moves were taken back\n");
    }
    cli_write(&out);
    return CLI_DONE;
}

int cmd_verify(const struct cli_args *args)
{
    int worst = CLI_DONE;
    for (size_t i = 0; i < args->word_count; i++) {
        int status = verify_file(args->words[i]);
        worst = status > worst ? status : worst;
    }
    return worst;
}
