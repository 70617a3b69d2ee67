/* http.c - HTTP without a socket: heads of requests are read, answers are written. */
#include "server/http.h"

#include <http_parser.h>
#include <string.h>
#include <strings.h>

/* What a page of ours may load and whom it may talk to; web/serve.mjs says the same. */
static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

/* ---- heads ------------------------------------------------------------------ */

/* Lines end with CR LF and in no other way, none goes on on the next one, and there are no zeros:
 * readers differ about all of these. */
int srv_head_end(const char *bytes, size_t size, size_t *end)
{
    size_t line = 0;
    *end = 0;
    for (size_t i = 0; i < size; i++) {
        char c = bytes[i], before = i ? bytes[i - 1] : '\0';
        if (c == '\0' || (c == '\n') != (before == '\r') ||
            (i == line && (c == ' ' || c == '\t')))
            return HTTP_STATUS_BAD_REQUEST;
        if (i >= SRV_HEAD_BYTES)
            return HTTP_STATUS_REQUEST_HEADER_FIELDS_TOO_LARGE;
        if (c != '\n')
            continue;
        if (i == line + 1) {
            *end = i + 1;
            return line ? 0 : HTTP_STATUS_BAD_REQUEST;
        }
        line = i + 1;
    }
    return 0;
}

struct reading {
    struct srv_request *out;
    struct srv_piece url;
    int field;          /* of the value that comes next; -1: none that we know */
    bool wrong;         /* something is not as it must be */
};

static const char *const field_names[] = {
#define X(name, text) text,
    SRV_FIELDS(X)
#undef X
};

bool srv_piece_is(struct srv_piece piece, const char *text)
{
    return piece.s && strlen(text) == piece.size && !strncasecmp(piece.s, text, piece.size);
}

static int on_url(http_parser *p, const char *s, size_t size)
{
    ((struct reading *)p->data)->url = (struct srv_piece){s, size};
    return 0;
}

/* The library as Debian builds it takes a space for a part of a name. */
static bool is_token(const char *s, size_t size)
{
    static const char marks[] = "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < size; i++)
        if (!(s[i] >= '0' && s[i] <= '9') && !((s[i] | 32) >= 'a' && (s[i] | 32) <= 'z') &&
            (!s[i] || !strchr(marks, s[i])))
            return false;
    return size > 0;
}

static int on_field(http_parser *p, const char *s, size_t size)
{
    struct reading *r = p->data;
    r->field = -1;
    r->wrong |= !is_token(s, size);
    for (int i = 0; i < SRV_FIELD_COUNT; i++)
        if (srv_piece_is((struct srv_piece){s, size}, field_names[i]))
            r->field = i;
    return 0;
}

static int on_value(http_parser *p, const char *s, size_t size)
{
    struct reading *r = p->data;
    if (r->field < 0)
        return 0;
    while (size > 0 && (s[size - 1] == ' ' || s[size - 1] == '\t'))
        size--;
    r->wrong |= r->out->fields[r->field].s != NULL;
    r->out->fields[r->field] = (struct srv_piece){s, size};
    return 0;
}

/* Stops before a body: there is none. */
static int on_end(http_parser *p)
{
    (void)p;
    return 2;
}

static int hex(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

/* False: this is not a path of a server. */
static bool read_path(struct srv_piece url, char out[SRV_PATH_BYTES])
{
    size_t n = 0;
    if (!url.size || url.s[0] != '/' || memchr(url.s, '#', url.size))
        return false;
    for (size_t i = 0; i < url.size && url.s[i] != '?'; i++) {
        int c = (unsigned char)url.s[i];
        if (c == '%') {
            int high = i + 2 < url.size ? hex(url.s[i + 1]) : -1;
            int low = high < 0 ? -1 : hex(url.s[i + 2]);
            c = low < 0 ? 0 : high * 16 + low;
            i += 2;
        }
        if (c < ' ' || c == 127 || n + 1 >= SRV_PATH_BYTES)
            return false;
        out[n++] = (char)c;
    }
    out[n] = '\0';
    return true;
}

static int judge(const struct reading *r, const http_parser *p)
{
    const struct srv_piece *f = r->out->fields;
    if (p->http_major != 1 || p->http_minor > 1)
        return HTTP_STATUS_HTTP_VERSION_NOT_SUPPORTED;
    if (r->wrong || f[SRV_CODING].s || (p->http_minor == 1 && !f[SRV_HOST].s))
        return HTTP_STATUS_BAD_REQUEST;
    if (f[SRV_LENGTH].s && !srv_piece_is(f[SRV_LENGTH], "0"))
        return HTTP_STATUS_PAYLOAD_TOO_LARGE;
    if (p->method != HTTP_GET && p->method != HTTP_HEAD)
        return HTTP_STATUS_METHOD_NOT_ALLOWED;
    return read_path(r->url, r->out->path) ? 0 : HTTP_STATUS_BAD_REQUEST;
}

/* METHOD PATH HTTP/1.1, one space each. The library as Debian builds it is not so strict. */
static bool is_first_line(const char *head, size_t size)
{
    const char *end = memchr(head, '\r', size);
    int spaces = 0;
    for (const char *at = head; end && at < end; at++)
        spaces += *at == ' ';
    return end && end - head > 9 && spaces == 2 && !memcmp(end - 9, " HTTP/", 6);
}

int srv_head_read(const char *head, size_t size, struct srv_request *out)
{
    static const http_parser_settings calls = {.on_url = on_url, .on_header_field = on_field,
        .on_header_value = on_value, .on_headers_complete = on_end};
    struct reading r = {.out = out, .field = -1};
    http_parser p;
    *out = (struct srv_request){0};
    http_parser_init(&p, HTTP_REQUEST);
    p.data = &r;
    r.wrong = !is_first_line(head, size);
    size_t taken = http_parser_execute(&p, &calls, head, size);
    if (p.http_errno != HPE_OK || taken != size)
        return p.http_errno == HPE_INVALID_METHOD && !r.wrong ? HTTP_STATUS_METHOD_NOT_ALLOWED
                                                  : HTTP_STATUS_BAD_REQUEST;
    int status = judge(&r, &p);
    out->bodiless = p.method == HTTP_HEAD;
    out->upgrades = p.http_minor == 1 && p.flags & F_CONNECTION_UPGRADE && p.flags & F_UPGRADE;
    out->keeps = status == 0 && (p.flags & F_CONNECTION_CLOSE) == 0 &&
        (p.http_minor == 1 || p.flags & F_CONNECTION_KEEP_ALIVE);
    return status;
}

bool srv_lists(struct srv_piece list, const char *word)
{
    const char *at = list.s, *end = list.s ? list.s + list.size : NULL;
    while (at < end) {
        const char *comma = memchr(at, ',', (size_t)(end - at)), *stop = comma ? comma : end;
        struct srv_piece item = {at, (size_t)(stop - at)};
        while (item.size && (*item.s == ' ' || *item.s == '\t'))
            item.s++, item.size--;
        while (item.size && (item.s[item.size - 1] == ' ' || item.s[item.size - 1] == '\t'))
            item.size--;
        if (srv_piece_is(item, word))
            return true;
        at = stop + 1;
    }
    return false;
}

/* ---- answers ---------------------------------------------------------------- */

static const char *status_name(int status)
{
    switch (status) {
#define XX(number, name, text) \
    case number: \
        return #text;
        HTTP_STATUS_MAP(XX)
#undef XX
    }
    return "Unknown";
}

struct srv_reply srv_reply_of(int status, const char *why)
{
    struct srv_reply a = {.status = status, .body = why ? why : status_name(status)};
    a.size = strlen(a.body);
    if (status == HTTP_STATUS_METHOD_NOT_ALLOWED)
        a.more = "allow: GET, HEAD\r\n";
    return a;
}

static void put_line(struct bl_text *out, const char *name, const char *value)
{
    if (!value)
        return;
    bl_put(out, name);
    bl_put(out, ": ");
    bl_put(out, value);
    bl_put(out, "\r\n");
}

void srv_put_reply(struct bl_text *out, const struct srv_request *request,
                    const struct srv_reply *a)
{
    bool body = a->status != HTTP_STATUS_NOT_MODIFIED && (!request || !request->bodiless);
    bl_put(out, "HTTP/1.1 ");
    bl_put_int(out, a->status);
    bl_put(out, " ");
    bl_put(out, status_name(a->status));
    bl_put(out, "\r\n");
    if (a->status != HTTP_STATUS_NOT_MODIFIED) {
        put_line(out, "content-type", a->type ? a->type : "text/plain; charset=utf-8");
        bl_put(out, "content-length: ");
        bl_put_uint(out, a->size);
        bl_put(out, "\r\n");
    }
    put_line(out, "content-encoding", a->encoding);
    put_line(out, "etag", a->tag);
    put_line(out, "vary", "accept-encoding");
    put_line(out, "cache-control", "no-cache");
    put_line(out, "content-security-policy", policy);
    put_line(out, "x-content-type-options", "nosniff");
    put_line(out, "referrer-policy", "no-referrer");
    put_line(out, "cross-origin-opener-policy", "same-origin");
    put_line(out, "cross-origin-resource-policy", "same-origin");
    if (!request || !request->keeps)
        put_line(out, "connection", "close");
    bl_put(out, a->more ? a->more : "");
    bl_put(out, "\r\n");
    if (body)
        bl_put_bytes(out, a->body, a->size);
}
