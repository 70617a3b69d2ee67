/* gpu.h - the steps of learning on a GPU, where there is one: the same sums in the same order as train.c's,
 * and so the same weights, bit for bit. */
#ifndef BYLAW_GPU_H
#define BYLAW_GPU_H

#include "selfplay.h"

/* How far weights follow a batch; see `follow` in train.c. */
struct stride {
    float rate, slopes, spreads, blend;
};

struct gpu;
/* NULL: there is none, or this program was built without. */
struct gpu *gpu_new(const struct net_shape *shape, uint32_t batch);
void gpu_free(struct gpu *g);

/* Weights, their means, the means of their gradients, and of those's squares. */
enum { GPU_ARRAYS = 4 };
void gpu_put(struct gpu *g, float *const arrays[GPU_ARRAYS]);
/* False: something failed since the last put, and nothing was learned. */
bool gpu_get(struct gpu *g, float *const arrays[GPU_ARRAYS]);
/* Learns `count` samples, a multiple of a batch, with a stride a batch; what was expected goes to
 * `values`. */
void gpu_learn(struct gpu *g, const uint16_t *ones, uint32_t one_count, const struct sample *samples,
               uint32_t count, const struct stride *strides, float *values);

#endif
