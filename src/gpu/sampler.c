/* sampler.c - a lab's samples on the GPU: those of a block are sent, played by one launch, and counted here.
 * Threads share the device and its kernels; each has its own queue and memory. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bots/bots.h"
#include "gpu/device.h"
#include "gpu/gpu.h"

#define THREADS 64   /* of a block */

struct sampler {
    struct lab_sampler base;
    struct gpu_device at;
    cu_function play;
    const struct lab_plan *plan;
    pthread_mutex_t lock;         /* of `fault` */
    struct bl_text fault;
};

/* One thread's: here and there. */
struct own {
    struct sampler *shared;
    bool ready;
    cu_stream stream;
    struct gpu_sample *samples;
    char *states;
    int8_t *winners;
    cu_memory samples_there, states_there, winners_there;
};

/* Samples of the games that are played together; and positions, of which one more begins wherever the next sample
 * is of another. */
enum { MOST_SAMPLES = LAB_BLOCK * LAB_SAMPLES, MOST_STATES = LAB_BLOCK * (LAB_POSITIONS + LAB_DECISIONS) };

static void note_fault(struct sampler *s, const struct bl_text *why)
{
    pthread_mutex_lock(&s->lock);
    if (s->fault.len == 0)
        bl_put(&s->fault, why->s);
    pthread_mutex_unlock(&s->lock);
}

static bool make_room(struct own *o, struct bl_text *why)
{
    const struct gpu_driver *d = &o->shared->at.driver;
    size_t states = MOST_STATES * (size_t)o->shared->plan->game->state_size;
    size_t samples = MOST_SAMPLES * sizeof *o->samples, all = (size_t)MOST_SAMPLES * o->shared->plan->playouts;
    const char *words = "memory for samples";
    return gpu_device_use(&o->shared->at, why) &&
           gpu_done(d, d->stream(&o->stream, 1), "a queue of the device", why) &&
           gpu_done(d, d->take_here((void **)&o->samples, samples), words, why) &&
           gpu_done(d, d->take_here((void **)&o->states, states), words, why) &&
           gpu_done(d, d->take_here((void **)&o->winners, all), words, why) &&
           gpu_done(d, d->take(&o->samples_there, samples), words, why) &&
           gpu_done(d, d->take(&o->states_there, states), words, why) &&
           gpu_done(d, d->take(&o->winners_there, all), words, why);
}

static void *begin(const struct lab_sampler *sampler)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct own *o = bl_new(1, sizeof *o);
    o->shared = (struct sampler *)(uintptr_t)sampler;
    o->ready = make_room(o, &why);
    if (!o->ready)
        note_fault(o->shared, &why);
    return o;
}

static void end(void *own)
{
    struct own *o = own;
    const struct gpu_driver *d = &o->shared->at.driver;
    void *here[] = {o->samples, o->states, o->winners};
    cu_memory there[] = {o->samples_there, o->states_there, o->winners_there};
    if (o->stream)
        d->stream_end(o->stream);
    for (int i = 0; i < 3; i++) {
        if (here[i])
            d->give_here(here[i]);
        if (there[i])
            d->give(there[i]);
    }
    free(o);
}

/* Puts samples and positions into words of the kernel; returns how many positions there are. */
static uint32_t translate(struct own *o, const struct lab_sample *samples, uint32_t count)
{
    const struct bl_game *game = o->shared->plan->game;
    uint32_t positions = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct lab_sample *s = &samples[i];
        if (i == 0 || s->state != s[-1].state)
            memcpy(o->states + (size_t)positions++ * game->state_size, s->state, game->state_size);
        o->samples[i] = (struct gpu_sample){s->all, s->from, positions - 1, s->play ? s->play->move : BL_NO_MOVE,
                                            (int8_t)s->seat};
    }
    return positions;
}

static bool launch(struct own *o, uint32_t count, uint32_t positions, struct bl_text *why)
{
    const struct gpu_driver *d = &o->shared->at.driver;
    uint32_t playouts = o->shared->plan->playouts, all = count * playouts;
    struct gpu_samples task = {.playouts = playouts, .all = all, .cap = LAB_PLAYOUT_CAP};
    void *parameters[] = {&task, &o->samples_there, &o->states_there, &o->winners_there};
    size_t states = positions * (size_t)o->shared->plan->game->state_size;
    return gpu_done(d, d->send(o->samples_there, o->samples, count * sizeof *o->samples, o->stream),
                    "sending samples", why) &&
           gpu_done(d, d->send(o->states_there, o->states, states, o->stream), "sending positions", why) &&
           gpu_done(d, d->launch(o->shared->play, (all + THREADS - 1) / THREADS, 1, 1, THREADS, 1, 1, 0, o->stream,
                                 parameters, NULL),
                    "the launch", why) &&
           gpu_done(d, d->fetch(o->winners, o->winners_there, all, o->stream), "fetching winners", why) &&
           gpu_done(d, d->wait(o->stream), "playing", why);
}

static bool play(void *own, struct lab_sample *samples, uint32_t count)
{
    BL_LOCAL struct bl_text why = bl_text_heap();
    struct own *o = own;
    uint32_t playouts = o->shared->plan->playouts;
    if (!o->ready || !launch(o, count, translate(o, samples, count), &why)) {
        if (o->ready)
            note_fault(o->shared, &why);
        return o->ready = false;
    }
    const int8_t *winner = o->winners;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t r = 0; r < playouts; r++, winner++)
            if (*winner >= 0)
                samples[i].hits[*winner]++;
    return true;
}

const struct lab_sampler *gpu_sampler_open(const struct lab_plan *plan, struct bl_text *why)
{
    bool greedy = plan->player == &bl_bot_greedy || plan->player == &bl_bot_quick;
    if (!greedy && plan->player != &bl_bot_random) {
        bl_putf(why, "%s is not played on a GPU: play-outs there are random or greedy", plan->player->name);
        return NULL;
    }
    struct sampler *s = bl_new(1, sizeof *s);
    *s = (struct sampler){.base = {begin, end, play}, .plan = plan, .fault = bl_text_heap()};
    pthread_mutex_init(&s->lock, NULL);
    if (gpu_device_open(&s->at, plan->game, "sample", 0, why) &&
        gpu_device_kernel(&s->at, greedy ? "sample_greedy" : "sample_random", &s->play, why))
        return &s->base;
    gpu_sampler_close(&s->base);
    return NULL;
}

const char *gpu_sampler_fault(const struct lab_sampler *sampler)
{
    return ((const struct sampler *)sampler)->fault.s;
}

void gpu_sampler_close(const struct lab_sampler *sampler)
{
    struct sampler *s = (struct sampler *)(uintptr_t)sampler;
    if (!s)
        return;
    gpu_device_close(&s->at);
    pthread_mutex_destroy(&s->lock);
    bl_text_free(&s->fault);
    free(s);
}
