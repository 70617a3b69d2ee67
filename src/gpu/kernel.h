/* kernel.h - what kernels have in common. Each is compiled once a game, with GPU_GAME its symbol: for the GPU,
 * where it is linked with the game's own files, a third build of them, and all that the contract keeps apart
 * folds into one function; and for the machine that the tests run on, where a test says who else there is. */
#ifndef BYLAW_GPU_KERNEL_H
#define BYLAW_GPU_KERNEL_H

#include "bylaw/bot.h"
#include "gpu/task.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define GAME JOIN(bl_game_, GPU_GAME)
extern const struct bl_game GAME;

#ifdef __NVPTX__
#define KERNEL(name, parameters) __attribute__((nvptx_kernel)) void name parameters

/* The number of this thread among all of the launch. */
static inline uint32_t thread(void)
{
    return (uint32_t)(__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
                      __nvvm_read_ptx_sreg_tid_x());
}
#else
#define KERNEL(name, parameters)           \
    void JOIN(name##_, GPU_GAME) parameters; \
    void JOIN(name##_, GPU_GAME) parameters

uint32_t gpu_thread(void);   /* the test's own */
#define thread gpu_thread
#endif

/* Part of a kernel, whatever its size. */
#define WHOLE static inline __attribute__((always_inline))

/* Room for a state and for a list of moves, the thread's own. */
#define OWN_STATE __builtin_alloca_with_align(GAME.state_size, 64)
#define OWN_MOVES __builtin_alloca((GAME.max_moves + 1) * sizeof(bl_move))

#endif
