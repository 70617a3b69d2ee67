/* crowd.h - who comes from where: what one address has open, and how much it asks. */
#ifndef BYLAW_SERVER_CROWD_H
#define BYLAW_SERVER_CROWD_H

#include <stdbool.h>
#include <stdint.h>

/* Fills up by `per_minute`, to `burst` at most; what happens takes from it, and false says that it
 * is empty. */
struct srv_bucket {
    double left;
    uint64_t then;
};
bool srv_bucket_take(struct srv_bucket *b, double count, uint32_t burst, uint32_t per_minute,
                     uint64_t now);

enum { SRV_FROM = 48 };   /* an address as text */

/* One address. Of the sixth version the first half counts: one household has all of the rest. */
struct srv_guest {
    struct srv_guest *next;
    char from[SRV_FROM];
    uint32_t connections;
    struct srv_bucket bucket;
};

struct srv_crowd;
struct srv_crowd *srv_crowd_new(void);
void srv_crowd_free(struct srv_crowd *crowd);
/* An address as it counts, from its text; "": it is none. */
void srv_from(const char *text, char out[SRV_FROM]);
struct srv_guest *srv_crowd_guest(struct srv_crowd *crowd, const char *from);
/* Forgets those who have nothing open and have asked nothing for a minute. */
void srv_crowd_sweep(struct srv_crowd *crowd, uint64_t now);
uint32_t srv_crowd_count(const struct srv_crowd *crowd);

#endif
