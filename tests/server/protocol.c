/* protocol.c - docs/protocol.md: its conversation is held with a core, line for line, and it has
 * every message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "house.h"

static char *document(void)
{
    static char text[100000];
    FILE *in = fopen(DOCUMENT, "rb");
    assert_non_null(in);
    size_t n = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[n] = '\0';
    return text;
}

/* Whether a line is as the document has it, where … is anything. */
static bool fits(const char *line, size_t size, const char *pattern)
{
    static const char any[] = "…";
    const char *cut = strstr(pattern, any);
    size_t n = cut ? (size_t)(cut - pattern) : strlen(pattern);
    if (size < n || strncmp(line, pattern, n) != 0)
        return false;
    if (!cut)
        return size == n;
    for (size_t i = n; i <= size; i++)
        if (fits(line + i, size - i, cut + strlen(any)))
            return true;
    return false;
}

/* One of the lines that came since the last one that was looked for. */
static const char *find_line(const char *from, const char *pattern)
{
    for (const char *at = from; *at; at = strchr(at, '\n') + 1)
        if (fits(at, strcspn(at, "\n"), pattern))
            return strchr(at, '\n') + 1;
    return NULL;
}

/* ---- what happens besides ------------------------------------------------------ */

static const char *const table = "fewacqjnfmwah6pn";

/* Seat 0 is the first's, seat 1 the third's: they do what a bot would do. */
static void play_on(struct house *h)
{
    static const uint64_t people[] = {1, 3};
    h->id = 1000;
    for (int seat = 0, idle = 0; idle < 2; seat = 1 - seat) {
        json_t *hint = HOUSE_ASK(h, people[seat], "ask", "\"table\":\"%s\",\"request\":{\"ask\":\"hint\",\"bot\":"
                                 "\"greedy\"}", table);
        json_t *news = house_news(h, people[seat], "moves");
        idle = json_is_null(hint) ? idle + 1 : 0;
        if (!idle)
            json_decref(HOUSE_ASK(h, people[seat], "move", "\"table\":\"%s\",\"seat\":%d,\"count\":%d,\"move\":\"%s\","
                                  "\"once\":\"x%d\"", table, seat,
                                  (int)json_integer_value(json_object_get(news, "count")),
                                  json_string_value(json_object_get(hint, "text")), h->id));
        json_decref(news);
        json_decref(hint);
    }
}

static void pass_time(struct house *h)
{
    house_pass(h, 1000);
}

static void lose_table(struct house *h)
{
    struct srv_name name;
    memcpy(name.s, table, sizeof name.s);
    h->elsewhere = "wss://cards.example/s2/play";
    srv_taken(h->core, name);
    house_run(h);
}

static void stop(struct house *h)
{
    srv_drain(h->core);
    house_run(h);
}

static const struct {
    const char *line;
    void (*happens)(struct house *h);
} events[] = {
    {"    (they play to the end)", play_on}, {"    (a second goes by)", pass_time},
    {"    (another server takes the table)", lose_table}, {"    (the server is told to stop)", stop},
};

static void the_conversation_is_held(void **state)
{
    (void)state;
    static const struct srv_language english = {"en", NULL};
    struct house h;
    size_t seen[PEOPLE] = {0};
    int lines = 0;
    unsigned happened = 0;
    house_open(&h, 1);
    srv_core_free(h.core);
    h.settings.languages = &english;
    h.settings.language_count = 1;
    h.settings.silence_ms = 60000;
    house_start(&h);
    for (uint64_t who = 1; who <= 3; who++)
        srv_connect(h.core, who, "192.0.2.1");
    for (char *line = strtok(document(), "\n"); line; line = strtok(NULL, "\n")) {
        for (size_t i = 0; i < sizeof events / sizeof *events; i++)
            if (strcmp(line, events[i].line) == 0) {
                events[i].happens(&h);
                happened |= 1u << i;
            }
        if (strncmp(line, "    ", 4) != 0 || line[4] < '1' || line[4] > '3')
            continue;
        int who = line[4] - '0';
        lines++;
        if (line[5] == '>') {
            house_send(&h, (uint64_t)who, line + 7);
            continue;
        }
        const char *next = find_line(h.inbox[who].s + seen[who], line + 7);
        if (!next)
            fail_msg("the document has %s\nbut there is\n%s", line, h.inbox[who].s + seen[who]);
        seen[who] = (size_t)(next - h.inbox[who].s);
    }
    assert_true(lines > 50);
    assert_int_equal(happened, (1u << sizeof events / sizeof *events) - 1);
    house_close(&h);
}

/* Its heading has its members; and it is sent in the conversation. */
static void every_message_is_in_the_document(void **state)
{
    (void)state;
    static const char *const messages[][2] = {
#define MESSAGE(name, members, place, decides, shape, function) {name, members},
#include "server/messages.def"
#undef MESSAGE
    };
    const char *doc = document();
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        char heading[200], sent[60];
        snprintf(heading, sizeof heading, "\n### `%s %s`\n", messages[i][0], messages[i][1]);
        snprintf(sent, sizeof sent, "\"do\":\"%s\"", messages[i][0]);
        if (!strstr(doc, heading) || !strstr(doc, sent))
            fail_msg("the document lacks %s", heading);
    }
    static const char *const news[] = {"table", "moves", "said", "words", "lobby", "gone", "drain"};
    for (size_t i = 0; i < sizeof news / sizeof *news; i++) {
        char heading[40], told[40];
        snprintf(heading, sizeof heading, "\n- `%s`: ", news[i]);
        snprintf(told, sizeof told, "< {\"news\":\"%s\"", news[i]);
        if (!strstr(doc, heading) || !strstr(doc, told))
            fail_msg("the document lacks%s", heading);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_conversation_is_held),
        cmocka_unit_test(every_message_is_in_the_document),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
