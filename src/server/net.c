/* net.c - connections: bytes in, bytes out, how long and how much is put up with.
 *
 * A connection is a head that is coming, a request that waits for its answer, a WebSocket, or one that
 * is over and only waits for the other side to have read what was said last. */
#include "server/net.h"

#include <http_parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "server/crowd.h"

enum {
    SWEEP_MS = 250, LINGER_MS = 2000, FAREWELL_MS = 1000, LISTENERS = 4, SLOT_BITS = 24, BACKLOG = 1024,
    READ_BYTES = 65536, SEND_BYTES = 131072, UNREAD_BYTES = 262144,
};

const struct srv_net_limits srv_usual_net_limits = {
#define X(name, usual, text) .name = usual,
    SRV_NET_LIMITS(X)
#undef X
};

enum stage { HEAD, ASKED, OPEN, ENDING, GONE };

struct client {
    uv_tcp_t tcp;
    struct srv_net *net;
    uint64_t id;
    struct srv_guest *guest;    /* NULL: nobody yet; a proxy's */
    enum stage stage;
    uint64_t since;             /* when the stage, or the wait for the next request, began */
    uint64_t heard;             /* when something came last */
    uint64_t queued, written;   /* bytes, all together; `written` as it was when it last grew … */
    uint64_t moved;             /* … and when that was */
    bool pinged, stopped, dirty, taking;
    bool ends, shut, deaf;      /* no more is read; no more is written; they will say no more */
    struct bl_text in;          /* what is not read yet of heads */
    struct srv_request request; /* while it is asked: without its fields */
    struct srv_socket *socket;
    uint64_t frames;            /* that were counted */
};

struct srv_net {
    uv_loop_t *loop;
    struct srv_net_settings settings;
    struct srv_crowd *crowd;
    uv_tcp_t listeners[LISTENERS];
    unsigned listening;
    uv_timer_t sweep;
    uv_prepare_t flush;
    struct client **slots;      /* by the lower bits of a connection's number */
    uint32_t *free_slots, *dirty;
    uint32_t slot_count, free_count, dirty_count, dirty_room, slot_room, free_room;
    uint64_t serial;
    uint64_t over;              /* when the end of all began; 0: not yet */
    struct srv_net_figures figures;
    char room[READ_BYTES];
};

static void pace(struct client *c);
static void end(struct client *c);

static uint64_t now_of(const struct srv_net *net)
{
    return uv_now(net->loop) + 1;   /* never 0 */
}

static struct client *find(const struct srv_net *net, uint64_t id)
{
    uint64_t slot = id & ((1u << SLOT_BITS) - 1);
    struct client *c = slot < net->slot_count ? net->slots[slot] : NULL;
    return c && c->id == id ? c : NULL;
}

static void set_stage(struct client *c, enum stage stage)
{
    c->stage = stage;
    c->since = now_of(c->net);
}

/* ---- the end of a connection ------------------------------------------------ */

static void on_closed(uv_handle_t *handle)
{
    struct client *c = handle->data;
    srv_socket_free(c->socket);
    bl_text_free(&c->in);
    free(c);
}

static void leave(struct client *c)
{
    if (c->guest)
        c->guest->connections--;
    c->guest = NULL;
}

/* What was opened or asked is over for whoever holds the net. */
static void tell_closed(struct client *c)
{
    struct srv_net *net = c->net;
    bool told = c->stage == OPEN || c->stage == ASKED;
    if (c->stage == OPEN)
        net->figures.sockets--;
    set_stage(c, ENDING);
    if (told && !net->over)
        net->settings.closed(net->settings.with, c->id);
}

/* At once, whatever was still to be said. */
static void cut(struct client *c)
{
    struct srv_net *net = c->net;
    uint32_t slot = (uint32_t)(c->id & ((1u << SLOT_BITS) - 1));
    if (c->stage == GONE)
        return;
    tell_closed(c);
    c->stage = GONE;
    leave(c);
    net->slots[slot] = NULL;
    net->free_slots = bl_grow(net->free_slots, net->free_count + 1, &net->free_room, sizeof slot);
    net->free_slots[net->free_count++] = slot;
    net->figures.connections--;
    uv_close((uv_handle_t *)&c->tcp, on_closed);
}

static void on_shut(uv_shutdown_t *shut, int status)
{
    struct client *c = shut->data;
    free(shut);
    if (status < 0 || c->deaf)
        cut(c);
}

/* Once all is written: says that there is no more, and waits for the other side to say the same, so
 * that what was said last is not thrown away with what they still send. */
static void end(struct client *c)
{
    if (c->stage == GONE || c->shut)
        return;
    tell_closed(c);
    c->ends = c->shut = true;
    uv_shutdown_t *shut = bl_new(1, sizeof *shut);
    shut->data = c;
    if (uv_shutdown(shut, (uv_stream_t *)&c->tcp, on_shut)) {
        free(shut);
        cut(c);
        return;
    }
    pace(c);
}

/* ---- writing ---------------------------------------------------------------- */

struct writing {
    uv_write_t write;
    struct client *client;
    struct bl_text text;
};

static size_t unsent(const struct client *c)
{
    return uv_stream_get_write_queue_size((const uv_stream_t *)&c->tcp);
}

static void on_written(uv_write_t *write, int status)
{
    struct writing *w = write->data;
    struct client *c = w->client;
    bl_text_free(&w->text);
    free(w);
    if (status < 0)
        cut(c);
    else if (c->stage == HEAD)
        pace(c);
}

/* `text` is taken over; `body` must last. */
static void write_out(struct client *c, struct bl_text *text, const char *body, size_t size)
{
    struct writing *w = bl_new(1, sizeof *w);
    uv_buf_t bufs[2];
    w->client = c;
    w->text = *text;
    w->write.data = w;
    bufs[0] = uv_buf_init(w->text.s, (unsigned)w->text.len);
    bufs[1] = uv_buf_init((char *)(uintptr_t)body, (unsigned)size);
    c->queued += text->len + size;
    c->net->figures.sent_bytes += text->len + size;
    if (uv_write(&w->write, (uv_stream_t *)&c->tcp, bufs, size ? 2 : 1, on_written)) {
        bl_text_free(&w->text);
        free(w);
        cut(c);
    }
}

/* What a WebSocket has to say goes out when everything of this turn has been said. */
static void soil(struct client *c)
{
    struct srv_net *net = c->net;
    if (c->dirty || !srv_socket_out(c->socket)->len)
        return;
    c->dirty = true;
    net->dirty = bl_grow(net->dirty, net->dirty_count + 1, &net->dirty_room, sizeof *net->dirty);
    net->dirty[net->dirty_count++] = (uint32_t)(c->id & ((1u << SLOT_BITS) - 1));
}

static void flush_one(struct client *c)
{
    struct bl_text *out = srv_socket_out(c->socket), text = *out;
    c->dirty = false;
    if (c->stage == GONE || c->shut || !text.len)
        return;
    *out = bl_text_heap();
    write_out(c, &text, NULL, 0);
    if (c->stage != GONE && srv_socket_over(c->socket))
        end(c);
    else if (c->stage == OPEN && unsent(c) > c->net->settings.limits.queue_bytes) {
        c->net->figures.slow++;
        cut(c);
    }
}

static void on_flush(uv_prepare_t *handle)
{
    struct srv_net *net = handle->data;
    for (uint32_t i = 0; i < net->dirty_count; i++) {
        struct client *c = net->slots[net->dirty[i]];
        if (c && c->dirty)
            flush_one(c);
    }
    net->dirty_count = 0;
}

/* ---- requests --------------------------------------------------------------- */

static void put_reply(struct client *c, const struct srv_request *request,
                      const struct srv_reply *reply, bool lasting)
{
    struct bl_text text = bl_text_heap();
    struct srv_reply bare = *reply;
    bool apart = lasting && reply->status == HTTP_STATUS_OK && !(request && request->bodiless);
    struct srv_request head = request ? *request : (struct srv_request){0};
    head.bodiless |= apart;
    srv_put_reply(&text, request ? &head : NULL, &bare);
    write_out(c, &text, apart ? reply->body : NULL, apart ? reply->size : 0);
    if (c->stage == GONE)
        return;
    set_stage(c, HEAD);
    if (!request || !request->keeps)
        end(c);
}

static void refuse(struct client *c, const struct srv_request *request, int status, const char *why)
{
    struct srv_reply reply = srv_reply_of(status, why);
    if (status == HTTP_STATUS_TOO_MANY_REQUESTS)
        reply.more = "retry-after: 10\r\n";
    put_reply(c, request, &reply, false);
}

static bool charge(struct client *c, double count)
{
    const struct srv_net_limits *l = &c->net->settings.limits;
    if (!c->guest || srv_bucket_take(&c->guest->bucket, count, l->asks_burst, l->asks_per_minute,
                                     now_of(c->net)))
        return true;
    c->net->figures.refused_asks++;
    return false;
}

/* False: that address has as many connections as it may have. */
static bool come_in(struct client *c, const char *from)
{
    struct srv_net *net = c->net;
    if (c->guest && !strcmp(c->guest->from, from))
        return true;
    leave(c);
    struct srv_guest *guest = srv_crowd_guest(net->crowd, from);
    if (guest->connections >= net->settings.limits.connections_of_one) {
        net->figures.refused_connections++;
        return false;
    }
    guest->connections++;
    c->guest = guest;
    return true;
}

/* Behind a proxy: the last address that it names, which is the one that it has seen itself. */
static bool come_by_proxy(struct client *c, const struct srv_request *r)
{
    struct srv_piece f = r->fields[SRV_FOR];
    char text[SRV_FROM] = "", from[SRV_FROM];
    size_t at = f.s ? f.size : 0;
    while (at > 0 && f.s[at - 1] != ',' && f.s[at - 1] != ' ')
        at--;
    if (f.s && f.size - at < sizeof text)
        memcpy(text, f.s + at, f.size - at);
    srv_from(text, from);
    return come_in(c, from);
}

static void hear(void *with, const char *text, size_t size)
{
    struct client *c = with;
    if (c->stage == OPEN)
        c->net->settings.message(c->net->settings.with, c->id, text, size);
}

static void open_socket(struct client *c, const struct srv_request *r)
{
    struct srv_net *net = c->net;
    struct bl_text text = bl_text_heap();
    int status = srv_handshake(r, net->settings.address, &text);
    bool keeps = r->keeps;
    write_out(c, &text, NULL, 0);
    if (c->stage == GONE)
        return;
    if (status != HTTP_STATUS_SWITCHING_PROTOCOLS) {
        net->figures.refused_handshakes++;
        set_stage(c, HEAD);
        if (!keeps)
            end(c);
        return;
    }
    c->socket = srv_socket_new(net->settings.message_bytes, hear, c);
    set_stage(c, OPEN);
    net->figures.sockets++;
    net->settings.opened(net->settings.with, c->id, c->guest ? c->guest->from : "");
}

static void take_request(struct client *c, const char *head, size_t size)
{
    struct srv_net *net = c->net;
    struct srv_request r;
    int status = srv_head_read(head, size, &r);
    net->figures.requests++;
    if (status) {
        net->figures.bad_requests++;
        refuse(c, NULL, status, NULL);
        return;
    }
    bool in = !net->settings.proxied || come_by_proxy(c, &r);
    r.keeps = r.keeps && in;
    if (!in || !charge(c, 1))
        refuse(c, &r, HTTP_STATUS_TOO_MANY_REQUESTS, "too much at once; wait a while\n");
    else if (net->settings.socket_path && !strcmp(r.path, net->settings.socket_path))
        open_socket(c, &r);
    else {
        set_stage(c, ASKED);
        c->request = r;
        memset(c->request.fields, 0, sizeof r.fields);
        net->settings.request(net->settings.with, c->id, c->guest ? c->guest->from : "", &r);
    }
}

/* ---- reading ---------------------------------------------------------------- */

static void on_room(uv_handle_t *handle, size_t wanted, uv_buf_t *out)
{
    struct client *c = handle->data;
    (void)wanted;
    *out = uv_buf_init(c->net->room, READ_BYTES);
}

static void take_frames(struct client *c, const char *bytes, size_t size)
{
    srv_socket_take(c->socket, bytes, size);
    uint64_t frames = srv_socket_frames(c->socket), more = frames - c->frames;
    c->frames = frames;
    c->net->figures.frames += more;
    if (c->stage != GONE && !charge(c, (double)more))
        srv_socket_close(c->socket, SRV_END_POLICY, "too much at once");
    if (c->stage == GONE)
        return;
    if (srv_socket_over(c->socket) && c->stage == OPEN)
        tell_closed(c);
    soil(c);
    if (srv_socket_over(c->socket) && !srv_socket_out(c->socket)->len)
        end(c);
}

/* Heads one after another, as long as each is answered at once and somebody reads the answers. */
static void take_heads(struct client *c)
{
    size_t at = 0, size = 0;
    while (c->stage == HEAD && !c->ends && unsent(c) < UNREAD_BYTES) {
        int status = srv_head_end(c->in.s + at, c->in.len - at, &size);
        if (status) {
            c->net->figures.bad_requests++;
            refuse(c, NULL, status, NULL);
            at = c->in.len;
        } else if (size == 0) {
            break;
        } else {
            take_request(c, c->in.s + at, size);
            at += size;
        }
    }
    if (c->stage == GONE)
        return;
    struct bl_text rest = bl_text_heap();
    bl_put_bytes(&rest, c->in.s + at, c->in.len - at);
    bl_text_free(&c->in);
    c->in = rest;
    if (c->stage == OPEN && rest.len) {
        c->in = bl_text_heap();
        take_frames(c, rest.s, rest.len);
        bl_text_free(&rest);
    }
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct client *c = stream->data;
    if (n == UV_EOF && c->stage != OPEN && unsent(c)) {
        c->deaf = true;
        uv_read_stop(stream);
        end(c);
        return;
    }
    if (n < 0) {
        cut(c);
        return;
    }
    c->heard = now_of(c->net);
    c->pinged = false;
    c->net->figures.heard_bytes += (uint64_t)n;
    if (c->ends || n == 0)
        return;
    if (c->stage == OPEN) {
        take_frames(c, buf->base, (size_t)n);
        return;
    }
    if (c->stage == HEAD && !c->in.len)
        c->since = c->heard;
    bl_put_bytes(&c->in, buf->base, (size_t)n);
    pace(c);
}

/* Takes the heads that have come, and listens, unless an answer must be found or fetched first. */
static void pace(struct client *c)
{
    if (c->taking)
        return;
    c->taking = true;
    if (c->stage == HEAD && c->in.len)
        take_heads(c);
    c->taking = false;
    if (c->stage == GONE || c->deaf)
        return;
    bool stop = c->stage == ASKED || (c->stage == HEAD && unsent(c) >= UNREAD_BYTES);
    if (stop == c->stopped)
        return;
    c->stopped = stop;
    if (stop)
        uv_read_stop((uv_stream_t *)&c->tcp);
    else if (uv_read_start((uv_stream_t *)&c->tcp, on_room, on_read))
        cut(c);
}

/* ---- coming in -------------------------------------------------------------- */

static void from_of(const uv_tcp_t *tcp, char out[SRV_FROM])
{
    struct sockaddr_storage name;
    int size = sizeof name;
    char text[64] = "";
    if (!uv_tcp_getpeername(tcp, (struct sockaddr *)&name, &size))
        uv_ip_name((struct sockaddr *)&name, text, sizeof text);
    srv_from(text, out);
}

static struct client *new_client(struct srv_net *net)
{
    struct client *c = bl_new(1, sizeof *c);
    uint32_t slot = net->slot_count;
    if (net->free_count) {
        slot = net->free_slots[--net->free_count];
    } else {
        net->slots = bl_grow(net->slots, net->slot_count + 1, &net->slot_room, sizeof *net->slots);
        net->slot_count++;
    }
    net->slots[slot] = c;
    net->figures.connections++;
    c->net = net;
    c->id = ++net->serial << SLOT_BITS | slot;
    c->in = bl_text_heap();
    c->tcp.data = c;
    c->stopped = true;
    c->heard = c->moved = now_of(net);
    set_stage(c, HEAD);
    uv_tcp_init(net->loop, &c->tcp);
    return c;
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct srv_net *net = listener->data;
    char from[SRV_FROM];
    int bytes = SEND_BYTES;
    if (status < 0)
        return;
    struct client *c = new_client(net);
    if (uv_accept(listener, (uv_stream_t *)&c->tcp)) {
        cut(c);
        return;
    }
    net->figures.accepted++;
    uv_tcp_nodelay(&c->tcp, 1);
    uv_send_buffer_size((uv_handle_t *)&c->tcp, &bytes);
    from_of(&c->tcp, from);
    bool full = net->figures.connections > net->settings.limits.connections;
    net->figures.refused_connections += full;
    if (full || (!net->settings.proxied && !come_in(c, from)))
        cut(c);
    else
        pace(c);
}

/* "host:port"; a host in digits or localhost. */
static bool read_where(const char *where, struct sockaddr_storage *out)
{
    const char *colon = strrchr(where, ':');
    char host[64] = "";
    uint64_t port;
    if (!colon || !bl_read_number(colon + 1, &port) || port > 65535 ||
        (size_t)(colon - where) >= sizeof host)
        return false;
    memcpy(host, where, (size_t)(colon - where));
    size_t n = strlen(host);
    if (n > 1 && host[0] == '[' && host[n - 1] == ']') {
        host[n - 1] = '\0';
        return !uv_ip6_addr(host + 1, (int)port, (struct sockaddr_in6 *)out);
    }
    return !uv_ip4_addr(strcmp(host, "localhost") ? host : "127.0.0.1", (int)port,
                        (struct sockaddr_in *)out);
}

static int port_of(const uv_tcp_t *tcp)
{
    struct sockaddr_storage name;
    int size = sizeof name;
    if (uv_tcp_getsockname(tcp, (struct sockaddr *)&name, &size))
        return 0;
    return ntohs(name.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&name)->sin6_port
                                            : ((struct sockaddr_in *)&name)->sin_port);
}

bool srv_net_listen(struct srv_net *net, const char *where, int *port, struct bl_text *why)
{
    struct sockaddr_storage address;
    uv_tcp_t *tcp = &net->listeners[net->listening];
    const char *fault = "this is no ADDRESS:PORT, like 127.0.0.1:8080 or [::]:8080";
    if (net->listening < LISTENERS && read_where(where, &address)) {
        uv_tcp_init(net->loop, tcp);
        tcp->data = net;
        net->listening++;
        int status = uv_tcp_bind(tcp, (struct sockaddr *)&address, 0);
        status = status ? status : uv_listen((uv_stream_t *)tcp, BACKLOG, on_connection);
        if (!status) {
            *port = port_of(tcp);
            return true;
        }
        fault = uv_strerror(status);
    }
    bl_put(why, where);
    bl_put(why, ": ");
    bl_put(why, fault);
    return false;
}

/* ---- time ------------------------------------------------------------------- */

/* Whether it has taken too long; whatever it has taken too long for is counted. */
static bool is_late(struct client *c, uint64_t now)
{
    struct srv_net *net = c->net;
    const struct srv_net_limits *l = &net->settings.limits;
    uint64_t gone = c->queued - unsent(c);
    if (gone != c->written || gone == c->queued)
        c->moved = now;
    c->written = gone;
    bool stalls = now - c->moved > l->stall_ms;
    bool late = c->stage == ENDING ? now - c->since > LINGER_MS && gone == c->queued
        : c->stage == OPEN ? now - c->heard > l->silence_ms
        : c->stage == ASKED ? now - c->since > l->reply_ms
        : gone < c->queued ? now - c->since > l->reply_ms
        : now - c->since > (c->in.len || !c->queued ? l->head_ms : l->idle_ms);
    if (stalls)
        net->figures.slow++;
    else if (late && c->stage == OPEN)
        net->figures.silent++;
    else if (late && c->stage != ENDING)
        net->figures.late++;
    return stalls || late;
}

/* The end of all, once everybody has heard what was said last, or has had the time to. */
static void finish(struct srv_net *net)
{
    for (uint32_t i = 0; i < net->slot_count; i++)
        if (net->slots[i])
            cut(net->slots[i]);
    uv_close((uv_handle_t *)&net->sweep, NULL);
    uv_close((uv_handle_t *)&net->flush, NULL);
}

static void on_sweep(uv_timer_t *timer)
{
    struct srv_net *net = timer->data;
    uint64_t now = now_of(net);
    if (net->over && (!net->figures.connections || now - net->over > FAREWELL_MS)) {
        finish(net);
        return;
    }
    for (uint32_t i = 0; i < net->slot_count; i++) {
        struct client *c = net->slots[i];
        if (!c)
            continue;
        if (is_late(c, now)) {
            cut(c);
        } else if (c->stage == OPEN && !c->pinged &&
                   now - c->heard > net->settings.limits.silence_ms / 2) {
            c->pinged = true;
            srv_socket_ping(c->socket);
            soil(c);
        }
    }
    srv_crowd_sweep(net->crowd, now);
}

/* ---- for whoever holds the net ---------------------------------------------- */

struct srv_net *srv_net_new(uv_loop_t *loop, const struct srv_net_settings *settings)
{
    struct srv_net *net = bl_new(1, sizeof *net);
    net->loop = loop;
    net->settings = *settings;
    net->crowd = srv_crowd_new();
    uv_timer_init(loop, &net->sweep);
    uv_prepare_init(loop, &net->flush);
    net->sweep.data = net->flush.data = net;
    uv_timer_start(&net->sweep, on_sweep, SWEEP_MS, SWEEP_MS);
    uv_prepare_start(&net->flush, on_flush);
    return net;
}

void srv_net_reply(struct srv_net *net, uint64_t connection, const struct srv_reply *reply, bool lasting)
{
    struct client *c = find(net, connection);
    if (!c || c->stage != ASKED)
        return;
    put_reply(c, &c->request, reply, lasting);
    pace(c);
}

void srv_net_say(struct srv_net *net, uint64_t connection, const char *text, size_t size)
{
    struct client *c = find(net, connection);
    if (!c || c->stage != OPEN)
        return;
    srv_socket_say(c->socket, text, size);
    soil(c);
}

void srv_net_drop(struct srv_net *net, uint64_t connection, enum srv_ending code, const char *why)
{
    struct client *c = find(net, connection);
    if (!c || c->stage != OPEN)
        return;
    srv_socket_close(c->socket, code, why);
    tell_closed(c);
    soil(c);
}

void srv_net_deaf(struct srv_net *net)
{
    while (net->listening)
        uv_close((uv_handle_t *)&net->listeners[--net->listening], NULL);
}

void srv_net_end(struct srv_net *net)
{
    srv_net_deaf(net);
    net->over = now_of(net);
    for (uint32_t i = 0; i < net->slot_count; i++) {
        struct client *c = net->slots[i];
        if (c && c->stage == OPEN)
            srv_socket_close(c->socket, SRV_END_AWAY, "the server stops");
        if (c && c->socket)
            flush_one(c);
        if (c && c->stage != GONE && !c->shut)
            end(c);
    }
    uv_timer_start(&net->sweep, on_sweep, net->figures.connections ? SWEEP_MS / 5 : 0, SWEEP_MS / 5);
}

void srv_net_free(struct srv_net *net)
{
    srv_crowd_free(net->crowd);
    BL_FREE(net->slots, net->free_slots, net->dirty, net);
}

void srv_net_figures(const struct srv_net *net, struct srv_net_figures *out)
{
    *out = net->figures;
    out->addresses = srv_crowd_count(net->crowd);
}
