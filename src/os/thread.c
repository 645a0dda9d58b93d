/* SPDX-License-Identifier: MIT */
/* thread.c - see thread.h. */
#include "os/thread.h"
#include "os/os_calls.h"

static void *start(void *arg)
{
    struct thread *t = arg;
    t->work(t->arg);
    return NULL;
}

bool thread_start(struct thread *t, void (*work)(void *arg), void *arg)
{
    t->work = work;
    t->arg = arg;
    t->running = os_thread(&t->pthread, start, t);
    return t->running;
}

void thread_join(struct thread *t)
{
    if (t->running)
        pthread_join(t->pthread, NULL);
    t->running = false;
}
