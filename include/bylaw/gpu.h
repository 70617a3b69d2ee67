/* gpu.h - vectors (vector.h) on the first NVIDIA GPU of the machine: games, what is seen of them and what is done lie
 * there, and what happens is what happens on the CPU, byte for byte.
 *
 * Addresses, those of struct bl_outlook too, are the device's, in the driver's primary context, which other
 * programs of it share. What was asked for is done when a call returns. Work is put into the
 * device's default queue. */
#ifndef BYLAW_GPU_H
#define BYLAW_GPU_H

#include "bylaw/vector.h"

BL_BEGIN
struct bl_gpu_vector;

/* NULL: `why` says what is wrong, or missing: kernels, the driver, a device. `threads` says nothing here. */
struct bl_gpu_vector *bl_gpu_vector_new(const struct bl_vector_spec *spec, struct bl_text *why);
void bl_gpu_vector_free(struct bl_gpu_vector *v);

/* As the functions of vector.h. False: the device has failed, and `why` says how. Of a step also: the action at
 * place `*refused` is not legal, and nothing has changed; otherwise that is UINT32_MAX. */
bool bl_gpu_vector_deal(struct bl_gpu_vector *v, uint64_t seed, struct bl_text *why);
bool bl_gpu_vector_look(struct bl_gpu_vector *v, const struct bl_outlook *out, struct bl_text *why);
bool bl_gpu_vector_step(struct bl_gpu_vector *v, const int32_t *actions, const struct bl_outlook *out,
                        uint32_t *refused, struct bl_text *why);
/* A copy of the state at a place, good until the next; NULL: the device has failed. */
const void *bl_gpu_vector_state(struct bl_gpu_vector *v, uint32_t place, struct bl_text *why);

/* Memory of the device, all 0; NULL: there is none left. It must be given back before the vector is freed. */
void *bl_gpu_take(struct bl_gpu_vector *v, size_t size, struct bl_text *why);
void bl_gpu_give(struct bl_gpu_vector *v, void *there);
bool bl_gpu_fetch(struct bl_gpu_vector *v, void *here, const void *there, size_t size, struct bl_text *why);
bool bl_gpu_send(struct bl_gpu_vector *v, void *there, const void *here, size_t size, struct bl_text *why);

BL_END
#endif
