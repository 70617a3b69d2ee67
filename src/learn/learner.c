/* learner.c - the steps of learning on a GPU, through the driver alone; see learner.h. */
#include "learner.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "driver/driver.h"
#include "learner_ptx.h"   /* kernel.c, as the driver takes it, if it was built: learner_kernels */

enum { ONES, SAMPLES, VALUES, STREAMS };    /* what each round is another of */
enum { NOTES = 6 };

struct learner {
    struct gpu_driver driver;
    cu_device device;
    cu_context context;
    cu_module module;
    cu_function blame, follow;
    struct net_shape shape;
    uint32_t batch;                         /* samples */
    cu_memory arrays[LEARNER_ARRAYS];
    cu_memory notes[NOTES];                 /* struct notes of kernel.c */
    cu_memory streams[STREAMS];
    size_t rooms[STREAMS];
    float *spare[LEARNER_ARRAYS];           /* what comes back, until all of it has */
    cu_result failed;                       /* what the driver said first that was not good */
};

static void check(struct learner *l, cu_result said)
{
    if (said != 0 && l->failed == 0)
        l->failed = said;
}

static size_t array_size(const struct learner *l)
{
    return net_size(&l->shape) * sizeof(float);
}

static bool begin(struct learner *l, struct bl_text *why)
{
    const struct gpu_driver *d = &l->driver;
    if (!learner_kernels[0].text) {
        bl_put(why, GPU_NOT_BUILT);
        return false;
    }
    return gpu_driver_find(&l->driver, why) &&
           gpu_done(d, d->device(&l->device, 0), "the first GPU", why) &&
           gpu_done(d, d->retain(&l->context, l->device), "the first GPU", why) &&
           gpu_done(d, d->use(l->context), "the first GPU", why) &&
           gpu_done(d, d->load(&l->module, learner_kernels[0].text, 0, NULL, NULL),
                    "the driver does not take the kernels", why) &&
           gpu_done(d, d->function(&l->blame, l->module, "blame"), "a kernel is missing", why) &&
           gpu_done(d, d->function(&l->follow, l->module, "follow"), "a kernel is missing", why);
}

static bool take_room(struct learner *l, struct bl_text *why)
{
    const struct gpu_driver *d = &l->driver;
    size_t floats = l->batch * sizeof(float);
    size_t wide = l->shape.width * floats, deep = l->shape.depth * floats;
    size_t has = (size_t)l->shape.inputs * (TRAIN_MOST_BATCH / 8);
    size_t notes[NOTES] = {wide, deep, wide, deep, floats, has};
    for (int i = 0; i < LEARNER_ARRAYS; i++) {
        l->spare[i] = bl_new(net_size(&l->shape), sizeof(float));
        check(l, d->take(&l->arrays[i], array_size(l)));
    }
    for (int i = 0; i < NOTES; i++)
        check(l, d->take(&l->notes[i], notes[i]));
    if (l->failed == 0) {
        check(l, d->clear(l->notes[NOTES - 1], 0, has / 4, NULL));
        check(l, d->wait(NULL));
    }
    return gpu_done(d, l->failed, "memory of the GPU", why);
}

struct learner *learner_new(const struct net_shape *shape, uint32_t batch, struct bl_text *why)
{
    struct learner *l = bl_new(1, sizeof *l);
    l->shape = *shape;
    l->batch = batch;
    if (begin(l, why) && take_room(l, why))
        return l;
    learner_free(l);
    return NULL;
}

static void give(struct learner *l, cu_memory *list, int count)
{
    for (int i = 0; i < count; i++) {
        if (list[i])
            l->driver.give(list[i]);
        list[i] = 0;
    }
}

void learner_free(struct learner *l)
{
    if (l && l->context) {
        give(l, l->arrays, LEARNER_ARRAYS);
        give(l, l->notes, NOTES);
        give(l, l->streams, STREAMS);
        if (l->module)
            l->driver.unload(l->module);
        l->driver.release(l->device);
    }
    for (int i = 0; l && i < LEARNER_ARRAYS; i++)
        free(l->spare[i]);
    free(l);
}

void learner_put(struct learner *l, float *const arrays[LEARNER_ARRAYS])
{
    check(l, l->driver.use(l->context));
    for (int i = 0; i < LEARNER_ARRAYS && l->failed == 0; i++)
        check(l, l->driver.put(l->arrays[i], arrays[i], array_size(l)));
}

bool learner_get(struct learner *l, float *const arrays[LEARNER_ARRAYS], struct bl_text *why)
{
    for (int i = 0; i < LEARNER_ARRAYS && l->failed == 0; i++)
        check(l, l->driver.get(l->spare[i], l->arrays[i], array_size(l)));
    for (int i = 0; i < LEARNER_ARRAYS && l->failed == 0; i++)
        memcpy(arrays[i], l->spare[i], array_size(l));
    return gpu_done(&l->driver, l->failed, "a step of learning", why);
}

/* Room for so many bytes; what was there is gone. */
static void make_room(struct learner *l, int which, size_t size)
{
    if (size <= l->rooms[which] || l->failed != 0)
        return;
    give(l, &l->streams[which], 1);
    l->rooms[which] = 2 * size;
    check(l, l->driver.take(&l->streams[which], l->rooms[which]));
}

static void send(struct learner *l, int which, const void *bytes, size_t size)
{
    make_room(l, which, size);
    if (l->failed == 0)
        check(l, l->driver.put(l->streams[which], bytes, size));
}

static void launch(struct learner *l, cu_function kernel, uint32_t blocks, void **given)
{
    uint32_t threads = l->shape.width > l->shape.depth ? l->shape.width : l->shape.depth;
    check(l, l->driver.launch(kernel, blocks, 1, 1, threads, 1, 1, 0, NULL, given, NULL));
}

void learner_learn(struct learner *l, const uint16_t *ones, uint32_t one_count,
                   const struct sample *samples, uint32_t count, const struct stride *strides,
                   float *values)
{
    struct stride by;
    uint32_t at;
    void *blames[] = {&l->shape, &l->arrays[0], &l->streams[ONES], &l->streams[SAMPLES], &at,
                      l->notes, &l->streams[VALUES]};
    void *follows[] = {&l->shape, l->arrays, l->notes, &l->batch, &by};
    send(l, ONES, ones, one_count * sizeof *ones);
    send(l, SAMPLES, samples, count * sizeof *samples);
    make_room(l, VALUES, count * sizeof *values);
    for (at = 0; at < count && l->failed == 0; at += l->batch) {
        by = strides[at / l->batch];
        launch(l, l->blame, l->batch, blames);
        launch(l, l->follow, l->shape.inputs + l->shape.width + 1, follows);
    }
    if (l->failed == 0)
        check(l, l->driver.get(values, l->streams[VALUES], count * sizeof *values));
}
