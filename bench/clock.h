/* clock.h - the time, and the loop that ratios are against. */
#ifndef BYLAW_BENCH_CLOCK_H
#define BYLAW_BENCH_CLOCK_H

#include "base/clock.h"
#include "bylaw/rng.h"

/* Millions of dependent 64-bit mixes per second. */
static inline double calibrate(void)
{
    enum { MIXES = 4000000 };
    double start = bl_now();
    uint64_t z = 1;
    for (int i = 0; i < MIXES; i++)
        z = bl_mix(z + BL_GAMMA);
    __asm__ volatile("" ::"r"(z));   /* the loop has a use */
    return MIXES / (bl_now() - start) * 1e-6;
}

#endif
