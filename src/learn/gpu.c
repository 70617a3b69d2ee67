/* gpu.c - the steps of learning on a GPU, through the driver alone (libcuda.so.1, if it is there). */
#include "gpu.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "train.h"

extern const unsigned char learner_ptx[];   /* learner.cu, as the driver takes it; empty: not built */

typedef uint64_t device;                    /* an address there */
#define CALLS(CALL)                                                                                    \
    CALL(cuInit, (unsigned))                                                                           \
    CALL(cuDeviceGet, (int *, int))                                                                    \
    CALL(cuDevicePrimaryCtxRetain, (void **, int))                                                     \
    CALL(cuDevicePrimaryCtxRelease_v2, (int))                                                          \
    CALL(cuCtxSetCurrent, (void *))                                                                    \
    CALL(cuModuleLoadData, (void **, const void *))                                                    \
    CALL(cuModuleGetFunction, (void **, void *, const char *))                                         \
    CALL(cuMemAlloc_v2, (device *, size_t))                                                            \
    CALL(cuMemFree_v2, (device))                                                                       \
    CALL(cuMemsetD8_v2, (device, unsigned char, size_t))                                               \
    CALL(cuMemcpyHtoD_v2, (device, const void *, size_t))                                              \
    CALL(cuMemcpyDtoH_v2, (void *, device, size_t))                                                    \
    CALL(cuLaunchKernel, (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
                          void *, void **, void **))

enum { ONES, SAMPLES, VALUES, STREAMS };    /* what each round is another of */

struct gpu {
    void *library, *context, *module, *blame, *follow;
#define MEMBER(name, of) int (*name) of;
    CALLS(MEMBER)
    struct net_shape shape;
    uint32_t batch;                         /* samples */
    device arrays[GPU_ARRAYS];
    device notes[6];                        /* struct notes of learner.cu */
    device streams[STREAMS];
    size_t rooms[STREAMS];
    int failed;                             /* what the driver said first that was not good */
};

static void check(struct gpu *g, int said)
{
    if (said != 0 && g->failed == 0)
        g->failed = said;
}

static bool find_calls(struct gpu *g)
{
    g->library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!g->library)
        return false;
#define FIND(name, of) if (!(*(void **)&g->name = dlsym(g->library, #name))) return false;
    CALLS(FIND)
    return true;
}

static bool begin(struct gpu *g)
{
    int first;
    if (!learner_ptx[0] || !find_calls(g) || g->cuInit(0) != 0 || g->cuDeviceGet(&first, 0) != 0 ||
        g->cuDevicePrimaryCtxRetain(&g->context, first) != 0)
        return false;
    check(g, g->cuCtxSetCurrent(g->context));
    check(g, g->cuModuleLoadData(&g->module, learner_ptx));
    if (g->failed == 0) {
        check(g, g->cuModuleGetFunction(&g->blame, g->module, "blame"));
        check(g, g->cuModuleGetFunction(&g->follow, g->module, "follow"));
    }
    return g->failed == 0;
}

struct gpu *gpu_new(const struct net_shape *shape, uint32_t batch)
{
    struct gpu *g = bl_new(1, sizeof *g);
    size_t w = shape->width * sizeof(float) * batch, d = shape->depth * sizeof(float) * batch;
    size_t notes[6] = {w, d, w, d, batch * sizeof(float), (size_t)shape->inputs * (TRAIN_MOST_BATCH / 8)};
    g->shape = *shape;
    g->batch = batch;
    bool good = begin(g);
    for (int i = 0; i < GPU_ARRAYS && good; i++)
        check(g, g->cuMemAlloc_v2(&g->arrays[i], net_size(shape) * sizeof(float)));
    for (int i = 0; i < 6 && good; i++)
        check(g, g->cuMemAlloc_v2(&g->notes[i], notes[i]));
    if (good && g->failed == 0)
        check(g, g->cuMemsetD8_v2(g->notes[5], 0, notes[5]));
    if (good && g->failed == 0)
        return g;
    gpu_free(g);
    return NULL;
}

void gpu_free(struct gpu *g)
{
    if (g && g->context) {
        for (int i = 0; i < GPU_ARRAYS; i++)
            g->cuMemFree_v2(g->arrays[i]);
        for (int i = 0; i < 6; i++)
            g->cuMemFree_v2(g->notes[i]);
        for (int i = 0; i < STREAMS; i++)
            g->cuMemFree_v2(g->streams[i]);
        g->cuDevicePrimaryCtxRelease_v2(0);
    }
    if (g && g->library)
        dlclose(g->library);
    free(g);
}

void gpu_put(struct gpu *g, float *const arrays[GPU_ARRAYS])
{
    for (int i = 0; i < GPU_ARRAYS; i++)
        check(g, g->cuMemcpyHtoD_v2(g->arrays[i], arrays[i], net_size(&g->shape) * sizeof(float)));
}

bool gpu_get(struct gpu *g, float *const arrays[GPU_ARRAYS])
{
    for (int i = 0; i < GPU_ARRAYS && g->failed == 0; i++)
        check(g, g->cuMemcpyDtoH_v2(arrays[i], g->arrays[i], net_size(&g->shape) * sizeof(float)));
    return g->failed == 0;
}

static void send(struct gpu *g, int which, const void *bytes, size_t size)
{
    if (size > g->rooms[which]) {
        g->cuMemFree_v2(g->streams[which]);
        g->rooms[which] = 2 * size;
        check(g, g->cuMemAlloc_v2(&g->streams[which], g->rooms[which]));
    }
    if (bytes)
        check(g, g->cuMemcpyHtoD_v2(g->streams[which], bytes, size));
}

static void launch(struct gpu *g, void *kernel, uint32_t blocks, void **given)
{
    uint32_t threads = g->shape.width > g->shape.depth ? g->shape.width : g->shape.depth;
    check(g, g->cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, 0, NULL, given, NULL));
}

void gpu_learn(struct gpu *g, const uint16_t *ones, uint32_t one_count, const struct sample *samples,
               uint32_t count, const struct stride *strides, float *values)
{
    struct stride by;
    uint32_t at;
    void *blames[] = {&g->shape, &g->arrays[0], &g->streams[ONES], &g->streams[SAMPLES], &at, g->notes,
                      &g->streams[VALUES]};
    void *follows[] = {&g->shape, g->arrays, g->notes, &g->batch, &by};
    check(g, g->cuCtxSetCurrent(g->context));
    send(g, ONES, ones, one_count * sizeof *ones);
    send(g, SAMPLES, samples, count * sizeof *samples);
    send(g, VALUES, NULL, count * sizeof *values);
    for (at = 0; at < count && g->failed == 0; at += g->batch) {
        by = strides[at / g->batch];
        launch(g, g->blame, g->batch, blames);
        launch(g, g->follow, g->shape.inputs + g->shape.width + 1, follows);
    }
    check(g, g->cuMemcpyDtoH_v2(values, g->streams[VALUES], count * sizeof *values));
}
