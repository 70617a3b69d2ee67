/* learner.cu - two kernels a batch: what each sample says to each unit, and how weights follow. The order of
 * all sums is that of net.c and train.c; it is compiled without fused steps. */
#include <stdint.h>

enum { LANES = 8, MAX_WIDTH = 256, MAX_DEPTH = 64, SLICES = TRAIN_SLICES, WORDS = TRAIN_MOST_BATCH / 32 };

struct shape { uint32_t inputs, width, depth; };
struct sample { uint32_t at, n; float target; };
struct stride { float rate, slopes, spreads, blend; };
struct arrays { float *w, *mean, *slope, *spread; };
/* Of each sample of a batch: what the units came to, and what they are to blame for. */
struct notes { float *first, *second, *first_blame, *second_blame, *error; uint32_t *has; };

#define KEEP 0.9f       /* as in train.c */
#define MEMORY 0.999f

static __device__ float product(const float *a, const float *b, uint32_t n)
{
    float s[LANES] = {0};
    for (uint32_t i = 0; i < n; i += LANES)
        for (uint32_t k = 0; k < LANES; k++)
            s[k] += a[i + k] * b[i + k];
    return ((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]));
}

static __device__ float decay(float x)
{
    float y = x < 80 ? x * 1.44269504f : 115.0f;
    int32_t whole = (int32_t)y;
    float f = (y - (float)whole) * 0.69314718f;
    float power = 1 - f * (1 - f * (0.5f - f * (0.16666667f - f * (0.04166667f - f * 0.00833333f))));
    return power * __int_as_float((127 - whole) << 23);
}

static __device__ float logistic(float x)
{
    float e = decay(x < 0 ? -x : x);
    return x < 0 ? e / (1 + e) : 1 / (1 + e);
}

/* A block a sample, a thread a unit. */
extern "C" __global__ void blame(struct shape s, const float *w, const uint16_t *ones, const struct sample *samples,
                                 uint32_t batch, struct notes n, float *values)
{
    __shared__ float first[MAX_WIDTH], second[MAX_DEPTH], below[MAX_DEPTH], error;
    const uint32_t u = threadIdx.x, number = blockIdx.x, bias = s.inputs * s.width, two = bias + s.width,
                   two_bias = two + s.width * s.depth, three = two_bias + s.depth;
    const struct sample x = samples[batch + number];
    if (u < s.width) {
        float sum = w[bias + u];
        for (uint32_t i = 0; i < x.n; i++)
            sum += w[ones[x.at + i] * s.width + u];
        first[u] = sum > 0 ? sum : 0;
    }
    for (uint32_t i = u; i < x.n; i += blockDim.x)
        atomicOr(&n.has[ones[x.at + i] * WORDS + number / 32], 1u << number % 32);
    __syncthreads();
    if (u < s.depth) {
        float sum = w[two_bias + u];
        for (uint32_t i = 0; i < s.width; i++)
            if (first[i] > 0)
                sum += first[i] * w[two + i * s.depth + u];
        second[u] = sum > 0 ? sum : 0;
    }
    __syncthreads();
    if (u == 0) {
        float value = logistic(product(second, w + three, s.depth) + w[three + s.depth]);
        values[batch + number] = value;
        n.error[number] = error = value - x.target;
    }
    __syncthreads();
    if (u < s.depth) {
        below[u] = second[u] > 0 ? error * w[three + u] : 0;
        n.second[number * s.depth + u] = second[u];
        n.second_blame[number * s.depth + u] = below[u];
    }
    __syncthreads();
    if (u < s.width) {
        n.first[number * s.width + u] = first[u];
        n.first_blame[number * s.width + u] = first[u] > 0 ? product(w + two + u * s.depth, below, s.depth) : 0;
    }
}

static __device__ void step(const struct arrays *a, uint32_t i, const float g[SLICES], uint32_t batch,
                            const struct stride *by)
{
    float slope = ((g[0] + g[1]) + (g[2] + g[3])) * (1 / (float)batch);
    float spread = slope;
    slope = KEEP * a->slope[i] + (1 - KEEP) * slope;
    spread = MEMORY * a->spread[i] + (1 - MEMORY) * spread * spread;
    a->slope[i] = slope;
    a->spread[i] = spread;
    float w = a->w[i] - by->rate * (slope * by->slopes) / (sqrtf(spread * by->spreads) + 1e-8f);
    a->w[i] = w;
    a->mean[i] += by->blend * (w - a->mean[i]);
}

/* A block a bit; then a block a unit of the first layer; then one for what is left. */
extern "C" __global__ void follow(struct shape s, struct arrays a, struct notes n, uint32_t batch, struct stride by)
{
    const uint32_t u = threadIdx.x, bias = s.inputs * s.width, two = bias + s.width,
                   two_bias = two + s.width * s.depth, three = two_bias + s.depth;
    uint32_t block = blockIdx.x;
    float g[SLICES] = {0};
    if (block < s.inputs) {
        uint32_t *has = n.has + block * WORDS, words[WORDS];
        for (int k = 0; k < WORDS; k++)
            words[k] = has[k];
        __syncthreads();
        if (u < WORDS)
            has[u] = 0;
        for (int k = 0; k < WORDS; k++)
            for (uint32_t left = words[k]; left; left &= left - 1) {
                uint32_t number = (uint32_t)(32 * k + __ffs((int)left) - 1);
                float blame = u < s.width ? n.first_blame[number * s.width + u] : 0;
                for (uint32_t z = 0; z < SLICES; z++)   /* no index that is not known: registers */
                    g[z] += number % SLICES == z ? blame : 0;
            }
        if (u < s.width)
            step(&a, block * s.width + u, g, batch, &by);
        return;
    }
    block -= s.inputs;
    if (block < s.width) {
        for (uint32_t i = 0; i < batch && u < s.depth; i++)
            g[i % SLICES] += n.first[i * s.width + block] * n.second_blame[i * s.depth + u];
        if (u < s.depth)
            step(&a, two + block * s.depth + u, g, batch, &by);
        return;
    }
    if (u < s.width) {
        for (uint32_t i = 0; i < batch; i++)
            g[i % SLICES] += n.first_blame[i * s.width + u];
        step(&a, bias + u, g, batch, &by);
    }
    if (u < s.depth) {
        float b[SLICES] = {0}, c[SLICES] = {0};
        for (uint32_t i = 0; i < batch; i++) {
            b[i % SLICES] += n.second_blame[i * s.depth + u];
            c[i % SLICES] += n.error[i] * n.second[i * s.depth + u];
        }
        step(&a, two_bias + u, b, batch, &by);
        step(&a, three + u, c, batch, &by);
    }
    if (u == 0) {
        float e[SLICES] = {0};
        for (uint32_t i = 0; i < batch; i++)
            e[i % SLICES] += n.error[i];
        step(&a, three + s.depth, e, batch, &by);
    }
}
