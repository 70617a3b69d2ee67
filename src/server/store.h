/* store.h - where the logs of tables are kept: orders go in, answers come out, and a thread of the
 * store's own does the work in between.
 *
 * All that waits is kept in one transaction with one sync, and answered when that is done: what is
 * answered SRV_DONE outlasts the server, the system and the power. If the transaction fails, all of
 * it is SRV_LOST, and so is whatever comes for one of its tables until that is loaded again. The
 * store then mends itself, and says so; orders that come meanwhile are tried, and lost, too.
 *
 * Two kinds. A file of SQLite belongs to one server at a time: who opens it takes it over, and
 * whoever had it is fenced from then on. PostgreSQL (postgres://…) is for several servers, each of
 * which owns tables for as long as it shows, every second, that it lives. */
#ifndef BYLAW_SERVER_STORE_H
#define BYLAW_SERVER_STORE_H

#include "bylaw/text.h"
#include "server/core.h"

struct srv_store;

struct srv_store_settings {
    const char *where;      /* the path of a file, or postgres://… */
    const char *address;    /* of this server: who asks another for a table of ours is sent here */
    const char *hints;      /* nats://…: hears sooner what other servers did; NULL: looks every second */
    void (*wake)(void *with);   /* from the store's thread: there are answers; must not wait */
    void *with;
};

/* NULL: `why` says why it cannot be opened. What is copied: everything. */
struct srv_store *srv_store_open(const struct srv_store_settings *settings, struct bl_text *why);
/* Does what was ordered first; answers that nobody took are forgotten. */
void srv_store_close(struct srv_store *store);

/* SRV_STORE, SRV_LOAD or SRV_RELEASE, which has no answer. Never waits. The orders of a table are
 * carried out one after another. */
void srv_store_order(struct srv_store *store, const struct srv_order *order);

/* What the core is to be told, by the call of that name; and lines for the log. Nobody asks for
 * SRV_STANDS: at the beginning what is in the lobby comes, later what other servers changed, and at
 * any time what is due and not in this server's hands, again and again until it is. Nor for SRV_TAKEN:
 * another server has a table that was in this one's hands. */
enum srv_answer_kind { SRV_STORED, SRV_LOADED, SRV_STANDS, SRV_TAKEN, SRV_NOTED };

struct srv_answer {
    enum srv_answer_kind kind;
    enum srv_fate fate;
    struct srv_name table;
    uint32_t number;
    uint64_t fence;
    const struct srv_record *records;
    uint32_t count;
    const char *where;
    struct srv_standing standing;
    const char *text;       /* SRV_NOTED: one JSON line, as of SRV_LOG */
};

/* The next answer, good until the next call; false: there is none. */
bool srv_store_next(struct srv_store *store, struct srv_answer *out);

struct srv_store_figures {
    uint64_t waiting;       /* orders that are not answered */
    uint64_t held;          /* tables in this server's hands */
    uint64_t records, loads, commits, lost, fenced;
    bool up;                /* the last attempt succeeded */
    bool taken;             /* another server has all of it, for good */
};
void srv_store_figures(struct srv_store *store, struct srv_store_figures *out);

#endif
