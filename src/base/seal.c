/* seal.c - what of a seed may be handed out: SipHash-2-4 of Aumasson and Bernstein, keyed by it. */
#include "base/seal.h"

#include "bylaw/rng.h"

static uint64_t turn(uint64_t x, unsigned by)
{
    return x << by | x >> (64 - by);
}

static void mix(uint64_t v[4], unsigned rounds)
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

static void absorb(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    mix(v, 2);
    v[0] ^= word;
}

uint64_t bl_siphash(const uint64_t key[2], const void *bytes, size_t size)
{
    const uint8_t *p = bytes;
    uint64_t v[4] = {key[0] ^ UINT64_C(0x736f6d6570736575), key[1] ^ UINT64_C(0x646f72616e646f6d),
                     key[0] ^ UINT64_C(0x6c7967656e657261), key[1] ^ UINT64_C(0x7465646279746573)};
    uint64_t word = 0;
    for (size_t i = 0; i < size; i++) {
        word |= (uint64_t)p[i] << i % 8 * 8;
        if (i % 8 == 7) {
            absorb(v, word);
            word = 0;
        }
    }
    absorb(v, word | (uint64_t)size << 56);
    v[2] ^= 0xff;
    mix(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint64_t bl_seal(uint64_t seed, uint32_t game, uint32_t purpose, uint64_t index)
{
    const uint64_t key[2] = {seed, 0}, words[2] = {(uint64_t)game << 32 | purpose, index};
    uint8_t bytes[sizeof words];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(words[i / 8] >> i % 8 * 8);
    return bl_siphash(key, bytes, sizeof bytes);
}
