/* seal.c - what of a seed may be handed out: SipHash-2-4 of Aumasson and Bernstein, keyed by it. */
#include "base/seal.h"

#include "bylaw/rng.h"

static uint64_t turn(uint64_t x, unsigned by)
{
    return x << by | x >> (64 - by);
}

static inline void mix(uint64_t v[4], unsigned rounds)
{
    for (; rounds > 0; rounds--) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = turn(v[1], 13) ^ v[0];
        v[3] = turn(v[3], 16) ^ v[2];
        v[0] = turn(v[0], 32) + v[3];
        v[2] += v[1];
        v[1] = turn(v[1], 17) ^ v[2];
        v[3] = turn(v[3], 21) ^ v[0];
        v[2] = turn(v[2], 32);
    }
}

static inline void begin(uint64_t v[4], const uint64_t key[2])
{
    v[0] = key[0] ^ UINT64_C(0x736f6d6570736575);
    v[1] = key[1] ^ UINT64_C(0x646f72616e646f6d);
    v[2] = key[0] ^ UINT64_C(0x6c7967656e657261);
    v[3] = key[1] ^ UINT64_C(0x7465646279746573);
}

static inline void absorb(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    mix(v, 2);
    v[0] ^= word;
}

/* The last word has the rest of the bytes, and how many there were in all. */
static inline uint64_t end(uint64_t v[4], uint64_t rest, size_t size)
{
    absorb(v, rest | (uint64_t)size << 56);
    v[2] ^= 0xff;
    mix(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint64_t bl_siphash(const uint64_t key[2], const void *bytes, size_t size)
{
    const uint8_t *p = bytes;
    uint64_t v[4], word = 0;
    begin(v, key);
    for (size_t i = 0; i < size; i++) {
        word |= (uint64_t)p[i] << i % 8 * 8;
        if (i % 8 == 7) {
            absorb(v, word);
            word = 0;
        }
    }
    return end(v, word, size);
}

/* The hash of 16 bytes: two numbers, each with its least byte first. */
uint64_t bl_seal(uint64_t seed, uint32_t game, uint32_t purpose, uint64_t index)
{
    uint64_t v[4];
    begin(v, (uint64_t[2]){seed, 0});
    absorb(v, (uint64_t)game << 32 | purpose);
    absorb(v, index);
    return end(v, 0, 16);
}
