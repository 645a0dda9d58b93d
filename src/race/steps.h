/* SPDX-License-Identifier: MIT */
/* steps.h - runs the chunks of a sweep on all threads, step by step.

   Within a step no chunk reads what another one writes, so the result does not depend on
   the number of threads. */
#ifndef RACE_STEPS_H
#define RACE_STEPS_H

#include <stdint.h>

/* Runs n chunks from `first` on; chunk i starts after the first after[i] of them are
   finished.  after NULL: no chunk waits.  Returns the largest change that `chunk`
   returned. */
double steps_run(uint32_t first, uint32_t n, const uint32_t *after, int threads,
                 double (*chunk)(const void *sweep, uint32_t chunk), const void *sweep);

#endif
