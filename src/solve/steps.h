/* SPDX-License-Identifier: MIT */
/* steps.h - the chunks of a sweep on all threads, step after step.

   In a step no chunk reads what another one writes, so any number of threads gives the
   same numbers. */
#ifndef SOLVE_STEPS_H
#define SOLVE_STEPS_H

#include <stdint.h>

/* Chunks 0 .. n - 1, each when the after[chunk] first ones are done.  Returns the largest
   of the changes they tell. */
double steps_run(uint32_t n, const uint32_t *after, int threads,
                 double (*chunk)(const void *sweep, uint32_t chunk), const void *sweep);

#endif
