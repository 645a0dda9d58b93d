/* SPDX-License-Identifier: MIT */
/* thread.h - a thread that runs beside its maker, until it is joined.

   For work that is divided among threads and waited for, use parallel.h. */
#ifndef OS_THREAD_H
#define OS_THREAD_H

#include <pthread.h>
#include <stdbool.h>

struct thread {
    pthread_t pthread;
    bool running; /* thread_start succeeded, and thread_join was not called */
    void (*work)(void *arg);
    void *arg;
};

/* Calls work(arg) on a new thread; *t must not move until thread_join.  False: the system
   allows no more threads. */
bool thread_start(struct thread *t, void (*work)(void *arg), void *arg);
/* Waits until the thread has ended; does nothing if it was not started. */
void thread_join(struct thread *t);

#endif
