/* SPDX-License-Identifier: MIT */
/* parallel.c - see parallel.h.  pthreads, because ThreadSanitizer knows them; wasm has
   none and does the work in order. */
#define _GNU_SOURCE
#include "os/parallel.h"

#ifdef __wasm__

int parallel_cores(void)
{
    return 1;
}

void parallel_run(int n, void (*work)(void *arg, int thread), void *arg)
{
    for (int i = 0; i < n; i++)
        work(arg, i);
}

bool parallel_run_pair(void (*work)(void *arg, int thread), void *arg)
{
    (void)work;
    (void)arg;
    return false;
}

#else

#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#include "os/os_calls.h"

enum { MAX_THREADS = 256 };

int parallel_cores(void)
{
    cpu_set_t set;
    long n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set)
                                                         : sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > MAX_THREADS ? MAX_THREADS : (int)n;
}

struct task {
    void (*work)(void *arg, int thread);
    void *arg;
    int thread;
    bool started;
    pthread_t id;
};

static void *start(void *arg)
{
    struct task *t = arg;
    t->work(t->arg, t->thread);
    return NULL;
}

void parallel_run(int n, void (*work)(void *arg, int thread), void *arg)
{
    struct task task[MAX_THREADS];
    n = n < 1 ? 1 : n > MAX_THREADS ? MAX_THREADS : n;
    for (int i = 1; i < n; i++) {
        task[i] = (struct task){work, arg, i, false, 0};
        task[i].started = os_thread(&task[i].id, start, &task[i]);
    }
    work(arg, 0);
    for (int i = 1; i < n; i++) {
        if (task[i].started)
            pthread_join(task[i].id, NULL);
        else
            work(arg, i);
    }
}

bool parallel_run_pair(void (*work)(void *arg, int thread), void *arg)
{
    struct task second = {work, arg, 1, true, 0};
    if (!os_thread(&second.id, start, &second))
        return false;
    work(arg, 0);
    pthread_join(second.id, NULL);
    return true;
}

#endif
