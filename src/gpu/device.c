/* device.c - getting a device ready; see device.h. */
#include "gpu/device.h"

#include <string.h>

#include "gpu_ptx.h"   /* made by tools/embed.py: kernels, "GAME.KERNELS" each */

#define LOG_SIZE 4096
#define MAX_REGISTERS 255

bool gpu_built(void)
{
    return kernels[0].name != NULL;
}

const char *gpu_ptx(const struct bl_game *game, const char *which)
{
    size_t n = strlen(game->id);
    for (int i = 0; kernels[i].name; i++)
        if (strncmp(kernels[i].name, game->id, n) == 0 && kernels[i].name[n] == '.' &&
            strcmp(kernels[i].name + n + 1, which) == 0)
            return kernels[i].text;
    return NULL;
}

/* The driver compiles the kernels for the device at hand, and says what it does not like. */
static bool load(struct gpu_device *d, const char *ptx, uint32_t registers, struct bl_text *why)
{
    char log[LOG_SIZE] = "";
    int kinds[] = {CU_JIT_ERRORS, CU_JIT_ERRORS_SIZE, CU_JIT_REGISTERS};
    void *values[] = {log, (void *)(uintptr_t)sizeof log,
                      (void *)(uintptr_t)(registers > 0 ? registers : MAX_REGISTERS)};
    cu_result result = d->driver.load(&d->module, ptx, 3, kinds, values);
    if (gpu_done(&d->driver, result, "the driver does not take the kernels", why))
        return true;
    bl_put(why, log[0] ? "\n" : "");
    bl_put(why, log);
    return false;
}

bool gpu_device_open(struct gpu_device *d, const struct bl_game *game, const char *which, uint32_t registers,
                     struct bl_text *why)
{
    const char *ptx = gpu_ptx(game, which);
    const struct gpu_driver *driver = &d->driver;
    *d = (struct gpu_device){0};
    if (!ptx && (gpu_built() || game->advice->propose))
        bl_putf(why, "%s is not played on a GPU: its moves are more than a list", game->id);
    else if (!ptx)
        bl_put(why, GPU_NOT_BUILT);
    return ptx && gpu_driver_find(&d->driver, why) &&
           gpu_done(driver, driver->device(&d->device, 0), "the device", why) &&
           gpu_done(driver, driver->device_name(d->name, sizeof d->name, d->device), "the device", why) &&
           gpu_done(driver, driver->retain(&d->context, d->device), "the device cannot be used", why) &&
           gpu_device_use(d, why) && load(d, ptx, registers, why);
}

void gpu_device_close(struct gpu_device *d)
{
    if (d->module)
        d->driver.unload(d->module);
    if (d->context)
        d->driver.release(d->device);
}

bool gpu_device_use(const struct gpu_device *d, struct bl_text *why)
{
    return gpu_done(&d->driver, d->driver.use(d->context), "the device cannot be used", why);
}

bool gpu_device_kernel(const struct gpu_device *d, const char *name, cu_function *out, struct bl_text *why)
{
    return gpu_done(&d->driver, d->driver.function(out, d->module, name), "a kernel is missing", why);
}
