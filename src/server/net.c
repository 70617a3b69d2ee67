/* net.c - connections: bytes in, bytes out, how long and how much is put up with.
 *
 * A connection is a head that is coming, a request that waits for its answer, a WebSocket, or one that
 * is over and only waits for the other side to have read what was said last. */
#include "server/net.h"

#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "server/line.h"

const struct srv_net_limits srv_usual_net_limits = {
#define X(name, usual, text) .name = usual,
    SRV_NET_LIMITS(X)
#undef X
};

static struct client *find(const struct srv_net *net, uint64_t id)
{
    uint64_t slot = id & ((1u << SLOT_BITS) - 1);
    struct client *c = slot < net->slot_count ? net->slots[slot] : NULL;
    return c && c->id == id ? c : NULL;
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
    c->heard = c->moved = line_now(net);
    line_stage(c, HEAD);
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
        line_cut(c);
        return;
    }
    net->figures.accepted++;
    uv_tcp_nodelay(&c->tcp, 1);
    uv_send_buffer_size((uv_handle_t *)&c->tcp, &bytes);
    from_of(&c->tcp, from);
    bool full = net->figures.connections > net->settings.limits.connections;
    net->figures.refused_connections += full;
    if (full || (!net->settings.proxied && !line_come_in(c, from)))
        line_cut(c);
    else
        line_pace(c);
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

static void on_flush(uv_prepare_t *handle)
{
    struct srv_net *net = handle->data;
    for (uint32_t i = 0; i < net->dirty_count; i++) {
        struct client *c = net->slots[net->dirty[i]];
        if (c && c->dirty)
            line_flush(c);
    }
    net->dirty_count = 0;
}

/* ---- time ------------------------------------------------------------------- */

/* Whether it has taken too long; whatever it has taken too long for is counted. */
static bool is_late(struct client *c, uint64_t now)
{
    struct srv_net *net = c->net;
    const struct srv_net_limits *l = &net->settings.limits;
    uint64_t gone = c->queued - line_unsent(c);
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
            line_cut(net->slots[i]);
    uv_close((uv_handle_t *)&net->sweep, NULL);
    uv_close((uv_handle_t *)&net->flush, NULL);
}

static void on_sweep(uv_timer_t *timer)
{
    struct srv_net *net = timer->data;
    uint64_t now = line_now(net);
    if (net->over && (!net->figures.connections || now - net->over > FAREWELL_MS)) {
        finish(net);
        return;
    }
    for (uint32_t i = 0; i < net->slot_count; i++) {
        struct client *c = net->slots[i];
        if (!c)
            continue;
        if (is_late(c, now)) {
            line_cut(c);
        } else if (c->stage == OPEN && !c->pinged &&
                   now - c->heard > net->settings.limits.silence_ms / 2) {
            c->pinged = true;
            srv_socket_ping(c->socket);
            line_soil(c);
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
    line_reply(c, &c->request, reply, lasting);
    line_pace(c);
}

void srv_net_say(struct srv_net *net, uint64_t connection, const char *text, size_t size)
{
    struct client *c = find(net, connection);
    if (!c || c->stage != OPEN)
        return;
    srv_socket_say(c->socket, text, size);
    line_soil(c);
}

void srv_net_drop(struct srv_net *net, uint64_t connection, enum srv_ending code, const char *why)
{
    struct client *c = find(net, connection);
    if (!c || c->stage != OPEN)
        return;
    srv_socket_close(c->socket, code, why);
    line_closed(c);
    line_soil(c);
}

void srv_net_deaf(struct srv_net *net)
{
    while (net->listening)
        uv_close((uv_handle_t *)&net->listeners[--net->listening], NULL);
}

void srv_net_end(struct srv_net *net)
{
    srv_net_deaf(net);
    net->over = line_now(net);
    for (uint32_t i = 0; i < net->slot_count; i++) {
        struct client *c = net->slots[i];
        if (c && c->stage == OPEN)
            srv_socket_close(c->socket, SRV_END_AWAY, "the server stops");
        if (c && c->socket)
            line_flush(c);
        if (c && c->stage != GONE && !c->shut)
            line_end(c);
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
