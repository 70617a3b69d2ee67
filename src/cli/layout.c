/* layout.c - text for people: width, wrapping, help, near names. */
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/utf8.h"
#include "bylaw/bot.h"
#include "cli.h"

int cli_columns_of(int terminal)
{
    struct winsize size;
    return ioctl(terminal, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20 ? size.ws_col : 80;
}

int cli_columns(void)
{
    return cli_columns_of(STDOUT_FILENO);
}

/* A locale that is not installed says by its name what the terminal knows. */
bool cli_knows_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *name = NULL;
    if (setlocale(LC_CTYPE, ""))
        return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !(name && *name); i++)
        name = getenv(names[i]);
    name = name ? strchr(name, '.') : NULL;
    return name && (strcasecmp(name, ".UTF-8") == 0 || strcasecmp(name, ".utf8") == 0) && setlocale(LC_CTYPE, "C.UTF-8");
}

bool cli_shows_signs(void)
{
    return isatty(STDOUT_FILENO) && cli_knows_utf8();
}

int cli_line_columns(void)
{
    return isatty(STDOUT_FILENO) ? cli_columns() : INT_MAX;
}

/* Colours take no room. */
int cli_width(const char *text)
{
    size_t colours = 0;
    for (const char *at = text; (at = strstr(at, "\033[")) != NULL; at++)
        colours += strcspn(at, "m") + 1;
    return (int)(bl_utf8_count(text, strlen(text)) - colours);
}

void cli_put_spaces(struct bl_text *out, int n)
{
    while (n-- > 0)
        bl_put_char(out, ' ');
}

int cli_column(const char *const *words, size_t count)
{
    int most = 0;
    for (size_t i = 0; i < count; i++) {
        int width = cli_width(cli_said(words[i])) + 2;
        most = width > most ? width : most;
    }
    return most;
}

void cli_put_padded(struct bl_text *out, const char *text, int columns)
{
    bl_put(out, text);
    cli_put_spaces(out, columns - cli_width(text));
}

void cli_put_wrapped(struct bl_text *out, const char *text, int at, int indent, int columns)
{
    bool first = true;
    while (*text) {
        size_t bytes = strcspn(text, " \n");
        int width = (int)bl_utf8_count(text, bytes);
        if (bytes > 0) {
            if (!first && at + 1 + width > columns) {
                bl_put_char(out, '\n');
                cli_put_spaces(out, indent);
                at = indent;
            } else if (!first) {
                bl_put_char(out, ' ');
                at++;
            }
            bl_put_bytes(out, text, bytes);
            at += width;
            first = false;
        }
        text += bytes + (text[bytes] != '\0');
    }
    bl_put_char(out, '\n');
}

void cli_put_begun(struct bl_text *out, const char *begin, int indent, int columns, const char *text)
{
    bl_put(out, begin);
    size_t line = out->len;
    while (line > 0 && out->s[line - 1] != '\n')
        line--;
    cli_put_wrapped(out, text, cli_width(out->s + line), indent, columns);
}

void cli_put_paragraph(struct bl_text *out, const char *begin, int indent, int columns,
                       const char *format, ...)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    va_list args;
    va_start(args, format);
    bl_printv(&text, format, args);
    va_end(args);
    cli_put_begun(out, begin, indent, columns, text.s);
}

void cli_put_row(struct bl_text *out, const char *left, const char *text, int indent)
{
    cli_put_spaces(out, 2);
    cli_put_padded(out, left, indent - 4);
    cli_put_spaces(out, 2);
    int at = cli_width(left) > indent - 4 ? cli_width(left) + 4 : indent;
    cli_put_wrapped(out, text, at, indent, cli_columns());
}

static void put_program_help(struct bl_text *out)
{
    bl_put(out, "Usage: bylaw SUBCOMMAND …\n\n"
                "Plays card games to the letter: every verdict names the clause it rests on.\n\n"
                "Subcommands:\n");
    for (const struct command *c = cli_commands; c->name; c++)
        cli_put_row(out, c->name, c->summary, 14);
    bl_put(out, "\nOptions:\n");
    cli_put_row(out, "--help", "this text; after a subcommand, its own", 14);
    cli_put_row(out, "--version", "the version", 14);
    bl_put(out, "\nExit status: 0 done; 1 the answer is no (a refused move, a failed check);\n"
                "2 the call or the input is wrong, with one line that says where.\n");
}

static void put_option(struct bl_text *out, const struct cli_option *o)
{
    BL_LOCAL struct bl_text left = bl_text_heap();
    bl_putf(&left, o->value ? "--%s %s" : "--%s", o->name, o->value ? o->value : "");
    cli_put_row(out, left.s, o->text, 26);
}

void cli_put_bots(struct bl_text *out)
{
    bl_put(out, "\nBots:\n");
    for (const struct bl_bot *const *b = bl_bots(); *b; b++)
        cli_put_row(out, (*b)->name, (*b)->text, 14);
    cli_put_row(out, "cmd:COMMAND", "a program of yours that speaks the engine protocol (docs/engine-protocol.md): "
                "cmd:'python3 mybot.py'", 14);
}

static void put_command_help(struct bl_text *out, const struct command *command)
{
    static const struct cli_option help = {"help", NULL, "this text"};
    bl_putf(out, "Usage: bylaw %s %s\n\n", command->name, command->usage);
    const char *p = command->about;
    while (*p) {
        const char *end = strchr(p, '\n');
        size_t bytes = end ? (size_t)(end - p) : strlen(p);
        if (*p == ' ' || bytes == 0) {   /* an example or a blank line: as it is */
            bl_put_bytes(out, p, bytes);
            bl_put_char(out, '\n');
        } else {
            cli_put_paragraph(out, "", 0, cli_columns(), "%.*s", (int)bytes, p);
        }
        p += bytes + (end != NULL);
    }
    bl_put(out, "\nOptions:\n");
    for (const struct cli_option *o = command->options; o->name; o++)
        put_option(out, o);
    put_option(out, &help);
    if (command->more_help)
        command->more_help(out);
}

void cli_show_help(const struct command *command)
{
    struct bl_text out = bl_text_heap();
    if (command)
        put_command_help(&out, command);
    else
        put_program_help(&out);
    cli_write(&out);
}

_Noreturn void cli_unknown(const char *where, const char *what, const char *typed,
                           const char *(*name)(size_t), const char *otherwise)
{
    char begins[64] = "";
    size_t length = strcspn(typed, ":");   /* a bot's settings follow */
    memcpy(begins, typed, length < sizeof begins ? length : 0);
    const char *near = cli_nearest(begins, name);
    if (near)
        cli_wrong("%sthere is no %s '%s'; did you mean '%s'?", where, what, typed, near);
    cli_wrong("%sthere is no %s '%s'%s", where, what, typed, otherwise);
}

/* Whether two letters that stand side by side have changed places, and nothing else. */
static bool is_swapped(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return a[i] && b[i] && a[i + 1] && a[i] == b[i + 1] && a[i + 1] == b[i] && strcmp(a + i + 2, b + i + 2) == 0;
}

const char *cli_nearest(const char *typed, const char *(*name)(size_t))
{
    const char *nearest = NULL;
    size_t length = strlen(typed);
    unsigned least = length < 2 ? 0 : length < 4 ? 2 : 3;   /* further is not near */
    for (size_t i = 0; name(i); i++) {
        unsigned distance = is_swapped(typed, name(i)) ? 1 : bl_distance(typed, name(i));
        if (distance < least && distance < strlen(name(i))) {
            least = distance;
            nearest = name(i);
        }
    }
    return nearest;
}
