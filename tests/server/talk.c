/* talk.c - HTTP and WebSocket without a socket: which heads are read, which are refused, what is
 * answered, and what frames come to. RFC 9110 and 9112, RFC 6455. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/site.h"
#include "server/socket.h"

#define HOST "Host: here:80\r\n"

/* The status that a connection would answer to these bytes; 0: a request that can be answered; -1: it
 * waits for more. */
static int read_bytes(const char *bytes, size_t size, struct srv_request *out)
{
    size_t end;
    int status = srv_head_end(bytes, size, &end);
    return status ? status : !end ? -1 : srv_head_read(bytes, end, out);
}

static int status_of(const char *head)
{
    struct srv_request r;
    return read_bytes(head, strlen(head), &r);
}

static void test_heads(void **state)
{
    static const struct {
        int status;
        const char *head;
    } rows[] = {
        {0, "GET / HTTP/1.1\r\n" HOST "\r\n"},
        {0, "HEAD /a/b.js?x=%zz HTTP/1.1\r\n" HOST "\r\n"},
        {0, "GET / HTTP/1.0\r\n\r\n"},
        {0, "GET / HTTP/1.1\r\n" HOST "Content-Length: 0\r\n\r\n"},
        {0, "GET / HTTP/1.1\r\n" HOST "X: a\r\nX: b\r\n\r\n"},
        {-1, ""},
        {-1, "GET / HTTP/1.1\r\n" HOST},
        {-1, "GET / HTTP/1.1\r\n" HOST "\r"},
        /* what has no host, or two */
        {400, "GET / HTTP/1.1\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST "Host: there\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST "host: here:80\r\n\r\n"},
        /* where two readers could see different ends */
        {413, "GET / HTTP/1.1\r\n" HOST "Content-Length: 5\r\n\r\nhello"},
        {400, "GET / HTTP/1.1\r\n" HOST "Content-Length: 0\r\nContent-Length: 0\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST "Content-Length: 5\r\nContent-Length: 6\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST "Content-Length: +5\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST "Content-Length: 0, 5\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: identity\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST "Transfer-Encoding : chunked\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST "Content-Length : 5\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST "X: a\r\n folded\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST " Content-Length: 5\r\n\r\n"},
        {400, "GET / HTTP/1.1\n" "Host: here\n\n"},
        {400, "GET / HTTP/1.1\r\n" HOST "X: a\rContent-Length: 5\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST "X: a\nContent-Length: 5\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST "X: a\r\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST ": empty\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n" HOST "no colon\r\n\r\n"},
        {400, "\r\n\r\n"},
        /* other methods, versions, words */
        {405, "POST / HTTP/1.1\r\n" HOST "\r\n"},
        {405, "CONNECT here:80 HTTP/1.1\r\n" HOST "\r\n"},
        {405, "OPTIONS * HTTP/1.1\r\n" HOST "\r\n"},
        {405, "BREW / HTTP/1.1\r\n" HOST "\r\n"},
        {505, "GET / HTTP/2.0\r\n" HOST "\r\n"},
        {505, "GET / HTTP/1.2\r\n" HOST "\r\n"},
        {400, "GET / HTTQ/1.1\r\n" HOST "\r\n"},
        {400, "GET  / HTTP/1.1\r\n" HOST "\r\n"},
        {400, "\x16\x03\x01\x02\x01\r\n\r\n"},
        /* what is no path here */
        {400, "GET http://there/ HTTP/1.1\r\n" HOST "\r\n"},
        {400, "GET * HTTP/1.1\r\n" HOST "\r\n"},
        {400, "GET /%00 HTTP/1.1\r\n" HOST "\r\n"},
        {400, "GET /%0d%0aX:y HTTP/1.1\r\n" HOST "\r\n"},
        {400, "GET /%4 HTTP/1.1\r\n" HOST "\r\n"},
        {400, "GET /%g1 HTTP/1.1\r\n" HOST "\r\n"},
        {400, "GET /a#b HTTP/1.1\r\n" HOST "\r\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (status_of(rows[i].head) != rows[i].status)
            fail_msg("row %zu: %d in place of %d: %s", i, status_of(rows[i].head), rows[i].status,
                     rows[i].head);
    static const char zero[] = "GET / HTTP/1.1\r\n" HOST "X: a\0b\r\n\r\n";
    struct srv_request r;
    assert_int_equal(read_bytes(zero, sizeof zero - 1, &r), 400);
}

static void test_a_head_that_is_too_long(void **state)
{
    static char head[2 * SRV_HEAD_BYTES];
    struct srv_request r;
    (void)state;
    memset(head, 'a', sizeof head);
    memcpy(head, "GET / HTTP/1.1\r\nX: ", 19);
    assert_int_equal(read_bytes(head, SRV_HEAD_BYTES, &r), -1);
    assert_int_equal(read_bytes(head, SRV_HEAD_BYTES + 1, &r), 431);
    memset(head, 'a', sizeof head);
    memcpy(head, "GET /", 5);
    memcpy(head + 5 + SRV_PATH_BYTES, " HTTP/1.1\r\n" HOST "\r\n", 29);
    assert_int_equal(status_of(head), 400);
}

/* A head may come in any pieces: no beginning of a good one is refused. */
static void test_a_head_in_pieces(void **state)
{
    static const char head[] = "GET /%61?b HTTP/1.1\r\nhOST:\t here \r\nConnection: close\r\n\r\nGET";
    struct srv_request r;
    (void)state;
    for (size_t i = 0; i < sizeof head - 4; i++)
        assert_int_equal(read_bytes(head, i, &r), -1);
    for (size_t i = sizeof head - 4; i < sizeof head; i++)
        assert_int_equal(read_bytes(head, i, &r), 0);
    assert_string_equal(r.path, "/a");
    assert_true(srv_piece_is(r.fields[SRV_HOST], "here"));
    assert_false(r.keeps);
    assert_false(r.bodiless);
}

static struct srv_request request_of(const char *head)
{
    struct srv_request r;
    assert_int_equal(read_bytes(head, strlen(head), &r), 0);
    return r;
}

static void test_lists(void **state)
{
    static const char *const has[] = {"br", "gzip, br", "gzip,BR ", " br , x", "x,,br"};
    static const char *const has_not[] = {"", "brx", "br;q=0", "b r", "xbr", ","};
    (void)state;
    for (size_t i = 0; i < 5; i++)
        assert_true(srv_lists((struct srv_piece){has[i], strlen(has[i])}, "br"));
    for (size_t i = 0; i < 6; i++)
        assert_false(srv_lists((struct srv_piece){has_not[i], strlen(has_not[i])}, "br"));
    assert_false(srv_lists((struct srv_piece){NULL, 0}, "br"));
}

/* ---- the page --------------------------------------------------------------- */

static void put_file(const char *folder, const char *name, const char *text)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static struct srv_reply got(const struct srv_site *site, const char *path, const char *more)
{
    char head[400];
    snprintf(head, sizeof head, "GET %s HTTP/1.1\r\n" HOST "%s\r\n", path, more);
    struct srv_request r = request_of(head);
    return srv_site_reply(site, &r);
}

static void test_the_page(void **state)
{
    char folder[] = "/tmp/bylaw-site-XXXXXX", inner[300];
    BL_LOCAL struct bl_text why = bl_text_heap();
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_null(srv_site_read(folder, &why));
    assert_non_null(strstr(why.s, "index.html"));
    snprintf(inner, sizeof inner, "%s/in", folder);
    assert_int_equal(mkdir(inner, 0700), 0);
    put_file(folder, "index.html", "the page");
    put_file(folder, "main.js", "the script");
    put_file(folder, "main.js.br", "small");
    put_file(folder, "main.js.gz", "smaller");
    put_file(folder, ".secret.json", "a secret");
    put_file(folder, "notes.md", "notes");
    put_file(inner, "x.css", "style");
    snprintf(inner, sizeof inner, "%s/link.json", folder);
    assert_int_equal(symlink("/etc/hostname", inner), 0);
    struct srv_site *site = srv_site_read(folder, &why);
    assert_non_null(site);

    struct srv_reply a = got(site, "/", "");
    assert_int_equal(a.status, 200);
    assert_memory_equal(a.body, "the page", a.size);
    assert_string_equal(a.type, "text/html; charset=utf-8");
    char tag[64], known[100];
    a = got(site, "/main.js", "Accept-Encoding: gzip, deflate, br\r\n");
    assert_string_equal(a.encoding, "br");
    assert_memory_equal(a.body, "small", 5);
    snprintf(tag, sizeof tag, "%s", a.tag);
    snprintf(known, sizeof known, "If-None-Match: W/\"0\", %s\r\n", tag);
    assert_int_equal(got(site, "/main.js", known).status, 200);   /* that is another form of it */
    a = got(site, "/main.js", "Accept-Encoding: gzip\r\n");
    assert_string_equal(a.encoding, "gzip");
    a = got(site, "/main.js", "Accept-Encoding: br;q=0\r\n");
    assert_null(a.encoding);
    snprintf(known, sizeof known, "If-None-Match: W/\"0\", %s\r\n", a.tag);
    assert_int_equal(got(site, "/main.js", known).status, 304);
    assert_int_equal(got(site, "/in/x.css", "").status, 200);

    static const char *const none[] = {"/main.js.br", "/.secret.json", "/notes.md", "/link.json",
        "/in", "/in/", "/../etc/hostname", "/in/../main.js", "/%2e%2e/etc/hostname", "//main.js",
        "/./main.js", "/main.js/", "/main.js%20", "/..%2f..%2fetc%2fhostname", "/\\main.js"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (got(site, none[i], "").status != 404)
            fail_msg("%s is there", none[i]);
    srv_site_free(site);
    char command[400];
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

static void test_replies(void **state)
{
    BL_LOCAL struct bl_text out = bl_text_heap();
    struct srv_request r = request_of("HEAD / HTTP/1.1\r\n" HOST "\r\n");
    struct srv_reply a = srv_reply_of(404, "no\n");
    (void)state;
    srv_put_reply(&out, &r, &a);
    assert_non_null(strstr(out.s, "HTTP/1.1 404 Not Found\r\n"));
    assert_non_null(strstr(out.s, "content-length: 3\r\n"));
    assert_null(strstr(out.s, "connection: close"));
    assert_string_equal(out.s + out.len - 4, "\r\n\r\n");
    bl_text_clear(&out);
    a = srv_reply_of(405, NULL);
    srv_put_reply(&out, NULL, &a);
    assert_non_null(strstr(out.s, "allow: GET, HEAD\r\n"));
    assert_non_null(strstr(out.s, "connection: close\r\n"));
    assert_non_null(strstr(out.s, "\r\n\r\nMethod Not Allowed"));
}

/* ---- the handshake ---------------------------------------------------------- */

#define UPGRADE "Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
#define KEY "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define VERSION "Sec-WebSocket-Version: 13\r\n"
#define PROTOCOL "Sec-WebSocket-Protocol: x, bylaw.1\r\n"

static int shaken(const char *host, const char *fields, const char *address, struct bl_text *out)
{
    char head[800];
    snprintf(head, sizeof head, "GET /play HTTP/1.1\r\nHost: %s\r\n%s\r\n", host, fields);
    struct srv_request r = request_of(head);
    bl_text_clear(out);
    return srv_handshake(&r, address, out);
}

static void test_handshake(void **state)
{
    BL_LOCAL struct bl_text out = bl_text_heap();
    (void)state;
    /* RFC 6455, 1.3: the answer to this key. */
    assert_int_equal(shaken("here", UPGRADE KEY VERSION PROTOCOL, NULL, &out), 101);
    assert_non_null(strstr(out.s, "sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
    assert_non_null(strstr(out.s, "sec-websocket-protocol: bylaw.1\r\n"));
    static const struct {
        int status;
        const char *fields;
    } rows[] = {
        {426, KEY VERSION PROTOCOL},
        {426, "Connection: Upgrade\r\n" KEY VERSION PROTOCOL},
        {426, "Upgrade: websocket\r\n" KEY VERSION PROTOCOL},
        {426, "Upgrade: h2c\r\nConnection: Upgrade\r\n" KEY VERSION PROTOCOL},
        {426, UPGRADE KEY PROTOCOL},
        {426, UPGRADE KEY "Sec-WebSocket-Version: 8\r\n" PROTOCOL},
        {400, UPGRADE VERSION PROTOCOL},
        {400, UPGRADE "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=\r\n" VERSION PROTOCOL},
        {400, UPGRADE "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25j!Q==\r\n" VERSION PROTOCOL},
        {400, UPGRADE "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZW==\r\n" VERSION PROTOCOL},
        {400, UPGRADE KEY VERSION},
        {400, UPGRADE KEY VERSION "Sec-WebSocket-Protocol: bylaw.2\r\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (shaken("here", rows[i].fields, NULL, &out) != rows[i].status)
            fail_msg("row %zu: not %d: %s", i, rows[i].status, rows[i].fields);
}

static void test_origins(void **state)
{
    static const char *const address = "https://cards.example";
    static const struct {
        const char *host, *origin;
        bool in, in_without_address;
    } rows[] = {
        {"localhost:8080", "http://localhost:8080", true, true},
        {"127.0.0.1:8080", "http://127.0.0.1:8080", true, true},
        {"[::1]:8080", "http://[::1]:8080", true, true},
        {"attic:8080", "http://ATTIC:8080", true, true},
        {"attic.local", "http://attic.local", true, true},
        {"cards.example", "https://cards.example", true, false},
        {"inner:80", "https://cards.example", true, false},   /* a proxy asks by another name */
        {"localhost:8080", "http://localhost:8081", false, false},
        {"localhost:8080", "http://localhost", false, false},
        {"localhost:8080", "http://evil.example", false, false},
        {"localhost:8080", "null", false, false},
        {"localhost:8080", "", false, false},
        {"localhost:8080", "localhost:8080", false, false},
        {"localhost:8080", "http://localhost:8080.evil.example", false, false},
        {"localhost:8080", "ftp://localhost:8080", false, false},
        /* a stranger's name that leads to this address */
        {"evil.example:8080", "http://evil.example:8080", false, false},
        {"1.evil", "http://1.evil", false, false},
        {"evil.example", "https://cards.example.evil.example", false, false},
        {"cards.example.evil", "https://cards.example.evil", false, false},
    };
    BL_LOCAL struct bl_text out = bl_text_heap();
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int with = 0; with < 2; with++) {
            char fields[500];
            snprintf(fields, sizeof fields, UPGRADE KEY VERSION PROTOCOL "Origin: %s\r\n", rows[i].origin);
            int want = (with ? rows[i].in : rows[i].in_without_address) ? 101 : 403;
            if (shaken(rows[i].host, fields, with ? address : NULL, &out) != want)
                fail_msg("row %zu, address %d: not %d", i, with, want);
        }
}

/* ---- frames ----------------------------------------------------------------- */

struct heard {
    struct bl_text text;
    int count;
};

static void hear(void *with, const char *text, size_t size)
{
    struct heard *h = with;
    bl_put_bytes(&h->text, text, size);
    bl_put(&h->text, "|");
    h->count++;
}

/* A frame from a client, masked; `size` of less than 126. */
static void put_frame(struct bl_text *out, int first, const char *bytes, size_t size)
{
    static const char mask[4] = {1, 2, 3, 4};
    bl_put_char(out, (char)first);
    bl_put_char(out, (char)(0x80 | (int)size));
    bl_put_bytes(out, mask, 4);
    for (size_t i = 0; i < size; i++)
        bl_put_char(out, (char)(bytes[i] ^ mask[i % 4]));
}

/* However the bytes are cut, what is heard and said is the same. */
static void test_frames_in_pieces(void **state)
{
    BL_LOCAL struct bl_text in = bl_text_heap(), first = bl_text_heap();
    (void)state;
    put_frame(&in, 0x81, "hello", 5);
    put_frame(&in, 0x01, "\xc3", 1);
    put_frame(&in, 0x89, "ping", 4);
    put_frame(&in, 0x80, "\xa4", 1);
    put_frame(&in, 0x88, "\x03\xe8", 2);
    for (size_t piece = in.len; piece > 0; piece--) {
        struct heard h = {bl_text_heap(), 0};
        struct srv_socket *s = srv_socket_new(100, hear, &h);
        for (size_t at = 0; at < in.len; at += piece)
            srv_socket_take(s, in.s + at, in.len - at < piece ? in.len - at : piece);
        assert_string_equal(h.text.s, "hello|ä|");
        struct bl_text *out = srv_socket_out(s);
        if (piece == in.len)
            bl_put_bytes(&first, out->s, out->len);
        assert_int_equal(out->len, first.len);
        assert_memory_equal(out->s, first.s, first.len);
        assert_true(srv_socket_over(s));
        assert_int_equal(srv_socket_ending(s), 1000);
        assert_int_equal(srv_socket_frames(s), 5);
        srv_socket_free(s);
        bl_text_free(&h.text);
    }
    assert_memory_equal(first.s, "\x8a\x04ping\x88\x02\x03\xe8", first.len);
}

static void test_endless_fragments(void **state)
{
    BL_LOCAL struct bl_text in = bl_text_heap();
    struct heard h = {bl_text_heap(), 0};
    struct srv_socket *s = srv_socket_new(100, hear, &h);
    (void)state;
    put_frame(&in, 0x01, "", 0);
    for (int i = 0; i < 5000; i++)
        put_frame(&in, 0x00, "", 0);
    srv_socket_take(s, in.s, in.len);
    assert_true(srv_socket_over(s));
    assert_int_equal(srv_socket_ending(s), SRV_END_POLICY);
    assert_in_range(srv_socket_frames(s), 1000, 1100);
    assert_int_equal(h.count, 0);
    srv_socket_free(s);
    bl_text_free(&h.text);
}

static void test_nothing_after_the_end(void **state)
{
    BL_LOCAL struct bl_text in = bl_text_heap();
    struct heard h = {bl_text_heap(), 0};
    struct srv_socket *s = srv_socket_new(100, hear, &h);
    (void)state;
    put_frame(&in, 0x81, "late", 4);
    srv_socket_close(s, SRV_END_AWAY, "going");
    size_t said = srv_socket_out(s)->len;
    srv_socket_say(s, "more", 4);
    srv_socket_ping(s);
    srv_socket_take(s, in.s, in.len);
    assert_int_equal(h.count, 0);
    assert_int_equal(srv_socket_out(s)->len, said);
    assert_memory_equal(srv_socket_out(s)->s, "\x88\x07\x03\xe9going", 9);
    srv_socket_free(s);
    bl_text_free(&h.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_heads),
        cmocka_unit_test(test_a_head_that_is_too_long),
        cmocka_unit_test(test_a_head_in_pieces),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_the_page),
        cmocka_unit_test(test_replies),
        cmocka_unit_test(test_handshake),
        cmocka_unit_test(test_origins),
        cmocka_unit_test(test_frames_in_pieces),
        cmocka_unit_test(test_endless_fragments),
        cmocka_unit_test(test_nothing_after_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
