/* fuzz_service.c - any bytes as requests, one a line, to a service with a table of one of the games.
 * Each is answered by one JSON object with one member. What comes before an empty line is a
 * catalogue of words; facts are told of their own arguments in it. At the end the game is kept, the
 * kept moves are damaged, and dealt. */
#define _GNU_SOURCE
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/fact.h"
#include "bylaw/service.h"
#include "fuzz.h"

/* Whatever the catalogue has for it, a fact draws what its own arguments are, and nothing else; where
 * its words hang on who reads ({your|%p's}), maybe fewer of them. */
static void check_facts(const json_t *value)
{
    const char *format = json_string_value(json_object_get(value, "format")), *name;
    const json_t *parts = json_object_get(value, "parts");
    json_t *member;
    size_t i, drawn = 0, own = 0;
    bool chooses = format && strchr(format, '{');
    json_object_foreach((json_t *)value, name, member)
        check_facts(member);
    json_array_foreach(value, i, member)
        check_facts(member);
    if (!format || !parts)
        return;
    json_array_foreach(parts, i, member)
        drawn += json_is_object(member);
    for (char letter; (letter = bl_format_letter(&format)) != '\0';)
        own += strchr("pFGfgl", letter) != NULL;
    if (chooses ? drawn > own : drawn != own)
        abort();
}

static json_t *ask(struct bl_service *service, const char *request, size_t size)
{
    const struct bl_text *said = bl_service_ask(service, request, size);
    json_t *answer = json_loadb(said->s, said->len, 0, NULL);
    if (json_object_size(answer) != 1 || (!json_object_get(answer, "answer") &&
                                          !json_string_value(json_object_get(answer, "error"))))
        abort();
    check_facts(answer);
    return answer;
}

/* As a link or a browser's storage may have it. */
static void deal_damaged(struct bl_service *service, const char *deal, unsigned how)
{
    static const char keep[] = "{\"ask\":\"keep\",\"table\":1}";
    json_t *kept = ask(service, keep, sizeof keep - 1);
    json_t *moves = json_object_get(kept, "answer"), *request = json_loads(deal, 0, NULL);
    if (json_array_size(moves)) {
        size_t place = how % json_array_size(moves);
        char *text = strdup(json_string_value(json_array_get(moves, place)));
        if (*text && how % 3)
            text[how / 3 % strlen(text)] = (char)('0' + how % 64);
        json_array_set_new(moves, place, json_string(text));
        free(text);
    }
    json_object_set(request, "moves", moves);
    char *again = json_dumps(request, JSON_COMPACT);
    json_decref(ask(service, again, strlen(again)));
    free(again);
    json_decref(request);
    json_decref(kept);
}

/* What takes as long as is asked for: that it takes long is no fault. */
static bool takes_long(const char *request, size_t size)
{
    json_t *r = json_loadb(request, size, 0, NULL);
    const char *what = json_string_value(json_object_get(r, "ask"));
    bool lasts = what && (!strcmp(what, "simulate") || !strcmp(what, "find"));
    json_decref(r);
    return lasts || memmem(request, size, "ismcts", 6) || memmem(request, size, "cheat", 5);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct bl_game *game = fuzz_game(&data, &size);
    struct bl_service *service = bl_service_new();
    char deal[160];
    int n = snprintf(deal, sizeof deal, "{\"ask\":\"deal\",\"game\":\"%s\",\"players\":%d,"
                     "\"seed\":\"%d\",\"bots\":[null,\"random\"]}", game->id,
                     game->min_players > 2 ? game->min_players : 2, (int)(size % 7));
    json_decref(ask(service, deal, (size_t)n));
    const char *at = (const char *)data, *end = at + size;
    const char *words = size ? memmem(at, size, "\n\n", 2) : NULL;
    if (words) {
        bl_service_speak(service, at, (size_t)(words - at));
        at = words + 2;
    }
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        if (!takes_long(at, (size_t)(stop - at)))
            json_decref(ask(service, at, (size_t)(stop - at)));
        at = stop + 1;
    }
    deal_damaged(service, deal, size ? data[size - 1] * 7u + data[0] : 0);
    bl_service_free(service);
    return 0;
}
