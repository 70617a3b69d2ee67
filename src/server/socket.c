/* socket.c - a WebSocket (RFC 6455), without a socket. */
#include "server/socket.h"

#include <http_parser.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wslay/wslay.h>

#include "base/alloc.h"
#include "base/utf8.h"

/* ---- the handshake ---------------------------------------------------------- */

/* SHA-1 (RFC 3174) of at most 119 bytes. It is here for the handshake alone, where it protects
 * nothing, and libsodium rightly does not have it. */
static uint32_t turned(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static void sha1_block(uint32_t h[5], const uint8_t *block)
{
    static const uint32_t k[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint32_t w[80], v[5];
    memcpy(v, h, sizeof v);
    for (int i = 0; i < 80; i++) {
        w[i] = i >= 16 ? turned(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1)
            : (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
            (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
        uint32_t f = i < 20 ? (v[1] & v[2]) | (~v[1] & v[3])
            : i < 40 || i >= 60 ? v[1] ^ v[2] ^ v[3] : (v[1] & v[2]) | (v[1] & v[3]) | (v[2] & v[3]);
        uint32_t next = turned(v[0], 5) + f + v[4] + k[i / 20] + w[i];
        v[4] = v[3], v[3] = v[2], v[2] = turned(v[1], 30), v[1] = v[0], v[0] = next;
    }
    for (int i = 0; i < 5; i++)
        h[i] += v[i];
}

static void sha1(const char *text, size_t size, uint8_t out[20])
{
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint8_t blocks[128] = {0};
    size_t all = size + 9 <= 64 ? 64 : 128;
    memcpy(blocks, text, size);
    blocks[size] = 0x80;
    blocks[all - 2] = (uint8_t)(size * 8 >> 8);
    blocks[all - 1] = (uint8_t)(size * 8);
    for (size_t at = 0; at < all; at += 64)
        sha1_block(h, blocks + at);
    for (int i = 0; i < 20; i++)
        out[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}

/* The host in "http://host:port", "host:port" and "[::1]:port". */
static struct srv_piece host_of(struct srv_piece at)
{
    for (size_t i = 0; i + 2 < at.size; i++)
        if (!memcmp(at.s + i, "://", 3)) {
            at = (struct srv_piece){at.s + i + 3, at.size - i - 3};
            break;
        }
    const char *bracket = at.size && at.s[0] == '[' ? memchr(at.s, ']', at.size) : NULL;
    const char *colon = bracket ? NULL : memchr(at.s, ':', at.size);
    if (bracket || colon)
        at.size = (size_t)((bracket ? bracket + 1 : colon) - at.s);
    return at;
}

static bool same(struct srv_piece a, struct srv_piece b)
{
    return a.size == b.size && !strncasecmp(a.s, b.s, a.size);
}

static bool in_digits(struct srv_piece host)
{
    if (host.size && host.s[0] == '[')
        return true;
    for (size_t i = 0; i < host.size; i++)
        if (!strchr("0123456789.", host.s[i]) || !host.s[i])
            return false;
    return host.size > 0;
}

static bool is_ours(struct srv_piece host, const char *address)
{
    static const char local[] = ".local";
    size_t n = sizeof local - 1;
    return in_digits(host) || !memchr(host.s, '.', host.size) ||
        (host.size > n && !strncasecmp(host.s + host.size - n, local, n)) ||
        (address && same(host, host_of((struct srv_piece){address, strlen(address)})));
}

/* Scheme and all where it is the address that people are told; else the host and its port. A proxy may
 * have another scheme outside than here. */
static bool origin_fits(const struct srv_request *r, const char *address)
{
    struct srv_piece origin = r->fields[SRV_ORIGIN], host = r->fields[SRV_HOST];
    static const char *const schemes[] = {"http://", "https://"};
    if (!origin.s)
        return true;
    if (address && srv_piece_is(origin, address))
        return true;
    for (int i = 0; i < 2; i++) {
        size_t n = strlen(schemes[i]);
        if (origin.size > n && !strncasecmp(origin.s, schemes[i], n))
            return same((struct srv_piece){origin.s + n, origin.size - n}, host) &&
                is_ours(host_of(host), address);
    }
    return false;
}

static bool is_key(struct srv_piece key)
{
    uint8_t bytes[16];
    size_t n;
    return key.size == 24 && !sodium_base642bin(bytes, sizeof bytes, key.s, key.size, NULL, &n, NULL,
                                               sodium_base64_VARIANT_ORIGINAL) && n == 16;
}

static int refused(struct bl_text *out, const struct srv_request *r, int status, const char *why,
                   const char *more)
{
    struct srv_reply a = srv_reply_of(status, why);
    a.more = more;
    srv_put_reply(out, r, &a);
    return status;
}

void srv_socket_accept(const char key[24], char out[40])
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char text[64];
    uint8_t hash[20];
    memcpy(text, key, 24);
    memcpy(text + 24, magic, sizeof magic - 1);
    sha1(text, 24 + sizeof magic - 1, hash);
    sodium_bin2base64(out, 40, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
}

int srv_handshake(const struct srv_request *r, const char *address, struct bl_text *out)
{
    char told[40];
    if (!r->upgrades || r->bodiless || !srv_lists(r->fields[SRV_UPGRADE], "websocket"))
        return refused(out, r, HTTP_STATUS_UPGRADE_REQUIRED, "this is a WebSocket\n",
                       "upgrade: websocket\r\nsec-websocket-version: 13\r\n");
    if (!srv_piece_is(r->fields[SRV_VERSION], "13"))
        return refused(out, r, HTTP_STATUS_UPGRADE_REQUIRED, "the version must be 13\n",
                       "upgrade: websocket\r\nsec-websocket-version: 13\r\n");
    if (!is_key(r->fields[SRV_KEY]))
        return refused(out, r, HTTP_STATUS_BAD_REQUEST, "the key must be 16 bytes\n", NULL);
    if (!origin_fits(r, address))
        return refused(out, r, HTTP_STATUS_FORBIDDEN, "a page of another site may not come in; if this "
                       "is the server's own name, start it with --address\n", NULL);
    if (!srv_lists(r->fields[SRV_PROTOCOLS], SRV_PROTOCOL))
        return refused(out, r, HTTP_STATUS_BAD_REQUEST, "the subprotocol must be " SRV_PROTOCOL "\n",
                       NULL);
    srv_socket_accept(r->fields[SRV_KEY].s, told);
    bl_put(out, "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
           "sec-websocket-protocol: " SRV_PROTOCOL "\r\nsec-websocket-accept: ");
    bl_put(out, told);
    bl_put(out, "\r\n\r\n");
    return HTTP_STATUS_SWITCHING_PROTOCOLS;
}

/* ---- frames ----------------------------------------------------------------- */

/* So many fragments a message may have: each takes memory, be it empty. */
enum { FRAGMENTS = 1024 };

struct srv_socket {
    wslay_event_context_ptr context;
    void (*hear)(void *with, const char *text, size_t size);
    void *with;
    const uint8_t *in;          /* what has come and is not read yet */
    size_t left;
    struct bl_text out;
    uint64_t frames;
    uint32_t fragments;         /* of the message that is coming */
    int failed;                 /* the code of an end that wslay did not see; 0: none */
};

static void send_all(struct srv_socket *s)
{
    if (!s->failed)
        wslay_event_send(s->context);
}

/* Ends it in wslay's place, which would not say why, or not notice. */
static void fail(struct srv_socket *s, enum srv_ending code)
{
    const char frame[] = {(char)0x88, 2, (char)(code >> 8), (char)(code & 255)};
    if (s->failed)
        return;
    s->failed = (int)code;
    wslay_event_shutdown_read(s->context);
    bl_put_bytes(&s->out, frame, sizeof frame);
}

static ssize_t give(wslay_event_context_ptr context, uint8_t *to, size_t room, int flags, void *of)
{
    struct srv_socket *s = of;
    size_t n = s->left < room ? s->left : room;
    (void)flags;
    if (n == 0) {
        wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(to, s->in, n);
    s->in += n;
    s->left -= n;
    return (ssize_t)n;
}

static ssize_t keep(wslay_event_context_ptr context, const uint8_t *bytes, size_t size, int flags,
                    void *of)
{
    struct srv_socket *s = of;
    (void)context, (void)flags;
    bl_put_bytes(&s->out, (const char *)bytes, size);
    return (ssize_t)size;
}

static void on_frame(wslay_event_context_ptr context,
                     const struct wslay_event_on_frame_recv_start_arg *frame, void *of)
{
    struct srv_socket *s = of;
    (void)context;
    s->frames++;
    if (!wslay_is_ctrl_frame(frame->opcode))
        s->fragments = frame->opcode == WSLAY_CONTINUATION_FRAME ? s->fragments + 1 : 1;
    if (s->fragments > FRAGMENTS)
        srv_socket_close(s, SRV_END_POLICY, "too many fragments");
}

/* The last frame of a client, which wslay has looked at only as far as its words came at once. */
static bool is_end(const uint8_t *bytes, size_t size, enum srv_ending *fault)
{
    *fault = size == 1 ? SRV_END_FAULT : SRV_END_UTF8;
    for (size_t at = 2, n; at < size; at += n)
        if ((n = bl_utf8_length((const char *)bytes + at, size - at)) == 0)
            return false;
    return size != 1;
}

static void on_message(wslay_event_context_ptr context,
                       const struct wslay_event_on_msg_recv_arg *message, void *of)
{
    struct srv_socket *s = of;
    enum srv_ending fault;
    if (message->opcode == WSLAY_CONNECTION_CLOSE && !is_end(message->msg, message->msg_length, &fault))
        fail(s, fault);
    send_all(s);   /* the answer to a ping: before an end that may follow at once */
    if (!wslay_event_get_read_enabled(context))
        return;
    if (message->opcode == WSLAY_BINARY_FRAME)
        srv_socket_close(s, SRV_END_BINARY, "messages are text");
    else if (message->opcode == WSLAY_TEXT_FRAME)
        s->hear(s->with, (const char *)message->msg, message->msg_length);
}

static int mask(wslay_event_context_ptr context, uint8_t *out, size_t size, void *of)
{
    (void)context, (void)of;
    randombytes_buf(out, size);
    return 0;
}

static struct srv_socket *new_socket(size_t message_bytes,
                                     void (*hear)(void *with, const char *text, size_t size), void *with,
                                     int (*side)(wslay_event_context_ptr *out,
                                                 const struct wslay_event_callbacks *calls, void *of))
{
    static const struct wslay_event_callbacks calls = {.recv_callback = give, .send_callback = keep,
        .genmask_callback = mask, .on_frame_recv_start_callback = on_frame,
        .on_msg_recv_callback = on_message};
    struct srv_socket *s = bl_new(1, sizeof *s);
    s->hear = hear;
    s->with = with;
    s->out = bl_text_heap();
    if (side(&s->context, &calls, s))
        abort();   /* out of memory */
    wslay_event_config_set_max_recv_msg_length(s->context, message_bytes);
    return s;
}

struct srv_socket *srv_socket_new(size_t message_bytes,
                                  void (*hear)(void *with, const char *text, size_t size), void *with)
{
    return new_socket(message_bytes, hear, with, wslay_event_context_server_init);
}

struct srv_socket *srv_socket_client(size_t message_bytes,
                                     void (*hear)(void *with, const char *text, size_t size), void *with)
{
    return new_socket(message_bytes, hear, with, wslay_event_context_client_init);
}

void srv_socket_free(struct srv_socket *s)
{
    if (!s)
        return;
    wslay_event_context_free(s->context);
    bl_text_free(&s->out);
    free(s);
}

static void put(struct srv_socket *s, uint8_t kind, const char *bytes, size_t size)
{
    struct wslay_event_msg message = {kind, (const uint8_t *)bytes, size};
    if (!wslay_event_queue_msg(s->context, &message))
        send_all(s);
}

void srv_socket_take(struct srv_socket *s, const char *bytes, size_t size)
{
    s->in = (const uint8_t *)bytes;
    s->left = size;
    if (wslay_event_recv(s->context))
        fail(s, SRV_END_FAULT);
    s->left = 0;
    send_all(s);
}

void srv_socket_say(struct srv_socket *s, const char *text, size_t size)
{
    put(s, WSLAY_TEXT_FRAME, text, size);
}

void srv_socket_ping(struct srv_socket *s)
{
    put(s, WSLAY_PING, NULL, 0);
}

void srv_socket_close(struct srv_socket *s, enum srv_ending code, const char *why)
{
    size_t n = strlen(why);
    wslay_event_shutdown_read(s->context);
    wslay_event_queue_close(s->context, (uint16_t)code, (const uint8_t *)why, n < 123 ? n : 123);
    send_all(s);
}

struct bl_text *srv_socket_out(struct srv_socket *s)
{
    return &s->out;
}

bool srv_socket_over(const struct srv_socket *s)
{
    return s->failed ||
        (!wslay_event_want_read(s->context) && !wslay_event_want_write(s->context));
}

uint64_t srv_socket_frames(const struct srv_socket *s)
{
    return s->frames;
}

int srv_socket_ending(const struct srv_socket *s)
{
    return s->failed ? s->failed
        : wslay_event_get_close_received(s->context) 
        ? wslay_event_get_status_code_received(s->context)
        : wslay_event_get_close_sent(s->context) ? wslay_event_get_status_code_sent(s->context) : 0;
}
