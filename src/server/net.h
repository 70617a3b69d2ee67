/* net.h - connections: bytes in, bytes out, how long and how much is put up with. What is asked and
 * said goes to whoever holds the net. */
#ifndef BYLAW_SERVER_NET_H
#define BYLAW_SERVER_NET_H

#include <uv.h>

#include "server/socket.h"

/* What one may do to us; the names are those of `bylaw serve --limit`. */
#define SRV_NET_LIMITS(X) \
    X(connections, 10000, "connections, all together") \
    X(connections_of_one, 64, "connections of one address") \
    X(asks_burst, 600, "requests and frames of one address at once") \
    X(asks_per_minute, 3000, "and in a minute, in the long run") \
    X(head_ms, 10000, "so long a request may take to come, and a handshake to be done") \
    X(idle_ms, 30000, "so long a connection may be there for nothing") \
    X(stall_ms, 20000, "so long somebody may take none of what is sent to them") \
    X(reply_ms, 300000, "so long an answer may take to be fetched") \
    X(silence_ms, 20000, "so long a WebSocket may be silent; it is pinged after half of that") \
    X(queue_bytes, 1048576, "what may wait to be sent to one WebSocket")

struct srv_net_limits {
#define X(name, usual, text) uint32_t name;
    SRV_NET_LIMITS(X)
#undef X
};
extern const struct srv_net_limits srv_usual_net_limits;

struct srv_net_settings {
    struct srv_net_limits limits;
    size_t message_bytes;           /* of one message on a WebSocket */
    const char *address;            /* that people are told; NULL: none in particular */
    bool proxied;                   /* a proxy in front says who asks: X-Forwarded-For */
    /* A request for anything but a WebSocket on `socket_path`: answered by srv_net_reply, at once or
     * later; if the connection is gone by then, `closed` has been called. */
    void (*request)(void *with, uint64_t connection, const char *from, const struct srv_request *r);
    const char *socket_path;        /* NULL: there are none */
    void (*opened)(void *with, uint64_t connection, const char *from);
    void (*message)(void *with, uint64_t connection, const char *text, size_t size);
    /* Of whatever was opened, and of requests that are not answered. */
    void (*closed)(void *with, uint64_t connection);
    void *with;
};

struct srv_net;
struct srv_net *srv_net_new(uv_loop_t *loop, const struct srv_net_settings *settings);
/* "127.0.0.1:8080", "[::]:8080", "localhost:0": listens there; `port` is what it came to. False: `why`
 * says why not. */
bool srv_net_listen(struct srv_net *net, const char *where, int *port, struct bl_text *why);

/* The body is copied unless it is `lasting`. */
void srv_net_reply(struct srv_net *net, uint64_t connection, const struct srv_reply *reply,
                   bool lasting);
void srv_net_say(struct srv_net *net, uint64_t connection, const char *text, size_t size);
void srv_net_drop(struct srv_net *net, uint64_t connection, enum srv_ending code, const char *why);

/* No more listening. */
void srv_net_deaf(struct srv_net *net);
/* Ends everything; nothing is called any more. The loop ends when it is done. */
void srv_net_end(struct srv_net *net);
void srv_net_free(struct srv_net *net);   /* after the loop has ended */

struct srv_net_figures {
    uint64_t connections, sockets, addresses, accepted, requests, frames, refused_connections,
        refused_asks, refused_handshakes, bad_requests, late, slow, silent, sent_bytes, heard_bytes;
};
void srv_net_figures(const struct srv_net *net, struct srv_net_figures *out);

#endif
