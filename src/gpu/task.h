/* task.h - what the host and the kernel say to each other: games to play, and what came of each. */
#ifndef BYLAW_GPU_TASK_H
#define BYLAW_GPU_TASK_H

#include "bylaw/vector.h"

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

/* Play-outs from a position, as the lab has them (struct lab_sample): play-out r by substream `from` + r. */
struct gpu_sample {
    struct bl_stream all;
    uint64_t from;
    uint32_t position;       /* which of those that were sent */
    bl_move move;            /* which `seat` makes first; BL_NO_MOVE: none */
    int8_t seat;             /* as it sees the position, the rest drawn anew; -1: as it is */
};

struct gpu_samples {
    uint32_t playouts;       /* of each sample … */
    uint32_t all;            /* … and of all: a thread each */
    uint32_t cap;            /* moves after which a play-out is won by nobody */
};

/* A place of a vector (bylaw/vector.h); its state lies behind it. */
struct gpu_place {
    uint64_t seed;           /* of its game, … */
    uint64_t number;         /* … which is that one of the run */
    uint32_t chances[BL_MAX_CHANCES];   /* how often each kind happened */
    uint64_t made;           /* moves so far */
    uint64_t keys[BL_MAX_SEATS];
    bl_move next;            /* which chance makes, if it is asked */
};

static inline size_t gpu_stride(uint32_t state_size)
{
    return sizeof(struct gpu_place) + (state_size + 7) / 8 * 8;
}

#define GPU_NONE UINT32_MAX
enum gpu_what { GPU_DEAL, GPU_STEP, GPU_LOOK };

/* All of it lies on the device. */
struct gpu_vector {
    struct bl_setup setup;
    uint64_t seed, cap;
    uint32_t places, observed, actions;   /* bits, action numbers */
    uint32_t what;
    char *at;                /* the places */
    struct bl_outlook out;
    const int32_t *chosen;   /* NULL: all moves are chance's */
    uint32_t *refused;       /* a place; GPU_NONE: none is */
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
