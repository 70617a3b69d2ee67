/* memory.c - what tables and connections take, in a game that is under way, and how long a move takes
 * from its message to what is sent to all.
 *
 *     memory [TABLES]    fails if a card table with four connections takes more than 100 KB
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../registry.h"
#include "bylaw/rng.h"
#include "server/in.h"

enum { SEATS = 4, MOVES = 40, MOST = 100 * 1024 };

static struct bl_stream rng;
static struct srv_name last;   /* the table that was stored to last */

static void draw_bytes(void *with, void *bytes, size_t size)
{
    (void)with;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)bl_below(&rng, 256);
}

static void run(struct srv_core *core)
{
    struct srv_order o;
    while (srv_next(core, &o))
        if (o.kind == SRV_STORE) {
            last = o.table;
            srv_stored(core, o.table, o.number, SRV_DONE, 1);
        }
}

static void send(struct srv_core *core, uint64_t who, const char *format, ...)
{
    char text[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    srv_message(core, who, text, strlen(text));
    run(core);
}

static void connect_four(struct srv_core *core, uint64_t first)
{
    for (uint64_t who = first; who < first + SEATS; who++) {
        char from[20];
        snprintf(from, sizeof from, "192.0.2.%d", (int)(who % 250));
        srv_connect(core, who, from);
        send(core, who, "{\"id\":1,\"do\":\"hello\",\"v\":1}");
    }
}

static struct srv_name open_table(struct srv_core *core, const char *game, uint64_t first)
{
    connect_four(core, first);
    send(core, first, "{\"id\":2,\"do\":\"make\",\"game\":\"%s\",\"players\":%d,\"bots\":[],\"open\":true,"
         "\"clock\":{\"move\":60},\"away\":\"greedy\",\"once\":\"%020d\"}", game, SEATS, (int)first);
    struct srv_name table = last;
    for (int seat = 0; seat < SEATS; seat++) {
        send(core, first + (uint64_t)seat, "{\"id\":3,\"do\":\"sit\",\"table\":\"%s\",\"seat\":%d,\"name\":\"P%d\","
             "\"secret\":\"%032d\",\"once\":\"s\"}", table.s, seat, seat, seat + 1);
        send(core, first + (uint64_t)seat, "{\"id\":4,\"do\":\"number\",\"table\":\"%s\",\"seat\":%d,\"number\":"
             "\"%064d\",\"once\":\"n\"}", table.s, seat, (int)first + seat);
    }
    return table;
}

/* Whoever is to move makes some legal move. False: it is over. */
static bool move(struct srv_core *core, const char *table, uint64_t first)
{
    struct bl_match *m = srv_match(core, srv_table(core, table));
    const bl_move *moves;
    int seat = bl_match_to_move(m);
    if (seat < 0)
        return false;
    uint32_t n = bl_match_moves(m, &moves);
    struct bl_play play = {.move = moves[bl_below(&rng, n)], .seat = (int8_t)seat};
    struct bl_text text = bl_text_heap();
    bl_match_put_move(m, seat, &play, &text);
    uint32_t count = bl_match_count(m);
    send(core, first + (uint64_t)seat, "{\"id\":5,\"do\":\"move\",\"table\":\"%s\",\"seat\":%d,\"count\":%d,"
         "\"move\":\"%s\",\"once\":\"m%d\"}", table, seat, (int)count, text.s, (int)count);
    bl_text_free(&text);
    return bl_match_count(m) == count + 1;
}

int main(int argc, char **argv)
{
    int tables = argc > 1 ? atoi(argv[1]) : 12, status = 0;
    read_registry(NULL);
    for CARD_GAME(g) {
        struct srv_settings settings = {.limits = srv_usual_limits, .chance = draw_bytes};
        settings.limits.messages_burst = settings.limits.messages_per_minute = 1000000;
        settings.limits.tables_of_one = 1000000;
        rng = bl_stream(1, 0, BL_FOR_TEST, 0);
        struct srv_core *core = srv_core_new(&settings);
        struct srv_name warm = open_table(core, ids[g], 1);   /* the room that all share */
        for (int k = 0; k < MOVES && move(core, warm.s, 1); k++)
            continue;
        size_t before = mallinfo2().uordblks;
        int moves = 0;
        clock_t began = clock();
        for (int i = 0; i < tables; i++) {
            uint64_t first = 10 + (uint64_t)i * SEATS;
            struct srv_name table = open_table(core, ids[g], first);
            for (int k = 0; k < MOVES && move(core, table.s, first); k++)
                moves++;
        }
        double us = (double)(clock() - began) * 1e6 / CLOCKS_PER_SEC / (moves ? moves : 1);
        size_t each = (mallinfo2().uordblks - before) / (size_t)tables;
        printf("%s: %d bytes a table with %d connections, %.0f µs a move and its share of the rest\n", ids[g],
               (int)each, SEATS, us);
        status |= each > MOST;
        srv_core_free(core);
    }
    return status;
}
