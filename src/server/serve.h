/* serve.h - the whole server: the core, its store, its net and its thinkers around one loop. */
#ifndef BYLAW_SERVER_SERVE_H
#define BYLAW_SERVER_SERVE_H

#include <stdio.h>

#include "server/core.h"

struct srv_serving {
    const char *listen;     /* ADDRESS:PORT; NULL: port 8080 of this machine alone, or else any */
    const char *metrics;    /* ADDRESS:PORT; NULL: nowhere */
    const char *data;       /* a file, or postgres://… */
    const char *site;       /* the page's folder; NULL: there is no page */
    /* As people reach it: https://cards.example, or one of several behind that name:
     * https://cards.example/s1; NULL: as it listens. */
    const char *address;
    const char *hints;      /* nats://…; NULL: none */
    bool proxied;           /* a proxy in front says who asks */
    const struct srv_language *languages;
    unsigned language_count;
    FILE *log;              /* one JSON line an event */
    /* What is to be called when people can come in, with an address that works. */
    void (*ready)(void *with, const char *address);
    void *with;
    /* "NAME=N": a limit that is not as usual; NULL after the last. */
    const char *const *limits;
    /* Programs that play, by their names, NULL after the last; and how often they have failed so far. */
    const char *const *engines;
    uint64_t (*engine_faults)(void);
};

/* Until it is told to stop (SIGTERM, SIGINT), and all that was acknowledged is kept. False: it could
 * not begin, and `why` says why. */
bool srv_serve(const struct srv_serving *serving, struct bl_text *why);

/* A line of JSON for the log, with the time in front; from whatever thread. */
void srv_log_to(FILE *log, const char *line);

/* What each limit is for, one after another, NULL after the last; `name` is "NAME=N", as usual. */
const char *srv_usual_limit(size_t number, char name[64]);

#endif
