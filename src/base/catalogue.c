/* catalogue.c - reading gettext's catalogues. */
#include "bylaw/catalogue.h"

#include <string.h>

enum { MAGIC_AT = 0, COUNT_AT = 8, KEYS_AT = 12, TEXTS_AT = 16, HEADER = 28, ROW = 8 };

static uint32_t number_at(const struct bl_catalogue *c, size_t at)
{
    uint32_t n;
    memcpy(&n, c->bytes + at, sizeof n);
    return c->swapped ? __builtin_bswap32(n) : n;
}

/* Text number `i` of a table: inside the bytes, with its NUL; or NULL. */
static const char *text_at(const struct bl_catalogue *c, uint32_t table, uint32_t i)
{
    size_t length = number_at(c, table + i * ROW), at = number_at(c, table + i * ROW + 4);
    if (at >= c->size || length >= c->size - at || c->bytes[at + length] != '\0')
        return NULL;
    return (const char *)c->bytes + at;
}

static bool table_fits(const struct bl_catalogue *c, uint32_t table)
{
    return table <= c->size && c->count <= (c->size - table) / ROW;
}

bool bl_catalogue_open(struct bl_catalogue *c, const void *bytes, size_t size)
{
    const uint32_t magic = 0x950412de;
    *c = (struct bl_catalogue){.bytes = bytes, .size = size};
    if (size < HEADER || size > UINT32_MAX)
        return false;
    c->swapped = number_at(c, MAGIC_AT) != magic;
    if (number_at(c, MAGIC_AT) != magic)
        return false;
    c->count = number_at(c, COUNT_AT);
    c->keys = number_at(c, KEYS_AT);
    c->texts = number_at(c, TEXTS_AT);
    if (!table_fits(c, c->keys) || !table_fits(c, c->texts))
        return false;
    for (uint32_t i = 0; i < c->count; i++)
        if (!text_at(c, c->keys, i) || !text_at(c, c->texts, i))
            return false;
    return true;
}

/* Keys are sorted. */
const char *bl_say(const struct bl_catalogue *c, const char *english)
{
    if (!c || !*english)   /* the empty key is the catalogue's own header */
        return english;
    for (uint32_t from = 0, to = c->count; from < to;) {
        uint32_t middle = from + (to - from) / 2;
        int order = strcmp(english, text_at(c, c->keys, middle));
        if (order == 0)
            return text_at(c, c->texts, middle);
        if (order < 0)
            to = middle;
        else
            from = middle + 1;
    }
    return english;
}
