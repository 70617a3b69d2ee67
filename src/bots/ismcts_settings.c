/* ismcts_settings.c - the budget and the settings of a search, as text: "1000", "200ms:trees=2". */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "ismcts.h"

static const struct ismcts_settings usual = {
    .iterations = 1000, .trees = 1, .cut = ISMCTS_UNSET, .policy = PLAY_BETTER_OF_TWO,
    .explore = -1, .doubt = -1, .widen = 16, .open = 2,
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

/* A whole number up to `most`, or a word that stands for 0. */
static bool read_count(const char *text, const char *zero, uint32_t most, uint32_t *out)
{
    uint64_t n = 0;
    bool is_word = strcmp(text, zero) == 0;
    bool good = is_word || (bl_take_number(&text, most, &n) && n > 0 && *text == '\0');
    *out = (uint32_t)n;
    return good;
}

/* One of several words, from 0; -1: none. */
static int read_word(const char *text, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    return -1;
}

static bool read_switch(const char *text, bool *out)
{
    static const char *const words[] = {"no", "yes", NULL};
    int n = read_word(text, words);
    *out = n == 1;
    return n >= 0;
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

static bool read_setting(struct ismcts_settings *s, const char *name, const char *value)
{
    static const char *const policies[] = {"any", "two", "liked", NULL};
    static const char *const nodes[] = {"moves", "searcher", "table", "mover", NULL};
    int n;
    if (strcmp(name, "trees") == 0)
        return read_count(value, "cores", 1024, &s->trees);
    if (strcmp(name, "cut") == 0)
        return read_count(value, "none", 100000, &s->cut);
    if (strcmp(name, "widen") == 0)
        return read_count(value, "none", 10000, &s->widen);
    if (strcmp(name, "open") == 0)
        return read_count(value, "none", 10000, &s->open) && s->open > 0;
    if (strcmp(name, "reuse") == 0)
        return read_switch(value, &s->reuse);
    if (strcmp(name, "order") == 0)
        return read_switch(value, &s->order);
    if (strcmp(name, "c") == 0)
        return read_decimal(value, &s->explore);
    if (strcmp(name, "doubt") == 0)
        return read_decimal(value, &s->doubt);
    if (strcmp(name, "nodes") == 0 && (n = read_word(value, nodes)) >= 0)
        return s->nodes = (enum ismcts_nodes)n, true;
    if (strcmp(name, "playout") == 0 && (n = read_word(value, policies)) >= 0)
        return s->policy = (enum ismcts_policy)n, true;
    return false;
}

/* One part between colons. */
static bool read_part(struct ismcts_settings *s, char *part)
{
    char *equals = strchr(part, '=');
    if (!equals)
        return read_budget(s, part);
    *equals = '\0';
    bool good = read_setting(s, part, equals + 1);
    *equals = '=';
    return good;
}

static const void *read_settings(const char *text, bool cheats, struct bl_text *why)
{
    struct ismcts_settings s = usual;
    s.cheats = cheats;
    for (bool more = *text; more;) {
        char part[64];
        size_t length = strcspn(text, ":");
        memcpy(part, text, length < sizeof part ? length : 0);
        part[length < sizeof part ? length : 0] = '\0';
        if (!read_part(&s, part)) {
            bl_put(why, "'");
            bl_put_bytes(why, text, length);
            bl_put(why, "' is no budget (1000, 200ms, 2s) and no setting (trees, cut, playout, c, "
                        "doubt, widen, open, order, reuse, nodes)");
            return NULL;
        }
        more = text[length] == ':';
        text += length + more;
    }
    return bl_copy_of(&s, sizeof s);
}

const void *ismcts_set(const char *text, struct bl_text *why)
{
    return read_settings(text, false, why);
}

const void *ismcts_set_cheating(const char *text, struct bl_text *why)
{
    return read_settings(text, true, why);
}
