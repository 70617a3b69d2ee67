/* client.c - a connection to a server: a plain socket that does not block, the handshake, messages. */
#include "server/client.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "bylaw/fact.h"
#include "server/socket.h"

/* ---- addresses -------------------------------------------------------------- */

static bool begins(const char **text, const char *with)
{
    size_t n = strlen(with);
    if (strncasecmp(*text, with, n) != 0)
        return false;
    *text += n;
    return true;
}

static bool copy(char *to, size_t room, const char *from, size_t size)
{
    if (size == 0 || size >= room)
        return false;
    memcpy(to, from, size);
    to[size] = '\0';
    return true;
}

/* Letters, digits and what else an address has; names in other letters are written in these, xn--… */
static bool is_host(const char *host)
{
    for (; *host; host++)
        if (!isalnum((unsigned char)*host) && !strchr(".-:_%", *host))
            return false;
    return true;
}

static bool read_table(const char *rest, char out[17])
{
    static const char before[] = "#/table/";
    const char *at = strstr(rest, before);
    size_t n = at ? strspn(at += sizeof before - 1, "abcdefghijklmnopqrstuvwxyz234567") : 0;
    if (at && (n != 16 || (at[n] && !strchr("/?&", at[n]))))
        return false;
    if (at)
        memcpy(out, at, n);
    return true;
}

const char *srv_read_address(const char *link, struct srv_address *out)
{
    memset(out, 0, sizeof *out);
    if (begins(&link, "https://") || begins(&link, "wss://"))
        return "there is no TLS here; ask whoever runs the server for an address that begins with http://, "
               "as it listens behind its proxy, or make one: ssh -L 8080:localhost:8080 SERVER";
    bool named = begins(&link, "http://") || begins(&link, "ws://");
    size_t host = link[0] == '[' ? strcspn(link, "]") : strcspn(link, ":/#?");
    bool bracket = link[0] == '[' && link[host] == ']';
    const char *rest = link + host + bracket, *port = named ? "80" : "8080";
    size_t digits = strlen(port);
    if (*rest == ':') {
        port = rest + 1;
        digits = strspn(port, "0123456789");
        rest = port + digits;
    }
    if (!copy(out->host, sizeof out->host, link + bracket, host - bracket) || !is_host(out->host) ||
        !copy(out->port, sizeof out->port, port, digits) || (*rest && !strchr("/#?", *rest)))
        return "this is no address like http://HOST:8080/#/table/NAME";
    if (!read_table(rest, out->table))
        return "the name of a table has 16 letters and digits; was the link cut?";
    return NULL;
}

/* ---- the connection --------------------------------------------------------- */

enum { HEAD_BYTES = 8192 };

enum state { CONNECTING, SHAKING, OPEN, OVER };

struct srv_client {
    enum state state;
    int socket;
    struct srv_socket *talk;
    struct bl_text out;         /* what is to be sent … */
    size_t sent;                /* … and how much of it was */
    struct bl_text head;        /* the answer to the handshake, as far as it came */
    struct addrinfo *found, *next;
    char accept[40], why[256];
};

static bool over(struct srv_client *c, const char *why)
{
    if (c->state != OVER)
        snprintf(c->why, sizeof c->why, "%s", why);
    c->state = OVER;
    return false;
}

/* Tries the addresses of the host, one after another. */
static void try_next(struct srv_client *c)
{
    for (; c->next; c->next = c->next->ai_next) {
        int on = 1;
        c->socket = socket(c->next->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (c->socket < 0)
            continue;
        setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (!connect(c->socket, c->next->ai_addr, c->next->ai_addrlen) || errno == EINPROGRESS) {
            c->next = c->next->ai_next;
            return;
        }
        close(c->socket);
        c->socket = -1;
    }
    over(c, strerror(errno));
}

static void put_handshake(struct srv_client *c, const struct srv_address *to)
{
    uint8_t bytes[16];
    char key[32];
    bool six = strchr(to->host, ':') != NULL;
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(key, sizeof key, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
    srv_socket_accept(key, c->accept);
    bl_putf(&c->out, "GET /play HTTP/1.1\r\nHost: %s%s%s:%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
            six ? "[" : "", to->host, six ? "]" : "", to->port);
    bl_putf(&c->out, "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ", key);
    bl_put(&c->out, SRV_PROTOCOL "\r\n\r\n");
}

struct srv_client *srv_client_new(const struct srv_address *to,
                                  void (*hear)(void *with, const char *text, size_t size), void *with)
{
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM};
    struct srv_client *c = bl_new(1, sizeof *c);
    c->socket = -1;
    c->out = bl_text_heap();
    c->head = bl_text_heap();
    c->talk = srv_socket_client(SRV_CLIENT_BYTES, hear, with);
    int fault = getaddrinfo(to->host, to->port, &wanted, &c->found);
    if (fault) {
        over(c, gai_strerror(fault));
        return c;
    }
    c->next = c->found;
    put_handshake(c, to);
    try_next(c);
    return c;
}

void srv_client_free(struct srv_client *c)
{
    if (!c)
        return;
    if (c->socket >= 0)
        close(c->socket);
    if (c->found)
        freeaddrinfo(c->found);
    srv_socket_free(c->talk);
    bl_text_free(&c->out);
    bl_text_free(&c->head);
    free(c);
}

void srv_client_say(struct srv_client *c, const char *text, size_t size)
{
    srv_socket_say(c->talk, text, size);
}

int srv_client_socket(const struct srv_client *c)
{
    return c->socket;
}

static bool says(const struct srv_client *c)
{
    return c->sent < c->out.len || (c->state == OPEN && srv_socket_out(c->talk)->len > 0);
}

bool srv_client_writes(const struct srv_client *c)
{
    return c->state == CONNECTING || says(c);
}

const char *srv_client_why(const struct srv_client *c)
{
    return c->why;
}

static bool connected(struct srv_client *c)
{
    int fault = 0;
    socklen_t size = sizeof fault;
    struct sockaddr_storage peer;
    socklen_t room = sizeof peer;
    getsockopt(c->socket, SOL_SOCKET, SO_ERROR, &fault, &size);
    if (!fault) {
        if (getpeername(c->socket, (struct sockaddr *)&peer, &room))
            return false;   /* not yet */
        c->state = SHAKING;
        return true;
    }
    close(c->socket);
    c->socket = -1;
    errno = fault;
    try_next(c);
    return false;
}

static bool send_some(struct srv_client *c)
{
    while (says(c)) {
        if (c->sent == c->out.len) {
            struct bl_text *more = srv_socket_out(c->talk), was = c->out;
            c->out = *more;
            *more = was;
            bl_text_clear(more);
            c->sent = 0;
        }
        ssize_t n = send(c->socket, c->out.s + c->sent, c->out.len - c->sent, MSG_NOSIGNAL);
        if (n < 0)
            return errno == EAGAIN || errno == EINTR || over(c, strerror(errno));
        c->sent += (size_t)n;
    }
    return true;
}

/* Whether a head has a field with just this value. */
static bool has_field(const char *head, const char *name, const char *value)
{
    size_t n = strlen(name), size = strlen(value);
    for (const char *line = head; (line = strstr(line, "\r\n")) != NULL;) {
        line += 2;
        const char *at = line + n + 1;
        if (strncasecmp(line, name, n) == 0 && line[n] == ':' &&
            strncmp(at += strspn(at, " "), value, size) == 0 && at[size] == '\r')
            return true;
    }
    return false;
}

/* The head of the answer; what follows it are frames. */
static bool shake(struct srv_client *c, const char *bytes, size_t size)
{
    bl_put_bytes(&c->head, bytes, size);
    char *end = strstr(c->head.s, "\r\n\r\n");
    if (!end)
        return c->head.len < HEAD_BYTES || over(c, "this is no server of ours: its answer has no end");
    end[2] = '\0';
    if (strncmp(c->head.s, "HTTP/1.1 101 ", 13) != 0) {
        char *line = strchr(c->head.s, '\r');
        *line = '\0';
        BL_LOCAL struct bl_text why = bl_text_heap();
        bl_putf(&why, "there are no tables: %s", c->head.s);
        return over(c, why.s);
    }
    if (!has_field(c->head.s, "sec-websocket-accept", c->accept))
        return over(c, "this is no server of ours: it did not answer to what it was asked");
    c->state = OPEN;
    const char *rest = end + 4;
    srv_socket_take(c->talk, rest, c->head.len - (size_t)(rest - c->head.s));
    return true;
}

static bool read_some(struct srv_client *c)
{
    char bytes[65536];
    while (c->state == SHAKING || c->state == OPEN) {
        ssize_t n = recv(c->socket, bytes, sizeof bytes, 0);
        if (n < 0)
            return errno == EAGAIN || errno == EINTR || over(c, strerror(errno));
        if (n == 0)
            return over(c, "the server has ended the connection");
        if (c->state == SHAKING) {
            if (!shake(c, bytes, (size_t)n))
                return false;
        } else {
            srv_socket_take(c->talk, bytes, (size_t)n);
        }
        if (c->state == OPEN && srv_socket_over(c->talk))
            return over(c, "the server has ended the connection");
        if ((size_t)n < sizeof bytes)
            break;
    }
    return true;
}

bool srv_client_go(struct srv_client *c)
{
    if (c->state == CONNECTING && !connected(c))
        return c->state != OVER;
    return c->state != OVER && send_some(c) && read_some(c) && send_some(c);
}
