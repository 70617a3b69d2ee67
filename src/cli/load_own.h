/* load_own.h - a server of `bylaw load`'s own, and what it takes of the machine. */
#ifndef BYLAW_CLI_LOAD_OWN_H
#define BYLAW_CLI_LOAD_OWN_H

#include <sys/types.h>

struct own_server {
    pid_t pid;      /* 0: there is none, and all that is asked of it is 0 */
    char folder[64], address[128];
};

/* Seconds that its threads have worked. */
struct own_work {
    double loop, store, bots;
};

void own_start(struct own_server *s);
void own_stop(struct own_server *s);
double own_kilobytes(const struct own_server *s);
struct own_work own_work(const struct own_server *s);

#endif
