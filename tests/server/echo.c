/* echo.c - a net that gives back what it hears, for tests that drive it over real sockets.
 *
 *     echo [LIMIT=N …] [message_bytes=N] [address=URL] [proxied=1]
 *
 * Prints its port. A message comes back as it came; "flood N" is answered by N messages of 1000
 * letters, "drop" by the end. A request is answered by its path and where it came from; /later by the
 * next message on whatever WebSocket, /big by 4 MB, /figures by the net's. Ends with its standard
 * input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bylaw/text.h"
#include "server/net.h"

static struct srv_net *net;
static uint64_t later;
static char big[4 << 20];

static void put_figures(struct bl_text *out)
{
    struct srv_net_figures f;
    srv_net_figures(net, &f);
    bl_json_open(out, '{');
#define ROW(name) bl_json_key(out, #name), bl_json_put_int(out, (int64_t)f.name)
    ROW(connections), ROW(sockets), ROW(addresses), ROW(refused_connections), ROW(refused_asks);
    ROW(refused_handshakes), ROW(bad_requests), ROW(late), ROW(slow), ROW(silent);
    bl_json_close(out, '}');
}

static void request(void *with, uint64_t connection, const char *from, const struct srv_request *r)
{
    BL_LOCAL struct bl_text text = bl_text_heap();
    (void)with;
    if (!strcmp(r->path, "/later")) {
        later = connection;
        return;
    }
    if (!strcmp(r->path, "/figures"))
        put_figures(&text);
    else
        bl_put(&text, r->path), bl_put(&text, " "), bl_put(&text, from);
    struct srv_reply reply = srv_reply_of(200, text.s);
    bool whole = !strcmp(r->path, "/big");
    if (whole)
        reply.body = big, reply.size = sizeof big;
    srv_net_reply(net, connection, &reply, whole);
}

static void opened(void *with, uint64_t connection, const char *from)
{
    (void)with, (void)connection, (void)from;
}

static void message(void *with, uint64_t connection, const char *text, size_t size)
{
    static char letters[1000];
    char number[16] = "";
    (void)with;
    memset(letters, 'x', sizeof letters);
    if (size > 6 && size < 6 + sizeof number && !memcmp(text, "flood ", 6)) {
        memcpy(number, text + 6, size - 6);
        for (int i = atoi(number); i > 0; i--)
            srv_net_say(net, connection, letters, sizeof letters);
    } else if (size == 4 && !memcmp(text, "drop", 4)) {
        srv_net_drop(net, connection, SRV_END_POLICY, "as you wish");
    } else {
        srv_net_say(net, connection, text, size);
    }
    struct srv_reply reply = {.status = 200, .body = text, .size = size};
    srv_net_reply(net, later, &reply, false);
}

static void closed(void *with, uint64_t connection)
{
    (void)with;
    if (later == connection)
        later = 0;
}

static void set(struct srv_net_settings *s, const char *name, const char *value)
{
    static const struct {
        const char *name;
        size_t place;
    } rows[] = {
#define X(name, usual, text) {#name, offsetof(struct srv_net_limits, name)},
        SRV_NET_LIMITS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, name))
            *(uint32_t *)(void *)((char *)&s->limits + rows[i].place) = (uint32_t)atoi(value);
    if (!strcmp(name, "message_bytes"))
        s->message_bytes = (size_t)atoi(value);
    if (!strcmp(name, "address"))
        s->address = value;
    if (!strcmp(name, "proxied"))
        s->proxied = true;
}

static void on_room(uv_handle_t *handle, size_t wanted, uv_buf_t *out)
{
    static char room[64];
    (void)handle, (void)wanted;
    *out = uv_buf_init(room, sizeof room);
}

static void on_input(uv_stream_t *in, ssize_t n, const uv_buf_t *buf)
{
    (void)buf;
    if (n >= 0)
        return;
    uv_close((uv_handle_t *)in, NULL);
    srv_net_end(net);
}

int main(int argc, char **argv)
{
    struct srv_net_settings s = {.limits = srv_usual_net_limits, .message_bytes = 65536,
        .request = request, .socket_path = "/play", .opened = opened, .message = message,
        .closed = closed};
    uv_loop_t loop;
    uv_pipe_t in;
    int port;
    struct bl_text why = bl_text_heap();
    for (int i = 1; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        *value = '\0';
        set(&s, argv[i], value + 1);
    }
    uv_loop_init(&loop);
    net = srv_net_new(&loop, &s);
    if (!srv_net_listen(net, "127.0.0.1:0", &port, &why)) {
        fprintf(stderr, "%s\n", why.s);
        return 1;
    }
    printf("%d\n", port);
    fflush(stdout);
    uv_pipe_init(&loop, &in, 0);
    uv_pipe_open(&in, 0);
    uv_read_start((uv_stream_t *)&in, on_room, on_input);
    uv_run(&loop, UV_RUN_DEFAULT);
    srv_net_free(net);
    bl_text_free(&why);
    return uv_loop_close(&loop) != 0;
}
