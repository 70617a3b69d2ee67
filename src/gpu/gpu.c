/* gpu.c - a device readied for a game, and batches of games on it. */
#include "gpu/gpu.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "gpu/device.h"

/* docs/gpu.md has what was measured. */
const struct gpu_shape gpu_usual_shape = {.memory = GPU_SHARED, .threads = 64, .gather = 12,
                                          .room = 1u << 22};

struct batch {
    cu_stream stream;
    cu_memory next, outcomes;       /* the number of the next game to be taken; by game */
    struct gpu_outcome *fetched;
    uint32_t games;                 /* under way */
};

struct gpu {
    struct gpu_device at;
    const struct bl_game *game;
    cu_function play;
    struct gpu_shape shape;
    uint32_t shared;                /* bytes of a block */
    struct batch batches[GPU_BATCHES];
};

const char *gpu_name(const struct gpu *g)
{
    return g->at.name;
}

const struct gpu_shape *gpu_shape(const struct gpu *g)
{
    return &g->shape;
}

uint32_t gpu_room(const struct gpu *g)
{
    return g->shape.room;
}

/* ---- getting ready ------------------------------------------------------------ */

/* How many blocks of how many threads run at a time. */
static bool lay_out(struct gpu *g, struct bl_text *why)
{
    const struct gpu_driver *d = &g->at.driver;
    struct gpu_shape *s = &g->shape;
    int fit = 0;
    g->shared = s->memory == GPU_SHARED ? s->threads * gpu_words(g->game->state_size) * 8 : 0;
    if (!gpu_done(d, d->device_number(&s->processors, CU_PROCESSORS, g->at.device), "the device", why) ||
        (g->shared > 0 && !gpu_done(d, d->function_set(g->play, CU_DYNAMIC_SHARED, (int)g->shared),
                                    "the device has too little shared memory", why)) ||
        !gpu_done(d, d->fit(&fit, g->play, (int)s->threads, g->shared), "the kernel", why))
        return false;
    d->function_number(&s->used, CU_REGISTERS, g->play);
    d->function_number(&s->spilled, CU_LOCAL_BYTES, g->play);
    if (fit < 1)
        bl_putf(why, "blocks of %d threads do not fit on the device", (int)s->threads);
    else if (s->blocks == 0 || s->blocks > (uint32_t)fit)
        s->blocks = (uint32_t)fit;
    return fit > 0;
}

static bool make_batch(struct gpu *g, struct batch *b, struct bl_text *why)
{
    const struct gpu_driver *d = &g->at.driver;
    size_t size = g->shape.room * sizeof *b->fetched;
    return gpu_done(d, d->stream(&b->stream, 1), "a queue of the device", why) &&
           gpu_done(d, d->take(&b->next, sizeof(uint32_t)), "memory of the device", why) &&
           gpu_done(d, d->take(&b->outcomes, size), "memory of the device", why) &&
           gpu_done(d, d->take_here((void **)&b->fetched, size), "memory for outcomes", why);
}

struct gpu *gpu_open(const struct bl_game *game, const struct gpu_shape *shape, struct bl_text *why)
{
    static const char *const names[] = {[GPU_OWN] = "play_own", [GPU_SHARED] = "play_shared"};
    struct gpu *g = bl_new(1, sizeof *g);
    *g = (struct gpu){.game = game, .shape = shape ? *shape : gpu_usual_shape};
    bool ready = gpu_device_open(&g->at, game, "play", g->shape.registers, why) &&
                 gpu_device_kernel(&g->at, names[g->shape.memory], &g->play, why) && lay_out(g, why);
    for (int i = 0; i < GPU_BATCHES && ready; i++)
        ready = make_batch(g, &g->batches[i], why);
    if (ready)
        return g;
    gpu_close(g);
    return NULL;
}

static void free_batch(const struct gpu_driver *d, struct batch *b)
{
    if (b->stream)
        d->stream_end(b->stream);
    if (b->next)
        d->give(b->next);
    if (b->outcomes)
        d->give(b->outcomes);
    if (b->fetched)
        d->give_here(b->fetched);
}

void gpu_close(struct gpu *g)
{
    const struct gpu_driver *d = &g->at.driver;
    for (int i = 0; i < GPU_BATCHES; i++)
        free_batch(d, &g->batches[i]);
    gpu_device_close(&g->at);
    free(g);
}

/* ---- batches ------------------------------------------------------------------ */

bool gpu_start(struct gpu *g, unsigned batch, const struct gpu_task *task, struct bl_text *why)
{
    const struct gpu_driver *d = &g->at.driver;
    struct batch *b = &g->batches[batch];
    struct gpu_task own = *task;
    void *parameters[] = {&own, &b->next, &b->outcomes};
    uint32_t threads = g->shape.threads, most = (task->games + threads - 1) / threads;
    uint32_t blocks = (uint32_t)g->shape.processors * g->shape.blocks;
    own.gather = g->shape.gather > 0 ? g->shape.gather : 1;
    b->games = task->games;
    return gpu_done(d, d->clear(b->next, 0, 1, b->stream), "a number", why) &&
           gpu_done(d, d->launch(g->play, blocks < most ? blocks : most, 1, 1, threads, 1, 1,
                                 g->shared, b->stream, parameters, NULL),
                    "the launch", why) &&
           gpu_done(d, d->fetch(b->fetched, b->outcomes, b->games * sizeof *b->fetched, b->stream),
                    "fetching outcomes", why);
}

const struct gpu_outcome *gpu_finish(struct gpu *g, unsigned batch, struct bl_text *why)
{
    struct batch *b = &g->batches[batch];
    b->games = 0;
    return gpu_done(&g->at.driver, g->at.driver.wait(b->stream), "playing", why) ? b->fetched : NULL;
}
