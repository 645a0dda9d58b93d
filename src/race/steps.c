/* SPDX-License-Identifier: MIT */
/* steps.c - see steps.h.

   Chunks are taken in order from one counter.  `done` counts the finished ones; a chunk of
   a later step waits until `done` has reached its after[]:

       chunk   0 1 2 3 | 4 5 6 | 7 8 9         three steps
       after   0 0 0 0   4 4 4   7 7 7

   Threads do not meet between two steps: a thread takes a chunk of the next step and waits
   until `done` allows it. */
#include <stdatomic.h>
#include <stdbool.h>
#include "os/mutex.h"
#include "os/parallel.h"
#include "race/steps.h"

/* Chunks take about 80 microseconds: a thread that waits longer than this spin takes (about
   10) sleeps until another one finishes a chunk. */
enum { SPINS = 2000 };

/* A call of steps_run, shared by its threads. */
struct step_run {
    uint32_t first, n;
    const uint32_t *after;
    double (*chunk)(const void *sweep, uint32_t chunk);
    const void *sweep;
    atomic_uint next, done; /* chunks taken and finished */
    atomic_uint sleepers;
    struct mutex lock;
    struct condition finished;
    _Atomic double change;
};

static inline void spin_pause(void)
{
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
}

/* Sleeps until so many chunks are finished. */
static void sleep_until(struct step_run *run, uint32_t done)
{
    mutex_lock(&run->lock);
    atomic_fetch_add(&run->sleepers, 1);
    while (atomic_load(&run->done) < done)
        condition_wait(&run->finished, &run->lock);
    atomic_fetch_sub(&run->sleepers, 1);
    mutex_unlock(&run->lock);
}

/* The same, but spins for about 10 microseconds first. */
static void wait_until(struct step_run *run, uint32_t done)
{
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load(&run->done) >= done)
            return;
        spin_pause();
    }
    sleep_until(run, done);
}

/* sleep_until increases `sleepers` and then reads `done`; here `done` is increased and then
   `sleepers` is read: one of the two sees the other's change, so no thread sleeps on. */
static void finish_chunk(struct step_run *run)
{
    atomic_fetch_add(&run->done, 1);
    if (atomic_load(&run->sleepers)) {
        mutex_lock(&run->lock);
        condition_broadcast(&run->finished);
        mutex_unlock(&run->lock);
    }
}

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
        if (run->after)
            wait_until(run, run->after[chunk]);
        double d = run->chunk(run->sweep, run->first + chunk);
        change = d > change ? d : change;
        finish_chunk(run);
    }
    while (change > most && !atomic_compare_exchange_weak(&run->change, &most, change))
        ;
}

double steps_run(uint32_t first, uint32_t n, const uint32_t *after, int threads,
                 double (*chunk)(const void *sweep, uint32_t chunk), const void *sweep)
{
    struct step_run run = {
        .first = first, .n = n, .after = after, .chunk = chunk, .sweep = sweep};
    mutex_init(&run.lock);
    condition_init(&run.finished);
    parallel_run(threads, work, &run);
    condition_destroy(&run.finished);
    mutex_destroy(&run.lock);
    return atomic_load(&run.change);
}
