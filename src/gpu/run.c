/* run.c - a run of random games on the GPU: batch after batch, one played while one is counted. */
#include <stdlib.h>

#include "bots/bots.h"
#include "gpu/gpu.h"
#include "lab/series.h"

#define MIN_BATCH (1u << 16)

static const char *wrong_with(const struct bl_run *run, struct bl_text *why)
{
    for (int seat = 0; seat < run->setup.players; seat++)
        if (run->bots[seat] != &bl_bot_random) {
            bl_putf(why, "%s is not played on a GPU: there all bots are random", run->bots[seat]->name);
            return why->s;
        }
    if (run->write)
        bl_put(why, "transcripts are not written on a GPU");
    else if (run->dataset)
        bl_put(why, "datasets are not written on a GPU");
    else if (run->cap > UINT32_MAX)
        lab_say(why, "on a GPU games have at most %ju moves", (uintmax_t)UINT32_MAX);
    return why->len > 0 ? why->s : NULL;
}

static void count(struct bl_tally *tally, const struct gpu_outcome *o, uint32_t games)
{
    for (uint32_t i = 0; i < games; i++)
        bl_tally_count(tally, o[i].moves, o[i].why, o[i].winner);
}

/* Begins with few games, so that a stop and the progress need not wait for many. */
static uint32_t next_size(const struct bl_run *run, uint64_t given, uint32_t room)
{
    uint64_t size = given < MIN_BATCH ? MIN_BATCH : given;
    size = size < room ? size : room;
    return (uint32_t)(size < run->games - given ? size : run->games - given);
}

static bool play(struct gpu *g, const struct bl_run *run, struct bl_tally *tally, struct bl_text *why)
{
    uint32_t sizes[GPU_BATCHES] = {0};
    uint64_t given = 0;
    bool stopped = false;
    for (unsigned turn = 0;; turn++) {
        unsigned at = turn % GPU_BATCHES, other = (turn + 1) % GPU_BATCHES;
        sizes[at] = stopped ? 0 : next_size(run, given, gpu_room(g));
        struct gpu_task task = {.setup = run->setup, .seed = run->seed, .first = given,
                                .games = sizes[at], .cap = (uint32_t)run->cap};
        if (sizes[at] > 0 && !gpu_start(g, at, &task, why))
            return false;
        given += sizes[at];
        if (sizes[other] > 0) {
            const struct gpu_outcome *done = gpu_finish(g, other, why);
            if (!done)
                return false;
            count(tally, done, sizes[other]);
        } else if (sizes[at] == 0) {
            return true;
        }
        if (run->progress)
            run->progress(run->user, tally->games, tally->decisions);
        stopped = stopped || (run->stop && run->stop(run->user));
    }
}

const char *gpu_run_games(const struct bl_run *run, struct bl_tally *tally, struct bl_text *why)
{
    bl_tally_init(tally, run->game);
    if (wrong_with(run, why))
        return why->s;
    if (run->games == 0)
        return NULL;
    struct gpu_shape shape = gpu_usual_shape;
    if (run->games < shape.room)
        shape.room = (uint32_t)run->games;
    struct gpu *g = gpu_open(run->game, &shape, why);
    if (!g)
        return why->s;
    bool done = play(g, run, tally, why);
    gpu_close(g);
    bl_tally_finish(tally);
    return done ? NULL : why->s;
}
