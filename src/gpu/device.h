/* device.h - the first device of the machine, with kernels of a game on it. */
#ifndef BYLAW_GPU_DEVICE_H
#define BYLAW_GPU_DEVICE_H

#include "bylaw/game.h"
#include "driver/driver.h"

struct gpu_device {
    struct gpu_driver driver;
    cu_device device;
    cu_context context;
    cu_module module;
    char name[128];
};

/* Readies the device for kernels of a game: "play", "sample", "vector"; a thread has at most so many registers, 0: as
 * many as it likes. False: `why` says what is missing, and it can be closed. */
bool gpu_device_open(struct gpu_device *d, const struct bl_game *game, const char *kernels, uint32_t registers,
                     struct bl_text *why);
void gpu_device_close(struct gpu_device *d);
/* The calling thread is to speak to it. */
bool gpu_device_use(const struct gpu_device *d, struct bl_text *why);
bool gpu_device_kernel(const struct gpu_device *d, const char *name, cu_function *out, struct bl_text *why);

/* Kernels of a game as PTX; NULL: it has none, or the program was built without. */
const char *gpu_ptx(const struct bl_game *game, const char *kernels);
bool gpu_built(void);

#endif
