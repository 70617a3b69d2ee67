/* heard.c - what comes in on a connection: heads of requests, and frames. */
#include <http_parser.h>
#include <stdlib.h>
#include <string.h>

#include "server/line.h"

/* ---- requests --------------------------------------------------------------- */

void line_reply(struct client *c, const struct srv_request *request,
                      const struct srv_reply *reply, bool lasting)
{
    struct bl_text text = bl_text_heap();
    struct srv_reply bare = *reply;
    bool apart = lasting && reply->status == HTTP_STATUS_OK && !(request && request->bodiless);
    struct srv_request head = request ? *request : (struct srv_request){0};
    head.bodiless |= apart;
    srv_put_reply(&text, request ? &head : NULL, &bare);
    line_write(c, &text, apart ? reply->body : NULL, apart ? reply->size : 0);
    if (c->stage == GONE)
        return;
    line_stage(c, HEAD);
    if (!request || !request->keeps)
        line_end(c);
}

static void refuse(struct client *c, const struct srv_request *request, int status, const char *why)
{
    struct srv_reply reply = srv_reply_of(status, why);
    if (status == HTTP_STATUS_TOO_MANY_REQUESTS)
        reply.more = "retry-after: 10\r\n";
    line_reply(c, request, &reply, false);
}

static bool charge(struct client *c, double count)
{
    const struct srv_net_limits *l = &c->net->settings.limits;
    if (!c->guest || srv_bucket_take(&c->guest->bucket, count, l->asks_burst, l->asks_per_minute,
                                     line_now(c->net)))
        return true;
    c->net->figures.refused_asks++;
    return false;
}

bool line_come_in(struct client *c, const char *from)
{
    struct srv_net *net = c->net;
    if (c->guest && !strcmp(c->guest->from, from))
        return true;
    line_leave(c);
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
    return line_come_in(c, from);
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
    line_write(c, &text, NULL, 0);
    if (c->stage == GONE)
        return;
    if (status != HTTP_STATUS_SWITCHING_PROTOCOLS) {
        net->figures.refused_handshakes++;
        line_stage(c, HEAD);
        if (!keeps)
            line_end(c);
        return;
    }
    c->socket = srv_socket_new(net->settings.message_bytes, hear, c);
    line_stage(c, OPEN);
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
        line_stage(c, ASKED);
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
        line_closed(c);
    line_soil(c);
    if (srv_socket_over(c->socket) && !srv_socket_out(c->socket)->len)
        line_end(c);
}

/* Heads one after another, as long as each is answered at once and somebody reads the answers. */
static void take_heads(struct client *c)
{
    size_t at = 0, size = 0;
    while (c->stage == HEAD && !c->ends && line_unsent(c) < UNREAD_BYTES) {
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
    if (n == UV_EOF && c->stage != OPEN && line_unsent(c)) {
        c->deaf = true;
        uv_read_stop(stream);
        line_end(c);
        return;
    }
    if (n < 0) {
        line_cut(c);
        return;
    }
    c->heard = line_now(c->net);
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
    line_pace(c);
}

/* Takes the heads that have come, and listens, unless an answer must be found or fetched first. */
void line_pace(struct client *c)
{
    if (c->taking)
        return;
    c->taking = true;
    if (c->stage == HEAD && c->in.len)
        take_heads(c);
    c->taking = false;
    if (c->stage == GONE || c->deaf)
        return;
    bool stop = c->stage == ASKED || (c->stage == HEAD && line_unsent(c) >= UNREAD_BYTES);
    if (stop == c->stopped)
        return;
    c->stopped = stop;
    if (stop)
        uv_read_stop((uv_stream_t *)&c->tcp);
    else if (uv_read_start((uv_stream_t *)&c->tcp, on_room, on_read))
        line_cut(c);
}
