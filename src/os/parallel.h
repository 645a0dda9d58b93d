/* SPDX-License-Identifier: MIT */
/* parallel.h - one job on several threads: the only place that makes threads. */
#ifndef OS_PARALLEL_H
#define OS_PARALLEL_H

/* Runs work(arg, 0) .. work(arg, n - 1), the first on the calling thread, and waits
   for all.  Where no thread can be had the work is done by the caller, in order. */
void parallel_run(int n, void (*work)(void *arg, int thread), void *arg);

/* The processors this program may use: fewer than there are under taskset(1). */
int parallel_cores(void);

#endif
