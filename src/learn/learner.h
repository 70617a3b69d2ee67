/* learner.h - the steps of learning on a GPU, where there is one: the same sums in the same order
 * as train.c's, and so the same weights, bit for bit. */
#ifndef BYLAW_LEARN_LEARNER_H
#define BYLAW_LEARN_LEARNER_H

#include "bylaw/text.h"
#include "selfplay.h"
#include "train.h"

/* How far weights follow a batch. */
struct stride {
    float rate, slopes, spreads, blend;
};

#define INERTIA 0.9f
#define MEMORY 0.999f        /* of how large gradients are */

/* Weights, their means, the means of their gradients, and of those's squares. */
enum learner_array { WEIGHTS, MEANS, SLOPES, SPREADS, LEARNER_ARRAYS };

/* Weight `i` follows its gradient, which is in sums of its own by the slices of a batch. */
static inline void learner_step(float *const a[LEARNER_ARRAYS], uint32_t i, const float g[TRAIN_SLICES],
                                uint32_t batch, const struct stride *by)
{
    float slope = ((g[0] + g[1]) + (g[2] + g[3])) * (1 / (float)batch);
    a[SPREADS][i] = MEMORY * a[SPREADS][i] + (1 - MEMORY) * slope * slope;
    a[SLOPES][i] = INERTIA * a[SLOPES][i] + (1 - INERTIA) * slope;
    a[WEIGHTS][i] -= by->rate * (a[SLOPES][i] * by->slopes) /
                     (__builtin_sqrtf(a[SPREADS][i] * by->spreads) + 1e-8f);
    a[MEANS][i] += by->blend * (a[WEIGHTS][i] - a[MEANS][i]);
}

struct learner;
/* NULL: `why` says what is missing. */
struct learner *learner_new(const struct net_shape *shape, uint32_t batch, struct bl_text *why);
void learner_free(struct learner *l);

void learner_put(struct learner *l, float *const arrays[LEARNER_ARRAYS]);
/* False: something failed since it was made, and the arrays are as they were; `why` says what. */
bool learner_get(struct learner *l, float *const arrays[LEARNER_ARRAYS], struct bl_text *why);
/* Learns `count` samples, a multiple of a batch, with a stride a batch; what was expected goes to
 * `values`. */
void learner_learn(struct learner *l, const uint16_t *ones, uint32_t one_count,
                   const struct sample *samples, uint32_t count, const struct stride *strides,
                   float *values);

#endif
