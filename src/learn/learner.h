/* learner.h - the steps of learning on a GPU, where there is one: the same sums in the same order
 * as train.c's, and so the same weights, bit for bit. */
#ifndef BYLAW_LEARN_LEARNER_H
#define BYLAW_LEARN_LEARNER_H

#include "bylaw/text.h"
#include "selfplay.h"

/* How far weights follow a batch; see `follow` in train.c. */
struct stride {
    float rate, slopes, spreads, blend;
};

struct learner;
/* NULL: `why` says what is missing. */
struct learner *learner_new(const struct net_shape *shape, uint32_t batch, struct bl_text *why);
void learner_free(struct learner *l);

/* Weights, their means, the means of their gradients, and of those's squares. */
enum { LEARNER_ARRAYS = 4 };
void learner_put(struct learner *l, float *const arrays[LEARNER_ARRAYS]);
/* False: something failed since it was made, and the arrays are as they were; `why` says what. */
bool learner_get(struct learner *l, float *const arrays[LEARNER_ARRAYS], struct bl_text *why);
/* Learns `count` samples, a multiple of a batch, with a stride a batch; what was expected goes to
 * `values`. */
void learner_learn(struct learner *l, const uint16_t *ones, uint32_t one_count,
                   const struct sample *samples, uint32_t count, const struct stride *strides,
                   float *values);

#endif
