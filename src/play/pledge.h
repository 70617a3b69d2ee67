/* pledge.h - a deal that nobody need trust: whoever deals has pledged a secret before the others
 * gave their numbers, and the seed comes of all of them (docs/formats.md).
 *
 * BLAKE2b-256 throughout. Who has the line of it in a transcript can reckon everything again. */
#ifndef BYLAW_PLAY_PLEDGE_H
#define BYLAW_PLAY_PLEDGE_H

#include "bylaw/json.h"
#include "bylaw/rules.h"

enum { BL_PLEDGE = 32 };   /* bytes of the secret, of its hash, of a number */

struct bl_pledge {
    char table[33];                               /* its name, which makes no two deals the same */
    int players;
    uint8_t hash[BL_PLEDGE];                      /* told before anybody sits down */
    uint8_t secret[BL_PLEDGE];                    /* told when the game is over */
    uint8_t numbers[BL_MAX_SEATS][BL_PLEDGE];     /* of each seat … */
    uint32_t bots;                                /* … of these, as a set, the one a bot has there */
};

/* The hash of any bytes. */
void bl_pledge_hash(const void *bytes, size_t size, uint8_t out[BL_PLEDGE]);
/* The number of a bot at a seat: nobody chooses it. */
void bl_pledge_number(const struct bl_pledge *p, int seat, uint8_t out[BL_PLEDGE]);
uint64_t bl_pledge_seed(const struct bl_pledge *p);
/* What is not as it must be: NULL, or which member, for people to read. */
const char *bl_pledge_wrong(const struct bl_pledge *p, uint64_t seed);

/* The line of it, and back out of the rest of such a line. */
void bl_put_pledge(struct bl_text *out, const struct bl_pledge *p);
void bl_read_pledge(struct bl_json *line, int players, struct bl_pledge *out);
/* A transcript with that line after every header. */
void bl_put_pledged(struct bl_text *out, const char *transcript, const struct bl_pledge *p);

#endif
