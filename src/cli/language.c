/* language.c - what is said to whoever reads, in their language. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "bylaw/fact.h"
#include "cli.h"

static struct bl_catalogue opened;
const struct bl_catalogue *cli_catalogue;
const char *cli_language = "en";

static void put_known(struct bl_text *out)
{
    for (const struct cli_language *l = cli_languages; l->name; l++)
        bl_putf(out, l == cli_languages ? "%s" : ", %s", l->name);
}

bool cli_speak_in(const char *language, struct bl_text *why)
{
    BL_LOCAL struct bl_text known = bl_text_heap();
    const struct cli_language *l = cli_languages;
    while (l->name && strcasecmp(l->name, language) != 0)
        l++;
    if (!l->name) {
        put_known(&known);
        cli_tell(why, "there is no language '%s'; there are %s", language, known.s);
    } else if (l == cli_languages) {
        cli_catalogue = NULL;
    } else if (bl_catalogue_open(&opened, l->catalogue, l->size)) {
        cli_catalogue = &opened;
    } else {
        cli_tell(why, "this program was built without msgfmt, and knows English only");
    }
    if (why->len == 0)
        cli_language = l->name;
    return why->len == 0;
}

/* As in every program: the first of these that says anything. */
static const char *locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return value;
    }
    return "";
}

/* "de", "de_AT.UTF-8", "de@euro"; what is not known is no fault of whoever has it. */
static void speak_as_locale(void)
{
    BL_LOCAL struct bl_text name = bl_text_heap(), ignored = bl_text_heap();
    const char *value = locale();
    bl_put_bytes(&name, value, strcspn(value, "_.@"));
    cli_speak_in(name.s, &ignored);
}

void cli_speak(const struct cli_args *args)
{
    const char *asked = cli_value(args, "language");
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (!asked && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        speak_as_locale();
    if (asked && !cli_speak_in(asked, &why))
        cli_wrong("--language: %s", why.s);
}

/* ---- saying ----------------------------------------------------------------- */

const char *cli_said(const char *english)
{
    return bl_say(cli_catalogue, english);
}

void cli_tellv(struct bl_text *out, const char *format, va_list args)
{
    bl_tellfv(out, &(struct bl_voice){.catalogue = cli_catalogue}, format, args);
}

void cli_tell(struct bl_text *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cli_tellv(out, format, args);
    va_end(args);
}

void cli_tell_paragraph(struct bl_text *out, const char *begin, int indent, int columns,
                        const char *format, ...)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    va_list args;
    va_start(args, format);
    cli_tellv(&text, format, args);
    va_end(args);
    cli_put_begun(out, begin, indent, columns, text.s);
}
