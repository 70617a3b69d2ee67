/* pthread.h - one thread is all there is: another cannot be started, and nothing needs a lock.
 * Who starts threads must do without them anyway when a machine gives none. */
#ifndef BYLAW_WASM_PTHREAD_H
#define BYLAW_WASM_PTHREAD_H

#include <errno.h>
#include <stddef.h>

typedef int pthread_t, pthread_mutex_t, pthread_cond_t;
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

#define pthread_mutex_init(lock, how) ((void)(*(lock) = 0))
#define pthread_mutex_destroy(lock) ((void)(lock))
#define pthread_mutex_lock(lock) ((void)(lock))
#define pthread_mutex_unlock(lock) ((void)(lock))
#define pthread_cond_init(cond, how) ((void)(*(cond) = 0))
#define pthread_cond_destroy(cond) ((void)(cond))
#define pthread_cond_signal(cond) ((void)(cond))
#define pthread_cond_broadcast(cond) ((void)(cond))
#define pthread_cond_wait(cond, lock) ((void)(cond))
#define pthread_cond_timedwait(cond, lock, until) ((void)(until), ETIMEDOUT)

#endif
