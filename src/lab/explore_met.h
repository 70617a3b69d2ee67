/* explore_met.h - the positions that a search has met, each once, exactly. */
#ifndef BYLAW_LAB_EXPLORE_MET_H
#define BYLAW_LAB_EXPLORE_MET_H

#include <stdbool.h>
#include <stdint.h>

/* Positions are numbered as they are met. What differs from the first is kept of each: a hash
 * finds those that may be the same, their bytes decide. */
struct lab_met {
    uint32_t size;                  /* bytes of a state */
    unsigned char *base;            /* the first state */
    unsigned char *packed;          /* room for one */
    unsigned char *bytes;           /* all of them, packed … */
    uint64_t byte_room, *at;        /* … where each begins; the last: where the next will */
    uint64_t *hashes;
    uint32_t count, room;
    uint32_t *table;                /* open addressing, by hash */
    uint64_t table_size;            /* a power of two */
};

void lab_met_init(struct lab_met *m, uint32_t size, const void *first);
void lab_met_free(struct lab_met *m);
/* The number of a position, which is a new one if it was not met before. */
uint32_t lab_met_number(struct lab_met *m, const void *state);
void lab_met_get(const struct lab_met *m, uint32_t number, void *state);
uint64_t lab_met_memory(const struct lab_met *m);   /* bytes */

#endif
