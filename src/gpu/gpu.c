/* gpu.c - a device readied for a game, and batches of games on it. */
#include "gpu/gpu.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "driver/driver.h"

#define LOG_SIZE 4096
#define MAX_REGISTERS 255

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
    struct gpu_driver driver;
    const struct bl_game *game;
    cu_device device;
    cu_context context;
    cu_module module;
    cu_function play;
    struct gpu_shape shape;
    uint32_t shared;                /* bytes of a block */
    char name[128];
    struct batch batches[GPU_BATCHES];
};

const char *gpu_name(const struct gpu *g)
{
    return g->name;
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

/* The driver compiles the kernels for the device at hand, and says what it does not like. */
static bool load(struct gpu *g, struct bl_text *why)
{
    static const char *const names[] = {[GPU_OWN] = "play_own", [GPU_SHARED] = "play_shared"};
    char log[LOG_SIZE] = "";
    uint32_t registers = g->shape.registers > 0 ? g->shape.registers : MAX_REGISTERS;
    int kinds[] = {CU_JIT_ERRORS, CU_JIT_ERRORS_SIZE, CU_JIT_REGISTERS};
    void *values[] = {log, (void *)(uintptr_t)sizeof log, (void *)(uintptr_t)registers};
    cu_result result = g->driver.load(&g->module, gpu_ptx(g->game), 3, kinds, values);
    if (!gpu_done(&g->driver, result, "the driver does not take the kernels", why)) {
        bl_put(why, log[0] ? "\n" : "");
        bl_put(why, log);
        return false;
    }
    return gpu_done(&g->driver, g->driver.function(&g->play, g->module, names[g->shape.memory]),
                    "a kernel is missing", why);
}

/* How many blocks of how many threads run at a time. */
static bool lay_out(struct gpu *g, struct bl_text *why)
{
    const struct gpu_driver *d = &g->driver;
    struct gpu_shape *s = &g->shape;
    int fit = 0;
    g->shared = s->memory == GPU_SHARED ? s->threads * gpu_words(g->game->state_size) * 8 : 0;
    if (!gpu_done(d, d->device_number(&s->processors, CU_PROCESSORS, g->device), "the device", why) ||
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
    const struct gpu_driver *d = &g->driver;
    size_t size = g->shape.room * sizeof *b->fetched;
    return gpu_done(d, d->stream(&b->stream, 1), "a queue of the device", why) &&
           gpu_done(d, d->take(&b->next, sizeof(uint32_t)), "memory of the device", why) &&
           gpu_done(d, d->take(&b->outcomes, size), "memory of the device", why) &&
           gpu_done(d, d->take_here((void **)&b->fetched, size), "memory for outcomes", why);
}

static bool open_device(struct gpu *g, struct bl_text *why)
{
    const struct gpu_driver *d = &g->driver;
    if (!gpu_driver_find(&g->driver, why) ||
        !gpu_done(d, d->device(&g->device, 0), "the device", why) ||
        !gpu_done(d, d->device_name(g->name, sizeof g->name, g->device), "the device", why) ||
        !gpu_done(d, d->retain(&g->context, g->device), "the device cannot be used", why) ||
        !gpu_done(d, d->use(g->context), "the device cannot be used", why) ||
        !load(g, why) || !lay_out(g, why))
        return false;
    for (int i = 0; i < GPU_BATCHES; i++)
        if (!make_batch(g, &g->batches[i], why))
            return false;
    return true;
}

struct gpu *gpu_open(const struct bl_game *game, const struct gpu_shape *shape, struct bl_text *why)
{
    if (!gpu_ptx(game)) {
        if (gpu_built())
            bl_putf(why, "%s is not played on a GPU: its moves are more than a list", game->id);
        else
            bl_put(why, "this program was built without kernels for a GPU (that takes clang-19 and "
                        "llvm-19: tools/setup.sh gpu)");
        return NULL;
    }
    struct gpu *g = bl_new(1, sizeof *g);
    *g = (struct gpu){.game = game, .shape = shape ? *shape : gpu_usual_shape};
    if (open_device(g, why))
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
    const struct gpu_driver *d = &g->driver;
    for (int i = 0; i < GPU_BATCHES; i++)
        free_batch(d, &g->batches[i]);
    if (g->module)
        d->unload(g->module);
    if (g->context)
        d->release(g->device);
    free(g);
}

/* ---- batches ------------------------------------------------------------------ */

bool gpu_start(struct gpu *g, unsigned batch, const struct gpu_task *task, struct bl_text *why)
{
    const struct gpu_driver *d = &g->driver;
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
    return gpu_done(&g->driver, g->driver.wait(b->stream), "playing", why) ? b->fetched : NULL;
}
