/* system.c - what the libraries would ask an operating system: chance for jansson's tables of
 * names, and files, of which there are none. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <wasi/api.h>

/* Whoever would make names that fall together slows down nobody but himself. */
extern volatile uint32_t hashtable_seed;
volatile uint32_t hashtable_seed = 1;
void json_object_seed(size_t seed);
void json_object_seed(size_t seed)
{
    (void)seed;
}

/* What libsodium does with bytes that were secret, and with a call that cannot be. */
void sodium_memzero(void *bytes, size_t size);
void sodium_memzero(void *bytes, size_t size)
{
    memset(bytes, 0, size);
}
_Noreturn void sodium_misuse(void);
_Noreturn void sodium_misuse(void)
{
    __builtin_trap();
}

/* Reading and printing numbers goes through the library's streams, but never as far as here. */
#define NO_FILE(call, ...)                                                           \
    int32_t __imported_wasi_snapshot_preview1_##call(__VA_ARGS__);                   \
    int32_t __imported_wasi_snapshot_preview1_##call(__VA_ARGS__)                    \
    {                                                                                \
        return __WASI_ERRNO_BADF;                                                    \
    }
#define UNUSED __attribute__((unused)) int32_t

NO_FILE(fd_close, UNUSED file)
NO_FILE(fd_read, UNUSED file, UNUSED parts, UNUSED count, UNUSED done)
NO_FILE(fd_write, UNUSED file, UNUSED parts, UNUSED count, UNUSED done)
NO_FILE(fd_seek, UNUSED file, __attribute__((unused)) int64_t by, UNUSED from, UNUSED at)
