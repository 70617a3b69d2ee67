/* client.c - a connection to a server: a plain socket that does not block, the handshake, messages. */
#include "server/client.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "bylaw/fact.h"
#include "server/core.h"
#include "server/socket.h"
#include "server/tls.h"

const char *srv_by_chance(char *out, size_t bytes)
{
    uint8_t chance[32];
    randombytes_buf(chance, bytes);
    return sodium_bin2hex(out, 2 * bytes + 1, chance, bytes);
}

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

/* "#/table/NAME", and "/SECRET" after it in what moves a seat to another device. */
static bool read_table(const char *rest, struct srv_address *out)
{
    static const char before[] = "#/table/", hex[] = "0123456789abcdef";
    const char *at = strstr(rest, before);
    if (!at)
        return true;
    at += sizeof before - 1;
    size_t n = strspn(at, SRV_LETTERS), secret = at[n] == '/' ? strspn(at + n + 1, hex) : 0;
    if (n != sizeof out->table - 1 || (at[n] && !strchr("/?&", at[n])))
        return false;
    memcpy(out->table, at, n);
    if (secret == sizeof out->secret - 1)
        memcpy(out->secret, at + n + 1, secret);
    return at[n] != '/' || secret == sizeof out->secret - 1 || !at[n + 1];
}

/* "/cards/" of "/cards/index.html?…", and of "/cards/play", as servers name each other: the folder that
 * the page is in. */
static bool read_path(const char *rest, char *out, size_t room)
{
    size_t n = strcspn(rest, "#?"), folder = n;
    while (folder > 0 && rest[folder - 1] != '/')
        folder--;
    bool file = memchr(rest + folder, '.', n - folder) || (n - folder == 4 && memcmp(rest + folder, "play", 4) == 0);
    int put = snprintf(out, room, "%.*s%s", (int)(file ? folder : n), rest, file || (n > 0 && folder == n) ? "" : "/");
    for (const char *at = out; *at; at++)
        if (!isgraph((unsigned char)*at))
            return false;
    return put > 0 && (size_t)put < room;
}

const char *srv_read_address(const char *link, struct srv_address *out)
{
    memset(out, 0, sizeof *out);
    if (strlen(link) == sizeof out->table - 1 && strspn(link, SRV_LETTERS) == strlen(link))
        return "this is the name of a table alone; give its whole link, http://HOST:8080/#/table/NAME";
    out->safe = begins(&link, "https://") || begins(&link, "wss://");
    bool named = out->safe || begins(&link, "http://") || begins(&link, "ws://");
    size_t host = link[0] == '[' ? strcspn(link, "]") : strcspn(link, ":/#?");
    bool bracket = link[0] == '[' && link[host] == ']';
    const char *rest = link + host + bracket, *port = out->safe ? "443" : named ? "80" : "8080";
    size_t digits = strlen(port);
    if (*rest == ':') {
        port = rest + 1;
        digits = strspn(port, "0123456789");
        rest = port + digits;
    }
    if (!copy(out->host, sizeof out->host, link + bracket, host - bracket) || !is_host(out->host) ||
        !copy(out->port, sizeof out->port, port, digits) || (*rest && !strchr("/#?", *rest)) ||
        !read_path(rest, out->path, sizeof out->path))
        return "this is no address like http://HOST:8080/#/table/NAME";
    if (!read_table(rest, out))
        return "the name of a table has 16 letters and digits; was the link cut?";
    return NULL;
}

void srv_put_address(struct bl_text *out, const struct srv_address *a)
{
    bool six = strchr(a->host, ':') != NULL, usual = strcmp(a->port, a->safe ? "443" : "80") == 0;
    bl_putf(out, six ? "%s://[%s]" : "%s://%s", a->safe ? "https" : "http", a->host);
    if (!usual)
        bl_putf(out, ":%s", a->port);
    bl_putf(out, "%s", a->path);
    if (a->table[0])
        bl_putf(out, "#/table/%s", a->table);
}

/* ---- looking a host up ------------------------------------------------------ */

/* That may take long, and cannot be stopped: a thread does it, and whoever is last frees this. */
struct lookup {
    char host[256], port[8];
    struct addrinfo *found;
    int fault;
    int ends[2];                /* the writing end is closed when it is done */
    atomic_int owners;
};

static void let_go(struct lookup *l)
{
    if (l && atomic_fetch_sub(&l->owners, 1) == 1) {
        if (l->found)
            freeaddrinfo(l->found);
        close(l->ends[0]);
        free(l);
    }
}

static int look_up(struct lookup *l, int flags)
{
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM, .ai_flags = flags};
    return l->fault = getaddrinfo(l->host, l->port, &wanted, &l->found);
}

static void *look_up_beside(void *of)
{
    struct lookup *l = of;
    look_up(l, 0);
    close(l->ends[1]);
    let_go(l);
    return NULL;
}

/* An address in digits is known at once; a name where the caller waits for it. */
static struct lookup *begin_lookup(const struct srv_address *to, bool *done)
{
    struct lookup *l = bl_new(1, sizeof *l);
    pthread_t thread;
    memcpy(l->host, to->host, sizeof l->host);
    memcpy(l->port, to->port, sizeof l->port);
    l->ends[0] = -1;
    l->owners = 1;
    *done = look_up(l, AI_NUMERICHOST) == 0 || (to->waits && look_up(l, 0) == 0) || to->waits || pipe(l->ends) != 0;
    if (*done)
        return l;
    l->owners = 2;
    fcntl(l->ends[0], F_SETFL, O_NONBLOCK);
    if (pthread_create(&thread, NULL, look_up_beside, l) == 0) {
        pthread_detach(thread);
    } else {
        l->owners = 1;
        close(l->ends[1]);
        *done = true;
    }
    return l;
}

/* ---- the connection --------------------------------------------------------- */

enum { HEAD_BYTES = 8192 };

enum state { FINDING, CONNECTING, SHAKING, OPEN, OVER };

struct srv_client {
    enum state state;
    int socket;
    struct srv_socket *talk;
    struct srv_tls *tls;        /* NULL: none */
    struct bl_text request;     /* the handshake, until it is sent */
    struct bl_text out;         /* what is to be sent … */
    size_t sent;                /* … and how much of it was */
    struct bl_text in;          /* what came through TLS */
    struct bl_text head;        /* the answer to the handshake, as far as it came */
    struct lookup *lookup;
    struct addrinfo *next;
    uint64_t heard;
    char accept[40], why[320];
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

static void found(struct srv_client *c)
{
    if (c->lookup->fault) {
        over(c, gai_strerror(c->lookup->fault));
        return;
    }
    c->state = CONNECTING;
    c->next = c->lookup->found;
    try_next(c);
}

static void put_handshake(struct srv_client *c, const struct srv_address *to)
{
    uint8_t bytes[16];
    char key[32];
    bool six = strchr(to->host, ':') != NULL;
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(key, sizeof key, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
    srv_socket_accept(key, c->accept);
    bl_putf(&c->request, six ? "GET %splay HTTP/1.1\r\nHost: [%s]" : "GET %splay HTTP/1.1\r\nHost: %s", to->path, to->host);
    if (strcmp(to->port, to->safe ? "443" : "80") != 0)
        bl_putf(&c->request, ":%s", to->port);
    bl_put(&c->request, "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n");
    bl_putf(&c->request, "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ", key);
    bl_put(&c->request, SRV_PROTOCOL "\r\n\r\n");
}

struct srv_client *srv_client_new(const struct srv_address *to,
                                  void (*hear)(void *with, const char *text, size_t size), void *with)
{
    struct srv_client *c = bl_new(1, sizeof *c);
    bool done;
    c->socket = -1;
    c->request = bl_text_heap();
    c->out = bl_text_heap();
    c->in = bl_text_heap();
    c->head = bl_text_heap();
    c->talk = srv_socket_client(SRV_CLIENT_BYTES, hear, with);
    c->tls = to->safe ? srv_tls_new(to->host) : NULL;
    put_handshake(c, to);
    c->lookup = begin_lookup(to, &done);
    if (done)
        found(c);
    return c;
}

void srv_client_free(struct srv_client *c)
{
    if (!c)
        return;
    if (c->socket >= 0)
        close(c->socket);
    let_go(c->lookup);
    srv_tls_free(c->tls);
    srv_socket_free(c->talk);
    bl_text_free(&c->request);
    bl_text_free(&c->out);
    bl_text_free(&c->in);
    bl_text_free(&c->head);
    free(c);
}

void srv_client_say(struct srv_client *c, const char *text, size_t size)
{
    srv_socket_say(c->talk, text, size);
}

int srv_client_socket(const struct srv_client *c)
{
    return c->state == FINDING ? c->lookup->ends[0] : c->socket;
}

/* What is to be said next, in the clear. */
static struct bl_text *spoken(const struct srv_client *c)
{
    return c->state == OPEN ? srv_socket_out(c->talk) : (struct bl_text *)&c->request;
}

static bool says(const struct srv_client *c)
{
    return c->state != FINDING && (c->sent < c->out.len || spoken(c)->len > 0);
}

bool srv_client_writes(const struct srv_client *c)
{
    return c->state == CONNECTING || says(c);
}

uint64_t srv_client_heard(const struct srv_client *c)
{
    return c->heard;
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

/* Moves what is to be said to what is to be sent. */
static bool gather(struct srv_client *c)
{
    struct bl_text *plain = spoken(c), was = c->out;
    bl_text_clear(&was);
    c->sent = 0;
    if (c->tls) {
        c->out = was;
        bool good = srv_tls_say(c->tls, plain->s, plain->len, &c->out);
        bl_text_clear(plain);
        return good || over(c, srv_tls_why(c->tls));
    }
    c->out = *plain;
    *plain = was;
    return true;
}

static bool send_some(struct srv_client *c)
{
    while (says(c)) {
        if (c->sent == c->out.len && !gather(c))
            return false;
        if (c->sent == c->out.len)
            break;   /* TLS waits for the other side first */
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

static bool hear_plain(struct srv_client *c, const char *bytes, size_t size)
{
    if (c->state == SHAKING) {
        if (!shake(c, bytes, size))
            return false;
    } else {
        srv_socket_take(c->talk, bytes, size);
    }
    return c->state != OPEN || !srv_socket_over(c->talk) || over(c, "the server has ended the connection");
}

static bool hear_safe(struct srv_client *c, const char *bytes, size_t size)
{
    bl_text_clear(&c->in);
    bool good = srv_tls_take(c->tls, bytes, size, &c->in, &c->out);
    if (c->in.len > 0 && !hear_plain(c, c->in.s, c->in.len))
        return false;
    return good || (send_some(c), over(c, srv_tls_why(c->tls)));
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
        c->heard += (uint64_t)n;
        if (!(c->tls ? hear_safe(c, bytes, (size_t)n) : hear_plain(c, bytes, (size_t)n)))
            return false;
        if ((size_t)n < sizeof bytes)
            break;
    }
    return true;
}

bool srv_client_go(struct srv_client *c)
{
    char byte;
    if (c->state == FINDING && read(c->lookup->ends[0], &byte, 1) == 0)
        found(c);
    if (c->state == FINDING)
        return true;
    if (c->state == CONNECTING && !connected(c))
        return c->state != OVER;
    return c->state != OVER && send_some(c) && read_some(c) && send_some(c);
}
