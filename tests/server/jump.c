/* jump.c - put in front of the system's library: the wall's clock goes wrong by as many seconds as a file
 * says, whose name is in JUMP. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *out);

int clock_gettime(clockid_t clock, struct timespec *out)
{
    int (*real)(clockid_t, struct timespec *);
    *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    int status = real(clock, out);
    const char *path = clock == CLOCK_REALTIME ? getenv("JUMP") : NULL;
    FILE *file = path ? fopen(path, "r") : NULL;
    char text[32] = "";
    if (file) {
        if (fgets(text, sizeof text, file))
            out->tv_sec += atol(text);
        fclose(file);
    }
    return status;
}
