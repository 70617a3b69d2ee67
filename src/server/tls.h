/* tls.h - TLS without a socket, for who connects: bytes of the network come in and go out, and what they
 * say. A server's own TLS is its proxy's. */
#ifndef BYLAW_SERVER_TLS_H
#define BYLAW_SERVER_TLS_H

#include "bylaw/text.h"

struct srv_tls;
/* To a host that must show a certificate for its name which this system trusts (SSL_CERT_FILE and
 * SSL_CERT_DIR say where else to look, as everywhere). */
struct srv_tls *srv_tls_new(const char *host);
void srv_tls_free(struct srv_tls *t);

/* What is to be said, and what has come: `out` is what must be sent for that, `in` what it says. False:
 * it is over, and `srv_tls_why` says why. */
bool srv_tls_say(struct srv_tls *t, const char *bytes, size_t size, struct bl_text *out);
bool srv_tls_take(struct srv_tls *t, const char *bytes, size_t size, struct bl_text *in, struct bl_text *out);
const char *srv_tls_why(const struct srv_tls *t);

#endif
