/* pthread.h - one thread is all there is: another cannot be started, and nothing needs a lock.
 * Who starts threads must do without them anyway when a machine gives none. */
#ifndef BYLAW_WASM_PTHREAD_H
#define BYLAW_WASM_PTHREAD_H

#include <errno.h>
#include <stddef.h>

typedef int pthread_t;
typedef int pthread_mutex_t;
#define PTHREAD_MUTEX_INITIALIZER 0

static inline int pthread_create(pthread_t *thread, const void *how, void *(*work)(void *),
                                 void *with)
{
    (void)thread;
    (void)how;
    (void)work;
    (void)with;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread;
    (void)result;
    return ESRCH;
}

static inline int pthread_mutex_lock(pthread_mutex_t *lock) { return *lock; }
static inline int pthread_mutex_unlock(pthread_mutex_t *lock) { return *lock; }

#endif
