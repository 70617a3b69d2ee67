/* tls.c - TLS without a socket: OpenSSL between two buffers in memory. */
#include "server/tls.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "late_tls.h"   /* from here on calls of OpenSSL go to what was loaded */

struct srv_tls {
    SSL_CTX *context;
    SSL *ssl;                   /* NULL: there is no OpenSSL here */
    BIO *from, *to;             /* the network, as OpenSSL reads and writes it */
    struct bl_text waiting;     /* is said when the handshake is done */
    char host[256], why[256];
};

/* The host must have this name, or this address. */
static bool expect(SSL *ssl, const char *host)
{
    unsigned char address[16];
    if (inet_pton(AF_INET, host, address) == 1 || inet_pton(AF_INET6, host, address) == 1)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host);
    return SSL_set1_host(ssl, host) && SSL_set_tlsext_host_name(ssl, host);
}

struct srv_tls *srv_tls_new(const char *host)
{
    static const unsigned char protocol[] = "\x08http/1.1";
    struct srv_tls *t = bl_new(1, sizeof *t);
    t->waiting = bl_text_heap();
    snprintf(t->host, sizeof t->host, "%s", host);
    struct bl_text why = BL_TEXT_FIXED(t->why);
    if (!late_ssl(&why))
        return t;
    t->context = SSL_CTX_new(TLS_client_method());
    t->ssl = t->context ? SSL_new(t->context) : NULL;
    t->from = BIO_new(BIO_s_mem());
    t->to = BIO_new(BIO_s_mem());
    if (!t->ssl || !t->from || !t->to || !expect(t->ssl, host))
        abort();   /* out of memory */
    SSL_CTX_set_default_verify_paths(t->context);
    SSL_set_verify(t->ssl, SSL_VERIFY_PEER, NULL);
    SSL_set_min_proto_version(t->ssl, TLS1_2_VERSION);
    SSL_set_alpn_protos(t->ssl, protocol, sizeof protocol - 1);
    SSL_set_bio(t->ssl, t->from, t->to);
    SSL_set_connect_state(t->ssl);
    return t;
}

void srv_tls_free(struct srv_tls *t)
{
    if (!t)
        return;
    if (t->ssl) {
        SSL_free(t->ssl);   /* and what it reads and writes */
        SSL_CTX_free(t->context);
    }
    bl_text_free(&t->waiting);
    free(t);
}

const char *srv_tls_why(const struct srv_tls *t)
{
    return t->why;
}

/* Whether OpenSSL only waits for more. */
static bool only_waits(struct srv_tls *t, int result)
{
    int fault = SSL_get_error(t->ssl, result);
    if (fault == SSL_ERROR_WANT_READ || fault == SSL_ERROR_WANT_WRITE)
        return true;
    unsigned long number = ERR_peek_error();
    long verdict = SSL_get_verify_result(t->ssl);
    const char *reason = number ? ERR_reason_error_string(number) : NULL;
    if (verdict != X509_V_OK)
        snprintf(t->why, sizeof t->why, "its certificate is not trusted: %s", X509_verify_cert_error_string(verdict));
    else if (fault == SSL_ERROR_ZERO_RETURN)
        snprintf(t->why, sizeof t->why, "the server has ended the connection");
    else
        snprintf(t->why, sizeof t->why, "this is no TLS that can be spoken here: %s", reason ? reason : "it ended");
    return false;
}

static void put_sent(struct srv_tls *t, struct bl_text *out)
{
    char *bytes;
    long size = BIO_get_mem_data(t->to, &bytes);
    bl_put_bytes(out, bytes, size > 0 ? (size_t)size : 0);
    (void)BIO_reset(t->to);
}

static bool go_on(struct srv_tls *t, struct bl_text *in)
{
    char bytes[16384];
    int n = 1;
    ERR_clear_error();
    if (!SSL_is_init_finished(t->ssl) && (n = SSL_do_handshake(t->ssl)) <= 0)
        return only_waits(t, n);
    if (t->waiting.len > 0 && (n = SSL_write(t->ssl, t->waiting.s, (int)t->waiting.len)) <= 0)
        return only_waits(t, n);
    bl_text_clear(&t->waiting);
    while (in && (n = SSL_read(t->ssl, bytes, sizeof bytes)) > 0)
        bl_put_bytes(in, bytes, (size_t)n);
    return n > 0 || only_waits(t, n);
}

bool srv_tls_say(struct srv_tls *t, const char *bytes, size_t size, struct bl_text *out)
{
    bl_put_bytes(&t->waiting, bytes, size);
    if (!t->ssl)
        return false;
    bool good = go_on(t, NULL);
    put_sent(t, out);
    return good;
}

bool srv_tls_take(struct srv_tls *t, const char *bytes, size_t size, struct bl_text *in, struct bl_text *out)
{
    if (!t->ssl)
        return false;
    BIO_write(t->from, bytes, (int)size);
    bool good = go_on(t, in);
    put_sent(t, out);   /* an alert says why, too */
    return good;
}
