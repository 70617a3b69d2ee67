/* simulator.c - several cores, a model of their store and of the pages of people, driven by one seed:
 * connections break and messages with them, answers of the store come late or never, servers crash
 * between any two steps, sleep while others take their tables, and clocks jump. After every schedule
 * the faults end, everything settles, and then:
 *
 *     what was acknowledged is in the log, once; nothing is in it twice;
 *     nobody was told of a record before it was stored;
 *     everybody sees what the log says, as their seat may know it, and the same game verifies.
 *
 *     simulator [COUNT [FIRST [BUG]]]    BUG: one of those that can be planted; then it must be found
 */
#include <assert.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "../registry.h"
#include "bylaw/position.h"
#include "bylaw/transcript.h"
#include "server/in.h"

enum srv_bug srv_plant;

enum { SERVERS = 3, CLIENTS = 4, TABLES = 3, STEPS = 3000, LEASE = 3000, QUEUE = 4096, ACKS = 512 };

/* ---- queues --------------------------------------------------------------------------- */

struct queue {
    char **items;
    uint32_t first, count, room;
};

static void push(struct queue *q, const char *text)
{
    q->items = bl_grow(q->items, q->count + 1, &q->room, sizeof *q->items);
    q->items[q->count++] = bl_copy_of(text, strlen(text) + 1);
}

static bool any(const struct queue *q)
{
    return q->first < q->count;
}

/* The caller frees it. */
static char *shift(struct queue *q)
{
    return q->items[q->first++];
}

static void clear_queue(struct queue *q)
{
    while (any(q))
        free(shift(q));
    free(q->items);
    *q = (struct queue){0};
}

/* ---- the world -------------------------------------------------------------------------- */

/* A log in the store. */
struct log {
    struct srv_name name;
    char **records;
    uint32_t count, room;
    uint64_t fence;
    int owner;                  /* a server; -1: nobody's */
    int writer;                 /* who stored last */
    uint32_t told[SERVERS];     /* records when the server last looked */
    enum srv_stage stage;
    uint64_t due, changed;
};

/* An order on its way to the store, or its answer on the way back. */
struct job {
    struct job *next;
    enum srv_order_kind kind;
    struct srv_name table;
    uint32_t number;
    uint64_t fence;
    char *text;
    struct srv_standing standing;
    enum srv_fate fate;
    uint32_t records;           /* of a log that was loaded, as many as there were then */
    int where;
};

struct server {
    struct srv_core *core;      /* NULL: it is down */
    uint64_t asleep;            /* until then it does nothing */
    uint64_t alive;             /* when it last showed that it lives */
    uint64_t looked;
    int64_t skew;               /* of its wall's clock */
    struct job *orders, *answers;
    struct srv_order thought;   /* what a bot thinks about; .task NULL: none does */
};

/* A connection; a message that was sent is lost with it. */
struct wire {
    uint64_t id;                /* 0: none */
    int server;
    struct queue up, down;
};

enum deed { NO_DEED, MAKE, SIT, NUMBER, MOVE, SAY, UNDO, AGREE, LEAVE, BACK, HAND, AGAIN };

/* Somebody with a page; those after the people who play only watch. */
struct client {
    struct wire wire;
    int server;                 /* where to go next */
    int id, last_ids[4];        /* of messages; of those that carry the deed */
    int take_ids[2];            /* of those that show the secrets */
    char secret[33], other[33];   /* the seat's; and one that it may have instead */
    enum deed deed;             /* that is not answered yet */
    char text[700];             /* its members */
    char once[33];
    bool sent;
    /* What the page knows. */
    bool seated, mine, numbered, away, over, running, asked;
    int v, count, seen;         /* records, moves; records when those were told */
    json_t *view;
};

struct ack {
    int seat;
    char once[33];
};

static struct {
    struct bl_stream rng;
    uint64_t now;
    bool faults;
    bool blind;                 /* a planted bug: the store looks at neither fence nor number */
    struct server servers[SERVERS];
    struct client clients[CLIENTS];
    struct log logs[TABLES];
    int log_count, people;
    const char *game;
    struct srv_name table, next;   /* and that of the rematch */
    uint64_t wires;
    struct ack acks[ACKS];
    int ack_count;
    char wrong[300];            /* "": nothing yet */
} w;

static uint32_t below(uint32_t n)
{
    return (uint32_t)bl_below(&w.rng, n);
}

static bool chance(uint32_t percent)
{
    return below(100) < percent;
}

static void wrong(const char *format, ...)
{
    va_list args;
    if (w.wrong[0])
        return;
    va_start(args, format);
    vsnprintf(w.wrong, sizeof w.wrong, format, args);
    va_end(args);
}

static struct log *find_log(const char *name)
{
    for (int i = 0; i < w.log_count; i++)
        if (strcmp(w.logs[i].name.s, name) == 0)
            return &w.logs[i];
    return NULL;
}

/* ---- the store ---------------------------------------------------------------------------- */

static void append(struct job **list, struct job *job)
{
    while (*list)
        list = &(*list)->next;
    job->next = NULL;
    *list = job;
}

static void free_jobs(struct job **list)
{
    while (*list) {
        struct job *job = *list;
        *list = job->next;
        free(job->text);
        free(job);
    }
}

static bool is_alive(const struct server *s)
{
    return s->core && w.now <= s->alive + LEASE;
}

/* Stores a record if it may be. */
static enum srv_fate keep(const struct job *job, int server)
{
    struct log *log = find_log(job->table.s);
    if (!log && job->number == 0 && w.log_count < TABLES) {
        log = &w.logs[w.log_count++];
        *log = (struct log){.name = job->table, .fence = 1, .owner = server};
    } else if (!log) {
        return SRV_LOST;
    } else if (!w.blind && job->number > 0 && job->fence != log->fence) {
        return SRV_FENCED;
    } else if (job->number != log->count && (!w.blind || job->number > log->count)) {
        return SRV_LOST;
    }
    if (job->number < log->count) {   /* what a store does that looks at nothing */
        free(log->records[job->number]);
        log->count--;
    }
    log->records = bl_grow(log->records, job->number + 1, &log->room, sizeof *log->records);
    log->records[job->number] = bl_copy_of(job->text, strlen(job->text) + 1);
    log->count++;
    log->writer = server;
    log->told[server] = log->count;
    log->stage = job->standing.stage;
    log->due = job->standing.due;
    log->changed = job->standing.changed;
    return SRV_DONE;
}

static enum srv_fate load(struct job *job, int server)
{
    struct log *log = find_log(job->table.s);
    if (!log)
        return SRV_NONE;
    if (log->owner >= 0 && log->owner != server && is_alive(&w.servers[log->owner])) {
        job->where = log->owner;
        return SRV_ELSEWHERE;
    }
    log->fence += log->owner != server;
    log->owner = server;
    log->told[server] = log->count;
    job->fence = log->fence;
    job->records = log->count;
    return SRV_DONE;
}

/* Carries out the next order of a server: the answer may be lost on its way, or the order. */
static void serve_order(int server)
{
    struct server *s = &w.servers[server];
    struct job *job = s->orders;
    struct log *log;
    s->orders = job->next;
    bool fails = w.faults && chance(4);
    if (job->kind == SRV_RELEASE) {
        log = find_log(job->table.s);
        if (log && log->owner == server && log->fence == job->fence)
            log->owner = -1;
        free(job);
        return;
    }
    job->fate = SRV_LOST;
    if (!fails || (job->kind == SRV_STORE && chance(50)))
        job->fate = job->kind == SRV_STORE ? keep(job, server) : load(job, server);
    log = find_log(job->table.s);
    if (job->kind == SRV_STORE && job->number == 0)
        job->fence = 1;
    if (fails)
        job->fate = SRV_LOST;
    append(&s->answers, job);
}

static void answer_core(struct server *s)
{
    struct job *job = s->answers;
    s->answers = job->next;
    if (job->kind == SRV_STORE) {
        srv_stored(s->core, job->table, job->number, job->fate, job->fence);
    } else {
        const struct log *log = find_log(job->table.s);
        struct srv_record *records = bl_new(job->records + 1u, sizeof *records);
        for (uint32_t i = 0; i < job->records; i++)
            records[i] = (struct srv_record){log->records[i], strlen(log->records[i])};
        char where[8];
        snprintf(where, sizeof where, "%d", job->where);
        srv_loaded(s->core, job->table, job->fate, job->fence, records, job->records, where);
        free(records);
    }
    free(job->text);
    free(job);
}

/* Every second: what others have changed, and what is due and nobody's. */
static void look(int server)
{
    struct server *s = &w.servers[server];
    s->looked = w.now;
    for (int i = 0; i < w.log_count; i++) {
        struct log *log = &w.logs[i];
        bool changed = log->writer != server && log->told[server] != log->count;
        bool due = log->due && log->due <= w.now && log->owner != server;
        log->told[server] = log->count;
        struct srv_standing standing = {log->stage, true, log->due, log->changed, "{}"};
        if (changed)
            srv_taken(s->core, log->name);
        if (changed || due)
            srv_stands(s->core, log->name, &standing);
    }
}

/* ---- servers -------------------------------------------------------------------------------- */

static void draw_bytes(void *with, void *bytes, size_t size)
{
    (void)with;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)below(256);
}

static struct srv_time time_of(const struct server *s)
{
    return (struct srv_time){w.now, (uint64_t)((int64_t)w.now + 1700000000000 + s->skew)};
}

static void start(struct server *s)
{
    struct srv_settings settings = {.limits = srv_usual_limits, .chance = draw_bytes,
                                    .now = time_of(s)};
    settings.limits.messages_burst = settings.limits.messages_per_minute = 1000000;
    settings.limits.table_idle_ms = 20000;
    s->core = srv_core_new(&settings);
    s->alive = w.now;
    s->looked = 0;
}

static void cut(struct client *c)
{
    if (!c->wire.id)
        return;
    struct server *s = &w.servers[c->wire.server];
    if (s->core)
        srv_disconnect(s->core, c->wire.id);
    clear_queue(&c->wire.up);
    clear_queue(&c->wire.down);
    c->wire.id = 0;
    c->sent = c->mine = false;
}

/* What was ordered may still reach the store, or not; answers reach nobody. */
static void crash(int server)
{
    struct server *s = &w.servers[server];
    while (s->orders && chance(50))
        serve_order(server);
    free_jobs(&s->orders);
    free_jobs(&s->answers);
    if (s->thought.task)
        srv_task_free(s->thought.task);
    s->thought = (struct srv_order){0};
    srv_core_free(s->core);
    s->core = NULL;
    for (int i = 0; i < CLIENTS; i++)
        if (w.clients[i].wire.server == server)
            cut(&w.clients[i]);
    for (int i = 0; i < w.log_count; i++)   /* who starts again begins with a fence of its own */
        if (w.logs[i].owner == server)
            w.logs[i].owner = -1;
}

/* Nothing that is sent tells of a record that is not stored. */
static void check_sent(const char *text)
{
    const char *table = strstr(text, "\"table\":\""), *v = strstr(text, "\"v\":");
    if (strncmp(text, "{\"news\":\"", 9) != 0 || !table || !v || v < table || v - table > 40)
        return;
    struct srv_name name = {""};
    memcpy(name.s, table + 9, SRV_NAME);
    const struct log *log = find_log(name.s);
    if (!log || atoi(v + 4) > (int)log->count)
        wrong("told of record %d, but %d are stored", atoi(v + 4), log ? (int)log->count : 0);
}

static void carry_out(struct server *s, const struct srv_order *o)
{
    switch (o->kind) {
    case SRV_SEND:
        check_sent(o->text);
        for (int i = 0; i < CLIENTS; i++)
            if (w.clients[i].wire.id == o->connection)
                push(&w.clients[i].wire.down, o->text);
        break;
    case SRV_DROP:
        for (int i = 0; i < CLIENTS; i++)
            if (w.clients[i].wire.id == o->connection)
                cut(&w.clients[i]);
        break;
    case SRV_STORE:
    case SRV_LOAD:
    case SRV_RELEASE: {
        struct job *job = bl_new(1, sizeof *job);
        *job = (struct job){.kind = o->kind, .table = o->table, .number = o->number,
                            .fence = o->fence, .standing = o->standing,
                            .text = o->text ? bl_copy_of(o->text, o->size + 1) : NULL};
        job->standing.lobby = NULL;
        append(&s->orders, job);
        break;
    }
    case SRV_THINK:
        if (s->thought.task)
            srv_task_free(s->thought.task);
        s->thought = *o;
        break;
    case SRV_LOG:
        if (strstr(o->text, "broken"))
            wrong("a log cannot be read: %s", o->text);
        break;
    }
}

static void think(struct server *s)
{
    BL_LOCAL struct bl_text move = bl_text_heap();
    struct srv_order o = s->thought;
    s->thought = (struct srv_order){0};
    srv_task_think(o.task, NULL, &move);
    srv_task_free(o.task);
    srv_thought(s->core, o.table, o.number, o.seat, move.s);
}

/* Does a thing of this kind; false: there is none. */
static bool serve_by(int server, uint32_t what)
{
    struct server *s = &w.servers[server];
    struct srv_order o;
    if (what == 0 && s->orders)
        serve_order(server);
    else if (what == 1 && s->answers)
        answer_core(s);
    else if (what == 2 && s->thought.task)
        think(s);
    else if (what == 3 && srv_next(s->core, &o))
        carry_out(s, &o);
    else
        return false;
    return true;
}

/* One thing that a server can do. False: it has nothing to do. */
static bool serve(int server)
{
    struct server *s = &w.servers[server];
    if (!s->core || w.now < s->asleep)
        return false;
    s->alive = w.now;
    if (chance(15)) {
        srv_tick(s->core, time_of(s));
        if (w.now >= s->looked + 1000)
            look(server);
    }
    uint32_t what = below(4);
    for (uint32_t i = 0; i < 4; i++)
        if (serve_by(server, (what + i) % 4))
            return true;
    return false;
}

/* ---- people ------------------------------------------------------------------------------------ */

/* Sends a message with these members. */
static int send(struct client *c, const char *what, const char *format, ...)
{
    char rest[900], text[1100];
    va_list args;
    va_start(args, format);
    vsnprintf(rest, sizeof rest, format, args);
    va_end(args);
    snprintf(text, sizeof text, "{\"id\":%d,\"do\":\"%s\",%s}", ++c->id, what, rest);
    push(&c->wire.up, text);
    return c->id;
}

static int seat_of(const struct client *c)
{
    return (int)(c - w.clients);
}

static bool is_spectator(const struct client *c)
{
    return seat_of(c) >= w.people;
}

static void greet(struct client *c)
{
    if (w.servers[c->server].core == NULL)
        c->server = (int)below(SERVERS);
    struct server *s = &w.servers[c->server];
    if (!s->core || w.now < s->asleep)
        return;
    c->wire = (struct wire){.id = ++w.wires, .server = c->server};
    srv_connect(s->core, c->wire.id, "192.0.2.1");
    send(c, "hello", "\"v\":1");
    c->asked = false;
}

static const char *const verbs[] = {"", "make", "sit", "number", "move", "say", "undo", "agree", "leave",
                                    "back", "hand-over", "again"};

static void send_deed(struct client *c)
{
    memmove(c->last_ids + 1, c->last_ids, 3 * sizeof *c->last_ids);
    c->last_ids[0] = send(c, verbs[c->deed], "%s,\"once\":\"%s\"", c->text, c->once);
    c->sent = true;
}

static void decide(struct client *c, enum deed deed, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->text, sizeof c->text, format, args);
    va_end(args);
    c->deed = deed;
    snprintf(c->once, sizeof c->once, "%08x%08x%d", below(UINT32_MAX), below(UINT32_MAX), seat_of(c));
    memset(c->last_ids, 0, sizeof c->last_ids);
    send_deed(c);
}

/* Some legal move, or nonsense now and then. */
static void play(struct client *c)
{
    const json_t *legal = json_object_get(c->view, "legal");
    size_t n = json_array_size(legal);
    const char *move = "nonsense";
    if (n > 0 && !chance(5))
        move = json_string_value(json_object_get(json_array_get(legal, below((uint32_t)n)), "text"));
    decide(c, MOVE, "\"table\":\"%s\",\"seat\":%d,\"count\":%d,\"move\":\"%s\"", w.table.s, seat_of(c),
           c->count, move);
}

/* Shows the secret of the seat; a client that did not hear whether it was changed has two. */
static void come(struct client *c)
{
    char seen[60];
    snprintf(seen, sizeof seen, "\"from\":%d,\"v\":%d", c->count, c->seen);
    if (is_spectator(c)) {
        send(c, "watch", "\"table\":\"%s\",%s", w.table.s, seen);
        return;
    }
    const char *secrets[2] = {c->secret, c->other};
    for (int i = 0; i < 2; i++)
        if (secrets[i][0])
            c->take_ids[i] = send(c, "take", "\"table\":\"%s\",\"secret\":\"%s\",%s", w.table.s, secrets[i],
                                  seen);
}

/* What somebody at the table does who is free to do something. */
static void act(struct client *c)
{
    int seat = seat_of(c);
    const json_t *to_move = json_object_get(c->view, "to_move");
    char place[60];
    snprintf(place, sizeof place, "\"table\":\"%s\",\"seat\":%d", w.table.s, seat);
    if (!w.table.s[0]) {
        if (seat == 0)
            decide(c, MAKE, "\"game\":\"%s\",\"players\":%d,\"bots\":[],\"open\":true,\"clock\":%s,"
                   "\"away\":\"greedy\",\"casual\":%s", w.game, w.people, chance(50) ? "null" :
                   "{\"move\":30}", chance(50) ? "true" : "false");
    } else if (!c->seated && !is_spectator(c)) {
        decide(c, SIT, "%s,\"name\":\"P%d\",\"secret\":\"%s\"", place, seat, c->secret);
    } else if (!c->mine) {
        if (!c->asked) {
            come(c);
            c->asked = true;
        }
    } else if (is_spectator(c)) {
        if (chance(5))
            decide(c, SAY, "\"table\":\"%s\",\"seat\":-1,\"words\":\"last card\"", w.table.s);
    } else if (!c->numbered && !c->running) {
        decide(c, NUMBER, "%s,\"number\":\"%056x%08x\"", place, seat + 1, below(UINT32_MAX));
    } else if (c->running && c->away && chance(50)) {
        decide(c, BACK, "%s", place);
    } else if (c->running && json_is_integer(to_move) && json_integer_value(to_move) == seat && chance(70)) {
        play(c);
    } else if (c->running && chance(10)) {
        static const char *const words[] = {"propreantepenultimate", "last card", "hello"};
        decide(c, SAY, "%s,\"words\":\"%s\"", place, words[below(3)]);
    } else if (c->running && chance(10)) {
        decide(c, UNDO, "%s", place);
    } else if (c->running && chance(10)) {
        decide(c, AGREE, "%s,\"yes\":%s", place, chance(80) ? "true" : "false");
    } else if (c->running && chance(3)) {
        decide(c, LEAVE, "%s", place);
    } else if (c->running && !c->other[0] && chance(5)) {
        snprintf(c->other, sizeof c->other, "%08x%024d", below(UINT32_MAX), seat);
        decide(c, HAND, "%s,\"secret\":\"%s\"", place, c->other);
    } else if (c->over && chance(20)) {
        decide(c, AGAIN, "\"table\":\"%s\"", w.table.s);
    }
}

static void do_something(struct client *c)
{
    if (!c->wire.id)
        greet(c);
    else if (c->deed == NO_DEED)
        act(c);
    else if (!c->sent || (w.faults && chance(10)))
        send_deed(c);
}

/* ---- what a page makes of what comes ------------------------------------------------------------ */

static void note_ack(struct client *c)
{
    if (w.ack_count < ACKS) {
        struct ack *a = &w.acks[w.ack_count++];
        a->seat = c->deed == MAKE ? -1 : seat_of(c);
        memcpy(a->once, c->once, sizeof a->once);
    }
}

/* Whether the log must have it now. */
static bool is_kept(const struct client *c, const json_t *answer)
{
    const char *said = json_string_value(json_object_get(answer, "answer"));
    return c->deed <= NUMBER || (said && strcmp(said, "accepted") == 0) || c->deed == HAND;
}

static void hear_answer(struct client *c, int id, const json_t *message)
{
    bool mine = false;
    const json_t *answer = json_object_get(message, "answer");
    const char *where = json_string_value(json_object_get(message, "elsewhere"));
    for (int i = 0; i < 4; i++)
        mine |= c->last_ids[i] == id;
    if (where) {
        c->server = atoi(where);
        cut(c);
    } else if (answer && c->other[0] && c->deed != HAND && (id == c->take_ids[0] || id == c->take_ids[1])) {
        if (id == c->take_ids[1])
            memcpy(c->secret, c->other, sizeof c->secret);
        c->other[0] = '\0';
    } else if (!mine || c->deed == NO_DEED) {
        if (json_object_get(message, "error"))
            c->asked = false;
    } else if (json_is_true(json_object_get(message, "again"))) {
        c->sent = false;
    } else if (!answer) {
        const char *why = json_string_value(json_object_get(message, "error"));
        if (c->deed == NUMBER && strstr(why, "sent its number"))
            c->numbered = true;
        if (strstr(why, "not yours") || strstr(why, "come to the table"))
            c->mine = c->asked = false;
        c->deed = NO_DEED;
    } else {
        if (is_kept(c, answer))
            note_ack(c);
        if (c->deed == MAKE)
            snprintf(w.table.s, sizeof w.table.s, "%s",
                     json_string_value(json_object_get(answer, "table")));
        if (c->deed == AGAIN) {
            const char *next = json_string_value(json_object_get(answer, "table"));
            if (w.next.s[0] && strcmp(w.next.s, next) != 0)
                wrong("two rematches");
            snprintf(w.next.s, sizeof w.next.s, "%s", next);
        }
        if (c->deed == HAND) {
            memcpy(c->secret, c->other, sizeof c->secret);
            c->other[0] = '\0';
        }
        c->seated |= c->deed == SIT;
        c->deed = NO_DEED;
    }
}

static void hear_table(struct client *c, const json_t *news)
{
    const char *stage = json_string_value(json_object_get(news, "stage"));
    const json_t *seat = json_array_get(json_object_get(news, "seats"), (size_t)seat_of(c));
    const json_t *mine = json_object_get(news, "mine");
    c->v = (int)json_integer_value(json_object_get(news, "v"));
    c->over = strcmp(stage, "over") == 0;
    c->running = strcmp(stage, "running") == 0;
    c->numbered = json_is_true(json_object_get(seat, "number"));
    c->away = json_is_true(json_object_get(seat, "away"));
    c->mine = is_spectator(c) || json_array_size(mine) > 0;
}

static void hear(struct client *c, const char *text)
{
    json_t *message = json_loads(text, 0, NULL);
    const char *news = json_string_value(json_object_get(message, "news"));
    const json_t *id = json_object_get(message, "id");
    if (!message)
        wrong("not JSON: %.100s", text);
    if (id) {
        hear_answer(c, (int)json_integer_value(id), message);
    } else if (news && strcmp(news, "table") == 0) {
        hear_table(c, message);
    } else if (news && strcmp(news, "moves") == 0 &&
               json_integer_value(json_object_get(message, "seat")) == (is_spectator(c) ? -1 : seat_of(c))) {
        int from = (int)json_integer_value(json_object_get(message, "from"));
        if (from > c->count)
            wrong("told from move %d on, knowing %d", from, c->count);
        json_decref(c->view);
        c->view = json_incref(json_object_get(message, "view"));
        c->count = (int)json_integer_value(json_object_get(message, "count"));
        c->v = c->seen = (int)json_integer_value(json_object_get(message, "v"));
    } else if (news && strcmp(news, "said") == 0) {
        c->v = (int)json_integer_value(json_object_get(message, "v"));
    } else if (news && strcmp(news, "gone") == 0) {
        const char *where = json_string_value(json_object_get(message, "elsewhere"));
        c->server = where ? atoi(where) : (int)below(SERVERS);
        cut(c);
    }
    json_decref(message);
}

/* One message arrives somewhere. False: none is under way. */
static bool deliver(struct client *c)
{
    struct server *s = &w.servers[c->wire.server];
    char *text;
    if (!c->wire.id)
        return false;
    if (any(&c->wire.up) && (!any(&c->wire.down) || chance(50)) && w.now >= s->asleep) {
        text = shift(&c->wire.up);
        srv_message(s->core, c->wire.id, text, strlen(text));
    } else if (any(&c->wire.down)) {
        text = shift(&c->wire.down);
        hear(c, text);
    } else {
        return false;
    }
    free(text);
    return true;
}

/* ---- what must be so in the end ------------------------------------------------------------------ */

static bool has_once(const struct log *log, const struct ack *a, int *times)
{
    *times = 0;
    for (uint32_t i = 0; i < log->count; i++) {
        json_t *r = json_loads(log->records[i], 0, NULL);
        const char *once = json_string_value(json_object_get(r, "once"));
        *times += once && strcmp(once, a->once) == 0;
        json_decref(r);
    }
    return *times > 0;
}

/* What the log comes to, reckoned without the core. */
static struct bl_match *replay(const struct log *log, struct bl_pledge *p)
{
    struct bl_match *m = NULL;
    const struct bl_game *game = bl_find_game(w.game);
    struct bl_setup setup;
    bool casual = false;
    *p = (struct bl_pledge){.players = w.people, .bots = UINT32_MAX >> (32 - w.people)};
    snprintf(p->table, sizeof p->table, "%s", log->name.s);
    for (uint32_t i = 0; i < log->count; i++) {
        struct bl_json_doc doc;
        struct bl_reply reply = {.answer = BL_ACCEPTED};
        BL_LOCAL struct bl_text why = bl_text_heap();
        bl_json_parse(&doc, log->records[i], strlen(log->records[i]));
        struct bl_json in = bl_json_root(&doc);
        const char *t = bl_json_string(&in, "t");
        int seat = bl_json_has(&in, "seat") ? (int)bl_json_int(&in, "seat", 0, 15) : 0;
        if (strcmp(t, "made") == 0) {
            struct bl_json wish = bl_json_member(&in, "setup");
            srv_read_hex(&in, "secret", p->secret, KEY);
            bl_pledge_hash(p->secret, KEY, p->hash);
            casual = bl_json_bool(&wish, "casual");
        } else if (strcmp(t, "number") == 0) {
            srv_read_hex(&in, "number", p->numbers[seat], KEY);
            p->bots &= ~(UINT32_C(1) << seat);
        } else if (strcmp(t, "sat") == 0 || strcmp(t, "left") == 0) {
            p->bots |= UINT32_C(1) << seat;
        } else if (strcmp(t, "began") == 0) {
            for (seat = 0; seat < w.people; seat++)
                if (p->bots >> seat & 1)
                    bl_pledge_number(p, seat, p->numbers[seat]);
            bl_setup_init(&setup, game);
            setup.players = (uint8_t)w.people;
            bl_resolve(game, &setup);
            m = bl_match_new(NULL, game, &setup, bl_pledge_seed(p), NULL);
            if (casual)
                bl_match_be_casual(m);
        } else if (strcmp(t, "moved") == 0) {
            bl_match_submit(m, seat, bl_json_string(&in, "move"), &reply);
        } else if (strcmp(t, "heard") == 0) {
            bl_match_hear(m, seat, bl_json_string(&in, "words"), &reply);
        } else if (strcmp(t, "undone") == 0 && !bl_match_undo(m, seat, NULL, &why)) {
            wrong("record %d: %s", (int)i, why.s);
        }
        if (reply.answer != BL_ACCEPTED)
            wrong("record %d is refused: %.150s", (int)i, log->records[i]);
        bl_json_free(&doc);
    }
    return m;
}

static void check_view(const struct client *c, struct bl_match *m)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    bl_put_state(bl_match_game(m), bl_match_view(m, is_spectator(c) ? BL_SPECTATOR : seat_of(c)), &text);
    json_t *state = json_loads(text.s, 0, NULL);
    if (!json_equal(state, json_object_get(c->view, "state")))
        wrong("seat %d sees something else than it may", seat_of(c));
    json_decref(state);
}

static void check_transcript(struct bl_match *m, const struct bl_pledge *p)
{
    struct bl_verdict verdict;
    BL_LOCAL struct bl_text text = bl_text_heap();
    bl_put_pledged(&text, bl_match_transcript(m)->s, p);
    if (bl_match_to_move(m) >= 0)
        bl_match_put_cap(m, &text);
    struct bl_memory memory = {text.s, text.s + text.len};
    struct bl_lines lines = bl_memory_lines(&memory);
    bl_verify(&lines, &verdict);
    if (!verdict.ok)
        wrong("line %d of the transcript: %s", (int)verdict.line, verdict.why);
}

static void check_end(void)
{
    const struct log *log = w.table.s[0] ? find_log(w.table.s) : NULL;
    if (!log) {
        if (w.ack_count > 0)
            wrong("the table is gone");
        return;
    }
    for (int i = 0; i < w.ack_count; i++) {
        int times;
        if (!has_once(log, &w.acks[i], &times))
            wrong("lost: %s of seat %d was acknowledged", w.acks[i].once, w.acks[i].seat);
    }
    for (uint32_t i = 0; i < log->count; i++) {
        json_t *r = json_loads(log->records[i], 0, NULL);
        const char *once = json_string_value(json_object_get(r, "once"));
        struct ack a = {0};
        int times;
        if (once) {
            snprintf(a.once, sizeof a.once, "%s", once);
            has_once(log, &a, &times);
            if (times != 1)
                wrong("twice: %s", log->records[i]);
        }
        json_decref(r);
    }
    struct bl_pledge p;
    struct bl_match *m = replay(log, &p);
    if (w.next.s[0] && !find_log(w.next.s))
        wrong("the rematch is gone");
    for (int i = 0; i < CLIENTS; i++) {
        const struct client *c = &w.clients[i];
        if ((!c->seated && i < w.people) || !m)
            continue;
        if (!c->mine || c->v != (int)log->count || c->count != (int)bl_match_count(m))
            wrong("seat %d knows of %d records and %d moves; there are %d and %d%s", i, c->v, c->count,
                  (int)log->count, (int)bl_match_count(m), c->mine ? "" : " (not at the table)");
        else
            check_view(c, m);
    }
    if (m)
        check_transcript(m, &p);
    bl_match_free(m);
}

/* ---- schedules ----------------------------------------------------------------------------------------- */

static void hurt(void)
{
    int server = (int)below(SERVERS);
    struct server *s = &w.servers[server];
    switch (below(7)) {
    case 0:
        if (!s->core)
            start(s);
        else if (chance(40))
            crash(server);
        break;
    case 1:
        if (s->core && chance(40))
            s->asleep = w.now + below(12000);
        break;
    case 2:
        cut(&w.clients[below(CLIENTS)]);
        break;
    case 3:
        s->skew += (int64_t)below(200000) - 100000;
        break;
    case 4:
        w.now += below(4000);
        break;
    case 5:
        if (chance(30))
            w.now += below(120000);
        break;
    default:
        w.clients[below(CLIENTS)].server = (int)below(SERVERS);
    }
}

static bool step(void)
{
    w.now += below(20);
    if (w.faults && below(200) < 3)
        hurt();
    struct client *c = &w.clients[below(CLIENTS)];
    switch (below(4)) {
    case 0:
        do_something(c);
        return true;
    case 1:
        return deliver(c);
    default:
        return serve((int)below(SERVERS));
    }
}

static bool wants_in(const struct client *c)
{
    return w.table.s[0] && (c->seated || is_spectator(c)) && !c->mine;
}

/* No more faults: whoever wants something gets it, and everybody hears of everything. */
static void settle(void)
{
    w.faults = false;
    for (int i = 0; i < SERVERS; i++) {
        w.servers[i].asleep = 0;
        if (!w.servers[i].core)
            start(&w.servers[i]);
    }
    for (int quiet = 0, k = 0; quiet < 400 && k < 40000 && !w.wrong[0]; k++) {
        bool busy = false;
        struct client *c = &w.clients[below(CLIENTS)];
        w.now += below(20);
        if (!c->wire.id)
            greet(c);
        else if (c->deed != NO_DEED && !c->sent)
            send_deed(c);
        else if (c->deed == NO_DEED && wants_in(c))
            act(c);
        busy = deliver(c) || serve((int)below(SERVERS)) || c->deed != NO_DEED || wants_in(c);
        quiet = busy ? 0 : quiet + 1;
    }
}

static void run(uint64_t seed)
{
    memset(&w, 0, sizeof w);
    w.rng = bl_stream(seed, 0, BL_FOR_TEST, 5);
    w.now = 100000;
    w.faults = true;
    w.game = ids[below((uint32_t)card_games)];
    w.people = 2 + (int)below(2);
    for (int i = 0; i < SERVERS; i++)
        start(&w.servers[i]);
    for (int i = 0; i < CLIENTS; i++) {
        w.clients[i].server = (int)below(SERVERS);
        snprintf(w.clients[i].secret, sizeof w.clients[i].secret, "%032x", i + 1);
    }
}

static void end(void)
{
    for (int i = 0; i < CLIENTS; i++) {
        cut(&w.clients[i]);
        json_decref(w.clients[i].view);
    }
    for (int i = 0; i < SERVERS; i++)
        if (w.servers[i].core)
            crash(i);
    for (int i = 0; i < w.log_count; i++) {
        for (uint32_t k = 0; k < w.logs[i].count; k++)
            free(w.logs[i].records[k]);
        free(w.logs[i].records);
    }
}

int main(int argc, char **argv)
{
    static const char *const bugs[] = {"none", "acks-early", "not-fenced", "counts-twice", "leaks",
                                       "blind-store"};
    int count = argc > 1 ? atoi(argv[1]) : 200;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    int bug = 0;
    uint64_t records = 0, acks = 0, over = 0;
    read_registry(NULL);
    for (int i = 0; i < 6 && argc > 3; i++)
        if (strcmp(argv[3], bugs[i]) == 0)
            bug = i;
    srv_plant = bug < 5 ? (enum srv_bug)bug : SRV_NO_BUG;
    for (uint64_t seed = first; seed < first + (uint64_t)count; seed++) {
        run(seed);
        w.blind = bug == 5;
        for (int i = 0; i < STEPS && !w.wrong[0]; i++)
            step();
        if (!w.wrong[0])
            settle();
        if (!w.wrong[0])
            check_end();
        for (int i = 0; i < w.log_count; i++)
            records += w.logs[i].count, over += w.logs[i].stage == SRV_OVER;
        acks += (uint64_t)w.ack_count;
        if (w.wrong[0]) {
            printf("seed %d (%s): %s\n", (int)seed, w.game, w.wrong);
            end();
            return bug == 0;
        }
        end();
    }
    printf("%d schedules, %d records, %d acknowledged, %d games over: nothing wrong\n", count,
           (int)records, (int)acks, (int)over);
    return bug != 0;
}
