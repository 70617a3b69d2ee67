/* kernel.c - two kernels a batch, for a GPU: what each sample says to each unit, and how weights follow. The
 * order of all sums is that of net.c and train.c; it is compiled without fused steps. */
#include "bots/sums.h"
#include "learner.h"

#define KERNEL __attribute__((nvptx_kernel)) void
#define SHARED static __attribute__((address_space(3)))

enum { WORDS = TRAIN_MOST_BATCH / 32 };

struct arrays { float *list[LEARNER_ARRAYS]; };
/* Of each sample of a batch: what the units came to, and what they are to blame for. */
struct notes { float *first, *second, *first_blame, *second_blame, *error; uint32_t *has; };

static inline uint32_t unit(void) { return (uint32_t)__nvvm_read_ptx_sreg_tid_x(); }
static inline uint32_t block(void) { return (uint32_t)__nvvm_read_ptx_sreg_ctaid_x(); }

SHARED float first[NET_MAX_WIDTH], second[NET_MAX_DEPTH], below[NET_MAX_DEPTH], error;

/* A block a sample, a thread a unit. */
KERNEL blame(struct net_shape s, const float *w, const uint16_t *ones, const struct sample *samples,
             uint32_t batch, struct notes n, float *values)
{
    const uint32_t u = unit(), number = block(), two = net_second(&s), three = net_third(&s);
    const struct sample x = samples[batch + number];
    if (u < s.width) {
        float sum = w[net_bias(&s) + u];
        for (uint32_t i = 0; i < x.n; i++)
            sum += w[ones[x.at + i] * s.width + u];
        first[u] = sum > 0 ? sum : 0;
    }
    for (uint32_t i = u; i < x.n; i += (uint32_t)__nvvm_read_ptx_sreg_ntid_x())
        __atomic_fetch_or(&n.has[ones[x.at + i] * WORDS + number / 32], 1u << number % 32, __ATOMIC_RELAXED);
    __syncthreads();
    if (u < s.depth) {
        float sum = w[net_second_bias(&s) + u];
        for (uint32_t i = 0; i < s.width; i++)
            if (first[i] > 0)
                sum += first[i] * w[two + i * s.depth + u];
        second[u] = sum > 0 ? sum : 0;
    }
    __syncthreads();
    if (u == 0) {
        float value = logistic(product((const float *)second, w + three, s.depth) + w[three + s.depth]);
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
        n.first_blame[number * s.width + u] =
            first[u] > 0 ? product(w + two + u * s.depth, (const float *)below, s.depth) : 0;
    }
}

/* A block a bit; then a block a unit of the first layer; then one for what is left. */
KERNEL follow(struct net_shape s, struct arrays a, struct notes n, uint32_t batch, struct stride by)
{
    const uint32_t u = unit(), two = net_second(&s), three = net_third(&s);
    uint32_t part = block();
    float g[TRAIN_SLICES] = {0};
    if (part < s.inputs) {
        uint32_t *has = n.has + part * WORDS, words[WORDS];
        for (int k = 0; k < WORDS; k++)
            words[k] = has[k];
        __syncthreads();
        if (u < WORDS)
            has[u] = 0;
        for (int k = 0; k < WORDS; k++)
            for (uint32_t left = words[k]; left; left &= left - 1) {
                uint32_t number = (uint32_t)(32 * k + __builtin_ctz(left));
                float blamed = u < s.width ? n.first_blame[number * s.width + u] : 0;
                for (uint32_t z = 0; z < TRAIN_SLICES; z++)   /* no index that is not known: registers */
                    g[z] += number % TRAIN_SLICES == z ? blamed : 0;
            }
        if (u < s.width)
            learner_step(a.list, part * s.width + u, g, batch, &by);
        return;
    }
    part -= s.inputs;
    if (part < s.width) {
        for (uint32_t i = 0; i < batch && u < s.depth; i++)
            g[i % TRAIN_SLICES] += n.first[i * s.width + part] * n.second_blame[i * s.depth + u];
        if (u < s.depth)
            learner_step(a.list, two + part * s.depth + u, g, batch, &by);
        return;
    }
    if (u < s.width) {
        for (uint32_t i = 0; i < batch; i++)
            g[i % TRAIN_SLICES] += n.first_blame[i * s.width + u];
        learner_step(a.list, net_bias(&s) + u, g, batch, &by);
    }
    if (u < s.depth) {
        float b[TRAIN_SLICES] = {0}, c[TRAIN_SLICES] = {0};
        for (uint32_t i = 0; i < batch; i++) {
            b[i % TRAIN_SLICES] += n.second_blame[i * s.depth + u];
            c[i % TRAIN_SLICES] += n.error[i] * n.second[i * s.depth + u];
        }
        learner_step(a.list, net_second_bias(&s) + u, b, batch, &by);
        learner_step(a.list, three + u, c, batch, &by);
    }
    if (u == 0) {
        float e[TRAIN_SLICES] = {0};
        for (uint32_t i = 0; i < batch; i++)
            e[i % TRAIN_SLICES] += n.error[i];
        learner_step(a.list, three + s.depth, e, batch, &by);
    }
}
