/* gpu.h - many random games on a GPU, each the very game that it is on the CPU.
 *
 * A batch of games is played by one launch: their outcomes stay on the device until they are
 * fetched. Two batches can be under way, so that one is counted here while the other is played
 * there. */
#ifndef BYLAW_GPU_GPU_H
#define BYLAW_GPU_GPU_H

#include "bylaw/run.h"
#include "gpu/task.h"
#include "lab/lab.h"

enum { GPU_BATCHES = 2 };

/* Where the states of the games lie: in memory of each thread's own, behind the caches, or in
 * memory that the threads of a block share, beside the processor. */
enum gpu_memory { GPU_OWN, GPU_SHARED };

/* How a launch is laid out; what is 0 is chosen. It makes no difference to what is played. */
struct gpu_shape {
    enum gpu_memory memory;
    uint32_t threads;       /* of a block, a multiple of 32 */
    uint32_t blocks;        /* on each multiprocessor at a time */
    uint32_t gather;        /* struct gpu_task */
    uint32_t registers;     /* of a thread, at most */
    uint32_t room;          /* games of a batch, at most */
    /* What came of it: a thread's registers and bytes of memory of its own, the device's
     * multiprocessors. */
    int used, spilled, processors;
};

extern const struct gpu_shape gpu_usual_shape;

struct gpu;
/* Readies the first device for a game; NULL: `why` says what is missing. */
struct gpu *gpu_open(const struct bl_game *game, const struct gpu_shape *shape,
                     struct bl_text *why);
void gpu_close(struct gpu *g);
/* What the device is called, and how its launches are laid out. */
const char *gpu_name(const struct gpu *g);
const struct gpu_shape *gpu_shape(const struct gpu *g);

/* Most games of one batch. */
uint32_t gpu_room(const struct gpu *g);
/* Begins to play a batch, and to fetch what comes of it. */
bool gpu_start(struct gpu *g, unsigned batch, const struct gpu_task *task, struct bl_text *why);
/* The outcomes of a batch, in the order of the games, until it is started anew; NULL: it failed. */
const struct gpu_outcome *gpu_finish(struct gpu *g, unsigned batch, struct bl_text *why);

/* bl_run_games on the GPU. NULL: done; or what is missing, or wrong with the run (in `why`). If it
 * was stopped the tally has a prefix of the games. */
const char *gpu_run_games(const struct bl_run *run, struct bl_tally *tally, struct bl_text *why);

/* Who plays the samples of a lab in the place of the CPU, the same ones, for all its threads. NULL: `why` says
 * what is missing, or wrong with the plan. */
const struct lab_sampler *gpu_sampler_open(const struct lab_plan *plan, struct bl_text *why);
/* Why the CPU had to go on by itself, if it had to; "": the GPU did it all. */
const char *gpu_sampler_fault(const struct lab_sampler *sampler);
void gpu_sampler_close(const struct lab_sampler *sampler);

#endif
