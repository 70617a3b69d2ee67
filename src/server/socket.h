/* socket.h - a WebSocket (RFC 6455), without a socket: bytes come in, messages
 * come out, and the other way round. */
#ifndef BYLAW_SERVER_SOCKET_H
#define BYLAW_SERVER_SOCKET_H

#include "server/http.h"

/* The subprotocol that everybody must ask for: docs/protocol.md. */
#define SRV_PROTOCOL "bylaw.1"

/* Answers a request to become a WebSocket: 101, or why not. What a browser sends on behalf of another
 * site is refused: its Origin must be the Host that it asked, and that must be a name of ours. Those
 * are `address` (scheme://host[:port], or NULL), localhost, bare names, names in .local, and addresses
 * in digits: a stranger's name that leads here is none. Without an Origin it is no browser. */
int srv_handshake(const struct srv_request *request, const char *address, struct bl_text *out);

/* What a server answers to the key of a handshake. */
void srv_socket_accept(const char key[24], char out[40]);

/* Why a connection ends, as RFC 6455 counts it. */
enum srv_ending {
    SRV_END_NORMAL = 1000,
    SRV_END_AWAY = 1001,
    SRV_END_FAULT = 1002,
    SRV_END_BINARY = 1003,
    SRV_END_UTF8 = 1007,
    SRV_END_POLICY = 1008,
    SRV_END_LONG = 1009,
};

struct srv_socket;
/* Each whole message is told to `hear`, which may speak on the socket, but not free it. */
struct srv_socket *srv_socket_new(size_t message_bytes,
                                  void (*hear)(void *with, const char *text, size_t size), void *with);
/* The other side of one: `message_bytes` is what a server may send. */
struct srv_socket *srv_socket_client(size_t message_bytes,
                                     void (*hear)(void *with, const char *text, size_t size), void *with);
void srv_socket_free(struct srv_socket *s);

void srv_socket_take(struct srv_socket *s, const char *bytes, size_t size);
void srv_socket_say(struct srv_socket *s, const char *text, size_t size);
void srv_socket_ping(struct srv_socket *s);
/* Nothing more is heard or said after this. */
void srv_socket_close(struct srv_socket *s, enum srv_ending code, const char *why);

/* What is to be sent; whoever has sent it clears it. */
struct bl_text *srv_socket_out(struct srv_socket *s);
/* Both sides have said that it is over, or the other cannot be listened to any more: once what is to
 * be sent has been sent, the connection can go. */
bool srv_socket_over(const struct srv_socket *s);
/* How many frames have come, controls and fragments too. */
uint64_t srv_socket_frames(const struct srv_socket *s);
/* The code that the connection was ended with, by either side; 0: by none yet. */
int srv_socket_ending(const struct srv_socket *s);

#endif
