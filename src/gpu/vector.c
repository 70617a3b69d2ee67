/* vector.c - vectors on the GPU; see bylaw/gpu.h. */
#include "bylaw/gpu.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "bylaw/observe.h"
#include "gpu/device.h"
#include "gpu/task.h"

#define THREADS 64   /* of a block */

struct bl_gpu_vector {
    struct gpu_device at;
    const struct bl_game *game;
    struct gpu_vector task;
    cu_function step, check;
    void *state;
};

static cu_memory address(const void *there)
{
    return (cu_memory)(uintptr_t)there;
}

/* ---- memory -------------------------------------------------------------------- */

void *bl_gpu_take(struct bl_gpu_vector *v, size_t size, struct bl_text *why)
{
    const struct gpu_driver *d = &v->at.driver;
    cu_memory there = 0;
    if (!gpu_device_use(&v->at, why) || !gpu_done(d, d->take(&there, size > 0 ? size : 1), "memory of the device", why))
        return NULL;
    if (gpu_done(d, d->zero(there, 0, size, NULL), "clearing", why) && gpu_done(d, d->wait(NULL), "clearing", why))
        return (void *)(uintptr_t)there;
    d->give(there);
    return NULL;
}

void bl_gpu_give(struct bl_gpu_vector *v, void *there)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    if (there && gpu_device_use(&v->at, &why))
        v->at.driver.give(address(there));
}

bool bl_gpu_fetch(struct bl_gpu_vector *v, void *here, const void *there, size_t size, struct bl_text *why)
{
    return gpu_device_use(&v->at, why) &&
           gpu_done(&v->at.driver, v->at.driver.get(here, address(there), size), "fetching", why);
}

bool bl_gpu_send(struct bl_gpu_vector *v, void *there, const void *here, size_t size, struct bl_text *why)
{
    return gpu_device_use(&v->at, why) &&
           gpu_done(&v->at.driver, v->at.driver.put(address(there), here, size), "sending", why);
}

/* ---- all places ---------------------------------------------------------------- */

static bool launch(struct bl_gpu_vector *v, cu_function kernel, struct bl_text *why)
{
    void *parameters[] = {&v->task};
    return gpu_done(&v->at.driver,
                    v->at.driver.launch(kernel, (v->task.places + THREADS - 1) / THREADS, 1, 1, THREADS, 1, 1, 0,
                                        NULL, parameters, NULL),
                    "the launch", why);
}

static bool clear(struct bl_gpu_vector *v, void *there, int byte, size_t size, struct bl_text *why)
{
    return !there || gpu_done(&v->at.driver, v->at.driver.zero(address(there), (unsigned char)byte, size, NULL),
                              "clearing", why);
}

static bool work(struct bl_gpu_vector *v, enum gpu_what what, const int32_t *actions, const struct bl_outlook *out,
                 struct bl_text *why)
{
    struct gpu_vector *t = &v->task;
    size_t places = t->places;
    t->what = what;
    t->chosen = actions;
    t->out = *out;
    return gpu_device_use(&v->at, why) && clear(v, t->refused, 0xff, sizeof *t->refused, why) &&
           (!actions || launch(v, v->check, why)) &&
           clear(v, out->observations, 0, places * t->observed, why) &&
           clear(v, out->masks, 0, places * t->actions, why) &&
           clear(v, out->rewards, 0, places * t->setup.players * sizeof(float), why) &&
           (what == GPU_STEP || (clear(v, out->terminations, 0, places, why) &&
                                 clear(v, out->truncations, 0, places, why) &&
                                 clear(v, out->actions, 0xff, places * sizeof(int32_t), why))) &&
           launch(v, v->step, why) && gpu_done(&v->at.driver, v->at.driver.wait(NULL), "stepping", why);
}

bool bl_gpu_vector_deal(struct bl_gpu_vector *v, uint64_t seed, struct bl_text *why)
{
    v->task.seed = seed;
    return work(v, GPU_DEAL, NULL, &(struct bl_outlook){0}, why);
}

bool bl_gpu_vector_look(struct bl_gpu_vector *v, const struct bl_outlook *out, struct bl_text *why)
{
    return work(v, GPU_LOOK, NULL, out, why);
}

bool bl_gpu_vector_step(struct bl_gpu_vector *v, const int32_t *actions, const struct bl_outlook *out,
                        uint32_t *refused, struct bl_text *why)
{
    *refused = GPU_NONE;
    return work(v, GPU_STEP, actions, out, why) &&
           (!actions || bl_gpu_fetch(v, refused, v->task.refused, sizeof *refused, why)) && *refused == GPU_NONE;
}

const void *bl_gpu_vector_state(struct bl_gpu_vector *v, uint32_t place, struct bl_text *why)
{
    const char *there = v->task.at + place * gpu_stride(v->game->state_size) + sizeof(struct gpu_place);
    return place < v->task.places && bl_gpu_fetch(v, v->state, there, v->game->state_size, why) ? v->state : NULL;
}

/* ---- made and freed ------------------------------------------------------------ */

struct bl_gpu_vector *bl_gpu_vector_new(const struct bl_vector_spec *spec, struct bl_text *why)
{
    if (spec->places == 0) {
        bl_put(why, "there must be one game at least");
        return NULL;
    }
    struct bl_gpu_vector *v = bl_new(1, sizeof *v);
    *v = (struct bl_gpu_vector){.game = spec->game,
                                .task = {.setup = spec->setup, .cap = spec->cap, .places = spec->places,
                                         .observed = bl_observation_size(spec->game, &spec->setup),
                                         .actions = bl_action_count(spec->game, &spec->setup)}};
    v->state = bl_new(1, spec->game->state_size);
    if (gpu_device_open(&v->at, spec->game, "vector", 0, why) &&
        gpu_device_kernel(&v->at, "vector_step", &v->step, why) &&
        gpu_device_kernel(&v->at, "vector_check", &v->check, why) &&
        (v->task.refused = bl_gpu_take(v, sizeof *v->task.refused, why)) &&
        (v->task.at = bl_gpu_take(v, spec->places * gpu_stride(spec->game->state_size), why)) &&
        bl_gpu_vector_deal(v, spec->seed, why))
        return v;
    bl_gpu_vector_free(v);
    return NULL;
}

void bl_gpu_vector_free(struct bl_gpu_vector *v)
{
    if (!v)
        return;
    if (v->task.refused)
        bl_gpu_give(v, v->task.refused);
    if (v->task.at)
        bl_gpu_give(v, v->task.at);
    gpu_device_close(&v->at);
    BL_FREE(v->state, v);
}
