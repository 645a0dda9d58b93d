/* SPDX-License-Identifier: MIT */
/* parallel.h - one job on several threads. */
#ifndef OS_PARALLEL_H
#define OS_PARALLEL_H

#include <stdbool.h>

/* Runs work(arg, 0) .. work(arg, n - 1), each on a thread of its own, the first on the
   calling thread, and returns when all have returned.  n is limited to 1 .. 256.  If a
   thread cannot be created, the calling thread does its work afterwards: the calls must
   not wait for each other. */
void parallel_run(int n, void (*work)(void *arg, int thread), void *arg);

/* The same for two calls that wait for each other.  Returns false if the second thread
   cannot be created; then neither call was made. */
bool parallel_run_pair(void (*work)(void *arg, int thread), void *arg);

/* Returns the number of processors this program may use, at least 1: fewer than the
   machine has under taskset(1). */
int parallel_cores(void);

#endif
