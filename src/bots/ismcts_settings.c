/* ismcts_settings.c - the budget and the settings of a search, as text: "1000", "200ms:trees=2". */
#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "ismcts.h"

static const struct ismcts_settings usual = {
    .iterations = 1000, .trees = 1, .cut = ISMCTS_UNSET, .policy = PLAY_BETTER_OF_TWO,
    .explore = -1, .doubt = -1, .widen = 16, .open = 2, .belief = BELIEVE_PLAYED,
    .endings = 1, .often = 1,
};

/* "1000" iterations, "200ms", "2s". */
static bool read_budget(struct ismcts_settings *s, const char *text)
{
    uint64_t n;
    if (!bl_take_number(&text, 999999999, &n) || n == 0)
        return false;
    bool ms = strcmp(text, "ms") == 0, seconds = strcmp(text, "s") == 0;
    if (!(ms || seconds || *text == '\0') || (seconds && n > 86400))
        return false;
    s->iterations = ms || seconds ? 0 : n;
    s->milliseconds = (uint32_t)(seconds ? 1000 * n : ms ? n : 0);
    return true;
}

/* "0.7": thousandths count. */
static bool read_decimal(const char *text, float *out)
{
    uint64_t whole, part = 0, scale = 1;
    if (!bl_take_number(&text, 99, &whole))
        return false;
    if (*text == '.')
        for (text++; *text >= '0' && *text <= '9' && scale < 1000; scale *= 10)
            part = 10 * part + (uint64_t)(*text++ - '0');
    *out = (float)whole + (float)part / (float)scale;
    return *text == '\0';
}

/* A setting is a decimal, where `most` is DECIMAL; or one of the words, which stand for 0, 1 …; or a
 * whole number from 1 to `most`. In the order in which they are named to people. */
#define DECIMAL UINT32_MAX
#define AT(member) offsetof(struct ismcts_settings, member)
static const struct setting {
    const char *name;
    size_t at;
    uint32_t most;
    const char *words[5];
} table[] = {
    {"trees", AT(trees), 1024, {"cores"}},
    {"cut", AT(cut), 100000, {"none"}},
    {"playout", AT(policy), 0, {"any", "two", "liked"}},
    {"leaf", AT(often), 100000, {NULL}},
    {"c", AT(explore), DECIMAL, {NULL}},
    {"doubt", AT(doubt), DECIMAL, {NULL}},
    {"widen", AT(widen), 10000, {"none"}},
    {"open", AT(open), 10000, {NULL}},
    {"order", AT(order), 0, {"no", "yes"}},
    {"reuse", AT(reuse), 0, {"no", "yes"}},
    {"nodes", AT(nodes), 0, {"moves", "searcher", "table", "mover"}},
    {"belief", AT(belief), 0, {"view", "sure", "played"}},
    {"endings", AT(endings), 0, {"no", "yes"}},
    {"net", AT(net), 0, {"no", "yes"}},
};
enum { SETTINGS = sizeof table / sizeof table[0] };

static bool read_value(const struct setting *t, const char *text, uint32_t *out)
{
    uint64_t n;
    for (uint32_t i = 0; t->words[i]; i++)
        if (strcmp(t->words[i], text) == 0)
            return *out = i, true;
    return bl_take_number(&text, t->most, &n) && n > 0 && *text == '\0' && (*out = (uint32_t)n);
}

/* One part between colons. */
static bool read_part(struct ismcts_settings *s, const char *part)
{
    size_t name = strcspn(part, "=");
    if (!part[name])
        return read_budget(s, part);
    for (const struct setting *t = table; t < table + SETTINGS; t++)
        if (strlen(t->name) == name && strncmp(t->name, part, name) == 0) {
            void *at = (char *)s + t->at;
            return t->most == DECIMAL ? read_decimal(part + name + 1, at)
                                      : read_value(t, part + name + 1, at);
        }
    return false;
}

const void *ismcts_set(const char *text, struct bl_text *why)
{
    struct ismcts_settings s = usual;
    for (bool more = *text; more;) {
        char part[64];
        size_t length = strcspn(text, ":");
        memcpy(part, text, length < sizeof part ? length : 0);
        part[length < sizeof part ? length : 0] = '\0';
        if (!read_part(&s, part)) {
            bl_put(why, "'");
            bl_put_bytes(why, text, length);
            bl_put(why, "' is no budget (1000, 200ms, 2s) and no setting (");
            for (int i = 0; i < SETTINGS; i++)
                bl_putf(why, i > 0 ? ", %s" : "%s", table[i].name);
            bl_put_char(why, ')');
            return NULL;
        }
        more = text[length] == ':';
        text += length + more;
    }
    return bl_copy_of(&s, sizeof s);
}
