/* SPDX-License-Identifier: MIT */
/* steps.c - see steps.h. */
#include <sched.h>
#include <stdatomic.h>
#include "os/parallel.h"
#include "solve/steps.h"

enum { SPINS = 2000 };

struct step_run {
    uint32_t n;
    const uint32_t *after;
    double (*chunk)(const void *sweep, uint32_t chunk);
    const void *sweep;
    atomic_uint next, done; /* chunks taken and finished */
    _Atomic double change;
};

/* A thread that takes a chunk waits until all earlier steps are finished.  Every chunk of
   those was taken before, so the wait ends, even with one thread. */
static void work(void *arg, int thread)
{
    struct step_run *run = arg;
    double change = 0, most = atomic_load(&run->change);
    (void)thread;
    for (;;) {
        unsigned chunk = atomic_fetch_add(&run->next, 1);
        if (chunk >= run->n)
            break;
        for (int spins = 0; atomic_load(&run->done) < run->after[chunk]; spins++)
            if (spins > SPINS)
                sched_yield();
        double d = run->chunk(run->sweep, chunk);
        change = d > change ? d : change;
        atomic_fetch_add(&run->done, 1);
    }
    while (change > most && !atomic_compare_exchange_weak(&run->change, &most, change))
        ;
}

double steps_run(uint32_t n, const uint32_t *after, int threads,
                 double (*chunk)(const void *sweep, uint32_t chunk), const void *sweep)
{
    struct step_run run = {.n = n, .after = after, .chunk = chunk, .sweep = sweep};
    parallel_run(threads, work, &run);
    return atomic_load(&run.change);
}
