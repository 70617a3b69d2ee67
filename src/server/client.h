/* client.h - the other end of the protocol: a connection to a server that waits for nothing. Whoever
 * has it waits until its socket is ready, and lets it go on. */
#ifndef BYLAW_SERVER_CLIENT_H
#define BYLAW_SERVER_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bylaw/text.h"

enum { SRV_CLIENT_BYTES = 16 << 20 };   /* of a message that a server may send */

struct srv_address {
    bool safe;          /* through TLS */
    bool waits;         /* its host is looked up while the caller waits */
    char host[256], port[8];
    char path[128];     /* of the folder that the page is in: "/" */
    char table[17];     /* "": none */
    char secret[33];    /* of a link that moves a seat to another device; "": none */
};

/* http://HOST[:PORT][/…][#/table/NAME[/SECRET]], the same with https, ws and wss, or HOST:PORT alone. NULL:
 * it is one; otherwise what is wrong with it. */
const char *srv_read_address(const char *link, struct srv_address *out);
/* The link of the table, or of the server where it names none. */
void srv_put_address(struct bl_text *out, const struct srv_address *address);

/* So many bytes by chance, 32 at most, in hexadecimal digits: secrets, numbers, `once`. */
const char *srv_by_chance(char *out, size_t bytes);

struct srv_client;
/* Begins to connect. Each message is told to `hear`, which may speak, but not free it. */
struct srv_client *srv_client_new(const struct srv_address *to,
                                  void (*hear)(void *with, const char *text, size_t size), void *with);
void srv_client_free(struct srv_client *c);
/* What is said before the connection stands is sent when it does. */
void srv_client_say(struct srv_client *c, const char *text, size_t size);

int srv_client_socket(const struct srv_client *c);         /* -1: it could not be made */
bool srv_client_writes(const struct srv_client *c);        /* it waits to write, too */
/* Writes and reads what can be. False: it is over, and `srv_client_why` says why. */
bool srv_client_go(struct srv_client *c);
const char *srv_client_why(const struct srv_client *c);
uint64_t srv_client_heard(const struct srv_client *c);     /* bytes that came, pings too */

#endif
