/* sums.h - what a net is computed by here and on a GPU (learn/kernel.c), in the same order. */
#ifndef BYLAW_BOTS_SUMS_H
#define BYLAW_BOTS_SUMS_H

#include <string.h>

#include "net.h"

/* In eight sums, added up at the end. */
static inline float product(const float *a, const float *b, uint32_t n)
{
    float sums[NET_LANES] = {0};
    for (uint32_t i = 0; i < n; i += NET_LANES)
        for (uint32_t k = 0; k < NET_LANES; k++)
            sums[k] += a[i + k] * b[i + k];
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

/* e to the power of -x, for x from 0 on. */
static inline float decay(float x)
{
    float y = x < 80 ? x * 1.44269504f : 115.0f;
    int32_t whole = (int32_t)y;
    float f = (y - (float)whole) * 0.69314718f;   /* 0 … ln 2 */
    float power = 1 - f * (1 - f * (0.5f - f * (0.16666667f - f * (0.04166667f - f * 0.00833333f))));
    uint32_t bits = (uint32_t)(127 - whole) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return power * scale;
}

static inline float logistic(float x)
{
    float e = decay(x < 0 ? -x : x);
    return x < 0 ? e / (1 + e) : 1 / (1 + e);
}

#endif
