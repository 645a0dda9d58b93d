/* SPDX-License-Identifier: MIT */
/* mutex.h - locks and conditions between the threads of this process.

   They are pthreads, because ThreadSanitizer knows them; inline, so that a free lock costs
   one call.  Not for code that runs in wasm, which has one thread. */
#ifndef OS_MUTEX_H
#define OS_MUTEX_H

#include <pthread.h>
#include <time.h>

/* Initialise it with mutex_init or, if it is static, with MUTEX_STATIC. */
struct mutex {
    pthread_mutex_t pthread;
};

#define MUTEX_STATIC                                                                     \
    {                                                                                    \
        PTHREAD_MUTEX_INITIALIZER                                                        \
    }

static inline void mutex_init(struct mutex *m)
{
    pthread_mutex_init(&m->pthread, NULL);
}

static inline void mutex_destroy(struct mutex *m)
{
    pthread_mutex_destroy(&m->pthread);
}

/* Not recursive: a thread that locks it twice waits for itself. */
static inline void mutex_lock(struct mutex *m)
{
    pthread_mutex_lock(&m->pthread);
}

static inline void mutex_unlock(struct mutex *m)
{
    pthread_mutex_unlock(&m->pthread);
}

/* What threads wait for; used together with one mutex. */
struct condition {
    pthread_cond_t pthread;
};

static inline void condition_init(struct condition *c)
{
    pthread_cond_init(&c->pthread, NULL);
}

static inline void condition_destroy(struct condition *c)
{
    pthread_cond_destroy(&c->pthread);
}

/* Unlocks the mutex, waits, and locks it again.  May return although the condition was not
   signalled: call it in a loop. */
static inline void condition_wait(struct condition *c, struct mutex *m)
{
    pthread_cond_wait(&c->pthread, &m->pthread);
}

/* The same, for at most `ms` milliseconds. */
static inline void condition_wait_ms(struct condition *c, struct mutex *m, int ms)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    long ns = until.tv_nsec + ms % 1000 * 1000000L;
    until.tv_sec += ms / 1000 + ns / 1000000000L;
    until.tv_nsec = ns % 1000000000L;
    pthread_cond_timedwait(&c->pthread, &m->pthread, &until);
}

/* Wakes one thread that waits. */
static inline void condition_signal(struct condition *c)
{
    pthread_cond_signal(&c->pthread);
}

/* Wakes all threads that wait. */
static inline void condition_broadcast(struct condition *c)
{
    pthread_cond_broadcast(&c->pthread);
}

#endif
