/* io.c - reading, writing, and saying what is wrong. */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/utf8.h"
#include "bylaw/fact.h"
#include "cli.h"

static void say_line(char *line)
{
    bl_utf8_plain(line, "");   /* what was given may be quoted: it stays one line */
    fflush(stdout);
    fprintf(stderr, "bylaw: %s\n", line);
}

static void say(const char *format, va_list args)
{
    BL_LOCAL struct bl_text line = bl_text_heap();
    bl_printv(&line, format, args);
    say_line(line.s);
}

void cli_complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
}

_Noreturn void cli_wrong(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    exit(CLI_WRONG);
}

_Noreturn void cli_wrong_said(const char *format, ...)
{
    BL_LOCAL struct bl_text line = bl_text_heap();
    va_list args;
    va_start(args, format);
    cli_tellv(&line, format, args);
    va_end(args);
    say_line(line.s);
    exit(CLI_WRONG);
}

_Noreturn void cli_write_failed(const char *name)
{
    int fault = errno;
    if (fault == EPIPE) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    fprintf(stderr, "bylaw: %s: %s\n", name, strerror(fault));
    _Exit(CLI_WRONG);
}

void cli_plain(struct bl_text *text, const char *but)
{
    if (text->len == 0)
        return;
    bl_utf8_plain(text->s, but);
    text->len = strlen(text->s);
}

void cli_write(struct bl_text *text)
{
    cli_plain(text, "\n\t");
    if (fwrite(text->s, 1, text->len, stdout) != text->len)
        cli_write_failed("standard output");
    bl_text_free(text);
}

void cli_flush(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        cli_write_failed("standard output");
}

static bool slurp(FILE *from, const char *name, size_t max, struct bl_text *all, struct bl_text *why)
{
    char piece[65536];
    size_t got;
    while ((got = fread(piece, 1, sizeof piece, from)) > 0) {
        if (all->len + got > max) {
            bl_putf(why, "%s: more than ", name);
            bl_put_uint(why, max);
            bl_put(why, " bytes; no input is that long");
            return false;
        }
        bl_put_bytes(all, piece, got);
    }
    bool good = !ferror(from);
    if (!good)
        bl_putf(why, "%s: %s", name, strerror(errno));
    return good;
}

bool cli_read_file(const char *path, size_t max, struct bl_text *all, struct bl_text *why)
{
    bool input = strcmp(path, "-") == 0;
    FILE *from = input ? stdin : fopen(path, "rb");
    if (!from)
        bl_putf(why, "%s: %s", path, strerror(errno));
    bool good = from && slurp(from, input ? "standard input" : path, max, all, why);
    if (from && !input)
        fclose(from);
    return good;
}

struct bl_text cli_slurp_file(const char *path, size_t max)
{
    struct bl_text all = bl_text_heap();
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (!cli_read_file(path, max, &all, &why))
        cli_wrong("%s", why.s);
    return all;
}

struct bl_text cli_slurp(FILE *from, const char *name, size_t max)
{
    struct bl_text all = bl_text_heap();
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (!slurp(from, name, max, &all, &why))
        cli_wrong("%s", why.s);
    return all;
}

bool cli_own_file(struct bl_text *path, const char *variable, const char *under, const char *name)
{
    const char *folder = getenv(variable), *home = getenv("HOME");
    if (folder && *folder == '/')
        bl_put(path, folder);
    else if (home && *home == '/')
        bl_putf(path, "%s/%s", home, under);
    else
        return false;
    bl_putf(path, "/bylaw/%s", name);
    for (char *at = path->s; (at = strchr(at + 1, '/')) != NULL; *at = '/') {
        *at = '\0';
        mkdir(path->s, 0700);   /* most are there; what cannot be made shows in a moment */
    }
    return true;
}

void cli_put_quoted(struct bl_text *out, const char *word)
{
    static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                   "_-./,:=+@%";
    if (*word && word[strspn(word, harmless)] == '\0') {
        bl_put(out, word);
        return;
    }
    bl_put_char(out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            bl_put(out, "'\\''");
        else
            bl_put_char(out, *word);
    bl_put_char(out, '\'');
}

static const char *program = "bylaw";

void cli_started_as(const char *name)
{
    if (name && strchr(name, '/'))
        program = name;
}

void cli_put_call(struct bl_text *out, const char *rest)
{
    cli_put_quoted(out, program);
    bl_putf(out, " %s", rest);
}

const char *cli_mistaken(const char *text, bool for_position)
{
    if (strncmp(text, "{\"setup\":", 9) == 0)
        return FACT("a running game that the page has saved, which only the page can go on with; open it there, and "
                    "save it again when it is over");
    if (for_position && strncmp(text, "{\"bylaw\":", 9) == 0)
        return FACT("a saved game, which `bylaw play --resume` goes on with and `bylaw review` judges");
    if (!for_position && strncmp(text, "{\"game\":", 8) == 0 && strstr(text, "\"state\":{"))
        return FACT("a position, which `bylaw show` draws and `bylaw play --position` begins from");
    return NULL;
}
