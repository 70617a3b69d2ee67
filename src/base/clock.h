/* clock.h - what time it is. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <time.h>

double bl_seconds(clockid_t clock);       /* as that clock counts them */
struct timespec bl_in_ms(unsigned ms);    /* when a wait is to end, as threads want to know it */

static inline double bl_now(void)
{
    return bl_seconds(CLOCK_MONOTONIC);
}

#endif
