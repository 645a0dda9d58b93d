/* SPDX-License-Identifier: MIT */
/* steps.c - see steps.h. */
#include <sched.h>
#include <stdatomic.h>
#include "os/parallel.h"
#include "solve/steps.h"

enum { SPINS = 2000 };

struct crew {
    uint32_t n;
    const uint32_t *after;
    double (*chunk)(const void *sweep, uint32_t chunk);
    const void *sweep;
    atomic_uint next, done; /* chunks taken and finished */
    _Atomic double change;
};

/* Whoever takes a chunk waits until the steps before it are done: somebody is at work on
   each of their chunks, so this ends, even with one thread. */
static void work(void *arg, int thread)
{
    struct crew *c = arg;
    double change = 0, most = atomic_load(&c->change);
    (void)thread;
    for (;;) {
        unsigned chunk = atomic_fetch_add(&c->next, 1);
        if (chunk >= c->n)
            break;
        for (int spins = 0; atomic_load(&c->done) < c->after[chunk]; spins++)
            if (spins > SPINS)
                sched_yield();
        double d = c->chunk(c->sweep, chunk);
        change = d > change ? d : change;
        atomic_fetch_add(&c->done, 1);
    }
    while (change > most && !atomic_compare_exchange_weak(&c->change, &most, change))
        ;
}

double steps_run(uint32_t n, const uint32_t *after, int threads,
                 double (*chunk)(const void *sweep, uint32_t chunk), const void *sweep)
{
    struct crew c = {.n = n, .after = after, .chunk = chunk, .sweep = sweep};
    parallel_run(threads, work, &c);
    return atomic_load(&c.change);
}
