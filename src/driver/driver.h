/* driver.h - the little of the GPU's driver that is used, found when the program runs: neither the
 * vendor's toolkit nor a GPU is needed to build it, and without one it says what is missing. */
#ifndef BYLAW_DRIVER_DRIVER_H
#define BYLAW_DRIVER_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "bylaw/text.h"

/* Why there is no GPU to be had, where there are no kernels either. */
#define GPU_NOT_BUILT "this program was built without kernels for a GPU (that takes clang-19 and llvm-19: tools/setup.sh gpu)"

/* The driver's own types, as its documents have them. */
typedef int cu_result;                  /* 0: done */
typedef int cu_device;
typedef uint64_t cu_memory;             /* an address on the device */
typedef struct cu_context_ *cu_context;
typedef struct cu_module_ *cu_module;
typedef struct cu_function_ *cu_function;
typedef struct cu_stream_ *cu_stream;

enum {
    CU_PROCESSORS = 16, CU_MAX_SHARED = 97, CU_MAJOR = 75, CU_MINOR = 76,   /* of a device */
    CU_LOCAL_BYTES = 3, CU_REGISTERS = 4, CU_DYNAMIC_SHARED = 8,            /* of a function */
    CU_JIT_REGISTERS = 0, CU_JIT_ERRORS = 5, CU_JIT_ERRORS_SIZE = 6,        /* of a compilation */
};

/* CALL(name, the driver's symbol, its parameters) */
#define CU_CALLS                                                                              \
    CALL(init, "cuInit", (unsigned))                                                          \
    CALL(count, "cuDeviceGetCount", (int *))                                                  \
    CALL(device, "cuDeviceGet", (cu_device *, int))                                           \
    CALL(device_name, "cuDeviceGetName", (char *, int, cu_device))                            \
    CALL(device_number, "cuDeviceGetAttribute", (int *, int, cu_device))                      \
    CALL(retain, "cuDevicePrimaryCtxRetain", (cu_context *, cu_device))                       \
    CALL(release, "cuDevicePrimaryCtxRelease_v2", (cu_device))                                \
    CALL(use, "cuCtxSetCurrent", (cu_context))                                                \
    CALL(load, "cuModuleLoadDataEx", (cu_module *, const void *, unsigned, int *, void **))   \
    CALL(unload, "cuModuleUnload", (cu_module))                                               \
    CALL(function, "cuModuleGetFunction", (cu_function *, cu_module, const char *))           \
    CALL(function_number, "cuFuncGetAttribute", (int *, int, cu_function))                    \
    CALL(function_set, "cuFuncSetAttribute", (cu_function, int, int))                         \
    CALL(fit, "cuOccupancyMaxActiveBlocksPerMultiprocessor", (int *, cu_function, int, size_t)) \
    CALL(take, "cuMemAlloc_v2", (cu_memory *, size_t))                                        \
    CALL(give, "cuMemFree_v2", (cu_memory))                                                   \
    CALL(take_here, "cuMemAllocHost_v2", (void **, size_t))                                   \
    CALL(give_here, "cuMemFreeHost", (void *))                                                \
    CALL(clear, "cuMemsetD32Async", (cu_memory, unsigned, size_t, cu_stream))                 \
    CALL(zero, "cuMemsetD8Async", (cu_memory, unsigned char, size_t, cu_stream))              \
    CALL(fetch, "cuMemcpyDtoHAsync_v2", (void *, cu_memory, size_t, cu_stream))               \
    CALL(send, "cuMemcpyHtoDAsync_v2", (cu_memory, const void *, size_t, cu_stream))          \
    CALL(get, "cuMemcpyDtoH_v2", (void *, cu_memory, size_t))                                 \
    CALL(put, "cuMemcpyHtoD_v2", (cu_memory, const void *, size_t))                           \
    CALL(stream, "cuStreamCreate", (cu_stream *, unsigned))                                   \
    CALL(stream_end, "cuStreamDestroy_v2", (cu_stream))                                       \
    CALL(wait, "cuStreamSynchronize", (cu_stream))                                            \
    CALL(launch, "cuLaunchKernel", (cu_function, unsigned, unsigned, unsigned, unsigned,      \
                                    unsigned, unsigned, unsigned, cu_stream, void **, void **)) \
    CALL(words, "cuGetErrorString", (cu_result, const char **))

struct gpu_driver {
    void *library;
#define CALL(name, symbol, parameters) cu_result (*name) parameters;
    CU_CALLS
#undef CALL
};

/* Finds the driver and starts it; false: `why` says what is missing. It stays for
 * the whole program. */
bool gpu_driver_find(struct gpu_driver *d, struct bl_text *why);
/* Whether a call was done; if not, `why` says what was to be done and what the driver says. */
bool gpu_done(const struct gpu_driver *d, cu_result result, const char *what, struct bl_text *why);

#endif
