/* crowd.h - what the fuzz targets of the server's core share: a message from a fuzzer, what comes of it. */
#ifndef BYLAW_TESTS_FUZZ_CROWD_H
#define BYLAW_TESTS_FUZZ_CROWD_H

#include "server/house.h"

/* The moves made at a table, by its log. */
static inline int crowd_moves(struct house *h, const char *table)
{
    const struct house_log *log = house_log(h, table);
    int made = 0;
    for (uint32_t i = 0; log && i < log->count; i++)
        made += strstr(log->records[i], "{\"t\":\"moved\"") || strstr(log->records[i], "{\"t\":\"heard\"");
    return made;
}

/* A message, in which $T is the table and $C how many moves were made. */
static inline void crowd_put(struct bl_text *out, struct house *h, const char *table, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char sign = text[i] == '$' && i + 1 < size ? text[i + 1] : '\0';
        if (sign == 'T')
            bl_put(out, table);
        else if (sign == 'C')
            bl_put_int(out, crowd_moves(h, table));
        else
            bl_put_char(out, text[i]);
        i += sign == 'T' || sign == 'C';
    }
}

/* The next line of an inbox, which is an answer or news; NULL: there is none. */
static inline json_t *crowd_line(const char **at, bool *answer)
{
    size_t n = strcspn(*at, "\n");
    if (n == 0)
        return NULL;
    json_t *line = json_loadb(*at, n, 0, NULL);
    *answer = json_object_get(line, "answer") || json_object_get(line, "error");
    if (!json_is_object(line) || (json_object_get(line, "id") != NULL) != *answer ||
        *answer == json_is_string(json_object_get(line, "news")))
        abort();
    *at += n + 1;
    return line;
}

#endif
