/* serve.c - the whole server: the core, its store, its net and its thinkers around one loop. */
#include "server/serve.h"

#include <http_parser.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <uv.h>

#include "base/alloc.h"
#include "base/number.h"
#include "bylaw/fact.h"
#include "bylaw/json.h"
#include "server/event.h"
#include "server/metrics.h"
#include "server/net.h"
#include "server/site.h"
#include "server/store.h"
#include "server/think.h"

enum {
    TICK_MS = 1000, LEAST_TICK_MS = 20, DRAIN_MS = 10000, THINK_MS = 2000,
};

#define TRANSCRIPT_OF "/api/tables/"
#define TRANSCRIPT "/transcript"

/* A request that the core answers, as if somebody had said hello and asked. */
struct api {
    struct api *next;
    uint64_t connection;
    struct srv_name table;  /* whose transcript it is, which is handed out as a text; "": none */
};

struct server {
    const struct srv_serving *set;
    uv_loop_t loop;
    struct srv_core *core;
    struct srv_store *store;
    struct srv_net *net, *inner;        /* for people; for whoever runs it */
    struct srv_thinkers *thinkers;
    struct srv_site *site;
    struct api *apis;
    uv_async_t stored;
    uv_timer_t tick, drain;
    uv_signal_t signals[2];
    uv_prepare_t settle;
    uint64_t ticked;
    bool draining, ended;
    unsigned think_ms, threads;
    struct srv_limits limits;
    struct srv_net_limits net_limits;
    struct bl_text origin;
};

/* ---- the log ---------------------------------------------------------------- */

void srv_log_to(FILE *log, const char *line)
{
    struct timespec now;
    struct tm utc;
    char at[32];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(at, sizeof at, "%Y-%m-%dT%H:%M:%S", &utc);
    fprintf(log, "{\"at\":\"%s.%03dZ\",%s\n", at, (int)(now.tv_nsec / 1000000), line + 1);
    fflush(log);
}

static void log_line(struct server *s, const char *line)
{
    srv_log_to(s->set->log, line);
}

static void log_event(struct server *s, const char *event, const char *name, const char *value)
{
    BL_LOCAL struct bl_text line = bl_text_heap();
    srv_put_event(&line, event, name, value);
    bl_json_close(&line, '}');
    log_line(s, line.s);
}

/* ---- time ------------------------------------------------------------------- */

static struct srv_time now(void)
{
    struct timespec wall;
    clock_gettime(CLOCK_REALTIME, &wall);
    return (struct srv_time){uv_hrtime() / 1000000,
                             (uint64_t)wall.tv_sec * 1000 + (uint64_t)wall.tv_nsec / 1000000};
}

/* ---- the core's orders ------------------------------------------------------ */

static struct api **find_api(struct server *s, uint64_t connection)
{
    struct api **at = &s->apis;
    while (*at && (*at)->connection != connection)
        at = &(*at)->next;
    return at;
}

static void end_api(struct server *s, struct api **at)
{
    struct api *gone = *at;
    *at = gone->next;
    srv_disconnect(s->core, gone->connection);
    free(gone);
}

/* Where a transcript is, by the address of the WebSocket where its table is. */
static bool put_elsewhere(struct bl_text *out, const char *where, const char *table)
{
    static const char before[] = "ws", after[] = "/play";
    size_t n = strlen(where);
    if (strncmp(where, before, sizeof before - 1) || n < sizeof after ||
        strcmp(where + n - (sizeof after - 1), after))
        return false;
    bl_put(out, "location: http");
    bl_put_bytes(out, where + sizeof before - 1, n - (sizeof before - 1) - (sizeof after - 1));
    bl_put(out, TRANSCRIPT_OF);
    bl_put(out, table);
    bl_put(out, TRANSCRIPT "\r\n");
    return true;
}

/* What the core says to a request in place of a person; news are not for it. */
static void answer_api(struct server *s, struct api **at, const char *text, size_t size)
{
    struct bl_json_doc doc;
    struct srv_reply reply = srv_reply_of(HTTP_STATUS_SERVICE_UNAVAILABLE, NULL);
    struct api api = **at;
    BL_LOCAL struct bl_text body = bl_text_heap(), more = bl_text_heap();
    bool parsed = bl_json_parse(&doc, text, size);
    struct bl_json root = bl_json_root(&doc);
    bool news = parsed && !(bl_json_has(&root, "id") && bl_json_int(&root, "id", 0, 2) == 2);
    if (parsed && !news) {
        bool good = bl_json_has(&root, "answer");
        const char *where = bl_json_has(&root, "elsewhere") ? bl_json_string(&root, "elsewhere") : "";
        struct bl_json value = good ? bl_json_member(&root, "answer") : root;
        reply.status = good ? HTTP_STATUS_OK : bl_json_has(&root, "again") ? HTTP_STATUS_SERVICE_UNAVAILABLE
                            : HTTP_STATUS_NOT_FOUND;
        if (good && api.table.s[0])
            bl_put(&body, bl_json_to_string(&value));
        else
            bl_json_put_value(&body, &value);
        if (put_elsewhere(&more, where, api.table.s))
            reply.status = HTTP_STATUS_TEMPORARY_REDIRECT;
        reply.type = good && api.table.s[0] ? "application/x-ndjson; charset=utf-8" : "application/json";
        reply.more = more.s;
        reply.body = body.s;
        reply.size = body.len;
    }
    if (!news) {
        end_api(s, at);
        srv_net_reply(s->net, api.connection, &reply, false);
    }
    bl_json_free(&doc);
}

static void obey_one(struct server *s, const struct srv_order *o)
{
    struct api **api;
    switch (o->kind) {
    case SRV_SEND:
    case SRV_DROP:
        api = find_api(s, o->connection);
        if (*api)
            answer_api(s, api, o->text, o->size);
        else if (o->kind == SRV_SEND)
            srv_net_say(s->net, o->connection, o->text, o->size);
        else
            srv_net_drop(s->net, o->connection, SRV_END_POLICY, o->text);
        break;
    case SRV_STORE:
    case SRV_LOAD:
    case SRV_RELEASE:
        srv_store_order(s->store, o);
        break;
    case SRV_THINK:
        srv_think(s->thinkers, o);
        break;
    case SRV_LOG:
        log_line(s, o->text);
        break;
    }
}

static void on_tick(uv_timer_t *timer)
{
    struct server *s = timer->data;
    struct srv_time time = now();
    s->ticked = time.steady;
    srv_tick(s->core, time);
    srv_thinkers_look(s->thinkers);
}

static void end_all(struct server *s);

/* Before the loop waits: orders are carried out, and the clock is set for what the core waits for. */
static void on_settle(uv_prepare_t *handle)
{
    struct server *s = handle->data;
    struct srv_order o;
    while (srv_next(s->core, &o))
        obey_one(s, &o);
    if (s->draining && srv_drained(s->core))
        end_all(s);
    if (s->ended)
        return;
    /* It goes by the last tick: whatever comes in meanwhile puts the next one off no further. */
    uint64_t steady = now().steady, at = srv_wake(s->core);
    if (at > s->ticked + TICK_MS)
        at = s->ticked + TICK_MS;
    if (at < s->ticked + LEAST_TICK_MS)
        at = s->ticked + LEAST_TICK_MS;
    uv_update_time(&s->loop);
    uv_timer_start(&s->tick, on_tick, at > steady ? at - steady : 0, 0);
}

/* ---- the store's answers ---------------------------------------------------- */

static void on_stored(uv_async_t *handle)
{
    struct server *s = handle->data;
    struct srv_answer a;
    srv_now(s->core, now());
    while (srv_store_next(s->store, &a))
        switch (a.kind) {
        case SRV_STORED:
            srv_stored(s->core, a.table, a.number, a.fate, a.fence);
            break;
        case SRV_LOADED:
            srv_loaded(s->core, a.table, a.fate, a.fence, a.records, a.count, a.where);
            break;
        case SRV_STANDS:
            srv_stands(s->core, a.table, &a.standing);
            break;
        case SRV_TAKEN:
            srv_taken(s->core, a.table);
            break;
        case SRV_NOTED:
            log_line(s, a.text);
            break;
        }
}

static void wake(void *with)
{
    struct server *s = with;
    uv_async_send(&s->stored);
}

static bool wanted(void *with, struct srv_name table, uint32_t number)
{
    struct server *s = with;
    return srv_wanted(s->core, table, number);
}

static void thought(void *with, struct srv_name table, uint32_t number, int seat, const char *move)
{
    struct server *s = with;
    srv_now(s->core, now());
    srv_thought(s->core, table, number, seat, move);
}

/* ---- people ----------------------------------------------------------------- */

static void opened(void *with, uint64_t connection, const char *from)
{
    struct server *s = with;
    srv_now(s->core, now());
    srv_connect(s->core, connection, from);
}

static void message(void *with, uint64_t connection, const char *text, size_t size)
{
    struct server *s = with;
    srv_now(s->core, now());
    srv_message(s->core, connection, text, size);
}

static void closed(void *with, uint64_t connection)
{
    struct server *s = with;
    struct api **api = find_api(s, connection);
    srv_now(s->core, now());
    if (*api)
        end_api(s, api);
    else
        srv_disconnect(s->core, connection);
}

static void ask_core(struct server *s, uint64_t connection, const char *from, const char *question,
                     struct srv_name table)
{
    static const char hello[] = "{\"id\":1,\"do\":\"hello\",\"v\":1}";
    struct api *api = bl_new(1, sizeof *api);
    *api = (struct api){s->apis, connection, table};
    s->apis = api;
    srv_now(s->core, now());
    srv_connect(s->core, connection, from);
    srv_message(s->core, connection, hello, sizeof hello - 1);
    srv_message(s->core, connection, question, strlen(question));
}

/* The name in "/api/tables/NAME/transcript"; false: the path is another. */
static bool table_of(const char *path, struct srv_name *out)
{
    static const char before[] = TRANSCRIPT_OF, after[] = TRANSCRIPT;
    if (strncmp(path, before, sizeof before - 1))
        return false;
    path += sizeof before - 1;
    size_t n = strspn(path, SRV_LETTERS);
    if (n != SRV_NAME || strcmp(path + n, after))
        return false;
    memcpy(out->s, path, SRV_NAME);
    out->s[SRV_NAME] = '\0';
    return true;
}

static struct srv_reply health(struct server *s)
{
    struct srv_store_figures store;
    srv_store_figures(s->store, &store);
    return s->draining ? srv_reply_of(HTTP_STATUS_SERVICE_UNAVAILABLE, "about to stop\n")
        : store.taken ? srv_reply_of(HTTP_STATUS_SERVICE_UNAVAILABLE, "another server has the tables\n")
        : !store.up ? srv_reply_of(HTTP_STATUS_SERVICE_UNAVAILABLE, "the store does not answer\n")
        : srv_reply_of(HTTP_STATUS_OK, "ok\n");
}

/* In the page's folder the same file says false: where it comes from here, people can meet. */
static struct srv_reply served(void)
{
    static const char text[] = "{\"tables\":true}\n";
    return (struct srv_reply){.status = HTTP_STATUS_OK, .type = "application/json", .body = text,
                              .size = sizeof text - 1};
}

static void request(void *with, uint64_t connection, const char *from, const struct srv_request *r)
{
    struct server *s = with;
    struct srv_name table = {""};
    struct srv_reply reply;
    if (!strcmp(r->path, "/api/lobby")) {
        ask_core(s, connection, from, "{\"id\":2,\"do\":\"lobby\",\"on\":false}", table);
        return;
    }
    if (table_of(r->path, &table)) {
        BL_LOCAL struct bl_text question = bl_text_heap();
        bl_json_putf(&question, "{'id':2,'do':'ask','table':%s,'request':{'ask':'transcript'}}", table.s);
        ask_core(s, connection, from, question.s, table);
        return;
    }
    if (!strcmp(r->path, "/healthz"))
        reply = health(s);
    else if (s->site && !strcmp(r->path, "/server.json"))
        reply = served();
    else if (s->site)
        reply = srv_site_reply(s->site, r);
    else
        reply = srv_reply_of(HTTP_STATUS_NOT_FOUND, "there is no page here\n");
    srv_net_reply(s->net, connection, &reply, true);
}

/* ---- for whoever runs it ---------------------------------------------------- */

static void inner_request(void *with, uint64_t connection, const char *from, const struct srv_request *r)
{
    struct server *s = with;
    BL_LOCAL struct bl_text text = bl_text_heap();
    struct srv_reply reply = srv_reply_of(HTTP_STATUS_NOT_FOUND, "here are /metrics and /healthz\n");
    (void)from;
    if (!strcmp(r->path, "/metrics")) {
        const struct srv_metered metered = {s->core, s->net, s->store, s->thinkers, s->draining,
            s->set->engine_faults ? s->set->engine_faults() : 0};
        srv_put_metrics(&text, &metered);
        reply = srv_reply_of(HTTP_STATUS_OK, text.s);
        reply.type = "text/plain; version=0.0.4; charset=utf-8";
    } else if (!strcmp(r->path, "/healthz")) {
        reply = health(s);
    }
    srv_net_reply(s->inner, connection, &reply, false);
}

static void inner_closed(void *with, uint64_t connection)
{
    (void)with, (void)connection;
}

/* ---- limits ----------------------------------------------------------------- */

static const struct limit {
    const char *name, *text;
    size_t core, net;           /* where it stands; SIZE_MAX: not there */
} limits[] = {
#define X(name, usual, text) {#name, text, SIZE_MAX, offsetof(struct srv_net_limits, name)},
    SRV_NET_LIMITS(X)
#undef X
#define X(name, usual, text) {#name, text, offsetof(struct srv_limits, name), SIZE_MAX},
    SRV_LIMITS(X)
#undef X
    {"think_ms", "so long a bot may think about a move, or about a hint", SIZE_MAX, SIZE_MAX},
};

static uint32_t *place_of(struct server *s, const struct limit *l)
{
    return l->core != SIZE_MAX ? (uint32_t *)(void *)((char *)&s->limits + l->core)
        : l->net != SIZE_MAX ? (uint32_t *)(void *)((char *)&s->net_limits + l->net) : &s->think_ms;
}

const char *srv_usual_limit(size_t number, char name[64])
{
    struct server usual = {.limits = srv_usual_limits, .net_limits = srv_usual_net_limits,
        .think_ms = THINK_MS};
    if (number >= sizeof limits / sizeof *limits)
        return NULL;
    snprintf(name, 64, "%s=%u", limits[number].name, *place_of(&usual, &limits[number]));
    return limits[number].text;
}

static bool set_limit(struct server *s, const char *given, struct bl_text *why)
{
    const char *is = strchr(given, '=');
    uint64_t value;
    for (size_t i = 0; is && i < sizeof limits / sizeof *limits; i++)
        if (strlen(limits[i].name) == (size_t)(is - given) &&
            !strncmp(limits[i].name, given, (size_t)(is - given)) && bl_read_number(is + 1, &value) &&
            value <= INT32_MAX) {
            *place_of(s, &limits[i]) = (uint32_t)value;
            return true;
        }
    bl_putf(why, "%s: there is no such limit, or this is no number", given);
    return false;
}

/* ---- beginning -------------------------------------------------------------- */

static void chance(void *with, void *bytes, size_t size)
{
    (void)with;
    randombytes_buf(bytes, size);
}

static bool in_range(const char *where, const char *host)
{
    return !strncmp(where, host, strlen(host)) && where[strlen(host)] == ':';
}

/* An address at which this machine can be reached from others; else from itself. */
static void put_host(struct bl_text *out, const char *listen)
{
    uv_interface_address_t *all = NULL;
    int count = 0;
    char name[64] = "127.0.0.1";
    bool wide = in_range(listen, "0.0.0.0") || in_range(listen, "[::]");
    if (!wide) {
        bl_put_bytes(out, listen, (size_t)(strrchr(listen, ':') - listen));
        return;
    }
    if (uv_interface_addresses(&all, &count))
        count = 0;
    for (int i = count; i-- > 0;)
        if (!all[i].is_internal && all[i].address.address4.sin_family == AF_INET)
            uv_ip4_name(&all[i].address.address4, name, sizeof name);
    if (all)
        uv_free_interface_addresses(all, count);
    bl_put(out, name);
}

/* The line of the log that says so is for when there is something to be had there. */
static bool listen_to(struct server *s, struct bl_text *address, struct bl_text *line, struct bl_text *why)
{
    const char *listen = s->set->listen ? s->set->listen : "127.0.0.1:8080";
    int port = 0;
    bool ok = srv_net_listen(s->net, listen, &port, why);
    if (!ok && !s->set->listen) {
        bl_text_clear(why);
        ok = srv_net_listen(s->net, "127.0.0.1:0", &port, why);
    }
    if (!ok)
        return false;
    if (s->set->address) {
        bl_put(address, s->set->address);
    } else {
        bl_put(address, "http://");
        put_host(address, listen);
        bl_putf(address, ":%d", port);
    }
    srv_put_event(line, "listening", "address", address->s);
    bl_json_putf(line, "'port':%d,'version':%s", port, BYLAW_VERSION);
    if (s->inner) {
        if (!srv_net_listen(s->inner, s->set->metrics, &port, why))
            return false;
        bl_json_putf(line, "'metrics':%d", port);
    }
    bl_json_close(line, '}');
    return true;
}

/* Where the WebSocket of an address is: for clients whose table is at another server. */
static void put_socket_address(struct bl_text *out, const char *address)
{
    bool safe = !strncmp(address, "https://", 8);
    const char *rest = strstr(address, "://");
    bl_putf(out, "%s%s/play", safe ? "wss" : "ws", rest ? rest : address);
}

/* What browsers call the origin of an address: all but the path. */
static const char *origin_of(const char *address, struct bl_text *out)
{
    const char *host = address ? strstr(address, "://") : NULL;
    if (!host)
        return NULL;
    bl_put_bytes(out, address, (size_t)(host + 3 - address) + strcspn(host + 3, "/"));
    return out->s;
}

static void on_signal(uv_signal_t *handle, int number);

static bool begin(struct server *s, struct bl_text *why)
{
    const struct srv_serving *set = s->set;
    BL_LOCAL struct bl_text address = bl_text_heap(), socket = bl_text_heap(), line = bl_text_heap();
    struct srv_net_settings net = {.limits = s->net_limits, .message_bytes = s->limits.message_bytes,
        .address = origin_of(set->address, &s->origin), .proxied = set->proxied, .request = request, .socket_path = "/play",
        .opened = opened, .message = message, .closed = closed, .with = s};
    struct srv_net_settings inner = {.limits = srv_usual_net_limits, .request = inner_request,
        .closed = inner_closed, .with = s};
    struct srv_settings core = {.limits = s->limits, .languages = set->languages, .silence_ms = s->net_limits.silence_ms,
        .language_count = set->language_count, .engines = set->engines, .chance = chance, .now = now()};
    if (set->site && !(s->site = srv_site_read(set->site, why)))
        return false;
    s->net = srv_net_new(&s->loop, &net);
    s->inner = set->metrics ? srv_net_new(&s->loop, &inner) : NULL;
    if (!listen_to(s, &address, &line, why))
        return false;
    put_socket_address(&socket, address.s);
    struct srv_store_settings store = {.where = set->data, .address = socket.s, .hints = set->hints,
        .wake = wake, .with = s};
    if (!(s->store = srv_store_open(&store, why)))
        return false;
    s->core = srv_core_new(&core);
    s->thinkers = srv_thinkers_new(&s->loop, s->threads, s->think_ms, wanted, thought, s);
    /* What is started last comes first: orders before what they have to send. */
    uv_prepare_start(&s->settle, on_settle);
    static const int numbers[] = {SIGTERM, SIGINT};
    for (int i = 0; i < 2; i++)
        uv_signal_start(&s->signals[i], on_signal, numbers[i]);
    log_line(s, line.s);
    if (set->ready)
        set->ready(set->with, address.s);
    return true;
}

/* ---- ending ----------------------------------------------------------------- */

static void on_late(uv_timer_t *timer)
{
    struct server *s = timer->data;
    log_event(s, "not-drained", NULL, NULL);
    end_all(s);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct server *s = handle->data;
    if (s->draining) {
        end_all(s);   /* told twice */
        return;
    }
    log_event(s, "draining", "signal", number == SIGTERM ? "TERM" : "INT");
    s->draining = true;
    srv_net_deaf(s->net);
    srv_thinkers_stop(s->thinkers);
    srv_drain(s->core);
    uv_timer_start(&s->drain, on_late, DRAIN_MS, 0);
}

/* What was said goes out, and everything is closed; the loop ends by itself then. */
static void end_all(struct server *s)
{
    uv_handle_t *handles[] = {(uv_handle_t *)&s->tick, (uv_handle_t *)&s->drain,
        (uv_handle_t *)&s->settle, (uv_handle_t *)&s->stored, (uv_handle_t *)&s->signals[0],
        (uv_handle_t *)&s->signals[1]};
    if (s->ended)
        return;
    s->ended = true;
    if (s->net)
        srv_net_end(s->net);
    if (s->inner)
        srv_net_end(s->inner);
    if (s->store)
        srv_store_close(s->store);
    for (size_t i = 0; i < sizeof handles / sizeof *handles; i++)
        uv_close(handles[i], NULL);
}

static void free_all(struct server *s)
{
    for (struct api *at = s->apis, *next; at; at = next) {
        next = at->next;
        free(at);
    }
    if (s->thinkers)
        srv_thinkers_free(s->thinkers);
    if (s->net)
        srv_net_free(s->net);
    if (s->inner)
        srv_net_free(s->inner);
    srv_core_free(s->core);
    srv_site_free(s->site);
    bl_text_free(&s->origin);
    uv_loop_close(&s->loop);
}

static void init(struct server *s)
{
    struct rlimit files;
    char threads[16];
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);   /* a file that may not grow is a fault of the store, which copes */
    if (!getrlimit(RLIMIT_NOFILE, &files)) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    s->threads = uv_available_parallelism();
    snprintf(threads, sizeof threads, "%u", s->threads);
    setenv("UV_THREADPOOL_SIZE", threads, 1);
    uv_loop_init(&s->loop);
    uv_async_init(&s->loop, &s->stored, on_stored);
    uv_timer_init(&s->loop, &s->tick);
    uv_timer_init(&s->loop, &s->drain);
    uv_prepare_init(&s->loop, &s->settle);
    s->stored.data = s->tick.data = s->drain.data = s->settle.data = s;
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&s->loop, &s->signals[i]);
        s->signals[i].data = s;
    }
}

bool srv_serve(const struct srv_serving *serving, struct bl_text *why)
{
    struct server *s = bl_new(1, sizeof *s);
    bool ok = sodium_init() >= 0;
    s->set = serving;
    s->origin = bl_text_heap();
    s->limits = srv_usual_limits;
    s->net_limits = srv_usual_net_limits;
    s->think_ms = THINK_MS;
    for (const char *const *l = serving->limits; ok && l && *l; l++)
        ok = set_limit(s, *l, why);
    init(s);
    ok = ok && begin(s, why);
    if (!ok)
        end_all(s);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    if (ok)
        log_event(s, "stopped", NULL, NULL);
    free_all(s);
    free(s);
    return ok;
}
