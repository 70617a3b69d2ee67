/* model.h - what the stores do, in memory: a keeper for simulations, and a clock that they set.
 *
 * alike.c holds it to the real ones: whatever they are ordered, all answer the same. */
#ifndef TESTS_SERVER_MODEL_H
#define TESTS_SERVER_MODEL_H

#include "server/keeper.h"

enum { MODEL_LEASE = 3000, MODEL_SERVERS = 256 };

enum model_fault { MODEL_WELL, MODEL_FAILS, MODEL_FAILS_LATE };   /* late: it was kept all the same */

struct model_log {
    struct srv_name name;
    char **records;
    uint32_t count, room;
    uint64_t fence;
    int owner;                  /* a server; 0: nobody */
    struct srv_standing standing;
    uint64_t seen;              /* what changed it last, of what others are told */
};

struct model {
    bool file;                  /* as SQLite: it belongs to who opened it last. Else as PostgreSQL */
    bool blind;                 /* a planted bug: it looks at neither fence nor number */
    uint64_t now;               /* the database's clock */
    enum model_fault (*fault)(void);   /* what becomes of the next transaction; NULL: it is well */
    struct model_log *logs;
    uint32_t log_count, log_room;
    int servers;                /* so many have signed up; the last has number `servers` */
    struct {
        char address[32];
        uint64_t until;         /* 0: its time is up */
    } server[MODEL_SERVERS + 1];
    uint64_t transactions;
};

struct srv_keeper *model_open(struct model *model, const char *address);
void model_set_wall(struct srv_keeper *keeper, uint64_t wall);   /* the clock of that server */
void model_lapse(struct srv_keeper *keeper);    /* it has not been heard for longer than its lease */
void model_kill(struct srv_keeper *keeper);     /* closed without a word */
struct model_log *model_find(const struct model *model, const char *name);
void model_free(struct model *model);

#endif
