/* task.h - what the host and the kernel say to each other: games to play, and what came of each. */
#ifndef BYLAW_GPU_TASK_H
#define BYLAW_GPU_TASK_H

#include "bylaw/rules.h"

/* Games `first` … `first + games - 1` of a run. */
struct gpu_task {
    struct bl_setup setup;   /* resolved */
    uint64_t seed;           /* of the run */
    uint64_t first;
    uint32_t games;
    uint32_t cap;            /* moves after which a game is left unfinished */
    uint32_t gather;         /* lanes of a warp without a game before they are dealt to; 1 … 32 */
};

/* One game. */
struct gpu_outcome {
    uint64_t trail;          /* of all decisions: the moves made, and how many were legal */
    uint32_t moves;
    bl_cite why;             /* 0: left unfinished */
    int8_t winner;
    uint8_t ranked;
    uint8_t ranking[BL_MAX_SEATS];
};

/* How a trail goes on; it begins with 0. */
static inline uint64_t gpu_trail(uint64_t trail, bl_move move, uint32_t legal)
{
    trail = (trail ^ ((uint64_t)legal << 32 | move)) * UINT64_C(0x9fb21c651e98df25);
    return trail ^ trail >> 32;
}

/* Words of 8 bytes from one state to the next in shared memory: an odd number, so that the same
 * member of many states lies in different banks. */
static inline uint32_t gpu_words(uint32_t state_size)
{
    return (state_size + 7) / 8 | 1;
}

#endif
