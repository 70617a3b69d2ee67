/* crowd.c - who comes from where: what one address has open, and how much it asks. */
#include "server/crowd.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/seal.h"

enum { CHAINS = 4096, FORGET_MS = 60000 };

struct srv_crowd {
    uint64_t key[2];      /* so that nobody can choose addresses that fall into one chain */
    uint32_t count;
    struct srv_guest *chains[CHAINS];
};

bool srv_bucket_take(struct srv_bucket *b, double count, uint32_t burst, uint32_t per_minute,
                     uint64_t now)
{
    double more = (double)(now - b->then) * per_minute / 60000;
    b->left = b->then == 0 || b->left + more > burst ? burst : b->left + more;
    b->then = now ? now : 1;
    bool enough = b->left >= count;
    b->left = enough ? b->left - count : 0;
    return enough;
}

struct srv_crowd *srv_crowd_new(void)
{
    struct srv_crowd *crowd = bl_new(1, sizeof *crowd);
    randombytes_buf(crowd->key, sizeof crowd->key);
    return crowd;
}

void srv_crowd_free(struct srv_crowd *crowd)
{
    for (int i = 0; crowd && i < CHAINS; i++)
        for (struct srv_guest *g = crowd->chains[i], *next; g; g = next) {
            next = g->next;
            free(g);
        }
    free(crowd);
}

void srv_from(const char *text, char out[SRV_FROM])
{
    struct in6_addr six;
    struct in_addr four;
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    out[0] = '\0';
    if (inet_pton(AF_INET, text, &four) == 1) {
        inet_ntop(AF_INET, &four, out, SRV_FROM);
    } else if (inet_pton(AF_INET6, text, &six) == 1) {
        if (!memcmp(&six, mapped, sizeof mapped)) {
            inet_ntop(AF_INET, six.s6_addr + 12, out, SRV_FROM);
            return;
        }
        memset(six.s6_addr + 8, 0, 8);
        inet_ntop(AF_INET6, &six, out, SRV_FROM);
    }
}

struct srv_guest *srv_crowd_guest(struct srv_crowd *crowd, const char *from)
{
    struct srv_guest **chain = &crowd->chains[bl_siphash(crowd->key, from, strlen(from)) % CHAINS];
    struct srv_guest *g = *chain;
    while (g && strcmp(g->from, from))
        g = g->next;
    if (g)
        return g;
    g = bl_new(1, sizeof *g);
    g->next = *chain;
    strncpy(g->from, from, SRV_FROM - 1);
    crowd->count++;
    return *chain = g;
}

void srv_crowd_sweep(struct srv_crowd *crowd, uint64_t now)
{
    for (int i = 0; i < CHAINS; i++)
        for (struct srv_guest **at = &crowd->chains[i]; *at;) {
            struct srv_guest *g = *at;
            if (g->connections || now - g->bucket.then < FORGET_MS) {
                at = &g->next;
                continue;
            }
            *at = g->next;
            free(g);
            crowd->count--;
        }
}

uint32_t srv_crowd_count(const struct srv_crowd *crowd)
{
    return crowd->count;
}
