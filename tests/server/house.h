/* house.h - a core with a store in memory and people at it, for tests: every order is carried out at
 * once, and what was sent to each is kept. */
#ifndef BYLAW_TESTS_HOUSE_H
#define BYLAW_TESTS_HOUSE_H

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bylaw/rng.h"
#include "bylaw/text.h"
#include "server/core.h"

enum { LOGS = 64, LOG_MOST = 4096, PEOPLE = 64 };

struct house_log {
    struct srv_name name;
    char **records;
    uint32_t count;
};

struct house {
    struct srv_core *core;
    struct srv_settings settings;
    struct srv_time now;
    struct bl_stream rng;
    struct house_log logs[LOGS];
    int log_count;
    enum srv_fate fate;             /* of what is stored next */
    bool slow;                      /* nothing is answered by the store */
    bool idle;                      /* bots do not think */
    bool unread;                    /* no log is loaded yet */
    uint32_t thought;               /* the number of what a bot was asked last */
    const char *elsewhere;          /* the server that has all tables; NULL: this one */
    struct bl_text inbox[PEOPLE];   /* of each connection, a line each */
    bool dropped[PEOPLE];
    int released;                   /* tables that were let go */
    struct bl_text log;             /* for whoever runs the server */
    int id;
};

static void house_chance(void *with, void *bytes, size_t size)
{
    struct house *h = with;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)bl_below(&h->rng, 256);
}

static struct house_log *house_log(struct house *h, const char *name)
{
    for (int i = 0; i < h->log_count; i++)
        if (strcmp(h->logs[i].name.s, name) == 0)
            return &h->logs[i];
    return NULL;
}

static void house_start(struct house *h)
{
    h->settings.chance = house_chance;
    h->settings.with = h;
    h->settings.now = h->now;
    h->core = srv_core_new(&h->settings);
}

static void house_open(struct house *h, uint64_t seed)
{
    *h = (struct house){.rng = bl_stream(seed, 0, BL_FOR_TEST, 0), .fate = SRV_DONE,
                        .now = {1000000, 1700000000000}};
    h->settings.limits = srv_usual_limits;
    h->settings.limits.messages_burst = h->settings.limits.messages_per_minute = 1000000;
    h->log = bl_text_heap();
    for (int i = 0; i < PEOPLE; i++)
        h->inbox[i] = bl_text_heap();
    house_start(h);
}

static void house_close(struct house *h)
{
    srv_core_free(h->core);
    for (int i = 0; i < h->log_count; i++) {
        for (uint32_t k = 0; k < h->logs[i].count; k++)
            free(h->logs[i].records[k]);
        free(h->logs[i].records);
    }
    bl_text_free(&h->log);
    for (int i = 0; i < PEOPLE; i++)
        bl_text_free(&h->inbox[i]);
}

static enum srv_fate house_store(struct house *h, const struct srv_order *o)
{
    struct house_log *log = house_log(h, o->table.s);
    if (h->fate != SRV_DONE) {
        enum srv_fate fate = h->fate;
        h->fate = SRV_DONE;
        return fate;
    }
    if (!log && o->number == 0 && h->log_count < LOGS) {
        log = &h->logs[h->log_count++];
        log->name = o->table;
        log->records = calloc(LOG_MOST, sizeof *log->records);
    }
    if (!log || log->count != o->number || log->count == LOG_MOST)
        return SRV_LOST;
    log->records[log->count++] = strcpy(malloc(o->size + 1), o->text);
    return SRV_DONE;
}

static void house_load(struct house *h, struct srv_name name)
{
    const struct house_log *log = house_log(h, name.s);
    uint32_t n = log ? log->count : 0;
    struct srv_record *records = calloc(n + 1, sizeof *records);
    for (uint32_t i = 0; i < n; i++)
        records[i] = (struct srv_record){log->records[i], strlen(log->records[i])};
    enum srv_fate fate = h->elsewhere ? SRV_ELSEWHERE : log ? SRV_DONE : SRV_NONE;
    srv_loaded(h->core, name, fate, 1, records, n, h->elsewhere);
    free(records);
}

/* Carries out what is ordered, until nothing is. */
static void house_run(struct house *h)
{
    struct srv_order o;
    struct bl_text move = bl_text_heap();
    while (srv_next(h->core, &o))
        switch (o.kind) {
        case SRV_SEND:
            if (o.connection < PEOPLE) {
                bl_put_bytes(&h->inbox[o.connection], o.text, o.size);
                bl_put_char(&h->inbox[o.connection], '\n');
            }
            break;
        case SRV_DROP:
            h->dropped[o.connection] = true;
            break;
        case SRV_STORE:
            if (!h->slow) {
                struct srv_name name = o.table;
                uint32_t number = o.number;
                enum srv_fate fate = house_store(h, &o);
                srv_stored(h->core, name, number, fate, 1);
            }
            break;
        case SRV_LOAD:
            if (!h->unread)
                house_load(h, o.table);
            break;
        case SRV_THINK: {
            struct srv_name name = o.table;
            bool thinks = !h->idle || o.number == SRV_ASKED;
            h->thought = o.number == SRV_ASKED ? h->thought : o.number;
            if (thinks)
                srv_task_think(o.task, NULL, &move);
            srv_task_free(o.task);
            if (thinks)
                srv_thought(h->core, name, o.number, o.seat, move.s);
            break;
        }
        case SRV_RELEASE:
            h->released++;
            break;
        case SRV_LOG:
            bl_put_bytes(&h->log, o.text, o.size);
            bl_put_char(&h->log, '\n');
            break;
        }
    bl_text_free(&move);
}

static inline void house_pass(struct house *h, uint64_t ms)
{
    h->now.steady += ms;
    h->now.wall += ms;
    srv_tick(h->core, h->now);
    house_run(h);
}

/* A message as it is, and whatever comes of it. */
static void house_send(struct house *h, uint64_t who, const char *text)
{
    srv_now(h->core, h->now);
    srv_message(h->core, who, text, strlen(text));
    house_run(h);
}

/* The last line of somebody's inbox with a member of that value; NULL: none. The caller frees it. */
static json_t *house_last(const struct house *h, uint64_t who, const char *member, const json_t *value)
{
    json_t *found = NULL;
    for (const char *at = h->inbox[who].s; at && *at; at = strchr(at, '\n') + 1) {
        json_t *line = json_loadb(at, (size_t)(strchr(at, '\n') - at), 0, NULL);
        if (json_equal(json_object_get(line, member), value)) {
            json_decref(found);
            found = json_incref(line);
        }
        json_decref(line);
    }
    return found;
}

static inline json_t *house_news(const struct house *h, uint64_t who, const char *news)
{
    json_t *name = json_string(news), *found = house_last(h, who, "news", name);
    json_decref(name);
    return found;
}

/* A message with the members that `format` writes, after "id" and "do"; all of its answer, or NULL. */
static json_t *house_do(struct house *h, uint64_t who, const char *what, const char *format, ...)
{
    char rest[8000], text[8200];
    va_list args;
    va_start(args, format);
    vsnprintf(rest, sizeof rest, format, args);
    va_end(args);
    snprintf(text, sizeof text, "{\"id\":%d,\"do\":\"%s\"%s%s}", ++h->id, what, *rest ? "," : "", rest);
    house_send(h, who, text);
    json_t *id = json_integer(h->id), *found = house_last(h, who, "id", id);
    json_decref(id);
    return found;
}

/* The same, where it must not be an error: the value of the answer. */
#define HOUSE_ASK(h, who, ...) house_value(house_do((h), (who), __VA_ARGS__), __LINE__)
static json_t *house_value(json_t *whole, int line)
{
    json_t *value = json_incref(json_object_get(whole, "answer"));
    if (!value) {
        char *text = json_dumps(whole, JSON_ENCODE_ANY);
        fprintf(stderr, "line %d: %s\n", line, text ? text : "no answer");
        abort();
    }
    json_decref(whole);
    return value;
}

static inline void house_connect(struct house *h, uint64_t who)
{
    srv_connect(h->core, who, "192.0.2.1");
    json_decref(HOUSE_ASK(h, who, "hello", "\"v\":1"));
}

/* A table, by its name. */
static inline struct srv_name house_make(struct house *h, uint64_t who, const char *game, int players,
                                  const char *rest)
{
    struct srv_name name = {""};
    json_t *made = HOUSE_ASK(h, who, "make", "\"game\":\"%s\",\"players\":%d,\"once\":\"make%020d\",%s", game,
                             players, h->id, rest);
    snprintf(name.s, sizeof name.s, "%s", json_string_value(json_object_get(made, "table")));
    json_decref(made);
    return name;
}

#define PLAIN_TABLE "\"bots\":[],\"open\":true,\"clock\":null,\"away\":\"greedy\""

/* Somebody sits down, whose secret and number follow from the seat. */
static inline void house_sit(struct house *h, uint64_t who, const char *table, int seat)
{
    json_decref(HOUSE_ASK(h, who, "sit", "\"table\":\"%s\",\"seat\":%d,\"name\":\"P%d\",\"secret\":\"%032d\","
                          "\"once\":\"sit%d\"", table, seat, seat, seat + 1, seat));
    json_decref(HOUSE_ASK(h, who, "number", "\"table\":\"%s\",\"seat\":%d,\"number\":\"%064d\",\"once\":\"n%d\"",
                          table, seat, seat + 7, seat));
}

#endif
