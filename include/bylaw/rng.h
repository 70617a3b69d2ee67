/* rng.h - the one source of randomness: a counter-based generator.
 *
 * A stream is named by (seed, game, purpose, index) and never by the order in
 * which streams are asked for, so two programs that ask different things still
 * deal the same cards. Number k of a stream is a function of its key and k.
 *
 * All of these functions can be undone: who has a stream of bl_stream has the seed, and with it
 * every card. What is handed to somebody who may not know those comes through bl_seal. */
#ifndef BYLAW_RNG_H
#define BYLAW_RNG_H

#include <stdint.h>

#include "bylaw/api.h"

BL_BEGIN
struct bl_stream {
    uint64_t key;
    uint64_t at;   /* how many numbers were taken */
};

/* What a stream is for. A game's kinds of chance count on from BL_FOR_CHANCE. */
enum bl_purpose { BL_FOR_DEAL, BL_FOR_BOT, BL_FOR_SAMPLE, BL_FOR_TEST, BL_FOR_KEEPING,
                  BL_FOR_CHANCE = 16 };

/* The finalizer of SplitMix64: a bijection of 64 bits. */
static inline uint64_t bl_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

#define BL_GAMMA UINT64_C(0x9e3779b97f4a7c15)

/* A key for streams that tells nothing of the seed, nor of the keys for other games, purposes and
 * indexes. bl_stream_of gives the streams. */
uint64_t bl_seal(uint64_t seed, uint32_t game, uint32_t purpose, uint64_t index);

/* The key of all streams of a purpose; bl_stream_of gives those, for who needs many. */
static inline uint64_t bl_streams(uint64_t seed, uint32_t game, uint32_t purpose)
{
    return bl_mix(bl_mix(seed + BL_GAMMA) ^ ((uint64_t)game << 32 | purpose));
}

static inline struct bl_stream bl_stream_of(uint64_t key, uint64_t index)
{
    struct bl_stream s = {bl_mix(key + index * BL_GAMMA), 0};
    return s;
}

static inline struct bl_stream bl_stream(uint64_t seed, uint32_t game, uint32_t purpose,
                                         uint64_t index)
{
    return bl_stream_of(bl_streams(seed, game, purpose), index);
}

static inline uint64_t bl_next(struct bl_stream *s)
{
    return bl_mix(s->key + ++s->at * BL_GAMMA);
}

/* A stream of its own for decision number `index` of the maker of `s`. */
static inline struct bl_stream bl_substream(const struct bl_stream *s, uint64_t index)
{
    struct bl_stream own = {bl_mix(s->key ^ (index + 1) * BL_GAMMA), 0};
    return own;
}

/* Uniform in 0 … n-1, without bias; n > 0. */
static inline uint32_t bl_below(struct bl_stream *s, uint32_t n)
{
    uint64_t wide = (bl_next(s) >> 32) * n;
    if ((uint32_t)wide < n) {
        uint32_t floor = (0u - n) % n;
        while ((uint32_t)wide < floor)
            wide = (bl_next(s) >> 32) * n;
    }
    return (uint32_t)(wide >> 32);
}

/* Fisher and Yates, from the end: every order equally likely. */
static inline void bl_shuffle8(struct bl_stream *s, uint8_t *items, uint32_t n)
{
    for (uint32_t left = n; left > 1; left--) {
        uint32_t pick = bl_below(s, left);
        uint8_t held = items[left - 1];
        items[left - 1] = items[pick];
        items[pick] = held;
    }
}

/* The seed of game `number` in a run with `seed`; number 0 has the run's own. */
static inline uint64_t bl_game_seed(uint64_t seed, uint64_t number)
{
    return seed + number * BL_GAMMA;
}

BL_END
#endif
