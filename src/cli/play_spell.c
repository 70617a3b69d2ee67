/* play_spell.c - the words of commands, in English and as the reader's language has them. */
#include <string.h>
#include <strings.h>

#include "play.h"

/* The commands, and the same in the reader's language, in the same order. */
static const char *const commands =
    FACT("help hint moves table guide terms why rule rules undo save log lesson review again menu quit players opponents "
         "language back resign rulings options seed casual games resume");

/* The word of a list that has that place; false: it is shorter. */
static bool take_word(const char *list, size_t place, char *word, size_t size)
{
    for (; place > 0 && *list; place--)
        list = skip_spaces(list + strcspn(list, " "));
    snprintf(word, size, "%.*s", (int)strcspn(list, " "), list);
    return word[0] != '\0';
}

/* They are asked for often: cut once for each language. */
const struct spelling *nth_spelling(size_t n)
{
    enum { MOST = 40 };
    static struct spelling all[MOST];
    static size_t count;
    static const char *language;
    if (language != cli_language)
        for (count = 0; count < MOST && take_word(commands, count, all[count].english, sizeof all->english) &&
                        take_word(cli_said(commands), count, all[count].own, sizeof all->own); count++)
            continue;
    language = cli_language;
    return n < count ? &all[n] : NULL;
}

struct spelling spelling_of(const char *command)
{
    struct spelling s;
    const struct spelling *known;
    for (size_t n = 0; (known = nth_spelling(n)) != NULL; n++)
        if (strcmp(known->english, command) == 0)
            return *known;
    snprintf(s.english, sizeof s.english, "%s", command);
    snprintf(s.own, sizeof s.own, "%s", command);
    return s;
}

const char *begun_as(const struct spelling *s, const char *text, size_t length)
{
    return strncasecmp(s->own, text, length) == 0 ? s->own : strncasecmp(s->english, text, length) == 0 ? s->english : NULL;
}

void spell_command(char text[PLAY_MAX_LINE])
{
    const struct spelling *s;
    size_t n = 0, typed = strcspn(text, " \t"), rest = strlen(text + typed) + 1;
    while ((s = nth_spelling(n)) != NULL && (strlen(s->own) != typed || strncasecmp(s->own, text, typed) != 0))
        n++;
    size_t size = s ? strlen(s->english) : 0;
    if (!s || typed == 0 || size + rest > PLAY_MAX_LINE)
        return;
    memmove(text + size, text + typed, rest);
    memcpy(text, s->english, size);
}
