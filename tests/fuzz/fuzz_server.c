/* fuzz_server.c - many clients against the server's core, at a table of one of the games. Any bytes, a
 * line each: a digit, whose connection, and a message, in which $T is the table and $C how many moves
 * were made; or a fault: !l and !f what is stored next is lost or fenced, !t that minutes pass, !x1
 * and !c1 that a connection ends or begins, !r that the server starts again.
 *
 * Whatever is sent, everything that comes is a JSON object of the protocol, every message is answered,
 * and in the end every log can be read. */
#include <ctype.h>

#include "bylaw/fact.h"
#include "crowd.h"
#include "fuzz.h"

enum { SOME = 4 };

static struct house h;
static struct srv_name table;
static bool there[SOME + 1];

/* Reads what has come. How many answers there are. */
static int check_inboxes(void)
{
    int answers = 0;
    for (int i = 0; i < PEOPLE; i++) {
        bool answer = false;
        json_t *line;
        for (const char *at = h.inbox[i].s ? h.inbox[i].s : ""; (line = crowd_line(&at, &answer)); json_decref(line))
            answers += answer;
        bl_text_clear(&h.inbox[i]);
    }
    return answers;
}

static void come(int who)
{
    if (there[who])
        srv_disconnect(h.core, (uint64_t)who);
    house_connect(&h, (uint64_t)who);
    there[who] = true;
    h.dropped[who] = false;
    check_inboxes();
}

static void begin(const struct bl_game *game)
{
    house_open(&h, 1);
    memset(there, 0, sizeof there);
    for (int who = 1; who <= SOME; who++)
        come(who);
    int players = game->min_players > 2 ? game->min_players : 2;
    table = house_make(&h, 1, game->id, players, PLAIN_TABLE ",\"casual\":true");
    for (int seat = 0; seat < players; seat++)
        house_sit(&h, (uint64_t)(seat % SOME) + 1, table.s, seat);
    check_inboxes();
}

static void fault(const char *line, size_t size)
{
    int who = size > 2 && isdigit((unsigned char)line[2]) ? (line[2] - '0') % SOME + 1 : 1;
    switch (size > 1 ? line[1] : 0) {
    case 'l':
        h.fate = SRV_LOST;
        break;
    case 'f':
        h.fate = SRV_FENCED;
        break;
    case 't':
        house_pass(&h, 60000);
        break;
    case 'x':
        srv_disconnect(h.core, (uint64_t)who);
        there[who] = false;
        break;
    case 'c':
        come(who);
        break;
    case 'r':
        srv_core_free(h.core);
        house_start(&h);
        memset(there, 0, sizeof there);
        break;
    }
    house_run(&h);
    check_inboxes();
}

static void message(const char *line, size_t size)
{
    struct bl_text text = bl_text_heap();
    int who = (line[0] - '0') % SOME + 1;
    crowd_put(&text, &h, table.s, line + 1, size - 1);
    h.idle = strstr(text.s, "ismcts") || h.idle;
    if (!there[who])
        come(who);
    srv_message(h.core, (uint64_t)who, text.s, text.len);
    house_run(&h);
    there[who] = !h.dropped[who];
    if (check_inboxes() != 1 && there[who])
        abort();
    bl_text_free(&text);
}

/* Another server reads all that was written. */
static void read_again(void)
{
    srv_core_free(h.core);
    house_start(&h);
    house_connect(&h, 1);
    for (int i = 0; i < h.log_count; i++) {
        json_decref(HOUSE_ASK(&h, 1, "watch", "\"table\":\"%s\"", h.logs[i].name.s));
        json_decref(HOUSE_ASK(&h, 1, "bye", "\"table\":\"%s\"", h.logs[i].name.s));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    begin(fuzz_game(&data, &size));
    const char *at = (const char *)data, *end = at + size;
    for (int lines = 0; at < end && lines < 40; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        if (stop > at && *at == '!')
            fault(at, (size_t)(stop - at));
        else if (stop > at && isdigit((unsigned char)*at))
            message(at, (size_t)(stop - at));
        at = stop + 1;
    }
    h.fate = SRV_DONE;
    read_again();
    house_close(&h);
    return 0;
}
