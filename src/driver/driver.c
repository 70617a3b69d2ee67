/* driver.c - finding the driver; see driver.h. */
#include "driver/driver.h"

#include <dlfcn.h>

#include "bylaw/fact.h"

#define LIBRARY "libcuda.so.1"

bool gpu_done(const struct gpu_driver *d, cu_result result, const char *what, struct bl_text *why)
{
    const char *words = NULL;
    if (result == 0)
        return true;
    if (d->words(result, &words) != 0 || !words)
        words = "an error without a name";
    bl_putf(why, "%s: %s (the driver's number %d)", what, words, result);
    return false;
}

/* The entry for a symbol; false: there is none. */
static bool find(void *library, const char *symbol, void *entry, struct bl_text *why)
{
    *(void **)entry = dlsym(library, symbol);
    if (!*(void **)entry)
        bl_putf(why, "the driver (%s) is too old: it has no %s", LIBRARY, symbol);
    return *(void **)entry != NULL;
}

bool gpu_driver_find(struct gpu_driver *d, struct bl_text *why)
{
    int devices = 0;
    d->library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!d->library) {
        bl_put(why, "no driver of an NVIDIA GPU is installed (" LIBRARY " is not found)");
        return false;
    }
#define CALL(name, symbol, parameters)                \
    if (!find(d->library, symbol, &d->name, why))     \
        return false;
    CU_CALLS
#undef CALL
    if (!gpu_done(d, d->init(0), "the driver does not start", why) ||
        !gpu_done(d, d->count(&devices), "the driver does not answer", why))
        return false;
    if (devices == 0)
        bl_put(why, "the driver knows no GPU");
    return devices > 0;
}
