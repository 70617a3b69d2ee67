/* http.h - HTTP without a socket: heads of requests are read, answers are written.
 *
 * Everything that people do goes over the WebSocket; HTTP only hands out. A request with a body is
 * refused, and so is every head that two readers could take for different things: where a request
 * ends is never in question. */
#ifndef BYLAW_SERVER_HTTP_H
#define BYLAW_SERVER_HTTP_H

#include "bylaw/text.h"

enum { SRV_HEAD_BYTES = 8192, SRV_PATH_BYTES = 512 };

/* The fields of a request that somebody asks for. Each may stand there once. */
#define SRV_FIELDS(X) \
    X(HOST, "host") \
    X(ORIGIN, "origin") \
    X(ENCODINGS, "accept-encoding") \
    X(KNOWN, "if-none-match") \
    X(UPGRADE, "upgrade") \
    X(KEY, "sec-websocket-key") \
    X(VERSION, "sec-websocket-version") \
    X(PROTOCOLS, "sec-websocket-protocol") \
    X(FOR, "x-forwarded-for") \
    X(LENGTH, "content-length") \
    X(CODING, "transfer-encoding")

enum srv_field {
#define X(name, text) SRV_##name,
    SRV_FIELDS(X)
#undef X
    SRV_FIELD_COUNT
};

struct srv_piece {
    const char *s;      /* NULL: it is not there */
    size_t size;
};

struct srv_request {
    bool bodiless;                  /* HEAD: an answer without its body */
    bool keeps;                     /* the connection is for more requests */
    bool upgrades;                  /* the connection is to be for something else */
    char path[SRV_PATH_BYTES];      /* decoded, without what follows a question mark */
    struct srv_piece fields[SRV_FIELD_COUNT];   /* in the head that was read */
};

/* Whether a head is complete: 0, and `*end` is its size, or 0 where bytes are still to come; else
 * the status of the answer to bytes that are not the beginning of a head. */
int srv_head_end(const char *bytes, size_t size, size_t *end);
/* A complete head: 0, or the status of the answer. `out` is then good for writing that answer. */
int srv_head_read(const char *head, size_t size, struct srv_request *out);

/* Whether a list of words with commas has one, letters of either case; parameters count as part of
 * it: "br;q=0" is not "br". */
bool srv_lists(struct srv_piece list, const char *word);
bool srv_piece_is(struct srv_piece piece, const char *text);   /* letters of either case */

struct srv_reply {
    int status;
    const char *type;               /* NULL: text/plain */
    const char *encoding, *tag;     /* NULL: none */
    const char *more;               /* further lines, each with its end; NULL: none */
    const char *body;
    size_t size;
};

/* A sentence as an answer: the name of the status where `why` is NULL. */
struct srv_reply srv_reply_of(int status, const char *why);
/* The whole answer. `request` NULL: there was none that could be read, and the connection ends. */
void srv_put_reply(struct bl_text *out, const struct srv_request *request,
                    const struct srv_reply *reply);

#endif
